/* SPDX-License-Identifier: MIT */
#include "convert/sgf.h"

#include "convert/pgn.h"
#include "util/buffer.h"

enum { RECORD_MOST = 16 * 1024 * 1024, GARBAGE_MOST = 64 * 1024 };

/* Goes on to the end of the game that begins at BEGIN; false where it does not end yet. */
static bool sgf_find_end(struct sgf_cutter *cutter, const struct catasta_foreign *n, size_t begin)
{
    for (size_t i = begin + cutter->scanned; i < n->length; i++) {
        const char c = n->bytes[i];
        cutter->scanned = i + 1 - begin;
        if (cutter->in_value) {
            cutter->in_value = c != ']' || cutter->escaped;
            cutter->escaped = c == '\\' && !cutter->escaped;
        } else if (c == '[') {
            cutter->in_value = true;
        } else if (c == '(') {
            cutter->depth++;
        } else if (c == ')' && --cutter->depth == 0) {
            return true;
        }
    }
    return false;
}

static enum catasta_found refuse_bytes(struct catasta_foreign *n, size_t length, const char *message)
{
    n->fault = n->begin;
    n->end = n->begin + length;
    n->message = message;
    return CATASTA_FOUND_FAULT;
}

enum catasta_found sgf_cut(struct sgf_cutter *cutter, struct catasta_foreign *n)
{
    const bool whole = sgf_find_end(cutter, n, n->begin);
    const size_t length = cutter->scanned;
    if (!whole && length <= RECORD_MOST && !n->last)
        return CATASTA_FOUND_NOTHING;
    *cutter = (struct sgf_cutter){.scanned = 0};
    if (length > RECORD_MOST)
        return refuse_bytes(n, RECORD_MOST, "the game is longer than 16 MiB");
    if (!whole)
        return refuse_bytes(n, length, "this game is never closed");
    n->end = n->begin + length;
    return CATASTA_FOUND_RECORD;
}

enum catasta_found sgf_refuse_line(struct catasta_foreign *n, const char *message)
{
    size_t end = n->begin;
    while (end < n->length && end - n->begin < GARBAGE_MOST && n->bytes[end] != '\n' && n->bytes[end] != '\r')
        end++;
    return end == n->length && !n->last ? CATASTA_FOUND_NOTHING : refuse_bytes(n, end - n->begin, message);
}

bool sgf_property(const char **at, const char *end, struct sgf_property *property)
{
    struct stretch *name = &property->name;
    struct stretch *value = &property->value;
    *name = (struct stretch){*at, *at};
    while (name->end < end && (pgn_is_letter(*name->end) || pgn_is_digit(*name->end)))
        name->end++;
    const char *open = name->end;
    while (open < end && is_blank(*open))
        open++;
    if (name->begin == name->end || open == end || *open != '[')
        return false;
    *value = (struct stretch){open + 1, open + 1};
    while (value->end < end && *value->end != ']')
        value->end += *value->end == '\\' && value->end + 1 < end ? 2 : 1;
    *at = value->end < end ? value->end + 1 : end;
    return true;
}

void sgf_tag(struct copy *copy, const char *name, struct stretch value)
{
    struct buffer text = {.length = 0};
    for (const char *at = value.begin; at < value.end; at++) {
        at += *at == '\\' && at + 1 < value.end;
        buffer_say(&text, *at == '"' || *at == '\\' ? "\\" : "");
        buffer_add(&text, is_blank(*at) ? " " : at, 1);
    }
    copy->failed |= text.failed;
    if (value.begin < value.end && !text.failed)
        copy_tag(copy, name, text.bytes, text.length, value);
    buffer_free(&text);
}
