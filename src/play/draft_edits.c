/* SPDX-License-Identifier: MIT */
/* What is put where in a record: results, comments, glyphs, clocks, tags. */
#include "play/draft.h"

#include <string.h>

/* What goes between what is before AT and something put there. */
static const char *gap_before(const struct buffer *text, size_t at)
{
    size_t end = at;
    while (end > 0 && is_blank(text->bytes[end - 1]))
        end--;
    if (end == 0)
        return "";
    size_t begin = at;
    while (begin > 0 && text->bytes[begin - 1] != '\n' && text->bytes[begin - 1] != '\r')
        begin--;
    if (memchr(text->bytes + begin, ';', at - begin) != NULL || text->bytes[begin] == '%')
        return "\n";
    return text->bytes[end - 1] == ']' ? "\n\n" : " ";
}

/* Puts PART, which is freed, in the place of what is from BEGIN to END. */
static void put_part(struct buffer *text, size_t begin, size_t end, struct buffer *part)
{
    text->failed = text->failed || part->failed;
    buffer_replace(text, begin, end, part->bytes, part->length);
    buffer_free(part);
}

void buffer_insert_words(
    struct buffer *text, size_t at, const char *before, const char *words, size_t length, const char *behind)
{
    struct buffer part = {0};
    if (text->failed)
        return;
    buffer_say(&part, gap_before(text, at));
    buffer_say(&part, before);
    buffer_add(&part, words, length);
    buffer_say(&part, behind);
    if (at < text->length && !is_blank(text->bytes[at]))
        buffer_say(&part, " ");
    put_part(text, at, at, &part);
}

void judged_put_result(const struct judged *judged, const char *result, size_t length, struct buffer *text)
{
    struct catasta_span span = info_of(judged->game).result;
    struct catasta_tag tag;
    bool tagged = find_tag(judged->game, "Result", &tag) && tag.inside.end <= span.begin;
    if (span.end > span.begin)
        buffer_replace(text, (size_t)span.begin, (size_t)span.end, result, length);
    else
        buffer_insert_words(text, (size_t)span.begin, "", result, length, "");
    if (tagged)
        buffer_replace(text, (size_t)tag.inside.begin, (size_t)tag.inside.end, result, length);
}

/* What is said of the turn .node, from its begin on: the last remark of a kind; and where the next one would be. */
struct remark_place {
    bool any;
    struct catasta_span last;
    size_t at;
};

static struct remark_place find_remarks(const struct draft *draft, bool glyph)
{
    const struct catasta_node node = judged_node(&draft->now, draft->node);
    struct catasta_remark remark = {.size = sizeof remark};
    struct remark_place place = {.at = (size_t)(draft->node == 0 ? node.end : node.span.end)};
    for (size_t i = 0; catasta_game_remark(draft->now.game, draft->node, i, &remark); i++) {
        if (remark.before)
            continue;
        if (remark.glyph == glyph) {
            place.any = true;
            place.last = remark.span;
        }
        if (remark.glyph || !glyph)
            place.at = (size_t)remark.span.end;
    }
    return place;
}

/* Takes out the last remark of a kind. */
static bool take_out(struct draft *draft, bool glyph)
{
    struct remark_place place = find_remarks(draft, glyph);
    if (!place.any)
        return draft_fail(draft, "play/nothing", glyph ? "there is no glyph here" : "there is no comment here");
    struct buffer text = judged_copy(&draft->now);
    buffer_replace(&text, (size_t)place.last.begin, (size_t)place.last.end, "", 0);
    return draft_take(draft, &text, false);
}

bool draft_comment(struct draft *draft, const char *text, size_t length)
{
    if (length == 0)
        return take_out(draft, false);
    struct buffer with = judged_copy(&draft->now);
    size_t at = find_remarks(draft, false).at;
    bool rest = memchr(text, '}', length) != NULL;
    struct buffer words = {0};
    buffer_add(&words, text, length);
    for (size_t i = 0; rest && i < words.length; i++)
        words.bytes[i] = is_blank(words.bytes[i]) ? ' ' : words.bytes[i];
    with.failed = with.failed || words.failed;
    buffer_insert_words(&with, at, rest ? "; " : "{", words.bytes, words.length, rest ? "\n" : "}");
    buffer_free(&words);
    return draft_take(draft, &with, false);
}

bool draft_glyph(struct draft *draft, const char *text, size_t length)
{
    if (draft->node == 0)
        return draft_fail(draft, "play/nothing", "nothing was played here");
    if (length == 0)
        return take_out(draft, true);
    if (length > 4 || memchr("!?$", text[0], 3) == NULL)
        return draft_fail(draft, "play/argument", "a glyph is !, ?, !!, ??, !?, ?! or $ and a number");
    struct buffer with = judged_copy(&draft->now);
    buffer_insert_words(&with, find_remarks(draft, true).at, "", text, length, "");
    return draft_take(draft, &with, false);
}

bool draft_clock(struct draft *draft, const char *text, size_t length)
{
    static const char command[] = "[%clk ";
    struct catasta_remark remark = {.size = sizeof remark};
    size_t fine = 0;
    while (fine < length && strchr("0123456789:.", text[fine]) != NULL && text[fine] != '\0')
        fine++;
    if (fine < length || length == 0)
        return draft_fail(draft, "play/argument", "a clock is hours, minutes and seconds, such as 0:41:07");
    struct buffer with = judged_copy(&draft->now);
    for (size_t i = 0; catasta_game_remark(draft->now.game, draft->node, i, &remark) && !with.failed; i++) {
        const char *begin = with.bytes + remark.span.begin;
        const char *found = remark.glyph ? NULL : strstr(begin, command);
        if (found == NULL || found >= with.bytes + remark.span.end)
            continue;
        size_t at = (size_t)(found - with.bytes) + strlen(command);
        buffer_replace(&with, at, at + strcspn(with.bytes + at, "]}"), text, length);
        return draft_take(draft, &with, false);
    }
    char words[80];
    int count = snprintf(words, sizeof words, " {%s%.*s]}", command, (int)(length < 40 ? length : 40), text);
    size_t at = find_remarks(draft, true).at;
    buffer_replace(&with, at, at, words, (size_t)count);
    return draft_take(draft, &with, false);
}

bool draft_result(struct draft *draft, const char *text, size_t length)
{
    struct buffer with = judged_copy(&draft->now);
    judged_put_result(&draft->now, length == 0 ? "*" : text, length == 0 ? 1 : length, &with);
    return draft_take(draft, &with, false);
}

/* VALUE as it is written between quotes. */
static void quote_value(const char *value, size_t length, struct buffer *text)
{
    for (size_t i = 0; i < length; i++) {
        if (value[i] == '"' || value[i] == '\\')
            buffer_say(text, "\\");
        buffer_add(text, value + i, 1);
    }
}

void add_tag(struct buffer *text, const char *name, const char *value, size_t length)
{
    buffer_say(text, "[");
    buffer_say(text, name);
    buffer_say(text, " \"");
    quote_value(value, length, text);
    buffer_say(text, "\"]\n");
}

static bool is_tag_name(const char *name)
{
    static const char signs[] = "0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    return *name != '\0' && strchr(signs + strlen("0123456789-"), *name) != NULL && name[strspn(name, signs)] == '\0';
}

static void put_tag_edit(
    const struct judged *now, const char *name, const char *value, size_t length, struct buffer *text)
{
    struct catasta_tag tag = {.size = sizeof tag};
    bool found = find_tag(now->game, name, &tag);
    size_t count = info_of(now->game).tags;
    struct buffer part = {0};
    if (found && length == 0) {
        size_t end = (size_t)tag.span.end;
        while (end < text->length && is_blank(text->bytes[end]) && text->bytes[end] != '\n')
            end++;
        end += end < text->length && text->bytes[end] == '\n';
        buffer_replace(text, (size_t)tag.span.begin, end, "", 0);
    } else if (found) {
        quote_value(value, length, &part);
        put_part(text, (size_t)tag.inside.begin, (size_t)tag.inside.end, &part);
    } else {
        bool last = count > 0 && catasta_game_tag(now->game, count - 1, &tag);
        size_t at = last ? (size_t)tag.span.end : 0;
        buffer_say(&part, last ? "\n" : "");
        add_tag(&part, name, value, length);
        if (last)
            part.length -= !part.failed; /* the end of that line is there */
        else
            buffer_say(&part, "\n");
        put_part(text, at, at, &part);
    }
}

bool draft_tag(struct draft *draft, const char *name, const char *value, size_t length)
{
    if (!is_tag_name(name))
        return draft_fail(draft, "play/argument", "the name of a tag has letters, digits, _ and -");
    if (length == 0 && !find_tag(draft->now.game, name, NULL))
        return draft_fail(draft, "play/nothing", "there is no tag %s", name);
    struct buffer text = judged_copy(&draft->now);
    put_tag_edit(&draft->now, name, value, length, &text);
    return draft_take(draft, &text, true);
}
