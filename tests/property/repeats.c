/* SPDX-License-Identifier: MIT */
/* Repetitions in Hive by the words of its page: the same kinds, not numbers, on places shifted alike, the same seat to
   move, and the same tile at rest if without the rest there were other turns.  Games are played back and forth, and
   what has occurred is counted by the texts of positions and by the slow telling. */
#include "support/books.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/slow.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 14, PLIES = 100, TRIES = 6 };

/* How often a position occurs for a draw; variants do not say so, since positions that are read back have no past. */
static const struct {
    const char *ruleset;
    const char *path;
    const char *rules;
    unsigned times;
} all[] = {
    {"hive-few", "tests/variants/hive-few.yaml", "repetition=3", 3},
    {"hive-short", "tests/variants/hive-short.yaml", "repetition=2", 2},
};

struct play {
    const struct rulebook *book;
    const char *ruleset;
    unsigned times;
    struct state *state;
    char *seen[PLIES + 1];
    unsigned count;
};

static void add_turn(void *text, const char *turn, const struct slow_position *after)
{
    (void)after;
    text_printf(text, "%s,", turn);
}

/* The turns where FIELD lies, and SEAT is to move while REST rests. */
static void add_turns(
    const char *ruleset, const char *field, const char *seat, const char *rest, const char *number, struct text *turns)
{
    const struct telling *telling = slow_telling("hive");
    const struct slow_rules *rules = telling->find(ruleset);
    struct slow_position position;
    struct text text;
    text_init(&text);
    text_printf(&text, "%s %s %s %s", field, seat, rest, number);
    slow_read(telling, rules, text.bytes, &position);
    telling->turns(rules, &position, add_turn, turns);
    text_release(&text);
}

/* The field without the numbers of tiles, a star behind the one at rest if that counts, and the seat. */
static char *essence_of(const struct play *play, const struct state *state)
{
    char field[SLOW_TEXT];
    char seat[8];
    char rest[8];
    char number[16];
    struct text text;
    struct text turns;
    struct text awake;
    text_init(&text);
    text_init(&turns);
    text_init(&awake);
    game_write_position(play->book->rules, state, &text);
    sscanf(text.bytes, "%4095s %7s %7s %15s", field, seat, rest, number);
    add_turns(play->ruleset, field, seat, rest, number, &turns);
    add_turns(play->ruleset, field, seat, "-", number, &awake);
    bool counts = strcmp(turns.bytes, awake.bytes) != 0;
    text_clear(&text);
    for (const char *at = field; *at != '\0';) {
        size_t length = strcspn(at, "=.;");
        bool names = at > field && at[-1] != ';';
        bool rests = names && counts && length == strlen(rest) && strncmp(at, rest, length) == 0;
        for (size_t i = 0; i < length; i++)
            if (!names || !isdigit((unsigned char)at[i]))
                text_add_char(&text, at[i]);
        text_add_string(&text, rests ? "*" : "");
        at += length;
        if (*at != '\0')
            text_add_char(&text, *at++);
    }
    text_printf(&text, " %s", seat);
    text_release(&turns);
    text_release(&awake);
    return text.bytes;
}

static unsigned times_seen(const struct play *play, const char *essence)
{
    unsigned times = 0;
    for (unsigned i = 0; i < play->count; i++)
        times += strcmp(play->seen[i], essence) == 0;
    return times;
}

/* A random turn, of several one that leads back. */
static bool play_back(struct play *play, struct random *random)
{
    struct state *next = NULL;
    for (unsigned i = 0; i < TRIES; i++) {
        struct turn turn;
        struct state *after = state_copy(play->book, play->state);
        free(next);
        next = after;
        if (!random_turn(play->book, play->state, random, &turn) || !game_play(play->book->rules, after, &turn, NULL))
            return free(next), complaint("no turn can be played");
        char *essence = essence_of(play, after);
        bool back = times_seen(play, essence) > 0;
        free(essence);
        if (back)
            break;
    }
    free(play->state);
    play->state = next;
    return true;
}

/* Whether the game has ended as what has been seen says. */
static bool check_end(struct play *play, bool *drawn)
{
    struct outcome outcome = outcome_of(play->book, play->state);
    char *essence = essence_of(play, play->state);
    bool surrounded = outcome.over && strstr(outcome.reason, "surrounded") != NULL;
    play->seen[play->count++] = essence;
    *drawn = !surrounded && times_seen(play, essence) == play->times;
    if (*drawn != (outcome.over && !surrounded))
        return complaint("%s: %s occurs %u times, and it has ended by %s", play->ruleset, essence,
            times_seen(play, essence), outcome.over ? outcome.reason : "nothing");
    return true;
}

/* Half of the games begin as if their positions so far had never been. */
static bool forget(struct play *play)
{
    struct fault fault = {.rule = NULL};
    struct text text;
    text_init(&text);
    game_write_position(play->book->rules, play->state, &text);
    bool good = game_read_position(play->book->rules, 0, text_slice(&text), play->state, &fault) ||
        complaint("%s is not read", text.bytes);
    text_release(&text);
    while (play->count > 0)
        free(play->seen[--play->count]);
    return good;
}

static bool check_game(struct play *play, struct random *random, bool *drawn)
{
    bool good = check_end(play, drawn);
    unsigned forgets = random_below(random, 2 * PLIES / 5);
    for (unsigned ply = 1; ply < PLIES && good && !outcome_of(play->book, play->state).over; ply++) {
        if (ply == forgets)
            good = forget(play) && check_end(play, drawn);
        good = good && play_back(play, random) && check_end(play, drawn);
    }
    while (play->count > 0)
        free(play->seen[--play->count]);
    return good;
}

static void check_games(const struct rulebook *book, size_t i, struct tally *tally)
{
    struct random random = {3 + i};
    unsigned drawn = 0;
    bool good = true;
    for (unsigned game = 0; game < share_of(GAMES) && good; game++) {
        struct play play = {book, all[i].ruleset, all[i].times, state_start(book, 2), {NULL}, 0};
        bool is = false;
        good = check_game(&play, &random, &is);
        drawn += is;
        free(play.state);
    }
    tally_count(tally, good, "what has occurred is counted", all[i].path);
    if (share_of(GAMES) > GAMES / 3)
        tally_count(tally, drawn > 0, "games end by repetition", all[i].path);
}

int main(void)
{
    struct books books;
    struct tally tally = {0};
    bool open = books_open(&books);
    tally_count(&tally, open, "can be used", "all rulesets");
    for (size_t i = 0; i < sizeof all / sizeof all[0] && open; i++) {
        struct rulebook_entry entry = {{NULL}};
        rulebook_load(&books.loader, slice_of(all[i].path), true, slice_of(all[i].rules), &entry);
        check_games(&entry.book, i, &tally);
        rulebook_unload(&entry);
    }
    books_close(&books);
    return tally_end(&tally);
}
