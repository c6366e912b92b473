/* SPDX-License-Identifier: MIT */
/* What an editor asks about a document. */
#include "convert/form_table.h"
#include "lsp/lsp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- edits */

static json_t *text_edit(const struct request *request, size_t begin, size_t end, const char *bytes, size_t length)
{
    return json_pack("{so ss%}", "range", range_at(request->document, NULL, begin, end), "newText", bytes, length);
}

/* EDITS of the document as an edit of the workspace, for its version where the client knows of that. */
static json_t *workspace_edit(const struct request *request, json_t *edits)
{
    const struct lsp_document *document = request->document;
    if (request->server->versions)
        return json_pack("{s[{s{ss sI} so}]}", "documentChanges", "textDocument", "uri", document->uri, "version",
            document->version, "edits", edits);
    return json_pack("{s{so}}", "changes", document->uri, edits);
}

/* What makes the document TEXT: nothing, or one edit of what differs. */
static json_t *edits_to(const struct request *request, const char *text, size_t length)
{
    const struct lsp_document *document = request->document;
    const char *old = document->text;
    size_t begin = 0;
    size_t end = document->length;
    while (begin < end && begin < length && old[begin] == text[begin])
        begin++;
    while (begin > 0 && ((unsigned char)old[begin] & 0xC0) == 0x80)
        begin--;
    while (end > begin && length > begin && old[end - 1] == text[length - 1])
        end--, length--;
    while (end < document->length && (((unsigned char)old[end] & 0xC0) == 0x80 || old[end] == '\n'))
        end++, length++;
    if (begin == end && begin == length)
        return json_array();
    return json_pack("[o]", text_edit(request, begin, end, text + begin, length - begin));
}

/* The edits that fmt would make, with FIX as with --fix; NULL with .error. */
static json_t *format_edits(struct request *request, bool fix)
{
    const struct lsp_server *server = request->server;
    const struct lsp_document *document = request->document;
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    json_t *edits = NULL;
    request->error = REQUEST_FAILED;
    request->why = "only files of records can be formatted";
    if (document->kind != DOCUMENT_RECORDS)
        return NULL;
    request->why = "a game cannot be read, so the file cannot be formatted";
    if (server->format(server->session, document->text, document->length, fix, &sink) == CATASTA_OK) {
        edits = edits_to(request, text.bytes, text.length);
        request->error = NO_ERROR;
    }
    buffer_free(&text);
    return edits;
}

json_t *answer_formatting(struct request *request)
{
    return format_edits(request, false);
}

/* GAME without the empty lines around it. */
static void trim_end(const struct lsp_document *document, const struct known_game *game, size_t *begin, size_t *end)
{
    *begin = game->begin;
    *end = game->end;
    while (*begin < *end && isspace((unsigned char)document->text[*begin]))
        ++*begin;
    while (*begin < *end && isspace((unsigned char)document->text[*end - 1]))
        --*end;
}

static bool is_space_between(const struct lsp_document *document, const struct known_game *game)
{
    size_t at = game[0].end;
    while (at < game[1].begin && isspace((unsigned char)document->text[at]))
        at++;
    return at >= game[1].begin;
}

/* Whether the line before BEGIN that is not empty begins with the sign of a fence: the block is not in a quote or list,
   whose signs its lines would have to keep. */
static bool is_after_fence(const struct lsp_document *document, size_t begin)
{
    const char *text = document->text;
    while (begin > 0 && isspace((unsigned char)text[begin - 1]))
        begin--;
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r')
        begin--;
    return text[begin] == '`' || text[begin] == '~';
}

/* Writes the copy of LENGTH typed BYTES; false when out of memory. */
static bool copy_typed(const struct lsp_server *server, const char *bytes, size_t length, struct buffer *copy)
{
    static const struct catasta_form_reader *const readers[] = {&typed_reader, NULL};
    const struct catasta_sink sink = buffer_sink(copy);
    struct catasta_options options = server->reading->options;
    bool any = false;
    options.size = sizeof options;
    options.keep = CATASTA_KEEP_TEXTS;
    options.forms = readers;
    options.from = typed_reader.name;
    catasta_session *session = catasta_session_new(&options, &complaint_sink);
    catasta_input *input = session == NULL ? NULL : catasta_input_bytes(session, bytes, length, "records.sgn");
    catasta_game *game;
    bool fine = input != NULL;
    while (fine && (game = catasta_input_next(input)) != NULL)
        fine = typed_write_copy(game, &any, &sink);
    fine = fine && catasta_input_error(input) == 0 && !copy->failed;
    catasta_input_close(input);
    catasta_session_free(session);
    return fine;
}

/* What replaces the text around OFFSET by its copy: all games with only spaces between them, which are those of the
   document or of a fenced block; NULL with .error. */
static json_t *copy_edits(struct request *request, size_t offset)
{
    const struct lsp_document *document = request->document;
    struct known_game whole;
    struct buffer copy = {0};
    json_t *edits = NULL;
    size_t begin;
    size_t end;
    request->error = REQUEST_FAILED;
    request->why = "this text cannot be copied";
    document_settle(request->document, SIZE_MAX);
    const struct known_game *first = document_game(document, offset);
    const struct known_game *last = first;
    if (first == NULL)
        return NULL;
    while (first > document->games && is_space_between(document, first - 1))
        first--;
    while (last + 1 < document->games + document->count && is_space_between(document, last))
        last++;
    whole = (struct known_game){.begin = first->begin, .end = last->end};
    trim_end(document, &whole, &begin, &end);
    if (document->kind == DOCUMENT_FENCED && !is_after_fence(document, begin))
        request->why = "a block in a quote or a list cannot be copied";
    else if (copy_typed(request->server, document->text + begin, end - begin, &copy)) {
        request->error = NO_ERROR;
        edits = json_pack("[o]", text_edit(request, begin, end, copy.bytes, copy.length - (copy.length > 0)));
    }
    buffer_free(&copy);
    return edits;
}

/* The edits of an action that comes without them. */
static json_t *action_edits(struct request *request, json_t *action)
{
    json_t *typed = json_object_get(json_object_get(action, "data"), "typed");
    return typed == NULL ? format_edits(request, true) : copy_edits(request, (size_t)json_integer_value(typed));
}

json_t *resolve_action(struct request *request)
{
    json_t *edits = action_edits(request, request->params);
    if (edits != NULL)
        json_object_set_new(request->params, "edit", workspace_edit(request, edits));
    return json_incref(request->params);
}

/* ---- actions */

struct proposing {
    struct request *request;
    json_t *actions;
    json_t *typed; /* offers to read typed text; NULL: all is notation so far */
};

/* Those that the client has there of id ID. */
static json_t *known_diagnostics(const struct request *request, const char *id, json_t *range)
{
    json_t *list = json_array();
    json_t *item;
    size_t i;
    json_array_foreach(json_object_get(json_object_get(request->params, "context"), "diagnostics"), i, item)
    {
        const char *code = json_string_value(json_object_get(item, "code"));
        if (code != NULL && strcmp(code, id) == 0 && json_equal(json_object_get(item, "range"), range))
            json_array_append(list, item);
    }
    return list;
}

static void add_repair_action(struct proposing *proposing, const catasta_game *game, size_t base, size_t i, size_t k)
{
    struct request *request = proposing->request;
    struct catasta_diagnostic n = {.size = sizeof n};
    struct catasta_repair repair = {.size = sizeof repair};
    struct buffer title = {0};
    const struct catasta_sink sink = buffer_sink(&title);
    if (!catasta_game_diagnostic(game, i, &n) || !catasta_game_repair(game, i, k, &repair) || repair.edit_count == 0 ||
        !catasta_write_repair(game, i, k, &sink)) {
        buffer_free(&title);
        return;
    }
    json_t *edits = json_array();
    for (size_t e = 0; e < repair.edit_count; e++)
        json_array_append_new(edits,
            text_edit(request, base + (size_t)repair.edits[e].span.begin, base + (size_t)repair.edits[e].span.end,
                repair.edits[e].text.bytes, repair.edits[e].text.length));
    json_t *range = range_at(request->document, NULL, base + (size_t)n.span.begin, base + (size_t)n.span.end);
    json_array_append_new(proposing->actions,
        json_pack("{ss ss so sb so}", "title", title.bytes, "kind", "quickfix", "diagnostics",
            known_diagnostics(request, n.id, range), "isPreferred", repair.confidence == CATASTA_CERTAIN, "edit",
            workspace_edit(request, edits)));
    json_decref(range);
    buffer_free(&title);
}

/* Offers to copy the text around byte BASE. */
static void propose_copy(struct proposing *proposing, size_t base, const struct catasta_diagnostic *n)
{
    struct request *request = proposing->request;
    json_t *range = range_at(request->document, NULL, base + (size_t)n->span.begin, base + (size_t)n->span.end);
    proposing->typed =
        json_pack("{ss ss so s{ss sI}}", "title", "Read as typed text", "kind", "quickfix", "diagnostics",
            known_diagnostics(request, n->id, range), "data", "uri", request->document->uri, "typed", (json_int_t)base);
    json_decref(range);
}

static void propose_all(void *context, catasta_game *game, size_t base)
{
    struct proposing *proposing = context;
    struct catasta_diagnostic n = {.size = sizeof n};
    for (size_t i = 0; catasta_game_diagnostic(game, i, &n); i++) {
        struct catasta_span span = n.turn.end > n.turn.begin ? n.turn : n.span;
        size_t begin = span.begin < n.span.begin ? (size_t)span.begin : (size_t)n.span.begin;
        size_t end = span.end > n.span.end ? (size_t)span.end : (size_t)n.span.end;
        bool meets = base + begin <= proposing->request->end && base + end >= proposing->request->offset;
        for (size_t k = 0; meets && k < n.repairs && json_array_size(proposing->actions) < ACTIONS_MOST; k++)
            add_repair_action(proposing, game, base, i, k);
        if (meets && proposing->typed == NULL && typed_may_be(&n))
            propose_copy(proposing, base, &n);
    }
}

/* Whether the client wants actions of KIND, "source.fixAll" or a part of that before a dot. */
static bool client_wants(json_t *only, const char *kind)
{
    json_t *item;
    size_t i;
    json_array_foreach(only, i, item)
    {
        size_t length = json_string_length(item);
        if (json_is_string(item) && strncmp(json_string_value(item), kind, length) == 0 &&
            (kind[length] == '\0' || kind[length] == '.' || length == 0))
            return true;
    }
    return json_array_size(only) == 0;
}

/* Offers ACTION, with its edits if the client cannot ask for them. */
static void offer_item(struct request *request, json_t *actions, json_t *action)
{
    json_t *edits = request->server->resolves ? NULL : action_edits(request, action);
    request->error = NO_ERROR;
    if (edits != NULL && json_array_size(edits) > 0)
        json_object_set_new(action, "edit", workspace_edit(request, json_incref(edits)));
    if (request->server->resolves || json_object_get(action, "edit") != NULL)
        json_array_append(actions, action);
    json_decref(edits);
    json_decref(action);
}

json_t *answer_actions(struct request *request)
{
    struct proposing proposing = {.request = request, .actions = json_array()};
    const struct lsp_document *document = request->document;
    json_t *only = json_object_get(json_object_get(request->params, "context"), "only");
    if (client_wants(only, "quickfix"))
        document_judge(document, request->offset, request->end, NULL, propose_all, &proposing);
    if (proposing.typed != NULL)
        offer_item(request, proposing.actions, proposing.typed);
    if (document->kind == DOCUMENT_RECORDS && client_wants(only, "source.fixAll"))
        offer_item(request, proposing.actions,
            json_pack("{ss ss s{ss}}", "title", "Apply all certain repairs and write canonical form", "kind",
                "source.fixAll", "data", "uri", document->uri));
    return proposing.actions;
}

/* ---- completion */

void completion_add(struct lsp_completion *completion, const char *label, const char *behind, const char *detail)
{
    const struct request *request = completion->request;
    char text[256];
    if (json_array_size(completion->items) == COMPLETIONS_MOST) {
        completion->more = true;
        return;
    }
    if (completion->range == NULL)
        completion->range = range_at(request->document, NULL, completion->begin, completion->end);
    snprintf(text, sizeof text, "%06zu", json_array_size(completion->items));
    json_t *item = json_pack("{ss si ss s{sO ss+}}", "label", label, "kind", completion->kind, "sortText", text,
        "textEdit", "range", completion->range, "newText", label, behind);
    if (detail != NULL && *detail != '\0')
        json_object_set_new(item, "detail", json_string(detail));
    json_array_append_new(completion->items, item);
}

void complete_rulesets(struct lsp_completion *completion)
{
    struct buffer list = {0};
    const struct catasta_sink sink = buffer_sink(&list);
    completion->more |= !catasta_rules_list(completion->request->server->session, &sink);
    for (char *line = list.bytes, *end; line != NULL && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        *end = '\0';
        size_t word = strcspn(line, " ");
        const char *title = line + word + strspn(line + word, " ");
        line[word] = '\0'; /* at the end, if there is no title */
        completion_add(completion, line, "", title);
    }
    buffer_free(&list);
}

static bool complete_turn(void *context, const char *text, size_t length, unsigned flags)
{
    struct lsp_completion *completion = context;
    char label[256];
    if (length < sizeof label) {
        memcpy(label, text, length);
        label[length] = '\0';
        completion_add(completion, label, "", (flags & CATASTA_COMPLETE) == 0 ? "goes on" : NULL);
    }
    completion->more |= (flags & CATASTA_CAN_GO_ON) != 0;
    return !completion->more || json_array_size(completion->items) < COMPLETIONS_MOST;
}

/* What is written in place of the turn: always available, so there is a node, and its parent is the position. */
static const char any_turn[] = " resign\n";

static void complete_turns(void *context, catasta_game *game, size_t base)
{
    struct lsp_completion *completion = context;
    const struct lsp_document *document = completion->request->document;
    struct catasta_node n = {.size = sizeof n};
    struct catasta_info info = {.size = sizeof info};
    if (!catasta_game_info(game, &info) || info.nodes < 2 || !catasta_game_node(game, info.nodes - 1, &n) ||
        base + (size_t)n.span.begin != completion->begin + 1)
        return;
    catasta_position *position = catasta_game_position(game, n.parent);
    if (position != NULL)
        catasta_position_moves(position, document->text + completion->begin, completion->end - completion->begin,
            complete_turn, completion, NULL);
    catasta_position_free(position);
}

/* Whether what is before the place is a tag: then names of tags, or of rulesets, are completed. */
static bool complete_tag(struct lsp_completion *completion, size_t offset)
{
    const char *text = completion->request->document->text;
    size_t begin = offset;
    while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r')
        begin--;
    begin += strspn(text + begin, " \t");
    if (begin >= offset || text[begin] != '[')
        return false;
    size_t name = ++begin;
    while (begin < offset && (isalnum((unsigned char)text[begin]) || text[begin] == '_'))
        begin++;
    completion->kind = 10;
    completion->begin = name;
    if (begin == offset) {
        for (size_t i = 0; catasta_tag_name(i) != NULL; i++)
            completion_add(completion, catasta_tag_name(i), " ", NULL);
        return true;
    }
    bool names = text_is((struct catasta_text){text + name, begin - name}, "Ruleset");
    begin += strspn(text + begin, " \t");
    completion->kind = 12;
    completion->begin = begin + 1;
    if (names && begin < offset && text[begin] == '"' && memchr(text + begin + 1, '"', offset - begin - 1) == NULL)
        complete_rulesets(completion);
    return true;
}

json_t *answer_completion(struct request *request)
{
    const struct lsp_document *document = request->document;
    size_t offset = request->offset;
    struct lsp_completion completion = {
        .request = request, .items = json_array(), .kind = 12, .begin = offset, .end = offset};
    if (document->kind == DOCUMENT_RULESET) {
        completion.kind = 10;
        complete_ruleset(&completion, offset);
    } else if (!complete_tag(&completion, offset)) {
        while (completion.begin > 0 && strchr(" \t\r\n.(){}[];!?", document->text[completion.begin - 1]) == NULL)
            completion.begin--;
        document_judge(document, completion.begin, completion.begin, any_turn, complete_turns, &completion);
    }
    json_decref(completion.range);
    return json_pack("{sb so}", "isIncomplete", completion.more, "items", completion.items);
}

/* ---- hover */

struct hovering {
    struct request *request;
    struct buffer text;
    size_t begin;
    size_t end;
};

static const char *block_begin(const struct hovering *hovering)
{
    return hovering->request->server->plain ? "\n\n" : "\n\n```text\n";
}

static void end_block(struct hovering *hovering)
{
    buffer_say(&hovering->text, hovering->request->server->plain ? "" : "```\n");
}

/* The position at NODE, which is BEFORE or after the turn N. */
static void show_position(
    struct hovering *hovering, const catasta_game *game, size_t node, const char *before, const struct catasta_node *n)
{
    const struct catasta_sink sink = buffer_sink(&hovering->text);
    struct catasta_seat seat = {.size = sizeof seat};
    catasta_position *position = catasta_game_position(game, node);
    if (position == NULL)
        return;
    buffer_print(&hovering->text, "%s%s %u. %s:%s", hovering->text.length == 0 ? "" : "\n", before, n->number,
        catasta_game_seat(game, n->seat, &seat) ? seat.name : "", block_begin(hovering));
    hovering->text.failed |= !catasta_position_write(position, CATASTA_TEXT, &sink);
    end_block(hovering);
    catasta_position_free(position);
}

/* Whether the place is in SPAN of a game at BASE, which becomes what the hover is about, if nothing was yet. */
static bool hover_covers(struct hovering *hovering, size_t base, struct catasta_span span)
{
    size_t offset = hovering->request->offset;
    if (offset < base + span.begin || offset >= base + span.end + (span.end == span.begin))
        return false;
    hovering->begin = hovering->end == 0 ? base + (size_t)span.begin : hovering->begin;
    hovering->end = hovering->end == 0 ? base + (size_t)span.end : hovering->end;
    return true;
}

static void look_at(void *context, catasta_game *game, size_t base)
{
    struct hovering *hovering = context;
    const struct catasta_sink sink = buffer_sink(&hovering->text);
    struct catasta_node n = {.size = sizeof n};
    struct catasta_diagnostic fault = {.size = sizeof fault};
    for (size_t i = 1; catasta_game_node(game, i, &n); i++)
        if (hover_covers(hovering, base, n.span)) {
            show_position(hovering, game, n.parent, "Before", &n);
            show_position(hovering, game, i, "After", &n);
            break;
        }
    for (size_t i = 0; catasta_game_diagnostic(game, i, &fault); i++)
        if (hover_covers(hovering, base, fault.span)) {
            buffer_print(
                &hovering->text, "%s%s%s", hovering->text.length == 0 ? "" : "\n", fault.id, block_begin(hovering));
            hovering->text.failed |= !catasta_explain(fault.id, CATASTA_TEXT, &sink, NULL);
            end_block(hovering);
        }
}

json_t *answer_hover(struct request *request)
{
    struct hovering hovering = {.request = request, .begin = request->offset};
    const struct lsp_document *document = request->document;
    json_t *hover = NULL;
    if (document->kind == DOCUMENT_RULESET)
        hover_ruleset(document, request->offset, &hovering.text);
    else
        document_judge(document, request->offset, request->offset, NULL, look_at, &hovering);
    if (!hovering.text.failed && hovering.text.length > 0)
        hover = json_pack("{s{ss ss%} so}", "contents", "kind", request->server->plain ? "plaintext" : "markdown",
            "value", hovering.text.bytes, hovering.text.length, "range",
            range_at(document, NULL, hovering.begin, hovering.end > hovering.begin ? hovering.end : hovering.begin));
    buffer_free(&hovering.text);
    return hover;
}

/* ---- symbols and folds */

static json_t *new_symbol(json_t *range, const char *name, int kind)
{
    json_t *children = json_array();
    json_t *start = json_object_get(range, "start");
    return json_pack("{ss si so s{sO sO} so}", "name", name, "kind", kind, "range", range, "selectionRange", "start",
        start, "end", start, "children", children);
}

json_t *answer_symbols(struct request *request)
{
    const struct lsp_document *document = request->document;
    struct text_place place = {0};
    json_t *list = json_array();
    size_t number = 0;
    for (size_t i = 0; i < document->count; i++) {
        const struct known_game *game = &document->games[i];
        char name[160];
        size_t begin;
        size_t end;
        if (game->stray)
            continue;
        trim_end(document, game, &begin, &end);
        snprintf(name, sizeof name, "%zu. ", ++number);
        json_t *title = json_sprintf("%s%s", name, game->title);
        json_t *whole = new_symbol(range_at(document, &place, begin, end), json_string_value(title), 5);
        json_decref(title);
        for (size_t k = 0; k < game->count; k++)
            if (game->findings[k].kind == FIND_VARIATION) {
                struct text_place own = place;
                const struct lsp_finding *found = &game->findings[k];
                json_array_append_new(json_object_get(whole, "children"),
                    new_symbol(range_at(document, &own, game->begin + found->begin, game->begin + found->end),
                        found->words, 6));
            }
        json_array_append_new(list, whole);
    }
    return list;
}

static void add_folding_range(
    const struct request *request, json_t *list, struct text_place *place, size_t begin, size_t end, const char *kind)
{
    struct text_place behind;
    place_seek(request->document, place, begin);
    behind = *place;
    place_seek(request->document, &behind, end);
    if (behind.line > place->line)
        json_array_append_new(list,
            json_pack(
                "{sI sI ss}", "startLine", (json_int_t)place->line, "endLine", (json_int_t)behind.line, "kind", kind));
}

json_t *answer_folding(struct request *request)
{
    const struct lsp_document *document = request->document;
    struct text_place place = {0};
    json_t *list = json_array();
    for (size_t i = 0; i < document->count; i++) {
        const struct known_game *game = &document->games[i];
        size_t begin;
        size_t end;
        trim_end(document, game, &begin, &end);
        add_folding_range(request, list, &place, begin, end, "region");
        for (size_t k = 0; k < game->count; k++) {
            struct text_place own = place;
            const struct lsp_finding *found = &game->findings[k];
            if (found->kind == FIND_VARIATION || found->kind == FIND_FOLD)
                add_folding_range(request, list, &own, game->begin + found->begin, game->begin + found->end,
                    found->kind == FIND_FOLD ? found->words : "region");
        }
    }
    return list;
}
