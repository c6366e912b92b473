/* SPDX-License-Identifier: MIT */
/* Games of Tak as PTN: its tags, a round a line, and variations as branches after the main line. */
#include "convert/form_table.h"
#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_MOST = 4096 };

struct ptn_writing {
    struct catasta_sink sink;
    const catasta_game *game;
    bool any;
    bool whole;
    bool blank; /* a space goes before the next word */
    bool gave_up;
};

void *ptn_open(const struct catasta_sink *sink)
{
    struct ptn_writing *writing = calloc(1, sizeof *writing);
    if (writing != NULL)
        *writing = (struct ptn_writing){.sink = *sink, .whole = true};
    return writing;
}

bool ptn_close(void *writer)
{
    struct ptn_writing *writing = writer;
    bool whole = writing->whole;
    free(writing);
    return whole;
}

static void ptn_text_put(struct ptn_writing *writing, const char *bytes, size_t length)
{
    writing->whole = writing->whole && (length == 0 || writing->sink.write(writing->sink.context, bytes, length));
}

static void put_string(struct ptn_writing *writing, const char *string)
{
    ptn_text_put(writing, string, strlen(string));
}

/* A word, after what is before it on its line. */
static void put_word(struct ptn_writing *writing, const char *before, struct catasta_text word, const char *after)
{
    put_string(writing, writing->blank ? " " : "");
    put_string(writing, before);
    ptn_text_put(writing, word.bytes, word.length);
    put_string(writing, after);
    writing->blank = true;
}

static void end_line(struct ptn_writing *writing)
{
    put_string(writing, "\n");
    writing->blank = false;
}

static bool is(struct catasta_text text, const char *word)
{
    return text.length == strlen(word) && strncasecmp(text.bytes, word, text.length) == 0;
}

static struct catasta_text ptn_text_word_of(const char *string)
{
    return (struct catasta_text){string, strlen(string)};
}

/* Tags. */

/* What the tag Rules says, and what PTN has for it. */
static const struct parameter {
    const char *tag;
    const char *key;
} parameters[] = {{"Komi", "komi="}, {"Flats", "flats="}, {"Caps", "caps="}, {"Opening", "opening="}};
enum { PARAMETERS = sizeof parameters / sizeof parameters[0] };

/* The next of WORDS, which is taken off; false when there is none. */
static bool ptn_text_take_word(struct catasta_text *words, struct catasta_text *word)
{
    while (words->length > 0 && *words->bytes == ' ')
        words->bytes++, words->length--;
    const char *end = memchr(words->bytes, ' ', words->length);
    *word = (struct catasta_text){words->bytes, end == NULL ? words->length : (size_t)(end - words->bytes)};
    words->bytes += word->length;
    words->length -= word->length;
    return word->length > 0;
}

/* Which of the parameters WORD of the tag Rules gives, and its value. */
static size_t parameter_of(struct catasta_text word, struct catasta_text *value)
{
    size_t i = 0;
    while (i < PARAMETERS &&
        (word.length < strlen(parameters[i].key) ||
            memcmp(word.bytes, parameters[i].key, strlen(parameters[i].key)) != 0))
        i++;
    size_t key = i < PARAMETERS ? strlen(parameters[i].key) : 0;
    *value = (struct catasta_text){word.bytes + key, word.length - key};
    if (i < PARAMETERS && is(*value, "none"))
        *value = ptn_text_word_of("no-swap");
    else if (i < PARAMETERS && is(*value, "double"))
        *value = ptn_text_word_of("double black stack");
    return i;
}

const char *ptn_refuse(const catasta_game *game)
{
    const struct catasta_info info = info_of(game);
    struct catasta_tag rules;
    struct catasta_text word;
    struct catasta_text value;
    bool held = true;
    if (find_tag(game, "Rules", &rules))
        while (ptn_text_take_word(&rules.value, &word))
            held &= parameter_of(word, &value) < PARAMETERS;
    return !is(info.game, "tak")                                                 ? "PTN is only for Tak"
        : info.ruleset.length != 5 || memcmp(info.ruleset.bytes, "tak-", 4) != 0 ? "its ruleset has no name in PTN"
        : !held                                                                  ? "PTN has no tag for its parameters"
        : info.errors > 0                                                        ? "not all turns are legal"
        : info.unplayed                                                          ? "it was not played"
                                                                                 : NULL;
}

static void ptn_text_put_tag(struct ptn_writing *writing, struct catasta_text name, struct catasta_text value)
{
    put_string(writing, "[");
    ptn_text_put(writing, name.bytes, name.length);
    put_string(writing, " \"");
    for (size_t i = 0; i < value.length; i++) {
        if (value.bytes[i] == '"' || value.bytes[i] == '\\')
            put_string(writing, "\\");
        ptn_text_put(writing, &value.bytes[i], 1);
    }
    put_string(writing, "\"]\n");
}

/* The result as the board gave it, else as claimed; to be freed. */
static struct buffer result_of(const catasta_game *game, bool *over)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    struct buffer result = {.length = 0};
    const struct catasta_sink sink = buffer_sink(&result);
    *over = catasta_game_outcome(game, &outcome) && outcome.over;
    result.failed |= !catasta_write_result(game, &sink);
    return result;
}

static void ptn_text_put_tags(struct ptn_writing *writing, struct catasta_text result, bool over)
{
    const catasta_game *game = writing->game;
    const struct catasta_info info = info_of(game);
    struct catasta_tag tag = {.size = sizeof tag};
    struct catasta_text given[PARAMETERS] = {{NULL, 0}};
    bool sized = false;
    if (find_tag(game, "Rules", &tag))
        for (struct catasta_text word, value; ptn_text_take_word(&tag.value, &word);) {
            size_t i = parameter_of(word, &value);
            if (i < PARAMETERS)
                given[i] = value;
        }
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++) {
        size_t known = 0;
        while (known < PARAMETERS && !is(tag.name, parameters[known].tag))
            known++;
        if (is(tag.name, "Ruleset") || is(tag.name, "Rules") || is(tag.name, "Position") ||
            (is(tag.name, "Size") && sized))
            continue;
        if (is(tag.name, "Size"))
            ptn_text_put_tag(writing, ptn_text_word_of("Size"), (struct catasta_text){info.ruleset.bytes + 4, 1});
        else if (is(tag.name, "Result") && (over || is(tag.value, "*")))
            ptn_text_put_tag(writing, tag.name, result);
        else if (known < PARAMETERS && given[known].bytes != NULL)
            ptn_text_put_tag(writing, ptn_text_word_of(parameters[known].tag), given[known]);
        else
            ptn_text_put_tag(writing,
                is(tag.name, "White")       ? ptn_text_word_of("Player1")
                    : is(tag.name, "Black") ? ptn_text_word_of("Player2")
                                            : tag.name,
                tag.value);
        sized |= is(tag.name, "Size");
        if (known < PARAMETERS)
            given[known].bytes = NULL;
    }
    if (!sized)
        ptn_text_put_tag(writing, ptn_text_word_of("Size"), (struct catasta_text){info.ruleset.bytes + 4, 1});
    for (size_t i = 0; i < PARAMETERS; i++)
        if (given[i].bytes != NULL)
            ptn_text_put_tag(writing, ptn_text_word_of(parameters[i].tag), given[i]);
    if (find_tag(game, "Position", &tag))
        ptn_text_put_tag(writing, ptn_text_word_of("TPS"), tag.value);
    put_string(writing, "\n");
}

/* Movetext. */

/* A comment; what would end it is put otherwise. */
static void put_comment(struct ptn_writing *writing, struct catasta_text text)
{
    put_word(writing, "{", (struct catasta_text){"", 0}, "");
    for (size_t i = 0; i < text.length; i++)
        ptn_text_put(writing, text.bytes[i] == '}' ? ")" : &text.bytes[i], 1);
    put_string(writing, "}");
}

static void put_glyph(struct ptn_writing *writing, struct catasta_text glyph)
{
    static const char *const signs[] = {"!", "?", "!!", "??", "!?", "?!"};
    bool sign = glyph.length == 2 && *glyph.bytes == '$' && glyph.bytes[1] >= '1' && glyph.bytes[1] <= '6';
    if (sign)
        put_string(writing, signs[glyph.bytes[1] - '1']);
    else if (*glyph.bytes == '$')
        put_comment(writing, glyph);
    else
        ptn_text_put(writing, glyph.bytes, glyph.length);
}

static void put_remarks(struct ptn_writing *writing, size_t node, bool before)
{
    struct catasta_remark remark = {.size = sizeof remark};
    for (size_t i = 0; catasta_game_remark(writing->game, node, i, &remark); i++)
        if (remark.before == before && remark.glyph && remark.text.length > 0)
            put_glyph(writing, remark.text);
        else if (remark.before == before && !remark.glyph)
            put_comment(writing, remark.text);
}

/* The line that begins with NODE; a turn that gives up is its result. */
static void ptn_text_put_line(struct ptn_writing *writing, size_t first)
{
    struct catasta_node node = {.size = sizeof node};
    for (size_t i = first; i != CATASTA_NOWHERE && catasta_game_node(writing->game, i, &node); i = node.next) {
        char number[24];
        if (is(node.text, "resign")) {
            writing->gave_up |= node.depth == 0;
            continue;
        }
        if (node.seat == 1 && writing->blank)
            end_line(writing);
        snprintf(number, sizeof number, node.seat == 1 ? "%u." : "%u. --", node.number);
        if (node.seat == 1 || i == first)
            put_word(writing, "", ptn_text_word_of(number), "");
        put_remarks(writing, i, true);
        put_word(writing, "", node.text, "");
        put_remarks(writing, i, false);
    }
}

/* The branches off the line that begins with NODE, which is called NAME, and those off them. */
static void put_branches(struct ptn_writing *writing, size_t first, char name[NAME_MOST])
{
    struct catasta_node node = {.size = sizeof node};
    struct catasta_node other = {.size = sizeof other};
    size_t length = strlen(name);
    for (size_t i = first; i != CATASTA_NOWHERE && catasta_game_node(writing->game, i, &node); i = node.next) {
        unsigned count = 0;
        if (i == first && length > 0)
            continue; /* the others are branches of the line before */
        for (size_t j = node.variation; j != CATASTA_NOWHERE && catasta_game_node(writing->game, j, &other);
             j = other.variation) {
            snprintf(name + length, NAME_MOST - length, "%s%u%c%u", length > 0 ? "/" : "", node.number,
                node.seat == 1 ? 'w' : 'b', ++count);
            put_string(writing, "\n{");
            put_string(writing, name);
            put_string(writing, "}\n");
            ptn_text_put_line(writing, j);
            end_line(writing);
            put_branches(writing, j, name);
            name[length] = '\0';
        }
    }
}

bool ptn_add(void *writer, const catasta_game *game)
{
    struct ptn_writing *writing = writer;
    struct catasta_node start = {.size = sizeof start};
    const struct catasta_info info = info_of(game);
    char name[NAME_MOST] = "";
    bool over;
    struct buffer outcome = result_of(game, &over);
    const struct catasta_text result = {outcome.bytes, outcome.length};
    put_string(writing, writing->any ? "\n" : "");
    writing->any = true;
    writing->game = game;
    writing->blank = writing->gave_up = false;
    ptn_text_put_tags(writing, result, over);
    writing->whole = writing->whole && !outcome.failed && catasta_game_node(game, 0, &start);
    put_remarks(writing, 0, true);
    put_remarks(writing, 0, false);
    if (writing->blank)
        end_line(writing);
    ptn_text_put_line(writing, start.next);
    if (info.result.end > info.result.begin || writing->gave_up)
        put_word(writing, "", result, "");
    if (writing->blank)
        end_line(writing);
    put_branches(writing, start.next, name);
    buffer_free(&outcome);
    return writing->whole;
}
