/* SPDX-License-Identifier: MIT */
#include "convert/copy.h"

#include "util/buffer.h"

#include <string.h>
#include <strings.h>

void copy_begin(struct copy *copy, const char *bytes)
{
    copy->text.count = copy->pieces.count = 0;
    copy->bytes = bytes;
    copy->failed = false;
}

void copy_put(struct copy *copy, const char *text, size_t length, size_t from, size_t was)
{
    struct catasta_origin *piece = list_grow(&copy->pieces, 1, sizeof *piece);
    if (piece != NULL)
        *piece =
            (struct catasta_origin){.at = (uint32_t)copy->text.count, .was = (uint32_t)was, .from = (uint32_t)from};
    char *at = list_grow(&copy->text, length, 1);
    if (at != NULL)
        memcpy(at, text, length);
    copy->failed |= piece == NULL || at == NULL;
}

static void put_bytes_of_copy(struct copy *copy, const char *text, size_t length, struct stretch from)
{
    copy_put(copy, text, length, (size_t)(from.begin - copy->bytes), (size_t)(from.end - from.begin));
}

void copy_made(struct copy *copy, const char *text, struct stretch from)
{
    put_bytes_of_copy(copy, text, strlen(text), from);
}

void copy_plain(struct copy *copy, const char *text, const char *at)
{
    copy_made(copy, text, (struct stretch){at, at});
}

void copy_kept(struct copy *copy, struct stretch from)
{
    put_bytes_of_copy(copy, from.begin, (size_t)(from.end - from.begin), from);
}

void copy_tag(struct copy *copy, const char *name, const char *value, size_t length, struct stretch from)
{
    copy_plain(copy, "[", from.begin);
    copy_plain(copy, name, from.begin);
    copy_plain(copy, " \"", from.begin);
    put_bytes_of_copy(copy, value, length, from);
    copy_plain(copy, "\"]\n", from.end);
}

struct stretch take_word(const char **at, const char *end)
{
    while (*at < end && is_blank(**at))
        ++*at;
    struct stretch word = {*at, *at};
    while (word.end < end && !is_blank(*word.end))
        word.end++;
    *at = word.end;
    return word;
}

bool stretch_is(struct stretch stretch, const char *word)
{
    const size_t length = strlen(word);
    return (size_t)(stretch.end - stretch.begin) == length && strncasecmp(stretch.begin, word, length) == 0;
}

enum catasta_found copy_give(const struct copy *copy, struct catasta_foreign *n)
{
    n->text = copy->text.at;
    n->text_length = copy->text.count;
    n->pieces = copy->pieces.at;
    n->piece_count = copy->pieces.count;
    return copy->failed ? CATASTA_FOUND_NO_MEMORY : CATASTA_FOUND_RECORD;
}

void copy_free(struct copy *copy)
{
    free(copy->text.at);
    free(copy->pieces.at);
}
