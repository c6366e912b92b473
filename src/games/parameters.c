#include "games/parameters.h"

static bool is_letter(char c)
{
    return c != 'x' && ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

static bool read_colour(const struct node *node, struct colours *colours, struct problems *problems)
{
    if (node->key.length != 1 || !is_letter(node->key.at[0]))
        return problem_add(problems, RULESET_CONFLICT, node->key_place,
            "a colour that is not named by a letter" FACT_BREAK "single letters from a to z or A to Z, and not 'x'");
    if (node->kind != NODE_SCALAR || node->value.length == 0 || node->value.length >= COLOUR_NAME)
        return problem_add(problems, RULESET_TYPE, node->place,
            "colours" FACT_BREAK "a name of at most %d bytes for each letter" FACT_BREAK "something else" FACT_BREAK,
            COLOUR_NAME - 1);
    if (colours->count == MOST_COLOURS)
        return problem_add(
            problems, RULESET_CONFLICT, node->key_place, "one colour too many" FACT_BREAK "at most %d", MOST_COLOURS);
    colours->letter[colours->count] = node->key.at[0];
    memcpy(colours->name[colours->count++], node->value.at, node->value.length);
    return true;
}

bool read_colours(const struct ruleset *ruleset, unsigned fewest, struct colours *colours, struct problems *problems)
{
    const struct node *mapping = ruleset_get(ruleset, "colours");
    if (mapping->kind != NODE_MAPPING)
        return problem_add(problems, RULESET_TYPE, mapping->place,
            "colours" FACT_BREAK "letters and their names, {R: red}" FACT_BREAK "something else" FACT_BREAK);
    for (const struct node *node = mapping->first; node != NULL; node = node->next)
        if (!read_colour(node, colours, problems))
            return false;
    return colours->count >= fewest ||
        problem_add(
            problems, RULESET_CONFLICT, mapping->place, "too few colours" FACT_BREAK "%u to %d", fewest, MOST_COLOURS);
}

unsigned colour_of_letter(const struct colours *colours, unsigned letter)
{
    unsigned colour = 0;
    while (colour < colours->count && (unsigned char)colours->letter[colour] != letter)
        colour++;
    return colour < colours->count ? colour : MOST_COLOURS;
}

static bool allow_number(const struct node *node, unsigned fewest, bool allowed[SEATS + 1], struct problems *problems)
{
    uint32_t number = 0;
    if (!slice_number(node->value, SEATS, &number) || number < fewest)
        return problem_add(problems, RULESET_CONFLICT, node->place,
            "another number of players" FACT_BREAK "numbers from %u to %d", fewest, SEATS);
    allowed[number] = true;
    return true;
}

bool read_players(const struct ruleset *ruleset, unsigned fewest, bool allowed[SEATS + 1], struct problems *problems)
{
    const struct node *players = ruleset_get(ruleset, "players");
    if (players == NULL)
        return true;
    memset(allowed, 0, SEATS + 1);
    if (players->kind == NODE_SCALAR)
        return allow_number(players, fewest, allowed, problems);
    for (const struct node *node = players->first; node != NULL; node = node->next)
        if (!allow_number(node, fewest, allowed, problems))
            return false;
    return true;
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
    text_clear(text);
    return kept;
}
