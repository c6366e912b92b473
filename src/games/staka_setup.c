/* Staka's parameters, and how a game begins. */
#include "games/common.h"
#include "games/staka.h"
#include "games/staka_rules.h"

#include <stdio.h>

/* Configuration. */

static void number_kinds(struct rules *rules)
{
    memset(rules->kind, NO_KIND, sizeof rules->kind);
    for (unsigned a = 0; a < rules->colours.count; a++)
        for (unsigned b = a + 1; b < rules->colours.count; b++) {
            rules->first[rules->kinds] = (uint8_t)a;
            rules->second[rules->kinds] = (uint8_t)b;
            rules->kind[a][b] = rules->kind[b][a] = rules->kinds++;
        }
}

/* The neutral colours of one number of players. */
static bool read_neutrals(const struct node *list, struct rules *rules, struct problems *problems)
{
    uint32_t players = 0;
    if (!slice_number(list->key, SEATS, &players) || players < 2 || list->kind != NODE_LIST)
        return problem_add(problems, RULESET_CONFLICT, list->key_place,
            "neutral colours of no number of players" FACT_BREAK "a list for a number from 2 to %d, {3: [W]}", SEATS);
    for (const struct node *node = list->first; node != NULL; node = node->next) {
        unsigned colour = node->kind == NODE_SCALAR && node->value.length == 1
            ? colour_of(rules, (unsigned char)node->value.at[0])
            : NO_COLOUR;
        if (colour == NO_COLOUR)
            return problem_add(
                problems, RULESET_CONFLICT, node->place, "no colour of the game" FACT_BREAK "letters of 'colours'");
        rules->neutral[players] |= (uint8_t)(1u << colour);
    }
    return true;
}

/* That every number of players leaves a colour for each. */
static bool check_neutrals(const struct ruleset *ruleset, const struct rules *rules, struct problems *problems)
{
    struct place place = ruleset_get(ruleset, "neutral")->place;
    for (unsigned players = 2; players <= SEATS; players++) {
        unsigned left = rules->colours.count - (unsigned)__builtin_popcount(rules->neutral[players]);
        if (rules->players[players] && left < players)
            return problem_add(problems, RULESET_CONFLICT, ruleset_culprit(ruleset, place, "colours players"),
                "%u colours for %u players" FACT_BREAK "one for each, neutral ones not counted", left, players);
    }
    return !rules->teams || rules->players[4] ||
        problem_add(problems, RULESET_CONFLICT, ruleset_get(ruleset, "teams")->place,
            "teams without four players" FACT_BREAK "4 among 'players'");
}

static bool read_all_neutrals(const struct ruleset *ruleset, struct rules *rules, struct problems *problems)
{
    const struct node *mapping = ruleset_get(ruleset, "neutral");
    if (mapping->kind != NODE_MAPPING)
        return problem_add(problems, RULESET_TYPE, mapping->place,
            "neutral" FACT_BREAK "numbers of players and lists of colours, {3: [W]}" FACT_BREAK
            "something else" FACT_BREAK);
    for (const struct node *node = mapping->first; node != NULL; node = node->next)
        if (!read_neutrals(node, rules, problems))
            return false;
    return check_neutrals(ruleset, rules, problems);
}

static bool read_places(const struct ruleset *ruleset, struct rules *rules, struct problems *problems)
{
    const struct node *first = ruleset_get(ruleset, "first_place");
    const struct node *touch = ruleset_get(ruleset, "touch.min");
    unsigned most = rules->lattice == LATTICE_HEX ? 2 : 1; /* the third piece touches no more */
    uint32_t number = most;
    rules->first_place = (uint16_t)field_find(first->value);
    if (rules->first_place == FIELD_NONE)
        return problem_add(problems, RULESET_CELL, first->place,
            "%s" FACT_BREAK "first_place" FACT_BREAK
            "a place such as z26, in rows a to az and columns 1 to 52" FACT_BREAK,
            excerpt_of(first->value).text);
    if (!slice_is(touch->value, "by-lattice") && (!slice_number(touch->value, most, &number) || number == 0))
        return problem_add(problems, RULESET_DOMAIN, touch->place,
            "touch.min" FACT_BREAK "by-lattice or a number from 1 to %u" FACT_BREAK "%s" FACT_BREAK, most,
            excerpt_of(touch->value).text);
    rules->touch = (uint8_t)number;
    return true;
}

static bool check_start(const struct ruleset *ruleset, const struct rules *rules, struct problems *problems)
{
    struct place place = ruleset_get(ruleset, "start.per_kind")->place;
    if (rules->start_copies > rules->copies)
        return problem_add(problems, RULESET_CONFLICT, ruleset_culprit(ruleset, place, "copies_per_kind"),
            "more pieces of a kind at the start than there are" FACT_BREAK "at most copies_per_kind");
    if (rules->kinds * rules->copies > FIELD_SIDE * FIELD_SIDE)
        return problem_add(problems, RULESET_CONFLICT,
            ruleset_culprit(ruleset, ruleset_get(ruleset, "copies_per_kind")->place, "colours"),
            "a set of %u pieces" FACT_BREAK "at most %d, as many as the window has places",
            (unsigned)(rules->kinds * rules->copies), FIELD_SIDE * FIELD_SIDE);
    if (rules->each_up * rules->colours.count > rules->start_copies * rules->kinds)
        return problem_add(problems, RULESET_CONFLICT, ruleset_culprit(ruleset, place, "start.each_colour_up colours"),
            "a starting field that cannot show every colour so often" FACT_BREAK "pieces enough for each_colour_up");
    return true;
}

const void *staka_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    if (rules == NULL)
        return NULL;
    rules->copies = (uint8_t)ruleset_number(ruleset, "copies_per_kind");
    rules->lattice = ruleset_word(ruleset, "lattice") == 0 ? LATTICE_HEX : LATTICE_SQUARE;
    rules->start_copies = (uint8_t)ruleset_number(ruleset, "start.per_kind");
    rules->each_up = (uint8_t)ruleset_number(ruleset, "start.each_colour_up");
    rules->double_height = (uint8_t)ruleset_number(ruleset, "double.height");
    rules->double_points = (uint8_t)ruleset_number(ruleset, "double.points");
    rules->climb = (uint8_t)ruleset_number(ruleset, "climb");
    rules->hand_limit = (uint8_t)ruleset_number(ruleset, "hand_limit");
    rules->teams = ruleset_word(ruleset, "teams") == 1;
    rules->pawns_share = ruleset_word(ruleset, "pawns_share") == 1;
    rules->swims_free = ruleset_word(ruleset, "swim.own_colour") == 1;
    rules->stalls = ruleset_word(ruleset, "end.on_stall") == 0;
    rules->players[2] = rules->players[3] = rules->players[4] = true;
    if (!read_colours(ruleset, 3, &rules->colours, problems))
        return NULL;
    number_kinds(rules);
    if (!read_players(ruleset, 2, rules->players, problems) || !read_all_neutrals(ruleset, rules, problems) ||
        !read_places(ruleset, rules, problems) || !check_start(ruleset, rules, problems))
        return NULL;
    rules->pieces = (uint16_t)(rules->kinds * rules->copies + SEATS + 1);
    return rules;
}

bool staka_allows_players(const void *any_rules, unsigned players)
{
    const struct rules *rules = any_rules;
    return players <= SEATS && rules->players[players] && (!rules->teams || players == 4);
}

/* The start. */

const struct setup_tag staka_tags[] = {
    {"Colours", 0, true},
    {NULL, 0, false},
};

void staka_start(const void *any_rules, unsigned players, struct state *state)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    memset(position, 0, position_size(rules));
    position->state = (struct state){.number = 1, .seat = 1, .players = (uint8_t)players};
    for (unsigned kind = 0; kind < rules->kinds; kind++) {
        position->aside[kind] = rules->start_copies;
        position->bank[kind] = (uint8_t)(rules->copies - rules->start_copies);
        position->bank_size = (uint16_t)(position->bank_size + position->bank[kind]);
    }
    unsigned colour = 0;
    for (unsigned seat = 0; seat < players; seat++, colour++) {
        while ((rules->neutral[players] >> colour & 1) != 0)
            colour++;
        position->hands[seat] = (struct hand){.colour = (uint8_t)colour, .has_double = true};
    }
}

/* Colours by seat: as many as players, each once, none neutral. */
bool staka_deal(const void *any_rules, struct state *state, unsigned n, struct slice value, struct fault *fault)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    struct slice letters = slice_trim(value);
    unsigned taken = rules->neutral[state->players];
    (void)n;
    if (value.at == NULL)
        return true;
    if (letters.length != state->players)
        return fault_raise(fault, &common_rules[COMMON_PLAYERS], 0, "the tag Colours has %u letter%s for %u players",
            (unsigned)letters.length, letters.length == 1 ? "" : "s", state->players);
    for (unsigned seat = 0; seat < state->players; seat++) {
        unsigned colour = colour_of(rules, (unsigned char)letters.at[seat]);
        if (colour == NO_COLOUR || (taken >> colour & 1) != 0)
            return fault_raise(fault, &common_rules[COMMON_PLAYERS], (uint16_t)(letters.at + seat - value.at),
                "the tag Colours has a letter for each seat, a colour that is not neutral and nobody else's; %c is "
                "none",
                letters.at[seat]);
        taken |= 1u << colour;
        position->hands[seat].colour = (uint8_t)colour;
    }
    return true;
}
