/* SPDX-License-Identifier: MIT */
#include "cli/baseline.h"
#include "util/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What FAULT of GAME is known by, as text to be freed; NULL when out of memory. */
static char *key_of(const json_t *game, const json_t *fault)
{
    json_t *key = json_pack("[O?,O?,O?,O?,O?,O?,O?]", json_object_get(game, "file"), json_object_get(game, "ruleset"),
        json_object_get(game, "players"), json_object_get(fault, "id"), json_object_get(fault, "seat"),
        json_object_get(fault, "turn"), json_object_get(fault, "variation"));
    char *text = json_dumps(key, JSON_COMPACT);
    json_decref(key);
    return text;
}

/* Adds CHANGE to how often the fault may be found, if that is not below 0 then; whether it was done. */
static bool count_fault(struct baseline *baseline, const json_t *game, const json_t *fault, int change)
{
    char *key = key_of(game, fault);
    json_int_t count = key == NULL ? 0 : json_integer_value(json_object_get(baseline->left, key)) + change;
    bool done = key != NULL && count >= 0;
    if (done)
        baseline->failed |= json_object_set_new(baseline->left, key, json_integer(count)) != 0;
    baseline->failed |= key == NULL;
    free(key);
    return done && !baseline->failed;
}

static bool is_game(const json_t *game)
{
    size_t i;
    const json_t *fault;
    bool is = json_is_string(json_object_get(game, "file")) && json_is_array(json_object_get(game, "diagnostics"));
    json_array_foreach(json_object_get(game, "diagnostics"), i, fault) is &=
        json_is_string(json_object_get(fault, "id"));
    return is;
}

/* False: it is no line of 'check -f jsonl', or memory ran out. */
static bool read_baseline_line(struct baseline *baseline, const char *line, size_t length)
{
    size_t i;
    const json_t *fault;
    errno = 0;
    json_t *game = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    baseline->failed |= game == NULL && errno == ENOMEM;
    bool is = is_game(game);
    if (is)
        json_array_foreach(json_object_get(game, "diagnostics"), i, fault) count_fault(baseline, game, fault, 1);
    json_decref(game);
    return is && !baseline->failed;
}

static bool read_lines(struct baseline *baseline, FILE *file, const char *name)
{
    char *line = NULL;
    size_t room = 0;
    bool good = true;
    unsigned long number = 0;
    ssize_t length;
    errno = 0;
    while (good && (length = getline(&line, &room, file)) >= 0) {
        number++;
        good = read_baseline_line(baseline, line, (size_t)length);
    }
    int error = errno;
    free(line);
    if (baseline->failed || (good && !feof(file) && error == ENOMEM))
        complain("out of memory");
    else if (!good)
        complain("%s:%lu: this line is not one that 'catasta check -f jsonl' wrote", name, number);
    else if (ferror(file))
        complain("cannot read %s: %s", name, strerror(error));
    return good && !baseline->failed && feof(file);
}

bool baseline_open(struct baseline *baseline, const char *name)
{
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        complain("cannot open %s: %s", name, strerror(errno));
        return false;
    }
    baseline->left = json_object();
    baseline->failed = baseline->left == NULL;
    bool read = read_lines(baseline, file, name);
    fclose(file);
    return read;
}

void baseline_close(struct baseline *baseline)
{
    json_decref(baseline->left);
    baseline->left = NULL;
}

bool baseline_take(void *context, const char *fault, size_t length)
{
    struct baseline *baseline = context;
    json_t *game = json_loadb(fault, length, 0, NULL);
    baseline->failed |= game == NULL;
    bool known =
        game != NULL && count_fault(baseline, game, json_array_get(json_object_get(game, "diagnostics"), 0), -1);
    json_decref(game);
    return known;
}
