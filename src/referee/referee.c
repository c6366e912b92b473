/* SPDX-License-Identifier: MIT */
#include "referee/referee.h"

#include "games/common.h"
#include "record/tags.h"
#include "referee/judge/clock_watch.h"
#include "referee/judge/expect.h"
#include "referee/judge/other_tags.h"
#include "referee/judge/setup.h"
#include "referee/judge/whole_stacks.h"

#include <stdlib.h>

/* A report repeats what the record's own memory was enough for, and more. */
#define REPORT_MEMORY (2 * RECORD_MEMORY)

/* Names of tags that are as they should be, by their hashes: in most records they are the same as ever. */
enum { TAG_HASHES = 256, TAG_NAME_KEPT = 16 };
struct tag_name {
    char text[TAG_NAME_KEPT];
};

struct referee {
    struct library library;
    struct tag_name fine[TAG_HASHES];
    struct arena scratch; /* of one diagnostic */
    struct text facts;    /* of one fault */
    struct severities severities;
    bool expects;
    bool boards;
    bool adjudicates;
};

struct referee *referee_new(const char *const *folders, struct ruleset_files *files)
{
    struct referee *referee = memory_new(sizeof *referee);
    if (referee == NULL)
        return NULL;
    rulebooks_init(&referee->library.books, folders, files);
    arena_init(&referee->scratch, 0);
    return referee;
}

void referee_free(struct referee *referee)
{
    if (referee == NULL)
        return;
    library_release(&referee->library);
    arena_release(&referee->scratch);
    text_release(&referee->facts);
    free(referee);
}

void report_init(struct report *report)
{
    *report = (struct report){0};
    arena_init(&report->arena, REPORT_MEMORY);
    tree_init(&report->tree);
}

void report_release(struct report *report)
{
    rulebook_drop(&report->book);
    arena_release(&report->arena);
    tree_release(&report->tree);
}

/* Empties REPORT, for RECORD. */
static void report_reset(struct report *report, const struct record *record)
{
    rulebook_drop(&report->book);
    memset(report, 0, offsetof(struct report, arena));
    arena_clear(&report->arena);
    report->record = record;
}

void report_skip(struct report *report, const struct record *record)
{
    static const struct keep nothing = {.what = KEEP_NOTHING};
    report_reset(report, record);
    tree_clear(&report->tree, record, nothing);
}

bool referee_use(
    struct referee *referee, struct slice name, bool force, struct slice overrides, struct problems *problems)
{
    rulebook_load(&referee->library.books.loader, name, true, overrides, &referee->library.used);
    referee->library.forced = force;
    *problems = referee->library.used.problems;
    return referee->library.used.book.game != NULL;
}

const struct rulebook *referee_default(const struct referee *referee)
{
    return referee->library.used.book.game == NULL ? NULL : &referee->library.used.book;
}

static enum turn_shape find_shape(void *referee, const struct record *record)
{
    const struct rulebook_entry *entry = library_book(&((struct referee *)referee)->library, record);
    struct other_name other; /* of a size that there is not, but of that game */
    if (entry->book.game == NULL && record_tag(record, "Ruleset") == NULL &&
        other_names(&((struct referee *)referee)->library, record, &other))
        return other.game->notation.shape;
    return entry->book.game == NULL ? TURN_NONE : entry->book.game->notation.shape;
}

enum turn_shape referee_shape(struct referee *referee, const struct slice *ruleset)
{
    const struct game *game = library_named(&referee->library, ruleset)->book.game;
    return game == NULL ? TURN_NONE : game->notation.shape;
}

struct shapes referee_shapes(struct referee *referee)
{
    return (struct shapes){find_shape, referee};
}

const struct problems *referee_problems(struct referee *referee, struct slice name)
{
    return &rulebooks_get(&referee->library.books, name, false, (struct slice){"", 0})->problems;
}

struct severities *referee_severities(struct referee *referee)
{
    return &referee->severities;
}

void referee_expect(struct referee *referee)
{
    referee->expects = true;
}

void referee_adjudicate(struct referee *referee)
{
    referee->adjudicates = true;
}

void referee_keep_boards(struct referee *referee)
{
    referee->boards = true;
}

const struct ruleset_loader *referee_loader(const struct referee *referee)
{
    return &referee->library.books.loader;
}

/* The tags as such. */

struct tag_entry {
    const struct tag *tag;
};

/* By name, then by place. */
static int compare_tags(const void *a, const void *b)
{
    const struct tag *x = ((const struct tag_entry *)a)->tag;
    const struct tag *y = ((const struct tag_entry *)b)->tag;
    size_t shorter = x->name.length < y->name.length ? x->name.length : y->name.length;
    int order = memcmp(x->name.at, y->name.at, shorter);
    if (order == 0)
        order = (x->name.length > y->name.length) - (x->name.length < y->name.length);
    return order != 0 ? order : (x > y) - (x < y);
}

/* Whether it can be seen without sorting that no two tags have the same name. */
static bool names_surely_differ(const struct record *record)
{
    uint64_t seen[4] = {0};
    for (size_t i = 0; i < record->tag_count; i++) {
        unsigned hash = record_name_hash(record->tags[i].name) % 256;
        if ((seen[hash / 64] >> hash % 64 & 1) != 0)
            return false;
        seen[hash / 64] |= (uint64_t)1 << hash % 64;
    }
    return true;
}

/* Names that are nearly those of tags that the record does not have.  Of another one nobody knows whether it is
   misspelt, so that is a warning. */
static void check_tag_names(struct judge *judge, struct tag_name *fine)
{
    const struct record *record = judge->record;
    for (size_t i = 0; i < record->tag_count; i++) {
        const struct tag *tag = &record->tags[i];
        char *same = fine[record_name_hash(tag->name) % TAG_HASHES].text;
        if (tag_is(tag->name, same))
            continue;
        const uint32_t begin = (uint32_t)(tag->name.at - record->source.at);
        const struct span span = {begin, begin + (uint32_t)tag->name.length};
        bool only_case;
        const char *meant = tag_meant(tag->name, &only_case);
        if (meant == NULL && tag->name.length < TAG_NAME_KEPT) {
            memcpy(same, tag->name.at, tag->name.length);
            same[tag->name.length] = '\0';
        }
        if (meant == NULL || record_tag(record, meant) != NULL || is_other_tag(tag->name))
            continue;
        struct diagnostic *fault = only_case
            ? judge_report(judge, &syntax_rules[SYNTAX_TAG], span, FACT(why, "its name is written '%s'"), meant)
            : judge_report(judge, &common_rules[COMMON_TAG_NAME], span, FACT(tag, "%.*s") FACT(meant, "%s"),
                  (int)tag->name.length, tag->name.at, meant);
        diagnostic_propose(
            fault, judge->arena, span, slice_of(meant), only_case ? CONFIDENCE_CERTAIN : CONFIDENCE_LIKELY);
    }
}

/* By sorting, since a record may have a million tags. */
static void check_duplicate_tags(struct judge *judge)
{
    const struct record *record = judge->record;
    struct tag_entry *sorted = NULL;
    if (!names_surely_differ(record))
        sorted = arena_alloc(judge->arena, record->tag_count * sizeof *sorted);
    if (sorted == NULL)
        return;
    for (size_t i = 0; i < record->tag_count; i++)
        sorted[i].tag = &record->tags[i];
    qsort(sorted, record->tag_count, sizeof *sorted, compare_tags);
    for (size_t i = 1; i < record->tag_count; i++) {
        const struct tag *tag = sorted[i].tag;
        if (slice_equal(tag->name, sorted[i - 1].tag->name))
            judge_report(judge, &common_rules[COMMON_DUPLICATE_TAG], tag->span, FACT(tag, "%.*s"),
                (int)tag->name.length, tag->name.at);
    }
}

/* The order of the text, for diagnostics found by the parser and by the referee:
   a merge sort of the list, in which few are out of order. */
static struct diagnostic *merge_diagnostics(struct diagnostic *a, struct diagnostic *b)
{
    struct diagnostic *merged = NULL;
    struct diagnostic **end = &merged;
    while (a != NULL && b != NULL) {
        struct diagnostic **first = b->span.begin < a->span.begin ? &b : &a;
        *end = *first;
        end = &(*first)->next;
        *first = *end;
    }
    *end = a != NULL ? a : b;
    return merged;
}

static struct diagnostic *sort_diagnostics(struct diagnostic *list)
{
    if (list == NULL) /* as in most records */
        return NULL;
    struct diagnostic *merged[32] = {NULL}; /* of 2^i runs that were in order */
    struct diagnostic *sorted = NULL;
    while (list != NULL) {
        struct diagnostic *run = list;
        while (list->next != NULL && list->next->span.begin >= list->span.begin)
            list = list->next;
        struct diagnostic *rest = list->next;
        list->next = NULL;
        unsigned i = 0;
        for (; merged[i] != NULL; i++) {
            run = merge_diagnostics(merged[i], run);
            merged[i] = NULL;
        }
        merged[i] = run;
        list = rest;
    }
    for (unsigned i = 0; i < 32; i++)
        sorted = merge_diagnostics(merged[i], sorted);
    return sorted;
}

/* Those of the parser and of the referee, in the order of the text. */
static void gather_diagnostics(struct judge *judge)
{
    struct report *report = judge->report;
    for (const struct diagnostic *fault = judge->record->faults.first; fault != NULL; fault = fault->next) {
        struct diagnostic *copy = judge_add(judge, fault->rule, fault->facts, fault->span);
        if (copy == NULL)
            continue;
        copy->in_variation = fault->in_variation;
        copy->written = fault->written;
        if ((fault->rule == &syntax_rules[SYNTAX_TEXT] && fault->repair_count == 0) ||
            fault->rule == &syntax_rules[SYNTAX_NO_RECORD])
            report->run_flags |= RUN_TEXT;
        copy->repairs = fault->repairs;
        copy->repair_count = fault->repair_count;
        repairs_attach(&judge->repairs, fault, copy);
    }
    report->diagnostics.first = sort_diagnostics(report->diagnostics.first);
}

/* Whether FAULT leaves nothing that could be written down again; turning it down does
   not change that. */
static bool is_unreadable(const struct diagnostic *fault)
{
    return fault->rule->severity == SEVERITY_ERROR && fault->rule >= syntax_rules &&
        fault->rule < syntax_rules + SYNTAX_RULE_COUNT;
}

/* The result is of the last position. */
static void keep_last_board(const struct report *report)
{
    for (struct diagnostic *fault = report->diagnostics.first; fault != NULL; fault = fault->next)
        if (fault->rule == &common_rules[COMMON_RESULT_MISMATCH])
            fault->at = report->state;
}

static void count_diagnostic(struct report *report, const struct diagnostic *fault)
{
    bool error = fault->severity == SEVERITY_ERROR;
    report->errors += error && !fault->cascaded;
    report->cascaded += error && fault->cascaded;
    report->warnings += fault->severity == SEVERITY_WARNING;
    report->notes += fault->severity == SEVERITY_NOTE;
    report->legal &= !error || fault->in_variation;
}

void report_leave_out(struct report *report, diagnostic_test *known, void *context)
{
    struct diagnostic *next = report->diagnostics.first;
    report->diagnostics = (struct diagnostics){0};
    report->errors = report->cascaded = report->warnings = report->notes = 0;
    while (next != NULL) {
        struct diagnostic *fault = next;
        next = fault->next;
        fault->next = NULL;
        fault->listed = !known(context, fault);
        report->known += !fault->listed;
        if (fault->listed)
            count_diagnostic(report, diagnostics_add(&report->diagnostics, fault));
    }
}

/* Gives each diagnostic the severity that was set, and drops what is ignored. */
static void set_severities(const struct referee *referee, struct report *report)
{
    struct diagnostic *next = report->diagnostics.first;
    report->diagnostics = (struct diagnostics){0};
    while (next != NULL) {
        struct diagnostic *fault = next;
        next = fault->next;
        fault->next = NULL;
        report->readable &= !is_unreadable(fault);
        if (severities_apply(&referee->severities, fault))
            diagnostics_add(&report->diagnostics, fault);
    }
}

/* What was taken for a warning was made an error. */
static void withdraw_adjudication(struct report *report)
{
    report->adjudicated = false;
    report->outcome.reason = NULL;
    report->outcome.winners = 0;
}

/* Whether another turn than the one of FAULT is needed, and none is known. */
static bool needs_turn(const struct diagnostic *fault)
{
    return fault->severity == SEVERITY_ERROR && fault->seat != 0 && !fault->in_variation && fault->repair_count == 0 &&
        fault->sequel != SEQUEL_STOOD && fault->rule != &common_rules[COMMON_AFTER_END];
}

/* Makes the report's list what is to be reported, and counts it. */
/* Whether something was asked about since *NEXT, before FAULT in the typed text: the fault may be for want of the turn
   that it is.  What is asked about comes first, in its order. */
static bool follows_question(
    const struct record *record, const struct diagnostic *fault, const struct diagnostic **next)
{
    const uint32_t begin = record_place(record, fault->span).begin;
    bool asked = false;
    for (; *next != NULL && (*next)->span.end == 0 && (*next)->written.end > 0; *next = (*next)->next) {
        if ((*next)->rule == &typed_rules[TYPED_UNCLEAR] && (*next)->written.begin >= begin)
            break;
        asked |= (*next)->rule == &typed_rules[TYPED_UNCLEAR];
    }
    return asked;
}

static void collect_diagnostics(const struct referee *referee, struct judge *judge)
{
    struct report *report = judge->report;
    struct diagnostics *list = &report->diagnostics;
    gather_diagnostics(judge);
    if (judge->boards)
        keep_last_board(report);
    report->readable = report->judged;
    report->legal = true;
    set_severities(referee, report);
    if (referee->expects) {
        expect_diagnostics(judge, &referee->severities);
        list->first = sort_diagnostics(list->first);
    }
    bool incomplete = false; /* what a count left out means is not known after an illegal turn */
    const struct diagnostic *question = list->first;
    for (struct diagnostic *fault = list->first; fault != NULL; fault = fault->next) {
        const bool of_turn = fault->seat != 0 && fault->severity == SEVERITY_ERROR;
        fault->listed = true;
        if (of_turn && follows_question(judge->record, fault, &question))
            fault->cascaded = true;
        count_diagnostic(report, fault);
        for (unsigned i = 0; i < fault->repair_count && judge->record->form != NULL; i++)
            fault->repairs[i].edit_count = 0; /* the file is not written in this notation */
        if (report->errors == 1 && needs_turn(fault))
            report->run_flags |= RUN_UNREPAIRED;
        incomplete |= of_turn;
    }
    if (incomplete && judge->record->whole_stacks && report->judged && report->book.game->foreign.complete != NULL)
        report->readable = false;
    if (report->adjudicated && !report->legal)
        withdraw_adjudication(report);
}

/* Without a position to judge from, what cannot be read is still reported; whether it is a turn only a game says. */
static void report_unreadable(struct judge *judge, const struct line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        const struct item *item = &line->items[i];
        if (item->kind == ITEM_VARIATION)
            report_unreadable(judge, item_variation(judge->record, item));
        const struct diagnostic *fault = item->kind == ITEM_UNREADABLE ? item_fault(judge->record, item) : NULL;
        if (fault != NULL && (judge->book->game != NULL || fault->rule != &syntax_rules[SYNTAX_TURN]))
            report_unreadable_item(judge, item, line->parent != NULL);
    }
}

/* The faults of the text after the tags; those in tags leave the turns alone, and so does what is asked about typed
   text, which has its place only there. */
static const struct diagnostic *first_movetext_fault(const struct record *record)
{
    const struct diagnostic *fault = record->faults.first;
    uint32_t begin = record->main.count > 0 ? record->main.items[0].span.begin : 0;
    while (fault != NULL && (fault->span.begin < begin || (fault->span.end == 0 && fault->written.end > 0)))
        fault = fault->next;
    return fault;
}

static void judge_game(struct judge *judge)
{
    struct report *report = judge->report;
    const struct rulebook *book = judge->book;
    judge->context.state_size = game_state_size(book->rules);
    struct line_state line_state = {0};
    report->judged = line_state_begin(judge, &line_state) && set_up_game(judge, line_state.now.state);
    report->seats = report->seats == 0 ? 2 : report->seats;
    read_claims(judge);
    if (!report->judged)
        return;
    judge->context.record = judge->record;
    judge->context.book = book;
    judge->context.seats = report->seats;
    game_judge_end(book->rules, line_state.now.state, &line_state.now.outcome);
    struct state *start =
        book->game->foreign.complete == NULL ? NULL : arena_alloc(judge->arena, judge->context.state_size);
    if (start != NULL)
        memcpy(start, line_state.now.state, judge->context.state_size);
    if (start != NULL && judge->record->whole_stacks)
        complete_turns(judge, start);
    tree_start(&report->tree, book, line_state.now.state);
    judge->pending = first_movetext_fault(judge->record);
    clock_watch_begin(judge);
    judge_line(judge, &judge->record->main, &line_state);
    clock_watch_end(judge);
    report->resigned = (uint8_t)line_state.now.resigned;
    if (judge->first_error == NULL)
        judge_outcome(judge, &line_state);
    else
        compare_result(judge, &line_state);
    report->state = judge->first_error != NULL ? judge->first_error : line_state.now.state;
    if (judge->first_error != NULL && start != NULL && !judge->record->whole_stacks)
        report->whole_stacks = find_whole_stacks(judge, start);
}

static bool judge_record(struct referee *referee, const struct record *record, struct keep keep, struct report *report)
{
    unsigned since = memory_failures();
    struct judge judge = {.record = record,
        .book = &report->book,
        .boards = referee->boards,
        .adjudicates = referee->adjudicates,
        .arena = &report->arena,
        .scratch = &referee->scratch,
        .facts = keep.silent ? NULL : &referee->facts,
        .context = {.severities = &referee->severities},
        .report = report,
        .repairs = {&judge.context, report, &report->arena, &referee->scratch, .trials = record->trials,
            .searches = record->whole_stacks ? SEARCHES_MOST : 0}};
    const struct tag *ruleset = record_tag(record, "Ruleset");
    report_reset(report, record);
    tree_clear(&report->tree, record, keep);
    if (ruleset != NULL)
        report->ruleset = ruleset->value;
    if (record->too_long || (record_is_empty(record) && record->faults.count > 0)) {
        report->seats = 2;
        collect_diagnostics(referee, &judge);
        return !report->arena.failed && !memory_ran_out(since);
    }
    check_tag_names(&judge, referee->fine);
    check_duplicate_tags(&judge);
    check_termination(&judge);
    bool ready = choose_book(&referee->library, &judge);
    rulebook_hold(&report->book);
    if (report->book.game != NULL)
        report->run_flags |= RUN_KNOWN;
    ready &= seat_players(&judge);
    if (report->book.game != NULL && (ruleset == NULL || referee->library.forced))
        report->ruleset = report->book.name;
    if (ready && report->unplayed != UNPLAYED_NONE) {
        judge_unplayed(&judge);
    } else if (ready) {
        judge_game(&judge);
    } else {
        report->seats = report->seats == 0 ? 2 : report->seats;
        read_claims(&judge);
    }
    if (!report->judged || report->unplayed != UNPLAYED_NONE)
        report_unreadable(&judge, &record->main);
    collect_diagnostics(referee, &judge);
    return !report->arena.failed && !tree_failed(&report->tree) && !memory_ran_out(since);
}

/* A record whose turns need another reading has one error instead of many. */
static bool judge_readings(struct referee *referee, struct record *record, struct keep keep, struct report *report)
{
#define SERVER FACT(advice, "if a server wrote this record, read it in the form of that server")
    static const char marked[] = FACT(
        what, "counts and capture marks: without a count the whole stack moves, and '+' lands on any stack") SERVER;
    static const char unmarked[] = FACT(what, "counts: without a count the whole stack moves") SERVER;
    bool added = false;
    bool judged = judge_record(referee, record, keep, report);
    if (!judged || report->whole_stacks == NULL)
        return judged;
    const struct span step = report->whole_stacks->span;
    const struct slice facts = slice_of(report->book.game->foreign.unmarked ? unmarked : marked);
    record->whole_stacks = true;
    judged = judge_record(referee, record, keep, report);
    const uint32_t errors = report->errors;
    judged = judged && referee_add(referee, report, &common_rules[COMMON_WHOLE_STACKS], facts, step, &added);
    report->readable &= !added; /* nobody has said that it is to be read like this */
    report->legal &= report->errors == errors;
    return judged;
}

/* Judged once more, it has the same trials for repairs, and so the same report. */
bool referee_judge(struct referee *referee, struct record *record, struct keep keep, struct report *report)
{
    if (record->trials == NULL)
        return judge_readings(referee, record, keep, report);
    *record->trials += record->spent;
    const int64_t before = *record->trials;
    const bool judged = judge_readings(referee, record, keep, report);
    record->spent = before - *record->trials;
    return judged;
}

bool referee_play(const struct play_context *context, struct line_cursor *cursor, const struct item *item,
    struct report *report, struct text *text)
{
    static const struct span nowhere = {0, 0};
    struct arena scratch;
    struct text facts;
    text_init(&facts);
    arena_init(&scratch, 0);
    report_reset(report, context->record);
    struct judge judge = {.record = context->record,
        .book = context->book,
        .arena = &report->arena,
        .scratch = &scratch,
        .facts = &facts,
        .report = report,
        .context = *context,
        .repairs = {&judge.context, report, &report->arena, &scratch, .searches = text == NULL ? SEARCHES_MOST : 0}};
    bool played = false;
    const struct diagnostic *fault = context->record->faults.first;
    while (fault != NULL && fault->severity != SEVERITY_ERROR)
        fault = fault->next;
    if (item == NULL && fault != NULL)
        judge_add(&judge, fault->rule, fault->facts, fault->span);
    else if (item == NULL)
        judge_report(&judge, &syntax_rules[SYNTAX_TURN], nowhere, FACT(why, "%s"), "a single turn is expected");
    else
        played = judge_alone(&judge, cursor, item, text);
    arena_release(&scratch);
    text_release(&facts);
    return played;
}

/* RULESET cannot be used for PROBLEMS. */
static void report_no_ruleset(
    const char *ruleset, const struct problems *problems, const struct record *record, struct report *report)
{
    const struct problem *problem = problems->first;
    struct text facts;
    text_init(&facts);
    report_reset(report, record);
    while (problem != NULL && problem->next != NULL && problem->rule->severity != SEVERITY_ERROR)
        problem = problem->next;
    if (problem == NULL)
        return;
    text_add_string(&facts, FACT(what, ""));
    unusable_message(slice_of(ruleset), problem, &facts);
    const struct rule *rule = problems->absent ? problem->rule : &syntax_rules[SYNTAX_NO_RULESET];
    struct slice said = arena_copy(&report->arena, problems->absent ? problem->facts : text_slice(&facts));
    diagnostics_add(&report->diagnostics, diagnostic_new(&report->arena, rule, said, (struct span){0, 0}));
    text_release(&facts);
}

/* Judges RECORD with the default severity of every fault. */
static bool judge_start(struct referee *referee, struct record *record, struct report *report)
{
    static const struct keep nothing = {.what = KEEP_NOTHING};
    const struct severities set = referee->severities;
    referee->severities = (struct severities){.any = false};
    bool judged = referee_judge(referee, record, nothing, report);
    referee->severities = set;
    return judged && report->state != NULL;
}

bool referee_start(struct referee *referee, const char *ruleset, struct record *record, struct report *report)
{
    struct library *library = &referee->library;
    if (ruleset == NULL)
        return judge_start(referee, record, report);
    const struct rulebook_entry used = library->used;
    const struct rulebook_entry entry = *rulebooks_get(&library->books, slice_of(ruleset), true, (struct slice){"", 0});
    bool forced = library->forced;
    bool started = false;
    rulebook_hold(&entry.book); /* others may take its place */
    library->used = entry;
    library->forced = true;
    if (entry.book.game != NULL)
        started = judge_start(referee, record, report);
    else
        report_no_ruleset(ruleset, &entry.problems, record, report);
    rulebook_drop(&entry.book);
    library->used = used;
    library->forced = forced;
    return started;
}

/* Puts FAULT into LIST, in the order of the text. */
static void insert_in_order(struct diagnostics *list, struct diagnostic *fault)
{
    struct diagnostic **at = &list->first;
    while (*at != NULL && (*at)->span.begin <= fault->span.begin)
        at = &(*at)->next;
    fault->next = *at;
    *at = fault;
    if (fault->next == NULL)
        list->last = fault;
    list->count++;
}

bool referee_add(const struct referee *referee, struct report *report, const struct rule *rule, struct slice facts,
    struct span span, bool *added)
{
    bool legal = report->legal;
    struct diagnostic *fault = diagnostic_new(&report->arena, rule, arena_copy(&report->arena, facts), span);
    *added = fault != NULL && severities_apply(&referee->severities, fault);
    if (*added) {
        fault->listed = true;
        insert_in_order(&report->diagnostics, fault);
        count_diagnostic(report, fault);
        report->legal = legal;
    }
    return fault != NULL;
}

void diagnostic_message(const struct diagnostic *diagnostic, struct text *message)
{
    rule_message(diagnostic->rule, diagnostic->facts, message);
}
