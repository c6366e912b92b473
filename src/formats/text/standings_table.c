/* SPDX-License-Identifier: MIT */
/* Standings as tables: who has how many points, and who met whom. */
#include "formats/text/standings_format.h"
#include "tournament/matches.h"

enum { PART_LENGTH = 1 << 16 };

/* The columns. */

static void add_seat_columns(unsigned seat, struct table *table)
{
    static const char *const ordinals[SEATS] = {"1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"};
    static const char *const counts[] = {"games", "wins", "draws", "losses"};
    table_column(table, (struct column){.type = COLUMN_NUMBER, .formats = TABLE_TEXT, .heading = ordinals[seat]});
    table_column(table, (struct column){.type = COLUMN_OBJECT});
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        table_column(table,
            (struct column){.name = counts[i],
                .type = COLUMN_NUMBER,
                .formats = i == 0 ? TABLE_JSON : TABLE_PROGRAMS,
                .flat = table_print_name(table, "%s%u", counts[i], seat + 1)});
    table_column(table, (struct column){.type = COLUMN_OBJECT_END});
}

void standings_table(const struct tournament *tournament, unsigned format, struct table *table, struct text *text)
{
    const struct standings *standings = tournament->standings;
    const struct contest *contest = &standings->contest;
    static const struct column first[] = {
        {"rank", COLUMN_NUMBER, .heading = ""},
        {"player", COLUMN_TEXT, .heading = "Player"},
        {"points", COLUMN_POINTS, .heading = "Points"},
        {"games", COLUMN_NUMBER, .heading = "Games"},
        {"wins", COLUMN_NUMBER, .heading = "Won"},
        {"draws", COLUMN_NUMBER, .heading = "Drawn"},
        {"losses", COLUMN_NUMBER, .heading = "Lost"},
        {"seats", COLUMN_ARRAY},
    };
    bool unplayed = false;
    bool withdrawn = false;
    for (size_t i = 0; i < standings->row_count; i++) {
        unplayed |= standings->rows[i].unplayed > 0;
        withdrawn |= standings->rows[i].withdrawn > 0;
    }
    table_init(table, format, NULL, 0, text);
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++)
        table_column(table, first[i]);
    for (unsigned i = 0; i < standings->seats; i++)
        add_seat_columns(i, table);
    table_column(table, (struct column){.type = COLUMN_ARRAY_END});
    table_column(table, (struct column){"unplayed", COLUMN_NUMBER, unplayed ? 0 : TABLE_PROGRAMS, "Unpl.", NULL});
    table_column(table, (struct column){"undecided", COLUMN_NUMBER, TABLE_PROGRAMS, NULL, NULL});
    table_column(table, (struct column){"withdrawn", COLUMN_NUMBER, withdrawn ? 0 : TABLE_PROGRAMS, "Out", NULL});
    table_column(table, (struct column){"tiebreaks", .type = COLUMN_OBJECT});
    for (unsigned i = 0; i < contest->tiebreak_count; i++) {
        const struct tiebreak_name *name = &tiebreak_names[contest->tiebreaks[i]];
        table_column(table,
            (struct column){name->name, COLUMN_POINTS, .heading = name->code,
                .flat = table_print_name(table, "tiebreak:%s", name->name)});
    }
    table_column(table, (struct column){.type = COLUMN_OBJECT_END});
}

/* Of two seats how each went; of more only how often each was sat at. */
static void add_seat_cells(const struct tally *seat, unsigned seats, struct table *table)
{
    struct text *text = table_raw(table);
    if (text != NULL && seat->games == 0)
        text_add_char(text, '-');
    else if (text != NULL && seats == 2)
        text_printf(text, "%u-%u-%u", seat->wins, seat->draws, seat->losses);
    else if (text != NULL)
        text_add_number(text, seat->games);
    table_number(table, seat->games);
    table_number(table, seat->wins);
    table_number(table, seat->draws);
    table_number(table, seat->losses);
}

void standings_table_row(const struct tournament *tournament, const struct standings_row *row,
    const struct style *style, struct table *table)
{
    const struct contest *contest = &tournament->standings->contest;
    bool people = table->format == TABLE_TEXT;
    SCOPED(text, text);
    table_begin_row(table);
    table_number(table, row->rank);
    if (people)
        add_short_name(row->name, STANDINGS_NAME_WIDTH, style->unicode, &text);
    table_text(table, people ? text_slice(&text) : row->name);
    table_points(table, row->points);
    if (people && row->undecided > 0)
        text_add_char(&table->cell, '*');
    table_number(table, row->all.games);
    table_number(table, row->all.wins);
    table_number(table, row->all.draws);
    table_number(table, row->all.losses);
    for (unsigned i = 0; i < tournament->standings->seats; i++)
        add_seat_cells(&row->seats[i], tournament->standings->seats, table);
    table_number_if(table, !people || row->unplayed > 0, row->unplayed);
    table_number(table, row->undecided);
    table_number_if(table, row->withdrawn > 0, row->withdrawn);
    for (unsigned i = 0; i < contest->tiebreak_count; i++)
        table_points(table, row->tiebreaks[i]);
    table_end_row(table);
}

/* Gives what there is of TEXT away when it has grown long. */
static bool give_if_long(struct text *text, struct text_sink sink)
{
    return text->length < PART_LENGTH || sink.give(sink.context, text);
}

static bool add_rows(const struct tournament *tournament, struct table *table, struct text_sink sink)
{
    const struct standings *standings = tournament->standings;
    bool fine = true;
    table_begin(table, "standings");
    for (size_t i = 0; fine && i < standings->row_count; i++) {
        standings_table_row(tournament, &standings->rows[i], NULL, table);
        fine = give_if_long(table->text, sink);
    }
    table_end(table);
    return fine;
}

/* Who met whom: a row for each two, and one more as the other sees it, since all pairs would be too many.  In JSON
   those of a player are a list. */

static const struct column cross_columns[] = {
    {"number", COLUMN_NUMBER, TABLE_TSV},
    {"player", COLUMN_TEXT, TABLE_TSV},
    {"number", COLUMN_NUMBER, .flat = "opponent_number"},
    {"player", COLUMN_TEXT, .flat = "opponent"},
    {"games", COLUMN_NUMBER},
    {"points", COLUMN_POINTS},
    {"forfeits", COLUMN_NUMBER},
    {"forfeits_won", COLUMN_NUMBER},
};

static void add_pairing(const struct standings *standings, size_t row, size_t opponent, struct table *table)
{
    struct pairing pairing;
    if (!standings_pairing(standings, row, opponent, &pairing))
        return;
    table_begin_row(table);
    table_number(table, (long long)row + 1);
    table_text(table, standings->rows[row].name);
    table_number(table, (long long)opponent + 1);
    table_text(table, standings->rows[opponent].name);
    table_number(table, pairing.games);
    halves_write(pairing.halves, table_raw(table));
    table_number(table, pairing.forfeits);
    table_number(table, pairing.won_forfeits);
    table_end_row(table);
}

static bool add_opponents(const struct standings *standings, size_t row, struct table *table, struct text_sink sink)
{
    const uint32_t *opponents;
    size_t count = standings_opponents(standings, row, &opponents);
    bool fine = true;
    for (size_t i = 0; fine && i < count; i++) {
        add_pairing(standings, row, opponents[i], table);
        fine = give_if_long(table->text, sink);
    }
    return fine;
}

static void cross_table(unsigned format, struct table *table, struct text *text)
{
    table_init(table, format, cross_columns, sizeof cross_columns / sizeof cross_columns[0], text);
}

bool standings_tsv(const struct tournament *tournament, struct text_sink sink)
{
    const struct standings *standings = tournament->standings;
    SCOPED(text, text);
    SCOPED(table, table);
    SCOPED(table, cross);
    standings_table(tournament, TABLE_TSV, &table, &text);
    bool fine = add_rows(tournament, &table, sink);
    text_add_char(&text, '\n');
    cross_table(TABLE_TSV, &cross, &text);
    table_begin(&cross, NULL);
    for (size_t i = 0; fine && i < standings->row_count; i++)
        fine = add_opponents(standings, i, &cross, sink);
    return fine && sink.give(sink.context, &text);
}

/* JSON. */

static void add_counts(const struct tournament *tournament, struct json *json)
{
    static const char *const keys[COUNTINGS] = {"decided", "claimed", "adjudicated", "though_illegal", "unplayed"};
    json_begin(json, "counted", "{");
    for (size_t i = 0; i < COUNTINGS; i++)
        json_put_number(json, keys[i], (long long)tournament->counted[i]);
    json_end(json, "}");
    json_begin(json, "left_out", "{");
    for (size_t i = 0; i < UNCOUNTED_COUNT; i++)
        json_put_number(json, uncounted_names[i].key, (long long)tournament->uncounted[i]);
    json_end(json, "}");
}

static void add_contest(const struct contest *contest, struct json *json)
{
    json_begin(json, "tiebreaks", "[");
    for (unsigned i = 0; i < contest->tiebreak_count; i++)
        json_put_word(json, NULL, tiebreak_names[contest->tiebreaks[i]].name);
    json_end(json, "]");
    if (contest->by_score) {
        json_put_word(json, "places", "score");
    } else {
        json_begin(json, "places", "[");
        for (unsigned i = 0; i < contest->place_count; i++)
            points_json(contest->places[i], json_raw(json, NULL));
        json_end(json, "]");
    }
    json_put_flag(json, "mixed", contest->mixed);
    json_put_flag(json, "round_robin", contest->round_robin);
    json_put_flag(json, "matches", contest->matches);
}

/* What may be a mistake: rounds with two records of a player, and names that may be one player's. */
static void add_doubts(const struct standings *standings, struct json *json)
{
    json_begin(json, "repeated", "[");
    for (size_t i = 0; i < standings->row_count; i++)
        for (uint32_t round = 0; (round = standings_repeated(standings, i, round)) != 0;) {
            json_begin(json, NULL, "{");
            json_put_text(json, "player", standings->rows[i].name);
            json_put_number(json, "round", round);
            json_end(json, "}");
        }
    json_end(json, "]");
    struct slice spelled;
    struct slice name;
    json_begin(json, "spellings", "[");
    for (size_t i = 0; standings_spelling(standings, &i, &spelled, &name);) {
        json_begin(json, NULL, "[");
        json_put_text(json, NULL, name);
        json_put_text(json, NULL, spelled);
        json_end(json, "]");
    }
    json_end(json, "]");
    json_begin(json, "alike", "[");
    for (size_t i = 0; i < standings->alike_count; i++) {
        json_begin(json, NULL, "[");
        json_put_text(json, NULL, standings->rows[standings->alike[i].a].name);
        json_put_text(json, NULL, standings->rows[standings->alike[i].b].name);
        json_end(json, "]");
    }
    json_end(json, "]");
}

static void add_tournament(const struct tournament *tournament, struct json *json)
{
    const struct standings *standings = tournament->standings;
    json_begin(json, "tournament", "{");
    json_put_text(json, "event", tournament->event.length > 0 ? tournament->event : (struct slice){NULL, 0});
    json_put_number(json, "players", (long long)standings->row_count);
    json_put_number(json, "rounds", standings->rounds);
    add_counts(tournament, json);
    add_contest(&standings->contest, json);
    add_doubts(standings, json);
    json_end(json, "}");
}

bool standings_json(const struct tournament *tournament, struct text_sink sink)
{
    const struct standings *standings = tournament->standings;
    SCOPED(text, text);
    SCOPED(table, table);
    SCOPED(table, cross);
    standings_table(tournament, TABLE_JSON, &table, &text);
    add_tournament(tournament, &table.json);
    json_line(&table.json);
    bool fine = add_rows(tournament, &table, sink);
    cross_table(TABLE_JSON, &cross, &text);
    cross.json = table.json;
    json_line(&cross.json);
    json_begin(&cross.json, "crosstable", "[");
    for (size_t i = 0; fine && i < standings->row_count; i++) {
        json_line(&cross.json);
        json_begin(&cross.json, NULL, "{");
        json_put_number(&cross.json, "number", (long long)i + 1);
        json_put_text(&cross.json, "player", standings->rows[i].name);
        json_begin(&cross.json, "opponents", "[");
        fine = add_opponents(standings, i, &cross, sink);
        json_end(&cross.json, "]}");
    }
    json_end(&cross.json, "]");
    return fine && sink.give(sink.context, &text);
}
