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
