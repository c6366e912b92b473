# SPDX-License-Identifier: MIT
# Makes the table of src/record/signs.c of the characters of data/signs.tsv: {code point, sign}, in their order.
#
#     LC_ALL=C awk -f src/record/sign_table.awk data/signs.tsv > sign_table.inc

BEGIN {
    FS = "\t"
    for (byte = 1; byte < 256; byte++)
        code_of[sprintf("%c", byte)] = byte
    meant["SPACE"] = " "
    meant["NEWLINE"] = "\\n"
    meant["NOTHING"] = "\\1"
}

# The code point of CHARACTER, in UTF-8 or as U+XXXX; 0: it is more than one character, or of ASCII.
function code_point(character,    code, length_, i, lead) {
    if (character ~ /^U\+/) {
        for (i = 3; i <= length(character); i++)
            code = 16 * code + index("0123456789ABCDEF", substr(character, i, 1)) - 1
        return code < 128 ? 0 : code
    }
    lead = code_of[substr(character, 1, 1)]
    length_ = lead < 192 ? 0 : lead < 224 ? 2 : lead < 240 ? 3 : 4
    if (length(character) != length_)
        return 0
    code = lead % (length_ == 2 ? 32 : length_ == 3 ? 16 : 8)
    for (i = 2; i <= length_; i++)
        code = 64 * code + code_of[substr(character, i, 1)] % 64
    return code
}

/^# / { next }

length($1) == 1 || $1 in meant {
    sign = $1 in meant ? meant[$1] : $1 == "'" || $1 == "\\" ? "\\" $1 : $1
    for (i = 2; i <= NF; i++) {
        code = code_point($i)
        if (code == 0)
            continue
        for (at = count++; at > 0 && codes[at] > code; at--) {
            codes[at + 1] = codes[at]
            signs[at + 1] = signs[at]
        }
        codes[at + 1] = code
        signs[at + 1] = sign
    }
}

END {
    for (i = 1; i <= count; i++)
        printf "{0x%04X, '%s'},\n", codes[i], signs[i]
}
