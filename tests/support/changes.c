/* SPDX-License-Identifier: MIT */
#include "support/changes.h"

enum { COMPARED = 512 };
unsigned count_changes(struct slice a, struct slice b)
{
    unsigned rows[3][COMPARED + 1];
    while (a.length > 0 && b.length > 0 && (*a.at == *b.at || (*a.at <= ' ' && *b.at <= ' ')))
        a = (struct slice){a.at + 1, a.length - 1}, b = (struct slice){b.at + 1, b.length - 1};
    while (a.length > 0 && b.length > 0 &&
        (a.at[a.length - 1] == b.at[b.length - 1] || (a.at[a.length - 1] <= ' ' && b.at[b.length - 1] <= ' ')))
        a.length--, b.length--;
    if (a.length > COMPARED || b.length > COMPARED)
        return COMPARED;
    for (size_t j = 0; j <= b.length; j++)
        rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a.length; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *before = rows[(i - 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b.length; j++) {
            bool same = a.at[i - 1] == b.at[j - 1] || (a.at[i - 1] <= ' ' && b.at[j - 1] <= ' ');
            unsigned least = before[j - 1] + !same;
            least = before[j] + 1 < least ? before[j] + 1 : least;
            least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
            if (i > 1 && j > 1 && a.at[i - 1] == b.at[j - 2] && a.at[i - 2] == b.at[j - 1])
                least = rows[(i - 2) % 3][j - 2] + 1 < least ? rows[(i - 2) % 3][j - 2] + 1 : least;
            row[j] = least;
        }
    }
    return rows[a.length % 3][b.length];
}
