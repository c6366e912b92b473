/* SPDX-License-Identifier: MIT */
/* The places in the lines of a pane that can be pointed at: cells, by their names, and other words. */
#include "viewer/screen.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void add_spot(struct pane *pane, const struct pane_spot *spot)
{
    struct pane_spot *spots = with_room(pane->spots, pane->spot_count, &pane->spot_capacity, sizeof *spots);
    pane->failed |= spots == NULL;
    if (spots == NULL)
        return;
    pane->spots = spots;
    pane->spots[pane->spot_count++] = *spot;
}

/* Cells have names of letters and figures. */
static bool is_cell(const char *word)
{
    size_t letters = strspn(word, "abcdefghijklmnopqrstuvwxyz");
    return letters > 0 && letters < strlen(word) && strspn(word + letters, "0123456789") == strlen(word) - letters;
}

static void end_of_spot_word(struct pane *pane, struct pane_spot *spot, size_t *length, bool wanted)
{
    spot->word[*length] = '\0';
    if (wanted && *length > 0 && (!spot->cell || is_cell(spot->word)))
        add_spot(pane, spot);
    *length = 0;
}

void pane_add_spots(struct pane *pane, size_t line, bool cells)
{
    for (; line < pane->count; line++) {
        const char *at = pane->lines[line].text;
        struct pane_spot spot = {.line = (int)line, .cell = cells};
        size_t length = 0;
        int column = 0;
        bool faint = false;
        for (wchar_t c; (c = next_character(&at)) != L'\0';) {
            if (is_tint(c)) {
                end_of_spot_word(pane, &spot, &length, !cells || faint);
                faint = c == CATASTA_TINT + CATASTA_TINT_FAINT;
                continue;
            }
            bool in_word = c < 0x80 && isalnum((int)c);
            if (!in_word || length + 1 >= SPOT_ROOM)
                end_of_spot_word(pane, &spot, &length, !cells || faint);
            if (in_word && length == 0)
                spot.column = column;
            if (in_word)
                spot.word[length++] = (char)c;
            column += character_width(c);
            spot.columns = column - spot.column;
        }
        end_of_spot_word(pane, &spot, &length, !cells || faint);
    }
}

/* How far SPOT is in the direction of ACT, where a line counts for two columns; INT_MAX: it is not there.  With
   ACTION_POINT how far it is from a place, where a line counts for more; what is on a cell is above its name. */
static int distance_between(const struct pane_spot *from, const struct pane_spot *spot, enum screen_action action)
{
    int across = spot->column * 2 + spot->columns - from->column * 2 - from->columns;
    int down = 4 * (spot->line - from->line);
    bool is_across = action == ACTION_BACK || action == ACTION_FORTH;
    int ahead = action == ACTION_BACK ? -across : action == ACTION_FORTH ? across : action == ACTION_UP ? -down : down;
    int aside = abs(is_across ? down : across);
    if (action == ACTION_POINT)
        return 8 * (abs(spot->line - from->line) - (spot->cell && from->line == spot->line - 1)) +
            abs(spot->column + spot->columns / 2 - from->column);
    return ahead <= 0 ? INT_MAX : ahead + (is_across ? 4 : 2) * aside;
}

const struct pane_spot *spot_near(
    const struct pane_spot *spots, size_t count, const struct pane_spot *from, enum screen_action action)
{
    const struct pane_spot *best = NULL;
    int least = INT_MAX;
    for (size_t i = 0; i < count; i++) {
        int far = distance_between(from, &spots[i], action);
        if (far < least) {
            least = far;
            best = &spots[i];
        }
    }
    return best;
}
