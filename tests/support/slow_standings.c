/* SPDX-License-Identifier: MIT */
#include "support/slow_standings.h"

typedef struct slow_fraction fraction;

static long long divisor(long long a, long long b)
{
    return b == 0 ? (a < 0 ? -a : a) : divisor(b, a % b);
}

static fraction make(long long top, long long bottom)
{
    long long common = divisor(top, bottom);
    return (fraction){top / common, bottom / common};
}

static fraction add(fraction a, fraction b)
{
    long long common = divisor(a.bottom, b.bottom);
    return make(a.top * (b.bottom / common) + b.top * (a.bottom / common), a.bottom / common * b.bottom);
}

static fraction times(fraction a, long long top, long long bottom)
{
    return make(a.top * top, a.bottom * bottom);
}

/* Less than 0, 0, more than 0. */
static int compare(fraction a, fraction b)
{
    long long difference = add(a, times(b, -1, 1)).top;
    return (difference > 0) - (difference < 0);
}

static fraction lesser(fraction a, fraction b)
{
    return compare(a, b) < 0 ? a : b;
}

static const fraction nothing = {0, 1};

/* Records. */

static int seat_of(const struct slow_record *record, int player)
{
    for (int i = 0; i < record->seats; i++)
        if (record->players[i] == player)
            return i;
    return -1;
}

static bool is_bye(const struct slow_record *record)
{
    return record->kind == SLOW_BYE || record->kind == SLOW_HALF_BYE || record->kind == SLOW_ZERO_BYE;
}

static bool is_paired(const struct slow_record *record)
{
    return !is_bye(record) && record->kind != SLOW_WITHDRAWN;
}

static int winners_of(const struct slow_record *record)
{
    int winners = 0;
    for (int i = 0; i < record->seats; i++)
        winners += record->won[i];
    return winners;
}

static bool are_partners(const struct slow_record *record, int a, int b)
{
    return a != b && record->teams > 0 && a % record->teams == b % record->teams;
}

static int team_halves(const struct slow_record *record, int seat)
{
    int sum = 0;
    for (int i = 0; i < record->seats; i++)
        sum += i == seat || are_partners(record, i, seat) ? record->halves[i] : 0;
    return sum;
}

/* Whether seat A did better than B. */
static bool is_better(const struct slow_contest *contest, const struct slow_record *record, int a, int b)
{
    switch (record->kind) {
    case SLOW_PLAYED:
        if (winners_of(record) == 0 || record->won[a] != record->won[b])
            return winners_of(record) > 0 && record->won[a];
        if (record->won[a])
            return false;
        return contest->lowest ? team_halves(record, a) < team_halves(record, b)
                               : team_halves(record, a) > team_halves(record, b);
    case SLOW_FORFEIT:
        return record->won[a] && !record->won[b];
    case SLOW_UNPLAYED:
        return record->halves[a] > record->halves[b];
    default:
        return false;
    }
}

/* What seat A has from the encounter with B: 1, 1/2, 0. */
static fraction result(const struct slow_contest *contest, const struct slow_record *record, int a, int b)
{
    if (is_better(contest, record, a, b))
        return make(1, 1);
    if (is_better(contest, record, b, a) || record->kind == SLOW_DOUBLE_FORFEIT)
        return nothing;
    if (record->kind == SLOW_UNPLAYED && record->halves[a] == 0)
        return nothing;
    return make(1, 2);
}

/* What winning this record is worth. */
static fraction win_in(const struct slow_contest *contest, const struct slow_record *record)
{
    if (contest->by_score)
        return contest->has_scores ? nothing : make(1, 1);
    return record->seats > 2 ? contest->places[0] : make(1, 1);
}

/* What a bye is worth: the most that winning is. */
static fraction win_in_general(const struct slow_contest *contest)
{
    fraction most = nothing;
    bool any = false;
    for (int i = 0; i < contest->record_count; i++) {
        if (!is_paired(&contest->records[i]))
            continue;
        fraction win = win_in(contest, &contest->records[i]);
        most = !any || compare(win, most) > 0 ? win : most;
        any = true;
    }
    return any ? most : make(1, 1);
}

/* In a game of several the seats are put in a row, and equals share what their places in
   it are worth. */
static fraction shared(const struct slow_contest *contest, const struct slow_record *record, int seat)
{
    fraction sum = nothing;
    int ahead = 0;
    int level = 0;
    for (int i = 0; i < record->seats; i++) {
        ahead += is_better(contest, record, i, seat);
        level += !is_better(contest, record, i, seat) && !is_better(contest, record, seat, i);
    }
    for (int place = ahead; place < ahead + level; place++)
        if (place < contest->place_count)
            sum = add(sum, contest->places[place]);
    return times(sum, 1, level);
}

static fraction given(const struct slow_contest *contest, const struct slow_record *record, int seat)
{
    switch (record->kind) {
    case SLOW_PLAYED:
        if (contest->by_score)
            return make(record->halves[seat], 2);
        return record->seats > 2 ? shared(contest, record, seat) : result(contest, record, seat, 1 - seat);
    case SLOW_BYE:
        return win_in_general(contest);
    case SLOW_HALF_BYE:
        return times(win_in_general(contest), 1, 2);
    case SLOW_FORFEIT:
        return record->won[seat] ? win_in(contest, record) : nothing;
    case SLOW_UNPLAYED:
        return times(win_in(contest, record), record->halves[seat], 2);
    default:
        return nothing;
    }
}

/* 16.1: by the player's own will. */
static bool is_voluntary(const struct slow_record *record, int seat)
{
    return record->kind == SLOW_HALF_BYE || record->kind == SLOW_ZERO_BYE || record->kind == SLOW_DOUBLE_FORFEIT ||
        (record->kind == SLOW_FORFEIT && !record->won[seat]);
}

/* Players. */

static fraction score(const struct slow_contest *contest, int player)
{
    fraction sum = nothing;
    for (int i = 0; i < contest->record_count; i++) {
        int seat = seat_of(&contest->records[i], player);
        if (seat >= 0)
            sum = add(sum, given(contest, &contest->records[i], seat));
    }
    return sum;
}

static int last_round(const struct slow_contest *contest)
{
    int last = 0;
    for (int i = 0; i < contest->record_count; i++)
        last = contest->records[i].round > last ? contest->records[i].round : last;
    return last;
}

static int rounds_of_tournament(const struct slow_contest *contest)
{
    int most = 0;
    for (int player = 0; player < contest->players; player++) {
        int records = 0;
        for (int i = 0; i < contest->record_count; i++)
            records += contest->records[i].kind != SLOW_WITHDRAWN && seat_of(&contest->records[i], player) >= 0;
        most = records > most ? records : most;
    }
    return last_round(contest) > most ? last_round(contest) : most;
}

/* Whether all that PLAYER has behind ROUND is missed by the player's own will. */
static bool is_gone_after(const struct slow_contest *contest, int player, int round)
{
    for (int i = 0; i < contest->record_count; i++) {
        const struct slow_record *record = &contest->records[i];
        int seat = seat_of(record, player);
        if (seat >= 0 && record->round > round && record->kind != SLOW_WITHDRAWN && !is_voluntary(record, seat))
            return false;
    }
    return true;
}

/* Whether PLAYER had withdrawn by ROUND, for good, and has nothing else in it. */
static bool is_withdrawn_in(const struct slow_contest *contest, int player, int round)
{
    bool withdrawn = false;
    for (int i = 0; i < contest->record_count; i++) {
        const struct slow_record *record = &contest->records[i];
        if (seat_of(record, player) < 0)
            continue;
        if (record->kind == SLOW_WITHDRAWN)
            withdrawn = withdrawn || record->round <= round;
        else if (record->round == round)
            return false;
    }
    return withdrawn && is_gone_after(contest, player, round);
}

/* 16.3. */
static fraction adjusted(const struct slow_contest *contest, int player)
{
    fraction sum = score(contest, player);
    fraction draw = times(win_in_general(contest), 1, 2);
    if (contest->round_robin)
        return sum;
    for (int i = 0; i < contest->record_count; i++) {
        const struct slow_record *record = &contest->records[i];
        int seat = seat_of(record, player);
        if (seat < 0 || record->round == 0 || (record->kind != SLOW_HALF_BYE && record->kind != SLOW_ZERO_BYE))
            continue;
        if (is_gone_after(contest, player, record->round))
            sum = add(sum, add(draw, times(given(contest, record, seat), -1, 1)));
    }
    for (int round = 1; round <= last_round(contest); round++)
        if (is_withdrawn_in(contest, player, round))
            sum = add(sum, draw);
    return sum;
}

/* What each round gives to Buchholz and Sonneborn-Berger. */
struct contributions {
    int count;
    struct {
        fraction score;
        fraction weighted;
        bool voluntary;
    } list[512];
};

static void contribute(struct contributions *contributions, fraction score, fraction result, bool voluntary)
{
    contributions->list[contributions->count].score = score;
    contributions->list[contributions->count].weighted = times(score, result.top, result.bottom);
    contributions->list[contributions->count++].voluntary = voluntary;
}

/* 16.4, which is for Swiss tournaments (15.3): in a round robin there are no dummies. */
static void contribute_record(
    struct contributions *contributions, const struct slow_contest *contest, const struct slow_record *record, int seat)
{
    int player = record->players[seat];
    fraction own = score(contest, player);
    fraction most = times(win_in_general(contest), rounds_of_tournament(contest), 2);
    if (is_bye(record) && contest->round_robin)
        return;
    if (is_bye(record)) {
        fraction got = record->kind == SLOW_BYE ? make(1, 1) : record->kind == SLOW_HALF_BYE ? make(1, 2) : nothing;
        contribute(contributions, lesser(own, most), got, is_voluntary(record, seat));
        return;
    }
    for (int i = 0; i < record->seats; i++) {
        int other = record->players[i];
        fraction got = result(contest, record, seat, i);
        if (i == seat || are_partners(record, i, seat) || (other < 0 && contest->round_robin))
            continue;
        if (other < 0)
            contribute(contributions, lesser(own, most), got, is_voluntary(record, seat));
        else if (record->kind == SLOW_PLAYED || contest->round_robin)
            contribute(contributions, adjusted(contest, other), got, false);
        else
            contribute(contributions, lesser(own, adjusted(contest, other)), got, is_voluntary(record, seat));
    }
}

static void contribute_all(struct contributions *contributions, const struct slow_contest *contest, int player)
{
    fraction most = times(win_in_general(contest), rounds_of_tournament(contest), 2);
    contributions->count = 0;
    for (int i = 0; i < contest->record_count; i++) {
        int seat = seat_of(&contest->records[i], player);
        if (seat >= 0 && contest->records[i].kind != SLOW_WITHDRAWN)
            contribute_record(contributions, contest, &contest->records[i], seat);
    }
    for (int round = 1; round <= last_round(contest) && !contest->round_robin; round++)
        if (is_withdrawn_in(contest, player, round))
            contribute(contributions, lesser(score(contest, player), most), nothing, true);
}

/* Takes one out: the lowest, or the highest, of those by the player's will where there are
   any and WILL, else of all. */
static void cut(struct contributions *contributions, bool highest, bool will)
{
    int found = -1;
    bool any = false;
    for (int i = 0; i < contributions->count; i++)
        any = any || (will && contributions->list[i].voluntary);
    for (int i = 0; i < contributions->count; i++) {
        if (any && !contributions->list[i].voluntary)
            continue;
        int order = found < 0 ? 0 : compare(contributions->list[i].score, contributions->list[found].score);
        if (found < 0 || (highest ? order > 0 : order < 0))
            found = i;
    }
    if (found >= 0)
        contributions->list[found] = contributions->list[--contributions->count];
}

static fraction buchholz(const struct slow_contest *contest, int player, enum slow_tiebreak tiebreak)
{
    struct contributions contributions;
    fraction sum = nothing;
    contribute_all(&contributions, contest, player);
    if (tiebreak == SLOW_BUCHHOLZ_CUT1 || tiebreak == SLOW_BUCHHOLZ_MEDIAN)
        cut(&contributions, false, true);
    if (tiebreak == SLOW_BUCHHOLZ_MEDIAN)
        cut(&contributions, true, false);
    for (int i = 0; i < contributions.count; i++)
        sum =
            add(sum, tiebreak == SLOW_SONNEBORN_BERGER ? contributions.list[i].weighted : contributions.list[i].score);
    return sum;
}

/* Wins, draws and losses. */

static bool is_win(const struct slow_record *record, int seat)
{
    return record->won[seat] && winners_of(record) < record->seats;
}

static bool is_draw(const struct slow_record *record)
{
    return winners_of(record) == 0 || winners_of(record) == record->seats;
}

static int wins(const struct slow_contest *contest, int player, bool played, bool second)
{
    int count = 0;
    for (int i = 0; i < contest->record_count; i++) {
        const struct slow_record *record = &contest->records[i];
        int seat = seat_of(record, player);
        if (seat < 0 || (second && seat == 0))
            continue;
        if (record->kind == SLOW_PLAYED)
            count += is_win(record, seat);
        else if (!played)
            count += record->kind == SLOW_BYE || (record->kind == SLOW_FORFEIT && record->won[seat]) ||
                (record->kind == SLOW_UNPLAYED && record->halves[seat] == 2);
    }
    return count;
}

static fraction difference(const struct slow_contest *contest, int player)
{
    long long sum = 0;
    for (int i = 0; i < contest->record_count; i++) {
        const struct slow_record *record = &contest->records[i];
        int seat = seat_of(record, player);
        for (int other = 0; seat >= 0 && record->kind == SLOW_PLAYED && other < record->seats; other++)
            sum += are_partners(record, seat, other) ? 0 : record->halves[seat] - record->halves[other];
    }
    return make(contest->lowest ? -sum : sum, 2);
}

/* Direct encounter. */

/* The mean of what A has from B; false where they have not met. */
static bool mean(const struct slow_contest *contest, int a, int b, fraction *value)
{
    int games = 0;
    *value = nothing;
    for (int i = 0; i < contest->record_count; i++) {
        const struct slow_record *record = &contest->records[i];
        int seat = seat_of(record, a);
        int other = seat_of(record, b);
        if (seat < 0 || other < 0 || !is_paired(record) || (record->kind != SLOW_PLAYED && !contest->round_robin))
            continue;
        if (are_partners(record, seat, other) ||
            (record->kind == SLOW_UNPLAYED && record->halves[seat] == 0 && record->halves[other] == 0))
            continue;
        *value = add(*value, result(contest, record, seat, other));
        games++;
    }
    *value = games > 0 ? times(*value, 1, games) : nothing;
    return games > 0;
}

/* Group by group: those of one number are tied, and the higher number is behind. */
static fraction against_group(
    const struct slow_contest *contest, const int *group, int player, bool missing_won, bool *all_met)
{
    fraction sum = nothing;
    for (int other = 0; other < contest->players; other++) {
        fraction value;
        if (other == player || group[other] != group[player])
            continue;
        if (!mean(contest, player, other, &value)) {
            *all_met = false;
            value = missing_won ? make(1, 1) : nothing;
        }
        sum = add(sum, value);
    }
    return sum;
}

/* Puts all of group FROM but those who are kept behind: they become group TO. */
static void set_back(const struct slow_contest *contest, int *group, int from, int to, const bool *kept)
{
    for (int i = 0; i < contest->players; i++)
        if (group[i] > from)
            group[i] += to - from;
    for (int i = 0; i < contest->players; i++)
        if (group[i] == from && !kept[i])
            group[i] = to;
}

/* Tries to part group NUMBER; true when it was. */
static bool part(const struct slow_contest *contest, int *group, int number)
{
    fraction least[SLOW_PLAYERS];
    fraction most[SLOW_PLAYERS];
    bool all_met = true;
    bool in[SLOW_PLAYERS] = {false};
    int size = 0;
    bool parted = false;
    for (int i = 0; i < contest->players; i++) {
        in[i] = group[i] == number;
        size += in[i];
        least[i] = in[i] ? against_group(contest, group, i, false, &all_met) : nothing;
        most[i] = in[i] ? against_group(contest, group, i, true, &all_met) : nothing;
    }
    for (int next = number; size > 1; next++) {
        bool kept[SLOW_PLAYERS] = {false};
        int count = 0;
        for (int i = 0; i < contest->players; i++) {
            bool first = in[i];
            for (int j = 0; in[i] && j < contest->players; j++)
                if (j != i && in[j])
                    first = first && (all_met ? compare(least[i], least[j]) >= 0 : compare(least[i], most[j]) > 0);
            kept[i] = first;
            count += first;
        }
        if (count == 0 || count == size)
            break;
        set_back(contest, group, next, next + 1, kept);
        for (int i = 0; i < contest->players; i++)
            in[i] = in[i] && !kept[i];
        size -= count;
        parted = true;
    }
    return parted;
}

static void encounter(const struct slow_contest *contest, const bool *tied, fraction *values)
{
    int group[SLOW_PLAYERS];
    for (int i = 0; i < contest->players; i++)
        group[i] = tied[i] ? 1 : -1000;
    for (int number = 1; number <= contest->players;)
        if (!part(contest, group, number))
            number++;
    for (int i = 0; i < contest->players; i++) {
        int behind = 0;
        for (int j = 0; j < contest->players; j++)
            behind += tied[i] && tied[j] && group[j] > group[i];
        values[i] = make(behind, 1);
    }
}

/* The table. */

static bool takes_part(const struct slow_contest *contest, int player)
{
    for (int i = 0; i < contest->record_count; i++)
        if (seat_of(&contest->records[i], player) >= 0)
            return true;
    return false;
}

static struct slow_row row_of(const struct slow_contest *contest, int player)
{
    struct slow_row row = {.player = player, .rank = 1, .points = score(contest, player)};
    for (int i = 0; i < contest->record_count; i++) {
        const struct slow_record *record = &contest->records[i];
        int seat = seat_of(record, player);
        if (seat < 0)
            continue;
        row.games += record->kind == SLOW_PLAYED;
        row.unplayed += record->kind != SLOW_PLAYED && record->kind != SLOW_WITHDRAWN;
        row.draws += record->kind == SLOW_PLAYED && is_draw(record);
    }
    row.wins = wins(contest, player, true, false);
    row.losses = row.games - row.wins - row.draws;
    return row;
}

static fraction alone_value(const struct slow_contest *contest, int player, enum slow_tiebreak tiebreak)
{
    switch (tiebreak) {
    case SLOW_DIRECT:
        return nothing;
    case SLOW_WINS:
        return make(wins(contest, player, false, false), 1);
    case SLOW_SECOND_WINS:
        return make(wins(contest, player, true, true), 1);
    case SLOW_DIFFERENCE:
        return difference(contest, player);
    default:
        return buchholz(contest, player, tiebreak);
    }
}

/* Direct encounter for every set of players who share a rank. */
static void encounter_all(const struct slow_contest *contest, struct slow_row *rows, int count, int n)
{
    for (int i = 0; i < count; i++) {
        fraction values[SLOW_PLAYERS] = {{0, 1}};
        bool tied[SLOW_PLAYERS] = {false};
        for (int j = 0; j < count; j++)
            tied[rows[j].player] = rows[j].rank == rows[i].rank;
        encounter(contest, tied, values);
        rows[i].tiebreaks[n] = values[rows[i].player];
    }
}

/* A rank is one more than how many are better by VALUES, among those of the same rank. */
static void rank_by(struct slow_row *rows, int count, const fraction *values)
{
    int ranks[SLOW_PLAYERS];
    for (int i = 0; i < count; i++) {
        ranks[i] = rows[i].rank;
        for (int j = 0; j < count; j++)
            ranks[i] += rows[j].rank == rows[i].rank && compare(values[j], values[i]) > 0;
    }
    for (int i = 0; i < count; i++)
        rows[i].rank = ranks[i];
}

static void sort_rows(struct slow_row *rows, int count)
{
    for (int i = 0; i < count; i++)
        for (int j = i; j > 0 && rows[j].rank < rows[j - 1].rank; j--) {
            struct slow_row row = rows[j];
            rows[j] = rows[j - 1];
            rows[j - 1] = row;
        }
}

int slow_standings(const struct slow_contest *contest, struct slow_row rows[SLOW_PLAYERS])
{
    fraction values[SLOW_PLAYERS] = {{0, 1}};
    int count = 0;
    for (int player = 0; player < contest->players; player++)
        if (takes_part(contest, player))
            rows[count++] = row_of(contest, player);
    for (int i = 0; i < count; i++)
        values[i] = contest->by_score && contest->lowest ? times(rows[i].points, -1, 1) : rows[i].points;
    rank_by(rows, count, values);
    for (int n = 0; n < contest->tiebreak_count; n++) {
        for (int i = 0; i < count; i++)
            rows[i].tiebreaks[n] = alone_value(contest, rows[i].player, contest->tiebreaks[n]);
        if (contest->tiebreaks[n] == SLOW_DIRECT)
            encounter_all(contest, rows, count, n);
        for (int i = 0; i < count; i++)
            values[i] = rows[i].tiebreaks[n];
        rank_by(rows, count, values);
    }
    sort_rows(rows, count);
    return count;
}
