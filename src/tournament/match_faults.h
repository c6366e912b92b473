/* SPDX-License-Identifier: MIT */
/* What is wrong with a round of a match, in facts for the rules match/….  MATCH is as it stood
   before the round. */
#ifndef CATASTA_TOURNAMENT_MATCH_FAULTS_H
#define CATASTA_TOURNAMENT_MATCH_FAULTS_H

#include "tournament/matches.h"

void match_fault_after_end(const struct match *match, const struct entry *entry, struct match_fault *fault);
void match_fault_players(const struct match *match, const struct entry *entry, struct match_fault *fault);

/* Only where another starts than should. */
void match_fault_starter(const struct match *match, const struct entry *entry, struct match_fault *fault);

#endif
