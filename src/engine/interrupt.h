/* SPDX-License-Identifier: MIT */
/* Signals that end the program while it waits for others: the first one ends the waiting, so that what others left can
   be cleared away.  Further ones count again when that is done. */
#ifndef CATASTA_ENGINE_INTERRUPT_H
#define CATASTA_ENGINE_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* The signal that has come; 0: none. */
extern volatile sig_atomic_t interrupted;

/* Takes SIGINT, SIGTERM and SIGHUP, but those that are ignored.  *WAKE: a descriptor that becomes readable then, for
   struct child_watch.  False after complaining. */
bool interrupt_open(int *wake);

/* Signals do what they did before, SIGPIPE too: nobody is waited for any more. */
void interrupt_close(void);

#endif
