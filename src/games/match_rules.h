/* Rules about the rounds of a match, ids match/…: faults that no record has alone.  They are
   raised where rounds are added up. */
#ifndef CATASTA_GAMES_MATCH_RULES_H
#define CATASTA_GAMES_MATCH_RULES_H

#include "base/fault.h"

/* Facts: 1 the match, 2 how it stood; then as the rule says. */
enum match_fault_rule {
    MATCH_AFTER_END, /* 3 why it was over, 4 who had won it, 5 advice */
    MATCH_PLAYERS,   /* 3 whose it is, 4 who play, 5 advice */
    MATCH_STARTER,   /* 3 who starts, 4 who should, 5 why */
    MATCH_RULE_COUNT
};
extern const struct rule match_rules[MATCH_RULE_COUNT];

#endif
