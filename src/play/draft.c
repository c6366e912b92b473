/* SPDX-License-Identifier: MIT */
#include "play/draft.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool judge_text(const struct draft *draft, struct buffer *text, struct judged *judged)
{
    buffer_add(text, "", 0); /* so that there is a NUL */
    bool fine = !text->failed;
    *judged = (struct judged){.bytes = text->bytes, .length = text->length};
    *text = (struct buffer){0};
    if (fine)
        judged->input = catasta_input_bytes(draft->session, judged->bytes, judged->length, draft->name);
    if (judged->input != NULL)
        judged->game = catasta_input_next(judged->input);
    if (judged->game != NULL)
        judged->nodes = info_of(judged->game).nodes;
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

struct buffer judged_copy(const struct judged *judged)
{
    struct buffer copy = {0};
    buffer_add(&copy, judged->bytes, judged->length);
    return copy;
}

bool judged_mend(const struct judged *judged, size_t fault, size_t i, struct buffer *text, uint64_t *begin)
{
    struct catasta_repair repair = {.size = sizeof repair};
    if (!catasta_game_repair(judged->game, fault, i, &repair) || repair.edit_count == 0)
        return false;
    *text = judged_copy(judged);
    *begin = repair.edits[0].span.begin;
    size_t later = repair.edit_count == 2 && repair.edits[1].span.begin > *begin;
    for (size_t k = 0; k < repair.edit_count && !text->failed; k++) {
        const struct catasta_edit *edit = &repair.edits[k == 0 ? later : (size_t)!later];
        buffer_replace(text, (size_t)edit->span.begin, (size_t)edit->span.end, edit->text.bytes, edit->text.length);
    }
    return true;
}

bool judged_write(const struct judged *judged, struct buffer *text)
{
    const struct catasta_sink sink = buffer_sink(text);
    bool fine = catasta_write(judged->game, CATASTA_SGN, &sink) && !text->failed;
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

/* Bytes of old versions that are kept to be gone back to. */
enum { HISTORY_MOST = 64 * 1024 * 1024 };

/* The first error from I on; false: there is none. */
static bool next_error(const struct judged *judged, size_t *i, struct catasta_diagnostic *n)
{
    *n = (struct catasta_diagnostic){.size = sizeof *n};
    for (; judged->game != NULL && catasta_game_diagnostic(judged->game, *i, n); ++*i)
        if (n->severity == CATASTA_ERROR && !n->cascaded)
            return true;
    return false;
}

/* The turn that diagnostic I is about, or NOWHERE. */
static uint32_t node_about(const struct judged *judged, size_t i)
{
    for (uint32_t node = 0; node < judged->nodes; node++)
        if (judged_node(judged, node).diagnostic == i)
            return node;
    return CATASTA_NOWHERE;
}

/* The first error of JUDGED; of those that BEFORE, unless NULL, has not at the same place from the beginning or the
   end. */
static struct record_fault find_fault(const struct judged *judged, const struct judged *before)
{
    struct record_fault found = {.node = CATASTA_NOWHERE};
    struct catasta_diagnostic old;
    for (size_t i = 0; next_error(judged, &found.index, &found.n); found.index++, i++)
        if (before == NULL || !next_error(before, &i, &old) || strcmp(old.id, found.n.id) != 0 ||
            (old.span.begin != found.n.span.begin &&
                before->length - old.span.begin != judged->length - found.n.span.begin)) {
            found.judged = judged;
            found.node = node_about(judged, found.index);
            break;
        }
    return found;
}

static uint32_t errors_of(const struct judged *judged)
{
    return judged->game == NULL ? UINT32_MAX : info_of(judged->game).errors;
}

static bool say_fault(struct draft *draft, const struct record_fault *fault)
{
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    if (catasta_game_message(fault->judged->game, fault->index, &sink))
        draft_fail(draft, fault->n.id, "%s", text.bytes);
    else
        draft_no_memory(draft);
    buffer_free(&text);
    return false;
}

/* Says why NEXT is not taken. */
static bool refuse_edit(struct draft *draft, struct judged *next, const char *id, const char *why)
{
    judged_release(next);
    return draft_fail(draft, id, "%s", why);
}

void draft_forget(struct draft *draft)
{
    judged_release(&draft->tried);
    draft->refused = (struct record_fault){.node = CATASTA_NOWHERE};
}

/* Judges TEXT, which the record is to become, as NEXT.  False with .id when it would have a new error, and then it is
   .tried, or would not be one record. */
static bool try_text(struct draft *draft, struct buffer *text, struct judged *next)
{
    draft_forget(draft);
    if (!judge_text(draft, text, next))
        return draft_no_memory(draft);
    if (judged_is_one(next) && errors_of(next) <= errors_of(&draft->now))
        return true;
    draft->tried = *next;
    draft->refused = find_fault(&draft->tried, &draft->now);
    if (draft->refused.judged != NULL)
        return say_fault(draft, &draft->refused);
    draft_forget(draft);
    return draft_fail(draft, "play/record", "this would make the record more than one game");
}

/* TEXT, which says the same as NEXT, takes its place, unless it does not; false when out of memory. */
static bool say_otherwise(struct draft *draft, struct buffer *text, struct judged *next)
{
    struct judged other;
    if (!text->failed && text->length == next->length && memcmp(text->bytes, next->bytes, text->length) == 0) {
        buffer_free(text);
        return true;
    }
    if (!judge_text(draft, text, &other))
        return draft_no_memory(draft);
    bool same = judged_is_one(&other) && other.nodes == next->nodes && errors_of(&other) <= errors_of(next);
    judged_release(same ? next : &other);
    if (same)
        *next = other;
    return true;
}

/* NEXT in canonical form, if the record is, and if it has one. */
static bool make_canonical(struct draft *draft, struct judged *next)
{
    struct buffer text = {0};
    if (!draft->canonical || !info_of(next->game).readable)
        return true;
    if (judged_write(next, &text))
        return say_otherwise(draft, &text, next);
    buffer_free(&text);
    return draft_no_memory(draft);
}

/* Where the board has ended the game and no result is written, it is. */
static bool add_result_to_draft(struct draft *draft, struct judged *next)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct buffer result = {0};
    const struct catasta_sink sink = buffer_sink(&result);
    bool decided = catasta_game_outcome(next->game, &outcome) && outcome.reason != NULL;
    bool claimed = outcome.claim.length > 0 && !text_is(outcome.claim, "*");
    if (!decided || claimed)
        return true;
    struct buffer text = judged_copy(next);
    text.failed |= !catasta_write_result(next->game, &sink) || result.failed;
    judged_put_result(next, result.bytes, result.length, &text);
    buffer_free(&result);
    return say_otherwise(draft, &text, next);
}

static void drop_versions(struct draft *draft, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        free(draft->versions[i].bytes);
    memmove(draft->versions + first, draft->versions + end, (draft->count - end) * sizeof *draft->versions);
    draft->count -= end - first;
}

/* Forgets the oldest versions when there are too many bytes of them. */
static void limit_history(struct draft *draft)
{
    size_t bytes = 0;
    size_t first = draft->count;
    while (first > 0 && (bytes <= HISTORY_MOST || first + 2 > draft->count))
        bytes += draft->versions[--first].length;
    drop_versions(draft, 0, first);
    draft->at -= first;
    draft->saved = draft->saved == SIZE_MAX || draft->saved < first ? SIZE_MAX : draft->saved - first;
}

static bool add_version(struct draft *draft, const struct judged *next, uint32_t node)
{
    struct version *versions = with_room(draft->versions, draft->count, &draft->capacity, sizeof *versions);
    if (versions == NULL)
        return false;
    draft->versions = versions;
    char *bytes = malloc(next->length + 1);
    if (bytes == NULL)
        return false;
    memcpy(bytes, next->bytes, next->length + 1);
    if (draft->count > 0) {
        draft->versions[draft->at].node = draft->node;
        drop_versions(draft, draft->at + 1, draft->count);
        draft->saved = draft->saved > draft->at ? SIZE_MAX : draft->saved;
    }
    draft->at = draft->count;
    draft->versions[draft->count++] = (struct version){bytes, next->length, node};
    limit_history(draft);
    return true;
}

/* The last turn on the line of NODE that is before turn END. */
static uint32_t last_on_line(const struct judged *judged, uint32_t node, size_t end)
{
    uint32_t next;
    while ((next = judged_node(judged, node).next) != CATASTA_NOWHERE && next < end)
        node = next;
    return node;
}

/* Goes to the first fault, or else to the end of the line on which NODE is. */
static void go_to_fault(struct draft *draft, uint32_t node)
{
    const struct record_fault fault = draft_fault(draft);
    if (fault.node != CATASTA_NOWHERE)
        draft->node = fault.node;
    else if (draft->now.nodes > 0)
        draft->node = last_on_line(&draft->now, node < draft->now.nodes ? node : 0, draft->now.nodes);
}

bool draft_begin(struct draft *draft, struct buffer *text, bool is_new)
{
    struct buffer form = {0};
    draft_forget(draft);
    if (!judge_text(draft, text, &draft->now) || draft->now.game == NULL)
        return draft_no_memory(draft);
    bool fine = true;
    if (!is_new && info_of(draft->now.game).readable) {
        fine = judged_write(&draft->now, &form);
        draft->canonical = form.length == draft->now.length && memcmp(form.bytes, draft->now.bytes, form.length) == 0;
        buffer_free(&form);
    } else if (is_new) {
        draft->canonical = true;
        fine = make_canonical(draft, &draft->now);
    }
    draft->node = draft->now.nodes > 0 ? 0 : CATASTA_NOWHERE;
    if (!fine || !add_version(draft, &draft->now, draft->node))
        return draft_no_memory(draft);
    go_to_fault(draft, 0);
    return true;
}

/* NEXT becomes the text, and NODE of it, if it has any, the place in it. */
static bool take_next(struct draft *draft, struct judged *next, uint32_t node)
{
    bool turns = next->nodes != draft->now.nodes;
    bool fine = (!turns || add_result_to_draft(draft, next)) && make_canonical(draft, next);
    if (fine && !add_version(draft, next, node))
        fine = draft_no_memory(draft);
    if (!fine) {
        judged_release(next);
        return false;
    }
    judged_release(&draft->now);
    draft->now = *next;
    draft->node = next->nodes == 0 ? CATASTA_NOWHERE : node;
    return true;
}

/* Whether there is no turn yet, so that tags are still to come. */
static bool is_setting_up(const struct judged *judged)
{
    return judged->nodes <= 1 && judged_is_one(judged);
}

bool draft_take(struct draft *draft, struct buffer *text, bool tags)
{
    struct judged next;
    bool begun = draft->now.nodes > 1;
    bool fine = try_text(draft, text, &next);
    if (!fine && tags && draft->tried.bytes != NULL && is_setting_up(&draft->now) && is_setting_up(&draft->tried) &&
        strncmp(draft->id, "syntax/", strlen("syntax/")) != 0) {
        next = draft->tried;
        draft->tried = (struct judged){0};
        draft_forget(draft);
        fine = true;
    }
    if (!fine)
        return false;
    if (next.nodes == draft->now.nodes || (tags && !begun))
        return take_next(draft, &next, draft->node == CATASTA_NOWHERE ? 0 : draft->node);
    return refuse_edit(draft, &next, "play/argument", "this would change the turns of the record");
}

/* The first turn of JUDGED that begins at AT or after it. */
static uint32_t node_from(const struct judged *judged, uint64_t at)
{
    uint32_t node = 1;
    while (node < judged->nodes && judged_node(judged, node).span.begin < at)
        node++;
    return node;
}

/* NEXT becomes the text, the turns FIRST to before END of it in canonical spelling, and the last of them the place. */
static bool take_spelled(struct draft *draft, struct judged *next, uint32_t first, size_t end)
{
    struct buffer text = judged_copy(next);
    for (size_t i = end; i-- > first;) {
        const struct catasta_node node = judged_node(next, (uint32_t)i);
        if (node.verdict == CATASTA_LEGAL && !text.failed)
            buffer_replace(&text, (size_t)node.span.begin, (size_t)node.span.end, node.text.bytes, node.text.length);
    }
    if (say_otherwise(draft, &text, next))
        return take_next(draft, next, last_on_line(next, first, end));
    judged_release(next);
    return false;
}

/* The turn at the place of node NEXT, itself included, that reads TEXT; NOWHERE: none. */
static uint32_t find_beside(const struct judged *now, uint32_t next, struct catasta_text text)
{
    for (; next != CATASTA_NOWHERE; next = judged_node(now, next).variation) {
        const struct catasta_text other = judged_node(now, next).text;
        if (other.length == text.length && memcmp(other.bytes, text.bytes, text.length) == 0)
            break;
    }
    return next;
}

/* Reports why TEXT, which added no turn and no error, is not a turn; false if it may stay, as a word that only states a
   fact. */
static bool is_no_turn(struct draft *draft, const char *text, size_t length)
{
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_position *position = draft_position(draft);
    if (position == NULL)
        return !draft_no_memory(draft);
    bool played = catasta_position_play(position, text, length, &fault);
    if (!played)
        draft_fail_by(draft, &fault);
    catasta_position_free(position);
    return !played;
}

/* The number of the turn played next, with its full stop, where it opens a round. */
static void write_number(const struct draft *draft, char *number, size_t size)
{
    const struct catasta_node node = judged_node(&draft->now, draft->node);
    catasta_position *position = draft_position(draft);
    uint32_t next = position == NULL ? 0 : catasta_position_number(position);
    number[0] = '\0';
    if (position != NULL && (draft->node == 0 || next != node.number))
        snprintf(number, size, "%lu. ", (unsigned long)next);
    catasta_position_free(position);
}

static bool take_turns(
    struct draft *draft, struct judged *next, uint64_t at, uint32_t beside, const char *text, size_t length)
{
    struct catasta_remark remark = {.size = sizeof remark};
    if (next->nodes < draft->now.nodes)
        return refuse_edit(draft, next, "play/argument", "this would remove turns from the record");
    size_t added = next->nodes - draft->now.nodes;
    uint32_t first = node_from(next, at);
    if (added == 0 && is_no_turn(draft, text, length)) {
        judged_release(next);
        return false;
    }
    if (added == 0)
        return take_next(draft, next, draft->node);
    const struct catasta_node node = judged_node(next, first);
    if (node.verdict != CATASTA_LEGAL && node.verdict != CATASTA_STOOD)
        return refuse_edit(draft, next, "play/position", "the position here is unknown, because of an earlier fault");
    uint32_t known = added > 1 ? CATASTA_NOWHERE : find_beside(&draft->now, beside, node.text);
    if (known == CATASTA_NOWHERE)
        return take_spelled(draft, next, first, first + added);
    if (catasta_game_remark(next->game, first, 0, &remark))
        return refuse_edit(draft, next, "play/argument", "this turn is already there; use 'comment' to add a comment");
    judged_release(next);
    return draft_go(draft, known);
}

bool draft_is_set_up(struct draft *draft)
{
    if (draft->now.nodes > 0)
        return true;
    const struct record_fault fault = find_fault(&draft->now, NULL);
    if (fault.judged != NULL)
        return say_fault(draft, &fault);
    return draft_fail(draft, "play/position", "there is no position to play from");
}

static bool play_turns(struct draft *draft, const char *text, size_t length)
{
    struct judged next;
    const struct catasta_node node = judged_node(&draft->now, draft->node);
    struct buffer with = judged_copy(&draft->now);
    uint64_t at = node.end;
    char number[16] = "";
    bool hides = length > 0 && (memchr(text, ';', length) != NULL || text[0] == '%'); /* what is on the line after it */
    if (node.next != CATASTA_NOWHERE) {
        at = judged_node(&draft->now, node.next).end;
        buffer_insert_words(&with, (size_t)at, "(", text, length, hides ? "\n)" : ")");
    } else {
        /* Canonical form writes it; but the first word of the second turn might be one of the first. */
        if ((!draft->canonical || draft->node == 1) && length > 0 && (text[0] < '0' || text[0] > '9'))
            write_number(draft, number, sizeof number);
        buffer_insert_words(&with, (size_t)at, number, text, length, hides ? "\n" : "");
    }
    return try_text(draft, &with, &next) && take_turns(draft, &next, at, node.next, text, length);
}

/* Sets RESULT to what TEXT says as the last words of the record, where the main line ends: "0-1" for "0:1", "Black
   resigns" for "Anna gives up"; empty where it says anything else. */
static bool read_result(struct draft *draft, const char *text, size_t length, struct buffer *result)
{
    struct judged said;
    struct judged written = {0};
    struct buffer form = {0};
    struct catasta_tag tag;
    const struct catasta_node here = judged_node(&draft->now, draft->node);
    struct buffer with = judged_copy(&draft->now);
    struct catasta_span span = info_of(draft->now.game).result;
    buffer_replace(&with, (size_t)span.begin, (size_t)span.end, "", 0);
    buffer_insert_words(&with, (size_t)span.begin, "", text, length, "");
    if (find_tag(draft->now.game, "Result", &tag) && tag.inside.end <= span.begin)
        buffer_replace(&with, (size_t)tag.inside.begin, (size_t)tag.inside.end, "*", 1);
    if (!judge_text(draft, &with, &said))
        return draft_no_memory(draft);
    span = said.game == NULL ? span : info_of(said.game).result;
    bool ends = judged_is_one(&said) && here.depth == 0 && here.next == CATASTA_NOWHERE;
    bool fine = true;
    if (ends && said.nodes <= draft->now.nodes + 1) { /* what cannot be read is one */
        struct buffer log = {0};
        const struct catasta_sink sink = buffer_sink(&log);
        struct catasta_fixes fixes = {.size = sizeof fixes};
        fine = catasta_game_fix(said.game, "", &sink, &fixes);
        if (fine && info_of(said.game).readable) {
            fine = judged_write(&said, &form) && judge_text(draft, &form, &written);
            span = fine && judged_is_one(&written) && written.nodes == draft->now.nodes ? info_of(written.game).result
                                                                                        : (struct catasta_span){0, 0};
            buffer_add(result, written.bytes + span.begin, (size_t)(span.end - span.begin));
        }
        buffer_free(&log);
    }
    judged_release(&written);
    judged_release(&said);
    return (fine && !result->failed) || draft_no_memory(draft);
}

bool draft_play(struct draft *draft, const char *text, size_t length)
{
    struct buffer result = {0};
    bool played = play_turns(draft, text, length) ||
        (strncmp(draft->id, "syntax/", strlen("syntax/")) == 0 && read_result(draft, text, length, &result) &&
            result.length > 0 && draft_result(draft, result.bytes, result.length));
    buffer_free(&result);
    return played;
}

bool draft_replace(struct draft *draft, const char *text, size_t length)
{
    struct judged next;
    const struct catasta_node node = judged_node(&draft->now, draft->node);
    if (draft->node == 0)
        return draft_fail(draft, "play/nothing", "nothing was played here");
    struct buffer with = judged_copy(&draft->now);
    buffer_replace(&with, (size_t)node.span.begin, (size_t)node.span.end, text, length);
    if (!try_text(draft, &with, &next))
        return false;
    if (next.nodes < draft->now.nodes)
        return refuse_edit(draft, &next, "play/argument", "this is not a turn");
    return take_spelled(draft, &next, draft->node, draft->node + 1 + (next.nodes - draft->now.nodes));
}

struct record_fault draft_fault(const struct draft *draft)
{
    return draft->tried.bytes != NULL ? draft->refused : find_fault(&draft->now, NULL);
}

/* TEXT, without the fault at the turn NODE, which was tried or not, becomes the text. */
static bool take_repaired(struct draft *draft, struct buffer *text, uint32_t node)
{
    struct judged next;
    struct judged tried = draft->tried;
    const struct record_fault refused = draft->refused;
    draft->tried = (struct judged){0};
    if (!try_text(draft, text, &next)) {
        draft_forget(draft);
        draft->tried = tried;
        draft->refused = refused;
        return false;
    }
    judged_release(&tried);
    if (!take_next(draft, &next, 0))
        return false;
    go_to_fault(draft, node);
    return true;
}

bool draft_fix(struct draft *draft, size_t i)
{
    const struct record_fault fault = draft_fault(draft);
    struct buffer text = {0};
    uint64_t begin;
    if (fault.judged == NULL)
        return draft_fail(draft, "play/nothing", "there is no fault");
    if (!judged_mend(fault.judged, fault.index, i, &text, &begin))
        return draft_fail(draft, "play/nothing", "there is no such proposal");
    return take_repaired(draft, &text, fault.node);
}

/* The text with the turn at fault marked as one that stood. */
static struct buffer text_marked_as_stood(const struct record_fault *fault)
{
    static const char stood[] = " {[%stood]}";
    struct buffer text = judged_copy(fault->judged);
    size_t at = (size_t)judged_node(fault->judged, fault->node).span.end;
    buffer_replace(&text, at, at, stood, strlen(stood));
    return text;
}

bool draft_can_stand(const struct draft *draft)
{
    const struct record_fault fault = draft_fault(draft);
    struct judged stood;
    if (fault.judged == NULL || fault.node == CATASTA_NOWHERE || fault.node == 0)
        return false;
    struct buffer text = text_marked_as_stood(&fault);
    bool can = judge_text(draft, &text, &stood) && judged_node(&stood, fault.node).verdict == CATASTA_STOOD;
    judged_release(&stood);
    return can;
}

bool draft_stand(struct draft *draft)
{
    const struct record_fault fault = draft_fault(draft);
    if (fault.judged == NULL)
        return draft_fail(draft, "play/nothing", "there is no fault");
    if (fault.node == CATASTA_NOWHERE || fault.node == 0)
        return draft_fail(draft, "play/nothing", "the fault is not in a turn");
    if (!draft_can_stand(draft))
        return draft_fail(
            draft, "play/argument", "this turn cannot be carried out on the board, so it cannot have stood");
    struct buffer text = text_marked_as_stood(&fault);
    return take_repaired(draft, &text, fault.node);
}

static bool go_to_version(struct draft *draft, size_t at)
{
    struct buffer text = {0};
    struct judged next;
    draft_forget(draft);
    buffer_add(&text, draft->versions[at].bytes, draft->versions[at].length);
    if (!judge_text(draft, &text, &next))
        return draft_no_memory(draft);
    draft->versions[draft->at].node = draft->node;
    judged_release(&draft->now);
    draft->now = next;
    draft->at = at;
    draft->node = draft->versions[at].node;
    return true;
}

bool draft_undo(struct draft *draft)
{
    if (draft->at == 0)
        return draft_fail(draft, "play/nothing", "there is nothing to undo");
    return go_to_version(draft, draft->at - 1);
}

bool draft_redo(struct draft *draft)
{
    if (draft->at + 1 >= draft->count)
        return draft_fail(draft, "play/nothing", "there is nothing to redo");
    return go_to_version(draft, draft->at + 1);
}

bool draft_go(struct draft *draft, uint32_t node)
{
    if (!draft_is_set_up(draft))
        return false;
    if (node >= draft->now.nodes)
        return draft_fail(draft, "play/nothing", "there is no turn there");
    draft_forget(draft);
    draft->node = node;
    return true;
}

bool draft_forward(struct draft *draft)
{
    return draft_is_set_up(draft) && draft_go(draft, judged_node(&draft->now, draft->node).next);
}

bool draft_vary(struct draft *draft)
{
    if (draft->node == 0 || draft->now.nodes == 0)
        return draft_fail(draft, "play/nothing", "nothing was played here");
    return draft_go(draft, judged_node(&draft->now, draft->node).parent);
}

bool draft_main(struct draft *draft)
{
    return draft_is_set_up(draft) && draft_go(draft, last_on_line(&draft->now, 0, SIZE_MAX));
}

catasta_position *draft_position(const struct draft *draft)
{
    return draft->now.nodes == 0 ? NULL : catasta_game_position(draft->now.game, draft->node);
}
