/* SPDX-License-Identifier: MIT */
#include "archive/duplicates.h"

#include "base/hash.h"

#include <errno.h>
#include <stdlib.h>

bool duplicates_fail(struct duplicates *duplicates, int error)
{
    if (duplicates->error == 0)
        duplicates->error = error;
    return false;
}

bool duplicates_init(struct duplicates *duplicates, enum likeness_kind most, bool copies)
{
    uint64_t seed = hash_seed(duplicates);
    *duplicates = (struct duplicates){.most = most, .copies = copies, .seed = seed, .base = hash_number(seed, 1) >> 4};
    arena_init(&duplicates->arena, 0);
    duplicates->spool = tmpfile();
    return duplicates->spool != NULL || duplicates_fail(duplicates, errno);
}

void duplicates_release(struct duplicates *duplicates)
{
    if (duplicates->spool != NULL)
        fclose(duplicates->spool);
    for (size_t i = 0; i < 2; i++)
        text_release(&duplicates->windows[i].bytes);
    free(duplicates->games);
    keyed_release(&duplicates->dropped);
    keyed_release(&duplicates->ties);
    arena_release(&duplicates->arena);
}

/* Lists under keys. */

static int compare_keyed(const void *a, const void *b)
{
    const struct keyed *x = a;
    const struct keyed *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->game > y->game) - (x->game < y->game);
}

void keyed_sort(struct keyed_list *list)
{
    if (list->count > 0)
        qsort(list->items, list->count, sizeof *list->items, compare_keyed);
}

bool keyed_add(struct duplicates *duplicates, struct keyed_list *list, uint64_t key, uint32_t game, uint32_t at)
{
    if (list->count == list->capacity) {
        size_t capacity = 2 * list->capacity + 64;
        struct keyed *items = memory_resize(list->items, capacity * sizeof *items);
        if (items == NULL)
            return duplicates_fail(duplicates, ENOMEM);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = (struct keyed){key, game, at};
    return true;
}

void keyed_release(struct keyed_list *list)
{
    free(list->items);
    *list = (struct keyed_list){NULL, 0, 0};
}

/* Games come. */

/* Before the facts, as DUPLICATES_PASSED in the place of them. */
enum { MARK_FACTS = '+' };

size_t duplicates_room(struct text *found)
{
    static const struct game_facts none = {0};
    text_add_char(found, MARK_FACTS);
    text_add(found, (struct slice){(const char *)&none, sizeof none});
    return found->length - sizeof none;
}

static size_t beginnings_length(const struct game_facts *facts)
{
    return facts->turns * sizeof(uint32_t);
}

void duplicates_found(
    const struct duplicates *duplicates, struct game_facts *facts, size_t at, struct slice bytes, struct text *found)
{
    size_t length = beginnings_length(facts);
    size_t text = at + sizeof *facts;
    if (!text_reserve(found, length))
        return;
    sequence_hashes(
        duplicates, (struct slice){found->bytes + text, facts->length}, facts, found->bytes + found->length);
    found->length += length;
    facts->bytes = bytes.at == NULL ? NO_BYTES : (uint32_t)bytes.length;
    memcpy(found->bytes + at, facts, sizeof *facts);
    if (bytes.at != NULL)
        text_add(found, bytes);
}

bool duplicates_file(struct duplicates *duplicates, const char *name)
{
    const char *copy = arena_copy(&duplicates->arena, slice_of(name)).at;
    duplicates->number = 0;
    if (copy == NULL ||
        !arena_grow(&duplicates->arena, &duplicates->files, duplicates->file_count, &duplicates->file_capacity,
            sizeof *duplicates->files))
        return duplicates_fail(duplicates, ENOMEM);
    duplicates->files[duplicates->file_count++] = copy;
    return true;
}

static bool add_game(struct duplicates *duplicates, const struct game_facts *facts)
{
    if (duplicates->count == duplicates->capacity) {
        size_t capacity = 2 * duplicates->capacity + 64;
        struct duplicate *games = memory_resize(duplicates->games, capacity * sizeof *games);
        if (games == NULL || capacity > NO_GAME)
            return duplicates_fail(duplicates, ENOMEM);
        duplicates->games = games;
        duplicates->capacity = capacity;
    }
    duplicates->games[duplicates->count] = (struct duplicate){.facts = *facts,
        .at = duplicates->spooled,
        .file = (uint32_t)duplicates->file_count - 1,
        .number = ++duplicates->number,
        .kept = (uint32_t)duplicates->count,
        .before = NO_GAME};
    duplicates->count++;
    return true;
}

bool duplicates_add(struct duplicates *duplicates, struct slice found)
{
    const char *end = found.at + found.length;
    struct game_facts facts;
    for (const char *at = found.at; at < end && duplicates->error == 0;) {
        if (*at++ == DUPLICATES_PASSED[0]) {
            duplicates->number++;
            continue;
        }
        if ((size_t)(end - at) < sizeof facts)
            return duplicates_fail(duplicates, ENOMEM);
        memcpy(&facts, at, sizeof facts);
        at += sizeof facts;
        size_t length = facts.length + beginnings_length(&facts) + (size_t)(facts.bytes == NO_BYTES ? 0 : facts.bytes);
        if ((size_t)(end - at) < length || !add_game(duplicates, &facts))
            return duplicates_fail(duplicates, ENOMEM);
        if (fwrite(at, 1, length, duplicates->spool) != length)
            return duplicates_fail(duplicates, errno);
        at += length;
        duplicates->spooled += length;
    }
    return duplicates->error == 0;
}

/* Texts are read again. */

static struct slice read_spool(struct duplicates *duplicates, int number, uint64_t at, size_t length)
{
    struct window *window = &duplicates->windows[number];
    struct text *bytes = &window->bytes;
    if (at < window->at || at + length > window->at + bytes->length) {
        window->at = at;
        text_clear(bytes);
        if (!text_reserve(bytes, length))
            duplicates_fail(duplicates, ENOMEM);
        else if (fseeko(duplicates->spool, (off_t)at, SEEK_SET) != 0 ||
            fread(bytes->bytes, 1, length, duplicates->spool) != length)
            duplicates_fail(duplicates, ferror(duplicates->spool) != 0 ? errno : EIO);
        else
            bytes->length = length;
    }
    return bytes->length == 0 ? (struct slice){"", 0} : (struct slice){bytes->bytes + (at - window->at), length};
}

struct slice game_part(struct duplicates *duplicates, int window, uint32_t game, enum game_part part)
{
    const struct game_facts *facts = &duplicates->games[game].facts;
    const size_t lengths[] = {facts->length, beginnings_length(facts), facts->bytes};
    uint64_t at = duplicates->games[game].at;
    for (int i = 0; i < (int)part; i++)
        at += lengths[i];
    return read_spool(duplicates, window, at, lengths[part]);
}

/* Up to the end of the line that begins at AT. */
static struct slice line_at(struct slice text, size_t at)
{
    const char *end = at < text.length ? memchr(text.at + at, '\n', text.length - at) : NULL;
    return (struct slice){text.at + at, end == NULL ? 0 : (size_t)(end + 1 - text.at) - at};
}

static bool ends_alike(struct slice text, size_t at, struct slice other, size_t other_at)
{
    return text.length - at == other.length - other_at &&
        memcmp(text.at + at, other.at + other_at, text.length - at) == 0;
}

bool texts_differ_once(struct slice text, struct slice other, struct turn_difference *difference)
{
    size_t shorter = text.length < other.length ? text.length : other.length;
    size_t at = 0;
    size_t begin = 0;
    uint32_t ply = 0;
    for (; at < shorter && text.at[at] == other.at[at]; at++)
        if (text.at[at] == '\n') {
            begin = at + 1;
            ply++;
        }
    struct slice turn = line_at(text, begin);
    struct slice other_turn = line_at(other, begin);
    bool same = ends_alike(text, begin + turn.length, other, begin + other_turn.length);
    bool missing = !same && ends_alike(text, begin, other, begin + other_turn.length);
    bool more = !same && !missing && ends_alike(text, begin + turn.length, other, begin);
    if (missing)
        turn.length = 0;
    if (more)
        other_turn.length = 0;
    *difference = (struct turn_difference){ply, turn, other_turn};
    return ply > 0 && (same || missing || more);
}

bool duplicates_differ(struct duplicates *duplicates, const struct keyed *dropped, struct turn_difference *difference)
{
    return duplicates->games[dropped->game].kind == ALIKE_NEAR &&
        texts_differ_once(game_part(duplicates, WINDOW_NEXT, dropped->game, GAME_TEXT),
            game_part(duplicates, WINDOW_OTHER, (uint32_t)dropped->key, GAME_TEXT), difference);
}

/* Which are kept. */

/* Whether A is better than B: more turns that are legal, more turns, a better record; else the one that came first. */
static bool is_better(const struct duplicate *a, const struct duplicate *b)
{
    if (a->facts.legal != b->facts.legal)
        return a->facts.legal > b->facts.legal;
    if (a->facts.turns != b->facts.turns)
        return a->facts.turns > b->facts.turns;
    return a->facts.worth != b->facts.worth ? a->facts.worth > b->facts.worth : a < b;
}

static void drop(struct duplicates *duplicates, uint32_t game, uint32_t kept, enum likeness_kind kind)
{
    duplicates->games[game].kept = kept;
    duplicates->games[game].kind = (uint8_t)kind;
}

/* Those under one hash: most often they are equal. */
static void compare_equals(struct duplicates *duplicates, struct keyed *list, size_t count)
{
    while (count > 1 && duplicates->error == 0) {
        const struct slice first = game_part(duplicates, WINDOW_OTHER, list[0].game, GAME_TEXT);
        uint32_t best = list[0].game;
        size_t equal = 1;
        for (size_t i = 1; i < count && duplicates->error == 0; i++) {
            const struct keyed other = list[i];
            if (!slice_equal(game_part(duplicates, WINDOW_NEXT, other.game, GAME_TEXT), first))
                continue;
            list[i] = list[equal];
            list[equal++] = other;
            if (is_better(&duplicates->games[other.game], &duplicates->games[best]))
                best = other.game;
        }
        for (size_t i = 0; i < equal; i++)
            if (list[i].game != best)
                drop(duplicates, list[i].game, best, ALIKE_EQUAL);
        list += equal;
        count -= equal;
    }
}

static bool find_equals(struct duplicates *duplicates)
{
    struct keyed_list list = {NULL, 0, 0};
    for (uint32_t i = 0; i < duplicates->count; i++)
        if (!keyed_add(duplicates, &list, duplicates->games[i].facts.hash, i, 0))
            break;
    keyed_sort(&list);
    for (size_t i = 0, next; i < list.count && duplicates->error == 0; i = next) {
        for (next = i + 1; next < list.count && list.items[next].key == list.items[i].key;)
            next++;
        compare_equals(duplicates, list.items + i, next - i);
    }
    keyed_release(&list);
    return duplicates->error == 0;
}

/* The better ones come first, and each that is kept rules out those that begin it and those that it is tied to. */

static int compare_places(const void *a, const void *b)
{
    const struct duplicate *x = *(const struct duplicate *const *)a;
    const struct duplicate *y = *(const struct duplicate *const *)b;
    return is_better(x, y) ? -1 : x != y;
}

/* The ties of GAME in those that are sorted by game: the first. */
static const struct keyed *ties_of(const struct keyed_list *ties, uint32_t game)
{
    size_t low = 0;
    size_t high = ties->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ties->items[middle].key < game)
            low = middle + 1;
        else
            high = middle;
    }
    return ties->items + low;
}

static void decide(struct duplicates *duplicates, struct duplicate *game, uint32_t *holders)
{
    struct duplicate *games = duplicates->games;
    const struct keyed *end = duplicates->ties.items + duplicates->ties.count;
    uint32_t own = (uint32_t)(game - games);
    const struct keyed *first = ties_of(&duplicates->ties, own);
    uint32_t best = NO_GAME;
    game->decided = true;
    for (const struct keyed *tie = first; tie < end && tie->key == own && game->kept == own; tie++) {
        uint32_t holder = holders[tie->at];
        if (holder != NO_GAME && (best == NO_GAME || is_better(&games[holder], &games[best])))
            best = holder;
    }
    if (best != NO_GAME)
        drop(duplicates, own, best, ALIKE_NEAR);
    if (game->kept != own)
        return;
    for (const struct keyed *tie = first; tie < end && tie->key == own; tie++)
        holders[tie->at] = own;
    for (uint32_t i = game->before; i != NO_GAME && !games[i].decided && games[i].kept == i; i = games[i].before)
        drop(duplicates, i, own, ALIKE_BEGINS);
}

static bool choose(struct duplicates *duplicates)
{
    struct duplicate **order;
    uint32_t *holders = memory_new((duplicates->tie_count + 1) * sizeof *holders);
    size_t count = 0;
    for (size_t i = 0; i < duplicates->count; i++)
        count += duplicates->games[i].involved;
    order = memory_new((count + 1) * sizeof *order);
    count = 0;
    for (size_t i = 0; i < duplicates->count && order != NULL; i++)
        if (duplicates->games[i].involved)
            order[count++] = &duplicates->games[i];
    if (count > 0)
        qsort(order, count, sizeof(struct duplicate *), compare_places);
    for (size_t i = 0; i < duplicates->tie_count && holders != NULL; i++)
        holders[i] = NO_GAME;
    keyed_sort(&duplicates->ties);
    for (size_t i = 0; i < count && holders != NULL; i++)
        decide(duplicates, order[i], holders);
    bool done = order != NULL && holders != NULL;
    free(order);
    free(holders);
    keyed_release(&duplicates->ties);
    return done || duplicates_fail(duplicates, ENOMEM);
}

/* What is equal to a duplicate is a duplicate of the same game, and as it. */
static bool list_dropped(struct duplicates *duplicates)
{
    for (uint32_t i = 0; i < duplicates->count; i++) {
        const struct duplicate *kept = &duplicates->games[duplicates->games[i].kept];
        if (kept->kept != duplicates->games[i].kept)
            drop(duplicates, i, kept->kept, (enum likeness_kind)kept->kind);
        if (duplicates->games[i].kept == i)
            continue;
        duplicates->counts[duplicates->games[i].kind]++;
        if (!keyed_add(duplicates, &duplicates->dropped, duplicates->games[i].kept, i, 0))
            return false;
    }
    keyed_sort(&duplicates->dropped);
    return true;
}

bool duplicates_find(struct duplicates *duplicates)
{
    if (!duplicates->found && duplicates->error == 0) {
        duplicates->found = true;
        if (fflush(duplicates->spool) != 0)
            return duplicates_fail(duplicates, errno);
        bool compared = find_equals(duplicates) &&
            (duplicates->most == ALIKE_EQUAL || (duplicates_compare(duplicates) && choose(duplicates)));
        if (compared)
            list_dropped(duplicates);
    }
    return duplicates->error == 0;
}
