/* SPDX-License-Identifier: MIT */
#include "support/staying.h"

#include "record/talk.h"
#include "support/checking.h"
#include "support/complaint.h"

#include <stdio.h>
#include <stdlib.h>

/* A game as it was typed, and as it is written. */
struct writing {
    const catasta_game *game;
    struct slice typed;
    struct slice written;
    unsigned readings; /* of the table below that are listed, bits */
    struct catasta_span *turns;
    size_t turn_count;
    bool repaired;
};

/* Words. */

struct word_list {
    struct slice *list;
    size_t count;
    size_t capacity;
};

static char before(struct slice text, const char *at)
{
    return at > text.at ? at[-1] : '\n';
}

static char after(struct slice text, const char *at)
{
    return at < slice_end(text) ? *at : '\n';
}

static bool is_any(char c, const char *signs)
{
    return c != '\0' && strchr(signs, c) != NULL;
}

/* Passes over CHARACTERS. */
static const char *pass(struct slice text, const char *at, const char *characters)
{
    while (is_any(after(text, at), characters) && at < slice_end(text))
        at++;
    return at;
}

static bool is_odd(char c)
{
    return (unsigned char)c >= 0x80;
}

static void add_word(struct word_list *words, struct slice word)
{
    if (words->count == words->capacity) {
        words->capacity = words->capacity == 0 ? 64 : 2 * words->capacity;
        words->list = realloc(words->list, words->capacity * sizeof *words->list);
        if (words->list == NULL)
            abort();
    }
    words->list[words->count++] = word;
}

/* Whatever the case of letters. */
static int compare_words(const void *a, const void *b)
{
    const struct slice *x = a;
    const struct slice *y = b;
    for (size_t i = 0; i < x->length && i < y->length; i++)
        if (small_letter(x->at[i]) != small_letter(y->at[i]))
            return small_letter(x->at[i]) < small_letter(y->at[i]) ? -1 : 1;
    return x->length == y->length ? 0 : x->length < y->length ? -1 : 1;
}

/* Whether the DIGITS of TEXT are a turn number, "12." or "2.2. c3", but not "2.2.2026", or the seat of a turn, "2|":
   these are written anew. */
static bool is_number(struct slice text, struct slice digits)
{
    const char *dot = slice_end(digits);
    const char *next = pass(text, dot, ".");
    const char *end = pass(text, next, "0123456789");
    if (next == dot)
        return after(text, dot) == '|';
    return !is_any(before(text, digits.at), ",:/-+=") &&
        (end == next || next - dot > 1 || after(text, end) == '|' ||
            (after(text, end) == '.' && !is_digit(after(text, end + 1))));
}

static void read_words(struct word_list *words, struct slice text)
{
    const char *end = slice_end(text);
    for (const char *at = text.at, *next; at < end; at = next) {
        bool digits = true;
        const bool glyph = before(text, at) == '$';
        for (next = at; next < end && (is_digit(*next) || (letter_length(next) > 0 && !glyph));) {
            digits &= is_digit(*next);
            next += is_digit(*next) ? 1 : letter_length(next);
        }
        if (next == at)
            next++;
        else if (!digits || !is_number(text, slice_to(at, next)))
            add_word(words, slice_to(at, next));
    }
    if (words->count > 0)
        qsort(words->list, words->count, sizeof *words->list, compare_words);
}

/* Whether WORD is in TEXT somewhere. */
static bool is_in(struct slice word, struct slice text)
{
    bool found = false;
    for (const char *at = text.at; !found && at + word.length <= slice_end(text); at++)
        found = memcmp(at, word.at, word.length) == 0;
    return found;
}

/* Readings: words that say what is written in another way. */

/* The result, in which players may be named. */
static bool is_result_word(const struct writing *writing, struct slice word)
{
    return slice_is_any(word, "result|player|player1|player2|1|2|draw|won|lost|on|time|resigned|conceded|0|5") ||
        (is_letter(*word.at) && word.length > 2 && is_in(word, writing->written));
}

static bool is_other_letter(const struct writing *writing, struct slice word)
{
    bool odd = is_odd(before(writing->typed, word.at)) || is_odd(after(writing->typed, slice_end(word)));
    for (size_t i = 0; i < word.length; i++)
        odd |= is_odd(word.at[i]);
    return odd;
}

/* Whether WORD is of a turn, which is written as the board says; after repairs, any that may be: see property/kept.c.
 */
static bool is_of_turn(const struct writing *writing, struct slice word)
{
    const size_t at = (size_t)(word.at - writing->typed.at);
    bool digits = false;
    for (size_t i = 0; i < word.length; i++)
        digits |= is_digit(word.at[i]);
    if (!digits && word.length > 2 && !slice_is_any(word, "pass|none|stay"))
        return false;
    for (size_t i = 0; i < writing->turn_count && !writing->repaired; i++)
        if (writing->turns[i].begin <= at && at < writing->turns[i].end)
            return true;
    return writing->repaired;
}

/* Whether another tag has the name of the one that WORD is in. */
static bool is_of_repeated_tag(const struct writing *writing, struct slice word)
{
    const char *at = word.at;
    while (at > writing->typed.at && *at != '[' && *at != '\n')
        at--;
    size_t length = 1;
    while (is_letter(after(writing->typed, at + length)) || is_digit(after(writing->typed, at + length)))
        length++;
    const struct slice name = {at, length};
    return *at == '[' &&
        (is_in(name, slice_to(writing->typed.at, at)) || is_in(name, slice_to(word.at, slice_end(writing->typed))));
}

/* Whether WORD is of a heading, "White Black", or of its label, "Sample game:", neither of which is written. */
static bool is_of_heading(const struct writing *writing, struct slice word)
{
    const struct slice text = writing->typed;
    const char *at = word.at;
    const bool black_first = word.length >= 5 && memcmp(word.at, "Black", 5) == 0;
    if (black_first)
        while (at > text.at && is_any(at[-1], " \t"))
            at--;
    if (black_first && at - text.at >= 5)
        at -= 5;
    while (!black_first && !slice_is(word, "White") && (is_any(after(text, at), " \t") || letter_length(at) > 0))
        at += letter_length(at) > 0 ? letter_length(at) : 1;
    if (after(text, at) == ':')
        at = pass(text, at + 1, " \t\r\n");
    const struct slice rest = slice_to(at, slice_end(text));
    const char *black = pass(text, at + 5, " \t");
    return rest.length > 10 && memcmp(at, "White", 5) == 0 && black > at + 5 && memcmp(black, "Black", 5) == 0;
}

/* Whether WORD is written as the board says, 'out' once for each seat that goes, or not at all. */
static bool is_written_anew(const struct writing *writing, struct slice word)
{
    return is_of_turn(writing, word) || is_of_heading(writing, word) ||
        (slice_is_any(word, "out|pass") && is_in(slice_of("out"), writing->written));
}

/* A cell alone is left out. */
static bool is_cell(const struct writing *writing, struct slice word)
{
    (void)writing;
    return word.length == 2 && is_letter(word.at[0]) && is_digit(word.at[1]);
}

static const struct {
    const char *id;
    bool (*is_read)(const struct writing *writing, struct slice word);
} readings[] = {
    {"reading/signs", is_other_letter}, {"record/duplicate-tag", is_of_repeated_tag}, {"dvonn/last-piece", is_cell}};
enum { READINGS = sizeof readings / sizeof readings[0] };

static unsigned list_readings(const catasta_game *game)
{
    struct catasta_diagnostic found = {.size = sizeof found};
    unsigned listed = 0;
    for (size_t i = 0; catasta_game_diagnostic(game, i, &found); i++)
        for (unsigned k = 0; k < READINGS; k++)
            listed |= strcmp(found.id, readings[k].id) == 0 ? 1u << k : 0;
    return listed;
}

static void list_turns(struct writing *writing)
{
    const size_t count = game_info(writing->game).nodes;
    struct catasta_node node = {.size = sizeof node};
    writing->turns = calloc(count + 1, sizeof *writing->turns);
    for (size_t i = 1; writing->turns != NULL && i < count && catasta_game_node(writing->game, i, &node); i++)
        writing->turns[writing->turn_count++] = node.span;
}

static bool is_read(const struct writing *writing, struct slice word)
{
    bool read = is_written_anew(writing, word) || (writing->repaired && is_result_word(writing, word));
    for (unsigned k = 0; !read && k < READINGS; k++)
        read = (writing->readings >> k & 1) != 0 && readings[k].is_read(writing, word);
    return read;
}

/* Whether of each word in TYPED as many are in WRITTEN, but for those that are read as something else. */
static bool keeps_words(const struct writing *writing)
{
    struct word_list typed = {.count = 0};
    struct word_list written = {.count = 0};
    bool kept = true;
    read_words(&typed, writing->typed);
    read_words(&written, writing->written);
    for (size_t i = 0, k = 0, same; i < typed.count; i += same) {
        const struct slice word = typed.list[i];
        size_t left = 0;
        for (same = 0; i + same < typed.count && compare_words(&typed.list[i + same], &word) == 0;)
            same++;
        while (k < written.count && compare_words(&written.list[k], &word) < 0)
            k++;
        for (left = same; k < written.count && compare_words(&written.list[k], &word) == 0; k++)
            left -= left > 0;
        for (size_t n = 0; n < same && left > 0; n++)
            left -= is_read(writing, typed.list[i + n]);
        if (left > 0)
            kept = complaint("'%.*s' is lost", (int)word.length, word.at);
    }
    free(typed.list);
    free(written.list);
    return kept;
}

/* Files. */

/* What becomes of the games of a text. */
struct outcome {
    bool refused; /* nothing is written */
    bool copied;  /* a game is not read */
    bool kept;    /* each game has its words */
};

static struct outcome write_games(catasta_session *session, struct slice typed, bool fix, struct text *all);

static bool is_same(catasta_session *session, struct slice once, bool fix)
{
    SCOPED(text, twice);
    const bool refused = write_games(session, once, fix, &twice).refused;
    return (!refused && slice_equal(once, text_slice(&twice))) ||
        complaint("written again it is%s:\n%.*s", refused ? " refused" : "", (int)twice.length, twice.bytes);
}

/* All games of TYPED, as fmt writes them, in ALL. */
static struct outcome write_games(catasta_session *session, struct slice typed, bool fix, struct text *all)
{
    struct outcome outcome = {false, false, true};
    const struct catasta_sink sink = text_sink(all);
    struct catasta_join_state joint = {.size = sizeof joint};
    catasta_input *input = catasta_input_bytes(session, typed.at, typed.length, "typed.sgn");
    catasta_game *game;
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_fixes fixes = {.size = sizeof fixes};
        struct catasta_info info = game_info(game);
        const size_t begin = all->length;
        struct writing writing = {.game = game, .readings = list_readings(game)};
        SCOPED(text, source); /* which is gone after repairs */
        text_add(&source, (struct slice){info.source.bytes, info.source.length});
        list_turns(&writing);
        bool written = !fix || catasta_game_fix(game, "fixed", NULL, &fixes);
        info = game_info(game);
        const bool sgn = strcmp(info.form, "sgn") == 0;
        const bool copied = !info.readable && sgn && (fix ? !info.cut : info.number > 0 && !info.judged);
        written = written && (info.readable || copied) && catasta_write_joined(game, copied, &joint, &sink);
        writing.typed = text_slice(&source);
        writing.written = slice_after(text_slice(all), begin);
        writing.repaired = fixes.made > 0;
        outcome.refused |= !written;
        outcome.copied |= copied;
        outcome.kept &= !written || !sgn || keeps_words(&writing);
        free(writing.turns);
    }
    outcome.refused |= input == NULL || !joint.any;
    catasta_input_close(input);
    return outcome;
}

static bool check(catasta_session *session, struct slice typed, bool fix, bool again)
{
    SCOPED(text, once);
    const struct outcome outcome = write_games(session, typed, fix, &once);
    const bool left = !again || outcome.refused || (outcome.copied && !fix);
    const bool good = (left || is_same(session, text_slice(&once), fix)) && outcome.kept;
    if (!good)
        complaint("%s of\n%.*s\nis\n%.*s", fix ? "fmt --fix" : "fmt", (int)typed.length, typed.at, (int)once.length,
            once.bytes);
    return good;
}

bool stays(catasta_session *session, struct slice typed, bool fix)
{
    return check(session, typed, fix, true);
}

bool keeps(catasta_session *session, struct slice typed, bool fix)
{
    return check(session, typed, fix, false);
}
