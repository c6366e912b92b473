#include "referee/repair.h"

#include "referee/search.h"

/* How much better than the next a candidate must be, and how bad one may be that is
   told at all. */
enum { LEAD = 5, TOLD = 10, SURE_COST = 10, SURE_LEGAL = 2, NOTHING_FOLLOWS = 12 };

/* Whether CANDIDATE is worth telling beside BEST. */
static bool is_told(const struct candidate *candidate, const struct candidate *best)
{
    if (!candidate->whole && candidate->legal == 0 && candidate->cost > NOTHING_FOLLOWS)
        return false;
    return candidate->whole == best->whole && candidate_rank(candidate) <= candidate_rank(best) + TOLD;
}

/* Earlier turns are only searched for what is near, and where a turn was left out is
   seldom the only place.  Where turns are too many to try all of them, only mere spelling
   leaves no doubt. */
static bool can_be_certain(const struct search *search, const struct candidate *candidate)
{
    bool listed = search->playing->book->game->generate != NULL;
    if (candidate->kind == REPAIR_EARLIER || candidate->kind == REPAIR_LEFT_OUT)
        return false;
    return listed || (candidate->cost < NEAR_SPELLING && candidate->legal > 0);
}

static enum confidence confidence_of(const struct search *search)
{
    const struct candidate *best = &search->kept[0];
    if (best->whole && search->whole == 1)
        return search->every && can_be_certain(search, best) ? CONFIDENCE_CERTAIN : CONFIDENCE_LIKELY;
    bool leads = search->kept_count == 1 || candidate_rank(&search->kept[1]) >= candidate_rank(best) + LEAD;
    bool sure = best->cost <= SURE_COST || best->legal >= SURE_LEGAL;
    return leads && sure ? CONFIDENCE_LIKELY : CONFIDENCE_POSSIBLE;
}

/* Edits. */

static struct slice item_words(const struct search *search, const struct item *item)
{
    return item_text(search->playing->record, item);
}

static void add_edit(struct repair *repair, struct span span, struct slice text)
{
    repair->edits[repair->edit_count++] = (struct edit){span, text};
}

/* Where a turn that was left out before ITEM belongs: before the number of its round. */
static uint32_t insertion(const struct search *search, const struct candidate *candidate, const struct item *item)
{
    const struct state *before = search->spots[candidate->back].before.state;
    if (item > search->line->items && item[-1].kind == ITEM_NUMBER && item[-1].number != before->number)
        return item[-1].span.begin;
    return item->span.begin;
}

static struct slice with_blank(struct search *search, struct slice text)
{
    text_clear(&search->text);
    text_add(&search->text, text);
    text_add_char(&search->text, ' ');
    return arena_copy(search->judge->arena, text_slice(&search->text));
}

/* The turn at fault changes spots with the one behind it, or one before it with the
   one behind that. */
static void exchange(const struct search *search, const struct candidate *candidate, struct repair *repair)
{
    const struct item *item = search_item(search, candidate->back);
    const struct item *other = search_next(search, candidate->back);
    add_edit(repair, item->span, item_words(search, other));
    add_edit(repair, other->span, item_words(search, item));
}

static void make_edits(struct search *search, const struct candidate *candidate, struct repair *repair)
{
    const struct item *item = search_item(search, candidate->back);
    struct span span = item->span;
    if (candidate->joined)
        span.end = search->joined.end;
    if (candidate->kind == REPAIR_SWAPPED) {
        exchange(search, candidate, repair);
    } else if (candidate->kind == REPAIR_LEFT_OUT) {
        span.begin = span.end = insertion(search, candidate, item);
        add_edit(repair, span, with_blank(search, candidate->text));
    } else if (candidate->kind == REPAIR_GLUED) {
        const char *blank = memchr(repair->text.at, ' ', repair->text.length);
        span.begin = span.end = span.end - (uint32_t)(repair->text.at + repair->text.length - blank - 1);
        add_edit(repair, span, (struct slice){" ", 1});
    } else if (candidate->kind == REPAIR_DOUBLED) {
        struct slice source = search->playing->record->source;
        span.end += span.end < source.length && source.at[span.end] == ' ';
        add_edit(repair, span, (struct slice){"", 0});
    } else {
        add_edit(repair, span, repair->text);
    }
}

static void make_repair(struct search *search, const struct candidate *candidate, uint32_t ply, struct repair *repair)
{
    const struct state *before = search->spots[candidate->back].before.state;
    repair->kind = candidate->kind;
    repair->text = candidate->turn == NULL ? (struct slice){"", 0} : arena_copy(search->judge->arena, candidate->text);
    repair->ply = ply - candidate->back;
    repair->number = before->number;
    repair->seat = before->seat;
    repair->legal = candidate->legal;
    repair->whole = candidate->whole;
    repair->open = candidate->others > 0;
    make_edits(search, candidate, repair);
}

static void hang_repairs(struct search *search, struct diagnostic *fault)
{
    unsigned count = 0;
    enum confidence confidence = confidence_of(search);
    while (count < search->kept_count && count < REPAIRS_MOST && is_told(&search->kept[count], &search->kept[0]))
        count++;
    if (confidence != CONFIDENCE_POSSIBLE)
        count = 1;
    struct repair *repairs = count == 0 ? NULL : arena_alloc(search->judge->arena, count * sizeof *repairs);
    if (repairs == NULL)
        return;
    for (unsigned i = 0; i < count; i++) {
        make_repair(search, &search->kept[i], fault->ply + search->at_end, &repairs[i]);
        repairs[i].confidence = confidence;
    }
    fault->repairs = repairs;
    fault->repair_count = (uint8_t)count;
}

/* Going on. */

/* Whether the line goes on further with the best candidate than with TURN played as
   written, if it can be, or as far, for more than nothing. */
static bool goes_further(struct search *search, const struct progress *progress, const struct turn *turn)
{
    bool whole;
    const struct candidate *best = &search->kept[0];
    standing_copy(search->playing, &search->trial, &progress->now);
    if (best->whole || !standing_force(search->playing, &search->trial, turn))
        return true;
    uint32_t legal = standing_follow(
        search->playing, &search->trial, search->line, search->spots[0].item + 1, search->line->count, &whole);
    return best->legal > legal || (best->legal == legal && legal > 0);
}

static bool is_better(
    struct search *search, const struct progress *progress, const struct turn *turn, const struct diagnostic *fault)
{
    return !search->blind && fault->repair_count > 0 && fault->repairs[0].confidence != CONFIDENCE_POSSIBLE &&
        goes_further(search, progress, turn);
}

static void adopt(
    struct judge *judge, struct search *search, struct progress *progress, struct turn *turn, struct diagnostic *fault)
{
    const struct candidate *best = &search->kept[0];
    if (!search_replay(search, best, turn))
        return;
    if (best->kind == REPAIR_SWAPPED && best->back == 0)
        progress->instead = search_item(search, 0);
    memcpy(progress->before, search->middle.state, search->playing->state_size);
    standing_copy(search->playing, &progress->now, &search->trial);
    progress->anchor_item = best->joined ? search->joined_next : search->spots[0].item + 1;
    if (best->joined) {
        judge->mended[judge->searches - 1] = search->joined;
        tree_join(&judge->report->tree, search->joined, judge->arena);
    }
    progress->renumber = best->kind == REPAIR_LEFT_OUT || best->kind == REPAIR_DOUBLED;
    progress->guessed |= best->kind == REPAIR_LEFT_OUT && best->others > 0;
    progress->forced = !best->whole && best->legal == 0 && best->cost >= NEAR_SPELLING;
    fault->sequel = SEQUEL_REPAIRED;
}

/* A search for FAULT, which is run; NULL where there is none to be made.  The caller
   ends it. */
static struct search *look(
    struct judge *judge, const struct progress *progress, const struct line *line, size_t at, struct diagnostic *fault)
{
    if (fault == NULL || progress->forced || judge->searches >= SEARCHES_MOST)
        return NULL;
    judge->searches++;
    arena_clear(judge->scratch);
    struct search *search = arena_alloc(judge->scratch, sizeof *search);
    if (search == NULL || !search_begin(search, judge, progress, line, at))
        return NULL;
    search_run(search);
    if (search->kept_count > 0)
        hang_repairs(search, fault);
    return search;
}

void repair_turn(struct judge *judge, struct progress *progress, const struct line *line, size_t at, struct turn *turn,
    struct diagnostic *fault)
{
    struct search *search = look(judge, progress, line, at, fault);
    if (search == NULL)
        return;
    if (is_better(search, progress, turn, fault))
        adopt(judge, search, progress, turn, fault);
    search_end(search);
}

void repair_result(struct judge *judge, const struct progress *end, struct diagnostic *fault)
{
    const struct line *line = &judge->record->main;
    struct search *search = look(judge, end, line, line->count, fault);
    if (search != NULL)
        search_end(search);
}
