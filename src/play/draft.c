#include "play/draft_text.h"

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

static bool say_diagnostic(struct draft *draft, const struct judged *judged, size_t i)
{
    struct growing text = {0};
    const struct catasta_sink sink = growing_sink(&text);
    if (catasta_game_message(judged->game, i, &sink))
        draft_fail(draft, diagnostic_of(judged, i).id, "%s", text.bytes);
    else
        draft_no_memory(draft);
    growing_free(&text);
    return false;
}

void draft_forget(struct draft *draft)
{
    judged_release(&draft->tried);
    draft->tried_node = CATASTA_NOWHERE;
}

/* Judges TEXT, which the record is to become, as NEXT.  False with .id when it would have a new error, and then it is
   .tried, or would not be one record. */
static bool try_text(struct draft *draft, struct growing *text, struct judged *next)
{
    size_t fault;
    draft_forget(draft);
    if (!judge_text(draft, text, next)) {
        judged_release(next);
        return draft_no_memory(draft);
    }
    bool one = judged_is_one(next);
    if (one && errors_of(next) <= errors_of(&draft->now))
        return true;
    if (find_new_error(&draft->now, next, &fault)) {
        draft->tried = *next;
        draft->tried_fault = fault;
        draft->tried_node = node_about(next, fault);
        *next = (struct judged){0};
        return say_diagnostic(draft, &draft->tried, fault);
    }
    judged_release(next);
    return draft_fail(draft, "play/record", "with this the record would not be one game any more");
}

/* TEXT, which says the same as NEXT, takes its place, unless it does not; false when out of memory. */
static bool say_otherwise(struct draft *draft, struct growing *text, struct judged *next)
{
    struct judged other;
    if (!judge_text(draft, text, &other)) {
        judged_release(&other);
        return draft_no_memory(draft);
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
static bool make_canonical(struct draft *draft, struct judged *next)
{
    struct growing text = {0};
    const struct catasta_sink sink = growing_sink(&text);
    if (!draft->canonical || !info_of(next->game).readable)
        return true;
    if (!catasta_write(next->game, "sgn", &sink)) {
        growing_free(&text);
        return draft_no_memory(draft);
    }
    while (text.length > 0 && is_blank(text.bytes[text.length - 1]))
        text.length--;
    return say_otherwise(draft, &text, next);
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
    if (text->failed)
        return;
    growing_say(&part, gap_before(text, at));
    growing_say(&part, before);
    growing_add(&part, words, length);
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
static bool add_result(struct draft *draft, struct judged *next)
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
        return say_otherwise(draft, &text, next);
    growing_free(&text);
    return draft_no_memory(draft);
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
    if (draft->count == draft->capacity) {
        size_t capacity = draft->capacity == 0 ? 64 : 2 * draft->capacity;
        struct version *versions = realloc(draft->versions, capacity * sizeof *versions);
        if (versions == NULL)
            return false;
        draft->versions = versions;
        draft->capacity = capacity;
    }
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

bool draft_begin(struct draft *draft, struct growing *text, bool is_new)
{
    struct judged first;
    bool fine = judge_text(draft, text, &first) && first.game != NULL;
    draft->now = first;
    draft->tried_node = CATASTA_NOWHERE;
    if (!fine)
        return draft_no_memory(draft);
    struct growing form = {0};
    const struct catasta_sink sink = growing_sink(&form);
    bool readable = info_of(first.game).readable;
    if (readable && !catasta_write(first.game, "sgn", &sink))
        fine = false;
    while (form.length > 0 && is_blank(form.bytes[form.length - 1]))
        form.length--;
    draft->canonical = readable && form.length == first.length && memcmp(form.bytes, first.bytes, form.length) == 0;
    growing_free(&form);
    if (fine && is_new) {
        draft->canonical = true;
        fine = make_canonical(draft, &draft->now);
    }
    uint32_t node = draft->now.nodes > 0 ? 0 : CATASTA_NOWHERE;
    fine = fine && add_version(draft, &draft->now, node);
    if (fine) {
        draft->node = node;
        size_t fault;
        uint32_t about;
        const struct judged *judged;
        if (draft_fault(draft, &judged, &fault, &about) && about != CATASTA_NOWHERE)
            draft->node = about;
        else
            draft_main(draft);
    }
    return fine || draft_no_memory(draft);
}

/* NEXT becomes the text, and NODE of it the place in it. */
static bool take_next(struct draft *draft, struct judged *next, uint32_t node)
{
    bool turns = next->nodes != draft->now.nodes;
    bool fine = (!turns || add_result(draft, next)) && make_canonical(draft, next);
    if (fine && !add_version(draft, next, node))
        fine = draft_no_memory(draft);
    if (!fine) {
        judged_release(next);
        return false;
    }
    judged_release(&draft->now);
    draft->now = *next;
    draft->node = next->nodes == 0 ? CATASTA_NOWHERE : node < next->nodes ? node : 0;
    return true;
}

/* Whether there is no turn yet, so that tags are still to come. */
static bool is_setting_up(const struct judged *judged)
{
    return judged->nodes <= 1 && judged_is_one(judged);
}

/* Takes over TEXT, of which nothing may be a turn that is not one now.  TAGS are set in any order while there are no
   turns: what they lack is a fault of the record then. */
static bool take_text(struct draft *draft, struct growing *text, bool tags)
{
    struct judged next;
    bool begun = draft->now.nodes > 1;
    bool fine = try_text(draft, text, &next);
    if (!fine && tags && draft->tried.bytes != NULL && is_setting_up(&draft->now) && is_setting_up(&draft->tried) &&
        strncmp(draft->id, "syntax/", strlen("syntax/")) != 0) {
        next = draft->tried;
        draft->tried = (struct judged){0};
        fine = true;
    }
    if (!fine)
        return false;
    if (next.nodes == draft->now.nodes || (tags && !begun))
        return take_next(draft, &next, draft->node == CATASTA_NOWHERE ? 0 : draft->node);
    judged_release(&next);
    return draft_fail(draft, "play/argument", "with this the record would have other turns");
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
static bool spell_turns(struct draft *draft, struct judged *next, uint32_t first, size_t end)
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
    return say_otherwise(draft, &text, next);
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
static bool is_no_turn(struct draft *draft, const char *text, size_t length)
{
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_position *position = draft_position(draft);
    if (position == NULL)
        return !draft_no_memory(draft);
    bool played = catasta_position_play(position, text, length, &fault);
    if (!played && fault.id != NULL)
        draft_fail(draft, fault.id, "%.*s", (int)fault.message.length, fault.message.bytes);
    else if (!played)
        draft_no_memory(draft);
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
    size_t added = next->nodes - draft->now.nodes;
    uint32_t first = node_from(next, at);
    if (next->nodes < draft->now.nodes) {
        judged_release(next);
        return draft_fail(draft, "play/argument", "with this the record would lose turns");
    }
    if (added == 0 && is_no_turn(draft, text, length)) {
        judged_release(next);
        return false;
    }
    if (added == 0)
        return take_next(draft, next, draft->node);
    const struct catasta_node node = judged_node(next, first);
    if (node.verdict != CATASTA_LEGAL && node.verdict != CATASTA_STOOD) {
        judged_release(next);
        return draft_fail(draft, "play/position", "the position is not known here, behind an earlier fault");
    }
    uint32_t known = added > 1 ? CATASTA_NOWHERE : find_beside(&draft->now, beside, node.text);
    if (known != CATASTA_NOWHERE) {
        bool more = catasta_game_remark(next->game, first, 0, &remark);
        judged_release(next);
        return more
            ? draft_fail(draft, "play/argument", "this turn is there already; a comment is a command of its own")
            : draft_go(draft, known);
    }
    if (!spell_turns(draft, next, first, first + added)) {
        judged_release(next);
        return false;
    }
    return take_next(draft, next, last_on_line(next, first, first + added));
}

/* Whether there are turns, or the record says why there are not. */
static bool is_set_up(struct draft *draft)
{
    size_t fault = 0;
    struct catasta_diagnostic n;
    if (draft->now.nodes > 0)
        return true;
    if (next_error(&draft->now, &fault, &n))
        return say_diagnostic(draft, &draft->now, fault);
    return draft_fail(draft, "play/position", "there is no position to play from");
}

bool draft_play(struct draft *draft, const char *text, size_t length)
{
    struct judged next;
    if (!is_set_up(draft))
        return false;
    const struct catasta_node node = judged_node(&draft->now, draft->node);
    struct growing with = judged_copy(&draft->now);
    uint64_t at = node.end;
    char number[16] = "";
    bool hides =
        length > 0 && (memchr(text, ';', length) != NULL || text[0] == '%'); /* what is on the line behind it */
    if (node.next != CATASTA_NOWHERE) {
        at = judged_node(&draft->now, node.next).end;
        put_in(&with, (size_t)at, "(", text, length, hides ? "\n)" : ")");
    } else {
        if (!draft->canonical && length > 0 && (text[0] < '0' || text[0] > '9'))
            write_number(draft, number, sizeof number);
        put_in(&with, (size_t)at, number, text, length, hides ? "\n" : "");
    }
    return try_text(draft, &with, &next) && take_turns(draft, &next, at, node.next, text, length);
}

bool draft_replace(struct draft *draft, const char *text, size_t length)
{
    struct judged next;
    if (!is_set_up(draft))
        return false;
    const struct catasta_node node = judged_node(&draft->now, draft->node);
    if (draft->node == 0)
        return draft_fail(draft, "play/nothing", "there is no turn here");
    struct growing with = judged_copy(&draft->now);
    growing_replace(&with, (size_t)node.span.begin, (size_t)node.span.end, text, length);
    if (!try_text(draft, &with, &next))
        return false;
    if (next.nodes < draft->now.nodes) {
        judged_release(&next);
        return draft_fail(draft, "play/argument", "this is no turn");
    }
    size_t end = draft->node + 1 + (next.nodes - draft->now.nodes);
    if (!spell_turns(draft, &next, draft->node, end)) {
        judged_release(&next);
        return false;
    }
    return take_next(draft, &next, last_on_line(&next, draft->node, end));
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
    struct growing text = judged_copy(&draft->now);
    growing_replace(&text, (size_t)place.last.begin, (size_t)place.last.end, "", 0);
    return take_text(draft, &text, false);
}

bool draft_comment(struct draft *draft, const char *text, size_t length)
{
    if (!is_set_up(draft))
        return false;
    if (length == 0)
        return take_out(draft, false);
    struct growing with = judged_copy(&draft->now);
    size_t at = find_remarks(draft, false).at;
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
        put_in(&with, at, "", words.bytes, words.length, rest ? "\n" : "");
    growing_free(&words);
    return take_text(draft, &with, false);
}

bool draft_glyph(struct draft *draft, const char *text, size_t length)
{
    if (!is_set_up(draft))
        return false;
    if (draft->node == 0)
        return draft_fail(draft, "play/nothing", "there is no turn here");
    if (length == 0)
        return take_out(draft, true);
    if (length > 4 || memchr("!?$", text[0], 3) == NULL)
        return draft_fail(draft, "play/argument", "a glyph is !, ?, !!, ??, !?, ?! or $ and a number");
    struct growing with = judged_copy(&draft->now);
    put_in(&with, find_remarks(draft, true).at, "", text, length, "");
    return take_text(draft, &with, false);
}

bool draft_clock(struct draft *draft, const char *text, size_t length)
{
    static const char command[] = "[%clk ";
    struct catasta_remark remark = {.size = sizeof remark};
    if (!is_set_up(draft))
        return false;
    size_t fine = 0;
    while (fine < length && strchr("0123456789:.", text[fine]) != NULL && text[fine] != '\0')
        fine++;
    if (fine < length || length == 0)
        return draft_fail(draft, "play/argument", "a clock is hours, minutes and seconds, as 0:41:07");
    struct growing with = judged_copy(&draft->now);
    for (size_t i = 0; catasta_game_remark(draft->now.game, draft->node, i, &remark) && !with.failed; i++) {
        const char *begin = with.bytes + remark.span.begin;
        const char *found = remark.glyph ? NULL : strstr(begin, command);
        if (found == NULL || found >= with.bytes + remark.span.end)
            continue;
        size_t at = (size_t)(found - with.bytes) + strlen(command);
        growing_replace(&with, at, at + strcspn(with.bytes + at, "]}"), text, length);
        return take_text(draft, &with, false);
    }
    char words[80];
    int count = snprintf(words, sizeof words, "{%s%.*s]}", command, (int)(length < 40 ? length : 40), text);
    struct growing part = {0};
    growing_add(&part, words, (size_t)count);
    size_t at = find_remarks(draft, true).at;
    with.failed = with.failed || part.failed;
    if (!with.failed) {
        growing_replace(&part, 0, 0, " ", 1);
        growing_replace(&with, at, at, part.bytes, part.length);
    }
    growing_free(&part);
    return take_text(draft, &with, false);
}

bool draft_result(struct draft *draft, const char *text, size_t length)
{
    if (!is_set_up(draft))
        return false;
    struct growing with = judged_copy(&draft->now);
    put_result(&draft->now, length == 0 ? "*" : text, length == 0 ? 1 : length, &with);
    return take_text(draft, &with, false);
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

void add_tag(struct growing *text, const char *name, const char *value, size_t length)
{
    growing_say(text, "[");
    growing_say(text, name);
    growing_say(text, " \"");
    quote(value, length, text);
    growing_say(text, "\"]\n");
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
        size_t at = last ? (size_t)tag.span.end : 0;
        growing_say(&part, last ? "\n" : "");
        add_tag(&part, name, value, length);
        if (last)
            part.length -= !part.failed; /* the end of that line is there */
        else
            growing_say(&part, "\n");
        if (!part.failed)
            growing_replace(text, at, at, part.bytes, part.length);
    }
    text->failed = text->failed || part.failed;
    growing_free(&part);
}

bool draft_tag(struct draft *draft, const char *name, const char *value, size_t length)
{
    struct catasta_tag tag;
    if (!is_tag_name(name))
        return draft_fail(draft, "play/argument", "a tag's name is letters, digits, _ and -");
    if (length == 0 && !find_tag(&draft->now, name, &tag))
        return draft_fail(draft, "play/nothing", "there is no tag %s", name);
    struct growing text = judged_copy(&draft->now);
    put_tag(&draft->now, name, value, length, &text);
    return take_text(draft, &text, true);
}

bool draft_fault(const struct draft *draft, const struct judged **judged, size_t *diagnostic, uint32_t *node)
{
    struct catasta_diagnostic n;
    bool tried = draft->tried.bytes != NULL;
    *judged = tried ? &draft->tried : &draft->now;
    *diagnostic = tried ? draft->tried_fault : 0;
    if (!next_error(*judged, diagnostic, &n))
        return false;
    *node = tried ? draft->tried_node : node_about(*judged, *diagnostic);
    return true;
}

/* TEXT, without the fault at the turn NODE, which was tried or not, becomes the text. */
static bool take_mended(struct draft *draft, struct growing *text, uint32_t node)
{
    struct judged next;
    struct judged before = draft->tried;
    size_t fault = draft->tried_fault;
    uint32_t about = draft->tried_node;
    const struct judged *judged;
    draft->tried = (struct judged){0};
    if (!try_text(draft, text, &next)) {
        draft_forget(draft);
        draft->tried = before;
        draft->tried_fault = fault;
        draft->tried_node = about;
        return false;
    }
    judged_release(&before);
    if (!take_next(draft, &next, 0))
        return false;
    draft_main(draft);
    if (draft_fault(draft, &judged, &fault, &about) && about != CATASTA_NOWHERE)
        draft->node = about;
    else if (node != CATASTA_NOWHERE && node < draft->now.nodes)
        draft->node = last_on_line(&draft->now, node, draft->now.nodes);
    return true;
}

bool draft_fix(struct draft *draft, size_t i)
{
    const struct judged *judged;
    size_t fault;
    uint32_t node;
    struct catasta_repair repair = {.size = sizeof repair};
    if (!draft_fault(draft, &judged, &fault, &node))
        return draft_fail(draft, "play/nothing", "there is no fault");
    if (!catasta_game_repair(judged->game, fault, i, &repair))
        return draft_fail(draft, "play/nothing", "there is no such proposal");
    struct growing text = judged_copy(judged);
    size_t later = repair.edit_count == 2 && repair.edits[1].span.begin > repair.edits[0].span.begin;
    for (size_t k = 0; k < repair.edit_count && !text.failed; k++) {
        const struct catasta_edit *edit = &repair.edits[k == 0 ? later : (size_t)!later];
        growing_replace(&text, (size_t)edit->span.begin, (size_t)edit->span.end, edit->text.bytes, edit->text.length);
    }
    return take_mended(draft, &text, node);
}

bool draft_stand(struct draft *draft)
{
    static const char stood[] = " {[%stood]}";
    const struct judged *judged;
    size_t fault;
    uint32_t node;
    if (!draft_fault(draft, &judged, &fault, &node))
        return draft_fail(draft, "play/nothing", "there is no fault");
    if (node == CATASTA_NOWHERE || node == 0)
        return draft_fail(draft, "play/nothing", "the fault is not that of a turn");
    struct growing text = judged_copy(judged);
    size_t at = (size_t)judged_node(judged, node).span.end;
    growing_replace(&text, at, at, stood, strlen(stood));
    struct catasta_diagnostic n = diagnostic_of(judged, fault);
    return take_mended(draft, &text, node) ||
        (strcmp(draft->id, n.id) == 0 &&
            draft_fail(draft, "play/argument", "the board cannot carry it out, so it cannot have stood"));
}

static bool go_to_version(struct draft *draft, size_t at)
{
    struct growing text = {0};
    struct judged next;
    draft_forget(draft);
    growing_add(&text, draft->versions[at].bytes, draft->versions[at].length);
    if (!judge_text(draft, &text, &next)) {
        judged_release(&next);
        return draft_no_memory(draft);
    }
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
    if (!is_set_up(draft))
        return false;
    if (node >= draft->now.nodes)
        return draft_fail(draft, "play/nothing", "there is no turn there");
    draft_forget(draft);
    draft->node = node;
    return true;
}

bool draft_vary(struct draft *draft)
{
    if (draft->node == 0 || draft->now.nodes == 0)
        return draft_fail(draft, "play/nothing", "there is no turn here");
    return draft_go(draft, judged_node(&draft->now, draft->node).parent);
}

bool draft_main(struct draft *draft)
{
    return is_set_up(draft) && draft_go(draft, last_on_line(&draft->now, 0, SIZE_MAX));
}

catasta_position *draft_position(const struct draft *draft)
{
    return draft->now.nodes == 0 ? NULL : catasta_game_position(draft->now.game, draft->node);
}
