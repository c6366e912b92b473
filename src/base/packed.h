/* SPDX-License-Identifier: MIT */
/* Data packed into text: compressed, and in characters that need no escape in HTML. */
#ifndef CATASTA_BASE_PACKED_H
#define CATASTA_BASE_PACKED_H

#include "base/text.h"

/* Adds DATA, compressed as RFC 1950 has it, to the base of 85. */
void text_add_packed(struct text *text, struct slice data);

#endif
