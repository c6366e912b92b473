/* Stakd's plays, found row by row: the places where a form may be laid are those where
   each of its nodes may lie, an AND of shifted rows.  The same walk finds one play, all
   of them, or how many there are. */
#include "games/stakd.h"

#define WINDOW_COLUMNS ((((uint64_t)1 << FIELD_SIDE) - 1) << 1)

enum { ROWS = FIELD_SIDE + 2 };

struct search {
    const struct rules *rules;
    const struct position *position;
    unsigned seat;
    const uint8_t *hand;
    anchors_visitor *visit;
    void *context;
    unsigned low, high;      /* rows that FREE and TOUCHING have */
    uint64_t free[ROWS];     /* where nodes may lie */
    uint64_t touching[ROWS]; /* one of which must be here */
};

/* Bit c: what bit c + COLUMNS of ROW says. */
static uint64_t shifted(uint64_t row, int columns)
{
    return columns >= 0 ? row >> columns : row << -columns;
}

static uint64_t row_of(const struct search *search, const uint64_t *rows, int row)
{
    return row < (int)search->low || row > (int)search->high ? 0 : rows[row];
}

/* The anchors in ROW with which all nodes of FORM are free. */
static uint64_t fitting(const struct search *search, const uint64_t *free, const struct form *form, unsigned row)
{
    uint64_t anchors = free[row];
    for (unsigned i = 0; i < form->nodes && anchors != 0; i++)
        anchors &= shifted(row_of(search, free, (int)row + form->node[i][0]), form->node[i][1]);
    return anchors;
}

/* Those of ANCHORS with which some node touches. */
static uint64_t connected(const struct search *search, const struct form *form, unsigned row, uint64_t anchors)
{
    uint64_t touching = 0;
    for (unsigned i = 0; i < form->nodes && (anchors & ~touching) != 0; i++)
        touching |= shifted(row_of(search, search->touching, (int)row + form->node[i][0]), form->node[i][1]);
    return anchors & touching;
}

/* ANCHORS without those that cover a piece of FIRST..END exactly. */
static uint64_t without_duplicates(
    const struct search *search, unsigned first, unsigned end, const struct form *form, unsigned row, uint64_t anchors)
{
    const struct rules *rules = search->rules;
    for (unsigned i = first; i < end && anchors != 0; i++) {
        const struct piece *piece = &search->position->pieces[i];
        unsigned place = piece_form(rules, piece)->kind == form->kind ? place_on(rules, piece, form) : FIELD_NONE;
        if (place != FIELD_NONE && field_row(place) == row)
            anchors &= ~((uint64_t)1 << field_column(place));
    }
    return anchors;
}

/* FREE without the pieces that take no more of SHAPE; returns false when nothing that
   touches is left. */
static bool open_to(const struct search *search, unsigned shape, uint64_t open[ROWS])
{
    const struct position *position = search->position;
    unsigned closed = 1u << shape | 1u << search->rules->bomber;
    uint64_t any = 0;
    memcpy(&open[search->low], &search->free[search->low], (search->high - search->low + 1) * sizeof *open);
    for (unsigned i = position->below; i < position->top; i++) {
        const struct piece *piece = &position->pieces[i];
        const struct form *form = piece_form(search->rules, piece);
        for (unsigned j = 0; j < form->runs && (piece->carries & closed) != 0; j++)
            open[run_row(&form->run[j], piece->place)] &= ~run_bits(form, &form->run[j], piece->place);
    }
    for (unsigned row = search->low; row <= search->high; row++)
        any |= open[row] & search->touching[row];
    return any != 0;
}

static bool visit_shape_here(const struct search *search, unsigned index)
{
    const struct position *position = search->position;
    const struct shape *shape = &search->rules->shape[index];
    uint64_t open[ROWS];
    if (!open_to(search, index, open))
        return true;
    for (unsigned i = 0; i < shape->forms; i++) {
        const struct form *form = &search->rules->form[shape->first_form + i];
        for (unsigned row = search->low; row <= search->high; row++) {
            uint64_t anchors = fitting(search, open, form, row);
            if (anchors != 0)
                anchors = connected(search, form, row, anchors);
            anchors = without_duplicates(search, position->below, position->top, form, row, anchors);
            if (anchors != 0 && !search->visit(search->context, shape->first_form + i, false, row, anchors))
                return false;
        }
    }
    return true;
}

/* Where nodes may lie on the current layer, in no more rows than need be; returns false
   when nothing of it touches. */
static bool spread_out(struct search *search)
{
    const struct position *position = search->position;
    uint64_t any = 0;
    for (unsigned row = search->low; row <= search->high; row++) {
        search->free[row] = position->under.rows[row] & ~position->nodes.rows[row];
        search->touching[row] = touching_row(search->rules, &position->nodes, row);
        any |= search->free[row] & search->touching[row];
    }
    while (any != 0 && search->free[search->low] == 0)
        search->low++;
    while (any != 0 && search->free[search->high] == 0)
        search->high--;
    return any != 0;
}

/* Plays on the current layer. */
static bool visit_here(struct search *search)
{
    const struct rules *rules = search->rules;
    const struct position *position = search->position;
    if (position->layer == 0 || !spread_out(search))
        return true;
    for (unsigned i = 0; i < rules->shapes; i++) {
        unsigned shape = rules->by_size[i];
        bool possible =
            search->hand[shape] > 0 && shape != rules->base && !(shape == rules->bomber && position->bombed);
        if (possible && !visit_shape_here(search, shape))
            return false;
    }
    return true;
}

static bool visit_shape_above(const struct search *search, unsigned index)
{
    const struct position *position = search->position;
    const struct shape *shape = &search->rules->shape[index];
    for (unsigned i = 0; i < shape->forms; i++) {
        const struct form *form = &search->rules->form[shape->first_form + i];
        for (unsigned row = search->low; row <= search->high; row++) {
            uint64_t anchors = fitting(search, position->nodes.rows, form, row);
            anchors = without_duplicates(search, position->top, position->count, form, row, anchors);
            if (anchors != 0 && !search->visit(search->context, shape->first_form + i, true, row, anchors))
                return false;
        }
    }
    return true;
}

/* Plays that start a layer, when one may be started. */
static bool visit_above(struct search *search)
{
    const struct rules *rules = search->rules;
    search->low = search->position->low;
    search->high = search->position->high;
    for (unsigned i = 0; i < rules->shapes; i++) {
        unsigned shape = rules->by_size[rules->shapes - 1 - i];
        bool possible = search->hand[shape] > 0 && shape != rules->base && shape != rules->bomber &&
            (shape != rules->uni || stakd_holds_only_unis(rules, search->position, search->seat));
        if (possible && !visit_shape_above(search, shape))
            return false;
    }
    return true;
}

/* Bases. */

static bool visit_first_base(const struct search *search)
{
    const struct shape *base = &search->rules->shape[search->rules->base];
    unsigned place = search->rules->first_place;
    for (unsigned i = 0; i < base->forms; i++) {
        const struct form *form = &search->rules->form[base->first_form + i];
        if (form_is_inside(form, (int)field_row(place), (int)field_column(place)) &&
            !search->visit(
                search->context, base->first_form + i, false, field_row(place), (uint64_t)1 << field_column(place)))
            return false;
    }
    return true;
}

/* ANCHORS with which enough nodes touch the GROUND. */
static uint64_t founded(const struct search *search, const struct field_set *ground, const struct form *form,
    unsigned row, uint64_t anchors)
{
    uint64_t enough = 0;
    for (uint64_t left = anchors; left != 0; left &= left - 1) {
        unsigned place = field_place(row, (unsigned)__builtin_ctzll(left));
        if (form_touch_count(search->rules, form, place, ground) >= search->rules->base_touch)
            enough |= left & (~left + 1);
    }
    return enough;
}

static bool visit_bases(struct search *search)
{
    const struct rules *rules = search->rules;
    const struct shape *base = &rules->shape[rules->base];
    struct field_set spare;
    const struct field_set *ground = stakd_ground(rules, search->position, &spare);
    if (search->position->bases == 0)
        return visit_first_base(search);
    search->low = 1;
    search->high = FIELD_SIDE;
    for (unsigned row = 1; row <= FIELD_SIDE; row++) {
        search->free[row] = ~ground->rows[row] & WINDOW_COLUMNS;
        search->touching[row] = touching_row(rules, ground, row);
    }
    for (unsigned i = 0; i < base->forms; i++) {
        const struct form *form = &rules->form[base->first_form + i];
        for (unsigned row = 1; row <= FIELD_SIDE; row++) {
            uint64_t anchors = connected(search, form, row, fitting(search, search->free, form, row));
            anchors = founded(search, ground, form, row, anchors);
            if (anchors != 0 && !search->visit(search->context, base->first_form + i, false, row, anchors))
                return false;
        }
    }
    return true;
}

/* What the walk is made for. */

static struct search begin_search(
    const struct rules *rules, const struct position *position, unsigned seat, anchors_visitor *visit, void *context)
{
    struct search search;
    search.rules = rules;
    search.position = position;
    search.seat = seat;
    search.hand = position->hands[seat - 1];
    search.visit = visit;
    search.context = context;
    search.low = position->low;
    search.high = position->high;
    return search;
}

static bool take_first(void *context, unsigned form, bool start, unsigned row, uint64_t anchors)
{
    struct found *found = context;
    (void)start;
    *found = (struct found){(uint16_t)field_place(row, (unsigned)__builtin_ctzll(anchors)), (uint8_t)form};
    return false;
}

enum plays stakd_find_play(const struct rules *rules, struct position *position, unsigned seat)
{
    struct found *found = &position->found[seat - 1];
    const uint8_t *hand = position->hands[seat - 1];
    if (found->place != FIELD_NONE && hand[rules->form[found->form].shape] > 0 && hand[rules->base] == 0 &&
        stakd_judge_here(rules, position, found->form, found->place) == LEGAL)
        return PLAY_HERE;
    struct search search = begin_search(rules, position, seat, take_first, found);
    if (hand[rules->base] > 0)
        return visit_bases(&search) ? NO_PLAY : PLAY_HERE;
    if (!visit_here(&search))
        return PLAY_HERE;
    return visit_above(&search) ? NO_PLAY : PLAY_ABOVE;
}

struct generation {
    const struct rules *rules;
    turn_visitor *visit;
    void *context;
    uint64_t count;
    struct turn turn;
};

static bool make_turns(void *context, unsigned form, bool start, unsigned row, uint64_t anchors)
{
    struct generation *generation = context;
    const struct form *laid = &generation->rules->form[form];
    struct writing writing = {(unsigned char)generation->rules->shape[laid->shape].letter, laid->turn, row, 0};
    for (; anchors != 0; anchors &= anchors - 1) {
        writing.column = (unsigned)__builtin_ctzll(anchors);
        generation->turn.steps[0] =
            (struct step){pack_writing(writing), (uint16_t)field_place(row, writing.column), start ? '^' : '@'};
        if (!generation->visit(generation->context, &generation->turn))
            return false;
    }
    return true;
}

static bool add_turns(void *context, unsigned form, bool start, unsigned row, uint64_t anchors)
{
    struct generation *generation = context;
    (void)form;
    (void)start;
    (void)row;
    generation->count += (unsigned)__builtin_popcountll(anchors);
    return true;
}

/* All plays of the one to move, none when the round is over. */
static bool visit_all(
    const struct rules *rules, const struct position *position, anchors_visitor *visit, struct generation *generation)
{
    if (stakd_ending(rules, position) != GOES_ON)
        return true;
    struct search search = begin_search(rules, position, position->state.seat, visit, generation);
    if (search.hand[rules->base] > 0)
        return visit_bases(&search);
    return visit_here(&search) && (!stakd_may_start(rules, position) || visit_above(&search));
}

bool stakd_generate(const void *any_rules, const struct state *state, turn_visitor *visit, void *context)
{
    struct generation generation;
    generation.rules = any_rules;
    generation.visit = visit;
    generation.context = context;
    generation.turn.shape = TURN_FIELD;
    generation.turn.seat = 0;
    generation.turn.count = 1;
    return visit_all(any_rules, (const struct position *)state, make_turns, &generation);
}

uint64_t stakd_count(const void *any_rules, const struct state *state)
{
    struct generation generation;
    generation.count = 0;
    visit_all(any_rules, (const struct position *)state, add_turns, &generation);
    return generation.count;
}

bool stakd_example(const struct rules *rules, const struct position *position, char text[PIECE_TEXT])
{
    struct found found = {0};
    struct search search = begin_search(rules, position, position->state.seat, take_first, &found);
    if (search.hand[rules->base] > 0)
        visit_bases(&search);
    else if (visit_here(&search))
        visit_above(&search);
    if (found.place != FIELD_NONE)
        stakd_piece_text(rules, found.form, found.place, text);
    return found.place != FIELD_NONE;
}
