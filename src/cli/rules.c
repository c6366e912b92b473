/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "library/tools.h"

#include <stdlib.h>
#include <string.h>

/* The words after "rules", and how many operands each takes; check takes any number
   from there on. */
static const struct {
    const char *name;
    int operands;
} words[] = {{"list", 0}, {"show", 1}, {"check", 1}, {"diff", 2}, {"schema", 0}};
enum { LIST, SHOW, CHECK, DIFF, SCHEMA, WORDS };

static int check_all(catasta_session *session, const char *const *names, int count)
{
    int status = CATASTA_OK;
    for (int i = 0; i < count; i++)
        status = worse(status, (int)catasta_rules_check(session, names[i], &output_sink, &complaint_sink));
    return status;
}

static int run_word(catasta_session *session, size_t word, const char *const *operands, int count)
{
    switch (word) {
    case LIST:
        return catasta_rules_list(session, &output_sink) ? CATASTA_OK : CATASTA_FAILED;
    case SHOW:
        return catasta_rules_show(session, operands[0], &output_sink, &complaint_sink) ? CATASTA_OK : CATASTA_FAILED;
    case CHECK:
        return check_all(session, operands, count);
    case SCHEMA:
        return catasta_rules_schema(&output_sink) ? CATASTA_OK : CATASTA_FAILED;
    default:
        return (int)catasta_rules_diff(session, operands[0], operands[1], &output_sink, &complaint_sink);
    }
}

int run_rules(const struct arguments *arguments)
{
    const char *name = arguments->file_count > 0 ? arguments->files[0] : "list";
    int operands = arguments->file_count > 0 ? arguments->file_count - 1 : 0;
    size_t word = 0;
    while (word < WORDS && strcmp(words[word].name, name) != 0)
        word++;
    bool fits = word < WORDS && (operands == words[word].operands || (word == CHECK && operands > 0));
    if (!fits)
        return complain("usage: catasta rules %s", arguments->command->operands);
    catasta_session *session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = run_word(session, word, arguments->files + 1, operands);
    catasta_session_free(session);
    return status;
}

int run_perft(const struct arguments *arguments)
{
    const char *digits = arguments->file_count == 1 ? arguments->files[0] : "";
    bool number = *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
    long depth = number ? strtol(digits, NULL, 10) : -1;
    if (arguments->options.ruleset == NULL)
        return complain("perft needs a ruleset: give one with -r");
    if (depth < 0 || depth > 9999)
        return complain("usage: catasta perft -r RULESET [OPTION…] DEPTH");
    catasta_session *session = open_session(arguments, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    bool done = catasta_perft(session, (unsigned)arguments->players, arguments->position, (unsigned)depth,
        arguments->divide, &output_sink, &complaint_sink);
    catasta_session_free(session);
    return done ? CATASTA_OK : CATASTA_FAILED;
}

int run_explain(const struct arguments *arguments)
{
    const char *name = arguments->file_count > 0 ? arguments->files[0] : NULL;
    enum catasta_format form = is_format(arguments, "man") ? CATASTA_MAN
        : is_format(arguments, "json")                     ? CATASTA_JSON
                                                           : CATASTA_TEXT;
    if (arguments->file_count > 1)
        return complain("usage: catasta explain [ID]");
    if (arguments->all && form != CATASTA_TEXT)
        return complain("--all needs -f text; other formats always explain all ids");
    if (arguments->all)
        form = CATASTA_FULL_TEXT;
    if (name != NULL && complain_removed(NULL, name))
        return CATASTA_FAILED;
    enum catasta_status status =
        catasta_explain(name, form, &output_sink, &complaint_sink) ? CATASTA_OK : CATASTA_FAILED;
    if (arguments->all && name == NULL && status == CATASTA_OK) {
        print("\nOther messages, help texts and their parts:\n\n");
        output_sink.write(output_sink.context, messages, strlen(messages));
    }
    return (int)status;
}
