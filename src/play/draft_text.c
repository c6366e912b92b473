/* SPDX-License-Identifier: MIT */
#include "play/draft_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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
    fine = fine && judged->input != NULL && catasta_input_error(judged->input) == 0 &&
        (judged->nodes == 0 || judged->story != NULL);
    if (!fine)
        judged_release(judged);
    return fine;
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

bool judged_mend(const struct judged *judged, size_t fault, size_t i, struct growing *text, uint64_t *begin)
{
    struct catasta_repair repair = {.size = sizeof repair};
    if (!catasta_game_repair(judged->game, fault, i, &repair) || repair.edit_count == 0)
        return false;
    *text = judged_copy(judged);
    *begin = repair.edits[0].span.begin;
    size_t later = repair.edit_count == 2 && repair.edits[1].span.begin > *begin;
    for (size_t k = 0; k < repair.edit_count && !text->failed; k++) {
        const struct catasta_edit *edit = &repair.edits[k == 0 ? later : (size_t)!later];
        growing_replace(text, (size_t)edit->span.begin, (size_t)edit->span.end, edit->text.bytes, edit->text.length);
    }
    return true;
}

bool judged_write(const struct judged *judged, struct growing *text)
{
    const struct catasta_sink sink = growing_sink(text);
    bool fine = catasta_write(judged->game, "sgn", &sink) && !text->failed;
    while (text->length > 0 && is_blank(text->bytes[text->length - 1]))
        text->length--;
    return fine;
}

bool judged_is_one(const struct judged *judged)
{
    if (judged->game == NULL)
        return false;
    const struct catasta_info info = info_of(judged->game);
    size_t at = (size_t)info.offset;
    bool begins = strspn(judged->bytes, " \t\r\n") >= at;
    for (at += info.source.length; at < judged->length; at++)
        if (!is_blank(judged->bytes[at]))
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

bool draft_fail_by(struct draft *draft, const struct catasta_fault *fault)
{
    return fault->id == NULL ? draft_no_memory(draft)
                             : draft_fail(draft, fault->id, "%.*s", (int)fault->message.length, fault->message.bytes);
}
