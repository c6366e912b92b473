/* SPDX-License-Identifier: MIT */
/* Games that are read: each is kept as long as a Game, a Node or a Diagnostic of it.  A reader is used by one thread at
   a time, and reads without the lock of the interpreter. */
#include "values.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct game {
    PyObject_HEAD catasta_game *game;
    struct catasta_info info;
    struct catasta_outcome outcome;
};
static PyTypeObject *game_type;

static void free_game(PyObject *self)
{
    catasta_game_free(((struct game *)self)->game);
    free_object(self);
}

PyObject *game_object(catasta_game *game)
{
    struct game *self = game == NULL ? NULL : (struct game *)new_object(game_type);
    if (self == NULL) {
        catasta_game_free(game);
        return PyErr_Occurred() == NULL ? PyErr_NoMemory() : NULL;
    }
    self->game = game;
    self->info.size = sizeof self->info;
    self->outcome.size = sizeof self->outcome;
    catasta_game_info(game, &self->info);
    catasta_game_outcome(game, &self->outcome);
    return (PyObject *)self;
}

static struct given source_of(const struct game *game)
{
    return (struct given){NULL, game->info.source.bytes, game->info.source.length, false};
}

/* ---- nodes and diagnostics: what is numbered in a game ---- */

/* What both begin with. */
struct part {
    PyObject_HEAD struct game *game;
    size_t index;
};

static void free_part(PyObject *self)
{
    Py_XDECREF((PyObject *)((struct part *)self)->game);
    free_object(self);
}

static struct part *part_object(PyTypeObject *type, struct game *game, size_t index)
{
    struct part *part = (struct part *)new_object(type);
    if (part != NULL) {
        Py_INCREF((PyObject *)game);
        part->game = game;
        part->index = index;
    }
    return part;
}

static PyObject *get_game(PyObject *self, void *closure)
{
    PyObject *game = (PyObject *)((struct part *)self)->game;
    (void)closure;
    Py_INCREF(game);
    return game;
}

static Py_hash_t hash_part(PyObject *self)
{
    const struct part *part = (struct part *)self;
    return (Py_hash_t)(((uintptr_t)part->game >> 4 ^ part->index * 1000003) & PY_SSIZE_T_MAX);
}

static PyObject *compare_parts(PyObject *a, PyObject *b, int how)
{
    const struct part *one = (struct part *)a;
    const struct part *two = (struct part *)b;
    if (Py_TYPE(a) == Py_TYPE(b) && (how == Py_EQ || how == Py_NE))
        return PyBool_FromLong((one->game == two->game && one->index == two->index) == (how == Py_EQ));
    Py_INCREF(Py_NotImplemented);
    return Py_NotImplemented;
}

/* ---- nodes ---- */

struct node {
    struct part part;
    struct catasta_node node;
};
static PyTypeObject *node_type;

/* Node INDEX; None, if that is nowhere. */
static PyObject *node_object(struct game *game, size_t index)
{
    struct catasta_node found = {.size = sizeof found};
    if (!catasta_game_node(game->game, index, &found))
        return Py_BuildValue("");
    struct node *node = (struct node *)part_object(node_type, game, index);
    if (node != NULL)
        node->node = found;
    if (node != NULL && index == 0)
        node->node.text = (struct catasta_text){NULL, 0};
    return (PyObject *)node;
}

static PyObject *get_parent(PyObject *self, void *closure)
{
    const struct node *node = (struct node *)self;
    (void)closure;
    return node_object(node->part.game, node->node.parent);
}

static PyObject *get_next(PyObject *self, void *closure)
{
    const struct node *node = (struct node *)self;
    (void)closure;
    return node_object(node->part.game, node->node.next);
}

static PyObject *get_variations(PyObject *self, void *closure)
{
    const struct node *node = (struct node *)self;
    struct catasta_node found = node->node;
    PyObject *list = PyList_New(0);
    (void)closure;
    for (size_t at; list != NULL && (at = found.variation) != CATASTA_NOWHERE &&
         catasta_game_node(node->part.game->game, at, &found);)
        if (!add_item(list, node_object(node->part.game, at)))
            Py_CLEAR(list);
    return list;
}

static PyObject *get_position(PyObject *self, void *closure)
{
    const struct node *node = (struct node *)self;
    const struct game *game = node->part.game;
    (void)closure;
    if (node->node.verdict == CATASTA_LOST || node->node.verdict == CATASTA_UNJUDGED)
        return Py_BuildValue("");
    PyObject *ruleset = text_object(game->info.ruleset.bytes, game->info.ruleset.length);
    PyObject *position =
        ruleset == NULL ? NULL : position_object(catasta_game_position(game->game, node->part.index), ruleset);
    Py_XDECREF(ruleset);
    return position;
}

static PyObject *remarks_of(const struct node *node, bool glyphs)
{
    struct catasta_remark remark = {.size = sizeof remark};
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && catasta_game_remark(node->part.game->game, node->part.index, i, &remark); i++)
        if (remark.glyph == glyphs && !add_item(list, text_object(remark.text.bytes, remark.text.length)))
            Py_CLEAR(list);
    return list;
}

static PyObject *get_comments(PyObject *self, void *closure)
{
    (void)closure;
    return remarks_of((struct node *)self, false);
}

static PyObject *get_glyphs(PyObject *self, void *closure)
{
    (void)closure;
    return remarks_of((struct node *)self, true);
}

static PyObject *show_node(PyObject *self)
{
    const struct node *node = (struct node *)self;
    PyObject *text = text_object(node->node.text.bytes, node->node.text.length);
    PyObject *shown = text == NULL ? NULL : PyUnicode_FromFormat("<catasta.Node %u %R>", node->node.ply, text);
    Py_XDECREF(text);
    return shown;
}

static const char *const verdict_words[] = {"legal", "illegal", "stood", "lost", "unjudged", NULL};

static const struct field node_fields[] = {
    FIELD("text", TEXT, node, node.text, "The turn: canonical if legal, else as written; None at the start."),
    FIELD("seat", NUMBER, node, node.seat, "The seat that made the turn; at the start, the seat to move."),
    FIELD("ply", NUMBER, node, node.ply, "From 1 on its line; 0 at the start."),
    FIELD("number", NUMBER, node, node.number, "The number of the turn, as players count."),
    FIELD("depth", NUMBER, node, node.depth, "Of variations; 0: the main line."),
    WORD_FIELD("verdict", verdict_words, node, node.verdict,
        "\"legal\"; \"illegal\", and played as far as possible, or as it was meant; \"stood\": illegal, but it "
        "counted;\n"
        "\"lost\": not played; or \"unjudged\": after a lost one."),
    FIELD("span", SPAN, node, node.span, "Its place, a slice of Game.source."),
    FIELD("end", WIDE, node, node.end,
        "The place in Game.source after all that belongs to it: glyphs, comments, variations."),
    FIELD("index", WIDE, node, part.index, "Its place in Game.nodes."),
    COMPUTED_FIELD("game", get_game, "Its Game."),
    COMPUTED_FIELD("parent", get_parent, "The Node before it; None at the start."),
    COMPUTED_FIELD("next", get_next, "The Node after it on its line, or None."),
    COMPUTED_FIELD("variations", get_variations, "A list of the Nodes that begin other lines instead of this turn."),
    COMPUTED_FIELD("position", get_position, "The Position after the turn; None, if it was not played."),
    COMPUTED_FIELD("comments", get_comments, "A list of its comments, as str."),
    COMPUTED_FIELD("glyphs", get_glyphs, "A list of its glyphs, such as \"$1\"."),
    {0},
};

static const PyType_Slot node_slots[] = {
    {Py_tp_dealloc, free_part},
    {Py_tp_repr, show_node},
    {Py_tp_hash, hash_part},
    {Py_tp_richcompare, compare_parts},
    {Py_tp_doc, "A turn of a Game, or its start: what was written, what it was worth, and the position after it."},
    {0, NULL},
};

/* ---- diagnostics ---- */

struct diagnostic {
    struct part part;
    struct catasta_diagnostic diagnostic;
};
static PyTypeObject *diagnostic_type;

static const char *const sequel_words[] = {"", "stood", "repaired", "forced", "given-up", NULL};

static PyObject *get_message(PyObject *self, void *closure)
{
    const struct part *part = (struct part *)self;
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    (void)closure;
    return grown_text(&text, catasta_game_message(part->game->game, part->index, &sink));
}

static PyObject *get_turn(PyObject *self, void *closure)
{
    const struct diagnostic *diagnostic = (struct diagnostic *)self;
    const struct catasta_span span = diagnostic->diagnostic.turn;
    const struct catasta_text source = diagnostic->part.game->info.source;
    (void)closure;
    if (span.end <= span.begin || span.end > source.length)
        return Py_BuildValue("");
    return text_object(source.bytes + span.begin, span.end - span.begin);
}

static PyObject *get_node(PyObject *self, void *closure)
{
    const struct diagnostic *diagnostic = (struct diagnostic *)self;
    (void)closure;
    return node_object(diagnostic->part.game, diagnostic->diagnostic.node);
}

static PyObject *get_repairs(PyObject *self, void *closure)
{
    const struct part *part = (struct part *)self;
    const struct given source = source_of(part->game);
    struct catasta_repair repair = {.size = sizeof repair};
    PyObject *list = PyList_New(0);
    (void)closure;
    for (size_t i = 0; list != NULL && catasta_game_repair(part->game->game, part->index, i, &repair); i++) {
        struct buffer text = {0};
        const struct catasta_sink sink = buffer_sink(&text);
        PyObject *words = grown_text(&text, catasta_write_repair(part->game->game, part->index, i, &sink));
        if (words == NULL || !add_item(list, repair_object(&repair, &source, words)))
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *show_diagnostic(PyObject *self)
{
    const struct catasta_diagnostic *diagnostic = &((struct diagnostic *)self)->diagnostic;
    return PyUnicode_FromFormat("<catasta.Diagnostic %s %u:%u>", diagnostic->id, diagnostic->line, diagnostic->column);
}

static const struct field diagnostic_fields[] = {
    FIELD("id", STRING, diagnostic, diagnostic.id, "The rule: \"accasta/range\"; see explain()."),
    WORD_FIELD("severity", severity_words, diagnostic, diagnostic.severity, "\"error\", \"warning\" or \"note\"."),
    COMPUTED_FIELD("message", get_message, "What is wrong, in a line."),
    FIELD("advice", TEXT, diagnostic, diagnostic.advice, "What to do about it, or None."),
    FIELD("line", NUMBER, diagnostic, diagnostic.line, "Its line in the file, from 1."),
    FIELD("column", NUMBER, diagnostic, diagnostic.column, "Its column, from 1, in characters."),
    FIELD("ply", NUMBER, diagnostic, diagnostic.ply, "Of its turn, from 1 on its line; 0: the setup."),
    FIELD(
        "number", ORDINAL, diagnostic, diagnostic.number, "Of its turn, as players count; None: it is about no turn."),
    FIELD("seat", ORDINAL, diagnostic, diagnostic.seat, "The seat that made the turn, or None."),
    FIELD("in_variation", TRUTH, diagnostic, diagnostic.in_variation, "Whether it is in a variation."),
    FIELD(
        "cascaded", TRUTH, diagnostic, diagnostic.cascaded, "Whether it may be a mere consequence of an earlier one."),
    WORD_FIELD("went_on", sequel_words, diagnostic, diagnostic.continued,
        "How the rest of the line was judged: \"repaired\", \"forced\", \"stood\", \"given-up\"; None: as if nothing "
        "were wrong."),
    FIELD("board", TEXT, diagnostic, diagnostic.board, "What the cells concerned hold."),
    FIELD("span", SPAN, diagnostic, diagnostic.span, "The part at fault, a slice of Game.source."),
    COMPUTED_FIELD("turn", get_turn, "The whole turn as written, or None."),
    COMPUTED_FIELD("node", get_node, "The Node of its turn, or the last one before it; None: there is none."),
    COMPUTED_FIELD("repairs", get_repairs, "A list of Repair, the most probable first."),
    COMPUTED_FIELD("game", get_game, "Its Game."),
    {0},
};

static const PyType_Slot diagnostic_slots[] = {
    {Py_tp_dealloc, free_part},
    {Py_tp_repr, show_diagnostic},
    {Py_tp_hash, hash_part},
    {Py_tp_richcompare, compare_parts},
    {Py_tp_doc, "What is wrong with a Game: the rule, the place, the message, and what may have been meant."},
    {0, NULL},
};

/* ---- games ---- */

static PyObject *get_tags(PyObject *self, void *closure)
{
    struct catasta_tag tag = {.size = sizeof tag};
    PyObject *tags = PyDict_New();
    (void)closure;
    for (size_t i = 0; tags != NULL && catasta_game_tag(((struct game *)self)->game, i, &tag); i++) {
        PyObject *name = text_object(tag.name.bytes, tag.name.length);
        PyObject *value = text_object(tag.value.bytes, tag.value.length);
        if (name == NULL || value == NULL || PyDict_SetItem(tags, name, value) != 0)
            Py_CLEAR(tags);
        Py_XDECREF(name);
        Py_XDECREF(value);
    }
    return tags;
}

static PyObject *get_players(PyObject *self, void *closure)
{
    const struct game *game = (struct game *)self;
    struct catasta_seat seat = {.size = sizeof seat};
    PyObject *list = PyList_New(0);
    (void)closure;
    for (unsigned i = 1; list != NULL && catasta_game_seat(game->game, i, &seat); i++)
        if (!add_item(list,
                seat.player.bytes == NULL ? Py_BuildValue("") : text_object(seat.player.bytes, seat.player.length)))
            Py_CLEAR(list);
    return list;
}

static PyObject *get_result(PyObject *self, void *closure)
{
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    (void)closure;
    return grown_text(&text, catasta_write_result(((struct game *)self)->game, &sink));
}

static PyObject *get_nodes(PyObject *self, void *closure)
{
    struct game *game = (struct game *)self;
    PyObject *list = PyList_New(0);
    (void)closure;
    for (size_t i = 0; list != NULL && i < game->info.nodes; i++)
        if (!add_item(list, node_object(game, i)))
            Py_CLEAR(list);
    return list;
}

static PyObject *get_start(PyObject *self, void *closure)
{
    (void)closure;
    return node_object((struct game *)self, 0);
}

static PyObject *get_main_line(PyObject *self, void *closure)
{
    struct game *game = (struct game *)self;
    struct catasta_node node = {.size = sizeof node};
    PyObject *list = PyList_New(0);
    (void)closure;
    for (size_t at = 0;
         list != NULL && catasta_game_node(game->game, at, &node) && (at = node.next) != CATASTA_NOWHERE;)
        if (!add_item(list, node_object(game, at)))
            Py_CLEAR(list);
    return list;
}

static PyObject *get_diagnostics(PyObject *self, void *closure)
{
    struct game *game = (struct game *)self;
    struct catasta_diagnostic found = {.size = sizeof found};
    PyObject *list = PyList_New(0);
    (void)closure;
    for (size_t i = 0; list != NULL && catasta_game_diagnostic(game->game, i, &found); i++) {
        struct diagnostic *one = (struct diagnostic *)part_object(diagnostic_type, game, i);
        if (one != NULL)
            one->diagnostic = found;
        if (!add_item(list, (PyObject *)one))
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *write_game_form(PyObject *self, enum catasta_format format)
{
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    const struct game *game = (struct game *)self;
    bool copied = format == CATASTA_SGN && !game->info.readable;
    return grown_text(&text, copied ? catasta_write_copy(game->game, &sink) : catasta_write(game->game, format, &sink));
}

static PyObject *write_game(PyObject *self, PyObject *form)
{
    static const char *const forms[] = {"text", "jsonl", "sarif", "junit", "github", "replay", "html", "sgn", "score",
        "score-tsv", "score-json", "table-tsv", "table-jsonl"};
    for (size_t i = 0; PyUnicode_Check(form) && i < sizeof forms / sizeof forms[0]; i++)
        if (PyUnicode_CompareWithASCIIString(form, forms[i]) == 0)
            return write_game_form(self, catasta_format_named(forms[i]));
    return PyErr_Format(PyExc_ValueError, "games have no form %R", form);
}

static PyObject *show_game(PyObject *self)
{
    const struct game *game = (struct game *)self;
    PyObject *ruleset = text_object(game->info.ruleset.bytes, game->info.ruleset.length);
    PyObject *shown = ruleset == NULL
        ? NULL
        : PyUnicode_FromFormat("<catasta.Game %u of %R, %u plies>", game->info.number, ruleset, game->info.plies);
    Py_XDECREF(ruleset);
    return shown;
}

static PyObject *game_string(PyObject *self)
{
    return write_game_form(self, CATASTA_SGN);
}

static bool take_svg(void *context, uint32_t ply, const char *bytes, size_t length)
{
    (void)ply;
    return add_item(context, text_object(bytes, length));
}

/* The pictures of a game, or NULL with an exception. */
struct pictures_wish {
    struct picture_wish picture;
    long first;
    long last;
    long ply;
};
static const struct option series_options[] = {
    OPTION("first", LONG, pictures_wish, first),
    OPTION("last", LONG, pictures_wish, last),
    {NULL, TRUTH, 0, NULL},
};
static const struct option ply_options[] = {OPTION("ply", LONG, pictures_wish, ply), {NULL, TRUTH, 0, NULL}};

static bool take_wish(PyObject *keywords, const struct option *own, struct pictures_wish *wish, PyObject *held)
{
    const struct option_table tables[] = {{picture_keywords, &wish->picture}, {own, wish}};
    return held != NULL && set_options(keywords, tables, 2, held) && take_picture(&wish->picture);
}

static PyObject *draw_pictures(PyObject *self, PyObject *keywords, const struct option *own, struct pictures_wish *wish)
{
    PyObject *held = PyList_New(0);
    PyObject *list = PyList_New(0);
    size_t count;
    bool fine = list != NULL && take_wish(keywords, own, wish, held);
    if (own == ply_options)
        wish->first = wish->last = wish->ply;
    fine = fine &&
        (catasta_pictures(
             ((struct game *)self)->game, wish->first, wish->last, &wish->picture.picture, take_svg, list, &count) ||
            PyErr_Occurred() != NULL || PyErr_NoMemory() != NULL);
    Py_XDECREF(held);
    if (fine && PyErr_Occurred() == NULL)
        return list;
    Py_XDECREF(list);
    return NULL;
}

static PyObject *draw_film(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    struct pictures_wish wish = {.last = -1};
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    double seconds = 1;
    size_t count = 0;
    PyObject *film = NULL;
    if (!PyArg_ParseTuple(arguments, "|d:animation", &seconds))
        return NULL;
    if (!(seconds >= 0.001 && seconds <= 1000))
        return PyErr_Format(PyExc_ValueError, "seconds must be from 0.001 to 1000");
    PyObject *held = PyList_New(0);
    if (take_wish(keywords, series_options, &wish, held)) {
        bool fine = catasta_animation(((struct game *)self)->game, wish.first, wish.last, &wish.picture.picture,
            (unsigned)(seconds * 1000 + 0.5), &sink, &count);
        film = grown_text(&text, fine);
        if (film != NULL && count == 0) {
            Py_DECREF(film);
            film = Py_BuildValue("");
        }
    }
    Py_XDECREF(held);
    return film;
}

static PyObject *draw_series(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    struct pictures_wish wish = {.last = -1};
    return PyArg_ParseTuple(arguments, ":pictures") ? draw_pictures(self, keywords, series_options, &wish) : NULL;
}

static PyObject *draw_one(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    struct pictures_wish wish = {.ply = -1};
    if (!PyArg_ParseTuple(arguments, "|l:picture", &wish.ply))
        return NULL;
    PyObject *list = draw_pictures(self, keywords, ply_options, &wish);
    PyObject *picture = list == NULL ? NULL : PyList_Size(list) > 0 ? PyList_GetItem(list, 0) : Py_None;
    Py_XINCREF(picture);
    Py_XDECREF(list);
    return picture;
}

static PyObject *draw_last(PyObject *self, PyObject *nothing)
{
    PyObject *empty = PyTuple_New(0);
    PyObject *picture = empty == NULL ? NULL : draw_one(self, empty, NULL);
    (void)nothing;
    Py_XDECREF(empty);
    return picture;
}

static const struct field game_fields[] = {
    FIELD("number", NUMBER, game, info.number,
        "Of the game in its file, from 1; 0: stray text, which has only diagnostics."),
    FIELD("line", NUMBER, game, info.line, "The line where the record begins, from 1."),
    FIELD("offset", WIDE, game, info.offset, "The byte where the record begins, from 0."),
    FIELD("source", BYTES, game, info.source, "The bytes of the record, which spans are slices of."),
    FIELD("file", TEXT, game, info.file, "The name of the file."),
    FIELD("form", STRING, game, info.form, "The form of the record: \"sgn\", \"ptn\", …"),
    FIELD("ruleset", TEXT, game, info.ruleset, "Its ruleset, as named."),
    FIELD("game", TEXT, game, info.game, "The game of that ruleset: \"accasta\"; None, without a ruleset."),
    FIELD("seats", NUMBER, game, info.seats, "How many seats there are."),
    FIELD("plies", NUMBER, game, info.plies, "How many turns the main line has."),
    FIELD("legal", TRUTH, game, info.legal, "Whether it has no errors."),
    FIELD("judged", TRUTH, game, info.judged, "Whether it could be set up, or was not played."),
    FIELD("readable", TRUTH, game, info.readable, "Whether it is judged and has no syntax errors."),
    FIELD("unplayed", TRUTH, game, info.unplayed, "Whether it is a bye or a forfeit, which has no positions."),
    FIELD("cut", TRUTH, game, info.cut,
        "Whether .source is cut off: the record is too long, or the text is not a record."),
    FIELD("errors", NUMBER, game, info.errors, "How many errors it has, without mere consequences of others."),
    FIELD("cascaded", NUMBER, game, info.cascaded, "How many errors may be mere consequences of others."),
    FIELD("warnings", NUMBER, game, info.warnings, "How many warnings."),
    FIELD("notes", NUMBER, game, info.notes, "How many notes."),
    FIELD("over", TRUTH, game, outcome.over, "Whether it is over on the board."),
    FIELD("ended", TRUTH, game, outcome.ended,
        "Over on the board, by resignation, or by a result that the record claims."),
    FIELD("reason", STRING, game, outcome.reason, "Why it is over; None: undecided."),
    FIELD("winners", SEATS, game, outcome.winners, "A tuple of the seats that have won."),
    COMPUTED_FIELD(
        "result", get_result, "The result in figures, the board's or else as claimed; \"*\": there is none."),
    COMPUTED_FIELD("tags", get_tags, "A dict of its tags."),
    COMPUTED_FIELD("players", get_players, "A list of names, by seat; None: unnamed."),
    COMPUTED_FIELD("nodes", get_nodes, "A list of all Nodes, with those of variations, in the order of the record."),
    COMPUTED_FIELD(
        "start", get_start, "The first Node, whose position is that before the first turn; None: there is none."),
    COMPUTED_FIELD("main_line", get_main_line, "A list of the Nodes of the main line, one for each turn."),
    COMPUTED_FIELD("diagnostics", get_diagnostics, "A list of Diagnostic, in the order of the text."),
    {0},
};

#define PICTURE_WORDS                                                                                                  \
    "CELL_SIZE is the width of a cell in pixels, 16 to 400; THEME is \"auto\", \"light\", \"dark\" or \"print\";\n"    \
    "NO_COORDINATES leaves them out; CSS is added to the style sheet."
static PyMethodDef game_methods[] = {
    {"write", write_game, METH_O,
        "write($self, form, /)\n--\n\nWhat the program writes of it: \"sgn\", \"text\", \"jsonl\", \"sarif\", "
        "\"junit\", \"github\", "
        "\"replay\", \"html\", \"score\", \"score-tsv\",\n"
        "\"score-json\", \"table-tsv\" or \"table-jsonl\"."},
    {"picture", (PyCFunction)(void (*)(void))draw_one, METH_VARARGS | METH_KEYWORDS,
        "picture($self, ply=-1, /, *, " PICTURE_SIGNATURE
        ")\n--\n\nThe position after PLY turns, -1: the last one before any error, as SVG; None, if there is "
        "none.\n\n" PICTURE_WORDS},
    {"pictures", (PyCFunction)(void (*)(void))draw_series, METH_VARARGS | METH_KEYWORDS,
        "pictures($self, /, *, first=0, last=-1, " PICTURE_SIGNATURE
        ")\n--\n\nA list of pictures, after plies FIRST to LAST.\n\n" PICTURE_WORDS},
    {"animation", (PyCFunction)(void (*)(void))draw_film, METH_VARARGS | METH_KEYWORDS,
        "animation($self, seconds=1, /, *, first=0, last=-1, " PICTURE_SIGNATURE
        ")\n--\n\nThese as one picture that moves, each for SECONDS, as SVG; None, if there is "
        "none.\n\n" PICTURE_WORDS},
    {"_repr_svg_", draw_last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static const PyType_Slot game_slots[] = {
    {Py_tp_dealloc, free_game},
    {Py_tp_str, game_string},
    {Py_tp_repr, show_game},
    {Py_tp_doc,
        "A judged game: its tags, its turns as a tree, its diagnostics and its result. str() is its canonical form, or "
        "the\n"
        "record as written, where it has none."},
    {0, NULL},
};

/* ---- reading ---- */

struct games {
    PyObject_HEAD struct run *run;
    catasta_input *input;
    PyObject *name;
    int fd;
    bool busy;
};
static PyTypeObject *games_type;

static bool close_games(struct games *games)
{
    if (games->busy) {
        PyErr_SetString(PyExc_ValueError, "these games are being read by another thread");
        return false;
    }
    catasta_input_close(games->input);
    games->input = NULL;
    if (games->fd >= 0)
        close(games->fd);
    games->fd = -1;
    return true;
}

static void free_games(PyObject *self)
{
    struct games *games = (struct games *)self;
    close_games(games);
    run_free(games->run);
    Py_XDECREF(games->name);
    free_object(self);
}

static PyObject *raise_errno(int error, PyObject *name)
{
    if (error == ENOMEM)
        return PyErr_NoMemory();
    errno = error;
    return PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, name);
}

/* Closes at the end; rulesets that records name and that cannot be used are an error then. */
static PyObject *end_games(struct games *games)
{
    int error = catasta_input_error(games->input);
    bool failed = catasta_session_failed(games->run->session);
    close_games(games);
    if (error != 0)
        return raise_errno(error, games->name);
    return failed ? raise_told(games->run->told.bytes, games->run->told.length) : NULL;
}

static PyObject *next_game(PyObject *self)
{
    struct games *games = (struct games *)self;
    catasta_game *game;
    bool found;
    if (games->busy)
        return PyErr_Format(PyExc_ValueError, "these games are being read by another thread");
    if (games->input == NULL)
        return NULL;
    games->busy = true;
    Py_BEGIN_ALLOW_THREADS game = catasta_input_next(games->input);
    found = game != NULL;
    if (found)
        game = catasta_game_keep(game);
    Py_END_ALLOW_THREADS games->busy = false;
    return found ? game_object(game) : end_games(games);
}

static PyObject *close_method(PyObject *self, PyObject *arguments)
{
    (void)arguments;
    return close_games((struct games *)self) ? Py_BuildValue("") : NULL;
}

static PyObject *own_self(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    Py_INCREF(self);
    return self;
}

static PyObject *iterate_games(PyObject *self)
{
    return own_self(self, NULL);
}

static const struct field games_fields[] = {{0}};
static PyMethodDef games_methods[] = {
    {"close", close_method, METH_NOARGS, "close($self, /)\n--\n\nEnds reading, and closes the file."},
    {"__enter__", own_self, METH_NOARGS, NULL},
    {"__exit__", close_method, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static const PyType_Slot games_slots[] = {
    {Py_tp_dealloc, free_games},
    {Py_tp_iter, iterate_games},
    {Py_tp_iternext, next_game},
    {Py_tp_doc,
        "An iterator of the Games of a file, which reads one at a time: memory grows with the longest game, not with "
        "the file."},
    {0, NULL},
};

const char read_doc[] =
    "read(source, /, *, name=None, " SHARED_SIGNATURE ")\n--\n\n"
    "The games of SOURCE, an iterator of Game, each judged.\n\n"
    "SOURCE is a path (str or os.PathLike), whose file may be compressed by gzip or Zstandard; the content of a file, "
    "as\n"
    "bytes; or an open file, whose descriptor is read, if it has one, from where that is. Text between games that is "
    "not\n"
    "notation is a Game with number 0. Records are in SGN, PTN, the JSON of Abstract Play and other forms, recognised "
    "from their\n"
    "content, or as FROM_ says; \"typed\" is what people type.\n\n"
    "RULESET is for records that name none. Raises OSError where the file cannot be read, CatastaError where an option "
    "or\n"
    "a ruleset cannot be used; what is wrong with records are Game.diagnostics. See catasta-python(3) for the options.";

struct reading {
    const char *name;
};
static const struct option reading_options[] = {OPTION("name", STRING, reading, name), {NULL, TRUTH, 0, NULL}};

/* The content of the file SOURCE, if it has no descriptor; otherwise NULL, with *FD a copy of it, or with an exception.
 */
static PyObject *open_file(PyObject *source, int *fd)
{
    int own = PyObject_AsFileDescriptor(source);
    if (own >= 0) {
        *fd = fcntl(own, F_DUPFD_CLOEXEC, 3);
        if (*fd < 0)
            PyErr_SetFromErrno(PyExc_OSError);
        return NULL;
    }
    PyErr_Clear();
    return PyObject_CallMethod(source, "read", NULL);
}

static bool is_path(PyObject *source)
{
    return PyUnicode_Check(source) || PyObject_HasAttrString(source, "__fspath__");
}

static bool open_path(struct games *games, PyObject *source)
{
    PyObject *path = NULL;
    if (!PyUnicode_FSConverter(source, &path))
        return false;
    const char *bytes = PyBytes_AsString(path);
    int error;
    Py_BEGIN_ALLOW_THREADS games->fd = open(bytes, O_RDONLY | O_CLOEXEC);
    error = errno;
    Py_END_ALLOW_THREADS Py_DECREF(path);
    return games->fd >= 0 || raise_errno(error, source) != NULL;
}

/* Opens SOURCE as games->input. */
static bool open_source(struct games *games, PyObject *source, const char *name)
{
    struct given given = {0};
    bool is_file = !is_path(source) && PyObject_HasAttrString(source, "read");
    PyObject *content = is_file ? open_file(source, &games->fd) : NULL;
    if (is_path(source) && !open_path(games, source))
        return false;
    if (games->fd >= 0)
        games->input = catasta_input_open(games->run->session, games->fd, name);
    else if (PyErr_Occurred() == NULL && take_given(is_file ? content : source, &given))
        games->input = catasta_input_bytes(games->run->session, given.bytes, given.length, name);
    drop_given(&given);
    Py_XDECREF(content);
    if (games->input == NULL && PyErr_Occurred() == NULL)
        PyErr_NoMemory();
    return games->input != NULL;
}

PyObject *read_games(PyObject *module, PyObject *arguments, PyObject *keywords)
{
    struct reading reading = {"<bytes>"};
    PyObject *source;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O:read", &source))
        return NULL;
    /* The name in messages is the path, unless another one is given. */
    PyObject *all = keywords == NULL ? PyDict_New() : PyDict_Copy(keywords);
    PyObject *name = all == NULL ? NULL : PyDict_GetItemString(all, "name");
    if (all != NULL && is_path(source) && (name == NULL || name == Py_None) &&
        PyDict_SetItemString(all, "name", source) != 0)
        Py_CLEAR(all);
    struct games *games = all == NULL ? NULL : (struct games *)new_object(games_type);
    if (games != NULL) {
        games->fd = -1;
        games->run = run_new(all, CATASTA_KEEP_POSITIONS, reading_options, &reading);
        games->name = games->run == NULL ? NULL : text_object(reading.name, strlen(reading.name));
        if (games->name == NULL || !open_source(games, source, reading.name)) {
            Py_DECREF((PyObject *)games);
            games = NULL;
        }
    }
    Py_XDECREF(all);
    return (PyObject *)games;
}

bool add_game_types(PyObject *module)
{
    return (node_type = add_type(module, "catasta.Node", sizeof(struct node), node_fields, NULL, node_slots)) != NULL &&
        (diagnostic_type = add_type(module, "catasta.Diagnostic", sizeof(struct diagnostic), diagnostic_fields, NULL,
             diagnostic_slots)) != NULL &&
        (game_type = add_type(module, "catasta.Game", sizeof(struct game), game_fields, game_methods, game_slots)) !=
        NULL &&
        (games_type = add_type(
             module, "catasta.Games", sizeof(struct games), games_fields, games_methods, games_slots)) != NULL;
}
