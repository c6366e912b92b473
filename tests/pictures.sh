#!/bin/sh
# Draws the pictures of the README, as the commands in it say:
#
#     catasta show -f svg … > samples/pictures/NAME.svg
#
# With --check it draws them elsewhere and holds them against those that are there; and
# it draws every sample at several plies, which is to be well-formed XML, with nothing
# from elsewhere in it, and not large.
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

# Lines "OPTIONS > PATH", out of the README.
commands() {
    sed -n 's/^catasta show -f svg \(.* > samples\/pictures\/[a-z-]*\.svg\)$/\1/p' README.md
}

draw_all() {
    commands | while read -r line; do
        words=${line% > *}
        to=${line##* > }
        mkdir -p "$1/${to%/*}"
        # shellcheck disable=SC2086
        "$catasta" show -f svg $words >"$1/$to" || echo "$words: cannot be drawn"
    done
}

# Elements as a list, each once: SVG has ways to fetch and to run things, none of them used.
check_picture() {
    xmllint --noout --nonet "$1" || complain "$2: not well-formed"
    size=$(wc -c <"$1")
    [ "$size" -le "$largest" ] || complain "$2: $size bytes"
    odd=$(grep -Eo '<[a-zA-Z]+|url\(|href|@import|[ "]on[a-z]+=' "$1" |
        grep -Evx '<(svg|title|style|rect|text|tspan|g|path|ellipse)' | sort -u)
    [ -z "$odd" ] || complain "$2: $odd"
}

check_samples() {
    for sample in samples/*/*.sgn; do
        for ply in 0 1 12 -1; do
            "$catasta" show -f svg -r accasta-pari --ply $ply "$sample" >"$scratch/one.svg" 2>/dev/null
            [ ! -s "$scratch/one.svg" ] || check_picture "$scratch/one.svg" "$sample, ply $ply"
        done
    done
}

if [ -z "$check" ]; then
    draw_all .
    exit
fi
[ "$(commands | wc -l)" -ge 5 ] || complain "README.md: where are the commands of its pictures?"
draw_all "$scratch"
for picture in samples/pictures/*.svg; do
    [ -f "$scratch/$picture" ] || complain "$picture: nothing in the README draws it"
    cmp "$picture" "$scratch/$picture" || complain "$picture: not what is drawn now; run make pictures"
done
check_samples
[ "$bad" -eq 0 ]
