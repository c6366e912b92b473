/* Checking a whole file, in one thread or in several.

   A chunk of a file is judged and rendered without knowing how many games came
   before it; numbers are put in when chunks are written out, in order.  So the bytes written do not depend on the
   number of threads. */
#ifndef CATASTA_LIBRARY_CHECK_FILE_H
#define CATASTA_LIBRARY_CHECK_FILE_H

#include "library/writer.h"

/* What was found in a chunk. */
struct findings {
    struct text text;     /* with its marks */
    struct text unusable; /* the rulesets that were named and cannot be used, a line each */
    struct catasta_tally tally;
    int error; /* of reading, or ENOMEM */
};

/* A file being checked. */
struct checking {
    struct catasta_session *session;
    const struct catasta_check *check;
    struct catasta_writer *writer;
    struct catasta_tally *tally; /* of all chunks written out */
    uint64_t bytes;              /* done */
    bool refused;                /* by the sink */
};

/* Judges the games of READER with the referee of SESSION into FINDINGS, for CHECKING, which
   with TAKES takes them whenever there are many and may end it. */
void judge_games(struct catasta_session *session, struct reader *reader, struct checking *checking, bool takes,
    struct findings *findings);

/* Writes FINDINGS out, adds them up and empties them; false to stop. */
bool take_findings(struct checking *checking, struct findings *findings);

/* Checks the file in as many threads as asked for.  Returns what is left to be
   read one game after the other, from line *LINE on: all of it, when it is too
   small; the rest, when it could not be cut.  False with *ERROR. */
bool check_in_chunks(struct checking *checking, int fd, unsigned jobs, struct text *rest, uint32_t *line, int *error);

#endif
