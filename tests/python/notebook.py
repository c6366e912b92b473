# SPDX-License-Identifier: MIT
"""Runs the cells of packaging/examples/archive.ipynb as a notebook would, with what it shows instead of outputs:
notebook.py PROGRAM, with the package and pandas installed.  Ends with "N passed, N failed"."""
import ast
import json
import re
import subprocess
import sys

import catasta
import pandas

counts = [0, 0]


def check(holds, name, *facts):
    counts[not holds] += 1
    if not holds:
        print("failed:", name, *facts)


def run_cell(text, names):
    """What the last line of a cell is worth, if it is an expression."""
    body = ast.parse(text).body
    last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(last, "cell", "eval"), names) if last else None


def main():
    with open("packaging/examples/archive.ipynb") as file:
        notebook = json.load(file)
    cells = notebook["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    check((notebook["nbformat"], notebook["nbformat_minor"]) == (4, 4), "its format")
    check(not any(cell.get("outputs") or cell.get("execution_count") for cell in cells), "outputs are stripped")
    questions = [cell for cell in cells if re.match(r"## [1-5]\. .*\?\n?$", cell["source"][0])]
    check(len(questions) == 5, "five questions", len(questions))
    names, shown = {}, []
    for text in code:
        shown.append(run_cell(text, names))
    tables = [one for one in shown if isinstance(one, (pandas.DataFrame, pandas.Series))]
    check(len(tables) == 5 and all(len(one) > 3 for one in tables), "each is answered by a table", tables)
    pictures = [one._repr_svg_() for one in shown if isinstance(one, catasta.Position)]
    check(len(pictures) == 3 == len(set(pictures)) and all(one.startswith("<svg") for one in pictures), "three positions are drawn")
    listed = subprocess.run([sys.argv[1], "table", "--per=game", "-r", "accasta-pari", "--columns=game,legal", *names["files"]],
                            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.splitlines()
    game, row = next(tables[0].iterrows())
    check(row.games == sum(line.startswith(f"{game}\t") for line in listed) and len(listed) == len(names["games"]) + 1, "the first answer", row)
    if "-v" in sys.argv:
        print(*shown, sep="\n\n")
    print(f"{counts[0]} passed, {counts[1]} failed")
    sys.exit(counts[1] > 0)


main()
