#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints how many lines each folder has, how many functions there are, and how long the
# functions are.  The body of a function is the lines between "{" and "}" in the first
# column, as clang-format lays them out.
set -u
cd "$(dirname "$0")/.." || exit 2

files=$(find src grammar -name '*.[chly]')

# shellcheck disable=SC2086
awk '
{
    folder = FILENAME
    sub(/\/[^\/]*$/, "", folder)
    lines[folder]++
    all++
}
END {
    for (folder in lines)
        printf "%6d %s\n", lines[folder], folder | "LC_ALL=C sort -k2"
    close("LC_ALL=C sort -k2")
    printf "%6d lines\n", all
}' $files

# The length of every function body, longest first: LENGTH FILE:LINE NAME
# shellcheck disable=SC2086
awk '
FNR == 1 { start = 0; grammar = FILENAME ~ /\.[ly]$/; inside = !grammar }
grammar && /^%%/ { inside = ++sections[FILENAME] == 2 }
/^[A-Za-z_].*\(/ && !/;$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
inside && /^{/ { start = FNR }
inside && /^}/ && start { print FNR - start - 1, FILENAME ":" start, name; start = 0 }
' $files | LC_ALL=C sort -k1,1nr -k2 | awk '
{ size[NR] = $1; place[NR] = $2 " " $3 }
END {
    if (NR == 0)
        exit
    printf "\n%6d functions\n%6d lines at the median\n\nThe longest:\n", NR, size[int(NR / 2) + 1]
    for (i = 1; i <= NR && i <= 10; i++)
        printf "%6d %s\n", size[i], place[i]
}'
