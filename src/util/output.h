/* SPDX-License-Identifier: MIT */
/* Standard output, which is checked, and standard error, as sinks and by words.  What goes to a terminal is escaped. */
#ifndef CATASTA_UTIL_OUTPUT_H
#define CATASTA_UTIL_OUTPUT_H

#include "catasta.h"

/* Standard output and standard error as sinks, and standard error for what the library says is
   wrong with the run, a write each: "catasta: " goes before it, unless it begins with its place
   in a file. */
extern const struct catasta_sink output_sink;
extern const struct catasta_sink error_sink;
extern const struct catasta_sink complaint_sink;

/* To be called first of all: looks at what standard input, output and error are. */
void begin_output(void);

/* Whether colours may go to a terminal; other control characters never do. */
void allow_colours(bool in_output, bool in_errors);

bool is_terminal(void);        /* whether standard output is one */
unsigned terminal_width(void); /* its columns, 0: not a terminal, or unknown */
bool output_failed(void);      /* flushes it */

/* From now on what goes to standard error is held back, or, with HELD false, is written. */
void hold_errors(bool held);

/* To standard output: the text of a manual page, through a pager on a terminal. */
void show_manual(const char *text);

/* To standard output: what is known to be short; and a name that somebody chose, escaped in
   files and pipes, too, since it is part of a line. */
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_name(const char *name);

/* To standard error, which is a terminal: a line over the one before; NULL takes it away, as all does that is written
   to a terminal. */
void print_progress(const char *text);

/* Standard output becomes the file at PATH; a status after complaining. */
int redirect_output(const char *path);

/* Complains that memory ran out, unless output or messages failed: that is reported at the end.
   Returns CATASTA_FAILED. */
int complain_lost(void);

/* Ends standard output; a failure is said once and makes STATUS 2.  With status 2 there is no
   file of redirect_output, or the one that was there before. */
int finish_output(int status);

/* A line on standard error, "catasta: …", about what is not a failure. */
void mention(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same, about why the run fails.  Returns CATASTA_FAILED. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The worse of two exit statuses. */
static inline int worse(int a, int b)
{
    return a > b ? a : b;
}

#endif
