# SPDX-License-Identifier: MIT
"""Reads streams of the Arrow C data interface by ctypes alone: what is checked are the bytes."""
import ctypes as c


class Schema(c.Structure):
    pass


class Array(c.Structure):
    pass


class Stream(c.Structure):
    pass


SCHEMA, ARRAY, STREAM = c.POINTER(Schema), c.POINTER(Array), c.POINTER(Stream)
Schema._fields_ = [("format", c.c_char_p), ("name", c.c_char_p), ("metadata", c.c_char_p), ("flags", c.c_int64), ("n_children", c.c_int64),
                   ("children", c.POINTER(SCHEMA)), ("dictionary", SCHEMA), ("release", c.CFUNCTYPE(None, SCHEMA)), ("private", c.c_void_p)]
Array._fields_ = [("length", c.c_int64), ("null_count", c.c_int64), ("offset", c.c_int64), ("n_buffers", c.c_int64),
                  ("n_children", c.c_int64), ("buffers", c.POINTER(c.c_void_p)), ("children", c.POINTER(ARRAY)), ("dictionary", ARRAY),
                  ("release", c.CFUNCTYPE(None, ARRAY)), ("private", c.c_void_p)]
Stream._fields_ = [("get_schema", c.CFUNCTYPE(c.c_int, STREAM, SCHEMA)), ("get_next", c.CFUNCTYPE(c.c_int, STREAM, ARRAY)),
                   ("get_last_error", c.CFUNCTYPE(c.c_char_p, STREAM)), ("release", c.CFUNCTYPE(None, STREAM)), ("private", c.c_void_p)]

pointer_of = c.pythonapi.PyCapsule_GetPointer
pointer_of.restype = c.c_void_p
pointer_of.argtypes = [c.py_object, c.c_char_p]

NUMBERS = {b"L": c.c_uint64, b"I": c.c_uint32, b"C": c.c_uint8}


class ArrowError(Exception):
    pass


def bits(at, count):
    whole = c.string_at(at, (count + 7) // 8)
    return [bool(whole[i // 8] >> i % 8 & 1) for i in range(count)]


def column(schema, array):
    """The values of a column, None for null."""
    buffers = [array.buffers[i] for i in range(array.n_buffers)]
    count = array.length
    assert array.offset == 0 and (buffers[0] or array.null_count == 0) and all(buffers[1:])
    valid = bits(buffers[0], count) if buffers[0] else [True] * count
    assert valid.count(False) == array.null_count
    if schema.format in NUMBERS:
        values = list(c.cast(buffers[1], c.POINTER(NUMBERS[schema.format]))[:count])
    elif schema.format == b"b":
        values = bits(buffers[1], count)
    else:
        offsets = c.cast(buffers[1], c.POINTER(c.c_int32))[:count + 1]
        assert offsets[0] == 0 and sorted(offsets) == offsets
        if schema.format == b"u":
            items = c.string_at(buffers[2], offsets[count])
        else:
            assert schema.format == b"+l" and array.n_children == 1
            items = column(schema.children[0].contents, array.children[0].contents)
            assert len(items) == offsets[count]
        values = [items[offsets[i]:offsets[i + 1]] for i in range(count)]
        if schema.format == b"u":
            values = [value.decode("utf-8", "surrogateescape") for value in values]
    return [value if there else None for value, there in zip(values, valid)]


def schema_of(table):
    """A list of (name, format)."""
    capsule = table.__arrow_c_schema__()
    schema = c.cast(pointer_of(capsule, b"arrow_schema"), SCHEMA).contents
    return [(schema.children[i].contents.name.decode(), schema.children[i].contents.format.decode()) for i in range(schema.n_children)]


def batches(table, most=None):
    """Batches of a table, each a dict of columns; at most so many, then the stream is dropped."""
    capsule = table.__arrow_c_stream__()
    stream = c.cast(pointer_of(capsule, b"arrow_array_stream"), STREAM)
    schema = Schema()
    assert stream.contents.get_schema(stream, c.byref(schema)) == 0 and schema.format == b"+s"
    while most is None or most > 0:
        array = Array()
        if stream.contents.get_next(stream, c.byref(array)) != 0:
            raise ArrowError(stream.contents.get_last_error(stream).decode("utf-8", "surrogateescape"))
        if not array.release:
            break
        assert array.n_children == schema.n_children and array.length <= 65536
        children = [(schema.children[i].contents, array.children[i].contents) for i in range(schema.n_children)]
        assert all(one.length == array.length for _, one in children)
        yield {one.name.decode(): column(one, values) for one, values in children}
        array.release(c.byref(array))
        most = None if most is None else most - 1
    schema.release(c.byref(schema))


def rows(table):
    return [dict(zip(batch, values)) for batch in batches(table) for values in zip(*batch.values())]


def drain(table):
    """Takes all batches without a look at them; how many rows there are."""
    stream = c.cast(pointer_of(capsule := table.__arrow_c_stream__(), b"arrow_array_stream"), STREAM)
    count = 0
    while capsule:
        array = Array()
        if stream.contents.get_next(stream, c.byref(array)) != 0:
            raise ArrowError(stream.contents.get_last_error(stream).decode())
        if not array.release:
            return count
        count += array.length
        array.release(c.byref(array))
