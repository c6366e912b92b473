/* SPDX-License-Identifier: MIT */
/* What a worker does with a task. */
#include "formats/json/json.h"
#include "library/checking.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MUCH_READ = 1024 * 1024 };

void worker_init(struct worker *worker, struct pool *pool, struct catasta_session *session)
{
    worker->pool = pool;
    worker->session = session;
    worker->game.session = session;
    arena_init(&worker->game.arena, 0);
    reader_init(&worker->reader);
    report_init(&worker->game.report);
}

void worker_release(struct worker *worker)
{
    reader_close(&worker->reader);
    report_release(&worker->game.report);
    arena_release(&worker->game.arena);
}

/* Room for what is found next; NULL to stop. */
static struct found *next_found(struct pool *pool, struct task *task)
{
    struct findings *findings = &task->findings;
    if (findings->count == FOUND_MOST && !pool_hand_over(pool, task))
        return NULL;
    struct found *found = &findings->list[findings->count++];
    *found = (struct found){.tally.size = sizeof found->tally,
        .end = product_end(&findings->product),
        .unusable = findings->unusable.length};
    return found;
}

static void end_game(const struct report *report, struct findings *findings)
{
    struct found *found = &findings->list[findings->count - 1];
    if (report->unusable)
        text_printf(&findings->unusable, "%pS\n", SLICE(report->ruleset));
    found->bytes += record_bytes(report->record).length;
    found->end = product_end(&findings->product);
    found->unusable = findings->unusable.length;
}

/* A game for which the condition does not hold; it counts where games are numbered. */
static void pass_over_game(const struct worker *worker, struct findings *findings)
{
    findings->list[findings->count - 1].passed += !record_is_empty(worker->game.report.record);
    end_game(&worker->game.report, findings);
}

/* Of a game of which much is written a part goes on before the rest is there. */
static bool give_part_of_task(void *context, struct text *text)
{
    struct worker *worker = context;
    struct findings *findings = &worker->task->findings;
    if (text->length < worker->pool->much)
        return true;
    findings->list[findings->count - 1].end = product_end(&findings->product);
    findings->product.marks.games = 0; /* the rest is of the last game that is counted before it */
    worker->stopped = !pool_hand_over(worker->pool, worker->task) || next_found(worker->pool, worker->task) == NULL;
    return !worker->stopped;
}

struct fault_question {
    const struct worker *worker;
    const char *file;
};

static bool is_known(void *context, const struct diagnostic *diagnostic)
{
    SCOPED(text, fault);
    const struct fault_question *question = context;
    const struct catasta_check *check = question->worker->pool->check;
    json_fault(&question->worker->game.report, diagnostic, question->file, &fault);
    return !fault.failed && check->known(check->context, fault.bytes, fault.length);
}

static void note_findings(struct worker *worker, const char *name, struct findings *findings)
{
    const struct pool *pool = worker->pool;
    const struct report *report = &worker->game.report;
    struct found *found = &findings->list[findings->count - 1];
    bool counts = !record_is_empty(report->record);
    struct catasta_tally *tally = &found->tally;
    tally->games += counts;
    const struct output_game game = {.report = report,
        .data = &worker->game,
        .file = name,
        .number = counts ? (uint32_t)(tally->games + found->passed) : 0,
        .style = &worker->session->style,
        .options = &pool->writer->document.options,
        .sink = {give_part_of_task, worker},
        .marks = &findings->product.marks};
    tally->illegal += counts && (report->errors > 0 || report->cascaded > 0);
    tally->plies += report->plies;
    tally->errors += report->errors;
    tally->cascaded += report->cascaded;
    tally->warnings += report->warnings;
    tally->notes += report->notes;
    tally->expected += report->expected;
    tally->known += report->known;
    found->run_flags |= report->run_flags;
    product_add(&findings->product, pool->writer->format, pool->writer->taker, &game);
    if (!worker->stopped)
        end_game(report, findings);
}

/* All that was found is written before the file is waited for; false to stop. */
static bool give_found(struct worker *worker)
{
    const struct catasta_check *check = worker->pool->check;
    bool wanted = pool_hand_over(worker->pool, worker->task) && check->waits(check->context) &&
        next_found(worker->pool, worker->task) != NULL;
    worker->stopped |= !wanted;
    return wanted;
}

/* Whether more waits in FINDINGS than may. */
static bool is_much(const struct pool *pool, const struct findings *findings)
{
    const struct row_list *rows = &findings->product.rows;
    return findings->product.text.length >= pool->much || rows->arena.held - rows->kept >= pool->much;
}

/* One game; false at the end of the file or on an error. */
static bool judge_next(struct worker *worker, const char *name, struct findings *findings)
{
    const struct format *format = worker->pool->writer->format;
    const struct keep keep = {.what = format->keeps, .last = format->opening ? 1 : -1, .silent = format->silent};
    struct referee *referee = worker->session->referee;
    const struct shapes shapes = referee_shapes(referee);
    struct catasta_game *game = &worker->game;
    unsigned since = memory_failures();
    bool wanted;
    enum read_status status = reader_next(&worker->reader, &game->record, &shapes);
    if (status == READ_WAITING)
        return give_found(worker);
    bool judged = status == READ_RECORD && game_judge(game, keep, format->data, &wanted);
    if (judged && wanted && worker->pool->check->known != NULL)
        report_leave_out(&game->report, is_known, &(struct fault_question){worker, name});
    if (judged && wanted)
        note_findings(worker, name, findings);
    else if (judged)
        pass_over_game(worker, findings);
    if (worker->stopped)
        return false;
    struct found *found = &findings->list[findings->count - 1];
    if (!judged)
        found->error = status == READ_FAILED ? worker->reader.input.error : status == READ_END ? 0 : ENOMEM;
    if (found->error == 0 && memory_ran_out(since))
        found->error = ENOMEM;
    found->ends = status == READ_END && !worker->reader.part.cut;
    return status == READ_RECORD && found->error == 0;
}

/* The games of the reader; false to stop. */
static bool judge_games(struct worker *worker, struct task *task, const char *name)
{
    struct pool *pool = worker->pool;
    struct findings *findings = &task->findings;
    struct found *found = &findings->list[findings->count - 1];
    while (found != NULL && judge_next(worker, name, findings)) {
        found = &findings->list[findings->count - 1];
        bool much = found->bytes >= MUCH_READ || is_much(pool, findings);
        if (much && !pool_hand_over(pool, task))
            return false;
        if (much || (pool->check->errors_most > 0 && worker->game.report.errors > 0))
            found = next_found(pool, task);
    }
    return found != NULL && !worker->stopped;
}

/* Whether more may come to the file FD than is there. */
static bool may_grow(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && !S_ISREG(status.st_mode);
}

static bool judge_file(struct worker *worker, struct task *task, const struct catasta_file *file)
{
    struct found *found = next_found(worker->pool, task);
    if (found == NULL)
        return false;
    int fd = file->fd >= 0 ? file->fd : open(file->name, O_RDONLY);
    found->unopened = fd < 0;
    found->error = fd < 0 ? errno : 0;
    if (fd < 0)
        return true;
    reader_open(&worker->reader, fd);
    worker->reader.input.live = worker->pool->check->waits != NULL && task->alone && may_grow(fd);
    session_open_reader(worker->session, &worker->reader, file->name);
    worker->reader.foreign.share = task->share;
    worker->reader.foreign.shares = task->shares;
    bool go_on = judge_games(worker, task, file->name);
    if (file->fd < 0)
        close(fd);
    return go_on;
}

static void judge_part(struct worker *worker, struct task *task)
{
    enum read_status status = parts_read(task->parts, task, &worker->reader);
    if (status == READ_END)
        return;
    struct found *found = next_found(worker->pool, task);
    task->begin = status == READ_FAILED ? task->until - 1 : reader_offset(&worker->reader);
    task->end = task->begin;
    found->error = status == READ_FAILED ? worker->reader.input.error : 0;
    if (status == READ_FAILED)
        return;
    const char *name = worker->pool->files[task->file].name;
    session_open_reader(worker->session, &worker->reader, name);
    judge_games(worker, task, name);
    task->end = reader_offset(&worker->reader);
}

void judge_task(struct worker *worker, struct task *task)
{
    const struct pool *pool = worker->pool;
    worker->task = task;
    worker->stopped = false;
    if (task->parts != NULL)
        judge_part(worker, task);
    for (size_t i = 0; i < task->count && judge_file(worker, task, &pool->files[task->file + i]); i++)
        continue;
}
