/* SPDX-License-Identifier: MIT */
/* What "fmt" writes stays as it is when it is written again, and every word that was typed is in it. */
#ifndef TESTS_SUPPORT_STAYING_H
#define TESTS_SUPPORT_STAYING_H

#include "base/slice.h"
#include "catasta.h"

/* Writes TYPED twice, by "fmt", or by "fmt --fix" if FIX; false, after saying why, when the second text is another one,
   or a word is lost.  What "fmt" refuses is not written, and what it copies unread, once. */
bool stays(catasta_session *session, struct slice typed, bool fix);

/* Only the words. */
bool keeps(catasta_session *session, struct slice typed, bool fix);

#endif
