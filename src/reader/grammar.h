/* SPDX-License-Identifier: MIT */
/* The generated scanner and parser, under the type names that they share. */
#ifndef CATASTA_READER_GRAMMAR_H
#define CATASTA_READER_GRAMMAR_H

#include "reader/scan.h"

#include "parser.h"

#ifndef YYSTYPE
#define YYSTYPE RECORD_YYSTYPE
#endif
#ifndef YYLTYPE
#define YYLTYPE RECORD_YYLTYPE
#endif

#ifndef RECORD_SCANNER
#include "scanner.h"
#endif

#endif
