/* SPDX-License-Identifier: MIT */
/* Games that become one file. */
#include "library/session.h"

static struct slice without_blanks(struct slice text)
{
    while (text.length > 0 && is_space(text.at[text.length - 1]))
        text.length--;
    while (text.length > 0 && is_space(text.at[0]))
        text.at++, text.length--;
    return text;
}

static bool is_newline(char c)
{
    return c == '\n' || c == '\r';
}

/* What was given last, and where to. */
struct passing {
    const struct catasta_sink *sink;
    struct catasta_joint *joint;
};

/* Whether the text ends with a tag, as far as its last piece shows. */
static bool pass(void *context, const char *bytes, size_t length)
{
    struct passing *passing = context;
    struct slice last = without_blanks((struct slice){bytes, length});
    size_t begin = last.length;
    while (begin > 0 && !is_newline(last.at[begin - 1]))
        begin--;
    if (last.length > 0)
        passing->joint->in_tags = last.at[begin] == '[' && last.at[last.length - 1] == ']';
    return passing->sink->write(passing->sink->context, bytes, length);
}

/* The bytes of GAME without the empty lines around them. */
static bool copy_game(const struct catasta_game *game, struct catasta_joint *joint, const struct catasta_sink *sink)
{
    struct slice source = record_bytes(&game->record);
    while (source.length > 0 && is_newline(source.at[0]))
        source.at++, source.length--;
    size_t length = source.length;
    while (length > 0 && is_newline(source.at[length - 1]))
        length--;
    if (source.length > length)
        length += source.length - length > 1 && source.at[length] == '\r' && source.at[length + 1] == '\n' ? 2 : 1;
    joint->open = length > 0 && source.at[length - 1] != '\n';
    return sink->write(sink->context, source.at, length);
}

/* A second tag Ruleset begins a game, and so do tags after movetext; where neither is there, as what parted them is not
   written in canonical form, the first is given the result that it has anyway, "*". */
bool catasta_write_joined(
    const catasta_game *game, bool copied, struct catasta_joint *given, const struct catasta_sink *sink)
{
    static const char first[] = "[Ruleset";
    struct catasta_joint joint;
    TAKE(joint, given);
    const struct passing passing = {sink, &joint};
    const struct catasta_sink through = {pass, (void *)&passing};
    struct slice source = without_blanks(record_bytes(&game->record));
    bool ruled = record_tag(&game->record, "Ruleset") != NULL || (!copied && game->session->options.ruleset != NULL);
    bool begins = copied ? source.length > strlen(first) && memcmp(source.at, first, strlen(first)) == 0 : ruled;
    bool merges = joint.in_tags && copied != joint.copied && !(begins && joint.ruled);
    struct slice gap = slice_of(!joint.any ? "" : joint.open ? "\n\n" : "\n");
    joint = (struct catasta_joint){joint.size, true, copied, ruled, false, joint.in_tags};
    bool fine = sink->write(sink->context, gap.at, gap.length) && (!merges || sink->write(sink->context, "*\n\n", 3)) &&
        (copied ? copy_game(game, &joint, &through) : catasta_write(game, "sgn", &through));
    GIVE(given, joint);
    return fine;
}
