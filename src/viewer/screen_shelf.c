/* The games of a file, to be opened in any order. */
#include "viewer/screen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Volumes read at once, so that it is known how many there are. */
enum { AHEAD = 100 };

static bool add_volume(struct file_index *shelf, const catasta_game *game)
{
    struct catasta_info info = info_of(game);
    size_t length = info.source.length;
    if (shelf->count == shelf->capacity) {
        size_t capacity = shelf->capacity == 0 ? AHEAD : 2 * shelf->capacity;
        struct game_text *volumes = realloc(shelf->volumes, capacity * sizeof *volumes);
        if (volumes == NULL)
            return false;
        shelf->volumes = volumes;
        shelf->capacity = capacity;
    }
    char *bytes = malloc(length + 1);
    if (bytes == NULL)
        return false;
    memcpy(bytes, info.source.bytes, length);
    bytes[length] = '\0';
    struct game_text *volume = &shelf->volumes[shelf->count++];
    volume->bytes = bytes;
    volume->length = length;
    volume->line = info.line;
    volume->number = info.number;
    shelf->games = info.number > 0 ? info.number : shelf->games;
    shelf->wrong |= info.errors > 0;
    return true;
}

bool shelf_reach(struct file_index *shelf, size_t index)
{
    while (shelf->count <= index && !shelf->ended) {
        const catasta_game *game = catasta_input_next(shelf->input);
        if (game != NULL && add_volume(shelf, game))
            continue;
        shelf->ended = true;
        shelf->error = game != NULL ? ENOMEM : catasta_input_error(shelf->input);
    }
    return index < shelf->count;
}

bool shelf_open(struct file_index *shelf, catasta_session *session, int fd, const char *name)
{
    struct stat stat;
    *shelf = (struct file_index){.session = session, .name = name};
    shelf->input = catasta_input_open(session, fd, name);
    if (shelf->input == NULL)
        return false;
    /* Who waits for a pipe should not do so in front of a screen that does not answer. */
    bool whole = fstat(fd, &stat) != 0 || !S_ISREG(stat.st_mode);
    shelf_reach(shelf, whole ? SIZE_MAX : AHEAD);
    shelf->at_start = shelf->count == 0 && shelf->error == 0;
    return true;
}

void shelf_close(struct file_index *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        free(shelf->volumes[i].bytes);
    free(shelf->volumes);
    catasta_input_close(shelf->input);
}

bool shelf_take(struct file_index *shelf, size_t index, struct opened *opened)
{
    const catasta_game *game;
    *opened = (struct opened){0};
    if (shelf->at_start) {
        game = catasta_input_start_game(shelf->input);
    } else {
        const struct game_text *volume = &shelf->volumes[index];
        opened->input = catasta_input_part(shelf->session, volume->bytes, volume->length, shelf->name, volume->line);
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
