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

void put_escaped(const char *text, FILE *stream)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7F)
            fprintf(stream, "\\x%02x", (unsigned char)*text);
        else
            fputc(*text, stream);
}

int complain(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    fflush(stdout);
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs("catasta: ", stderr);
    put_escaped(text, stderr);
    fputc('\n', stderr);
    return CATASTA_FAILED;
}
