#!/bin/sh
# SPDX-License-Identifier: MIT
# Neovim with the settings of catasta-lsp(1) and the language server: neovim.sh PROGRAM.  Ends with "N passed, N failed".
set -u

program=$(realpath "$1") || exit 2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
awk '/^\.Ss/ { on = /Neovim/ } on && /^\.Ed/ { exit } copy { print } on && /^\.Bd/ { copy = 1 }' \
    "$here/../../man/catasta-lsp.1" >"$scratch/settings.lua"
[ -s "$scratch/settings.lua" ] || echo 'the manual page has no settings for neovim'
cd "$scratch" || exit 2
mkdir path && ln -s "$program" path/catasta
export HOME="$scratch" XDG_CONFIG_HOME="$scratch" XDG_DATA_HOME="$scratch" XDG_STATE_HOME="$scratch" XDG_CACHE_HOME="$scratch"
printf '[Ruleset "accasta-pari"]\n[White "Ada \360\237\230\200"]\n\n1. c3:-d3 (1. c3:-e4) e3:xd3   2. c4:4-d4 *\n' >game.sgn
printf 'game: accasta\nwin: {check: next-trn}\n' >own.yaml
PATH=$PWD/path:$PATH timeout 120 nvim --headless -u NONE -i NONE -n -c 'filetype on' -c 'luafile settings.lua' \
    -c "luafile $here/neovim.lua" -c 'qa!' 2>out </dev/null >&2
grep -a '^not ok' out
if ! grep -ao '[0-9]* passed, [0-9]* failed' out; then
    cat out
    echo '0 passed, 1 failed'
fi
! grep -aq '^not ok' out
