/* Writes an archive of random legal games: generate RULESET MEGABYTES [SEED].
   Tags and movetext are in canonical form and results mixed as in life: played to
   the end on the board, conceded, agreed, or broken off.  Of games that are dealt every
   other is written down by its first player, who sees no other hand. */
#include "support/books.h"
#include "support/dealing.h"
#include "support/playing.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES = 120, COLUMNS = 79 };

/* Movetext in lines. */
struct writing {
    FILE *file;
    unsigned column;
    uint64_t bytes;
};

static void add_word(struct writing *writing, struct slice word)
{
    unsigned length = (unsigned)word.length;
    bool fits = writing->column == 0 || writing->column + 1 + length <= COLUMNS;
    if (writing->column > 0)
        fputc(fits ? ' ' : '\n', writing->file);
    writing->bytes += length + 1;
    writing->column = (fits && writing->column > 0 ? writing->column + 1 : 0) + length;
    fwrite(word.at, 1, word.length, writing->file);
}

/* A game being made up: its tags of set-up, its turns, a line each, and its result. */
struct making {
    const struct rulebook *book;
    const char *ruleset;
    struct random *random;
    struct state *state;
    bool hidden; /* all but what the first player sees */
    struct text tags;
    struct text words;
    struct text result;
};

static void add_board_result(
    const struct game *game, unsigned players, const struct outcome *outcome, struct text *text)
{
    if (game->scoring == SCORE_WIN)
        text_add_string(text, outcome->winners == 1 ? "1-0" : outcome->winners == 2 ? "0-1" : "1/2-1/2");
    else
        for (unsigned i = 0; i < players; i++)
            text_printf(text, "%s%d", i > 0 ? "-" : players == 1 ? "=" : "", (int)outcome->halves[i] / 2);
}

/* How a game ends that the board did not end. */
static const char *other_result(struct random *random)
{
    static const char *const results[] = {"1-0", "0-1", "1-0", "0-1", "1/2-1/2", "*"};
    return results[random_below(random, sizeof results / sizeof results[0])];
}

static void write_tags(struct writing *writing, const struct making *making)
{
    static const char *const names[] = {"Anna", "Ben", "Cleo", "David", "Emil", "Frida", "Gustav", "Helene"};
    struct random *random = making->random;
    bool two = making->book->game->tags == NULL && making->state->players == 2;
    unsigned first = random_below(random, 8);
    int length = fprintf(writing->file, "[Ruleset \"%s\"]\n[Event \"random play\"]\n[Date \"%u.%02u.%02u\"]\n",
        making->ruleset, 1998 + random_below(random, 28), 1 + random_below(random, 12), 1 + random_below(random, 28));
    for (unsigned i = 0; i < making->state->players; i++) {
        const char *name = names[(first + i * (1 + first % 2)) % 8];
        if (two)
            length += fprintf(writing->file, "[%s \"%s\"]\n", i == 0 ? "White" : "Black", name);
        else
            length += fprintf(writing->file, "[Player%u \"%s\"]\n", i + 1, name);
    }
    length +=
        fprintf(writing->file, "[Result \"%s\"]\n%s\n", text_slice(&making->result).at, text_slice(&making->tags).at);
    writing->bytes += length > 0 ? (uint64_t)length : 0;
}

static bool is_legal(const struct rulebook *book, const struct state *state, const struct turn *turn)
{
    struct state *next = state_copy(book, state);
    bool legal = book->game->play(book->rules, next, turn, NULL);
    free(next);
    return legal;
}

/* Players seldom take all the steps they may: of a turn drawn from all of them each
   step behind the first is kept once in three, as in games that people play. */
static void shorten(const struct rulebook *book, const struct state *state, struct random *random, struct turn *turn)
{
    unsigned whole = turn->count;
    while (turn->count > 2 && !random_once_in(random, 3))
        turn->count--;
    if (turn->count < whole && !is_legal(book, state, turn))
        turn->count = whole;
}

/* A draw that was seen, in place of one that was not. */
struct draws {
    struct random *random;
    unsigned count;
    struct turn turn;
};

static bool choose_seen(void *context, const struct turn *turn)
{
    struct draws *draws = context;
    const struct step *last = &turn->steps[turn->count - 1];
    if (turn->count > 0 && last->mark == '+' && last->cell != 0 && random_once_in(draws->random, ++draws->count))
        draws->turn = *turn;
    return true;
}

/* A turn as people take it; where tiles are drawn, with the tile. */
static bool take_turn(const struct making *making, struct turn *turn)
{
    struct draws draws = {.random = making->random};
    if (!random_turn(making->book, making->state, making->random, turn))
        return false;
    if (making->book->game->shape == TURN_FIELD)
        return true;
    if (making->book->game->shape != TURN_TILES) {
        shorten(making->book, making->state, making->random, turn);
        return true;
    }
    if (turn->count > 0 && turn->steps[turn->count - 1].mark == '+') {
        turn->count--;
        making->book->game->extend(making->book->rules, making->state, turn, choose_seen, &draws);
        *turn = draws.turn;
    }
    return true;
}

/* What is written of TURN: of tiles others draw only that they were drawn. */
static void add_turn(struct making *making, struct turn turn)
{
    struct text name;
    text_init(&name);
    if (making->hidden && making->state->seat > 1 && turn.count > 0 && turn.steps[turn.count - 1].mark == '+')
        turn.steps[turn.count - 1].cell = 0;
    if (making->state->seat == 1)
        text_printf(&making->words, "%u.\n", making->state->number);
    text_printf(&making->words, "%s\n", turn_text(making->book, making->state, &turn, &name));
    text_release(&name);
}

static void play(struct making *making)
{
    struct random *random = making->random;
    unsigned most = random_once_in(random, 3) ? 10 + random_below(random, PLIES) : PLIES;
    struct turn turn;
    for (unsigned i = 0; i < most && !outcome_of(making->book, making->state).over; i++) {
        if (!take_turn(making, &turn))
            break;
        add_turn(making, turn);
        if (!making->book->game->play(making->book->rules, making->state, &turn, NULL))
            break;
    }
    struct outcome outcome = outcome_of(making->book, making->state);
    if (outcome.over)
        add_board_result(making->book->game, making->state->players, &outcome, &making->result);
    else
        text_add_string(&making->result, making->book->game->scoring == SCORE_WIN ? other_result(random) : "*");
}

/* A start, dealt where games begin with a deal, of any number of players up to four. */
static void set_up(struct making *making)
{
    const struct rulebook *book = making->book;
    struct deal deal;
    unsigned players;
    do
        players = 1 + random_below(making->random, 4);
    while (!book->game->allows_players(book->rules, players));
    making->state = state_start(book, players);
    making->hidden = book->game->shape == TURN_TILES && random_once_in(making->random, 2);
    if (book->game->tags == NULL)
        return;
    deal_randomly(book, players, DEAL_OPEN, making->random, &deal);
    book->game->start(book->rules, players, making->state);
    deal_into(book, &deal, making->state);
    for (unsigned n = 0; making->hidden && book->game->tags[n].name != NULL; n++)
        if (book->game->tags[n].seat > 1)
            strcpy(deal.values[n], "?");
    deal_write(book, &deal, &making->tags);
}

static void write_game(struct writing *writing, struct making *making)
{
    struct slice rest;
    struct slice word;
    text_clear(&making->tags);
    text_clear(&making->words);
    text_clear(&making->result);
    set_up(making);
    play(making);
    if (writing->bytes > 0)
        fputc('\n', writing->file);
    write_tags(writing, making);
    rest = text_slice(&making->words);
    while (slice_split(&rest, '\n', &word) && word.length > 0)
        add_word(writing, word);
    add_word(writing, text_slice(&making->result));
    fputc('\n', writing->file);
    writing->column = 0;
    free(making->state);
}

int main(int argc, char **argv)
{
    struct books books;
    struct writing writing = {.file = stdout};
    struct random random = {argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    if (argc < 3 || !books_open(&books) || books_find(&books, argv[1]) == NULL) {
        fputs("usage: generate RULESET MEGABYTES [SEED]\n", stderr);
        return 2;
    }
    struct making making = {.book = books_find(&books, argv[1]), .ruleset = argv[1], .random = &random};
    while (writing.bytes < strtoull(argv[2], NULL, 10) * 1000000)
        write_game(&writing, &making);
    text_release(&making.tags);
    text_release(&making.words);
    text_release(&making.result);
    books_close(&books);
    return fflush(stdout) != 0;
}
