/* SPDX-License-Identifier: MIT */
/* Calls of the library that no command makes, of the games in a file: prints what they say.
   Where one of them fails for want of memory, that is all: status 2. */
#include "library/tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void give_up(void)
{
    fputs("calls: out of memory\n", stderr);
    exit(CATASTA_FAILED);
}

static void need(bool done)
{
    if (!done)
        give_up();
}

static bool put(void *context, const char *bytes, size_t length)
{
    (void)context;
    return fwrite(bytes, 1, length, stdout) == length;
}

static const struct catasta_sink out = {put, NULL};

/* Either DONE, or FAULT says why not. */
static void tell(bool done, const struct catasta_fault *fault)
{
    need(done || fault->id != NULL);
    if (done)
        puts("done");
    else
        printf("%s: %.*s; %.*s; %.*s\n", fault->id, (int)fault->message.length, fault->message.bytes,
            (int)fault->advice.length, fault->advice.bytes, (int)fault->board.length, fault->board.bytes);
}

static bool visit(void *context, const char *text, size_t length, unsigned flags)
{
    (void)context;
    printf("%.*s %u\n", (int)length, text, flags);
    return true;
}

static void move(catasta_position *position, const char *prefix)
{
    struct catasta_fault fault = {.size = sizeof fault};
    tell(catasta_position_moves(position, prefix, strlen(prefix), visit, NULL, &fault), &fault);
}

static void play(catasta_position *position, const char *turn)
{
    struct catasta_fault fault = {.size = sizeof fault};
    tell(catasta_position_play(position, turn, strlen(turn), &fault), &fault);
    need(catasta_position_write(position, CATASTA_POSITION, &out));
    puts("");
}

static void use_position(catasta_position *position)
{
    need(position != NULL);
    catasta_position *copy = catasta_position_copy(position);
    need(copy != NULL);
    move(copy, "");
    move(copy, "c3:");
    move(copy, "c9 ");
    play(copy, "c3:-d3");
    play(copy, "c3:-d9");
    play(copy, "+B1 (");
    play(copy, "resign");
    need(catasta_position_write(copy, CATASTA_TEXT, &out) && catasta_position_write(position, CATASTA_SVG, &out));
    catasta_position_free(copy);
    catasta_position_free(position);
}

static void tell_faults(const catasta_game *game)
{
    struct catasta_diagnostic fault = {.size = sizeof fault};
    for (size_t i = 0; catasta_game_diagnostic(game, i, &fault); i++) {
        printf("%s %u %.*s\n", fault.id, (unsigned)fault.repairs, (int)fault.board.length, fault.board.bytes);
        need(catasta_game_message(game, i, &out));
        puts("");
    }
}

static struct catasta_info info_of(const catasta_game *game)
{
    struct catasta_info info = {.size = sizeof info};
    need(catasta_game_info(game, &info));
    return info;
}

static void show(const catasta_game *game)
{
    const struct catasta_look look = {.size = sizeof look, .width = 80};
    catasta_story *story = catasta_story_new(game);
    need(story != NULL);
    for (uint32_t node = 0; node == 0 || node < info_of(game).nodes; node++)
        for (int page = CATASTA_PAGE_HEADING; page <= CATASTA_PAGE_OTHERS; page++)
            need(catasta_write_page(story, node, (enum catasta_page)page, &look, &out));
    catasta_story_free(story);
}

static void use_game(catasta_game *game)
{
    tell_faults(game);
    show(game);
    catasta_game *kept = catasta_game_keep(game);
    need(kept != NULL);
    size_t nodes = info_of(kept).nodes;
    if (nodes > 0)
        use_position(catasta_game_position(kept, nodes / 2));
    need(catasta_write(kept, CATASTA_JSONL, &out));
    catasta_game_free(kept);
}

static void set_up(catasta_session *session, const char *ruleset)
{
    need(catasta_rules_setup(session, ruleset, 0, 1, &out, NULL));
    puts("");
}

static void start(catasta_session *session, const char *ruleset, const char *tag, const char *value)
{
    struct catasta_fault fault = {.size = sizeof fault};
    const struct catasta_pair pair = {tag, value};
    catasta_position *position = catasta_position_start(session, ruleset, &pair, 1, &fault);
    tell(position != NULL, &fault);
    catasta_position_free(position);
}

int main(int argc, char **argv)
{
    static char bytes[65536];
    const struct catasta_options options = {.size = sizeof options, .ruleset = "accasta-pari"};
    catasta_game *game;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    need(file != NULL);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    need(ferror(file) == 0);
    fclose(file);
    catasta_session *session = catasta_session_new(&options, NULL);
    need(session != NULL);
    catasta_input *input = catasta_input_part(session, bytes, length, argv[1], 7);
    need(input != NULL);
    while ((game = catasta_input_next(input)) != NULL)
        use_game(game);
    need(catasta_input_error(input) == 0);
    catasta_input_close(input);
    set_up(session, "stakz");
    set_up(session, "staka");
    start(session, NULL, "Rules", "stack_limit=3");
    start(session, "stakz", "Hand1", "R1 R2 R3 B1 B2 B3 G1 G2 G3 Q9");
    start(session, "staka", "Player3", "Cas");
    start(session, "bad.yaml", "Event", "none");
    start(session, "nosuch", "Event", "none");
    catasta_session_free(session);
    return fflush(stdout) == 0 && ferror(stdout) == 0 ? CATASTA_OK : (perror("calls"), CATASTA_FAILED);
}
