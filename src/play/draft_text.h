/* SPDX-License-Identifier: MIT */
/* Texts that are made by putting pieces together, and judged. */
#ifndef CATASTA_PLAY_DRAFT_TEXT_H
#define CATASTA_PLAY_DRAFT_TEXT_H

#include "play/draft.h"

/* Judges TEXT, which is emptied; false when out of memory, with nothing to be released. */
bool judge_text(const struct draft *draft, struct growing *text, struct judged *judged);
void judged_release(struct judged *judged);
struct growing judged_copy(const struct judged *judged);

/* Its text with proposal I for diagnostic FAULT; false: there is no such. */
bool judged_mend(const struct judged *judged, size_t fault, size_t i, struct growing *text, uint64_t *begin);

/* Whether it is one record and nothing beside it. */
bool judged_is_one(const struct judged *judged);

struct catasta_node judged_node(const struct judged *judged, uint32_t index);

/* TEXT is what the draft begins with; IS_NEW, it gets canonical form.  False when out of memory. */
bool draft_begin(struct draft *draft, struct growing *text, bool is_new);

/* Takes over TEXT, in which nothing may be a turn that is not one now; false with .id and .message.  TAGS are set in
   any order while there are no turns: what they lack is then a fault of the record. */
bool draft_take(struct draft *draft, struct growing *text, bool tags);

/* Whether there are turns; else .id and .message say why there are not. */
bool draft_is_set_up(struct draft *draft);

/* Puts BEFORE, WORDS and BEHIND at AT of TEXT, which is a record, with a space or an empty line before them. */
void put_in(struct growing *text, size_t at, const char *before, const char *words, size_t length, const char *behind);

/* TEXT, that of JUDGED, with RESULT as its result, and in its tag if there is one. */
void put_result(const struct judged *judged, const char *result, size_t length, struct growing *text);

/* A tag, and the end of its line. */
void add_tag(struct growing *text, const char *name, const char *value, size_t length);

/* Canonical form without the newline at its end; false when out of memory. */
bool judged_write(const struct judged *judged, struct growing *text);

/* Frees what .keeping has. */
void keeping_release(struct kept_place *keeping);

/* Sets .id and .message; returns false. */
bool draft_fail(struct draft *draft, const char *id, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool draft_no_memory(struct draft *draft);

/* As FAULT says; memory ran out where it says nothing. */
bool draft_fail_by(struct draft *draft, const struct catasta_fault *fault);

#endif
