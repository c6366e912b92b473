/* SPDX-License-Identifier: MIT */
/* Pairing programs, which read a tournament report file and write another file.  They get a folder of their own, which
   is gone afterwards. */
#include "engine/child.h"
#include "engine/engine.h"
#include "engine/interrupt.h"
#include "util/new_file.h"
#include "util/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAIRS_MOST = 1 << 20 };

struct pairing_run {
    const struct pairing_program *program;
    char folder[PATH_ROOM];
    char trf[PATH_ROOM];
    char pairs[PATH_ROOM];
    int wake; /* readable when a signal ends the run */
};

static bool open_pairing_folder(struct pairing_run *run)
{
    const char *temporary = getenv("TMPDIR");
    bool fine =
        print_path(run->folder, "%s/catasta-XXXXXX", temporary == NULL || *temporary == '\0' ? "/tmp" : temporary) &&
        mkdtemp(run->folder) != NULL;
    if (!fine)
        run->folder[0] = '\0';
    fine = fine && print_path(run->trf, "%s/tournament.trf", run->folder) &&
        print_path(run->pairs, "%s/pairs.txt", run->folder);
    FILE *file = fine ? fopen(run->trf, "wb") : NULL;
    bool written = file != NULL && fwrite(run->program->trf, 1, run->program->length, file) == run->program->length;
    written = file != NULL && fclose(file) == 0 && written;
    if (!written)
        complain("cannot write a file for the pairing program: %s", strerror(errno));
    return written;
}

/* What else the program may have left stays, and so does the folder. */
static void close_pairing_folder(const struct pairing_run *run)
{
    if (run->folder[0] == '\0')
        return;
    unlink(run->trf);
    if (unlink(run->pairs) != 0)
        rmdir(run->pairs);
    if (rmdir(run->folder) != 0)
        mention("the pairing program has left files in %s", run->folder);
}

/* A word for wordexp, whatever is in PATH. */
static void say_quoted(struct buffer *command, const char *path)
{
    buffer_say(command, " '");
    for (; *path != '\0'; path++)
        if (*path == '\'')
            buffer_say(command, "'\\''");
        else
            buffer_add(command, path, 1);
    buffer_say(command, "'");
}

/* Runs it to its end; what it says on its standard output is for nobody. */
static bool run_to_end(const struct pairing_run *run, const char *command)
{
    const int64_t deadline = clock_now() + 1000 * (int64_t)run->program->seconds;
    const struct child_watch watch = {.wake = run->wake};
    struct child child = {.watch = &watch};
    bool ended = child_start(&child, command);
    while (ended && child_line(&child, deadline) != NULL)
        ;
    bool fine = ended && child.failure == CHILD_ENDED && child.status == 0;
    if (!fine && child.failure == CHILD_SILENT)
        complain("the pairing program '%s' is still running after %ld second%s; to allow it more time, add --seconds",
            run->program->command, run->program->seconds, run->program->seconds == 1 ? "" : "s");
    else if (!fine && interrupted == 0)
        complain("the pairing program '%s' %s", run->program->command, child.problem);
    child_end(&child);
    return fine;
}

/* The file may be anything, or another one by now. */
static bool read_pairs_file(const struct pairing_run *run, struct buffer *written)
{
    struct stat found;
    char bytes[4096];
    ssize_t length = 0;
    int fd = open(run->pairs, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool file = fd >= 0 && fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
    buffer_say(written, "");
    while (file && !written->failed && written->length <= PAIRS_MOST && (length = read(fd, bytes, sizeof bytes)) > 0)
        buffer_add(written, bytes, (size_t)length);
    if (fd >= 0)
        close(fd);
    if (written->failed)
        complain("out of memory");
    else if (!file || length < 0)
        complain("the pairing program '%s' ended without writing its pairs to the file named after -p",
            run->program->command);
    else if (written->length > PAIRS_MOST)
        complain("the pairing program '%s' has written more than 1 MiB of pairs", run->program->command);
    else
        return true;
    return false;
}

int run_pairing_program(const struct pairing_program *program, struct buffer *written)
{
    struct pairing_run run = {.program = program};
    struct buffer command = {0};
    bool fine = interrupt_open(&run.wake) && open_pairing_folder(&run);
    buffer_say(&command, program->command);
    say_quoted(&command, run.trf);
    buffer_say(&command, " -p");
    say_quoted(&command, run.pairs);
    if (fine && command.failed)
        fine = complain("out of memory") == CATASTA_OK;
    fine = fine && run_to_end(&run, command.bytes) && read_pairs_file(&run, written);
    buffer_free(&command);
    close_pairing_folder(&run);
    interrupt_close();
    if (interrupted != 0)
        raise(interrupted);
    return fine ? CATASTA_OK : CATASTA_FAILED;
}
