/* SPDX-License-Identifier: MIT */
#include "support/rows.h"

#include "support/checking.h"
#include "support/complaint.h"
#include "support/files.h"
#include "support/json.h"

#include <stdio.h>
#include <stdlib.h>

void row_init(struct row *row)
{
    *row = (struct row){.id = NULL};
    text_init(&row->ruleset);
    text_init(&row->position);
    text_init(&row->turn);
    text_init(&row->after);
    text_init(&row->canonical);
    text_init(&row->line);
}

void row_release(struct row *row)
{
    text_release(&row->ruleset);
    text_release(&row->position);
    text_release(&row->turn);
    text_release(&row->after);
    text_release(&row->canonical);
    text_release(&row->line);
}

static void read_member(const char *line, const char *key, struct text *value)
{
    text_release(value);
    *value = json_unquoted(json_get(slice_of(line), key));
}

void row_read(struct row *row, const char *line)
{
    read_member(line, "ruleset", &row->ruleset);
    read_member(line, "position", &row->position);
    read_member(line, "turn", &row->turn);
}

static void add_member(struct text *line, const char *key, const struct text *value)
{
    text_printf(line, "\"%s\": ", key);
    text_add_json(line, text_slice(value));
    text_add_string(line, ", ");
}

static void write_row(struct row *row)
{
    struct text *line = &row->line;
    const char *comma = "";
    text_clear(line);
    text_add_char(line, '{');
    add_member(line, "ruleset", &row->ruleset);
    add_member(line, "position", &row->position);
    add_member(line, "turn", &row->turn);
    text_printf(line, "\"legal\": %s, ", row->legal ? "true" : "false");
    text_printf(line, row->id == NULL ? "\"id\": null, " : "\"id\": \"%s\", ", row->id);
    if (!row->legal) {
        text_add_string(line, "\"after\": null, \"over\": null, \"winners\": null}");
        return;
    }
    add_member(line, "after", &row->after);
    text_printf(line, "\"over\": %s, \"winners\": [", row->over ? "true" : "false");
    for (unsigned seat = 1; seat <= CATASTA_SEATS; seat++)
        if (row->winners >> (seat - 1) & 1) {
            text_printf(line, "%s%u", comma, seat);
            comma = ", ";
        }
    text_add_string(line, "]}");
}

bool row_position(const catasta_position *position, struct text *text)
{
    const struct catasta_sink sink = text_sink(text);
    text_clear(text);
    bool good = position != NULL && catasta_position_write(position, CATASTA_POSITION, &sink);
    if (good && text->bytes[text->length - 1] == '\n')
        text->bytes[--text->length] = '\0';
    return good;
}

uint32_t row_winners(uint32_t winners, unsigned seats)
{
    return seats > 1 && winners == (1u << seats) - 1 ? 0 : winners;
}

bool row_judge(catasta_session *session, struct row *row)
{
    struct catasta_fault fault = {.size = sizeof fault};
    struct catasta_outcome outcome = {.size = sizeof outcome};
    catasta_position *position =
        catasta_position_read(session, text_slice(&row->ruleset).at, row->position.bytes, row->position.length, &fault);
    if (position == NULL)
        return false;
    bool good = catasta_position_outcome(position, &outcome);
    row->ended = outcome.reason;
    row->seats = catasta_position_seats(position);
    row->legal = catasta_position_play(position, row->turn.bytes, row->turn.length, &fault);
    row->id = fault.id;
    text_clear(&row->canonical);
    text_add(&row->canonical, (struct slice){fault.turn.bytes, row->legal ? fault.turn.length : 0});
    if (row->legal)
        good = row_position(position, &row->after) && catasta_position_outcome(position, &outcome);
    row->over = outcome.over;
    row->reason = outcome.reason;
    row->winners = outcome.over ? row_winners(outcome.winners, row->seats) : 0;
    catasta_position_free(position);
    write_row(row);
    return good;
}

catasta_session *row_session(void)
{
    static const char *const folders[] = {"rulesets", "tests/variants", NULL};
    const struct catasta_options options = {.size = sizeof options, .folders = folders};
    return catasta_session_new(&options, NULL);
}

/* Where LINE is, or would be. */
static size_t find_line(const struct rows *rows, const char *line)
{
    size_t low = 0;
    size_t high = rows->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(rows->lines[middle], line) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool rows_add(struct rows *rows, const char *line)
{
    size_t at = find_line(rows, line);
    if (at < rows->count && strcmp(rows->lines[at], line) == 0)
        return false;
    rows->lines = realloc(rows->lines, (rows->count + 1) * sizeof *rows->lines);
    memmove(rows->lines + at + 1, rows->lines + at, (rows->count++ - at) * sizeof *rows->lines);
    rows->lines[at] = strdup(line);
    return true;
}

bool rows_load(struct rows *rows, const char *path)
{
    struct text text;
    text_init(&text);
    bool good = file_add(path, &text);
    char *next;
    for (char *line = text.bytes; good && line != NULL && *line != '\0'; line = next) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        good = (rows->count == 0 || strcmp(rows->lines[rows->count - 1], line) < 0) ||
            complaint("%s is not sorted, or has twice: %s", path, line);
        rows_add(rows, line);
    }
    text_release(&text);
    return good;
}

bool rows_save(const struct rows *rows, const char *path)
{
    FILE *file = fopen(path, "wb");
    for (size_t i = 0; file != NULL && i < rows->count; i++)
        fprintf(file, "%s\n", rows->lines[i]);
    return file != NULL && fclose(file) == 0;
}

void rows_release(struct rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        free(rows->lines[i]);
    free(rows->lines);
    *rows = (struct rows){NULL, 0};
}

void rows_path(const char *game, char path[128])
{
    snprintf(path, 128, "packaging/conformance/%s.jsonl", game);
}

unsigned rows_having(const struct rows *rows, const char *key, const char *name)
{
    char member[128];
    unsigned count = 0;
    snprintf(member, sizeof member, "\"%s\": \"%s\"", key, name);
    for (size_t i = 0; i < rows->count; i++)
        count += strstr(rows->lines[i], member) != NULL;
    return count;
}

unsigned rows_of_ruleset(const char *name)
{
    const bool quick = strcmp(name, "stakz-small") == 0 || strcmp(name, "stakz-bare") == 0;
    return quick ? 910 : 150; /* in stakz-three a row takes many times as long */
}

bool rows_lack(const char *id)
{
    char line[128];
    struct text text;
    text_init(&text);
    snprintf(line, sizeof line, "\n| `%s` |", id);
    bool lack = file_add("packaging/conformance/README.md", &text) && strstr(text.bytes, line) != NULL;
    text_release(&text);
    return lack;
}
