/* SPDX-License-Identifier: MIT */
/* Every game of the samples without errors is written down by the protocol of play, turn by turn, and has to come out
   as the canonical form of the same tags, turns and result.  A turn that stood has to be refused first.  Then all is
   taken back and made again. */
#include "play/dialogue.h"
#include "support/checking.h"
#include "support/tally.h"

#include <glob.h>
#include <string.h>

/* The table of commands; its main function is not needed. */
#define main catasta_main
#include "cli/main.c"
#undef main

/* A game being sent: what is sent, what is to come of it, and how many answers are to be refusals. */
struct sending {
    struct text script;
    struct text wanted;
    unsigned refusals;
};

static void add_text(struct text *text, struct catasta_text part)
{
    text_add(text, (struct slice){part.bytes, part.length});
}

static bool is_named(struct catasta_text text, const char *name)
{
    return text.length == strlen(name) && memcmp(text.bytes, name, text.length) == 0;
}

/* A position may need the rules that are said after it, and the result is that of all turns. */
static int turn_of(const struct catasta_tag *tag)
{
    return is_named(tag->name, "Rules")  ? 0
        : is_named(tag->name, "Ruleset") ? -1
        : is_named(tag->name, "Result")  ? 2
                                         : 1;
}

static void send_tags(const catasta_game *game, int turn, struct sending *sending)
{
    struct catasta_tag tag = {.size = sizeof tag};
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++) {
        if (turn_of(&tag) != turn || tag.value.length == 0)
            continue;
        text_add_string(&sending->script, "tag ");
        add_text(&sending->script, tag.name);
        text_add_char(&sending->script, ' ');
        add_text(&sending->script, tag.value);
        text_add_char(&sending->script, '\n');
    }
}

static void want_tags(const catasta_game *game, struct text *wanted)
{
    struct catasta_info info = game_info(game);
    struct catasta_tag tag = {.size = sizeof tag};
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++)
        text_add(wanted, (struct slice){info.source.bytes + tag.span.begin, (size_t)(tag.span.end - tag.span.begin)});
    text_add_string(wanted, "\n\n");
}

static void send_turns(const catasta_game *game, struct sending *sending)
{
    struct catasta_node node = {.size = sizeof node};
    unsigned number = 0;
    uint32_t last = 0;
    for (catasta_game_node(game, 0, &node); node.next != CATASTA_NOWHERE;) {
        catasta_game_node(game, node.next, &node);
        bool stood = node.verdict == CATASTA_STOOD;
        text_printf(&sending->script, "%u play ", ++number);
        add_text(&sending->script, node.text);
        text_add_string(&sending->script, stood ? "\nstood\n" : "\n");
        if (node.number != last) /* in some games the next word might be one of the turn before */
            text_printf(&sending->wanted, "%u. ", node.number);
        last = node.number;
        add_text(&sending->wanted, node.text);
        text_add_string(&sending->wanted, stood ? " {[%stood]} " : " ");
        sending->refusals += stood;
    }
}

static void make_script(const catasta_game *game, struct sending *sending)
{
    struct catasta_info info = game_info(game);
    struct slice result = {info.source.bytes + info.result.begin, (size_t)(info.result.end - info.result.begin)};
    text_add_string(&sending->script, "tag Result\n");
    send_tags(game, 0, sending);
    send_tags(game, 1, sending);
    want_tags(game, &sending->wanted);
    send_turns(game, sending);
    result = result.length > 0 ? result : (struct slice){"*", 1};
    text_add_string(&sending->script, "result ");
    text_add(&sending->script, result);
    text_add_char(&sending->script, '\n');
    text_add(&sending->wanted, result);
    send_tags(game, 2, sending);
    text_add_string(&sending->script, "write\nquit\n");
}

static unsigned count_refusals(struct slice answers)
{
    struct slice line;
    unsigned count = 0;
    while (slice_split(&answers, '\n', &line))
        count += line.length > 0 && line.at[0] == '?';
    return count;
}

/* Whether ANSWERS end with RECORD, in which a blank stands for an empty line. */
static bool ends_with(struct slice answers, struct slice record)
{
    struct text text;
    text_init(&text);
    text_add_string(&text, "= ");
    for (size_t i = 0; i < record.length; i++)
        text_printf(&text, i > 0 && record.at[i] == '\n' && record.at[i - 1] == '\n' ? " %c" : "%c", record.at[i]);
    text_add_string(&text, "\n=\n\n");
    bool good = answers.length >= text.length &&
        memcmp(answers.at + answers.length - text.length, text.bytes, text.length) == 0;
    if (!good)
        complaint("--- wanted\n%s--- answered\n%.*s", text.bytes, (int)answers.length, answers.at);
    text_release(&text);
    return good;
}

static bool undo_and_redo(struct draft *draft)
{
    unsigned count = 0;
    struct text text;
    text_init(&text);
    text_add(&text, (struct slice){draft->now.bytes, draft->now.length});
    while (draft_undo(draft))
        count++;
    while (draft_redo(draft))
        count--;
    bool same = slice_equal(text_slice(&text), (struct slice){draft->now.bytes, draft->now.length});
    text_release(&text);
    return count == 0 && same;
}

static bool dialogue_over(const char *ruleset, const struct sending *sending, struct text *answers, bool *again)
{
    static struct lines lines;
    struct draft draft;
    static const char *const folders[] = {"rulesets", NULL};
    const struct reading reading = {.name = "play", .options = {.ruleset = ruleset, .folders = folders}};
    FILE *script = tmpfile();
    bool good = draft_open(&draft, &(struct draft_options){.reading = &reading}) == CATASTA_OK && script != NULL &&
        fwrite(sending->script.bytes, 1, sending->script.length, script) == sending->script.length &&
        fflush(script) == 0 && fseek(script, 0, SEEK_SET) == 0;
    if (good) {
        struct dialogue dialogue = {
            .draft = &draft, .lines = &lines, .out = text_sink(answers), .protocol = true, .fine = true};
        lines = (struct lines){.fd = fileno(script)};
        dialogue_protocol(&dialogue);
        buffer_free(&dialogue.answer);
        *again = undo_and_redo(&draft);
    }
    draft_close(&draft);
    if (script != NULL)
        fclose(script);
    return good;
}

static void check_game(catasta_session *session, const catasta_game *game, const char *where, struct tally *tally)
{
    struct sending sending = {.refusals = 0};
    struct catasta_info info = game_info(game);
    struct text ruleset;
    struct text answers;
    struct text wanted;
    bool again = false;
    text_init(&sending.script);
    text_init(&sending.wanted);
    text_init(&ruleset);
    text_init(&answers);
    text_init(&wanted);
    add_text(&ruleset, info.ruleset);
    make_script(game, &sending);
    bool good = dialogue_over(text_slice(&ruleset).at, &sending, &answers, &again);
    tally_count(
        tally, good && count_refusals(text_slice(&answers)) == sending.refusals, "is taken turn by turn", where);
    good = good && format_sgn(session, text_slice(&sending.wanted), &wanted) &&
        ends_with(text_slice(&answers), text_slice(&wanted));
    tally_count(tally, good, "is written as it was played", where);
    tally_count(tally, again, "is taken back and made again", where);
    text_release(&sending.script);
    text_release(&sending.wanted);
    text_release(&ruleset);
    text_release(&answers);
    text_release(&wanted);
}

static void check_file(const char *path, struct tally *tally)
{
    char where[256];
    FILE *file = fopen(path, "rb");
    catasta_session *session = session_open("accasta-pari");
    catasta_input *input = file == NULL ? NULL : catasta_input_open(session, fileno(file), path);
    catasta_game *game;
    while (input != NULL && (game = catasta_input_next(input)) != NULL) {
        snprintf(where, sizeof where, "%s, game %u", path, game_info(game).number);
        if (game_info(game).errors == 0 && game_info(game).nodes > 1)
            check_game(session, game, where, tally);
    }
    catasta_input_close(input);
    catasta_session_free(session);
    if (file != NULL)
        fclose(file);
}

int main(void)
{
    struct tally tally = {0};
    glob_t files;
    begin_output();
    if (glob("samples/*/*.sgn", 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++)
            check_file(files.gl_pathv[i], &tally);
        globfree(&files);
    }
    return tally_end(&tally);
}
