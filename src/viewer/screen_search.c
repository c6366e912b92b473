/* Finding a word in the games of a file: who plays, what was played, what was said. */
#include "viewer/screen.h"

#include <wctype.h>

static wchar_t fold(wchar_t c)
{
    return (wchar_t)towlower((wint_t)c);
}

/* The next character that is no tint. */
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

static bool node_has(const struct viewer *walk, uint32_t node, struct gathered *text)
{
    return has(gather(text, walk, node, CATASTA_PAGE_TURN, 0), walk->needle) ||
        has(gather(text, walk, node, CATASTA_PAGE_REMARKS, 0), walk->needle) ||
        (node == 0 && has(gather(text, walk, node, CATASTA_PAGE_HEADING, 0), walk->needle));
}

/* The first node from BEGIN, and before END, that has it. */
static bool find_node(struct viewer *walk, uint32_t begin, uint32_t end, struct gathered *text)
{
    for (uint32_t i = begin; i < end && i < walk->opened.count; i++)
        if (node_has(walk, i, text)) {
            walk->scroll = 0;
            walk->node = i;
            return true;
        }
    return false;
}

/* In the volumes behind START, then in those before it. */
static bool find_volume(struct viewer *walk, size_t start, struct gathered *text)
{
    for (size_t i = start + 1;; i++) {
        if (walk->stopped != NULL && walk->stopped())
            return false;
        if (!shelf_reach(&walk->shelf, i))
            i = 0;
        if (i == start)
            return false;
        if (walk_open(walk, i) && find_node(walk, 0, UINT32_MAX, text))
            return true;
    }
}

void walk_search(struct viewer *walk)
{
    struct gathered text = {0};
    size_t start = walk->volume;
    uint32_t node = walk->node;
    if (walk->asked_count > 0) {
        wmemcpy(walk->needle, walk->asked, walk->asked_count);
        walk->needle[walk->asked_count] = L'\0';
    }
    if (walk->needle[0] == L'\0')
        return;
    bool found = find_node(walk, node + 1, UINT32_MAX, &text);
    if (!found && !walk->shelf.at_start)
        found = find_volume(walk, start, &text);
    if (!found) {
        if (walk->volume != start)
            walk_open(walk, start);
        found = find_node(walk, 0, node + 1, &text);
        walk->node = found ? walk->node : node;
        walk_tell(walk, found ? "found, from the beginning again" : "not found");
    }
    gathered_free(&text);
}
