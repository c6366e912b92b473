/* SPDX-License-Identifier: MIT */
#include "support/recording.h"

#include "support/dealing.h"
#include "support/playing.h"

#include <stdlib.h>

enum { COLUMNS = 79 };

/* A game being made up. */
struct making {
    struct recording *recording;
    struct random *random;
    struct state *state;
    bool hidden; /* all but what the first player sees */
};

void recording_init(struct recording *recording, const struct rulebook *book, const char *ruleset)
{
    *recording = (struct recording){.book = book, .ruleset = ruleset};
    arena_init(&recording->arena, 0);
    text_init(&recording->tags);
    text_init(&recording->result);
}

void recording_release(struct recording *recording)
{
    arena_release(&recording->arena);
    text_release(&recording->tags);
    text_release(&recording->result);
}

static void add_board_result(
    const struct game *game, unsigned players, const struct outcome *outcome, struct text *text)
{
    if (game->result.scoring == SCORE_WIN)
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

static void write_tags(const struct making *making, struct slice deal, struct text *tags)
{
    static const char *const names[] = {"Anna", "Ben", "Cleo", "David", "Emil", "Frida", "Gustav", "Helene"};
    const struct recording *recording = making->recording;
    struct random *random = making->random;
    bool two = recording->book->game->position.tags == NULL && recording->players == 2;
    unsigned first = random_below(random, 8);
    text_printf(tags, "[Ruleset \"%s\"]\n[Event \"random play\"]\n", recording->ruleset);
    unsigned year = 1998 + random_below(random, 28);
    unsigned month = 1 + random_below(random, 12);
    text_printf(tags, "[Date \"%u.%02u.%02u\"]\n", year, month, 1 + random_below(random, 28));
    for (unsigned i = 0; i < recording->players; i++) {
        const char *name = names[(first + i * (1 + first % 2)) % 8];
        if (two)
            text_printf(tags, "[%s \"%s\"]\n", i == 0 ? "White" : "Black", name);
        else
            text_printf(tags, "[Player%u \"%s\"]\n", i + 1, name);
    }
    text_printf(tags, "[Result \"%s\"]\n", text_slice(&recording->result).at);
    text_add(tags, deal);
}

/* Players seldom take all the steps they may: of a turn drawn from all of them each
   step behind the first is kept once in three, as in games that people play. */
static void shorten(const struct rulebook *book, const struct state *state, struct random *random, struct turn *turn)
{
    unsigned whole = turn->count;
    while (turn->count > 2 && !random_once_in(random, 3))
        turn->count--;
    if (turn->count < whole && !turn_is_legal(book, state, turn))
        turn->count = whole;
}

/* A draw that was seen, in place of one that was not. */
struct draws {
    struct random *random;
    unsigned unseen;
    unsigned count;
    struct turn turn;
};

static bool choose_seen(void *context, const struct turn *turn)
{
    struct draws *draws = context;
    const struct step *last = &turn->steps[turn->count - 1];
    if (turn->count > 0 && last->mark == '+' && last->cell != draws->unseen &&
        random_once_in(draws->random, ++draws->count))
        draws->turn = *turn;
    return true;
}

/* A turn as people take it; where tiles are drawn, with the tile. */
static bool take_turn(const struct making *making, struct turn *turn)
{
    const struct rulebook *book = making->recording->book;
    struct draws draws = {.random = making->random, .unseen = book->game->notation.unseen};
    if (!random_turn(book, making->state, making->random, turn))
        return false;
    if (shape_is_field(book->game->notation.shape))
        return true;
    if (book->game->notation.shape != TURN_TILES) {
        shorten(book, making->state, making->random, turn);
        return true;
    }
    if (turn->count > 0 && turn->steps[turn->count - 1].mark == '+') {
        turn->count--;
        book->game->judging.extend(book->rules, making->state, turn, choose_seen, &draws);
        *turn = draws.turn;
    }
    return true;
}

/* What is written of TURN: of tiles others draw only that they were drawn. */
static void add_turn(const struct making *making, struct turn turn)
{
    struct recording *recording = making->recording;
    const struct state *state = making->state;
    struct text name;
    text_init(&name);
    if (making->hidden && state->seat > 1 && turn.count > 0 && turn.steps[turn.count - 1].mark == '+')
        turn.steps[turn.count - 1].cell = recording->book->game->notation.unseen;
    recording->words.list[recording->words.count++] =
        (struct word){.text = arena_copy(&recording->arena, slice_of(turn_text(recording->book, state, &turn, &name))),
            .number = state->number != recording->numbered ? state->number : 0};
    recording->numbered = state->number;
    text_release(&name);
}

static void play(const struct making *making, unsigned most)
{
    struct recording *recording = making->recording;
    const struct rulebook *book = recording->book;
    struct turn turn;
    while (recording->words.count < most && !outcome_of(book, making->state).over) {
        if (!take_turn(making, &turn))
            break;
        add_turn(making, turn);
        if (!game_play(book->rules, making->state, &turn, NULL))
            break;
    }
    struct outcome outcome = outcome_of(book, making->state);
    if (outcome.over)
        add_board_result(book->game, recording->players, &outcome, &recording->result);
    else
        text_add_string(
            &recording->result, book->game->result.scoring == SCORE_WIN ? other_result(making->random) : "*");
}

/* A start, dealt where games begin with a deal, of any number of players up to four;
   the tags that say so are added to TAGS. */
static void set_up(struct making *making, struct text *tags)
{
    const struct rulebook *book = making->recording->book;
    struct deal deal;
    unsigned players;
    do
        players = 1 + random_below(making->random, 4);
    while (!game_allows_players(book->rules, players));
    making->recording->players = players;
    making->state = state_start(book, players);
    making->hidden = book->game->notation.shape == TURN_TILES && random_once_in(making->random, 2);
    if (book->game->position.tags == NULL)
        return;
    deal_randomly(book, players, DEAL_OPEN, making->random, &deal);
    game_start(book->rules, players, making->state);
    deal_into(book, &deal, making->state);
    for (unsigned n = 0; making->hidden && book->game->position.tags[n].name != NULL; n++)
        if (book->game->position.tags[n].seat > 1)
            strcpy(deal.values[n], "?");
    deal_write(book, &deal, tags);
}

void recording_make(struct recording *recording, unsigned most, struct random *random)
{
    struct making making = {.recording = recording, .random = random};
    struct text deal;
    text_init(&deal);
    arena_clear(&recording->arena);
    text_clear(&recording->tags);
    text_clear(&recording->result);
    recording->words.count = 0;
    recording->numbered = 0;
    set_up(&making, &deal);
    play(&making, most < RECORDED_TURNS ? most : RECORDED_TURNS);
    write_tags(&making, text_slice(&deal), &recording->tags);
    text_release(&deal);
    free(making.state);
}

/* Words in lines; BLANK: with something between it and the word before. */
struct writing {
    struct text *text;
    size_t column;
};

static void add_word(struct writing *writing, struct slice word, bool blank)
{
    bool fits = writing->column + 1 + word.length <= COLUMNS;
    if (blank && writing->column > 0) {
        text_add_char(writing->text, fits ? ' ' : '\n');
        writing->column = fits ? writing->column + 1 : 0;
    }
    text_add(writing->text, word);
    writing->column += word.length;
}

void recording_write(const struct recording *recording, const struct words *words, struct text *text)
{
    struct writing writing = {.text = text};
    struct text number;
    text_init(&number);
    text_add(text, text_slice(&recording->tags));
    text_add_char(text, '\n');
    for (unsigned i = 0; i < words->count; i++) {
        const struct word *word = &words->list[i];
        text_clear(&number);
        text_printf(&number, "%u.", (unsigned)word->number);
        if (word->number != 0)
            add_word(&writing, text_slice(&number), true);
        add_word(&writing, word->text, !word->glued);
    }
    add_word(&writing, text_slice(&recording->result), true);
    text_add_char(text, '\n');
    text_release(&number);
}
