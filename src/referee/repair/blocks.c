/* Turns, rounds and lines of rounds that were left out, doubled, swallowed, or are in another order: each kind
   is a row of a table, with the function that lists what it may be at a place. */
#include "referee/repair/search.h"

/* What these cost, as slips of the pen do in near.h. */
enum {
    COST_DOUBLED = 8,
    COST_SWAPPED = 10,
    COST_RENUMBERED = 4, /* where the numbers have changed places, too */
    COST_REORDERED = 12,
    COST_SWALLOWED = 2,
    COST_LEFT_OUT = 14,
    COST_SEVERAL = 6,  /* for more than one turn left out */
    COST_NUMBERED = 4, /* where the numbers of the turns say so */
};

/* How far the search goes. */
enum {
    DOUBLED_MOST = 12,     /* turns in a row */
    LEFT_OUT_BACK = 3,     /* turns before the fault that one may have been left out before */
    LEFT_OUT_SAMPLE = 200, /* when none of so many makes the recorded turn legal, none will */
    LEFT_OUT_PASSES = 3,   /* through each of several turns that were left out together */
    SEVERAL_LEAST = 6,     /* turns after the fault that are legal with several which no number misses */
    STEPS_PLAIN = 2,       /* of turns that others may be left out for: a cell and the one moved to */
    STEPS_FIRST = 3,       /* of one of several turns, until some are found that do */
    ROUNDS_LEAST = 3,      /* in another order, but not to the end */
    SWALLOWED_MOST = 2048, /* bytes */
    CUTS_MOST = 8          /* places where a comment may have ended */
};

/* Where turns are too many to list: how many are tried, and of how many steps. */
enum { LEFT_OUT_BEGUN = 1000, LEFT_OUT_STEPS = 2 };

static const struct state *state_at(const struct repair_search *search, unsigned back)
{
    return search->spots[back].before.state;
}

static bool opens_round(const struct repair_search *search, unsigned back)
{
    return state_at(search, back)->seat == 1;
}

/* Doubled. */

static bool same_words(const struct repair_search *search, const struct item *a, const struct item *b)
{
    return slice_equal(search_words(search, a, a->span.end), search_words(search, b, b->span.end));
}

/* COUNT turns from BACK on are those right before, and it is not so one turn earlier. */
static bool is_doubled(const struct repair_search *search, unsigned back, unsigned count)
{
    const struct item **turns = search_turns(search, back);
    unsigned behind = search->spot_count - 1 - back;
    if (behind < count || search_rest(search, back) < count)
        return false;
    for (const struct item **turn = turns; turn < turns + count; turn++)
        if (!same_words(search, turn[-(ptrdiff_t)count], *turn))
            return false;
    return behind == count || !same_words(search, turns[-(ptrdiff_t)count - 1], turns[-1]);
}

static void propose_doubled(struct repair_search *search, unsigned back)
{
    for (unsigned count = 1; count <= DOUBLED_MOST; count++)
        if ((count == 1 || (count % search->round == 0 && opens_round(search, back))) &&
            is_doubled(search, back, count))
            search_consider(search,
                (struct candidate){.kind = REPAIR_DOUBLED, .back = back, .cost = COST_DOUBLED, .replaced = count});
}

/* Changed places, or in another order. */

static const struct item **new_order(struct repair_search *search, unsigned count)
{
    return arena_alloc(search->arena, count * sizeof(struct item *));
}

static bool has_number(const struct repair_search *search, const struct item *turn)
{
    return turn > search->line->items && turn[-1].kind == ITEM_NUMBER;
}

/* COUNT turns from BACK on change places with as many after them. */
static void try_swapped(struct repair_search *search, unsigned back, unsigned count)
{
    const struct item **turns = search_turns(search, back);
    const struct item **order = search_rest(search, back) < 2 * count ? NULL : new_order(search, 2 * count);
    if (order == NULL)
        return;
    memcpy(order, turns + count, count * sizeof *order);
    memcpy(order + count, turns, count * sizeof *order);
    search_consider(search,
        (struct candidate){.kind = REPAIR_SWAPPED,
            .back = back,
            .cost = has_number(search, turns[0]) && has_number(search, turns[count]) &&
                    turns[0][-1].number > turns[count][-1].number
                ? COST_RENUMBERED
                : COST_SWAPPED,
            .replaced = 2 * count,
            .count = 2 * count,
            .moved = order});
}

static void propose_swapped(struct repair_search *search, unsigned back)
{
    try_swapped(search, back, 1);
    if (search->round > 1 && opens_round(search, back))
        try_swapped(search, back, search->round);
}

/* COUNT rounds from BACK on in the order of SHIFT: 0: each the other way round, else begun with its turn SHIFT. */
static void try_order(struct repair_search *search, unsigned back, unsigned shift, unsigned count)
{
    unsigned round = search->round;
    const struct item **turns = search_turns(search, back);
    const struct item **order = new_order(search, count * round);
    if (order == NULL)
        return;
    for (unsigned i = 0; i < count * round; i++) {
        unsigned in = i % round;
        order[i] = turns[i - in + (shift == 0 ? round - 1 - in : (in + shift) % round)];
    }
    struct candidate candidate = {
        .kind = REPAIR_REORDERED, .back = back, .cost = COST_REORDERED + back, .moved = order};
    candidate.replaced = candidate.count = count * round;
    unsigned legal = search_plays(search, &candidate) / round;
    candidate.replaced = candidate.count = legal * round;
    bool to_end = (legal + 1) * round > search_rest(search, back);
    /* Two turns that change places are another kind. */
    if (legal > (round == 2) && legal * round > back && (count == 1 || to_end || legal >= ROUNDS_LEAST))
        search_consider(search, candidate);
}

static void propose_reordered(struct repair_search *search, unsigned back)
{
    unsigned round = search->round;
    unsigned rounds = round > 1 && opens_round(search, back) ? search_rest(search, back) / round : 0;
    for (unsigned shift = 0; rounds > 0 && shift < (round > 2 ? round : 1); shift++) {
        if (round > 2)
            try_order(search, back, shift, 1);
        if (rounds > 1)
            try_order(search, back, shift, rounds);
    }
}

/* Left out. */

struct leaving_out {
    struct repair_search *search;
    unsigned back;
    unsigned cost;
    bool every; /* try them all, whether or not the first ones fit */
    unsigned tried;
    unsigned fitting;
    /* Of several: */
    unsigned count;
    unsigned level;    /* of the one that is looked for, */
    struct turn *made; /* ... and all of them */
    uint32_t legal;    /* recorded turns after those */
    unsigned steps;    /* of one at most */
    uint32_t least;    /* ... after the fault, if they are to be proposed */
    struct turn best;  /* with which this is so */
};

/* How many turns are missing before the one at BACK by the number there, if the one before that was right. */
static unsigned missing_by_number(const struct repair_search *search, unsigned back)
{
    const struct item *first = search->line->items;
    const struct item *number = search->at_end && back == 0 ? first : search_item(search, back) - 1;
    uint32_t round = state_at(search, back)->number;
    unsigned made = state_at(search, back)->seat - 1U;
    const struct item *next = number + 1;
    const struct item *end = first + search->line->count;
    if (number <= first || number->kind != ITEM_NUMBER || number->number <= round || number->number - round > MADE)
        return 0;
    while (next < end && next->kind != ITEM_NUMBER)
        next++;
    if (next < end && next->number < number->number)
        return 0;
    unsigned missing = (number->number - round) * search->round - made;
    for (number--; number > first && number->kind != ITEM_NUMBER;)
        number--;
    return number->kind == ITEM_NUMBER && number->number == round - (made == 0) ? missing : 0;
}

static bool try_left_out(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    struct repair_search *search = leaving->search;
    leaving->tried++;
    leaving->fitting += search_consider(search,
        (struct candidate){
            .kind = REPAIR_LEFT_OUT, .back = leaving->back, .cost = leaving->cost, .count = 1, .made = {turn}});
    return search->trials > 0 && (leaving->every || leaving->fitting > 0 || leaving->tried < LEFT_OUT_SAMPLE);
}

/* Goes on from TURN where turns are too many to list, as far as the trials go. */
static bool extend_left_out(
    struct leaving_out *leaving, const struct turn *turn, const struct state *state, turn_visitor *visit)
{
    const struct rulebook *book = leaving->search->context->book;
    const struct turn begun = *turn;
    leaving->search->trials -= TRIALS_A_STEP;
    return leaving->tried < LEFT_OUT_BEGUN &&
        (begun.count >= LEFT_OUT_STEPS || book->game->extend(book->rules, state, &begun, visit, leaving));
}

static bool try_left_out_begun(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    return try_left_out(context, turn) &&
        extend_left_out(leaving, turn, state_at(leaving->search, leaving->back), try_left_out_begun);
}

/* With TURN as one of several, the others as they are: how far the line goes on. */
static bool try_one_of_several(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    struct repair_search *search = leaving->search;
    struct candidate candidate = {
        .kind = REPAIR_LEFT_OUT, .back = leaving->back, .cost = leaving->cost, .count = leaving->count};
    for (unsigned i = 0; i < leaving->count; i++)
        candidate.made[i] = i == leaving->level ? turn : &leaving->made[i];
    leaving->tried++;
    if (turn->count > leaving->steps || (leaving->legal == 0 && turn->count > STEPS_FIRST))
        return --search->trials > 0;
    bool fits = search_try(search, &candidate);
    if (candidate.followed > leaving->legal) {
        leaving->legal = candidate.followed;
        leaving->best = *turn;
        if (fits && candidate.legal >= leaving->least)
            search_consider(search, candidate);
    }
    return search->trials > 0;
}

static bool try_one_begun(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    return try_one_of_several(context, turn) &&
        extend_left_out(leaving, turn, leaving->search->level[leaving->level].state, try_one_begun);
}

static bool take_any(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    leaving->best = *turn;
    leaving->tried++;
    return false;
}

static bool take_first(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    const struct play_context *game = leaving->search->context;
    if (turn->count == 0 && game->book->game->generate == NULL)
        return game->book->game->extend(game->book->rules, leaving->search->level[leaving->level].state,
            &(const struct turn){.count = 0}, take_any, leaving);
    return take_any(context, turn);
}

/* Several turns that were left out together: each in turn is chosen anew as that with which, beside the
   others, most is legal. */
static void try_several(struct repair_search *search, unsigned back, unsigned count, unsigned cost, unsigned steps)
{
    struct leaving_out leaving = {search, back, cost, .count = count, .steps = steps};
    leaving.least = cost == COST_NUMBERED ? 1 : steps == STEPS_PLAIN ? 0 : SEVERAL_LEAST;
    leaving.made = arena_alloc(search->arena, count * sizeof *leaving.made);
    if (leaving.made == NULL)
        return;
    for (unsigned pass = 0; pass <= LEFT_OUT_PASSES; pass++) {
        uint32_t before = leaving.legal;
        line_cursor_copy(search->context, &search->level[0], &search->spots[back].before);
        for (leaving.level = 0; leaving.level < count && search->trials > 0; leaving.level++) {
            struct line_cursor *cursor = &search->level[leaving.level];
            struct turn *made = &leaving.made[leaving.level];
            uint32_t legal = leaving.legal;
            leaving.tried = 0;
            if (pass == 0)
                search_visit(search, cursor, take_first, take_first, &leaving);
            else
                search_visit(search, cursor, try_one_of_several, try_one_begun, &leaving);
            if (pass == 0 && leaving.tried == 0)
                return;
            if (pass == 0 || leaving.legal > legal)
                *made = leaving.best;
            if (leaving.level + 1 == count)
                break;
            line_cursor_copy(search->context, cursor + 1, cursor);
            if (!line_cursor_make(search->context, cursor + 1, made))
                return;
        }
        if (pass > 0 && leaving.legal == before)
            return;
    }
}

/* Whether the turns that are missing are there, in a comment. */
static bool found_swallowed(const struct repair_search *search)
{
    return search->kept_count > 0 && search->kept[0].whole && search->kept[0].kind == REPAIR_SWALLOWED;
}

static void propose_left_out(struct repair_search *search, unsigned back)
{
    if (found_swallowed(search))
        return;
    unsigned missing = missing_by_number(search, back);
    bool numbered = missing == 1;
    struct leaving_out leaving = {search, back, numbered ? COST_NUMBERED : COST_LEFT_OUT, .every = numbered};
    search->numbered |= missing > 0;
    if (missing > 1 && missing <= MADE)
        try_several(search, back, missing, COST_NUMBERED, TURN_STEPS);
    else if ((back <= LEFT_OUT_BACK && !(search->at_end && back == 0)) || numbered)
        search_visit(search, &search->spots[back].before, try_left_out, try_left_out_begun, &leaving);
}

void search_left_out(struct repair_search *search, unsigned back)
{
    struct leaving_out leaving = {search, back, COST_LEFT_OUT};
    if (back > LEFT_OUT_BACK)
        search_visit(search, &search->spots[back].before, try_left_out, try_left_out_begun, &leaving);
    if (search->whole == 1)
        try_several(search, back, 2, COST_LEFT_OUT + COST_SEVERAL, STEPS_PLAIN);
    if (search->round > 2 && search->round <= MADE && search->whole == 1)
        try_several(search, back, search->round, COST_LEFT_OUT + COST_SEVERAL, STEPS_PLAIN);
}

static void propose_several_left_out(struct repair_search *search, unsigned back)
{
    if (search->at_end || search->numbered)
        return;
    try_several(search, back, 2, COST_LEFT_OUT + COST_SEVERAL, TURN_STEPS);
    if (search->round > 2 && search->round <= MADE)
        try_several(search, back, search->round, COST_LEFT_OUT + COST_SEVERAL, TURN_STEPS);
}

/* Swallowed by a comment that was not closed, so that the brace after the next one closed it. */

/* Reads LINE, which ends with a newline, from AT on as turns and numbers into RECORD; false where there is anything
 * else. */
static bool read_turns(struct repair_search *search, struct slice line, uint32_t at, struct record *record)
{
    search->trials--;
    record_init(record, search->arena, line);
    record->shape = search->context->record->shape;
    record->open = &record->main;
    return record_plain(record, at) + 1 >= line.length && record->main.has_turn;
}

/* The turns of RECORD, from its item FIRST on, were meant before the one at BACK, and the comment was to end at AT. */
static void try_swallowed(
    struct repair_search *search, unsigned back, const struct record *record, size_t first, uint32_t at)
{
    unsigned count = 0;
    const struct item **order = new_order(search, (unsigned)record->main.count);
    for (size_t i = first; order != NULL && i < record->main.count; i++)
        if (record->main.items[i].kind == ITEM_TURN)
            order[count++] = &record->main.items[i];
    if (count > 0)
        search_consider(search,
            (struct candidate){.kind = REPAIR_SWALLOWED,
                .back = back,
                .cost = COST_SWALLOWED,
                .count = count,
                .moved = order,
                .source = record,
                .at = at});
}

/* Where LINE ends before AT: without spaces, and without a number such as "12...". */
static uint32_t end_before(struct slice line, uint32_t at)
{
    while (is_space(line.at[at - 1]))
        at--;
    uint32_t number = at;
    while (line.at[number - 1] == '.')
        number--;
    bool dots = number + 1 < at;
    while (dots && line.at[number - 1] >= '0' && line.at[number - 1] <= '9')
        number--;
    return dots && is_space(line.at[number - 1]) ? end_before(line, number) : at;
}

static void try_comment(struct repair_search *search, unsigned back, const struct item *comment)
{
    struct slice text = item_text(search->context->record, comment);
    const char *brace = text.length < 2 ? NULL : memchr(text.at + 1, '{', text.length - 1);
    size_t length = brace == NULL ? 0 : (size_t)(brace - text.at);
    search->trials--;
    if (length < 2 || length > SWALLOWED_MOST)
        return;
    while (is_space(text.at[length - 1]))
        length--;
    struct slice line = arena_printf(search->arena, "%.*s\n", (int)length, text.at);
    struct record *record = arena_alloc(search->arena, sizeof *record);
    uint32_t at = 1;
    if (line.at == NULL || record == NULL)
        return;
    while (at < length &&
        ((at > 1 && !is_space(line.at[at - 1])) || is_space(line.at[at]) || !read_turns(search, line, at, record)))
        at++;
    for (size_t i = 0; at < length && i < record->main.count && i < CUTS_MOST; i++) {
        const struct item *item = &record->main.items[i];
        uint32_t end = item->span.begin;
        end = end_before(line, end);
        if (item->kind == ITEM_NUMBER || i == 0 || item[-1].kind == ITEM_TURN)
            try_swallowed(search, back, record, i, comment->span.begin + end);
    }
}

static void propose_swallowed(struct repair_search *search, unsigned back)
{
    for (size_t i = search->spots[back].item;
         search->trials > 0 && i-- > 0 && search->line->items[i].kind != ITEM_TURN;)
        if (search->line->items[i].kind == ITEM_COMMENT)
            try_comment(search, back, &search->line->items[i]);
}

static const struct block_kind {
    bool late;
    bool at_end; /* also where the line ends */
    void (*propose)(struct repair_search *search, unsigned back);
} kinds[] = {
    {false, false, propose_doubled},
    {false, false, propose_swapped},
    {false, false, propose_reordered},
    {false, true, propose_swallowed},
    {false, false, propose_left_out},
    {true, false, propose_several_left_out},
};

void search_blocks(struct repair_search *search, unsigned back, bool late)
{
    bool end = search->at_end && back == 0;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0] && search->trials > 0; i++)
        if (kinds[i].late == late && (!end || kinds[i].at_end))
            kinds[i].propose(search, back);
}
