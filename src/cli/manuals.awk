# SPDX-License-Identifier: MIT
# Makes C of manual pages, as text of 78 columns: manuals[] of cli.h.
#
#     LC_ALL=C awk -v games='abande accasta …' -f manuals.awk man/*.[157] > manuals.c
#
# The pages of games, of which the program itself makes the text, have none.
# It knows the macros of mdoc(7) that these pages use, and refuses any other.  Bold and underlined characters are written
# twice, with a backspace between, as pagers take them.

BEGIN {
    for (code = 1; code < 256; code++)
        code_of[sprintf("%c", code)] = code
    for (i = split("Ar u Cm b Dv p Em u Ev p Fl b Ic b Li p Nm b No p Ns p Pa u Sx p Sy b Xr p", word, " "); i > 0; i -= 2)
        font_of[word[i - 1]] = word[i]
    for (i = split("Bq [ ] Op [ ] Oo [ ] Pq ( ) Po ( ) Ql ‘ ’ Sq ‘ ’", word, " "); i > 0; i -= 3) {
        opening[word[i - 2]] = word[i - 1]
        closing[word[i - 2]] = word[i]
    }
    for (i = split("\\- - \\e \\ \\(dq \" \\(aq ' \\(if ∞", word, " "); i > 0; i -= 2)
        meant[word[i - 1]] = word[i]
    meant["\\&"] = ""
    print "/* Generated from man/ by src/cli/manuals.awk. */\n#include \"cli/cli.h\""
}

function fail(message) {
    print FILENAME ":" FNR ": manuals.awk: " message > "/dev/stderr"
    failed = 1
    exit 1
}

# Without escapes.
function plain(text,    at, escape, done) {
    while ((at = index(text, "\\")) > 0) {
        escape = substr(text, at, substr(text, at + 1, 1) == "(" ? 4 : 2)
        if (!(escape in meant))
            fail("unknown escape " escape)
        done = done substr(text, 1, at - 1) meant[escape]
        text = substr(text, at + length(escape))
    }
    return done text
}

function styled(text, font,    i, c, done) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        done = done (font == "p" || c >= "\200" ? "" : font == "u" ? "_\b" : c "\b") c
    }
    return done
}

# Columns that TEXT takes.
function width(text) {
    gsub(/.\b/, "", text)
    gsub(/[\200-\277]/, "", text)
    return length(text)
}

function spaces(count,    text) {
    while (length(text) < count)
        text = text " "
    return text
}

function put(line,    i, code, numbers) {
    for (i = 1; i <= length(line); i++) {
        code = code_of[substr(line, i, 1)]
        numbers = numbers (code < 128 ? "" : "(char)") code ","
    }
    print numbers "10,"
    empty = line == ""
}

# Puts what was gathered, which no line break parts, into the line, and begins to gather anew with TEXT.
function gather(text) {
    if (unit != "" && filled != "" && width(filled) + 1 + width(unit) > 78) {
        put(filled)
        filled = spaces(left + hang) unit
    } else if (unit != "")
        filled = filled (width(filled) < left ? spaces(left - width(filled)) : filled == "" ? "" : " ") unit
    unit = text
}

function add(text) {
    if (glued || whole)
        unit = unit (glued ? "" : " ") text
    else
        gather(text)
    glued = 0
}

function attach(text) {
    glued = 1
    add(text)
}

# Ends the line that is being filled.
function flush() {
    gather("")
    if (filled != "")
        put(filled)
    filled = ""
    glued = 0
}

function skip() {
    flush()
    if (!empty)
        put("")
}

function closes(text) {
    return text ~ /^[.,:;)\]?!]$/
}

# Adds the words FIRST to LAST: macros and what they are of.
function inline(first, last,    i, end, font, flag, ending) {
    for (end = last; end > first && closes(word[end]); end--)
        continue
    font = "p"
    for (i = first; i <= end; i++)
        if (word[i] in opening) {
            add(opening[word[i]])
            if (word[i] ~ /o$/)
                later = closing[word[i]]
            else
                ending = closing[word[i]] ending
            glued = 1
            whole = section == "SYNOPSIS"
            font = "p"
            flag = ""
        } else if (word[i] == "Pc" || word[i] == "Oc") {
            attach(later)
            font = "p"
        } else if (word[i] in font_of) {
            font = font_of[word[i]]
            flag = word[i] == "Fl" ? "-" : ""
            if (word[i] == "Ns")
                glued = 1
            else if (word[i] == "Xr") {
                add(word[i + 1] "(" word[i + 2] ")")
                i += 2
            } else if (word[i] == "Nm" && i == end)
                add(styled(name, font))
            else if (word[i] == "Ar" && (i == end || word[i + 1] in font_of))
                add(styled("file", font) " ...")
        } else if (closes(word[i]))
            attach(word[i])
        else
            add(word[i] == "|" ? "|" : styled(flag plain(word[i]), font))
    if (ending != "")
        attach(ending)
    whole = 0
    for (i = end + 1; i <= last; i++)
        attach(word[i])
    glued = word[end] == "Ns" || word[end] == "Po" || word[end] == "Oo"
}

# The number of columns of a -width or -column.
function columns(text) {
    return text == "Ds" ? 8 : length(plain(text)) + 2
}

FNR == 1 {
    if (NR > 1)
        finish()
    name = FILENAME
    gsub(/^.*\/|\.[0-9]$/, "", name)
    names[++count] = name
    sub(/^catasta-/, "", names[count])
    printf "\nstatic const char manual_%d[] = {\n", count
    empty = 1
    left = 0
}

function finish() {
    flush()
    print "0};"
}

/^\.(\\"|D[dt]|Os)/ { next }

literal && !/^\.Ed/ {
    put($0 == "" ? "" : spaces(left + indent) plain($0))
    next
}

!/^\./ {
    count_of_words = split($0, word, " ")
    for (i = 1; i <= count_of_words; i++)
        add(plain(word[i]))
    next
}

# The list that Bl begins.
function begin_list() {
    flush()
    outer[++lists] = left
    kind[lists] = substr($2, 2)
    compact[lists] = /-compact|-column/
    left += /-offset/ ? 6 : 0
    begin[lists] = left
    cells = item = 0
    for (rest = $0; match(rest, /"[^"]*"/); rest = substr(rest, RSTART + RLENGTH))
        cell[++cells] = columns(substr(rest, RSTART + 1, RLENGTH - 2))
    if (match($0, /-width [^" ]+/))
        cell[1] = columns(substr($0, RSTART + 7, RLENGTH - 7))
    left += kind[lists] == "column" ? 0 : kind[lists] == "tag" ? cell[1] : 4
    inside[lists] = left
}

# An item of a list of columns.
function put_columns(    i, from, at) {
    for (i = from = at = 1; i <= words + 1; i++)
        if (i > words || word[i] == "Ta") {
            inline(from, i - 1)
            gather("")
            left += cell[at++]
            from = i + 1
        }
    flush()
}

function begin_item() {
    if (compact[lists])
        flush()
    else
        skip()
    left = begin[lists]
    if (kind[lists] == "column") {
        put_columns()
        return
    }
    if (kind[lists] == "tag")
        inline(1, words)
    else
        add(kind[lists] == "enum" ? ++item "." : "•")
    gather("")
    left = inside[lists]
    if (width(filled) + 1 >= left)
        flush()
}

{
    macro = substr($1, 2)
    for (i = 2; i <= NF; i++)
        word[i - 1] = $i
    words = NF - 1
    if (macro == "Sh" || macro == "Ss") {
        skip()
        section = substr($0, 5)
        put((macro == "Ss" ? "  " : "") styled(section, "b"))
        left = 5
        hang = section == "SYNOPSIS" ? 8 : 0
        empty = 1
    } else if (macro == "Pp")
        skip()
    else if (macro == "br")
        flush()
    else if (macro == "Bd") {
        skip()
        literal = 1
        indent = /-offset/ ? 6 : 0
    } else if (macro == "Ed")
        literal = 0
    else if (macro == "D1" || macro == "Dl") {
        flush()
        left += 6
        inline(1, words)
        flush()
        left -= 6
    } else if (macro == "Nd") {
        add("–")
        inline(1, words)
    } else if (macro == "Bl")
        begin_list()
    else if (macro == "It")
        begin_item()
    else if (macro == "El") {
        flush()
        left = outer[lists--]
    } else if (macro in opening || macro in font_of || macro == "Pc") {
        if (section == "SYNOPSIS" && macro == "Nm")
            flush()
        word[0] = macro
        inline(0, words)
    } else
        fail("unknown macro " $1)
}

END {
    if (failed)
        exit 1
    finish()
    print "\nconst struct manual manuals[] = {"
    for (i = 1; i <= count; i++) {
        printf "    {\"%s\", manual_%d},\n", names[i], i
        all = all (i > 1 ? "|" : "") names[i]
    }
    for (i = split(games, word, " "); i > 0; i--) {
        printf "    {\"%s\", NULL},\n", word[i]
        all = all "|" word[i]
    }
    print "    {NULL, NULL},\n};\n\nconst char manual_names[] = \"" all "\";"
}
