/* SPDX-License-Identifier: MIT */
#include "games/kit/parameters.h"

static const char *kind_word(const struct node *node)
{
    if (node->kind != NODE_SCALAR)
        return node->kind == NODE_LIST ? "a list" : "a mapping";
    return node->value.length == 0 ? "nothing" : "a longer one";
}

static bool check_name(const struct node *node, const struct colours *colours, struct problems *problems)
{
    if (node->kind != NODE_SCALAR || node->value.length == 0 || node->value.length >= COLOUR_NAME)
        return problem_add(problems, RULESET_TYPE, node->place,
            FACT(key, "colours") FACT(expected, "a name of at most %d bytes for each letter") FACT(found, "%s"),
            COLOUR_NAME - 1, kind_word(node));
    for (unsigned i = 0; i < colours->count; i++)
        if (slice_is(node->value, colours->name[i]))
            return problem_add(problems, RULESET_CONFLICT, node->place,
                FACT(found, "a second colour named '%s'") FACT(expected, "a different name for each"),
                colours->name[i]);
    return true;
}

static bool read_colour(const struct node *node, struct colours *colours, struct problems *problems)
{
    bool right = node->key.length == 1 && node->key.at[0] != 'x' && is_letter(node->key.at[0]);
    if (!right)
        problem_add(problems, RULESET_CONFLICT, node->key_place,
            FACT(found, "a colour called '%s'") FACT(expected, "single letters from a to z or A to Z except 'x'"),
            excerpt_of(node->key).text);
    if (!check_name(node, colours, problems) || !right)
        return false;
    colours->letter[colours->count] = node->key.at[0];
    memcpy(colours->name[colours->count++], node->value.at, node->value.length);
    colours->number[(unsigned char)node->key.at[0]] = colours->count;
    return true;
}

bool read_colours(const struct ruleset *ruleset, unsigned fewest, struct colours *colours, struct problems *problems)
{
    const struct node *mapping = ruleset_get(ruleset, "colours");
    bool right = true;
    if (mapping->kind != NODE_MAPPING)
        return problem_add(problems, RULESET_TYPE, mapping->place,
            FACT(key, "colours") FACT(expected, "letters and their names, {R: red}") FACT(found, "one word"));
    if (mapping->count < fewest)
        right = problem_add(problems, RULESET_CONFLICT, mapping->place,
            FACT(found, "%u colour%s") FACT(expected, "%u to %d of them"), (unsigned)mapping->count,
            mapping->count == 1 ? "" : "s", fewest, MOST_COLOURS);
    unsigned number = 1;
    for (const struct node *node = mapping->first; node != NULL; node = node->next, number++) {
        if (number > MOST_COLOURS)
            return problem_add(problems, RULESET_CONFLICT, node->key_place,
                FACT(found, "one colour too many") FACT(expected, "at most %d"), MOST_COLOURS);
        right = read_colour(node, colours, problems) && right;
    }
    return right;
}

const char *colour_letters(const struct colours *colours, struct arena *arena)
{
    struct text text;
    text_init(&text);
    for (unsigned i = 0; i < colours->count; i++)
        text_printf(&text, "%s%c", i == 0 ? "" : ", ", colours->letter[i]);
    const char *kept = text_kept(&text, arena);
    text_release(&text);
    return kept == NULL ? "" : kept;
}

const char *letter_advice(
    const char *letters, const char *names, unsigned count, struct slice written, struct arena *arena)
{
    const char *named[LETTERS_ADVISED] = {NULL};
    const char *candidates[LETTERS_ADVISED];
    char words[LETTERS_ADVISED][2] = {{'\0'}};
    for (unsigned i = 0; i < count; i++) {
        words[i][0] = letters[i];
        candidates[i] = words[i];
        named[i] = names + i * COLOUR_NAME;
    }
    const char *name = nearest_name(written, named, count);
    for (unsigned i = 0; name != NULL && i < count; i++)
        if (named[i] == name)
            return nearest_advice(arena, slice_of(words[i]), &candidates[i], 1);
    return nearest_advice(arena, written, candidates, count);
}

const char *colour_advice(const struct colours *colours, struct slice written, struct arena *arena)
{
    return letter_advice(colours->letter, colours->name[0], colours->count, written, arena);
}

static bool allow_number(const struct node *node, unsigned fewest, bool allowed[SEATS + 1], struct problems *problems)
{
    uint32_t number = 0;
    if (!slice_number(node->value, SEATS, &number) || number < fewest)
        return problem_add(problems, RULESET_CONFLICT, node->place,
            FACT(found, "%s player%s") FACT(expected, "numbers from %u to %d"), excerpt_of(node->value).text,
            slice_is(node->value, "1") ? "" : "s", fewest, SEATS);
    if (allowed[number])
        return problem_add(problems, RULESET_CONFLICT, node->place,
            FACT(found, "%u twice in players") FACT(expected, "each number once"), number);
    allowed[number] = true;
    return true;
}

bool read_players(const struct ruleset *ruleset, unsigned fewest, bool allowed[SEATS + 1], struct problems *problems)
{
    const struct node *players = ruleset_get(ruleset, "players");
    bool right = true;
    if (players == NULL)
        return true;
    memset(allowed, 0, SEATS + 1);
    if (players->kind == NODE_SCALAR)
        return allow_number(players, fewest, allowed, problems);
    for (const struct node *node = players->first; node != NULL; node = node->next)
        right = allow_number(node, fewest, allowed, problems) && right;
    return right;
}

const char *player_name(unsigned seat)
{
    static const char *const names[SEATS] = {
        "Player 1", "Player 2", "Player 3", "Player 4", "Player 5", "Player 6", "Player 7", "Player 8"};
    return names[seat - 1];
}

const char *text_kept(struct text *text, struct arena *arena)
{
    const char *kept = arena_copy(arena, text_slice(text)).at;
    arena->failed |= text->failed;
    text_clear(text);
    return kept;
}
