/* SPDX-License-Identifier: MIT */
/* A few seconds of what the fuzzers do for hours: samples and rulesets with bytes
   changed, moved, repeated and left out, by fixed seeds. */
#include "support/files.h"
#include "support/random.h"
#include "support/tally.h"
#include "support/torture.h"

#include "base/text.h"
#include "support/share.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

enum { FILES = 64, ROUNDS = 1500, MOST_BYTES = 1500 };

struct corpus {
    struct text files[FILES];
    size_t count;
};

static void add_files(struct corpus *corpus, const char *pattern)
{
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc && corpus->count < FILES; i++) {
        struct text *text = &corpus->files[corpus->count++];
        text_init(text);
        file_add(found.gl_pathv[i], text);
    }
    globfree(&found);
}

static void release(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++)
        text_release(&corpus->files[i]);
}

/* A run of a file, MOST bytes at most. */
static struct slice some_bytes(const struct corpus *corpus, struct random *random, unsigned most)
{
    struct slice file = text_slice(&corpus->files[random_below(random, corpus->count)]);
    size_t begin = random_once_in(random, 3) ? 0 : random_below(random, file.length + 1);
    size_t length = random_below(random, most + 1);
    return (struct slice){file.at + begin, begin + length > file.length ? file.length - begin : length};
}

static const char *const words[] = {"\0", "\xff", "\x1b[31m", "{", "}", "(", ")", "[", "]", "\"", "\\", ";", "\n%",
    "\r", "\n", "\r\n", "*", "1-0", "White wins\n", "!?", "$256", "1.", "2|", "c3:-d3", ":", ",", "pass", "resign",
    "=1", "[Ruleset \"accasta\"]\n", "[Position \"", "{[%stood]}", "White Black\n", "99999999999999999999",
    "\xef\xbb\xbf", ": ", "- ", "&a", "*a", "!!", "? ", "---\n", "...\n", "\t", "|", ">", "b3-b4*xd6", "R3>1/,O3>2,+B4",
    "+?", "[Ruleset \"stakz\"]\n", "[Hand2 \"? R1\"]\n", "[Start \"R2 G4\"]\n", "R? ?", ".?.", "[Match \"m\"]\n",
    "2-11-0", "\xe2\x80\x93", "\x96", "\xc3\x97", "\xe2\x86\x92", "&ndash;", "=E2=80=93", "=\n", "> ", "\n> ", "| ",
    "**", "B4", "\xc2\xbd-\xc2\xbd", "Ruleset: staku\n", "[Evnt \xe2\x80\x9cx\xe2\x80\x9d]\n", "1) ", "White\tBlack\n",
    " : ", "\xc2\xa0"};
enum { WORDS = sizeof words / sizeof words[0] };

static void mutate(struct text *text, const struct corpus *corpus, struct random *random)
{
    struct text old = *text;
    struct slice bytes = text_slice(&old);
    size_t at = random_below(random, bytes.length + 1);
    size_t gone = random_once_in(random, 2) ? random_below(random, 12) : 0;
    text_init(text);
    text_add(text, (struct slice){bytes.at, at});
    if (random_once_in(random, 3))
        text_add(text, some_bytes(corpus, random, 40));
    else if (random_once_in(random, 4))
        text_add_char(text, (char)random_below(random, 256));
    else
        text_add_string(text, words[random_below(random, WORDS)]);
    at += at + gone > bytes.length ? bytes.length - at : gone;
    text_add(text, (struct slice){bytes.at + at, bytes.length - at});
    text_release(&old);
}

static void run(
    struct tally *tally, const char *what, const struct corpus *corpus, bool torture(struct slice), uint64_t seed)
{
    struct random random = {seed};
    struct text text;
    bool good = corpus->count > 0;
    text_init(&text);
    for (unsigned i = 0; i < share_of(ROUNDS) && good; i++) {
        text_clear(&text);
        text_add(&text, some_bytes(corpus, &random, MOST_BYTES));
        for (unsigned left = random_below(&random, 8); left > 0; left--)
            mutate(&text, corpus, &random);
        good = torture(text_slice(&text));
        if (!good)
            complaint("round %u, bytes:\n%.*s", i, (int)text.length, text_slice(&text).at);
    }
    text_release(&text);
    tally_count(tally, good, what, "mutations");
}

int main(void)
{
    struct tally tally = {0};
    struct corpus games = {.count = 0};
    struct corpus rulesets = {.count = 0};
    add_files(&games, "tests/corpus/games/*.sgn");
    add_files(&games, "samples/*/*.sgn");
    add_files(&rulesets, "rulesets/*.yaml");
    add_files(&rulesets, "tests/variants/*.yaml");
    run(&tally, "games with bytes changed", &games, torture_games, 1);
    run(&tally, "rulesets with bytes changed", &rulesets, torture_ruleset, 2);
    release(&games);
    release(&rulesets);
    return tally_end(&tally);
}
