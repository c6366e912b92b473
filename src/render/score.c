#include "render/score.h"

#include "render/board.h"
#include "render/json.h"
#include "render/replay.h"

static void add_players(const struct report *report, const char *between, struct text *text)
{
    for (unsigned i = 0; i < report->seats; i++) {
        text_add_string(text, i > 0 ? between : "");
        if (report->players[i].at != NULL)
            text_add_escaped(text, report->players[i]);
        else if (report->book.game != NULL)
            text_add_string(text, report->book.game->seat_name(i + 1));
        else
            text_printf(text, "seat %u", i + 1);
    }
}

static void add_standing(const struct report *report, const struct style *style, struct text *text)
{
    struct arena arena;
    struct view view;
    arena_init(&arena, 0);
    if (report->state != NULL && report->book.game->view(report->book.rules, report->state, NULL, &arena, &view))
        render_standing(&view, style, text);
    text->failed |= arena.failed;
    arena_release(&arena);
}

void score_text(const struct report *report, const char *file, uint32_t game, bool verbose, const struct style *style,
    struct text *text)
{
    text_add_escaped(text, slice_of(file));
    text_printf(text, ":%u: game %u: ", report->record->line, game);
    add_players(report, " - ", text);
    text_add_string(text, ": ");
    render_outcome(report, text);
    text_printf(
        text, ", %u %s%s\n", report->plies, report->plies == 1 ? "ply" : "plies", report->legal ? "" : ", with errors");
    if (verbose)
        add_standing(report, style, text);
}

void score_tsv(const struct report *report, const char *file, uint32_t game, struct text *text)
{
    text_add_escaped(text, slice_of(file));
    text_printf(text, "\t%u\t", game);
    if (report->ruleset.at != NULL)
        text_add_escaped(text, report->ruleset);
    text_add_char(text, '\t');
    add_players(report, ", ", text);
    text_printf(text, "\t%s\t", report->legal ? "legal" : "illegal");
    if (report->outcome.reason != NULL)
        figures_write(report->outcome.halves, report->seats, text);
    else
        text_add_char(text, '*');
    text_printf(text, "\t%s\t%u\n", report->outcome.reason == NULL ? "" : report->outcome.reason, report->plies);
}

void score_json(const struct report *report, const char *file, uint32_t game, struct text *text)
{
    text_add_string(text, "{\"file\":");
    json_string(text, slice_of(file));
    text_printf(text, ",\"game\":%u,\"ruleset\":", game);
    if (report->ruleset.at == NULL)
        text_add_string(text, "null");
    else
        json_string(text, report->ruleset);
    text_add_string(text, ",\"players\":");
    json_players(report, text);
    text_printf(text, ",\"legal\":%s,\"outcome\":", report->legal ? "true" : "false");
    json_outcome(report, text);
    text_add_char(text, '}');
}
