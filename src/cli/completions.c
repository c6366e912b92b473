/* What shells complete, from the tables of commands and options. */
#include "cli/cli.h"

#include <string.h>

/* Where the values of an option, or an operand, come from if not from its row: the first words of what a command
   prints.  Where there is no row they are files, or anything. */
static const struct {
    const char *value;
    const char *command;
} listed[] = {{"RULESET", "rules list"}, {"NAME", "rules list"}, {"ID", "explain"}};

static const char *list_of(const char *value)
{
    for (size_t i = 0; i < sizeof listed / sizeof listed[0]; i++)
        if (strstr(value, listed[i].value) != NULL)
            return listed[i].command;
    return NULL;
}

static bool is_file(const char *value)
{
    return strstr(value, "FILE") != NULL || strstr(value, "PATH") != NULL || strstr(value, "RULESET") != NULL;
}

static const char *words_of(const struct command *command, const struct option_row *row)
{
    return row->letter == 'f' ? command->formats : row->words;
}

/* TEXT with blanks for '|', without the placeholders of an operand, and without what a shell would take for its own. */
static void print_words(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '|')
            print(" ");
        else if (*text >= 'a' && *text <= 'z')
            print("%c", *text);
}

/* Help of an option or a command, within single quotes; COLON: a colon and brackets mean something there. */
static void print_quoted(const char *text, bool colon)
{
    for (; *text != '\0'; text++)
        if (*text == '\'')
            print("'\\''");
        else
            print(colon && strchr("[]:\\", *text) != NULL ? "\\%c" : "%c", *text);
}

static bool is_own(const struct command *command, const struct option_row *row)
{
    return row->name != NULL && takes_option(command, row);
}

static void print_bash(void)
{
    print("# Completion of catasta for bash.\n_catasta()\n{\n"
          "    local word=$2 before=$3 options= words= list=\n    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W '");
    for (const struct command *command = commands; command->name != NULL; command++)
        print("%s ", command->name);
    print("help' -- \"$word\"))\n        return\n    fi\n"
          "    [ \"$word\" = = ] && word=\n    [ \"$before\" = = ] && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
          "    case ${COMP_WORDS[1]} in\n");
    for (const struct command *command = commands; command->name != NULL; command++) {
        print("    %s)\n        options='", command->name);
        for (const struct option_row *row = option_rows; row->name != NULL; row++)
            if (is_own(command, row))
                print("--%s%s ", row->name, row->value != NULL && row->kind != LEVEL ? "=" : "");
        print("'\n        case $before in\n");
        for (const struct option_row *row = option_rows; row->name != NULL; row++) {
            if (!is_own(command, row) || row->value == NULL)
                continue;
            print("        --%s", row->name);
            if (row->has_short)
                print(" | -%c", row->letter);
            if (words_of(command, row) != NULL) {
                print(") options= words='");
                print_words(words_of(command, row));
                print("' ;;\n");
            } else {
                print(") options= list='%s' ;;\n", list_of(row->value) == NULL ? "" : list_of(row->value));
            }
        }
        print("        *) words='");
        if (strchr(command->operands, '[') == NULL)
            print_words(command->operands);
        print(
            "' list='%s' ;;\n        esac ;;\n", list_of(command->operands) == NULL ? "" : list_of(command->operands));
    }
    print("    esac\n    [ -n \"$list\" ] && words=\"$words $(catasta $list 2>/dev/null | sed 's/ .*//')\"\n"
          "    case $word in -*) words=$options ;; esac\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
          "    [[ ${COMPREPLY-} == *= ]] && compopt -o nospace\n}\n"
          "complete -o bashdefault -o default -F _catasta catasta\n");
}

static void print_zsh(void)
{
    print("#compdef catasta\n# Completion of catasta for zsh.\n"
          "_catasta_list() { local -a found; found=(${${(f)\"$(catasta ${=1} 2>/dev/null)\"}%%%% *}); "
          "_alternative \"words::(($found))\" 'files::_files' }\n"
          "_catasta() {\n    local -a commands\n    commands=(\n");
    for (const struct command *command = commands; command->name != NULL; command++) {
        print("        '%s:", command->name);
        print_quoted(command->summary, false);
        print("'\n");
    }
    print("    )\n    if (( CURRENT == 2 )); then\n        _describe command commands\n        return\n    fi\n"
          "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    case $command in\n");
    for (const struct command *command = commands; command->name != NULL; command++) {
        print("    %s) _arguments -s", command->name);
        for (const struct option_row *row = option_rows; row->name != NULL; row++) {
            if (!is_own(command, row))
                continue;
            for (int lengthy = !row->has_short; lengthy < 2; lengthy++) {
                print(" \\\n        '*%s%.*s%s[", lengthy ? "--" : "-", lengthy ? (int)strlen(row->name) : 1,
                    lengthy ? row->name : &row->letter,
                    row->value == NULL || row->kind == LEVEL ? ""
                        : lengthy                            ? "="
                                                             : "+");
                print_quoted(row->help, true);
                print("]");
                if (row->value != NULL && row->kind != LEVEL)
                    print(":%s:", row->value);
                if (row->value != NULL && row->kind != LEVEL && words_of(command, row) != NULL) {
                    print("(");
                    print_words(words_of(command, row));
                    print(")");
                } else if (row->value != NULL && list_of(row->value) != NULL) {
                    print("_catasta_list \"%s\"", list_of(row->value));
                } else if (row->value != NULL && is_file(row->value)) {
                    print("_files");
                }
                print("'");
            }
        }
        if (strchr(command->operands, '|') != NULL) {
            print(" \\\n        '1:word:(");
            print_words(command->operands);
            print(")'");
        }
        if (list_of(command->operands) != NULL)
            print(" \\\n        '*:name:_catasta_list \"%s\"'", list_of(command->operands));
        else if (is_file(command->operands))
            print(" \\\n        '*:file:_files'");
        print(" ;;\n");
    }
    print("    esac\n}\n_catasta \"$@\"\n");
}

static void print_fish(void)
{
    print("# Completion of catasta for fish.\n"
          "function __catasta_list\n    catasta $argv 2>/dev/null | string replace -r ' .*' ''\nend\n");
    for (const struct command *command = commands; command->name != NULL; command++) {
        print("complete -c catasta -f -n __fish_use_subcommand -a %s -d '", command->name);
        print_quoted(command->summary, false);
        print("'\n");
        for (const struct option_row *row = option_rows; row->name != NULL; row++) {
            if (!is_own(command, row))
                continue;
            print("complete -c catasta -n '__fish_seen_subcommand_from %s' -l %s", command->name, row->name);
            if (row->has_short)
                print(" -s %c", row->letter);
            if (row->value != NULL && row->kind != LEVEL)
                print(is_file(row->value) ? " -r" : " -x");
            if (row->value != NULL && words_of(command, row) != NULL) {
                print(" -a '");
                print_words(words_of(command, row));
                print("'");
            } else if (row->value != NULL && list_of(row->value) != NULL) {
                print(" -a '(__catasta_list %s)'", list_of(row->value));
            }
            print(" -d '");
            print_quoted(row->help, false);
            print("'\n");
        }
        if (strchr(command->operands, '|') != NULL) {
            print("complete -c catasta -n '__fish_seen_subcommand_from %s' -a '", command->name);
            print_words(command->operands);
            print("'\n");
        }
        if (list_of(command->operands) != NULL)
            print("complete -c catasta -n '__fish_seen_subcommand_from %s' -a '(__catasta_list %s)'\n", command->name,
                list_of(command->operands));
    }
}

int run_completions(const struct arguments *arguments)
{
    static const struct {
        const char *name;
        void (*write)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0] && arguments->file_count == 1; i++)
        if (strcmp(arguments->files[0], shells[i].name) == 0) {
            shells[i].write();
            return CATASTA_OK;
        }
    return complain("usage: catasta completions %s", arguments->command->operands);
}
