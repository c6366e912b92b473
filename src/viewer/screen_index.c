/* SPDX-License-Identifier: MIT */
/* The games of the files, to be opened in any order. */
#include "library/tools.h"
#include "viewer/screen.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Games read ahead, so that their number is known. */
enum { AHEAD = 100 };

static bool add_list_text(struct file_index *file, const catasta_game *game)
{
    struct catasta_info info = info_of(game);
    size_t length = info.source.length;
    struct game_text *texts = with_room(file->texts, file->count, &file->capacity, sizeof *texts);
    if (texts == NULL)
        return false;
    file->texts = texts;
    char *bytes = malloc(length + 1);
    if (bytes == NULL)
        return false;
    memcpy(bytes, info.source.bytes, length);
    bytes[length] = '\0';
    struct game_text *text = &file->texts[file->count++];
    *text = (struct game_text){.bytes = bytes, .length = length, .line = info.line, .name = file->name};
    text->number = info.number > 0 ? ++file->games : 0;
    file->wrong |= info.errors > 0;
    return true;
}

static void close_file(struct file_index *file)
{
    catasta_input_close(file->input);
    if (file->fd > STDIN_FILENO)
        close(file->fd);
    file->input = NULL;
    file->fd = -1;
}

/* Begins the next file; false after the last. */
static bool open_file(struct file_index *file)
{
    static const char *const standard[] = {"-"};
    const struct reading *reading = file->reading;
    const char *const *files = reading->file_count > 0 ? reading->files : standard;
    int count = reading->file_count > 0 ? reading->file_count : 1;
    struct stat stat;
    while (file->input == NULL && file->next < count) {
        const char *name = files[file->next++];
        bool is_standard = strcmp(name, "-") == 0;
        file->name = is_standard ? "<stdin>" : name;
        file->fd = is_standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
        if (file->fd < 0) {
            file->failed = true;
            complain("cannot open %s: %s", name, reason_of(errno));
            continue;
        }
        /* A user should not wait for a pipe at a screen that does not answer. */
        file->whole = fstat(file->fd, &stat) != 0 || !S_ISREG(stat.st_mode);
        file->input = catasta_input_open(file->session, file->fd, file->name);
        if (file->input == NULL) {
            file->failed = true;
            complain("out of memory");
            close_file(file);
        }
    }
    return file->input != NULL;
}

/* After the last game of a file.  That of a single one is kept for the start of the ruleset. */
static void end_listed_file(struct file_index *file, int error)
{
    if (error != 0) {
        file->failed = true;
        complain("cannot read %s: %s", file->name, reason_of(error));
    }
    file->whole = false;
    file->ended = file->next >= file->reading->file_count;
    if (file->ended && file->count == 0 && !file->failed)
        file->at_start = true;
    else
        close_file(file);
}

bool file_index_reach(struct file_index *file, size_t index)
{
    while ((file->count <= index || file->whole) && !file->ended) {
        if (!open_file(file)) {
            file->ended = true;
            break;
        }
        const catasta_game *game = catasta_input_next(file->input);
        if (game == NULL || !add_list_text(file, game))
            end_listed_file(file, game != NULL ? ENOMEM : catasta_input_error(file->input));
    }
    return index < file->count;
}

void file_index_open(struct file_index *file, catasta_session *session, const struct reading *reading)
{
    *file = (struct file_index){.session = session, .reading = reading, .fd = -1};
    file_index_reach(file, AHEAD);
}

void file_index_close(struct file_index *file)
{
    for (size_t i = 0; i < file->count; i++)
        free(file->texts[i].bytes);
    free(file->texts);
    close_file(file);
}

bool file_index_open_game(struct file_index *file, size_t index, struct open_game *opened)
{
    const catasta_game *game;
    *opened = (struct open_game){0};
    if (file->at_start) {
        game = catasta_input_start_game(file->input);
    } else {
        const struct game_text *text = &file->texts[index];
        opened->input = catasta_input_part(file->session, text->bytes, text->length, text->name, text->line);
        game = opened->input == NULL ? NULL : catasta_input_next(opened->input);
    }
    opened->story = game == NULL ? NULL : catasta_story_new(game);
    if (opened->story == NULL) {
        open_game_close(opened);
        return false;
    }
    opened->game = game;
    opened->count = info_of(game).nodes;
    opened->unplayed = info_of(game).unplayed;
    return true;
}

void open_game_close(struct open_game *opened)
{
    catasta_story_free(opened->story);
    catasta_input_close(opened->input);
    *opened = (struct open_game){0};
}
