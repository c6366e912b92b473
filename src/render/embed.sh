#!/bin/sh
# Makes C of the files of the page, page_html[] and so on of page.h, with the hash that
# its policy allows each by: embed.sh FILE... >page_files.c.  Of several files of a kind
# one is made.
#
# Arrays of numbers, not strings: C17 promises no more than 4095 bytes of those.
set -eu

# Those of FILE... that end in .KIND, one behind the other: all_of KIND FILE...
all_of() {
    kind=$1
    shift
    for file; do
        case $file in
        *."$kind") cat "$file" ;;
        esac
    done
}

echo '/* Generated from src/render by embed.sh. */'
echo '#include "render/page.h"'
for kind in html css js; do
    echo
    echo "const char page_${kind}[] = {"
    all_of $kind "$@" | od -An -v -tu1 |
        awk '{ for (i = 1; i <= NF; i++) printf $i < 128 ? "%d," : "(char)%d,", $i; print "" }'
    echo '0};'
    [ $kind != html ] || continue
    # The hash as bytes in hexadecimal; three of them at a time are four characters.
    all_of $kind "$@" | sha256sum | awk -v kind=$kind '
    {
        for (i = 1; i <= 64; i++) {
            value = value * 16 + index("0123456789abcdef", substr($1, i, 1)) - 1
            if (i % 6 == 0) {
                hash = hash four(value)
                value = 0
            }
        }
        # Two bytes are left: three characters.
        printf "const char page_%s_hash[] = \"sha256-%s%s=\";\n", kind, hash, substr(four(value * 256), 1, 3)
    }
    function four(number,    text, j) {
        for (j = 1; j <= 4; j++) {
            text = substr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", number % 64 + 1, 1) text
            number = int(number / 64)
        }
        return text
    }'
done
