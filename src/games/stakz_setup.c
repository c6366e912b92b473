/* Stakz's parameters, and the deal that a round begins with. */
#include "games/common.h"
#include "games/stakz.h"
#include "games/stakz_rules.h"

#include <stdio.h>

/* Configuration. */

static bool check_split(const struct ruleset *ruleset, const struct rules *rules, struct problems *problems)
{
    struct place place = ruleset_get(ruleset, "colours")->place;
    return rules->colours.count >= rules->split_at ||
        problem_add(problems, RULESET_CONFLICT, ruleset_culprit(ruleset, place, "split_at_colours"),
            FACT(found, "%u colours where split_at_colours is %u") FACT(expected, "colours enough to split a stack"),
            rules->colours.count, rules->split_at);
}

/* Whether there are tiles enough for all hands and the table. */
static bool check_hands(const struct ruleset *ruleset, const struct rules *rules, struct problems *problems)
{
    unsigned most = SEATS;
    unsigned of_colour = (unsigned)rules->symbols * rules->copies;
    while (!rules->players[most])
        most--;
    return of_colour >= most * rules->per_colour + 1 ||
        problem_add(problems, RULESET_CONFLICT,
            ruleset_culprit(ruleset, ruleset_get(ruleset, "copies")->place, "symbols hand.per_colour players"),
            FACT(found, "only %u tile%s of a colour") FACT(expected, "%u for each of %u hands, and one for the table"),
            of_colour, of_colour == 1 ? "" : "s", rules->per_colour, most);
}

/* ... and not too many. */
static bool check_set(const struct ruleset *ruleset, const struct rules *rules, struct problems *problems)
{
    unsigned tiles = (unsigned)rules->symbols * rules->copies * rules->colours.count;
    return tiles <= TILES ||
        problem_add(problems, RULESET_CONFLICT,
            ruleset_culprit(ruleset, ruleset_get(ruleset, "copies")->place, "symbols colours"),
            FACT(found, "a set of %u tiles") FACT(expected, "at most %d: colours times symbols times copies"), tiles,
            TILES);
}

/* Everything that can be told in spite of what is wrong already. */
static bool read_all(const struct ruleset *ruleset, struct rules *rules, struct problems *problems)
{
    bool players = read_players(ruleset, 2, rules->players, problems);
    bool colours = read_colours(ruleset, 2, &rules->colours, problems);
    bool hands = players && check_hands(ruleset, rules, problems);
    bool split = colours && check_split(ruleset, rules, problems);
    bool set = colours && check_set(ruleset, rules, problems);
    return hands && split && set;
}

const void *stakz_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    if (rules == NULL)
        return NULL;
    rules->players[2] = rules->players[3] = rules->players[4] = true;
    rules->symbols = (uint8_t)ruleset_number(ruleset, "symbols");
    rules->copies = (uint8_t)ruleset_number(ruleset, "copies");
    rules->per_colour = (uint8_t)ruleset_number(ruleset, "hand.per_colour");
    rules->max_per_colour = (uint8_t)ruleset_number(ruleset, "max_per_colour");
    rules->split_at = (uint8_t)ruleset_number(ruleset, "split_at_colours");
    rules->must_match = ruleset_word(ruleset, "split_bonus.must_match") == 0;
    rules->match_points = ruleset_number(ruleset, "match.points");
    if (!read_all(ruleset, rules, problems))
        return NULL;
    rules->kinds = (uint8_t)(rules->colours.count * rules->symbols);
    rules->tiles = (uint16_t)(rules->kinds * rules->copies);
    return rules;
}

bool stakz_allows_players(const void *any_rules, unsigned players)
{
    const struct rules *rules = any_rules;
    return players <= SEATS && rules->players[players];
}

/* The deal. */

const struct setup_tag stakz_tags[] = {
    {"Hand1", 1, false},
    {"Hand2", 2, false},
    {"Hand3", 3, false},
    {"Hand4", 4, false},
    {"Hand5", 5, false},
    {"Hand6", 6, false},
    {"Hand7", 7, false},
    {"Hand8", 8, false},
    {"Start", 0, false},
    {NULL, 0, false},
};

/* No tile is known, and none on the table. */
void stakz_start(const void *any_rules, unsigned players, struct state *state)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    unsigned hand = (unsigned)rules->per_colour * rules->colours.count;
    memset(position, 0, position_size(rules));
    position->state = (struct state){.number = 1, .seat = 1, .players = (uint8_t)players};
    position->pile = (uint8_t)(rules->tiles - players * hand);
    for (unsigned colour = 0; colour < rules->colours.count; colour++) {
        position->unseen[colour] = (int16_t)(rules->symbols * rules->copies);
        position->owed[colour] = (int16_t)(players * rules->per_colour);
        for (unsigned i = 0; i < players; i++)
            position->hands[i].dealt[colour] = rules->per_colour;
    }
    for (unsigned i = 0; i < players; i++)
        position->hands[i].size = (uint8_t)hand;
}

/* The next word of *REST; false at the end. */
static bool next_word(struct slice *rest, struct slice *word)
{
    *rest = slice_trim(*rest);
    return rest->length > 0 && slice_split(rest, ' ', word);
}

static bool raise_no_tile(const struct rules *rules, struct slice word, uint16_t place, struct fault *fault)
{
    char letters[2 * COLOURS + 1] = "";
    for (unsigned i = 0; i < rules->colours.count; i++)
        snprintf(letters + 2 * i, 3, " %c", rules->colours.letter[i]);
    return fault_raise(fault, &stakz_rules[NO_TILE], place,
        FACT(tile, "%.*s") FACT(why, "a colour,%s, and a symbol from 1 to %u, one space between tiles"),
        (int)slice_shorter(word, 40).length, word.at, letters, rules->symbols);
}

/* A hand while it is dealt: of each colour the tiles still to come, and those of them
   that are written with their colour alone. */
struct dealing {
    const struct rules *rules;
    struct position *position;
    struct hand *hand;
    struct fault *fault;
    struct slice value;
    uint8_t hinted[COLOURS];
};

/* The only colour of which the hand that VALUE writes down has too few, and how many,
   COLOURS where that is not one. */
static unsigned colour_wanted(const struct rules *rules, struct slice value, unsigned *held)
{
    unsigned seen[COLOURS + 1] = {0};
    unsigned wanted = COLOURS;
    struct slice word;
    while (slice_split(&value, ' ', &word)) {
        unsigned colour = COLOURS;
        stakz_read_tile(rules, word, &colour);
        seen[colour]++;
    }
    for (unsigned colour = 0; colour < rules->colours.count && seen[COLOURS] == 0; colour++)
        if (seen[colour] < rules->per_colour) {
            if (wanted < COLOURS)
                return COLOURS;
            wanted = colour;
            *held = seen[colour];
        }
    return wanted;
}

static bool raise_colour(const struct dealing *dealing, struct slice word, unsigned colour, uint16_t place)
{
    const struct rules *rules = dealing->rules;
    unsigned held = 0;
    unsigned wanted = colour_wanted(rules, dealing->value, &held);
    struct text *facts = fault_begin(dealing->fault, &stakz_rules[HAND_COLOURS], place);
    if (facts == NULL)
        return false;
    text_printf(facts, FACT(why, "%.*s is one %s tile too many; a hand is dealt %u of each colour"), (int)word.length,
        word.at, rules->colours.name[colour], rules->per_colour);
    if (wanted < COLOURS)
        text_printf(facts, ", and here is only %u %s one", held, rules->colours.name[wanted]);
    return false;
}

/* One tile of a hand comes to light, WORD. */
static bool deal_tile(struct dealing *dealing, struct slice word)
{
    const struct rules *rules = dealing->rules;
    struct hand *hand = dealing->hand;
    uint16_t place = byte_of(dealing->value, word);
    unsigned colour;
    unsigned kind = stakz_read_tile(rules, word, &colour);
    if (slice_is(word, "?"))
        return true;
    if (kind == NO_KIND && colour == COLOURS)
        return raise_no_tile(rules, word, place, dealing->fault);
    if (hand->dealt[colour] == dealing->hinted[colour])
        return raise_colour(dealing, word, colour, place);
    if (kind == NO_KIND) {
        dealing->hinted[colour]++;
        return true;
    }
    hand->dealt[colour]--;
    hand->known[kind]++;
    dealing->position->owed[colour]--;
    see(rules, dealing->position, kind);
    return true;
}

/* That no tile is in sight more often than there are copies; of the unknown ones there
   are always enough left, since a set has so many of each colour. */
static bool check_sight(const struct rules *rules, const struct position *position, struct fault *fault)
{
    char tile[TILE_TEXT];
    for (unsigned kind = 0; kind < rules->kinds; kind++) {
        if (position->sight[kind] <= rules->copies)
            continue;
        stakz_tile_text(rules, kind, tile);
        return fault_raise(fault, &stakz_rules[TOO_MANY_COPIES], 0,
            FACT(step, "this deal") FACT(tile, "%s") FACT(copies, "%u") FACT(note, ""), tile, rules->copies);
    }
    return true;
}

static bool deal_hand(
    const struct rules *rules, struct position *position, unsigned seat, struct slice value, struct fault *fault)
{
    struct dealing dealing = {rules, position, &position->hands[seat - 1], fault, value, {0}};
    struct slice rest = value;
    struct slice word;
    unsigned count = 0;
    for (; next_word(&rest, &word); count++)
        if (!deal_tile(&dealing, word))
            return false;
    if (count != dealing.hand->size && !slice_is(slice_trim(value), "?"))
        return fault_raise(fault, &stakz_rules[HAND_COLOURS], 0,
            FACT(why, "it has %u tile%s, and a hand is dealt %u of each of %u colours, which makes %u"), count,
            count == 1 ? "" : "s", rules->per_colour, rules->colours.count, dealing.hand->size);
    return check_sight(rules, position, fault);
}

static bool raise_start(const struct slice value, struct slice word, const char *why, struct fault *fault)
{
    return fault_raise(
        fault, &stakz_rules[START_COLOURS], word.at == NULL ? 0 : byte_of(value, word), FACT(why, "%s"), why);
}

static bool raise_no_start(const struct rules *rules, struct fault *fault)
{
    return fault_raise(fault, &stakz_rules[START_COLOURS], 0,
        FACT(why, "there is no tag Start, such as [Start \"%c1 %c1\"]"), rules->colours.letter[0],
        rules->colours.letter[1]);
}

static bool deal_start(const struct rules *rules, struct position *position, struct slice value, struct fault *fault)
{
    static const char two[] = "the tag names two tiles, one for each stack";
    struct slice rest = value;
    struct slice word = {NULL, 0};
    unsigned colour;
    unsigned colours[2] = {COLOURS, COLOURS};
    if (value.at == NULL)
        return raise_no_start(rules, fault);
    for (; next_word(&rest, &word); position->stacks++) {
        unsigned kind = stakz_read_tile(rules, word, &colour);
        if (kind == NO_KIND && colour == COLOURS && !slice_is(word, "?"))
            return raise_no_tile(rules, word, byte_of(value, word), fault);
        if (kind == NO_KIND || position->stacks == 2)
            return raise_start(value, word, kind == NO_KIND ? "both lie face up, so both are known" : two, fault);
        colours[position->stacks] = colour;
        lay(rules, position, position->stacks, kind);
        see(rules, position, kind);
        position->pile--;
    }
    if (position->stacks < 2)
        return raise_start(value, (struct slice){NULL, 0}, two, fault);
    if (colours[0] == colours[1])
        return fault_raise(fault, &stakz_rules[START_COLOURS], 0,
            FACT(why, "both are %s, and they must be of two colours"), rules->colours.name[colours[0]]);
    return check_sight(rules, position, fault);
}

bool stakz_deal(const void *any_rules, struct state *state, unsigned n, struct slice value, struct fault *fault)
{
    struct position *position = (struct position *)state;
    unsigned seat = stakz_tags[n].seat;
    if (seat == 0)
        return deal_start(any_rules, position, value, fault);
    return value.at == NULL || deal_hand(any_rules, position, seat, value, fault);
}
