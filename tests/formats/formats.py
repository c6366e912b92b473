# SPDX-License-Identifier: MIT
"""Checks what programs read of catasta: formats.py PROGRAM SCHEMA SARIF-SCHEMA.

JSON Lines against our own schema, SARIF against the published one, for samples,
games of the corpus, broken records and bytes of any kind; and that the places in both are
where the file has what they say.  Scores and standings against score.schema.json,
beside the other schema, and against each other.  Ends with "N passed, N failed".
"""

import copy
import fractions
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree

import jsonschema

PROGRAM, SCHEMA, SARIF_SCHEMA = [os.path.abspath(name) for name in sys.argv[1:4]]
SCORE_SCHEMA = os.path.join(os.path.dirname(SCHEMA), "score.schema.json")
RULESET = "accasta-pari"
REPAIRS_MOST = 5
GAME = b'[Ruleset "accasta-pari"]\n'
TIEBREAKS = "direct,SB,buchholz,bh-c1,Buchholz-Median,WIN,second-wins,difference"
NAMES = [b"Ada", b"ada", b"Ad\xc3\xa1", b"Ben", b"B\xffn", b"\xe4\xb8\xad", b"\t", b"?", b"", b"Cleo"]
passed = 0
failed = 0


def result(name, problems):
    """Counts a test; what is wrong with it is said, but not all of it."""
    global passed, failed
    if not problems:
        passed += 1
        print(f"ok: {name}")
        return
    failed += 1
    print(f"failed: {name}")
    for problem in problems[:5]:
        print(f"  {problem}"[:1000])


def output(*arguments, given=b""):
    run = subprocess.run([PROGRAM, *arguments], input=given, capture_output=True)
    if run.returncode not in (0, 1, 2):
        result(f"{arguments}"[:200], [f"exit status {run.returncode}", run.stderr])
    return run.stdout


def check(form, *arguments, given=b""):
    return output("check", "-f", form, *arguments, given=given)


def refuse_constant(word):
    raise ValueError(f"{word} is no JSON")


def read_pairs(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise ValueError(f"a key twice among {keys}")
    return dict(pairs)


def read_json(line):
    return json.loads(line.decode("utf-8"), parse_constant=refuse_constant, object_pairs_hook=read_pairs)


def faults(validator, value):
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


# Places.


class File:
    """The characters of a file by line and column, a byte that is no UTF-8 being one."""

    def __init__(self, source):
        text = source.decode("utf-8", errors="surrogateescape")
        self.mark = "\ufeff" if text.startswith("\ufeff") else ""
        text = text[len(self.mark) :]
        self.lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", text) + [""]
        self.text = text
        self.begins = [0]
        for line in self.lines:
            self.begins.append(self.begins[-1] + len(line))

    def offset(self, line, column):
        assert 1 <= line <= len(self.lines), f"there is no line {line}"
        assert 1 <= column <= len(self.lines[line - 1]) + 1, f"there is no column {column} in line {line}"
        return self.begins[line - 1] + column - 1

    def cut(self, line, column, end_line, end_column):
        return self.text[self.offset(line, column) : self.offset(end_line, end_column)]

    def edited(self, edits):
        text = self.text
        for edit in sorted(edits, key=lambda edit: (edit["line"], edit["column"]), reverse=True):
            begin = self.offset(edit["line"], edit["column"])
            end = self.offset(edit["end_line"], edit["end_column"])
            text = text[:begin] + edit["text"] + text[end:]
        return (self.mark + text).encode("utf-8", errors="surrogateescape")


def plain(text):
    """As JSON shows it: a byte that is no UTF-8 is U+FFFD."""
    return re.sub("[\udc80-\udcff]", "\ufffd", text)


# JSON Lines.


def place_problems(file, diagnostic):
    try:
        file.offset(diagnostic["line"], diagnostic["column"])
        for repair in diagnostic["repairs"]:
            for edit in repair["edits"]:
                file.cut(edit["line"], edit["column"], edit["end_line"], edit["end_column"])
    except AssertionError as error:
        return [f"{error}: {diagnostic}"]
    return []


def lines_problems(validator, lines, source):
    problems = []
    games = []
    file = File(source)
    if lines and not lines.endswith(b"\n"):
        problems.append("the last line has no end")
    for line in lines.split(b"\n")[:-1]:
        try:
            game = read_json(line)
        except ValueError as error:
            problems.append(f"{error}: {line[:300]}")
            continue
        games.append(game)
        problems += faults(validator, game)
        for diagnostic in game["diagnostics"]:
            problems += place_problems(file, diagnostic)
    numbers = [game["game"] for game in games if game["game"] > 0]
    if numbers != list(range(1, len(numbers) + 1)):
        problems.append(f"the games are numbered {numbers}")
    return problems, games


def main_errors(game):
    return [one for one in game["diagnostics"] if one["severity"] == "error" and "variation" not in one]


def repair_problems(games, source, ruleset):
    """A repair that makes all that follows legal leaves fewer errors when it is carried out.  In a file of many
    games not all are, for each takes a run."""
    problems = []
    count = 0
    for game in games:
        for diagnostic in main_errors(game)[:1]:
            for repair in diagnostic["repairs"]:
                if not repair["whole"] or count == REPAIRS_MOST:
                    continue
                count += 1
                again = check("jsonl", "-r", ruleset, given=File(source).edited(repair["edits"]))
                after = [read_json(line) for line in again.split(b"\n")[:-1]]
                after = [other for other in after if other["game"] == game["game"]]
                if not after or len(main_errors(after[0])) >= len(main_errors(game)):
                    problems.append(f"game {game['game']}, line {game['line']}, is not better with {repair}")
    return problems, count


# SARIF.


def region_text(file, region):
    return file.cut(region["startLine"], region["startColumn"], region["endLine"], region["endColumn"])


def result_problems(run, one, files):
    problems = []
    rules = run["tool"]["driver"]["rules"]
    if rules[one["ruleIndex"]]["id"] != one["ruleId"]:
        problems.append(f"{one['ruleId']} is not rule {one['ruleIndex']}")
    for location in one["locations"] + one.get("relatedLocations", []):
        physical = location["physicalLocation"]
        uri = physical["artifactLocation"]["uri"]
        if uri not in files:
            problems.append(f"there is no file {uri}")
            continue
        try:
            text = region_text(files[uri], physical["region"])
        except AssertionError as error:
            problems.append(f"{error}: {physical}")
            continue
        if location.get("message", {}).get("text") == "the whole turn" and plain(text) != one["properties"]["turn"]:
            problems.append(f"the turn is '{text}': {one}")
    for fix in one.get("fixes", []):
        for change in fix["artifactChanges"]:
            for replacement in change["replacements"]:
                region_text(files[change["artifactLocation"]["uri"]], replacement["deletedRegion"])
    return problems


def sarif_problems(validator, document, sources, games=None):
    """SOURCES are the bytes of files by name, GAMES what JSON Lines say of them all."""
    try:
        log = read_json(document)
    except ValueError as error:
        return [f"{error}: {document[:300]}"]
    run = log["runs"][0]
    files = {}
    for name, source in sources.items():
        path = urllib.parse.quote(name, safe="/~")
        files[("file://" if path.startswith("/") else "") + path] = File(source)
    problems = faults(validator, log)
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    if len(set(ids)) < len(ids):
        problems.append("a rule is there twice")
    for one in run["results"]:
        problems += result_problems(run, one, files)
    if games is not None:
        ours = [(d["id"], d["line"], d["column"], g["game"]) for g in games for d in g["diagnostics"]]
        theirs = []
        for one in run["results"]:
            region = one["locations"][0]["physicalLocation"]["region"]
            theirs.append((one["ruleId"], region["startLine"], region["startColumn"], one["properties"]["game"]))
        if ours != theirs:
            problems.append(f"other diagnostics than JSON Lines: {set(ours) ^ set(theirs)}")
    return problems


# The schema itself.


def undescribed(schema, path="$"):
    """Keys without a sentence about them, and objects that take any key."""
    problems = []
    for key, value in schema.get("properties", {}).items():
        if not value.get("description", "").endswith("."):
            problems.append(f"{path}.{key} is not described")
        problems += undescribed(value, f"{path}.{key}")
    if "properties" in schema and schema.get("additionalProperties") is not False:
        problems.append(f"{path} takes any key")
    properties, required = set(schema.get("properties", {})), set(schema.get("required", []))
    if properties - required - OPTIONAL or required - properties or ("row" in properties) != ("oneOf" in schema):
        problems.append(f"{path} does not require its keys")
    if "items" in schema:
        problems += undescribed(schema["items"], f"{path}[]")
    for key, value in schema.get("$defs", {}).items():
        problems += undescribed(value, key)
    return problems


PLACES = {"line", "offset", "length", "column", "end_column", "row"} # some of them
OPTIONAL = PLACES | {"changes", "variation", "follows", "counted", "why", "sum", "matches", "tournament", "standings", "crosstable"}
REPAIR = {"kind": "turn", "confidence": "likely", "turn": "a1:-b1", "legal": 3, "whole": False, "edits": [
    {"line": 1, "column": 4, "end_line": 1, "end_column": 4, "text": "a1:-b1 "}]}


def with_repair(game, **changes):
    game = copy.deepcopy(game)
    game["diagnostics"][0].update({"fix": "a1:-b1", "confidence": "likely", "repairs": [dict(REPAIR, **changes)]})
    return game


def schema_tests(validator, game):
    """GAME has a diagnostic; what is changed in it is noticed."""
    result("schema: every key is described", undescribed(validator.schema))
    result("schema: with a repair", faults(validator, with_repair(game)))
    wrong = [dict(game, more=1), dict(game, plies=-1), dict(game, plies=1.5), dict(game, legal=None)]
    wrong += [{other: game[other] for other in game if other != key} for key in game]
    first = game["diagnostics"][0]
    wrong += [dict(game, diagnostics=[{other: first[other] for other in first if other != key}]) for key in first]
    changes = [{"variation": False}, {"severity": "fatal"}, {"column": 0}, {"id": "x"}, {"fix": "a1:-b1"}, {"more": 1}]
    wrong += [dict(game, diagnostics=[dict(first, **change)]) for change in changes]
    wrong += [dict(with_repair(game), **{"diagnostics": [dict(with_repair(game)["diagnostics"][0], **change)]})
              for change in [{"fix": None}, {"confidence": None}, {"repairs": []}]]
    wrong += [with_repair(game, **change) for change in [{"edits": [{}]}, {"edits": REPAIR["edits"] * 3}, {"kind": "other"}, {"legal": -1}, {"more": 1}]]
    result("schema: it is strict", [f"passes: {value}" for value in wrong if not faults(validator, value)])


# Scores and standings.


def exact(value):
    return fractions.Fraction(str(value))


def tally_problems(standing):
    problems = []
    if standing["games"] != standing["wins"] + standing["draws"] + standing["losses"]:
        problems.append(f"games are not wins, draws and losses: {standing}")
    for key in ["games", "wins", "draws", "losses"]:
        if sum(seat[key] for seat in standing["seats"]) != standing[key]:
            problems.append(f"the {key} of the seats are not those of the player: {standing}")
    return problems


def cross_problems(standings, crosstable):
    """The table and its mirror image come to the same games."""
    problems = []
    if [row["player"] for row in crosstable] != [row["player"] for row in standings]:
        problems.append("the cross table has other players")
    met = {(row["number"], one["number"]): one for row in crosstable for one in row["opponents"]}
    for (a, b), one in met.items():
        other = met.get((b, a))
        if other is None or other["games"] != one["games"] or other["forfeits"] != one["forfeits"]:
            problems.append(f"{a} and {b} have not met each other alike: {one} {other}")
        elif one["points"] + other["points"] != one["games"]:
            problems.append(f"{a} and {b} have not shared their games: {one} {other}")
        elif one["forfeits_won"] + other["forfeits_won"] > one["forfeits"]:
            problems.append(f"{a} and {b} have won more forfeits than there were: {one} {other}")
    return problems


def standings_problems(score):
    """What a document with standings says, against what else it says."""
    tournament, standings, games = score["tournament"], score["standings"], score["games"]
    problems = cross_problems(standings, score["crosstable"])
    for standing in standings:
        problems += tally_problems(standing)
        if list(standing["tiebreaks"]) != tournament["tiebreaks"]:
            problems.append(f"other tie-breaks than those of the tournament: {standing}")
    if tournament["players"] != len(standings) or len({row["player"] for row in standings}) != len(standings):
        problems.append("players are not counted, or stand there twice")
    if any("counted" not in game for game in games):
        problems.append("a game does not say whether it counts")
    if sum(game["counted"] for game in games) != sum(tournament["counted"].values()):
        problems.append("the games that count are not those that are said to")
    for why, count in tournament["left_out"].items():
        if sum(game.get("why") == why for game in games) != count:
            problems.append(f"{why} is not told of {count} games")
    for before, after in zip(standings, standings[1:]):
        if before["rank"] > after["rank"] or (tournament["places"] != "score" and
                                              exact(before["points"]) < exact(after["points"])):
            problems.append(f"not in order: {before} {after}")
    return problems


def sum_problems(score):
    """Terms come to their totals, and these are the scores of games played for points."""
    problems = []
    for game in score["games"]:
        for seat in game.get("sum", []):
            terms = seat["terms"]
            if seat["total"] != sum(term["points"] for term in terms) or any(
                    term["points"] != term["count"] * term["times"] for term in terms):
                problems.append(f"does not add up: {seat}")
            if seat["goal"] is None and seat["total"] != game["outcome"]["scores"][seat["seat"] - 1]:
                problems.append(f"{seat['total']} is not the score: {game}")
    return problems


def score_problems(validator, files, *arguments):
    """Problems, and the document, which is None where it could not be read."""
    written = output("score", "-f", "json", "-r", RULESET, *arguments, *files)
    try:
        score = read_json(written)
    except ValueError as error:
        return [f"{list(files)[:3]}: {error}: {written[:300]}"], None
    problems = faults(validator, score)
    if not problems:
        problems = sum_problems(score)
    if not problems and "standings" in score:
        problems = standings_problems(score)
    return problems, score


def check_scores(name, files, validator):
    """The FILES one by one, and all in one table."""
    problems = []
    for path in files:
        for arguments in [["-v", "--adjudicate"], ["--by", "players", "--best-of", "3"],
                          ["--standings", "--mixed", "-v"]]:
            problems += score_problems(validator, [path], *arguments)[0]
    result(f"{name}: scores and standings of {len(files)} files", problems)
    together = ["--standings", "--mixed", "--tiebreaks", TIEBREAKS]
    for arguments in [together, together + ["--count-illegal", "--round-robin", "--places", "3,1.25,0.5"]]:
        problems, score = score_problems(validator, files, *arguments)
        if score is not None and "standings" not in score:
            problems.append("there are no standings")
        result(f"{name}: all in one table {' '.join(arguments[4:])}", problems)
    return score


def score_schema_tests(validator, score):
    """SCORE has standings; what is changed in it is noticed."""
    result("score schema: every key is described", undescribed(validator.schema))
    wrong = [dict(score, more=1)]
    wrong += [{other: score[other] for other in score if other != key}
              for key in ["games", "tournament", "standings", "crosstable"]]
    game = score["games"][0]
    changes = [{"why": "lost"}, {"counted": 1}, {"game": 0}, {"more": 1}]
    wrong += [dict(score, games=[dict(game, **change)]) for change in changes]
    wrong += [dict(score, games=[dict(game, counted=counted, **why)])
              for counted, why in [(True, {"why": "illegal"}), (False, {"why": None})]]
    first = score["standings"][0]
    wrong += [dict(score, standings=[{other: first[other] for other in first if other != key}]) for key in first]
    changes = [{"points": "4.5"}, {"points": "0/3"}, {"points": None}, {"rank": 0}, {"tiebreaks": {"luck": 1}},
               {"tiebreaks": {"wins": "x"}}, {"withdrawn": 0}, {"more": 1}]
    wrong += [dict(score, standings=[dict(first, **change)]) for change in changes]
    tournament = score["tournament"]
    changes = [{"places": "none"}, {"tiebreaks": ["luck"]}, {"alike": [["one"]]}, {"event": ""}, {"counted": {}},
               {"repeated": [{"player": "one", "round": 0}]}]
    wrong += [dict(score, tournament=dict(tournament, **change)) for change in changes]
    result("score schema: with fractions", faults(validator, dict(score, standings=[dict(first, points="-13/3")])))
    result("score schema: it is strict", [f"passes: {str(value)[-300:]}" for value in wrong
                                          if not faults(validator, value)])


# What is checked.


def mutated(source, dice):
    source = bytearray(source)
    for _ in range(dice.randint(1, 12)):
        at = dice.randrange(len(source) + 1)
        piece = dice.choice([bytes([dice.randrange(256)]), "\U0001f600".encode(), "中e\u0301".encode(), b"\r", b"\n",
                             b'"', b"\\", b"{", b"}](", b"\x00", b"\x01", b"\x1f", b"\xef\xbb\xbf", b"\xed\xa0\x80"])
        source[at : at + dice.randrange(3)] = piece
    return bytes(source)


UNPLAYED = [b"bye", b"half-point bye", b"zero-point bye", b"forfeit", b"double forfeit", b"withdrawn", b"unplayed",
            b"forfiet"]
UNPLAYED_RESULTS = [b"*", b"1-0", b"1/2-1/2", b"0-0", b"1. c3:-d3 e3:-e2 1-0"]


def unplayed(value, result):
    """A game that was not played, of two and of one."""
    tag = b'[Termination "' + value + b'"]\n\n' + result + b"\n\n"
    return GAME.rstrip() + b'\n[White "A"]\n[Black "B"]\n' + tag + GAME.rstrip() + b'\n[White "A"]\n' + tag


def corpus(samples, dice):
    """Broken files by name, some of them made of SAMPLES."""
    files = {
        b"empty.sgn": b"",
        b"blank.sgn": b" \n\n",
        b"stray.sgn": b"x\n",
        b"no-ruleset.sgn": b'[White "A"]\n1. c3:-d3\n',
        b"unknown.sgn": b'[Ruleset "none {0} [a](b)"]\n*\n',
        b"syntax.sgn": GAME + b"1. c3:-d3, ?? e3:(((\n{never closed",
        b"illegal.sgn": GAME + b"1. b4:-c4, 9-b5 e4:+e3 (1... c9:-c1)\n2. a1:-q9 {[%stood]}\n1-0\n",
        b"unplayed.sgn": b"".join(unplayed(value, result) for value in UNPLAYED for result in UNPLAYED_RESULTS),
        b"marked.sgn": b"\xef\xbb\xbfx \xf0\x9f\x98\x80 y\r\n" + GAME + b"1. {\xf0\x9f\x98\x80} c3:-d9",
        b"a folder/\xff%41#?&\"'\n\x01:.sgn": GAME + b"1. c3:-d9\n",
    }
    for i in range(200):
        files[b"mutated-%d.sgn" % i] = mutated(dice.choice(samples), dice)
    return files


def tournaments(dice):
    """Files of short games that players of odd names play, or do not."""
    files = {}
    for i in range(20):
        games = []
        for _ in range(dice.randrange(30)):
            games.append(GAME + b'[White "%s"]\n[Black "%s"]\n' % (dice.choice(NAMES), dice.choice(NAMES)))
            games.append(b'[Round "%d"]\n' % dice.randrange(9) if dice.random() < 0.8 else b"")
            played = dice.random() < 0.7
            games.append(b"" if played else b'[Termination "%s"]\n' % dice.choice(
                [b"bye", b"half-point bye", b"zero-point bye", b"forfeit", b"double forfeit", b"withdrawn", b"unplayed"]))
            games.append((b"1. c3:-d3 " if played else b"") + dice.choice([b"1-0\n", b"0-1\n", b"1/2-1/2\n", b"*\n"]))
        files[b"tournament-%d.sgn" % i] = b"".join(games)
    return files


def check_all(name, files, validator, sarif_validator):
    """The FILES, which lie in the working folder, one by one as JSON Lines and all in one document."""
    problems = []
    games = []
    repairs = 0
    for path, source in files.items():
        more, found = lines_problems(validator, check("jsonl", "-r", RULESET, path), source)
        problems += more
        games += found
        more, count = repair_problems(found, source, RULESET)
        problems += more
        repairs += count
    result(f"{name}: JSON Lines of {len(files)} files, {len(games)} games, {repairs} repairs carried out", problems)
    result(f"{name}: JUnit, annotations", list(forge_problems(games, files)))
    if sarif_validator is not None:
        document = check("sarif", "-r", RULESET, *files)
        result(f"{name}: SARIF", sarif_problems(sarif_validator, document, files, games))
    return games


def forge_problems(games, files):
    """JUnit has a test for each game and a failure for each with errors; annotations are a line for each diagnostic, from
    which nothing that is coded can break out."""
    suites = xml.etree.ElementTree.fromstring(check("junit", "-r", RULESET, *files).decode()).findall("testsuite")
    failing = [any(one["severity"] == "error" for one in game["diagnostics"]) for game in games]
    if [suite.find("testcase/failure") is not None for suite in suites] != failing:
        yield "the tests that fail are not the games with errors"
    if any(suite.get("failures") != str(len(suite.findall("testcase/failure"))) for suite in suites):
        yield "failures are not counted"
    names = {"error": "error", "warning": "warning", "note": "notice"}
    wanted = [(names[one["severity"]], one["line"], one["column"], one["id"])
              for game in games for one in game["diagnostics"]]
    found = []
    for line in check("github", "-r", RULESET, *files).decode().splitlines():
        parts = re.fullmatch(r"::(error|warning|notice) file=([^:,]*),line=(\d+),col=(\d+),endColumn=\d+,title=([^:,]*)::.*", line)
        if parts is None:
            yield f"not an annotation: {line}"
        else:
            level, _, line_number, column, id = parts.groups()
            found.append((level, int(line_number), int(column), id))
    if found != wanted:
        yield "the annotations are not the diagnostics"


def check_single(files, sarif_validator):
    """Documents about nothing, or not about all."""
    cases = {"nothing at all": [], "no file": [b"none.sgn"], "a folder": [b"."], "twice": [b"illegal.sgn"] * 2,
             "an absolute path": [os.path.abspath(b"illegal.sgn")], "a ruleset that is none": ["-r", "none"],
             "some errors": ["--max-errors", "2", b"illegal.sgn", b"marked.sgn"]}
    for name, arguments in cases.items():
        known = dict(files)
        known.update({path: files[os.path.basename(path)] for path in arguments if path[:1] == b"/"})
        if arguments == [b"."]:
            paths = glob.glob(b"**/*.sgn", recursive=True)
            known = {b"./" + path: open(path, "rb").read() for path in paths}
        result(f"SARIF: {name}", sarif_problems(sarif_validator, check("sarif", *arguments), known))


def main():
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    with open(SCORE_SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    score_validator = jsonschema.Draft202012Validator(schema)
    sarif_validator = None
    if os.path.exists(SARIF_SCHEMA):
        with open(SARIF_SCHEMA, encoding="utf-8") as file:
            sarif_validator = jsonschema.Draft4Validator(json.load(file))
    else:
        result("SARIF", ["not checked: its published schema is not there"])
    ours = {}
    for name in sorted(glob.glob(b"samples/*/*.sgn") + glob.glob(b"tests/corpus/*/*.sgn")):
        with open(name, "rb") as file:
            ours[name] = file.read()
    check_all("samples and corpus", ours, validator, sarif_validator)
    check_scores("samples and corpus", ours, score_validator)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("a folder")
        broken = corpus([source for name, source in ours.items() if name.startswith(b"samples")], random.Random(1))
        cups = tournaments(random.Random(2))
        for name, source in (broken | cups).items():
            with open(name, "wb") as file:
                file.write(source)
        games = check_all("broken files", broken, validator, sarif_validator)
        schema_tests(validator, next(game for game in games if game["diagnostics"]))
        check_scores("broken files", broken, score_validator)
        score_schema_tests(score_validator, check_scores("tournaments", cups, score_validator))
        if sarif_validator is not None:
            check_single(broken, sarif_validator)
        os.chdir("/")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
