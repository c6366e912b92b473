/* SPDX-License-Identifier: MIT */
/* Duplicates among games: a form that finds out what they are compared by, and what comes of it. */
#include "forms/sgn/game_key.h"
#include "forms/text/duplicates_form.h"
#include "library/writer.h"

#include <assert.h>
#include <stdlib.h>

static_assert((int)CATASTA_NEAR == (int)ALIKE_NEAR && (int)CATASTA_EQUAL == (int)ALIKE_EQUAL, "these are the same");

struct catasta_duplicates {
    struct duplicates all;
};

static bool begin_file(struct document *document, const char *file)
{
    return document_add_file(document, file) && duplicates_file(document->options.packing->duplicates, file);
}

/* Stray text is no game. */
static bool add_key(const struct form_game *game, struct text *text)
{
    const struct duplicates *duplicates = game->options->packing->duplicates;
    const struct record *record = game->report->record;
    struct game_facts facts;
    if (record_is_empty(record))
        return true;
    size_t at = duplicates_room(text);
    game_key(game->report, &facts, text);
    const struct slice nothing = {NULL, 0};
    duplicates_found(
        duplicates, &facts, at, duplicates->copies && can_pack(record) ? record_bytes(record) : nothing, text);
    return true;
}

static const struct form key_form = {.name = "key",
    .keeps = KEEP_TEXTS,
    .silent = true,
    .data = true,
    .passed = DUPLICATES_PASSED,
    .file = begin_file,
    .add = add_key};

catasta_duplicates *catasta_duplicates_new(enum catasta_likeness most, bool copies)
{
    struct catasta_duplicates *duplicates = memory_new(sizeof *duplicates);
    if (duplicates != NULL)
        duplicates_init(&duplicates->all, (enum likeness_kind)most, copies);
    return duplicates;
}

void catasta_duplicates_free(catasta_duplicates *duplicates)
{
    if (duplicates != NULL)
        duplicates_release(&duplicates->all);
    free(duplicates);
}

int catasta_duplicates_error(const catasta_duplicates *duplicates)
{
    return duplicates->all.error;
}

static bool take_keys(void *context, const char *bytes, size_t length)
{
    return duplicates_add(context, (struct slice){bytes, length});
}

catasta_writer *catasta_duplicates_writer(catasta_duplicates *duplicates)
{
    const struct catasta_sink sink = {take_keys, &duplicates->all};
    struct catasta_writer *writer = writer_new(&key_form, NULL, &sink);
    if (writer != NULL)
        writer->packing.duplicates = &duplicates->all;
    return writer;
}

/* What is written goes to the sink CONTEXT, text by text. */
static bool give_text(void *context, struct text *text)
{
    const struct catasta_sink *sink = context;
    bool taken = !text->failed && (text->length == 0 || sink->write(sink->context, text->bytes, text->length));
    text_clear(text);
    return taken;
}

typedef bool duplicates_form(struct duplicates *duplicates, struct outlet outlet, struct text *text);

static bool write_all(struct catasta_duplicates *duplicates, duplicates_form *form, const struct catasta_sink *sink)
{
    struct catasta_sink own = *sink;
    SCOPED(text, text);
    return duplicates_find(&duplicates->all) && form(&duplicates->all, (struct outlet){give_text, &own}, &text) &&
        duplicates->all.error == 0 && give_text(&own, &text);
}

bool catasta_write_duplicates(catasta_duplicates *duplicates, enum catasta_score form, const struct catasta_sink *sink)
{
    return write_all(duplicates,
        form == CATASTA_SCORE_TSV        ? duplicates_tsv
            : form == CATASTA_SCORE_JSON ? duplicates_json
                                         : duplicates_text,
        sink);
}

static bool write_kept(struct duplicates *duplicates, struct outlet outlet, struct text *text)
{
    bool fine = true;
    for (uint32_t i = 0; i < duplicates->count && fine; i++) {
        const struct duplicate *game = &duplicates->games[i];
        const struct slice nothing = {NULL, 0};
        if (game->kept == i)
            pack_value(
                game->facts.bytes == NO_BYTES ? nothing : game_part(duplicates, WINDOW_NEXT, i, GAME_BYTES), text);
        fine = outlet_take(outlet, text) && duplicates->error == 0;
    }
    return fine;
}

bool catasta_write_kept(catasta_duplicates *duplicates, const struct catasta_sink *sink)
{
    return write_all(duplicates, write_kept, sink);
}
