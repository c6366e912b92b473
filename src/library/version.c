/* SPDX-License-Identifier: MIT */
#include "catasta.h"

const char *catasta_version(void)
{
    return CATASTA_VERSION;
}
