/* SPDX-License-Identifier: MIT */
/* The grammar of conditions on games, see catasta-select(1).  Each action is one constructor call.  What is joined by
   the same word is one list, so what nests are 'not' and parentheses alone, and these no deeper than the stack. */

%code requires {
#include "archive/condition_parts.h"
}

%code {
int condition_yylex(CONDITION_YYSTYPE *value, struct span *at, struct condition_reading *reading);
static void condition_yyerror(const struct span *at, struct condition_reading *reading, const char *message);

#define YYLLOC_DEFAULT(Current, Rhs, N)                                                                                \
    do {                                                                                                               \
        (Current).begin = (N) != 0 ? YYRHSLOC(Rhs, 1).begin : YYRHSLOC(Rhs, 0).end;                                    \
        (Current).end = YYRHSLOC(Rhs, N).end;                                                                          \
    } while (0)

/* A constructor that failed has said why. */
#define MAKE(result, made)                                                                                             \
    do {                                                                                                               \
        (result) = (made);                                                                                             \
        if ((result) == NULL)                                                                                          \
            YYABORT;                                                                                                   \
    } while (0)

/* Not to be grown. */
#define YYINITDEPTH 400
#define YYMAXDEPTH 400
}

%define api.pure full
%define api.prefix {condition_yy}
%define api.location.type {struct span}
%define api.value.type union
%define lr.type canonical-lr
%define lr.default-reduction accepting
%define parse.error custom
%locations
%expect 0
%param {struct condition_reading *reading}

%token YYEOF 0                    "the end"
%token AND                        "'and'"
%token OR                         "'or'"
%token NOT                        "'not'"
%token BEFORE                     "'before'"
%token FAULT                      "'fault('"
%token TURN                       "'turn('"
%token AT                         "'at('"
%token '('                        "'('"
%token ')'                        "')'"
%token ':'                        "':'"
%token ','                        "','"
%token <enum comparison> COMPARISON "a comparison (= != < <= > >= ~)"
%token <struct condition_word> WORD "a word"
%token <struct condition_word> TEXT "a text in quotes"
%token OPEN                       "a text without a closing quote"
%token JUNK                       "this"

%nterm <struct test *> either both single test terms term
%nterm <struct condition_word> value
%nterm <uint32_t> when

%%

condition: either                    { reading->condition->root = $1; } ;

either: both
      | either OR both               { MAKE($$, test_join(reading, TEST_OR, $1, $3)); }
      ;

both  : single
      | both AND single              { MAKE($$, test_join(reading, TEST_AND, $1, $3)); }
      ;

single: test
      | NOT single                   { MAKE($$, test_join(reading, TEST_NOT, NULL, $2)); }
      | '(' either ')'               { $$ = $2; }
      ;

test  : WORD                         { MAKE($$, test_field(reading, $1)); }
      | WORD COMPARISON value        { MAKE($$, test_comparison(reading, $1, $2, $3)); }
      | FAULT value ')'              { MAKE($$, test_fault(reading, $2)); }
      | TURN value ')' when          { MAKE($$, test_turn(reading, $2, $4)); }
      | AT WORD ':' terms ')' when   { MAKE($$, test_cell(reading, $2, $4, $6)); }
      ;

terms : term
      | terms ',' term               { MAKE($$, test_join(reading, TEST_AND, $1, $3)); }
      ;

term  : WORD COMPARISON value        { MAKE($$, test_property(reading, $1, $2, $3)); } ;

when  : %empty                       { $$ = UINT32_MAX; }
      | BEFORE WORD                  { if (!read_turn_number(reading, $2, &$$)) YYABORT; }
      ;

value : WORD | TEXT ;

%%

/* Out of stack. */
static void condition_yyerror(const struct span *at, struct condition_reading *reading, const char *message)
{
    (void)message;
    condition_wrong(reading, *at, "parentheses or 'not' are nested too deep");
}

enum { EXPECTED = 12 };

static int yyreport_syntax_error(const yypcontext_t *context, struct condition_reading *reading)
{
    yysymbol_kind_t expected[EXPECTED];
    int count = yypcontext_expected_tokens(context, expected, EXPECTED);
    const char *found = yysymbol_name(yypcontext_token(context));
    const struct span at = *yypcontext_location(context);
    struct text list;
    text_init(&list);
    for (int i = 0; i < count; i++)
        text_printf(&list, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", yysymbol_name(expected[i]));
    condition_wrong(reading, at, "expected %s, not %s", text_slice(&list).at, found);
    text_release(&list);
    return 0;
}
