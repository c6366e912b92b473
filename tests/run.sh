#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the tests and ends with "N passed, N failed": [ONLY=WORD] run.sh [check|test|coverage].
#   check     everything; what "make check" runs (the default)
#   test      what needs no tools beyond those of the build, in a minute and a half; suites that
#             are left out are named, and counted as skipped; with ONLY=WORD those that concern it:
#             with that word in their names, and, if it is a game, what goes through rulesets, with its own
#   coverage  on a build that counts lines; prints how many of them were reached
# A suite is a line of output, and failures are printed in full, the end of each once more
# above the sum.  It consists of jobs, of which as many run at a time as there are processors, and two of those that
# mostly wait, for screens and the like.
set -u
cd "$(dirname "$0")/.." || exit 2

mode=${1:-check}
make=${MAKE:-make}
passed=0
failed=0
skipped=0
workers=
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'kill $workers 2>/dev/null; exit 2' INT TERM

# Exit status after a finding; catasta itself never exits with it.
export ASAN_OPTIONS="${ASAN_OPTIONS:-exitcode=99}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1:exitcode=99}"

# ---- suites and their jobs ----

# report SUITE PASSED FAILED
report() {
    passed=$((passed + $2))
    failed=$((failed + $3))
    printf '%-32s %5d passed, %d failed\n' "$1" "$2" "$3"
}

# complain SUITE: prints the failures that it reads, and keeps their end
: >"$scratch/failures"
complain() {
    tee "$scratch/complaint"
    { echo "failed: $1" && tail -n 20 "$scratch/complaint"; } >>"$scratch/failures"
}

# suite NAME: the jobs added next are its own
suites=0
jobs=0
only=
suite() {
    suites=$((suites + 1))
    echo "$1" >"$scratch/suite.$suites"
    : >"$scratch/suite.$suites.jobs"
}

# Whether a job with this command, of the last suite, is wanted.
concerns() {
    read -r name <"$scratch/suite.$suites"
    case " $name $*" in
    *[!A-Za-z]"$only"*) ;;
    *) [ -n "${CATASTA_GAME:-}" ] && grep -qsE 'check_(books|shipped)\(' "tests/${1##*/tests/}.c" ;;
    esac
}

# job COMMAND...: prints "ok ..." and "not ok ..." for its tests, or "N passed, N failed"
job() {
    concerns "$*" || return 0
    jobs=$((jobs + 1))
    echo "$*" >"$scratch/$jobs"
    echo "$jobs" >>"$scratch/suite.$suites.jobs"
    echo "$jobs" >>"$scratch/$lane"
}

# waiting COMMAND...: a job that mostly waits
lane=busy
waiting() {
    lane=waiting
    job "$@"
    lane=busy
}

# one COMMAND...: a job that is a single test, passed if the command succeeds
one() {
    job "if $*; then echo '1 passed, 0 failed'; else echo '0 passed, 1 failed'; fi"
}

# work LANE...: takes the jobs there that nobody has taken yet, the first ones first
work() {
    for number in $(cd "$scratch" && cat "$@"); do
        [ ! -e "$scratch/$number.taken" ] && mkdir "$scratch/$number.taken" 2>/dev/null || continue
        read -r command <"$scratch/$number"
        (eval "$command") >"$scratch/$number.log" 2>&1 </dev/null
        echo $? >"$scratch/$number.new" && mv "$scratch/$number.new" "$scratch/$number.status"
    done
}

# Sets good and bad to what a job printed.  If it failed without counting a failure, or
# counted nothing, that is one failure.
count() {
    sum=$(grep -aEo '[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
    if [ -n "$sum" ]; then
        good=${sum%% *}
        bad=${sum#*, }
        bad=${bad% failed}
    else
        good=$(grep -ac '^ok ' "$1")
        bad=$(grep -ac '^not ok ' "$1")
    fi
    if { [ "$2" -ne 0 ] && [ "$bad" -eq 0 ]; } || [ $((good + bad)) -eq 0 ]; then
        bad=$((bad + 1))
        echo "$3: exit status $2" >>"$1"
    fi
}

# finish NUMBER: waits for the jobs of a suite, and adds up their tests
finish() {
    all_good=0
    all_bad=0
    while read -r number; do
        until [ -f "$scratch/$number.status" ]; do sleep 0.2; done
        read -r status <"$scratch/$number.status"
        read -r command <"$scratch/$number"
        count "$scratch/$number.log" "$status" "$command"
        all_good=$((all_good + good))
        all_bad=$((all_bad + bad))
        [ "$bad" -eq 0 ] || grep -av -e '^ok ' -e '^transcript: .* passed' -e '^[01] passed, [01] failed$' "$scratch/$number.log" |
            complain "$(cat "$scratch/suite.$1")"
    done <"$scratch/suite.$1.jobs"
    report "$(cat "$scratch/suite.$1")" "$all_good" "$all_bad"
}

# Runs all jobs, and reports their suites in the order in which they were added.
run_jobs() {
    touch "$scratch/busy" "$scratch/waiting"
    for worker in $(seq $(($(nproc) + 2))); do
        case $worker in
        1) work waiting ;;
        2) work waiting busy ;;
        *) work busy waiting ;;
        esac &
        workers="$workers $!"
    done
    for number in $(seq $suites); do
        [ ! -s "$scratch/suite.$number.jobs" ] || finish "$number"
    done
    wait
}

# alone NAME COMMAND...: a test of its own, while no job runs
alone() {
    name=$1
    shift
    if "$@" >"$scratch/log" 2>&1; then
        report "$name" 1 0
    else
        complain "$name" <"$scratch/log"
        report "$name" 0 1
        false
    fi
}

# build NAME MAKE-ARGUMENTS...
build() {
    name=$1
    shift
    # shellcheck disable=SC2086
    alone "$name" $make "$@"
}

skip() {
    skipped=$((skipped + 1))
    echo "skipped: $1 ($2)"
}

# there SUITE PROGRAM...: whether what a suite needs is there; otherwise it is skipped
there() {
    name=$1
    shift
    for need; do
        case $need in
        *.py) "$python" -c "import ${need%.py}" ;;
        *) command -v "$need" ;;
        esac >/dev/null 2>&1 || { skip "$name" "no ${need%.py}" && return 1; }
    done
}

# can SUITE PROGRAM...: the same of what make check has installed, which therefore never skips it
can() {
    [ "$mode" != test ] || there "$@"
}

# can_check SUITE PROGRAM...: of a suite that takes too long for make test
can_check() {
    can "$@" || return 1
    [ "$mode" != test ] || { skip "$1" 'only in make check' && return 1; }
}

# ---- what is tested ----

# Debian's packages belong to Debian's python3, which need not be the first.
python=python3
$python -c 'import jsonschema' 2>/dev/null || python=/usr/bin/python3

# programs OUT FOLDER [SHARE]: a job for each program, those first that take long, which run SHARE % of their positions
programs() {
    long_programs "$@"
    for source in $(ls tests/"$2"/*.c | grep -vxF -f "$scratch/long"); do
        job "$1/${source%.c}"
    done
}

# long_programs OUT FOLDER [SHARE]: of these alone
long_programs() {
    grep -l share_of tests/"$2"/*.c >"$scratch/long"
    for source in $(cat "$scratch/long"); do
        job "${3:+CATASTA_SHARE=$3 }$1/${source%.c}"
    done
}

# documents OUT: the examples in README.md, TOUR.md and the manual pages
documents() {
    set -- "$transcript --catasta $1/catasta --readme README.md --readme TOUR.md" man/*.[1-7]
    line=$1
    shift
    for file; do
        line="$line --man $file"
    done
    job "$line"
}

# transcripts OUT
transcripts() {
    documents "$1"
    for file in tests/cases/*.txt; do
        [ "$file" = tests/cases/pictures-tools.txt ] || job "$transcript --catasta $1/catasta $file"
    done
    if can 'pictures with other tools' xmllint rsvg-convert; then
        job "$transcript --catasta $1/catasta tests/cases/pictures-tools.txt"
    fi
}

formats() {
    schema=build/schema/sarif-2.1.0.json
    sh tests/formats/schema.sh $schema
    "$python" tests/formats/formats.py "$1/catasta" man/check.schema.json $schema
}

# Only the names that catasta.h promises are visible in the library, and it calls nothing
# that exits or prints.
check_symbols() {
    bad=0
    for library in "$plain/libcatasta.a" "-D $plain/libcatasta.so"; do
        nm $library >/dev/null || bad=1
        nm -g --defined-only $library | awk -v library="${library#-D }" '
        NF == 3 && $3 !~ /^catasta_/ { print library ": " $3 " is visible"; bad = 1 }
        END { exit bad }' || bad=1
        nm -u $library | awk -v library="${library#-D }" '
        { sub(/@.*/, "", $2) }
        $2 ~ /^(_?exit|_Exit|quick_exit|abort|__assert.*|(__)?v?[fd]?printf(_chk)?|puts|putchar|perror|stderr|stdout)$/ {
            print library ": " $2 " is used"
            bad = 1
        }
        END { exit bad }' || bad=1
    done
    return $bad
}

# Allocations and system calls of the plain build fail, which none with sanitizers allows.
failures() {
    "$plain/tests/failures" "$plain/catasta" "$plain/tests/failing.so" tests/failures
}

# Whether the plain build is one with sanitizers, which call what the library does not.
is_sanitized() {
    nm -u "$plain/libcatasta.a" | grep -q '__[a-z]*san_'
}

# `catasta help` shows each page in the words that mandoc shows, but for the first line and the last.
check_manuals() {
    mandoc -Tlint -W warning "$plain"/man/*.[1-7] || return
    for page in man/*.[157]; do
        page=$plain/$page
        name=${page##*/}
        LC_ALL=C.UTF-8 mandoc -T utf8 -O width=1000 "$page" | LC_ALL=C.UTF-8 col -bx | sed '1d;$d' | tr ' ' '\n' | grep . >"$scratch/mandoc.words"
        LC_ALL=C.UTF-8 "$plain/catasta" help "${name%.*}" | tr ' \t' '\n' | grep . | diff "$scratch/mandoc.words" - || return
    done
}

# What was formatted when this ran before is not looked at again.
check_format() {
    stamp=$plain/formatted
    [ "$stamp" -nt .clang-format ] || rm -f "$stamp"
    touch "$scratch/formatted" && find src tests -name '*.[ch]' $([ -f "$stamp" ] && echo "-newer $stamp") |
        xargs -r clang-format --dry-run --Werror && mv "$scratch/formatted" "$stamp"
}

# What is about the library, and not about sanitizers.
library() {
    suite 'library: symbols' && one check_symbols
    can 'library: used from C' pkg-config && suite 'library: used from C' && job sh tests/api/run.sh c $make $plain_flags
    can_check 'library: used from C++' pkg-config g++ && suite 'library: used from C++' &&
        job sh tests/api/run.sh cpp $make $plain_flags
    can 'library: examples of the manual' pkg-config && suite 'library: examples of the manual' &&
        job sh tests/api/run.sh manual $make $plain_flags
    can 'library: used from Python' python3 && suite 'library: used from Python' &&
        job sh tests/api/run.sh py $make $plain_flags
}

# What is looked at once, whatever the build; all of it is quick.
tree() {
    is_sanitized || library
    suite 'transcript: on itself' && one sh tests/transcript/self.sh "$transcript"
    suite 'layers' && one sh tests/layers.sh
    suite 'words' && one sh tests/words.sh "$plain/catasta"
    suite 'manuals' && one sh tests/manuals.sh "$plain/catasta"
    suite 'demo' && one sh tests/demo.sh "$plain/catasta" "$plain/demo.html"
    can 'manual pages' mandoc && suite 'manual pages' && one check_manuals
    can 'sgn(5): grammar, lists' python3 && suite 'sgn(5): grammar, lists' && job "$python" tests/corpus/grammar.py &&
        job "$python" tests/corpus/signs.py "$plain/catasta"
    can 'editors' vim mandoc && suite 'editors' && job sh tests/formats/editors.sh "$plain/catasta"
    can 'rulesets: read once' python3 && suite 'rulesets: read once' && job "$python" tests/once.py "$plain/catasta"
    can 'live games' python3 && suite 'live games' && waiting "$python" tests/live.py "$plain/catasta"
    can_check engines python3 && suite engines && waiting "$python" tests/engines/engines.py "$plain/catasta"
    can_check arena python3 && suite arena && waiting "$python" tests/engines/arena.py "$plain/catasta"
    can_check conformance python3 && suite conformance && waiting "$python" tests/conformance/conformance.py "$plain/catasta"
    can 'Hive: facts' python3 && suite 'Hive: facts' && job "$python" tests/hive/facts.py "$plain/catasta"
    can 'language server' python3 && suite 'language server' && job "$python" tests/lsp/server.py "$plain/catasta"
    can 'neovim' nvim && suite 'neovim' && waiting sh tests/lsp/neovim.sh "$plain/catasta"
    can 'format' clang-format && suite 'format' && one check_format
}

# These build for other places and back.
# shellcheck disable=SC2086
installed() {
    alone 'install, uninstall' sh tests/install.sh program $make $plain_flags
    is_sanitized || { can_check 'library: pkg-config, C++' pkg-config g++ &&
        alone 'library: pkg-config, C++' sh tests/install.sh library $make $plain_flags; }
}

# The program without files of others, and the image made of it.
# shellcheck disable=SC2086
static_program() {
    can_check 'static program, image' unshare || return 0
    if [ "$(${CC:-cc} -print-file-name=libsqlite3.a)" = libsqlite3.a ]; then
        skip 'static program, image' 'no libsqlite3.a'
    elif ! { unshare -R / true || unshare -r true; } 2>/dev/null; then
        skip 'static program, image' 'unshare may not change the root'
    else
        build 'static program: link' $plain_flags static &&
            suite 'static program, image' && job sh tests/static.sh "$plain/static/catasta" "$plain/catasta"
    fi
}

# cases NAME OUT SHARE: the suites that run on a build, the long ones first
cases() {
    suite "$1property, $3 %" && programs "$2" property "$3"
    suite "$1unit" && programs "$2" unit
    suite "$1transcripts" && transcripts "$2"
}

# The module for JavaScript: the npm package, and the page that referees, which the suite of browsers uses if it is there.
wasm() {
    there 'wasm: npm package, page that referees' clang wasm-ld node npm dpkg-source || return 0
    if ! echo 'int main(void) { return 0; }' | clang --target=wasm32-wasi -x c -o /dev/null - 2>/dev/null; then
        skip 'wasm: npm package, page that referees' 'no wasi-libc'
    elif ! sh packaging/npm/sources.sh build/wasm/sources 2>"$scratch/log"; then
        skip 'wasm: npm package, page that referees' "$(cat "$scratch/log")"
    else
        build 'wasm: build' wasm WERROR=1 && suite 'npm package' && job sh tests/npm/run.sh "$plain/catasta"
    fi
}

# The Python package, of the plain build, and what others make of its tables and those of the program.
# shellcheck disable=SC2086
python_package() {
    if ! ls /usr/include/python3*/Python.h >/dev/null 2>&1 || ! /usr/bin/python3 -c 'import setuptools, wheel, venv' 2>/dev/null; then
        skip 'Python package' 'no python3-dev, python3-setuptools, python3-wheel or python3-venv'
    else
        build 'Python package: build' $plain_flags wheel || return
        build 'gcc-tsan: Python package' VARIANT=gcc-tsan wheel || return
        suite 'Python package' && job sh tests/python/run.sh "$plain/catasta" "$plain/python"
        there 'Python package: pandas, notebook' pandas.py && suite 'Python package: pandas, notebook' &&
            job sh tests/python/run.sh "$plain/catasta" "$plain/python" frames &&
            job sh tests/python/run.sh "$plain/catasta" "$plain/python" notebook
        there 'Python package: Parquet by pyarrow' pyarrow.py && suite 'Python package: Parquet by pyarrow' &&
            job sh tests/python/run.sh "$plain/catasta" "$plain/python" parquet
    fi
    if sh tests/duckdb.sh 'select 1' >/dev/null 2>&1; then
        suite 'table: Parquet by DuckDB' && job sh tests/parquet.sh "$plain/catasta"
    else
        skip 'table: Parquet by DuckDB' 'no npm package @duckdb/node-api'
    fi
}

# The sanitizer build runs all cases, and a share of the long ones.  The plain one runs all of these, what sanitizers
# cannot, and what is about other programs or files than catasta.
check() {
    plain=build/gcc
    plain_flags='VARIANT=gcc WERROR=1'
    transcript=$plain/tests/transcript
    build 'gcc: build' $plain_flags all tests || return
    build 'gcc-asan: build' VARIANT=gcc-asan WERROR=1 all tests || return
    build 'gcc-tsan: build' VARIANT=gcc-tsan WERROR=1 build/gcc-tsan/catasta build/gcc-tsan/tests/property/threads || return
    build 'fuzz: build' VARIANT=fuzz WERROR=1 build/fuzz/tests/fuzz/fuzz || return
    wasm || return
    python_package || return
    static_program
    # Warnings do not need optimized code.
    suite 'clang: build' && one "$make -j1 VARIANT=clang CFLAGS_clang=-O0 WERROR=1 all tests"
    suite '32 bits: objects' && one "$make -j1 VARIANT=32bit WERROR=1 objects"
    suite 'gcc-tsan: threads' && job build/gcc-tsan/tests/property/threads &&
        job sh tests/threads.sh "$plain/catasta" build/gcc-tsan/catasta
    if ls build/gcc-tsan/python/catasta-*.whl >/dev/null 2>&1; then
        suite 'gcc-tsan: Python package' && job PRELOAD="$(gcc -print-file-name=libtsan.so)" \
            TSAN_OPTIONS=exitcode=99 sh tests/python/run.sh "$plain/catasta" build/gcc-tsan/python package threads tables
    fi
    suite 'browser' && waiting sh tests/browser/run.sh "$plain/catasta"
    suite 'formats' && job formats "$plain"
    export TRANSCRIPT_SECONDS=300 # two jobs at a time, each many times slower
    suite 'gcc-asan: hostile input' && job LIMITS=no sh tests/hostile.sh build/gcc-asan/catasta
    suite 'gcc-asan: terminal' && waiting sh tests/terminal.sh build/gcc-asan/catasta
    suite 'gcc-asan: screen' && waiting sh tests/screen/run.sh build/gcc-asan/catasta &&
        waiting sh tests/screen/play.sh build/gcc-asan/catasta
    suite 'gcc-asan: live games' && waiting "$python" tests/live.py build/gcc-asan/catasta
    suite 'gcc-asan: engines' && waiting "$python" tests/engines/engines.py build/gcc-asan/catasta
    suite 'gcc-asan: arena' && waiting "$python" tests/engines/arena.py build/gcc-asan/catasta 2 60 2
    suite 'gcc-asan: index' && job "$python" tests/index/index.py build/gcc-asan/catasta
    suite 'gcc-asan: playtak' && job "$python" tests/index/playtak.py build/gcc-asan/catasta
    suite 'gcc-asan: language server' && job "$python" tests/lsp/server.py build/gcc-asan/catasta 10 12
    suite 'gcc: hostile input' && job LIMITS=only sh tests/hostile.sh "$plain/catasta"
    suite 'gcc: failures' && job failures
    suite 'fuzz' && job sh tests/fuzz/run.sh build/fuzz/tests/fuzz/fuzz check
    suite 'pictures' && one sh tests/pictures.sh --check "$plain/catasta"
    if git rev-parse HEAD >/dev/null 2>&1; then
        suite tarball && job sh tests/dist.sh "$transcript"
    else
        skip tarball 'no checkout that git reads'
    fi
    there packages git dh lintian && suite packages && job sh packaging/check.sh "$plain/catasta"
    tree
    suite 'gcc: long property, 10 %' && long_programs "$plain" property 10
    cases 'gcc-asan: ' build/gcc-asan 3
    suite 'gcc: documents' && documents "$plain"
    run_jobs
    installed
}

# The plain build as the user made it, and a share of the long property tests.
test_quickly() {
    plain=${OUT:-build}
    plain_flags=
    transcript=$plain/tests/transcript
    only=${ONLY:-}
    if grep -qsx "game: $only" rulesets/*.yaml; then
        export CATASTA_GAME="$only" CATASTA_SHARE="${CATASTA_SHARE:-10}"
    fi
    export CATASTA_SHARE="${CATASTA_SHARE:-2}"
    build build all tests || return
    can terminal script && suite terminal && waiting sh tests/terminal.sh "$plain/catasta"
    can screen tmux && suite screen && waiting sh tests/screen/run.sh "$plain/catasta" &&
        waiting sh tests/screen/play.sh "$plain/catasta"
    tree
    cases '' "$plain" "$CATASTA_SHARE"
    if [ -n "$only" ]; then
        run_jobs
        [ $jobs -gt 0 ] || { echo "no test concerns '$only'" && failed=1; }
        return
    fi
    can_check pictures xmllint
    can_check 'hostile input'
    can_check failures
    can_check index python3
    can_check 'Python package' python3
    can_check formats python3 jsonschema.py
    can_check tarball git
    static_program
    can_check browser node chromium
    can_check 'clang: build' clang
    can_check 'gcc-asan: all cases'
    run_jobs
    installed
}

# Counts the lines of src that no test of the coverage build reached.
coverage() {
    plain=build/coverage
    transcript=$plain/tests/transcript
    find build -path '*coverage*' -name '*.gcda' -exec rm -f '{}' +
    build 'coverage: build' VARIANT=coverage all tests || return
    cases 'coverage: ' $plain 100
    suite 'hostile input' && job LIMITS=no sh tests/hostile.sh $plain/catasta
    suite terminal && job sh tests/terminal.sh $plain/catasta
    suite screen && job sh tests/screen/run.sh $plain/catasta
    run_jobs
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

[ "$mode" = test ] || unset CATASTA_SHARE
case $mode in
check) check ;;
test) test_quickly ;;
coverage) coverage ;;
*) sed -n '3,10s/^# *//p' "$0" && exit 2 ;;
esac
[ $skipped -eq 0 ] || echo "$skipped skipped"
cat "$scratch/failures"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
