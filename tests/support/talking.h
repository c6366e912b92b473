/* SPDX-License-Identifier: MIT */
/* What people say around a game, and games to say it in. */
#ifndef TESTS_SUPPORT_TALKING_H
#define TESTS_SUPPORT_TALKING_H

#include "support/recording.h"

/* Reads the sentences of corpus/talk, and the words of manuals and sources; false when there are none. */
bool talk_open(void);
void talk_close(void);

/* A line each. */
struct slice talk_sentences(void);

/* Adds a line of 5 to 12 words, with up to two turns of RECORDING or figures between them. */
void talk_add_line(const struct recording *recording, struct random *random, struct text *line);

/* Whether all words of LINE are in TEXT, in their order. */
bool talk_has_words(struct slice line, const struct text *text);

/* A legal game that nobody says the result of: HEAD has its turns up to the middle, TAIL the rest. */
void talk_make_game(struct recording *recording, struct random *random, struct text *head, struct text *tail);

#endif
