/* SPDX-License-Identifier: MIT */
/* Games that are made turn by turn. */
#include "values.h"

struct record {
    PyObject_HEAD catasta_record *record;
    struct run *run; /* whose session the record needs */
    PyObject *ruleset;
};
static PyTypeObject *record_type;

static void free_record(PyObject *self)
{
    struct record *record = (struct record *)self;
    catasta_record_free(record->record);
    run_free(record->run);
    Py_XDECREF(record->ruleset);
    free_object(self);
}

static catasta_record *record_of(PyObject *self)
{
    return ((struct record *)self)->record;
}

static PyObject *play_on(PyObject *self, PyObject *turn)
{
    struct given given = {0};
    struct catasta_fault fault = {.size = sizeof fault};
    PyObject *played = NULL;
    if (take_given(turn, &given)) {
        if (catasta_record_play(record_of(self), given.bytes, given.length, &fault))
            played = text_object(fault.turn.bytes, fault.turn.length);
        else
            refuse_turn(catasta_record_position(record_of(self)), &fault, &given);
    }
    drop_given(&given);
    return played;
}

static PyObject *add_remark(PyObject *self, PyObject *text)
{
    struct given given = {0};
    bool fine = take_given(text, &given);
    if (fine && !catasta_record_comment(record_of(self), given.bytes, given.length))
        fine = PyErr_NoMemory() != NULL;
    drop_given(&given);
    return fine ? Py_BuildValue("") : NULL;
}

static PyObject *set_result(PyObject *self, PyObject *text)
{
    struct given given = {0};
    struct catasta_fault fault = {.size = sizeof fault};
    bool fine = take_given(text, &given);
    if (fine && !catasta_record_result(record_of(self), given.bytes, given.length, &fault))
        fine = raise_fault(catasta_error, &fault, &given, NULL) != NULL;
    drop_given(&given);
    return fine ? Py_BuildValue("") : NULL;
}

static PyObject *take_back(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return PyBool_FromLong(catasta_record_undo(record_of(self)));
}

static PyObject *get_reached(PyObject *self, void *closure)
{
    (void)closure;
    return position_object(
        catasta_position_copy(catasta_record_position(record_of(self))), ((struct record *)self)->ruleset);
}

static PyObject *get_made(PyObject *self, void *closure)
{
    catasta_game *game = catasta_record_game(record_of(self));
    (void)closure;
    return game_object(game == NULL ? NULL : catasta_game_keep(game));
}

static PyObject *write_made(PyObject *self, PyObject *form)
{
    PyObject *game = get_made(self, NULL);
    PyObject *text = game == NULL ? NULL : PyObject_CallMethod(game, "write", "O", form);
    Py_XDECREF(game);
    return text;
}

static PyObject *record_string(PyObject *self)
{
    PyObject *game = get_made(self, NULL);
    PyObject *text = game == NULL ? NULL : PyObject_Str(game);
    Py_XDECREF(game);
    return text;
}

static const struct field record_fields[] = {
    COMPUTED_FIELD("position", get_reached, "The Position reached."),
    COMPUTED_FIELD("game", get_made, "The Game so far, which does not change any more."),
    {0},
};
static PyMethodDef record_methods[] = {
    {"play", play_on, METH_O,
        "play($self, turn, /)\n--\n\nAdds TURN, and returns it in canonical form; \"\" if it was only a remark.\n\n"
        "Raises IllegalTurn, with its rule and with repairs, if it is not legal here."},
    {"comment", add_remark, METH_O,
        "comment($self, text, /)\n--\n\nAdds a comment to the last turn, or before the first."},
    {"result", set_result, METH_O,
        "result($self, text, /)\n--\n\nSets the result, such as \"1/2-1/2\", or \"*\" if the game goes on "
        "elsewhere.\n\nRaises CatastaError, with .id and .message, if the board says otherwise."},
    {"undo", take_back, METH_NOARGS,
        "undo($self, /)\n--\n\nTakes back the result or, if there is none, the last turn with its comments; False if "
        "there is neither."},
    {"write", write_made, METH_O, "write($self, form, /)\n--\n\nThe game so far in that form, as Game.write()."},
    {NULL, NULL, 0, NULL},
};
static const PyType_Slot record_slots[] = {
    {Py_tp_dealloc, free_record},
    {Py_tp_str, record_string},
    {Py_tp_doc,
        "A game that is made turn by turn: turns and the result are checked, and refused with everything unchanged. "
        "str() is its\ncanonical form."},
    {0, NULL},
};

const char record_doc[] = "record(ruleset, tags=None, /, *, rules=None, folders=())\n--\n\n"
                          "A new GameRecord of RULESET, with TAGS, a dict, as in a record.\n\n"
                          "Raises CatastaError, with .id and .message, where there is no such ruleset or start.";

PyObject *new_record(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    struct catasta_fault fault = {.size = sizeof fault};
    PyObject *ruleset;
    PyObject *tags = NULL;
    size_t count = 0;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O|O:record", &ruleset, &tags))
        return NULL;
    PyObject *all = keywords == NULL ? PyDict_New() : PyDict_Copy(keywords);
    struct record *record = all == NULL || PyDict_SetItemString(all, "ruleset", ruleset) != 0
        ? NULL
        : (struct record *)new_object(record_type);
    if (record != NULL) {
        Py_INCREF(record->ruleset = ruleset);
        record->run = run_new(all, CATASTA_KEEP_POSITIONS, NULL, NULL);
        struct catasta_pair *pairs =
            record->run == NULL ? NULL : tag_array(tags == Py_None ? NULL : tags, record->run->held, &count);
        if (pairs != NULL)
            record->record = catasta_record_new(record->run->session, NULL, pairs, count, &fault);
        if (pairs != NULL && record->record == NULL)
            refuse_start(record->run, &fault, pairs, count);
        PyMem_Free(pairs);
        if (record->record == NULL) {
            Py_DECREF((PyObject *)record);
            record = NULL;
        }
    }
    Py_XDECREF(all);
    return (PyObject *)record;
}

bool add_record_types(PyObject *module)
{
    record_type =
        add_type(module, "catasta.GameRecord", sizeof(struct record), record_fields, record_methods, record_slots);
    return record_type != NULL;
}
