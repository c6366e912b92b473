/* Writes an archive of random legal games: generate RULESET MEGABYTES [SEED].
   Tags and movetext are in canonical form and results mixed as in life: played to
   the end on the board, conceded, agreed, or broken off. */
#include "support/books.h"
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

static void add_word(struct writing *writing, const char *word)
{
    unsigned length = (unsigned)strlen(word);
    bool fits = writing->column == 0 || writing->column + 1 + length <= COLUMNS;
    if (writing->column > 0)
        fputc(fits ? ' ' : '\n', writing->file);
    writing->bytes += length + 1;
    writing->column = (fits && writing->column > 0 ? writing->column + 1 : 0) + length;
    fputs(word, writing->file);
}

static const char *board_result(const struct outcome *outcome)
{
    return outcome->winners == 1 ? "1-0" : outcome->winners == 2 ? "0-1" : "1/2-1/2";
}

/* How a game ends that the board did not end. */
static const char *other_result(struct random *random)
{
    static const char *const results[] = {"1-0", "0-1", "1-0", "0-1", "1/2-1/2", "*"};
    return results[random_below(random, sizeof results / sizeof results[0])];
}

static void write_tags(struct writing *writing, const char *ruleset, const char *result, struct random *random)
{
    static const char *const names[] = {"Anna", "Ben", "Cleo", "David", "Emil", "Frida", "Gustav", "Helene"};
    int length = fprintf(writing->file,
        "[Ruleset \"%s\"]\n[Event \"random play\"]\n[Date \"%u.%02u.%02u\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Result "
        "\"%s\"]\n\n",
        ruleset, 1998 + random_below(random, 28), 1 + random_below(random, 12), 1 + random_below(random, 28),
        names[random_below(random, 8)], names[random_below(random, 8)], result);
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

/* The turns of one game as words; returns its result. */
static const char *play(const struct rulebook *book, struct random *random, struct text *words)
{
    struct state *state = state_start(book, fewest_players(book));
    unsigned most = random_once_in(random, 3) ? 10 + random_below(random, PLIES) : PLIES;
    struct text name;
    struct turn turn;
    text_init(&name);
    for (unsigned i = 0; i < most && !outcome_of(book, state).over; i++) {
        if (!random_turn(book, state, random, &turn))
            break;
        shorten(book, state, random, &turn);
        if (state->seat == 1)
            text_printf(words, "%u.\n", state->number);
        text_printf(words, "%s\n", turn_text(book, state, &turn, &name));
        if (!book->game->play(book->rules, state, &turn, NULL))
            break;
    }
    struct outcome outcome = outcome_of(book, state);
    text_release(&name);
    free(state);
    return outcome.over ? board_result(&outcome) : other_result(random);
}

static void write_game(struct writing *writing, const struct rulebook *book, const char *ruleset, struct random *random,
    struct text *words)
{
    text_clear(words);
    const char *result = play(book, random, words);
    struct slice rest = text_slice(words);
    struct slice word;
    if (writing->bytes > 0)
        fputc('\n', writing->file);
    write_tags(writing, ruleset, result, random);
    while (slice_split(&rest, '\n', &word) && word.length > 0) {
        char text[160];
        snprintf(text, sizeof text, "%.*s", (int)word.length, word.at);
        add_word(writing, text);
    }
    add_word(writing, result);
    fputc('\n', writing->file);
    writing->column = 0;
}

int main(int argc, char **argv)
{
    struct books books;
    struct text words;
    struct writing writing = {.file = stdout};
    struct random random = {argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    if (argc < 3 || !books_open(&books) || books_find(&books, argv[1]) == NULL) {
        fputs("usage: generate RULESET MEGABYTES [SEED]\n", stderr);
        return 2;
    }
    text_init(&words);
    while (writing.bytes < strtoull(argv[2], NULL, 10) * 1000000)
        write_game(&writing, books_find(&books, argv[1]), argv[1], &random, &words);
    text_release(&words);
    books_close(&books);
    return fflush(stdout) != 0;
}
