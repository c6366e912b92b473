/* SPDX-License-Identifier: MIT */
/* Lists that grow while a text is read. */
#ifndef CATASTA_CONVERT_LIST_H
#define CATASTA_CONVERT_LIST_H

#include <stddef.h>
#include <stdlib.h>

struct list {
    void *at;
    size_t count;
    size_t capacity;
};

/* Room for COUNT more of SIZE bytes; NULL, with the list as it was: out of memory. */
static inline void *list_grow(struct list *list, size_t count, size_t size)
{
    if (list->at == NULL || list->count + count > list->capacity) {
        const size_t capacity = 2 * (list->count + count) + 64;
        void *at = realloc(list->at, capacity * size);
        if (at == NULL)
            return NULL;
        list->at = at;
        list->capacity = capacity;
    }
    void *last = (char *)list->at + list->count * size;
    list->count += count;
    return last;
}

#endif
