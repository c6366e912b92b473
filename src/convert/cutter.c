/* SPDX-License-Identifier: MIT */
#include "convert/cutter.h"

#include "util/buffer.h"

#include <string.h>

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static bool contains_word(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (; (at = memchr(at, *word, (size_t)(end - at))) != NULL && (size_t)(end - at) >= length; at++)
        if (memcmp(at, word, length) == 0)
            return true;
    return false;
}

/* An object with a header: a comment in braces may begin with a quote, too. */
bool cutter_recognises(const char *bytes, size_t length, bool asked)
{
    const char *end = bytes + length;
    const char *at = skip_blanks(bytes, end);
    bool list = at < end && *at == '[';
    at = list ? skip_blanks(at + 1, end) : at;
    if (asked && (at == end || *at == ']'))
        return list;
    if (at == end || *at != '{')
        return false;
    at = skip_blanks(at + 1, end);
    return list || asked || (at < end && *at == '"' && contains_word(at, end, "\"header\""));
}

static enum catasta_found found_fault(
    struct cutter *cutter, struct catasta_foreign *n, size_t begin, size_t end, const char *message)
{
    cutter->state = CUT_BROKEN;
    n->begin = n->fault = begin;
    n->end = end;
    n->message = message;
    return CATASTA_FOUND_FAULT;
}

/* Goes on to the end of the object that begins at BEGIN; false where it does not end yet. */
static bool scan_object(struct cutter *cutter, const struct catasta_foreign *n, size_t begin)
{
    const char *at = n->bytes + begin + cutter->scanned;
    const char *end = n->bytes + n->length;
    for (; at < end; at++) {
        if (cutter->in_string) {
            bool closes = *at == '"' && !cutter->escaped;
            cutter->escaped = *at == '\\' && !cutter->escaped;
            cutter->in_string = !closes;
        } else if (*at == '"') {
            cutter->in_string = true;
        } else if (*at == '{' || *at == '[') {
            cutter->depth++;
        } else if ((*at == '}' || *at == ']') && --cutter->depth == 0) {
            cutter->scanned = (size_t)(at + 1 - n->bytes) - begin;
            return true;
        }
    }
    cutter->scanned = n->length - begin;
    return false;
}

static void end_object(struct cutter *cutter, bool in_list)
{
    *cutter = (struct cutter){.state = in_list ? CUT_COMMA : CUT_OBJECT};
}

static enum catasta_found cut_object(struct cutter *cutter, struct catasta_foreign *n, size_t begin)
{
    bool in_list = cutter->state == CUT_FIRST || cutter->state == CUT_NEXT;
    bool whole = scan_object(cutter, n, begin);
    n->begin = begin;
    n->end = begin + cutter->scanned;
    if (!whole && n->last)
        return found_fault(cutter, n, begin, n->length, "the JSON is cut off: this object is never closed");
    if (cutter->scanned > OBJECT_BYTES) {
        cutter->skipping = !whole;
        if (whole)
            end_object(cutter, in_list);
        n->fault = begin;
        n->message = "this object is longer than 4 MiB";
        return CATASTA_FOUND_FAULT;
    }
    if (!whole)
        return CATASTA_FOUND_NOTHING;
    end_object(cutter, in_list);
    return CATASTA_FOUND_RECORD;
}

/* The rest of an object that is too long; false where it goes on. */
static bool skip_object(struct cutter *cutter, struct catasta_foreign *n, size_t *at)
{
    cutter->scanned = 0;
    bool whole = scan_object(cutter, n, 0);
    *at = cutter->scanned;
    cutter->scanned = 0;
    if (whole)
        end_object(cutter, cutter->state == CUT_FIRST || cutter->state == CUT_NEXT);
    return whole;
}

static const char *const expected[] = {
    [CUT_BEGIN] = "a JSON object or a list of objects is expected here",
    [CUT_FIRST] = "a JSON object is expected here",
    [CUT_NEXT] = "a JSON object is expected after the comma",
    [CUT_COMMA] = "a comma or the end of the list is expected here",
    [CUT_OBJECT] = "another JSON object is expected here",
    [CUT_END] = "nothing is expected after the end of the list",
};

enum catasta_found cutter_next(struct cutter *cutter, struct catasta_foreign *n)
{
    size_t at = 0;
    if (cutter->skipping && !skip_object(cutter, n, &at)) {
        n->begin = n->length;
        return CATASTA_FOUND_NOTHING;
    }
    for (; at < n->length && cutter->state != CUT_BROKEN; at++) {
        const char c = n->bytes[at];
        if (is_blank(c))
            continue;
        if (c == '{' && cutter->state != CUT_COMMA && cutter->state != CUT_END)
            return cut_object(cutter, n, at);
        if (c == '[' && cutter->state == CUT_BEGIN)
            cutter->state = CUT_FIRST;
        else if (c == ',' && cutter->state == CUT_COMMA)
            cutter->state = CUT_NEXT;
        else if (c == ']' && (cutter->state == CUT_COMMA || cutter->state == CUT_FIRST))
            cutter->state = CUT_END;
        else
            return found_fault(cutter, n, at, n->length, expected[cutter->state]);
    }
    n->begin = n->length;
    if (n->last && (cutter->state == CUT_FIRST || cutter->state == CUT_NEXT || cutter->state == CUT_COMMA))
        return found_fault(cutter, n, n->length, n->length, "the JSON is cut off: the list is never closed");
    return CATASTA_FOUND_NOTHING;
}
