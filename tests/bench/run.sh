#!/bin/sh
# SPDX-License-Identifier: MIT
# make bench: how long archives of each game take to check, to write as JSON and to format, beside
# what wc and grep need for the same bytes, and pgn-extract for as many plies of chess where it is
# installed; drawing, generating turns, starting, many small files, choosing, counting and indexing
# games of an archive, a database of games, standings of large tournaments.  Last, how often what was meant is proposed, by slips made in
# games, and how much is read of what people type, by habits planted in records.
#
# The commands of a table run in turn, RUNS times; each time is the least of them.
# CATASTA is the program, BENCH the folder of the built helpers, MEGABYTES the size of an archive,
# GAMES how many get a slip, RECORDS how many each habit by each ruleset, RULESETS those to measure.  INSTRUCTIONS=1 counts those of a small part
# of each archive, too, by valgrind.  "run.sh collection" measures that alone.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/games

catasta=${CATASTA:-build/catasta}
bench=${BENCH:-build/tests/bench}
megabytes=${MEGABYTES:-100}
rulesets=${RULESETS:-accasta-pari staku stakz staka stakd-elite abande attangle}
out=build/bench.out

# table UNIT UNITS BYTES NAME COMMAND… -- NAME COMMAND… …: a table of what these take.  Output goes to
# a file, since grep stops at its first match when it goes to /dev/null.
table() {
    unit=$1 units=$2 bytes=$3
    shift 3
    "$bench/measure" -n "${RUNS:-5}" -o "$out" "$@" | awk -v unit="$unit" -v units="$units" -v bytes="$bytes" '
        function rate(many) { return many < 1e5 ? sprintf("%.1f k%s/s", many / 1e3, unit) : sprintf("%.2f M%s/s", many / 1e6, unit) }
        function ratio(to) { return least[to] > 0 ? sprintf("%.2f", $1 / least[to]) : "" }
        { name = $0; sub(/^[^ ]* [^ ]* [^ ]* /, "", name); least[name] = $1
          small = $1 < 0.1
          printf("%-24s %9.2f %-2s %10s %18s %9.1f MB %8s %8s %8s%s\n", name, small ? $1 * 1000 : $1, small ? "ms" : "s",
              bytes > 0 ? sprintf("%.0f MB/s", bytes / $1 / 1e6) : "",
              units > 0 ? rate(units / $1) : "", $2 / 1024,
              ratio("wc -l"), ratio("grep -c"), ratio("check -f quiet -j1"), $3 > 0 ? "   exit status " $3 : "") }'
}

# make_file FILE COMMAND…: writes it if there is none, and says what it is
make_file() {
    file=$1
    shift
    if [ ! -s "$file" ]; then
        "$@" >"$file.new"
        mv "$file.new" "$file"
    fi
    bytes=$(wc -c <"$file")
}

make_archive() {
    make_file "build/bench-$1-$megabytes.sgn" "$bench/generate" "$1" "$megabytes"
}

archive() {
    make_archive "$1"
    plies=$("$catasta" check -j 0 "$file" | tail -n 1 | sed 's/.* \([0-9]*\) pl[iy].*/\1/')
    printf "\n%s\n" "$file: $bytes bytes, $(grep -c '^\[Ruleset' "$file") games, $plies plies"
    table plies "$plies" "$bytes" 'wc -l' wc -l "$file" -- 'grep -c' grep -c Ruleset "$file" \
        -- 'check -f quiet -j1' "$catasta" check -f quiet -j 1 "$file" -- 'check -f quiet -j0' "$catasta" check -f quiet -j 0 "$file" \
        -- 'check -f jsonl -j1' "$catasta" check -f jsonl -j 1 "$file" -- fmt "$catasta" fmt "$file"
}

# some RULESET BYTES: whole games of its archive, no more than so many bytes
some() {
    awk -v most="$2" 'BEGIN { RS = ""; ORS = "\n\n" } (bytes += length + 2) > most && NR % 2 { exit } { print }' \
        "build/bench-$1-$megabytes.sgn"
}

instructions() {
    some "$1" 400000 >build/bench-some.sgn
    for command in 'check -f quiet -j1' 'check -f jsonl -j1' fmt; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null "$catasta" $command build/bench-some.sgn 2>&1 >"$out" |
            awk -v name="$command" '/Collected/ { printf "%-24s %9.2f M instructions of 400 kB\n", name, $NF / 1e6 }'
    done
}

# chess PLIES: games for pgn-extract (tests/bench/chess.awk)
chess() {
    make_file "build/bench-chess-$1.pgn" awk -v plies="$1" -f tests/bench/chess.awk
    printf "\n%s\n" "$file: $bytes bytes, at least $1 plies"
    table plies "$1" "$bytes" 'wc -l' wc -l "$file" -- 'grep -c' grep -c Event "$file" -- pgn-extract pgn-extract -s -r -l/dev/null "$file"
}

# As much of it as there is in the archive of all games, and what pgn-extract has for the same questions.
chess_collection() {
    make_file "build/bench-chess-$1.pgn" awk -v plies="$1" -f tests/bench/chess.awk
    printf "\n%s\n" "$file: $bytes bytes, $(grep -c '^\[Event' "$file") games"
    echo e3 >build/bench-first.txt
    set -- pgn-extract -s -l/dev/null
    table '' 0 "$bytes" 'wc -l' wc -l "$file" -- 'grep -c' grep -c '^.White "Player 77"' "$file" -- 'pgn-extract' "$@" -r "$file" \
        -- 'copy all' "$@" "$file" -- 'by a tag' "$@" '-TwPlayer 77' "$file" -- 'by plies' "$@" -pl41 "$file" \
        -- 'by a first turn' "$@" -vbuild/bench-first.txt "$file" -- 'without duplicates' "$@" -D "$file" \
        2>/dev/null # it counts games there
    rm -f build/bench-first.txt
}

pages() {
    some "$1" 10000 >build/bench-some.sgn
    table '' 0 0 'replay -f html, 10 kB' "$catasta" replay -f html -o build/bench-page.html build/bench-some.sgn \
        -- 'replay -f svg, 1 game' "$catasta" replay -f svg -g 1 -o build/bench-pictures build/bench-some.sgn
    rm -rf build/bench-page.html build/bench-pictures
}

# turns RULESET DEPTH [POSITION]: turns are counted at the last ply; those before it are generated and
# played
turns() {
    ruleset=$1 depth=${DEPTH:-$2}
    shift 2
    set -- -r "$ruleset" ${1:+--position "$1"} "$depth"
    table turns "$("$catasta" perft "$@")" 0 "perft $depth" "$catasta" perft "$@"
}

starts() {
    printf '\nstarting\n'
    printf '[Ruleset "accasta-pari"]\n\n1. b2:-d2,+b3 *\n' >build/bench-some.sgn
    RUNS=200
    table '' 0 0 true /bin/true -- 'catasta --version' "$catasta" --version \
        -- 'check, 1 ply' "$catasta" check -f quiet build/bench-some.sgn -- 'fmt, 1 ply' "$catasta" fmt build/bench-some.sgn
    unset RUNS
}

# 3,000 files of a game each
files() {
    rm -rf build/bench-files
    mkdir -p build/bench-files
    "$bench/generate" staku 2 | awk '/^\[Ruleset/ && ++n > 3000 { exit } { print >("build/bench-files/" n ".sgn") }
        /^$/ && body { close("build/bench-files/" n ".sgn") } { body = /^$/ && !body }'
    set -- build/bench-files/*.sgn
    printf '\n%s files of a game each\n' $#
    table files 0 0 'wc -l' wc -l "$@" -- 'check -f quiet -j1' "$catasta" check -f quiet -j 1 "$@" \
        -- 'check -f quiet -j2' "$catasta" check -f quiet -j 2 "$@" -- 'check -f quiet -j64' "$catasta" check -f quiet -j 64 "$@"
    rm -rf build/bench-files
}

# An index of the games of a file, how large it is, and what it says of the first start and of a position in the middle of
# the first game.
index() {
    db=build/bench-index.db
    rm -f $db
    counts=$("$catasta" index -j 1 -o $db "$1")
    ruleset=$(sed -n 's/^.Ruleset "\(.*\)".$/\1/p;q' "$1")
    middle=$("$catasta" show -g 1 -p 6 -f position "$1")
    printf "\n%s\n" "$db: $(wc -c <$db) bytes, $counts"
    table '' 0 "$(wc -c <"$1")" 'wc -l' wc -l "$1" -- 'check -f quiet -j1' "$catasta" check -f quiet -j 1 "$1" \
        -- index sh -c "rm -f $db.new && '$catasta' index -j 1 -o $db.new '$1'" -- 'index, unchanged' "$catasta" index -o $db \
        -- 'explore -f jsonl' "$catasta" explore -f jsonl --position "$middle" $db \
        -- 'explore -f sgn' "$catasta" explore -f sgn --position "$middle" $db \
        -- 'explore, the start' "$catasta" explore -r "$ruleset" $db -- explore "$catasta" explore --position "$middle" $db
    rm -f $db $db.new
}

# How long an index takes beside a check, at most 8 times as long; and one game more in an index of ten million positions,
# at most a second: in a file of its own, and at the end of the file that was indexed.
appending() {
    make_archive accasta-pari
    db=build/bench-index.db
    printf "\n%s\n" "$file: $bytes bytes"
    table '' 0 "$bytes" 'wc -l' wc -l "$file" -- 'check -f quiet -j1' "$catasta" check -f quiet -j 1 "$file" \
        -- index sh -c "rm -f $db && '$catasta' index -j 1 -o $db '$file'"
    make_file build/bench-accasta-pari-116.sgn "$bench/generate" accasta-pari 116
    rm -f $db
    cp "$file" build/bench-growing.sgn
    printf "\n%s\n" "$db: $("$catasta" index -o $db build/bench-growing.sgn)"
    some accasta-pari 2000 >build/bench-some.sgn
    table '' 0 0 'a file more' sh -c "cp build/bench-some.sgn build/bench-more-\$\$.sgn &&
            '$catasta' index -o $db build/bench-more-\$\$.sgn && rm build/bench-more-\$\$.sgn" \
        -- 'a game more in a file' sh -c "cat build/bench-some.sgn >>build/bench-growing.sgn &&
            '$catasta' index -o $db build/bench-growing.sgn"
    rm -f $db build/bench-growing.sgn
}

# About a hundred thousand games of all kinds, of which some are chosen, and all are counted.
collection() {
    for ruleset in $rulesets; do
        make_archive "$ruleset"
        some "$ruleset" 8500000
    done >build/bench-collection.sgn
    file=build/bench-collection.sgn
    bytes=$(wc -c <"$file")
    gzip -kf "$file"
    printf "\n%s\n" "$file: $bytes bytes, $(grep -c '^\[Ruleset' "$file") games"
    table '' 0 "$bytes" 'wc -l' wc -l "$file" -- 'grep -c' grep -c '^.White "Ben' "$file" \
        -- 'check -f quiet -j1' "$catasta" check -f quiet -j 1 "$file" \
        -- 'check -f quiet -j0' "$catasta" check -f quiet -j 0 "$file" \
        -- 'check -j1, gzip' "$catasta" check -f quiet -j 1 "$file.gz" \
        -- 'select, by a tag' "$catasta" select -j 1 --where 'tag.White = Ben' "$file" \
        -- 'select, by plies' "$catasta" select -j 1 --where 'plies > 40' "$file" \
        -- 'select, by a turn' "$catasta" select -j 1 --where 'turn("d4") before 5' "$file" \
        -- 'select --sort' "$catasta" select -j 1 --sort tag.Date "$file" \
        -- 'select --unique' "$catasta" select -j 1 --unique "$file" \
        -- 'stats' "$catasta" stats -j 1 "$file" -- 'table' "$catasta" table -j 1 "$file"
    plies=$("$catasta" check -j 0 "$file" | tail -n 1 | sed 's/.* \([0-9]*\) pl[iy].*/\1/')
    index "$file"
    rm -f "$file" "$file.gz"
    if command -v pgn-extract >/dev/null; then
        chess_collection "$plies"
    fi
}

# A thousand players play in rounds of 500.  They meet 50 others each, again and again, so that of twice
# the games only the file is larger.
tournament_games() {
    "$bench/generate" staku "$(($1 / 2000))" | awk -v games="$1" '
        /^\[Ruleset/ { if (n++ == games) exit; round = int((n - 1) / 500); white = 2 * ((n - 1) % 500)
                       print; printf "[Round \"%d\"]\n", round + 1; next }
        /^\[White/ { printf "[White \"Player %d\"]\n", white; next }
        /^\[Black/ { printf "[Black \"Player %d\"]\n", (white + 2 * (round % 25) + 1) % 1000; next }
        { print }'
}

tournament() {
    make_file "build/bench-tournament-$1.sgn" tournament_games "$1"
    printf "\n%s\n" "$file: $bytes bytes, $(grep -c '^\[Ruleset' "$file") games"
    table '' 0 "$bytes" 'wc -l' wc -l "$file" -- 'check -f quiet -j1' "$catasta" check -f quiet -j 1 "$file" \
        -- score "$catasta" score "$file" -- 'score --standings text' "$catasta" score --standings "$file" \
        -- 'score --standings tsv' "$catasta" score --standings -f tsv "$file" \
        -- 'score --standings json' "$catasta" score --standings -f json "$file"
}

# A million games of 22 plies: 10,000, each a hundred times.
short_games() {
    "$bench/generate" accasta-pari 16 | awk '
        BEGIN { RS = ""; ORS = "\n\n" }
        /^\[/ { gsub(/\[Result [^\n]*\n?/, ""); sub(/\n$/, ""); tags = $0; next }
        match($0, /[ \n]12\. /) && n++ < 10000 { games = games tags "\n\n" substr($0, 1, RSTART - 1) " *\n\n" }
        END { ORS = ""; for (i = 0; i < 100; i++) print games }'
}

# The same as columns, by the Python package in the environment that its tests have installed it into.
columns() {
    python=${OUT:-build}/python/package/bin/python
    [ -x "$python" ] || { echo "columns: left out, no $python" && return; }
    make_file build/bench-short.sgn short_games
    printf "\n%s\n" "$file: $bytes bytes, $(grep -c '^\[Ruleset' "$file") games"
    set -- "$python" tests/bench/columns.py
    table '' 0 "$bytes" 'wc -l' wc -l "$file" -- 'check -f quiet -j1' "$catasta" check -f quiet -j 1 "$file" \
        -- 'games, jobs=1' "$@" games 1 "$file" -- 'games, jobs=2' "$@" games 2 "$file" -- 'plies, jobs=2' "$@" plies 2 "$file"
}

# A database of a hundred thousand games of Tak, and the same games in SGN.
playtak() {
    file=build/bench-playtak.db
    [ -s $file ] || "$bench/playtak" 100000 $file
    make_file build/bench-playtak.sgn "$catasta" convert --to=sgn $file
    file=build/bench-playtak.db
    bytes=$(wc -c <$file)
    printf "\n%s\n" "$file: $bytes bytes, 100000 games"
    table games 100000 "$bytes" 'wc -l' wc -l $file \
        -- 'check -f quiet -j1' "$catasta" check -f quiet -j 1 $file -- 'check -f quiet -j2' "$catasta" check -f quiet -j 2 $file \
        -- 'check -j1, in SGN' "$catasta" check -f quiet -j 1 build/bench-playtak.sgn \
        -- 'convert --to=ptn' "$catasta" convert --to=ptn $file
}

# Matches between engines that answer at once: a game of a sample, by heart, on a core.  Most of the time is theirs.
matches() {
    printf '\nmatches\n'
    game=$("$catasta" table -f jsonl samples/accasta/evening.sgn |
        sed -n 's/.*"game":2,.*"turn":"\([^"]*\)".*/\1/p' | sed 's/,/\\,/g' | tr '\n' ' ')
    set -- "$catasta" arena -r accasta-pari --each "cmd=python3 tests/bench/parrot.py $game" \
        --engine name=a --engine name=b --rounds 500
    table '' 0 0 'arena, 1000 games' taskset -c 0 "$@"
}

# What is named, or all.
if [ $# -gt 0 ]; then
    for part; do
        "$part"
    done
    exit
fi

printf '%-24s %12s %10s %18s %12s %8s %8s %8s\n' "$(nproc) processors" time bytes rate memory 'x wc' 'x grep' 'x check'
for ruleset in $rulesets; do
    archive "$ruleset"
    if [ -n "${INSTRUCTIONS:-}" ]; then
        instructions "$ruleset"
    fi
    pages "$ruleset"
    case $ruleset in
    accasta-pari)
        turns "$ruleset" 3 "$(sed -n 's/^accasta-pari 2 1355476 //p' tests/perft/accasta.txt)"
        if command -v pgn-extract >/dev/null; then
            chess "$plies"
        fi
        ;;
    staku*) turns "$ruleset" 3 ;;
    staka) turns "$ruleset" 4 ;;
    esac
done
collection
appending
starts
files
columns
playtak
matches
tournament 50000
tournament 100000
rm -f "$out" build/bench-some.sgn
"$bench/slips" "${GAMES:-1000}" $rulesets
"$bench/slips" -t "${GAMES:-1000}" hive hive-mlp
"$bench/habits" -n "${RECORDS:-2}" $(ls rulesets | sed 's/\.yaml$//')
