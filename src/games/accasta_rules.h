/* Accasta's rules and parameters as people read them: ids, messages, explanations,
   and for each rule the smallest record that breaks it and one that keeps it. */
#ifndef CATASTA_GAMES_ACCASTA_RULES_H
#define CATASTA_GAMES_ACCASTA_RULES_H

#include "games/kit/grid.h"

/* In the order in which a step is judged. */
enum accasta_rule {
    SOURCE_EMPTY,
    NOT_YOURS,
    TOO_MANY_PIECES,
    NOT_IN_LINE,
    RANGE,
    BLOCKED_LINE,
    STACK_LIMIT,
    RELEASE_IN_CASTLE,
    ACCASTA_RULE_COUNT
};

#define TAGS "[Ruleset \"accasta-pari\"]\n\n"

/* A white piece on a black one, in White's castle. */
#define RELEASING "[Ruleset \"accasta-pari\"]\n[Position \"x4/x5/x6/x7/x2,bw,x3/x5/x4 w 1\"]\n\n"

static const struct rule rule_table[] = {
    [SOURCE_EMPTY] = {"accasta/source-empty", SEVERITY_ERROR, "{step} starts from {source}, {why}",
        "A turn starts from one cell, with a stack on it. All its steps leave that same cell, so that something "
        "must be left on it for each further one.",
        TAGS "1. d4:-d5\n", .kept = TAGS "1. c4:-d5\n"},
    [NOT_YOURS] = {"accasta/not-yours", SEVERITY_ERROR,
        "{step} moves a stack that {owner} controls: {source} holds {stack}, whose top piece is {owner}'s",
        "One moves only stacks that one controls. The piece on top controls a stack, whatever lies below it; for each "
        "further step of a turn that is looked at anew.",
        TAGS "1. e3:-d3\n", .kept = TAGS "1. c3:-d3\n"},
    [TOO_MANY_PIECES] = {"accasta/too-many-pieces", SEVERITY_ERROR, "{step} lifts {lifted:piece}, {why}",
        "A step lifts at least one piece, and at most all. They come off the top of the source stack, all at once and "
        "in their order.",
        TAGS "1. b2:3-d2\n", .kept = TAGS "1. b2:2-d2\n"},
    [NOT_IN_LINE] = {"accasta/not-in-line", SEVERITY_ERROR, "{step} goes in no straight line: {why}",
        "A step goes straight, and at least one cell far. It follows one of the six lines that lead from the source "
        "cell through the faces of its neighbours.",
        TAGS "1. b2:-d3\n", .kept = TAGS "1. b2:-d2\n"},
    [RANGE] = {"accasta/range", SEVERITY_ERROR, "{step} goes {distance:cell} far, but its range is {range}: {why}",
        "A step goes no farther than its range. The range is found before the step: with 'range: own-count' it is the "
        "number of the mover's pieces in the whole source stack, wherever they lie in it; with ranges by kind it is "
        "that of the piece on top. How many pieces are lifted changes nothing.",
        TAGS "1. c3:-e4\n", .kept = TAGS "1. c3:-d4\n", .parameter = "range"},
    [BLOCKED_LINE] = {"accasta/blocked-line", SEVERITY_ERROR,
        "{step} jumps over {block}, which holds {on_block}; all cells on the way must be empty",
        "No step jumps over pieces. All cells between the source and the target must be empty; pieces landed earlier "
        "in the same turn count.",
        TAGS "1. a2:-d2\n", .kept = TAGS "1. a2:+b2\n"},
    [STACK_LIMIT] = {"accasta/stack-limit", SEVERITY_ERROR,
        "{step} would make {count} {colour} pieces in the stack on {target}, which holds {onto}; at most {limit} of a "
        "colour may lie in one",
        "No stack may hold too many pieces of one colour. After a step there are at most 'stack_limit' of either "
        "colour in it, wherever they lie.",
        TAGS "1. a1:+a2\n", .kept = TAGS "1. a1:+b2\n", .parameter = "stack_limit"},
    [RELEASE_IN_CASTLE] = {"accasta/release-in-castle", SEVERITY_ERROR,
        "{step} would release {why}; no opposing piece may be left on top there",
        "No opposing piece is released in one's own castle. A step releases it by leaving it on top of what stays on "
        "the source cell; on other cells that is allowed, and with 'release.own_castle: allowed' on all.",
        RELEASING "1. c3:-d3\n", .kept = RELEASING "1. c3:2-d3\n", .parameter = "release.own_castle"},
    {0},
};

static const struct key keys[] = {
    {"board.hexhex", KEY_NUMBER, 2, 7, NULL, "the side of a hexagonal board, in cells"},
    {"board.rows", KEY_NUMBERS, 1, BOARD_CELLS, NULL, "the lengths of the rows, from White's side upwards"},
    {"pieces.white", KEY_TEXT, 0, 0, NULL, "the letters of White's pieces, one a kind"},
    {"pieces.black", KEY_TEXT, 0, 0, NULL, "the letters of Black's pieces, one a kind"},
    {"setup.white", KEY_MAPPING, 0, 0, NULL, "White's stacks at the start, and their cells"},
    {"setup.black", KEY_MAPPING, 0, 0, NULL, "Black's stacks at the start, and their cells"},
    {"castle.white", KEY_LIST, 0, 0, NULL, "the cells of White's castle"},
    {"castle.black", KEY_LIST, 0, 0, NULL, "the cells of Black's castle"},
    {"range", KEY_MAPPING, 0, 0, "own-count|a number of cells from 1 to 26 for each kind of piece",
        "how far a step may go: own-count, or a number for each kind of piece"},
    {"stack_limit", KEY_NUMBER, 1, 8, NULL, "pieces of one colour that a stack may hold"},
    {"release.own_castle", KEY_WORD, 0, 0, "forbidden allowed", "leaving an opposing piece on top in one's own castle"},
    {"win.controlling", KEY_NUMBER, 1, BOARD_CELLS, NULL, "stacks in the other's castle that win"},
    {"win.check", KEY_WORD, 0, 0, "turn-end next-turn", "when the castles are looked at"},
    {"no_move", KEY_WORD, 0, 0, "loses draw", "what becomes of a player without a legal step"},
    {"match.best_of", KEY_NUMBER, 0, MATCH_ROUNDS_MOST, NULL, "the rounds of a match; 0: as many as are played"},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};

#endif
