/* SPDX-License-Identifier: MIT */
/* Engines, programs that play: catasta as one, others that are asked what they think legal, and matches between
   them (arena_run.h); and programs that pair.  A protocol is an
   adapter, a row of protocols.h; what all have in common is here: a child process (child.h), lines with deadlines
   (line_input.h), a game as turns (game_line.h), and choosing turns (think.h). */
#ifndef CATASTA_ENGINE_ENGINE_H
#define CATASTA_ENGINE_ENGINE_H

#include "util/buffer.h"
#include "util/reading.h"

/* The protocols, as an option has them. */
#define ENGINE_PROTOCOLS "ugi|tei|uhp"

/* What both need to know.  A session has the ruleset of .reading, if there is one. */
struct engine_options {
    const struct reading *reading;
    const char *protocol; /* NULL: that of the ruleset's game */
    bool greedy;          /* thinks a turn ahead */
    long seed;            /* -1: another one every time */
};

/* Is an engine on standard input and output, until "quit" or the end of the input; a status after complaining. */
int run_engine(const struct engine_options *options);

struct against_options {
    struct engine_options engine;
    const char *command;  /* of the other engine */
    const char *position; /* NULL: the start */
    long players;         /* 0: as many as the position has, or 2 */
    long depth;           /* -1: the default of the protocol */
    long seconds;         /* that an answer may take */
};

/* Compares the turns of another engine with the legal ones, and writes the first difference to standard output:
   CATASTA_WRONG.  CATASTA_FAILED after complaining of an engine that cannot be used. */
int run_against(const struct against_options *options);

struct arena_options {
    const struct reading *reading; /* with .jobs games at a time */
    const char *const *engines;    /* as --engine has them */
    size_t engine_count;
    const char *each; /* what all have, unless they say otherwise; NULL: nothing */
    long rounds;
    bool gauntlet;        /* the first engine against each of the others */
    long players;         /* 0: as many as the openings have, or 2 */
    const char *openings; /* a file; NULL: the start */
    long random_plies;    /* turns after that, chosen at random */
    long max_plies;       /* the longest game; 0: any */
    const char *adjudicate;
    long seed;          /* -1: another one every time, and openings in order */
    long seconds;       /* for an answer without a limit */
    const char *output; /* NULL: the records are not kept */
    bool append;
    const char *log;
    bool jsonl;
};

/* Has engines play, and writes who won to standard output: CATASTA_WRONG if an engine lost by a fault of its own.
   CATASTA_FAILED after complaining. */
int run_arena(const struct arena_options *options);

/* A program that pairs a round: COMMAND, its words as by a shell, with the path of a file with LENGTH bytes of TRF,
   "-p", and that of a file to write the pairs to, which become WRITTEN. */
struct pairing_program {
    const char *command;
    const char *trf;
    size_t length;
    long seconds; /* that it may take */
};
int run_pairing_program(const struct pairing_program *program, struct buffer *written);

#endif
