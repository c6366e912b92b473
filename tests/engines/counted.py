# SPDX-License-Identifier: MIT
"""What the suites of engines and of live games have in common: the program, which is the first argument, an engine with faults, and the
count of checks."""
import os
import random
import signal
import sys

PROGRAM = os.path.abspath(sys.argv[1])
TOY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "toy.py")
signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell has it ignored in the background
random.seed(11)
counts = [0, 0]


def check(name, good, about=""):
    counts[not good] += 1
    if not good:
        print("not ok", name, str(about)[:1500])


def finish():
    print(f"{counts[0]} passed, {counts[1]} failed")
    sys.exit(counts[1] > 0)
