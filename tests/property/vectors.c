/* SPDX-License-Identifier: MIT */
/* The records in tests/vectors get the verdicts beside them, made by a separate
   implementation: every key that NAME.jsonl gives for a game of NAME.sgn. */
#include "support/checking.h"
#include "support/json.h"
#include "support/tally.h"

#include <glob.h>
#include <stdio.h>

static bool read_file(const char *path, struct text *text)
{
    char block[65536];
    size_t length;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return complaint("cannot open %s", path);
    while ((length = fread(block, 1, sizeof block, file)) > 0)
        text_add(text, (struct slice){block, length});
    fclose(file);
    return !text->failed;
}

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

/* The keys of a vector, and where they stand in our output. */
static const char *const keys[][2] = {
    {"game", "game"},
    {"plies", "plies"},
    {"legal", "legal"},
    {"position", "position"},
    {"over", "outcome.over"},
    {"reason", "outcome.reason"},
    {"winner", "outcome.winner"},
    {"scores", "outcome.scores"},
};

/* The first error on the main line. */
static struct slice first_error(struct slice game)
{
    struct slice all = json_get(game, "diagnostics");
    for (size_t i = 0;; i++) {
        struct slice one = json_at(all, i);
        if (one.at == NULL ||
            (slice_is(json_get(one, "severity"), "\"error\"") && json_get(one, "variation").at == NULL))
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

static bool check_game(struct slice wanted, struct slice found)
{
    bool good = json_valid(found) || complaint("the output is no JSON");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        struct slice value = json_get(wanted, keys[i][0]);
        if (value.at != NULL)
            good &= same_value(value, json_get(found, keys[i][1]), keys[i][0]);
    }
    struct slice error = json_get(wanted, "error");
    struct slice fault = first_error(found);
    struct slice rule = json_get(error, "rule");
    if (error.at == NULL || slice_is(error, "null"))
        return fault.at == NULL ? good : complaint("a fault, expected none");
    if (fault.at == NULL)
        return complaint("no fault, expected %.*s", (int)error.length, error.at);
    good &= same_value(json_get(error, "ply"), json_get(fault, "ply"), "error.ply");
    return good & same_rule(rule.at == NULL ? json_get(error, "id") : rule, json_get(fault, "id"));
}

static void check_vector(const char *sgn_path, struct tally *tally)
{
    char path[256];
    struct text sgn;
    struct text wanted;
    struct text found;
    text_init(&sgn);
    text_init(&wanted);
    text_init(&found);
    snprintf(path, sizeof path, "%.*s.jsonl", (int)(strlen(sgn_path) - 4), sgn_path);
    catasta_session *session = session_open(NULL);
    bool read = session != NULL && read_file(sgn_path, &sgn) && read_file(path, &wanted);
    unsigned games = read ? check_jsonl(session, text_slice(&sgn), &found) : 0;
    struct slice wanted_rest = text_slice(&wanted);
    struct slice found_rest = text_slice(&found);
    struct slice line;
    unsigned lines = 0;
    while (slice_split(&wanted_rest, '\n', &line) && line.length > 0) {
        struct slice game = {"", 0};
        slice_split(&found_rest, '\n', &game);
        snprintf(path, sizeof path, "%s, game %u", sgn_path, ++lines);
        tally_count(tally, check_game(line, game), "is judged as the vector says", path);
    }
    tally_count(tally, read && games == lines && lines > 0, "has as many games as its vector", sgn_path);
    catasta_session_free(session);
    text_release(&sgn);
    text_release(&wanted);
    text_release(&found);
}

int main(void)
{
    struct tally tally = {0};
    glob_t files;
    if (glob("tests/vectors/*.sgn", 0, NULL, &files) == 0) {
        for (size_t i = 0; i < files.gl_pathc; i++)
            check_vector(files.gl_pathv[i], &tally);
        globfree(&files);
    }
    return tally_end(&tally);
}
