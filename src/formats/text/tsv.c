/* SPDX-License-Identifier: MIT */
#include "formats/text/tsv.h"

/* Quotes before what tempts count too, so that taking one away leaves the cell as it was.
   What has only digits and signs of numbers is not a formula, or is a harmless one. */
static bool is_tempting(const char *cell)
{
    cell += strspn(cell, "'");
    return *cell == '"' ||
        (*cell != '\0' && strchr("=+-@", *cell) != NULL &&
            strchr("\t\n", cell[1 + strspn(cell + 1, "0123456789.,+-/ ")]) == NULL);
}

void tsv_end_cell(struct text *text, size_t begin)
{
    if (text->failed || begin == text->length || !is_tempting(text->bytes + begin))
        return;
    text_add_char(text, '\n');
    if (text->failed)
        return;
    memmove(text->bytes + begin + 1, text->bytes + begin, text->length - 1 - begin);
    text->bytes[begin] = '\'';
}
