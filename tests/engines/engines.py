# SPDX-License-Identifier: MIT
"""Engines: those with faults are found out by perft --against, those that misbehave are reported and leave no process
behind, and catasta as an engine takes any line: engines.py CATASTA.  Ends with "N passed, N failed"."""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from counted import PROGRAM, TOY, check, finish

PATIENCE = 60


def engine(ruleset, rules=None, protocol="ugi"):
    words = f"{PROGRAM} engine --seed=1 --protocol={protocol} -r {ruleset}"
    return f"{words} --rules '{rules}'" if rules else words


def toy(fault, ruleset, protocol="ugi"):
    return f"{sys.executable} {TOY} '{fault}' {engine(ruleset, None, protocol)}"


def against(ruleset, command, *arguments):
    run = subprocess.run([PROGRAM, "perft", "-r", ruleset, "--against", command, *arguments], capture_output=True,
                         text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    return run.returncode, run.stdout + run.stderr


# ---- faults

# Ruleset, protocol, depth, the engine, and what is said of it.  Parameters are rules that the engine has not, or has
# besides; a wrong end is one, too.
FAULTS = (
    # a rule dropped
    ("lasca", "ugi", 5, engine("lasca", "capture=may"), ("after 1 turn", "[lasca/must-capture]")),
    ("tak-4", "tei", 100, engine("tak-4", "opening=none", "tei"), ("at the start", "[tak/opening]")),
    ("tak-4", "tei", 100, engine("tak-4", "carry_limit=9", "tei"), ("[tak/carry-limit]",)),
    ("hive", "uhp", 3, engine("hive", "opening_queen=allowed", "uhp"), ("at the start", "'wQ'", "[hive/")),
    ("accasta-pari", "ugi", 2, engine("accasta-pari", "stack_limit=8"), ("at the start", "[accasta/stack-limit]")),
    # a turn too many, or too few
    ("dvonn", "ugi", 2, toy("extra=a1-b1", "dvonn"), ("at the start", "'a1-b1', which is illegal", "[dvonn/")),
    ("dvonn", "ugi", 2, toy("missing=a1", "dvonn"), ("at the start", "does not have the turn 'a1', which is legal")),
    ("dvonn", "ugi", 2, toy("extra=zz", "dvonn"), ("at the start", "'zz', which is illegal", "[syntax/")),
    ("dvonn", "ugi", 2, toy("twice", "dvonn"), ("at the start", "the turn 'a1' twice")),
    ("dvonn", "ugi", 2, toy("total", "dvonn"), ("at the start", "counts 50 turns, and lists 49; 49 are legal")),
    ("dvonn", "ugi", 2, toy("nolist", "dvonn"), ("at the start", "counts 50 turns, and lists 0; 49 are legal")),
    ("hive-mlp", "uhp", 2, toy("missing=bP wG1/", "hive-mlp", "uhp"),
     ("after 1 turn: wG1", "does not have the turn 'bP wG1/', which is legal")),
    ("hive-mlp", "uhp", 2, toy("extra=bP wG1", "hive-mlp", "uhp"), ("at the start", "'bP wG1', which is illegal")),
    ("hive", "uhp", 3, engine("hive", "queen_by=2", "uhp"), ("after 2 turns", "does not have the turn 'w", "is legal")),
    ("tak-4", "tei", 100, toy("refuses=9", "tak-4", "tei"), ("refuses the position, which is legal: 'Illegal move'",)),
    ("tak-4", "tei", 100, toy("plays=a1", "tak-4", "tei"), ("'a1', which is illegal", "[tak/occupied]")),
    # a wrong end
    ("mixtour", "ugi", 4, engine("mixtour", "height=2"), ("after 3 turns", "does not have the turn")),
    ("tak-4", "tei", 100, engine("tak-4", "flats=10", "tei"), ("the engine has no turn, but there are legal ones",)),
    ("hive", "uhp", 3, toy("ends", "hive", "uhp"), ("after 2 turns", "that the state is Draw; it is InProgress")),
)


def test_faults():
    for ruleset, protocol, depth, command, said in FAULTS:
        status, text = against(ruleset, command, f"--protocol={protocol}", f"--depth={depth}")
        check(f"fault: {command}", status == 1 and all(words in text for words in said) and "position: " in text, text)


# A game of Mixtour of which the next turn ends it, and one that is over for an engine that plays on.
def test_end():
    position = subprocess.run([PROGRAM, "engine", "-r", "mixtour"], input="position startpos moves a1 a2\ngo perft 2\n",
                              capture_output=True, text=True).stdout
    check("end: an engine counts after turns", "Nodes searched" in position, position)
    status, text = against("mixtour", engine("mixtour", "height=8"), "--depth=2", "--position",
                           "x5/x5/x5/x5/wbwb,w,x3 w 17/18 0/0 - 0 9")
    check("end: one that plays on", status == 1 and "after 1 turn: a1:4-b1" in text and "already over" in text and
          "[record/" in text, text)


def test_rulesets():
    """Each ruleset against itself."""
    names = [line.split()[0] for line in subprocess.run([PROGRAM, "rules", "list"], capture_output=True,
                                                        text=True).stdout.splitlines()]
    check("rulesets: there are some", len(names) > 20)
    for name in names:
        if name == "stakz":
            continue
        status, text = against(name, f"{PROGRAM} engine", "--protocol=ugi", "--depth=1")
        check(f"rulesets: {name}", status == 0 and text.endswith("the engine agrees\n"), text)
    # of version 0, and without options
    for name, protocol, without in (("tak-4", "tei", "size"), ("tak-4", "tei", "size|option"), ("dvonn", "ugi", "option")):
        status, text = against(name, toy(f"without={without}", name, protocol), "--depth=2", f"--protocol={protocol}")
        check(f"rulesets: {name}, {protocol}, without {without}", status == 0, text)
    status, text = against("tak-4", toy("without=size", "tak-4", "tei"), "--rules=komi=2.5", "--depth=10")
    check("rulesets: komi, as an option", status == 0, text)
    status, text = against("tak-4", toy("without=size|option", "tak-4", "tei"), "--rules=komi=2", "--depth=10")
    check("rulesets: komi, which the engine does not know", status == 2 and "plays without komi only" in text, text)
    for name, command in (("hive-mlp", "uhp"), ("tak-5", "tei")):
        status, text = against(name, f"{PROGRAM} engine --protocol={command}", "--depth=3")
        check(f"rulesets: {name}, {command}", status == 0, text)


# ---- misbehaviour

MISBEHAVIOUR = (
    ("starts", "exit status 4"),
    ("exits", "exit status 3"),
    ("crashes", "was ended by signal 11"),
    ("silent", "does not answer, when asked '"),
    ("floods", "writes without end"),
    ("line", "wrote a line longer than 1 MiB"),
    ("deaf", "does not answer"),
)
HARMLESS = ("slow", "halves", "complains", "stays", "garbage")


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(happened):
    end = time.monotonic() + PATIENCE
    while not happened() and time.monotonic() < end:
        time.sleep(0.02)
    return happened()


def pid_of_toy():
    with open("pid") as file:
        return int(file.read() or "0")


def test_misbehaviour():
    os.environ["TOY_PID"] = "pid"
    for fault, said in MISBEHAVIOUR:
        seconds = 1 if fault in ("silent", "deaf") else 60
        status, text = against("dvonn", toy(fault, "dvonn"), "--depth=2", f"--seconds={seconds}")
        check(f"misbehaves: {fault}", status == 2 and said in text, (status, text))
        check(f"misbehaves: {fault}: ends", not is_running(pid_of_toy()))
    for fault in HARMLESS:
        status, text = against("dvonn", toy(fault, "dvonn"), "--depth=2", "--seconds=20")
        check(f"harmless: {fault}", status == 0 and "the engine agrees" in text, (status, text))
        check(f"harmless: {fault}: ends", not is_running(pid_of_toy()))
    for command, said in (("nosuch", "No such file"), ("a | b", "is not a program with arguments"), ("", "no command"),
                          ("cat", "does not answer"), ("yes", "writes without end"), ("true", "exit status 0")):
        status, text = against("dvonn", command, f"--seconds={20 if command == 'yes' else 1}")
        check(f"misbehaves: '{command}'", status == 2 and said in text, (status, text))
    status, text = against("tak-5", "printf teiok\\\\nbestmove\\ \\\\033[31mx\\\\n", "--seconds=1")
    check("what an engine writes is escaped", status in (1, 2) and "\033" not in text, (status, text))


def test_kill():
    """Nothing is left of an engine when catasta is killed, even of one that ignores the end of its input."""
    for number in signal.SIGKILL, signal.SIGTERM, signal.SIGINT:
        if os.path.exists("pid"):
            os.remove("pid")
        run = subprocess.Popen([PROGRAM, "perft", "-r", "dvonn", "--against", toy("silent", "dvonn")],
                               stdout=subprocess.DEVNULL)
        check("kill: begins", wait_until(lambda: os.path.exists("pid") and pid_of_toy() != 0))
        run.send_signal(number)
        run.wait(PATIENCE)
        check(f"kill by {number}", wait_until(lambda: not is_running(pid_of_toy())))


# ---- hostile lines

TALKS = {
    "ugi": ("isready", "readyok", ["ugi", "setoption name Ruleset value dvonn", "setoption name Ruleset value ../x.yaml",
            "setoption name Rules value komi=2", "setoption name Think value greedy", "uginewgame", "go movetime 1",
            "position startpos moves a1 a2", "position startpos moves a1_a2", "position fen x9/x10/x11/x10/x9 w 49 1",
            "go infinite", "stop", "go perft 1", "go perft 2", "query gameover", "query result", "query p1turn",
            "go p1time 1 p2time 1", "position fen moves moves moves"]),
    "tei": ("isready", "readyok", ["tei", "teinewgame 5", "teinewgame size 6 halfkomi 4", "teinewgame size 6 halfkomi -99",
            "setoption name HalfKomi value 3", "position startpos moves a1 b2 Sa3", "go movetime 1", "go infinite",
            "position tps x5/x5/x5/x5/x5 1 1 moves a1", "position tps 1/2/3", "stop", "go wtime 1 btime 1"]),
    "uhp": ("options", "ok", ["info", "newgame", "newgame Base+MLP", "newgame Base;InProgress;White[2];wS1;bG1 -wS1",
            "newgame ;;;;", "play wS1", "play bS1 wS1-", "play resign", "pass", "validmoves", "bestmove depth 1",
            "bestmove time 00:00:01", "undo", "undo 2", "undo 99999999999999999999", "options get x", "newgame Base+Q"]),
}


def mutated(line):
    line = bytearray(line.encode())
    for _ in range(random.choice((0, 0, 1, 2, 5))):
        at = random.randrange(len(line) + 1)
        line[at:at + random.randrange(3)] = random.choice(
            (b"", b" ", b"\0", b"\xff\xfe", b"moves", b"-1", b"999999999999", b";", b"{", b"}", b"(", b'"]', b"[", b"_", b"%s%n",
             b"\t", b"\r", b"\x1b[2J", b"*", b"1-0", b"x" * 300, "é".encode(), b"/"))
    return bytes(line).replace(b"\n", b" ")


def test_hostile():
    for protocol, (question, answer, lines) in TALKS.items():
        long = b"position startpos moves " + b"a1 " * 300000
        data = b"".join(mutated(random.choice(lines)) + b"\n" for _ in range(1500))
        data += b"x" * (3 << 20) + b"\n" + long + b"\n" + b"\n\n \t \n" + data[:5000] + b"\n" + question.encode()
        run = subprocess.run([PROGRAM, "engine", f"--protocol={protocol}", "--seed=1"], input=data, capture_output=True,
                             timeout=PATIENCE)
        check(f"hostile: {protocol}", run.returncode == 0 and run.stdout.endswith(answer.encode() + b"\n"),
              (run.returncode, run.stdout[-300:], run.stderr[-1000:]))
        check(f"hostile: {protocol}: too long", b"longer than 1 MiB" in run.stdout)
        check(f"hostile: {protocol}: lines are printable", all(
            byte >= 32 or byte == 10 for byte in run.stdout) and b"%!" not in run.stdout, run.stdout[:200])


def test_stop():
    """A count that takes long ends when it is not wanted any more."""
    run = subprocess.Popen([PROGRAM, "engine", "-r", "dvonn"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    run.stdin.write("position startpos\ngo perft 20\n")
    run.stdin.flush()
    time.sleep(0.2)
    run.stdin.write("stop\nisready\n")
    run.stdin.flush()
    check("stop: a count", "the count was ended" in run.stdout.readline() and run.stdout.readline() == "readyok\n")
    run.stdin.write("go perft 20\n")
    run.stdin.flush()
    run.stdout.close()
    check("stop: nobody reads", wait_until(lambda: run.poll() is not None))
    run.stdin.close()


def test_games():
    """Whole games with itself: each turn is one that may be played, to the end."""
    for name, protocol, word, think in (("dvonn", "ugi", "ugi", "greedy"), ("lasca", "ugi", "ugi", "random"),
                                        ("tak-4", "tei", "tei", "greedy"), ("mixtour", "ugi", "ugi", "greedy")):
        run = subprocess.Popen([PROGRAM, "engine", f"--protocol={protocol}", "-r", name, "--seed=3", f"--think={think}"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        turns = []
        turn = ""
        while turn != "(none)" and len(turns) < 2000:
            run.stdin.write(f"position startpos moves {' '.join(turns)}\ngo movetime 1\n")
            run.stdin.flush()
            first, _, turn = run.stdout.readline().strip().partition(" ")
            if first != "bestmove":
                break
            turns.append(turn)
        run.stdin.close()
        run.wait(PATIENCE)
        check(f"games: {name}", turn == "(none)" and len(turns) > 10, turns[-3:])
        run.stdout.close()
        with open("game.sgn", "w") as file:
            file.write(f'[Ruleset "{name}"]\n\n1. {" ".join(turns[:-1])}\n')
        judged = subprocess.run([PROGRAM, "check", "game.sgn"], capture_output=True, text=True)
        check(f"games: {name}: legal", judged.returncode == 0, judged.stdout)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for test in test_faults, test_end, test_rulesets, test_misbehaviour, test_kill, test_hostile, test_stop, test_games:
        begin = time.monotonic()
        test()
        if "-v" in sys.argv:
            print(f"{test.__name__}: {time.monotonic() - begin:.1f} s")
    os.chdir("/")
finish()
