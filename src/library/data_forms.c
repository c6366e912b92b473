/* SPDX-License-Identifier: MIT */
/* Forms that look at games by the accessors of catasta.h, as archive does. */
#include "base/hash.h"
#include "forms/sgn/game_key.h"
#include "forms/sgn/stripped.h"
#include "forms/text/stats_form.h"
#include "library/writer.h"

#include <stdlib.h>

bool packing_read(struct packing *packing, struct slice names, struct text *message)
{
    struct slice name;
    packing->count = 0;
    while (slice_split(&names, ',', &name)) {
        if (packing->count == CATASTA_FIELDS) {
            text_printf(message, "at most %d fields are possible", (int)CATASTA_FIELDS);
            return false;
        }
        if (!field_read(slice_trim(name), &packing->fields[packing->count++], message))
            return false;
    }
    return true;
}

bool catasta_fields_check(const char *names, bool *judged, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct packing packing;
    struct text message = {0};
    bool read = packing_read(&packing, slice_of(names), &message);
    report_error(&message, errors);
    *judged = false;
    for (size_t i = 0; read && i < packing.count; i++)
        *judged |= field_needs_judge(&packing.fields[i]);
    return !report_memory(since, errors) && read;
}

void pack_value(struct slice bytes, struct text *text)
{
    if (bytes.at != NULL)
        text_add_number(text, (long long)bytes.length);
    text_add_char(text, ':');
    if (bytes.at != NULL)
        text_add(text, bytes);
}

static bool can_pack(const struct record *record)
{
    return !record->too_long && record->form == NULL;
}

/* Stray text is no game. */
static bool add_packed(const struct form_game *game, struct text *text)
{
    const struct packing *packing = game->options->packing;
    const struct slice nothing = {NULL, 0};
    struct slice value;
    SCOPED(text, scratch);
    if (record_is_empty(game->report->record))
        return true;
    for (size_t i = 0; i < packing->count; i++)
        pack_value(field_value(&packing->fields[i], game->data, 0, &scratch, &value) ? value : nothing, text);
    text_clear(&scratch);
    if (packing->strip != 0)
        record_strip(game->report->record, (packing->strip & CATASTA_STRIP_COMMENTS) != 0,
            (packing->strip & CATASTA_STRIP_VARIATIONS) != 0, &scratch);
    pack_value(!can_pack(game->report->record) ? nothing
            : packing->strip != 0              ? text_slice(&scratch)
                                               : record_bytes(game->report->record),
        text);
    return true;
}

static bool add_keyed(const struct form_game *game, struct text *text)
{
    const uint64_t seed = game->options->packing->seed;
    SCOPED(text, key);
    if (record_is_empty(game->report->record))
        return true;
    game_key(game->report, &key);
    const uint64_t hashes[] = {hash_slice(seed, text_slice(&key)), hash_slice(hash_mix(seed), text_slice(&key))};
    pack_value((struct slice){(const char *)hashes, sizeof hashes}, text);
    return add_packed(game, text);
}

static const struct form data_forms[] = {
    {.name = "packed", .silent = true, .data = true, .add = add_packed},
    {.name = "keyed", .keeps = KEEP_TEXTS, .silent = true, .data = true, .add = add_keyed},
    {.name = "index", .keeps = KEEP_POSITIONS, .silent = true, .data = true, .add = add_index_rows},
};

/* Statistics. */

static bool add_facts(const struct form_game *game, struct text *text)
{
    if (!record_is_empty(game->report->record))
        stats_facts(game->options->packing->stats, game->data, text);
    return true;
}

static const struct form facts_form = {
    .name = "facts", .keeps = KEEP_POSITIONS, .silent = true, .data = true, .opening = true, .add = add_facts};

struct catasta_stats {
    struct stats stats;
    struct style style;
    bool finished;
};

catasta_stats *catasta_stats_new(const catasta_session *session, const char *by, const struct catasta_sink *errors)
{
    unsigned since = memory_failures();
    struct catasta_stats *stats = memory_new(sizeof *stats);
    struct text message = {0};
    bool ready = stats != NULL && stats_init(&stats->stats, slice_of(by == NULL ? "" : by), &message);
    report_error(&message, errors);
    if (ready)
        stats->style = session->style;
    if (!report_memory(since, errors) && ready)
        return stats;
    catasta_stats_free(stats);
    return NULL;
}

void catasta_stats_free(catasta_stats *stats)
{
    if (stats != NULL)
        stats_release(&stats->stats);
    free(stats);
}

static bool take_facts(void *context, const char *bytes, size_t length)
{
    unsigned since = memory_failures();
    stats_add(context, (struct slice){bytes, length});
    return !memory_ran_out(since);
}

catasta_writer *catasta_stats_writer(catasta_stats *stats)
{
    const struct catasta_sink sink = {take_facts, &stats->stats};
    struct catasta_writer *writer = writer_new(&facts_form, NULL, &sink);
    if (writer != NULL)
        writer->packing.stats = &stats->stats;
    return writer;
}

bool catasta_write_stats(catasta_stats *stats, enum catasta_format form, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    struct text text = {0};
    if (!stats->finished)
        stats_finish(&stats->stats);
    stats->finished = true;
    if (form == CATASTA_TSV)
        stats_tsv(&stats->stats, &text);
    else if (form == CATASTA_JSON)
        stats_json(&stats->stats, &text);
    else
        stats_text(&stats->stats, &stats->style, &text);
    return deliver(&text, since, sink);
}

/* By name. */

const struct form *data_form_find(const char *name)
{
    for (size_t i = 0; i < sizeof data_forms / sizeof data_forms[0]; i++)
        if (strcmp(data_forms[i].name, name) == 0)
            return &data_forms[i];
    return NULL;
}
