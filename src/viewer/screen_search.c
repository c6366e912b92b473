/* SPDX-License-Identifier: MIT */
/* Finding a word in the games of the files: in players, turns and comments, whatever their accents and case. */
#include "viewer/screen.h"

#include <string.h>

static bool page_has(struct viewer *viewer, uint32_t node, enum catasta_page page, struct buffer *text)
{
    struct buffer folded = {0};
    struct catasta_sink sink = buffer_sink(&folded);
    screen_part_text(text, viewer, node, page, 0);
    size_t kept = 0;
    for (size_t i = 0; i < text->length; i++)
        if (!is_tint((unsigned char)text->bytes[i]))
            text->bytes[kept++] = text->bytes[i];
    bool found = kept > 0 && catasta_fold(text->bytes, kept, &sink) && folded.length > 0 &&
        strstr(folded.bytes, viewer->needle) != NULL;
    buffer_free(&folded);
    return found;
}

static bool node_has(struct viewer *viewer, uint32_t node, struct buffer *text)
{
    return page_has(viewer, node, CATASTA_PAGE_TURN, text) || page_has(viewer, node, CATASTA_PAGE_REMARKS, text) ||
        (node == 0 && page_has(viewer, node, CATASTA_PAGE_HEADING, text));
}

/* The first node from BEGIN, and before END, that has it. */
static bool find_node(struct viewer *viewer, uint32_t begin, uint32_t end, struct buffer *text)
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
static bool find_text(struct viewer *viewer, size_t start, struct buffer *text)
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

/* What was typed becomes the needle, unless it is nothing. */
static void take_needle(struct viewer *viewer)
{
    struct buffer folded = {0};
    struct catasta_sink sink = buffer_sink(&folded);
    if (viewer->asked.length > 0 && catasta_fold(viewer->asked.text, viewer->asked.length, &sink) &&
        folded.length < sizeof viewer->needle)
        memcpy(viewer->needle, folded.length == 0 ? "" : folded.bytes, folded.length + 1);
    buffer_free(&folded);
}

void viewer_search(struct viewer *viewer)
{
    struct buffer text = {0};
    size_t start = viewer->text;
    uint32_t node = viewer->node;
    take_needle(viewer);
    if (viewer->needle[0] == '\0')
        return;
    bool found = find_node(viewer, node + 1, UINT32_MAX, &text);
    if (!found && !viewer->file.at_start && viewer->play == NULL)
        found = find_text(viewer, start, &text);
    if (!found) {
        if (viewer->text != start)
            viewer_open(viewer, start);
        found = find_node(viewer, 0, node + 1, &text);
        viewer->node = found ? viewer->node : node;
        viewer_report(viewer, found ? "found, after starting again from the beginning" : "not found");
    }
    buffer_free(&text);
}
