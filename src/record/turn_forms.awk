# SPDX-License-Identifier: MIT
# Collects the forms of turns, TURN_FORM(NAME, "expression"), of C files; record/turn_forms.h has the language.
#
#     LC_ALL=C awk -v make=WHAT -f turn_forms.awk src/games/*.c src/games/*/*.c [grammar/record.l | man/sgn.5]
#
# names     the forms as enumerators of enum turn_shape
# table     a row of turn_forms[] for each: the places of its expression (Glushkov's automaton)
# readers   a function for each, which takes the parts of a turn as a descent through its expression
# scanner   record.l with the patterns of the forms
# grammar   sgn.5 with the rules of the forms

BEGIN {
    for (i = 1; i < 128; i++)
        ord[sprintf("%c", i)] = i
    # What stands for a part, with the words that messages have for it.
    atom["cell"] = "[a-wyz]? [a-z] [1-9] [0-9]*"; called["cell"] = "a cell"
    atom["square"] = "[a-z] [1-9] [0-9]*";        called["square"] = "a cell"
    atom["tile"] = "[A-Za-z] [0-9]+";             called["tile"] = "a tile"
    atom["drawn"] = "tile | [A-Za-z]? '?'";       called["drawn"] = "a tile"
    atom["count"] = atom["digits"] = "[0-9]+";    called["count"] = called["digits"] = "a number"
    atom["digit"] = "[0-9]";                      called["digit"] = "a digit"
    atom["letter"] = "[A-Za-z]";                   called["letter"] = "the letter of a piece"
    in_page["letter"] = "[A-Z]"
    in_page["drawn"] = "(tile | [A-Z]? '?')"
    in_page["count"] = in_page["digits"] = "[0-9]+"
    in_page["digit"] = "[0-9]"
}

function fail(why) {
    print "turn_forms.awk: " form ": " why > "/dev/stderr"
    failed = 1
    exit 1
}

# Nodes: how[], .text, .into (what a sign is for) and .kids, separated by spaces.

function node(what, text, kids, field) {
    how[++nodes] = what
    text_of[nodes] = text
    kids_of[nodes] = kids
    into[nodes] = field
    return nodes
}

function starts(what) {
    sub(/^ +/, "", rest)
    return match(rest, "^" what)
}

function eat(    token) {
    token = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    return token
}

function choice(    kids, count) {
    for (kids = row(); starts("\\|"); count++) {
        eat()
        kids = kids " " row()
    }
    return count ? node("choice", "", kids) : kids
}

function row(    kids, count) {
    for (; starts("[^ |)]"); count++)
        kids = kids " " item()
    if (!count)
        fail("nothing where something is expected: " rest)
    return count > 1 ? node("row", "", substr(kids, 2)) : substr(kids, 2)
}

function item(    it, field) {
    if (starts("\\(")) {
        eat()
        it = choice()
        if (!starts("\\)"))
            fail("a parenthesis is not closed")
        eat()
    } else {
        if (starts("(mark|count|letter|word)['[]")) {
            RLENGTH--
            field = eat()
        }
        if (starts("'[^']+'")) {
            it = node("literal", substr(rest, 2, RLENGTH - 2), "", field)
            eat()
        } else if (starts("\\[[^]]+\\]"))
            it = node("class", eat(), "", field)
        else if (starts("[A-Za-z]+"))
            it = named()
        else
            fail("cannot read: " rest)
    }
    if (starts("[?*+]"))
        return node(eat(), "", it)
    return it
}

function named(    name, later, inside) {
    name = eat()
    if (name == "B" || name == "W")
        return node("blank", name)
    later = rest
    if (name in atom)
        rest = atom[name]
    else if ((form, name) in meaning)
        rest = meaning[form, name]
    else
        fail("no part is called " name)
    inside = choice()
    rest = later
    return node(name in atom ? "atom" : "part", name, inside)
}

# The characters of a node that is one sign or one of several.
function members(it,    text, i, from, chars) {
    text = text_of[it]
    if (how[it] == "literal")
        return text
    for (i = 2; i < length(text); i++)
        if (substr(text, i + 1, 1) == "-" && i + 2 < length(text)) {
            for (from = ord[substr(text, i, 1)]; from <= ord[substr(text, i + 2, 1)]; from++)
                chars = chars sprintf("%c", from)
            i += 2
        } else
            chars = chars substr(text, i, 1)
    return chars
}

function is_sign(it) { return (how[it] == "literal" || how[it] == "class") && members(it) ~ /[^A-Za-z0-9]/ }

# The automaton: which places may be the first and the last of a node, and follow each other.

function put(set, more,    list, count, i) {
    count = split(more, list, " ")
    for (i = 1; i <= count; i++)
        if (index(set, " " list[i] " ") == 0)
            set = set list[i] " "
    return set
}

function place(chars) {
    takes[++places] = any_case ? tolower(chars) toupper(chars) : chars
    follow[places] = wants[places] = " "
    return " " places " "
}

function join(before, after,    list, count, i) {
    count = split(before, list, " ")
    for (i = 1; i <= count; i++)
        follow[list[i]] = put(follow[list[i]], after)
}

# What is wanted where SET begins.
function want(set, words,    list, count) {
    for (count = split(set, list, " "); count > 0 && !atoms; count--)
        wants[list[count]] = words
}

function automaton(it,    kid, kids, i, after) {
    kids = split(kids_of[it], kid, " ")
    atoms += how[it] == "atom"
    stars += how[it] == "*"
    for (i = 1; i <= kids; i++)
        automaton(kid[i])
    atoms -= how[it] == "atom"
    stars -= how[it] == "*"
    empty[it] = how[it] ~ /^[?*]$/ || how[it] == "blank" && text_of[it] == "B"
    first[it] = last[it] = " "
    if (how[it] == "blank") {
        first[it] = last[it] = place(" \t")
        join(first[it], first[it])
    } else if (how[it] == "class") {
        first[it] = last[it] = place(members(it))
        want(first[it], one_of(members(it)))
    } else if (how[it] == "literal") {
        for (i = 1; i <= length(text_of[it]); i++) {
            after = place(substr(text_of[it], i, 1))
            join(last[it], after)
            if (i == 1)
                first[it] = after
            last[it] = after
        }
        want(first[it], "'" text_of[it] "'")
    } else if (how[it] == "row") {
        empty[it] = 1
        for (i = 1; i <= kids; i++) {
            join(last[it], first[kid[i]])
            if (empty[it])
                first[it] = put(first[it], first[kid[i]])
            last[it] = empty[kid[i]] ? put(last[it], last[kid[i]]) : last[kid[i]]
            empty[it] = empty[it] && empty[kid[i]]
            if (how[kid[i]] == "part" && how[kid[after]] == "literal")
                want(first[kid[after]], "'" text_of[kid[after]] "' and " (stars ? "another " : article(text_of[kid[i]]) " ") text_of[kid[i]])
            if (how[kid[i]] != "blank")
                after = i
        }
    } else {
        for (i = 1; i <= kids; i++) {
            first[it] = put(first[it], first[kid[i]])
            last[it] = put(last[it], last[kid[i]])
            empty[it] = empty[it] || empty[kid[i]]
        }
        if (how[it] ~ /[*+]/)
            join(last[it], first[it])
        if (how[it] == "atom")
            want(first[it], called[text_of[it]])
        else if (how[it] == "part" && (form, text_of[it]) in such)
            want(first[it], article(text_of[it]) " " text_of[it] " such as " such[form, text_of[it]])
    }
}

function article(noun) { return noun ~ /^[aeiou]/ ? "an" : "a" }

function one_of(chars,    i, text) {
    for (i = 1; i <= length(chars); i++)
        text = text (i == 1 ? "" : i == length(chars) ? " or " : ", ") "'" substr(chars, i, 1) "'"
    return text
}

# Bits BASE to BASE + 63 of a set of numbers.
function mask(set, base,    nibble, i, value, hex) {
    for (nibble = 15; nibble >= 0; nibble--) {
        value = 0
        for (i = 3; i >= 0; i--)
            value = 2 * value + (index(set, " " (base + 4 * nibble + i) " ") > 0)
        hex = hex sprintf("%x", value)
    }
    sub(/^0+/, "", hex)
    return hex == "" ? "0" : "0x" hex
}

function codes(chars,    i, set) {
    for (i = 1; i <= length(chars); i++)
        set = set " " ord[substr(chars, i, 1)]
    return set " "
}

function quoted(text) {
    gsub(/[\\"]/, "\\\\&", text)
    return "\"" text "\""
}

# Whether some turn has no sign: it may be a word of any text.
function is_bare(    states, list, count, before, i) {
    for (states = first[top]; states != before;) {
        before = states
        count = split(states, list, " ")
        for (i = 1; i <= count; i++)
            if (takes[list[i]] ~ /[A-Za-z0-9]/)
                states = put(states, follow[list[i]])
    }
    for (count = split(states, list, " "); count > 0; count--)
        if (takes[list[count]] ~ /[A-Za-z0-9]/ && index(last[top], " " list[count] " ") > 0)
            return 1
    return 0
}

# Whether a cell alone is covered.
function covers_cell(    i, states, list, count, now) {
    states = first[top]
    for (i = 1; i <= 2; i++) {
        count = split(states, list, " ")
        now = states = " "
        for (; count > 0; count--)
            if (index(takes[list[count]], substr("a1", i, 1)) > 0) {
                now = put(now, list[count])
                states = put(states, follow[list[count]])
            }
    }
    for (count = split(now, list, " "); count > 0; count--)
        if (index(last[top], " " list[count] " ") > 0)
            return 1
    return 0
}

function print_table(    i, text) {
    if (places > 64)
        fail("more than 64 places")
    printf "    [TURN_%s] = {%s, %s, (const struct turn_place[]){\n", form, mask(down(first[top]), 0), mask(down(last[top]), 0)
    for (i = 1; i <= places; i++) {
        text = codes(takes[i])
        printf "        {%s, {%s, %s}, %s},\n", mask(down(follow[i]), 0), mask(text, 0), mask(text, 64), wants[i] == " " ? "NULL" : quoted(wants[i])
    }
    printf "    }, %s, %s, %s, %s},\n", is_bare() ? "true" : "false", covers_cell() ? "true" : "false", any_case ? "true" : "false", advice
}

# Places from 0.
function down(set,    list, count, i, text) {
    count = split(set, list, " ")
    for (i = 1; i <= count; i++)
        text = text " " (list[i] - 1)
    return text " "
}

# The readers: what a node is in C, an expression that is true where it takes something.

function test(chars,    i, from, text, next_char) {
    next_char = any_case ? "small_letter(*t->at)" : "*t->at"
    if (any_case)
        chars = tolower(chars)
    for (i = 1; i <= length(chars); i = from) {
        for (from = i + 1; from <= length(chars) && ord[substr(chars, from, 1)] == ord[substr(chars, from - 1, 1)] + 1;)
            from++
        if (from - i > 2)
            text = text " || is_among(" next_char ", " c_char(substr(chars, i, 1)) ", " c_char(substr(chars, from - 1, 1)) ")"
        else
            for (; i < from; i++)
                text = text " || " next_char " == " c_char(substr(chars, i, 1))
    }
    return substr(text, 5)
}

function c_char(char) { return char == "'" || char == "\\" ? "'\\" char "'" : "'" char "'" }

function define(name, keeps, body) {
    functions = functions "READER " name "(struct taking *t)\n{\n" (keeps ? "    struct kept kept[" keeps "];\n" : "") body "}\n\n"
}

function reader(it,    kid, kids, i, text, slot, most, outer) {
    kids = split(kids_of[it], kid, " ")
    if (how[it] == "part" && !within) {
        text = tolower(form) "_" text_of[it]
        if (!(text in written)) {
            written[text] = within = 1
            outer = kept
            slots = kept = 0
            part = reader(kid[1])
            define(text, kept, "    return begin_part(t, " first_count(it) ") && " part " && end_part(t);\n")
            kept = outer
            within = 0
        }
        return text "(t)"
    }
    if (how[it] == "blank")
        return "take_blanks(t, " (text_of[it] == "W" ? "true" : "false") ")"
    if (how[it] == "part")
        return "(" reader(kid[1]) ")"
    if (how[it] == "atom" || into[it] != "")
        return within ? sign(it) : "begin_part(t, " first_count(it) ") && " sign(it) " && end_part(t)"
    if (how[it] == "literal" && length(text_of[it]) > 1)
        return word("take_word", it)
    if (how[it] == "literal" || how[it] == "class")
        return "take_sign(t, " test(members(it)) ")"
    if (how[it] == "row") {
        for (i = 1; i <= kids; i++)
            text = text (i > 1 ? " && " : "") reader(kid[i])
        return text
    }
    if (how[it] == "choice") {
        slot = slots
        for (i = 1; i <= kids; i++) {
            slots = slot
            text = text (i > 1 ? " || " : "") (i < kids ? whole(kid[i]) : "(" reader(kid[i]) ")")
            most = slots > most ? slots : most
        }
        slots = most
        return "(" text ")"
    }
    if (how[it] == "?" && within && how[kid[1]] == "atom" && text_of[kid[1]] ~ /^(count|digits)$/)
        return "take_digits_if_any(t)"
    if (how[it] == "?")
        return "(" whole(kid[1]) " || true)"
    if (within)
        fail("a part repeats something")
    outer = kept
    kept = 1
    text = reader(kid[1])
    define(tolower(form) "_more" (++repeats), kept, "    do\n        keep(t, &kept[0]);\n    while (has_room(t) && " text ");\n    return !drop(t, &kept[0]);\n")
    kept = outer
    return (how[it] == "+" ? text " && " : "") tolower(form) "_more" repeats "(t)"
}

# Likewise, and nothing is taken where it is false.
function whole(it,    at, suffix) {
    if (within && (how[it] == "atom" || how[it] == "literal" || how[it] == "class"))
        return reader(it)
    at = "(t, &kept[" (kept++) "])"
    suffix = within ? "_part" : ""
    return "((keep" suffix at ", " reader(it) ") || drop" suffix at ")"
}

# Of pieces 1 where none is written, of digits 0.
function first_count(it,    kid, kids, least) {
    if (how[it] == "atom" && text_of[it] ~ /^(digits?|tile|drawn)$/)
        return 0
    least = 1
    for (kids = split(kids_of[it], kid, " "); kids > 0; kids--)
        if (first_count(kid[kids]) == 0)
            least = 0
    return least
}

function word(name, it) { return name "(t, " quoted(text_of[it]) ", " (any_case ? "true" : "false") ")" }

function sign(it,    i, places_of) {
    if (how[it] == "atom")
        return text_of[it] == "letter" ? "take_letter(t, " (slots++) ", is_letter(*t->at))" : "take_" (any_case && text_of[it] == "cell" ? "any_cell" : text_of[it] == "count" ? "digits" : text_of[it]) "(t)"
    if (into[it] == "word")
        return word("take_mark_word", it)
    if (into[it] == "mark")
        return "take_mark(t, " test(members(it)) ")"
    if (into[it] == "letter")
        return "take_letter(t, " (slots++) ", " test(members(it)) ")"
    for (i = 1; i <= length(members(it)); i++)
        places_of = places_of "*t->at == " c_char(substr(members(it), i, 1)) " ? " i " : "
    return "take_place(t, " places_of "0)"
}

# Patterns of flex.  SPACED: with spaces around the signs that people put them around, not around '*', which between
# spaces is a result; AFTER: what is before it, "" nothing, "sign" or "other".  A list of steps between
# cells is bounded, since each of them looks like a turn of another game: there the rest is read once more after each.

function pattern(it, spaced, after,    kid, kids, i, text, gap) {
    kids = split(kids_of[it], kid, " ")
    gap = spaced && after != "" && (after == "sign" || is_spaced(it)) ? "{blank}*" : ""
    if (how[it] == "blank")
        return text_of[it] == "W" ? "{blank}+" : "{blank}*"
    if (how[it] == "atom")
        return gap "{" text_of[it] "}"
    if (how[it] == "literal")
        return gap quoted(text_of[it])
    if (how[it] == "class" && spaced && index(text_of[it], "*")) {
        text = text_of[it]
        sub(/\*/, "", text)
        return "({blank}*" text "{blank}*|\"*\")"
    }
    if (how[it] == "class") {
        text = text_of[it]
        gsub(/\\/, "&&", text)
        return gap text
    }
    if (how[it] == "row")
        for (i = 1; i <= kids; i++) {
            text = text pattern(kid[i], spaced, after)
            after = ends_in_sign(kid[i]) ? "sign" : "other"
        }
    else if (how[it] ~ /[?*+]/) {
        text = "(" pattern(kid[1], spaced, after) ")"
        text = text (how[it] == "*" && text ~ /","\{blank\}\*\(+\{cell\}/ ? "{0,16}" : how[it])
    }
    else {
        for (i = 1; i <= kids; i++)
            text = text (i > 1 ? "|" : "(") pattern(kid[i], spaced, after)
        text = text ")"
    }
    return text
}

function is_spaced(it) { return is_sign(it) && members(it) ~ /[-+:,@<>~]/ && members(it) !~ /[*]/ }

function ends_in_sign(it,    kid, kids) {
    kids = split(kids_of[it], kid, " ")
    return kids == 0 ? is_spaced(it) : how[it] != "atom" && ends_in_sign(kid[kids])
}

# How a form begins, up to its first sign or word.
function head(it,    kid, kids, i, text, all) {
    kids = split(kids_of[it], kid, " ")
    over = how[it] == "literal" || is_sign(it)
    if (how[it] == "row")
        for (i = 1; i <= kids && !over; i++) {
            text = text head(kid[i])
            next_kid = kid[i + 1]
        }
    else if (how[it] == "choice") {
        all = 1
        for (i = 1; i <= kids; i++) {
            text = text (i > 1 ? "|" : "") head(kid[i])
            all = all && over
        }
        over = all
        text = "(" text ")"
    } else
        text = how[it] == "part" ? head(kid[1]) : pattern(it)
    return text
}

# The rules of sgn(5).
function page(text,    name) {
    gsub(/(mark|count|letter|word)['[]/, "\001&", text)
    while (match(text, /\001[a-z]+/))
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
    for (name in in_page)
        while (match(text, "(^|[^a-z'])" name "([^a-z']|$)")) {
            RSTART += substr(text, RSTART, 1) !~ /[a-z]/
            text = substr(text, 1, RSTART - 1) in_page[name] substr(text, RSTART + length(name))
        }
    gsub(/\[0-9\]\+\?/, "[0-9]*", text)
    gsub(/A-Za-z/, "A-Z", text)
    gsub(/\\/, "\\e", text)
    return text
}

# A form: its name, what it is, and what to say where a turn goes on wrongly.
function take_form(name, expression, words,    clause, clauses, i, file) {
    form = name
    advice = words == "" ? "NULL" : words
    words_too = ""
    any_case = places = nodes = repeats = kept = within = 0
    functions = ""
    forms = forms "    TURN_" form ", \\\n"
    clauses = split(expression, clause, / *; */)
    for (i = 2; i <= clauses; i++)
        if (match(clause[i], /^[a-z]+ = /))
            meaning[form, substr(clause[i], 1, RLENGTH - 3)] = substr(clause[i], RLENGTH + 1)
        else if (match(clause[i], /^[a-z]+ such as /))
            such[form, substr(clause[i], 1, RLENGTH - 9)] = substr(clause[i], RLENGTH + 1)
        else if (match(clause[i], /^or '/))
            words_too = alternatives(substr(clause[i], 4))
        else if (clause[i] == "in any case")
            any_case = 1
        else
            fail("cannot read: " clause[i])
    rest = clause[1]
    top = choice()
    if (starts("."))
        fail("cannot read: " rest)
    automaton(top)
    name = tolower(form)
    if (make == "table")
        print_table()
    if (make == "readers") {
        clause[1] = reader(top)
        define(name "_turn", kept, "    return " clause[1] ";\n")
        print functions
        cases = cases "    case TURN_" form ":\n        return " name "_turn(t);\n"
        each = each " do(TURN_" form ")"
        if (index(first_signs(), "+"))
            plus = plus " | 1u << TURN_" form
    }
    patterns = patterns name " " (any_case ? "(?i:" pattern(top) ")" : pattern(top)) "\n"
    if (!is_bare()) {
        patterns = patterns "spaced_" name " " pattern(top, 1, "") "\n"
        signed = signed "|{" name "}"
        spaced = spaced "|{spaced_" name "}"
        text = head(top)
        begun = begun "|" text
        if (how[next_kid] == "blank")
            sources = sources "|" text
    } else
        bare = bare "|{" name "}"
    if (make != "grammar")
        return
    file = FILENAME
    gsub(/^.*\/|\.c$/, "", file)
    add_rule(file, words_too clause[1])
    for (i = 2; i <= clauses; i++)
        if (match(clause[i], /^[a-z]+ = /))
            add_rule(substr(clause[i], 1, RLENGTH - 3), substr(clause[i], RLENGTH + 1))
}

function alternatives(words) {
    gsub(/ or /, " | ", words)
    return words " | "
}

function add_rule(name, text) {
    text = page(text)
    if ((name in rule) && rule[name] != text)
        fail("another form has a part " name)
    if (!(name in rule))
        rules = rules sprintf("%-9s ::= %s\n", name, text)
    rule[name] = text
}

function first_signs(    list, count, text) {
    for (count = split(first[top], list, " "); count > 0; count--)
        text = text takes[list[count]]
    return text
}

/^TURN_FORM\(/ { inside = 1; source = "" }

inside {
    source = source $0
    if (/\);$/) {
        inside = 0
        name = source
        sub(/^TURN_FORM\(/, "", name)
        sub(/,.*/, "", name)
        gsub(/ /, "", name)
        argument[1] = argument[2] = ""
        for (count = 0; match(source, /^[^"]*"([^"\\]|\\.)*"/); source = substr(source, RLENGTH + 1)) {
            text = substr(source, 1, RLENGTH)
            count += index(substr(text, 1, index(text, "\"")), ",") > 0
            text = substr(text, index(text, "\"") + 1)
            argument[count] = argument[count] (count == 1 ? substr(text, 1, length(text) - 1) : "\"" text)
        }
        gsub(/\\\\/, "\\", argument[1])
        take_form(name, argument[1], argument[2])
    }
}

make == "scanner" && FILENAME ~ /\.l$/ {
    print
    if (!/^digits /)
        next
    count = split("cell square tile drawn count digit letter", names, " ")
    for (i = 1; i <= count; i++) {
        rest = atom[names[i]]
        print names[i] " " pattern(choice())
    }
    print patterns "signed " substr(signed, 2) "\nbare " substr(bare, 2) "\nspaced " substr(spaced, 2) "\nbegun " substr(begun, 2) "\nsource " substr(sources, 2)
}

make == "grammar" && FILENAME ~ /\.5$/ {
    if (/^\.\\" End of the forms/)
        printf "%s%-9s ::= %s\n%-9s ::= %s\n", rules, "tile", page(atom["tile"]), "square", page(atom["square"])
    if (/^\.\\" End of the forms/ || !skipped)
        print
    if (/^\.\\" (Begin|End) of the forms/)
        skipped = /Begin/
}

END {
    if (failed)
        exit 1
    if (make == "names")
        print "#define TURN_FORMS \\\n" forms
    if (make == "readers")
        print "#define EACH_FORM(do)" each "\n\nenum { PLUS_FIRST = 0" plus " };\n\nREADER take_turn(struct taking *t, enum turn_shape shape)\n{\n    switch (shape) {\n" cases "    default:\n        return false;\n    }\n}"
}
