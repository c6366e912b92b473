/* SPDX-License-Identifier: MIT */
/* Files as text. */
#ifndef TESTS_SUPPORT_FILES_H
#define TESTS_SUPPORT_FILES_H

#include "base/text.h"

/* Adds the bytes of a file, or of all files that a pattern finds; false, with a complaint, when one cannot be read or
   there is none. */
bool file_add(const char *path, struct text *text);
bool files_add(const char *pattern, struct text *text);

#endif
