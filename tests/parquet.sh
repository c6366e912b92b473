#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the games of the samples to Parquet by DuckDB, as catasta-table(1) does, and compares what it reads back with the
# table: parquet.sh PROGRAM.  Ends with "N passed, N failed".
set -u
program=$(realpath "$1") || exit 2
cd "$(dirname "$0")" || exit 2
duckdb=$PWD/duckdb.sh
sql=$(sed -n 's/.*duckdb \\-c "\(.*\)"$/\1/p' ../man/catasta-table.1)
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
"$program" table --per=game -f jsonl ../samples/*/*.sgn >"$scratch/rows.jsonl"
cd "$scratch" || exit 2
sh "$duckdb" "$sql" <rows.jsonl >done || { echo '0 passed, 1 failed' && exit 1; }
found=$(sh "$duckdb" "select count(*) > 200, (select count(*) from ((from 'games.parquet' except all from 'rows.jsonl')
    union all (from 'rows.jsonl' except all from 'games.parquet'))) from 'games.parquet'")
[ "$found" = '[true,"0"]' ] && echo '1 passed, 0 failed' && exit
echo "the table and what is read back differ: $found"
echo '0 passed, 1 failed'
exit 1
