/* SPDX-License-Identifier: MIT */
#include "values.h"

#include <string.h>

const char *const severity_words[] = {"error", "warning", "note", "ignored", NULL};
const char *const confidence_words[] = {"possible", "likely", "certain", NULL};

PyObject *text_object(const char *bytes, size_t length)
{
    return PyUnicode_DecodeUTF8(bytes == NULL ? "" : bytes, (Py_ssize_t)length, "surrogateescape");
}

static PyObject *none(void)
{
    Py_INCREF(Py_None);
    return Py_None;
}

static PyObject *slice_object(uint64_t begin, uint64_t end)
{
    PyObject *from = PyLong_FromUnsignedLongLong(begin);
    PyObject *to = PyLong_FromUnsignedLongLong(end);
    PyObject *slice = from == NULL || to == NULL ? NULL : PySlice_New(from, to, NULL);
    Py_XDECREF(from);
    Py_XDECREF(to);
    return slice;
}

static PyObject *seats_object(uint32_t bits)
{
    PyObject *list = PyList_New(0);
    PyObject *seats;
    for (unsigned seat = 1; list != NULL && seat <= CATASTA_SEATS; seat++)
        if ((bits >> (seat - 1) & 1) != 0 && !add_item(list, PyLong_FromUnsignedLong(seat)))
            Py_CLEAR(list);
    seats = list == NULL ? NULL : PyList_AsTuple(list);
    Py_XDECREF(list);
    return seats;
}

/* The member of FIELD in BASE, a struct or an object. */
static PyObject *field_object(const void *base, const struct field *field)
{
    const void *at = (const char *)base + field->offset;
    const struct catasta_text *text = at;
    const struct catasta_span *span = at;
    unsigned number = 0;
    const char *word;
    switch (field->kind) {
    case TRUTH:
        return PyBool_FromLong(*(const bool *)at);
    case NUMBER:
    case INDEX:
    case ORDINAL:
        number = *(const unsigned *)at;
        if (field->kind == NUMBER || number != (field->kind == INDEX ? CATASTA_NOWHERE : 0))
            return PyLong_FromUnsignedLong(number);
        return none();
    case SIGNED:
        return PyLong_FromLong(*(const int32_t *)at);
    case LONG:
        return PyLong_FromLong(*(const long *)at);
    case WIDE:
        return PyLong_FromUnsignedLongLong(*(const uint64_t *)at);
    case TEXT:
        return text->bytes == NULL ? none() : text_object(text->bytes, text->length);
    case STRING:
        word = *(const char *const *)at;
        return word == NULL ? none() : text_object(word, strlen(word));
    case BYTES:
        return PyBytes_FromStringAndSize(text->bytes, (Py_ssize_t)text->length);
    case SPAN:
        return slice_object(span->begin, span->end);
    case SEATS:
        return seats_object(*(const uint32_t *)at);
    case WORD:
        word = field->words[*(const unsigned *)at];
        return *word == '\0' ? none() : text_object(word, strlen(word));
    case OBJECT:
    default:
        return *(PyObject *const *)at;
    }
}

static PyObject *get_field(PyObject *self, void *closure)
{
    return field_object(self, closure);
}

static size_t count_fields(const struct field *fields)
{
    size_t count = 0;
    while (fields[count].name != NULL)
        count++;
    return count;
}

static PyObject *refuse_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    (void)arguments;
    (void)keywords;
    return PyErr_Format(PyExc_TypeError, "cannot create %R instances", type);
}

static bool add_to(PyObject *module, const char *name, PyObject *type)
{
    const char *last = strrchr(name, '.') + 1;
    Py_XINCREF(type);
    if (type != NULL && PyModule_AddObject(module, last, type) == 0)
        return true;
    Py_XDECREF(type);
    return false;
}

/* What types are made from lasts as long as they do, which is until the end. */
PyTypeObject *add_type(PyObject *module, const char *name, size_t size, const struct field *fields,
    PyMethodDef *methods, const PyType_Slot *slots)
{
    enum { SLOTS_MOST = 24 };
    PyType_Slot all[SLOTS_MOST] = {{Py_tp_new, refuse_new}};
    size_t count = 0;
    while (slots[count].slot != 0 && slots[count].slot != Py_tp_new)
        count++;
    size_t filled = slots[count].slot == 0 ? 1 : 0;
    PyGetSetDef *attributes = PyMem_Calloc(count_fields(fields) + 1, sizeof *attributes);
    if (attributes == NULL)
        return (PyTypeObject *)PyErr_NoMemory();
    for (size_t i = 0; fields[i].name != NULL; i++)
        attributes[i] = (PyGetSetDef){.name = fields[i].name,
            .get = fields[i].kind == COMPUTED ? fields[i].get : get_field,
            .doc = fields[i].doc,
            .closure = (void *)&fields[i]};
    all[filled++] = (PyType_Slot){Py_tp_getset, attributes};
    all[filled++] = (PyType_Slot){Py_tp_methods, methods};
    for (size_t i = 0; slots[i].slot != 0; i++)
        all[filled++] = slots[i];
    PyType_Spec spec = {.name = name, .basicsize = (int)size, .flags = Py_TPFLAGS_DEFAULT, .slots = all};
    PyObject *type = PyType_FromSpec(&spec);
    return add_to(module, name, type) ? (PyTypeObject *)type : NULL;
}

PyTypeObject *add_tuple(PyObject *module, const char *name, const char *doc, const struct field *fields)
{
    size_t count = count_fields(fields);
    PyStructSequence_Field *names = PyMem_Calloc(count + 1, sizeof *names);
    PyStructSequence_Desc plan = {name, doc, names, (int)count};
    if (names == NULL)
        return (PyTypeObject *)PyErr_NoMemory();
    for (size_t i = 0; i < count; i++)
        names[i] = (PyStructSequence_Field){fields[i].name, fields[i].doc};
    PyTypeObject *type = PyStructSequence_NewType(&plan);
    return add_to(module, name, (PyObject *)type) ? type : NULL;
}

PyObject *new_tuple(PyTypeObject *type, const struct field *fields, const void *base)
{
    PyObject *tuple = PyStructSequence_New(type);
    bool fine = tuple != NULL;
    for (Py_ssize_t i = 0; fields[i].name != NULL; i++) {
        PyObject *item = fine || fields[i].kind == OBJECT ? field_object(base, &fields[i]) : NULL;
        fine = fine && item != NULL;
        if (tuple != NULL && item != NULL)
            PyStructSequence_SetItem(tuple, i, item);
        else
            Py_XDECREF(item);
    }
    if (!fine)
        Py_CLEAR(tuple);
    return tuple;
}

PyObject *new_object(PyTypeObject *type)
{
    return PyType_GenericAlloc(type, 0);
}

void free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

bool add_item(PyObject *list, PyObject *item)
{
    bool added = item != NULL && PyList_Append(list, item) == 0;
    Py_XDECREF(item);
    return added;
}

/* ---- what is given ---- */

bool take_given(PyObject *object, struct given *given)
{
    char *bytes;
    Py_ssize_t length;
    given->is_text = PyUnicode_Check(object);
    if (given->is_text)
        given->owner = PyUnicode_AsEncodedString(object, "utf-8", "surrogateescape");
    else if (PyBytes_Check(object) || PyByteArray_Check(object) || PyMemoryView_Check(object))
        given->owner = PyBytes_FromObject(object);
    else
        given->owner = PyErr_Format(PyExc_TypeError, "expected str or bytes, not %R", (PyObject *)Py_TYPE(object));
    if (given->owner == NULL || PyBytes_AsStringAndSize(given->owner, &bytes, &length) != 0)
        return false;
    given->bytes = bytes;
    given->length = (size_t)length;
    return true;
}

void drop_given(struct given *given)
{
    Py_CLEAR(given->owner);
}

static uint64_t count_characters(const struct given *given, uint64_t end)
{
    uint64_t count = 0;
    if (!given->is_text)
        return end;
    PyObject *before = text_object(given->bytes, end < given->length ? end : given->length);
    if (before != NULL)
        count = (uint64_t)PyUnicode_GetLength(before);
    Py_XDECREF(before);
    return count;
}

PyObject *given_slice(const struct given *given, struct catasta_span span)
{
    return slice_object(count_characters(given, span.begin), count_characters(given, span.end));
}

PyObject *grown_text(struct buffer *growing, bool whole)
{
    PyObject *text = whole && !growing->failed ? text_object(growing->bytes, growing->length) : PyErr_NoMemory();
    buffer_free(growing);
    return text;
}

/* ---- options ---- */

/* OBJECT as a string that HELD keeps alive; paths are given as os.fspath allows. */
static bool set_string(PyObject *object, const char **to, PyObject *held)
{
    char *bytes;
    PyObject *path = PyOS_FSPath(object);
    PyObject *encoded = path;
    if (path != NULL && PyUnicode_Check(path)) {
        encoded = PyUnicode_AsEncodedString(path, "utf-8", "surrogateescape");
        Py_DECREF(path);
    }
    bool fine = encoded != NULL && PyBytes_AsStringAndSize(encoded, &bytes, NULL) == 0;
    if (fine)
        *to = bytes;
    return fine ? add_item(held, encoded) : (Py_XDECREF(encoded), false);
}

static bool set_number(PyObject *object, const char *name, unsigned most, unsigned *to)
{
    unsigned long number = PyLong_Check(object) ? PyLong_AsUnsignedLong(object) : ULONG_MAX;
    if (number <= most && PyErr_Occurred() == NULL) {
        *to = (unsigned)number;
        return true;
    }
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "%s must be a whole number from 0 to %u, not %R", name, most, object);
    return false;
}

static bool set_word(PyObject *object, const struct option *option, unsigned *to)
{
    for (unsigned i = 0; option->words[i] != NULL; i++)
        if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, option->words[i]) == 0) {
            *to = i;
            return true;
        }
    PyObject *words = PyList_New(0);
    for (unsigned i = 0; words != NULL && option->words[i] != NULL; i++)
        if (!add_item(words, PyUnicode_FromString(option->words[i])))
            Py_CLEAR(words);
    if (words != NULL)
        PyErr_Format(PyExc_ValueError, "%s must be one of %R, not %R", option->name, words, object);
    Py_XDECREF(words);
    return false;
}

static bool set_option(PyObject *object, const struct option *option, void *base, PyObject *held)
{
    void *at = (char *)base + option->offset;
    int truth;
    switch (option->kind) {
    case TRUTH:
        truth = PyObject_IsTrue(object);
        *(bool *)at = truth > 0;
        return truth >= 0;
    case NUMBER:
        return set_number(object, option->name, INT_MAX, at);
    case LONG:
        *(long *)at = PyLong_AsLong(object);
        return PyErr_Occurred() == NULL;
    case STRING:
        return object == Py_None || set_string(object, at, held);
    case WORD:
        return set_word(object, option, at);
    default:
        *(PyObject **)at = object;
        return true;
    }
}

bool set_options(PyObject *keywords, const struct option_table *tables, size_t count, PyObject *held)
{
    PyObject *name;
    PyObject *value;
    Py_ssize_t place = 0;
    while (keywords != NULL && PyDict_Next(keywords, &place, &name, &value)) {
        const struct option *option = NULL;
        size_t i;
        for (i = 0; i < count; i++) {
            for (option = tables[i].options; option != NULL && option->name != NULL; option++)
                if (PyUnicode_CompareWithASCIIString(name, option->name) == 0)
                    break;
            if (option != NULL && option->name != NULL)
                break;
        }
        if (i == count) {
            PyErr_Format(PyExc_TypeError, "there is no option %R", name);
            return false;
        }
        if (!set_option(value, option, tables[i].base, held))
            return false;
    }
    return true;
}

const char *const theme_words[] = {"auto", "light", "dark", "print", NULL};
const struct option picture_keywords[] = {PICTURE_OPTIONS(picture_wish, ), {NULL, TRUTH, 0, NULL}};

bool take_picture(struct picture_wish *wish)
{
    struct catasta_picture *picture = &wish->picture;
    const char *fault = picture->css == NULL ? NULL : catasta_css_fault(picture->css, strlen(picture->css));
    picture->size = sizeof *picture;
    picture->theme = (enum catasta_theme)wish->theme;
    if (fault == NULL &&
        (picture->cell_size == 0 ||
            (picture->cell_size >= CATASTA_CELL_LEAST && picture->cell_size <= CATASTA_CELL_MOST)))
        return true;
    PyErr_Format(PyExc_ValueError, fault != NULL ? "css contains %s" : "cell_size must be from 16 to 400", fault);
    return false;
}
