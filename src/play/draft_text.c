#include "play/draft_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct growing *growing, size_t more)
{
    size_t capacity = growing->capacity == 0 ? 256 : growing->capacity;
    if (growing->failed || more > SIZE_MAX / 4 - growing->length)
        return false;
    while (capacity <= growing->length + more)
        capacity *= 2;
    if (capacity == growing->capacity)
        return true;
    char *bytes = realloc(growing->bytes, capacity);
    if (bytes == NULL)
        return false;
    growing->bytes = bytes;
    growing->capacity = capacity;
    return true;
}

void growing_replace(struct growing *growing, size_t begin, size_t end, const char *bytes, size_t length)
{
    growing->failed = growing->failed || !make_room(growing, length);
    if (growing->failed)
        return;
    memmove(growing->bytes + begin + length, growing->bytes + end, growing->length - end);
    if (length > 0)
        memcpy(growing->bytes + begin, bytes, length);
    growing->length = growing->length - (end - begin) + length;
    growing->bytes[growing->length] = '\0';
}

void growing_add(struct growing *growing, const char *bytes, size_t length)
{
    growing_replace(growing, growing->length, growing->length, bytes, length);
}

void growing_say(struct growing *growing, const char *words)
{
    growing_add(growing, words, strlen(words));
}

static bool take(void *context, const char *bytes, size_t length)
{
    struct growing *growing = context;
    growing_add(growing, bytes, length);
    return !growing->failed;
}

struct catasta_sink growing_sink(struct growing *growing)
{
    return (struct catasta_sink){take, growing};
}

void growing_free(struct growing *growing)
{
    free(growing->bytes);
    *growing = (struct growing){0};
}

bool judge_text(const struct draft *draft, struct growing *text, struct judged *judged)
{
    growing_add(text, "", 0); /* so that there is a NUL */
    bool fine = !text->failed;
    *judged = (struct judged){.bytes = text->bytes, .length = text->length};
    *text = (struct growing){0};
    if (fine)
        judged->input = catasta_input_bytes(draft->session, judged->bytes, judged->length, draft->name);
    if (judged->input != NULL)
        judged->game = catasta_input_next(judged->input);
    if (judged->game != NULL)
        judged->nodes = catasta_game_nodes(judged->game);
    if (judged->nodes > 0)
        judged->story = catasta_story_new(judged->game);
    return fine && judged->input != NULL && catasta_input_error(judged->input) == 0 &&
        (judged->nodes == 0 || judged->story != NULL);
}

void judged_release(struct judged *judged)
{
    catasta_story_free(judged->story);
    catasta_input_close(judged->input);
    free(judged->bytes);
    *judged = (struct judged){0};
}

struct growing judged_copy(const struct judged *judged)
{
    struct growing copy = {0};
    growing_add(&copy, judged->bytes, judged->length);
    return copy;
}

bool judged_is_one(const struct judged *judged)
{
    if (judged->game == NULL)
        return false;
    const struct catasta_info info = info_of(judged->game);
    size_t at = (size_t)info.offset;
    bool begins = strspn(judged->bytes, " \t\r\n") >= at;
    for (at += info.source.length; at < judged->length; at++)
        if (strchr(" \t\r\n", judged->bytes[at]) == NULL || judged->bytes[at] == '\0')
            return false;
    return begins && info.number > 0;
}

struct catasta_node judged_node(const struct judged *judged, uint32_t index)
{
    struct catasta_node node = {.size = sizeof node};
    catasta_game_node(judged->game, index, &node);
    return node;
}

bool draft_fail(struct draft *draft, const char *id, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(draft->message, sizeof draft->message, format, arguments);
    va_end(arguments);
    snprintf(draft->id, sizeof draft->id, "%s", id);
    return false;
}

bool draft_no_memory(struct draft *draft)
{
    return draft_fail(draft, "play/memory", "out of memory");
}
