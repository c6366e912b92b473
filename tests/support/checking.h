/* SPDX-License-Identifier: MIT */
/* What "check -f jsonl" and "fmt" would write, out of a text at hand. */
#ifndef TESTS_SUPPORT_CHECKING_H
#define TESTS_SUPPORT_CHECKING_H

#include "base/text.h"
#include "catasta.h"

static inline struct catasta_info game_info(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    catasta_game_info(game, &info);
    return info;
}

/* A sink that appends to the struct text at TEXT. */
struct catasta_sink text_sink(struct text *text);

/* A session with RULESET for records that name none; NULL: none. */
catasta_session *session_open(const char *ruleset);

/* The same for the record SGN: as with --expect where it says what it expects. */
catasta_session *session_for(const char *ruleset, const char *sgn);

/* One JSON object a line; returns how many games there were. */
unsigned check_jsonl(catasta_session *session, struct slice sgn, struct text *jsonl);

/* Each game in FORM, once it was added to its match: then it has the diagnostics
   that "score" would tell.  False when anything failed. */
bool score_sgn(catasta_session *session, const char *sgn, const char *form, const struct catasta_sink *sink);

/* The canonical form of all games; false when one of them cannot be formatted. */
bool format_sgn(catasta_session *session, struct slice sgn, struct text *formatted);

/* The same behind "fmt --fix"; *MADE is how many repairs were made in all. */
bool fix_sgn(catasta_session *session, struct slice sgn, struct text *formatted, unsigned *made);

#endif
