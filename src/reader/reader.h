/* The reader turns the bytes of a file into records, one at a time.  It reads in
   blocks and keeps no more than the record at hand, so that memory follows the
   longest record and never the file.

       file ──read──> [ ....|record|.......block.......|00 ]
                            ^begin ^end          ^filled

   A record that runs into the end of the block is read again when more is there;
   the buffer doubles when one record fills it, up to RECORD_BYTES. */
#ifndef CATASTA_READER_READER_H
#define CATASTA_READER_READER_H

#include "reader/scan.h"

struct reader {
    int file; /* -1: all there is stands in the buffer */
    char *buffer;
    size_t capacity; /* without the two NULs at the end */
    size_t begin;    /* of the next record */
    size_t filled;
    uint64_t passed; /* bytes of the file before the buffer */
    bool at_end;     /* the file has no more than is in the buffer */
    bool scanning;   /* the scanner stands at .begin */
    bool skipping;   /* the rest of a record too long is passed over */
    bool in_tags;    /* ... whose movetext has not begun */
    size_t unclosed; /* in the buffer; SIZE_MAX: unknown */
    size_t counted;  /* up to here in the buffer, lines are counted */
    uint32_t line;   /* at .counted, from 1 */
    uint32_t column; /* likewise, in characters */
    int error;       /* errno of a failed read */
    void *scanner;
    struct scan scan;
    struct arena arena;
};

enum read_status { READ_RECORD, READ_END, READ_FAILED };

/* Reads from an open FILE, which stays the caller's. */
void reader_open(struct reader *reader, int file);

/* Reads BYTES, of which the reader keeps a copy, and then FILE unless -1.  FIRST:
   they begin a file; LINE is that of the first byte.  False when out of memory. */
bool reader_open_at(struct reader *reader, struct slice bytes, int file, bool first, uint32_t line);

/* Whether the last record ended where the bytes did, and would have ended there
   just so before a tag. */
bool reader_settled(const struct reader *reader);

void reader_close(struct reader *reader);

/* The next record, valid until the next call; SHAPES are asked how its turns are written.
   READ_FAILED: see reader->error; ENOMEM when memory ran out. */
enum read_status reader_next(struct reader *reader, struct record *record, const struct shapes *shapes);

/* How many lines end in SLICE, by LF, CRLF or CR; NEXT is the byte behind it. */
uint32_t count_lines(struct slice slice, char next);

#endif
