/* SPDX-License-Identifier: MIT */
/* Values of C as objects of Python, and the tables that attributes come from: a row is an attribute, its place in a
   struct, and what help() says of it.  Only the stable ABI is used, so one file serves every Python from 3.9 on. */
#ifndef CATASTA_PYTHON_VALUES_H
#define CATASTA_PYTHON_VALUES_H

#define Py_LIMITED_API 0x03090000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "catasta.h"
#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* How a member becomes an object, and in options the other way round. */
enum kind {
    TRUTH,
    NUMBER,   /* unsigned or uint32_t */
    SIGNED,   /* int32_t */
    LONG,     /* long */
    WIDE,     /* uint64_t or size_t */
    INDEX,    /* uint32_t; CATASTA_NOWHERE is None */
    ORDINAL,  /* unsigned; 0 is None */
    TEXT,     /* struct catasta_text; None, where there is none */
    STRING,   /* const char *; likewise */
    BYTES,    /* struct catasta_text, as bytes */
    SPAN,     /* struct catasta_span, as a slice */
    SEATS,    /* a bit for each seat, as a tuple of seats */
    WORD,     /* an enum, as the word in .words, which NULL ends; an empty one is None */
    OBJECT,   /* PyObject *, handed over */
    COMPUTED, /* by .get */
};
struct field {
    const char *name;
    const char *doc;
    enum kind kind;
    size_t offset;
    const char *const *words;
    getter get;
};
#define FIELD(name, kind, type, member, doc)                                                                           \
    {                                                                                                                  \
        name, doc, kind, offsetof(struct type, member), NULL, NULL                                                     \
    }
#define WORD_FIELD(name, words, type, member, doc)                                                                     \
    {                                                                                                                  \
        name, doc, WORD, offsetof(struct type, member), words, NULL                                                    \
    }
#define COMPUTED_FIELD(name, get, doc)                                                                                 \
    {                                                                                                                  \
        name, doc, COMPUTED, 0, NULL, get                                                                              \
    }

extern const char *const severity_words[];
extern const char *const confidence_words[];

/* Text of the library is UTF-8; bytes of records that are not become lone surrogates, and the bytes again when they are
   given to the library (surrogateescape). */
PyObject *text_object(const char *bytes, size_t length);

/* A type with FIELDS as attributes, METHODS and whatever else SLOTS says, added to MODULE; NULL with an exception. It
   cannot be called, unless a slot is Py_tp_new. */
PyTypeObject *add_type(PyObject *module, const char *name, size_t size, const struct field *fields,
    PyMethodDef *methods, const PyType_Slot *slots);

/* The same of named tuples, and a new one from BASE. */
PyTypeObject *add_tuple(PyObject *module, const char *name, const char *doc, const struct field *fields);
PyObject *new_tuple(PyTypeObject *type, const struct field *fields, const void *base);

/* A new object of a type, with zeros in it, and the end of one. */
PyObject *new_object(PyTypeObject *type);
void free_object(PyObject *self);

/* Puts ITEM, which is handed over, at the end of LIST; false with an exception, also if ITEM is NULL. */
bool add_item(PyObject *list, PyObject *item);

/* The bytes of a str or of an object like bytes, until they are dropped; false with an exception. */
struct given {
    PyObject *owner;
    const char *bytes;
    size_t length;
    bool is_text;
};
bool take_given(PyObject *object, struct given *given);
void drop_given(struct given *given);

/* SPAN as a slice of what was given, which counts characters if that was text. */
PyObject *given_slice(const struct given *given, struct catasta_span span);

/* What was written, or an exception if it was not WHOLE; frees it. */
PyObject *grown_text(struct buffer *growing, bool whole);

/* Options: keywords that set members of a struct. */
struct option {
    const char *name;
    enum kind kind;
    size_t offset;
    const char *const *words;
};
#define OPTION(name, kind, type, member)                                                                               \
    {                                                                                                                  \
        name, kind, offsetof(struct type, member), NULL                                                                \
    }

/* Sets what KEYWORDS (NULL: none) has of each table, which a NULL name ends, in its struct; objects are borrowed, and
   strings are kept alive by HELD, a list.  False with an exception if a keyword is in none of the tables. */
struct option_table {
    const struct option *options;
    void *base;
};
bool set_options(PyObject *keywords, const struct option_table *tables, size_t count, PyObject *held);

/* A session with the options that all functions share. */
struct run {
    catasta_session *session;
    PyObject *held;
    struct buffer told; /* what it says of rulesets */
    struct catasta_sink sink;
    struct catasta_options options;
    PyObject *errors;
    PyObject *warnings;
    PyObject *ignore;
    PyObject *folder_list;
    const char **folders;
    struct catasta_setting settings[3];
};
#define SHARED_SIGNATURE                                                                                               \
    "ruleset=None, force_ruleset=False, rules=None, folders=(), errors=(), warnings=(), ignore=(), where=None, "       \
    "from_=None, documents=False, expect=False, boards=False, unicode=True, plain=False, width=80, "                   \
    "count_illegal=False, adjudicate=False"

/* A new one from KEYWORDS, some of which OWN may take; NULL with an exception. */
struct run *run_new(PyObject *keywords, enum catasta_keep keep, const struct option *own, void *base);
void run_free(struct run *run);

/* Whether all went well: otherwise an exception from what RUN says, or MemoryError. */
bool run_is_fine(const struct run *run, bool fine);
PyObject *raise_told(const char *words, size_t length);

/* Exceptions; raise_fault gives one the attributes of FAULT, and hands over REPAIRS, a list, or NULL. */
extern PyObject *catasta_error;
extern PyObject *illegal_turn;
PyObject *raise_fault(PyObject *type, const struct catasta_fault *fault, const struct given *about, PyObject *repairs);

/* Pictures. */
struct picture_wish {
    struct catasta_picture picture;
    unsigned theme;
};
extern const struct option picture_keywords[];
extern const char *const theme_words[];
#define PICTURE_OPTIONS(type, member)                                                                                  \
    OPTION("cell_size", NUMBER, type, member picture.cell_size), OPTION("flip", TRUTH, type, member picture.flip),     \
        OPTION("no_coordinates", TRUTH, type, member picture.no_coordinates),                                          \
        OPTION("css", STRING, type, member picture.css), OPTION("caption", STRING, type, member picture.caption),      \
    {                                                                                                                  \
        "theme", WORD, offsetof(struct type, member theme), theme_words                                                \
    }
#define PICTURE_SIGNATURE "cell_size=0, flip=False, no_coordinates=False, css=None, theme='auto', caption=None"

/* Whether such a picture can be drawn; otherwise an exception. */
bool take_picture(struct picture_wish *wish);

/* Of the other files: types, and what makes them. */
bool add_position_types(PyObject *module);
bool add_game_types(PyObject *module);
bool add_table_types(PyObject *module);
bool add_record_types(PyObject *module);
PyObject *new_table(bool of_plies, PyObject *arguments, PyObject *keywords);

/* What has an Arrow stream, as a frame of pandas. */
PyObject *table_frame(PyObject *self, PyObject *nothing);

/* The files of an iterable of paths, or of one path, in an array to be freed; PATHS, a list, holds their names. */
struct catasta_file *file_array(PyObject *object, PyObject *paths, size_t *count);
PyObject *position_object(catasta_position *position, PyObject *ruleset);
PyObject *game_object(catasta_game *game); /* which was kept, and is handed over */
PyObject *repair_object(const struct catasta_repair *repair, const struct given *about, PyObject *words);

/* The tags of a dict (NULL: none) as an array to be freed; their strings are kept by HELD. */
struct catasta_pair *tag_array(PyObject *tags, PyObject *held, size_t *count);

/* Exceptions about a start with COUNT tags, and about a turn in POSITION. */
void refuse_start(
    const struct run *run, const struct catasta_fault *fault, const struct catasta_pair *pairs, size_t count);
void refuse_turn(const catasta_position *position, const struct catasta_fault *fault, const struct given *given);
PyObject *new_record(PyObject *module, PyObject *arguments, PyObject *keywords);
extern const char record_doc[];
PyObject *read_games(PyObject *module, PyObject *arguments, PyObject *keywords);
extern const char read_doc[];

#endif
