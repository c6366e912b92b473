# SPDX-License-Identifier: MIT
"""Holds the grammar of sgn(5) against the corpus: grammar.py.  It is read out of the manual page, records that are as
they should be have to fit it, others not, and so have positions.  Ends with "N passed, N failed"."""
import glob
import json
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORD_ENDS = set(" \t\r\n()[]{};.!?$|%")

# What no text has that fits the grammar.
AMISS = re.compile(r"(error|warning|note) (syntax/(turn|token|text|tag|comment)|reading/signs)$")


def read_rules(page):
    """The rules of the page, as texts by their names."""
    rules = {}
    with open(page, encoding="utf-8") as file:
        for line in file:
            name, sign, text = line.replace("\\e", "\\").replace("\\-", "-").partition("::=")
            if sign:
                rules[name.strip()] = text.strip()
    return rules


class Grammar:
    """Rules as functions of a text and a place in it, which return the place after what fits, or None."""

    def __init__(self, rules, move):
        self.texts = dict(rules, move=rules[move])
        self.tak = move == "tak"
        if self.tak:
            self.texts["glyph"] = "[!?'\"]+ end | '$' [0-9]+"
            self.texts["figures"] = "[RF] '-0' | '0-' [RF] | '1/2-1/2' | '1/2' | " + self.texts["figures"]
        if move == "dvonn":  # capitals and small letters are the same
            self.texts["cell"] = "([A-WYZa-wyz] [A-Za-z] | [A-Za-z]) [1-9] [0-9]*"
            self.texts["onto"] = "[-xX] cell | cell"
            self.texts["word"] += " | 'PASS'"
        if move == "hive":
            self.texts["bug"] = "[WBwb] [A-Za-z] [0-9]*"
        self.rules = {"end": self.end}
        for name, text in self.texts.items():
            if name not in self.rules:
                self.rules[name] = self.compile(text)
        escape = self.rules["escape"]
        self.rules["escape"] = lambda text, at: escape(text, at) if at == 0 or text[at - 1] in "\r\n" else None

    def end(self, text, at):
        return at if at == len(text) or text[at] in WORD_ENDS or (self.tak and text[at] in "'\"") else None

    def fits(self, name, text):
        return self.rules[name](text, 0) == len(text)

    def compile(self, text):
        token = r"'[^']+'|\[[^]]+\]|[A-Za-z][A-Za-z-]*|[()|?*+]"
        self.tokens = re.findall(token, text)
        if re.sub(token, "", text).strip():
            raise SystemExit(f"cannot read the rule: {text}")
        return self.choice()

    def choice(self):
        ways = [self.row()]
        while self.tokens and self.tokens[0] == "|":
            self.tokens.pop(0)
            ways.append(self.row())

        def first(text, at):
            return next((end for end in (way(text, at) for way in ways) if end is not None), None)
        return first

    def row(self):
        parts = []
        while self.tokens and self.tokens[0] not in "|)":
            parts.append(self.part())

        def all_of(text, at):
            for part in parts:
                at = part(text, at)
                if at is None:
                    return None
            return at
        return all_of

    def part(self):
        token = self.tokens.pop(0)
        if token == "(":
            inner = self.choice()
            self.tokens.pop(0)
        elif token[0] == "'":
            inner = self.literal(token[1:-1])
        elif token[0] == "[":
            inner = self.one_of(token)
        else:
            inner = self.named(token)
        times = self.tokens.pop(0) if self.tokens and self.tokens[0] in ("?", "*", "+") else ""
        return self.repeated(inner, times) if times else inner

    def named(self, name):
        if name != "end" and name not in self.texts:
            raise SystemExit(f"no rule {name}")
        return lambda text, at: self.rules[name](text, at)

    @staticmethod
    def literal(word):
        return lambda text, at: at + len(word) if text.startswith(word, at) else None

    @staticmethod
    def one_of(token):
        inside = re.sub(r"#x([0-9A-F]+)", lambda code: "\\U%08x" % int(code[1], 16), token[1:-1].replace("\\", "\\\\"))
        pattern = re.compile("[" + inside + "]")
        return lambda text, at: at + 1 if pattern.match(text, at) else None

    @staticmethod
    def repeated(inner, times):
        def fit(text, at):
            count = 0
            while count == 0 or times != "?":
                end = inner(text, at)
                if end is None or end == at:
                    break
                at = end
                count += 1
            return None if times == "+" and count == 0 else at
        return fit


def games_of(path):
    """Each verdict of a file with the text of its game; those that are not UTF-8 have none."""
    with open(path[:-6] + ".sgn", "rb") as file:
        source = file.read()
    with open(path, encoding="utf-8") as file:
        verdicts = [json.loads(line) for line in file]
    try:
        lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", source.decode("utf-8-sig"))
    except UnicodeDecodeError:
        lines = None
    begins = [verdict["line"] - 1 for verdict in verdicts if "line" in verdict]
    if not begins and lines is not None:
        begins = [i for i, line in enumerate(lines) if line.startswith("[Ruleset ")]
    for i, verdict in enumerate(verdicts):
        end = begins[i + 1] if i + 1 < len(verdicts) else None
        yield verdict, None if lines is None else "".join(lines[begins[i] if i > 0 else 0:end])


def main():
    sys.setrecursionlimit(20000)
    rules = read_rules(os.path.join(ROOT, "man/sgn.5"))
    games = {}
    for path in glob.glob(os.path.join(ROOT, "rulesets/*.yaml")):
        with open(path, encoding="utf-8") as file:
            games[os.path.basename(path)[:-5]] = re.search(r"^game: (\w+)", file.read(), re.M)[1]
    grammars = {game: Grammar(rules, game) for game in set(games.values())}
    passed = failed = 0

    def count(good, what):
        nonlocal passed, failed
        passed += good
        failed += not good
        if not good:
            print(f"not ok {what}")

    for path in sorted(glob.glob(os.path.join(ROOT, "tests/corpus/*/*.jsonl"))):
        file_game = re.match(r"[a-z]+", os.path.basename(path))[0]
        for verdict, text in games_of(path):
            what = f"{os.path.basename(path)}, game {verdict['game']}"
            game = games.get(verdict.get("ruleset"), file_game)
            if game not in grammars:
                continue
            found = verdict.get("found", [])
            if text is not None and any(AMISS.search(one) for one in found):
                count(not grammars[game].fits("record", text), what + ": does not fit the grammar")
            elif text is not None and not any("syntax/" in one or "reading/" in one for one in found):
                count(grammars[game].fits("record", text), what + ": fits the grammar")
            if "canonical" in verdict:
                canonical = "".join(line + "\n" for line in verdict["canonical"])
                count(grammars[game].fits("record", canonical), what + ": its canonical form fits the grammar")
            if verdict.get("position"):
                fits = grammars[game].fits(f"{game}-position", verdict["position"])
                count(fits, what + ": its position fits the grammar")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
