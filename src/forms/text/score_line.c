/* SPDX-License-Identifier: MIT */
#include "forms/text/score_line.h"

#include "forms/json/json.h"
#include "forms/text/breakdown.h"
#include "forms/text/replay.h"
#include "forms/text/tsv.h"

void score_players(const struct report *report, const char *between, struct text *text)
{
    for (unsigned i = 0; i < report->seats; i++) {
        text_add_string(text, i > 0 ? between : "");
        render_player(report, i + 1, text);
    }
}

/* Whether nobody has ended the game, so that its score is that of its position. */
static bool is_provisional(const struct report *report)
{
    return report->outcome.reason == NULL;
}

static bool has_points(const struct report *report)
{
    return report->state != NULL && report->book.game->scoring != SCORE_WIN;
}

static void add_provisional(const struct report *report, struct text *text)
{
    text_add_string(text, "provisional");
    if (has_points(report))
        text_add_char(text, ' ');
    if (has_points(report))
        figures_write(report->outcome.halves, report->seats, report->outcome.sign, text);
    text_add_string(text, ": ");
}

static void add_text(const struct report *report, const char *file, const char *number, bool verbose, struct text *text)
{
    text_printf(text, "%pE:%u: game %s: ", SLICE(file), report->record->line, number);
    score_players(report, " - ", text);
    text_add_string(text, ": ");
    if (is_provisional(report) && report->state != NULL)
        add_provisional(report, text);
    render_outcome(report, text);
    if (report->unplayed == UNPLAYED_NONE)
        text_printf(text, ", %u %s", report->plies, report->plies == 1 ? "ply" : "plies");
    text_add_string(text, report->legal ? "" : ", with errors");
    if (is_provisional(report) && declared_is_made(&report->declared))
        text_printf(text, "; the record says %pE", SLICE(report->declared.figures));
    text_add_char(text, '\n');
    if (verbose)
        sum_text(report, text);
}

static void add_winners(const struct report *report, struct text *text)
{
    bool first = true;
    for (unsigned i = 0; i < report->seats; i++)
        if ((report->outcome.winners >> i & 1) != 0) {
            text_add_string(text, first ? "" : ", ");
            render_player(report, i + 1, text);
            first = false;
        }
}

static void add_tsv(const struct report *report, const char *file, const char *number, bool verbose, struct text *text)
{
    size_t begin = text->length;
    (void)verbose;
    text_printf(text, "%pE\t%s\t", SLICE(file), number);
    if (report->ruleset.at != NULL)
        text_add_escaped(text, report->ruleset);
    text_add_char(text, '\t');
    score_players(report, ", ", text);
    text_printf(text, "\t%s\t", report->legal ? "legal" : "illegal");
    if (report->outcome.reason != NULL)
        render_result(report, text);
    else
        text_add_char(text, '*');
    text_printf(text, "\t%s\t%u\t", report->outcome.reason == NULL ? "" : report->outcome.reason, report->plies);
    if (is_provisional(report) && has_points(report))
        figures_write(report->outcome.halves, report->seats, report->outcome.sign, text);
    text_add_string(text, is_provisional(report) && !has_points(report) ? "undecided\t" : "\t");
    add_winners(report, text);
    text_add_char(text, '\t');
    if (report->declared.written)
        text_add_escaped(text, report->declared.figures);
    tsv_end_line(text, begin);
}

static void add_json(const struct report *report, const char *file, const char *number, bool verbose, struct text *text)
{
    text_printf(
        text, "{\"file\":%pJ,\"game\":%s,\"ruleset\":%pN,\"players\":", SLICE(file), number, SLICE(report->ruleset));
    json_players(report, text);
    text_printf(text, ",\"legal\":%s,\"outcome\":", report->legal ? "true" : "false");
    json_outcome(report, text);
    text_printf(text, ",\"provisional\":%s", is_provisional(report) ? "true" : "false");
    if (verbose) {
        text_add_string(text, ",\"sum\":");
        sum_json(report, text);
    }
    text_add_char(text, '}');
}

void score_line(enum catasta_format form, const struct report *report, const char *file, const char *number,
    bool verbose, struct text *text)
{
    (form == CATASTA_JSON ? add_json : form == CATASTA_TSV ? add_tsv : add_text)(report, file, number, verbose, text);
}

static bool add_form(enum catasta_format form, const struct form_game *game, struct text *text)
{
    char number[NUMBER_ROOM];
    number_write(number, game->number);
    score_line(form, game->report, game->file, number, game->options->verbose, text);
    return true;
}

bool score_add_text(const struct form_game *game, struct text *text)
{
    return add_form(CATASTA_TEXT, game, text);
}

bool score_add_tsv(const struct form_game *game, struct text *text)
{
    return add_form(CATASTA_TSV, game, text);
}

bool score_add_json(const struct form_game *game, struct text *text)
{
    return add_form(CATASTA_JSON, game, text);
}

void score_json_counted(const char *left_out, struct text *text)
{
    text->length -= !text->failed && text->length > 0; /* memory may have run out before */
    text_printf(text, ",\"counted\":%s", left_out == NULL ? "true" : "false");
    if (left_out != NULL)
        text_printf(text, ",\"why\":\"%s\"", left_out);
    text_add_char(text, '}');
}
