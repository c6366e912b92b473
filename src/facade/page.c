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
    struct catasta_input *input = game->input;
    struct observer observer;
    struct story story;
    struct text text;
    arena_clear(&input->arena);
    if (input->at_start)
        record_init(&input->record, &input->arena, (struct slice){"", 0});
    story_begin(&story, &input->arena, &input->report, &observer);
    text_init(&text);
    text.failed = !judge_again(input, &observer) || !story_end(&story);
    if (!text.failed)
        page_game(&story, &text);
    return deliver(&text, sink);
}

bool catasta_page_tail(const struct catasta_sink *sink)
{
    struct text text;
    text_init(&text);
    page_tail(&text);
    return deliver(&text, sink);
}
