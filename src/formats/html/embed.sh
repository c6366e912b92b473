#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes C of the files of pages, page_html[] and so on of page.h and table_page.h, with
# the hash that a policy allows each by: embed.sh FILE... >page_files.c.  One is made of
# the files that begin with the page's name, after what is common to all pages.
#
# Arrays of numbers, not strings: C17 promises no more than 4095 bytes of those.
set -eu

# A file without the line of its licence and, unless it is HTML, its indentation and lines of comments: pages do not
# need them.
own_lines() {
    case $1 in
    *.html) sed '/SPDX-License-Identifier/d' "$1" ;;
    *) awk '/^ *\/\*/ { comment = 1 } !comment { sub(/^ */, ""); print } /\*\/ *$/ { comment = 0 }' "$1" ;;
    esac
}

# Those of FILE... that are of PAGE and end in .KIND, one after the other:
# all_of PAGE KIND FILE...
all_of() {
    page=$1
    kind=$2
    shift 2
    for file; do
        case ${file##*/} in
        common."$kind") [ "$page" = booklet ] || own_lines "$file" ;;
        "$page"*."$kind") own_lines "$file" ;;
        esac
    done
}

echo '/* Generated from src/formats/html by embed.sh. */'
echo '#include "formats/html/booklet.h"'
echo '#include "formats/html/page.h"'
echo '#include "formats/html/rules_page.h"'
echo '#include "formats/html/standings_page.h"'
for name in page.html page.css page.js table.css booklet.css rules.css; do
    page=${name%.*}
    kind=${name#*.}
    echo
    echo "const char ${page}_${kind}[] = {"
    all_of $page $kind "$@" | od -An -v -tu1 |
        awk '{ for (i = 1; i <= NF; i++) printf $i < 128 ? "%d," : "(char)%d,", $i; print "" }'
    echo '0};'
    [ $kind != html ] || continue
    hash=$(all_of $page $kind "$@" | sha256sum | awk -f "${0%/*}/policy.awk")
    echo "const char ${page}_${kind}_hash[] = \"$hash\";"
done
