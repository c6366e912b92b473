/* SPDX-License-Identifier: MIT */
/* Rules about the rounds of a match, ids match/…: faults that no record has alone.  They are
   raised where rounds are added up. */
#ifndef CATASTA_GAMES_MATCH_RULES_H
#define CATASTA_GAMES_MATCH_RULES_H

#include "base/fault.h"

enum match_fault_rule { MATCH_AFTER_END, MATCH_PLAYERS, MATCH_STARTER, MATCH_RULE_COUNT };
extern const struct rule match_rules[MATCH_RULE_COUNT];

#endif
