/* libFuzzer: bytes as a ruleset. */
#include "support/torture.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (!torture_ruleset((struct slice){(const char *)bytes, length})) {
        fflush(stdout);
        abort();
    }
    return 0;
}
