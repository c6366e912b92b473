#include "cli/cli.h"

#include <locale.h>
#include <signal.h>
#include <stdlib.h>

const struct command commands[] = {
    {"check", "[FILE…]", "Validate recorded games", "rJFRUfj/@oMEWIZxb", "text|jsonl|sarif|quiet", run_check},
    {"select", "[FILE…]", "Copy games as they are: some, in another order, to several files", "rJFRUo123456jZ", NULL,
        run_select},
    {"replay", "[FILE…]", "Step through games, board by board, or make a page of them", "rJFRUfgpoSLNkYnzsHGAiZ",
        "text|html|svg|png", run_replay},
    {"page", "[FILE…]", "Make a page of games, or one that referees", "rJFRgpoLNkYHG7Z", NULL, run_page},
    {"show", "[FILE]", "Show one position", "rJFRfgpoSLNkYnAZ", "text|position|json|svg|png", run_show},
    {"score", "[FILE…]", "Scores of games, matches and tournaments", "rJFRUfoLNkYvyBuaTKlmOEWIZ", "text|tsv|json|html",
        run_score},
    {"stats", "[FILE…]", "What the games of an archive come to", "rJFRUfyouaAj/@EWIZ", "text|tsv|json", run_stats},
    {"table", "[FILE…]", "A row for each ply, for data tools", "rJFRUfoj/@Z", "tsv|jsonl", run_table},
    {"offsets", "FILE", "List where the games of a file begin", "Joj", NULL, run_offsets},
    {"merge", "PART…", "Add up what the shares of a run have found", "o", NULL, run_merge},
    {"fmt", "[FILE…]", "Rewrite games in canonical form", "rJFRUwcDXZ", NULL, run_fmt},
    {"convert", "[FILE…]", "Write games in another form", "rJFRUt8oZ", NULL, run_convert},
    {"moves", "[FILE]", "List the legal turns of a position", "rJFRgpZ", NULL, run_moves},
    {"play", "[FILE]", "Write a game down while it is refereed", "rRgoeAqZ", NULL, run_play},
    {"lsp", "", "Serve an editor: the language server protocol", "rFREWIZa", NULL, run_lsp},
    {"perft", "DEPTH", "Count legal turn sequences", "rRPQd", NULL, run_perft},
    {"rules", "list | show NAME | check FILE… | diff A B | schema", "List, show, check and compare rulesets", "", NULL,
        run_rules},
    {"explain", "[ID]", "Tell what a rule or message means", "f", "text|man|json", run_explain},
    {"completions", "bash | zsh | fish", "Print what makes a shell complete commands and options", "", NULL,
        run_completions},
    {NULL, NULL, NULL, NULL, NULL, NULL},
};

int main(int argc, char **argv)
{
    struct arguments arguments;
    int status;
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, and reported as one */
    signal(SIGXFSZ, SIG_IGN); /* so is a file grown too large */
    begin_output();
    if (parse_arguments(argc, argv, &arguments, &status)) {
        find_places(&arguments.places);
        if (arguments.shard != NULL)
            mute_output();
        status = open_folders(&arguments) ? arguments.command->run(&arguments) : CATASTA_FAILED;
        status = finish_output(status);
        close_folders(&arguments);
    }
    close_arguments(&arguments);
    return status;
}
