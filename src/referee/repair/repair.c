/* SPDX-License-Identifier: MIT */
#include "referee/repair/repair.h"

#include "games/common.h"
#include "referee/repair/search.h"

/* The order of work. */

enum { LEGAL_ALONE = 10 /* turns after the fault that need no other proof */ };

/* What takes longer, where nothing makes all legal. */
static void try_costly_stages(struct repair_search *search)
{
    bool both = !search->fault.at_end && (search->ranking.count == 0 || !search->ranking.best[0].misfit);
    search_give_trials(search, TRIALS);
    for (unsigned back = 0; both && back <= !search->fault.in_pieces && back < search->recorded.near_count; back++)
        search_two_slips(search, back, 0);
    for (unsigned split = 1;
         both && search->fault.in_pieces && search->recorded.past[0].item + split < search->fault.joined_next; split++)
        search_two_slips(search, 0, split);
    search_give_trials(search, TRIALS);
    for (unsigned back = 0; back < search->recorded.near_count && search->effort.trials > 0; back++)
        search_several_left_out(search, back);
}

/* Whether turns that were left out may be as good as BEST: not where turns say where they move from, if they are all
   written. */
static bool may_be_left_out(const struct repair_search *search, const struct candidate *best)
{
    return !search->context->book->game->notation.sources || best->kind == REPAIR_TURN;
}

/* Whether there is another explanation as good as the best candidate, which is more than spelling: an order of turns or
   rounds further back, or turns that were left out; or too many to tell, unless much speaks for it. */
static bool has_doubt(struct repair_search *search)
{
    const struct candidate best = search->ranking.best[0];
    enum left_out_depth depth = rank_support(&best) < LEGAL_ALONE  ? LEFT_OUT_ANY
        : best.kind == REPAIR_TURN && rank_cost(&best) > NEAR_SLIP ? LEFT_OUT_LONGER
                                                                   : LEFT_OUT_PLAIN;
    search_give_trials(search, TRIALS);
    for (unsigned back = search->recorded.near_count; best.kind == REPAIR_TURN && back < search->recorded.past_count &&
         search->effort.trials > 0 && search->effort.whole == 1;
         back++)
        search_near_turns(search, back, false);
    bool doubt = search->effort.trials <= 0;
    search_give_trials(search, TRIALS_DOUBT);
    for (unsigned back = search->recorded.near_count; back < search->recorded.past_count && search->effort.trials > 0;
         back++)
        search_blocks(search, back, BLOCKS_NEAR);
    for (unsigned back = 0; may_be_left_out(search, &best) && back < search->recorded.near_count &&
         search->effort.trials > 0 && search->effort.whole == 1;
         back++)
        search_left_out_beside(search, back, depth);
    doubt |= search->effort.whole > 1 || (best.kind == REPAIR_TURN && search->recorded.past_count > FAR_BACK) ||
        (search->effort.trials <= 0 && depth != LEFT_OUT_PLAIN);
    search->effort.whole = search->ranking.count = 1;
    search->ranking.best[0] = best;
    return doubt;
}

static void stage_blocks(struct repair_search *search, unsigned back)
{
    search_blocks(search, back, BLOCKS_NEAR);
}

static void stage_far_blocks(struct repair_search *search, unsigned back)
{
    search_blocks(search, back, BLOCKS_FAR);
}

static void stage_turns(struct repair_search *search, unsigned back)
{
    search_left_out(search, back);
    if (back > 0)
        search_near_turns(search, back, false);
}

/* What is tried after the turn at fault itself: each stage at all turns before it, the last first, while there are
   trials. */
static const struct {
    void (*stage)(struct repair_search *search, unsigned back);
    bool far;        /* also at turns that are not near */
    bool own_trials; /* it takes none of those of the others */
} stages[] = {{stage_blocks, false, false}, {stage_far_blocks, true, false}, {stage_turns, false, false},
    {search_left_out_numbered, true, true}};

/* Whether every turn that is legal at the fault was tried, and nothing is as good as the best. */
static bool has_tried_all(struct repair_search *search)
{
    bool one = search->effort.whole == 1 && search->ranking.count > 0;
    return search->effort.trials > 0 && !search->fault.at_end &&
        (!one || rank_cost(&search->ranking.best[0]) < NEAR_SPELLING || !has_doubt(search));
}

static void run_all_stages(struct repair_search *search)
{
    if (!search->fault.at_end && !search->hints.blind)
        search_with_signs(search);
    if (!search->fault.at_end)
        search_near_fault(search);
    if (search->hints.blind)
        return;
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        const int32_t trials = search->effort.trials;
        const unsigned count = stages[i].far ? search->recorded.past_count : search->recorded.near_count;
        if (stages[i].own_trials)
            search_give_trials(search, TRIALS);
        for (unsigned back = 0; back < count && search->effort.trials > 0; back++)
            stages[i].stage(search, back);
        if (stages[i].own_trials)
            search_give_trials(search, trials);
    }
    if (search->effort.whole == 0)
        try_costly_stages(search);
    if (search->effort.whole == 1 && search->ranking.count > 0 && !search->fault.at_end)
        search_alternatives(search);
    search->effort.every = has_tried_all(search);
}

/* Proposals. */

/* What may be certain. */
enum {
    CERTAIN_COST = 12,
    CERTAIN_LEGAL = 2,
    RECURS = 24 /* turns before and after */
};

/* Whether the numbers jump on the way to the fault: turns may be missing there, or one of two in a row be a turn.  With
   turns that are DOUBLED, the numbers lag. */
static bool numbers_jump(const struct repair_search *search, bool doubled)
{
    const struct item *first = search->line->items;
    for (unsigned back = search->fault.at_end; back < search->recorded.past_count; back++) {
        const struct item *item = search_turn_item(search, back);
        if (item == first || item[-1].kind != ITEM_NUMBER)
            continue;
        uint32_t jump = item[-1].number - search->recorded.past[back].before.state->number - search->hints.off;
        bool two = item > first + 1 && item[-2].kind == ITEM_NUMBER;
        if (doubled ? jump - 1 < UINT32_MAX / 2 : jump != 0 || two)
            return true;
    }
    return false;
}

/* Whether a turn that CANDIDATE is about is made again and again there: then turns may be missing between. */
static bool is_made_repeatedly(const struct repair_search *search, const struct candidate *candidate)
{
    unsigned begin = search->recorded.past_count - 1 - candidate->back;
    unsigned doubled = candidate->kind == REPAIR_DOUBLED ? candidate->replaced : 0;
    const struct record *record = search->context->record;
    for (unsigned at = begin; at < begin + (doubled > 0 ? doubled : 1); at++) {
        struct slice words =
            candidate_makes(candidate) ? candidate->text : item_text(record, search->recorded.turns[at]);
        for (unsigned i = at > RECURS ? at - RECURS : 0; i < search->recorded.turn_count && i < at + RECURS; i++)
            if (i != at && i + doubled != at && slice_equal(item_text(record, search->recorded.turns[i]), words))
                return true;
    }
    return false;
}

/* Earlier turns are only searched for what is near, two at once for what is nearest, and where turns
   were left out is seldom the only place.  What is more than spelling leaves no doubt only if it is near, more than
   one turn speaks for it, no number jumps, and the game does not go in circles; where turns are too many to try all of
   them, only mere spelling does. */
static bool can_be_certain(const struct repair_search *search, const struct candidate *candidate)
{
    bool listed = search->context->book->game->judging.generate != NULL;
    bool spelling = rank_cost(candidate) < NEAR_SPELLING;
    bool doubled = candidate->kind == REPAIR_DOUBLED;
    uint32_t least = candidate->joined ? 1 : CERTAIN_LEGAL;
    if (candidate->kind == REPAIR_EARLIER || candidate->kind == REPAIR_LEFT_OUT || candidate->kind == REPAIR_BOTH)
        return false;
    if (!spelling &&
        ((rank_cost(candidate) > CERTAIN_COST && candidate->kind != REPAIR_REORDERED) ||
            (!doubled && rank_support(candidate) < least) || numbers_jump(search, doubled) ||
            is_made_repeatedly(search, candidate)))
        return false;
    if (candidate->count != 1 && candidate->replaced > 0 && candidate->replaced <= candidate->back)
        return false;
    const struct state *before = search->recorded.past[candidate->back].before.state;
    if (candidate->kind == REPAIR_SWAPPED && candidate->count > search->recorded.round && !spelling &&
        before->number == 1 && before->seat == 1)
        return false; /* or the first round is missing */
    return listed || ((spelling || candidate->parted) && candidate->legal > 0);
}

/* Whether CANDIDATE is the turn at the fault in canonical signs. */
static bool is_spelling(const struct repair_search *search, const struct candidate *candidate)
{
    return candidate->kind == REPAIR_TURN && candidate->back == 0 && candidate->count == 1 && !search->fault.at_end &&
        near_is_spelling(item_text(search->context->record, search_turn_item(search, 0)), candidate->text);
}

static enum confidence judge_confidence(const struct repair_search *search)
{
    const struct ranking *ranking = &search->ranking;
    const struct candidate *best = &ranking->best[0];
    if (search->effort.every && is_spelling(search, best)) {
        unsigned others = 1;
        while (others < ranking->count && !is_spelling(search, &ranking->best[others]))
            others++;
        if (others == ranking->count)
            return CONFIDENCE_CERTAIN; /* whatever the rest is */
    }
    return rank_confidence(
        ranking, search->effort.whole, search->effort.every && can_be_certain(search, best), search->hints.numbered);
}

static void attach_repairs(struct repair_search *search, struct diagnostic *fault)
{
    enum confidence confidence = judge_confidence(search);
    unsigned count = rank_proposed(&search->ranking);
    if (confidence != CONFIDENCE_POSSIBLE)
        count = 1;
    struct repair *repairs = count == 0 ? NULL : arena_alloc(search->repairs->arena, count * sizeof *repairs);
    if (repairs == NULL)
        return;
    for (unsigned i = 0; i < count; i++) {
        search_make_repair(search, &search->ranking.best[i], fault->ply + search->fault.at_end, &repairs[i]);
        repairs[i].confidence = confidence;
    }
    fault->repairs = repairs;
    fault->repair_count = (uint8_t)count;
}

/* Going on. */

/* Whether the line goes on further with the best candidate than with TURN played as
   written, if it can be, or as far. */
static bool best_goes_further(struct repair_search *search, const struct turn *turn)
{
    bool whole;
    const struct candidate *best = &search->ranking.best[0];
    line_cursor_copy(search->context, &search->lines.trial, &search->recorded.past[0].before);
    if (best->whole || !line_cursor_force(search->context, &search->lines.trial, turn))
        return true;
    uint32_t legal = line_cursor_follow(search->context, &search->lines.trial, search->line,
        search->recorded.past[0].item + 1, search->line->count, &whole);
    return best->legal >= legal;
}

static bool best_beats_playing(struct repair_search *search, const struct turn *turn, const struct diagnostic *fault)
{
    return !search->hints.blind && fault->repair_count > 0 &&
        (fault->repairs[0].confidence != CONFIDENCE_POSSIBLE || search->ranking.best[0].parted) &&
        best_goes_further(search, turn);
}

/* What CANDIDATE puts in from its turn NEXT on, in the place of the recorded ones after the fault. */
static bool keep_for_later(const struct repair_search *search, const struct candidate *candidate, unsigned next,
    struct continuation *continuation)
{
    unsigned count = candidate->replaced > candidate->back + 1 ? candidate->replaced - candidate->back - 1 : 0;
    struct substitute *list = count == 0 ? NULL : arena_alloc(search->repairs->arena, count * sizeof *list);
    if (list == NULL)
        return count == 0;
    for (unsigned i = 0; i < count; i++, next++) {
        list[i] = next < candidate->count ? candidate->put[next] : (struct substitute){NULL, NULL};
        struct turn *turn = list[i].turn == NULL ? NULL : arena_alloc(search->repairs->arena, sizeof *turn);
        if (turn != NULL)
            *turn = *list[i].turn;
        list[i].turn = turn;
    }
    continuation->instead = list;
    continuation->instead_count = count;
    return true;
}

/* Plays what CANDIDATE changes, the turns between it and the fault, and what is then in the
   place of the turn at fault: .lines.middle is before that, .lines.trial after it, and TURN becomes it
   where it differs from what was written.  False when that cannot be. */
static bool play_to_fault(struct repair_search *search, const struct candidate *candidate, struct turn *turn,
    struct continuation *continuation)
{
    size_t at = search->recorded.past[0].item;
    bool whole = true;
    if (candidate->replaced <= candidate->back && !candidate->joined) {
        size_t next = search_play_change(search, candidate);
        if (next == NOT_PLAYED)
            return false;
        line_cursor_follow(search->context, &search->lines.trial, search->line, next, at, &whole);
        line_cursor_copy(search->context, &search->lines.middle, &search->lines.trial);
        if (whole)
            line_cursor_follow(search->context, &search->lines.trial, search->line, at, at + 1, &whole);
        return whole;
    }
    /* One of the turns that were replaced is at fault; the last of them takes what is left. */
    struct turn played;
    unsigned before = candidate->joined ? 0 : candidate->back;
    bool last = candidate_unites(candidate) || candidate->replaced == (candidate->joined ? 1 : candidate->back + 1);
    before = before < candidate->count ? before : candidate->count;
    unsigned end = last || before == candidate->count ? candidate->count : before + 1;
    line_cursor_copy(search->context, &search->lines.trial, &search->recorded.past[candidate->back].before);
    if (search_play_range(search, candidate, 0, before, &played) < before)
        return false;
    line_cursor_copy(search->context, &search->lines.middle, &search->lines.trial);
    if (search_play_range(search, candidate, before, end, &played) < end)
        return false;
    if (end > before)
        *turn = candidate->put[end - 1].item == NULL ? *candidate->put[end - 1].turn : played;
    return candidate_unites(candidate) || keep_for_later(search, candidate, end, continuation);
}

static bool take_over_best(struct repair_search *search, struct turn *turn, struct repaired *repaired)
{
    const struct candidate *best = &search->ranking.best[0];
    struct continuation *continuation = &repaired->continuation;
    if ((best->kind == REPAIR_BOTH && best->replaced < best->count) || !play_to_fault(search, best, turn, continuation))
        return false; /* the second of two turns has no item of its own, and would be lost where this is not made */
    repaired->before = search->lines.middle.state;
    repaired->after = &search->lines.trial;
    repaired->next = candidate_unites(best)
        ? (size_t)(search_turns(search, 0)[best->replaced - 1] - search->line->items) + 1
        : best->joined ? search->fault.joined_next
                       : search->recorded.past[0].item + 1;
    repaired->joined =
        best->joined ? (struct span){search->fault.joined.begin, search_first_end(search, best)} : (struct span){0, 0};
    continuation->renumber =
        best->replaced != best->count && best->kind != REPAIR_GLUED && best->kind != REPAIR_BOTH && !best->parted;
    continuation->guessed |= best->kind == REPAIR_LEFT_OUT && best->others > 0;
    return true;
}

/* A search for FAULT, which is run; NULL where there is none to be made.  The caller
   releases its text. */
static struct repair_search *run_search(
    struct repairs *repairs, const struct fault_location *location, struct diagnostic *fault)
{
    if (fault == NULL || repairs->searches >= SEARCHES_MOST || (repairs->trials != NULL && *repairs->trials <= 0))
        return NULL;
    repairs->joined[repairs->searches++] = (struct span){0, 0};
    arena_clear(repairs->scratch);
    struct repair_search *search = arena_alloc(repairs->scratch, sizeof *search);
    if (search == NULL || !search_begin(search, repairs, location))
        return NULL;
    search->fault.never = !search->fault.at_end &&
        (search_turn_item(search, 0)->kind != ITEM_TURN || fault->rule == &common_rules[COMMON_OFF_BOARD]);
    run_all_stages(search);
    search_give_trials(search, 0);
    if (repairs->trials != NULL)
        *repairs->trials -= search->effort.spent + TRIALS_AT_LEAST;
    if (search->ranking.count > 0)
        attach_repairs(search, fault);
    return search;
}

bool repair_turn(struct repairs *repairs, const struct fault_location *location, struct turn *turn,
    struct diagnostic *fault, struct repaired *repaired)
{
    struct repair_search *search = run_search(repairs, location, fault);
    repaired->continuation.stop = SIZE_MAX;
    if (search == NULL)
        return false;
    if (fault->repair_count > 0)
        repaired->continuation.stop = search->ranking.best[0].stop;
    bool adopted = best_beats_playing(search, turn, fault) && take_over_best(search, turn, repaired);
    if (adopted)
        repairs->joined[repairs->searches - 1] = repaired->joined;
    if (adopted && search->ranking.best[0].parted) {
        fault->span = fault->turn = repaired->joined;
        repaired->continuation.forced |= fault->repairs[0].confidence == CONFIDENCE_POSSIBLE;
    }
    text_release(&search->text);
    return adopted;
}

void repair_result(struct repairs *repairs, const struct fault_location *location, struct diagnostic *fault)
{
    struct repair_search *search = run_search(repairs, location, fault);
    if (search != NULL)
        text_release(&search->text);
}
