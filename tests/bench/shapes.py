#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How long hostile input takes: shapes.py PROGRAM [WORD…]

Hundreds of shapes, a few bytes repeated up to a size, go through every command that reads games. The table has those
that take more than LIMIT (2) seconds of a processor for a megabyte, or much more than ten times as long for ten times
the size, and then the slowest of each command; the exit status is 1 if there are any of the former. WORDs choose
commands, and shapes that contain one. SIZE (100000) is the smaller size in bytes."""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

SIZE = int(os.environ.get("SIZE", 100000))
TIMES = 10
LIMIT = float(os.environ.get("LIMIT", 2))
HEADS = {"": "", "head": '[Ruleset "accasta-pari"]\n\n'} | {name: f'[Ruleset "{ruleset}"]\n\n' for name, ruleset in (
    ("tak", "tak-5"), ("hive", "hive"), ("stakd", "stakd-2p"), ("dvonn", "dvonn"), ("tzaar", "tzaar"), ("lasca", "lasca"),
    ("mixtour", "mixtour"), ("focus", "focus"))}

# Repeated after no head, and after that of Accasta.
UNITS = [
    # turns, results, numbers
    "c3:-d3 ", "c3; ", "1. c3 ", "1. c3:-d3 ", "1. c3:-d3 d4:-d5 ", "1-0 ", "1-0 [c3] ", "1-0\n", "1-0 c3:-d3\n", "* ",
    "1/2-1/2 c3 ", "1. ", "1... ", "1.\n", "9", "9 ", "9.", "0-1 0-1 1-0\n", "1... c3:-d3 ", "1) c3\n", "c3-d3, ", "c3:",
    "c3:-d3", "-d3", "c3:-d3!? ", "$1 ", "?! ", "pass ", "-- ", "... ", "resigns ", "c3xd3+ ", "c3 - d3 ", "c3:-d3; d4:-d5\n",
    "1. c3:-d3 1-0 ", "c3\n", "c3\n\n", "a1:-a2 a2:-a1 ", "1.c3:-d3 2.d3:-c3 ", "3c1+21 ", "wA1 ", "wS1 -bA1 ", "2xd4 ",
    # crossing signs: opened and never closed, closed and never opened
    "[", "]", "(", ")", "{", "}", "<", ">", "\"", "'", "`", ";", "%", "|", "[\"", "[a \"", "[White \"", "[White a] ", "[White a]\n",
    "[White \"a\"]\n", "[White \"a\"] ", "[White \"a] ", "[White a\"]\n", "[White a] 1. c3:-d3 ", "[White a]\n1. c3:-d3 ", "[c3] ", "[c3", "[1-0]",
    "[Result \"1-0\"] ", "[Ruleset \"staku\"]\n", "[Ruleset \"staku\"]\n\n1. c3\n\n", "[Ruleset staku]\n", "[Rules \"a=1\"]\n",
    "[Position \"3\"]\n", "[Player1 \"a\"]\n", "[Event \"?\"]\n\n1. c3:-d3 1-0\n\n", "[%clk 1:00] ", "{[%expect turn/illegal]} ",
    "(c3 ", "(1. c3:-d3) ", "(c3:-d3 (", ") (", "( ) ", "{ ", "{} ", "{a} ", "{a} c3:-d3 ", "{ c3:-d3 ", "{}\n", "{{", "}{", "[(", "(]", "[)",
    "({", "})", "[{", "}]", "{(", ")}", "[(]) ", "({)} ", "\"c3\" ", "'c3' ", "\"c3 ", "\"\n", "'a ", "(\"", "{\"", "\"{", "\"(", "[\"]",
    "c3 ( ", "c3 { ", "c3 [ ", "c3 ) ", "c3 } ", "c3 ] ", "; c3\n", ";\n", "% c3\n", "%\n", "// c3\n", "# c3\n", "> c3\n", "> ", "/* ", "*/ ",
    "<b>c3</b> ", "<!-- ", "```\n", "```sgn\n", "```sgn\n1. c3:-d3\n```\n", "- c3\n", "* c3\n", "| c3 | d3 |\n", "|c3", "|-", "+--", "=== ", "***\n",
    # words, people, talk
    "W ", "W\n", "a ", "a\n", "a", "word ", "Anna ", "Anna: c3\n", "Anna: ", ": ", ":", "White: c3 ", "White: c3\n", "White ", "White c3 Black d3\n",
    "Black resigns\n", "Black resigns ", "White wins ", "White wins. ", "draw ", "Anna - Bert\n", "Anna vs Bert\n", "Anna vs Bert ", "vs ", "Result: ",
    "Result: 1-0\n", "Game 1\n", "Game 1\n1. c3:-d3\n", "Game ", "Round 1\n", "Date: 2020-01-01\n", "2020-01-01 ", "12:30 ", "01:02:03 c3\n",
    "and ", "then ", "to ", "c3 to d3 ", "from c3 to d3, ", "takes ", "c3 takes d3. ", "illegal ", "sorry ", "I mean d3 ", "c3 no d3 ", "not c3 but d3 ",
    "undo ", "takeback\n", "oops c3 ", "From: a\n", "Subject: c3\n", "On Monday Anna wrote:\n> c3\n", "http://a.b/c3 ", "a@b.c ", "c3, d3, ", "c3 d3\n",
    "1 c3 d3\n", "1\tc3\td3\n", "\tc3", "c3/d3 ", "c3|d3|", "c3=d3 ", "c3+d3 ", "first ", "last ", "one ", "two c3 ", "white to move ", "he ", "it ",
    # games with a fault each, for which repairs are searched
    "[Ruleset \"tzaar\"]\n\n1. c4xd5 c4xd5 c4xd5\n\n", "[Ruleset \"tzaar\"]\n\n1. Xa1 Xb2 Xc3\n\n", "[Ruleset \"staku\"]\n\n1. a4-a3+a4 a4-a3+a4\n\n",
    "[Ruleset \"accasta\"]\n\n1. a4:2-b5,+b5 a4:2-b5,+b5\n\n", "[Ruleset \"tak-8\"]\n\n1. Xa1 Xb2 Xc3\n\n", "[Ruleset \"hive\"]\n\n1. wA1 wA1 wA1\n\n",
    "[Ruleset \"stakz\"]\n\n1. R3>1 R3>1\n\n", "[Ruleset \"stakd-2p\"]\n\n1. S@c3 S@c3 S@c3\n\n", "[Ruleset \"staka\"]\n\n1. BW@z26 z9:3 BW@z26\n\n",
    # letters: not ASCII, broken, controls
    "ä", "ä ", "–", "c3–d3 ", "“c3” ", "“", "”", "‘", "«", "»", "１. c3:-d3 ", "\u200b", "\u200bc3 ", "\u202ec3 ", "\u0301", "a\u0301", "\U0001F600 ",
    "：", "；", "（", "）", "［", "｛", "日本 ", "½-½ ", "×", "→", "c3→d3 ", "…", "… ", "\xa0", "c3\xa0d3\xa0", "\ufeff", "\ufeff\n", "ﬁ ", "Ⅳ ",
    b"\0", b"\0c3 ", b"c3\0", b"\xff", b"\xff ", b"\xc3", b"c3\xff ", b"\xe9 ", b"\x1b[0m", b"\x1b", b"\r", b"\r\n", b"c3\r", b"\t", b" ", b"\n",
    b"\n\n", b" \n", b"\f", b"\x7f", b"\\", b"\\\"", b"\\n", b"[a \"\\", b"&amp;", b"&#99;3 ", b"\xf4\x90\x80\x80", b"\xed\xa0\x80",
    # other forms
    "(;B[aa];W[bb])", "(;", ";B[aa]", ";B[", "[a][b]", "(;FF[4]GM[1]", "1. a1 b1 {", "1. e4 e5 2. ", "{\"a\":[", "{\"game\":\"accasta\"}\n",
    "{\"moves\":[\"c3\"]}\n", "[[", "[[\"c3\"],", "\"c3\",", "Hive;InProgress;", "Hive;", "P A1 W,", "1 c3 2 d3 ", "[Size \"5\"]\n", "a1 Sb2 Cc3 2c4- ",
    "a1>1, ", "c3:-d3, -d3, ", "e9xe8,f4+f5, ", "c3 , ", "c3 - d3 + ",
    "[TPS \"x5/x5/x5/x5/x5 1 1\"]\n", "A,", "A,B\n", "insert into a values(1);\n", "001    1      Ada\n", "001 ", "240 H 001    1\n", "XXZ 1\n",
    "{\"file\":\"a\",\"diagnostics\":[{\"id\":\"a/b\"}]}\n", "a: 1\n", "- a\n", "{a: ", "&a [*a]\n",
]

# Only after these heads.
HEADED = [("tak", unit) for unit in ("1. a1 b1 ", "a1 ", "3c1+21 ", "a1 ( b1 ) ", "{a} a1 ")]
HEADED += [("hive", unit) for unit in ("wS1 ", "bS1 -wS1 ", "1. wS1 bS1 -wS1 ", "pass ", "wQ .")]
HEADED += [(game, unit) for game, units in (
    ("dvonn", ("a1 ", "a1-b2 ", "1. a1 b2 ", "a1-a1 ")), ("tzaar", ("c4xd5 ", "c4xd5,d5xe6 ", "c4xd5,", "c4-d5 (", "pass ")),
    ("lasca", ("a3-b4 ", "a3:c5 ", "a3:c5:e7 ", "a3:", "c3xe5xg7")), ("mixtour", ("a1 ", "a1-a2 ", "2a1-a2 ", "a1-a1 ( ")),
    ("focus", ("c3-c4 ", "3c3-c6 ", "+c3 ", "c3-c4+2 "))) for unit in units]
HEADED += [("stakd", unit) for unit in ("1. a1 ", "a1-b2 ", "(a1 ", "1-0 ")]

# Rows with their own number each, so that none is the same: names, players of a tournament report, games of many players.
NUMBERED = ["Player %d\n", "001 %4d      P%d\n", "001 %4d      P%d" + 79 * " " + 90 * "  0000 - H" + "\n",
    "[Ruleset \"accasta\"]\n[Round \"%d\"]\n[White \"Ann%d\"]\n[Black \"Bob\"]\n1-0\n\n", "[Ruleset \"accasta\"]\n[White \"%d\"]\n[Black \"A\"]\n[Match \"%d\"]\n1-0\n\n",
    "[Ruleset \"accasta\"]\n[Round \"1\"]\n[White \"A\"]\n[Termination \"bye\"]\n[Black \"B%d\"]\n\n"]

FORMS = ["abstractplay", "boardspace", "littlegolem", "playtak", "ptn", "uhp"]
COMMANDS = {
    "check": ["check"],
    "check --from=typed": ["check", "-r", "accasta-pari", "--from=typed"],
    "convert --from=typed": ["convert", "-r", "accasta-pari", "--from=typed", "--to=sgn"],
    "fmt": ["fmt"],
    "fmt --fix=likely": ["fmt", "--fix=likely"],
    "convert": ["convert", "--to=ptn", "--lossy"],
    "replay": ["replay"],
    "replay -f html": ["replay", "-f", "html"],
    "check -f sarif": ["check", "-f", "sarif"],
    "score": ["score", "-v"],
    "standings": ["score", "--standings"],
    "standings -f html": ["score", "--standings", "-f", "html"],
    "standings --from=trf": ["score", "--standings", "--from=trf"],
    "pair": ["pair", "--round-robin", "--round=1"],
    "pair --players": ["pair", "--round-robin", "--players"],
    "check -f junit": ["check", "-f", "junit"],
    "check -f github": ["check", "-f", "github"],
    "check --baseline": ["check", "--baseline"],
    "show": ["show"],
    "moves": ["moves"],
    "rules check": ["rules", "check"],
    "stats": ["stats"],
    "table": ["table"],
    "table --per=game": ["table", "--per=game"],
    "select": ["select", "--unique", "--sort", "plies"],
    "index": ["index", "-o"],
    "lsp foldingRange": ["lsp"],
    "lsp codeAction": ["lsp"],
    "lsp formatting": ["lsp"],
    "play": ["play", "--protocol"],
}
COMMANDS |= {f"check --from={form}": ["check", f"--from={form}"] for form in FORMS}


def shapes():
    yield from [("", unit) for unit in UNITS]
    yield from [("head", unit) for unit in UNITS]
    yield from HEADED
    yield from [("", row) for row in NUMBERED]


def filled(head, unit, size):
    if unit in NUMBERED:
        rows, number = [], 0
        while sum(map(len, rows[-1:])) * number < size:
            number += 1
            rows.append(unit % ((number,) * unit.count("%")))
        return "".join(rows).encode()[:size]
    head = HEADS[head].encode()
    unit = unit if isinstance(unit, bytes) else unit.encode()
    return head + unit * ((size - len(head)) // len(unit))


def messages(text, asked):
    """A session of an editor: the document opened, and one request that looks at all of it."""
    document = {"uri": "file:///a.sgn"}
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    resolving = {"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}
    params = {"range": everything, "context": {"diagnostics": []}, "options": {"tabSize": 1, "insertSpaces": True}}
    sent = [{"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": resolving}},
        {"method": "textDocument/didOpen", "params": {
            "textDocument": document | {"languageId": "sgn", "version": 1, "text": text.decode("utf-8", "replace")}}},
        {"id": 1, "method": f"textDocument/{asked}", "params": {"textDocument": document} | params},
        {"id": 2, "method": "shutdown"}, {"method": "exit"}]
    for message in sent:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        yield b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def measure(folder, command, arguments, head, unit, size):
    """Seconds of a processor, all threads together."""
    text = filled(head, unit, size)
    if command.startswith("lsp"):
        text = b"".join(messages(text, command.split()[1]))
    elif command == "play":
        text = b"new " + json.dumps({"ruleset": "accasta-pari"}).encode() + b"\n" + text
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".sgn") as file:
        file.write(text)
        file.flush()
        arguments = arguments + [file.name + ".db"] if command == "index" else arguments
        name = [] if arguments[0] in ("lsp", "play") else [file.name]
        given = open(file.name, "rb") if not name else subprocess.DEVNULL
        limit = max(20, int(10 * LIMIT * size) // 1000000)
        process = subprocess.Popen([program, *arguments, *name], stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if os.path.exists(file.name + ".db"):
            os.unlink(file.name + ".db")
    crashed = process.returncode < 0 and -process.returncode not in (signal.SIGXCPU, signal.SIGKILL)
    if crashed or process.returncode > 2:
        print(f"{command}: status {process.returncode}: {head} {unit!r}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss


def judge(job):
    folder, command, arguments, head, unit = job
    seconds, memory = measure(folder, command, arguments, head, unit, SIZE)
    rate, growth = seconds * 1e6 / SIZE, 1
    if rate > LIMIT / 4: # what is fast at once is not slow for more of it
        longer, memory = measure(folder, command, arguments, head, unit, TIMES * SIZE)
        rate, growth = longer * 1e6 / SIZE / TIMES, longer / seconds
    return rate, growth, memory / 1024, command, head, unit


if __name__ == "__main__":
    program = os.path.realpath(sys.argv[1])
    words = sys.argv[2:]
    commands = {name: row for name, row in COMMANDS.items() if name in words} or COMMANDS
    parts = [word for word in words if word not in COMMANDS]
    wanted = [(head, unit) for head, unit in shapes() if not parts or any(part in str(unit) for part in parts)]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        jobs = [(folder, name, row, head, unit) for name, row in commands.items() for head, unit in wanted]
        rows = sorted(pool.map(judge, jobs), key=lambda row: -row[0])
    print("s/MB  growth   MB  command and shape")
    slow = [row for row in rows if row[0] > LIMIT or (row[1] > 1.5 * TIMES and row[0] > LIMIT / 2)]
    shown = slow + [next(row for row in rows if row[3] == name) for name in commands]
    for rate, growth, memory, command, head, unit in shown:
        print(f"{rate:5.1f} {growth:6.1f} {memory:5.0f}  {command:22} {head:5} {unit!r}")
    print(f"{len(wanted)} shapes, {len(rows)} runs; {len(slow)} slower than {LIMIT:g} s a megabyte, or worse than linear")
    sys.exit(bool(slow))
