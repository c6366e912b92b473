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

struct configuring {
    const struct ruleset *ruleset;
    struct rules *rules;
    struct problems *problems;
};

static struct place place_of_key(const struct configuring *configuring, const char *key)
{
    return ruleset_get(configuring->ruleset, key)->place;
}

static bool read_neutral(const struct configuring *configuring, const struct node *node, unsigned players)
{
    struct rules *rules = configuring->rules;
    struct problems *problems = configuring->problems;
    struct slice word = node->kind == NODE_SCALAR ? node->value : slice_of("");
    unsigned colour = word.length == 1 ? colour_of(rules, (unsigned char)word.at[0]) : NO_COLOUR;
    if (colour == NO_COLOUR)
        return problem_add(problems, RULESET_CONFLICT, ruleset_culprit(configuring->ruleset, node->place, "colours"),
            FACT(found, "'%s', no colour of the game, in neutral") FACT(expected, "letters of colours: %s")
                FACT(advice, "%s"),
            excerpt_of(word).text, colour_letters(&rules->colours, problems->arena),
            colour_advice(&rules->colours, word, problems->arena));
    if ((rules->neutral[players] >> colour & 1) != 0)
        return problem_add(problems, RULESET_CONFLICT, node->place,
            FACT(found, "%c twice in one list") FACT(expected, "each colour once"), rules->colours.letter[colour]);
    rules->neutral[players] |= (uint8_t)(1u << colour);
    return true;
}

/* The neutral colours of one number of players. */
static bool read_neutrals(const struct configuring *configuring, const struct node *list)
{
    uint32_t players = 0;
    bool right = true;
    if (!slice_number(list->key, SEATS, &players) || players < 2)
        return problem_add(configuring->problems, RULESET_CONFLICT, list->key_place,
            FACT(found, "neutral colours for '%s' players")
                FACT(expected, "a number from 2 to %d with a list, {3: [W]}"),
            excerpt_of(list->key).text, SEATS);
    if (list->kind != NODE_LIST)
        return problem_add(configuring->problems, RULESET_TYPE, list->place,
            FACT(key, "neutral") FACT(expected, "a list of colours for each number of players") FACT(found, "%s")
                FACT(advice, "write %u: [W], say, or %u: []"),
            list->kind == NODE_SCALAR ? "one word" : "a mapping", players, players);
    for (const struct node *node = list->first; node != NULL; node = node->next)
        right = read_neutral(configuring, node, players) && right;
    return right;
}

/* That every number of players leaves a colour for each. */
static bool check_neutrals(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    struct place place = ruleset_culprit(configuring->ruleset, place_of_key(configuring, "neutral"), "colours players");
    bool right = true;
    for (unsigned players = 2; players <= SEATS; players++) {
        unsigned left = rules->colours.count - (unsigned)__builtin_popcount(rules->neutral[players]);
        if (rules->players[players] && left < players)
            right = problem_add(configuring->problems, RULESET_CONFLICT, place,
                FACT(found, "%u colour%s for %u players") FACT(expected, "one for each, neutral ones not counted"),
                left, left == 1 ? "" : "s", players);
    }
    return right;
}

static bool read_all_neutrals(const struct configuring *configuring)
{
    const struct node *mapping = ruleset_get(configuring->ruleset, "neutral");
    bool right = true;
    if (mapping->kind != NODE_MAPPING)
        return problem_add(configuring->problems, RULESET_TYPE, mapping->place,
            FACT(key, "neutral") FACT(expected, "numbers of players and lists of colours, {3: [W]}")
                FACT(found, "one word"));
    for (const struct node *node = mapping->first; node != NULL; node = node->next)
        right = read_neutrals(configuring, node) && right;
    return right;
}

/* Lists for numbers of players that are not allowed, though nothing nearer says so. */
static void check_uses(const struct configuring *configuring)
{
    for (const struct node *list = ruleset_get(configuring->ruleset, "neutral")->first; list != NULL;
         list = list->next) {
        uint32_t players = 0;
        struct place place = ruleset_culprit(configuring->ruleset, list->key_place, "players");
        slice_number(list->key, SEATS, &players);
        if (!configuring->rules->players[players] && place_is_same(place, list->key_place))
            problem_add(configuring->problems, RULESET_NO_EFFECT, place,
                FACT(key, "neutral for %u players") FACT(why, "players does not allow %u"), players, players);
    }
}

/* Teams are of four; other numbers of players that the ruleset allows beside them come
   to nothing. */
static bool check_teams(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    const struct node *players = ruleset_get(configuring->ruleset, "players");
    if (!rules->teams)
        return true;
    if (!rules->players[4])
        return problem_add(configuring->problems, RULESET_CONFLICT,
            ruleset_culprit(configuring->ruleset, place_of_key(configuring, "teams"), "players"),
            FACT(found, "teams without four players") FACT(expected, "4 among players"));
    for (const struct node *node = players->first; node != NULL; node = node->next)
        if (!slice_is(node->value, "4") &&
            place_is_same(ruleset_culprit(configuring->ruleset, node->place, "teams"), node->place))
            problem_add(configuring->problems, RULESET_NO_EFFECT, node->place,
                FACT(key, "%s in players") FACT(why, "teams are of four players"), excerpt_of(node->value).text);
    return true;
}

static bool read_first_place(const struct configuring *configuring)
{
    const struct node *first = ruleset_get(configuring->ruleset, "first_place");
    configuring->rules->first_place = (uint16_t)field_find(first->value);
    return configuring->rules->first_place != FIELD_NONE ||
        problem_add(configuring->problems, RULESET_CELL, first->place,
            FACT(cell, "%s") FACT(key, "first_place")
                FACT(expected, "a place such as z26, in rows a to az and columns 1 to 52"),
            excerpt_of(first->value).text);
}

static bool read_touch(const struct configuring *configuring)
{
    static const char *const words[] = {"by-lattice"};
    const struct node *touch = ruleset_get(configuring->ruleset, "touch.min");
    bool hex = configuring->rules->lattice == LATTICE_HEX;
    unsigned most = hex ? 2 : 1; /* the third piece touches no more */
    uint32_t number = most;
    if (!slice_is(touch->value, "by-lattice") && (!slice_number(touch->value, most, &number) || number == 0))
        return problem_add(configuring->problems, RULESET_DOMAIN,
            ruleset_culprit(configuring->ruleset, touch->place, "lattice"),
            FACT(key, "touch.min") FACT(expected, "by-lattice, or %s on a %s lattice") FACT(found, "%s")
                FACT(advice, "%s"),
            hex ? "1 or 2" : "1", hex ? "hex" : "square", excerpt_of(touch->value).text,
            nearest_advice(configuring->problems->arena, touch->value, words, 1));
    configuring->rules->touch = (uint8_t)number;
    return true;
}

static bool check_copies(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    return rules->start_copies <= rules->copies ||
        problem_add(configuring->problems, RULESET_CONFLICT,
            ruleset_culprit(configuring->ruleset, place_of_key(configuring, "start.per_kind"), "copies_per_kind"),
            FACT(found, "%u pieces of a kind at the start where there are %u")
                FACT(expected, "at most copies_per_kind"),
            rules->start_copies, rules->copies);
}

/* That the set fits into the window, and the starting field shows every colour. */
static bool check_set(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    struct place copies = place_of_key(configuring, "copies_per_kind");
    struct place start = place_of_key(configuring, "start.per_kind");
    bool right = true;
    if (rules->kinds * rules->copies > FIELD_SIDE * FIELD_SIDE)
        right = problem_add(configuring->problems, RULESET_CONFLICT,
            ruleset_culprit(configuring->ruleset, copies, "colours"),
            FACT(found, "a set of %u pieces") FACT(expected, "at most %d, as many as the window has places"),
            (unsigned)(rules->kinds * rules->copies), FIELD_SIDE * FIELD_SIDE);
    if (rules->each_up * rules->colours.count > rules->start_copies * rules->kinds)
        right = problem_add(configuring->problems, RULESET_CONFLICT,
            ruleset_culprit(configuring->ruleset, start, "start.each_colour_up colours"),
            FACT(found, "%u pieces at the start to show %u colours %u time%s each")
                FACT(expected, "pieces enough for each_colour_up"),
            (unsigned)(rules->start_copies * rules->kinds), rules->colours.count, rules->each_up,
            rules->each_up == 1 ? "" : "s");
    return right;
}

/* Everything that can be told in spite of what is wrong already. */
static bool read_all(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    bool players = read_players(configuring->ruleset, 2, rules->players, configuring->problems);
    bool colours = read_colours(configuring->ruleset, 3, &rules->colours, configuring->problems);
    bool teams = players && check_teams(configuring);
    bool places = read_first_place(configuring);
    places = read_touch(configuring) && places;
    bool copies = check_copies(configuring);
    if (!colours)
        return false;
    number_kinds(rules);
    bool neutrals = read_all_neutrals(configuring);
    if (neutrals && players) {
        neutrals = check_neutrals(configuring);
        check_uses(configuring);
    }
    return check_set(configuring) && teams && places && copies && neutrals;
}

const void *staka_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    const struct configuring configuring = {ruleset, rules, problems};
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
    rules->may_stop = ruleset_word(ruleset, "end.no_pieces") == 1;
    rules->best_of = (uint16_t)ruleset_number(ruleset, "match.best_of");
    rules->players[2] = rules->players[3] = rules->players[4] = true;
    if (!read_all(&configuring))
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
        return fault_raise(fault, &common_rules[COMMON_PLAYERS], 0,
            FACT(what, "the tag Colours has %u letter%s for %u players"), (unsigned)letters.length,
            letters.length == 1 ? "" : "s", state->players);
    for (unsigned seat = 0; seat < state->players; seat++) {
        unsigned colour = colour_of(rules, (unsigned char)letters.at[seat]);
        if (colour == NO_COLOUR || (taken >> colour & 1) != 0)
            return fault_raise(fault, &common_rules[COMMON_PLAYERS], (uint16_t)(letters.at + seat - value.at),
                FACT(what,
                    "the tag Colours has a letter for each seat, a colour that is not neutral and nobody else's; %c is "
                    "none"),
                letters.at[seat]);
        taken |= 1u << colour;
        position->hands[seat].colour = (uint8_t)colour;
    }
    return true;
}
