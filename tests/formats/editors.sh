#!/bin/sh
# SPDX-License-Identifier: MIT
# Has vim read what check writes, with the settings of the manual page: editors.sh
# PROGRAM.  Ends with "N passed, N failed".
set -u

program=$(realpath "$1") || exit 2
manual=$(realpath man/catasta-check.1) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2

cat >'a game.sgn' <<'END'
[Ruleset "accasta-pari"]
1. c3:-d9 (1. c3:-d8)
[Ruleset "accasta-pari"]
1. c3:-e2 {[%stood]} e3:-e4
END
cat >expected <<'END'
a game.sgn|2|7|e|1. White: d9 is not on the board
a game.sgn|2|18|e|in a variation, 1. White: d8 is not on the board
a game.sgn|4|7|w|1. White: c3:-e2 moves 2 cells
a game.sgn|4|25|n|1. Black: e3:-e4 lands on b
the cursor is at -d9 (1. c3:-d8)
END
mandoc -T ascii "$manual" | sed -n 's/^ *:set /set /p' >settings.vim
[ -s settings.vim ] || echo 'the manual page has no settings for vim'
mkdir path && ln -s "$program" path/catasta
cat >script.vim <<'END'
source settings.vim
edit a\ game.sgn
let &makeprg = substitute(&makeprg, '%', '"%"', '')
silent make
cfirst
let found = map(getqflist(), {_, one -> join([bufname(one.bufnr), one.lnum, one.col, one.type, one.text], '|')})
call add(found, 'the cursor is at ' .. getline('.')[col('.') - 1:])
call writefile(found, 'found')
qa!
END
PATH=$PWD/path:$PATH vim -es -u NONE -S script.vim >out 2>&1 </dev/null
sed 's/\(.*|.*\)\(, whose\|, but\|; in canonical\).*/\1/' found >shown 2>>out
if diff expected shown >differences; then
    echo '1 passed, 0 failed'
else
    cat differences out
    echo '0 passed, 1 failed'
fi
