/* SPDX-License-Identifier: MIT */
/* The server: what messages mean, and in which order all is done. */
#include "lsp/lsp.h"

#include <stdlib.h>
#include <string.h>

/* Requests about documents, and what each is about. */
static const struct method {
    const char *name;
    json_t *(*answer)(struct request *request);
    enum { ABOUT_TEXT, ABOUT_POSITION, ABOUT_RANGE, ABOUT_GAMES } about;
} methods[] = {
    {"textDocument/completion", answer_completion, ABOUT_POSITION},
    {"textDocument/hover", answer_hover, ABOUT_POSITION},
    {"textDocument/codeAction", answer_actions, ABOUT_RANGE},
    {"textDocument/formatting", answer_formatting, ABOUT_TEXT},
    {"textDocument/documentSymbol", answer_symbols, ABOUT_GAMES},
    {"textDocument/foldingRange", answer_folding, ABOUT_GAMES},
    {"codeAction/resolve", resolve_action, ABOUT_TEXT},
};
enum { METHODS = sizeof methods / sizeof methods[0] };

static void send_message(struct lsp_server *server, json_t *message)
{
    server->failed |= !wire_send(message);
}

void server_notify(struct lsp_server *server, const char *method, json_t *params)
{
    send_message(server, json_pack("{ss ss so}", "jsonrpc", "2.0", "method", method, "params", params));
}

static void refuse_request(struct lsp_server *server, json_t *id, int code, const char *why)
{
    send_message(server,
        json_pack("{ss sO s{si ss}}", "jsonrpc", "2.0", "id", id == NULL ? json_null() : id, "error", "code", code,
            "message", why));
}

static void answer_request(struct lsp_server *server, json_t *id, json_t *result)
{
    send_message(
        server, json_pack("{ss sO so}", "jsonrpc", "2.0", "id", id, "result", result == NULL ? json_null() : result));
}

/* The member at a path of names with dots between them; NULL where there is none. */
static json_t *member_at(json_t *object, const char *path)
{
    char name[64];
    while (object != NULL && *path != '\0') {
        size_t length = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        object = json_object_get(object, name);
        path += length + (path[length] == '.');
    }
    return object;
}

static const char *string_at(json_t *object, const char *path)
{
    const char *string = json_string_value(member_at(object, path));
    return string == NULL ? "" : string;
}

static bool list_has(json_t *list, const char *word)
{
    size_t i;
    json_t *item;
    json_array_foreach(
        list, i, item) if (json_is_string(item) && strcmp(json_string_value(item), word) == 0) return true;
    return false;
}

static json_t *answer_initialize(struct lsp_server *server, json_t *params)
{
    json_t *can = member_at(params, "capabilities");
    json_t *formats = member_at(can, "textDocument.hover.contentFormat");
    server->initialized = true;
    server->bytes = list_has(member_at(can, "general.positionEncodings"), "utf-8");
    server->plain = formats != NULL && !list_has(formats, "markdown");
    server->resolves = list_has(member_at(can, "textDocument.codeAction.resolveSupport.properties"), "edit");
    server->versions = json_is_true(member_at(can, "workspace.workspaceEdit.documentChanges"));
    return json_pack("{s{ss s{sb si sb} s{s[sssssss]} sb s{s[ss] sb} sb sb sb} s{ss ss}}", "capabilities",
        "positionEncoding", server->bytes ? "utf-8" : "utf-16", "textDocumentSync", "openClose", 1, "change", 2, "save",
        1, "completionProvider", "triggerCharacters", "[", "\"", " ", ":", "-", ",", "+", "hoverProvider", 1,
        "codeActionProvider", "codeActionKinds", "quickfix", "source.fixAll", "resolveProvider", 1,
        "documentFormattingProvider", 1, "documentSymbolProvider", 1, "foldingRangeProvider", 1, "serverInfo", "name",
        "catasta", "version", catasta_version());
}

/* What went wrong with something that was only notified. */
static void note_failure_of_client(struct lsp_server *server, const char *words)
{
    server_notify(server, "window/logMessage", json_pack("{si ss}", "type", 1, "message", words));
}

static void open_document(struct lsp_server *server, json_t *params)
{
    json_t *item = member_at(params, "textDocument");
    json_t *text = member_at(item, "text");
    const char *uri = string_at(item, "uri");
    struct lsp_document *document = document_find(server, uri);
    if (!json_is_string(text) || *uri == '\0') {
        note_failure_of_client(server, "a document without a name or text cannot be opened");
        return;
    }
    if (document != NULL)
        document_close(document);
    document = document_open(server, uri, string_at(item, "languageId"), text);
    server->failed |= document == NULL;
    if (document != NULL)
        document->version = json_integer_value(member_at(item, "version"));
}

/* All changes of a message are made, or none that follows one that cannot be. */
static void change_document(struct lsp_server *server, struct lsp_document *document, json_t *params)
{
    size_t i;
    json_t *change;
    json_array_foreach(member_at(params, "contentChanges"), i, change)
    {
        json_t *text = member_at(change, "text");
        json_t *range = member_at(change, "range");
        size_t begin = 0;
        size_t end = document->length;
        if (!json_is_string(text) || (range != NULL && !range_taken(document, range, &begin, &end))) {
            note_failure_of_client(server, "a change has an invalid range and was ignored");
            return;
        }
        server->failed |= !document_replace(document, begin, end, json_string_value(text), json_string_length(text));
    }
    document->version = json_integer_value(member_at(params, "textDocument.version"));
}

/* A ruleset may be another one in its file now: all records are judged again. */
static void save_document(struct lsp_server *server, struct lsp_document *saved)
{
    if (saved->kind != DOCUMENT_RULESET)
        return;
    for (struct lsp_document *document = server->documents; document != NULL; document = document->next)
        document_forget(document);
    catasta_session_free(server->session);
    server->session = open_session(server->reading, CATASTA_KEEP_POSITIONS, NULL);
    server->failed |= server->session == NULL;
}

static void close_document(struct lsp_document *document)
{
    server_notify(document->server, "textDocument/publishDiagnostics",
        json_pack("{ss s[]}", "uri", document->uri, "diagnostics"));
    document_close(document);
}

static void take_notification(struct lsp_server *server, const char *method, json_t *params)
{
    struct lsp_document *document = document_find(server, string_at(params, "textDocument.uri"));
    if (strcmp(method, "exit") == 0)
        server->over = true;
    else if (!server->initialized || server->stopped)
        return;
    else if (strcmp(method, "textDocument/didOpen") == 0)
        open_document(server, params);
    else if (document == NULL)
        return;
    else if (strcmp(method, "textDocument/didChange") == 0)
        change_document(server, document, params);
    else if (strcmp(method, "textDocument/didSave") == 0)
        save_document(server, document);
    else if (strcmp(method, "textDocument/didClose") == 0)
        close_document(document);
}

/* What METHOD answers to REQUEST, of which the document and the place are found first. */
static json_t *answer_about(const struct method *method, struct request *request)
{
    json_t *params = request->params;
    request->error = INVALID_PARAMS;
    request->why = "unknown document";
    request->document = document_find(
        request->server, string_at(params, method->answer == resolve_action ? "data.uri" : "textDocument.uri"));
    if (request->document == NULL)
        return NULL;
    request->why = "invalid position";
    request->offset = request->end = SIZE_MAX;
    if (method->about == ABOUT_POSITION &&
        !position_read(request->document, member_at(params, "position"), &request->offset))
        return NULL;
    request->why = "invalid range";
    if (method->about == ABOUT_RANGE &&
        !range_taken(request->document, member_at(params, "range"), &request->offset, &request->end))
        return NULL;
    if (method->about != ABOUT_TEXT)
        document_settle(request->document, method->about == ABOUT_RANGE ? request->end : request->offset);
    request->error = NO_ERROR;
    return method->answer(request);
}

static void take_request(struct lsp_server *server, const char *method, json_t *id, json_t *params)
{
    struct request request = {.server = server, .params = params};
    bool begins = strcmp(method, "initialize") == 0;
    size_t i = 0;
    while (i < METHODS && strcmp(methods[i].name, method) != 0)
        i++;
    if (!server->initialized && begins) {
        answer_request(server, id, answer_initialize(server, params));
    } else if (!server->initialized) {
        refuse_request(server, id, NOT_INITIALIZED, "the first request must be initialize");
    } else if (server->stopped || begins) {
        refuse_request(
            server, id, INVALID_REQUEST, begins ? "already initialized" : "requests are not allowed after shutdown");
    } else if (strcmp(method, "shutdown") == 0) {
        server->stopped = true;
        answer_request(server, id, NULL);
    } else if (i == METHODS) {
        refuse_request(server, id, METHOD_NOT_FOUND, "unknown method");
    } else {
        json_t *result = answer_about(&methods[i], &request);
        if (request.error == NO_ERROR)
            answer_request(server, id, result);
        else
            refuse_request(server, id, request.error, request.why);
        if (request.error != NO_ERROR)
            json_decref(result);
    }
}

static void take_message(struct lsp_server *server, json_t *message)
{
    json_t *id = json_object_get(message, "id");
    json_t *method = json_object_get(message, "method");
    json_t *params = json_object_get(message, "params");
    bool named = json_is_string(id) || json_is_number(id);
    if (!json_is_object(message) || (id != NULL && !named) || (method != NULL && !json_is_string(method)) ||
        (method == NULL && id == NULL))
        refuse_request(server, named ? id : NULL, INVALID_REQUEST, "this is not a request");
    else if (method != NULL && id != NULL)
        take_request(server, json_string_value(method), id, params);
    else if (method != NULL)
        take_notification(server, json_string_value(method), params);
}

/* A document that something is left to be done for; NULL: there is none. */
static struct lsp_document *find_work(const struct lsp_server *server)
{
    struct lsp_document *document = server->documents;
    while (document != NULL && !document->unread && !document->unpublished)
        document = document->next;
    return document;
}

static void serve_message(struct lsp_server *server, struct wire *wire)
{
    while (!server->over && !server->failed) {
        const char *error;
        json_t *message = wire_next(wire, &error);
        struct lsp_document *work = find_work(server);
        if (message != NULL)
            take_message(server, message);
        else if (error != NULL)
            refuse_request(server, NULL, PARSE_ERROR, error);
        else if (wire->ended)
            server->over = true;
        else if (work != NULL && !wire_is_ready())
            document_work(work);
        else
            wire_fill(wire);
        json_decref(message);
    }
}

int serve_editor(const struct reading *reading, text_formatter *format)
{
    struct lsp_server server = {.reading = reading, .format = format};
    struct wire wire = {.begin = 0};
    if (reading->file_count > 0)
        return complain("lsp takes no files; the editor sends the documents that it has open");
    server.session = open_session(reading, CATASTA_KEEP_POSITIONS, NULL);
    if (server.session == NULL)
        return CATASTA_FAILED;
    serve_message(&server, &wire);
    while (server.documents != NULL)
        document_close(server.documents);
    catasta_session_free(server.session);
    json_decref(server.schema);
    buffer_free(&wire.text);
    return server.failed ? CATASTA_FAILED : server.stopped ? CATASTA_OK : CATASTA_WRONG;
}
