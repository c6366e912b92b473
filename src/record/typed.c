/* SPDX-License-Identifier: MIT */
/* The table of what is reported of typed text, which a reader outside of the library has made a record of. */
#include "record/record.h"

enum { SAMPLE = 60 };

const struct rule typed_rules[TYPED_RULE_COUNT] = {
    [TYPED_UNCLEAR] = {"typed/unclear", SEVERITY_ERROR, "{written} may be {meant}",
        "Text that may be a turn or a result is left to you. Unless it is certain, it becomes a comment in the copy. "
        "If it is a turn or a result, put it on a line of its own, or after a turn number; if not, put it in braces. "
        "The turns of a table are taken in reading order. If they are legal only in another order, add a heading that "
        "names the seats."},
    [TYPED_SEVERAL] = {"typed/several", SEVERITY_WARNING, "{written} may be {meant}; it is copied as it is",
        "More than one reading of a turn is legal. None is chosen."},
    [TYPED_NAMES] = {"typed/names", SEVERITY_WARNING,
        "{written} may say who plays; if it does, write {meant} on lines before the turns",
        "Names are read in tags, in columns and before turns. A line may also say both seats with their names, as in "
        "'Anna white, Ben black' or 'w = Anna, b = Ben'. A sentence names no player: it may be of another game."},
    [TYPED_DATE] = {"typed/date", SEVERITY_WARNING,
        "{written} may be the date of the game; if it is, write {meant} on a line before the turns",
        "A date before the turns may be that of a letter. In a tag it is that of the game, and is read if "
        "it "
        "can be read in one way only: '7/6/2025' cannot."},
    [TYPED_AGREES] = {"typed/agrees", SEVERITY_NOTE, "{written} agrees with the board, which shows {meant}",
        "No result is read from a sentence. Where the game is over on the board, nothing else need be written."},
    [TYPED_TURN] = {"typed/turn", SEVERITY_NOTE, "{written} is read as {meant}{more}",
        "A turn may be typed in other ways. With capitals, spaces, doubled signs and so on, it is read if exactly one "
        "reading is legal. catasta-typed(7) lists the readings."},
    [TYPED_NUMBER] = {"typed/number", SEVERITY_NOTE, "{written} is read as a turn number or a seat{more}",
        "Numbers and seats may be typed in many ways. In the copy they are left out, or written as in notation."},
    [TYPED_RESULT] = {"typed/result", SEVERITY_NOTE, "{written} is read as the result {meant}",
        "A result may be typed in words. It must be alone on a line, or after the last turn."},
    [TYPED_TAG] = {"typed/tag", SEVERITY_NOTE, "{written} is read as {meant}{more}",
        "A tag may be a name and a value. Other quotes, and a slip in the name, do not matter."},
    [TYPED_LAYOUT] = {"typed/layout", SEVERITY_NOTE, "{written} is layout{more}",
        "Bars, bullets and the like mean nothing. Neither do the signs of quoted mails and of markup, nor commas "
        "between turns."},
    [TYPED_TALK] = {"typed/talk", SEVERITY_NOTE, "{written} is a comment in the copy{more}",
        "Text that is not notation becomes a comment. It is copied word for word, in its place. Nothing in it is read "
        "as a turn or a result."},
};

/* Adds TEXT in quotes, cut off after SAMPLE bytes, at a character. */
static void add_quoted(struct text *text, struct slice written)
{
    size_t length = written.length;
    if (length > SAMPLE)
        for (length = SAMPLE; length > 0 && ((unsigned char)written.at[length] & 0xC0) == 0x80;)
            length--;
    text_add_char(text, '\'');
    for (size_t i = 0; i < length; i++)
        text_add_char(text,
            written.at[i] == TEXT_BREAK                                                   ? '?'
                : written.at[i] == '\n' || written.at[i] == '\r' || written.at[i] == '\t' ? ' '
                                                                                          : written.at[i]);
    text_add_string(text, length < written.length ? "…'" : "'");
}

static struct diagnostic *add_typed_note(struct record *record, const struct rule *rule, struct span span,
    struct slice written, struct slice meant, uint32_t count)
{
    SCOPED(text, facts);
    text_add_string(&facts, FACT_BREAK "written=");
    add_quoted(&facts, written);
    text_add_string(&facts, FACT_BREAK "meant=");
    if (rule->severity != SEVERITY_NOTE) /* several turns */
        text_add(&facts, meant);
    else if (meant.length == 0 || is_space(*meant.at))
        text_add_string(&facts, meant.length == 0 ? "nothing" : "a space");
    else
        add_quoted(&facts, meant);
    text_add_string(&facts, FACT_BREAK "more=");
    if (count > 1)
        text_printf(&facts, ", and %u more", (unsigned)count - 1);
    return diagnostics_add(
        &record->faults, diagnostic_new(record->arena, rule, arena_copy(record->arena, text_slice(&facts)), span));
}

void record_note(struct record *record, const struct rule *rule, struct span span, struct slice written,
    struct slice meant, uint32_t count)
{
    add_typed_note(record, rule, span, written, meant, count);
}

void record_typed(struct record *record, enum typed_rule rule, struct span place, struct slice written,
    struct slice meant, uint32_t count)
{
    struct diagnostic *fault = add_typed_note(record, &typed_rules[rule], (struct span){0, 0}, written, meant, count);
    if (fault != NULL)
        fault->written = place;
}
