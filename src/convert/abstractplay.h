/* SPDX-License-Identifier: MIT */
/* AbstractPlay's records: JSON objects, in a list or one after the other.  What is there and here:

       header.game, .variants     Ruleset, Rules
       header.site                Site, GameId
       header.date-start          Date, StartDate where it has more than the day
       header.date-end, .date-generated, .event, .round   EndDate, GeneratedDate, Event, Round
       header.players[I]          White or Black, WhiteId, Result
       moves                      turns, and the result where it is a word

   Other keys become tags, Header-KEY, Game-KEY, Site-KEY, White-KEY, Black-KEY, and tags without a place become keys of
   the header, sgn-NAME, so that each is given back.  A text is written as it is unless it could be read as another
   value of JSON; other values are written in JSON. */
#ifndef CATASTA_CONVERT_ABSTRACTPLAY_H
#define CATASTA_CONVERT_ABSTRACTPLAY_H

#include "convert/cutter.h"
#include "convert/form_table.h"
#include "util/buffer.h"

#include <jansson.h>

/* A game as it is called there, and by which ruleset it is played. */
struct other_game {
    const char *name;
    const char *variant; /* NULL: none */
    const char *ruleset;
    const char *rules;    /* the tag Rules; "": none */
    const char *whole;    /* between a cell and a mark where all of the stack moves, else a count; NULL: no counts */
    const char *called;   /* the variant where it is shown, which some records have; NULL: not known */
    const char *promoted; /* after a turn by which the piece on top becomes another; NULL: nothing */
    bool points;          /* results are points, and Black has the first seat */
};
extern const struct other_game other_games[]; /* ended by a NULL name */

/* Keys of the header that are the names of tags go on after this. */
#define TAG_KEY "sgn-"

/* Why a game ended that its last turn did not end, as an entry of moves. */
enum end_who { END_BOTH, END_LOSER, END_WINNER };
struct end_word {
    const char *word;   /* as it is written */
    const char *part;   /* what others have in them that mean the same, in any case */
    const char *reason; /* of struct catasta_outcome */
    const char *says;   /* of the result, after WHO it is about */
    enum end_who who;
};
enum { RESULT_ROOM = 40 };
extern const struct end_word end_words[]; /* ended by a NULL word */

/* Whether VALUE is a text that a tag can have; and whether one as it is would be read as another value. */
bool is_text(const json_t *value);
bool is_ambiguous(const char *text);

/* The name of the tag of KEY, after PREFIX, to be freed: what names of tags cannot have is written by its bytes.  And
   the key of NAME, in its place. */
char *tag_of_key(const char *prefix, const char *key);
void key_of_tag(char *name);

/* The tag that KEY of the header with VALUE was, NULL: none. */
const char *own_tag(const char *key, const json_t *value);

/* What SEAT has as its result where WINNER has won; 3: both have. */
json_t *result_worth(unsigned winner, unsigned seat);

/* Whether jansson could not get memory in this thread, since that was set to false; after forms_begin. */
extern _Thread_local bool json_ran_out;

/* What tags of other keys are named after: what has them. */
enum key_owner { OWNER_HEADER, OWNER_GAME, OWNER_SITE, OWNER_WHITE, OWNER_BLACK, OWNERS };

/* The functions of abstractplay_reader. */
void *reading_open(catasta_session *session);
enum catasta_found reading_next(void *context, struct catasta_foreign *n);
void reading_close(void *context);

#endif
