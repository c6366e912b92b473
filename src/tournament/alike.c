/* SPDX-License-Identifier: MIT */
/* Names that are nearly the same: one letter is missing, or another.  Two such names have a form in common when one
   character of each, or of one, is left out; so each name is looked up by its forms, in time linear in the names. */
#include "base/utf8.h"
#include "tournament/counting.h"

enum { NAME_LEAST = 3, NAME_MOST = 64 }; /* bytes; of a shorter one a letter is too much; longer ones are left alone */

/* A form, and the last row that has it. */
struct name_form {
    uint64_t hash;
    uint32_t row;
};

struct comparing {
    struct standings *standings;
    struct arena arena;
    struct hash_table table;
    struct name_form *forms;
    size_t count;
    size_t capacity;
};

static bool is_letter_at(struct slice key, size_t at)
{
    return at < key.length && (is_letter(key.at[at]) || (unsigned char)key.at[at] >= 0x80);
}

/* Numbers are meant to differ. */
static bool is_compared(struct slice key)
{
    bool digits = false;
    for (size_t i = 0; i < key.length; i++)
        digits |= is_digit(key.at[i]);
    return !digits && key.length >= NAME_LEAST && key.length <= NAME_MOST;
}

/* Whether one letter is all that differs. */
static bool are_near(struct slice a, struct slice b)
{
    size_t front = 0;
    size_t back = 0;
    size_t least = a.length < b.length ? a.length : b.length;
    while (front < least && a.at[front] == b.at[front])
        front++;
    while (back < least - front && a.at[a.length - 1 - back] == b.at[b.length - 1 - back])
        back++;
    size_t left_a = a.length - front - back;
    size_t left_b = b.length - front - back;
    bool letters = (left_a == 0 || is_letter_at(a, front)) && (left_b == 0 || is_letter_at(b, front));
    return letters && left_a <= 4 && left_b <= 4 && utf8_count((struct slice){a.at + front, left_a}) <= 1 &&
        utf8_count((struct slice){b.at + front, left_b}) <= 1;
}

/* The form at HASH; *FORM is new, with row UINT32_MAX, if there was none.  False when out of memory. */
static bool find_form(struct comparing *comparing, uint64_t hash, struct name_form **form)
{
    size_t at = 0;
    uint32_t index = hash_next(&comparing->table, hash, &at);
    if (index == 0) {
        if (!arena_grow(&comparing->arena, &comparing->forms, comparing->count, &comparing->capacity,
                sizeof *comparing->forms) ||
            !hash_put(&comparing->table, &comparing->arena, hash, (uint32_t)comparing->count + 1))
            return false;
        comparing->forms[comparing->count++] = (struct name_form){hash, UINT32_MAX};
        index = (uint32_t)comparing->count;
    }
    *form = &comparing->forms[index - 1];
    return true;
}

static bool add_alike(struct standings *standings, uint32_t a, uint32_t b)
{
    if (!arena_grow(&standings->table, &standings->alike, standings->alike_count, &standings->alike_capacity,
            sizeof *standings->alike))
        return false;
    standings->alike[standings->alike_count++] = (struct alike){a, b};
    return true;
}

/* Each row is paired with the last before it that is near, so that no name is said more than a few times. */
static bool compare_row(struct comparing *comparing, uint32_t row)
{
    struct standings *standings = comparing->standings;
    struct slice key = standings->players[standings->rows[row].player].key;
    uint32_t near = UINT32_MAX;
    char left[NAME_MOST];
    if (!is_compared(key))
        return true;
    for (size_t at = 0; at <= key.length;) {
        /* At the end nothing is left out. */
        size_t gone = at == key.length ? 0 : utf8_next(slice_after(key, at)).length;
        struct name_form *form;
        memcpy(left, key.at, at);
        memcpy(left + at, key.at + at + gone, key.length - at - gone);
        if (!find_form(comparing, hash_slice(standings->seed, (struct slice){left, key.length - gone}), &form))
            return false;
        if (form->row != UINT32_MAX && form->row != row && (near == UINT32_MAX || form->row > near) &&
            are_near(standings->players[standings->rows[form->row].player].key, key))
            near = form->row;
        form->row = row;
        at += gone + (gone == 0);
    }
    return near == UINT32_MAX || add_alike(standings, near, row);
}

bool compare_player_names(struct standings *standings)
{
    struct comparing comparing = {.standings = standings};
    bool done = true;
    arena_init(&comparing.arena, 0);
    standings->alike = NULL;
    standings->alike_capacity = 0;
    for (size_t i = 0; done && i < standings->row_count; i++)
        done = compare_row(&comparing, (uint32_t)i);
    arena_release(&comparing.arena);
    return done;
}
