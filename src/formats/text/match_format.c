/* SPDX-License-Identifier: MIT */
#include "formats/text/match_format.h"

/* A number of rounds and what there is to say of them. */
struct counted_rounds {
    uint32_t count;
    const char *words;  /* "claimed", or of those that do not count the words after "round", */
    const char *before; /* ... and before it */
};

enum { MARKS = 4, OMISSIONS = 5 };

/* Rounds that count otherwise than as the board ended them. */
static void list_marks(const struct match *match, struct counted_rounds marks[MARKS])
{
    marks[0] = (struct counted_rounds){match->claimed, "claimed", ""};
    marks[1] = (struct counted_rounds){match->adjudicated, "adjudicated", ""};
    marks[2] = (struct counted_rounds){match->illegal, "illegal", ""};
    marks[3] = (struct counted_rounds){match->forfeits, "forfeited", ""};
}

/* Rounds that do not count. */
static void list_omissions(const struct match *match, struct counted_rounds omissions[OMISSIONS])
{
    omissions[0] = (struct counted_rounds){match->late, " after the end", ""};
    omissions[1] = (struct counted_rounds){match->strangers, " of other players", ""};
    omissions[2] = (struct counted_rounds){match->left_illegal, "", "illegal "};
    omissions[3] = (struct counted_rounds){match->undecided, "", "undecided "};
    omissions[4] = (struct counted_rounds){match->unplayed, "", "forfeited "};
}

static uint32_t sum_of(const struct counted_rounds *rounds, unsigned count)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += rounds[i].count;
    return sum;
}

static const char *plural_ending(uint32_t count)
{
    return count == 1 ? "" : "s";
}

/* How many rounds, and how many of them of which kinds: "3 rounds of best of 5, 2 of them claimed". */
static void add_rounds(const struct match *match, struct text *text)
{
    struct counted_rounds marks[MARKS];
    bool first = true;
    text_printf(text, "%u round%s", match->rounds, plural_ending(match->rounds));
    if (match->rule.best_of > 0)
        text_printf(text, " of best of %u", match->rule.best_of);
    list_marks(match, marks);
    for (unsigned i = 0; i < MARKS; i++)
        if (marks[i].count > 0 && match->rounds == 1) {
            text_printf(text, ", %s", marks[i].words);
        } else if (marks[i].count > 0) {
            text_printf(text, ", %u %s%s", marks[i].count, first ? "of them " : "", marks[i].words);
            first = false;
        }
}

static void add_verdict(const struct match *match, struct text *text)
{
    uint32_t named = match->over ? match->winners : match->leaders;
    bool several = (named & (named - 1)) != 0;
    if (match_is_drawn(match)) {
        text_add_string(text, "drawn");
    } else if (named == 0) {
        text_add_string(text, "undecided");
    } else {
        match_players(match, named, NAME_WHOLE, text);
        text_printf(text, " %s%s", match->over ? "win" : "lead", several ? "" : "s");
    }
    if (!match->over && match->rule.points > 0)
        text_printf(text, ", it goes to %u", match->rule.points);
}

void match_text(const struct match *match, struct text *text)
{
    struct counted_rounds omissions[OMISSIONS];
    text_add_string(text, "match ");
    match_name(match, NAME_WHOLE, text);
    if (match->shares_its_name)
        text_printf(text, " (%pE)", SLICE(match->ruleset));
    text_add_string(text, ": ");
    match_totals(match, NAME_WHOLE, text);
    text_add_string(text, ", ");
    add_rounds(match, text);
    text_add_string(text, ": ");
    add_verdict(match, text);
    list_omissions(match, omissions);
    for (unsigned i = 0; i < OMISSIONS; i++)
        if (omissions[i].count > 0)
            text_printf(text, "; %u %sround%s%s not counted", omissions[i].count, omissions[i].before,
                plural_ending(omissions[i].count), omissions[i].words);
}

/* The rounds that may still come, where there is a bound to them. */
static bool rounds_left(const struct match *match, uint32_t *left)
{
    *left = match->over ? 0 : match->rule.best_of - match->rounds;
    return match->over || match->rule.best_of > 0;
}

static const struct column columns[] = {
    {"match", COLUMN_TEXT},
    {"ruleset", COLUMN_TEXT, TABLE_JSON},
    {"players", COLUMN_LIST},
    {"scores", COLUMN_LIST},
    {"rounds", COLUMN_NUMBER},
    {"over", COLUMN_FLAG, .flat = "state", .yes = "over", .no = "undecided"},
    {"winners", COLUMN_TEXT, TABLE_TSV},
    {"winners", COLUMN_LIST, TABLE_JSON},
    {"leaders", COLUMN_TEXT, TABLE_TSV},
    {"leaders", COLUMN_LIST, TABLE_JSON},
    {"drawn", COLUMN_FLAG, TABLE_JSON},
    {"best_of", COLUMN_NUMBER},
    {"to", COLUMN_NUMBER},
    {"left", COLUMN_NUMBER},
    {"marked", COLUMN_NUMBER, TABLE_TSV},
    {"marked", COLUMN_OBJECT},
    {"claimed", COLUMN_NUMBER, TABLE_JSON},
    {"adjudicated", COLUMN_NUMBER, TABLE_JSON},
    {"though_illegal", COLUMN_NUMBER, TABLE_JSON},
    {"forfeited", COLUMN_NUMBER, TABLE_JSON},
    {NULL, COLUMN_OBJECT_END},
    {"not_counted", COLUMN_NUMBER, TABLE_TSV},
    {"not_counted", COLUMN_OBJECT},
    {"after_end", COLUMN_NUMBER, TABLE_JSON},
    {"players", COLUMN_NUMBER, TABLE_JSON},
    {"illegal", COLUMN_NUMBER, TABLE_JSON},
    {"undecided", COLUMN_NUMBER, TABLE_JSON},
    {"forfeited", COLUMN_NUMBER, TABLE_JSON},
    {NULL, COLUMN_OBJECT_END},
    {"ruleset", COLUMN_TEXT, TABLE_TSV},
};

void match_table(struct table *table, unsigned format, struct text *text)
{
    table_init(table, format, columns, sizeof columns / sizeof columns[0], text);
}

/* Some of the players by their bits: their names, and their numbers. */
static void add_players_by_bits(const struct match *match, uint32_t players, struct table *table)
{
    SCOPED(text, names);
    match_players(match, players, NAME_RAW, &names);
    table_text(table, text_slice(&names));
    table_begin_list(table);
    for (unsigned i = 0; i < match->seats; i++)
        if ((players >> i & 1) != 0)
            table_number(table, i + 1);
    table_end_list(table);
}

/* How many in all, and of each kind. */
static void add_counts(const struct counted_rounds *rounds, unsigned count, struct table *table)
{
    table_number(table, sum_of(rounds, count));
    for (unsigned i = 0; i < count; i++)
        table_number(table, rounds[i].count);
}

void match_row(const struct match *match, struct table *table)
{
    struct counted_rounds marks[MARKS];
    struct counted_rounds omissions[OMISSIONS];
    uint32_t left;
    bool bounded = rounds_left(match, &left);
    SCOPED(text, name);
    match_name(match, NAME_RAW, &name);
    list_marks(match, marks);
    list_omissions(match, omissions);
    table_begin_row(table);
    table_text(table, text_slice(&name));
    table_text(table, match->ruleset);
    table_begin_list(table);
    for (unsigned i = 0; i < match->seats; i++)
        if (table->format == TABLE_JSON)
            table_text(table, match->players[i].name);
        else
            match_player(match, i, NAME_WHOLE, table_raw(table));
    table_end_list(table);
    table_begin_list(table);
    for (unsigned i = 0; i < match->seats; i++)
        halves_write(match->players[i].halves, table_raw(table));
    table_end_list(table);
    table_number(table, match->rounds);
    table_flag(table, match->over);
    add_players_by_bits(match, match->winners, table);
    add_players_by_bits(match, match->leaders, table);
    table_flag(table, match_is_drawn(match));
    table_number_if(table, match->rule.best_of > 0, match->rule.best_of);
    table_number_if(table, match->rule.points > 0, match->rule.points);
    table_number_if(table, bounded, left);
    add_counts(marks, MARKS, table);
    add_counts(omissions, OMISSIONS, table);
    table_text(table, match->ruleset);
    table_end_row(table);
}
