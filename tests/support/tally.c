/* SPDX-License-Identifier: MIT */
#include "support/tally.h"

#include <stdarg.h>
#include <stdio.h>

void tally_count(struct tally *tally, bool good, const char *what, const char *where)
{
    tally->passed += good;
    tally->failed += !good;
    if (!good)
        printf("failed: %s: %s\n", where, what);
}

int tally_end(const struct tally *tally)
{
    printf("%u passed, %u failed\n", tally->passed, tally->failed);
    return tally->failed > 0 || tally->passed == 0;
}

bool complaint(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("    ", stdout);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    return false;
}
