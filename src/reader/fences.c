/* SPDX-License-Identifier: MIT */
#include "reader/fences.h"

/* The sign of a line that is a fence, and how many of them; 0: it is not a fence.  WORD is what follows them. */
struct fence_line {
    char sign;
    size_t count;
    struct slice word;
};

static struct fence_line read_fence_line(const char *at, const char *end)
{
    static const struct fence_line none = {0};
    while (at < end && *at != '\0' && strchr(" \t>*+-", *at) != NULL)
        at++;
    struct fence_line line = {.sign = at < end ? *at : '\0'};
    while (at < end && *at == line.sign) {
        line.count++;
        at++;
    }
    bool code = line.sign == '`' && memchr(at, '`', (size_t)(end - at)) != NULL;
    line.word = slice_trim((struct slice){at, (size_t)(end - at)});
    return line.count < 3 || code || (line.sign != '`' && line.sign != '~') ? none : line;
}

/* Whether what is in a fence after WORDS may be a record: it is not said to be of another language. */
static bool may_hold_records(struct slice words)
{
    struct slice word = words;
    slice_split(&words, ' ', &word);
    return slice_is_any(word, "|sgn|pgn|txt|text|plain|plaintext");
}

static const char *end_of_fence_line(const char *at, const char *end)
{
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at;
}

static const char *next_fence_line(const char *at, const char *end)
{
    at = end_of_fence_line(at, end);
    at += at + 1 < end && at[0] == '\r' && at[1] == '\n';
    return at + (at < end);
}

bool fence_find(struct slice text, size_t at, struct fence *fence)
{
    const char *end = text.at + text.length;
    struct fence_line opening = {0};
    for (const char *line = text.at + at; line < end; line = next_fence_line(line, end)) {
        struct fence_line found = read_fence_line(line, end_of_fence_line(line, end));
        bool closes =
            opening.count > 0 && found.word.length == 0 && found.sign == opening.sign && found.count >= opening.count;
        if (closes && may_hold_records(opening.word)) {
            fence->end = (size_t)(line - text.at);
            fence->next = (size_t)(next_fence_line(line, end) - text.at);
            return true;
        }
        if (closes) {
            opening.count = 0;
            continue;
        }
        if (opening.count == 0 && found.count > 0) {
            opening = found;
            *fence = (struct fence){(size_t)(next_fence_line(line, end) - text.at), text.length, text.length};
        }
    }
    return opening.count > 0 && may_hold_records(opening.word);
}
