/* How a tournament is counted, read from a command line. */
#include "scores/standings.h"

void contest_init(struct contest *contest)
{
    struct slice wrong;
    *contest = (struct contest){.places = {POINT}, .place_count = 1};
    contest_read_tiebreaks(contest, slice_of("direct,buchholz-cut1,buchholz,sonneborn-berger,wins"), &wrong);
}

static char small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Whether NAME is WORD but for the case of letters. */
static bool is_word(struct slice name, const char *word)
{
    size_t i = 0;
    while (i < name.length && word[i] != '\0' && small(name.at[i]) == small(word[i]))
        i++;
    return i == name.length && word[i] == '\0';
}

enum tiebreak tiebreak_find(struct slice name)
{
    unsigned i = 0;
    while (i < TIEBREAK_COUNT && !is_word(name, tiebreak_names[i].name) && !is_word(name, tiebreak_names[i].code))
        i++;
    return (enum tiebreak)i;
}

bool contest_read_tiebreaks(struct contest *contest, struct slice text, struct slice *wrong)
{
    uint32_t had = 0;
    contest->tiebreak_count = 0;
    if (is_word(slice_trim(text), "none"))
        return true;
    while (slice_split(&text, ',', wrong)) {
        enum tiebreak tiebreak = tiebreak_find(slice_trim(*wrong));
        if (tiebreak == TIEBREAK_COUNT || (had >> tiebreak & 1) != 0)
            return false;
        had |= 1u << tiebreak;
        contest->tiebreaks[contest->tiebreak_count++] = tiebreak;
    }
    return true;
}

bool contest_read_places(struct contest *contest, struct slice text, struct slice *wrong)
{
    contest->by_score = is_word(slice_trim(text), "score");
    contest->place_count = contest->by_score ? contest->place_count : 0;
    while (!contest->by_score && slice_split(&text, ',', wrong)) {
        unsigned place = contest->place_count;
        if (place == SEATS || !points_read(slice_trim(*wrong), &contest->places[place]))
            return false;
        if (place > 0 && contest->places[place] > contest->places[place - 1])
            return false;
        contest->place_count++;
    }
    return true;
}
