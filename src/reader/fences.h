/* SPDX-License-Identifier: MIT */
/* Fences of Markdown: lines of ``` or ~~~ around what is code, and not prose. */
#ifndef CATASTA_READER_FENCES_H
#define CATASTA_READER_FENCES_H

#include "base/slice.h"

/* What is inside a fence, and where the line after it begins, as offsets. */
struct fence {
    size_t begin;
    size_t end;
    size_t next;
};

/* The first fence in TEXT from a line that begins at AT on; one that is not closed goes to the end.  False when there
   is none.  Before a fence there may be spaces, and signs of quotes and lists.  Those that name another language are
   passed over. */
bool fence_find(struct slice text, size_t at, struct fence *fence);

#endif
