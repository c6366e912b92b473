# SPDX-License-Identifier: MIT
"""Holds Table.to_pandas() against the batches that it comes from: frames.py PROGRAM, with the package and pandas
installed.  Ends with "N passed, N failed"."""
import gc
import os
import subprocess
import sys
import tempfile

import catasta
import pandas

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arrow  # noqa: E402

counts = [0, 0]


def check(holds, name, *facts):
    counts[not holds] += 1
    if not holds:
        print("failed:", name, *facts)


def plain(value):
    """What is missing in any of the ways of pandas, as None."""
    return value if isinstance(value, list) or not pandas.isna(value) else None


def same_rows(table, name):
    frame = table.to_pandas()
    rows = [{key: plain(value) for key, value in row.items()} for row in frame.to_dict("records")]
    check(list(frame) == table.columns and rows == arrow.rows(table), f"{name}: the rows of its batches")
    return frame


TYPES = {"file": "object", "offset": "uint64", "length": "uint64", "line": "UInt32", "number": "uint64", "plies": "UInt32",
         "legal": "bool", "first_error_ply": "UInt32", "moves": "object", "winners": "object", "hash": "UInt64"}


def main():
    files = subprocess.run(["git", "ls-files", "*.sgn"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    games = same_rows(catasta.games(files, ruleset="accasta-pari"), "games")
    same_rows(catasta.plies(files, jobs=2, ruleset="accasta-pari"), "plies")
    check(len(games) > 300 and games.plies.sum() > 2000 and games.clocks.notna().any(), "what is in it", games.describe())
    for frame in games, catasta.games([]).to_pandas(), games[:0]:
        check({name: str(frame[name].dtype) for name in TYPES} == TYPES, "types do not depend on the games", frame.dtypes)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.sgn")
        with open(path, "wb") as file:
            file.write(b'[Ruleset "accasta-pari"]\n[White "\xff"]\n\n1. c3:-d3 *\n\n' * 70000)
        many = same_rows(catasta.games(path), "several batches")
        check(many.players[69999] == ["\ufffd", None] and many.number[69999] == 70000, "the last row", many[-1:])
        for name, kind in ("nothing", OSError), (3, TypeError):
            try:
                catasta.games([path, name]).to_pandas()
                check(False, f"{name} is read")
            except kind as error:
                check(True, "an error", error)
        with open(os.path.join(folder, "mine.yaml"), "w") as file:
            file.write("extends: [nonsense")
        with open(path, "w") as file:
            file.write('[Ruleset "mine"]\n\n1. c3:-d3 *\n')
        try:
            catasta.games(path, folders=folder).to_pandas()
            check(False, "a ruleset that cannot be used")
        except catasta.CatastaError as error:
            check("mine.yaml:1" in str(error), "a ruleset that cannot be used", error)
    gc.collect()
    blocks = sys.getallocatedblocks()
    for _ in range(20):
        catasta.games(files[:20], ruleset="accasta-pari").to_pandas()
    gc.collect()
    check(sys.getallocatedblocks() - blocks < 500, "frames keep blocks", sys.getallocatedblocks() - blocks)
    print(f"{counts[0]} passed, {counts[1]} failed")
    sys.exit(counts[1] > 0)


main()
