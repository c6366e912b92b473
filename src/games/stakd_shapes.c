/* The shapes of Stakd's pieces, and which of them have a role. */
#include "games/stakd_setup.h"

#include <stdio.h>
#include <stdlib.h>

/* How far a node may be from its anchor. */
enum { REACH = 18 };

static bool stakd_refuse(
    const struct configuring *configuring, struct place place, const char *found, const char *expected)
{
    return problem_add(
        configuring->problems, RULESET_CONFLICT, place, FACT(found, "%s") FACT(expected, "%s"), found, expected);
}

bool stakd_refuse_type(
    const struct configuring *configuring, const struct node *node, const char *key, const char *expected)
{
    char found[80] = "nothing";
    if (node->kind != NODE_SCALAR)
        snprintf(found, sizeof found, node->kind == NODE_LIST ? "a list" : "a mapping");
    else if (node->value.length > 0 || node->quoted)
        snprintf(found, sizeof found, "'%s'", excerpt_of(node->value).text);
    return problem_add(configuring->problems, RULESET_TYPE, node->place,
        FACT(key, "%s") FACT(expected, "%s") FACT(found, "%s"), key, expected, found);
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

static bool read_node(const struct configuring *configuring, const struct node *node, struct nodes *nodes)
{
    int8_t row = 0;
    int8_t column = 0;
    if (node->kind != NODE_LIST || node->count != 2 || !read_offset(node->first, &row) ||
        !read_offset(node->first->next, &column))
        return stakd_refuse_type(
            configuring, node, "a node", "a row and a column counted from the anchor, [0, 1], both from -18 to 18");
    if (has_node(nodes, row, column))
        return stakd_refuse(configuring, node->place, "a node twice", "each node of a shape once");
    nodes->at[nodes->count][0] = row;
    nodes->at[nodes->count++][1] = column;
    return true;
}

static bool read_nodes(const struct configuring *configuring, const struct node *list, struct nodes *nodes)
{
    bool right = true;
    nodes->count = 0;
    if (list->kind != NODE_LIST)
        return stakd_refuse_type(
            configuring, list, "the nodes of a shape", "a list of rows and columns, [[0, 0], [0, 1]]");
    for (const struct node *node = list->first; node != NULL; node = node->next) {
        if (nodes->count == NODES)
            return stakd_refuse(configuring, node->place, "one node too many", "at most 19 in a shape");
        right = read_node(configuring, node, nodes) && right;
    }
    return right &&
        (has_node(nodes, 0, 0) ||
            stakd_refuse(configuring, list->place, "a shape without its anchor", "[0, 0] among its nodes"));
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
            return stakd_refuse(
                configuring, place, "a shape wider than the window", "one of at most 52 rows and columns");
        unsigned index = keep_form(rules, shape, &form);
        const struct form *kept = &rules->form[index];
        shape->spelling[turn] = (struct spelling){
            (uint8_t)index, (int8_t)(form.first[0] - kept->first[0]), (int8_t)(form.first[1] - kept->first[1])};
        turn_nodes(rules->lattice, &nodes);
    }
    return true;
}

/* The name of a shape, which no other has. */
static bool check_name(const struct configuring *configuring, const struct node *name)
{
    const struct rules *rules = configuring->rules;
    if (name->kind != NODE_SCALAR || name->value.length == 0 || name->value.length >= NAME_TEXT)
        return stakd_refuse_type(configuring, name, "the name of a shape", "a word of at most 23 bytes");
    for (unsigned shape = 0; shape < rules->shapes; shape++) {
        char other[] = "shapes.?.name";
        other[7] = rules->shape[shape].letter;
        if (slice_is(name->value, rules->shape[shape].name))
            return problem_add(configuring->problems, RULESET_CONFLICT,
                ruleset_culprit(configuring->ruleset, name->place, other),
                FACT(found, "a second shape named '%s'") FACT(expected, "a name for each"), rules->shape[shape].name);
    }
    return true;
}

static bool check_entries(const struct configuring *configuring, const struct node *entry)
{
    static const char *const keys[] = {"name", "nodes", "square"};
    const struct excerpt letter = excerpt_of(entry->key);
    bool right = true;
    for (const struct node *child = entry->first; child != NULL; child = child->next)
        if (!slice_is(child->key, keys[0]) && !slice_is(child->key, keys[1]) && !slice_is(child->key, keys[2]))
            right = problem_add(configuring->problems, RULESET_UNKNOWN_KEY, child->key_place,
                FACT(key, "shapes.%s.%s") FACT(expected, "one of name, nodes, square") FACT(advice, "%s"), letter.text,
                excerpt_of(child->key).text, nearest_advice(configuring->problems->arena, child->key, keys, 3));
    for (unsigned i = 0; i < 2; i++)
        if (node_child(entry, slice_of(keys[i])) == NULL)
            right = problem_add(configuring->problems, RULESET_MISSING, entry->key_place,
                FACT(key, "shapes.%s.%s") FACT(expected, "%s"), letter.text, keys[i],
                i == 0 ? "a word for the shape, as in name: duo"
                       : "its rows and columns, as in nodes: [[0, 0], [0, 1]]");
    return right;
}

static bool read_shape(const struct configuring *configuring, const struct node *entry)
{
    struct rules *rules = configuring->rules;
    struct nodes nodes;
    char letter = entry->key.length == 1 ? entry->key.at[0] : '\0';
    bool is_letter = (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    if (!is_letter || letter == 'x')
        return problem_add(configuring->problems, RULESET_CONFLICT, entry->key_place,
            FACT(found, "a shape called '%s'") FACT(expected, "single letters from a to z or A to Z, and not 'x'"),
            excerpt_of(entry->key).text);
    if (entry->kind != NODE_MAPPING)
        return stakd_refuse_type(
            configuring, entry, "a shape", "a name and nodes, {name: duo, nodes: [[0, 0], [0, 1]]}");
    if (rules->shapes == SHAPES)
        return stakd_refuse(configuring, entry->key_place, "one shape too many", "at most 16");
    if (!check_entries(configuring, entry))
        return false;
    const struct node *list = nodes_of(configuring, entry);
    const struct node *name = node_child(entry, slice_of("name"));
    bool named = check_name(configuring, name);
    if (!read_nodes(configuring, list, &nodes) || !named)
        return false;
    struct shape *shape = &rules->shape[rules->shapes];
    if (!make_forms(configuring, list->place, nodes)) {
        rules->forms = shape->first_form;
        *shape = (struct shape){0};
        return false;
    }
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

bool stakd_read_shapes(const struct configuring *configuring)
{
    const struct node *shapes = ruleset_get(configuring->ruleset, "shapes");
    bool right = true;
    memset(configuring->rules->of_letter, NO_SHAPE, sizeof configuring->rules->of_letter);
    if (shapes->kind != NODE_MAPPING)
        return stakd_refuse_type(configuring, shapes, "shapes", "letters with a name and nodes each");
    for (const struct node *entry = shapes->first; entry != NULL; entry = entry->next)
        right = read_shape(configuring, entry) && right;
    sort_shapes(configuring->rules);
    return right;
}

/* "B, U, D" */
static const char *shape_letters(const struct configuring *configuring)
{
    struct text text;
    text_init(&text);
    for (const struct node *entry = ruleset_get(configuring->ruleset, "shapes")->first; entry != NULL;
         entry = entry->next)
        text_printf(&text, "%s%s", text.length > 0 ? ", " : "", excerpt_of(entry->key).text);
    const char *kept = text_kept(&text, configuring->problems->arena);
    text_release(&text);
    return kept == NULL ? "" : kept;
}

/* Someone may write "base" or "b" for B. */
static const char *shape_advice(const struct configuring *configuring, struct slice word)
{
    const struct rules *rules = configuring->rules;
    struct arena *arena = configuring->problems->arena;
    const char *names[SHAPES];
    const char *candidates[SHAPES];
    char letters[SHAPES][2];
    for (unsigned shape = 0; shape < rules->shapes; shape++) {
        letters[shape][0] = rules->shape[shape].letter;
        letters[shape][1] = '\0';
        candidates[shape] = letters[shape];
        names[shape] = rules->shape[shape].name;
    }
    const char *name = nearest_name(word, names, rules->shapes);
    for (unsigned shape = 0; name != NULL && shape < rules->shapes; shape++)
        if (names[shape] == name)
            return nearest_advice(arena, slice_of(letters[shape]), &candidates[shape], 1);
    return nearest_advice(arena, word, candidates, rules->shapes);
}

/* A letter that shapes should have, if they are given nearer than KEY, which has it. */
static void report_letter(const struct configuring *configuring, struct slice word, struct place place, const char *key)
{
    struct place blamed = ruleset_culprit(configuring->ruleset, place, "shapes");
    bool elsewhere = !place_is_same(blamed, place);
    if (elsewhere && *configuring->told)
        return;
    *configuring->told |= elsewhere;
    problem_add(configuring->problems, RULESET_CONFLICT, blamed,
        FACT(found, "'%s', no shape, in %s") FACT(expected, "letters of shapes: %s") FACT(advice, "%s%s"),
        excerpt_of(word).text, key, shape_letters(configuring),
        elsewhere ? "extend stakd-elite to add shapes, or give roles and pieces too" : "",
        elsewhere ? "" : shape_advice(configuring, word));
}

unsigned stakd_read_letter(
    const struct configuring *configuring, struct slice word, struct place place, const char *key)
{
    const struct node *shapes = ruleset_get(configuring->ruleset, "shapes");
    unsigned char letter = word.length == 1 ? (unsigned char)word.at[0] : 0;
    unsigned shape = letter < LETTERS ? configuring->rules->of_letter[letter] : NO_SHAPE;
    if (shape == NO_SHAPE && node_child(shapes, word) == NULL)
        report_letter(configuring, word, place, key);
    return shape;
}

/* Roles. */

enum { ROLES = 3 };

bool stakd_read_roles(const struct configuring *configuring)
{
    static const char *const keys[ROLES] = {"roles.base", "roles.uni", "roles.bomber"};
    struct rules *rules = configuring->rules;
    uint8_t *const roles[ROLES] = {&rules->base, &rules->uni, &rules->bomber};
    bool right = true;
    for (unsigned i = 0; i < ROLES; i++) {
        const struct node *node = ruleset_get(configuring->ruleset, keys[i]);
        *roles[i] = (uint8_t)stakd_read_letter(configuring, node->value, node->place, keys[i]);
        right = right && *roles[i] != NO_SHAPE;
        for (unsigned j = 0; j < i; j++)
            if (*roles[i] != NO_SHAPE && *roles[i] == *roles[j])
                right = problem_add(configuring->problems, RULESET_CONFLICT,
                    ruleset_culprit(configuring->ruleset, node->place, keys[j]),
                    FACT(found, "%s and %s of one shape, %c") FACT(expected, "three shapes"), keys[j], keys[i],
                    rules->shape[*roles[i]].letter);
    }
    return right;
}

/* How bases touch. */

static bool form_has(const struct form *form, int row, int column)
{
    for (unsigned i = 0; i < form->nodes; i++)
        if (form->node[i][0] == row && form->node[i][1] == column)
            return true;
    return false;
}

/* Nodes of B, moved by ROWS and COLUMNS, that touch A; none when the two overlap. */
static unsigned count_touching(enum lattice lattice, const struct form *a, const struct form *b, int rows, int columns)
{
    unsigned count = 0;
    for (unsigned i = 0; i < b->nodes; i++) {
        int row = b->node[i][0] + rows;
        int column = b->node[i][1] + columns;
        bool touches = false;
        if (form_has(a, row, column))
            return 0;
        for (unsigned j = 0; j < FIELD_TOUCHING && !touches; j++)
            touches = form_has(a, row + field_steps[lattice][j][0], column + field_steps[lattice][j][1]);
        count += touches;
    }
    return count;
}

unsigned stakd_most_touching(const struct rules *rules)
{
    const struct shape *base = &rules->shape[rules->base];
    const struct form *a = &rules->form[base->first_form];
    unsigned most = 0;
    for (unsigned i = 0; i < base->forms; i++) {
        const struct form *b = &rules->form[base->first_form + i];
        for (int rows = a->bottom - b->top - 1; rows <= a->top - b->bottom + 1; rows++)
            for (int columns = a->left - b->right - 1; columns <= a->right - b->left + 1; columns++) {
                unsigned count = count_touching(rules->lattice, a, b, rows, columns);
                most = count > most ? count : most;
            }
    }
    return most;
}
