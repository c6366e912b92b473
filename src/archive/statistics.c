/* SPDX-License-Identifier: MIT */
#include "archive/statistics.h"
#include "archive/fields.h"

#include <stdlib.h>

bool stats_init(struct stats *stats, struct slice by, struct text *message)
{
    *stats = (struct stats){.grouped = by.length > 0};
    arena_init(&stats->arena, 0);
    string_table_init(&stats->names, &stats->arena);
    string_table_init(&stats->group_names, &stats->arena);
    return !stats->grouped || field_read(by, &stats->by, message);
}

void stats_release(struct stats *stats)
{
    text_release(&stats->key);
    arena_release(&stats->arena);
}

/* Facts. */

unsigned count_sides(const catasta_game *game, uint32_t seats)
{
    struct catasta_seat seat = {.size = sizeof seat};
    uint32_t sides = 0;
    unsigned count = 0;
    for (unsigned i = 0; catasta_game_seat(game, i + 1, &seat); i++)
        sides |= (seats >> i & 1) != 0 ? (uint32_t)1 << seat.side : 0;
    for (; sides != 0; sides &= sides - 1)
        count++;
    return count;
}

/* Of SEAT, from 1; -1: the game does not count. */
static int64_t score_of(const catasta_game *game, const struct catasta_entry *entry, unsigned seat)
{
    if (entry->counted >= CATASTA_LEFT_ILLEGAL || entry->counted == CATASTA_COUNTED_UNPLAYED)
        return -1;
    uint32_t winners = entry->winners == 0 ? UINT32_MAX : entry->winners;
    unsigned sides = count_sides(game, winners);
    return (winners >> (seat - 1) & 1) == 0 || sides == 0 ? 0 : STAT_WIN / (int64_t)sides;
}

static void take_players(
    const catasta_game *game, const struct catasta_entry *entry, struct game_facts *facts, struct arena *arena)
{
    struct catasta_seat seat = {.size = sizeof seat};
    for (unsigned i = 0; catasta_game_seat(game, i + 1, &seat); i++)
        if (seat.player.bytes != NULL) {
            facts->players[i] = arena_copy(arena, slice_from(seat.player));
            facts->scores[i] = score_of(game, entry, i + 1);
        }
}

/* Several who have won are one result; if all have, it is a draw. */
static struct slice result_name(const catasta_game *game, const struct catasta_entry *entry, struct arena *arena)
{
    struct catasta_seat seat = {.size = sizeof seat};
    bool shared = count_sides(game, entry->winners) == count_sides(game, UINT32_MAX);
    bool alone = count_sides(game, UINT32_MAX) < 2;
    SCOPED(text, name);
    for (unsigned i = 0; catasta_game_seat(game, i + 1, &seat); i++)
        if ((entry->winners >> i & 1) != 0 && (alone || !shared)) {
            text_add_string(&name, name.length > 0 ? " and " : "");
            text_add_string(&name, seat.name);
        }
    if (name.length == 0)
        text_add_string(&name, entry->counted >= CATASTA_LEFT_ILLEGAL ? "undecided" : alone ? "nobody" : "draw");
    return arena_copy(arena, text_slice(&name));
}

static void take_first_turn(
    const catasta_game *game, const struct catasta_entry *entry, struct game_facts *facts, struct arena *arena)
{
    struct catasta_node node = {.size = sizeof node};
    SCOPED(text, name);
    if (!catasta_game_node(game, 0, &node) || node.next == CATASTA_NOWHERE ||
        !catasta_game_node(game, node.next, &node) || node.verdict != CATASTA_LEGAL)
        return;
    text_printf(&name, "%pS %pS", SLICE(slice_from(node.text)), SLICE(facts->ruleset));
    facts->first = arena_copy(arena, text_slice(&name));
    facts->first_score = score_of(game, entry, node.seat);
}

static void take_faults(const catasta_game *game, struct game_facts *facts, struct arena *arena)
{
    struct catasta_diagnostic fault = {.size = sizeof fault};
    size_t room = 0;
    while (catasta_game_diagnostic(game, facts->fault_count, &fault) &&
        arena_grow(arena, &facts->faults, facts->fault_count, &room, sizeof *facts->faults))
        facts->faults[facts->fault_count++] = fault.id;
}

/* A copy of what there is of TEXT. */
static struct slice copy_known(struct catasta_text text, struct arena *arena)
{
    return text.bytes == NULL ? (struct slice){NULL, 0} : arena_copy(arena, slice_from(text));
}

struct game_facts *stats_facts(const struct stats *stats, const catasta_game *game, struct arena *arena)
{
    const struct catasta_info info = info_of(game);
    struct catasta_entry entry = {.size = sizeof entry};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct slice by;
    SCOPED(text, scratch);
    struct game_facts *facts = arena_alloc(arena, sizeof *facts);
    if (facts == NULL)
        return NULL;
    catasta_game_entry(game, &entry);
    catasta_game_outcome(game, &outcome);
    if (stats->grouped && field_value(&stats->by, game, 0, &scratch, &by))
        facts->by = arena_copy(arena, by);
    facts->illegal = !info.legal;
    facts->unplayed = info.unplayed;
    facts->plies = info.plies;
    facts->timed_turns = info.timed_turns;
    facts->milliseconds = info.milliseconds;
    facts->ruleset = copy_known(info.ruleset, arena);
    facts->result = result_name(game, &entry, arena);
    facts->reason = outcome.reason == NULL ? "undecided" : outcome.reason;
    take_first_turn(game, &entry, facts, arena);
    take_faults(game, facts, arena);
    take_players(game, &entry, facts, arena);
    return arena->failed ? NULL : facts;
}

/* Adding up. */

/* The number of .key in NAMES, and room for it in the array at ITEMS; SIZE_MAX: there is no memory. */
static size_t find_item(struct stats *stats, struct string_table *names, void *items, size_t *capacity, size_t size)
{
    size_t count = names->count;
    size_t number = stats->key.failed ? SIZE_MAX : string_table_add(names, text_slice(&stats->key));
    bool fits = !stats->arena.failed && arena_grow(&stats->arena, items, count, capacity, size);
    return fits ? number : SIZE_MAX;
}

/* The group NAME, at NULL of games without a value; SIZE_MAX: there is no memory. */
static size_t find_group(struct stats *stats, struct slice name)
{
    bool named = name.at != NULL;
    text_clear(&stats->key);
    text_add_char(&stats->key, named ? '+' : '-');
    if (named)
        text_add(&stats->key, name);
    size_t group = find_item(stats, &stats->group_names, &stats->groups, &stats->group_capacity, sizeof *stats->groups);
    if (group == stats->group_count) {
        struct slice own = stats->group_names.items[group];
        stats->groups[stats->group_count++] =
            (struct stat_group){.name = {named ? own.at + 1 : NULL, named ? own.length - 1 : 0}};
    }
    return group;
}

static void count_row(struct stats *stats, size_t group, enum stat_kind kind, struct slice name, int64_t score)
{
    size_t before = stats->names.count;
    text_clear(&stats->key);
    text_add_number(&stats->key, (long long)group);
    text_add_char(&stats->key, (char)('a' + (int)kind));
    size_t prefix = stats->key.length;
    text_add(&stats->key, name);
    size_t row = find_item(stats, &stats->names, &stats->rows, &stats->row_capacity, sizeof *stats->rows);
    if (row == SIZE_MAX)
        return;
    if (row == before) {
        struct slice own = stats->names.items[row];
        stats->rows[row] =
            (struct stat_row){.name = {own.at + prefix, own.length - prefix}, .kind = kind, .group = (uint32_t)group};
    }
    stats->rows[row].count++;
    stats->rows[row].scored += score >= 0;
    stats->rows[row].score += score > 0 ? (uint64_t)score : 0;
}

static uint64_t number_of(struct slice name)
{
    uint32_t number = 0;
    return slice_number(name, UINT32_MAX, &number) ? number : 0;
}

void stats_add(struct stats *stats, const struct game_facts *facts)
{
    char plies[NUMBER_ROOM];
    size_t group = find_group(stats, facts->by);
    if (group == SIZE_MAX)
        return;
    struct stat_group *to = &stats->groups[group];
    to->games++;
    to->illegal += facts->illegal;
    to->unplayed += facts->unplayed;
    if (facts->ruleset.at != NULL)
        count_row(stats, group, STAT_RULESET, facts->ruleset, -1);
    if (!facts->unplayed) {
        to->plies += facts->plies;
        to->timed_turns += facts->timed_turns;
        to->milliseconds += facts->milliseconds;
        number_write(plies, facts->plies);
        count_row(stats, group, STAT_LENGTH, slice_of(plies), -1);
    }
    count_row(stats, group, STAT_RESULT, facts->result, -1);
    count_row(stats, group, STAT_REASON, slice_of(facts->reason), -1);
    if (facts->first.at != NULL)
        count_row(stats, group, STAT_FIRST, facts->first, facts->first_score);
    for (size_t i = 0; i < facts->fault_count; i++)
        count_row(stats, group, STAT_FAULT, slice_of(facts->faults[i]), -1);
    for (unsigned i = 0; i < CATASTA_SEATS; i++)
        if (facts->players[i].at != NULL)
            count_row(stats, group, STAT_PLAYER, facts->players[i], facts->scores[i]);
}

/* In order. */

static int compare_rows(const void *a, const void *b)
{
    const struct stat_row *x = a;
    const struct stat_row *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->kind == STAT_LENGTH)
        return (number_of(x->name) > number_of(y->name)) - (number_of(x->name) < number_of(y->name));
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return slice_order(x->name, y->name);
}

/* That without a name is the last. */
static int compare_groups(const void *a, const void *b)
{
    const struct stat_group *x = a;
    const struct stat_group *y = b;
    if ((x->name.at == NULL) != (y->name.at == NULL))
        return x->name.at == NULL ? 1 : -1;
    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    return slice_order(x->name, y->name);
}

void stats_finish(struct stats *stats)
{
    if (stats->arena.failed || stats->group_count == 0)
        return;
    if (stats->names.count > 0)
        qsort(stats->rows, stats->names.count, sizeof *stats->rows, compare_rows);
    for (size_t i = 0; i < stats->names.count; i++) {
        struct stat_row *row = &stats->rows[i];
        struct stat_group *group = &stats->groups[row->group];
        if (group->counts[row->kind]++ == 0)
            group->rows[row->kind] = row;
    }
    qsort(stats->groups, stats->group_count, sizeof *stats->groups, compare_groups);
}

/* Lengths. */

uint64_t stats_median(const struct stat_group *group)
{
    uint64_t games = 0;
    uint64_t half = (group->games - group->unplayed + 1) / 2;
    const struct stat_row *row = group->rows[STAT_LENGTH];
    for (size_t i = 0; i < group->counts[STAT_LENGTH]; i++) {
        games += row[i].count;
        if (games >= half)
            return number_of(row[i].name);
    }
    return 0;
}

uint64_t stats_bar_width(const struct stat_group *group, size_t most)
{
    static const uint64_t steps[] = {1, 2, 5};
    size_t count = group->counts[STAT_LENGTH];
    uint64_t last = count == 0 ? 0 : number_of(group->rows[STAT_LENGTH][count - 1].name);
    for (uint64_t ten = 1;; ten *= 10)
        for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
            if (last / (steps[i] * ten) < most)
                return steps[i] * ten;
}

uint64_t stats_bar(const struct stat_group *group, uint64_t width, uint64_t i, bool *more)
{
    uint64_t games = 0;
    *more = false;
    for (size_t k = 0; k < group->counts[STAT_LENGTH]; k++) {
        const struct stat_row *row = &group->rows[STAT_LENGTH][k];
        uint64_t bar = number_of(row->name) / width;
        games += bar == i ? row->count : 0;
        *more |= bar > i;
    }
    return games;
}
