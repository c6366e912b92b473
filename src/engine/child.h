/* SPDX-License-Identifier: MIT */
/* Another program as a child process, which is talked with by lines.  It may do anything: write too much, nothing, or
   half a line, not read, not end.  It has a process group of its own, which ends with the child, and with catasta, even
   if that is killed.  From the first start on SIGPIPE is ignored: a child that has ended is a failure to report. */
#ifndef CATASTA_ENGINE_CHILD_H
#define CATASTA_ENGINE_CHILD_H

#include "catasta.h"
#include "engine/line_input.h"

#include <sys/types.h>

enum { CHILD_PROBLEM = 512 };

/* What went wrong with it. */
enum child_failure {
    CHILD_FINE,
    CHILD_UNUSABLE, /* it cannot be started, or memory ran out */
    CHILD_ENDED,    /* or has closed its output */
    CHILD_SILENT,   /* it does not answer, or does not read */
    CHILD_FLOODS,   /* it writes too much */
    CHILD_UNWANTED, /* the one that waited for it was woken up */
};

/* Who else takes part in a talk. */
struct child_watch {
    const struct catasta_sink *log; /* of what is said, a line each, for several threads; NULL: there is none */
    const char *label;              /* before each line of it */
    int wake; /* a descriptor: when it has something to read, nobody waits for the child any more; -1 */
};

struct child {
    pid_t pid; /* 0: it does not run */
    int to;    /* its standard input */
    struct line_input from;
    struct line_input errors;        /* its standard error, of which the last line may be the reason */
    const struct child_watch *watch; /* the caller's; NULL: nobody */
    enum child_failure failure;
    int status;                  /* with CHILD_ENDED, its exit status; -1: it has none */
    char problem[CHILD_PROBLEM]; /* why a call returned false or NULL, after "the engine " */
    char last_error[128];
    uint64_t budget; /* bytes that it may write before .from.taken is this */
};

/* Starts COMMAND, which is split into words as by a shell, without its operators; false with .problem.  It keeps
   .watch. To be ended either way. */
bool child_start(struct child *child, const char *command);

/* Writes a line, until DEADLINE.  From then on the child may write 64 MiB. */
bool child_send(struct child *child, const char *line, int64_t deadline);

/* The next line that it writes, until DEADLINE, ended by NUL; valid until the next call.  NULL with .problem. */
char *child_line(struct child *child, int64_t deadline);

/* Closes what it reads, waits a second for its end, and kills it. */
void child_end(struct child *child);

#endif
