# SPDX-License-Identifier: MIT
"""Compares runs in shards, merged, with single runs: shards.py CATASTA [PERCENT].

Files are samples and games of the corpus, and texts that accidents make of them: cut anywhere, with comments that hold
whole games, newlines of other systems, without an empty line.  They are divided at random, mostly so finely that shards
begin and end within games, and merged in any order; output, messages and status must be those of the single run.
Before that parts and lists that are broken in all ways are refused."""
import glob
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import zlib

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


def hold_offsets(file):
    """The list has the places that check reports, whatever check makes of the games."""
    games = [json.loads(line) for line in run("check", "-f", "jsonl", file)[0].splitlines()]
    places = [(game["offset"], game["line"], game["game"]) for game in games if game["game"] > 0]
    rows = open("offsets").read().splitlines()[1:-1]
    fine = [tuple(map(int, row.split("\t")[:3])) for row in rows] == places
    check(fine, f"offsets of {file}")
    return fine


def words_for_turns(text):
    """Movetext in which some words are others: of other games, results, numbers, prose."""
    words = text.split(b" ")
    for _ in range(random.randint(1, 5)):
        i = random.randrange(len(words))
        words[i] = random.choice([b"1-0", b"1.", b"12.", b"*", b"0-1\n", b"a1", b"c3:-z9", b"Game 2", b"pass", b"resign", b"x",
                                  b"1. c3:-d3", b"2-1-0", b"1.c3", b"5.", b"b3>2", b"3a3+", b"[x", b"d4\n\n", b"5...", b"0"])
    return b" ".join(words)


PIECES = [b"{", b"}", b"(", b")", b"[", b"]", b'"', b"\\", b"\r", b"\r\n", b"\n", b"\n\n", b"\0", b"\xff", b"\xc3\xa9", b"\xe2\x80\x9c",
          b"\xff\xfe1\0.\0", b"\0[\0E\0v", b"\n%", b"\n% [Event]\n", b";", b"> ", b"\n> ", b"*", b"$1", b"!", b"\t", b"  ", b"12 ", b"=\n", b"=20",
          b"=E2=80=93", b"&ndash;", b"| ", b"stay,+WR ", b"x", b"O", b"\n\n1. ", b" 1-0\n1. ", b"Game 2\n", b"White Black\n", b"{[Event \"a\"]\n\n[White \"b\"]}",
          b'\n\n[Event "a"]\n', b'[Ruleset "staku"]\n', b"[Ruleset: abande]\n", b"Ruleset: staku\n"]


def damaged(text):
    """Bytes that are others, pieces put in, lines cut or doubled, games without tags."""
    for _ in range(random.choice([1, 1, 2, 4, 9, 30])):
        at = random.randrange(len(text) + 1)
        end = at + (text[at:].find(b"\n") + 1 if random.random() < 0.3 else random.choice([0, 0, 1, 2, 7]))
        kind = random.randrange(6)
        if kind == 0:
            text = text[:at] + bytes([random.randrange(256)]) + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + text[at:end] + text[at:]
        elif kind == 2:
            text = b"\n".join(line for line in text.split(b"\n") if not line.startswith(random.choice([b"[R", b"[E", b"[W", b"["])) or random.random() < 0.5)
        else:
            text = text[:at] + random.choice(PIECES) + text[end:]
    return text


def texts():
    """The records there are, and what accidents make of them."""
    names = sorted(glob.glob(f"{ROOT}/samples/**/*.sgn", recursive=True) + glob.glob(f"{ROOT}/tests/corpus/**/*.sgn", recursive=True))
    all_texts = [open(name, "rb").read() for name in names]
    while True:
        text = b"\n".join(random.sample(all_texts, random.randint(1, 6)))
        if len(text) > 100000:
            continue
        if random.random() < 0.5:
            text = text.replace(b"[White ", b'[Match "m' + random.choice([b"", b"\x1e", b"\x1d", b"\xff"]) + b'"]\n[White ')
            text = text.replace(b"Anna", b"A\x1e\x1d\tnna")
        accident = random.randrange(12)
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
        elif accident > 9:
            text = damaged(text)
        elif accident > 8:
            text = words_for_turns(text)
        yield text


def is_wide(name):
    """Whether it is in UTF-16, in which there are no places."""
    return open(name, "rb").read(2) in (b"\xff\xfe", b"\xfe\xff")


def offsets(rounds):
    """Of files that are damaged in any way; turns are passed over only where they are not."""
    source = map(damaged, texts())
    for _ in range(rounds):
        open("a.sgn", "wb").write(next(source))
        if is_wide("a.sgn"):
            continue
        check(run("offsets", "-o", "offsets", "a.sgn")[1:] == (b"", 0), "offsets of a damaged file")
        hold_offsets("a.sgn")


def properties(rounds):
    source = texts()
    for _ in range(rounds):
        files = []
        for name in ["a.sgn", "b.sgn", "c.md"][: random.choice([1, 1, 1, 2, 3])]:
            open(name, "wb").write(next(source))
            files.append(name)
        lists = len(files) == 1 and random.random() < 0.5 and not is_wide(files[0])
        if lists:
            status = run("offsets", "-o", "offsets", *files)
            check(status[1:] == (b"", 0), f"offsets {status}")
            hold_offsets(files[0])
        hold(random.choice(COMMANDS), random.choice([1, 2, 3, 5, 8, 13, 40]), files, lists)


def refuse(words, what, wanted):
    """The command fails, says what is WANTED, and leaves no file."""
    out, errors, status = run(*words, "-o", "refused")
    check(status == 2 and out == b"" and wanted in errors and not os.path.exists("refused"), f"{what}: {status} {errors} {out[:100]}")


def hostile(rounds):
    """Parts that are cut off, changed or of other runs are refused; with the right digest, too, nothing crashes."""
    open("a.sgn", "wb").write(b"\n".join(open(name, "rb").read() for name in sorted(glob.glob(f"{ROOT}/samples/accasta/*.sgn"))))
    command = ["check", "-f", "jsonl"]
    parts = make_parts(command, 3, ["a.sgn"])
    good = run("merge", *parts)
    whole = open("part.2", "rb").read()

    def merge_with(bytes_, what, wanted):
        open("broken", "wb").write(bytes_)
        refuse(["merge", "part.1", "broken", "part.3"], what, wanted)

    merge_with(whole[:-1], "an end that is missing", b"is not complete")
    merge_with(whole[: len(whole) // 2], "a half", b"is not complete")
    merge_with(whole + b"x", "an end too much", b"is not complete")
    merge_with(b"", "an empty file", b"is not a part")
    merge_with(b"\0" * 5000, "no text", b"is not a part")
    merge_with(whole.replace(b"t", b"T", 1), "another byte", b"")
    refuse(["merge", "part.1", "part.3"], "a gap", b"1 of 3 shards is missing: 2")
    refuse(["merge"], "nothing", b"name the parts")
    refuse(["merge", "part.1", "nowhere"], "no file", b"nowhere")
    for other, what in [(["check", "-f", "jsonl", "--strict"], "options"), (["stats"], "command")]:
        run(*other, "--shard=2/3", "-o", "other", "a.sgn")
        refuse(["merge", "part.1", "other", "part.3"], f"another {what}", b"are of different runs")
    run(*command, "--shard=2/4", "-o", "other", "a.sgn")
    refuse(["merge", "part.1", "other", "part.3"], "another division", b"are of different runs")

    def sealed(bytes_):
        return bytes_ + b"=%08x\n" % zlib.crc32(bytes_)

    merge_with(sealed(whole[:-10].replace(b"catasta 0", b"catasta 9", 1)), "another version", b"are of different runs")
    merge_with(sealed(whole[:-10] + b"rubbish\n"), "rubbish", b"is not a partial result")
    run("score", "--shard=1/1", "-o", "scored", "a.sgn")
    scored = open("scored", "rb").read()[:-10]
    open("broken", "wb").write(sealed(scored.replace(b";6;a.sgn", b";x;a.sgn", 1)))
    refuse(["merge", "broken"], "a row that was changed", b"a game of a partial result cannot be read")
    body = whole.index(b"\n\n") + 2
    for _ in range(rounds):
        bytes_ = bytearray(whole[:-10])
        for _ in range(random.randint(1, 4)):
            at = random.randrange(random.choice([0, body]), len(bytes_))
            if random.random() < 0.5:
                bytes_[at] = random.choice(b"0123456789 -\n\x1e\xff")
            else:
                del bytes_[at : at + random.randint(1, 40)]
        open("broken", "wb").write(sealed(bytes(bytes_)))
        status = run("merge", "part.1", "broken", "part.3")[2]
        check(status in (0, 1, 2), f"a part that was tampered with: {status}")

    check(run("merge", *parts, "part.2") == good, "an equal repeat")
    run("check", "-f", "jsonl", "--shard=2/3", "-o", "other", "a.sgn")
    check(run("merge", *parts, "other") == good, "a task that ran twice")
    text = open("a.sgn", "rb").read()
    run("offsets", "-o", "offsets", "a.sgn")
    at = len(text) // 2
    open("a.sgn", "wb").write(text[:at] + b"?" + text[at + 1 :])
    refuse([*command, "--shard=2/3", "--offsets=offsets", "a.sgn"], "a file that changed", b"has changed")
    run(*command, "--shard=2/3", "-o", "other", "a.sgn")
    refuse(["merge", "part.1", "other", "part.3"], "another file", b"are of different runs")
    open("a.sgn", "wb").write(text)
    offsets = open("offsets", "rb").read()
    open("list", "wb").write(offsets[: offsets.rindex(b"\n", 0, -1) + 1])
    refuse([*command, "--shard=2/3", "--offsets=list", "a.sgn"], "a list without its end", b"is not a complete list")
    for _ in range(rounds):
        bytes_ = bytearray(offsets)
        bytes_[random.randrange(len(bytes_))] = random.choice(b"0123456789\t\n\xff")
        open("list", "wb").write(bytes_)
        status = run(*command, "--shard=2/3", "--offsets=list", "-o", "other", "a.sgn")[2]
        check(status in (0, 2), f"a list that was tampered with: {status}")
    open("a.sgn.gz", "wb").write(gzip.compress(text))
    refuse([*command, "--shard=1/2", "a.sgn.gz"], "a compressed file", b"is compressed")
    refuse([*command, "--shard=1/2"], "standard input", b"is not a regular file")
    for shard in ["0/2", "3/2", "1", "1/2/3", "a/b", "1/1000000", "-1/2"]:
        refuse([*command, f"--shard={shard}", "a.sgn"], f"--shard={shard}", b"--shard takes")


def main():
    random.seed(int(os.environ.get("SEED", "1")))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        hostile(max(1, 200 * PERCENT // 100))
        properties(max(1, 300 * PERCENT // 100))
        offsets(max(1, 400 * PERCENT // 100))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
