/* SPDX-License-Identifier: MIT */
/* The order of candidates for a repair, made by hand: what each kind of edit costs, what speaks for it, which are shown
   as one, and how sure the best is. */
#include "referee/repair/rank.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>

static const struct turn turn = {.shape = TURN_PASS, .count = 1};
static const struct turn long_turn = {.shape = TURN_PASS, .count = 4};
static const struct substitute one = {.turn = &turn};
static const struct substitute longer = {.turn = &long_turn};

/* Another text for the turn at fault, with one slip, after which LEGAL turns are all that follow. */
static struct candidate slip(const char *text, uint32_t legal)
{
    return (struct candidate){.kind = REPAIR_TURN,
        .replaced = 1,
        .count = 1,
        .put = &one,
        .amount = {[COST_SLIP] = 8},
        .legal = legal,
        .whole = true,
        .text = slice_of(text)};
}

static struct candidate left_out(const char *text, unsigned back)
{
    struct candidate candidate = slip(text, 5);
    candidate.kind = REPAIR_LEFT_OUT;
    candidate.back = back;
    candidate.replaced = 0;
    candidate.amount[COST_SLIP] = 0;
    candidate.amount[COST_LEFT_OUT] = 1;
    return candidate;
}

static void keep_it(struct ranking *ranking, struct candidate candidate)
{
    rank_weigh(&candidate);
    rank_keep(ranking, candidate);
}

static void assert_order(const struct ranking *ranking, const char *const *texts)
{
    unsigned count = 0;
    for (; texts[count] != NULL; count++)
        assert_true(count < ranking->count && slice_is(ranking->best[count].text, texts[count]));
    assert_int_equal(ranking->count, count);
}

/* What goes on to the end is better than what does not, whatever it costs; and of what does not, three more legal turns
   are worth a slip. */
static void test_legal(void)
{
    struct ranking ranking = {.count = 0};
    struct candidate stuck = slip("stuck", 9);
    struct candidate farther = slip("farther", 12);
    struct candidate dear = slip("dear", 0);
    stuck.whole = farther.whole = false;
    farther.amount[COST_SLIP] = 16;
    dear.amount[COST_SLIP] = 60;
    keep_it(&ranking, stuck);
    keep_it(&ranking, dear);
    keep_it(&ranking, farther);
    assert_order(&ranking, (const char *const[]){"dear", "farther", "stuck", NULL});
    assert_int_equal(rank_proposed(&ranking), 1);
}

/* The result counts, and that a game ends with it. */
static void test_result(void)
{
    struct ranking ranking = {.count = 0};
    struct candidate misfit = slip("misfit", 5);
    struct candidate ends = slip("ends", 5);
    misfit.whole = false;
    misfit.misfit = true;
    ends.ends = true;
    keep_it(&ranking, misfit);
    keep_it(&ranking, slip("fits", 5));
    keep_it(&ranking, ends);
    assert_order(&ranking, (const char *const[]){"ends", "fits", "misfit", NULL});
    assert_int_equal(rank_proposed(&ranking), 2);
}

/* Turns that changed places come before a slip that would do as well; a turn that was left out after it, unless the
   numbers miss one; and where no turn follows, only a slip in the turn at fault needs no other proof. */
static void test_edits(void)
{
    struct ranking ranking = {.count = 0};
    struct candidate swapped = slip("swapped", 5);
    struct candidate earlier = slip("earlier", 0);
    struct candidate numbered = left_out("numbered", 2);
    swapped.kind = REPAIR_SWAPPED;
    swapped.amount[COST_SLIP] = 0;
    swapped.amount[COST_SWAPPED] = 1;
    earlier.kind = REPAIR_EARLIER;
    numbered.amount[COST_NUMBERED] = 1;
    keep_it(&ranking, earlier);
    keep_it(&ranking, left_out("left out", 1));
    keep_it(&ranking, slip("slip", 0));
    keep_it(&ranking, swapped);
    keep_it(&ranking, numbered);
    assert_order(&ranking, (const char *const[]){"numbered", "swapped", "slip", "left out", "earlier", NULL});
    assert_int_equal(rank_cost(&ranking.best[0]), 4);
    assert_int_equal(rank_cost(&ranking.best[3]), 14);
}

/* An amount counts up to its most. */
static void test_most(void)
{
    struct candidate few = slip("few", 5);
    struct candidate many = slip("many", 5);
    few.notes = 4;
    many.notes = 40;
    many.put = &longer;
    rank_weigh(&few);
    rank_weigh(&many);
    assert_int_equal(rank_of(&few), 8 + 4 * 6);
    assert_int_equal(rank_of(&many), rank_of(&few) + 3);
}

/* The same text is kept once, at its best; of turns that may be missing at one place one is shown, the shortest. */
static void test_same(void)
{
    struct ranking ranking = {.count = 0};
    struct candidate worse = slip("a", 5);
    struct candidate say_more = left_out("b", 1);
    worse.amount[COST_SLIP] = 12;
    say_more.put = &longer;
    keep_it(&ranking, worse);
    keep_it(&ranking, slip("a", 5));
    keep_it(&ranking, say_more);
    keep_it(&ranking, left_out("c", 1));
    keep_it(&ranking, left_out("d", 1));
    assert_order(&ranking, (const char *const[]){"a", "c", NULL});
    assert_int_equal(ranking.best[1].others, 2);
}

/* Of as many as are kept the worst goes. */
static void test_full(void)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    struct ranking ranking = {.count = 0};
    for (unsigned i = 0; i < RANKED + 2; i++) {
        struct candidate candidate = slip(names[i], 5);
        candidate.amount[COST_SLIP] = (int16_t)(40 - i);
        rank_weigh(&candidate);
        assert_true(rank_takes(&ranking, &candidate));
        rank_keep(&ranking, candidate);
    }
    assert_order(&ranking, (const char *const[]){"h", "g", "f", "e", "d", "c", NULL});
    struct candidate last = slip("i", 5);
    last.amount[COST_SLIP] = 38;
    rank_weigh(&last);
    assert_false(rank_takes(&ranking, &last));
    assert_int_equal(rank_proposed(&ranking), REPAIRS_MOST);
}

/* The only one with which all is legal is likely, and certain if nothing is in doubt; one of several leads, or is only
   possible; and several turns of which nothing says that they are missing need ten that follow. */
static void test_confidence(void)
{
    struct ranking ranking = {.count = 0};
    struct candidate next = slip("next", 5);
    keep_it(&ranking, slip("best", 5));
    assert_int_equal(rank_confidence(&ranking, 1, true, false), CONFIDENCE_CERTAIN);
    assert_int_equal(rank_confidence(&ranking, 1, false, false), CONFIDENCE_LIKELY);
    assert_int_equal(rank_confidence(&ranking, 2, true, false), CONFIDENCE_LIKELY);
    next.amount[COST_SLIP] = 12;
    keep_it(&ranking, next);
    assert_int_equal(rank_confidence(&ranking, 2, true, false), CONFIDENCE_POSSIBLE);
    ranking.count = 0;
    struct candidate two = left_out("two", 1);
    two.count = 2;
    two.put = (struct substitute[]){{.turn = &turn}, {.turn = &turn}};
    keep_it(&ranking, two);
    assert_int_equal(rank_confidence(&ranking, 1, true, false), CONFIDENCE_POSSIBLE);
    assert_int_equal(rank_confidence(&ranking, 1, false, true), CONFIDENCE_LIKELY);
    ranking.best[0].legal = 10;
    assert_int_equal(rank_confidence(&ranking, 1, false, false), CONFIDENCE_LIKELY);
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_legal),
        unit_test(test_result),
        unit_test(test_edits),
        unit_test(test_most),
        unit_test(test_same),
        unit_test(test_full),
        unit_test(test_confidence),
    };
    return unit_run(tests, NULL);
}
