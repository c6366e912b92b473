/* SPDX-License-Identifier: MIT */
/* Random games to their ends: what never changes, what is always so, and that a
   game written down and a position written down are read back as they were. */
#include "referee/referee.h"
#include "support/books.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/tally.h"

#include <stdlib.h>

enum { GAMES = 25, PLIES = 250, LETTERS = 128 };

struct counts {
    unsigned of[LETTERS];
};

static struct counts count_pieces(const struct rulebook *book, const struct state *state)
{
    struct counts counts = {{0}};
    struct arena arena;
    struct view view;
    arena_init(&arena, 0);
    if (book->game->display.view(book->rules, state, NULL, &arena, &view))
        for (size_t i = 0; i < view.count; i++)
            for (unsigned j = 0; j < view.cells[i].height; j++)
                counts.of[view.cells[i].pieces[j].text[0] & (LETTERS - 1)]++;
    arena_release(&arena);
    return counts;
}

/* Games that neither add nor remove pieces. */
static bool keeps_pieces(const struct game *game)
{
    return strcmp(game->ruleset.name, "accasta") == 0;
}

static bool check_outcome(const struct rulebook *book, const struct state *state, unsigned players)
{
    struct outcome outcome = outcome_of(book, state);
    int32_t sum = 0;
    unsigned winners = 0;
    for (unsigned i = 0; i < SEATS; i++) {
        sum += outcome.halves[i];
        winners += outcome.winners >> i & 1;
        if (i >= players && (outcome.halves[i] != 0 || (outcome.winners >> i & 1) != 0))
            return complaint("seat %u has a score but does not play", i + 1);
    }
    if (outcome.over != (outcome.reason != NULL))
        return complaint("over and reason contradict each other");
    if (!outcome.over && outcome.winners != 0)
        return complaint("somebody won a game that goes on");
    if (book->game->result.scoring != SCORE_WIN)
        return true;
    bool drawn = outcome.over && outcome.halves[0] == 1 && (winners == 0 || winners == players);
    bool counts = !outcome.over && book->game->result.counts_so_far; /* maybe, what is needed to win */
    if ((!counts && sum != (outcome.over ? 2 : 0)) || (winners > 1 && !drawn))
        return complaint("%d halves, %u winners", (int)sum, winners);
    return winners == 0 || drawn || outcome.halves[0] == (outcome.winners == 1 ? 2 : 0) ||
        complaint("the loser has the point");
}

/* Of the position alone. */
static bool check_position(const struct rulebook *book, const struct state *state, unsigned players)
{
    bool over = outcome_of(book, state).over;
    if (state->seat < 1 || state->seat > players || state->number < 1)
        return complaint("seat %u of %u, number %u", state->seat, players, state->number);
    if (!over && turn_count(book, state) == 0)
        return complaint("the game goes on but there is no turn");
    return check_outcome(book, state, players);
}

/* JSON has TEXT as it is. */
static bool check_plain(const struct text *text)
{
    struct text json;
    text_init(&json);
    text_add_json(&json, text_slice(text));
    bool plain = json.length == text->length + 2;
    text_release(&json);
    return plain || complaint("%s has what JSON has not", text->bytes);
}

/* A position goes out and in again: the same text, the same turns, the same end. */
static bool check_round_trip(const struct rulebook *book, const struct state *state)
{
    struct state *back = state_start(book, fewest_players(book));
    struct fault fault = {.rule = NULL};
    struct text text;
    text_init(&text);
    game_write_position(book->rules, state, &text);
    bool good = game_read_position(book->rules, 0, text_slice(&text), back, &fault) ||
        complaint("%s is not read: %s", text.bytes, fault.rule == NULL ? "?" : fault.rule->id);
    if (good)
        good = (state_same(book, state, back) && turn_count(book, state) == turn_count(book, back)) ||
            complaint("%s is read as another position", text.bytes);
    good &= check_plain(&text);
    text_release(&text);
    free(back);
    return good;
}

/* A game as it is played and written down. */
struct played {
    const struct rulebook *book;
    unsigned players;
    struct state *state;
    struct text text;
    unsigned plies;
    bool invariants;
    bool positions;
};

static void play(struct played *played, const char *ruleset, struct random *random)
{
    const struct rulebook *book = played->book;
    struct counts before = count_pieces(book, played->state);
    struct turn turn;
    struct text text;
    text_init(&text);
    add_tags(&played->text, ruleset, played->players, NULL);
    for (;;) {
        struct counts now = count_pieces(book, played->state);
        if (keeps_pieces(book->game) && memcmp(&now, &before, sizeof now) != 0)
            played->invariants = complaint("pieces came or went");
        played->invariants = played->invariants && check_position(book, played->state, played->players);
        played->positions = played->positions && check_round_trip(book, played->state);
        if (outcome_of(book, played->state).over || played->plies == PLIES)
            break;
        uint32_t number = played->state->number;
        if (!random_turn(book, played->state, random, &turn))
            break;
        if (played->state->seat == 1)
            text_printf(&played->text, "%u. ", number);
        text_printf(&played->text, "%s\n", turn_text(book, played->state, &turn, &text));
        if (!game_play(book->rules, played->state, &turn, NULL))
            break;
        played->plies++;
        if (played->state->number < number)
            played->invariants = complaint("turn numbers go down");
    }
    text_release(&text);
}

/* The record of the game, read and judged, comes to the same. */
static bool check_record(struct referee *referee, const struct played *played)
{
    struct reader reader;
    struct record record;
    struct report report;
    static const struct keep all = {.what = KEEP_POSITIONS, .last = -1};
    report_init(&report);
    bool good = read_record(&reader, &record, text_slice(&played->text), referee_shapes(referee)) &&
        referee_judge(referee, &record, all, &report);
    if (good && report.diagnostics.first != NULL)
        good = complaint("a random game is answered with %s", report.diagnostics.first->rule->id);
    if (good)
        good = (report.legal && report.plies == played->plies && report.seats == played->players &&
                   state_same(played->book, report.state, played->state)) ||
            complaint("the record of a random game comes to something else");
    report_release(&report);
    reader_close(&reader);
    return good;
}

/* A game of each number of players that the rules allow. */
static bool check_game(struct book *book, unsigned players, struct random *random, bool good[3], unsigned *finished)
{
    struct played played = {&book->entry.book, players, NULL, {0}, 0, true, true};
    struct referee *referee = referee_new(NULL, NULL);
    struct problems problems = {.arena = NULL};
    bool used = referee != NULL && referee_use(referee, slice_of(book->path), true, (struct slice){"", 0}, &problems);
    played.state = state_apply_tag(&book->entry.book, players, random, &played.text);
    play(&played, book->path, random);
    good[0] = good[0] && played.invariants;
    good[1] = good[1] && played.positions;
    good[2] = good[2] && used && check_record(referee, &played);
    *finished += outcome_of(played.book, played.state).over;
    referee_free(referee);
    text_release(&played.text);
    free(played.state);
    return used;
}

/* Where a reserve that is entered at random keeps both sides in the game. */
static bool is_endless(const char *ruleset)
{
    return strcmp(ruleset, "focus") == 0 || strcmp(ruleset, "focus-wide") == 0;
}

static void check_ruleset(struct book *book, unsigned seed, struct tally *tally)
{
    static const char *const what[] = {
        "what must stay so stays so", "positions are read back", "games written down are read back"};
    struct random random = {1000 + seed};
    bool good[3] = {true, true, true};
    unsigned finished = 0;
    for (unsigned players = 1; players <= SEATS; players++)
        for (unsigned game = 0; game < share_of(GAMES); game++)
            if (game_allows_players(book->entry.book.rules, players))
                check_game(book, players, &random, good, &finished);
    for (unsigned j = 0; j < 3; j++)
        tally_count(tally, good[j], what[j], book->path);
    if (!is_endless(book->name) && share_of(GAMES) == GAMES)
        tally_count(tally, finished > 0, "some random games end", book->path);
}

int main(void)
{
    return check_books(check_ruleset);
}
