/* Staku's rules and parameters as people read them: ids, messages, explanations,
   and for each rule the smallest record that breaks it and one that keeps it. */
#ifndef CATASTA_GAMES_STAKU_RULES_H
#define CATASTA_GAMES_STAKU_RULES_H

#include "games/kit/grid.h"

/* In the order in which a move is judged. */
enum staku_rule {
    SOURCE_EMPTY,
    NOT_YOURS,
    NEUTRAL_TOP,
    TOO_MANY_PIECES,
    SECOND_MOVE,
    NOT_IN_LINE,
    RANGE,
    BLOCKED_LINE,
    STACK_LIMIT,
    NEUTRAL_ABOVE,
    STAKU_RULE_COUNT
};

#define TAGS "[Ruleset \"staku\"]\n\n"

/* Two stacks of two side by side. */
#define TWO_HIGH "[Ruleset \"staku\"]\n[Position \"x6/x7/x8/x7/x8/x7/ww,ww,x4 w 0 1\"]\n\n"

static const struct rule rule_table[] = {
    [SOURCE_EMPTY] = {"staku/source-empty", SEVERITY_ERROR, "{step} starts from {source}, which is empty",
        "A move starts from a cell with tokens on it. A second move starts where the first one landed.",
        TAGS "1. d1-d2\n", .kept = TAGS "1. b1-c2\n"},
    [NOT_YOURS] = {"staku/not-yours", SEVERITY_ERROR,
        "{step} moves what {owner} controls: {source} holds {stack}, whose top token is {owner}'s",
        "One moves only stacks that one controls. The token on top controls a stack, whatever lies below it.",
        TAGS "1. f1-e1\n", .kept = TAGS "1. b1-c2\n"},
    [NEUTRAL_TOP] = {"staku/neutral-top", SEVERITY_ERROR,
        "{step} starts from {source}, which holds {stack}: a neutral token on top moves for nobody",
        "Neutral tokens never move by themselves. They move only below a token of the mover's, in one stack with it.",
        TAGS "1. c1-d2\n", .kept = TAGS "1. b1-c1+d1\n"},
    [TOO_MANY_PIECES] = {"staku/too-many-pieces", SEVERITY_ERROR,
        "{step} lifts {lifted:token}, but {source} holds {height}",
        "A move lifts no more tokens than there are. They come off the top of the stack: one with '-', two with '+', "
        "three with '*'.",
        TAGS "1. b3*d5\n", .kept = TAGS "1. b3-c4\n"},
    [SECOND_MOVE] = {"staku/second-move", SEVERITY_ERROR, "{step} is not open as a second move: {why}",
        "A second move is open only behind some first moves. If the first built a stack, by landing on tokens that "
        "stayed, the whole stack may move on from there. If the first moved a stack, of two or three tokens, the stack "
        "there may be unstacked: any number of its tokens from the top moves on, but not all of them.",
        TAGS "1. b3-c4-c5\n", .kept = TAGS "1. b3-b4+d5\n"},
    [NOT_IN_LINE] = {"staku/not-in-line", SEVERITY_ERROR, "{step} goes in no straight line: {why}",
        "A move goes straight, and at least one cell far. It follows one of the six lines that lead from the source "
        "cell through the faces of its neighbours.",
        TAGS "1. b3-d3\n", .kept = TAGS "1. b3-c4\n"},
    [RANGE] = {"staku/range", SEVERITY_ERROR,
        "{step} goes {distance:cell} far, but its range is {lifted}: it lifts {lifted:token}",
        "A move goes at most a cell for each token it lifts. Tokens that stay behind on the source cell do not count.",
        TAGS "1. b3-d4\n", .kept = TAGS "1. b3-c4\n"},
    [BLOCKED_LINE] = {"staku/blocked-line", SEVERITY_ERROR,
        "{step} jumps over {block}, which holds {on_block}; all cells on the way must be empty",
        "No move jumps over tokens. All cells between the source and the target must be empty; 'jump: allowed' lifts "
        "this.",
        TAGS "1. a2-b3+d2\n", .kept = TAGS "1. a2-b3+d4\n", .parameter = "jump"},
    [STACK_LIMIT] = {"staku/stack-limit", SEVERITY_ERROR,
        "{step} would make a stack of {count} on {target}, which holds {onto}; a stack may hold {limit:token}",
        "No move may build too high a stack. It holds at most 'max_stack' tokens, neutral ones counted.",
        TWO_HIGH "1. a1+a2\n", .kept = TWO_HIGH "1. a1-a2\n", .parameter = "max_stack"},
    [NEUTRAL_ABOVE] = {"staku/neutral-above", SEVERITY_ERROR,
        "{step} would put {carried} on {onto} at {target}; no neutral token may lie above a coloured one",
        "No neutral token may lie above a coloured one. So a stack with a neutral token in it lands on neutral tokens "
        "only, besides empty cells and the opponent's stacks.",
        TAGS "1. b2-c3+b3\n", .kept = TAGS "1. b2-c3+c4\n"},
    {0},
};

static const struct key keys[] = {
    {"board.hexhex", KEY_NUMBER, 2, 7, NULL, "the side of a hexagonal board, in cells"},
    {"board.rows", KEY_NUMBERS, 1, BOARD_CELLS, NULL, "the lengths of the rows, from White's side upwards"},
    {"pieces.white", KEY_TEXT, 0, 0, NULL, "the letter of White's tokens"},
    {"pieces.black", KEY_TEXT, 0, 0, NULL, "the letter of Black's tokens"},
    {"pieces.neutral", KEY_TEXT, 0, 0, NULL, "the letter of the neutral tokens"},
    {"setup.white", KEY_MAPPING, 0, 0, NULL, "White's stacks at the start, and their cells"},
    {"setup.black", KEY_MAPPING, 0, 0, NULL, "Black's stacks at the start, and their cells"},
    {"setup.neutral", KEY_MAPPING, 0, 0, NULL, "the neutral stacks at the start, and their cells"},
    {"palaces.white", KEY_LIST, 0, 0, NULL, "the cells of White's palaces"},
    {"palaces.black", KEY_LIST, 0, 0, NULL, "the cells of Black's palaces"},
    {"max_stack", KEY_NUMBER, 2, 3, NULL, "tokens that a stack may hold"},
    {"jump", KEY_WORD, 0, 0, "forbidden allowed", "passing over tokens on the way"},
    {"draw.turns_without_capture", KEY_NUMBER, 1, 999, NULL, "turns of either side without a capture that draw"},
    {"no_move", KEY_WORD, 0, 0, "loses draw pass", "what becomes of a player without a legal move"},
    {"match.best_of", KEY_NUMBER, 0, MATCH_ROUNDS_MOST, NULL, "the rounds of a match; 0: as many as are played"},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};

#endif
