#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A pairing program for tests: reads a tournament report file and writes pairs as bbpPairings and JaVaFo do,
   toy.py [FAULT] FILE.trf -p PAIRS

It pairs neighbours by points who have not met; the last one left over gets a bye.  With a FAULT it misbehaves."""
import os
import sys
import time


def read(path):
    """The players by number.  What bbpPairings refuses is refused: numbers that are missing, points that are not the sum
       of the results, opponents who say something else, no number of rounds, a first colour that nobody knows."""
    players, rounds, colour = {}, 0, False
    for line in open(path, encoding="utf-8", newline="").read().replace("\n", "\r").split("\r"):
        if line.startswith(("XXR ", "142 ")):
            rounds = int(line[4:])
        if line.startswith(("XXC ", "152 ")):
            colour = line[4:] in ("white1", "black1", "W", "B")
        assert not line.startswith(("013", "310", "299")), line
        if not line.startswith("001 "):
            continue
        assert len(line) >= 84 and (line[48:52].strip() or "0").isdigit(), "a line of a player is wrong"
        cells = [line[at:at + 8].ljust(8) for at in range(91, len(line), 10)]
        players[int(line[4:8])] = {"points": float(line[80:84]), "cells": cells}
    assert rounds > 0, "XXR is missing"
    assert sorted(players) == list(range(1, len(players) + 1)), "a number is missing"
    played = rounds_of(players)
    assert played < rounds, "all rounds are played"
    for number, player in players.items():
        cells = player["cells"]
        points = [1 if c[7] in "1+WFU" else 0.5 if c[7] in "=DH" else 0 for c in cells]
        assert player["points"] in (sum(points), sum(points[:played])), f"the points of {number} are wrong"
        for i, cell in enumerate(cells):
            assert cell[7] in "10=+-WDLHFUZ " and cell[5] in "wb- ", f"'{cell}' is not a result"
            if cell[:4].strip() in ("", "0000"):
                assert cell[5] in "- " and cell[7] not in "10", f"'{cell}' needs an opponent"
                continue
            assert cell[7] not in "HFUZ ", f"'{cell}' has an opponent"
            other = players[int(cell[:4])]["cells"][i]
            colour |= cell[5] in "wb"
            assert int(other[:4]) == number and {cell[5], other[5]} in ({"w", "b"}, {"-"}), f"'{cell}' is not '{other}'"
    assert colour, "nobody knows the first colour"
    return players


def rounds_of(players):
    """The last round in which anybody was paired."""
    return max((i + 1 for p in players.values() for i, c in enumerate(p["cells"]) if c[:4].strip() not in ("", "0000") or c[7] in "U+"),
        default=0)


def pairs_of(players):
    played = rounds_of(players)
    here = [n for n, p in players.items() if len(p["cells"]) <= played]
    met = {n: {int(c[:4]) for c in p["cells"] if c.strip() and c[:4] != "0000"} for n, p in players.items()}
    here.sort(key=lambda n: (-players[n]["points"], n))

    def search(left):
        if not left:
            return []
        for other in left[1:]:
            if other not in met[left[0]]:
                rest = search([n for n in left[1:] if n != other])
                if rest is not None:
                    return [(left[0], other)] + rest
        return None

    if len(here) % 2 == 0:
        tries = [(search(here), [])]
    else:
        byes = [n for n in reversed(here) if not any(c[7:8] == "U" for c in players[n]["cells"])]
        tries = [(search([m for m in here if m != n]), [(n, 0)]) for n in byes]
    for found, bye in tries:
        if found is not None:
            return found + bye
    sys.exit("no pairing is possible")


def main():
    fault = sys.argv[1] if len(sys.argv) == 5 else ""
    trf, option, out = sys.argv[-3:]
    assert option == "-p"
    if fault == "silent":
        time.sleep(100)
    if fault == "flood":
        while True:
            print("x" * 1000)
    if fault == "crash":
        os.kill(os.getpid(), 9)
    if fault == "fails":
        sys.exit("the file has no rounds")
    players = read(trf)
    pairs = pairs_of(players)
    count = len(pairs)
    texts = {
        "nothing": None,
        "empty": "",
        "words": "Anna plays Ben\n",
        "more": f"{count}\n" + "1 2\n" * (count + 1),
        "fewer": f"{count}\n1 2\n",
        "twice": f"{count}\n1 2\n2 3\n",
        "self": f"{count}\n1 1\n",
        "stranger": f"{count}\n1 777\n",
        "huge": f"{count}\n99999999999999999999 1\n",
        "half": f"{count}\n1\n",
        "escape": f"{count}\n\x1b[31m 2\n",
        "bytes": f"{count}\n\udcff\0 2\n",
        "left": "1\n1 2\n",
        "long": "1\n" + "1 2" * 500000,
    }
    if fault == "pipe":
        os.mkfifo(out)
        return
    if fault == "folder":
        os.mkdir(out)
        return
    if fault == "link":
        os.symlink("/etc/passwd", out)
        return
    text = texts[fault] if fault in texts else f"{count}\n" + "".join(f"{a} {b}\n" for a, b in pairs)
    if text is not None:
        with open(out, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)


main()
