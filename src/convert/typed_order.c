/* SPDX-License-Identifier: MIT */
/* The two other orders in which the turns of a record may be meant: columns exchanged, and column after column. */
#include "convert/typed.h"

#include <stdlib.h>

enum { BYTES_MOST = 1024 * 1024 };

/* The end of the row that begins with turn I. */
static size_t row_end(const struct clerk *clerk, size_t i)
{
    const struct typed_turn *turns = clerk->turns.at;
    size_t end = i + 1;
    while (end < clerk->turns.count && turns[end].line == turns[i].line)
        end++;
    return end;
}

static void exchange_columns(const struct clerk *clerk, size_t *order)
{
    for (size_t i = 0, end; i < clerk->turns.count; i = end) {
        end = row_end(clerk, i);
        for (size_t k = i; k < end; k++)
            order[k] = end - i == 2 ? end - 1 - (k - i) : k;
    }
}

static void column_by_column(const struct clerk *clerk, size_t *order)
{
    size_t count = 0;
    bool more = true;
    for (size_t column = 0; more; column++) {
        more = false;
        for (size_t i = 0, end; i < clerk->turns.count; i = end) {
            end = row_end(clerk, i);
            if (i + column < end)
                order[count++] = i + column;
            more |= i + column + 1 < end;
        }
    }
}

/* Whether all turns are legal in ORDER, which is another than that in which they were read. */
static bool is_legal_in(struct clerk *clerk, const size_t *order)
{
    const struct typed_turn *turns = clerk->turns.at;
    const struct typed_reading *reading;
    bool other = false;
    bool legal = true;
    catasta_position_free(clerk->board);
    clerk->board = NULL;
    clerk->set_up = false;
    typed_set_up(clerk);
    for (size_t i = 0; i < clerk->turns.count && legal && clerk->board != NULL; i++) {
        other |= order[i] != i;
        legal =
            typed_find(clerk, turns[order[i]].begin, turns[order[i]].end) && typed_play(clerk, &reading) == TOKEN_TAKEN;
    }
    return legal && other && clerk->board != NULL;
}

void typed_ask_order(struct clerk *clerk)
{
    const struct typed_turn *turns = clerk->turns.at;
    size_t count = clerk->turns.count;
    if (count < 2 || typed_offset(clerk, turns[count - 1].end) > BYTES_MOST)
        return;
    size_t *order = malloc(count * sizeof *order);
    if (order == NULL) {
        clerk->failed = true;
        return;
    }
    exchange_columns(clerk, order);
    const bool exchanged = is_legal_in(clerk, order);
    column_by_column(clerk, order);
    const bool by_column = is_legal_in(clerk, order);
    free(order);
    if (exchanged != by_column)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, clerk->illegal,
            exchanged ? "a turn of columns that are exchanged: with them exchanged all turns are legal"
                      : "a turn of columns that are read one after the other: so all turns are legal",
            "", 0);
}
