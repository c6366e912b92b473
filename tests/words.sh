#!/bin/sh
# SPDX-License-Identifier: MIT
# Finds phrases that read as translated, where people read: in manuals, READMEs, usage texts, explanations and messages
# (explain --all), catasta.h, rulesets and pages, and in the comments of src and grammar.
# words.sh CATASTA prints offenders as FILE:LINE: phrase -> what to write.
# It also checks that tests/cases/removed.txt tries each row of src/cli/removed.c.
set -u
cd "$(dirname "$0")/.." || exit 2
catasta=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What to write, and the phrase in small letters, of which the words may be on two lines.
phrases='
after = behind
report, print, write to = told|tells|telling
is, are = stands|stand in
if you ..., the ... that ... = ([.;:] |^)(who|whoever|what|whatever) [^.;:?]*[^ .;:?], (is|are|was|has|gets|goes|can|may|must)
those who, callers that = whoever|of who|by who|for who|what who
not a, without, nobody = (is|are|was|were|be|being) (no|none)
without, not in any = (of|in|for|at|by|from|on|as) no [a-z]+
spaces = blanks
a newline = (a|the|each|every|its) line end
instead of = in (the|its|their|his) stead
your own, their own, the = one.s|oneself
a player, you = one (may|must|can|moves|wants|gives|takes|controls)
prints, shows = may be asked for
moves N cells = goes [^ ]+ cells?
comma-separated = (by|with) commas( between)?
space-separated = by spaces
partly, half = by halves
breaks ties, tie-breaks = (what|which) parts|parts? (those|players)
how it was reached = comes? about|came about
anyway, too = all the same
that many, this number of = so (many|much)
valid = without faults
search, find = looked for
this way, as that = (read|written|judged|marked|named|begins?|called|packed|meant|said) so
'

# Phrases that are right after all, and why.
allowed='
(there|if any|it) (is|are|was|were|may be|must be|can be) no(ne)?( |[.,;]|$)   there is no other way to say it
read so far                                                                 a time
no (longer|more|less|fewer|later|further|matter|one)                        comparisons
so much (for|as|more|less)                                                  idioms
none of                                                                     English
left-behind                                                                 an id
who met whom                                                                 a table
(only|not|than|as) so (many|much)                                           idioms
(separated|joined) by (commas|spaces)                                       plain
(this|that|each|every|which|first|last|next|other|only|no) one (may|must|can|moves|wants|has|gives|takes|controls)   not "man"
'

# The message of each row, which must be a line of the transcript.
awk '
function value(    text) {
    match(table, /^(NULL|"([^"\\]|\\.)*")/)
    text = RLENGTH < 0 ? "" : substr(table, 1, RLENGTH)
    table = substr(table, RLENGTH + 1)
    sub(/^(, |\},? *)/, "", table)
    gsub(/^"|"$|^NULL$/, "", text)
    gsub(/\\"/, "\"", text)
    return text
}
/^\};/ { inside = 0 }
inside {
    sub(/^ */, " ")
    table = table $0
}
/removed\[\] = \{$/ { inside = 1 }
END {
    gsub(/" +"/, "", table)
    while (sub(/^ *\{/, "", table)) {
        of = value()
        what = value()
        print "catasta: there is no \047" (of == "" ? "" : of " ") what "\047 any more; " value()
    }
    if (table !~ /^ *$/)
        print "src/cli/removed.c: cannot read " table
}' src/cli/removed.c >"$scratch/removed"
awk -F'"' '/^\};/ { inside = 0 } inside { was = NF - 3; print "catasta: --" $was " is now --" $(NF - 1) ", and the old name will be an error in the next version" }
    /renamed\[\] = \{$/ { inside = 1 }' src/cli/removed.c >>"$scratch/removed"
[ -s "$scratch/removed" ] || echo 'src/cli/removed.c: no rows' >"$scratch/removed"
untried=0
grep -vxFf tests/cases/removed.txt "$scratch/removed" && untried=1

# Every text becomes a file of its own name.
mkdir "$scratch/help" "$scratch/explain"
{
    "$catasta" --help
    for command in $("$catasta" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        "$catasta" "$command" --help
    done
} >"$scratch/help/usage"
"$catasta" explain --all >"$scratch/explain/all"

# Comments of C sources, on the lines where they are; names in capitals are parameters.
find src grammar -type d | sed "s|^|$scratch/|" | xargs mkdir -p
find src grammar -name '*.[chly]' ! -name catasta.h | xargs awk -v scratch="$scratch/" '
    FNR == 1 {
        close(out)
        out = scratch FILENAME
        inside = 0
    }
    {
        line = $0
        comment = ""
        while (line != "")
            if (inside) {
                end = index(line, "*/")
                comment = comment " " (end ? substr(line, 1, end - 1) : line)
                line = end ? substr(line, end + 2) : ""
                inside = !end
            } else {
                start = index(line, "/*")
                line = start ? substr(line, start + 2) : ""
                inside = start > 0
            }
        gsub(/[A-Z][A-Z]+/, "NAME", comment)
        print comment >out
    }'

awk -v phrases="$phrases" -v allowed="$allowed" -v scratch="$scratch/" '
BEGIN {
    rows = split(phrases, row, "\n")
    for (i = 1; i <= rows; i++)
        if (split(row[i], part, / = /) == 2) {
            better[++count] = part[1]
            phrase[count] = "(^|[^a-z_%{\/`-])(" part[2] ")($|[^a-z_-])"
        }
    rows = split(allowed, row, "\n")
    for (i = 1; i <= rows; i++) {
        sub(/   .*/, "", row[i])
        if (row[i] != "")
            right[++exceptions] = row[i]
    }
}
function is_right(text,    i) {
    for (i = 1; i <= exceptions; i++)
        if (text ~ right[i])
            return 1
    return 0
}
FNR == 1 { held = "" }
{
    line = tolower($0)
    sub(/^\.(ql|li) .*/, "NAME", line)         # notation in mdoc, and other macros
    sub(/^\.([a-z][a-z] )?/, "", line)
    if (FILENAME ~ /\.md$/)
        gsub(/`[^`]*`/, "NAME", line)
    gsub(/(^|[ \t])([\/*#]|\/\/|\*\/|-)([ \t]|$)/, " ", line)
    gsub(/[ \t]+/, " ", line)
    sub(/^ /, "", line)
    text = held line
    for (i = 1; i <= count; i++) {
        rest = text
        before = ""
        while (match(rest, phrase[i])) {
            place = length(before) + RSTART
            context = substr(text, place > 24 ? place - 24 : 1, RLENGTH + 40)
            found = substr(rest, RSTART, RLENGTH)
            if (place + RLENGTH > length(held) + 1 && !is_right(context)) {
                name = FILENAME
                if (index(name, scratch) == 1)
                    name = substr(name, length(scratch) + 1)
                print name ":" FNR ": " found " -> " better[i] ": " context
                bad = 1
            }
            before = before substr(rest, 1, RSTART + RLENGTH - 2)
            rest = substr(rest, RSTART + RLENGTH - 1)
        }
    }
    held = line == "" || /^    / && FILENAME ~ /explain.all$/ ? "" : substr(line, length(line) > 40 ? length(line) - 40 : 1) " "
}
END { exit bad }' man/*.[1-7] ./*.md src/README.md src/games/README.md tests/README.md packaging/*/README* \
    src/catasta.h src/formats/html/page.html packaging/referee/referee.html packaging/debian/control man/*.json \
    rulesets/*.yaml tests/corpus/README.md "$scratch/help/usage" "$scratch/explain/all" \
    $(find "$scratch/src" "$scratch/grammar" -type f) && [ $untried -eq 0 ]
