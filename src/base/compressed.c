/* SPDX-License-Identifier: MIT */
#include "base/compressed.h"

#include "base/memory.h"

#include <stdlib.h>
#include <zlib.h>

/* From '(' on, with a '~' for the '<'. */
static const char PACKED_DIGITS[] =
    "()*+,-./0123456789:;~=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|";

/* Four bytes are five digits, the first one the highest; at the end one digit more than there are bytes. */
static void add_digits(struct text *text, const unsigned char *bytes, size_t length)
{
    char *to = text_room(text, length / 4 * 5 + 5);
    if (to == NULL)
        return;
    for (size_t i = 0; i < length; i += 4) {
        size_t count = length - i < 4 ? length - i : 4;
        uint32_t four = 0;
        char digits[5];
        for (size_t j = 0; j < 4; j++)
            four = four << 8 | (j < count ? bytes[i + j] : 0);
        for (size_t j = 5; j-- > 0; four /= 85)
            digits[j] = PACKED_DIGITS[four % 85];
        memcpy(to, digits, count + 1);
        to += count + 1;
    }
    text_took(text, to);
}

void text_add_compressed(struct text *text, struct slice data)
{
    uLongf length = compressBound((uLong)data.length);
    unsigned char *packed = memory_new(length);
    int status =
        packed == NULL ? Z_MEM_ERROR : compress2(packed, &length, (const Bytef *)data.at, (uLong)data.length, 6);
    if (status == Z_OK)
        add_digits(text, packed, length);
    else
        text->failed = true;
    if (status != Z_OK && packed != NULL)
        memory_count_failure();
    free(packed);
}

uint32_t digest_add(uint32_t before, struct slice data)
{
    return (uint32_t)crc32_z(before, (const Bytef *)data.at, data.length);
}
