/* SPDX-License-Identifier: MIT */
#include "formats/text/help.h"

/* ", and the 17 turns that follow are too" */
static void add_following(const struct repair *repair, struct text *text)
{
    if (repair->legal == 1)
        text_add_string(text, repair->whole ? ", and the turn that follows is too" : ", and the next turn is too");
    else if (repair->legal > 1)
        text_printf(text, repair->whole ? ", and the %u turns that follow are too" : ", and the next %u turns are too",
            repair->legal);
}

/* Where there are others about as good, none is said to be it. */
static const char *word_of_confidence(const struct repair *repair, const char *sure, const char *unsure)
{
    return repair->confidence == CONFIDENCE_POSSIBLE ? unsure : sure;
}

static void add_turn_number(const struct report *report, const struct repair *repair, struct text *text)
{
    text_printf(text, "%u. %s", repair->number, game_seat_name(report->book.rules, repair->seat));
}

/* The effect of a change that is not made at the fault. */
static void add_consequence(const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    if (diagnostic->turn.end == 0)
        text_add_string(text, " the game ends as claimed");
    else
        text_add_string(text, " this turn is legal");
    add_following(repair, text);
}

static void add_earlier(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    text_printf(text, "the mistake may be earlier: with %pS instead of %pE (", SLICE(repair->text),
        SLICE(record_written(report->record, repair->edits[0].span)));
    add_turn_number(report, repair, text);
    text_add_char(text, ')');
    add_consequence(diagnostic, repair, text);
}

/* Whether the change is made at the fault. */
static bool changes_fault(const struct diagnostic *diagnostic, const struct repair *repair)
{
    return repair->ply == diagnostic->ply && diagnostic->turn.end > 0;
}

static void add_left_out(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    if (repair->turns > 1)
        text_printf(text,
            word_of_confidence(repair, "%u turns seem to be missing before ", "%u turns may be missing before "),
            repair->turns);
    else
        text_add_string(
            text, word_of_confidence(repair, "a turn seems to be missing before ", "a turn may be missing before "));
    if (changes_fault(diagnostic, repair))
        text_add_string(text, "this one");
    else
        add_turn_number(report, repair, text);
    text_printf(text, ": with %pS there%s", SLICE(repair->text), repair->open ? ", for example," : "");
    add_consequence(diagnostic, repair, text);
}

/* "this turn and the 3 after it", "4. White and the turn after it": as many as the repair is about. */
static void add_help_turns(
    const struct report *report, const struct repair *repair, bool here, uint32_t turns, struct text *text)
{
    if (here)
        text_add_string(text, "this turn");
    else
        add_turn_number(report, repair, text);
    if (turns == 2)
        text_add_string(text, " and the turn after it");
    else if (turns > 2)
        text_printf(text, " and the %u turns after it", turns - 1);
}

static void add_doubled(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    bool here = changes_fault(diagnostic, repair);
    bool one = repair->turns <= 1;
    add_help_turns(report, repair, here, repair->turns, text);
    text_add_string(text,
        one ? word_of_confidence(repair, " seems to be written twice: without it", " may be written twice: without it")
            : word_of_confidence(
                  repair, " seem to be written twice: without them", " may be written twice: without them"));
    if (!here && (one || repair->ply + repair->turns <= diagnostic->ply)) {
        add_consequence(diagnostic, repair, text);
        return;
    }
    text_add_char(text, ' ');
    if (repair->legal == 0)
        text_add_string(text, "all is legal");
    else if (repair->whole && repair->legal != 1)
        text_printf(text, "the %u turns that follow are legal", repair->legal);
    else if (repair->whole)
        text_add_string(text, "the turn that follows is legal");
    else
        text_printf(text, "the next %u turn%s legal", repair->legal, repair->legal == 1 ? " is" : "s are");
}

/* The effect of another order of COUNT turns. */
static void add_order_consequence(
    const struct diagnostic *diagnostic, const struct repair *repair, uint32_t count, struct text *text)
{
    if (diagnostic->turn.end == 0 || repair->ply + count <= diagnostic->ply) {
        add_consequence(diagnostic, repair, text);
        return;
    }
    text_add_string(text, " they are legal");
    add_following(repair, text);
}

static void add_rounds_swapped(const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    text_printf(text, "rounds %u and %u %s been swapped: the other way round", repair->number, repair->number + 1,
        word_of_confidence(repair, "seem to have", "may have"));
    add_order_consequence(diagnostic, repair, 2 * repair->turns, text);
}

static void add_reordered(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    uint32_t rounds = repair->turns / report->seats;
    if (rounds <= 1) {
        text_printf(text, "the turns of round %u %s in the wrong order: as %pE", repair->number,
            word_of_confidence(repair, "seem to be", "may be"), SLICE(slice_shorter(repair->edits[0].text, 100)));
    } else {
        text_printf(text,
            "the columns %s swapped in %u rounds from round %u on: with the turns of each round in the other order",
            word_of_confidence(repair, "seem to be", "may be"), rounds, repair->number);
    }
    add_order_consequence(diagnostic, repair, repair->turns, text);
}

static void add_both(const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    text_printf(text, "this turn and the %s %s wrong: with %pS both are legal",
        changes_fault(diagnostic, repair) ? "next" : "one before it",
        word_of_confidence(repair, "both seem to be", "may both be"), SLICE(repair->text));
    add_following(repair, text);
}

static void add_swallowed(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    text_printf(text, "a '}' %s missing before ", word_of_confidence(repair, "seems to be", "may be"));
    add_turn_number(report, repair, text);
    text_printf(
        text, ": with it, %u turn%s out of the comment, and", repair->turns, repair->turns == 1 ? " comes" : "s come");
    add_consequence(diagnostic, repair, text);
}

static void add_swapped(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    bool before = repair->ply + 1 == diagnostic->ply && diagnostic->turn.end > 0;
    if (changes_fault(diagnostic, repair)) {
        text_add_string(text, "this turn and the next");
    } else if (before) {
        text_add_string(text, "this turn and the one before it");
    } else {
        add_turn_number(report, repair, text);
        text_add_string(text, " and the turn after it");
    }
    text_printf(text, "%s: the other way round", word_of_confidence(repair, " seem to be swapped", " may be swapped"));
    if (before || changes_fault(diagnostic, repair)) {
        text_add_string(text, " they are legal");
        add_following(repair, text);
    } else {
        add_consequence(diagnostic, repair, text);
    }
}

static void add_unclosed(const struct report *report, const struct repair *repair, struct text *text)
{
    text_add_string(text, word_of_confidence(repair, "a ')' seems to be missing ", "a ')' may be missing "));
    if (repair->legal == 0) {
        text_add_string(text, "at the end of the turns");
        return;
    }
    text_add_string(text, "before ");
    add_turn_number(report, repair, text);
    text_printf(text, ": with it the %u turn%s legal", repair->legal,
        repair->legal == 1 ? " that follows is" : "s that follow are");
}

void repair_words(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    switch (repair->kind) {
    case REPAIR_TURN:
        text_printf(text, "%pS is legal here", SLICE(repair->text));
        add_following(repair, text);
        return;
    case REPAIR_EARLIER:
        add_earlier(report, diagnostic, repair, text);
        return;
    case REPAIR_LEFT_OUT:
        add_left_out(report, diagnostic, repair, text);
        return;
    case REPAIR_GLUED:
        text_printf(text, "%s%pS are legal here",
            word_of_confidence(repair, "a space seems to be missing: ", "a space may be missing: "),
            SLICE(repair->text));
        add_following(repair, text);
        return;
    case REPAIR_DOUBLED:
        add_doubled(report, diagnostic, repair, text);
        return;
    case REPAIR_SWAPPED:
        if (repair->turns > 1)
            add_rounds_swapped(diagnostic, repair, text);
        else
            add_swapped(report, diagnostic, repair, text);
        return;
    case REPAIR_UNCLOSED:
        add_unclosed(report, repair, text);
        return;
    case REPAIR_BOTH:
        add_both(diagnostic, repair, text);
        return;
    case REPAIR_REORDERED:
        add_reordered(report, diagnostic, repair, text);
        return;
    case REPAIR_SWALLOWED:
        add_swallowed(report, diagnostic, repair, text);
        return;
    case REPAIR_TEXT:
        text_printf(text, "write %pE", SLICE(repair->edits[0].text));
    }
}

/* How many repairs from the first on are other turns with the same prospect. */
static unsigned count_equal_repairs(const struct diagnostic *diagnostic)
{
    const struct repair *first = diagnostic->repairs;
    unsigned count = 1;
    while (count < diagnostic->repair_count && first->kind == REPAIR_TURN && first[count].kind == REPAIR_TURN &&
        first[count].legal == first->legal && first[count].whole == first->whole)
        count++;
    return count;
}

/* "X, Y or Z may have been meant: each is legal here" */
static void add_alike(const struct repair *repairs, unsigned count, struct text *text)
{
    for (unsigned i = 0; i < count; i++)
        text_printf(text, "%s%pS", i == 0 ? "" : i + 1 < count ? ", " : " or ", SLICE(repairs[i].text));
    text_add_string(text, " may have been meant: each is legal here");
    add_following(repairs, text);
}

unsigned help_words(const struct report *report, const struct diagnostic *diagnostic, unsigned first, struct text *text)
{
    unsigned count = first == 0 ? count_equal_repairs(diagnostic) : 1;
    if (count > 1)
        add_alike(diagnostic->repairs, count, text);
    else
        repair_words(report, diagnostic, &diagnostic->repairs[first], text);
    return first + count;
}
