/* libFuzzer: bytes as a file of games. */
#include "support/torture.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (!torture_games((struct slice){(const char *)bytes, length})) {
        fflush(stdout);
        abort();
    }
    return 0;
}
