/* SPDX-License-Identifier: MIT */
/* One load of a ruleset in a test, and the game it is of: a small one of our own
   that has the name and the keys of a shipped ruleset, because defaults come from
   there. */
#ifndef CATASTA_TESTS_UNIT_RULESET_RUN_H
#define CATASTA_TESTS_UNIT_RULESET_RUN_H

#include "base/text.h"
#include "ruleset/ruleset.h"
#include "support/unit.h"

#define G "game: accasta\n"

static const struct key keys[] = {
    {"board.hexhex", KEY_NUMBER, 2, 8, NULL, ""},
    {"board.rows", KEY_NUMBERS, 1, 16, NULL, ""},
    {"pieces", KEY_MAPPING, 0, 0, NULL, ""},
    {"setup", KEY_MAPPING, 0, 0, NULL, ""},
    {"castle", KEY_MAPPING, 0, 0, NULL, ""},
    {"range", KEY_MAPPING, 0, 0, NULL, ""},
    {"stack_limit", KEY_NUMBER, 1, 8, NULL, ""},
    {"release.own_castle", KEY_WORD, 0, 0, "forbidden allowed", ""},
    {"win.controlling", KEY_NUMBER, 1, 9, NULL, ""},
    {"win.check", KEY_WORD, 0, 0, "turn-end next-turn", ""},
    {"no_move", KEY_WORD, 0, 0, "loses draw", ""},
    {"match.best_of", KEY_NUMBER, 0, 999, NULL, ""},
    {NULL, KEY_TEXT, 0, 0, NULL, NULL},
};
static const struct ruleset_game game = {"accasta", "accasta-pari", keys};

struct run {
    struct arena arena;
    struct problems problems;
    struct ruleset ruleset;
    bool right;
    struct text text;
};

static struct run start(void)
{
    struct run run = {.right = false};
    arena_init(&run.arena, 0);
    text_init(&run.text);
    return run;
}

static void finish(struct run *run)
{
    arena_release(&run->arena);
    text_release(&run->text);
}

static void load_text(struct run *run, const struct ruleset_loader *loader, struct slice yaml, const char *rules)
{
    run->problems = (struct problems){.arena = &run->arena};
    run->right = ruleset_load_text(loader, slice_of("example"), yaml, slice_of(rules), &run->ruleset, &run->problems);
    assert_int_equal(run->right, run->problems.first == NULL);
}

/* "2:6-9 type" for each problem, joined by "; ". */
static const char *told(struct run *run)
{
    text_clear(&run->text);
    text_add_string(&run->text, "");
    for (const struct problem *p = run->problems.first; p != NULL; p = p->next)
        text_printf(&run->text, "%s%u:%u-%u %s", p == run->problems.first ? "" : "; ", p->place.line, p->place.column,
            p->place.end_column, strchr(p->rule->id, '/') + 1);
    return run->text.bytes;
}

#endif
