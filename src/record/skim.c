/* SPDX-License-Identifier: MIT */
/* Movetext passed over where nobody asks for its turns: every word is known to be plain, as for record_plain, but none
   is kept.  Two automata take a step at each byte, which has a row for each: the next of ten states, in six bits for
   each, so that a step is a shift and there is no branch.  One knows cells, names and numbers, the other in which order
   a shape has them; both must go on.  State 0, which nothing leaves, says that they do not.  They need not take all
   that is plain, but nothing else. */
#include "record/record_parts.h"

#include <limits.h>
#include <stdatomic.h>

enum { STATE_BITS = 6, STATE_MASK = 63, STRIDE = 16 };

/* Where a rule has the first of these bytes, all are meant. */
static const char *const classes[] = {
    "abcdefghijklmnopqrstuvwyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "123456789", "9876543210", "\n "};

/* Rules: from which state to which, and by which bytes.  1: between pieces, 2: in a number, 3: after the first letter
   of a cell, 4: the second, 5: in its digits, 6: before a cell, 7: after a capital letter, 8: two, 9: before a space.
 */
static const char pieces[] = "13a 16x 17A 129 11-+*:,~<> 19? 229 21-+:,>\n 22/ 29.*^ 26x 23a 27A 34a 351 451 559 "
                             "51-+*:,~<>/\n 59^ 56x 63a 78A 729 73a 76@ 79?* 86@ 81\n 91\n";

/* Likewise, B: between words, C: in a number.  At the end what is special to the pieces. */
static const char *const orders[TURN_PASS] = {
    [TURN_LIFT] = "BC9 CC9 CD. DB\n BEa EEa9 EF: FG9 GG9 FH-+ GH-+ FIx GIx HIa IIa9 IF, IB\n",
    [TURN_MOVES] = "BC9 CC9 CD. DB\n BEa EEa9 EF-+* FGax GGa9 GB\n GH-+* HIax IIa9 IB\n",
    [TURN_TILES] = "BC9 CC9 CD. DB\n BEA EE9 EF> FG9 GG9 GB\n GD/ DH, GH, HEA BI+ HI+ ID? IJA JJ9? JB\n",
    [TURN_FIELD] = "BC9 CC9 CD. BEA EEA ED@ DDax9^ DF/ FF9^ DB\n FB\n BGax GGax9 GH-~ HHax9 HI, IEA IJ+ JJA JB\n "
                   "14x 34x 50x 64x 56-~",
    [TURN_PLACE] = "BC9 CC9 CD. DB\n BEa EEa9 EB\n EF- EGx FGax GGa9 GB\n",
    [TURN_JOIN] = "BC9 CC9 CD. DB\n BEa EEa9 EB\n EF, FGa GGa9 GH- GIx HIax IIa9 IB\n",
    [TURN_SPREAD] = "BE1 EC9 ED. CC9 CD. DB\n EHa BHa HH9 HB\n HI-+<> II9 IB\n ID* IJFSC JD* JB\n BFFSC FGa GG9 GB\n "
                    "11\n 71\n",
};

struct steps {
    uint64_t pieces[UCHAR_MAX + 1];
    uint64_t orders[UCHAR_MAX + 1];
};

static void add_step(struct steps *steps, unsigned char byte, const char *states)
{
    const bool order = states[0] >= 'A';
    const unsigned from = STATE_BITS * (unsigned)(states[0] - (order ? 'A' : '0'));
    const unsigned to = STATE_BITS * (unsigned)(states[1] - (order ? 'A' : '0'));
    uint64_t *row = &(order ? steps->orders : steps->pieces)[byte];
    *row = (*row & ~((uint64_t)STATE_MASK << from)) | (uint64_t)to << from;
}

static void add_rules(struct steps *steps, const char *at)
{
    while (*at != '\0') {
        const char *states = at;
        for (at += 2; *at != '\0' && *at != ' '; at++) {
            const char one[] = {*at, '\0'};
            const char *bytes = one;
            for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
                bytes = classes[i][0] == *at ? classes[i] : bytes;
            for (; *bytes != '\0'; bytes++)
                add_step(steps, (unsigned char)*bytes, states);
        }
        at += *at == ' ';
    }
}

/* Those of SHAPE; NULL: it has none, or another thread makes them at this moment, and no text need be passed over. */
static const struct steps *steps_of(enum turn_shape shape)
{
    enum { NONE, MAKING, MADE };
    static struct steps all[TURN_PASS];
    static atomic_uchar made[TURN_PASS];
    unsigned char none = NONE;
    if (shape >= TURN_PASS || orders[shape] == NULL)
        return NULL;
    if (atomic_load_explicit(&made[shape], memory_order_acquire) == MADE)
        return &all[shape];
    if (!atomic_compare_exchange_strong(&made[shape], &none, MAKING))
        return none == MADE ? &all[shape] : NULL;
    add_rules(&all[shape], pieces);
    add_rules(&all[shape], orders[shape]);
    atomic_store_explicit(&made[shape], MADE, memory_order_release);
    return &all[shape];
}

const char *skim_plain(enum turn_shape shape, const char *text, const char *end, const char **again)
{
    const struct steps *steps = steps_of(shape);
    uint64_t piece = STATE_BITS;
    uint64_t order = STATE_BITS;
    const char *word = text;
    while (word < end && is_space(*word))
        word++;
    const char *at = word;
    end = end - at > UINT16_MAX ? at + UINT16_MAX : end; /* longer words are not plain */
    while (steps != NULL && end - at >= STRIDE) {
#pragma GCC unroll 16
        for (unsigned i = 0; i < STRIDE; i++) {
            piece = steps->pieces[(unsigned char)at[i]] >> (piece & STATE_MASK);
            order = steps->orders[(unsigned char)at[i]] >> (order & STATE_MASK);
        }
        if ((piece & STATE_MASK) == 0 || (order & STATE_MASK) == 0)
            break;
        at += STRIDE;
    }
    *again = end - at >= STRIDE ? at + STRIDE : end;
    at -= at > word ? 2 : 0; /* a turn ends with a space and what follows that */
    bool turn = false;
    bool number = false;
    for (unsigned words = 0; at > word && !(turn && (number || words > NUMBER_BACK) && is_space(at[-1])); at--)
        if (is_space(*at)) {
            turn |= at[-1] != '.';
            number |= at[-1] == '.';
            words++;
        }
    return at > word ? at : text;
}
