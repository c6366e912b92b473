/* SPDX-License-Identifier: MIT */
/* Files into tasks, and what was found in them to the writer, in order. */
#include "library/checking.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Small files go to a worker together, while they are few and their bytes not more than a part. */
enum { SHARE_BYTES = 1024 * 1024, SHARE_HEAD = 64, SHARES_MOST = 1024 };
enum { FILES_MOST = 16, MUCH_TEXT = 128 * 1024, MUCH_WAITING = 1024 * 1024, MUCH_BULK = 8 * MUCH_WAITING };

static void sum_tally(struct catasta_tally *sum, const struct catasta_tally *part)
{
    struct catasta_tally all;
    struct catasta_tally more;
    TAKE(all, sum);
    TAKE(more, part);
    all.games += more.games;
    all.illegal += more.illegal;
    all.plies += more.plies;
    all.errors += more.errors;
    all.cascaded += more.cascaded;
    all.warnings += more.warnings;
    all.notes += more.notes;
    all.expected += more.expected;
    all.known += more.known;
    GIVE(sum, all);
}

/* Planning. */

/* What is left to be read of a regular FILE; UINT64_MAX: it is none, and 0 where it cannot be looked at. */
static uint64_t size_of(const struct catasta_file *file)
{
    struct stat status;
    if ((file->fd >= 0 ? fstat(file->fd, &status) : stat(file->name, &status)) != 0)
        return 0;
    off_t at = file->fd >= 0 ? lseek(file->fd, 0, SEEK_CUR) : 0;
    return !S_ISREG(status.st_mode) ? UINT64_MAX : at < 0 || at > status.st_size ? 0 : (uint64_t)(status.st_size - at);
}

/* Whether the open file FD, that stays where it is, is compressed from there on. */
static bool holds_compressed(int fd, off_t base)
{
    char head[PACKED_HEAD];
    ssize_t length = pread(fd, head, sizeof head, base);
    return length > 0 && is_compressed(head, (size_t)length);
}

/* No more shares are planned of the file. */
static void end_shares(struct pool *pool)
{
    pool->share = pool->shares = 0;
    pool->next++;
}

/* How many shares the next file has, if it is opened by its path and that is worth it, or if nothing is known of it; 0:
   it is read otherwise. */
static unsigned shares_of(const struct pool *pool, uint64_t size)
{
    const struct catasta_file *file = &pool->files[pool->next];
    char head[SHARE_HEAD];
    if (pool->jobs == 1 || size < 2 * PART_BYTES || size == UINT64_MAX || file->fd >= 0)
        return 0;
    int fd = open(file->name, O_RDONLY);
    ssize_t length = fd < 0 ? 0 : pread(fd, head, sizeof head, 0);
    if (fd >= 0)
        close(fd);
    if (length < 0 || fd < 0)
        return 1;
    bool shared = session_opens_path(pool->session, file->name, (struct slice){head, (size_t)length});
    uint64_t shares = size / SHARE_BYTES;
    return !shared ? 0 : shares == 0 ? 1 : shares < SHARES_MOST ? (unsigned)shares : SHARES_MOST;
}

static bool plan_share(struct pool *pool, struct task *task)
{
    task->file = pool->next;
    task->count = 1;
    task->share = pool->share++;
    task->shares = pool->shares;
    if (pool->share == pool->shares)
        end_shares(pool);
    return true;
}

/* Opens the next file to be read in parts, if that is worth it.  The bytes of a regular one are claimed at once, so
   that what is open under another name, too, is read on after them. */
static struct parts *open_parts(struct pool *pool, uint64_t size)
{
    const struct catasta_file *file = &pool->files[pool->next];
    bool stream = size == UINT64_MAX;
    if (pool->jobs == 1 || size < 2 * PART_BYTES || session_takes_document(pool->session, file->name) ||
        (stream && pool->check->errors_most > 0))
        return NULL;
    int fd = file->fd >= 0 ? file->fd : open(file->name, O_RDONLY);
    off_t base = fd < 0 || stream ? 0 : lseek(fd, 0, SEEK_CUR);
    bool compressed = fd >= 0 && !stream && holds_compressed(fd, base);
    bool refused = fd < 0 || (compressed && pool->check->errors_most > 0);
    struct parts *parts =
        refused ? NULL : parts_new(pool, fd, file->fd < 0, (uint64_t)base, compressed ? UINT64_MAX : size);
    if (parts != NULL && !stream && !compressed)
        lseek(fd, 0, SEEK_END);
    if (parts == NULL && fd >= 0 && file->fd < 0)
        close(fd);
    return parts;
}

/* No more parts are planned of the file. */
static void end_parts(struct pool *pool)
{
    parts_drop(pool->parts, NULL);
    pool->parts = NULL;
    pool->next++;
}

static bool plan_part(struct pool *pool, struct task *task)
{
    task->file = pool->next;
    if (!parts_plan(pool->parts, task)) {
        end_parts(pool);
        return false;
    }
    task->alone = pool->jobs == 1;
    return true;
}

/* Nothing else is under way while a stream is read, or what somebody else has opened: there may be more of the same
   after it. */
static bool plan_files(struct pool *pool, struct task *task)
{
    uint64_t bytes = 0;
    task->file = pool->next;
    for (; pool->next < pool->file_count && task->count < FILES_MOST && !task->alone; pool->next++) {
        const struct catasta_file *file = &pool->files[pool->next];
        uint64_t size = size_of(file);
        bool waits = file->fd >= 0 || size == UINT64_MAX;
        bool alone = waits || bytes + size > PART_BYTES;
        if ((task->count > 0 && alone) || (waits && pool->written < pool->planned))
            break;
        pool->shares = shares_of(pool, size);
        if (pool->shares > 0)
            return plan_share(pool, task);
        pool->parts = open_parts(pool, size);
        if (pool->parts != NULL)
            return plan_part(pool, task);
        task->alone = waits || pool->jobs == 1;
        task->count++;
        bytes += size;
    }
    return task->count > 0;
}

bool pool_plan_task(struct pool *pool, struct task *task)
{
    const struct findings findings = task->findings;
    *task = (struct task){.findings = findings};
    if (pool->shares > 0)
        return plan_share(pool, task);
    if (pool->parts != NULL && plan_part(pool, task))
        return true;
    return plan_files(pool, task);
}

/* Writing. */

static void tell_rulesets(struct pool *pool, struct slice names)
{
    struct slice name;
    while (slice_split(&names, '\n', &name) && name.length > 0)
        if (!report_unusable(pool->session, name, pool->writer))
            pool->error = ENOMEM;
}

static void set_pool_position(struct pool *pool, size_t file, uint64_t position)
{
    pthread_mutex_lock(&pool->lock);
    pool->file = file;
    pool->position = position;
    pthread_mutex_unlock(&pool->lock);
}

/* The file is done, or will not be. */
static void end_file_of_check(struct pool *pool, const struct found *found)
{
    const struct catasta_check *check = pool->check;
    pool->error = pool->error != 0 ? pool->error : found->error;
    if (check->done != NULL)
        check->done(check->context, pool->file, found->unopened ? NULL : &pool->found, found->error);
    pool->found = (struct catasta_tally){.size = sizeof pool->found};
    pool->begun = false;
    pool->passed = 0;
    if (pool->parts != NULL && pool->next == pool->file)
        end_parts(pool);
    if (pool->shares > 0 && pool->next == pool->file)
        end_shares(pool);
    set_pool_position(pool, pool->file + 1, 0);
}

static bool begin_file(struct pool *pool)
{
    const struct format *format = pool->writer->format;
    bool began =
        pool->begun || format->file == NULL || format->file(&pool->writer->document, pool->files[pool->file].name);
    pool->begun = true;
    return began;
}

static bool check_goes_on(const struct pool *pool)
{
    return !pool->refused && !pool->stopped;
}

/* Does not count what was not written because as many errors were found as are wanted. */
static void leave_out_of_tally(struct catasta_tally *tally, const struct catasta_tally *left_out)
{
    tally->errors -= left_out->errors;
    tally->cascaded -= left_out->cascaded;
    tally->warnings -= left_out->warnings;
    tally->notes -= left_out->notes;
}

/* Of FINDINGS what belongs to FOUND, which begins where BEFORE ends. */
static void take_found(
    struct pool *pool, const struct findings *findings, const struct found *before, struct found *found)
{
    const struct catasta_check *check = pool->check;
    const char *names = text_slice(&findings->unusable).at;
    uint64_t games = pool->found.games + pool->passed;
    if (!found->unopened && !begin_file(pool))
        found->error = ENOMEM;
    tell_rulesets(pool, (struct slice){names + before->unusable, found->unusable - before->unusable});
    pool->session->run_flags |= found->run_flags;
    pool->refused = !writer_give(pool->writer, &findings->product, before->end, found->end, games);
    pool->passed += found->passed;
    leave_out_of_tally(&found->tally, &pool->writer->left_out);
    pool->stopped = check->errors_most > 0 &&
        (pool->tally.errors + found->tally.errors >= check->errors_most ||
            (pool->writer->format->marked && pool->writer->errors_left == 0));
    sum_tally(&pool->found, &found->tally);
    sum_tally(&pool->tally, &found->tally);
    pool->bytes += found->bytes;
    if (check->progress != NULL)
        check->progress(check->context, pool->bytes);
    if (found->ends || found->error != 0 || pool->stopped)
        end_file_of_check(pool, found);
}

bool pool_take_findings(struct pool *pool, struct task *task)
{
    struct findings *findings = &task->findings;
    struct found none = {0};
    const struct found *before = &none;
    while (pool->file < task->file)
        end_file_of_check(pool, &none); /* it shrank while it was read */
    task->dropped = is_void(pool, task);
    for (size_t i = 0; i < findings->count && check_goes_on(pool) && !task->dropped; i++) {
        struct found *found = &findings->list[i];
        take_found(pool, findings, before, found);
        before = found;
    }
    if (!is_void(pool, task))
        set_pool_position(pool, pool->file, task->end);
    findings->count = 0;
    product_clear(&findings->product);
    text_clear(&findings->unusable);
    return check_goes_on(pool);
}

bool catasta_check_files(catasta_session *session, const struct catasta_file *files, size_t count,
    const struct catasta_check *check, catasta_writer *writer, struct catasta_tally *tally)
{
    struct catasta_check full;
    TAKE(full, check);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = full.known != NULL ? 1 : full.jobs != 0 ? full.jobs : processors > 0 ? (unsigned)processors : 1;
    struct pool pool = {.check = &full,
        .files = files,
        .file_count = count,
        .session = session,
        .writer = writer,
        .much = jobs == 1           ? MUCH_TEXT
            : writer->format->bulky ? MUCH_BULK
                                    : MUCH_WAITING,
        .found.size = sizeof pool.found,
        .tally.size = sizeof pool.tally};
    writer->errors_left = full.errors_most;
    writer->left_out = (struct catasta_tally){.size = sizeof writer->left_out};
    if (writer->format->keeps != KEEP_NOTHING && !writer->format->data && !writer->format->marked)
        return false;
    if (!pool_open(&pool, jobs))
        pool.error = ENOMEM;
    else
        pool_run(&pool);
    pool_close(&pool);
    sum_tally(tally, &pool.tally);
    writer->errors_left = 0;
    return pool.error == 0 && !pool.refused;
}
