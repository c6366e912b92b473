#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A pairing program for tests: reads a tournament report file and writes pairs as bbpPairings and JaVaFo do,
   toy.py [FAULT] FILE.trf -p PAIRS

It pairs neighbours by points who have not met; the last one left over gets a bye.  With a FAULT it misbehaves."""
import os
import sys
import time


def read(path):
    players = {}
    rounds = 0
    for line in open(path, encoding="utf-8", newline="").read().split("\r\n"):
        if line.startswith("XXR "):
            rounds = int(line[4:])
        if not line.startswith("001 "):
            continue
        cells = [line[at:at + 8] for at in range(91, len(line), 10)]
        players[int(line[4:8])] = {"points": float(line[80:84]), "cells": cells}
    assert rounds > 0, "XXR is missing"
    assert sorted(players) == list(range(1, len(players) + 1)), "a number is missing"
    return players


def pairs_of(players):
    paired = [len(p["cells"]) for p in players.values()
              if p["cells"] and (p["cells"][-1][:4] != "0000" or p["cells"][-1][7] in "U+-")]
    played = max(paired, default=0)
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
