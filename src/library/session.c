/* SPDX-License-Identifier: MIT */
#include "library/session.h"

#include "base/compressed.h"
#include "base/fold.h"
#include "base/utf8.h"
#include "formats/text/message.h"
#include "formats/text/problem_text.h"
#include "ruleset/ruleset.h"

#include <errno.h>
#include <stdlib.h>

size_t catasta_printable(const char *bytes, size_t length)
{
    return utf8_printable((struct slice){bytes, length});
}

const char *catasta_nearest(const char *word, const char *const *names, size_t count)
{
    return nearest_name(slice_of(word), names, count);
}

bool text_deliver(struct text *text, unsigned since, const struct catasta_sink *sink)
{
    bool silent = text->length == 0 || sink == NULL || sink->write == NULL;
    bool whole =
        !text->failed && !memory_ran_out(since) && (silent || sink->write(sink->context, text->bytes, text->length));
    text_release(text);
    return whole;
}

bool catasta_fold(const char *bytes, size_t length, const struct catasta_sink *sink)
{
    unsigned since = memory_failures();
    SCOPED(arena, arena);
    struct text text = {0};
    text_add(&text, fold_text((struct slice){bytes, length}, &arena));
    return text_deliver(&text, since, sink);
}

bool report_memory(unsigned since, const struct catasta_sink *errors)
{
    static const char words[] = "out of memory\n";
    bool ran_out = memory_ran_out(since);
    if (ran_out && errors != NULL && errors->write != NULL)
        errors->write(errors->context, words, sizeof words - 1);
    return ran_out;
}

/* Writes LINES, and releases them. */
static void report_lines(struct text *lines, const struct catasta_sink *errors)
{
    if (!lines->failed && lines->length > 0 && errors != NULL && errors->write != NULL)
        errors->write(errors->context, lines->bytes, lines->length);
    text_release(lines);
}

void report_error(struct text *error, const struct catasta_sink *errors)
{
    if (error->length > 0)
        text_add_char(error, '\n');
    report_lines(error, errors);
}

void report_problems(
    const struct catasta_session *session, const struct problems *problems, const struct catasta_sink *errors)
{
    struct cursor cursor = {0};
    for (const struct problem *problem = problems->first; problem != NULL; problem = problem->next) {
        struct text text = {0};
        render_problem(problems, problem, &cursor, &session->style, &text);
        report_lines(&text, errors);
    }
}

/* A document says what is written to ERRORS. */
static bool note_problems(struct slice name, const struct problems *problems, catasta_writer *writer)
{
    bool whole = true;
    for (const struct problem *problem = problems->first; problem != NULL; problem = problem->next) {
        SCOPED(text, message);
        unusable_message(name, problem, &message);
        if (problem->rule->severity == SEVERITY_ERROR)
            whole &= catasta_writer_note(writer, CATASTA_FAILED, NULL, text_slice(&message).at);
    }
    return whole;
}

bool report_unusable(struct catasta_session *session, struct slice name, catasta_writer *writer)
{
    size_t count = session->unusable.count;
    unsigned since = memory_failures();
    string_table_add(&session->unusable, name);
    if (session->unusable.count == count)
        return !memory_ran_out(since);
    const struct problems *problems = referee_problems(session->referee, name);
    struct text passing = {0};
    if (problems->first == NULL && !memory_ran_out(since))
        text_printf(&passing, "the ruleset '%pE' can be read now, but not when a record needed it", SLICE(name));
    report_error(&passing, &session->errors);
    report_problems(session, problems, &session->errors);
    return (writer == NULL || note_problems(name, problems, writer)) && !memory_ran_out(since);
}

static bool use_ruleset(
    struct catasta_session *session, const struct catasta_options *options, const struct catasta_sink *errors)
{
    struct problems problems = {0};
    const char *rules = options->rules == NULL ? "" : options->rules;
    if (options->ruleset == NULL)
        return true;
    if (referee_use(session->referee, slice_of(options->ruleset), options->force_ruleset, slice_of(rules), &problems))
        return true;
    report_problems(session, &problems, errors);
    return false;
}

static void report_unknown(struct slice word, const struct catasta_sink *errors)
{
    const char *near = severities_nearest(word);
    struct text text = {0};
    text_printf(&text, "unknown id or group of ids '%pE'%s%s%s catasta-rules(7) lists the ids", SLICE(word),
        near == NULL ? ";" : "; did you mean '", near == NULL ? "" : near, near == NULL ? "" : "'?");
    report_error(&text, errors);
}

/* Sets what one of OPTIONS says; an empty word says nothing. */
static bool use_setting(
    struct catasta_session *session, const struct catasta_setting *setting, const struct catasta_sink *errors)
{
    static const unsigned severities[] = {SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY_IGNORED};
    const enum catasta_severity severity =
        (unsigned)setting->severity <= CATASTA_IGNORED ? setting->severity : CATASTA_ERROR;
    const char *at = setting->ids;
    while (*at != '\0') {
        struct slice word = {at, strcspn(at, ", \t")};
        at += word.length + (at[word.length] != '\0');
        if (word.length == 0 || severities_set(referee_severities(session->referee), word, severities[severity]))
            continue;
        report_unknown(word, errors);
        return false;
    }
    return true;
}

static bool use_settings(
    struct catasta_session *session, const struct catasta_options *options, const struct catasta_sink *errors)
{
    if (options->expect)
        referee_expect(session->referee);
    if (options->adjudicate)
        referee_adjudicate(session->referee);
    if (options->boards)
        referee_keep_boards(session->referee);
    for (size_t i = 0; i < options->setting_count; i++)
        if (!use_setting(session, &options->settings[i], errors))
            return false;
    return true;
}

static void report_condition(const struct condition_fault *fault, struct slice where, const struct style *style,
    const struct catasta_sink *errors)
{
    const struct excerpt_line line = {.text = where, .number = 1, .fault = fault->span};
    uint32_t column = (uint32_t)utf8_count(slice_shorter(where, fault->span.begin)) + 1;
    struct text text = {0};
    add_head(&text, "condition", 1, column, SEVERITY_ERROR, style);
    text_printf(&text, "%pS\n", SLICE(&fault->message));
    add_excerpt(&text, &line, SEVERITY_ERROR, style);
    report_lines(&text, errors);
}

static bool use_condition(
    struct catasta_session *session, const struct catasta_options *options, const struct catasta_sink *errors)
{
    struct condition_fault fault = {.span = {0, 0}};
    if (options->where == NULL)
        return true;
    struct slice where = slice_of(options->where);
    session->condition = condition_new(where, &fault);
    if (session->condition == NULL && fault.message.length > 0)
        report_condition(&fault, where, &session->style, errors);
    text_release(&fault.message);
    return session->condition != NULL;
}

/* The readers of forms, as this library knows them. */
static bool copy_forms(struct catasta_session *session)
{
    const struct catasta_form_reader *const *forms = session->options.forms;
    size_t count = 0;
    while (forms != NULL && forms[count] != NULL)
        count++;
    struct catasta_form_reader *readers = arena_alloc(&session->arena, (count + 1) * sizeof *readers);
    const struct catasta_form_reader **list = arena_alloc(&session->arena, (count + 1) * sizeof *list);
    if (readers == NULL || list == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        TAKE(readers[i], forms[i]);
        list[i] = &readers[i];
    }
    list[count] = NULL;
    session->options.forms = list;
    return true;
}

catasta_session *catasta_session_new(const struct catasta_options *options, const struct catasta_sink *errors)
{
    return catasta_session_beside(NULL, options, errors);
}

catasta_session *catasta_session_beside(
    catasta_session *other, const struct catasta_options *options, const struct catasta_sink *errors)
{
    static const char *const nowhere[] = {NULL};
    unsigned since = memory_failures();
    struct catasta_session *session = memory_new(sizeof *session);
    if (session == NULL) {
        report_memory(since, errors);
        return NULL;
    }
    session->holders = 1;
    TAKE(session->options, options);
    options = &session->options;
    session->errors = errors == NULL ? (struct catasta_sink){NULL, NULL} : *errors;
    arena_init(&session->arena, 0);
    arena_init(&session->faults, 0);
    string_table_init(&session->unusable, &session->arena);
    session->style = (struct style){.colour = options->colour && !options->plain,
        .unicode = options->unicode,
        .plain = options->plain,
        .width = options->width};
    session->files = other == NULL ? ruleset_files_new() : ruleset_files_hold(other->files);
    session->referee = referee_new(options->folders == NULL ? nowhere : options->folders, session->files);
    bool ready = session->files != NULL && session->referee != NULL && copy_forms(session) &&
        use_ruleset(session, options, errors) && use_settings(session, options, errors) &&
        use_condition(session, options, errors);
    if (!report_memory(since, errors) && ready)
        return session;
    catasta_session_free(session);
    return NULL;
}

void session_drop(struct catasta_session *session)
{
    if (atomic_fetch_sub(&session->holders, 1) > 1)
        return;
    referee_free(session->referee);
    ruleset_files_drop(session->files);
    condition_free(session->condition);
    arena_release(&session->arena);
    arena_release(&session->faults);
    free(session);
}

void catasta_session_free(catasta_session *session)
{
    if (session == NULL)
        return;
    session->closed = true;
    session_drop(session);
}

bool catasta_session_failed(const catasta_session *session)
{
    return session->unusable.count > 0;
}

unsigned catasta_session_hints(const catasta_session *session)
{
    const bool given = session->options.ruleset != NULL;
    const unsigned run_flags = session->run_flags;
    return (given && (run_flags & (RUN_GIVEN | RUN_NAMED)) == RUN_NAMED ? CATASTA_HINT_RULESET_IGNORED : 0) |
        (!given && (run_flags & (RUN_KNOWN | RUN_UNKNOWN)) == RUN_UNKNOWN ? CATASTA_HINT_RULESET_NEEDED : 0) |
        ((run_flags & RUN_UNREPAIRED) != 0 ? CATASTA_HINT_UNREPAIRED : 0) |
        ((run_flags & RUN_TEXT) != 0 ? CATASTA_HINT_TEXT : 0);
}

bool catasta_is_compressed(const char *head, size_t length)
{
    return is_compressed(head, length);
}

bool catasta_is_wide(const char *head, size_t length)
{
    bool high;
    return utf8_is_wide((struct slice){head, length}, &high);
}

uint32_t catasta_digest(uint32_t before, const char *bytes, size_t length)
{
    return digest_add(before, (struct slice){bytes, length});
}

bool catasta_is_document(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && (slice_is_word(slice_of(dot), ".md") || slice_is_word(slice_of(dot), ".markdown"));
}

bool session_takes_document(const struct catasta_session *session, const char *name)
{
    return session->options.documents && name != NULL && catasta_is_document(name);
}

bool session_opens_path(const struct catasta_session *session, const char *name, struct slice head)
{
    const struct catasta_form_reader *form =
        session_takes_document(session, name) ? NULL : form_of(session->options.forms, session->options.from, head);
    return form != NULL && form->open_path != NULL;
}

void session_open_reader(const struct catasta_session *session, struct reader *reader, const char *name)
{
    if (session_takes_document(session, name))
        reader_take_document(reader);
    else
        reader_take_forms(reader, (catasta_session *)session, session->options.forms, session->options.from, name);
}

/* From its beginning. */
static struct catasta_input *begin_input(struct catasta_input *input)
{
    if (input == NULL)
        return NULL;
    input->reader.doubtful = true;
    session_open_reader(input->session, &input->reader, input->name);
    return input;
}

static struct catasta_input *new_input(struct catasta_session *session, const char *name)
{
    struct catasta_input *input = memory_new(sizeof *input);
    if (input == NULL)
        return NULL;
    input->session = session;
    input->name = name;
    reader_init(&input->reader);
    return input;
}

catasta_input *catasta_input_open(catasta_session *session, int fd, const char *name)
{
    struct catasta_input *input = new_input(session, name);
    if (input != NULL)
        reader_open(&input->reader, fd);
    return begin_input(input);
}

catasta_input *catasta_input_bytes(catasta_session *session, const char *bytes, size_t length, const char *name)
{
    return begin_input(catasta_input_part(session, bytes, length, name, 1));
}

catasta_input *catasta_input_part(
    catasta_session *session, const char *bytes, size_t length, const char *name, uint32_t line)
{
    struct catasta_input *input = new_input(session, name);
    if (input == NULL)
        return NULL;
    bool opened = reader_open_at(&input->reader, (struct slice){bytes, length}, line == 1, line);
    reader_take_forms(&input->reader, session, session->options.forms, session->options.from, NULL);
    if (opened)
        return input;
    catasta_input_close(input);
    return NULL;
}

void catasta_input_close(catasta_input *input)
{
    if (input == NULL)
        return;
    game_free(input->game);
    reader_close(&input->reader);
    free(input);
}

struct keep options_keep(const struct catasta_options *options)
{
    static const enum keep_what what[] = {KEEP_POSITIONS, KEEP_TEXTS, KEEP_NOTHING};
    struct keep keep = {
        .what = what[(unsigned)options->keep <= CATASTA_KEEP_NOTHING ? options->keep : CATASTA_KEEP_POSITIONS],
        .last = -1};
    if (options->plies != NULL) {
        keep.first = options->plies->first;
        keep.last = options->plies->last;
    }
    return keep;
}

/* The game to read the next record into. */
static struct catasta_game *next_game(struct catasta_input *input)
{
    if (input->game == NULL)
        input->game = game_new(input);
    input->error = input->game == NULL ? ENOMEM : 0;
    return input->game;
}

static bool judge_read_game(struct catasta_game *game, struct keep keep, bool data)
{
    unsigned since = memory_failures();
    return referee_judge(game->session->referee, &game->record, keep, &game->report) &&
        (!data || (game_list_faults(game) && game_list_remarks(game))) && !memory_ran_out(since);
}

/* Of judged games, by all that the condition needs; and then, if that was other than KEEP, once more. */
static bool judge_where(struct catasta_game *game, struct keep keep, bool *wanted)
{
    struct condition *condition = game->session->condition;
    const struct catasta_options needs = {.keep = condition_keeps(condition)};
    struct keep all = options_keep(&needs);
    all.silent = keep.silent;
    bool same = all.what == KEEP_NOTHING || (keep.what >= all.what && keep.first == 0 && keep.last < 0);
    unsigned since = memory_failures();
    if (!judge_read_game(game, same ? keep : all, true))
        return false;
    *wanted = condition_ask(condition, game, true) == TRUTH_YES;
    return !memory_ran_out(since) && (!*wanted || same || judge_read_game(game, keep, true));
}

bool game_judge(struct catasta_game *game, struct keep keep, bool data, bool *wanted)
{
    const struct catasta_session *session = game->session;
    enum truth truth = TRUTH_YES;
    if (session->condition != NULL) {
        report_skip(&game->report, &game->record);
        truth = record_is_empty(&game->record) ? TRUTH_NO : condition_ask(session->condition, game, false);
    }
    *wanted = truth == TRUTH_YES;
    if (truth == TRUTH_UNKNOWN)
        return judge_where(game, keep, wanted);
    if (*wanted && !session->options.unjudged)
        return judge_read_game(game, keep, data);
    report_skip(&game->report, &game->record);
    game->faults = NULL;
    game->remarks = (struct listed_remarks){NULL, NULL};
    return true;
}

/* Reads and judges the next game; false where there is none. */
static bool read_next_game(struct catasta_input *input, struct catasta_game *game, bool *wanted)
{
    const struct shapes shapes = referee_shapes(game->session->referee);
    enum read_status status = reader_next(&input->reader, &game->record, &shapes);
    input->error = status == READ_FAILED ? input->reader.input.error : 0;
    if (status != READ_RECORD)
        return false;
    game->number = record_is_empty(&game->record) ? 0 : ++input->games;
    bool judged = game_judge(game, options_keep(&input->session->options), true, wanted);
    if (judged && game->report.unusable)
        judged = report_unusable(input->session, game->report.ruleset, NULL);
    input->session->run_flags_before = input->session->run_flags;
    if (*wanted)
        input->session->run_flags |= game->report.run_flags;
    input->error = judged ? 0 : ENOMEM;
    return judged;
}

catasta_game *catasta_input_next(catasta_input *input)
{
    struct catasta_game *game = next_game(input);
    bool wanted = false;
    while (game != NULL && !wanted)
        if (!read_next_game(input, game, &wanted))
            return NULL;
    return game;
}

int catasta_input_error(const catasta_input *input)
{
    return input->error;
}

catasta_game *catasta_input_start_game(catasta_input *input)
{
    struct catasta_game *game = next_game(input);
    if (game == NULL || referee_default(input->session->referee) == NULL)
        return NULL;
    arena_clear(&game->arena);
    record_init(&game->record, &game->arena, (struct slice){"", 0});
    game->number = 1;
    bool judged = judge_read_game(game, options_keep(&input->session->options), true);
    input->error = judged ? 0 : ENOMEM;
    return judged ? game : NULL;
}

struct catasta_game *input_judge(struct catasta_input *input, struct slice text)
{
    static const struct catasta_options all = {.keep = CATASTA_KEEP_POSITIONS};
    const struct shapes shapes = referee_shapes(input->session->referee);
    struct catasta_game *game = next_game(input);
    reader_close(&input->reader);
    bool judged = game != NULL && reader_open_at(&input->reader, text, true, 1) &&
        reader_next(&input->reader, &game->record, &shapes) == READ_RECORD && input->reader.begin == text.length &&
        judge_read_game(game, options_keep(&all), true);
    input->error = judged ? 0 : ENOMEM;
    if (judged)
        game->number = 1;
    return judged ? game : NULL;
}
