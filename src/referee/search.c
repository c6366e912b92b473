#include "referee/search.h"

#include "referee/setup.h"

/* How candidates are ranked, and how a turn may have fallen into pieces. */
enum {
    UNSUPPORTED = 12, /* no turn behind the fault speaks for it */
    LEGAL_COUNTS = 3, /* what a legal turn behind the fault makes up for */
    LEGAL_MOST = 30,
    NOT_WHOLE = 1000,
    PIECES = 6,         /* at most */
    TRIALS_UNLISTED = 8 /* one costs in games whose turns are too many to list */
};

int candidate_rank(const struct candidate *candidate)
{
    int legal = (int)(candidate->legal < LEGAL_MOST ? candidate->legal : LEGAL_MOST);
    int cost = (int)candidate->cost + (candidate->kind != REPAIR_TURN && legal == 0 ? UNSUPPORTED : 0);
    return candidate->whole ? cost : NOT_WHOLE + cost - LEGAL_COUNTS * legal;
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
        .at_end = at == line->count,
        .arena = judge->scratch,
        .trials = TRIALS};
    bool fine = new_standing(search, &search->trial) && new_standing(search, &search->middle);
    for (unsigned i = 0; i <= BACK && fine; i++)
        fine = new_standing(search, &search->spots[i].before);
    if (!fine)
        return false;
    standing_copy(search->playing, &search->spots[0].before, &progress->now);
    search->spots[0].item = at;
    if (!search->at_end)
        find_joined(search, at);
    find_spots(search, progress, at);
    return true;
}

void search_end(struct search *search)
{
    text_release(&search->text);
}

/* Trials. */

const struct item *search_item(const struct search *search, unsigned back)
{
    return &search->line->items[search->spots[back].item];
}

const struct item *search_next(const struct search *search, unsigned back)
{
    const struct line *line = search->line;
    if (back > 0)
        return back == 1 && search->at_end ? NULL : search_item(search, back - 1);
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
    if (other == NULL || !play_item(search, other))
        return false;
    *next = (size_t)(other - search->line->items) + 1;
    standing_copy(search->playing, &search->middle, &search->trial);
    return play_item(search, search_item(search, candidate->back));
}

/* How many recorded turns lie between the change and what is behind the fault. */
static uint32_t turns_between(const struct search *search, const struct candidate *candidate)
{
    uint32_t back = candidate->back;
    if (candidate->joined || back == 0)
        return candidate->kind == REPAIR_LEFT_OUT;
    back -= search->at_end;
    if (candidate->kind == REPAIR_SWAPPED)
        return back > 0 ? back - 1 : 0;
    return back + (candidate->kind == REPAIR_LEFT_OUT);
}

/* The first of two turns that have changed places stands where the fault lies. */
static bool replay_exchanged(struct search *search, struct turn *turn)
{
    standing_copy(search->playing, &search->middle, &search->spots[0].before);
    standing_copy(search->playing, &search->trial, &search->spots[0].before);
    return standing_play(search->playing, &search->trial, search_next(search, 0), turn, NULL);
}

bool search_replay(struct search *search, const struct candidate *candidate, struct turn *turn)
{
    const struct turn *made = candidate->second != NULL ? candidate->second : candidate->turn;
    size_t at = search->spots[0].item;
    size_t next;
    bool whole = true;
    if (candidate->kind == REPAIR_SWAPPED && candidate->back == 0)
        return replay_exchanged(search, turn);
    if (!play_change(search, candidate, &next))
        return false;
    if (next <= at) {
        standing_follow(search->playing, &search->trial, search->line, next, at, &whole);
        standing_copy(search->playing, &search->middle, &search->trial);
        if (whole)
            standing_follow(search->playing, &search->trial, search->line, at, at + 1, &whole);
    } else if (candidate->kind != REPAIR_SWAPPED) {
        standing_copy(search->playing, &search->middle, &search->spots[candidate->back].before);
        if (made != NULL)
            *turn = *made;
    }
    return whole;
}

bool search_try(struct search *search, struct candidate *candidate)
{
    size_t next;
    uint32_t between = turns_between(search, candidate);
    search->trials -= search->playing->book->game->generate != NULL ? 1 : TRIALS_UNLISTED;
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
    if (candidate->kind == REPAIR_LEFT_OUT && candidate->legal == 0)
        return false;
    candidate->whole &= !search->main || result_fits(search->judge, &search->trial.outcome);
    if (search->at_end && (!candidate->whole || !search->trial.outcome.over))
        return false;
    return true;
}

/* Keeping the best. */

/* Of turns that may have been left out at a place one stands for all: of equal ones the
   shortest, which says least. */
static bool stands_for(const struct candidate *kept, const struct candidate *candidate)
{
    return kept->kind == REPAIR_LEFT_OUT && candidate->kind == REPAIR_LEFT_OUT && kept->back == candidate->back;
}

static unsigned steps_of(const struct candidate *candidate)
{
    return candidate->turn == NULL ? 0 : candidate->turn->count;
}

static void keep(struct search *search, struct candidate candidate)
{
    struct candidate *kept = search->kept;
    unsigned at = 0;
    while (at < search->kept_count && !stands_for(&kept[at], &candidate))
        at++;
    if (at < search->kept_count) {
        int order = candidate_rank(&candidate) - candidate_rank(&kept[at]);
        if (order == 0)
            candidate.others = ++kept[at].others;
        if (order > 0 || (order == 0 && steps_of(&candidate) >= steps_of(&kept[at])))
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

bool search_consider(struct search *search, struct candidate candidate)
{
    if (!search_try(search, &candidate))
        return false;
    search->whole += candidate.whole;
    if (search->kept_count == KEPT && candidate_rank(&candidate) >= candidate_rank(&search->kept[KEPT - 1]))
        return true;
    if (candidate.turn == NULL || own_turns(search, &candidate))
        keep(search, candidate);
    return true;
}
