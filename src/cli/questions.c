/* SPDX-License-Identifier: MIT */
/* Questions on a terminal: what to do about a fault.  They go to standard error, answers come from standard input, or
   from /dev/tty where that is not a terminal or is read for games. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_ROOM = 16 };

bool open_questions(struct questions *questions, const struct arguments *arguments)
{
    bool answered = !reads_standard_input(&arguments->reading) && isatty(STDIN_FILENO);
    questions->over = false;
    questions->fd = answered ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_NOCTTY);
    if (questions->fd >= 0 && isatty(STDERR_FILENO))
        return true;
    complain("--fix=ask needs a terminal; --fix and --fix=likely do not ask");
    close_questions(questions);
    return false;
}

void close_questions(struct questions *questions)
{
    if (questions->fd > STDIN_FILENO)
        close(questions->fd);
}

/* Reads a line; of one that is too long for an answer nothing is kept.  False at the end of the input. */
static bool read_answer(int fd, char answer[ANSWER_ROOM])
{
    size_t length = 0;
    char c = '\0';
    ssize_t got;
    while ((got = read(fd, &c, 1)) == 1 ? c != '\n' : got < 0 && errno == EINTR)
        if (got == 1 && c != ' ' && c != '\t' && c != '\r' && length++ < ANSWER_ROOM - 1)
            answer[length - 1] = c == '\0' ? '?' : c;
    answer[length < ANSWER_ROOM ? length : 0] = '\0';
    return got == 1 || length > 0;
}

static void say_to_user(const char *words)
{
    error_sink.write(error_sink.context, words, strlen(words));
}

/* What ANSWER means for COUNT proposals; COUNT + 1: nothing. */
static int meaning_of_answer(const char *answer, size_t count)
{
    if (strcmp(answer, "y") == 0 || strcmp(answer, "yes") == 0)
        return 1;
    if (strcmp(answer, "n") == 0 || strcmp(answer, "no") == 0)
        return 0;
    if (strcmp(answer, "q") == 0 || strcmp(answer, "quit") == 0)
        return -1;
    bool number = answer[0] >= '1' && answer[0] <= '9' && answer[strspn(answer, "0123456789")] == '\0';
    unsigned long value = number ? strtoul(answer, NULL, 10) : 0;
    return (int)(value > 0 && value <= count ? value : count + 1);
}

int ask_on_terminal(void *context, const char *question, size_t length, size_t count)
{
    struct questions *questions = context;
    char answer[ANSWER_ROOM];
    char prompt[80];
    int meant = (int)count + 1;
    if (questions->over || !error_sink.write(error_sink.context, question, length))
        return -1;
    snprintf(prompt, sizeof prompt,
        count == 1 ? "Repair it? y yes, n no, q quit: " : "Repair it? 1 to %zu, y the first, n no, q quit: ", count);
    while (meant > (int)count) {
        say_to_user(prompt);
        if (!read_answer(questions->fd, answer)) {
            say_to_user("\n");
            meant = -1;
        } else {
            meant = meaning_of_answer(answer, count);
        }
        if (meant > (int)count)
            say_to_user(
                count == 1 ? "The answers are y, n and q.\n" : "The answers are a number of the list, y, n and q.\n");
    }
    questions->over = meant < 0;
    if (questions->over)
        say_to_user("No more questions: accepted repairs are kept, all else is unchanged.\n");
    return meant;
}
