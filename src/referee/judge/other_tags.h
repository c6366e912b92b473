/* SPDX-License-Identifier: MIT */
/* Tags of records made elsewhere that say what Ruleset, Rules and Position say in others, as a game's table of them
   has it. */
#ifndef CATASTA_REFEREE_OTHER_TAGS_H
#define CATASTA_REFEREE_OTHER_TAGS_H

#include "referee/judge/setup.h"

/* The game whose ruleset RECORD, which has no tag Ruleset, names otherwise, by TAG; false: it does not. */
enum { OTHER_NAME = 40 };
struct other_name {
    const struct game *game;
    const struct tag *tag;
    char name[OTHER_NAME]; /* of the ruleset; empty: there can be none */
};
bool other_names(const struct library *library, const struct record *record, struct other_name *other);

/* Says that TAG cannot be, and returns false. */
bool report_bad_tag(struct judge *judge, const struct tag *tag, const char *why);

/* What such tags say of parameters of GAME, "key=value key=value"; false with a diagnostic where it cannot be. */
bool other_overrides(struct judge *judge, const struct game *game, struct text *overrides);

/* Whether NAME is that of such a tag, in any letters. */
bool is_other_tag(struct slice name);

/* What to write where the first of them gives no name. */
void other_wanted(const struct game *game, struct text *text);

/* What VALUE of the tag Result means in a record of GAME, which may be NULL: the result that it is written for, or
   itself.  Sets LOOSE if the record is of a server that puts anything there, so that what is not a result says
   nothing. */
struct slice other_result(const struct record *record, const struct game *game, struct slice value, bool *loose);

/* Says which of them contradicts the ruleset NAME, with which they cannot be used. */
void fault_other(
    struct judge *judge, struct library *library, const struct game *game, struct slice name, bool by_default);

/* Whether what such a tag names is the ruleset of BOOK; false with a diagnostic. */
bool other_agrees(struct judge *judge, const struct rulebook *book);

/* The tag that says where a game of GAME begins; NULL: there is none. */
const struct tag *other_position(const struct record *record, const struct other_tag *others);
static inline const struct tag *position_tag(const struct record *record, const struct game *game)
{
    const struct tag *tag = record_tag(record, "Position");
    return tag != NULL || game == NULL || game->foreign.tags == NULL ? tag : other_position(record, game->foreign.tags);
}

#endif
