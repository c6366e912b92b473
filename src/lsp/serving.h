/* SPDX-License-Identifier: MIT */
/* The language server, as the program starts it. */
#ifndef CATASTA_LSP_SERVING_H
#define CATASTA_LSP_SERVING_H

#include "util/reading.h"

/* Writes the canonical text of LENGTH bytes of records to TO, with FIX after certain repairs; a status, CATASTA_WRONG
   if a game has no canonical form.  Nothing is said. */
typedef int text_formatter(
    catasta_session *session, const char *bytes, size_t length, bool fix, const struct catasta_sink *to);

/* Serves an editor on standard input and output until it ends; a status after complaining. */
int serve_editor(const struct reading *reading, text_formatter *format);

#endif
