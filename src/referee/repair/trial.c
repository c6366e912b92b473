/* SPDX-License-Identifier: MIT */
/* Trials: how the line goes on with a candidate, what its turns are called, and whether it keeps what was written. */
#include "referee/judge/setup.h"
#include "referee/repair/search.h"

enum {
    NOTES_BACK = 8,     /* turns before the fault whose marks may be due to it */
    NUMBERS_NEAR = 32,  /* items to the next number */
    TRIALS_UNLISTED = 8 /* one costs in games whose turns are too many to list */
};

void search_give_trials(struct repair_search *search, int32_t trials)
{
    search->effort.spent += search->effort.given - search->effort.trials;
    search->effort.given = search->effort.trials = trials;
}

const struct item *search_turn_item(const struct repair_search *search, unsigned back)
{
    return &search->line->items[search->recorded.past[back].item];
}

struct slice search_text(const struct repair_search *search, const struct item *item, uint32_t end)
{
    struct slice written = slice_cut(search->context->record->source, (struct span){item->span.begin, end});
    const char *bar = item->seat != 0 ? memchr(written.at, '|', written.length) : NULL;
    if (bar == NULL)
        return written;
    return (struct slice){bar + 1, (size_t)(written.at + written.length - bar - 1)};
}

struct slice search_turn_text(const struct repair_search *search, unsigned back, bool joined)
{
    const struct item *item = search_turn_item(search, back);
    return search_text(search, item, joined ? search->fault.joined.end : item->span.end);
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

bool search_read_line(struct repair_search *search, struct slice line, uint32_t at, struct record *record)
{
    search->effort.trials--;
    record_init(record, search->arena, line);
    record->shape = search->context->record->shape;
    record->open = &record->main;
    return record_plain(record, at) + 1 >= line.length && record->main.has_turn;
}

/* Plays the turn I of those that CANDIDATE puts in: TURN then, where it was written. */
static bool play_one(struct repair_search *search, const struct candidate *candidate, unsigned i, struct turn *turn)
{
    struct line_cursor *cursor = &search->lines.trial;
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

unsigned search_play_range(
    struct repair_search *search, const struct candidate *candidate, unsigned first, unsigned end, struct turn *turn)
{
    while (first < end && play_one(search, candidate, first, turn))
        first++;
    return first;
}

unsigned search_play_turns(struct repair_search *search, const struct candidate *candidate)
{
    struct turn turn;
    line_cursor_copy(search->context, &search->lines.trial, &search->recorded.past[candidate->back].before);
    unsigned legal = search_play_range(search, candidate, 0, candidate->count, &turn);
    search->effort.trials -= (int32_t)legal + 1;
    return legal;
}

size_t search_play_change(struct repair_search *search, const struct candidate *candidate)
{
    struct turn turn;
    const struct past_turn *past = &search->recorded.past[candidate->back];
    const struct item **turns = search_turns(search, candidate->back);
    line_cursor_copy(search->context, &search->lines.trial, &past->before);
    if (search_play_range(search, candidate, 0, candidate->count, &turn) < candidate->count)
        return NOT_PLAYED;
    if (candidate->replaced <= candidate->joined)
        return candidate->joined ? search->fault.joined_next : past->item;
    return (size_t)(turns[candidate->replaced - 1] - search->line->items) + 1;
}

uint32_t search_first_end(const struct repair_search *search, const struct candidate *candidate)
{
    const struct item **turns = search_turns(search, candidate->back);
    return candidate_unites(candidate) ? turns[candidate->replaced - 1]->span.end
        : candidate->joined            ? search->fault.joined.end
                                       : turns[0]->span.end;
}

/* How many recorded turns are between the change and what is after the fault. */
static uint32_t turns_between(const struct repair_search *search, const struct candidate *candidate)
{
    if (candidate->joined || candidate->replaced > candidate->back)
        return 0;
    return candidate->back - candidate->replaced + 1 - search->fault.at_end;
}

/* Plays the line on after CANDIDATE from its item NEXT, and compares the first number on the way.  Turns that
   were left out go before the number of their round. */
static uint32_t play_rest(struct repair_search *search, struct candidate *candidate, size_t next)
{
    const struct line *line = search->line;
    size_t number = next - (candidate->replaced == 0 && next > 0 && line->items[next - 1].kind == ITEM_NUMBER);
    bool *whole = &candidate->whole;
    while (number < line->count && number < next + NUMBERS_NEAR && line->items[number].kind != ITEM_NUMBER)
        number++;
    if (number >= line->count || line->items[number].kind != ITEM_NUMBER)
        return line_cursor_follow(search->context, &search->lines.trial, line, next, line->count, whole);
    *whole = true;
    uint32_t legal =
        number < next ? 0 : line_cursor_follow(search->context, &search->lines.trial, line, next, number, whole);
    if (!*whole)
        return legal;
    candidate->off = line->items[number].number - search->lines.trial.state->number != search->hints.off;
    return legal +
        line_cursor_follow(
            search->context, &search->lines.trial, line, number < next ? next : number, line->count, whole);
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
    search->effort.trials -= search->context->book->game->judging.generate != NULL ? turns : turns * TRIALS_UNLISTED;
    size_t next = search_play_change(search, candidate);
    if (next == NOT_PLAYED)
        return false;
    candidate->stop = search->line->count;
    if (candidate->joined && search->hints.blind)
        return candidate->whole = true;
    uint32_t legal = play_rest(search, candidate, next);
    candidate->stop = search->lines.trial.stop;
    search->effort.trials -= (int32_t)legal;
    candidate->followed = legal;
    unsigned before = search->recorded.past_count > NOTES_BACK ? NOTES_BACK : search->recorded.past_count - 1;
    candidate->notes = search->recorded.past[before].before.notes > 0 ? 0 : search->lines.trial.notes;
    if (legal < between)
        return false;
    candidate->legal = legal - between;
    candidate->misfit =
        candidate->whole && search->fault.main && !result_fits(search->repairs->report, &search->lines.trial.outcome);
    candidate->whole &= !candidate->misfit;
    candidate->ends = candidate->whole && search->fault.main && search->lines.trial.outcome.over &&
        declared_is_made(&search->repairs->report->declared);
    if (candidate->legal + candidate->ends < least_support(candidate))
        return false;
    if (search->fault.at_end && (!candidate->whole || !search->lines.trial.outcome.over))
        return false;
    if (candidate_unites(candidate) && candidate->off)
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
static struct slice written_in_place(const struct repair_search *search, const struct candidate *candidate, unsigned i)
{
    if (candidate->replaced != candidate->count || candidate->parted)
        return (struct slice){"", 0};
    const struct item *item = search_turns(search, candidate->back)[i];
    return search_text(search, item, i == 0 ? search_first_end(search, candidate) : item->span.end);
}

struct near_rows *search_compare(struct repair_search *search, struct slice written)
{
    struct compared_text *compared = search->compared;
    if (compared == NULL)
        compared = search->compared = arena_room(search->arena, sizeof *compared);
    if (compared == NULL || !near_prepare(written, &compared->near))
        return NULL;
    near_begin(&compared->rows, &compared->near);
    return &compared->rows;
}

/* The text for a turn that is nearest to what was written. */
struct nearest_text {
    struct near_rows *rows;
    unsigned cost;
    struct text *text;
    size_t begin;
};

static void keep_nearer_text(void *context, struct slice text, bool loose)
{
    struct nearest_text *nearest = context;
    unsigned cost = loose ? NEAR_FAR : near_cost(nearest->rows, text, nearest->cost);
    if (cost == NEAR_FAR)
        return;
    nearest->cost = cost;
    nearest->text->length = nearest->begin;
    text_add(nearest->text, text);
}

static void add_nearest_name(
    struct repair_search *search, const struct state *state, const struct turn *turn, struct slice written)
{
    const struct rulebook *book = search->context->book;
    struct nearest_text nearest = {.text = &search->text, .begin = search->text.length};
    book->game->notation.write(book->rules, state, turn, &search->text);
    if (book->game->notation.spell == NULL || written.length == 0 ||
        (nearest.rows = search_compare(search, written)) == NULL)
        return;
    const struct slice name = {search->text.bytes + nearest.begin, search->text.length - nearest.begin};
    nearest.cost = near_cost(nearest.rows, name, NEAR_FAR);
    book->game->notation.spell(book->rules, state, state, turn, keep_nearer_text, &nearest);
}

/* Copies its turns, which are borrowed, and names them. */
static bool copy_turns(struct repair_search *search, struct candidate *candidate)
{
    struct line_cursor *cursor = &search->lines.trial;
    line_cursor_copy(search->context, cursor, &search->recorded.past[candidate->back].before);
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
        add_nearest_name(search, cursor->state, copy, written_in_place(search, candidate, i));
        candidate->text_ends[i] = (uint16_t)search->text.length;
        if (i + 1 < candidate->count)
            line_cursor_make(search->context, cursor, copy);
    }
    candidate->put = put;
    candidate->text = arena_copy(search->arena, text_slice(&search->text));
    return candidate->text.at != NULL;
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
static bool is_beside(struct repair_search *search, struct slice written, struct slice meant)
{
    struct near_rows *rows = written.length == meant.length ? search_compare(search, written) : NULL;
    return rows != NULL && near_cost(rows, meant, NEAR_BESIDE + 1) != NEAR_FAR;
}

/* Whether some text for a turn keeps what was written. */
struct kept_words {
    struct slice written;
    bool kept;
};

static void note_kept_words(void *context, struct slice text, bool loose)
{
    struct kept_words *words = context;
    (void)loose;
    words->kept = words->kept || near_keeps(words->written, text);
}

static bool keeps_words_respelled(struct repair_search *search, const struct candidate *candidate, unsigned i,
    struct slice written, struct slice text)
{
    struct kept_words words = {written, near_keeps(written, text)};
    if (i == 0 && !words.kept)
        search_spellings(search, candidate->back, search->recorded.past[candidate->back].before.state,
            candidate->put[0].turn, note_kept_words, &words);
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
    bool short_turns = shape_is_bare(game->notation.shape);
    bool read =
        item->kind == ITEM_TURN && written.at + written.length == search->context->record->source.at + item->span.end;
    if (read && !short_turns)
        return true;
    if ((short_turns && 2 * text.length < written.length) || is_figures(written))
        return false;
    if (!read || !shape_is_of_game(search->context->book, item->shape) ||
        memchr(written.at, ' ', written.length) != NULL)
        return keeps_words_respelled(search, candidate, i, written, text);
    return shares_sign(written, text) || is_beside(search, written, text);
}

/* The same of all that CANDIDATE replaces by turns that were not written.  Where some are written twice, they are
   left once; and other kinds only add or move something. */
static bool keeps_all_words(struct repair_search *search, const struct candidate *candidate)
{
    bool replaces =
        candidate->kind == REPAIR_TURN || candidate->kind == REPAIR_EARLIER || candidate->kind == REPAIR_BOTH;
    const struct item **turns = search_turns(search, candidate->back);
    for (unsigned i = 0; replaces && i < (candidate_unites(candidate) ? 1 : candidate->replaced); i++) {
        uint32_t end = i == 0 ? search_first_end(search, candidate) : turns[i]->span.end;
        struct slice written = search_text(search, turns[i], end);
        struct slice text = candidate->replaced == candidate->count ? candidate_text(candidate, i) : candidate->text;
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
    if (candidate.parted && search_differs_in_spaces(search, candidate.put[0].turn))
        return true; /* with other signs */
    search->effort.whole += candidate.whole;
    if (rank_takes(&search->ranking, &candidate) &&
        (!candidate_makes(&candidate) || (copy_turns(search, &candidate) && keeps_all_words(search, &candidate))))
        rank_keep(&search->ranking, candidate);
    return true;
}
