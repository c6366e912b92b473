/* SPDX-License-Identifier: MIT */
/* Characters that look like a sign of the notation, as other programs and keyboards put them in its place: dashes,
   multiplication signs, full-width forms, letters of other alphabets, spaces of all kinds; the table is
   data/signs.tsv.  They are read as the sign where nothing else can be read, and one note a record says so. */
#ifndef CATASTA_RECORD_SIGNS_H
#define CATASTA_RECORD_SIGNS_H

#include "record/record.h"

/* Of a character without width, which is read as nothing. */
enum { SIGN_NOTHING = 1 };

/* The sign that the character CODE looks like; 0: none. */
char sign_meant(uint32_t code);

/* Makes PIECES of the bytes of RECORD: words that could not be read become what they look like, if all of their
   characters look like signs.  False if there are none, or when out of memory. */
bool signs_read(const struct record *record, struct pieces *pieces);

/* Notes what was read by means of PIECES, of which RECORD was made, and typographic quotes around values. */
void signs_note(struct record *record, const struct pieces *pieces);

#endif
