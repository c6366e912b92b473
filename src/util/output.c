/* SPDX-License-Identifier: MIT */
/* Standard output and standard error: no other file of the program writes to either.  What
   goes to a terminal passes one place, which shows it what could act on it as \xNN. */
#include "util/output.h"
#include "util/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Colours come only from the program: code that writes them has escaped the text around them. */
struct channel {
    FILE *stream;
    bool terminal;
    bool colours;
};
static struct channel output;
static struct channel errors;

static int output_error;  /* the errno value of the first write to standard output that failed */
static int message_error; /* of that to standard error */

/* Errors held back while the screen is drawn on; NULL: none are. */
static FILE *held_errors;

/* The length of a colour, "\033[1;31m", at the begin of BYTES; 0: there is none. */
static size_t colour_length(const char *bytes, size_t length)
{
    size_t at = 2;
    if (length < 3 || bytes[0] != '\033' || bytes[1] != '[')
        return 0;
    while (at < length && ((bytes[at] >= '0' && bytes[at] <= '9') || bytes[at] == ';'))
        at++;
    return at < length && bytes[at] == 'm' ? at + 1 : 0;
}

/* Writes BYTES with all escaped that a terminal may not be given, but for newlines, tabs and
   colours where they are LINES. */
static bool put_escaped(const struct channel *channel, const char *bytes, size_t length, bool lines)
{
    FILE *stream = channel->stream;
    while (length > 0) {
        size_t done = catasta_printable(bytes, length);
        if (done == 0 && lines)
            done = *bytes == '\n' || *bytes == '\t' ? 1 : channel->colours ? colour_length(bytes, length) : 0;
        if (done > 0)
            fwrite(bytes, 1, done, stream);
        else
            fprintf(stream, "\\x%02x", (unsigned char)bytes[done++]);
        bytes += done;
        length -= done;
    }
    return ferror(stream) == 0;
}

static bool progress; /* there is a line of it */

static bool put_bytes(const struct channel *channel, const char *bytes, size_t length)
{
    if (channel->terminal)
        print_progress(NULL);
    if (channel->terminal)
        return put_escaped(channel, bytes, length, true);
    return fwrite(bytes, 1, length, channel->stream) == length;
}

static bool note_failure(bool failed)
{
    if (failed && output_error == 0)
        output_error = errno;
    return failed;
}

static bool write_output(void *context, const char *bytes, size_t length)
{
    (void)context;
    return !note_failure(!put_bytes(&output, bytes, length));
}

static bool complained; /* so a failure has its reason */

/* What was written before must come before the complaint. */
static bool write_error(void *context, const char *bytes, size_t length)
{
    (void)context;
    if (held_errors != NULL)
        return fwrite(bytes, 1, length, held_errors) == length;
    note_failure(fflush(stdout) != 0);
    bool written = put_bytes(&errors, bytes, length);
    if (!written && message_error == 0)
        message_error = errno;
    return written;
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

/* What options say has places, too: the library calls their files by what they are, and any other's name ends in .yaml
   or has a slash.  On a terminal the name may be in bold type. */
static bool write_complaint(void *context, const char *bytes, size_t length)
{
    static const char *const own[][2] = {{"rules:", "--rules:"}, {"condition:", "--where:"}};
    const char *bold = length > 0 && bytes[0] == '\033' ? memchr(bytes, 'm', length) : NULL;
    complained = true;
    size_t begin = bold == NULL ? 0 : (size_t)(bold + 1 - bytes);
    if (!has_place(bytes, length))
        return write_error(context, "catasta: ", strlen("catasta: ")) && write_error(context, bytes, length);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        size_t end = begin + strlen(own[i][0]);
        if (end <= length && memcmp(bytes + begin, own[i][0], end - begin) == 0)
            return write_error(context, bytes, begin) && write_error(context, own[i][1], strlen(own[i][1])) &&
                write_error(context, bytes + end, length - end);
    }
    return write_error(context, bytes, length);
}

const struct catasta_sink output_sink = {write_output, NULL};
const struct catasta_sink error_sink = {write_error, NULL};
const struct catasta_sink complaint_sink = {write_complaint, NULL};

void hold_errors(bool held)
{
    FILE *kept = held_errors;
    held_errors = held ? open_spool() : NULL;
    if (kept == NULL)
        return;
    copy_file(kept, UINT64_MAX, &error_sink);
    fclose(kept);
}

/* A file opened later must not get the number of a standard stream that is closed, and what
   is meant for that stream with it.  Reading and writing such a stream fails as before. */
static void keep_closed(int fd, int mode)
{
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode) < 0)
        exit(CATASTA_FAILED);
}

void begin_output(void)
{
    keep_closed(STDIN_FILENO, O_WRONLY);
    keep_closed(STDOUT_FILENO, O_RDONLY);
    keep_closed(STDERR_FILENO, O_RDONLY);
    output = (struct channel){.stream = stdout, .terminal = isatty(STDOUT_FILENO)};
    errors = (struct channel){.stream = stderr, .terminal = isatty(STDERR_FILENO)};
}

void allow_colours(bool in_output, bool in_errors)
{
    output.colours = in_output;
    errors.colours = in_errors;
}

unsigned terminal_width(void)
{
    struct winsize size;
    return is_terminal() && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool is_terminal(void)
{
    return output.terminal;
}

bool output_failed(void)
{
    return note_failure(ferror(stdout) != 0 || fflush(stdout) != 0);
}

int complain_lost(void)
{
    return output_failed() || message_error != 0 ? CATASTA_FAILED : complain("out of memory");
}

/* The file of --output, which gets its name when the run is over. */
static struct new_file redirected;

int redirect_output(const char *path)
{
    int fd = open_output(&redirected, path);
    if (fd < 0)
        return CATASTA_FAILED;
    if (dup2(fd, STDOUT_FILENO) < 0)
        return complain("cannot write %s: %s", path, strerror(errno));
    redirected.lasting = true;
    if (redirected.file == NULL)
        close(fd);
    output.terminal = isatty(STDOUT_FILENO);
    return CATASTA_OK;
}

int finish_output(int status)
{
    if (output_failed())
        status = complain("cannot write the output: %s", strerror(output_error));
    if (status == CATASTA_FAILED && !complained && message_error != 0)
        complain("cannot write messages: %s", strerror(message_error));
    else if (status == CATASTA_FAILED && !complained)
        complain("out of memory"); /* all else that may fail has complained */
    if (redirected.file != NULL)
        status = close_new(&redirected, status);
    return ferror(stderr) != 0 ? CATASTA_FAILED : status;
}

void print(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0)
        write_output(NULL, text, strlen(text));
}

/* Whether the pager that the user asks for, or less, has shown TEXT. */
static bool show_paged(const char *text)
{
    const char *pager = getenv("PAGER");
    setenv("LESS", "FX", 0);
    FILE *stream = popen(pager != NULL && *pager != '\0' ? pager : "command -v less >/dev/null || exit 127; less", "w");
    if (stream == NULL)
        return false;
    signal(SIGINT, SIG_IGN);  /* it is the pager's */
    signal(SIGPIPE, SIG_IGN); /* which may end before it has read all */
    fputs(text, stream);
    int how = pclose(stream);
    return WIFEXITED(how) && WEXITSTATUS(how) != 127;
}

void show_manual(const char *text)
{
    if (is_terminal() && show_paged(text))
        return;
    while (*text != '\0') {
        size_t length = strcspn(text, "\b");
        bool struck = text[length] != '\0';
        write_output(NULL, text, length - struck);
        text += length + struck;
    }
}

void print_name(const char *name)
{
    note_failure(!put_escaped(&output, name, strlen(name), false));
}

void print_progress(const char *text)
{
    if (text != NULL)
        fprintf(stderr, "\r%s", text);
    else if (progress)
        fprintf(stderr, "\r%60s\r", "");
    progress = text != NULL;
}

static void put_error_line(const char *format, va_list arguments)
{
    char text[PATH_ROOM + 1024];
    note_failure(fflush(stdout) != 0);
    vsnprintf(text, sizeof text, format, arguments);
    print_progress(NULL);
    fputs("catasta: ", stderr);
    put_escaped(&errors, text, strlen(text), false);
    fputc('\n', stderr);
}

void mention(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    put_error_line(format, arguments);
    va_end(arguments);
}

int complain(const char *format, ...)
{
    va_list arguments;
    complained = true;
    va_start(arguments, format);
    put_error_line(format, arguments);
    va_end(arguments);
    return CATASTA_FAILED;
}
