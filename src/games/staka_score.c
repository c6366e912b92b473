/* Staka's points, and the end of a game. */
#include "games/staka.h"

bool staka_is_finished(const struct position *position, unsigned seat)
{
    const struct hand *hand = &position->hands[seat - 1];
    return position->phase == PHASE_PLAY && position->bank_size == 0 && hand->size == 0 && !hand->has_double;
}

uint32_t staka_gone(const void *any_rules, const struct state *state)
{
    const struct position *position = (const struct position *)state;
    uint32_t seats = 0;
    (void)any_rules;
    for (unsigned seat = 1; seat <= state->players; seat++)
        seats |= (uint32_t)staka_is_finished(position, seat) << (seat - 1);
    return seats;
}

/* Who owns each colour: a seat, 0: nobody. */
static void find_owners(const struct position *position, uint8_t owners[COLOURS])
{
    memset(owners, 0, COLOURS);
    for (unsigned i = 0; i < position->state.players; i++)
        owners[position->hands[i].colour] = (uint8_t)(i + 1);
}

/* The height of the pawn that stands highest. */
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

void staka_score(const struct rules *rules, const struct position *position, int32_t points[SEATS])
{
    uint8_t owners[COLOURS];
    unsigned highest = find_highest(rules, position);
    const struct pile *places = places_of(rules, position);
    find_owners(position, owners);
    memset(points, 0, SEATS * sizeof *points);
    for (unsigned i = 0; i < position->first[FIELD_SIDE + 1]; i++) {
        const struct pile *place = &places[i];
        unsigned seat = owners[top_of(position, place)->up];
        if (seat == 0)
            continue;
        bool stands = (place->pawns >> (seat - 1) & 1) != 0;
        unsigned times = !stands ? 1 : place->height >= highest ? 3 : 2;
        points[seat - 1] += (int32_t)(times * place->points);
    }
}

/* What a side has in all: in teams every second seat is one. */
static int32_t side_points(const struct rules *rules, const struct state *state, const int32_t *points, unsigned seat)
{
    int32_t sum = points[seat];
    for (unsigned other = seat % 2; rules->teams && other < state->players; other += 2)
        sum += other == seat ? 0 : points[other];
    return sum;
}

void staka_match(const void *any_rules, struct match_rule *rule)
{
    const struct rules *rules = any_rules;
    rule->best_of = rules->best_of;
    rule->sides = rules->teams ? 2 : 0;
}

void staka_judge_end(const void *any_rules, const struct state *state, struct outcome *outcome)
{
    const struct rules *rules = any_rules;
    const struct position *position = (const struct position *)state;
    int32_t points[SEATS];
    int32_t best = 0;
    unsigned finished = (unsigned)__builtin_popcount(staka_gone(rules, state));
    *outcome = (struct outcome){0};
    staka_score(rules, position, points);
    for (unsigned i = 0; i < state->players; i++) {
        outcome->halves[i] = 2 * points[i];
        int32_t side = side_points(rules, state, points, i);
        best = side > best ? side : best;
    }
    bool stalled = rules->stalls && position->phase == PHASE_PLAY && position->nones > 0 &&
        position->nones >= state->players - finished;
    outcome->over = finished == state->players || stalled;
    if (!outcome->over)
        return;
    outcome->reason = finished == state->players ? "played-out" : "stalled";
    for (unsigned i = 0; i < state->players; i++)
        outcome->winners |= (uint32_t)(side_points(rules, state, points, i) == best) << i;
}
