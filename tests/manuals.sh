#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the options of manual pages against those of the program: manuals.sh PROGRAM.  The page of a command names each
# option that the command takes, in its synopsis, in a list, or in the sentence "It also takes ..., which ... describe";
# and it names no option there that the command does not take.  The pages that the sentence names describe the options
# there; what all commands take is in catasta(1) alone.  Prints offenders.
set -u

program=$(realpath "$1") || exit 2
cd "$(dirname "$0")/.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# The options that COMMAND takes: "--ruleset -r", a line each.
taken() {
    "$program" "$1" --help | sed -nE 's/^  (-(.),)? +--([a-z-]+).*/\3 \2/p'
}

# What PAGE names: "own NAME" in the synopsis and in lists, "shared NAME" in the sentence; letters are as they stand.
named() {
    awk '
    function flags(kind,    i, name) {
        for (i = 1; i < NF; i++)
            if ($i ~ /^\.?Fl$/ || ($i == "|" && $(i + 1) ~ /^-/)) {
                name = $(i + 1)
                sub(/^-/, "", name)
                print kind, name
            }
    }
    /^\.Sh/ { synopsis = /SYNOPSIS/ }
    synopsis && /^\.(Op|Oo|Fl|Cm)/ || /^\.It (Fl|Cm [a-z]+ Fl)/ { flags("own") }
    /^It also takes$/ { sentence = 1 }
    sentence && /^\.Fl/ { flags("shared") }
    sentence && /^\.Xr/ { print "page", $2 }
    /describes?\.?$/ { sentence = 0 }' "$1"
}

offenders=$(
    for name in $("$program" --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]*\) .*/\1/p'); do
        page=man/catasta-$name.1
        taken "$name" | grep -vE '^(color|help|version) ' >"$scratch/taken"
        named "$page" | sort -u >"$scratch/named"
        for other in $(sed -n 's/^page //p' "$scratch/named"); do named "man/$other.1"; done | sort -u >"$scratch/others"
        while read -r long letter; do
            grep -qE "^(own|shared) ($long${letter:+|$letter})\$" "$scratch/named" || echo "$page: --$long is not there"
        done <"$scratch/taken"
        grep -v '^page ' "$scratch/named" | while read -r kind option; do
            grep -qE "^$option | $option\$" "$scratch/taken" || echo "$page: $name does not take -$option"
            [ "$kind" = own ] || grep -q "^own $option\$" "$scratch/others" || echo "$page: -$option is not described there"
        done
    done
)
[ -z "$offenders" ] && exit 0
printf '%s\n' "$offenders"
exit 1
