/* SPDX-License-Identifier: MIT */
/* Players by name, the pairs of them that met, and rounds in which one has more than one record: one that was read
   twice, or two results of one game.  Of these a bit a round is kept, so that memory does not follow the games; rounds
   after the last bit are not looked at. */
#include "base/fold.h"
#include "tournament/counting.h"

static struct name_spelling *find_spelling(const struct standings *standings, struct slice name)
{
    size_t at = 0;
    uint64_t hash = hash_slice(standings->seed, name);
    for (uint32_t index; (index = hash_next(&standings->spelling_table, hash, &at)) != 0;)
        if (slice_equal(standings->spellings[index - 1].name, name))
            return &standings->spellings[index - 1];
    return NULL;
}

static uint32_t find_key(const struct standings *standings, struct slice key)
{
    size_t at = 0;
    uint64_t hash = hash_slice(standings->seed, key);
    for (uint32_t index; (index = hash_next(&standings->player_table, hash, &at)) != 0;)
        if (slice_equal(standings->players[index - 1].key, key))
            return index - 1;
    return NOBODY;
}

uint32_t player_find(const struct standings *standings, struct slice name)
{
    SCOPED(arena, arena);
    const struct name_spelling *spelling = find_spelling(standings, name);
    if (spelling != NULL)
        return spelling->player;
    struct slice key = fold_name(name, &arena);
    return key.at == NULL ? NOBODY : find_key(standings, key);
}

static uint32_t add_new_player(struct standings *standings, struct slice name, struct slice key)
{
    struct arena *arena = &standings->arena;
    if (standings->player_count == NOBODY - 1 ||
        !arena_grow(arena, &standings->players, standings->player_count, &standings->player_capacity,
            sizeof *standings->players) ||
        !hash_put(
            &standings->player_table, arena, hash_slice(standings->seed, key), (uint32_t)standings->player_count + 1))
        return NOBODY;
    standings->players[standings->player_count] = (struct player){.name = name, .key = key, .withdrawn = NOBODY};
    return (uint32_t)standings->player_count++;
}

static struct name_spelling *add_spelling(struct standings *standings, struct slice name)
{
    struct arena *arena = &standings->arena;
    struct slice copy = arena_copy(arena, name);
    struct slice key = fold_name(copy, arena);
    if (copy.at == NULL || key.at == NULL || standings->spelling_count == NOBODY - 1 ||
        !arena_grow(arena, &standings->spellings, standings->spelling_count, &standings->spelling_capacity,
            sizeof *standings->spellings) ||
        !hash_put(&standings->spelling_table, arena, hash_slice(standings->seed, name),
            (uint32_t)standings->spelling_count + 1))
        return NULL;
    uint32_t number = find_key(standings, key);
    if (number == NOBODY)
        number = add_new_player(standings, copy, key);
    if (number == NOBODY)
        return NULL;
    struct name_spelling *spelling = &standings->spellings[standings->spelling_count++];
    *spelling = (struct name_spelling){copy, number, 0};
    return spelling;
}

/* The spelling that most records have is the name, or of several the first, byte by byte: in any order of records. */
uint32_t player_number(struct standings *standings, struct slice name)
{
    struct name_spelling *spelling = find_spelling(standings, name);
    if (spelling == NULL && (spelling = add_spelling(standings, name)) == NULL)
        return NOBODY;
    struct player *player = &standings->players[spelling->player];
    spelling->uses++;
    if (spelling->uses > player->name_uses ||
        (spelling->uses == player->name_uses && slice_order(spelling->name, player->name) < 0)) {
        player->name = spelling->name;
        player->name_uses = spelling->uses;
    }
    return spelling->player;
}

bool standings_seed(struct standings *standings, struct slice name, uint32_t seed)
{
    uint32_t number = player_number(standings, name);
    if (number == NOBODY)
        return false;
    standings->players[number].seed = seed;
    return true;
}

uint32_t standings_seed_of(const struct standings *standings, struct slice name)
{
    uint32_t number = player_find(standings, name);
    return number == NOBODY ? 0 : standings->players[number].seed;
}

bool standings_spelling(const struct standings *standings, size_t *i, struct slice *spelled, struct slice *name)
{
    for (; *i < standings->spelling_count; ++*i) {
        *spelled = standings->spellings[*i].name;
        *name = standings->players[standings->spellings[*i].player].name;
        if (spelled->at != name->at) {
            ++*i;
            return true;
        }
    }
    return false;
}

static uint64_t hash_pair(const struct standings *standings, uint32_t a, uint32_t b)
{
    return hash_number(standings->seed, (uint64_t)a << 32 | b);
}

struct link *link_find(const struct standings *standings, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b;
    uint32_t high = a < b ? b : a;
    uint64_t hash = hash_pair(standings, low, high);
    size_t at = 0;
    for (uint32_t index; (index = hash_next(&standings->link_table, hash, &at)) != 0;) {
        struct link *link = &standings->links[index - 1];
        if (link->players[0] == low && link->players[1] == high)
            return link;
    }
    return NULL;
}

struct link *link_of(struct standings *standings, uint32_t a, uint32_t b)
{
    struct link *link = link_find(standings, a, b);
    uint32_t low = a < b ? a : b;
    uint32_t high = a < b ? b : a;
    if (link != NULL)
        return link;
    if (standings->link_count == UINT32_MAX - 1 ||
        !arena_grow(&standings->arena, &standings->links, standings->link_count, &standings->link_capacity,
            sizeof *standings->links) ||
        !hash_put(&standings->link_table, &standings->arena, hash_pair(standings, low, high),
            (uint32_t)standings->link_count + 1))
        return NULL;
    link = &standings->links[standings->link_count++];
    *link = (struct link){.players = {low, high}};
    return link;
}

bool absence_add(struct standings *standings, uint32_t player, uint32_t round, bool zero)
{
    uint64_t hash = hash_pair(standings, player, round);
    size_t at = 0;
    for (uint32_t index; (index = hash_next(&standings->absence_table, hash, &at)) != 0;) {
        struct absence *absence = &standings->absences[index - 1];
        if (absence->player == player && absence->round == round) {
            absence->zeros += zero;
            return true;
        }
    }
    if (standings->absence_count == UINT32_MAX - 1 ||
        !arena_grow(&standings->arena, &standings->absences, standings->absence_count, &standings->absence_capacity,
            sizeof *standings->absences) ||
        !hash_put(&standings->absence_table, &standings->arena, hash, (uint32_t)standings->absence_count + 1))
        return false;
    standings->absences[standings->absence_count++] = (struct absence){player, round, zero};
    return true;
}

bool sides_sort(struct standings *standings)
{
    size_t count = standings->player_count;
    size_t *first = arena_alloc(&standings->table, (count + 1) * sizeof *first);
    standings->sides = arena_alloc(&standings->table, 2 * standings->link_count * sizeof *standings->sides);
    standings->first_side = first;
    if (standings->table.failed)
        return false;
    for (size_t i = 0; i < standings->link_count; i++)
        for (unsigned end = 0; end < 2; end++)
            first[standings->links[i].players[end]]++;
    for (size_t i = 0, before = 0; i <= count; i++) {
        before += i < count ? first[i] : 0;
        first[i] = before;
    }
    for (size_t i = 0; i < standings->link_count; i++)
        for (unsigned end = 0; end < 2; end++) {
            const uint32_t *players = standings->links[i].players;
            standings->sides[--first[players[end]]] = (struct side){(uint32_t)i, players[1 - end]};
        }
    return true;
}

void repeats_take(struct player *player, uint32_t round)
{
    if (round == 0 || round > REPEAT_ROUNDS)
        return;
    uint64_t bit = (uint64_t)1 << (round - 1) % 64;
    uint64_t *seen = &player->seen[(round - 1) / 64];
    player->repeated[(round - 1) / 64] |= *seen & bit;
    *seen |= bit;
}

uint32_t standings_repeated(const struct standings *standings, size_t row, uint32_t after)
{
    const struct player *player = &standings->players[standings->rows[row].player];
    for (uint32_t i = after; i < REPEAT_ROUNDS; i++)
        if ((player->repeated[i / 64] >> i % 64 & 1) != 0)
            return i + 1;
    return 0;
}
