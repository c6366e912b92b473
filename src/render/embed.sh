#!/bin/sh
# Makes C of the files of the page, page_html[] and so on of page.h, with the hash that
# its policy allows each by: embed.sh FILE... >page_files.c
#
# Arrays of numbers, not strings: C17 promises no more than 4095 bytes of those.
set -eu

echo '/* Generated from src/render by embed.sh. */'
echo '#include "render/page.h"'
for file; do
    name=$(basename "$file" | tr . _)
    echo
    echo "const char $name[] = {"
    od -An -v -tu1 "$file" | awk '{ for (i = 1; i <= NF; i++) printf $i < 128 ? "%d," : "(char)%d,", $i; print "" }'
    echo '0};'
    # The hash as bytes in hexadecimal, three of them at a time being four characters.
    sha256sum "$file" | awk -v name="$name" '
    {
        hex = substr($1, 1, 64)
        for (i = 1; i <= 64; i++) {
            value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
            if (i % 6 == 0) {
                hash = hash four(value)
                value = 0
            }
        }
        # Two bytes are left: three characters.
        printf "const char %s_hash[] = \"sha256-%s%s=\";\n", name, hash, substr(four(value * 256), 1, 3)
    }
    function four(number,    text, j) {
        for (j = 1; j <= 4; j++) {
            text = substr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", number % 64 + 1, 1) text
            number = int(number / 64)
        }
        return text
    }'
done
