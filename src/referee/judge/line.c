/* SPDX-License-Identifier: MIT */
#include "referee/judge/line.h"
#include "referee/judge/clock_watch.h"
#include "referee/judge/other_tags.h"

#include "games/common.h"
#include "record/hints.h"
#include "referee/judge/facts.h"

static struct state *new_state(struct judge *judge)
{
    struct state *state = arena_room(judge->arena, judge->context.state_size);
    judge->failed |= state == NULL;
    return state;
}

static void copy_state(const struct judge *judge, struct state *to, const struct state *from)
{
    memcpy(to, from, judge->context.state_size);
}

struct diagnostic *judge_add(struct judge *judge, const struct rule *rule, struct slice facts, struct span span)
{
    struct slice kept = judge->facts == NULL ? (struct slice){"", 0} : arena_copy(judge->arena, facts);
    struct diagnostic *diagnostic = diagnostic_new(judge->arena, rule, kept, span);
    judge->failed |= diagnostic == NULL || (judge->facts != NULL && judge->facts->failed);
    return diagnostics_add(&judge->report->diagnostics, diagnostic);
}

struct diagnostic *judge_report(struct judge *judge, const struct rule *rule, struct span span, const char *format, ...)
{
    struct fault fault = {.facts = judge->facts};
    struct text *facts = fault_begin(&fault, rule, FAULT_WHOLE);
    va_list arguments;
    va_start(arguments, format);
    if (facts != NULL)
        text_vprintf(facts, format, arguments);
    va_end(arguments);
    return judge_add(judge, rule, fault_facts(&fault), span);
}

/* A diagnostic about ITEM, the turn that MOVER, as the state before it says, is
   about to make or has just made. */
static struct diagnostic *report_turn(struct judge *judge, const struct line_state *line_state,
    const struct state *mover, const struct item *item, const struct rule *rule, struct slice facts, struct span span)
{
    struct diagnostic *diagnostic = judge_add(judge, rule, facts, span);
    if (diagnostic == NULL)
        return NULL;
    diagnostic->turn = item->span;
    diagnostic->ply = line_state->ply + 1;
    diagnostic->number = mover->number;
    diagnostic->seat = mover->seat;
    diagnostic->in_variation = line_state->depth > 0;
    keep_board(judge, line_state->before, item, diagnostic);
    return diagnostic;
}

static struct span part_span(const struct judge *judge, const struct item *item, uint16_t part)
{
    return part < item->part_count ? judge->record->parts[item->first_part + part].span : item->span;
}

/* Whether a variation may leave from ITEM.  What may turn out to be a remark is not a turn: what follows it then still
   belongs to the turn before. */
static bool may_have_variation(const struct judge *judge, const struct line *line, const struct item *item)
{
    const struct item *end = line->items + line->count;
    for (item++; item < end && item->kind != ITEM_VARIATION; item++)
        if (item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE)
            return item->shape == TURN_OUT || item->shape == TURN_PASS || judge->book->game->foreign.echoes != NULL;
    return item < end;
}

/* Turns. */

static void mark_first_error(struct judge *judge, const struct line_state *line_state)
{
    struct report *report = judge->report;
    if (line_state->depth > 0 || judge->first_error != NULL)
        return;
    judge->first_error = new_state(judge);
    if (judge->first_error != NULL)
        copy_state(judge, judge->first_error, line_state->now.state);
    report->plies = line_state->ply;
    report->outcome = line_state->now.outcome;
    outcome_score(judge->book->rules, line_state->now.state, &report->outcome);
}

/* After a turn that cannot be played: the line is not judged further. */
static enum verdict stop_judging(struct judge *judge, struct line_state *line_state, struct diagnostic *fault)
{
    mark_first_error(judge, line_state);
    line_state->lost = true;
    if (fault != NULL)
        fault->sequel = SEQUEL_GAVE_UP;
    return VERDICT_LOST;
}

/* A record with more faults than this is not one that was played. */
enum { FAULTS_FORCED = 10000 };

/* From the item NEXT on the line is judged as if nothing had been wrong before. */
static void restart_from(struct judge *judge, struct line_state *line_state, size_t next)
{
    line_cursor_copy(&judge->context, &line_state->anchor.cursor, &line_state->now);
    line_state->anchor.item = next;
}

static const struct state *keep_state(struct judge *judge, const struct state *state)
{
    struct state *kept = arena_alloc(judge->scratch, judge->context.state_size);
    if (kept != NULL)
        memcpy(kept, state, judge->context.state_size);
    return kept;
}

/* Whether TURN, which led from BEFORE to AFTER, did no more than passing would. */
static bool does_nothing(
    struct judge *judge, const struct turn *turn, const struct state *before, const struct state *after)
{
    struct state *passed = arena_alloc(judge->scratch, judge->context.state_size);
    struct turn pass = {.shape = TURN_PASS};
    if (passed == NULL || before == NULL || turn->shape == TURN_PASS || turn->shape == TURN_RESIGN)
        return false;
    memcpy(passed, before, judge->context.state_size);
    return game_force(judge->book->rules, passed, &pass) && memcmp(passed, after, judge->context.state_size) == 0;
}

/* Goes on as if what was probably meant by the turn before *NEXT had been played, if that is found. */
static void try_repair(struct judge *judge, struct line_state *line_state, const struct line *line, size_t *next,
    struct turn *turn, struct diagnostic *fault)
{
    const struct fault_location location = {
        line, line_state->depth == 0, *next - 1, &line_state->anchor, &line_state->now};
    struct repaired repaired = {.continuation = line_state->continuation};
    if (line_state->continuation.forced)
        return;
    bool found = repair_turn(&judge->repairs, &location, turn, fault, &repaired);
    line_state->continuation.stop = repaired.continuation.stop;
    if (!found)
        return;
    copy_state(judge, line_state->before, repaired.before);
    line_cursor_copy(&judge->context, &line_state->now, repaired.after);
    line_state->continuation = repaired.continuation;
    if (repaired.joined.end > 0)
        tree_join(&judge->report->tree, repaired.joined, judge->arena);
    *next = repaired.next;
    fault->sequel = SEQUEL_REPAIRED;
}

/* Whether ITEM is a word right after a turn that no slip makes a turn, and the line goes on
   without it. */
static bool is_stray(
    struct judge *judge, const struct line *line, const struct item *item, const struct line_state *line_state)
{
    struct line_cursor trial = {.state = NULL};
    bool whole;
    if (item->kind != ITEM_UNREADABLE || item->shape != TURN_NONE || item == line->items ||
        item[-1].kind != ITEM_TURN || judge->repairs.searches >= SEARCHES_MOST)
        return false;
    arena_clear(judge->scratch);
    trial.state = arena_alloc(judge->scratch, judge->context.state_size);
    if (trial.state == NULL)
        return false;
    line_cursor_copy(&judge->context, &trial, &line_state->now);
    size_t next = (size_t)(item - line->items) + 1;
    return line_cursor_follow(&judge->context, &trial, line, next, line->count, &whole) > 0;
}

/* Goes on after an illegal turn, which means TURN: as if what was probably meant had been
   played, or as it was written, or not at all. */
static enum verdict continue_after_illegal(struct judge *judge, const struct line *line, const struct item *item,
    struct line_state *line_state, struct turn *turn, struct diagnostic *fault)
{
    bool stood = remarks_say_stood(judge->record, line, item);
    const struct state *before = stood ? keep_state(judge, line_state->now.state) : NULL;
    size_t next = (size_t)(item - line->items) + 1;
    if (!stood) {
        mark_first_error(judge, line_state);
        try_repair(judge, line_state, line, &next, turn, fault);
    }
    if (fault->sequel == SEQUEL_NONE && !stood && fault->repair_count == 0 && is_stray(judge, line, item, line_state)) {
        restart_from(judge, line_state, next);
        return VERDICT_LOST;
    }
    if (fault->sequel == SEQUEL_NONE) {
        if (judge->report->diagnostics.count > FAULTS_FORCED ||
            !line_cursor_force(&judge->context, &line_state->now, turn)) {
            fault->not_carried = stood;
            return stop_judging(judge, line_state, fault);
        }
        fault->sequel = stood ? SEQUEL_STOOD : SEQUEL_FORCED;
        line_state->continuation.forced |= !stood;
    }
    if (stood) {
        fault->severity = SEVERITY_WARNING;
        fault->not_carried = does_nothing(judge, turn, before, line_state->now.state);
    }
    restart_from(judge, line_state, next);
    line_state->ply++;
    return stood ? VERDICT_STOOD : VERDICT_ILLEGAL;
}

/* Goes on after an illegal turn whose fault is ignored: as if it had stood, and without a diagnostic. */
static enum verdict let_illegal_stand(struct judge *judge, const struct line *line, const struct item *item,
    struct line_state *line_state, const struct turn *turn)
{
    line_state->gap = 0;
    if (!line_cursor_force(&judge->context, &line_state->now, turn))
        return stop_judging(judge, line_state, NULL);
    restart_from(judge, line_state, (size_t)(item - line->items) + 1);
    line_state->ply++;
    return VERDICT_STOOD;
}

/* Whether ITEM is illegal with the first repair of the fault before it, too. */
static bool is_illegal_anyway(const struct line *line, const struct item *item, const struct line_state *line_state)
{
    return (size_t)(item - line->items) == line_state->continuation.stop;
}

static enum verdict refuse_turn(struct judge *judge, const struct line *line, const struct item *item,
    struct line_state *line_state, struct turn *turn, const struct fault *why, struct diagnostic **fault)
{
    if (severities_let_stand(judge->context.severities, why->rule) && !remarks_say_stood(judge->record, line, item))
        return let_illegal_stand(judge, line, item, line_state, turn);
    *fault = report_turn(
        judge, line_state, line_state->now.state, item, why->rule, fault_facts(why), part_span(judge, item, why->part));
    if (*fault == NULL)
        return stop_judging(judge, line_state, NULL);
    if (turn->shape != TURN_NONE && !judge->context.silent) {
        (*fault)->board = board_facts(judge, turn, why->part, line_state->now.state, &(*fault)->within);
        (*fault)->cascaded = line_state->continuation.forced && !is_illegal_anyway(line, item, line_state);
    }
    enum verdict verdict = continue_after_illegal(judge, line, item, line_state, turn, *fault);
    if (!(*fault)->cascaded && (*fault)->sequel != SEQUEL_REPAIRED && (*fault)->sequel != SEQUEL_STOOD)
        (*fault)->gap = line_state->gap;
    line_state->gap = 0;
    return verdict;
}

/* Notes that a legal turn earns. */
static void add_notes(struct judge *judge, const struct line *line, const struct item *item,
    const struct line_state *line_state, const struct state *mover, const struct fault *note)
{
    const struct item *next = item + 1;
    const bool known = note->rule == &common_rules[COMMON_MARK_MISSING] && judge->record->no_marks;
    if (note->rule != NULL && !known && !line_state->continuation.guessed)
        report_turn(judge, line_state, mover, item, note->rule, fault_facts(note), part_span(judge, item, note->part));
    if (next < line->items + line->count && next->kind != ITEM_TURN && next->kind != ITEM_NUMBER &&
        remarks_say_stood(judge->record, line, item))
        report_turn(judge, line_state, mover, item, &common_rules[COMMON_STOOD], (struct slice){"", 0}, item->span);
}

/* The first mark of RECORD that begins at AT or after it. */
static const struct record_mark *first_mark_after(const struct record *record, uint32_t at)
{
    size_t low = 0;
    size_t high = record->mark_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (record->marks[middle].place.begin < at)
            low = middle + 1;
        else
            high = middle;
    }
    return record->marks + low;
}

/* What else is written of a legal turn, and wrong. */
static void report_marks(
    struct judge *judge, const struct item *item, const struct line_state *line_state, const struct state *mover)
{
    const struct record *record = judge->record;
    if (record->mark_count == 0)
        return;
    const struct span place = record_place(record, item->span);
    const struct slice turn = slice_cut(record->source, item->span);
    for (const struct record_mark *mark = first_mark_after(record, place.begin);
         mark < record->marks + record->mark_count && mark->place.end <= place.end; mark++) {
        const struct slice written = slice_cut(record_bytes(record), mark->place);
        struct fault why = {.facts = judge->facts};
        fault_raise(&why, &common_rules[COMMON_MARK_WRONG], FAULT_WHOLE,
            FACT(step, "%.*s") FACT(mark, "%.*s") FACT(why, "%.*s") FACT(note, ""), (int)turn.length, turn.at,
            (int)written.length, written.at, (int)mark->why.length, mark->why.at);
        struct diagnostic *fault = report_turn(judge, line_state, mover, item, why.rule, fault_facts(&why), item->span);
        if (fault != NULL)
            fault->written = mark->place;
    }
}

static enum verdict judge_turn(struct judge *judge, const struct line *line, const struct item *item,
    struct line_state *line_state, struct turn *turn, struct diagnostic **fault)
{
    const struct state mover = *line_state->now.state;
    struct fault why = {.facts = judge->facts};
    if (judge->book->game->own.hint != NULL)
        line_cursor_hint(&judge->context, &line_state->now, item + 1, line->items + line->count);
    if (!line_cursor_play(&judge->context, &line_state->now, item, turn, &why))
        return refuse_turn(judge, line, item, line_state, turn, &why, fault);
    if (item->shape != TURN_RESIGN)
        add_notes(judge, line, item, line_state, &mover, &why);
    report_marks(judge, item, line_state, &mover);
    line_state->ply += item->shape != TURN_RESIGN;
    return VERDICT_LEGAL;
}

/* Plays what a repair of a turn before has in the place of ITEM. */
static enum verdict judge_instead(struct judge *judge, const struct line *line, const struct item *item,
    struct line_state *line_state, struct turn *turn)
{
    struct continuation *continuation = &line_state->continuation;
    const struct substitute *instead = continuation->instead++;
    continuation->instead_count--;
    if (instead->turn != NULL)
        *turn = *instead->turn;
    if (instead->item != NULL)
        line_cursor_play(&judge->context, &line_state->now, instead->item, turn, NULL);
    else if (instead->turn != NULL)
        line_cursor_make(&judge->context, &line_state->now, turn);
    restart_from(judge, line_state, (size_t)(item - line->items) + 1);
    line_state->ply++;
    return VERDICT_ILLEGAL;
}

/* What is wrong with the text of ITEM, which is unreadable, or a turn of another game. */
struct misreading {
    const struct rule *rule;
    struct slice facts;
    struct span span;
};

/* The word after the byte AT, on the same line, as much of it as a result may have; empty where there is none. */
static struct slice next_word_after(const struct record *record, uint32_t at)
{
    struct span word = {at, at};
    while (word.begin < record->source.length && record->source.at[word.begin] == ' ')
        word.begin++;
    word.end = word.begin;
    while (word.end < record->source.length && word.end - word.begin < RESULT_ROOM &&
        strchr(" \t\r\n", record->source.at[word.end]) == NULL)
        word.end++;
    return slice_cut(record->source, word);
}

static void explain_misreading(const struct judge *judge, const struct item *item, struct misreading *text)
{
    const struct record *record = judge->record;
    const struct game *game = judge->book->game;
    bool unreadable = item->kind == ITEM_UNREADABLE;
    const struct diagnostic *fault = unreadable ? item_fault(record, item) : NULL;
    text->rule = unreadable ? fault->rule : &syntax_rules[SYNTAX_TURN];
    text->facts = unreadable ? fault->facts : (struct slice){"", 0};
    text->span = unreadable ? fault->span : item->span;
    bool fits = game == NULL || item->shape == TURN_NONE || item->shape == game->notation.shape;
    if (text->rule != &syntax_rules[SYNTAX_TURN] || (fits && text->facts.length > 0))
        return;
    if (!fits)
        text->span = item->span;
    struct slice word = slice_cut(record->source, item->shape == TURN_NONE ? text->span : item->span);
    struct fault why = {.facts = judge->facts};
    struct text *hint = fault_begin(&why, text->rule, FAULT_WHOLE);
    if (hint == NULL)
        return;
    text_add_string(hint, FACT(why, ""));
    if (!unreadable || (!end_hint(word, hint) && !end_hint(next_word_after(record, text->span.end), hint)))
        turn_hint(word, game->notation.shape, game->notation.example, !unreadable, hint);
    text->facts = text_slice(hint);
}

struct diagnostic *report_unreadable_item(struct judge *judge, const struct item *item, bool in_variation)
{
    struct misreading text;
    explain_misreading(judge, item, &text);
    struct diagnostic *fault = judge_add(judge, text.rule, text.facts, text.span);
    if (fault != NULL)
        fault->in_variation = in_variation;
    return fault;
}

/* Whether ITEM, which is unreadable, is a result in other signs after the last turn of the game; proposes it. */
static bool propose_ending(
    struct judge *judge, const struct line *line, const struct item *item, struct diagnostic *fault)
{
    char room[RESULT_ROOM];
    const bool points = judge->book->game->result.scoring != SCORE_WIN;
    const char *meant = line->parent != NULL || judge->record->has_result || item->shape != TURN_NONE
        ? NULL
        : ending_meant(judge->record, item_text(judge->record, item), points, room);
    for (const struct item *next = item + 1; meant != NULL && next < line->items + line->count; next++)
        if (!is_comment(next->kind))
            return false;
    if (meant != NULL)
        diagnostic_propose(
            fault, judge->arena, item->span, slice_of(meant), points ? CONFIDENCE_LIKELY : CONFIDENCE_CERTAIN);
    return meant != NULL;
}

static enum verdict judge_unreadable(struct judge *judge, const struct line *line, const struct item *item,
    struct line_state *line_state, struct turn *turn, struct diagnostic **fault)
{
    struct misreading text;
    turn->shape = TURN_NONE;
    if (item->kind == ITEM_UNREADABLE && item_fault(judge->record, item) == NULL)
        return VERDICT_LOST;
    if (line_state->lost) {
        *fault = report_unreadable_item(judge, item, line_state->depth > 0);
        if (*fault != NULL)
            (*fault)->cascaded = item > line->items && item[-1].kind == ITEM_UNREADABLE && item->shape == TURN_NONE &&
                !is_illegal_anyway(line, item, line_state);
        return VERDICT_UNJUDGED;
    }
    explain_misreading(judge, item, &text);
    *fault = report_turn(judge, line_state, line_state->now.state, item, text.rule, text.facts, text.span);
    if (propose_ending(judge, line, item, *fault))
        return stop_judging(judge, line_state, *fault);
    return *fault == NULL ? stop_judging(judge, line_state, NULL)
                          : continue_after_illegal(judge, line, item, line_state, turn, *fault);
}

static enum verdict judge_item(struct judge *judge, const struct line *line, const struct item *item,
    struct line_state *line_state, struct turn *turn, struct diagnostic **fault)
{
    if (line_state->continuation.instead_count > 0)
        return judge_instead(judge, line, item, line_state, turn);
    if (item->kind == ITEM_UNREADABLE || !shape_is_of_game(judge->book, item->shape))
        return judge_unreadable(judge, line, item, line_state, turn, fault);
    if (line_state->lost)
        return VERDICT_UNJUDGED;
    return judge_turn(judge, line, item, line_state, turn, fault);
}

static bool is_played(enum verdict verdict)
{
    return verdict == VERDICT_LEGAL || verdict == VERDICT_ILLEGAL || verdict == VERDICT_STOOD;
}

/* Judges a turn and keeps it. */
static void judge_and_keep(
    struct judge *judge, const struct line *line, const struct item *item, struct line_state *line_state)
{
    struct turn turn;
    struct diagnostic *fault = NULL;
    turn.shape = TURN_NONE;
    turn.count = 0;
    enum verdict verdict = judge_item(judge, line, item, line_state, &turn, &fault);
    const struct judged_turn judged = {
        .line = line,
        .item = item,
        .turn = is_played(verdict) && turn.shape != TURN_NONE ? &turn : NULL,
        .before = line_state->before,
        .after = line_state->now.state,
        .fault = fault,
        .verdict = verdict,
        .ply = line_state->ply + !is_played(verdict),
        .depth = line_state->depth,
        .apart = verdict == VERDICT_ILLEGAL,
        .ended = judge->first_error != NULL,
    };
    tree_add(&judge->report->tree, &judged);
}

static void judge_ply(
    struct judge *judge, const struct line *line, const struct item *item, struct line_state *line_state)
{
    bool keeps = judge->report->tree.begun;
    if (keeps || judge->boards || may_have_variation(judge, line, item))
        copy_state(judge, line_state->before, line_state->now.state);
    line_state->has_turn = true;
    line_state->lost_before = line_state->lost;
    line_state->forced_before = line_state->continuation.forced;
    line_state->ply_before = line_state->ply;
    if (keeps) {
        judge_and_keep(judge, line, item, line_state);
    } else {
        struct turn turn;
        struct diagnostic *fault;
        judge_item(judge, line, item, line_state, &turn, &fault);
    }
}

/* The turn whose number ITEM is, NULL: none follows. */
static const struct item *numbered_turn(const struct line *line, const struct item *item)
{
    const struct item *end = line->items + line->count;
    for (item++; item < end && (item->kind == ITEM_COMMENT || item->kind == ITEM_REST_COMMENT); item++)
        continue;
    return item < end && item->kind == ITEM_TURN ? item : NULL;
}

enum { BEGINNING_LEGAL = 8 }; /* turns after a slip, in a record that is wrong in its numbers alone */

/* Whether the turns after ITEM, the first number of a record, are not those of its first round: they are illegal from
   the start, and no slip explains that. */
static bool misses_beginning(
    struct judge *judge, const struct line *line, const struct item *item, const struct line_state *line_state)
{
    const struct play_context *context = &judge->context;
    struct line_cursor trial = {.state = new_state(judge)};
    struct diagnostic fault = {.span = item->span};
    struct repaired repaired = {.continuation = line_state->continuation};
    struct turn turn = {.shape = TURN_NONE};
    size_t at = (size_t)(item - line->items) + 1;
    bool whole = trial.state != NULL;
    if (!whole || line_state->depth > 0 || line_state->ply > 0 ||
        position_tag(judge->record, judge->book->game) != NULL)
        return false;
    line_cursor_copy(context, &trial, &line_state->now);
    while (whole && at < line->count) {
        line_cursor_follow(context, &trial, line, at, at + 1, &whole);
        at += whole;
    }
    if (whole)
        return false;
    const struct fault_location location = {line, true, at, &line_state->anchor, &trial};
    repair_turn(&judge->repairs, &location, &turn, &fault, &repaired);
    const struct repair *best = fault.repair_count == 0 ? NULL : fault.repairs;
    return best == NULL || best->kind == REPAIR_LEFT_OUT || best->confidence == CONFIDENCE_POSSIBLE ||
        (!best->whole && best->legal < BEGINNING_LEGAL);
}

/* Says so; the turns are not judged. */
static void report_missing_beginning(struct judge *judge, const struct item *item, struct line_state *line_state)
{
    struct fault why = {.facts = judge->facts};
    uint32_t last = item->number - 1;
    struct text *facts = fault_begin(&why, &common_rules[COMMON_BEGINNING], FAULT_WHOLE);
    if (facts != NULL) {
        text_printf(facts, FACT(number, "%u"), item->number);
        text_printf(facts, last > 1 ? FACT(missing, "rounds 1 to %u are") : FACT(missing, "round %u is"), last);
        text_printf(facts, FACT(advice, "give the position before turn %u in a Position tag"), item->number);
    }
    struct diagnostic *fault = judge_add(judge, why.rule, fault_facts(&why), item->span);
    stop_judging(judge, line_state, fault);
}

/* A number that is off is said once, not at every row after it. */
static void judge_number(
    struct judge *judge, const struct line *line, const struct item *item, struct line_state *line_state)
{
    uint32_t number = line_cursor_number(&judge->context, &line_state->now, numbered_turn(line, item));
    uint32_t off = item->number - number;
    if (line_state->continuation.renumber)
        line_state->number_off = off;
    line_state->continuation.renumber = false;
    if (off == line_state->number_off || line_state->lost || line_state->now.resigned != 0)
        return;
    uint32_t jump = off - line_state->number_off;
    bool ahead = line_state->ply > 0 && jump < UINT32_MAX / 2;
    bool opens = line_state->now.state->seat == 1;
    if (!ahead && jump < UINT32_MAX / 2 && misses_beginning(judge, line, item, line_state)) {
        report_missing_beginning(judge, item, line_state);
        return;
    }
    line_state->number_off = off;
    line_state->gap = ahead ? item->number : line_state->gap;
    if (off == 0)
        return;
    struct fault note = {.facts = judge->facts};
    fault_raise(&note, &common_rules[COMMON_MOVE_NUMBER], FAULT_WHOLE,
        FACT(written, "%u") FACT(number, "%u") FACT(note, "%s"), item->number, number,
        !ahead         ? ""
            : jump > 1 ? "; turns may be missing before it"
            : opens    ? "; a whole round may be missing before it"
                       : "; a turn may be missing before it");
    report_turn(judge, line_state, line_state->now.state, item, note.rule, fault_facts(&note), item->span);
}

/* A turn that is left out: what says that a seat is out, or again what the turn before it did. */
static void leave_turn_out(struct judge *judge, const struct line_state *line_state, const struct item *item)
{
    struct fault note = {.facts = judge->facts};
    tree_add_out(&judge->report->tree, item);
    if (line_cursor_echoes(&judge->context, &line_state->now, item, &note))
        report_turn(judge, line_state, line_state->now.state, item, note.rule, fault_facts(&note), item->span);
}

bool line_state_begin(struct judge *judge, struct line_state *line_state)
{
    struct line_positions *positions = judge->spare;
    if (positions != NULL) {
        judge->spare = positions->next;
    } else {
        positions = arena_alloc(judge->arena, sizeof *positions);
        judge->failed |= positions == NULL;
        if (judge->failed)
            return false;
        *positions =
            (struct line_positions){.now = new_state(judge), .before = new_state(judge), .anchor = new_state(judge)};
    }
    line_state->positions = positions;
    line_state->now.state = positions->now;
    line_state->before = positions->before;
    line_state->anchor.cursor.state = positions->anchor;
    return !judge->failed;
}

void line_state_end(struct judge *judge, struct line_state *line_state)
{
    line_state->positions->next = judge->spare;
    judge->spare = line_state->positions;
}

/* What was written inside a variation that should have ended before it. */
static void judge_rest(struct judge *judge, const struct line *variation, size_t first, struct line_state *main)
{
    const struct line rest = {.items = variation->items + first, .count = variation->count - first};
    main->anchor.item = 0;
    if (rest.count > 0)
        judge_line(judge, &rest, main);
}

static void judge_variation(struct judge *judge, const struct item *item, struct line_state *main)
{
    const struct line *variation = item_variation(judge->record, item);
    struct tree *tree = &judge->report->tree;
    struct line_state line_state = {.ply = main->has_turn ? main->ply_before : main->ply,
        .number_off = main->number_off,
        .depth = main->depth + 1,
        .continuation = {.forced = main->forced_before, .stop = SIZE_MAX},
        .lost = main->lost_before || !main->has_turn};
    if (!line_state_begin(judge, &line_state))
        return;
    copy_state(judge, line_state.now.state, main->has_turn ? main->before : main->now.state);
    game_judge_end(judge->book->rules, line_state.now.state, &line_state.now.outcome);
    tree_open(tree, line_state.depth);
    struct line own = *variation;
    if (main->depth == 0 && !main->lost && !main->continuation.forced && main->has_turn)
        own.count = repair_unclosed(&judge->repairs, &main->now, main->ply, &line_state.now, variation);
    line_state.continuation.forced |= own.unclosed != NULL && own.count == variation->count;
    judge_line(judge, &own, &line_state);
    line_state_end(judge, &line_state);
    if (own.count == variation->count)
        return;
    tree_cut(tree, variation, own.count, judge->arena);
    judge_rest(judge, variation, own.count, main);
}

/* Faults of the text before ITEM count from their place in the main line. */
static void count_faults_before(struct judge *judge, const struct line_state *line_state, uint32_t offset)
{
    for (; judge->pending != NULL && judge->pending->span.begin < offset; judge->pending = judge->pending->next)
        if (judge->pending->severity == SEVERITY_ERROR && !judge->pending->in_variation)
            mark_first_error(judge, line_state);
}

/* The clock after it is looked at with what comes next. */
static void judge_ply_with_clock(
    struct judge *judge, const struct line *line, const struct item *item, struct line_state *line_state)
{
    const struct state mover = *line_state->now.state;
    const uint32_t ply = line_state->ply;
    judge_ply(judge, line, item, line_state);
    if (line_state->lost || line_state->ply != ply)
        clock_watch_turn(judge, item, line_state->lost ? 0 : mover.seat, mover.number, line_state->ply);
}

/* Whether turns may be played on with nothing to be looked at in between. */
static bool can_run(const struct judge *judge, const struct line_state *line_state)
{
    return (judge->watch == NULL || line_state->depth > 0) && tree_is_even(&judge->report->tree) && !line_state->lost &&
        line_state->continuation.instead_count == 0 && !line_state->continuation.renumber &&
        (judge->pending == NULL || line_state->depth > 0) && judge->record->mark_count == 0;
}

void judge_line(struct judge *judge, const struct line *line, struct line_state *line_state)
{
    line_cursor_copy(&judge->context, &line_state->anchor.cursor, &line_state->now);
    for (size_t i = 0; i < line->count && !judge->failed; i++) {
        if (i < line_state->anchor.item)
            continue;
        if (can_run(judge, line_state)) {
            struct tree *tree = &judge->report->tree;
            const struct line_run run = {line, i, line_state->number_off, &line_state->ply, tree->begun ? tree : NULL,
                line_state->depth, line_state->before};
            i = line_cursor_run(&judge->context, &line_state->now, &run);
            if (i == line->count)
                break;
        }
        const struct item *item = &line->items[i];
        if (judge->pending != NULL && line_state->depth == 0)
            count_faults_before(judge, line_state, item->span.begin);
        bool remark = !line_state->lost && line_state->continuation.instead_count == 0 &&
            line_cursor_takes_remark(&judge->context, &line_state->now, item);
        const bool watched = judge->watch != NULL && line_state->depth == 0;
        if (watched && item->kind == ITEM_COMMENT)
            clock_watch_comment(judge, item);
        if (!remark && (item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE))
            (watched ? judge_ply_with_clock : judge_ply)(judge, line, item, line_state);
        else if (item->kind == ITEM_VARIATION)
            judge_variation(judge, item, line_state);
        else if (remark)
            leave_turn_out(judge, line_state, item);
        if (item->kind == ITEM_NUMBER)
            judge_number(judge, line, item, line_state);
    }
    if (line_state->depth == 0)
        count_faults_before(judge, line_state, UINT32_MAX);
}

bool judge_alone(struct judge *judge, struct line_cursor *cursor, const struct item *item, struct text *text)
{
    const struct line *line = &judge->record->main;
    const struct rulebook *book = judge->book;
    unsigned since = memory_failures();
    struct line_state line_state = {.depth = 0};
    struct diagnostic *fault = NULL;
    struct turn turn;
    if (!line_state_begin(judge, &line_state))
        return false;
    turn.shape = TURN_NONE;
    turn.count = 0;
    line_cursor_copy(&judge->context, &line_state.now, cursor);
    restart_from(judge, &line_state, 0);
    const bool remark = line_cursor_takes_remark(&judge->context, &line_state.now, item);
    bool played = remark || judge_item(judge, line, item, &line_state, &turn, &fault) == VERDICT_LEGAL;
    played &= !judge->arena->failed && !memory_ran_out(since);
    if (played && text != NULL && turn.shape != TURN_NONE)
        book->game->notation.write(book->rules, cursor->state, &turn, text);
    else if (played && text != NULL && !remark)
        text_add_string(text, "resign");
    if (played)
        line_cursor_copy(&judge->context, cursor, &line_state.now);
    return played;
}
