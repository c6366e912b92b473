#!/bin/sh
# SPDX-License-Identifier: MIT
# Holds what a build with a thread sanitizer prints, with several threads, against what the plain one prints with one:
# threads.sh PLAIN SANITIZED.  Files are the samples, once all of the tests, and one with slips that is read in parts.
set -u
plain=$1
sanitized=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. tests/tally.sh
export TSAN_OPTIONS="${TSAN_OPTIONS:-exitcode=99}"

for i in 1 2; do
    for file in tests/corpus/games/*.sgn samples/*/*.sgn; do
        case $file in *illegal*) ;; *) cat "$file" && echo ;; esac
    done
done | sed '1~9000s/[0-9]\./&zzz/; 7~9000s/-/+/; 11~1500s/^$/{\n\n[Event "in a comment"]\n\n}/' >"$scratch/large.sgn"

for how in 'check missing.sgn -f jsonl -j 7' 'check missing.sgn -f sarif -j 3 --max-errors 5' \
    'check missing.sgn -f text -j 2 --expect --boards' 'select --unique -j 4'; do
    set -- $how -r accasta-pari "$scratch/large.sgn" samples/*/*.sgn
    [ -s "$scratch/wanted" ] || set -- "$@" tests # once: repairs of all illegal games take most of the time
    "$plain" "$@" -j 1 >"$scratch/wanted" 2>&1
    echo "status $?" >>"$scratch/wanted"
    "$sanitized" "$@" >"$scratch/found" 2>&1
    echo "status $?" >>"$scratch/found"
    if cmp -s "$scratch/wanted" "$scratch/found"; then
        passes
    else
        fails "$how" && diff "$scratch/wanted" "$scratch/found" | head -n 40
    fi
done
tally
