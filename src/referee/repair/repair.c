/* SPDX-License-Identifier: MIT */
#include "referee/repair/repair.h"

#include "games/common.h"
#include "referee/judge/setup.h"
#include "referee/repair/search.h"

/* How far the search looks around the fault. */
enum {
    NOTED_BACK = 8,      /* turns before the fault whose marks may be due to it */
    PIECES = 6,          /* at most */
    CANONICAL_LEAST = 6, /* turns before the fault that show that all are canonical */
    NUMBERS_NEAR = 32,   /* items to the next number */
    TRIALS_UNLISTED = 8  /* one costs in games whose turns are too many to list */
};

#define NOT_PLAYED SIZE_MAX

/* Places. */

static bool new_cursor(struct repair_search *search, struct line_cursor *cursor)
{
    cursor->state = arena_alloc(search->arena, search->context->state_size);
    return cursor->state != NULL;
}

static bool is_turn(const struct item *item)
{
    return item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE;
}

/* Plays from ANCHOR to the item AT, keeping the last spots. */
static void find_spots(struct repair_search *search, const struct anchor *anchor, size_t at)
{
    const struct line *line = search->line;
    unsigned count = 0;
    line_cursor_copy(search->context, &search->trial, &anchor->cursor);
    for (size_t i = anchor->item; i < at; i++) {
        const struct item *item = &line->items[i];
        bool whole;
        if (item->kind != ITEM_TURN || line_cursor_takes_remark(search->context, &search->trial, item))
            continue;
        struct spot *spot = &search->spots[1 + count++ % FAR_BACK];
        spot->item = i;
        line_cursor_copy(search->context, &spot->before, &search->trial);
        line_cursor_follow(search->context, &search->trial, line, i, i + 1, &whole);
    }
    search->spot_count = 1 + (count < FAR_BACK ? count : FAR_BACK);
    search->near_count = search->spot_count < BACK + 1 ? search->spot_count : BACK + 1;
    /* The last one comes first. */
    struct spot ring[FAR_BACK];
    memcpy(ring, search->spots + 1, sizeof ring);
    for (unsigned back = 1; back < search->spot_count; back++)
        search->spots[back] = ring[(count - back) % FAR_BACK];
}

/* The earliest number decides. */
static void find_off(struct repair_search *search)
{
    for (unsigned back = search->spot_count; back-- > search->at_end;) {
        const struct item *item = search_item(search, back);
        if (item > search->line->items && item[-1].kind == ITEM_NUMBER) {
            search->off = item[-1].number - search->spots[back].before.state->number;
            return;
        }
    }
}

/* Whether all turns before the fault are written canonically, in a game whose turns may be written otherwise, and
   enough of them. */
static bool is_canonical(struct repair_search *search)
{
    const struct rulebook *book = search->context->book;
    bool same = book->game->spell != NULL && search->near_count > CANONICAL_LEAST;
    for (unsigned back = 1; same && back < search->near_count; back++) {
        const struct item *item = search_item(search, back);
        struct turn turn;
        if (!line_cursor_reads(search->context, item, &turn))
            return false;
        text_clear(&search->text);
        book->game->write(book->rules, search->spots[back].before.state, &turn, &search->text);
        same = slice_equal(search_words(search, item, item->span.end), text_slice(&search->text));
    }
    return same;
}

/* Lists the turns of the spots and those ahead, as far as the first that cannot be read. */
static bool list_turns(struct repair_search *search)
{
    const struct line *line = search->line;
    const struct item *end = line->items + line->count;
    const struct item *item = search->at_end ? end : line->items + search->joined_next;
    unsigned count = 0;
    for (const struct item *next = item; next < end && count < AHEAD; next++)
        count += is_turn(next);
    search->turns = arena_alloc(search->arena, (search->spot_count + count) * sizeof *search->turns);
    if (search->turns == NULL)
        return false;
    for (unsigned back = search->spot_count - 1; back > 0; back--)
        search->turns[search->turn_count++] = search_item(search, back);
    if (!search->at_end)
        search->turns[search->turn_count++] = search_item(search, 0);
    for (bool read = true; read && count > 0; item++) {
        if (!is_turn(item))
            continue;
        search->turns[search->turn_count++] = item;
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
static bool is_name(const struct repair_search *search, struct slice name)
{
    struct slice twice = arena_printf(search->arena, "%.*s %.*s", (int)name.length, name.at, (int)name.length, name.at);
    return twice.at != NULL && turn_form_covers(&turn_forms[search->context->book->game->shape], twice);
}

/* Unreadable, or after what is: a question mark, as of a tile that was not seen, or a name after a sign; or a turn
   after a dot that was to be a sign. */
static bool is_piece(const struct repair_search *search, const struct item *items, size_t i)
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
                is_name(search, item_text(record, &items[i])));
    }
    return items[i].kind == ITEM_UNREADABLE;
}

/* A turn may fall into pieces: what cannot be read after the item AT, or is cut off by
   a ';' that was to be something else, may belong to it. */
static void find_joined(struct repair_search *search, size_t at)
{
    const struct record *record = search->context->record;
    const struct line *line = search->line;
    size_t next = at + 1;
    while (next < line->count && next < at + PIECES && is_piece(search, line->items, next))
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

/* Finds the spots before the item at fault, or before the end of the line.  False when out
   of memory. */
static bool begin_search(struct repair_search *search, const struct repairs *repairs, const struct site *site)
{
    *search = (struct repair_search){.repairs = repairs,
        .context = repairs->context,
        .line = site->line,
        .main = site->main,
        .at_end = site->at == site->line->count,
        .round = repairs->context->seats,
        .arena = repairs->scratch,
        .trials = TRIALS};
    bool fine = new_cursor(search, &search->trial) && new_cursor(search, &search->middle);
    for (unsigned i = 0; i < PUT_MOST && fine; i++)
        fine = new_cursor(search, &search->level[i]);
    for (unsigned i = 0; i <= FAR_BACK && fine; i++)
        fine = new_cursor(search, &search->spots[i].before);
    if (!fine)
        return false;
    line_cursor_copy(search->context, &search->spots[0].before, site->now);
    search->spots[0].item = site->at;
    if (!search->at_end)
        find_joined(search, site->at);
    find_spots(search, site->anchor, site->at);
    find_off(search);
    search->canonical = is_canonical(search);
    if (!list_turns(search))
        return false;
    return true;
}

/* Trials. */

const struct item *search_item(const struct repair_search *search, unsigned back)
{
    return &search->line->items[search->spots[back].item];
}

struct slice search_words(const struct repair_search *search, const struct item *item, uint32_t end)
{
    struct slice written = slice_cut(search->context->record->source, (struct span){item->span.begin, end});
    const char *bar = item->seat != 0 ? memchr(written.at, '|', written.length) : NULL;
    if (bar == NULL)
        return written;
    return (struct slice){bar + 1, (size_t)(written.at + written.length - bar - 1)};
}

struct slice search_written(const struct repair_search *search, unsigned back, bool joined)
{
    const struct item *item = search_item(search, back);
    return search_words(search, item, joined ? search->joined.end : item->span.end);
}

bool search_same_turn(const struct turn *a, const struct turn *b)
{
    if (a == b)
        return true;
    if (a == NULL || b == NULL || a->shape != b->shape || a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->steps[i].count != b->steps[i].count || a->steps[i].cell != b->steps[i].cell ||
            a->steps[i].mark != b->steps[i].mark)
            return false;
    return true;
}

bool search_reads(struct repair_search *search, struct slice line, uint32_t at, struct record *record)
{
    search->trials--;
    record_init(record, search->arena, line);
    record->shape = search->context->record->shape;
    record->open = &record->main;
    return record_plain(record, at) + 1 >= line.length && record->main.has_turn;
}

/* Plays the turn I of those that CANDIDATE puts in: TURN then, where it was written. */
static bool play_one(struct repair_search *search, const struct candidate *candidate, unsigned i, struct turn *turn)
{
    struct line_cursor *cursor = &search->trial;
    static const struct turn pass = {.shape = TURN_PASS};
    const struct item *item = candidate->put[i].item;
    const struct turn *made = candidate->put[i].turn;
    if (item == NULL)
        return made == NULL ? line_cursor_force(search->context, cursor, &pass)
                            : line_cursor_make(search->context, cursor, made);
    struct play_context context = *search->context;
    struct fault why = {.facts = NULL};
    if (candidate->source != NULL)
        context.record = candidate->source;
    return item->kind == ITEM_TURN && shape_is_of_game(context.book, item->shape) &&
        line_cursor_play(&context, cursor, item, turn, &why);
}

/* The turns from FIRST to END; returns the first that is not legal, or END. */
static unsigned play_some(
    struct repair_search *search, const struct candidate *candidate, unsigned first, unsigned end, struct turn *turn)
{
    while (first < end && play_one(search, candidate, first, turn))
        first++;
    return first;
}

unsigned search_plays(struct repair_search *search, const struct candidate *candidate)
{
    struct turn turn;
    line_cursor_copy(search->context, &search->trial, &search->spots[candidate->back].before);
    unsigned legal = play_some(search, candidate, 0, candidate->count, &turn);
    search->trials -= (int32_t)legal + 1;
    return legal;
}

/* Plays what CANDIDATE puts in the place of the recorded turns; returns the first item after
   those, NOT_PLAYED where they are not legal. */
static size_t play_change(struct repair_search *search, const struct candidate *candidate)
{
    struct turn turn;
    const struct spot *spot = &search->spots[candidate->back];
    const struct item **turns = search_turns(search, candidate->back);
    line_cursor_copy(search->context, &search->trial, &spot->before);
    if (play_some(search, candidate, 0, candidate->count, &turn) < candidate->count)
        return NOT_PLAYED;
    if (candidate->replaced <= candidate->joined)
        return candidate->joined ? search->joined_next : spot->item;
    return (size_t)(turns[candidate->replaced - 1] - search->line->items) + 1;
}

/* Whether it puts one turn where several were read. */
static bool unites(const struct candidate *candidate)
{
    return candidate->parted && candidate->replaced > 1;
}

/* Where the first that CANDIDATE replaces ends, with what is joined to it. */
static uint32_t first_end(const struct repair_search *search, const struct candidate *candidate)
{
    const struct item **turns = search_turns(search, candidate->back);
    return unites(candidate) ? turns[candidate->replaced - 1]->span.end
        : candidate->joined  ? search->joined.end
                             : turns[0]->span.end;
}

/* How many recorded turns are between the change and what is after the fault. */
static uint32_t turns_between(const struct repair_search *search, const struct candidate *candidate)
{
    if (candidate->joined || candidate->replaced > candidate->back)
        return 0;
    return candidate->back - candidate->replaced + 1 - search->at_end;
}

/* Plays the line on after CANDIDATE from its item NEXT, and compares the first number on the way.  Turns that
   were left out go before the number of their round. */
static uint32_t follow(struct repair_search *search, struct candidate *candidate, size_t next)
{
    const struct line *line = search->line;
    size_t number = next - (candidate->replaced == 0 && next > 0 && line->items[next - 1].kind == ITEM_NUMBER);
    bool *whole = &candidate->whole;
    while (number < line->count && number < next + NUMBERS_NEAR && line->items[number].kind != ITEM_NUMBER)
        number++;
    if (number >= line->count || line->items[number].kind != ITEM_NUMBER)
        return line_cursor_follow(search->context, &search->trial, line, next, line->count, whole);
    *whole = true;
    uint32_t legal = number < next ? 0 : line_cursor_follow(search->context, &search->trial, line, next, number, whole);
    if (!*whole)
        return legal;
    candidate->off = line->items[number].number - search->trial.state->number != search->off;
    return legal +
        line_cursor_follow(search->context, &search->trial, line, number < next ? next : number, line->count, whole);
}

/* How many turns after the fault have to be legal with CANDIDATE, or the game to end. */
static uint32_t least_support(const struct candidate *candidate)
{
    return candidate->kind == REPAIR_BOTH ? 2 : candidate->kind == REPAIR_LEFT_OUT && candidate->count == 1;
}

static bool play_on(struct repair_search *search, struct candidate *candidate)
{
    uint32_t between = turns_between(search, candidate);
    int32_t turns = candidate->count > 1 ? (int32_t)candidate->count : 1;
    search->trials -= search->context->book->game->generate != NULL ? turns : turns * TRIALS_UNLISTED;
    size_t next = play_change(search, candidate);
    if (next == NOT_PLAYED)
        return false;
    candidate->stop = search->line->count;
    if (candidate->joined && search->blind)
        return candidate->whole = true;
    uint32_t legal = follow(search, candidate, next);
    candidate->stop = search->trial.stop;
    search->trials -= (int32_t)legal;
    candidate->followed = legal;
    unsigned before = search->spot_count > NOTED_BACK ? NOTED_BACK : search->spot_count - 1;
    candidate->noted = search->spots[before].before.notes > 0 ? 0 : search->trial.notes;
    if (legal < between)
        return false;
    candidate->legal = legal - between;
    candidate->misfit =
        candidate->whole && search->main && !result_fits(search->repairs->report, &search->trial.outcome);
    candidate->whole &= !candidate->misfit;
    candidate->ends = candidate->whole && search->main && search->trial.outcome.over &&
        declared_is_made(&search->repairs->report->declared);
    if (candidate->legal + candidate->ends < least_support(candidate))
        return false;
    if (search->at_end && (!candidate->whole || !search->trial.outcome.over))
        return false;
    if (unites(candidate) && candidate->off)
        return false; /* the numbers count several turns */
    return true;
}

bool search_try(struct repair_search *search, struct candidate *candidate)
{
    if (!play_on(search, candidate))
        return false;
    rank_weigh(candidate);
    return true;
}

/* Keeping the best. */

/* What is written for the turn I that CANDIDATE makes in its place; empty where that is not one turn for one. */
static struct slice written_for(const struct repair_search *search, const struct candidate *candidate, unsigned i)
{
    if (candidate->replaced != candidate->count || candidate->parted)
        return (struct slice){"", 0};
    const struct item *item = search_turns(search, candidate->back)[i];
    return search_words(search, item, i == 0 ? first_end(search, candidate) : item->span.end);
}

/* The text for a turn that is nearest to what was written. */
struct nearest_text {
    struct near near;
    unsigned cost;
    struct text *text;
    size_t begin;
};

static void take_nearer(void *context, struct slice text, bool loose)
{
    struct nearest_text *nearest = context;
    unsigned cost = loose ? NEAR_FAR : near_cost(&nearest->near, text, nearest->cost);
    if (cost == NEAR_FAR)
        return;
    nearest->cost = cost;
    nearest->text->length = nearest->begin;
    text_add(nearest->text, text);
}

static void add_name(
    struct repair_search *search, const struct state *state, const struct turn *turn, struct slice written)
{
    const struct rulebook *book = search->context->book;
    struct nearest_text nearest = {.text = &search->text, .begin = search->text.length};
    book->game->write(book->rules, state, turn, &search->text);
    if (book->game->spell == NULL || written.length == 0 || !near_prepare(written, &nearest.near))
        return;
    const struct slice name = {search->text.bytes + nearest.begin, search->text.length - nearest.begin};
    nearest.cost = near_cost(&nearest.near, name, NEAR_FAR);
    book->game->spell(book->rules, state, state, turn, take_nearer, &nearest);
}

/* Copies its turns, which are borrowed, and names them. */
static bool own_turns(struct repair_search *search, struct candidate *candidate)
{
    struct line_cursor *cursor = &search->trial;
    line_cursor_copy(search->context, cursor, &search->spots[candidate->back].before);
    text_clear(&search->text);
    struct substitute *put = arena_alloc(search->arena, candidate->count * sizeof *put);
    for (unsigned i = 0; i < candidate->count; i++) {
        struct turn *copy = arena_alloc(search->arena, sizeof *copy);
        if (put == NULL || copy == NULL)
            return false;
        *copy = *candidate->put[i].turn;
        put[i] = (struct substitute){.turn = copy};
        if (i > 0)
            text_add_char(&search->text, ' ');
        add_name(search, cursor->state, copy, written_for(search, candidate, i));
        candidate->text_ends[i] = (uint16_t)search->text.length;
        if (i + 1 < candidate->count)
            line_cursor_make(search->context, cursor, copy);
    }
    candidate->put = put;
    candidate->text = arena_copy(search->arena, text_slice(&search->text));
    return candidate->text.at != NULL;
}

/* The Ith of the turns that are made. */
static struct slice made_text(const struct candidate *candidate, unsigned i)
{
    uint16_t begin = i == 0 ? 0 : (uint16_t)(candidate->text_ends[i - 1] + 1);
    return (struct slice){candidate->text.at + begin, (size_t)(candidate->text_ends[i] - begin)};
}

/* Whether some sign of WRITTEN is among those of MEANT: two cells may have none in common. */
static bool shares_sign(struct slice written, struct slice meant)
{
    for (size_t i = 0; i < written.length; i++)
        if (memchr(meant.at, written.at[i], meant.length) != NULL)
            return true;
    return false;
}

/* Whether WORDS are figures alone, as results and clocks are: no turn is, but of a cell that may be all that is left
   if they are digits, and few. */
static bool is_figures(struct slice words)
{
    size_t figures = 0;
    uint32_t number;
    if (words.length <= 2 && slice_number(words, UINT32_MAX, &number))
        return false;
    while (
        figures < words.length && strchr("0123456789:-/.() ", words.at[figures]) != NULL && words.at[figures] != '\0')
        figures++;
    return figures == words.length;
}

/* Whether WRITTEN is a cell, or several, beside those of MEANT: a row and a column off. */
static bool is_beside(struct slice written, struct slice meant)
{
    struct near near;
    return written.length == meant.length && near_prepare(written, &near) &&
        near_cost(&near, meant, NEAR_BESIDE + 1) != NEAR_FAR;
}

/* Whether some text for a turn keeps what was written. */
struct kept_words {
    struct slice written;
    bool kept;
};

static void keep_text_too(void *context, struct slice text, bool loose)
{
    struct kept_words *words = context;
    (void)loose;
    words->kept = words->kept || near_keeps(words->written, text);
}

static bool keeps_spelled(struct repair_search *search, const struct candidate *candidate, unsigned i,
    struct slice written, struct slice text)
{
    struct kept_words words = {written, near_keeps(written, text)};
    if (i == 0 && !words.kept)
        search_spell(search, candidate->back, search->spots[candidate->back].before.state, candidate->put[0].turn,
            keep_text_too, &words);
    return words.kept;
}

/* Whether TEXT in the place of the turn I that CANDIDATE replaces, or of WRITTEN, which is that and what is after it,
   drops no word that was written.  A turn that can be read is one word, and takes the place of another; where a word is
   a turn, it has to be one of this game, and to have something in common with the other, and no longer text is cut down
   to it; where a turn has several, each has to be kept, by TEXT or by another text for that turn. */
static bool keeps_words(struct repair_search *search, const struct candidate *candidate, unsigned i,
    struct slice written, struct slice text)
{
    const struct item *item = search_turns(search, candidate->back)[i];
    const struct game *game = search->context->book->game;
    bool short_turns = shape_is_bare(game->shape);
    bool read =
        item->kind == ITEM_TURN && written.at + written.length == search->context->record->source.at + item->span.end;
    if (read && !short_turns)
        return true;
    if ((short_turns && 2 * text.length < written.length) || is_figures(written))
        return false;
    if (!read || !shape_is_of_game(search->context->book, item->shape) ||
        memchr(written.at, ' ', written.length) != NULL)
        return keeps_spelled(search, candidate, i, written, text);
    return shares_sign(written, text) || is_beside(written, text);
}

/* The same of all that CANDIDATE replaces by turns that were not written.  Where some are written twice, they are
   left once; and other kinds only add or move something. */
static bool keeps_all(struct repair_search *search, const struct candidate *candidate)
{
    bool replaces =
        candidate->kind == REPAIR_TURN || candidate->kind == REPAIR_EARLIER || candidate->kind == REPAIR_BOTH;
    const struct item **turns = search_turns(search, candidate->back);
    for (unsigned i = 0; replaces && i < (unites(candidate) ? 1 : candidate->replaced); i++) {
        uint32_t end = i == 0 ? first_end(search, candidate) : turns[i]->span.end;
        struct slice written = search_words(search, turns[i], end);
        struct slice text = candidate->replaced == candidate->count ? made_text(candidate, i) : candidate->text;
        if (!keeps_words(search, candidate, i, written, text))
            return false;
        if (candidate->kind == REPAIR_BOTH && !near_keeps(written, text))
            return false; /* less speaks for each of two */
    }
    return true;
}

bool search_consider(struct repair_search *search, struct candidate candidate)
{
    if (!search_try(search, &candidate))
        return false;
    if (candidate.parted && search_was_parted(search, candidate.put[0].turn))
        return true; /* with other signs */
    search->whole += candidate.whole;
    if (rank_takes(&search->ranking, &candidate) &&
        (!candidate_makes(&candidate) || (own_turns(search, &candidate) && keeps_all(search, &candidate))))
        rank_keep(&search->ranking, candidate);
    return true;
}

/* Proposals. */

/* What may be certain. */
enum {
    CERTAIN_COST = 12,
    CERTAIN_LEGAL = 2,
    RECURS = 24 /* turns before and after */
};

/* Whether the numbers jump on the way to the fault: turns may be missing there, or one of two in a row be a turn.  With
   turns that are DOUBLED, they are behind. */
static bool has_jump(const struct repair_search *search, bool doubled)
{
    const struct item *first = search->line->items;
    for (unsigned back = search->at_end; back < search->spot_count; back++) {
        const struct item *item = search_item(search, back);
        if (item == first || item[-1].kind != ITEM_NUMBER)
            continue;
        uint32_t jump = item[-1].number - search->spots[back].before.state->number - search->off;
        bool two = item > first + 1 && item[-2].kind == ITEM_NUMBER;
        if (doubled ? jump - 1 < UINT32_MAX / 2 : jump != 0 || two)
            return true;
    }
    return false;
}

/* Whether a turn that CANDIDATE is about is made again and again there: then turns may be missing between. */
static bool recurs(const struct repair_search *search, const struct candidate *candidate)
{
    unsigned begin = search->spot_count - 1 - candidate->back;
    unsigned doubled = candidate->kind == REPAIR_DOUBLED ? candidate->replaced : 0;
    const struct record *record = search->context->record;
    for (unsigned at = begin; at < begin + (doubled > 0 ? doubled : 1); at++) {
        struct slice words = candidate_makes(candidate) ? candidate->text : item_text(record, search->turns[at]);
        for (unsigned i = at > RECURS ? at - RECURS : 0; i < search->turn_count && i < at + RECURS; i++)
            if (i != at && i + doubled != at && slice_equal(item_text(record, search->turns[i]), words))
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
    bool listed = search->context->book->game->generate != NULL;
    bool spelling = rank_cost(candidate) < NEAR_SPELLING;
    bool doubled = candidate->kind == REPAIR_DOUBLED;
    uint32_t least = candidate->joined ? 1 : CERTAIN_LEGAL;
    if (candidate->kind == REPAIR_EARLIER || candidate->kind == REPAIR_LEFT_OUT || candidate->kind == REPAIR_BOTH)
        return false;
    if (!spelling &&
        ((rank_cost(candidate) > CERTAIN_COST && candidate->kind != REPAIR_REORDERED) ||
            (!doubled && rank_support(candidate) < least) || has_jump(search, doubled) || recurs(search, candidate)))
        return false;
    if (candidate->count != 1 && candidate->replaced > 0 && candidate->replaced <= candidate->back)
        return false;
    const struct state *before = search->spots[candidate->back].before.state;
    if (candidate->kind == REPAIR_SWAPPED && candidate->count > search->round && !spelling && before->number == 1 &&
        before->seat == 1)
        return false; /* or the first round is missing */
    return listed || ((spelling || candidate->parted) && candidate->legal > 0);
}

/* Whether CANDIDATE is the turn at the fault in canonical signs. */
static bool is_spelling(const struct repair_search *search, const struct candidate *candidate)
{
    return candidate->kind == REPAIR_TURN && candidate->back == 0 && candidate->count == 1 && !search->at_end &&
        near_is_spelling(item_text(search->context->record, search_item(search, 0)), candidate->text);
}

static enum confidence confidence_of(const struct repair_search *search)
{
    const struct ranking *ranking = &search->ranking;
    const struct candidate *best = &ranking->best[0];
    if (search->every && is_spelling(search, best)) {
        unsigned others = 1;
        while (others < ranking->count && !is_spelling(search, &ranking->best[others]))
            others++;
        if (others == ranking->count)
            return CONFIDENCE_CERTAIN; /* whatever the rest is */
    }
    return rank_confidence(ranking, search->whole, search->every && can_be_certain(search, best), search->numbered);
}

/* Edits. */

static void add_edit(struct repair *repair, struct span span, struct slice text)
{
    repair->edits[repair->edit_count++] = (struct edit){span, text};
}

/* Where a turn that was left out before ITEM belongs: before the number of its round. */
static uint32_t insertion(
    const struct repair_search *search, const struct candidate *candidate, const struct item *item)
{
    const struct state *before = search->spots[candidate->back].before.state;
    if (item > search->line->items && item[-1].kind == ITEM_NUMBER && item[-1].number != before->number)
        return item[-1].span.begin;
    return item->span.begin;
}

/* The turns of CANDIDATE; where each has a number of its own, with that, since the first word of a turn might be one of
   the turn before.  NUMBERED: that of the first is written, and what comes after them needs one. */
static struct slice numbered_text(struct repair_search *search, const struct candidate *candidate, bool numbered)
{
    if (!search->context->book->game->counts_turns || !candidate_makes(candidate))
        return candidate->text;
    text_clear(&search->text);
    for (unsigned i = 0; i < candidate->count; i++) {
        const struct slice turn = made_text(candidate, i);
        text_add_string(&search->text, i > 0 ? " " : "");
        if (!numbered || i > 0)
            text_printf(&search->text, "%u. ", search->spots[candidate->back].before.state->number + i);
        text_add(&search->text, turn);
    }
    if (numbered && candidate->kind == REPAIR_LEFT_OUT)
        text_printf(&search->text, " %u.", search->spots[candidate->back].before.state->number + candidate->count);
    return arena_copy(search->arena, text_slice(&search->text));
}

static struct slice with_blank(struct repair_search *search, struct slice text)
{
    text_clear(&search->text);
    text_add(&search->text, text);
    text_add_char(&search->text, ' ');
    return arena_copy(search->repairs->arena, text_slice(&search->text));
}

/* Whether a number or a turn is at OFFSET: unreadable text may end right before one. */
static bool runs_on(const struct repair_search *search, uint32_t offset)
{
    struct slice source = search->context->record->source;
    int c = offset < source.length ? source.at[offset] | 0x20 : ' ';
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static struct slice source_of(const struct repair_search *search, struct span span)
{
    return slice_cut(search->context->record->source, span);
}

/* COUNT of TURNS with what is between them. */
static struct span span_of(const struct item *const *turns, unsigned count)
{
    return (struct span){turns[0]->span.begin, turns[count - 1]->span.end};
}

/* The first COUNT of TURNS change places with as many after them.  Numbers of rounds go along where they
   have changed places, too. */
static void exchange(
    const struct repair_search *search, const struct item *const *turns, unsigned count, struct repair *repair)
{
    struct span first = span_of(turns, count);
    struct span last = span_of(turns + count, count);
    const struct item *before = turns[0] > search->line->items ? turns[0] - 1 : turns[0];
    const struct item *between = turns[count] - 1;
    if (before->kind == ITEM_NUMBER && between->kind == ITEM_NUMBER && before->number == between->number + 1) {
        first.begin = before->span.begin;
        last.begin = between->span.begin;
    }
    add_edit(repair, first, source_of(search, last));
    add_edit(repair, last, source_of(search, first));
}

static struct slice keep_text(struct repair_search *search)
{
    return arena_copy(search->repairs->arena, text_slice(&search->text));
}

/* Puts COUNT of TURNS in the order of PUT, with everything between them unchanged. */
static void reorder(struct repair_search *search, const struct item *const *turns, const struct substitute *put,
    unsigned count, struct repair *repair)
{
    struct text *text = &search->text;
    text_clear(text);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text_add(text, source_of(search, (struct span){turns[i - 1]->span.end, turns[i]->span.begin}));
        text_add(text, source_of(search, put[i].item->span));
    }
    add_edit(repair, span_of(turns, count), keep_text(search));
}

/* COUNT of TURNS become comments, one for those between which there is no other; with the number before several. */
static void comment_out(
    struct repair_search *search, const struct item *const *turns, unsigned count, struct repair *repair)
{
    struct text *text = &search->text;
    const struct item *item =
        turns[0] - (count > 1 && turns[0] > search->line->items && turns[0][-1].kind == ITEM_NUMBER);
    struct span span = {item->span.begin, turns[count - 1]->span.end};
    bool open = false;
    text_clear(text);
    for (uint32_t at = span.begin; item <= turns[count - 1]; at = item++->span.end) {
        bool words = item->kind != ITEM_COMMENT && item->kind != ITEM_REST_COMMENT;
        if (open && !words)
            text_add_char(text, '}');
        text_add(text, source_of(search, (struct span){at, item->span.begin}));
        if (!open && words)
            text_add_char(text, '{');
        text_add(text, source_of(search, item->span));
        open = words;
    }
    text_add_char(text, '}');
    add_edit(repair, span, keep_text(search));
}

/* TEXT in the place of ITEM, up to END. */
static void replace(struct repair_search *search, const struct item *item, uint32_t end, bool seat_stays,
    struct slice text, struct repair *repair)
{
    struct span span = {item->span.begin, end};
    if (seat_stays)
        span.begin = (uint32_t)(search_words(search, item, end).at - search->context->record->source.at);
    add_edit(repair, span, runs_on(search, end) ? with_blank(search, text) : arena_copy(search->repairs->arena, text));
}

static void make_edits(struct repair_search *search, const struct candidate *candidate, struct repair *repair)
{
    const struct item *const *turns = (const struct item *const *)search_turns(search, candidate->back);
    const struct item *item = search_item(search, candidate->back);
    uint32_t end = first_end(search, candidate);
    const bool numbered = item > search->line->items && item[-1].kind == ITEM_NUMBER;
    struct slice text;
    uint32_t at;
    switch (candidate->kind) {
    case REPAIR_SWAPPED:
        exchange(search, turns, candidate->count / 2, repair);
        return;
    case REPAIR_REORDERED:
        reorder(search, turns, candidate->put, candidate->count, repair);
        return;
    case REPAIR_DOUBLED:
        comment_out(search, turns, candidate->replaced, repair);
        return;
    case REPAIR_LEFT_OUT:
        at = insertion(search, candidate, item);
        add_edit(repair, (struct span){at, at},
            with_blank(search, numbered_text(search, candidate, at == item->span.begin && numbered)));
        return;
    case REPAIR_SWALLOWED:
        add_edit(repair, candidate->span, arena_copy(search->repairs->arena, candidate->text));
        return;
    case REPAIR_GLUED:
        text = search->context->book->game->counts_turns
            ? arena_printf(search->repairs->arena, " %u. ", search->spots[candidate->back].before.state->number + 1)
            : slice_of(" ");
        add_edit(repair, candidate->span, text);
        return;
    default:
        for (unsigned i = 0; i < (unites(candidate) ? 1 : candidate->replaced); i++) {
            text = candidate->replaced == candidate->count ? made_text(candidate, i)
                                                           : numbered_text(search, candidate, numbered);
            replace(search, turns[i], i == 0 ? end : turns[i]->span.end,
                turns[i]->seat == (i == 0 ? repair->seat : turns[i]->seat), text, repair);
        }
    }
}

static void make_repair(
    struct repair_search *search, const struct candidate *candidate, uint32_t ply, struct repair *repair)
{
    const struct state *before = search->spots[candidate->back].before.state;
    repair->kind = candidate->kind;
    repair->text =
        candidate_makes(candidate) ? arena_copy(search->repairs->arena, candidate->text) : (struct slice){"", 0};
    repair->ply = ply - candidate->back;
    repair->number = before->number;
    repair->seat = before->seat;
    repair->turns = candidate->kind == REPAIR_SWAPPED ? candidate->count / 2
        : candidate->kind == REPAIR_DOUBLED           ? candidate->replaced
                                                      : candidate->count;
    repair->legal = candidate->legal;
    repair->whole = candidate->whole;
    repair->open = candidate->others > 0;
    make_edits(search, candidate, repair);
}

static void attach_repairs(struct repair_search *search, struct diagnostic *fault)
{
    enum confidence confidence = confidence_of(search);
    unsigned count = rank_proposed(&search->ranking);
    if (confidence != CONFIDENCE_POSSIBLE)
        count = 1;
    struct repair *repairs = count == 0 ? NULL : arena_alloc(search->repairs->arena, count * sizeof *repairs);
    if (repairs == NULL)
        return;
    for (unsigned i = 0; i < count; i++) {
        make_repair(search, &search->ranking.best[i], fault->ply + search->at_end, &repairs[i]);
        repairs[i].confidence = confidence;
    }
    fault->repairs = repairs;
    fault->repair_count = (uint8_t)count;
}

/* Going on. */

/* Whether the line goes on further with the best candidate than with TURN played as
   written, if it can be, or as far. */
static bool goes_further(struct repair_search *search, const struct turn *turn)
{
    bool whole;
    const struct candidate *best = &search->ranking.best[0];
    line_cursor_copy(search->context, &search->trial, &search->spots[0].before);
    if (best->whole || !line_cursor_force(search->context, &search->trial, turn))
        return true;
    uint32_t legal = line_cursor_follow(
        search->context, &search->trial, search->line, search->spots[0].item + 1, search->line->count, &whole);
    return best->legal >= legal;
}

static bool is_better(struct repair_search *search, const struct turn *turn, const struct diagnostic *fault)
{
    return !search->blind && fault->repair_count > 0 &&
        (fault->repairs[0].confidence != CONFIDENCE_POSSIBLE || search->ranking.best[0].parted) &&
        goes_further(search, turn);
}

/* What CANDIDATE puts in from its turn NEXT on, in the place of the recorded ones after the fault. */
static bool put_off(const struct repair_search *search, const struct candidate *candidate, unsigned next,
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
   place of the turn at fault: .middle is before that, .trial after it, and TURN becomes it
   where it differs from what was written.  False when that cannot be. */
static bool replay(struct repair_search *search, const struct candidate *candidate, struct turn *turn,
    struct continuation *continuation)
{
    size_t at = search->spots[0].item;
    bool whole = true;
    if (candidate->replaced <= candidate->back && !candidate->joined) {
        size_t next = play_change(search, candidate);
        if (next == NOT_PLAYED)
            return false;
        line_cursor_follow(search->context, &search->trial, search->line, next, at, &whole);
        line_cursor_copy(search->context, &search->middle, &search->trial);
        if (whole)
            line_cursor_follow(search->context, &search->trial, search->line, at, at + 1, &whole);
        return whole;
    }
    /* One of the turns that were replaced is at fault; the last of them takes what is left. */
    struct turn played;
    unsigned before = candidate->joined ? 0 : candidate->back;
    bool last = unites(candidate) || candidate->replaced == (candidate->joined ? 1 : candidate->back + 1);
    before = before < candidate->count ? before : candidate->count;
    unsigned end = last || before == candidate->count ? candidate->count : before + 1;
    line_cursor_copy(search->context, &search->trial, &search->spots[candidate->back].before);
    if (play_some(search, candidate, 0, before, &played) < before)
        return false;
    line_cursor_copy(search->context, &search->middle, &search->trial);
    if (play_some(search, candidate, before, end, &played) < end)
        return false;
    if (end > before)
        *turn = candidate->put[end - 1].item == NULL ? *candidate->put[end - 1].turn : played;
    return unites(candidate) || put_off(search, candidate, end, continuation);
}

static bool adopt(struct repair_search *search, struct turn *turn, struct repaired *repaired)
{
    const struct candidate *best = &search->ranking.best[0];
    struct continuation *continuation = &repaired->continuation;
    if ((best->kind == REPAIR_BOTH && best->replaced < best->count) || !replay(search, best, turn, continuation))
        return false; /* the second of two turns has no item of its own, and would be lost where this is not made */
    repaired->before = search->middle.state;
    repaired->after = &search->trial;
    repaired->next = unites(best) ? (size_t)(search_turns(search, 0)[best->replaced - 1] - search->line->items) + 1
        : best->joined            ? search->joined_next
                                  : search->spots[0].item + 1;
    repaired->joined =
        best->joined ? (struct span){search->joined.begin, first_end(search, best)} : (struct span){0, 0};
    continuation->renumber =
        best->replaced != best->count && best->kind != REPAIR_GLUED && best->kind != REPAIR_BOTH && !best->parted;
    continuation->guessed |= best->kind == REPAIR_LEFT_OUT && best->others > 0;
    return true;
}

/* A search for FAULT, which is run; NULL where there is none to be made.  The caller
   releases its text. */
static struct repair_search *look(struct repairs *repairs, const struct site *site, struct diagnostic *fault)
{
    if (fault == NULL || repairs->searches >= SEARCHES_MOST)
        return NULL;
    repairs->joined[repairs->searches++] = (struct span){0, 0};
    arena_clear(repairs->scratch);
    struct repair_search *search = arena_alloc(repairs->scratch, sizeof *search);
    if (search == NULL || !begin_search(search, repairs, site))
        return NULL;
    search->never = !search->at_end &&
        (search_item(search, 0)->kind != ITEM_TURN || fault->rule == &common_rules[COMMON_OFF_BOARD]);
    search_run(search);
    if (search->ranking.count > 0)
        attach_repairs(search, fault);
    return search;
}

bool repair_turn(struct repairs *repairs, const struct site *site, struct turn *turn, struct diagnostic *fault,
    struct repaired *repaired)
{
    struct repair_search *search = look(repairs, site, fault);
    repaired->continuation.stop = fault->repair_count == 0 ? SIZE_MAX : search->ranking.best[0].stop;
    bool adopted = search != NULL && is_better(search, turn, fault) && adopt(search, turn, repaired);
    if (adopted)
        repairs->joined[repairs->searches - 1] = repaired->joined;
    if (adopted && search->ranking.best[0].parted) {
        fault->span = fault->turn = repaired->joined;
        repaired->continuation.forced |= fault->repairs[0].confidence == CONFIDENCE_POSSIBLE;
    }
    if (search != NULL)
        text_release(&search->text);
    return adopted;
}

void repair_result(struct repairs *repairs, const struct site *site, struct diagnostic *fault)
{
    struct repair_search *search = look(repairs, site, fault);
    if (search != NULL)
        text_release(&search->text);
}

/* Variations that are never closed. */

/* Turns after which a parenthesis is tried. */
enum { CLOSINGS = 64 };

/* Where a variation may end, and how far the main line goes on after that. */
struct closing {
    size_t cut; /* its items that belong to it */
    unsigned fitting;
    uint32_t legal;
};

/* After the turn at index AT of LINE and what is said of it. */
static size_t end_of_turn(const struct line *line, size_t at)
{
    for (at++; at < line->count && !is_turn(&line->items[at]) && line->items[at].kind != ITEM_NUMBER;)
        at++;
    return at;
}

/* Tries every end, from the first turn on as long as the turns are legal in the variation. */
static void try_ends(const struct repairs *repairs, const struct line_cursor *main, const struct line_cursor *start,
    const struct line *line, struct line_cursor *trial, struct closing *closing)
{
    const struct play_context *context = repairs->context;
    unsigned tried = 0;
    for (size_t i = 0; i < line->count && tried < CLOSINGS; i++) {
        bool whole;
        if (!is_turn(&line->items[i]))
            continue;
        size_t cut = end_of_turn(line, i);
        tried++;
        line_cursor_copy(context, trial, start);
        line_cursor_follow(context, trial, line, 0, cut, &whole);
        if (!whole)
            return;
        line_cursor_copy(context, trial, main);
        uint32_t legal = line_cursor_follow(context, trial, line, cut, line->count, &whole);
        if (!whole || !result_fits(repairs->report, &trial->outcome))
            continue;
        if (closing->fitting++ == 0) {
            closing->cut = cut;
            closing->legal = legal;
        }
    }
}

static const struct repair *close_line(const struct repairs *repairs, const struct line_cursor *main, uint32_t ply,
    const struct line *line, const struct closing *closing)
{
    struct repair *repair = arena_alloc(repairs->arena, sizeof *repair);
    if (repair == NULL)
        return NULL;
    uint32_t end = line->items[closing->cut - 1].span.end;
    *repair = (struct repair){.kind = REPAIR_UNCLOSED,
        .confidence = closing->fitting == 1 ? CONFIDENCE_LIKELY : CONFIDENCE_POSSIBLE,
        .text = {"", 0},
        .ply = ply + 1,
        .number = main->state->number,
        .seat = main->state->seat,
        .legal = closing->legal,
        .whole = true,
        .edit_count = 1,
        .edits = {{{end, end}, {")", 1}}}};
    return repair;
}

/* Whether LINE ends in another variation that is never closed: then one parenthesis is not enough. */
static bool leaves_open(const struct line *line)
{
    const struct item *last = line->count == 0 ? NULL : &line->items[line->count - 1];
    return last != NULL && last->kind == ITEM_VARIATION && last->span.end - last->span.begin == 1;
}

size_t repair_unclosed(struct repairs *repairs, const struct line_cursor *main, uint32_t ply,
    const struct line_cursor *start, const struct line *line)
{
    struct closing closing = {line->count, 0, 0};
    struct line_cursor trial = {.state = NULL};
    if (line->unclosed == NULL || leaves_open(line))
        return line->count;
    arena_clear(repairs->scratch);
    trial.state = arena_alloc(repairs->scratch, repairs->context->state_size);
    if (trial.state == NULL)
        return line->count;
    try_ends(repairs, main, start, line, &trial, &closing);
    if (closing.fitting == 0)
        return line->count;
    repairs->unclosed = line->unclosed;
    repairs->closing = close_line(repairs, main, ply, line, &closing);
    repairs->closed = closing.fitting == 1;
    return repairs->closed ? closing.cut : line->count;
}

void repairs_attach(const struct repairs *repairs, const struct diagnostic *fault, struct diagnostic *copy)
{
    for (unsigned i = 0; i < repairs->searches; i++) {
        struct span joined = repairs->joined[i];
        copy->cascaded |= joined.end > 0 && joined.begin <= fault->span.begin && fault->span.end <= joined.end;
    }
    if (fault != repairs->unclosed || repairs->closing == NULL)
        return;
    copy->repairs = repairs->closing;
    copy->repair_count = 1;
    copy->sequel = repairs->closed ? SEQUEL_REPAIRED : SEQUEL_NONE;
}
