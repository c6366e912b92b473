#include "referee/search.h"

#include "referee/setup.h"

/* What a slip costs that is none of the pen, and what each turn between it and the
   fault does: the further back, the less probable. */
enum {
    COST_GLUED = 2,
    COST_DOUBLED = 8,
    COST_SWAPPED = 10,
    COST_LEFT_OUT = 14,
    COST_EARLIER = 2,
    LIMIT = 22,         /* of near_cost at the fault */
    LIMIT_EARLIER = 14, /* and before it */
    LEFT_OUT_BACK = 3,  /* turns before the fault that one may have been left out before */
    LEGAL_COUNTS = 3,   /* what a legal turn behind the fault makes up for */
    LEGAL_MOST = 30,
    NOT_WHOLE = 1000,
    TRIALS_A_STEP = 2,   /* that of a turn built step by step costs */
    STEPS_COMPARED = 24, /* of a turn that is built step by step */
    PIECES = 6,          /* that one turn falls into, at most */
};

int candidate_rank(const struct candidate *candidate)
{
    int legal = (int)(candidate->legal < LEGAL_MOST ? candidate->legal : LEGAL_MOST);
    return candidate->whole ? (int)candidate->cost : NOT_WHOLE + (int)candidate->cost - LEGAL_COUNTS * legal;
}

/* Places. */

static bool new_standing(struct search *search, struct standing *standing)
{
    standing->state = arena_alloc(search->arena, search->playing->state_size);
    return standing->state != NULL;
}

static bool is_turn(const struct item *item)
{
    return item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE;
}

/* Plays from PROGRESS->anchor to the item AT, keeping the last spots. */
static void find_spots(struct search *search, const struct progress *progress, size_t at)
{
    const struct line *line = search->line;
    unsigned count = 0;
    standing_copy(search->playing, &search->trial, &progress->anchor);
    for (size_t i = progress->anchor_item; i < at; i++) {
        const struct item *item = &line->items[i];
        bool whole;
        if (item->kind != ITEM_TURN || standing_takes_remark(search->playing, &search->trial, item))
            continue;
        struct spot *spot = &search->spots[1 + count++ % BACK];
        spot->item = i;
        standing_copy(search->playing, &spot->before, &search->trial);
        standing_follow(search->playing, &search->trial, line, i, i + 1, &whole);
    }
    search->spot_count = 1 + (count < BACK ? count : BACK);
    /* The last one comes first. */
    struct spot ring[BACK];
    memcpy(ring, search->spots + 1, sizeof ring);
    for (unsigned back = 1; back < search->spot_count; back++)
        search->spots[back] = ring[(count - back) % BACK];
}

/* Unreadable, or without a blank behind the item before it: a question mark, as of a tile
   that was not seen, or a turn behind a dot that was to be a comma. */
static bool is_piece(const struct record *record, const struct item *items, size_t i)
{
    struct span between = {items[i - 1].span.end, items[i].span.begin};
    if (items[i].kind == ITEM_GLYPH)
        return items[i - 1].kind == ITEM_UNREADABLE && between.begin == between.end;
    if (items[i].kind == ITEM_TURN)
        return between.end == between.begin + 1 && record->source.at[between.begin] == '.';
    return items[i].kind == ITEM_UNREADABLE;
}

/* A turn may fall into pieces: what cannot be read behind the item AT, or is cut off by
   a ';' that was to be something else, may belong to it. */
static void find_joined(struct search *search, size_t at)
{
    const struct record *record = search->playing->record;
    const struct line *line = search->line;
    size_t next = at + 1;
    while (next < line->count && next < at + PIECES && is_piece(record, line->items, next))
        next++;
    struct span span = {line->items[at].span.begin, line->items[next - 1].span.end};
    const struct item *item = next < line->count ? &line->items[next] : NULL;
    if (item != NULL && item->kind == ITEM_REST_COMMENT && item->span.begin == span.end) {
        search->blind = true;
        next++;
        while (span.end < item->span.end && strchr(" \t\r\n", record->source.at[span.end]) == NULL)
            span.end++;
    } else if (item != NULL || (search->main && record->has_result)) {
        uint32_t end = item != NULL ? item->span.begin : record->result.begin;
        while (end > span.end && strchr(" \t\r\n", record->source.at[end - 1]) != NULL)
            end--;
        span.end = end > span.end ? end : span.end;
    }
    search->joined = span;
    search->joined_next = next;
    search->in_pieces = span.end > line->items[at].span.end;
}

bool search_begin(
    struct search *search, struct judge *judge, const struct progress *progress, const struct line *line, size_t at)
{
    *search = (struct search){.judge = judge,
        .playing = &judge->playing,
        .line = line,
        .main = progress->depth == 0,
        .arena = judge->scratch,
        .trials = TRIALS};
    bool fine = new_standing(search, &search->trial) && new_standing(search, &search->middle);
    for (unsigned i = 0; i <= BACK && fine; i++)
        fine = new_standing(search, &search->spots[i].before);
    if (!fine)
        return false;
    standing_copy(search->playing, &search->spots[0].before, &progress->now);
    search->spots[0].item = at;
    find_joined(search, at);
    find_spots(search, progress, at);
    return true;
}

void search_end(struct search *search)
{
    text_release(&search->text);
}

/* Trials. */

static const struct item *item_at(const struct search *search, unsigned back)
{
    return &search->line->items[search->spots[back].item];
}

const struct item *search_next(const struct search *search, unsigned back)
{
    const struct line *line = search->line;
    if (back > 0)
        return item_at(search, back - 1);
    size_t i = search->spots[0].item + 1;
    while (i < line->count && !is_turn(&line->items[i]))
        i++;
    return i < line->count && line->items[i].kind == ITEM_TURN ? &line->items[i] : NULL;
}

static bool play_item(struct search *search, const struct item *item)
{
    struct turn turn;
    return item->kind == ITEM_TURN && shape_is_of_game(search->playing->book->game, item->shape) &&
        standing_play(search->playing, &search->trial, item, &turn, NULL);
}

/* Plays what CANDIDATE puts in the place of the recorded turns; *NEXT is the first item
   behind those. */
static bool play_change(struct search *search, const struct candidate *candidate, size_t *next)
{
    const struct spot *spot = &search->spots[candidate->back];
    standing_copy(search->playing, &search->trial, &spot->before);
    *next = candidate->joined ? search->joined_next : spot->item + (candidate->kind != REPAIR_LEFT_OUT);
    if (candidate->turn != NULL)
        return standing_make(search->playing, &search->trial, candidate->turn) &&
            (candidate->second == NULL || standing_make(search->playing, &search->trial, candidate->second));
    if (candidate->kind != REPAIR_SWAPPED)
        return true;
    const struct item *other = search_next(search, candidate->back);
    *next = other == NULL ? 0 : (size_t)(other - search->line->items) + 1;
    return other != NULL && play_item(search, other) && play_item(search, item_at(search, candidate->back));
}

/* How many recorded turns lie between the change and what is behind the fault. */
static uint32_t turns_between(const struct candidate *candidate)
{
    if (candidate->joined)
        return 0;
    if (candidate->kind == REPAIR_SWAPPED)
        return candidate->back > 0 ? candidate->back - 1 : 0;
    return candidate->back + (candidate->kind == REPAIR_LEFT_OUT);
}

bool search_replay(struct search *search, const struct candidate *candidate)
{
    size_t next;
    bool whole;
    if (!play_change(search, candidate, &next))
        return false;
    standing_follow(search->playing, &search->trial, search->line, next, search->spots[0].item + 1, &whole);
    return whole;
}

/* Plays CANDIDATE and all that follows; false when it does not mend the fault. */
static bool try(struct search *search, struct candidate *candidate)
{
    size_t next;
    uint32_t between = turns_between(candidate);
    search->trials--;
    if (!play_change(search, candidate, &next))
        return false;
    if (candidate->joined && search->blind)
        return candidate->whole = true;
    uint32_t legal =
        standing_follow(search->playing, &search->trial, search->line, next, search->line->count, &candidate->whole);
    search->trials -= (int32_t)legal;
    if (legal < between)
        return false;
    candidate->legal = legal - between;
    candidate->whole &= !search->main || result_fits(search->judge, &search->trial.outcome);
    return true;
}

/* Keeping the best. */

/* Of turns that may have been left out at a place one stands for all. */
static bool stands_for(const struct candidate *kept, const struct candidate *candidate)
{
    return kept->kind == REPAIR_LEFT_OUT && candidate->kind == REPAIR_LEFT_OUT && kept->back == candidate->back;
}

static void keep(struct search *search, struct candidate candidate)
{
    struct candidate *kept = search->kept;
    unsigned at = 0;
    while (at < search->kept_count && !stands_for(&kept[at], &candidate))
        at++;
    if (at < search->kept_count) {
        bool better = candidate_rank(&candidate) < candidate_rank(&kept[at]);
        bool equal = candidate_rank(&candidate) == candidate_rank(&kept[at]);
        kept[at].others += equal;
        if (!better)
            return;
        memmove(kept + at, kept + at + 1, (--search->kept_count - at) * sizeof *kept);
    }
    for (at = 0; at < search->kept_count && candidate_rank(&kept[at]) <= candidate_rank(&candidate);)
        at++;
    if (at == KEPT)
        return;
    if (search->kept_count < KEPT)
        search->kept_count++;
    memmove(kept + at + 1, kept + at, (search->kept_count - 1 - at) * sizeof *kept);
    kept[at] = candidate;
}

/* A copy of TURN, which is on loan; STANDING is before it.  Its name is added to .text. */
static const struct turn *own_turn(struct search *search, const struct standing *standing, const struct turn *turn)
{
    const struct rulebook *book = search->playing->book;
    struct turn *copy = arena_alloc(search->arena, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *turn;
    book->game->write(book->rules, standing->state, turn, &search->text);
    return copy;
}

static bool own_turns(struct search *search, struct candidate *candidate)
{
    const struct standing *before = &search->spots[candidate->back].before;
    text_clear(&search->text);
    candidate->turn = own_turn(search, before, candidate->turn);
    if (candidate->turn != NULL && candidate->second != NULL) {
        text_add_char(&search->text, ' ');
        candidate->second = own_turn(search, &search->middle, candidate->second);
    }
    candidate->text = arena_copy(search->arena, text_slice(&search->text));
    return candidate->turn != NULL;
}

/* Keeps CANDIDATE if it mends the fault and is good enough; whether it mends it. */
static bool consider(struct search *search, struct candidate candidate)
{
    if (!try(search, &candidate))
        return false;
    search->whole += candidate.whole;
    if (search->kept_count == KEPT && candidate_rank(&candidate) >= candidate_rank(&search->kept[KEPT - 1]))
        return true;
    if (candidate.turn == NULL || own_turns(search, &candidate))
        keep(search, candidate);
    return true;
}

/* Turns near the one written. */

struct nearest {
    struct search *search;
    unsigned back;
    unsigned limit;
    struct near near;
    struct near_rows rows[STEPS_COMPARED + 1]; /* of what a turn begins with, by its steps */
    unsigned count;
    struct {
        unsigned cost;
        struct turn turn;
    } items[NEAREST]; /* by cost */
};

static void add_near(struct nearest *nearest, const struct turn *turn, unsigned cost)
{
    unsigned at = nearest->count;
    if (at == NEAREST && nearest->items[at - 1].cost <= cost)
        return;
    at -= at == NEAREST;
    for (; at > 0 && nearest->items[at - 1].cost > cost; at--)
        nearest->items[at] = nearest->items[at - 1];
    nearest->items[at].cost = cost;
    nearest->items[at].turn = *turn;
    nearest->count += nearest->count < NEAREST;
}

static struct slice name_turn(const struct nearest *nearest, const struct turn *turn)
{
    struct search *search = nearest->search;
    const struct rulebook *book = search->playing->book;
    text_clear(&search->text);
    book->game->write(book->rules, search->spots[nearest->back].before.state, turn, &search->text);
    return text_slice(&search->text);
}

static bool compare_turn(void *context, const struct turn *turn)
{
    struct nearest *nearest = context;
    unsigned cost = near_cost(&nearest->near, name_turn(nearest, turn), nearest->limit);
    if (cost != NEAR_FAR)
        add_near(nearest, turn, cost);
    return --nearest->search->trials > 0;
}

/* The same where turns are too many to list: step by step, as long as the beginning is
   near. */
static bool compare_begun(void *context, const struct turn *turn)
{
    struct nearest *nearest = context;
    const struct rulebook *book = nearest->search->playing->book;
    const struct state *state = nearest->search->spots[nearest->back].before.state;
    struct search *search = nearest->search;
    struct slice name = name_turn(nearest, turn);
    search->trials -= TRIALS_A_STEP;
    if (turn->count > STEPS_COMPARED || name.length > NEAR_LONGEST)
        return search->trials > 0;
    nearest->rows[turn->count] = nearest->rows[turn->count - 1];
    if (near_extend(&nearest->rows[turn->count], name, nearest->limit) == NEAR_FAR)
        return search->trials > 0;
    if (near_cost(&nearest->near, name, nearest->limit) != NEAR_FAR) {
        standing_copy(search->playing, &search->trial, &search->spots[nearest->back].before);
        if (standing_make(search->playing, &search->trial, turn))
            compare_turn(nearest, turn);
    }
    const struct turn begun = *turn;
    return search->trials <= 0 || book->game->extend(book->rules, state, &begun, compare_begun, nearest);
}

/* All legal turns at BACK to VISIT; where they are too many, by the steps of EXTEND. */
static void visit_turns(struct search *search, unsigned back, turn_visitor *visit, turn_visitor *extend, void *context)
{
    const struct rulebook *book = search->playing->book;
    const struct standing *before = &search->spots[back].before;
    const struct turn none = {.count = 0};
    if (before->outcome.over || before->resigned != 0)
        return;
    if (book->game->generate != NULL)
        book->game->generate(book->rules, before->state, visit, context);
    else if (extend != NULL)
        book->game->extend(book->rules, before->state, &none, extend, context);
}

/* What was written at BACK, without the seat; JOINED with what stands behind the fault. */
static struct slice written_at(const struct search *search, unsigned back, bool joined)
{
    const struct item *item = item_at(search, back);
    struct span span = item->span;
    if (joined)
        span.end = search->joined.end;
    struct slice written = slice_cut(search->playing->record->source, span);
    const char *bar = item->seat != 0 ? memchr(written.at, '|', written.length) : NULL;
    if (bar == NULL)
        return written;
    return (struct slice){bar + 1, (size_t)(written.at + written.length - bar - 1)};
}

/* Turns that are built step by step are too many to look for the farther ones before
   the nearest. */
static void find_near(struct search *search, struct nearest *nearest)
{
    static const unsigned limits[] = {NEAR_SLIP + 2, LIMIT_EARLIER, LIMIT};
    unsigned farthest = nearest->back == 0 ? 2 : 1;
    unsigned i = search->playing->book->game->generate == NULL ? 0 : farthest;
    for (; i <= farthest && nearest->count == 0; i++) {
        int32_t kept = i < farthest ? search->trials / 2 : 0;
        search->trials -= kept;
        nearest->limit = limits[i];
        near_begin(&nearest->rows[0], &nearest->near);
        visit_turns(search, nearest->back, compare_turn, compare_begun, nearest);
        search->short_of_trials |= search->trials <= 0;
        search->trials += kept;
    }
    search->short_of_trials |= i <= farthest;
}

static void try_near(struct search *search, unsigned back, bool joined)
{
    struct nearest *nearest = arena_alloc(search->arena, sizeof *nearest);
    if (nearest == NULL || !near_prepare(written_at(search, back, joined), &nearest->near))
        return;
    nearest->search = search;
    nearest->back = back;
    find_near(search, nearest);
    for (unsigned i = 0; i < nearest->count && search->trials > 0; i++) {
        unsigned cost = nearest->items[i].cost;
        if (back > 0 && cost == 0)
            continue;
        cost += back == 0 || joined ? 0 : COST_EARLIER + back / 2;
        consider(search,
            (struct candidate){.kind = back == 0 || joined ? REPAIR_TURN : REPAIR_EARLIER,
                .back = back,
                .cost = cost,
                .joined = joined,
                .turn = &nearest->items[i].turn});
    }
}

/* Two turns without a blank between. */

struct unglueing {
    struct search *search;
    const struct standing *standing; /* before the turn that is looked for */
    struct slice written;
    const struct turn *first; /* NULL: this is the first */
};

static void visit_prefixes(struct unglueing *unglueing);

/* Whether the name of TURN begins what is written, or with BEGUN is begun by it. */
static bool is_prefix(const struct unglueing *unglueing, const struct turn *turn)
{
    struct search *search = unglueing->search;
    const struct rulebook *book = search->playing->book;
    text_clear(&search->text);
    book->game->write(book->rules, unglueing->standing->state, turn, &search->text);
    return search->text.length <= unglueing->written.length &&
        memcmp(search->text.bytes, unglueing->written.at, search->text.length) == 0;
}

static bool unglue(void *context, const struct turn *turn)
{
    struct unglueing *unglueing = context;
    struct search *search = unglueing->search;
    struct slice written = unglueing->written;
    if (!is_prefix(unglueing, turn))
        return --search->trials > 0;
    size_t length = search->text.length;
    if (unglueing->first != NULL && length == written.length) {
        consider(search,
            (struct candidate){.kind = REPAIR_GLUED,
                .cost = COST_GLUED,
                .joined = search->in_pieces,
                .turn = unglueing->first,
                .second = turn});
    } else if (unglueing->first == NULL && length < written.length) {
        standing_copy(search->playing, &search->middle, unglueing->standing);
        if (standing_make(search->playing, &search->middle, turn)) {
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
    struct search *search = unglueing->search;
    const struct rulebook *book = search->playing->book;
    const struct turn begun = *turn;
    if (!is_prefix(unglueing, turn) || begun.count == TURN_STEPS)
        return --search->trials > 0;
    return unglue(context, turn) &&
        book->game->extend(book->rules, unglueing->standing->state, &begun, unglue_begun, unglueing);
}

/* All turns whose names what is written begins with. */
static void visit_prefixes(struct unglueing *unglueing)
{
    const struct rulebook *book = unglueing->search->playing->book;
    const struct standing *standing = unglueing->standing;
    const struct turn none = {.count = 0};
    if (standing->outcome.over || standing->resigned != 0)
        return;
    if (book->game->generate != NULL)
        book->game->generate(book->rules, standing->state, unglue, unglueing);
    else
        book->game->extend(book->rules, standing->state, &none, unglue_begun, unglueing);
}

static void try_glued(struct search *search)
{
    struct unglueing unglueing = {search, &search->spots[0].before, written_at(search, 0, search->in_pieces), NULL};
    visit_prefixes(&unglueing);
}

/* Turns that were left out, doubled, or have changed spots. */

struct leaving_out {
    struct search *search;
    unsigned back;
    unsigned tried;
    unsigned fitting;
};

/* When none of the first turns makes the recorded one legal, none will. */
enum { LEFT_OUT_SAMPLE = 200, LEFT_OUT_BEGUN = 1000, LEFT_OUT_STEPS = 2 };

static bool try_left_out(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    struct search *search = leaving->search;
    leaving->tried++;
    leaving->fitting += consider(search,
        (struct candidate){
            .kind = REPAIR_LEFT_OUT, .back = leaving->back, .cost = COST_LEFT_OUT + 2 * leaving->back, .turn = turn});
    return search->trials > 0 && (leaving->fitting > 0 || leaving->tried < LEFT_OUT_SAMPLE);
}

/* The same where turns are too many to list, as far as the trials go. */
static bool try_left_out_begun(void *context, const struct turn *turn)
{
    struct leaving_out *leaving = context;
    const struct rulebook *book = leaving->search->playing->book;
    const struct state *state = leaving->search->spots[leaving->back].before.state;
    const struct turn begun = *turn;
    leaving->search->trials -= TRIALS_A_STEP;
    return try_left_out(context, turn) && leaving->tried < LEFT_OUT_BEGUN &&
        (begun.count >= LEFT_OUT_STEPS || book->game->extend(book->rules, state, &begun, try_left_out_begun, leaving));
}

static bool is_doubled(const struct search *search, unsigned back)
{
    if (back + 1 >= search->spot_count)
        return false;
    return slice_equal(written_at(search, back, false), written_at(search, back + 1, false));
}

static void try_structure(struct search *search, unsigned back)
{
    struct leaving_out leaving = {search, back, 0, 0};
    if (is_doubled(search, back))
        consider(search, (struct candidate){.kind = REPAIR_DOUBLED, .back = back, .cost = COST_DOUBLED + back});
    if (search_next(search, back) != NULL)
        consider(search, (struct candidate){.kind = REPAIR_SWAPPED, .back = back, .cost = COST_SWAPPED + back});
    if (back <= LEFT_OUT_BACK)
        visit_turns(search, back, try_left_out, try_left_out_begun, &leaving);
}

/* Every other turn that is legal at the fault. */
struct counting {
    struct search *search;
    uint32_t whole;
};

static bool count_whole(void *context, const struct turn *turn)
{
    struct counting *counting = context;
    struct candidate candidate = {.kind = REPAIR_TURN, .turn = turn};
    if (try(counting->search, &candidate))
        counting->whole += candidate.whole;
    return counting->search->trials > 0;
}

/* The turn at fault, alone and with the pieces behind it, or as a piece of the turn
   before it. */
static void try_near_fault(struct search *search)
{
    bool unreadable = item_at(search, 0)->kind == ITEM_UNREADABLE;
    if (!search->blind)
        try_near(search, 0, false);
    if (search->in_pieces)
        try_near(search, 0, true);
    if (unreadable && search->spot_count > 1 && search->spots[1].item + 1 == search->spots[0].item)
        try_near(search, 1, true);
    if (unreadable)
        try_glued(search);
}

void search_run(struct search *search)
{
    struct counting counting = {search, 0};
    try_near_fault(search);
    uint32_t near_whole = search->whole;
    if (search->blind)
        return;
    try_structure(search, 0);
    if (search->whole > 0 && search->playing->book->game->generate != NULL) {
        visit_turns(search, 0, count_whole, NULL, &counting);
        search->whole += counting.whole > near_whole ? counting.whole - near_whole : 0;
    }
    for (unsigned back = 1; back < search->spot_count && search->trials > 0; back++) {
        try_structure(search, back);
        try_near(search, back, false);
    }
    search->every = search->trials > 0 && !search->short_of_trials;
}
