/* SPDX-License-Identifier: MIT */
/* Duplicates, in groups of a game that is kept and those that are duplicates of it. */
#ifndef CATASTA_FORMS_DUPLICATES_FORM_H
#define CATASTA_FORMS_DUPLICATES_FORM_H

#include "archive/duplicates.h"

/* Names of kinds, as programs get them. */
extern const char *const likeness_words[ALIKE_KINDS];

/* What is long goes to OUTLET; false when that stopped. */
bool duplicates_text(struct duplicates *duplicates, struct outlet outlet, struct text *text);
bool duplicates_tsv(struct duplicates *duplicates, struct outlet outlet, struct text *text);
bool duplicates_json(struct duplicates *duplicates, struct outlet outlet, struct text *text);

/* A turn as texts of games have it, without the end of its line. */
static inline struct slice turn_words(struct slice turn)
{
    return (struct slice){turn.at, turn.length - (turn.length > 0)};
}

#endif
