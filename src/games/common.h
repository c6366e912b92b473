/* Rules that are no game's own: the ids record/…, raised by games and by the
   referee; and how a position in text is refused, which all games do alike. */
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
    COMMON_DUPLICATE_TAG,
    COMMON_RESULT_TAG,
    COMMON_STOOD,
    COMMON_EXPECTED,
    COMMON_UNEXPECTED,
    COMMON_EXPECTED_ID,
    COMMON_UNPLAYED,    /* a record of a game not played that contradicts itself */
    COMMON_TERMINATION, /* nearly a word for such a game */
    COMMON_RULE_COUNT
};
extern const struct rule common_rules[COMMON_RULE_COUNT];

/* The part of a fault that is about FIELD, which lies in TEXT: its byte, or the end of
   TEXT for one that is not there, at NULL. */
uint16_t byte_of(struct slice text, struct slice field);

/* The text of a position while it is read, and where its fault goes. */
struct position_text {
    struct slice whole;
    struct fault *fault; /* NULL: nobody asks */
};

/* Raises that the position cannot be, for what FORMAT says of FIELD; returns false. */
bool refuse_position(const struct position_text *text, struct slice field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The numbers that a position ends with. */
struct position_number {
    uint32_t least;
    uint32_t most;
    const char *wanted; /* what to say where there is no such number */
};
bool read_position_numbers(const struct position_text *text, struct slice rest, const struct position_number *wanted,
    unsigned count, uint32_t *numbers);

#endif
