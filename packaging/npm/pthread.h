/* SPDX-License-Identifier: MIT */
/* Locks where there are no threads. */
#ifndef CATASTA_PTHREAD_H
#define CATASTA_PTHREAD_H

typedef char pthread_mutex_t;

static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *attributes)
{
    (void)attributes;
    return *lock = 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

#endif
