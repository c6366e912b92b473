/* SPDX-License-Identifier: MIT */
#include "formats/sgn/sgn.h"

#include "base/utf8.h"

#include <stdio.h>

/* A line of the game, by depth. */
struct sgn_line {
    bool lost;         /* turns and numbers are kept as they were written */
    bool lost_before;  /* ... before the last turn */
    uint32_t last;     /* number of the last turn */
    uint32_t before;   /* and of the one before it */
    uint8_t outs;      /* seats to be said out after the last turn, bit s-1 */
    uint8_t last_seat; /* its seat, 0: none yet */
};

/* Where numbers stay as they are written. */
struct kept_numbers {
    struct span span;
    const struct kept_numbers *next;
};

/* Where the text of a game ends: the words of its last line that the source has as they are to be written, and that are
   not copied yet, and how many characters are on that line. */
struct sgn_end {
    struct slice run;
    size_t column;
};

/* A game being written. */
struct sgn {
    const struct report *report;
    const struct record *record;
    const struct game *game;
    struct text *text;
    struct sgn_end end;
    struct slice word; /* not yet written: more may be glued to it */
    struct text glued; /* holds it where it does not stand somewhere in one piece */
    bool has_word;
    bool odd;          /* it may have newlines, or characters other than plain ASCII */
    bool has_tags;     /* an empty line is due before the first word */
    bool glue;         /* the next word follows without a space */
    bool tied;         /* ... or with one, on the same line: the held word is a number */
    bool interrupted;  /* the next turn repeats its number */
    bool after_turn;   /* no glyph is after it yet */
    bool after_number; /* the last glyph was a number: no other is glued to it */
    struct arena arena;
    const struct kept_numbers *kept;
    struct sgn_line *line; /* RECORD_NESTING + 2 of them */
};

/* Lines: words with single spaces between them, none beyond SGN_COLUMNS.  A word
   is held back until it is known that nothing is glued to it.  Most words are in the source as
   they are to be written, and so is what is between them: it is copied by runs. */

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

/* The empty line after the tags, if it is due. */
static void begin_movetext(struct sgn *sgn)
{
    if (sgn->has_tags)
        text_add_char(sgn->text, '\n');
    sgn->has_tags = false;
}

static inline void end_run(struct text *text, struct slice *run)
{
    text_add(text, *run);
    run->length = 0;
}

/* A word may contain newlines if it is a comment: it begins where its first line fits, and
   the next word follows its last. */
static void place_odd_word(struct sgn *sgn, size_t *width, size_t *end)
{
    const struct slice word = sgn->word;
    size_t first = 0;
    size_t last = word.length;
    while (first < word.length && !is_line_end(word.at[first]))
        first++;
    *width = utf8_width((struct slice){word.at, first});
    if (first == word.length)
        return;
    while (!is_line_end(word.at[last - 1]))
        last--;
    *end = utf8_width(slice_after(word, last));
}

/* Puts WORD, of WIDTH characters, on the line at the END of TEXT, or on the next one; LAST is how many its last line
   has, SIZE_MAX: it has one line. */
static inline __attribute__((always_inline)) void place_word(
    struct text *text, struct sgn_end *end, struct slice word, size_t width, size_t last)
{
    const size_t column = end->column + 1 + width;
    const bool begins = end->column == 0;
    const bool fits = begins || column <= SGN_COLUMNS;
    const char between = fits ? ' ' : '\n';
    const size_t length = end->run.length;
    if (length > 0 && word.at == end->run.at + length + 1 && end->run.at[length] == between && !begins) {
        end->run.length += 1 + word.length;
    } else {
        end_run(text, &end->run);
        if (!begins)
            text_add_char(text, between);
        end->run = word;
    }
    end->column = last < SIZE_MAX ? last : fits && !begins ? column : width;
}

static void end_sgn_word(struct sgn *sgn)
{
    size_t width = sgn->word.length;
    size_t end = SIZE_MAX;
    if (!sgn->has_word)
        return;
    begin_movetext(sgn);
    if (sgn->odd)
        place_odd_word(sgn, &width, &end);
    place_word(sgn->text, &sgn->end, sgn->word, width, end);
    if (sgn->end.run.at == sgn->glued.bytes || sgn->end.run.length >= LONG_TEXT)
        end_run(sgn->text, &sgn->end.run);
    sgn->has_word = false;
}

/* WORD is plain ASCII, and stays where it is. */
static inline void add_sgn_word(struct sgn *sgn, struct slice word)
{
    if ((sgn->glue || sgn->tied) && sgn->has_word) {
        if (sgn->word.at != sgn->glued.bytes) {
            text_clear(&sgn->glued);
            text_add(&sgn->glued, sgn->word);
        }
        if (!sgn->glue)
            text_add_char(&sgn->glued, ' ');
        text_add(&sgn->glued, word);
        sgn->word = text_slice(&sgn->glued);
    } else {
        end_sgn_word(sgn);
        sgn->word = word;
        sgn->odd = false;
    }
    sgn->has_word = true;
    sgn->glue = sgn->tied = false;
}

/* ... may be anything. */
static void add_as_written(struct sgn *sgn, struct slice word)
{
    add_sgn_word(sgn, word);
    sgn->odd = true;
}

/* ... does not stay. */
static void add_brief(struct sgn *sgn, struct slice word)
{
    if (!(sgn->glue || sgn->tied) || !sgn->has_word) {
        end_sgn_word(sgn);
        text_clear(&sgn->glued);
        sgn->word = text_slice(&sgn->glued);
        sgn->odd = false;
        sgn->has_word = sgn->glue = true;
    }
    add_sgn_word(sgn, word);
}

static void end_line(struct sgn *sgn)
{
    end_sgn_word(sgn);
    end_run(sgn->text, &sgn->end.run);
    if (sgn->end.column > 0)
        text_add_char(sgn->text, '\n');
    sgn->end.column = 0;
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
        add_as_written(sgn, comment);
        return;
    }
    for (bool first = true; first || comment.length > 0; first = false) {
        if (!first) {
            comment.at++;
            comment.length--;
        }
        size_t length = comment_word(comment);
        add_as_written(sgn, (struct slice){comment.at, length});
        comment = slice_after(comment, length);
    }
}

/* Whether each turn of the main line has a line of its own, as where turns are numbered one by one. */
static bool has_lines(const struct sgn *sgn)
{
    return sgn->game->notation.counts_turns;
}

/* Tags. */

static const char *const FIRST_TAGS[] = {"Ruleset", "Event", "Site", "Date", "Round", "White", "Black", "Player1",
    "Player2", "Player3", "Player4", "Player5", "Player6", "Player7", "Player8", "Result", "Match", "Position", "Rules",
    "Colours", "Hand1", "Hand2", "Hand3", "Hand4", "Hand5", "Hand6", "Hand7", "Hand8", "Start"};
enum { FIRST_TAG_COUNT = sizeof FIRST_TAGS / sizeof FIRST_TAGS[0], TAGS_COMPARED = 256 };

static void add_sgn_tag(struct sgn *sgn, const struct tag *tag)
{
    const struct slice value = slice_cut(sgn->record->source, tag->inside);
    sgn->has_tags = true;
    char *at = text_room(sgn->text, tag->name.length + value.length + 6);
    if (at == NULL)
        return;
    *at++ = '[';
    at = (char *)memcpy(at, tag->name.at, tag->name.length) + tag->name.length;
    *at++ = ' ';
    *at++ = '"';
    at = (char *)memcpy(at, value.at, value.length) + value.length;
    at = (char *)memcpy(at, "\"]\n", 3) + 3;
    text_took(sgn->text, at);
}

/* Where a tag called NAME comes; FIRST_TAG_COUNT: after them. The search begins at BEGIN, since most are in order. */
static size_t tag_rank(struct slice name, size_t begin)
{
    for (size_t i = 0, rank = begin; i < FIRST_TAG_COUNT && name.length > 0; i++, rank++) {
        rank = rank < FIRST_TAG_COUNT ? rank : 0;
        if (FIRST_TAGS[rank][0] == name.at[0] && slice_is(name, FIRST_TAGS[rank]))
            return rank;
    }
    return FIRST_TAG_COUNT;
}

/* Whether the same tag follows, and counts instead. */
static bool is_repeated(const struct record *record, size_t index)
{
    for (size_t i = index + 1; i < record->tag_count && i < TAGS_COMPARED; i++)
        if (slice_equal(record->tags[i].name, record->tags[index].name))
            return true;
    return false;
}

static void add_tags(struct sgn *sgn)
{
    const struct record *record = sgn->record;
    struct slice ruleset = sgn->report->book.name;
    bool path = memchr(ruleset.at, '/', ruleset.length) != NULL || memchr(ruleset.at, '.', ruleset.length) != NULL;
    sgn->has_tags = record_tag(record, "Ruleset") == NULL && ruleset.length > 0 && !path;
    if (sgn->has_tags)
        text_printf(sgn->text, "[Ruleset \"%pS\"]\n", SLICE(ruleset));
    const struct tag *first[FIRST_TAG_COUNT + 1] = {NULL};
    for (size_t i = 0, rank = 0; i < record->tag_count; i++) {
        rank = tag_rank(record->tags[i].name, rank);
        first[rank] = &record->tags[i];
    }
    for (size_t i = 0; i < FIRST_TAG_COUNT; i++)
        if (first[i] != NULL)
            add_sgn_tag(sgn, first[i]);
    for (size_t i = 0; i < record->tag_count && first[FIRST_TAG_COUNT] != NULL; i++)
        if (tag_rank(record->tags[i].name, 0) == FIRST_TAG_COUNT && !is_repeated(record, i))
            add_sgn_tag(sgn, &record->tags[i]);
}

/* Movetext. */

/* A sign is glued to its turn, but not to a number, nor to a turn that itself ends
   like a sign: there it is written as a number. */
static void add_glyph(struct sgn *sgn, struct slice glyph)
{
    static const char *const signs[] = {"!", "?", "!!", "??", "!?", "?!"};
    char number[8] = "";
    if (sgn->has_word && sgn->after_turn && sgn->word.at[sgn->word.length - 1] == '?')
        for (unsigned i = 0; i < sizeof signs / sizeof signs[0]; i++)
            if (slice_is(glyph, signs[i]))
                snprintf(number, sizeof number, "$%u", i + 1);
    if (number[0] != '\0')
        glyph = slice_of(number);
    sgn->glue = glyph.at[0] != '$' && !sgn->after_number;
    if (number[0] != '\0')
        add_brief(sgn, glyph);
    else
        add_as_written(sgn, glyph);
    sgn->after_number = glyph.at[0] == '$';
    sgn->after_turn = false;
}

/* Whether nothing but spaces is before AT on its line. */
static bool is_at_line_begin(const struct record *record, uint32_t at)
{
    while (at > 0 && (record->source.at[at - 1] == ' ' || record->source.at[at - 1] == '\t'))
        at--;
    return at == 0 || is_line_end(record->source.at[at - 1]);
}

static void add_sgn_remark(struct sgn *sgn, const struct item *item)
{
    struct slice text = item_text(sgn->record, item);
    if (item->kind == ITEM_COMMENT) {
        add_comment(sgn, text);
    } else if (item->kind == ITEM_REST_COMMENT) {
        if (is_at_line_begin(sgn->record, item->span.begin))
            end_line(sgn);
        add_as_written(sgn, text);
        end_line(sgn);
    } else if (item->kind == ITEM_ESCAPE) {
        end_line(sgn);
        begin_movetext(sgn);
        while (text.length > 0 && text.at[0] != '%')
            text = slice_after(text, 1);
        text_printf(sgn->text, "%pS\n", SLICE(text));
    } else if (item->kind == ITEM_GLYPH) {
        add_glyph(sgn, text);
    }
}

static void add_start(struct sgn *sgn, const struct ply *start)
{
    struct sgn_line *main = &sgn->line[0];
    main->last = main->before = start->seat == 1 ? start->number - 1 : start->number;
    sgn->interrupted = start->seat != 1;
}

static bool keeps_numbers(const struct sgn *sgn, uint32_t at)
{
    const struct kept_numbers *kept = sgn->kept;
    while (kept != NULL && (at < kept->span.begin || kept->span.end <= at))
        kept = kept->next;
    return kept != NULL;
}

static void add_number(struct sgn *sgn, uint32_t number, bool opens_round)
{
    char text[NUMBER_ROOM + 4];
    strcpy(number_write(text, number), opens_round ? "." : "...");
    add_brief(sgn, slice_of(text));
    sgn->tied = true;
}

/* Whether ITEM is NUMBER as add_number writes it.  Numbers stop at UINT32_MAX, whatever the digits. */
static bool is_number(const struct sgn *sgn, const struct item *item, uint32_t number, bool opens_round)
{
    const struct slice text = item_text(sgn->record, item);
    const size_t dots = opens_round ? 1 : 3;
    const char *end = text.at + text.length;
    return item->number == number && number < UINT32_MAX && text.length > dots && text.at[0] != '0' && end[-1] == '.' &&
        (opens_round ? is_digit(end[-2]) : is_digit(end[-4]) && end[-3] == '.' && end[-2] == '.');
}

/* 'out' for each seat that went with a turn, in turn order: where the record says so, at the byte
   AT, or before what follows the turn and its remarks.  Any of them may open a round. */
static void add_outs(struct sgn *sgn, struct sgn_line *line, uint32_t at)
{
    unsigned seats = sgn->report->seats;
    uint32_t round = line->last;
    for (unsigned i = 0; line->outs != 0 && i < seats; i++) {
        unsigned seat = (line->last_seat + i) % seats + 1;
        if ((line->outs >> (seat - 1) & 1) == 0)
            continue;
        if (seat <= line->last_seat && line->last == round && round < UINT32_MAX) {
            line->last++;
            if (!keeps_numbers(sgn, at)) {
                add_number(sgn, line->last, true);
                sgn->interrupted = false;
            }
        }
        add_sgn_word(sgn, slice_of("out"));
    }
    line->outs = 0;
}

static void add_sgn_item(struct sgn *sgn, const struct item *item, struct sgn_line *line)
{
    bool kept = item->kind == ITEM_NUMBER && (line->lost || keeps_numbers(sgn, item->span.begin));
    if (kept || (item->kind == ITEM_TURN && line->lost))
        add_as_written(sgn, item_text(sgn->record, item));
    else if (item->kind == ITEM_TURN)
        add_outs(sgn, line, item->span.begin);
    sgn->tied = kept;
    if (item->kind == ITEM_NUMBER)
        return;
    add_sgn_remark(sgn, item);
    if (item->kind == ITEM_COMMENT || item->kind == ITEM_REST_COMMENT)
        sgn->interrupted = true;
}

/* Whether others were skipped before NODE and nothing else shows it. */
static bool skips_seats(const struct sgn *sgn, const struct ply *node, const struct sgn_line *line)
{
    return sgn->game->leaving.eliminated != NULL && !sgn->game->leaving.says_out && line->last_seat != 0 &&
        node->seat != line->last_seat % sgn->report->seats + 1;
}

/* The turn in canonical form, or as it was written where it was not legal or the position
   is uncertain. */
static void add_sgn_turn(struct sgn *sgn, const struct walk *walk, const struct sgn_line *line)
{
    const struct tree *tree = &sgn->report->tree;
    const struct ply *node = &tree->plies[walk->node];
    if (node->verdict != VERDICT_LEGAL || walk->item->shape == TURN_RESIGN || line->lost) {
        add_as_written(sgn, tree_written(tree, walk->item));
        return;
    }
    if (skips_seats(sgn, node, line)) {
        const char seat[] = {(char)('0' + node->seat), '|'};
        add_brief(sgn, (struct slice){seat, sizeof seat});
        sgn->glue = true;
    }
    add_sgn_word(sgn, tree_text(tree, walk->node, walk->item));
}

/* After a fault that did not stand the position is a guess, and nothing is written from it:
   neither what the judge went on with, nor numbers. */
static void add_ply(struct sgn *sgn, const struct walk *walk, struct sgn_line *line)
{
    const struct ply *node = &sgn->report->tree.plies[walk->node];
    add_outs(sgn, line, walk->item->span.begin);
    if (has_lines(sgn) && line == sgn->line && !sgn->tied)
        end_line(sgn);
    bool opens_round = node->number != line->last;
    line->lost |= node->verdict == VERDICT_UNJUDGED;
    line->lost_before = line->lost;
    if (!line->lost && (opens_round || sgn->interrupted) && !keeps_numbers(sgn, walk->item->span.begin))
        add_number(sgn, node->number, opens_round);
    add_sgn_turn(sgn, walk, line);
    sgn->interrupted = sgn->after_number = false;
    sgn->after_turn = true;
    line->before = line->last;
    line->last = node->number;
    line->last_seat = node->seat;
    line->lost |= node->verdict == VERDICT_LOST || node->verdict == VERDICT_ILLEGAL;
    line->outs = sgn->game->leaving.says_out && !line->lost ? node->eliminated : 0;
}

static void open_variation(struct sgn *sgn, struct sgn_line *line)
{
    const struct sgn_line *main = line - 1;
    add_sgn_word(sgn, slice_of("("));
    sgn->glue = true;
    *line = (struct sgn_line){
        .last = main->before, .before = main->before, .lost = main->lost_before, .lost_before = main->lost_before};
    sgn->interrupted = true;
}

static void close_variation(struct sgn *sgn, const struct walk *walk, struct sgn_line *line)
{
    add_outs(sgn, line, walk->item->span.end - 1);
    sgn->glue = true;
    add_sgn_word(sgn, slice_of(")"));
    sgn->interrupted = true;
}

/* A result in words has single spaces, however it was written. */
static void add_sgn_result(struct sgn *sgn)
{
    if (has_lines(sgn))
        end_line(sgn);
    const struct slice rest = slice_cut(sgn->record->source, sgn->record->result);
    SCOPED(text, result);
    for (size_t i = 0; i < rest.length; i++)
        if (rest.at[i] != ' ' && rest.at[i] != '\t')
            text_add_char(&result, rest.at[i]);
        else if (rest.at[i - 1] != ' ' && rest.at[i - 1] != '\t')
            text_add_char(&result, ' ');
    add_brief(sgn, text_slice(&result));
    sgn->odd = true;
}

/* Numbers that jump ahead before a fault are the only trace of turns that may be missing:
   from there on they stay, up to the end of the line. */

/* A line being searched for that. */
struct numbering {
    const struct item *number; /* before the next turn; NULL: none */
    uint32_t off;              /* by which the last number is ahead of the turns counted */
    uint32_t jump;             /* where one jumped first; UINT32_MAX: nowhere */
    struct kept_numbers *kept; /* what came of it */
};

static void keep_numbers(struct sgn *sgn, struct numbering *line)
{
    struct kept_numbers *kept = arena_alloc(&sgn->arena, sizeof *kept);
    if (kept == NULL || line->kept != NULL)
        return;
    *kept = (struct kept_numbers){{line->jump, UINT32_MAX}, sgn->kept};
    sgn->kept = line->kept = kept;
}

static void look_at_turn(struct sgn *sgn, const struct ply *ply, struct numbering *line, bool first)
{
    uint32_t off = line->number == NULL ? line->off : line->number->number - ply->number;
    if (off >= UINT32_MAX / 2) /* too low: it is written as it should be */
        off = 0;
    bool ahead = off > line->off;
    if (ply->verdict != VERDICT_UNJUDGED && ahead && !first && line->jump == UINT32_MAX)
        line->jump = line->number->span.begin;
    if (ply->verdict != VERDICT_UNJUDGED)
        line->off = off;
    else if (first && line->number != NULL) /* the beginning is missing */
        line->jump = line->number->span.begin;
    line->number = NULL;
    bool fault = ply->verdict != VERDICT_LEGAL && ply->verdict != VERDICT_STOOD;
    if (fault && line->jump != UINT32_MAX)
        keep_numbers(sgn, line);
}

static void find_kept_numbers(struct sgn *sgn)
{
    const struct tree *tree = &sgn->report->tree;
    struct numbering lines[RECORD_NESTING + 2] = {{.jump = UINT32_MAX}};
    struct walk walk;
    enum walk_step step;
    bool first = true;
    walk_begin(&walk, tree);
    while ((step = walk_next(&walk)) != WALK_OVER) {
        struct numbering *line = &lines[walk.depth];
        if (step == WALK_OPEN)
            *line = (struct numbering){.off = line[-1].off, .jump = UINT32_MAX};
        else if (step == WALK_CLOSE && line->kept != NULL)
            line->kept->span.end = walk.item->span.end;
        else if (step == WALK_REMARK && walk.item->kind == ITEM_NUMBER && line->number == NULL)
            line->number = walk.item;
        else if (step == WALK_TURN) {
            look_at_turn(sgn, &tree->plies[walk.node], line, first);
            first = false;
        }
    }
}

static void add_sgn_step(struct sgn *sgn, const struct walk *walk, enum walk_step step)
{
    struct sgn_line *line = &sgn->line[walk->depth];
    if (step == WALK_START)
        add_start(sgn, &sgn->report->tree.plies[walk->node]);
    else if (step == WALK_TURN)
        add_ply(sgn, walk, line);
    else if (step == WALK_REMARK)
        add_sgn_item(sgn, walk->item, line);
    else if (step == WALK_OPEN)
        open_variation(sgn, line);
    else
        close_variation(sgn, walk, line);
}

/* Whether ITEM is the number of NODE as add_number writes it, with a space between it and TURN. */
static inline bool is_number_of(
    const struct sgn *sgn, const struct item *item, const struct item *turn, const struct ply *node, bool opens_round)
{
    return item->kind == ITEM_NUMBER && turn->span.begin == item->span.end + 1 &&
        sgn->record->source.at[item->span.end] == ' ' && is_number(sgn, item, node->number, opens_round);
}

/* Most of a game is turns that are written as they were, each after its number with a space, if any, in between: goes
   on to where anything else is. */
static void copy_plies(struct sgn *sgn, struct walk *walk)
{
    const struct tree *tree = walk->tree;
    struct walk_frame *frame = &walk->frame[0];
    struct sgn_line line = sgn->line[0];
    if (!walk->started || walk->frames != 1 || !tree_is_even(tree) || line.lost || line.outs != 0 ||
        sgn->kept != NULL || has_lines(sgn) || tree->joined_spans != NULL || tree->out_count > 0)
        return;
    const char *source = sgn->record->source.at;
    const struct item *end = &frame->line->items[frame->line->count];
    const struct item *item = &frame->line->items[frame->next];
    const struct ply *node = &tree->plies[walk->node_count];
    const struct ply *past = &tree->plies[tree->count];
    const bool says_out = sgn->game->leaving.says_out;
    const bool may_skip = sgn->game->leaving.eliminated != NULL;
    bool interrupted = sgn->interrupted;
    bool any = false;
    struct sgn_end at = sgn->end;
    for (; node < past; node++) {
        const bool opens_round = node->number != line.last;
        const struct item *turn = item + (opens_round || interrupted);
        const struct item *next = turn + 1;
        if (next >= end || turn->kind != ITEM_TURN || (next->kind != ITEM_TURN && next->kind != ITEM_NUMBER) ||
            node->verdict != VERDICT_LEGAL || node->text != 0 || turn->shape == TURN_RESIGN ||
            (node->eliminated != 0 && says_out) || (may_skip && skips_seats(sgn, node, &line)) ||
            (turn > item && !is_number_of(sgn, item, turn, node, opens_round)))
            break;
        if (!any) {
            end_sgn_word(sgn);
            begin_movetext(sgn);
            at = sgn->end;
            any = true;
        }
        const struct slice word = {source + item->span.begin, turn->span.end - item->span.begin};
        place_word(sgn->text, &at, word, word.length, SIZE_MAX);
        line.before = line.last;
        line.last = node->number;
        line.last_seat = node->seat;
        interrupted = false;
        item = next;
    }
    if (!any)
        return;
    sgn->line[0] = line;
    sgn->end = at;
    sgn->interrupted = sgn->after_number = false;
    sgn->after_turn = true;
    walk->node_count = (uint32_t)(node - tree->plies);
    walk->node = walk->node_count - 1;
    walk->item = item - 1;
    frame->next = (size_t)(item - frame->line->items);
}

bool sgn_add(const struct output_game *game, struct text *text)
{
    const struct report *report = game->report;
    struct sgn_line lines[RECORD_NESTING + 2]; /* of which most are never begun */
    struct sgn sgn = {
        .report = report, .record = report->record, .game = report->book.game, .text = text, .line = lines};
    struct walk walk;
    enum walk_step step;
    bool fine = true;
    if (!report->readable)
        return false;
    for (size_t i = 0; i < sgn.record->prologue.count; i++) {
        add_sgn_remark(&sgn, &sgn.record->prologue.items[i]);
        end_line(&sgn);
    }
    add_tags(&sgn);
    lines[0] = (struct sgn_line){0};
    arena_init(&sgn.arena, 0);
    if (report->errors + report->cascaded > 0)
        find_kept_numbers(&sgn);
    walk_begin(&walk, &report->tree);
    while (fine && (copy_plies(&sgn, &walk), step = walk_next(&walk)) != WALK_OVER) {
        add_sgn_step(&sgn, &walk, step);
        fine = text_sink_take(game->sink, text);
    }
    add_outs(&sgn, &sgn.line[0], (uint32_t)sgn.record->source.length);
    if (sgn.record->has_result)
        add_sgn_result(&sgn);
    for (size_t i = 0; i < sgn.record->epilogue.count; i++)
        add_sgn_remark(&sgn, &sgn.record->epilogue.items[i]);
    end_line(&sgn);
    text_release(&sgn.glued);
    arena_release(&sgn.arena);
    return fine;
}
