/* SPDX-License-Identifier: MIT */
#include "tournament/match_faults.h"

#include "games/match_rules.h"

/* Names as messages have them are not longer than this. */
enum { BRIEF_BYTES = 40 };

static void add_player_name(struct slice name, enum name_style names, struct text *text)
{
    struct slice shown = names == NAME_BRIEF ? slice_shorter(name, BRIEF_BYTES) : name;
    if (names == NAME_RAW) {
        text_add(text, name);
        return;
    }
    while (shown.length < name.length && shown.length > 0 && ((unsigned char)name.at[shown.length] & 0xC0) == 0x80)
        shown.length--;
    text_printf(text, "%pE%s", SLICE(shown), shown.length < name.length ? "..." : "");
}

/* Players that nobody named are called by their seats. */
static void add_player(struct slice name, unsigned index, enum name_style names, struct text *text)
{
    if (name.at != NULL)
        add_player_name(name, names, text);
    else
        text_printf(text, "Player %u", index + 1);
}

void match_player(const struct match *match, unsigned index, enum name_style names, struct text *text)
{
    add_player(match->players[index].name, index, names, text);
}

/* "A", "A and B", "A, B and C" */
static const char *between_names(unsigned done, unsigned count)
{
    return done == 0 ? "" : done + 1 == count ? " and " : ", ";
}

void match_players(const struct match *match, uint32_t players, enum name_style names, struct text *text)
{
    unsigned count = (unsigned)__builtin_popcount(players);
    unsigned done = 0;
    for (unsigned i = 0; i < match->seats; i++)
        if ((players >> i & 1) != 0) {
            text_add_string(text, between_names(done++, count));
            match_player(match, i, names, text);
        }
}

void match_name(const struct match *match, enum name_style names, struct text *text)
{
    bool some = (match->keys & MATCH_BY_MATCH) != 0;
    if (some)
        add_player_name(match->id, names, text);
    if ((match->keys & MATCH_BY_EVENT) != 0) {
        text_add_string(text, some ? ", " : "");
        add_player_name(match->event, names, text);
        some = true;
    }
    for (unsigned i = 0; (match->keys & MATCH_BY_PLAYERS) != 0 && i < match->seats; i++) {
        text_add_string(text, i > 0 ? " - " : some ? ", " : "");
        match_player(match, i, names, text);
    }
}

void halves_write(int64_t halves, struct text *text)
{
    if (halves < 0)
        text_add_char(text, '-');
    text_add_number(text, (halves < 0 ? -halves : halves) / 2);
    text_add_string(text, halves % 2 != 0 ? ".5" : "");
}

void match_totals(const struct match *match, enum name_style names, struct text *text)
{
    for (unsigned i = 0; i < match->seats; i++) {
        text_add_string(text, i > 0 ? ", " : "");
        match_player(match, i, names, text);
        text_add_char(text, ' ');
        halves_write(match->players[i].halves, text);
    }
}

struct catasta_span match_key_span(unsigned keys, const struct entry *entry)
{
    if ((keys & MATCH_BY_MATCH) != 0)
        return entry->match.span;
    return (keys & MATCH_BY_EVENT) != 0 ? entry->event.span : entry->first_player;
}

/* The facts that all have: which match, and how it stood. */
static struct text *begin_match_fault(
    const struct match *match, const struct entry *entry, enum match_fault_rule rule, struct match_fault *fault)
{
    fault->rule = &match_rules[rule];
    fault->span = match_key_span(match->keys, entry);
    text_add_string(&fault->facts, FACT(match, "match "));
    match_name(match, NAME_BRIEF, &fault->facts);
    text_add_string(&fault->facts, FACT(score, ""));
    match_totals(match, NAME_BRIEF, &fault->facts);
    return &fault->facts;
}

static void add_match_advice(const struct match *match, const char *advice, struct text *facts)
{
    if ((match->keys & MATCH_BY_MATCH) != 0)
        text_printf(facts, FACT(advice, "%s"), advice);
}

void match_fault_after_end(const struct match *match, const struct entry *entry, struct match_fault *fault)
{
    struct text *facts = begin_match_fault(match, entry, MATCH_AFTER_END, fault);
    if (match->rule.best_of > 0)
        text_printf(
            facts, FACT(goal, "the best of %u round%s"), match->rule.best_of, match->rule.best_of == 1 ? "" : "s");
    else
        text_printf(facts, FACT(goal, "played to %u point%s"), match->rule.points, match->rule.points == 1 ? "" : "s");
    text_add_string(facts, FACT(end, ""));
    if (match_is_drawn(match)) {
        text_add_string(facts, "so it was drawn");
    } else {
        match_players(match, match->winners, NAME_BRIEF, facts);
        text_add_string(facts, " had won");
    }
    add_match_advice(match, "if this round belongs to another match, give it another Match tag", facts);
}

void match_fault_players(const struct match *match, const struct entry *entry, struct match_fault *fault)
{
    struct text *facts = begin_match_fault(match, entry, MATCH_PLAYERS, fault);
    text_add_string(facts, FACT(players, ""));
    match_players(match, (1u << match->seats) - 1, NAME_BRIEF, facts);
    text_add_string(facts, FACT(others, ""));
    for (unsigned i = 0; i < entry->seats; i++) {
        text_add_string(facts, between_names(i, entry->seats));
        add_player(entry->players[i], i, NAME_BRIEF, facts);
    }
    add_match_advice(match, "write the names as in the first round, or give another Match tag", facts);
}

void match_fault_starter(const struct match *match, const struct entry *entry, struct match_fault *fault)
{
    struct slice starts = entry->players[0];
    if (!match->rule.winner_starts || match->starter == 0 || starts.at == NULL)
        return;
    const struct match_player *should = &match->players[match->starter - 1];
    if (should->key.at == NULL || slice_equal(should->key, entry->keys[0]))
        return;
    struct text *facts = begin_match_fault(match, entry, MATCH_STARTER, fault);
    text_add_string(facts, FACT(starter, ""));
    add_player_name(starts, NAME_BRIEF, facts);
    text_add_string(facts, FACT(expected, ""));
    add_player_name(should->name, NAME_BRIEF, facts);
    text_add_string(facts,
        match->starts_again ? FACT(why, "who started the previous round, which nobody won")
                            : FACT(why, "who won the previous round"));
}
