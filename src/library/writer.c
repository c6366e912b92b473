/* SPDX-License-Identifier: MIT */
/* Writers: games, one after the other, in one format. */
#include "library/writer.h"

#include <stdlib.h>

/* A diagnostic ends, which is LEFT_OUT or not; whether the next ones are. */
static bool pass_found(struct catasta_writer *writer, enum output_mark_kind kind, bool left_out)
{
    struct catasta_tally *tally = &writer->left_out;
    uint64_t *const counts[] = {&tally->errors, &tally->cascaded, &tally->warnings, &tally->notes};
    if (left_out)
        ++*counts[kind - MARK_ERROR];
    else if (kind == MARK_ERROR && writer->errors_left > 0)
        left_out = --writer->errors_left == 0;
    return left_out;
}

/* The text of PRODUCT from BEGIN to END with its marks replaced; GAMES games come before it. */
static void fill_marks(struct catasta_writer *writer, const struct product *product, struct product_end begin,
    struct product_end end, uint64_t games, struct text *filled)
{
    const char *bytes = text_slice(&product->text).at;
    size_t from = begin.text;
    bool left_out = false;
    for (size_t i = begin.marks; i < end.marks; i++) {
        const struct output_mark mark = product->marks.list[i];
        text_add(filled, (struct slice){bytes + from, left_out ? 0 : mark.at - from});
        from = mark.at;
        if (mark.kind == MARK_END) {
            left_out = false;
        } else if (mark.kind >= MARK_ERROR) {
            left_out = pass_found(writer, mark.kind, left_out);
        } else if (mark.kind == MARK_NUMBER && !left_out) {
            text_add_number(filled, (long long)(games + mark.games));
        } else if (mark.kind == MARK_COMMA && !left_out) {
            text_add_string(filled, writer->any ? "," : "");
            writer->any = true;
        }
    }
    text_add(filled, (struct slice){bytes + from, end.text - from});
}

static bool give_text(struct catasta_writer *writer, struct slice text)
{
    return text.length == 0 || writer->sink.write == NULL ||
        writer->sink.write(writer->sink.context, text.at, text.length);
}

bool writer_give(struct catasta_writer *writer, const struct product *product, struct product_end begin,
    struct product_end end, uint64_t games)
{
    unsigned since = memory_failures();
    struct slice text = {text_slice(&product->text).at + begin.text, end.text - begin.text};
    bool whole = true;
    text_clear(&writer->filled);
    if (end.marks > begin.marks) {
        fill_marks(writer, product, begin, end, games, &writer->filled);
        text = text_slice(&writer->filled);
    }
    for (size_t i = begin.rows; i < end.rows && whole; i++) {
        const struct row *row = &product->rows.list[i];
        whole = writer->format->take(writer->taker, row->values, row->number == 0 ? 0 : games + row->number);
    }
    whole = whole && !memory_ran_out(since) && give_text(writer, text);
    writer->failed |= !whole;
    return whole;
}

/* Products. */

void product_clear(struct product *product)
{
    struct row_list *rows = &product->rows;
    text_clear(&product->text);
    product->marks.count = 0;
    arena_clear(&rows->arena);
    *rows = (struct row_list){.arena = rows->arena, .kept = rows->arena.held};
}

void product_release(struct product *product)
{
    text_release(&product->text);
    output_marks_release(&product->marks);
    arena_release(&product->rows.arena);
}

bool product_add(
    struct product *product, const struct format *format, const void *taker, const struct output_game *game)
{
    struct row_list *rows = &product->rows;
    product->marks.games = game->number;
    bool added = format->add == NULL || format->add(game, &product->text);
    void *values = format->row == NULL ? NULL : format->row(game, taker, &rows->arena);
    if (values != NULL && arena_grow(&rows->arena, &rows->list, rows->count, &rows->capacity, sizeof *rows->list))
        rows->list[rows->count++] = (struct row){values, game->number};
    return added;
}

/* The text is that of .product, as far as there is any. */
static bool give_part_of_writer(void *context, struct text *text)
{
    struct catasta_writer *writer = context;
    struct product *product = &writer->product;
    bool whole = writer_give(writer, product, (struct product_end){0, 0, 0}, product_end(product), 0) && !text->failed;
    product_clear(product);
    writer->failed |= !whole;
    return whole;
}

/* Gives what the format wrote after memory_failures() was SINCE. */
static void end_part(struct catasta_writer *writer, unsigned since)
{
    writer->failed |= memory_ran_out(since);
    writer->failed |= writer->document.text.failed || !give_text(writer, text_slice(&writer->document.text));
    text_clear(&writer->document.text);
}

/* In the order of enum catasta_format. */
static const char *const format_names[] = {"text", "tsv", "json", "jsonl", "html", "svg", "sgn", "sarif", "quiet",
    "replay", "score", "score-tsv", "score-json", "table-tsv", "table-jsonl", "position", "words", "man", "full-text",
    "junit", "github"};

enum { FORMATS = sizeof format_names / sizeof *format_names };

enum catasta_format catasta_format_named(const char *name)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(format_names[i], name) == 0)
            return (enum catasta_format)i;
    return CATASTA_NO_FORMAT;
}

static const struct format *format_of(enum catasta_format format)
{
    return format_find((unsigned)format < FORMATS ? format_names[format] : "");
}

catasta_writer *catasta_writer_new(
    enum catasta_format format, const struct catasta_writing *how, const struct catasta_sink *sink)
{
    return writer_new(format_of(format), how, sink);
}

static void writer_release(struct catasta_writer *writer)
{
    text_release(&writer->document.text);
    text_release(&writer->document.notes);
    text_release(&writer->filled);
    product_release(&writer->product);
    arena_release(&writer->document.arena);
}

void writer_drop(struct catasta_writer *writer)
{
    if (writer != NULL)
        writer_release(writer);
    free(writer);
}

/* WRITER is all 0. */
static void writer_begin(struct catasta_writer *writer, const struct format *format, const struct catasta_writing *how,
    const struct catasta_sink *sink)
{
    writer->format = format;
    struct catasta_writing options;
    TAKE(options, how);
    writer->document.options = (struct format_options){.verbose = options.verbose,
        .page = {.title = options.title,
            .style = picture_style(options.picture),
            .ply = options.ply,
            .print = options.print,
            .diagrams = options.diagrams,
            .back = options.back,
            .before = options.before,
            .after = options.after,
            .rules_pages = options.rules_pages}};
    writer->document.version = CATASTA_VERSION;
    writer->sink = sink == NULL ? (struct catasta_sink){NULL, NULL} : *sink;
    arena_init(&writer->document.arena, 0);
    unsigned since = memory_failures();
    if (format->begin != NULL)
        format->begin(&writer->document);
    end_part(writer, since);
}

catasta_writer *writer_new(
    const struct format *format, const struct catasta_writing *how, const struct catasta_sink *sink)
{
    struct catasta_writer *writer = format == NULL ? NULL : memory_new(sizeof *writer);
    if (writer != NULL)
        writer_begin(writer, format, how, sink);
    return writer;
}

catasta_writer *writer_of_rows(const struct format *format, void *taker)
{
    struct catasta_writer *writer = writer_new(format, NULL, NULL);
    if (writer != NULL)
        writer->taker = taker;
    return writer;
}

/* Has the file NAME named by a format that lists files, unless it is the last one. */
static bool name_file(struct document *document, const struct format *format, const char *name)
{
    size_t count = document->file_count;
    bool named = format->file == NULL || (count > 0 && strcmp(document->files[count - 1], name) == 0);
    return named || format->file(document, name);
}

bool catasta_writer_add(catasta_writer *writer, const catasta_game *game)
{
    const struct format *format = writer->format;
    unsigned since = memory_failures();
    const struct output_game one = {
        .report = &game->report,
        .data = game,
        .file = game->name,
        .number = game->number,
        .style = &game->session->style,
        .options = &writer->document.options,
        .sink = {give_part_of_writer, writer},
        .marks = &writer->product.marks,
        .page = writer->document.page,
    };
    if (format->keeps > game->report.tree.keep.what || writer->failed)
        return false;
    writer->failed = !name_file(&writer->document, format, game->name) ||
        !product_add(&writer->product, format, writer->taker, &one);
    writer->failed |= memory_ran_out(since);
    return !writer->failed && give_part_of_writer(writer, &writer->product.text);
}

bool catasta_writer_note(catasta_writer *writer, enum catasta_status status, const char *file, const char *message)
{
    unsigned since = memory_failures();
    if (writer->format->note != NULL)
        writer->format->note(
            &writer->document, status == CATASTA_FAILED ? SEVERITY_ERROR : SEVERITY_NOTE, file, message);
    writer->failed |= memory_ran_out(since);
    return !writer->failed;
}

/* Ends the document; whether all was written. */
static bool writer_end(struct catasta_writer *writer, enum catasta_status status)
{
    unsigned since = memory_failures();
    if (writer->format->end != NULL)
        writer->format->end(&writer->document, (int)status);
    end_part(writer, since);
    return !writer->failed;
}

bool catasta_writer_close(catasta_writer *writer, enum catasta_status status)
{
    bool whole = writer != NULL && writer_end(writer, status);
    writer_drop(writer);
    return whole;
}

bool catasta_write(const catasta_game *game, enum catasta_format format, const struct catasta_sink *sink)
{
    struct catasta_writer writer = {.failed = false};
    const struct format *found = format_of(format);
    if (found == NULL)
        return false;
    writer_begin(&writer, found, NULL, sink);
    text_reserve(&writer.product.text, game->record.source.length);
    bool added = catasta_writer_add(&writer, game);
    bool whole = writer_end(&writer, CATASTA_OK) && added;
    writer_release(&writer);
    return whole;
}
