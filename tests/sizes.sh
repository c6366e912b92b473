#!/bin/sh
# Prints how long functions and files are; fails when one is longer than the
# house allows.  A function's body is what stands between a "{" and a "}" in the
# first column, which is how clang-format writes them, and nothing else is.
set -u
cd "$(dirname "$0")/.." || exit 2

most_in_function=80
most_at_median=12
most_in_nine_of_ten=40

# The length of every function body, longest last: LENGTH FILE:LINE NAME
functions() {
    awk '
    FNR == 1 { start = 0; grammar = FILENAME ~ /\.[ly]$/; inside = !grammar }
    grammar && /^%%/ { inside = ++sections[FILENAME] == 2 }
    /^[A-Za-z_].*\(/ && !/;$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
    inside && /^{/ { start = FNR }
    inside && /^}/ && start { print FNR - start - 1, FILENAME ":" start, name; start = 0 }
    ' "$@" | sort -n
}

report_functions() {
    awk -v most="$most_in_function" -v most_median="$most_at_median" -v most_nine="$most_in_nine_of_ten" '
    { size[NR] = $1; place[NR] = $2 " " $3; long += $1 > most_nine }
    function limit(what, value, allowed) {
        printf "%-34s %4d of %4d%s\n", what, value, allowed, (value > allowed ? "  too many" : "")
        bad += value > allowed
    }
    END {
        if (NR == 0)
            exit 0
        print NR " functions"
        limit("lines at the median", size[int((NR + 1) / 2)], most_median)
        limit("lines at the 90th percentile", size[int(NR * 0.9 + 0.999999)], most_nine)
        limit("lines in the longest", size[NR], most)
        for (i = NR; i > 0 && i > NR - 5; i--)
            printf "    %4d %s\n", size[i], place[i]
        for (i = NR - 5; i > 0 && size[i] > most; i--)
            printf "    %4d %s\n", size[i], place[i]
        exit bad > 0
    }'
}

report_files() {
    awk '
    { lines[FILENAME]++ }
    END {
        for (file in lines) {
            most = file == "Makefile" ? 200 : file ~ /^grammar\// ? 250 : 800
            if (lines[file] > most) {
                printf "%s:%d: longer than %d lines\n", file, lines[file], most
                bad = 1
            }
            total += lines[file]
            if (lines[file] > longest) {
                longest = lines[file]
                name = file
            }
        }
        printf "%d lines of files, the longest has %d: %s\n", total, longest, name
        exit bad
    }' "$@"
}

status=0
functions $(find src grammar -name '*.[chly]') | report_functions || status=1
report_files Makefile $(find src grammar -name '*.[chly]') || status=1
exit "$status"
