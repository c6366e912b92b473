/* SPDX-License-Identifier: MIT */
#include "base/nearest.h"

/* An edit counts so much more than a difference of case that case only decides
   between candidates as many edits away, and more than a name cut at a dash. */
enum { LONGEST = 64, EDIT = 256, BEGUN = EDIT / 2, FAR = EDIT * (LONGEST + 1) };

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edits from A to B: a letter more, less, other, or two swapped.  The three rows
   are those of the usual table, of which no more is looked at. */
static unsigned edit_distance(struct slice a, struct slice b)
{
    unsigned rows[3][LONGEST + 1];
    unsigned *above = rows[0], *row = rows[1], *before = rows[2];
    for (size_t j = 0; j <= b.length; j++)
        above[j] = (unsigned)j * EDIT;
    for (size_t i = 1; i <= a.length; i++) {
        row[0] = (unsigned)i * EDIT;
        for (size_t j = 1; j <= b.length; j++) {
            bool alike = small_letter(a.at[i - 1]) == small_letter(b.at[j - 1]);
            unsigned other = above[j - 1] + (a.at[i - 1] == b.at[j - 1] ? 0 : alike ? 1 : EDIT);
            row[j] = least_of(other, least_of(above[j], row[j - 1]) + EDIT);
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1])
                row[j] = least_of(row[j], before[j - 2] + EDIT);
        }
        unsigned *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b.length];
}

/* Whether WRITTEN is the first part of a name that goes on after a dash: 'stakd'. */
static bool is_first_part_of(struct slice written, struct slice name)
{
    size_t i = 0;
    while (i < written.length && i < name.length && small_letter(written.at[i]) == small_letter(name.at[i]))
        i++;
    return i > 0 && i == written.length && i < name.length && name.at[i] == '-';
}

const char *nearest_name(struct slice written, const char *const *candidates, size_t count)
{
    const char *nearest = NULL;
    unsigned nearest_distance = FAR;
    for (size_t i = 0; i < count && written.length <= LONGEST; i++) {
        struct slice candidate = slice_of(candidates[i]);
        if (candidate.length > LONGEST)
            continue;
        size_t longer = written.length > candidate.length ? written.length : candidate.length;
        unsigned off = is_first_part_of(written, candidate) ? BEGUN : edit_distance(written, candidate);
        if (off < nearest_distance && off / EDIT * 3 <= longer) {
            nearest = candidates[i];
            nearest_distance = off;
        }
    }
    return nearest;
}
