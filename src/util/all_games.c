/* SPDX-License-Identifier: MIT */
#include "util/all_games.h"
#include "util/output.h"

#include <stdio.h>
#include <stdlib.h>

/* As many bytes are read in several threads unless .jobs says otherwise. */
enum { LARGE = 8 * 1024 * 1024 };

static void show_bytes_read(void *context, uint64_t bytes)
{
    (void)context;
    show_progress(bytes);
}

/* A file that could not be read is in the document, too. */
static void note_unread(struct all_games *all, const char *name, int error, const char *what)
{
    char message[256];
    all->unread = true;
    snprintf(message, sizeof message, "the file cannot be read: %s", reason_of(error));
    complain("cannot %s %s: %s", what, name, reason_of(error));
    catasta_writer_note(all->writer, CATASTA_FAILED, name, message);
}

static void end_file_of_all(void *context, size_t i, const struct catasta_tally *found, int error)
{
    struct all_games *all = context;
    const char *name = all->files[i].name;
    if (found != NULL)
        all->found[all->found_count++] = (struct file_found){name, *found};
    if (error != 0)
        note_unread(all, name, error, found == NULL ? "open" : "read");
}

static bool ask_known(void *context, const char *fault, size_t length)
{
    const struct all_games *all = context;
    return all->known(all->known_by, fault, length);
}

static bool flush_output(void *context)
{
    (void)context;
    return !output_failed();
}

bool all_games_read(struct all_games *all)
{
    const struct reading *reading = all->reading;
    begin_progress(reading);
    const struct catasta_check check = {
        .size = sizeof check,
        .jobs = reading->jobs >= 0            ? (unsigned)reading->jobs
            : size_of_files(reading) >= LARGE ? 0
                                              : 1,
        .errors_most = (uint64_t)reading->max_errors,
        .progress = reading->quiet ? NULL : show_bytes_read,
        .context = all,
        .done = end_file_of_all,
        .waits = flush_output,
        .known = all->known == NULL ? NULL : ask_known,
    };
    bool done = catasta_check_files(all->session, all->files, all->file_count, &check, all->writer, &all->tally);
    end_progress();
    return done;
}

bool all_games_open(struct all_games *all)
{
    const struct reading *reading = all->reading;
    size_t count = (size_t)input_count(reading);
    all->file_count = count;
    all->files = calloc(count, sizeof *all->files);
    all->found = calloc(count, sizeof *all->found);
    for (size_t i = 0; i < count && all->files != NULL; i++)
        all->files[i] = input_file(reading, (int)i);
    return all->files != NULL && all->found != NULL;
}

void all_games_close(struct all_games *all)
{
    free(all->files);
    free(all->found);
}

int check_games(const struct reading *reading, catasta_session *session, catasta_writer *writer,
    struct catasta_tally *tally, bool *refused)
{
    struct all_games all = {.tally = *tally, .reading = reading, .session = session, .writer = writer};
    bool done = all_games_open(&all) && all_games_read(&all);
    bool listed = all.files != NULL && all.found != NULL;
    if (!listed)
        complain("out of memory");
    *refused = listed && !done && !all.unread;
    *tally = all.tally;
    all_games_close(&all);
    return done && !catasta_session_failed(session) ? CATASTA_OK : CATASTA_FAILED;
}

int add_games(const struct reading *reading, catasta_session *session, catasta_writer *writer, bool *refused)
{
    struct catasta_tally tally = {.size = sizeof tally};
    *refused = false;
    if (writer == NULL)
        return complain("out of memory");
    int status = check_games(reading, session, writer, &tally, refused);
    *refused |= !catasta_writer_close(writer, CATASTA_OK);
    return status;
}

int give_games(const struct reading *reading, catasta_session *session, catasta_writer *writer)
{
    bool refused;
    int status = add_games(reading, session, writer, &refused);
    return refused ? complain_lost() : status;
}
