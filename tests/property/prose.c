/* SPDX-License-Identifier: MIT */
/* Prose around and inside of a game is kept.  Games of every shipped ruleset stand in mails, pages and tables, with
   lines of words and signs before, between and behind; of each such record, whatever is read of it, every word is
   there when it was formatted with what is certain repaired.  A text that is refused as no record, where a comment
   takes in all turns, is not formatted; that is one in twenty at most. */
#include "support/books.h"
#include "support/checking.h"
#include "support/recording.h"
#include "support/share.h"
#include "support/tally.h"

#include <stdio.h>
#include <string.h>

enum { RECORDS = 60, PLIES = 8, LETTERS = 7 };

static const char *const junk[] = {"Anna", "white", "black", "draw", "result", "round", "Date:", "Site", "quote",
    "turn", "b4", "1-0", "0:1", "12", "R3", "pass", "[b]", "[quote=Ben]", "<p>", "</i>", "<!--", "-->", "**", "_",
    "~~~", "```", "--", "---", ";", "{", "}", "(", ")", "|", ",", ":", "=", "=20", "+", "*", ">", "<", "&amp;", "#",
    "%", "[", "]", "\"", "'", "\t", "3.", "1)", "(2)", "I.", "\xe2\x80\xa2", "\xe2\x80\x93", "\xe2\x86\x92", "\xc2\xbd",
    "From:", "Player1", "Ruleset:", "-", "won", "resigned"};
enum { JUNK = sizeof junk / sizeof junk[0] };

/* A word that is no turn by any slip, and stands nowhere else. */
static void add_word(struct text *text, struct random *random)
{
    text_add_string(text, "zq");
    for (unsigned i = 2; i < LETTERS; i++)
        text_add_char(text, (char)('h' + random_below(random, 16)));
}

static void add_lines(struct text *text, struct random *random)
{
    for (unsigned lines = random_below(random, 4); lines > 0; lines--) {
        for (unsigned words = random_below(random, 8); words > 0; words--) {
            if (random_once_in(random, 2))
                text_add_string(text, junk[random_below(random, JUNK)]);
            else
                add_word(text, random);
            text_add_char(text, ' ');
        }
        text_add_char(text, '\n');
    }
}

/* The tags, and the turns in rows of a table or in lines, with prose between two of them. */
static void add_game(struct text *text, const struct recording *recording, struct random *random)
{
    static const char *const between[] = {" ", "\t", " | ", "<br>"};
    const char *separator = between[random_below(random, sizeof between / sizeof between[0])];
    const unsigned cut = random_below(random, recording->words.count + 1);
    text_add(text, text_slice(&recording->tags));
    text_add_char(text, '\n');
    for (unsigned i = 0; i < recording->words.count; i++) {
        const struct word *word = &recording->words.list[i];
        if (word->number > 0)
            text_printf(text, "\n%u.%s", (unsigned)word->number, separator);
        else
            text_add_string(text, separator);
        text_add(text, word->text);
        if (i == cut) {
            text_add_char(text, '\n');
            add_lines(text, random);
        }
    }
    text_add_char(text, '\n');
}

/* All games of TEXT, as fmt --fix writes them; false when it is refused. */
static bool format(catasta_session *session, struct slice text, struct text *formatted)
{
    const struct catasta_sink sink = text_sink(formatted);
    catasta_input *input = catasta_input_bytes(session, text.at, text.length, "prose.sgn");
    catasta_game *game;
    bool taken = false;
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_fixes fixes = {.size = sizeof fixes};
        const bool fixed = catasta_game_fix(game, "fixed", NULL, &fixes);
        const struct catasta_info info = game_info(game);
        taken |= info.number > 0;
        if (!fixed || !info.readable || !catasta_write(game, CATASTA_SGN, &sink))
            text_add(formatted, (struct slice){info.source.bytes, info.source.length});
    }
    catasta_input_close(input);
    return taken;
}

/* The first word of TEXT that is not in FORMATTED; nothing: all are. */
static struct slice find_lost(struct slice text, const struct text *formatted)
{
    for (size_t i = 0; i + LETTERS <= text.length; i++)
        if (memcmp(text.at + i, "zq", 2) == 0) {
            char word[LETTERS + 1] = "";
            memcpy(word, text.at + i, LETTERS);
            if (formatted->bytes == NULL || strstr(formatted->bytes, word) == NULL)
                return (struct slice){text.at + i, LETTERS};
        }
    return (struct slice){NULL, 0};
}

static void check_book(struct book *book, unsigned number, struct tally *tally)
{
    struct random random = {77 + number};
    struct recording recording;
    struct text text, formatted;
    unsigned refused = 0;
    const char *name = book->name;
    catasta_session *session = session_open(NULL);
    text_init(&text);
    text_init(&formatted);
    recording_init(&recording, &book->entry.book, name);
    for (unsigned i = share_of(RECORDS); i > 0; i--) {
        text_clear(&text);
        text_clear(&formatted);
        recording_make(&recording, PLIES, &random);
        add_lines(&text, &random);
        add_game(&text, &recording, &random);
        add_lines(&text, &random);
        if (!format(session, text_slice(&text), &formatted)) {
            refused++;
            continue;
        }
        struct slice lost = find_lost(text_slice(&text), &formatted);
        bool kept = lost.length == 0;
        tally_count(tally, kept, "every word is kept", name);
        if (!kept)
            printf("%.*s is lost of:\n%.*s\n", (int)lost.length, lost.at, (int)text.length, text.bytes);
    }
    tally_count(tally, refused * 20 <= RECORDS, "few are refused", name);
    recording_release(&recording);
    catasta_session_free(session);
    text_release(&text);
    text_release(&formatted);
}

int main(void)
{
    return check_shipped(check_book);
}
