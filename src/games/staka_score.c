/* Staka's points, and the end of a game. */
#include "games/score_sum.h"
#include "games/sides.h"
#include "games/staka.h"

bool staka_is_finished(const struct position *position, unsigned seat)
{
    const struct hand *hand = &position->hands[seat - 1];
    return position->phase == PHASE_PLAY && position->bank_size == 0 && hand->size == 0 && !hand->has_double;
}

uint32_t staka_finished(const struct position *position)
{
    uint32_t seats = 0;
    for (unsigned seat = 1; seat <= position->state.players; seat++)
        seats |= (uint32_t)staka_is_finished(position, seat) << (seat - 1);
    return seats;
}

uint32_t staka_gone(const void *any_rules, const struct state *state)
{
    const struct position *position = (const struct position *)state;
    return staka_stops(any_rules) ? position->stopped : staka_finished(position);
}

bool staka_can_stop(const struct rules *rules, const struct position *position)
{
    return rules->may_stop && staka_is_finished(position, position->state.seat);
}

bool staka_stops(const void *any_rules)
{
    return ((const struct rules *)any_rules)->may_stop;
}

/* What places are counted by. */
struct counting {
    const struct rules *rules;
    const struct position *position;
    uint8_t owners[COLOURS];
    unsigned highest; /* of the stacks with pawns */
};

static unsigned find_highest(const struct rules *rules, const struct position *position)
{
    unsigned highest = 0;
    for (unsigned i = 0; i < position->state.players; i++) {
        const struct pile *place = place_at(rules, position, position->pawns[i]);
        if (place != NULL && place->height > highest)
            highest = place->height;
    }
    return highest;
}

static struct counting count_by(const struct rules *rules, const struct position *position)
{
    struct counting counting = {rules, position, {0}, find_highest(rules, position)};
    for (unsigned i = 0; i < position->state.players; i++)
        counting.owners[position->hands[i].colour] = (uint8_t)(i + 1);
    return counting;
}

/* What PLACE counts, and for whom: seat 0 where its colour is nobody's. */
static struct term count_place(const struct counting *counting, const struct pile *place)
{
    unsigned seat = counting->owners[top_of(counting->position, place)->up];
    struct term term = {.seat = (uint8_t)seat, .count = place->points, .times = 1};
    if (seat == 0 || (place->pawns >> (seat - 1) & 1) == 0)
        return term;
    bool highest = place->height >= counting->highest;
    term.times = highest ? 3 : 2;
    term.why = highest ? "the pawn stands on it, and none higher" : "the pawn stands on it, and another higher";
    return term;
}

void staka_score(const struct rules *rules, const struct position *position, int32_t points[SEATS])
{
    const struct counting counting = count_by(rules, position);
    const struct pile *places = places_of(rules, position);
    memset(points, 0, SEATS * sizeof *points);
    for (unsigned i = 0; i < position->first[FIELD_SIDE + 1]; i++) {
        const struct term term = count_place(&counting, &places[i]);
        if (term.seat != 0)
            points[term.seat - 1] += term.times * term.count;
    }
}

void staka_match(const void *any_rules, struct match_rule *rule)
{
    rule->best_of = ((const struct rules *)any_rules)->best_of;
}

unsigned staka_sides(const void *any_rules)
{
    return ((const struct rules *)any_rules)->teams ? 2 : 0;
}

void staka_judge_end(const void *any_rules, const struct state *state, struct outcome *outcome)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    int32_t points[SEATS];
    unsigned playing = state->players - (unsigned)__builtin_popcount(staka_gone(rules, state));
    bool finished = staka_finished(position) == (1u << state->players) - 1;
    *outcome = (struct outcome){0};
    staka_score(rules, position, points);
    for (unsigned i = 0; i < state->players; i++)
        outcome->halves[i] = 2 * points[i];
    bool stalled = rules->stalls && position->phase == PHASE_PLAY && position->nones > 0 && position->nones >= playing;
    outcome->over = finished || stalled;
    if (!outcome->over)
        return;
    outcome->reason = finished ? "played-out" : "stalled";
    outcome->winners = sides_ahead(outcome->halves, state->players, staka_sides(rules), false);
}

/* The pieces of PLACE, bottom to top, "WR.GB". */
static const char *pieces_text(const struct counting *counting, const struct pile *place, struct arena *arena)
{
    const struct piece *pieces = counting->position->pieces;
    const char *letter = counting->rules->colours.letter;
    size_t count = 0;
    for (unsigned top = place->top; top != 0; top = pieces[top - 1].below)
        count++;
    char *text = arena_alloc(arena, 3 * count);
    char *at = text == NULL ? NULL : text + 3 * count;
    for (unsigned top = place->top; at != NULL && top != 0; top = pieces[top - 1].below) {
        *--at = top == place->top ? '\0' : '.';
        *--at = letter[pieces[top - 1].down];
        *--at = letter[pieces[top - 1].up];
    }
    return text;
}

/* WHY, and that there are doubles in PLACE that count more than their number. */
static const char *why_text(
    const struct counting *counting, const struct pile *place, const char *why, struct arena *arena)
{
    const struct piece *pieces = counting->position->pieces;
    unsigned doubles = 0;
    struct text text;
    for (unsigned top = place->top; top != 0; top = pieces[top - 1].below)
        doubles += pieces[top - 1].up == pieces[top - 1].down;
    if (doubles == 0 || counting->rules->double_points == 1)
        return why;
    text_init(&text);
    text_printf(&text, "%s%s%s %u", why == NULL ? "" : why, why == NULL ? "" : "; ",
        doubles == 1 ? "the double counts" : "doubles count", counting->rules->double_points);
    why = text_kept(&text, arena);
    text_release(&text);
    return why;
}

/* What SEAT has of a place, if it is anything: what counts for it, or a pawn in vain. */
static bool has_term(const struct counting *counting, const struct pile *place, unsigned seat, struct term *term)
{
    unsigned up = top_of(counting->position, place)->up;
    *term = count_place(counting, place);
    if (term->seat == seat)
        return true;
    if ((place->pawns >> (seat - 1) & 1) == 0)
        return false;
    bool neutral = (counting->rules->neutral[counting->position->state.players] >> up & 1) != 0;
    term->why = neutral ? "the pawn stands on a neutral colour" : "the pawn stands on a colour not its own";
    term->seat = (uint8_t)seat;
    term->times = 0;
    return true;
}

/* By the order of their places. */
static void sum_seat(const struct counting *counting, unsigned seat, struct arena *arena, struct score_sum *sum)
{
    const struct pile *place = places_of(counting->rules, counting->position);
    const struct field_set *taken = &counting->position->taken;
    char name[FIELD_TEXT];
    struct term term;
    for (unsigned at = FIELD_NONE; (at = field_next(taken, at)) != FIELD_NONE; place++) {
        if (!has_term(counting, place, seat, &term))
            continue;
        field_text(at, name);
        term.name = name;
        term.holds = pieces_text(counting, place, arena);
        term.why = why_text(counting, place, term.why, arena);
        sum_add(sum, arena, term);
    }
}

bool staka_sum(const void *any_rules, const struct state *state, struct arena *arena, struct score_sum *sum)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    const struct counting counting = count_by(rules, position);
    *sum = (struct score_sum){.one = "point", .many = "points"};
    for (unsigned seat = 1; seat <= state->players; seat++) {
        sum->side[seat - 1] = rules->colours.name[position->hands[seat - 1].colour];
        sum_seat(&counting, seat, arena, sum);
    }
    return !arena->failed;
}
