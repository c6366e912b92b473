/* Making repairs that are certain: their edits in the text of a record, which is then read and judged as a record of
   its own, for as long as that makes fewer faults.

   After a fault a repair is certain only if what was adopted there is.  That shows when
   it was made: the fault before it has become certain too, and all is legal.  Where it is not, all starts again without
   repairs after faults that stay. */
#include "forms/text/fixes.h"
#include "forms/text/place.h"
#include "library/session.h"

#include <stdlib.h>

/* How often it is done, and how many edits at a time. */
enum { ROUNDS_MOST = 32, EDITS_MOST = 32 };

/* How each text was made from the one before, so that places can be given in the first. */
struct change {
    uint32_t at; /* in the new text */
    uint32_t was;
    uint32_t is;
};
struct redraft {
    const struct redraft *before;
    unsigned count;
    struct change changes[EDITS_MOST + 1]; /* in their order */
};

/* A text with repairs made in it, judged. */
struct draft {
    struct reader *reader; /* allocated */
    struct record record;
    struct report report;
};

struct fixing {
    struct catasta_game *game;
    const char *word;
    struct draft drafts[2];
    struct draft *current; /* NULL: the game as it was */
    struct text next;
    struct text log;               /* about repairs made */
    struct text coming;            /* ... in .next */
    const struct redraft *redraft; /* from the original to what is judged now, NULL: the same */
    struct cursor cursor;          /* in the original */
    uint32_t made;
    bool strict; /* no repairs after faults that may stay */
};

static const struct report *report_of(const struct fixing *fixing)
{
    return fixing->current == NULL ? &fixing->game->report : &fixing->current->report;
}

/* Places. */

static uint32_t look_back(const struct redraft *redraft, uint32_t offset)
{
    uint32_t old = offset;
    for (unsigned i = 0; i < redraft->count && redraft->changes[i].at <= offset; i++) {
        const struct change *change = &redraft->changes[i];
        uint32_t in = offset - change->at;
        if (in < change->is)
            return old - in + (in < change->was ? in : change->was);
        old = old + change->was - change->is;
    }
    return old;
}

/* The place in the original of OFFSET in the text that is judged. */
static struct fix_place place_of(struct fixing *fixing, uint32_t offset)
{
    struct cursor *cursor = &fixing->cursor;
    for (const struct redraft *redraft = fixing->redraft; redraft != NULL; redraft = redraft->before)
        offset = look_back(redraft, offset);
    cursor_move(cursor, record_place(&fixing->game->record, (struct span){offset, offset}).begin);
    return (struct fix_place){fixing->game->name, cursor->line, cursor->column, &fixing->game->session->style};
}

/* Reading again. */

/* Reads and judges .next in the slot that is free; NULL when it is not one record, or when
   out of memory. */
static struct draft *judge_next(struct fixing *fixing)
{
    struct catasta_game *game = fixing->game;
    struct draft *draft = &fixing->drafts[fixing->current == &fixing->drafts[0]];
    const struct record *original = &game->record;
    struct slice text = text_slice(&fixing->next);
    char first = original->source.at[0];
    bool begins_line = original->column == 1 || first == '\n' || first == '\r';
    if (draft->reader == NULL)
        draft->reader = memory_new(sizeof *draft->reader);
    if (draft->reader == NULL)
        return NULL;
    reader_close(draft->reader);
    if (fixing->next.failed || !reader_open_at(draft->reader, text, begins_line, original->line))
        return NULL;
    draft->reader->column = original->column;
    draft->reader->passed = original->offset;
    const struct shapes shapes = referee_shapes(game->session->referee);
    if (reader_next(draft->reader, &draft->record, &shapes) != READ_RECORD || draft->reader->begin < text.length)
        return NULL;
    struct keep keep = options_keep(&game->session->options);
    return referee_judge(game->session->referee, &draft->record, keep, &draft->report) ? draft : NULL;
}

static uint32_t count_faults(const struct report *report)
{
    return report->errors + report->cascaded;
}

/* Edits. */

struct edits {
    unsigned count;
    struct edit list[EDITS_MOST]; /* in their order */
};

static bool is_certain(const struct diagnostic *diagnostic)
{
    return diagnostic->repair_count > 0 && diagnostic->repairs[0].confidence == CONFIDENCE_CERTAIN;
}

static bool has_certain(const struct report *report)
{
    const struct diagnostic *next = report->diagnostics.first;
    while (next != NULL && !is_certain(next))
        next = next->next;
    return next != NULL;
}

/* Whether the edits of REPAIR can be made with those in EDITS. */
static bool fits(const struct edits *edits, const struct repair *repair)
{
    for (unsigned i = 0; i < repair->edit_count; i++)
        for (unsigned k = 0; k < edits->count; k++)
            if (repair->edits[i].span.begin <= edits->list[k].span.end &&
                edits->list[k].span.begin <= repair->edits[i].span.end)
                return false;
    return edits->count + repair->edit_count <= EDITS_MOST;
}

/* Whether the line of the offset BEFORE is over at AT. */
static bool is_over(const struct record *record, const struct line *line, uint32_t before, uint32_t at)
{
    for (size_t i = 0; i < line->count; i++) {
        const struct item *item = &line->items[i];
        if (item->kind == ITEM_VARIATION && item->span.begin <= before && before < item->span.end)
            return item->span.end <= at || is_over(record, item_variation(record, item), before, at);
    }
    return false;
}

/* Whether DIAGNOSTIC was found in a position that an uncertain fault before it left. */
static bool is_guessed(const struct report *report, const struct diagnostic *diagnostic)
{
    const struct diagnostic *before = report->diagnostics.first;
    for (; before != diagnostic; before = before->next)
        if (before->sequel != SEQUEL_NONE && before->sequel != SEQUEL_STOOD && !is_certain(before) &&
            !is_over(report->record, &report->record->main, before->span.begin, diagnostic->span.begin))
            return true;
    return false;
}

static void take_edit(struct edits *edits, const struct edit *edit)
{
    unsigned at = edits->count++;
    for (; at > 0 && edits->list[at - 1].span.begin > edit->span.begin; at--)
        edits->list[at] = edits->list[at - 1];
    edits->list[at] = *edit;
}

static void log_fixed(struct fixing *fixing, const struct diagnostic *diagnostic)
{
    const struct repair *repair = &diagnostic->repairs[0];
    bool glued = repair->kind == REPAIR_GLUED;
    struct fix_place place = place_of(fixing, glued ? diagnostic->turn.begin : repair->edits[0].span.begin);
    render_fixed(report_of(fixing), diagnostic, &place, fixing->word, &fixing->coming);
}

/* Chooses the edits of what is certain, and writes what they are; returns of how many
   repairs. */
static uint32_t choose_edits(struct fixing *fixing, struct edits *edits)
{
    uint32_t count = 0;
    const struct report *report = report_of(fixing);
    const struct diagnostic *next = report->diagnostics.first;
    edits->count = 0;
    text_clear(&fixing->coming);
    for (; next != NULL; next = next->next) {
        if (!is_certain(next) || next->repairs[0].edit_count == 0 || !fits(edits, &next->repairs[0]))
            continue;
        if (fixing->strict && is_guessed(report, next))
            continue;
        for (unsigned i = 0; i < next->repairs[0].edit_count; i++)
            take_edit(edits, &next->repairs[0].edits[i]);
        log_fixed(fixing, next);
        count++;
    }
    return count;
}

/* Makes .next out of the text that is judged; out of the original without the empty lines that
   a reader passes over. */
static void make_edits(struct fixing *fixing, const struct edits *edits, struct redraft *redraft)
{
    struct slice source = report_of(fixing)->record->source;
    uint32_t at = 0;
    text_clear(&fixing->next);
    *redraft = (struct redraft){.before = fixing->redraft};
    while (fixing->current == NULL && at < source.length && (source.at[at] == '\n' || source.at[at] == '\r'))
        at++;
    if (at > 0)
        redraft->changes[redraft->count++] = (struct change){0, at, 0};
    for (unsigned i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->list[i];
        text_add(&fixing->next, slice_cut(source, (struct span){at, edit->span.begin}));
        redraft->changes[redraft->count++] = (struct change){
            (uint32_t)fixing->next.length, edit->span.end - edit->span.begin, (uint32_t)edit->text.length};
        text_add(&fixing->next, edit->text);
        at = edit->span.end;
    }
    text_add(&fixing->next, (struct slice){source.at + at, source.length - at});
}

/* Makes what is certain; false when there is nothing, or it leaves no fewer faults. */
static bool make_repairs(struct fixing *fixing)
{
    struct edits edits;
    const struct report *before = report_of(fixing);
    uint32_t count = choose_edits(fixing, &edits);
    struct redraft *redraft = count == 0 ? NULL : arena_alloc(&fixing->game->arena, sizeof *redraft);
    if (redraft == NULL)
        return false;
    make_edits(fixing, &edits, redraft);
    struct draft *draft = judge_next(fixing);
    if (draft == NULL || count_faults(&draft->report) >= count_faults(before) ||
        (before->readable && !draft->report.readable))
        return false;
    fixing->current = draft;
    fixing->redraft = redraft;
    fixing->made += count;
    text_add(&fixing->log, text_slice(&fixing->coming));
    return true;
}

/* From the game as it was; false when nothing came of it. */
static bool fix_as(struct fixing *fixing, bool strict)
{
    bool more = true;
    text_clear(&fixing->log);
    fixing->current = NULL;
    fixing->redraft = NULL;
    fixing->made = 0;
    fixing->strict = strict;
    for (unsigned round = 0; more && round < ROUNDS_MOST; round++)
        more = make_repairs(fixing);
    return fixing->made > 0;
}

/* Makes what can be made.  A game that could not be written then stays as it was. */
static void fix(struct fixing *fixing)
{
    if (fix_as(fixing, false) && report_of(fixing)->errors == 0)
        return;
    if (fix_as(fixing, true) && report_of(fixing)->readable)
        return;
    text_clear(&fixing->log);
    fixing->current = NULL;
    fixing->redraft = NULL;
    fixing->made = 0;
}

/* The game is the repaired one from now on. */
static void take_over(struct fixing *fixing)
{
    struct catasta_game *game = fixing->game;
    struct draft *current = fixing->current;
    struct report report = game->report;
    struct reader *reader = game->mended;
    game->report = current->report;
    game->mended = current->reader;
    game->record = current->record;
    game->report.record = game->report.tree.record = &game->record;
    current->report = report;
    current->reader = reader;
}

static uint32_t log_unfixed(struct fixing *fixing)
{
    const struct report *report = report_of(fixing);
    uint32_t left = 0;
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        if (next->severity != SEVERITY_ERROR || next->cascaded)
            continue;
        struct fix_place place = place_of(fixing, next->span.begin);
        render_unfixed(report, next, &place, &fixing->log);
        left++;
    }
    return left;
}

bool catasta_game_fix(catasta_game *game, const char *word, const struct catasta_sink *log, struct catasta_fixes *fixes)
{
    unsigned since = memory_failures();
    struct fixing *fixing = memory_new(sizeof *fixing);
    struct catasta_fixes found = {.size = sizeof found};
    GIVE(fixes, found);
    if (fixing == NULL || game->session->closed) {
        free(fixing);
        return false;
    }
    fixing->game = game;
    fixing->word = word;
    fixing->cursor = cursor_at(&game->record);
    arena_clear(&game->arena);
    report_init(&fixing->drafts[0].report);
    report_init(&fixing->drafts[1].report);
    if (has_certain(&game->report))
        fix(fixing);
    found.made = fixing->made;
    found.left = log_unfixed(fixing);
    GIVE(fixes, found);
    if (fixing->current != NULL)
        take_over(fixing);
    bool whole = game_list_faults(game) && game_list_remarks(game);
    for (unsigned i = 0; i < 2; i++) {
        if (fixing->drafts[i].reader != NULL)
            reader_close(fixing->drafts[i].reader);
        free(fixing->drafts[i].reader);
        report_release(&fixing->drafts[i].report);
    }
    text_release(&fixing->next);
    text_release(&fixing->coming);
    whole = deliver(&fixing->log, since, log) && whole;
    free(fixing);
    return whole;
}
