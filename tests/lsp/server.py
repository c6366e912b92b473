# SPDX-License-Identifier: MIT
"""The language server as an editor sees it: server.py CATASTA [FIRST LAST], numbers of random edits.  Ends with "N passed, N failed"."""
import glob
import json
import re
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from client import Client

program = os.path.abspath(sys.argv[1])
share = int(os.environ.get("CATASTA_SHARE", "100"))
root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
counts = [0, 0]


def check(name, good, about=""):
    counts[not good] += 1
    if not good:
        print("not ok", name, str(about)[:1500])


def run(*words, text=None):
    got = subprocess.run([program, *words], input=None if text is None else text.encode(), capture_output=True)
    return got.stdout.decode()


# ---- an editor's text: lines and columns in UTF-16 or bytes

def split_lines(text):
    return text.replace("\r\n", "\n\n").replace("\r", "\n")


def offset_of(text, position, encoding):
    begin = 0
    for _ in range(position["line"]):
        ends = [at for at in (text.find("\n", begin), text.find("\r", begin)) if at >= 0]
        if not ends:
            return len(text)
        begin = min(ends) + (2 if text.startswith("\r\n", min(ends)) else 1)
    left = position["character"]
    while left > 0 and begin < len(text) and text[begin] not in "\r\n":
        left -= len(text[begin].encode(encoding)) // (2 if encoding == "utf-16-le" else 1)
        begin += 1
    return begin


def position_of(text, offset, encoding):
    before = text[:offset]
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {"line": len(lines) - 1, "character": len(lines[-1].encode(encoding)) // (2 if encoding == "utf-16-le" else 1)}


def span(text, begin, end, encoding):
    return {"start": position_of(text, begin, encoding), "end": position_of(text, end, encoding)}


def apply(text, edits, encoding):
    places = [(offset_of(text, e["range"]["start"], encoding), offset_of(text, e["range"]["end"], encoding), e["newText"])
              for e in edits]
    for begin, end, new in sorted(places, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def edits_of(action, uri):
    edit = action["edit"]
    return edit["changes"][uri] if "changes" in edit else edit["documentChanges"][0]["edits"]


def read(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        return file.read()


samples = sorted(glob.glob(root + "/samples/*/*.sgn"))[::1 if share >= 10 else 3]
ENCODINGS = {"utf-16": "utf-16-le", "utf-8": "utf-8"}


class Editor:
    """A client with its documents."""

    def __init__(self, encoding="utf-16", **capabilities):
        self.client = Client(program)
        self.encoding = ENCODINGS[encoding]
        can = self.client.start(general={"positionEncodings": [encoding, "utf-16"]}, **capabilities)
        check("encoding", can["positionEncoding"] == encoding, can)
        self.texts = {}
        self.versions = {}

    def open(self, uri, text, language="sgn"):
        self.texts[uri] = text
        self.versions[uri] = 1
        self.client.open(uri, text, language)
        return self.client.diagnostics(uri, 1)

    def close(self, uri):
        self.client.notify("textDocument/didClose", textDocument={"uri": uri})
        self.client.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri)

    def edit(self, uri, begin, end, new):
        text = self.texts[uri]
        self.texts[uri] = text[:begin] + new + text[end:]
        self.versions[uri] += 1
        self.client.change(uri, self.versions[uri], {"range": span(text, begin, end, self.encoding), "text": new})

    def diagnostics(self, uri):
        return self.client.diagnostics(uri, self.versions[uri])

    def ask(self, method, uri, **more):
        return self.client.ask("textDocument/" + method, textDocument={"uri": uri}, **more)

    def at(self, method, uri, offset):
        position = position_of(self.texts[uri], offset, self.encoding)
        return self.client.at(method, uri, position["line"], position["character"])["result"]

    def everything(self, uri):
        """What is said of the document as a whole."""
        return [self.ask(method, uri).get("result") for method in ("documentSymbol", "foldingRange")]


# ---- diagnostics, as check has them

def test_diagnostics():
    for encoding in ENCODINGS:
        editor = Editor(encoding)
        for path in samples:
            text = read(path).replace("Quinn", "Q\U0001F600inn")
            uri = "file://" + path
            found = editor.open(uri, text)
            said = [re.sub("\nbefore the turn: .*", "", d["message"]).replace("\nhelp: ", "; ") for d in found]
            got = [(d["code"], d["range"]["start"], d["severity"], words) for d, words in zip(found, said)]
            wanted = []
            with tempfile.NamedTemporaryFile("w", suffix=".sgn", encoding="utf-8", newline="") as file:
                file.write(text)
                file.flush()
                for line in run("check", "-f", "jsonl", file.name).splitlines():
                    for item in json.loads(line)["diagnostics"]:
                        begin = offset_of(text, {"line": item["line"] - 1, "character": 0}, "utf-8") + item["column"] - 1
                        severity = 3 if item.get("follows") else 1 + ["error", "warning", "note"].index(item["severity"])
                        wanted.append((item["id"], position_of(text, begin, editor.encoding), severity, item["message"]))
            check("diagnostics of " + path + " in " + encoding, sorted(map(str, got)) == sorted(map(str, wanted)), (got, wanted))
            editor.close(uri)
        check("end", editor.client.stop() == 0)


# ---- answers word for word

TWO = """
[Ruleset "accasta-pari"]
[White "Anna"]
[Black "Ben"]

1. c3:-d3 (1. c4:-d4
e3:-e2) e3:-e2 {two
lines}
2. d3:-e9 *
 

[Ruleset "accasta-pari"]
1. c3:+c4 (1. c4:-d4) e3:-e2 (1... e4:-e5) {here} *
"""


def test_answers():
    editor = Editor()
    uri = "file:///two.sgn"
    found = editor.open(uri, TWO)
    place = lambda line, character: {"line": line, "character": character}
    between = lambda *at: {"start": place(*at[:2]), "end": place(*at[2:])}

    def symbol(name, kind, at, *children):
        return {"name": name, "kind": kind, "range": between(*at), "selectionRange": between(*at[:2], *at[:2]), "children": list(children)}

    check("symbols", editor.ask("documentSymbol", uri)["result"] == [
        symbol("1. Anna – Ben, *", 5, (1, 0, 8, 11), symbol("1. c4:-d4", 6, (5, 14, 6, 6))),
        symbol("2. ? – ?, *", 5, (11, 0, 12, 51), symbol("1. c4:-d4", 6, (12, 14, 12, 20)),
               symbol("1... e4:-e5", 6, (12, 35, 12, 41)))], editor.ask("documentSymbol", uri)["result"])
    check("folds", [(f["startLine"], f["endLine"], f["kind"]) for f in editor.ask("foldingRange", uri)["result"]] == [
        (1, 8, "region"), (1, 3, "region"), (5, 6, "region"), (6, 7, "comment"), (11, 12, "region")])
    check("a diagnostic", found == [{"range": between(8, 6, 8, 9), "severity": 1, "code": "record/off-board", "source": "catasta",
                                     "message": "e9 is not on the board, whose row e has cells 1 to 6"}], found)
    # a place behind the end of a line is its end
    check("behind the end of a line", editor.client.at("completion", uri, 12, 999)["result"]["items"]
          == editor.client.at("completion", uri, 12, 51)["result"]["items"])
    editor.client.change(uri, 2, {"range": between(2, 99, 2, 999), "text": "\n[Round \"7\"]"})
    editor.texts[uri] = TWO.replace('"Anna"]', '"Anna"]\n[Round "7"]')
    editor.versions[uri] = 2
    found = editor.diagnostics(uri)[0]["range"]
    hover = editor.at("hover", uri, editor.texts[uri].index("d3:-e9"))
    check("a line more", found == between(9, 6, 9, 9) and hover["range"] == between(9, 3, 9, 9), hover)
    items = editor.at("completion", uri, editor.texts[uri].index("e3:-e2 {") + 2)
    check("a turn begun", not items["isIncomplete"] and [i["label"] for i in items["items"]][0] == "e3:+e4" and
          [i["sortText"] for i in items["items"]] == ["%06d" % i for i in range(6)] and
          all(i["kind"] == 12 and i["textEdit"] == {"range": between(7, 8, 7, 10), "newText": i["label"]} for i in items["items"]), items)
    # what is asked before anything was read is read first
    client = editor.client
    client.number += 1
    bodies = [{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///new.sgn", "languageId": "sgn", "version": 1, "text": TWO}}},
              {"id": client.number, "method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///new.sgn"}, "position": place(8, 4)}}]
    bodies = [json.dumps(dict(body, jsonrpc="2.0")).encode() for body in bodies]
    client.write(b"".join(b"Content-Length: %d\r\n\r\n" % len(body) + body for body in bodies))
    answer = client.wait(lambda message: message.get("id") == client.number)["result"]
    check("asked at once", answer is not None and answer["range"] == between(8, 3, 8, 9), answer)
    client.ask("textDocument/hover", textDocument={"uri": "file:///new.sgn"}, position=place(8, 4))
    # the fault may be in a turn before
    found = editor.open("file:///earlier.sgn", "[Ruleset \"abande\"]\n\n1. d3 d4 2. d5 d4-d5\n")
    related = found[0]["relatedInformation"]
    check("a turn before", found[0]["code"] == "abande/disconnects" and related[0]["location"]["uri"] == "file:///earlier.sgn"
          and related[0]["location"]["range"]["start"]["character"] < found[0]["range"]["start"]["character"], found)
    check("end", client.stop() == 0)
    editor = Editor(textDocument={"hover": {"contentFormat": ["plaintext"]}})
    editor.open(uri, TWO)
    hover = editor.at("hover", uri, TWO.index("e9"))
    check("without Markdown", hover["contents"]["kind"] == "plaintext" and "```" not in hover["contents"]["value"]
          and "\n\nAfter 2. White:\n\n" in hover["contents"]["value"] and "record/off-board\n\n" in hover["contents"]["value"], hover)
    check("end", editor.client.stop() == 0)


# ---- edits: what is known after them is what is known of the same text opened anew

PIECES = ["{", "}", "[", "]", "(", ")", "\n", "\n\n", "\r\n", "\r", "1. ", "e4", "*", "1-0", ";", "%", "\"", " ", "x", "é",
          "\U0001F600", "[Ruleset \"accasta-pari\"]\n", "[Ruleset \"stakd-elite\"]\n", "[White \"A\"]\n", "> ", "White Black\n1. b4:2-c5 e4:+e3\n",
          "\n\n[Ruleset \"accasta-pari\"]\n\n1. c3:-d3 e3:-e2 *\n\n", "resigns", "```\n", "\0"]


def random_edit(random, text):
    begin = random.randrange(len(text) + 1)
    kind = random.random()
    end = begin if kind < 0.5 else min(len(text), begin + random.choice([1, 1, 2, 5, 40, 400]))
    new = "" if kind > 0.8 else random.choice(PIECES)
    begin -= text[begin - 1:begin + 1] == "\r\n"  # there is no place between these
    end += text[end - 1:end + 1] == "\r\n"
    if kind > 0.95:
        new = text[slice(*sorted((random.randrange(len(text) + 1), random.randrange(len(text) + 1))))][:3000]
    return begin, end, new


def test_edits(number):
    rng = random.Random(number)
    editor = Editor(rng.choice(list(ENCODINGS)))
    for turn in range(6):
        paths = rng.sample(samples, rng.choice([1, 3, 12]))
        uri = "file:///edited.%d.%s" % (turn, "md" if rng.random() < 0.1 else "sgn")
        text = "\n\n".join(read(path).strip() for path in paths)
        if rng.random() < 0.3:
            text = text.replace("\n", rng.choice(["\r\n", "\r"]))
        if rng.random() < 0.2:
            text = text[text.find("\n\n"):]
        editor.open(uri, text)
        for step in range(12):
            for _ in range(rng.choice([1, 1, 1, 3])):
                editor.edit(uri, *random_edit(rng, editor.texts[uri]))
            got = editor.diagnostics(uri)
            known = editor.everything(uri)
            other = uri.replace("edited", "opened")
            wanted = json.loads(json.dumps(editor.open(other, editor.texts[uri])).replace(other, uri))
            check("edits %d %d %d" % (number, turn, step), got == wanted,
                  [d for d in got if d not in wanted] + [None] + [d for d in wanted if d not in got])
            if got != wanted:
                with open("/tmp/edit-%d-%d-%d.sgn" % (number, turn, step), "w", newline="") as file:
                    file.write(editor.texts[uri])
            check("what is there after edits %d %d %d" % (number, turn, step), known == editor.everything(other))
            editor.close(other)
        editor.close(uri)
    check("end after edits", editor.client.stop() == 0)


# ---- actions, formatting

def test_actions():
    editor = Editor(textDocument={"codeAction": {"resolveSupport": {"properties": ["edit"]}}},
                    workspace={"workspaceEdit": {"documentChanges": True}})
    proposals = 0
    for path in samples:
        text = read(path)
        uri = "file://" + path
        found = editor.open(uri, text)
        for one in found:
            actions = editor.ask("codeAction", uri, range=one["range"], context={"diagnostics": [one]})["result"]
            for action in actions:
                if action["kind"] != "quickfix" or one not in action["diagnostics"] or "data" in action:
                    continue
                proposals += 1
                check("the version of an edit", action["edit"]["documentChanges"][0]["textDocument"]["version"] == 1)
                after = editor.open("file:///mended.sgn", apply(text, edits_of(action, uri), editor.encoding))
                check("a repair of %s in %s" % (one["code"], path), after != found and (
                    not action["isPreferred"] or sum(d["severity"] == 1 for d in after) < sum(d["severity"] == 1 for d in found)),
                      action)
                editor.close("file:///mended.sgn")
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 10 ** 9, "character": 0}}
        actions = editor.ask("codeAction", uri, range=everything, context={"diagnostics": [], "only": ["source.fixAll"]})["result"]
        check("only what was asked for", [action["kind"] for action in actions] == ["source.fixAll"], actions)
        answer = editor.client.ask("codeAction/resolve", **actions[0])
        wanted = run("fmt", "--fix", text=text)
        if "error" in answer:
            check("no fix of " + path, wanted == "", (answer, wanted))
        else:
            check("fix of " + path, apply(text, edits_of(answer["result"], uri), editor.encoding) == (wanted or text),
                  (answer, wanted))
        answer = editor.ask("formatting", uri, options={"tabSize": 4, "insertSpaces": True})
        wanted = run("fmt", text=text)
        if "error" in answer:
            check("no form of " + path, wanted == "", (answer, wanted))
        else:
            check("form of " + path, apply(text, answer["result"], editor.encoding) == wanted, (answer, wanted))
        editor.close(uri)
    check("there are proposals", proposals > 20, proposals)
    check("end", editor.client.stop() == 0)


TYPED = """Hi \U0001F600, our game:

Ruleset: Accasta Pari

1) C3 : -D3 e3:-e2 see you at d3
2) c4:-d4 hmm e2:-e3
Black resigned?
"""
TYPED_NAME = "Read as typed text"


def test_typed():
    copy = run("convert", "--from=typed", text=TYPED)
    check("there is a copy", "{hmm e2:-e3}" in copy, copy)
    document = "# It\n\n```\n%s```\n\nmore\n\n~~~\n[Ruleset \"accasta\"]\n\n1. c3:-d3 *\n~~~\n"
    notation = "[Ruleset \"accasta-pari\"]\n\n1. c3:-e4 *\n"
    for resolves in (False, True):
        editor = Editor(textDocument={"codeAction": {"resolveSupport": {"properties": ["edit"]}}} if resolves else {})

        def copied(uri, text, wanted):
            found = [d for d in editor.open(uri, text) if d["code"].startswith("syntax/") and d["severity"] == 1]
            actions = editor.ask("codeAction", uri, range=found[-1]["range"], context={"diagnostics": found})["result"]
            offers = [action for action in actions if action["title"] == TYPED_NAME]
            check("one offer to read typed text", len(offers) == 1 and ("edit" in offers[0]) != resolves
                  and found[-1] in offers[0]["diagnostics"], actions)
            action = editor.client.ask("codeAction/resolve", **offers[0])["result"] if resolves else offers[0]
            after = apply(text, edits_of(action, uri), editor.encoding)
            check("the copy of typed text", after == wanted, (after, wanted))
            editor.close(uri)

        copied("file:///mail.sgn", TYPED, copy)
        copied("file:///all.sgn", "\n\n" + TYPED + notation, "\n\n" + run("convert", "--from=typed", text=TYPED + notation))
        copied("file:///mail.md", document % TYPED, document % copy)
        quoted = "> ```\n> [Ruleset \"accasta\"]\n> 1. c3:-d3 hmm e3\n> ```\n"
        editor.open("file:///quoted.md", quoted)
        answer = editor.client.ask("codeAction/resolve", title=TYPED_NAME, data={"uri": "file:///quoted.md", "typed": 8})
        check("no copy in a quote", "in a quote" in answer["error"]["message"], answer)
        for text in (notation, "\n"):
            editor.open("file:///notation.sgn", text)
            everything = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
            actions = editor.ask("codeAction", "file:///notation.sgn", range=everything, context={"diagnostics": []})["result"]
            check("notation is not offered to be copied", TYPED_NAME not in [action["title"] for action in actions], actions)
            editor.close("file:///notation.sgn")
        for typed in (-1, 10 ** 15, "x"):
            answer = editor.client.ask("codeAction/resolve", title=TYPED_NAME, data={"uri": "file:///none.sgn", "typed": typed})
            check("no document to copy", answer["error"]["code"] == -32602, answer)
            editor.open("file:///none.sgn", "")
            answer = editor.client.ask("codeAction/resolve", title=TYPED_NAME, data={"uri": "file:///none.sgn", "typed": typed})
            check("nothing to copy", answer["error"]["code"] == -32803, answer)
            editor.close("file:///none.sgn")
        check("end", editor.client.stop() == 0)


# ---- completion and hover

def test_turns():
    editor = Editor()
    for path in samples:
        text = read(path)
        uri = "file://" + path
        editor.open(uri, text)
        for number, game in enumerate(editor.ask("documentSymbol", uri)["result"][:2], 1):
            begin, end = (offset_of(text, game["range"][side], editor.encoding) for side in ("start", "end"))
            ply = 0
            at = text.find("\n1. ", begin, end) + 4
            if at < 4 or "{" in text[begin:end] or "(" in text[begin:end] or "Position" in text[begin:end]:
                continue
            words = re.split(r"(?<=\.) | (?=[0-9*])", text[at:end])  # turns may be of two words
            if "Ruleset \"hive" not in text[begin:end]:
                words = text[at:end].split(" ")
            for word in words[:5]:
                legal = run("moves", "--game", str(number), "--ply", str(ply), path).split("\n")[:-1]
                if "\n" in word:
                    break
                if word.endswith(".") or word[0] in "*0123456789" or not legal:
                    at += len(word) + 1
                    continue
                got = [item["label"] for item in editor.at("completion", uri, at)["items"]]
                check("turns at %d of %s" % (ply, path), len(got) == 1000 or sorted(got) == sorted(legal), (word, got[:5], legal[:5]))
                inside = editor.at("completion", uri, at + 1)["items"]
                check("turns with one letter at %d of %s" % (ply, path),
                      (inside or word not in legal) and all(item["label"].startswith(word[0]) for item in inside), inside[:5])
                hover = editor.at("hover", uri, at)
                check("hover at %d of %s" % (ply, path),
                      hover is not None and hover["contents"]["value"].count("```") >= 4 and "After" in hover["contents"]["value"]
                      and apply(text, [dict(hover, newText="")], editor.encoding) == text[:at] + text[at + len(word):], (word, hover))
                ply += 1
                at += len(word) + 1
        editor.close(uri)
    text = "[Ruleset \"accasta-pari\"]\n[Wh \"A\"]\n\n1. c3:-d3 (1. c4:-d4 e) {no } e3:-e2 ; no \n2. "
    uri = "file:///there.sgn"
    editor.open(uri, text)
    labels = lambda at: [item["label"] for item in editor.at("completion", uri, at)["items"]]
    start = labels(text.index("c3:-d3"))
    check("in a variation", labels(text.index("c4:-d4")) == start and start, start)
    second = labels(text.index("e3:-e2"))
    check("in a variation, its second turn", labels(text.index("e)") + 1) == [m for m in labels(text.index("e)")) if m[0] == "e"])
    check("behind a comment", second and second != start and all(m[0] in "efgd" for m in second), second)
    check("in comments", labels(text.index("no }") + 3) == [] and labels(text.index("no \n") + 3) == [])
    check("at the end", labels(len(text)) != [] and labels(len(text)) != start)
    check("tags", "White" in labels(text.index("[Wh") + 3) and "Ruleset" in labels(1))
    names = labels(text.index("accasta"))
    check("names of rulesets", names == [line.split()[0] for line in run("rules", "list").splitlines()], names)
    check("in another tag", labels(text.index("A\"") + 1) == [])
    wrong = "[Ruleset \"accasta-pari\"]\n\n1. c3:-e4 *\n"
    editor.open("file:///wrong.sgn", wrong)
    hover = editor.at("hover", "file:///wrong.sgn", wrong.index("e4"))
    check("an explanation", run("explain", "accasta/range").strip() in hover["contents"]["value"], hover)
    check("nothing to hover over", editor.at("hover", uri, len(text)) is None)
    check("end", editor.client.stop() == 0)


# ---- rulesets

def test_rulesets():
    editor = Editor()
    uri = "file:///tmp/own.yaml"
    for path in glob.glob(root + "/rulesets/*.yaml"):
        check("no fault in " + path, editor.open("file://" + path, read(path), "yaml") == [])
    text = "# \U0001F600\ngame: accasta\nwin: {\"check\": next-trn}\nrange: own-count\nextends: accasta\nfoo: 1\n"
    found = editor.open(uri, text, "yaml")
    check("faults", [d["code"] for d in found] == ["ruleset/domain", "ruleset/unknown-key"], found)
    check("their places", [d["range"] for d in found] == [span(text, text.index(w), text.index(w) + len(w), "utf-16-le")
                                                         for w in ("next-trn", "foo")], found)
    labels = lambda word, more=0: [item["label"] for item in editor.at("completion", uri, text.index(word) + more)["items"]]
    check("words of a key", labels("next-trn", 3) == ["turn-end", "next-turn"])
    check("keys", "range" in labels("foo", 1) and "check" not in labels("foo", 1))
    check("keys in a mapping", "check" in labels("\"check") and "range" not in labels("\"check"))
    check("games", labels("accasta", 2) and "staku" in labels("accasta", 2) and "accasta-pari" not in labels("accasta", 2))
    check("rulesets", "accasta-pari" in labels("accasta\nfoo"))
    hover = editor.at("hover", uri, text.index("range"))
    check("a key's meaning", "how far a step may move" in hover["contents"]["value"], hover)
    nested = "game: accasta\nrange: 1\nwin:\n  check: turn-end\n  # a: b\nrelease:\n  own_castle: x\n"
    editor.open("file:///nested.yaml", nested, "yaml")
    for word, wanted in (("range", "range: how far a step may move: own-count, or a number for each kind of piece\n\nIt takes own-count or a mapping"),
                         ("check", "win.check: when the castles are checked\n\nIt takes turn-end, next-turn"),
                         ("own_castle", "release.own_castle: leaving an opposing piece on top in the player's own castle\n\nIt takes forbidden, allowed")):
        hover = editor.at("hover", "file:///nested.yaml", nested.index(word) + 1)
        check("hover at " + word, hover["contents"]["value"] == wanted, hover)
    check("no meaning of a mapping", editor.at("hover", "file:///nested.yaml", nested.index("release") + 1) is None)
    for word, more, wanted in (("turn-end", 2, ["turn-end", "next-turn"]), (" x", 2, ["forbidden", "allowed"]), ("check", 2, ["controlling", "check"])):
        offset = nested.index(word)
        items = editor.at("completion", "file:///nested.yaml", offset + more)["items"]
        begin = offset + (word[0] == " ")
        check("completion at " + word, [i["label"] for i in items] == wanted and
              items[0]["textEdit"]["range"] == span(nested, begin, offset + more, "utf-16-le") and
              items[0]["kind"] == 10 and items[0]["textEdit"]["newText"] == wanted[0] + ": " * (word == "check"), items)
    indented = "  range: 1\ngame: accasta\n"
    editor.open("file:///indented.yaml", indented, "yaml")
    check("a first line that is indented", "own-count" in editor.at("hover", "file:///indented.yaml", 3)["contents"]["value"])
    check("a file of another ending", editor.open("file:///own.yml", "game: accasta\nfoo: 1\n", "plaintext")[0]["range"]
          == {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 3}})
    check("nothing in other YAML", editor.open("file:///other.yaml", "a: [", "yaml") == [])
    check("no completion there", editor.at("completion", "file:///other.yaml", 0)["items"][0]["label"] == "game")
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(folder + "/own rules")
        with open(folder + "/own rules/base.yaml", "w") as file:
            file.write("game: accasta\nfoo: 1\n")
        found = editor.open("file://%s/own%%20rules/it%%20is.yaml" % folder, "game: accasta\nextends: base\n", "yaml")
        check("what it extends", found and "base.yaml" in found[0]["message"], found)
    editor.open("file:///read.sgn", "[Ruleset \"accasta\"]\n\n1. c3:-d3 *\n")
    editor.client.notify("textDocument/didSave", textDocument={"uri": uri})
    check("records are read again", editor.diagnostics("file:///read.sgn") == [])
    check("no form", "error" in editor.ask("formatting", uri, options={}))
    check("end", editor.client.stop() == 0)


# ---- many games, many faults

def test_many():
    editor = Editor()
    game = "[Ruleset \"accasta-pari\"]\n\n1. c3:-e4 e3:-e9 *\n\n"
    uri = "file:///many.sgn"
    found = editor.open(uri, game * 700)
    per_game = len(editor.open("file:///one.sgn", game))
    check("capped", len(found) == 1001 and "more" in found[-1]["message"], len(found))
    text = editor.texts[uri]
    editor.edit(uri, 0, len(game) * 600, "")
    check("those behind come up", len(editor.diagnostics(uri)) == 100 * per_game)
    editor.edit(uri, 0, 0, game * 600)
    check("and go again", editor.diagnostics(uri) == found)
    editor.edit(uri, len(game) * 400, len(game) * 400 + 10, "")
    editor.edit(uri, 0, len(editor.texts[uri]), text)
    check("a full pass that the next change cancels", editor.diagnostics(uri) == found)
    editor.edit(uri, 0, 0, "[Ruleset \"accasta-pari\"]\n\n1. c3:-e4 *\n\n")
    found = editor.diagnostics(uri)
    check("capped within a game", len(found) == 1001 and "more" in found[-1]["message"] and per_game > 1, (len(found), per_game))
    editor.edit(uri, 0, 10, "")
    count = len(editor.ask("documentSymbol", uri)["result"])
    check("asked for in the middle", count in (700, 701), count)
    check("end", editor.client.stop() == 0)


# ---- what is wrong with messages

def test_messages():
    client = Client(program)
    check("before initialize", client.ask("shutdown")["error"]["code"] == -32002)
    client.open("file:///lost.sgn", "x")
    client.start()
    check("twice", client.ask("initialize", capabilities={})["error"]["code"] == -32600)
    check("unknown", client.ask("textDocument/rename", textDocument={"uri": "file:///x"})["error"]["code"] == -32601)
    check("no document", client.at("hover", "file:///lost.sgn", 0, 0)["error"]["code"] == -32602)
    client.notify("$/nothing")
    client.notify("textDocument/didChange")
    client.notify("textDocument/didOpen", textDocument={"uri": 1})
    for body in (b"", b"{", b"[]", b"1", b"null", b"\"x\"", b"{\"id\":{}}", b"{\"id\":1,\"method\":2}", b"[" * 100000):
        client.send(body)
        message = client.wait(lambda m: "id" in m)
        check("an error for %r" % body[:20], message.get("error", {}).get("code") in (-32700, -32600), message)
    client.send({"id": 99, "result": None})
    uri = "file:///kept.sgn"
    client.open(uri, "[Ruleset \"accasta-pari\"]\n\n1. c3:-e4 *\n")
    first = client.diagnostics(uri, 1)
    for position in ({"line": -1, "character": 0}, {"line": 0, "character": -5}, {"line": 1e30, "character": 0}, {}, None, {"line": "a"}):
        answer = client.ask("textDocument/hover", textDocument={"uri": uri}, position=position)
        check("hover at %s" % position, answer["error"]["code"] == -32602, answer)
        answer = client.ask("textDocument/codeAction", textDocument={"uri": uri}, range={"start": position, "end": position})
        check("actions at %s" % position, answer["error"]["code"] == -32602, answer)
        client.change(uri, 2, {"range": {"start": position, "end": position}, "text": "}"})
        client.wait(lambda m: m.get("method") == "window/logMessage")
    check("far away", "error" not in client.at("completion", uri, 2 ** 31, 2 ** 60))
    client.change(uri, 3, {"range": {"start": {"line": 2 ** 40, "character": 0}, "end": {"line": 2 ** 40, "character": 7}}, "text": " "})
    check("the document is as it was", client.diagnostics(uri, 3) == first)
    # half a character, and a byte that is none
    client.send(json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": "file:///half.sgn", "languageId": "sgn", "version": 1, "text": "{x\ud83d y \\ud83d \udc00} \u0000 1. c3"}}}).encode())
    check("halves of characters", isinstance(client.diagnostics("file:///half.sgn", 1), list))
    client.send(b"{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///byte.sgn\","
                b"\"languageId\":\"sgn\",\"version\":1,\"text\":\"{\xe9\xf0\x9f\x98} 1. c3\"}}}")
    check("bytes that are none", isinstance(client.diagnostics("file:///byte.sgn", 1), list))
    client.ask("shutdown")
    check("after shutdown", client.at("hover", uri, 0, 0)["error"]["code"] == -32600)
    client.notify("exit")
    check("exit", client.process.wait(60) == 0)
    for name, data in (("no length", b"Content-Type: x\r\n\r\n{}"), ("no number", b"Content-Length: x\r\n\r\n{}"),
                       ("below zero", b"Content-Length: -1\r\n\r\n{}"), ("too much", b"Content-Length: 99999999999999999999\r\n\r\n{}"),
                       ("much", b"Content-Length: 999999999999\r\n\r\n{}"), ("no end", b"x: " * 5000), ("lines", b"\r\n\r\n"),
                       ("zeros", b"\0" * 5000), ("a half", b"Content-Length: 100\r\n\r\n{\"id\""), ("nothing", b"")):
        client = Client(program)
        client.write(data)
        client.process.stdin.close()
        check("clean exit: " + name, client.process.wait(60) == 1)
    # a client that vanishes
    client = Client(program, stderr=subprocess.DEVNULL)
    client.start()
    client.process.stdout.close()
    client.open(uri, "[Ruleset \"accasta-pari\"]\n\n1. c3:-e4 *\n")
    check("nobody reads", client.process.wait(60) == -signal.SIGPIPE)
    client.process.stdin = None
    # a header in pieces, others around it, in any case
    client = Client(program)
    client.start()
    message = b"content-type: x; charset=utf-8\r\nCONTENT-LENGTH:   44 \r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"unknown\"}"
    for begin in range(0, len(message), 7):
        client.write(message[begin:begin + 7])
        time.sleep(0.01)
    answer = client.read()
    check("in pieces", answer["id"] == 77 and answer["error"]["code"] == -32601, answer)
    check("end", client.stop() == 0)
    # what cannot be read at all
    folder = os.open("/", os.O_RDONLY)
    check("a folder as input", subprocess.run([program, "lsp"], stdin=folder, timeout=60).returncode == 1)
    os.close(folder)


def main():
    test_messages()
    test_diagnostics()
    test_answers()
    test_rulesets()
    test_many()
    test_turns()
    test_actions()
    test_typed()
    first, last = (int(word) for word in sys.argv[2:4]) if len(sys.argv) > 3 else (0, max(1, 10 * share // 100))
    for number in range(first, last):
        test_edits(number)
    print("%d passed, %d failed" % tuple(counts))
    sys.exit(counts[1] > 0)


main()
