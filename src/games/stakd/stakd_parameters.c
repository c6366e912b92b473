/* SPDX-License-Identifier: MIT */
/* Stakd's parameters that are not numbers: the shapes of pieces, which of them have a role, and hands. */
#include "games/stakd/stakd.h"

#include <stdio.h>
#include <stdlib.h>

/* How far a node may be from its anchor. */
enum { REACH = 18 };

static bool stakd_rules_refuse(
    const struct key_reading *reading, struct place place, const char *found, const char *expected)
{
    return problem_add(
        reading->problems, RULESET_CONFLICT, place, FACT(found, "%s") FACT(expected, "%s"), found, expected);
}

static bool refuse_type(
    const struct key_reading *reading, const struct node *node, const char *key, const char *expected)
{
    const char *found = node->kind == NODE_LIST ? "a list" : node->kind == NODE_MAPPING ? "a mapping" : "nothing";
    bool written = node->kind == NODE_SCALAR && (node->value.length > 0 || node->quoted);
    return problem_add(reading->problems, RULESET_TYPE, node->place,
        FACT(key, "%s") FACT(expected, "%s") FACT(found, "%s%s%s"), key, expected, written ? "'" : "",
        written ? excerpt_of(node->value).text : found, written ? "'" : "");
}

/* Shapes. */

static bool has_node(const struct stakd_form *form, int row, int column)
{
    for (unsigned i = 0; i < form->nodes; i++)
        if (form->node[i][0] == row && form->node[i][1] == column)
            return true;
    return false;
}

static bool read_offset(const struct node *node, int8_t *offset)
{
    struct slice digits = node->value;
    uint32_t number = 0;
    bool negative = digits.length > 1 && digits.at[0] == '-';
    digits.at += negative;
    digits.length -= negative;
    bool good = node->kind == NODE_SCALAR && !node->quoted && slice_number(digits, REACH, &number);
    *offset = (int8_t)(negative ? -(int)number : (int)number);
    return good;
}

/* The nodes of a shape, as the ruleset gives them. */
static bool read_nodes(const struct key_reading *reading, const struct node *list, struct stakd_form *form)
{
    bool right = true;
    if (list->kind != NODE_LIST)
        return refuse_type(reading, list, "the nodes of a shape", "a list of rows and columns, [[0, 0], [0, 1]]");
    for (const struct node *node = list->first; node != NULL; node = node->next) {
        int8_t at[2];
        if (form->nodes == NODES)
            return stakd_rules_refuse(reading, node->place, "one node too many", "at most 19 in a shape");
        if (node->kind != NODE_LIST || node->count != 2 || !read_offset(node->first, &at[0]) ||
            !read_offset(node->first->next, &at[1]))
            right = refuse_type(
                reading, node, "a node", "a row and a column counted from the anchor, [0, 1], both from -18 to 18");
        else if (has_node(form, at[0], at[1]))
            right = stakd_rules_refuse(reading, node->place, "a node given twice", "each node of a shape once");
        else
            memcpy(form->node[form->nodes++], at, sizeof at);
    }
    return right &&
        (has_node(form, 0, 0) ||
            stakd_rules_refuse(reading, list->place, "a shape without its anchor", "[0, 0] as one of its nodes"));
}

static bool is_same_file(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* The list of nodes that holds on the lattice: on a square one that of 'square', but where 'nodes'
   was written by somebody who did not write the other. */
static const struct node *nodes_of(const struct key_reading *reading, const struct node *entry)
{
    const struct node *nodes = node_child(entry, slice_of("nodes"));
    const struct node *square = node_child(entry, slice_of("square"));
    char path[] = "shapes.?.square";
    if (((const struct stakd_rules *)reading->rules)->field.lattice != LATTICE_SQUARE || square == NULL)
        return nodes;
    if (is_same_file(nodes->place.file, square->place.file))
        return square;
    path[7] = entry->key.at[0];
    return is_same_file(ruleset_culprit(reading->ruleset, nodes->place, path).file, square->place.file) ? square
                                                                                                        : nodes;
}

static int compare_nodes(const void *a, const void *b)
{
    const int8_t *x = a;
    const int8_t *y = b;
    return x[0] != y[0] ? x[0] - y[0] : x[1] - y[1];
}

/* The form that has NODES, sorted, which is added if there is none; a shape wider than the window has none. */
static const struct stakd_form *find_form(struct stakd_rules *rules, struct stakd_form nodes)
{
    struct stakd_form form = {
        .nodes = nodes.nodes, .top = (uint8_t)(nodes.node[nodes.nodes - 1][0] - nodes.node[0][0])};
    for (unsigned i = 0; i < form.nodes; i++) {
        form.node[i][0] = (int8_t)(nodes.node[i][0] - nodes.node[0][0]);
        form.node[i][1] = (int8_t)(nodes.node[i][1] - nodes.node[0][1]);
        form.left = form.node[i][1] < form.left ? form.node[i][1] : form.left;
        form.right = form.node[i][1] > form.right ? form.node[i][1] : form.right;
    }
    if (form.top >= FIELD_SIDE || form.right - form.left >= FIELD_SIDE)
        return NULL;
    for (unsigned i = 0; i < form.nodes; i++)
        form.bits[form.node[i][0]] |= (uint64_t)1 << (form.node[i][1] & 63);
    struct stakd_form *found = rules->form;
    while (found < rules->form + rules->forms && memcmp(found->node, form.node, sizeof form.node) != 0)
        found++;
    if (found == rules->form + rules->forms)
        rules->form[rules->forms++] = form;
    return found;
}

/* NODES in one of the ways to turn and mirror the lattice. */
static void turn_nodes(struct stakd_form *nodes, enum lattice lattice, unsigned symmetry)
{
    for (unsigned i = 0; i < nodes->nodes; i++) {
        struct lattice_place place =
            lattice_image(lattice, symmetry, (struct lattice_place){nodes->node[i][0], nodes->node[i][1]});
        nodes->node[i][0] = (int8_t)place.row;
        nodes->node[i][1] = (int8_t)place.column;
    }
    qsort(nodes->node, nodes->nodes, sizeof nodes->node[0], compare_nodes);
}

/* Whether the mirror image of NODES is none of the forms in TURNED. */
static bool is_handed(struct stakd_rules *rules, const struct stakd_turned *turned, struct stakd_form nodes)
{
    unsigned forms = rules->forms;
    turn_nodes(&nodes, rules->field.lattice, rules->turns);
    const struct stakd_form *form = find_form(rules, nodes);
    rules->forms = forms;
    for (unsigned turn = 0; turn < rules->turns && form != NULL; turn++)
        if (form == &rules->form[turned[turn].form])
            return false;
    return true;
}

/* The shape that is read next, of NODES, turned all ways. */
static bool make_forms(const struct key_reading *reading, struct place place, struct stakd_form nodes)
{
    struct stakd_rules *rules = reading->rules;
    struct stakd_turned *turned = rules->turned[rules->shapes];
    unsigned forms = rules->forms;
    turn_nodes(&nodes, rules->field.lattice, 0);
    for (unsigned turn = 0; turn < rules->turns; turn++) {
        const struct stakd_form *form = find_form(rules, nodes);
        if (form == NULL) {
            rules->forms = forms;
            return stakd_rules_refuse(reading, place, "a shape wider than the window", "at most 52 rows and columns");
        }
        turned[turn] = (struct stakd_turned){(uint8_t)(form - rules->form), nodes.node[0][0], nodes.node[0][1], false};
        for (unsigned i = 0; i < turn; i++)
            turned[turn].repeats |= turned[i].form == turned[turn].form;
        if (!turned[turn].repeats)
            rules->turn_of[rules->shapes][turned[turn].form] = (uint8_t)turn;
        turn_nodes(&nodes, rules->field.lattice, 1);
    }
    rules->handed |= is_handed(rules, turned, nodes);
    return true;
}

/* The name of a shape, which no other has. */
static bool check_name(const struct key_reading *reading, const struct node *name)
{
    const struct stakd_rules *rules = reading->rules;
    if (name->kind != NODE_SCALAR || name->value.length == 0 || name->value.length >= COLOUR_NAME)
        return refuse_type(reading, name, "the name of a shape", "a word of at most 23 bytes");
    for (unsigned shape = 0; shape < rules->shapes; shape++) {
        char other[] = "shapes.?.name";
        other[7] = rules->letter[shape];
        if (slice_is(name->value, rules->name[shape]))
            return problem_add(reading->problems, RULESET_CONFLICT,
                ruleset_culprit(reading->ruleset, name->place, other),
                FACT(found, "a second shape named '%s'") FACT(expected, "a different name for each"),
                rules->name[shape]);
    }
    return true;
}

static bool check_entries(const struct key_reading *reading, const struct node *entry)
{
    static const char *const keys[] = {"name", "nodes", "square"};
    const struct excerpt letter = excerpt_of(entry->key);
    bool right = true;
    for (const struct node *child = entry->first; child != NULL; child = child->next)
        if (!slice_is(child->key, keys[0]) && !slice_is(child->key, keys[1]) && !slice_is(child->key, keys[2]))
            right = problem_add(reading->problems, RULESET_UNKNOWN_KEY, child->key_place,
                FACT(key, "shapes.%s.%s") FACT(expected, "name, nodes or square") FACT(advice, "%s"), letter.text,
                excerpt_of(child->key).text, nearest_advice(reading->problems->arena, child->key, keys, 3));
    for (unsigned i = 0; i < 2; i++)
        if (node_child(entry, slice_of(keys[i])) == NULL)
            right = problem_add(reading->problems, RULESET_MISSING, entry->key_place,
                FACT(key, "shapes.%s.%s") FACT(expected, "%s"), letter.text, keys[i],
                i == 0 ? "a word for the shape, as in name: duo"
                       : "its rows and columns, as in nodes: [[0, 0], [0, 1]]");
    return right;
}

static bool read_shape(const struct key_reading *reading, const struct node *entry)
{
    struct stakd_rules *rules = reading->rules;
    struct stakd_form nodes = {0};
    char letter = entry->key.length == 1 ? entry->key.at[0] : '\0';
    if (small_letter(letter) < 'a' || small_letter(letter) > 'z' || letter == 'x')
        return problem_add(reading->problems, RULESET_CONFLICT, entry->key_place,
            FACT(found, "a shape called '%s'") FACT(expected, "single letters from a to z or A to Z except 'x'"),
            excerpt_of(entry->key).text);
    if (entry->kind != NODE_MAPPING)
        return refuse_type(reading, entry, "a shape", "a name and nodes, {name: duo, nodes: [[0, 0], [0, 1]]}");
    if (rules->shapes == SHAPES)
        return stakd_rules_refuse(reading, entry->key_place, "one shape too many", "at most 16");
    if (!check_entries(reading, entry))
        return false;
    const struct node *list = nodes_of(reading, entry);
    const struct node *name = node_child(entry, slice_of("name"));
    bool named = check_name(reading, name);
    if (!read_nodes(reading, list, &nodes) || !named || !make_forms(reading, list->place, nodes))
        return false;
    rules->letter[rules->shapes] = letter;
    memcpy(rules->name[rules->shapes], name->value.at, name->value.length);
    rules->of_letter[(unsigned char)letter] = (uint8_t)rules->shapes++;
    return true;
}

static bool read_shapes(const struct key_reading *reading)
{
    struct stakd_rules *rules = reading->rules;
    const struct node *shapes = ruleset_get(reading->ruleset, "shapes");
    bool right = true;
    unsigned count = 0;
    memset(rules->of_letter, NO_SHAPE, sizeof rules->of_letter);
    if (shapes->kind != NODE_MAPPING)
        return refuse_type(reading, shapes, "shapes", "letters, each with a name and nodes");
    for (const struct node *entry = shapes->first; entry != NULL; entry = entry->next)
        right = read_shape(reading, entry) && right;
    for (unsigned nodes = 1; nodes <= NODES; nodes++)
        for (unsigned shape = 0; shape < rules->shapes; shape++)
            if (rules->form[rules->turned[shape][0].form].nodes == nodes)
                rules->by_size[0][count++] = (uint8_t)shape;
    for (unsigned i = 0; i < count; i++)
        rules->by_size[1][i] = rules->by_size[0][count - 1 - i];
    return right;
}

/* The shape that WORD, at PLACE, is the letter of; NO_SHAPE, with a problem unless the ruleset has it
   and it is a bad one.  KEY is where it is; shapes that are given nearer than that should have it. */
static unsigned read_letter(const struct key_reading *reading, struct slice word, struct place place, const char *key)
{
    struct stakd_rules *rules = reading->rules;
    const struct node *shapes = ruleset_get(reading->ruleset, "shapes");
    unsigned char letter = word.length == 1 ? (unsigned char)word.at[0] : 0;
    unsigned shape = letter < LETTERS ? rules->of_letter[letter] : NO_SHAPE;
    if (shape != NO_SHAPE || node_child(shapes, word) != NULL)
        return shape;
    struct place blamed = ruleset_culprit(reading->ruleset, place, "shapes");
    bool elsewhere = !place_is_same(blamed, place);
    if (elsewhere && rules->lack_reported)
        return NO_SHAPE;
    rules->lack_reported |= elsewhere;
    struct text letters;
    text_init(&letters);
    for (const struct node *entry = shapes->first; entry != NULL; entry = entry->next)
        text_printf(&letters, "%s%s", letters.length > 0 ? ", " : "", excerpt_of(entry->key).text);
    problem_add(reading->problems, RULESET_CONFLICT, blamed,
        FACT(found, "'%s' in %s, which is not a shape") FACT(expected, "letters of shapes: %s") FACT(advice, "%s"),
        excerpt_of(word).text, key, text_slice(&letters).at,
        elsewhere ? "extend stakd-elite to add shapes, or give roles and pieces as well"
                  : letter_advice(rules->letter, rules->name[0], rules->shapes, word, reading->problems->arena));
    text_release(&letters);
    return NO_SHAPE;
}

static bool read_roles(const struct key_reading *reading)
{
    static const char *const keys[ROLES] = {"roles.base", "roles.uni", "roles.bomber"};
    struct stakd_rules *rules = reading->rules;
    uint8_t *role = rules->role;
    bool right = true;
    for (unsigned i = 0; i < ROLES; i++) {
        const struct node *node = ruleset_get(reading->ruleset, keys[i]);
        role[i] = (uint8_t)read_letter(reading, node->value, node->place, keys[i]);
        right = right && role[i] != NO_SHAPE;
        for (unsigned j = 0; j < i; j++)
            if (role[i] != NO_SHAPE && role[i] == role[j])
                right = problem_add(reading->problems, RULESET_CONFLICT,
                    ruleset_culprit(reading->ruleset, node->place, keys[j]),
                    FACT(found, "%s and %s with the same shape, %c") FACT(expected, "three shapes"), keys[j], keys[i],
                    rules->letter[role[i]]);
    }
    return right;
}

/* Hands. */

static bool is_for(const struct node *hand, unsigned players)
{
    uint32_t range[2];
    return range_read(hand->key, SEATS, range) && range[0] <= players && players <= range[1];
}

static bool read_counts(const struct key_reading *reading, const struct node *node, struct stakd_deal *deal)
{
    const struct stakd_rules *rules = reading->rules;
    unsigned named = 0;
    bool right = true;
    if (node->kind != NODE_MAPPING)
        return refuse_type(reading, node, "a hand", "letters and numbers, {B: 1, U: 6}");
    for (const struct node *entry = node->first; entry != NULL; entry = entry->next) {
        uint32_t count = 0;
        unsigned shape = read_letter(reading, entry->key, entry->key_place, "pieces");
        if (entry->kind != NODE_SCALAR || entry->quoted || !slice_number(entry->value, MOST_OF_SHAPE, &count))
            right = refuse_type(reading, entry, "the number of pieces", "a whole number from 0 to 99");
        else if (shape == NO_SHAPE)
            right = false;
        else {
            deal->count[shape] = (uint8_t)count;
            deal->order[named++] = (uint8_t)shape;
        }
    }
    if (!right || rules->role[BASE] == NO_SHAPE)
        return false;
    for (unsigned shape = 0; shape < rules->shapes; shape++)
        if (named == 0 || memchr(deal->order, (int)shape, named) == NULL)
            deal->order[named++] = (uint8_t)shape;
    return deal->count[rules->role[BASE]] > 0 ||
        problem_add(reading->problems, RULESET_CONFLICT, node->place,
            FACT(found, "a hand without a base") FACT(expected, "at least one base") FACT(advice, "write %c: 1"),
            rules->letter[rules->role[BASE]]);
}

static bool stakd_rules_read_hand(const struct key_reading *reading, const struct node *all, const struct node *node)
{
    struct stakd_rules *rules = reading->rules;
    struct stakd_deal deal = {.given = true};
    uint32_t range[2];
    if (!range_read(node->key, SEATS, range))
        return problem_add(reading->problems, RULESET_CONFLICT, node->key_place,
            FACT(found, "a hand for '%s' players") FACT(expected, "a number from 1 to 8, or two with '-' between, 3-4"),
            excerpt_of(node->key).text);
    bool right = read_counts(reading, node, &deal);
    for (unsigned players = range[0]; players <= range[1]; players++) {
        const struct node *other = all->first;
        while (!is_for(other, players))
            other = other->next;
        if (other != node)
            return problem_add(reading->problems, RULESET_CONFLICT, node->key_place,
                FACT(found, "a second hand for %u player%s") FACT(expected, "one for each number"), players,
                players == 1 ? "" : "s");
        rules->deal[players] = deal;
    }
    return right;
}

static bool stakd_rules_read_hands(const struct key_reading *reading, const struct node *pieces)
{
    bool right = true;
    if (pieces->kind != NODE_MAPPING)
        return refuse_type(reading, pieces, "pieces", "a hand for each number of players, 2: {B: 2, U: 12}");
    for (const struct node *node = pieces->first; node != NULL; node = node->next)
        right = stakd_rules_read_hand(reading, pieces, node) && right;
    return right;
}

/* Hands of this ruleset that replace inherited ones and do not name all shapes of these; one without
   a base is a fault. */
static void check_left_out(const struct key_reading *reading, const struct node *pieces)
{
    const struct stakd_rules *rules = reading->rules;
    for (const struct node *hand = pieces->first; hand != NULL && pieces->inherited != NULL; hand = hand->next) {
        char names[4 * SHAPES + 4] = "";
        char letters[SHAPES];
        size_t length = 0;
        unsigned count = 0;
        if (reading->ruleset->file == NULL || !is_same_file(hand->key_place.file, reading->ruleset->file))
            continue;
        for (unsigned shape = 0; shape < rules->shapes; shape++) {
            const struct slice letter = {&rules->letter[shape], 1};
            bool had = false;
            for (unsigned players = 1; players <= SEATS; players++) {
                const struct node *old = pieces->inherited->first;
                while (old != NULL && !(is_for(hand, players) && is_for(old, players)))
                    old = old->next;
                const struct node *number = old == NULL ? NULL : node_child(old, letter);
                had |= number != NULL && number->kind == NODE_SCALAR && !slice_is(number->value, "0");
            }
            if (had && shape != rules->role[BASE] && node_child(hand, letter) == NULL)
                letters[count++] = letter.at[0];
        }
        for (unsigned i = 0; i < count; i++) {
            const char *between = i == 0 ? "" : i + 1 == count ? " and " : ", ";
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%c", between, letters[i]);
        }
        if (count > 0)
            problem_add(reading->problems, RULESET_LEFT_OUT, hand->key_place,
                FACT(key, "the hand for %s players") FACT(letters, "%s") FACT(advice, "write %c: 0 to have none"),
                excerpt_of(hand->key).text, names, letters[0]);
    }
}

/* That there is a hand for each number of players. */
static bool check_players(const struct key_reading *reading)
{
    const struct stakd_rules *rules = reading->rules;
    const struct node *players = ruleset_get(reading->ruleset, "players");
    char missing[4 * SEATS] = "";
    char first[2] = "";
    size_t length = 0;
    for (unsigned number = 1; number <= SEATS; number++) {
        if (!game_allows_players(rules, number) || rules->deal[number].given)
            continue;
        first[0] = length == 0 ? (char)('0' + number) : first[0];
        length += (size_t)snprintf(missing + length, sizeof missing - length, "%s%u", length > 0 ? ", " : "", number);
    }
    if (length == 0)
        return true;
    const struct node *written = players->first;
    while (written != NULL && !slice_is(written->value, first))
        written = written->next;
    return problem_add(reading->problems, RULESET_CONFLICT,
        ruleset_culprit(reading->ruleset, written == NULL ? players->place : written->place, "pieces"),
        FACT(found, "no hand for %s players") FACT(expected, "a hand for each number in players")
            FACT(advice, "change players, or add a hand such as %s: {%c: 1}"),
        missing, first, rules->letter[rules->role[BASE]]);
}

/* Hands that nobody is dealt, though nothing nearer says so. */
static void check_uses(const struct key_reading *reading, const struct node *pieces)
{
    const struct stakd_rules *rules = reading->rules;
    for (const struct node *node = pieces->first; node != NULL; node = node->next) {
        struct place place = ruleset_culprit(reading->ruleset, node->key_place, "players");
        bool used = !place_is_same(place, node->key_place);
        for (unsigned players = 1; players <= SEATS; players++)
            used |= is_for(node, players) && game_allows_players(rules, players);
        if (!used)
            problem_add(reading->problems, RULESET_NO_EFFECT, place,
                FACT(key, "the hand for %s players") FACT(why, "'players' does not allow this number"),
                excerpt_of(node->key).text);
    }
}

/* How many there are of SHAPE in all hands together, for the number of players that have most of them. */
static unsigned most_of(const struct stakd_rules *rules, unsigned shape)
{
    unsigned most = 0;
    for (unsigned players = 1; players <= SEATS; players++)
        if (game_allows_players(rules, players) && players * rules->deal[players].count[shape] > most)
            most = players * rules->deal[players].count[shape];
    return most;
}

/* A key that speaks of pieces that nobody has. */
static void check_effect(const struct key_reading *reading, const char *key, bool set, const char *why)
{
    struct place place = ruleset_get(reading->ruleset, key)->place;
    if (set && place_is_same(ruleset_culprit(reading->ruleset, place, "pieces players"), place))
        problem_add(reading->problems, RULESET_NO_EFFECT, place, FACT(key, "%s") FACT(why, "%s"), key, why);
}

/* That all hands together are not too many, and their bases find room. */
static bool check_pieces(const struct key_reading *reading)
{
    struct stakd_rules *rules = reading->rules;
    struct place place =
        ruleset_culprit(reading->ruleset, ruleset_get(reading->ruleset, "pieces")->place, "shapes players");
    const struct stakd_turned *base = rules->turned[rules->role[BASE]];
    bool right = true;
    for (unsigned players = 1; players <= SEATS; players++) {
        const struct stakd_deal *deal = &rules->deal[players];
        unsigned nodes = players * deal->count[rules->role[BASE]] * rules->form[base->form].nodes;
        unsigned pieces = 0;
        if (!game_allows_players(rules, players))
            continue;
        for (unsigned shape = 0; shape < rules->shapes; shape++)
            pieces += players * deal->count[shape];
        if (pieces > PIECES)
            right = problem_add(reading->problems, RULESET_CONFLICT, place,
                FACT(found, "%u pieces in all hands of %u players") FACT(expected, "at most %d"), pieces, players,
                PIECES);
        else if (nodes > FIELD_SIDE * FIELD_SIDE)
            right = problem_add(reading->problems, RULESET_CONFLICT, place,
                FACT(found, "bases of %u nodes for %u players") FACT(expected, "at most %d, the places of the window"),
                nodes, players, FIELD_SIDE * FIELD_SIDE);
        rules->most_pieces = pieces > rules->most_pieces ? pieces : rules->most_pieces;
    }
    rules->field.game.state_size += rules->most_pieces * sizeof(struct stakd_piece);
    return right;
}

/* Nodes of B that touch A when its first one is moved by ROWS and COLUMNS from that of A; none when they overlap. */
static unsigned count_touching(
    enum lattice lattice, const struct stakd_form *a, const struct stakd_form *b, int rows, int columns)
{
    unsigned count = 0;
    for (unsigned i = 0; i < b->nodes; i++) {
        int row = b->node[i][0] + rows;
        int column = b->node[i][1] + columns;
        bool touches = false;
        if (has_node(a, row, column))
            return 0;
        for (unsigned j = 0; j < FIELD_TOUCHING && !touches; j++)
            touches = has_node(a, row + field_steps[lattice][j][0], column + field_steps[lattice][j][1]);
        count += touches;
    }
    return count;
}

/* That a second base can be laid beside the first. */
static bool check_touch(const struct key_reading *reading)
{
    const struct stakd_rules *rules = reading->rules;
    const struct stakd_turned *base = rules->turned[rules->role[BASE]];
    const struct stakd_form *a = &rules->form[base[0].form];
    unsigned most = 0;
    for (unsigned turn = 0; turn < rules->turns; turn++) {
        const struct stakd_form *b = &rules->form[base[turn].form];
        for (int rows = -b->top - 1; rows <= a->top + 1; rows++)
            for (int columns = a->left - b->right - 1; columns <= a->right - b->left + 1; columns++) {
                unsigned count = count_touching(rules->field.lattice, a, b, rows, columns);
                most = count > most ? count : most;
            }
    }
    return most_of(rules, rules->role[BASE]) < 2 || rules->base_touch <= most ||
        refuse_key(reading, "base_touch", "shapes lattice roles.base",
            FACT(found, "base_touch %u") FACT(expected, "at most %u, as many nodes of one base as can touch another"),
            rules->base_touch, most);
}

/* The first place is one of the window, and once BASES are known, one where a base fits. */
static bool check_first_place(const struct key_reading *reading, bool bases)
{
    struct stakd_rules *rules = reading->rules;
    if (!field_key_first_place(reading, &(struct key){"first_place", .read = NULL}))
        return false;
    unsigned place = rules->field.first_place;
    const struct stakd_turned *base = bases ? &rules->turned[rules->role[BASE]][0] : NULL;
    return base == NULL ||
        is_inside(
            &rules->form[base->form], (int)field_row(place) + base->row, (int)field_column(place) + base->column) ||
        refuse_key(reading, "first_place", "shapes roles.base",
            FACT(found, "%s, where a base does not fit") FACT(expected, "a place further from the edge of the window"),
            excerpt_of(ruleset_get(reading->ruleset, "first_place")->value).text);
}

/* Reports everything that can be said in spite of what is wrong already. */
bool stakd_check(void *any_rules, const struct key_reading *reading)
{
    struct stakd_rules *rules = any_rules;
    const struct node *pieces = ruleset_get(reading->ruleset, "pieces");
    rules->field.game.match.winner_starts = true;
    rules->turns = rules->field.lattice == LATTICE_HEX ? 6 : 4;
    bool shapes = read_shapes(reading);
    bool roles = read_roles(reading);
    bool hands = stakd_rules_read_hands(reading, pieces);
    bool bases = shapes && roles;
    bool place = check_first_place(reading, bases);
    for (unsigned players = 1; ruleset_get(reading->ruleset, "players") == NULL && players <= SEATS; players++)
        if (!rules->deal[players].given)
            rules->field.game.players &= (uint16_t) ~(1u << players);
    if (!bases || !hands || rules->field.game.players == 0 || !check_players(reading))
        return false;
    bool fits = check_pieces(reading);
    bool touch = check_touch(reading);
    bool bombers = most_of(rules, rules->role[BOMBER]) > 0;
    check_left_out(reading, pieces);
    check_uses(reading, pieces);
    check_effect(reading, "bomber_last", rules->previous_wins && !bombers, "no hand has a bomber");
    check_effect(reading, "uni_start_ignores_bombers", !rules->bombers_count && !bombers, "no hand has a bomber");
    check_effect(reading, "base_touch", most_of(rules, rules->role[BASE]) == 1, "there is only one base");
    return place && fits && touch;
}
