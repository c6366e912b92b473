/* SPDX-License-Identifier: MIT */
/* How well typed records are copied: habits [-b] [-t] [-s SEED] [-n RECORDS] [-f FAILURES] [-p DIR] [-H] RULESET...
   plants each habit in so many games by each ruleset, singly and in as many pairs, and prints what becomes of them:

       right     copied as played, with tags and comments, and without an error
       asked     not right, and asked about (typed/unclear)
       kept      not right, but with an error where it is not
       lost      a word is neither in the copy nor in the list of changes
       invented  another game, without an error

   Then it prints the totals, of all habits and of those that catasta-typed(7) promises; how often a slip beside a habit
   is reported, if it is one (copied right, it is not); how often a stray word between turns is a comment and the turn
   after it asked about; and how often a chatty legal record is asked about.  With -t only that is measured.

   With -b only blocks are planted, in records that are notation, and the referee is measured: "right" is that its first
   proposal restores the game, "fixed" that "fmt --fix=likely" does.  Of some blocks the record does not say what was
   played: with another repair, which is proposed first, all is legal as well, and it puts in as many turns as are gone,
   or changes no more characters.  "told" is the percentage that is right of the others.

   Of each habit the first FAILURES are shown.  With -p the planted records are written to DIR, NAME.sgn, with the
   record as played beside it, NAME.truth.  Habits that are held out are neither shown nor written; -H has them written,
   too. */
#include "support/habits.h"
#include "base/utf8.h"
#include "support/books.h"
#include "support/changes.h"
#include "support/checking.h"
#include "support/copying.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { POOL = 24, TRIES = 12, LEAST_TURNS = 10, MOST_TURNS = 60, OUT_WORDS = 8192, REMARKS = 64, GROUPS = 128 };

struct options {
    uint64_t seed;
    unsigned records;
    unsigned failures;
    const char *folder; /* NULL: nothing is written */
    bool held;
    bool blocks; /* only these */
    bool typed;  /* only the clerk */
};

/* What a text says, if it is read. */
struct facts {
    unsigned games;
    unsigned errors;
    struct text tags;
    struct text turns; /* a line each */
    struct text results;
    struct text words; /* of all remarks */
    unsigned remark_count;
    struct {
        uint32_t ply;
        size_t begin;
        size_t end;
    } remarks[REMARKS];
};

enum fate { FATE_RIGHT, FATE_ASKED, FATE_KEPT, FATE_LOST, FATE_INVENTED, FATES };

struct counts {
    unsigned planted;
    unsigned fates[FATES];
    unsigned untold; /* blocks that are not right, but the record does not say so */
    unsigned fixed;  /* likewise, right with what is likely */
};

struct group {
    const char *name;
    enum habit_class class;
    struct counts counts[2][2]; /* single or in pairs, shown or held out */
    unsigned shown;             /* failures */
};

struct bench {
    struct options options;
    catasta_session *session;
    catasta_session *copying;
    struct copied copied;
    unsigned group_count;
    struct group groups[GROUPS];
    struct counts slips; /* beside a habit */
    struct played pool[POOL];
    unsigned pool_count;
    struct arena arena;  /* of the pool */
    struct arena sheets; /* of one sheet */
    struct text truth;
    struct text typed;
    struct text fixed;
    struct text mended;
    struct text extras;
    struct facts should;
    struct facts is;
    unsigned files;
};

static void facts_clear(struct facts *facts)
{
    facts->games = facts->errors = facts->remark_count = 0;
    text_clear(&facts->tags);
    text_clear(&facts->turns);
    text_clear(&facts->results);
    text_clear(&facts->words);
}

static void facts_release(struct facts *facts)
{
    text_release(&facts->tags);
    text_release(&facts->turns);
    text_release(&facts->results);
    text_release(&facts->words);
}

static void add_text(struct text *text, struct catasta_text what)
{
    text_add(text, (struct slice){what.bytes == NULL ? "" : what.bytes, what.length});
}

/* Remarks without what newlines add to them. */
static void add_remarks(struct facts *facts, const catasta_game *game, size_t node, uint32_t ply)
{
    struct catasta_remark remark = {.size = sizeof remark};
    for (size_t i = 0; facts->remark_count < REMARKS && catasta_game_remark(game, node, i, &remark); i++) {
        size_t begin = facts->words.length;
        for (size_t k = 0; k < remark.text.length; k++)
            if (!is_space(remark.text.bytes[k]))
                text_add_char(&facts->words, remark.text.bytes[k]);
            else if (facts->words.length > begin && facts->words.bytes[facts->words.length - 1] != ' ')
                text_add_char(&facts->words, ' ');
        facts->remarks[facts->remark_count].ply = ply;
        facts->remarks[facts->remark_count].begin = begin;
        facts->remarks[facts->remark_count++].end = facts->words.length;
    }
}

static void add_facts(struct facts *facts, const catasta_game *game, uint32_t players)
{
    struct catasta_tag tag = {.size = sizeof tag};
    struct catasta_node node = {.size = sizeof node};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++) {
        add_text(&facts->tags, tag.name);
        text_add_char(&facts->tags, '=');
        add_text(&facts->tags, tag.value);
        text_add_char(&facts->tags, '\n');
    }
    for (size_t i = 0; catasta_game_node(game, i, &node); i++) {
        if (i > 0 && node.depth == 0) {
            add_text(&facts->turns, node.text);
            text_add_char(&facts->turns, '\n');
        }
        add_remarks(facts, game, i, node.ply);
    }
    catasta_game_outcome(game, &outcome);
    if (outcome.claim.length != 1 || outcome.claim.bytes[0] != '*')
        add_text(&facts->results, outcome.claim);
    text_printf(&facts->results, " of %u: %u\n", (unsigned)players, (unsigned)outcome.winners);
}

static void find_facts(struct bench *bench, struct slice text, struct facts *facts)
{
    catasta_input *input = catasta_input_bytes(bench->session, text.at, text.length, "typed.sgn");
    catasta_game *game;
    facts_clear(facts);
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_info info = game_info(game);
        facts->errors += info.errors;
        if (info.number == 0)
            continue;
        facts->games++;
        add_facts(facts, game, info.seats);
    }
    catasta_input_close(input);
}

static bool same_text(const struct text *a, const struct text *b)
{
    return slice_equal(text_slice(a), text_slice(b));
}

/* Whether the remarks that should be are there. */
static bool has_remarks(const struct facts *should, const struct facts *is, bool loose)
{
    unsigned found = 0;
    for (unsigned i = 0; i < is->remark_count && found < should->remark_count; i++) {
        struct slice one = {is->words.bytes + is->remarks[i].begin, is->remarks[i].end - is->remarks[i].begin};
        struct slice other = {should->words.bytes + should->remarks[found].begin,
            should->remarks[found].end - should->remarks[found].begin};
        found += slice_equal(one, other) && (loose || is->remarks[i].ply == should->remarks[found].ply);
    }
    /* Remarks that share a cell of a table become one. */
    return found == should->remark_count || (loose && is->words.length >= should->words.length);
}

/* Whether the turns are those that should be; of those in the hole there may be others. */
static bool same_turns(const struct facts *should, const struct facts *is, const struct sheet *sheet)
{
    struct slice a = text_slice(&should->turns);
    struct slice b = text_slice(&is->turns);
    struct slice one, other;
    if (sheet->hole_length == 0)
        return slice_equal(a, b);
    for (unsigned i = 0; slice_split(&a, '\n', &one); i++) {
        bool hole = i >= sheet->hole && i < sheet->hole + sheet->hole_length;
        if (!slice_split(&b, '\n', &other) || (!hole && !slice_equal(one, other)))
            return false;
    }
    return b.at == NULL || b.length == 0;
}

static bool same_game(const struct facts *should, const struct facts *is, const struct sheet *sheet)
{
    return should->games == is->games && same_turns(should, is, sheet) &&
        (sheet->hole_length > 0 || sheet->result_wrong || same_text(&should->results, &is->results));
}

static bool same_record(const struct facts *should, const struct facts *is, const struct sheet *sheet)
{
    struct slice tags = text_slice(&is->tags);
    if (sheet->second != NULL) /* of which the ruleset may be written, too */
        tags = slice_shorter(tags, should->tags.length);
    return same_game(should, is, sheet) && slice_equal(text_slice(&should->tags), tags) &&
        has_remarks(should, is, sheet->loose);
}

/* Formats TEXT with what is likely repaired; false: a game has no canonical form, or errors are left. */
static bool fix(struct bench *bench, struct slice text, struct text *fixed)
{
    const struct catasta_sink sink = text_sink(fixed);
    catasta_input *input = catasta_input_bytes(bench->session, text.at, text.length, "typed.sgn");
    catasta_game *game;
    bool good = input != NULL;
    text_clear(fixed);
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_fixes fixes = {.size = sizeof fixes, .likely = true};
        good = catasta_game_fix(game, "fixed", NULL, &fixes) && fixes.left == 0 && good;
        struct catasta_info info = game_info(game);
        if (fixed->length > 0)
            text_add_char(fixed, '\n');
        if (!info.readable)
            add_text(fixed, info.source);
        good = info.readable && catasta_write(game, CATASTA_SGN, &sink) && good;
    }
    catasta_input_close(input);
    return good;
}

/* TEXT with the edits of REPAIR, which are in their order or the reverse, in MENDED; false when they are not within
   TEXT, in which the game begins at OFFSET. */
static bool make_edits(struct slice text, uint64_t offset, const struct catasta_repair *repair, struct text *mended)
{
    size_t at = 0;
    bool reverse = repair->edit_count > 1 && repair->edits[1].span.begin < repair->edits[0].span.begin;
    for (size_t k = 0; k < repair->edit_count; k++) {
        const struct catasta_edit *edit = &repair->edits[reverse ? repair->edit_count - 1 - k : k];
        size_t begin = offset + edit->span.begin;
        size_t end = offset + edit->span.end;
        if (begin < at || end < begin || end > text.length)
            return false;
        text_add(mended, (struct slice){text.at + at, begin - at});
        add_text(mended, edit->text);
        at = end;
    }
    text_add(mended, (struct slice){text.at + at, text.length - at});
    return true;
}

/* The same with the first proposal for the first error in TEXT. */
static bool mend(struct bench *bench, struct slice text, struct text *mended)
{
    catasta_input *input = catasta_input_bytes(bench->session, text.at, text.length, "typed.sgn");
    catasta_game *game;
    bool done = false;
    bool found = false;
    text_clear(mended);
    while (!done && input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_info info = game_info(game);
        struct catasta_diagnostic diagnostic = {.size = sizeof diagnostic};
        for (size_t i = 0; !done && catasta_game_diagnostic(game, i, &diagnostic); i++) {
            struct catasta_repair repair = {.size = sizeof repair};
            done = diagnostic.severity == CATASTA_ERROR && !diagnostic.in_variation;
            found = done && catasta_game_repair(game, i, 0, &repair) && make_edits(text, info.offset, &repair, mended);
        }
    }
    catasta_input_close(input);
    return found;
}

/* What is lost. */

struct out_words {
    unsigned count;
    struct slice list[OUT_WORDS];
    bool used[OUT_WORDS];
    struct text squeezed;
};

/* Without spaces, and lines that quoted-printable broke made whole. */
static void squeeze(struct slice from, struct text *to)
{
    text_clear(to);
    for (size_t i = 0; i < from.length; i++)
        if (!is_space(from.at[i]) && !(from.at[i] == '=' && i + 1 < from.length && from.at[i + 1] == '\n'))
            text_add_char(to, from.at[i]);
}

/* The length of what is between words: spaces of any kind, and what separates the cells of a table; 0: it is in one. */
static size_t between_length(struct slice text)
{
    const struct utf8_char c = utf8_next(text);
    const bool space = c.code == 0xA0 || c.code == 0x1680 || (c.code >= 0x2000 && c.code <= 0x200A) ||
        c.code == 0x2028 || c.code == 0x2029 || c.code == 0x202F || c.code == 0x205F || c.code == 0x3000;
    return is_space(*text.at) || strchr(";|\"", *text.at) != NULL ? 1 : space ? c.length : 0;
}

static bool next_word(struct slice *text, struct slice *word)
{
    while (text->length > 0 && between_length(*text) > 0)
        *text = slice_after(*text, between_length(*text));
    *word = (struct slice){text->at, 0};
    while (word->length < text->length && between_length(slice_after(*text, word->length)) == 0)
        word->length++;
    *text = (struct slice){text->at + word->length, text->length - word->length};
    return word->length > 0;
}

static struct slice bare_word(struct slice word)
{
    while (word.length > 0 && strchr("{([", word.at[0]) != NULL)
        word = (struct slice){word.at + 1, word.length - 1};
    while (word.length > 0 && strchr("})]", word.at[word.length - 1]) != NULL)
        word.length--;
    return word;
}

static bool take_word(struct out_words *words, struct slice word)
{
    word = bare_word(word);
    for (unsigned i = 0; i < words->count; i++)
        if (!words->used[i] && slice_equal(words->list[i], word)) {
            words->used[i] = true;
            return true;
        }
    return word.length == 0;
}

static bool has_within(const struct out_words *words, struct slice typed)
{
    struct text text;
    text_init(&text);
    squeeze(typed, &text);
    bool found = text.length == 0 || (words->squeezed.length > 0 && strstr(words->squeezed.bytes, text.bytes) != NULL);
    text_release(&text);
    return found;
}

/* The same, or as it is in the encoding of the sheet. */
static bool has_encoded(const struct sheet *sheet, const struct out_words *words, struct slice typed)
{
    struct text text;
    text_init(&text);
    text_add(&text, typed);
    bool found = has_within(words, typed);
    if (!found && sheet_encode(sheet, &text) && memchr(text.bytes, 0, text.length) == NULL)
        found = has_within(words, text_slice(&text));
    text_release(&text);
    return found;
}

/* Rules and marks of lists do not. */
static bool says_something(struct slice word)
{
    for (size_t i = 0; i < word.length; i++)
        if (isalnum((unsigned char)word.at[i]) || (unsigned char)word.at[i] >= 0x80)
            return true;
    return false;
}

static unsigned lost_among(const struct sheet *sheet, struct out_words *words, struct slice text)
{
    struct slice word;
    unsigned lost = 0;
    while (next_word(&text, &word))
        lost += says_something(word) && !take_word(words, word) && !has_encoded(sheet, words, word);
    return lost;
}

/* Whether a turn could be written so. */
static bool is_turnlike(struct slice word)
{
    bool letter = false;
    bool other = false;
    for (size_t i = 0; i < word.length; i++) {
        letter |= isalpha((unsigned char)word.at[i]) != 0;
        other |= isdigit((unsigned char)word.at[i]) != 0 || strchr("+-@", word.at[i]) != NULL;
    }
    return letter && other;
}

/* How many turns of what was typed on SHEET are not among WORDS.  One that was repaired is another word; in a text
   that is a COPY there may be anything between turns. */
static unsigned lost_turns(struct sheet *sheet, struct out_words *words, bool copy)
{
    struct text spelled;
    unsigned missing = 0;
    unsigned spare = 0;
    text_init(&spelled);
    for (unsigned i = 0; i < sheet->typed.count; i++) {
        const struct move *move = &sheet->typed.list[i];
        bool other = sheet_spell(sheet, move->text, &spelled);
        missing += !take_word(words, move->text) && !(move->meant.length > 0 && take_word(words, move->meant)) &&
            !((other || copy) && has_encoded(sheet, words, text_slice(&spelled)));
    }
    for (unsigned i = 0; i < words->count; i++)
        spare += !words->used[i] && is_turnlike(words->list[i]);
    text_release(&spelled);
    return missing > spare ? missing - spare : 0;
}

/* How many words of what was typed on SHEET are not in OUT, which may be a COPY of the text with repairs made. */
static unsigned count_lost(struct sheet *sheet, struct slice out, struct slice extras, bool copy)
{
    struct out_words *words = calloc(1, sizeof *words);
    struct slice word;
    unsigned lost = 0;
    if (words == NULL || memchr(out.at, 0, out.length) != NULL) {
        free(words); /* words of UTF-16 are not looked for */
        return 0;
    }
    text_init(&words->squeezed);
    squeeze(out, &words->squeezed);
    while (words->count < OUT_WORDS && next_word(&out, &word))
        words->list[words->count++] = bare_word(word);
    for (unsigned i = 0; i < sheet->tag_count; i++)
        if (!slice_is(sheet->tags[i].name, "Ruleset") && !slice_is(sheet->tags[i].name, "Result"))
            lost += lost_among(sheet, words, sheet->tags[i].value);
    for (unsigned i = 0; i < sheet->typed.count; i++)
        lost += lost_among(sheet, words, sheet->typed.list[i].remark);
    lost += lost_among(sheet, words, extras);
    lost += !take_word(words, sheet->result) && !has_encoded(sheet, words, sheet->typed_result);
    lost += lost_turns(sheet, words, copy);
    text_release(&words->squeezed);
    free(words);
    return lost;
}

/* Planting. */

static struct group *group_of(struct bench *bench, const char *name, enum habit_class class)
{
    for (unsigned i = 0; i < bench->group_count; i++)
        if (bench->groups[i].class == class && strcmp(bench->groups[i].name, name) == 0)
            return &bench->groups[i];
    struct group *group = &bench->groups[bench->group_count++];
    group->name = name;
    group->class = class;
    return group;
}

/* Whether HABIT changes any turn of SHEET. */
static bool changes(struct sheet *sheet, const struct habit *habit)
{
    struct text text;
    bool any = habit->spell == NULL;
    text_init(&text);
    for (unsigned i = 0; i < sheet->typed.count && !any; i++) {
        text_clear(&text);
        any = habit->spell(sheet, habit, sheet->typed.list[i].text, &text) &&
            !slice_equal(text_slice(&text), sheet->typed.list[i].text);
    }
    text_release(&text);
    return any;
}

/* Types a game of the pool with ONE and OTHER, or NULL; false where that does not apply. */
static bool plant(
    struct bench *bench, const struct habit *one, const struct habit *other, struct random *random, struct sheet *sheet)
{
    const struct played *played = &bench->pool[random_below(random, bench->pool_count)];
    arena_clear(&bench->sheets);
    sheet_fill(sheet, played, &bench->sheets, random_next(random));
    sheet->second = NULL;
    if (strcmp(one->group, "two games in one text") == 0 ||
        (other != NULL && strcmp(other->group, "two games in one text") == 0))
        sheet->second = &bench->pool[random_below(random, bench->pool_count)];
    const struct habit *first = other != NULL && other->class == HABIT_BLOCK ? other : one;
    if (!habit_plant(first, sheet) || (other != NULL && !habit_plant(first == one ? other : one, sheet)))
        return false;
    if (!changes(sheet, one) || (other != NULL && !changes(sheet, other)))
        return false;
    text_clear(&bench->truth);
    text_clear(&bench->typed);
    text_clear(&bench->extras);
    sheet_truth(sheet, &bench->truth);
    if (!sheet_type(sheet, &bench->typed, &bench->extras) || same_text(&bench->truth, &bench->typed))
        return false;
    find_facts(bench, text_slice(&bench->truth), &bench->should);
    if (bench->should.errors > 0)
        return false;
    if (one->class != HABIT_BLOCK && (other == NULL || other->class != HABIT_BLOCK))
        return true;
    /* A block that leaves the game legal is none. */
    text_clear(&bench->mended);
    sheet_careful(sheet, &bench->mended);
    find_facts(bench, text_slice(&bench->mended), &bench->is);
    return bench->is.errors > 0;
}

struct judgement {
    enum fate fate;
    bool untold;
    bool fixed;
};

static unsigned count_lines(const struct text *text)
{
    unsigned lines = 0;
    for (size_t i = 0; i < text->length; i++)
        lines += text->bytes[i] == '\n';
    return lines;
}

/* Whether the mended record, which is legal, is no farther from what was typed than the game as played: in turns that
   were gone, else in characters. */
static bool as_near(struct bench *bench, struct sheet *sheet)
{
    if (sheet->hole_length > 0)
        return count_lines(&bench->is.turns) == count_lines(&bench->should.turns);
    text_clear(&bench->fixed);
    sheet_careful(sheet, &bench->fixed);
    return count_changes(text_slice(&bench->typed), text_slice(&bench->mended)) <=
        count_changes(text_slice(&bench->fixed), text_slice(&bench->truth));
}

/* What the referee makes of a block. */
static struct judgement judge_block(struct bench *bench, struct sheet *sheet)
{
    struct judgement judgement = {.fate = FATE_KEPT};
    struct slice typed = text_slice(&bench->typed);
    find_facts(bench, typed, &bench->is);
    const bool read = bench->is.errors == 0;
    const bool one_error = bench->is.errors == 1;
    if (fix(bench, typed, &bench->fixed)) {
        find_facts(bench, text_slice(&bench->fixed), &bench->is);
        judgement.fixed = bench->is.errors == 0 && same_record(&bench->should, &bench->is, sheet);
    }
    const unsigned lost = count_lost(sheet, text_slice(&bench->fixed), text_slice(&bench->extras), false);
    bool right = sheet->unrecoverable && one_error && lost == 0;
    if (!sheet->unrecoverable && mend(bench, typed, &bench->mended)) {
        find_facts(bench, text_slice(&bench->mended), &bench->is);
        const bool legal = bench->is.errors == 0 || sheet->result_wrong;
        right = legal && same_record(&bench->should, &bench->is, sheet);
        judgement.untold = legal && !right && as_near(bench, sheet);
    }
    judgement.fate = read ? FATE_INVENTED : lost > 0 ? FATE_LOST : right ? FATE_RIGHT : FATE_KEPT;
    return judgement;
}

/* Whether the turn after a stray word is asked about, and both are in the copy, which can only be as a comment. */
static bool asks_after_word(const struct bench *bench, const struct sheet *sheet)
{
    bool good = false;
    for (unsigned i = 0; i < sheet->typed.count; i++) {
        const struct move *move = &sheet->typed.list[i];
        if (move->meant.length == 0)
            continue;
        struct slice unsure = text_slice(&bench->copied.unsure);
        struct slice line;
        SCOPED(text, said);
        text_add(&said, move->text);
        while (!good && strstr(bench->copied.made.bytes, said.bytes) != NULL && slice_split(&unsure, '\n', &line))
            good = slice_equal(line, move->meant);
    }
    return good;
}

/* What the clerk makes of it. */
static struct judgement judge_copy(struct bench *bench, struct sheet *sheet, enum habit_class class)
{
    struct copied *copied = &bench->copied;
    if (!copy_typed(bench->copying, text_slice(&bench->typed), copied))
        return (struct judgement){.fate = FATE_LOST};
    find_facts(bench, text_slice(&copied->copy), &bench->is);
    const bool legal = copied->errors == 0 && bench->is.errors == 0;
    const bool same = same_game(&bench->should, &bench->is, sheet);
    text_add(&copied->copy, text_slice(&copied->listed));
    const unsigned lost = count_lost(sheet, text_slice(&copied->copy), text_slice(&bench->extras), true);
    const bool right = class == HABIT_STRAY ? asks_after_word(bench, sheet)
        : class == HABIT_CHATTY             ? legal
        : class == HABIT_FAULT              ? true
                                            : legal && same_record(&bench->should, &bench->is, sheet);
    return (struct judgement){.fate = legal && !same ? FATE_INVENTED
            : lost > 0                               ? FATE_LOST
            : right                                  ? FATE_RIGHT
            : copied->asked > 0                      ? FATE_ASKED
                                                     : FATE_KEPT};
}

static void add_verdict(struct counts *counts, const struct judgement *judgement)
{
    counts->planted++;
    counts->fates[judgement->fate]++;
    counts->untold += judgement->untold;
    counts->fixed += judgement->fixed;
}

static bool write_file(const char *folder, const char *name, const char *end, const struct text *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, end);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool good = fwrite(text->bytes, 1, text->length, file) == text->length;
    return fclose(file) == 0 && good;
}

/* The planted record and the true one, in files named after the ruleset and the habits. */
static bool keep_record(struct bench *bench, const struct sheet *sheet, const char *one, const char *other)
{
    char name[256];
    int length = snprintf(name, sizeof name, "%s-%s%s%s-%u", sheet->played->ruleset, one, other == NULL ? "" : "+",
        other == NULL ? "" : other, bench->files++);
    for (int i = 0; i < length && i < (int)sizeof name; i++)
        name[i] = (char)(isalnum((unsigned char)name[i]) || strchr("+-", name[i]) != NULL ? name[i] : '_');
    return write_file(bench->options.folder, name, "sgn", &bench->typed) &&
        write_file(bench->options.folder, name, "truth", &bench->truth);
}

static const char *const fates[] = {"right", "asked", "kept", "lost", "invented"};

static void show_failure(
    struct bench *bench, const char *ruleset, const char *one, const char *other, const struct judgement *judgement)
{
    printf("\n%s: %s%s%s: %s\n", ruleset, one, other == NULL ? "" : " and ", other == NULL ? "" : other,
        fates[judgement->fate]);
    fwrite(bench->typed.bytes, 1, bench->typed.length, stdout);
    if (bench->copied.made.length > 0)
        printf("-> %.*s\n", (int)bench->copied.made.length, bench->copied.made.bytes);
}

/* One record with ONE and OTHER, or NULL; false when it cannot be written. */
static bool measure(struct bench *bench, const struct habit *one, const struct habit *other, struct random *random)
{
    struct sheet *sheet = malloc(sizeof *sheet);
    bool planted = false;
    for (unsigned tries = 0; tries < TRIES && !planted && sheet != NULL; tries++)
        planted = plant(bench, one, other, random, sheet);
    if (!planted) {
        free(sheet);
        return true;
    }
    enum habit_class class = other != NULL && other->class > one->class ? other->class : one->class;
    if (sheet->stays_fault && class < HABIT_FAULT)
        class = HABIT_FAULT;
    const bool slip = class == HABIT_BLOCK && other != NULL;
    struct judgement judgement =
        class == HABIT_BLOCK && !slip ? judge_block(bench, sheet) : judge_copy(bench, sheet, class);
    const struct habit *named = slip || other == NULL || one->class >= other->class ? one : other;
    struct group *group = group_of(bench, named->group, class);
    if (slip)
        add_verdict(&bench->slips, &judgement);
    else
        add_verdict(&group->counts[other != NULL][one->held], &judgement);
    const char *also = other == NULL ? NULL : other->group;
    const bool failed = slip ? judgement.fate >= FATE_LOST : judgement.fate != FATE_RIGHT;
    if (!one->held && failed && group->shown < bench->options.failures) {
        group->shown++;
        show_failure(bench, sheet->played->ruleset, one->group, also, &judgement);
    }
    bool good = bench->options.folder == NULL || (one->held && !bench->options.held) ||
        keep_record(bench, sheet, one->group, also);
    free(sheet);
    return good;
}

/* The title in the file of a ruleset. */
static struct slice title_of(const char *ruleset, struct arena *arena)
{
    char path[128];
    char line[256];
    struct slice title = {"", 0};
    snprintf(path, sizeof path, "rulesets/%s.yaml", ruleset);
    FILE *file = fopen(path, "r");
    while (file != NULL && title.length == 0 && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "title: ", 7) == 0) {
            line[strcspn(line, "\n")] = '\0';
            title = arena_copy(arena, slice_of(line + 7));
        }
    if (file != NULL)
        fclose(file);
    return title;
}

static bool fill_pool(struct bench *bench, const struct rulebook *book, const char *ruleset, struct random *random)
{
    struct recording recording;
    struct slice title;
    arena_clear(&bench->arena);
    bench->pool_count = 0;
    title = title_of(ruleset, &bench->arena);
    recording_init(&recording, book, ruleset);
    for (unsigned tries = 0; tries < 10 * POOL && bench->pool_count < POOL; tries++) {
        bool whole = random_once_in(random, 3);
        recording_make(&recording,
            whole ? RECORDED_TURNS : LEAST_TURNS + random_below(random, MOST_TURNS - LEAST_TURNS + 1), random);
        if (recording.players > 1 && recording.words.count >= LEAST_TURNS)
            bench->pool_count +=
                played_take(&bench->pool[bench->pool_count], bench->session, &recording, title, &bench->arena);
    }
    recording_release(&recording);
    return bench->pool_count > 0;
}

static const struct habit *find_slip(void)
{
    for (unsigned i = 0; i < habit_count; i++)
        if (strcmp(habits[i].group, "slip") == 0)
            return &habits[i];
    return NULL;
}

/* Another habit for the same sheet, held out if ONE is; NULL: none was found.  What is said beside turns goes with what
   is promised. */
static const struct habit *draw_partner(const struct habit *one, struct random *random)
{
    for (unsigned tries = 0; tries < TRIES; tries++) {
        const struct habit *other = &habits[random_below(random, habit_count)];
        const bool fits = one->class < HABIT_CHATTY ? other->class < HABIT_CHATTY && other->held == one->held
                                                    : other->class == HABIT_PROMISED;
        if (fits && habits_agree(one, other))
            return other;
    }
    return NULL;
}

/* HABIT in games of the ruleset: alone, with another one, and with a slip. */
static bool measure_habit(struct bench *bench, const struct habit *habit, struct random *random)
{
    const struct habit *slip = find_slip();
    bool good = true;
    for (unsigned k = 0; k < bench->options.records && good; k++) {
        good = measure(bench, habit, NULL, random);
        const struct habit *other = habit->class == HABIT_BLOCK ? NULL : draw_partner(habit, random);
        good = good && (other == NULL || measure(bench, habit, other, random));
        if (habit->class <= HABIT_TYPED && habits_agree(habit, slip))
            good = good && measure(bench, habit, slip, random);
    }
    return good;
}

static bool measure_ruleset(struct bench *bench, const struct rulebook *book, const char *ruleset)
{
    struct random random = {bench->options.seed};
    for (const char *c = ruleset; *c != '\0'; c++)
        random.state = random_next(&random) ^ (unsigned char)*c;
    bench->session = session_open(ruleset);
    bench->copying = copying_session(ruleset);
    bool good = bench->session != NULL && bench->copying != NULL && fill_pool(bench, book, ruleset, &random);
    for (unsigned i = 0; i < habit_count && good; i++)
        if (!(habits[i].class == HABIT_BLOCK ? bench->options.typed : bench->options.blocks))
            good = measure_habit(bench, &habits[i], &random);
    catasta_session_free(bench->session);
    catasta_session_free(bench->copying);
    return good;
}

/* The table. */

static double percent(unsigned part, unsigned whole)
{
    return whole == 0 ? 0 : 100.0 * part / whole;
}

static void print_counts(const struct counts *counts, bool block)
{
    printf(" |%6u", counts->planted);
    if (counts->planted == 0)
        printf(" %32s", "");
    else if (block)
        printf(" %6.1f %6.1f %6.1f %5u %5u", percent(counts->fates[FATE_RIGHT], counts->planted),
            percent(counts->fates[FATE_RIGHT], counts->planted - counts->untold),
            percent(counts->fixed, counts->planted), counts->fates[FATE_LOST], counts->fates[FATE_INVENTED]);
    else
        printf(" %6.1f %6.1f %6.1f %5u %5u", percent(counts->fates[FATE_RIGHT], counts->planted),
            percent(counts->fates[FATE_ASKED], counts->planted), percent(counts->fates[FATE_KEPT], counts->planted),
            counts->fates[FATE_LOST], counts->fates[FATE_INVENTED]);
}

static void print_heading(const char *name, bool block)
{
    printf("\n%-40s", name);
    for (unsigned i = 0; i < 2; i++)
        printf(" |%6s %6s %6s %6s %5s %5s", i == 0 ? "shown" : "held", "right", block ? "told" : "asked",
            block ? "fixed" : "kept", "lost", "inv.");
    puts("");
}

static void add_counts(struct counts *sum, const struct counts *counts)
{
    sum->planted += counts->planted;
    for (unsigned i = 0; i < FATES; i++)
        sum->fates[i] += counts->fates[i];
}

/* Of all groups of the classes from FIRST to LAST, shown and held out. */
static struct counts sum_classes(
    const struct bench *bench, unsigned pairs, enum habit_class first, enum habit_class last)
{
    struct counts sum = {0};
    for (unsigned i = 0; i < bench->group_count; i++)
        for (unsigned held = 0; held < 2; held++)
            if (bench->groups[i].class >= first && bench->groups[i].class <= last)
                add_counts(&sum, &bench->groups[i].counts[pairs][held]);
    return sum;
}

static void print_groups(const struct bench *bench, unsigned pairs, bool block)
{
    static const char *const classes[] = {"promised", "", "fault", "chatty", "stray", "block"};
    print_heading(block ? "blocks" : pairs ? "in pairs" : "singly", block);
    for (unsigned i = 0; i < bench->group_count; i++) {
        const struct group *group = &bench->groups[i];
        if ((group->class == HABIT_BLOCK) != block)
            continue;
        printf("%-31s %-8s", group->name, classes[group->class]);
        print_counts(&group->counts[pairs][0], block);
        print_counts(&group->counts[pairs][1], block);
        puts("");
    }
}

static void print_figures(const struct bench *bench)
{
    printf("\n%-40s |%6s %6s %6s %6s %5s %5s\n", "copied", "count", "right", "asked", "kept", "lost", "inv.");
    for (unsigned pairs = 0; pairs < 2; pairs++) {
        const struct counts promised = sum_classes(bench, pairs, HABIT_PROMISED, HABIT_PROMISED);
        const struct counts all = sum_classes(bench, pairs, HABIT_PROMISED, HABIT_TYPED);
        const struct counts faults = sum_classes(bench, pairs, HABIT_FAULT, HABIT_FAULT);
        printf("%-40s", pairs ? "in pairs, promised" : "singly, promised");
        print_counts(&promised, false);
        printf("\n%-40s", pairs ? "in pairs, all" : "singly, all");
        print_counts(&all, false);
        printf("\n%-40s", pairs ? "in pairs, that nobody can read" : "singly, that nobody can read");
        print_counts(&faults, false);
        puts("");
    }
    struct counts stray = {0}, chatty = {0};
    for (unsigned pairs = 0; pairs < 2; pairs++) {
        const struct counts one = sum_classes(bench, pairs, HABIT_STRAY, HABIT_STRAY);
        const struct counts other = sum_classes(bench, pairs, HABIT_CHATTY, HABIT_CHATTY);
        add_counts(&stray, &one);
        add_counts(&chatty, &other);
    }
    const struct counts *slips = &bench->slips;
    const unsigned real = slips->planted - slips->fates[FATE_RIGHT];
    printf("slip beside a habit reported:       %u of %u, %.1f %% (%u words lost, %u copied right)\n",
        real - slips->fates[FATE_INVENTED], real, percent(real - slips->fates[FATE_INVENTED], real),
        slips->fates[FATE_LOST], slips->fates[FATE_RIGHT]);
    printf("stray word, the turn after it asked: %u of %u, %.1f %%\n", stray.fates[FATE_RIGHT], stray.planted,
        percent(stray.fates[FATE_RIGHT], stray.planted));
    printf("chatty legal records asked in vain:  %u of %u, %.1f %% (%u with another error, %u lost, %u invented)\n",
        chatty.fates[FATE_ASKED], chatty.planted, percent(chatty.fates[FATE_ASKED], chatty.planted),
        chatty.fates[FATE_KEPT], chatty.fates[FATE_LOST], chatty.fates[FATE_INVENTED]);
}

static void print_tables(const struct bench *bench)
{
    if (!bench->options.blocks) {
        print_groups(bench, 0, false);
        print_groups(bench, 1, false);
        print_figures(bench);
    }
    if (!bench->options.typed)
        print_groups(bench, 0, true);
}

static bool read_options(int argc, char **argv, struct options *options)
{
    int option;
    *options = (struct options){.seed = 1, .records = 2};
    while ((option = getopt(argc, argv, "bts:n:f:p:H")) != -1)
        switch (option) {
        case 'b':
            options->blocks = true;
            break;
        case 't':
            options->typed = true;
            break;
        case 's':
            options->seed = strtoull(optarg, NULL, 10);
            break;
        case 'n':
            options->records = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 'f':
            options->failures = (unsigned)strtoul(optarg, NULL, 10);
            break;
        case 'p':
            options->folder = optarg;
            break;
        case 'H':
            options->held = true;
            break;
        default:
            return false;
        }
    return optind < argc;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    struct books books;
    if (!read_options(argc, argv, &bench.options) || !books_open(&books)) {
        fputs("usage: habits [-b] [-t] [-s SEED] [-n RECORDS] [-f FAILURES] [-p DIR] [-H] RULESET...\n", stderr);
        return 2;
    }
    arena_init(&bench.arena, 0);
    arena_init(&bench.sheets, 0);
    for (int i = optind; i < argc; i++) {
        const struct rulebook *book = books_find(&books, argv[i]);
        if (book == NULL || !measure_ruleset(&bench, book, argv[i])) {
            fprintf(stderr, "habits: cannot measure %s\n", argv[i]);
            return 2;
        }
    }
    print_tables(&bench);
    books_close(&books);
    arena_release(&bench.arena);
    arena_release(&bench.sheets);
    facts_release(&bench.should);
    facts_release(&bench.is);
    copied_release(&bench.copied);
    struct text *const texts[] = {&bench.truth, &bench.typed, &bench.fixed, &bench.mended, &bench.extras};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        text_release(texts[i]);
    return fflush(stdout) != 0;
}
