/* SPDX-License-Identifier: MIT */
/* Being an engine: what the commands of all protocols work with. */
#ifndef CATASTA_ENGINE_ANSWERING_H
#define CATASTA_ENGINE_ANSWERING_H

#include "engine/engine.h"
#include "engine/game_line.h"
#include "engine/line_input.h"
#include "engine/think.h"

/* What a peer may ask for, as tags of a record say it; "": it has not. */
enum serving_tag { TAG_RULES, TAG_SIZE, TAG_KOMI, TAG_GAME_TYPE, SERVING_TAGS };

struct serving {
    const struct protocol *protocol;
    catasta_session *session;
    const struct engine_options *options;
    struct game_line line;
    struct thinker thinker;
    struct line_input input;
    struct buffer answer; /* of the command at hand */
    bool over;
    bool no_memory; /* it ran out: the talk ends */
    bool waits;     /* a turn is to be said at "stop" */
    char named[64]; /* a ruleset that was asked for; "": that of the options */
    char tags[SERVING_TAGS][256];
};

struct serving_command {
    const char *name;
    void (*run)(struct serving *serving, char *rest); /* REST: the words after it, ended by a NUL */
};

/* Answers that a command cannot be carried out. */
void serving_refuse(struct serving *serving, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Refuses WHAT because of FAULT. */
void serving_refuse_fault(struct serving *serving, const char *what, const struct catasta_fault *fault);

/* Whether NAME is the ruleset of the options, which may have other parameters than that of the name. */
bool serving_is_own(const struct serving *serving, const char *name);

/* Copies TEXT, what a peer asks for, to TO of SIZE bytes; false after refusing one that is too long. */
bool serving_take(struct serving *serving, char *to, size_t size, const char *text);

/* The start of a game as it was asked for, or POSITION, unless NULL; NULL with FAULT. */
catasta_position *serving_start(struct serving *serving, const char *position, struct catasta_fault *fault);

/* Begins a game there; false after refusing, with the game before unchanged. */
bool serving_begin(struct serving *serving, const char *position);

/* Does "startpos", or WORD and a position, and maybe "moves" and turns, '_' for a space; the game stays as it was if a
   part of it cannot be. */
void serving_position(struct serving *serving, char *rest, const char *word);

/* Answers "go": a turn, at once or at "stop". */
void serving_go(struct serving *serving, char *rest);
void serving_stop(struct serving *serving, char *rest);
void serving_quit(struct serving *serving, char *rest);
void serving_ready(struct serving *serving, char *rest);

/* Adds what the thinker chooses to TURN, nothing if the game is over; false after refusing, if there is none. */
bool serving_choose(struct serving *serving, struct buffer *turn);

/* Counts sequences of DEPTH turns, a line for each first turn; an end of the talk ends it, too. */
void serving_perft(struct serving *serving, unsigned depth);

/* Whether TEXT is a number up to MOST. */
bool serving_number(const char *text, long most, long *number);

#endif
