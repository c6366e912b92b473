/* SPDX-License-Identifier: MIT */
/* Every game of samples and vectors, and of random play, that a form of records can hold is written in it, and read
   back: the same turns, at their places in the file, tags and outcome; written once more, it is the same bytes.  Of
   samples and vectors then bytes are changed, taken out and doubled, and each record is read, or refused at a place
   that is there. */
#include "cli/cli.h"
#include "convert/form_table.h"
#include "support/books.h"
#include "support/checking.h"
#include "support/complaint.h"
#include "support/random.h"
#include "support/recording.h"
#include "support/share.h"
#include "support/tally.h"
#include "support/torture.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

/* The table of commands; its main function is not needed. */
#define main catasta_main
#include "cli/main.c"
#undef main

enum { MUTATIONS = 100, RANDOM_GAMES = 1000 };

static const struct record_form *form;
static catasta_session *reading;
static struct random seed = {1};

static bool same_text(struct catasta_text a, struct catasta_text b)
{
    return a.length == b.length && (a.length == 0 || memcmp(a.bytes, b.bytes, a.length) == 0);
}

static bool write_form(const catasta_game *game, struct text *text)
{
    const struct catasta_sink sink = text_sink(text);
    void *writer = form->open(&sink);
    bool added = writer != NULL && form->add(writer, game);
    return writer != NULL && form->close(writer) && added;
}

static bool is_tag(struct catasta_text name, const char *word)
{
    return name.length == strlen(word) && memcmp(name.bytes, word, name.length) == 0;
}

/* Whether what the tag NAME says is said otherwise, or may be. */
static bool becomes_other(struct catasta_text name)
{
    static const char *const names[] = {"Ruleset", "Rules", "Position", "White", "Black"};
    bool other = is_tag(name, "Result");
    for (size_t i = 0; i < sizeof names / sizeof names[0] && form->holds == HOLD_ALL; i++)
        other |= is_tag(name, names[i]);
    return other;
}

/* Whether NODE is at the place of its text: as it is there, or in JSON inside quotes. */
static bool is_at_place(const struct catasta_info *info, const struct catasta_node *node)
{
    struct catasta_text source = info->source;
    size_t begin = node->span.begin;
    size_t end = node->span.end;
    if (strcmp(form->name, "abstractplay") != 0)
        return end <= source.length && same_text((struct catasta_text){source.bytes + begin, end - begin}, node->text);
    return end < source.length && begin > 0 && source.bytes[begin - 1] == '"' && source.bytes[end] == '"';
}

/* Whether each tag of GAME that says something is one of OTHER. */
static bool same_tags(const catasta_game *game, const catasta_game *other)
{
    struct catasta_tag tag = {.size = sizeof tag};
    struct catasta_tag found = {.size = sizeof found};
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++) {
        bool same = (form->holds & HOLD_TAGS) == 0 || becomes_other(tag.name);
        for (size_t k = 0; catasta_game_tag(other, k, &found) && !same; k++)
            same = same_text(tag.name, found.name) && same_text(tag.value, found.value);
        if (!same)
            return complaint("the tag %.*s is another", (int)tag.name.length, tag.name.bytes);
    }
    return true;
}

/* Turns of the main line; 'resign' may have become a result. */
static bool same_turns(const catasta_game *game, const catasta_game *other)
{
    struct catasta_node a = {.size = sizeof a};
    struct catasta_node b = {.size = sizeof b};
    const struct catasta_info info = game_info(other);
    bool same = catasta_game_node(game, 0, &a) && catasta_game_node(other, 0, &b);
    while (same && a.next != CATASTA_NOWHERE) {
        catasta_game_node(game, a.next, &a);
        if (b.next == CATASTA_NOWHERE)
            return is_tag(a.text, "resign") && a.next == CATASTA_NOWHERE;
        catasta_game_node(other, b.next, &b);
        same = same_text(a.text, b.text) && is_at_place(&info, &b);
    }
    return same && b.next == CATASTA_NOWHERE;
}

static bool same_outcome(const catasta_game *game, const catasta_game *other)
{
    struct catasta_outcome a = {.size = sizeof a};
    struct catasta_outcome b = {.size = sizeof b};
    bool known = catasta_game_outcome(game, &a) && catasta_game_outcome(other, &b);
    bool same = known && a.over == b.over && a.winners == b.winners && (a.reason == NULL) == (b.reason == NULL);
    bool claimed = !a.over && form->holds == 0; /* in whatever way */
    return same && (a.reason == NULL || claimed || strcmp(a.reason, b.reason) == 0);
}

static void mutate(struct text *text)
{
    static const char signs[] = "{}[]\",:\\x1-a0 \n\xff./w(;Q";
    size_t at = random_below(&seed, text->length);
    char sign = signs[random_below(&seed, sizeof signs)];
    switch (random_below(&seed, 4)) {
    case 0:
        text->bytes[at] = sign;
        break;
    case 1:
        memmove(text->bytes + at, text->bytes + at + 1, text->length - at);
        text->length--;
        break;
    case 2:
        text->length = at + 1;
        break;
    default:
        text_add_char(text, ' ');
        memmove(text->bytes + at + 1, text->bytes + at, text->length - at - 1);
        text->bytes[at] = sign;
    }
}

/* Whether all that is found in BYTES is in them. */
static bool reads_anything(struct slice bytes)
{
    catasta_input *input = catasta_input_bytes(reading, bytes.at, bytes.length, "mutated.json");
    const catasta_game *game;
    bool good = input != NULL;
    while (good && (game = catasta_input_next(input)) != NULL) {
        const struct catasta_info info = game_info(game);
        good = info.offset + info.source.length <= bytes.length && torture_places(game);
    }
    good = good && catasta_input_error(input) == 0;
    catasta_input_close(input);
    return good || complaint("%.*s", (int)bytes.length, bytes.at);
}

static void check_game(const catasta_game *game, unsigned mutations, const char *where, struct tally *tally)
{
    struct text first;
    struct text second;
    text_init(&first);
    text_init(&second);
    bool written = write_form(game, &first);
    catasta_input *input = catasta_input_bytes(reading, first.bytes, first.length, "written");
    const catasta_game *other = input == NULL ? NULL : catasta_input_next(input);
    bool legal =
        written && other != NULL && game_info(other).errors == 0 && strcmp(game_info(other).form, form->name) == 0;
    tally_count(tally, legal, "is written and read", where);
    tally_count(tally, legal && same_turns(game, other), "has the same turns at their places", where);
    tally_count(tally, legal && same_tags(game, other), "has the same tags", where);
    tally_count(tally, legal && same_outcome(game, other), "ends as it did", where);
    tally_count(tally, legal && write_form(other, &second) && slice_equal(text_slice(&first), text_slice(&second)),
        "is the same when it is written again", where);
    catasta_input_close(input);
    bool good = true;
    for (unsigned i = 0; i < mutations && good; i++) {
        text_clear(&second);
        text_add(&second, text_slice(&first));
        for (unsigned changes = 1 + random_below(&seed, 3); changes > 0 && second.length > 1; changes--)
            mutate(&second);
        good = reads_anything(text_slice(&second));
    }
    if (mutations > 0)
        tally_count(tally, good, "is read or refused when it is changed", where);
    text_release(&first);
    text_release(&second);
}

/* Those games of INPUT that the form can hold. */
static void check_all(catasta_input *input, const char *name, unsigned mutations, struct tally *tally)
{
    catasta_game *game;
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_tag tag = {.size = sizeof tag};
        char where[256];
        bool whole = game_info(game).readable && form->refuse(game) == NULL;
        for (size_t i = 0; whole && catasta_game_tag(game, i, &tag); i++)
            whole = ((form->holds & HOLD_POSITION) != 0 || !is_tag(tag.name, "Position")) &&
                ((form->holds & HOLD_RULES) != 0 || !is_tag(tag.name, "Rules"));
        snprintf(where, sizeof where, "%s: game %u", name, game_info(game).number);
        if (whole)
            check_game(game, mutations, where, tally);
    }
    catasta_input_close(input);
}

static void check_file(catasta_session *session, const char *path, struct tally *tally)
{
    FILE *file = fopen(path, "rb");
    if (file != NULL)
        check_all(catasta_input_open(session, fileno(file), path), path, share_of(MUTATIONS), tally);
    if (file != NULL)
        fclose(file);
}

static void check_random(catasta_session *session, const struct book *book, struct tally *tally)
{
    struct recording recording;
    struct text text;
    text_init(&text);
    recording_init(&recording, &book->entry.book, book->name);
    for (unsigned i = share_of(RANDOM_GAMES); i > 0; i--) {
        recording_make(&recording, RECORDED_TURNS, &seed);
        recording_write(&recording, &recording.words, &text);
        text_add_char(&text, '\n');
    }
    for (form = record_forms; form->name != NULL; form++)
        if (form->open != NULL)
            check_all(catasta_input_bytes(session, text.bytes, text.length, book->name), book->name, 0, tally);
    recording_release(&recording);
    text_release(&text);
}

int main(void)
{
    static const char *const folders[] = {"rulesets", NULL};
    const struct catasta_options options = {.size = sizeof options, .folders = folders, .forms = form_readers};
    struct tally tally = {0};
    struct books books;
    glob_t found = {0};
    catasta_session *session = session_open(NULL);
    reading = catasta_session_new(&options, NULL);
    glob("samples/*/*.sgn", 0, NULL, &found);
    glob("tests/corpus/games/*.sgn", GLOB_APPEND, NULL, &found);
    const size_t apart = found.gl_pathc / quick_share_of((unsigned)found.gl_pathc);
    for (form = record_forms; form->name != NULL; form++)
        for (size_t i = 0; i < found.gl_pathc && form->open != NULL; i += apart)
            check_file(session, found.gl_pathv[i], &tally);
    globfree(&found);
    tally_count(&tally, books_open(&books), "are read", "rulesets");
    for (unsigned i = 0; i < books.count; i++)
        if (books.list[i].shipped)
            check_random(session, &books.list[i], &tally);
    books_close(&books);
    catasta_session_free(session);
    catasta_session_free(reading);
    return tally_end(&tally);
}
