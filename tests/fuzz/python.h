/* SPDX-License-Identifier: MIT */
/* The package for Python, as an entry of fuzz.c. */
#ifndef TESTS_FUZZ_PYTHON_H
#define TESTS_FUZZ_PYTHON_H

#include "base/slice.h"

#include <stdbool.h>

/* Makes the calls that BYTES are, as calls.py reads them: false, with a complaint, if one raises what none may raise.
 */
bool try_python(struct slice bytes, const char *form);

#endif
