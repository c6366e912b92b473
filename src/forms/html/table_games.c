#include "forms/html/table_games.h"

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

static uint8_t place_of(const struct entry *entry, unsigned seat)
{
    unsigned better = 0;
    for (unsigned i = 0; i < entry->report->seats; i++)
        better += entry_compare(entry, i, seat) > 0;
    return (uint8_t)(better + 1);
}

static void add_seats(struct table_games *games, const struct entry *entry)
{
    const struct report *report = entry->report;
    for (unsigned i = 0; i < report->seats; i++) {
        struct slice name = report->players[i];
        if (!arena_grow(&games->arena, &games->seats, games->seat_count, &games->seat_capacity, sizeof *games->seats))
            return;
        games->seats[games->seat_count++] = (struct table_seat){
            .player = name.at == NULL ? 0 : string_table_add(&games->names, name),
            .halves = entry_counts(entry) ? entry->halves[i] : 0,
            .place = entry_counts(entry) ? place_of(entry, i) : 1,
        };
    }
}

bool table_games_add(struct table_games *games, const struct entry *entry, const char *why)
{
    const struct report *report = entry->report;
    if (!arena_grow(&games->arena, &games->list, games->count, &games->capacity, sizeof *games->list))
        return false;
    games->list[games->count++] = (struct table_game){
        .game = report->book.game,
        .reason = report->outcome.reason,
        .file = string_table_add(&games->files, slice_of(entry->file)),
        .number = entry->number,
        .round = entry->round,
        .first = (uint32_t)games->seat_count,
        .sides = entry->sides,
        .seats = (uint8_t)report->seats,
        .counted = entry->counted,
        .unplayed = entry->unplayed,
        .why = why,
    };
    for (unsigned i = 0; report->book.game != NULL && i < report->seats; i++)
        games->list[games->count - 1].names[i] = report->book.game->seat_name(report->book.rules, i + 1);
    add_seats(games, entry);
    return !games->arena.failed;
}
