/* SPDX-License-Identifier: MIT */
/* Games and plies as columns, by the Arrow C data interface: https://arrow.apache.org/docs/format/CDataInterface.html.

   A thread of its own judges the files and fills a batch of rows; the one that takes batches waits for it, and it waits
   while two batches are not taken.  So memory does not grow with the archive.  Neither needs Python for that. */
#include "arrow.h"
#include "values.h"

#include "library/tools.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- columns ---- */

/* The formats of enum catasta_column_kind, and those of items of lists. */
static const char *const formats[] = {"u", "u", "L", "L", "I", "b", "+l", "+l"};
static const char *const item_formats[] = {NULL, NULL, NULL, NULL, NULL, NULL, "C", "u"};
static const bool is_nullable[] = {true, true, false, true, true, false, false, true};

enum { ROWS_MOST = 65536, BYTES_MOST = 1 << 29 };

/* ---- what fills them ---- */

/* A column, or the items of one. */
struct buffers {
    struct buffer validity; /* bits, from the lowest */
    struct buffer offsets;  /* int32_t, of texts and lists */
    struct buffer values;
    int64_t length;
    int64_t nulls;
};
struct batch {
    struct buffers columns[CATASTA_COLUMNS];
    struct buffers items[CATASTA_COLUMNS];
    int64_t rows;
    size_t bytes; /* of texts, at most in a column */
};

/* buffer_add for little, where there mostly is room. */
static inline void put(struct buffer *to, const void *bytes, size_t length)
{
    if (length < to->capacity - to->length) {
        memcpy(to->bytes + to->length, bytes, length);
        to->length += length;
    } else
        buffer_add(to, bytes, length);
}

static void add_bit(struct buffer *bits, int64_t at, bool bit)
{
    static const char none[1] = {0};
    if (at % 8 == 0)
        put(bits, none, 1);
    if (bit && !bits->failed)
        bits->bytes[at / 8] = (char)(bits->bytes[at / 8] | 1 << at % 8);
}

/* The first null: bits are kept from here on. */
static void begin_validity(struct buffers *to)
{
    for (int64_t i = 0; i < to->length; i++)
        add_bit(&to->validity, i, true);
}

static inline void add_valid(struct buffers *to, bool valid)
{
    if (!valid && to->nulls == 0)
        begin_validity(to);
    to->nulls += !valid;
    if (to->nulls > 0)
        add_bit(&to->validity, to->length, valid);
    to->length++;
}

static void add_offset(struct buffers *to, size_t offset)
{
    int32_t number = (int32_t)offset;
    put(&to->offsets, &number, sizeof number);
}

static bool is_ascii(const char *bytes, size_t length)
{
    uint64_t all = 0;
    uint64_t word;
    for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        all |= word;
    }
    for (size_t i = 0; i < length; i++)
        all |= (unsigned char)bytes[i];
    return (all & 0x8080808080808080u) == 0;
}

/* Text of Arrow is UTF-8: each byte of a record that is not becomes a replacement character. */
static void add_text(struct buffer *to, struct catasta_text text)
{
    size_t begin = 0; /* of what is not yet added */
    if (is_ascii(text.bytes, text.length)) {
        put(to, text.bytes, text.length);
        return;
    }
    for (size_t i = 0; i < text.length;) {
        uint32_t code;
        size_t length = read_character(text.bytes + i, text.length - i, &code);
        if (length == 0) {
            buffer_add(to, text.bytes + begin, i - begin);
            buffer_say(to, "\xEF\xBF\xBD");
            begin = i + 1;
        }
        i += length == 0 ? 1 : length;
    }
    put(to, text.bytes + begin, text.length - begin);
}

static void add_words(struct buffers *to, struct catasta_text text)
{
    if (to->length == 0)
        add_offset(to, 0);
    add_valid(to, text.bytes != NULL);
    if (text.bytes != NULL)
        add_text(&to->values, text);
    add_offset(to, to->values.length);
}

/* How many bytes the texts of a list have, if they are ASCII and follow each other, as turns do; else 0. */
static size_t joined_length(const struct catasta_row_texts *texts)
{
    const char *begin = texts->count == 0 ? NULL : texts->list[0].bytes;
    const char *end = begin;
    for (size_t i = 0; end != NULL && i < texts->count; i++)
        end = texts->list[i].bytes == end ? end + texts->list[i].length : NULL;
    return end != NULL && is_ascii(begin, (size_t)(end - begin)) ? (size_t)(end - begin) : 0;
}

static void add_texts(struct buffers *to, const struct catasta_row_texts *texts)
{
    const size_t joined = to->nulls > 0 || to->length == 0 ? 0 : joined_length(texts);
    size_t offset = to->values.length;
    for (size_t i = 0; joined == 0 && i < texts->count; i++)
        add_words(to, texts->list[i]);
    if (joined == 0)
        return;
    put(&to->values, texts->list[0].bytes, joined);
    for (size_t i = 0; i < texts->count; i++)
        add_offset(to, offset += texts->list[i].length);
    to->length += (int64_t)texts->count;
}

static void add_whole(struct buffers *to, uint64_t number, size_t size, bool valid)
{
    add_valid(to, valid);
    put(&to->values, &number, size); /* little-endian, as Arrow is here */
}

/* The end of the list that has grown in ITEMS. */
static void add_list(struct buffers *to, const struct buffers *items, bool valid, bool first)
{
    if (first)
        add_offset(to, 0);
    add_valid(to, valid);
    add_offset(to, (size_t)items->length);
}

static void note_bytes(struct batch *batch, const struct buffers *texts)
{
    batch->bytes = texts->values.length > batch->bytes ? texts->values.length : batch->bytes;
}

static void add_cell(struct batch *batch, size_t i, enum catasta_column_kind kind, const void *at)
{
    struct buffers *to = &batch->columns[i];
    struct buffers *items = &batch->items[i];
    const char *word;
    const struct catasta_row_texts *texts;
    const uint64_t *hash;
    bool first = to->length == 0;
    switch (kind) {
    case CATASTA_STRING_COLUMN:
        word = *(const char *const *)at;
        add_words(to, (struct catasta_text){word, word == NULL ? 0 : strlen(word)});
        note_bytes(batch, to);
        break;
    case CATASTA_TEXT_COLUMN:
        add_words(to, *(const struct catasta_text *)at);
        note_bytes(batch, to);
        break;
    case CATASTA_WIDE_COLUMN:
        add_whole(to, *(const uint64_t *)at, sizeof *hash, true);
        break;
    case CATASTA_HASH_COLUMN:
        hash = *(const uint64_t *const *)at;
        add_whole(to, hash == NULL ? 0 : *hash, sizeof *hash, hash != NULL);
        break;
    case CATASTA_NUMBER_COLUMN:
        add_whole(to, *(const uint32_t *)at, sizeof(uint32_t), *(const uint32_t *)at != CATASTA_NOWHERE);
        break;
    case CATASTA_TRUTH_COLUMN:
        add_bit(&to->values, to->length, *(const bool *)at);
        add_valid(to, true);
        break;
    case CATASTA_SEATS_COLUMN:
        for (unsigned seat = 1; seat <= CATASTA_SEATS; seat++)
            if ((*(const uint32_t *)at >> (seat - 1) & 1) != 0)
                add_whole(items, seat, 1, true);
        add_list(to, items, true, first);
        break;
    case CATASTA_TEXTS_COLUMN:
        texts = at;
        if (texts->list != NULL)
            add_texts(items, texts);
        add_list(to, items, texts->list != NULL, first);
        note_bytes(batch, items);
        break;
    }
}

static void free_buffers(struct buffers *buffers)
{
    buffer_free(&buffers->validity);
    buffer_free(&buffers->offsets);
    buffer_free(&buffers->values);
}

static bool has_failed(const struct buffers *buffers)
{
    return buffers->validity.failed || buffers->offsets.failed || buffers->values.failed;
}

static void free_batch(struct batch *batch)
{
    for (size_t i = 0; batch != NULL && i < CATASTA_COLUMNS; i++) {
        free_buffers(&batch->columns[i]);
        free_buffers(&batch->items[i]);
    }
    free(batch);
}

/* Room for as much as BEFORE holds, which is what the next batch mostly needs. */
static void make_room(struct buffer *buffer, const struct buffer *before)
{
    buffer->bytes = before->length == 0 ? NULL : malloc(before->capacity);
    buffer->capacity = buffer->bytes == NULL ? 0 : before->capacity;
}

static void make_rooms(struct buffers *buffers, const struct buffers *before)
{
    make_room(&buffers->validity, &before->validity);
    make_room(&buffers->offsets, &before->offsets);
    make_room(&buffers->values, &before->values);
}

/* The batch after BEFORE, NULL: the first one; NULL: there is no memory. */
static struct batch *new_batch(const struct batch *before)
{
    struct batch *batch = calloc(1, sizeof *batch);
    for (size_t i = 0; before != NULL && batch != NULL && i < CATASTA_COLUMNS; i++) {
        make_rooms(&batch->columns[i], &before->columns[i]);
        make_rooms(&batch->items[i], &before->items[i]);
    }
    return batch;
}

/* ---- arrays ---- */

/* An array and its children, each of which may outlive it. */
struct held_array {
    struct buffers own;
    const void *buffers[3];
    struct ArrowArray *children[CATASTA_COLUMNS];
    struct ArrowArray child[];
};

static void release_array(struct ArrowArray *array)
{
    struct held_array *held = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release != NULL)
            array->children[i]->release(array->children[i]);
    free_buffers(&held->own);
    free(held);
    array->release = NULL;
}

static bool new_array(struct ArrowArray *array, size_t children)
{
    struct held_array *held = calloc(1, sizeof *held + children * sizeof held->child[0]);
    if (held == NULL)
        return false;
    for (size_t i = 0; i < children; i++)
        held->children[i] = &held->child[i];
    *array = (struct ArrowArray){.n_children = 0,
        .buffers = held->buffers,
        .children = held->children,
        .release = release_array,
        .private_data = held};
    return true;
}

/* OWN becomes ARRAY's, of a column of FORMAT. */
static void give_buffers(struct ArrowArray *array, struct buffers *own, const char *format)
{
    static const int32_t nothing[2];
    struct held_array *held = array->private_data;
    bool has_offsets = format[0] == 'u' || format[0] == '+';
    held->own = *own;
    *own = (struct buffers){.length = 0};
    array->length = held->own.length;
    array->null_count = held->own.nulls;
    array->n_buffers = format[0] == 'u' ? 3 : 2;
    held->buffers[0] = held->own.nulls > 0 ? held->own.validity.bytes : NULL;
    held->buffers[1] = has_offsets ? held->own.offsets.bytes : held->own.values.bytes;
    held->buffers[2] = has_offsets ? held->own.values.bytes : NULL;
    for (size_t i = 1; i < 3; i++)
        if (held->buffers[i] == NULL)
            held->buffers[i] = nothing;
}

/* BATCH as ARRAY, of structs; false when out of memory. */
static bool give_batch(struct ArrowArray *array, const struct catasta_row_columns *plan, struct batch *batch)
{
    if (!new_array(array, plan->count))
        return false;
    array->length = batch->rows;
    array->n_buffers = 1;
    for (size_t i = 0; i < plan->count; i++) {
        enum catasta_column_kind kind = plan->list[i].kind;
        struct ArrowArray *child = array->children[i];
        if (!new_array(child, item_formats[kind] == NULL ? 0 : 1)) {
            array->release(array);
            return false;
        }
        array->n_children++;
        if (item_formats[kind] != NULL && !new_array(child->children[0], 0)) {
            array->release(array);
            return false;
        }
        if (item_formats[kind] != NULL) {
            child->n_children = 1;
            give_buffers(child->children[0], &batch->items[i], item_formats[kind]);
        }
        give_buffers(child, &batch->columns[i], formats[kind]);
    }
    return true;
}

/* ---- schemas ---- */

struct held_schema {
    struct ArrowSchema *children[CATASTA_COLUMNS];
    struct ArrowSchema child[];
};

static void release_schema(struct ArrowSchema *schema)
{
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release != NULL)
            schema->children[i]->release(schema->children[i]);
    free(schema->private_data);
    schema->release = NULL;
}

static bool new_schema(struct ArrowSchema *schema, const char *name, const char *format, bool nullable, size_t children)
{
    struct held_schema *held = calloc(1, sizeof *held + children * sizeof held->child[0]);
    if (held == NULL)
        return false;
    for (size_t i = 0; i < children; i++)
        held->children[i] = &held->child[i];
    *schema = (struct ArrowSchema){.format = format,
        .name = name,
        .flags = nullable ? ARROW_FLAG_NULLABLE : 0,
        .children = held->children,
        .release = release_schema,
        .private_data = held};
    return true;
}

static bool give_schema(struct ArrowSchema *schema, const struct catasta_row_columns *plan)
{
    if (!new_schema(schema, "", "+s", false, plan->count))
        return false;
    for (size_t i = 0; i < plan->count; i++) {
        const struct catasta_row_column *column = &plan->list[i];
        const char *items = item_formats[column->kind];
        struct ArrowSchema *child = schema->children[i];
        bool made =
            new_schema(child, column->name, formats[column->kind], is_nullable[column->kind], items == NULL ? 0 : 1);
        schema->n_children += made;
        if (made && items != NULL) {
            made = new_schema(child->children[0], "item", items, items[0] == 'u', 0);
            child->n_children = made;
        }
        if (!made) {
            schema->release(schema);
            return false;
        }
    }
    return true;
}

/* ---- streams ---- */

enum { BATCHES_MOST = 2 };
struct stream {
    const struct catasta_row_columns *plan;
    struct run *run;
    PyObject *paths;
    struct catasta_file *files;
    size_t file_count;
    unsigned jobs;
    pthread_t thread;
    bool begun;
    pthread_mutex_t mutex; /* of what follows */
    pthread_cond_t change;
    struct batch *ready[BATCHES_MOST]; /* the first ones first */
    size_t count;
    bool stopped; /* nobody takes any more */
    bool ended;   /* nothing comes any more */
    int error;
    const char *failed; /* the file that could not be read */
    char message[512];
    struct batch *batch; /* of the thread */
    bool no_memory;
};

/* Gives the batch away, for the next one; false if nobody wants any more. */
static bool pass_batch(struct stream *stream)
{
    struct batch *next = new_batch(stream->batch);
    for (size_t i = 0; i < stream->plan->count; i++)
        stream->no_memory |= has_failed(&stream->batch->columns[i]) || has_failed(&stream->batch->items[i]);
    stream->no_memory |= next == NULL;
    if (stream->no_memory) {
        free_batch(next);
        return false;
    }
    pthread_mutex_lock(&stream->mutex);
    while (stream->count == BATCHES_MOST && !stream->stopped)
        pthread_cond_wait(&stream->change, &stream->mutex);
    bool wanted = !stream->stopped;
    if (wanted) {
        stream->ready[stream->count++] = stream->batch;
        stream->batch = next;
        pthread_cond_broadcast(&stream->change);
    }
    pthread_mutex_unlock(&stream->mutex);
    if (!wanted)
        free_batch(next);
    return wanted;
}

static bool add_row(struct stream *stream, const struct catasta_game_row *row, const struct catasta_row_ply *ply)
{
    for (size_t i = 0; i < stream->plan->count; i++) {
        const struct catasta_row_column *column = &stream->plan->list[i];
        add_cell(
            stream->batch, i, column->kind, (column->of_ply ? (const char *)ply : (const char *)row) + column->offset);
    }
    return (++stream->batch->rows < ROWS_MOST && stream->batch->bytes < BYTES_MOST) || pass_batch(stream);
}

static bool take_table_row(void *context, const struct catasta_game_row *row)
{
    struct stream *stream = context;
    bool fine = true;
    if (stream->plan->part == CATASTA_ROW_SUMMARY)
        return add_row(stream, row, NULL);
    for (size_t i = 0; fine && i < row->ply_count; i++)
        fine = add_row(stream, row, &row->ply_list[i]);
    return fine;
}

static void note_unread(void *context, size_t i, const struct catasta_tally *found, int error)
{
    struct stream *stream = context;
    (void)found;
    if (error == 0 || stream->failed != NULL)
        return;
    stream->failed = stream->files[i].name;
    stream->error = error;
}

static void *fill_batches(void *context)
{
    struct stream *stream = context;
    const struct catasta_rows rows = {
        .size = sizeof rows, .parts = stream->plan->part, .take = take_table_row, .context = stream};
    const struct catasta_check check = {
        .size = sizeof check, .jobs = stream->jobs, .context = stream, .done = note_unread};
    struct catasta_tally tally = {.size = sizeof tally};
    catasta_writer *writer = catasta_rows_writer(&rows);
    bool fine = writer != NULL &&
        catasta_check_files(stream->run->session, stream->files, stream->file_count, &check, writer, &tally);
    fine = writer != NULL && catasta_writer_close(writer, CATASTA_OK) && fine;
    if (fine && stream->batch->rows > 0)
        pass_batch(stream);
    pthread_mutex_lock(&stream->mutex);
    if (stream->failed != NULL && stream->error != ENOMEM)
        snprintf(stream->message, sizeof stream->message, "%s: %s", stream->failed, strerror(stream->error));
    else if (stream->no_memory || !fine) {
        stream->error = ENOMEM;
        snprintf(stream->message, sizeof stream->message, "out of memory");
    } else if (catasta_session_failed(stream->run->session)) {
        stream->error = EINVAL;
        snprintf(
            stream->message, sizeof stream->message, "%.*s", (int)stream->run->told.length, stream->run->told.bytes);
    }
    stream->ended = true;
    pthread_cond_broadcast(&stream->change);
    pthread_mutex_unlock(&stream->mutex);
    return NULL;
}

static int get_table_schema(struct ArrowArrayStream *arrow, struct ArrowSchema *schema)
{
    const struct stream *stream = arrow->private_data;
    return give_schema(schema, stream->plan) ? 0 : ENOMEM;
}

static int get_next_batch(struct ArrowArrayStream *arrow, struct ArrowArray *array)
{
    struct stream *stream = arrow->private_data;
    struct batch *batch = NULL;
    memset(array, 0, sizeof *array);
    if (!stream->begun && pthread_create(&stream->thread, NULL, fill_batches, stream) != 0) {
        snprintf(stream->message, sizeof stream->message, "no thread can be started");
        return EAGAIN;
    }
    stream->begun = true;
    pthread_mutex_lock(&stream->mutex);
    while (stream->count == 0 && !stream->ended)
        pthread_cond_wait(&stream->change, &stream->mutex);
    if (stream->count > 0) {
        batch = stream->ready[0];
        memmove(stream->ready, stream->ready + 1, (BATCHES_MOST - 1) * sizeof stream->ready[0]);
        stream->count--;
        pthread_cond_broadcast(&stream->change);
    }
    int error = batch == NULL ? stream->error : 0;
    pthread_mutex_unlock(&stream->mutex);
    if (batch != NULL && !give_batch(array, stream->plan, batch)) {
        snprintf(stream->message, sizeof stream->message, "out of memory");
        error = ENOMEM;
    }
    free_batch(batch);
    return error;
}

static const char *get_stream_error(struct ArrowArrayStream *arrow)
{
    const struct stream *stream = arrow->private_data;
    return stream->message[0] == '\0' ? NULL : stream->message;
}

static void free_stream(struct stream *stream)
{
    if (stream->begun) {
        pthread_mutex_lock(&stream->mutex);
        stream->stopped = true;
        pthread_cond_broadcast(&stream->change);
        pthread_mutex_unlock(&stream->mutex);
        pthread_join(stream->thread, NULL);
    }
    for (size_t i = 0; i < stream->count; i++)
        free_batch(stream->ready[i]);
    free_batch(stream->batch);
    pthread_cond_destroy(&stream->change);
    pthread_mutex_destroy(&stream->mutex);
    PyGILState_STATE state = PyGILState_Ensure();
    run_free(stream->run);
    PyMem_Free(stream->files);
    Py_XDECREF(stream->paths);
    PyGILState_Release(state);
    free(stream);
}

static void release_stream(struct ArrowArrayStream *arrow)
{
    free_stream(arrow->private_data);
    arrow->release = NULL;
}

/* ---- tables ---- */

struct table_object {
    PyObject_HEAD const struct catasta_row_columns *plan;
    PyObject *files;
    PyObject *keywords;
};
static PyTypeObject *table_type;

static void free_table(PyObject *self)
{
    struct table_object *table = (struct table_object *)self;
    Py_XDECREF(table->files);
    Py_XDECREF(table->keywords);
    free_object(self);
}

static const struct option stream_options[] = {OPTION("jobs", NUMBER, stream, jobs), {NULL, TRUTH, 0, NULL}};

static struct stream *new_stream(const struct table_object *table)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return (struct stream *)PyErr_NoMemory();
    stream->plan = table->plan;
    stream->batch = new_batch(NULL);
    pthread_mutex_init(&stream->mutex, NULL);
    pthread_cond_init(&stream->change, NULL);
    enum catasta_keep keep = table->plan->part == CATASTA_ROW_SUMMARY ? CATASTA_KEEP_TEXTS : CATASTA_KEEP_POSITIONS;
    stream->paths = PyList_New(0);
    stream->files = stream->paths == NULL ? NULL : file_array(table->files, stream->paths, &stream->file_count);
    stream->run = stream->files == NULL ? NULL : run_new(table->keywords, keep, stream_options, stream);
    if (stream->run != NULL && stream->batch != NULL)
        return stream;
    free_stream(stream);
    return PyErr_Occurred() == NULL ? (struct stream *)PyErr_NoMemory() : NULL;
}

static void drop_stream(PyObject *capsule)
{
    struct ArrowArrayStream *arrow = PyCapsule_GetPointer(capsule, "arrow_array_stream");
    if (arrow == NULL)
        return;
    if (arrow->release != NULL)
        arrow->release(arrow);
    free(arrow);
}

static void drop_schema(PyObject *capsule)
{
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, "arrow_schema");
    if (schema == NULL)
        return;
    if (schema->release != NULL)
        schema->release(schema);
    free(schema);
}

static PyObject *export_stream(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"requested_schema", NULL};
    PyObject *requested; /* columns are as they are, which the interface allows */
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O", names, &requested))
        return NULL;
    struct stream *stream = new_stream((struct table_object *)self);
    struct ArrowArrayStream *arrow = stream == NULL ? NULL : malloc(sizeof *arrow);
    if (arrow == NULL) {
        if (stream != NULL)
            free_stream(stream);
        return PyErr_Occurred() == NULL ? PyErr_NoMemory() : NULL;
    }
    *arrow = (struct ArrowArrayStream){get_table_schema, get_next_batch, get_stream_error, release_stream, stream};
    PyObject *capsule = PyCapsule_New(arrow, "arrow_array_stream", drop_stream);
    if (capsule == NULL) {
        arrow->release(arrow);
        free(arrow);
    }
    return capsule;
}

static PyObject *export_schema(PyObject *self, PyObject *nothing)
{
    struct ArrowSchema *schema = calloc(1, sizeof *schema);
    (void)nothing;
    bool made = schema != NULL && give_schema(schema, ((struct table_object *)self)->plan);
    PyObject *capsule = made ? PyCapsule_New(schema, "arrow_schema", drop_schema) : PyErr_NoMemory();
    if (capsule == NULL) {
        if (made)
            schema->release(schema);
        free(schema);
    }
    return capsule;
}

static PyObject *get_columns(PyObject *self, void *closure)
{
    const struct catasta_row_columns *plan = ((struct table_object *)self)->plan;
    PyObject *list = PyList_New(0);
    (void)closure;
    for (size_t i = 0; list != NULL && i < plan->count; i++)
        if (!add_item(list, PyUnicode_FromString(plan->list[i].name)))
            Py_CLEAR(list);
    return list;
}

static const struct field table_fields[] = {
    COMPUTED_FIELD("columns", get_columns, "A list of the names of its columns."),
    {0},
};
static PyMethodDef table_methods[] = {
    {"__arrow_c_stream__", (PyCFunction)(void (*)(void))export_stream, METH_VARARGS | METH_KEYWORDS,
        "__arrow_c_stream__($self, /, requested_schema=None)\n--\n\nA new stream of its rows, which reads the files: "
        "at most 65,536 rows a batch."},
    {"__arrow_c_schema__", export_schema, METH_NOARGS,
        "__arrow_c_schema__($self, /)\n--\n\nThe names and types of its columns."},
    {"to_pandas", table_frame, METH_NOARGS,
        "to_pandas($self, /)\n--\n\nIts rows as a pandas.DataFrame, of columns of numpy: whole numbers as uint64 or, "
        "where there may be none,\n"
        "UInt32 and UInt64; text as str or None; lists as list or None. Raises OSError where a file cannot be read."},
    {NULL, NULL, 0, NULL},
};
static const PyType_Slot table_slots[] = {
    {Py_tp_dealloc, free_table},
    {Py_tp_doc,
        "Games or plies of files as columns, for to_pandas(), pyarrow.table(), polars.from_arrow(), DuckDB and "
        "whatever "
        "else reads the\n"
        "Arrow PyCapsule interface. Nothing is read before that, and memory does not grow with the files."},
    {0, NULL},
};

PyObject *new_table(bool of_plies, PyObject *arguments, PyObject *keywords)
{
    PyObject *files;
    if (!PyArg_ParseTuple(arguments, "O", &files))
        return NULL;
    struct table_object *table = (struct table_object *)new_object(table_type);
    if (table == NULL)
        return NULL;
    bool one = PyUnicode_Check(files) || PyBytes_Check(files) || PyObject_HasAttrString(files, "__fspath__");
    table->plan = catasta_row_columns(of_plies);
    table->files = one ? (Py_INCREF(files), files) : PySequence_List(files);
    table->keywords = keywords == NULL ? PyDict_New() : PyDict_Copy(keywords);
    /* What is wrong with options and names is said at once. */
    struct stream *stream = table->files == NULL || table->keywords == NULL ? NULL : new_stream(table);
    if (stream == NULL) {
        Py_DECREF((PyObject *)table);
        return NULL;
    }
    free_stream(stream);
    return (PyObject *)table;
}

bool add_table_types(PyObject *module)
{
    table_type =
        add_type(module, "catasta.Table", sizeof(struct table_object), table_fields, table_methods, table_slots);
    return table_type != NULL;
}
