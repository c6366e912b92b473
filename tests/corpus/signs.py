# SPDX-License-Identifier: MIT
"""Holds data/signs.tsv against what is read: signs.py PROGRAM.  Each single character of it that is not ASCII is
written into a record in the place of its sign; the record has to be legal, with one note, and to have the sign in
canonical form.  In a comment it stays.  Ends with "N passed, N failed"."""
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ACCASTA = '[Ruleset "accasta-pari"]\n\n'
STAKU = '[Ruleset "staku"]\n[Position "b,x5/x7/x4,bbb,x3/x7/x2,www,x5/x7/w,x5 w 0 1"]\n\n'
STAKZ = '[Ruleset "stakz"]\n[Hand1 "R4 R2 O4 O1 G2 G5 B4 B1 P2 P1"]\n[Start "O3 B3"]\n\n'
STAKD = '[Ruleset "stakd-elite"]\n[Position "0:B@aa29,B@z26 U2D1/U1/D1T1 - 1 3 4"]\n\n'

# Records with {} in the place of the sign; the first one in which it is legal counts.
PLACES = {
    "SPACE": ACCASTA + "1. c3:-d3{}e3:-e2 *", "NEWLINE": ACCASTA + "1. c3:-d3{}e3:-e2 *",
    "NOTHING": ACCASTA + "1. c3{}:-d3 *",
    "-": ACCASTA + "1. c3:{}d3 *", "x": ACCASTA + "1. c3:-d3 e3:{}d3 *", ":": ACCASTA + "1. c3{}-d3 *",
    ",": ACCASTA + "1. b4:-c5{}-b5 *", "+": STAKU + "1. c3{}d3 *", "*": STAKU + "1. c3{}d3 *",
    "/": STAKD + "4. D@z27{}3 *", "^": STAKD + "4. D@z26{} *", "@": STAKD + "4. D{}z27 *", ">": STAKZ + "1. B4{}2,+R3 *",
    ".": ACCASTA + "1{} c3:-d3 *", "!": ACCASTA + "1. c3:-d3{} *", "?": ACCASTA + "1. c3:-d3{} *",
    "(": ACCASTA + "1. c3:-d3 {}c4:-d4) *", ")": ACCASTA + "1. c3:-d3 (c4:-d4{} *",
    "0": ACCASTA + "1. c3:-d3 1-{}", "1": ACCASTA + "1. c3:-d3 {}-0", "2": ACCASTA + "1. b{}:-c2 *",
    "3": ACCASTA + "1. c{}:-d3 *", "4": ACCASTA + "1. c{}:-d4 *", "5": ACCASTA + "1. b4:-c{} *",
    "a": ACCASTA + "1. {}1:3-d1 *", "b": ACCASTA + "1. {}4:-c5 *", "c": ACCASTA + "1. {}3:-d3 *", "d": ACCASTA + "1. c3:-{}3 *",
    "B": STAKZ + "1. {}4>2,+R3 *", "R": STAKZ + "1. B4>2,+{}3 *", "D": STAKD + "4. {}@z27 *",
}


def check(program, record, *arguments):
    run = subprocess.run([program, *arguments, "-"], input=record.encode(), capture_output=True, check=False)
    return run.stdout.decode()


def problem(program, place, sign, character):
    """What is wrong with CHARACTER for SIGN; None: nothing."""
    record = place.replace("{}", character) + "\n"
    game = json.loads(check(program, record, "check", "-f", "jsonl").split("\n")[0])
    found = [one["id"] for one in game["diagnostics"]]
    plain = {"SPACE": " ", "NEWLINE": "\n", "NOTHING": ""}.get(sign, sign)
    if not game["legal"] or "reading/signs" not in found:
        return f"it is {found}"
    if check(program, record, "fmt") != check(program, place.replace("{}", plain) + "\n", "fmt"):
        return "its canonical form is another"
    comment = ACCASTA + "1. c3:-d3 {" + f"a{character}b" + "} *\n"
    if f"a{character}b" not in check(program, comment, "fmt"):
        return "it is not kept in a comment"
    return None


def main():
    passed = failed = 0
    with open(os.path.join(ROOT, "data/signs.tsv"), encoding="utf-8") as table:
        for line in table:
            sign, *others = line.rstrip("\n").split("\t")
            if line.startswith("# ") or sign not in PLACES:
                continue
            for other in others:
                character = chr(int(other[2:], 16)) if other.startswith("U+") else other
                if len(character) != 1 or ord(character) < 0x80:
                    continue
                why = problem(sys.argv[1], PLACES[sign], sign, character)
                passed += why is None
                failed += why is not None
                if why is not None:
                    print(f"not ok U+{ord(character):04X} for {sign}: {why}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
