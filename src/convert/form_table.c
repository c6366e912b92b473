/* SPDX-License-Identifier: MIT */
#include "convert/form_table.h"

const struct record_form record_forms[] = {
    {.name = "sgn", .keep = CATASTA_KEEP_TEXTS, .holds = HOLD_ALL},
    {.name = "abstractplay",
        .reader = &abstractplay_reader,
        .keep = CATASTA_KEEP_POSITIONS,
        .refuse = abstractplay_refuse,
        .open = abstractplay_open,
        .add = abstractplay_add,
        .close = abstractplay_close},
    {.name = "ptn",
        .reader = &ptn_reader,
        .keep = CATASTA_KEEP_POSITIONS,
        .holds = HOLD_ALL,
        .refuse = ptn_refuse,
        .open = ptn_open,
        .add = ptn_add,
        .close = ptn_close},
    {.name = NULL},
};
