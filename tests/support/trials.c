/* SPDX-License-Identifier: MIT */
#include "support/trials.h"

#include "support/changes.h"
#include "support/playing.h"
#include "support/tally.h"

#include <time.h>

enum { TRIES = 100, LEAST_TURNS = 20, MOST_TURNS = 60 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

bool trials_open(struct trials *trials, const struct rulebook *book, const char *ruleset, uint64_t seed)
{
    static const char *const folders[] = {"rulesets", "tests/variants", NULL};
    memset(trials, 0, sizeof *trials);
    trials->referee = referee_new(folders, NULL);
    report_init(&trials->report);
    trials->random.state = seed;
    trials->slips = slips;
    trials->slip_count = SLIPS;
    recording_init(&trials->recording, book, ruleset);
    return trials->referee != NULL && reader_open_at(&trials->reader, slice_of(""), true, 1);
}

void trials_close(struct trials *trials)
{
    struct trial *trial = &trials->trial;
    struct text *const texts[] = {&trial->written, &trial->sound_text, &trial->broken_text, &trial->turns};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        text_release(texts[i]);
    for (unsigned i = 0; i < REPAIRS_MOST; i++) {
        text_release(&trial->proposal[i].text);
        text_release(&trial->proposal[i].mended);
    }
    reader_close(&trials->reader);
    report_release(&trials->report);
    referee_free(trials->referee);
    recording_release(&trials->recording);
}

/* Reads TEXT into trials->record and judges it; the seconds that took, -1 when it
   cannot be done. */
static double judge(struct trials *trials, struct slice text, enum keep_what keeps)
{
    const struct keep keep = {.what = keeps, .last = -1};
    reader_close(&trials->reader);
    if (!read_record(&trials->reader, &trials->record, text, referee_shapes(trials->referee)))
        return -1;
    double begin = now();
    if (!referee_judge(trials->referee, &trials->record, keep, &trials->report))
        return -1;
    return now() - begin;
}

/* Texts of a main line's turns, a line each. */
struct listing {
    struct text canonical;
    struct text written;
};

static void listing_init(struct listing *listing)
{
    text_init(&listing->canonical);
    text_init(&listing->written);
}

static void listing_release(struct listing *listing)
{
    text_release(&listing->canonical);
    text_release(&listing->written);
}

/* The turns of a record; false when it is not legal. */
static bool list_played(struct trials *trials, struct slice record, struct listing *listing)
{
    const struct tree *tree = &trials->report.tree;
    struct walk walk;
    enum walk_step step;
    text_clear(&listing->canonical);
    text_clear(&listing->written);
    if (judge(trials, record, KEEP_TEXTS) < 0)
        return false;
    walk_begin(&walk, tree);
    while ((step = walk_next(&walk)) != WALK_OVER) {
        if (step != WALK_TURN || walk.depth > 0)
            continue;
        if (tree->plies[walk.node].verdict == VERDICT_LEGAL && walk.item->shape != TURN_RESIGN)
            text_add(&listing->canonical, tree_text(tree, walk.node, walk.item));
        text_add_char(&listing->canonical, '\n');
        text_add(&listing->written, item_text(&trials->record, walk.item));
        text_add_char(&listing->written, '\n');
    }
    return trials->report.legal && trials->report.errors == 0;
}

/* Whether LINE is the turn PLAYED but for tiles that it leaves open, '?' for R4. */
static bool is_open(struct slice line, struct slice played)
{
    size_t at = 0;
    for (size_t i = 0; i < line.length; i++, at++) {
        if (at >= played.length || (line.at[i] != '?' && line.at[i] != played.at[at]))
            return false;
        at += line.at[i] == '?' && played.at[at] != '?';
    }
    return at == played.length;
}

/* Whether LINES are the turns of GAME but for COUNT from INDEX on, which may be ANY or
   leave open what only later turns or nobody can tell. */
static bool same_but(struct slice lines, const struct words *game, unsigned index, unsigned count, bool any)
{
    struct slice line;
    for (unsigned i = 0; i < game->count; i++) {
        if (!slice_split(&lines, '\n', &line))
            return false;
        bool changed = i >= index && i < index + count;
        if (changed ? !any && !is_open(line, game->list[i].text) : !slice_equal(line, game->list[i].text))
            return false;
    }
    return slice_split(&lines, '\n', &line) && line.length == 0;
}

/* Where the turns of WORDS are no longer those of GAME. */
static unsigned first_difference(const struct words *game, const struct words *words)
{
    unsigned i = 0;
    while (i < words->count && slice_equal(words->list[i].text, game->list[i].text))
        i++;
    return i;
}

/* SOURCE with the edits of REPAIR made; as it was when they lie nowhere. */
static void mend(struct slice source, const struct repair *repair, struct text *text)
{
    size_t at = 0;
    bool reverse = repair->edit_count == 2 && repair->edits[1].span.begin < repair->edits[0].span.begin;
    text_clear(text);
    for (unsigned i = 0; i < repair->edit_count; i++) {
        const struct edit *edit = &repair->edits[reverse ? 1 - i : i];
        if (edit->span.begin < at || edit->span.end < edit->span.begin || edit->span.end > source.length)
            break;
        text_add(text, (struct slice){source.at + at, edit->span.begin - at});
        text_add(text, edit->text);
        at = edit->span.end;
    }
    text_add(text, (struct slice){source.at + at, source.length - at});
}

/* The first error of the main line, counting those that follow from none. */
static const struct diagnostic *first_error(const struct report *report, unsigned *errors)
{
    const struct diagnostic *first = NULL;
    *errors = 0;
    for (const struct diagnostic *d = report->diagnostics.first; d != NULL; d = d->next) {
        if (d->severity != SEVERITY_ERROR || d->in_variation)
            continue;
        *errors += !d->cascaded;
        first = first == NULL ? d : first;
    }
    return first;
}

static bool has_repairs(const struct report *report)
{
    for (const struct diagnostic *d = report->diagnostics.first; d != NULL; d = d->next)
        if (d->repair_count > 0)
            return true;
    return false;
}

static void take_proposals(const struct record *record, const struct diagnostic *diagnostic, struct trial *trial)
{
    trial->proposals = diagnostic->repair_count;
    for (unsigned i = 0; i < trial->proposals; i++) {
        const struct repair *repair = &diagnostic->repairs[i];
        struct proposal *proposal = &trial->proposal[i];
        proposal->kind = repair->kind;
        proposal->turns = repair->turns;
        proposal->confidence = repair->confidence;
        proposal->legal = repair->legal;
        proposal->whole = repair->whole;
        text_clear(&proposal->text);
        text_add(&proposal->text, repair->text);
        mend(record->source, repair, &proposal->mended);
    }
}

static void compare_proposals(struct trials *trials)
{
    struct trial *trial = &trials->trial;
    struct listing listing;
    listing_init(&listing);
    for (unsigned i = 0; i < trial->proposals; i++) {
        struct proposal *proposal = &trial->proposal[i];
        proposal->mends = list_played(trials, text_slice(&proposal->mended), &listing);
        proposal->found = proposal->mends && slice_equal(text_slice(&listing.canonical), text_slice(&trial->turns));
        const struct words *game = &trials->recording.words;
        bool any = trial->slip->left_out && proposal->kind == REPAIR_LEFT_OUT;
        unsigned at = any ? first_difference(game, &trials->words) : trial->index;
        unsigned count = any ? game->count - trials->words.count : 1;
        struct slice written = text_slice(&listing.written);
        proposal->place = proposal->mends && (proposal->found || same_but(written, game, at, count, any));
        struct slice broken = text_slice(&trial->broken_text);
        struct slice sound = text_slice(&trial->sound_text);
        struct slice mended = text_slice(&proposal->mended);
        unsigned changes = count_changes(broken, sound);
        unsigned made = count_changes(broken, mended);
        proposal->as_near = proposal->mends && (any ? proposal->turns == count : made <= changes);
        proposal->part = proposal->found || (!any && made < changes && made + count_changes(mended, sound) == changes);
        proposal->place |= trial->slip->parts && proposal->part;
    }
    listing_release(&listing);
}

/* Judges the broken record; false when nothing is wrong with it. */
static bool look_for_error(struct trials *trials)
{
    struct trial *trial = &trials->trial;
    trial->broken_seconds = judge(trials, text_slice(&trial->broken_text), KEEP_NOTHING);
    if (trial->broken_seconds < 0)
        return false;
    const struct diagnostic *error = first_error(&trials->report, &trial->errors);
    trial->proposals = 0;
    trial->rule = error == NULL ? NULL : error->rule;
    trial->ply = error == NULL ? 0 : error->ply;
    if (error != NULL)
        take_proposals(&trials->record, error, trial);
    return error != NULL;
}

/* Tries to make SLIP in the game at hand so that it shows. */
static bool plant(struct trials *trials, const struct slip *slip)
{
    struct trial *trial = &trials->trial;
    const struct words *game = &trials->recording.words;
    trial->slip = slip;
    trial->invisible = 0;
    for (unsigned tries = 0; tries < TRIES; tries++) {
        trial->index = random_below(&trials->random, game->count);
        trial->played = game->list[trial->index].text;
        if (!slip_make(slip, game, trial->index, &trials->random, &trials->words, &trial->written))
            continue;
        text_clear(&trial->broken_text);
        recording_write(&trials->recording, &trials->words, &trial->broken_text);
        if (look_for_error(trials))
            return true;
        trial->invisible++;
    }
    return false;
}

bool trials_next(struct trials *trials)
{
    struct trial *trial = &trials->trial;
    struct listing listing;
    do
        recording_make(&trials->recording, LEAST_TURNS + random_below(&trials->random, MOST_TURNS - LEAST_TURNS + 1),
            &trials->random);
    while (trials->recording.words.count < 2);
    if (trials->respell != NULL)
        trials->respell(&trials->recording, &trials->random);
    text_clear(&trial->sound_text);
    recording_write(&trials->recording, &trials->recording.words, &trial->sound_text);
    listing_init(&listing);
    trial->sound = list_played(trials, text_slice(&trial->sound_text), &listing) && !has_repairs(&trials->report);
    text_clear(&trial->turns);
    text_add(&trial->turns, text_slice(&listing.canonical));
    listing_release(&listing);
    trial->sound_seconds = judge(trials, text_slice(&trial->sound_text), KEEP_NOTHING);
    for (unsigned tries = 0; tries < trials->slip_count; tries++) {
        const struct slip *slip = &trials->slips[trials->next];
        trials->next = (trials->next + 1) % trials->slip_count;
        if (plant(trials, slip)) {
            compare_proposals(trials);
            return true;
        }
    }
    return complaint("no slip shows in:\n%s", text_slice(&trial->sound_text).at);
}

void score_trial(struct score *score, const struct trial *trial)
{
    const struct proposal *best = trial->proposals > 0 ? &trial->proposal[0] : NULL;
    bool three = false;
    double extra = trial->broken_seconds - trial->sound_seconds;
    for (unsigned i = 0; i < trial->proposals; i++)
        three |= trial->proposal[i].found;
    score->planted++;
    score->invisible += trial->invisible;
    score->first += best != NULL && best->found;
    score->place += best != NULL && best->place;
    score->untold += best != NULL && best->as_near && !best->place;
    score->three += three;
    score->none += best == NULL;
    score->certain += best != NULL && best->confidence == CONFIDENCE_CERTAIN;
    score->certain_wrong += best != NULL && best->confidence == CONFIDENCE_CERTAIN && !best->part;
    score->alone += trial->errors == 1;
    score->sound_seconds += trial->sound_seconds;
    score->extra_seconds += extra > 0 ? extra : 0;
    if (extra > score->worst_seconds)
        score->worst_seconds = extra;
}
