/* SPDX-License-Identifier: MIT */
/* Sessions from keywords, and exceptions. */
#include "values.h"

#include "convert/form_table.h"

#include <string.h>

PyObject *catasta_error;
PyObject *illegal_turn;

static const struct catasta_form_reader *const readers[] = {TEXT_READERS, NULL};

static const struct option shared_options[] = {
    OPTION("ruleset", STRING, run, options.ruleset),
    OPTION("force_ruleset", TRUTH, run, options.force_ruleset),
    OPTION("rules", STRING, run, options.rules),
    OPTION("where", STRING, run, options.where),
    OPTION("from_", STRING, run, options.from),
    OPTION("documents", TRUTH, run, options.documents),
    OPTION("expect", TRUTH, run, options.expect),
    OPTION("boards", TRUTH, run, options.boards),
    OPTION("unicode", TRUTH, run, options.unicode),
    OPTION("plain", TRUTH, run, options.plain),
    OPTION("width", NUMBER, run, options.width),
    OPTION("count_illegal", TRUTH, run, options.count_illegal),
    OPTION("adjudicate", TRUTH, run, options.adjudicate),
    OPTION("folders", OBJECT, run, folder_list),
    OPTION("errors", OBJECT, run, errors),
    OPTION("warnings", OBJECT, run, warnings),
    OPTION("ignore", OBJECT, run, ignore),
    {NULL, TRUTH, 0, NULL},
};

/* Strings of an iterable, or the one that LIST is, one after the other; NULL: none is given. */
static PyObject *strings_of(PyObject *list)
{
    if (list == NULL || list == Py_None)
        return PyList_New(0);
    if (!PyUnicode_Check(list) && !PyObject_HasAttrString(list, "__fspath__"))
        return PySequence_List(list);
    PyObject *one = PyList_New(0);
    if (one != NULL && PyList_Append(one, list) != 0)
        Py_CLEAR(one);
    return one;
}

static const struct option string_option = {"", STRING, 0, NULL};

/* The strings of LIST, ended by NULL, in an array to be freed. */
static const char **string_array(PyObject *list, PyObject *held)
{
    PyObject *all = strings_of(list);
    Py_ssize_t count = all == NULL ? 0 : PyList_Size(all);
    const char **array = all == NULL ? NULL : PyMem_Calloc((size_t)count + 1, sizeof *array);
    if (all != NULL && array == NULL)
        PyErr_NoMemory();
    for (Py_ssize_t i = 0; array != NULL && i < count; i++) {
        PyObject *keywords = Py_BuildValue("{s:O}", string_option.name, PyList_GetItem(all, i));
        const struct option rows[] = {string_option, {NULL, TRUTH, 0, NULL}};
        if (keywords == NULL || !set_options(keywords, &(struct option_table){rows, &array[i]}, 1, held)) {
            PyMem_Free(array);
            array = NULL;
        }
        Py_XDECREF(keywords);
    }
    Py_XDECREF(all);
    return array;
}

/* The ids of LIST as one setting. */
static bool add_setting(struct run *run, enum catasta_severity severity, PyObject *list)
{
    PyObject *ids = strings_of(list);
    PyObject *comma = PyUnicode_FromString(",");
    PyObject *joined = ids == NULL || comma == NULL ? NULL : PyUnicode_Join(comma, ids);
    struct catasta_setting *setting = &run->settings[run->options.setting_count];
    Py_XDECREF(ids);
    Py_XDECREF(comma);
    PyObject *keywords = joined == NULL ? NULL : Py_BuildValue("{s:O}", string_option.name, joined);
    const struct option rows[] = {string_option, {NULL, TRUTH, 0, NULL}};
    bool fine = keywords != NULL && set_options(keywords, &(struct option_table){rows, &setting->ids}, 1, run->held);
    setting->severity = severity;
    run->options.setting_count += fine && *setting->ids != '\0';
    Py_XDECREF(keywords);
    Py_XDECREF(joined);
    return fine;
}

struct run *run_new(PyObject *keywords, enum catasta_keep keep, const struct option *own, void *base)
{
    struct run *run = PyMem_Calloc(1, sizeof *run);
    if (run == NULL)
        return (struct run *)PyErr_NoMemory();
    const struct option_table tables[] = {{shared_options, run}, {own, base}};
    run->options = (struct catasta_options){
        .size = sizeof run->options, .unicode = true, .keep = keep, .settings = run->settings, .forms = readers};
    run->sink = buffer_sink(&run->told);
    run->held = PyList_New(0);
    bool fine = run->held != NULL && set_options(keywords, tables, own == NULL ? 1 : 2, run->held) &&
        (run->folders = string_array(run->folder_list, run->held)) != NULL &&
        add_setting(run, CATASTA_ERROR, run->errors) && add_setting(run, CATASTA_WARNING, run->warnings) &&
        add_setting(run, CATASTA_IGNORED, run->ignore);
    if (fine) {
        run->options.folders = run->folders;
        run->session = catasta_session_new(&run->options, &run->sink);
        fine = run_is_fine(run, run->session != NULL);
    }
    if (fine)
        return run;
    run_free(run);
    return NULL;
}

void run_free(struct run *run)
{
    if (run == NULL)
        return;
    catasta_session_free(run->session);
    buffer_free(&run->told);
    PyMem_Free(run->folders);
    Py_XDECREF(run->held);
    PyMem_Free(run);
}

PyObject *raise_told(const char *words, size_t length)
{
    while (length > 0 && words[length - 1] == '\n')
        length--;
    bool ran_out = length >= strlen("out of memory") && memcmp(words, "out of memory", strlen("out of memory")) == 0;
    PyObject *text = length == 0 || ran_out ? NULL : text_object(words, length);
    if (text != NULL)
        PyErr_SetObject(catasta_error, text);
    else if (PyErr_Occurred() == NULL)
        PyErr_NoMemory();
    Py_XDECREF(text);
    return NULL;
}

bool run_is_fine(const struct run *run, bool fine)
{
    if (!fine)
        raise_told(run->told.bytes, run->told.length);
    return fine;
}

PyObject *raise_fault(PyObject *type, const struct catasta_fault *fault, const struct given *about, PyObject *repairs)
{
    PyObject *message = fault->id == NULL ? NULL : text_object(fault->message.bytes, fault->message.length);
    PyObject *error = message == NULL ? NULL : PyObject_CallFunctionObjArgs(type, message, NULL);
    const struct {
        const char *name;
        PyObject *value;
    } attributes[] = {
        {"id", error == NULL ? NULL : PyUnicode_FromString(fault->id)},
        {"message", message},
        {"advice", error == NULL ? NULL : text_object(fault->advice.bytes, fault->advice.length)},
        {"span", error == NULL ? NULL : given_slice(about, fault->span)},
        {"repairs", repairs != NULL || error == NULL ? repairs : PyList_New(0)},
    };
    bool fine = error != NULL;
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        fine = fine && attributes[i].value != NULL &&
            PyObject_SetAttrString(error, attributes[i].name, attributes[i].value) == 0;
        Py_XDECREF(attributes[i].value);
    }
    if (fine)
        PyErr_SetObject(type, error);
    else if (PyErr_Occurred() == NULL)
        PyErr_NoMemory();
    Py_XDECREF(error);
    return NULL;
}
