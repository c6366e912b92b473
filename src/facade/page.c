/* Games as a page. */
#include "render/page.h"
#include "facade/session.h"

bool catasta_page_head(const char *title, const struct catasta_sink *sink)
{
    struct text text;
    text_init(&text);
    page_head(slice_of(title), &text);
    return deliver(&text, sink);
}

bool catasta_page_game(const catasta_game *game, const struct catasta_sink *sink)
{
    struct text text;
    text_init(&text);
    page_game(&game->input->report, &text);
    return deliver(&text, sink);
}

bool catasta_page_tail(const struct catasta_sink *sink)
{
    struct text text;
    text_init(&text);
    page_tail(&text);
    return deliver(&text, sink);
}
