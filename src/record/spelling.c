/* SPDX-License-Identifier: MIT */
#include "record/spelling.h"

#include "base/utf8.h"
#include "record/spelled_turns.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const known_tags[KNOWN_TAGS + 1] = {"Annotator", "Black", "Board", "Colours", "Date", "Event", "Hand1",
    "Hand2", "Hand3", "Hand4", "Hand5", "Hand6", "Hand7", "Hand8", "Match", "Player1", "Player2", "Player3", "Player4",
    "Player5", "Player6", "Player7", "Player8", "Position", "Result", "Round", "Rules", "Ruleset", "Site", "Size",
    "Start", "Termination", "TimeControl", "White", NULL};

const char *tag_meant(struct slice name)
{
    char joined[TAG_NAME_MOST];
    size_t length = 0;
    if (name.length > sizeof joined)
        return NULL;
    for (size_t i = 0; i < name.length; i++) /* "Hand 1", "W h i t e" */
        if (name.at[i] != ' ')
            joined[length++] = name.at[i];
    name = (struct slice){joined, length};
    for (size_t i = 0; i < KNOWN_TAGS; i++)
        if (slice_is_word(name, known_tags[i]))
            return known_tags[i];
    return slice_is_any(name, "Colors") ? "Colours" : NULL;
}

bool is_slipped_tag(struct slice name)
{
    size_t i = 0;
    while (i < KNOWN_TAGS && !is_slip(name, known_tags[i]))
        i++;
    return name.length > 2 && i < KNOWN_TAGS && tag_meant(name) == NULL;
}

bool begins_tag(const char *at)
{
    const struct slice name = slice_to(at + 1, pass_tag_name(at + 1));
    const char *value = pass_blanks(slice_end(name));
    return is_letter(at[1]) &&
        (*value == '"' || *value == '\'' || one_of(value, "“„«") > 0 || tag_meant(name) != NULL ||
            is_slipped_tag(name));
}

/* The month that WORD names, with at least three letters; 0: none. */
static unsigned month_named(struct slice word)
{
    static const char *const names[] = {"january", "february", "march", "april", "may", "june", "july", "august",
        "september", "october", "november", "december"};
    for (unsigned month = 1; word.length >= 3 && month <= sizeof names / sizeof names[0]; month++) {
        size_t same = 0;
        while (same < word.length && small_letter(word.at[same]) == names[month - 1][same])
            same++;
        if (same == word.length)
            return month;
    }
    return 0;
}

bool spelled_date(struct slice value, char meant[DATE_ROOM])
{
    unsigned numbers[3] = {0};
    size_t digits[3];
    char signs[3] = "";
    unsigned count = 0;
    unsigned month = 0;
    const char *end = slice_end(value);
    if (value.length < 8 || (is_digit(value.at[1]) && is_digit(value.at[2]))) /* the year is first, as ever */
        return false;
    for (const char *at = value.at; at < end;) {
        const struct slice rest = slice_to(at, end);
        struct slice part = slice_shorter(rest, 0);
        while (part.length < rest.length && is_digit(at[part.length]) && is_digit(*at))
            part.length++;
        if (part.length > 0 && (count == 3 || part.length > 4))
            return false;
        if (part.length > 0) {
            digits[count] = part.length;
            numbers[count] = (unsigned)strtoul(at, NULL, 10);
            at += part.length;
            signs[count++] = at < end ? *at : ' ';
            continue;
        }
        while (part.length < rest.length && (is_letter(at[part.length]) || (unsigned char)at[part.length] >= 0x80))
            part.length++;
        if (part.length > 0 && month == 0 && (month = month_named(part)) == 0 && !slice_is_any(part, "st|nd|rd|th|of"))
            return false;
        if (part.length == 0 && memchr(" .,-/", *at, 5) == NULL)
            return false;
        at += part.length + (part.length == 0);
    }
    unsigned year = numbers[count > 2 ? 2 : digits[0] == 4 ? 0 : 1];
    unsigned day = numbers[month > 0 && digits[0] == 4];
    if (month > 0 ? count != 2 || (digits[0] == 4) == (digits[1] == 4)
                  : count != 3 || signs[0] != signs[1] || signs[0] == ' ' || digits[0] > 2 || digits[1] > 2)
        return false;
    if (month == 0) {
        const bool month_first = numbers[1] > 12;
        day = numbers[month_first];
        month = numbers[!month_first];
        if (day <= 12 && day != month)
            return false;
    }
    if (day == 0 || day > 31 || month == 0 || month > 12 || year < 1000 || year > 9999)
        return false;
    snprintf(meant, DATE_ROOM, "%u.%02u.%02u", year, month, day);
    return true;
}

#define READ_AS "{found} is read as {meant}{more}"

const struct rule spelling_rules[SPELLINGS] = {
    [SPELL_SIGN] = {"spelling/sign", SEVERITY_NOTE, READ_AS,
        "Look-alikes of a sign are read as that sign. Any dash is read as '-', a multiplication sign as 'x', and an "
        "arrow as '>' or, between two cells, '-'. Full-width characters, and letters of other alphabets that look the "
        "same, are read as the plain ones.",
        "1. c3:\xe2\x80\x93"
        "d3\n",
        .kept = "1. c3:-d3\n"},
    [SPELL_SPACE] = {"spelling/space", SEVERITY_NOTE, READ_AS,
        "Spaces inside a turn are ignored. A turn that breaks off at the end of a line continues on the next one. "
        "No-break, thin and zero-width spaces are spaces, too.",
        "1. c3 : -d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_NUMBER] = {"spelling/number", SEVERITY_NOTE, "{found} is read as the turn number {meant}{more}",
        "A turn number is written in another way. In canonical form it is digits and a full stop; 1), 1:, #1, Move 1 "
        "and a bare number at the start of a line are also read.",
        "1) c3:-d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_RESULT] = {"spelling/result", SEVERITY_NOTE, "{found} is read as the result {meant}",
        "A result is written in another way. At the end of the movetext, results with other signs between the figures "
        "are read, and a line that says nothing else than who won, lost on time, resigned or conceded, or 'draw'. "
        "Players are named by colour, by number or by a name in the tags.",
        "1. c3:-d3 Black resigned\n", .kept = "1. c3:-d3 Black resigns\n"},
    [SPELL_TAG] = {"spelling/tag", SEVERITY_NOTE, READ_AS,
        "A tag is written in another way. Tags with known names are also read without brackets or with other quotes, "
        "if each is on a separate line before the movetext and its value is not one of a mail or a chat.",
        "[White Anna]\n", .kept = "[White \"Anna\"]\n"},
    [SPELL_DATE] = {"spelling/date", SEVERITY_NOTE, READ_AS,
        "A date is year, month and day. With the year at its end it is read if only one of the other numbers can be "
        "the day. A month may be a word.",
        "[Date \"14-11-2026\"]\n\n1. c3:-d3\n", .kept = "[Date \"2026.11.14\"]\n\n1. c3:-d3\n"},
    [SPELL_RULESET] = {"spelling/ruleset", SEVERITY_NOTE, "{found} is read as the ruleset {meant}",
        "A ruleset may be named as in a title. Capitals and small letters are the same, and spaces may stand for "
        "dashes.",
        "[Ruleset \"Accasta Pari\"]\n\n1. c3:-d3\n", .kept = "[Ruleset \"accasta-pari\"]\n\n1. c3:-d3\n"},
    [SPELL_QUOTE] = {"spelling/quote", SEVERITY_NOTE, "the '>' of a quoted mail is ignored{more}",
        "Mail programs put '>' before each line they quote. It is not part of the record.", "> 1. c3:-d3\n",
        .kept = "1. c3:-d3\n"},
    [SPELL_MARKUP] = {"spelling/markup", SEVERITY_NOTE, "the markup in {found} is ignored{more}",
        "Markup is not part of a record. This covers fences, the tags of forums and web pages, and the signs for bold, "
        "italic or code around a turn. Tags of forums for blocks, such as [code], become comments.",
        "1. **c3:-d3**\n", .kept = "1. c3:-d3\n"},
    [SPELL_LIST] = {"spelling/list", SEVERITY_NOTE, "the bullet {found} at the start of the line is ignored{more}",
        "The bullets of a list are not part of a record. They are ignored if each line of turns begins with "
        "one.",
        "- 1. c3:-d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_TABLE] = {"spelling/table", SEVERITY_NOTE, "the table row {found} is read as {meant}{more}",
        "Each row of a table is a round. Columns are separated by tabs, bars, semicolons, commas or spaces. Columns of "
        "turns are the seats in order, unless a heading says otherwise; all other columns become comments.",
        "1 | c3:-d3 | e3:-e2\n2 | c4:-d4 | -\n", .kept = "1. c3:-d3 e3:-e2\n2. c4:-d4\n"},
    [SPELL_PROSE] = {"spelling/prose", SEVERITY_NOTE,
        "this line is not part of the game; it is read as a comment{more}",
        "Text before and after a game is read as comments.", "Our game:\n\n1. c3:-d3\n",
        .kept = "; Our game:\n\n1. c3:-d3\n"},
    [SPELL_ENTITY] = {"spelling/entity", SEVERITY_NOTE, READ_AS,
        "Entities of web pages are read as characters. Examples are '&gt;' and '&#45;'.", "1. c3:&#45;d3\n",
        .kept = "1. c3:-d3\n"},
    [SPELL_ENCODING] = {"spelling/encoding", SEVERITY_NOTE, "this record is not valid UTF-8; it is read as {meant}",
        "Records are UTF-8 text. A file that begins with the byte order mark of UTF-16 is read as UTF-16. A record "
        "that is not valid UTF-8 is read as Windows-1252, which older programs write, or as Windows-1251 if most "
        "letters beyond ASCII are next to each other, as in Cyrillic words.",
        NULL, .kept = NULL},
    [SPELL_GAMES] = {"spelling/games", SEVERITY_NOTE, "this game has no tags; the ruleset of the previous game is used",
        "One text may hold several games. A game without tags begins where turn numbers start again at 1 after the "
        "previous game has ended. It is read by the same ruleset.",
        NULL, .kept = NULL},
    [SPELL_CAPITALS] = {"spelling/capitals", SEVERITY_WARNING, READ_AS,
        "Cells are small letters, pieces are capitals. The same letter in the other case was almost certainly meant.",
        "1. C3:-D3\n", .kept = "1. c3:-d3\n"},
    [SPELL_DIGITS] = {"spelling/digits", SEVERITY_WARNING, READ_AS,
        "Some letters look like digits. Where a number must be, O is almost certainly a zero, and l or I a one.",
        "1. c3:l-d3\n", .kept = "1. c3:1-d3\n"},
    [SPELL_EXCHANGED] = {"spelling/exchanged", SEVERITY_WARNING, READ_AS,
        "A cell is a letter and a number, in that order. If they are reversed, it is almost certainly the same cell, "
        "unless the number can be a count.",
        "1. 3c:-d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_PUNCTUATION] = {"spelling/punctuation", SEVERITY_WARNING, READ_AS,
        "Signs may be doubled or confused with others. A sign written twice or left out, another sign in its place, a "
        "semicolon or a full stop instead of the comma between two steps, and a dash for a pass are almost certainly "
        "slips.",
        "1. c3::-d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_COLON] = {"spelling/colon", SEVERITY_WARNING, READ_AS,
        "The colon after the first cell of a turn is left out. Where turns have one, a step right after that cell "
        "almost certainly belongs to it.",
        "1. c3-d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_SEPARATOR] = {"spelling/separator", SEVERITY_WARNING, "{found} between turns is ignored{more}",
        "Only spaces and newlines separate turns. A comma, a dash or a slash between turns, or a word that says whose "
        "turn it is, almost certainly only separates turns.",
        "1. c3:-d3 / e3:-e2\n", .kept = "1. c3:-d3 e3:-e2\n"},
    [SPELL_TAG_NAME] = {"spelling/tag-name", SEVERITY_WARNING, READ_AS,
        "A tag name is misspelt. It is one letter away from a known name that this record does not have.",
        "[Whte Anna]\n\n1. c3:-d3\n", .kept = "[White \"Anna\"]\n\n1. c3:-d3\n"},
    [SPELL_TRANSFER] = {"spelling/transfer", SEVERITY_WARNING, "{found} is quoted-printable for {meant}{more}",
        "Mail programs write some bytes as '=' and two digits. Where they break a line, they end it with '='.",
        "1. c3:=\n-d3 e3:=2De2\n", .kept = "1. c3:-d3 e3:-e2\n"},
    [SPELL_REMARK] = {"spelling/remark", SEVERITY_WARNING, "{found} is read as a comment{more}",
        "Two or more words that are not notation are a remark. They are read as a comment, up to the end of the line "
        "or of the brackets around them, unless they contain a turn or may be a result.",
        "1. c3:-d3 (a bold start) e3:-e2\n", .kept = "1. c3:-d3 {a bold start} e3:-e2\n"},
};

static bool is_probable(enum spelling kind)
{
    return spelling_rules[kind].severity == SEVERITY_WARNING;
}

/* What people are shown of TEXT. */
static void sample(char *to, struct slice text)
{
    size_t length = 0;
    bool cut = false;
    while (text.length > 0 && !cut) {
        struct utf8_char c = utf8_next(text);
        cut = length + c.length + 4 > SPELL_SAMPLE;
        if (!cut && (!c.valid || utf8_is_control(c.code)))
            to[length++] = ' ';
        else if (!cut)
            length += (size_t)((char *)memcpy(to + length, text.at, c.length) + c.length - (to + length));
        text = (struct slice){text.at + c.length, text.length - c.length};
    }
    while (length > 1 && to[length - 1] == ' ')
        length--;
    strcpy(to + length, cut ? "..." : "");
}

static struct span place_before(const struct mending *mending, unsigned passes, struct span span)
{
    for (unsigned i = passes; i-- > 0;)
        span = rewriting_place(&mending->pass[i], span);
    return span;
}

const char *closing_brace(struct braces *braces, const char *at, const char *end)
{
    bool known = braces->from != NULL && at >= braces->from && (braces->closing == NULL || at <= braces->closing);
    if (!known) {
        braces->from = at;
        braces->closing = at < end ? memchr(at, '}', (size_t)(end - at)) : NULL;
    }
    return braces->closing != NULL && braces->closing < end ? braces->closing : NULL;
}

/* Where SAID is in the text that is being rewritten. */
static struct span span_of(const struct mending *mending, struct slice said)
{
    const uint32_t begin = (uint32_t)(said.at - mending->pass[mending->passes].old.at);
    return (struct span){begin, begin + (uint32_t)said.length};
}

void note_spelling(struct mending *mending, enum spelling kind, struct slice said, struct slice meant)
{
    struct spelled *spelled = &mending->kinds[kind];
    if (spelled->count++ > 0)
        return;
    spelled->first = place_before(mending, mending->passes, span_of(mending, said));
    sample(spelled->found, said);
    sample(spelled->meant, meant);
}

void respell(struct mending *mending, unsigned kinds, struct slice said, struct slice meant)
{
    bool mended = false;
    for (unsigned kind = 0; kind < SPELLINGS; kind++) {
        if ((kinds >> kind & 1) == 0)
            continue;
        mended |= is_probable(kind);
        note_spelling(mending, kind, said, meant);
    }
    mending->mended |= mended;
    rewriting_put(&mending->pass[mending->passes], span_of(mending, said), meant, mended);
}

void respell_text(struct mending *mending, unsigned kinds, struct slice said, struct text *made)
{
    if (!made->failed)
        respell(mending, kinds, said, text_slice(made));
    text_release(made);
}

void omit(struct mending *mending, enum spelling kind, const char *begin, const char *end)
{
    respell(mending, 1u << kind, slice_to(begin, end), slice_of(""));
}

struct span mending_place(const struct mending *mending, struct span span)
{
    return place_before(mending, mending->passes, span);
}

void mending_cut(struct mending *mending, uint32_t length)
{
    mending->written.length = length;
    mending->mended = false;
    for (unsigned kind = 0; kind < SPELLINGS; kind++) {
        struct spelled *spelled = &mending->kinds[kind];
        if (spelled->first.begin >= length)
            spelled->count = 0;
        else if (spelled->first.end > length)
            spelled->first.end = length;
        mending->mended |= spelled->count > 0 && is_probable(kind);
    }
}

bool mending_is_mended(const struct mending *mending, struct span span)
{
    bool mended = false;
    for (unsigned i = mending->passes; mending->mended && i-- > 0;) {
        bool own = rewriting_is_mended(&mending->pass[i], span);
        struct span before = rewriting_place(&mending->pass[i], span);
        if (!own && before.end - before.begin != span.end - span.begin)
            return false; /* what was written there is more than that */
        mended |= own;
        span = before;
    }
    return mended;
}

void mending_start(struct mending *mending, struct slice written)
{
    mending->written = written;
    mending->passes = 0;
    mending->mended = mending->split = mending->all = mending->players = false;
    memset(mending->seats, 0, sizeof mending->seats);
    memset(mending->kinds, 0, sizeof mending->kinds);
}

void record_note_encoding(struct record *record, struct mending *mending, const char *encoding)
{
    if (record->mending == NULL)
        mending_start(mending, record->source);
    record->mending = mending;
    struct spelled *spelled = &mending->kinds[SPELL_ENCODING];
    spelled->count = 1;
    spelled->first = first_character(record_bytes(record));
    strcpy(spelled->meant, encoding);
}

uint32_t mending_begin(const struct mending *mending, enum spelling kind)
{
    uint32_t at = mending->kinds[kind].first.begin;
    for (unsigned i = 0; i < mending->passes; i++)
        at = rewriting_ahead(&mending->pass[i], at);
    return at;
}

struct slice mending_facts(const struct mending *mending, enum spelling kind, struct arena *arena)
{
    const struct spelled *spelled = &mending->kinds[kind];
    char more[64] = "";
    if (spelled->count == 2)
        strcpy(more, ", here and once more");
    else if (spelled->count > 2)
        strcpy(number_write(stpcpy(more, ", here and "), spelled->count - 1), " more times");
    bool nothing = spelled->meant[0] == '\0';
    bool space = strcmp(spelled->meant, " ") == 0;
    const char *quote = nothing || space || kind == SPELL_ENCODING ? "" : "'";
    const char *meant = nothing ? "nothing" : space ? "a space" : spelled->meant;
    return arena_printf(
        arena, FACT(found, "'%s'") FACT(meant, "%s%s%s") FACT(more, "%s"), spelled->found, quote, meant, quote, more);
}

/* Passes. */

/* Begins a pass over OLD. */
static struct slice begin_pass(struct mending *mending, struct slice old)
{
    rewriting_begin(&mending->pass[mending->passes], old);
    return old;
}

/* Its text. */
static bool end_pass(struct mending *mending, struct slice *text)
{
    struct rewriting *pass = &mending->pass[mending->passes++];
    bool whole = rewriting_end(pass);
    text_add_char(&pass->text, '\0');
    text_add_char(&pass->text, '\0');
    if (pass->text.failed)
        return false;
    pass->text.length -= 2;
    *text = text_slice(&pass->text);
    return whole;
}

bool mend_record(
    struct mending *mending, struct slice written, struct arena *arena, const struct shapes *shapes, struct slice *text)
{
    size_t changes = 0;
    mending_start(mending, written);
    *text = written;
    for (enum decoding decoding = 0; decoding < DECODINGS; decoding++) {
        mend_encoding(mending, decoding, begin_pass(mending, *text));
        if (mending->pass[mending->passes].count > 0 && !end_pass(mending, text))
            return false;
    }
    mend_layout(mending, begin_pass(mending, *text), arena, shapes);
    if (!end_pass(mending, text))
        return false;
    mend_words(mending, begin_pass(mending, *text));
    if (!end_pass(mending, text))
        return false;
    for (unsigned i = 0; i < mending->passes; i++)
        changes += mending->pass[i].count;
    return changes > 0 || mending->split;
}

bool mend_piece(struct mending *mending, const struct mending *of, struct slice text, struct slice *made)
{
    const struct rewriting pass = mending->pass[0];
    *mending = *of;
    memset(mending->pass, 0, sizeof mending->pass);
    mending->pass[0] = pass;
    mending->passes = 0;
    mending->body = (struct span){0, (uint32_t)text.length};
    mending->bare = false;
    mending->all = true;
    mend_words(mending, begin_pass(mending, text));
    return end_pass(mending, made);
}

void mending_release(struct mending *mending)
{
    for (unsigned i = 0; i < SPELL_PASSES; i++)
        rewriting_release(&mending->pass[i]);
}

const struct mending *mending_copy(const struct mending *mending, struct slice written, struct arena *arena)
{
    struct mending *copy = arena_alloc(arena, sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *mending;
    copy->written = written;
    for (unsigned i = 0; i < copy->passes; i++) {
        size_t size = copy->pass[i].count * sizeof *copy->pass[i].changes;
        struct rewrite *changes = arena_alloc(arena, size + 1);
        if (changes == NULL)
            return NULL;
        if (size > 0)
            memcpy(changes, copy->pass[i].changes, size);
        copy->pass[i].changes = changes;
        copy->pass[i].text = (struct text){.length = 0};
        copy->pass[i].old = (struct slice){"", 0};
    }
    return copy;
}
