#!/bin/sh
# SPDX-License-Identifier: MIT
# Packs the npm package that make wasm has built, unpacks it as npm would, and holds it against the program: run.sh
# PROGRAM.  Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 2

into=build/wasm/packed
rm -rf "$into" && mkdir -p "$into/node_modules/catasta" &&
    archive=$(cd build/wasm/npm && npm pack --silent --pack-destination ../packed) &&
    tar -xzf "$into/$archive" -C "$into/node_modules/catasta" --strip-components=1 || {
    echo 'the npm package cannot be packed; make wasm builds it'
    echo '0 passed, 1 failed'
    exit 1
}
exec node tests/npm/package.mjs "$1" "$into/node_modules/catasta"
