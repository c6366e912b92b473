/* SPDX-License-Identifier: MIT */
/* Standings of a tournament as text, tab-separated values and JSON.  What they say is in
   tournament/standings.h; this writes it, and computes nothing.  What grows with the games is
   given to a sink bit by bit, so that no text holds it all. */
#ifndef CATASTA_FORMATS_TEXT_STANDINGS_FORMAT_H
#define CATASTA_FORMATS_TEXT_STANDINGS_FORMAT_H

#include "formats/table.h"
#include "formats/text/style.h"
#include "referee/referee.h"
#include "tournament/standings.h"

enum { COUNTINGS = CATASTA_COUNTED_UNPLAYED + 1 };

/* Why a game is left out, in the order of the messages. */
enum uncounted {
    UNCOUNTED_ILLEGAL,
    UNCOUNTED_UNDECIDED,
    UNCOUNTED_UNREADABLE,
    UNCOUNTED_UNNAMED,
    UNCOUNTED_ALONE,
    UNCOUNTED_TWICE_NAMED,
    UNCOUNTED_BEYOND,
    UNCOUNTED_COUNT
};
struct uncounted_name {
    const char *key;  /* "illegal", in JSON and tables */
    const char *text; /* "it is illegal" */
};
extern const struct uncounted_name uncounted_names[UNCOUNTED_COUNT];

/* What is known of a tournament beside its standings. */
struct tournament {
    const struct standings *standings; /* ranked */
    struct slice event;                /* of all its games, empty where they differ */
    uint64_t counted[COUNTINGS];       /* entries, by what they count as */
    uint64_t uncounted[UNCOUNTED_COUNT];
};

/* The table, and a row of it: for people names are shortened in STYLE. */
enum { STANDINGS_NAME_WIDTH = 32 };
void standings_table(const struct tournament *tournament, unsigned format, struct table *table, struct text *text);
void standings_table_row(const struct tournament *tournament, const struct standings_row *row,
    const struct style *style, struct table *table);

/* Heading, table, legend and cross table. */
bool standings_text(const struct tournament *tournament, const struct style *style, struct text_sink sink);

/* The table, an empty line, what each player did against each that the player met. */
bool standings_tsv(const struct tournament *tournament, struct text_sink sink);

/* "tournament":{…},"standings":[…],"crosstable":[…] */
bool standings_json(const struct tournament *tournament, struct text_sink sink);

/* How a line begins that says why a game of FILE is left out: added to LINE, which is empty; returns where the number
   of the game is to be.  And how it ends.  As a TABLE it is tab-separated values: file, game, players, why. */
size_t standings_game_name(const struct report *report, const char *file, bool table, struct text *line);
void standings_uncounted(enum uncounted why, bool table, struct text *text);

/* Passes notes about what counts and may be unintended to WRITE, one by one: more than one
   record of a player in a round, a player called 'bye', and each pair of names that may be
   one, but not for more than a few tens of them.  False when out of memory. */
typedef void note_writer(void *context, const struct text *note);
bool standings_notes(const struct standings *standings, note_writer *write, void *context);

/* What the player of row A did against that of row B as a cell of a cross table: "1", "½",
   "1½:½" of two games, "+" and "-" won and lost by forfeit; nothing where they did not meet. */
void standings_cell(const struct standings *standings, size_t a, size_t b, bool unicode, struct text *text);

#endif
