/* SPDX-License-Identifier: MIT */
#include "tournament/pairings.h"

#include "tournament/trf.h"

#include <stdlib.h>

const char *pairings_absence(const struct pairings *pairings, uint32_t player)
{
    char letter = pairings->absences[player];
    return letter == 'H' ? "half-point bye" : letter == 'Z' ? "zero-point bye" : "withdrawn";
}

static bool find_absent(struct pairings *pairings)
{
    const struct standings *standings = pairings->standings;
    pairings->absent = arena_alloc(&pairings->arena, standings->player_count * sizeof *pairings->absent);
    pairings->absences = arena_alloc(&pairings->arena, standings->player_count);
    if (pairings->arena.failed)
        return false;
    for (size_t i = 0; i < standings->cell_count; i++) {
        const struct round_cell *cell = &standings->cells[i];
        if (cell->round == pairings->round && strchr("HZ", cell->letter) != NULL)
            pairings->absences[cell->player] = cell->letter;
    }
    for (size_t i = 0; i < standings->player_count; i++) {
        if (pairings->absences[i] == '\0' && player_is_gone(standings, (uint32_t)i, pairings->round))
            pairings->absences[i] = 'W';
        if (pairings->absences[i] != '\0')
            pairings->absent[pairings->absent_count++] = (uint32_t)i;
    }
    return true;
}

static bool set_up_pairings(
    struct pairings *pairings, const struct standings *standings, uint32_t round, struct text *why)
{
    size_t count = standings->player_count;
    *pairings = (struct pairings){.standings = standings, .round = round};
    arena_init(&pairings->arena, 0);
    pairings->boards = arena_alloc(&pairings->arena, (count + 1) * sizeof *pairings->boards);
    pairings->numbers = arena_alloc(&pairings->arena, count * sizeof *pairings->numbers);
    if (pairings->arena.failed)
        return false;
    if (standings->crowded || count < 2 || count > TRF_NUMBERS) {
        text_add_string(why,
            standings->crowded ? "some games have more than two players, but pairings are for games of two"
                : count < 2    ? "there are fewer than two players; a list of players names those without a record"
                               : "there are more than 9999 players");
        return false;
    }
    return numbers_assign(standings, pairings->numbers, why) && find_absent(pairings);
}

void pairings_release(struct pairings *pairings)
{
    arena_release(&pairings->arena);
}

/* Round robin. */

/* That no two of the boards were to meet in another of the rounds of the same cycle, from FIRST on, of COUNT: then the
   order of players is not the one by which they were paired. */
static bool check_cycle(const struct pairings *pairings, uint32_t first, uint32_t count, struct text *why)
{
    const struct standings *standings = pairings->standings;
    SCOPED(arena, arena);
    uint32_t *opponents = arena_alloc(&arena, standings->player_count * sizeof *opponents); /* from 1 */
    if (opponents == NULL)
        return false;
    for (size_t i = 0; i < pairings->count; i++)
        if (pairings->boards[i].second != NOBODY) {
            opponents[pairings->boards[i].first] = pairings->boards[i].second + 1;
            opponents[pairings->boards[i].second] = pairings->boards[i].first + 1;
        }
    for (size_t i = 0; i < standings->cell_count; i++) {
        const struct round_cell *cell = &standings->cells[i];
        if (cell->opponent == NOBODY || cell->round < first || cell->round >= first + count ||
            cell->round == pairings->round || opponents[cell->player] != cell->opponent + 1)
            continue;
        text_printf(why,
            "the table pairs '%pE' and '%pE' in round %u, but they met in round %u; the list of players must keep the "
            "order of the first pairing",
            SLICE(standings->players[cell->player].name), SLICE(standings->players[cell->opponent].name),
            pairings->round, cell->round);
        return false;
    }
    return true;
}

/* Of an even number N of places, from 1, the last of which stays: in an odd round it has the second seat, and the
   others meet round the one that it meets. */
static struct pairing_board berger_board(uint32_t n, uint32_t round, uint32_t board)
{
    uint32_t others = n - 1;
    uint32_t fixed = round % 2 == 1 ? (round + 1) / 2 : (round + n) / 2;
    uint32_t after = (fixed + board - 1) % others + 1;
    uint32_t before = (fixed + others - board - 1) % others + 1;
    if (board == 0)
        return round % 2 == 1 ? (struct pairing_board){fixed, n} : (struct pairing_board){n, fixed};
    return (struct pairing_board){after, before};
}

/* A player at a place of the table. */
struct placed {
    uint32_t number;
    uint32_t player;
};

static int by_number(const void *a, const void *b)
{
    return ((const struct placed *)a)->number < ((const struct placed *)b)->number ? -1 : 1;
}

static void add_berger_board(
    struct pairings *pairings, const struct placed *places, struct pairing_board board, bool turned)
{
    size_t count = pairings->standings->player_count;
    uint32_t seats[2] = {board.first, board.second};
    for (unsigned i = 0; i < 2; i++) {
        seats[i] = seats[i] > count ? NOBODY : places[seats[i] - 1].player;
        seats[i] = seats[i] != NOBODY && pairings->absences[seats[i]] != '\0' ? NOBODY : seats[i];
    }
    bool swapped = turned || seats[0] == NOBODY;
    uint32_t first = swapped && seats[1] != NOBODY ? seats[1] : seats[0];
    uint32_t second = first == seats[0] ? seats[1] : seats[0];
    if (first != NOBODY)
        pairings->boards[pairings->count++] = (struct pairing_board){first, second};
}

/* Those without an opponent come last. */
static void put_free_last(struct pairings *pairings)
{
    size_t kept = 0;
    for (size_t i = 0; i < pairings->count; i++) {
        struct pairing_board board = pairings->boards[i];
        if (board.second == NOBODY)
            continue;
        memmove(&pairings->boards[kept + 1], &pairings->boards[kept], (i - kept) * sizeof board);
        pairings->boards[kept++] = board;
    }
}

bool pairings_round_robin(
    struct pairings *pairings, const struct standings *standings, uint32_t round, struct text *why)
{
    if (!set_up_pairings(pairings, standings, round, why))
        return false;
    uint32_t count = (uint32_t)standings->player_count;
    uint32_t places = count + count % 2;
    uint32_t cycle = (round - 1) / (places - 1);
    struct placed *placed = arena_alloc(&pairings->arena, count * sizeof *placed);
    if (placed == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        placed[i] = (struct placed){pairings->numbers[i], i};
    qsort(placed, count, sizeof *placed, by_number);
    for (uint32_t i = 0; i < places / 2; i++)
        add_berger_board(pairings, placed, berger_board(places, (round - 1) % (places - 1) + 1, i), cycle % 2 == 1);
    put_free_last(pairings);
    return check_cycle(pairings, cycle * (places - 1) + 1, places - 1, why);
}

/* A pairing program. */

struct pairing_reader {
    struct pairings *pairings;
    struct slice rest;
    size_t line;         /* from 1 */
    uint32_t *by_number; /* players from 1 */
    size_t *paired;      /* the line in which each is; 0: none */
    struct text *why;
};

static bool refuse_pair(const struct pairing_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse_pair(const struct pairing_reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_printf(reader->why, "line %zu: ", reader->line);
    text_vprintf(reader->why, format, arguments);
    va_end(arguments);
    return false;
}

/* The next line that is not empty; at NULL after the last. */
static struct slice next_pair_line(struct pairing_reader *reader)
{
    struct slice line;
    while (slice_split(&reader->rest, '\n', &line)) {
        reader->line++;
        if (line.length > 0 && line.at[line.length - 1] == '\r')
            line.length--;
        line = slice_trim(line);
        if (line.length > 0)
            return line;
    }
    return (struct slice){NULL, 0};
}

/* The player of a starting number. */
static bool read_pair_player(struct pairing_reader *reader, struct slice word, uint32_t *player)
{
    uint32_t number = 0;
    if (!slice_number(word, TRF_NUMBERS, &number) || number == 0 || reader->by_number[number] == 0)
        return refuse_pair(reader, "there is no player with the starting number '%pE'", SLICE(slice_shorter(word, 20)));
    *player = reader->by_number[number] - 1;
    struct slice name = reader->pairings->standings->players[*player].name;
    if (reader->pairings->absences[*player] != '\0')
        return refuse_pair(reader, "'%pE' (%u) is paired, but is absent: %s", SLICE(name), number,
            pairings_absence(reader->pairings, *player));
    if (reader->paired[*player] != 0)
        return refuse_pair(
            reader, "'%pE' (%u) is paired a second time, after line %zu", SLICE(name), number, reader->paired[*player]);
    reader->paired[*player] = reader->line;
    return true;
}

/* That no two have met, and that nobody gets a second bye. */
static bool check_pairs(struct pairing_reader *reader)
{
    const struct pairings *pairings = reader->pairings;
    const struct standings *standings = pairings->standings;
    SCOPED(arena, arena);
    uint32_t *boards = arena_alloc(&arena, standings->player_count * sizeof *boards); /* from 1, of first players */
    if (boards == NULL)
        return false;
    for (size_t i = 0; i < pairings->count; i++)
        boards[pairings->boards[i].first] = (uint32_t)i + 1;
    for (size_t i = 0; i < standings->cell_count; i++) {
        const struct round_cell *cell = &standings->cells[i];
        uint32_t second = boards[cell->player] == 0 ? 0 : pairings->boards[boards[cell->player] - 1].second;
        struct slice name = standings->players[cell->player].name;
        reader->line = reader->paired[cell->player];
        if (boards[cell->player] == 0)
            continue;
        if (second == NOBODY && cell->letter == 'U')
            return refuse_pair(reader, "'%pE' gets a bye, but had one in round %u", SLICE(name), cell->round);
        if (second != NOBODY && cell->opponent == second && strchr("1=0WDL", cell->letter) != NULL)
            return refuse_pair(reader, "'%pE' and '%pE' are paired, but have met in round %u", SLICE(name),
                SLICE(standings->players[second].name), cell->round);
    }
    return true;
}

static bool read_pair(struct pairing_reader *reader, struct slice line)
{
    struct pairings *pairings = reader->pairings;
    struct pairing_board board = {0, NOBODY};
    size_t length = 0;
    while (length < line.length && !is_space(line.at[length]))
        length++;
    struct slice second = slice_trim(slice_after(line, length));
    if (second.length == 0)
        return refuse_pair(reader, "two starting numbers are expected here, as in '4 7', or '4 0' for a bye, not '%pE'",
            SLICE(slice_shorter(line, 20)));
    if (!read_pair_player(reader, slice_shorter(line, length), &board.first))
        return false;
    if (!slice_is(second, "0") && !read_pair_player(reader, second, &board.second))
        return false;
    for (size_t i = 0; i < pairings->count; i++)
        if (board.second == NOBODY && pairings->boards[i].second == NOBODY)
            return refuse_pair(reader, "a second player gets a bye, but only one can be left over");
    pairings->boards[pairings->count++] = board;
    return true;
}

static bool read_pairs(struct pairing_reader *reader)
{
    const struct standings *standings = reader->pairings->standings;
    uint32_t wanted = 0;
    struct slice line = next_pair_line(reader);
    if (line.at == NULL) {
        text_add_string(reader->why, "nothing is written there");
        return false;
    }
    if (!slice_number(line, TRF_NUMBERS, &wanted))
        return refuse_pair(reader, "the number of pairs is expected here, not '%pE'", SLICE(slice_shorter(line, 20)));
    while ((line = next_pair_line(reader)).at != NULL) {
        if (reader->pairings->count == wanted)
            return refuse_pair(
                reader, "only %u pair%s announced, but another one follows", wanted, wanted == 1 ? " is" : "s are");
        if (!read_pair(reader, line))
            return false;
    }
    if (reader->pairings->count < wanted)
        return refuse_pair(reader, "%u pairs are announced, but the file has %zu", wanted, reader->pairings->count);
    for (size_t i = 0; i < standings->player_count; i++)
        if (reader->paired[i] == 0 && reader->pairings->absences[i] == '\0') {
            text_printf(reader->why, "'%pE' (%u) is not paired, although not absent", SLICE(standings->players[i].name),
                reader->pairings->numbers[i]);
            return false;
        }
    return check_pairs(reader);
}

bool pairings_read(
    struct pairings *pairings, const struct standings *standings, uint32_t round, struct slice bytes, struct text *why)
{
    struct pairing_reader reader = {.pairings = pairings, .rest = bytes, .why = why};
    if (!set_up_pairings(pairings, standings, round, why))
        return false;
    pairings->gives_byes = true;
    reader.by_number = arena_alloc(&pairings->arena, (TRF_NUMBERS + 1) * sizeof *reader.by_number);
    reader.paired = arena_alloc(&pairings->arena, standings->player_count * sizeof *reader.paired);
    if (pairings->arena.failed)
        return false;
    for (size_t i = 0; i < standings->player_count; i++)
        if (pairings->numbers[i] <= TRF_NUMBERS)
            reader.by_number[pairings->numbers[i]] = (uint32_t)i + 1;
    return read_pairs(&reader);
}
