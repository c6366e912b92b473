/* SPDX-License-Identifier: MIT */
/* Standings and matches of the commands that make them, and what is read into standings beside records: files of
   results, in TRF, and lists of players. */
#include "cli/cli.h"
#include "library/tools.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RESULT_HEAD = 64 * 1024, RESULT_MOST = 64 * 1024 * 1024 };

/* All of the file NAME, standard input for "-"; false after complaining. */
static bool read_result_file(const char *name, struct buffer *bytes)
{
    bool input = strcmp(name, "-") == 0;
    FILE *file = input ? stdin : fopen(name, "rb");
    char part[1 << 16];
    size_t length = 0;
    buffer_say(bytes, "");
    while (file != NULL && !bytes->failed && bytes->length <= RESULT_MOST &&
        (length = fread(part, 1, sizeof part, file)) > 0)
        buffer_add(bytes, part, length);
    bool fine = false;
    if (file == NULL || ferror(file))
        complain("cannot read %s: %s", name, reason_of(errno));
    else if (bytes->failed)
        complain("out of memory");
    else if (bytes->length > RESULT_MOST)
        complain("cannot read %s: it is longer than 64 MiB", name);
    else
        fine = true;
    if (file != NULL && !input)
        fclose(file);
    return fine;
}

/* Whether the file NAME is in TRF; one that cannot be read is not. */
static bool is_trf(const char *name)
{
    static char head[RESULT_HEAD];
    struct stat found;
    size_t length = 0;
    ssize_t got = 0;
    int fd = stat(name, &found) == 0 && S_ISREG(found.st_mode) ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return false;
    while (length < sizeof head && (got = read(fd, head + length, sizeof head - length)) != 0 &&
        (got > 0 || errno == EINTR))
        length += got > 0 ? (size_t)got : 0;
    close(fd);
    return catasta_trf_recognises(head, length);
}

static int read_one(const char *name, catasta_standings *standings)
{
    struct buffer bytes = {0};
    bool read = read_result_file(name, &bytes);
    if (read && standings == NULL)
        complain("%s is a tournament report file: it has results, but no games; add --standings", name);
    read = read && standings != NULL &&
        catasta_standings_read_trf(standings, strcmp(name, "-") == 0 ? "<stdin>" : name, bytes.bytes, bytes.length,
            &error_sink, &complaint_sink);
    buffer_free(&bytes);
    return read ? CATASTA_OK : CATASTA_FAILED;
}

static int read_players(const char *name, catasta_standings *standings)
{
    struct buffer bytes = {0};
    bool read = read_result_file(name, &bytes) &&
        catasta_standings_read_players(standings, name, bytes.bytes, bytes.length, &complaint_sink);
    buffer_free(&bytes);
    return read ? CATASTA_OK : CATASTA_FAILED;
}

int read_results(struct reading *reading, const char *players, catasta_standings *standings, bool *any)
{
    static const char *const standard_input[] = {"-"};
    bool all = reading->options.from != NULL && strcmp(reading->options.from, "trf") == 0;
    int count = reading->file_count == 0 && all ? 1 : reading->file_count;
    const char *const *files = reading->file_count == 0 && all ? standard_input : reading->files;
    const char **left = calloc((size_t)count + 1, sizeof *left);
    int status = left == NULL ? complain("out of memory") : CATASTA_OK;
    int left_count = 0;
    *any = false;
    if (status == CATASTA_OK && players != NULL)
        status = read_players(players, standings);
    for (int i = 0; i < count && status == CATASTA_OK; i++) {
        if (!all && !is_trf(files[i])) {
            left[left_count++] = files[i];
            continue;
        }
        *any = true;
        status = read_one(files[i], standings);
    }
    reading->files = left;
    reading->file_count = left_count;
    if (all)
        reading->options.from = NULL;
    return status;
}

int open_scores(
    struct catasta_scores *scores, const struct catasta_contest *contest, const struct catasta_matching *matching)
{
    if (contest != NULL)
        scores->standings = catasta_standings_new(scores->session, contest, &complaint_sink);
    if (contest == NULL || scores->standings != NULL)
        scores->matches = catasta_matches_new(matching, &complaint_sink);
    return scores->matches == NULL ? CATASTA_FAILED : CATASTA_OK;
}

int close_scores(struct catasta_scores *scores, int status)
{
    catasta_standings_free(scores->standings);
    catasta_matches_free(scores->matches);
    return close_session(scores->session, status);
}
