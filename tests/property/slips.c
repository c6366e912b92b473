/* SPDX-License-Identifier: MIT */
/* What the referee proposes for slips in games of every shipped ruleset: mostly what was
   played, never something certain and wrong, and nothing where nothing is wrong.  And what
   is made of them by fmt --fix: what was played, or nothing that fmt would not write. */
#include "support/books.h"
#include "support/checking.h"
#include "support/share.h"
#include "support/tally.h"
#include "support/trials.h"

#include <stdio.h>

enum { SEEDS = 24, GAMES = 5, LEAST_PERCENT = 70 };

static bool check_certain(const struct trial *trial)
{
    const struct proposal *best = &trial->proposal[0];
    if (trial->proposals == 0 || best->confidence != CONFIDENCE_CERTAIN || best->part)
        return true;
    return complaint("certain and wrong, '%s' for %.*s of ply %u in:\n%s", text_slice(&best->text).at,
        (int)trial->played.length, trial->played.at, trial->index + 1, text_slice(&trial->broken_text).at);
}

/* What is said to carry on to the end does so when it is read again. */
static bool check_whole(const struct trial *trial)
{
    for (unsigned i = 0; i < trial->proposals; i++)
        if (trial->proposal[i].whole && !trial->proposal[i].mends && !trial->slip->parts)
            return complaint("mended, and not legal:\n%s", text_slice(&trial->proposal[i].mended).at);
    return true;
}

/* A file of the game as it was played and as it was written: SOUND, BROKEN, SOUND. */
static void write_file(struct text *file, const struct text *sound, const struct text *broken)
{
    text_clear(file);
    text_add(file, text_slice(sound));
    text_add(file, text_slice(broken));
    text_add(file, text_slice(sound));
}

/* Without comments, of which made-up games have none but those that repairs leave or close, without what
   numbers a turn after a comment, and with single spaces. */
static void strip_comments(struct text *text)
{
    size_t to = 0;
    bool comment = false;
    for (size_t i = 0; i < text->length; i++) {
        char c = text->bytes[i];
        size_t digits = strspn(text->bytes + i, "0123456789");
        bool blank = c == ' ' || c == '\n';
        comment |= c == '{';
        if (!comment && digits > 0 && strncmp(text->bytes + i + digits, "...", 3) == 0)
            i += digits + 2;
        else if (!comment && !(blank && to > 0 && (text->bytes[to - 1] == ' ' || text->bytes[to - 1] == '\n')))
            text->bytes[to++] = blank ? ' ' : c;
        comment &= c != '}';
    }
    text->length = to;
    text->bytes[to] = '\0';
}

/* Whether the game is as it was played after fmt --fix where that is certain, and else as after fmt alone;
   and the games beside it are as they were. */
static bool check_fixed(catasta_session *session, const struct trial *trial)
{
    bool certain =
        trial->proposals > 0 && trial->proposal[0].confidence == CONFIDENCE_CERTAIN && trial->proposal[0].found;
    if (!certain && trial->slip->parts)
        return true;
    struct text file;
    struct text wanted;
    struct text fixed;
    unsigned made;
    text_init(&file);
    text_init(&wanted);
    text_init(&fixed);
    write_file(&file, &trial->sound_text, certain ? &trial->sound_text : &trial->broken_text);
    bool formatted = format_sgn(session, text_slice(&file), &wanted);
    write_file(&file, &trial->sound_text, &trial->broken_text);
    bool good = fix_sgn(session, text_slice(&file), &fixed, &made) == formatted;
    strip_comments(&wanted);
    strip_comments(&fixed);
    if (good && formatted && made == certain)
        good = slice_equal(text_slice(&fixed), text_slice(&wanted));
    good = good && (certain ? made == 1 : made == 0 || !formatted);
    if (!good)
        complaint("%u repairs made, wanted:\n%s\nnot:\n%s", made, text_slice(&wanted).at, text_slice(&fixed).at);
    text_release(&file);
    text_release(&wanted);
    text_release(&fixed);
    return good;
}

/* What holds of all games. */
struct findings {
    bool good;
    bool sound;
    bool certain;
    bool whole;
    bool fixed;
    struct score score;
};

static void check_games(const struct book *one, uint64_t seed, catasta_session *session, struct findings *findings)
{
    struct trials trials;
    findings->good &= trials_open(&trials, &one->entry.book, one->name, seed);
    for (unsigned game = 0; game < GAMES && findings->good; game++) {
        findings->good = trials_next(&trials);
        if (!findings->good)
            break;
        if (!trials.trial.sound)
            findings->sound = complaint("wrong, or with repairs:\n%s", text_slice(&trials.trial.sound_text).at);
        findings->certain &= check_certain(&trials.trial);
        findings->whole &= check_whole(&trials.trial);
        findings->fixed &= check_fixed(session, &trials.trial);
        score_trial(&findings->score, &trials.trial);
    }
    trials_close(&trials);
}

static void check_ruleset(struct book *one, unsigned seed, struct tally *tally)
{
    struct findings findings = {true, true, true, true, true, {0}};
    const struct score *score = &findings.score;
    catasta_session *session = session_open(NULL);
    findings.good = session != NULL;
    for (unsigned i = 0; i < share_of(SEEDS) && findings.good; i++)
        check_games(one, seed + i, session, &findings);
    catasta_session_free(session);
    bool often = 100 * score->place >= LEAST_PERCENT * (score->planted - score->untold);
    if (!often)
        complaint("%u of %u are found", score->place, score->planted - score->untold);
    tally_count(tally, findings.good, "slips show", one->name);
    tally_count(tally, findings.sound, "nothing is proposed where nothing is wrong", one->name);
    tally_count(tally, findings.certain, "what is certain is right", one->name);
    tally_count(tally, findings.whole, "what carries on to the end is legal when it is made", one->name);
    tally_count(tally, findings.fixed, "fmt --fix makes what is certain, and nothing else", one->name);
    tally_count(tally, often, "what was meant is proposed first", one->name);
}

int main(void)
{
    return check_shipped(check_ruleset);
}
