#!/bin/sh
# Runs every test: a line a suite, failures in full, and at the end the sum of
# all as "N passed, N failed".  What make check calls.  With the word "coverage" it
# runs them on a build that counts lines, and says how many were reached.
set -u
cd "$(dirname "$0")/.." || exit 2

make=${MAKE:-make}
processes=$(nproc)
passed=0
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
log=$scratch/log

# A status that catasta never has, so that a case cannot take it for its own.
export ASAN_OPTIONS="${ASAN_OPTIONS:-exitcode=99}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1:exitcode=99}"

# report SUITE PASSED FAILED
report() {
    passed=$((passed + $2))
    failed=$((failed + $3))
    printf '%-32s %5d passed, %d failed\n' "$1" "$2" "$3"
}

# one SUITE COMMAND: the command is one test
one() {
    suite=$1
    shift
    if "$@" >"$log" 2>&1; then
        report "$suite" 1 0
    else
        cat "$log"
        report "$suite" 0 1
        false
    fi
}

# Sets good and bad from what a test program wrote: lines "ok …" and "not ok …",
# or "N passed, N failed" as the last that counts.  A program that failed and
# counted no failure, or counted nothing, is one failure.
count() {
    sum=$(grep -Eo '[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
    if [ -n "$sum" ]; then
        good=${sum%% *}
        bad=${sum#*, }
        bad=${bad% failed}
    else
        good=$(grep -c '^ok ' "$1")
        bad=$(grep -c '^not ok ' "$1")
    fi
    if { [ "$2" -ne 0 ] && [ "$bad" -eq 0 ]; } || [ $((good + bad)) -eq 0 ]; then
        bad=$((bad + 1))
        echo "$3: exit status $2" >>"$1"
    fi
}

# suite NAME PROGRAM...: runs the programs side by side and adds up their tests
suite() {
    suite=$1
    all_good=0
    all_bad=0
    shift
    printf '%s\n' "$@" | xargs -P "$processes" -I '{}' sh -c '{} >{}.log 2>&1; echo $? >{}.status'
    for program; do
        count "$program.log" "$(cat "$program.status")" "$program"
        all_good=$((all_good + good))
        all_bad=$((all_bad + bad))
        [ "$bad" -eq 0 ] || grep -v '^ok ' "$program.log"
    done
    report "$suite" "$all_good" "$all_bad"
}

# programs VARIANT FOLDER: the test programs, one for every source
programs() {
    for source in tests/"$2"/*.c; do
        [ ! -f "$source" ] || echo "build/$1/${source%.c}"
    done
}

transcripts() {
    set -- build/gcc/tests/transcript --catasta "build/$1/catasta"
    for file in tests/cases/*.txt; do
        [ ! -f "$file" ] || set -- "$@" "$file"
    done
    for file in man/*.[1-7]; do
        [ ! -f "$file" ] || set -- "$@" --man "$file"
    done
    [ ! -f README.md ] || set -- "$@" --readme README.md
    [ $# -gt 3 ] || return 0
    "$@" >"$log" 2>&1
    count "$log" $? "$1"
    [ "$bad" -eq 0 ] || grep -v '^transcript: .* passed' "$log"
    report "$suite transcripts" "$good" "$bad"
}

# hostile VARIANT: the inputs that nobody means well
hostile() {
    sanitized=
    [ "$1" = gcc ] || sanitized=yes
    SANITIZED=$sanitized sh tests/hostile.sh "build/$1/catasta" >"$log" 2>&1
    count "$log" $? "$1"
    [ "$bad" -eq 0 ] || cat "$log"
    report "$suite hostile input" "$good" "$bad"
}

# formats VARIANT: what programs read, against its schemas
formats() {
    schema=build/schema/sarif-2.1.0.json
    python=python3
    $python -c 'import jsonschema' 2>/dev/null || python=/usr/bin/python3
    sh tests/formats/schema.sh $schema >"$log" 2>&1
    $python tests/formats/formats.py "build/$1/catasta" man/check.schema.json $schema >>"$log" 2>&1
    count "$log" $? formats.py
    [ "$bad" -eq 0 ] || cat "$log"
    report "$suite formats" "$good" "$bad"
}

# What pages of games do in a browser.
browser() {
    sh tests/browser/run.sh build/gcc/catasta >"$log" 2>&1
    count "$log" $? browser
    [ "$bad" -eq 0 ] || cat "$log"
    report 'browser' "$good" "$bad"
}

# screen VARIANT: replay -i on a terminal
screen() {
    sh tests/screen/run.sh "build/$1/catasta" >"$log" 2>&1
    count "$log" $? tests/screen/run.sh
    [ "$bad" -eq 0 ] || cat "$log"
    report "$suite screen" "$good" "$bad"
}

# variant NAME: builds it and runs all that its programs can tell
variant() {
    one "$1: build" $make VARIANT="$1" WERROR=1 all tests || return
    for folder in unit property; do
        list=$(programs "$1" "$folder")
        [ -z "$list" ] || suite "$1: $folder" $list
    done
    suite="$1:"
    transcripts "$1"
    hostile "$1"
    [ "$1" = coverage ] || formats "$1"
    screen "$1"
}

# Only the names that catasta.h promises are visible in the library.
check_symbols() {
    nm -g --defined-only build/gcc/libcatasta.a | awk 'NF == 3 && $3 !~ /^catasta_/ { print; bad = 1 } END { exit bad }'
}

check_manuals() {
    set -- man/*.[1-7]
    [ -f "$1" ] || return 0
    mandoc -Tlint -W warning "$@" build/gcc/man/catasta-rules.7
}

check_format() {
    find src tests -name '*.[ch]' | xargs clang-format --dry-run --Werror
}

# Installs, uses what is there from outside, uninstalls, and looks for remains.
check_install() {
    root=$scratch/root
    $make VARIANT=gcc WERROR=1 install DESTDIR="$root" && (
        set -e
        cd "$scratch"
        root/usr/local/bin/catasta --version
        test -s root/usr/local/share/catasta/schema/check.schema.json
        test -s root/usr/local/share/catasta/schema/score.schema.json
        echo '#include <catasta.h>
int main(void) { return 0; }' >use.c
        cc -std=c17 -Wall -Wextra -Wpedantic -Werror -Iroot/usr/local/include use.c -Lroot/usr/local/lib -lcatasta -lyaml -lutf8proc -lpthread -ldl -o use
        ./use
    ) && $make VARIANT=gcc uninstall DESTDIR="$root" || return
    remains=$(find "$root" ! -type d -o -name catasta)
    [ -z "$remains" ] || { echo "left behind: $remains" && false; }
}

# Counts the lines of src that no test of the coverage build reached.
coverage() {
    find build -path '*coverage*' -name '*.gcda' -exec rm -f '{}' +
    (variant coverage) >"$scratch/coverage" 2>&1
    find build/coverage/obj/src -name '*.gcda' | xargs gcov --stdout 2>/dev/null | awk '
    /^ *-: *0:Source:/ { file = $0; sub(/.*Source:/, "", file); ours = file ~ /^src\// }
    ours && match($0, /^ *[^:]+: *[0-9]+:/) {
        split($0, field, ":")
        line = field[2] + 0
        gsub(/ /, "", field[1])
        if (line == 0 || field[1] == "-")
            next
        key = file ":" line
        seen[key] = 1
        if (field[1] !~ /^[#=]/)
            reached[key] = 1
        text[key] = substr($0, RLENGTH + 1)
    }
    END {
        for (key in seen) {
            all++
            if (key in reached)
                hit++
            else
                print key ": " text[key] | "LC_ALL=C sort -t: -k1,1 -k2,2n >build/coverage/uncovered.txt"
        }
        close("LC_ALL=C sort -t: -k1,1 -k2,2n >build/coverage/uncovered.txt")
        printf "coverage: %.1f %% of %d lines of src; the others are in build/coverage/uncovered.txt\n", all ? 100 * hit / all : 0, all
    }'
}

if [ "${1:-}" = coverage ]; then
    coverage
    exit
fi
variant gcc
variant gcc-asan
browser
one 'clang: build' $make VARIANT=clang WERROR=1 all tests
one 'library: symbols' check_symbols
one 'transcript: on itself' sh tests/transcript/self.sh build/gcc/tests/transcript
one 'pictures' sh tests/pictures.sh --check build/gcc/catasta
one 'layers' sh tests/layers.sh
one 'sizes' sh tests/sizes.sh
one 'manual pages' check_manuals
one 'editors' sh tests/formats/editors.sh build/gcc/catasta
one 'format' check_format
one 'install, uninstall' check_install
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
