/* SPDX-License-Identifier: MIT */
/* The memory of the module grows by an eighth, in the place of wasi-libc's 64 KiB: an engine takes all of it for new
   whenever it grows, and clears away what it can, which makes thousands of kept games take quadratic time. */
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

enum { PAGE_SIZE = 65536 };

/* Of whole pages, as malloc asks for them. */
void *sbrk(intptr_t more)
{
    static uintptr_t end;
    uintptr_t size = __builtin_wasm_memory_size(0);
    uintptr_t begin = end == 0 ? size * PAGE_SIZE : end;
    uintptr_t wanted = (begin + (uintptr_t)more + PAGE_SIZE - 1) / PAGE_SIZE;
    if (wanted > size && __builtin_wasm_memory_grow(0, wanted - size + size / 8) == SIZE_MAX &&
        __builtin_wasm_memory_grow(0, wanted - size) == SIZE_MAX) {
        errno = ENOMEM;
        return (void *)-1; /* NOLINT(performance-no-int-to-ptr) */
    }
    end = begin + (uintptr_t)more;
    return (void *)begin; /* NOLINT(performance-no-int-to-ptr) */
}
