/* SPDX-License-Identifier: MIT */
/* The records in tests/corpus get the verdicts beside them: every key that NAME.jsonl gives for a game of NAME.sgn.
   Each file of notation is named in sgn(5).

       corpus NAME.sgn [RULESET]    prints verdicts for new records, to be read before they are kept */
#include "support/checking.h"
#include "support/files.h"
#include "support/json.h"
#include "support/tally.h"

#include <glob.h>
#include <stdio.h>

/* The keys of a verdict, and where they are in our output; a new verdict has all but those of .position and .outcome.
 */
static const struct {
    const char *name;
    const char *path;
    bool fresh;
} keys[] = {
    {"game", "game", true},
    {"line", "line", true},
    {"ruleset", "ruleset", true},
    {"players", "players", false},
    {"plies", "plies", true},
    {"legal", "legal", true},
    {"position", "position", false},
    {"over", "outcome.over", false},
    {"reason", "outcome.reason", false},
    {"winner", "outcome.winners", false},
    {"scores", "outcome.scores", false},
    {"claimed", "outcome.claimed", true},
    {"found", "found", true},
    {"canonical", "canonical", true},
};

static bool same_value(struct slice wanted, struct slice found, const char *key)
{
    struct text a;
    struct text b;
    text_init(&a);
    text_init(&b);
    json_plain(wanted, &a);
    json_plain(found, &b);
    bool same = slice_equal(text_slice(&a), text_slice(&b)) ||
        complaint("%s is %s, expected %s", key, found.at == NULL ? "missing" : b.bytes, a.bytes);
    text_release(&a);
    text_release(&b);
    return same;
}

static bool is_error(struct slice diagnostic)
{
    return slice_is(json_get(diagnostic, "severity"), "\"error\"");
}

/* The first error on the main line. */
static struct slice first_error(struct slice game)
{
    struct slice all = json_get(game, "diagnostics");
    for (size_t i = 0;; i++) {
        struct slice one = json_at(all, i);
        if (one.at == NULL || (is_error(one) && json_get(one, "variation").at == NULL))
            return one;
    }
}

/* "accasta/range" and "record/mark-wrong" are the rules "range" and "mark-wrong". */
static bool same_rule(struct slice wanted, struct slice id)
{
    const char *slash = id.at == NULL ? NULL : memchr(id.at, '/', id.length);
    if (slash == NULL || wanted.length < 2)
        return complaint("no rule, expected %.*s", (int)wanted.length, wanted.at);
    struct slice rule = {slash + 1, id.length - (size_t)(slash + 1 - id.at) - 1};
    struct slice plain = {wanted.at + 1, wanted.length - 2};
    return slice_equal(rule, plain) ||
        complaint("the rule is %.*s, expected %.*s", (int)id.length, id.at, (int)plain.length, plain.at);
}

/* A string of JSON without its quotes. */
static struct slice unquoted(struct slice string)
{
    return string.length < 2 ? (struct slice){NULL, 0} : (struct slice){string.at + 1, string.length - 2};
}

static void add_slice(struct text *text, const char *before, struct slice slice)
{
    text_add_string(text, before);
    text_add(text, slice);
}

/* "3:4 note spelling/sign" for each diagnostic of GAME, up to the first error. */
static void add_found(struct text *text, struct slice game)
{
    struct slice all = json_get(game, "diagnostics");
    struct slice one = {NULL, 0};
    text_add_string(text, ",\"found\":[");
    for (size_t i = 0; !is_error(one) && (one = json_at(all, i)).at != NULL; i++) {
        add_slice(text, i == 0 ? "\"" : ",\"", json_get(one, "line"));
        add_slice(text, ":", json_get(one, "column"));
        add_slice(text, " ", unquoted(json_get(one, "severity")));
        add_slice(text, " ", unquoted(json_get(one, "id")));
        text_add_char(text, '"');
    }
    text_add_char(text, ']');
}

/* What GAME is, as JSON Lines, with the keys of a verdict that are not there; canonical is all that can be read. */
static bool add_game(catasta_game *game, struct text *lines)
{
    struct text canonical;
    struct catasta_fixes fixes = {.size = sizeof fixes};
    const struct catasta_sink sink = text_sink(lines);
    const struct catasta_sink canonical_sink = text_sink(&canonical);
    const size_t begin = lines->length;
    text_init(&canonical);
    if (!catasta_write(game, CATASTA_JSONL, &sink))
        return false;
    lines->length -= strlen("}\n");
    struct slice written = {lines->bytes + begin, lines->length - begin};
    struct text object;
    text_init(&object);
    text_add(&object, written);
    text_add_char(&object, '}');
    add_found(lines, text_slice(&object));
    struct slice diagnostics = json_get(text_slice(&object), "diagnostics");
    bool errors = false;
    for (size_t i = 0; json_at(diagnostics, i).at != NULL; i++)
        errors |= is_error(json_at(diagnostics, i));
    bool good =
        errors || (catasta_game_fix(game, "fixed", NULL, &fixes) && catasta_write(game, CATASTA_SGN, &canonical_sink));
    if (!errors) {
        struct slice rest = text_slice(&canonical);
        struct slice line;
        text_add_string(lines, ",\"canonical\":[");
        for (bool first = true; slice_split(&rest, '\n', &line) && rest.at != NULL; first = false) {
            text_add_string(lines, first ? "" : ",");
            text_add_json(lines, line);
        }
        text_add_char(lines, ']');
    }
    text_add_string(lines, "}\n");
    text_release(&object);
    text_release(&canonical);
    return good;
}

/* Every game of SGN, which names no ruleset or is GIVEN one. */
static unsigned judge(struct slice sgn, const char *given, struct text *lines)
{
    catasta_session *session = session_open(given);
    catasta_input *input = session == NULL ? NULL : catasta_input_bytes(session, sgn.at, sgn.length, "corpus.sgn");
    catasta_game *game;
    unsigned games = 0;
    while (input != NULL && (game = catasta_input_next(input)) != NULL && add_game(game, lines))
        games++;
    catasta_input_close(input);
    catasta_session_free(session);
    return games;
}

static bool check_game(struct slice wanted, struct slice found)
{
    bool good = json_valid(found) || complaint("the output is no JSON");
    good &= json_valid(wanted) || complaint("the verdict is no JSON");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct slice value = json_get(wanted, keys[i].name);
        if (value.at != NULL)
            good &= same_value(value, json_get(found, keys[i].path), keys[i].name);
    }
    struct slice error = json_get(wanted, "error");
    struct slice fault = first_error(found);
    struct slice rule = json_get(error, "rule");
    if (json_get(wanted, "found").at != NULL)
        return good;
    if (error.at == NULL || slice_is(error, "null"))
        return fault.at == NULL ? good : complaint("a fault, expected none");
    if (fault.at == NULL)
        return complaint("no fault, expected %.*s", (int)error.length, error.at);
    good &= same_value(json_get(error, "ply"), json_get(fault, "ply"), "error.ply");
    return good & same_rule(rule.at == NULL ? json_get(error, "id") : rule, json_get(fault, "id"));
}

static void check_file(const char *sgn_path, struct tally *tally)
{
    char path[256];
    char given[64] = "";
    struct text sgn;
    struct text wanted;
    struct text found;
    text_init(&sgn);
    text_init(&wanted);
    text_init(&found);
    snprintf(path, sizeof path, "%.*s.jsonl", (int)(strlen(sgn_path) - 4), sgn_path);
    bool read = file_add(sgn_path, &sgn) && file_add(path, &wanted);
    struct slice wanted_rest = text_slice(&wanted);
    struct slice found_rest;
    struct slice line = wanted_rest;
    line.length = strcspn(wanted.bytes == NULL ? "" : wanted.bytes, "\n");
    struct slice ruleset = unquoted(json_get(line, "given"));
    memcpy(given, ruleset.at == NULL ? "" : ruleset.at, ruleset.length < sizeof given ? ruleset.length : 0);
    unsigned games = read ? judge(text_slice(&sgn), given[0] == '\0' ? NULL : given, &found) : 0;
    found_rest = text_slice(&found);
    unsigned lines = 0;
    while (slice_split(&wanted_rest, '\n', &line) && line.length > 0) {
        struct slice game = {"", 0};
        slice_split(&found_rest, '\n', &game);
        snprintf(path, sizeof path, "%s, game %u", sgn_path, ++lines);
        tally_count(tally, check_game(line, game), "is judged as its verdict says", path);
    }
    tally_count(tally, read && games == lines && lines > 0, "has a verdict for each game", sgn_path);
    text_release(&sgn);
    text_release(&wanted);
    text_release(&found);
}

/* Verdicts for the records of a file. */
static int print_verdicts(const char *path, const char *given)
{
    struct text sgn;
    struct text found;
    text_init(&sgn);
    text_init(&found);
    bool good = file_add(path, &sgn) && judge(text_slice(&sgn), given, &found) > 0;
    struct slice rest = text_slice(&found);
    struct slice line;
    for (bool first = true; good && slice_split(&rest, '\n', &line) && line.length > 0; first = false) {
        putchar('{');
        if (first && given != NULL)
            printf("\"given\": \"%s\", ", given);
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            struct slice value = json_get(line, keys[i].path);
            if (keys[i].fresh && value.at != NULL)
                printf("%s\"%s\": %.*s", i == 0 ? "" : ", ", keys[i].name, (int)value.length, value.at);
        }
        puts("}");
    }
    text_release(&sgn);
    text_release(&found);
    return good ? 0 : 1;
}

/* Each file of notation is named where sgn(5) says which cases test a section: in a line of names after .Pa. */
static void check_manual(const char *path, struct slice manual, struct tally *tally)
{
    const char *name = strrchr(path, '/') + 1;
    const struct slice wanted = {name, strlen(name) - strlen(".sgn")};
    bool named = false;
    struct slice line;
    struct slice word;
    while (!named && slice_split(&manual, '\n', &line))
        if (line.length > 4 && memcmp(line.at, ".Pa ", 4) == 0)
            while (!named && slice_split(&line, ' ', &word))
                named = slice_equal(word, wanted);
    tally_count(tally, named, "is named in sgn(5)", path);
}

int main(int count, char **arguments)
{
    struct tally tally = {0};
    struct text manual;
    glob_t files;
    if (count > 1)
        return print_verdicts(arguments[1], count > 2 ? arguments[2] : NULL);
    text_init(&manual);
    if (file_add("man/sgn.5", &manual) && glob("tests/corpus/*/*.sgn", 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++) {
            check_file(files.gl_pathv[i], &tally);
            if (strstr(files.gl_pathv[i], "/notation/") != NULL)
                check_manual(files.gl_pathv[i], text_slice(&manual), &tally);
        }
        globfree(&files);
    }
    text_release(&manual);
    return tally_end(&tally);
}
