#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Errors held back while the screen is drawn on; NULL: none are. */
static FILE *held_errors;

static bool complained;

/* What was written before must come before the complaint. */
static bool write_error(void *context, const char *bytes, size_t length)
{
    (void)context;
    FILE *stream = held_errors != NULL ? held_errors : stderr;
    if (held_errors == NULL)
        fflush(stdout);
    return write_stream(&stream, bytes, length);
}

/* The length of ":12" at AT, before END; 0: there is no such thing. */
static size_t number_length(const char *at, const char *end)
{
    const char *digit = at;
    if (digit == end || *digit++ != ':')
        return 0;
    while (digit < end && *digit >= '0' && *digit <= '9')
        digit++;
    return digit > at + 1 ? (size_t)(digit - at) : 0;
}

/* Whether a line begins with a place, "my.yaml:3:1: ". */
static bool has_place(const char *bytes, size_t length)
{
    const char *end = memchr(bytes, '\n', length);
    for (const char *at = bytes; end != NULL && at < end; at++) {
        size_t line = number_length(at, end);
        size_t column = line == 0 ? 0 : number_length(at + line, end);
        if (column > 0 && at[line + column] == ':')
            return true;
    }
    return false;
}

/* The parameters of --rule have places, too: the library calls their file "rules", and any
   other's name ends in .yaml or has a slash.  On a terminal the name may be in bold type. */
static bool write_complaint(void *context, const char *bytes, size_t length)
{
    static const char own[] = "rules:";
    const char *bold = length > 0 && bytes[0] == '\033' ? memchr(bytes, 'm', length) : NULL;
    complained = true;
    size_t begin = bold == NULL ? 0 : (size_t)(bold + 1 - bytes);
    size_t end = begin + strlen(own);
    if (!has_place(bytes, length))
        return write_error(context, "catasta: ", strlen("catasta: ")) && write_error(context, bytes, length);
    if (end > length || memcmp(bytes + begin, own, strlen(own)) != 0)
        return write_error(context, bytes, length);
    return write_error(context, bytes, begin) && write_error(context, "--rule:", strlen("--rule:")) &&
        write_error(context, bytes + end, length - end);
}

void hold_errors(bool held)
{
    FILE *kept = held_errors;
    int c;
    held_errors = held ? tmpfile() : NULL;
    if (kept == NULL)
        return;
    rewind(kept);
    while ((c = getc(kept)) != EOF)
        putc(c, stderr);
    fclose(kept);
}

const struct catasta_sink output_sink = {write_output, NULL};
const struct catasta_sink error_sink = {write_error, NULL};
const struct catasta_sink complaint_sink = {write_complaint, NULL};

int finish_output(int status)
{
    bool failed = ferror(stdout) != 0;
    errno = 0;
    failed |= fflush(stdout) != 0;
    if (!failed && status == CATASTA_FAILED && !complained)
        complain("out of memory"); /* all else that may fail has said so */
    if (!failed)
        return ferror(stderr) != 0 ? CATASTA_FAILED : status;
    fprintf(
        stderr, "catasta: cannot write the output%s%s\n", errno == 0 ? "" : ": ", errno == 0 ? "" : strerror(errno));
    return CATASTA_FAILED;
}

/* Whether PATH is the file NAME that is read from. */
static bool is_input(const char *name, const char *path)
{
    struct stat input;
    struct stat output;
    int found = strcmp(name, "-") == 0 ? fstat(STDIN_FILENO, &input) : stat(name, &input);
    return found == 0 && stat(path, &output) == 0 && input.st_dev == output.st_dev && input.st_ino == output.st_ino &&
        S_ISREG(input.st_mode);
}

int check_output(const struct arguments *arguments, const char *path)
{
    for (int i = 0; i == 0 || i < arguments->file_count; i++)
        if (is_input(arguments->file_count > 0 ? arguments->files[i] : "-", path))
            return complain("%s is the file that is read: give another with -o", path);
    return CATASTA_OK;
}

int redirect_output(const struct arguments *arguments, const char *path)
{
    if (check_output(arguments, path) != CATASTA_OK)
        return CATASTA_FAILED;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0)
        return complain("cannot write %s: %s", path, strerror(errno));
    close(fd);
    return CATASTA_OK;
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
    complained = true;
    fflush(stdout);
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs("catasta: ", stderr);
    put_escaped(text, stderr);
    fputc('\n', stderr);
    return CATASTA_FAILED;
}
