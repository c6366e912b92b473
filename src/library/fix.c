/* SPDX-License-Identifier: MIT */
/* Making repairs: their edits in the text of a record, which is then read and judged as a record of its own, for as
   long as that makes fewer faults.

   After a fault a repair is certain only if what was adopted there is.  That shows when
   it was made: the fault before it has become certain too, and all is legal.  Where it is not, all starts again without
   repairs after faults that stay.  What is likely is made when nothing certain is left to be made.

   Where somebody is asked, the faults come one after the other, and each repair is made when it was agreed to. */
#include "formats/text/fixes.h"
#include "formats/text/place.h"
#include "library/session.h"

#include <stdlib.h>

/* How often a record is judged again for it, and how many edits are made at a time. */
enum {
    TRIES_MOST = 64,
    EDITS_MOST = 32,
    BYTES_MOST = 1000000, /* of drafts, and some times those of a record: a long one is not judged again that often */
    LENGTHS_MOST = 4
};

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
struct fixed_text {
    struct reader *reader; /* allocated */
    struct record record;
    struct report report;
};

/* A fault that was asked about; or nothing came of the answer. */
struct settled {
    uint32_t at; /* in the original */
    const struct rule *rule;
    enum unfixed why;
    const struct settled *next;
};

struct fixing {
    struct catasta_game *game;
    struct catasta_fixes how;
    const char *word;
    struct fixed_text drafts[2];
    struct fixed_text *current; /* NULL: the game as it was */
    struct text next;
    struct text log;               /* about repairs made */
    struct text coming;            /* ... in .next */
    const struct redraft *redraft; /* from the original to what is judged now, NULL: the same */
    struct cursor cursor;          /* in the original */
    uint32_t made;
    unsigned tries;
    enum confidence least;             /* of repairs that are made */
    bool strict;                       /* no repairs after faults that may stay */
    const struct diagnostic *guessing; /* the first one that .reach leaves out */
    uint32_t reach; /* up to here positions are left by faults before, of which no repair is to be made */
    bool stopped;   /* nothing more is to be asked */
    const struct settled *settled;
};

static const struct report *report_of(const struct fixing *fixing)
{
    return fixing->current == NULL ? &fixing->game->report : &fixing->current->report;
}

/* Places. */

static uint32_t offset_before_redraft(const struct redraft *redraft, uint32_t offset)
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

/* The offset in the original of OFFSET in the text that is judged. */
static uint32_t offset_of(const struct fixing *fixing, uint32_t offset)
{
    for (const struct redraft *redraft = fixing->redraft; redraft != NULL; redraft = redraft->before)
        offset = offset_before_redraft(redraft, offset);
    return offset;
}

static struct fix_place place_at_offset(struct fixing *fixing, uint32_t offset)
{
    struct cursor *cursor = &fixing->cursor;
    offset = offset_of(fixing, offset);
    cursor_move(cursor, record_place(&fixing->game->record, (struct span){offset, offset}).begin);
    return (struct fix_place){fixing->game->name, cursor->line, cursor->column, &fixing->game->session->style};
}

/* Reading again. */

/* Reads and judges .next in the slot that is free; NULL when it is not one record, or when
   out of memory. */
static struct fixed_text *judge_next(struct fixing *fixing, struct keep keep)
{
    struct catasta_game *game = fixing->game;
    struct fixed_text *draft = &fixing->drafts[fixing->current == &fixing->drafts[0]];
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
    draft->reader->place.column = original->column;
    draft->reader->passed = original->offset;
    const struct shapes shapes = referee_shapes(game->session->referee);
    if (reader_next(draft->reader, &draft->record, &shapes) != READ_RECORD || draft->reader->begin < text.length)
        return NULL;
    draft->record.trials = original->trials;
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

static bool is_sure(const struct fixing *fixing, const struct diagnostic *diagnostic)
{
    return diagnostic->repair_count > 0 && diagnostic->repairs[0].edit_count > 0 &&
        diagnostic->repairs[0].confidence >= fixing->least;
}

/* Whether the edits of REPAIR can be made with those in EDITS. */
static bool edits_fit(const struct edits *edits, const struct repair *repair)
{
    for (unsigned i = 0; i < repair->edit_count; i++)
        for (unsigned k = 0; k < edits->count; k++)
            if (repair->edits[i].span.begin <= edits->list[k].span.end &&
                edits->list[k].span.begin <= repair->edits[i].span.end)
                return false;
    return edits->count + repair->edit_count <= EDITS_MOST;
}

/* The line that the offset AT is in, how many of its items begin up to there, and where it ends. */
static const struct line *line_at_offset(const struct record *record, uint32_t at, size_t *count, uint32_t *end)
{
    const struct line *line = &record->main;
    *end = UINT32_MAX;
    for (;;) {
        size_t low = 0;
        for (size_t high = line->count; low < high;) {
            size_t middle = low + (high - low) / 2;
            if (line->items[middle].span.begin <= at)
                low = middle + 1;
            else
                high = middle;
        }
        const struct item *item = low == 0 ? NULL : &line->items[low - 1];
        *count = low;
        if (item == NULL || item->kind != ITEM_VARIATION || at >= item->span.end)
            return line;
        *end = item->span.end;
        line = item_variation(record, item);
    }
}

/* Begins to go through the diagnostics again. */
static void begin_guessing(struct fixing *fixing)
{
    fixing->guessing = report_of(fixing)->diagnostics.first;
    fixing->reach = 0;
}

/* Whether DIAGNOSTIC was found in a position that a fault before it left, of which no repair is to be made.  Asked of
   one after the other. */
static bool is_guessed(struct fixing *fixing, const struct diagnostic *diagnostic)
{
    for (; fixing->guessing != diagnostic; fixing->guessing = fixing->guessing->next) {
        const struct diagnostic *before = fixing->guessing;
        if (before->sequel == SEQUEL_NONE || before->sequel == SEQUEL_STOOD ||
            (is_sure(fixing, before) && before->sequel == SEQUEL_REPAIRED))
            continue;
        size_t count;
        uint32_t end;
        line_at_offset(report_of(fixing)->record, before->span.begin, &count, &end);
        fixing->reach = end > fixing->reach ? end : fixing->reach;
    }
    return diagnostic->span.begin < fixing->reach;
}

static void take_edit(struct edits *edits, const struct edit *edit)
{
    unsigned at = edits->count++;
    for (; at > 0 && edits->list[at - 1].span.begin > edit->span.begin; at--)
        edits->list[at] = edits->list[at - 1];
    edits->list[at] = *edit;
}

/* Adds the edits of a repair of DIAGNOSTIC, and writes what is done. */
static void take_repair(
    struct fixing *fixing, struct edits *edits, const struct diagnostic *diagnostic, const struct repair *repair)
{
    bool glued = repair->kind == REPAIR_GLUED;
    struct fix_place place = place_at_offset(fixing, glued ? diagnostic->turn.begin : repair->edits[0].span.begin);
    for (unsigned i = 0; i < repair->edit_count; i++)
        take_edit(edits, &repair->edits[i]);
    render_fixed(report_of(fixing), diagnostic, repair, &place, fixing->word, &fixing->coming);
}

/* Adds the edits of what is sure about DIAGNOSTIC, if they can be made with the others; false where they cannot. */
static bool choose_edit(struct fixing *fixing, struct edits *edits, const struct diagnostic *diagnostic)
{
    if (!is_sure(fixing, diagnostic) || !edits_fit(edits, &diagnostic->repairs[0]) ||
        (fixing->strict && is_guessed(fixing, diagnostic)))
        return false;
    take_repair(fixing, edits, diagnostic, &diagnostic->repairs[0]);
    return true;
}

/* Chooses the edits of all that is sure.  Returns of how many repairs. */
static uint32_t choose_edits(struct fixing *fixing, struct edits *edits)
{
    uint32_t count = 0;
    const struct diagnostic *next = report_of(fixing)->diagnostics.first;
    begin_guessing(fixing);
    edits->count = 0;
    text_clear(&fixing->coming);
    for (; next != NULL; next = next->next)
        count += choose_edit(fixing, edits, next);
    return count;
}

/* OUT as a comment; those in it and the spaces around it stay. */
static void add_taken_out(struct text *text, struct slice out)
{
    while (out.length > 0) {
        size_t length = 0;
        if (out.at[0] == '{') {
            const char *end = memchr(out.at, '}', out.length);
            length = end == NULL ? out.length : (size_t)(end + 1 - out.at);
            text_add(text, (struct slice){out.at, length});
        } else if (is_space(out.at[0])) {
            text_add_char(text, out.at[length++]);
        } else {
            while (length < out.length && out.at[length] != '{')
                length++;
            while (is_space(out.at[length - 1]))
                length--;
            text_printf(text, "{%pS}", SLICE((struct slice){out.at, length}));
        }
        out = slice_after(out, length);
    }
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
        uint32_t begin = (uint32_t)fixing->next.length;
        if (edit->text.length > 0)
            text_add(&fixing->next, edit->text);
        else
            add_taken_out(&fixing->next, slice_cut(source, edit->span));
        redraft->changes[redraft->count++] =
            (struct change){begin, edit->span.end - edit->span.begin, (uint32_t)fixing->next.length - begin};
        at = edit->span.end;
    }
    text_add(&fixing->next, slice_after(source, at));
}

/* Goes on with DRAFT, which was made by REDRAFT. */
static void take_over_draft(struct fixing *fixing, struct fixed_text *draft, const struct redraft *redraft)
{
    fixing->current = draft;
    fixing->redraft = redraft;
}

/* Makes EDITS, of COUNT repairs; false where that leaves no record that can be read, or no fewer faults, unless they
   were AGREED to or only with them the game is judged. */
static bool make_repair_edits(struct fixing *fixing, const struct edits *edits, uint32_t count, bool agreed)
{
    const struct report *before = report_of(fixing);
    const uint64_t length = before->record->source.length;
    const bool enough = fixing->tries++ >= TRIES_MOST || fixing->tries * length > BYTES_MOST + LENGTHS_MOST * length;
    struct redraft *redraft = enough && !agreed ? NULL : arena_alloc(&fixing->game->arena, sizeof *redraft);
    if (redraft == NULL)
        return false;
    make_edits(fixing, edits, redraft);
    struct fixed_text *draft = judge_next(fixing, options_keep(&fixing->game->session->options));
    const bool first = draft != NULL && before->book.game == NULL && draft->report.book.game != NULL;
    if (draft == NULL || (before->readable && !draft->report.readable) ||
        (!agreed && !first && count_faults(&draft->report) >= count_faults(before)))
        return false;
    take_over_draft(fixing, draft, redraft);
    fixing->made += count;
    text_add(&fixing->log, text_slice(&fixing->coming));
    return true;
}

/* Makes the edits of DIAGNOSTIC alone; false where they cannot be made. */
static bool make_one(struct fixing *fixing, const struct diagnostic *diagnostic)
{
    struct edits edits = {0};
    text_clear(&fixing->coming);
    return choose_edit(fixing, &edits, diagnostic) && make_repair_edits(fixing, &edits, 1, false);
}

/* Makes all repairs that are sure, or where that will not do the first one that can be made; false when there is
   none. */
static bool make_repairs(struct fixing *fixing)
{
    struct edits edits;
    uint32_t count = choose_edits(fixing, &edits);
    if (count == 0 || make_repair_edits(fixing, &edits, count, false))
        return count > 0;
    const struct diagnostic *next = count == 1 ? NULL : report_of(fixing)->diagnostics.first;
    begin_guessing(fixing);
    while (next != NULL && !make_one(fixing, next))
        next = next->next;
    return next != NULL;
}

/* From the game as it was. */
static void restart_fixing(struct fixing *fixing, bool strict)
{
    text_clear(&fixing->log);
    take_over_draft(fixing, NULL, NULL); /* the game as it was */
    fixing->made = fixing->tries = 0;
    fixing->strict = strict;
    fixing->least = CONFIDENCE_CERTAIN;
    for (;;) {
        if (make_repairs(fixing))
            fixing->least = CONFIDENCE_CERTAIN;
        else if (fixing->how.likely && fixing->least == CONFIDENCE_CERTAIN)
            fixing->least = CONFIDENCE_LIKELY;
        else
            return;
    }
}

/* Makes what can be made without asking. */
static void fix_what_is_sure(struct fixing *fixing)
{
    restart_fixing(fixing, false);
    if (report_of(fixing)->errors > 0)
        restart_fixing(fixing, true);
}

/* Asking. */

static const struct settled *find_settled(const struct fixing *fixing, const struct diagnostic *diagnostic)
{
    const struct settled *settled = fixing->settled;
    uint32_t at = offset_of(fixing, diagnostic->span.begin);
    while (settled != NULL && (settled->at != at || settled->rule != diagnostic->rule))
        settled = settled->next;
    return settled;
}

static bool settle_question(struct fixing *fixing, uint32_t at, const struct rule *rule, enum unfixed why)
{
    struct settled *settled = arena_alloc(&fixing->game->arena, sizeof *settled);
    if (settled == NULL)
        return false;
    *settled = (struct settled){at, rule, why, fixing->settled};
    fixing->settled = settled;
    return true;
}

static bool is_left_to_fix(const struct diagnostic *diagnostic)
{
    return diagnostic->severity == SEVERITY_ERROR && !diagnostic->cascaded;
}

/* The first fault to ask about; NULL: there is none. */
static const struct diagnostic *find_question(const struct fixing *fixing)
{
    const struct diagnostic *next = report_of(fixing)->diagnostics.first;
    while (next != NULL && (!is_left_to_fix(next) || next->repair_count == 0 || find_settled(fixing, next) != NULL))
        next = next->next;
    return next;
}

static void add_proposal(struct fixing *fixing, const struct diagnostic *diagnostic, unsigned number,
    struct text *before, struct text *question)
{
    static const struct keep keep = {.what = KEEP_POSITIONS, .last = -1};
    struct edits edits = {0};
    struct redraft redraft;
    take_repair(fixing, &edits, diagnostic, &diagnostic->repairs[number]);
    make_edits(fixing, &edits, &redraft);
    const struct fixed_text *draft = judge_next(fixing, keep);
    const struct change *last = &redraft.changes[redraft.count - 1];
    struct span change = {redraft.changes[redraft.count - edits.count].at, last->at + last->is};
    struct slice text = text_slice(&fixing->next);
    while (change.begin + 1 < change.end && is_space(text.at[change.begin]))
        change.begin++;
    while (change.begin + 1 < change.end && is_space(text.at[change.end - 1]))
        change.end--;
    render_proposal(report_of(fixing), diagnostic, number, draft == NULL ? NULL : &draft->report, change,
        &fixing->game->session->style, before, question);
}

/* The answer to DIAGNOSTIC; -1 also when out of memory. */
static int ask_about_fault(struct fixing *fixing, const struct diagnostic *diagnostic)
{
    SCOPED(text, question);
    SCOPED(text, before);
    struct fix_place place = place_at_offset(fixing, diagnostic->span.begin);
    struct cursor cursor = cursor_at(report_of(fixing)->record);
    int answer = -1;
    cursor_move(&cursor, diagnostic->span.begin);
    render_question(report_of(fixing), diagnostic, &place, &cursor, &question);
    for (unsigned i = 0; i < diagnostic->repair_count; i++)
        add_proposal(fixing, diagnostic, i, &before, &question);
    if (!question.failed)
        answer = fixing->how.ask(fixing->how.context, question.bytes, question.length, diagnostic->repair_count);
    return answer;
}

/* Asks about fault after fault.  One that is still there after its repair is not asked about again. */
static void ask_about_all(struct fixing *fixing)
{
    const struct diagnostic *next;
    take_over_draft(fixing, NULL, NULL); /* the game as it was */
    while (!fixing->stopped && (next = find_question(fixing)) != NULL) {
        const struct rule *rule = next->rule;
        uint32_t at = offset_of(fixing, next->span.begin);
        uint32_t before = count_faults(report_of(fixing));
        struct edits edits = {0};
        int answer = ask_about_fault(fixing, next);
        text_clear(&fixing->coming);
        if (answer > 0 && answer <= next->repair_count)
            take_repair(fixing, &edits, next, &next->repairs[answer - 1]);
        bool made = edits.count > 0 && make_repair_edits(fixing, &edits, 1, true);
        fixing->stopped = answer < 0;
        if (answer >= 0 && (!made || count_faults(report_of(fixing)) >= before))
            fixing->stopped = !settle_question(fixing, at, rule, edits.count > 0 ? UNFIXED_NO_BETTER : UNFIXED_REFUSED);
    }
}

/* The game is the repaired one from now on. */
static void take_over(struct fixing *fixing)
{
    struct catasta_game *game = fixing->game;
    struct fixed_text *current = fixing->current;
    struct report report = game->report;
    struct reader *reader = game->repaired_reader;
    game->report = current->report;
    game->repaired_reader = current->reader;
    game->record = current->record;
    game->report.record = game->report.tree.record = &game->record;
    game->session->run_flags = game->session->run_flags_before | game->report.run_flags;
    current->report = report;
    current->reader = reader;
}

static enum unfixed why_unfixed(struct fixing *fixing, const struct diagnostic *diagnostic)
{
    const struct settled *settled = find_settled(fixing, diagnostic);
    if (diagnostic->repair_count == 0)
        return is_guessed(fixing, diagnostic) ? UNFIXED_GUESSED : UNFIXED_NONE;
    if (fixing->how.ask != NULL)
        return settled != NULL ? settled->why : UNFIXED_NOT_ASKED;
    return !is_sure(fixing, diagnostic)  ? UNFIXED_UNSURE
        : is_guessed(fixing, diagnostic) ? UNFIXED_GUESSED
                                         : UNFIXED_NO_BETTER;
}

static void log_unfixed(struct fixing *fixing, struct catasta_fixes *found)
{
    const struct report *report = report_of(fixing);
    found->left = found->left_likely = found->left_possible = 0;
    begin_guessing(fixing);
    for (const struct diagnostic *next = report->diagnostics.first; next != NULL; next = next->next) {
        if (next->severity != SEVERITY_ERROR)
            continue;
        struct fix_place place = place_at_offset(fixing, next->span.begin);
        enum unfixed why = why_unfixed(fixing, next);
        render_unfixed(report, next, why, &place, &fixing->log);
        bool likely = next->repair_count > 0 && next->repairs[0].confidence == CONFIDENCE_LIKELY;
        found->left += is_left_to_fix(next);
        found->left_likely += is_left_to_fix(next) && why == UNFIXED_UNSURE && likely;
        found->left_possible += is_left_to_fix(next) && why == UNFIXED_UNSURE && !likely;
    }
}

bool catasta_game_fix(catasta_game *game, const char *word, const struct catasta_sink *log, struct catasta_fixes *fixes)
{
    unsigned since = memory_failures();
    struct fixing *fixing = memory_new(sizeof *fixing);
    struct catasta_fixes found;
    TAKE(found, fixes);
    found.made = found.left = 0;
    GIVE(fixes, found);
    if (fixing == NULL || game->session->closed) {
        free(fixing);
        return false;
    }
    fixing->game = game;
    fixing->word = word;
    fixing->how = found;
    fixing->cursor = cursor_at(&game->record);
    arena_clear(&game->arena);
    report_init(&fixing->drafts[0].report);
    report_init(&fixing->drafts[1].report);
    if (found.ask != NULL)
        ask_about_all(fixing);
    else
        fix_what_is_sure(fixing);
    log_unfixed(fixing, &found);
    found.made = fixing->made;
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
    whole = text_deliver(&fixing->log, since, log) && whole;
    free(fixing);
    return whole;
}
