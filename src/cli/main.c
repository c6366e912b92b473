/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>

const struct command commands[] = {
    {"check", "[FILE…]", "Validate recorded games", "rJFRUfj/|@oMEWIZxb", "text|jsonl|sarif|quiet", run_check},
    {"select", "[FILE…]", "Copy games unchanged: choose, sort and split them", "rJFRUo123456jZ", NULL, run_select},
    {"replay", "[FILE…]", "Show games board by board, or make a page of them", "rJFRUfgpoSLNkYnzsHGAiZ",
        "text|html|svg|png", run_replay},
    {"page", "[FILE…]", "Make a web page of games, or one that referees", "rJFRgpoLNkYHG7Z", NULL, run_page},
    {"show", "[FILE]", "Show one position", "rJFRfgpoSLNkYnAZ", "text|position|json|svg|png", run_show},
    {"score", "[FILE…]", "Score games, matches and tournaments", "rJFRUfoj/|LNkYvyBuaTKlmOEWIZ", "text|tsv|json|html",
        run_score},
    {"dedup", "[FILE…]", "List duplicate games, or leave them out", "rJFRUf=^ojZ", "text|tsv|json", run_dedup},
    {"stats", "[FILE…]", "Summarize the games of an archive", "rJFRUfyouaAj/|EWIZ", "text|tsv|json", run_stats},
    {"table", "[FILE…]", "Write a row for each ply, for data tools", "rJFRUfoj/|Z", "tsv|jsonl", run_table},
    {"index", "[FILE…]", "Make an index of an archive, an SQLite database", "rJFRoj/|", NULL, run_index},
    {"find", "INDEX", "Find the games of an index that reach a position", "rRQf1o", "text|jsonl|sgn", run_find},
    {"explore", "INDEX", "Show what was played in a position", "rRQf1okA", "text|json|html", run_explore},
    {"offsets", "FILE", "List where the games of a file begin", "Joj", NULL, run_offsets},
    {"merge", "PART…", "Merge the results of the shards of a run", "o", NULL, run_merge},
    {"fmt", "[FILE…]", "Rewrite games in canonical form", "rJFRUwcDXZ", NULL, run_fmt},
    {"convert", "[FILE…]", "Write games in another form", "rJFRUt8oZ", NULL, run_convert},
    {"moves", "[FILE]", "List the legal turns of a position", "rJFRgpZ", NULL, run_moves},
    {"play", "[FILE]", "Record a game while catasta referees it", "rRgoeAqZ", NULL, run_play},
    {"lsp", "", "Serve an editor with the Language Server Protocol", "rFREWIZa", NULL, run_lsp},
    {"perft", "DEPTH", "Count legal turn sequences", "rRPQd", NULL, run_perft},
    {"rules", "list | show NAME | check FILE… | diff A B | schema", "List, show, check and compare rulesets", "", NULL,
        run_rules},
    {"explain", "[ID]", "Explain a rule or message", "f*", "text|man|json", run_explain},
    {"completions", "bash | zsh | fish", "Print a script that completes commands in a shell", "", NULL,
        run_completions},
    {"help", "[COMMAND]", "Show the manual page of a command", "", NULL, run_help},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    struct arguments arguments;
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, and reported as one */
    signal(SIGXFSZ, SIG_IGN); /* so is a file grown too large */
    begin_output();
    int status = parse_arguments(argc, argv, &arguments);
    if (status == GO_ON) {
        find_places(&arguments.places);
        bool ready = read_shard(&arguments, &(struct shard){0}) && open_folders(&arguments);
        status = ready ? arguments.command->run(&arguments) : CATASTA_FAILED;
        status = finish_output(status);
        close_folders(&arguments);
    }
    close_arguments(&arguments);
    return status;
}
