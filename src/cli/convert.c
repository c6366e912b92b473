/* SPDX-License-Identifier: MIT */
/* convert: games in another form. */
#include "cli/cli.h"
#include "convert/form_table.h"

#include <string.h>

struct conversion {
    const struct arguments *arguments;
    const struct record_form *form;
    catasta_writer *writer; /* the library's, or else */
    void *own;              /* the form's */
    bool parted;            /* something was written: an empty line goes before the next game of SGN */
    int status;
};

/* What a game has of each kind that a form may not hold. */
struct held {
    const char *one;
    const char *many;
    unsigned bit;
    size_t count;
};

static void count_held(const catasta_game *game, struct held held[4])
{
    struct catasta_node node = {.size = sizeof node};
    struct catasta_remark remark = {.size = sizeof remark};
    struct catasta_tag tag = {.size = sizeof tag};
    for (size_t i = 0; catasta_game_node(game, i, &node); i++) {
        struct catasta_node parent = {.size = sizeof parent};
        bool inside = node.depth > 0;
        held[0].count += inside && catasta_game_node(game, node.parent, &parent) && parent.depth < node.depth;
        for (size_t k = 0; catasta_game_remark(game, i, k, &remark); k++)
            held[remark.glyph ? 2 : 1].count++;
    }
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++)
        held[3].count += tag.name.length == strlen("Position") && memcmp(tag.name.bytes, "Position", 8) == 0;
}

/* Says what of GAME the form cannot hold; whether there is nothing. */
static bool holds_all(const struct conversion *conversion, const catasta_game *game, const char *file)
{
    struct held held[] = {{"variation", "variations", HOLD_VARIATIONS}, {"comment", "comments", HOLD_COMMENTS},
        {"glyph", "glyphs", HOLD_GLYPHS}, {"position to start from", "positions to start from", HOLD_POSITION}};
    char list[256] = "";
    char *end = list;
    if (conversion->form->holds == HOLD_ALL)
        return true;
    count_held(game, held);
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++)
        if (held[i].count > 0 && (conversion->form->holds & held[i].bit) == 0)
            end += snprintf(end, sizeof list - (size_t)(end - list), "%s%zu %s", end == list ? "" : ", ", held[i].count,
                held[i].count == 1 ? held[i].one : held[i].many);
    if (end == list)
        return true;
    mention("%s:%u: game %u is %s: %s cannot hold %s", file, info_of(game).line, info_of(game).number,
        conversion->arguments->lossy ? "not written completely" : "left out", conversion->form->name, list);
    return false;
}

static bool is_typed(const catasta_game *game)
{
    return strcmp(info_of(game).form, typed_reader.name) == 0;
}

static bool write_game(struct conversion *conversion, const catasta_game *game)
{
    if (conversion->own != NULL)
        return conversion->form->add(conversion->own, game);
    if (is_typed(game))
        return typed_write_copy(game, &conversion->parted, &output_sink);
    if (conversion->parted)
        print("\n");
    conversion->parted = true;
    return catasta_writer_add(conversion->writer, game);
}

static bool fail(struct conversion *conversion)
{
    conversion->status = complain_lost();
    return false;
}

static bool convert_game(void *context, catasta_game *game, const char *file)
{
    struct conversion *conversion = context;
    const struct catasta_info info = info_of(game);
    const bool copied = conversion->own == NULL && is_typed(game); /* whatever it says */
    const char *why = copied               ? NULL
        : !info.readable                   ? "it cannot be read"
        : conversion->form->refuse == NULL ? NULL
                                           : conversion->form->refuse(game);
    if (info.errors + info.warnings > 0 && !catasta_write(game, "text", &error_sink))
        return fail(conversion);
    if (info.errors > 0 || (why != NULL && info.number > 0))
        conversion->status = worse(conversion->status, CATASTA_WRONG);
    if (why != NULL && info.number > 0)
        mention("%s:%u: game %u is left out: %s", file, info.line, info.number, why);
    if (why != NULL)
        return true;
    if (!holds_all(conversion, game, file) && !conversion->arguments->lossy) {
        conversion->status = worse(conversion->status, CATASTA_WRONG);
        return true;
    }
    return write_game(conversion, game) || fail(conversion);
}

static int convert_files(struct conversion *conversion)
{
    const struct arguments *arguments = conversion->arguments;
    const struct record_form *form = conversion->form;
    const struct visitor visitor = {.context = conversion, .game = convert_game};
    catasta_session *session = open_session(arguments, form->keep, NULL);
    int status = session == NULL ? CATASTA_FAILED : CATASTA_OK;
    if (status == CATASTA_OK)
        status = redirect_output(arguments);
    if (status == CATASTA_OK && form->open != NULL)
        conversion->own = form->open(&output_sink);
    else if (status == CATASTA_OK)
        conversion->writer = catasta_writer_new(form->name, NULL, &output_sink);
    if (status == CATASTA_OK && conversion->own == NULL && conversion->writer == NULL)
        status = complain("out of memory");
    if (status == CATASTA_OK)
        status = visit_games(arguments, session, &visitor);
    bool whole = conversion->own != NULL ? form->close(conversion->own)
        : conversion->writer != NULL     ? catasta_writer_close(conversion->writer, CATASTA_OK)
                                         : true;
    if (!whole && conversion->status != CATASTA_FAILED)
        fail(conversion);
    return close_session(session, worse(status, conversion->status));
}

int run_convert(const struct arguments *arguments)
{
    struct conversion conversion = {.arguments = arguments, .form = record_forms};
    if (arguments->to == NULL && arguments->options.from == NULL)
        return complain("convert needs a form to write: give it with --to");
    while (arguments->to != NULL && strcmp(conversion.form->name, arguments->to) != 0)
        conversion.form++;
    return convert_files(&conversion);
}
