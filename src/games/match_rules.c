/* SPDX-License-Identifier: MIT */
#include "games/match_rules.h"

/* Of a match to one win. */
#define FINAL(match, white, black)                                                                                     \
    "[Ruleset \"accasta-pari\"]\n[Rules \"match.best_of=1\"]\n[Match \"" match "\"]\n[White \"" white                  \
    "\"]\n[Black \"" black "\"]\n\n1. c3:-d3 1-0\n"
#define LEAGUE(white, black)                                                                                           \
    "[Ruleset \"accasta-pari\"]\n[Match \"league\"]\n[White \"" white "\"]\n[Black \"" black "\"]\n\n1. c3:-d3 1-0\n"

/* A round that its second player is said to have won. */
#define GARDEN(first, second)                                                                                          \
    "[Ruleset \"stakd-elite\"]\n[Match \"garden\"]\n[Player1 \"" first "\"]\n[Player2 \"" second "\"]\n\n1. B@z26 "    \
    "0-1\n"

const struct rule match_rules[MATCH_RULE_COUNT] = {
    [MATCH_AFTER_END] = {"match/after-end", SEVERITY_WARNING,
        "{match}, {goal}, was already over: {score}, and {end}; this round is not counted{?advice}",
        "A round after the end of its match is not counted. A best-of match is over as soon as nobody can catch the "
        "leader in the rounds that are left; a match to a number of points, when a player has them. Rounds are in the "
        "order of the games in the files. Only scoring looks at matches.",
        FINAL("final", "Anna", "Ben") "\n" FINAL("final", "Ben", "Anna"),
        .kept = FINAL("final", "Anna", "Ben") "\n" FINAL("third place", "Ben", "Anna"),
        .parameter = "match.points match.best_of"},
    [MATCH_PLAYERS] = {"match/players", SEVERITY_WARNING,
        "{match} is played by {players}, but this round by {others}; it is not counted, so the match is still at "
        "{score}{?advice}",
        "All rounds of a match have the same players. They may change seats, and are known by their names, "
        "which must match exactly; a player without a name is known by the seat, until a round names one there. A "
        "round between other players is not counted. Only scoring looks at matches.",
        LEAGUE("Anna", "Ben") "\n" LEAGUE("Anna", "Benn"), .kept = LEAGUE("Anna", "Ben") "\n" LEAGUE("Ben", "Anna")},
    [MATCH_STARTER] = {"match/starter", SEVERITY_WARNING,
        "{match} was at {score}: {starter} starts this round, but {expected} should, {why}; the round counts anyway",
        "In some games the winner of a round starts the next. The player who starts has seat 1. After a round that "
        "nobody won, the same player starts again. A round that the wrong player started counts anyway. Only scoring "
        "looks at matches.",
        GARDEN("Anna", "Ben") "\n" GARDEN("Anna", "Ben"), .kept = GARDEN("Anna", "Ben") "\n" GARDEN("Ben", "Anna")},
};
