/* SPDX-License-Identifier: MIT */
/* Standings and tie-breaks, in tournaments small enough to be worked out by hand. */
#include "games/sides.h"
#include "support/unit.h"
#include "tournament/standings.h"

#include <stdio.h>

struct kind {
    const char *name;
    enum catasta_scoring scoring;
    unsigned sides;
};
static const struct kind duel = {"duel", CATASTA_WINS, 0};
static const struct kind most = {"most", CATASTA_MOST_POINTS, 0};
static const struct kind least = {"least", CATASTA_FEWEST_POINTS, 0};
static const struct kind teams = {"teams", CATASTA_MOST_POINTS, 2};

static struct standings *contest_of(const char *tiebreaks, const char *places, bool round_robin)
{
    struct contest contest;
    struct slice wrong;
    contest_init(&contest, false, false);
    contest.round_robin = round_robin;
    assert_true(contest_read_tiebreaks(&contest, slice_of(tiebreaks), &wrong));
    assert_true(contest_read_places(&contest, slice_of(places), &wrong));
    struct standings *standings = standings_new(&contest);
    assert_non_null(standings);
    return standings;
}

/* NAMES as "A B C"; '-' is nobody.  Of what was played WINNERS and HALVES are as entry.h
   has them; of what was not, a forfeit's winner is in both. */
static enum entry_added offer(struct standings *standings, const struct kind *game, enum catasta_unplayed unplayed,
    uint32_t round, const char *names, uint32_t winners, const int *halves, enum omission *why)
{
    struct entry entry = {.game = slice_of(game->name),
        .scoring = game->scoring,
        .unplayed = unplayed,
        .round = round,
        .winners = winners};
    struct slice rest = slice_of(names);
    struct slice name;
    entry.counted = unplayed == CATASTA_PLAYED ? CATASTA_COUNTED : CATASTA_COUNTED_UNPLAYED;
    while (slice_split(&rest, ' ', &name)) {
        if (!slice_is(name, "-"))
            entry.players[entry.seats] = name;
        entry.halves[entry.seats] = halves[entry.seats];
        entry.sides[entry.seats] = game->sides == 0 ? entry.seats : entry.seats % game->sides;
        entry.seats++;
    }
    sides_places(winners, entry.halves, entry.seats, game->sides, game->scoring == CATASTA_FEWEST_POINTS, entry.places);
    return standings_add(standings, &entry, why);
}

static void add(struct standings *standings, enum catasta_unplayed unplayed, uint32_t round, const char *names,
    int first, int second)
{
    enum omission why;
    uint32_t winners = first == 2 ? 1 : second == 2 ? 2 : 0;
    const int halves[CATASTA_SEATS] = {first, second};
    assert_int_equal(offer(standings, &duel, unplayed, round, names, winners, halves, &why), ENTRY_ADDED);
}

static void play(struct standings *standings, uint32_t round, const char *names, int first)
{
    add(standings, CATASTA_PLAYED, round, names, first, 2 - first);
}

static void bye(struct standings *standings, enum catasta_unplayed kind, uint32_t round, const char *name)
{
    add(standings, kind, round, name, kind == CATASTA_BYE ? 2 : kind == CATASTA_HALF_BYE, 0);
}

/* Lines of rank, name, points, tie-breaks.  Ends the standings. */
static void assert_table(struct standings *standings, const char *wanted)
{
    struct text text;
    text_init(&text);
    assert_true(standings_rank(standings));
    for (size_t i = 0; i < standings->row_count; i++) {
        const struct standings_row *row = &standings->rows[i];
        text_printf(&text, "%u %.*s ", (unsigned)row->rank, (int)row->name.length, row->name.at);
        points_write(row->points, &text);
        for (unsigned j = 0; j < standings->contest.tiebreak_count; j++) {
            text_add_char(&text, ' ');
            points_write(row->tiebreaks[j], &text);
        }
        text_add_char(&text, '\n');
    }
    assert_string_equal(text_slice(&text).at, wanted);
    text_release(&text);
    standings_free(standings);
}

/* Six players, three rounds:

      round 1        round 2              round 3
      A-B 1-0        A-C 1-0              A-E 1/2
      C-D 1/2        E-B 1/2              C-B 0-1
      E-F 1-0, F     D half-point bye     D zero-point bye
      did not come   F withdrawn

   Points: A 2 1/2, E 2, B 1 1/2, D 1, C 1/2, F 0.
   To opponents (16.3) D's last bye is worth a draw, and so is each round that F is gone:
   D has 1 1/2, F 1.  Dummies (16.4): D's own 1 is less than 3 rounds of 1/2; E's own 2 is
   more than the 1 of F, who was paired with E. */
static struct standings *six_players(const char *tiebreaks)
{
    struct standings *standings = contest_of(tiebreaks, "1", false);
    play(standings, 1, "A B", 2);
    play(standings, 1, "C D", 1);
    add(standings, CATASTA_FORFEIT, 1, "E F", 2, 0);
    play(standings, 2, "A C", 2);
    play(standings, 2, "E B", 1);
    bye(standings, CATASTA_HALF_BYE, 2, "D");
    bye(standings, CATASTA_WITHDRAWN, 2, "F");
    play(standings, 3, "A E", 1);
    play(standings, 3, "C B", 0);
    bye(standings, CATASTA_ZERO_BYE, 3, "D");
    return standings;
}

/* A: B 1 1/2 + C 1/2 + E 2            B: A 2 1/2 + E 2 + C 1/2
   C: D 1 1/2 + A 2 1/2 + B 1 1/2      D: C 1/2 + dummies 1 + 1
   E: dummy 1 + B 1 1/2 + A 2 1/2      F: dummies 0 + 0 + 0
   Cut-1 takes from D a dummy, though C is less (16.5); the median then the highest. */
static void test_buchholz(void)
{
    assert_table(six_players("buchholz,buchholz-cut1,buchholz-median"),
        "1 A 2.5 4 3.5 1.5\n"
        "2 E 2 5 4 1.5\n"
        "3 B 1.5 5 4.5 2\n"
        "4 D 1 2.5 1.5 0.5\n"
        "5 C 0.5 5.5 4 1.5\n"
        "6 F 0 0 0 0\n");
}

/* A: B 1 1/2 + C 1/2 + half of E 2                  B: half of E 2 + C 1/2
   C: half of D 1 1/2                                D: half of C 1/2 + half of a dummy 1
   E: dummy 1 + half of B 1 1/2 + half of A 2 1/2    F: nothing
   E's forfeit is a win too, but none over the board; B won with the second seat. */
static void test_sonneborn_berger_and_wins(void)
{
    assert_table(six_players("sonneborn-berger,wins,second-wins"),
        "1 A 2.5 3 2 0\n"
        "2 E 2 3 1 0\n"
        "3 B 1.5 1.5 1 1\n"
        "4 D 1 0.75 0 0\n"
        "5 C 0.5 0.75 0 0\n"
        "6 F 0 0 0 0\n");
}

static void test_rows(void)
{
    struct standings *standings = six_players("none");
    assert_true(standings_rank(standings));
    const struct standings_row *e = &standings->rows[1];
    const struct standings_row *f = &standings->rows[5];
    assert_int_equal(e->all.games, 2);
    assert_int_equal(e->all.draws, 2);
    assert_int_equal(e->seats[0].games, 1);
    assert_int_equal(e->unplayed, 1);
    assert_int_equal(f->all.games, 0);
    assert_int_equal(f->withdrawn, 2);
    assert_int_equal(e->withdrawn, 0);
    assert_int_equal(standings->rounds, 3);
    assert_int_equal(standings->seats, 2);
    assert_true(slice_is(standings->game, "duel"));
    standings_free(standings);
}

/* A has 2 points, and the bye's dummy no more than the 2 rounds' halves (16.4.2): 1 + C 0.
   A bye that was asked for and followed by a game stays what it was: B has 1/2. */
static void test_dummies(void)
{
    struct standings *standings = contest_of("buchholz,sonneborn-berger", "1", false);
    bye(standings, CATASTA_BYE, 1, "A");
    bye(standings, CATASTA_ZERO_BYE, 1, "B");
    bye(standings, CATASTA_ZERO_BYE, 1, "C");
    play(standings, 2, "A C", 2);
    play(standings, 2, "B D", 1);
    assert_table(standings,
        "1 A 2 1 1\n"
        "2 B 0.5 1 0.25\n"
        "3 D 0.5 0.5 0.25\n"
        "4 C 0 2 0\n");
}

/* A 1 1/2, B 1, C 1/2; B did not come against A.  In a round robin B has A's 1 1/2 and C's
   1/2, and loses the latter to the cut; else a dummy of 1, lost to the cut, and C's. */
static void test_round_robin(void)
{
    for (int round_robin = 0; round_robin < 2; round_robin++) {
        struct standings *standings = contest_of("buchholz,buchholz-cut1", "1", round_robin != 0);
        add(standings, CATASTA_FORFEIT, 1, "A B", 2, 0);
        play(standings, 2, "A C", 1);
        play(standings, 3, "B C", 2);
        assert_table(standings,
            round_robin ? "1 A 1.5 1.5 1\n2 B 1 2 1.5\n3 C 0.5 2.5 1.5\n"
                        : "1 A 1.5 1.5 1\n2 B 1 1.5 0.5\n3 C 0.5 2.5 1.5\n");
    }
}

/* Three players, three rounds, and each is free once.  Each has beaten one and lost to one, so
   B and C have 1; A's free round is recorded as a bye, which makes 2, B's as a zero-point
   bye, C's not at all.  Buchholz: A has B 1 + C 1, B has A 2 + C 1, C has A 2 + B 1; A has
   beaten B, B has beaten C, C has beaten A.  Dummies (16.4) are for Swiss tournaments (15.3):
   neither bye is an opponent, nor what the cut takes first. */
static void test_free_rounds(void)
{
    struct standings *standings = contest_of("buchholz,buchholz-cut1,sonneborn-berger", "1", true);
    bye(standings, CATASTA_BYE, 1, "A");
    play(standings, 1, "B C", 2);
    bye(standings, CATASTA_ZERO_BYE, 2, "B");
    play(standings, 2, "C A", 2);
    play(standings, 3, "A B", 2);
    assert_table(standings,
        "1 A 2 2 1 1\n"
        "2 C 1 3 2 2\n"
        "3 B 1 3 2 1\n");
}

/* Only one of the records says its round: A has 3 of them, so there are 3 rounds and not the
   2 that are named, and the dummy of A's bye has 1 1/2 points of A's 3 (16.4.2).
   A: 1 1/2 + B 1 + C 0.  B: A 3 + C 0.  C: A 3 + B 1. */
static void test_rounds_unnamed(void)
{
    struct standings *standings = contest_of("buchholz", "1", false);
    bye(standings, CATASTA_BYE, 0, "A");
    play(standings, 2, "A B", 2);
    play(standings, 0, "A C", 2);
    play(standings, 0, "B C", 2);
    assert_table(standings,
        "1 A 3 2.5\n"
        "2 B 1 3\n"
        "3 C 0 4\n");
}

/*      A    B    C    D     points
   A    -    1   1/2   1     2 1/2
   B    0    -    1   1/2    1 1/2
   C   1/2   0    -    0       1/2
   D    0   1/2   1    -     1 1/2
   A: B 1 1/2 + half of C 1/2 + D 1 1/2.  B and D: C 1/2 + half of each other's 1 1/2.
   C: half of A 2 1/2.  B and D share the second rank, and nobody has the third. */
static void test_table_of_four(void)
{
    struct standings *standings = contest_of("sonneborn-berger,direct", "1", true);
    play(standings, 1, "A B", 2);
    play(standings, 1, "C D", 0);
    play(standings, 2, "D A", 0);
    play(standings, 2, "B C", 2);
    play(standings, 3, "A C", 1);
    play(standings, 3, "D B", 1);
    assert_table(standings, "1 A 2.5 3.25 0\n2 B 1.5 1.25 0\n2 D 1.5 1.25 0\n4 C 0.5 1.25 0\n");
}

/* So many byes that all have the same points. */
static void even_out(struct standings *standings, const char *name, int halves)
{
    for (; halves > 0; halves -= 2)
        bye(standings, halves > 1 ? CATASTA_BYE : CATASTA_HALF_BYE, 0, name);
}

static void test_direct_two(void)
{
    struct standings *standings = contest_of("direct", "1", false);
    play(standings, 1, "A B", 0);
    even_out(standings, "A", 2);
    assert_table(standings, "1 B 1 1\n2 A 1 0\n");
}

/* A 2, B and C 1/2 each against each other: A is above both, who drew. */
static void test_direct_three(void)
{
    struct standings *standings = contest_of("direct", "1", false);
    play(standings, 1, "A B", 2);
    play(standings, 2, "A C", 2);
    play(standings, 3, "B C", 1);
    even_out(standings, "B", 3);
    even_out(standings, "C", 3);
    assert_table(standings, "1 A 2 2\n2 B 2 0\n2 C 2 0\n");
}

/* A 3 of 4, B, C and D 2, E 1.  Of the three B beat C, C beat D and D beat B: level. */
static void test_direct_again(void)
{
    struct standings *standings = contest_of("direct", "1", false);
    static const char *const won[] = {"A B", "A C", "A D", "E A", "B C", "C D", "D B", "B E", "C E", "D E"};
    for (unsigned i = 0; i < 10; i++)
        play(standings, 1, won[i], 2);
    even_out(standings, "B", 2);
    even_out(standings, "C", 2);
    even_out(standings, "D", 2);
    even_out(standings, "E", 4);
    assert_table(standings, "1 A 3 4\n2 B 3 1\n2 C 3 1\n2 D 3 1\n5 E 3 0\n");
}

/* A and C have not met.  A has 1, and C's 1/2 could become 1 1/2: nobody is placed. */
static void test_direct_missing(void)
{
    struct standings *standings = contest_of("direct", "1", false);
    play(standings, 1, "A B", 2);
    play(standings, 2, "B C", 1);
    even_out(standings, "B", 1);
    even_out(standings, "C", 1);
    assert_table(standings, "1 A 1 0\n1 B 1 0\n1 C 1 0\n");
}

/* A and D have not met.  A has 2, B and C 1 1/2 each, D at most 1: A is first.  The others
   have all met: B and C 1 1/2, D 0. */
static void test_direct_first_of_all(void)
{
    struct standings *standings = contest_of("direct", "1", false);
    play(standings, 1, "A B", 2);
    play(standings, 1, "C D", 2);
    play(standings, 2, "A C", 2);
    play(standings, 2, "B D", 2);
    play(standings, 3, "B C", 1);
    even_out(standings, "B", 1);
    even_out(standings, "C", 1);
    even_out(standings, "D", 4);
    assert_table(standings, "1 A 2 3\n2 B 2 1\n2 C 2 1\n4 D 2 0\n");
}

/* A and D have not met.  B has 2 1/2, and on the same table C's 2 are more than the 1 1/2
   that A could have and the 1 of D: second.  A and D are level.  Of the three without B, C
   has 1 1/2 and A could have it too. */
static void test_direct_next_of_all(void)
{
    struct standings *standings = contest_of("direct", "1", false);
    play(standings, 1, "B C", 1);
    play(standings, 2, "B D", 2);
    play(standings, 3, "B A", 2);
    play(standings, 4, "A C", 1);
    play(standings, 5, "C D", 2);
    even_out(standings, "A", 4);
    even_out(standings, "C", 1);
    even_out(standings, "D", 5);
    assert_table(standings, "1 B 2.5 3\n2 C 2.5 2\n3 A 2.5 0\n3 D 2.5 0\n");
}

/* A has 1 1/2, B 1/2, C nothing.  What nobody played and nobody lost is no encounter, and
   so B could have 1 1/2 as well; from a double forfeit B has nothing. */
static void test_direct_void(void)
{
    for (int lost = 0; lost < 2; lost++) {
        struct standings *standings = contest_of("direct", "1", true);
        play(standings, 1, "A C", 2);
        add(standings, lost ? CATASTA_DOUBLE_FORFEIT : CATASTA_UNPLAYED, 2, "C B", 0, 0);
        play(standings, 3, "B A", 1);
        even_out(standings, "B", 2);
        even_out(standings, "C", 3);
        assert_table(standings, lost ? "1 A 1.5 2\n2 B 1.5 1\n3 C 1.5 0\n" : "1 A 1.5 0\n1 B 1.5 0\n1 C 1.5 0\n");
    }
}

/* Forfeits are no encounters, but in a round robin. */
static void test_direct_forfeit(void)
{
    for (int round_robin = 0; round_robin < 2; round_robin++) {
        struct standings *standings = contest_of("direct", "1", round_robin != 0);
        add(standings, CATASTA_FORFEIT, 1, "A B", 0, 2);
        even_out(standings, "A", 2);
        assert_table(standings, round_robin ? "1 B 1 1\n2 A 1 0\n" : "1 A 1 0\n1 B 1 0\n");
    }
}

/* A has 2 of 3 games from B, and 1 of 4 from C, who has 2 of 5 from B.  Means: A 2/3 + 1/4
   = 55/60, B 1/3 + 3/5 = 56/60, C 3/4 + 2/5 = 69/60.  By games alone A and B had 3 and 4. */
static void test_direct_means(void)
{
    struct standings *standings = contest_of("direct", "1", false);
    for (uint32_t i = 0; i < 3; i++)
        play(standings, i, "A B", i < 2 ? 2 : 0);
    for (uint32_t i = 0; i < 4; i++)
        play(standings, i, "A C", i < 1 ? 2 : 0);
    for (uint32_t i = 0; i < 5; i++)
        play(standings, i, "C B", i < 2 ? 2 : 0);
    even_out(standings, "A", 4);
    even_out(standings, "B", 2);
    assert_table(standings, "1 C 5 2\n2 B 5 1\n3 A 5 0\n");
}

/* Pairs who played 2, 3, 5, ... games against each other, all tied: the fractions of 14 pairs have the denominator
   13082761331670030 and fit into 64 bits, and of 15 pairs they do not, with 2 * 30 for the greatest sum. */
static void test_direct_beyond(void)
{
    static const uint32_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};
    enum { PAIRS = sizeof primes / sizeof primes[0] };
    char names[16];
    for (int pairs = PAIRS - 1; pairs <= PAIRS; pairs++) {
        struct standings *standings = contest_of("direct", "1", false);
        for (int i = 0; i < pairs; i++) {
            snprintf(names, sizeof names, "%c %c", 'A' + i, '0' + i);
            for (uint32_t n = 0; n < primes[i]; n++)
                play(standings, n, names, 1);
            even_out(standings, (char[]){(char)('A' + i), '\0'}, 50 - (int)primes[i]);
            even_out(standings, (char[]){(char)('0' + i), '\0'}, 50 - (int)primes[i]);
        }
        assert_int_equal(standings_rank(standings), pairs < PAIRS);
        assert_int_equal(standings->beyond.count, pairs < PAIRS ? 0 : 2 * (size_t)pairs);
        standings_free(standings);
    }
}

static void score(struct standings *standings, const struct kind *game, const char *names, uint32_t winners, int first,
    int second, int third, int fourth)
{
    enum omission why;
    const int halves[CATASTA_SEATS] = {2 * first, 2 * second, 2 * third, 2 * fourth};
    assert_int_equal(offer(standings, game, CATASTA_PLAYED, 0, names, winners, halves, &why), ENTRY_ADDED);
}

/* First game: A 3; B and C share 1 and 0.  Second: nobody won, so each of three has a
   third of 4.  Third: B and D are a team and share 3 and 1; what C and A share is nothing.
   In sixths A has 26, B 23, C 11, D 12.  Each pair is an encounter: A has B and C three
   times and D once, 114; B has A and C, 123; C has A and B, 159; D the others once, 60. */
static void test_places(void)
{
    struct standings *standings = contest_of("buchholz,wins", "3,1,0", false);
    score(standings, &most, "A B C", 1, 10, 7, 7, 0);
    score(standings, &most, "A B C", 0, 1, 2, 3, 0);
    score(standings, &most, "A B C D", 10, 1, 2, 9, 3);
    assert_table(standings,
        "1 A 13/3 19 1\n"
        "2 B 23/6 20.5 1\n"
        "3 D 2 10 1\n"
        "4 C 11/6 26.5 0\n");
}

/* The same, where the fewest points win: behind the team A comes before C. */
static void test_places_upwards(void)
{
    struct standings *standings = contest_of("direct", "5,3,1,0", false);
    score(standings, &least, "A B C D", 10, 1, 2, 9, 3);
    assert_table(standings, "1 B 4 0\n1 D 4 0\n3 A 1 0\n4 C 0 0\n");
}

/* B and D have won by 14 to 12, and share 5 and 3; A and C share 1 and 0, though C alone has the
   most of all.  Partners are no opponents: A has 2 twice less 7, B 7 less 2 and 10.  Who has won
   met 0.5 twice, the others 4. */
static void test_partners(void)
{
    struct standings *standings = contest_of("direct,difference,buchholz", "5,3,1,0", false);
    score(standings, &teams, "A B C D", 10, 2, 7, 10, 7);
    assert_table(standings, "1 B 4 0 2 1\n1 D 4 0 2 1\n3 C 0.5 0 6 8\n4 A 0.5 0 -10 8\n");
}

/* A bye is worth what a win is in the games of the others. */
static void test_bye_of_several(void)
{
    struct standings *standings = contest_of("none", "3,1,0", false);
    bye(standings, CATASTA_BYE, 1, "D");
    bye(standings, CATASTA_HALF_BYE, 1, "E");
    score(standings, &duel, "A B C", 1, 1, 0, 0, 0);
    assert_table(standings, "1 A 3\n1 D 3\n3 E 1.5\n4 B 0.5\n4 C 0.5\n");
}

/* A has 3 + 9 more than B and C, B 6 - 3, C less by 9 + 6; then A 13 less than D. */
static void test_difference(void)
{
    struct standings *standings = contest_of("difference", "score", false);
    score(standings, &most, "A B C", 1, 10, 7, 1, 0);
    score(standings, &most, "D A", 1, 34, 21, 0, 0);
    assert_table(standings, "1 D 34 13\n2 A 31 -1\n3 B 7 3\n4 C 1 -15\n");
}

static void test_lowest(void)
{
    struct standings *standings = contest_of("difference", "score", false);
    score(standings, &least, "A B C", 2, 10, -7, 1, 0);
    score(standings, &least, "D A", 1, 3, 4, 0, 0);
    assert_table(standings, "1 B -7 25\n2 C 1 1\n3 D 3 1\n4 A 14 -27\n");
}

static void test_pairings(void)
{
    struct standings *standings = contest_of("none", "1", false);
    struct pairing pairing;
    play(standings, 3, "A B", 2);
    play(standings, 1, "B A", 1);
    bye(standings, CATASTA_BYE, 2, "A");
    add(standings, CATASTA_FORFEIT, 2, "B A", 0, 2);
    play(standings, 2, "C D", 2);
    assert_true(standings_rank(standings));
    assert_true(slice_is(standings->rows[0].name, "A"));
    assert_true(slice_is(standings->rows[1].name, "C"));
    assert_true(slice_is(standings->rows[2].name, "B"));
    assert_false(standings_pairing(standings, 0, 1, &pairing));
    assert_true(standings_pairing(standings, 0, 2, &pairing));
    assert_int_equal(pairing.games, 2);
    assert_int_equal(pairing.halves, 3);
    assert_int_equal(pairing.forfeits, 1);
    assert_int_equal(pairing.won_forfeits, 1);
    assert_true(standings_pairing(standings, 2, 0, &pairing));
    assert_int_equal(pairing.halves, 1);
    assert_int_equal(pairing.won_forfeits, 0);
    standings_free(standings);
}

static void assert_omitted(struct standings *standings, const char *names, enum omission wanted)
{
    enum omission why;
    const int halves[CATASTA_SEATS] = {2, 0};
    assert_int_equal(offer(standings, &duel, CATASTA_PLAYED, 0, names, 1, halves, &why), ENTRY_NOT_ADDED);
    assert_int_equal(why, wanted);
}

static void test_omitted(void)
{
    struct standings *standings = contest_of("none", "1", false);
    const int halves[CATASTA_SEATS] = {2, 0};
    enum omission why;
    assert_omitted(standings, "A", OMITTED_ALONE);
    assert_omitted(standings, "A -", OMITTED_UNNAMED);
    assert_omitted(standings, "- B", OMITTED_UNNAMED);
    assert_omitted(standings, "A B A", OMITTED_TWICE_NAMED);
    assert_int_equal(offer(standings, &duel, CATASTA_BYE, 0, "-", 1, halves, &why), ENTRY_NOT_ADDED);
    assert_int_equal(why, OMITTED_UNNAMED);
    play(standings, 0, "A B", 2);
    assert_int_equal(offer(standings, &most, CATASTA_PLAYED, 0, "A B", 1, halves, &why), ENTRY_OTHER_GAME);
    assert_table(standings, "1 A 1\n2 B 0\n");
}

static void test_mixed(void)
{
    struct contest contest;
    const int halves[CATASTA_SEATS] = {2, 0};
    enum omission why;
    for (int by_score = 0; by_score < 2; by_score++) {
        contest_init(&contest, false, false);
        contest.mixed = true;
        contest.by_score = by_score != 0;
        struct standings *standings = standings_new(&contest);
        assert_int_equal(offer(standings, &most, CATASTA_PLAYED, 0, "A B", 1, halves, &why), ENTRY_ADDED);
        assert_int_equal(offer(standings, &duel, CATASTA_PLAYED, 0, "A B", 1, halves, &why), ENTRY_ADDED);
        assert_int_equal(offer(standings, &least, CATASTA_PLAYED, 0, "A B", 1, halves, &why),
            by_score ? ENTRY_OTHER_GAME : ENTRY_ADDED);
        standings_free(standings);
    }
}

/* A win of 10000 in round 1000000 could be worth too much to be multiplied. */
static void test_beyond(void)
{
    struct standings *standings = contest_of("buchholz", "10000", false);
    const int halves[CATASTA_SEATS] = {2, 0};
    enum omission why;
    assert_int_equal(offer(standings, &duel, CATASTA_PLAYED, 1000000, "A B C", 1, halves, &why), ENTRY_NOT_ADDED);
    assert_int_equal(why, OMITTED_BEYOND);
    assert_true(standings_rank(standings));
    assert_int_equal(standings->row_count, 0);
    const int large[CATASTA_SEATS] = {INT32_MAX, INT32_MIN};
    standings_free(standings);
    standings = contest_of("difference", "score", false);
    unsigned added = 0;
    while (added < 100000 && offer(standings, &most, CATASTA_PLAYED, 1, "A B", 1, large, &why) == ENTRY_ADDED)
        added++;
    assert_int_equal(why, OMITTED_BEYOND);
    assert_true(added >= 50 && added <= 30000);
    assert_true(standings_rank(standings));
    assert_true(standings->rows[0].tiebreaks[0] == (points)added * ((int64_t)UINT32_MAX * (POINT / 2)));
    standings_free(standings);
}

/* Spellings of one name are one player; a letter more is another, and told. */
static void test_alike(void)
{
    static const char *const names[] = {"Jos\xC3\xA9", "jose", "Jo\xCC\x81se", "J\xC3\xB6sef", "Z\xFF", "z\xFF",
        "\xEF\xBC\xAAose", "Jo\xC2\xA0se", "\xC2\xAD"};
    struct standings *standings = contest_of("none", "1", false);
    for (unsigned i = 0; i < 9; i++)
        even_out(standings, names[i], 2 * (10 - (int)i));
    assert_true(standings_rank(standings));
    static const char *const players[] = {"Jos\xC3\xA9", "J\xC3\xB6sef", "Z\xFF", "z\xFF", "\xC2\xAD"};
    assert_int_equal(standings->row_count, 5);
    assert_int_equal(standings->spelling_count, 9);
    for (size_t i = 0; i < 5; i++)
        assert_true(slice_is(standings->rows[i].name, players[i]));
    assert_int_equal(standings->alike_count, 1);
    assert_int_equal(standings->alike[0].a, 0);
    assert_int_equal(standings->alike[0].b, 1);
    standings_free(standings);
}

static void test_names(void)
{
    struct standings *standings = contest_of("none", "1", false);
    play(standings, 0, "ab a", 1);
    play(standings, 0, "b \xC3\xA9", 1);
    play(standings, 0, "B \x01", 1);
    assert_table(standings, "1 B 1\n2 \x01 0.5\n2 a 0.5\n2 ab 0.5\n2 \xC3\xA9 0.5\n");
}

static void test_nothing(void)
{
    struct standings *standings = contest_of("direct,buchholz", "1", false);
    assert_true(standings_rank(standings));
    assert_int_equal(standings->row_count, 0);
    assert_null(standings->game.at);
    bye(standings, CATASTA_WITHDRAWN, 0, "A");
    assert_table(standings, "1 A 0 0 0\n");
}

static void assert_points(const char *text, points wanted)
{
    points value = -1;
    assert_int_equal(points_read(slice_of(text), &value), wanted >= 0);
    assert_true(value == wanted);
}

static void assert_written(points value, const char *plain, const char *json)
{
    struct text text;
    text_init(&text);
    points_write(value, &text);
    assert_string_equal(text.bytes, plain);
    text_clear(&text);
    points_json(value, &text);
    assert_string_equal(text.bytes, json);
    text_release(&text);
}

static void test_points(void)
{
    assert_points("3", 3 * POINT);
    assert_points("0.5", POINT / 2);
    assert_points("1.25", POINT + POINT / 4);
    assert_points("0.07", POINT / 100 * 7);
    assert_points("10000", 10000 * POINT);
    static const char *const none[] = {"", ".", ".5", "1.", "1.234", "-1", "1,5", "10001", "10000.01", "1.5.5", " 1"};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_points(none[i], -1);
    assert_written(0, "0", "0");
    assert_written(4 * POINT, "4", "4");
    assert_written(POINT / 2 * -9, "-4.5", "-4.5");
    assert_written(POINT / 64, "0.015625", "0.015625");
    assert_written(POINT / 100 * 1025, "10.25", "10.25");
    assert_written(POINT / 3 * 13, "13/3", "\"13/3\"");
    assert_written(POINT / 7 * -1, "-1/7", "\"-1/7\"");
    assert_written(INT64_MIN, "-144115188075855872/2625", "\"-144115188075855872/2625\"");
}

static void assert_wrong(bool places, const char *text, const char *wanted)
{
    struct contest contest;
    struct slice wrong = {"", 0};
    contest_init(&contest, false, false);
    assert_false(places ? contest_read_places(&contest, slice_of(text), &wrong)
                        : contest_read_tiebreaks(&contest, slice_of(text), &wrong));
    assert_true(slice_is(wrong, wanted));
}

static void test_contest(void)
{
    struct contest contest;
    struct slice wrong;
    contest_init(&contest, false, false);
    assert_int_equal(contest.tiebreak_count, 5);
    assert_int_equal(contest.tiebreaks[1], TIEBREAK_BUCHHOLZ_CUT1);
    assert_int_equal(contest.place_count, 1);
    assert_true(contest_read_tiebreaks(&contest, slice_of("Wins, bh-c1"), &wrong));
    assert_int_equal(contest.tiebreak_count, 2);
    assert_int_equal(contest.tiebreaks[1], TIEBREAK_BUCHHOLZ_CUT1);
    assert_true(contest_read_places(&contest, slice_of("3,1.5,0"), &wrong));
    assert_int_equal(contest.place_count, 3);
    assert_true(contest_read_places(&contest, slice_of("score"), &wrong));
    assert_true(contest.by_score);
    assert_wrong(false, "direct,,wins", "");
    assert_wrong(false, "direct,won", "won");
    assert_wrong(false, "direct,DE", "DE");
    assert_wrong(true, "3,x", "x");
    assert_wrong(true, "1,3", "3");
    assert_wrong(true, "9,8,7,6,5,4,3,2,1", "1");
    assert_wrong(true, "", "");
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_buchholz),
        unit_test(test_sonneborn_berger_and_wins),
        unit_test(test_rows),
        unit_test(test_dummies),
        unit_test(test_round_robin),
        unit_test(test_free_rounds),
        unit_test(test_rounds_unnamed),
        unit_test(test_table_of_four),
        unit_test(test_direct_two),
        unit_test(test_direct_three),
        unit_test(test_direct_again),
        unit_test(test_direct_missing),
        unit_test(test_direct_first_of_all),
        unit_test(test_direct_next_of_all),
        unit_test(test_direct_void),
        unit_test(test_direct_forfeit),
        unit_test(test_direct_means),
        unit_test(test_direct_beyond),
        unit_test(test_places),
        unit_test(test_places_upwards),
        unit_test(test_partners),
        unit_test(test_bye_of_several),
        unit_test(test_difference),
        unit_test(test_lowest),
        unit_test(test_pairings),
        unit_test(test_omitted),
        unit_test(test_mixed),
        unit_test(test_beyond),
        unit_test(test_alike),
        unit_test(test_names),
        unit_test(test_nothing),
        unit_test(test_points),
        unit_test(test_contest),
    };
    return unit_run(tests, NULL);
}
