/* SPDX-License-Identifier: MIT */
/* The language server: requests of an editor and answers, over standard input and output.

       editor ──bytes──> wire ──messages──> server ──> features, over documents
                                               │
                                               └──> work: games that are to be read again, while nobody asks

   A document is a text and what is known of its games.  An edit forgets the games that it touches; they are read again,
   one at a time, up to the first that begins where one is known.  A message that comes meanwhile is dealt with first,
   so an edit never waits for what it makes void.  Messages are answered in order, about the text at that time. */
#ifndef CATASTA_LSP_LSP_H
#define CATASTA_LSP_LSP_H

#include "lsp/serving.h"
#include "util/buffer.h"
#include "util/output.h"

#include <jansson.h>

enum { DIAGNOSTICS_MOST = 1000, COMPLETIONS_MOST = 1000, ACTIONS_MOST = 1000 };

/* Of JSON-RPC and the protocol. */
enum {
    NO_ERROR = 0,
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    NOT_INITIALIZED = -32002,
    REQUEST_FAILED = -32803,
};

/* What was found in a game, at bytes of it. */
enum finding_kind {
    FIND_DIAGNOSTIC,
    FIND_RELATED, /* a place that the diagnostic before it is about, too */
    FIND_VARIATION,
    FIND_FOLD,
};
struct lsp_finding {
    enum finding_kind kind;
    enum catasta_severity severity;
    bool cascaded;
    size_t begin;
    size_t end;
    const char *id;
    char *words; /* allocated */
};

/* A game, or text between games, from byte .begin of the document to before .end. */
struct known_game {
    size_t begin;
    size_t end;
    size_t line; /* of .begin, from 0 */
    bool tagged; /* it begins with a tag */
    bool ruled;  /* ... and one names a ruleset */
    bool open;   /* a brace to come may close a comment in it */
    bool hidden; /* diagnostics of it were not kept: there are too many before */
    bool stray;  /* no game */
    char *title;
    struct lsp_finding *findings;
    size_t count;
    size_t capacity;
};

struct lsp_server;
struct lsp_document {
    struct lsp_server *server;
    struct lsp_document *next;
    char *uri;
    json_int_t version;
    enum { DOCUMENT_RECORDS, DOCUMENT_FENCED, DOCUMENT_RULESET } kind;
    char *text; /* ended by NUL */
    size_t length;
    struct text_marks *marks;

    struct known_game *games; /* in their order */
    size_t count;
    size_t capacity;
    size_t untagged; /* of them */
    size_t ruled;
    size_t at; /* where in .games the next one that is read goes */
    bool unread;
    size_t dirty_end;     /* what is before it has changed */
    catasta_input *input; /* that reads; NULL: none does yet */
    size_t base;          /* where it begins */
    size_t base_line;
    size_t kept;               /* diagnostics in .games */
    struct known_game ruleset; /* the findings of one */
    bool unpublished;
};

struct lsp_server {
    const struct reading *reading;
    text_formatter *format;
    catasta_session *session;
    struct lsp_document *documents;
    json_t *schema; /* of rulesets */
    bool initialized;
    bool stopped; /* shutdown was asked for */
    bool over;
    bool failed;   /* nobody reads what is written, or memory ran out */
    bool bytes;    /* columns are bytes, else UTF-16 */
    bool plain;    /* hovers are plain text, else Markdown */
    bool resolves; /* actions may come without their edits */
    bool versions; /* edits may name the version that they are for */
};

/* ---- wire.c: messages */

/* What is read from standard input. */
struct wire {
    struct buffer text;
    size_t begin; /* of the next message */
    bool ended;   /* there will be no more */
};

/* Whether a byte, or the end, can be read at once. */
bool wire_is_ready(void);

/* Reads what there is. */
void wire_fill(struct wire *wire);

/* Takes the next message out of what was read; NULL: there is none yet, or .ended, or *ERROR says what is wrong. */
json_t *wire_next(struct wire *wire, const char **error);

/* Each takes MESSAGE; false when nobody reads. */
bool wire_send(json_t *message);

/* ---- documents.c: texts, places, and which games are known */

struct lsp_document *document_find(const struct lsp_server *server, const char *uri);

/* NULL when out of memory. */
struct lsp_document *document_open(struct lsp_server *server, const char *uri, const char *language, json_t *text);
void document_close(struct lsp_document *document);

/* Puts BYTES in the place of those from BEGIN to END; false when out of memory. */
bool document_replace(struct lsp_document *document, size_t begin, size_t end, const char *bytes, size_t length);

/* Nothing is known of it any more. */
void document_forget(struct lsp_document *document);

/* Reads the next game that is to be read, or the ruleset; then publishes what was found, once nothing is left. */
void document_work(struct lsp_document *document);

/* Reads all games up to OFFSET, and the one there. */
void document_settle(struct lsp_document *document, size_t offset);

/* The last game that begins at OFFSET or before it; NULL: none does. */
struct known_game *document_game(const struct lsp_document *document, size_t offset);

/* Calls VISIT with each game that the bytes from BEGIN to END meet, judged, whose bytes begin at BASE, in one reading;
   of a text in which what is from END on is replaced by MORE, unless NULL. */
typedef void game_visit(void *context, catasta_game *game, size_t base);
void document_judge(
    const struct lsp_document *document, size_t begin, size_t end, const char *more, game_visit *visit, void *context);

/* Where a line begins, from 0; false: there is none, and it is the end. */
bool document_line(const struct lsp_document *document, size_t line, size_t *at);

/* The byte at a position; false where it does not exist.  After the end of a line is its end. */
bool position_read(const struct lsp_document *document, json_t *position, size_t *offset);
bool range_taken(const struct lsp_document *document, json_t *range, size_t *begin, size_t *end);

/* A place in a document, to go on from. */
struct text_place {
    size_t offset;
    size_t line;
    size_t column; /* as the client counts */
};
void place_seek(const struct lsp_document *document, struct text_place *place, size_t offset);

/* PLACE goes to BEGIN; NULL: there is none to go on from. */
json_t *range_at(const struct lsp_document *document, struct text_place *place, size_t begin, size_t end);

/* ---- findings.c: what is found in games */

/* Puts what there is to say of GAME, which begins at byte BASE of its document, into KNOWN; with QUIET no diagnostics,
   only whether there are some.  False when out of memory. */
bool findings_take(struct known_game *known, const catasta_game *game, bool quiet);

/* Forgets the diagnostics; returns how many there were. */
size_t findings_hide(struct known_game *known);

/* Takes over the words of FINDING; false when out of memory, then or when they were made. */
bool findings_add(struct known_game *known, struct lsp_finding finding, struct buffer *words);
void findings_free(struct known_game *known);
void findings_publish(struct lsp_document *document);

/* ---- server.c: sends a message that has no answer; takes PARAMS */
void server_notify(struct lsp_server *server, const char *method, json_t *params);

/* ---- features.c: each answers a request about a document, or sets .error and .why */

struct request {
    struct lsp_server *server;
    struct lsp_document *document;
    json_t *params;
    size_t offset; /* the place that is asked about, up to which all is read; of a range its begin */
    size_t end;    /* of the range */
    int error;
    const char *why;
};
json_t *answer_completion(struct request *request);
json_t *answer_hover(struct request *request);
json_t *answer_actions(struct request *request);
json_t *answer_formatting(struct request *request);
json_t *answer_symbols(struct request *request);
json_t *answer_folding(struct request *request);

/* An action that came without its edits, with them. */
json_t *resolve_action(struct request *request);

/* What may be written in the place of the bytes from .begin to .end. */
struct lsp_completion {
    struct request *request;
    size_t begin;
    size_t end;
    json_t *range; /* the same, once it is known */
    json_t *items;
    int kind;  /* of the items, as the protocol has it */
    bool more; /* there is more when more is typed */
};

/* LABEL, followed by BEHIND; DETAIL may be NULL. */
void completion_add(struct lsp_completion *completion, const char *label, const char *behind, const char *detail);
void complete_rulesets(struct lsp_completion *completion);

/* ---- rulesets.c */

/* Finds what is wrong with the .ruleset; false when out of memory. */
bool check_ruleset(struct lsp_document *document);
void complete_ruleset(struct lsp_completion *completion, size_t offset);

/* Writes what the key at OFFSET means, if there is one. */
void hover_ruleset(const struct lsp_document *document, size_t offset, struct buffer *text);

#endif
