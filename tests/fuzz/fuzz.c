/* SPDX-License-Identifier: MIT */
/* libFuzzer: bytes into one of the ways into catasta, which ENTRY in the environment names.  See run.sh. */
#include "cli/cli.h"
#include "convert/form_table.h"
#include "engine/engine.h"
#include "fuzz/python.h"
#include "library/session.h"
#include "library/tools.h"
#include "lsp/lsp.h"
#include "play/dialogue.h"
#include "support/both_ways.h"
#include "support/checking.h"
#include "support/complaint.h"
#include "support/copying.h"
#include "support/json.h"
#include "support/staying.h"
#include "support/torture.h"

#include <ctype.h>
#include <getopt.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The table of commands; its main function is not needed. */
#define main catasta_main
#include "cli/main.c"
#undef main

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Sessions remember rulesets that cannot be used: so often a new one. */
enum { USES = 500, WORDS = 16, MOVES = 12, PASSES = 4 };

static const char *const folders[] = {"rulesets", NULL};
static const char *const rulesets[] = {"abande", "abande-square", "accasta", "accasta-pari", "attangle", "staka",
    "stakd-elite", "staku", "staku-2", "stakz"};
enum { RULESETS = sizeof rulesets / sizeof rulesets[0] };

static catasta_session *session;

static bool try_records(struct slice bytes, const char *form)
{
    (void)form;
    const struct shapes shapes = referee_shapes(session->referee);
    return same_both_ways(bytes, &shapes);
}

static bool try_ruleset(struct slice bytes, const char *form)
{
    (void)form;
    return torture_ruleset(bytes);
}

static bool try_games(struct slice bytes, const char *form)
{
    (void)form;
    return torture_games(bytes);
}

/* What begins with a turn that was listed is one: it is played. */
struct playing {
    catasta_position *position;
    unsigned left;
    bool good;
};

static bool play_move(void *context, const char *text, size_t length, unsigned flags)
{
    struct playing *playing = context;
    catasta_position *copy = catasta_position_copy(playing->position);
    if ((flags & CATASTA_COMPLETE) != 0 && !catasta_position_play(copy, text, length, NULL))
        playing->good = complaint("listed and not played: %.*s", (int)length, text);
    catasta_position_free(copy);
    return --playing->left > 0 && playing->good;
}

/* The ruleset by the first byte, and a position. */
static bool try_position(struct slice bytes, const char *form)
{
    (void)form;
    if (bytes.length == 0)
        return true;
    const char *ruleset = rulesets[(unsigned char)bytes.at[0] % RULESETS];
    struct catasta_fault fault = {.size = sizeof fault};
    catasta_position *position = catasta_position_read(session, ruleset, bytes.at + 1, bytes.length - 1, &fault);
    if (position == NULL)
        return (fault.id != NULL && fault.span.end <= bytes.length - 1) || complaint("refused without a reason");
    struct text texts[3];
    for (size_t i = 0; i < 3; i++)
        text_init(&texts[i]);
    const struct catasta_sink sinks[] = {text_sink(&texts[0]), text_sink(&texts[1]), text_sink(&texts[2])};
    struct playing playing = {position, MOVES, true};
    bool good = catasta_position_write(position, CATASTA_POSITION, &sinks[0]);
    catasta_position *again = catasta_position_read(session, ruleset, texts[0].bytes, texts[0].length, &fault);
    good = good && again != NULL && catasta_position_write(again, CATASTA_POSITION, &sinks[1]) &&
        slice_equal(text_slice(&texts[0]), text_slice(&texts[1]));
    if (!good)
        complaint("written otherwise: %s, %s", text_slice(&texts[0]).at, text_slice(&texts[1]).at);
    if (good && !catasta_position_moves(position, NULL, 0, play_move, &playing, NULL))
        good = playing.left == MOVES || complaint("listed only in part");
    good = good && playing.good;
    good = good && catasta_position_write(position, CATASTA_TEXT, &sinks[2]) &&
        catasta_position_write(position, CATASTA_SVG, &sinks[2]);
    catasta_position_free(position);
    catasta_position_free(again);
    for (size_t i = 0; i < 3; i++)
        text_release(&texts[i]);
    return good;
}

/* Runs score without games, or perft of depth 0, for the values of their options. */
static void use_arguments(struct arguments *arguments)
{
    static const char *const nothing[] = {"/dev/null"};
    static const char *const depth[] = {"0"};
    const char *ruleset = arguments->reading.options.ruleset;
    bool scores = arguments->command == &score_command;
    if ((!scores && arguments->command != &perft_command) || (ruleset != NULL && strpbrk(ruleset, "/.") != NULL))
        return; /* no file is read */
    arguments->reading.files = scores ? nothing : depth;
    arguments->reading.file_count = 1;
    arguments->reading.options.folders = folders;
    arguments->format = "text";
    arguments->output = NULL;
    (void)!arguments->command->run(arguments);
}

/* The command line, a word a line. */
static bool try_options(struct slice bytes, const char *form)
{
    (void)form;
    char *words = malloc(bytes.length + 1);
    char *argv[WORDS + 2] = {(char *)"catasta", words};
    struct arguments *arguments;
    int argc = 2;
    if (bytes.length > 0)
        memcpy(words, bytes.at, bytes.length);
    words[bytes.length] = '\0';
    for (char *at = words; argc <= WORDS && (at = strchr(at, '\n')) != NULL; argv[argc++] = at)
        *at++ = '\0';
    optind = 0; /* getopt begins anew */
    if (parse_arguments(argc, argv, &arguments) == GO_ON)
        use_arguments(arguments);
    free_arguments(arguments);
    free(words);
    return true;
}

/* What fmt writes stays, and no word is lost; nor by fmt --fix, which may read what it has copied in another way. */
static bool try_staying(struct slice bytes, const char *form)
{
    (void)form;
    return stays(session, bytes, false) && keeps(session, bytes, true);
}

/* All games in one form. */
static bool write_games(struct slice bytes, const char *form, struct text *text)
{
    const struct catasta_sink sink = text_sink(text);
    catasta_input *input = catasta_input_bytes(session, bytes.at, bytes.length, "any.sgn");
    catasta_writer *writer = catasta_writer_new(catasta_format_named(form), NULL, &sink);
    catasta_game *game;
    bool good = true;
    while (good && (game = catasta_input_next(input)) != NULL)
        good = catasta_writer_add(writer, game) || complaint("a game is not written");
    good = good && (catasta_input_error(input) == 0 || complaint("cannot read on"));
    catasta_input_close(input);
    return catasta_writer_close(writer, CATASTA_OK) && good;
}

static bool try_form(struct slice bytes, const char *form)
{
    struct text text;
    text_init(&text);
    bool good = write_games(bytes, form, &text);
    struct slice rest = text_slice(&text);
    struct slice line;
    if (strcmp(form, "jsonl") == 0)
        while (good && slice_split(&rest, '\n', &line) && line.length > 0)
            good = json_valid(line) || complaint("no JSON: %.*s", (int)line.length, line.at);
    else if (strcmp(form, "sarif") == 0)
        good = good && (json_valid(rest) || complaint("no JSON: %s", rest.at));
    text_release(&text);
    return good;
}

static bool look_at(void *context, uint32_t ply, const char *bytes, size_t length)
{
    (void)context;
    (void)ply;
    return length > 0 && bytes[0] == '<';
}

/* A picture of the last position of each game. */
static bool try_pictures(struct slice bytes, const char *form)
{
    (void)form;
    const struct catasta_picture picture = {.size = sizeof picture};
    catasta_input *input = catasta_input_bytes(session, bytes.at, bytes.length, "any.sgn");
    catasta_game *game;
    size_t count;
    bool good = true;
    while (good && (game = catasta_input_next(input)) != NULL)
        good = catasta_pictures(game, -1, -1, &picture, look_at, NULL, &count) || complaint("no pictures");
    catasta_input_close(input);
    return good;
}

static bool is_main_error(const catasta_game *game, size_t i)
{
    struct catasta_diagnostic n = {.size = sizeof n};
    return catasta_game_diagnostic(game, i, &n) && n.severity == CATASTA_ERROR && !n.in_variation;
}

static size_t count_errors(const catasta_game *game)
{
    size_t errors = 0;
    for (size_t i = 0; i < game_info(game).diagnostics; i++)
        errors += is_main_error(game, i);
    return errors;
}

/* Whether the game has fewer errors in BYTES than in GAME, on its main line or in all. */
static bool is_better(struct slice bytes, const catasta_game *game)
{
    struct catasta_info info = game_info(game);
    catasta_input *input = catasta_input_bytes(session, bytes.at, bytes.length, "any.sgn");
    catasta_game *other;
    bool better = false;
    while (!better && (other = catasta_input_next(input)) != NULL)
        better = game_info(other).number == info.number &&
            (count_errors(other) < count_errors(game) || game_info(other).errors < info.errors);
    catasta_input_close(input);
    return better;
}

/* The edits of REPAIR, made in BYTES, where the game begins at OFFSET; false when they are not in order. */
static bool make_edits(
    struct slice bytes, const struct catasta_info *info, const struct catasta_repair *repair, struct text *text)
{
    uint64_t at = 0;
    bool swapped = repair->edit_count == 2 && repair->edits[1].span.begin < repair->edits[0].span.begin;
    for (size_t i = 0; i < repair->edit_count; i++) {
        const struct catasta_edit *edit = &repair->edits[swapped ? 1 - i : i];
        if (edit->span.begin > edit->span.end || edit->span.end > info->source.length ||
            edit->span.begin + info->offset < at)
            return complaint("an edit outside of its record");
        text_add(text, (struct slice){bytes.at + at, (size_t)(edit->span.begin + info->offset - at)});
        text_add(text, (struct slice){edit->text.bytes, edit->text.length});
        at = edit->span.end + info->offset;
    }
    text_add(text, (struct slice){bytes.at + at, (size_t)(bytes.length - at)});
    return true;
}

/* What was hidden behind a semicolon shows what it is when the repair is made. */
static bool takes_comment(const struct catasta_info *info, const struct catasta_repair *repair)
{
    struct catasta_span span = repair->edits[0].span;
    return memchr(info->source.bytes + span.begin, ';', (size_t)(span.end - span.begin)) != NULL;
}

/* A repair of the first fault with which all that follows is legal leaves fewer errors. */
static bool check_repairs(struct slice bytes, const catasta_game *game, size_t i, bool first)
{
    struct catasta_diagnostic diagnostic = {.size = sizeof diagnostic};
    struct catasta_repair repair = {.size = sizeof repair};
    struct catasta_info info = game_info(game);
    bool good = catasta_game_diagnostic(game, i, &diagnostic);
    for (size_t k = 0; k < diagnostic.repairs && good; k++) {
        struct text text;
        text_init(&text);
        good = catasta_game_repair(game, i, k, &repair) && make_edits(bytes, &info, &repair, &text);
        if (good && !is_better(text_slice(&text), game) && first && repair.whole && repair.edit_count > 0 &&
            !takes_comment(&info, &repair))
            good = complaint("not better with it:\n%s", text_slice(&text).at);
        text_release(&text);
    }
    return good;
}

/* Every repair is made; and all that are certain at once, which leaves nothing to be made.  Where a repair shows more
   than it hides, there may be more, but not for ever. */
static bool try_repairs(struct slice bytes, const char *form)
{
    (void)form;
    catasta_input *input = catasta_input_bytes(session, bytes.at, bytes.length, "any.sgn");
    catasta_game *game;
    bool good = true;
    while (good && (game = catasta_input_next(input)) != NULL) {
        bool first = true;
        good = torture_places(game);
        for (size_t i = 0; i < game_info(game).diagnostics && good; i++) {
            bool is_error = is_main_error(game, i);
            good = check_repairs(bytes, game, i, is_error && first);
            first = first && !is_error;
        }
    }
    catasta_input_close(input);
    struct text once;
    struct text twice;
    unsigned made;
    text_init(&once);
    text_init(&twice);
    bool more = good && fix_sgn(session, bytes, &once, &made);
    for (unsigned pass = 1; more && good; pass++) {
        text_clear(&twice);
        good = fix_sgn(session, text_slice(&once), &twice, &made);
        more = made > 0 || !slice_equal(text_slice(&once), text_slice(&twice));
        if (!good || (more && pass == PASSES))
            good = complaint("repaired again:\n%s\n---\n%s", text_slice(&once).at, text_slice(&twice).at);
        text_clear(&once);
        text_add(&once, text_slice(&twice));
    }
    text_release(&once);
    text_release(&twice);
    return good;
}

/* GAME in FORM; false where it cannot be. */
static bool write_foreign(const struct record_form *form, const catasta_game *game, struct text *text)
{
    const struct catasta_sink sink = text_sink(text);
    void *writer = form->open(&sink);
    bool written = writer != NULL && form->add(writer, game);
    return writer != NULL && form->close(writer) && written;
}

/* The row of the form NAME, NULL: it is only read. */
static const struct record_form *form_named(const char *name)
{
    const struct record_form *form = record_forms;
    while (form->name != NULL && strcmp(form->name, name) != 0)
        form++;
    return form->name == NULL ? NULL : form;
}

/* Whether FORM holds what GAME begins with, and by which rules. */
static bool holds_start(const struct record_form *form, const catasta_game *game)
{
    struct catasta_tag tag = {.size = sizeof tag};
    bool held = true;
    for (size_t i = 0; catasta_game_tag(game, i, &tag); i++)
        held &= ((form->holds & HOLD_RULES) != 0 || !text_is(tag.name, "Rules")) &&
            ((form->holds & HOLD_POSITION) != 0 || !text_is(tag.name, "Position"));
    return held;
}

/* Records in each form that has a reader; what can be written in it is read again, and is the same then. */
static bool try_foreign(struct slice bytes, const char *name)
{
    static const char *const folders[] = {"rulesets", NULL};
    struct catasta_options options = {.size = sizeof options, .folders = folders, .forms = form_readers};
    bool good = true;
    (void)name;
    for (const struct catasta_form_reader *const *reader = form_readers; *reader != NULL && good; reader++) {
        const struct record_form *form = form_named((*reader)->name);
        options.from = (*reader)->name;
        if (*reader == &typed_reader)
            continue;
        catasta_session *own = catasta_session_new(&options, NULL);
        catasta_input *input = own == NULL ? NULL : catasta_input_bytes(own, bytes.at, bytes.length, "any.json");
        good = input != NULL || complaint("%s cannot be read", options.from);
        const catasta_game *game;
        while (input != NULL && good && (game = catasta_input_next(input)) != NULL) {
            struct text first;
            struct text second;
            text_init(&first);
            text_init(&second);
            good = torture_places(game);
            bool held = good && form != NULL && strcmp(game_info(game).form, form->name) == 0 &&
                game_info(game).readable && form->refuse(game) == NULL && holds_start(form, game) &&
                write_foreign(form, game, &first);
            catasta_input *again = held ? catasta_input_bytes(own, first.bytes, first.length, "written") : NULL;
            const catasta_game *other = again == NULL ? NULL : catasta_input_next(again);
            good = good &&
                (!held ||
                    (other != NULL && form->refuse(other) == NULL && write_foreign(form, other, &second) &&
                        slice_equal(text_slice(&first), text_slice(&second))) ||
                    complaint("written:\n%s\nagain:\n%s", text_slice(&first).at, text_slice(&second).at));
            catasta_input_close(again);
            text_release(&first);
            text_release(&second);
        }
        catasta_input_close(input);
        catasta_session_free(own);
    }
    return good;
}

/* Whether BYTES have WORD in them, such as a command that may name a file. */
static bool has_word(struct slice bytes, const char *word)
{
    const size_t length = strlen(word);
    for (size_t i = 0; i + length <= bytes.length; i++)
        if (memcmp(bytes.at + i, word, length) == 0)
            return true;
    return false;
}

/* How many lines of BYTES are commands, each of which has an answer. */
static unsigned count_commands(struct slice bytes)
{
    struct slice line;
    unsigned count = 0;
    while (slice_split(&bytes, '\n', &line)) {
        line.length -= line.length > 0 && line.at[line.length - 1] == '\r';
        line = slice_trim(line);
        count += line.length > 0 && line.at[0] != '#';
    }
    return count;
}

/* How many answers there are; an empty line ends each. */
static unsigned count_answers(struct slice text)
{
    unsigned count = 0;
    for (size_t i = 1; i < text.length; i++)
        count += text.at[i] == '\n' && text.at[i - 1] == '\n';
    return count;
}

/* What was written to FILE can be read by its descriptor. */
static bool rewind_file(FILE *file)
{
    return fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0;
}

/* Lines of the protocol, for the ruleset of the first byte; none of them may name a file. */
static bool try_protocol(struct slice bytes, const char *form)
{
    static struct lines lines;
    struct draft draft;
    struct text text;
    (void)form;
    if (bytes.length == 0 || has_word(bytes, "write"))
        return true;
    const struct slice sent = {bytes.at + 1, bytes.length - 1};
    FILE *file = tmpfile();
    if (file == NULL || fwrite(sent.at, 1, sent.length, file) != sent.length || !rewind_file(file))
        return complaint("no file to read from");
    text_init(&text);
    const struct reading reading = {
        .name = "play", .options = {.ruleset = rulesets[(unsigned char)bytes.at[0] % RULESETS], .folders = folders}};
    struct dialogue dialogue = {
        .draft = &draft, .lines = &lines, .out = text_sink(&text), .protocol = true, .fine = true};
    lines = (struct lines){.fd = fileno(file)};
    bool good = draft_open(&draft, &(struct draft_options){.reading = &reading}) == CATASTA_OK ||
        complaint("it does not begin");
    if (good)
        dialogue_protocol(&dialogue);
    unsigned asked = count_commands(sent);
    unsigned answers = count_answers(text_slice(&text));
    good = good && (dialogue.over || answers == asked || complaint("%u commands, %u answers", asked, answers));
    good = good && (judged_is_one(&draft.now) || complaint("no record any more: %s", draft.now.bytes));
    while (good && draft_undo(&draft))
        good = judged_is_one(&draft.now) || complaint("no record before: %s", draft.now.bytes);
    buffer_free(&dialogue.answer);
    draft_close(&draft);
    text_release(&text);
    fclose(file);
    return good;
}

/* Lines to an engine, for the ruleset of the first byte, in the protocol of its game. A count would take its time. */
static bool try_engine(struct slice bytes, const char *form)
{
    static const char *const played[] = {"accasta", "staka", "stakz", "dvonn", "hive-mlp", "tak-4"};
    (void)form;
    if (bytes.length == 0 || has_word(bytes, "perft"))
        return true;
    const unsigned first = (unsigned char)bytes.at[0];
    const struct reading reading = {.name = "engine",
        .options = {.ruleset = played[first % (sizeof played / sizeof played[0])], .folders = folders}};
    FILE *file = tmpfile();
    if (file == NULL || fwrite(bytes.at + 1, 1, bytes.length - 1, file) != bytes.length - 1 || !rewind_file(file) ||
        dup2(fileno(file), STDIN_FILENO) < 0)
        return complaint("no file to read from");
    const int status = run_engine(&(struct engine_options){.reading = &reading, .greedy = first >= 128, .seed = 1});
    fclose(file);
    return status == CATASTA_OK || complaint("it ends with %d", status);
}

/* A new file with BYTES, whose name is PATH, a template; false after complaining. */
static bool make_file(char *path, struct slice bytes)
{
    const int fd = mkstemp(path);
    const bool made = fd >= 0 && write(fd, bytes.at, bytes.length) == (ssize_t)bytes.length;
    if (fd >= 0)
        close(fd);
    return made || complaint("no file to read from");
}

/* All games of the file at PATH in the form FROM, NULL: any, are well-formed, or with LEGAL also legal. */
static bool check_file(const char *path, const char *from, bool legal)
{
    const struct catasta_options options = {
        .size = sizeof options, .folders = folders, .forms = form_readers, .from = from};
    catasta_session *own = catasta_session_new(&options, NULL);
    FILE *file = fopen(path, "rb");
    catasta_input *input = own == NULL || file == NULL ? NULL : catasta_input_open(own, fileno(file), path);
    const catasta_game *game;
    bool good = input != NULL || complaint("%s cannot be read", path);
    while (good && (game = catasta_input_next(input)) != NULL)
        good = torture_places(game) && (!legal || count_errors(game) == 0 || complaint("a game is not legal"));
    catasta_input_close(input);
    catasta_session_free(own);
    if (file != NULL)
        fclose(file);
    return good;
}

/* What an engine says at once in a match, whatever it is asked, in the protocol of the game of the first byte: if it
   can be used, there are legal records of it. */
static bool try_arena(struct slice bytes, const char *form)
{
    static const char *const played[] = {"accasta", "staka", "focus", "dvonn", "hive-mlp", "tak-4"};
    char said[] = "/tmp/fuzz-said-XXXXXX";
    char written[] = "/tmp/fuzz-games-XXXXXX";
    char engine[2][sizeof said + sizeof "name=0,cmd=cat "];
    (void)form;
    if (bytes.length == 0 || !make_file(said, slice_after(bytes, 1)))
        return bytes.length == 0;
    bool good = make_file(written, (struct slice){"", 0});
    for (int i = 0; i < 2; i++)
        snprintf(engine[i], sizeof engine[i], "name=%d,cmd=cat %s", i, said);
    const char *const engines[] = {engine[0], engine[1]};
    const struct reading reading = {.name = "arena",
        .jobs = 1,
        .options = {
            .ruleset = played[(unsigned char)bytes.at[0] % (sizeof played / sizeof played[0])], .folders = folders}};
    const struct arena_options options = {.reading = &reading,
        .engines = engines,
        .engine_count = 2,
        .rounds = 1,
        .players = 2,
        .max_plies = MOVES,
        .seed = 1,
        .seconds = 2,
        .output = written,
        .append = true};
    const int status = run_arena(&options);
    good =
        good && (status <= CATASTA_FAILED || complaint("it ends with %d", status)) && check_file(written, NULL, true);
    unlink(said);
    unlink(written);
    return good;
}

/* A database of playtak with a row for each line, its values separated by tabs; after a byte 1 each four bytes say what
   is damaged where in the file. */
static bool try_playtak(struct slice bytes, const char *form)
{
    char path[] = "/tmp/fuzz-database-XXXXXX";
    sqlite3 *database = NULL;
    sqlite3_stmt *insert = NULL;
    struct slice rows;
    struct slice line;
    (void)form;
    if (!slice_split(&bytes, '\1', &rows))
        return true;
    bool good = make_file(path, (struct slice){"", 0}) && sqlite3_open(path, &database) == SQLITE_OK &&
        sqlite3_exec(database,
            "PRAGMA page_size=512; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; CREATE TABLE games(id INTEGER "
            "PRIMARY "
            "KEY, date INT, size INT, player_white, player_black, notation TEXT, result, timertime INT, timerinc INT, "
            "rating_white INT, rating_black INT, unrated INT, tournament INT, komi INT, pieces INT, capstones INT)",
            NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database, "INSERT INTO games VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1, &insert, NULL) ==
            SQLITE_OK;
    while (good && slice_split(&rows, '\n', &line)) {
        struct slice value;
        sqlite3_reset(insert);
        sqlite3_clear_bindings(insert);
        for (int i = 1; i <= sqlite3_bind_parameter_count(insert) && slice_split(&line, '\t', &value); i++)
            sqlite3_bind_text(insert, i, value.at, (int)value.length, SQLITE_STATIC);
        sqlite3_step(insert); /* which refuses an id that is there */
    }
    sqlite3_finalize(insert);
    sqlite3_close(database);
    FILE *file = good ? fopen(path, "r+b") : NULL;
    for (; file != NULL && bytes.length >= 4; bytes = slice_after(bytes, 4)) {
        const unsigned char *at = (const unsigned char *)bytes.at;
        fseek(file, at[0] << 16 | at[1] << 8 | at[2], SEEK_SET);
        fputc(at[3], file);
    }
    if (file != NULL)
        fclose(file);
    good = (good || complaint("no database")) && check_file(path, "playtak", false);
    unlink(path);
    return good;
}

/* A framed message. */
static void send_message(FILE *sent, const struct text *body)
{
    fprintf(sent, "Content-Length: %zu\r\n\r\n", body->length);
    fwrite(body->bytes, 1, body->length, sent);
}

static void add_string(struct text *body, struct slice words)
{
    for (size_t i = 0; i < words.length; i++)
        if ((unsigned char)words.at[i] < ' ' || words.at[i] == '"' || words.at[i] == '\\')
            text_printf(body, "\\u%04x", (unsigned char)words.at[i]);
        else
            text_add_char(body, words.at[i]);
    text_add_string(body, "\"");
}

/* Opens a document, a ruleset if it begins with that key. */
static void send_opening(FILE *sent, const char *uri, struct slice words)
{
    struct text body;
    text_init(&body);
    text_printf(&body,
        "{\"method\":\"textDocument/"
        "didOpen\",\"params\":{\"textDocument\":{\"uri\":\"%s\",\"languageId\":\"%s\",\"text\":\"",
        uri, words.length > 5 && memcmp(words.at, "game:", 5) == 0 ? "yaml" : "sgn");
    add_string(&body, words);
    text_add_string(&body, "}}}");
    send_message(sent, &body);
    text_release(&body);
}

/* What is sent arrives in pieces.  Before the next one the server has time for some steps of its own work, which it
   takes only while nothing waits: it reads a game, or publishes diagnostics. */
enum { PIECES = 64 };
static struct {
    struct {
        long end; /* in what is sent */
        int steps;
    } pieces[PIECES];
    size_t count;
    size_t next;
    long arrived;
    int steps;
    char *bytes; /* all that is sent */
    size_t length;
} arriving;

static void end_piece(FILE *sent, int steps)
{
    arriving.count += arriving.count < PIECES;
    arriving.pieces[arriving.count - 1].end = ftell(sent);
    arriving.pieces[arriving.count - 1].steps = steps;
}

bool __wrap_wire_is_ready(void);
bool __wrap_wire_is_ready(void)
{
    return --arriving.steps < 0;
}

void __real_wire_fill(struct wire *wire);
void __wrap_wire_fill(struct wire *wire);
void __wrap_wire_fill(struct wire *wire)
{
    if (arriving.next < arriving.count) {
        const long length = arriving.pieces[arriving.next].end - arriving.arrived;
        if (pwrite(STDIN_FILENO, arriving.bytes + arriving.arrived, (size_t)length, arriving.arrived) == length)
            arriving.arrived += length;
        arriving.steps = arriving.pieces[arriving.next++].steps;
    }
    __real_wire_fill(wire);
}

/* One part of an input: a letter, a place of two bytes, for edits two, and what the rest of it says.  A capital letter
   is about a second document. */
static void send_part(FILE *sent, struct slice part)
{
    static const struct {
        char letter;
        const char *method;
    } methods[] = {{'c', "completion"}, {'h', "hover"}, {'a', "codeAction"}, {'f', "formatting"},
        {'s', "documentSymbol"}, {'o', "foldingRange"}, {'d', "didClose"}, {'v', "didSave"}};
    const char letter = (char)tolower((unsigned char)part.at[0]);
    const char *uri = letter == part.at[0] ? "file:///a.sgn" : "file:///b.md";
    int at[4];
    struct text body;
    text_init(&body);
    for (size_t i = 0; i < 4; i++)
        at[i] = i + 1 < part.length ? (signed char)part.at[i + 1] : 0;
    struct slice rest = {part.at + 1, part.length - 1};
    if ((letter == 'e' || letter == 'i') && part.length >= 5) {
        text_printf(&body,
            "{\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"%s\"},\"contentChanges\":[{"
            "\"range\":{\"start\":{\"line\":%d,\"character\":%d},\"end\":{\"line\":%d,\"character\":%d}},\"text\":\"",
            uri, at[0], at[1], at[2], at[3]);
        add_string(&body, (struct slice){part.at + 5, part.length - 5});
        text_add_string(&body, "}]}}");
    } else if (letter == 'j') {
        text_add(&body, rest);
    } else {
        for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
            if (methods[i].letter == letter)
                text_printf(&body,
                    "{%s\"method\":\"textDocument/"
                    "%s\",\"params\":{\"textDocument\":{\"uri\":\"%s\"},\"position\":{\"line\":%d,\"character\":%d},"
                    "\"range\":{\"start\":{\"line\":%d,\"character\":%d},\"end\":{\"line\":%d,\"character\":99}}}}",
                    strncmp(methods[i].method, "did", 3) == 0 ? "" : "\"id\":1,", methods[i].method, uri, at[0], at[1],
                    at[0], at[1], at[0]);
    }
    if (letter == 'n')
        send_opening(sent, uri, rest);
    else if (letter == 'w')
        end_piece(sent, at[0]);
    else if (body.length > 0 || letter == 'j')
        send_message(sent, &body);
    else
        fwrite(rest.at, 1, rest.length, sent);
    if (letter == 'e') /* it is read, and diagnostics are sent; after 'i' the next message is there already */
        end_piece(sent, INT_MAX);
    text_release(&body);
}

/* The messages for a document, or with a ruleset's key YAML, and for what is done with it; bytes 1 are between them. */
static void send_messages(FILE *sent, struct slice bytes)
{
    struct slice part;
    struct text body;
    text_init(&body);
    text_add_string(&body, "{\"id\":0,\"method\":\"initialize\"}");
    send_message(sent, &body);
    text_release(&body);
    if (!slice_split(&bytes, '\1', &part))
        part = (struct slice){"", 0};
    send_opening(sent, "file:///a.sgn", part);
    while (slice_split(&bytes, '\1', &part))
        if (part.length > 0)
            send_part(sent, part);
    end_piece(sent, INT_MAX);
}

/* Runs the server, which reads what has ARRIVED and writes to ANSWERS, in the place of standard input and output. */
static int serve_files(FILE *arrived, FILE *answers)
{
    const struct reading reading = {.name = "lsp", .options = {.folders = folders}};
    fflush(stdout);
    int output = dup(STDOUT_FILENO);
    int status = CATASTA_FAILED;
    if (output >= 0 && dup2(fileno(arrived), STDIN_FILENO) >= 0 && dup2(fileno(answers), STDOUT_FILENO) >= 0)
        status = serve_editor(&reading, format_text);
    fflush(stdout);
    dup2(output, STDOUT_FILENO);
    close(output);
    return status;
}

/* The first answer is to the first message, whatever comes after it. */
static bool is_answered(FILE *answers)
{
    char text[100];
    ssize_t length = pread(fileno(answers), text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    return strstr(text, "\"id\":0") != NULL;
}

static bool try_server(struct slice bytes, const char *form)
{
    memset(&arriving, 0, sizeof arriving);
    FILE *sent = open_memstream(&arriving.bytes, &arriving.length);
    FILE *arrived = tmpfile();
    FILE *answers = tmpfile();
    (void)form;
    if (sent == NULL || arrived == NULL || answers == NULL)
        return complaint("no files to read from and to write to");
    send_messages(sent, bytes);
    fclose(sent);
    int status = serve_files(arrived, answers);
    bool answered = is_answered(answers);
    free(arriving.bytes);
    fclose(arrived);
    fclose(answers);
    if (!answered)
        return complaint("the server answers nothing");
    return status == CATASTA_WRONG || status == CATASTA_OK || complaint("the server failed");
}

/* How many games there are for which the condition WHERE holds; -1: it cannot be read. */
static int count_where(const char *where)
{
    static const char games[] =
        "[Ruleset \"accasta-pari\"]\n[White \"M\303\241ra\"]\n[Date \"2024.05.\?\?\"]\n1. c3:-d3 e4:-d5 2. d3:-d4 1-0\n"
        "[Ruleset \"staku\"]\n[Round \"9.5\"]\n1. b2-b3+b2 f6-f5+f6 *\n"
        "[Ruleset \"accasta\"]\n[Event \"\"]\n[Round \"10\"]\n1. c3:-d9 what *\n"
        "[Ruleset \"nothing\"]\n1. c3:-d3 *\n";
    static const char *const folders[] = {"rulesets", NULL};
    const struct catasta_options options = {.size = sizeof options, .folders = folders, .where = where};
    catasta_session *own = catasta_session_new(&options, NULL);
    catasta_input *input = own == NULL ? NULL : catasta_input_bytes(own, games, strlen(games), "any.sgn");
    int count = own == NULL ? -1 : 0;
    while (input != NULL && catasta_input_next(input) != NULL)
        count++;
    catasta_input_close(input);
    catasta_session_free(own);
    return count;
}

/* A condition holds for a game, or the opposite does. */
static bool try_condition(struct slice bytes, const char *form)
{
    struct text text;
    (void)form;
    text_init(&text);
    text_add(&text, bytes);
    int those = count_where(text_slice(&text).at);
    text_clear(&text);
    text_add_string(&text, "not (");
    text_add(&text, (struct slice){bytes.at, strnlen(bytes.at, bytes.length)});
    text_add_string(&text, ")");
    int others = count_where(text_slice(&text).at);
    bool good = those < 0 || others < 0 || those + others == 4 || complaint("%d and %d games", those, others);
    text_release(&text);
    return good;
}

/* Typed text, by the ruleset of the first byte: every place is one in the text, and what was copied can be copied
 * again. */
static bool try_typed(struct slice bytes, const char *form)
{
    struct copied copied = {0};
    struct copied again = {0};
    (void)form;
    if (bytes.length == 0)
        return true;
    catasta_session *own = copying_session(rulesets[(unsigned char)bytes.at[0] % RULESETS]);
    const struct slice text = slice_after(bytes, 1);
    catasta_input *input = own == NULL ? NULL : catasta_input_bytes(own, text.at, text.length, "any.txt");
    const catasta_game *game;
    bool good = input != NULL || complaint("typed text cannot be read");
    while (good && (game = catasta_input_next(input)) != NULL)
        good = torture_places(game);
    catasta_input_close(input);
    good = good && (copy_typed(own, text, &copied) || complaint("cannot be copied"));
    good = good && (copy_typed(own, text_slice(&copied.copy), &again) || complaint("the copy cannot be copied"));
    copied_release(&copied);
    copied_release(&again);
    catasta_session_free(own);
    return good;
}

static const struct entry {
    const char *name;
    bool (*try)(struct slice bytes, const char *form);
} entries[] = {
    {"records", try_records},
    {"rulesets", try_ruleset},
    {"positions", try_position},
    {"options", try_options},
    {"text", try_form},
    {"replay", try_form},
    {"jsonl", try_form},
    {"sarif", try_form},
    {"junit", try_form},
    {"github", try_form},
    {"sgn", try_staying},
    {"html", try_form},
    {"score-json", try_form},
    {"svg", try_pictures},
    {"repairs", try_repairs},
    {"games", try_games},
    {"foreign", try_foreign},
    {"typed", try_typed},
    {"protocol", try_protocol},
    {"engine", try_engine},
    {"server", try_server},
    {"conditions", try_condition},
    {"arena", try_arena},
    {"playtak", try_playtak},
    {"python", try_python},
};
enum { ENTRIES = sizeof entries / sizeof entries[0] };

static const struct entry *chosen_entry(void)
{
    const char *name = getenv("ENTRY");
    for (size_t i = 0; i < ENTRIES; i++)
        if (name != NULL && strcmp(entries[i].name, name) == 0)
            return &entries[i];
    fprintf(stderr, "ENTRY is one of:");
    for (size_t i = 0; i < ENTRIES; i++)
        fprintf(stderr, " %s", entries[i].name);
    fprintf(stderr, "\n");
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const struct entry *entry;
    static unsigned uses;
    if (entry == NULL) {
        entry = chosen_entry();
        begin_output();
    }
    if (uses++ % USES == 0) {
        catasta_session_free(session);
        session = session_open("accasta-pari");
    }
    if (!entry->try((struct slice){(const char *)bytes, length}, entry->name)) {
        fflush(stdout);
        abort();
    }
    return 0;
}
