/* SPDX-License-Identifier: MIT */
#include "formats/text/remarks.h"

#include "base/utf8.h"

struct slice glyph_sign(struct slice glyph, bool unicode)
{
    static const struct {
        const char *glyph;
        const char *sign;
        const char *plain; /* NULL: the same */
    } signs[] = {
        {"$1", "!", NULL},
        {"$2", "?", NULL},
        {"$3", "!!", NULL},
        {"$4", "??", NULL},
        {"$5", "!?", NULL},
        {"$6", "?!", NULL},
        {"$7", "□", "[]"},
        {"$10", "=", NULL},
        {"$13", "∞", "unclear"},
        {"$14", "+=", NULL},
        {"$15", "=+", NULL},
        {"$16", "±", "+/-"},
        {"$17", "∓", "-/+"},
        {"$18", "+−", "+-"},
        {"$19", "−+", "-+"},
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (slice_is(glyph, signs[i].glyph))
            return slice_of(unicode || signs[i].plain == NULL ? signs[i].sign : signs[i].plain);
    return glyph;
}

/* The length of the command at AT, "[%clk 0:41:07]"; 0: there is none.  *NAME and *VALUE are what it says. */
static size_t command_length(struct slice at, struct slice *name, struct slice *value)
{
    size_t end = 2;
    if (at.length < 4 || at.at[0] != '[' || at.at[1] != '%')
        return 0;
    while (end < at.length && ((at.at[end] >= 'a' && at.at[end] <= 'z') || at.at[end] == '_'))
        end++;
    *name = (struct slice){at.at + 2, end - 2};
    size_t begin = end;
    while (end < at.length && at.at[end] != ']')
        end++;
    *value = slice_trim((struct slice){at.at + begin, end - begin});
    return end < at.length && name->length > 0 ? end + 1 : 0;
}

void add_comment(struct slice comment, struct slice *clock, struct text *text)
{
    size_t begin = text->length;
    comment = slice_trim(comment);
    while (comment.length > 0) {
        struct slice name = {0};
        struct slice value;
        size_t length = command_length(comment, &name, &value);
        bool blank = text->length == begin || text->bytes[text->length - 1] == ' ';
        if (length > 0 && clock != NULL && slice_is(name, "clk"))
            *clock = value;
        if (length == 0) {
            length = utf8_next(comment).length;
            bool space = strchr(" \t\r\n", *comment.at) != NULL && *comment.at != '\0';
            if (space && !blank)
                text_add_char(text, ' ');
            else if (!space)
                text_add_escaped(text, (struct slice){comment.at, length});
        }
        comment = slice_after(comment, length);
    }
    while (text->length > begin && text->bytes[text->length - 1] == ' ')
        text->bytes[--text->length] = '\0';
}

/* The cell of VIEW that NAME, the beginning of it, names, without that; view->count: none. */
static size_t take_cell(const struct view *view, struct slice *name)
{
    size_t letters = 0;
    while (letters < name->length && name->at[letters] >= 'a' && name->at[letters] <= 'z')
        letters++;
    size_t length = letters;
    while (length < name->length && is_digit(name->at[length]))
        length++;
    const struct slice taken = slice_shorter(*name, length);
    size_t found = 0;
    while (found < view->count && (view->cells[found].board != 0 || !slice_is(taken, view->cells[found].name)))
        found++;
    *name = slice_after(*name, length);
    return found;
}

/* "Ga1", or with ARROWS "Ra1b2". */
static void mark_one(struct slice word, bool arrows, struct view *view)
{
    struct slice rest = word.length == 0 ? word : slice_after(word, 1);
    const size_t from = take_cell(view, &rest);
    const size_t to = arrows ? take_cell(view, &rest) : from;
    if (word.length == 0 || strchr("GRYB", word.at[0]) == NULL || rest.length > 0 || from == view->count ||
        to == view->count)
        return;
    view->noted[view->noted_count++] = (struct view_noted){(uint16_t)from, (uint16_t)to, word.at[0]};
}

bool remarks_mark(const struct tree *tree, uint32_t index, struct arena *arena, struct view *view)
{
    const struct item *last = NULL;
    while ((last = tree_remark(tree, index, false, last)) != NULL) {
        struct slice words = last->kind == ITEM_GLYPH ? slice_of("") : remark_words(tree->record, last);
        for (size_t length; words.length > 0; words = slice_after(words, length)) {
            struct slice name;
            struct slice value;
            length = command_length(words, &name, &value);
            const bool arrows = length > 0 && slice_is(name, "cal");
            if (arrows || (length > 0 && slice_is(name, "csl"))) {
                struct view_noted *noted =
                    arena_alloc(arena, (view->noted_count + value.length / 2 + 1) * sizeof *noted);
                if (noted == NULL)
                    return false;
                if (view->noted_count > 0)
                    memcpy(noted, view->noted, view->noted_count * sizeof *noted);
                view->noted = noted;
                for (struct slice word; slice_split(&value, ',', &word);)
                    mark_one(slice_trim(word), arrows, view);
            }
            length = length == 0 ? 1 : length;
        }
    }
    return true;
}
