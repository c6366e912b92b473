#!/bin/sh
# SPDX-License-Identifier: MIT
# Has tmux be the terminal of play: whole games by the keyboard and by the mouse, what is shown, what is kept.
# play.sh PROGRAM; ends with "N passed, N failed".
. "$(dirname "$0")/terminal.inc"

# shortest FILE: the shortest game of FILE, without its result, to begin.sgn; its turns, a line each, to turns
shortest() {
    awk -v begin="$scratch/begin.sgn" -v turns="$scratch/turns" '
    BEGIN { RS = "" }
    /^\[/ { tags = $0; next }
    least == 0 || length($0) < least { least = length($0); best = tags; moves = $0 }
    END {
        count = split(best, line, "\n")
        for (i = 1; i <= count; i++)
            if (line[i] !~ /^\[Result /)
                print line[i] >begin
        print "\n*" >begin
        count = split(moves, word, /[ \n]+/)
        for (i = 1; i < count; i++)
            if (word[i] !~ /^[0-9]+\.+$/)
                print word[i] >turns
        print best "\n\n" moves
    }' "$1" >"$scratch/original.sgn"
}

# The record is that of the game that was typed in.
is_original() {
    for file in original begin; do
        "$program" fmt "$scratch/$file.sgn" 2>/dev/null | sed '/^\[Result /d' >"$scratch/$file.txt"
    done
    cmp -s "$scratch/original.txt" "$scratch/begin.txt"
}

# Whole games, every turn typed.
for name in abande attangle accasta-pari accasta staku staku-2 staka-2p stakd-2p stakz; do
    shortest "$root/tests/corpus/games/$name.sgn"
    start "$name by keyboard" 90 30 'exec catasta play --in-place begin.sgn'
    see ' ply 0 '
    while read -r turn; do
        tm send-keys -t it -l -- "$turn"
        press Enter
    done <"$scratch/turns"
    see " ply $(wc -l <"$scratch/turns") "
    see ' saved'
    see 'The game ends here'
    await is_original && ok || { not_ok 'is not the game that was typed'; diff "$scratch/original.txt" "$scratch/begin.txt"; }
    press Escape q
    left 0
done

# place WORD: its column and row on the board, from 0
place() {
    tm capture-pane -p -t it | sed 's/┃.*//; s/[─│╭╮╰╯├┤┬┴┼●○◇]/ /g' | awk -v word="$1" '
    NR > 2 { # below the title
        line = " " $0 " "
        at = match(line, "[^a-z0-9A-Z]" word "[^a-z0-9A-Z]")
        if (at > 0) { print at - 1, NR - 1; exit }
    }'
}

# click COLUMN ROW: pressed and let go
click() {
    tm set-buffer "$(printf "\\033[M \\$(printf %o $((33 + $1)))\\$(printf %o $((33 + $2)))\\033[M#\\$(printf %o $((33 + $1)))\\$(printf %o $((33 + $2)))")"
    tm paste-buffer -t it
}

line_is() {
    tm capture-pane -p -t it | tail -n 1 | grep -qE -- "> $1"
}

is_empty() {
    tm capture-pane -p -t it | tail -n 1 | grep -q '> *$'
}

# A whole game, every turn clicked on, from cell to cell.
shortest "$root/tests/corpus/games/abande.sgn"
start 'a game by mouse' 90 30 'exec catasta play --in-place begin.sgn'
see ' ply 0 '
while read -r turn; do
    clicked=
    if [ "$turn" = pass ]; then # no place says so: the wheel above the line goes through what can follow
        tm set-buffer "$(printf '\033[M`!=')"
        tm paste-buffer -t it
        await line_is pass || not_ok 'the wheel does not offer to pass'
        click 1 29
        await is_empty || not_ok 'does not pass'
        continue
    fi
    for cell in $(echo "$turn" | tr -c 'a-z0-9\n' ' '); do
        clicked="$clicked.*$cell"
        set -- $(place "$cell")
        click "${1:-0}" "${2:-0}"
        await line_is "$clicked" || not_ok "$turn: a click on $cell is not in the line"
    done
    line_is "$turn\$" || not_ok "$turn is not in the line"
    click 1 29
    await is_empty || { not_ok "$turn is not played"; break; }
done <"$scratch/turns"
see 'The game ends here'
await is_original && ok || not_ok 'is not the game that was clicked'
press C-d
left 0

# point WORD LINE: a click on it makes the line so
point() {
    wanted=$2
    click $(place "$1")
    await line_is "$wanted\$" && ok || not_ok "a click does not make it $wanted"
}

start 'the same again' 80 24 'exec catasta play -r staka'
see 'a piece and its place'
point RB6 'BR@z26'
point RB6 'RB@z26'
click 1 23
see '1. Player 1 RB@z26'
printf '%s\n' '[Ruleset "accasta-pari"]' '' '1. b4:-d6 f4:xd6 2. a4:-b5 f3:+e3 3. a2:+b2,+b3 g1:2-d1,+f2 4. a3:2+b4 e4:-d4 *' \
    >"$scratch/steps.sgn"
start 'two steps to a cell' 80 24 'exec catasta play steps.sgn'
see ' ply 8 '
point a4 'a4:'
point b5 'a4:[+]b5'
point b5 'a4:2[+]b5'
point b5 'a4:[+]a3,[+]b5'
point b5 'a4:[+]b5,[+]b5'

printf '[Ruleset "accasta-pari"]\n[White "A name of more than forty columns, which is too long"]\n[Black "Ben"]\n\n1. c3:-d3 *\n' >"$scratch/named.sgn"
start 'names at the line' 80 24 "exec catasta play $scratch/named.sgn"
see 'Ben (Black)>'
press e 3 : - e 2
press Enter
see 'A name of more than forty columns, whic…>'

start 'arrows' 80 24 'exec catasta play -r accasta-pari'
see 'from cell to cell'
press Down Right
press Space
see 'White> c4:'
press Up
press Space
await line_is 'c4:-d[45]$' && ok || not_ok 'does not go from cell to cell'
press Enter
see '1. c4:-d'
see 'Black>'
press Escape u
see 'ply 0'
press r
see 'ply 1'
press Enter
press e3:2
see 'no legal turn begins this way'
press C-u a Tab
see 'no legal turn begins this way'
press C-u e 3 Tab
see 'Black> e3:'
press Tab
see 'Black> e3:+e4'
press BTab
await line_is 'e3:(-e2|xd4)$' && ok || not_ok 'does not go back to the last one'
press C-u C-d
see 'none: print it'
press m a d e . s g n Enter
left 0
grep -q '1. c4:-d[45] \*' "$scratch/made.sgn" && ok || not_ok 'the file that was asked for has not the game'

start 'a refused line' 60 20 'exec catasta play -r accasta-pari'
see 'F1: help'
see_not 'from cell to'
press a4:5-b4 Enter
see 'lifts 5 pieces'
see 'White> a4:5-b4'
press c4:-d5
await line_is 'c4:-d5$' && ok || not_ok 'what is typed does not take the place of what was refused'
press C-u C-d
left 0

start 'faults' 80 24 'exec catasta play -r accasta-pari -o kept.sgn'
see 'from cell to cell'
press a4:5-b4 Enter
see 'a4:5-b4 lifts 5 pieces, but a4 holds 3'
see 'White> a4:5-b4'
see 'Tab: proposals'
press Tab
see 'apply 1 of 3'
see 'a4:+b4'
press Tab
see 'apply 2 of 3'
see '1. White a4:-b5'
press Escape
see 'lifts 5 pieces'
press BTab Enter
see 'ply 1  saved'
press e3:-c3 Enter
see 'Ctrl-K: keep it'
press C-k
see '(illegal, stood)'
see 'ply 2  saved'
press ':comment nobody saw it' Enter
see 'nobody saw it'
press ':glyph ?' Enter ':clock 0:41:07' Enter
see '? 0:41:07'
press ':variation' Enter
see 'ply 1'
press e3:-d3 Enter
see 'variation: 1. Black e3:-d3'
press ':main' Enter
see 'ply 2'
press ':none' Enter
see 'unknown command'
press C-u ':help' Enter
see ':resign'
press q
see_not ':resign'
echo '% more' >>"$scratch/kept.sgn"
press ':draw' Enter
see 'add the game to the end of the file as it is now?'
press y
see ' saved'
press C-u ':resign' Enter
press C-u C-d
left 0
grep -q 'stood' "$scratch/kept.sgn" && grep -q '^% more' "$scratch/kept.sgn" && ok || not_ok 'the file has lost something'

# An existing record with a fault.
cp "$scratch/samples/accasta/wrong-count.sgn" "$scratch/wrong.sgn"
start 'a record with a fault' 80 24 'exec catasta play --in-place wrong.sgn'
see 'lifts 4'
see 'pieces, but d4 holds 3'
press Tab
see 'apply 1 of'
press Enter
see ' saved'
press C-u C-d
left 0
"$program" check "$scratch/wrong.sgn" >/dev/null && ok || not_ok 'the proposal was not made'

# A new game is dealt.
start 'a deal' 80 24 'exec catasta play -r stakz --seed 5'
see 'Player 1 has 10 tiles left'
see 'R2 R2 O1 O3 G2 G3 B2 B2 P3'
see '    R2 R2 O1 O3 G2 G3 B2 B2 P3 P4'
press C-d
left 0
start 'another deal' 80 24 'exec catasta play -r stakz'
see 'Player 1 has 10 tiles left'
press C-d
left 0

# Of hands that were dealt already the tags are asked for.
start 'hidden hands' 80 24 'exec catasta play -r stakz --seed 0'
see 'it is missing; write'
press ':tag Start R1 O1' Enter
see 'not seen yet'
see 'a tile and its stack'
press C-d
see 'none: print it'
press Enter
left 0
see '[Start "R1 O1"]'

start 'a signal' 80 24 'exec catasta play -r staku'
see 'from cell to cell'
press b2-b3+c3 Enter
see 'ply 1'
kill -TERM "$(cat "$scratch/pid")"
left 143
see '1. b2-b3+c3'

start 'a crash' 80 24 'ulimit -c 0; exec catasta play -r staku'
see 'from cell to cell'
kill -SEGV "$(cat "$scratch/pid")"
left 139
start 'an abort' 80 24 'ulimit -c 0; exec catasta replay -i samples/staku/annotated.sgn'
see 'game 1 of 1'
kill -ABRT "$(cat "$scratch/pid")"
left 134

for terminal in linux screen xterm-256color; do
    start "keys of $terminal" 80 24 "TERM=$terminal exec catasta replay -i samples/accasta/evening.sgn samples/staku/annotated.sgn"
    see 'game 1 of 4'
    for key in '\033[4~' '\033[8~' '\033OF' '\033[F'; do
        tm set-buffer "$(printf "$key")"
        press g 0 Enter
        see 'ply 0'
        tm paste-buffer -t it
        see_not 'ply 0'
    done
    press g 0 Enter
    see 'ply 0'
    for key in '\033[15~' '\033[[E' '\033[1;5C' '\033[1;5D' '\033[24;2~' '\033[23$' '\033[7^' '\033Oc' '\033[?1;2c' '\033[57399u'; do
        tm set-buffer "$(printf "$key")"
        tm paste-buffer -t it
    done
    press l
    see 'ply 1  game 1 of 4'
    press / 'HUGO' Enter
    see 'game 4 of 4'
    press q
    left 0
done

start 'a cursor' 80 24 'exec catasta replay -i samples/accasta/annotated.sgn'
see 'game 1 of 1'
press c Up Up Up
see 'from the bottom up'
press Right Left c Right
see 'ply 1'
click $(place a1)
see 'a1 is empty'
press q
left 0

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
