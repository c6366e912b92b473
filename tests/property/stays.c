/* SPDX-License-Identifier: MIT */
/* What fmt writes stays as it is, and no word is lost: of every record in the tree, those of samples, corpus and
   fuzzers, and those that transcripts and documents write into files; and of each sentence of corpus/talk, after a game
   and within one.  What names no ruleset is read by several. */
#include "support/checking.h"
#include "support/files.h"
#include "support/share.h"
#include "support/staying.h"
#include "support/tally.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const rulesets[] = {
    "accasta-pari", "staku", "stakz", "staka", "stakd-elite", "abande", "attangle", "tak-5"};
enum { RULESETS = sizeof rulesets / sizeof rulesets[0] };

struct staying {
    catasta_session *sessions[RULESETS]; /* with each ruleset */
    struct tally tally;
    unsigned texts;
    unsigned records;
};

/* Where WORD is in TEXT first; NULL: it is not. */
static const char *find(struct slice text, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.length; i++)
        if (memcmp(text.at + i, word, length) == 0)
            return text.at + i;
    return NULL;
}

static bool has(struct slice text, const char *word)
{
    return find(text, word) != NULL;
}

/* TEXT of FILE, the NUMBERth in it. */
static void check_text(struct staying *staying, struct slice text, const char *file, unsigned number)
{
    const unsigned sessions = has(text, "[Ruleset \"") ? 1 : RULESETS;
    char where[200];
    if (staying->texts++ % (100 / share_of(100)) != 0)
        return;
    snprintf(where, sizeof where, "%s %u", file, number);
    for (unsigned i = 0; i < sessions; i++) {
        staying->records++;
        tally_count(&staying->tally, stays(staying->sessions[i], text, false), "fmt", where);
        tally_count(&staying->tally, stays(staying->sessions[i], text, true), "fmt --fix", where);
    }
}

typedef void file_check(struct staying *staying, struct slice text, const char *file);

static void check_files(struct staying *staying, const char *pattern, file_check *check)
{
    glob_t found = {0};
    if (glob(pattern, 0, NULL, &found) != 0)
        staying->tally.failed += !complaint("there is no %s", pattern);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        SCOPED(text, text);
        if (!file_add(found.gl_pathv[i], &text))
            staying->tally.failed++;
        check(staying, text_slice(&text), found.gl_pathv[i]);
    }
    globfree(&found);
}

static void check_whole(struct staying *staying, struct slice text, const char *file)
{
    check_text(staying, text, file, 1);
}

/* As printf writes a LINE of a case, or %b an input of the fuzzers. */
static void add_escaped(struct text *text, struct slice line)
{
    static const char letters[] = "nrt\\";
    for (const char *at = line.at, *end = slice_end(line); at < end; at++) {
        const char *letter = *at == '\\' && at + 1 < end ? strchr(letters, at[1]) : NULL;
        char digits[4] = "";
        if (*at != '\\' || at + 1 == end) {
            text_add_char(text, *at);
        } else if (letter != NULL) {
            text_add_char(text, "\n\r\t\\"[letter - letters]);
            at++;
        } else if (at[1] == 'x' && end - at > 3) {
            memcpy(digits, at + 2, 2);
            text_add_char(text, (char)strtoul(digits, NULL, 16));
            at += 3;
        } else if (at[1] == '0') {
            size_t length = 0;
            while (length < 3 && at + 2 + length < end && is_digit(at[2 + length]))
                length++;
            memcpy(digits, at + 2, length);
            text_add_char(text, (char)strtoul(digits, NULL, 8));
            at += 1 + length;
        }
    }
}

static void check_inputs(struct staying *staying, struct slice text, const char *file)
{
    struct slice line;
    for (unsigned number = 1; slice_split(&text, '\n', &line); number++) {
        SCOPED(text, input);
        add_escaped(&input, line);
        check_text(staying, text_slice(&input), file, number);
    }
}

/* The word that ends the text which begins after LINE; *ESCAPED: it is as for printf.  Empty: none begins. */
static struct slice find_word(struct slice line, bool *escaped)
{
    const char *here = find(line, "<<");
    *escaped = false;
    if (line.length > 3 && memcmp(line.at, "== ", 3) == 0) {
        *escaped = has(line, " printf");
        return slice_of("== end");
    }
    if (here == NULL || !has(line, "$ "))
        return slice_of("");
    here += 2;
    while (here < slice_end(line) && !is_letter(*here))
        here++;
    const char *end = here;
    while (end < slice_end(line) && is_letter(*end))
        end++;
    return slice_to(here, end);
}

/* What a transcript writes into files. */
static void check_transcript(struct staying *staying, struct slice text, const char *file)
{
    struct slice line;
    for (unsigned number = 1; slice_split(&text, '\n', &line); number++) {
        const unsigned begin = number;
        bool escaped;
        SCOPED(text, written);
        const struct slice word = find_word(line, &escaped);
        if (word.length == 0 || has(line, ".yaml") || has(line, ".yml") || has(line, ".sh") || has(line, ".css"))
            continue;
        for (; slice_split(&text, '\n', &line) && !slice_equal(line, word); number++) {
            if (escaped && written.length > 0)
                text_add_char(&written, '\n');
            if (escaped)
                add_escaped(&written, line);
            else
                text_printf(&written, "%pS\n", SLICE(line));
        }
        number++;
        check_text(staying, text_slice(&written), file, begin);
    }
}

static void check_sentences(struct staying *staying, struct slice text, const char *file)
{
    static const char *const games[][2] = {{"[Ruleset \"accasta-pari\"]\n\n1. c3:-d3 e3:-e2\n", "2. c4:-d4 e2:-e3\n"},
        {"[Ruleset \"abande\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n\n1. d4 d5\n", "2. c4 d4-d5\n"}};
    struct slice line;
    for (unsigned number = 1; slice_split(&text, '\n', &line); number++)
        for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
            SCOPED(text, inside);
            text_printf(&inside, "%s%pS\n%s", games[i][0], SLICE(line), games[i][1]);
            check_text(staying, text_slice(&inside), file, number);
            text_clear(&inside);
            text_printf(&inside, "%s%s%pS\n", games[i][0], games[i][1], SLICE(line));
            check_text(staying, text_slice(&inside), file, number);
        }
}

int main(void)
{
    static struct staying staying;
    for (unsigned i = 0; i < RULESETS; i++)
        staying.sessions[i] = session_open(rulesets[i]);
    check_files(&staying, "samples/*/*.sgn", check_whole);
    check_files(&staying, "tests/corpus/*/*.sgn", check_whole);
    check_files(&staying, "tests/fuzz/corpus/*.txt", check_inputs);
    check_files(&staying, "tests/cases/*.txt", check_transcript);
    check_files(&staying, "*.md", check_transcript);
    check_files(&staying, "tests/corpus/talk/*.txt", check_sentences);
    for (unsigned i = 0; i < RULESETS; i++)
        catasta_session_free(staying.sessions[i]);
    if (staying.records < share_of(3000))
        staying.tally.failed += !complaint("only %u records", staying.records);
    return tally_end(&staying.tally);
}
