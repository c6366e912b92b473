/* SPDX-License-Identifier: MIT */
/* Why a property does not hold. */
#ifndef TESTS_SUPPORT_COMPLAINT_H
#define TESTS_SUPPORT_COMPLAINT_H

#include <stdbool.h>

/* Prints a line, and returns false. */
bool complaint(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
