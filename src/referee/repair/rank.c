/* SPDX-License-Identifier: MIT */
#include "referee/repair/rank.h"

#include <limits.h>

/* A sum is over each amount, up to MOST of it. */
static const struct weight {
    int each;
    int most;
} weights[EVIDENCES] = {
    [COST_SLIP] = {1, INT_MAX},
    [COST_GLUED] = {2, 1},
    [COST_PARTED] = {6, 1},
    [COST_SIGN] = {1, INT_MAX},
    [COST_BOTH] = {6, 1},
    [COST_DOUBLED] = {6, 1},
    [COST_SWAPPED] = {7,
        1}, /* less than a slip, which often mends by chance what is out of order; the reverse is rare */
    [COST_RENUMBERED] = {-3, 1},
    [COST_ACROSS] = {1, 1},
    [COST_REORDERED] = {12, 1},
    [COST_SWALLOWED] = {2, 1},
    [COST_DOUBTFUL] = {12, 1},
    [COST_LEFT_OUT] = {14, 1},
    [COST_SEVERAL] = {6, 1},
    [COST_NUMBERED] = {-10, 1},
    [COST_WITHIN] = {5, 1},
    [SAYS_STEPS] = {1, 4}, /* the more there are, the less probable is a slip in a certain one */
    [SAYS_NOTES] = {6, 4},
    [SAYS_NOTHING] = {12, 1},
    [SAYS_LEGAL] = {-3, 30},
    [SAYS_FAULT] = {1000, 1},
    [SAYS_MISFIT] = {10, 1},
    [SAYS_END] = {-8, 1},
};

/* How good a candidate is that is proposed, or sure. */
enum {
    LEAD = 5,             /* how much better than the next, if that is as good otherwise */
    PROPOSED = 10,        /* more than the best */
    NOTHING_FOLLOWS = 12, /* with no legal turn after it */
    SURE_COST = 12,
    SURE_LEGAL = 2,
    SURE_SEVERAL = 10
};

uint32_t rank_support(const struct candidate *candidate)
{
    if (candidate->kind == REPAIR_SWALLOWED)
        return candidate->legal + candidate->count;
    if (candidate->kind == REPAIR_LEFT_OUT && candidate->count > 1)
        return candidate->legal + 1; /* the one at fault */
    bool block = candidate_moves(candidate) && candidate->replaced > 2;
    return candidate->legal +
        (block && candidate->count > candidate->back + 1 ? candidate->count - candidate->back - 1 : 0);
}

static int16_t clamp_amount(uint32_t amount)
{
    return amount < INT16_MAX ? (int16_t)amount : INT16_MAX;
}

void rank_weigh(struct candidate *candidate)
{
    bool slip = (candidate->kind == REPAIR_TURN && !candidate->parted) || candidate->kind == REPAIR_EARLIER;
    bool fault = !candidate->whole && !candidate->misfit;
    uint32_t support = rank_support(candidate);
    int16_t *amount = candidate->amount;
    amount[SAYS_STEPS] = slip && candidate->put[0].turn->count > 1 ? (int16_t)(candidate->put[0].turn->count - 1) : 0;
    amount[SAYS_NOTES] = clamp_amount(candidate->notes);
    amount[SAYS_NOTHING] = candidate->kind != REPAIR_TURN && support == 0 && !candidate->ends;
    amount[SAYS_LEGAL] = fault ? clamp_amount(support) : 0;
    amount[SAYS_FAULT] = fault;
    amount[SAYS_MISFIT] = candidate->misfit;
    amount[SAYS_END] = candidate->ends;
}

static int sum_amounts(const struct candidate *candidate, unsigned end)
{
    int sum = 0;
    for (unsigned i = 0; i < end; i++) {
        int amount = candidate->amount[i];
        sum += weights[i].each * (amount < weights[i].most ? amount : weights[i].most);
    }
    return sum;
}

int rank_cost(const struct candidate *candidate)
{
    return sum_amounts(candidate, COSTS);
}

int rank_of(const struct candidate *candidate)
{
    return sum_amounts(candidate, EVIDENCES);
}

/* Whether KEPT and CANDIDATE are shown as one: turns that may have been left out at the same place, of which the
   shortest of equal ones is kept, since it says least; or the same text there. */
static bool is_same_proposal(const struct candidate *kept, const struct candidate *candidate)
{
    return kept->kind == candidate->kind && kept->back == candidate->back && kept->count == candidate->count &&
        kept->joined == candidate->joined &&
        (kept->kind == REPAIR_LEFT_OUT || (kept->text.length > 0 && slice_equal(kept->text, candidate->text)));
}

static unsigned count_put_steps(const struct candidate *candidate)
{
    unsigned steps = 0;
    for (unsigned i = 0; candidate_makes(candidate) && i < candidate->count; i++)
        steps += candidate->put[i].turn->count;
    return steps;
}

/* Of equal ones the first that was found goes before; but a turn that is missing at an earlier place, where it takes
   longer to show. */
static bool ranks_before(const struct candidate *candidate, const struct candidate *kept)
{
    bool missing = candidate->kind == REPAIR_LEFT_OUT && kept->kind == REPAIR_LEFT_OUT;
    return rank_of(candidate) < rank_of(kept) + missing;
}

bool rank_takes(const struct ranking *ranking, const struct candidate *candidate)
{
    return ranking->count < RANKED || rank_of(candidate) < rank_of(&ranking->best[RANKED - 1]);
}

void rank_keep(struct ranking *ranking, struct candidate candidate)
{
    struct candidate *best = ranking->best;
    unsigned at = 0;
    while (at < ranking->count && !is_same_proposal(&best[at], &candidate))
        at++;
    if (at < ranking->count) {
        int order = rank_of(&candidate) - rank_of(&best[at]);
        if (slice_equal(candidate.text, best[at].text))
            return;
        if (order == 0)
            candidate.others = ++best[at].others;
        if (order > 0 || (order == 0 && count_put_steps(&candidate) >= count_put_steps(&best[at])))
            return;
        memmove(best + at, best + at + 1, (--ranking->count - at) * sizeof *best);
    }
    for (at = 0; at < ranking->count && !ranks_before(&candidate, &best[at]);)
        at++;
    if (at == RANKED)
        return;
    ranking->count += ranking->count < RANKED;
    memmove(best + at + 1, best + at, (ranking->count - 1 - at) * sizeof *best);
    best[at] = candidate;
}

unsigned rank_proposed(const struct ranking *ranking)
{
    const struct candidate *best = ranking->best;
    unsigned count = 0;
    while (count < ranking->count && count < REPAIRS_MOST && best[count].whole == best->whole &&
        rank_of(&best[count]) <= rank_of(best) + PROPOSED &&
        (best[count].whole || best[count].legal > 0 || rank_cost(&best[count]) <= NOTHING_FOLLOWS))
        count++;
    return count;
}

enum confidence rank_confidence(const struct ranking *ranking, uint32_t whole, bool alone, bool numbered)
{
    const struct candidate *best = &ranking->best[0];
    if (best->kind == REPAIR_LEFT_OUT && best->count > 1 && !numbered && best->legal < SURE_SEVERAL)
        return CONFIDENCE_POSSIBLE;
    if (best->whole && whole == 1)
        return alone ? CONFIDENCE_CERTAIN : CONFIDENCE_LIKELY;
    bool leads = ranking->count == 1 || rank_of(&ranking->best[1]) >= rank_of(best) + LEAD;
    bool sure = rank_cost(best) <= SURE_COST || best->legal >= SURE_LEGAL;
    return leads && sure ? CONFIDENCE_LIKELY : CONFIDENCE_POSSIBLE;
}
