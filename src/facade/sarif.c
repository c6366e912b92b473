/* The SARIF document of a run.

   What is found in a game is kept in lines until it is written, for then it is known
   which game it is: "+" begins a game, "0" stray text, any other line is a result. */
#include "render/sarif.h"
#include "facade/check.h"

#include <stdlib.h>

struct catasta_sarif {
    struct arena arena;
    const char **files;
    size_t count;
    size_t capacity;
    bool any; /* result was written */
    struct text notifications;
};

catasta_sarif *catasta_sarif_new(void)
{
    struct catasta_sarif *sarif = calloc(1, sizeof *sarif);
    if (sarif != NULL)
        arena_init(&sarif->arena, 0);
    return sarif;
}

void catasta_sarif_free(catasta_sarif *sarif)
{
    if (sarif == NULL)
        return;
    text_release(&sarif->notifications);
    arena_release(&sarif->arena);
    free(sarif);
}

bool catasta_sarif_head(catasta_sarif *sarif, const struct catasta_sink *sink)
{
    struct text text;
    text_init(&text);
    sarif->any = false;
    sarif_head(CATASTA_VERSION, &text);
    return deliver(&text, sink);
}

void catasta_sarif_note(catasta_sarif *sarif, enum catasta_status status, const char *file, const char *message)
{
    struct text *text = &sarif->notifications;
    text_add_string(text, text->length > 0 ? ",\n" : "");
    sarif_notification(file, status == CATASTA_FAILED ? SEVERITY_ERROR : SEVERITY_NOTE, message, text);
}

bool sarif_add_file(catasta_sarif *sarif, const char *file)
{
    const char *name = arena_copy(&sarif->arena, slice_of(file)).at;
    if (name == NULL || !arena_grow(&sarif->arena, &sarif->files, sarif->count, &sarif->capacity, sizeof *sarif->files))
        return false;
    sarif->files[sarif->count++] = name;
    return true;
}

void sarif_find(const struct report *report, const char *file, struct text *text)
{
    text_add_string(text, record_is_empty(report->record) ? "0\n" : "+\n");
    sarif_results(report, file, text);
}

static void add_result(struct slice line, uint64_t game, struct text *out)
{
    struct slice part;
    bool first = true;
    while (slice_split(&line, SARIF_GAME, &part)) {
        if (!first)
            text_add_number(out, (long long)game);
        text_add(out, part);
        first = false;
    }
}

void sarif_number(catasta_sarif *sarif, struct slice lines, uint64_t games, struct text *out)
{
    struct slice line;
    uint64_t game = games;
    while (slice_split(&lines, '\n', &line) && line.length > 0) {
        if (line.at[0] == '+' || line.at[0] == '0') {
            game = line.at[0] == '+' ? ++games : 0;
            continue;
        }
        text_add_string(out, sarif->any ? ",\n" : "\n");
        add_result(line, game, out);
        sarif->any = true;
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each file once, however often it was named. */
static void add_artifacts(struct catasta_sarif *sarif, struct text *text)
{
    if (sarif->count > 0)
        qsort(sarif->files, sarif->count, sizeof *sarif->files, compare_names);
    for (size_t i = 0; i < sarif->count; i++)
        if (i == 0 || strcmp(sarif->files[i - 1], sarif->files[i]) != 0) {
            text_add_string(text, i > 0 ? ",\n" : "\n");
            sarif_artifact(sarif->files[i], text);
        }
}

bool catasta_sarif_tail(catasta_sarif *sarif, enum catasta_status status, const struct catasta_sink *sink)
{
    struct text artifacts;
    struct text text;
    text_init(&artifacts);
    text_init(&text);
    add_artifacts(sarif, &artifacts);
    sarif_tail((int)status, text_slice(&sarif->notifications), text_slice(&artifacts), &text);
    text.failed |= artifacts.failed || sarif->notifications.failed;
    text_release(&artifacts);
    return deliver(&text, sink);
}
