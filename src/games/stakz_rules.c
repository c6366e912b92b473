#include "games/stakz_rules.h"

#define RULESET "[Ruleset \"stakz\"]\n"
#define HANDS "[Hand1 \"R1 R4 O2 O3 G1 G5 B2 B2 P3 P4\"]\n[Hand2 \"R2 R3 O1 O5 G2 G3 B1 B4 P1 P5\"]\n"
#define DEAL RULESET HANDS "[Start \"R2 G4\"]\n\n"

const struct rule stakz_rules[STAKZ_RULE_COUNT + 1] = {
    [HAND_COLOURS] = {"stakz/hand-colours", SEVERITY_ERROR, "this hand cannot be dealt: {why}",
        "A hand is dealt a set number of each colour. That is 'hand.per_colour' tiles of each. A tile nobody wrote "
        "down is "
        "'?'; a hand of which nothing is known is '?' alone, or has no tag.",
        RULESET "[Hand1 \"R1 R2 R3 O1 O2 G1 G2 B1 B2 P1\"]\n[Start \"R4 G4\"]\n\n*\n",
        .kept = RULESET "[Hand1 \"R1 R2 O1 O2 G1 G2 B1 B2 P1 P2\"]\n[Start \"R4 G4\"]\n\n*\n",
        .parameter = "hand.per_colour"},
    [START_COLOURS] = {"stakz/start-colours", SEVERITY_ERROR, "the first two stacks cannot be these: {why}",
        "A round begins with two tiles of different colours. They lie on the table as the bases of stacks 1 and 2, for "
        "all to see, so that the tag Start always names both.",
        RULESET "[Start \"R2 R4\"]\n\n*\n", .kept = RULESET "[Start \"R2 G4\"]\n\n*\n"},
    [WENT_OUT] = {"stakz/went-out", SEVERITY_ERROR,
        "{step} comes too late: the hand of {player} was empty before it, which ended the round",
        "The round ends the moment a hand is empty. There is no further play, and no draw.",
        RULESET "[Position \"1=R2;2=G4 R1/G1 96 0 1 9\"]\n\n9. R1>1,+B4 *\n",
        .kept = RULESET "[Position \"1=R2;2=G4 R1/G1 96 0 1 9\"]\n\n9. R1>1\n"},
    [NO_TILE] = {"stakz/no-tile", SEVERITY_ERROR, "there is no tile {tile}: {why}",
        "Only tiles of the set are dealt, drawn and played. A tile is a letter for its colour and a number for its "
        "symbol, as many of either as the ruleset has.",
        DEAL "1. +R7 *\n", .kept = DEAL "1. +R5 *\n", .parameter = "colours symbols"},
    [NOT_IN_HAND] = {"stakz/not-in-hand", SEVERITY_ERROR,
        "{step} plays {tile}, which the hand of {player} does not hold; it holds {hand}",
        "Only tiles of one's own hand can be played. Those are the ones dealt and the ones drawn since; where the hand "
        "holds tiles that nobody wrote down, one of them may be the one played.",
        DEAL "1. R2>1,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    [NO_STACK] = {"stakz/no-stack", SEVERITY_ERROR, "{step} goes on stack {stack}, but {why}",
        "A tile is played on a stack that is there. Stacks are numbered as they came to be: 1 and 2 are those of the "
        "start, and each split makes the next.",
        DEAL "1. R1>3,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    [NO_MATCH] = {"stakz/no-match", SEVERITY_ERROR,
        "{step} matches neither colour nor symbol: on top of stack {stack} lies {top}",
        "A tile matches the top tile in colour or in symbol. With 'split_bonus.must_match: false' the next two plays "
        "of the turn, one on each of two stacks just split, need no match.",
        DEAL "1. B2>2,+B4 *\n", .kept = DEAL "1. B2>1,+B4 *\n", .parameter = "split_bonus.must_match"},
    [COLOUR_LIMIT] = {"stakz/colour-limit", SEVERITY_ERROR,
        "{step} is one {colour} tile too many: stack {stack} holds {held} of them, and may hold no more than {limit} "
        "of a colour",
        "A stack holds only so many tiles of one colour. There are at most 'max_per_colour' of each in it, wherever "
        "they lie.",
        DEAL "1. R1>1,R4>1,+B4 *\n", .kept = DEAL "1. R1>1,+B4 *\n", .parameter = "max_per_colour"},
    [TOO_MANY_COPIES] = {"stakz/too-many-copies", SEVERITY_ERROR,
        "{step} shows one {tile} too many: the set has {copies} of it{note}",
        "No tile is seen more often than the set has copies. Those dealt, drawn and played for all to read are counted "
        "together. One that is found too many shows that it, or an earlier one, was misread.",
        RULESET HANDS "[Start \"B2 G4\"]\n\n1. +B2 +B2 *\n",
        .kept = RULESET HANDS "[Start \"B2 G4\"]\n\n1. +B2 +B4 *\n", .parameter = "copies"},
    [NO_CONSISTENT_HAND] = {"stakz/no-consistent-hand", SEVERITY_ERROR,
        "{step} leaves nothing the unknown tiles can be: {why}",
        "Some deal must be left that makes the record legal. Tiles that nobody wrote down can be anything, as long as "
        "every hand was dealt its number of each colour and no tile is there more often than it has copies. A record "
        "is illegal at the first turn behind which they can no longer be anything.",
        RULESET "[Start \"R2 G1\"]\n\n1. R1>2,R2>1,R3>2,+? *\n",
        .kept = RULESET "[Start \"R2 G1\"]\n\n1. R1>2,R2>1,+? *\n", .parameter = "hand.per_colour copies"},
    [PILE_EMPTY] = {"stakz/pile-empty", SEVERITY_ERROR, "{step} draws, but the pile is empty",
        "Nothing is drawn from an empty pile. The turn is then what was played, or 'pass'.",
        RULESET
        "[Rules \"players=2 symbols=3 copies=1 hand.per_colour=1\"]\n[Start \"R2 G3\"]\n\n1. +? +? 2. +? +? *\n",
        .kept = RULESET
        "[Rules \"players=2 symbols=3 copies=1 hand.per_colour=1\"]\n[Start \"R2 G3\"]\n\n1. +? +? 2. +? pass *\n"},
    [MUST_DRAW] = {"stakz/must-draw", SEVERITY_ERROR,
        "{step} ends the turn without a draw, but the pile holds {pile:tile}{?advice}",
        "A turn ends with a draw while the pile has tiles. Any number of plays may come before it, all joined by "
        "commas. Only with an empty pile, or an empty hand, it ends without one.",
        DEAL "1. R1>1 *\n", .kept = DEAL "1. R1>1,+B4 *\n"},
    [STAKZ_RULE_COUNT] = {0},
};

const struct key stakz_keys[] = {
    {"colours", KEY_MAPPING, 0, 0, NULL, "the colours of the tiles: a letter and a name each"},
    {"symbols", KEY_NUMBER, 1, SYMBOLS, NULL, "the symbols of the tiles, numbered from 1"},
    {"copies", KEY_NUMBER, 1, 99, NULL, "how many there are of each tile"},
    {"hand.per_colour", KEY_NUMBER, 1, 20, NULL, "tiles of each colour in a hand that is dealt"},
    {"max_per_colour", KEY_NUMBER, 1, 99, NULL, "tiles of one colour that a stack may hold"},
    {"split_at_colours", KEY_NUMBER, 2, COLOURS, NULL, "colours that split a stack"},
    {"split_bonus.must_match", KEY_WORD, 0, 0, "true false", "whether the plays behind a split need a match"},
    {"match.points", KEY_NUMBER, 1, 9999, NULL, "a total of points that ends a match; the lowest wins"},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};
