/* SPDX-License-Identifier: MIT */
/* Workers, and tasks in a ring. */
#include "library/checking.h"

#include <stdlib.h>

bool pool_open(struct pool *pool, unsigned jobs)
{
    pool->jobs = jobs < CATASTA_JOBS ? jobs : CATASTA_JOBS;
    pool->ring = jobs > 1 ? (size_t)pool->jobs * TASKS_A_JOB : 1;
    pool->tasks = memory_new(pool->ring * sizeof *pool->tasks);
    pool->workers = memory_new(pool->jobs * sizeof *pool->workers);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->offered, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pthread_cond_init(&pool->ready, NULL);
    worker_init(&pool->own, pool, pool->session);
    return pool->tasks != NULL && pool->workers != NULL;
}

/* A task for a worker; NULL when no more will come. */
static struct task *wait_for_task(struct pool *pool)
{
    pool->idle++;
    while (pool->taken == pool->planned && !pool->over)
        pthread_cond_wait(&pool->offered, &pool->lock);
    pool->idle--;
    return pool->over ? NULL : &pool->tasks[pool->taken++ % pool->ring];
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    struct pool *pool = worker->pool;
    struct task *task;
    pthread_mutex_lock(&pool->lock);
    while ((task = wait_for_task(pool)) != NULL) {
        pthread_mutex_unlock(&pool->lock);
        judge_task(worker, task);
        pthread_mutex_lock(&pool->lock);
        task->done = true;
        if (is_oldest(pool, task))
            pthread_cond_signal(&pool->ready);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void release_worker(struct worker *worker)
{
    worker_release(worker);
    catasta_session_free(worker->session);
}

/* A further worker, if there are tasks that nobody is there for. */
static void start_worker(struct pool *pool)
{
    static const struct catasta_sink nowhere = {NULL, NULL};
    struct worker *worker = &pool->workers[pool->started];
    pthread_mutex_lock(&pool->lock);
    bool wanted = pool->planned - pool->taken > pool->idle && pool->started < pool->jobs;
    pthread_mutex_unlock(&pool->lock);
    if (!wanted)
        return;
    worker_init(worker, pool, catasta_session_beside(pool->session, &pool->session->options, &nowhere));
    if (worker->session != NULL && pthread_create(&worker->thread, NULL, run_worker, worker) == 0)
        pool->started++;
    else
        release_worker(worker);
}

/* Gives out tasks, as many as may be under way. */
static void offer_tasks(struct pool *pool)
{
    while (pool->planned - pool->written < pool->ring) {
        struct task *task = &pool->tasks[pool->planned % pool->ring];
        if (!pool_plan_task(pool, task))
            return;
        pthread_mutex_lock(&pool->lock);
        pool->planned++;
        pool->taken += task->alone;
        pthread_cond_signal(&pool->offered);
        pthread_mutex_unlock(&pool->lock);
        if (!task->alone)
            start_worker(pool);
    }
}

bool pool_hand_over(struct pool *pool, struct task *task)
{
    if (task->alone)
        return pool_take_findings(pool, task);
    pthread_mutex_lock(&pool->lock);
    task->held = true;
    if (is_oldest(pool, task))
        pthread_cond_signal(&pool->ready);
    while (task->held && !pool->over)
        pthread_cond_wait(&pool->changed, &pool->lock);
    bool wanted = !task->dropped && !pool->over;
    pthread_mutex_unlock(&pool->lock);
    return wanted;
}

/* Until there are findings; whether they are the last. */
static bool wait_for_oldest(struct pool *pool, struct task *task)
{
    pthread_mutex_lock(&pool->lock);
    while (!task->held && !task->done)
        pthread_cond_wait(&pool->ready, &pool->lock);
    bool done = task->done;
    pthread_mutex_unlock(&pool->lock);
    return done;
}

static bool write_oldest(struct pool *pool)
{
    struct task *task = &pool->tasks[pool->written % pool->ring];
    bool go_on = true;
    if (pool->started == 0 && !task->alone) {
        pool->taken++;
        task->alone = true;
    }
    if (task->alone)
        judge_task(&pool->own, task);
    while (go_on && !task->alone && !wait_for_oldest(pool, task)) {
        go_on = pool_take_findings(pool, task);
        pthread_mutex_lock(&pool->lock);
        task->held = false;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
    }
    return go_on && pool_take_findings(pool, task);
}

void pool_run(struct pool *pool)
{
    bool go_on = true;
    offer_tasks(pool);
    while (go_on && pool->written < pool->planned) {
        struct task *task = &pool->tasks[pool->written % pool->ring];
        go_on = write_oldest(pool);
        if (!go_on)
            break;
        if (task->parts != NULL)
            parts_drop(task->parts, task);
        pthread_mutex_lock(&pool->lock);
        pool->written++;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
        offer_tasks(pool);
    }
}

void pool_close(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->over = true;
    pthread_cond_broadcast(&pool->offered);
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->started; i++) {
        pthread_join(pool->workers[i].thread, NULL);
        release_worker(&pool->workers[i]);
    }
    for (; pool->written < pool->planned; pool->written++)
        if (pool->tasks[pool->written % pool->ring].parts != NULL)
            parts_drop(pool->tasks[pool->written % pool->ring].parts, NULL);
    if (pool->parts != NULL)
        parts_drop(pool->parts, NULL);
    for (size_t i = 0; pool->tasks != NULL && i < pool->ring; i++) {
        product_release(&pool->tasks[i].findings.product);
        text_release(&pool->tasks[i].findings.unusable);
    }
    worker_release(&pool->own);
    pthread_cond_destroy(&pool->offered);
    pthread_cond_destroy(&pool->changed);
    pthread_cond_destroy(&pool->ready);
    pthread_mutex_destroy(&pool->lock);
    free(pool->tasks);
    free(pool->workers);
}
