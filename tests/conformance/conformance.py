# SPDX-License-Identifier: MIT
"""Tries packaging/conformance/run: conformance.py CATASTA.  catasta itself, by records, agrees with rows of every game; a
planted fault is found in exactly the rows that it concerns."""
import json
import re
import subprocess
import sys
from pathlib import Path

top = Path(__file__).resolve().parent.parent.parent
suite = top / "packaging" / "conformance"
catasta = str(Path(sys.argv[1]).resolve())
passed = failed = 0


def check(good, what):
    global passed, failed
    passed += bool(good)
    failed += not good
    if not good:
        print(f"failed: {what}")


def run(*options, fault=None):
    command = [sys.executable, str(suite / "run"), *options, "--", sys.executable,
               str(Path(__file__).parent / "answer.py"), catasta, *([fault] if fault else [])]
    done = subprocess.run(command, capture_output=True, text=True, cwd=top)
    return done.returncode, done.stdout, done.stderr


def rows(name, every):
    with open(suite / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file][::every]


def plant(fault, concerned, *options):
    """Rows of Lasca, every tenth: CONCERNED says which differ."""
    wanted = sum(bool(concerned(row)) for row in rows("lasca.jsonl", 10))
    status, out, _ = run("--every", "10", "--show", "1000", *options, str(suite / "lasca.jsonl"), fault=fault)
    places = re.findall(r"^\S+lasca\.jsonl:\d+: ", out, re.M)
    check(wanted > 0 and status == 1 and len(places) == wanted and f" rows, {wanted} differ" in out,
          f"{fault}: {wanted} differ, found {len(places)}: {out[-300:]}")


for path in sorted(suite.glob("*.jsonl")):
    status, out, error = run("--every", "100", "--ids", str(path))
    check(status == 0 and out == f"{len(rows(path.name, 100))} rows, 0 differ\n", f"{path.name}: {out}{error}")
plant("lasca/occupied", lambda row: row["id"] == "lasca/occupied")
plant("winners", lambda row: row["over"])
plant("after", lambda row: row["legal"])
status, out, _ = run("--every", "40", str(suite / "lasca.jsonl"), fault="unknown")
left = sum(row["ruleset"] != "lasca" for row in rows("lasca.jsonl", 40))
check(status == 0 and out.endswith(f"rows, 0 differ; {left} left out\n"), out)
status, out, _ = run("--ends", "--ruleset", "lasca-9", str(suite / "lasca.jsonl"))
count = sum(row["over"] is True and row["ruleset"] == "lasca-9" for row in rows("lasca.jsonl", 1))
check(status == 0 and count > 0 and out == f"{count} rows, 0 differ\n", out)
for fault, words in {"ends": "it has ended", "silent": "it does not answer", "text": "Expecting value",
                     "list": "no object"}.items():
    status, out, error = run("--timeout", "1" if fault == "silent" else "60", str(suite / "lasca.jsonl"), fault=fault)
    check(status == 2 and error.startswith("run: ") and words in error and "Traceback" not in error, f"{fault}: {error}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
