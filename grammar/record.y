/* SPDX-License-Identifier: MIT */
/* The grammar of SGN: one record a parse.  Each action is one constructor call;
   what a turn means is for a position to say.

   Canonical LR tables find an error before any reduction that depends on what
   follows, so that what was expected is exact without look-ahead correction, which costs
   nothing while all is well.  What depends on nothing is reduced at once: the tags are
   in the record when the scanner comes to the movetext. */

%code requires {
#include "record/record.h"
}

%code {
#include "reader/grammar.h"

static void record_yyerror(const struct span *at, struct record *record, void *scanner, const char *message);

/* A location is a span; that of an empty right side is the end of what is before it. */
#define YYLLOC_DEFAULT(Current, Rhs, N)                                                                                \
    do {                                                                                                               \
        (Current).begin = (N) != 0 ? YYRHSLOC(Rhs, 1).begin : YYRHSLOC(Rhs, 0).end;                                    \
        (Current).end = YYRHSLOC(Rhs, N).end;                                                                          \
    } while (0)

#define BARE_COMMAND_FACTS FACT(found, "a command") FACT(note, "%s"), " outside braces; write {[%name value]}"

/* Deep enough for RECORD_NESTING, so that the stack never grows. */
#define YYINITDEPTH 2000
#define YYMAXDEPTH 2000
}

%define api.pure full
%define api.prefix {record_yy}
%define api.location.type {struct span}
%define api.value.type {enum turn_shape}
%define lr.type canonical-lr
%define lr.default-reduction consistent
%define parse.error custom
%locations
%expect 0
%parse-param {struct record *record} {void *scanner}
%lex-param {void *scanner}

%token YYEOF 0         "the end of the record"
%token ESCAPE          "a line that begins with '%'"
%token TAG_OPEN        "'['"
%token TAG_CLOSE       "']'"
%token '('             "'('"
%token ')'             "')'"
%token TAG_NAME        "the name of a tag"
%token TAG_VALUE       "a value in double quotes"
%token CURLED_VALUE    "a value in typographic quotes"
%token OPEN_VALUE      "a value whose closing quote is missing"
%token LINE_END        "the end of the line"
%token MOVETEXT        "movetext"
%token NUMBER          "a turn number"
%token DOTS            "'...'"
%token SEAT            "a seat"
%token TURN    "a turn"
%token BAD_TURN "a turn that goes on"
%token SOURCE          "the beginning of a turn"
%token GLYPH           "a glyph"
%token COMMENT_TEXT    "a comment"
%token REST_COMMENT    "a comment to the end of the line"
%token OPEN_COMMENT    "a comment that is never closed"
%token RESULT          "a result"
%token TOO_DEEP        "a variation nested too deep"
%token UNCLOSED        "the end of the record inside a variation"
%token SPACED          "a turn with spaces inside"
%token BAD_TAIL        "text that does not continue the turn"
%token BAD_NUMBER      "a turn number without its full stop"
%token BARE_COMMAND    "a command outside a comment"
%token JUNK            "text"
%token TALK            "talk"
%token STRAY           "a closing parenthesis or a result where it cannot stand"

%%

record: prologue
      | prologue begin movetext
      | prologue begin movetext RESULT { record_result(record, @4); }
        epilogue
      ;

begin : MOVETEXT                     { record_movetext(record, @1); } ;

prologue: %empty
      | prologue tag
      | prologue remark
      | prologue JUNK                { record_junk(record, @2); }
      | prologue TALK                { record_talk(record, @2); }
      ;

tag   : TAG_OPEN TAG_NAME TAG_VALUE TAG_CLOSE { record_tag_pair(record, @$, @2, @3, false); }
      | TAG_OPEN TAG_NAME CURLED_VALUE TAG_CLOSE { record_curled_tag(record, @$, @2, @3); }
      | TAG_OPEN error tag_end       { yyerrok; }
      ;

tag_end: TAG_CLOSE | LINE_END ;

/* The main line, and with the same elements every variation.  After an error nothing
   is forgiven before three tokens are read, so that none is looked at for ever. */
movetext: %empty
      | movetext NUMBER              { record_number(record, @2); }
      | movetext turn
      | movetext SEAT turn           { record_seat(record, @2); }
      | movetext SEAT error          { yyerrok; }
      | movetext broken
      | movetext SEAT broken
      | movetext GLYPH               { record_glyph(record, @2); }
      | movetext BAD_NUMBER          { record_bad_number(record, @2); }
      | movetext DOTS                { record_dots(record, @2); }
      | movetext remark
      | movetext variation
      | movetext JUNK                { record_junk(record, @2); }
      | movetext TALK                { record_talk(record, @2); }
      | movetext STRAY               { record_stray(record, @2); }
      | movetext error
      ;

turn  : TURN                         { record_turn(record, $1, @1); } ;

broken: BAD_TURN BAD_TAIL            { record_broken(record, $1, @$, @2); }
      | SOURCE BAD_TAIL              { record_broken(record, $1, @$, @2); }
      | SOURCE                       { record_broken(record, $1, @$, @1); }
      | SPACED                       { record_spaced(record, @1); }
      ;

variation: open movetext ')'         { record_close_variation(record, @3); }
      | open movetext UNCLOSED       { record_unclosed_variation(record, @1); }
      | TOO_DEEP                     { record_fault(record, SYNTAX_NESTING, @1, FACT(limit, "%d"), RECORD_NESTING); }
      ;

open  : '('                          { record_open_variation(record, @1); } ;

epilogue: %empty
      | epilogue remark
      | epilogue JUNK                { record_junk(record, @2); }
      | epilogue TALK                { record_talk(record, @2); }
      ;

remark: COMMENT_TEXT                 { record_remark(record, ITEM_COMMENT, @1); }
      | REST_COMMENT                 { record_remark(record, ITEM_REST_COMMENT, @1); }
      | ESCAPE                       { record_remark(record, ITEM_ESCAPE, @1); }
      | BARE_COMMAND                 { record_fault(record, SYNTAX_TOKEN, @1, BARE_COMMAND_FACTS); }
      | OPEN_COMMENT                 { record_fault(record, SYNTAX_COMMENT, @1, "%s", ""); }
      ;

%%

/* Out of stack, which the bound on nesting keeps from happening. */
static void record_yyerror(const struct span *at, struct record *record, void *scanner, const char *message)
{
    (void)scanner;
    record_fault(record, SYNTAX_TOKEN, *at, FACT(found, "%s") FACT(note, ""), message);
}

enum { EXPECTED = 12 };

/* "a turn" covers all that is meant as one, and nobody is to type curled quotes. */
static bool is_unnamed(yysymbol_kind_t kind)
{
    return kind == YYSYMBOL_CURLED_VALUE || kind == YYSYMBOL_BAD_TURN || kind == YYSYMBOL_SOURCE ||
        kind == YYSYMBOL_SPACED;
}

static int yyreport_syntax_error(const yypcontext_t *context, struct record *record, void *scanner)
{
    yysymbol_kind_t expected[EXPECTED];
    const char *names[EXPECTED];
    int count = yypcontext_expected_tokens(context, expected, EXPECTED);
    (void)scanner;
    int named = 0;
    for (int i = 0; i < count; i++)
        if (!is_unnamed(expected[i]))
            names[named++] = yysymbol_name(expected[i]);
    bool in_tag = count > 0 && (expected[0] == YYSYMBOL_TAG_NAME || expected[0] == YYSYMBOL_TAG_VALUE ||
                                expected[0] == YYSYMBOL_TAG_CLOSE);
    record_unexpected(record, *yypcontext_location(context), in_tag ? SYNTAX_TAG : SYNTAX_TOKEN,
        yysymbol_name(yypcontext_token(context)), names, named);
    return 0;
}
