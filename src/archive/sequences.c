/* SPDX-License-Identifier: MIT */
/* Games as sequences of turns: which begins another, and which two differ in one turn.

   A turn is a number below P, a sequence of N turns t the value (…(head B + t1) B + …) B + tN modulo P, with a base B
   that nobody can predict.  So the values of a game's beginnings lead to that of the game without one of its turns,
   which is looked up among the games.  Two games of one length differ in turn I if they are the same without it: games
   that are, are under one key.  There are as many keys as turns, so only games get some of which another has the first
   half of their turns, or the second, and the keys are taken in portions. */
#include "archive/duplicates.h"
#include "base/hash.h"

#include <errno.h>
#include <stdlib.h>

#define P (((uint64_t)1 << 61) - 1)

enum { KEYS_LEAST = 512 * 1024, KEYS_A_GAME = 2, CELLS_A_GAME = 64, SLOTS_A_GAME = 4, HALVES = 4 };

static uint64_t reduced(uint64_t number)
{
    number = (number & P) + (number >> 61);
    return number < P ? number : number - P;
}

/* In parts of 31 bits, since 2^61 is 1. */
static uint64_t multiply(uint64_t a, uint64_t b)
{
    const uint64_t low = ((uint64_t)1 << 31) - 1;
    uint64_t middle = (a >> 31) * (b & low) + (a & low) * (b >> 31);
    return reduced(2 * (a >> 31) * (b >> 31) + (middle >> 30) + ((middle & (low >> 1)) << 31) + (a & low) * (b & low));
}

/* BASE to the power of COUNT. */
static uint64_t power(uint64_t base, uint32_t count)
{
    uint64_t result = 1;
    for (; count > 0; count >>= 1, base = multiply(base, base))
        if ((count & 1) != 0)
            result = multiply(result, base);
    return result;
}

/* The value of a line of TEXT, the first from AT on, which then is after it. */
static uint64_t next_value(const struct duplicates *duplicates, struct slice text, size_t *at)
{
    const char *begin = text.at + *at;
    const char *end = memchr(begin, '\n', text.length - *at);
    size_t length = end == NULL ? text.length - *at : (size_t)(end - begin);
    *at += length + (end != NULL);
    return reduced(hash_slice(duplicates->seed, (struct slice){begin, length}));
}

static uint64_t followed_by(const struct duplicates *duplicates, uint64_t sequence, uint64_t turn)
{
    return reduced(multiply(sequence, duplicates->base) + turn);
}

static uint32_t half_key(const struct duplicates *duplicates, uint64_t part, uint32_t shorter, bool second)
{
    return (uint32_t)hash_number(hash_number(duplicates->seed, part), 2 * (uint64_t)shorter + second);
}

/* Of two games that differ once, the shorter of which has N turns, or both, either the first N/2 are the same or the
   others.  A game may be the shorter one, and the longer. */
void sequence_hashes(const struct duplicates *duplicates, struct slice text, struct game_facts *facts, char *beginnings)
{
    uint32_t turns = facts->turns;
    size_t at = 0;
    uint64_t before[HALVES] = {0};
    const uint32_t places[HALVES] = {turns / 2, turns / 2, (turns - 1) / 2, (turns - 1) / 2 + 1};
    if (turns == 0) {
        facts->hash = hash_slice(duplicates->seed, text);
        return;
    }
    uint64_t head = next_value(duplicates, text, &at);
    uint64_t value = head;
    for (uint32_t i = 0;; i++) {
        for (unsigned k = 0; k < HALVES; k++)
            if (i == places[k])
                before[k] = value;
        if (i == turns)
            break;
        value = followed_by(duplicates, value, next_value(duplicates, text, &at));
        const uint32_t begin = (uint32_t)value;
        memcpy(beginnings + i * sizeof begin, &begin, sizeof begin);
    }
    facts->hash = value;
    for (unsigned k = 0; k < HALVES; k++) {
        bool second = k % 2 == 1;
        uint64_t rest = multiply(before[k], power(duplicates->base, turns - places[k]));
        facts->halves[k] = half_key(
            duplicates, second ? reduced(value + P - rest + head) : before[k], turns - (k >= HALVES / 2), second);
    }
}

/* At work. */

/* A game laid out. */
struct sequence {
    uint64_t *turns;
    uint64_t *before; /* the value of those before each, and of all */
    uint32_t count;
};

struct comparing {
    struct duplicates *all;
    uint32_t *slots; /* games by their hash, or NO_GAME */
    size_t slot_count;
    uint64_t *powers; /* of the base, as many as the longest game has turns */
    struct sequence sequence;
    struct keyed_list keys;
};

/* Whether GAME is compared: of equal games only the best is. */
static bool is_compared(const struct duplicate *games, uint32_t game)
{
    return games[game].kept == game && games[game].facts.turns > 0;
}

static bool lay_out(struct comparing *comparing, uint32_t game)
{
    struct duplicates *all = comparing->all;
    struct sequence *sequence = &comparing->sequence;
    const struct slice text = game_part(all, WINDOW_NEXT, game, GAME_TEXT);
    size_t at = 0;
    if (all->error != 0)
        return false;
    sequence->count = all->games[game].facts.turns;
    sequence->before[0] = next_value(all, text, &at);
    for (uint32_t i = 0; i < sequence->count; i++) {
        sequence->turns[i] = next_value(all, text, &at);
        sequence->before[i + 1] = followed_by(all, sequence->before[i], sequence->turns[i]);
    }
    return true;
}

static size_t power_of_two(size_t least)
{
    size_t number = 16;
    while (number < least)
        number *= 2;
    return number;
}

/* The games that are compared, by hash; room for the longest. */
static bool prepare(struct comparing *comparing)
{
    struct duplicates *all = comparing->all;
    uint32_t longest = 0;
    comparing->slot_count = power_of_two(SLOTS_A_GAME * all->count);
    comparing->slots = memory_new(comparing->slot_count * sizeof *comparing->slots);
    for (size_t i = 0; i < comparing->slot_count && comparing->slots != NULL; i++)
        comparing->slots[i] = NO_GAME;
    for (uint32_t game = 0; game < all->count && comparing->slots != NULL; game++) {
        size_t at = (size_t)all->games[game].facts.hash;
        if (!is_compared(all->games, game))
            continue;
        while (comparing->slots[at & (comparing->slot_count - 1)] != NO_GAME)
            at++;
        comparing->slots[at & (comparing->slot_count - 1)] = game;
        longest = all->games[game].facts.turns > longest ? all->games[game].facts.turns : longest;
    }
    size_t room = (size_t)longest + 1;
    comparing->sequence.turns = memory_new(room * sizeof *comparing->sequence.turns);
    comparing->sequence.before = memory_new(room * sizeof *comparing->sequence.before);
    comparing->powers = memory_new(room * sizeof *comparing->powers);
    if (comparing->slots == NULL || comparing->sequence.turns == NULL || comparing->sequence.before == NULL ||
        comparing->powers == NULL)
        return duplicates_fail(all, ENOMEM);
    comparing->powers[0] = 1;
    for (size_t i = 1; i < room; i++)
        comparing->powers[i] = multiply(comparing->powers[i - 1], all->base);
    return true;
}

static void release(struct comparing *comparing)
{
    free(comparing->slots);
    free(comparing->powers);
    free(comparing->sequence.turns);
    free(comparing->sequence.before);
    keyed_release(&comparing->keys);
}

/* The next game that may have HASH; *AT begins with that. */
static uint32_t next_game(const struct comparing *comparing, uint32_t hash, uint32_t *at)
{
    uint32_t game;
    while ((game = comparing->slots[(*at)++ & (comparing->slot_count - 1)]) != NO_GAME)
        if ((uint32_t)comparing->all->games[game].facts.hash == hash)
            return game;
    return NO_GAME;
}

/* Whether the game OTHER begins GAME. */
static bool begins(struct duplicates *all, uint32_t other, uint32_t game)
{
    const struct slice begin = game_part(all, WINDOW_OTHER, other, GAME_TEXT);
    const struct slice text = game_part(all, WINDOW_NEXT, game, GAME_TEXT);
    return all->error == 0 && begin.length < text.length && memcmp(text.at, begin.at, begin.length) == 0;
}

/* The longest that does. */
static void find_beginning(struct comparing *comparing, uint32_t game)
{
    struct duplicates *all = comparing->all;
    for (size_t i = all->games[game].facts.turns - 1; i-- > 0 && all->error == 0;) {
        const struct slice beginnings = game_part(all, WINDOW_NEXT, game, GAME_BEGINNINGS);
        uint32_t hash = 0;
        uint32_t other;
        if (beginnings.length > 0)
            memcpy(&hash, beginnings.at + i * sizeof hash, sizeof hash);
        for (uint32_t at = hash; (other = next_game(comparing, hash, &at)) != NO_GAME;)
            if (all->games[other].facts.turns == i + 1 && begins(all, other, game)) {
                all->games[game].before = other;
                all->games[game].involved = all->games[other].involved = true;
                return;
            }
    }
}

/* Ties GAME to others by NUMBER. */
static bool tie(struct duplicates *all, uint32_t game, uint32_t number)
{
    all->games[game].involved = true;
    return keyed_add(all, &all->ties, game, game, number);
}

/* Ties GAME, which is laid out, to what it is without turn I, VALUE, but not if that begins it.  Where turns repeat the
   last of them is left out. */
static void leave_out(struct comparing *comparing, uint32_t game, uint32_t i, uint64_t value)
{
    struct duplicates *all = comparing->all;
    const struct sequence *sequence = &comparing->sequence;
    struct turn_difference difference;
    uint32_t at = (uint32_t)value;
    uint32_t other;
    if (i + 1 == sequence->count || sequence->turns[i] == sequence->turns[i + 1])
        return;
    while ((other = next_game(comparing, (uint32_t)value, &at)) != NO_GAME && all->error == 0)
        if (texts_differ_once(game_part(all, WINDOW_NEXT, game, GAME_TEXT),
                game_part(all, WINDOW_OTHER, other, GAME_TEXT), &difference) &&
            tie(all, game, all->tie_count) && tie(all, other, all->tie_count))
            all->tie_count++;
}

/* The keys of GAME, which is laid out, that are in this PORTION: of the game without each of its turns. */
static void take_keys(struct comparing *comparing, uint32_t game, uint64_t portion, uint64_t portions)
{
    struct duplicates *all = comparing->all;
    const struct sequence *sequence = &comparing->sequence;
    uint64_t rest = 0;
    for (uint32_t i = sequence->count; i-- > 0 && sequence->count > 1 && all->error == 0;) {
        uint64_t weight = comparing->powers[sequence->count - 1 - i];
        uint64_t value = reduced(multiply(sequence->before[i], weight) + rest);
        uint64_t key = hash_number(hash_number(all->seed, value), i);
        rest = reduced(rest + multiply(sequence->turns[i], weight));
        if (portion == 0)
            leave_out(comparing, game, i, value);
        if (key % portions == portion)
            keyed_add(all, &comparing->keys, key, game, i);
    }
}

/* Ties those of COUNT games that differ from the first in the turn of their key, and so from each other; they come to
   the beginning of LIST.  Returns how many they are, with the first. */
static size_t tie_alike(struct duplicates *all, struct keyed *list, size_t count)
{
    struct turn_difference difference;
    size_t tied = 1;
    for (size_t i = 1; i < count && all->error == 0; i++) {
        const struct keyed other = list[i];
        const struct slice text = game_part(all, WINDOW_NEXT, other.game, GAME_TEXT);
        if (!texts_differ_once(text, game_part(all, WINDOW_OTHER, list[0].game, GAME_TEXT), &difference) ||
            difference.ply != list[0].at + 1 || difference.turn.length == 0 || difference.other.length == 0)
            continue;
        list[i] = list[tied];
        list[tied++] = other;
    }
    for (size_t i = 0; i < tied && tied > 1; i++)
        if (!tie(all, list[i].game, all->tie_count))
            return tied;
    all->tie_count += tied > 1;
    return tied;
}

static void tie_keys(struct comparing *comparing)
{
    struct keyed_list *keys = &comparing->keys;
    keyed_sort(keys);
    for (size_t i = 0; i < keys->count && comparing->all->error == 0;) {
        size_t end = i + 1;
        while (end < keys->count && keys->items[end].key == keys->items[i].key)
            end++;
        while (i < end)
            i += tie_alike(comparing->all, keys->items + i, end - i);
    }
    keys->count = 0;
}

/* Two bits a cell: how many games have a half there, up to two. */
static unsigned count_at(uint8_t *cells, uint64_t at, bool add)
{
    unsigned shift = 2 * (at % 4);
    unsigned count = cells[at / 4] >> shift & 3;
    if (add && count < 2)
        cells[at / 4] = (uint8_t)(cells[at / 4] + (1U << shift));
    return count;
}

/* Those of which another game has a half; a few more have one in a cell with another by chance, and of these most have
   none in a second round, where there are fewer. */
static bool find_candidates(struct duplicates *all, uint64_t *turns)
{
    size_t count = power_of_two(CELLS_A_GAME * all->count);
    uint8_t *cells = memory_new(count / 4);
    if (cells == NULL)
        return duplicates_fail(all, ENOMEM);
    for (uint32_t game = 0; game < all->count; game++)
        all->games[game].candidate = is_compared(all->games, game);
    for (unsigned round = 0; round < 4; round++) {
        bool add = round % 2 == 0;
        if (add)
            memset(cells, 0, count / 4);
        for (uint32_t game = 0; game < all->count; game++) {
            bool alone = true;
            for (unsigned k = 0; k < HALVES && all->games[game].candidate; k++)
                alone &= count_at(cells, hash_number(round / 2, all->games[game].facts.halves[k]) % count, add) < 2;
            all->games[game].candidate &= add || !alone;
        }
    }
    for (uint32_t game = 0; game < all->count; game++)
        *turns += all->games[game].candidate ? all->games[game].facts.turns : 0;
    free(cells);
    return true;
}

bool duplicates_compare(struct duplicates *all)
{
    struct comparing comparing = {.all = all};
    uint64_t turns = 0;
    uint64_t most = KEYS_A_GAME * all->count < KEYS_LEAST ? KEYS_LEAST : KEYS_A_GAME * all->count;
    bool ready = (all->most < ALIKE_NEAR || find_candidates(all, &turns)) && prepare(&comparing);
    for (uint64_t portion = 0, portions = turns / most + 1; portion < portions && ready; portion++) {
        for (uint32_t game = 0; game < all->count && all->error == 0; game++) {
            bool laid =
                all->games[game].candidate && lay_out(&comparing, game); /* text is before beginnings in the file */
            if (portion == 0 && is_compared(all->games, game))
                find_beginning(&comparing, game);
            if (laid)
                take_keys(&comparing, game, portion, portions);
        }
        tie_keys(&comparing);
    }
    release(&comparing);
    return all->error == 0;
}
