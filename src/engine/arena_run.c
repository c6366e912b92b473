/* SPDX-License-Identifier: MIT */
#include "engine/arena_run.h"
#include "engine/interrupt.h"
#include "util/new_file.h"
#include "util/output.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct arena_run {
    const struct arena_options *options;
    struct contestant contestants[ENGINES_MOST];
    struct openings openings;
    struct match_rules rules;
    int wake;                /* readable when a signal ends the run */
    size_t group_size;       /* engines of a pairing, and games of it */
    size_t groups;           /* pairings in a round */
    struct catasta_sink log; /* .write NULL: there is none */
    struct arena_report report;

    /* With LOCK: */
    pthread_mutex_t lock;
    size_t next;               /* the next game to begin, from 0 */
    size_t reported;           /* games before it were */
    struct match_game **games; /* those that wait for being reported, or NULL */
    int status;
};

struct arena_worker {
    struct arena_run *arena;
    pthread_t thread;
    catasta_session *session;
    struct child_watch watches[ENGINES_MOST];
    struct match_engine engines[ENGINES_MOST];
};

/* Who meets whom. */

/* The number of groups of SIZE of COUNT engines. */
static size_t count_groups(size_t count, size_t size)
{
    size_t groups = 1;
    for (size_t i = 0; i < size; i++)
        groups = groups * (count - i) / (i + 1);
    return groups;
}

/* Group NUMBER of those of SIZE of the engines from FIRST to COUNT, in the order of words. */
static void find_group(size_t number, size_t first, size_t count, size_t size, size_t *group)
{
    for (size_t i = 0; i < size; first++) {
        const size_t with = count_groups(count - first - 1, size - i - 1);
        if (number < with)
            group[i++] = first;
        else
            number -= with;
    }
}

/* The engines in the seats of game NUMBER: those of its group in order, in each of its games one further on. */
static void find_engines(const struct arena_run *arena, size_t number, size_t engines[CATASTA_SEATS])
{
    size_t group[ENGINES_MOST] = {0};
    const size_t rotation = number % arena->group_size;
    const size_t index = number / arena->group_size % arena->groups;
    const bool gauntlet = arena->options->gauntlet;
    find_group(index, gauntlet, arena->report.engine_count, arena->group_size - gauntlet, group + gauntlet);
    for (unsigned seat = 0; seat < arena->report.seats; seat++)
        engines[seat] = group[(seat + rotation) % arena->group_size];
}

/* Openings in the order of a seed. */
static void shuffle_openings(struct openings *openings, uint64_t seed)
{
    struct thinker thinker = {.random = seed};
    for (size_t i = openings->count; i > 1; i--) {
        const size_t other = thinker_draw(&thinker, i);
        const struct opening moved = openings->list[i - 1];
        openings->list[i - 1] = openings->list[other];
        openings->list[other] = moved;
    }
}

/* Workers. */

/* Reports GAME, and those after it that waited for it. */
static void arena_report_games(struct arena_run *arena, size_t number, struct match_game *game)
{
    size_t engines[CATASTA_SEATS];
    pthread_mutex_lock(&arena->lock);
    arena->games[number] = game;
    while (arena->status == CATASTA_OK && arena->reported < arena->next && arena->games[arena->reported] != NULL) {
        struct match_game *next = arena->games[arena->reported];
        find_engines(arena, arena->reported, engines);
        if (next->end == END_NO_MEMORY)
            arena->status = complain("game %zu cannot be played or written", next->number);
        else if (next->end != END_UNWANTED)
            arena->status = report_game(&arena->report, next, engines);
        match_free(next);
        free(next);
        arena->games[arena->reported++] = NULL;
    }
    pthread_mutex_unlock(&arena->lock);
}

/* The next game to play; false: there is none. */
static bool take_game(struct arena_run *arena, size_t *number)
{
    pthread_mutex_lock(&arena->lock);
    const bool taken = arena->next < arena->report.games && arena->status == CATASTA_OK && !interrupted;
    if (taken)
        *number = arena->next++;
    pthread_mutex_unlock(&arena->lock);
    return taken;
}

static void *arena_work(void *context)
{
    struct arena_worker *worker = context;
    struct arena_run *arena = worker->arena;
    size_t engines[CATASTA_SEATS];
    size_t number;
    while (take_game(arena, &number)) {
        struct match_game *game = calloc(1, sizeof *game);
        if (game == NULL) {
            pthread_mutex_lock(&arena->lock);
            arena->status = complain("out of memory");
            pthread_mutex_unlock(&arena->lock);
            break;
        }
        game->number = number + 1;
        game->pairing = number / arena->group_size;
        game->seats = arena->report.seats;
        if (arena->openings.count > 0)
            game->opening = &arena->openings.list[game->pairing % arena->openings.count];
        find_engines(arena, number, engines);
        for (unsigned seat = 0; seat < game->seats; seat++)
            game->engines[seat] = &worker->engines[engines[seat]];
        match_play(game, &arena->rules, worker->session);
        arena_report_games(arena, number, game);
    }
    for (size_t i = 0; i < arena->report.engine_count; i++)
        match_stop(&worker->engines[i], !interrupted);
    return NULL;
}

/* Makes a worker; a status after complaining.  To be ended either way. */
static int open_worker(struct arena_run *arena, struct arena_worker *worker)
{
    worker->arena = arena;
    worker->session = open_session_beside(arena->report.session, arena->options->reading, CATASTA_KEEP_TEXTS, NULL);
    for (size_t i = 0; i < arena->report.engine_count; i++) {
        const struct contestant *contestant = &arena->contestants[i];
        struct asking_engine *asking = &worker->engines[i].asking;
        worker->watches[i] =
            (struct child_watch){arena->log.write == NULL ? NULL : &arena->log, contestant->name, arena->wake};
        worker->engines[i].contestant = contestant;
        asking->reading = arena->options->reading;
        asking->command = contestant->command;
        asking->session = worker->session;
        asking->child.watch = &worker->watches[i];
        asking->patience = arena->rules.patience;
    }
    return worker->session == NULL ? CATASTA_FAILED : CATASTA_OK;
}

static void close_worker(struct arena_worker *worker)
{
    for (size_t i = 0; worker->arena != NULL && i < worker->arena->report.engine_count; i++)
        asking_free(&worker->engines[i].asking);
    catasta_session_free(worker->session);
}

/* Starts each engine once, so that one that cannot be used is known before the first game. */
static int try_engines(struct arena_run *arena, struct arena_worker *worker)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct game_line line = {.count = 0};
    const struct opening *opening = arena->openings.count > 0 ? &arena->openings.list[0] : NULL;
    const char *position = opening == NULL ? NULL : opening->position;
    catasta_position *start = opening_start(worker->session, arena->report.seats, position, &fault);
    int status = CATASTA_OK;
    if (start == NULL && fault.id != NULL)
        return complain("no game can start: %.*s [%s]", (int)fault.message.length, fault.message.bytes, fault.id);
    if (!game_line_begin(&line, start))
        return complain("out of memory");
    for (size_t i = 0; i < arena->report.engine_count && status == CATASTA_OK; i++) {
        struct match_engine *engine = &worker->engines[i];
        const enum asked asked = match_start(engine, &line);
        if (asked != ASKED_FINE)
            status = complain("the engine '%s' %s", engine->contestant->command,
                engine->asking.problem.length == 0 ? "cannot be asked: out of memory" : engine->asking.problem.bytes);
        match_stop(engine, asked == ASKED_FINE);
    }
    game_line_end(&line);
    return status;
}

/* The protocol of each engine, which must know its limits, by the ruleset of SESSION; a status after complaining. */
static int arena_find_protocols(struct arena_run *arena, catasta_session *session)
{
    for (size_t i = 0; i < arena->report.engine_count && session != NULL; i++) {
        struct contestant *contestant = &arena->contestants[i];
        const struct time_control *control = &contestant->control;
        const struct engine_options engine = {arena->options->reading, contestant->protocol_name, false, -1};
        contestant->protocol = protocol_for(session, &engine);
        if (contestant->protocol == NULL)
            return CATASTA_FAILED;
        const char *limits = contestant->protocol->limits;
        const char *missing = control->nodes > 0 && strstr(limits, "nodes") == NULL ? "nodes"
            : control->depth > 0 && strstr(limits, "depth") == NULL                 ? "depth"
                                                                                    : NULL;
        if (missing != NULL)
            return complain(
                "%s has no limit %s in its protocol, %s", contestant->name, missing, contestant->protocol->name);
    }
    return session == NULL ? CATASTA_FAILED : CATASTA_OK;
}

static int run_workers(struct arena_run *arena)
{
    const size_t count = arena->options->reading->jobs < 1 ? 1 : (size_t)arena->options->reading->jobs;
    struct arena_worker *workers = calloc(count, sizeof *workers);
    size_t opened = 0;
    size_t started = 0;
    int status = workers == NULL ? complain("out of memory") : CATASTA_OK;
    while (status == CATASTA_OK && opened < count)
        status = open_worker(arena, &workers[opened++]);
    if (status == CATASTA_OK)
        status = arena_find_protocols(arena, workers[0].session);
    if (status == CATASTA_OK)
        status = try_engines(arena, &workers[0]);
    while (status == CATASTA_OK && started < count &&
        pthread_create(&workers[started].thread, NULL, arena_work, &workers[started]) == 0)
        started++;
    if (status == CATASTA_OK && started == 0)
        status = complain("cannot start a thread");
    for (size_t i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (size_t i = 0; i < opened; i++)
        close_worker(&workers[i]);
    free(workers);
    return worse(status, arena->status);
}

/* The options. */

static bool arena_read_engines(struct arena_run *arena)
{
    const struct arena_options *options = arena->options;
    for (size_t i = 0; i < options->engine_count; i++) {
        struct contestant *contestant = &arena->contestants[i];
        arena->report.engine_count = i + 1;
        if (!contestant_read(contestant, options->each, options->engines[i]))
            return false;
    }
    return true;
}

/* Whether all have different names; false after complaining. */
static bool arena_check_names(struct arena_run *arena)
{
    for (size_t i = 0; i < arena->report.engine_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(arena->contestants[i].name, arena->contestants[k].name) == 0)
                return complain("two engines are called %s; name=NAME gives one another name",
                           arena->contestants[i].name) == CATASTA_OK;
    return true;
}

/* "SCORE" or "SCORE:PLIES" */
static bool arena_read_adjudication(struct arena_run *arena)
{
    const char *text = arena->options->adjudicate;
    char *end;
    if (text == NULL)
        return true;
    arena->rules.adjudicate = strtol(text, &end, 10);
    arena->rules.adjudicate_for = *end == ':' ? strtol(end + 1, &end, 10) : 6;
    return (*end == '\0' && arena->rules.adjudicate > 0 && arena->rules.adjudicate_for > 0) ||
        complain("--adjudicate takes SCORE:PLIES, not '%s'", text) == CATASTA_OK;
}

/* How many games there are. */
static bool arena_plan(struct arena_run *arena)
{
    const struct arena_options *options = arena->options;
    const size_t count = arena->report.engine_count;
    const unsigned seats = options->players > 0 ? (unsigned)options->players
        : arena->openings.seats > 0             ? arena->openings.seats
                                                : 2;
    if (arena->openings.seats > 0 && seats != arena->openings.seats)
        return complain("the openings have %u players, not %u", arena->openings.seats, seats) == CATASTA_OK;
    if (seats > CATASTA_SEATS)
        return complain("--players takes at most %d", CATASTA_SEATS) == CATASTA_OK;
    arena->report.seats = seats;
    if (seats > count)
        return complain("a game of %u players needs as many engines, not %zu", seats, count) == CATASTA_OK;
    arena->group_size = seats;
    const bool gauntlet = options->gauntlet;
    arena->groups = count_groups(count - gauntlet, arena->group_size - gauntlet);
    arena->report.games = arena->groups * arena->group_size * (size_t)options->rounds;
    arena->games = calloc(arena->report.games, sizeof *arena->games);
    return arena->games != NULL || complain("out of memory") == CATASTA_OK;
}

static bool arena_prepare(struct arena_run *arena)
{
    const struct arena_options *options = arena->options;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t another = (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 32;
    arena->rules = (struct match_rules){.reading = options->reading,
        .patience = options->seconds * 1000,
        .random_plies = options->random_plies,
        .max_plies = options->max_plies,
        .seed = options->seed < 0 ? another : (uint64_t)options->seed};
    arena->report.contestants = arena->contestants;
    if (!arena_read_engines(arena) || !arena_check_names(arena) || !arena_read_adjudication(arena))
        return false;
    arena->report.session = open_session(options->reading, CATASTA_KEEP_NOTHING, NULL);
    if (arena->report.session == NULL ||
        (options->openings != NULL &&
            !openings_read(&arena->openings, arena->report.session, options->reading, options->openings)))
        return false;
    if (options->seed >= 0)
        shuffle_openings(&arena->openings, arena->rules.seed);
    return arena_plan(arena);
}

/* Opens the log, which is written line by line. */
static FILE *arena_open_log(struct arena_run *arena)
{
    FILE *file = fopen(arena->options->log, "wx");
    if (file == NULL) {
        complain("cannot write %s: %s", arena->options->log, strerror(errno));
        return NULL;
    }
    fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
    setvbuf(file, NULL, _IOLBF, 0);
    arena->log = file_sink(file);
    return file;
}

int run_arena(const struct arena_options *options)
{
    struct arena_run arena = {.options = options, .report.fd = -1, .lock = PTHREAD_MUTEX_INITIALIZER};
    FILE *log = NULL;
    int status = arena_prepare(&arena) ? report_open(&arena.report, options) : CATASTA_FAILED;
    if (status == CATASTA_OK && !interrupt_open(&arena.wake))
        status = CATASTA_FAILED;
    if (status == CATASTA_OK && options->log != NULL) {
        log = arena_open_log(&arena);
        status = log == NULL ? CATASTA_FAILED : CATASTA_OK;
    }
    if (status == CATASTA_OK)
        status = run_workers(&arena);
    interrupt_close();
    if (status == CATASTA_OK || arena.report.done > 0)
        status = worse(status, report_end(&arena.report));
    if (log != NULL && fclose(log) != 0)
        status = complain("cannot write %s: %s", options->log, strerror(errno));
    status = report_close(&arena.report, status);
    for (size_t i = 0; arena.games != NULL && i < arena.report.games; i++)
        if (arena.games[i] != NULL) {
            match_free(arena.games[i]);
            free(arena.games[i]);
        }
    free(arena.games);
    openings_free(&arena.openings);
    for (size_t i = 0; i < arena.report.engine_count; i++)
        contestant_free(&arena.contestants[i]);
    return status;
}
