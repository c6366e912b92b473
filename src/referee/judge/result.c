/* SPDX-License-Identifier: MIT */
/* The declared result of a record, and the result of the game. */
#include "games/common.h"
#include "games/sides.h"
#include "record/hints.h"
#include "referee/judge/other_tags.h"

static bool has_points(const struct judge *judge)
{
    return judge->report->book.game != NULL && judge->report->book.game->result.scoring != SCORE_WIN;
}

/* What to write instead of TEXT, or else WHY it is not a result. */
static void add_advice(const struct judge *judge, struct slice text, const char *why, struct text *facts)
{
    char room[RESULT_ROOM];
    const char *forfeit = forfeit_meant(text);
    const char *ending = ending_meant(judge->record, text, has_points(judge), room);
    if (forfeit == NULL && !has_points(judge) && slice_is(text, "0-0"))
        text_printf(facts, "%s; if neither player came, write [Termination \"double forfeit\"]", why);
    else if (forfeit != NULL && strcmp(forfeit, "0-0") == 0)
        text_add_string(facts, "if neither player came, write [Termination \"double forfeit\"] and no result");
    else if (forfeit != NULL)
        text_printf(facts, "if one player did not come, write '%s' and [Termination \"forfeit\"]", forfeit);
    else if (ending != NULL)
        text_printf(facts, "write '%.60s'", ending);
    else
        text_add_string(facts, why);
}

static void fault_result(struct judge *judge, struct slice text, struct span span, const char *why)
{
    struct fault fault = {.facts = judge->facts};
    struct slice brief = slice_shorter(text, 40);
    fault_raise(&fault, &syntax_rules[SYNTAX_RESULT], FAULT_WHOLE, FACT(result, "'%.*s'") FACT(why, ""),
        (int)brief.length, brief.at);
    if (fault.facts != NULL)
        add_advice(judge, text, why, fault.facts);
    char room[RESULT_ROOM];
    const char *meant = ending_meant(judge->record, text, has_points(judge), room);
    struct diagnostic *found = judge_add(judge, fault.rule, fault_facts(&fault), span);
    if (meant != NULL)
        diagnostic_propose(found, judge->arena, span, slice_of(meant), CONFIDENCE_CERTAIN);
}

/* Whether it gives the points of partners together. */
static bool is_of_sides(const struct judge *judge, const struct declared_result *declared)
{
    const struct rulebook *book = &judge->report->book;
    unsigned sides = sides_of(book->rules);
    return sides > 0 && declared->seats == sides && sides < judge->report->seats && declared_has_points(declared);
}

static bool fits_scoring(const struct judge *judge, const struct declared_result *declared)
{
    if (declared->open || judge->report->book.game == NULL || judge->report->unplayed != UNPLAYED_NONE)
        return true;
    if (has_points(judge))
        return (declared->seats == judge->report->seats || is_of_sides(judge, declared)) &&
            (declared->words || declared->halves[0] % 2 == 0);
    int32_t sum = 0;
    for (unsigned i = 0; i < declared->seats; i++)
        sum += declared->halves[i] < 0 || declared->halves[i] > 2 ? 100 : declared->halves[i];
    return declared->seats == judge->report->seats && sum == 2;
}

static const char *describe_points(const struct judge *judge)
{
    const struct rulebook *book = &judge->report->book;
    return sides_of(book->rules) > 0
        ? "in this game a result is * or the points of every seat or every team, joined by '-'"
        : "in this game a result is * or the points of every seat, joined by '-'";
}

static bool share_among_partners(const struct judge *judge, struct declared_result *declared)
{
    const struct report *report = judge->report;
    if (has_points(judge) && report->unplayed == UNPLAYED_NONE && is_of_sides(judge, declared))
        declared_share(declared, report->seats, declared->seats);
    return true;
}

const struct tag *result_tag(const struct record *record)
{
    const struct tag *tag = record_tag(record, "Result");
    return tag == NULL || tag->value.length == 0 || slice_is(tag->value, "?") ? NULL : tag;
}

static bool read_declared(struct judge *judge, struct slice text, struct span span, struct declared_result *declared)
{
    const struct game *game = judge->report->book.game;
    if (!declared_read(text, black_is_first(judge), game == NULL ? NULL : game->result.signs, declared))
        fault_result(
            judge, text, span, "write *, 1-0, 0-1, 1/2-1/2, points joined by '-', or words like 'White concedes'");
    else if (!fits_scoring(judge, declared))
        fault_result(judge, text, span,
            has_points(judge) ? describe_points(judge) : "in this game a result is *, 1-0, 0-1 or 1/2-1/2");
    else
        return share_among_partners(judge, declared);
    *declared = (struct declared_result){0};
    return false;
}

static void read_result_tag(struct judge *judge, const struct tag *tag, struct declared_result *declared)
{
    const struct game *game = judge->report->book.game;
    bool loose;
    const struct slice value = other_result(judge->record, game, tag->value, &loose);
    if (!loose || declared_read(value, black_is_first(judge), game == NULL ? NULL : game->result.signs, declared))
        read_declared(judge, value, tag->inside, declared);
}

void read_claims(struct judge *judge)
{
    const struct record *record = judge->record;
    const struct tag *tag = result_tag(record);
    struct declared_result in_tag = {0};
    struct declared_result *declared = &judge->report->declared;
    if (tag != NULL)
        read_result_tag(judge, tag, &in_tag);
    if (record->has_result)
        read_declared(judge, slice_cut(record->source, record->result), record->result, declared);
    if (!declared->written) {
        *declared = in_tag;
    } else if (in_tag.written && !declared_equal(declared, &in_tag)) {
        struct slice told = slice_shorter(in_tag.figures, 40);
        struct slice held = slice_shorter(declared->figures, 40);
        judge_report(judge, &common_rules[COMMON_RESULT_TAG], tag->inside, FACT(tag, "%.*s") FACT(result, "%.*s"),
            (int)told.length, told.at, (int)held.length, held.at);
    }
}

/* Terms that a message can name; longer counts are shown elsewhere. */
enum { ITEMS_NAMED = 6 };

static bool is_counted_for(const struct score_item *item, unsigned seat)
{
    return item->seat == seat && item->times > 0;
}

/* "; White has e4, f3 and g1", or with points "; Player 2 has z26 3 and z27 2 x 3". */
static void add_items(const struct judge *judge, const struct score_breakdown *sum, unsigned seat, struct text *text)
{
    size_t left = 0;
    for (size_t i = 0; i < sum->count; i++)
        left += is_counted_for(&sum->items[i], seat);
    text_printf(text, "; %s has %s", game_seat_name(judge->book->rules, seat), left == 0 ? "nothing that counts" : "");
    for (size_t i = 0; i < sum->count; i++) {
        const struct score_item *item = &sum->items[i];
        if (!is_counted_for(item, seat))
            continue;
        text_add_string(text, item->name);
        if (sum->goal == 0)
            text_printf(text, " %d", (int)item->count);
        if (item->times > 1)
            text_printf(text, " x %u", item->times);
        left--;
        text_add_string(text, left > 1 ? ", " : left == 1 ? " and " : "");
    }
}

/* Whether the count of SEAT explains why the result is not as declared. */
static bool count_explains(const struct judge *judge, const struct outcome *given, unsigned seat)
{
    const struct declared_result *declared = &judge->report->declared;
    if (judge->book->game->result.scoring == SCORE_WIN)
        return (given->winners >> (seat - 1) & 1) != 0;
    unsigned sides = declared->sides;
    return !declared->words &&
        sides_total(declared->halves, declared->seats, sides, seat - 1) !=
        sides_total(given->halves, declared->seats, sides, seat - 1);
}

/* The count after the result that the board gave: what reached the goal, or the points
   that are claimed otherwise; where that is much, how to see it.  A single thing that
   counts is what the reason says. */
static void add_count_of_end(
    const struct judge *judge, const struct line_state *end, const struct outcome *given, struct text *text)
{
    struct score_breakdown sum;
    size_t items[SEATS + 1] = {0};
    size_t all = 0;
    bool much = false;
    arena_clear(judge->scratch);
    if (!given->over || !game_breakdown(judge->book->rules, end->now.state, judge->scratch, &sum))
        return;
    for (size_t i = 0; i < sum.count; i++) {
        items[sum.items[i].seat] += sum.items[i].times > 0;
        all += sum.items[i].times > 0;
    }
    for (unsigned seat = 1; seat <= judge->report->seats && (sum.goal > 0 || all > 1); seat++) {
        bool tells = count_explains(judge, given, seat) && items[seat] >= sum.goal;
        if (tells && items[seat] <= ITEMS_NAMED)
            add_items(judge, &sum, seat, text);
        much |= tells && items[seat] > ITEMS_NAMED;
    }
    if (much)
        text_add_string(text, FACT(advice, "show the breakdown of the score to see what counts"));
}

static void fault_mismatch(struct judge *judge, const struct line_state *end, const struct outcome *given)
{
    const struct record *record = judge->record;
    const struct tag *tag = record_tag(record, "Result");
    const struct slice declared = judge->report->declared.figures;
    struct fault why = {.facts = judge->facts};
    fault_raise(&why, &common_rules[COMMON_RESULT_MISMATCH], FAULT_WHOLE, FACT(claim, "%.*s") FACT(result, ""),
        (int)declared.length, declared.at);
    if (why.facts != NULL) {
        text_add_string(why.facts, given->over || given->reason != NULL ? "ended the game " : "has not ended the game");
        if (given->over || given->reason != NULL)
            figures_write(given->halves, judge->report->seats, given->sign, why.facts);
        text_printf(
            why.facts, FACT(how, "%s"), given->reason != NULL ? given->reason : "only the board gives such a result");
        add_count_of_end(judge, end, given, why.facts);
    }
    struct diagnostic *fault = judge_add(judge, why.rule, fault_facts(&why),
        record->has_result ? record->result : (tag == NULL ? (struct span){0, 0} : tag->inside));
    if (fault != NULL)
        fault->ply = end->ply;
    const struct fault_location location = {&record->main, true, record->main.count, &end->anchor, &end->now};
    if (!end->continuation.forced)
        repair_result(&judge->repairs, &location, fault);
}

/* Any error but in a variation: then nothing that is claimed counts. */
static bool has_error(const struct diagnostics *list)
{
    for (const struct diagnostic *fault = list->first; fault != NULL; fault = fault->next)
        if (fault->severity == SEVERITY_ERROR && !fault->in_variation)
            return true;
    return false;
}

/* A draw: nobody, or all with the same points. */
static bool declares_winners(const struct declared_result *declared, uint32_t winners, unsigned seats)
{
    const uint32_t all = (1u << seats) - 1;
    if (declared->halves[0] == 1)
        return winners == 0 || winners == all;
    for (unsigned i = 0; i < seats; i++)
        if ((declared->halves[i] == 2) != ((winners >> i & 1) != 0))
            return false;
    return true;
}

bool result_fits(const struct report *report, const struct outcome *outcome)
{
    const struct declared_result *declared = &report->declared;
    if (!declared_is_made(declared))
        return true;
    if (!outcome->over)
        return declared->sign == '\0' || !report->record->has_result;
    if (declared->sign != '\0' && declared->sign != outcome->sign)
        return false;
    if (report->book.game->result.scoring == SCORE_WIN || !declared->words)
        return declared_gives(declared, outcome->halves);
    return declares_winners(declared, outcome->winners, report->seats);
}

/* Whether a resignation says otherwise.  Points written after a
   resignation are nobody's to check. */
static bool contradicts_resignation(
    const struct report *report, const struct declared_result *declared, const struct line_state *end)
{
    bool wins = report->book.game->result.scoring == SCORE_WIN;
    return end->now.resigned != 0 && (wins || declared->words) &&
        !declares_winners(declared, report->outcome.winners, report->seats);
}

/* A record without turns and position is not of a game that was broken off. */
static bool may_adjudicate(const struct judge *judge, const struct line_state *end)
{
    bool begun = end->ply > 0 || position_tag(judge->record, judge->book->game) != NULL;
    return judge->adjudicates && judge->book->game->result.adjudicates && begun;
}

/* The points so far. */
static void give_points_so_far(struct report *report)
{
    const struct rulebook *book = &report->book;
    struct outcome *outcome = &report->outcome;
    report->adjudicated = true;
    outcome->reason = "adjudicated";
    outcome->winners = sides_winners(book->game, book->rules, outcome->halves, report->seats);
}

/* Of a board that is open, a result that says how it was won: in the tag alone it is of a game that went on. */
static void report_wrong_sign(struct judge *judge, const struct line_state *end)
{
    struct declared_result *declared = &judge->report->declared;
    const struct tag *tag = record_tag(judge->record, "Result");
    if (judge->record->has_result)
        fault_mismatch(judge, end, &judge->report->outcome);
    else if (tag != NULL)
        judge_report(judge, &common_rules[COMMON_RESULT_TAG], tag->inside,
            FACT(tag, "%.*s") FACT(result, "leaves the game open"), (int)declared->figures.length,
            declared->figures.at);
    *declared = (struct declared_result){0};
}

void judge_outcome(struct judge *judge, const struct line_state *end)
{
    struct report *report = judge->report;
    const struct declared_result *declared = &report->declared;
    bool claimed = declared_is_made(declared);
    report->plies = end->ply;
    const struct rulebook *book = &report->book;
    report->outcome = end->now.outcome;
    outcome_score(book->rules, end->now.state, &report->outcome);
    struct declared_result resigned = declared_resigned(end->now.resigned == 2 ? 2 : 1);
    if (!end->now.outcome.over && declared->sign != '\0' && !has_error(&report->diagnostics) &&
        !has_error(&report->record->faults)) {
        report_wrong_sign(judge, end);
        claimed = false;
    }
    if (!end->now.outcome.over && end->now.resigned != 0)
        declared_apply(&resigned, book->game, book->rules, report->seats, &report->outcome);
    else if (!end->now.outcome.over && !has_error(&report->diagnostics) && !has_error(&report->record->faults)) {
        if (claimed)
            declared_apply(declared, book->game, book->rules, report->seats, &report->outcome);
        else if (may_adjudicate(judge, end))
            give_points_so_far(report);
    }
    if (end->now.outcome.over ? !result_fits(report, &end->now.outcome)
                              : claimed && contradicts_resignation(report, declared, end))
        fault_mismatch(judge, end, &report->outcome);
}

/* Whether it was judged to its end, after every fault as if what was probably meant had been played. */
static bool was_repaired(const struct report *report)
{
    for (const struct diagnostic *fault = report->diagnostics.first; fault != NULL; fault = fault->next)
        if (fault->severity == SEVERITY_ERROR && !fault->in_variation && fault->sequel != SEQUEL_REPAIRED)
            return false;
    return true;
}

void compare_result(struct judge *judge, const struct line_state *end)
{
    struct outcome outcome = end->now.outcome;
    if (end->lost || end->continuation.forced || !was_repaired(judge->report))
        return;
    outcome_score(judge->book->rules, end->now.state, &outcome);
    if (!result_fits(judge->report, &end->now.outcome))
        fault_mismatch(judge, end, &outcome);
}
