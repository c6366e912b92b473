/* SPDX-License-Identifier: MIT */
/* convert: games in another form. */
#include "cli/cli.h"
#include "convert/form_table.h"

#include <string.h>

struct convert_options {
    struct arguments arguments;
    const char *to; /* the form to write; NULL: not given */
    bool lossy;
};

enum { PLACE_ROOM = 4200 };

struct conversion {
    const struct convert_options *options;
    const struct record_form *form;
    catasta_writer *writer; /* the library's, or else */
    void *own;              /* the form's */
    bool parted;            /* something was written: an empty line goes before the next game of SGN */
    int status;
};

/* Where GAME is in FILE. */
static const char *convert_place(const catasta_game *game, const char *file, char place[PLACE_ROOM])
{
    const struct catasta_info info = info_of(game);
    if (info.row != NULL)
        snprintf(place, PLACE_ROOM, "%s: row %lld", file, (long long)*info.row);
    else
        snprintf(place, PLACE_ROOM, "%s:%u", file, info.line);
    return place;
}

/* Says what of GAME the form cannot hold; whether there is nothing. */
static bool form_can_hold(const struct conversion *conversion, const catasta_game *game, const char *file)
{
    char lacks[FORM_LACKS_ROOM];
    char place[PLACE_ROOM];
    if (form_holds(conversion->form, game, lacks))
        return true;
    mention("%s: game %u is %s: %s cannot hold %s", convert_place(game, file, place), info_of(game).number,
        conversion->options->lossy ? "not written completely" : "left out", conversion->form->name, lacks);
    return false;
}

static bool write_game(struct conversion *conversion, const catasta_game *game)
{
    if (conversion->own != NULL)
        return conversion->form->add(conversion->own, game);
    if (form_copies(conversion->form, game))
        return typed_write_copy(game, &conversion->parted, &output_sink);
    if (conversion->parted)
        print("\n");
    conversion->parted = true;
    return catasta_writer_add(conversion->writer, game);
}

static bool fail_conversion(struct conversion *conversion)
{
    conversion->status = complain_lost();
    return false;
}

static bool convert_game(void *context, catasta_game *game, const char *file)
{
    struct conversion *conversion = context;
    const struct catasta_info info = info_of(game);
    const char *why = form_refuses(conversion->form, game);
    char place[PLACE_ROOM];
    if ((info.errors + info.warnings > 0 || form_is_typed(game)) && !catasta_write(game, CATASTA_TEXT, &error_sink))
        return fail_conversion(conversion);
    if (info.errors > 0 || (why != NULL && info.number > 0))
        conversion->status = worse(conversion->status, CATASTA_WRONG);
    if (why != NULL && info.number > 0)
        mention("%s: game %u is left out: %s", convert_place(game, file, place), info.number, why);
    if (why != NULL)
        return true;
    if (!form_can_hold(conversion, game, file) && !conversion->options->lossy) {
        conversion->status = worse(conversion->status, CATASTA_WRONG);
        return true;
    }
    return write_game(conversion, game) || fail_conversion(conversion);
}

static int convert_files(struct conversion *conversion)
{
    const struct arguments *arguments = &conversion->options->arguments;
    const struct record_form *form = conversion->form;
    const struct visitor visitor = {.context = conversion, .game = convert_game};
    catasta_session *session = open_session(&arguments->reading, form->keep, NULL);
    int status = session == NULL ? CATASTA_FAILED : CATASTA_OK;
    if (status == CATASTA_OK)
        status = open_output_file(arguments);
    if (status == CATASTA_OK && form->open != NULL)
        conversion->own = form->open(&output_sink);
    else if (status == CATASTA_OK)
        conversion->writer = catasta_writer_new(catasta_format_named(form->name), NULL, &output_sink);
    if (status == CATASTA_OK && conversion->own == NULL && conversion->writer == NULL)
        status = complain("out of memory");
    if (status == CATASTA_OK)
        status = visit_games(&arguments->reading, session, &visitor);
    bool whole = conversion->own != NULL ? form->close(conversion->own)
        : conversion->writer != NULL     ? catasta_writer_close(conversion->writer, CATASTA_OK)
                                         : true;
    if (!whole && conversion->status != CATASTA_FAILED)
        fail_conversion(conversion);
    return close_session(session, worse(status, conversion->status));
}

static int run_convert(const void *given)
{
    const struct convert_options *options = given;
    const struct arguments *arguments = &options->arguments;
    struct conversion conversion = {.options = options, .form = record_forms};
    if (options->to == NULL && arguments->reading.options.from == NULL)
        return complain("convert needs a form to write: give it with --to");
    while (options->to != NULL && strcmp(conversion.form->name, options->to) != 0)
        conversion.form++;
    return convert_files(&conversion);
}

static const struct option_row convert_rows[] = {
    SHARED(record_options),
    {"to", "FORM", "write games in that form", TEXT, AT(convert_options, to), .words = RECORD_FORMS},
    {"lossy", NULL, "also write games that do not fit that form completely", FLAG, AT(convert_options, lossy)},
    SHARED(strict_options),
    SHARED(exit_zero_options),
    SHARED(where_options),
    SHARED(output_options),
    {0},
};

const struct command convert_command = {"convert", "[FILE…]", "Write games in another form", convert_rows,
    sizeof(struct convert_options), run_convert, .streams = true};
