/* SPDX-License-Identifier: MIT */
#include "convert/copy.h"

#include <string.h>

void copy_begin(struct copy *copy)
{
    copy->text.count = copy->pieces.count = 0;
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
