/* SPDX-License-Identifier: MIT */
/* What the signs of a drawn position mean, and what a turn of the game looks like. */
#ifndef CATASTA_FORMATS_TEXT_LEGEND_H
#define CATASTA_FORMATS_TEXT_LEGEND_H

#include "formats/text/style.h"
#include "games/game.h"

void render_legend(const struct game *game, const struct view *view, const struct style *style, struct text *text);

#endif
