#!/bin/sh
# SPDX-License-Identifier: MIT
# What reaches a terminal: terminal.sh PROGRAM.  Runs every command on a pseudo-terminal, by
# script(1), with comments, tags, names of files, texts of rulesets and values of options that
# hold control characters, C1, characters that turn the direction of text, and bytes that are
# no UTF-8.  None of them arrives, in files and pipes all do.  Ends with "N passed, N failed".
set -u

program=$(realpath "$1") || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
. "$(dirname "$0")/tally.sh"
cd "$scratch" || exit 2
export LC_ALL=C.UTF-8 TERM=xterm
unset NO_COLOR

result() {
    if [ "$2" = yes ]; then
        passes
    else
        fails "$1"
        head -c 2000 out | cat -v
    fi
}

# A colour that the program does not use, a title, a cleared screen, C1 alone and as UTF-8, an
# override, an isolate, a mark, a line separator, DEL, BEL, BS, CR, a byte order mark; and
# what of it a tag may hold.
evil=$(printf '\033[32mE\033]0;owned\007\033[2J\233\302\2332J\342\200\256v\342\201\246i\342\200\217l\342\200\250\177\010\r\357\273\277.')
sly=$(printf 'C\302\2332J\342\200\256v\342\201\246i\342\200\217l\342\200\250.')
name=$(printf 'n\033[32m\302\233\342\200\256\177\377\na.sgn')
{
    printf '[Ruleset "accasta-pari"]\n[Event "%s"]\n[White "%s"]\n[Black "B"]\n[Round "1"]\n\n' "$sly" "$sly"
    printf '{%s} 1. c3:-d3 {%s} (1. c4:-d4 {%s} 1... e3:-e2) e3:-e2 $1 {\t%s} 1-0\n; %s\n' "$evil" "$evil" "$evil" "$evil" "$sly"
} >"$name"
{
    cat "$name"
    printf '\n[Event "%s"]\n[White "%s"]\n*\n' "$evil" "$evil"
    printf '\n[Ruleset "%s"]\n1. c3:-d3\n\n[Ruleset "accasta-pari"]\n1. c3:-%s *\n\n[%s "x"]\n' "$evil" "$evil" "$evil"
} >"wrong$name"
printf '[Ruleset "accasta-pari"]\n[Rules "%s=%s"]\n[Position "%s"]\n*\n' "$evil" "$evil" "$evil" >"set$name"
printf '[{"header":{"game":{"name":"%s"}}},\n{"header":{"game":{"name":"Attangle"},"%s":"%s","players":[{"name":"\\u001b[31m%s"},{}]},"moves":[["a1"],["%s"]]},\n{"%s' \
    "$sly" "$sly" "$sly" "$sly" "$sly" "$evil" >"$name.json"
cp "$name" plain.sgn
start=$("$program" show -f position -p 0 plain.sgn)
ln -s "$name" link.sgn
mkdir "folder$name" rulesets
printf 'game: accasta\ntitle: "a\\e[32m\\u202e\\u009b"\ndesigner: "\\e]0;owned\\a"\nsource: "\\x7f"\n' >rulesets/evil.yaml
printf 'game: %s\n# %s\nx: "\\e[32m"\n' "$evil" "$evil" >"$name.yaml"
export CATASTA_RULESETS="$scratch/rulesets"

# The program's own colours and progress bars, and what a terminal makes of newlines, are
# taken out first.
is_harmless() {
    LC_ALL=C sed -e 's/\r[a-z]*: *[0-9]* % \[[= ]*\]//g' -e 's/\r \{60\}\r//g' -e 's/\r$//' \
        -e 's/\x1b\[\(0\|1\|2\|7\|1;31\|1;35\|1;36\)m//g' out >shown
    iconv -f UTF-8 -t UTF-8 shown >/dev/null 2>&1 && ! LC_ALL=C grep -qaP \
        '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xd8\x9c|\xef\xbb\xbf' shown
}

# on_terminal WORDS...: the command of these words, as it would be typed
words=
on_terminal() {
    words="$words $1"
    line="'$program'"
    for word; do
        line="$line '$word'"
    done
    script -qec "$line" /dev/null >out 2>&1 </dev/null
    status=$?
    good=no
    [ $status -le 2 ] && [ -s out ] && is_harmless && good=yes
    result "$*: status $status" $good
}

for file in "$name" "wrong$name" "set$name" "none$name" "folder$name" "$name.yaml" "$name.json"; do
    for form in text jsonl sarif junit; do
        on_terminal check -f $form "$file"
    done
    on_terminal check --boards -j 2 plain.sgn "$file"
    on_terminal check -f github "wrong$name" "$file"
    on_terminal check "--baseline=$file" "wrong$name"
    for form in text html svg; do
        on_terminal replay -f $form -p 0 "$file"
    done
    on_terminal page "$file"
    on_terminal replay --plain "$file"
    for form in text position json svg; do
        on_terminal show -f $form -p 1 "$file"
    done
    on_terminal moves "$file"
    for form in text tsv json; do
        on_terminal score -v -f $form "$file"
        on_terminal score --standings -f $form --by match,players,event "$file" link.sgn
    done
    for form in text tsv json html sgn; do
        on_terminal pair --round-robin -f $form "$file" plain.sgn
    done
    on_terminal pair --round-robin --players "$file"
    for form in text tsv json trf; do
        on_terminal score --standings -f $form --from trf "$file"
    done
    for form in text tsv json; do
        on_terminal stats -f $form --by tag.White "$file" plain.sgn
    done
    on_terminal table "$file" plain.sgn
    on_terminal table -f jsonl plain.sgn "$file"
    rm -f index.db
    on_terminal index -o index.db plain.sgn "$file"
    [ -e index.db ] || "$program" index -o index.db plain.sgn >/dev/null
    for form in text json jsonl html; do
        on_terminal explore -f $form index.db
    done
    on_terminal explore --position "$start" index.db
    on_terminal select "$file" plain.sgn
    on_terminal select --unique "$file" plain.sgn "$file"
    on_terminal select --sort tag.White plain.sgn "$file"
    on_terminal score --standings -f html "$file"
    on_terminal fmt "$file"
    on_terminal fmt --fix plain.sgn "$file"
    on_terminal fmt --fix=ask "$file"
    on_terminal fmt --fix=likely --check "$file"
    on_terminal fmt --check link.sgn "$file" plain.sgn
    on_terminal convert --to sgn "$file" plain.sgn
    on_terminal convert --lossy --to abstractplay plain.sgn "$file"
    on_terminal rules check "./$file"
    on_terminal show -r "./$file"
    on_terminal show -f svg --style="$file" plain.sgn
    on_terminal replay -o "no/$file" plain.sgn
    on_terminal score --standings -f html -o "no/$file" plain.sgn
    on_terminal replay -f svg -o "no/$file/folder" plain.sgn
done
on_terminal check --where "tag.White = $evil" plain.sgn
on_terminal check --where "$evil" plain.sgn
on_terminal select --sort "$evil" plain.sgn
on_terminal stats --by "$evil" plain.sgn
on_terminal play --plain "$name"
on_terminal play --plain -r accasta -o "$evil/x" "$name"
on_terminal lsp -r "./$evil"
on_terminal engine -r "./$evil"
on_terminal arena -r "./$evil" --engine cmd=x --engine cmd=y
on_terminal arena -r dvonn --engine "cmd=echo $evil" --engine "cmd=x,$evil=1"
on_terminal arena -r dvonn --engine "cmd=echo $evil,name=$evil" --engine "cmd=x,name=y"
on_terminal arena -r dvonn --max-plies 2 --engine "cmd='$program' engine,name=$evil" --engine "cmd='$program' engine,name=y"
on_terminal arena -r dvonn --openings "$evil" -o "no/$evil" --log "no/$evil" --engine cmd=x --engine "cmd=x,name=y"
on_terminal perft -r accasta --against "echo $evil" 1
on_terminal check --color=never "wrong$name"
on_terminal fmt --color=always "wrong$name" "$name"
on_terminal check "--error=$evil" plain.sgn
on_terminal check -j "$evil" plain.sgn
on_terminal check "--$evil" plain.sgn
on_terminal check -r "$evil" plain.sgn
on_terminal check -r accasta "--rules=$evil=$evil" plain.sgn
on_terminal score --standings "--tiebreaks=$evil" plain.sgn
on_terminal pair --round-robin "--players=$evil"
on_terminal check "--baseline=$evil" plain.sgn
on_terminal pair --rounds 3 --engine "echo $evil" plain.sgn
on_terminal score --standings "--places=$evil" plain.sgn
on_terminal score "--by=$evil" plain.sgn
on_terminal perft -r accasta "--position=$evil" 1
on_terminal perft -r accasta "$evil"
PAGER='echo paged; tail -n 0' on_terminal help check
result 'a manual page goes to the pager' "$(sed -n 's/^paged\r$/yes/p' out)"
PAGER=/no/such/pager on_terminal help catasta
on_terminal rules list
on_terminal rules show evil
on_terminal rules show "$evil"
on_terminal rules diff evil accasta
on_terminal rules "$evil"
on_terminal explain "$evil"
on_terminal completions "$evil"
on_terminal "$evil" plain.sgn

# answer WANTED TITLE ANSWERS: what becomes of a file of three faults when these are typed, and nothing more; WANTED is a
# word of each of the three as it is left
three() {
    printf '[Ruleset "accasta-pari"]\n1. c3:-d3e3:-e2 2. c4:-d4 *\n\n'
    printf '[Ruleset "accasta-pari"]\n1. c3:-d3 (1. c3:_d3) e3:-e9 *\n'
}
answer() {
    wanted=$1
    title=$2
    shift 2
    three >"$name"
    printf "$@" | script -qec "'$program' fmt --fix=ask -w '$name'" /dev/null >out 2>&1
    status=$?
    good=no
    grep -o 'c3:-d3e3:-e2\|c3:_d3\|e3:-e9\|e3:-[d-f][0-8]' "$name" | tr '\n' ' ' >left
    [ "$(cat left)" = "$wanted" ] && good=yes
    result "--fix=ask, $title: status $status, $(cat left)" $good
}
cp "$name" "kept$name"
answer 'e3:-e2 e3:-e2 ' 'all agreed to' 'y\nyes\n 1 \n'
grep -q '^before:' out && grep -q '^after:' out && ! grep -q 'No more questions' out && [ $status -eq 0 ] && good=yes || good=no
result 'boards are shown' $good
answer 'c3:-d3e3:-e2 c3:_d3 e3:-e9 ' 'none agreed to' 'n\nno\nn\n'
grep -q 'its repair was declined' out && [ $status -eq 1 ] && good=yes || good=no
result 'the reason is that' $good
answer 'e3:-e2 c3:_d3 e3:-e9 ' 'ended' 'y\nq\n'
grep -q 'accepted repairs are kept' out && grep -q 'no question was asked about it' out && good=yes || good=no
result 'it is said what becomes of the rest' $good
answer 'e3:-e2 c3:_d3 e3:-e9 ' 'the end of the input' 'y\n'
grep -q 'accepted repairs are kept' out && good=yes || good=no
result 'likewise' $good
answer 'e3:-e2 c3:_d3 e3:-e2 ' 'any bytes instead of an answer' 'y\n\377\000\033[A\n\n9\n0\n-1\n%01000d\nn\n1\n' 1
cp "kept$name" "$name"
three >three.sgn
script -qec "'$program' fmt --fix=ask - 2>err <three.sgn" /dev/null >out </dev/null
status=$?
grep -q 'needs a terminal' err && [ $status -eq 2 ] && good=yes || good=no
result '--fix=ask needs a terminal for its questions' $good
printf 'y\nn\ny\n' | script -qec "'$program' fmt --fix=ask - <three.sgn" /dev/null >out
grep -q '^1. c3:-d3 e3:-e2 2. c4:-d4' out && grep -q '(1. c3:_d3) e3:-e2' out && good=yes || good=no
result '--fix=ask asks on /dev/tty where games come from standard input' $good

missing=
for command in $("$program" --help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }'); do
    case "$words " in
    *" $command "*) ;;
    *) missing="$missing $command" ;;
    esac
done
: >out
[ -z "$missing" ] && good=yes || good=no
result "commands that were not run:$missing" $good

# Only one of the two streams is a terminal.
script -qec "'$program' fmt link.sgn 2>err" /dev/null >out </dev/null
is_harmless && good=yes || good=no
result 'fmt to a terminal alone' $good
script -qec "'$program' fmt link.sgn 'none$name' >new" /dev/null >out </dev/null
is_harmless && [ -s out ] && good=yes || good=no
result 'complaints to a terminal alone' $good

# A command without a file says that it waits, and for what; not with its input from elsewhere.
printf '1. c3:-d3 *\n\004' | script -qec "'$program' check -r accasta" /dev/null >out 2>&1
grep -aq 'press Ctrl-D at its end' out && grep -aq '1 game, 1 ply: all legal' out && good=yes || good=no
result 'a record that is typed' $good
script -qec "'$program' check -r accasta - <plain.sgn" /dev/null >out 2>&1 </dev/null
grep -aq 'Ctrl-D' out && good=no || good=yes
result 'a record from elsewhere' $good

# Files and pipes get all that was written, the form of it alone changed.
comment=$(printf '{%s}' "$evil")
"$program" fmt link.sgn | grep -aqF "$comment" && grep -aqF "$comment" new && good=yes || good=no
result 'fmt to a pipe and to a file' $good
"$program" fmt -w link.sgn && "$program" fmt --check "$name" && cmp -s new "$name" && good=yes || good=no
result 'fmt -w' $good

# A run of more than a second shows how far it is, and takes that away again.
for command in check score 'fmt --fix' 'replay -f html'; do
    script -qec "(cat plain.sgn; sleep 1.2; cat plain.sgn) | '$program' $command >new" /dev/null >out </dev/null
    good=no
    grep -q "^.*${command%% *}: *[0-9]* % \[" out && is_harmless && ! grep -q '% \[' shown && good=yes
    result "progress of $command" $good
done

# A character that is read in two parts arrives whole.
awk 'BEGIN { printf "[Ruleset \"accasta-pari\"]\n\n{"; for (i = 0; i < 60000; i++) printf "\342\200\224"; print "}\n*" }' >long.sgn
script -qec "'$program' fmt long.sgn" /dev/null >out </dev/null
[ "$(grep -ao '—' out | wc -l)" -eq 60000 ] && good=yes || good=no
: >out
result 'a comment of one long word' $good

tally
