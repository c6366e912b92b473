#include "games/score_sum.h"

void sum_add(struct score_sum *sum, struct arena *arena, struct term term)
{
    term.name = arena_copy(arena, slice_of(term.name)).at;
    term.holds = term.holds == NULL ? "" : term.holds;
    term.why = term.why == NULL ? "" : term.why;
    term.halves = 2 * term.count * term.times;
    if (arena_grow(arena, &sum->terms, sum->count, &sum->capacity, sizeof *sum->terms))
        sum->terms[sum->count++] = term;
}
