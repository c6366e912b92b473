#include "forms/text/help.h"

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
static const char *seems(const struct repair *repair, const char *sure, const char *unsure)
{
    return repair->confidence == CONFIDENCE_POSSIBLE ? unsure : sure;
}

static void add_turn_number(const struct report *report, const struct repair *repair, struct text *text)
{
    text_printf(text, "%u. %s", repair->number, game_seat_name(report->book.rules, repair->seat));
}

/* What comes of a change that is not made at the fault. */
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
    text_add_string(text, "perhaps the mistake lies earlier: with ");
    text_add(text, repair->text);
    text_add_string(text, " in place of ");
    text_add_escaped(text, record_written(report->record, repair->edits[0].span));
    text_add_string(text, " (");
    add_turn_number(report, repair, text);
    text_add_char(text, ')');
    add_consequence(diagnostic, repair, text);
}

/* Whether the change is made at the fault. */
static bool is_here(const struct diagnostic *diagnostic, const struct repair *repair)
{
    return repair->ply == diagnostic->ply && diagnostic->turn.end > 0;
}

static void add_left_out(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    text_add_string(text, seems(repair, "a turn seems to be missing before ", "a turn may be missing before "));
    if (is_here(diagnostic, repair))
        text_add_string(text, "this one");
    else
        add_turn_number(report, repair, text);
    text_add_string(text, ": with ");
    text_add(text, repair->text);
    text_printf(text, " there%s", repair->open ? ", for example," : "");
    add_consequence(diagnostic, repair, text);
}

static void add_doubled(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    bool here = is_here(diagnostic, repair);
    if (here)
        text_add_string(text, "this turn");
    else
        add_turn_number(report, repair, text);
    text_add_string(text, seems(repair, " seems to be written twice: without it", " may be written twice: without it"));
    if (!here) {
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

static void add_swapped(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    bool before = repair->ply + 1 == diagnostic->ply && diagnostic->turn.end > 0;
    if (is_here(diagnostic, repair)) {
        text_add_string(text, "this turn and the next");
    } else if (before) {
        text_add_string(text, "this turn and the one before it");
    } else {
        add_turn_number(report, repair, text);
        text_add_string(text, " and the turn behind it");
    }
    text_add_string(text, seems(repair, " seem to have changed places", " may have changed places"));
    text_add_string(text, ": the other way round");
    if (before || is_here(diagnostic, repair)) {
        text_add_string(text, " they are legal");
        add_following(repair, text);
    } else {
        add_consequence(diagnostic, repair, text);
    }
}

static void add_unclosed(const struct report *report, const struct repair *repair, struct text *text)
{
    text_add_string(text, seems(repair, "a ')' seems to be missing ", "a ')' may be missing "));
    if (repair->legal == 0) {
        text_add_string(text, "at the end of the turns");
        return;
    }
    text_add_string(text, "before ");
    add_turn_number(report, repair, text);
    text_printf(text, ": with it there the %u turn%s legal", repair->legal,
        repair->legal == 1 ? " that follows is" : "s that follow are");
}

void repair_words(
    const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair, struct text *text)
{
    switch (repair->kind) {
    case REPAIR_TURN:
        text_add(text, repair->text);
        text_add_string(text, " is legal here");
        add_following(repair, text);
        return;
    case REPAIR_EARLIER:
        add_earlier(report, diagnostic, repair, text);
        return;
    case REPAIR_LEFT_OUT:
        add_left_out(report, diagnostic, repair, text);
        return;
    case REPAIR_GLUED:
        text_add_string(text, seems(repair, "a blank seems to be missing: ", "a blank may be missing: "));
        text_add(text, repair->text);
        text_add_string(text, " are legal here");
        add_following(repair, text);
        return;
    case REPAIR_DOUBLED:
        add_doubled(report, diagnostic, repair, text);
        return;
    case REPAIR_SWAPPED:
        add_swapped(report, diagnostic, repair, text);
        return;
    case REPAIR_UNCLOSED:
        add_unclosed(report, repair, text);
    }
}

/* How many repairs from the first on are other turns with the same prospect. */
static unsigned alike(const struct diagnostic *diagnostic)
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
    for (unsigned i = 0; i < count; i++) {
        text_add_string(text, i == 0 ? "" : i + 1 < count ? ", " : " or ");
        text_add(text, repairs[i].text);
    }
    text_add_string(text, " may have been meant: each is legal here");
    add_following(repairs, text);
}

unsigned help_words(const struct report *report, const struct diagnostic *diagnostic, unsigned first, struct text *text)
{
    unsigned count = first == 0 ? alike(diagnostic) : 1;
    if (count > 1)
        add_alike(diagnostic->repairs, count, text);
    else
        repair_words(report, diagnostic, &diagnostic->repairs[first], text);
    return first + count;
}
