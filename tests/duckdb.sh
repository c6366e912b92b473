#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs SQL by DuckDB and prints rows as JSON, one a line: duckdb.sh SQL.  It comes from npm, into build/duckdb; status 3
# if it cannot be had.
set -u
into=$(dirname "$0")/../build/duckdb
package=@duckdb/node-api@1.5.6-r.1
if [ ! -f "$into/$package" ]; then
    mkdir -p "$into/${package%/*}" && (cd "$into" && npm install --silent --no-save --no-fund --no-audit "$package" >npm.log 2>&1) &&
        cat >"$into/run.mjs" <<'END' && : >"$into/$package" || { echo "the npm package $package could not be got" >&2; exit 3; }
import { DuckDBInstance } from "@duckdb/node-api";
const connection = await (await DuckDBInstance.create(":memory:")).connect();
const rows = (await connection.runAndReadAll(process.argv[2])).getRowsJson();
for (const row of rows) console.log(JSON.stringify(row));
process.exit(); // which does not wait for its threads
END
fi
exec node "$into/run.mjs" "$1"
