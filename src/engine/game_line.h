/* SPDX-License-Identifier: MIT */
/* A game as a start and the turns that were played from there, and the legal turns of a position as a list. */
#ifndef CATASTA_ENGINE_GAME_LINE_H
#define CATASTA_ENGINE_GAME_LINE_H

#include "library/tools.h"
#include "util/buffer.h"

struct game_line {
    catasta_position *start; /* NULL: there is no game */
    catasta_position *now;
    struct buffer turns; /* in canonical form, each ended by a NUL */
    size_t count;
};

/* Begins a game from START, which becomes its own; false when out of memory, or if START is NULL. */
bool game_line_begin(struct game_line *line, catasta_position *start);
void game_line_end(struct game_line *line);

/* Plays a turn, false with a FAULT as catasta_position_play gives it; takes back the last COUNT turns, false when out
   of memory. */
bool game_line_play(struct game_line *line, const char *turn, struct catasta_fault *fault);
bool game_line_back(struct game_line *line, size_t count);

/* The turn after TURN, or the first one for NULL; NULL after the last. */
const char *game_line_next(const struct game_line *line, const char *turn);

struct listed_turn {
    char *text;
    bool whole; /* or it only begins a turn */
};
struct turn_list {
    struct listed_turn *turns;
    size_t count;
    size_t capacity;
    bool begun;  /* some only begin a turn: all are too many to list */
    bool failed; /* memory ran out */
};
void turn_list_add(struct turn_list *list, const char *text, size_t length, bool whole);
void turn_list_clear(struct turn_list *list);

/* The legal turns of POSITION that begin with PREFIX, in bytewise order; none if it is over. */
void turn_list_fill(struct turn_list *list, catasta_position *position, const char *prefix);

#endif
