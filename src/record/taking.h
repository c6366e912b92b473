/* SPDX-License-Identifier: MIT */
/* How the parts of a turn are taken from text: what the readers are made of that turn_forms.awk generates, for turns.c
   alone and a test.  Each takes what it names, or nothing, and returns whether it did; the NUL after the source ends
   all. */
#ifndef CATASTA_RECORD_TAKING_H
#define CATASTA_RECORD_TAKING_H

#include "record/record_parts.h"

/* The parts of a record while turns are read, at hand.  Each use has the members in registers. */
struct taking {
    struct record *record;
    const char *source;
    const char *at;
    const char *begun; /* the part that is read */
    struct part *part;
    struct part *parts;
    size_t first; /* part of the turn */
    size_t count;
    size_t capacity;
    bool tidy; /* as in struct item */
};

#define READER static inline __attribute__((always_inline)) bool

static inline struct taking begin_taking(struct record *record)
{
    return (struct taking){.record = record,
        .source = record->source.at,
        .parts = record->parts,
        .first = record->part_count,
        .count = record->part_count,
        .capacity = record->part_capacity,
        .tidy = true};
}

/* Makes room for a part.  Nobody takes the address of struct taking, which would put it into memory. */
static bool grow(struct record *record, size_t count)
{
    return arena_grow(record->arena, &record->parts, count, &record->part_capacity, sizeof(struct part));
}

READER begin_part(struct taking *t, uint32_t count)
{
    if (t->count == t->capacity) {
        if (!grow(t->record, t->count))
            return false;
        t->parts = t->record->parts;
        t->capacity = t->record->part_capacity;
    }
    t->begun = t->at;
    t->part = &t->parts[t->count];
    *t->part = (struct part){.count = count};
    return true;
}

READER end_part(struct taking *t)
{
    t->part->span = (struct span){(uint32_t)(t->begun - t->source), (uint32_t)(t->at - t->source)};
    t->count++;
    return true;
}

/* Whether the parts of another repetition, a few, can still be counted. */
READER has_room(const struct taking *t)
{
    return t->count - t->first < UINT16_MAX - 16;
}

/* Where to go back to: before parts, or within one. */
struct kept {
    const char *at;
    size_t count;
    uint32_t number; /* the count of the part */
    char mark;
    char name[2];
};

static inline void keep(const struct taking *t, struct kept *kept)
{
    kept->at = t->at;
    kept->count = t->count;
}

READER drop(struct taking *t, const struct kept *kept)
{
    t->at = kept->at;
    t->count = kept->count;
    return false;
}

static inline void keep_part(const struct taking *t, struct kept *kept)
{
    kept->at = t->at;
    kept->number = t->part->count;
    kept->mark = t->part->mark;
    memcpy(kept->name, t->part->name, sizeof kept->name);
}

READER drop_part(struct taking *t, const struct kept *kept)
{
    t->at = kept->at;
    t->part->count = kept->number;
    t->part->mark = kept->mark;
    memcpy(t->part->name, kept->name, sizeof kept->name);
    return false;
}

/* Signs. */

READER is_among(char c, char first, char last)
{
    return (unsigned char)(c - first) <= (unsigned char)(last - first);
}

READER take_sign(struct taking *t, bool is)
{
    t->at += is;
    return is;
}

/* Without a branch: where a mark may be left out, nobody can foresee whether it is. */
READER take_mark(struct taking *t, bool is)
{
    t->part->mark = is ? *t->at : t->part->mark;
    t->at += is;
    return is;
}

READER take_letter(struct taking *t, unsigned place, bool is)
{
    if (is)
        t->part->name[place] = *t->at++;
    return is;
}

/* One of several signs; 0: none. */
READER take_place(struct taking *t, uint32_t place)
{
    if (place != 0) {
        t->part->count = place;
        t->at++;
    }
    return place != 0;
}

READER take_word(struct taking *t, const char *word, bool any_case)
{
    const char *at = t->at;
    for (; *word != '\0' && (any_case ? small_letter(*at) : *at) == *word; word++)
        at++;
    t->at = *word == '\0' ? at : t->at;
    return *word == '\0';
}

READER take_mark_word(struct taking *t, const char *word, bool any_case)
{
    const bool is = take_word(t, word, any_case);
    if (is)
        t->part->mark = *word;
    return is;
}

READER take_blanks(struct taking *t, bool needed)
{
    if (*t->at != ' ' && *t->at != '\t')
        return !needed;
    t->tidy = false;
    while (*t->at == ' ' || *t->at == '\t')
        t->at++;
    return true;
}

/* Parts. */

/* A row of two letters begins with no x, which is a mark there. */
static const char *read_far_cell(const char *at, bool any_case, bool one_letter, struct cell_name *cell)
{
    char letter = any_case ? small_letter(*at) : *at;
    unsigned row = (unsigned char)(letter - 'a');
    uint32_t column;
    if (row >= 26)
        return NULL;
    char next = any_case ? small_letter(*++at) : *++at;
    if (is_among(next, 'a', 'z')) {
        if (letter == 'x' || one_letter)
            return NULL;
        row = 26 * (row + 1) + (unsigned)(next - 'a');
        at++;
    }
    if (!is_digit(*at) || *at == '0')
        return NULL;
    at = take_count(at, CELL_FAR, &column);
    *cell = (struct cell_name){(uint16_t)row, (uint16_t)column};
    return at;
}

READER take_far_cell(struct taking *t, bool any_case, bool one_letter)
{
    const char *end = read_far_cell(t->at, any_case, one_letter, &t->part->cell);
    t->at = end == NULL ? t->at : end;
    return end != NULL;
}

/* Most are a letter and a digit. */
READER take_letter_and_digit(struct taking *t)
{
    unsigned row = (unsigned char)(t->at[0] - 'a');
    unsigned column = row < 26 ? (unsigned char)(t->at[1] - '0') : 0;
    if (column - 1 >= 9 || is_digit(t->at[2]))
        return false;
    t->part->cell = (struct cell_name){(uint16_t)row, (uint16_t)column};
    t->at += 2;
    return true;
}

READER take_cell(struct taking *t)
{
    return take_letter_and_digit(t) || take_far_cell(t, false, false);
}

READER take_any_cell(struct taking *t)
{
    return take_far_cell(t, true, false);
}

READER take_square(struct taking *t)
{
    return take_letter_and_digit(t) || take_far_cell(t, false, true);
}

READER take_digits(struct taking *t)
{
    const uint32_t unwritten = t->part->count;
    if (!is_digit(*t->at))
        return false;
    t->tidy &= *t->at != '0';
    t->at = take_count(t->at, UINT32_MAX, &t->part->count);
    t->tidy &= t->part->count != unwritten;
    return true;
}

/* Always succeeds.  Most are one digit or none, and that is not to be foreseen. */
READER take_digits_if_any(struct taking *t)
{
    const bool any = is_digit(t->at[0]);
    const uint32_t unwritten = t->part->count;
    const uint32_t digit = (uint32_t)(t->at[0] - '0');
    t->at += any;
    if (is_digit(*t->at)) {
        t->at--;
        return take_digits(t);
    }
    t->part->count = any ? digit : unwritten;
    t->tidy &= ((digit != 0) & (digit != unwritten)) | (!any);
    return true;
}

READER take_digit(struct taking *t)
{
    if (!is_digit(*t->at))
        return false;
    t->part->count = (uint32_t)(*t->at++ - '0');
    t->tidy &= t->part->count != 0;
    return true;
}

READER take_tile(struct taking *t)
{
    uint32_t number;
    if (!is_letter(t->at[0]) || !is_digit(t->at[1]))
        return false;
    t->part->tile.letter = (unsigned char)*t->at++;
    t->tidy &= *t->at != '0';
    t->at = take_count(t->at, TILE_FAR, &number);
    t->part->tile.number = (uint16_t)number;
    return true;
}

/* Any of it may be unseen. */
READER take_drawn(struct taking *t)
{
    if (take_tile(t))
        return true;
    bool letter = is_letter(*t->at);
    if (t->at[letter] != '?')
        return false;
    if (letter)
        t->part->tile = (struct tile_name){(unsigned char)*t->at, TILE_HIDDEN};
    t->at += 1 + letter;
    return true;
}

#endif
