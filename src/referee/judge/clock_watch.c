/* SPDX-License-Identifier: MIT */
#include "referee/judge/clock_watch.h"

#include <stdio.h>

static void report_unread_tag(struct judge *judge, const struct tag *tag)
{
    judge_report(judge, &clock_rules[CLOCK_UNREADABLE], tag->inside, FACT(what, "the tag %.*s \"%s\"") FACT(like, "%s"),
        (int)tag->name.length, tag->name.at, excerpt_of(tag->value).text,
        slice_is(tag->name, "Clock") ? "10:0 +20" : "600+5");
}

void clock_watch_begin(struct judge *judge)
{
    const struct record *record = judge->record;
    struct clocks clocks;
    if (!record->clocked && record_tag(record, "TimeControl") == NULL && record_tag(record, "Clock") == NULL)
        return;
    const struct tag *unread = clocks_begin(&clocks, record, judge->report->seats);
    if (unread != NULL)
        report_unread_tag(judge, unread);
    judge->watch = record->clocked ? arena_alloc(judge->arena, sizeof *judge->watch) : NULL;
    judge->failed |= record->clocked && judge->watch == NULL;
    if (judge->watch != NULL)
        *judge->watch = (struct clock_watch){.clocks = clocks};
}

/* About the clock in SPAN after TURN. */
static void report_clock(
    struct judge *judge, const struct watched_turn *turn, struct span span, const struct clock_reading *reading)
{
    const struct clock_watch *watch = judge->watch;
    const struct tag *control = watch->clocks.control;
    struct fault why = {.facts = judge->facts};
    const struct slice written = slice_cut(judge->record->source, span);
    struct text *to = fault_begin(&why, &clock_rules[reading->fault], FAULT_WHOLE);
    if (to != NULL && reading->fault == CLOCK_UNREADABLE) {
        text_printf(to, FACT(what, "the clock '%s'") FACT(like, "0:41:07"), excerpt_of(written).text);
    } else if (to != NULL && reading->fault != CLOCK_ZERO) {
        text_printf(to, FACT(now, "%pS"), SLICE(written));
        text_add_string(to, FACT(was, ""));
        clock_write(reading->was, to);
        text_add_string(to, FACT(gained, ""));
        if (reading->gained == 0)
            text_add_string(to, "nothing");
        else
            clock_write(reading->gained, to);
        text_printf(to, FACT(control, "%.*s \"%s\""), (int)control->name.length, control->name.at,
            excerpt_of(control->value).text);
    }
    if (to != NULL && reading->fault == CLOCK_SIDE) {
        text_printf(to, FACT(other, "%s") FACT(other_was, ""), game_seat_name(judge->book->rules, reading->other));
        clock_write(reading->other_was, to);
    }
    struct diagnostic *fault = judge_add(judge, why.rule, fault_facts(&why), span);
    if (fault == NULL)
        return;
    fault->turn = turn->span;
    fault->ply = turn->ply;
    fault->number = turn->number;
    fault->seat = (uint8_t)turn->seat;
}

static void take_last_clock(struct judge *judge)
{
    struct clock_watch *watch = judge->watch;
    const struct watched_turn last = watch->last;
    const struct clock_reading reading = clocks_take(&watch->clocks, last.seat, last.number, watch->text);
    struct report *report = judge->report;
    report->timed_turns += reading.took != CLOCK_NONE;
    report->milliseconds += reading.took != CLOCK_NONE ? (uint64_t)reading.took : 0;
    if (reading.fault == CLOCK_RULE_COUNT)
        return;
    const uint32_t begin = (uint32_t)(watch->text.at - judge->record->source.at);
    const struct span span = {begin, begin + (uint32_t)watch->text.length};
    if (reading.fault != CLOCK_ZERO) {
        report_clock(judge, &last, span, &reading);
    } else if ((watch->zeros >> last.seat & 1) == 0) {
        watch->zeros |= 1u << last.seat;
        watch->zero = last;
        watch->zero_span = span;
    }
}

void clock_watch_turn(struct judge *judge, const struct item *item, unsigned seat, uint32_t number, uint32_t ply)
{
    static const struct clock_reading zero = {.fault = CLOCK_ZERO};
    struct clock_watch *watch = judge->watch;
    take_last_clock(judge);
    if (watch->zero.seat != 0)
        report_clock(judge, &watch->zero, watch->zero_span, &zero);
    watch->zero.seat = 0;
    watch->text = (struct slice){NULL, 0};
    watch->last = (struct watched_turn){item->span, ply, number, seat};
}

void clock_watch_comment(struct judge *judge, const struct item *item)
{
    struct slice comment = item_text(judge->record, item);
    const char *end = slice_end(comment);
    while (comment_command(comment, "clk", &judge->watch->text))
        comment = slice_to(slice_end(judge->watch->text), end);
}

void clock_watch_end(struct judge *judge)
{
    if (judge->watch != NULL)
        take_last_clock(judge);
}
