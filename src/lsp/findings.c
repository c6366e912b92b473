/* What is found in games, and how diagnostics are published. */
#include "lsp/lsp.h"

#include <stdlib.h>
#include <string.h>

bool memory_open(struct memory_text *text)
{
    *text = (struct memory_text){NULL, 0, NULL};
    text->file = open_memstream(&text->bytes, &text->length);
    return text->file != NULL;
}

bool memory_close(struct memory_text *text)
{
    bool whole = text->file != NULL && ferror(text->file) == 0;
    return (text->file == NULL || fclose(text->file) == 0) && whole;
}

static void put(const struct memory_text *text, const char *bytes, size_t length)
{
    if (length > 0)
        fwrite(bytes, 1, length, text->file);
}

static void put_words(const struct memory_text *text, const char *before, struct catasta_text words)
{
    put(text, before, words.length == 0 ? 0 : strlen(before));
    put(text, words.bytes, words.length);
}

bool findings_add(struct lsp_finding **list, size_t *count, struct lsp_finding finding)
{
    bool full = (*count & (*count - 1)) == 0; /* room doubles */
    struct lsp_finding *longer = full ? realloc(*list, (*count == 0 ? 1 : 2 * *count) * sizeof **list) : *list;
    if (longer == NULL || finding.words == NULL) {
        free(finding.words);
        *list = longer == NULL ? *list : longer;
        return false;
    }
    *list = longer;
    longer[(*count)++] = finding;
    return true;
}

void findings_free(struct lsp_finding **list, size_t *count)
{
    for (size_t i = 0; i < *count; i++)
        free((*list)[i].words);
    free(*list);
    *list = NULL;
    *count = 0;
}

size_t findings_hide(struct known_game *known)
{
    size_t kept = 0;
    size_t gone = 0;
    for (size_t i = 0; i < known->count; i++) {
        struct lsp_finding *finding = &known->findings[i];
        gone += finding->kind == FIND_DIAGNOSTIC;
        if (finding->kind == FIND_DIAGNOSTIC || finding->kind == FIND_RELATED)
            free(finding->words);
        else
            known->findings[kept++] = *finding;
    }
    if (kept == 0)
        findings_free(&known->findings, &kept);
    known->count = kept;
    return gone;
}

static bool add(struct known_game *known, enum finding_kind kind, size_t begin, size_t end, char *words)
{
    return findings_add(&known->findings, &known->count,
        (struct lsp_finding){.kind = kind, .begin = begin, .end = end, .words = words});
}

static bool touches(struct catasta_span a, struct catasta_span b)
{
    return a.begin <= b.end && b.begin <= a.end;
}

/* Diagnostic I, and the other places that its repairs are about. */
static bool take_diagnostic(struct known_game *known, const catasta_game *game, size_t i)
{
    struct catasta_diagnostic n = {.size = sizeof n};
    struct catasta_repair repair = {.size = sizeof repair};
    struct memory_text text;
    catasta_game_diagnostic(game, i, &n);
    bool whole = memory_open(&text);
    if (whole) {
        const struct catasta_sink sink = file_sink(text.file);
        whole = catasta_game_message(game, i, &sink);
        put_words(&text, "\nbefore the turn: ", n.board);
        put_words(&text, "\nhelp: ", n.advice);
    }
    whole = memory_close(&text) && whole;
    const struct lsp_finding finding = {.kind = FIND_DIAGNOSTIC,
        .severity = n.severity,
        .cascaded = n.cascaded,
        .begin = (size_t)n.span.begin,
        .end = (size_t)n.span.end,
        .id = n.id,
        .words = text.bytes};
    whole = findings_add(&known->findings, &known->count, finding) && whole;
    for (size_t k = 0; whole && k < n.repairs; k++) {
        catasta_game_repair(game, i, k, &repair);
        if (repair.edit_count == 0 || touches(repair.edits[0].span, n.turn) || touches(repair.edits[0].span, n.span))
            continue;
        const struct catasta_span span = repair.edits[0].span;
        whole = memory_open(&text);
        const struct catasta_sink sink = file_sink(text.file);
        whole = whole && catasta_write_repair(game, i, k, &sink);
        whole = memory_close(&text) && whole;
        whole = add(known, FIND_RELATED, (size_t)span.begin, (size_t)span.end, text.bytes) && whole;
    }
    return whole;
}

/* A variation that begins with node HEAD, called by its turn. */
static bool take_variation(struct known_game *known, const catasta_game *game, size_t head)
{
    struct catasta_node n = {.size = sizeof n};
    struct memory_text text;
    char number[24];
    catasta_game_node(game, head, &n);
    const size_t begin = (size_t)n.span.begin;
    bool whole = memory_open(&text);
    if (whole) {
        put(&text, number, (size_t)snprintf(number, sizeof number, "%u%s", n.number, n.seat > 1 ? "... " : ". "));
        put(&text, n.text.bytes, n.text.length);
    }
    while (n.next != CATASTA_NOWHERE)
        catasta_game_node(game, n.next, &n);
    return memory_close(&text) && add(known, FIND_VARIATION, begin, (size_t)n.end, text.bytes) && whole;
}

static bool take_node(struct known_game *known, const catasta_game *game, size_t i)
{
    struct catasta_node n = {.size = sizeof n};
    struct catasta_remark remark = {.size = sizeof remark};
    catasta_game_node(game, i, &n);
    if (n.variation != CATASTA_NOWHERE && !take_variation(known, game, n.variation))
        return false;
    for (size_t k = 0; catasta_game_remark(game, i, k, &remark); k++)
        if (memchr(remark.text.bytes, '\n', remark.text.length) != NULL &&
            !add(known, FIND_FOLD, (size_t)remark.span.begin, (size_t)remark.span.end, strdup("comment")))
            return false;
    return true;
}

/* "Ada – Ben, 1-0" */
static char *title_of(const catasta_game *game)
{
    struct catasta_seat seat = {.size = sizeof seat};
    struct memory_text text;
    if (!memory_open(&text))
        return NULL;
    const struct catasta_sink sink = file_sink(text.file);
    const char *before = "";
    for (unsigned i = 1; catasta_game_seat(game, i, &seat); i++) {
        struct catasta_text name = seat.player.length > 0 ? seat.player : (struct catasta_text){"?", 1};
        put_words(&text, before, name);
        before = " – ";
    }
    put_words(&text, "", (struct catasta_text){", ", *before == '\0' ? 0 : 2});
    bool whole = catasta_write_result(game, &sink);
    if (memory_close(&text) && whole)
        return text.bytes;
    free(text.bytes);
    return NULL;
}

bool findings_take(struct known_game *known, const catasta_game *game, bool quiet)
{
    size_t count = catasta_game_diagnostics(game);
    size_t nodes = catasta_game_nodes(game);
    struct catasta_tag first = {.size = sizeof first};
    struct catasta_tag last = {.size = sizeof last};
    size_t tags = catasta_game_tags(game);
    known->hidden = quiet && count > 0;
    known->title = title_of(game);
    bool whole = known->title != NULL;
    for (size_t i = 0; whole && !quiet && i < count && i < DIAGNOSTICS_MOST; i++)
        whole = take_diagnostic(known, game, i);
    if (whole && tags > 1 && catasta_game_tag(game, 0, &first) && catasta_game_tag(game, tags - 1, &last))
        whole = add(known, FIND_FOLD, (size_t)first.span.begin, (size_t)last.span.end, strdup("region"));
    for (size_t i = 0; whole && i < nodes; i++)
        whole = take_node(known, game, i);
    return whole;
}

/* ---- publishing */

static json_t *location(const char *uri, json_t *range)
{
    return json_pack("{ss so}", "uri", uri, "range", range);
}

static void add_finding(struct lsp_server *server, const struct lsp_document *document, struct text_place *place,
    size_t base, const struct lsp_finding *finding, json_t *list)
{
    static const int severities[] = {1, 2, 3, 4};
    struct text_place own = *place;
    if (finding->kind == FIND_DIAGNOSTIC) {
        json_t *range = range_at(server, document, place, base + finding->begin, base + finding->end);
        int severity = finding->cascaded ? 3 : severities[finding->severity];
        json_array_append_new(list,
            json_pack("{so si ss ss ss}", "range", range, "severity", severity, "code", finding->id, "source",
                "catasta", "message", finding->words));
    } else if (finding->kind == FIND_RELATED) {
        json_t *last = json_array_get(list, json_array_size(list) - 1);
        json_t *related = json_object_get(last, "relatedInformation");
        json_t *range = range_at(server, document, &own, base + finding->begin, base + finding->end);
        if (related == NULL)
            json_object_set_new(last, "relatedInformation", related = json_array());
        json_array_append_new(
            related, json_pack("{so ss}", "location", location(document->uri, range), "message", finding->words));
    }
}

void publish(struct lsp_server *server, struct lsp_document *document)
{
    json_t *list = json_array();
    struct text_place place = {0};
    bool more = false;
    for (size_t i = 0; i < document->problem_count; i++)
        add_finding(server, document, &place, 0, &document->problems[i], list);
    for (size_t i = 0; i < document->count && !more; i++) {
        const struct known_game *game = &document->games[i];
        more = game->hidden;
        for (size_t k = 0; k < game->count && !more; k++) {
            more = json_array_size(list) == DIAGNOSTICS_MOST && game->findings[k].kind == FIND_DIAGNOSTIC;
            if (!more)
                add_finding(server, document, &place, game->begin, &game->findings[k], list);
        }
    }
    if (more)
        json_array_append_new(list,
            json_pack("{so si ss ss}", "range", range_at(server, document, &place, place.offset, place.offset),
                "severity", 3, "source", "catasta", "message", "more diagnostics follow, which are not listed"));
    document->unpublished = false;
    server->failed |=
        !wire_send(json_pack("{ss ss s{ss sI so}}", "jsonrpc", "2.0", "method", "textDocument/publishDiagnostics",
            "params", "uri", document->uri, "version", document->version, "diagnostics", list));
}
