#!/bin/sh
# SPDX-License-Identifier: MIT
# Inputs that nobody means well: hostile.sh PROGRAM.  Whatever comes in, the status
# is 0, 1 or 2, what is wrong is said briefly, and no file is lost.  Ends with
# "N passed, N failed".  FULL=1 takes the sizes that a quick check cannot afford.
# LIMITS=no is for a program with sanitizers: it leaves out the limits of memory and gives
# three times as many seconds;
# LIMITS=only runs only what needs them, and counts the instructions for lines without end.
set -u

program=$(realpath "$1") || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
. "$(dirname "$0")/tally.sh"
cd "$scratch" || exit 2

limits=${LIMITS:-}
game='[Ruleset "accasta-pari"]

1. c3:-d3'

# Sizes: of a quick check, or all of it.
if [ -n "${FULL:-}" ]; then
    line=1000000000 tags=1000000 comment=10000000 deep=100000 bytes=10000000 zeros=1000000 faults=1000000 span=16000 seconds=600
else
    line=3000000 tags=20000 comment=2000000 deep=100000 bytes=300000 zeros=20000 faults=150000 span=4000 seconds=8
fi
[ "$limits" != no ] || seconds=$((seconds * 3))

# limited SECONDS COMMAND…: so much time of a processor, all threads together, which does
# not depend on how busy the machine is; ten times that by the clock, for what hangs.
cat >limited <<'END'
ulimit -t "$1"
clock=$(($1 * 10))
shift
exec timeout "$clock" "$@"
END

catasta() {
    sh "$scratch/limited" "$seconds" "$program" "$@"
}

# result NAME GOOD: counts a test, and shows what came of a bad one
result() {
    if [ "$2" = yes ]; then
        passes
    else
        fails "$1: status $status"
        head -c 600 "$scratch/out" "$scratch/err"
    fi
}

# run NAME STATUS MOST-LINES COMMAND…: the status, and how much may be said
run() {
    name=$1 wanted=$2 most=$3
    shift 3
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    status=$?
    good=no
    [ "$status" -eq "$wanted" ] && [ "$(cat "$scratch/out" "$scratch/err" | wc -l)" -le "$most" ] && [ "$(cat "$scratch/out" "$scratch/err" | wc -c)" -le 4000 ] && good=yes
    result "$name" "$good"
}

# says NAME TEXT: the last run wrote TEXT, once
says() {
    good=no
    [ "$(cat "$scratch/out" "$scratch/err" | grep -cF -- "$2")" -eq 1 ] && good=yes
    result "$1" "$good"
}

repeat() {
    awk -v text="$1" -v count="$2" 'BEGIN { for (i = 0; i < count; i++) printf "%s", text }'
}

filled() {
    head -c "$2" /dev/zero | tr '\0' "$1"
}

long_things() {
    filled x "$line" >line
    run 'a long line of no meaning' 1 5 catasta check line
    { echo "$game"; echo '{'; filled x "$comment"; echo '} e3:-e2 *'; } >comment
    run 'a long comment' 0 1 catasta check comment
    { echo "$game"; echo ';'; filled '(' "$comment"; echo; echo 'e3:-e2 *'; } >comment
    run 'a long rest of a line' 1 400 catasta check -f quiet comment
    { echo "$game {"; filled '{' "$comment"; } >comment
    run 'a long comment that is never closed' 1 5 catasta check comment
    says 'a long comment that is never closed, once' '[syntax/comment]'
    { echo "$game"; filled '{' "$comment" | sed 's/{/{ [x]/g'; } >comment 2>/dev/null
    run 'many braces' 1 1 catasta check -f quiet comment
    { echo '[Ruleset "accasta"]'; printf '[White "'; filled A "$comment"; echo '"]'; echo '*'; } >value
    run 'a long tag' 0 1 catasta check value
    { printf '['; filled A "$comment"; echo ' "x"]'; echo "$game *"; } >value
    run 'a long name of a tag' 0 1 catasta check value
    { printf '[Ruleset "'; filled A "$comment"; echo '"]'; echo '*'; } >value
    run 'a long name of a ruleset' 1 6 catasta check value
    { echo '[Ruleset "accasta"]'; printf '[Rules "'; filled A "$comment"; echo '"]'; echo '*'; } >value
    run 'long rules' 1 5 catasta check value
    { echo '[Ruleset "accasta"]'; printf '[Position "'; filled x "$comment"; echo '"]'; echo '*'; } >value
    run 'a long position' 1 5 catasta check value
    { echo '[Ruleset "accasta"]'; printf '[Result "'; filled 1 "$comment"; echo '"]'; echo '*'; } >value
    run 'a long result' 1 5 catasta check value
}

many_things() {
    { echo '[Ruleset "accasta"]'; awk -v n="$tags" 'BEGIN { for (i = 0; i < n; i++) printf "[Tag%d \"%d\"]\n", i, i }'; echo '*'; } >tags
    run 'many tags' 0 1 catasta check tags
    run 'many tags, formatted' 0 0 sh -c '"$0" fmt tags >tags.new && "$0" fmt --check tags.new' "$program"
    { echo '[Ruleset "accasta"]'; repeat '[Site "x"]' "$tags"; echo '*'; } >tags
    run 'many tags of one name' 0 1 catasta check -f quiet tags
    { echo "$game"; repeat '!' "$bytes"; } >glyphs
    run 'many glyphs' 0 1 catasta check -f quiet glyphs
    { echo "$game"; repeat ' $7' "$bytes"; } >glyphs
    run 'many glyphs apart' 0 1 catasta check -f quiet glyphs
    { echo "$game"; repeat ' 7...' "$bytes"; } >numbers
    run 'many numbers' 0 1 catasta check -f quiet numbers
    { printf '%s' "$game"; repeat ',-d4' "$bytes"; } >steps
    run 'many steps' 1 7 catasta check steps
    { echo "$game"; repeat '(c4:-d4) ' "$((bytes / 10))"; } >variations
    run 'many variations' 0 1 catasta check variations
    { echo "$game"; repeat ')' "$bytes"; } >closing
    run 'many closing parentheses' 1 0 catasta check -f quiet closing
    { echo "$game"; repeat ') ' "$faults"; } >closing
    run 'many faults in one line, in time' 1 0 sh -c 'sh ./limited "$1" "$0" check closing >/dev/null; exit $?' "$program" "$seconds"
    run 'the same as JSON, in time' 1 0 sh -c 'sh ./limited "$1" "$0" check -f jsonl closing >/dev/null; exit $?' "$program" "$seconds"
    repeat '[Ruleset "tzaar"]\n\n1. c4xd5 c4xd5 c4xd5\n\n[Ruleset "tzaar"]\n\n1. c4xd5 c4xd5 c4xd5\n\n{\n\n[White "a"]\n}\n\n' 6000 >repairs
    run 'more faults than are searched for repairs, by any number of threads' 0 0 sh -c 'for jobs in 1 3; do
        sh ./limited "$1" "$0" check -j "$jobs" -f jsonl repairs >"found$jobs"; "$0" check -j "$jobs" -f jsonl - <repairs >"piped$jobs"
        done; grep -q likely found1 && ! tail -n 1 found1 | grep -q likely && cmp found1 found3 && cmp piped1 piped3' "$program" "$seconds"
    repeat "[Ruleset \"accasta\"]" "$tags" >games
    run 'many games of tags alone' 0 1 catasta check games
    for between in '{}' '; \n' '\t1. c3:\342\200\223d3 '; do
        repeat "[Ruleset \"accasta\"]$between" "$tags" >games
        run "many games in one line, with '$between'" 0 0 catasta check -f quiet games
    done
    repeat '* ' "$bytes" >results
    run 'many results' 1 0 catasta check -f quiet results
}

# nest DEPTH CLOSED
nest() {
    echo "$game"
    repeat '(c4:-d4 ' "$1"
    repeat ') ' "$2"
    echo
    echo '1... e3:-e2 *'
}

# One thing without end in a record that is not notation, for the referee and for the clerk: in time.
typed() {
    for piece in '{' '{\n' '1-0 {\n' '1-0 a ' 'draw a ' ';' ';a' 'c3:-d3;-d4 ' '&' '&#1' '&ndash;' '=C3=A4' '=' '[' '[b ' '<b ' '(' \
        '- ' ', ' '1 ' '1' '#1 ' 'a1:' 'c3:\n' 'c3:-d3,\n' 'x;\n' 'c3:-d3|' '\t\n' '---|---\n' '```\n' '>>>> ' '>\n' '[Evnt "x"]\n' \
        'Evnt: x\n' 'Ruleset: a\n' 'R3>1 ,' 'R3>1,\n' 'I. ' '\\-' \
        'amp;' '&#x2013' '=\n' '=3D' '\342\200\223\226' '| c3:-d3 ' '\tc3:\342\200\223d3' '~~~\n```\n' '> ```\n> > ~~~\n' '````' \
        'draw a c3 ' '| ' '* | '; do
        for form in sgn typed; do
            share=5
            [ $form = sgn ] || share=25 # the board is asked about every word
            { printf '[Ruleset "stakz"]\n\n1. R3>1 R3\342\200\2231\n'; repeat "$piece" $((bytes / share)); echo ' zz'; echo xx; } >typed
            { printf '1. c3:\342\200\223d3\n'; repeat "$piece" $((bytes / share)); echo ' zz'; echo; } >>typed
            { printf '[Ruleset "accasta"]\n\n1. c3:-d3 e3:-e2\n2. x\n'; repeat "$piece" $((bytes / share)); echo ' zz'; } >>typed
            sh ./limited "$seconds" "$program" check -r accasta -j 1 -f quiet --from=$form typed >out 2>err
            status=$?
            good=no
            [ "$status" -le 1 ] && good=yes
            result "'$piece' without end in time, $form" "$good"
        done
    done
    # One half-turn, a row of a table, tags and fences of more and more signs.
    { printf '[Ruleset "accasta"]\n\n1. c3:'; repeat '\342\200\223d3,' $((bytes / 5)); } >typed
    run 'one half-turn without end' 1 0 catasta check -f quiet typed
    { printf '[Ruleset "accasta"]\n\nWhite'; repeat '\tBlack' $((bytes / 5)); printf '\nc3:-d3'; repeat '\te3:-e2' $((bytes / 5)); } >typed
    run 'a table of columns without end' 1 0 catasta check -f quiet typed
    { echo '[Ruleset "accasta"]'; awk -v n="$tags" 'BEGIN { for (i = 0; i < n; i++) printf "[Evnt%d x]\n", i }'; echo; echo '1. c3:=d3'; } >typed
    run 'tags without quotes' 1 0 catasta check -f quiet typed
    awk 'BEGIN { for (i = 3; i < 700; i++) { sign = sign "`"; print "``" sign } print "1. c3:-d3" }' >typed
    run 'fences that grow' 1 0 catasta check -r accasta -f quiet typed
    rm -f typed
}

nesting() {
    nest 256 256 >nested
    run '256 variations in each other' 0 1 catasta check nested
    nest 257 257 >nested
    run '257 variations in each other' 1 4 catasta check nested
    says '257 variations in each other, said once' '[syntax/nesting]'
    nest "$deep" "$deep" >nested
    run 'far too many variations in each other' 1 4 catasta check nested
    says 'far too many, said once' '[syntax/nesting]'
    says 'and the turn behind them is read' '1 game, 2 plies'
    nest "$deep" 0 >nested
    run 'as many, never closed' 1 8 catasta check nested
    run 'as many, formatted' 1 7 catasta fmt nested
}

strange_bytes() {
    filled '\0' "$zeros" >zeros
    run 'NUL bytes alone' 1 5 catasta check zeros
    { echo "$game"; filled '\0' "$bytes"; echo; echo 'e3:-e2'; } >zeros
    run 'NUL bytes in movetext' 1 6 catasta check zeros
    { echo "$game {"; filled '\0' "$bytes"; echo '} e3:-e2 *'; } >zeros
    run 'NUL bytes in a comment' 0 1 catasta check zeros
    filled '\377' "$bytes" >bytes
    run 'bytes that are no UTF-8' 1 5 catasta check bytes
    head -c "$bytes" /dev/urandom >noise
    catasta check -f quiet noise >out 2>err
    status=$?
    good=no
    [ "$status" -le 1 ] && good=yes
    result 'noise' "$good"
    printf '\357\273\277\357\273\277%s' "$game" >marks
    run 'two byte order marks' 0 4 catasta check marks
    printf '\376\377\0[\0R' >wide
    run 'UTF-16' 1 12 catasta check wide
}

# A good record, one that means ill, and a good one: the good ones are read.
json() {
    player='{"name":"A"}'
    good_one="{\"header\":{\"game\":{\"name\":\"Attangle\"},\"players\":[$player,$player]},\"moves\":[[\"a1\",\"b1\"]]}"
    between() {
        { printf '[%s,\n' "$good_one"; cat; printf ',\n%s]\n' "$good_one"; } >records.json
    }
    wrong() {
        run "JSON: $1" 1 5 catasta check -j1 records.json
        says "JSON: $1, one error at its place" 'records.json:2:'
        says "JSON: $1, the others are read" "${2:-2 games, 4 plies: 1 error in 0 games}"
        run "JSON: $1, converted" 1 24 catasta convert --to sgn records.json
    }
    { repeat '{"header":[' "$deep"; repeat ']}' "$deep"; } | between
    wrong 'nested deep'
    { printf '{"header":{"game":{"name":"Attangle"},"players":['; repeat "$player," "$tags"; printf '%s]},"moves":[]}' "$player"; } | between
    wrong 'many players'
    { printf '{"header":{"game":{"name":"Attangle"},"players":['; repeat "$player," 1000000; printf '%s]},"moves":[]}' "$player"; } | between
    wrong 'a million players'
    { printf '{"header":"'; filled x "$bytes"0; printf '"}'; } | between
    wrong 'a long text'
    { printf '{"header":{"x":'; filled 9 "$bytes"; printf '}}'; } | between
    wrong 'a huge number'
    for text in '{"header":1,"header":2}' '{"header":"\u0000"}' '{"header":"\ud800"}' '{"header":"\377"}' '{"header":"\\0"}' '{header:1}' \
        '{"header":{"version":3}}' '{"header":{"game":{"name":"Attangle"},"players":[{},{}]},"moves":[[7]]}' '{}'; do
        printf "$(printf '%s' "$text" | sed 's/\\u/\\\\u/g')" | between
        wrong "$text"
    done
    { printf '{"header":{"game":{"name":"Attangle"},"players":[{},{}]},"moves":[["'; filled d "$bytes"; printf '"]]}'; } | between
    wrong 'a long word' '3 games, 4 plies: 1 error in 1 game'
    { printf '[%s,' "$good_one"; repeat '[' "$deep"; } >records.json
    run 'JSON: cut off' 1 4 catasta check records.json
    says 'JSON: cut off, what is before it is read' '1 game, 2 plies: 1 error in 0 games'
    { printf '['; repeat '{},' "$tags"; printf '%s]' "$good_one"; } >records.json
    run 'JSON: many empty objects' 1 1 catasta check -f quiet records.json
    printf '%s' "$good_one" >records.json
    for length in 1 20 60 90; do
        head -c "$length" records.json | catasta check --from abstractplay >out 2>err
        status=$? good=no
        [ "$status" -eq 1 ] && good=yes
        result "JSON: $length bytes" "$good"
    done
}

huge_numbers() {
    huge=1000000000000000000000000000000
    for text in "1. c3:$huge-d3" "1. c3:-d$huge" "1. c$huge:-d3" "1. c3:-d3 $huge-0" "1. c3:-d3 (-$huge)-0" "1. c3:-d3 \$$huge" \
        "1. $huge|c3:-d3"; do
        printf '[Ruleset "accasta-pari"]\n\n%s\n' "$text" >number
        run "$text" 1 7 catasta check number
    done
    printf '[Ruleset "accasta-pari"]\n\n%s. c3:-d3\n' "$huge" >number
    run 'a huge turn number' 0 4 catasta check number
    for position in "x$huge" "x4/x5/x6/x7/x6/x5/x4 w $huge" "x4/x5/x6/x7/x6/x5/x4 w -1"; do
        printf '[Ruleset "accasta-pari"]\n[Position "%s"]\n*\n' "$position" >number
        run "position $position" 1 4 catasta check number
        run "perft from $position" 2 1 catasta perft -r accasta-pari --position "$position" 1
    done
    for option in "--ply $huge" "--game $huge" "--ply -$huge" "--ply 1:$huge"; do
        run "show $option" 2 1 catasta show -r accasta-pari $option
    done
    run 'a huge perft' 2 1 catasta perft -r accasta-pari "$huge"
    run 'huge errors' 2 1 catasta check --max-errors "$huge" number
    run 'huge jobs' 2 1 catasta check -j "$huge" number
    run 'a huge limit in [Rules]' 2 3 catasta check -r accasta --rules "stack_limit=$huge" number
}

# A record over 64 MiB is skipped, and the game behind it is judged.
too_long() {
    { echo "$game {"; repeat 'a line of a comment that will not end soon, sixty-four bytes or so
' 1050000; echo '} *'; echo; echo '[Ruleset "accasta"]'; echo '1. c3:-d3 *'; } >long
    run 'a record over 64 MiB' 1 5 catasta check long
    says 'a record over 64 MiB, said once' '[syntax/record-too-long]'
    says 'the game behind it is judged' '2 games, 1 ply: '
    cp long before
    run 'fmt --fix of a record over 64 MiB, whose bytes are not all there' 1 5 catasta fmt --fix -w long
    good=no
    cmp -s before long && good=yes
    result '... leaves the file as it is' "$good"
    rm before long
}

# Memory follows the longest game, not the file.
memory() {
    awk -v game="$game" 'BEGIN { for (i = 0; i < 300000; i++) print game " e3:-e2 2. c4:-d4 *" }' >archive
    run 'a large archive in little memory' 0 1 sh -c 'ulimit -v 60000 && exec "$0" check -j 1 archive' "$program"
    awk 'BEGIN { game = "{\"header\":{\"game\":{\"name\":\"Attangle\"},\"players\":[{},{}]},\"moves\":[[\"a1\",\"b1\"]]}";
        for (i = 0; i < 300000; i++) print (i == 0 ? "[" : ",") game; print "]" }' >archive.json
    run 'a large list of JSON in little memory' 0 1 sh -c 'ulimit -v 60000 && exec "$0" check -j 1 archive.json' "$program"
    { printf '[Ruleset "stakd-elite"]\n1. B@z26 '; repeat '(1. B@z26) ' 100000; echo; } >variations
    run 'many variations in little memory' 0 1 sh -c 'ulimit -v 60000 && exec "$0" check -j 1 variations' "$program"
}

# Memory follows the matches, never their rounds, and no number of either takes long.
many_matches() {
    limit='ulimit -v 60000;'
    [ "$limits" != no ] || limit=
    awk -v tags="$tags" 'BEGIN { for (i = 0; i < 2 * tags; i++)
        printf "[Match \"m\"]\n[White \"A\"]\n[Black \"B\"]\n\n1-0\n\n" }' >rounds
    run 'many rounds in little memory' 0 1 \
        sh -c "$limit"' "$0" score -r accasta --best-of 999 --ignore match/after-end rounds | tail -n 1' "$program"
    says '... and who has won' "match m: A 500, B 0, 500 rounds of best of 999, 500 of them claimed: A wins; $((2 * tags - 500)) rounds"
    awk -v tags="$tags" 'BEGIN { for (i = 0; i < 2 * tags; i++)
        printf "[Match \"%d\"]\n[White \"A\"]\n[Black \"B\"]\n\n1-0\n\n", i % tags }' >rounds
    run 'many matches' 0 1 sh -c '"$0" score -r accasta rounds | tail -n 1' "$program"
    says '... each found again' "match $((tags - 1)): A 2, B 0, 2 rounds, 2 of them claimed: A leads"
}

# A page of standings has no cross table then, but a line for each player.
many_players() {
    awk -v tags="$tags" 'BEGIN { for (i = 0; i < tags; i++)
        printf "[White \"A%d\"]\n[Black \"B%d\"]\n\n1-0\n\n", i, i }' >players
    run 'a page of many players' 0 1 sh -c '"$0" score --standings -f html -r accasta players | grep -c "^<tr><td"' "$program"
    says '... all of them' "$((2 * tags))"
    { printf '[White "'; filled A "$comment"; printf '"]\n[Black "'; filled B "$comment"; echo '"]'; echo '1-0'; } >names
    run 'a page of long names' 0 1 \
        sh -c '"$0" score --standings -f html -r accasta names | wc -c | sed "s/^.\{8,\}$/long/; s/.*[0-9]$/short/"' "$program"
    says '... that has each once' short
}

# Beside a page of standings, links and pipes in the folder are replaced, not written to.
pages() {
    for number in 1 2 3 4; do printf '[White "A"]\n[Black "B"]\n%s *\n\n' "$game" | sed '/^$/d'; done >played
    cp played before
    echo 'not ours' >other
    mkdir -p page-games
    ln -s ../played page-games/1.html
    ln played page-games/2.html
    mkfifo page-games/3.html
    ln -s ../other page-games/4.html
    run 'pages into a folder of links' 0 1 catasta score --standings -f html -o page.html played
    good=no
    cmp -s before played && [ "$(cat other)" = 'not ours' ] && [ "$(find page-games -type f -size +1 | wc -l)" -eq 4 ] && good=yes
    result '... and what they lead to stays' "$good"
    cp played page-games/1.html
    ln -s page-games/1.html outside
    run 'pages over what a link leads to' 2 1 catasta score --standings -f html -o page.html outside
    good=no
    cmp -s before page-games/1.html && good=yes
    result '... which stays' "$good"
    mkdir -p picture
    ln -s ../played picture/000.svg
    run 'pictures into a folder of links' 0 1 catasta replay -f svg --game 1 -o picture played
    good=no
    cmp -s before played && [ ! -L picture/000.svg ] && good=yes
    result '... and what they lead to stays' "$good"
}

# A long name and many that fold like it: no more is written than was read, some times over.
alike_names() {
    awk -v long=300000 'BEGIN { for (i = 0; i < 1000; i++)
        printf "[Ruleset \"accasta\"]\n[White \"a%*sb\"]\n[Black \"Z\"]\n\n1-0\n\n", i == 0 ? long : i % 40, "" }' >like
    awk 'BEGIN { for (i = 0; i < 1000; i++)
        printf "[Ruleset \"accasta\"]\n[White \"a%*sb%*s\"]\n[Black \"Z\"]\n\n1-0\n\n", i % 30, "", i / 30, "" }' >>like
    catasta score --standings -f json like >out 2>err
    status=$?
    good=no
    [ "$status" -eq 0 ] && [ "$(grep -c '"alike"' out)" -eq 1 ] && [ "$(wc -c <out)" -lt 10000000 ] && good=yes
    : >out
    result 'a long name and many like it' "$good"
}

# Where nobody reads what is written, each command is ended by SIGPIPE, silently; where there is no room, that is said.
closed_output() {
    printf '[White "A"]\n[Black "B"]\n%s e3:-e2 *\n' "$game" >games
    catasta index -o games.db games >out
    printf 'Anna\nBen\n' >seeds
    catasta check -f jsonl games >known
    body='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    { printf 'Content-Length: %d\r\n\r\n%s' ${#body} "$body" && echo quit; } >asked
    mkfifo nobody
    printf '#!/bin/sh\nexec "%s" engine\n' "$program" >player && chmod +x player
    for command in 'check games' 'check -f jsonl games' 'check -j2 games games' 'check --baseline=known games' 'select games' 'replay games' \
        'replay -f html games' 'show games' 'show -f svg games' 'score games' 'score --standings games' 'pair --round-robin --round=1 --players=seeds' 'stats games' \
        'table games' 'index -o games.db games' 'explore games.db' 'fmt games' 'convert --to sgn games' 'moves games' 'play -r accasta' \
        'play -r accasta --protocol' lsp 'engine -r accasta' 'perft -r accasta 1' \
        'arena -r dvonn --max-plies 2 --engine cmd=./player,name=a --engine cmd=./player,name=b' 'rules list' 'rules show accasta' 'rules schema' \
        'explain --all' 'explain -f html tak' 'completions bash' 'help sgn' 'help tak' 'help' '--help' 'check --help' '--version'; do
        echo "${command%% *}" >>tried
        (exec 3<>nobody 4>nobody 3>&- && catasta $command <asked >&4 2>err)
        status=$?
        good=no
        [ "$status" -eq 141 ] && [ ! -s err ] && good=yes
        result "$command into a closed pipe" "$good"
        catasta $command <asked >/dev/full 2>err
        status=$?
        good=no
        [ "$status" -eq 2 ] && [ "$(grep -c 'No space left' err)" -eq 1 ] && good=yes
        result "$command to a full device" "$good"
    done
    status=0
    good=no
    catasta --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]*\) .*/\1/p' | grep -vxF "$(cat tried)" >out || good=yes
    result '... and no command is left out' "$good"
    (exec 3<>nobody 4>nobody 3>&- && catasta check missing >out 2>&4)
    status=$?
    good=no
    [ "$status" -eq 141 ] && [ ! -s out ] && good=yes
    result 'what is wrong into a closed pipe' "$good"
    (trap '' PIPE && exec 3<>nobody 4>nobody 3>&- && catasta help sgn >&4 2>err)
    status=$?
    good=no
    [ "$status" -eq 141 ] && [ ! -s err ] && good=yes
    result 'a closed pipe where SIGPIPE was ignored' "$good"
    mkdir beside
    (exec 3<>nobody 4>nobody 3>&- && catasta replay -o beside/page games missing 2>&4)
    status=$?
    good=no
    [ "$status" -eq 141 ] && [ -z "$(ls -A beside)" ] && good=yes
    result '... takes temporary files away' "$good"
    : >out
    echo "$game" >small
    catasta check small 2>err >&-
    status=$?
    good=no
    [ "$status" -eq 2 ] && [ "$(wc -l <err)" -eq 1 ] && good=yes
    result 'no standard output at all' "$good"
    catasta check >out 2>err <&-
    status=$?
    good=no
    [ "$status" -eq 2 ] && good=yes
    result 'no standard input at all' "$good"
}

# fmt -w where there is no room: the old file stays, nothing lies beside it.
full_disk() {
    mkdir folder
    awk -v game="$game" 'BEGIN { for (i = 0; i < 3000; i++) print game " e3:1-e2 *" }' >folder/games.sgn
    cp folder/games.sgn before
    if mkdir disk && mount -t tmpfs -o size=256k none disk 2>/dev/null; then
        cp before disk/games.sgn
        catasta fmt -w disk/games.sgn >out 2>err
        status=$?
        good=no
        [ "$status" -eq 2 ] && cmp -s before disk/games.sgn && [ "$(ls -A disk)" = games.sgn ] && [ "$(wc -l <err)" -eq 1 ] && good=yes
        umount disk
        result 'fmt -w on a full disk' "$good"
    fi
    (ulimit -f 50 && catasta fmt -w folder/games.sgn) >out 2>err
    status=$?
    good=no
    [ "$status" -eq 2 ] && cmp -s before folder/games.sgn && [ "$(ls -A folder)" = games.sgn ] && [ "$(wc -l <err)" -eq 1 ] && good=yes
    result 'fmt -w beyond the largest file' "$good"
    run 'fmt -w then' 0 0 catasta fmt -w folder/games.sgn
    run 'fmt -w has written it' 0 0 catasta fmt --check folder/games.sgn
}

# alone NAME...: no other files are here, hidden ones included
alone() {
    [ "$(ls -A | tr '\n' ' ')" = "$* " ]
}

# Files of -o are new files, whole or not there; links are refused.
output_files() {
    mkdir outputs
    cd outputs || exit 2
    printf '%s *\n' "$game" >small
    umask 027
    echo old >target
    ln -s target link
    ln -s nothing dangling
    ln target other
    chmod 604 other
    for path in link dangling; do
        run "-o over $path" 2 1 catasta replay -o $path small
        run "a page over $path" 2 1 catasta score --standings -f html -o $path small
    done
    run '-o over a file' 0 0 catasta replay -o other small
    run '-o to a new file' 0 0 catasta replay -o made small
    good=no
    [ "$(cat target)" = old ] && [ -L link ] && [ -L dangling ] && [ "$(cat other)" = "$("$program" replay small)" ] &&
        cmp -s made other && [ "$(stat -c %a made other | tr '\n' ' ')" = '640 604 ' ] && good=yes
    result '... links stay, files are new, of the same mode' "$good"
    umask 022
    run '-o with a file that is missing' 2 1 catasta replay -f html -o target small missing
    run '-o of a game that is missing' 2 1 catasta replay -g 7 -o target small
    run '-o of what cannot be shown' 2 1 catasta show -p 99 -o new small
    (ulimit -f 1 && catasta replay -f html -o target small) >../out 2>../err
    status=$?
    good=no
    [ "$status" -eq 2 ] && [ "$(cat target)" = old ] && [ "$(wc -l <../err)" -eq 1 ] &&
        alone dangling link made other small target && good=yes
    result '... leaves what was there' "$good"
    "$program" replay small >../wanted
    mkfifo pipe
    cat pipe >../got &
    run '-o to a pipe' 0 0 catasta replay -o pipe small
    wait
    ln -s /proc/self/fd/1 stdout
    catasta replay -o stdout small >../got.2
    { echo before; catasta replay -o /dev/fd/3 small; } 3>../got.3 >../got.4
    good=no
    cmp -s ../wanted ../got && cmp -s ../wanted ../got.2 && cmp -s ../wanted ../got.3 && [ "$(cat ../got.4)" = before ] &&
        [ -p pipe ] && [ -L stdout ] && good=yes
    result '... and to what is open is not a new file' "$good"
    cd .. || exit 2
}

# fmt reads a file once, and replaces the one that it read.
formatted_files() {
    mkdir formatted
    cd formatted || exit 2
    echo "$game e3:1-e2 *" >loose
    printf '%s e3:-e2 *\n' "$game" >canonical
    cp loose file
    ln -s file link
    mkfifo pipe
    cat canonical >pipe &
    run 'fmt --check of a pipe' 0 0 catasta fmt --check pipe
    wait
    cat loose >pipe &
    run 'fmt --check of a pipe that is not canonical' 1 1 catasta fmt --check pipe
    wait
    good=no
    catasta fmt --check /dev/stdin <canonical && ! catasta fmt --check /dev/stdin <loose >/dev/null && good=yes
    result 'fmt --check of /dev/stdin' "$good"
    run 'fmt -w of a pipe' 2 1 catasta fmt -w pipe
    run 'fmt -w of a device' 2 1 catasta fmt -w /dev/null
    run 'fmt -w of a link' 0 0 catasta fmt -w link
    good=no
    [ -L link ] && cmp -s canonical file && good=yes
    result '... rewrites what it leads to' "$good"
    for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
        cp loose file
        eval "catasta fmt --fix -w file $closed"
        good=no
        cmp -s canonical file && good=yes
        result "fmt -w $closed" "$good"
        printf '%s e3:-e9\n' "$game" >file
        cp file before
        eval "catasta fmt --fix -w file missing $closed" >../out 2>../err
        eval "catasta check file missing $closed" >../out 2>../err
        status=$?
        good=no
        [ "$status" -eq 2 ] && cmp -s before file && good=yes
        result "check $closed" "$good"
    done
    rm -f before
    cp loose file
    chmod 6755 file
    if [ "$(id -u)" -eq 0 ]; then
        chown 1:2 file
        chmod 6755 file
        catasta fmt -w file
        good=no
        [ "$(stat -c '%u:%g %a' file)" = '1:2 6755' ] && cmp -s canonical file && good=yes
        result 'fmt -w keeps the owner' "$good"
        if command -v setpriv >/dev/null; then
            cp loose file
            chmod 6775 file
            chmod 777 . ..
            setpriv --reuid=1 --regid=1 --clear-groups "$program" fmt -w file
            good=no
            [ "$(stat -c '%u:%g %a' file)" = '1:1 755' ] && cmp -s canonical file && good=yes
            result 'fmt -w of a file of others has no set-id bits' "$good"
            chmod 700 ..
        fi
    else
        catasta fmt -w file
        good=no
        [ "$(stat -c '%u:%a' file)" = "$(id -u):6755" ] && cmp -s canonical file && good=yes
        result 'fmt -w keeps the owner' "$good"
    fi
    good=no
    alone canonical file link loose pipe && good=yes
    result 'nothing lies beside them' "$good"
    cd .. || exit 2
}

# Runs $HOOK, or sends itself the signal of that number, when the new file is written and has
# not got its name yet.
hooked() {
    cat >hook.c <<'END'
#include <signal.h>
#include <stdlib.h>
int fsync(int fd)
{
    const char *hook = getenv("HOOK");
    (void)fd;
    unsetenv("LD_PRELOAD");
    return hook == NULL ? 0 : atoi(hook) > 0 ? raise(atoi(hook)) : system(hook);
}
END
    ${CC:-cc} -shared -fPIC -o hook.so hook.c
}

# SIGNAL comes when a new file has not got its name yet, as SAID: the old one stays, and nothing else.
before_its_name() {
    for words in 'fmt -w file' 'replay -o file ../old' 'score --standings -f html -o file ../before'; do
        cp ../old file
        env --default-signal=HUP,INT,TERM LD_PRELOAD="$scratch/hook.so" HOOK="$1" \
            ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" "$program" $words >../out 2>../err
        status=$?
        rm -rf file-games
        good=no
        [ "$status" -eq $((128 + $1)) ] && cmp -s ../old file && alone file && good=yes
        result "$words, $2" "$good"
    done
}

# SIGNAL comes after each of the MILLISECONDS, as SAID: the file is as before, or done.
at_any_time() {
    bad=0
    for turn in $2; do
        cp ../old file
        env --default-signal=HUP,INT,TERM timeout -s "$1" "$(printf '0.%03d' "$turn")" "$program" fmt -w file >../out 2>../err
        { cmp -s ../old file || cmp -s ../new file; } && alone file || bad=$((bad + 1))
    done
    status=$bad
    good=no
    [ "$bad" -eq 0 ] && good=yes
    result "fmt -w, $3" "$good"
}

# Nothing can be done after SIGKILL, so the new file has no name until it is whole, where the system knows such files.
killed() {
    python3 -c 'import os; os.open(".", os.O_TMPFILE | os.O_RDWR)' 2>/dev/null ||
        { echo 'skipped: files after SIGKILL (no O_TMPFILE or python3)' && return; }
    before_its_name 9 'killed before it has a name'
    at_any_time 9 '10 20 30 40 50 60 70 80 90' 'killed at any time'
}

# A signal takes the temporary file away, at that moment and at any other.
interrupted() {
    hooked || return
    mkdir interrupted
    awk -v game="$game" 'BEGIN { for (i = 0; i < 5000; i++) print game " e3:1-e2 *" }' >old
    "$program" fmt old >new
    head -n 3 old >before
    cd interrupted || exit 2
    for signal in 2 15 1; do
        before_its_name "$signal" "with signal $signal before it is renamed"
        at_any_time "$signal" '9 18 27 36 45 54 63 72 81 90' "with signal $signal at any time"
    done
    killed
    cp ../old file
    LD_PRELOAD="$scratch/hook.so" HOOK=1 \
        ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" nohup "$program" fmt -w file >../out 2>../err
    status=$?
    good=no
    [ "$status" -eq 0 ] && cmp -s ../new file && alone file && good=yes
    result 'fmt -w below nohup' "$good"
    for change in 'echo >>file' 'cp ../old file' 'mv file file.bak; cp ../old file' 'rm file'; do
        rm -f file.bak
        cp ../old file
        LD_PRELOAD="$scratch/hook.so" HOOK="$change; cp file ../changed 2>/dev/null || rm -f ../changed; true" \
            ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" "$program" fmt -w file >../out 2>../err
        status=$?
        good=no
        [ "$status" -eq 2 ] && grep -q 'file has changed since it was read' ../err && [ "$(ls -A | grep -c catasta)" -eq 0 ] &&
            { cmp -s file ../changed || { [ ! -e file ] && [ ! -e ../changed ]; }; } && good=yes
        result "fmt -w, with '$change' meanwhile" "$good"
    done
    cd .. || exit 2
}

# A game that is written down is in its file as it was before a turn or after it, whatever ends the program: a signal
# that can be caught ends the input, and what was typed is there.
played() {
    hooked || return
    mkdir drafts
    printf '%s *\n' "$game" >draft-old
    printf 'e3:xd3\n' >draft-typed
    printf '%s e3:xd3 *\n' "$game" >draft-new
    awk 'BEGIN { print "play e3:xd3"; for (i = 0; i < 3000; i++) print "undo\nredo" }' >draft-sent
    cd drafts || exit 2
    for signal in 2 15 1; do
        cp ../draft-old file
        env --default-signal=$signal LD_PRELOAD="$scratch/hook.so" HOOK=$signal \
            ASAN_OPTIONS="${ASAN_OPTIONS:-}:verify_asan_link_order=0" "$program" play --in-place file \
            <../draft-typed >../out 2>../err
        status=$?
        good=no
        [ "$status" -eq 0 ] && cmp -s ../draft-new file && alone file && good=yes
        result "play --in-place, with signal $signal before the file is renamed" "$good"
    done
    bad=0
    for turn in 1 2 3 4 5 6 7 8 9; do
        cp ../draft-old file
        timeout -s KILL "0.0$turn" "$program" play --protocol --in-place file <../draft-sent >../out 2>../err
        cmp -s ../draft-old file || cmp -s ../draft-new file || bad=$((bad + 1))
    done
    status=$bad
    good=no
    [ "$bad" -eq 0 ] && good=yes
    result 'play --in-place, killed at any time' "$good"
    cp ../draft-old file
    "$program" play --in-place file <../draft-typed >/dev/full 2>../err
    status=$?
    good=no
    [ "$status" -eq 2 ] && cmp -s ../draft-old file && good=yes
    result 'play, whose output is lost' "$good"
    "$program" play --in-place file <../draft-typed >&- 2>../err
    status=$?
    good=no
    [ "$status" -eq 2 ] && cmp -s ../draft-old file && good=yes
    result 'play, whose output is closed' "$good"
    "$program" play --in-place file <&- >../out 2>../err
    status=$?
    good=no
    [ "$status" -eq 2 ] && cmp -s ../draft-old file && good=yes
    result 'play, whose input is closed' "$good"
    cd .. || exit 2
}

unreadable() {
    echo "$game" >fine
    mkdir -p directory
    run 'a folder, a missing file, and one to check' 2 3 catasta check directory missing fine
    says 'the one to check is checked' '1 game, 1 ply'
    if [ "$(id -u)" -ne 0 ]; then
        cp fine closed
        chmod 000 closed
        run 'a file that may not be read' 2 2 catasta check closed fine
        says 'and one that may' '1 game, 1 ply'
    fi
    run 'fmt -w of a folder' 2 1 catasta fmt -w directory
    run 'output into a folder' 2 1 catasta replay -o directory fine
    run 'a ruleset that is a folder' 2 1 catasta check -r ./directory fine
    run 'a ruleset that is no text' 2 2 catasta check -r "$program.yaml" fine
    ln -s loop loop
    run 'a link to itself' 2 2 catasta check loop
}

# What packs a thousand times its size, and what is no such file but for its first bytes.
packed() {
    filled x 200000000 | gzip -9 >bomb.gz
    run 'packed: 200 MB of no meaning' 1 5 catasta check bomb.gz
    { echo "$game"; echo '{'; filled x 200000000; } | gzip -9 >comment.gz
    run 'packed: a comment of 200 MB' 1 9 catasta check -j 4 comment.gz
    { printf '\037\213\010\000'; head -c 100000 /dev/urandom; } >noise.gz
    run 'packed: noise as gzip' 2 9 catasta check -f quiet noise.gz
    { printf '\050\265\057\375'; head -c 100000 /dev/urandom; } >noise.zst
    run 'packed: noise as Zstandard' 2 9 catasta check -f quiet noise.zst
    for i in $(seq 2000); do gzip -c </dev/null; done >empty.gz
    run 'packed: 2,000 times nothing' 0 1 catasta check empty.gz
    gzip -c bomb.gz >twice.gz
    run 'packed twice' 1 5 catasta check twice.gz
    rm -f bomb.gz comment.gz
}

# The system takes 128 KiB in a word.
conditions() {
    { echo '[White "'"$(filled a 60000)"'"]'; echo "$game e3:-e2 *"; } >named
    run 'a condition of many tests' 0 1 catasta check --where "plies = 1$(repeat ' or plies = 1' 8000)" named
    run 'a condition of many tags' 0 1 catasta check --where "not tag.X$(repeat ' and not tag.X' 7000)" named
    run 'a condition nested too deep' 2 3 catasta check --where "$(filled '(' 100000)" named
    run 'not, 20,000 times' 2 3 catasta check --where "$(repeat 'not ' 20000)legal" named
    run 'a text of 100 kB without an end' 2 3 catasta check --where "tag.X = '$(filled a 100000)" named
    run 'a text of 30 kB in one of 60 kB' 0 1 catasta check --where "tag.White ~ '$(filled a 30000)b'" named
    run 'a number of 100,000 digits' 0 1 catasta check --where "plies < $(filled 9 100000)" named
    run 'bytes that are no UTF-8' 2 3 catasta check --where "$(printf '\377\033[2J\202 ~ \001')" named
    run 'a turn of 100,000 characters' 0 1 catasta check --where "turn('$(filled '-' 100000)')" named
    run 'select: a name of 60 kB' 2 1 catasta select --split tag.White -o split named
    { echo "$game"; filled '(' 3000000; } >deep
    run 'select: nothing but parentheses' 0 5 catasta select --strip comments --first 0 deep
    awk -v game="$game" 'BEGIN { for (i = 0; i < 3000; i++) print "[Event \"" i "\"]\n" game " e3:-e2 *" }' >events
    run 'select: 3,000 files' 0 1 catasta select --split tag.Event -o events-split events
    good=no
    [ "$(ls events-split | wc -l)" -eq 3000 ] && good=yes
    result 'select: they are there' "$good"
    rm -rf events-split
    run 'select: output that is read' 2 1 catasta select -o events events
}

# Games that are all the same, and long ones that are the same up to their last turn.
equal_games() {
    awk 'function game(turns) { print "[Ruleset \"abande\"]\n" turns " *\n" >(file) }
        BEGIN {
            file = "equal"; for (i = 0; i < 100000; i++) game("d4 d5 c3")
            file = "huge"; for (i = 0; i < 20000; i++) turns = turns " e" 10 + i % 90
            for (i = 0; i < 8; i++) game(turns " e" 10 + i % 4) }'
    run 'select: 100,000 equal games' 0 1 catasta select --unique --where 'not tag.X' -o less equal
    good=no
    [ "$(wc -l <less)" -eq 2 ] && good=yes
    result 'select: one is left' "$good"
    run 'select: equal games of 100 kB' 0 1 catasta select --unique -o less huge
    good=no
    [ "$(grep -c Ruleset less)" -eq 4 ] && good=yes
    result 'select: four are left' "$good"
    rm -f equal huge less
}

# grows HEAD TAIL BYTES COMMAND...: each shape that is read, over and over for so many bytes on one line between HEAD and
# TAIL, and for twice as many: at most 2.4 times the instructions, where the square of the length would be four times.
# One run of valgrind counts them for all files, since it takes long to start: those until the function returns that
# reads a file, the same each time.  The first file is read twice, once for what is set up then.  The time is limited for
# what hangs; a machine may be much slower under valgrind.
grows() {
    head=$1 tail=$2 size=$3 files=grown/once.1 number=0
    shift 3
    [ "$1" = fmt ] && each=format_games || each=judge_games
    rm -rf grown && mkdir grown && cat >grown/shapes
    while IFS= read -r shape; do
        number=$((number + 1))
        count=$((size / ${#shape}))
        { printf "$head"; repeat "$shape" $count; echo "$tail"; } >grown/once.$number
        { printf "$head"; repeat "$shape" $((2 * count)); echo "$tail"; } >grown/twice.$number
        files="$files grown/once.$number grown/twice.$number"
    done <grown/shapes
    sh ./limited $((seconds * 16)) valgrind --tool=callgrind --callgrind-out-file=grown/out --dump-after=$each \
        "$program" "$@" $files >out 2>err </dev/null
    : >out
    number=0
    while IFS= read -r shape; do
        number=$((number + 2))
        once=$(sed -n 's/^totals: //p' grown/out.$number)
        twice=$(sed -n 's/^totals: //p' grown/out.$((number + 1)))
        status="$once and $twice instructions"
        good=no
        [ -n "$once" ] && [ -n "$twice" ] && [ $((10 * twice)) -le $((24 * once)) ] && good=yes
        result "$* of a line of '$shape'" "$good"
    done <grown/shapes
}

# No shape of a line may take the square of its length.
lines() {
    command -v valgrind >/dev/null || { echo 'skipped: instructions for lines without end (no valgrind)' && return; }
    tags='[Ruleset "accasta"]\n\n1. c3:\342\200\223d3 e3:-e2\n2. '
    grows "$tags" '' "$span" check -j 1 <<'END'
{
{}
}
(
)
(c3 
((x 
[
]
[] 
[c3
[c3] 
([c3] 
[[c3]] 
[a](b) 
[b 
[14:03] Anna: c3 
[White "x"] 
[Evnt x] 
1-0 [c3] 
1-0 {
1-0 a 
draw a c3 
White wins x 
- 
-- 
, 
|
| 
* | 
/ 
<
<b 
> 
=3D
&#45;
;;
a;
c3; 
1. - 5. - 
1) 
#1 
a1:
c3:-d3|
c3:-d3;-d4 
c3:\342\200\223d3,
**c3:-d3** 
"c3" 
\302\240c3
W c3-d4 
pass x 
c3-d3, 
e9xe8,f4+f5, 
A1>1, 
END
    grows "$tags" ' zz' "$span" check -j 1 <<'END'
- 
| 
1 
W 
x - 
W pass - 
( 
[ 
* 
a;
!
.c3
END
    grows '1. c3:-d3 e3:-e2\n2. ' '' "$span" check -j 1 -r accasta <<'END'
[c3](x) 
-- 
[a]
(c3) 
1-0 [c3] 
> 
END
    # What the clerk does for a few kilobytes has a bound that these reach.
    grows "$tags" '' $((2 * span)) check -j 1 -r accasta --from=typed <<'END'
{{
"(
|c3
"c3",
[["c3"],
**c3
END
    grows "$tags" ' zz' "$span" fmt <<'END'
- 
[c3](x) 
c3:-d3|
END
    grows "$tags" ' zz' "$span" fmt --fix <<'END'
- 
[c3](x) 
c3:-d3|
c3:-d3 x 
END
}

if [ "$limits" != only ]; then
    packed
    conditions
    equal_games
    long_things
    many_things
    typed
    nesting
    strange_bytes
    json
    huge_numbers
    pages
    alike_names
    many_players
    closed_output
    full_disk
    output_files
    formatted_files
    interrupted
    played
    unreadable
fi
many_matches
if [ "$limits" != no ]; then
    too_long
    memory
fi
[ "$limits" != only ] || lines
tally
