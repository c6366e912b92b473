/* SPDX-License-Identifier: MIT */
/* A game step by step: the board after each turn, with comments and faults. */
#ifndef CATASTA_FORMATS_TEXT_REPLAY_H
#define CATASTA_FORMATS_TEXT_REPLAY_H

#include "formats/formats.h"
#include "formats/text/diagnostics.h"

/* Writes the boards after the plies that were kept of the game, with what was played and said. */
bool replay_add(const struct output_game *game, struct text *text);

/* What is put after a turn, by its verdict: "", " (illegal)", … */
extern const char *const verdict_words[];

/* Players and seats, above the first board. */
void render_heading(const struct report *report, const struct style *style, struct text *text);

/* The name of SEAT's player, or what the game calls the seat. */
void render_player(const struct report *report, unsigned seat, struct text *text);

/* The figures that a game ended with, those claimed where the board did not end it. */
void render_result(const struct report *report, struct text *text);

/* "White wins 1-0 (castle)", "undecided, White to move", and the like. */
void render_outcome(const struct report *report, struct text *text);

/* Whether the game is over at NODE of the tree, where STATE is the position, and how; what was claimed at its end
   counts. */
bool is_over_at(const struct report *report, uint32_t node, const struct state *state, struct outcome *outcome);

/* The status of the game after NODE of the tree, where STATE is the position: who is to move, or that it is over, or
   would be if the turns counted that led there; at its end, how it ended. */
void render_situation(const struct report *report, uint32_t node, const struct state *state, struct text *text);

/* A position as a board, with the status of each seat. */
void render_position(const struct rulebook *book, const struct state *state, const struct turn *last,
    const struct style *style, struct text *text);

#endif
