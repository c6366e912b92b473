/* SPDX-License-Identifier: MIT */
#include "util/records.h"

#include <stdlib.h>
#include <string.h>

static bool is_line_ending(char c)
{
    return c == '\n' || c == '\r';
}

static bool bytes_begin_with(struct bytes bytes, const char *word)
{
    size_t length = strlen(word);
    return bytes.length >= length && memcmp(bytes.at, word, length) == 0;
}

/* The lines of RECORD from the first that is not empty to the last. */
static struct bytes trim_record(struct bytes record)
{
    if (bytes_begin_with(record, "\xef\xbb\xbf"))
        record.at += 3, record.length -= 3;
    while (record.length > 0 && is_line_ending(record.at[0]))
        record.at++, record.length--;
    while (record.length > 0 && (is_line_ending(record.at[record.length - 1]) || record.at[record.length - 1] == ' '))
        record.length--;
    return record;
}

static struct bytes last_line(struct bytes record)
{
    size_t begin = record.length;
    while (begin > 0 && !is_line_ending(record.at[begin - 1]))
        begin--;
    return (struct bytes){record.at + begin, record.length - begin};
}

static bool has_ruleset(struct bytes record)
{
    static const char tag[] = "[Ruleset";
    for (size_t i = 0; i + strlen(tag) <= record.length; i++)
        if ((i == 0 || is_line_ending(record.at[i - 1])) && memcmp(record.at + i, tag, strlen(tag)) == 0)
            return true;
    return false;
}

/* A second tag Ruleset begins a game, and so do tags after movetext; where neither is there, the record before gets the
   result that it has anyway. */
bool put_record(struct record_output *output, struct bytes record)
{
    const struct catasta_sink *sink = &output->sink;
    record = trim_record(record);
    if (record.length == 0)
        return true;
    struct bytes last = last_line(record);
    bool merges = output->in_tags && record.at[0] == '[' && !(output->ruled && bytes_begin_with(record, "[Ruleset"));
    const char *gap = !output->any ? "" : merges ? "*\n\n" : "\n";
    output->any = true;
    output->in_tags = last.at[0] == '[' && last.at[last.length - 1] == ']';
    output->ruled = output->in_tags && has_ruleset(record);
    return sink->write(sink->context, gap, strlen(gap)) && sink->write(sink->context, record.at, record.length) &&
        sink->write(sink->context, "\n", 1);
}

bool unpack_value(struct bytes *rest, struct bytes *value)
{
    const char *colon = memchr(rest->at, ':', rest->length);
    if (colon == NULL)
        return false;
    size_t length = colon == rest->at ? 0 : (size_t)strtoull(rest->at, NULL, 10);
    size_t left = rest->length - (size_t)(colon + 1 - rest->at);
    *value = (struct bytes){colon == rest->at ? NULL : colon + 1, length};
    if (length > left)
        return false;
    *rest = (struct bytes){colon + 1 + length, left - length};
    return true;
}
