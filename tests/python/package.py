# SPDX-License-Identifier: MIT
"""Holds what the Python package says against the program: package.py PROGRAM, with the package installed.  Of all samples
and games of the corpus, whole and broken, both write the same bytes.  Ends with "N passed, N failed"."""
import ast
import gc
import gzip
import inspect
import io
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import tracemalloc

import catasta

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import arrow  # noqa: E402

program = sys.argv[1]
counts = [0, 0]


def check(holds, name, *facts):
    counts[not holds] += 1
    if not holds:
        print("failed:", name, *facts)


def same(ours, theirs, name):
    if ours == theirs:
        return check(True, name)
    at = next((i for i, (a, b) in enumerate(zip(ours or "", theirs or "")) if a != b), min(len(ours or ""), len(theirs or "")))
    check(False, name, f"at {at}:\n  {(ours or '')[at:at + 90]!r}\n  {(theirs or '')[at:at + 90]!r}")


def raises(kind, words, deed, name):
    try:
        deed()
    except kind as error:
        return check(words in str(error), name, repr(error))
    except Exception as error:
        return check(False, name, repr(error))
    check(False, f"{name}: nothing was raised")


def run(command, *words, file=None):
    options = {"env": {**os.environ, "LC_ALL": "C.UTF-8"}, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    out = subprocess.run([program, command, *words, *([file] if file else [])], check=False, **options).stdout
    return out.decode("utf-8", "surrogateescape")


# ---- the same bytes ----

SETTINGS = {"ruleset": "accasta-pari"}


def compare(path, name, forms=()):
    with open(path, "rb") as file:
        text = file.read()
    checked = run("check", "-r", "accasta-pari", "-f", "jsonl", file=path)
    games = list(catasta.read(path, **SETTINGS))
    same("".join(game.write("jsonl") for game in games), checked, f"{name}: check -f jsonl")
    same("".join(game.write("jsonl") for game in catasta.read(text, name=path, **SETTINGS)), checked, f"{name}: bytes")
    same(catasta.fmt(text, **SETTINGS).text or "", run("fmt", "-r", "accasta-pari", file=path), f"{name}: fmt")
    same(catasta.fix(text, level="likely", **SETTINGS).text or "", run("fmt", "-r", "accasta-pari", "--fix=likely", file=path),
         f"{name}: fmt --fix=likely")
    same(catasta.convert(text, from_="typed", **SETTINGS).text, run("convert", "-r", "accasta-pari", "--from=typed", file=path),
         f"{name}: convert --from=typed")
    for form in forms:
        same(catasta.convert(text, form, lossy=True, **SETTINGS).text,
             run("convert", "-r", "accasta-pari", "--lossy", f"--to={form}", file=path), f"{name}: convert --to={form}")
    return games


def compare_parts(path, games):
    rows = [json.loads(line) for line in run("table", "-r", "accasta-pari", "-f", "jsonl", file=path).splitlines()]
    ours = []
    for game in games:
        for node in [game.start, *game.main_line] if game.number and game.start else []:
            ours.append((node.ply, node.text, node.verdict if node.ply else None, str(node.position) if node.position else None))
    same(str(ours), str([tuple(row[key] for key in ("ply", "turn", "verdict", "position")) for row in rows]), f"{path}: table")
    first = next((game for game in games if game.number == 1), None)
    if first is None:
        return
    drawn = next(game for game in catasta.read(path, boards=True, **SETTINGS) if game.number == 1)  # with what is refused
    same(drawn.picture() or "", run("show", "-r", "accasta-pari", "-f", "svg", file=path), f"{path}: show -f svg")
    if first.start is None:
        return
    last = [node for node in [first.start, *first.main_line] if node.ply == 0 or node.verdict == "legal"][-1]
    moves = run("moves", "-r", "accasta-pari", "-p", str(last.ply), file=path).splitlines()
    same("\n".join(sorted(last.position.moves())), "\n".join(sorted(moves)), f"{path}: moves")
    check(all(node.game is first and (node.parent is None or node in [node.parent.next, *node.parent.next.variations] or node.depth)
              for node in first.nodes), f"{path}: links of nodes")
    check(all(first.source[node.span].strip() for node in first.main_line), f"{path}: places of nodes")


def compare_files():
    files = subprocess.run(["git", "ls-files", "*.sgn"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    for path in files:
        compare_parts(path, compare(path, path, ("ptn", "uhp", "abstractplay")))
    tally = catasta.check(files, jobs=2, **SETTINGS)
    games = [game for path in files for game in catasta.read(path, **SETTINGS)]
    same(str((tally.games, tally.plies, tally.errors, tally.warnings)),
         str((sum(game.number > 0 for game in games), sum(game.plies for game in games), sum(game.errors for game in games),
              sum(game.warnings for game in games))), "check counts what reading finds")
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for path in files[::4]:
            with open(path, "rb") as file:
                text = bytearray(file.read())
            for _ in range(6):
                text[chance.randrange(len(text))] = chance.choice([chance.randrange(256), text[chance.randrange(len(text))]])
            broken = os.path.join(folder, os.path.basename(path))
            with open(broken, "wb") as file:
                file.write(text[:chance.choice([len(text), chance.randrange(len(text))])])
            compare(broken, f"{path}, broken")


    compare_tables(files)


def compare_tables(files):
    """Rows of games with what reading finds, rows of plies with those of the program, for any number of threads."""
    rows = arrow.rows(catasta.games(files, jobs=2, **SETTINGS))
    same(str(rows), str(arrow.rows(catasta.games(files, jobs=1, **SETTINGS))), "rows of games for one thread and two")
    ours = []
    for path in files:
        for game in catasta.read(path, **SETTINGS):
            if game.number == 0:
                continue
            errors = [fault for fault in game.diagnostics if fault.severity == "error"]
            tags = [game.tags.get(name) for name in ("Event", "Site", "Date", "Round")]
            moves = [node.text for node in game.main_line]
            clocks = [(re.findall(r"\[%clk\s+([^\]]*?)\s*\]", " ".join(node.comments)) or [None])[-1] for node in game.main_line]
            ours.append([path, game.offset, len(game.source), game.line, game.number, game.ruleset if game.game else None, game.game, *tags,
                         game.players, game.result, list(game.winners), game.reason, game.plies, game.legal, game.errors,
                         errors[0].id if errors else None, errors[0].ply if errors else None, moves, clocks if any(clocks) else None])
    theirs = [list(row.values())[:-1] for row in rows]
    check(len(ours) == len(theirs) > 300, "as many rows as games", len(ours), len(theirs))
    for one, other in zip(ours, theirs):
        clean = [json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogateescape").decode("utf-8", "replace") for value in one]
        same("\n".join(clean), "\n".join(json.dumps(value, ensure_ascii=False) for value in other), f"{one[0]}: row of game {one[4]}")
    legal = [game for path in files for game in catasta.read(path, **SETTINGS) if game.number]
    for game, row in zip(legal, rows):
        if game.legal and game.main_line and game.main_line[-1].verdict == "legal":
            check(row["hash"] == game.main_line[-1].position.hash, f"{row['file']}: hash")
    plies = arrow.rows(catasta.plies(files, jobs=2, **SETTINGS))
    table = [json.loads(line) for line in run("table", "-r", "accasta-pari", "-f", "jsonl", *files).splitlines()]
    check(len(plies) == len(table) and list(plies[0]) == list(table[0]), "rows and columns of plies", len(plies), len(table))
    same("\n".join(map(str, plies)), "\n".join(map(str, table)), "rows of plies")


# ---- what only the package has ----

SLIP = '[Ruleset "accasta-pari"]\n[White "Ærø 😀"]\n\n{😀} 1. c3:-d3 $1 {good} (1. b4:2-c5) e3:-e2 *\n'


def positions():
    start = catasta.Position("accasta-pari")
    check(len(start.moves()) == 192 == catasta.perft("accasta-pari", 1), "turns and their count")
    after = start.play("c3:-d3")
    check((start.to_move, after.to_move, after.number) == (1, 2, 1), "a position never changes")
    check(start == catasta.Position("accasta-pari") != after and hash(start) == hash(catasta.Position("accasta-pari")), "equality")
    check(start != catasta.Position("accasta") and {start: 1}[catasta.Position("accasta-pari")] == 1, "of rulesets, too")
    check(catasta.Position("accasta-pari", str(after)) == after, "a position is read as it is written")
    check(start.play("c3:-d3").hash == after.hash != start.hash, "hashes")
    check(all(len(start.write(form)) > 40 for form in ("text", "words", "svg")) and start.svg() == start._repr_svg_(), "forms")
    check(any(cell.name == "d3" and len(cell.pieces) == 1 for cell in after.cells), "cells and what is on them")
    check(after.moves("e3") and all(move.startswith("e3") for move in after.moves("e3")) and after.moves("z") == [], "a prefix")
    check([step.text for step in start.steps()] == start.moves() and all(step.whole for step in start.steps()), "steps")
    check(start.outcome.over is False and start.play("resign").outcome.ended and start.play("resign").outcome.winners == (2,),
          "outcomes", start.play("resign").outcome)
    hands = {"Hand1": "R3 R4 O1 O5 G1 G4 B1 B4 P1 P5", "Hand2": "R1 R4 O4 O5 G1 G2 B2 B3 P2 P4", "Start": "G3 B5"}
    hidden = catasta.Position("stakz", tags=hands)
    check([bool(re.search(r"R3\.R4", str(hidden.seen(seat)))) for seat in (1, 2, 0)] == [True, False, False], "what a seat may see")
    check(any(step.open and not step.whole for step in hidden.steps()), "a game with too many turns to list has steps")
    try:
        start.play("b4:3-c5😀")
        check(False, "an illegal turn is played")
    except catasta.IllegalTurn as fault:
        check(fault.id and fault.message == str(fault) and 0 <= fault.span.start <= fault.span.stop <= len("b4:3-c5😀"), "a fault", vars(fault))
    try:
        start.play("b4:-c6")
        check(False, "an illegal turn is played")
    except catasta.IllegalTurn as fault:
        check(fault.repairs and start.play(fault.repairs[0].turn), "repairs of a turn can be played", vars(fault))
        edit = fault.repairs[0].edits[0]
        check(start.play("b4:-c6"[:edit.span.start] + edit.text + "b4:-c6"[edit.span.stop:]), "and made", fault.repairs)
    check(catasta.Position("tak-5", rules="komi=2").ruleset == "tak-5", "parameters")
    raises(catasta.CatastaError, "unknown ruleset 'nothing'", lambda: catasta.Position("nothing"), "an unknown ruleset")
    raises(catasta.CatastaError, "control character", lambda: catasta.Position("staku", "\0\udc80"), "no position")
    raises(catasta.CatastaError, "", lambda: catasta.Position("stakz", tags={"Start": "\udcff"}), "no tag")
    raises(ValueError, "null byte", lambda: catasta.Position("a\0b"), "a NUL in a name")
    raises(UnicodeEncodeError, "surrogates", lambda: catasta.Position("\ud800"), "half of a pair of UTF-16")
    raises(ValueError, "no seat", lambda: start.seen(3), "no such seat")
    raises(ValueError, "not 'pdf'", lambda: start.write("pdf"), "no such form")
    raises(TypeError, "str or bytes", lambda: start.play(3), "no turn")
    for turn in "", "\0", b"\xff\xfe", "\udcff", "c3" * 10000, "😀" * 100, memoryview(b"c3:-d9"), bytearray(b"(" * 1000):
        raises(catasta.IllegalTurn, "", lambda turn=turn: start.play(turn), f"hostile turn {turn[:9]!r}")
    raises(catasta.CatastaError, "too many turns", lambda: catasta.perft("stakz", 1), "no perft")
    raises(ValueError, "64", lambda: catasta.perft("staku", 65), "too deep")
    raises(ValueError, "whole number", lambda: catasta.perft("staku", 2**32), "far too deep")
    for tags in ({"Start": None}, {None: "x"}):
        raises(TypeError, "tags are strings", lambda: catasta.Position("staku", tags=tags), "a tag that is none")
        raises(TypeError, "tags are strings", lambda: catasta.record("staku", tags), "a tag that is none, of a record")


def games():
    [game] = catasta.read(SLIP.encode())
    check(game.tags == {"Ruleset": "accasta-pari", "White": "Ærø 😀"} and game.players == ["Ærø 😀", None], "tags", game.tags)
    first, second = game.main_line
    check((first.text, first.seat, first.glyphs, first.comments) == ("c3:-d3", 1, ["$1"], ["good"]), "a node", first.comments)
    check([node.text for node in first.variations] == ["b4:2-c5"] and first.variations[0].depth == 1, "a variation")
    check(second.parent == first and first.next == second and hash(first.next) == hash(second) and second.next is None, "links")
    check(game.source[first.span] == b"c3:-d3" and game.start.comments == ["😀"], "places", game.start.comments)
    check(second.position.play("b4:2-c5").to_move == 2 and game.result == "*" and game.legal, "the end")
    [wrong] = catasta.read(SLIP.replace("e3:-e2", "e3:9-e2").encode())
    [fault] = wrong.diagnostics
    check(fault.turn == "e3:9-e2" and fault.node.text == fault.turn and fault.repairs[0].turn == "e3:-e2" and fault.game is wrong, "a fault")
    [edit] = fault.repairs[0].edits
    repaired = wrong.source[:edit.span.start] + edit.text.encode() + wrong.source[edit.span.stop:]
    check(next(catasta.read(repaired)).legal and "e3:-e2" in fault.repairs[0].words, "a repair can be made", fault.repairs)
    check(len(game.pictures()) == 3 and game.picture(99) is None and "caption" not in game.picture(0, cell_size=20, theme="dark"), "pictures")
    raises(ValueError, "one of", lambda: game.picture(theme="pink"), "an unknown theme")
    raises(ValueError, "no form", lambda: game.write("pdf"), "an unknown form")
    for own in {"ignore": "all"}, {"ignore": ["all"]}, {"warnings": "errors"}:
        check(next(catasta.read(repaired + SLIP.encode().replace(b"-d3", b"-d9"), **own)).legal, f"settings {own}")
    raises(catasta.CatastaError, "nowhere/at-all", lambda: catasta.read(b"", ignore=["nowhere/at-all"]), "an unknown id")
    raises(TypeError, "no option 'rulset'", lambda: catasta.read(b"", rulset="tak-5"), "a misspelt option")
    raises(TypeError, "cannot create", lambda: type(game)(), "games are not made")
    check(len(list(catasta.read(SLIP.encode() * 3, where="white ~ Ærø"))) in (0, 3), "a condition")

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "é\udcff.sgn.gz")
        with gzip.open(path, "wb") as file:
            file.write(SLIP.encode() * 2)
        check(len(list(catasta.read(path))) == 2 == catasta.check(path).games, "a compressed file with an odd name")
        with open(path, "rb") as file, catasta.read(file) as read:
            check(next(read).number == 1 and file.closed is False, "an open file")
        check(list(read) == [], "and no more when it is closed")
        own = os.path.join(folder, "mine.yaml")
        with open(own, "w") as file:
            file.write("title: Mine\ngame: accasta\nextends: accasta-pari\n")
        check(catasta.Position("mine", folders=folder).to_move == 1, "a ruleset of one's own")
        check("mine" in dict(catasta.rulesets(folders=[folder])), "is listed", catasta.rulesets(folders=[folder]))
        with open(own, "w") as file:
            file.write("extends: [nonsense")
        raises(catasta.CatastaError, "mine.yaml:1", lambda: list(catasta.read(SLIP.replace("accasta-pari", "mine").encode(), folders=folder)),
               "a ruleset that cannot be used")
        raises(OSError, "nothing", lambda: catasta.check([path, os.path.join(folder, "nothing")]), "no file to check")
    check([game.number for game in catasta.read(io.BytesIO(SLIP.encode()))] == [1], "a file in memory")
    check([game.number for game in catasta.read(io.StringIO(SLIP))] == [1], "and one of text")
    raises(FileNotFoundError, "nothing.sgn", lambda: catasta.read("nothing.sgn"), "no file")
    raises(IsADirectoryError, "", lambda: list(catasta.read("samples")), "a folder")
    raises(TypeError, "expected", lambda: catasta.read(3), "nothing to read")
    odd = b'[Ruleset "accasta-pari"]\n[White "\xff"]\n\n1. c3:-d3 {\xfe \x00} *\n'
    [game] = catasta.read(odd)
    check(game.source == odd.strip() + b"\n" or game.source in odd, "bytes that are not UTF-8 stay", game.source)
    check(game.tags["White"].encode("utf-8", "surrogateescape").startswith(b"\xff"), "in tags", game.tags)
    same(str(catasta.fmt(odd.decode("utf-8", "surrogateescape"))), str(catasta.fmt(odd)), "and are taken back")
    check(catasta.fmt(SLIP.replace("e3:", "qq")).text is None and catasta.fmt("").text == "", "what has no canonical form")
    check(catasta.fix(SLIP.replace("e3:-e2", "e3:9-e2"), level="likely").text.count("e3:-e2") == 1, "fix")
    check(catasta.convert(SLIP, "ptn").left == 1 and "left out" in catasta.convert(SLIP, "ptn").told, "what a form cannot hold is left out")
    raises(ValueError, "sgn|abstractplay|ptn|uhp", lambda: catasta.convert(SLIP, "pdf"), "no such form")
    check("range" in catasta.explain("accasta/range") and "Ruleset" in catasta.tags and "game: tak" in catasta.ruleset("tak-5"), "rules")
    bad = catasta.check_ruleset("game: accasta\nbord: 3\n")
    check(any(one.line == 2 and "board" in one.advice for one in bad), "a ruleset with a problem", bad)
    check(catasta.check_ruleset(b"title: Mine\ngame: staku\nextends: staku\n") == [] and "$schema" in catasta.schema(), "and without")
    dealt = catasta.setup("stakz", players=3, seed=7)
    check(dealt == catasta.setup("stakz", players=3, seed=7) != catasta.setup("stakz", players=3, seed=8), "deals are made by a seed")
    tags = {tag["name"]: tag["value"] for tag in dealt["tags"] if tag["value"]}
    check(len(dealt["seats"]) == 3 and catasta.Position("stakz", tags=tags).moves(), "and begin a game", dealt)
    raises(catasta.CatastaError, "number of players", lambda: catasta.setup("tak-5", players=3), "setup for too many")
    check(catasta.check_ruleset("[" * 100000) and catasta.check_ruleset(b"\xff\0", name="a.yaml")[0].file == "a.yaml", "hostile YAML")
    raises(catasta.CatastaError, "accasta", lambda: catasta.explain("accasta/rnge"), "no such id")


def writing():
    """write and page give the bytes of the program, and records those of the game as read."""
    for path in "samples/accasta/castle-short.sgn", "samples/tak/won.sgn", "samples/hive/faults.sgn":
        with open(path, "rb") as file:
            text = file.read()
        for command, form, words, own in (
                ("check", "text", ["-f", "text"], {}), ("check", "sarif", ["-f", "sarif"], {}),
                ("check", "junit", ["-f", "junit"], {}), ("check", "github", ["-f", "github"], {}), ("score", "score", [], {}),
                ("score", "score-tsv", ["-f", "tsv", "-v"], {"verbose": True}), ("replay", "replay", [], {}),
                ("replay", "html", ["-f", "html"], {"title": os.path.basename(path)})):
            theirs = run(command, *words, file=path).splitlines(True)
            theirs = theirs[:-1] if form == "text" else theirs[1:] if form == "score-tsv" else theirs  # without sum and heading
            same(catasta.write(form, text, name=path, **own), "".join(theirs), f"{path}: {form} {own}")
        check(catasta.page(text, name=path) == catasta.write("html", text, name=path), f"{path}: a page")
    check(catasta.write("html", b"") == catasta.write("sgn", b"no game") == "", "no game is no page")
    check("<html" in catasta.page(b"", ruleset="tak-5"), "or that of the start of a ruleset")
    check(catasta.write("sgn", SLIP * 2, game=2) == catasta.write("sgn", SLIP), "one game")
    check(catasta.write("quiet", SLIP) == "", "nothing")
    raises(ValueError, "no form 'pdf'", lambda: catasta.write("pdf", SLIP), "no such form")
    raises(ValueError, "css contains", lambda: catasta.page(SLIP, css="</style>"), "a hostile style sheet")
    [game] = catasta.read(SLIP.encode())
    film = game.animation(0.5, theme="dark")
    check(film.startswith("<svg") and "animation" in film and game.animation(first=90) is None, "pictures that move", film[:200])
    raises(ValueError, "seconds must", lambda: game.animation(float("nan")), "no time")


def records():
    record = catasta.record("accasta-pari", {"White": "Ærø 😀"})
    record.comment("before")
    check(record.play("c3:1-d3") == "c3:-d3" and record.position.to_move == 2, "a turn in canonical form")
    made = record.game
    try:
        record.play("e3:-e9")
        check(False, "an illegal turn is played")
    except catasta.IllegalTurn as fault:
        check(fault.id and fault.repairs and record.position == made.main_line[-1].position, "a refused turn", vars(fault))
        record.play(fault.repairs[0].turn)
    record.comment("} 1. b4:2-c5 *")
    raises(catasta.CatastaError, "", lambda: record.result("what"), "no result")
    record.result("1/2-1/2")
    raises(catasta.IllegalTurn, "", lambda: record.play("b4:2-c5"), "a turn after the result")
    [again] = catasta.read(str(record).encode())
    check(again.legal and again.plies == 2 and again.tags["White"] == "Ærø 😀" and again.main_line[0].text == "c3:-d3", "is read", str(record))
    check(record.write("sgn") == str(record) == str(record.game) and made.plies == 1, "a game that was taken stays")
    check([record.undo(), record.undo(), record.undo(), record.undo()] == [True, True, True, False] and record.game.plies == 0, "undo")
    raises(catasta.CatastaError, "unknown ruleset", lambda: catasta.record("nothing"), "an unknown ruleset")
    raises(catasta.CatastaError, "", lambda: catasta.record("stakz", {"Start": "\udcff"}), "no such start")
    raises(TypeError, "tags must", lambda: catasta.record("staku", 3), "no tags")
    raises(TypeError, "str or bytes", lambda: record.play(3), "no turn")
    raises(TypeError, "cannot create", lambda: type(record)(), "records are made by record()")


def stop(*_):
    raise TimeoutError("stopped")


def tables():
    table = catasta.games([])
    check(arrow.rows(table) == [] and [name for name, _ in arrow.schema_of(table)] == table.columns, "no games have the same columns")
    check(dict(arrow.schema_of(table))["moves"] == "+l" and catasta.plies([]).columns[3] == "ply", "columns", arrow.schema_of(table))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.sgn")
        with open(path, "wb") as file:
            file.write(SLIP.encode() * 70000)
        sizes = [len(batch["file"]) for batch in arrow.batches(catasta.games(path, jobs=2))]
        check(sizes == [65536, 70000 - 65536], "batches", sizes)
        before = in_use()
        numbers = [batch["game"][-1] for batch in arrow.batches(catasta.plies([path] * 3))]
        check(numbers[-1] == 70000 and len(numbers) == 10 and in_use() - before < 200 << 20, "memory of many batches", numbers, in_use() - before)
        for most in 0, 1, 2:
            check(len(list(arrow.batches(catasta.plies(path), most))) == most, f"a stream is dropped after {most} batches")
        gc.collect()
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        raises(TimeoutError, "stopped", lambda: catasta.check([path] * 100), "a signal ends check")
        with open(path, "wb") as file:
            file.write(b'[Ruleset "accasta-pari"]\n[White "\xff\xc3"]\n[Event "\xed\xa0\x80"]\n\n1. c3:-d3 *\n')
        [row] = arrow.rows(catasta.games(path))
        check(row["players"][0] == "\ufffd\ufffd" and row["event"] == "\ufffd" * 3, "text of columns is UTF-8", row)
        table = catasta.games(path)
        check(arrow.rows(table) == arrow.rows(table) and len(arrow.rows(catasta.games(path, where="plies > 1"))) == 0, "a table is read again")
        raises(arrow.ArrowError, "nothing: No such file", lambda: arrow.rows(catasta.games([path, os.path.join(folder, "nothing")])), "no file")
    raises(catasta.CatastaError, "x/y", lambda: catasta.games([], ignore="x/y"), "an unknown id")
    raises(TypeError, "no option", lambda: catasta.plies([], job=3), "a misspelt option of a table")
    raises(ValueError, "jobs must", lambda: catasta.games([], jobs=-1), "threads")
    raises(TypeError, "", lambda: catasta.games(3), "no files")


def hostile():
    """Input that means ill: an answer, in time, and the module goes on."""
    chance = random.Random(2)
    texts = {"variations in variations": SLIP.encode()[:-2] + b"(" * 100000, "an open brace": SLIP.encode()[:-2] + b"{" + b"x" * 10 ** 7,
             "no record": b"\0" * 10 ** 6, "any bytes": chance.randbytes(10 ** 6), "many games": SLIP.encode() * 2000}
    for name, text in texts.items():
        begin = time.process_time()
        for game in catasta.read(text):
            _ = game.tags, game.main_line, [(fault.message, fault.repairs) for fault in game.diagnostics], str(game), game.write("html")
        catasta.fix(text)
        check(time.process_time() - begin < 20, f"{name} takes {time.process_time() - begin} s")
        check(catasta.fmt(SLIP).left == 0, f"{name}: the module goes on")


# ---- memory and threads ----

def touch(game):
    """Everything that a game has."""
    for part in [game, *game.nodes, *game.diagnostics]:
        for name in dir(type(part)):
            if isinstance(inspect.getattr_static(type(part), name), type(type(game).line)):
                getattr(part, name)
    str(game), repr(game), game.picture()
    node = game.main_line[0]
    for name in dir(type(node.position)):
        if not name.startswith("__"):
            value = getattr(node.position, name)
            if name in ("moves", "steps", "svg"):
                value()
    try:
        node.position.play("f4:9-f3")
    except catasta.IllegalTurn as fault:
        str(fault)


def in_use():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def leaks():
    text = (SLIP + SLIP.replace("e3:-e2", "e3:9-e2")).encode() * 5
    failing = [lambda: catasta.Position("nothing"), lambda: catasta.read(b"", ignore="x/y"), lambda: catasta.read("nothing.sgn"),
               lambda: catasta.fmt(3), lambda: catasta.perft("stakz", 1), lambda: catasta.Position("staku", "x"),
               lambda: catasta.Position("staku", tags={"Start": 3}), lambda: catasta.record("staku", {"Start": "x"}),
               lambda: catasta.record("staku").play("x"), lambda: catasta.record("staku").result("x"), lambda: catasta.check(["nothing.sgn", 3])]

    def many(count):
        for _ in range(count // 10):
            for game in catasta.read(text):
                touch(game) if game.number < 3 else game.main_line
            next(catasta.read(text))
            for deed in failing:
                try:
                    deed()
                except (catasta.CatastaError, OSError, TypeError):
                    pass
            catasta.fix(text), catasta.convert(text, "ptn"), catasta.write("html", text)
            record = catasta.record("accasta-pari")
            record.play("c3:-d3"), record.comment("x"), record.position, record.game.animation(), str(record)
            catasta.check_ruleset("bord: 3"), catasta.rulesets()
            list(arrow.batches(catasta.plies("samples/tak/won.sgn"), count % 2)), catasta.games([]).__arrow_c_stream__()

    many(1000)
    gc.collect()
    watched = [None, True, catasta.Game, catasta.Node, catasta.Position, catasta.Diagnostic, catasta.Repair, catasta.IllegalTurn]
    before = in_use(), [sys.getrefcount(one) for one in watched], sys.getallocatedblocks()
    many(10000)
    gc.collect()
    after = in_use(), [sys.getrefcount(one) for one in watched], sys.getallocatedblocks()
    check(after[0] - before[0] < 4 << 20, f"10,000 games keep {after[0] - before[0]} bytes")
    check(all(b - a < 100 for a, b in zip(before[1], after[1])), "10,000 games keep references", before[1], after[1])
    check(after[2] - before[2] < 1000, f"10,000 games keep {after[2] - before[2]} blocks")
    tracemalloc.start()
    many(100)
    gc.collect()
    traced = tracemalloc.get_traced_memory()[0]
    many(1000)
    gc.collect()
    check(tracemalloc.get_traced_memory()[0] - traced < 50000, "traced memory", tracemalloc.get_traced_memory()[0] - traced)
    tracemalloc.stop()


def threads():
    counted = [0]
    ended = threading.Event()

    def count():
        while not ended.is_set():
            counted[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    begin = time.monotonic()
    catasta.perft("accasta-pari", 3)
    took = time.monotonic() - begin
    ended.set()
    other.join()
    check(took > 0.05 and counted[0] > took * 50, f"others run meanwhile: {counted[0]} times in {took} s")
    text = SLIP.encode() * 500
    found = []
    readers = [threading.Thread(target=lambda: found.append(sum(game.plies for game in catasta.read(text)))) for _ in range(4)]
    for one in readers:
        one.start()
    for one in readers:
        one.join()
    check(found == [1000] * 4, "four threads read", found)
    shared = catasta.read(text)
    taken = [0, 0]

    def take(i):
        while True:
            try:
                next(shared)
                taken[i] += 1
            except ValueError:
                continue
            except StopIteration:
                return

    readers = [threading.Thread(target=take, args=(i,)) for i in range(2)]
    for one in readers:
        one.start()
    for one in readers:
        one.join()
    check(sum(taken) == 500, "one reader in two threads", taken)


def out_of_memory():
    """With little memory: MemoryError, or all is fine; in a process of its own."""
    code = """
import catasta, resource
text = b'[Ruleset "accasta-pari"]\\n\\n' + b'1. c3:-d3 e3:-e2 {' + b'x' * 1000 + b'} *\\n\\n'
used = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()
ended = set()
for more in range(0, 60000000, 1500000):
    resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.getrlimit(resource.RLIMIT_AS)[1]))
    for deed in (lambda: [str(game) for game in catasta.read(text * 5000)], lambda: catasta.fix(text * 5000),
                 lambda: catasta.Position('accasta-pari').cells, lambda: catasta.convert(text * 5000, 'sgn')):
        try:
            deed()
            ended.add('fine')
        except MemoryError:
            ended.add('refused')
print(*sorted(ended))
"""
    done = subprocess.run([sys.executable, "-I", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    check(done.returncode == 0 and done.stdout == "fine refused\n", "out of memory", done.returncode, done.stdout, done.stderr[-500:])


# ---- names ----

# Of the npm package, what has another name in Python, or none, and why.
OTHER_NAMES = {
    "load": "there is no module to load",
    "start": "Position(ruleset)",
    "position": "Position(ruleset, line); of a game start.position, main_line[-1].position",
    "Game.from": "offset", "Game.to": "source has the length", "Game.outcome": "result, in figures", "Game.free": "memory is Python's",
    "Game.position": "Node.position",
    "Node.variation": "variations", "Node.from": "span", "Node.to": "span", "Node.behind": "end",
    "Position.judge": "play raises IllegalTurn", "Position.data": "attributes", "Position.toString": "str()",
    "Position.point": "moves(prefix); targets are of pictures that are pointed at",
    "Position.copy": "positions never change", "Position.free": "memory is Python's",
    "Diagnostic.endColumn": "span", "Diagnostic.from": "span", "Diagnostic.to": "span",
    "Diagnostic.fix": "repairs[0].turn", "Diagnostic.confidence": "repairs[0].confidence",
    "Edit.line": "span", "Edit.column": "span", "Edit.endLine": "span", "Edit.endColumn": "span", "Edit.from": "span", "Edit.to": "span",
    "GameRecord.judge": "play raises IllegalTurn, and gives the turn", "GameRecord.toString": "str()",
    "GameRecord.free": "memory is Python's",
    "PositionData.over": "outcome.over", "PositionData.ended": "outcome.ended", "PositionData.reason": "outcome.reason",
    "Options.from": "from_, since from is a word of Python", "Options.rulesets": "folders",
}


def snake(name):
    return re.sub(r"[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def names():
    with open("packaging/npm/library.d.ts") as file:
        text = file.read()
    bodies = {name: body for name, body in re.findall(r"^export (?:interface|class) (\w+)[^{]*\{(.*?)^\}", text, re.M | re.S)}
    members = {name: re.findall(r"^    (?:static |readonly )*(\w+)\??[(:]", body, re.M) for name, body in bodies.items()}
    options = inspect.signature(catasta.write).parameters
    places = {"Catasta": catasta, "Game": catasta.Game, "Node": catasta.Node, "Position": catasta.Position,
              "PositionData": catasta.Position, "Move": catasta.Move, "GameRecord": catasta.GameRecord,
              "Diagnostic": catasta.Diagnostic, "Repair": catasta.Repair, "Edit": catasta.Edit, "Cell": catasta.Cell, "Piece": catasta.Piece}
    for kind, place in places.items():
        for name in members[kind]:
            key = name if kind == "Catasta" else f"{kind}.{name}"
            check(name == "constructor" or key in OTHER_NAMES or hasattr(place, snake(name)), f"{key} of npm is {snake(name)}")
    for name in members["Options"] + members["WriteOptions"] + members["PictureOptions"]:
        check(f"Options.{name}" in OTHER_NAMES or snake(name) in options, f"option {name} of npm is {snake(name)}")
    for key in OTHER_NAMES:
        kind, _, name = key.rpartition(".")
        check(name in members[kind or "Catasta"] or name in bodies, f"{key} is in npm")


def stubs():
    """The types name all that there is, with the same parameters, and nothing else; and everything has a docstring."""
    folder = os.path.dirname(catasta.__file__)
    check(os.path.exists(os.path.join(folder, "py.typed")), "py.typed")
    with open(os.path.join(folder, "__init__.pyi")) as file:
        tree = ast.parse(file.read())
    typed = {}
    shared = {}
    for item in tree.body:
        if isinstance(item, ast.ClassDef) and item.name.startswith("_"):
            own = [line.target.id for line in item.body if isinstance(line, ast.AnnAssign)]
            shared[item.name] = sum((shared.get(base.id, []) for base in item.bases if isinstance(base, ast.Name)), []) + own
        elif isinstance(item, (ast.ClassDef, ast.FunctionDef)):
            typed[item.name] = item

    def parameters(function):
        names = [one.arg for one in function.args.posonlyargs + function.args.args + function.args.kwonlyargs]
        options = shared[function.args.kwarg.annotation.slice.id] if function.args.kwarg else []
        return sorted(names + options)

    same(str(sorted([*typed, "tags", "version"])), str(sorted(catasta.__all__)), "types of what is exported")
    for name, item in typed.items():
        real = getattr(catasta, name)
        check(real.__doc__, f"{name} has a docstring")
        if isinstance(item, ast.FunctionDef):
            same(str(parameters(item)), str(sorted(inspect.signature(real).parameters)), f"types of {name}()")
            continue
        described = {one.target.id if isinstance(one, ast.AnnAssign) else one.name for one in item.body
                     if isinstance(one, (ast.AnnAssign, ast.FunctionDef))}
        if issubclass(real, tuple):
            there = {one for one in vars(real) if not one.startswith("_") and not one.startswith("n_")}
        elif issubclass(real, Exception):
            there = described
        else:
            there = {one for one in vars(real) if not one.startswith("__") or one.startswith("__arrow")}
            there |= {one for one in described if one.startswith("__") and hasattr(real, one)}
        same(str(sorted(described)), str(sorted(there)), f"types of {name}")
        for function in item.body:
            if isinstance(function, ast.FunctionDef) and not function.name.startswith("_") and not function.decorator_list:
                same(str(parameters(function)), str(sorted(inspect.signature(getattr(real, function.name)).parameters)),
                     f"types of {name}.{function.name}()")
        for one in there:
            check(one.startswith("_") or issubclass(real, Exception) or getattr(real, one).__doc__, f"{name}.{one} has a docstring")


def main():
    suites = (names, stubs, positions, games, writing, records, tables, hostile, threads, leaks, out_of_memory, compare_files)
    wanted = [suite for suite in suites if suite.__name__ in sys.argv[2:]]
    for suite in wanted or suites:
        begin = time.monotonic()
        try:
            suite()
        except Exception:
            check(False, suite.__name__, traceback.format_exc())
        if "-v" in sys.argv:
            print(f"{suite.__name__}: {time.monotonic() - begin:.1f} s")
    print(f"{counts[0]} passed, {counts[1]} failed")
    sys.exit(counts[1] > 0)


main()
