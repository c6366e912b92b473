# SPDX-License-Identifier: MIT
# Makes C of the messages in C files, for explain --all: messages[] of cli.h.
#
#     LC_ALL=C awk -f messages.awk src/*/*.c > messages.c
#
# A message is a string of at least two words, or what of it is on one line; facts that are formatted become "…".
# Tables of rules, which explain knows anyway, and markup are left out.

BEGIN { print "/* Generated from src by src/cli/messages.awk. */\n#include \"cli/cli.h\"\n\nconst char messages[] = \"\"" }

# The end of TEXT, a literal or adjacent ones joined; GAP is the code after it.
function finish(text, gap,    count, lines, i) {
    if (text ~ /^[a-z]+\/[a-z0-9-]+$/ && gap ~ /SEVERITY_/)
        in_rule = 1
    gsub(/\[%z?[a-z]\]/, "[…]", text)
    gsub(/\[%/, "[\001", text)
    gsub(/%([-+0-9.*]*[hlz]*[diouxXscf]|p[EJNSX])/, "…", text)
    gsub(/%$/, "…", text)
    gsub(/\001/, "%", text)
    count = in_rule ? 0 : split(text, lines, /\\n/)
    for (i = 1; i <= count; i++) {
        gsub(/^(\\[0-9]+|[ ,;:.])+|(\\[0-9]+|[ ,;:(])+$/, "", lines[i])
        if (lines[i] ~ /[a-z][a-z]['\'',;:)…]* ['\''(]*[a-z…{]|…['\'']* [a-z][a-z]/ && lines[i] !~ /<[a-z\/]|=\\"|\\$|^[{[]s|[{};]$|\$|^[BN][dl] |^(CREATE|INSERT|SELECT) / && !seen[lines[i]]++)
            print "\"    " lines[i] "\\n\""
    }
    if (gap ~ /}/)
        in_rule = 0
}

FNR == 1 { finish(text, gap); gap = text = "" }

{
    for (rest = $0; rest != ""; rest = substr(rest, RSTART + RLENGTH)) {
        if (!match(rest, in_comment ? "\\*/" : "\"([^\"\\\\]|\\\\.)*\"|'([^'\\\\]|\\\\.)*'|/\\*|//.*"))
            RSTART = length(rest) + 1 + (RLENGTH = 0)
        token = substr(rest, RSTART, RLENGTH)
        if (!in_comment)
            gap = gap substr(rest, 1, RSTART - 1)
        in_comment = in_comment ? token != "*/" : token == "/*"
        if (token !~ /^"/)
            continue
        if (gap ~ /[^ \t]/) {
            finish(text, gap)
            text = ""
        }
        text = text substr(token, 2, RLENGTH - 2)
        gap = ""
    }
}

END { finish(text, gap); print ";" }
