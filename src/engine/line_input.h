/* SPDX-License-Identifier: MIT */
/* Lines that another program writes, which may be anything: of limited length, and waited for until a deadline. */
#ifndef CATASTA_ENGINE_LINE_INPUT_H
#define CATASTA_ENGINE_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LINE_BYTES = 1 << 20 };

struct line_input {
    int fd;
    char *bytes; /* allocated, LINE_BYTES and a NUL */
    size_t begin;
    size_t end;
    size_t looked;  /* from .begin on there is no newline before it */
    uint64_t taken; /* bytes read in all */
    bool skipping;  /* what is left of a line that is too long */
    bool ended;     /* no more bytes will come */
    int error;      /* since reading failed: an errno value */
};

/* False when out of memory.  To be closed either way, which leaves the descriptor open. */
bool line_input_open(struct line_input *input, int fd);
void line_input_close(struct line_input *input);

/* Takes the next line of what was read, without its end and ended by NUL, with its length: there may be other NULs in
   it.  What is left at the end of the input is a line, too. */
enum line_found { LINE_TAKEN, LINE_TOO_LONG, LINE_INCOMPLETE, LINE_ENDED };
enum line_found line_input_take(struct line_input *input, char **line, size_t *length);

/* Reads what is there, once; poll has said that there is something, or the descriptor does not block. */
void line_input_fill(struct line_input *input);

/* Whether one of the lines that were read and not taken is WORD. */
bool line_input_holds(const struct line_input *input, const char *word);

/* Milliseconds of a clock that only goes forward. */
int64_t clock_now(void);

/* What to give to poll for DEADLINE, in milliseconds of that clock; negative: never. */
int clock_left(int64_t deadline);

/* The next word of *REST, ended by NUL, which is taken off with the spaces around it; "" after the last. */
char *next_word(char **rest);

#endif
