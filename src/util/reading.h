/* SPDX-License-Identifier: MIT */
/* What a product reads: sessions, files one by one, and how far they are read. */
#ifndef CATASTA_UTIL_READING_H
#define CATASTA_UTIL_READING_H

#include "catasta.h"

/* Files, and how their games are read and judged. */
struct reading {
    const char *name;         /* of what reads them, for the line of progress and complaints */
    const char *const *files; /* none: standard input, as "-" is */
    int file_count;
    bool writes;                    /* what it makes of games comes as they are read */
    bool quiet;                     /* it says nothing of its progress */
    long jobs;                      /* -1: as many as the size of the files needs */
    long max_errors;                /* 0: no limit */
    struct catasta_options options; /* for all sessions */
};

/* Whether the environment names a character set UTF-8.  setlocale would say that it does not where memory runs out or
   a file cannot be read, too. */
bool environment_is_unicode(void);

/* A session for READING that keeps of games what KEEP and PLIES say; NULL after complaining. */
catasta_session *open_session(const struct reading *reading, enum catasta_keep keep, const struct catasta_plies *plies);

/* The same, without reading ruleset files again that OTHER has read, NULL: none. */
catasta_session *open_session_beside(
    catasta_session *other, const struct reading *reading, enum catasta_keep keep, const struct catasta_plies *plies);

/* Frees SESSION, after mentioning which options would have helped; returns STATUS, or CATASTA_FAILED if the session
   has failed. */
int close_session(catasta_session *session, int status);

/* What a file could not be opened or read for. */
const char *reason_of(int error);

/* The files, or standard input, the descriptor of which is there; others are to be opened. */
int input_count(const struct reading *reading);
struct catasta_file input_file(const struct reading *reading, int i);
bool reads_standard_input(const struct reading *reading);

/* That PATH is none of the files; a status after complaining. */
int check_output(const struct reading *reading, const char *path);

/* How far the files are read, after a second, if standard error is a terminal, and if what .writes says does not go to
   one. */
void begin_progress(const struct reading *reading);
bool has_progress(void);            /* it may be shown */
void show_progress(uint64_t bytes); /* of the file at hand */
void pass_progress(int fd);         /* it is done */
void end_progress(void);

/* The bytes of the files, as far as that is known. */
uint64_t size_of_files(const struct reading *reading);

/* Opens FILE and calls VISIT with it; returns its status, or one after complaining that it cannot be opened. */
typedef int file_visitor(void *context, int fd, const char *name);
int visit_file(struct catasta_file file, file_visitor *visit, void *context);

/* Calls GAME with each game of each file, in order, until it returns false.  EMPTY,
   unless NULL, is called for an input without games. */
struct visitor {
    void *context;
    bool (*game)(void *context, catasta_game *game, const char *file);
    void (*empty)(void *context, catasta_input *input, const char *file);
};
int visit_games(const struct reading *reading, catasta_session *session, const struct visitor *visitor);

/* The same with the games of the file FD, called NAME; *ENDED when it was false. */
int visit_input(catasta_session *session, const struct visitor *visitor, int fd, const char *name, bool *ended);

#endif
