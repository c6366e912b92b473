/* SPDX-License-Identifier: MIT */
#include "forms/text/tsv.h"

/* Quotes before what tempts count too, so that whoever takes one away has the cell as it was.
   Nothing but digits and what numbers are written with is no formula, or one that is harmless. */
static bool is_tempting(const char *cell)
{
    cell += strspn(cell, "'");
    return *cell == '"' ||
        (*cell != '\0' && strchr("=+-@", *cell) != NULL &&
            strchr("\t\n", cell[1 + strspn(cell + 1, "0123456789.,+-/ ")]) == NULL);
}

size_t tsv_second(const struct text *text, size_t begin)
{
    return text->failed ? begin : begin + strcspn(text->bytes + begin, "\t") + 1;
}

void tsv_end_line(struct text *text, size_t begin)
{
    text_add_char(text, '\n');
    for (size_t at = begin; !text->failed && at < text->length; at += strcspn(text->bytes + at, "\t\n") + 1) {
        if (!is_tempting(text->bytes + at))
            continue;
        text_add_char(text, '\n');
        if (text->failed)
            return;
        memmove(text->bytes + at + 1, text->bytes + at, text->length - 1 - at);
        text->bytes[at] = '\'';
    }
}
