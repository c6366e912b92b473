/* Staka's field: pieces laid and lifted, pawns moved, and who is at the edge. */
#include "games/staka.h"

static void open_place(const struct rules *rules, struct position *position, unsigned at)
{
    struct pile *places = places_of(rules, position);
    unsigned row = field_row(at);
    uint64_t before = position->taken.rows[row] & (((uint64_t)1 << field_column(at)) - 1);
    unsigned rank = position->first[row] + (unsigned)__builtin_popcountll(before);
    unsigned count = position->first[FIELD_SIDE + 1];
    memmove(&places[rank + 1], &places[rank], (count - rank) * sizeof *places);
    places[rank] = (struct pile){0};
    field_put(&position->taken, at);
    for (row++; row < FIELD_SIDE + 3; row++)
        position->first[row]++;
}

static void close_place(const struct rules *rules, struct position *position, unsigned at)
{
    struct pile *places = places_of(rules, position);
    struct pile *place = place_at(rules, position, at);
    unsigned rank = (unsigned)(place - places);
    unsigned count = position->first[FIELD_SIDE + 1];
    memmove(place, place + 1, (count - rank - 1) * sizeof *places);
    places[count - 1] = (struct pile){0};
    field_remove(&position->taken, at);
    for (unsigned row = field_row(at) + 1; row < FIELD_SIDE + 3; row++)
        position->first[row]--;
}

void staka_lay(const struct rules *rules, struct position *position, unsigned at, unsigned up, unsigned down)
{
    if (!field_has(&position->taken, at))
        open_place(rules, position, at);
    struct pile *place = place_at(rules, position, at);
    struct piece *piece = &position->pieces[position->laid];
    *piece = (struct piece){place->top, (uint8_t)up, (uint8_t)down};
    place->top = ++position->laid;
    place->height = (uint16_t)(place->height + height_of(rules, piece));
    place->points = (uint16_t)(place->points + points_of(rules, piece));
}

void staka_lift(const struct rules *rules, struct position *position, unsigned at)
{
    struct pile *place = place_at(rules, position, at);
    struct piece *piece = &position->pieces[--position->laid];
    place->height = (uint16_t)(place->height - height_of(rules, piece));
    place->points = (uint16_t)(place->points - points_of(rules, piece));
    place->top = piece->below;
    *piece = (struct piece){0};
    if (place->top == 0)
        close_place(rules, position, at);
}

void staka_move_pawn(const struct rules *rules, struct position *position, unsigned to)
{
    unsigned seat = position->state.seat;
    uint8_t bit = (uint8_t)(1u << (seat - 1));
    struct pile *from = place_at(rules, position, position->pawns[seat - 1]);
    if (from != NULL)
        from->pawns = (uint8_t)(from->pawns & ~bit);
    place_at(rules, position, to)->pawns |= bit;
    position->pawns[seat - 1] = (uint16_t)to;
}

unsigned staka_touching(const struct rules *rules, const struct position *position, unsigned at)
{
    uint16_t touching[FIELD_TOUCHING];
    unsigned count = field_touching(rules->lattice, at, touching);
    unsigned taken = 0;
    for (unsigned i = 0; i < count; i++)
        taken += touching[i] != FIELD_NONE && field_has(&position->taken, touching[i]);
    return taken;
}

bool staka_is_edge(
    const struct rules *rules, const struct position *position, const struct field_set *outside, unsigned at)
{
    uint16_t touching[FIELD_TOUCHING];
    unsigned count = field_touching(rules->lattice, at, touching);
    if (!field_has(&position->taken, at))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (touching[i] == FIELD_NONE || field_has(outside, touching[i]))
            return true;
    return false;
}
