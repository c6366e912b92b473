/* SPDX-License-Identifier: MIT */
#include "forms/text/match_form.h"

#include "forms/json/json.h"
#include "forms/text/tsv.h"

/* A number of rounds and what there is to say of them. */
struct counted_rounds {
    uint32_t count;
    const char *words;  /* "claimed", or of those that do not count the words after "round", */
    const char *key;    /* in JSON */
    const char *before; /* ... and before it */
};

enum { MARKS = 4, OMISSIONS = 5 };

/* Rounds that count otherwise than as the board ended them. */
static void list_marks(const struct match *match, struct counted_rounds marks[MARKS])
{
    marks[0] = (struct counted_rounds){match->claimed, "claimed", "claimed", ""};
    marks[1] = (struct counted_rounds){match->adjudicated, "adjudicated", "adjudicated", ""};
    marks[2] = (struct counted_rounds){match->illegal, "illegal", "though_illegal", ""};
    marks[3] = (struct counted_rounds){match->forfeits, "forfeited", "forfeited", ""};
}

/* Rounds that do not count. */
static void list_omissions(const struct match *match, struct counted_rounds omissions[OMISSIONS])
{
    omissions[0] = (struct counted_rounds){match->late, " after the end", "after_end", ""};
    omissions[1] = (struct counted_rounds){match->strangers, " of other players", "players", ""};
    omissions[2] = (struct counted_rounds){match->left_illegal, "", "illegal", "illegal "};
    omissions[3] = (struct counted_rounds){match->undecided, "", "undecided", "undecided "};
    omissions[4] = (struct counted_rounds){match->unplayed, "", "forfeited", "forfeited "};
}

static uint32_t sum_of(const struct counted_rounds *rounds, unsigned count)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += rounds[i].count;
    return sum;
}

static const char *plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

/* How many rounds, and how many of them of which kinds: "3 rounds of best of 5, 2 of them claimed". */
static void add_rounds(const struct match *match, struct text *text)
{
    struct counted_rounds marks[MARKS];
    bool first = true;
    text_printf(text, "%u round%s", match->rounds, plural(match->rounds));
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
        match_players(match, named, NAMES_WHOLE, text);
        text_printf(text, " %s%s", match->over ? "win" : "lead", several ? "" : "s");
    }
    if (!match->over && match->rule.points > 0)
        text_printf(text, ", it goes to %u", match->rule.points);
}

void match_text(const struct match *match, struct text *text)
{
    struct counted_rounds omissions[OMISSIONS];
    text_add_string(text, "match ");
    match_name(match, NAMES_WHOLE, text);
    if (match->shares_its_name)
        text_printf(text, " (%pE)", SLICE(match->ruleset));
    text_add_string(text, ": ");
    match_totals(match, NAMES_WHOLE, text);
    text_add_string(text, ", ");
    add_rounds(match, text);
    text_add_string(text, ": ");
    add_verdict(match, text);
    list_omissions(match, omissions);
    for (unsigned i = 0; i < OMISSIONS; i++)
        if (omissions[i].count > 0)
            text_printf(text, "; %u %sround%s%s not counted", omissions[i].count, omissions[i].before,
                plural(omissions[i].count), omissions[i].words);
}

/* The rounds that may still come, where there is a bound to them. */
static bool rounds_left(const struct match *match, uint32_t *left)
{
    *left = match->over ? 0 : match->rule.best_of - match->rounds;
    return match->over || match->rule.best_of > 0;
}

/* 0 stands for nothing. */
static void add_tsv_number(uint32_t number, struct text *text)
{
    text_add_char(text, '\t');
    if (number > 0)
        text_add_number(text, number);
}

const char match_tsv_heading[] = "match\tplayers\tscores\trounds\tstate\twinners\tleaders\tbest_of\tto\tleft\tmarked\t"
                                 "not_counted\truleset\n";

void match_tsv(const struct match *match, struct text *text)
{
    struct counted_rounds marks[MARKS];
    struct counted_rounds omissions[OMISSIONS];
    uint32_t left;
    size_t begin = text->length;
    match_name(match, NAMES_WHOLE, text);
    for (unsigned i = 0; i < match->seats; i++) {
        text_add_string(text, i > 0 ? ", " : "\t");
        match_player(match, i, NAMES_WHOLE, text);
    }
    for (unsigned i = 0; i < match->seats; i++) {
        text_add_string(text, i > 0 ? ", " : "\t");
        halves_write(match->players[i].halves, text);
    }
    text_printf(text, "\t%u\t%s\t", match->rounds, match->over ? "over" : "undecided");
    match_players(match, match->winners, NAMES_WHOLE, text);
    text_add_char(text, '\t');
    match_players(match, match->leaders, NAMES_WHOLE, text);
    add_tsv_number(match->rule.best_of, text);
    add_tsv_number(match->rule.points, text);
    text_add_char(text, '\t');
    if (rounds_left(match, &left))
        text_add_number(text, left);
    list_marks(match, marks);
    list_omissions(match, omissions);
    text_printf(text, "\t%u\t%u\t%pE", sum_of(marks, MARKS), sum_of(omissions, OMISSIONS), SLICE(match->ruleset));
    tsv_end_line(text, begin);
}

static void add_places(const char *key, uint32_t players, struct text *text)
{
    bool first = true;
    text_printf(text, ",\"%s\":[", key);
    for (unsigned i = 0; i < SEATS; i++)
        if ((players >> i & 1) != 0) {
            text_printf(text, first ? "%u" : ",%u", i + 1);
            first = false;
        }
    text_add_char(text, ']');
}

static void add_number_or_null(const char *key, bool there, uint32_t number, struct text *text)
{
    text_printf(text, ",\"%s\":", key);
    if (there)
        text_add_number(text, number);
    else
        text_add_string(text, "null");
}

static void add_counts(const char *key, const struct counted_rounds *rounds, unsigned count, struct text *text)
{
    text_printf(text, ",\"%s\":{", key);
    for (unsigned i = 0; i < count; i++)
        text_printf(text, "%s\"%s\":%u", i > 0 ? "," : "", rounds[i].key, rounds[i].count);
    text_add_char(text, '}');
}

void match_json(const struct match *match, struct text *text)
{
    struct counted_rounds marks[MARKS];
    struct counted_rounds omissions[OMISSIONS];
    uint32_t left;
    bool bounded = rounds_left(match, &left);
    SCOPED(text, name);
    match_name(match, NAMES_RAW, &name);
    text_printf(text, "{\"match\":%pJ,\"ruleset\":%pJ", SLICE(&name), SLICE(match->ruleset));
    for (unsigned i = 0; i < match->seats; i++)
        text_printf(text, "%s%pN", i > 0 ? "," : ",\"players\":[", SLICE(match->players[i].name));
    for (unsigned i = 0; i < match->seats; i++) {
        text_add_string(text, i > 0 ? "," : "],\"scores\":[");
        halves_write(match->players[i].halves, text);
    }
    text_printf(text, "],\"rounds\":%u,\"over\":%s", match->rounds, match->over ? "true" : "false");
    add_places("winners", match->winners, text);
    add_places("leaders", match->leaders, text);
    text_printf(text, ",\"drawn\":%s", match_is_drawn(match) ? "true" : "false");
    add_number_or_null("best_of", match->rule.best_of > 0, match->rule.best_of, text);
    add_number_or_null("to", match->rule.points > 0, match->rule.points, text);
    add_number_or_null("left", bounded, left, text);
    list_marks(match, marks);
    list_omissions(match, omissions);
    add_counts("marked", marks, MARKS, text);
    add_counts("not_counted", omissions, OMISSIONS, text);
    text_add_char(text, '}');
}
