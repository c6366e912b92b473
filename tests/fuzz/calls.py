# SPDX-License-Identifier: MIT
"""Bytes as calls of the package, for python.c.  The first half of them are calls, each of which may take what earlier
ones returned; what is given as text is the rest.  Whatever is called with whatever, it returns or raises one of RAISED."""
import copy
import gc
import io
import itertools
import os
import pickle
import threading

import arrow
import catasta


class Boom(Exception):
    pass


class Trap:
    """What raises, or changes what it is in, whenever it is asked for something."""

    def __init__(self, what):
        self.what = what
        self.within = None

    def spring(self, *_):
        if self.within:
            self.within.clear()
            gc.collect()
        if self.what is Boom:
            raise Boom
        return self.what

    __fspath__ = __bool__ = __index__ = __len__ = __iter__ = __getitem__ = __hash__ = __eq__ = fileno = read = spring


class Name(str):
    pass


RAISED = (Boom, TypeError, ValueError, OverflowError, AttributeError, LookupError, StopIteration, OSError, catasta.CatastaError,
    arrow.ArrowError, pickle.PicklingError)
RULESETS = ["accasta-pari", "staku", "stakz", "staka", "stakd-2p", "hive", "tak-5", "tzaar", "dvonn", "focus", "lasca", "mixtour", "abande",
    "attangle"]
GAME = b'[Ruleset "accasta-pari"]\n[White "\xff"]\n\n1. c3:-d3 {a} c4:-d4 (e3:-e2 $1) 2. d3:-d9 e3:-e2 *\n\n[Ruleset "tak-5"]\n\n1. a1 e5 2. e4 *\n'
FUNCTIONS = [getattr(catasta, name) for name in sorted(catasta.__all__) if callable(getattr(catasta, name))]
SHORT = ["ruleset", "rules", "folders", "errors", "ignore", "where", "from_", "width", "name", "players", "seed", "position", "tags", "fix",
    "level", "lossy", "game", "ply", "cell_size", "theme", "css", "caption", "title", "diagrams", "first", "last", "jobs", "documents", "boards",
    "force_ruleset", "prefix", "print"]


def values():
    """Of every kind, new ones each time, since calls change some."""
    buffer = bytearray(GAME)
    trapped = {"Event": Trap("a"), "Site": "b", "Start": None}
    trapped["Event"].within = trapped
    yield from (None, True, 0, 1, -1, 2, 3, 60, 2**31 - 1, 2**31, 2**32, 2**63, -2**63 - 1, 10**400, 0.5, float("nan"), float("inf"))
    yield from ("", "\udcff", "\ud800", "a\0b", "\U0010ffff", Name("tak-5"), "sgn", "jsonl", "svg", "typed", "likely", "dark", "legal", "a1", "c3:-d3")
    yield from (GAME, GAME.decode("latin-1"), b"", b"\xff\0", buffer, memoryview(buffer), memoryview(buffer)[::-2], io.BytesIO(GAME), io.StringIO("1. a1"))
    yield from ([], (), {}, ["rulesets/tak.yaml", None], [b"\xff", "no/such"], ("syntax",), {None: None}, {"Start": 3, "\ud800": b"\0"}, trapped)
    yield from (Trap(Boom), Trap(None), Trap(3), Trap("samples/tak"), Trap(-1), object(), catasta, catasta.Game, "samples/tak/short.sgn", iter([buffer]))


def together(call, other):
    """Both calls at once; what the first returns."""
    def quietly():
        try:
            other()
        except RAISED:
            pass
    thread = threading.Thread(target=quietly)
    thread.start()
    try:
        return call()
    finally:
        thread.join()


UNARY = [next, iter, len, repr, str, hash, bool, list, copy.copy, pickle.dumps, memoryview, arrow.drain, arrow.rows, arrow.schema_of, os.fspath,
    gc.get_referrers, type, dir]


def run(code):
    half = len(code) // 2
    text, ops = code[half:], iter(code[:half])
    pool = [*RULESETS, text, text.decode("utf-8", "surrogateescape"), *values()]

    def take():
        return pool[-1 - next(ops, 0) % len(pool)]

    def call():
        """One call, with what it takes."""
        op = next(ops)
        target = take() if op >= 96 else None
        if op < 96:
            function = FUNCTIONS[op % len(FUNCTIONS)]
        elif op < 208:
            names = [name for name in dir(target) if not name.startswith("__")] or ["_"]
            function = getattr(target, names[next(ops, 0) % len(names)])
            if not callable(function):
                return lambda: function
        else:
            return lambda: UNARY[op % len(UNARY)](target)
        shape = next(ops, 0)
        given = [take() for _ in range(shape % 4)]
        named = {SHORT[next(ops, 0) % len(SHORT)]: take() for _ in range(shape // 4 % 4)}
        if function is catasta.explain and not (given and given[0]):
            given = ["move"]  # all of them take too long
        if function is catasta.perft:
            given[1:2] = [depth for depth in given[1:2] if not isinstance(depth, int) or not 1 < depth < 65]
        return lambda: function(*given, **named)

    for step in itertools.count():
        try:
            made = call()
        except RAISED:
            return step
        try:
            result = together(made, call()) if step % 8 == 7 else made()
            pool += itertools.islice(result, 3) if isinstance(result, (list, catasta.Games)) else [result]
        except RAISED:
            continue
