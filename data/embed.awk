# SPDX-License-Identifier: MIT
# Makes C of the tables of signs and words, as text: typed_signs[] and typed_words[] of typed.h.
#
#     LC_ALL=C awk -f data/embed.awk data/signs.tsv data/words/*.tsv > typed_data.c
#
# Arrays of numbers, not strings: C17 promises no more than 4095 bytes of those.

BEGIN {
    for (code = 1; code < 256; code++)
        code_of[sprintf("%c", code)] = code
    print "/* Generated from data/ by data/embed.awk. */"
    print "#include \"convert/typed.h\""
    print "const char typed_signs[] = {"
}

FNR == 1 && NR > 1 && !words {
    print "0};\nconst char typed_words[] = {"
    words = 1
}

/^#/ { next }

{
    line = ""
    for (i = 1; i <= length($0); i++)
        line = line "(char)" code_of[substr($0, i, 1)] ","
    print line "10,"
}

END { print "0};" }
