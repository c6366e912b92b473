/* SPDX-License-Identifier: MIT */
#include "tournament/points.h"

enum { HUNDREDTH = POINT / 100 };

bool points_read(struct slice text, points *value)
{
    struct slice rest = text;
    struct slice part;
    uint32_t whole = 0;
    uint32_t hundredths = 0;
    if (!slice_split(&rest, '.', &part) || !slice_number(part, POINTS_MOST, &whole))
        return false;
    if (rest.at != NULL && (rest.length > 2 || !slice_number(rest, 99, &hundredths)))
        return false;
    if (rest.at != NULL && rest.length == 1)
        hundredths *= 10;
    points read = POINT * whole + HUNDREDTH * (points)hundredths;
    if (read > POINT * POINTS_MOST)
        return false;
    *value = read;
    return true;
}

uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The size of VALUE over the denominator that is left of POINT. */
static uint64_t reduce_fraction(points value, uint64_t *denominator)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    uint64_t divisor = common_divisor(size, POINT);
    *denominator = POINT / divisor;
    return size / divisor;
}

static bool has_decimals(uint64_t denominator)
{
    while (denominator % 2 == 0)
        denominator /= 2;
    while (denominator % 5 == 0)
        denominator /= 5;
    return denominator == 1;
}

static void write_decimals(uint64_t rest, uint64_t denominator, struct text *text)
{
    if (rest > 0)
        text_add_char(text, '.');
    for (; rest > 0; rest %= denominator) {
        rest *= 10;
        text_add_char(text, (char)('0' + rest / denominator));
    }
}

void points_write(points value, struct text *text)
{
    uint64_t denominator;
    uint64_t size = reduce_fraction(value, &denominator);
    bool decimal = has_decimals(denominator);
    if (value < 0)
        text_add_char(text, '-');
    text_printf(text, "%llu", (unsigned long long)(decimal ? size / denominator : size));
    if (decimal)
        write_decimals(size % denominator, denominator, text);
    else
        text_printf(text, "/%llu", (unsigned long long)denominator);
}

void points_json(points value, struct text *text)
{
    uint64_t denominator;
    reduce_fraction(value, &denominator);
    const char *quote = has_decimals(denominator) ? "" : "\"";
    text_add_string(text, quote);
    points_write(value, text);
    text_add_string(text, quote);
}
