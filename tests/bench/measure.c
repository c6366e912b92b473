/* SPDX-License-Identifier: MIT */
/* Runs commands: measure [-n RUNS] [-o OUTPUT] NAME COMMAND ARGUMENT… [-- NAME COMMAND…]…
   Each runs RUNS times, 5 by default, in turn with the others.  Prints a line for each on standard
   output: the least time that one run took, in seconds, its peak memory in kilobytes, its exit
   status, and NAME.  The commands' own output goes to OUTPUT, /dev/null by default. */
#define _DEFAULT_SOURCE /* wait4 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COMMANDS = 32 };

struct measured {
    const char *name;
    char **command;
    double seconds; /* 0: not run yet */
    long kilobytes;
    int status;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void run(char **command, const char *output)
{
    int fd = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0)
        execvp(command[0], command);
    fprintf(stderr, "measure: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

static bool measure(struct measured *measured, const char *output)
{
    struct rusage usage;
    int status;
    double begin = now();
    pid_t child = fork();
    if (child == 0)
        run(measured->command, output);
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return false;
    double seconds = now() - begin;
    if (measured->seconds == 0 || seconds < measured->seconds)
        measured->seconds = seconds;
    measured->kilobytes = usage.ru_maxrss;
    measured->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

int main(int argc, char **argv)
{
    struct measured commands[COMMANDS];
    const char *output = "/dev/null";
    unsigned count = 0;
    int runs = 5;
    int option;
    bool good = true;
    while ((option = getopt(argc, argv, "+n:o:")) != -1)
        if (option == 'n')
            runs = atoi(optarg);
        else
            output = optarg;
    for (int i = optind; i + 1 < argc && count < COMMANDS; i++) {
        commands[count++] = (struct measured){.name = argv[i], .command = &argv[i + 1]};
        while (i < argc && strcmp(argv[i], "--") != 0)
            i++;
        argv[i] = NULL;
    }
    if (count == 0) {
        fputs("usage: measure [-n RUNS] [-o OUTPUT] NAME COMMAND [ARGUMENT...] [-- NAME COMMAND...]\n", stderr);
        return 2;
    }
    for (int i = 0; i < runs; i++)
        for (unsigned k = 0; k < count && good; k++)
            good = measure(&commands[k], output);
    for (unsigned k = 0; k < count && good; k++)
        printf("%.5f %ld %d %s\n", commands[k].seconds, commands[k].kilobytes, commands[k].status, commands[k].name);
    return good ? 0 : 2;
}
