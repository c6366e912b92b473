/* SPDX-License-Identifier: MIT */
#include "convert/pgn.h"

#include "util/buffer.h"

#include <string.h>
#include <strings.h>

enum { RECORD_MOST = 16 * 1024 * 1024 };

struct pgn_tag pgn_tag(const char *at, const char *end)
{
    struct pgn_tag tag = {.name = at + 1};
    for (tag.name_end = tag.name; tag.name_end < end && (pgn_is_letter(*tag.name_end) || pgn_is_digit(*tag.name_end));)
        tag.name_end++;
    for (at = tag.name_end; at < end && *at != '\n' && *at != '\r' && *at != ']'; at++) {
        if (*at != '"' || tag.value != NULL)
            continue;
        tag.value = ++at;
        while (at < end && *at != '"' && *at != '\n' && *at != '\r')
            at += *at == '\\' && at + 1 < end ? 2 : 1;
        at = tag.value_end = at < end ? at : end;
        if (at == end || *at != '"')
            break;
    }
    tag.end = at < end && *at == ']' ? at + 1 : at;
    return tag;
}

bool pgn_is_named(const struct pgn_tag *tag, const char *name)
{
    size_t length = (size_t)(tag->name_end - tag->name);
    return length == strlen(name) && strncasecmp(tag->name, name, length) == 0;
}

/* Goes on to where the record ends, the next tag at the begin of a line after movetext, be it in a comment, which is
   never closed then; false where it goes on. */
static bool pgn_find_end(struct pgn_cutter *cutter, const struct catasta_foreign *n)
{
    for (size_t i = cutter->scanned; i < n->length; i++) {
        const char c = n->bytes[i];
        bool begins = c == '[' && (i == 0 || n->bytes[i - 1] == '\n' || n->bytes[i - 1] == '\r');
        cutter->scanned = i;
        if (begins && cutter->moves && i + 1 == n->length && !n->last)
            return false;
        if (begins && cutter->moves && i + 1 < n->length && pgn_is_letter(n->bytes[i + 1]))
            return true;
        if (cutter->in_comment) {
            cutter->in_comment = c != '}';
        } else if (begins) {
            cutter->in_tag = true;
        } else if (c == '\n' || c == '\r') {
            cutter->in_tag = false;
        } else if (!is_blank(c) && !cutter->in_tag) {
            cutter->in_comment = c == '{';
            cutter->moves = true;
        }
    }
    cutter->scanned = n->length;
    return n->last;
}

enum catasta_found pgn_cut(struct pgn_cutter *cutter, struct catasta_foreign *n)
{
    size_t blanks = 0;
    if (!pgn_find_end(cutter, n) && n->length < RECORD_MOST) {
        n->begin = 0;
        return CATASTA_FOUND_NOTHING;
    }
    const size_t end = cutter->scanned;
    while (blanks < end && is_blank(n->bytes[blanks]))
        blanks++;
    n->begin = blanks;
    n->end = end;
    *cutter = (struct pgn_cutter){.scanned = 0};
    if (blanks == end && n->last)
        return CATASTA_FOUND_NOTHING;
    if (n->last || end < n->length)
        return CATASTA_FOUND_RECORD;
    n->fault = blanks;
    n->message = "the record is too long";
    return CATASTA_FOUND_FAULT;
}
