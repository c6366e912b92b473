# SPDX-License-Identifier: MIT
"""An engine with a fault: toy.py FAULT COMMAND... passes lines to a right engine and back, except for what FAULT says:
a name, or NAME=VALUE.  It writes its process id to the file $TOY_PID."""
import os
import signal
import subprocess
import sys
import time

fault, _, value = sys.argv[1].partition("=")
if "TOY_PID" in os.environ:
    with open(os.environ["TOY_PID"], "w") as file:
        file.write(str(os.getpid()))
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True)
questions = 0


def answer_end(question):
    """The last line of the answer to QUESTION begins so; None: there is no answer."""
    word = question.split(" ")[0]
    if uhp:
        return "ok"
    if question.startswith("go perft"):
        return "Nodes"
    return {"ugi": "ugiok", "tei": "teiok", "isready": "readyok", "go": "bestmove"}.get(word)


def hear(end):
    lines = []
    while end is not None:
        line = engine.stdout.readline().rstrip("\n")
        lines.append(line)
        if line.startswith(end):
            break
    return lines


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def wrong_turns(lines, question):
    """The answer with other turns."""
    if uhp and question == "validmoves":
        turns = lines[0].split(";")
    elif question.startswith("go perft"):
        turns = [line for line in lines if not line.startswith("Nodes")]
    else:
        return lines
    if fault == "missing":
        turns = [turn for turn in turns if turn.split(":")[0] != value]
    if fault == "extra" and value not in (turn.split(":")[0] for turn in turns):
        turns.append(value if uhp else f"{value}: 1")
    if fault == "twice":
        turns.append(turns[0])
    if uhp:
        return [";".join(turns), "ok"]
    total = sum(int(turn.split(": ")[1]) for turn in turns)
    total += fault in ("total", "nolist")
    return ([] if fault == "nolist" else turns) + [f"Nodes searched: {total}"]


def answer(question):
    """Writes the answer to QUESTION."""
    global questions
    questions += 1
    engine.stdin.write(question + "\n")
    engine.stdin.flush()
    end = answer_end(question)
    lines = hear(end)
    late = questions > int(value if value.isdigit() else 3)
    if fault == "state" and uhp and lines[0].count(";") > 1:
        lines[0] = lines[0].replace("WhiteWins", "InProgress").replace("BlackWins", "InProgress")
    elif fault == "ends" and uhp and lines[0].count(";") == 4:
        lines[0] = lines[0].replace("InProgress", "Draw")
    elif fault == "without":
        lines = [line for line in lines if not line.startswith(tuple(value.split("|")))]
    elif fault in ("missing", "extra", "twice", "total", "nolist"):
        lines = wrong_turns(lines, question)
    elif fault == "refuses" and question.startswith("go") and questions > int(value):
        lines = ["info depth 1", "Illegal move"] + lines
    elif fault == "garbage" and late:
        lines = ["\x1b[31m\0\xff; %n%s 7" * 3 for _ in lines] + lines[-1:]
    elif fault == "plays" and question.startswith("go"):
        lines = ["bestmove " + value]
    elif fault == "scores" and question.startswith("go"):
        lines = [f"info depth 1 score cp {value} pv a1"] + lines
    elif fault == "silent" and late:
        time.sleep(1000)
    elif fault == "exits" and late:
        sys.exit(3)
    elif fault == "crashes" and late:
        os.kill(os.getpid(), signal.SIGSEGV)
    elif fault == "floods" and late:
        while True:
            say("info depth 1\n" * 10000)
    elif fault == "line" and late:
        while True:
            say("x" * 10000)
    elif fault == "slow":
        time.sleep(0.05)
    elif fault == "deaf" and late:
        while True:
            say("info\n")
            time.sleep(0.1)
    text = "".join(line + "\n" for line in lines)
    if fault == "halves":
        for i in range(0, len(text), 7):
            say(text[i:i + 7])
    elif fault == "complains":
        sys.stderr.write("a warning\n" * 5)
        say(text)
    else:
        say(text)


uhp = "--protocol=uhp" in sys.argv
if fault == "starts":
    sys.exit(4)
if fault == "stays":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
if uhp:
    say("".join(line + "\n" for line in hear("ok")))
for line in sys.stdin:
    if line.rstrip("\n") not in ("quit", "exit"):
        answer(line.rstrip("\n"))
    elif fault != "stays":
        break
while fault == "stays":
    time.sleep(1)
