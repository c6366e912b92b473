/* What the files of this module share among themselves; nobody else includes this. */
#ifndef CATASTA_RECORD_RECORD_PARTS_H
#define CATASTA_RECORD_RECORD_PARTS_H

#include "record/record.h"

/* A new item at the end of the open line; NULL when out of memory. */
struct item *add_item(struct record *record, enum item_kind kind, struct span span);

/* The last one of the open line, NULL when it has none. */
struct item *last_item(struct record *record);

/* Reads digits; *COUNT stops at LIMIT.  Returns what follows them. */
const char *take_count(const char *at, uint32_t limit, uint32_t *count);

#endif
