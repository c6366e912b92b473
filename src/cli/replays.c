/* SPDX-License-Identifier: MIT */
/* Replay pages beside a page of standings: a folder with one for each game. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct catasta_plies page_plies = {0, 20000};

/* Whether NAME, or what it is a link to, is a file of the folder. */
static bool is_inside(const char *name, const struct stat *folder)
{
    struct stat found;
    char around[PATH_ROOM];
    char *path = realpath(name, NULL);
    bool inside = path != NULL && print_path(around, "%.*s.", (int)(name_of(path) - path), path) &&
        stat(around, &found) == 0 && is_same_file(&found, folder);
    free(path);
    return inside;
}

/* No file that is read is in the folder, to be overwritten. */
static int check_inputs(const struct replays *replays, const struct arguments *arguments)
{
    struct stat folder;
    if (stat(replays->folder, &folder) != 0)
        return complain("cannot make the folder %s: %s", replays->folder, strerror(errno));
    for (int i = 0; i < arguments->reading.file_count; i++)
        if (is_inside(arguments->reading.files[i], &folder))
            return complain("%s is in %s, the folder for replay pages: give another name with -o",
                arguments->reading.files[i], replays->folder);
    return CATASTA_OK;
}

int open_replays(struct replays *replays, const struct arguments *arguments)
{
    const char *output = arguments->output;
    *replays = (struct replays){0};
    errno = 0;
    if (output == NULL || !is_file_name(output))
        return errno == 0 ? CATASTA_OK : complain("cannot write %s: %s", output, strerror(errno));
    if (check_output(&arguments->reading, output) != CATASTA_OK)
        return CATASTA_FAILED;
    size_t stem = strlen(output) - ending_length(output, ".html") - ending_length(output, ".htm");
    if (!print_path(replays->folder, "%.*s-games", (int)stem, output))
        return complain("cannot make the folder %s: %s", replays->folder, strerror(errno));
    const char *page = name_of(output);
    replays->link = name_of(replays->folder);
    strcpy(replays->back, "../");
    put_coded(replays->back + 3, replays->back + sizeof replays->back, page, strlen(page), "-_.~");
    int status = make_folder(replays->folder, "replay pages");
    return status == CATASTA_OK ? check_inputs(replays, arguments) : status;
}

/* Nothing is said where FILE could not take it: close_new does. */
static int write_page_of_game(const struct replays *replays, uint64_t after, FILE *file)
{
    const struct catasta_sink sink = file_sink(file);
    char titles[3][40] = {""};
    snprintf(titles[0], sizeof titles[0], "Game %llu", (unsigned long long)replays->number);
    snprintf(titles[1], sizeof titles[1], "%llu.html", (unsigned long long)replays->before);
    snprintf(titles[2], sizeof titles[2], "%llu.html", (unsigned long long)after);
    const struct catasta_writing how = {.size = sizeof how,
        .title = titles[0],
        .picture = replays->look,
        .back = replays->back,
        .before = replays->before > 0 ? titles[1] : NULL,
        .after = after > 0 ? titles[2] : NULL};
    catasta_writer *writer = catasta_writer_new(CATASTA_HTML, &how, &sink);
    bool added = writer != NULL && catasta_writer_add(writer, replays->waiting);
    if (catasta_writer_close(writer, CATASTA_OK) && added)
        return CATASTA_OK;
    return ferror(file) != 0 ? CATASTA_FAILED : complain("out of memory");
}

/* The page of the game that waits, if one does; AFTER is the number of the next one, 0: there is none. */
static int write_waiting(struct replays *replays, uint64_t after)
{
    char path[PATH_ROOM];
    struct new_file file;
    if (replays->waiting == NULL)
        return CATASTA_OK;
    bool named = print_path(path, "%s/%llu.html", replays->folder, (unsigned long long)replays->number);
    int status = named && open_new(&file, path) ? close_new(&file, write_page_of_game(replays, after, file.file))
                                                : complain("cannot write %s: %s", path, strerror(errno));
    catasta_game_free(replays->waiting);
    replays->waiting = NULL;
    replays->before = replays->number;
    return status;
}

int write_replay_page(struct replays *replays, catasta_game *game)
{
    uint64_t number = ++replays->count;
    if (replays->link == NULL || info_of(game).unplayed)
        return CATASTA_OK;
    catasta_game *kept = catasta_game_keep(game);
    if (kept == NULL)
        return complain("out of memory");
    int status = write_waiting(replays, number);
    if (status != CATASTA_OK) {
        catasta_game_free(kept);
        return status;
    }
    replays->waiting = kept;
    replays->number = number;
    return status;
}

int close_replays(struct replays *replays, bool whole)
{
    int status = whole ? write_waiting(replays, 0) : CATASTA_OK;
    catasta_game_free(replays->waiting);
    replays->waiting = NULL;
    return status;
}
