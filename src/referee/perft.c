/* SPDX-License-Identifier: MIT */
#include "referee/perft.h"

#include <stdlib.h>

/* One level of the search; the levels follow each other in memory. */
struct level {
    const struct rulebook *book;
    struct state *next; /* room for the position after a turn */
    struct level *deeper;
    const struct state *state;
    unsigned depth;
    uint64_t count;
};

static bool position_is_over(const struct rulebook *book, const struct state *state)
{
    struct outcome outcome;
    game_judge_end(book->rules, state, &outcome);
    return outcome.over;
}

static bool count_one_turn(void *context, const struct turn *turn)
{
    (void)turn;
    ++*(uint64_t *)context;
    return true;
}

uint64_t turn_count(const struct rulebook *book, const struct state *state)
{
    const struct game *game = book->game;
    const struct turn none = {.shape = game->notation.shape};
    uint64_t count = 0;
    if (game->own.count != NULL)
        return game->own.count(book->rules, state);
    if (game->judging.generate != NULL)
        game->judging.generate(book->rules, state, count_one_turn, &count);
    else
        game->judging.extend(book->rules, state, &none, count_one_turn, &count);
    return count;
}

static void count_level(struct level *level);

static bool count_turn(void *context, const struct turn *turn)
{
    struct level *level = context;
    const struct rulebook *book = level->book;
    struct level *deeper = level->deeper;
    memcpy(level->next, level->state, game_state_size(book->rules));
    game_play(book->rules, level->next, turn, NULL);
    if (position_is_over(book, level->next))
        return true;
    deeper->state = level->next;
    count_level(deeper);
    level->count += deeper->count;
    return true;
}

static void count_level(struct level *level)
{
    const struct rulebook *book = level->book;
    level->count = 0;
    if (level->depth == 1)
        level->count = turn_count(book, level->state);
    else
        book->game->judging.generate(book->rules, level->state, count_turn, level);
}

/* DEPTH levels, from 1, each with room for a position; NULL when out of memory. */
static struct level *new_levels(const struct rulebook *book, unsigned depth, struct arena *arena)
{
    struct level *levels = arena_alloc(arena, depth * sizeof *levels);
    for (unsigned i = 0; levels != NULL && i < depth; i++) {
        levels[i] = (struct level){.book = book, .depth = depth - i, .deeper = &levels[i + 1]};
        levels[i].next = arena_alloc(arena, game_state_size(book->rules));
    }
    return arena->failed ? NULL : levels;
}

bool perft(const struct rulebook *book, const struct state *state, unsigned depth, uint64_t *count)
{
    struct arena arena;
    *count = 1;
    if (depth == 0)
        return true;
    arena_init(&arena, 0);
    struct level *levels = new_levels(book, depth, &arena);
    if (levels != NULL) {
        levels->state = state;
        if (!position_is_over(book, state))
            count_level(levels);
        *count = levels->count;
    }
    arena_release(&arena);
    return levels != NULL;
}

struct turn_listing {
    const struct rulebook *book;
    const struct state *state;
    unsigned depth;
    struct arena *arena;
    struct branches *branches;
    struct state *next;
    struct text text;
};

static bool count_branch(struct turn_listing *listing, const struct turn *turn, uint64_t *count)
{
    const struct rulebook *book = listing->book;
    *count = 1;
    if (listing->depth == 1)
        return true;
    memcpy(listing->next, listing->state, game_state_size(book->rules));
    game_play(book->rules, listing->next, turn, NULL);
    return perft(book, listing->next, listing->depth - 1, count);
}

static bool list_turn(void *context, const struct turn *turn)
{
    struct turn_listing *listing = context;
    struct branches *branches = listing->branches;
    uint64_t count;
    text_clear(&listing->text);
    listing->book->game->notation.write(listing->book->rules, listing->state, turn, &listing->text);
    struct slice copy = arena_copy(listing->arena, text_slice(&listing->text));
    if (listing->text.failed || copy.at == NULL || !count_branch(listing, turn, &count) ||
        !arena_grow(listing->arena, &branches->items, branches->count, &branches->capacity, sizeof *branches->items))
        return false;
    branches->items[branches->count++] = (struct branch){copy, count};
    return true;
}

static int compare_branches(const void *a, const void *b)
{
    const struct slice x = ((const struct branch *)a)->text;
    const struct slice y = ((const struct branch *)b)->text;
    int order = memcmp(x.at, y.at, x.length < y.length ? x.length : y.length);
    return order != 0 ? order : (x.length > y.length) - (x.length < y.length);
}

/* Whole turns, or, where they are too many, what a turn may begin with. */
static bool visit_turns(const struct rulebook *book, const struct state *state, struct turn_listing *listing)
{
    const struct turn none = {.count = 0};
    if (book->game->judging.generate != NULL)
        return book->game->judging.generate(book->rules, state, list_turn, listing);
    return book->game->judging.extend(book->rules, state, &none, list_turn, listing);
}

bool list_branches(const struct rulebook *book, const struct state *state, unsigned depth, struct arena *arena,
    struct branches *branches)
{
    struct turn_listing listing = {book, state, depth, arena, branches, NULL, {0}};
    *branches = (struct branches){0};
    if (position_is_over(book, state))
        return true;
    arena->limit = BRANCHES_BYTES;
    listing.next = arena_alloc(arena, game_state_size(book->rules));
    bool listed = listing.next != NULL && visit_turns(book, state, &listing);
    text_release(&listing.text);
    if (arena->failed)
        memory_count_failure();
    if (branches->count > 0)
        qsort(branches->items, branches->count, sizeof *branches->items, compare_branches);
    return listed;
}
