/* SPDX-License-Identifier: MIT */
#include "record/tags.h"

#include "record/talk.h"

const char *const known_tags[KNOWN_TAGS + 1] = {"Annotator", "Black", "Board", "Colours", "Date", "Event", "Hand1",
    "Hand2", "Hand3", "Hand4", "Hand5", "Hand6", "Hand7", "Hand8", "Match", "Player1", "Player2", "Player3", "Player4",
    "Player5", "Player6", "Player7", "Player8", "Position", "Result", "Round", "Rules", "Ruleset", "Site", "Size",
    "Start", "Termination", "TimeControl", "White", NULL};

const char *tag_meant(struct slice name, bool *only_case)
{
    const char *near = NULL;
    *only_case = false;
    for (size_t i = 0; i < KNOWN_TAGS; i++)
        if (tag_is(name, known_tags[i]))
            return NULL;
    for (size_t i = 0; i < KNOWN_TAGS; i++) {
        *only_case = slice_is_word(name, known_tags[i]);
        if (*only_case)
            return known_tags[i];
        if (near == NULL && name.length > 2 && name_is_slip_of(name, known_tags[i]))
            near = known_tags[i];
    }
    return near;
}
