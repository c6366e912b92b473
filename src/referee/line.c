#include "referee/line.h"

#include "games/common.h"
#include "record/hints.h"
#include "referee/facts.h"

#include <stdio.h>

static struct state *new_state(struct judge *judge)
{
    struct state *state = arena_alloc(judge->arena, judge->state_size);
    judge->failed |= state == NULL;
    return state;
}

static void copy_state(const struct judge *judge, struct state *to, const struct state *from)
{
    memcpy(to, from, judge->state_size);
}

struct diagnostic *judge_report(struct judge *judge, const struct rule *rule, struct slice facts, struct span span)
{
    struct diagnostic *diagnostic = diagnostic_new(judge->arena, rule, facts, span);
    judge->failed |= diagnostic == NULL;
    return diagnostics_add(&judge->report->diagnostics, diagnostic);
}

/* A diagnostic about ITEM, the turn that MOVER, as the state before it says, is
   about to make or has just made. */
static struct diagnostic *report_turn(struct judge *judge, const struct progress *progress, const struct state *mover,
    const struct item *item, const struct rule *rule, struct slice facts, struct span span)
{
    struct diagnostic *diagnostic = judge_report(judge, rule, facts, span);
    if (diagnostic == NULL)
        return NULL;
    diagnostic->turn = item->span;
    diagnostic->ply = progress->ply + 1;
    diagnostic->number = mover->number;
    diagnostic->seat = mover->seat;
    diagnostic->in_variation = progress->depth > 0;
    keep_board(judge, progress->before, item, diagnostic);
    return diagnostic;
}

static struct written written_turn(const struct judge *judge, const struct item *item)
{
    const struct part *parts = item->part_count == 0 ? NULL : &judge->record->parts[item->first_part];
    return (struct written){item->shape, parts, item->part_count, item->seat};
}

static struct span part_span(const struct judge *judge, const struct item *item, uint16_t part)
{
    return part < item->part_count ? judge->record->parts[item->first_part + part].span : item->span;
}

/* Remarks behind a turn. */

/* Whether the comments right behind ITEM say that the turn stood. */
static bool says_stood(const struct judge *judge, const struct line *line, const struct item *item)
{
    const struct item *end = line->items + line->count;
    struct slice value;
    for (item++; item < end && (item->kind == ITEM_COMMENT || item->kind == ITEM_GLYPH); item++)
        if (item->kind == ITEM_COMMENT && comment_command(item_text(judge->record, item), "stood", &value))
            return true;
    return false;
}

static bool has_variation(const struct line *line, const struct item *item)
{
    const struct item *end = line->items + line->count;
    for (item++; item < end && item->kind != ITEM_TURN && item->kind != ITEM_UNREADABLE; item++)
        if (item->kind == ITEM_VARIATION)
            return true;
    return false;
}

/* Turns. */

static void mark_first_error(struct judge *judge, const struct progress *progress)
{
    struct report *report = judge->report;
    if (progress->depth > 0 || judge->first_error != NULL)
        return;
    judge->first_error = new_state(judge);
    if (judge->first_error != NULL)
        copy_state(judge, judge->first_error, progress->state);
    report->plies = progress->ply;
    report->outcome = progress->outcome;
}

/* What follows on a turn that cannot be played: the line is not judged further. */
static enum verdict lose_line(struct judge *judge, struct progress *progress, struct diagnostic *fault)
{
    mark_first_error(judge, progress);
    progress->lost = true;
    if (fault != NULL)
        fault->sequel = SEQUEL_GAVE_UP;
    return VERDICT_LOST;
}

/* A record with more faults than this is not one that was played. */
enum { FAULTS_FORCED = 10000 };

/* Moves the pieces of an illegal turn as it says; false when the board cannot carry
   any of it.  A seat that may not resign passes. */
static bool force_turn(struct judge *judge, const struct progress *progress, const struct turn *turn)
{
    const struct rulebook *book = judge->book;
    struct turn pass = {.shape = TURN_PASS};
    if (turn == NULL || turn->shape == TURN_TOPPLE || progress->outcome.over || progress->resigned != 0)
        return false;
    if (turn->shape == TURN_RESIGN)
        turn = &pass;
    return judge->report->diagnostics.count <= FAULTS_FORCED && book->game->force(book->rules, progress->state, turn);
}

/* Goes on behind an illegal turn. */
static enum verdict carry_on(
    struct judge *judge, struct progress *progress, const struct turn *turn, bool stood, struct diagnostic *fault)
{
    if (fault == NULL)
        return lose_line(judge, progress, fault);
    if (!stood)
        mark_first_error(judge, progress);
    if (!force_turn(judge, progress, turn))
        return lose_line(judge, progress, fault);
    if (stood)
        fault->severity = SEVERITY_WARNING;
    fault->sequel = stood ? SEQUEL_STOOD : SEQUEL_FORCED;
    judge->book->game->judge_end(judge->book->rules, progress->state, &progress->outcome);
    progress->ply++;
    return stood ? VERDICT_STOOD : VERDICT_ILLEGAL;
}

static enum verdict refuse(struct judge *judge, const struct line *line, const struct item *item,
    struct progress *progress, const struct turn *turn, const struct fault *why, struct diagnostic **fault)
{
    *fault = report_turn(
        judge, progress, progress->state, item, why->rule, fault_facts(why), part_span(judge, item, why->part));
    if (*fault != NULL && turn != NULL)
        (*fault)->board = board_facts(judge, turn, why->part, progress->state, &(*fault)->within);
    return carry_on(judge, progress, turn, says_stood(judge, line, item), *fault);
}

static bool raise_over(const struct game *game, const struct outcome *outcome, struct fault *why)
{
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if (outcome->winners == 1u << (seat - 1))
            return fault_raise(why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, "%s had won (%s)",
                game->seat_name(seat), outcome->reason);
    const char *how = outcome->winners != 0 ? "several had won"
        : game->scoring == SCORE_WIN        ? "drawn"
                                            : "nobody had won";
    return fault_raise(why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, "%s (%s)", how, outcome->reason);
}

static bool raise_turn(unsigned written, unsigned seat, unsigned seats, struct fault *why)
{
    char none[40] = "";
    if (written > seats)
        snprintf(none, sizeof none, "; the game has no seat %u", written);
    return fault_raise(
        why, &common_rules[COMMON_WRONG_TURN], FAULT_WHOLE, "%u" FACT_BREAK "%u" FACT_BREAK "%s", written, seat, none);
}

/* Whether a turn may be made at all now; raises what forbids it. */
static bool may_move(
    const struct judge *judge, const struct progress *progress, const struct item *item, struct fault *why)
{
    const struct game *game = judge->book->game;
    unsigned seat = progress->state->seat;
    if (progress->resigned != 0)
        return fault_raise(
            why, &common_rules[COMMON_AFTER_END], FAULT_WHOLE, "%s resigned", game->seat_name(progress->resigned));
    if (progress->outcome.over)
        return raise_over(game, &progress->outcome, why);
    bool other = item->seat != 0 && item->seat != seat;
    if (other && (item->shape != TURN_TOPPLE || item->seat > judge->report->seats))
        return raise_turn(item->seat, seat, judge->report->seats, why);
    if (item->shape == TURN_RESIGN && judge->report->seats != 2)
        return fault_raise(why, &common_rules[COMMON_CANNOT_RESIGN], FAULT_WHOLE, "%s" FACT_BREAK "%u",
            game->seat_name(seat), judge->report->seats);
    return true;
}

/* Notes that a legal turn earns. */
static void note_legal(struct judge *judge, const struct line *line, const struct item *item,
    const struct progress *progress, const struct state *mover, const struct fault *note)
{
    const struct item *next = item + 1;
    if (note->rule != NULL)
        report_turn(judge, progress, mover, item, note->rule, fault_facts(note), part_span(judge, item, note->part));
    if (next < line->items + line->count && next->kind != ITEM_TURN && next->kind != ITEM_NUMBER &&
        says_stood(judge, line, item))
        report_turn(judge, progress, mover, item, &common_rules[COMMON_STOOD], (struct slice){"", 0}, item->span);
}

static enum verdict judge_turn(struct judge *judge, const struct line *line, const struct item *item,
    struct progress *progress, struct turn *turn, struct diagnostic **fault)
{
    const struct rulebook *book = judge->book;
    struct written written = written_turn(judge, item);
    const struct state mover = *progress->state;
    struct fault why;
    why.rule = NULL;
    if (!may_move(judge, progress, item, &why)) {
        bool known = book->game->resolve(book->rules, &written, turn, NULL);
        return refuse(judge, line, item, progress, known ? turn : NULL, &why, fault);
    }
    if (item->shape == TURN_RESIGN) {
        progress->resigned = progress->state->seat;
        return VERDICT_LEGAL;
    }
    if (!book->game->resolve(book->rules, &written, turn, &why))
        return refuse(judge, line, item, progress, NULL, &why, fault);
    if (!book->game->play(book->rules, progress->state, turn, &why))
        return refuse(judge, line, item, progress, turn, &why, fault);
    note_legal(judge, line, item, progress, &mover, &why);
    book->game->judge_end(book->rules, progress->state, &progress->outcome);
    progress->ply++;
    return VERDICT_LEGAL;
}

/* What is wrong with the text of ITEM, which is unreadable, or a turn of another game. */
struct misreading {
    const struct rule *rule;
    struct slice facts;
    struct span span;
    char hint[HINT_ROOM];
};

/* GAME is NULL when it is not known. */
static void read_fault(
    const struct record *record, const struct item *item, const struct game *game, struct misreading *text)
{
    enum turn_shape wanted = game == NULL ? TURN_NONE : game->shape;
    bool unreadable = item->kind == ITEM_UNREADABLE;
    text->rule = unreadable ? item->fault->rule : &syntax_rules[SYNTAX_TURN];
    text->facts = unreadable ? item->fault->facts : (struct slice){"", 0};
    text->span = unreadable ? item->fault->span : item->span;
    bool fits = wanted == TURN_NONE || item->shape == TURN_NONE || item->shape == wanted;
    if (text->rule != &syntax_rules[SYNTAX_TURN] || (fits && text->facts.length > 0))
        return;
    if (item->shape != TURN_NONE)
        text->span = item->span;
    turn_hint(
        slice_cut(record->source, text->span), wanted, game == NULL ? NULL : game->example, !unreadable, text->hint);
    text->facts = slice_of(text->hint);
}

struct diagnostic *report_unreadable_item(struct judge *judge, const struct item *item, bool in_variation)
{
    struct misreading text;
    read_fault(judge->record, item, judge->book == NULL ? NULL : judge->book->game, &text);
    struct diagnostic *fault = judge_report(judge, text.rule, text.facts, text.span);
    if (fault != NULL)
        fault->in_variation = in_variation;
    return fault;
}

static enum verdict judge_unreadable(
    struct judge *judge, const struct item *item, struct progress *progress, struct diagnostic **fault)
{
    struct misreading text;
    if (item->kind == ITEM_UNREADABLE && item->fault == NULL)
        return VERDICT_LOST;
    if (progress->lost) {
        *fault = report_unreadable_item(judge, item, progress->depth > 0);
        return VERDICT_UNJUDGED;
    }
    read_fault(judge->record, item, judge->book->game, &text);
    *fault = report_turn(judge, progress, progress->state, item, text.rule, text.facts, text.span);
    return lose_line(judge, progress, *fault);
}

static bool is_of_game(const struct game *game, enum turn_shape shape)
{
    if (shape == TURN_OUT)
        return game->says_out;
    if (shape == TURN_TOPPLE)
        return game->topples;
    return shape >= TURN_PASS || shape == game->shape;
}

static enum verdict judge_item(struct judge *judge, const struct line *line, const struct item *item,
    struct progress *progress, struct turn *turn, struct diagnostic **fault)
{
    if (item->kind == ITEM_UNREADABLE || !is_of_game(judge->book->game, item->shape))
        return judge_unreadable(judge, item, progress, fault);
    if (progress->lost)
        return VERDICT_UNJUDGED;
    return judge_turn(judge, line, item, progress, turn, fault);
}

static bool is_played(enum verdict verdict)
{
    return verdict == VERDICT_LEGAL || verdict == VERDICT_ILLEGAL || verdict == VERDICT_STOOD;
}

/* Judges a turn and tells the observer about it. */
static void judge_aloud(
    struct judge *judge, const struct line *line, const struct item *item, struct progress *progress)
{
    struct turn turn;
    struct diagnostic *fault = NULL;
    struct ply ply = {.item = item, .number = progress->state->number, .seat = progress->state->seat};
    turn.shape = TURN_NONE;
    turn.count = 0;
    ply.verdict = judge_item(judge, line, item, progress, &turn, &fault);
    if (is_played(ply.verdict) && turn.shape != TURN_NONE)
        ply.turn = &turn;
    ply.ply = progress->ply + !is_played(ply.verdict);
    ply.before = progress->before;
    ply.after = progress->state;
    ply.fault = fault;
    ply.depth = progress->depth;
    judge->observer->ply(judge->observer->context, &ply);
}

static uint32_t seats_gone(const struct judge *judge, const struct state *state)
{
    const struct rulebook *book = judge->book;
    return book->game->gone == NULL ? 0 : book->game->gone(book->rules, state);
}

static void judge_ply(struct judge *judge, const struct line *line, const struct item *item, struct progress *progress)
{
    bool aloud = judge->observer != NULL && judge->observer->ply != NULL;
    if (aloud || judge->boards || has_variation(line, item))
        copy_state(judge, progress->before, progress->state);
    progress->has_turn = true;
    progress->gone_before = seats_gone(judge, progress->state);
    progress->outs = 0;
    progress->lost_before = progress->lost;
    progress->ply_before = progress->ply;
    if (aloud) {
        judge_aloud(judge, line, item, progress);
    } else {
        struct turn turn;
        struct diagnostic *fault;
        judge_item(judge, line, item, progress, &turn, &fault);
    }
}

/* Whether ITEM says of a seat that it is out, and it is: then it is no turn. */
static bool is_remark(const struct judge *judge, const struct item *item, struct progress *progress)
{
    bool out = item->kind == ITEM_TURN && (item->shape == TURN_OUT || item->shape == TURN_PASS);
    if (!out || !judge->book->game->says_out || progress->lost)
        return false;
    uint32_t gone = seats_gone(judge, progress->state);
    if (item->seat != 0)
        return item->seat <= SEATS && (gone >> (item->seat - 1) & 1) != 0;
    return progress->outs++ < (unsigned)__builtin_popcount(gone & ~progress->gone_before);
}

/* A number that is off is said once, not at every row behind it. */
static void judge_number(struct judge *judge, const struct item *item, struct progress *progress)
{
    uint32_t off = item->number - progress->state->number;
    if (off == progress->number_off || progress->lost || progress->resigned != 0)
        return;
    progress->number_off = off;
    char facts[32];
    snprintf(facts, sizeof facts, "%u" FACT_BREAK "%u", item->number, progress->state->number);
    if (off != 0)
        report_turn(
            judge, progress, progress->state, item, &common_rules[COMMON_MOVE_NUMBER], slice_of(facts), item->span);
}

static void judge_variation(struct judge *judge, const struct item *item, const struct progress *main)
{
    const struct observer *observer = judge->observer;
    struct progress progress = {.ply = main->ply_before,
        .number_off = main->number_off,
        .depth = main->depth + 1,
        .lost = main->lost_before || !main->has_turn};
    progress.state = new_state(judge);
    progress.before = new_state(judge);
    if (judge->failed)
        return;
    copy_state(judge, progress.state, main->has_turn ? main->before : main->state);
    judge->book->game->judge_end(judge->book->rules, progress.state, &progress.outcome);
    if (observer != NULL && observer->variation != NULL)
        observer->variation(observer->context, item, true, progress.depth);
    judge_line(judge, item->variation, &progress);
    if (observer != NULL && observer->variation != NULL)
        observer->variation(observer->context, item, false, progress.depth);
}

/* Faults of the text before ITEM count from where they stand in the main line. */
static void pass_faults(struct judge *judge, const struct progress *progress, uint32_t offset)
{
    for (; judge->pending != NULL && judge->pending->span.begin < offset; judge->pending = judge->pending->next)
        if (judge->pending->severity == SEVERITY_ERROR && !judge->pending->in_variation)
            mark_first_error(judge, progress);
}

void judge_line(struct judge *judge, const struct line *line, struct progress *progress)
{
    const struct observer *observer = judge->observer;
    for (size_t i = 0; i < line->count && !judge->failed; i++) {
        const struct item *item = &line->items[i];
        if (judge->pending != NULL && progress->depth == 0)
            pass_faults(judge, progress, item->span.begin);
        bool remark = is_remark(judge, item, progress);
        if (!remark && (item->kind == ITEM_TURN || item->kind == ITEM_UNREADABLE))
            judge_ply(judge, line, item, progress);
        else if (item->kind == ITEM_VARIATION)
            judge_variation(judge, item, progress);
        else if (observer != NULL && observer->remark != NULL)
            observer->remark(observer->context, item, progress->depth);
        if (item->kind == ITEM_NUMBER)
            judge_number(judge, item, progress);
    }
    if (progress->depth == 0)
        pass_faults(judge, progress, UINT32_MAX);
}
