/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <signal.h>
#include <stdlib.h>

const struct command *const commands[] = {&check_command, &select_command, &replay_command, &show_command,
    &score_command, &pair_command, &stats_command, &table_command, &index_command, &explore_command, &fmt_command,
    &convert_command, &moves_command, &play_command, &lsp_command, &perft_command, &engine_command, &arena_command,
    &rules_command, &explain_command, &completions_command, &help_command, NULL};

int main(int argc, char **argv)
{
    struct arguments *arguments;
    signal(SIGPIPE, SIG_DFL); /* nobody reads on: the end, without a word, also where it was ignored */
    signal(SIGXFSZ, SIG_IGN); /* a file grown too large is a failed write, and reported as one */
    begin_output();
    int status = parse_arguments(argc, argv, &arguments);
    if (status == GO_ON) {
        bool ready = complete_arguments(arguments) && open_folders(arguments);
        status = ready ? arguments->command->run(arguments) : CATASTA_FAILED;
        status = exit_status(arguments, finish_output(status));
        close_folders(arguments);
    }
    free_arguments(arguments);
    return status;
}
