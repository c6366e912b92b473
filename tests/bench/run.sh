#!/bin/sh
# make bench: how fast archives of each game are checked, formatted and drawn and turns
# generated, beside what wc and grep need for the same bytes.  Then standings of large
# tournaments.  Each time is the median of three runs.  Then how often what was meant is
# proposed, by slips made in games.
# CATASTA is the program, BENCH the folder of the built helpers, MEGABYTES the size of
# an archive, GAMES how many get a slip, RULESETS those to measure.
set -eu
cd "$(dirname "$0")/../.."

catasta=${CATASTA:-build/catasta}
bench=${BENCH:-build/tests/bench}
megabytes=${MEGABYTES:-100}
slips=${GAMES:-1000}
rulesets=${RULESETS:-accasta-pari staku stakz staka stakd-elite}

# median COMMAND…: "SECONDS KILOBYTES STATUS" of the middle of three runs.  Output
# goes to a file, since grep stops at its first match when it goes to /dev/null.
median() {
    for run in 1 2 3; do
        "$bench/measure" -o build/bench.out "$@"
    done | sort -n | sed -n 2p
}

# row NAME UNITS-NAME UNITS COMMAND…: a line of the table
row() {
    name=$1
    unit=$2
    units=$3
    shift 3
    set -- $(median "$@")
    [ "$3" -eq 0 ] || echo "run.sh: $name: exit status $3" >&2
    awk -v name="$name" -v unit="$unit" -v units="$units" -v bytes="$bytes" -v seconds="$1" -v memory="$2" \
        -v wc="$wc_seconds" -v grep="$grep_seconds" 'BEGIN {
        rate = units > 0 ? sprintf("%.2f M%s/s", units / seconds / 1e6, unit) : ""
        if (unit == "turns")
            printf "%-24s %8.2f s %10s %16s %9.1f MB\n", name, seconds, "", rate, memory / 1024
        else
            printf "%-24s %8.2f s %5.0f MB/s %16s %9.1f MB %8s %8s\n", name, seconds, bytes / seconds / 1e6, rate, memory / 1024,
                (wc > 0 ? sprintf("%.1f", seconds / wc) : ""), (grep > 0 ? sprintf("%.1f", seconds / grep) : "")
    }'
}

# archive RULESET: makes its archive if there is none, and measures it
archive() {
    archive=build/bench-$1-$megabytes.sgn
    if [ ! -s "$archive" ]; then
        "$bench/generate" "$1" "$megabytes" >"$archive.new"
        mv "$archive.new" "$archive"
    fi
    bytes=$(wc -c <"$archive")
    plies=$("$catasta" check -j 0 "$archive" | tail -n 1 | sed 's/.* \([0-9]*\) pl[iy].*/\1/')
    games=$(grep -c '^\[Ruleset' "$archive")
    printf "\n%s\n" "$archive: $bytes bytes, $games games, $plies plies"
    wc_seconds=0
    grep_seconds=0
    wc_seconds=$(median wc -l "$archive" | cut -d ' ' -f 1)
    grep_seconds=$(median grep -c Ruleset "$archive" | cut -d ' ' -f 1)
    row 'wc -l' plies 0 wc -l "$archive"
    row 'grep -c Ruleset' plies 0 grep -c Ruleset "$archive"
    row 'check -f quiet -j1' plies "$plies" "$catasta" check -f quiet -j 1 "$archive"
    row 'check -f quiet -j0' plies "$plies" "$catasta" check -f quiet -j 0 "$archive"
    row 'check -f jsonl -j1' plies "$plies" "$catasta" check -f jsonl -j 1 "$archive"
    row 'fmt' plies "$plies" "$catasta" fmt "$archive"
}

# pages RULESET: pages and pictures of the first games of its archive
pages() {
    some=build/bench-some.sgn
    awk '/^\[Ruleset/ { games++ } games > 20 { exit } { print }' "build/bench-$1-$megabytes.sgn" >"$some"
    bytes=$(wc -c <"$some")
    wc_seconds=0
    grep_seconds=0
    row 'replay -f html, 20 games' plies 0 "$catasta" replay -f html -o build/bench-page.html "$some"
    row 'replay -f svg, 1 game' plies 0 "$catasta" replay -f svg -g 1 -o build/bench-pictures "$some"
    rm -rf build/bench-page.html build/bench-pictures "$some"
}

# tournament GAMES: makes a file of so many games that a thousand players play in rounds
# of 500, and measures its standings.  They meet 50 others each, again and again, so that
# of twice the games only the file is larger.
tournament() {
    file=build/bench-tournament-$1.sgn
    if [ ! -s "$file" ]; then
        "$bench/generate" staku "$(($1 / 2000))" | awk -v games="$1" '
            /^\[Ruleset/ { if (n++ == games) exit; round = int((n - 1) / 500); white = 2 * ((n - 1) % 500)
                           print; printf "[Round \"%d\"]\n", round + 1; next }
            /^\[White/ { printf "[White \"Player %d\"]\n", white; next }
            /^\[Black/ { printf "[Black \"Player %d\"]\n", (white + 2 * (round % 25) + 1) % 1000; next }
            { print }' >"$file.new"
        mv "$file.new" "$file"
    fi
    bytes=$(wc -c <"$file")
    printf "\n%s\n" "$file: $bytes bytes, $(grep -c '^\[Ruleset' "$file") games"
    wc_seconds=0
    grep_seconds=0
    wc_seconds=$(median wc -l "$file" | cut -d ' ' -f 1)
    row 'wc -l' plies 0 wc -l "$file"
    row 'check -f quiet -j1' plies 0 "$catasta" check -f quiet -j 1 "$file"
    row 'score' plies 0 "$catasta" score "$file"
    for form in text tsv json; do
        row "score --standings $form" plies 0 "$catasta" score --standings -f $form "$file"
    done
}

# turns RULESET DEPTH [POSITION]: turns are counted at the last ply; those before it
# are generated and played
turns() {
    name="perft $2"
    ruleset=$1
    depth=${DEPTH:-$2}
    shift 2
    set -- -r "$ruleset" ${1:+--position "$1"} "$depth"
    row "$name" turns "$("$catasta" perft "$@")" "$catasta" perft "$@"
}

printf '%-24s %10s %10s %16s %12s %8s %8s\n' "$(nproc) processors" time bytes rate memory 'x wc' 'x grep'
for ruleset in $rulesets; do
    archive "$ruleset"
    pages "$ruleset"
    case $ruleset in
    accasta-pari) turns "$ruleset" 3 "$(sed -n 's/^accasta-pari 2 1355476 //p' tests/perft/accasta.txt)" ;;
    staku*) turns "$ruleset" 3 ;;
    staka) turns "$ruleset" 4 ;;
    esac
done
tournament 50000
tournament 100000
rm -f build/bench.out
"$bench/slips" "$slips" $rulesets
