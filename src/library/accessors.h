/* SPDX-License-Identifier: MIT */
/* What the accessors of catasta.h share. */
#ifndef CATASTA_LIBRARY_ACCESSORS_H
#define CATASTA_LIBRARY_ACCESSORS_H

#include "library/session.h"

static inline struct catasta_text text_of(struct slice slice)
{
    return (struct catasta_text){slice.at, slice.length};
}

static inline struct catasta_text word_of(const char *word)
{
    return word == NULL ? (struct catasta_text){NULL, 0} : text_of(slice_of(word));
}

static inline struct catasta_span span_of(struct span span)
{
    return (struct catasta_span){span.begin, span.end};
}

/* Where SPAN of what was read of RECORD is in its bytes. */
static inline struct catasta_span place_of(const struct record *record, struct span span)
{
    return span_of(record_place(record, span));
}

/* REPAIR of a turn of RECORD as catasta.h gives it. */
struct catasta_repair repair_data(const struct record *record, const struct repair *repair);

/* The first error in LIST, NULL: there is none. */
const struct diagnostic *diagnostics_first_error(const struct diagnostics *list);

/* What FAULT says, NULL: that memory ran out, in ARENA; its span, in the bytes of RECORD, is moved back by BEFORE, and
   is within LENGTH. */
struct catasta_fault fault_of(
    const struct diagnostic *fault, const struct record *record, struct arena *arena, size_t before, size_t length);

/* Adds a line with the tag NAME to TEXT; returns where its value begins there. */
size_t tag_line(struct text *text, const char *name, struct slice value);

/* The rules of a position, and its state. */
const struct rulebook *position_book(const catasta_position *position);
const struct state *position_state(const catasta_position *position);

/* SEAT of SEATS in a game by BOOK, with its OUTCOME. */
bool give_seat(struct catasta_seat *found, const struct rulebook *book, unsigned seats, unsigned seat,
    struct slice player, const struct outcome *outcome);

#endif
