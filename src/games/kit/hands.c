/* SPDX-License-Identifier: MIT */
#include "games/kit/hands.h"

bool hands_read(struct position_reader *reader, struct slice text, hand_reader *read)
{
    struct slice rest = text;
    struct slice hand;
    unsigned seats = 0;
    while (slice_split(&rest, '/', &hand)) {
        if (seats == SEATS)
            return refuse_field(reader, hand, "there are more than 8 hands");
        if (!read(reader, seats++, hand))
            return false;
    }
    reader->state->players = (uint8_t)seats;
    return ((reader->players == 0 || seats == reader->players) && game_allows_players(reader->rules, seats)) ||
        refuse_field(reader, text, "there are as many hands as players, with '/' between");
}

void hands_write(const void *rules, const struct state *state, hand_writer *write, struct text *text)
{
    for (unsigned seat = 0; seat < state->players; seat++) {
        text_add_string(text, seat > 0 ? "/" : "");
        write(rules, state, seat, text);
    }
}

unsigned hand_count(const struct hand *hand)
{
    unsigned count = 0;
    for (unsigned i = 0; i < hand->kinds; i++)
        count += hand->of[hand->order == NULL ? i : hand->order[i]];
    return count;
}

void hand_show(const void *rules, unsigned seat, const char *name, const struct hand *hand, kind_look *look,
    struct arena *arena, struct view_list *list)
{
    unsigned count = hand_count(hand);
    struct view_piece *pieces = arena_alloc(arena, (count + 1) * sizeof *pieces);
    *list = (struct view_list){.seat = (uint8_t)seat, .count = (uint16_t)count, .pieces = pieces};
    strncpy(list->name, seat == 0 ? name : game_seat_name(rules, seat), sizeof list->name - 1);
    for (unsigned i = 0; i < hand->kinds && pieces != NULL; i++) {
        unsigned kind = hand->order == NULL ? i : hand->order[i];
        const struct view_piece piece = hand->of[kind] == 0 ? (struct view_piece){.seat = 0} : look(rules, kind, arena);
        for (unsigned n = 0; n < hand->of[kind]; n++)
            *pieces++ = piece;
    }
}
