#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes with libFuzzer, sanitized: run.sh FUZZ [check|run|seeds|keep].  The environment has
#   ENTRY  ways in, of those below; all of them
#   RUNS   executions of each (10000)
#   SEED   of check (1)
#   DIR    where inputs that were learned, findings and a log are kept, from run to run
# check    a fixed number of executions from the inputs in corpus/, the same everywhere; "N passed, N failed"
# run      RUNS executions that go on from DIR; a line of its log for each slice of them
# keep     puts what DIR has learned into corpus/, minimised, and what its log adds up to into log.txt
# An input of corpus/ is a line, as printf's %b reads it.
set -eu
export LC_ALL=C
fuzz=$(realpath "$1")
cd "$(dirname "$0")/../.."
corpus=tests/fuzz/corpus
dir=${DIR:-build/fuzz/run}
mode=${2:-run}
entries=${ENTRY:-records rulesets positions options text replay jsonl sarif junit github sgn html score-json svg repairs games foreign typed protocol engine server conditions arena playtak python}
slice=50000
# Addresses would differ from run to run.
still=
! setarch "$(uname -m)" -R true 2>/dev/null || still="setarch $(uname -m) -R"

# What an entry reads, of which there is a file in corpus/: records, for most of them.
kind() {
    case $1 in
    rulesets | positions | options | foreign | typed | protocol | engine | server | conditions | arena | playtak | python) echo "$1" ;;
    *) echo games ;;
    esac
}

# most_bytes KIND
most_bytes() {
    case $1 in
    rulesets) echo 1200 ;;
    games | server) echo 300 ;;
    foreign) echo 900 ;;
    typed | arena | playtak | python) echo 400 ;;
    *) echo 200 ;;
    esac
}

# most_runs ENTRY: of a check; each of an arena starts four processes
most_runs() {
    [ "$1" = arena ] && echo 100 || echo 1000
}

# fuzz ENTRY ARGUMENT...: what the program complains of is shown only when a finding is run again; Python never frees
# what it begins with
fuzz() {
    entry=$1
    shift
    leaks=1
    [ "$entry" != python ] || leaks=0
    ENTRY=$entry ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=$leaks" $still "$fuzz" -close_fd_mask=3 -timeout=10 -rss_limit_mb=3000 -print_final_stats=1 -dict=tests/fuzz/sgn.dict \
        -max_len="$(most_bytes "$(kind "$entry")")" "$@"
}

# unpack KIND FOLDER
unpack() {
    mkdir -p "$2"
    number=0
    while IFS= read -r line; do
        number=$((number + 1))
        printf %b "$line" >"$2/$number"
    done <"$corpus/$1.txt"
}

# pack FOLDER: its inputs as lines, the shortest first
pack() {
    for file in "$1"/*; do
        od -An -v -tu1 "$file" | awk '
        {
            for (i = 1; i <= NF; i++)
                line = line ($i == 10 ? "\\n" : $i == 92 ? "\\\\" : $i < 32 || $i > 126 ? sprintf("\\0%03o", $i) : sprintf("%c", $i))
        }
        END { print line }'
    done | awk '{ print length($0), $0 }' | sort -n | cut -d ' ' -f 2-
}

# seeds KIND FOLDER: where the first inputs come from
seeds() {
    mkdir -p "$2"
    case $1 in
    rulesets)
        for file in rulesets/*.yaml tests/variants/*.yaml; do
            grep -v '^ *#' "$file" | head -c 1200 >"$2/seed-${file##*/}"
        done
        ;;
    positions)
        sed -n 's/.*--position[= ]*["'\'']\([^"'\'']*\).*/\1/p; s/^\[Position "\(.*\)"\]/\1/p' tests/cases/*.txt | sort -u |
            awk -v folder="$2" '{
                for (ruleset = 0; ruleset < 10; ruleset++) {
                    file = folder "/seed-" NR "-" ruleset
                    printf "%c%s", 70 + ruleset, $0 >file
                    close(file)
                }
            }'
        ;;
    options)
        sed -n 's/^\$ catasta //p' tests/cases/*.txt | sort -u | awk -v folder="$2" '{
            gsub(/["'\'']/, "")
            gsub(/ +/, "\n")
            file = folder "/seed-" NR
            printf "%s", $0 >file
            close(file)
        }'
        ;;
    foreign)
        for file in samples/a*/*.sgn tests/corpus/games/a*.sgn; do
            build/catasta convert --lossy --to abstractplay "$file" 2>/dev/null | head -n 2 | tail -n 1 | head -c 900 >"$2/seed-${file##*/}"
        done
        awk -v folder="$2" '
        /^== end/ { close(file); file = "" }
        file != "" { print >file }
        /^== .*\.(uhp|pgn|sgf|golem)$/ { file = folder "/case-" ++count }' tests/cases/uhp.txt tests/cases/boardspace.txt \
            tests/cases/littlegolem.txt
        ;;
    arena)
        number=0 # of the ruleset, which the first byte is for
        for ruleset in accasta staka focus dvonn hive-mlp tak-4; do
            for plies in 1 2 3 4 5 6 7 8 9; do
                rm -f "$2/talk"
                build/catasta arena -r "$ruleset" --rounds=1 --random-plies="$plies" --max-plies=12 --seed="$plies" --log="$2/talk" \
                    --engine="name=a,cmd=build/catasta engine -r $ruleset --seed=$plies" \
                    --engine="name=b,cmd=build/catasta engine -r $ruleset" >/dev/null
                for engine in a b; do # each is started twice, and says the same first
                    { printf %b "\0$((74 + number))" && sed -n "s/^$engine< //p" "$2/talk" | grep -v -e '^id' -e '^option' -e '^size' |
                        awk '!(/..iok/ && seen[$0]++)' | head -c 390; } >"$2/seed-$ruleset-$plies$engine"
                done
            done
            number=$((number + 1))
        done
        rm -f "$2/talk"
        ;;
    playtak)
        for file in samples/tak/*.sgn tests/corpus/games/tak-*.sgn; do
            build/catasta convert --lossy --to ptn "$file" 2>/dev/null
        done | awk -v folder="$2" '
        # "3a3+21" as the server has it, "M A3 A5 2 1"
        function turn(text,    cell, count, way, drops, far) {
            match(text, /[a-h][1-8]/)
            cell = toupper(substr(text, RSTART, 2))
            count = substr(text, 1, RSTART - 1)
            way = substr(text, RSTART + 2, 1)
            drops = substr(text, RSTART + 3)
            if (way == "")
                return "P " cell (count == "S" ? " W" : count == "C" ? " C" : "")
            far = length(drops) ? length(drops) : 1
            cell = cell " " (way ~ /[<>]/ ? substr("ABCDEFGH", index("ABCDEFGH", substr(cell, 1, 1)) + (way == ">" ? far : -far), 1) substr(cell, 2) \
                : substr(cell, 1, 1) (substr(cell, 2) + (way == "+" ? far : -far)))
            gsub(/./, " &", drops)
            return "M " cell (drops == "" ? " " (count == "" ? 1 : count) : drops)
        }
        /^\[Size/ { split($2, part, "\""); size = part[2] }
        /^[0-9]+\./ && rows < 80 {
            text = ""
            for (i = 1; i < NF && length(text) < 250; i++)
                if ($i !~ /^[0-9]+\.$/)
                    text = text (text == "" ? "" : ",") turn($i)
            row = ++rows "\t1653488350000\t" size "\tAnna\tBen\t" text "\t" $NF "\t600\t20\t1500\t1400\t0\t0\t" rows % 5 "\t21\t1"
            file = folder "/seed-" rows
            printf "%s", row >file
            close(file)
            printf "%s\001%c%c%c%c", row, 1, 2 + rows % 8, 3 * rows % 256, 64 + rows >(file "-damaged")
            close(file "-damaged")
        }'
        ;;
    python)
        # As many calls as there are values to take, of games as text.
        awk -v folder="$2" 'BEGIN { srand(1) }
        /^[0-9]+\./ && length($0) > 20 && rows < 120 {
            file = folder "/seed-" ++rows
            for (i = 0; i < 80; i++)
                printf "%c", 1 + int(rand() * 127) >file
            printf "%s", substr($0, 1, 80) >file
            close(file)
        }' samples/*/*.sgn
        ;;
    conditions)
        sed -n "s/.*--where '\\([^']*\\)'.*/\\1/p" tests/cases/*.txt | sort -u | awk -v folder="$2" '{
            file = folder "/seed-" NR
            printf "%s", $0 >file
            close(file)
        }'
        ;;
    games)
        cat samples/*/*.sgn tests/corpus/games/*.sgn | awk -v folder="$2" '
        function start() { close(file); file = folder "/seed-" ++count; bytes = 0 }
        /^\[/ && !tags { start() }
        { tags = /^\[/ }
        file != "" && (bytes += length($0) + 1) < 300 { print >file }'
        for number in $(seq 1 400); do
            awk -v number="$number" '/^== .*\.sgn$/ { on = ++count % 400 == number - 1 && !done; next } /^== end/ { done = done || on; on = 0 } on' \
                tests/cases/rules-*.txt tests/cases/repairs.txt tests/cases/fix.txt | head -c 300 >"$2/case-$number"
        done
        ;;
    esac
}

# executions FILE: that libFuzzer says it made
executions() {
    sed -n 's/^stat::number_of_executed_units: *//p' "$1"
}

# coverage FILE: how much of the program libFuzzer says it reached
coverage() {
    sed -n 's/^#[0-9]*\t*DONE *cov: *\([0-9]*\).*/\1/p' "$1"
}

# is_reached ENTRY FILE: prints the coverage; false if it is less than a tenth of what log.txt has, or the corpus is small
is_reached() {
    now=$(coverage "$2")
    known=$(awk -v entry="$1" '$2 == entry { print $5 }' tests/fuzz/log.txt)
    echo "$1: $(wc -l <"$corpus/$(kind "$1").txt") inputs, coverage ${now:-0}, ${known:-unknown} in log.txt"
    [ $((${now:-0} * 10)) -ge "${known:-0}" ] && [ "$(wc -l <"$corpus/$(kind "$1").txt")" -ge 50 ]
}

# tell_finding ENTRY FOLDER: what is said about a finding
tell_finding() {
    for finding in "$2"/*; do
        echo "$1: $finding"
        ENTRY=$1 "$fuzz" -timeout=10 "$finding" 2>&1 | grep -av '^INFO' | head -n 60
    done
}

check() {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    failed=0
    passed=0
    for entry in $entries; do
        from=$scratch/$(kind "$entry")
        [ -d "$from" ] || unpack "$(kind "$entry")" "$from"
        mkdir "$scratch/new" "$scratch/found"
        # A folder would be read in the order that its file system has; numbers that are compared may be times.
        ls "$from"/* | paste -sd , | tr -d '\n' >"$scratch/list"
        if fuzz "$entry" -seed="${SEED:-1}" -use_cmp=0 -runs="${RUNS:-$(most_runs "$entry")}" -artifact_prefix="$scratch/found/" -seed_inputs=@"$scratch/list" \
            "$scratch/new" >"$scratch/log" 2>&1 && is_reached "$entry" "$scratch/log"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            tail -n 20 "$scratch/log"
            tell_finding "$entry" "$scratch/found"
        fi
        rm -rf "$scratch/new" "$scratch/found"
    done
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}

# run_entry ENTRY
run_entry() {
    left=${RUNS:-10000}
    what=$dir/$(kind "$1")
    found=$dir/findings/$1
    mkdir -p "$dir/new/$1" "$found"
    [ -d "$what" ] || { seeds "$(kind "$1")" "$what" && [ ! -e "$corpus/$(kind "$1").txt" ] || unpack "$(kind "$1")" "$what"; }
    while [ "$left" -gt 0 ]; do
        some=$((left < slice ? left : slice))
        status=0
        fuzz "$1" -runs="$some" -reload=0 -artifact_prefix="$found/" "$dir/new/$1" "$what" >"$dir/$1.out" 2>&1 || status=1
        made=$(executions "$dir/$1.out")
        echo "$(date +%F) $1 ${made:-0} $status $(coverage "$dir/$1.out")" | tee -a "$dir/log"
        left=$((left - some))
        if [ "$status" -ne 0 ]; then
            tail -n 20 "$dir/$1.out"
            tell_finding "$1" "$found"
            return 1
        fi
    done
}

# Of inputs with the same effect the shortest is kept.  The first inputs are looked at in the way in that reaches most.
keep() {
    for what in ${KIND:-python arena playtak conditions protocol server foreign typed options positions rulesets games}; do
        rm -rf "$dir/kept"
        mkdir -p "$dir/kept"
        [ -d "$dir/$what" ] || unpack "$what" "$dir/$what"
        for entry in games $entries; do
            [ "$(kind "$entry")" = "$what" ] || continue
            mkdir -p "$dir/new/$entry"
            first=$dir/$what
            [ "$what" != games ] || [ "$entry" = games ] || first=
            fuzz "$entry" -merge=1 -use_counters=0 "$dir/kept" "$dir/new/$entry" $first >"$dir/merge.out" 2>&1
        done
        pack "$dir/kept" >"$corpus/$what.txt"
    done
    awk 'FNR == NR { if (!/^#/) { runs[$2] += $3; findings[$2] += $4; date[$2] = $1; reached[$2] = $5 } else print; next }
    { runs[$2] += $3; findings[$2] += $4; date[$2] = $1; reached[$2] = $5 ? $5 : reached[$2] }
    END { for (entry in runs) printf "%s %-10s %10d %d %d\n", date[entry], entry, runs[entry], findings[entry], reached[entry] | "sort -k 2" }' \
        tests/fuzz/log.txt "$dir/log" >"$dir/log.new"
    mv "$dir/log.new" tests/fuzz/log.txt
    : >"$dir/log"
}

mkdir -p "$dir"
case $mode in
check) check ;;
keep) keep ;;
run)
    status=0
    for entry in $entries; do
        run_entry "$entry" || status=1
    done
    exit $status
    ;;
*) sed -n '3,10s/^# *//p' "$0" && exit 2 ;;
esac
