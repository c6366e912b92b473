/* SPDX-License-Identifier: MIT */
/* The other ways in which the turns of a record may be meant: columns exchanged, column after column, two lists of
   turns dealt out; or by another ruleset. */
#include "convert/typed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_MOST = 1024 * 1024 };
enum { KIN_MORE = 4 }; /* turns, at least, that are legal by another ruleset before one is not */

/* The column of each turn, of which those on one line are a row. */
static void find_columns(const struct clerk *clerk, size_t *column)
{
    const struct typed_turn *turns = clerk->turns.at;
    for (size_t i = 0; i < clerk->turns.count; i++)
        column[i] = i > 0 && turns[i].line == turns[i - 1].line ? column[i - 1] + 1 : 0;
}

/* Rows of two turns the other way round. */
static void exchange_columns(size_t count, const size_t *column, size_t *order)
{
    for (size_t i = 0; i < count; i++) {
        const bool second = column[i] == 1 && (i + 1 == count || column[i + 1] == 0);
        order[i] = second ? i - 1 : i;
        if (second)
            order[i - 1] = i;
    }
}

/* NEXT has room for one more than there are turns. */
static void order_by_columns(size_t count, const size_t *column, size_t *next, size_t *order)
{
    memset(next, 0, (count + 1) * sizeof *next);
    for (size_t i = 0; i < count; i++)
        next[column[i] + 1]++;
    for (size_t i = 1; i <= count; i++)
        next[i] += next[i - 1];
    for (size_t i = 0; i < count; i++)
        order[next[column[i]]++] = i;
}

/* One list of turns after the other, dealt out. */
static void deal_out(size_t count, size_t *order)
{
    for (size_t i = 0; i < count; i++)
        order[i] = i % 2 == 0 ? i / 2 : (count + 1) / 2 + i / 2;
}

/* How many turns are legal in ORDER, or as they were read if that is NULL, up to the first that is not. */
static size_t count_legal(struct clerk *clerk, const size_t *order)
{
    const struct typed_turn *turns = clerk->turns.at;
    const struct typed_reading *reading;
    size_t legal = 0;
    catasta_position_free(clerk->board);
    clerk->board = NULL;
    clerk->set_up = false;
    typed_set_up(clerk);
    while (legal < clerk->turns.count && clerk->board != NULL) {
        const struct typed_turn *turn = &turns[order == NULL ? legal : order[legal]];
        if (!typed_find(clerk, turn->begin, turn->end) || typed_play(clerk, &reading) != TOKEN_TAKEN)
            break;
        legal++;
    }
    return legal;
}

/* Whether all turns are legal in ORDER, which is another than that in which they were read. */
static bool is_legal_in_order(struct clerk *clerk, const size_t *order)
{
    bool other = false;
    for (size_t i = 0; i < clerk->turns.count; i++)
        other |= order[i] != i;
    return other && count_legal(clerk, order) == clerk->turns.count;
}

void typed_ask_order(struct clerk *clerk)
{
    const struct typed_turn *turns = clerk->turns.at;
    size_t count = clerk->turns.count;
    if (count < 2 || typed_offset(clerk, turns[count - 1].end) > BYTES_MOST)
        return;
    size_t *column = malloc((3 * count + 1) * sizeof *column);
    if (column == NULL) {
        clerk->failed = true;
        return;
    }
    size_t *order = column + count;
    find_columns(clerk, column);
    exchange_columns(count, column, order);
    const bool exchanged = is_legal_in_order(clerk, order);
    order_by_columns(count, column, order + count, order);
    const bool by_column = is_legal_in_order(clerk, order);
    deal_out(count, order);
    const bool dealt = !exchanged && !by_column && is_legal_in_order(clerk, order);
    free(column);
    if (exchanged + by_column + dealt == 1)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, clerk->doubts.illegal,
            "a turn of %s, all turns are legal; if so, write them in the order in which they were played",
            exchanged       ? "columns in the wrong order: with the columns exchanged"
                : by_column ? "columns that are read one after the other: read this way"
                            : "two lists, one after the other: taken alternately");
}

bool typed_find_kin(struct clerk *clerk, char found[RULESET_MOST])
{
    char written[RULESET_MOST];
    unsigned count = 0;
    const char *kin;
    memcpy(written, clerk->ruleset, sizeof written);
    size_t most = 0;
    const size_t all = clerk->turns.count;
    const size_t own = count_legal(clerk, NULL);
    for (unsigned i = 0; own < all && (kin = typed_kin(clerk, written, i)) != NULL; i++) {
        snprintf(clerk->ruleset, sizeof clerk->ruleset, "%s", kin);
        const size_t legal = count_legal(clerk, NULL);
        if (legal < most || (legal < all && legal < own + KIN_MORE))
            continue;
        count = legal > most ? 1 : count + 1;
        most = legal;
        snprintf(found, RULESET_MOST, "%s", kin);
    }
    memcpy(clerk->ruleset, written, sizeof written);
    return count == 1;
}
