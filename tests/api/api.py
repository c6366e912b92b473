# SPDX-License-Identifier: MIT
"""Uses the library from Python: api.py LIBRARY.  Prints what it finds, and "N passed, N failed"."""
import ctypes as c
import itertools
import random
import sys

import binding as b

BROKEN = b"""[Ruleset "accasta-pari"]
[White "Quinn"]
[Black "Rosa"]
[Result "0-1"]

1. c4:-d5 f2:2-e2 2. b4:2-d4 e3:xd4 3. a4:3-c4 d4:4xc3 4. c4:-f2,2-d4
g1:xf2,-e1 5. d5:xe4 f4:+f3,xe4 6. d4:xe4 e2:2+c3 7. e4:2-f4,xf3 c3:-c4,xb3 0-1
"""
WALKED = """[Ruleset "accasta-pari"]
[White "Mia"]
[Black "Noah"]
[Result "*"]

1. a1:3-b1 {Off the edge.} f3:2+e4 $1 2. b1:3-c1 e4:3-b5
(2... f4:-f3 {is slower and keeps the stack at home \u2013 safely.} 3. c1:3-e2) 3. a4:xb5 *
""".encode()
HANDS = [("Hand1", "R3 R4 O1 O5 G1 G4 B1 B4 P1 P5"), ("Hand2", "R1 R4 O4 O5 G1 G2 B2 B3 P2 P4"), ("Start", "G3 B5")]
STAKA = """GR@z26 BG@aa27 GR@z27 BG@y26 GW@y27 BW@z28 GW@aa26 BR@aa28 WR@y28 BW@aa29 BR@ab28 RW@z29
P@z26 P@y26""".split()
STARTS = [("accasta-pari", []), ("staku", []), ("stakz", HANDS), ("stakz", [("Start", "G5 R2")]), ("staka", []),
          ("stakd-elite", [])]

library = b.load(sys.argv[1])
counts = [0, 0]


def check(holds, what):
    counts[not holds] += 1
    if not holds:
        print(f"not ok {what}")


def written(position, form=b"position"):
    return b.collect(library.position_write, position, library.format_named(form))


def start(session, ruleset, tags):
    pairs = (b.Pair * max(1, len(tags)))(*[b.Pair(name.encode(), value.encode()) for name, value in tags])
    fault = b.Fault()
    position = library.position_start(session, ruleset.encode(), pairs, len(tags), c.byref(fault))
    check(position, f"{ruleset}: {fault.message}")
    return position


def play(position, text):
    fault = b.Fault()
    return library.position_play(position, text.encode(), len(text.encode()), c.byref(fault)) or fault


def moves(position, prefix):
    """What begins with PREFIX, each with its flags; or the fault."""
    found = []

    def visit(_, text, length, flags):
        found.append((c.string_at(text, length).decode(), flags))
        return True

    fault = b.Fault()
    data = prefix.encode()
    return found if library.position_moves(position, data, len(data), b.VISITOR(visit), None, c.byref(fault)) else fault


def read(session, text):
    """An input of TEXT, and its first game."""
    source = library.input_bytes(session, text, len(text), b"here.sgn")
    return source, library.input_next(source)


def get(struct, call, *arguments):
    found = struct()
    check(call(*arguments, c.byref(found)), f"{struct.__name__} of {arguments[1:]}")
    return found


def mend(session):
    source, game = read(session, BROKEN)
    before = get(b.Info, library.game_info, game)
    check(before.errors == 1 and not before.legal, "one error")
    text = before.source.bytes and c.string_at(before.source.bytes, before.source.length)
    check(text == BROKEN, "the source is what was given")
    mended = text
    for i in range(before.diagnostics):
        fault = get(b.Diagnostic, library.game_diagnostic, game, i)
        print(fault.line, fault.column, fault.id.decode(), b.collect(library.game_message, game, i).decode())
        check(fault.span.of(text) == b"4xc3" and fault.turn.of(text) == b"d4:4xc3", "where it is")
        check((fault.line, fault.column, fault.number, fault.seat) == (6, 51, 3, 2), "line, column, turn and seat")
        for k in range(fault.repairs):
            repair = get(b.Repair, library.game_repair, game, i, k)
            for edit in repair.edits[:repair.edit_count]:
                print("  ", repair.kind.decode(), edit.span.of(text).decode(), "->", edit.text)
                mended = text[:edit.span.begin] + str(edit.text).encode() + text[edit.span.end:]
    library.input_close(source)
    source, game = read(session, mended)
    after = get(b.Info, library.game_info, game)
    check(after.errors == 0 and after.legal and after.plies == 14, "mended")
    outcome = get(b.Outcome, library.game_outcome, game)
    check(outcome.over and outcome.winners == 2 and str(outcome.claim) == "0-1", "outcome")
    print("outcome:", outcome.reason.decode(), "winners", outcome.winners)
    entry = get(b.Entry, library.game_entry, game)
    check((entry.counted, entry.winners, entry.halves[:2], entry.places[:2]) == (b.COUNTED, 2, [0, 2], [2, 1]), "entry")
    rule = get(b.MatchRule, library.game_match, game)
    check((rule.points, rule.best_of, rule.winner_starts) == (0, 0, False), "how rounds make a match")
    seat = get(b.Seat, library.game_seat, game, 2)
    check(str(seat.player) == "Rosa" and seat.won and (seat.score, seat.score_of) == (1, 1), "seat 2")
    check(not library.game_seat(game, 3, c.byref(seat)), "no seat 3")
    library.input_close(source)


def walk(session):
    source, game = read(session, WALKED)
    size = get(b.Info, library.game_info, game).nodes
    check(size == 8, f"{size} nodes")

    def line(i, found):
        while i != b.NOWHERE:
            node = get(b.Node, library.game_node, game, i)
            check(node.span.of(WALKED).decode() == str(node.text), "text and span of a node")
            found.append("  " * node.depth + str(node.text))
            remark = b.Remark()
            k = 0
            while library.game_remark(game, i, k, c.byref(remark)):
                found.append("  " * node.depth + ("glyph " if remark.glyph else "says ") + str(remark.text))
                k += 1
            if node.variation != b.NOWHERE:
                line(node.variation, found)
            i = node.next
        return found

    found = line(get(b.Node, library.game_node, game, 0).next, [])
    print("\n".join(found))
    check(found == ["a1:3-b1", "says Off the edge.", "f3:2+e4", "glyph $1", "b1:3-c1", "e4:3-b5", "  f4:-f3",
                    "  says is slower and keeps the stack at home \u2013 safely.", "  c1:3-e2", "a4:xb5"], "the walk")
    check(not library.game_node(game, size, c.byref(b.Node())), "no node behind the last")
    position = library.game_position(game, 3)
    check(play(position, "f4:-f3") is True, "play on from a node")
    library.position_free(position)
    library.input_close(source)


def complete_turn(position, prefix=""):
    """Some turn, going on step by step where turns are not listed whole."""
    found = moves(position, prefix)
    check(isinstance(found, list) and found, f"ways to go on with '{prefix}'")
    found = [(text, flags) for text, flags in found if text != prefix]
    whole = [text for text, flags in found if flags & b.COMPLETE]
    if whole and (prefix or random.random() < 0.5 or len(whole) == len(found)):
        return random.choice(whole)
    text = random.choice([text for text, flags in found if flags & b.CAN_GO_ON])
    return complete_turn(position, text)


def any_turn(position):
    found = moves(position, "")
    if any(flags == b.CAN_GO_ON for _, flags in found):
        return complete_turn(position)
    return random.choice([text for text, flags in found if flags & b.COMPLETE])


def play_ten(session):
    for ruleset, tags in STARTS:
        position = start(session, ruleset, tags)
        played = []
        for _ in range(10):
            if library.position_to_move(position) == 0:
                break
            turn = any_turn(position)
            played.append(turn)
            check(play(position, turn) is True, f"{ruleset}: {turn}")
            text = written(position)
            again = library.position_read(session, ruleset.encode(), text, len(text), None)
            check(again and written(again) == text, f"{ruleset}: read again {text}")
            library.position_free(again)
        print(ruleset, " ".join(played))
        check(len(played) == 10, f"{ruleset}: ten turns")
        cell, of_list = b.Cell(), b.List()
        pieces = sum(cell.height for i in itertools.takewhile(
            lambda i: library.position_cell(position, i, c.byref(cell)), itertools.count()))
        lists = sum(of_list.count for i in itertools.takewhile(
            lambda i: library.position_list(position, i, c.byref(of_list)), itertools.count()))
        check(pieces + lists > 0, f"{ruleset}: pieces somewhere")
        check(b"<svg" in written(position, b"svg") and written(position, b"text"), f"{ruleset}: drawn")
        check(written(position, b"no form") is None, "no such form")
        library.position_free(position)


def complete(session):
    def begins(position, prefix, least, spelled=None):
        found = moves(position, prefix)
        spelled = spelled or prefix
        good = isinstance(found, list) and len(found) >= least and all(text.startswith(spelled) for text, _ in found)
        check(good, f"'{prefix}': {found if isinstance(found, list) else found.message}")

    def refused(position, prefix, name, begin, end):
        fault = moves(position, prefix)
        good = isinstance(fault, b.Fault) and fault.id == name.encode()
        check(good, f"'{prefix}' is {name}, not {fault if isinstance(fault, list) else fault.id}")
        if good:
            print(prefix, name, fault.message)
            check((fault.span.begin, fault.span.end) == (begin, end), f"'{prefix}': {fault.span.begin} {fault.span.end}")

    position = start(session, "accasta-pari", [])
    for prefix, least in [("", 100), ("b4:", 20), ("b4:2-", 3), ("b4:-c5,", 4)]:
        begins(position, prefix, least)
    begins(position, "b4:1-c5,", 4, "b4:-c5,")
    begins(position, " 1|b4:", 20, "b4:")
    refused(position, "b4:2-b3", "accasta/stack-limit", 3, 7)
    refused(position, "b4:2-b3,", "accasta/stack-limit", 3, 7)
    refused(position, "2|b4:", "record/wrong-turn", 0, 5)
    refused(position, "B4:2-c5", "syntax/turn", 0, 7)
    check(play(position, "resign") is True, "resign")
    refused(position, "", "record/after-end", 0, 0)
    library.position_free(position)
    position = start(session, "stakz", HANDS)
    begins(position, "R3>1,", 20)
    begins(position, "+", 20)
    begins(position, "B1>2, P1>2,", 20, "B1>2,P1>2,")
    refused(position, "R3>2,", "stakz/no-match", 0, 4)
    library.position_free(position)
    position = start(session, "staka", [("Colours", "GB")])
    begins(position, "GR@", 1)
    for turn in STAKA:
        check(play(position, turn) is True, turn)
    begins(position, "z26-z27,", 2)
    begins(position, "z26-z27,+G", 1)
    begins(position, "z26-z27, +G", 1, "z26-z27,+G")
    refused(position, "+GW", "syntax/turn", 0, 3)
    library.position_free(position)


def keep(session):
    source, game = read(session, WALKED)
    kept = library.game_keep(game)
    check(kept == game, "the same handle")
    library.input_close(source)
    library.session_free(session)
    check(get(b.Info, library.game_info, kept).plies == 5, "a kept game")
    check(str(get(b.Seat, library.game_seat, kept, 1).player) == "Mia", "its player")
    text = b.collect(library.write, kept, library.format_named(b"sgn"))
    check(text and b"a4:xb5" in text, "its canonical form")
    position = library.game_position(kept, get(b.Info, library.game_info, kept).nodes - 1)
    library.game_free(kept)
    check(isinstance(moves(position, ""), list), "a position of it goes on")
    library.position_free(position)


def main():
    random.seed(7)
    print("catasta", library.version().decode())
    session = library.session_new(c.byref(b.Options()), None)
    mend(session)
    walk(session)
    play_ten(session)
    complete(session)
    keep(session)
    print(f"{counts[0]} passed, {counts[1]} failed")
    return counts[1] > 0


sys.exit(main())
