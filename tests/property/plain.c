/* SPDX-License-Identifier: MIT */
/* What is read without the scanner is what the grammar makes of it: all words up to a length in the alphabet of each
   shape of turns, with every next byte, all lines of tags, and the files of the corpus and the samples. */
#include "referee/referee.h"
#include "support/both_ways.h"
#include "support/files.h"
#include "support/share.h"
#include "support/tally.h"

#include <glob.h>
#include <stdio.h>

enum { PIECES = 16 };

/* Words are put together of PIECES, at most LONGEST; of a share one less. */
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
    {"characters of pieces", TURN_SPOT, 6, {"T", "a", "1", "@", "/", "^", "-", ",", " "}},
    {"characters of fields", TURN_FIELD, 6, {"T", "a", "1", "@", "/", "^", "-", "~", ",", "+"}},
    {"fields", TURN_FIELD, 6,
        {"WR", "T", "@", "z26", "aa3", "/1", "^", "-", "~", ",", ", ", "+", "stay", "none", "x", " "}},
    {"places", TURN_PLACE, 7, {"d4", "x", "xd5", "-", "-e6", "+", "a", "1", ",", " "}},
    {"joined cells", TURN_JOIN, 7, {"d4", "x", "xd5", "-", "-e6", "+", "a", "1", ",", ", ", " "}},
    {"cells in any case", TURN_DVONN, 7, {"d4", "D4", "x", "X", "-", "a", "1", "PASS", " "}},
    {"characters of entered and moved pieces", TURN_MIXTOUR, 7, {"a", "1", "0", ":", "-", "x", "+", ",", " "}},
    {"entered and moved pieces", TURN_MIXTOUR, 6, {"d4", "ab12", ":", ":2", "-", "xd5", "+", "0", "a", "1", " "}},
    {"characters of tiles and sides", TURN_HIVE, 7, {"w", "a", "Q", "1", "0", "-", "/", "\\", "+", " "}},
    {"tiles and sides", TURN_HIVE, 6, {"wA1", "BQ", "b", "S2", "-", "/", "\\", "\t", "  ", " ", "pass", "bG12", ","}},
    {"landings", TURN_LASCA, 7, {"d4", "x", "xd5", "-", "-e6", "*", "a", "1", ",", " "}},
    {"characters of shifts and entries", TURN_FOCUS, 7, {"a", "1", "0", ":", "-", "+", "x", " "}},
    {"shifts and entries", TURN_FOCUS, 6, {"c3", "ab12", ":", ":2-d4", "2", "-", "+", "x", "xd5", " ", ",", "pass"}},
    {"characters of actions", TURN_TZAAR, 7, {"a", "1", "0", "x", "-", "+", ",", "p", " "}},
    {"actions", TURN_TZAAR, 6, {"d4", "e9", "x", "+", "-", "xe8", ",", ", ", "pass", "P", " "}},
    {"characters of spreads", TURN_SPREAD, 7, {"S", "3", "0", "a", "+", ">", "*", "'", " "}},
    {"spreads", TURN_SPREAD, 6, {"Sa1", "3", "b12", "+21", "<", "C", "*", "\"", "'!?", "R-0", "1/2", " "}},
    {"words of an unknown game", TURN_NONE, 5, {"1", ".", "a", "b4", ":-c5", "!", ")", "{", "+", ",", " "}},
    {"numbers", TURN_LIFT, 6, {"1", "0", "99999999", ".", "O", "|", ")", "-", "a", " "}},
};

static enum turn_shape find_shape(void *shape, const struct record *record)
{
    (void)record;
    return *(const enum turn_shape *)shape;
}

static bool check_text(struct slice text, enum turn_shape shape)
{
    const struct shapes shapes = {find_shape, &shape};
    return same_both_ways(text, &shapes);
}

/* Each byte behind WORD, alone and behind a blank; of a share some of them. */
static bool check_next(const char *word, enum turn_shape shape)
{
    static const char *const before[] = {
        "1. ", "2|", "1. (", "1. {c} ", "1. d4! ", "1. b4:", "1. WR", "1. b4-c5foo ", "\n"};
    char text[256];
    bool good = true;
    for (unsigned next = 0; next < 512 && good; next += 512 / share_of(512)) {
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

static bool check_file(const char *path, const struct shapes *shapes)
{
    SCOPED(text, text);
    return file_add(path, &text) && same_both_ways(text_slice(&text), shapes);
}

static void check_files(struct tally *tally)
{
    struct referee *referee = referee_new((const char *const[]){NULL}, NULL);
    struct shapes shapes = referee_shapes(referee);
    glob_t files = {0};
    glob("samples/*/*.sgn", 0, NULL, &files);
    glob("tests/corpus/*/*.sgn", GLOB_APPEND, NULL, &files);
    tally_count(tally, files.gl_pathc > 100, "there are", "files");
    for (size_t i = 0; i < files.gl_pathc; i++)
        tally_count(tally, check_file(files.gl_pathv[i], &shapes), "is read as by the grammar", files.gl_pathv[i]);
    globfree(&files);
    referee_free(referee);
}

int main(void)
{
    struct tally tally = {0};
    struct arena arena;
    char text[100];
    const unsigned less = share_of(100) < 100;
    arena_init(&arena, 0);
    for (unsigned i = 0; i < sizeof alphabets / sizeof alphabets[0]; i++) {
        size_t count = 0;
        bool good = check_words(&alphabets[i], text, 0, alphabets[i].longest - less, &arena, &count);
        tally_count(&tally, good && count > 0, "plain words are read as by the grammar", alphabets[i].name);
    }
    memcpy(text, "[A \"b\"]\n", 8);
    tally_count(&tally, check_tags(text, 0, 4 - less) && check_tags(text, 8, 4 - less),
        "plain tags are read as by the grammar", "tags");
    arena_release(&arena);
    check_files(&tally);
    return tally_end(&tally);
}
