/* SPDX-License-Identifier: MIT */
#include "archive/statistics.h"
#include "archive/fields.h"

#include <stdlib.h>

/* Facts: a letter, of a kind or for the game itself, the length of the name, a colon, the name, and, but for a game,
   the score, with 1 for none, and a semicolon. */
enum { FACT_GAME = 'A', FACT_ILLEGAL, FACT_UNPLAYED, FACT_KIND = 'a' };

static void add_fact(int letter, struct slice name, int64_t score, struct text *text)
{
    text_add_char(text, (char)letter);
    text_add_number(text, (long long)name.length);
    text_add_char(text, ':');
    text_add(text, name);
    text_add_number(text, score + 1);
    text_add_char(text, ';');
}

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

static void add_players(const catasta_game *game, const struct catasta_entry *entry, struct text *text)
{
    struct catasta_seat seat = {.size = sizeof seat};
    for (unsigned i = 1; catasta_game_seat(game, i, &seat); i++)
        if (seat.player.bytes != NULL)
            add_fact(FACT_KIND + STAT_PLAYER, slice_from(seat.player), score_of(game, entry, i), text);
}

/* Several who have won are one result; if all have, it is a draw. */
static void add_result(const catasta_game *game, const struct catasta_entry *entry, struct text *text)
{
    struct catasta_seat seat = {.size = sizeof seat};
    bool shared = count_sides(game, entry->winners) == count_sides(game, UINT32_MAX);
    bool alone = count_sides(game, UINT32_MAX) < 2;
    struct text name;
    text_init(&name);
    for (unsigned i = 0; catasta_game_seat(game, i + 1, &seat); i++)
        if ((entry->winners >> i & 1) != 0 && (alone || !shared)) {
            text_add_string(&name, name.length > 0 ? " and " : "");
            text_add_string(&name, seat.name);
        }
    if (name.length == 0)
        text_add_string(&name, entry->counted >= CATASTA_LEFT_ILLEGAL ? "undecided" : alone ? "nobody" : "draw");
    add_fact(FACT_KIND + STAT_RESULT, text_slice(&name), -1, text);
    text_release(&name);
}

static void add_first_turn(const catasta_game *game, const struct catasta_entry *entry, struct text *text)
{
    struct catasta_node node = {.size = sizeof node};
    struct text name;
    if (!catasta_game_node(game, 0, &node) || node.next == CATASTA_NOWHERE ||
        !catasta_game_node(game, node.next, &node) || node.verdict != CATASTA_LEGAL)
        return;
    text_init(&name);
    text_add(&name, slice_from(node.text));
    text_add_char(&name, ' ');
    text_add(&name, slice_from(info_of(game).ruleset));
    add_fact(FACT_KIND + STAT_FIRST, text_slice(&name), score_of(game, entry, node.seat), text);
    text_release(&name);
}

void stats_facts(const struct stats *stats, const catasta_game *game, struct text *text)
{
    const struct catasta_info info = info_of(game);
    struct catasta_entry entry = {.size = sizeof entry};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct catasta_diagnostic fault = {.size = sizeof fault};
    struct slice by = {NULL, 0};
    char plies[NUMBER_ROOM];
    struct text scratch;
    text_init(&scratch);
    number_write(plies, info.plies);
    catasta_game_entry(game, &entry);
    catasta_game_outcome(game, &outcome);
    bool grouped = stats->grouped && field_value(&stats->by, game, 0, &scratch, &by);
    add_fact(FACT_GAME, grouped ? by : (struct slice){"", 0}, grouped, text);
    if (!info.legal)
        add_fact(FACT_ILLEGAL, (struct slice){"", 0}, -1, text);
    if (info.ruleset.bytes != NULL)
        add_fact(FACT_KIND + STAT_RULESET, slice_from(info.ruleset), -1, text);
    if (info.unplayed)
        add_fact(FACT_UNPLAYED, (struct slice){"", 0}, -1, text);
    else
        add_fact(FACT_KIND + STAT_LENGTH, slice_of(plies), -1, text);
    add_result(game, &entry, text);
    add_fact(FACT_KIND + STAT_REASON, slice_of(outcome.reason == NULL ? "undecided" : outcome.reason), -1, text);
    add_first_turn(game, &entry, text);
    for (size_t i = 0; catasta_game_diagnostic(game, i, &fault); i++)
        add_fact(FACT_KIND + STAT_FAULT, slice_of(fault.id), -1, text);
    add_players(game, &entry, text);
    text_release(&scratch);
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

/* The group NAME, which is empty where games have no value; SIZE_MAX: there is no memory. */
static size_t find_group(struct stats *stats, struct slice name, bool named)
{
    text_clear(&stats->key);
    text_add_char(&stats->key, named ? '+' : '-');
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
    text_add_char(&stats->key, (char)(FACT_KIND + (int)kind));
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

/* The first LENGTH bytes of FACTS; false where they end before, since there was no memory for more. */
static bool take_bytes(struct slice *facts, uint64_t length, struct slice *bytes)
{
    if (length > facts->length)
        return false;
    *bytes = slice_shorter(*facts, (size_t)length);
    facts->at += length;
    facts->length -= (size_t)length;
    return true;
}

static bool take_number(struct slice *facts, uint64_t *number)
{
    struct slice digit = {"0", 1};
    *number = 0;
    while (take_bytes(facts, 1, &digit) && digit.at[0] >= '0' && digit.at[0] <= '9')
        *number = 10 * *number + (uint64_t)(digit.at[0] - '0');
    return digit.at[0] < '0' || digit.at[0] > '9';
}

static uint64_t number_of(struct slice name)
{
    uint32_t number = 0;
    return slice_number(name, UINT32_MAX, &number) ? number : 0;
}

static void add_one(struct stats *stats, size_t group, int letter, struct slice name, int64_t score)
{
    struct stat_group *to = &stats->groups[group];
    to->games += letter == FACT_GAME;
    to->illegal += letter == FACT_ILLEGAL;
    to->unplayed += letter == FACT_UNPLAYED;
    if (letter < FACT_KIND)
        return;
    to->plies += letter == FACT_KIND + STAT_LENGTH ? number_of(name) : 0;
    count_row(stats, group, (enum stat_kind)(letter - FACT_KIND), name, score);
}

void stats_add(struct stats *stats, struct slice facts)
{
    size_t group = SIZE_MAX;
    struct slice letter;
    struct slice name;
    uint64_t length;
    uint64_t score;
    while (take_bytes(&facts, 1, &letter) && take_number(&facts, &length) && take_bytes(&facts, length, &name) &&
        take_number(&facts, &score)) {
        if (letter.at[0] == FACT_GAME)
            group = find_group(stats, name, score > 1);
        if (group == SIZE_MAX)
            return;
        add_one(stats, group, letter.at[0], name, (int64_t)score - 1);
    }
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
