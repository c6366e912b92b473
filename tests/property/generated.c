/* SPDX-License-Identifier: MIT */
/* What generate lists is exactly what play accepts, in random positions of every
   ruleset, and play leaves the position alone when it refuses. */
#include "support/books.h"
#include "support/mutating.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/tally.h"

#include <stdlib.h>

/* Work that does not grow with the number of rulesets: positions a ruleset up to the LATEST ply, and
   legal turns in a position that are looked at one by one. */
enum { POSITIONS = 400, LATEST = 160, TURNS_LOOKED_AT = 4000, MUTATIONS = 300 };

struct spot {
    const struct rulebook *book;
    const struct state *state;
    struct turn_list list;
};

/* Each turn once, as many as count says, and all of them legal. */
static bool check_listed(const struct spot *spot)
{
    const struct rulebook *book = spot->book;
    const struct turn_list *list = &spot->list;
    struct state *after = state_copy(book, spot->state);
    bool good = turn_count(book, spot->state) == list->count || complaint("count differs");
    for (size_t i = 1; i < list->count && good; i++)
        good = strcmp(list->sorted[i - 1], list->sorted[i]) != 0 || complaint("%s is listed twice", list->sorted[i]);
    for (size_t i = 0; i < list->count && good; i++) {
        struct fault fault = {.rule = NULL};
        state_put(book, after, spot->state);
        if (!game_play(book->rules, after, &list->turns[i], &fault))
            good = complaint("%s is refused: %s", list->texts[i], fault.rule == NULL ? "?" : fault.rule->id);
        else if (fault.rule != NULL)
            good = complaint("%s has a note: %s", list->texts[i], fault.rule->id);
    }
    free(after);
    return good;
}

/* Canonical texts mean, read through the grammar, the turn they were made of. */
static bool check_texts(const struct spot *spot)
{
    const struct rulebook *book = spot->book;
    struct state *a = state_copy(book, spot->state);
    struct state *b = state_copy(book, spot->state);
    struct reader reader;
    struct record record;
    struct text text;
    size_t next = 0;
    bool good = true;
    text_init(&text);
    for (size_t i = 0; i < spot->list.count; i++)
        text_printf(&text, "%s%s\n", i == 0 ? "1. " : "", spot->list.texts[i]);
    good = spot->list.count == 0 || read_record(&reader, &record, text_slice(&text), shapes_of(book)) ||
        complaint("unreadable");
    for (size_t i = 0; spot->list.count > 0 && good && i < record.main.count; i++) {
        struct turn turn;
        if (record.main.items[i].kind == ITEM_NUMBER)
            continue;
        state_put(book, a, spot->state);
        state_put(book, b, spot->state);
        const char *wanted = next < spot->list.count ? spot->list.texts[next] : "nothing";
        good = next < spot->list.count && record.main.items[i].kind == ITEM_TURN &&
            resolve_item(book, &record, &record.main.items[i], &turn) &&
            game_play(book->rules, a, &spot->list.turns[next], NULL) && game_play(book->rules, b, &turn, NULL) &&
            state_same(book, a, b);
        next++;
        if (!good)
            complaint("%s is read as another turn, or not at all", wanted);
    }
    good = good && (next == spot->list.count || complaint("%zu texts make %zu turns", spot->list.count, next));
    if (spot->list.count > 0)
        reader_close(&reader);
    text_release(&text);
    free(a);
    free(b);
    return good;
}

static unsigned cell_count(const struct rulebook *book, const struct state *state)
{
    struct arena arena;
    struct view view;
    arena_init(&arena, 0);
    unsigned cells = book->game->display.view(book->rules, state, NULL, &arena, &view) ? (unsigned)view.count : 0;
    arena_release(&arena);
    return cells;
}

/* The first piece on a field without an edge lies anywhere, but is listed on one place. */
static bool is_anywhere(const struct spot *spot)
{
    return shape_is_field(spot->book->game->notation.shape) && cell_count(spot->book, spot->state) == 0;
}

/* TURN, made up, is legal exactly when it is listed; a refusal changes nothing. */
static bool check_judged(const struct spot *spot, const struct turn *turn, struct state *after, struct text *text)
{
    const struct rulebook *book = spot->book;
    size_t size = game_state_size(book->rules);
    state_put(book, after, spot->state);
    if (game_play(book->rules, after, turn, NULL)) {
        const char *name = turn_text(book, spot->state, turn, text);
        return list_has(&spot->list, name) || is_anywhere(spot) || complaint("%s is legal but not listed", name);
    }
    return memcmp(after, spot->state, size) == 0 || complaint("a refused turn changed the position");
}

static bool check_mutations(const struct spot *spot, struct random *random)
{
    const struct turn_list *list = &spot->list;
    struct state *after = state_copy(spot->book, spot->state);
    struct reader reader;
    struct record record;
    struct text text;
    struct text name;
    bool good = true;
    text_init(&text);
    text_init(&name);
    text_add_string(&text, "1. ");
    for (unsigned i = 0; i < MUTATIONS && list->count > 0; i++)
        mutate_turn(&text, list->texts[random_below(random, list->count)],
            list->texts[random_below(random, list->count)], random);
    if (list->count > 0 && read_record(&reader, &record, text_slice(&text), shapes_of(spot->book)))
        for (size_t i = 0; i < record.main.count && good; i++) {
            struct turn turn;
            const struct item *item = &record.main.items[i];
            if (item->kind == ITEM_TURN && resolve_item(spot->book, &record, item, &turn))
                good = check_judged(spot, &turn, after, &name);
        }
    if (list->count > 0)
        reader_close(&reader);
    text_release(&text);
    text_release(&name);
    free(after);
    return good;
}

/* What a step may say, and how many parts a turn may have, by the shape of turns. */
struct enumeration {
    uint32_t least; /* pieces lifted */
    uint32_t most;
    unsigned marks;
    char mark[3];
    unsigned parts;
    unsigned begun; /* how many legal beginnings of turns to try every step behind; 0: each there is */
};

static const struct enumeration enumerations[] = {
    [TURN_LIFT] = {0, 9, 3, {'-', '+', 'x'}, TURN_STEPS, 6},
    [TURN_MOVES] = {1, 3, 2, {0, 'x'}, 3, 0},
    [TURN_PLACE] = {1, 1, 2, {'-', 'x'}, 2, 0},
};

static bool is_enumerated(const struct game *game)
{
    return game->notation.shape == TURN_LIFT || game->notation.shape == TURN_MOVES ||
        game->notation.shape == TURN_PLACE;
}

/* All ways to put one more step behind TURN. */
static bool check_steps(
    const struct spot *spot, struct turn *turn, unsigned cells, struct state *after, struct text *text)
{
    const struct enumeration *all = &enumerations[spot->book->game->notation.shape];
    struct step *step = &turn->steps[turn->count++];
    bool good = true;
    for (unsigned cell = 0; cell < cells && good; cell++)
        for (uint32_t count = all->least; count <= all->most && good; count++)
            for (unsigned i = 0; i < all->marks && good; i++) {
                *step = (struct step){count, (uint16_t)cell, all->mark[i]};
                good = check_judged(spot, turn, after, text);
            }
    turn->count--;
    return good;
}

/* The Ith legal turn, or part of some turn; without the step that a turn has no room
   for any more. */
static bool take_beginning(const struct spot *spot, size_t i, struct random *random, struct turn *turn)
{
    const struct enumeration *all = &enumerations[spot->book->game->notation.shape];
    *turn = spot->list.turns[all->begun == 0 ? i : random_below(random, spot->list.count)];
    if (turn->count < 2)
        return false;
    if (all->begun != 0)
        turn->count = 1 + random_below(random, turn->count);
    return turn->count < all->parts;
}

static bool check_all_steps(const struct spot *spot, struct random *random)
{
    const struct enumeration *all = &enumerations[spot->book->game->notation.shape];
    struct state *after = state_copy(spot->book, spot->state);
    unsigned cells = cell_count(spot->book, spot->state);
    struct turn turn;
    struct text text;
    bool good = true;
    text_init(&text);
    for (unsigned cell = 0; cell < cells && good; cell++) {
        turn = (struct turn){
            .shape = spot->book->game->notation.shape, .count = 1, .steps = {{.count = 1, .cell = (uint16_t)cell}}};
        good = check_steps(spot, &turn, cells, after, &text);
    }
    size_t begun = all->begun == 0 || spot->list.count == 0 ? spot->list.count : all->begun;
    for (size_t i = 0; i < begun && good; i++)
        good = !take_beginning(spot, i, random, &turn) || check_steps(spot, &turn, cells, after, &text);
    text_release(&text);
    free(after);
    return good;
}

/* A number of players that the rules allow. */
static unsigned some_players(const struct rulebook *book, unsigned index)
{
    unsigned players = 1 + index % SEATS;
    while (!game_allows_players(book->rules, players))
        players = players % SEATS + 1;
    return players;
}

/* A position somewhere in a game, the start among them. */
static bool check_position(const struct rulebook *book, unsigned index, struct random *random, bool good[4])
{
    struct state *state = state_start(book, some_players(book, index));
    struct spot spot = {.book = book, .state = state};
    play_randomly(book, state, random, random_below(random, 1 + LATEST * index / share_of(POSITIONS)));
    bool whole = list_turns(book, state, TURNS_LOOKED_AT, &spot.list);
    if (whole) {
        good[0] = good[0] && check_listed(&spot);
        good[1] = good[1] && check_texts(&spot);
        good[2] = good[2] && check_mutations(&spot, random);
        if (is_enumerated(book->game))
            good[3] = good[3] && check_all_steps(&spot, random);
    }
    list_release(&spot.list);
    free(state);
    return whole;
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    static const char *const what[] = {"what is listed is legal, once, and counted", "texts mean their turns",
        "no turn made of others is legal but unlisted", "no step is legal but unlisted"};
    const struct rulebook *book = &one->entry.book;
    struct random random = {seed + 1};
    if (book->game->judging.generate == NULL)
        return;
    bool good[4] = {true, true, true, true};
    unsigned seen = 0;
    for (unsigned j = 0; j < share_of(POSITIONS); j++)
        seen += check_position(book, j, &random, good);
    for (unsigned j = 0; j < 4; j++)
        tally_count(tally, good[j], what[j], one->path);
    tally_count(tally, seen >= share_of(POSITIONS) / 2, "enough positions were small enough", one->path);
}

int main(void)
{
    return check_books(check_ruleset);
}
