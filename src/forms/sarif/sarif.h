/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0, the format in which code checkers report their findings to editors and
   forges.  One document is one run of the program; its parts are written one by one:

       head     the tool, all its rules, how lines and columns are counted
       results  an object for each diagnostic
       tail     how the run went, the files

   Results hold the marks of json/json.h. */
#ifndef CATASTA_FORMS_SARIF_SARIF_H
#define CATASTA_FORMS_SARIF_SARIF_H

#include "referee/referee.h"

/* Up to the opening bracket of the results; VERSION is the program's. */
void sarif_head(const char *version, struct text *text);

/* An object for each diagnostic of REPORT, whose record is in FILE. */
void sarif_results(const struct report *report, const char *file, struct text *text);

/* What a message about the run itself weighs: SEVERITY, what it says, and about which
   file, NULL for none. */
void sarif_notification(const char *file, enum severity severity, const char *message, struct text *text);

/* A file that was checked. */
void sarif_artifact(const char *file, struct text *text);

/* From the closing bracket of the results on.  STATUS is the program's exit status;
   NOTIFICATIONS and ARTIFACTS have a comma between them. */
void sarif_tail(int status, struct slice notifications, struct slice artifacts, struct text *text);

#endif
