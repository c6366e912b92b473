/* SPDX-License-Identifier: MIT */
#include "support/mutating.h"

#include <string.h>

void mutate_turn(struct text *text, const char *one, const char *other, struct random *random)
{
    size_t length = strlen(one);
    size_t other_length = strlen(other);
    unsigned cut = random_below(random, length + 1);
    switch (random_below(random, 5)) {
    case 0: /* the head of one, the tail of the other */
        text_printf(text, "%.*s%s", (int)cut, one, other + random_below(random, other_length + 1));
        break;
    case 1: /* one character from elsewhere */
        text_printf(text, "%.*s%c%s", (int)cut, one, other[random_below(random, other_length)],
            cut < length ? one + cut + 1 : "");
        break;
    case 2: /* a digit or letter moved by one */
        text_add_string(text, one);
        if (cut < length)
            text->bytes[text->length - length + cut] = (char)(one[cut] + (random_once_in(random, 2) ? 1 : -1));
        break;
    case 3: /* one gone */
        text_printf(text, "%.*s%s", (int)cut, one, cut < length ? one + cut + 1 : "");
        break;
    default: /* the steps of one behind the other */
        other += strcspn(other, ":-+*");
        text_printf(text, "%s%s%s", one, *other == ':' ? "," : "", other + (*other == ':'));
    }
    text_add_char(text, '\n');
}
