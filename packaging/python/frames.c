/* SPDX-License-Identifier: MIT */
/* Batches of an Arrow stream as columns for pandas, which catasta._frames puts together: numbers are bytes that numpy
   takes as they are, texts and lists are objects. */
#include "arrow.h"
#include "values.h"

#include <errno.h>
#include <string.h>

/* Of catasta's arrays, whose .offset is 0. */
static bool is_valid(const struct ArrowArray *array, int64_t i)
{
    const unsigned char *bits = array->buffers[0];
    return bits == NULL || (bits[i / 8] >> i % 8 & 1) != 0;
}

/* The texts of ARRAY; one that is the same as the one before it is that object. */
static PyObject *text_values(const struct ArrowArray *array)
{
    const int32_t *offsets = array->buffers[1];
    const char *bytes = array->buffers[2];
    PyObject *list = PyList_New(array->length);
    PyObject *last = NULL; /* borrowed, with its bytes */
    const char *begin = NULL;
    int32_t length = 0;
    for (int64_t i = 0; list != NULL && i < array->length; i++) {
        const bool valid = is_valid(array, i);
        const char *here = bytes + (valid ? offsets[i] : 0);
        const int32_t own = valid ? offsets[i + 1] - offsets[i] : 0;
        PyObject *text = NULL;
        if (!valid)
            text = Py_BuildValue("");
        else if (last != NULL && own == length && memcmp(here, begin, (size_t)own) == 0)
            Py_INCREF(text = last);
        else
            text = last = PyUnicode_DecodeUTF8(here, own, NULL);
        if (valid) {
            begin = here;
            length = own;
        }
        if (text == NULL || PyList_SetItem(list, i, text) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *seat_values(const struct ArrowArray *array)
{
    const unsigned char *seats = array->buffers[1];
    PyObject *list = PyList_New(array->length);
    for (int64_t i = 0; list != NULL && i < array->length; i++) {
        PyObject *seat = PyLong_FromLong(seats[i]);
        if (seat == NULL || PyList_SetItem(list, i, seat) != 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *list_values(const struct ArrowArray *array, const char *item_format)
{
    const int32_t *offsets = array->buffers[1];
    PyObject *items = item_format[0] == 'u' ? text_values(array->children[0]) : seat_values(array->children[0]);
    PyObject *list = items == NULL ? NULL : PyList_New(array->length);
    for (int64_t i = 0; list != NULL && i < array->length; i++) {
        PyObject *own = is_valid(array, i) ? PyList_GetSlice(items, offsets[i], offsets[i + 1]) : Py_BuildValue("");
        if (own == NULL || PyList_SetItem(list, i, own) != 0)
            Py_CLEAR(list);
    }
    Py_XDECREF(items);
    return list;
}

/* What catasta._frames takes of a column: (how many, values, bits of those that there are, or None). */
static PyObject *column_piece(const struct ArrowArray *array, const struct ArrowSchema *schema)
{
    const Py_ssize_t bits = (array->length + 7) / 8;
    const char format = schema->format[0];
    const Py_ssize_t size = format == 'b' ? bits : array->length * (format == 'L' ? 8 : 4);
    PyObject *values;
    if (format == 'u')
        values = text_values(array);
    else if (format == '+')
        values = list_values(array, schema->children[0]->format);
    else
        values = PyBytes_FromStringAndSize(array->buffers[1], size);
    PyObject *valid = array->buffers[0] == NULL || format == 'u' || format == '+'
        ? Py_BuildValue("")
        : PyBytes_FromStringAndSize(array->buffers[0], bits);
    return Py_BuildValue("LNN", (long long)array->length, values, valid);
}

/* Adds a batch to COLUMNS, lists of pieces. */
static bool add_pieces(PyObject *columns, const struct ArrowArray *batch, const struct ArrowSchema *schema)
{
    for (int64_t i = 0; i < batch->n_children; i++) {
        PyObject *column = PyTuple_GetItem(PyList_GetItem(columns, i), 3);
        if (!add_item(column, column_piece(batch->children[i], schema->children[i])))
            return false;
    }
    return true;
}

/* A list of (name, format, whether it may be null, []). */
static PyObject *new_columns(const struct ArrowSchema *schema)
{
    PyObject *columns = PyList_New(0);
    for (int64_t i = 0; columns != NULL && i < schema->n_children; i++) {
        const struct ArrowSchema *column = schema->children[i];
        PyObject *nullable = PyBool_FromLong(column->flags & ARROW_FLAG_NULLABLE);
        if (!add_item(columns, Py_BuildValue("ssN[]", column->name, column->format, nullable)))
            Py_CLEAR(columns);
    }
    return columns;
}

/* Adds all batches; false with an exception. */
static bool drain_stream(struct ArrowArrayStream *stream, const struct ArrowSchema *schema, PyObject *columns)
{
    for (bool fine = true; fine;) {
        struct ArrowArray batch;
        int error;
        Py_BEGIN_ALLOW_THREADS error = stream->get_next(stream, &batch);
        Py_END_ALLOW_THREADS if (error != 0)
        {
            PyErr_Format(error == ENOMEM ? PyExc_MemoryError
                    : error == EINVAL    ? catasta_error
                                         : PyExc_OSError,
                "%s", stream->get_last_error(stream));
            return false;
        }
        if (batch.release == NULL)
            return true;
        fine = add_pieces(columns, &batch, schema) && PyErr_CheckSignals() == 0;
        batch.release(&batch);
    }
    return false;
}

PyObject *table_frame(PyObject *self, PyObject *nothing)
{
    struct ArrowSchema schema = {.format = NULL};
    PyObject *frame = NULL;
    (void)nothing;
    PyObject *module = PyImport_ImportModule("catasta._frames");
    PyObject *capsule = module == NULL ? NULL : PyObject_CallMethod(self, "__arrow_c_stream__", NULL);
    struct ArrowArrayStream *stream = capsule == NULL ? NULL : PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (stream != NULL && stream->get_schema(stream, &schema) != 0)
        PyErr_NoMemory();
    PyObject *columns = schema.release == NULL ? NULL : new_columns(&schema);
    if (columns != NULL && drain_stream(stream, &schema, columns))
        frame = PyObject_CallMethod(module, "frame", "O", columns);
    if (schema.release != NULL)
        schema.release(&schema);
    Py_XDECREF(columns);
    Py_XDECREF(capsule);
    Py_XDECREF(module);
    return frame;
}
