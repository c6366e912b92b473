#!/bin/sh
# SPDX-License-Identifier: MIT
# Tries what is in this folder, and what is made for shells: check.sh PROGRAM.  Debian packages are built by make deb,
# and lintian looks at them.  Ends with "N passed, N failed".
set -u
program=$(realpath "$1") || exit 2
out=$PWD/build/packages
. tests/tally.sh

packages() {
    ${MAKE:-make} deb
}

# The hook lets a legal game in, and no illegal one, whatever is in the folder.
hook() (
    cd "$out" && PATH=$out/bin:$PATH && mkdir bin games && ln -s "$program" bin/catasta && cd games && git init -q . &&
        git config user.name test && git config user.email test@localhost &&
        cp "$source/packaging/examples/pre-commit" .git/hooks &&
        printf '[Ruleset "accasta-pari"]\n1. c3:-d3 *\n' >'a game.sgn' && git add . && git commit -qm legal &&
        printf '[Ruleset "accasta-pari"]\n1. c3:-d9 *\n' >'a game.sgn' && git commit -qm 'not staged' --allow-empty &&
        git add . && ! git commit -qm illegal
)

# What a shell completes, in a folder where catasta and its completions are.
complete_fish() {
    PATH=$out/try:$PATH HOME=$out/try fish -c "source $out/fish; complete -C '$1'" | grep -q "^$2"
}
complete_zsh() {
    timeout 60 zsh -f -c 'zmodload zsh/zpty
        zpty z zsh -f -i
        zpty -w z "PS1=; PATH=$1:\$PATH; fpath=($1 \$fpath); autoload -U compinit; compinit -u -D; echo READY"
        zpty -r -m z seen "*READY*READY*"
        zpty -n -w z "$2"$'\''\t'\''
        zpty -r -m z seen "*$3*"' - "$out/try" "$1" "$2"
}

source=$PWD
rm -rf "$out" && mkdir -p "$out/try" && ln -s "$program" "$out/try/catasta" || exit 2
for shell in bash zsh fish; do
    "$program" completions "$shell" >"$out/$shell" || exit 2
    if command -v "$shell" >/dev/null; then
        try "$out/log" "$shell takes its completions" "$shell" -n "$out/$shell"
        [ "$shell" = zsh ] && cp "$out/zsh" "$out/try/_catasta"
        for words in 'check --st' 'check -r att' 'explain accasta/re' 'rules show att' 'rules sche' 'help sco'; do
            case $words in *--st) found=--strict ;; *att) found=attangle ;; *re) found=accasta/release ;; *sco) found=score ;; *) found=schema ;; esac
            [ "$shell" = bash ] || try "$out/log" "$shell completes $words" "complete_$shell" "catasta $words" "$found"
        done
    else
        echo "left out: there is no $shell"
    fi
done
try "$out/log" 'a hook of git' hook
try "$out/log" 'packages are built' packages
# Nobody uploads these, so no bug of Debian is closed.
try "$out/log" 'lintian finds nothing' lintian --fail-on warning --suppress-tags initial-upload-closes-no-bugs build/debian/*.changes
tally
