/* SPDX-License-Identifier: MIT */
/* Stakd against its slow telling: the same turns, the same ends, the next to play and
   those out, and of plays made up the same rule broken; in random rounds of one to eight
   players, from the start and from the bases with the hands made small, under rulesets
   and overrides.

       stakd [PLIES [SEED]]    positions of each trial, and where chance begins */
#include "support/books.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/slow_stakd.h"
#include "support/tally.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLIES = 250, TURNS_LISTED = 50000, MADE_UP = 12 };

/* A ruleset, what it is told by, and what differs. */
struct trial {
    const char *path;
    const char *overrides;
    unsigned players;
};

static const struct trial trials[] = {
    {"rulesets/stakd-elite.yaml", "", 1},
    {"rulesets/stakd-elite.yaml", "", 2},
    {"rulesets/stakd-elite.yaml", "", 3},
    {"rulesets/stakd-elite.yaml", "", 4},
    {"rulesets/stakd-elite.yaml", "", 6},
    {"rulesets/stakd-elite.yaml", "", 8},
    {"rulesets/stakd-elite.yaml", "new_layer_after=2 bomber_last=previous", 3},
    {"rulesets/stakd-elite.yaml", "new_layer_after=1 uni_start_ignores_bombers=true", 2},
    {"rulesets/stakd-elite.yaml", "base_touch=1 new_layer_after=3 bomber_last=previous", 4},
    {"rulesets/stakd-elite.yaml", "base_touch=1 uni_start_ignores_bombers=true", 1},
    {"rulesets/stakd-elite.yaml", "lattice=square", 1},
    {"rulesets/stakd-elite.yaml", "lattice=square base_touch=3 new_layer_after=2", 4},
    {"tests/variants/stakd-square.yaml", "", 2},
    {"tests/variants/stakd-square.yaml", "bomber_last=nobody uni_start_ignores_bombers=false", 3},
    {"tests/variants/stakd-large.yaml", "", 1},
    {"tests/variants/stakd-large.yaml", "", 2},
    {"tests/variants/stakd-large.yaml", "new_layer_after=1 bomber_last=previous", 4},
};

static void name_ruleset(const char *path, char name[64])
{
    const char *slash = strrchr(path, '/');
    snprintf(name, 64, "%s", slash == NULL ? path : slash + 1);
    name[strcspn(name, ".")] = '\0';
}

static bool find_rules(const struct trial *trial, struct sd_rules *rules)
{
    char name[64];
    const char *value;
    name_ruleset(trial->path, name);
    if (!sd_find(strstr(trial->overrides, "lattice=square") != NULL ? "stakd-square" : name, rules))
        return false;
    if (strstr(trial->overrides, "lattice=square") != NULL)
        rules->uni_ignores_bombers = rules->previous_wins = false;
    if ((value = strstr(trial->overrides, "base_touch=")) != NULL)
        rules->base_touch = atoi(strchr(value, '=') + 1);
    if ((value = strstr(trial->overrides, "new_layer_after=")) != NULL)
        rules->new_layer_after = atoi(strchr(value, '=') + 1);
    if ((value = strstr(trial->overrides, "ignores_bombers=")) != NULL)
        rules->uni_ignores_bombers = strchr(value, '=')[1] == 't';
    if ((value = strstr(trial->overrides, "bomber_last=")) != NULL)
        rules->previous_wins = strchr(value, '=')[1] == 'p';
    return true;
}

/* A position told both ways. */
struct spot {
    const struct rulebook *book;
    const struct sd_rules *rules;
    struct random *random;
    struct state *state;
    struct sd_position told;
    struct text text;
};

static bool read_spot(struct spot *spot)
{
    text_clear(&spot->text);
    game_write_position(spot->book->rules, spot->state, &spot->text);
    return sd_read(spot->rules, text_slice(&spot->text).at, &spot->told) || complaint("it is not read");
}

/* The turns. */

struct comparison {
    const struct turn_list *list;
    size_t count;
    bool good;
};

static void compare_turn(void *context, const char *turn, const struct sd_position *after)
{
    struct comparison *comparison = context;
    (void)after;
    comparison->count++;
    if (comparison->good && !list_has(comparison->list, turn))
        comparison->good = complaint("%s is legal but not listed", turn);
}

static void find_missing(void *context, const char *turn, const struct sd_position *after)
{
    struct turn_list *list = context;
    (void)after;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->texts[i], turn) == 0)
            list->texts[i][0] = '\0';
}

static bool check_turns(const struct spot *spot)
{
    struct turn_list list;
    bool good = list_turns(spot->book, spot->state, TURNS_LISTED, &list);
    struct comparison comparison = {&list, 0, good};
    sd_turns(spot->rules, &spot->told, compare_turn, &comparison);
    good = comparison.good;
    if (good && comparison.count != list.count) {
        good = complaint("%zu turns are legal, %zu listed", comparison.count, list.count);
        sd_turns(spot->rules, &spot->told, find_missing, &list);
        for (size_t i = 0; i < list.count; i++)
            if (list.texts[i][0] != '\0')
                complaint("%s is listed", list.texts[i]);
    }
    list_release(&list);
    return good;
}

/* How it stands. */

static bool same_scores(const struct spot *spot, const struct outcome *outcome, int winner)
{
    for (int seat = 1; seat <= spot->told.players; seat++) {
        int points = seat == spot->told.toppled ? -1 : seat == winner;
        if (outcome->halves[seat - 1] != 2 * points)
            return complaint("seat %d has %d points", seat, points);
    }
    return true;
}

static bool check_end(const struct spot *spot)
{
    struct outcome outcome = outcome_of(spot->book, spot->state);
    int winner;
    const char *reason = sd_end(spot->rules, &spot->told, &winner);
    const char *found = outcome.over ? outcome.reason : NULL;
    if (reason == NULL || found == NULL)
        return reason == found ||
            complaint(
                "it has ended by %s, found %s", reason == NULL ? "nothing" : reason, found == NULL ? "nothing" : found);
    if (strcmp(reason, found) != 0 || outcome.winners != (winner == 0 ? 0 : 1u << (winner - 1)))
        return complaint("it has ended by %s for %d, found %s for %x", reason, winner, found, outcome.winners);
    return same_scores(spot, &outcome, winner);
}

/* Plays made up: near the pieces, of any letter, turned and marked by chance. */

static struct sd_play make_up(const struct spot *spot)
{
    struct random *random = spot->random;
    const struct sd_position *told = &spot->told;
    int shapes = 0;
    struct sd_play play = {.row = 26, .column = 26};
    while (spot->rules->shapes[shapes].letter != '\0')
        shapes++;
    if (told->count > 0) {
        int piece = told->count - 1 - (int)random_below(random, (unsigned)(told->count > 14 ? 14 : told->count));
        const struct sd_node *node =
            &told->pieces[piece].nodes[random_below(random, (unsigned)told->pieces[piece].count)];
        play.row = node->row;
        play.column = node->column;
    }
    int far = random_once_in(random, 2) ? 0 : 4;
    play.row += (int)random_below(random, (unsigned)(2 * far + 1)) - far;
    play.column += (int)random_below(random, (unsigned)(2 * far + 1)) - far;
    if (random_once_in(random, 30))
        play.column = random_once_in(random, 2) ? 52 : 1;
    play.letter = random_once_in(random, 60) ? 'Z' : spot->rules->shapes[random_below(random, (unsigned)shapes)].letter;
    play.turn = (int)random_below(random, spot->rules->square ? 4 : 6);
    play.marked = random_once_in(random, 5);
    return play;
}

static bool check_play(const struct spot *spot, const struct sd_play *play, const struct turn *turn)
{
    struct state *after = state_copy(spot->book, spot->state);
    struct fault fault = {.rule = NULL};
    const char *broken = sd_broken(spot->rules, &spot->told, play);
    bool legal = game_play(spot->book->rules, after, turn, &fault);
    const char *found = legal ? NULL : strchr(fault.rule->id, '/') + 1;
    free(after);
    return (broken == NULL ? found == NULL : found != NULL && strcmp(broken, found) == 0) ||
        complaint("%c@%d,%d/%d%s breaks %s, found %s", play->letter, play->row, play->column, play->turn,
            play->marked ? "^" : "", broken == NULL ? "nothing" : broken, found == NULL ? "nothing" : found);
}

static bool check_plays(const struct spot *spot)
{
    struct sd_play plays[MADE_UP];
    struct reader reader;
    struct record record;
    struct text text;
    unsigned next = 0;
    text_init(&text);
    for (unsigned i = 0; i < MADE_UP; i++) {
        plays[i] = make_up(spot);
        plays[i].row = plays[i].row < 1 ? 1 : plays[i].row > 52 ? 52 : plays[i].row;
        plays[i].column = plays[i].column < 1 ? 1 : plays[i].column;
        text_printf(&text, "%s%c@%s%c%d/%d%s\n", i == 0 ? "1. " : "", plays[i].letter, plays[i].row > 26 ? "a" : "",
            'a' + (plays[i].row - 1) % 26, plays[i].column, plays[i].turn, plays[i].marked ? "^" : "");
    }
    bool good = read_record(&reader, &record, text_slice(&text), shapes_of(spot->book)) || complaint("unreadable");
    for (size_t i = 0; i < record.main.count && good; i++) {
        struct turn turn;
        if (record.main.items[i].kind == ITEM_TURN)
            good = resolve_item(spot->book, &record, &record.main.items[i], &turn) &&
                check_play(spot, &plays[next++], &turn);
    }
    good = good && (next == MADE_UP || complaint("%u plays are read", next));
    reader_close(&reader);
    text_release(&text);
    return good;
}

/* A turn played both ways comes to the same, whatever is hinted at. */

struct stepping {
    const char *turn;
    struct sd_position after;
    bool found;
};

static void take_turn(void *context, const char *turn, const struct sd_position *after)
{
    struct stepping *stepping = context;
    if (strcmp(turn, stepping->turn) != 0)
        return;
    stepping->after = *after;
    stepping->found = true;
}

/* Hints at a turn of the position before TURN or after it; false where there is none. */
static bool give_hint(const struct spot *spot, const struct turn *turn, struct turn *hint)
{
    struct state *near = state_copy(spot->book, spot->state);
    bool any = (random_once_in(spot->random, 3) || game_play(spot->book->rules, near, turn, NULL)) &&
        !outcome_of(spot->book, near).over && random_turn(spot->book, near, spot->random, hint);
    free(near);
    if (any)
        spot->book->game->own.hint(spot->book->rules, spot->state, hint);
    return any;
}

/* Whether HINT is legal as it is where nobody has given it. */
static bool check_hint(const struct spot *spot, const struct turn *hint)
{
    struct state *hinted = state_copy(spot->book, spot->state);
    struct state *plain = state_copy(spot->book, spot->state);
    bool good =
        game_read_position(spot->book->rules, (unsigned)spot->told.players, text_slice(&spot->text), plain, NULL);
    bool legal = good && !outcome_of(spot->book, plain).over && game_play(spot->book->rules, plain, hint, NULL);
    good = good && (outcome_of(spot->book, hinted).over || game_play(spot->book->rules, hinted, hint, NULL) == legal);
    free(hinted);
    free(plain);
    return good || complaint("a hint is %s", legal ? "refused" : "accepted");
}

static bool play_both(struct spot *spot)
{
    struct turn turn;
    struct turn hint;
    struct text text;
    struct stepping *stepping = calloc(1, sizeof *stepping);
    if (stepping == NULL || !random_turn(spot->book, spot->state, spot->random, &turn)) {
        free(stepping);
        return complaint("no turn");
    }
    text_init(&text);
    stepping->turn = turn_text(spot->book, spot->state, &turn, &text);
    sd_turns(spot->rules, &spot->told, take_turn, stepping);
    bool hinted = give_hint(spot, &turn, &hint);
    bool good = game_play(spot->book->rules, spot->state, &turn, NULL) && stepping->found && read_spot(spot) &&
        sd_same(spot->rules, &stepping->after, &spot->told);
    if (good && hinted)
        good = check_hint(spot, &hint);
    else if (!good)
        complaint("%s comes to something else", stepping->turn);
    text_release(&text);
    free(stepping);
    return good;
}

/* Where rounds begin. */

static void add_hands(struct spot *spot, const struct sd_position *told, struct text *text)
{
    for (int seat = 1; seat <= told->players; seat++) {
        bool any = false;
        for (const struct sd_shape *shape = spot->rules->shapes; shape->letter != '\0'; shape++) {
            unsigned most = (unsigned)told->hands[seat][(int)shape->letter];
            unsigned count = most == 0 || random_once_in(spot->random, 2) ? 0 : random_below(spot->random, most + 1);
            if (count > 3)
                count = 1 + count % 3;
            if (count > 0)
                text_printf(text, "%c%u", shape->letter, count);
            any |= count > 0;
        }
        text_add_string(text, any ? "" : "-");
        text_add_string(text, seat < told->players ? "/" : " ");
    }
}

static void note_turn(void *context, const char *turn, const struct sd_position *after)
{
    (void)turn;
    (void)after;
    ++*(unsigned *)context;
}

/* The position again with small hands, unless that ends the round.  What is not taken for one is
   so because nobody can play. */
static bool shrink_hands(struct spot *spot)
{
    struct text text;
    struct fault fault = {.rule = NULL};
    struct sd_position *made = malloc(sizeof *made);
    unsigned turns = 0;
    const char *hands = strchr(text_slice(&spot->text).at, ' ') + 1;
    text_init(&text);
    text_add(&text, (struct slice){spot->text.bytes, (size_t)(hands - spot->text.bytes)});
    add_hands(spot, &spot->told, &text);
    text_add_string(&text, strchr(hands, ' ') + 1);
    struct state *state = state_copy(spot->book, spot->state);
    bool taken = game_read_position(spot->book->rules, (unsigned)spot->told.players, text_slice(&text), state, &fault);
    bool good = made != NULL && sd_read(spot->rules, text_slice(&text).at, made);
    if (good)
        sd_turns(spot->rules, made, note_turn, &turns);
    good = good && (taken || turns == 0 || complaint("%s is refused", text.bytes));
    if (taken && !outcome_of(spot->book, state).over)
        state_put(spot->book, spot->state, state);
    free(state);
    free(made);
    text_release(&text);
    return good && read_spot(spot);
}

static bool holds_bases(const struct spot *spot)
{
    return spot->told.hands[spot->told.seat][(int)spot->rules->base] > 0;
}

static bool begin(struct spot *spot, unsigned players)
{
    game_start(spot->book->rules, players, spot->state);
    bool good = read_spot(spot);
    if (random_once_in(spot->random, 4))
        return good;
    while (good && holds_bases(spot))
        good = play_both(spot);
    return good && shrink_hands(spot);
}

static bool check_spot(struct spot *spot)
{
    return check_turns(spot) && check_end(spot) && (outcome_of(spot->book, spot->state).over || check_plays(spot));
}

static bool check_trial(struct spot *spot, unsigned players, unsigned plies)
{
    bool good = begin(spot, players) && check_spot(spot);
    for (unsigned i = 0; i < plies && good; i++) {
        if (outcome_of(spot->book, spot->state).over)
            good = begin(spot, players);
        else
            good = (holds_bases(spot) || !random_once_in(spot->random, 40) || shrink_hands(spot)) && play_both(spot);
        good = good && check_spot(spot);
    }
    return good || complaint("in %s", spot->text.bytes);
}

static bool run_trial(const struct books *books, const struct trial *trial, unsigned seed, unsigned plies)
{
    struct rulebook_entry entry = {0};
    struct sd_rules rules;
    struct random random = {seed};
    struct spot spot = {.book = &entry.book, .rules = &rules, .random = &random};
    rulebook_load(&books->loader, slice_of(trial->path), true, slice_of(trial->overrides), &entry);
    bool good = (entry.book.game != NULL || complaint("%s cannot be used", trial->path)) && find_rules(trial, &rules);
    if (good) {
        text_init(&spot.text);
        spot.state = state_start(spot.book, trial->players);
        good = check_trial(&spot, trial->players, plies);
        free(spot.state);
        text_release(&spot.text);
    }
    rulebook_unload(&entry);
    return good;
}

int main(int count, char **arguments)
{
    struct books books;
    struct tally tally = {0};
    unsigned plies = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : share_of(PLIES);
    unsigned seed = count > 2 ? (unsigned)strtoul(arguments[2], NULL, 10) : 0;
    tally_count(&tally, books_open(&books), "rulesets load", "all");
    for (unsigned i = 0; i < sizeof trials / sizeof trials[0]; i++) {
        char name[160];
        snprintf(name, sizeof name, "%s %u %s", trials[i].path, trials[i].players, trials[i].overrides);
        tally_count(&tally, run_trial(&books, &trials[i], seed + i, plies), "is as its page tells it", name);
    }
    books_close(&books);
    return tally_end(&tally);
}
