/* SPDX-License-Identifier: MIT */
/* Candidates that change a turn, or two in a row, to turns that are near, or put it together or apart. */
#include "referee/repair/search.h"

/* How texts of a turn that are not the canonical one are compared: beside slips of the pen. */
enum {
    COST_OTHER = 3, /* of a text that is not canonical, where all before are */
    COST_LOOSE = 6  /* of a text that people write, but with another meaning or none */
};

/* How far the search goes. */
enum {
    LIMIT = 22,         /* of near_cost at the fault */
    LIMIT_EARLIER = 14, /* and before it */
    NEAREST = 24,       /* turns near the one written that are played on */
    FIRSTS = 12,        /* ... as the first of two, */
    SECONDS = 12,       /* ... and as the second of two */
    PAST = 6            /* positions before a turn that its names may be of */
};

/* Into how many words a turn falls at most. */
enum { PARTS = 6 };

/* Turns near the one written. */

enum { ORDER_COST = 256 };

struct nearest {
    struct repair_search *search;
    const struct line_cursor *before;
    unsigned back;  /* of its past turn, or NO_TURN_BACK */
    unsigned least; /* nearer ones were looked at before */
    unsigned limit;
    struct near near;
    struct near_rows begun; /* of what turns begin with, where they are too many to list */
    struct near_rows named;
    struct near_rows spelled; /* of other texts for turns */
    unsigned count;
    struct {
        unsigned order; /* by cost; of equal ones the shorter first, or with an open tile, which says less */
        struct turn turn;
    } items[NEAREST];
};

static void add_near_turn(struct nearest *nearest, const struct turn *turn, unsigned order)
{
    unsigned at = nearest->count;
    if (at == NEAREST && nearest->items[at - 1].order <= order)
        return;
    for (unsigned i = at; i-- > 0 && nearest->items[i].order >= order;)
        if (nearest->items[i].order == order && search_same_turn(&nearest->items[i].turn, turn))
            return;
    at -= at == NEAREST;
    for (; at > 0 && nearest->items[at - 1].order > order; at--)
        nearest->items[at] = nearest->items[at - 1];
    nearest->items[at].order = order;
    nearest->items[at].turn = *turn;
    nearest->count += nearest->count < NEAREST;
}

static struct slice name_turn(struct repair_search *search, const struct line_cursor *before, const struct turn *turn)
{
    const struct rulebook *book = search->context->book;
    text_clear(&search->text);
    book->game->notation.write(book->rules, before->state, turn, &search->text);
    return text_slice(&search->text);
}

/* The cost of the nearest text for a turn. */
struct spelling {
    struct near_rows *rows;
    unsigned other; /* what it costs not to be canonical */
    unsigned limit;
    unsigned cost;
};

static void compare_spelling(void *context, struct slice text, bool loose)
{
    struct spelling *spelling = context;
    unsigned more = (loose ? COST_LOOSE : 0) + spelling->other;
    unsigned limit = spelling->cost < spelling->limit ? spelling->cost : spelling->limit;
    unsigned cost = limit > more ? near_cost(spelling->rows, text, limit - more) : NEAR_FAR;
    if (cost != NEAR_FAR)
        spelling->cost = cost + more;
}

void search_spellings(struct repair_search *search, unsigned back, const struct state *state, const struct turn *turn,
    spelling_visitor *visit, void *context)
{
    const struct rulebook *book = search->context->book;
    if (book->game->notation.spell == NULL)
        return;
    book->game->notation.spell(book->rules, state, state, turn, visit, context);
    for (unsigned i = 1; i <= PAST && back + i < search->recorded.past_count; i++)
        book->game->notation.spell(
            book->rules, state, search->recorded.past[back + i].before.state, turn, visit, context);
}

static bool compare_turn(void *context, const struct turn *turn)
{
    struct nearest *nearest = context;
    struct slice name = name_turn(nearest->search, nearest->before, turn);
    struct spelling spelling = {&nearest->spelled, nearest->search->hints.canonical ? COST_OTHER : 0, nearest->limit,
        near_cost(&nearest->named, name, nearest->limit)};
    unsigned open = 0;
    for (size_t i = 0; i < name.length; i++)
        open += name.at[i] == '?';
    search_spellings(nearest->search, nearest->back, nearest->before->state, turn, compare_spelling, &spelling);
    const unsigned cost = spelling.cost;
    if (cost != NEAR_FAR && cost >= nearest->least)
        add_near_turn(nearest, turn, cost * ORDER_COST + (unsigned)name.length - open);
    return --nearest->search->effort.trials > 0;
}

/* Whether TEXT is a turn of this game on this board: TURN then. */
static bool reads_turn(struct repair_search *search, struct slice text, struct turn *turn)
{
    struct slice line = arena_printf(search->arena, "%.*s\n", (int)text.length, text.at);
    struct play_context context = *search->context;
    struct record record;
    context.record = &record;
    *turn = (struct turn){.shape = TURN_PASS};
    return slice_is(text, "pass") ||
        (line.at != NULL && search_read_line(search, line, 0, &record) && record.main.count == 1 &&
            line_cursor_reads(&context, &record.main.items[0], turn));
}

/* The turn that begins with NAME and goes on with what is written from its sign AT on. */
static void compare_with_rest(struct nearest *nearest, struct slice name, const char *comma, unsigned at)
{
    struct repair_search *search = nearest->search;
    const struct near *near = &nearest->near;
    struct slice text = arena_printf(
        search->arena, "%.*s%s%.*s", (int)name.length, name.at, comma, (int)(near->length - at), near->text + at);
    struct turn turn;
    if (text.at == NULL || !reads_turn(search, text, &turn))
        return;
    line_cursor_copy(search->context, &search->lines.trial, nearest->before);
    if (line_cursor_make(search->context, &search->lines.trial, &turn))
        compare_turn(nearest, &turn);
}

/* The same where turns are too many to list: step by step, as long as the beginning is near; where no further slip is
   near enough, with the rest as it is written. */
static bool compare_begun_turn(void *context, const struct turn *turn)
{
    struct nearest *nearest = context;
    const struct rulebook *book = nearest->search->context->book;
    const struct state *state = nearest->before->state;
    struct repair_search *search = nearest->search;
    struct slice name = name_turn(search, nearest->before, turn);
    search->effort.trials -= TRIALS_A_STEP;
    if (turn->count == 0)
        return compare_turn(nearest, turn);
    if (name.length > NEAR_LONGEST)
        return search->effort.trials > 0;
    const struct near *near = &nearest->near;
    const struct near_row *row = near_extend(&nearest->begun, name, nearest->limit);
    if (row == NULL)
        return search->effort.trials > 0;
    const struct turn begun = *turn;
    if (row->cost[near->length] < nearest->limit) {
        line_cursor_copy(search->context, &search->lines.trial, nearest->before);
        if (line_cursor_make(search->context, &search->lines.trial, turn))
            compare_turn(nearest, turn);
    }
    if (row->lowest + NEAR_LEAST < nearest->limit)
        return search->effort.trials <= 0 ||
            book->game->judging.extend(book->rules, state, &begun, compare_begun_turn, nearest);
    struct slice rest = arena_copy(search->arena, name);
    if (begun.count == 1)
        compare_with_rest(nearest, rest, ",", 0);
    for (unsigned at = 0; at < near->length && search->effort.trials > 0; at++) {
        bool turned = at > 1 && near->text[at - 2] == ','; /* the comma, and the sign before it */
        if (row->cost[at] < nearest->limit && (turned || near->text[at] == ','))
            compare_with_rest(nearest, rest, near->text[at] == ',' ? "" : ",", at);
    }
    return search->effort.trials > 0;
}

void search_visit_legal(struct repair_search *search, const struct line_cursor *before, turn_visitor *visit,
    turn_visitor *extend, void *context)
{
    const struct rulebook *book = search->context->book;
    const struct turn none = {.count = 0};
    if (before->outcome.over || before->resigned != 0)
        return;
    if (book->game->judging.generate != NULL)
        book->game->judging.generate(book->rules, before->state, visit, context);
    else if (extend != NULL)
        book->game->judging.extend(book->rules, before->state, &none, extend, context);
}

/* For the turn that was written AFTER another one, or alone. */
static struct nearest *begin_nearest(
    struct repair_search *search, unsigned after, const struct line_cursor *before, struct slice written)
{
    struct nearest *nearest = search->nearest[after];
    if (nearest == NULL)
        nearest = search->nearest[after] = arena_room(search->arena, sizeof *nearest);
    if (nearest == NULL || !near_prepare(written, &nearest->near))
        return NULL;
    nearest->search = search;
    nearest->before = before;
    nearest->back = NO_TURN_BACK;
    nearest->least = nearest->count = 0;
    near_begin(&nearest->begun, &nearest->near);
    near_begin(&nearest->named, &nearest->near);
    near_begin(&nearest->spelled, &nearest->near);
    return nearest;
}

static void compare_turns(struct repair_search *search, struct nearest *nearest, unsigned limit)
{
    nearest->limit = limit;
    search_visit_legal(search, nearest->before, compare_turn, compare_begun_turn, nearest);
}

/* How far turns are searched for: where they are built step by step, the nearest first, since there are too many. */
static const unsigned limits[] = {NEAR_SLIP + 2, LIMIT_EARLIER, LIMIT};
enum { EARLIER = 1, FARTHEST = 2 };

static unsigned first_limit_of_game(const struct repair_search *search, unsigned farthest)
{
    return search->context->book->game->judging.generate == NULL ? 0 : farthest;
}

/* Finds what is nearer than the limit AT, but not nearer than the one before it. */
static void find_within_limit(struct repair_search *search, struct nearest *nearest, unsigned at, unsigned farthest)
{
    int32_t kept = at < farthest ? search->effort.trials / 2 : 0;
    search->effort.trials -= kept;
    nearest->count = 0;
    nearest->least = at > first_limit_of_game(search, farthest) ? limits[at - 1] : 0;
    compare_turns(search, nearest, limits[at]);
    search->effort.trials += kept;
}

static void find_near(struct repair_search *search, struct nearest *nearest, unsigned farthest)
{
    unsigned i = first_limit_of_game(search, farthest);
    do
        find_within_limit(search, nearest, i, farthest);
    while (nearest->count == 0 && ++i <= farthest);
}

bool search_differs_in_spaces(struct repair_search *search, const struct turn *turn)
{
    for (unsigned i = 0; i < search->ranking.count; i++) {
        if (!search->ranking.best[i].parted)
            continue;
        struct slice parted = arena_copy(
            search->arena, name_turn(search, &search->recorded.past[0].before, search->ranking.best[i].put[0].turn));
        if (slice_equal(parted, name_turn(search, &search->recorded.past[0].before, turn)))
            return true;
    }
    return false;
}

void search_near_turns(struct repair_search *search, unsigned back, bool joined)
{
    struct nearest *nearest =
        begin_nearest(search, 0, &search->recorded.past[back].before, search_turn_text(search, back, joined));
    unsigned farthest = back == 0 ? FARTHEST : EARLIER;
    uint32_t whole = search->effort.whole;
    if (nearest == NULL)
        return;
    nearest->back = back;
    for (unsigned at = first_limit_of_game(search, farthest); at <= farthest && search->effort.whole == whole; at++) {
        find_within_limit(search, nearest, at, farthest);
        for (unsigned i = 0; i < nearest->count && search->effort.trials > 0; i++) {
            unsigned cost = nearest->items[i].order / ORDER_COST;
            struct slice name = name_turn(search, nearest->before, &nearest->items[i].turn);
            if (back == 0 && !joined && search->fault.in_pieces && memchr(name.at, ' ', name.length) != NULL)
                continue; /* it would be instead of the pieces, too */
            if ((back > 0 && cost == 0) || (back == 0 && search_differs_in_spaces(search, &nearest->items[i].turn)))
                continue;
            search_consider(search,
                (struct candidate){.kind = back == 0 || joined ? REPAIR_TURN : REPAIR_EARLIER,
                    .back = back,
                    .amount = {[COST_SLIP] = (int16_t)cost},
                    .replaced = 1,
                    .count = 1,
                    .put = &(struct substitute){.turn = &nearest->items[i].turn},
                    .joined = joined});
        }
    }
}

void search_two_slips(struct repair_search *search, unsigned back, unsigned split)
{
    const struct item *item = search_turn_item(search, back);
    const bool joined = search->fault.in_pieces;
    if (split == 0 && search_turns_left(search, back) < 2)
        return;
    const struct item *next = split == 0 ? search_turns(search, back)[1] : item + split;
    const uint32_t end = split == 0 ? next->span.end : search->fault.joined.end;
    struct nearest *first = begin_nearest(search, 0, &search->recorded.past[back].before,
        split == 0 ? search_turn_text(search, back, joined) : search_text(search, item, next[-1].span.end));
    struct nearest *second = begin_nearest(search, 1, &search->lines.level[0], search_text(search, next, end));
    if (first == NULL || second == NULL)
        return;
    find_near(search, first, EARLIER);
    for (unsigned i = 0; i < first->count && i < FIRSTS && search->effort.trials > 0; i++) {
        unsigned cost = first->items[i].order / ORDER_COST;
        line_cursor_copy(search->context, &search->lines.level[0], &search->recorded.past[back].before);
        if ((back > 0 && cost == 0) ||
            !line_cursor_make(search->context, &search->lines.level[0], &first->items[i].turn))
            continue;
        find_near(search, second, EARLIER);
        for (unsigned k = 0; k < second->count && k < SECONDS && search->effort.trials > 0; k++)
            search_consider(search,
                (struct candidate){.kind = REPAIR_BOTH,
                    .back = back,
                    .amount = {[COST_BOTH] = 1, [COST_SLIP] = (int16_t)(cost + second->items[k].order / ORDER_COST)},
                    .replaced = split == 0 ? 2 : 1,
                    .count = 2,
                    .put = (struct substitute[]){{.turn = &first->items[i].turn}, {.turn = &second->items[k].turn}},
                    .joined = joined});
    }
}

/* Two turns without a space between them. */
static void try_glued(struct repair_search *search)
{
    struct slice written = search_turn_text(search, 0, search->fault.in_pieces);
    const uint32_t begin = (uint32_t)(written.at - search->context->record->source.at);
    for (uint32_t at = 1; at < written.length && at < NEAR_LONGEST && search->effort.trials > 0; at++) {
        struct turn turns[2];
        if (!reads_turn(search, (struct slice){written.at, at}, &turns[0]) ||
            !reads_turn(search, (struct slice){written.at + at, written.length - at}, &turns[1]))
            continue;
        search_consider(search,
            (struct candidate){.kind = REPAIR_GLUED,
                .amount = {[COST_GLUED] = 1},
                .replaced = 1,
                .count = 2,
                .put = (struct substitute[]){{.turn = &turns[0]}, {.turn = &turns[1]}},
                .span = {begin + at, begin + at},
                .joined = search->fault.in_pieces});
    }
}

/* A turn that fell into pieces at spaces that stand for signs: "R3>1 O3>2", "e3 d4". */

/* Puts the turn that WRITTEN is with SIGNS instead of its spaces into TURN; false where this board has no such turn. */
static bool reads_with_signs(struct repair_search *search, struct slice written, const char *signs, struct turn *turn)
{
    text_clear(&search->text);
    for (size_t i = 0; i < written.length; i++)
        if (!is_space(written.at[i]))
            text_add_char(&search->text, written.at[i]);
        else if (i > 0 && !is_space(written.at[i - 1]))
            text_add_string(&search->text, signs);
    return reads_turn(search, text_slice(&search->text), turn);
}

/* The turn at fault with what is after it and the next turns, together REPLACED; returns whether that is legal with
   some signs. */
static bool try_joined_parts(struct repair_search *search, unsigned replaced)
{
    static const char *const signs[] = {
        ",", ":", "-", "+", "x", "*", "~", ">", "<", "@", "/", ":-", ":+", ":x", ",-", ",+", ",x", "/,"};
    const struct item *item = search_turn_item(search, 0);
    const struct item *last = search_turns(search, 0)[replaced - 1];
    const struct span span = {item->span.begin, replaced == 1 ? search->fault.joined.end : last->span.end};
    struct slice written = search_text(search, item, span.end);
    struct turn turn;
    bool legal = false;
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (reads_with_signs(search, written, signs[i], &turn))
            legal |= search_consider(search,
                (struct candidate){.kind = REPAIR_TURN,
                    .amount = {[COST_PARTED] = 1, [COST_SIGN] = (int16_t)(strlen(signs[i]) - 1)},
                    .replaced = replaced,
                    .count = 1,
                    .put = &(struct substitute){.turn = &turn},
                    .joined = true,
                    .parted = true});
    return legal;
}

void search_with_signs(struct repair_search *search)
{
    const struct slice source = search->context->record->source;
    const struct item **turns = search_turns(search, 0);
    bool found = search->fault.in_pieces && try_joined_parts(search, 1);
    uint32_t end = search->fault.joined.end;
    for (unsigned i = 1; i < PARTS && i < search_turns_left(search, 0) && !found; end = turns[i++]->span.end) {
        struct slice between = slice_cut(source, (struct span){end, turns[i]->span.begin});
        if (turns[i]->seat != 0 || strspn(between.at, " \t") < between.length)
            break;
        found = try_joined_parts(search, i + 1);
    }
}

/* Every turn that is legal at the fault, or, where these are too many to list, every one that is near. */
static bool try_other_turn(void *context, const struct turn *turn)
{
    struct repair_search *search = context;
    const struct candidate *best = &search->ranking.best[0];
    struct candidate candidate = {
        .kind = REPAIR_TURN, .replaced = 1, .count = 1, .put = &(struct substitute){.turn = turn}};
    bool other =
        best->back > 0 || best->count != 1 || !candidate_makes(best) || !search_same_turn(best->put[0].turn, turn);
    if (other && search_try(search, &candidate))
        search->effort.whole += candidate.whole;
    return search->effort.trials > 0 && search->effort.whole == 1;
}

void search_alternatives(struct repair_search *search)
{
    const struct line_cursor *before = &search->recorded.past[0].before;
    struct nearest *nearest = begin_nearest(search, 0, before, search_turn_text(search, 0, search->fault.in_pieces));
    search_visit_legal(search, before, try_other_turn, NULL, search);
    if (search->context->book->game->judging.generate != NULL || nearest == NULL)
        return;
    compare_turns(search, nearest, LIMIT);
    for (unsigned i = 0; i < nearest->count && search->effort.whole == 1; i++)
        try_other_turn(search, &nearest->items[i].turn);
}

void search_near_fault(struct repair_search *search)
{
    bool unreadable = search_turn_item(search, 0)->kind == ITEM_UNREADABLE;
    if (!search->hints.blind)
        search_near_turns(search, 0, false);
    if (search->fault.in_pieces)
        search_near_turns(search, 0, true);
    if (unreadable && search->recorded.near_count > 1 &&
        search->recorded.past[1].item + 1 == search->recorded.past[0].item)
        search_near_turns(search, 1, true);
    if (unreadable)
        try_glued(search);
}
