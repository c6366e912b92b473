#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the static program as the root of an otherwise empty system, and holds it against the usual one: static.sh STATIC
# PROGRAM.  Then the same for the image of packaging/container, whose second part is made in a folder, with a screen.
# What is not there is named and left out.  Ends with "N passed, N failed".
set -u
static=$(realpath "$1") && program=$(realpath "$2") || exit 2
cd "$(dirname "$0")/.." || exit 2
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
. tests/tally.sh
[ "$(id -u)" -eq 0 ] && user= || user=-r

# inside ROOT ARGUMENTS...: the program, in /games of that system
inside() {
    root=$1
    shift
    env -i TERM=xterm-256color ${LANG:+LANG="$LANG"} unshare $user -R "$root" -w /games "$(sed -n 's/^ENTRYPOINT \["\(.*\)"\]$/\1/p' packaging/container/Containerfile)" "$@"
}

# files ROOT: games that both programs read
files() {
    mkdir -p "$1/games" "$1/usual" && cp samples/tak/*.sgn tests/failures/files/legal.sgn.zst "$1/games" &&
        gzip -nc samples/staku/annotated.sgn >"$1/games/annotated.sgn.gz" &&
        printf 'Ruleset: tak-5\nAnna: a1\nBen: e5\nAnna resigned\n' >"$1/games/typed.txt" && cp "$1"/games/* "$1/usual"
}

# same ROOT ARGUMENTS...: both programs print the same, which is something, with the same status
same() {
    root=$1
    shift
    inside "$root" "$@" >"$box/inside" 2>&1 </dev/null
    inside_status=$?
    (cd "$root/usual" && env -i TERM=xterm-256color ${LANG:+LANG="$LANG"} "$program" "$@") >"$box/usual" 2>&1 </dev/null
    if [ $inside_status -eq $? ] && [ -s "$box/usual" ] && cmp -s "$box/inside" "$box/usual"; then
        passes
    else
        fails "$*" && diff "$box/inside" "$box/usual" | head -n 5
    fi
}

commands() {
    while read -r line; do
        # shellcheck disable=SC2086
        same "$1" $line
    done <<'END'
--version
check annotated.sgn faults.sgn
check -j2 .
check legal.sgn.zst annotated.sgn.gz
replay annotated.sgn
show -f svg annotated.sgn
score -v .
fmt --fix faults.sgn
convert --from=typed typed.txt
check --from=typed typed.txt
convert --to=ptn won.sgn
index -o games.db .
explore games.db
help
help sgn
explain --all
rules show hive
rules check nothing.yaml
moves -r hive
perft -r dvonn 1
completions bash
END
}

mkdir "$box/empty" && files "$box/empty" && cp "$static" "$box/empty/catasta" || exit 2
commands "$box/empty"
[ -n "$(readelf -d "$static" | grep NEEDED)" ] && fails 'it needs a library' || passes

# The image: the files and the environment of its last part.
awk '/^FROM scratch/ { on = 1 } on && sub(/^COPY --from=build /, "")' packaging/container/Containerfile >"$box/copies"
mkdir "$box/image" && files "$box/image" || exit 2
while read -r from to; do
    case $from in /source/build/static/*) from=$static ;; esac
    mkdir -p "$box/image${to%/*}" && cp -r "$from" "$box/image$to" || exit 2
done <"$box/copies"
LANG=$(sed -n 's/^ENV LANG=//p' packaging/container/Containerfile)
commands "$box/image"
if command -v script >/dev/null; then
    export LANG box static program
    : >"$box/screen"
    waits() { # up to a minute, for a machine that has much to do
        for _ in $(seq 300); do
            ! grep -q 'The start' "$box/screen" || break
            sleep 0.2
        done
        printf q
    }
    waits | script -qec "env -i TERM=xterm-256color LANG=$LANG unshare $user -R $box/image -w /games /catasta replay -i annotated.sgn" \
        /dev/null >"$box/screen" 2>&1
    grep -q 'The start' "$box/screen" && grep -q '┼' "$box/screen" && ! grep -q 'here is the text' "$box/screen" && passes ||
        fails 'a screen in the image'
else
    echo 'left out: a screen in the image (no script)'
fi
tally
