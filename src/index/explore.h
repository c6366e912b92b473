/* SPDX-License-Identifier: MIT */
/* Indexes of archives: making one, and asking it what was played in a position. */
#ifndef CATASTA_INDEX_EXPLORE_H
#define CATASTA_INDEX_EXPLORE_H

#include "util/reading.h"

/* Of the tables of an index: one of another version is made anew. */
enum { INDEX_VERSION = 2 };

/* Makes the index at PATH, or adds to it, from the files of READING, or those it has; a status after complaining. */
int make_index(const struct reading *reading, const char *path);

struct explore_options {
    const struct reading *reading; /* its file is the index */
    const char *position;          /* as text; NULL: the start */
    const char *format;            /* text, json, jsonl, sgn or html */
    enum catasta_theme theme;      /* of a page */
    long most;                     /* turns and games that are written, 0: all; -1: as many as one looks at */
};

/* To standard output what was played in the position; a status after complaining, CATASTA_WRONG if no game has it. */
int explore_index(const struct explore_options *options);

#endif
