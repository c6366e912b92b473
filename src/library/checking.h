/* SPDX-License-Identifier: MIT */
/* Checking files side by side.

       files ──plan──> [task][task][task]…  a part of a large file, or some small files
                          │     │     │
                       workers, each with a session and a reader of its own
                          │     │     │
                       findings, written in the order of the files

   A task is judged and rendered without knowing what is found before it; numbers are put in when it is written, by
   the thread that called.  So the bytes written do not depend on the number of threads.  A worker with much output
   waits until everything before it is written, so waiting output is bounded. */
#ifndef CATASTA_LIBRARY_CHECKING_H
#define CATASTA_LIBRARY_CHECKING_H

#include "library/writer.h"

#include <pthread.h>

enum { FOUND_MOST = 64, TASKS_A_JOB = 2 };

/* What was found in a file, or in a stretch of it. */
struct found {
    struct catasta_tally tally;
    uint64_t bytes;
    uint64_t passed;        /* games for which the condition does not hold */
    struct product_end end; /* ... of what belongs to it in the findings */
    size_t unusable;
    unsigned run_flags; /* flags of enum run_flag */
    int error;          /* errno value */
    bool unopened;      /* ... of open */
    bool ends;          /* the end of the file was reached */
};

struct findings {
    struct product product;
    struct text unusable; /* the rulesets that were named and cannot be used, a line each */
    struct found list[FOUND_MOST];
    size_t count;
};

struct task {
    size_t file;          /* the first one */
    size_t count;         /* of whole files */
    struct parts *parts;  /* NULL: there are only whole files */
    uint64_t part;        /* its number, from 0 */
    uint64_t from;        /* offset from which it is searched for */
    uint64_t until;       /* ... and the next part */
    bool last;            /* part of the file */
    unsigned share;       /* of a file that is opened by its path, from 0, */
    unsigned shares;      /* of this number; 0: whole files */
    struct source source; /* of .parts */
    uint64_t begin;       /* of what was read of the part: offsets */
    uint64_t end;
    bool alone; /* judged by the thread that called */
    bool held;  /* it waits to have its findings written */
    bool done;
    bool dropped; /* nobody wants it */
    struct findings findings;
};

struct worker {
    struct pool *pool;
    struct catasta_session *session; /* NULL: none yet */
    struct reader reader;
    struct catasta_game game;
    struct task *task; /* that it is at */
    bool stopped;      /* nobody wants the rest of it */
    pthread_t thread;
};

struct pool {
    const struct catasta_check *check;
    const struct catasta_file *files;
    size_t file_count;
    struct catasta_session *session; /* the caller's */
    struct catasta_writer *writer;
    size_t much; /* text, for a task to be held */
    unsigned jobs;

    pthread_mutex_t lock;
    pthread_cond_t offered; /* a task */
    pthread_cond_t changed; /* the oldest task, or what another worker waits for */
    pthread_cond_t ready;   /* the oldest task is held or done */
    struct task *tasks;     /* a ring */
    size_t ring;
    size_t planned; /* tasks, since the beginning */
    size_t taken;   /* by workers */
    size_t written;
    unsigned idle; /* workers */
    bool over;     /* no more tasks come */
    struct worker *workers;
    unsigned started;
    struct worker own; /* the calling thread as a worker */
    size_t file;       /* to be written */
    uint64_t position; /* in it: parts from before are void */

    /* What only the calling thread touches. */
    size_t next;                /* file to be planned */
    struct parts *parts;        /* more of them are to be planned */
    unsigned share;             /* likewise: the next one, */
    unsigned shares;            /* of this number; 0: none */
    bool begun;                 /* some of .file was written */
    uint64_t passed;            /* games in it that are not wanted */
    uint64_t bytes;             /* of all files */
    struct catasta_tally found; /* in the file */
    struct catasta_tally tally; /* in all files */
    int error;
    bool stopped; /* after as many errors as were wanted */
    bool refused; /* by the sink */
};

/* Judges all of TASK into its findings. */
void judge_task(struct worker *worker, struct task *task);

void worker_init(struct worker *worker, struct pool *pool, struct catasta_session *session);
void worker_release(struct worker *worker);

/* Gives the tasks of FILES out and takes them back, until there are no more or somebody stops. */
bool pool_open(struct pool *pool, unsigned jobs);
void pool_run(struct pool *pool);
void pool_close(struct pool *pool);

/* Makes TASK the next one; false when there is none, or none before all others are written. */
bool pool_plan_task(struct pool *pool, struct task *task);

/* Has what was found written, once all before it is; false to stop. */
bool pool_hand_over(struct pool *pool, struct task *task);

/* Writes the findings of TASK and empties them; false to stop. */
bool pool_take_findings(struct pool *pool, struct task *task);

/* Whether TASK is the oldest; under the lock. */
static inline bool is_oldest(const struct pool *pool, const struct task *task)
{
    return task == &pool->tasks[pool->written % pool->ring];
}

/* Whether TASK, the oldest, was read in vain: others have read its part, too. */
static inline bool is_void(const struct pool *pool, const struct task *task)
{
    return (task->parts != NULL || task->shares > 0) &&
        (task->file < pool->file || (task->file == pool->file && task->begin < pool->position));
}

/* A FILE to be read in parts, SIZE bytes from BASE on; UINT64_MAX: a stream, that is to be read once and in order.
   NULL with errno. */
struct parts *parts_new(struct pool *pool, int fd, bool ours, uint64_t base, uint64_t size);

/* Makes TASK the next part; false when all are planned. */
bool parts_plan(struct parts *parts, struct task *task);

/* Opens the part of TASK. */
enum read_status parts_read(struct parts *parts, struct task *task, struct reader *reader);

/* TASK is written; or, with NULL, no more parts are wanted.  The last of these calls frees PARTS. */
void parts_drop(struct parts *parts, const struct task *task);

#endif
