/* SPDX-License-Identifier: MIT */
/* Asking another engine about positions: what the adapters of all protocols work with. */
#ifndef CATASTA_ENGINE_ASKING_H
#define CATASTA_ENGINE_ASKING_H

#include "engine/child.h"
#include "engine/engine.h"
#include "engine/game_line.h"

enum asked {
    ASKED_FINE,
    ASKED_DIFFERENT, /* its answer contradicts the rules: .difference says how */
    ASKED_FAILED,    /* it cannot be used, after complaining */
};

struct asking_engine {
    const struct against_options *options;
    const struct protocol *protocol;
    catasta_session *session;
    struct child child;
    struct game_line line;    /* to the position at hand */
    struct buffer begins;     /* the position that the game begins with; empty: the usual one */
    struct buffer told;       /* the turns that an engine which keeps the game itself knows of, as in .line */
    struct buffer difference; /* lines of text */
    char question[64];        /* the one at hand, or its begin */
    int64_t deadline;         /* of its answer */
};

/* Sends a line, a new question; ASKED_FAILED after complaining. */
enum asked asking_send(struct asking_engine *asking, const char *line);

/* The next line of the answer; NULL after complaining. */
char *asking_line(struct asking_engine *asking);

/* Complains of what the engine did, or that memory ran out. */
enum asked asking_fail(struct asking_engine *asking, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum asked asking_no_memory(void);

/* Whether LINE, which is not an answer, says that there is an error; that the position at hand, which is legal, is
   refused in it. */
bool asking_is_refusal(const char *line);
enum asked asking_refused(struct asking_engine *asking, const char *line);

/* Adds to the difference. */
enum asked asking_differ(struct asking_engine *asking, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends "position", and the turns so far, with JOINT for each space in one. */
enum asked asking_send_position(struct asking_engine *asking, const char *word, char joint);

/* What the ruleset says of KEY, such as "komi"; "" if it says nothing.  False when out of memory. */
bool asking_parameter(struct asking_engine *asking, const char *key, char value[32]);

#endif
