/* SPDX-License-Identifier: MIT */
#include "formats/text/fixes.h"

#include "formats/text/diagnostics.h"
#include "formats/text/help.h"
#include "formats/text/message.h"

static void add_written_turn(const struct report *report, struct span span, struct text *text)
{
    text_add_escaped(text, record_written(report->record, span));
}

static void add_change(const struct report *report, const struct repair *repair, struct text *text)
{
    switch (repair->kind) {
    case REPAIR_TURN:
    case REPAIR_EARLIER:
        text_printf(text, "%pS instead of ", SLICE(repair->text));
        add_written_turn(report, repair->edits[0].span, text);
        return;
    case REPAIR_LEFT_OUT:
        text_printf(text, "%pS%s", SLICE(repair->text),
            repair->turns > 1 ? " inserted, which were left out" : " inserted, which was left out");
        return;
    case REPAIR_GLUED:
        text_printf(text, "a space inserted: %pS", SLICE(repair->text));
        return;
    case REPAIR_DOUBLED:
        add_written_turn(report, repair->edits[0].span, text);
        if (text->bytes != NULL && text->length > 0 && text->bytes[text->length - 1] == ' ')
            text->length--;
        text_add_string(text, ", which was written twice, is now a comment");
        return;
    case REPAIR_SWAPPED:
        add_written_turn(report, repair->edits[0].span, text);
        text_add_string(text, " and ");
        add_written_turn(report, repair->edits[1].span, text);
        text_add_string(text, " swapped");
        return;
    case REPAIR_UNCLOSED:
        text_add_string(text, "a ')' inserted");
        return;
    case REPAIR_BOTH:
        text_printf(text, "%pS instead of ", SLICE(repair->text));
        add_written_turn(report, repair->edits[0].span, text);
        text_add_char(text, ' ');
        add_written_turn(report, repair->edits[1].span, text);
        return;
    case REPAIR_REORDERED:
        text_printf(text, "%u turns put in the right order", repair->turns);
        return;
    case REPAIR_SWALLOWED:
        text_printf(text, "a '}' inserted before %u turn%s", repair->turns, repair->turns == 1 ? "" : "s");
        return;
    case REPAIR_TEXT:
        text_printf(text, "%pE instead of ", SLICE(repair->edits[0].text));
        add_written_turn(report, repair->edits[0].span, text);
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

void render_fixed(const struct report *report, const struct diagnostic *diagnostic, const struct repair *repair,
    const struct fix_place *place, const char *word, struct text *text)
{
    add_file_place(text, place->file, place->line, place->column, place->style);
    add_tinted(text, place->style, TINT_NOTE, word);
    text_add_string(text, ": ");
    add_turn_name(report, diagnostic, repair->number, repair->seat, text);
    add_change(report, repair, text);
    if (repair->confidence != CONFIDENCE_CERTAIN)
        add_confidence(repair, place->style, text);
    text_printf(text, " [%s]\n", diagnostic->rule->id);
}

static const char *reason_of_unfixed(const struct diagnostic *diagnostic, enum unfixed why)
{
    static const char *const words[] = {
        [UNFIXED_NONE] = "no repair was found",
        [UNFIXED_GUESSED] = "its repair depends on another fault",
        [UNFIXED_NO_BETTER] = "its repair would leave just as many faults",
        [UNFIXED_REFUSED] = "its repair was declined",
        [UNFIXED_NOT_ASKED] = "no question was asked about it",
    };
    if (diagnostic->cascaded)
        return "this may only be a consequence of the previous fault";
    if (why != UNFIXED_UNSURE)
        return words[why];
    return diagnostic->repairs[0].confidence == CONFIDENCE_LIKELY ? "a repair is likely, not certain"
        : diagnostic->repair_count > 1                            ? "several repairs are possible"
                                                                  : "a repair is only possible";
}

void render_unfixed(const struct report *report, const struct diagnostic *diagnostic, enum unfixed why,
    const struct fix_place *place, struct text *text)
{
    add_head(text, place->file, place->line, place->column, SEVERITY_NOTE, place->style);
    add_turn_name(report, diagnostic, diagnostic->number, diagnostic->seat, text);
    if (diagnostic->turn.end > diagnostic->turn.begin) {
        add_written_turn(report, diagnostic->turn, text);
        text_add_string(text, " is left unchanged: ");
    } else {
        text_add_string(text, "left unchanged: ");
    }
    text_printf(text, "%s [%s]\n", reason_of_unfixed(diagnostic, why), diagnostic->rule->id);
}

void render_question(const struct report *report, const struct diagnostic *diagnostic, const struct fix_place *place,
    const struct cursor *cursor, struct text *text)
{
    struct cursor here = *cursor;
    here.line = place->line;
    here.column = place->column;
    render_message(report, diagnostic, place->file, &here, place->style, text);
}

/* The turns that are changed, from FIRST to LAST; where there are none, FIRST is NODE_NONE and LAST the one before. */
static void find_changed(const struct report *fixed, struct span change, uint32_t *first, uint32_t *last)
{
    *first = NODE_NONE;
    *last = 0;
    for (uint32_t i = 0; i < fixed->tree.count; i++) {
        const struct item *item = fixed->tree.links[i].item;
        if (item == NULL || item->span.begin > change.end)
            continue;
        if (item->span.end >= change.begin && *first == NODE_NONE)
            *first = i;
        *last = i;
    }
}

/* BEFORE is the board before the last proposal, which is not shown again. */
static void add_boards(
    const struct report *fixed, struct span change, const struct style *style, struct text *before, struct text *text)
{
    const struct ply_link *links = fixed->tree.links;
    struct tree_place place;
    SCOPED(text, board);
    uint32_t first;
    uint32_t last;
    find_changed(fixed, change, &first, &last);
    if (place_init(&place, &fixed->tree)) {
        if (first != NODE_NONE) {
            const struct state *state = links[first].before;
            render_indented(
                &fixed->book, state != NULL ? state : place_go(&place, links[first].parent), NULL, style, &board);
        }
        if (board.length > 0 && !slice_equal(text_slice(&board), text_slice(before))) {
            text_printf(text, "before:\n%pS", SLICE(&board));
            text_clear(before);
            text_add(before, text_slice(&board));
        }
        text_add_string(text, first != NODE_NONE ? "after:\n" : "before and after:\n");
        render_indented(&fixed->book, place_go(&place, last), links[last].turn, style, text);
    }
    place_release(&place);
}

void render_proposal(const struct report *report, const struct diagnostic *diagnostic, unsigned number,
    const struct report *fixed, struct span change, const struct style *style, struct text *before, struct text *text)
{
    const struct repair *repair = &diagnostic->repairs[number];
    text_printf(text, "%u: ", number + 1);
    repair_words(report, diagnostic, repair, text);
    add_confidence(repair, style, text);
    text_add_char(text, '\n');
    if (fixed != NULL && fixed->tree.links != NULL && fixed->tree.count > 0)
        add_boards(fixed, change, style, before, text);
}
