/* SPDX-License-Identifier: MIT */
/* A record is one written game as plain data: what is in the text, and
   where; nothing of what it means.

       record ─┬─ tags        [Name "value"] …
               ├─ prologue    comments and % lines before the first tag
               ├─ main line   items: numbers, turns, glyphs, comments, variations
               │                       └─ parts: cells with counts and marks
               ├─ result      the token as written
               ├─ epilogue    comments after the result
               └─ faults      what could not be read

   The grammar builds it through the constructors below, one call a production.
   Texts are slices of the source, so a record lives as long as its source and
   its arena.  A written turn is a shape; only a position makes it a move. */
#ifndef CATASTA_RECORD_RECORD_H
#define CATASTA_RECORD_RECORD_H

#include "base/diagnostic.h"
#include "record/pieces.h"
#include "record/talk.h"
#include "record/turn_forms.h"

#include "turn_names.h"

enum { RECORD_NESTING = 256 };            /* variations inside variations */
enum { RECORD_BYTES = 64 * 1024 * 1024 }; /* the longest record */
#define RECORD_MEMORY ((size_t)1 << 30)   /* what one record may take */

/* A cell as named, row a is 0, column 1 is 1; both stop counting at CELL_FAR. */
enum { CELL_FAR = 999 };
struct cell_name {
    uint16_t row;
    uint16_t column;
};

/* A tile, R4; letter 0: unseen, '?'. */
struct tile_name {
    uint16_t letter;
    uint16_t number; /* at most TILE_FAR; TILE_HIDDEN: only the letter was seen, 'R?' */
};
enum { TILE_FAR = 255, TILE_HIDDEN };

/* One part of a turn: a cell or a tile, and what is written round it. */
struct part {
    struct span span;
    uint32_t count; /* of pieces, 1 where none is written; the stack that a tile goes on; stops at UINT32_MAX */
    union {
        struct cell_name cell;
        struct tile_name tile;
    };
    char mark;    /* 0 where none is written */
    char name[2]; /* of a piece, "WR" or "T" */
};

/* A form of turns, see record/turn_forms.h.  What a turn of it says is in its parts, in their order. */
#define TURN_FORM(...) struct turn_form

/* How turns are written: each game has one of the forms before TURN_PASS. */
enum turn_shape {
    TURN_NONE,
    TURN_FORMS TURN_PASS,
    TURN_OUT,    /* a remark: this seat is out */
    TURN_TOPPLE, /* the one to move, or the seat written, knocked the pieces over */
    TURN_RESIGN,
};

/* Whether turns of SHAPE are not turns of a game with the shape OWN, as far as that is known. */
static inline bool shape_is_foreign(enum turn_shape shape, enum turn_shape own)
{
    return shape < TURN_PASS && own < TURN_PASS && own != TURN_NONE && shape != own;
}

/* The form of TEXT, a turn, or if not WHOLE how one begins: OWN, or else the first of which it is one, but for bare
   ones, which are read in records of their games only; TURN_NONE: there is none. */
enum turn_shape turn_form_of(enum turn_shape own, struct slice text, bool whole);

/* Whether a beginning of TEXT is a turn of a form that is not bare. */
bool turn_form_begins(struct slice text);

/* Of the shapes with pieces on the places of a field. */
static inline bool shape_is_field(enum turn_shape shape)
{
    return shape == TURN_FIELD || shape == TURN_SPOT;
}

/* Of the shapes in which a turn may have no sign. */
static inline bool shape_is_bare(enum turn_shape shape)
{
    return shape < TURN_PASS && turn_forms[shape].bare;
}

/* Of the shapes in which a cell on its own is a turn. */
static inline bool shape_has_cells(enum turn_shape shape)
{
    return shape < TURN_PASS && turn_forms[shape].cells;
}

enum item_kind {
    ITEM_TURN,
    ITEM_UNREADABLE, /* in the place of a turn; .fault says why */
    ITEM_NUMBER,
    ITEM_GLYPH,
    ITEM_COMMENT,      /* {…} */
    ITEM_REST_COMMENT, /* ; to the end of the line */
    ITEM_ESCAPE,       /* a line that begins with % */
    ITEM_VARIATION,
};

struct line;

enum { ITEM_SEAT = 127 };

/* Sixteen bytes: a record may have ten million of them. */
struct item {
    struct span span;
    union {
        uint32_t first_part; /* of a turn, in record.parts */
        uint32_t number;     /* of a number or a $ glyph; stops at UINT32_MAX */
        uint32_t target;     /* of a variation or of what is unreadable, in record.targets; 0: none */
    };
    uint16_t part_count;
    unsigned seat : 7; /* of a turn, as written before '|'; 0: none; stops at ITEM_SEAT */
    bool tidy : 1;     /* of a turn, it has no spaces, and no zeros or numbers that need not be written */
    enum item_kind kind : 3;
    enum turn_shape shape : 5; /* of a turn, or of what an unreadable one begins with */
};

/* Whether items of KIND may be between tags, too. */
static inline bool is_comment(enum item_kind kind)
{
    return kind == ITEM_COMMENT || kind == ITEM_REST_COMMENT || kind == ITEM_ESCAPE;
}

/* The meaning of an item, where it does not fit into the item. */
union item_target {
    struct line *variation;
    struct diagnostic *fault;
};

/* The main line or a variation. */
struct line {
    struct line *parent; /* NULL for a main line */
    struct item *items;  /* never NULL */
    size_t count;
    size_t capacity;
    bool has_turn;                     /* or something unreadable in place of one */
    const struct diagnostic *unclosed; /* of a variation that never ends: the fault that says so; else NULL */
};

struct tag {
    struct slice name;
    struct slice value; /* escapes undone */
    struct span span;   /* from bracket to bracket */
    struct span inside; /* between the quotes */
};

struct record {
    struct arena *arena;         /* borrowed */
    struct slice source;         /* what was read */
    const struct pieces *pieces; /* that it was made of; NULL: it is the bytes of the file */
    struct slice copy;           /* in SGN, of what is in another form; as it was before it was scanned */
    const char *form;            /* that those are in; NULL: SGN */
    enum turn_shape shape;       /* of the turns of its game; TURN_NONE: it is not known */
    uint64_t offset;             /* where the source begins in its file, in bytes */
    uint32_t line;               /* likewise, from 1 */
    uint32_t column;             /* likewise; above 1 when another record ends on that line */
    int64_t *trials;    /* left for repairs in its part of the file, see reader.h; NULL: no limit but its own */
    int64_t spent;      /* of these, when it was judged */
    const int64_t *row; /* the id of the row of a database that it is, instead of these; NULL: it is none */
    struct tag *tags;
    size_t tag_count;
    size_t tag_capacity;
    uint64_t tag_names; /* bits of record_name_bit: most names that are sought are not in any tag */
    struct part *parts;
    size_t part_count;
    size_t part_capacity;
    union item_target *targets; /* from 1 on */
    size_t target_count;
    size_t target_capacity;
    struct line prologue;
    struct line main;
    struct line epilogue;
    struct line *open; /* where the next item goes */
    struct span result;
    struct span stray_result; /* the last one in a variation, where it does not belong; empty: none */
    bool has_result;
    bool too_long;     /* and so not read at all */
    bool has_table;    /* under a "White Black" heading */
    bool unreadable;   /* some of it */
    bool cut;          /* .source ends before it does: it is too long, or the file is not a record */
    bool whole_stacks; /* counts left out mean all that is left of a stack, and '+' any stack */
    bool clocked;      /* a comment has a clock, [%clk 0:41:07] */
    bool no_marks;     /* it is from where turns have none: none is missing */
    struct diagnostics faults;
    struct span *odd; /* what could not be read, in the order of the text */
    size_t odd_count;
    size_t odd_capacity;
    bool foreign;                  /* some of it is not ASCII */
    uint32_t talked;               /* where the last talk ends, 0: there was none */
    uint32_t curled;               /* typographic quotes around values */
    struct span curl;              /* the first of them */
    struct record_change *changes; /* that a reader of typed text made, in the order of their places */
    size_t change_count;
    struct record_mark *marks; /* wrong ones that were found when the record was made, in the order of their places */
    size_t mark_count;
};

/* What is at .place of the bytes, among those of a turn, is not as the turn says. */
struct record_mark {
    struct span place;
    struct slice why;
};

/* Ids typed/…; see the table in typed.c. */
enum typed_rule {
    TYPED_UNCLEAR,
    TYPED_SEVERAL,
    TYPED_NAMES,
    TYPED_DATE,
    TYPED_AGREES,
    TYPED_TURN,
    TYPED_NUMBER,
    TYPED_RESULT,
    TYPED_TAG,
    TYPED_LAYOUT,
    TYPED_TALK,
    TYPED_RULE_COUNT
};
extern const struct rule typed_rules[TYPED_RULE_COUNT];

/* What was at .place of the bytes is now in the record. */
struct record_change {
    enum typed_rule rule;
    struct span place;
    struct slice now;
};

/* Ids reading/…; see the table in signs.c. */
enum reading_rule { READING_SIGNS, READING_ENCODING, READING_RULE_COUNT };
extern const struct rule reading_rules[READING_RULE_COUNT];

/* Ids syntax/…; see the table in syntax.c. */
enum syntax_rule {
    SYNTAX_TOKEN,
    SYNTAX_TURN,
    SYNTAX_TEXT,
    SYNTAX_TAG,
    SYNTAX_COMMENT,
    SYNTAX_HIDDEN,
    SYNTAX_VARIATION,
    SYNTAX_NESTING,
    SYNTAX_GLYPH,
    SYNTAX_ENCODING,
    SYNTAX_RESULT,
    SYNTAX_NO_RULESET,
    SYNTAX_RECORD_TOO_LONG,
    SYNTAX_NO_RECORD,
    SYNTAX_FORM,
    SYNTAX_OTHER_GAME,
    SYNTAX_RULE_COUNT
};
extern const struct rule syntax_rules[SYNTAX_RULE_COUNT];

/* Who has the rulesets says how turns are written in RECORD, of which the tags are there;
   TURN_NONE: that is not known.  A cell on its own is a turn only where they say so. */
struct shapes {
    enum turn_shape (*find)(void *context, const struct record *record);
    void *context;
};

void record_init(struct record *record, struct arena *arena, struct slice source);

/* Out of memory, or over RECORD_MEMORY, while it was built. */
static inline bool record_failed(const struct record *record)
{
    return record->arena->failed;
}

/* Nothing in it that makes it a game: no tag, no heading, no item, no result, and
   not too long to know. */
bool record_is_empty(const struct record *record);

/* What in a text, read as one record or several, makes a record of it: tags; LIKENESS_RUN turns of one shape in a row,
   from the beginning of a line on; or turns, and what is nearly a tag or a result, if there is one for every
   LIKENESS_SHARE others, words that mean nothing.  Where there are no others all could be read. */
enum { LIKENESS_RUN = 3, LIKENESS_SHARE = 4 };
struct likeness {
    size_t tags;
    size_t turns[TURN_RESIGN + 1];
    size_t run;
    size_t near;
    size_t others;
};
void likeness_add(struct likeness *likeness, const struct record *record);
bool likeness_suffices(const struct likeness *likeness);

/* Where what is said of all of SOURCE is shown. */
struct span first_character(struct slice source);

/* Whether the value of a tag says anything: spaces do not, nor does "?", as in PGN. */
bool value_is_known(struct slice value);

/* Of NAME, which is not empty: 64 values distinguish the names of tags except for two of them, 256 all. */
static inline unsigned record_name_hash(struct slice name)
{
    return 7u * (unsigned char)name.at[0] + 21u * (unsigned char)name.at[name.length - 1] + (unsigned)name.length;
}

static inline uint64_t record_name_bit(struct slice name)
{
    return (uint64_t)1 << record_name_hash(name) % 64;
}

/* The last tag of that name, NULL when there is none. */
const struct tag *record_tag_named(const struct record *record, struct slice name);
static inline const struct tag *record_tag(const struct record *record, const char *name)
{
    struct slice wanted = slice_of(name);
    return (record->tag_names & record_name_bit(wanted)) == 0 ? NULL : record_tag_named(record, wanted);
}

/* The variation that ITEM is, and what is wrong with ITEM, which is unreadable; NULL: memory ran
   out. */
static inline struct line *item_variation(const struct record *record, const struct item *item)
{
    return item->target == 0 ? NULL : record->targets[item->target - 1].variation;
}
static inline struct diagnostic *item_fault(const struct record *record, const struct item *item)
{
    return item->target == 0 ? NULL : record->targets[item->target - 1].fault;
}

/* A line's text of one item, and of the command NAME in a {[%name value]}
   comment; false when the comment has no such command. */
static inline struct slice item_text(const struct record *record, const struct item *item)
{
    return slice_cut(record->source, item->span);
}
/* What a comment or a glyph says: without the signs that make it a comment. */
struct slice remark_words(const struct record *record, const struct item *item);
bool comment_command(struct slice comment, const char *name, struct slice *value);

/* The bytes of the file that RECORD is made of; where SPAN of its source is in them, and what is written there. */
struct slice record_bytes(const struct record *record);
struct span record_place(const struct record *record, struct span span);

struct slice record_written(const struct record *record, struct span span);

/* Likewise of a diagnostic, which may know more exactly. */
struct span record_fault_place(const struct record *record, const struct diagnostic *fault);

/* Puts into the open line the text from BEGIN on, as long as it is numbers and turns of
   the record's shape that the grammar would read just so; returns where that ends. */
uint32_t record_plain(struct record *record, uint32_t begin);

/* Constructors, one a production of the grammar.  Each takes the spans of its
   tokens; out of memory makes them do nothing, see record_failed. */
void record_movetext(struct record *record, struct span heading);
/* PLAIN: its value is printable ASCII without '\\'. */
void record_tag_pair(struct record *record, struct span span, struct span name, struct span value, bool plain);

/* Likewise with typographic quotes around the value. */
void record_curled_tag(struct record *record, struct span span, struct span name, struct span value);

/* A '>' at AT is the first one before a line. */
void record_mail_quote(struct record *record, uint32_t at);
void record_number(struct record *record, struct span span);
void record_turn(struct record *record, enum turn_shape shape, struct span span);
void record_seat(struct record *record, struct span seat);
void record_glyph(struct record *record, struct span span);
void record_remark(struct record *record, enum item_kind kind, struct span span);
void record_open_variation(struct record *record, struct span span);
void record_close_variation(struct record *record, struct span span);
void record_unclosed_variation(struct record *record, struct span span);
void record_result(struct record *record, struct span span);

/* The same for what cannot be read.  record_unreadable counts as a turn: it begins like
   one of SHAPE, WHAT says what was expected then, AT is the text that does not fit, TURN
   all of it.  With TURN_NONE it begins like no turn, and what was expected is known only
   with the game, see turn_hint. */
void record_unreadable(
    struct record *record, enum turn_shape shape, struct span turn, struct span at, const char *what);

/* A turn that begins as one of SHAPE, up to AT, or, where AT is all of TURN, that ends too early. */
void record_broken(struct record *record, enum turn_shape shape, struct span turn, struct span at);
void record_junk(struct record *record, struct span span);

/* The number that continues the count of turns in the open line; 0: none has been there. */
struct talk_count record_count(const struct record *record);
void record_talk(struct record *record, struct span span);

/* Full stops, which mean nothing, or stand for a turn that is missing before a number. */
void record_dots(struct record *record, struct span span);

/* What was WRITTEN at SPAN is read as MEANT, and so COUNT times. */
void record_note(struct record *record, const struct rule *rule, struct span span, struct slice written,
    struct slice meant, uint32_t count);

/* Likewise at PLACE of the bytes of a typed text, or may be MEANT. */
void record_typed(struct record *record, enum typed_rule rule, struct span place, struct slice written,
    struct slice meant, uint32_t count);

/* A turn, except for spaces where none are allowed. */
void record_spaced(struct record *record, struct span span);
void record_bad_number(struct record *record, struct span span);
void record_stray(struct record *record, struct span span);
void record_unexpected(struct record *record, struct span span, enum syntax_rule rule, const char *found,
    const char *const *expected, int count);
void record_fault(struct record *record, enum syntax_rule rule, struct span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
