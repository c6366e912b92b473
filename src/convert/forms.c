#include "convert/forms.h"

const struct record_form record_forms[] = {
    {.name = "sgn", .keep = CATASTA_KEEP_TEXTS, .holds = HOLD_ALL},
    {.name = "abstractplay",
        .reader = &abstractplay_reader,
        .keep = CATASTA_KEEP_POSITIONS,
        .refuse = abstractplay_refuse,
        .open = abstractplay_open,
        .add = abstractplay_add,
        .close = abstractplay_close},
    {.name = NULL},
};

const struct catasta_form_reader *const form_readers[] = {&abstractplay_reader, NULL};
