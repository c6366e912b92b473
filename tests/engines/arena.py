# SPDX-License-Identifier: MIT
"""Matches between engines, those that misbehave, too: arena.py CATASTA [GAMES SECONDS KILLS] plays GAMES games of each
ruleset, for SECONDS at most, and ends KILLS runs by SIGKILL.  Ends with "N passed, N failed"."""
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

from counted import PROGRAM, TOY, check, finish

GAMES, SECONDS, KILLS = (int(word) for word in sys.argv[2:5]) if len(sys.argv) > 4 else (20, 60, 5)


def catasta(*arguments):
    run = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    return run.returncode, run.stdout, run.stderr


def toy(fault):
    return f"cmd={sys.executable} {TOY} '{fault}' {PROGRAM} engine --seed=1"


def engine(words=""):
    return f"cmd={PROGRAM} engine {words}"


def command(ruleset, engines, *arguments):
    words = [PROGRAM, "arena", "-r", ruleset, *arguments]
    if not any(word.startswith("--each") for word in arguments):
        words.append("--each=movetime=1000,margin=30000")  # whatever else the machine does
    for i, text in enumerate(engines):
        words += ["--engine", text if "name=" in text else f"{text},name=e{i + 1}"]
    return words


def arena(ruleset, engines, *arguments):
    """Status, the lines of the games, the one of the end, and what else was written; the records are in games.sgn."""
    if "--append" not in arguments and os.path.exists("games.sgn"):
        os.remove("games.sgn")
    run = subprocess.run(command(ruleset, engines, "-f", "jsonl", "-o", "games.sgn", *arguments), capture_output=True,
                         text=True, timeout=120, stdin=subprocess.DEVNULL)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    return run.returncode, lines[:-1], lines[-1] if lines else None, run.stderr


def records():
    with open("games.sgn") as file:
        return re.findall(r'\[Ruleset.*?\n\n.*?(?=\n\[Ruleset|\Z)', file.read(), re.S)


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children(pid):
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/stat") as file:
                if name.isdigit() and file.read().rsplit(")", 1)[1].split()[1] == str(pid):
                    found.append(int(name))
        except OSError:
            pass
    return found


def wait_until(happened, seconds=20):
    end = time.monotonic() + seconds
    while not happened() and time.monotonic() < end:
        time.sleep(0.02)
    return happened()


# ---- games of random turns

def deal_stakz():
    """Deals: Stakz has no start without one."""
    with open("deals.sgn", "w") as file:
        for hand in ("1 2 3 4 5", "5 4 3 2 1", "2 2 3 3 4"):
            digits = hand.split()
            one = " ".join(colour + digits[i] for i, colour in enumerate("ROGBP")) + " R4 O4 G4 B5 P5"
            two = " ".join(colour + digits[4 - i] for i, colour in enumerate("ROGBP")) + " R5 O1 G5 B1 P1"
            file.write(f'[Ruleset "stakz"]\n[Hand1 "{one}"]\n[Hand2 "{two}"]\n[Start "R1 O2"]\n\n*\n\n')


def test_rulesets():
    """Every record is legal, and counts as the arena says, also with several engines and in more seats."""
    deal_stakz()
    names = [line.split()[0] for line in catasta("rules", "list")[1].splitlines()]
    check("rulesets: there are some", len(names) > 20)
    for name in names:
        begin = ("--openings=deals.sgn",) if name == "stakz" else ("--random-plies=1",)
        words = command(name, [engine(f"-r {name}"), engine(f"-r {name}")], "-f", "jsonl", "-o", "games.sgn", "-j2", *begin,
                        f"--rounds={GAMES // 2}", "--max-plies=200")
        if os.path.exists("games.sgn"):
            os.remove("games.sgn")
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as run:
            try:
                text = run.communicate(timeout=SECONDS)[0]
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGINT)
                text = run.communicate(timeout=20)[0]
        lines = [json.loads(line) for line in text.splitlines()]
        check_games(name, run.returncode, lines[:-1], lines[-1] if lines else {"games": 0})
        check(f"{name}: all games", len(lines) > GAMES or SECONDS > 60, len(lines))
    for rules, seats, begin in (("staka", 3, ()), ("staka", 4, ("--rules=teams=2v2",)), ("stakd-elite", 5, ())):
        status, games, end, _ = arena(rules, [engine()] * seats, f"--players={seats}", "--max-plies=60", *begin)
        check_games(f"{rules} of {seats}", status, games, end)
        check(f"{rules} of {seats}: rotations", len({tuple(game["players"]) for game in games}) == len(games) == seats)


def check_games(name, status, games, end):
    check(f"{name}: no faults", status == 0 and len(games) == end["games"] > 0, (status, end))
    judged = catasta("check", "-f", "jsonl", "--error=clock", "games.sgn")
    rows = [json.loads(line) for line in judged[1].splitlines()]
    check(f"{name}: legal", judged[0] == 0 and len(rows) == len(games) and all(row["legal"] for row in rows), judged[1:])
    check(f"{name}: winners", all(row["outcome"]["winners"] == game["winners"] and row["players"] == game["players"] and
                                  row["plies"] == game["plies"] for row, game in zip(rows, games)))
    table = json.loads(catasta("score", "--standings", "-f", "json", "games.sgn")[1])
    points = {row["player"]: row["points"] for row in table["standings"]}
    check(f"{name}: points", all(abs(Fraction(points[row["name"]]) - row["points"]) < 0.01 for row in end["engines"]),
          (points, end))


def test_seed():
    """With one seed the same bytes, whatever the number of workers."""
    texts = []
    engines = [engine("--seed=4"), engine("--seed=5 --think=greedy"), engine("--seed=6")]
    for jobs in (1, 2, 2):
        status, games, end, _ = arena("tak-4", [text + ",restart=on,proto=ugi" for text in engines], "--each=nodes=10",
                                      "--random-plies=2", "--rounds=2", "--seed=9", f"-j{jobs}")
        with open("games.sgn", "rb") as file:
            texts.append((file.read(), games, end))
        check(f"seed: -j{jobs}", status == 0 and len(games) == 12, end)
    check("seed: the same bytes", texts[0] == texts[1] == texts[2])


# ---- what engines do wrong

FAULTS = (  # fault, id, words
    ("plays=a1", "dvonn/occupied", "a1 lays a piece on an occupied cell: a1 holds"),
    ("plays=zz", "syntax/text", "'zz' is text"),
    ("plays=\x1b[31m", "syntax/turn", "\\x1b"),
    ("plays=", "arena/answer", "has no turn, but there are legal ones"),
    ("silent=20", "arena/silence", "does not answer"),
    ("exits=20", "arena/crash", "exit status 3"),
    ("crashes=20", "arena/crash", "signal 11"),
    ("floods=20", "arena/flood", "writes without end"),
    ("line=20", "arena/flood", "longer than 1 MiB"),
    ("deaf=20", "arena/silence", "does not answer"),
    ("refuses=20", "arena/refusal", "refuses the position, which is legal"),
)


def test_faults():
    for fault, id, words in FAULTS:
        seconds = 5 if fault.startswith(("silent", "deaf")) else 60
        status, games, end, errors = arena("dvonn", [engine("--seed=1"), toy(fault)], "--each=nodes=1",
                                            f"--seconds={seconds}")
        last = games[-1].get("fault", {})
        check(f"fault: {fault}", status == 1 and len(games) == 2 and last.get("id") == id and words in last["message"] and
              games[0]["winners"] == [1] and games[1]["winners"] == [2] and end["engines"][1]["faults"] == 2 and
              errors == "", (status, games, errors))
        check(f"fault: {fault}: in the record", all(f"[{id}]" in text and "e2: " in text for text in records()))
        check(f"fault: {fault}: printable", all("\033" not in text for text in records()))
        check(f"fault: {fault}: legal", catasta("check", "games.sgn")[0] == 0)
    for fault in "garbage", "stays", "halves":
        status, games, end, errors = arena("dvonn", [engine("--seed=1"), toy(fault)], "--each=nodes=1")
        check(f"harmless: {fault}", status == 0 and len(games) == 2, (status, games, errors))
    for text, words in ((toy("starts"), "exit status 4"), ("cmd=nosuch", "No such file"), ("cmd=cat", "does not answer"),
                        (engine() + ",dpeth=3", "did you mean 'depth'?"), (engine() + ",tc=x", "cannot have tc=x"),
                        (engine() + ",proto=tei", "is not for this game"), (engine() + ",name=e1", "are called e1"),
                        (engine() + ",name=\x1b[31m", "may not contain control characters"),
                        ("name=x", "needs a command"), (engine() + ",option.Rules=x=y", "does not accept")):
        status, games, end, errors = arena("dvonn", [engine(), text], f"--seconds={1 if text == 'cmd=cat' else 60}")
        check(f"refused: {text}", (status == 2 and words in errors) or (status == 1 and "option" in text), (status, errors))


def test_clocks():
    status, games, end, _ = arena("dvonn", [engine("--seed=1"), toy("slow")], "--each=tc=0:20+0.5", "--max-plies=20")
    clocks = [float(text) for text in re.findall(r"%clk 0:00:([0-9.]+)\]", records()[0])]
    check("clocks: after each turn", status == 0 and len(clocks) == games[0]["plies"] and '"20+0.5"' in records()[0], games)
    check("clocks: with increments", clocks[2] - clocks[0] > 0.4 and clocks[3] - clocks[1] < clocks[2] - clocks[0])
    for limit in "tc=0.2,margin=5", "movetime=20,margin=5":
        status, games, end, _ = arena("dvonn", [engine("--seed=1"), toy("slow") + "," + limit])
        check(f"clocks: {limit}", status == 1 and games[0]["fault"]["id"] == "arena/time-forfeit" and games[0]["winners"] == [1] and
              " wins on time" in " ".join(records()[0].split()), games)
    status, games, end, _ = arena("dvonn", [engine("--seed=1"), toy("slow")], "--each=movetime=20,margin=30000",
                                  "--max-plies=20")
    check("clocks: a margin", status == 0, games)


def test_ends():
    status, games, end, _ = arena("lasca", [engine(), engine()], "--max-plies=5")
    check("ends: max-plies", [(game["end"], game["plies"], game["result"]) for game in games] == [
        ("max-plies", 5, "1/2-1/2")] * 2, games)
    status, games, end, _ = arena("lasca", [toy("scores=700"), toy("scores=-650")], "--adjudicate=600:4")
    check("ends: adjudication", [(game["end"], game["plies"], game["winners"]) for game in games] == [
        ("adjudication", 5, [1]), ("adjudication", 5, [2])], games)
    status, games, end, _ = arena("lasca", [toy("scores=700"), toy("scores=650")], "--adjudicate=600:4")
    check("ends: no agreement", all(game["end"] == "board" for game in games), games)
    status, games, end, _ = arena("lasca", [engine(), toy("plays=resign")])
    check("ends: resignation", status == 0 and [(game["end"], game["winners"]) for game in games] == [
        ("resignation", [1]), ("resignation", [2])], games)


# ---- who meets whom, and from where

def test_pairings():
    names = lambda games: [tuple(game["players"]) for game in games]
    three = [engine()] * 3
    games = arena("lasca", three, "--rounds=2", "--max-plies=4")[1]
    check("pairings: round robin", names(games) == 2 * [("e1", "e2"), ("e2", "e1"), ("e1", "e3"), ("e3", "e1"),
                                                        ("e2", "e3"), ("e3", "e2")], names(games))
    games = arena("lasca", three, "--gauntlet", "--max-plies=4")[1]
    check("pairings: gauntlet", names(games) == [("e1", "e2"), ("e2", "e1"), ("e1", "e3"), ("e3", "e1")], names(games))
    with open("book.ptn", "w") as file:
        file.write('[Size "5"]\n[Komi "0"]\n\n1. a1 e5 2. c3 *\n\n[Size "5"]\n\n1. a5 e1 2. b3 c4 *\n')
    engines = [engine("-r tak-5"), engine("-r tak-5")]
    for seed, begins in ((), ["a1 e5 2. c3", "a5 e1 2. b3 c4"]), (("--seed=1",), None):
        status, games, end, errors = arena("tak-5", engines, "--openings=book.ptn", "--rounds=2", "--max-plies=8", *seed)
        found = [text.split("\n\n")[1][3:].split(" {opening}")[0] for text in records()]
        check("openings: pairs", status == 0 and found[0] == found[1] and found[2] == found[3] and found[0] != found[2] and
              (begins is None or found[::2] == begins), (found, errors))
    for text, words in (("[Ruleset \"dvonn\"]\n\n1. a1 *\n", "is of another game"), ("1. a1 a1\n", "is not a legal game"),
                        ("", "has no games"), (None, "No such file")):
        if text is not None:
            with open("other.sgn", "w") as file:
                file.write(text)
        path = "nosuch.sgn" if text is None else "other.sgn"
        status, games, end, errors = arena("tak-5", engines, f"--openings={path}")
        check(f"openings: {words}", status == 2 and words in errors, errors)
    with open("place.sgn", "w") as file:
        file.write('[Ruleset "tak-5"]\n[TPS "x5/x5/x2,1,x2/x5/2,x4 1 2"]\n\n*\n')
    status, games, end, errors = arena("tak-5", engines, "--openings=place.sgn", "--max-plies=2")
    check("openings: a position", status == 0 and '[Position "x5/x5/x2,1,x2/x5/2,x4 1 2"]' in records()[1], errors)


# ---- the file, the end, the terminal

def test_files():
    two = [engine(), engine()]
    arena("lasca", two, "--max-plies=3")
    status, _, errors = catasta(*command("lasca", two, "-o", "games.sgn")[1:])
    check("files: one that exists", status == 2 and "already exists; --append adds to it" in errors, errors)
    arena("dvonn", two, "--max-plies=3", "--append")
    arena("lasca", two, "--max-plies=3", "--append")
    check("files: --append", len(records()) == 6 and catasta("check", "games.sgn")[0] == 0)
    with open("games.sgn", "w") as file:
        file.write("[White \"x\"]\n\n1. a1 *")
    arena("dvonn", two, "--max-plies=3", "--append")
    check("files: without an end of line", catasta("check", "-r", "dvonn", "games.sgn")[1].startswith("3 games"))
    status, _, _, errors = arena("dvonn", two, "--log=talk.log")
    with open("talk.log") as file:
        text = file.read()
    check("files: --log", "e1> ugi\n" in text and "e2< ugiok\n" in text and "e2< bestmove" in text, text[:300])
    status, text, errors = catasta(*command("dvonn", two, "-o", "/dev/full", "--append")[1:])
    check("files: /dev/full", status == 2 and "cannot write /dev/full" in errors, errors)
    status, text, errors = catasta(*command("dvonn", [engine("--think=greedy"), engine()], "--rounds=2")[1:])
    check("table", status == 0 and text.startswith("Standings: 4 games") and
          re.fullmatch(r"e1 - e2: \+\d =\d -\d, Elo .*", text.splitlines()[-1]), text)


def start(*arguments):
    """A run that takes long, and has engines."""
    if os.path.exists("games.sgn"):
        os.remove("games.sgn")
    words = command("tzaar", [engine(), engine()], "-o", "games.sgn", "--rounds=100000", "-j2", *arguments)
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: len(children(run.pid)) >= 4 and os.path.exists("games.sgn") and os.path.getsize("games.sgn") > 0)
    return run


def check_whole(name):
    judged = catasta("check", "-f", "jsonl", "--error=clock", "games.sgn")
    rows = [json.loads(line) for line in judged[1].splitlines()]
    check(f"{name}: whole games", judged[0] == 0 and rows and all(row["outcome"]["over"] for row in rows), judged[1][-500:])


def test_ending():
    for i in range(KILLS):
        run = start()
        engines = children(run.pid)
        time.sleep(random.random() / 4)
        run.kill()
        run.communicate()
        check("killed: engines end", wait_until(lambda: not any(is_running(pid) for pid in engines)), engines)
        check_whole("killed")
    for number in signal.SIGINT, signal.SIGTERM:
        run = start()
        engines = children(run.pid)
        run.send_signal(number)
        text, errors = run.communicate(timeout=20)
        games = len(records())
        check(f"ended by {number}: a table", run.returncode == 0 and text.startswith(f"Standings: {games} game") and
              errors == "", (run.returncode, text, errors))
        check(f"ended by {number}: no engines", not any(is_running(pid) for pid in engines))
        check_whole(f"ended by {number}")
    # while an engine thinks
    run = subprocess.Popen(command("dvonn", [engine(), toy("silent=20")]), stdout=subprocess.PIPE, text=True)
    wait_until(lambda: len(children(run.pid)) >= 2)
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    check("ended: while an engine thinks", run.communicate(timeout=10)[0] == "no game was finished\n" and
          run.returncode == 0)


def read_terminal(above):
    """What a program has written there; nothing after its end, when Linux has an error."""
    try:
        return os.read(above, 65536)
    except OSError:
        return b""


def test_terminal():
    """One line on a terminal, and none elsewhere."""
    above, below = pty.openpty()
    run = subprocess.Popen(command("dvonn", [engine(), engine()]), stdout=subprocess.PIPE, stderr=below)
    os.close(below)
    text = b""
    while (part := read_terminal(above)) != b"":
        text += part
    run.communicate(timeout=60)
    os.close(above)
    text = text.decode()
    check("terminal: progress", re.search(r"2 of 2 games, [0-9.]+ : [0-9.]+, \d+ a minute, faults 0 : 0", text), text)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for test in (test_rulesets, test_seed, test_faults, test_clocks, test_ends, test_pairings, test_files, test_ending,
                 test_terminal):
        begin = time.monotonic()
        test()
        if "-v" in sys.argv:
            print(f"{test.__name__}: {time.monotonic() - begin:.1f} s")
    os.chdir("/")
finish()
