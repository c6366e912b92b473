/* Staka's rules and parameters as people read them: ids, messages, explanations, and
   for each rule the smallest record that breaks it and one that keeps it. */
#ifndef CATASTA_GAMES_STAKA_RULES_H
#define CATASTA_GAMES_STAKA_RULES_H

#include "games/staka.h"

/* In no order of judging: each part of a turn has its own. */
enum staka_rule {
    PHASE,
    START_KIND,
    START_GROUND,
    TOUCH,
    DOUBLE_GROUND,
    START_COLOURS,
    PAWN_COLOUR,
    PAWN_OCCUPIED,
    PAWN_SOURCE,
    NOT_ADJACENT,
    WALK_COLOUR,
    CLIMB,
    SWIM_EDGE,
    SWIM_GROUND,
    MUST_WALK,
    COLOUR_ON_COLOUR,
    NOT_IN_HAND,
    BANK_EMPTY,
    HAND_FULL,
    MUST_PLACE,
    MUST_ACT,
    STAKA_RULE_COUNT
};
extern const struct rule staka_rules[STAKA_RULE_COUNT + 1];
extern const struct key staka_keys[];

#endif
