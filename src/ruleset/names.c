/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

const char *text_keep(struct arena *arena, struct text *text)
{
    struct slice kept = arena_copy(arena, text_slice(text));
    text_release(text);
    return kept.at == NULL ? "" : kept.at;
}

const char *words_of(struct arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *words = arena_vprintf(arena, format, arguments).at;
    va_end(arguments);
    return words == NULL ? "" : words;
}

void names_add(struct arena *arena, struct name_list *names, struct slice name)
{
    struct slice copy = arena_copy(arena, name);
    if (copy.at != NULL && arena_grow(arena, &names->at, names->count, &names->capacity, sizeof *names->at))
        names->at[names->count++] = copy.at;
}

void names_add_words(struct arena *arena, struct name_list *names, const char *words)
{
    struct slice rest = slice_of(words);
    struct slice word;
    while (slice_split(&rest, ' ', &word))
        names_add(arena, names, word);
}

enum { MOST_SHOWN = 40 };

const char *names_choice(struct arena *arena, const struct name_list *names)
{
    struct text text;
    text_init(&text);
    text_add_string(&text, names->count == 1 ? "" : "one of ");
    size_t shown = names->count < MOST_SHOWN ? names->count : MOST_SHOWN;
    for (size_t i = 0; i < shown; i++)
        text_printf(&text, "%s%s", i == 0 ? "" : ", ", names->at[i]);
    if (shown < names->count)
        text_printf(&text, " and %zu more", names->count - shown);
    return text_keep(arena, &text);
}

const char *names_advice(struct arena *arena, const struct name_list *names, struct slice written)
{
    return nearest_advice(arena, written, names->at, names->count);
}

/* How many letters A and B begin with alike. */
static size_t common_beginning(struct slice a, struct slice b)
{
    size_t length = 0;
    while (length < a.length && length < b.length && a.at[length] == b.at[length])
        length++;
    return length;
}

/* The only candidate that begins like what was written, which may be short for it. */
static const char *begun_name(struct slice written, const char *const *candidates, size_t count)
{
    enum { LEAST = 3 };
    const char *begun = NULL;
    size_t longest = LEAST - 1;
    for (size_t i = 0; i < count; i++) {
        size_t alike = common_beginning(written, slice_of(candidates[i]));
        if (alike < longest || alike * 3 < written.length * 2)
            continue;
        begun = alike > longest ? candidates[i] : NULL;
        longest = alike;
    }
    return begun;
}

const char *nearest_advice(struct arena *arena, struct slice written, const char *const *candidates, size_t count)
{
    const char *near = nearest_name(written, candidates, count);
    if (near == NULL)
        near = begun_name(written, candidates, count);
    return near == NULL ? "" : words_of(arena, "did you mean '%s'?", near);
}

/* An edit counts so much more than a difference of case that case only decides
   between candidates as many edits away, and more than a name cut at a dash. */
enum { LONGEST = 64, EDIT = 256, BEGUN = EDIT / 2, FAR = EDIT * (LONGEST + 1) };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Edits from A to B: a letter more, less, other, or two swapped.  The three rows
   are those of the usual table, of which no more is looked at. */
static unsigned distance(struct slice a, struct slice b)
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
            row[j] = least(other, least(above[j], row[j - 1]) + EDIT);
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1])
                row[j] = least(row[j], before[j - 2] + EDIT);
        }
        unsigned *spare = before;
        before = above;
        above = row;
        row = spare;
    }
    return above[b.length];
}

/* Whether WRITTEN is the first part of a name that goes on after a dash: 'stakd'. */
static bool names_goes_on(struct slice written, struct slice name)
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
        unsigned off = names_goes_on(written, candidate) ? BEGUN : distance(written, candidate);
        if (off < nearest_distance && off / EDIT * 3 <= longer) {
            nearest = candidates[i];
            nearest_distance = off;
        }
    }
    return nearest;
}
