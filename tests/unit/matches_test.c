/* SPDX-License-Identifier: MIT */
/* Matches out of entries made by hand: when the best of so many rounds is over is held
   against every way in which the rounds that are left could go. */
#include "support/unit.h"
#include "tournament/matches.h"

#include <stdio.h>

enum { NOBODY = CATASTA_SEATS };

/* A round of named players, by a ruleset that says nothing, in a match. */
static struct entry begin(unsigned seats, uint32_t best_of)
{
    static const char *const names[CATASTA_SEATS] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    struct entry round = {
        .seats = seats, .ruleset = slice_of("ours"), .match.value = slice_of("m"), .rule.best_of = best_of};
    for (unsigned i = 0; i < seats; i++) {
        round.players[i] = slice_of(names[i]);
        round.sides[i] = i;
    }
    return round;
}

static void add(struct matches *matches, const struct entry *entry)
{
    struct match_fault fault;
    assert_true(matches_add(matches, entry, &fault));
    text_release(&fault.facts);
}

static void win(struct matches *matches, struct entry *round, unsigned winner)
{
    round->winners = winner == NOBODY ? 0 : 1u << winner;
    add(matches, round);
}

/* Whether LEADER, who is ahead of all others, is always so in the end. */
static bool stays_ahead(const int *halves, unsigned seats, unsigned leader, unsigned left)
{
    for (unsigned i = 0; i < seats; i++)
        if (i != leader && halves[i] >= halves[leader])
            return false;
    for (unsigned result = 0; left > 0 && result <= seats; result++) {
        int then[CATASTA_SEATS];
        for (unsigned i = 0; i < seats; i++)
            then[i] = halves[i] + (result == seats ? 1 : result == i ? 2 : 0);
        if (!stays_ahead(then, seats, leader, left - 1))
            return false;
    }
    return true;
}

/* Plays the rounds whose results are the digits of GAME, and holds the match against what
   can be after each. */
static void play(unsigned seats, unsigned rounds, unsigned game)
{
    struct matches matches;
    struct entry round = begin(seats, rounds);
    int halves[CATASTA_SEATS] = {0};
    bool over = false;
    matches_init(&matches, MATCH_BY_MATCH, 0);
    for (unsigned done = 1; done <= rounds && !over; done++, game /= seats + 1) {
        unsigned winner = game % (seats + 1);
        win(&matches, &round, winner == seats ? NOBODY : winner);
        for (unsigned i = 0; i < seats; i++)
            halves[i] += winner == seats ? 1 : winner == i ? 2 : 0;
        over = done == rounds;
        for (unsigned i = 0; i < seats && !over; i++)
            over = stays_ahead(halves, seats, i, rounds - done);
        assert_int_equal(matches.list[0]->over, over);
        assert_int_equal(matches.list[0]->rounds, done);
        for (unsigned i = 0; i < seats; i++)
            assert_int_equal(matches.list[0]->players[i].halves, halves[i]);
        assert_true(over == (matches.list[0]->winners != 0));
    }
    win(&matches, &round, 0);
    assert_int_equal(matches.list[0]->late, 1);
    matches_release(&matches);
}

static void test_best_of(void)
{
    for (unsigned seats = 2; seats <= 4; seats++)
        for (unsigned rounds = 1, games = seats + 1; rounds <= 7 - seats; rounds++, games *= seats + 1)
            for (unsigned game = 0; game < games; game++)
                play(seats, rounds, game);
}

/* Partners are never ahead of each other, wherever they sit together. */
static void test_partners(void)
{
    struct matches matches;
    struct entry round = begin(4, 3);
    for (unsigned i = 0; i < 4; i++)
        round.sides[i] = i % 2;
    matches_init(&matches, MATCH_BY_MATCH, 0);
    round.winners = 5;
    add(&matches, &round);
    assert_int_equal(matches.list[0]->leaders, 5);
    assert_false(matches.list[0]->over);
    struct slice first = round.players[0];
    memmove(round.players, round.players + 1, 3 * sizeof first);
    round.players[3] = first;
    round.winners = 10;
    add(&matches, &round);
    assert_true(matches.list[0]->over);
    assert_int_equal(matches.list[0]->winners, 5);
    matches_release(&matches);
}

/* Totals do not run over, whatever is claimed. */
static void test_large(void)
{
    struct matches matches;
    struct entry round = begin(2, 0);
    round.scoring = CATASTA_MOST_POINTS;
    round.halves[0] = 19999998;
    round.halves[1] = -19999998;
    matches_init(&matches, MATCH_BY_MATCH, 0);
    for (unsigned i = 0; i < 1000; i++)
        add(&matches, &round);
    assert_true(matches.list[0]->players[0].halves == 19999998000);
    assert_true(matches.list[0]->players[1].halves == -19999998000);
    assert_int_equal(matches.list[0]->leaders, 1);
    matches_release(&matches);
}

/* Whatever seats they have, the same two find their match again; an event parts them. */
static void test_players(void)
{
    enum { PLAYERS = 60 };
    struct matches matches;
    struct entry round = begin(2, 0);
    char name[2][16];
    matches_init(&matches, MATCH_BY_EVENT, 0);
    for (unsigned i = 0; i < PLAYERS * PLAYERS * 2; i++) {
        unsigned a = i / 2 / PLAYERS;
        unsigned b = i / 2 % PLAYERS;
        snprintf(name[0], sizeof name[0], "%u", a);
        snprintf(name[1], sizeof name[1], "%u", b);
        round.players[0] = slice_of(name[0]);
        round.players[1] = slice_of(name[1]);
        round.event.value = slice_of(i % 2 == 0 ? "Cup" : "League");
        if (a != b)
            add(&matches, &round);
    }
    assert_int_equal(matches.count, PLAYERS * (PLAYERS - 1));
    for (size_t i = 0; i < matches.count; i++)
        assert_int_equal(matches.list[i]->rounds, 2);
    matches_release(&matches);
}

static void test_ties(void)
{
    struct slice wrong;
    unsigned keys = 0;
    assert_true(match_keys_read(slice_of("match"), &keys, &wrong));
    assert_int_equal(keys, MATCH_BY_MATCH);
    assert_true(match_keys_read(slice_of("event, players"), &keys, &wrong));
    assert_int_equal(keys, MATCH_BY_EVENT | MATCH_BY_PLAYERS);
    assert_false(match_keys_read(slice_of("match,Match"), &keys, &wrong));
    assert_true(slice_is(wrong, "Match"));
    assert_false(match_keys_read(slice_of("match,"), &keys, &wrong));
    assert_false(match_keys_read(slice_of(""), &keys, &wrong));
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_best_of),
        unit_test(test_partners),
        unit_test(test_large),
        unit_test(test_players),
        unit_test(test_ties),
    };
    return unit_run(tests, NULL);
}
