#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the floors of the house: which folder may #include what, that no code
# outside src/games names a game, that no text of the library names the program or
# its options, that one file of the program alone writes to its standard streams, and
# that no two structs, unions or enums have the same tag, nor two files the same name, nor functions of more than two
# files, and that each file names its licence.
# Prints offenders as FILE:LINE: text.
set -u
cd "$(dirname "$0")/.." || exit 2

# A folder of src, grammar, or the top (catasta.h), and what its files may include of
# the project and of libraries; a folder stands for its headers.  "scanner.h", "parser.h"
# and "condition_parser.h" are what flex and bison make, turn_… what turn_forms.awk does, and sign_… sign_table.awk.
floors='
base        base utf8proc.h zlib.h zstd.h zstd_errors.h
board       board base
record      record turn_names.h turn_table.inc turn_readers.inc sign_table.inc base
ruleset     ruleset base yaml.h
games       games board ruleset record base
reader      reader scanner.h parser.h record catasta.h base
grammar     reader scanner.h parser.h record archive/condition_parts.h base
referee     referee games/game.h games/registry.h games/common.h games/match_rules.h games/sides.h record ruleset board base
tournament  tournament catasta.h games/match_rules.h base
archive     archive catasta.h condition_parser.h base
formats     formats tournament archive referee games/game.h games/sides.h record ruleset board base
top         top
library     library catasta.h base board record ruleset games reader referee tournament archive formats
util        util library/tools.h catasta.h
lsp         lsp convert/form_table.h util library/tools.h catasta.h jansson.h
convert     convert util library/tools.h catasta.h jansson.h sqlite3.h
engine      engine convert/form_table.h util library/tools.h catasta.h
index       index util library/tools.h catasta.h sqlite3.h
play        play convert/form_table.h util library/tools.h catasta.h
viewer      viewer play util library/tools.h catasta.h curses.h term.h
cli         cli convert/form_table.h engine/engine.h index/explore.h lsp/serving.h viewer/screen.h util library/tools.h catasta.h jansson.h
'
libraries='yaml.h utf8proc.h zlib.h zstd.h zstd_errors.h curses.h term.h jansson.h sqlite3.h' # everything else in <> is libc; versions.c asks all of them

# Tables of rules, whose examples are records and so must be of some game.
examples='src/record/syntax.c src/record/signs.c src/record/typed.c src/referee/clocks.c src/ruleset/ruleset_rules.c'

# A game is what a shipped ruleset is for.
games=$(awk '/^game:/ { print $2 }' rulesets/*.yaml | sort -u | tr '\n' ' ')

# Includes that the table does not allow, and one game's header in another's file.
check_includes() {
    awk -v floors="$floors" -v libraries="$libraries" -v games="$games" '
    BEGIN {
        rows = split(floors, row, "\n")
        for (i = 1; i <= rows; i++) {
            words = split(row[i], word, " ")
            for (j = 1; j <= words; j++)
                allowed[word[1], word[j]] = 1
        }
        game_count = split(games, game, " ")
    }
    FNR == 1 {
        parts = split(FILENAME, part, "/")
        floor = part[1] == "grammar" ? "grammar" : parts == 2 ? "top" : part[2]
        if (!((floor, floor) in allowed) && floor != "grammar")
            print FILENAME ":1: this folder has no row in tests/layers.sh"
    }
    function of_another_game(header,    i) {
        for (i = 1; i <= game_count; i++)
            if (index(header, "games/" game[i]) == 1 && index(part[parts], game[i]) != 1)
                return part[parts] != "registry.c"
        return 0
    }
    /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
        header = $0
        sub(/^[^<"]*[<"]/, "", header)
        sub(/[>"].*/, "", header)
        folder = header
        sub(/\/.*/, "", folder)
        libc = /</ && (index(" " libraries " ", " " header " ") == 0 || FILENAME == "src/cli/versions.c")
        if (!libc && (!((floor, header) in allowed || (floor, folder) in allowed) || of_another_game(header)))
            print FILENAME ":" FNR ": " $0
    }' "$@"
}

# Games named in code; a comment may give one as an example.
check_names() {
    awk -v games="$games" '
    BEGIN {
        game_count = split(games, game, " ")
    }
    FNR == 1 { inside = 0 }
    {
        line = $0
        code = ""
        while (line != "")
            if (inside) {
                end = index(line, "*/")
                line = end ? substr(line, end + 2) : ""
                inside = !end
            } else {
                start = index(line, "/*")
                code = code " " (start ? substr(line, 1, start - 1) : line)
                line = start ? substr(line, start + 2) : ""
                inside = start > 0
            }
        sub(/\/\/.*/, "", code)
        for (i = 1; i <= game_count; i++)
            if (match(tolower(code), "(^|[^a-z])" game[i] "([^a-z]|$)"))
                print FILENAME ":" FNR ": " $0
    }' "$@"
}

# Texts that name a command, an option or the program as the one that speaks.  A text
# may go on in the next line, after a quote at the end of the one and the begin of the other.
check_words() {
    awk '
    function look(text,    literal) {
        gsub(/\047\\?"\047/, "", text)
        while (match(text, /"([^"\\]|\\.)*"/)) {
            literal = substr(text, RSTART + 1, RLENGTH - 2)
            text = substr(text, RSTART + RLENGTH)
            if (literal ~ /(^|[^-])--[a-z]/ || literal ~ /[ (\047]-[a-zA-Z]([^a-zA-Z0-9-]|$)/ ||
                literal ~ /(^|[^a-z])catasta (check|explain|fmt|moves|perft|replay|rules|score|show)/ ||
                literal ~ /^catasta: /)
                print file ":" line ": " literal
        }
    }
    FNR == 1 {
        look(held)
        held = ""
    }
    {
        text = $0
        sub(/^[ \t]+/, "", text)
        if (held ~ /"$/ && text ~ /^"/) {
            held = substr(held, 1, length(held) - 1) substr(text, 2)
            next
        }
        look(held)
        held = text
        file = FILENAME
        line = FNR
    }
    END { look(held) }' "$@"
}

# Ways past src/util/output.c, which keeps control characters from terminals.  The screen
# is drawn by curses.
check_streams() {
    grep -nE '(^|[^a-z_/])(stdout|stderr|v?f?printf *\(|(f?puts|f?putc|putchar|perror|psignal) *\()' "$@" |
        grep -v -e '((format(printf, ' -e 'newterm(NULL, stdout, ' -e 'fflush(stdout);$'
}

# Tags of structs, unions and enums that two places define: each name is one thing.
check_tags() {
    awk '
    {
        line = $0
        while (match(line, /(struct|union|enum)[ \t]+[A-Za-z_][A-Za-z_0-9]*[ \t]*\{/)) {
            tag = substr(line, RSTART, RLENGTH)
            line = substr(line, RSTART + RLENGTH)
            gsub(/^[a-z]+[ \t]+|[ \t]*\{$/, "", tag)
            if (tag in first)
                print FILENAME ":" FNR ": the tag " tag " is also that of " first[tag]
            else
                first[tag] = FILENAME ":" FNR
        }
    }' "$@"
}

# Forms of turns outside of games, record and grammar.
check_forms() {
    forms=$(sed -n 's/^TURN_FORM(\([A-Z]*\),.*/\1/p' src/games/*.c src/games/*/*.c | paste -sd '|' -)
    grep -nE "TURN_($forms|FORM)([^A-Z]|\$)" "$@"
}

# Functions with a name that those of more than two files have, so that a search, a debugger and a reader find one.
check_function_names() {
    awk '
    FNR == 1 { name = "" }
    /^[A-Za-z].*[a-z_0-9]\(/ {
        match($0, /[a-z_][a-z_0-9]*\(/)
        name = substr($0, RSTART, RLENGTH - 1)
    }
    /^\{$/ && name != "" && !((name, FILENAME) in seen) {
        seen[name, FILENAME] = 1
        files[name] = files[name] " " FILENAME
        count[name]++
    }
    /[;}]$/ { name = "" }
    END {
        for (name in count)
            if (count[name] > 2)
                print "the function name " name " is in" files[name]
    }' "$@"
}

# Files with the name of another one.
check_file_names() {
    printf '%s\n' "$@" | awk '
    {
        name = $0
        sub(/.*\//, "", name)
        if (name in first)
            print $0 ":1: another file of this name is " first[name]
        else
            first[name] = $0
    }'
}

# Files, functions and members that the map names, and that are not there.
check_map() {
    grep -o '`[^` ]*`' "$1" | tr -d '\140' | sort -u | while read -r name; do
        case $name in
        */*.*) [ -e "src/$name" ] || [ -e "$name" ] ;;
        [a-z]*.*) find src -name "$name" | grep -q . ;;
        *[!a-z_.]*) ;;
        *) grep -rqw --include='*.[chly]' -- "${name##*.}" src ;;
        esac || echo "$1: $name is not there"
    done
}

# Source files that do not name their licence.
check_licences() {
    grep -L 'SPDX-License-Identifier: MIT' "$@" | sed 's/$/:1: no line with SPDX-License-Identifier/'
}

files=$(find src grammar -name '*.[chly]' | LC_ALL=C sort)
offenders=$(
    check_includes $files
    check_words $(printf '%s\n' $files src/formats/html/*.js src/formats/html/*.html | grep -v '^src/cli/\|^src/convert/\|^src/engine/\|^src/index/\|^src/lsp/\|^src/play/\|^src/util/\|^src/viewer/')
    check_names $(printf '%s\n' $files | grep -v '^src/games/\|^src/convert/\|^src/engine/' | grep -vxF "$(printf '%s\n' $examples)")
    check_streams $(printf '%s\n' $files | grep '^src/cli/\|^src/convert/\|^src/engine/\|^src/index/\|^src/lsp/\|^src/play/\|^src/util/\|^src/viewer/' | grep -vxF src/util/output.c)
    check_tags $files
    check_forms $(printf '%s\n' $files | grep -v '^src/games/\|^src/record/\|^grammar/')
    LC_ALL=C awk -v make=grammar -f src/record/turn_forms.awk $(printf '%s\n' $files | grep '^src/games/.*c$') man/sgn.5 | cmp -s - man/sgn.5 ||
        echo 'man/sgn.5: the forms of turns are not those of src/games; make rewrite'
    check_function_names $(printf '%s\n' $files | grep '\.c$')
    check_file_names $files
    check_map src/README.md
    ls -A | grep -vxE 'Makefile|grammar|src|rulesets|data|samples|tests|man|packaging|build|[A-Z]+(\.md)?|\..*' |
        sed 's/$/: is not of the top level/'
    check_licences Makefile packaging/debian/rules packaging/examples/pre-commit $(find src grammar tests packaging rulesets -name '*.*' |
        grep -E '\.([chly]|cc|cpp|sh|awk|js|mjs|ts|css|html|py|pl|lua|vim|inc|ya?ml)$' | grep -v '^tests/failures/files/')
)
[ -z "$offenders" ] && exit 0
printf '%s\n' "$offenders"
exit 1
