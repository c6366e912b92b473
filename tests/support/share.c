/* SPDX-License-Identifier: MIT */
#include "support/share.h"

#include <stdlib.h>

unsigned share_of(unsigned whole)
{
    const char *text = getenv("CATASTA_SHARE");
    unsigned long percent = text == NULL ? 100 : strtoul(text, NULL, 10);
    if (percent >= 100)
        return whole;
    unsigned long share = whole * percent / 100;
    return share > 0 ? (unsigned)share : 1;
}

unsigned quick_share_of(unsigned whole)
{
    unsigned share = share_of(10 * whole);
    return share < whole ? share : whole;
}
