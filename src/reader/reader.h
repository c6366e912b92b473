/* SPDX-License-Identifier: MIT */
/* The reader turns the bytes of a file into records, one at a time.  It reads in
   blocks and keeps no more than the record at hand, so that memory follows the
   longest record and never the file.

       file ──read──> [ ....|record|.......block.......|00 ]
                            ^begin ^end          ^filled

   A record that runs into the end of the block is read again when more is there;
   the buffer doubles when one record fills it, up to RECORD_BYTES.

   A file can be read in parts, side by side.  A part begins at the first cut from a multiple of PART_BYTES on, and ends
   where the next one begins; both may be the same place.  A cut is before a tag after an empty line, and a guess: if a
   record goes on there, as in a comment, its part does too, up to where a later one begins.  The parts between are
   void.

   Of a document, as Markdown, only what is inside its fences is read, one after the other, as if each were a file.  It
   is in the buffer as a whole, and may have RECORD_BYTES.

   Of a file that grows while it is read, a pipe, the reader takes what is there; where nothing is, it says so before it
   waits.

   A file in another form is cut into records by a reader of that form, which the caller has: struct
   catasta_form_reader.  What it makes of one is parsed, and the record keeps the pieces that it is made of. */
#ifndef CATASTA_READER_READER_H
#define CATASTA_READER_READER_H

#include "base/compressed_file.h"
#include "catasta.h"
#include "reader/scan.h"
#include "record/pieces.h"

#include <sys/types.h>

enum { PART_BYTES = 256 * 1024 };

/* Trials, see search.h, for repairs of the records of a part; then nothing is proposed in it.  A part begins at the
   same record however the file is read. */
enum { PART_TRIALS = 1200000 };

/* Bytes by their OFFSET, as pread; and whether a part may go on after its cut. */
struct source {
    ssize_t (*read)(void *context, char *bytes, size_t length, uint64_t offset);
    bool (*pass)(void *context);
    void *context;
};

/* Where the next part begins after OFFSET. */
uint64_t part_begin_after(uint64_t offset);

struct reader {
    struct compressed_file file; /* of -1: everything is in the buffer, or comes from */
    const struct source *source;
    char *buffer;
    size_t capacity; /* without the two NULs at the end */
    size_t begin;    /* of the next record */
    size_t filled;
    uint64_t passed;   /* bytes of the file before the buffer */
    size_t unclosed;   /* where a comment that does not end begins in the buffer; SIZE_MAX: unknown */
    bool at_end;       /* the file has no more than is in the buffer */
    bool wide;         /* it was in UTF-16 */
    bool doubtful;     /* it may not be a file of records */
    bool whole_stacks; /* of all records, see record.h */
    void *scanner;
    bool scanning; /* the scanner is at .begin */
    struct scan scan;
    struct arena arena;

    /* How reading from the file goes. */
    struct {
        int failure;  /* errno value, after what was read */
        int error;    /* that of READ_FAILED */
        bool live;    /* READ_WAITING comes before the file is waited for */
        bool waiting; /* it did, and nothing was read since */
    } input;

    /* How far lines are counted. */
    struct {
        size_t counted;  /* up to here in the buffer */
        uint32_t line;   /* there, from 1 */
        uint32_t column; /* likewise, in characters */
    } place;

    /* The end of a part of a file. */
    struct {
        bool cut;          /* the buffer ends at a cut */
        uint64_t stop;     /* offset to look for a cut from; UINT64_MAX: for none */
        unsigned newlines; /* that end there */
    } part;

    /* Of the part that the records read are in. */
    struct {
        uint64_t part;  /* a multiple of PART_BYTES */
        int64_t trials; /* left, for those who judge them */
        bool may_begin; /* the next record, if a tag begins it, is the first of a later part */
    } repairs;

    /* The rest of a record too long, which is passed over. */
    struct {
        bool skipping;
        bool in_tags; /* its movetext has not begun */
    } too_long;

    /* A document, of which only what is in fences is read, each as a file. */
    struct {
        bool is_one;
        size_t length;  /* of the whole, which is in the buffer; 0: it is not yet */
        bool in_fence;  /* .filled is the end of a fence */
        size_t next;    /* where to look for a fence */
        char behind[2]; /* what the two NULs after the fence have taken the place of */
    } document;

    /* A file in another form. */
    struct {
        const struct catasta_form_reader *const *forms; /* that it may be in, ended by NULL; or NULL */
        catasta_session *session;                       /* for their readers */
        const char *from;                               /* the one that it is said to be in, or NULL */
        const char *path;                               /* for those that are opened by it, or NULL */
        unsigned share;                                 /* the one of these that is read, from 0, */
        unsigned shares;                                /* of this number; 0: all */
        const struct catasta_form_reader *form;         /* that it is in; NULL: none of these */
        void *opened;                                   /* by .form */
        struct pieces pieces;                           /* that the record is made of, if it is */
    } foreign;
};

/* READ_WAITING: the file has nothing more yet, and the next call waits for it. */
enum read_status { READ_RECORD, READ_END, READ_FAILED, READ_WAITING };

/* Without memory; to be closed. */
void reader_init(struct reader *reader);

/* Reads from an open FILE, which stays the caller's, and may be compressed, with the memory that there is. */
void reader_open(struct reader *reader, int file);

/* From now on the file, of which nothing is read yet, is a document. */
void reader_take_document(struct reader *reader);

/* From now on the file, of which no record is read yet, may be in one of FORMS, or is in the form FROM, unless NULL;
   their readers are opened with SESSION, and those of databases by PATH, if the file is at that. */
void reader_take_forms(struct reader *reader, catasta_session *session, const struct catasta_form_reader *const *forms,
    const char *from, const char *path);

/* Which of FORMS a file is in that begins with BYTES, or is said to be in the form FROM, unless NULL; NULL: none. */
const struct catasta_form_reader *form_of(
    const struct catasta_form_reader *const *forms, const char *from, struct slice bytes);

/* Reads BYTES, of which a new reader keeps a copy.  FIRST: they begin a file; LINE is that of the first byte.  False
   when out of memory. */
bool reader_open_at(struct reader *reader, struct slice bytes, bool first, uint32_t line);

/* Reads the part of SOURCE from BEGIN to END, the LAST one to its end; READ_END when it is empty.  In any case *LINES
   end in these bytes, and lines are counted from 1 there until the caller adds to .place.line. */
enum read_status reader_open_part(
    struct reader *reader, const struct source *source, uint64_t begin, uint64_t end, bool last, uint32_t *lines);

/* Of the next record. */
uint64_t reader_offset(const struct reader *reader);

void reader_close(struct reader *reader);

/* The next record, valid until the next call; SHAPES are asked how its turns are written.
   READ_FAILED: see .input.error; ENOMEM when memory ran out. */
enum read_status reader_next(struct reader *reader, struct record *record, const struct shapes *shapes);

/* How many lines end in SLICE, by LF, CRLF or CR; NEXT is the byte after it. */
uint32_t count_lines(struct slice slice, char next);

#endif
