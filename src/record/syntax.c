/* SPDX-License-Identifier: MIT */
/* The table of what can be wrong with the text of a record. */
#include "record/record.h"

/* As many variations as may be inside each other. */
#define TIMES_4(text) text text text text
#define TIMES_16(text) TIMES_4(text) TIMES_4(text) TIMES_4(text) TIMES_4(text)
#define TIMES_64(text) TIMES_16(text) TIMES_16(text) TIMES_16(text) TIMES_16(text)
#define TIMES_256(text) TIMES_64(text) TIMES_64(text) TIMES_64(text) TIMES_64(text)

const struct rule syntax_rules[SYNTAX_RULE_COUNT] = {
    [SYNTAX_TOKEN] = {"syntax/token", SEVERITY_ERROR, "{found} has no meaning here{note}",
        "Each part of a record must have a meaning. A record consists of tags, turn numbers, turns, glyphs, comments, "
        "variations and a result. This text is something else, or is in the wrong place; reading continues at the next "
        "turn, tag or game.",
        "1. c3:-d3 * zz9\n", .kept = "1. c3:-d3 {zz9} *\n"},
    [SYNTAX_TURN] = {"syntax/turn", SEVERITY_ERROR, "this turn cannot be read: {why}",
        "Each game has its own way to write turns. In most games a turn has no spaces, except after ':' and ','. "
        "sgn(5) shows the turns of each game. After a turn that cannot be read the position is unknown. If a repair is "
        "likely enough, the rest of the line is judged with that repair applied; otherwise it is not judged.",
        "1. c3:d3\n", .kept = "1. c3:-d3\n"},
    [SYNTAX_TEXT] = {"syntax/text", SEVERITY_ERROR, "{text} is text, not notation{note}",
        "Text that is not notation belongs in a comment. Such text runs from its first word to the end of the line, or "
        "to the next turn number. Nothing in it is read as a turn or a result; the turns after it are judged.",
        "1. c3:-d3 e3:-e2\nWhy not c3:-c4?\n", .kept = "1. c3:-d3 e3:-e2 {Why not c3:-c4?}\n"},
    [SYNTAX_TAG] = {"syntax/tag", SEVERITY_ERROR, "this tag cannot be read: {why}",
        "A tag is a name and a quoted value in brackets. It takes one line: [White \"Anna\"]. Inside the value write a "
        "quote as \\\" and a backslash as \\\\.",
        "[Chair Anna]\n", .kept = "[Chair \"Anna\"]\n"},
    [SYNTAX_COMMENT] = {"syntax/comment", SEVERITY_ERROR, "this comment is never closed",
        "A comment in braces ends at the next closing brace. Braces do not nest. If there is no closing brace, reading "
        "continues at the next line that begins with a tag.",
        "1. c3:-d3 {a nice start\n", .kept = "1. c3:-d3 {a nice start}\n"},
    [SYNTAX_HIDDEN] = {"syntax/hidden", SEVERITY_WARNING, "';' turns the rest of the line into a comment; {note}",
        "A semicolon hides the rest of its line as a comment. Right after a turn it is more often a slip for a comma "
        "or a colon. It may hide turns.",
        "1. c3:-d3; a start\n", .kept = "1. c3:-d3 ; a start\n"},
    [SYNTAX_VARIATION] = {"syntax/variation", SEVERITY_ERROR, "{what}",
        "A variation is in parentheses. It comes after the turn that it replaces. Each opening parenthesis needs a "
        "closing one, and a turn before it. It cannot hold a result.",
        "1. c3:-d3 e3:-e2)\n", .kept = "1. c3:-d3 (c4:-d4) e3:-e2\n"},
    [SYNTAX_NESTING] = {"syntax/nesting", SEVERITY_ERROR,
        "variations are nested more than {limit} deep here; this one is skipped",
        "Variations may be nested to a depth of 256. Deeper ones are skipped, and the rest of the game is read.",
        "1. c3:-d3 " TIMES_256("(c4:-d4 ") "(c4:-d4" TIMES_256(")") ")\n", .kept = "1. c3:-d3 (c4:-d4 (c4:-d5))\n"},
    [SYNTAX_GLYPH] = {"syntax/glyph", SEVERITY_ERROR, "{what}",
        "A glyph comments on the turn before it. It is one of ! ? !! ?? !? ?! or a number from $0 to $255.",
        "1. c3:-d3 $256\n", .kept = "1. c3:-d3 $255\n"},
    [SYNTAX_ENCODING] = {"syntax/encoding", SEVERITY_ERROR, "{what}",
        "Records are UTF-8 text. Bytes that are not valid UTF-8, NUL bytes and control characters are allowed only in "
        "comments.",
        "[White \"An\x01na\"]\n", .kept = "[White \"Anna\"]\n"},
    [SYNTAX_RESULT] = {"syntax/result", SEVERITY_ERROR, "{result} is not a result: {why}",
        "A result has one of a few forms. It is *, 1-0, 0-1, 1/2-1/2, the points of every seat joined by '-', or for "
        "two players in words, such as 'White concedes'.",
        "[Result \"won\"]\n", .kept = "[Result \"1-0\"]\n"},
    [SYNTAX_NO_RULESET] = {"syntax/no-ruleset", SEVERITY_ERROR, "{what}{?advice}",
        "A record names the ruleset it was played by. The name is in its Ruleset tag; for records without the tag, a "
        "ruleset can be given when they are read. A tag names a shipped or installed ruleset, never a path.",
        "[Ruleset \"acasta\"]\n\n1. c3:-d3\n", .kept = "[Ruleset \"accasta\"]\n\n1. c3:-d3\n"},
    [SYNTAX_RECORD_TOO_LONG] = {"syntax/record-too-long", SEVERITY_ERROR,
        "this record is too long{note}; it is skipped",
        "A record may be at most 64 MiB long. A longer one is skipped, and reading continues at the next game.", NULL,
        .kept = NULL},
    [SYNTAX_NO_RECORD] = {"syntax/no-record", SEVERITY_ERROR, "this is not a record: {what}",
        "A file of records begins with tags or turns. If its first 64 KiB have neither, it is probably something else, "
        "such as a program, a page or a picture, and is not read further. A record that is just text, without a turn, "
        "is reported once. To read records that people typed, in mails or chats, use the form typed.",
        "Dear Anna, here is the game of last night.\n", .kept = "[Ruleset \"accasta\"]\n\n*\n"},
    [SYNTAX_FORM] = {"syntax/form", SEVERITY_ERROR, "{what}",
        "Records in other forms must be valid, too. This one is malformed, or something in it is missing or of the "
        "wrong kind. It is left out, and reading continues at the next record if that can be found. sgn(5) describes "
        "the forms.",
        NULL, .kept = NULL},
    [SYNTAX_OTHER_GAME] = {"syntax/other-game", SEVERITY_WARNING, "{what}; the record is left out",
        "This record is of a game that catasta cannot read. It is left out, and the others are read.", NULL,
        .kept = NULL},
};
