/* SPDX-License-Identifier: MIT */
/* Archives for the bench: generate RULESET MEGABYTES [SEED] prints games by random
   play that amount to about that many bytes. */
#include "support/books.h"
#include "support/recording.h"

#include <stdio.h>
#include <stdlib.h>

static void write_games(struct recording *recording, uint64_t bytes, struct random *random)
{
    struct text text;
    uint64_t written = 0;
    text_init(&text);
    while (written < bytes) {
        bool broken_off = random_once_in(random, 3);
        text_clear(&text);
        if (written > 0)
            text_add_char(&text, '\n');
        recording_make(recording, broken_off ? 10 + random_below(random, RECORDED_TURNS) : RECORDED_TURNS, random);
        recording_write(recording, &recording->words, &text);
        fwrite(text.bytes, 1, text.length, stdout);
        written += text.length;
    }
    text_release(&text);
}

int main(int argc, char **argv)
{
    struct books books;
    struct recording recording;
    struct random random = {argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    if (argc < 3 || !books_open(&books) || books_find(&books, argv[1]) == NULL) {
        fputs("usage: generate RULESET MEGABYTES [SEED]\n", stderr);
        return 2;
    }
    recording_init(&recording, books_find(&books, argv[1]), argv[1]);
    write_games(&recording, strtoull(argv[2], NULL, 10) * 1000000, &random);
    recording_release(&recording);
    books_close(&books);
    return fflush(stdout) != 0;
}
