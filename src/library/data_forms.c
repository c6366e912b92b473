/* Forms that look at games by the accessors of catasta.h, as archive does. */
#include "forms/sgn/stripped.h"
#include "library/writer.h"

bool packing_read(struct packing *packing, struct slice names, struct text *message)
{
    struct slice name;
    packing->count = 0;
    while (slice_split(&names, ',', &name)) {
        if (packing->count == CATASTA_FIELDS) {
            text_printf(message, "there may be at most %d fields", (int)CATASTA_FIELDS);
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
    struct text message;
    text_init(&message);
    bool read = packing_read(&packing, slice_of(names), &message);
    report_error(&message, errors);
    *judged = false;
    for (size_t i = 0; read && i < packing.count; i++)
        *judged |= field_needs_judge(&packing.fields[i]);
    return !report_memory(since, errors) && read;
}

static void pack(struct slice bytes, struct text *text)
{
    text_add_number(text, (long long)bytes.length);
    text_add_char(text, ':');
    text_add(text, bytes);
}

/* Stray text is no game. */
static bool add_packed(const struct form_game *game, struct text *text)
{
    const struct packing *packing = game->options->packing;
    struct slice value;
    struct text scratch;
    if (record_is_empty(game->report->record))
        return true;
    text_init(&scratch);
    for (size_t i = 0; i < packing->count; i++)
        if (field_value(&packing->fields[i], game->data, 0, &scratch, &value))
            pack(value, text);
        else
            text_add_char(text, ':');
    text_clear(&scratch);
    if (packing->strip != 0)
        record_strip(game->report->record, (packing->strip & CATASTA_STRIP_COMMENTS) != 0,
            (packing->strip & CATASTA_STRIP_VARIATIONS) != 0, &scratch);
    if (game->report->record->too_long)
        text_add_char(text, ':');
    else
        pack(packing->strip != 0 ? text_slice(&scratch) : record_bytes(game->report->record), text);
    text_release(&scratch);
    return true;
}

static const struct form data_forms[] = {
    {.name = "packed", .silent = true, .data = true, .add = add_packed},
};

const struct form *data_form_find(const char *name)
{
    for (size_t i = 0; i < sizeof data_forms / sizeof data_forms[0]; i++)
        if (strcmp(data_forms[i].name, name) == 0)
            return &data_forms[i];
    return NULL;
}
