/* Talking line by line about a game that is being written down: with people, who type turns and ":" commands and are
   read what comes of them, or with programs, by a protocol in the manner of GTP. */
#ifndef CATASTA_PLAY_TALK_H
#define CATASTA_PLAY_TALK_H

#include "play/draft_text.h"

/* A line may have so many bytes; what is longer is not looked at. */
enum { LINE_MOST = 65536 };

struct lines {
    int fd;
    size_t begin; /* what of .block is still to be read */
    size_t end;
    char block[4096];
    char line[LINE_MOST + 1]; /* ended by a NUL; there may be others in it */
    size_t length;
    bool too_long;
    int error; /* errno of a read that failed */
};

/* The next line, without its end; false at the end of the input, or when a signal has ended it. */
bool next_line(struct lines *lines);

struct talk {
    struct draft *draft;
    struct lines *lines;
    struct catasta_sink out;
    bool protocol;
    bool brief;    /* positions are read out only when asked for */
    bool declined; /* nobody wants the game in a file that somebody else has changed */
    bool asks;     /* whether the game is to go into that file all the same */
    bool over;
    bool fine;      /* .out takes everything */
    bool no_memory; /* somewhere on the way */
    struct growing answer;
};

/* Talks until the end. */
void talk_protocol(struct talk *talk);
void talk_plain(struct talk *talk);

/* One line of either, a command with its arguments: false with .id and .message of the draft. */
bool talk_command(struct talk *talk, const char *line, size_t length);

/* Adds to the answer: the turn at .node, the position, and who is to move. */
void tell_turn(struct talk *talk);
void tell_page(struct talk *talk, enum catasta_page page);
void tell_board(struct talk *talk, const char *form);

/* What is wrong, and the proposals. */
void tell_fault(struct talk *talk);

/* The row of a command. */
struct talk_row {
    const char *name;
    const char *arguments;
    const char *help;
    bool (*run)(struct talk *talk, const char *text, size_t length);
    bool changes; /* the game */
    bool moves;   /* ... or the place in it */
};
extern const struct talk_row talk_rows[]; /* ended by a NULL name */

#endif
