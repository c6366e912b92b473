/* SPDX-License-Identifier: MIT */
/* What of a text has the form of a turn. */
#include "library/session.h"

struct visited {
    catasta_form_visitor *visit;
    void *context;
};

static bool visit_turn_end(void *context, size_t end)
{
    const struct visited *visited = context;
    visited->visit(visited->context, end);
    return true;
}

size_t catasta_turn_form(catasta_session *session, const char *ruleset, const char *bytes, size_t length,
    catasta_form_visitor *visit, void *context)
{
    static const char *const words[] = {
        "pass", "--", "resign", "out", "topple"}; /* of games with fields from the third on */
    const struct slice text = {bytes, length};
    const struct slice name = slice_of(ruleset == NULL ? "" : ruleset);
    const enum turn_shape shape = referee_shape(session->referee, ruleset == NULL ? NULL : &name);
    struct visited visited = {visit, context};
    for (size_t i = 0; i < (shape_is_field(shape) ? sizeof words / sizeof words[0] : 3); i++) {
        const size_t size = strlen(words[i]);
        if (length >= size && memcmp(bytes, words[i], size) == 0) {
            visit(context, size);
            return size;
        }
    }
    return turn_form_ends(&turn_forms[shape], text, visit_turn_end, &visited);
}
