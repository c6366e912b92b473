/* SPDX-License-Identifier: MIT */
#include "ruleset/ruleset_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct kept_file {
    const char *path;
    struct slice bytes;
    const struct kept_file *next;
};

struct ruleset_files {
    atomic_uint holders;
    pthread_mutex_t lock; /* held while a file is read, too, so that no other thread reads it again */
    struct arena arena;
    const struct kept_file *first;
};

struct ruleset_files *ruleset_files_new(void)
{
    struct ruleset_files *files = memory_new(sizeof *files);
    if (files == NULL)
        return NULL;
    files->holders = 1;
    pthread_mutex_init(&files->lock, NULL);
    arena_init(&files->arena, 0);
    return files;
}

struct ruleset_files *ruleset_files_hold(struct ruleset_files *files)
{
    atomic_fetch_add(&files->holders, 1);
    return files;
}

void ruleset_files_drop(struct ruleset_files *files)
{
    if (files == NULL || atomic_fetch_sub(&files->holders, 1) > 1)
        return;
    pthread_mutex_destroy(&files->lock);
    arena_release(&files->arena);
    free(files);
}

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

static enum file_result read_path(struct arena *arena, const char *path, struct slice *bytes, const char **why)
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

/* Only what was read is kept, so that memory does not grow with names that records make up. */
static void keep_file(struct ruleset_files *files, const char *path, struct slice bytes)
{
    struct kept_file *file = arena_alloc(&files->arena, sizeof *file);
    struct slice name = arena_copy(&files->arena, slice_of(path));
    struct slice copy = arena_copy(&files->arena, bytes);
    if (file == NULL || name.at == NULL || copy.at == NULL)
        return;
    *file = (struct kept_file){name.at, copy, files->first};
    files->first = file;
}

enum file_result file_read(
    struct ruleset_files *files, struct arena *arena, const char *path, struct slice *bytes, const char **why)
{
    if (files == NULL)
        return read_path(arena, path, bytes, why);
    pthread_mutex_lock(&files->lock);
    const struct kept_file *file = files->first;
    while (file != NULL && strcmp(file->path, path) != 0)
        file = file->next;
    enum file_result result;
    if (file != NULL) {
        *bytes = arena_copy(arena, file->bytes);
        *why = "out of memory";
        result = bytes->at == NULL ? FILE_REFUSED : FILE_READ;
    } else if ((result = read_path(arena, path, bytes, why)) == FILE_READ) {
        keep_file(files, path, *bytes);
    }
    pthread_mutex_unlock(&files->lock);
    return result;
}
