/* SPDX-License-Identifier: MIT */
#include "engine/interrupt.h"

#include "util/new_file.h"
#include "util/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

volatile sig_atomic_t interrupted;
static int pipe_ends[2] = {-1, -1};

/* The first one counts: timeout(1) sends each twice, and what is left then is quickly done. */
static void take_interrupt(int number)
{
    const int error = errno;
    if (interrupted == 0) {
        interrupted = number;
        if (write(pipe_ends[1], "", 1) < 0)
            signal(number, SIG_DFL); /* nothing else is to be done */
    }
    errno = error;
}

bool interrupt_open(int *wake)
{
    const bool fine = pipe(pipe_ends) == 0;
    for (int i = 0; i < 2 && fine; i++)
        fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
    *wake = pipe_ends[0];
    if (fine)
        catch_signals(take_interrupt, false);
    return fine || complain("cannot make a pipe: %s", strerror(errno)) == CATASTA_OK;
}

void interrupt_close(void)
{
    catch_signals(SIG_DFL, false);
    signal(SIGPIPE, SIG_DFL);
}
