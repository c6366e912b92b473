/* SPDX-License-Identifier: MIT */
/* Who makes the turns of a record, where a name or its letters are before each: "Anna: c3:-d3", and "A = Anna". */
#include "record/spelled_turns.h"
#include "record/spelling.h"

/* More who may be one, more letters in a name, and more in what is short for it, mean nothing here. */
enum { HEARD_MOST = 16, SPEAKER_MOST = 24, LETTERS_MOST = 3, NUMBER_MOST = 12 };

struct heard {
    struct speaker speaker;
    size_t turns;
    bool legend; /* says what the letters stand for */
};

struct hearing {
    const struct mending *mending;
    struct text *turn;
    struct heard heard[HEARD_MOST];
    unsigned count;
};

static const char *pass_letters(const char *at, const char *end)
{
    while (at < end && letter_length(at) > 0)
        at += letter_length(at);
    return at < end ? at : end;
}

static struct heard *find_heard(struct hearing *hearing, struct slice said)
{
    for (unsigned i = 0; i < hearing->count; i++)
        if (slice_equal(hearing->heard[i].speaker.said, said) || slice_equal(hearing->heard[i].speaker.name, said))
            return &hearing->heard[i];
    return NULL;
}

static void add_heard(struct hearing *hearing, struct slice said, struct slice name, bool legend)
{
    if (hearing->count < HEARD_MOST)
        hearing->heard[hearing->count++] = (struct heard){.speaker = {said, name}, .legend = legend};
}

/* Whether a turn is at AT. */
static bool makes_turn(struct hearing *hearing, const char *at)
{
    struct spelled_turn found;
    const struct mending *mending = hearing->mending;
    return spelled_turn(mending->shape, at, &mending->manner, false, hearing->turn, &found) ||
        spelled_word(at, hearing->turn, &found);
}

/* Whether a turn may begin at AT: only a number is before it on its line, or what separates turns. */
static bool begins_turn(struct slice text, const char *at)
{
    const char *const word = at;
    while (at > text.at && word - at < NUMBER_MOST && strchr(" \t0123456789.)#|", at[-1]) != NULL)
        at--;
    return at == text.at || strchr("\n\r,;/|", at[-1]) != NULL || word - at > 1;
}

/* Whether WORD is like a name, and no word of a sentence or letters of a piece. */
static bool is_like_name(struct slice word)
{
    const bool small = *word.at >= 'a' && *word.at <= 'z';
    return !small && (word.length > 2 || (word.length == 2 && word.at[1] >= 'a'));
}

/* Takes note of WORD, if it says who made the turn after it, or is short for a name. */
static void hear(struct hearing *hearing, struct slice word, struct slice text)
{
    const char *const end = slice_end(text);
    const char *const behind = pass_blanks(slice_end(word));
    const char *tag;
    struct heard *known = find_heard(hearing, word);
    if (behind >= end || word.length > SPEAKER_MOST || pass_player(word.at, &tag) != NULL)
        return;
    if (*behind == '=' && word.length <= LETTERS_MOST && known == NULL) {
        const char *name = pass_blanks(behind + 1);
        const struct slice whole = slice_to(name, pass_letters(name, end));
        if (whole.length > word.length && whole.length <= SPEAKER_MOST && *name == *word.at)
            add_heard(hearing, word, whole, true);
        return;
    }
    const struct sign sign = sign_at(behind);
    const bool colon = sign.c == ':';
    const bool apart = behind > slice_end(word);
    const bool alone = *behind == '\n' || *behind == '\r';
    const bool name = (apart || alone) && is_like_name(word) && begins_turn(text, word.at); /* "Anna c3:-d3" */
    if (!(colon || name || (apart && known != NULL && known->legend)) ||
        !makes_turn(hearing,
            alone ? behind + strspn(behind, " \t\r\n")
                  : pass_blanks(behind + (colon || (name && sign.c == '-') ? sign.length : 0))))
        return;
    if (known == NULL)
        add_heard(hearing, word, word, false);
    known = find_heard(hearing, word);
    for (unsigned before = 0; known != NULL && known->turns == 0 && before < hearing->count; before++)
        if (hearing->heard[before].turns == 0) { /* in the order of their first turns */
            const struct heard first = *known;
            *known = hearing->heard[before];
            known = &hearing->heard[before];
            *known = first;
            break;
        }
    if (known != NULL)
        known->turns++;
}

void find_speakers(struct mending *mending, struct slice text)
{
    struct text turn;
    struct hearing hearing = {.mending = mending, .turn = &turn};
    const char *end = slice_end(text);
    size_t most = 0;
    text_init(&turn);
    for (const char *at = text.at; at < end;) {
        if (*at == '[' && (at == text.at || at[-1] == '\n')) { /* a tag */
            const char *line_end = memchr(at, '\n', (size_t)(end - at));
            at = line_end == NULL ? end : line_end;
        }
        const char *behind = pass_letters(at, end);
        if (behind > at && (hearing.count > 0 || strchr(":= \t\r\n", *behind) != NULL) &&
            (at == text.at || !(is_digit(at[-1]) || strchr("\"'_@-", at[-1]) != NULL)))
            hear(&hearing, slice_to(at, behind), text);
        at = behind + (behind < end);
    }
    text_release(&turn);
    mending->speaker_count = 0;
    for (unsigned i = 0; i < hearing.count; i++)
        most = hearing.heard[i].turns > most ? hearing.heard[i].turns : most;
    for (unsigned i = 0; i < hearing.count; i++) {
        const struct heard *heard = &hearing.heard[i];
        if (heard->turns < 2 || heard->turns * 4 < most)
            continue;
        if (mending->speaker_count == SPELL_SEATS)
            break;
        mending->speakers[mending->speaker_count++] = heard->speaker;
    }
    const unsigned players = mending->manner.players == 0 ? 1u << 2 : mending->manner.players;
    if (mending->speaker_count < 2 || (players >> mending->speaker_count & 1) == 0)
        mending->speaker_count = 0;
}
