# SPDX-License-Identifier: MIT
"""Answers the rows of packaging/conformance with a program's verdicts: answer.py CATASTA [FAULT].  Each row is a record
with a position and a turn.  FAULT is planted: the id of a rule that is dropped, or "winners", "after", "silent", "ends",
"text", "list"; or "unknown", and rows by a variant are left out."""
import json
import subprocess
import sys
import time
from pathlib import Path

catasta = sys.argv[1]
fault = sys.argv[2] if len(sys.argv) > 2 else ""
top = Path(__file__).resolve().parent.parent.parent


def verdict(row):
    path = top / "tests" / "variants" / f"{row['ruleset']}.yaml"
    ruleset = str(path) if path.exists() else row["ruleset"]
    record = f'[Position "{row["position"]}"]\n\n{row["turn"]} *\n'.replace("\\", "\\\\", row["position"].count("\\"))
    done = subprocess.run([catasta, "check", "-r", ruleset, "-f", "jsonl", "-"], input=record, capture_output=True,
                          text=True)
    game = json.loads(done.stdout.splitlines()[0])
    ids = [fault["id"] for fault in game["diagnostics"] if fault["severity"] == "error"]
    outcome = game["outcome"]
    if not game["legal"] and fault not in ids:
        return {"legal": False, "id": ids[0]}
    winners = outcome["winners"] if len(outcome["winners"]) < len(outcome["scores"]) or len(outcome["scores"]) == 1 else []
    return {"legal": True, "after": game["position"], "over": outcome["over"], "winners": winners}


for line in sys.stdin:
    row = json.loads(line)
    if fault == "ends":
        break
    if fault == "silent":
        time.sleep(60)
    answer = {} if fault == "unknown" and row["ruleset"] != "lasca" else verdict(row)
    if fault == "winners" and answer.get("over"):
        answer["winners"] = [3]
    if fault == "after" and answer["legal"]:
        answer["after"] = row["position"]
    print({"text": "yes", "list": "[]"}.get(fault) or json.dumps(answer), flush=True)
