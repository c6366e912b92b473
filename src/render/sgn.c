#include "render/sgn.h"

#include "base/utf8.h"

#include <stdio.h>

/* Lines: words with single spaces between them, none beyond SGN_COLUMNS.  A word
   is held back until it is known that nothing is glued to it. */

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* The empty line behind the tags, if it is due. */
static void begin_movetext(struct sgn *sgn)
{
    if (sgn->has_tags)
        text_add_char(sgn->text, '\n');
    sgn->has_tags = false;
}

/* A word may hold line ends, when it is a comment that does: it begins where its
   first line fits, and the next word follows its last. */
static void flush_word(struct sgn *sgn)
{
    struct slice word = text_slice(&sgn->word);
    size_t first = 0;
    size_t last = word.length;
    if (!sgn->has_word)
        return;
    begin_movetext(sgn);
    while (first < word.length && !is_line_end(word.at[first]))
        first++;
    while (last > 0 && first < word.length && !is_line_end(word.at[last - 1]))
        last--;
    size_t width = utf8_width((struct slice){word.at, first});
    bool fits = sgn->column == 0 || sgn->column + 1 + width <= SGN_COLUMNS;
    if (sgn->column > 0)
        text_add_char(sgn->text, fits ? ' ' : '\n');
    text_add(sgn->text, word);
    if (first < word.length)
        sgn->column = utf8_width((struct slice){word.at + last, word.length - last});
    else
        sgn->column = width + (fits && sgn->column > 0 ? sgn->column + 1 : 0);
    sgn->has_word = false;
}

static void add_word(struct sgn *sgn, struct slice word)
{
    if (!sgn->glue || !sgn->has_word) {
        flush_word(sgn);
        sgn->text->failed |= sgn->word.failed;
        text_clear(&sgn->word);
    }
    text_add(&sgn->word, word);
    sgn->has_word = true;
    sgn->glue = false;
}

static void end_line(struct sgn *sgn)
{
    flush_word(sgn);
    if (sgn->column > 0)
        text_add_char(sgn->text, '\n');
    sgn->column = 0;
}

/* How much of COMMENT goes on one line before the next space that may be broken: the
   last of a run of them.  A command [%…] stays together. */
static size_t comment_word(struct slice comment)
{
    const char *end = comment.at + comment.length;
    for (const char *at = comment.at; at < end; at++) {
        bool command = *at == '[' && end - at > 1 && at[1] == '%';
        const char *closing = command ? memchr(at, ']', (size_t)(end - at)) : NULL;
        if (command && closing == NULL)
            return comment.length;
        at = command ? closing : at;
        if (*at == ' ' && (end - at == 1 || at[1] != ' '))
            return (size_t)(at - comment.at);
    }
    return comment.length;
}

/* A comment on one line is broken at its spaces where it is too long; the spaces
   that stay are kept. */
static void add_comment(struct sgn *sgn, struct slice comment)
{
    if (memchr(comment.at, '\n', comment.length) != NULL || memchr(comment.at, '\r', comment.length) != NULL) {
        add_word(sgn, comment);
        return;
    }
    for (bool first = true; first || comment.length > 0; first = false) {
        if (!first) {
            comment.at++;
            comment.length--;
        }
        size_t length = comment_word(comment);
        add_word(sgn, (struct slice){comment.at, length});
        comment.at += length;
        comment.length -= length;
    }
}

/* Tags. */

static const char *const FIRST_TAGS[] = {"Ruleset", "Event", "Site", "Date", "Round", "White", "Black", "Player1",
    "Player2", "Player3", "Player4", "Player5", "Player6", "Player7", "Player8", "Result", "Match", "Position", "Rules",
    "Colours", "Hand1", "Hand2", "Hand3", "Hand4", "Hand5", "Hand6", "Hand7", "Hand8", "Start"};
enum { FIRST_TAG_COUNT = sizeof FIRST_TAGS / sizeof FIRST_TAGS[0], TAGS_COMPARED = 256 };

static void add_tag(struct sgn *sgn, const struct tag *tag)
{
    text_add_char(sgn->text, '[');
    text_add(sgn->text, tag->name);
    text_add_string(sgn->text, " \"");
    text_add(sgn->text, slice_cut(sgn->record->source, tag->inside));
    text_add_string(sgn->text, "\"]\n");
    sgn->has_tags = true;
}

static bool is_first_tag(const struct tag *tag)
{
    for (size_t i = 0; i < FIRST_TAG_COUNT; i++)
        if (slice_is(tag->name, FIRST_TAGS[i]))
            return true;
    return false;
}

/* Whether the same tag stands again behind it, and counts instead. */
static bool is_repeated(const struct record *record, size_t index)
{
    for (size_t i = index + 1; i < record->tag_count && i < TAGS_COMPARED; i++)
        if (slice_equal(record->tags[i].name, record->tags[index].name))
            return true;
    return false;
}

static void add_tags(struct sgn *sgn, struct slice ruleset)
{
    const struct record *record = sgn->record;
    size_t before = sgn->text->length;
    if (record_tag(record, "Ruleset") == NULL && ruleset.length > 0)
        text_printf(sgn->text, "[Ruleset \"%.*s\"]\n", (int)ruleset.length, ruleset.at);
    sgn->has_tags = sgn->text->length > before;
    for (size_t i = 0; i < FIRST_TAG_COUNT; i++) {
        const struct tag *tag = record_tag(record, FIRST_TAGS[i]);
        if (tag != NULL)
            add_tag(sgn, tag);
    }
    for (size_t i = 0; i < record->tag_count; i++)
        if (!is_first_tag(&record->tags[i]) && !is_repeated(record, i))
            add_tag(sgn, &record->tags[i]);
}

/* Movetext. */

/* A sign is glued to its turn, but not to a number, nor to a turn that itself ends
   like a sign: there it is written as a number. */
static void add_glyph(struct sgn *sgn, struct slice glyph)
{
    static const char *const signs[] = {"!", "?", "!!", "??", "!?", "?!"};
    char number[8] = "";
    if (sgn->has_word && sgn->word.length > 0 && sgn->word.bytes[sgn->word.length - 1] == '?' && sgn->after_turn)
        for (unsigned i = 0; i < sizeof signs / sizeof signs[0]; i++)
            if (slice_is(glyph, signs[i]))
                snprintf(number, sizeof number, "$%u", i + 1);
    if (number[0] != '\0')
        glyph = slice_of(number);
    sgn->glue = glyph.at[0] != '$' && !sgn->after_number;
    add_word(sgn, glyph);
    sgn->after_number = glyph.at[0] == '$';
    sgn->after_turn = false;
}

static void add_remark(struct sgn *sgn, const struct item *item)
{
    struct slice text = item_text(sgn->record, item);
    if (item->kind == ITEM_COMMENT) {
        add_comment(sgn, text);
    } else if (item->kind == ITEM_REST_COMMENT) {
        add_word(sgn, text);
        end_line(sgn);
    } else if (item->kind == ITEM_ESCAPE) {
        end_line(sgn);
        begin_movetext(sgn);
        while (text.length > 0 && text.at[0] != '%')
            text = (struct slice){text.at + 1, text.length - 1};
        text_add(sgn->text, text);
        text_add_char(sgn->text, '\n');
    } else if (item->kind == ITEM_GLYPH) {
        add_glyph(sgn, text);
    }
}

static void on_start(void *context, const struct rulebook *book, const struct state *state)
{
    struct sgn *sgn = context;
    sgn->book = book;
    sgn->last[0] = sgn->before[0] = state->seat == 1 ? state->number - 1 : state->number;
    sgn->interrupted = state->seat != 1;
}

/* 'out' for each seat that went with a turn: where the record says so, or before what
   follows the turn and its remarks. */
static void add_outs(struct sgn *sgn, unsigned depth)
{
    for (; sgn->outs[depth] > 0; sgn->outs[depth]--)
        add_word(sgn, slice_of("out"));
}

static void on_remark(void *context, const struct item *item, unsigned depth)
{
    struct sgn *sgn = context;
    if (item->kind == ITEM_NUMBER) {
        if (sgn->lost[depth])
            add_word(sgn, item_text(sgn->record, item));
        return;
    }
    if (item->kind == ITEM_TURN && sgn->lost[depth])
        add_word(sgn, item_text(sgn->record, item));
    else if (item->kind == ITEM_TURN)
        add_outs(sgn, depth);
    add_remark(sgn, item);
    if (item->kind == ITEM_COMMENT || item->kind == ITEM_REST_COMMENT)
        sgn->interrupted = true;
}

static void add_number(struct sgn *sgn, uint32_t number, bool opens_round)
{
    char text[20];
    int length = snprintf(text, sizeof text, opens_round ? "%u." : "%u...", number);
    add_word(sgn, (struct slice){text, (size_t)length});
}

/* The seat before a turn, where others were skipped and nothing else says so. */
static void add_seat(const struct sgn *sgn, const struct ply *ply, struct text *turn)
{
    const struct game *game = sgn->book->game;
    unsigned last = sgn->last_seat[ply->depth];
    if (game->gone != NULL && !game->says_out && last != 0 && ply->seat != last % ply->before->players + 1)
        text_printf(turn, "%u|", ply->seat);
}

static uint8_t count_outs(const struct sgn *sgn, const struct ply *ply)
{
    const struct game *game = sgn->book->game;
    if (!game->says_out || sgn->lost[ply->depth])
        return 0;
    uint32_t gone = game->gone(sgn->book->rules, ply->after) & ~game->gone(sgn->book->rules, ply->before);
    return (uint8_t)__builtin_popcount(gone);
}

/* The turn in canonical form, or as it was written where it was not legal or nobody can
   be sure of the position. */
static void add_turn(struct sgn *sgn, const struct ply *ply)
{
    struct text turn;
    text_init(&turn);
    if (ply->verdict == VERDICT_LEGAL && ply->turn != NULL && !sgn->lost[ply->depth]) {
        add_seat(sgn, ply, &turn);
        sgn->book->game->write(sgn->book->rules, ply->before, ply->turn, &turn);
    } else {
        text_add(&turn, item_text(sgn->record, ply->item));
    }
    add_word(sgn, text_slice(&turn));
    sgn->text->failed |= turn.failed;
    text_release(&turn);
}

/* Behind a fault that did not stand the position is a guess, and nothing is written by
   it: not what the game was judged to go on with, nor numbers. */
static void on_ply(void *context, const struct ply *ply)
{
    struct sgn *sgn = context;
    bool opens_round = ply->number != sgn->last[ply->depth];
    add_outs(sgn, ply->depth);
    bool *lost = &sgn->lost[ply->depth];
    *lost |= ply->verdict == VERDICT_UNJUDGED;
    sgn->lost_before[ply->depth] = *lost;
    if (!*lost && (opens_round || sgn->interrupted))
        add_number(sgn, ply->number, opens_round);
    add_turn(sgn, ply);
    sgn->interrupted = sgn->after_number = false;
    sgn->after_turn = true;
    sgn->before[ply->depth] = sgn->last[ply->depth];
    sgn->last[ply->depth] = ply->number;
    sgn->last_seat[ply->depth] = ply->seat;
    *lost |= ply->verdict == VERDICT_LOST || ply->verdict == VERDICT_ILLEGAL;
    sgn->outs[ply->depth] = count_outs(sgn, ply);
}

static void on_variation(void *context, const struct item *item, bool begins, unsigned depth)
{
    struct sgn *sgn = context;
    (void)item;
    if (begins) {
        add_word(sgn, slice_of("("));
        sgn->glue = true;
        sgn->last[depth] = sgn->before[depth] = sgn->before[depth - 1];
        sgn->lost[depth] = sgn->lost_before[depth - 1];
        sgn->last_seat[depth] = sgn->outs[depth] = 0;
    } else {
        add_outs(sgn, depth);
        sgn->glue = true;
        add_word(sgn, slice_of(")"));
    }
    sgn->interrupted = true;
}

void sgn_begin(
    struct sgn *sgn, const struct record *record, struct slice ruleset, struct text *text, struct observer *observer)
{
    *sgn = (struct sgn){.record = record, .text = text};
    *observer = (struct observer){sgn, on_start, on_ply, on_remark, on_variation};
    for (size_t i = 0; i < record->prologue.count; i++) {
        add_remark(sgn, &record->prologue.items[i]);
        end_line(sgn);
    }
    add_tags(sgn, ruleset);
}

/* A result in words has single spaces, however it was written. */
static void add_result(struct sgn *sgn)
{
    struct slice rest = slice_cut(sgn->record->source, sgn->record->result);
    struct text result;
    text_init(&result);
    for (size_t i = 0; i < rest.length; i++)
        if (rest.at[i] != ' ' && rest.at[i] != '\t')
            text_add_char(&result, rest.at[i]);
        else if (rest.at[i - 1] != ' ' && rest.at[i - 1] != '\t')
            text_add_char(&result, ' ');
    add_word(sgn, text_slice(&result));
    sgn->text->failed |= result.failed;
    text_release(&result);
}

void sgn_end(struct sgn *sgn)
{
    add_outs(sgn, 0);
    if (sgn->record->has_result)
        add_result(sgn);
    for (size_t i = 0; i < sgn->record->epilogue.count; i++)
        add_remark(sgn, &sgn->record->epilogue.items[i]);
    end_line(sgn);
    text_release(&sgn->word);
}
