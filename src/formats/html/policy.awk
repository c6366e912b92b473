# SPDX-License-Identifier: MIT
# What sha256sum prints, as a Content-Security-Policy has it: the bytes are in hexadecimal, and three of them at a time
# are four characters.
{
    for (i = 1; i <= 64; i++) {
        value = value * 16 + index("0123456789abcdef", substr($1, i, 1)) - 1
        if (i % 6 == 0) {
            hash = hash four(value)
            value = 0
        }
    }
    # Two bytes are left: three characters.
    print "sha256-" hash substr(four(value * 256), 1, 3) "="
}

function four(number,    text, j) {
    for (j = 1; j <= 4; j++) {
        text = substr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", number % 64 + 1, 1) text
        number = int(number / 64)
    }
    return text
}
