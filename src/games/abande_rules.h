/* Abande's rules and parameters as people read them: ids, messages, explanations, and for
   each rule the smallest record that breaks it and one that keeps it. */
#ifndef CATASTA_GAMES_ABANDE_RULES_H
#define CATASTA_GAMES_ABANDE_RULES_H

#include "games/grid.h"

/* In the order in which a turn is judged. */
enum abande_rule {
    OCCUPIED,
    POOL_EMPTY,
    NOT_CONNECTED,
    SOURCE_EMPTY,
    NOT_YOURS,
    TOO_EARLY,
    NOT_ADJACENT,
    NOT_OPPONENT,
    STACK_LIMIT,
    DISCONNECTS,
    ABANDE_RULE_COUNT,
    LEGAL = -1
};

#define TAGS "[Ruleset \"abande\"]\n\n"
#define AT(position) "[Ruleset \"abande\"]\n[Position \"" position "\"]\n\n"

/* Three stacks in a row, the last of them high. */
#define IN_A_ROW AT("x4/x5/x6/x7/x6/x5/b,w,bw,x b 16/16 0 3")

static const struct rule rule_table[] = {
    [OCCUPIED] = {"abande/occupied", SEVERITY_ERROR,
        "{step} places a piece on an occupied cell: {source} holds {stack}",
        "A piece is placed on an empty cell. Pieces get onto others only by moves.", TAGS "1. d4 d4 *\n",
        .kept = TAGS "1. d4 d5 *\n"},
    [POOL_EMPTY] = {"abande/pool-empty", SEVERITY_ERROR, "{step} places a piece, but {player}'s pool is empty",
        "A piece is placed from the player's own pool. When the pool is empty, the player moves or passes.",
        AT("x4/x5/x6/x7/x6/x5/b,w,x2 b 0/1 0 9") "9. b2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/b,w,x2 b 1/1 0 9") "9. b2 *\n", .parameter = "pool"},
    [NOT_CONNECTED] = {"abande/not-connected", SEVERITY_ERROR, "{step} places a piece that touches no other piece",
        "A piece is placed next to another. That may be of either colour; only the first piece of the game may be "
        "placed anywhere.",
        TAGS "1. d4 d6 *\n", .kept = TAGS "1. d4 d5 *\n", .parameter = "neighbours"},
    [SOURCE_EMPTY] = {"abande/source-empty", SEVERITY_ERROR, "{step} starts from {source}, which is empty",
        "A move starts from a cell with a stack on it. A single piece is a stack of one.", IN_A_ROW "3. a4-a3 *\n",
        .kept = IN_A_ROW "3. a1-a2 *\n"},
    [NOT_YOURS] = {"abande/not-yours", SEVERITY_ERROR,
        "{step} moves a stack that {owner} controls: {source} holds {stack}",
        "A player moves only stacks of their own. The top piece controls a stack, whatever is below it.",
        IN_A_ROW "3. a2-a1 *\n", .kept = IN_A_ROW "3. a1-a2 *\n"},
    [TOO_EARLY] = {"abande/too-early", SEVERITY_ERROR, "{step} moves before {first} has placed {after:piece}",
        "The first turns place pieces. No stack moves before the player who began has placed 'moves_after' of them.",
        TAGS "1. d4 d5 2. d4-d5 *\n", .kept = TAGS "1. d4 d5 2. e5 e6 3. d4-d5 *\n", .parameter = "moves_after"},
    [NOT_ADJACENT] = {"abande/not-adjacent", SEVERITY_ERROR, "{step} does not move to a neighbouring cell",
        "A stack moves to a cell that touches its own. It never moves further, however high it is.",
        AT("x4/x5/x6/x7/x6/x5/b,w,w,x b 16/16 0 3") "3. a1-a3 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/b,w,w,x b 16/16 0 3") "3. a1-a2 *\n", .parameter = "neighbours"},
    [NOT_OPPONENT] = {"abande/not-opponent", SEVERITY_ERROR,
        "{step} moves onto {target}, which holds {onto}; a stack moves onto a stack that {owner} controls",
        "A stack moves onto one of the opponent's. An opponent's piece is on top of it; neither an empty cell nor a "
        "stack of the player's own will do.",
        AT("x4/x5/x6/x7/x6/x5/b,b,w,w b 16/16 0 3") "3. a1-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/b,w,x2 b 16/16 0 3") "3. a1-a2 *\n"},
    [STACK_LIMIT] = {"abande/stack-limit", SEVERITY_ERROR,
        "{step} would make a stack of {count} on {target}, which holds {onto}; a stack may hold {limit:piece}",
        "No move may build too high a stack. The pieces of both stacks together are at most 'max_stack'.",
        AT("x4/x5/x6/x7/x6/x5/wb,bw,x2 b 16/16 0 3") "3. a1-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/b,bw,x2 b 16/17 0 3") "3. a1-a2 *\n", .parameter = "max_stack"},
    [DISCONNECTS] = {"abande/disconnects", SEVERITY_ERROR, "{step} would cut off {cell} from {target}",
        "The pieces stay one connected group. A move that would leave two groups is illegal.",
        AT("x4/x5/x6/x7/x6/x5/w,b,w,x b 16/16 0 3") "3. a2-a3 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x2,w,x2/x,b,w,x b 16/16 0 3") "3. a2-a3 *\n"},
    {0},
};

static const struct key keys[] = {
    {"board.hexhex", KEY_NUMBER, 2, 6, NULL, "the side of a hexagonal board, in cells"},
    {"board.square", KEY_NUMBER, 2, 11, NULL, "the rows and columns of a square board"},
    {"neighbours", KEY_NUMBER, 4, 8, NULL, "on a square board, the cells that one touches: 4 or 8"},
    {"pieces.white", KEY_TEXT, 0, 0, NULL, "the letter of White's pieces"},
    {"pieces.black", KEY_TEXT, 0, 0, NULL, "the letter of Black's pieces"},
    {"pool", KEY_NUMBER, 1, 63, NULL, "the pieces that each side places"},
    {"first", KEY_WORD, 0, 0, "black white", "the side that moves first, and has seat 1"},
    {"max_stack", KEY_NUMBER, 2, 9, NULL, "pieces that a stack may hold"},
    {"moves_after", KEY_NUMBER, 0, 63, NULL, "pieces that seat 1 must have placed before any stack moves"},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};

#endif
