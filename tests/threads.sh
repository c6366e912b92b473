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

# Rulesets that all threads wait for.
rulesets=$(seq 20)
for i in $rulesets; do
    cp rulesets/accasta-pari.yaml "$scratch/own$i.yaml"
done
for i in 1 2; do
    for file in tests/corpus/games/*.sgn samples/*/*.sgn; do
        case $file in *illegal*) ;; *) cat "$file" && echo ;; esac
    done
done | sed '1~9000s/[0-9]\./&zzz/; 7~9000s/-/+/; 11~1500s/^$/{\n\n[Event "in a comment"]\n\n}/' >"$scratch/large.sgn"
for i in $(seq 150); do
    for ruleset in $rulesets; do
        printf '[Ruleset "own%s"]\n[White "A"]\n[Black "B"]\n[Round "%s"]\n\n1. c3:-d3 e3:-e2 1-0\n\n' "$ruleset" "$i"
    done
done >"$scratch/own.sgn"
export CATASTA_RULESETS="$scratch"

# compare NAME JOBS FUNCTION WORD...: FUNCTION gets the program, the number of threads and the words
compare() {
    name=$1
    jobs=$2
    shift 2
    run "$plain" 1 "$@" >"$scratch/wanted"
    run "$sanitized" "$jobs" "$@" >"$scratch/found"
    if cmp -s "$scratch/wanted" "$scratch/found"; then
        passes
    else
        fails "$name" && diff "$scratch/wanted" "$scratch/found" | head -n 40
    fi
}

run() {
    "$3" "$@" 2>&1
    echo "status $?"
}

# The words are a command; the files are those of the scratch folder and the samples.
files() {
    program=$1
    threads=$2
    shift 3
    "$program" "$@" -r accasta-pari -j "$threads" "$scratch/large.sgn" "$scratch/own.sgn" samples/*/*.sgn
}

index() {
    rm -f "$scratch/games.db"
    files "$1" "$2" - index -o "$scratch/games.db" &&
        python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).iterdump(), sep="\n")' "$scratch/games.db"
}

arena() {
    "$1" arena -r dvonn --rounds=4 --random-plies=3 --max-plies=20 --seed=3 -j "$2" -f jsonl -o "$scratch/games.sgn" --log="$scratch/talk" \
        --engine="name=a,cmd='$plain' engine --seed=1" --engine="name=b,cmd='$plain' engine --seed=2"
    rm "$scratch/games.sgn" "$scratch/talk"
}

compare 'check of all tests' 7 files check missing.sgn tests -f jsonl
compare 'check -f sarif' 3 files check missing.sgn -f sarif --max-errors 5
compare 'check --boards' 2 files check missing.sgn --expect --boards
for how in 'select --unique' 'check --from=typed' 'stats' 'table' 'table --per=game' 'score --standings --mixed' \
    'pair --round-robin --round=1 --mixed'; do
    # shellcheck disable=SC2086 # a command and its options
    compare "$how" 4 files $how
    : >"$scratch/large.sgn" # slips take most of the time
done
compare index 4 index
compare arena 4 arena
tally
