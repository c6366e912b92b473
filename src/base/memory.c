/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdlib.h>

/* In static storage also where the library is loaded late, since other storage would be
   allocated at the first use. */
static _Thread_local unsigned failures __attribute__((tls_model("initial-exec")));

unsigned memory_failures(void)
{
    return failures;
}

void memory_count_failure(void)
{
    failures++;
}

static void *count_if_null(void *memory)
{
    failures += memory == NULL;
    return memory;
}

void *memory_new(size_t size)
{
    return count_if_null(calloc(1, size));
}

void *memory_resize(void *memory, size_t size)
{
    return count_if_null(realloc(memory, size));
}
