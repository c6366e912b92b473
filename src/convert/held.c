/* SPDX-License-Identifier: MIT */
/* What a form takes, and what of a game it cannot hold. */
#include "convert/form_table.h"
#include "util/buffer.h"

#include <stdio.h>
#include <string.h>

/* What a game may have that a form may not hold. */
enum held_kind { HELD_VARIATIONS, HELD_COMMENTS, HELD_GLYPHS, HELD_POSITION, HELD_RULES, HELD_TAGS, HELD_KINDS };
static const struct held {
    const char *one;
    const char *many;
    unsigned bit;
} held[HELD_KINDS] = {
    [HELD_VARIATIONS] = {"variation", "variations", HOLD_VARIATIONS},
    [HELD_COMMENTS] = {"comment", "comments", HOLD_COMMENTS},
    [HELD_GLYPHS] = {"glyph", "glyphs", HOLD_GLYPHS},
    [HELD_POSITION] = {"position to start from", "positions to start from", HOLD_POSITION},
    [HELD_RULES] = {"list of parameters", "lists of parameters", HOLD_RULES},
    [HELD_TAGS] = {"tag", "tags", HOLD_TAGS},
};

/* Which of these a tag is; the ruleset and the result every form holds. */
static enum held_kind tag_kind(struct catasta_text name)
{
    static const struct {
        const char *name;
        enum held_kind kind;
    } kinds[] = {{"Position", HELD_POSITION}, {"Rules", HELD_RULES}, {"Ruleset", HELD_KINDS}, {"GameType", HELD_KINDS},
        {"Result", HELD_KINDS}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (text_is(name, kinds[i].name))
            return kinds[i].kind;
    return HELD_TAGS;
}

static void count_held(const catasta_game *game, size_t counts[HELD_KINDS + 1])
{
    struct catasta_node node = {.size = sizeof node};
    struct catasta_remark remark = {.size = sizeof remark};
    struct catasta_tag tag = {.size = sizeof tag};
    for (size_t i = 0; catasta_game_node(game, i, &node); i++) {
        struct catasta_node parent = {.size = sizeof parent};
        bool inside = node.depth > 0;
        counts[HELD_VARIATIONS] += inside && catasta_game_node(game, node.parent, &parent) && parent.depth < node.depth;
        for (size_t k = 0; catasta_game_remark(game, i, k, &remark); k++)
            counts[remark.glyph ? HELD_GLYPHS : HELD_COMMENTS]++;
    }
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++)
        counts[tag_kind(tag.name)]++;
}

bool form_holds(const struct record_form *form, const catasta_game *game, char lacks[FORM_LACKS_ROOM])
{
    size_t counts[HELD_KINDS + 1] = {0};
    char *end = lacks;
    if (form->holds == HOLD_ALL)
        return true;
    count_held(game, counts);
    for (size_t i = 0; i < HELD_KINDS; i++)
        if (counts[i] > 0 && (form->holds & held[i].bit) == 0)
            end += snprintf(end, FORM_LACKS_ROOM - (size_t)(end - lacks), "%s%zu %s", end == lacks ? "" : ", ",
                counts[i], counts[i] == 1 ? held[i].one : held[i].many);
    return end == lacks;
}

bool form_is_typed(const catasta_game *game)
{
    return strcmp(info_of(game).form, typed_reader.name) == 0;
}

bool form_copies(const struct record_form *form, const catasta_game *game)
{
    return form->open == NULL && form_is_typed(game);
}

const char *form_refuses(const struct record_form *form, const catasta_game *game)
{
    return form_copies(form, game) ? NULL
        : !info_of(game).readable  ? "it cannot be read"
        : form->refuse == NULL     ? NULL
                                   : form->refuse(game);
}
