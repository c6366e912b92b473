/* SPDX-License-Identifier: MIT */
/* All rules of all tables, in one row: syntax, record, ruleset, match, and each game's. */
#ifndef CATASTA_REFEREE_RULES_TABLE_H
#define CATASTA_REFEREE_RULES_TABLE_H

#include "base/fault.h"

enum { RULES_MOST = 512 };

/* The Nth rule, NULL after the last. */
const struct rule *rules_nth(size_t n);

/* Its N, RULES_MOST when it is not one of them. */
size_t rules_index(const struct rule *rule);

/* By id, NULL when there is none. */
const struct rule *rules_find(const char *id);

/* The rules that NAME may mean, in their order, and how many: the one of that id; else all
   whose id has it before the slash, "record", or after it, "range"; every rule for NULL. */
size_t rules_match(const char *name, const struct rule *found[RULES_MOST]);

/* The name for rules_match that is nearest in spelling, NULL when none is near. */
const char *rules_nearest(const char *name);

#endif
