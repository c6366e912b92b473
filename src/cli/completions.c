/* SPDX-License-Identifier: MIT */
/* What shells complete, from the tables of commands and options. */
#include "cli/cli.h"

#include <string.h>

/* What follows an option or, without one, a command: words, what a command lists at the begin of its lines, files. */
struct values {
    const char *words; /* by |, or NULL */
    const char *list;  /* likewise */
    bool files;
};

static struct values values_of(const struct command *command, const struct option_row *row)
{
    static const char *const lists[][2] = {{"RULESET", "rules list"}, {"NAME", "rules list"}, {"ID", "explain"}};
    const char *value = row == NULL ? command->operands : row->value;
    const char *words = strstr(value, "COMMAND") != NULL ? manual_names
        : row != NULL && row->kind == FORMAT             ? command->formats
        : row != NULL                                    ? row->words
        : strchr(value, '|') != NULL                     ? value
                                                         : NULL;
    struct values values = {.words = words};
    for (size_t i = sizeof lists / sizeof lists[0]; i-- > 0;)
        if (strstr(value, lists[i][0]) != NULL)
            values.list = lists[i][1];
    static const char *const files[] = {"FILE", "INDEX", "PART", "PATH", "RULESET"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        values.files |= strstr(value, files[i]) != NULL;
    return values;
}

static bool needs_value(const struct option_row *row)
{
    return row->value != NULL && row->kind != LEVEL;
}

/* BEFORE and AFTER with WORDS between them, in which spaces stand for '|' and for operands; nothing if NULL. */
static void print_words(const char *before, const char *words, const char *after)
{
    if (words == NULL)
        return;
    print("%s", before);
    for (; *words != '\0'; words++)
        if (strchr("| ", *words) != NULL || (*words >= 'a' && *words <= 'z'))
            print("%c", *words == '|' ? ' ' : *words);
    print("%s", after);
}

/* Help of an option or a command, within single quotes, with a backslash before each of SPECIAL. */
static void print_quoted(const char *text, const char *special)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            print("'\\''");
        else
            print(strchr(special, *text) != NULL ? "\\%c" : "%c", *text);
}

static void print_bash(void)
{
    print("# Completion of catasta for bash.\n_catasta()\n{\n"
          "    local word=$2 before=$3 options= words= list=\n    COMPREPLY=()\n"
          "    [ \"$word\" = = ] && word=\n    [ \"$before\" = = ] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    [ \"$COMP_CWORD\" -eq 1 ] && words='");
    for (const struct command *const *at = commands, *command; (command = *at) != NULL; at++)
        print("%s ", command->name);
    print("' || case ${COMP_WORDS[1]} in\n");
    for (const struct command *const *at = commands, *command; (command = *at) != NULL; at++) {
        struct option_row rows[OPTIONS_MOST];
        const struct option_row *end = rows + list_options(command, rows);
        const struct values operands = values_of(command, NULL);
        print("    %s)\n        options='", command->name);
        for (const struct option_row *row = rows; row < end; row++)
            print("--%s%s ", row->name, needs_value(row) ? "=" : "");
        print("'\n        case $before in\n");
        for (const struct option_row *row = rows; row < end; row++) {
            if (row->value == NULL)
                continue;
            const struct values values = values_of(command, row);
            print("        --%s", row->name);
            if (row->letter != '\0')
                print(" | -%c", row->letter);
            print(") options=");
            print_words(" words='", values.words, "'");
            print_words(" list='", values.list, "'");
            print(" ;;\n");
        }
        print("        *)");
        print_words(" words='", operands.words, "'");
        print_words(" list='", operands.list, "'");
        print(" ;;\n        esac ;;\n");
    }
    print("    esac\n    [ -n \"$list\" ] && words=\"$words $(catasta $list 2>/dev/null | sed 's/ .*//')\"\n"
          "    case $word in -*) words=$options ;; esac\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    [[ ${COMPREPLY-} == *= ]] && compopt -o nospace\n}\n"
          "complete -o bashdefault -o default -F _catasta catasta\n");
}

/* What _arguments does for a value: an action that begins with a space gets no words but its own. */
static void print_zsh_action(struct values values)
{
    if (values.list != NULL)
        print(" _catasta_list %d %s", (int)values.files, values.list);
    else if (values.words != NULL)
        print_words("(", values.words, ")");
    else if (values.files)
        print("_files");
}

static void print_zsh(void)
{
    print("#compdef catasta\n# Completion of catasta for zsh.\n"
          "_catasta_list() {\n    compadd -- ${${(f)\"$(catasta ${@[2,-1]} 2>/dev/null)\"}%%%% *}\n"
          "    (( $1 )) && _files\n}\n"
          "_catasta() {\n    local -a commands\n    commands=(\n");
    for (const struct command *const *at = commands, *command; (command = *at) != NULL; at++) {
        print("        '%s:", command->name);
        print_quoted(command->summary, "");
        print("'\n");
    }
    print("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
          "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n");
    for (const struct command *const *at = commands, *command; (command = *at) != NULL; at++) {
        struct option_row rows[OPTIONS_MOST];
        const struct option_row *end = rows + list_options(command, rows);
        struct values operands = values_of(command, NULL);
        print("    %s) _arguments -s", command->name);
        for (const struct option_row *row = rows; row < end; row++) {
            bool needs = needs_value(row);
            print(" \\\n        '*'");
            if (row->letter != '\0')
                print("{-%c%s,", row->letter, needs ? "+" : "");
            print("--%s%s%s'[", row->name, needs ? "=" : "", row->letter != '\0' ? "}" : "");
            print_quoted(row->help, "[]:\\");
            print("]%s%s%s", needs ? ":" : "", needs ? row->value : "", needs ? ":" : "");
            print_zsh_action(needs ? values_of(command, row) : (struct values){0});
            print("'");
        }
        print_words(" \\\n        '1:word:(", operands.words, ")'");
        operands.words = NULL;
        print(" \\\n        '*:name:");
        print_zsh_action(operands);
        print("' ;;\n");
    }
    print("    esac\n}\n_catasta \"$@\"\n");
}

static void print_fish_values(struct values values)
{
    print(values.words != NULL || values.list != NULL ? " -a '" : "");
    print_words("", values.words, " ");
    print_words("(__catasta_list ", values.list, ")");
    print(values.words != NULL || values.list != NULL ? "'" : "");
}

static void print_fish(void)
{
    print("# Completion of catasta for fish.\n"
          "function __catasta_list\n    catasta $argv 2>/dev/null | string replace -r ' .*' ''\nend\n");
    for (const struct command *const *at = commands, *command; (command = *at) != NULL; at++) {
        struct option_row rows[OPTIONS_MOST];
        const struct option_row *end = rows + list_options(command, rows);
        const struct values operands = values_of(command, NULL);
        char begin[80];
        snprintf(begin, sizeof begin, "complete -c catasta -n '__fish_seen_subcommand_from %s'", command->name);
        print("complete -c catasta -f -n __fish_use_subcommand -a %s -d '", command->name);
        print_quoted(command->summary, "");
        print("'\n");
        for (const struct option_row *row = rows; row < end; row++) {
            const struct values values = row->value == NULL ? (struct values){0} : values_of(command, row);
            print("%s -l %s", begin, row->name);
            if (row->letter != '\0')
                print(" -s %c", row->letter);
            print("%s", !needs_value(row) ? "" : values.files ? " -r" : " -x");
            print_fish_values(values);
            print(" -d '");
            print_quoted(row->help, "");
            print("'\n");
        }
        print("%s%s", begin, operands.files ? "" : " -f");
        print_fish_values(operands);
        print("\n");
    }
}

static int run_completions(const void *given)
{
    const struct arguments *arguments = given;
    static const struct {
        const char *name;
        void (*write)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0] && arguments->reading.file_count == 1; i++)
        if (strcmp(arguments->reading.files[0], shells[i].name) == 0) {
            shells[i].write();
            return CATASTA_OK;
        }
    return complain("usage: catasta completions %s", arguments->command->operands);
}

const struct command completions_command = {"completions", "bash | zsh | fish",
    "Print a script that completes commands in a shell", no_options, sizeof(struct arguments), run_completions};
