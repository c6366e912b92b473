/* SPDX-License-Identifier: MIT */
/* What the rules of the scanner do again and again; record.l alone includes this. */
#ifndef CATASTA_READER_ACTIONS_H
#define CATASTA_READER_ACTIONS_H

/* A scanner that cannot continue prints nothing and does not exit.  It always can: every byte is matched, and record.l
   checks that its memory suffices. */
#define YY_FATAL_ERROR(message) (record_yyget_extra(yyscanner)->failed = true)

/* There is no other input than the buffer, and no output. */
#define YY_INPUT(buffer, result, most) ((result) = 0)
#undef stdin
#define stdin NULL
#undef stdout
#define stdout NULL

/* Every match is given its span. */
#define YY_USER_ACTION                                                                                                 \
    yylloc->begin = (uint32_t)(yytext - yyextra->base);                                                                \
    yylloc->end = yylloc->begin + (uint32_t)yyleng;

/* Ends the record before the characters just read, after any variation that is
   still open. */
#define END_RECORD                                                                                                     \
    do {                                                                                                               \
        yyless(0);                                                                                                     \
        yylloc->end = yylloc->begin;                                                                                   \
        if (yyextra->depth > 0) {                                                                                      \
            yyextra->depth--;                                                                                          \
            BEGIN(MOVES);                                                                                              \
            return UNCLOSED;                                                                                           \
        }                                                                                                              \
        yyextra->end = yylloc->begin;                                                                                  \
        yyextra->behind = yyg->yy_hold_char;                                                                           \
        BEGIN(TAGS);                                                                                                   \
        return RECORD_YYEOF;                                                                                           \
    } while (0)

#define BEGIN_MOVETEXT                                                                                                 \
    do {                                                                                                               \
        yyless(0);                                                                                                     \
        yylloc->end = yylloc->begin;                                                                                   \
        scan_shape(yyextra);                                                                                           \
        BEGIN(MOVES);                                                                                                  \
        return MOVETEXT;                                                                                               \
    } while (0)

/* Leaves of what was read the characters up to a space. */
#define FIRST_WORD                                                                                                     \
    do {                                                                                                               \
        yyless((int)strcspn(yytext, " \t"));                                                                           \
        yylloc->end = yylloc->begin + (uint32_t)yyleng;                                                                \
    } while (0)

/* The same up to the last space, where a list might be long and begin again at each word. */
#define FIRST_PARTS                                                                                                    \
    do {                                                                                                               \
        int part = yyleng;                                                                                             \
        while (part > 0 && yytext[part] != ' ' && yytext[part] != '\t')                                                \
            part--;                                                                                                    \
        yyless(part > 0 ? part : yyleng);                                                                              \
        yylloc->end = yylloc->begin + (uint32_t)yyleng;                                                                \
    } while (0)

#define RETURN_TURN(shape)                                                                                             \
    do {                                                                                                               \
        *yylval = shape;                                                                                               \
        return TURN;                                                                                                   \
    } while (0)

/* In a variation there is none. */
#define RETURN_RESULT                                                                                                  \
    do {                                                                                                               \
        if (yyextra->depth > 0)                                                                                        \
            return STRAY;                                                                                              \
        BEGIN(DONE);                                                                                                   \
        return RESULT;                                                                                                 \
    } while (0)

/* What was read, with what follows, if it is talk from the byte AFTER of it on. */
#define TALK_FIRST TALK_FROM(0)
/* The same of a word of notation, which only what is after it makes talk, and that only at the begin of a line. */
#define TALK_LINE                                                                                                      \
    do {                                                                                                               \
        if (scan_first_on_line(yyextra, yytext))                                                                       \
            TALK_FIRST;                                                                                                \
    } while (0)
#define TALK_FROM(after)                                                                                               \
    do {                                                                                                               \
        *yyg->yy_c_buf_p = yyg->yy_hold_char;                                                                          \
        const char *end = scan_talk(yyextra, yytext, (size_t)(after));                                                 \
        if (end != NULL) {                                                                                             \
            yyg->yy_c_buf_p = yytext + (end - yytext);                                                                 \
            yylloc->end = (uint32_t)(end - yyextra->base);                                                             \
        }                                                                                                              \
        yyg->yy_hold_char = *yyg->yy_c_buf_p;                                                                          \
        *yyg->yy_c_buf_p = '\0';                                                                                       \
        if (end != NULL)                                                                                               \
            return TALK;                                                                                               \
    } while (0)

/* What is read without the scanner goes into the record at once, since all before it is
   there already: the parser waits for the next token only inside a tag, after a seat, and
   where a turn is known to be broken.  The byte after the last token is kept in yy_hold_char. */
#define SKIP_PLAIN(read)                                                                                               \
    do {                                                                                                               \
        *yyg->yy_c_buf_p = yyg->yy_hold_char;                                                                          \
        if (!yyextra->slow)                                                                                            \
            yyg->yy_c_buf_p += read(yyextra, yyg->yy_c_buf_p);                                                         \
        yyg->yy_hold_char = *yyg->yy_c_buf_p;                                                                          \
    } while (0)

#define REST_OF_LINE(kind)                                                                                             \
    do {                                                                                                               \
        yyextra->back = YY_START;                                                                                      \
        yyextra->rest = kind;                                                                                          \
        BEGIN(REST);                                                                                                   \
        yymore();                                                                                                      \
    } while (0)

#define END_OF_INPUT                                                                                                   \
    do {                                                                                                               \
        yyextra->hit_end = true;                                                                                       \
        yyextra->settled = YY_START == MOVES || YY_START == SPREAD || YY_START == DONE;                                \
        if (yyextra->depth > 0) {                                                                                      \
            yyextra->depth--;                                                                                          \
            return UNCLOSED;                                                                                           \
        }                                                                                                              \
        return RECORD_YYEOF;                                                                                           \
    } while (0)

#endif
