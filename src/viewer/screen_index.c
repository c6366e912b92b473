/* The games of a file, to be opened in any order. */
#include "viewer/screen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Games read ahead, so that their number is known. */
enum { AHEAD = 100 };

static bool add_text(struct file_index *file, const catasta_game *game)
{
    struct catasta_info info = info_of(game);
    size_t length = info.source.length;
    if (file->count == file->capacity) {
        size_t capacity = file->capacity == 0 ? AHEAD : 2 * file->capacity;
        struct game_text *texts = realloc(file->texts, capacity * sizeof *texts);
        if (texts == NULL)
            return false;
        file->texts = texts;
        file->capacity = capacity;
    }
    char *bytes = malloc(length + 1);
    if (bytes == NULL)
        return false;
    memcpy(bytes, info.source.bytes, length);
    bytes[length] = '\0';
    struct game_text *text = &file->texts[file->count++];
    text->bytes = bytes;
    text->length = length;
    text->line = info.line;
    text->number = info.number;
    file->games = info.number > 0 ? info.number : file->games;
    file->wrong |= info.errors > 0;
    return true;
}

bool file_index_reach(struct file_index *file, size_t index)
{
    while (file->count <= index && !file->ended) {
        const catasta_game *game = catasta_input_next(file->input);
        if (game != NULL && add_text(file, game))
            continue;
        file->ended = true;
        file->error = game != NULL ? ENOMEM : catasta_input_error(file->input);
    }
    return index < file->count;
}

bool file_index_open(struct file_index *file, catasta_session *session, int fd, const char *name)
{
    struct stat stat;
    *file = (struct file_index){.session = session, .name = name};
    file->input = catasta_input_open(session, fd, name);
    if (file->input == NULL)
        return false;
    /* A user should not wait for a pipe at a screen that does not answer. */
    bool whole = fstat(fd, &stat) != 0 || !S_ISREG(stat.st_mode);
    file_index_reach(file, whole ? SIZE_MAX : AHEAD);
    file->at_start = file->count == 0 && file->error == 0;
    return true;
}

void file_index_close(struct file_index *file)
{
    for (size_t i = 0; i < file->count; i++)
        free(file->texts[i].bytes);
    free(file->texts);
    catasta_input_close(file->input);
}

bool file_index_open_game(struct file_index *file, size_t index, struct opened *opened)
{
    const catasta_game *game;
    *opened = (struct opened){0};
    if (file->at_start) {
        game = catasta_input_start_game(file->input);
    } else {
        const struct game_text *text = &file->texts[index];
        opened->input = catasta_input_part(file->session, text->bytes, text->length, file->name, text->line);
        game = opened->input == NULL ? NULL : catasta_input_next(opened->input);
    }
    opened->story = game == NULL ? NULL : catasta_story_new(game);
    if (opened->story == NULL) {
        opened_close(opened);
        return false;
    }
    opened->game = game;
    opened->count = catasta_game_nodes(game);
    opened->unplayed = info_of(game).unplayed;
    return true;
}

void opened_close(struct opened *opened)
{
    catasta_story_free(opened->story);
    catasta_input_close(opened->input);
    *opened = (struct opened){0};
}
