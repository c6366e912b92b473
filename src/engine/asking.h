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
    ASKED_FAILED,    /* it did not answer: .problem says why */
};

/* What an engine has for its turns; times are in milliseconds, and 0 means without such a limit. */
struct time_control {
    int64_t base; /* for the game */
    int64_t increment;
    int64_t movetime;
    int64_t nodes;
    int64_t depth;
    int64_t margin; /* that it may take longer */
};
struct game_clocks {
    unsigned seats;
    const struct time_control *control[CATASTA_SEATS]; /* seat s at [s-1] */
    int64_t left[CATASTA_SEATS];
};

enum { SCORE_MATE = 1000000 };

struct asking_engine {
    const struct reading *reading;
    const char *command;
    const struct protocol *protocol;
    catasta_session *session;
    struct child child;
    struct game_line *line;           /* to the position at hand, with a start before the first question */
    struct buffer begins;             /* the position that the game begins with; empty: the usual one */
    struct buffer told;               /* the turns that an engine which keeps the game itself knows of, as in .line */
    struct buffer difference;         /* lines of text */
    struct buffer problem;            /* words after "the engine "; empty: memory ran out */
    char new_game[64];                /* what begins a game there */
    char question[64];                /* the one at hand, or its begin */
    int64_t patience;                 /* milliseconds for an answer */
    int64_t asked;                    /* when that was */
    int64_t deadline;                 /* of its answer */
    const struct game_clocks *clocks; /* when it is to choose a turn */
    bool scored;                      /* with its turn it said what it thinks of the position: */
    long score;                       /* for the seat to move, in hundredths, or SCORE_MATE */
};

/* Starts .command and says hello; the end, with a FAREWELL to one that listens; what an engine, ended, has of memory.
 */
enum asked asking_start(struct asking_engine *asking);
void asking_end(struct asking_engine *asking, bool farewell);
void asking_free(struct asking_engine *asking);

/* Sends a line, a new question. */
enum asked asking_send(struct asking_engine *asking, const char *line);

/* The next line of the answer; NULL: it failed. */
char *asking_line(struct asking_engine *asking);

/* Says in .problem what the engine did, or that memory ran out. */
enum asked asking_fail(struct asking_engine *asking, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum asked asking_no_memory(struct asking_engine *asking);

/* Whether LINE, which is not an answer, says that there is an error; that the position at hand, which is legal, is
   refused in it. */
bool asking_is_refusal(const char *line);
enum asked asking_refused(struct asking_engine *asking, const char *line);

/* Adds to the difference. */
enum asked asking_differ(struct asking_engine *asking, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends "position", and the turns so far, with JOINT for each space in one. */
enum asked asking_send_position(struct asking_engine *asking, const char *word, char joint);

/* Has it choose a turn by "position" and "go", with SEATS as the letters of seats in the words for clocks, or NULL for
   p1, p2 and so on; WORD and JOINT as above. */
enum asked asking_go(
    struct asking_engine *asking, const char *word, char joint, const char *seats, struct buffer *turn);

/* The limits of the seat to move. */
const struct time_control *asking_control(const struct asking_engine *asking);

/* Sends "setoption", which has no answer. */
enum asked asking_set_option(struct asking_engine *asking, const char *name, const char *value);

/* What the ruleset says of KEY, such as "komi"; "" if it says nothing.  False when out of memory. */
bool asking_parameter(struct asking_engine *asking, const char *key, char value[32]);

#endif
