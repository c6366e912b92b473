/* Stakd's plays, found row by row: the places where a form may be laid are those where each of its
   nodes may lie, an AND of shifted rows.  The same walk finds one play, all of them, or how many
   there are.  Trying each place by judge instead makes perft and check many times slower. */
#include "games/stakd/stakd.h"

#define WINDOW_COLUMNS ((((uint64_t)1 << FIELD_SIDE) - 1) << 1)

enum { ROWS = FIELD_SIDE + 2 };

struct stakd_search {
    const struct stakd_rules *rules;
    const struct stakd *position;
    unsigned seat;

    /* What is done with plays: the first goes into FOUND, or VISIT is called, or they are counted. */
    struct stakd_piece *found;
    turn_visitor *visit;
    void *context;
    uint64_t count;

    bool starts;              /* they start a layer */
    unsigned first, end;      /* of the pieces that none may cover exactly */
    unsigned touch;           /* nodes that touch one of its layer; 0: none need */
    unsigned only;            /* the one place of anchors that is listed; FIELD_NONE: all */
    unsigned low, high;       /* rows that FREE and TOUCHING have */
    uint64_t free[ROWS];      /* where nodes may lie */
    uint64_t touching[ROWS];  /* one of which must be here */
    struct field_set *ground; /* of bases */
};

/* Takes the plays of SHAPE, turned, with first nodes in ROW; false to stop. */
static bool take(struct stakd_search *search, unsigned shape, unsigned turn, unsigned row, uint64_t places)
{
    const struct stakd_turned *turned = &search->rules->shape[shape].turned[turn];
    struct turn play;
    if (search->found != NULL) {
        *search->found = (struct stakd_piece){.place = (uint16_t)field_place(row, (unsigned)__builtin_ctzll(places)),
            .form = turned->form,
            .shape = (uint8_t)shape};
        return false;
    }
    if (search->visit == NULL) {
        search->count += (unsigned)__builtin_popcountll(places);
        return true;
    }
    play.shape = TURN_FIELD;
    play.seat = 0;
    play.count = 1;
    for (; places != 0; places &= places - 1) {
        const struct stakd_writing writing = {(unsigned char)search->rules->shape[shape].letter, turn,
            row - (unsigned)turned->row, (unsigned)(__builtin_ctzll(places) - turned->column)};
        play.steps[0] = stakd_step(writing, search->starts ? '^' : '@');
        if (!search->visit(search->context, &play))
            return false;
    }
    return true;
}

/* Bit c: what bit c + COLUMNS of ROW says. */
static uint64_t shifted(uint64_t row, int columns)
{
    return columns >= 0 ? row >> columns : row << -columns;
}

/* Visits the plays of SHAPE whose nodes are all in OPEN. */
static bool visit_shape(struct stakd_search *search, unsigned shape, const uint64_t *open)
{
    const struct stakd_rules *rules = search->rules;
    for (unsigned turn = 0; turn < rules->turns; turn++) {
        const struct stakd_turned *turned = &rules->shape[shape].turned[turn];
        const struct stakd_form *form = &rules->form[turned->form];
        int row_only = (int)field_row(search->only) + turned->row;
        int column_only = (int)field_column(search->only) + turned->column;
        if (turned->repeats || (search->only != FIELD_NONE && !is_inside(form, row_only, column_only)))
            continue;
        for (unsigned row = search->low; row + form->top <= search->high; row++) {
            uint64_t places = open[row];
            uint64_t touching = search->touch == 0 ? places : 0;
            if (search->only != FIELD_NONE)
                places &= (int)row == row_only ? (uint64_t)1 << column_only : 0;
            for (unsigned i = 1; i < form->nodes && places != 0; i++)
                places &= shifted(open[row + (unsigned)form->node[i][0]], form->node[i][1]);
            for (unsigned i = 0; i < form->nodes && (places & ~touching) != 0; i++)
                touching |= shifted(search->touching[row + (unsigned)form->node[i][0]], form->node[i][1]);
            places &= touching;
            for (unsigned i = search->first; i < search->end && places != 0; i++) {
                const struct stakd_piece *piece = &search->position->pieces[i];
                if (piece->form == turned->form && field_row(piece->place) == row)
                    places &= ~((uint64_t)1 << field_column(piece->place));
            }
            for (uint64_t left = search->touch > 1 ? places : 0; left != 0; left &= left - 1) {
                const struct stakd_piece piece = {
                    .place = (uint16_t)field_place(row, (unsigned)__builtin_ctzll(left)), .form = turned->form};
                if (touch_count(rules, &piece, search->ground, search->touch) < search->touch)
                    places &= ~(left & (~left + 1));
            }
            if (places != 0 && !take(search, shape, turn, row, places))
                return false;
        }
    }
    return true;
}

/* The first base is listed on one place alone, though it may lie anywhere. */
static bool visit_bases(struct stakd_search *search)
{
    struct field_set ground = stakd_ground(search->rules, search->position);
    bool others = search->position->bases > 0;
    search->low = 1;
    search->high = FIELD_SIDE;
    search->ground = &ground;
    search->touch = others ? search->rules->base_touch : 0;
    search->only = others ? FIELD_NONE : search->rules->first_place;
    for (unsigned row = 1; row <= FIELD_SIDE; row++) {
        search->free[row] = ~ground.rows[row] & WINDOW_COLUMNS;
        search->touching[row] = touching_row(search->rules, &ground, row);
    }
    return visit_shape(search, search->rules->role[BASE], search->free);
}

/* Where nodes may lie on the current layer, in no more rows than need be; false when nothing of it touches. */
static bool spread_out(struct stakd_search *search)
{
    const struct stakd *position = search->position;
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

/* What is free without the pieces that take no more of SHAPE; false when nothing that touches is left. */
static bool open_to(const struct stakd_search *search, unsigned shape, uint64_t open[ROWS])
{
    const struct stakd *position = search->position;
    unsigned closed = 1u << shape | 1u << search->rules->role[BOMBER];
    uint64_t any = 0;
    memcpy(&open[search->low], &search->free[search->low], (search->high - search->low + 1) * sizeof *open);
    for (unsigned i = position->below; i < position->top; i++) {
        const struct stakd_piece *piece = &position->pieces[i];
        const struct stakd_form *form = &search->rules->form[piece->form];
        for (unsigned j = 0; j <= form->top && (piece->carries & closed) != 0; j++)
            open[field_row(piece->place) + j] &= ~bits_of(form, piece->place, j);
    }
    for (unsigned row = search->low; row <= search->high; row++)
        any |= open[row] & search->touching[row];
    return any != 0;
}

/* Plays on the current layer, the smallest pieces first, or those that start a layer, the largest first. */
static bool visit_layer(struct stakd_search *search, bool starts)
{
    const struct stakd_rules *rules = search->rules;
    const struct stakd *position = search->position;
    const uint8_t *hand = position->hands[search->seat - 1];
    uint64_t open[ROWS];
    search->starts = starts;
    search->touch = starts ? 0 : 1;
    search->first = starts ? position->top : position->below;
    search->end = starts ? position->count : position->top;
    search->low = position->low;
    search->high = position->high;
    if (!starts && (position->layer == 0 || !spread_out(search)))
        return true;
    unsigned barred = 1u << rules->role[BASE] | (starts || position->bombed ? 1u << rules->role[BOMBER] : 0);
    if (starts && hand[rules->role[UNI]] > 0 && !stakd_holds_only_unis(rules, position, search->seat))
        barred |= 1u << rules->role[UNI];
    for (const uint8_t *next = rules->by_size[starts], *end = next + rules->shapes; next < end; next++) {
        unsigned shape = *next;
        if (hand[shape] == 0 || (barred >> shape & 1) != 0)
            continue;
        if ((starts || open_to(search, shape, open)) &&
            !visit_shape(search, shape, starts ? position->nodes.rows : open))
            return false;
    }
    return true;
}

/* Where the walk was stopped, NO_PLAY: nowhere; plays that start a layer are visited if MAY_START. */
static enum stakd_plays visit_plays(struct stakd_search *search, bool may_start)
{
    if (search->position->hands[search->seat - 1][search->rules->role[BASE]] > 0)
        return visit_bases(search) ? NO_PLAY : PLAY_HERE;
    if (!visit_layer(search, false))
        return PLAY_HERE;
    return !may_start || visit_layer(search, true) ? NO_PLAY : PLAY_ABOVE;
}

static void begin_search(
    struct stakd_search *search, const struct stakd_rules *rules, const struct stakd *position, unsigned seat)
{
    search->rules = rules;
    search->position = position;
    search->seat = seat;
    search->found = NULL;
    search->visit = NULL;
    search->count = 0;
    search->starts = false;
    search->first = search->end = 0;
    search->only = FIELD_NONE;
}

enum stakd_plays stakd_find_play(const struct stakd_rules *rules, struct stakd *position, unsigned seat)
{
    struct stakd_piece *found = &position->found[seat - 1];
    const uint8_t *hand = position->hands[seat - 1];
    struct stakd_search search;
    if (found->place != FIELD_NONE && hand[found->shape] > 0 && hand[rules->role[BASE]] == 0 &&
        stakd_judge_here(rules, position, found, true) == LEGAL)
        return PLAY_HERE;
    begin_search(&search, rules, position, seat);
    search.found = found;
    return visit_plays(&search, true);
}

const char *stakd_example(const struct stakd_rules *rules, const struct stakd *position, char text[PIECE_TEXT])
{
    struct stakd_piece found;
    struct stakd_search search;
    begin_search(&search, rules, position, position->state.seat);
    search.found = &found;
    text[0] = '\0';
    return visit_plays(&search, true) == NO_PLAY ? text : stakd_piece_text(rules, &found, text);
}

/* All plays of the one to move, none when the round is over. */
static bool visit_all(struct stakd_search *search, const void *rules, const struct state *state)
{
    const struct stakd *position = (const struct stakd *)state;
    return stakd_ending(rules, position) != GOES_ON || visit_plays(search, stakd_may_start(rules, position)) == NO_PLAY;
}

bool stakd_generate(const void *rules, const struct state *state, turn_visitor *visit, void *context)
{
    struct stakd_search search;
    begin_search(&search, rules, (const struct stakd *)state, state->seat);
    search.visit = visit;
    search.context = context;
    return visit_all(&search, rules, state);
}

uint64_t stakd_count(const void *rules, const struct state *state)
{
    struct stakd_search search;
    begin_search(&search, rules, (const struct stakd *)state, state->seat);
    visit_all(&search, rules, state);
    return search.count;
}
