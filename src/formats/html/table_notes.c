/* SPDX-License-Identifier: MIT */
/* Notes below the tables: matches, games that do not count, names alike, what signs and
   codes mean. */
#include "formats/html/page_parts.h"
#include "formats/html/table_parts.h"
#include "formats/svg/svg.h"
#include "formats/text/match_format.h"
#include "formats/text/standings_format.h"

void table_matches(struct tables *tables, struct text *text)
{
    const struct matches *matches = tables->page->matches;
    if (matches == NULL || matches->count == 0)
        return;
    text_add_string(text, "<section>\n<h2>Matches</h2>\n<ul>\n");
    for (size_t i = 0; i < matches->count; i++) {
        text_clear(&tables->said);
        match_text(matches->list[i], &tables->said);
        text_printf(text, "<li><bdi>%pX</bdi></li>\n", SLICE(&tables->said));
    }
    text_add_string(text, "</ul>\n</section>\n");
}

/* Games that do not count. */

static void add_uncounted_game(const struct tables *tables, size_t index, struct text *text)
{
    const struct table_games *games = tables->page->games;
    const struct table_game *game = &games->list[index];
    text_add_string(text, "<li>");
    bool link = table_link(tables, index, text);
    text_add_string(text, link ? "><bdi>" : "<bdi>");
    for (unsigned i = 0; i < game->seats; i++) {
        text_add_string(text, i > 0 ? "</bdi> – <bdi>" : "");
        table_player(tables, game, i, text);
    }
    text_printf(text, "%s%s", game->seats == 0 ? "A game" : "", link ? "</bdi></a>" : "</bdi>");
    if (game->round > 0)
        text_printf(text, ", round %u", game->round);
    text_printf(text, ": <b>%s</b> <span class=\"faint\">(game %u of <bdi>%pX</bdi>)</span></li>\n", game->why,
        game->number, SLICE(page_file(games->files.items[game->file])));
}

static void add_uncounted_games(const struct tables *tables, struct text *text)
{
    const struct table_games *games = tables->page->games;
    bool any = false;
    for (size_t i = 0; i < games->count; i++) {
        if (games->list[i].why == NULL)
            continue;
        text_add_string(text, any ? "" : "<section>\n<h2>Games that do not count</h2>\n<ul class=\"left\">\n");
        any = true;
        add_uncounted_game(tables, i, text);
    }
    text_add_string(text, any ? "</ul>\n</section>\n" : "");
}

/* What there is to say in sentences. */

/* What other forms write about names and rounds to standard error, in the same words. */
static void add_one_note(void *context, const struct text *note)
{
    struct text *text = context;
    text_printf(text, "<li class=\"told\">%pX.</li>\n", SLICE(note));
}

static void add_withdrawn(const struct tables *tables, struct text *text)
{
    for (size_t i = 0; i < tables->rows; i++) {
        uint32_t round = tables->page->standings->rows[i].withdrawn;
        if (round == 0)
            continue;
        text_printf(text, "<li><bdi>%pS</bdi> withdrew and does not play from round %u on.</li>\n",
            SLICE(tables->names[tables->player_of[i]]), round);
    }
}

static void add_note_marks(const struct tables *tables, struct text *text)
{
    static const struct {
        enum catasta_counted counted;
        const char *words;
    } rows[] = {
        {CATASTA_COUNTED_CLAIMED, "counts as the record claims; the board did not end it"},
        {CATASTA_COUNTED_ADJUDICATED, "was broken off and counts with the points so far"},
        {CATASTA_COUNTED_ILLEGAL, "is illegal, but counts"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if ((tables->marks >> rows[i].counted & 1) != 0)
            text_printf(text, "<li><b>%s</b> The game %s.</li>\n", table_mark(rows[i].counted), rows[i].words);
    if (tables->forfeits)
        text_add_string(
            text, "<li><b>+</b> and <b>−</b> mean games that were not played: won and lost by forfeit.</li>\n");
    if (tables->unplayed)
        text_add_string(text, "<li>Results in parentheses are of games that were paired but not played.</li>\n");
}

/* What a rank is made of. */
static void add_tiebreaks(const struct tables *tables, struct text *text)
{
    const struct contest *contest = &tables->page->standings->contest;
    if (contest->tiebreak_count == 0)
        text_add_string(text, "<li>Players with the same points share a rank.</li>\n");
    for (unsigned i = 0; i < tables->tiebreaks; i++) {
        const struct tiebreak_name *name = &tiebreak_names[contest->tiebreaks[i]];
        text_printf(text, "%s<div><dt>%s</dt><dd>%s</dd></div>\n",
            i > 0 ? "" : "<li>These tie-breaks, in this order, separate players with the same points:\n<dl>\n",
            name->code, name->title);
    }
    text_add_string(text, tables->tiebreaks > 0 ? "</dl>\nPlayers still tied share a rank.</li>\n" : "");
}

static void add_points(const struct tables *tables, struct text *text)
{
    const struct contest *contest = &tables->page->standings->contest;
    if (contest->by_score) {
        text_printf(text, "<li>Points are the scores of the games, added up%s.</li>\n",
            standings_fewest_first(tables->page->standings) ? "; the fewest are best" : "");
        return;
    }
    if (tables->page->standings->seats <= 2) {
        text_add_string(text, "<li>A win is worth a point, a draw half a point.</li>\n");
        return;
    }
    text_add_string(text, "<li>In games of more than two, places are worth ");
    for (unsigned i = 0; i < contest->place_count; i++) {
        text_add_string(text, i == 0 ? "" : ", ");
        points_write(contest->places[i], text);
    }
    text_printf(text, "%s; players who share places share their points.</li>\n",
        contest->place_count == 1 ? " for the first" : " points");
}

void table_notes(struct tables *tables, struct text *text)
{
    add_uncounted_games(tables, text);
    text_add_string(text, "<section>\n<h2>Notes</h2>\n<ul class=\"notes\">\n");
    text->failed |= !standings_notes(tables->page->standings, add_one_note, text);
    add_withdrawn(tables, text);
    add_note_marks(tables, text);
    add_points(tables, text);
    add_tiebreaks(tables, text);
    text_add_string(text, "</ul>\n</section>\n");
}
