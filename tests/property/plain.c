/* What is read without the scanner is what the grammar makes of it: all words up to a
   length in the alphabet of each shape of turns, with every next byte, and all lines of tags. */
#include "support/playing.h"
#include "support/tally.h"

#include <stdio.h>

enum { PIECES = 16 };

/* Words are put together of PIECES, at most LONGEST. */
static const struct alphabet {
    const char *name;
    enum turn_shape shape;
    unsigned longest;
    const char *pieces[PIECES];
} alphabets[] = {
    {"characters of lifts", TURN_LIFT, 7, {"a", "x", "1", "0", ":", "-", "+", ",", " "}},
    {"lifts", TURN_LIFT, 6, {"b4", "ab12", "x", ":", "-c5", "+", "2", ",", ", ", " ", "0-", "12x"}},
    {"characters of moves", TURN_MOVES, 7, {"a", "x", "1", "0", "-", "+", "*", " "}},
    {"moves", TURN_MOVES, 6, {"b4", "ab12", "x", "-", "+", "*", "*x", "-xd6", " ", ",", "@", "~"}},
    {"characters of tiles", TURN_TILES, 7, {"R", "1", "0", ">", "/", "+", "?", ",", " "}},
    {"tiles", TURN_TILES, 6, {"R3", "r300", ">", "12", "/", ",", ", ", "+", "+B4", "?", "R", " "}},
    {"characters of fields", TURN_FIELD, 6, {"T", "a", "1", "@", "/", "^", "-", "~", ",", "+"}},
    {"fields", TURN_FIELD, 6,
        {"WR", "T", "@", "z26", "aa3", "/1", "^", "-", "~", ",", ", ", "+", "stay", "none", "x", " "}},
    {"places", TURN_PLACE, 7, {"d4", "x", "xd5", "-", "-e6", "+", "a", "1", ",", " "}},
    {"joined cells", TURN_JOIN, 7, {"d4", "x", "xd5", "-", "-e6", "+", "a", "1", ",", ", ", " "}},
    {"words of an unknown game", TURN_NONE, 5, {"1", ".", "a", "b4", ":-c5", "!", ")", "{", "+", ",", " "}},
    {"numbers", TURN_LIFT, 6, {"1", "0", "99999999", ".", "O", "|", ")", "-", "a", " "}},
};

static enum turn_shape find_shape(void *shape, const struct record *record)
{
    (void)record;
    return *(const enum turn_shape *)shape;
}

struct reading {
    struct reader reader;
    struct record record;
    enum read_status status;
};

static void read_text(struct reading *reading, struct slice text, enum turn_shape shape, bool slow)
{
    const struct shapes shapes = {find_shape, &shape};
    reading->status = READ_FAILED;
    if (!reader_open_at(&reading->reader, text, true, 1))
        return;
    reading->reader.scan.slow = slow;
    reading->status = reader_next(&reading->reader, &reading->record, &shapes);
}

static bool same_span(struct span a, struct span b)
{
    return a.begin == b.begin && a.end == b.end;
}

static bool same_part(const struct part *a, const struct part *b)
{
    return same_span(a->span, b->span) && a->count == b->count && memcmp(&a->cell, &b->cell, sizeof a->cell) == 0 &&
        a->mark == b->mark && memcmp(a->name, b->name, sizeof a->name) == 0;
}

static bool same_item(const struct record *x, const struct item *a, const struct record *y, const struct item *b)
{
    bool same = a->kind == b->kind && same_span(a->span, b->span) && a->shape == b->shape && a->seat == b->seat &&
        a->part_count == b->part_count && (a->kind != ITEM_NUMBER || a->number == b->number);
    for (unsigned i = 0; i < a->part_count && same; i++)
        same = same_part(&x->parts[a->first_part + i], &y->parts[b->first_part + i]);
    return same;
}

static bool same_line(const struct record *x, const struct line *a, const struct record *y, const struct line *b)
{
    bool same = a->count == b->count && a->has_turn == b->has_turn;
    for (size_t i = 0; i < a->count && same; i++) {
        same = same_item(x, &a->items[i], y, &b->items[i]);
        if (same && a->items[i].kind == ITEM_VARIATION)
            same = same_line(x, item_variation(x, &a->items[i]), y, item_variation(y, &b->items[i]));
    }
    return same;
}

static bool same_tags(const struct record *x, const struct record *y)
{
    bool same = x->tag_count == y->tag_count;
    for (size_t i = 0; i < x->tag_count && same; i++) {
        const struct tag *a = &x->tags[i];
        const struct tag *b = &y->tags[i];
        same = slice_equal(a->name, b->name) && slice_equal(a->value, b->value) && same_span(a->span, b->span) &&
            same_span(a->inside, b->inside);
    }
    return same;
}

static bool same_faults(const struct diagnostic *a, const struct diagnostic *b)
{
    while (a != NULL && b != NULL && a->rule == b->rule && same_span(a->span, b->span) && same_span(a->turn, b->turn) &&
        slice_equal(a->facts, b->facts)) {
        a = a->next;
        b = b->next;
    }
    return a == NULL && b == NULL;
}

/* Whether BEFORE, WORD and BEHIND are the same record in both ways. */
static bool check_text(struct slice text, enum turn_shape shape)
{
    struct reading plain;
    struct reading slow;
    read_text(&plain, text, shape, false);
    read_text(&slow, text, shape, true);
    const struct record *x = &plain.record;
    const struct record *y = &slow.record;
    bool same = plain.status == slow.status && same_tags(x, y) && same_line(x, &x->prologue, y, &y->prologue) &&
        plain.status != READ_FAILED && x->source.length == y->source.length && x->has_result == y->has_result &&
        same_line(x, &x->main, y, &y->main) && same_line(x, &x->epilogue, y, &y->epilogue) &&
        same_faults(x->faults.first, y->faults.first);
    reader_close(&plain.reader);
    reader_close(&slow.reader);
    return same || complaint("differs: '%.*s'", (int)text.length, text.at);
}

/* Each byte behind WORD, alone and behind a blank. */
static bool check_next(const char *word, enum turn_shape shape)
{
    static const char *const before[] = {
        "1. ", "2|", "1. (", "1. {c} ", "1. d4! ", "1. b4:", "1. WR", "1. b4-c5foo ", "\n"};
    char text[256];
    bool good = true;
    for (unsigned next = 0; next < 512 && good; next++) {
        int length = snprintf(text, sizeof text, "1. %s%s%c7 d5\n", word, next < 256 ? "" : " ", '.');
        *strrchr(text, '.') = (char)next;
        good = check_text((struct slice){text, (size_t)length}, shape);
    }
    for (unsigned i = 0; i < sizeof before / sizeof before[0] && good; i++) {
        int length = snprintf(text, sizeof text, "%s%s %s\n%s", before[i], word, word, word);
        good = check_text((struct slice){text, (size_t)length}, shape);
    }
    return good;
}

/* The words that begin with the LENGTH bytes of TEXT, of at most LEFT pieces more; where one
   is read without the scanner, COUNT and with every next byte. */
static bool check_words(
    const struct alphabet *alphabet, char *text, size_t length, unsigned left, struct arena *arena, size_t *count)
{
    struct record record;
    bool good = true;
    text[length] = '\n';
    text[length + 1] = '\0';
    arena_clear(arena);
    record_init(&record, arena, (struct slice){text, length + 1});
    record.open = &record.main;
    record.shape = alphabet->shape;
    if (length > 0 && record_plain(&record, 0) == length) {
        text[length] = '\0';
        good = check_next(text, alphabet->shape);
        ++*count;
    }
    for (unsigned i = 0; i < PIECES && alphabet->pieces[i] != NULL && left > 0 && good; i++) {
        size_t more = strlen(alphabet->pieces[i]);
        memcpy(text + length, alphabet->pieces[i], more);
        good = check_words(alphabet, text, length + more, left - 1, arena, count);
    }
    return good;
}

/* The texts that begin with the LENGTH bytes of TEXT, with at most LEFT pieces more. */
static bool check_tags(char *text, size_t length, unsigned left)
{
    static const char *const pieces[] = {"[", "]", "\"", "A_1", " ", "\n", "\r", "\\", "x", "%", "Event",
        "Event \"\xc3\xa9\"]", "[Ruleset \"x\"]\n", "[Event \"\"]\n", "1. d4 1-0\n"};
    bool good = check_text((struct slice){text, length}, TURN_PLACE);
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0] && left > 0 && good; i++) {
        size_t more = strlen(pieces[i]);
        memcpy(text + length, pieces[i], more);
        good = check_tags(text, length + more, left - 1);
    }
    return good;
}

int main(void)
{
    struct tally tally = {0};
    struct arena arena;
    char text[100];
    arena_init(&arena, 0);
    for (unsigned i = 0; i < sizeof alphabets / sizeof alphabets[0]; i++) {
        size_t count = 0;
        bool good = check_words(&alphabets[i], text, 0, alphabets[i].longest, &arena, &count);
        tally_count(&tally, good && count > 0, "plain words are read as by the grammar", alphabets[i].name);
    }
    memcpy(text, "[A \"b\"]\n", 8);
    tally_count(
        &tally, check_tags(text, 0, 4) && check_tags(text, 8, 5), "plain tags are read as by the grammar", "tags");
    arena_release(&arena);
    return tally_end(&tally);
}
