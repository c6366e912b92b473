/* SPDX-License-Identifier: MIT */
#include "tournament/entry.h"

/* TEXT, at NULL where it says that nobody knows. */
static struct slice known_text(struct catasta_text text)
{
    struct slice said = slice_trim(slice_of_text(text));
    return said.length == 0 || slice_is(said, "?") ? (struct slice){NULL, 0} : slice_of_text(text);
}

/* The digits that VALUE begins with; 0 where there are none, or too many. */
static uint32_t leading_number(struct slice value)
{
    uint32_t number = 0;
    size_t digits = 0;
    while (digits < value.length && value.at[digits] >= '0' && value.at[digits] <= '9')
        digits++;
    return slice_number(slice_shorter(value, digits), 1000000, &number) ? number : 0;
}

/* Of tags that are given twice the last one counts. */
static void read_tags(const catasta_game *game, struct entry *entry)
{
    struct catasta_tag tag = {.size = sizeof tag};
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++) {
        struct slice name = slice_of_text(tag.name);
        if (slice_is(name, "Match"))
            entry->match = (struct entry_tag){known_text(tag.value), tag.inside};
        else if (slice_is(name, "Event"))
            entry->event = (struct entry_tag){known_text(tag.value), tag.inside};
        else if (slice_is(name, "Round"))
            entry->round = leading_number(known_text(tag.value));
        else if (tag.value.bytes == entry->players[0].at)
            entry->first_player = tag.inside;
    }
}

void entry_read(const catasta_game *game, struct entry *entry)
{
    struct catasta_info info = {.size = sizeof info};
    struct catasta_entry worth = {.size = sizeof worth};
    struct catasta_seat seat = {.size = sizeof seat};
    catasta_game_info(game, &info);
    catasta_game_entry(game, &worth);
    *entry = (struct entry){
        .counted = worth.counted,
        .unplayed = worth.unplayed,
        .scoring = worth.scoring,
        .winners = worth.winners,
        .seats = info.seats,
        .game = slice_of_text(info.game),
        .ruleset = slice_of_text(info.ruleset),
        .rule = {.size = sizeof entry->rule},
    };
    memcpy(entry->halves, worth.halves, sizeof entry->halves);
    memcpy(entry->places, worth.places, sizeof entry->places);
    catasta_game_match(game, &entry->rule);
    for (unsigned i = 0; catasta_game_seat(game, i + 1, &seat); i++) {
        entry->players[i] = known_text(seat.player);
        entry->sides[i] = seat.side;
    }
    read_tags(game, entry);
}

static void keep_slice(struct slice *slice, struct arena *arena)
{
    if (slice->at != NULL)
        *slice = arena_copy(arena, *slice);
}

void entry_keep(struct entry *entry, struct arena *arena)
{
    for (unsigned i = 0; i < CATASTA_SEATS; i++)
        keep_slice(&entry->players[i], arena);
    keep_slice(&entry->game, arena);
    keep_slice(&entry->ruleset, arena);
    keep_slice(&entry->match.value, arena);
    keep_slice(&entry->event.value, arena);
}
