/* SPDX-License-Identifier: MIT */
#include "referee/judge/unplayed.h"

#include "games/common.h"
#include "referee/judge/setup.h"

static const char *const names[] = {[UNPLAYED_BYE] = "bye",
    [UNPLAYED_HALF_BYE] = "half-point bye",
    [UNPLAYED_ZERO_BYE] = "zero-point bye",
    [UNPLAYED_FORFEIT] = "forfeit",
    [UNPLAYED_DOUBLE_FORFEIT] = "double forfeit",
    [UNPLAYED_WITHDRAWN] = "withdrawn",
    [UNPLAYED_GAME] = "unplayed",
    /* Values that PGN has, all of them about games that were played. */
    "abandoned",
    "adjudication",
    "death",
    "emergency",
    "normal",
    "rules infraction",
    "time forfeit",
    "unterminated"};
enum { NAMES = UNPLAYED_GAME + 1, ALL_NAMES = sizeof names / sizeof names[0] };

/* Whether VALUE is NAME, in letters of any case; a space is as good as a dash. */
static bool is_named(struct slice value, const char *name)
{
    size_t i = 0;
    for (; i < value.length && name[i] != '\0'; i++) {
        char c = small_letter(value.at[i]);
        if (c != name[i] && (c != ' ' || name[i] != '-'))
            return false;
    }
    return i == value.length && name[i] == '\0';
}

/* What a tag Termination of VALUE says; UNPLAYED_NONE where it says something else. */
static enum unplayed read_termination(struct slice value)
{
    value = slice_trim(value);
    for (int i = UNPLAYED_NONE + 1; i < NAMES; i++)
        if (is_named(value, names[i]))
            return (enum unplayed)i;
    return UNPLAYED_NONE;
}

const char *unplayed_name(enum unplayed unplayed)
{
    return names[unplayed];
}

/* The tag Termination. */

/* What cannot be read at all is said of a game that was not played, too. */
static bool has_turns(const struct line *line)
{
    for (size_t i = 0; i < line->count; i++)
        if (line->items[i].kind == ITEM_TURN || line->items[i].kind == ITEM_VARIATION)
            return true;
    return false;
}

static void fault_unplayed(struct judge *judge, struct span span, const char *what, const char *advice)
{
    judge_report(judge, &common_rules[COMMON_UNPLAYED], span, FACT(what, "%s") FACT(advice, "%s"), what, advice);
}

/* A word that is nearly one of ours, and nearer to it than to any of PGN's. */
static void note_termination(struct judge *judge, const struct tag *tag)
{
    struct slice value = slice_trim(tag->value);
    const char *near = nearest_name(value, names + 1, ALL_NAMES - 1);
    for (int i = NAMES; i < ALL_NAMES; i++)
        if (near == names[i])
            return;
    const char *advice = nearest_advice(judge->arena, value, names + 1, NAMES - 1);
    if (*advice == '\0')
        return;
    judge_report(judge, &common_rules[COMMON_TERMINATION], tag->inside, FACT(word, "%s") FACT(advice, "%s"),
        excerpt_of(value).text, advice);
}

void check_termination(struct judge *judge)
{
    const struct tag *tag = record_tag(judge->record, "Termination");
    bool played = has_turns(&judge->record->main);
    enum unplayed unplayed = tag == NULL ? UNPLAYED_NONE : read_termination(tag->value);
    if (unplayed != UNPLAYED_NONE && played) {
        judge_report(judge, &common_rules[COMMON_UNPLAYED], tag->inside,
            FACT(what, "the tag Termination says '%s', but the record has turns")
                FACT(advice, "leave out the tag if the game was played; otherwise leave out the turns"),
            names[unplayed]);
    } else if (unplayed == UNPLAYED_NONE && tag != NULL && !played) {
        note_termination(judge, tag);
    }
    judge->report->unplayed = played ? UNPLAYED_NONE : unplayed;
}

/* The players who are named. */

/* The seat of the last player with a name, 0: nobody has one. */
static unsigned last_named_seat(const struct report *report)
{
    unsigned last = 0;
    for (unsigned seat = 1; seat <= SEATS; seat++)
        if (value_is_known(report->players[seat - 1]))
            last = seat;
    return last;
}

static struct span termination_span(const struct judge *judge)
{
    return record_tag(judge->record, "Termination")->inside;
}

/* A bye and a withdrawal name only the player they concern. */
static bool check_lone_player(struct judge *judge)
{
    struct report *report = judge->report;
    bool withdrawn = report->unplayed == UNPLAYED_WITHDRAWN;
    unsigned named = last_named_seat(report);
    report->seats = named == 0 ? 1 : named;
    if (named == 0)
        fault_unplayed(judge, termination_span(judge),
            withdrawn ? "a withdrawal names the players who leave, but no player is named"
                      : "a bye names the player who has it, but no player is named",
            "give the name in the tag White or Player1");
    else if (!value_is_known(report->players[0]))
        fault_unplayed(judge, player_tag(judge, named)->inside,
            withdrawn ? "a withdrawal names players from the first seat on, but the first seat has no name"
                      : "a bye names its player in the first seat, but here a later seat is named",
            "give the name in the tag White or Player1");
    else if (named > 1 && !withdrawn)
        fault_unplayed(judge, player_tag(judge, named)->inside, "a bye is for one player, but more than one is named",
            "leave out the tags of the others");
    else
        return true;
    return false;
}

/* A forfeit is of two, in a game for two. */
static bool check_forfeit(struct judge *judge)
{
    struct report *report = judge->report;
    unsigned named = last_named_seat(report);
    report->seats = named > 2 ? named : 2;
    if (named <= 2)
        return check_players(judge);
    fault_unplayed(judge, player_tag(judge, named)->inside, "a forfeit is between two players, but more are named",
        "write [Termination \"unplayed\"] if the game was not played");
    return false;
}

static bool check_named(struct judge *judge)
{
    switch (judge->report->unplayed) {
    case UNPLAYED_GAME:
        return check_players(judge);
    case UNPLAYED_FORFEIT:
    case UNPLAYED_DOUBLE_FORFEIT:
        return check_forfeit(judge);
    default:
        return check_lone_player(judge);
    }
}

/* What the result may be. */

/* How many halves everybody concerned gets; of forfeits and games nobody knows. */
static int32_t halves_each_gets(enum unplayed unplayed)
{
    return unplayed == UNPLAYED_BYE ? 2 : unplayed == UNPLAYED_HALF_BYE ? 1 : 0;
}

/* Whether each player concerned gets HALVES by DECLARED; it may include players who are absent. */
static bool gives_each_halves(const struct declared_result *declared, unsigned seats, int32_t halves)
{
    if (declared->seats < seats || declared->seats > (seats > 2 ? seats : 2))
        return false;
    for (unsigned i = 0; i < seats; i++)
        if (declared->halves[i] != halves)
            return false;
    return declared->seats == seats || declared->halves[1] == 0 || declared->halves[1] == 2 - halves;
}

/* Whether it gives each seat 1, 1/2 or 0. */
static bool gives_whole_points(const struct declared_result *declared, unsigned seats)
{
    for (unsigned i = 0; i < seats; i++)
        if (declared->halves[i] < 0 || declared->halves[i] > 2)
            return false;
    return declared->seats == seats;
}

static bool claim_fits(const struct report *report)
{
    const struct declared_result *declared = &report->declared;
    const int32_t *halves = declared->halves;
    if (report->unplayed == UNPLAYED_FORFEIT)
        return declared_is_made(declared) && declared->seats == 2 && gives_whole_points(declared, 2) &&
            halves[0] + halves[1] == 2 && halves[0] != 1;
    if (!declared_is_made(declared))
        return true;
    return report->unplayed == UNPLAYED_GAME
        ? gives_whole_points(declared, report->seats)
        : gives_each_halves(declared, report->unplayed == UNPLAYED_DOUBLE_FORFEIT ? 2 : report->seats,
              halves_each_gets(report->unplayed));
}

static void fault_claim(struct judge *judge)
{
    static const struct {
        const char *what;
        const char *advice;
    } words[] = {
        [UNPLAYED_BYE] = {"a bye is worth 1", "write 1-0, or no result"},
        [UNPLAYED_HALF_BYE] = {"a half-point bye is worth 1/2", "write 1/2-1/2, or no result"},
        [UNPLAYED_ZERO_BYE] = {"a zero-point bye is worth 0", "write 0-1, or no result"},
        [UNPLAYED_FORFEIT] = {"a forfeit needs a result that says which player came",
            "write 1-0 or 0-1; if neither came, write [Termination \"double forfeit\"]"},
        [UNPLAYED_DOUBLE_FORFEIT] = {"a double forfeit is worth 0 to both",
            "write 0-0, or no result; if one of them came, write [Termination \"forfeit\"]"},
        [UNPLAYED_WITHDRAWN] = {"after a withdrawal a round is worth 0 to the player who left", "leave out the result"},
        [UNPLAYED_GAME] = {"a game that was not played is worth 1, 1/2 or 0 to each seat",
            "write one of these numbers for each seat, or no result"},
    };
    const struct report *report = judge->report;
    const struct tag *tag = result_tag(judge->record);
    bool made = declared_is_made(&report->declared);
    struct slice declared = made ? slice_shorter(report->declared.figures, 40) : slice_of("");
    judge_report(judge, &common_rules[COMMON_UNPLAYED],
        judge->record->has_result ? judge->record->result
            : tag != NULL         ? tag->inside
                                  : termination_span(judge),
        FACT(what, "%s, but %s%.*s") FACT(advice, "%s"), words[report->unplayed].what,
        made ? "the result is " : "there is none", (int)declared.length, declared.at, words[report->unplayed].advice);
}

static void settle_unplayed(struct report *report)
{
    struct outcome *outcome = &report->outcome;
    bool claims = report->unplayed == UNPLAYED_FORFEIT || report->unplayed == UNPLAYED_GAME;
    outcome->reason = names[report->unplayed];
    for (unsigned i = 0; i < report->seats; i++) {
        outcome->halves[i] = !claims              ? halves_each_gets(report->unplayed)
            : declared_is_made(&report->declared) ? report->declared.halves[i]
                                                  : 0;
        outcome->winners |= (uint32_t)(outcome->halves[i] == 2) << i;
    }
}

/* What cannot be read of a result was said already. */
static bool check_claim(struct judge *judge)
{
    const struct record *record = judge->record;
    bool any = record->has_result || result_tag(record) != NULL || record->main.has_turn;
    if (!judge->report->declared.written && any)
        return false;
    if (!claim_fits(judge->report)) {
        fault_claim(judge);
        return false;
    }
    return true;
}

void judge_unplayed(struct judge *judge)
{
    judge->report->judged = true;
    judge->report->tree.begun = true;
    bool named = check_named(judge);
    read_claims(judge);
    if (named && check_claim(judge))
        settle_unplayed(judge->report);
}
