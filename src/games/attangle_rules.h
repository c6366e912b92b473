/* Attangle's rules and parameters as people read them: ids, messages, explanations, and for
   each rule the smallest record that breaks it and one that keeps it. */
#ifndef CATASTA_GAMES_ATTANGLE_RULES_H
#define CATASTA_GAMES_ATTANGLE_RULES_H

#include "games/kit/grid.h"

/* In the order in which a turn is judged. */
enum attangle_rule {
    CENTRE,
    OCCUPIED,
    POOL_EMPTY,
    SOURCE_EMPTY,
    NOT_YOURS,
    NOT_OPPONENT,
    NOT_IN_LINE,
    BLOCKED_LINE,
    STACK_LIMIT,
    ATTANGLE_RULE_COUNT,
};

#define TAGS "[Ruleset \"attangle\"]\n\n"
#define AT(position) "[Ruleset \"attangle\"]\n[Position \"" position "\"]\n\n"

static const struct rule rule_table[] = {
    [CENTRE] = {"attangle/centre", SEVERITY_ERROR, "{step} places a piece on {target}, where none may be placed",
        "No piece is placed on a closed cell. That is the centre, d4, or what 'closed' lists. A closed cell is empty, "
        "and lines pass over it.",
        TAGS "1. d4 *\n", .kept = TAGS "1. d5 *\n", .parameter = "closed"},
    [OCCUPIED] = {"attangle/occupied", SEVERITY_ERROR,
        "{step} places a piece on an occupied cell: {target} holds {onto}",
        "A piece is placed on an empty cell. Pieces get onto others only by captures.", TAGS "1. e3 e3 *\n",
        .kept = TAGS "1. e3 e4 *\n"},
    [POOL_EMPTY] = {"attangle/pool-empty", SEVERITY_ERROR, "{step} places a piece, but {player}'s pool is empty",
        "A piece is placed from the player's own pool. When the pool is empty, the player has to capture.",
        AT("x4/x5/x6/x7/x6/x5/w,b,x,w w 0/9 9") "9. a3 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/w,b,x,w w 1/9 9") "9. a3 *\n", .parameter = "pool"},
    [SOURCE_EMPTY] = {"attangle/source-empty", SEVERITY_ERROR, "{step} starts from {source}, which is empty{why}",
        "A capture is made by two stacks. Each comes from a cell of its own, which is not empty.",
        AT("x4/x5/x6/x7/x6/x5/w,b,w,x w 9/9 3") "3. a1,a4-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/w,b,w,x w 9/9 3") "3. a1,a3-a2 *\n"},
    [NOT_YOURS] = {"attangle/not-yours", SEVERITY_ERROR,
        "{step} captures with a stack that {owner} controls: {source} holds {stack}",
        "A player captures with stacks of their own. The top piece controls a stack, whatever is below it.",
        AT("x4/x5/x6/x7/x6/x5/w,b,b,x w 9/9 3") "3. a1,a3-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/w,b,w,x w 9/9 3") "3. a1,a3-a2 *\n"},
    [NOT_OPPONENT] = {"attangle/not-opponent", SEVERITY_ERROR,
        "{step} captures on {target}, which holds {onto}; a capture is of a stack that {owner} controls",
        "A capture takes one of the opponent's stacks. An opponent's piece is on top of it; neither an "
        "empty cell nor a stack of the player's own will do.",
        AT("x4/x5/x6/x7/x6/x5/w,x,w,b w 9/9 3") "3. a1,a3-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/w,b,w,x w 9/9 3") "3. a1,a3-a2 *\n"},
    [NOT_IN_LINE] = {"attangle/not-in-line", SEVERITY_ERROR, "{step} does not capture in a straight line: {why}",
        "Both stacks are in line with the target. The lines are those that lead through the faces of the cells.",
        AT("x4/x5/x6/x7/x6/w,x4/x,b,w,x w 9/9 3") "3. a3,b1-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x,w,x3/x,b,w,x w 9/9 3") "3. a3,b2-a2 *\n"},
    [BLOCKED_LINE] = {"attangle/blocked-line", SEVERITY_ERROR,
        "{step} passes over {block}, which holds {on_block}; all cells on the way from {source} to {target} must be "
        "empty",
        "Nothing is between the stacks and the target. Of two stacks on one line the further one is blocked by the "
        "other.",
        AT("x4/x5/x6/x7/x6/x5/b,w,w,x w 9/9 3") "3. a2,a3-a1 *\n",
        .kept = AT("x4/x5/x6/x7/x6/w,x4/b,w,x2 w 9/9 3") "3. a2,b1-a1 *\n"},
    [STACK_LIMIT] = {"attangle/stack-limit", SEVERITY_ERROR,
        "{step} takes {count:piece} together; the three stacks of a capture may hold {limit}",
        "No capture may take too many pieces. The three stacks hold at most 'max_stack' together, so at least "
        "one of the two that capture is a single piece.",
        AT("x4/x5/x6/x7/x6/x5/bw,wb,bw,x w 9/9 3") "3. a1,a3-a2 *\n",
        .kept = AT("x4/x5/x6/x7/x6/x5/bw,b,w,x w 9/9 3") "3. a1,a3-a2 *\n", .parameter = "max_stack"},
    {0},
};

static const struct key keys[] = {
    {"board.hexhex", KEY_NUMBER, 2, 6, NULL, "the side of a hexagonal board, in cells"},
    {"board.square", KEY_NUMBER, 2, 11, NULL, "the rows and columns of a square board"},
    {"neighbours", KEY_NUMBER, 4, 8, NULL, "on a square board, the lines that lead from a cell: 4 or 8"},
    {"closed", KEY_LIST, 0, 0, NULL, "the cells where no piece may be placed"},
    {"pieces.white", KEY_TEXT, 0, 0, NULL, "the letter of White's pieces"},
    {"pieces.black", KEY_TEXT, 0, 0, NULL, "the letter of Black's pieces"},
    {"pool", KEY_NUMBER, 1, 63, NULL, "the pieces that each side has"},
    {"max_stack", KEY_NUMBER, 3, 4, NULL, "pieces that the three stacks of a capture may hold together"},
    {"win.triples", KEY_NUMBER, 1, 9, NULL, "the stacks under a side's control that win"},
    {"win.height", KEY_NUMBER, 2, 3, NULL, "the height from which a stack counts for that"},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};

#endif
