/* SPDX-License-Identifier: MIT */
/* Diagnostics as text for people: place, message, the line with a caret, what the
   board holds, and how the referee went on. */
#ifndef CATASTA_FORMATS_TEXT_DIAGNOSTICS_H
#define CATASTA_FORMATS_TEXT_DIAGNOSTICS_H

#include "formats/text/place.h"
#include "formats/text/style.h"
#include "referee/referee.h"

/* A diagnostic of REPORT, whose record is in FILE; CURSOR moves through the record's source to its place. */
void render_diagnostic(const struct report *report, const struct diagnostic *diagnostic, const char *file,
    struct cursor *cursor, const struct style *style, struct text *text);

/* Its first lines, as far as what the board holds; CURSOR is at its place. */
void render_message(const struct report *report, const struct diagnostic *diagnostic, const char *file,
    const struct cursor *cursor, const struct style *style, struct text *text);

/* A position as a board, as those with diagnostics are. */
void render_indented(const struct rulebook *book, const struct state *state, const struct turn *last,
    const struct style *style, struct text *text);

/* " (certain)" */
void add_confidence(const struct repair *repair, const struct style *style, struct text *text);

/* Its lines below the excerpt: what the board holds; and what to write instead, and how
   the referee went on. */
void render_found(const struct diagnostic *diagnostic, const struct style *style, struct text *text);
void render_advice(
    const struct report *report, const struct diagnostic *diagnostic, const struct style *style, struct text *text);

/* The same without its place: message and notes. */
void render_fault(
    const struct report *report, const struct diagnostic *diagnostic, const struct style *style, struct text *text);

/* "7. White: ", "" where there is no turn. */
void render_turn_name(const struct report *report, const struct diagnostic *diagnostic, struct text *text);

#endif
