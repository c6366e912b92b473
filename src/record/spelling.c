#include "record/spelling.h"

#include "base/utf8.h"

const char *const known_tags[KNOWN_TAGS + 1] = {"Annotator", "Black", "Board", "Colours", "Date", "Event", "Hand1",
    "Hand2", "Hand3", "Hand4", "Hand5", "Hand6", "Hand7", "Hand8", "Match", "Player1", "Player2", "Player3", "Player4",
    "Player5", "Player6", "Player7", "Player8", "Position", "Result", "Round", "Rules", "Ruleset", "Site", "Start",
    "Termination", "TimeControl", "White", NULL};

#define READ_AS "{found} is read as {meant}{more}"

const struct rule spelling_rules[SPELLINGS] = {
    [SPELL_SIGN] = {"spelling/sign", SEVERITY_NOTE, READ_AS,
        "What looks like a sign of a turn is read as it. Dashes of all kinds are '-', "
        "multiplication signs are 'x', arrows are '>' or, between cells, '-'; full-width signs and letters of other "
        "alphabets are those that they look like.",
        "1. c3:\xe2\x80\x93"
        "d3\n",
        .kept = "1. c3:-d3\n"},
    [SPELL_SPACE] = {"spelling/space", SEVERITY_NOTE, READ_AS,
        "Blanks inside a turn are left out. A turn that breaks off at the end of a line goes on in the next one. "
        "Blanks that are no plain ones are read as such.",
        "1. c3 : -d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_NUMBER] = {"spelling/number", SEVERITY_NOTE, "{found} is read as the turn number {meant}{more}",
        "A number is digits and a full stop. People also write 1), 1:, #1, Move 1 or a number without a full stop "
        "at the begin of a line.",
        "1) c3:-d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_RESULT] = {"spelling/result", SEVERITY_NOTE, "{found} is read as the result {meant}",
        "Results may be written in other ways. Other signs between the figures, a draw in other "
        "words and sentences such as 'Black wins by castle' are read where the movetext ends; what else the sentence "
        "says becomes a comment.",
        "1. c3:-d3 Black resigned\n", .kept = "1. c3:-d3 Black resigns\n"},
    [SPELL_TAG] = {"spelling/tag", SEVERITY_NOTE, "{found} is read as {meant}{more}",
        "Tags may lack their signs. Tags with well-known names are read without "
        "brackets and with other quotes, too, when each has a line of its own before the movetext.",
        "[White Anna]\n", .kept = "[White \"Anna\"]\n"},
    [SPELL_RULESET] = {"spelling/ruleset", SEVERITY_NOTE, "{found} is read as the ruleset {meant}",
        "A ruleset may be called by its title, in any letters.", "[Ruleset \"Accasta Pari\"]\n\n1. c3:-d3\n",
        .kept = "[Ruleset \"accasta-pari\"]\n\n1. c3:-d3\n"},
    [SPELL_QUOTE] = {"spelling/quote", SEVERITY_NOTE, "'>' before a line, as mails quote, is left out{more}",
        "Mails put '>' before each line that they quote. It is no part of the record.", "> 1. c3:-d3\n",
        .kept = "1. c3:-d3\n"},
    [SPELL_MARKUP] = {"spelling/markup", SEVERITY_NOTE, "{found} is markup, and is left out{more}",
        "Markup is no part of a record. That is fences, the tags of forums and pages, and signs for bold, italic or "
        "code around a turn.",
        "1. **c3:-d3**\n", .kept = "1. c3:-d3\n"},
    [SPELL_LIST] = {"spelling/list", SEVERITY_NOTE,
        "{found} before a line marks an item of a list; it is left out{more}",
        "Marks of lists are no part of a record. They stand before every line of turns.", "- 1. c3:-d3\n",
        .kept = "1. c3:-d3\n"},
    [SPELL_TABLE] = {"spelling/table", SEVERITY_NOTE, "{found} is a row of a table, read as {meant}{more}",
        "A table has a round in each row. Its lines are cut into the same columns by tabs, bars, semicolons or commas. "
        "Columns of turns are the seats in their order, unless a heading names others; other columns become comments.",
        "1 | c3:-d3 | e3:-e2\n2 | c4:-d4 | -\n", .kept = "1. c3:-d3 e3:-e2\n2. c4:-d4\n"},
    [SPELL_PROSE] = {"spelling/prose", SEVERITY_NOTE, "this line is no part of the game; it is read as a comment{more}",
        "Text before and behind a game is kept as comments.", "Our game:\n\n1. c3:-d3\n",
        .kept = "; Our game:\n\n1. c3:-d3\n"},
    [SPELL_ENTITY] = {"spelling/entity", SEVERITY_NOTE, READ_AS,
        "Entities of pages are read as their signs. Such are '&gt;' and '&#8211;'.", "1. c3:&minus;d3\n",
        .kept = "1. c3:-d3\n"},
    [SPELL_ENCODING] = {"spelling/encoding", SEVERITY_NOTE, "this is not UTF-8; it is read as {meant}",
        "Records are UTF-8 text. One that is not is read as Windows-1252, as older programs write it.", NULL,
        .kept = NULL},
    [SPELL_GAMES] = {"spelling/games", SEVERITY_NOTE, "a game without tags of its own is read as a record",
        "One text may hold several games. One without tags begins where the numbers begin again with 1 after the "
        "game before has ended; it is one by the same ruleset.",
        NULL, .kept = NULL},
    [SPELL_CAPITALS] = {"spelling/capitals", SEVERITY_WARNING, READ_AS,
        "Cells are small letters, pieces are capitals. The other ones are very probably the same.", "1. C3:-D3\n",
        .kept = "1. c3:-d3\n"},
    [SPELL_DIGITS] = {"spelling/digits", SEVERITY_WARNING, READ_AS,
        "Letters that look like digits stand for them. An O for a zero, or an l or I for a one, is very probably a "
        "slip where a number has to stand.",
        "1. c3:l-d3\n", .kept = "1. c3:1-d3\n"},
    [SPELL_EXCHANGED] = {"spelling/exchanged", SEVERITY_WARNING, READ_AS,
        "A cell is a letter and a number. The other way round it is very probably the same cell, where no count may "
        "stand.",
        "1. 3c:-d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_PUNCTUATION] = {"spelling/punctuation", SEVERITY_WARNING, READ_AS,
        "Signs may be doubled or taken for others. A sign that is written twice, a semicolon or a full stop for a "
        "comma between two steps, and a dash for a pass are very probably slips.",
        "1. c3::-d3\n", .kept = "1. c3:-d3\n"},
    [SPELL_SEPARATOR] = {"spelling/separator", SEVERITY_WARNING, "{found} between turns is left out{more}",
        "Between turns stand blanks. A comma, a dash or a slash there, and a word that says whose turn it is, say "
        "nothing else.",
        "1. c3:-d3 / e3:-e2\n", .kept = "1. c3:-d3 e3:-e2\n"},
    [SPELL_TAG_NAME] = {"spelling/tag-name", SEVERITY_WARNING, "{found} is read as {meant}{more}",
        "A tag is misspelt. Its name is one letter away from a well-known one, which is not there.",
        "[Whte Anna]\n\n1. c3:-d3\n", .kept = "[White \"Anna\"]\n\n1. c3:-d3\n"},
    [SPELL_TRANSFER] = {"spelling/transfer", SEVERITY_WARNING, "{found} is read as {meant}, as mails write it{more}",
        "Mail programs write some bytes as digits. There is a '=' before them, and one where a line is broken.",
        "1. c3:=\n-d3 e3:=2De2\n", .kept = "1. c3:-d3 e3:-e2\n"},
    [SPELL_WINNER] = {"spelling/winner", SEVERITY_WARNING, "{found} is read as the result {meant}",
        "A sentence says that a player won. The tags say which side that player has.",
        "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. c3:-d3\nAnna won\n",
        .kept = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. c3:-d3\nWhite wins\n"},
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

void respell(struct mending *mending, unsigned kinds, struct span span, struct slice meant)
{
    struct rewriting *pass = &mending->pass[mending->passes];
    bool mended = false;
    for (unsigned kind = 0; kind < SPELLINGS; kind++) {
        struct spelled *spelled = &mending->kinds[kind];
        if ((kinds >> kind & 1) == 0)
            continue;
        mended |= is_probable(kind);
        if (spelled->count++ > 0)
            continue;
        spelled->first = place_before(mending, mending->passes, span);
        sample(spelled->found, slice_cut(pass->old, span));
        sample(spelled->meant, kind == SPELL_ENCODING ? slice_of("Windows-1252") : meant);
    }
    mending->mended |= mended;
    rewriting_put(pass, span, meant, mended);
}

struct span mending_place(const struct mending *mending, struct span span)
{
    return place_before(mending, mending->passes, span);
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

void record_note_encoding(struct record *record, struct mending *mending, const char *encoding)
{
    if (record->mending == NULL) {
        mending->written = record->source;
        mending->passes = 0;
        mending->mended = mending->split = false;
        memset(mending->kinds, 0, sizeof mending->kinds);
        record->mending = mending;
    }
    struct spelled *spelled = &mending->kinds[SPELL_ENCODING];
    spelled->count = 1;
    spelled->first = (struct span){0, 1};
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
        strcpy(number_write(stpcpy(more, ", here and "), spelled->count - 1), " times more");
    bool blank = strcmp(spelled->meant, " ") == 0;
    const char *quote = blank || kind == SPELL_ENCODING ? "" : "'";
    return arena_printf(arena, FACT(found, "'%s'") FACT(meant, "%s%s%s") FACT(more, "%s"), spelled->found, quote,
        blank ? "a blank" : spelled->meant, quote, more);
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
    mending->written = written;
    mending->passes = 0;
    mending->mended = mending->split = false;
    mending->winner[0] = mending->winner[1] = slice_of("");
    memset(mending->kinds, 0, sizeof mending->kinds);
    begin_pass(mending, written);
    mend_encoding(mending, written);
    if (!end_pass(mending, text))
        return false;
    mend_layout(mending, begin_pass(mending, *text), arena, shapes);
    if (!end_pass(mending, text))
        return false;
    mend_words(mending, begin_pass(mending, *text));
    if (!end_pass(mending, text))
        return false;
    for (unsigned i = 0; i < SPELL_PASSES; i++)
        changes += mending->pass[i].count;
    return changes > 0 || mending->split;
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
    for (unsigned i = 0; i < SPELL_PASSES; i++) {
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
