# SPDX-License-Identifier: MIT
# Makes C of ruleset files: embedded_rulesets[] of ruleset.h.
#
#     LC_ALL=C awk -f embed.awk rulesets/*.yaml > embedded.c
#
# Arrays of numbers, not strings: C17 promises no more than 4095 bytes of those.

BEGIN {
    for (code = 1; code < 256; code++)
        code_of[sprintf("%c", code)] = code
    print "/* Generated from rulesets/ by src/ruleset/embed.awk. */"
    print "#include \"ruleset/ruleset.h\""
}

function finish() {
    if (count > 0)
        print "0};"
}

function fail(message) {
    print "embed.awk: " message > "/dev/stderr"
    failed = 1
    exit 1
}

FNR == 1 {
    finish()
    name = FILENAME
    sub(/^.*\//, "", name)
    if (name !~ /^[a-z0-9-]+\.yaml$/)
        fail(FILENAME ": expected a name of small letters, digits and '-', ending in .yaml")
    sub(/\.yaml$/, "", name)
    if (name in seen)
        fail(FILENAME ": a second ruleset of this name")
    seen[name] = 1
    names[++count] = name
    printf "\nstatic const char yaml_%d[] = {", count
}

{
    line = ""
    for (i = 1; i <= length($0); i++) {
        code = code_of[substr($0, i, 1)]
        if (code == "")
            fail(FILENAME ":" FNR ": a byte that awk cannot tell; is LC_ALL=C set?")
        # A char may be signed; the constant then has its value.
        line = line (code < 128 ? code : sprintf("'\\x%02x'", code)) ","
    }
    print line "10,"
}

END {
    if (failed)
        exit 1
    finish()
    if (count != ARGC - 1)
        fail("an empty file, or none")
    print "\nconst struct embedded_ruleset embedded_rulesets[] = {"
    for (i = 1; i <= count; i++)
        printf "    {\"%s\", yaml_%d},\n", names[i], i
    print "    {NULL, NULL},\n};"
}
