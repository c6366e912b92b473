/* SPDX-License-Identifier: MIT */
/* PTN as SGN.  The two differ where a file has branches after its main line: each becomes a variation, at the turn
   that it replaces.  All else stays as it is written, so places in it stay what they are. */
#include "convert/copy.h"
#include "convert/form_table.h"
#include "convert/pgn.h"
#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINES_MOST = 4096, NESTING_MOST = 200 };

enum token_kind {
    TOKEN_TURN,
    TOKEN_NUMBER,
    TOKEN_GLYPH,
    TOKEN_COMMENT,
    TOKEN_NOTHING,
    TOKEN_RESULT,
    TOKEN_OTHER,
    TOKEN_REST
};

struct ptn_token {
    uint32_t begin;
    uint32_t end;
    enum token_kind kind;
    uint32_t value;  /* of a number */
    uint32_t prefix; /* its bytes before that, "49-1." */
    bool dots;       /* after a number: Black's */
    uint32_t branch; /* the first that replaces a turn, 0: none */
};

/* The main line, and then the branches.  The tokens of one follow each other. */
struct ptn_line {
    uint32_t name; /* where it begins, and its bytes */
    uint32_t length;
    uint32_t number; /* of its first turn */
    bool black;
    size_t first, end; /* tokens, without what names it */
    size_t turn, turns;
    uint32_t depth;
    uint32_t next; /* instead of the same turn; 0: none */
};

struct ptn_reading {
    struct list tokens;
    struct list lines;
    struct list turns; /* size_t: their tokens */
    struct copy copy;
    struct pgn_cutter cutter;
    const char *bytes; /* of the record */
    bool failed;
    bool black; /* is to move first */
};

static void *grow(struct ptn_reading *reading, struct list *list, size_t count, size_t size)
{
    void *at = list_grow(list, count, size);
    reading->failed |= at == NULL;
    return at;
}

static void *ptn_begin(catasta_session *session)
{
    (void)session;
    return calloc(1, sizeof(struct ptn_reading));
}

static void ptn_end(void *context)
{
    struct ptn_reading *reading = context;
    free(reading->tokens.at);
    free(reading->lines.at);
    free(reading->turns.at);
    copy_free(&reading->copy);
    free(reading);
}

/* Tokens. */

static bool ptn_is_word(const char *at, size_t length, const char *words)
{
    for (const char *word = words; *word != '\0'; word += strcspn(word, " "), word += *word == ' ')
        if (strcspn(word, " ") == length && strncmp(word, at, length) == 0)
            return true;
    return false;
}

/* "12.", "12...", "49-1.49.", "49.49." */
static const char *ptn_read_number(const char *at, const char *end, struct ptn_token *token)
{
    const char *begin = at;
    const char *number = at;
    uint32_t value = 0;
    bool dashes = false;
    for (; at < end && (pgn_is_digit(*at) || (*at == '-' && at > begin)); at++)
        dashes |= *at == '-';
    if (at == begin || at == end || *at != '.')
        return NULL;
    const char *second = at + 1;
    while (second < end && pgn_is_digit(*second))
        second++;
    bool named = second > at + 1 && second < end && *second == '.';
    if (dashes && !named)
        return NULL;
    if (named) {
        number = at + 1;
        at = second;
    }
    for (const char *digit = number; digit < at && value < 1000000; digit++)
        value = 10 * value + (uint32_t)(*digit - '0');
    const char *dots = at;
    while (at < end && *at == '.')
        at++;
    token->value = value;
    token->prefix = (uint32_t)(number - begin);
    token->dots = at - dots > 1;
    return at;
}

static const char *read_token(const char *at, const char *end, bool begins, struct ptn_token *token)
{
    const char *begin = at;
    token->kind = TOKEN_REST;
    if (*at == '{') {
        const char *closing = memchr(at, '}', (size_t)(end - at));
        token->kind = TOKEN_COMMENT;
        return closing == NULL ? NULL : closing + 1;
    }
    if (*at == ';' || (*at == '%' && begins)) {
        while (at < end && *at != '\n' && *at != '\r')
            at++;
        return at;
    }
    if ((at = ptn_read_number(begin, end, token)) != NULL) {
        token->kind = TOKEN_NUMBER;
        return at;
    }
    at = begin;
    while (at < end && strchr("'\"!?", *at) != NULL && *at != '\0')
        at++;
    if (at > begin) {
        token->kind = TOKEN_GLYPH;
        return at;
    }
    while (at < end && !is_blank(*at) && strchr("(){'\"!?", *at) == NULL)
        at++;
    size_t length = (size_t)(at - begin);
    token->kind = TOKEN_OTHER;
    if (length == 0)
        return begin + 1; /* a parenthesis */
    bool cell = pgn_is_letter(*begin) || pgn_is_digit(*begin);
    if (strspn(begin, ".") >= length || ptn_is_word(begin, length, "--"))
        token->kind = TOKEN_NOTHING;
    else if (ptn_is_word(begin, length, "R-0 0-R F-0 0-F 1-0 0-1 0-0 1/2-1/2 1/2 *"))
        token->kind = TOKEN_RESULT;
    else
        token->kind = cell ? TOKEN_TURN : TOKEN_OTHER;
    return at;
}

/* Whether the first word from AT on that is not a number or a comment is a turn; if there is none, it may be. */
static bool begins_with_turn(const char *at, const char *end)
{
    struct ptn_token token = {.kind = TOKEN_NOTHING};
    const char *begin = at;
    for (; at != NULL && at < end && token.kind >= TOKEN_NUMBER && token.kind <= TOKEN_NOTHING;
         at = is_blank(*at) ? at + 1 : read_token(at, end, false, &token))
        begin = is_blank(*at) ? begin : at;
    if (token.kind != TOKEN_TURN)
        return token.kind <= TOKEN_RESULT;
    begin += strchr("FSC123456789", *begin) != NULL;
    return at - begin > 1 && pgn_is_letter(begin[0]) && begin[1] >= '1' && begin[1] <= '9';
}

static bool ptn_recognises(const char *bytes, size_t length, bool asked)
{
    const char *end = bytes + length;
    bool found = false;
    const char *at = bytes;
    while (at < end && (is_blank(*at) || *at == '[')) {
        if (*at != '[') {
            at++;
            continue;
        }
        const struct pgn_tag tag = pgn_tag(at, end);
        if (pgn_is_named(&tag, "Ruleset") && !asked)
            return false;
        found |= pgn_is_named(&tag, "Size") || pgn_is_named(&tag, "TPS");
        at = tag.end;
    }
    return asked || (found && begins_with_turn(at, end));
}

/* Up to where a comment is never closed, NULL: all.  A variation in parentheses stays what it is. */
static const char *read_tokens(struct ptn_reading *reading, const char *at, const char *end)
{
    const char *begin = at;
    size_t depth = 0;
    while (at < end && !reading->failed) {
        struct ptn_token token = {.branch = 0};
        if (is_blank(*at)) {
            at++;
            continue;
        }
        const char *next = read_token(at, end, at == begin || at[-1] == '\n' || at[-1] == '\r', &token);
        if (next == NULL)
            return at;
        depth += *at == '(';
        if (depth > 0 && token.kind != TOKEN_COMMENT && token.kind != TOKEN_REST)
            token.kind = TOKEN_OTHER;
        depth -= *at == ')' && depth > 0;
        token.begin = (uint32_t)(at - reading->bytes);
        token.end = (uint32_t)(next - reading->bytes);
        at = next;
        struct ptn_token *kept = grow(reading, &reading->tokens, 1, sizeof token);
        if (kept != NULL)
            *kept = token;
    }
    return NULL;
}

/* Lines. */

static struct ptn_token *token_at(const struct ptn_reading *reading, size_t i)
{
    return (struct ptn_token *)reading->tokens.at + i;
}

static struct ptn_line *line_at(const struct ptn_reading *reading, size_t i)
{
    return (struct ptn_line *)reading->lines.at + i;
}

/* Whether an empty line is before the token I. */
static bool is_apart(const struct ptn_reading *reading, size_t i)
{
    unsigned lines = 0;
    for (uint32_t at = token_at(reading, i)->begin; at > 0 && is_blank(reading->bytes[at - 1]); at--)
        lines += reading->bytes[at - 1] == '\n' || (reading->bytes[at - 1] == '\r' && reading->bytes[at] != '\n');
    return lines > 1;
}

/* The line that NAME, of LENGTH bytes, is of, the latest of that name; the main line where there is none. */
static uint32_t find_line(const struct ptn_reading *reading, const char *name, size_t length)
{
    size_t i = reading->lines.count;
    while (--i > 0 &&
        (line_at(reading, i)->length != length ||
            memcmp(reading->bytes + line_at(reading, i)->name, name, length) != 0)) {
    }
    return (uint32_t)i;
}

/* Whether LINE can be put in, and if so does: at the turn of its parent that it replaces. */
static bool attach(struct ptn_reading *reading, struct ptn_line *line)
{
    const char *name = reading->bytes + line->name;
    size_t parent_length = line->length;
    while (parent_length > 0 && name[parent_length - 1] != '/')
        parent_length--;
    const struct ptn_line *parent =
        line_at(reading, parent_length == 0 ? 0 : find_line(reading, name, parent_length - 1));
    size_t at = 2 * (size_t)line->number + line->black - 2 * (size_t)parent->number - parent->black;
    if (at >= parent->turns || reading->lines.count == LINES_MOST || parent->depth == NESTING_MOST)
        return false;
    struct ptn_token *turn = token_at(reading, ((const size_t *)reading->turns.at)[parent->turn + at]);
    uint32_t *link = &turn->branch;
    while (*link != 0)
        link = &line_at(reading, *link)->next;
    *link = (uint32_t)reading->lines.count;
    line->depth = parent->depth + 1;
    struct ptn_line *kept = grow(reading, &reading->lines, 1, sizeof *line);
    if (kept != NULL)
        *kept = *line;
    return kept != NULL;
}

/* Whether a branch begins at the token I, and where its first turn is. */
static bool begin_branch(struct ptn_reading *reading, size_t i, uint32_t last, size_t *first)
{
    const struct ptn_token *token = token_at(reading, i);
    const struct ptn_line *open = line_at(reading, reading->lines.count - 1);
    struct ptn_line line = {.name = token->begin};
    size_t number = i;
    if (token->kind == TOKEN_COMMENT && is_apart(reading, i) && i + 1 < reading->tokens.count) {
        line.name = token->begin + 1;
        line.length = token->end - token->begin - 2;
        number = i + 1;
    } else if (token->kind == TOKEN_NUMBER && token->prefix > 0) {
        line.length = token->prefix - 1;
        if (open->length == line.length &&
            memcmp(reading->bytes + open->name, reading->bytes + line.name, line.length) == 0)
            return false;
    } else {
        return false;
    }
    const struct ptn_token *count = token_at(reading, number);
    if (count->kind != TOKEN_NUMBER || (reading->lines.count == 1 && count->value > last))
        return false;
    *first = number + 1;
    while (*first < reading->tokens.count && token_at(reading, *first)->kind == TOKEN_NOTHING)
        ++*first;
    line.number = count->value;
    line.black = count->dots || *first > number + 1;
    line.first = line.end = *first;
    line.turn = reading->turns.count;
    return attach(reading, &line);
}

static void read_lines(struct ptn_reading *reading)
{
    uint32_t last = 0;
    struct ptn_line *main = grow(reading, &reading->lines, 1, sizeof *main);
    if (main == NULL)
        return;
    *main = (struct ptn_line){.number = 1, .black = reading->black};
    for (size_t i = 0, first; i < reading->tokens.count && !reading->failed; i++) {
        if (begin_branch(reading, i, last, &first)) {
            i = first - 1;
            continue;
        }
        const struct ptn_token *token = token_at(reading, i);
        struct ptn_line *line = line_at(reading, reading->lines.count - 1);
        line->end = i + 1;
        if (reading->failed)
            return;
        if (token->kind == TOKEN_NUMBER && reading->lines.count == 1) {
            line->number = line->turns == 0 ? token->value : line->number;
            last = token->value;
        }
        size_t *turn = token->kind == TOKEN_TURN ? grow(reading, &reading->turns, 1, sizeof i) : NULL;
        if (turn == NULL)
            continue;
        *turn = i;
        line->turns++;
        uint32_t reached = line->number + (uint32_t)((line->turns - 1 + line->black) / 2);
        last = reading->lines.count == 1 && reached > last ? reached : last;
    }
}

/* Writing. */

static void ptn_put(struct ptn_reading *reading, const char *text, size_t length, size_t from, size_t was)
{
    copy_put(&reading->copy, text, length, from, was);
}

/* Puts what is from BEGIN to END as it is; where a fault may be in a part of it, the parts are pieces, each up to one
   of SEPARATORS. */
static void put_as_is(struct ptn_reading *reading, const char *begin, const char *end, const char *separators)
{
    while (begin < end) {
        const char *at = begin + 1;
        while (at < end && (strchr(separators, at[-1]) == NULL || at[-1] == '\0'))
            at++;
        ptn_put(reading, begin, (size_t)(at - begin), (size_t)(begin - reading->bytes), (size_t)(at - begin));
        begin = at;
    }
}

static void put_token(struct ptn_reading *reading, const struct ptn_token *token)
{
    uint32_t begin = token->begin + token->prefix;
    if (token->kind == TOKEN_TURN) {
        const char *end = reading->bytes + token->end;
        const char *drops = reading->bytes + begin;
        while (drops < end && (drops == reading->bytes + begin || strchr("+-<>", drops[-1]) == NULL))
            drops++;
        put_as_is(reading, reading->bytes + begin, drops, "");
        put_as_is(reading, drops, end, "0123456789");
    } else
        ptn_put(reading, reading->bytes + begin, token->end - begin, token->begin, token->end - token->begin);
}

/* Whether this is a name of branches that nobody has named: "3w1", "9b1/10w1". */
static bool is_plain_name(const char *name, size_t length)
{
    static const char digits[] = "0123456789";
    const char *end = name + length; /* a brace */
    do {
        const char *side = name + strspn(name, digits);
        size_t count = *side == 'w' || *side == 'b' ? strspn(side + 1, digits) : 0;
        if (side == name || count == 0)
            return false;
        name = side + 1 + count;
    } while (*name == '/' && name++ < end);
    return name == end;
}

static void ptn_put_line(struct ptn_reading *reading, uint32_t index);

static void put_branches(struct ptn_reading *reading, uint32_t *index)
{
    for (uint32_t i = *index; i != 0; i = line_at(reading, i)->next)
        ptn_put_line(reading, i);
    *index = 0;
}

static void ptn_put_line(struct ptn_reading *reading, uint32_t index)
{
    const struct ptn_line line = *line_at(reading, index);
    uint32_t branches = 0;
    if (index > 0) {
        char number[24];
        int length = snprintf(number, sizeof number, "%u", line.number);
        ptn_put(reading, "(", 1, line.name, line.length);
        ptn_put(reading, number, (size_t)length, line.name, line.length);
        ptn_put(reading, line.black ? "... " : ". ", line.black ? 4 : 2, line.name, line.length);
        const char *name = reading->bytes + line.name;
        bool numbered = line.length > 0 && name[-1] != '{';
        if (line.length > 0 && !numbered && !is_plain_name(name, line.length)) {
            ptn_put(reading, name - 1, line.length + 2, line.name, line.length);
            ptn_put(reading, " ", 1, line.name, line.length);
        }
    }
    size_t turns = 0;
    for (size_t i = line.first; i < line.end && !reading->failed; i++) {
        const struct ptn_token token = *token_at(reading, i);
        if (token.kind != TOKEN_GLYPH && token.kind != TOKEN_COMMENT)
            put_branches(reading, &branches);
        if (token.kind == TOKEN_NOTHING && index == 0 && line.black && turns == 0)
            continue;
        if (token.kind == TOKEN_GLYPH && reading->copy.text.count > 0 && i > line.first &&
            token_at(reading, i - 1)->end == token.begin)
            reading->copy.text.count--; /* the blank */
        bool ends = token.kind == TOKEN_RESULT && index > 0;
        if (ends)
            ptn_put(reading, "{", 1, token.begin, token.end - token.begin);
        put_token(reading, &token);
        ptn_put(reading,
            ends                           ? "} "
                : token.kind == TOKEN_REST ? "\n"
                                           : " ",
            ends ? 2 : 1, token.begin, token.end - token.begin);
        turns += token.kind == TOKEN_TURN;
        branches = token.kind == TOKEN_TURN ? token.branch : branches;
    }
    put_branches(reading, &branches);
    if (index > 0)
        ptn_put(reading, ") ", 2, line.name, line.length);
}

/* The name of TAG as SGN has it, in which letters matter; NULL: it is written like that already, or is not known. */
static const char *known_name(const struct pgn_tag *tag)
{
    const char *known = NULL;
    for (size_t i = 0; (known = catasta_tag_name(i)) != NULL && !pgn_is_named(tag, known);)
        i++;
    return known != NULL && memcmp(known, tag->name, strlen(known)) == 0 ? NULL : known;
}

/* Puts the tags, each value a piece of its own; returns what follows. */
static const char *ptn_put_tags(struct ptn_reading *reading, const char *at, const char *end)
{
    while (at < end && (is_blank(*at) || *at == '[')) {
        const char *begin = at;
        if (*at != '[') {
            at++;
            continue;
        }
        const struct pgn_tag tag = pgn_tag(at, end);
        const char *value = tag.value == NULL ? tag.end : tag.value;
        const char *value_end = tag.value == NULL ? tag.end : tag.value_end;
        const char *side = pgn_is_named(&tag, "TPS") ? memchr(value, ' ', (size_t)(value_end - value)) : NULL;
        if (side != NULL && side + 1 < value_end)
            reading->black = side[1] == '2';
        at = tag.end;
        const char *known = known_name(&tag);
        if (known != NULL) {
            put_as_is(reading, begin, tag.name, "");
            ptn_put(reading, known, strlen(known), (size_t)(tag.name - reading->bytes), strlen(known));
            put_as_is(reading, tag.name_end, value, "");
        } else {
            put_as_is(reading, begin, value, "");
        }
        put_as_is(reading, value, value_end, ",/ =");
        put_as_is(reading, value_end, at, "");
        ptn_put(reading, "\n", 1, (size_t)(at - reading->bytes), 0);
    }
    return at;
}

static enum catasta_found ptn_next(void *context, struct catasta_foreign *n)
{
    struct ptn_reading *reading = context;
    const enum catasta_found found = pgn_cut(&reading->cutter, n);
    if (found != CATASTA_FOUND_RECORD)
        return found;
    const char *end = n->bytes + n->end;
    reading->bytes = n->bytes + n->begin;
    reading->tokens.count = reading->lines.count = reading->turns.count = 0;
    copy_begin(&reading->copy, reading->bytes);
    reading->black = reading->failed = false;
    const char *moves = ptn_put_tags(reading, reading->bytes, end);
    ptn_put(reading, "\n", 1, (size_t)(moves - reading->bytes), 0);
    const char *open = read_tokens(reading, moves, end);
    if (open != NULL) {
        n->fault = (size_t)(open - n->bytes);
        n->message = "this comment is never closed";
        return CATASTA_FOUND_FAULT;
    }
    read_lines(reading);
    if (!reading->failed)
        ptn_put_line(reading, 0);
    ptn_put(reading, "\n", 1, n->end - n->begin, 0);
    return reading->failed ? CATASTA_FOUND_NO_MEMORY : copy_give(&reading->copy, n);
}

const struct catasta_form_reader ptn_reader = {
    .size = sizeof ptn_reader,
    .name = "ptn",
    .recognises = ptn_recognises,
    .open = ptn_begin,
    .next = ptn_next,
    .close = ptn_end,
};
