/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *reason_of_failure(struct arena *arena, int error)
{
    char words[128];
    if (strerror_r(error, words, sizeof words) != 0)
        return "it cannot be read";
    struct slice kept = arena_copy(arena, slice_of(words));
    return kept.at == NULL ? "" : kept.at;
}

/* As many bytes as there are, up to SIZE; -1 on an error. */
static ssize_t read_up_to(int descriptor, char *bytes, size_t size)
{
    size_t have = 0;
    for (ssize_t count = 1; have < size && count != 0; have += count > 0 ? (size_t)count : 0) {
        count = read(descriptor, bytes + have, size - have);
        if (count < 0 && errno != EINTR)
            return -1;
    }
    return (ssize_t)have;
}

static enum file_result read_open(struct arena *arena, int descriptor, struct slice *bytes, const char **why)
{
    struct stat status;
    if (fstat(descriptor, &status) != 0) {
        *why = reason_of_failure(arena, errno);
        return FILE_REFUSED;
    }
    if (!S_ISREG(status.st_mode)) {
        *why = S_ISDIR(status.st_mode) ? "it is a directory, expected a file"
                                       : "it is a special file, expected a regular one";
        return FILE_REFUSED;
    }
    if (status.st_size > MOST_BYTES)
        return FILE_TOO_LARGE;
    /* One byte more than there should be shows a file that grows meanwhile. */
    size_t room = (size_t)status.st_size + 1;
    char *memory = arena_alloc(arena, room);
    ssize_t count = memory == NULL ? 0 : read_up_to(descriptor, memory, room);
    *why = count < 0 ? reason_of_failure(arena, errno) : "its content is longer than the system reports";
    *bytes = (struct slice){memory, count < 0 ? 0 : (size_t)count};
    return memory == NULL || count < 0 || (size_t)count == room ? FILE_REFUSED : FILE_READ;
}

enum file_result file_read(struct arena *arena, const char *path, struct slice *bytes, const char **why)
{
    /* Not to wait for the writer of a pipe. */
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        int error = errno;
        *why = reason_of_failure(arena, error);
        return error == ENOENT || error == ENOTDIR ? FILE_ABSENT : FILE_REFUSED;
    }
    enum file_result result = read_open(arena, descriptor, bytes, why);
    close(descriptor);
    return result;
}
