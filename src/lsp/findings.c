/* SPDX-License-Identifier: MIT */
/* What is found in games, and how diagnostics are published. */
#include "lsp/lsp.h"

#include <stdlib.h>
#include <string.h>

/* BEFORE and WORDS, unless there are none. */
static void put_words(struct buffer *text, const char *before, struct catasta_text words)
{
    buffer_say(text, words.length == 0 ? "" : before);
    buffer_text(text, words);
}

bool findings_add(struct known_game *known, struct lsp_finding finding, struct buffer *words)
{
    buffer_add(words, "", 0);
    struct lsp_finding *longer = with_room(known->findings, known->count, &known->capacity, sizeof *longer);
    known->findings = longer == NULL ? known->findings : longer;
    if (longer == NULL || words->failed) {
        buffer_free(words);
        return false;
    }
    finding.words = words->bytes;
    longer[known->count++] = finding;
    return true;
}

void findings_free(struct known_game *known)
{
    for (size_t i = 0; i < known->count; i++)
        free(known->findings[i].words);
    free(known->findings);
    known->findings = NULL;
    known->count = known->capacity = 0;
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
    known->count = kept;
    return gone;
}

static bool add_span_finding(
    struct known_game *known, enum finding_kind kind, struct catasta_span span, struct buffer *words)
{
    const struct lsp_finding finding = {.kind = kind, .begin = (size_t)span.begin, .end = (size_t)span.end};
    return findings_add(known, finding, words);
}

static bool add_fold(struct known_game *known, uint64_t begin, uint64_t end, const char *kind)
{
    struct buffer words = {0};
    buffer_say(&words, kind);
    return add_span_finding(known, FIND_FOLD, (struct catasta_span){begin, end}, &words);
}

static bool spans_touch(struct catasta_span a, struct catasta_span b)
{
    return a.begin <= b.end && b.begin <= a.end;
}

/* Diagnostic I, and the other places that its repairs are about. */
static bool take_diagnostic(struct known_game *known, const catasta_game *game, size_t i)
{
    struct catasta_diagnostic n = {.size = sizeof n};
    struct catasta_repair repair = {.size = sizeof repair};
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    catasta_game_diagnostic(game, i, &n);
    text.failed = !catasta_game_message(game, i, &sink);
    put_words(&text, "\nbefore the turn: ", n.board);
    put_words(&text, "\nhelp: ", n.advice);
    const struct lsp_finding finding = {.kind = FIND_DIAGNOSTIC,
        .severity = n.severity,
        .cascaded = n.cascaded,
        .begin = (size_t)n.span.begin,
        .end = (size_t)n.span.end,
        .id = n.id};
    bool whole = findings_add(known, finding, &text);
    for (size_t k = 0; whole && k < n.repairs; k++) {
        catasta_game_repair(game, i, k, &repair);
        const struct catasta_span span = repair.edits[0].span;
        if (repair.edit_count == 0 || spans_touch(span, n.turn) || spans_touch(span, n.span))
            continue;
        text = (struct buffer){0};
        text.failed = !catasta_write_repair(game, i, k, &sink);
        whole = add_span_finding(known, FIND_RELATED, span, &text);
    }
    return whole;
}

/* A variation that begins with node HEAD, called by its turn. */
static bool take_variation(struct known_game *known, const catasta_game *game, size_t head)
{
    struct catasta_node n = {.size = sizeof n};
    struct buffer text = {0};
    catasta_game_node(game, head, &n);
    const uint64_t begin = n.span.begin;
    buffer_print(&text, "%u%s", n.number, n.seat > 1 ? "... " : ". ");
    buffer_text(&text, n.text);
    while (n.next != CATASTA_NOWHERE)
        catasta_game_node(game, n.next, &n);
    return add_span_finding(known, FIND_VARIATION, (struct catasta_span){begin, n.end}, &text);
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
            !add_fold(known, remark.span.begin, remark.span.end, "comment"))
            return false;
    return true;
}

/* "Ada – Ben, 1-0" */
static char *title_of(const catasta_game *game)
{
    struct catasta_seat seat = {.size = sizeof seat};
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    for (unsigned i = 1; catasta_game_seat(game, i, &seat); i++) {
        buffer_say(&text, i > 1 ? " – " : "");
        buffer_text(&text, seat.player.length > 0 ? seat.player : (struct catasta_text){"?", 1});
    }
    buffer_say(&text, text.length > 0 ? ", " : "");
    if (!catasta_write_result(game, &sink))
        buffer_free(&text);
    return text.bytes;
}

bool findings_take(struct known_game *known, const catasta_game *game, bool quiet)
{
    struct catasta_info info = {.size = sizeof info};
    struct catasta_tag first = {.size = sizeof first};
    struct catasta_tag last = {.size = sizeof last};
    if (!catasta_game_info(game, &info))
        return false;
    known->hidden = quiet && info.diagnostics > 0;
    known->title = title_of(game);
    bool whole = known->title != NULL;
    for (size_t i = 0; whole && !quiet && i < info.diagnostics && i < DIAGNOSTICS_MOST; i++)
        whole = take_diagnostic(known, game, i);
    if (whole && info.tags > 1 && catasta_game_tag(game, 0, &first) && catasta_game_tag(game, info.tags - 1, &last))
        whole = add_fold(known, first.span.begin, last.span.end, "region");
    for (size_t i = 0; whole && i < info.nodes; i++)
        whole = take_node(known, game, i);
    return whole;
}

/* ---- publishing */

static void add_finding(const struct lsp_document *document, struct text_place *place, size_t base,
    const struct lsp_finding *finding, json_t *list)
{
    struct text_place own = *place;
    if (finding->kind == FIND_DIAGNOSTIC) {
        json_t *range = range_at(document, place, base + finding->begin, base + finding->end);
        int severity = finding->cascaded ? 3 : (int)finding->severity + 1;
        json_array_append_new(list,
            json_pack("{so si ss ss ss}", "range", range, "severity", severity, "code", finding->id, "source",
                "catasta", "message", finding->words));
    } else if (finding->kind == FIND_RELATED) {
        json_t *last = json_array_get(list, json_array_size(list) - 1);
        json_t *related = json_object_get(last, "relatedInformation");
        json_t *range = range_at(document, &own, base + finding->begin, base + finding->end);
        if (related == NULL)
            json_object_set_new(last, "relatedInformation", related = json_array());
        json_array_append_new(related,
            json_pack("{s{ss so} ss}", "location", "uri", document->uri, "range", range, "message", finding->words));
    }
}

void findings_publish(struct lsp_document *document)
{
    json_t *list = json_array();
    struct text_place place = {0};
    bool more = false;
    for (size_t i = 0; i < document->ruleset.count; i++)
        add_finding(document, &place, 0, &document->ruleset.findings[i], list);
    for (size_t i = 0; i < document->count && !more; i++) {
        const struct known_game *game = &document->games[i];
        more = game->hidden;
        for (size_t k = 0; k < game->count && !more; k++) {
            more = json_array_size(list) == DIAGNOSTICS_MOST && game->findings[k].kind == FIND_DIAGNOSTIC;
            if (!more)
                add_finding(document, &place, game->begin, &game->findings[k], list);
        }
    }
    if (more)
        json_array_append_new(list,
            json_pack("{so si ss ss}", "range", range_at(document, &place, place.offset, place.offset), "severity", 3,
                "source", "catasta", "message", "there are more diagnostics, which are not listed"));
    document->unpublished = false;
    server_notify(document->server, "textDocument/publishDiagnostics",
        json_pack("{ss sI so}", "uri", document->uri, "version", document->version, "diagnostics", list));
}
