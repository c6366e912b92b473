/* SPDX-License-Identifier: MIT */
/* The readers alone: for programs that do not write other forms. */
#include "convert/form_table.h"

const struct catasta_form_reader *const form_readers[] = {
    &abstractplay_reader, &ptn_reader, &uhp_reader, &boardspace_reader, &littlegolem_reader, &typed_reader, NULL};
