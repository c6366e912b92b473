/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>

const struct command commands[] = {
    {"check", "[FILE…]", "Validate recorded games", "rJ7FRUfjoMEWIZxb0", "text|jsonl|sarif|quiet", false, run_check},
    {"select", "[FILE…]", "Copy games unchanged: choose, sort and split them", "rJ7FRU^o123456jZ0", NULL, true,
        run_select},
    {"replay", "[FILE…]", "Show games board by board, or make a page of them", "rJ7FRUfgpoSLNkYnzsHGAiZ0",
        "text|html|svg", true, run_replay},
    {"show", "[FILE]", "Show one position", "rJ7FRfgpoSLNkYnAZ0", "text|position|json|svg", true, run_show},
    {"score", "[FILE…]", "Score games, matches and tournaments", "rJ7FRUfojLNkYvyBuaTKlmOEWIZ0", "text|tsv|json|html",
        false, run_score},
    {"stats", "[FILE…]", "Summarize the games of an archive", "rJ7FRUfyouaAjEWIZ", "text|tsv|json", false, run_stats},
    {"table", "[FILE…]", "Write a row for each ply, for data tools", "rJ7FRUfojZ", "tsv|jsonl", true, run_table},
    {"index", "[FILE…]", "Make an index of an archive, an SQLite database", "rJ7FRoj", NULL, false, run_index},
    {"explore", "INDEX", "Show what was played in a position, and list the games", "rRQf1okA",
        "text|json|jsonl|sgn|html", false, run_explore},
    {"fmt", "[FILE…]", "Rewrite games in canonical form", "rJ7FRUwcXZ0", NULL, true, run_fmt},
    {"convert", "[FILE…]", "Write games in another form", "rJ7FRUt8oZ0", NULL, true, run_convert},
    {"moves", "[FILE]", "List the legal turns of a position", "rJ7FRgpZ0", NULL, true, run_moves},
    {"play", "[FILE]", "Record a game while catasta referees it", "rRgoeAqZ", NULL, false, run_play},
    {"lsp", "", "Serve an editor with the Language Server Protocol", "rFREWIZa", NULL, false, run_lsp},
    {"perft", "DEPTH", "Count legal turn sequences", "rRPQd", NULL, false, run_perft},
    {"rules", "list | show NAME | check FILE… | diff A B | schema", "List, show, check and compare rulesets", "", NULL,
        false, run_rules},
    {"explain", "[ID]", "Explain a rule or message", "f*", "text|man|json", false, run_explain},
    {"completions", "bash | zsh | fish", "Print a script that completes commands in a shell", "", NULL, false,
        run_completions},
    {"help", "[COMMAND]", "Show the manual page of a command", "", NULL, false, run_help},
    {0},
};

int main(int argc, char **argv)
{
    struct arguments arguments;
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_DFL); /* nobody reads on: the end, without a word, also where it was ignored */
    signal(SIGXFSZ, SIG_IGN); /* a file grown too large is a failed write, and reported as one */
    begin_output();
    int status = parse_arguments(argc, argv, &arguments);
    if (status == GO_ON) {
        bool ready = look_around(&arguments) && open_folders(&arguments);
        status = ready ? arguments.command->run(&arguments) : CATASTA_FAILED;
        status = exit_status(&arguments, finish_output(status));
        close_folders(&arguments);
    }
    free(arguments.settings);
    return status;
}
