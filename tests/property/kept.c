/* SPDX-License-Identifier: MIT */
/* No repair loses what was written.  Games of every shipped ruleset, with slips in them,
   and with words that are no turns put somewhere: results in other signs, clocks, remarks,
   turns of other games, a turn again.  Of every repair of every fault, whatever its
   confidence, the words in the place of which its edits put something are still there:

   - of two edits each puts what the other takes away;
   - one that only takes away takes a word that stands before it, too;
   - of others each word has its share of the new text, in which it is found again, all of
     them but for a slip or two; of a single word, more may change, and of several that become
     as many, each is its own but for a slip or two, or one tile is named instead of another;
   - a word that nobody could take for a turn is there to the letter.

   fmt --fix writes no game without such a word, either. */
#include "base/utf8.h"
#include "support/books.h"
#include "support/checking.h"
#include "support/playing.h"
#include "support/share.h"
#include "support/tally.h"
#include "support/trials.h"

#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 120, WORDS = 16, LONGEST = 200 };

/* Words, and how many of them are no turns by any slip. */
static const char *const junk[] = {"12:30", "0:01:30", "nice", "gut!", "sch\xc3\xb6n", "draw?", "0,5", "%",
    "und so weiter",
    /* results in other signs */
    ("0\xe2\x80\x93"
     "1"),
    "0:1", "1:0", "1-O", "l-0",
    /* turns of a game */
    "g4:g5", "c3:-d3", "e1+g1", "b3-b4*xd6", "R3>1,+B4", "+?", "B@z26", "z26-z27,+WR", "pass"};
enum { JUNK = sizeof junk / sizeof junk[0], FOREIGN = 9 };

/* Signs, look-alikes as what they look like. */
struct signs {
    unsigned count;
    uint32_t code[LONGEST];
};

static struct signs signs_of(struct slice text)
{
    struct signs signs = {0};
    while (text.length > 0 && signs.count < LONGEST) {
        struct utf8_char c = utf8_next(text);
        uint32_t code = c.code >= 'a' && c.code <= 'z' ? c.code - 32 : c.code;
        code = code == 0x2013 || code == 0x2212 || code == '_' ? '-' : code == 0xD7 ? 'X' : code == 0x223C ? '~' : code;
        code = code == 'L' || code == 'I' ? '1' : code == 'O' ? '0' : code == ';' ? ':' : code == '.' ? ',' : code;
        if (c.valid && c.code > ' ')
            signs.code[signs.count++] = code == '=' ? '+' : code == '*' ? 'X' : code;
        text.at += c.length;
        text.length -= c.length;
    }
    return signs;
}

/* How many signs of A are found again, in their order, among those of B from BEGIN to END. */
static unsigned found_again(const struct signs *a, const struct signs *b, unsigned begin, unsigned end)
{
    unsigned row[LONGEST + 1] = {0};
    for (unsigned i = 0; i < a->count; i++) {
        unsigned before = 0;
        for (unsigned j = begin; j < end; j++) {
            unsigned here = row[j + 1];
            row[j + 1] = a->code[i] == b->code[j] ? before + 1 : here > row[j] ? here : row[j];
            before = here;
        }
        row[begin] = 0;
    }
    return row[end];
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool next_word(struct slice *text, struct slice *word)
{
    while (text->length > 0 && is_blank(*text->at))
        *text = (struct slice){text->at + 1, text->length - 1};
    *word = (struct slice){text->at, 0};
    while (word->length < text->length && !is_blank(text->at[word->length]))
        word->length++;
    *text = (struct slice){text->at + word->length, text->length - word->length};
    return word->length > 0;
}

/* Whether NEW is OLD but for a cell, 'd5', and one a row and a column off. */
static bool is_beside(struct slice old, struct slice new)
{
    bool same = old.length == new.length;
    for (size_t i = 0; same && i < old.length; i++)
        same = abs(old.at[i] - new.at[i]) <= 1;
    return same;
}

/* Whether WORD names a tile, or a side of one: "wA1", "-bQ". */
static bool is_tile(struct slice word)
{
    size_t at = word.length > 0 && strchr("-/\\", word.at[0]) != NULL;
    bool name =
        at + 1 < word.length && strchr("wb", word.at[at]) != NULL && strchr("QSBGAMLP", word.at[at + 1]) != NULL;
    for (at += 2; at < word.length && word.at[at] >= '0' && word.at[at] <= '9';)
        at++;
    return name && (at == word.length || (at + 1 == word.length && strchr("-/\\", word.at[at]) != NULL));
}

/* Whether each word of NEW is the one of OLD in its place, but for a slip or two, or both name tiles. */
static bool is_paired(struct slice old, struct slice new)
{
    struct slice a;
    struct slice b;
    bool paired = true;
    while (paired && next_word(&old, &a)) {
        paired = next_word(&new, &b);
        struct signs was = signs_of(a);
        struct signs is = signs_of(b);
        unsigned found = found_again(&was, &is, 0, is.count);
        paired &= (is_tile(a) && is_tile(b)) || is_beside(a, b) || (found + 2 >= was.count && 2 * found >= was.count);
    }
    return paired && !next_word(&new, &b);
}

/* Whether each word of OLD has a share of NEW. */
static bool has_shares(struct slice old, struct slice new)
{
    struct signs all = signs_of(old);
    struct signs is = signs_of(new);
    struct slice word;
    unsigned begin = 0;
    unsigned words = 0;
    for (struct slice rest = old; next_word(&rest, &word); words++)
        ;
    for (struct slice rest = old; next_word(&rest, &word);) {
        struct signs was = signs_of(word);
        unsigned least = words == 1 ? (was.count + 3) / 4 : (was.count + 1) / 2;
        unsigned end = begin;
        while (end < is.count && found_again(&was, &is, begin, end) < least)
            end++;
        if (found_again(&was, &is, begin, end) < least)
            return false;
        begin = end;
    }
    return words == 1 || found_again(&all, &is, 0, is.count) + words >= all.count;
}

/* Whether NEW is OLD with braces around some of it. */
static bool is_commented(struct slice old, struct slice new)
{
    size_t at = 0;
    for (size_t i = 0; i < new.length; i++) {
        bool brace = new.at[i] == '{' || new.at[i] == '}';
        if (at < old.length && new.at[i] == old.at[at])
            at++;
        else if (!brace)
            return false;
    }
    return at == old.length;
}

/* Whether NEW has the words of OLD in any order. */
static bool is_reordered(struct slice old, struct slice new)
{
    struct slice word;
    struct slice other;
    if (old.length != new.length)
        return false;
    for (struct slice rest = old; next_word(&rest, &word);) {
        int times = 0;
        for (struct slice all = old; next_word(&all, &other);)
            times += slice_equal(word, other);
        for (struct slice all = new; next_word(&all, &other);)
            times -= slice_equal(word, other);
        if (times != 0)
            return false;
    }
    return true;
}

static bool is_kept(struct slice source, const struct repair *repair)
{
    struct slice old[2];
    for (unsigned i = 0; i < repair->edit_count; i++)
        old[i] = slice_cut(source, repair->edits[i].span);
    if (repair->edit_count == 2 && slice_equal(old[0], repair->edits[1].text) &&
        slice_equal(old[1], repair->edits[0].text))
        return true;
    for (unsigned i = 0; i < repair->edit_count; i++) {
        struct slice new = repair->edits[i].text;
        bool kept = old[i].length == 0 ||
            (repair->kind == REPAIR_DOUBLED            ? is_commented(old[i], new)
                    : repair->kind == REPAIR_REORDERED ? is_reordered(old[i], new)
                                                       : has_shares(old[i], new) || is_paired(old[i], new));
        if (!kept)
            return false;
    }
    return true;
}

static unsigned count_in(struct slice text, const char *word)
{
    unsigned count = 0;
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= text.length; i++)
        count += memcmp(text.at + i, word, length) == 0;
    return count;
}

/* Whether WORD is less often in what the edits put there than in what they take away. */
static bool loses(struct slice source, const struct repair *repair, const char *word)
{
    unsigned was = 0;
    unsigned is = 0;
    for (unsigned i = 0; i < repair->edit_count; i++) {
        was += count_in(slice_cut(source, repair->edits[i].span), word);
        is += count_in(repair->edits[i].text, word);
    }
    return is < was;
}

/* Whether a turn takes the place of one word that was a turn, of which nothing can be lost. */
static bool is_one_for_one(struct slice source, const struct repair *repair, const char *foreign)
{
    struct slice old = slice_cut(source, repair->edits[0].span);
    struct slice new = repair->edits[0].text;
    struct slice word;
    return repair->edit_count == 1 && next_word(&old, &word) && old.length == 0 && next_word(&new, &word) &&
        new.length == 0 && foreign != NULL &&count_in(slice_cut(source, repair->edits[0].span), foreign) == 0;
}

struct checking {
    struct trials trials;
    catasta_session *session;
    struct text text;
    unsigned records;
    unsigned repairs;
};

/* Judges TEXT; FOREIGN is a word in it that is no turn, or NULL. */
static bool check_text(struct checking *checking, const char *foreign)
{
    struct trials *trials = &checking->trials;
    reader_close(&trials->reader);
    checking->records++;
    if (!read_record(&trials->reader, &trials->record, text_slice(&checking->text), referee_shapes(trials->referee)) ||
        !referee_judge(trials->referee, &trials->record, (struct keep){0}, &trials->report))
        return complaint("cannot be judged:\n%s", text_slice(&checking->text).at);
    struct slice source = trials->record.source;
    for (const struct diagnostic *fault = trials->report.diagnostics.first; fault != NULL; fault = fault->next)
        for (unsigned i = 0; i < fault->repair_count; i++) {
            const struct repair *repair = &fault->repairs[i];
            struct slice old = slice_cut(source, repair->edits[0].span);
            checking->repairs++;
            if (!(is_kept(source, repair) || is_one_for_one(source, repair, foreign)) ||
                (foreign != NULL && loses(source, repair, foreign)))
                return complaint("'%.*s' becomes '%.*s' in:\n%s", (int)old.length, old.at,
                    (int)repair->edits[0].text.length, repair->edits[0].text.at, text_slice(&checking->text).at);
        }
    return true;
}

static bool check_fixed(struct checking *checking, const char *foreign)
{
    struct text fixed;
    unsigned made;
    text_init(&fixed);
    bool unchanged = !fix_sgn(checking->session, text_slice(&checking->text), &fixed, &made);
    for (size_t i = 0; i < fixed.length; i++) /* a comment is broken at its spaces */
        fixed.bytes[i] = (char)(fixed.bytes[i] == '\n' ? ' ' : fixed.bytes[i]);
    bool good = unchanged || count_in(text_slice(&fixed), foreign) > 0;
    if (!good)
        complaint("fmt --fix loses '%s':\n%s", foreign, text_slice(&checking->text).at);
    text_release(&fixed);
    return good;
}

/* RECORD with WORD behind some word of its movetext; returns that. */
static struct slice put_word(struct checking *checking, struct slice record, const char *word)
{
    const char *moves = strstr(record.at, "\n\n") + 2;
    struct slice place = {moves, (size_t)(record.at + record.length - moves)};
    unsigned words = 0;
    struct slice old;
    for (struct slice rest = place; next_word(&rest, &old);)
        words++;
    for (unsigned n = 1 + random_below(&checking->trials.random, words); n > 0; n--)
        next_word(&place, &old);
    text_clear(&checking->text);
    text_add(&checking->text, (struct slice){record.at, (size_t)(place.at - record.at)});
    text_add_char(&checking->text, random_once_in(&checking->trials.random, 8) ? '\n' : ' ');
    if (word != NULL)
        text_add_string(&checking->text, word);
    else if (random_once_in(&checking->trials.random, 2))
        text_add(&checking->text, old);
    else
        text_printf(&checking->text, "%.*s:x", (int)old.length, old.at);
    text_add(&checking->text, place);
    return old;
}

/* RECORD with one word more. */
static bool check_with_word(struct checking *checking, struct slice record)
{
    unsigned which = random_below(&checking->trials.random, JUNK + 3);
    const char *word = which < JUNK ? junk[which] : NULL;
    char foreign[32] = "";
    put_word(checking, record, word);
    if (which < FOREIGN)
        snprintf(foreign, sizeof foreign, "%.*s", (int)strcspn(word, "!?"), word);
    return check_text(checking, which < FOREIGN ? foreign : NULL) &&
        (which >= FOREIGN || checking->records % 4 != 0 || check_fixed(checking, foreign));
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    struct checking checking = {.session = session_open(NULL)};
    struct trials *trials = &checking.trials;
    bool good = trials_open(trials, &one->entry.book, one->name, 100 + seed) && checking.session != NULL;
    text_init(&checking.text);
    for (unsigned game = 0; game < share_of(GAMES) && good; game++) {
        good = trials_next(trials);
        if (!good)
            break;
        text_clear(&checking.text);
        text_add(&checking.text, text_slice(&trials->trial.broken_text));
        good = check_text(&checking, NULL) && check_with_word(&checking, text_slice(&trials->trial.broken_text)) &&
            check_with_word(&checking, text_slice(&trials->trial.sound_text));
    }
    if (good && checking.repairs < checking.records / 2)
        good = complaint("only %u repairs in %u records", checking.repairs, checking.records);
    text_release(&checking.text);
    trials_close(trials);
    catasta_session_free(checking.session);
    tally_count(tally, good, "no repair loses a word", one->name);
}

int main(void)
{
    return check_shipped(check_ruleset);
}
