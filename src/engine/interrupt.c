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

static void take_interrupt(int number)
{
    const int error = errno;
    interrupted = number;
    signal(number, SIG_DFL);
    if (write(pipe_ends[1], "", 1) < 0)
        signal(number, SIG_DFL); /* nothing else is to be done */
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
