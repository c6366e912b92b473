/* SPDX-License-Identifier: MIT */
/* How much of what people type is read: habits [-b] [-t] [-s SEED] [-n RECORDS] [-f FAILURES] [-p DIR] [-H] RULESET…
   plants each habit in so many games by each ruleset, singly and in as many pairs, and prints by habit how often the
   record was read, or mended, as it was played, and totals by class.  Of each habit it then shows the first FAILURES.
   With -p the planted records are written to DIR, NAME.sgn, with the record as played beside it, NAME.truth.  Habits
   that are held out are neither shown nor written; -H has them written, too.  With -b only blocks are planted.  With -t
   all are read as typed text: right is copied right, fixed is asked about, wrong is another game without an error, and
   lost are words that are neither in the copy nor in the list of changes.

   Of some blocks the record does not say what was played: with another repair, which is proposed first, all is legal
   as well, and it puts in as many turns as are gone, or changes no more characters.  "told" is the percentage that is
   right of the others, "right" of all. */
#include "support/habits.h"
#include "record/spelled_turns.h"
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
    bool blocks;
    bool typed;
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

struct counts {
    unsigned planted;
    unsigned right;  /* read; mended by what is certain; proposed first; not taken for another game */
    unsigned untold; /* not right, but the record does not say so */
    unsigned fixed;  /* right once what is certain was made, in a block what is likely */
    unsigned errors;
    unsigned wrong; /* without an error, or fixed, and another game */
    unsigned lost;  /* words */
};

struct group {
    const char *name;
    enum habit_class class;
    struct counts single[2]; /* shown, held out */
    struct counts pairs[2];
    unsigned shown; /* failures */
};

struct bench {
    struct options options;
    catasta_session *session;
    catasta_session *copying; /* with -t */
    struct copied copied;
    unsigned group_count;
    struct group groups[GROUPS];
    struct counts classes[2][HABIT_CLASSES][2]; /* single or in pairs, class, held out */
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

/* What is repaired. */
enum fixing { FIX_NOTHING, FIX_CERTAIN, FIX_LIKELY };

/* Formats TEXT with repairs made; a game that has no canonical form is copied, and then it is false.  *LEFT are the
   errors. */
static bool format(struct bench *bench, struct slice text, enum fixing fix, struct text *formatted, unsigned *left)
{
    const struct catasta_sink sink = text_sink(formatted);
    catasta_input *input = catasta_input_bytes(bench->session, text.at, text.length, "typed.sgn");
    catasta_game *game;
    bool good = input != NULL;
    *left = 0;
    text_clear(formatted);
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        struct catasta_fixes fixes = {.size = sizeof fixes, .likely = fix == FIX_LIKELY};
        good = (fix == FIX_NOTHING || catasta_game_fix(game, "fixed", NULL, &fixes)) && good;
        struct catasta_info info = game_info(game);
        *left += fix == FIX_NOTHING ? info.errors : fixes.left;
        if (formatted->length > 0)
            text_add_char(formatted, '\n');
        if (!info.readable)
            add_text(formatted, info.source);
        good = info.readable && catasta_write(game, "sgn", &sink) && good;
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
static size_t between_length(const char *at)
{
    const struct sign sign = sign_at(at);
    return is_space(*at) || strchr(";|\"", *at) != NULL ? 1 : sign.c == ' ' ? sign.length : 0;
}

static bool next_word(struct slice *text, struct slice *word)
{
    while (text->length > 0 && between_length(text->at) > 0)
        *text = slice_after(*text, between_length(text->at));
    *word = (struct slice){text->at, 0};
    while (word->length < text->length && between_length(word->at + word->length) == 0)
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

static struct group *group_of(struct bench *bench, const struct habit *habit)
{
    for (unsigned i = 0; i < bench->group_count; i++)
        if (strcmp(bench->groups[i].name, habit->group) == 0)
            return &bench->groups[i];
    struct group *group = &bench->groups[bench->group_count++];
    group->name = habit->group;
    group->class = habit->class;
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
    bool right;
    bool untold;
    bool fixed;
    bool wrong;
    unsigned errors;
    unsigned lost;
};

/* What becomes of the record with repairs made. */
static void judge_fixed(struct bench *bench, struct sheet *sheet, enum fixing fix, struct judgement *judgement)
{
    unsigned left;
    bool whole = format(bench, text_slice(&bench->typed), fix, &bench->fixed, &left);
    unsigned lost = count_lost(sheet, text_slice(&bench->fixed), text_slice(&bench->extras), !whole);
    judgement->fixed = false;
    if (whole) {
        find_facts(bench, text_slice(&bench->fixed), &bench->is);
        bool legal = bench->is.errors == 0 && left == 0;
        judgement->fixed = legal && same_record(&bench->should, &bench->is, sheet);
        judgement->wrong |= legal && fix == FIX_CERTAIN && !same_game(&bench->should, &bench->is, sheet);
    }
    if (lost > judgement->lost)
        judgement->lost = lost;
}

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

static struct judgement judge(struct bench *bench, struct sheet *sheet, enum habit_class class)
{
    struct judgement judgement = {0};
    unsigned left;
    struct slice typed = text_slice(&bench->typed);
    find_facts(bench, typed, &bench->is);
    judgement.errors = bench->is.errors;
    bool read = bench->is.errors == 0;
    bool one_error = bench->is.errors == 1;
    judgement.wrong = read && !same_game(&bench->should, &bench->is, sheet) && class != HABIT_MENDED;
    bool good = read && format(bench, typed, FIX_NOTHING, &bench->fixed, &left);
    if (good) {
        find_facts(bench, text_slice(&bench->fixed), &bench->is);
        good = bench->is.errors == 0 && same_record(&bench->should, &bench->is, sheet);
    }
    judge_fixed(bench, sheet, FIX_CERTAIN, &judgement);
    if (class == HABIT_BLOCK)
        judge_fixed(bench, sheet, FIX_LIKELY, &judgement);
    if (class == HABIT_READ)
        judgement.right = good;
    else if (class == HABIT_MENDED)
        judgement.right = read && judgement.fixed;
    else if (class == HABIT_FAULT)
        judgement.right = !judgement.wrong;
    else if (sheet->unrecoverable)
        judgement.right = one_error && judgement.lost == 0;
    else if (mend(bench, typed, &bench->mended)) {
        find_facts(bench, text_slice(&bench->mended), &bench->is);
        bool legal = bench->is.errors == 0 || sheet->result_wrong;
        judgement.right = legal && same_record(&bench->should, &bench->is, sheet);
        judgement.untold = legal && !judgement.right && as_near(bench, sheet);
    }
    return judgement;
}

/* What the clerk makes of it: right is copied right, fixed is asked, wrong is another game without a question, and lost
   are words that are neither in the copy nor listed. */
static struct judgement judge_copy(struct bench *bench, struct sheet *sheet)
{
    struct judgement judgement = {0};
    struct copied *copied = &bench->copied;
    if (!copy_typed(bench->copying, text_slice(&bench->typed), copied))
        return judgement;
    find_facts(bench, text_slice(&copied->copy), &bench->is);
    judgement.errors = copied->errors > bench->is.errors ? copied->errors : bench->is.errors;
    judgement.right = judgement.errors == 0 && same_record(&bench->should, &bench->is, sheet);
    judgement.wrong = judgement.errors == 0 && !same_game(&bench->should, &bench->is, sheet);
    judgement.fixed = copied->asked > 0;
    text_add(&copied->copy, text_slice(&copied->listed));
    judgement.lost = count_lost(sheet, text_slice(&copied->copy), text_slice(&bench->extras), true);
    return judgement;
}

static void add_verdict(struct counts *counts, const struct judgement *judgement)
{
    counts->planted++;
    counts->right += judgement->right;
    counts->untold += judgement->untold;
    counts->fixed += judgement->fixed;
    counts->wrong += judgement->wrong;
    counts->errors += judgement->errors;
    counts->lost += judgement->lost;
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

static void show_failure(
    struct bench *bench, const char *ruleset, const char *one, const char *other, const struct judgement *judgement)
{
    printf("\n%s: %s%s%s: %u errors%s%s, %u words lost\n", ruleset, one, other == NULL ? "" : " and ",
        other == NULL ? "" : other, judgement->errors, judgement->fixed ? ", fixed" : "",
        judgement->wrong ? ", another game" : "", judgement->lost);
    fwrite(bench->typed.bytes, 1, bench->typed.length, stdout);
    if (bench->options.typed)
        printf("-> %.*s\n", (int)bench->copied.made.length, bench->copied.made.bytes);
}

/* One record with ONE and OTHER, or NULL; false when no game has a place for them. */
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
    if (sheet->stays_fault)
        class = HABIT_FAULT;
    struct judgement judgement = bench->options.typed ? judge_copy(bench, sheet) : judge(bench, sheet, class);
    struct group *group = group_of(bench, one);
    add_verdict(&bench->classes[other != NULL][class][one->held], &judgement);
    if (other == NULL) {
        add_verdict(&group->single[one->held], &judgement);
    } else {
        add_verdict(&group->pairs[one->held], &judgement);
        if (group_of(bench, other) != group)
            add_verdict(&group_of(bench, other)->pairs[one->held], &judgement);
    }
    const char *also = other == NULL ? NULL : other->group;
    if (!one->held && (!judgement.right || judgement.lost > 0) && group->shown < bench->options.failures) {
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

/* Another habit for the same sheet, held out if ONE is; NULL: none was found. */
static const struct habit *draw_partner(const struct habit *one, struct random *random)
{
    for (unsigned tries = 0; tries < TRIES; tries++) {
        const struct habit *other = &habits[random_below(random, habit_count)];
        if (other->held == one->held && habits_agree(one, other))
            return other;
    }
    return NULL;
}

static bool takes(const struct bench *bench, const struct habit *habit)
{
    return !bench->options.blocks || habit->class == HABIT_BLOCK;
}

static bool measure_ruleset(struct bench *bench, const struct rulebook *book, const char *ruleset)
{
    struct random random = {bench->options.seed};
    for (const char *c = ruleset; *c != '\0'; c++)
        random.state = random_next(&random) ^ (unsigned char)*c;
    bench->session = session_open(ruleset);
    bench->copying = bench->options.typed ? copying_session(ruleset) : NULL;
    bool good = bench->session != NULL && fill_pool(bench, book, ruleset, &random);
    for (unsigned i = 0; i < habit_count && good; i++)
        for (unsigned k = 0; takes(bench, &habits[i]) && k < bench->options.records && good; k++)
            good = measure(bench, &habits[i], NULL, &random);
    for (unsigned i = 0; i < habit_count && good; i++)
        for (unsigned k = 0; takes(bench, &habits[i]) && k < bench->options.records && good; k++) {
            const struct habit *other = draw_partner(&habits[i], &random);
            good = other == NULL || measure(bench, &habits[i], other, &random);
        }
    catasta_session_free(bench->session);
    catasta_session_free(bench->copying);
    return good;
}

/* The table. */

static double percent(unsigned part, unsigned whole)
{
    return whole == 0 ? 0 : 100.0 * part / whole;
}

static void print_counts(const struct counts *counts)
{
    if (counts->planted == 0)
        printf(" |%6u %6s %6s %6s %6s %5s %5s", 0, "", "", "", "", "", "");
    else
        printf(" |%6u %6.1f %6.1f %6.1f %6.2f %5u %5u", counts->planted, percent(counts->right, counts->planted),
            percent(counts->right, counts->planted - counts->untold), percent(counts->fixed, counts->planted),
            (double)counts->errors / counts->planted, counts->wrong, counts->lost);
}

static void print_heading(const char *name)
{
    printf("\n%-30s %-6s | %-47s | %-47s\n%-37s", name, "class", "shown", "held out", "");
    for (unsigned i = 0; i < 2; i++)
        printf(" |%6s %6s %6s %6s %6s %5s %5s", "count", "right", "told", "fixed", "errors", "wrong", "lost");
    puts("");
}

static void print_tables(const struct bench *bench)
{
    static const char *const classes[] = {"read", "mended", "block", "fault"};
    for (unsigned pairs = 0; pairs < 2; pairs++) {
        print_heading(pairs ? "in pairs" : "singly");
        for (unsigned i = 0; i < bench->group_count; i++) {
            const struct group *group = &bench->groups[i];
            printf("%-30s %-6s", group->name, classes[group->class]);
            for (unsigned held = 0; held < 2; held++)
                print_counts(pairs ? &group->pairs[held] : &group->single[held]);
            puts("");
        }
    }
    print_heading("totals");
    for (unsigned pairs = 0; pairs < 2; pairs++)
        for (unsigned class = 0; class < HABIT_CLASSES; class ++) {
            printf("%-30s %-6s", pairs ? "in pairs" : "singly", classes[class]);
            for (unsigned held = 0; held < 2; held++)
                print_counts(&bench->classes[pairs][class][held]);
            puts("");
        }
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
        fputs("usage: habits [-b] [-s SEED] [-n RECORDS] [-f FAILURES] [-p DIR] [-H] RULESET...\n", stderr);
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
