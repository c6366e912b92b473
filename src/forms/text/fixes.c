#include "forms/text/fixes.h"

#include "forms/text/diagnostics.h"
#include "forms/text/message.h"

static void add_written(const struct report *report, struct span span, struct text *text)
{
    text_add_escaped(text, slice_cut(report->record->source, span));
}

static void add_change(const struct report *report, const struct repair *repair, struct text *text)
{
    switch (repair->kind) {
    case REPAIR_TURN:
    case REPAIR_EARLIER:
        text_add(text, repair->text);
        text_add_string(text, " in place of ");
        add_written(report, repair->edits[0].span, text);
        return;
    case REPAIR_LEFT_OUT:
        text_add(text, repair->text);
        text_add_string(text, repair->turns > 1 ? " put in, which were left out" : " put in, which was left out");
        return;
    case REPAIR_GLUED:
        text_add_string(text, "a blank put in: ");
        text_add(text, repair->text);
        return;
    case REPAIR_DOUBLED:
        add_written(report, repair->edits[0].span, text);
        text_add_string(text, " made a comment, as written twice");
        return;
    case REPAIR_SWAPPED:
        add_written(report, repair->edits[0].span, text);
        text_add_string(text, " and ");
        add_written(report, repair->edits[1].span, text);
        text_add_string(text, " change places");
        return;
    case REPAIR_UNCLOSED:
        text_add_string(text, "a ')' put in");
        return;
    case REPAIR_BOTH:
        text_add(text, repair->text);
        text_add_string(text, " in place of ");
        add_written(report, repair->edits[0].span, text);
        text_add_char(text, ' ');
        add_written(report, repair->edits[1].span, text);
        return;
    case REPAIR_REORDERED:
        text_printf(text, "%u turns put in the other order", repair->turns);
        return;
    case REPAIR_SWALLOWED:
        text_printf(text, "a '}' put in before %u turn%s", repair->turns, repair->turns == 1 ? "" : "s");
    }
}

static void add_turn_name(
    const struct report *report, const struct diagnostic *diagnostic, uint32_t number, uint8_t seat, struct text *text)
{
    if (diagnostic->in_variation)
        text_add_string(text, "in a variation, ");
    if (seat != 0 && report->book.game != NULL)
        text_printf(text, "%u. %s: ", number, game_seat_name(report->book.rules, seat));
}

void render_fixed(const struct report *report, const struct diagnostic *diagnostic, const struct fix_place *place,
    const char *word, struct text *text)
{
    const struct repair *repair = &diagnostic->repairs[0];
    add_file_place(text, place->file, place->line, place->column, place->style);
    add_tinted(text, place->style, TINT_NOTE, word);
    text_add_string(text, ": ");
    add_turn_name(report, diagnostic, repair->number, repair->seat, text);
    add_change(report, repair, text);
    text_printf(text, " [%s]\n", diagnostic->rule->id);
}

/* Why a fault is left. */
static const char *reason(const struct diagnostic *diagnostic)
{
    if (diagnostic->repair_count == 0)
        return "no repair was found";
    if (diagnostic->repairs[0].confidence == CONFIDENCE_CERTAIN)
        return "its repair depends on another fault";
    return diagnostic->repairs[0].confidence == CONFIDENCE_LIKELY ? "a repair is likely, not certain"
        : diagnostic->repair_count > 1                            ? "several repairs are possible"
                                                                  : "a repair is possible, not certain";
}

void render_unfixed(
    const struct report *report, const struct diagnostic *diagnostic, const struct fix_place *place, struct text *text)
{
    add_head(text, place->file, place->line, place->column, SEVERITY_NOTE, place->style);
    add_turn_name(report, diagnostic, diagnostic->number, diagnostic->seat, text);
    if (diagnostic->turn.end > diagnostic->turn.begin) {
        add_written(report, diagnostic->turn, text);
        text_add_string(text, " is left as it is: ");
    } else {
        text_add_string(text, "left as it is: ");
    }
    text_printf(text, "%s [%s]\n", reason(diagnostic), diagnostic->rule->id);
}
