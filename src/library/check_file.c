#include "library/check_file.h"

#include <errno.h>
#include <unistd.h>

enum { MUCH_TEXT = 128 * 1024, MUCH_READ = 1024 * 1024 };

void catasta_tally_add(struct catasta_tally *sum, const struct catasta_tally *part)
{
    struct catasta_tally all;
    struct catasta_tally more;
    TAKE(all, sum);
    TAKE(more, part);
    all.games += more.games;
    all.illegal += more.illegal;
    all.plies += more.plies;
    all.errors += more.errors;
    all.cascaded += more.cascaded;
    all.warnings += more.warnings;
    all.notes += more.notes;
    all.expected += more.expected;
    GIVE(sum, all);
}

static void find(struct findings *findings, const struct catasta_session *session, const struct checking *checking,
    const struct report *report)
{
    const struct form *form = checking->writer->form;
    bool counts = !record_is_empty(report->record);
    bool wrong = report->errors > 0 || report->cascaded > 0;
    const struct catasta_tally one = {.size = sizeof one,
        .games = counts,
        .illegal = counts && wrong,
        .plies = report->plies,
        .errors = report->errors,
        .cascaded = report->cascaded,
        .warnings = report->warnings,
        .notes = report->notes,
        .expected = report->expected};
    const struct form_game game = {.report = report,
        .file = checking->check->name,
        .style = &session->style,
        .options = &checking->writer->document.options};
    catasta_tally_add(&findings->tally, &one);
    if (form->add != NULL)
        form->add(&game, &findings->text);
    if (report->unusable) {
        text_add(&findings->unusable, report->ruleset);
        text_add_char(&findings->unusable, '\n');
    }
}

/* One game; false at the end of the file or on an error. */
static bool judge_next(struct catasta_session *session, struct reader *reader, const struct checking *checking,
    struct report *report, struct findings *findings, size_t *bytes)
{
    const struct keep nothing = {.what = KEEP_NOTHING, .silent = checking->writer->form->silent};
    const struct shapes shapes = referee_shapes(session->referee);
    unsigned since = memory_failures();
    struct record record;
    enum read_status status = reader_next(reader, &record, &shapes);
    if (status == READ_FAILED)
        findings->error = reader->error;
    if (status != READ_RECORD)
        return false;
    bool judged = referee_judge(session->referee, &record, nothing, report);
    if (judged)
        find(findings, session, checking, report);
    if (!judged || memory_ran_out(since)) {
        findings->error = ENOMEM;
        return false;
    }
    *bytes += record.source.length;
    return true;
}

void judge_games(struct catasta_session *session, struct reader *reader, struct checking *checking, bool takes,
    struct findings *findings)
{
    struct report report;
    size_t bytes = 0;
    bool go_on = true;
    report_init(&report);
    while (go_on && judge_next(session, reader, checking, &report, findings, &bytes)) {
        bool much = bytes >= MUCH_READ || findings->text.length >= MUCH_TEXT || checking->check->errors_most > 0;
        if (!takes || !much)
            continue;
        checking->bytes += bytes;
        bytes = 0;
        go_on = take_findings(checking, findings);
    }
    report_release(&report);
}

static void tell_rulesets(struct checking *checking, struct findings *findings)
{
    struct slice names = text_slice(&findings->unusable);
    struct slice name;
    while (slice_split(&names, '\n', &name) && name.length > 0)
        if (!report_unusable(checking->session, name, checking->writer))
            findings->error = ENOMEM;
    text_clear(&findings->unusable);
}

bool take_findings(struct checking *checking, struct findings *findings)
{
    const struct catasta_check *check = checking->check;
    tell_rulesets(checking, findings);
    checking->refused = !writer_give(checking->writer, &findings->text, checking->tally->games);
    catasta_tally_add(checking->tally, &findings->tally);
    findings->tally = (struct catasta_tally){.size = sizeof findings->tally};
    if (check->progress != NULL)
        check->progress(check->context, checking->bytes);
    bool enough = check->errors_most > 0 && checking->tally->errors >= check->errors_most;
    return !checking->refused && !enough;
}

/* The rest of a file, or all of it, one game after the other. */
static bool check_in_order(struct checking *checking, int fd, struct text *rest, uint32_t line, int *error)
{
    struct findings findings = {.tally.size = sizeof findings.tally};
    struct reader reader;
    bool first = checking->bytes == 0;
    bool opened = reader_open_at(&reader, text_slice(rest), fd, first, line);
    text_release(rest);
    if (opened)
        judge_games(checking->session, &reader, checking, true, &findings);
    else
        findings.error = ENOMEM;
    reader_close(&reader);
    if (!checking->refused)
        take_findings(checking, &findings); /* also what was found before an error */
    text_release(&findings.text);
    text_release(&findings.unusable);
    *error = findings.error;
    return findings.error == 0 && !checking->refused;
}

bool catasta_check(catasta_session *session, int fd, const struct catasta_check *check, catasta_writer *writer,
    struct catasta_tally *tally, int *error)
{
    struct catasta_check full;
    TAKE(full, check);
    check = &full;
    struct checking checking = {.session = session, .check = check, .writer = writer};
    struct catasta_tally own = {.size = sizeof own};
    struct text rest;
    uint32_t line = 1;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned jobs = check->jobs != 0 ? check->jobs : processors > 0 ? (unsigned)processors : 1;
    checking.tally = &own;
    text_init(&rest);
    *error = EINVAL;
    if (writer->form->keeps != KEEP_NOTHING)
        return false;
    bool done = writer->form->file == NULL || writer->form->file(&writer->document, check->name);
    *error = done ? 0 : ENOMEM;
    if (done && jobs > 1 && check->errors_most == 0)
        done = check_in_chunks(&checking, fd, jobs, &rest, &line, error);
    if (done)
        done = check_in_order(&checking, fd, &rest, line, error);
    text_release(&rest);
    catasta_tally_add(tally, &own);
    return done;
}
