#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

static bool write_stream(void *context, const char *bytes, size_t length)
{
    FILE *const *stream = context;
    return fwrite(bytes, 1, length, *stream) == length;
}

static bool write_output(void *context, const char *bytes, size_t length)
{
    (void)context;
    FILE *stream = stdout;
    return write_stream(&stream, bytes, length);
}

/* What was written before must stand before the complaint. */
static bool write_trouble(void *context, const char *bytes, size_t length)
{
    (void)context;
    FILE *stream = stderr;
    fflush(stdout);
    return write_stream(&stream, bytes, length);
}

const struct catasta_sink output_sink = {write_output, NULL};
const struct catasta_sink trouble_sink = {write_trouble, NULL};

int finish_output(int status)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    failed |= fflush(stdout) != 0;
    if (!failed)
        return status;
    fprintf(
        stderr, "catasta: cannot write the output%s%s\n", errno == 0 ? "" : ": ", errno == 0 ? "" : strerror(errno));
    return CATASTA_FAILED;
}

int complain(const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    va_start(arguments, format);
    fputs("catasta: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return CATASTA_FAILED;
}
