/* SPDX-License-Identifier: MIT */
/* JSON, as interface.md fixes it: one object a game. */
#ifndef CATASTA_FORMS_JSON_JSON_H
#define CATASTA_FORMS_JSON_JSON_H

#include "forms/forms.h"

/* Games are written without knowing what comes before them.  Where that matters there is a MARK, which never occurs in
   the text, and a byte that says what to write there.  After each diagnostic there is one of MARK_FOUND, so that only
   as many errors are written as are wanted; the rest is left out up to MARK_END. */
enum { MARK = 0x1E };
#define MARK_NUMBER "\x1e#" /* the number of the game */
#define MARK_COMMA "\x1e,"  /* a comma, but in front of the first */
#define MARK_GAME "\x1e+"   /* nothing: a game begins */
#define MARK_STRAY "\x1e-"  /* nothing: stray text begins, which has the number 0 */
#define MARK_ITSELF "\x1e*" /* itself, in bytes that are not text */
#define MARK_SAME "\x1e="   /* nothing: the game before goes on */
#define MARK_FOUND "EFWN"   /* an error, one that follows, a warning, a note */
#define MARK_END "\x1e."    /* nothing: the list ends */

static inline void mark_game(const struct report *report, struct text *text)
{
    text_add_string(text, record_is_empty(report->record) ? MARK_STRAY : MARK_GAME);
}

static inline void mark_found(const struct diagnostic *diagnostic, struct text *text)
{
    bool error = diagnostic->severity == SEVERITY_ERROR;
    text_add_char(text, MARK);
    text_add_char(text, MARK_FOUND[error ? diagnostic->cascaded : diagnostic->severity + 1]);
}

/* The outcome as "check" and "score" give it. */
void json_outcome(const struct report *report, struct text *text);

/* The object of one game, and a newline. */
bool json_add(const struct form_game *game, struct text *text);

/* The whole turn that DIAGNOSTIC is about, as written, or null. */
void json_turn(const struct report *report, const struct diagnostic *diagnostic, struct text *text);

/* The names of the players, null where unnamed. */
void json_players(const struct report *report, struct text *text);

#endif
