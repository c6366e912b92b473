/* Checking a whole file, in one thread or in several.

   A piece of a file is judged and rendered without knowing how many games came
   before it; numbers are put in when pieces are written out, in order.  So the
   bytes written do not depend on the number of threads. */
#ifndef CATASTA_FACADE_CHECK_H
#define CATASTA_FACADE_CHECK_H

#include "facade/session.h"

/* What judging a piece came to. */
struct findings {
    struct text text;     /* JSON: a line a game, its first byte says whether it counts; SARIF: see sarif.c */
    struct text unusable; /* the rulesets that were named and cannot be used, a line each */
    struct catasta_tally tally;
    int error; /* of reading, or ENOMEM */
};

/* A file being checked. */
struct checking {
    struct catasta_session *session;
    const struct catasta_check *check;
    const struct catasta_sink *sink;
    struct catasta_tally *tally; /* of all pieces written out */
    uint64_t bytes;              /* done */
    bool refused;                /* by the sink */
};

/* Judges the games of READER with the referee of SESSION into FINDINGS; CHECKING,
   unless NULL, takes them whenever there are many and may end it. */
void judge_games(struct catasta_session *session, struct reader *reader, const struct catasta_check *check,
    struct findings *findings, struct checking *checking);

/* Writes FINDINGS out, adds them up and empties them; false to stop. */
bool take_findings(struct checking *checking, struct findings *findings);

/* Checks the file in as many threads as asked for.  Returns what is left to be
   read one game after the other, from line *LINE on: all of it, when it is too
   small; the rest, when it could not be cut.  False with *ERROR. */
bool check_in_pieces(struct checking *checking, int fd, unsigned jobs, struct text *rest, uint32_t *line, int *error);

/* A file of the document; false when out of memory. */
bool sarif_add_file(catasta_sarif *sarif, const char *file);

/* SARIF: what was found in a game, and the same as it is written behind GAMES games. */
void sarif_find(const struct report *report, const char *file, struct text *text);
void sarif_number(catasta_sarif *sarif, struct slice lines, uint64_t games, struct text *out);

#endif
