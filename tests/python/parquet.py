# SPDX-License-Identifier: MIT
"""Writes the games of an archive to Parquet as catasta-python(3) does, and reads them back: parquet.py PROGRAM, with the
package and pyarrow installed.  Ends with "N passed, N failed"."""
import os
import subprocess
import sys
import tempfile

import catasta
import pyarrow
import pyarrow.parquet

files = subprocess.run(["git", "ls-files", "*.sgn"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
table = catasta.games(files, ruleset="accasta-pari")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "games.parquet")
    pyarrow.parquet.write_table(pyarrow.table(table), path)
    read = pyarrow.parquet.read_table(path)
    passed = read.to_pylist() == pyarrow.table(table).to_pylist() and read.num_rows > 300 and read.column_names == table.columns
print("1 passed, 0 failed" if passed else "0 passed, 1 failed")
sys.exit(not passed)
