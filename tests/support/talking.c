/* SPDX-License-Identifier: MIT */
#include "support/talking.h"

#include "support/files.h"

#include "games/game.h"
#include "record/talk.h"
#include "record/turn_forms.h"

#include <stdio.h>
#include <string.h>

enum { PLIES = 8, WORDS_MOST = 60000, LEAST = 5, MOST = 12 };

static const char *const figures[] = {
    "1-0", "0-1", "0:1", "1:0", "1/2-1/2", "34-21", "2-1", "5", "1.5-0.5", "0.5-0.5", "*"};
enum { FIGURES = sizeof figures / sizeof figures[0] };

static struct text vocabulary; /* all words */
static struct slice words[WORDS_MOST];
static unsigned word_count;
static struct text all_sentences;

/* Words of the manuals and of the clerk's tables, and of what is in quotes in a source. */
bool talk_open(void)
{
    text_init(&vocabulary);
    text_init(&all_sentences);
    SCOPED(text, source);
    if (!files_add("man/*.[1-7]", &vocabulary) || !files_add("data/words/*.tsv", &vocabulary) ||
        !files_add("src/record/*.[ch]", &source) || !files_add("tests/corpus/talk/*.txt", &all_sentences))
        return false;
    bool quoted = false;
    for (size_t i = 0; i < source.length; i++) {
        quoted ^= source.bytes[i] == '"';
        text_add_char(&vocabulary, quoted && source.bytes[i] != '\\' ? source.bytes[i] : ' ');
    }
    const char *end = vocabulary.bytes + vocabulary.length;
    for (const char *at = vocabulary.bytes, *begin; at < end && word_count < WORDS_MOST; at++) {
        begin = at;
        while (at < end && letter_length(at) > 0)
            at += letter_length(at);
        if (at - begin > 1) /* a letter is not a word */
            words[word_count++] = slice_to(begin, at);
    }
    return word_count >= 1000 && all_sentences.length > 0;
}

void talk_close(void)
{
    text_release(&vocabulary);
    text_release(&all_sentences);
}

struct slice talk_sentences(void)
{
    return text_slice(&all_sentences);
}

/* A word that is no turn of the game, as "Bl" is one of Hive. */
static struct slice draw_word(const struct game *game, struct random *random)
{
    struct slice word;
    do
        word = words[random_below(random, word_count)];
    while (turn_form_covers(&turn_forms[game->notation.shape], word));
    return word;
}

void talk_add_line(const struct recording *recording, struct random *random, struct text *line)
{
    const unsigned count = LEAST + random_below(random, MOST - LEAST + 1);
    const unsigned between[2] = {1 + random_below(random, count - 1), 1 + random_below(random, count - 1)};
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < 2; k++) {
            if (i != between[k] || random_once_in(random, 3))
                continue;
            if (random_once_in(random, 2))
                text_add_string(line, figures[random_below(random, FIGURES)]);
            else
                text_add(line, recording->words.list[random_below(random, recording->words.count)].text);
            text_add_char(line, ' ');
        }
        text_add(line, draw_word(recording->book->game, random));
        text_add_string(line, i + 1 < count ? " " : random_once_in(random, 2) ? "." : "");
    }
}

bool talk_has_words(struct slice line, const struct text *text)
{
    const char *at = text->bytes;
    struct slice word;
    while (at != NULL && slice_split(&line, ' ', &word)) {
        char plain[256] = "";
        if (word.length == 0 || word.length >= sizeof plain)
            continue;
        memcpy(plain, word.at, word.length);
        at = strstr(at, plain);
        at = at == NULL ? NULL : at + word.length;
    }
    return at != NULL;
}

void talk_make_game(struct recording *recording, struct random *random, struct text *head, struct text *tail)
{
    do
        recording_make(recording, PLIES, random);
    while (recording->words.count < 2);
    char *result = strstr(recording->tags.bytes, "[Result ");
    char *end = strchr(result, '\n') + 1;
    memmove(result, end, strlen(end) + 1);
    recording->tags.length -= (size_t)(end - result);
    text_clear(head);
    text_clear(tail);
    const struct words all = recording->words;
    unsigned middle = all.count / 2;
    while (middle < all.count && all.list[middle].number == 0)
        middle++;
    struct words part = {.count = middle};
    memcpy(part.list, all.list, middle * sizeof part.list[0]);
    text_clear(&recording->result);
    recording_write(recording, &part, head);
    for (unsigned i = middle; i < all.count; i++) {
        if (all.list[i].number > 0)
            text_printf(tail, "%u. ", (unsigned)all.list[i].number);
        text_add(tail, all.list[i].text);
        text_add_char(tail, i + 1 < all.count ? ' ' : '\n');
    }
}
