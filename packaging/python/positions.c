/* SPDX-License-Identifier: MIT */
/* Positions, which never change: a turn played gives a new one.  Turns that are refused say what may have been meant.
 */
#include "values.h"

#include <string.h>

struct position {
    PyObject_HEAD catasta_position *position;
    PyObject *ruleset; /* its name, or None */
};
static PyTypeObject *position_type;

PyObject *position_object(catasta_position *position, PyObject *ruleset)
{
    struct position *self = position == NULL ? NULL : (struct position *)new_object(position_type);
    if (self == NULL) {
        catasta_position_free(position);
        return PyErr_Occurred() == NULL ? PyErr_NoMemory() : NULL;
    }
    self->position = position;
    self->ruleset = ruleset;
    Py_INCREF(ruleset);
    return (PyObject *)self;
}

static void free_position(PyObject *self)
{
    struct position *position = (struct position *)self;
    catasta_position_free(position->position);
    Py_XDECREF(position->ruleset);
    free_object(self);
}

static catasta_position *position_of(PyObject *self)
{
    return ((struct position *)self)->position;
}

/* ---- edits and repairs ---- */

struct edit_values {
    PyObject *span;
    struct catasta_text text;
};
static const struct field edit_fields[] = {
    FIELD(
        "span", OBJECT, edit_values, span, "What is replaced: a slice of Game.source, or of the turn that was given."),
    FIELD("text", TEXT, edit_values, text, "The replacement."),
    {0},
};
static PyTypeObject *edit_type;

struct repair_values {
    struct catasta_repair repair;
    PyObject *edits;
    PyObject *words;
};
static const struct field repair_fields[] = {
    FIELD("turn", TEXT, repair_values, repair.turn, "The turn that was meant, or several joined by spaces."),
    FIELD("kind", STRING, repair_values, repair.kind,
        "\"turn\", \"earlier\", \"left-out\", \"glued\", \"doubled\", \"swapped\", …"),
    WORD_FIELD(
        "confidence", confidence_words, repair_values, repair.confidence, "\"possible\", \"likely\" or \"certain\"."),
    FIELD("ply", NUMBER, repair_values, repair.ply, "The ply of the turn to change, or before which one was left out."),
    FIELD("number", NUMBER, repair_values, repair.number, "The number of that turn, as players count."),
    FIELD("seat", ORDINAL, repair_values, repair.seat, "The seat that makes it, from 1."),
    FIELD("open", TRUTH, repair_values, repair.open, "Whether other turns fit as well, where one was left out."),
    FIELD("legal", NUMBER, repair_values, repair.legal, "How many turns after the fault are legal with it."),
    FIELD("whole", TRUTH, repair_values, repair.whole, "Whether these are all turns of the line."),
    FIELD("edits", OBJECT, repair_values, edits, "A list of Edit that make it; empty if they cannot be said."),
    FIELD("words", OBJECT, repair_values, words, "The repair in words; of a turn that was refused the turn itself."),
    {0},
};
static PyTypeObject *repair_type;

PyObject *repair_object(const struct catasta_repair *repair, const struct given *about, PyObject *words)
{
    struct repair_values values = {.repair = *repair, .edits = PyList_New(0), .words = words};
    for (size_t i = 0; values.edits != NULL && i < repair->edit_count; i++) {
        struct edit_values edit = {given_slice(about, repair->edits[i].span), repair->edits[i].text};
        if (edit.span == NULL || !add_item(values.edits, new_tuple(edit_type, edit_fields, &edit)))
            Py_CLEAR(values.edits);
    }
    if (values.edits != NULL && values.words != NULL)
        return new_tuple(repair_type, repair_fields, &values);
    Py_XDECREF(values.edits);
    Py_XDECREF(values.words);
    return NULL;
}

/* ---- playing ---- */

static PyObject *repairs_of(const catasta_position *position, const struct given *about)
{
    struct catasta_repair repair = {.size = sizeof repair};
    PyObject *repairs = PyList_New(0);
    for (size_t i = 0; repairs != NULL && catasta_position_repair(position, i, &repair); i++)
        if (!add_item(repairs, repair_object(&repair, about, text_object(repair.turn.bytes, repair.turn.length))))
            Py_CLEAR(repairs);
    return repairs;
}

void refuse_turn(const catasta_position *position, const struct catasta_fault *fault, const struct given *given)
{
    PyObject *repairs = repairs_of(position, given);
    if (repairs != NULL)
        raise_fault(illegal_turn, fault, given, repairs);
}

static PyObject *play_turn(PyObject *self, PyObject *turn)
{
    struct given given = {0};
    struct catasta_fault fault = {.size = sizeof fault};
    PyObject *result = NULL;
    if (!take_given(turn, &given)) {
        drop_given(&given);
        return NULL;
    }
    catasta_position *next = catasta_position_copy(position_of(self));
    if (next == NULL)
        PyErr_NoMemory();
    else if (catasta_position_play(next, given.bytes, given.length, &fault))
        result = position_object(next, ((struct position *)self)->ruleset);
    else {
        refuse_turn(next, &fault, &given);
        catasta_position_free(next);
    }
    drop_given(&given);
    return result;
}

/* ---- turns ---- */

struct move_values {
    struct catasta_text text;
    bool whole;
    bool open;
};
static const struct field move_fields[] = {
    FIELD("text", TEXT, move_values, text, "A turn, or its beginning."),
    FIELD("whole", TRUTH, move_values, whole, "Whether it is a legal turn."),
    FIELD("open", TRUTH, move_values, open, "Whether it can go on: ask again with it as the prefix."),
    {0},
};
static PyTypeObject *move_type;

struct move_list {
    PyObject *list;
    bool plain; /* of texts */
};

static bool visit_turn(void *context, const char *text, size_t length, unsigned flags)
{
    struct move_list *moves = context;
    const struct move_values move = {{text, length}, (flags & CATASTA_COMPLETE) != 0, (flags & CATASTA_CAN_GO_ON) != 0};
    if (!add_item(moves->list, moves->plain ? text_object(text, length) : new_tuple(move_type, move_fields, &move)))
        Py_CLEAR(moves->list);
    return moves->list != NULL;
}

static PyObject *list_turns(PyObject *self, PyObject *arguments, PyObject *keywords, bool plain)
{
    static char *names[] = {"prefix", NULL};
    struct catasta_fault fault = {.size = sizeof fault};
    struct move_list moves = {.plain = plain};
    struct given prefix = {0};
    PyObject *object = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O", names, &object) ||
        (object != NULL && !take_given(object, &prefix)) || (moves.list = PyList_New(0)) == NULL) {
        drop_given(&prefix);
        return NULL;
    }
    bool fine = catasta_position_moves(position_of(self), prefix.bytes, prefix.length, visit_turn, &moves, &fault);
    drop_given(&prefix);
    if (!fine && fault.id == NULL && moves.list != NULL) {
        Py_DECREF(moves.list);
        return PyErr_NoMemory();
    }
    return moves.list;
}

static PyObject *list_moves(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    return list_turns(self, arguments, keywords, true);
}

static PyObject *list_steps(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    return list_turns(self, arguments, keywords, false);
}

/* ---- what it is ---- */

static PyObject *write_form(PyObject *self, enum catasta_format form)
{
    struct buffer text = {0};
    const struct catasta_sink sink = buffer_sink(&text);
    return grown_text(&text, catasta_position_write(position_of(self), form, &sink));
}

static PyObject *position_line(PyObject *self)
{
    PyObject *line = write_form(self, CATASTA_POSITION);
    PyObject *stripped = line == NULL ? NULL : PyObject_CallMethod(line, "strip", NULL);
    Py_XDECREF(line);
    return stripped;
}

static PyObject *show_position(PyObject *self)
{
    PyObject *line = position_line(self);
    PyObject *shown = line == NULL
        ? NULL
        : PyUnicode_FromFormat("<catasta.Position %R %R>", ((struct position *)self)->ruleset, line);
    Py_XDECREF(line);
    return shown;
}

static PyObject *write_position(PyObject *self, PyObject *form)
{
    struct given word = {0};
    char name[16] = "";
    if (take_given(form, &word) && word.length < sizeof name)
        memcpy(name, word.bytes, word.length);
    drop_given(&word);
    if (PyErr_Occurred() != NULL)
        return NULL;
    enum catasta_format format = catasta_format_named(name);
    if (format == CATASTA_POSITION || format == CATASTA_TEXT || format == CATASTA_WORDS || format == CATASTA_SVG)
        return write_form(self, format);
    return PyErr_Format(PyExc_ValueError, "a position has the forms position, text, words and svg, not %R", form);
}

static PyObject *write_svg(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return write_form(self, CATASTA_SVG);
}

static Py_hash_t hash_position(PyObject *self)
{
    PyObject *line = position_line(self);
    Py_hash_t hash = line == NULL ? -1 : PyObject_Hash(line);
    Py_XDECREF(line);
    return hash;
}

static PyObject *compare_positions(PyObject *a, PyObject *b, int how)
{
    if (Py_TYPE(a) != Py_TYPE(b) || (how != Py_EQ && how != Py_NE)) {
        Py_INCREF(Py_NotImplemented);
        return Py_NotImplemented;
    }
    int same = PyObject_RichCompareBool(((struct position *)a)->ruleset, ((struct position *)b)->ruleset, Py_EQ);
    PyObject *line = same > 0 ? position_line(a) : NULL;
    PyObject *other = line != NULL ? position_line(b) : NULL;
    if (same > 0)
        same = other == NULL ? -1 : PyObject_RichCompareBool(line, other, Py_EQ);
    Py_XDECREF(line);
    Py_XDECREF(other);
    return same < 0 ? NULL : PyBool_FromLong((same > 0) == (how == Py_EQ));
}

static PyObject *see_position(PyObject *self, PyObject *seat)
{
    unsigned long number = PyLong_AsUnsignedLong(seat);
    if (PyErr_Occurred() != NULL)
        return NULL;
    if (number > catasta_position_seats(position_of(self)))
        return PyErr_Format(PyExc_ValueError, "there is no seat %R", seat);
    return position_object(
        catasta_position_seen(position_of(self), (unsigned)number), ((struct position *)self)->ruleset);
}

static PyObject *get_ruleset(PyObject *self, void *closure)
{
    PyObject *ruleset = ((struct position *)self)->ruleset;
    (void)closure;
    Py_INCREF(ruleset);
    return ruleset;
}

static PyObject *get_to_move(PyObject *self, void *closure)
{
    (void)closure;
    unsigned seat = catasta_position_to_move(position_of(self));
    return seat == 0 ? Py_BuildValue("") : PyLong_FromUnsignedLong(seat);
}

static PyObject *get_number(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(catasta_position_number(position_of(self)));
}

static PyObject *get_hash(PyObject *self, void *closure)
{
    (void)closure;
    uint64_t hash;
    return catasta_position_hash(position_of(self), &hash) ? PyLong_FromUnsignedLongLong(hash) : PyErr_NoMemory();
}

static const struct field outcome_fields[] = {
    FIELD("over", TRUTH, catasta_outcome, over, "Whether it is over on the board."),
    FIELD("ended", TRUTH, catasta_outcome, ended,
        "Over on the board, by resignation, or by a result that the record claims."),
    FIELD("reason", STRING, catasta_outcome, reason, "Why, in a word or two; None: undecided."),
    FIELD("winners", SEATS, catasta_outcome, winners, "The seats that have won."),
    FIELD("claim", TEXT, catasta_outcome, claim, "The result as written, in figures."),
    {0},
};
static PyTypeObject *outcome_type;

static PyObject *get_outcome(PyObject *self, void *closure)
{
    struct catasta_outcome outcome = {.size = sizeof outcome};
    (void)closure;
    catasta_position_outcome(position_of(self), &outcome);
    return new_tuple(outcome_type, outcome_fields, &outcome);
}

static const struct field seat_fields[] = {
    FIELD("name", STRING, catasta_seat, name, "\"White\"."),
    FIELD("side", NUMBER, catasta_seat, side, "Partners have the same, from 1."),
    FIELD("score", SIGNED, catasta_seat, score, "Its score, in parts of which"),
    FIELD("score_of", SIGNED, catasta_seat, score_of, "so many are one."),
    FIELD("won", TRUTH, catasta_seat, won, "Whether it has won."),
    {0},
};
static PyTypeObject *seat_type;

static PyObject *get_seats(PyObject *self, void *closure)
{
    struct catasta_seat seat = {.size = sizeof seat};
    PyObject *list = PyList_New(0);
    (void)closure;
    for (unsigned i = 1; list != NULL && catasta_position_seat(position_of(self), i, &seat); i++)
        if (!add_item(list, new_tuple(seat_type, seat_fields, &seat)))
            Py_CLEAR(list);
    return list;
}

static const struct field piece_fields[] = {
    FIELD("text", STRING, catasta_piece, text, "\"w\", \"R4\"."),
    FIELD("colour", STRING, catasta_piece, colour, "\"red\"; None: it has none."),
    FIELD("seat", ORDINAL, catasta_piece, seat, "Its owner."),
    {0},
};
static PyTypeObject *piece_type;

/* The pieces of cell or list I. */
static PyObject *pieces_of(
    PyObject *self, size_t i, bool (*get)(catasta_position *, size_t, size_t, struct catasta_piece *))
{
    struct catasta_piece piece;
    PyObject *list = PyList_New(0);
    for (size_t k = 0; list != NULL && get(position_of(self), i, k, &piece); k++)
        if (!add_item(list, new_tuple(piece_type, piece_fields, &piece)))
            Py_CLEAR(list);
    return list;
}

struct cell_values {
    struct catasta_cell cell;
    PyObject *pieces;
};
static const struct field cell_fields[] = {
    FIELD("name", STRING, cell_values, cell.name, "\"a1\"."),
    FIELD("x", SIGNED, cell_values, cell.x, "Half cell widths, to the right."),
    FIELD("y", SIGNED, cell_values, cell.y, "Rows, upwards."),
    FIELD("board", NUMBER, cell_values, cell.board, "Layers are boards, from 0."),
    FIELD("zone", ORDINAL, cell_values, cell.zone, "The seat that it is a castle or palace of."),
    FIELD("pawns", SEATS, cell_values, cell.pawns, "The seats of which a pawn is on it."),
    FIELD("closed", TRUTH, cell_values, cell.closed, "Whether no piece may be put on it."),
    FIELD("pieces", OBJECT, cell_values, pieces, "A list of Piece, bottom to top."),
    {0},
};
static PyTypeObject *cell_type;

static PyObject *get_cells(PyObject *self, void *closure)
{
    struct cell_values values = {.cell.size = sizeof values.cell};
    PyObject *list = PyList_New(0);
    (void)closure;
    for (size_t i = 0; list != NULL && catasta_position_cell(position_of(self), i, &values.cell); i++) {
        values.pieces = pieces_of(self, i, catasta_cell_piece);
        if (values.pieces == NULL || !add_item(list, new_tuple(cell_type, cell_fields, &values)))
            Py_CLEAR(list);
    }
    return list;
}

struct list_values {
    struct catasta_list list;
    PyObject *pieces;
};
static const struct field list_fields[] = {
    FIELD("name", STRING, list_values, list.name, "What it is called."),
    FIELD("stacked", TRUTH, list_values, list.stacked, "Whether its pieces are stacked, not side by side."),
    FIELD("pieces", OBJECT, list_values, pieces, "A list of Piece, bottom to top."),
    {0},
};
static PyTypeObject *list_type;

static PyObject *get_lists(PyObject *self, void *closure)
{
    struct list_values values = {.list.size = sizeof values.list};
    PyObject *list = PyList_New(0);
    (void)closure;
    for (size_t i = 0; list != NULL && catasta_position_list(position_of(self), i, &values.list); i++) {
        values.pieces = pieces_of(self, i, catasta_list_piece);
        if (values.pieces == NULL || !add_item(list, new_tuple(list_type, list_fields, &values)))
            Py_CLEAR(list);
    }
    return list;
}

static const struct field position_fields[] = {
    COMPUTED_FIELD("ruleset", get_ruleset, "The name of its ruleset."),
    COMPUTED_FIELD("to_move", get_to_move, "The seat to move, from 1; None: it is over."),
    COMPUTED_FIELD("number", get_number, "The number of the turn, as players count."),
    COMPUTED_FIELD("outcome", get_outcome, "An Outcome: whether it is over, why, and who has won."),
    COMPUTED_FIELD("seats", get_seats, "A list of Seat, in their order."),
    COMPUTED_FIELD("cells", get_cells, "A list of Cell, each with its pieces."),
    COMPUTED_FIELD("lists", get_lists, "A list of List: pieces that are not on a cell, such as hands."),
    COMPUTED_FIELD("hash", get_hash,
        "A number of 64 bits for the board, the hands and the side to move, without what counts turns; the same for\n"
        "positions that a symmetry of the game turns into each other, now and in later versions."),
    {0},
};

/* ---- the type ---- */

struct position_wish {
    PyObject *text;
    PyObject *tags;
};
static const struct option position_options[] = {
    OPTION("position", OBJECT, position_wish, text),
    OPTION("tags", OBJECT, position_wish, tags),
    {NULL, TRUTH, 0, NULL},
};

struct catasta_pair *tag_array(PyObject *tags, PyObject *held, size_t *count)
{
    static const struct option pair_options[] = {OPTION("name", STRING, catasta_pair, name),
        OPTION("value", STRING, catasta_pair, value), {NULL, TRUTH, 0, NULL}};
    Py_ssize_t room = tags == NULL ? 0 : PyDict_Check(tags) ? PyDict_Size(tags) : -1;
    PyObject *name;
    PyObject *value;
    Py_ssize_t place = 0;
    if (room < 0)
        return (struct catasta_pair *)PyErr_Format(PyExc_TypeError, "tags must be a dict, not %R", tags);
    struct catasta_pair *pairs = PyMem_Calloc((size_t)room + 1, sizeof *pairs);
    if (pairs == NULL)
        PyErr_NoMemory();
    for (*count = 0;
         pairs != NULL && tags != NULL && (Py_ssize_t)*count < room && PyDict_Next(tags, &place, &name, &value);
         ++*count) {
        PyObject *pair = name == Py_None || value == Py_None
            ? PyErr_Format(PyExc_TypeError, "tags are strings, not %R: %R", name, value)
            : Py_BuildValue("{s:O,s:O}", "name", name, "value", value);
        if (pair == NULL || !set_options(pair, &(struct option_table){pair_options, &pairs[*count]}, 1, held)) {
            PyMem_Free(pairs);
            pairs = NULL;
        }
        Py_XDECREF(pair);
    }
    return pairs;
}

static void refuse_given(const struct run *run, const struct catasta_fault *fault, const struct given *given)
{
    if (fault->id == NULL && run->told.length > 0)
        run_is_fine(run, false);
    else
        raise_fault(catasta_error, fault, given, NULL);
}

void refuse_start(
    const struct run *run, const struct catasta_fault *fault, const struct catasta_pair *pairs, size_t count)
{
    struct given given = {0};
    if (fault->tag < count)
        given = (struct given){NULL, pairs[fault->tag].value, strlen(pairs[fault->tag].value), true};
    refuse_given(run, fault, &given);
}

static catasta_position *start_position(struct run *run, const struct position_wish *wish)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct given given = {0};
    catasta_position *position = NULL;
    size_t count = 0;
    struct catasta_pair *pairs = tag_array(wish->tags, run->held, &count);
    if (pairs != NULL && wish->text == NULL) {
        position = catasta_position_start(run->session, NULL, pairs, count, &fault);
        if (position == NULL)
            refuse_start(run, &fault, pairs, count);
    } else if (pairs != NULL && take_given(wish->text, &given)) {
        position = catasta_position_read(run->session, NULL, given.bytes, given.length, &fault);
        if (position == NULL)
            refuse_given(run, &fault, &given);
    }
    drop_given(&given);
    PyMem_Free(pairs);
    return position;
}

static PyObject *new_position(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    struct position_wish wish = {0};
    PyObject *ruleset = NULL;
    PyObject *text = NULL;
    (void)type;
    if (!PyArg_ParseTuple(arguments, "O|O:Position", &ruleset, &text))
        return NULL;
    PyObject *all = keywords == NULL ? PyDict_New() : PyDict_Copy(keywords);
    struct run *run = all != NULL && PyDict_SetItemString(all, "ruleset", ruleset) == 0
        ? run_new(all, CATASTA_KEEP_POSITIONS, position_options, &wish)
        : NULL;
    if (text != NULL && text != Py_None)
        wish.text = text;
    if (wish.text == Py_None)
        wish.text = NULL;
    if (wish.tags == Py_None)
        wish.tags = NULL;
    catasta_position *position = run == NULL ? NULL : start_position(run, &wish);
    run_free(run);
    Py_XDECREF(all);
    return position == NULL ? NULL : position_object(position, ruleset);
}

static PyMethodDef position_methods[] = {
    {"play", play_turn, METH_O,
        "play($self, turn, /)\n--\n\nThe position after TURN, written as in a record, also \"resign\", \"pass\" or "
        "\"3|…\".\n\n"
        "Raises IllegalTurn, with its rule and with repairs, if it is not legal here."},
    {"moves", (PyCFunction)(void (*)(void))list_moves, METH_VARARGS | METH_KEYWORDS,
        "moves($self, /, prefix='')\n--\n\nA list of the legal turns that begin with PREFIX, as str, in no certain "
        "order.\n\n"
        "In a game with too many turns to list, the possible next steps: see steps(). Words that are always possible, "
        "such\n"
        "as \"resign\", are not in it."},
    {"steps", (PyCFunction)(void (*)(void))list_steps, METH_VARARGS | METH_KEYWORDS,
        "steps($self, /, prefix='')\n--\n\nThe same as a list of Move, which says whether each is a turn and whether "
        "it can go on."},
    {"seen", see_position, METH_O,
        "seen($self, seat, /)\n--\n\nWhat SEAT may see of it, as a position: hands that others hide are hidden. 0: "
        "what everybody may see."},
    {"write", write_position, METH_O,
        "write($self, form, /)\n--\n\nThe position as \"position\", a line that Position() reads; \"text\", a board; "
        "\"words\", for reading aloud; or \"svg\"."},
    {"svg", write_svg, METH_NOARGS, "svg($self, /)\n--\n\nA picture, as a self-contained SVG document."},
    {"_repr_svg_", write_svg, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static const PyType_Slot position_slots[] = {
    {Py_tp_new, new_position},
    {Py_tp_dealloc, free_position},
    {Py_tp_str, position_line},
    {Py_tp_repr, show_position},
    {Py_tp_hash, hash_position},
    {Py_tp_richcompare, compare_positions},
    {Py_tp_doc,
        "Position(ruleset, position=None, /, *, tags=None, rules=None, folders=())\n--\n\n"
        "A position: the start of RULESET, with TAGS, a dict, as in a record (Start, Colours, Hand1, …); or POSITION, "
        "a\n"
        "line as str() of a position gives it.\n\nPositions never change. Two are equal if they have the same ruleset "
        "and the same line. Raises CatastaError, with\n"
        ".id and .message, where there is no such ruleset or position."},
    {0, NULL},
};

bool add_position_types(PyObject *module)
{
    return (edit_type = add_tuple(module, "catasta.Edit", "A change of a text.", edit_fields)) != NULL &&
        (repair_type = add_tuple(module, "catasta.Repair", "What may have been meant.", repair_fields)) != NULL &&
        (move_type = add_tuple(module, "catasta.Move", "A turn, or the beginning of turns.", move_fields)) != NULL &&
        (outcome_type = add_tuple(module, "catasta.Outcome", "How a game ends.", outcome_fields)) != NULL &&
        (seat_type = add_tuple(module, "catasta.Seat", "A seat of a position.", seat_fields)) != NULL &&
        (piece_type = add_tuple(module, "catasta.Piece", "A piece.", piece_fields)) != NULL &&
        (cell_type = add_tuple(module, "catasta.Cell", "A cell and what is on it.", cell_fields)) != NULL &&
        (list_type = add_tuple(
             module, "catasta.List", "Pieces that are not on a cell, such as a hand.", list_fields)) != NULL &&
        (position_type = add_type(module, "catasta.Position", sizeof(struct position), position_fields,
             position_methods, position_slots)) != NULL;
}
