/* Checking a file in several threads.

       file ──> [chunk][chunk][chunk]…   cut before a tag after an empty line
                   │      │      │
                workers, each with its own session
                   │      │      │
                findings, written out in the order of the file

   A cut is a guess: a comment may hold an empty line and a bracket.  Whoever judges
   a chunk sees whether its last game would have ended there anyway; if not, what
   follows is thrown away, and the file is read on from that chunk in order. */
#include "library/check_file.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { CHUNK_BYTES = 1024 * 1024, JOBS_MOST = 64, CHUNKS_A_JOB = 3 };

struct chunk {
    struct text bytes;
    uint32_t line;
    bool first;
    bool last;
    bool done;
    bool cut;     /* after its last byte; else the file was read to its end, or nowhere */
    bool settled; /* the cut was right */
    struct findings findings;
};

struct pool {
    struct checking *checking;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct chunk chunks[JOBS_MOST * CHUNKS_A_JOB]; /* a ring */
    size_t ring;
    size_t taken; /* out of the ring since the beginning: written out */
    size_t given; /* to workers */
    size_t filled;
    bool over; /* no more chunks will come */
    unsigned workers;
    pthread_t threads[JOBS_MOST];
    struct catasta_session *sessions[JOBS_MOST];
};

/* Workers. */

static void judge_chunk(struct catasta_session *session, struct checking *checking, struct chunk *chunk)
{
    struct reader reader;
    if (!reader_open_at(&reader, text_slice(&chunk->bytes), -1, chunk->first, chunk->line)) {
        chunk->findings.error = ENOMEM;
        return;
    }
    judge_games(session, &reader, checking, false, &chunk->findings);
    chunk->settled = chunk->last || (chunk->cut && reader_settled(&reader));
    reader_close(&reader);
}

static void *work(void *argument)
{
    struct catasta_session *session = *(struct catasta_session **)argument;
    struct pool *pool = session->pool;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->given == pool->filled && !pool->over)
            pthread_cond_wait(&pool->changed, &pool->lock);
        if (pool->given == pool->filled)
            break;
        struct chunk *chunk = &pool->chunks[pool->given++ % pool->ring];
        pthread_mutex_unlock(&pool->lock);
        judge_chunk(session, pool->checking, chunk);
        pthread_mutex_lock(&pool->lock);
        chunk->done = true;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void start_workers(struct pool *pool, unsigned jobs)
{
    const struct catasta_session *session = pool->checking->session;
    static const struct catasta_sink nowhere = {NULL, NULL};
    for (unsigned i = 0; i < jobs; i++) {
        struct catasta_session **own = &pool->sessions[pool->workers];
        *own = catasta_session_new(&session->options, &nowhere);
        if (*own == NULL)
            return;
        (*own)->pool = pool;
        if (pthread_create(&pool->threads[pool->workers], NULL, work, own) != 0) {
            catasta_session_free(*own);
            return;
        }
        pool->workers++;
    }
}

static void stop_workers(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->over = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->workers; i++) {
        pthread_join(pool->threads[i], NULL);
        catasta_session_free(pool->sessions[i]);
    }
}

/* Cutting. */

/* Where a game probably begins: after the last empty line that a tag follows;
   0 when there is none. */
static size_t find_cut(struct slice bytes)
{
    for (size_t i = bytes.length; i > 2; i--) {
        if (bytes.at[i - 1] != '[' || bytes.at[i - 2] != '\n')
            continue;
        size_t before = bytes.at[i - 3] == '\r' && i > 3 ? i - 4 : i - 3;
        if (bytes.at[before] == '\n')
            return i - 1;
    }
    return 0;
}

/* Reads LENGTH more bytes into TEXT; *AT_END when there are no more. */
static bool read_bytes(int fd, size_t length, struct text *text, bool *at_end, int *error)
{
    char block[65536];
    while (length > 0) {
        ssize_t got = read(fd, block, length < sizeof block ? length : sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            *error = errno;
            return false;
        }
        *at_end = got == 0;
        if (got == 0)
            return true;
        text_add(text, (struct slice){block, (size_t)got});
        if (text->failed) {
            *error = ENOMEM;
            return false;
        }
        length -= (size_t)got;
    }
    return true;
}

/* Fills CHUNK with what was left over and more of the file, up to a cut; what is
   after it is left over.  Without a cut the chunk grows. */
static bool fill_chunk(int fd, struct text *left, struct chunk *chunk, int *error)
{
    struct text *bytes = &chunk->bytes;
    size_t cut = 0;
    text_clear(bytes);
    text_add(bytes, text_slice(left));
    text_clear(left);
    while (cut == 0 && !chunk->last && bytes->length < RECORD_BYTES) {
        if (!read_bytes(fd, bytes->length > CHUNK_BYTES ? bytes->length : CHUNK_BYTES, bytes, &chunk->last, error))
            return false;
        cut = chunk->last ? 0 : find_cut(text_slice(bytes));
    }
    chunk->cut = cut > 0;
    if (chunk->cut) {
        text_add(left, (struct slice){bytes->bytes + cut, bytes->length - cut});
        bytes->length = cut;
    }
    return !left->failed;
}

/* Taking chunks back in order. */

static struct chunk *wait_for_oldest(struct pool *pool)
{
    struct chunk *chunk = &pool->chunks[pool->taken % pool->ring];
    pthread_mutex_lock(&pool->lock);
    while (!chunk->done)
        pthread_cond_wait(&pool->changed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return chunk;
}

/* Writes the oldest chunk out.  False when it must be read again in order, or on
   failure, which is in *ERROR or .refused. */
static bool merge_oldest(struct pool *pool, int *error)
{
    struct checking *checking = pool->checking;
    struct chunk *chunk = wait_for_oldest(pool);
    *error = chunk->findings.error;
    if (*error != 0 || !chunk->settled)
        return false;
    checking->bytes += chunk->bytes.length;
    if (!take_findings(checking, &chunk->findings))
        return false;
    pool->taken++;
    return true;
}

static bool queue_chunk(struct pool *pool, int fd, struct text *left, uint32_t *line, int *error)
{
    struct chunk *chunk = &pool->chunks[pool->filled % pool->ring];
    chunk->done = chunk->settled = chunk->last = false;
    chunk->findings.tally.size = sizeof chunk->findings.tally;
    chunk->first = pool->filled == 0;
    chunk->line = *line;
    if (!fill_chunk(fd, left, chunk, error))
        return false;
    *line += count_lines(text_slice(&chunk->bytes), '[');
    pthread_mutex_lock(&pool->lock);
    pool->filled++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

/* What has been read and not written goes to REST. */
static void collect_rest(struct pool *pool, const struct text *left, struct text *rest, uint32_t *line)
{
    if (pool->taken < pool->filled)
        *line = pool->chunks[pool->taken % pool->ring].line;
    for (size_t i = pool->taken; i < pool->filled; i++)
        text_add(rest, text_slice(&pool->chunks[i % pool->ring].bytes));
    text_add(rest, text_slice(left));
}

/* Gives out chunks until the file ends, cannot be read or cannot be cut, and takes
   them back. */
static bool run_pool(struct pool *pool, int fd, struct text *rest, uint32_t *line, int *error)
{
    struct text left;
    bool more = true;
    bool fine = true;
    int found = 0;
    text_init(&left);
    while (fine && more) {
        if (pool->filled - pool->taken == pool->ring)
            fine = merge_oldest(pool, &found);
        else
            more = queue_chunk(pool, fd, &left, line, error) && pool->chunks[(pool->filled - 1) % pool->ring].cut;
    }
    while (fine && pool->taken < pool->filled)
        fine = merge_oldest(pool, &found);
    stop_workers(pool);
    collect_rest(pool, &left, rest, line);
    text_release(&left);
    if (*error == 0)
        *error = rest->failed ? ENOMEM : found;
    return *error == 0 && !pool->checking->refused;
}

bool check_in_chunks(struct checking *checking, int fd, unsigned jobs, struct text *rest, uint32_t *line, int *error)
{
    struct pool *pool = memory_new(sizeof *pool);
    bool fine = true;
    if (pool == NULL)
        return true;
    pool->checking = checking;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    start_workers(pool, jobs < JOBS_MOST ? jobs : JOBS_MOST);
    pool->ring = pool->workers * CHUNKS_A_JOB;
    if (pool->workers > 0)
        fine = run_pool(pool, fd, rest, line, error);
    for (size_t i = 0; i < pool->ring; i++) {
        text_release(&pool->chunks[i].bytes);
        text_release(&pool->chunks[i].findings.text);
        text_release(&pool->chunks[i].findings.unusable);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
    return fine;
}
