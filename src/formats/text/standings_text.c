/* SPDX-License-Identifier: MIT */
/* Standings for people: a heading, the table, what its columns mean, the cross table. */
#include "formats/text/aligned.h"
#include "formats/text/standings_format.h"

enum { CROSS_PLAYERS = 40, CROSS_WIDTH = 250, CROSS_WIDE = 20 };

/* Which columns there are. */
struct column_layout {
    const struct tournament *tournament;
    const struct standings *standings;
    const struct contest *contest;
    const struct style *style;
    unsigned seats;
    bool unplayed;
    bool withdrawn;
    bool undecided;
};

static struct column_layout layout_of(const struct tournament *tournament, const struct style *style)
{
    const struct standings *standings = tournament->standings;
    struct column_layout layout = {.tournament = tournament,
        .standings = standings,
        .contest = &standings->contest,
        .style = style,
        .seats = standings->seats};
    for (size_t i = 0; i < standings->row_count; i++) {
        const struct standings_row *row = &standings->rows[i];
        layout.unplayed |= row->unplayed > 0;
        layout.withdrawn |= row->withdrawn > 0;
        layout.undecided |= row->undecided > 0;
    }
    return layout;
}

static void add_standings_count(uint64_t count, const char *what, struct text *text)
{
    text_printf(text, "%llu %s%s", (unsigned long long)count, what, count == 1 ? "" : "s");
}

static void add_standings_heading(const struct column_layout *layout, struct text *text)
{
    const struct tournament *tournament = layout->tournament;
    uint64_t games = 0;
    for (size_t i = 0; i < CATASTA_COUNTED_UNPLAYED; i++)
        games += tournament->counted[i];
    if (tournament->event.length > 0)
        text_add_escaped(text, tournament->event);
    text_add_string(text, tournament->event.length > 0 ? ": " : "Standings: ");
    add_standings_count(games, "game", text);
    if (tournament->counted[CATASTA_COUNTED_UNPLAYED] > 0)
        text_printf(text, ", %llu not played", (unsigned long long)tournament->counted[CATASTA_COUNTED_UNPLAYED]);
    if (layout->standings->rounds > 0) {
        text_add_string(text, ", ");
        add_standings_count(layout->standings->rounds, "round", text);
    }
    text_add_string(text, ", ");
    add_standings_count(layout->standings->row_count, "player", text);
    text_add_string(text, "\n\n");
}

static void add_table(const struct column_layout *layout, struct text *text)
{
    SCOPED(table, table);
    standings_table(layout->tournament, TABLE_TEXT, &table, text);
    table_begin(&table, NULL);
    for (size_t i = 0; i < layout->standings->row_count; i++)
        standings_table_row(layout->tournament, &layout->standings->rows[i], layout->style, &table);
    table_end(&table);
}

/* What the columns are. */

static void add_undecided(const struct column_layout *layout, struct aligned *legend)
{
    static const char *const words[COUNTINGS] = {[CATASTA_COUNTED_CLAIMED] = "as claimed",
        [CATASTA_COUNTED_ADJUDICATED] = "adjudicated",
        [CATASTA_COUNTED_ILLEGAL] = "though illegal"};
    const char *between = ": ";
    SCOPED(text, text);
    text_add_string(&text, "with results that the board did not decide");
    for (size_t i = 0; i < COUNTINGS; i++) {
        if (words[i] == NULL || layout->tournament->counted[i] == 0)
            continue;
        text_printf(&text, "%s%llu %s", between, (unsigned long long)layout->tournament->counted[i], words[i]);
        between = ", ";
    }
    aligned_word(legend, "*");
    aligned_text(legend, &text);
}

static void add_meaning(struct aligned *legend, const char *column, const char *meaning)
{
    aligned_word(legend, column);
    aligned_word(legend, meaning);
}

static void add_legend(const struct column_layout *layout, struct text *text)
{
    SCOPED(aligned, legend);
    legend.aligns[0] = legend.aligns[1] = ALIGN_LEFT;
    legend.columns = 2;
    if (layout->contest->by_score)
        add_meaning(&legend, "Points",
            standings_fewest_first(layout->standings) ? "scores of the games; the fewest win" : "scores of the games");
    if (layout->seats == 2)
        add_meaning(&legend, "1st, 2nd", "won-drawn-lost in the first and in the second seat");
    else
        add_meaning(&legend, "1st, 2nd", "and so on: games in that seat");
    if (layout->unplayed)
        add_meaning(&legend, "Unpl.", "byes, forfeits and other games that were not played");
    if (layout->withdrawn)
        add_meaning(&legend, "Out", "withdrawn from that round on");
    for (unsigned i = 0; i < layout->contest->tiebreak_count; i++) {
        const struct tiebreak_name *name = &tiebreak_names[layout->contest->tiebreaks[i]];
        add_meaning(&legend, name->code, name->title);
    }
    if (layout->undecided)
        add_undecided(layout, &legend);
    text_add_char(text, '\n');
    aligned_write(&legend, 2, text);
}

/* The cross table. */

static void add_cross_columns(size_t count, struct aligned *table)
{
    char digits[NUMBER_ROOM];
    aligned_column(table, ALIGN_RIGHT, "");
    aligned_column(table, ALIGN_LEFT, "Player");
    for (size_t i = 0; i < count; i++) {
        number_write(digits, (uint32_t)i + 1);
        aligned_column(table, ALIGN_RIGHT, digits);
    }
}

static void add_cross_row(const struct column_layout *layout, size_t row, struct aligned *table)
{
    bool unicode = layout->style->unicode;
    SCOPED(text, text);
    aligned_number(table, (uint32_t)row + 1);
    add_short_name(layout->standings->rows[row].name, STANDINGS_NAME_WIDTH, unicode, &text);
    aligned_text(table, &text);
    for (size_t i = 0; i < layout->standings->row_count; i++) {
        if (i == row)
            text_add_string(&text, unicode ? "×" : "x");
        else
            standings_cell(layout->standings, row, i, unicode, &text);
        if (text.length == 0)
            text_add_string(&text, unicode ? "·" : ".");
        aligned_text(table, &text);
    }
}

/* Fills TABLE where it is not too wide for text. */
static bool make_cross_table(const struct column_layout *layout, size_t gap, struct aligned *table)
{
    size_t count = layout->standings->row_count;
    if (count > CROSS_PLAYERS)
        return false;
    add_cross_columns(count, table);
    for (size_t i = 0; i < count; i++)
        add_cross_row(layout, i, table);
    return aligned_width(table, gap) <= CROSS_WIDTH;
}

static void add_cross_table(const struct column_layout *layout, struct text *text)
{
    size_t count = layout->standings->row_count;
    size_t gap = count > CROSS_WIDE ? 1 : 2;
    SCOPED(aligned, table);
    bool fits = make_cross_table(layout, gap, &table);
    text_add_char(text, '\n');
    if (fits)
        aligned_write(&table, gap, text);
    else
        text_printf(text, "The cross table of %zu players is too wide for text; TSV and JSON list its pairs.\n", count);
}

bool standings_text(const struct tournament *tournament, const struct style *style, struct text_sink sink)
{
    struct column_layout layout = layout_of(tournament, style);
    struct text text = {0};
    if (tournament->standings->row_count == 0) {
        text_add_string(&text, "Standings: no game counts, so there are no players\n");
    } else {
        add_standings_heading(&layout, &text);
        add_table(&layout, &text);
        add_legend(&layout, &text);
        add_cross_table(&layout, &text);
    }
    return sink.give(sink.context, &text);
}
