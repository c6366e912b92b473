/* SPDX-License-Identifier: MIT */
/* Turns that were left out: one, two in a row, or a round; where the numbers miss them, or anywhere. */
#include "games/common.h"
#include "referee/repair/search.h"

/* How far the search goes. */
enum {
    BACK_ONE = 3,       /* turns before the fault at which one may be missing, at first */
    SAMPLE = 200,       /* if none of this number makes the recorded turn legal, none will */
    SEVERAL_LEAST = 3,  /* turns after the fault that are legal with several which no number misses */
    STEPS_PLAIN = 2,    /* of turns that others may be left out for: a cell and the one moved to */
    STEPS_SEVERAL = 3,  /* of one of several turns */
    UNLISTED_FEWER = 4, /* guesses that are gone on with, where turns are too many to list: one in this number */
    CHANGES = 6,        /* of turns that were chosen */
    WORSE = 20          /* cost of what several turns may be better than */
};

/* By the numbers. */

/* How many turns there are from ITEM on up to *NEXT, the next number; NULL: there is none. */
static unsigned count_turns_to_number(
    const struct repair_search *search, const struct item *item, const struct item **next)
{
    const struct item *end = search->line->items + search->line->count;
    unsigned turns = 0;
    for (; item < end && item->kind != ITEM_NUMBER; item++)
        turns += is_written_turn(item);
    *next = item < end ? item : NULL;
    return turns;
}

static const struct item *number_before_item(const struct repair_search *search, const struct item *item)
{
    const struct item *first = search->line->items;
    while (item > first && item[-1].kind != ITEM_NUMBER)
        item--;
    return item > first ? item - 1 : NULL;
}

/* Whether the round of NUMBER has fewer turns than SEATS. */
static bool is_short(const struct repair_search *search, const struct item *number, unsigned seats)
{
    const struct item *next;
    unsigned count = count_turns_to_number(search, number + 1, &next);
    return next != NULL && next->number == number->number + 1 && count < seats;
}

/* How many turns are missing before the one at BACK by the numbers, of which the one before them is right: before a
   number that is too high, and in its round; or, *WITHIN, in a round that is too short. */
static unsigned missing_by_number(const struct repair_search *search, unsigned back, bool *within)
{
    const struct line_cursor *cursor = &search->recorded.past[back].before;
    const struct item *item = search->line->items + search->recorded.past[back].item;
    const struct item *number = number_before_item(search, item);
    const struct item *next;
    unsigned after = count_turns_to_number(search, item, &next);
    const bool single = search->context->book->game->notation.counts_turns; /* a number is one turn's */
    unsigned seats = single ? 1 : line_cursor_seats(search->context, cursor, search->recorded.round);
    unsigned made = single ? 0 : line_cursor_seats(search->context, cursor, cursor->state->seat - 1U);
    uint32_t round = cursor->state->number;
    *within = number != NULL && number->number == round;
    if (*within)
        return is_short(search, number, seats) && !is_short(search, next, seats) ? seats - made - after : 0;
    const struct item *before = number == NULL ? NULL : number_before_item(search, number);
    if (before == NULL || number + 1 != item || number->number < round || number->number - round > PUT_MOST ||
        before->number != round - (made == 0) || (next != NULL && next->number < number->number))
        return 0;
    return (number->number - round) * seats - made + (is_short(search, number, seats) ? seats - after : 0);
}

/* One turn, which is listed. */

struct leaving_out {
    struct repair_search *search;
    struct candidate candidate;
    bool every; /* try them all, whether or not the first ones fit */
    unsigned tried;
    unsigned fitting;
};

static bool try_left_out(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    struct repair_search *search = leaving->search;
    leaving->tried++;
    leaving->candidate.put = &(struct substitute){.turn = turn};
    leaving->fitting += search_consider(search, leaving->candidate);
    return search->effort.trials > 0 && (leaving->every || leaving->fitting > 0 || leaving->tried < SAMPLE);
}

/* Several turns, or one where they are too many to list.  First the seats only pass; then one turn after another is
   chosen, as those with which most is legal; and where turns cannot be listed, they get more steps before the last. */

struct guess {
    uint32_t legal; /* recorded turns after it */
    bool whole;     /* they are all that follow */
    uint32_t notes; /* how many of them leave a note */
    unsigned open;  /* turns that are not chosen */
    const struct turn *made[PUT_MOST];
    unsigned length[PUT_MOST]; /* of their texts: the shortest say least */
};

struct guessing {
    struct repair_search *search;
    struct candidate candidate;
    struct guess from;
    unsigned slot;           /* of the turn that is sought */
    const struct step *tail; /* of the turn that gets a step more; NULL: there is none yet */
    unsigned steps;          /* of it at most */
    unsigned count;          /* the best first */
    struct guess best[GUESSES];
};

static bool same_guess(const struct guess *a, const struct guess *b)
{
    bool same = a->legal == b->legal;
    for (unsigned i = 0; i < PUT_MOST && same; i++)
        same = search_same_turn(a->made[i], b->made[i]);
    return same;
}

static bool is_better_guess(const struct guess *a, const struct guess *b)
{
    unsigned one = 0;
    unsigned other = 0;
    for (unsigned i = 0; i < PUT_MOST; i++) {
        one += a->length[i];
        other += b->length[i];
    }
    return a->legal != b->legal ? a->legal > b->legal
        : a->whole != b->whole  ? a->whole
        : a->notes != b->notes  ? a->notes < b->notes
                                : one < other;
}

static void rank_guess(struct guessing *guessing, struct guess guess)
{
    struct guess *best = guessing->best;
    unsigned at = guessing->count;
    struct turn *copy;
    while (at > 0 && is_better_guess(&guess, &best[at - 1]))
        at--;
    if (at == GUESSES)
        return;
    for (unsigned i = 0; i < guessing->count; i++)
        if (same_guess(&best[i], &guess))
            return;
    if ((copy = arena_alloc(guessing->search->arena, sizeof *copy)) == NULL)
        return;
    *copy = *guess.made[guessing->slot];
    guess.made[guessing->slot] = copy;
    guessing->count += guessing->count < GUESSES;
    memmove(best + at + 1, best + at, (guessing->count - 1 - at) * sizeof *best);
    best[at] = guess;
}

static void put_guess(const struct guess *guess, struct substitute put[PUT_MOST])
{
    for (unsigned i = 0; i < PUT_MOST; i++)
        put[i] = (struct substitute){.turn = guess->made[i]};
}

/* Plays GUESS and what follows; false when it cannot be played. */
static bool play_guess(struct guessing *guessing, struct guess *guess)
{
    struct candidate candidate = guessing->candidate;
    struct substitute put[PUT_MOST];
    put_guess(guess, put);
    candidate.put = put;
    candidate.followed = UINT32_MAX;
    search_try(guessing->search, &candidate);
    guess->legal = candidate.followed;
    guess->notes = candidate.notes;
    guess->whole = candidate.whole;
    return candidate.followed != UINT32_MAX;
}

static unsigned measure_turn(struct repair_search *search, const struct line_cursor *before, const struct turn *turn)
{
    const struct rulebook *book = search->context->book;
    text_clear(&search->text);
    book->game->notation.write(book->rules, before->state, turn, &search->text);
    return (unsigned)search->text.length;
}

static bool try_guess(void *context, const struct turn *turn)
{
    struct guessing *guessing = context;
    struct repair_search *search = guessing->search;
    struct guess guess = guessing->from;
    struct turn longer;
    unsigned slot = guessing->slot;
    if (turn->count > guessing->steps)
        return --search->effort.trials > 0;
    if (guessing->tail != NULL && (turn->count == 0 || turn->steps[turn->count - 1].mark == guessing->tail->mark))
        return --search->effort.trials > 0; /* of the kind that ends a turn */
    if (guessing->tail != NULL) {
        longer = *turn;
        longer.steps[longer.count++] = *guessing->tail;
        turn = &longer;
    }
    guess.open -= guess.made[slot] == NULL;
    guess.made[slot] = turn;
    guess.length[slot] = 0;
    const struct guess *from = &guessing->from;
    if (!play_guess(guessing, &guess) || guess.legal < from->legal ||
        (from->open == 0 && guess.legal == from->legal && guess.whole <= from->whole && guess.notes >= from->notes) ||
        (guessing->count == GUESSES && !is_better_guess(&guess, &guessing->best[GUESSES - 1])))
        return search->effort.trials > 0;
    guess.length[slot] = measure_turn(search, &search->lines.level[slot], turn);
    rank_guess(guessing, guess);
    return search->effort.trials > 0;
}

/* The line after the first turns of the guess at hand, up to its slot. */
static bool play_up_to_slot(struct guessing *guessing)
{
    static const struct turn pass = {.shape = TURN_PASS};
    struct repair_search *search = guessing->search;
    struct line_cursor *cursor = &search->lines.level[guessing->slot];
    bool fine = true;
    line_cursor_copy(search->context, cursor, &search->recorded.past[guessing->candidate.back].before);
    for (unsigned i = 0; i < guessing->slot && fine; i++) {
        const struct turn *made = guessing->from.made[i];
        fine = made == NULL ? line_cursor_force(search->context, cursor, &pass)
                            : line_cursor_make(search->context, cursor, made);
    }
    return fine;
}

/* Guesses with one turn more than FROM has, or another; or of a turn with one step more. */
static void extend_guess(struct guessing *guessing, const struct guess *from)
{
    struct repair_search *search = guessing->search;
    const struct rulebook *book = search->context->book;
    bool longer = from->open == 0 && book->game->judging.generate == NULL;
    guessing->from = *from;
    for (guessing->slot = 0; guessing->slot < guessing->candidate.count && search->effort.trials > 0;
         guessing->slot++) {
        const struct turn *made = from->made[guessing->slot];
        const struct line_cursor *before = &search->lines.level[guessing->slot];
        if ((made == NULL) != (from->open > 0) || (longer && made->count % TURN_STEPS == 0) ||
            !play_up_to_slot(guessing))
            continue;
        guessing->tail = longer ? &made->steps[made->count - 1] : NULL;
        if (longer) {
            struct turn begun = *made;
            begun.count--;
            book->game->judging.extend(book->rules, before->state, &begun, try_guess, guessing);
        } else {
            search_visit_legal(search, before, try_guess, try_guess, guessing);
        }
    }
}

static void choose_for_slot(struct guessing *guessing, const struct turn *turn, unsigned length)
{
    struct turn *copy = arena_alloc(guessing->search->arena, sizeof *copy);
    if (copy != NULL)
        *copy = *turn;
    guessing->from.made[guessing->slot] = copy;
    guessing->from.length[guessing->slot] = length;
}

static bool choose_first_turn(void *context, const struct turn *turn)
{
    choose_for_slot(context, turn, 0);
    return false;
}

/* Of turns that are whole, the one that says least. */
static bool choose_shortest_turn(void *context, const struct turn *turn)
{
    struct guessing *guessing = context;
    struct repair_search *search = guessing->search;
    const struct line_cursor *before = &search->lines.level[guessing->slot];
    unsigned length = measure_turn(search, before, turn);
    const struct turn *taken = guessing->from.made[guessing->slot];
    search->effort.trials -= TRIALS_A_STEP;
    if (taken == NULL || length < guessing->from.length[guessing->slot]) {
        line_cursor_copy(search->context, &search->lines.trial, before);
        if (line_cursor_make(search->context, &search->lines.trial, turn))
            choose_for_slot(guessing, turn, length);
    }
    return search->effort.trials > 0;
}

/* GUESS with any turns for those that are not chosen; false when that cannot be. */
static bool fill_open_slots(struct guessing *guessing, struct guess *guess)
{
    struct repair_search *search = guessing->search;
    guessing->from = *guess;
    for (guessing->slot = 0; guessing->slot < guessing->candidate.count; guessing->slot++) {
        if (guess->made[guessing->slot] != NULL)
            continue;
        if (!play_up_to_slot(guessing))
            return false;
        search_visit_legal(
            search, &search->lines.level[guessing->slot], choose_first_turn, choose_shortest_turn, guessing);
        if (guessing->from.made[guessing->slot] == NULL)
            return false;
    }
    *guess = guessing->from;
    guess->open = 0;
    return play_guess(guessing, guess);
}

/* Looks for the turns of CANDIDATE, of STEPS at most, with which at least LEAST more are legal; with FILLS
   also for those of which none alone does any good. */
static void search_guesses(
    struct repair_search *search, struct candidate candidate, unsigned steps, uint32_t least, bool fills)
{
    unsigned count = candidate.count;
    bool listed = search->context->book->game->judging.generate != NULL;
    unsigned most = listed ? GUESSES : 1 + GUESSES / UNLISTED_FEWER;
    struct guess parents[GUESSES] = {{.open = count}};
    unsigned parent_count = 1;
    struct guessing *guessing = search->fault.never ? NULL : arena_alloc(search->arena, sizeof *guessing);
    if (guessing == NULL)
        return;
    guessing->search = search;
    guessing->steps = steps;
    guessing->candidate = candidate;
    if (!play_guess(guessing, &parents[0]))
        parents[0].legal = 0;
    uint32_t without = parents[0].legal;
    if (!listed && !fill_open_slots(guessing, &parents[0]))
        return;
    for (unsigned level = 0; level < count + CHANGES && search->effort.trials > 0; level++) {
        if (parents[0].open == 0 && ((parents[0].whole && parents[0].notes == 0) || (listed && !fills)))
            break;
        guessing->count = 0;
        for (unsigned i = 0; i < parent_count; i++)
            extend_guess(guessing, &parents[i]);
        bool better = guessing->count > 0 && (guessing->best[0].legal > without || !listed);
        if (better) {
            memcpy(parents, guessing->best, sizeof parents);
            parent_count = guessing->count < most ? guessing->count : most;
        } else if (parents[0].open > 0 && fills && fill_open_slots(guessing, &parents[0])) {
            parent_count = 1;
        } else {
            break;
        }
    }
    for (unsigned i = 0; i < parent_count && parents[i].open == 0; i++) {
        struct substitute put[PUT_MOST];
        uint32_t made_up = 0; /* steps, for which nothing but the turns after them speaks */
        put_guess(&parents[i], put);
        candidate = guessing->candidate;
        candidate.put = put;
        for (unsigned k = 0; k < count && least >= SEVERAL_LEAST; k++)
            made_up += put[k].turn->count;
        if (search_try(search, &candidate) && candidate.legal + candidate.whole >= least &&
            candidate.legal + candidate.whole > made_up)
            search_consider(search, candidate);
    }
}

/* Whether the turns that are missing are there, in a comment. */
static bool is_in_comment(const struct repair_search *search)
{
    return search->ranking.count > 0 && search->ranking.best[0].whole &&
        search->ranking.best[0].kind == REPAIR_SWALLOWED;
}

/* COUNT turns before the one at BACK. */
static struct candidate left_out_candidate(unsigned back, unsigned count)
{
    return (struct candidate){.kind = REPAIR_LEFT_OUT, .back = back, .count = count, .amount = {[COST_LEFT_OUT] = 1}};
}

static void try_one_left_out(struct repair_search *search, struct candidate candidate)
{
    struct leaving_out leaving = {search, candidate, .every = candidate.amount[COST_NUMBERED] > 0};
    if (search->fault.never)
        return;
    if (search->context->book->game->judging.generate != NULL)
        search_visit_legal(search, &search->recorded.past[candidate.back].before, try_left_out, NULL, &leaving);
    else
        search_guesses(search, candidate, TURN_STEPS, 1, true);
}

void search_left_out(struct repair_search *search, unsigned back)
{
    bool within = false;
    if (back <= BACK_ONE && !(search->fault.at_end && back == 0) && !is_in_comment(search) &&
        missing_by_number(search, back, &within) == 0)
        try_one_left_out(search, left_out_candidate(back, 1));
}

void search_left_out_numbered(struct repair_search *search, unsigned back)
{
    bool within = false;
    unsigned missing = is_in_comment(search) ? 0 : missing_by_number(search, back, &within);
    struct candidate candidate = left_out_candidate(back, missing);
    candidate.amount[COST_NUMBERED] = 1;
    candidate.amount[COST_WITHIN] = within;
    search->hints.numbered |= missing > 0;
    if (missing == 1)
        try_one_left_out(search, candidate);
    else if (missing > 1 && missing <= PUT_MOST)
        search_guesses(search, candidate, TURN_STEPS, 1, true);
}

static void try_several_left_out(
    struct repair_search *search, unsigned back, unsigned steps, uint32_t least, bool fills)
{
    struct candidate candidate = left_out_candidate(back, 2);
    candidate.amount[COST_SEVERAL] = 1;
    candidate.amount[COST_ACROSS] = search->recorded.past[back].before.state->seat > 1;
    if (search_turns_left(search, 0) < least)
        return;
    search_guesses(search, candidate, steps, least, fills);
    candidate.count = search->recorded.round;
    if (search->recorded.round > 2 && search->recorded.round <= PUT_MOST)
        search_guesses(search, candidate, steps, least, fills);
}

void search_several_left_out(struct repair_search *search, unsigned back)
{
    bool worse = search->effort.whole == 0 || rank_cost(&search->ranking.best[0]) > WORSE;
    if (!search->fault.at_end && !search->hints.numbered && worse)
        try_several_left_out(search, back, STEPS_SEVERAL, SEVERAL_LEAST, true);
}

void search_left_out_beside(struct repair_search *search, unsigned back, enum left_out_depth depth)
{
    if (back > BACK_ONE)
        try_one_left_out(search, left_out_candidate(back, 1));
    if (search->effort.whole == 1)
        try_several_left_out(
            search, back, depth == LEFT_OUT_PLAIN ? STEPS_PLAIN : STEPS_SEVERAL, 0, depth == LEFT_OUT_ANY);
}
