# SPDX-License-Identifier: MIT
"""Games that are checked while they come through a pipe: live.py CATASTA.  What is to come before the end of the input is
read before more of it is written, so nothing here depends on how fast the machine is.  Ends with "N passed, N failed"."""
import contextlib
import glob
import os
import random
import resource
import select
import signal
import subprocess
import tempfile

from engines.counted import PROGRAM, check, finish

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARE = int(os.environ.get("CATASTA_SHARE", "100"))
PATIENCE = 60  # seconds, for what has to come
HEAD = '[Ruleset "accasta-pari"]\n\n'
GOOD = "1. a1:3-b1 f3:2+e4\n"
BAD = "2. b1:3-c1 e4:3-b7\n"
random.seed(7)


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


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


# ---- each game is reported before more is written


GAME = HEAD + GOOD + BAD + "*\n"


def test_games(name, process, put, answer):
    """All about a game when the next one begins."""
    for i in range(3):
        put(GAME + "\n" + HEAD)
        check(f"{name}: game {i + 1} when the next one begins", process.wait_for(answer(i + 1)), process.text)
        put("*\n\n")


def text_of(i):
    return f":{10 * i - 6}:15: error: 2. Black: b7 is not on the board"


def object_of(i):
    return f'"game":{2 * i - 1},"line":{10 * i - 9},'


def test_pipe():
    for form, answer in ("text", text_of), ("jsonl", object_of):
        process = Check("-f", form)
        test_games(f"pipe, {form}", process, process.put, answer)
        check(f"pipe, {form}: status", process.end() == 1)
        write("games.sgn", (GAME + "\n" + HEAD + "*\n\n") * 3)
        want = written("games.sgn", "-f", form)[0].decode()
        check(f"pipe, {form}: the bytes of the file", process.text == want, process.text)


def test_named_pipe():
    os.mkfifo("fifo.sgn")
    process = Check("fifo.sgn", give=subprocess.DEVNULL)
    with open("fifo.sgn", "w") as file:
        test_games("named pipe", process, lambda text: (file.write(text), file.flush()), text_of)
    check("named pipe: status", process.end() == 1 and "fifo.sgn:4:15: error" in process.text, process.text)


def test_most():
    for form in "text", "jsonl":
        process = Check("--max-errors=2", "-f", form)
        process.put((GAME + "\n") * 2 + HEAD)
        check(f"most, {form}: ends while the pipe is open", process.run.wait(PATIENCE) == 1)
        process.end()
        check(f"most, {form}: two", process.text.count("b7 is not on the board") == 2 and "stopped" in process.text, process.text)


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
    """Whatever the chunks, a pipe gives the bytes of the file."""
    for name, data in samples():
        if random.randrange(100) >= SHARE:
            continue
        with open("whole.sgn", "wb") as file:
            file.write(data)
        form = random.choice(("text", "jsonl", "sarif", "junit", "github", "quiet"))
        cuts = sorted(random.sample(range(len(data) + 1), min(len(data), random.choice((1, 3, 8)))))
        chunks = [data[a:b] for a, b in zip([0] + cuts, cuts + [len(data)])]
        check(f"chunks: {name}, {form}, {cuts}", feed(begin("-f", form), chunks) == written("whole.sgn", "-f", form))
        lines = data.splitlines(True)
        step = len(lines) // 20 + 1
        got = feed(begin("-f", form), [b"".join(lines[i:i + step]) for i in range(0, len(lines), step)])
        check(f"lines: {name}, {form}", got == written("whole.sgn", "-f", form), got[1])


# ---- hostile


def test_hostile():
    process = Check()
    for byte in (GAME + "\n" + HEAD).encode():
        process.put(bytes([byte]))
    check("byte by byte", process.wait_for(text_of(1)), process.text)
    process.put(b"1. {\xc3")
    process.put(b"\xa9t\xc3\xa9} a4:-a9\n")
    check("a character in two pieces", process.end() == 1 and "a9 is not" in process.text and
          "encoding" not in process.text, process.text)
    process = Check()
    process.put(HEAD)
    for _ in range(300):
        process.put(b"{" + b"x" * 30000)
    check("a line without end", process.end() == 1, process.text)
    process = Check(errors=subprocess.PIPE)
    process.run.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(1000):
            process.put(GAME + "\n")
            select.select([], [], [], 0.002)
            if process.run.poll() is not None:
                break
    check("nobody reads: it ends by itself", process.run.wait(PATIENCE) == -signal.SIGPIPE and process.run.stderr.read() == b"")
    process = Check()
    process.put(GAME)
    process.run.kill()
    check("killed", process.end() == -signal.SIGKILL)


def test_time():
    """A long game, line by line, with all open that can be: seconds of the processor, not more."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for opening in "", "(", "{", "1. a1:9-b1\n":
        process = begin()
        turns = [f"{i}. {'a1:-b1 g1:+f2' if i % 2 else 'b1:+a1 f2:+g1'}\n".encode() for i in range(1, 20 * SHARE + 1)]
        got = feed(process, [(HEAD + opening).encode()] + turns)
        check(f"long, '{opening.strip()}'", got[2] == (opening != ""), got[0][-300:])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    check("time", after.ru_utime - before.ru_utime < 60, after.ru_utime - before.ru_utime)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for test in test_pipe, test_named_pipe, test_most, test_chunks, test_hostile, test_time:
        test()
    os.chdir("/")
finish()
