#include "referee/repair/search.h"

/* The cost of a slip that is not one of the pen, and of each turn between it and the fault:
   the further back, the less probable. */
enum {
    COST_GLUED = 2,
    COST_DOUBLED = 8,
    COST_SWAPPED = 10,
    COST_LEFT_OUT = 14,
    COST_NUMBERED = 4, /* where the numbers of the turns say so */
    COST_EARLIER = 2,
};

/* How far the search goes. */
enum {
    LIMIT = 22,           /* of near_cost at the fault */
    LIMIT_EARLIER = 14,   /* and before it */
    NEAREST = 24,         /* turns near the one written that are played on */
    LEFT_OUT_BACK = 3,    /* turns before the fault that one may have been left out before */
    LEFT_OUT_SAMPLE = 200 /* when none of so many makes the recorded turn legal, none will */
};

/* Where turns are too many to list: what a step costs in trials, and the most there are. */
enum { TRIALS_A_STEP = 2, STEPS_COMPARED = 24, LEFT_OUT_BEGUN = 1000, LEFT_OUT_STEPS = 2 };

/* Turns near the one written. */

enum { ORDER_COST = 256 };

struct nearest {
    struct repair_search *search;
    unsigned back;
    unsigned limit;
    struct near near;
    struct near_rows rows[STEPS_COMPARED + 1]; /* of what a turn begins with, by its steps */
    unsigned count;
    struct {
        unsigned order; /* by cost; of equal ones the shorter first, which says less */
        struct turn turn;
    } items[NEAREST];
};

static void add_near(struct nearest *nearest, const struct turn *turn, unsigned order)
{
    unsigned at = nearest->count;
    if (at == NEAREST && nearest->items[at - 1].order <= order)
        return;
    at -= at == NEAREST;
    for (; at > 0 && nearest->items[at - 1].order > order; at--)
        nearest->items[at] = nearest->items[at - 1];
    nearest->items[at].order = order;
    nearest->items[at].turn = *turn;
    nearest->count += nearest->count < NEAREST;
}

static struct slice name_turn(const struct nearest *nearest, const struct turn *turn)
{
    struct repair_search *search = nearest->search;
    const struct rulebook *book = search->context->book;
    text_clear(&search->text);
    book->game->write(book->rules, search->spots[nearest->back].before.state, turn, &search->text);
    return text_slice(&search->text);
}

static bool compare_turn(void *context, const struct turn *turn)
{
    struct nearest *nearest = context;
    struct slice name = name_turn(nearest, turn);
    unsigned cost = near_cost(&nearest->near, name, nearest->limit);
    if (cost != NEAR_FAR)
        add_near(nearest, turn, cost * ORDER_COST + (unsigned)name.length);
    return --nearest->search->trials > 0;
}

/* The same where turns are too many to list: step by step, as long as the beginning is
   near. */
static bool compare_begun(void *context, const struct turn *turn)
{
    struct nearest *nearest = context;
    const struct rulebook *book = nearest->search->context->book;
    const struct state *state = nearest->search->spots[nearest->back].before.state;
    struct repair_search *search = nearest->search;
    struct slice name = name_turn(nearest, turn);
    search->trials -= TRIALS_A_STEP;
    if (turn->count == 0)
        return compare_turn(nearest, turn);
    if (turn->count > STEPS_COMPARED || name.length > NEAR_LONGEST)
        return search->trials > 0;
    nearest->rows[turn->count] = nearest->rows[turn->count - 1];
    if (near_extend(&nearest->rows[turn->count], name, nearest->limit) == NEAR_FAR)
        return search->trials > 0;
    if (near_cost(&nearest->near, name, nearest->limit) != NEAR_FAR) {
        line_cursor_copy(search->context, &search->trial, &search->spots[nearest->back].before);
        if (line_cursor_make(search->context, &search->trial, turn))
            compare_turn(nearest, turn);
    }
    const struct turn begun = *turn;
    return search->trials <= 0 || book->game->extend(book->rules, state, &begun, compare_begun, nearest);
}

/* All legal turns at BACK to VISIT; where they are too many, by the steps of EXTEND. */
static void visit_turns(
    struct repair_search *search, unsigned back, turn_visitor *visit, turn_visitor *extend, void *context)
{
    const struct rulebook *book = search->context->book;
    const struct line_cursor *before = &search->spots[back].before;
    const struct turn none = {.count = 0};
    if (before->outcome.over || before->resigned != 0)
        return;
    if (book->game->generate != NULL)
        book->game->generate(book->rules, before->state, visit, context);
    else if (extend != NULL)
        book->game->extend(book->rules, before->state, &none, extend, context);
}

static struct nearest *new_nearest(struct repair_search *search, unsigned back, bool joined)
{
    struct nearest *nearest = arena_alloc(search->arena, sizeof *nearest);
    if (nearest == NULL || !near_prepare(search_written(search, back, joined), &nearest->near))
        return NULL;
    nearest->search = search;
    nearest->back = back;
    return nearest;
}

static void compare_turns(struct repair_search *search, struct nearest *nearest, unsigned limit)
{
    nearest->limit = limit;
    near_begin(&nearest->rows[0], &nearest->near);
    visit_turns(search, nearest->back, compare_turn, compare_begun, nearest);
}

/* Turns that are built step by step are too many to look for the farther ones before
   the nearest. */
static void find_near(struct repair_search *search, struct nearest *nearest)
{
    static const unsigned limits[] = {NEAR_SLIP + 2, LIMIT_EARLIER, LIMIT};
    unsigned farthest = nearest->back == 0 ? 2 : 1;
    unsigned i = search->context->book->game->generate == NULL ? 0 : farthest;
    for (; i <= farthest && nearest->count == 0; i++) {
        int32_t kept = i < farthest ? search->trials / 2 : 0;
        search->trials -= kept;
        compare_turns(search, nearest, limits[i]);
        search->trials += kept;
    }
}

static void try_near(struct repair_search *search, unsigned back, bool joined)
{
    struct nearest *nearest = new_nearest(search, back, joined);
    if (nearest == NULL)
        return;
    find_near(search, nearest);
    for (unsigned i = 0; i < nearest->count && search->trials > 0; i++) {
        unsigned cost = nearest->items[i].order / ORDER_COST;
        if (back > 0 && cost == 0)
            continue;
        cost += back == 0 || joined ? 0 : COST_EARLIER;
        search_consider(search,
            (struct candidate){.kind = back == 0 || joined ? REPAIR_TURN : REPAIR_EARLIER,
                .back = back,
                .cost = cost,
                .joined = joined,
                .turn = &nearest->items[i].turn});
    }
}

/* Two turns without a space between them. */

struct unglueing {
    struct repair_search *search;
    const struct line_cursor *cursor; /* before the turn that is looked for */
    struct slice written;
    const struct turn *first; /* NULL: this is the first */
};

static void visit_prefixes(struct unglueing *unglueing);

/* Whether the name of TURN begins what is written, or with BEGUN is begun by it. */
static bool is_prefix(const struct unglueing *unglueing, const struct turn *turn)
{
    struct repair_search *search = unglueing->search;
    const struct rulebook *book = search->context->book;
    text_clear(&search->text);
    book->game->write(book->rules, unglueing->cursor->state, turn, &search->text);
    return search->text.length <= unglueing->written.length &&
        memcmp(search->text.bytes, unglueing->written.at, search->text.length) == 0;
}

static bool unglue(void *context, const struct turn *turn)
{
    struct unglueing *unglueing = context;
    struct repair_search *search = unglueing->search;
    struct slice written = unglueing->written;
    if (!is_prefix(unglueing, turn))
        return --search->trials > 0;
    size_t length = search->text.length;
    if (unglueing->first != NULL && length == written.length) {
        search_consider(search,
            (struct candidate){.kind = REPAIR_GLUED,
                .cost = COST_GLUED,
                .joined = search->in_pieces,
                .turn = unglueing->first,
                .second = turn});
    } else if (unglueing->first == NULL && length < written.length) {
        line_cursor_copy(search->context, &search->middle, unglueing->cursor);
        if (line_cursor_make(search->context, &search->middle, turn)) {
            const struct turn first = *turn;
            struct unglueing rest = {search, &search->middle, {written.at + length, written.length - length}, &first};
            visit_prefixes(&rest);
        }
    }
    return --search->trials > 0;
}

static bool unglue_begun(void *context, const struct turn *turn)
{
    struct unglueing *unglueing = context;
    struct repair_search *search = unglueing->search;
    const struct rulebook *book = search->context->book;
    const struct turn begun = *turn;
    if (!is_prefix(unglueing, turn) || begun.count == TURN_STEPS)
        return --search->trials > 0;
    return unglue(context, turn) &&
        book->game->extend(book->rules, unglueing->cursor->state, &begun, unglue_begun, unglueing);
}

/* All turns whose names what is written begins with. */
static void visit_prefixes(struct unglueing *unglueing)
{
    const struct rulebook *book = unglueing->search->context->book;
    const struct line_cursor *cursor = unglueing->cursor;
    const struct turn none = {.count = 0};
    if (cursor->outcome.over || cursor->resigned != 0)
        return;
    if (book->game->generate != NULL)
        book->game->generate(book->rules, cursor->state, unglue, unglueing);
    else
        book->game->extend(book->rules, cursor->state, &none, unglue_begun, unglueing);
}

static void try_glued(struct repair_search *search)
{
    struct unglueing unglueing = {search, &search->spots[0].before, search_written(search, 0, search->in_pieces), NULL};
    visit_prefixes(&unglueing);
}

/* Turns that were left out, doubled, or have changed spots. */

struct leaving_out {
    struct repair_search *search;
    unsigned back;
    unsigned cost;
    bool every; /* try them all, whether or not the first ones fit */
    unsigned tried;
    unsigned fitting;
};

/* Whether the number before the turn at BACK comes too early, so that a turn is missing
   there: it opens the round after the one that the last number opened and that is not over. */
static bool is_numbered_early(const struct repair_search *search, unsigned back)
{
    const struct item *first = search->line->items;
    const struct item *number = search_item(search, back) - 1;
    uint32_t round = search->spots[back].before.state->number;
    if (number <= first || number->kind != ITEM_NUMBER || number->number != round + 1)
        return false;
    for (number--; number > first && number->kind != ITEM_NUMBER;)
        number--;
    return number->kind == ITEM_NUMBER && number->number == round;
}

static bool try_left_out(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    struct repair_search *search = leaving->search;
    leaving->tried++;
    leaving->fitting += search_consider(search,
        (struct candidate){.kind = REPAIR_LEFT_OUT, .back = leaving->back, .cost = leaving->cost, .turn = turn});
    return search->trials > 0 && (leaving->every || leaving->fitting > 0 || leaving->tried < LEFT_OUT_SAMPLE);
}

/* The same where turns are too many to list, as far as the trials go. */
static bool try_left_out_begun(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    const struct rulebook *book = leaving->search->context->book;
    const struct state *state = leaving->search->spots[leaving->back].before.state;
    const struct turn begun = *turn;
    leaving->search->trials -= TRIALS_A_STEP;
    return try_left_out(context, turn) && leaving->tried < LEFT_OUT_BEGUN &&
        (begun.count >= LEFT_OUT_STEPS || book->game->extend(book->rules, state, &begun, try_left_out_begun, leaving));
}

static bool is_doubled(const struct repair_search *search, unsigned back)
{
    if (back + 1 >= search->spot_count)
        return false;
    return slice_equal(search_written(search, back, false), search_written(search, back + 1, false));
}

static void try_structure(struct repair_search *search, unsigned back)
{
    bool numbered = !(search->at_end && back == 0) && is_numbered_early(search, back);
    struct leaving_out leaving = {search, back, numbered ? COST_NUMBERED : COST_LEFT_OUT, numbered, 0, 0};
    if (is_doubled(search, back))
        search_consider(search, (struct candidate){.kind = REPAIR_DOUBLED, .back = back, .cost = COST_DOUBLED});
    if (search_next(search, back) != NULL)
        search_consider(search, (struct candidate){.kind = REPAIR_SWAPPED, .back = back, .cost = COST_SWAPPED});
    if (back <= LEFT_OUT_BACK || numbered)
        visit_turns(search, back, try_left_out, try_left_out_begun, &leaving);
}

/* Every turn that is legal at the fault, or, where these are too many to list, every one
   that is near. */
struct whole_count {
    struct repair_search *search;
    uint32_t whole;
};

static bool count_whole(void *context, const struct turn *turn)
{
    struct whole_count *counting = context;
    struct candidate candidate = {.kind = REPAIR_TURN, .turn = turn};
    if (search_try(counting->search, &candidate))
        counting->whole += candidate.whole;
    return counting->search->trials > 0;
}

static uint32_t count_all_whole(struct repair_search *search)
{
    struct whole_count counting = {search, 0};
    struct nearest *nearest = new_nearest(search, 0, search->in_pieces);
    if (search->context->book->game->generate != NULL) {
        visit_turns(search, 0, count_whole, NULL, &counting);
    } else if (nearest != NULL) {
        compare_turns(search, nearest, LIMIT);
        for (unsigned i = 0; i < nearest->count; i++)
            count_whole(&counting, &nearest->items[i].turn);
    }
    return counting.whole;
}

/* The turn at fault, alone and with the pieces after it, or as a piece of the turn
   before it. */
static void try_near_fault(struct repair_search *search)
{
    bool unreadable = search_item(search, 0)->kind == ITEM_UNREADABLE;
    if (!search->blind)
        try_near(search, 0, false);
    if (search->in_pieces)
        try_near(search, 0, true);
    if (unreadable && search->spot_count > 1 && search->spots[1].item + 1 == search->spots[0].item)
        try_near(search, 1, true);
    if (unreadable)
        try_glued(search);
}

void search_run(struct repair_search *search)
{
    if (!search->at_end)
        try_near_fault(search);
    uint32_t near_whole = search->whole;
    if (search->blind)
        return;
    if (!search->at_end)
        try_structure(search, 0);
    for (unsigned back = 1; back < search->spot_count && search->trials > 0; back++) {
        try_structure(search, back);
        try_near(search, back, false);
    }
    if (search->whole == 1 && !search->at_end) {
        uint32_t all = count_all_whole(search);
        search->whole += all > near_whole ? all - near_whole : 0;
    }
    search->every = search->trials > 0 && !search->at_end;
}
