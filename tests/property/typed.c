/* SPDX-License-Identifier: MIT */
/* The clerk copies what people type, and invents nothing.  After a legal game without a result, and between two of its
   turns, comes a line that somebody says, as in talk.c: no turn and no result comes out of it, and no word of it is
   lost.  Of every copy of a legal game, the copy is the same; and the grammar reads it without mending, if it has no
   turn with a slip.

   So it is with noise, too: signs, words, turns and figures in any order.  And time is in proportion to the text. */
#include "library/session.h"
#include "support/books.h"
#include "support/checking.h"
#include "support/copying.h"
#include "support/share.h"
#include "support/talking.h"
#include "support/tally.h"

#include <stdio.h>
#include <string.h>

enum { LINES = 6000, NOISES = 6000, SHIPPED = 12, SHOWN = 5 };

static const char *const noise[] = {"d4", "c3:-d3", "B3 :- C4", "R3>1,+P1", "+G4", "z26-z27,+WR", "T@z26", "pass", "--",
    "-", "resign", "1.", "2)", "(3)", "Move 4", "1...", "White:", "B:", "Anna", "won", "draw", "1-0", "0:1", "34-21",
    "\xc2\xbd", "?", "!", "!?", "$3", "{", "}", "(", ")", "[", "]", "[White \"Anna\"]", "Black: Ben", "|", ";", ",",
    "*", "**", "_", "`", "```", ">", "<br>", "[b]", "&nbsp;", "&#45;", "\xe2\x80\x93", "\xe2\x86\x92", "\"", "'", "~~~",
    "...", "\n", "\n\n", "\t", "  ", "\\", "\xff", "\x01", "No.|White|Black", "Black White", "hmm", "=", "%", "#", "a1",
    "O-1", "zq"};
enum { NOISE = sizeof noise / sizeof noise[0] };

static bool show(void)
{
    static unsigned shown;
    return shown++ < SHOWN;
}

/* The turns of the main line that were played in all games of SGN, a line each; false if one was mended. */
static bool read_copy(catasta_session *session, struct slice sgn, struct text *turns)
{
    catasta_input *input = catasta_input_bytes(session, sgn.at, sgn.length, "copy.sgn");
    catasta_game *game;
    bool plain = input != NULL;
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_node node = {.size = sizeof node};
        plain &= game->record.pieces == NULL;
        for (size_t i = 1; i < game_info(game).nodes && catasta_game_node(game, i, &node); i++)
            if (node.depth == 0 && node.verdict <= CATASTA_STOOD)
                text_printf(turns, "%.*s\n", (int)node.text.length, node.text.bytes);
    }
    catasta_input_close(input);
    return plain;
}

/* What holds of every copy, of one game that is legal but for what is asked; in others turns that nobody can read
   decide what is around them. */
static bool check_copy(catasta_session *typed, catasta_session *plain, struct copied *copied, struct text *turns,
    const char *name, struct tally *tally)
{
    struct copied again = {0};
    const bool read = read_copy(plain, text_slice(&copied->copy), turns) || !copied->readable;
    const bool sure = copied->legal && copied->games == 1;
    const bool same = !sure ||
        (copy_typed(typed, text_slice(&copied->copy), &again) &&
            slice_equal(text_slice(&again.copy), text_slice(&copied->copy)));
    tally_count(tally, read, "the grammar reads the copy", name);
    tally_count(tally, same, "the copy of a copy is the copy", name);
    if (!same && show())
        printf("copy:\n%.*s\nagain:\n%.*s\n", (int)copied->copy.length, copied->copy.bytes, (int)again.copy.length,
            again.copy.bytes);
    copied_release(&again);
    return read && same;
}

/* Whether all letters and digits of TYPED are in the copy or in the list of changes. */
static bool keeps_words(struct slice typed, const struct copied *copied)
{
    struct text all = {0};
    bool kept = true;
    text_printf(&all, "%pS\n%pS", SLICE(text_slice(&copied->made)), SLICE(text_slice(&copied->listed)));
    for (size_t i = 0; kept && i < typed.length;) {
        char word[64];
        size_t length = 0;
        const bool digits = is_digit(typed.at[i]);
        while (
            i < typed.length && (digits ? is_digit(typed.at[i]) : is_letter(typed.at[i])) && length < sizeof word - 1)
            word[length++] = typed.at[i++];
        i += length == 0;
        word[length] = '\0';
        kept = length == 0 || strstr(all.bytes, word) != NULL;
        if (!kept && show())
            printf("'%s' is lost of:\n%.*s\n-> %.*s\n%.*s\n", word, (int)typed.length, typed.at,
                (int)copied->made.length, copied->made.bytes, (int)copied->listed.length, copied->listed.bytes);
    }
    text_release(&all);
    return kept;
}

/* Whether LINE begins with a word: what begins it otherwise may be a turn that is talked about. */
static bool begins_with_word(struct slice line)
{
    bool word = line.length > 0;
    for (size_t i = 0; i < line.length && line.at[i] != ' '; i++)
        word &= !is_digit(line.at[i]);
    return word && (line.length < 6 || (memcmp(line.at, "pass", 4) != 0 && memcmp(line.at, "resign", 6) != 0));
}

/* Whether TURNS are BEFORE, or the first of them where CUT: what stands for a turn may be asked about. */
static bool is_part(const struct text *turns, const struct text *before, bool cut)
{
    return turns->length <= before->length && (cut || turns->length == before->length) &&
        (turns->length == 0 || memcmp(turns->bytes, before->bytes, turns->length) == 0);
}

static void check_line(catasta_session *typed, catasta_session *plain, const char *name, const struct text *head,
    const struct text *tail, struct slice line, struct tally *tally)
{
    for (unsigned inside = 0; inside < 2; inside++) {
        SCOPED(text, text);
        SCOPED(text, whole);
        SCOPED(text, before);
        SCOPED(text, turns);
        struct copied copied = {0};
        text_printf(&whole, "%pS%pS", SLICE(text_slice(head)), SLICE(text_slice(tail)));
        text_printf(&text, "%pS%pS\n%pS\n%pS", SLICE(text_slice(head)), SLICE(inside ? slice_of("") : text_slice(tail)),
            SLICE(line), SLICE(inside ? text_slice(tail) : slice_of("")));
        read_copy(plain, text_slice(&whole), &before);
        copy_typed(typed, text_slice(&text), &copied);
        const bool kept = keeps_words(line, &copied);
        const bool good = check_copy(typed, plain, &copied, &turns, name, tally) && !copied.resulted;
        const bool part = is_part(&turns, &before, inside) || !begins_with_word(line);
        tally_count(tally, good && part, "talk makes no turn and no result", name);
        tally_count(tally, kept, "every word of talk is kept", name);
        if (!(good && part && kept) && show())
            printf("%.*s-> %.*s", (int)text.length, text.bytes, (int)copied.copy.length, copied.copy.bytes);
        copied_release(&copied);
    }
}

static void check_noise(catasta_session *typed, catasta_session *plain, const struct recording *recording,
    struct random *random, const char *name, struct tally *tally)
{
    SCOPED(text, text);
    SCOPED(text, turns);
    struct copied copied = {0};
    if (random_once_in(random, 4))
        text_add(&text, text_slice(&recording->tags));
    for (unsigned i = 3 + random_below(random, 30); i > 0; i--) {
        if (random_once_in(random, 3))
            text_add(&text, recording->words.list[random_below(random, recording->words.count)].text);
        else
            text_add_string(&text, noise[random_below(random, NOISE)]);
        text_add_string(&text, random_once_in(random, 6) ? "" : random_once_in(random, 6) ? "\n" : " ");
    }
    const bool read = copy_typed(typed, text_slice(&text), &copied);
    tally_count(tally, read && keeps_words(text_slice(&text), &copied), "nothing is lost", name);
    if (!check_copy(typed, plain, &copied, &turns, name, tally) && show())
        printf("%.*s\n", (int)text.length, text.bytes);
    copied_release(&copied);
}

static void check_book(struct book *book, unsigned number, struct tally *tally)
{
    struct random random = {4711 + number};
    struct recording recording;
    SCOPED(text, head);
    SCOPED(text, tail);
    SCOPED(text, line);
    catasta_session *typed = copying_session(book->name);
    catasta_session *plain = session_open(book->name);
    recording_init(&recording, &book->entry.book, book->name);
    struct slice rest = talk_sentences();
    struct slice sentence;
    while (slice_split(&rest, '\n', &sentence))
        if (sentence.length > 0 && random_below(&random, 100) < share_of(100)) {
            talk_make_game(&recording, &random, &head, &tail);
            check_line(typed, plain, book->name, &head, &tail, sentence, tally);
        }
    for (unsigned i = share_of(LINES / SHIPPED); i > 0; i--) {
        talk_make_game(&recording, &random, &head, &tail);
        text_clear(&line);
        talk_add_line(&recording, &random, &line);
        check_line(typed, plain, book->name, &head, &tail, text_slice(&line), tally);
    }
    for (unsigned i = share_of(NOISES / SHIPPED); i > 0; i--)
        check_noise(typed, plain, &recording, &random, book->name, tally);
    recording_release(&recording);
    catasta_session_free(typed);
    catasta_session_free(plain);
}

int main(void)
{
    if (!talk_open())
        return 1;
    const int status = check_shipped(check_book);
    talk_close();
    return status;
}
