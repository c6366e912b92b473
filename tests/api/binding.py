# SPDX-License-Identifier: MIT
"""The part of catasta.h that api.py uses, for ctypes."""
import ctypes as c

NOWHERE = 0xFFFFFFFF
ERROR, WARNING, NOTE, IGNORED = range(4)
COMPLETE, CAN_GO_ON = 1, 2
SEATS = 8
COUNTED = 0

WRITE = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_void_p, c.c_size_t)
VISITOR = c.CFUNCTYPE(c.c_bool, c.c_void_p, c.c_void_p, c.c_size_t, c.c_uint)


class Sized(c.Structure):
    """A struct whose first member is its size."""

    def __init__(self, **values):
        super().__init__(size=c.sizeof(self), **values)


class Text(c.Structure):
    _fields_ = [("bytes", c.c_void_p), ("length", c.c_size_t)]

    def __str__(self):
        return c.string_at(self.bytes, self.length).decode() if self.bytes else ""


class Span(c.Structure):
    _fields_ = [("begin", c.c_uint64), ("end", c.c_uint64)]

    def of(self, source):
        return source[self.begin:self.end]


class Sink(c.Structure):
    _fields_ = [("write", WRITE), ("context", c.c_void_p)]


class Plies(c.Structure):
    _fields_ = [("first", c.c_long), ("last", c.c_long)]


class Setting(c.Structure):
    _fields_ = [("severity", c.c_int), ("ids", c.c_char_p)]


class Options(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("ruleset", c.c_char_p), ("force_ruleset", c.c_bool), ("rules", c.c_char_p),
        ("folders", c.POINTER(c.c_char_p)), ("settings", c.POINTER(Setting)), ("setting_count", c.c_size_t),
        ("keep", c.c_int), ("plies", c.POINTER(Plies)), ("expect", c.c_bool), ("boards", c.c_bool),
        ("colour", c.c_bool), ("unicode", c.c_bool), ("plain", c.c_bool), ("count_illegal", c.c_bool),
        ("adjudicate", c.c_bool)]


class Info(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("number", c.c_uint32), ("line", c.c_uint32), ("column", c.c_uint32),
        ("offset", c.c_uint64), ("source", Text), ("ruleset", Text), ("game", Text), ("seats", c.c_uint),
        ("plies", c.c_uint32), ("errors", c.c_uint32), ("cascaded", c.c_uint32), ("warnings", c.c_uint32),
        ("notes", c.c_uint32), ("expected", c.c_uint32), ("legal", c.c_bool), ("judged", c.c_bool),
        ("readable", c.c_bool), ("unplayed", c.c_bool), ("file", Text), ("result", Span), ("form", c.c_char_p),
        ("cut", c.c_bool), ("tags", c.c_size_t), ("nodes", c.c_size_t), ("diagnostics", c.c_size_t),
        ("timed_turns", c.c_uint32), ("milliseconds", c.c_uint64)]


class Node(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("text", Text), ("span", Span), ("parent", c.c_uint32), ("next", c.c_uint32),
        ("variation", c.c_uint32), ("ply", c.c_uint32), ("number", c.c_uint32), ("depth", c.c_uint),
        ("seat", c.c_uint), ("verdict", c.c_int), ("diagnostic", c.c_uint32)]


class Remark(Sized):
    _fields_ = [("size", c.c_size_t), ("text", Text), ("span", Span), ("glyph", c.c_bool), ("before", c.c_bool)]


class Diagnostic(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("id", c.c_char_p), ("severity", c.c_int), ("span", Span), ("turn", Span),
        ("line", c.c_uint32), ("column", c.c_uint32), ("ply", c.c_uint32), ("number", c.c_uint32),
        ("seat", c.c_uint), ("in_variation", c.c_bool), ("cascaded", c.c_bool), ("continued", c.c_int),
        ("board", Text), ("board_within", c.c_bool), ("advice", Text), ("repairs", c.c_size_t), ("node", c.c_uint32)]


class Edit(c.Structure):
    _fields_ = [("span", Span), ("text", Text)]


class Repair(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("kind", c.c_char_p), ("confidence", c.c_int), ("turn", Text), ("ply", c.c_uint32),
        ("number", c.c_uint32), ("seat", c.c_uint), ("open", c.c_bool), ("legal", c.c_uint32), ("whole", c.c_bool),
        ("edit_count", c.c_size_t), ("edits", Edit * 2)]


class Seat(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("player", Text), ("name", c.c_char_p), ("side", c.c_uint), ("score", c.c_int32),
        ("score_of", c.c_int32), ("won", c.c_bool)]


class Outcome(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("over", c.c_bool), ("reason", c.c_char_p), ("winners", c.c_uint32), ("claim", Text),
        ("adjudicated", c.c_bool), ("scoring", c.c_int), ("ended", c.c_bool)]


class Entry(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("counted", c.c_int), ("unplayed", c.c_int), ("scoring", c.c_int),
        ("winners", c.c_uint32), ("halves", c.c_int32 * SEATS), ("places", c.c_uint * SEATS)]


class MatchRule(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("points", c.c_uint32), ("best_of", c.c_uint32), ("winner_starts", c.c_bool)]


class Fault(Sized):
    _fields_ = [("size", c.c_size_t), ("id", c.c_char_p), ("message", Text), ("advice", Text), ("board", Text),
                ("span", Span), ("tag", c.c_uint32), ("severity", c.c_int), ("turn", Text), ("repairs", c.c_size_t)]


class Pair(c.Structure):
    _fields_ = [("name", c.c_char_p), ("value", c.c_char_p)]


class Cell(Sized):
    _fields_ = [
        ("size", c.c_size_t), ("name", c.c_char_p), ("x", c.c_int), ("y", c.c_int), ("board", c.c_uint),
        ("zone", c.c_uint), ("pawns", c.c_uint32), ("height", c.c_size_t),
        ("closed", c.c_bool)]


class Piece(c.Structure):
    _fields_ = [("text", c.c_char_p), ("colour", c.c_char_p), ("seat", c.c_uint)]


class List(Sized):
    _fields_ = [("size", c.c_size_t), ("name", c.c_char_p), ("stacked", c.c_bool), ("count", c.c_size_t)]


p, z, b, s = c.c_void_p, c.c_size_t, c.c_bool, c.c_char_p
FUNCTIONS = {
    "version": (s,),
    "session_new": (p, c.POINTER(Options), c.POINTER(Sink)),
    "session_free": (None, p),
    "input_bytes": (p, p, s, z, s),
    "input_close": (None, p),
    "input_next": (p, p),
    "input_error": (c.c_int, p),
    "game_info": (b, p, c.POINTER(Info)),
    "game_node": (b, p, z, c.POINTER(Node)),
    "game_remark": (b, p, z, z, c.POINTER(Remark)),
    "game_diagnostic": (b, p, z, c.POINTER(Diagnostic)),
    "game_message": (b, p, z, c.POINTER(Sink)),
    "game_repair": (b, p, z, z, c.POINTER(Repair)),
    "game_seat": (b, p, c.c_uint, c.POINTER(Seat)),
    "game_outcome": (b, p, c.POINTER(Outcome)),
    "game_entry": (b, p, c.POINTER(Entry)),
    "game_match": (b, p, c.POINTER(MatchRule)),
    "game_keep": (p, p),
    "game_free": (None, p),
    "game_position": (p, p, z),
    "format_named": (c.c_int, s),
    "write": (b, p, c.c_int, c.POINTER(Sink)),
    "position_start": (p, p, s, c.POINTER(Pair), z, c.POINTER(Fault)),
    "position_read": (p, p, s, s, z, c.POINTER(Fault)),
    "position_copy": (p, p),
    "position_free": (None, p),
    "position_play": (b, p, s, z, c.POINTER(Fault)),
    "position_repair": (b, p, z, c.POINTER(Repair)),
    "position_seen": (p, p, c.c_uint),
    "record_new": (p, p, s, c.POINTER(Pair), z, c.POINTER(Fault)),
    "record_free": (None, p),
    "record_play": (b, p, s, z, c.POINTER(Fault)),
    "record_comment": (b, p, s, z),
    "record_result": (b, p, s, z, c.POINTER(Fault)),
    "record_undo": (b, p),
    "record_position": (p, p),
    "record_game": (p, p),
    "position_moves": (b, p, s, z, VISITOR, p, c.POINTER(Fault)),
    "position_outcome": (b, p, c.POINTER(Outcome)),
    "position_seat": (b, p, c.c_uint, c.POINTER(Seat)),
    "position_seats": (c.c_uint, p),
    "position_to_move": (c.c_uint, p),
    "position_number": (c.c_uint32, p),
    "position_cell": (b, p, z, c.POINTER(Cell)),
    "position_list": (b, p, z, c.POINTER(List)),
    "cell_piece": (b, p, z, z, c.POINTER(Piece)),
    "list_piece": (b, p, z, z, c.POINTER(Piece)),
    "position_write": (b, p, c.c_int, c.POINTER(Sink)),
}


def load(path):
    """The library's functions as attributes, without their catasta_."""
    library = c.CDLL(path)
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(library, "catasta_" + name)
        function.restype = result
        function.argtypes = arguments
        setattr(library, name, function)
    return library


def collect(call, *arguments):
    """What CALL writes to the sink that is its last argument; None where it fails."""
    parts = []

    def take(_, data, length):
        parts.append(c.string_at(data, length))
        return True

    sink = Sink(write=WRITE(take))
    return b"".join(parts) if call(*arguments, c.byref(sink)) else None
