/* Names reduced to what is the same in spellings that differ by accents, case or blanks;
   strokes through letters are as good as accents. */
#ifndef CATASTA_BASE_FOLD_H
#define CATASTA_BASE_FOLD_H

#include "base/arena.h"

/* In ARENA; as NAME is where it is no UTF-8, or nothing would be left of it.  At NULL when
   out of memory. */
struct slice fold_name(struct slice name, struct arena *arena);

#endif
