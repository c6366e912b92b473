/* SPDX-License-Identifier: MIT */
#include "engine/line_input.h"
#include "util/buffer.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool line_input_open(struct line_input *input, int fd)
{
    *input = (struct line_input){.fd = fd, .bytes = malloc(LINE_BYTES + 1)};
    return input->bytes != NULL;
}

void line_input_close(struct line_input *input)
{
    free(input->bytes);
    input->bytes = NULL;
}

void line_input_fill(struct line_input *input)
{
    if (input->begin > 0) {
        memmove(input->bytes, input->bytes + input->begin, input->end - input->begin);
        input->end -= input->begin;
        input->begin = 0;
    }
    if (input->end == LINE_BYTES)
        return;
    ssize_t got = read(input->fd, input->bytes + input->end, LINE_BYTES - input->end);
    if (got > 0) {
        input->end += (size_t)got;
        input->taken += (uint64_t)got;
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
        input->ended = true;
        input->error = got < 0 ? errno : 0;
    }
}

/* The first bytes of a line that is too long are dropped as they come, and the line is reported when its end has. */
enum line_found line_input_take(struct line_input *input, char **line, size_t *length)
{
    char *begin = input->bytes + input->begin;
    const size_t there = input->end - input->begin;
    char *newline = memchr(begin + input->looked, '\n', there - input->looked);
    const bool last = newline == NULL && input->ended;
    input->looked = newline == NULL ? there : 0;
    if (newline == NULL && !last && there < LINE_BYTES)
        return LINE_INCOMPLETE;
    if (newline == NULL) {
        input->begin = input->end;
        input->looked = 0;
    } else {
        input->begin += (size_t)(newline - begin) + 1;
    }
    if (newline == NULL && !last) {
        input->skipping = true;
        return LINE_INCOMPLETE;
    }
    if (input->skipping) {
        input->skipping = false;
        return LINE_TOO_LONG;
    }
    if (last && there == 0)
        return LINE_ENDED;
    *length = newline == NULL ? there : (size_t)(newline - begin);
    if (*length > 0 && begin[*length - 1] == '\r')
        --*length;
    begin[*length] = '\0';
    *line = begin;
    return LINE_TAKEN;
}

bool line_input_holds(const struct line_input *input, const char *word)
{
    const char *end = input->bytes + input->end;
    for (const char *line = input->bytes + input->begin, *next; line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        next = next == NULL ? end : next;
        const size_t length = (size_t)(next - line) - (next > line && next[-1] == '\r');
        if (length == strlen(word) && memcmp(line, word, length) == 0)
            return true;
    }
    return false;
}

int64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int clock_left(int64_t deadline)
{
    const int64_t left = deadline - clock_now();
    return deadline < 0 ? -1 : left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
}

char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    char *end = word + strcspn(word, " \t");
    *rest = end + strspn(end, " \t");
    *end = '\0';
    return word;
}
