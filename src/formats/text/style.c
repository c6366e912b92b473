/* SPDX-License-Identifier: MIT */
#include "formats/text/style.h"

void add_tinted(struct text *text, const struct style *style, enum tint tint, const char *string)
{
    static const char *const codes[] = {
        [TINT_NONE] = "",
        [TINT_BOLD] = "1",
        [TINT_FAINT] = "2",
        [TINT_ERROR] = "1;31",
        [TINT_WARNING] = "1;35",
        [TINT_NOTE] = "1;36",
        [TINT_MARK] = "7",
    };
    if (style->coded)
        text_printf(text, "%c%s%c", TINT_CODE + (int)tint, string, TINT_CODE);
    else if (style->colour && tint != TINT_NONE && tint < TINT_HUE)
        text_printf(text, "\033[%sm%s\033[0m", codes[tint], string);
    else
        text_add_string(text, string);
}

void add_tinted_within(
    struct text *text, const struct style *style, enum tint outer, enum tint tint, const char *string)
{
    if (style->coded)
        text_printf(text, "%c%s%c", TINT_CODE + (int)tint, string, TINT_CODE + (int)outer);
    else
        text_add_string(text, string);
}
