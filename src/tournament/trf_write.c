/* SPDX-License-Identifier: MIT */
#include "tournament/trf.h"

#include "base/utf8.h"
#include "tournament/counting.h"

#include <stdlib.h>

enum { TRF_CARD = 70, TRF_POINTS = 199 /* halves that four characters can hold */ };

/* A player without a seed. */
struct unnumbered {
    struct slice name;
    uint32_t player;
};

static int by_name(const void *a, const void *b)
{
    return slice_order(((const struct unnumbered *)a)->name, ((const struct unnumbered *)b)->name);
}

bool numbers_assign(const struct standings *standings, uint32_t *numbers, struct text *why)
{
    SCOPED(arena, arena);
    struct hash_table taken = {.seed = standings->seed};
    struct unnumbered *left = arena_alloc(&arena, standings->player_count * sizeof *left);
    size_t count = 0;
    uint32_t last = 0;
    for (size_t i = 0; left != NULL && i < standings->player_count; i++) {
        const struct player *player = &standings->players[i];
        size_t at = 0;
        numbers[i] = player->seed;
        last = player->seed > last ? player->seed : last;
        if (player->seed == 0) {
            left[count++] = (struct unnumbered){player->name, (uint32_t)i};
            continue;
        }
        uint32_t other = hash_next(&taken, hash_mix(player->seed), &at);
        if (other != 0) {
            text_printf(why, "'%pE' and '%pE' both have the starting number %u",
                SLICE(standings->players[other - 1].name), SLICE(player->name), player->seed);
            return false;
        }
        if (!hash_put(&taken, &arena, hash_mix(player->seed), (uint32_t)i + 1))
            return false;
    }
    if (left == NULL)
        return false;
    qsort(left, count, sizeof *left, by_name);
    for (size_t i = 0; i < count; i++)
        numbers[left[i].player] = ++last;
    return true;
}

/* What is written. */

struct trf_writing {
    const struct standings *standings;
    const struct trf_options *options;
    struct arena arena;
    uint32_t *numbers;               /* of players */
    uint32_t *by_number;             /* index of the player from 1; 0: nobody has it */
    uint32_t *ranks;                 /* of players */
    const struct round_cell **cells; /* of players by rounds; NULL: none */
    uint32_t most;                   /* the greatest number */
    uint32_t paired;                 /* the last round in which anybody was */
    uint32_t rounds;                 /* the last of which anything is known */
    struct text *text;
    struct text *why;
};

static const struct round_cell **cell_at(const struct trf_writing *writing, uint32_t player, uint32_t round)
{
    return &writing->cells[(size_t)player * writing->rounds + round - 1];
}

static bool place_cells(struct trf_writing *writing)
{
    const struct standings *standings = writing->standings;
    for (size_t i = 0; i < standings->cell_count; i++) {
        const struct round_cell *cell = &standings->cells[i];
        const struct slice name = standings->players[cell->player].name;
        if (cell->round == 0) {
            text_printf(writing->why,
                "a record of '%pE' names no round, but TRF has a column for each round; add the tag Round",
                SLICE(name));
            return false;
        }
        const struct round_cell **place = cell_at(writing, cell->player, cell->round);
        if (*place != NULL) {
            text_printf(writing->why,
                "'%pE' has more than one record in round %u, but TRF holds one; the games of a match can only be "
                "written where matches count",
                SLICE(name), cell->round);
            return false;
        }
        *place = cell;
    }
    return true;
}

static bool set_up_writing(struct trf_writing *writing)
{
    const struct standings *standings = writing->standings;
    size_t count = standings->player_count;
    writing->rounds = standings->rounds > writing->options->next ? standings->rounds : writing->options->next;
    const char *refused = count == 0   ? "there is no player: no game counts"
        : standings->crowded           ? "some games have more than two players, but TRF is for games of two"
        : count > TRF_NUMBERS          ? "there are more than 9999 players, the most that TRF can hold"
        : writing->rounds > TRF_ROUNDS ? "there are more than 999 rounds, the most that TRF can hold"
                                       : NULL;
    if (refused != NULL) {
        text_add_string(writing->why, refused);
        return false;
    }
    writing->paired = last_paired_round(standings);
    writing->numbers = arena_alloc(&writing->arena, count * sizeof *writing->numbers);
    writing->ranks = arena_alloc(&writing->arena, count * sizeof *writing->ranks);
    writing->by_number = arena_alloc(&writing->arena, (TRF_NUMBERS + 1) * sizeof *writing->by_number);
    writing->cells = arena_alloc(&writing->arena, count * writing->rounds * sizeof *writing->cells);
    if (writing->arena.failed || !numbers_assign(standings, writing->numbers, writing->why))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (writing->numbers[i] > TRF_NUMBERS) {
            text_printf(writing->why, "'%pE' has the starting number %u, but the highest in TRF is 9999",
                SLICE(standings->players[i].name), writing->numbers[i]);
            return false;
        }
        writing->by_number[writing->numbers[i]] = (uint32_t)i + 1;
        writing->most = writing->numbers[i] > writing->most ? writing->numbers[i] : writing->most;
    }
    for (size_t i = 0; i < standings->row_count; i++)
        writing->ranks[standings->rows[i].player] = standings->rows[i].rank;
    return place_cells(writing);
}

/* The letter of PLAYER in ROUND; a withdrawn one is absent.  ' ': nothing is known. */
static char letter_in(const struct trf_writing *writing, uint32_t player, uint32_t round)
{
    const struct round_cell *cell = *cell_at(writing, player, round);
    return cell != NULL ? cell->letter : player_is_gone(writing->standings, player, round) ? 'Z' : ' ';
}

static unsigned halves_of_letter(char letter)
{
    return strchr("1+WU", letter) != NULL ? 2 : strchr("=DH", letter) != NULL ? 1 : 0;
}

/* COUNT characters of VALUE, filled up with spaces; those that a line cannot hold become spaces. */
static void add_columns_of(struct slice value, size_t count, struct text *text)
{
    while (count-- > 0) {
        if (value.length == 0) {
            text_add_char(text, ' ');
            continue;
        }
        struct utf8_char c = utf8_next(value);
        if (c.valid && !utf8_is_control(c.code))
            text_add(text, slice_shorter(value, c.length));
        else
            text_add_char(text, ' ');
        value = slice_after(value, c.length);
    }
}

static void add_card(const struct player *player, struct text *text)
{
    if (player->card.at != NULL) {
        add_columns_of(player->card, TRF_CARD, text);
        return;
    }
    text_add_repeated(text, ' ', 5);
    add_columns_of(slice_trim(player->name), TRF_NAME, text);
    text_add_repeated(text, ' ', TRF_CARD - 5 - TRF_NAME);
}

/* Up to the last round that is known, or with lines for byes up to the last one that is paired. */
static void add_results(const struct trf_writing *writing, uint32_t player)
{
    uint32_t last = writing->options->new ? writing->paired : writing->rounds;
    while (last > 0 && letter_in(writing, player, last) == ' ')
        last--;
    for (uint32_t round = 1; round <= last; round++) {
        const struct round_cell *cell = *cell_at(writing, player, round);
        char letter = letter_in(writing, player, round);
        if (letter == ' ')
            text_add_repeated(writing->text, ' ', 10);
        else if (cell == NULL || cell->opponent == NOBODY)
            text_printf(writing->text, "  0000 - %c", letter);
        else
            text_printf(
                writing->text, "  %4u %c %c", writing->numbers[cell->opponent], cell->first ? 'w' : 'b', letter);
    }
}

static bool add_player_line(const struct trf_writing *writing, uint32_t number)
{
    uint32_t player = writing->by_number[number] - 1;
    unsigned halves = 0;
    for (uint32_t round = 1; round <= writing->paired; round++)
        halves += halves_of_letter(letter_in(writing, player, round));
    if (halves > TRF_POINTS) {
        text_printf(writing->why, "'%pE' has more than 99.5 points, the most that TRF can hold",
            SLICE(writing->standings->players[player].name));
        return false;
    }
    text_printf(writing->text, "001 %4u ", number);
    add_card(&writing->standings->players[player], writing->text);
    text_printf(writing->text, " %2u.%c %4u", halves / 2, halves % 2 == 0 ? '0' : '5', writing->ranks[player]);
    add_results(writing, player);
    text_add_string(writing->text, "\r\n");
    return true;
}

/* Byes of rounds to come. */
static void add_bye_lines(const struct trf_writing *writing)
{
    for (uint32_t round = writing->paired + 1; round <= writing->rounds; round++)
        for (const char *letter = "HZ"; *letter != '\0'; letter++) {
            bool any = false;
            for (uint32_t number = 1; number <= writing->most; number++) {
                uint32_t player = writing->by_number[number];
                if (player == 0 || letter_in(writing, player - 1, round) != *letter)
                    continue;
                if (!any)
                    text_printf(writing->text, "240 %c %03u", *letter, round);
                text_printf(writing->text, " %4u", number);
                any = true;
            }
            text_add_string(writing->text, any ? "\r\n" : "");
        }
}

static void add_tiebreak_codes(const struct trf_writing *writing)
{
    const struct contest *contest = &writing->standings->contest;
    bool any = false;
    for (unsigned i = 0; i < contest->tiebreak_count; i++) {
        const char *code = tiebreak_names[contest->tiebreaks[i]].fide;
        if (code != NULL)
            text_printf(writing->text, "%s%s", any ? "," : "202 ", code);
        any |= code != NULL;
    }
    text_add_string(writing->text, any ? "\r\n" : "");
}

static bool has_seats(const struct trf_writing *writing)
{
    for (size_t i = 0; i < writing->standings->cell_count; i++)
        if (writing->standings->cells[i].opponent != NOBODY)
            return true;
    return false;
}

static void add_trf_head(const struct trf_writing *writing)
{
    const struct trf_options *options = writing->options;
    struct text *text = writing->text;
    uint32_t rounds = options->rounds > 0 ? options->rounds : writing->standings->planned;
    char initial = writing->standings->initial != '\0' ? writing->standings->initial : has_seats(writing) ? '\0' : 'W';
    if (options->event.length > 0) {
        text_add_string(text, "012 ");
        add_columns_of(options->event, utf8_count(options->event), text);
        text_add_string(text, "\r\n");
    }
    text_printf(text, "062 %zu\r\n", writing->standings->player_count);
    text_add(text, writing->standings->kept_lines);
    if (rounds > 0)
        text_printf(text, options->new ? "142 %u\r\n" : "XXR %u\r\n", rounds);
    if (initial != '\0' && options->new)
        text_printf(text, "152 %c\r\n", initial);
    else if (initial != '\0')
        text_printf(text, "XXC %s1\r\n", initial == 'W' ? "white" : "black");
    if (options->new)
        add_tiebreak_codes(writing);
}

bool trf_write(
    const struct standings *standings, const struct trf_options *options, struct text *text, struct text *why)
{
    struct trf_writing writing = {.standings = standings, .options = options, .text = text, .why = why};
    arena_init(&writing.arena, 0);
    bool done = set_up_writing(&writing);
    if (done)
        add_trf_head(&writing);
    for (uint32_t number = 1; done && number <= writing.most; number++)
        done = writing.by_number[number] == 0 || add_player_line(&writing, number);
    if (done && options->new)
        add_bye_lines(&writing);
    arena_release(&writing.arena);
    return done && !text->failed;
}
