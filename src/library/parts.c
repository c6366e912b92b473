/* SPDX-License-Identifier: MIT */
/* A file in parts.  Each worker reads its part of a regular one, at its place.  Of a stream what was read last is kept
   in a ring, since it takes more than a part to read one: the next one up to its first cut, and further where that was
   not a place to cut at. */
#include "library/checking.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct parts {
    struct pool *pool;
    int fd;
    struct compressed_file file; /* of a stream */
    bool ours;                   /* to be closed */
    uint64_t base;
    uint64_t size; /* UINT64_MAX: not known yet */
    uint64_t next; /* where the next one begins */
    uint64_t planned;
    size_t holders;   /* who plans them, and tasks that are not written */
    uint32_t lines;   /* that were counted */
    uint64_t counted; /* parts of a regular file in which they were */

    /* Of a stream. */
    char *ring;           /* NULL: it is none */
    size_t room;          /* of the ring, in bytes */
    uint64_t low;         /* what is before this part is not wanted any more */
    pthread_mutex_t lock; /* of what follows, and of reading */
    uint64_t filled;      /* bytes, since the beginning */
    uint32_t *before;     /* lines before each part in the ring */
    bool returned;        /* the last byte is a CR */
    atomic_bool ended;
    int error;
};

static ssize_t read_regular(void *context, char *bytes, size_t length, uint64_t offset)
{
    const struct task *task = context;
    return pread(task->parts->fd, bytes, length, (off_t)(task->parts->base + offset));
}

/* A part goes on after its cut only where it is known not to be void: what that one reads has no bounds. */
static bool may_read_past_cut(void *context)
{
    const struct task *task = context;
    struct pool *pool = task->parts->pool;
    pthread_mutex_lock(&pool->lock);
    while (!is_oldest(pool, task) && !pool->over)
        pthread_cond_wait(&pool->changed, &pool->lock);
    bool wanted = !pool->over && !is_void(pool, task);
    pthread_mutex_unlock(&pool->lock);
    return wanted;
}

/* Waits until PART may be read: what is before .low is overwritten by it.  A part that the oldest task reads after its
   own is two after the first that another task can still begin with. */
static bool wait_for_room(struct parts *parts, const struct task *task, uint64_t part)
{
    struct pool *pool = parts->pool;
    uint64_t room = parts->room / PART_BYTES;
    pthread_mutex_lock(&pool->lock);
    while (!is_oldest(pool, task) && part >= parts->low + room && !pool->over)
        pthread_cond_wait(&pool->changed, &pool->lock);
    if (is_oldest(pool, task) && part > parts->low + 2) {
        parts->low = part - 2;
        pthread_cond_broadcast(&pool->changed);
    }
    bool wanted = part < parts->low + room;
    pthread_mutex_unlock(&pool->lock);
    return wanted;
}

/* Reads the next part of a stream.  Its lines are counted at once: it may be gone before anybody begins with it. */
static void fill_part(struct parts *parts)
{
    size_t length = 0;
    char *at = parts->ring + parts->filled % parts->room;
    bool ended = false;
    while (length < PART_BYTES && !ended) {
        ssize_t got = compressed_file_read(&parts->file, at + length, PART_BYTES - length);
        if (got < 0 && errno != EINTR)
            parts->error = errno;
        ended = got == 0 || parts->error != 0;
        length += got > 0 ? (size_t)got : 0;
    }
    parts->lines += parts->returned && (length == 0 || *at != '\n');
    parts->before[parts->filled % parts->room / PART_BYTES] = parts->lines;
    parts->lines += count_lines((struct slice){at, length}, '\n');
    parts->returned = length > 0 && at[length - 1] == '\r';
    parts->filled += length;
    parts->ended = ended;
}

static ssize_t read_stream(void *context, char *bytes, size_t length, uint64_t offset)
{
    struct task *task = context;
    struct parts *parts = task->parts;
    if (!wait_for_room(parts, task, offset / PART_BYTES))
        return 0;
    pthread_mutex_lock(&parts->lock);
    while (parts->filled <= offset && !parts->ended)
        fill_part(parts);
    bool gone = offset + parts->room < parts->filled;
    size_t there = gone || offset >= parts->filled ? 0 : (size_t)(parts->filled - offset);
    size_t whole = PART_BYTES - (size_t)(offset % PART_BYTES);
    length = length < there ? length : there;
    length = length < whole ? length : whole;
    memcpy(bytes, parts->ring + offset % parts->room, length);
    errno = there == 0 && !gone ? parts->error : 0;
    pthread_mutex_unlock(&parts->lock);
    return errno != 0 ? -1 : (ssize_t)length;
}

struct parts *parts_new(struct pool *pool, int fd, bool ours, uint64_t base, uint64_t size)
{
    struct parts *parts = memory_new(sizeof *parts);
    if (parts == NULL)
        return NULL;
    parts->pool = pool;
    parts->fd = fd;
    parts->file = compressed_file_of(fd);
    parts->ours = ours;
    parts->holders = 1;
    parts->base = base;
    parts->size = size;
    pthread_mutex_init(&parts->lock, NULL);
    if (size != UINT64_MAX)
        return parts;
    parts->room = (pool->ring + 4) * PART_BYTES;
    parts->ring = memory_new(parts->room);
    parts->before = memory_new((pool->ring + 4) * sizeof *parts->before);
    if (parts->ring != NULL && parts->before != NULL)
        return parts;
    parts->ours = false;
    parts_drop(parts, NULL);
    return NULL;
}

bool parts_plan(struct parts *parts, struct task *task)
{
    if (parts->ring != NULL && parts->ended)
        parts->size = (parts->filled / PART_BYTES + 1) * PART_BYTES;
    if (parts->next >= parts->size)
        return false;
    parts->holders++;
    task->part = parts->planned++;
    task->parts = parts;
    task->source = (struct source){parts->ring == NULL ? read_regular : read_stream, may_read_past_cut, task};
    task->from = parts->next;
    task->until = parts->next = part_begin_after(task->from);
    task->last = task->until >= parts->size;
    return true;
}

/* Lines of a regular file are counted by those who have its parts, in their order: each waits for those before it, who
   have nothing to do before they count. */
static uint32_t add_lines(struct parts *parts, uint64_t part, uint32_t lines)
{
    struct pool *pool = parts->pool;
    pthread_mutex_lock(&pool->lock);
    while (parts->counted < part && !pool->over)
        pthread_cond_wait(&pool->changed, &pool->lock);
    uint32_t before = parts->lines;
    parts->lines += lines;
    parts->counted++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return before;
}

static uint32_t lines_before(struct parts *parts, uint64_t part)
{
    pthread_mutex_lock(&parts->lock);
    uint32_t before = parts->before[part % (parts->room / PART_BYTES)];
    pthread_mutex_unlock(&parts->lock);
    return before;
}

enum read_status parts_read(struct parts *parts, struct task *task, struct reader *reader)
{
    uint32_t lines;
    enum read_status status = reader_open_part(reader, &task->source, task->from, task->until, task->last, &lines);
    reader->place.line += parts->ring == NULL ? add_lines(parts, task->part, lines) : lines_before(parts, task->part);
    return status;
}

void parts_drop(struct parts *parts, const struct task *task)
{
    struct pool *pool = parts->pool;
    if (task != NULL) {
        pthread_mutex_lock(&pool->lock);
        parts->low = parts->low > task->part ? parts->low : task->part + 1;
        pthread_mutex_unlock(&pool->lock);
    }
    if (--parts->holders > 0)
        return;
    compressed_file_release(&parts->file);
    if (parts->ours)
        close(parts->fd);
    pthread_mutex_destroy(&parts->lock);
    free(parts->ring);
    free(parts->before);
    free(parts);
}
