/* SPDX-License-Identifier: MIT */
/* What the accessors of catasta.h share. */
#ifndef CATASTA_LIBRARY_DATA_H
#define CATASTA_LIBRARY_DATA_H

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

/* What a position is by, and how it stands. */
const struct rulebook *position_book(const catasta_position *position);
const struct state *position_state(const catasta_position *position);

/* SEAT of SEATS in a game by BOOK, with its OUTCOME. */
bool give_seat(struct catasta_seat *n, const struct rulebook *book, unsigned seats, unsigned seat, struct slice player,
    const struct outcome *outcome);

#endif
