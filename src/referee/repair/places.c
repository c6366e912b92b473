/* SPDX-License-Identifier: MIT */
/* Where a search looks: the last turns before a fault and those after it, and the pieces of the turn at fault. */
#include "referee/repair/search.h"

enum {
    PIECES = 6,         /* of a turn, at most */
    CANONICAL_LEAST = 6 /* turns before the fault that show that all are canonical */
};

static bool init_cursor(struct repair_search *search, struct line_cursor *cursor)
{
    cursor->state = arena_alloc(search->arena, search->context->state_size);
    return cursor->state != NULL;
}

/* Plays from ANCHOR to the item AT, keeping the last turns. */
static void play_past_turns(struct repair_search *search, const struct anchor *anchor, size_t at)
{
    const struct line *line = search->line;
    unsigned count = 0;
    line_cursor_copy(search->context, &search->lines.trial, &anchor->cursor);
    for (size_t i = anchor->item; i < at; i++) {
        const struct item *item = &line->items[i];
        bool whole;
        if (item->kind != ITEM_TURN || line_cursor_takes_remark(search->context, &search->lines.trial, item))
            continue;
        struct past_turn *past = &search->recorded.past[1 + count++ % FAR_BACK];
        past->item = i;
        line_cursor_copy(search->context, &past->before, &search->lines.trial);
        line_cursor_follow(search->context, &search->lines.trial, line, i, i + 1, &whole);
    }
    search->recorded.past_count = 1 + (count < FAR_BACK ? count : FAR_BACK);
    search->recorded.near_count = search->recorded.past_count < BACK + 1 ? search->recorded.past_count : BACK + 1;
    /* The last one comes first. */
    struct past_turn ring[FAR_BACK];
    memcpy(ring, search->recorded.past + 1, sizeof ring);
    for (unsigned back = 1; back < search->recorded.past_count; back++)
        search->recorded.past[back] = ring[(count - back) % FAR_BACK];
}

/* The earliest number decides. */
static void find_number_offset(struct repair_search *search)
{
    for (unsigned back = search->recorded.past_count; back-- > search->fault.at_end;) {
        const struct item *item = search_turn_item(search, back);
        if (item > search->line->items && item[-1].kind == ITEM_NUMBER) {
            search->hints.off = item[-1].number - search->recorded.past[back].before.state->number;
            return;
        }
    }
}

/* Whether all turns before the fault are written canonically, in a game whose turns may be written otherwise, and
   enough of them. */
static bool is_canonical(struct repair_search *search)
{
    const struct rulebook *book = search->context->book;
    bool same = book->game->notation.spell != NULL && search->recorded.near_count > CANONICAL_LEAST;
    for (unsigned back = 1; same && back < search->recorded.near_count; back++) {
        const struct item *item = search_turn_item(search, back);
        struct turn turn;
        if (!line_cursor_reads(search->context, item, &turn))
            return false;
        text_clear(&search->text);
        book->game->notation.write(book->rules, search->recorded.past[back].before.state, &turn, &search->text);
        same = slice_equal(search_text(search, item, item->span.end), text_slice(&search->text));
    }
    return same;
}

/* Lists the past turns and those ahead, as far as the first that cannot be read. */
static bool list_turns(struct repair_search *search)
{
    const struct line *line = search->line;
    const struct item *end = line->items + line->count;
    const struct item *item = search->fault.at_end ? end : line->items + search->fault.joined_next;
    unsigned count = 0;
    for (const struct item *next = item; next < end && count < AHEAD; next++)
        count += is_written_turn(next);
    search->recorded.turns =
        arena_alloc(search->arena, (search->recorded.past_count + count) * sizeof *search->recorded.turns);
    if (search->recorded.turns == NULL)
        return false;
    for (unsigned back = search->recorded.past_count - 1; back > 0; back--)
        search->recorded.turns[search->recorded.turn_count++] = search_turn_item(search, back);
    if (!search->fault.at_end)
        search->recorded.turns[search->recorded.turn_count++] = search_turn_item(search, 0);
    for (bool read = true; read && count > 0; item++) {
        if (!is_written_turn(item))
            continue;
        search->recorded.turns[search->recorded.turn_count++] = item;
        read = item->kind == ITEM_TURN;
        count--;
    }
    return true;
}

static bool ends_in_sign(struct slice text)
{
    return text.length > 0 && strchr("-/\\", text.at[text.length - 1]) != NULL;
}

/* Whether a turn may be NAME and, after a space, a name again, as a tile and where it goes. */
static bool may_be_tile(const struct repair_search *search, struct slice name)
{
    struct slice twice = arena_printf(search->arena, "%.*s %.*s", (int)name.length, name.at, (int)name.length, name.at);
    return twice.at != NULL && turn_form_covers(&turn_forms[search->context->book->game->notation.shape], twice);
}

/* Unreadable, or after what is: a question mark, as of a tile that was not seen, or a name after a sign; or a turn
   after a dot that was to be a sign. */
static bool may_be_piece(const struct repair_search *search, const struct item *items, size_t i)
{
    const struct record *record = search->context->record;
    struct span between = {items[i - 1].span.end, items[i].span.begin};
    if (items[i].kind == ITEM_GLYPH)
        return items[i - 1].kind == ITEM_UNREADABLE;
    if (items[i].kind == ITEM_TURN) {
        while (between.begin + 1 < between.end && is_space(record->source.at[between.begin]))
            between.begin++;
        return (between.end == between.begin + 1 && record->source.at[between.begin] == '.') ||
            (items[i - 1].kind == ITEM_UNREADABLE && ends_in_sign(item_text(record, &items[i - 1])) &&
                may_be_tile(search, item_text(record, &items[i])));
    }
    return items[i].kind == ITEM_UNREADABLE;
}

/* A turn may fall into pieces: what cannot be read after the item AT, or is cut off by
   a ';' that was to be something else, may belong to it. */
static void find_pieces(struct repair_search *search, size_t at)
{
    const struct record *record = search->context->record;
    const struct line *line = search->line;
    size_t next = at + 1;
    while (next < line->count && next < at + PIECES && may_be_piece(search, line->items, next))
        next++;
    struct span span = {line->items[at].span.begin, line->items[next - 1].span.end};
    const struct item *item = next < line->count ? &line->items[next] : NULL;
    if (item != NULL && item->kind == ITEM_REST_COMMENT && item->span.begin == span.end) {
        search->hints.blind = true;
        next++;
        while (span.end < item->span.end && strchr(" \t\r\n", record->source.at[span.end]) == NULL)
            span.end++;
    } else if (item != NULL || (search->fault.main && record->has_result)) {
        uint32_t end = item != NULL ? item->span.begin : record->result.begin;
        while (end > span.end && strchr(" \t\r\n", record->source.at[end - 1]) != NULL)
            end--;
        span.end = end > span.end ? end : span.end;
    }
    search->fault.joined = span;
    search->fault.joined_next = next;
    search->fault.in_pieces = span.end > line->items[at].span.end;
}

bool search_begin(struct repair_search *search, const struct repairs *repairs, const struct fault_location *location)
{
    *search = (struct repair_search){.repairs = repairs,
        .context = repairs->context,
        .line = location->line,
        .fault.main = location->main,
        .fault.at_end = location->at == location->line->count,
        .recorded.round = repairs->context->seats,
        .arena = repairs->scratch,
        .effort = {.trials = TRIALS, .given = TRIALS}};
    bool fine = init_cursor(search, &search->lines.trial) && init_cursor(search, &search->lines.middle);
    for (unsigned i = 0; i < PUT_MOST && fine; i++)
        fine = init_cursor(search, &search->lines.level[i]);
    for (unsigned i = 0; i <= FAR_BACK && fine; i++)
        fine = init_cursor(search, &search->recorded.past[i].before);
    if (!fine)
        return false;
    line_cursor_copy(search->context, &search->recorded.past[0].before, location->now);
    search->recorded.past[0].item = location->at;
    if (!search->fault.at_end)
        find_pieces(search, location->at);
    play_past_turns(search, location->anchor, location->at);
    find_number_offset(search);
    search->hints.canonical = is_canonical(search);
    if (!list_turns(search))
        return false;
    return true;
}
