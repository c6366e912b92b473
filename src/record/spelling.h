/* SPDX-License-Identifier: MIT */
/* Records as people type them.  A record that the grammar does not take is read once more: what it says is
   rewritten as the grammar has it, in passes over the text, and the record keeps the way back.

       bytes ──decode──> text ──layout──> a record ──words──> turns as they are written
       bytes <───────────────── mending_place ─────────────── spans of the record

   A reading is chosen by how a thing is written, never because it is legal.  Each kind is said once a record: a
   note where there is one sensible reading, a warning where it is only very probable. */
#ifndef CATASTA_RECORD_SPELLING_H
#define CATASTA_RECORD_SPELLING_H

#include "record/record.h"
#include "record/rewriting.h"

/* Tags that say something to somebody, by their first letters. */
enum { KNOWN_TAGS = 34 };
extern const char *const known_tags[KNOWN_TAGS + 1];

/* The tag that is called NAME in any letters, with blanks in it; NULL: none. */
enum { TAG_NAME_MOST = 24 };
const char *tag_meant(struct slice name);

/* Whether NAME is one letter away from one of them. */
bool is_slipped_tag(struct slice name);

/* Passes over what may be the name of a tag. */
static inline const char *pass_tag_name(const char *at)
{
    while (is_letter(*at) || is_digit(*at) || *at == '_' || *at == '-')
        at++;
    return at;
}

/* Whether a tag seems to begin at AT, a bracket: a known name or nearly one, or a value in quotes after a name. */
bool begins_tag(const char *at);

/* The date that VALUE says with the year at its end, if only one can be meant: "14-11-2026" or "11/14/2026". */
enum { DATE_ROOM = 12 };
bool spelled_date(struct slice value, char meant[DATE_ROOM]);

/* Ids spelling/…; see the table in spelling.c. */
enum spelling {
    SPELL_SIGN,
    SPELL_SPACE,
    SPELL_NUMBER,
    SPELL_RESULT,
    SPELL_TAG,
    SPELL_DATE,
    SPELL_RULESET,
    SPELL_QUOTE,
    SPELL_MARKUP,
    SPELL_LIST,
    SPELL_TABLE,
    SPELL_PROSE,
    SPELL_ENTITY,
    SPELL_ENCODING,
    SPELL_GAMES,
    SPELL_CAPITALS,
    SPELL_DIGITS,
    SPELL_EXCHANGED,
    SPELL_PUNCTUATION,
    SPELL_COLON,
    SPELL_SEPARATOR,
    SPELL_TAG_NAME,
    SPELL_TRANSFER,
    SPELL_REMARK,
    SPELLINGS
};
extern const struct rule spelling_rules[SPELLINGS];

enum { SPELL_SAMPLE = 40, SPELL_PASSES = 5, SPELL_SEATS = 8 };

/* What was found of one kind. */
struct spelled {
    uint32_t count;
    struct span first; /* of the bytes as they are */
    char found[SPELL_SAMPLE];
    char meant[SPELL_SAMPLE];
};

struct mending {
    struct slice written; /* the bytes as they are */
    struct rewriting pass[SPELL_PASSES];
    unsigned passes; /* that are done; the next one is being made */
    struct spelled kinds[SPELLINGS];
    struct slice inherited; /* the ruleset of the game before, for one without tags; empty: there is none */
    bool mended;            /* some of it is only probable */
    bool split;             /* another game begins before the end of .written */
    /* What the layout found, for the words: the movetext, in the text that it made. */
    struct span body;
    bool bare; /* nothing shows that movetext begins: no tag */
    bool all;  /* of the words are to be read: with one that cannot be it is over */
    enum turn_shape shape;
    struct manner manner;
    bool players;                    /* seats have numbers */
    struct slice seats[SPELL_SEATS]; /* who White and Black are, or the players; empty: nobody knows */
};

/* Makes *TEXT, which the grammar will read, of WRITTEN, which it did not; false when it stays as it is, or when out
   of memory.  Two NULs are after WRITTEN, and will be after *TEXT, which is good until the next call. */
bool mend_record(struct mending *mending, struct slice written, struct arena *arena, const struct shapes *shapes,
    struct slice *text);
void mending_release(struct mending *mending);

/* Makes *MADE of TEXT, which are words that the record of OF has elsewhere than in its movetext, up to one that cannot
   be read, and *MENDING, which the caller releases, of what was changed.  Two NULs are after TEXT. */
bool mend_piece(struct mending *mending, const struct mending *of, struct slice text, struct slice *made);

/* Begins afresh, for WRITTEN, with the memory that there is. */
void mending_start(struct mending *mending, struct slice written);

/* A copy in ARENA; NULL when out of memory. */
const struct mending *mending_copy(const struct mending *mending, struct slice written, struct arena *arena);

/* Notes that all of RECORD came in ENCODING, with MENDING where it has none. */
void record_note_encoding(struct record *record, struct mending *mending, const char *encoding);

/* Lets the record end after LENGTH of its bytes; what was found after that is dropped. */
void mending_cut(struct mending *mending, uint32_t length);

/* Where SPAN of what was read is in the bytes. */
struct span mending_place(const struct mending *mending, struct span span);

/* Whether any of it is only probable, and is there in one piece. */
bool mending_is_mended(const struct mending *mending, struct span span);

/* Where the first one of KIND is in what was read, and the facts of its rule. */
uint32_t mending_begin(const struct mending *mending, enum spelling kind);
struct slice mending_facts(const struct mending *mending, enum spelling kind, struct arena *arena);

/* Finds closing braces for callers that go from front to back, and remembers where there are none. */
struct braces {
    const char *from;
    const char *closing; /* the first one after .from; NULL: there is none */
};

/* The first '}' from AT on, before END, which never moves on; NULL: there is none. */
const char *closing_brace(struct braces *braces, const char *at, const char *end);

/* For the passes: SAID, of the text that is being rewritten, becomes MEANT, by each of KINDS, which are bits. */
void respell(struct mending *mending, unsigned kinds, struct slice said, struct slice meant);

/* Likewise, where MADE, which is released, is written in its place; or nothing. */
void respell_text(struct mending *mending, unsigned kinds, struct slice said, struct text *made);
void omit(struct mending *mending, enum spelling kind, const char *begin, const char *end);

/* Likewise, without a change: SAID says what MEANT is. */
void note_spelling(struct mending *mending, enum spelling kind, struct slice said, struct slice meant);

/* Whether a turn or a result may be in TALK: a whole word is one, or it begins like a result in words. */
bool is_unclear(const struct mending *mending, struct slice talk);

/* The passes. */
enum decoding { DECODE_TRANSFER, DECODE_BYTES, DECODE_MARKUP, DECODINGS };
void mend_encoding(struct mending *mending, enum decoding decoding, struct slice text);
void mend_layout(struct mending *mending, struct slice text, struct arena *arena, const struct shapes *shapes);
void mend_words(struct mending *mending, struct slice text);

#endif
