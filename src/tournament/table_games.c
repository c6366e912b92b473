/* SPDX-License-Identifier: MIT */
#include "tournament/table_games.h"

void table_games_init(struct table_games *games)
{
    *games = (struct table_games){0};
    arena_init(&games->arena, 0);
    string_table_init(&games->names, &games->arena);
    string_table_init(&games->files, &games->arena);
    string_table_add(&games->names, slice_of(""));
}

void table_games_release(struct table_games *games)
{
    arena_release(&games->arena);
}

static void add_seats(struct table_games *games, const catasta_game *game, const struct entry *entry)
{
    struct catasta_seat seat = {.size = sizeof seat};
    for (unsigned i = 0; catasta_game_seat(game, i + 1, &seat); i++) {
        if (!arena_grow(&games->arena, &games->seats, games->seat_count, &games->seat_capacity, sizeof *games->seats))
            return;
        games->seats[games->seat_count++] = (struct table_seat){
            .player = seat.player.bytes == NULL ? 0 : string_table_add(&games->names, slice_of_text(seat.player)),
            .halves = entry->halves[i],
            .place = (uint8_t)entry->places[i],
            .side = (uint8_t)seat.side,
        };
        if (entry->game.at != NULL)
            games->list[games->count - 1].names[i] = seat.name;
    }
}

bool table_games_add(struct table_games *games, const catasta_game *game, const struct entry *entry, const char *why)
{
    struct catasta_info info = {.size = sizeof info};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    if (!arena_grow(&games->arena, &games->list, games->count, &games->capacity, sizeof *games->list))
        return false;
    catasta_game_info(game, &info);
    catasta_game_outcome(game, &outcome);
    games->list[games->count++] = (struct table_game){
        .reason = outcome.reason,
        .file = string_table_add(&games->files, slice_of_text(info.file)),
        .number = info.number,
        .round = entry->round,
        .first = (uint32_t)games->seat_count,
        .seats = (uint8_t)entry->seats,
        .counted = entry->counted,
        .unplayed = entry->unplayed,
        .why = why,
    };
    add_seats(games, game, entry);
    return !games->arena.failed;
}
