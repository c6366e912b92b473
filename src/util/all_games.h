/* SPDX-License-Identifier: MIT */
/* The games of all files to one writer, in several threads. */
#ifndef CATASTA_UTIL_ALL_GAMES_H
#define CATASTA_UTIL_ALL_GAMES_H

#include "util/reading.h"

/* What was found in one file. */
struct file_found {
    const char *name;
    struct catasta_tally tally;
};

struct all_games {
    const struct reading *reading;
    bool (*known)(
        void *context, const char *fault, size_t length); /* as in struct catasta_check, of .known_by; or NULL */
    void *known_by;
    catasta_session *session;
    catasta_writer *writer;
    struct catasta_file *files; /* all of them */
    size_t file_count;
    struct catasta_tally tally;
    struct file_found *found; /* in those read, room for all */
    size_t found_count;
    bool unread; /* some file could not be read */
};

/* Lists the files; false when out of memory.  To be released either way. */
bool all_games_open(struct all_games *all);
void all_games_close(struct all_games *all);

/* All that are listed to .writer; false when some could not be read, or its sink refused. */
bool all_games_read(struct all_games *all);

/* Gives all games of READING to WRITER, in order, and adds up what was found; a status after complaining of files.
 *REFUSED: whether that ended since the sink of WRITER took no more. */
int check_games(const struct reading *reading, catasta_session *session, catasta_writer *writer,
    struct catasta_tally *tally, bool *refused);

/* The same, and closes WRITER, NULL: there was no memory for it; *REFUSED also where that failed.  Then that, and
   complains of what it could not write. */
int add_games(const struct reading *reading, catasta_session *session, catasta_writer *writer, bool *refused);
int give_games(const struct reading *reading, catasta_session *session, catasta_writer *writer);

#endif
