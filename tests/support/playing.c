/* SPDX-License-Identifier: MIT */
#include "support/playing.h"

#include "support/dealing.h"

#include <stdio.h>
#include <stdlib.h>

static void *need(void *memory)
{
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

struct state *state_apply_tag(const struct rulebook *book, unsigned players, struct random *random, struct text *tags)
{
    static const enum openness kinds[] = {DEAL_OPEN, DEAL_MIXED, DEAL_MIXED, DEAL_HIDDEN};
    struct state *state = need(calloc(1, game_state_size(book->rules)));
    struct deal deal;
    game_start(book->rules, players, state);
    if (book->game->position.tags == NULL)
        return state;
    deal_randomly(book, players, kinds[random_below(random, 4)], random, &deal);
    if (!deal_into(book, &deal, state)) {
        fputs("a deal is refused\n", stderr);
        exit(2);
    }
    if (tags != NULL)
        deal_write(book, &deal, tags);
    return state;
}

struct state *state_start(const struct rulebook *book, unsigned players)
{
    struct random random = {players};
    return state_apply_tag(book, players, &random, NULL);
}

struct state *state_copy(const struct rulebook *book, const struct state *state)
{
    struct state *copy = need(malloc(game_state_size(book->rules)));
    state_put(book, copy, state);
    return copy;
}

void state_put(const struct rulebook *book, struct state *to, const struct state *from)
{
    memcpy(to, from, game_state_size(book->rules));
}

struct outcome outcome_of(const struct rulebook *book, const struct state *state)
{
    struct outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    game_judge_end(book->rules, state, &outcome);
    outcome_score(book->rules, state, &outcome);
    return outcome;
}

static bool outcome_same(const struct outcome *a, const struct outcome *b)
{
    bool reasons = a->reason == NULL || b->reason == NULL ? a->reason == b->reason : strcmp(a->reason, b->reason) == 0;
    return reasons && a->over == b->over && a->winners == b->winners &&
        memcmp(a->halves, b->halves, sizeof a->halves) == 0;
}

bool state_same(const struct rulebook *book, const struct state *a, const struct state *b)
{
    struct outcome x = outcome_of(book, a);
    struct outcome y = outcome_of(book, b);
    struct text texts[2];
    text_init(&texts[0]);
    text_init(&texts[1]);
    game_write_position(book->rules, a, &texts[0]);
    game_write_position(book->rules, b, &texts[1]);
    bool same = slice_equal(text_slice(&texts[0]), text_slice(&texts[1])) && outcome_same(&x, &y);
    text_release(&texts[0]);
    text_release(&texts[1]);
    return same;
}

/* The turn that comes after LEFT others. */
struct draw {
    uint64_t left;
    struct turn *turn;
};

static bool draw_turn(void *context, const struct turn *turn)
{
    struct draw *draw = context;
    if (draw->left-- > 0)
        return true;
    *draw->turn = *turn;
    return false;
}

/* Steps that may follow: one at random of those that end a turn, with all that is to
   know or without, and one of those that do not. */
enum { GOING_ON, ENDING, UNKNOWING, STEP_KINDS };

struct choice {
    struct random *random;
    unsigned unseen;
    unsigned count[STEP_KINDS];
    struct turn turn[STEP_KINDS];
};

static bool choose(void *context, const struct turn *turn)
{
    struct choice *choice = context;
    const struct step *last = turn->count > 0 ? &turn->steps[turn->count - 1] : NULL;
    unsigned kind = last != NULL && last->mark != '+'  ? GOING_ON
        : last != NULL && last->cell == choice->unseen ? UNKNOWING
                                                       : ENDING;
    if (random_once_in(choice->random, ++choice->count[kind]))
        choice->turn[kind] = *turn;
    return true;
}

bool turn_is_legal(const struct rulebook *book, const struct state *state, const struct turn *turn)
{
    struct state *next = state_copy(book, state);
    bool legal = game_play(book->rules, next, turn, NULL);
    free(next);
    return legal;
}

static bool random_steps(
    const struct rulebook *book, const struct state *state, struct random *random, struct turn *turn)
{
    *turn = (struct turn){.shape = book->game->notation.shape};
    for (;;) {
        struct choice choice = {.random = random, .unseen = book->game->notation.unseen};
        book->game->judging.extend(book->rules, state, turn, choose, &choice);
        bool stay = random_once_in(random, 3);
        if (choice.count[GOING_ON] > 0 && (!stay || choice.count[ENDING] + choice.count[UNKNOWING] == 0)) {
            if (stay && turn->count > 0 && turn_is_legal(book, state, turn))
                return true;
            *turn = choice.turn[GOING_ON];
            continue;
        }
        bool knows = choice.count[ENDING] > 0 && (choice.count[UNKNOWING] == 0 || random_once_in(random, 2));
        if (choice.count[ENDING] + choice.count[UNKNOWING] > 0)
            *turn = choice.turn[knows ? ENDING : UNKNOWING];
        return turn->count > 0 || turn->shape == TURN_PASS;
    }
}

bool random_turn(const struct rulebook *book, const struct state *state, struct random *random, struct turn *turn)
{
    if (book->game->judging.generate == NULL)
        return random_steps(book, state, random, turn);
    uint64_t count = turn_count(book, state);
    if (count == 0)
        return false;
    struct draw draw = {random_next(random) % count, turn};
    return !book->game->judging.generate(book->rules, state, draw_turn, &draw);
}

unsigned play_randomly(const struct rulebook *book, struct state *state, struct random *random, unsigned plies)
{
    struct turn turn;
    for (unsigned i = 0; i < plies; i++)
        if (outcome_of(book, state).over || !random_turn(book, state, random, &turn) ||
            !game_play(book->rules, state, &turn, NULL))
            return i;
    return plies;
}

struct listing {
    const struct rulebook *book;
    const struct state *state;
    struct turn_list *list;
    struct text text;
};

static bool list_turn(void *context, const struct turn *turn)
{
    struct listing *listing = context;
    struct turn_list *list = listing->list;
    list->cut = list->count == list->limit;
    if (list->cut)
        return false;
    if ((list->count & (list->count - 1)) == 0) {
        size_t room = list->count == 0 ? 1 : 2 * list->count;
        list->turns = need(realloc(list->turns, room * sizeof *list->turns));
        list->texts = need(realloc(list->texts, room * sizeof *list->texts));
    }
    list->turns[list->count] = *turn;
    list->texts[list->count++] = need(strdup(turn_text(listing->book, listing->state, turn, &listing->text)));
    return true;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool sort_list(struct turn_list *list)
{
    if (list->count == 0)
        return !list->cut;
    list->sorted = need(malloc(list->count * sizeof *list->sorted));
    memcpy(list->sorted, list->texts, list->count * sizeof *list->sorted);
    qsort(list->sorted, list->count, sizeof *list->sorted, compare);
    return !list->cut;
}

bool list_turns(const struct rulebook *book, const struct state *state, size_t limit, struct turn_list *list)
{
    struct listing listing = {book, state, list, {0}};
    *list = (struct turn_list){.limit = limit};
    book->game->judging.generate(book->rules, state, list_turn, &listing);
    text_release(&listing.text);
    return sort_list(list);
}

bool list_steps(const struct rulebook *book, const struct state *state, const struct turn *begun, size_t limit,
    struct turn_list *list)
{
    struct listing listing = {book, state, list, {0}};
    *list = (struct turn_list){.limit = limit};
    book->game->judging.extend(book->rules, state, begun, list_turn, &listing);
    text_release(&listing.text);
    return sort_list(list);
}

bool list_has(const struct turn_list *list, const char *text)
{
    return list->count > 0 && bsearch(&text, list->sorted, list->count, sizeof *list->sorted, compare) != NULL;
}

void list_release(struct turn_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->texts[i]);
    free(list->texts);
    free(list->turns);
    free(list->sorted);
}

const char *turn_text(
    const struct rulebook *book, const struct state *state, const struct turn *turn, struct text *text)
{
    text_clear(text);
    book->game->notation.write(book->rules, state, turn, text);
    return text_slice(text).at;
}

static enum turn_shape find_shape(void *book, const struct record *record)
{
    (void)record;
    return book == NULL ? TURN_NONE : ((const struct rulebook *)book)->game->notation.shape;
}

struct shapes shapes_of(const struct rulebook *book)
{
    return (struct shapes){find_shape, (void *)book};
}

bool read_record(struct reader *reader, struct record *record, struct slice text, struct shapes shapes)
{
    return reader_open_at(reader, text, true, 1) && reader_next(reader, record, &shapes) == READ_RECORD;
}

bool resolve_item(const struct rulebook *book, const struct record *record, const struct item *item, struct turn *turn)
{
    struct written written = {
        item->shape, item->part_count == 0 ? NULL : &record->parts[item->first_part], item->part_count, item->seat};
    return item->shape != TURN_RESIGN && book->game->notation.resolve(book->rules, &written, turn, NULL);
}

unsigned fewest_players(const struct rulebook *book)
{
    for (unsigned players = 1; players <= SEATS; players++)
        if (game_allows_players(book->rules, players))
            return players;
    return 0;
}

void add_tags(struct text *text, const char *ruleset, unsigned players, const char *position)
{
    text_printf(text, "[Ruleset \"%s\"]\n", ruleset);
    for (unsigned seat = 1; seat <= players; seat++)
        text_printf(text, "[Player%u \"P%u\"]\n", seat, seat);
    if (position != NULL)
        text_printf(text, "[Position \"%s\"]\n", position);
    text_add_char(text, '\n');
}
