/* SPDX-License-Identifier: MIT */
/* How far a long run is, on standard error, if that is a terminal. */
#include "util/output.h"
#include "util/reading.h"

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS_QUIET = 1 };

static struct progress_bar {
    const char *name; /* of the command; NULL: nothing is shown */
    uint64_t size;    /* of all files, as far as it is known */
    uint64_t before;  /* bytes of files that are done */
    time_t begin;
    int percent; /* shown, -1: none yet */
} bar;

static uint64_t size_of_file(const struct catasta_file *file)
{
    struct stat status;
    int found = file->fd >= 0 ? fstat(file->fd, &status) : stat(file->name, &status);
    return found == 0 && S_ISREG(status.st_mode) ? (uint64_t)status.st_size : 0;
}

uint64_t size_of_files(const struct reading *reading)
{
    uint64_t size = 0;
    for (int i = 0; i < input_count(reading); i++) {
        const struct catasta_file file = input_file(reading, i);
        size += size_of_file(&file);
    }
    return size;
}

void begin_progress(const struct reading *reading)
{
    if (isatty(STDERR_FILENO) && !reading->quiet && !(reading->writes && is_terminal()))
        bar = (struct progress_bar){reading->name, size_of_files(reading), 0, time(NULL), -1};
}

bool has_progress(void)
{
    return bar.name != NULL;
}

void show_progress(uint64_t bytes)
{
    char text[64];
    uint64_t done = bar.before + bytes;
    bool over = done >= bar.size; /* of what is compressed */
    int percent = bar.size == 0 ? 0 : over ? 99 : (int)(done * 100 / bar.size);
    if (bar.name == NULL || percent == bar.percent || time(NULL) - bar.begin < SECONDS_QUIET)
        return;
    bar.percent = percent;
    snprintf(text, sizeof text, "%s: %3d %% [%-40.*s]", bar.name, percent, percent * 40 / 100,
        "========================================");
    print_progress(text);
}

void pass_progress(int fd)
{
    if (bar.name != NULL)
        bar.before += size_of_file(&(struct catasta_file){"", fd});
}

void end_progress(void)
{
    bar.name = NULL;
    print_progress(NULL);
}
