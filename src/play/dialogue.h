/* SPDX-License-Identifier: MIT */
/* Talking line by line about a game that is being written down: with people, who type turns and ":" commands and are
   read what comes of them, or with programs, by a protocol in the manner of GTP. */
#ifndef CATASTA_PLAY_DIALOGUE_H
#define CATASTA_PLAY_DIALOGUE_H

#include "library/tools.h"
#include "play/draft.h"

/* The version of the protocol. */
#define PLAY_PROTOCOL "2"

/* The most bytes of a line; longer ones are ignored. */
enum { LINE_MOST = 65536 };

struct lines {
    int fd;
    size_t begin; /* what of .block is still to be read */
    size_t end;
    char block[4096];
    char line[LINE_MOST + 1]; /* there may be NULs in it */
    size_t length;
    bool too_long;
    int error; /* errno of a read that failed */
};

/* The next line, without its end; false at the end of the input, or when a signal has ended it. */
bool next_line(struct lines *lines);

struct dialogue {
    struct draft *draft;
    struct lines *lines;
    struct catasta_sink out;
    bool protocol;
    bool brief;    /* positions are shown only when asked for */
    bool silent;   /* the result of a change is visible, and need not be written */
    bool declined; /* nobody wants the game in a file that somebody else has changed */
    bool asks;     /* whether the game is to go into that file anyway */
    bool over;
    bool fine;      /* .out takes everything */
    bool no_memory; /* somewhere on the way */
    struct buffer answer;
    const char *words; /* after the name of a command, ended by a NUL, or those of its row */
    size_t length;
};

/* Talks until the end. */
void dialogue_protocol(struct dialogue *dialogue);

/* A command with its arguments; or a turn, or a ':' and a command.  False with .id and .message of the draft. */
bool dialogue_command(struct dialogue *dialogue, const char *line, size_t length);
bool dialogue_line(struct dialogue *dialogue, const char *line, size_t length);

/* Adds to the answer: the turn at .node, the position, and who is to move; what is wrong, and the proposals. */
void tell_turn(struct dialogue *dialogue);
void tell_page(struct dialogue *dialogue, enum catasta_page page);
bool tell_fault(struct dialogue *dialogue);

/* A command: one of .go, .edit and .run does it, the latter two with what is typed after its name, or with .text. */
struct dialogue_row {
    const char *name;
    const char *arguments;
    const char *help;
    unsigned does; /* it changes the game, the place in it, or neither */
    bool (*go)(struct draft *draft);
    bool (*edit)(struct draft *draft, const char *text, size_t length);
    bool (*run)(struct dialogue *dialogue);
    const char *text;
};
extern const struct dialogue_row dialogue_rows[]; /* ended by a NULL name */

/* A dialogue on standard input and output, of people or with PROTOCOL of programs; a status after complaining. */
int run_dialogue(const struct draft_options *options, bool protocol);

#endif
