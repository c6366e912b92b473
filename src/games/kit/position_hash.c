/* SPDX-License-Identifier: MIT */
/* Hashes of positions.  They are in files that people keep, so nothing here may ever change what comes out;
   tests/index/hash.py holds it to that. */
#include "base/hash.h"
#include "games/kit/grid.h"
#include "games/kit/open_field.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Both count from 1. */
static uint64_t hash_place(int row, int column)
{
    return hash_mix((uint64_t)row << 16 | (uint64_t)column);
}

/* Something on places whose hashes add up to PLACES. */
static uint64_t hash_item(uint64_t text, uint64_t places)
{
    return hash_mix(text ^ places);
}

void grid_prepare_hash(struct grid_rules *rules)
{
    const struct board *board = &rules->board;
    uint8_t images[SYMMETRIES][BOARD_CELLS];
    rules->symmetries = (uint8_t)board_symmetries(board, rules->zone, images);
    for (unsigned cell = 0; cell < board->cells; cell++)
        for (unsigned i = 0; i < rules->symmetries; i++) {
            struct lattice_place place = board_place(board, images[i][cell]);
            rules->image_hash[cell][i] = hash_place(place.row, place.column);
        }
    for (unsigned pair = 0; pair < 256; pair++) {
        const uint64_t lower = pair < 16 ? HASH_FNV : hash_fnv_next(HASH_FNV, rules->letters.of[pair >> 4]);
        rules->pair_hash[pair] = pair == 0 ? HASH_FNV : hash_fnv_next(lower, rules->letters.of[pair & 15]);
    }
}

static uint64_t hash_plain_stack(const struct grid_rules *rules, uint64_t stack)
{
    if (stack < 256)
        return rules->pair_hash[stack];
    unsigned above = stack_height(stack) - 2;
    uint64_t hash = rules->pair_hash[stack >> 4 * above];
    while (above > 0)
        hash = hash_fnv_next(hash, rules->letters.of[stack >> 4 * --above & 15]);
    return hash;
}

/* The hash of the text of what is on CELL; HASH_FNV where nothing is.  A plain stack's is made without the text. */
static inline uint64_t hash_stack(
    const struct grid_rules *rules, const struct grid_stacking *stacking, const struct state *state, unsigned cell)
{
    if (stacking == &grid_plain_stacks)
        return hash_plain_stack(rules, grid_stacks(state)[cell]);
    char stack[STACKING_ROOM];
    const char *end = stacking->write(rules, state, cell, stack);
    return hash_fnv((struct slice){stack, (size_t)(end - stack)});
}

/* Adds HASH, of what is on CELL, to SUMS, or with SIGN UINT64_MAX takes it away. */
static inline void add_stack(
    const struct grid_rules *rules, unsigned cell, uint64_t hash, uint64_t sign, uint64_t sums[SYMMETRIES])
{
    const unsigned symmetries = hash == HASH_FNV ? 0 : rules->symmetries;
    for (unsigned i = 0; i < symmetries; i++)
        sums[i] += sign * hash_item(hash, rules->image_hash[cell][i]);
}

/* The first of CELLS from CELL on on which BEFORE and AFTER, of SIZE bytes a cell, differ; CELLS: none.  Most stacks
   are of one word, which needs no call. */
static unsigned next_changed(const char *before, const char *after, size_t size, unsigned cell, unsigned cells)
{
    const size_t word = sizeof(uint64_t);
    if (size == word)
        while (cell < cells && memcmp(before + word * cell, after + word * cell, word) == 0)
            cell++;
    else
        while (cell < cells && memcmp(before + size * cell, after + size * cell, size) == 0)
            cell++;
    return cell;
}

/* Whether the stack on a cell is all in its bytes of the state: a game with a stacking of its own has more elsewhere.
 */
static bool has_whole_cells(const struct game *game)
{
    return game->grid != NULL && (game->grid->stacking == NULL || game->grid->stacking == &grid_towers);
}

/* SUMS are those of BEFORE, NULL: of an empty board. */
static unsigned grid_sums(
    const void *any_rules, const struct state *before, const struct state *state, uint64_t sums[SYMMETRIES])
{
    const struct grid_rules *rules = any_rules;
    const unsigned cells = rules->board.cells;
    const struct grid_stacking *stacking = grid_stacking_of(rules);
    const size_t size = stacking->size;
    if (before == NULL) {
        struct cell_set taken = grid_taken(rules, state);
        for (unsigned cell; (cell = cell_set_take(&taken)) != BOARD_NONE;)
            add_stack(rules, cell, hash_stack(rules, stacking, state, cell), 1, sums);
    } else
        for (unsigned cell = 0;; cell++) {
            cell = next_changed((const char *)grid_stacks(before), (const char *)grid_stacks(state), size, cell, cells);
            if (cell == cells)
                break;
            add_stack(rules, cell, hash_stack(rules, stacking, before, cell), UINT64_MAX, sums);
            add_stack(rules, cell, hash_stack(rules, stacking, state, cell), 1, sums);
        }
    return rules->symmetries;
}

static struct lattice_place node_place(const struct placed_piece *thing, unsigned node)
{
    return (struct lattice_place){
        (int)field_row(thing->place) + thing->nodes[node][0], (int)field_column(thing->place) + thing->nodes[node][1]};
}

unsigned field_sums(const void *rules, const struct state *state, thing_visitor *visit, enum lattice lattice,
    bool mirrors, uint64_t sums[SYMMETRIES])
{
    unsigned count = lattice_symmetries(lattice) / (mirrors ? 1 : 2);
    struct lattice_place least[SYMMETRIES];
    struct placed_piece thing;
    struct text scratch;
    text_init(&scratch);
    for (unsigned s = 0; s < count; s++)
        least[s] = (struct lattice_place){INT_MAX, INT_MAX};
    for (unsigned i = 0; visit(rules, state, i, &scratch, &thing); i++)
        for (unsigned s = 0; s < count; s++)
            for (unsigned node = 0; node < thing.count; node++) {
                struct lattice_place place = lattice_image(lattice, s, node_place(&thing, node));
                least[s].row = place.row < least[s].row ? place.row : least[s].row;
                least[s].column = place.column < least[s].column ? place.column : least[s].column;
            }
    for (unsigned i = 0; visit(rules, state, i, &scratch, &thing); i++) {
        uint64_t text = hash_fnv(thing.text);
        for (unsigned s = 0; s < count; s++) {
            uint64_t places = 0;
            for (unsigned node = 0; node < thing.count; node++) {
                struct lattice_place place = lattice_image(lattice, s, node_place(&thing, node));
                places += hash_place(place.row - least[s].row + 1, place.column - least[s].column + 1);
            }
            sums[s] += hash_item(text, places);
        }
    }
    text_release(&scratch);
    return count;
}

/* The stacks of a field one after the other. */
static bool visit_stack(
    const void *any_rules, const struct state *state, unsigned i, struct text *scratch, struct placed_piece *thing)
{
    static const int8_t here[1][2] = {{0, 0}};
    const struct field_set *taken = &((const struct field_position *)state)->taken;
    unsigned place = field_next(taken, i == 0 ? FIELD_NONE : thing->place);
    text_clear(scratch);
    if (place != FIELD_NONE)
        game_rules_of(any_rules)->game->field->write(any_rules, state, place, scratch);
    *thing = (struct placed_piece){text_slice(scratch), place, here, 1};
    return place != FIELD_NONE;
}

/* The game, the cells of its board where it has one, and the fields of a position but those that count, and that of
   what lies on places where WITH_PLACES does not hold. */
static uint64_t hash_rest(
    const struct game_rules *rules, const struct state *state, bool with_places, struct text *text)
{
    const struct game *game = rules->game;
    text_clear(text);
    text_add_string(text, game->ruleset.name);
    if (game->grid != NULL) {
        text_add_char(text, ' ');
        text_add_number(text, ((const struct grid_rules *)(const void *)rules)->board.cells);
    }
    for (const struct position_field *field = game->position.fields; field->read != NULL; field++)
        if (!field->counts && (field != game->position.fields || with_places)) {
            text_add_char(text, ' ');
            write_field(rules, field, state, text);
        }
    return hash_mix(hash_fnv(text_slice(text)));
}

void position_hashes_release(struct position_hashes *hashes)
{
    text_release(&hashes->rest);
    free(hashes->before);
}

/* The sums of what lies on places; how many there are. */
static unsigned add_sums(struct position_hashes *hashes, const struct game_rules *rules, const struct state *state)
{
    const struct game *game = rules->game;
    if (hashes->before == NULL)
        memset(hashes->sums, 0, sizeof hashes->sums);
    return game->position.sums != NULL ? game->position.sums(rules, state, hashes->sums)
        : game->grid != NULL           ? grid_sums(rules, hashes->before, state, hashes->sums)
        : game->field != NULL          ? field_sums(rules, state, visit_stack,
                                             ((const struct field_rules *)(const void *)rules)->lattice, true, hashes->sums)
                                       : 0;
}

static uint64_t hash_with(struct position_hashes *hashes, const struct game_rules *rules, const struct state *state)
{
    unsigned count = add_sums(hashes, rules, state);
    uint64_t rest = hash_rest(rules, state, count == 0, &hashes->rest);
    uint64_t least = rest + hashes->sums[0];
    for (unsigned i = 1; i < count; i++)
        least = rest + hashes->sums[i] < least ? rest + hashes->sums[i] : least;
    return least;
}

uint64_t game_hash(const void *rules, const struct state *state)
{
    SCOPED(position_hashes, hashes);
    return hash_with(&hashes, rules, state);
}

uint64_t game_hash_next(struct position_hashes *hashes, const void *rules, const struct state *state)
{
    uint64_t hash = hash_with(hashes, rules, state);
    if (hashes->before == NULL && has_whole_cells(game_rules_of(rules)->game))
        hashes->before = memory_new(game_state_size(rules));
    if (hashes->before != NULL)
        memcpy(hashes->before, state, game_state_size(rules));
    return hash;
}
