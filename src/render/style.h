/* How text is to look, and the few marks that depend on it. */
#ifndef CATASTA_RENDER_STYLE_H
#define CATASTA_RENDER_STYLE_H

#include "base/text.h"

struct style {
    bool colour;  /* escape sequences for a terminal */
    bool unicode; /* or ASCII alone */
    bool plain;   /* positions in words, and nothing drawn */
};

enum tint { TINT_NONE, TINT_BOLD, TINT_FAINT, TINT_ERROR, TINT_WARNING, TINT_NOTE, TINT_MARK };

/* STRING in TINT, plain where colour is off. */
void add_tinted(struct text *text, const struct style *style, enum tint tint, const char *string);

#endif
