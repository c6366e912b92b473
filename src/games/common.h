/* SPDX-License-Identifier: MIT */
/* Rules common to all games: the ids record/…, raised by games and by the referee. */
#ifndef CATASTA_GAMES_COMMON_H
#define CATASTA_GAMES_COMMON_H

#include "base/fault.h"

enum common_rule {
    COMMON_OFF_BOARD,
    COMMON_WINDOW, /* what lies beyond: a place, a node of a piece */
    COMMON_WRONG_TURN,
    COMMON_AFTER_END,
    COMMON_CANNOT_PASS,
    COMMON_CANNOT_RESIGN,
    COMMON_MARK_WRONG,
    COMMON_MARK_MISSING,
    COMMON_RESULT_MISMATCH,
    COMMON_BAD_POSITION,
    COMMON_PLAYERS,
    COMMON_MOVE_NUMBER,
    COMMON_BEGINNING, /* the first turns are missing */
    COMMON_TAG_NAME,
    COMMON_DUPLICATE_TAG,
    COMMON_RESULT_TAG,
    COMMON_STOOD,
    COMMON_EXPECTED,
    COMMON_UNEXPECTED,
    COMMON_EXPECTED_ID,
    COMMON_UNPLAYED,    /* a record of a game not played that contradicts itself */
    COMMON_BAD_TAG,     /* one that should replace parts of a ruleset, and cannot */
    COMMON_TERMINATION, /* nearly a word for such a game */
    COMMON_WHOLE_STACKS,
    COMMON_RULE_COUNT
};
extern const struct rule common_rules[COMMON_RULE_COUNT];

/* The part of a fault that is about FIELD, which lies in TEXT: its byte, or the end of
   TEXT for one that is not there, at NULL. */
uint16_t byte_of(struct slice text, struct slice field);

#endif
