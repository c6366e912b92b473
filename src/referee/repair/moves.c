/* SPDX-License-Identifier: MIT */
/* Turns, rounds and lines of rounds that were doubled, swallowed, or are in another order: each kind is a row of a
   table, with the function that lists what it may be at a place.  What was left out is in left_out.c. */
#include "record/record_parts.h"
#include "referee/repair/search.h"
#include <limits.h>

/* How far the search goes. */
enum {
    DOUBLED_MOST = 12,     /* turns in a row */
    ROUNDS_LEAST = 3,      /* in another order, but not to the end */
    SWALLOWED_MOST = 2048, /* bytes */
    CUTS_MOST = 8          /* places where a comment may have ended */
};

static const struct state *state_before(const struct repair_search *search, unsigned back)
{
    return search->recorded.past[back].before.state;
}

static bool begins_round(const struct repair_search *search, unsigned back)
{
    return state_before(search, back)->seat == 1;
}

/* Doubled. */

static bool same_words(const struct repair_search *search, const struct item *a, const struct item *b)
{
    return slice_equal(search_text(search, a, a->span.end), search_text(search, b, b->span.end));
}

/* COUNT turns from BACK on are those right before, and it is not so one turn earlier. */
static bool is_doubled(const struct repair_search *search, unsigned back, unsigned count)
{
    const struct item **turns = search_turns(search, back);
    unsigned behind = search->recorded.past_count - 1 - back;
    if (behind < count || search_turns_left(search, back) < count)
        return false;
    for (const struct item **turn = turns; turn < turns + count; turn++)
        if (!same_words(search, turn[-(ptrdiff_t)count], *turn))
            return false;
    return behind == count || !same_words(search, turns[-(ptrdiff_t)count - 1], turns[-1]);
}

static void propose_doubled(struct repair_search *search, unsigned back)
{
    for (unsigned count = 1; count <= DOUBLED_MOST; count++)
        if ((count == 1 || (count % search->recorded.round == 0 && begins_round(search, back))) &&
            is_doubled(search, back, count))
            search_consider(search,
                (struct candidate){
                    .kind = REPAIR_DOUBLED, .back = back, .amount = {[COST_DOUBLED] = 1}, .replaced = count});
}

/* Changed places, or in another order. */

static struct substitute *new_substitutes(struct repair_search *search, unsigned count)
{
    return arena_alloc(search->arena, count * sizeof(struct substitute));
}

static void put_items(struct substitute *order, const struct item *const *turns, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        order[i] = (struct substitute){.item = turns[i]};
}

static bool has_number(const struct repair_search *search, const struct item *turn)
{
    return turn > search->line->items && turn[-1].kind == ITEM_NUMBER;
}

/* COUNT turns from BACK on change places with as many after them. */
static void try_swapped(struct repair_search *search, unsigned back, unsigned count)
{
    const struct item **turns = search_turns(search, back);
    struct substitute *order = search_turns_left(search, back) < 2 * count ? NULL : new_substitutes(search, 2 * count);
    if (order == NULL)
        return;
    put_items(order, turns + count, count);
    put_items(order + count, turns, count);
    bool renumbered = has_number(search, turns[0]) && has_number(search, turns[count]) &&
        turns[0][-1].number > turns[count][-1].number;
    bool across = count == 1 && state_before(search, back)->seat == search->recorded.round;
    search_consider(search,
        (struct candidate){.kind = REPAIR_SWAPPED,
            .back = back,
            .amount = {[COST_SWAPPED] = 1, [COST_RENUMBERED] = renumbered, [COST_ACROSS] = across},
            .replaced = 2 * count,
            .count = 2 * count,
            .put = order});
}

static void propose_swapped(struct repair_search *search, unsigned back)
{
    try_swapped(search, back, 1);
    if (search->recorded.round > 1 && begins_round(search, back))
        try_swapped(search, back, search->recorded.round);
}

/* COUNT rounds from BACK on in the order of SHIFT: 0: each the other way round, else begun with its turn SHIFT. */
static void try_order(struct repair_search *search, unsigned back, unsigned shift, unsigned count)
{
    unsigned round = search->recorded.round;
    const struct item **turns = search_turns(search, back);
    struct substitute *order = new_substitutes(search, count * round);
    if (order == NULL)
        return;
    for (unsigned i = 0; i < count * round; i++) {
        unsigned in = i % round;
        put_items(&order[i], &turns[i - in + (shift == 0 ? round - 1 - in : (in + shift) % round)], 1);
    }
    struct candidate candidate = {
        .kind = REPAIR_REORDERED, .back = back, .amount = {[COST_REORDERED] = 1}, .put = order};
    candidate.replaced = candidate.count = count * round;
    unsigned legal = search_play_turns(search, &candidate) / round;
    bool to_end = (legal + 1) * round > search_turns_left(search, back);
    if (count > 1 && !to_end && legal < ROUNDS_LEAST)
        return;
    /* All that are legal so, or only the first.  Two turns that change places are another kind. */
    for (unsigned rounds = legal; rounds > (round == 2) && rounds * round > back;
         rounds = rounds > ROUNDS_LEAST ? ROUNDS_LEAST : rounds - 1) {
        candidate.replaced = candidate.count = rounds * round;
        search_consider(search, candidate);
    }
}

static void propose_reordered(struct repair_search *search, unsigned back)
{
    unsigned round = search->recorded.round;
    unsigned rounds = round > 1 && begins_round(search, back) ? search_turns_left(search, back) / round : 0;
    for (unsigned shift = 0; rounds > 0 && shift < (round > 2 ? round : 1); shift++) {
        if (round > 2)
            try_order(search, back, shift, 1);
        if (rounds > 1)
            try_order(search, back, shift, rounds);
    }
}

/* Swallowed by a comment that was not closed, so that the brace after the next one closed it. */

/* The turns of RECORD, from its item FIRST on, were meant before the one at BACK, and the comment was to end at the
   begin of SPAN, which becomes TEXT. */
static void try_swallowed(struct repair_search *search, unsigned back, const struct record *record, size_t first,
    struct span span, struct slice text, bool doubtful)
{
    unsigned count = 0;
    struct substitute *order = new_substitutes(search, (unsigned)record->main.count);
    for (size_t i = first; order != NULL && i < record->main.count; i++)
        if (record->main.items[i].kind == ITEM_TURN)
            order[count++] = (struct substitute){.item = &record->main.items[i]};
    if (count > 0)
        search_consider(search,
            (struct candidate){.kind = REPAIR_SWALLOWED,
                .back = back,
                .amount = {[COST_SWALLOWED] = 1, [COST_DOUBTFUL] = doubtful},
                .count = count,
                .put = order,
                .source = record,
                .span = span,
                .text = text});
}

/* Where LINE ends before AT: without spaces, and without a number such as "12...". */
static uint32_t end_of_text_before(struct slice line, uint32_t at)
{
    while (is_space(line.at[at - 1]))
        at--;
    uint32_t number = at;
    while (line.at[number - 1] == '.')
        number--;
    bool dots = number + 1 < at;
    while (dots && line.at[number - 1] >= '0' && line.at[number - 1] <= '9')
        number--;
    return dots && is_space(line.at[number - 1]) ? end_of_text_before(line, number) : at;
}

/* Whether a number and a full stop are in LINE before END. */
static bool has_number_before(struct slice line, uint32_t end)
{
    for (uint32_t i = 2; i < end; i++)
        if (line.at[i] == '.' && line.at[i - 1] >= '0' && line.at[i - 1] <= '9')
            return true;
    return false;
}

static void try_comment(struct repair_search *search, unsigned back, const struct item *comment)
{
    struct slice text = item_text(search->context->record, comment);
    const char *brace = text.length < 2 ? NULL : memchr(text.at + 1, '{', text.length - 1);
    size_t length = brace == NULL ? 0 : (size_t)(brace - text.at);
    search->effort.trials--;
    if (length < 2 || length > SWALLOWED_MOST || memchr(text.at, '\0', length) != NULL)
        return;
    while (is_space(text.at[length - 1]))
        length--;
    struct slice line = arena_printf(search->arena, "%.*s\n%c", (int)length, text.at, '\0');
    struct record *record = arena_alloc(search->arena, sizeof *record);
    uint32_t at = 1;
    if (line.at == NULL || record == NULL)
        return;
    line.length = length + 1; /* two NULs are after it */
    for (bool begins = true; at < length; at++) {
        const bool blank = is_space(line.at[at]);
        if (begins && !blank && search->effort.trials <= 0)
            at = (uint32_t)length;
        else if (begins && !blank && search_read_line(search, line, at, record))
            break;
        begins = blank;
    }
    for (size_t i = 0; at < length && i < record->main.count && i < CUTS_MOST; i++) {
        const struct item *item = &record->main.items[i];
        if (item->kind != ITEM_NUMBER && i > 0 && item[-1].kind != ITEM_TURN)
            continue;
        const uint32_t end = end_of_text_before(line, item->span.begin);
        struct span span = {end, (uint32_t)length};
        struct slice rest = slice_cut(line, (struct span){end, (uint32_t)line.length - 1});
        if (slice_equal(rest, slice_cut(text, span))) {
            rest.length = 0;
            span.end = span.begin;
        }
        span.begin += comment->span.begin;
        span.end += comment->span.begin;
        try_swallowed(search, back, record, i, span, arena_printf(search->arena, "}%.*s", (int)rest.length, rest.at),
            has_number_before(line, end));
    }
}

static void propose_swallowed(struct repair_search *search, unsigned back)
{
    for (size_t i = search->recorded.past[back].item;
         search->effort.trials > 0 && i-- > 0 && search->line->items[i].kind != ITEM_TURN;)
        if (search->line->items[i].kind == ITEM_COMMENT)
            try_comment(search, back, &search->line->items[i]);
}

static const struct block_kind {
    enum block_place place;
    bool at_end; /* also where the line ends */
    void (*propose)(struct repair_search *search, unsigned back);
} kinds[] = {
    {BLOCKS_NEAR, false, propose_doubled},
    {BLOCKS_NEAR, false, propose_swapped},
    {BLOCKS_NEAR, false, propose_reordered},
    {BLOCKS_FAR, true, propose_swallowed},
};

void search_blocks(struct repair_search *search, unsigned back, enum block_place place)
{
    bool end = search->fault.at_end && back == 0;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0] && search->effort.trials > 0; i++)
        if (kinds[i].place == place && (!end || kinds[i].at_end))
            kinds[i].propose(search, back);
}
