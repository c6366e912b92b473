/* SPDX-License-Identifier: MIT */
#include "games/kit/open_field.h"

bool field_key_first_place(const struct key_reading *reading, const struct key *key)
{
    struct field_rules *rules = reading->rules;
    const struct node *first = ruleset_get(reading->ruleset, key->name);
    rules->first_place = (uint16_t)field_find(first->value);
    return rules->first_place != FIELD_NONE ||
        problem_add(reading->problems, RULESET_CELL, first->place,
            FACT(cell, "%s") FACT(key, "%s") FACT(expected, "a place such as z26, in rows a to az and columns 1 to 52"),
            excerpt_of(first->value).text, key->name);
}

static const struct field_game *field_of(const struct field_rules *rules)
{
    return rules->game.game->field;
}

/* What places are called: PLACE less what this gives. */
static unsigned shift_of(const struct field_game *field, const struct field_set *taken)
{
    struct field_box box = field_box_of(taken);
    return field->shifted && box.low_row > 0 ? field_place(box.low_row, box.low_column) - field_place(1, 1) : 0;
}

/* Positions. */

bool field_read_stacks(struct position_reader *reader, struct slice text)
{
    const struct field_game *field = field_of(reader->rules);
    struct field_position *position = (struct field_position *)reader->state;
    struct slice stack;
    while (!slice_is(text, "-") && slice_split(&text, ';', &stack)) {
        struct slice rest = stack;
        struct slice name;
        slice_split(&rest, '=', &name);
        unsigned place = field_find(name);
        if (place == FIELD_NONE || rest.length == 0 || field_has(&position->taken, place))
            return refuse_field(reader, stack, "%s", field->wanted);
        if (!field->read(reader, place, rest))
            return false;
        field_put(&position->taken, place);
    }
    return true;
}

void field_write_stacks(const void *any_rules, const struct state *state, struct text *text)
{
    const struct field_set *taken = &((const struct field_position *)state)->taken;
    unsigned first = field_next(taken, FIELD_NONE);
    unsigned shift = shift_of(field_of(any_rules), taken);
    if (first == FIELD_NONE)
        text_add_char(text, '-');
    for (unsigned place = first; place != FIELD_NONE; place = field_next(taken, place)) {
        char *name = text_room(text, 2 + FIELD_TEXT);
        if (name == NULL)
            return;
        if (place != first)
            *name++ = ';';
        name = field_text(place - shift, name);
        *name++ = '=';
        text_took(text, name);
        field_of(any_rules)->write(any_rules, state, place, text);
    }
}

/* Views. */

struct view_cell field_cell(enum lattice lattice, unsigned place)
{
    int row = (int)field_row(place);
    int column = (int)field_column(place);
    struct view_cell cell = {
        .x = (int16_t)(2 * column - (lattice == LATTICE_HEX ? row : 0)),
        .y = (int16_t)row,
    };
    field_text(place, cell.name);
    return cell;
}

/* By the name that it has where texts are shifted; none before the lowest row and the first column. */
static struct view_cell named_cell(enum lattice lattice, unsigned place, unsigned shift)
{
    struct view_cell cell = field_cell(lattice, place);
    if (field_row(place) > field_row(shift) && field_column(place) > field_column(shift))
        field_text(place - shift, cell.name);
    else
        cell.name[0] = '\0';
    return cell;
}

bool field_show(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct field_rules *rules = any_rules;
    const struct field_game *field = field_of(rules);
    const struct field_set *taken = &((const struct field_position *)state)->taken;
    unsigned steps = last == NULL ? 0 : last->count;
    unsigned shift = shift_of(field, taken);
    size_t left = SIZE_MAX; /* the cell that the last step without a mark names */
    view->open = true;
    view->square = rules->lattice == LATTICE_SQUARE;
    for (unsigned place = FIELD_NONE; (place = field_next(taken, place)) != FIELD_NONE;)
        view->count++;
    view->cells = arena_alloc(arena, (view->count + steps + 1) * sizeof *view->cells);
    view->arrows = arena_alloc(arena, (steps + 1u) * sizeof *view->arrows);
    if (arena->failed)
        return false;
    struct view_cell *next = view->cells;
    for (unsigned place = FIELD_NONE; (place = field_next(taken, place)) != FIELD_NONE; next++) {
        *next = named_cell(rules->lattice, place, shift);
        if (!field->show(rules, state, place, arena, next))
            return false;
    }
    for (unsigned i = 0; i < steps; i++) {
        const struct step *step = &last->steps[i];
        size_t cell = view->count;
        if (field_place(field_row(step->cell), field_column(step->cell)) == FIELD_NONE ||
            !field_near(taken, step->cell))
            continue; /* it would be far from all that is drawn */
        if (field_has(taken, step->cell))
            cell = field_rank(taken, step->cell);
        else
            view->cells[view->count++] = named_cell(rules->lattice, step->cell, shift);
        view->cells[cell].marks |= step->mark == 0 ? VIEW_FROM : VIEW_TO;
        if (step->mark == 0)
            left = cell;
        else if (left != SIZE_MAX && strchr(field->arrows, step->mark) != NULL)
            view->arrows[view->arrow_count++] = (struct view_arrow){(uint16_t)left, (uint16_t)cell};
    }
    return true;
}
