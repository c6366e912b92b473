/* SPDX-License-Identifier: MIT */
/* What of a text has the form of a turn. */
#include "library/session.h"

/* A record that is only its tag Ruleset, if it has one, says which game is asked about. */
static enum turn_shape shape_of(catasta_session *session, const char *ruleset, struct arena *arena)
{
    const struct shapes shapes = referee_shapes(session->referee);
    struct record record;
    const struct slice text =
        ruleset == NULL ? (struct slice){"", 0} : arena_printf(arena, "[Ruleset \"%s\"]", ruleset);
    const uint32_t length = (uint32_t)text.length;
    record_init(&record, arena, text);
    if (ruleset != NULL && text.at != NULL)
        record_tag_pair(&record, (struct span){0, length}, (struct span){1, 8}, (struct span){9, length - 1}, false);
    return text.at == NULL ? TURN_NONE : shapes.find(shapes.context, &record);
}

struct visited {
    catasta_form_visitor *visit;
    void *context;
    bool any;
};

static bool pass_on(void *context, size_t end)
{
    struct visited *visited = context;
    visited->visit(visited->context, end);
    visited->any = true;
    return true;
}

bool catasta_turn_form(catasta_session *session, const char *ruleset, const char *bytes, size_t length,
    catasta_form_visitor *visit, void *context)
{
    static const char *const words[] = {
        "pass", "--", "resign", "out", "topple"}; /* of games with fields from the third on */
    SCOPED(arena, arena);
    const struct slice text = {bytes, length};
    const enum turn_shape shape = shape_of(session, ruleset, &arena);
    struct visited visited = {visit, context, false};
    for (size_t i = 0; i < (shape_is_field(shape) ? sizeof words / sizeof words[0] : 3) && !visited.any; i++)
        if (text.length >= strlen(words[i]) && memcmp(bytes, words[i], strlen(words[i])) == 0)
            pass_on(&visited, strlen(words[i]));
    if (!visited.any)
        turn_form_ends(&turn_forms[shape], text, pass_on, &visited);
    return visited.any;
}
