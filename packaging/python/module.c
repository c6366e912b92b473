/* SPDX-License-Identifier: MIT */
/* The module: functions of whole texts and files. All of them work without the lock of the interpreter. */
#include "values.h"

#include "convert/form_table.h"
#include "library/tools.h"

#include <errno.h>
#include <string.h>

/* ---- check ---- */

static const struct field counts_fields[] = {
    FIELD("games", WIDE, catasta_tally, games, "Games."),
    FIELD("illegal", WIDE, catasta_tally, illegal, "Games with errors."),
    FIELD("plies", WIDE, catasta_tally, plies, "Turns of main lines."),
    FIELD("errors", WIDE, catasta_tally, errors, "Errors, without mere consequences of others."),
    FIELD("cascaded", WIDE, catasta_tally, cascaded, "Errors that may be mere consequences of others."),
    FIELD("warnings", WIDE, catasta_tally, warnings, "Warnings."),
    FIELD("notes", WIDE, catasta_tally, notes, "Notes."),
    FIELD("expected", WIDE, catasta_tally, expected, "Faults that comments expect, and that are not counted above."),
    {0},
};
static PyTypeObject *counts_type;

struct checking {
    unsigned jobs;
    size_t failed; /* the first file that could not be read; its error, or 0 */
    int error;
    bool stopped;
    uint64_t looked; /* bytes, when signals were looked at */
};
static const struct option checking_options[] = {OPTION("jobs", NUMBER, checking, jobs), {NULL, TRUTH, 0, NULL}};

static void note_failure(void *context, size_t i, const struct catasta_tally *found, int error)
{
    struct checking *checking = context;
    (void)found;
    if (error != 0 && checking->error == 0) {
        checking->error = error;
        checking->failed = i;
    }
}

/* Of each game: looks whether the user wants to stop. */
static bool note_game(void *context, const struct catasta_game_row *row)
{
    enum { GAMES_BETWEEN = 1024 };
    struct checking *checking = context;
    (void)row;
    if (++checking->looked % GAMES_BETWEEN == 0) {
        PyGILState_STATE state = PyGILState_Ensure();
        checking->stopped = PyErr_CheckSignals() != 0;
        PyGILState_Release(state);
    }
    return !checking->stopped;
}

struct catasta_file *file_array(PyObject *object, PyObject *paths, size_t *count)
{
    bool one = PyUnicode_Check(object) || PyBytes_Check(object) || PyObject_HasAttrString(object, "__fspath__");
    PyObject *all = one ? PyList_New(0) : PySequence_List(object);
    if (all != NULL && one && PyList_Append(all, object) != 0)
        Py_CLEAR(all);
    *count = all == NULL ? 0 : (size_t)PyList_Size(all);
    struct catasta_file *files = all == NULL ? NULL : PyMem_Calloc(*count + 1, sizeof *files);
    if (all != NULL && files == NULL)
        PyErr_NoMemory();
    for (size_t i = 0; files != NULL && i < *count; i++) {
        PyObject *path = NULL;
        if (!PyUnicode_FSConverter(PyList_GetItem(all, (Py_ssize_t)i), &path) || !add_item(paths, path)) {
            PyMem_Free(files);
            files = NULL;
        } else
            files[i] = (struct catasta_file){PyBytes_AsString(path), -1};
    }
    Py_XDECREF(all);
    return files;
}

static bool run_check(struct run *run, const struct catasta_file *files, size_t count, struct checking *checking,
    struct catasta_tally *tally)
{
    const struct catasta_rows rows = {.size = sizeof rows, .take = note_game, .context = checking};
    const struct catasta_check check = {
        .size = sizeof check, .jobs = checking->jobs, .context = checking, .done = note_failure};
    catasta_writer *writer = catasta_rows_writer(&rows);
    bool fine = writer != NULL && catasta_check_files(run->session, files, count, &check, writer, tally);
    return writer != NULL && catasta_writer_close(writer, CATASTA_OK) && fine;
}

static PyObject *check_all(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    struct checking checking = {0};
    struct catasta_tally tally = {.size = sizeof tally};
    PyObject *object;
    PyObject *result = NULL;
    size_t count;
    bool fine;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O:check", &object))
        return NULL;
    PyObject *paths = PyList_New(0);
    struct catasta_file *files = paths == NULL ? NULL : file_array(object, paths, &count);
    struct run *run = files == NULL ? NULL : run_new(keywords, CATASTA_KEEP_NOTHING, checking_options, &checking);
    if (run != NULL) {
        Py_BEGIN_ALLOW_THREADS fine = run_check(run, files, count, &checking, &tally);
        Py_END_ALLOW_THREADS if (checking.stopped || PyErr_Occurred() != NULL) result = NULL;
        else if (checking.error != 0 && checking.error != ENOMEM)
        {
            errno = checking.error;
            PyErr_SetFromErrnoWithFilename(PyExc_OSError, files[checking.failed].name);
        }
        else if (run_is_fine(run, fine && !catasta_session_failed(run->session))) result =
            new_tuple(counts_type, counts_fields, &tally);
    }
    run_free(run);
    PyMem_Free(files);
    Py_XDECREF(paths);
    return result;
}

/* ---- perft ---- */

struct counting {
    unsigned depth;
    unsigned players;
    const char *position;
};
static const struct option counting_options[] = {OPTION("depth", NUMBER, counting, depth),
    OPTION("players", NUMBER, counting, players), OPTION("position", STRING, counting, position),
    {NULL, TRUTH, 0, NULL}};

static PyObject *count_turns(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    struct counting counting = {0};
    struct buffer digits = {0};
    PyObject *ruleset;
    PyObject *depth;
    PyObject *result = NULL;
    bool fine;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO:perft", &ruleset, &depth))
        return NULL;
    PyObject *all = keywords == NULL ? PyDict_New() : PyDict_Copy(keywords);
    struct run *run = all == NULL || PyDict_SetItemString(all, "ruleset", ruleset) != 0 ||
            PyDict_SetItemString(all, "depth", depth) != 0
        ? NULL
        : run_new(all, CATASTA_KEEP_NOTHING, counting_options, &counting);
    if (run != NULL && counting.depth > CATASTA_DEPTH)
        PyErr_Format(PyExc_ValueError, "depth must be at most %d", CATASTA_DEPTH);
    else if (run != NULL) {
        const struct catasta_sink sink = buffer_sink(&digits);
        Py_BEGIN_ALLOW_THREADS fine =
            catasta_perft(run->session, counting.players, counting.position, counting.depth, false, &sink, &run->sink);
        buffer_say(&digits, "");
        Py_END_ALLOW_THREADS if (run_is_fine(run, fine && !digits.failed)) result =
            PyLong_FromString(digits.bytes, NULL, 10);
        buffer_free(&digits);
    }
    run_free(run);
    Py_XDECREF(all);
    return result;
}

/* ---- fmt and convert ---- */

struct formatted_values {
    PyObject *text;
    PyObject *log;
    PyObject *told;
    unsigned left;
};
static const struct field formatted_fields[] = {
    FIELD("text", OBJECT, formatted_values, text, "The text; of fmt() None, where a game has no canonical form."),
    FIELD(
        "left", NUMBER, formatted_values, left, "How many errors are left; of convert(), how many games are left out."),
    FIELD("log", OBJECT, formatted_values, log, "The repairs that were made, one on each line."),
    FIELD("told", OBJECT, formatted_values, told, "What keeps games from being written, as text."),
    {0},
};
static PyTypeObject *formatted_type;

/* A text that is written anew. */
struct rewriting {
    struct buffer out;
    struct buffer log;
    struct buffer told;
    unsigned left;
    bool refused;
    unsigned fix; /* of fix_words */
    bool lossy;
    const struct record_form *form;
    void *own; /* its writer */
    bool any;
    struct catasta_join_state joint;
};
typedef bool rewriter(struct rewriting *rewriting, catasta_game *game);

static void free_rewriting(struct rewriting *rewriting)
{
    buffer_free(&rewriting->out);
    buffer_free(&rewriting->log);
    buffer_free(&rewriting->told);
}

/* Gives each game of TEXT to REWRITE, and then the end; false when out of memory. */
static bool rewrite_games(struct run *run, const struct given *text, rewriter *rewrite, struct rewriting *rewriting)
{
    catasta_input *input = catasta_input_bytes(run->session, text->bytes, text->length, "<text>");
    catasta_game *game;
    bool fine = input != NULL;
    while (fine && (game = catasta_input_next(input)) != NULL)
        fine = rewrite(rewriting, game);
    fine = fine && catasta_input_error(input) == 0;
    catasta_input_close(input);
    return fine;
}

static PyObject *rewritten(struct run *run, struct rewriting *rewriting, bool fine)
{
    struct formatted_values values = {.left = rewriting->left};
    if (!run_is_fine(run, fine && !rewriting->out.failed && !rewriting->log.failed && !rewriting->told.failed))
        return NULL;
    buffer_add(&rewriting->told, run->told.bytes, run->told.length);
    values.text = rewriting->refused ? Py_BuildValue("") : text_object(rewriting->out.bytes, rewriting->out.length);
    values.log = text_object(rewriting->log.bytes, rewriting->log.length);
    values.told = text_object(rewriting->told.bytes, rewriting->told.length);
    if (values.text != NULL && values.log != NULL && values.told != NULL)
        return new_tuple(formatted_type, formatted_fields, &values);
    Py_XDECREF(values.text);
    Py_XDECREF(values.log);
    Py_XDECREF(values.told);
    return NULL;
}

static const char *const fix_words[] = {"no", "certain", "likely", NULL};

/* As fmt does: what has no canonical form is copied, if that is safe, or else refuses the whole text. */
static bool format_one(struct rewriting *rewriting, catasta_game *game)
{
    const struct catasta_sink log = buffer_sink(&rewriting->log);
    const struct catasta_sink out = buffer_sink(&rewriting->out);
    const struct catasta_sink told = buffer_sink(&rewriting->told);
    struct catasta_fixes fixes = {.size = sizeof fixes, .likely = rewriting->fix == 2};
    if (rewriting->fix != 0 && !catasta_game_fix(game, "fixed", &log, &fixes))
        return false;
    rewriting->left += fixes.left;
    const struct catasta_info info = info_of(game);
    bool is_sgn = strcmp(info.form, "sgn") == 0;
    bool copied = !info.readable && is_sgn && (rewriting->fix != 0 ? !info.cut : info.number > 0 && !info.judged);
    if (!info.readable && !catasta_write(game, CATASTA_TEXT, &told))
        return false;
    if (!is_sgn && info.number == 0 && info.errors == 0) /* of a game that is not read */
        return true;
    rewriting->refused |= !info.readable && !copied;
    rewriting->any = true;
    return rewriting->refused || catasta_write_joined(game, copied, &rewriting->joint, &out);
}

static PyObject *format_given(PyObject *arguments, PyObject *keywords, const struct option *own, unsigned fix)
{
    struct rewriting rewriting = {.fix = fix, .joint.size = sizeof rewriting.joint};
    struct given text = {0};
    PyObject *object;
    PyObject *result = NULL;
    bool fine;
    if (!PyArg_ParseTuple(arguments, "O", &object))
        return NULL;
    struct run *run = take_given(object, &text) ? run_new(keywords, CATASTA_KEEP_TEXTS, own, &rewriting) : NULL;
    if (run != NULL) {
        Py_BEGIN_ALLOW_THREADS fine = rewrite_games(run, &text, format_one, &rewriting);
        if (!rewriting.any)
            buffer_add(&rewriting.out, text.bytes, text.length);
        Py_END_ALLOW_THREADS result = rewritten(run, &rewriting, fine);
    }
    run_free(run);
    drop_given(&text);
    free_rewriting(&rewriting);
    return result;
}

static PyObject *format_text_given(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    static const struct option options[] = {
        {"fix", WORD, offsetof(struct rewriting, fix), fix_words}, {NULL, TRUTH, 0, NULL}};
    (void)module;
    return format_given(arguments, keywords, options, 0);
}

static PyObject *fix_text_given(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    static const struct option options[] = {
        {"level", WORD, offsetof(struct rewriting, fix), fix_words}, {NULL, TRUTH, 0, NULL}};
    (void)module;
    return format_given(arguments, keywords, options, 1);
}

static void leave_out(struct rewriting *rewriting, const struct catasta_info *info, const char *why)
{
    rewriting->left++;
    buffer_text(&rewriting->told, info->file);
    buffer_print(&rewriting->told, ":%u: game %u is left out: %s\n", info->line, info->number, why);
}

static bool convert_one(struct rewriting *rewriting, catasta_game *game)
{
    const struct record_form *form = rewriting->form;
    const struct catasta_info info = info_of(game);
    const struct catasta_sink out = buffer_sink(&rewriting->out);
    const struct catasta_sink told = buffer_sink(&rewriting->told);
    const bool copied = form_copies(form, game);
    const char *why = form_refuses(form, game);
    char lacks[FORM_LACKS_ROOM];
    if ((info.errors + info.warnings > 0 || form_is_typed(game)) && !catasta_write(game, CATASTA_TEXT, &told))
        return false;
    if (why != NULL) {
        if (info.number > 0)
            leave_out(rewriting, &info, why);
        return true;
    }
    if (!form_holds(form, game, lacks) && !rewriting->lossy) {
        char reason[FORM_LACKS_ROOM + 64];
        PyOS_snprintf(reason, sizeof reason, "%s cannot hold %s", form->name, lacks);
        leave_out(rewriting, &info, reason);
        return true;
    }
    if (rewriting->own != NULL)
        return form->add(rewriting->own, game);
    if (copied)
        return typed_write_copy(game, &rewriting->any, &out);
    if (rewriting->any)
        buffer_say(&rewriting->out, "\n");
    rewriting->any = true;
    return catasta_write(game, CATASTA_SGN, &out);
}

static const struct option converting_options[] = {OPTION("lossy", TRUTH, rewriting, lossy), {NULL, TRUTH, 0, NULL}};

static PyObject *convert_given(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    struct rewriting rewriting = {.form = record_forms};
    struct given text = {0};
    const char *to = "sgn";
    PyObject *object;
    PyObject *result = NULL;
    bool fine;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O|s:convert", &object, &to))
        return NULL;
    while (rewriting.form->name != NULL && strcmp(rewriting.form->name, to) != 0)
        rewriting.form++;
    if (rewriting.form->name == NULL)
        return PyErr_Format(PyExc_ValueError, "there is no form %s; expected one of " RECORD_FORMS, to);
    struct run *run =
        take_given(object, &text) ? run_new(keywords, rewriting.form->keep, converting_options, &rewriting) : NULL;
    if (run != NULL) {
        const struct catasta_sink out = buffer_sink(&rewriting.out);
        Py_BEGIN_ALLOW_THREADS rewriting.own = rewriting.form->open == NULL ? NULL : rewriting.form->open(&out);
        fine = (rewriting.form->open == NULL || rewriting.own != NULL) &&
            rewrite_games(run, &text, convert_one, &rewriting);
        if (rewriting.own != NULL)
            fine = rewriting.form->close(rewriting.own) && fine;
        Py_END_ALLOW_THREADS result = rewritten(run, &rewriting, fine);
    }
    run_free(run);
    drop_given(&text);
    free_rewriting(&rewriting);
    return result;
}

/* ---- what the program writes ---- */

static const struct written_form {
    const char *name;
    enum catasta_keep keep;
} written_forms[] = {{"text", CATASTA_KEEP_NOTHING}, {"jsonl", CATASTA_KEEP_NOTHING}, {"sarif", CATASTA_KEEP_NOTHING},
    {"junit", CATASTA_KEEP_NOTHING}, {"github", CATASTA_KEEP_NOTHING}, {"quiet", CATASTA_KEEP_NOTHING},
    {"replay", CATASTA_KEEP_POSITIONS}, {"html", CATASTA_KEEP_POSITIONS}, {"sgn", CATASTA_KEEP_TEXTS},
    {"score", CATASTA_KEEP_NOTHING}, {"score-tsv", CATASTA_KEEP_NOTHING}, {"score-json", CATASTA_KEEP_NOTHING},
    {NULL, CATASTA_KEEP_NOTHING}};

struct writing {
    const char *name;
    unsigned game; /* 0: all */
    struct catasta_writing how;
    struct picture_wish look;
};
static const struct option write_options[] = {
    OPTION("name", STRING, writing, name),
    OPTION("game", NUMBER, writing, game),
    OPTION("title", STRING, writing, how.title),
    OPTION("verbose", TRUTH, writing, how.verbose),
    OPTION("ply", LONG, writing, how.ply),
    OPTION("print", TRUTH, writing, how.print),
    OPTION("diagrams", NUMBER, writing, how.diagrams),
    OPTION("rules_pages", STRING, writing, how.rules_pages),
    PICTURE_OPTIONS(writing, look.),
    {NULL, TRUTH, 0, NULL},
};

static bool write_one(catasta_writer *writer, const catasta_game *game, uint32_t *errors, bool *any)
{
    *any = true;
    *errors += info_of(game).errors;
    return catasta_writer_add(writer, game);
}

/* What needs positions or texts is written of games alone, or else of the start of the ruleset, and otherwise is empty.
 */
static bool write_games(struct run *run, const struct given *text, const struct written_form *form,
    const struct writing *writing, struct buffer *out)
{
    const struct catasta_sink sink = buffer_sink(out);
    catasta_input *input = catasta_input_bytes(run->session, text->bytes, text->length, writing->name);
    catasta_writer *writer =
        input == NULL ? NULL : catasta_writer_new(catasta_format_named(form->name), &writing->how, &sink);
    catasta_game *game;
    uint32_t errors = 0;
    bool any = form->keep == CATASTA_KEEP_NOTHING;
    bool blank = true;
    bool fine = writer != NULL;
    while (fine && (game = catasta_input_next(input)) != NULL) {
        const uint32_t number = info_of(game).number;
        blank = false;
        if ((number > 0 || form->keep == CATASTA_KEEP_NOTHING) && (writing->game == 0 || number == writing->game))
            fine = write_one(writer, game, &errors, &any);
    }
    fine = fine && catasta_input_error(input) == 0;
    if (fine && blank && form->keep == CATASTA_KEEP_POSITIONS && (game = catasta_input_start_game(input)) != NULL)
        fine = write_one(writer, game, &errors, &any);
    fine = writer != NULL && catasta_writer_close(writer, errors > 0 ? CATASTA_WRONG : CATASTA_OK) && fine;
    catasta_input_close(input);
    if (!any)
        out->length = 0;
    return fine && !out->failed;
}

static PyObject *write_form_of(const struct written_form *form, PyObject *object, PyObject *keywords)
{
    struct writing writing = {.name = "<stdin>", .how = {.size = sizeof writing.how}};
    struct buffer out = {0};
    struct given text = {0};
    PyObject *written = NULL;
    bool fine;
    struct run *run = take_given(object, &text) ? run_new(keywords, form->keep, write_options, &writing) : NULL;
    if (run != NULL && take_picture(&writing.look)) {
        writing.how.picture = &writing.look.picture;
        Py_BEGIN_ALLOW_THREADS fine = write_games(run, &text, form, &writing, &out);
        Py_END_ALLOW_THREADS if (run_is_fine(run, fine && !catasta_session_failed(run->session))) written =
            grown_text(&out, true);
    }
    if (written == NULL)
        buffer_free(&out);
    run_free(run);
    drop_given(&text);
    return written;
}

static PyObject *write_given(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    const struct written_form *form = written_forms;
    const char *name;
    PyObject *object;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "sO:write", &name, &object))
        return NULL;
    while (form->name != NULL && strcmp(form->name, name) != 0)
        form++;
    if (form->name == NULL)
        return PyErr_Format(PyExc_ValueError, "games have no form '%s'", name);
    return write_form_of(form, object, keywords);
}

static PyObject *page_of(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    const struct written_form *form = written_forms;
    PyObject *object;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O:page", &object))
        return NULL;
    while (strcmp(form->name, "html") != 0)
        form++;
    return write_form_of(form, object, keywords);
}

/* ---- tables ---- */

static PyObject *table_of_games(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    (void)module;
    return new_table(false, arguments, keywords);
}

static PyObject *table_of_plies(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    (void)module;
    return new_table(true, arguments, keywords);
}

/* ---- rulesets and rules ---- */

static PyObject *list_rulesets(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    PyObject *pairs = NULL;
    (void)module;
    struct run *run =
        PyArg_ParseTuple(arguments, ":rulesets") ? run_new(keywords, CATASTA_KEEP_NOTHING, NULL, NULL) : NULL;
    if (run != NULL && run_is_fine(run, catasta_rules_list(run->session, &sink) && !text.failed)) {
        const char *end = text.bytes + text.length;
        pairs = PyList_New(0);
        for (const char *line = text.bytes; pairs != NULL && line < end;) {
            const char *name = line + strcspn(line, " ");
            const char *title = name + strspn(name, " ");
            const char *after = title + strcspn(title, "\n");
            if (!add_item(pairs,
                    Py_BuildValue("(s#s#)", line, (Py_ssize_t)(name - line), title, (Py_ssize_t)(after - title))))
                Py_CLEAR(pairs);
            line = after + 1;
        }
    }
    buffer_free(&text);
    run_free(run);
    return pairs;
}

static PyObject *show_ruleset(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    const char *name;
    PyObject *result = NULL;
    (void)module;
    struct run *run =
        PyArg_ParseTuple(arguments, "s:ruleset", &name) ? run_new(keywords, CATASTA_KEEP_NOTHING, NULL, NULL) : NULL;
    if (run != NULL && run_is_fine(run, catasta_rules_show(run->session, name, &sink, &run->sink)))
        result = text_object(text.bytes, text.length);
    buffer_free(&text);
    run_free(run);
    return result;
}

static const struct field problem_fields[] = {
    FIELD("id", STRING, catasta_problem, id, "The rule: see explain()."),
    WORD_FIELD("severity", severity_words, catasta_problem, severity, "\"error\", \"warning\" or \"note\"."),
    FIELD("file", STRING, catasta_problem, file, "The name that was given, or a file that it extends."),
    FIELD("line", NUMBER, catasta_problem, line, "Its line, from 1."),
    FIELD("column", NUMBER, catasta_problem, column, "Its column, from 1, in characters."),
    FIELD("end_column", NUMBER, catasta_problem, end_column, "The column after the last."),
    FIELD("message", TEXT, catasta_problem, message, "What is wrong."),
    FIELD("advice", TEXT, catasta_problem, advice, "What to do about it."),
    {0},
};
static PyTypeObject *problem_type;

static void visit_ruleset_problem(void *context, const struct catasta_problem *problem)
{
    PyObject **list = context;
    if (*list != NULL && !add_item(*list, new_tuple(problem_type, problem_fields, problem)))
        Py_CLEAR(*list);
}

struct ruleset_name {
    const char *name;
};

static PyObject *check_one_ruleset(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    static const struct option options[] = {OPTION("name", STRING, ruleset_name, name), {NULL, TRUTH, 0, NULL}};
    struct ruleset_name own = {"ruleset.yaml"};
    struct given yaml = {0};
    PyObject *object;
    PyObject *list = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O:check_ruleset", &object))
        return NULL;
    struct run *run = take_given(object, &yaml) ? run_new(keywords, CATASTA_KEEP_NOTHING, options, &own) : NULL;
    if (run != NULL) {
        list = PyList_New(0);
        bool fine =
            catasta_rules_problems(run->session, own.name, yaml.bytes, yaml.length, visit_ruleset_problem, &list);
        if (list != NULL && !fine) {
            Py_CLEAR(list);
            PyErr_NoMemory();
        }
    }
    run_free(run);
    drop_given(&yaml);
    return list;
}

/* What JSON says, whose WORDS are taken over; NULL after an exception. */
static PyObject *load_json(PyObject *words)
{
    PyObject *json = PyImport_ImportModule("json");
    PyObject *value = json == NULL || words == NULL ? NULL : PyObject_CallMethod(json, "loads", "O", words);
    Py_XDECREF(json);
    Py_XDECREF(words);
    return value;
}

static PyObject *rulesets_schema(PyObject *module, PyObject *nothing)
{
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    (void)module;
    (void)nothing;
    return load_json(grown_text(&text, catasta_rules_schema(&sink)));
}

struct setup {
    unsigned players;
    unsigned seed;
};
static const struct option setup_options[] = {
    OPTION("players", NUMBER, setup, players), OPTION("seed", NUMBER, setup, seed), {NULL, TRUTH, 0, NULL}};

static PyObject *show_setup(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    struct setup setup = {0};
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    const char *name;
    PyObject *result = NULL;
    (void)module;
    struct run *run = PyArg_ParseTuple(arguments, "s:setup", &name)
        ? run_new(keywords, CATASTA_KEEP_NOTHING, setup_options, &setup)
        : NULL;
    if (run != NULL &&
        run_is_fine(
            run, catasta_rules_setup(run->session, name, setup.players, setup.seed, &sink, &run->sink) && !text.failed))
        result = load_json(text_object(text.bytes, text.length));
    buffer_free(&text);
    run_free(run);
    return result;
}

static PyObject *explain_id(PyObject *module, PyObject *arguments)
{
    struct buffer text = {0};
    struct buffer told = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    const struct catasta_sink errors = buffer_sink(&told);
    const char *name = "";
    PyObject *result = NULL;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "|s:explain", &name))
        return NULL;
    if (catasta_explain(*name == '\0' ? NULL : name, CATASTA_TEXT, &sink, &errors) && !text.failed)
        result = text_object(text.bytes, text.length);
    else
        raise_told(told.bytes, told.length);
    buffer_free(&text);
    buffer_free(&told);
    return result;
}

/* ---- the module ---- */

#define WRITING_SIGNATURE                                                                                              \
    "name='<stdin>', game=0, title=None, verbose=False, ply=0, print=False, diagrams=0, "                              \
    "rules_pages=None, " PICTURE_SIGNATURE ", " SHARED_SIGNATURE
#define KEYWORDS(function) (PyCFunction)(void (*)(void)) function, METH_VARARGS | METH_KEYWORDS
static PyMethodDef functions[] = {
    {"read", KEYWORDS(read_games), read_doc},
    {"check", KEYWORDS(check_all),
        "check(files, /, *, jobs=0, " SHARED_SIGNATURE ")\n--\n\n"
        "Judges all games of FILES, a path or an iterable of paths, in JOBS threads (0: as many as there are "
        "processors), and\n"
        "counts what it finds: a Counts.\n\nRaises OSError about the first file that cannot be read, when the others "
        "were."},
    {"perft", KEYWORDS(count_turns),
        "perft(ruleset, depth, /, *, players=0, position=None, rules=None, folders=())\n--\n\n"
        "The number of sequences of DEPTH legal turns, at most 64, from the start of RULESET, or from POSITION, a "
        "line.\n\n"
        "PLAYERS 0: as many as the position has, or two. Raises CatastaError if a game has too many turns to list."},
    {"fmt", KEYWORDS(format_text_given),
        "fmt(text, /, *, fix='no', " SHARED_SIGNATURE ")\n--\n\n"
        "The games of TEXT, str or bytes, in canonical form: a Rewritten.\n\n"
        "FIX \"certain\" makes certain repairs, \"likely\" also those that are likely."},
    {"fix", KEYWORDS(fix_text_given),
        "fix(text, /, *, level='certain', " SHARED_SIGNATURE ")\n--\n\n"
        "The games of TEXT in canonical form and repaired: fmt(text, fix=level)."},
    {"convert", KEYWORDS(convert_given),
        "convert(text, to='sgn', /, *, lossy=False, " SHARED_SIGNATURE ")\n--\n\n"
        "The games of TEXT, str or bytes, in the form TO (\"sgn\", \"ptn\", \"abstractplay\" or \"uhp\"): a "
        "Rewritten.\n\n"
        "A game that the form cannot hold completely is left out, unless LOSSY is true; .told says why. FROM_ "
        "\"typed\" reads\n"
        "what people type."},
    {"write", KEYWORDS(write_given),
        "write(form, text, /, *, " WRITING_SIGNATURE ")\n--\n\n"
        "What the program writes of the games of TEXT, str or bytes: FORM is \"text\", \"jsonl\", \"sarif\", "
        "\"junit\", \"github\", "
        "\"quiet\", \"replay\", \"html\",\n"
        "\"sgn\", \"score\", \"score-tsv\" or \"score-json\".\n\n"
        "GAME: only that one, 0: all; VERBOSE: also how scores are reached. Of pages: TITLE; PLY, which is shown "
        "first, -1: "
        "the\n"
        "last; PRINT: a booklet, with a diagram after every DIAGRAMS turns, too; and the look of boards, as of "
        "Game.picture()."},
    {"page", KEYWORDS(page_of),
        "page(text, /, *, " WRITING_SIGNATURE
        ")\n--\n\nA self-contained page of the games of TEXT: write(\"html\", text)."},
    {"record", KEYWORDS(new_record), record_doc},
    {"games", KEYWORDS(table_of_games),
        "games(files, /, *, jobs=0, " SHARED_SIGNATURE ")\n--\n\n"
        "The games of FILES, a path or an iterable of paths, as a Table with a row a game; JOBS as in check().\n\n"
        "file, offset, length: its bytes; line, number: where it begins, and which game of the file; ruleset, game; "
        "event, site,\n"
        "date, round: tags; players: a list of names by seat; result; winners: a list of seats; reason; plies: how "
        "many turns;\n"
        "legal; errors; first_error_id, first_error_ply; moves, clocks: lists of texts, clocks null where there are "
        "none; hash: of the last\n"
        "position, as Position.hash."},
    {"plies", KEYWORDS(table_of_plies),
        "plies(files, /, *, jobs=0, " SHARED_SIGNATURE ")\n--\n\n"
        "The same with a row for the start and for each ply of the main line: the columns of catasta-table(1)."},
    {"rulesets", KEYWORDS(list_rulesets), "rulesets(*, folders=())\n--\n\nA list of (name, title) of all rulesets."},
    {"ruleset", KEYWORDS(show_ruleset),
        "ruleset(name, /, *, folders=())\n--\n\nA ruleset as YAML, with all its values."},
    {"setup", KEYWORDS(show_setup),
        "setup(name, /, *, players=0, seed=0, folders=())\n--\n\n"
        "What a new game takes, as a dict: \"players\", how many may play; \"seats\", the names of PLAYERS, 0: as "
        "usual;\n"
        "\"tags\" that set it up, each with \"name\" and \"value\", the usual one or dealt by SEED."},
    {"check_ruleset", KEYWORDS(check_one_ruleset),
        "check_ruleset(yaml, /, *, name='ruleset.yaml', folders=())\n--\n\n"
        "What is wrong with YAML, str or bytes, as a ruleset in a file NAME, which need not exist: a list of Problem."},
    {"schema", rulesets_schema, METH_NOARGS, "schema()\n--\n\nA JSON Schema of rulesets, as a dict."},
    {"explain", explain_id, METH_VARARGS, "explain(id='', /)\n--\n\nThe meaning of an id, or of all ids of a group."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "catasta._catasta", .m_size = -1, .m_methods = functions};

static PyObject *new_error(PyObject *module, const char *name, const char *doc, PyObject *base)
{
    PyObject *error = PyErr_NewExceptionWithDoc(name, doc, base, NULL);
    Py_XINCREF(error);
    if (error != NULL && PyModule_AddObject(module, strchr(name, '.') + 1, error) != 0)
        Py_CLEAR(error);
    return error;
}

static PyObject *tag_names(void)
{
    PyObject *list = PyList_New(0);
    const char *name;
    for (size_t i = 0; list != NULL && (name = catasta_tag_name(i)) != NULL; i++)
        if (!add_item(list, PyUnicode_FromString(name)))
            Py_CLEAR(list);
    return list;
}

static bool fill_module(PyObject *module)
{
    PyObject *tags;
    catasta_error = new_error(module, "catasta.CatastaError",
        "What cannot be done: options that mean nothing, rulesets that cannot be used. If a position or a tag is at "
        "fault,\n"
        "it has the attributes of IllegalTurn.",
        PyExc_Exception);
    illegal_turn = catasta_error == NULL
        ? NULL
        : new_error(module, "catasta.IllegalTurn",
              "A turn that is not legal, with .id, the rule; .message; .advice; .span, a slice of what was given;\n"
              "and .repairs, a list of Repair, the most probable first.",
              catasta_error);
    return illegal_turn != NULL &&
        (counts_type = add_tuple(module, "catasta.Counts", "What check() found.", counts_fields)) != NULL &&
        (formatted_type = add_tuple(module, "catasta.Rewritten", "A text that was written anew.", formatted_fields)) !=
        NULL &&
        (problem_type = add_tuple(module, "catasta.Problem", "What is wrong with a ruleset.", problem_fields)) !=
        NULL &&
        add_position_types(module) && add_game_types(module) && add_table_types(module) && add_record_types(module) &&
        (tags = tag_names()) != NULL && PyModule_AddObject(module, "tags", tags) == 0 &&
        PyModule_AddStringConstant(module, "version", catasta_version()) == 0;
}

PyMODINIT_FUNC PyInit__catasta(void)
{
    forms_begin();
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL || fill_module(module))
        return module;
    Py_DECREF(module);
    return NULL;
}
