#!/bin/sh
# make bench: how fast archives are checked and formatted and turns generated,
# beside what wc and grep need for the same bytes.  Each time is the median of
# three runs.  CATASTA is the program, BENCH the folder of the built helpers,
# MEGABYTES the size of the archive.
set -eu
cd "$(dirname "$0")/../.."

catasta=${CATASTA:-build/catasta}
bench=${BENCH:-build/tests/bench}
megabytes=${MEGABYTES:-100}
ruleset=accasta-pari
archive=build/bench-$ruleset-$megabytes.sgn

if [ ! -s "$archive" ]; then
    "$bench/generate" "$ruleset" "$megabytes" >"$archive.new"
    mv "$archive.new" "$archive"
fi
bytes=$(wc -c <"$archive")

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

plies=$("$catasta" check -j 0 "$archive" | tail -n 1 | sed 's/.* \([0-9]*\) pl[iy].*/\1/')
games=$(grep -c '^\[Ruleset' "$archive")
echo "$archive: $bytes bytes, $games games, $plies plies; $(nproc) processors"
printf '%-24s %10s %10s %16s %12s %8s %8s\n' '' time bytes rate memory 'x wc' 'x grep'

wc_seconds=0
grep_seconds=0
wc_seconds=$(median wc -l "$archive" | cut -d ' ' -f 1)
grep_seconds=$(median grep -c accasta "$archive" | cut -d ' ' -f 1)
row 'wc -l' plies 0 wc -l "$archive"
row 'grep -c accasta' plies 0 grep -c accasta "$archive"
row 'check -f quiet -j1' plies "$plies" "$catasta" check -f quiet -j 1 "$archive"
row 'check -f quiet -j0' plies "$plies" "$catasta" check -f quiet -j 0 "$archive"
row 'check -f jsonl -j1' plies "$plies" "$catasta" check -f jsonl -j 1 "$archive"
row 'fmt' plies "$plies" "$catasta" fmt "$archive"

# Turns are counted at the last ply; those before it are generated and played.
depth=${DEPTH:-3}
turns=$("$catasta" perft -r "$ruleset" --position "$(sed -n 's/^accasta-pari 2 1355476 //p' tests/perft/accasta.txt)" "$depth")
row "perft $depth" turns "$turns" "$catasta" perft -r "$ruleset" \
    --position "$(sed -n 's/^accasta-pari 2 1355476 //p' tests/perft/accasta.txt)" "$depth"
rm -f build/bench.out
