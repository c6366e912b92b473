/* SPDX-License-Identifier: MIT */
/* Data as text: compressed, and in characters that need no escape in HTML. */
#ifndef CATASTA_BASE_COMPRESSED_H
#define CATASTA_BASE_COMPRESSED_H

#include "base/text.h"

/* Adds DATA, compressed as RFC 1950 has it, to the base of 85. */
void text_add_compressed(struct text *text, struct slice data);

/* The CRC-32 of DATA after what has that of BEFORE, 0: nothing. */
uint32_t digest_add(uint32_t before, struct slice data);

#endif
