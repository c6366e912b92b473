#include "referee/referee.h"

#include "base/utf8.h"
#include "games/common.h"
#include "referee/line.h"
#include "referee/rulebooks.h"

#include <stdio.h>
#include <stdlib.h>

struct referee {
    struct rulebooks books;
    struct rulebook_entry used; /* by referee_use */
    bool forced;
    struct arena arena; /* of the report */
};

struct referee *referee_new(const char *const *folders)
{
    struct referee *referee = calloc(1, sizeof *referee);
    if (referee == NULL)
        return NULL;
    rulebooks_init(&referee->books, folders);
    arena_init(&referee->used.arena, 0);
    arena_init(&referee->arena, RECORD_MEMORY);
    return referee;
}

void referee_free(struct referee *referee)
{
    if (referee == NULL)
        return;
    rulebooks_release(&referee->books);
    arena_release(&referee->used.arena);
    arena_release(&referee->arena);
    free(referee);
}

bool referee_use(
    struct referee *referee, struct slice name, bool force, struct slice overrides, struct problems *problems)
{
    rulebook_load(&referee->books.loader, name, true, overrides, &referee->used);
    referee->forced = force;
    problems->first = referee->used.problems.first;
    problems->last = referee->used.problems.last;
    return referee->used.book.game != NULL;
}

const struct rulebook *referee_default(const struct referee *referee)
{
    return referee->used.book.game == NULL ? NULL : &referee->used.book;
}

const struct ruleset_loader *referee_loader(const struct referee *referee)
{
    return &referee->books.loader;
}

/* Setting a game up from its tags. */

static struct span tag_span(const struct tag *tag)
{
    return tag == NULL ? (struct span){0, 0} : tag->inside;
}

static void name_ruleset(void *context, struct slice name)
{
    struct text *text = context;
    text_add_string(text, text->length == 0 ? "" : ", ");
    text_add(text, name);
}

/* No ruleset to judge by: says which there are. */
static void fault_no_ruleset(struct judge *judge, const struct referee *referee, const struct tag *tag)
{
    struct text names;
    struct text message;
    text_init(&names);
    text_init(&message);
    ruleset_names(&referee->books.loader, name_ruleset, &names);
    if (tag == NULL)
        text_add_string(&message, "this record names no ruleset, and none was given with -r; known are ");
    else
        text_printf(&message, "there is no ruleset '%.*s' that could be used; known are ",
            (int)(tag->value.length & 63), tag->value.at);
    text_add(&message, text_slice(&names));
    struct span span = tag == NULL ? (struct span){0, 0} : tag->inside;
    judge_report(judge, &syntax_rules[SYNTAX_NO_RULESET], text_slice(&message), span);
    text_release(&names);
    text_release(&message);
}

/* The bytes of a tag's value that PLACE, counted in characters, means. */
static struct span place_in_tag(const struct tag *tag, struct place place)
{
    struct span span = {tag->inside.begin, tag->inside.begin};
    size_t at = 0;
    for (uint32_t column = 1; at < tag->value.length && column < place.end_column; column++) {
        if (column == place.column)
            span.begin = tag->inside.begin + (uint32_t)at;
        at += utf8_next((struct slice){tag->value.at + at, tag->value.length - at}).length;
    }
    span.end = tag->inside.begin + (uint32_t)at;
    return span;
}

/* Faults of the tag Rules: at their places in it, or, where it only contradicts
   what the ruleset says, in all of it. */
static void fault_rules(struct judge *judge, const struct rulebook_entry *entry, const struct tag *rules)
{
    for (const struct problem *problem = entry->problems.first; problem != NULL; problem = problem->next)
        judge_report(judge, problem->rule, problem->facts,
            problem->place.file == NULL ? place_in_tag(rules, problem->place) : rules->inside);
}

static bool names_key(struct slice overrides, struct slice word)
{
    struct slice other;
    struct slice key = {word.at, 0};
    while (key.length < word.length && word.at[key.length] != '=')
        key.length++;
    while (slice_split(&overrides, ' ', &other))
        if (other.length > key.length && other.at[key.length] == '=' && memcmp(other.at, key.at, key.length) == 0)
            return true;
    return false;
}

/* What the tag Rules says, and behind it what --rule says of other parameters. */
static struct slice combine_overrides(struct judge *judge, struct slice in_tag, struct slice given)
{
    struct text both;
    struct slice word;
    text_init(&both);
    text_add(&both, in_tag);
    while (slice_split(&given, ' ', &word))
        if (word.length > 0 && !names_key(in_tag, word)) {
            text_add_char(&both, ' ');
            text_add(&both, word);
        }
    struct slice combined = arena_copy(judge->arena, text_slice(&both));
    text_release(&both);
    return combined;
}

/* The rulebook for a record with a tag Rules. */
static bool choose_varied_book(
    struct referee *referee, struct judge *judge, const struct tag *named, bool by_default, const struct tag *rules)
{
    struct slice name = by_default ? referee->used.name : named->value;
    struct slice given = by_default ? referee->used.overrides : (struct slice){"", 0};
    struct slice overrides = combine_overrides(judge, rules->value, given);
    const struct rulebook_entry *entry = rulebooks_get(&referee->books, name, by_default, overrides);
    judge->report->book = entry->book;
    if (entry->book.game != NULL)
        return true;
    if (rulebooks_get(&referee->books, name, by_default, given)->book.game != NULL)
        fault_rules(judge, entry, rules);
    else
        fault_no_ruleset(judge, referee, named);
    return false;
}

static bool choose_book(struct referee *referee, struct judge *judge)
{
    const struct tag *named = record_tag(judge->record, "Ruleset");
    const struct tag *rules = record_tag(judge->record, "Rules");
    struct report *report = judge->report;
    bool by_default = named == NULL || referee->forced;
    if (by_default && referee_default(referee) == NULL) {
        fault_no_ruleset(judge, referee, named);
        return false;
    }
    if (rules != NULL)
        return choose_varied_book(referee, judge, named, by_default, rules);
    report->book = by_default ? referee->used.book
                              : rulebooks_get(&referee->books, named->value, false, (struct slice){"", 0})->book;
    if (report->book.game == NULL)
        fault_no_ruleset(judge, referee, named);
    return report->book.game != NULL;
}

static const struct tag *player_tag(const struct record *record, unsigned seat)
{
    static const char *const names[SEATS] = {
        "Player1", "Player2", "Player3", "Player4", "Player5", "Player6", "Player7", "Player8"};
    const struct tag *tag = record_tag(record, names[seat - 1]);
    if (tag == NULL && seat <= 2)
        tag = record_tag(record, seat == 1 ? "White" : "Black");
    return tag;
}

static bool fault_players(struct judge *judge, const struct tag *tag, const char *why)
{
    judge_report(judge, &common_rules[COMMON_PLAYERS], slice_of(why), tag_span(tag));
    return false;
}

/* Who plays; without Player tags there are two. */
static bool seat_players(struct judge *judge)
{
    struct report *report = judge->report;
    unsigned named = 0;
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        const struct tag *tag = player_tag(judge->record, seat);
        if (tag == NULL)
            continue;
        bool white_or_black = seat <= 2 && tag->name.at[0] != 'P';
        if (named != seat - 1 && !white_or_black)
            return fault_players(judge, tag, "the tags of the players have a gap before this one");
        report->players[seat - 1] = tag->value;
        named = seat;
    }
    const struct tag *beyond = record_tag(judge->record, "Player9");
    if (beyond != NULL)
        return fault_players(judge, beyond, "no game has more than 8 players");
    bool alone = named == 1 && record_tag(judge->record, "Player1") != NULL;
    report->seats = named < 2 && !alone ? 2 : named;
    return true;
}

static bool check_players(struct judge *judge)
{
    const struct rulebook *book = &judge->report->book;
    char why[80];
    if (!seat_players(judge))
        return false;
    if (book->game->allows_players(book->rules, judge->report->seats))
        return true;
    if (judge->report->seats == 1 && book->game->allows_players(book->rules, 2)) {
        judge->report->seats = 2;
        return true;
    }
    snprintf(why, sizeof why, "there are %u players, a number that this game does not allow", judge->report->seats);
    return fault_players(judge, player_tag(judge->record, judge->report->seats), why);
}

static bool set_position(struct judge *judge, struct state *state)
{
    const struct rulebook *book = judge->book;
    const struct tag *tag = record_tag(judge->record, "Position");
    struct fault fault;
    book->game->start(book->rules, judge->report->seats, state);
    if (tag == NULL || book->game->read_position(book->rules, tag->value, state, &fault))
        return true;
    struct span span = tag->inside;
    if (fault.part > 0 && fault.part < span.end - span.begin) {
        span.begin += fault.part;
        while (span.begin + 1 < span.end && strchr(",/ ", judge->record->source.at[span.begin]) != NULL)
            span.begin++;
        uint32_t end = span.begin + 1;
        while (end < span.end && strchr(",/ ", judge->record->source.at[end]) == NULL)
            end++;
        span.end = end;
    }
    judge_report(judge, fault.rule, fault_facts(&fault), span);
    return false;
}

/* Results. */

static void fault_result(struct judge *judge, struct slice text, struct span span, const char *why)
{
    char facts[120];
    int length = text.length > 40 ? 40 : (int)text.length;
    snprintf(facts, sizeof facts, "'%.*s'" FACT_BREAK "%s", length, text.at, why);
    judge_report(judge, &syntax_rules[SYNTAX_RESULT], slice_of(facts), span);
}

static bool fits_game(const struct claim *claim, unsigned seats)
{
    if (claim->open)
        return true;
    int32_t sum = 0;
    for (unsigned i = 0; i < claim->seats; i++)
        sum += claim->halves[i] < 0 || claim->halves[i] > 2 ? 100 : claim->halves[i];
    return claim->seats == seats && sum == 2;
}

static bool read_claim(struct judge *judge, struct slice text, struct span span, struct claim *claim)
{
    if (!claim_read(text, claim))
        fault_result(judge, text, span, "*, 1-0, 0-1, 1/2-1/2, points joined by '-', or words like 'White concedes'");
    else if (judge->report->book.game != NULL && !fits_game(claim, judge->report->seats))
        fault_result(judge, text, span, "in this game it is *, 1-0, 0-1 or 1/2-1/2");
    else
        return true;
    *claim = (struct claim){0};
    return false;
}

static void read_claims(struct judge *judge)
{
    const struct record *record = judge->record;
    const struct tag *tag = record_tag(record, "Result");
    struct claim in_tag = {0};
    struct claim *claim = &judge->report->claim;
    if (tag != NULL)
        read_claim(judge, tag->value, tag->inside, &in_tag);
    if (record->has_result)
        read_claim(judge, slice_cut(record->source, record->result), record->result, claim);
    if (!claim->written) {
        *claim = in_tag;
    } else if (in_tag.written && !claim_equal(claim, &in_tag)) {
        char facts[120];
        snprintf(facts, sizeof facts, "%.*s" FACT_BREAK "%.*s", (int)(in_tag.figures.length & 31), in_tag.figures.at,
            (int)(claim->figures.length & 31), claim->figures.at);
        judge_report(judge, &common_rules[COMMON_RESULT_TAG], slice_of(facts), tag->inside);
    }
}

static void take_claim(struct report *report, const struct claim *claim)
{
    report->outcome.reason = claim->reason;
    memcpy(report->outcome.halves, claim->halves, sizeof claim->halves);
    int32_t best = claim->halves[0];
    for (unsigned i = 1; i < report->seats; i++)
        best = claim->halves[i] > best ? claim->halves[i] : best;
    unsigned count = 0;
    for (unsigned i = 0; i < report->seats; i++)
        if (claim->halves[i] == best) {
            report->outcome.winners |= 1u << i;
            count++;
        }
    if (count == report->seats)
        report->outcome.winners = 0;
}

static void fault_mismatch(struct judge *judge, const struct progress *end, const struct outcome *given)
{
    const struct record *record = judge->record;
    const struct tag *tag = record_tag(record, "Result");
    struct text facts;
    text_init(&facts);
    text_add(&facts, judge->report->claim.figures);
    text_add_string(&facts, FACT_BREAK);
    figures_write(given->halves, judge->report->seats, &facts);
    text_printf(&facts, FACT_BREAK "%s", given->reason);
    struct diagnostic *fault = judge_report(judge, &common_rules[COMMON_RESULT_MISMATCH], text_slice(&facts),
        record->has_result ? record->result : tag_span(tag));
    text_release(&facts);
    if (fault != NULL)
        fault->ply = end->ply;
}

/* The outcome of a game that was legal to its end. */
static void close_game(struct judge *judge, const struct progress *end)
{
    struct report *report = judge->report;
    const struct claim *claim = &report->claim;
    struct claim resigned = {.seats = 2, .reason = "resigned"};
    report->plies = end->ply;
    report->outcome = end->outcome;
    if (end->resigned != 0)
        resigned.halves[2 - end->resigned] = 2;
    if (!end->outcome.over && end->resigned != 0)
        take_claim(report, &resigned);
    else if (!end->outcome.over && claim->written && !claim->open)
        take_claim(report, claim);
    bool decided = end->outcome.over || end->resigned != 0;
    if (decided && claim->written && !claim->open &&
        memcmp(claim->halves, report->outcome.halves, sizeof claim->halves) != 0)
        fault_mismatch(judge, end, &report->outcome);
}

/* The tags as such. */

static void check_duplicate_tags(struct judge *judge)
{
    const struct record *record = judge->record;
    size_t count = record->tag_count < 64 ? record->tag_count : 64;
    for (size_t i = 1; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (slice_equal(record->tags[i].name, record->tags[j].name)) {
                judge_report(judge, &common_rules[COMMON_DUPLICATE_TAG], record->tags[i].name, record->tags[i].span);
                break;
            }
}

/* The order of the text, for diagnostics found by the parser and by the referee:
   a merge sort of the list. */
static struct diagnostic *merge(struct diagnostic *a, struct diagnostic *b)
{
    struct diagnostic head = {0};
    struct diagnostic *last = &head;
    while (a != NULL && b != NULL) {
        struct diagnostic **first = b->span.begin < a->span.begin ? &b : &a;
        last->next = *first;
        last = *first;
        *first = (*first)->next;
    }
    last->next = a != NULL ? a : b;
    return head.next;
}

static struct diagnostic *sorted(struct diagnostic *list, uint32_t count)
{
    struct diagnostic *middle = list;
    if (count < 2)
        return list;
    for (uint32_t i = 1; i < count / 2; i++)
        middle = middle->next;
    struct diagnostic *rest = middle->next;
    middle->next = NULL;
    return merge(sorted(list, count / 2), sorted(rest, count - count / 2));
}

static void collect_diagnostics(struct judge *judge)
{
    struct report *report = judge->report;
    for (const struct diagnostic *fault = judge->record->faults.first; fault != NULL; fault = fault->next) {
        struct diagnostic *copy = judge_report(judge, fault->rule, fault->facts, fault->span);
        if (copy != NULL)
            copy->in_variation = fault->in_variation;
    }
    report->diagnostics.first = sorted(report->diagnostics.first, report->diagnostics.count);
    report->legal = true;
    for (const struct diagnostic *fault = report->diagnostics.first; fault != NULL; fault = fault->next) {
        report->errors += fault->severity == SEVERITY_ERROR;
        report->warnings += fault->severity == SEVERITY_WARNING;
        report->legal &= fault->severity != SEVERITY_ERROR || fault->in_variation;
    }
}

/* Without a position to judge from, what cannot be read is still reported. */
static void report_unreadable(struct judge *judge, const struct line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        const struct item *item = &line->items[i];
        if (item->kind == ITEM_VARIATION)
            report_unreadable(judge, item->variation);
        if (item->kind != ITEM_UNREADABLE || item->fault == NULL)
            continue;
        struct diagnostic *fault = judge_report(judge, item->fault->rule, item->fault->facts, item->fault->span);
        if (fault != NULL)
            fault->in_variation = line->parent != NULL;
    }
}

static void judge_game(struct judge *judge)
{
    struct report *report = judge->report;
    const struct rulebook *book = &report->book;
    const struct observer *observer = judge->observer;
    judge->book = book;
    judge->state_size = book->game->state_size(book->rules);
    struct progress progress = {0};
    progress.state = arena_alloc(judge->arena, judge->state_size);
    progress.before = arena_alloc(judge->arena, judge->state_size);
    if (progress.state == NULL || progress.before == NULL || !set_position(judge, progress.state))
        return;
    report->judged = true;
    book->game->judge_end(book->rules, progress.state, &progress.outcome);
    if (observer != NULL && observer->start != NULL)
        observer->start(observer->context, book, progress.state);
    judge_line(judge, &judge->record->main, &progress);
    if (judge->first_error == NULL)
        close_game(judge, &progress);
    report->state = judge->first_error != NULL ? judge->first_error : progress.state;
}

bool referee_judge(
    struct referee *referee, const struct record *record, const struct observer *observer, struct report *report)
{
    struct judge judge = {.record = record, .observer = observer, .arena = &referee->arena, .report = report};
    const struct tag *ruleset = record_tag(record, "Ruleset");
    arena_clear(&referee->arena);
    *report = (struct report){.record = record, .seats = 2};
    if (ruleset != NULL)
        report->ruleset = ruleset->value;
    if (record->too_long || (record_is_empty(record) && record->faults.count > 0)) {
        collect_diagnostics(&judge);
        return !referee->arena.failed;
    }
    check_duplicate_tags(&judge);
    bool ready = choose_book(referee, &judge) && check_players(&judge);
    if (report->book.game != NULL && (ruleset == NULL || referee->forced))
        report->ruleset = report->book.name;
    read_claims(&judge);
    if (ready)
        judge_game(&judge);
    if (!report->judged)
        report_unreadable(&judge, &record->main);
    collect_diagnostics(&judge);
    return !referee->arena.failed && !judge.failed;
}

void diagnostic_message(const struct diagnostic *diagnostic, struct text *message)
{
    rule_message(diagnostic->rule, diagnostic->facts, message);
}
