/* SPDX-License-Identifier: MIT */
/* What the scanner and the reader share, and the scanner's memory. */
#ifndef CATASTA_READER_SCAN_H
#define CATASTA_READER_SCAN_H

#include "record/record.h"
#include "record/talk.h"

#include <assert.h>
#include <stdalign.h>
#include <stddef.h>

enum { SCAN_ROOM = 1024 };

struct scan {
    struct record *record; /* that is being built */
    const struct shapes *shapes;
    size_t asked;     /* .shapes, for that number of tags; SIZE_MAX: not yet */
    const char *base; /* the first byte of the record; spans count from here */
    uint32_t end;     /* where the record ends, unless hit_end */
    char behind;      /* the byte there, in whose place the scanner has a NUL until it goes on */
    bool hit_end;     /* the record goes on to the end of the bytes there are */
    bool settled;     /* and a tag there would begin the next record */
    bool in_comment;  /* and that end lies inside braces, which open at .brace */
    uint32_t brace;
    uint32_t unclosed; /* no closing brace follows from here on */
    bool restart;      /* begin afresh at the next call */
    bool first;        /* ... with the first bytes of a file */
    int back;          /* the start condition to go back to */
    int rest;          /* the token that the rest of a line becomes */
    bool seated;       /* the last token was a seat */
    bool slow;         /* nothing is read without the scanner, for a test */
    unsigned depth;    /* of variations */
    unsigned skipped;  /* of variations inside what is skipped */
    bool has_tags;
    bool bullets;        /* a '*' marked an item of a list */
    unsigned seen;       /* tags that only one record can have */
    uint32_t mail_quote; /* the first '>' before a line, as mails quote; UINT32_MAX: there is none */
    uint32_t bracket;    /* the last '>' that was looked at; UINT32_MAX: none */
    bool quotes;         /* ... and is before a line */
    uint32_t line_begin; /* column 1 is here, too: after a byte order mark */
    struct talk_known talk;
    bool failed; /* the scanner could not continue */
    size_t room_used;
    alignas(max_align_t) unsigned char room[SCAN_ROOM];
};

/* Prepares *SCANNER, inside SCAN, for LENGTH bytes, of which the last two are NUL. */
bool scan_open(struct scan *scan, char *bytes, size_t length, void **scanner);

/* Scans and parses one record. Both functions return false if the scanner could not
   continue, which its user treats as out of memory. */
bool scan_record(struct scan *scan, void *scanner);

/* Whether TEXT is at the beginning of a line. */
bool scan_begins_line(const struct scan *scan, const char *text);

/* Whether only spaces are before TEXT on its line. */
bool scan_first_on_line(const struct scan *scan, const char *text);

/* Whether TEXT, a '>', is before a line as in quoted mail, which is kept in .mail_quote. */
bool scan_quotes_line(struct scan *scan, const char *text);

/* Whether TEXT, which might begin movetext, does: after tags, or as a number or a
   lone result at the begin of a line.  In prose it means nothing. */
bool scan_expects_movetext(const struct scan *scan, const char *text);

/* Whether TEXT, a '*' before words of its line, marks an item of a list and is not a result: it begins the line, as one
   did before the first turn. */
bool scan_is_bullet(struct scan *scan, const char *text);

/* Where the talk that begins at TEXT ends; NULL: none begins there.  AFTER bytes of it may be something else, which is
   talk if words follow. */
const char *scan_talk(struct scan *scan, const char *text, size_t after);

/* How turns are written in the record at hand, as far as its tags are read. */
enum turn_shape scan_shape(struct scan *scan);

/* Of which form the LENGTH bytes at TEXT are in the record at hand, see turn_form_of. */
enum turn_shape scan_form(struct scan *scan, const char *text, size_t length, bool whole);

/* Whether TEXT, words with spaces between, begins with two turns of that form. */
bool scan_is_two_turns(struct scan *scan, const char *text);

/* Reads plain tags, each with a newline after it, or plain movetext, that begin at TEXT into the
   record; how many bytes. */
size_t scan_plain_tags(struct scan *scan, const char *text);
size_t scan_plain_turns(struct scan *scan, const char *text);

/* Whether the tag with that INITIAL, Ruleset or Event, was there before. */
bool scan_repeats(struct scan *scan, char initial);

#endif
