/* SPDX-License-Identifier: MIT */
/* The readers that the program has. */
#include "convert/form_table.h"

const struct catasta_form_reader *const form_readers[] = {TEXT_READERS, &playtak_reader, NULL};
