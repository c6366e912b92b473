/* Stakd's parameters, and how a round begins. */
#include "games/stakd.h"
#include "games/stakd_rules.h"

#include <stdio.h>
#include <stdlib.h>

/* How far a node may be from its anchor. */
enum { REACH = 18 };

struct configuring {
    const struct ruleset *ruleset;
    struct rules *rules;
    struct problems *problems;
};

static bool refuse(const struct configuring *configuring, struct place place, const char *found, const char *expected)
{
    return problem_add(configuring->problems, RULESET_CONFLICT, place, "%s" FACT_BREAK "%s", found, expected);
}

static bool refuse_type(
    const struct configuring *configuring, const struct node *node, const char *key, const char *expected)
{
    const char *found = node->kind == NODE_LIST ? "a list" : node->kind == NODE_MAPPING ? "a mapping" : "a word";
    if (node->kind == NODE_SCALAR && node->value.length > 0)
        found = "something else";
    return problem_add(configuring->problems, RULESET_TYPE, node->place,
        "%s" FACT_BREAK "%s" FACT_BREAK "%s" FACT_BREAK, key, expected, found);
}

/* Shapes. */

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
struct nodes {
    unsigned count;
    int8_t at[NODES][2];
};

static bool has_node(const struct nodes *nodes, int row, int column)
{
    for (unsigned i = 0; i < nodes->count; i++)
        if (nodes->at[i][0] == row && nodes->at[i][1] == column)
            return true;
    return false;
}

static bool read_nodes(const struct configuring *configuring, const struct node *list, struct nodes *nodes)
{
    nodes->count = 0;
    if (list->kind != NODE_LIST)
        return refuse_type(configuring, list, "the nodes of a shape", "a list of rows and columns, [[0, 0], [0, 1]]");
    for (const struct node *node = list->first; node != NULL; node = node->next) {
        int8_t row = 0;
        int8_t column = 0;
        if (node->kind != NODE_LIST || node->count != 2 || !read_offset(node->first, &row) ||
            !read_offset(node->first->next, &column))
            return refuse_type(
                configuring, node, "a node", "a row and a column counted from the anchor, [0, 1], both from -18 to 18");
        if (has_node(nodes, row, column))
            return refuse(configuring, node->place, "a node twice", "each node of a shape once");
        if (nodes->count == NODES)
            return refuse(configuring, node->place, "one node too many", "at most 19 in a shape");
        nodes->at[nodes->count][0] = row;
        nodes->at[nodes->count++][1] = column;
    }
    return has_node(nodes, 0, 0) ||
        refuse(configuring, list->place, "a shape without its anchor", "[0, 0] among its nodes");
}

static bool same_file(struct place a, struct place b)
{
    return a.file == b.file || (a.file != NULL && b.file != NULL && strcmp(a.file, b.file) == 0);
}

/* The list of nodes that holds on the lattice: on a square one that of 'square', but
   where 'nodes' was written by somebody who did not write the other. */
static const struct node *nodes_of(const struct configuring *configuring, const struct node *entry)
{
    const struct node *nodes = node_child(entry, slice_of("nodes"));
    const struct node *square = node_child(entry, slice_of("square"));
    char path[] = "shapes.?.square";
    if (configuring->rules->lattice != LATTICE_SQUARE || square == NULL)
        return nodes;
    if (nodes == NULL || same_file(nodes->place, square->place))
        return square;
    path[7] = entry->key.at[0];
    struct place nearest = ruleset_culprit(configuring->ruleset, nodes->place, path);
    return same_file(nearest, square->place) ? square : nodes;
}

static int compare_nodes(const void *a, const void *b)
{
    const int8_t *x = a;
    const int8_t *y = b;
    return x[0] != y[0] ? x[0] - y[0] : x[1] - y[1];
}

/* Once more round the anchor. */
static void turn_nodes(enum lattice lattice, struct nodes *nodes)
{
    for (unsigned i = 0; i < nodes->count; i++) {
        int8_t row = nodes->at[i][0];
        int8_t column = nodes->at[i][1];
        nodes->at[i][0] = column;
        nodes->at[i][1] = (int8_t)(lattice == LATTICE_HEX ? column - row : -row);
    }
}

/* Whether FORM has the nodes of OTHER, if moved so that their first ones agree. */
static bool same_nodes(const struct form *form, const struct form *other)
{
    if (form->nodes != other->nodes)
        return false;
    for (unsigned i = 0; i < form->nodes; i++)
        for (unsigned j = 0; j < 2; j++)
            if (form->node[i][j] - form->first[j] != other->node[i][j] - other->first[j])
                return false;
    return true;
}

static void measure_form(struct form *form)
{
    for (unsigned i = 0; i < form->nodes; i++) {
        int8_t row = form->node[i][0];
        int8_t column = form->node[i][1];
        form->bottom = row < form->bottom ? row : form->bottom;
        form->top = row > form->top ? row : form->top;
        form->left = column < form->left ? column : form->left;
        form->right = column > form->right ? column : form->right;
    }
}

static void make_runs(struct form *form)
{
    for (unsigned i = 0; i < form->nodes; i++) {
        if (i == 0 || form->node[i][0] != form->node[i - 1][0])
            form->run[form->runs++] = (struct run){.row = form->node[i][0]};
        form->run[form->runs - 1].bits |= (uint64_t)1 << (form->node[i][1] - form->left);
    }
}

static struct form make_form(struct nodes nodes, unsigned shape, unsigned turn)
{
    struct form form = {.shape = (uint8_t)shape, .turn = (uint8_t)turn, .nodes = (uint8_t)nodes.count};
    qsort(nodes.at, nodes.count, sizeof nodes.at[0], compare_nodes);
    memcpy(form.node, nodes.at, sizeof form.node);
    memcpy(form.first, form.node[0], sizeof form.first);
    measure_form(&form);
    return form;
}

/* The form of SHAPE that has the nodes of FORM, which is added if there is none. */
static unsigned keep_form(struct rules *rules, struct shape *shape, struct form *form)
{
    for (unsigned i = 0; i < shape->forms; i++)
        if (same_nodes(form, &rules->form[shape->first_form + i]))
            return shape->first_form + i;
    form->kind = (uint8_t)rules->forms;
    for (unsigned i = rules->forms; i > 0; i--)
        form->kind = same_nodes(form, &rules->form[i - 1]) ? rules->form[i - 1].kind : form->kind;
    make_runs(form);
    rules->form[rules->forms] = *form;
    shape->forms++;
    return rules->forms++;
}

static bool make_forms(const struct configuring *configuring, struct place place, struct nodes nodes)
{
    struct rules *rules = configuring->rules;
    struct shape *shape = &rules->shape[rules->shapes];
    shape->first_form = (uint8_t)rules->forms;
    for (unsigned turn = 0; turn < rules->turns; turn++) {
        struct form form = make_form(nodes, rules->shapes, turn);
        if (form.top - form.bottom >= FIELD_SIDE || form.right - form.left >= FIELD_SIDE)
            return refuse(configuring, place, "a shape wider than the window", "one of at most 52 rows and columns");
        unsigned index = keep_form(rules, shape, &form);
        const struct form *kept = &rules->form[index];
        shape->spelling[turn] = (struct spelling){
            (uint8_t)index, (int8_t)(form.first[0] - kept->first[0]), (int8_t)(form.first[1] - kept->first[1])};
        turn_nodes(rules->lattice, &nodes);
    }
    return true;
}

static bool check_entries(const struct configuring *configuring, const struct node *entry)
{
    const struct node *name = node_child(entry, slice_of("name"));
    for (const struct node *child = entry->first; child != NULL; child = child->next)
        if (!slice_is(child->key, "name") && !slice_is(child->key, "nodes") && !slice_is(child->key, "square"))
            return problem_add(configuring->problems, RULESET_UNKNOWN_KEY, child->key_place,
                "shapes.%s.%s" FACT_BREAK "name, nodes or square" FACT_BREAK, excerpt_of(entry->key).text,
                excerpt_of(child->key).text);
    if (name == NULL || node_child(entry, slice_of("nodes")) == NULL)
        return problem_add(configuring->problems, RULESET_MISSING, entry->place, "shapes.%s.%s" FACT_BREAK "%s",
            excerpt_of(entry->key).text, name == NULL ? "name" : "nodes",
            name == NULL ? "a word for the shape" : "its rows and columns, [[0, 0], [0, 1]]");
    if (name->kind != NODE_SCALAR || name->value.length == 0 || name->value.length >= NAME_TEXT)
        return refuse_type(configuring, name, "the name of a shape", "a word of at most 23 bytes");
    return true;
}

static bool read_shape(const struct configuring *configuring, const struct node *entry)
{
    struct rules *rules = configuring->rules;
    struct nodes nodes;
    char letter = entry->key.length == 1 ? entry->key.at[0] : '\0';
    bool is_letter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    if (!is_letter || letter == 'x')
        return refuse(configuring, entry->key_place, "a shape that is not named by a letter",
            "single letters from a to z or A to Z, and not 'x'");
    if (entry->kind != NODE_MAPPING)
        return refuse_type(configuring, entry, "a shape", "a name and nodes, {name: duo, nodes: [[0, 0], [0, 1]]}");
    if (rules->shapes == SHAPES)
        return refuse(configuring, entry->key_place, "one shape too many", "at most 16");
    if (!check_entries(configuring, entry))
        return false;
    const struct node *list = nodes_of(configuring, entry);
    const struct node *name = node_child(entry, slice_of("name"));
    if (!read_nodes(configuring, list, &nodes) || !make_forms(configuring, list->place, nodes))
        return false;
    struct shape *shape = &rules->shape[rules->shapes];
    shape->letter = letter;
    memcpy(shape->name, name->value.at, name->value.length);
    rules->of_letter[(unsigned char)letter] = (uint8_t)rules->shapes++;
    return true;
}

/* The smallest shapes first, and of a size in the order of the ruleset. */
static void sort_shapes(struct rules *rules)
{
    unsigned count = 0;
    for (unsigned nodes = 1; nodes <= NODES; nodes++)
        for (unsigned shape = 0; shape < rules->shapes; shape++)
            if (rules->form[rules->shape[shape].first_form].nodes == nodes)
                rules->by_size[count++] = (uint8_t)shape;
}

static bool read_shapes(const struct configuring *configuring)
{
    const struct node *shapes = ruleset_get(configuring->ruleset, "shapes");
    if (shapes->kind != NODE_MAPPING)
        return refuse_type(configuring, shapes, "shapes", "letters with a name and nodes each");
    memset(configuring->rules->of_letter, NO_SHAPE, sizeof configuring->rules->of_letter);
    for (const struct node *entry = shapes->first; entry != NULL; entry = entry->next)
        if (!read_shape(configuring, entry))
            return false;
    sort_shapes(configuring->rules);
    return true;
}

static bool read_role(const struct configuring *configuring, const char *key, uint8_t *role)
{
    const struct node *node = ruleset_get(configuring->ruleset, key);
    unsigned char letter = node->value.length == 1 ? (unsigned char)node->value.at[0] : 0;
    *role = letter < LETTERS ? configuring->rules->of_letter[letter] : NO_SHAPE;
    return *role != NO_SHAPE ||
        refuse(configuring, ruleset_culprit(configuring->ruleset, node->place, "shapes"), "a role of no shape",
            "the letter of one of the shapes");
}

static bool read_roles(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    const struct node *bomber = ruleset_get(configuring->ruleset, "roles.bomber");
    if (!read_role(configuring, "roles.base", &rules->base) || !read_role(configuring, "roles.uni", &rules->uni) ||
        !read_role(configuring, "roles.bomber", &rules->bomber))
        return false;
    if (rules->base == rules->uni || rules->base == rules->bomber || rules->uni == rules->bomber)
        return refuse(configuring, ruleset_culprit(configuring->ruleset, bomber->place, "roles.base roles.uni"),
            "two roles of one shape", "three shapes");
    return true;
}

/* Hands. */

static bool read_count(
    const struct configuring *configuring, const struct node *node, struct table *table, unsigned *named)
{
    const struct rules *rules = configuring->rules;
    unsigned char letter = node->key.length == 1 ? (unsigned char)node->key.at[0] : 0;
    unsigned shape = letter < LETTERS ? rules->of_letter[letter] : NO_SHAPE;
    uint32_t count = 0;
    if (shape == NO_SHAPE)
        return refuse(configuring, ruleset_culprit(configuring->ruleset, node->key_place, "shapes"),
            "pieces of no shape", "the letters of the shapes");
    if (node->kind != NODE_SCALAR || node->quoted || !slice_number(node->value, MOST_OF_SHAPE, &count))
        return refuse_type(configuring, node, "the number of pieces", "a whole number from 0 to 99");
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
    unsigned named = 0;
    *table = (struct table){.given = true};
    if (node->kind != NODE_MAPPING)
        return refuse_type(configuring, node, "a hand", "letters and numbers, {B: 1, U: 6}");
    for (const struct node *entry = node->first; entry != NULL; entry = entry->next)
        if (!read_count(configuring, entry, table, &named))
            return false;
    for (unsigned shape = 0; shape < configuring->rules->shapes; shape++)
        if (!is_named(table->order, named, shape))
            table->order[named++] = (uint8_t)shape;
    return table->count[configuring->rules->base] > 0 ||
        refuse(configuring, node->place, "a hand without a base", "at least one, to begin with");
}

/* "3" or "3-4" */
static bool read_range(struct slice key, uint32_t range[2])
{
    struct slice first;
    slice_split(&key, '-', &first);
    bool good = slice_number(first, SEATS, &range[0]) && first.at[0] != '0';
    range[1] = range[0];
    if (key.at != NULL)
        good = good && slice_number(key, SEATS, &range[1]) && key.at[0] != '0';
    return good && range[0] <= range[1];
}

/* Whether an entry before NODE, of the same file, is for PLAYERS too; one of another
   file gives way. */
static bool is_given_twice(const struct node *all, const struct node *node, unsigned players)
{
    uint32_t range[2];
    for (const struct node *other = all->first; other != node; other = other->next)
        if (same_file(other->key_place, node->key_place) && read_range(other->key, range) && range[0] <= players &&
            players <= range[1])
            return true;
    return false;
}

static bool read_tables(const struct configuring *configuring)
{
    const struct node *pieces = ruleset_get(configuring->ruleset, "pieces");
    if (pieces->kind != NODE_MAPPING)
        return refuse_type(configuring, pieces, "pieces", "a hand for each number of players, 2: {B: 2, U: 12}");
    for (const struct node *node = pieces->first; node != NULL; node = node->next) {
        uint32_t range[2];
        struct table table;
        if (!read_range(node->key, range))
            return refuse(configuring, node->key_place, "a hand for no number of players",
                "a number from 1 to 8, or two with '-' between, 3-4");
        if (!read_table(configuring, node, &table))
            return false;
        for (unsigned players = range[0]; players <= range[1]; players++) {
            if (is_given_twice(pieces, node, players))
                return refuse(configuring, node->key_place, "a second hand for the same number of players", "one each");
            configuring->rules->tables[players] = table;
        }
    }
    return true;
}

/* Players. */

/* Those of 'players', or else all that a hand is given for. */
static bool choose_players(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    for (unsigned number = 1; number <= SEATS; number++)
        rules->players[number] = rules->tables[number].given;
    if (!read_players(configuring->ruleset, 1, rules->players, configuring->problems))
        return false;
    for (unsigned number = 1; number <= SEATS; number++)
        if (rules->players[number] && !rules->tables[number].given)
            return refuse(configuring,
                ruleset_culprit(configuring->ruleset, ruleset_get(configuring->ruleset, "players")->place, "pieces"),
                "a number of players without pieces", "a hand for each number that 'players' allows");
    return true;
}

/* That all hands together are not too many, and their bases find room. */
static bool check_pieces(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    struct place place =
        ruleset_culprit(configuring->ruleset, ruleset_get(configuring->ruleset, "pieces")->place, "shapes players");
    for (unsigned players = 1; players <= SEATS; players++) {
        const struct table *table = &rules->tables[players];
        unsigned pieces = 0;
        for (unsigned shape = 0; shape < rules->shapes; shape++)
            pieces += players * table->count[shape];
        unsigned nodes = players * table->count[rules->base] * rules->form[rules->shape[rules->base].first_form].nodes;
        if (rules->players[players] && pieces > PIECES)
            return refuse(configuring, place, "more pieces than fit", "at most 1000 in all hands");
        if (rules->players[players] && nodes > FIELD_SIDE * FIELD_SIDE)
            return refuse(configuring, place, "more bases than fit into the window", "bases of at most 2704 nodes");
        if (rules->players[players] && pieces > rules->most_pieces)
            rules->most_pieces = pieces;
    }
    return true;
}

static bool read_first_place(const struct configuring *configuring)
{
    struct rules *rules = configuring->rules;
    const struct node *node = ruleset_get(configuring->ruleset, "first_place");
    const struct form *form = &rules->form[rules->shape[rules->base].first_form];
    rules->first_place = field_find(node->value);
    if (rules->first_place == FIELD_NONE)
        return problem_add(configuring->problems, RULESET_CELL, node->place,
            "%s" FACT_BREAK "first_place" FACT_BREAK "a place of the window, z26" FACT_BREAK,
            excerpt_of(node->value).text);
    int row = (int)field_row(rules->first_place);
    int column = (int)field_column(rules->first_place);
    return form_is_inside(form, row, column) ||
        refuse(configuring, ruleset_culprit(configuring->ruleset, node->place, "shapes roles.base"),
            "a first place where no base fits", "one farther from the edge of the window");
}

const void *stakd_configure(const struct ruleset *ruleset, struct arena *arena, struct problems *problems)
{
    struct rules *rules = arena_alloc(arena, sizeof *rules);
    const struct configuring configuring = {ruleset, rules, problems};
    if (rules == NULL)
        return NULL;
    rules->lattice = ruleset_word(ruleset, "lattice") == 0 ? LATTICE_HEX : LATTICE_SQUARE;
    rules->turns = rules->lattice == LATTICE_HEX ? 6 : 4;
    rules->base_touch = ruleset_number(ruleset, "base_touch");
    rules->new_layer_after = ruleset_number(ruleset, "new_layer_after");
    rules->uni_ignores_bombers = ruleset_word(ruleset, "uni_start_ignores_bombers") == 0;
    rules->previous_wins = ruleset_word(ruleset, "bomber_last") == 1;
    rules->match_points = ruleset_number(ruleset, "match.points");
    bool fits = read_shapes(&configuring) && read_roles(&configuring) && read_tables(&configuring) &&
        choose_players(&configuring) && check_pieces(&configuring) && read_first_place(&configuring);
    return fits ? rules : NULL;
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
