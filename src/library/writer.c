/* SPDX-License-Identifier: MIT */
/* Writers: games, one after the other, in one form. */
#include "library/writer.h"
#include "base/hash.h"
#include "forms/json/json.h"

#include <stdlib.h>

/* A diagnostic ends, which is LEFT_OUT or not; whether the next ones are. */
static bool pass_found(struct catasta_writer *writer, char kind, bool left_out)
{
    struct catasta_tally *tally = &writer->left_out;
    uint64_t *const counts[] = {&tally->errors, &tally->cascaded, &tally->warnings, &tally->notes};
    if (left_out)
        ++*counts[strcspn(MARK_FOUND, (char[]){kind, '\0'})];
    else if (kind == MARK_FOUND[0] && writer->errors_left > 0)
        left_out = --writer->errors_left == 0;
    return left_out;
}

/* TEXT with its marks replaced; GAMES games come before it. */
static void fill_marks(struct catasta_writer *writer, struct slice text, uint64_t games, struct text *filled)
{
    const char *from = text.at;
    const char *end = text.at + text.length;
    const char *at;
    uint64_t number = 0;
    bool left_out = false;
    while (from < end && (at = memchr(from, MARK, (size_t)(end - from))) != NULL) {
        text_add(filled, (struct slice){from, left_out ? 0 : (size_t)(at - from)});
        if (end - at < 2) { /* memory ran out before the rest of it */
            from = end;
            break;
        }
        from = at + 2;
        if (at[1] == '.')
            left_out = false;
        else if (strchr(MARK_FOUND, at[1]) != NULL)
            left_out = pass_found(writer, at[1], left_out);
        else if (at[1] == '+' || at[1] == '-')
            number = at[1] == '-' ? 0 : ++games;
        else if (at[1] == '=')
            number = games;
        else if (at[1] == MARK_ITSELF[1])
            text_add_char(filled, MARK);
        else if (at[1] == '#' && !left_out)
            text_add_number(filled, (long long)number);
        else if (at[1] == ',' && !left_out) {
            text_add_string(filled, writer->any ? "," : "");
            writer->any = true;
        }
    }
    text_add(filled, (struct slice){from, (size_t)(end - from)});
}

bool writer_give(struct catasta_writer *writer, struct slice text, uint64_t games)
{
    unsigned since = memory_failures();
    struct text *filled = &writer->filled;
    text_clear(filled);
    if (writer->form->marked && text.length > 0) {
        fill_marks(writer, text, games, filled);
        text = text_slice(filled);
    }
    bool whole = !memory_ran_out(since) &&
        (text.length == 0 || writer->sink.write == NULL ||
            writer->sink.write(writer->sink.context, text.at, text.length));
    writer->failed |= !whole;
    return whole;
}

static bool give_text(struct catasta_writer *writer, struct text *text, uint64_t games)
{
    bool whole = writer_give(writer, text_slice(text), games) && !text->failed;
    text_clear(text);
    writer->failed |= !whole;
    return whole;
}

static bool give_part(void *context, struct text *text)
{
    return give_text(context, text, 0);
}

/* Gives what the form wrote after memory_failures() was SINCE. */
static void end_part(struct catasta_writer *writer, unsigned since)
{
    writer->failed |= memory_ran_out(since);
    writer->failed |= !give_part(writer, &writer->document.text);
}

static bool read_packing(struct catasta_writer *writer, const struct catasta_writing *options)
{
    SCOPED(text, message);
    writer->packing.strip = options->strip;
    return options->fields == NULL || packing_read(&writer->packing, slice_of(options->fields), &message);
}

/* In the order of enum catasta_format. */
static const char *const format_names[CATASTA_FORMATS] = {"text", "tsv", "json", "jsonl", "html", "svg", "sgn", "sarif",
    "quiet", "replay", "score", "score-tsv", "score-json", "table-tsv", "table-jsonl", "packed", "keyed", "index",
    "position", "words", "man", "full-text"};

enum catasta_format catasta_format_named(const char *name)
{
    unsigned i = 0;
    while (i < CATASTA_FORMATS && strcmp(format_names[i], name) != 0)
        i++;
    return (enum catasta_format)i;
}

catasta_writer *catasta_writer_new(
    enum catasta_format format, const struct catasta_writing *how, const struct catasta_sink *sink)
{
    const char *form = (unsigned)format < CATASTA_FORMATS ? format_names[format] : "";
    const struct form *own = data_form_find(form);
    return writer_new(own == NULL ? form_find(form) : own, how, sink);
}

catasta_writer *writer_new(const struct form *row, const struct catasta_writing *how, const struct catasta_sink *sink)
{
    struct catasta_writer *writer = row == NULL ? NULL : memory_new(sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->form = row;
    writer->packing.seed = hash_seed(writer);
    struct catasta_writing options;
    TAKE(options, how);
    if (!read_packing(writer, &options)) {
        free(writer);
        return NULL;
    }
    writer->document.options = (struct form_options){.verbose = options.verbose,
        .packing = &writer->packing,
        .page = {.title = options.title,
            .style = picture_style(options.picture),
            .ply = options.ply,
            .print = options.print,
            .diagrams = options.diagrams,
            .back = options.back,
            .before = options.before,
            .after = options.after}};
    writer->document.version = CATASTA_VERSION;
    writer->sink = sink == NULL ? (struct catasta_sink){NULL, NULL} : *sink;
    arena_init(&writer->document.arena, 0);
    unsigned since = memory_failures();
    if (row->begin != NULL)
        row->begin(&writer->document);
    end_part(writer, since);
    return writer;
}

/* Has the file NAME named by a form that lists files, unless it is the last one. */
static bool name_file(struct document *document, const struct form *form, const char *name)
{
    size_t count = document->file_count;
    bool named = form->file == NULL || (count > 0 && strcmp(document->files[count - 1], name) == 0);
    return named || form->file(document, name);
}

bool catasta_writer_add(catasta_writer *writer, const catasta_game *game)
{
    const struct form *form = writer->form;
    unsigned since = memory_failures();
    const struct form_game one = {
        .report = &game->report,
        .data = game,
        .file = game->name,
        .number = game->number,
        .style = &game->session->style,
        .options = &writer->document.options,
        .outlet = {give_part, writer},
        .page = writer->document.page,
    };
    if (form->keeps > game->report.tree.keep.what || writer->failed)
        return false;
    writer->failed = !name_file(&writer->document, form, game->name) ||
        (form->add != NULL && !form->add(&one, &writer->document.text));
    writer->failed |= memory_ran_out(since);
    return !writer->failed && give_text(writer, &writer->document.text, game->number == 0 ? 0 : game->number - 1);
}

bool catasta_writer_note(catasta_writer *writer, enum catasta_status status, const char *file, const char *message)
{
    unsigned since = memory_failures();
    if (writer->form->note != NULL)
        writer->form->note(&writer->document, status == CATASTA_FAILED ? SEVERITY_ERROR : SEVERITY_NOTE, file, message);
    writer->failed |= memory_ran_out(since);
    return !writer->failed;
}

bool catasta_writer_close(catasta_writer *writer, enum catasta_status status)
{
    if (writer == NULL)
        return false;
    unsigned since = memory_failures();
    if (writer->form->end != NULL)
        writer->form->end(&writer->document, (int)status);
    end_part(writer, since);
    bool whole = !writer->failed;
    text_release(&writer->document.text);
    text_release(&writer->document.notes);
    text_release(&writer->filled);
    arena_release(&writer->document.arena);
    free(writer);
    return whole;
}

bool catasta_write(const catasta_game *game, enum catasta_format format, const struct catasta_sink *sink)
{
    catasta_writer *writer = catasta_writer_new(format, NULL, sink);
    bool added = writer != NULL && catasta_writer_add(writer, game);
    return catasta_writer_close(writer, CATASTA_OK) && added;
}
