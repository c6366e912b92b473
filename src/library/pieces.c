/* Checking a file in several threads.

       file ──> [piece][piece][piece]…   cut before a tag behind an empty line
                   │      │      │
                workers, each with a session of its own
                   │      │      │
                findings, written out in the order of the file

   A cut is a guess: a comment may hold an empty line and a bracket.  Whoever judges
   a piece sees whether its last game would have ended there anyway; if not, what
   follows is thrown away, and the file is read on from that piece in order. */
#include "library/check_file.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIECE = 1024 * 1024, JOBS_MOST = 64, PIECES_A_JOB = 3 };

struct piece {
    struct text bytes;
    uint32_t line;
    bool first;
    bool last;
    bool done;
    bool cut;     /* behind its last byte; else the file was read to its end, or nowhere */
    bool settled; /* the cut was right */
    struct findings findings;
};

struct pool {
    struct checking *checking;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct piece pieces[JOBS_MOST * PIECES_A_JOB]; /* a ring */
    size_t ring;
    size_t taken; /* out of the ring, from the begin: written out */
    size_t given; /* to workers */
    size_t filled;
    bool over; /* no more pieces will come */
    unsigned workers;
    pthread_t threads[JOBS_MOST];
    struct catasta_session *sessions[JOBS_MOST];
};

/* Workers. */

static void judge_piece(struct catasta_session *session, struct checking *checking, struct piece *piece)
{
    struct reader reader;
    if (!reader_open_at(&reader, text_slice(&piece->bytes), -1, piece->first, piece->line)) {
        piece->findings.error = ENOMEM;
        return;
    }
    judge_games(session, &reader, checking, false, &piece->findings);
    piece->settled = piece->last || (piece->cut && reader_settled(&reader));
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
        struct piece *piece = &pool->pieces[pool->given++ % pool->ring];
        pthread_mutex_unlock(&pool->lock);
        judge_piece(session, pool->checking, piece);
        pthread_mutex_lock(&pool->lock);
        piece->done = true;
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

/* Where a game probably begins: behind the last empty line that a tag follows;
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

/* Fills PIECE with what was left over and more of the file, up to a cut; what is
   behind it is left over.  Without a cut the piece grows. */
static bool fill_piece(int fd, struct text *left, struct piece *piece, int *error)
{
    struct text *bytes = &piece->bytes;
    size_t cut = 0;
    text_clear(bytes);
    text_add(bytes, text_slice(left));
    text_clear(left);
    while (cut == 0 && !piece->last && bytes->length < RECORD_BYTES) {
        if (!read_bytes(fd, bytes->length > PIECE ? bytes->length : PIECE, bytes, &piece->last, error))
            return false;
        cut = piece->last ? 0 : find_cut(text_slice(bytes));
    }
    piece->cut = cut > 0;
    if (piece->cut) {
        text_add(left, (struct slice){bytes->bytes + cut, bytes->length - cut});
        bytes->length = cut;
    }
    return !left->failed;
}

/* Taking pieces back in order. */

static struct piece *wait_for_oldest(struct pool *pool)
{
    struct piece *piece = &pool->pieces[pool->taken % pool->ring];
    pthread_mutex_lock(&pool->lock);
    while (!piece->done)
        pthread_cond_wait(&pool->changed, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return piece;
}

/* Writes the oldest piece out.  False when it must be read again in order, or on
   failure, which is in *ERROR or .refused. */
static bool take_oldest(struct pool *pool, int *error)
{
    struct checking *checking = pool->checking;
    struct piece *piece = wait_for_oldest(pool);
    *error = piece->findings.error;
    if (*error != 0 || !piece->settled)
        return false;
    checking->bytes += piece->bytes.length;
    if (!take_findings(checking, &piece->findings))
        return false;
    pool->taken++;
    return true;
}

static bool give_piece(struct pool *pool, int fd, struct text *left, uint32_t *line, int *error)
{
    struct piece *piece = &pool->pieces[pool->filled % pool->ring];
    piece->done = piece->settled = piece->last = false;
    piece->findings.tally.size = sizeof piece->findings.tally;
    piece->first = pool->filled == 0;
    piece->line = *line;
    if (!fill_piece(fd, left, piece, error))
        return false;
    *line += count_lines(text_slice(&piece->bytes), '[');
    pthread_mutex_lock(&pool->lock);
    pool->filled++;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

/* What has been read and not written out goes to REST. */
static void collect_rest(struct pool *pool, const struct text *left, struct text *rest, uint32_t *line)
{
    if (pool->taken < pool->filled)
        *line = pool->pieces[pool->taken % pool->ring].line;
    for (size_t i = pool->taken; i < pool->filled; i++)
        text_add(rest, text_slice(&pool->pieces[i % pool->ring].bytes));
    text_add(rest, text_slice(left));
}

/* Gives out pieces until the file ends, cannot be read or cannot be cut, and takes
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
            fine = take_oldest(pool, &found);
        else
            more = give_piece(pool, fd, &left, line, error) && pool->pieces[(pool->filled - 1) % pool->ring].cut;
    }
    while (fine && pool->taken < pool->filled)
        fine = take_oldest(pool, &found);
    stop_workers(pool);
    collect_rest(pool, &left, rest, line);
    text_release(&left);
    if (*error == 0)
        *error = rest->failed ? ENOMEM : found;
    return *error == 0 && !pool->checking->refused;
}

bool check_in_pieces(struct checking *checking, int fd, unsigned jobs, struct text *rest, uint32_t *line, int *error)
{
    struct pool *pool = calloc(1, sizeof *pool);
    bool fine = true;
    if (pool == NULL)
        return true;
    pool->checking = checking;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    start_workers(pool, jobs < JOBS_MOST ? jobs : JOBS_MOST);
    pool->ring = pool->workers * PIECES_A_JOB;
    if (pool->workers > 0)
        fine = run_pool(pool, fd, rest, line, error);
    for (size_t i = 0; i < pool->ring; i++) {
        text_release(&pool->pieces[i].bytes);
        text_release(&pool->pieces[i].findings.text);
        text_release(&pool->pieces[i].findings.unusable);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
    return fine;
}
