#!/bin/sh
# SPDX-License-Identifier: MIT
# What catasta does, in five steps: demo.sh CATASTA PAGE, from the root of the tree.  PAGE is written.
# A step prints what it shows, the command, and what the command prints; fails where one fails otherwise
# than it should.
catasta=$1 page=$2

# step STATUS WORDS COMMAND...
step() {
    expected=$1
    printf '\n== %s\n' "$2"
    shift 2
    printf '\n$ catasta %s\n' "$*"
    "$catasta" "$@" 2>&1
    [ $? -eq "$expected" ] || exit 1
}

step 1 'A game with a fault: where it is, what the board holds, what to type instead' \
    check samples/accasta/wrong-count.sgn
step 0 'The same game mended' fmt --fix samples/accasta/wrong-count.sgn
step 0 'The last board of a game of Staku' replay --ply -1 samples/staku/palace-short.sgn
step 0 'A match of Stakz, scored: the fewest points win' score samples/stakz/match.sgn
step 0 'A page to click through, with every turn of every game in it' \
    replay -f html -o "$page" samples/accasta/castle-long.sgn samples/staku/palace-short.sgn samples/stakz/match.sgn
printf '\nOpen it in a browser: file://%s\n' "$(cd "$(dirname "$page")" && pwd)/$(basename "$page")"
