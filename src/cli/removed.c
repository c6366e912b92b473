/* SPDX-License-Identifier: MIT */
/* What the command line no longer takes, and what serves instead; and what it takes under another name, for one
   version. tests/words.sh checks that tests/cases/removed.txt tries each row. */
#include "cli/cli.h"

#include <string.h>

static const struct {
    const char *command; /* that took it; NULL: all, or it is a command or an id */
    const char *what;    /* a command, an option as "--diff", with its value as "-f png", or "table/..." of ids */
    const char *instead;
} removed[] = {
    {NULL, "page", "use 'catasta replay -f html'; the page that referees is share/catasta/referee.html"},
    {"show", "-f png", "use 'catasta show -f svg FILE | rsvg-convert -o board.png'"},
    {"replay", "-f png", "use 'catasta replay -f svg -o pictures FILE', and rsvg-convert for each picture"},
    {"check", "--follow", "use 'catasta check' for a pipe of games, 'catasta play --protocol' for a game in progress"},
    {NULL, "dedup", "use 'catasta select --unique'"},
    {NULL, "find", "'catasta explore' lists the games, too"},
    {NULL, "--kind", "'catasta select --unique' leaves out equal games"},
    {NULL, "--drop", "use 'catasta select --unique'"},
    {NULL, "merge", "use 'catasta select --split=N -o parts FILE' and run one job for each file"},
    {NULL, "offsets", "use 'catasta check -f jsonl': each line has the offset of a game"},
    {NULL, "--shard", "use 'catasta select --split=N -o parts FILE' and run one job for each file"},
    {NULL, "--offsets", "use 'catasta select --split=N -o parts FILE' and run one job for each file"},
    {"fmt", "--diff", "use 'catasta fmt FILE | diff -u FILE -'"},
    {NULL, "spelling/...",
        "look-alike signs are 'reading/signs', and what else is nearly right is an error with a proposal"},
};

static const struct {
    const char *command; /* that takes it; NULL: all that take the new one */
    const char *was;
    const char *now;
} renamed[] = {
    {NULL, "rule", "rules"},
    {NULL, "warn", "warning"},
    {"check", "board", "boards"},
    {"score", "tiebreak", "tiebreaks"},
    {"fmt", "write", "in-place"},
    {NULL, "size", "cell-size"},
};

const char *former_name(const struct command *command, const char *option)
{
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
        if (strcmp(renamed[i].now, option) == 0 &&
            (renamed[i].command == NULL || strcmp(renamed[i].command, command->name) == 0))
            return renamed[i].was;
    return NULL;
}

/* Whether WHAT is what ROW says, or the table of ids that it names, or one of them. */
static bool is_removed(const char *row, const char *what)
{
    const size_t table = strcspn(row, "/");
    return strcmp(what, row) == 0 ||
        (row[table] == '/' && strncmp(what, row, table) == 0 && (what[table] == '/' || what[table] == '\0'));
}

bool complain_removed(const struct command *command, const char *what)
{
    for (size_t i = 0; i < sizeof removed / sizeof removed[0]; i++) {
        const char *of = removed[i].command;
        if (!is_removed(removed[i].what, what) || (of != NULL && (command == NULL || strcmp(of, command->name) != 0)))
            continue;
        complain("there is no '%s%s%s' any more; %s", of == NULL ? "" : of, of == NULL ? "" : " ", removed[i].what,
            removed[i].instead);
        return true;
    }
    return false;
}

/* The same for the ids that a condition names. */
static bool complain_removed_ids(const char *condition)
{
    static const char call[] = "fault(";
    char id[64];
    while ((condition = strstr(condition, call)) != NULL) {
        condition += strlen(call);
        condition += strspn(condition, " \t\"'");
        snprintf(id, sizeof id, "%.*s", (int)strcspn(condition, " \t\"')"), condition);
        if (complain_removed(NULL, id))
            return true;
    }
    return false;
}

bool complain_removed_value(const struct command *command, const struct option_row *row, const char *value)
{
    char what[64];
    if (strcmp(row->name, "where") == 0)
        return complain_removed_ids(value);
    if (row->kind != AS_ERROR && row->kind != AS_WARNING && row->kind != IGNORE) {
        if (row->letter != '\0')
            snprintf(what, sizeof what, "-%c %s", row->letter, value);
        else
            snprintf(what, sizeof what, "--%s %s", row->name, value);
        return complain_removed(command, what);
    }
    while (*value != '\0') {
        int length = (int)strcspn(value, ", \t");
        snprintf(what, sizeof what, "%.*s", length, value);
        if (complain_removed(NULL, what))
            return true;
        value += length + (value[length] != '\0');
    }
    return false;
}
