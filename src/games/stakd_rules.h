/* Stakd's rules and parameters as people read them: ids, messages, explanations, and
   for each rule the smallest record that breaks it and one that keeps it. */
#ifndef CATASTA_GAMES_STAKD_RULES_H
#define CATASTA_GAMES_STAKD_RULES_H

#include "games/stakd.h"

enum stakd_rule {
    BASES_FIRST,
    NOT_IN_HAND,
    BASE_STACK,
    OVERLAP,
    BASE_TOUCH,
    OVERHANG,
    NOT_CONNECTED,
    ONE_TYPE,
    DUPLICATE,
    TERMINATED,
    BOMBER_PER_LAYER,
    BOMBER_START,
    NEW_LAYER_EARLY,
    UNI_START,
    STAKD_RULE_COUNT
};
extern const struct rule stakd_rules[STAKD_RULE_COUNT + 1];
extern const struct key stakd_keys[];

#endif
