/* Finding a word in the games of a file: in players, turns and comments. */
#include "viewer/screen.h"

#include <wctype.h>

static wchar_t fold(wchar_t c)
{
    return (wchar_t)towlower((wint_t)c);
}

/* The next character that is not a tint. */
static wchar_t next_plain(const char **at)
{
    wchar_t c;
    while (is_tint(c = next_character(at)))
        continue;
    return fold(c);
}

static bool begins(const char *at, const wchar_t *needle)
{
    for (; *needle != L'\0'; needle++)
        if (next_plain(&at) != fold(*needle))
            return false;
    return true;
}

static bool has(const char *text, const wchar_t *needle)
{
    for (; *text != '\0'; next_character(&text))
        if (begins(text, needle))
            return true;
    return false;
}

static bool node_has(const struct viewer *viewer, uint32_t node, struct gathered *text)
{
    return has(gather(text, viewer, node, CATASTA_PAGE_TURN, 0), viewer->needle) ||
        has(gather(text, viewer, node, CATASTA_PAGE_REMARKS, 0), viewer->needle) ||
        (node == 0 && has(gather(text, viewer, node, CATASTA_PAGE_HEADING, 0), viewer->needle));
}

/* The first node from BEGIN, and before END, that has it. */
static bool find_node(struct viewer *viewer, uint32_t begin, uint32_t end, struct gathered *text)
{
    for (uint32_t i = begin; i < end && i < viewer->opened.count; i++)
        if (node_has(viewer, i, text)) {
            viewer->scroll = 0;
            viewer->node = i;
            return true;
        }
    return false;
}

/* In the texts after START, then in those before it. */
static bool find_text(struct viewer *viewer, size_t start, struct gathered *text)
{
    for (size_t i = start + 1;; i++) {
        if (viewer->stopped != NULL && viewer->stopped())
            return false;
        if (!file_index_reach(&viewer->file, i))
            i = 0;
        if (i == start)
            return false;
        if (viewer_open(viewer, i) && find_node(viewer, 0, UINT32_MAX, text))
            return true;
    }
}

void viewer_search(struct viewer *viewer)
{
    struct gathered text = {0};
    size_t start = viewer->text;
    uint32_t node = viewer->node;
    if (viewer->asked_count > 0) {
        wmemcpy(viewer->needle, viewer->asked, viewer->asked_count);
        viewer->needle[viewer->asked_count] = L'\0';
    }
    if (viewer->needle[0] == L'\0')
        return;
    bool found = find_node(viewer, node + 1, UINT32_MAX, &text);
    if (!found && !viewer->file.at_start)
        found = find_text(viewer, start, &text);
    if (!found) {
        if (viewer->text != start)
            viewer_open(viewer, start);
        found = find_node(viewer, 0, node + 1, &text);
        viewer->node = found ? viewer->node : node;
        viewer_report(viewer, found ? "found, from the beginning again" : "not found");
    }
    gathered_free(&text);
}
