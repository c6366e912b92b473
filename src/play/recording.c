#include "play/recording_text.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of old versions that are kept to be gone back to. */
enum { HISTORY_MOST = 64 * 1024 * 1024 };

static struct catasta_diagnostic diagnostic_of(const struct judged *judged, size_t i)
{
    struct catasta_diagnostic n = {.size = sizeof n, .severity = CATASTA_IGNORED};
    catasta_game_diagnostic(judged->game, i, &n);
    return n;
}

static bool is_error(const struct catasta_diagnostic *n)
{
    return n->severity == CATASTA_ERROR && !n->cascaded;
}

/* The first error from I on; false: there is none. */
static bool next_error(const struct judged *judged, size_t *i, struct catasta_diagnostic *n)
{
    for (; judged->game != NULL && *i < catasta_game_diagnostics(judged->game); ++*i) {
        *n = diagnostic_of(judged, *i);
        if (is_error(n))
            return true;
    }
    return false;
}

/* The first error of NEXT that NOW has not, at the same place from the beginning or the end. */
static bool find_new_error(const struct judged *now, const struct judged *next, size_t *fault)
{
    struct catasta_diagnostic old;
    struct catasta_diagnostic n;
    size_t i = 0;
    for (*fault = 0; next_error(next, fault, &n); ++*fault) {
        if (!next_error(now, &i, &old) || strcmp(old.id, n.id) != 0 ||
            (old.span.begin != n.span.begin && now->length - old.span.begin != next->length - n.span.begin))
            return true;
        i++;
    }
    return false;
}

static uint32_t errors_of(const struct judged *judged)
{
    return judged->game == NULL ? UINT32_MAX : info_of(judged->game).errors;
}

/* The turn that diagnostic I is about, or NOWHERE. */
static uint32_t node_about(const struct judged *judged, size_t i)
{
    for (uint32_t node = 0; node < judged->nodes; node++)
        if (judged_node(judged, node).diagnostic == i)
            return node;
    return CATASTA_NOWHERE;
}

static bool say_diagnostic(struct recording *recording, const struct judged *judged, size_t i)
{
    struct growing text = {0};
    const struct catasta_sink sink = growing_sink(&text);
    if (catasta_game_message(judged->game, i, &sink))
        recording_fail(recording, diagnostic_of(judged, i).id, "%s", text.bytes);
    else
        recording_no_memory(recording);
    growing_free(&text);
    return false;
}

void recording_forget(struct recording *recording)
{
    judged_release(&recording->tried);
    recording->tried_node = CATASTA_NOWHERE;
}

/* Judges TEXT, which the record is to become, as NEXT.  False with .id when it would have a new error, and then it is
   .tried, or would not be one record. */
static bool try_text(struct recording *recording, struct growing *text, struct judged *next)
{
    size_t fault;
    recording_forget(recording);
    if (!judge_text(recording, text, next)) {
        judged_release(next);
        return recording_no_memory(recording);
    }
    bool one = judged_is_one(next);
    if (one && errors_of(next) <= errors_of(&recording->now))
        return true;
    if (find_new_error(&recording->now, next, &fault)) {
        recording->tried = *next;
        recording->tried_fault = fault;
        recording->tried_node = node_about(next, fault);
        *next = (struct judged){0};
        return say_diagnostic(recording, &recording->tried, fault);
    }
    judged_release(next);
    return recording_fail(recording, "play/record", "with this the record would not be one game any more");
}

/* TEXT, which says the same as NEXT, takes its place, unless it does not; false when out of memory. */
static bool say_otherwise(struct recording *recording, struct growing *text, struct judged *next)
{
    struct judged other;
    if (!judge_text(recording, text, &other)) {
        judged_release(&other);
        return recording_no_memory(recording);
    }
    bool same = judged_is_one(&other) && other.nodes == next->nodes && errors_of(&other) <= errors_of(next);
    judged_release(same ? next : &other);
    if (same)
        *next = other;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* NEXT in canonical form, if the record is, and if it has one. */
static bool make_canonical(struct recording *recording, struct judged *next)
{
    struct growing text = {0};
    const struct catasta_sink sink = growing_sink(&text);
    if (!recording->canonical || !info_of(next->game).readable)
        return true;
    if (!catasta_write(next->game, "sgn", &sink)) {
        growing_free(&text);
        return recording_no_memory(recording);
    }
    while (text.length > 0 && is_blank(text.bytes[text.length - 1]))
        text.length--;
    return say_otherwise(recording, &text, next);
}

/* The last tag NAME, which is the one that counts. */
static bool find_tag(const struct judged *judged, const char *name, struct catasta_tag *found)
{
    bool any = false;
    struct catasta_tag tag = {.size = sizeof tag};
    for (size_t i = 0; catasta_game_tag(judged->game, i, &tag); i++)
        if (tag.name.length == strlen(name) && memcmp(tag.name.bytes, name, tag.name.length) == 0) {
            *found = tag;
            any = true;
        }
    return any;
}

/* What goes between what is before AT and something put there. */
static const char *gap_before(const struct growing *text, size_t at)
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

/* Puts BEFORE, WORDS and BEHIND at AT. */
static void put_in(
    struct growing *text, size_t at, const char *before, const char *words, size_t length, const char *behind)
{
    struct growing part = {0};
    growing_say(&part, gap_before(text, at));
    growing_say(&part, before);
    growing_add(&part, words, length);
    growing_say(&part, memchr(words, ';', length) != NULL || memchr(words, '%', length) != NULL ? "\n" : "");
    growing_say(&part, behind);
    if (at < text->length && !is_blank(text->bytes[at]))
        growing_say(&part, " ");
    text->failed = text->failed || part.failed;
    if (!text->failed)
        growing_replace(text, at, at, part.bytes, part.length);
    growing_free(&part);
}

/* TEXT, that of JUDGED, with RESULT as its result, and in its tag if there is one. */
static void put_result(const struct judged *judged, const char *result, size_t length, struct growing *text)
{
    struct catasta_span span = info_of(judged->game).result;
    struct catasta_tag tag;
    bool tagged = find_tag(judged, "Result", &tag) && tag.inside.end <= span.begin;
    if (span.end > span.begin)
        growing_replace(text, (size_t)span.begin, (size_t)span.end, result, length);
    else
        put_in(text, (size_t)span.begin, "", result, length, "");
    if (tagged)
        growing_replace(text, (size_t)tag.inside.begin, (size_t)tag.inside.end, result, length);
}

/* Where the board has ended the game and no result is written, it is. */
static bool add_result(struct recording *recording, struct judged *next)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct growing result = {0};
    const struct catasta_sink sink = growing_sink(&result);
    bool decided = catasta_game_outcome(next->game, &outcome) && outcome.reason != NULL;
    bool claimed = outcome.claim.length > 0 && !(outcome.claim.length == 1 && outcome.claim.bytes[0] == '*');
    if (!decided || claimed)
        return true;
    struct growing text = judged_copy(next);
    bool fine = catasta_write_result(next->game, &sink);
    if (fine)
        put_result(next, result.bytes, result.length, &text);
    growing_free(&result);
    if (fine)
        return say_otherwise(recording, &text, next);
    growing_free(&text);
    return recording_no_memory(recording);
}

static void drop_versions(struct recording *recording, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++)
        free(recording->versions[i].bytes);
    memmove(
        recording->versions + first, recording->versions + end, (recording->count - end) * sizeof *recording->versions);
    recording->count -= end - first;
}

/* Forgets the oldest versions when there are too many bytes of them. */
static void limit_history(struct recording *recording)
{
    size_t bytes = 0;
    size_t first = recording->count;
    while (first > 0 && (bytes <= HISTORY_MOST || first + 2 > recording->count))
        bytes += recording->versions[--first].length;
    drop_versions(recording, 0, first);
    recording->at -= first;
    recording->saved = recording->saved == SIZE_MAX || recording->saved < first ? SIZE_MAX : recording->saved - first;
}

static bool add_version(struct recording *recording, const struct judged *next, uint32_t node)
{
    if (recording->count == recording->capacity) {
        size_t capacity = recording->capacity == 0 ? 64 : 2 * recording->capacity;
        struct version *versions = realloc(recording->versions, capacity * sizeof *versions);
        if (versions == NULL)
            return false;
        recording->versions = versions;
        recording->capacity = capacity;
    }
    char *bytes = malloc(next->length + 1);
    if (bytes == NULL)
        return false;
    memcpy(bytes, next->bytes, next->length + 1);
    if (recording->count > 0) {
        recording->versions[recording->at].node = recording->node;
        drop_versions(recording, recording->at + 1, recording->count);
        recording->saved = recording->saved > recording->at ? SIZE_MAX : recording->saved;
    }
    recording->at = recording->count;
    recording->versions[recording->count++] = (struct version){bytes, next->length, node};
    limit_history(recording);
    return true;
}

bool recording_begin(struct recording *recording, struct growing *text, bool is_new)
{
    struct judged first;
    bool fine = judge_text(recording, text, &first) && first.game != NULL;
    recording->now = first;
    recording->tried_node = CATASTA_NOWHERE;
    if (!fine)
        return recording_no_memory(recording);
    struct growing form = {0};
    const struct catasta_sink sink = growing_sink(&form);
    bool readable = info_of(first.game).readable;
    if (readable && !catasta_write(first.game, "sgn", &sink))
        fine = false;
    while (form.length > 0 && is_blank(form.bytes[form.length - 1]))
        form.length--;
    recording->canonical = readable && form.length == first.length && memcmp(form.bytes, first.bytes, form.length) == 0;
    growing_free(&form);
    if (fine && is_new) {
        recording->canonical = true;
        fine = make_canonical(recording, &recording->now);
    }
    uint32_t node = recording->now.nodes > 0 ? 0 : CATASTA_NOWHERE;
    fine = fine && add_version(recording, &recording->now, node);
    if (fine) {
        recording->node = node;
        size_t fault;
        uint32_t about;
        const struct judged *judged;
        if (recording_fault(recording, &judged, &fault, &about) && about != CATASTA_NOWHERE)
            recording->node = about;
        else
            recording_main(recording);
    }
    return fine || recording_no_memory(recording);
}

/* NEXT becomes the text, and NODE of it the place in it. */
static bool take_next(struct recording *recording, struct judged *next, uint32_t node)
{
    bool turns = next->nodes != recording->now.nodes;
    bool fine = (!turns || add_result(recording, next)) && make_canonical(recording, next);
    if (fine && !add_version(recording, next, node))
        fine = recording_no_memory(recording);
    if (!fine) {
        judged_release(next);
        return false;
    }
    judged_release(&recording->now);
    recording->now = *next;
    recording->node = next->nodes == 0 ? CATASTA_NOWHERE : node < next->nodes ? node : 0;
    return true;
}

/* Takes over TEXT, of which nothing may be a turn that is not one now. */
static bool take_text(struct recording *recording, struct growing *text)
{
    struct judged next;
    if (!try_text(recording, text, &next))
        return false;
    bool same = next.nodes == recording->now.nodes || recording->now.nodes == 0;
    if (same)
        return take_next(recording, &next, recording->node == CATASTA_NOWHERE ? 0 : recording->node);
    judged_release(&next);
    return recording_fail(recording, "play/argument", "with this the record would have other turns");
}

/* The first turn of JUDGED that begins at AT or behind it. */
static uint32_t node_from(const struct judged *judged, uint64_t at)
{
    uint32_t node = 1;
    while (node < judged->nodes && judged_node(judged, node).span.begin < at)
        node++;
    return node;
}

/* The last turn on the line of NODE that is before turn END. */
static uint32_t last_on_line(const struct judged *judged, uint32_t node, size_t end)
{
    uint32_t next;
    while ((next = judged_node(judged, node).next) != CATASTA_NOWHERE && next < end)
        node = next;
    return node;
}

static bool same_text(struct catasta_text a, struct catasta_text b)
{
    return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* The turns FIRST to before END of NEXT, in canonical spelling. */
static bool spell_turns(struct recording *recording, struct judged *next, uint32_t first, size_t end)
{
    struct growing text = judged_copy(next);
    for (size_t i = end; i-- > first;) {
        const struct catasta_node node = judged_node(next, (uint32_t)i);
        if (node.verdict == CATASTA_LEGAL && !text.failed)
            growing_replace(&text, (size_t)node.span.begin, (size_t)node.span.end, node.text.bytes, node.text.length);
    }
    if (!text.failed && text.length == next->length && memcmp(text.bytes, next->bytes, text.length) == 0) {
        growing_free(&text);
        return true;
    }
    return say_otherwise(recording, &text, next);
}

/* The turn that stands in the place of node NEXT, itself included, and reads TEXT; NOWHERE: none. */
static uint32_t find_beside(const struct judged *now, uint32_t next, struct catasta_text text)
{
    while (next != CATASTA_NOWHERE && !same_text(judged_node(now, next).text, text))
        next = judged_node(now, next).variation;
    return next;
}

/* Says why TEXT, which added no turn and no error, is none; false when it may stand all the same, as a word that only
   says what is so. */
static bool is_no_turn(struct recording *recording, const char *text, size_t length)
{
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_position *position = recording_position(recording);
    if (position == NULL) {
        recording_fail(recording, "play/position", "the position is not known here");
        return true;
    }
    bool played = catasta_position_play(position, text, length, &fault);
    if (!played && fault.id != NULL)
        recording_fail(recording, fault.id, "%.*s", (int)fault.message.length, fault.message.bytes);
    else if (!played)
        recording_no_memory(recording);
    catasta_position_free(position);
    return !played;
}

/* The number of the turn played next, with its full stop, where it opens a round. */
static void write_number(const struct recording *recording, char *number, size_t size)
{
    const struct catasta_node node = judged_node(&recording->now, recording->node);
    catasta_position *position = recording_position(recording);
    uint32_t next = position == NULL ? 0 : catasta_position_number(position);
    number[0] = '\0';
    if (position != NULL && (recording->node == 0 || next != node.number))
        snprintf(number, size, "%lu. ", (unsigned long)next);
    catasta_position_free(position);
}

static bool take_turns(
    struct recording *recording, struct judged *next, uint64_t at, uint32_t beside, const char *text, size_t length)
{
    size_t added = next->nodes - recording->now.nodes;
    uint32_t first = node_from(next, at);
    if (added == 0 && is_no_turn(recording, text, length)) {
        judged_release(next);
        return false;
    }
    if (added == 0)
        return take_next(recording, next, recording->node);
    const struct catasta_node node = judged_node(next, first);
    if (node.verdict != CATASTA_LEGAL && node.verdict != CATASTA_STOOD) {
        judged_release(next);
        return recording_fail(recording, "play/position", "the position is not known here, behind an earlier fault");
    }
    uint32_t known = added > 1 ? CATASTA_NOWHERE : find_beside(&recording->now, beside, node.text);
    if (known != CATASTA_NOWHERE) {
        judged_release(next);
        return recording_go(recording, known);
    }
    if (!spell_turns(recording, next, first, first + added)) {
        judged_release(next);
        return false;
    }
    return take_next(recording, next, last_on_line(next, first, first + added));
}

/* Whether there are turns, or the record says why there are not. */
static bool is_set_up(struct recording *recording)
{
    size_t fault = 0;
    struct catasta_diagnostic n;
    if (recording->now.nodes > 0)
        return true;
    if (next_error(&recording->now, &fault, &n))
        return say_diagnostic(recording, &recording->now, fault);
    return recording_fail(recording, "play/position", "there is no position to play from");
}

bool recording_play(struct recording *recording, const char *text, size_t length)
{
    struct judged next;
    if (!is_set_up(recording))
        return false;
    const struct catasta_node node = judged_node(&recording->now, recording->node);
    struct growing with = judged_copy(&recording->now);
    uint64_t at = node.end;
    char number[16] = "";
    if (node.next != CATASTA_NOWHERE) {
        at = judged_node(&recording->now, node.next).end;
        put_in(&with, (size_t)at, "(", text, length, ")");
    } else {
        if (!recording->canonical && length > 0 && (text[0] < '0' || text[0] > '9'))
            write_number(recording, number, sizeof number);
        put_in(&with, (size_t)at, number, text, length, "");
    }
    return try_text(recording, &with, &next) && take_turns(recording, &next, at, node.next, text, length);
}

bool recording_replace(struct recording *recording, const char *text, size_t length)
{
    struct judged next;
    if (!is_set_up(recording))
        return false;
    const struct catasta_node node = judged_node(&recording->now, recording->node);
    if (recording->node == 0)
        return recording_fail(recording, "play/nothing", "there is no turn here");
    struct growing with = judged_copy(&recording->now);
    growing_replace(&with, (size_t)node.span.begin, (size_t)node.span.end, text, length);
    if (!try_text(recording, &with, &next))
        return false;
    if (next.nodes < recording->now.nodes) {
        judged_release(&next);
        return recording_fail(recording, "play/argument", "this is no turn");
    }
    size_t end = recording->node + 1 + (next.nodes - recording->now.nodes);
    if (!spell_turns(recording, &next, recording->node, end)) {
        judged_release(&next);
        return false;
    }
    return take_next(recording, &next, last_on_line(&next, recording->node, end));
}

/* What is said of the turn .node, from its begin on: the last remark of a kind; and where the next one would be. */
struct remark_place {
    bool any;
    struct catasta_span last;
    size_t at;
};

static struct remark_place find_remarks(const struct recording *recording, bool glyph)
{
    const struct catasta_node node = judged_node(&recording->now, recording->node);
    struct catasta_remark remark = {.size = sizeof remark};
    struct remark_place place = {.at = (size_t)(recording->node == 0 ? node.end : node.span.end)};
    for (size_t i = 0; catasta_game_remark(recording->now.game, recording->node, i, &remark); i++) {
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
static bool take_out(struct recording *recording, bool glyph)
{
    struct remark_place place = find_remarks(recording, glyph);
    if (!place.any)
        return recording_fail(recording, "play/nothing", glyph ? "there is no glyph here" : "there is no comment here");
    struct growing text = judged_copy(&recording->now);
    growing_replace(&text, (size_t)place.last.begin, (size_t)place.last.end, "", 0);
    return take_text(recording, &text);
}

bool recording_comment(struct recording *recording, const char *text, size_t length)
{
    if (!is_set_up(recording))
        return false;
    if (length == 0)
        return take_out(recording, false);
    struct growing with = judged_copy(&recording->now);
    size_t at = find_remarks(recording, false).at;
    bool rest = memchr(text, '}', length) != NULL;
    struct growing words = {0};
    growing_say(&words, rest ? "; " : "{");
    growing_add(&words, text, length);
    growing_say(&words, rest ? "" : "}");
    for (size_t i = 0; rest && !words.failed && i < words.length; i++)
        if (is_blank(words.bytes[i]))
            words.bytes[i] = ' ';
    with.failed = with.failed || words.failed;
    if (!with.failed)
        put_in(&with, at, "", words.bytes, words.length, "");
    growing_free(&words);
    return take_text(recording, &with);
}

bool recording_glyph(struct recording *recording, const char *text, size_t length)
{
    if (!is_set_up(recording))
        return false;
    if (recording->node == 0)
        return recording_fail(recording, "play/nothing", "there is no turn here");
    if (length == 0)
        return take_out(recording, true);
    if (length > 4 || memchr("!?$", text[0], 3) == NULL)
        return recording_fail(recording, "play/argument", "a glyph is !, ?, !!, ??, !?, ?! or $ and a number");
    struct growing with = judged_copy(&recording->now);
    put_in(&with, find_remarks(recording, true).at, "", text, length, "");
    return take_text(recording, &with);
}

bool recording_clock(struct recording *recording, const char *text, size_t length)
{
    static const char command[] = "[%clk ";
    struct catasta_remark remark = {.size = sizeof remark};
    if (!is_set_up(recording))
        return false;
    size_t fine = 0;
    while (fine < length && strchr("0123456789:.", text[fine]) != NULL && text[fine] != '\0')
        fine++;
    if (fine < length || length == 0)
        return recording_fail(recording, "play/argument", "a clock is hours, minutes and seconds, as 0:41:07");
    struct growing with = judged_copy(&recording->now);
    for (size_t i = 0; catasta_game_remark(recording->now.game, recording->node, i, &remark) && !with.failed; i++) {
        const char *begin = with.bytes + remark.span.begin;
        const char *found = remark.glyph ? NULL : strstr(begin, command);
        if (found == NULL || found >= with.bytes + remark.span.end)
            continue;
        size_t at = (size_t)(found - with.bytes) + strlen(command);
        growing_replace(&with, at, at + strcspn(with.bytes + at, "]}"), text, length);
        return take_text(recording, &with);
    }
    char words[80];
    int count = snprintf(words, sizeof words, "{%s%.*s]}", command, (int)(length < 40 ? length : 40), text);
    struct growing part = {0};
    growing_add(&part, words, (size_t)count);
    size_t at = find_remarks(recording, true).at;
    with.failed = with.failed || part.failed;
    if (!with.failed) {
        growing_replace(&part, 0, 0, " ", 1);
        growing_replace(&with, at, at, part.bytes, part.length);
    }
    growing_free(&part);
    return take_text(recording, &with);
}

bool recording_result(struct recording *recording, const char *text, size_t length)
{
    if (!is_set_up(recording))
        return false;
    struct growing with = judged_copy(&recording->now);
    put_result(&recording->now, length == 0 ? "*" : text, length == 0 ? 1 : length, &with);
    return take_text(recording, &with);
}

/* VALUE as it is written between quotes. */
static void quote(const char *value, size_t length, struct growing *text)
{
    for (size_t i = 0; i < length; i++) {
        if (value[i] == '"' || value[i] == '\\')
            growing_say(text, "\\");
        growing_add(text, value + i, 1);
    }
}

static bool is_tag_name(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
    static const char others[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789-";
    return *name != '\0' && strchr(letters, *name) != NULL && name[strspn(name, others)] == '\0';
}

static void put_tag(const struct judged *now, const char *name, const char *value, size_t length, struct growing *text)
{
    struct catasta_tag tag = {.size = sizeof tag};
    bool found = find_tag(now, name, &tag);
    size_t count = catasta_game_tags(now->game);
    struct growing part = {0};
    if (found && length == 0) {
        size_t end = (size_t)tag.span.end;
        while (end < text->length && is_blank(text->bytes[end]) && text->bytes[end] != '\n')
            end++;
        end += end < text->length && text->bytes[end] == '\n';
        growing_replace(text, (size_t)tag.span.begin, end, "", 0);
    } else if (found) {
        quote(value, length, &part);
        growing_replace(text, (size_t)tag.inside.begin, (size_t)tag.inside.end, part.bytes, part.length);
    } else {
        bool last = count > 0 && catasta_game_tag(now->game, count - 1, &tag);
        growing_say(&part, last ? "\n[" : "[");
        growing_say(&part, name);
        growing_say(&part, " \"");
        quote(value, length, &part);
        growing_say(&part, last ? "\"]" : "\"]\n\n");
        if (!part.failed)
            growing_replace(
                text, last ? (size_t)tag.span.end : 0, last ? (size_t)tag.span.end : 0, part.bytes, part.length);
    }
    text->failed = text->failed || part.failed;
    growing_free(&part);
}

bool recording_tag(struct recording *recording, const char *name, const char *value, size_t length)
{
    struct catasta_tag tag;
    if (!is_tag_name(name))
        return recording_fail(recording, "play/argument", "a tag's name is letters, digits, _ and -");
    if (length == 0 && !find_tag(&recording->now, name, &tag))
        return recording_fail(recording, "play/nothing", "there is no tag %s", name);
    struct growing text = judged_copy(&recording->now);
    put_tag(&recording->now, name, value, length, &text);
    return take_text(recording, &text);
}

bool recording_fault(
    const struct recording *recording, const struct judged **judged, size_t *diagnostic, uint32_t *node)
{
    struct catasta_diagnostic n;
    bool tried = recording->tried.bytes != NULL;
    *judged = tried ? &recording->tried : &recording->now;
    *diagnostic = tried ? recording->tried_fault : 0;
    if (!next_error(*judged, diagnostic, &n))
        return false;
    *node = tried ? recording->tried_node : node_about(*judged, *diagnostic);
    return true;
}

/* TEXT, without the fault at the turn NODE, which was tried or not, becomes the text. */
static bool take_mended(struct recording *recording, struct growing *text, uint32_t node)
{
    struct judged next;
    struct judged before = recording->tried;
    size_t fault = recording->tried_fault;
    uint32_t about = recording->tried_node;
    const struct judged *judged;
    recording->tried = (struct judged){0};
    if (!try_text(recording, text, &next)) {
        recording_forget(recording);
        recording->tried = before;
        recording->tried_fault = fault;
        recording->tried_node = about;
        return false;
    }
    judged_release(&before);
    if (!take_next(recording, &next, 0))
        return false;
    recording_main(recording);
    if (recording_fault(recording, &judged, &fault, &about) && about != CATASTA_NOWHERE)
        recording->node = about;
    else if (node != CATASTA_NOWHERE && node < recording->now.nodes)
        recording->node = last_on_line(&recording->now, node, recording->now.nodes);
    return true;
}

bool recording_fix(struct recording *recording, size_t i)
{
    const struct judged *judged;
    size_t fault;
    uint32_t node;
    struct catasta_repair repair = {.size = sizeof repair};
    if (!recording_fault(recording, &judged, &fault, &node))
        return recording_fail(recording, "play/nothing", "there is no fault");
    if (!catasta_game_repair(judged->game, fault, i, &repair))
        return recording_fail(recording, "play/nothing", "there is no such proposal");
    struct growing text = judged_copy(judged);
    size_t later = repair.edit_count == 2 && repair.edits[1].span.begin > repair.edits[0].span.begin;
    for (size_t k = 0; k < repair.edit_count && !text.failed; k++) {
        const struct catasta_edit *edit = &repair.edits[k == 0 ? later : (size_t)!later];
        growing_replace(&text, (size_t)edit->span.begin, (size_t)edit->span.end, edit->text.bytes, edit->text.length);
    }
    return take_mended(recording, &text, node);
}

bool recording_stand(struct recording *recording)
{
    static const char stood[] = " {[%stood]}";
    const struct judged *judged;
    size_t fault;
    uint32_t node;
    if (!recording_fault(recording, &judged, &fault, &node))
        return recording_fail(recording, "play/nothing", "there is no fault");
    if (node == CATASTA_NOWHERE || node == 0)
        return recording_fail(recording, "play/nothing", "the fault is not that of a turn");
    struct growing text = judged_copy(judged);
    size_t at = (size_t)judged_node(judged, node).span.end;
    growing_replace(&text, at, at, stood, strlen(stood));
    return take_mended(recording, &text, node);
}

static bool go_to_version(struct recording *recording, size_t at)
{
    struct growing text = {0};
    struct judged next;
    recording_forget(recording);
    growing_add(&text, recording->versions[at].bytes, recording->versions[at].length);
    if (!judge_text(recording, &text, &next)) {
        judged_release(&next);
        return recording_no_memory(recording);
    }
    recording->versions[recording->at].node = recording->node;
    judged_release(&recording->now);
    recording->now = next;
    recording->at = at;
    recording->node = recording->versions[at].node;
    return true;
}

bool recording_undo(struct recording *recording)
{
    if (recording->at == 0)
        return recording_fail(recording, "play/nothing", "there is nothing to undo");
    return go_to_version(recording, recording->at - 1);
}

bool recording_redo(struct recording *recording)
{
    if (recording->at + 1 >= recording->count)
        return recording_fail(recording, "play/nothing", "there is nothing to redo");
    return go_to_version(recording, recording->at + 1);
}

bool recording_go(struct recording *recording, uint32_t node)
{
    if (!is_set_up(recording))
        return false;
    if (node >= recording->now.nodes)
        return recording_fail(recording, "play/nothing", "there is no turn there");
    recording_forget(recording);
    recording->node = node;
    return true;
}

bool recording_vary(struct recording *recording)
{
    if (recording->node == 0 || recording->now.nodes == 0)
        return recording_fail(recording, "play/nothing", "there is no turn here");
    return recording_go(recording, judged_node(&recording->now, recording->node).parent);
}

bool recording_main(struct recording *recording)
{
    return is_set_up(recording) && recording_go(recording, last_on_line(&recording->now, 0, SIZE_MAX));
}

catasta_position *recording_position(const struct recording *recording)
{
    return recording->now.nodes == 0 ? NULL : catasta_game_position(recording->now.game, recording->node);
}
