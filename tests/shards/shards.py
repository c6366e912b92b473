# SPDX-License-Identifier: MIT
"""Holds what shares of a run add up to against the run: shards.py CATASTA [PERCENT].

Files are samples, test vectors, and texts made of them by accident: cut anywhere, with comments that hold whole games,
line ends of other systems, without a blank line.  They are divided at random, mostly so finely that shares begin and
end within games, and merged in any order; output, messages and status have to be those of the run.  Then parts that are
broken in all ways are refused."""
import glob
import os
import random
import subprocess
import sys
import tempfile

CATASTA = os.path.abspath(sys.argv[1])
PERCENT = int(sys.argv[2]) if len(sys.argv) > 2 else 100
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMANDS = [
    ["check", "-f", "jsonl"],
    ["check", "-f", "jsonl", "--where", "plies > 20 or not legal"],
    ["check", "--max-errors=3"],
    ["check", "-f", "sarif"],
    ["stats"],
    ["stats", "-f", "json", "--by", "tag.White"],
    ["table"],
    ["score"],
    ["score", "-v", "--by", "players"],
    ["score", "-f", "json"],
    ["score", "-f", "tsv", "--best-of", "2", "--error", "match"],
    ["score", "-f", "json", "--standings", "--mixed", "--count-illegal"],
    ["score", "-f", "tsv", "--standings", "--mixed"],
    ["score", "--standings", "-v", "--by", "event,players"],
]
passed = failed = 0


def run(*words):
    done = subprocess.run([CATASTA, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    return done.stdout, done.stderr, done.returncode


def check(fine, what):
    global passed, failed
    passed += bool(fine)
    failed += not fine
    if not fine:
        print("FAILED:", what)


def make_parts(command, count, files, lists=False):
    parts = []
    for i in range(1, count + 1):
        words = [*command, f"--shard={i}/{count}"]
        if lists and random.random() < 0.7:
            words.append("--offsets=offsets")
        if random.random() < 0.3:
            words.append("-j3")
        parts.append(f"part.{i}")
        out, errors, status = run(*words, "-o", parts[-1], *files)
        check((out, errors, status) == (b"", b"", 0), f"{words} {files}: {status} {errors}")
    return parts


def hold(command, count, files, lists=False):
    parts = make_parts(command, count, files, lists)
    parts += random.sample(parts, min(len(parts), random.randint(0, 2)))
    random.shuffle(parts)
    single = run(*command, *files)
    merged = run("merge", *parts)
    check(merged == single, f"{command} in {count} shares of {files}")
    if merged != single:
        os.makedirs("/tmp/shards-failed", exist_ok=True)
        for i, part in enumerate(single[:2] + merged[:2]):
            open(f"/tmp/shards-failed/{failed}.{'abcd'[i]}", "wb").write(part)
        for file in files:
            open(f"/tmp/shards-failed/{failed}.{count}.{file}", "wb").write(open(file, "rb").read())


def texts():
    """The records there are, and what accidents make of them."""
    names = sorted(glob.glob(f"{ROOT}/samples/**/*.sgn", recursive=True) + glob.glob(f"{ROOT}/tests/vectors/**/*.sgn", recursive=True))
    all_texts = [open(name, "rb").read() for name in names]
    while True:
        text = b"\n".join(random.sample(all_texts, random.randint(1, 6)))
        if len(text) > 100000:
            continue
        if random.random() < 0.5:
            text = text.replace(b"[White ", b'[Match "m' + random.choice([b"", b"\x1e", b"\x1d", b"\xff"]) + b'"]\n[White ')
            text = text.replace(b"Anna", b"A\x1e\x1d\tnna")
        accident = random.randrange(9)
        if accident == 0:
            at = random.randrange(len(text) + 1)
            text = text[:at] + text[at + random.randint(0, 300):]
        elif accident == 1:
            text = text.replace(b"\n", b"\r\n")
        elif accident == 2:
            text = text.replace(b"\n", b"\r")
        elif accident == 3:
            text = text.replace(b"\n\n", b"\n")
        elif accident == 4:
            at = random.randrange(len(text) + 1)
            text = text[:at] + b" {" + random.choice(all_texts)[:9000].replace(b"}", b"") + b"} " + text[at:]
        elif accident == 5:
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice([b"{", b"(", b"\n\n[x", b"\n\n[Event \"a\"]\n", b";", b"\n%", b"\0", b"\n\n\n"]) + text[at:]
        elif accident == 6:
            text = random.choice([b"", b"\n", b"[", b"no game at all\n", b"1. e4 e5\n\n[", b"\xef\xbb\xbf" + text])
        elif accident == 7:
            text = text.decode("utf-8", "replace").encode("utf-16") if random.random() < 0.2 else b"words\n\n" + text
        yield text


def properties(rounds):
    source = texts()
    for _ in range(rounds):
        files = []
        for name in ["a.sgn", "b.sgn", "c.md"][: random.choice([1, 1, 1, 2, 3])]:
            open(name, "wb").write(next(source))
            files.append(name)
        lists = len(files) == 1 and random.random() < 0.5
        if lists:
            status = run("offsets", "-o", "offsets", *files)
            check(status[1:] == (b"", 0), f"offsets {status}")
        hold(random.choice(COMMANDS), random.choice([1, 2, 3, 5, 8, 13, 40]), files, lists)


def main():
    random.seed(int(os.environ.get("SEED", "1")))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        properties(max(1, 300 * PERCENT // 100))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
