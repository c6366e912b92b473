# SPDX-License-Identifier: MIT
"""An engine that answers at once: parrot.py TURN... plays one game by heart, by UGI."""
import sys

for line in sys.stdin:
    words = line.split()
    if words[0] == "position":
        played = len(words) - words.index("moves") - 1 if "moves" in words else 0
    answer = {"ugi": "ugiok", "isready": "readyok", "go": "bestmove " + sys.argv[1 + played] if words[0] == "go" else ""}
    if words[0] in answer:
        print(answer[words[0]], flush=True)
    elif words[0] == "quit":
        break
