#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the pictures of README.md and TOUR.md, as the commands in the latter say:
#
#     catasta show -f svg … > samples/pictures/NAME.svg
#
# and takes one of the page that referees, if make wasm has built it and make check-browser
# has got what drives Chromium.
# With --check it draws them elsewhere and holds them against those that are there; and
# it draws every sample at several plies, and its first game as one picture that moves, which
# are to be well-formed XML, with nothing from elsewhere in them, and not large; and all
# positions of the game, which are to have one size.
set -u
cd "$(dirname "$0")/.." || exit 2

largest=98304
check=
[ "${1:-}" != --check ] || { check=yes && shift; }
catasta=${1:-build/catasta}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0

complain() {
    echo "$*"
    bad=$((bad + 1))
}

# Lines "COMMAND -f svg OPTIONS > PATH", out of TOUR.md.
commands() {
    sed -n 's/^catasta \(\(show\|replay\) -f svg .* > samples\/pictures\/[a-z-]*\.svg\)$/\1/p' TOUR.md
}

draw_all() {
    commands | while read -r line; do
        words=${line% > *}
        to=${line##* > }
        mkdir -p "$1/${to%/*}"
        # shellcheck disable=SC2086
        "$catasta" $words >"$1/$to" || echo "$words: cannot be drawn"
    done
}

# Elements as a list, each once: SVG has ways to fetch and to run things, none of them used.
check_picture() {
    xmllint --noout --nonet "$1" || complain "$2: not well-formed"
    size=$(wc -c <"$1")
    [ "$size" -le "$((largest * ${3:-1}))" ] || complain "$2: $size bytes"
    odd=$(grep -Eo '<[a-zA-Z]+|url\(|href|@import|[ "]on[a-z]+=' "$1" |
        grep -Evx '<(svg|title|style|rect|text|tspan|g|path|ellipse)' | sort -u)
    [ -z "$odd" ] || complain "$2: $odd"
}

# check_sizes SAMPLE: no picture of its first game is larger or smaller than the others, nor beyond what a screen shows.
check_sizes() {
    rm -rf "$scratch/frames"
    "$catasta" replay -f svg -g 1 -r accasta-pari -o "$scratch/frames" "$1" >/dev/null 2>&1
    sed -s -n '1s/.* width="\([0-9]*\)" height="\([0-9]*\)".*/\1 \2/p' "$scratch/frames"/*.svg 2>/dev/null | sort -u >"$scratch/sizes"
    [ "$(wc -l <"$scratch/sizes")" -le 1 ] || complain "$1: pictures of several sizes"
    awk '$1 > 1280 || $2 > 1400 { exit 1 }' "$scratch/sizes" || complain "$1: pictures of $(cat "$scratch/sizes")"
}

check_samples() {
    for sample in samples/*/*.sgn; do
        for ply in 0 1 12 -1; do
            "$catasta" show -f svg -r accasta-pari --ply $ply "$sample" >"$scratch/one.svg" 2>/dev/null
            [ ! -s "$scratch/one.svg" ] || check_picture "$scratch/one.svg" "$sample, ply $ply"
        done
        "$catasta" replay -f svg --animate -r accasta-pari "$sample" >"$scratch/one.svg" 2>/dev/null
        [ ! -s "$scratch/one.svg" ] || check_picture "$scratch/one.svg" "$sample, as it moves" 8
        check_sizes "$sample"
    done
}

if [ -z "$check" ]; then
    draw_all .
    if [ -f build/wasm/referee.html ] && [ -d build/browser/package ]; then
        node tests/browser/shot.js build/browser/package build/wasm/referee.html samples/accasta/wrong-count.sgn samples/pictures/referee.png
    else
        echo 'left out: the picture of the page that referees (make wasm check-browser first)'
    fi
    exit
fi
[ "$(commands | wc -l)" -ge 5 ] || complain "TOUR.md: where are the commands of its pictures?"
draw_all "$scratch"
for picture in samples/pictures/*.svg; do
    [ -f "$scratch/$picture" ] || complain "$picture: nothing in TOUR.md draws it"
    cmp "$picture" "$scratch/$picture" || complain "$picture: not what is drawn now; run make pictures"
done
check_samples
[ "$bad" -eq 0 ]
