/* SPDX-License-Identifier: MIT */
/* Standings for programs: tab-separated values and JSON. */
#include "forms/json/json.h"
#include "forms/text/standings_form.h"
#include "forms/text/tsv.h"
#include "tournament/matches.h"

enum { PART_LENGTH = 1 << 16 };

/* Gives what there is of TEXT away when it has grown long. */
static bool pass_on(struct text *text, struct outlet outlet)
{
    return text->length < PART_LENGTH || outlet.give(outlet.context, text);
}

static bool finish(struct text *text, struct outlet outlet, bool fine)
{
    if (fine)
        return outlet.give(outlet.context, text);
    text_release(text);
    return false;
}

/* Tab-separated values. */

static void add_tsv_heading(const struct tournament *tournament, struct text *text)
{
    const struct contest *contest = &tournament->standings->contest;
    text_add_string(text, "rank\tplayer\tpoints\tgames\twins\tdraws\tlosses\tunplayed\tundecided\twithdrawn");
    for (unsigned i = 0; i < tournament->standings->seats; i++)
        text_printf(text, "\twins%u\tdraws%u\tlosses%u", i + 1, i + 1, i + 1);
    for (unsigned i = 0; i < contest->tiebreak_count; i++)
        text_printf(text, "\ttiebreak:%s", tiebreak_names[contest->tiebreaks[i]].name);
    text_add_char(text, '\n');
}

static void add_tsv_row(const struct tournament *tournament, const struct standings_row *row, struct text *text)
{
    const struct contest *contest = &tournament->standings->contest;
    size_t begin = text->length;
    text_printf(text, "%u\t%pE\t", row->rank, SLICE(row->name));
    points_write(row->points, text);
    text_printf(text, "\t%u\t%u\t%u\t%u\t%u\t%u\t", row->all.games, row->all.wins, row->all.draws, row->all.losses,
        row->unplayed, row->undecided);
    if (row->withdrawn > 0)
        text_add_number(text, row->withdrawn);
    for (unsigned i = 0; i < tournament->standings->seats; i++)
        text_printf(text, "\t%u\t%u\t%u", row->seats[i].wins, row->seats[i].draws, row->seats[i].losses);
    for (unsigned i = 0; i < contest->tiebreak_count; i++) {
        text_add_char(text, '\t');
        points_write(row->tiebreaks[i], text);
    }
    tsv_end_line(text, begin);
}

/* A line for each two who met, and one more as the other sees it: all pairs would be too many. */
static void add_tsv_pairing(const struct standings *standings, size_t row, size_t opponent, struct text *text)
{
    struct pairing pairing;
    size_t begin = text->length;
    if (!standings_pairing(standings, row, opponent, &pairing))
        return;
    text_printf(text, "%zu\t%pE\t%zu\t%pE\t%u\t", row + 1, SLICE(standings->rows[row].name), opponent + 1,
        SLICE(standings->rows[opponent].name), pairing.games);
    halves_write(pairing.halves, text);
    text_printf(text, "\t%u\t%u", pairing.forfeits, pairing.won_forfeits);
    tsv_end_line(text, begin);
}

static bool add_tsv_cross(const struct standings *standings, struct text *text, struct outlet outlet)
{
    const uint32_t *opponents;
    bool fine = true;
    text_add_string(text, "\nnumber\tplayer\topponent_number\topponent\tgames\tpoints\tforfeits\tforfeits_won\n");
    for (size_t row = 0; fine && row < standings->row_count; row++) {
        size_t count = standings_opponents(standings, row, &opponents);
        for (size_t i = 0; fine && i < count; i++) {
            add_tsv_pairing(standings, row, opponents[i], text);
            fine = pass_on(text, outlet);
        }
    }
    return fine;
}

bool standings_tsv(const struct tournament *tournament, struct outlet outlet)
{
    const struct standings *standings = tournament->standings;
    struct text text = {0};
    bool fine = true;
    add_tsv_heading(tournament, &text);
    for (size_t i = 0; fine && i < standings->row_count; i++) {
        add_tsv_row(tournament, &standings->rows[i], &text);
        fine = pass_on(&text, outlet);
    }
    fine = fine && add_tsv_cross(standings, &text, outlet);
    return finish(&text, outlet, fine);
}

/* JSON. */

static void add_places(const struct contest *contest, struct text *text)
{
    text_printf(text, ",\"places\":%s", contest->by_score ? "\"score\"" : "[");
    for (unsigned i = 0; !contest->by_score && i < contest->place_count; i++) {
        text_add_string(text, i > 0 ? "," : "");
        points_json(contest->places[i], text);
    }
    text_add_string(text, contest->by_score ? "" : "]");
}

static void add_alike(const struct standings *standings, struct text *text)
{
    text_add_string(text, ",\"alike\":[");
    for (size_t i = 0; i < standings->alike_count; i++) {
        struct alike alike = standings->alike[i];
        text_printf(text, "%s%pJ,%pJ]", i > 0 ? ",[" : "[", SLICE(standings->rows[alike.a].name),
            SLICE(standings->rows[alike.b].name));
    }
    text_add_char(text, ']');
}

static void add_repeated(const struct standings *standings, struct text *text)
{
    bool any = false;
    text_add_string(text, ",\"repeated\":[");
    for (size_t i = 0; i < standings->row_count; i++)
        for (uint32_t round = 0; (round = standings_repeated(standings, i, round)) != 0; any = true)
            text_printf(text, "%s%pJ,\"round\":%u}",
                any ? ",{\"player\":" : "{\"player\":", SLICE(standings->rows[i].name), round);
    text_add_char(text, ']');
}

static void add_counts(const struct tournament *tournament, struct text *text)
{
    static const char *const keys[COUNTINGS] = {"decided", "claimed", "adjudicated", "though_illegal", "unplayed"};
    text_add_string(text, ",\"counted\":{");
    for (size_t i = 0; i < COUNTINGS; i++)
        text_printf(text, "%s\"%s\":%llu", i > 0 ? "," : "", keys[i], (unsigned long long)tournament->counted[i]);
    text_add_string(text, "},\"left_out\":{");
    for (size_t i = 0; i < LEFT_OUT_COUNT; i++)
        text_printf(text, "%s\"%s\":%llu", i > 0 ? "," : "", left_out_names[i].key,
            (unsigned long long)tournament->left_out[i]);
    text_add_char(text, '}');
}

static void add_tournament(const struct tournament *tournament, struct text *text)
{
    const struct contest *contest = &tournament->standings->contest;
    text_printf(text, "\"tournament\":{\"event\":%pN,\"players\":%zu,\"rounds\":%u",
        SLICE(tournament->event.length > 0 ? tournament->event : (struct slice){NULL, 0}),
        tournament->standings->row_count, tournament->standings->rounds);
    add_counts(tournament, text);
    text_add_string(text, ",\"tiebreaks\":[");
    for (unsigned i = 0; i < contest->tiebreak_count; i++)
        text_printf(text, "%s\"%s\"", i > 0 ? "," : "", tiebreak_names[contest->tiebreaks[i]].name);
    text_add_char(text, ']');
    add_places(contest, text);
    text_printf(text, ",\"mixed\":%s,\"round_robin\":%s", contest->mixed ? "true" : "false",
        contest->round_robin ? "true" : "false");
    add_repeated(tournament->standings, text);
    add_alike(tournament->standings, text);
    text_add_char(text, '}');
}

static void add_tally(const struct tally *tally, struct text *text)
{
    text_printf(text, "\"games\":%u,\"wins\":%u,\"draws\":%u,\"losses\":%u", tally->games, tally->wins, tally->draws,
        tally->losses);
}

static void add_standing(const struct tournament *tournament, const struct standings_row *row, struct text *text)
{
    const struct contest *contest = &tournament->standings->contest;
    text_printf(text, "{\"rank\":%u,\"player\":%pJ,\"points\":", row->rank, SLICE(row->name));
    points_json(row->points, text);
    text_add_char(text, ',');
    add_tally(&row->all, text);
    text_add_string(text, ",\"seats\":[");
    for (unsigned i = 0; i < tournament->standings->seats; i++) {
        text_add_string(text, i > 0 ? ",{" : "{");
        add_tally(&row->seats[i], text);
        text_add_char(text, '}');
    }
    text_printf(text, "],\"unplayed\":%u,\"undecided\":%u,\"withdrawn\":", row->unplayed, row->undecided);
    if (row->withdrawn > 0)
        text_add_number(text, row->withdrawn);
    else
        text_add_string(text, "null");
    text_add_string(text, ",\"tiebreaks\":{");
    for (unsigned i = 0; i < contest->tiebreak_count; i++) {
        text_printf(text, "%s\"%s\":", i > 0 ? "," : "", tiebreak_names[contest->tiebreaks[i]].name);
        points_json(row->tiebreaks[i], text);
    }
    text_add_string(text, "}}");
}

static void add_opponent(const struct standings *standings, size_t row, size_t opponent, struct text *text)
{
    struct pairing pairing;
    if (!standings_pairing(standings, row, opponent, &pairing))
        return;
    text_printf(text, "{\"number\":%zu,\"player\":%pJ,\"games\":%u,\"points\":", opponent + 1,
        SLICE(standings->rows[opponent].name), pairing.games);
    halves_write(pairing.halves, text);
    text_printf(text, ",\"forfeits\":%u,\"forfeits_won\":%u}", pairing.forfeits, pairing.won_forfeits);
}

static bool add_opponents(const struct standings *standings, size_t row, struct text *text, struct outlet outlet)
{
    const uint32_t *opponents;
    size_t count = standings_opponents(standings, row, &opponents);
    bool fine = true;
    for (size_t i = 0; fine && i < count; i++) {
        text_add_string(text, i > 0 ? "," : "");
        add_opponent(standings, row, opponents[i], text);
        fine = pass_on(text, outlet);
    }
    return fine;
}

static bool add_cross_table(const struct standings *standings, struct text *text, struct outlet outlet)
{
    bool fine = true;
    text_add_string(text, ",\n\"crosstable\":[");
    for (size_t i = 0; fine && i < standings->row_count; i++) {
        text_printf(text, "%s{\"number\":%zu,\"player\":%pJ,\"opponents\":[", i > 0 ? ",\n" : "", i + 1,
            SLICE(standings->rows[i].name));
        fine = add_opponents(standings, i, text, outlet);
        text_add_string(text, "]}");
    }
    text_add_char(text, ']');
    return fine;
}

bool standings_json(const struct tournament *tournament, struct outlet outlet)
{
    const struct standings *standings = tournament->standings;
    struct text text = {0};
    bool fine = true;
    add_tournament(tournament, &text);
    text_add_string(&text, ",\n\"standings\":[");
    for (size_t i = 0; fine && i < standings->row_count; i++) {
        text_add_string(&text, i > 0 ? ",\n" : "");
        add_standing(tournament, &standings->rows[i], &text);
        fine = pass_on(&text, outlet);
    }
    text_add_char(&text, ']');
    fine = fine && add_cross_table(standings, &text, outlet);
    return finish(&text, outlet, fine);
}
