/* SPDX-License-Identifier: MIT */
/* A game that is being written down.

   Its truth is the text of one record.  Every change edits that text, and the library reads and judges the text
   again, so verdicts, diagnostics, proposals, the tree and all positions are those of any record.  A change that would
   add an error is not made: the text with it is kept beside, as what was tried, with the diagnostic that says why.

       versions  v0 ── v1 ── v2 ── v3      each a text, and the node one was at
                              │
                             .at           undo, redo
       now       version .at, judged
       tried     a text that was refused, judged; or nothing

   A text in canonical form stays in it; any other is left as it is but for what was put in.  No function writes to a
   terminal: what is said to people is in .message, or made of .now and draft_fault(). */
#ifndef CATASTA_PLAY_DRAFT_H
#define CATASTA_PLAY_DRAFT_H

#include "library/tools.h"
#include "util/buffer.h"
#include "util/new_file.h"
#include "util/output.h"
#include "util/reading.h"

enum { DRAFT_MESSAGE = 1024, DRAFT_ID = 64 };

/* A text, judged.  The handles are valid until the next change. */
struct judged {
    char *bytes; /* ended by NUL; NULL: there is no text */
    size_t length;
    catasta_input *input;
    catasta_game *game;
    catasta_story *story; /* NULL: it cannot be set up, or was not played */
    size_t nodes;         /* 0: likewise */
};

/* An error of a record that is to be dealt with, and the turn at fault, or NOWHERE; no .judged: there is none. */
struct record_fault {
    const struct judged *judged;
    size_t index;
    uint32_t node;
    struct catasta_diagnostic n;
};

struct version {
    char *bytes;
    size_t length;
    uint32_t node;
};

/* Where the game is kept: its place in a file, whose other bytes stay. */
struct draft_file {
    char *path; /* of the file itself, where a link was given; NULL: it is kept nowhere */
    struct buffer before;
    struct buffer after;
    struct stat found; /* the file as it was read or written last; .st_nlink 0: there was none */
    int error;         /* why it could not be written: an errno value, FILE_CHANGED, or 0 */
    bool behind;       /* the game goes after those that are there */
};

struct draft {
    catasta_session *session;
    const char *name; /* of the file, for diagnostics */
    struct version *versions;
    size_t count;
    size_t capacity;
    size_t at;
    size_t saved;   /* the version that is in a file; SIZE_MAX: none */
    bool canonical; /* so it stays */
    struct judged now;
    uint32_t node; /* of .now: a turn is played after it */
    struct judged tried;
    struct record_fault refused; /* the first new error of .tried */
    struct draft_file file;
    char id[DRAFT_ID];           /* what a call that returned false is about: "accasta/range", "play/nothing" */
    char message[DRAFT_MESSAGE]; /* the same in words, without an end of line */
};

/* What is written down, and where it is kept. */
struct draft_options {
    const struct reading *reading; /* a file or none, and a ruleset */
    long game;                     /* of the file; 0: the last one */
    const char *output;            /* the file for it; NULL: none but, with IN_PLACE, its own */
    bool in_place;
    bool deal; /* a new game is dealt, if its ruleset has a deal, from the seed */
    uint64_t seed;
};

/* Begins: the game of the file, or a new game of the ruleset.  A status after complaining.  To be closed in any case.
 */
int draft_open(struct draft *draft, const struct draft_options *options);
void draft_close(struct draft *draft);

/* Whether there is a position to play from, which those up to draft_result need; else .id and .message say why not. */
bool draft_is_set_up(struct draft *draft);

/* All of these change the text, or return false with .id and .message, and the text as it was.  If the record would
   have had a new error then, .tried is what it would have been, else .tried is emptied.

   A turn, or several, with all that a record may have beside them, are played after .node: "e4", "e4!? {wide}".  Where
   the line goes on otherwise they are a variation; a turn that is there already is only gone to.  The result is
   written, too, when the board ends the main line. */
bool draft_play(struct draft *draft, const char *text, size_t length);

/* About the turn .node: adds a comment, a glyph, or sets the clock; with no LENGTH the last one is taken out. */
bool draft_comment(struct draft *draft, const char *text, size_t length);
bool draft_glyph(struct draft *draft, const char *text, size_t length);
bool draft_clock(struct draft *draft, const char *text, size_t length);

/* Writes another turn, or several, in the place of the turn .node. */
bool draft_replace(struct draft *draft, const char *text, size_t length);

/* The result of the game, as sgn(5) has it, "*" for none. */
bool draft_result(struct draft *draft, const char *text, size_t length);

/* Sets a tag; with no LENGTH it is taken out. */
bool draft_tag(struct draft *draft, const char *name, const char *value, size_t length);

/* The fault that is to be dealt with: that of what was tried, else the first error of the record. */
struct record_fault draft_fault(const struct draft *draft);

/* Takes proposal I of that fault, from 0; or keeps the turn at fault as one that was illegal and stood, if the board
   can carry it out. */
bool draft_fix(struct draft *draft, size_t i);
bool draft_can_stand(const struct draft *draft);
bool draft_stand(struct draft *draft);

/* Forgets what was tried. */
void draft_forget(struct draft *draft);

bool draft_undo(struct draft *draft);
bool draft_redo(struct draft *draft);

/* Goes to node INDEX of .now; to the turn after .node; to where a variation on the turn .node begins; to the end of the
   main line. */
bool draft_go(struct draft *draft, uint32_t node);
bool draft_forward(struct draft *draft);
bool draft_vary(struct draft *draft);
bool draft_main(struct draft *draft);

/* The position at .node, the caller's to free; NULL when there is none. */
catasta_position *draft_position(const struct draft *draft);

/* Whether the text is not in a file as it is now. */
bool draft_unsaved(const struct draft *draft);

/* Writes the game to where it is kept, if that is anywhere, completely or not at all.  False with .id "play/changed"
   where the file is no longer what was read or written last, which is to be asked about: with BEHIND the game is then
   put after what is in the file now, so that nothing is lost.  False with "play/file" when it cannot be written. */
bool draft_keep(struct draft *draft, bool behind);

/* Writes the record alone to a new file at PATH; false with "play/file". */
bool draft_write(struct draft *draft, const char *path);

/* ---- for the parts of a draft: texts that are made by putting pieces together, and judged */

/* Judges TEXT, which is emptied; false when out of memory, with nothing to be released. */
bool judge_text(const struct draft *draft, struct buffer *text, struct judged *judged);
void judged_release(struct judged *judged);
struct buffer judged_copy(const struct judged *judged);

/* Its text with proposal I for diagnostic FAULT; false: there is no such. */
bool judged_mend(const struct judged *judged, size_t fault, size_t i, struct buffer *text, uint64_t *begin);

/* Whether it is one record and nothing beside it. */
bool judged_is_one(const struct judged *judged);

struct catasta_node judged_node(const struct judged *judged, uint32_t index);

/* TEXT is what the draft begins with; IS_NEW, it gets canonical form.  False when out of memory. */
bool draft_begin(struct draft *draft, struct buffer *text, bool is_new);

/* Takes over TEXT, in which nothing may be a turn that is not one now; false with .id and .message.  TAGS are set in
   any order while there are no turns: what they lack is then a fault of the record. */
bool draft_take(struct draft *draft, struct buffer *text, bool tags);

/* Puts BEFORE, WORDS and BEHIND at AT of TEXT, which is a record, with a space or an empty line before them. */
void buffer_insert_words(
    struct buffer *text, size_t at, const char *before, const char *words, size_t length, const char *behind);

/* TEXT, that of JUDGED, with RESULT as its result, and in its tag if there is one. */
void judged_put_result(const struct judged *judged, const char *result, size_t length, struct buffer *text);

/* A tag, and the end of its line. */
void add_tag(struct buffer *text, const char *name, const char *value, size_t length);

/* Canonical form without the newline at its end; false when out of memory. */
bool judged_write(const struct judged *judged, struct buffer *text);

/* Frees what .file has. */
void draft_file_release(struct draft_file *file);

/* Sets .id and .message; returns false. */
bool draft_fail(struct draft *draft, const char *id, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool draft_no_memory(struct draft *draft);

/* As FAULT says; memory ran out where it says nothing. */
bool draft_fail_by(struct draft *draft, const struct catasta_fault *fault);

#endif
