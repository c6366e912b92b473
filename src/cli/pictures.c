/* SPDX-License-Identifier: MIT */
/* Pictures: show and replay with --format svg. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { STYLE_MOST = 65536 };

static int read_style(const char *path, char **css)
{
    FILE *file = fopen(path, "rb");
    size_t length = 0;
    if (file == NULL)
        return complain("cannot read %s: %s", path, strerror(errno));
    *css = malloc(STYLE_MOST + 1);
    if (*css != NULL)
        length = fread(*css, 1, STYLE_MOST + 1, file);
    int error = ferror(file) != 0 ? errno : 0;
    fclose(file);
    if (*css == NULL)
        return complain("out of memory");
    if (error != 0)
        return complain("cannot read %s: %s", path, strerror(error));
    if (length > STYLE_MOST)
        return complain("%s is not a style sheet for a picture: it has more than %d bytes", path, STYLE_MOST);
    (*css)[length] = '\0';
    const char *fault = catasta_css_fault(*css, length);
    if (fault != NULL)
        return complain("%s is not a style sheet for a picture: it may not contain %s", path, fault);
    return CATASTA_OK;
}

/* What --theme and --style ask for; a status after complaining. */
static int read_theme(struct pictures *pictures)
{
    const struct drawing *drawing = pictures->drawing;
    const char *theme = drawing->theme == NULL ? "auto" : drawing->theme;
    bool print = drawing->style != NULL && strcmp(drawing->style, "print") == 0;
    if (print && strcmp(theme, "dark") == 0)
        return complain("--style=print sets the theme itself; for a file of that name write ./print");
    pictures->look.theme = print     ? CATASTA_PRINT
        : strcmp(theme, "dark") == 0 ? CATASTA_DARK
        : strcmp(theme, "auto") == 0 ? CATASTA_AUTO
                                     : CATASTA_LIGHT;
    return print || drawing->style == NULL ? CATASTA_OK : read_style(drawing->style, &pictures->css);
}

static int read_seconds(struct pictures *pictures)
{
    const char *text = pictures->drawing->seconds == NULL ? "1" : pictures->drawing->seconds;
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end != '\0' || !(seconds >= 0.1 && seconds <= 60))
        return complain("--seconds takes a number from 0.1 to 60, not '%s'", text);
    pictures->milliseconds = (unsigned)(seconds * 1000 + 0.5);
    return CATASTA_OK;
}

int open_pictures(struct pictures *pictures, const struct arguments *arguments, const struct drawing *drawing)
{
    *pictures = (struct pictures){.arguments = arguments, .drawing = drawing};
    bool picture = is_format(arguments, "svg");
    bool page = is_format(arguments, "html");
    bool small = drawing->cell_size != 0 || drawing->caption != NULL;
    bool any = drawing->flip || drawing->no_coordinates || drawing->style != NULL || drawing->theme != NULL;
    if (drawing->animate ? !picture : drawing->seconds != NULL)
        return complain("--animate needs -f svg, and --seconds needs --animate");
    if (!page && (drawing->print || drawing->diagrams != 0 || drawing->rules_pages != NULL))
        return complain("--print, --diagrams and --rules-pages need a page: -f html");
    if (!picture && small)
        return complain("--cell-size and --caption need a picture: -f svg");
    if (!picture && !page)
        return any
            ? complain("--flip, --no-coordinates, --theme and --style need a picture or a page: -f svg or -f html")
            : CATASTA_OK;
    if (!page && arguments->command == &replay_command && arguments->output == NULL && !drawing->animate)
        return complain("pictures of a replay are written to a folder: give one with -o");
    if (drawing->cell_size != 0 && (drawing->cell_size < CATASTA_CELL_LEAST || drawing->cell_size > CATASTA_CELL_MOST))
        return complain("--cell-size is the width of a cell, %d to %d pixels, not %ld", CATASTA_CELL_LEAST,
            CATASTA_CELL_MOST, drawing->cell_size);
    pictures->look = (struct catasta_picture){.size = sizeof pictures->look,
        .cell_size = (unsigned)drawing->cell_size,
        .flip = drawing->flip,
        .no_coordinates = drawing->no_coordinates,
        .caption = drawing->caption};
    int status = worse(read_theme(pictures), read_seconds(pictures));
    pictures->look.css = pictures->css;
    return status;
}

void close_pictures(struct pictures *pictures)
{
    free(pictures->css);
}

static bool take_one(void *context, uint32_t ply, const char *bytes, size_t length)
{
    (void)context;
    (void)ply;
    return output_sink.write(output_sink.context, bytes, length);
}

/* "000.svg" of the first game, or of one; else "2-000.svg". */
static bool name_picture(const struct pictures *pictures, uint32_t ply, char path[PATH_ROOM])
{
    const struct arguments *arguments = pictures->arguments;
    char game[16] = "";
    if (pictures->game > 1)
        snprintf(game, sizeof game, "%u-", (unsigned)pictures->game);
    return print_path(path, "%s/%s%03u.%s", arguments->output, game, (unsigned)ply, arguments->format);
}

static bool take_file(void *context, uint32_t ply, const char *bytes, size_t length)
{
    struct pictures *pictures = context;
    char path[PATH_ROOM];
    struct new_file file;
    if (!name_picture(pictures, ply, path) || !open_new(&file, path)) {
        pictures->status = complain("cannot write %s: %s", path, strerror(errno));
        return false;
    }
    const struct catasta_sink sink = file_sink(file.file);
    pictures->status = close_new(&file, sink.write(sink.context, bytes, length) ? CATASTA_OK : CATASTA_FAILED);
    return pictures->status == CATASTA_OK;
}

bool write_picture(struct pictures *pictures, const catasta_game *game, long ply, bool *found)
{
    size_t count;
    bool fine = catasta_pictures(game, ply, ply, &pictures->look, take_one, NULL, &count);
    *found = count > 0;
    return fine;
}

bool write_animation(
    struct pictures *pictures, const catasta_game *game, const struct catasta_plies *plies, bool *found)
{
    size_t count;
    bool fine = catasta_animation(
        game, plies->first, plies->last, &pictures->look, pictures->milliseconds, &output_sink, &count);
    *found = count > 0;
    return fine;
}

bool write_pictures(
    struct pictures *pictures, const catasta_game *game, const struct catasta_plies *plies, bool one, bool *found)
{
    size_t count;
    pictures->game = one ? 0 : info_of(game).number;
    pictures->status = make_folder(pictures->arguments->output, "pictures");
    if (pictures->status != CATASTA_OK)
        return false;
    bool fine = catasta_pictures(game, plies->first, plies->last, &pictures->look, take_file, pictures, &count);
    *found = count > 0;
    return fine && pictures->status == CATASTA_OK;
}
