/* Stakz's rules and parameters as people read them: ids, messages, explanations, and
   for each rule the smallest record that breaks it and one that keeps it. */
#ifndef CATASTA_GAMES_STAKZ_RULES_H
#define CATASTA_GAMES_STAKZ_RULES_H

#include "games/stakz.h"

enum stakz_rule {
    HAND_COLOURS,
    START_COLOURS,
    WENT_OUT,
    NO_TILE,
    NOT_IN_HAND,
    NO_STACK,
    NO_MATCH,
    COLOUR_LIMIT,
    TOO_MANY_COPIES,
    NO_CONSISTENT_HAND,
    PILE_EMPTY,
    MUST_DRAW,
    STAKZ_RULE_COUNT
};
extern const struct rule stakz_rules[STAKZ_RULE_COUNT + 1];
extern const struct key stakz_keys[];

#endif
