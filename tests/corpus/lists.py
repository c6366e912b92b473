# SPDX-License-Identifier: MIT
"""Holds the lists of sgn(5), "Words and signs", against what is read: lists.py PROGRAM.  Each word and sign is written
into a record, which has to be legal, with the id of its kind.  Ends with "N passed, N failed"."""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ACCASTA = '[Ruleset "accasta-pari"]\n\n'
STAKU = '[Ruleset "staku"]\n[Position "b,x5/x7/x4,bbb,x3/x7/x2,www,x5/x7/w,x5 w 0 1"]\n\n'
STAKZ = '[Ruleset "stakz"]\n[Hand1 "R4 R2 O4 O1 G2 G5 B4 B1 P2 P1"]\n[Start "O3 B3"]\n\n'
STAKD = '[Ruleset "stakd-elite"]\n[Position "0:B@aa29,B@z26 U2D1/U1/D1T1 - 1 3 4"]\n\n'

# A record for each list, with {} for what is in it, and the id it gets.
SIGNS = {
    "-": (ACCASTA + "1. c3:{}d3 *", "sign"),
    "x": (ACCASTA + "1. c3:-d3 e3:{}d3 *", "sign"),
    ">": (STAKZ + "1. B4{}2,+R3 *", "sign"),
    ":": (ACCASTA + "1. c3{}-d3 *", "sign"),
    "/": (STAKD + "4. D@z27{}3 *", "sign"),
    "^": (STAKD + "4. D@z26{} *", "sign"),
    "+": (STAKU + "1. c3{}d3 *", "sign"),
    "*": (STAKU + "1. c3{}d3 *", "sign"),
    "a comma": (ACCASTA + "1. b4:-c5{}-b5 *", "sign"),
    "spaces": (ACCASTA + "1. c3:{}-d3 *", "space"),
    "signs of a list": (ACCASTA + "{0} 1. c3:-d3\n{0} 1... e3:-e2", "list"),
}
WORDS = {
    "words of numbers": (ACCASTA + "{0} 1 c3:-d3 e3:-e2\n{0} 2 c4:-d4", "number"),
    "tags of web pages and forums": (ACCASTA + "1. c3:-d3 <{0}>e3:-e2</{0}> *", "markup|separator"),
}


def read_lists():
    """The lists of the page, by their names."""
    with open(os.path.join(ROOT, "man/sgn.5"), encoding="utf-8") as file:
        section = re.search(r"^\.Ss Words and signs\n(.*?)^\.S[hs]", file.read(), re.M | re.S)[1]
    items = re.split(r"^\.It ", section, flags=re.M)[1:]
    return {name: " ".join(text.replace(".El", "").split()) for name, text in (item.split("\n", 1) for item in items)}


def codes(text):
    """The characters of a list of code points; what is not one of them is left out."""
    for part in re.split(r"[,;]", text):
        ends = re.findall(r"\b[0-9A-F]+\b", part)
        for code in range(int(ends[0], 16), int(ends[-1], 16) + 1) if ends else ():
            yield chr(code)


def entries():
    """What is in the lists: the name of its list, and it."""
    lists = read_lists()
    for name in ("-", "x", ">", "signs of a list", "spaces"):
        for sign in codes(lists[name]):
            yield SIGNS, name, sign
    for part in lists["other signs"].split(";"):
        name, _, text = part.strip().partition(" is ")
        for sign in codes(text) if name in SIGNS else ():
            yield SIGNS, name, sign
    name = "tags of web pages and forums"
    lists[name] = re.sub(r"on lines of their own|cells|h1 to h6,|, and \* in square brackets", "", lists[name])
    for name in WORDS:
        for word in re.split(r"[,;]", lists[name]):
            if word.strip():
                yield WORDS, name, word.strip()


def main():
    passed = failed = 0
    for table, name, entry in entries():
        record, wanted = table[name]
        run = subprocess.run([sys.argv[1], "check", "-f", "jsonl", "-"], input=record.format(entry).encode(),
                             stdout=subprocess.PIPE, check=False)
        games = [json.loads(line) for line in run.stdout.splitlines()]
        found = [one["id"] for game in games for one in game["diagnostics"]]
        good = run.returncode == 0 and any(re.fullmatch("spelling/(" + wanted + ")", one) for one in found)
        passed += good
        failed += not good
        if not good:
            print(f"not ok {name}: {entry!r} ({ord(entry[0]):X}): {found}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
