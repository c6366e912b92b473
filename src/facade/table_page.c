/* Standings as a page. */
#include "render/table_page.h"
#include "facade/standings.h"

static bool take_lines(void *context, const char *bytes, size_t length)
{
    struct text *text = context;
    text_add(text, (struct slice){bytes, length});
    return !text->failed;
}

/* The matches as the lines that they are elsewhere. */
static void read_matches(const catasta_matches *matches, struct text *lines)
{
    const struct catasta_sink sink = {take_lines, lines};
    if (matches != NULL && !catasta_write_matches(matches, CATASTA_SCORE_TEXT, &sink))
        lines->failed = true;
}

bool catasta_write_table_page(
    catasta_standings *standings, const catasta_matches *matches, const char *folder, const struct catasta_sink *sink)
{
    struct text lines;
    struct text text;
    if (!standings_ready(standings))
        return false;
    text_init(&lines);
    text_init(&text);
    read_matches(matches, &lines);
    const struct table_page page = {
        .standings = standings->standings,
        .event = standings->tournament.event,
        .games = &standings->games,
        .matches = text_slice(&lines),
        .folder = folder,
    };
    table_page(&page, &text);
    text.failed |= lines.failed;
    text_release(&lines);
    return deliver(&text, sink);
}
