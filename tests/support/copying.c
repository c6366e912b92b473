/* SPDX-License-Identifier: MIT */
#include "support/copying.h"

#include "convert/form_table.h"
#include "library/session.h"
#include "support/checking.h"

static const struct catasta_form_reader *const readers[] = {&typed_reader, NULL};

catasta_session *copying_session(const char *ruleset)
{
    static const char *const folders[] = {"rulesets", NULL};
    const struct catasta_options options = {
        .size = sizeof options, .folders = folders, .ruleset = ruleset, .forms = readers, .from = "typed", .width = 80};
    return catasta_session_new(&options, NULL);
}

static void add_changes(const struct record *record, struct text *listed)
{
    for (size_t i = 0; i < record->change_count; i++)
        text_printf(listed, "%pS\n", SLICE(slice_cut(record_bytes(record), record->changes[i].place)));
}

bool copy_typed(catasta_session *session, struct slice typed, struct copied *copied)
{
    const struct catasta_sink copy = text_sink(&copied->copy);
    const struct catasta_sink made = text_sink(&copied->made);
    catasta_input *input = catasta_input_bytes(session, typed.at, typed.length, "typed.txt");
    catasta_game *game;
    bool good = input != NULL;
    copied->games = copied->errors = copied->asked = 0;
    copied->resulted = false;
    copied->readable = copied->legal = true;
    text_clear(&copied->copy);
    text_clear(&copied->made);
    text_clear(&copied->listed);
    text_clear(&copied->unsure);
    while (good && (game = catasta_input_next(input)) != NULL) {
        const struct catasta_info info = game_info(game);
        struct catasta_diagnostic diagnostic = {.size = sizeof diagnostic};
        copied->games += info.number > 0;
        copied->errors += info.errors;
        copied->readable &= info.readable || info.number == 0;
        copied->resulted |= info.result.end > info.result.begin;
        bool legal = info.number > 0;
        for (size_t i = 0; catasta_game_diagnostic(game, i, &diagnostic); i++) {
            if (strcmp(diagnostic.id, "typed/unclear") == 0) {
                copied->asked++;
                text_add(&copied->unsure,
                    (struct slice){info.source.bytes + diagnostic.span.begin,
                        (size_t)(diagnostic.span.end - diagnostic.span.begin)});
                text_add_char(&copied->unsure, '\n');
            }
            legal &= diagnostic.severity != CATASTA_ERROR || strncmp(diagnostic.id, "typed/", 6) == 0;
        }
        copied->legal &= legal;
        if (copied->copy.length > 0)
            text_add_char(&copied->copy, '\n');
        good = catasta_write_copy(game, &made) &&
            (legal ? catasta_write(game, CATASTA_SGN, &copy) : catasta_write_copy(game, &copy));
        add_changes(&game->record, &copied->listed);
    }
    good = good && catasta_input_error(input) == 0;
    catasta_input_close(input);
    return good && !copied->copy.failed && !copied->listed.failed;
}

void copied_release(struct copied *copied)
{
    text_release(&copied->copy);
    text_release(&copied->made);
    text_release(&copied->listed);
    text_release(&copied->unsure);
}
