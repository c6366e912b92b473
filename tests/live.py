# SPDX-License-Identifier: MIT
"""Games that are checked while they come: live.py CATASTA.  What is to come before the end of the input is read before
more of it is written, so nothing here depends on how fast the machine is.  Ends with "N passed, N failed"."""
import contextlib
import glob
import json
import os
import random
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARE = int(os.environ.get("CATASTA_SHARE", "100"))
PATIENCE = 60  # seconds, for what has to come
HEAD = '[Ruleset "accasta-pari"]\n\n'
GOOD = "1. a1:3-b1 f3:2+e4\n"
BAD = "2. b1:3-c1 e4:3-b7\n"
ANSWER = ":4:15: error: 2. Black: b7 is not on the board"
random.seed(7)
counts = [0, 0]


def check(name, good, about=""):
    counts[not good] += 1
    if not good:
        print("not ok", name, str(about)[:1500])


def written(path, *arguments):
    """What a check of a whole file writes, through standard input, and its status."""
    with open(path, "rb") as file:
        run = subprocess.run([PROGRAM, "check", *arguments, "-"], stdin=file, capture_output=True)
    return run.stdout, run.stderr, run.returncode


class Check:
    """A check under way, and what it has written."""

    def __init__(self, *arguments, give=subprocess.PIPE, errors=subprocess.STDOUT, **how):
        self.run = subprocess.Popen([PROGRAM, "check", *arguments], stdin=give, stdout=subprocess.PIPE, stderr=errors,
                                    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **how)
        self.text = ""

    def put(self, text):
        self.run.stdin.write(text if isinstance(text, bytes) else text.encode())
        self.run.stdin.flush()

    def wait_for(self, words):
        """Reads on until WORDS have come, and returns whether they have."""
        while words not in self.text:
            if not select.select([self.run.stdout], [], [], PATIENCE)[0]:
                return False
            more = os.read(self.run.stdout.fileno(), 65536)
            if not more:
                return False
            self.text += more.decode()
        return True

    def end(self):
        """Ends the input, and returns the exit status."""
        if self.run.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self.run.stdin.close()
        self.text += self.run.stdout.read().decode()
        return self.run.wait(PATIENCE)


def append(path, text):
    with open(path, "a") as file:
        file.write(text)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


# ---- each line is answered before the next one is written


def test_lines(name, process, put):
    """Two faults in one game, and another game, each answered at once."""
    put(HEAD + GOOD + "2. b1:3-c1 ")
    put("e4:3-b7\n")
    check(f"{name}: the first fault comes at once", process.wait_for(ANSWER), process.text)
    check(f"{name}: without what takes the rest", "help:" not in process.text, process.text)
    put("3. a4:xb5 g4:-d9\n")
    check(f"{name}: the second one, too", process.wait_for(":5:14: error: 3. Black: d9"), process.text)
    put("*\n\n" + HEAD + "1. a1:3-b1\n")
    check(f"{name}: the end of the game brings the repairs", process.wait_for("more about this error"), process.text)
    check(f"{name}: with help", process.wait_for("help: "), process.text)
    put("\n1... f3:2+e9\n")
    check(f"{name}: a fault of the next game", process.wait_for("1. Black: e9"), process.text)


def test_pipe():
    for how in "--follow", "-":
        process = Check(how)
        test_lines(f"pipe, {how}", process, process.put)
        check(f"pipe, {how}: status", process.end() == 1)
        check(f"pipe, {how}: each fault once", process.text.count("error: ") == 3 and
              "3 errors in 2 games" in process.text, process.text)


def test_named_pipe():
    os.mkfifo("fifo.sgn")
    process = Check("--follow", "fifo.sgn", give=subprocess.DEVNULL)
    with open("fifo.sgn", "w") as file:
        test_lines("named pipe", process, lambda text: (file.write(text), file.flush()))
    check("named pipe: status", process.end() == 1 and "fifo.sgn:4:15: error" in process.text, process.text)


def test_file():
    write("live.sgn", "")
    process = Check("--follow", "live.sgn", give=subprocess.DEVNULL)
    test_lines("file", process, lambda text: append("live.sgn", text))
    append("live.sgn", "2. b1:3-")
    process.run.send_signal(signal.SIGTERM)
    check("file: status", process.end() == 1)
    check("file: totals, without the line that is not whole",
          process.text.endswith("2 games, 4 plies: 3 errors in 2 games\n"), process.text)


def test_whole_games():
    """Without --follow, other forms than text: all about a game when the next one begins, and nothing before."""
    process = Check("-f", "jsonl")
    process.put(HEAD + GOOD + BAD + "*\n\n" + HEAD)
    check("plain: a game when the next one begins", process.wait_for('"fix":"e4:3-b5"'), process.text)
    process.put(GOOD + BAD + "*\n")
    check("plain: status", process.end() == 1)
    write("two.sgn", "\n".join([HEAD + GOOD + BAD + "*\n"] * 2))
    want = written("two.sgn", "-f", "jsonl")[0].decode()
    check("plain: the bytes of the file", process.text == want, process.text)


def test_unfinished():
    """A game that has not ended is no fault, nor is a result that is still to come, or an open comment."""
    process = Check("--follow", "--max-errors=1")
    process.put('[Ruleset "accasta-pari"]\n[Result "1-0"]\n\n' + GOOD + "2. b1:3-c1 {what now?\nLet me think.\n")
    process.put("So} e4:3-b5 (e4:3-b4\n3. a4:-a9")
    process.put(") 3. a4:xb5\n")
    check("unfinished: legal", process.end() == 1 and process.text.count("error: ") == 1, process.text)
    process = Check("--follow")
    process.put(HEAD + GOOD + "2. b1:3-c1 e4:3-e2\n")
    check("stood: an error first", process.wait_for("error: 2. Black: e4:3-e2 jumps"), process.text)
    process.put("{[%stood]}\n")
    check("stood: a warning then", process.wait_for("warning: 2. Black: e4:3-e2 jumps"), process.text)
    check("stood: status", process.end() == 0)
    check("stood: it is said", "the whole record does not have this error [accasta/blocked-line]" in process.text and
          process.text.endswith("all legal, 1 warning\n"), process.text)


def test_no_position():
    process = Check("--follow")
    process.put('[Event "Cup"]\n\n1. a1:3-b1\n')
    check("no ruleset: comes at once", process.wait_for("[syntax/no-ruleset]"), process.text)
    check("no ruleset: once", process.end() == 1 and process.text.count("syntax/no-ruleset") == 1, process.text)


def test_json():
    process = Check("--follow", "-f", "jsonl")
    process.put(HEAD + GOOD + BAD)
    check("json: live", process.wait_for('"live":true}\n'), process.text)
    game = json.loads(process.text)
    check("json: what is known", game["plies"] == 3 and game["game"] == 1 and len(game["diagnostics"]) == 1 and
          game["diagnostics"][0]["repairs"] == [], process.text)
    process.end()
    game = json.loads(process.text.splitlines()[1])
    check("json: all at the end", "live" not in game and game["diagnostics"][0]["fix"] == "e4:3-b5", process.text)


def test_most():
    for form in "text", "jsonl":
        process = Check("--follow", "--max-errors=2", "-f", form)
        process.put(HEAD + GOOD + BAD)
        check(f"most, {form}: the first", process.wait_for("b7 is not on the board"), process.text)
        process.put("*\n\n" + HEAD + "1. a1:-a9 b2:-b9\n")
        check(f"most, {form}: status", process.run.wait(PATIENCE) == 1)
        process.end()
        check(f"most, {form}: no more than two", "a9 is not" in process.text and "b9 is not" not in process.text and
              "stopped" in process.text, process.text)


# ---- files that change otherwise


def follow(*arguments):
    write("live.sgn", HEAD + GOOD + BAD)
    process = Check("--follow", *arguments, "live.sgn", give=subprocess.DEVNULL)
    check("follow: what is there", process.wait_for(ANSWER), process.text)
    return process


def test_changes():
    process = follow()
    append("live.sgn", "3. a4:-a9")
    os.unlink("live.sgn")
    check("removed: ends, with the last line", process.end() == 1 and "a9 is not" in process.text, process.text)
    process = follow()
    os.rename("live.sgn", "other.sgn")
    check("renamed: ends", process.end() == 1, process.text)
    process = follow()
    write("new.sgn", HEAD + "1. a1:3-b9\n")
    os.rename("new.sgn", "live.sgn")
    check("replaced: read anew", process.wait_for("live.sgn:3:7: error: 1. White: b9"), process.text)
    check("replaced: it is said", "live.sgn was replaced by another file" in process.text, process.text)
    append("live.sgn", "1... f3:2+e9\n")
    check("replaced: followed", process.wait_for("live.sgn:4:9: error: 1. Black: e9"), process.text)
    process.run.send_signal(signal.SIGINT)
    check("replaced: interrupted", process.end() == 1 and "3 errors in 2 games" in process.text, process.text)
    process = follow()
    write("live.sgn", HEAD + "1. a1:-b9\n")
    check("shorter: read anew", process.wait_for("live.sgn:3:7: error: 1. White: b9"), process.text)
    check("shorter: it is said", "live.sgn became shorter" in process.text, process.text)
    process.run.send_signal(signal.SIGHUP)
    check("shorter: status", process.end() == 1)


def test_refused():
    write("whole.sgn", HEAD + GOOD + BAD)
    run = written("whole.sgn", "--follow")
    check("standard input that is a file ends", run[2] == 1 and run[0].endswith(b"1 error in 1 game\n"), run)
    for name, arguments, words in (("two files", ["a.sgn", "b.sgn"], "takes one file"),
                                   ("a document", ["a.md"], "not a document"),
                                   ("no file", ["none.sgn"], "cannot open none.sgn")):
        run = subprocess.run([PROGRAM, "check", "--follow", *arguments], capture_output=True)
        check(f"{name} is refused", run.returncode == 2 and words in run.stderr.decode(), run)


def test_forms():
    """One document, at the end; nothing but the status."""
    process = Check("--follow", "-f", "sarif")
    process.put(HEAD + GOOD + BAD)
    check("sarif: a document", process.end() == 1 and len(json.loads(process.text)["runs"][0]["results"]) == 1)
    process = Check("--follow", "-f", "quiet")
    process.put(HEAD + GOOD + BAD)
    check("quiet: nothing", process.end() == 1 and process.text == "")
    process = Check("--follow", "--expect")
    process.put(HEAD + GOOD + BAD)
    process.put("{[%expect record/off-board]}\n")
    check("expect: at the end", process.end() == 0 and "error: " not in process.text, process.text)


# ---- chunks


def samples():
    """Games, broken ones, other forms, and text that is none."""
    for path in sorted(glob.glob(f"{ROOT}/samples/*/*.sgn")) + sorted(glob.glob(f"{ROOT}/tests/cases/spelling*.txt")):
        with open(path, "rb") as file:
            yield os.path.relpath(path, ROOT), file.read()
    games = b"\n".join(data for _, data in (read(path) for path in sorted(glob.glob(f"{ROOT}/samples/*/*.sgn"))))
    for i in range(40):
        at = random.randrange(len(games))
        broken = bytearray(games[at:at + 3000] if i % 3 == 0 else b'[Event "x"]\n' + games[at:at + 3000])
        for _ in range(random.choice((0, 1, 4, 10))):
            k = random.randrange(len(broken))
            broken[k:k + random.randrange(3)] = random.choice(
                (b"{", b"}", b"(", b")", b'"', b"[", b"\n\n", b"\xc3", b"\0", b"1-0 ", b"\n> ", b"=20\n", b"\r"))
        yield f"broken {i}", bytes(broken)
    for form, folder in ("ptn", "tak"), ("abstractplay", "attangle"):
        for path in sorted(glob.glob(f"{ROOT}/samples/{folder}/*.sgn")):
            run = subprocess.run([PROGRAM, "convert", "--lossy", "--to", form, path], capture_output=True)
            yield f"{form} of {os.path.basename(path)}", run.stdout
    with open(f"{ROOT}/samples/tak/won.sgn", "rb") as file:
        yield "UTF-16", b"\xff\xfe" + file.read().decode().encode("utf-16-le")


def read(path):
    with open(path, "rb") as file:
        return path, file.read()


def feed(process, chunks):
    """Writes CHUNKS, each when the program has taken the one before and looked for more."""
    for chunk in chunks:
        process.put(chunk)
        select.select([process.run.stdout], [], [], 0.003)
        with contextlib.suppress(BlockingIOError):
            process.got += os.read(process.run.stdout.fileno(), 1 << 20)
    process.run.stdin.close()
    os.set_blocking(process.run.stdout.fileno(), True)
    process.got += process.run.stdout.read()
    return process.got, process.run.stderr.read(), process.run.wait(PATIENCE)


def begin(*arguments):
    process = Check(*arguments, errors=subprocess.PIPE)
    os.set_blocking(process.run.stdout.fileno(), False)
    process.got = b""
    return process


def test_chunks():
    """Whatever the chunks, a pipe gives the bytes of the file; with --follow, without what is marked as early."""
    early = twice = 0
    for name, data in samples():
        if random.randrange(100) >= SHARE:
            continue
        with open("whole.sgn", "wb") as file:
            file.write(data)
        form = random.choice(("jsonl", "sarif", "quiet"))
        cuts = sorted(random.sample(range(len(data) + 1), min(len(data), random.choice((1, 3, 8)))))
        chunks = [data[a:b] for a, b in zip([0] + cuts, cuts + [len(data)])]
        check(f"chunks: {name}, {form}, {cuts}", feed(begin("-f", form), chunks) == written("whole.sgn", "-f", form))
        lines = data.splitlines(True)
        step = len(lines) // 20 + 1
        got = feed(begin("-f", "jsonl", "--follow"), [b"".join(lines[i:i + step]) for i in range(0, len(lines), step)])
        told = set()
        for line in got[0].splitlines():
            game = json.loads(line)
            for fault in game["diagnostics"] if game.get("live") else []:
                place = game["game"], fault["line"], fault["col"], fault["id"], fault["severity"]
                early += 1
                twice += place in told
                told.add(place)
        late = b"".join(line for line in got[0].splitlines(True) if b'"live":true}' not in line)
        check(f"lines: {name}", (late, *got[1:]) == written("whole.sgn", "-f", "jsonl"), got[1])
    check("faults came early", early > 0)
    check("none of them twice", twice == 0, twice)


def test_text_once():
    """As text, too, each fault has one message."""
    for path in sorted(glob.glob(f"{ROOT}/samples/*/faults.sgn")):
        process = begin(random.choice(("--follow", "-")))
        _, data = read(path)
        got = feed(process, data.splitlines(True))[0].decode()
        want = written(path)[0].decode()
        messages = re.compile(r"^<stdin>:\S+ (?:error|warning): .*", re.M)
        check(f"text: {os.path.relpath(path, ROOT)}", sorted(messages.findall(got)) == sorted(messages.findall(want)), got)
        check("text: the totals", got.splitlines()[-1] == want.splitlines()[-1], got)


# ---- hostile


def test_hostile():
    process = Check("--follow")
    for byte in (HEAD + GOOD + BAD).encode():
        process.put(bytes([byte]))
    check("byte by byte", process.wait_for(ANSWER), process.text)
    process.put(b"3. {\xc3")
    process.put(b"\xa9t\xc3\xa9} a4:-a9\n")
    check("a character in two pieces", process.wait_for("a9 is not on the board"), process.text)
    check("status", process.end() == 1 and "encoding" not in process.text, process.text)
    process = Check("--follow")
    process.put(HEAD)
    for _ in range(300):
        process.put(b"{" + b"x" * 30000)
    check("a line without end", process.end() == 1, process.text)
    process = Check("--follow", errors=subprocess.PIPE)
    process.run.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(1000):
            process.put(HEAD + GOOD + BAD)
            select.select([], [], [], 0.002)
            if process.run.poll() is not None:
                break
    check("nobody reads: it ends by itself", process.run.wait(PATIENCE) == 2 and b"Broken pipe" in process.run.stderr.read())
    process = follow()
    process.run.kill()
    check("killed", process.end() == -signal.SIGKILL)


def test_time():
    """A long game, line by line, with all open that can be: seconds of the processor, not more."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for opening in "", "(", "{", "1. a1:9-b1\n":
        process = begin("--follow")
        turns = [f"{i}. {'a1:-b1 g1:+f2' if i % 2 else 'b1:+a1 f2:+g1'}\n".encode() for i in range(1, 20 * SHARE + 1)]
        got = feed(process, [(HEAD + opening).encode()] + turns)
        check(f"long, '{opening.strip()}'", got[2] == (opening != ""), got[0][-300:])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    check("time", after.ru_utime - before.ru_utime < 60, after.ru_utime - before.ru_utime)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for test in (test_pipe, test_named_pipe, test_file, test_whole_games, test_unfinished, test_no_position, test_json,
                 test_most, test_changes, test_refused, test_forms, test_chunks, test_text_once, test_hostile, test_time):
        test()
    os.chdir("/")
print(f"{counts[0]} passed, {counts[1]} failed")
sys.exit(counts[1] > 0)
