/* Staka as text: turns, positions, and what a position looks like. */
#include "games/common.h"
#include "games/staka.h"

#include <stdio.h>

/* Turns. */

static bool resolve_part(const struct part *part, struct step *step)
{
    bool has_cell = part->mark == 0 || part->mark == '-' || part->mark == '~' || part->mark == '@';
    bool is_pawn = part->mark == '@' && part->name[0] == 'P' && part->name[1] == '\0';
    if (part->mark == '^' || (part->mark == '@' && !is_pawn && part->name[1] == '\0') ||
        (part->mark == '@' && part->count != 0))
        return false;
    *step = (struct step){.mark = is_pawn ? 'P' : part->mark};
    step->count = (uint32_t)(unsigned char)part->name[0] | (uint32_t)(unsigned char)part->name[1] << 8;
    if (!has_cell)
        return true;
    step->cell = (uint16_t)field_place(part->cell.row + 1u, part->cell.column);
    if (step->cell != FIELD_NONE)
        return true;
    step->cell = BEYOND;
    step->count = (uint32_t)part->cell.row << 16 | part->cell.column;
    return true;
}

bool staka_resolve(const void *any_rules, const struct written *written, struct turn *turn, struct fault *fault)
{
    (void)any_rules;
    turn->shape = written->shape;
    turn->seat = 0;
    turn->count = written->count;
    for (unsigned i = 0; i < written->count; i++)
        if (!resolve_part(&written->parts[i], &turn->steps[i]) || (i > 0 && turn->steps[i].mark == 'P'))
            return fault_raise(fault, &syntax_rules[SYNTAX_TURN], FAULT_WHOLE,
                FACT(why, "a piece is two letters with its face up first, 'WR@z26', a pawn 'P@z26'"));
    return true;
}

static void place_text(const struct step *step, char text[FIELD_TEXT])
{
    if (step->cell == BEYOND)
        snprintf(text, FIELD_TEXT, "there");
    else
        field_text(step->cell, text);
}

void staka_step_text(const struct step *step, char text[24])
{
    char place[FIELD_TEXT];
    place_text(step, place);
    char up = step->cell == BEYOND ? '?' : (char)step_letters(step, 0);
    char down = step->cell == BEYOND ? '?' : (char)step_letters(step, 1);
    if (step->mark == '@')
        snprintf(text, 24, "%c%c@%s", up, down, place);
    else if (step->mark == 'P')
        snprintf(text, 24, "P@%s", place);
    else if (step->mark == '+')
        snprintf(text, 24, "+%c%c", up, down);
    else if (step->mark == 's' || step->mark == 'n')
        snprintf(text, 24, "%s", step->mark == 's' ? "stay" : "none");
    else if (step->mark == 0)
        snprintf(text, 24, "%s", place);
    else
        snprintf(text, 24, "%c%s", step->mark, place);
}

/* A piece taken is written in the order of the colours. */
static struct step canonical(const struct rules *rules, struct step step)
{
    unsigned a = colour_of(rules, step_letters(&step, 0));
    unsigned b = colour_of(rules, step_letters(&step, 1));
    if (step.mark == '+' && a > b)
        step.count = piece_letters(rules, b, a);
    return step;
}

void staka_write(const void *rules, const struct state *state, const struct turn *turn, struct text *text)
{
    char name[24];
    (void)state;
    if (turn->shape == TURN_OUT)
        text_add_string(text, "out");
    for (unsigned i = 0; i < turn->count; i++) {
        const struct step step = canonical(rules, turn->steps[i]);
        staka_step_text(&step, name);
        text_add_string(text, i > 0 && i + 1 == turn->count ? "," : "");
        text_add_string(text, name);
    }
}

/* Positions. */

/* The pieces of a place, bottom to top, 1 more than their numbers; how many. */
static unsigned list_pieces(const struct position *position, const struct pile *place, uint16_t *pieces)
{
    unsigned count = 0;
    for (unsigned top = place->top; top != 0; top = position->pieces[top - 1].below)
        count++;
    unsigned i = count;
    for (unsigned top = place->top; pieces != NULL && top != 0; top = position->pieces[top - 1].below)
        pieces[--i] = (uint16_t)top;
    return count;
}

static void add_piece(const struct rules *rules, const struct piece *piece, struct text *text)
{
    text_add_char(text, rules->colours.letter[piece->up]);
    text_add_char(text, rules->colours.letter[piece->down]);
}

/* From the bottom up; a stack is not so high that recursion could be deep, but a
   designer's may be, so that it is walked twice. */
static void write_stack(
    const struct rules *rules, const struct position *position, const struct pile *place, struct text *text)
{
    unsigned count = list_pieces(position, place, NULL);
    for (unsigned i = 0; i < count; i++) {
        unsigned top = place->top;
        for (unsigned above = count - 1 - i; above > 0; above--)
            top = position->pieces[top - 1].below;
        text_add_string(text, i > 0 ? "." : "");
        add_piece(rules, &position->pieces[top - 1], text);
    }
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if ((place->pawns >> (seat - 1) & 1) != 0)
            text_printf(text, "(%u)", seat);
}

static void write_field(const struct rules *rules, const struct position *position, struct text *text)
{
    char name[FIELD_TEXT];
    bool any = false;
    for (unsigned at = FIELD_NONE; (at = field_next(&position->taken, at)) != FIELD_NONE;) {
        field_text(at, name);
        text_add_string(text, any ? ";" : "");
        text_add_string(text, name);
        text_add_char(text, '=');
        write_stack(rules, position, place_at(rules, position, at), text);
        any = true;
    }
    text_add_string(text, any ? "" : "-");
}

static void add_kind(const struct rules *rules, unsigned kind, struct text *text)
{
    text_add_char(text, rules->colours.letter[rules->first[kind]]);
    text_add_char(text, rules->colours.letter[rules->second[kind]]);
}

static void write_hand(const struct rules *rules, const struct hand *hand, struct text *text)
{
    const char *between = "";
    for (unsigned kind = 0; kind < rules->kinds; kind++)
        for (unsigned i = 0; i < hand->of[kind]; i++, between = ".") {
            text_add_string(text, between);
            add_kind(rules, kind, text);
        }
    if (hand->has_double) {
        text_add_string(text, between);
        text_add_char(text, rules->colours.letter[hand->colour]);
        text_add_char(text, rules->colours.letter[hand->colour]);
    } else if (hand->size == 0) {
        text_add_char(text, '-');
    }
}

static void write_bank(const struct rules *rules, const struct position *position, struct text *text)
{
    const char *between = "";
    for (unsigned kind = 0; kind < rules->kinds; kind++) {
        if (position->bank[kind] == 0)
            continue;
        text_add_string(text, between);
        add_kind(rules, kind, text);
        text_add_number(text, position->bank[kind]);
        between = ",";
    }
    text_add_string(text, position->bank_size == 0 ? "-" : "");
}

void staka_write_position(const void *any_rules, const struct state *state, struct text *text)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    write_field(rules, position, text);
    for (unsigned seat = 0; seat < state->players; seat++) {
        text_add_char(text, seat == 0 ? ' ' : '/');
        text_add_char(text, rules->colours.letter[position->hands[seat].colour]);
        text_add_char(text, ':');
        if ((position->stopped >> seat & 1) != 0)
            text_add_string(text, "out");
        else
            write_hand(rules, &position->hands[seat], text);
    }
    text_add_char(text, ' ');
    write_bank(rules, position, text);
    text_printf(text, " %u %u %u", state->seat, position->nones, state->number);
}

/* Views. */

struct picture {
    const struct rules *rules;
    const struct position *position;
    struct arena *arena;
};

static const struct view_piece *view_pieces(const struct picture *picture, const struct pile *place, unsigned count)
{
    struct view_piece *pieces = arena_alloc(picture->arena, count * sizeof *pieces);
    unsigned i = count;
    for (unsigned top = place->top; pieces != NULL && top != 0; top = picture->position->pieces[top - 1].below) {
        const struct piece *piece = &picture->position->pieces[top - 1];
        const struct colours *colours = &picture->rules->colours;
        pieces[--i] = (struct view_piece){.text = {colours->letter[piece->up], colours->letter[piece->down], '\0'},
            .thick = (uint8_t)height_of(picture->rules, piece),
            .colour = colours->name[piece->up],
            .under = colours->name[piece->down]};
    }
    return pieces;
}

/* "R3": red is up, three high. */
static void label_place(const struct picture *picture, const struct pile *place, char label[8])
{
    char up = picture->rules->colours.letter[top_of(picture->position, place)->up];
    if (place->height > 1)
        snprintf(label, 8, "%c%u", up, place->height);
    else
        snprintf(label, 8, "%c", up);
}

static void name_place(const struct picture *picture, unsigned at, struct view_cell *cell)
{
    bool hex = picture->rules->lattice == LATTICE_HEX;
    field_text(at, cell->name);
    cell->x = (int16_t)(2 * (int)field_column(at) - (hex ? (int)field_row(at) : 0));
    cell->y = (int16_t)field_row(at);
}

static bool view_place(const struct picture *picture, unsigned at, struct view_cell *cell)
{
    const struct pile *place = place_at(picture->rules, picture->position, at);
    unsigned count = list_pieces(picture->position, place, NULL);
    name_place(picture, at, cell);
    label_place(picture, place, cell->label);
    cell->pawns = (uint8_t)place->pawns;
    cell->height = (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
    cell->pieces = view_pieces(picture, place, count);
    return cell->pieces != NULL;
}

/* From the place that a pawn has left to the one it went to. */
static void add_arrow(struct view *view, const struct step *step, size_t cell, size_t *left)
{
    if (step->mark == 0)
        *left = cell;
    else if ((step->mark == '-' || step->mark == '~') && *left < view->count)
        view->arrows[view->arrow_count++] = (struct view_arrow){(uint16_t)*left, (uint16_t)cell};
}

/* Also places where nothing lies, if the field is not far. */
static void mark_last(const struct picture *picture, const struct turn *last, struct view *view)
{
    const struct field_set *taken = &picture->position->taken;
    size_t left = SIZE_MAX;
    for (unsigned i = 0; i < last->count; i++) {
        unsigned at = last->steps[i].cell;
        struct view_cell *cell;
        if (at == FIELD_NONE || at == BEYOND || !field_near(taken, at))
            continue;
        if (field_has(taken, at))
            cell = &view->cells[field_rank(taken, at)];
        else
            name_place(picture, at, cell = &view->cells[view->count++]);
        cell->marks |= last->steps[i].mark == 0 ? (uint8_t)VIEW_FROM : (uint8_t)VIEW_TO;
        add_arrow(view, &last->steps[i], (size_t)(cell - view->cells), &left);
    }
}

static void add_lines(const struct picture *picture, struct view *view)
{
    const struct position *position = picture->position;
    int32_t points[SEATS];
    struct text text;
    text_init(&text);
    staka_score(picture->rules, position, points);
    for (unsigned i = 0; i < view->seats; i++) {
        text_printf(&text, "(%s) %sholds ", picture->rules->colours.name[position->hands[i].colour],
            (position->stopped >> i & 1) != 0 ? "is out, " : "");
        write_hand(picture->rules, &position->hands[i], &text);
        text_printf(&text, ", %d point%s", points[i], points[i] == 1 ? "" : "s");
        view->seat_names[i] = player_name(i + 1);
        view->lines[i] = text_kept(&text, picture->arena);
    }
    text_add_string(&text, "the bank holds ");
    write_bank(picture->rules, position, &text);
    view->notes[0] = text_kept(&text, picture->arena);
    text_release(&text);
}

bool staka_view(
    const void *any_rules, const struct state *state, const struct turn *last, struct arena *arena, struct view *view)
{
    const struct position *position = (const struct position *)state;
    const struct picture picture = {any_rules, position, arena};
    size_t more = last == NULL ? 0 : last->count;
    *view = (struct view){.seats = state->players, .count = position->first[FIELD_SIDE + 1], .open = true};
    view->square = picture.rules->lattice == LATTICE_SQUARE;
    view->cells = arena_alloc(arena, (view->count + more + 1) * sizeof *view->cells);
    view->arrows = arena_alloc(arena, (more + 1) * sizeof *view->arrows);
    unsigned i = 0;
    for (unsigned at = FIELD_NONE; view->cells != NULL && (at = field_next(&position->taken, at)) != FIELD_NONE;)
        if (!view_place(&picture, at, &view->cells[i++]))
            return false;
    if (view->cells == NULL || view->arrows == NULL)
        return false;
    if (last != NULL)
        mark_last(&picture, last, view);
    add_lines(&picture, view);
    return !arena->failed;
}
