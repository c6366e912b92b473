#!/bin/sh
# SPDX-License-Identifier: MIT
# Has tmux be the terminal of replay -i: keys in, screens out.  run.sh PROGRAM [--rewrite]; whole screens are held
# against screens/NAME.txt beside this file, or put there.  Ends with "N passed, N failed".
. "$(dirname "$0")/terminal.inc"

# All games, at both sizes and from one to the other.
while read -r name game keys; do
    for size in 80x24 120x40; do
        start "$name at $size" "${size%x*}" "${size#*x}" "exec catasta replay -i -r accasta-pari samples/$name.sgn"
        see ' game 1 of '
        look "$game-$size-start"
        press $keys
        look "$game-$size"
    done
    title="$name, resized"
    tm resize-window -t it -x 80 -y 24
    look "$game-80x24"
    tm resize-window -t it -x 19 -y 4
    see 'window too small'
    tm resize-window -t it -x 120 -y 40
    look "$game-120x40"
    press q
    left 0
done <<'END'
accasta/annotated accasta End
staku/annotated staku End Left Left
stakz/annotated stakz End
staka/annotated staka End
stakd/study stakd End
END

start 'no other window size' 30 8 'exec catasta replay -i samples/staku/annotated.sgn'
see 'The start'
tm resize-window -t it -x 300 -y 90
see '? help'
tm resize-window -t it -x 1 -y 1
tm resize-window -t it -x 44 -y 12
see 'start'
press q
left 0

start 'keys' 80 24 'exec catasta replay -i samples/accasta/evening.sgn'
see 'ply 0  game 1 of 3'
see 'The start, Sara to move'
press Right
see 'ply 1  game'
press Right Right Left
see 'ply 2  game'
press Down Down Down Up
see 'ply 4  game'
press Home
see 'ply 0  game'
press '?'
see 'Keys'
press x
see_not 'Keys'
press g 3 Enter
see 'ply 3  game'
press g 9999 Enter
see 'the game has'
press g x Enter
see 'a ply is a number'
press g 1 BSpace BSpace BSpace End
see_not 'ply: '
press '[' 
see 'this is the first game'
press Tab
see 'game 2 of 3'
press ']'
see 'game 3 of 3'
press ']'
see 'this is the last game'
press BTab '['
see 'game 1 of 3'
press f
see '─a4──┴─a3──┴─a2──┴─a1─'
press f
see '─a1──┴─a2──┴─a3──┴─a4─'
press q
left 0

start 'games of a condition' 80 24 'exec catasta replay -i --where tag.White=Sara samples/accasta/evening.sgn'
see 'round 1 (accasta-pari)'
see 'game 1 of 2'
press ']'
see 'round 3 (accasta-pari)'
see 'game 2 of 2'
press ']'
see 'this is the last game'
press '['
see 'round 1 (accasta-pari)'
press q
left 0

start 'search' 80 24 'exec catasta replay -i samples/accasta/evening.sgn'
see 'game 1 of 3'
player='ROUND 3'
press / "$player" Enter
see 'game 3 of 3'
press / 'no such word' Enter
see 'not found'
press / Escape n
see 'no fault after this'
press q
left 0
start 'search turns and comments' 80 24 'exec catasta replay -i samples/accasta/annotated.sgn'
see 'game 1 of 1'
press / 'C1:XF2' Enter
see '4. Mia c1:xf2,2-e2'
press / 'that is THREE' Enter
see 'With e3 that is three'
press / Enter
see 'again from the beginning'
press q
left 0

start 'variations' 80 24 'exec catasta replay -i samples/accasta/annotated.sgn'
see 'game 1 of 1'
press g 4 Enter
see '2. Noah e4:3-b5'
press v
see 'variation: 2. Noah f4:-f3'
press Right Right
see 'variation: 3. Noah f3:+f2'
press v
see '2. Noah e4:3-b5'
press v Left
see '2. Mia b1:3-c1'
press v
see 'variation: 2. Noah f4:-f3'
press Home v
see 'there is no variation here'
press q
left 0

start 'faults' 80 24 'exec catasta replay -i samples/accasta/wrong-count.sgn'
see 'game 1 of 1'
press n
see '3. Rosa d4:4xc3 (illegal)'
see 'pieces, but d4 holds 3'
see 'help: d4:3xc3 is legal here'
look fault
press NPage NPage
see 'Quinn (White) holds'
press n
see 'no fault after this'
press Home p
see 'no fault before this'
press q
left 1

start 'mouse' 80 24 'exec catasta replay -i samples/accasta/annotated.sgn'
see 'game 1 of 1'
await is '#{mouse_any_flag}' 1 && ok || not_ok 'does not ask for the mouse'
printf '\033[M a%%\033[M#a%%' >"$scratch/click"
tm load-buffer "$scratch/click"
tm paste-buffer -t it
see 'ply 3  game'
printf '\033[Maa%%' >"$scratch/click"
tm load-buffer "$scratch/click"
tm paste-buffer -t it
see 'ply 4  game'
press q
left 0

for signal in INT:130 TERM:143 HUP:129 QUIT:131; do
    start "a signal, $signal" 80 24 'ulimit -c 0; exec catasta replay -i samples/staku/annotated.sgn'
    see 'game 1 of 1'
    kill -"${signal%:*}" "$(cat "$scratch/pid")"
    left "${signal#*:}"
done
start 'control C' 80 24 'exec catasta replay -i samples/staku/annotated.sgn'
see 'game 1 of 1'
press C-c
left 130

# Stopped, and brought back to a window of another size.
title='job control'
tm kill-session -t =it 2>/dev/null
tm new-session -d -s it -x 80 -y 24 "cd '$scratch' && PATH=$scratch:\$PATH PS1='ready> ' ENV= exec sh -i"
see 'ready>'
press 'catasta replay -i samples/accasta/annotated.sgn' Enter
see 'game 1 of 1'
press C-z
see 'Stopped'
await is '#{alternate_on}' 0 && ok || not_ok 'the screen is not given back'
tm resize-window -t it -x 120 -y 40
press fg Enter
see 'game 1 of 1'
press End
look accasta-120x40
press q
see_not 'game 1 of 1'

# Terminals that cannot do it, and none.
for terminal in 'TERM=dumb' 'TERM=' '-u TERM' 'TERM=no-such-terminal'; do
    start "text with $terminal" 80 50 "env $terminal catasta replay -i --ply -1 samples/accasta/castle-short.sgn"
    see 'needs a terminal with a movable cursor'
    see 'Black wins 0-1 (castle)'
    left 0
done
start 'no terminal' 80 50 'catasta replay -i --ply -1 samples/accasta/castle-short.sgn | cat'
see 'Black wins 0-1 (castle)'
left 0
start 'no colours' 80 24 'NO_COLOR=1 exec catasta replay -i samples/accasta/wrong-count.sgn'
see 'game 1 of 1'
press n
look fault
tm capture-pane -e -p -t it >"$scratch/coloured"
grep -Eq "$(printf '\033')"'\[([0-9;]*;)?(3[1-7]|4[1-7]|38;5)' "$scratch/coloured" && not_ok 'has colours' || ok
press q
left 1
start 'no UTF-8' 80 24 'LC_ALL=C exec catasta replay -i samples/staka/annotated.sgn'
see 'game 1 of 1'
press End
see 'Player 1 and Player 2 win'
tm capture-pane -p -t it | sed 's/┃//' | LC_ALL=C grep -q '[^ -~]' && not_ok 'shows more than ASCII' || ok
press q
left 0
start 'a locale that is not installed' 80 24 'LC_ALL=xx_XX.UTF-8 exec catasta replay -i samples/abande/annotated.sgn'
see 'game 1 of 1'
see '○'
press q
left 0

# Nobody means these well.
escaped '[Ruleset "accasta-pari"]\n[White "\033]2;owned\007\033[2J Eve"]\n[Black "\302\2332J\342\200\256Bob"]\n1. c4:-d5 {a \033[31mred\033[0m \033cword \010\010 and\ttabs \377} *\n' evil.sgn
start 'control bytes' 80 24 'exec catasta replay -i evil.sgn'
see '\x1b]2;owned\x07\x1b[2J Eve'
press Right
see 'a \x1b[31mred'
see 'Eve c4:-d5'
is '#{pane_title}' owned && not_ok 'a title was set' || ok
press / Escape '[A' Enter q
left 1
cp "$scratch/samples/staku/annotated.sgn" "$scratch/$(printf 'a\033[2Jb.sgn')"
start 'a name' 80 24 'exec catasta replay -i a*b.sgn'
see 'game 1 of 1'
press q
left 0

: >"$scratch/empty.sgn"
start 'an empty file' 80 24 'exec catasta replay -i empty.sgn'
see 'has no games; give -r to show the start of a ruleset'
left 2
start 'an empty file with a ruleset' 80 24 'exec catasta replay -i -r staku empty.sgn'
see 'The start, White to move'
press Right Left End ] n v q
left 0
echo 'Dear diary, no game today.' >"$scratch/diary.sgn"
start 'no game in the file' 80 24 'exec catasta replay -i diary.sgn'
see 'No turns to show'
see 'diary.sgn:1:1'
press Right Left End Home Up Down n p v f / x Enter g 3 Enter q
left 1
start 'no such file' 80 24 'exec catasta replay -i none.sgn'
see 'cannot open none.sgn'
left 2
start 'no such game' 80 24 'exec catasta replay -i -g 7 samples/accasta/evening.sgn'
see 'there is no game 7'
left 2
start 'a game and a ply' 80 24 'exec catasta replay -i -g 2 -p 3 samples/accasta/evening.sgn'
see 'ply 3  game 2 of 3'
press q
left 0
start 'flats are discs, and what decided the game is between stars' 80 24 'exec catasta replay -i samples/tak/won.sgn'
press End
see '○●C'
see '*●●○○○*'
see '>  *○*  <'
press q
left 0

start 'from the other side' 80 24 'exec catasta replay -i --flip samples/accasta/evening.sgn'
see '─a4──┴─a3──┴─a2──┴─a1─'
press q
left 0
start 'in words' 80 50 'catasta replay -i --plain --ply -1 samples/accasta/castle-short.sgn'
see 'Row a: a1'
left 0
start 'a folder' 80 24 'mkdir empty; exec catasta replay -i empty'
see 'cannot read empty: this folder has no .sgn files'
left 2
start 'with -o' 80 24 'exec catasta replay -i -o x samples/accasta/evening.sgn'
see 'cannot be used with -o'
left 2

start 'a pipe' 80 24 'cat samples/accasta/evening.sgn | catasta replay -i'
see 'game 1 of 3'
press End
see 'wins'
press q
left 0
start 'no keyboard' 80 24 'setsid -w catasta replay -i samples/accasta/evening.sgn </dev/null'
see '-i needs a keyboard'
left 2

awk 'BEGIN {
    print "[Ruleset \"accasta-pari\"]\n[White \"Long\"]"
    for (i = 1; i <= 1500; i += 2)
        printf "%d. c3:-d3 e3:-e4 %d. d3:-c3 e4:-e3\n", i, i + 1
}' >"$scratch/long.sgn"
start 'three thousand plies' 80 24 'exec catasta replay -i long.sgn'
see 'ply 0  game'
press End
see '1500. Black e4:-e3'
press g 1234 Enter
see 'ply 1234  game'
press / '1d3:-c3' Enter
see 'not found'
press q
left 0

awk 'BEGIN { for (i = 1; i <= 250; i++) printf "[Ruleset \"accasta-pari\"]\n[White \"Player no %d\"]\n1. c3:-d3\n", i }' >"$scratch/many.sgn"
printf '[Ruleset "accasta-pari"]\n[White "Ame\314\201lie \346\274\242\345\255\227"]\n1. c3:-d3 *\n' >"$scratch/wide.sgn"
start 'marks on letters, and wide ones' 80 24 'exec catasta replay -i wide.sgn'
see "$(printf ' Ame\314\201lie \346\274\242\345\255\227 - Black')"
press q
left 0

printf '[Ruleset "stakz"]\n[White "Anna"]\n[Termination "bye"]\n\n{Nobody was left.} *\n' >"$scratch/bye.sgn"
start 'a game that was not played' 80 24 'exec catasta replay -i bye.sgn'
see 'not played.'
see 'Nobody was left.'
see 'bye  '
press End Right n v f g 1 Enter
see 'the game has 0 plies'
press q
left 0

start 'more games than are read at once' 80 24 'exec catasta replay -i many.sgn'
see 'game 1 of 101+'
press / 'no 249' Enter
see 'Player no 249'
press ] ]
see 'this is the last game'
press '['
see 'game 249 of 250'
press q
left 0

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
