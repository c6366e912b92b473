/* Stakd's parameters, and how a round begins. */
#include "games/stakd_setup.h"
#include "games/stakd_rules.h"

#include <stdio.h>

/* Hands. */

static bool read_count(
    const struct configuring *configuring, const struct node *node, struct table *table, unsigned *named)
{
    uint32_t count = 0;
    unsigned shape = stakd_read_letter(configuring, node->key, node->key_place, "pieces");
    if (node->kind != NODE_SCALAR || node->quoted || !slice_number(node->value, MOST_OF_SHAPE, &count))
        return stakd_refuse_type(configuring, node, "the number of pieces", "a whole number from 0 to 99");
    if (shape == NO_SHAPE)
        return false;
    table->count[shape] = (uint8_t)count;
    table->order[(*named)++] = (uint8_t)shape;
    return true;
}

static bool is_named(const uint8_t *order, unsigned named, unsigned shape)
{
    return named > 0 && memchr(order, (int)shape, named) != NULL;
}

static bool read_table(const struct configuring *configuring, const struct node *node, struct table *table)
{
    const struct rules *rules = configuring->rules;
    unsigned named = 0;
    bool right = true;
    *table = (struct table){.given = true};
    if (node->kind != NODE_MAPPING)
        return stakd_refuse_type(configuring, node, "a hand", "letters and numbers, {B: 1, U: 6}");
    for (const struct node *entry = node->first; entry != NULL; entry = entry->next)
        right = read_count(configuring, entry, table, &named) && right;
    if (!right || rules->base == NO_SHAPE)
        return false;
    for (unsigned shape = 0; shape < rules->shapes; shape++)
        if (!is_named(table->order, named, shape))
            table->order[named++] = (uint8_t)shape;
    return table->count[rules->base] > 0 ||
        problem_add(configuring->problems, RULESET_CONFLICT, node->place,
            FACT(found, "a hand without a base") FACT(expected, "at least one, to begin with")
                FACT(advice, "write %c: 1"),
            rules->shape[rules->base].letter);
}

/* Whether an entry before NODE is for PLAYERS too. */
static bool is_given_twice(const struct node *all, const struct node *node, unsigned players)
{
    uint32_t range[2];
    for (const struct node *other = all->first; other != node; other = other->next)
        if (range_read(other->key, SEATS, range) && range[0] <= players && players <= range[1])
            return true;
    return false;
}

static bool read_hand(const struct configuring *configuring, const struct node *all, const struct node *node)
{
    uint32_t range[2];
    struct table table;
    bool right = true;
    if (!range_read(node->key, SEATS, range))
        return problem_add(configuring->problems, RULESET_CONFLICT, node->key_place,
            FACT(found, "a hand for '%s' players") FACT(expected, "a number from 1 to 8, or two with '-' between, 3-4"),
            excerpt_of(node->key).text);
    right = read_table(configuring, node, &table);
    for (unsigned players = range[0]; players <= range[1]; players++) {
        if (is_given_twice(all, node, players))
            return problem_add(configuring->problems, RULESET_CONFLICT, node->key_place,
                FACT(found, "a second hand for %u player%s") FACT(expected, "one each"), players,
                players == 1 ? "" : "s");
        configuring->rules->tables[players] = table;
    }
    return right;
}

static bool read_tables(const struct configuring *configuring)
{
    const struct node *pieces = ruleset_get(configuring->ruleset, "pieces");
    bool right = true;
    if (pieces->kind != NODE_MAPPING)
        return stakd_refuse_type(configuring, pieces, "pieces", "a hand for each number of players, 2: {B: 2, U: 12}");
    for (const struct node *node = pieces->first; node != NULL; node = node->next)
        right = read_hand(configuring, pieces, node) && right;
    return right;
}

/* Hands that replace inherited ones. */

static const struct node *hand_of(const struct node *pieces, unsigned players)
{
    uint32_t range[2];
    for (const struct node *node = pieces->first; node != NULL; node = node->next)
        if (range_read(node->key, SEATS, range) && range[0] <= players && players <= range[1])
            return node;
    return NULL;
}

/* Adds to LEFT_OUT the shapes that OLD has and HAND does not name; a hand without a base is a fault. */
static void add_left_out(
    const struct rules *rules, const struct node *hand, const struct node *old, bool left_out[SHAPES])
{
    for (unsigned shape = 0; shape < rules->shapes; shape++) {
        const struct slice letter = {&rules->shape[shape].letter, 1};
        const struct node *count = node_child(old, letter);
        bool had = count != NULL && count->kind == NODE_SCALAR && !slice_is(count->value, "0");
        left_out[shape] |= had && shape != rules->base && node_child(hand, letter) == NULL;
    }
}

static void report_left_out(const struct configuring *configuring, const struct node *hand, const bool left_out[SHAPES])
{
    char names[4 * SHAPES + 4] = "";
    char letters[SHAPES];
    size_t length = 0;
    unsigned count = 0;
    for (unsigned shape = 0; shape < SHAPES; shape++)
        if (left_out[shape])
            letters[count++] = configuring->rules->shape[shape].letter;
    for (unsigned i = 0; i < count; i++) {
        const char *joint = i == 0 ? "" : i + 1 == count ? " and " : ", ";
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%c", joint, letters[i]);
    }
    if (count > 0)
        problem_add(configuring->problems, RULESET_LEFT_OUT, hand->key_place,
            FACT(key, "the hand for %s players") FACT(letters, "%s") FACT(advice, "write %c: 0 to have none"),
            excerpt_of(hand->key).text, names, letters[0]);
}

/* Whether NODE was written in the ruleset's own file. */
static bool is_own(const struct configuring *configuring, const struct node *node)
{
    const char *own = configuring->ruleset->file;
    return own != NULL && node->key_place.file != NULL && strcmp(node->key_place.file, own) == 0;
}

/* Hands of this ruleset that replace inherited ones and do not name all shapes of these. */
static void check_left_out(const struct configuring *configuring)
{
    const struct node *pieces = ruleset_get(configuring->ruleset, "pieces");
    for (const struct node *hand = pieces->first; hand != NULL && pieces->inherited != NULL; hand = hand->next) {
        bool left_out[SHAPES] = {false};
        uint32_t range[2];
        if (!is_own(configuring, hand) || !range_read(hand->key, SEATS, range))
            continue;
        for (unsigned players = range[0]; players <= range[1]; players++) {
            const struct node *old = hand_of(pieces->inherited, players);
            if (old != NULL)
                add_left_out(configuring->rules, hand, old, left_out);
        }
        report_left_out(configuring, hand, left_out);
    }
}

/* Players. */

/* Those of 'players', or else all that a hand is given for. */
static bool choose_players(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    for (unsigned number = 1; number <= SEATS; number++)
        rules->players[number] = rules->tables[number].given;
    return read_players(configuring->ruleset, 1, rules->players, configuring->problems);
}

/* Where NUMBER stands in 'players'. */
static struct place place_of_number(const struct configuring *configuring, unsigned number)
{
    const struct node *players = ruleset_get(configuring->ruleset, "players");
    char digit[2] = {(char)('0' + number), '\0'};
    for (const struct node *node = players->first; node != NULL; node = node->next)
        if (slice_is(node->value, digit))
            return node->place;
    return players->place;
}

/* That there is a hand for each number of players. */
static bool check_players(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    char missing[4 * SEATS] = "";
    unsigned first = 0;
    size_t length = 0;
    for (unsigned number = 1; number <= SEATS; number++) {
        if (!rules->players[number] || rules->tables[number].given)
            continue;
        first = first == 0 ? number : first;
        length += (size_t)snprintf(missing + length, sizeof missing - length, "%s%u", length > 0 ? ", " : "", number);
    }
    return first == 0 ||
        problem_add(configuring->problems, RULESET_CONFLICT,
            ruleset_culprit(configuring->ruleset, place_of_number(configuring, first), "pieces"),
            FACT(found, "no hand for %s players") FACT(expected, "a hand for each number that players allows")
                FACT(advice, "give players the right numbers, or pieces such as %u: {%c: 1}"),
            missing, first, rules->shape[rules->base].letter);
}

/* Hands that nobody is dealt, though nothing nearer says so. */
static void check_uses(const struct configuring *configuring)
{
    const struct node *pieces = ruleset_get(configuring->ruleset, "pieces");
    for (const struct node *node = pieces->first; node != NULL; node = node->next) {
        struct place place = ruleset_culprit(configuring->ruleset, node->key_place, "players");
        uint32_t range[2];
        bool used = !range_read(node->key, SEATS, range) || !place_is_same(place, node->key_place);
        for (unsigned players = range[0]; !used && players <= range[1]; players++)
            used = configuring->rules->players[players];
        if (!used)
            problem_add(configuring->problems, RULESET_NO_EFFECT, place,
                FACT(key, "the hand for %s players") FACT(why, "players allows no such number"),
                excerpt_of(node->key).text);
    }
}

/* How many there are of SHAPE in all hands together, for the number of players that
   have most of them. */
static unsigned most_of(const struct rules *rules, unsigned shape)
{
    unsigned most = 0;
    for (unsigned players = 1; players <= SEATS; players++)
        if (rules->players[players] && players * rules->tables[players].count[shape] > most)
            most = players * rules->tables[players].count[shape];
    return most;
}

/* A key that speaks of pieces that nobody has. */
static void check_effect(const struct configuring *configuring, const char *key, bool set, const char *why)
{
    struct place place = ruleset_get(configuring->ruleset, key)->place;
    if (set && place_is_same(ruleset_culprit(configuring->ruleset, place, "pieces players"), place))
        problem_add(configuring->problems, RULESET_NO_EFFECT, place, FACT(key, "%s") FACT(why, "%s"), key, why);
}

static void check_effects(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    bool bombers = most_of(rules, rules->bomber) > 0;
    check_effect(configuring, "bomber_last", rules->previous_wins && !bombers, "no hand has a bomber");
    check_effect(
        configuring, "uni_start_ignores_bombers", rules->uni_ignores_bombers && !bombers, "no hand has a bomber");
    check_effect(configuring, "base_touch", most_of(rules, rules->base) == 1, "there is but one base");
}

/* That all hands together are not too many, and their bases find room. */
static bool check_pieces(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    struct place place =
        ruleset_culprit(configuring->ruleset, ruleset_get(configuring->ruleset, "pieces")->place, "shapes players");
    bool right = true;
    for (unsigned players = 1; players <= SEATS; players++) {
        const struct table *table = &rules->tables[players];
        unsigned pieces = 0;
        for (unsigned shape = 0; shape < rules->shapes; shape++)
            pieces += players * table->count[shape];
        unsigned nodes = players * table->count[rules->base] * rules->form[rules->shape[rules->base].first_form].nodes;
        if (!rules->players[players])
            continue;
        if (pieces > PIECES)
            right = problem_add(configuring->problems, RULESET_CONFLICT, place,
                FACT(found, "%u pieces in all hands of %u players") FACT(expected, "at most %d"), pieces, players,
                PIECES);
        else if (nodes > FIELD_SIDE * FIELD_SIDE)
            right = problem_add(configuring->problems, RULESET_CONFLICT, place,
                FACT(found, "bases of %u nodes for %u players") FACT(expected, "at most %d, the places of the window"),
                nodes, players, FIELD_SIDE * FIELD_SIDE);
        if (pieces > rules->most_pieces)
            rules->most_pieces = pieces;
    }
    return right;
}

/* That a second base can be laid beside the first. */
static bool check_touch(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    unsigned most = stakd_most_touching(rules);
    struct place place = ruleset_get(configuring->ruleset, "base_touch")->place;
    if (most_of(rules, rules->base) < 2 || rules->base_touch <= most)
        return true;
    return problem_add(configuring->problems, RULESET_CONFLICT,
        ruleset_culprit(configuring->ruleset, place, "shapes lattice roles.base"),
        FACT(found, "base_touch %u") FACT(expected, "at most %u, the nodes of one base that can touch another"),
        (unsigned)rules->base_touch, most);
}

static bool read_first_place(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    const struct node *node = ruleset_get(configuring->ruleset, "first_place");
    rules->first_place = field_find(node->value);
    return rules->first_place != FIELD_NONE ||
        problem_add(configuring->problems, RULESET_CELL, node->place,
            FACT(cell, "%s") FACT(key, "first_place")
                FACT(expected, "a place such as z26, in rows a to az and columns 1 to 52"),
            excerpt_of(node->value).text);
}

static bool check_first_place(const struct configuring *configuring)
{
    const struct rules *rules = configuring->rules;
    const struct form *form = &rules->form[rules->shape[rules->base].first_form];
    const struct node *node = ruleset_get(configuring->ruleset, "first_place");
    return form_is_inside(form, (int)field_row(rules->first_place), (int)field_column(rules->first_place)) ||
        problem_add(configuring->problems, RULESET_CONFLICT,
            ruleset_culprit(configuring->ruleset, node->place, "shapes roles.base"),
            FACT(found, "%s, where no base fits") FACT(expected, "a place farther from the edge of the window"),
            excerpt_of(node->value).text);
}

/* Everything that can be told in spite of what is wrong already. */
static bool read_all(const struct configuring *configuring)
{
    bool place = read_first_place(configuring);
    bool shapes = stakd_read_shapes(configuring);
    bool roles = stakd_read_roles(configuring);
    bool tables = read_tables(configuring);
    bool players = choose_players(configuring);
    if (!shapes || !roles)
        return false;
    place = place && check_first_place(configuring);
    if (!tables || !players || !check_players(configuring))
        return false;
    bool pieces = check_pieces(configuring);
    bool touch = check_touch(configuring);
    check_left_out(configuring);
    check_uses(configuring);
    check_effects(configuring);
    return place && pieces && touch;
}

const void *stakd_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    bool told = false;
    const struct configuring configuring = {ruleset, rules, problems, &told};
    if (rules == NULL)
        return NULL;
    rules->lattice = ruleset_word(ruleset, "lattice") == 0 ? LATTICE_HEX : LATTICE_SQUARE;
    rules->turns = rules->lattice == LATTICE_HEX ? 6 : 4;
    rules->base_touch = ruleset_number(ruleset, "base_touch");
    rules->new_layer_after = ruleset_number(ruleset, "new_layer_after");
    rules->uni_ignores_bombers = ruleset_word(ruleset, "uni_start_ignores_bombers") == 0;
    rules->previous_wins = ruleset_word(ruleset, "bomber_last") == 1;
    rules->match_points = ruleset_number(ruleset, "match.points");
    return read_all(&configuring) ? rules : NULL;
}

bool stakd_allows_players(const void *any_rules, unsigned players)
{
    const struct rules *rules = any_rules;
    return players <= SEATS && rules->players[players];
}

void stakd_start(const void *any_rules, unsigned players, struct state *state)
{
    const struct rules *rules = any_rules;
    struct position *position = (struct position *)state;
    memset(position, 0, position_size(rules));
    position->state = (struct state){.number = 1, .seat = 1, .players = (uint8_t)players};
    for (unsigned i = 0; i < players; i++)
        memcpy(position->hands[i], rules->tables[players].count, sizeof position->hands[i]);
}
