/* SPDX-License-Identifier: MIT */
#include "referee/judge/setup.h"

#include "base/utf8.h"
#include "games/common.h"
#include "referee/judge/other_tags.h"

static struct span tag_span(const struct tag *tag)
{
    return tag == NULL ? (struct span){0, 0} : tag->inside;
}

static void release_shelf(struct ruleset_list *shelf)
{
    arena_release(&shelf->arena);
    text_release(&shelf->names);
    *shelf = (struct ruleset_list){.count = 0};
}

void library_release(struct library *library)
{
    rulebooks_release(&library->books);
    rulebook_unload(&library->used);
    release_shelf(&library->shelf);
}

static void add_ruleset_name(void *context, struct slice name)
{
    struct ruleset_list *shelf = context;
    text_add_string(&shelf->names, shelf->names.length == 0 ? "" : ", ");
    text_add(&shelf->names, name);
    struct slice copy = arena_copy(&shelf->arena, name);
    if (copy.at != NULL && arena_grow(&shelf->arena, &shelf->at, shelf->count, &shelf->capacity, sizeof *shelf->at))
        shelf->at[shelf->count++] = copy.at;
}

/* What there is not the memory to list is listed again. */
static const struct ruleset_list *list_rulesets(struct judge *judge, struct library *library)
{
    struct ruleset_list *shelf = &library->shelf;
    if (shelf->arena.failed || shelf->names.failed)
        release_shelf(shelf);
    if (shelf->count == 0)
        ruleset_names(&library->books.loader, add_ruleset_name, shelf);
    judge->arena->failed |= shelf->arena.failed || shelf->names.failed;
    return shelf;
}

/* OTHER means a ruleset that there is not. */
static bool fault_other_name(struct judge *judge, struct library *library, const struct other_name *other)
{
    struct text why;
    text_init(&why);
    if (other->name[0] == '\0')
        other_wanted(other->game, &why);
    else
        text_printf(&why, "unknown ruleset '%s'; known rulesets are %s", other->name,
            text_slice(&list_rulesets(judge, library)->names).at);
    report_bad_tag(judge, other->tag, text_slice(&why).at);
    text_release(&why);
    return false;
}

/* Whether SAID is NAME with other letters capital, or spaces for its dashes. */
static bool is_same_name(struct slice said, const char *name)
{
    size_t same = 0;
    while (same < said.length && name[same] != '\0' &&
        (small_letter(said.at[same]) == small_letter(name[same]) ||
            (name[same] == '-' && (said.at[same] == ' ' || said.at[same] == '_'))))
        same++;
    return same == said.length && name[same] == '\0';
}

/* No ruleset to judge by: says which there are. */
static void fault_no_ruleset(struct judge *judge, struct library *library, const struct tag *tag)
{
    const struct ruleset_list *shelf = list_rulesets(judge, library);
    const char *names = text_slice(&shelf->names).at;
    judge->report->run_flags |= RUN_UNKNOWN;
    bool follows = judge->record->tag_count == 0 && (judge->record->line > 1 || judge->record->column > 1);
    if (tag == NULL)
        judge_report(judge, &syntax_rules[SYNTAX_NO_RULESET], (struct span){0, 0},
            FACT(what,
                "this record names no ruleset, and none was given for records without one%s; known rulesets are %s")
                FACT(advice, "name one in the record: [Ruleset \"NAME\"]"),
            follows ? " (if these turns belong to the game above, its result comes too early)" : "", names);
    else {
        const char *near = nearest_advice(judge->arena, slice_trim(tag->value), shelf->at, shelf->count);
        struct diagnostic *fault = judge_report(judge, &syntax_rules[SYNTAX_NO_RULESET], tag->inside,
            FACT(what, "unknown ruleset '%s'; known rulesets are %s") FACT(advice, "%s"), excerpt_of(tag->value).text,
            names, near == NULL || *near != '\0' ? near : "if it is your own, give its file, too");
        const char *name = nearest_name(slice_trim(tag->value), shelf->at, shelf->count);
        if (name != NULL)
            diagnostic_propose(fault, judge->arena, tag->inside, slice_of(name),
                is_same_name(slice_trim(tag->value), name) ? CONFIDENCE_CERTAIN : CONFIDENCE_LIKELY);
    }
}

static const struct problem *first_error(const struct problems *problems)
{
    const struct problem *problem = problems->first;
    while (problem->next != NULL && problem->rule->severity != SEVERITY_ERROR)
        problem = problem->next;
    return problem;
}

/* No ruleset to judge by: TAG names none, or the one of ENTRY, which cannot be used. */
static void fault_unusable(
    struct judge *judge, struct library *library, const struct tag *tag, const struct rulebook_entry *entry)
{
    struct text message;
    judge->report->unusable = rulebook_is_unusable(entry);
    if (!judge->report->unusable) {
        fault_no_ruleset(judge, library, tag);
        return;
    }
    text_init(&message);
    unusable_message(entry->name, first_error(&entry->problems), &message);
    judge_report(judge, &syntax_rules[SYNTAX_NO_RULESET], tag->inside, FACT(what, "%s"), text_slice(&message).at);
    text_release(&message);
}

/* The bytes of a tag's value that PLACE, counted in characters, means. */
static struct span place_in_tag(const struct tag *tag, struct place place)
{
    struct span span = {tag->inside.begin, tag->inside.begin};
    size_t at = 0;
    for (uint32_t column = 1; at < tag->value.length && column < place.end_column; column++) {
        if (column == place.column)
            span.begin = tag->inside.begin + (uint32_t)at;
        at += utf8_next((struct slice){tag->value.at + at, tag->value.length - at}).length;
    }
    span.end = tag->inside.begin + (uint32_t)at;
    return span;
}

/* Faults of the tag Rules: at their places in it, or, where it only contradicts what the
   ruleset says, in all of it.  Warnings about the ruleset itself are not the record's. */
static void fault_rules(struct judge *judge, const struct rulebook_entry *entry, const struct tag *rules)
{
    for (const struct problem *problem = entry->problems.first; problem != NULL; problem = problem->next)
        if (problem->place.file == NULL)
            judge_add(judge, problem->rule, problem->facts, place_in_tag(rules, problem->place));
        else if (problem->rule->severity == SEVERITY_ERROR)
            judge_add(judge, problem->rule, problem->facts, rules->inside);
}

static bool overrides_key(struct slice overrides, struct slice word)
{
    struct slice other;
    struct slice key = {word.at, 0};
    while (key.length < word.length && word.at[key.length] != '=')
        key.length++;
    while (slice_split(&overrides, ' ', &other))
        if (other.length > key.length && other.at[key.length] == '=' && memcmp(other.at, key.at, key.length) == 0)
            return true;
    return false;
}

/* What the tag Rules says, and after it what the caller says of other parameters. */
static struct slice combine_overrides(struct judge *judge, struct slice in_tag, struct slice given)
{
    struct text both;
    struct slice word;
    text_init(&both);
    text_add(&both, in_tag);
    while (slice_split(&given, ' ', &word))
        if (word.length > 0 && !overrides_key(in_tag, word)) {
            text_add_char(&both, ' ');
            text_add(&both, word);
        }
    struct slice combined = arena_copy(judge->arena, text_slice(&both));
    text_release(&both);
    return combined;
}

/* The rulebook of a record with a tag Rules. */
static bool choose_varied_book(
    struct library *library, struct judge *judge, const struct tag *named, bool by_default, const struct tag *rules)
{
    struct slice name = by_default ? library->used.name : named->value;
    struct slice given = by_default ? library->used.overrides : (struct slice){"", 0};
    struct slice overrides = combine_overrides(judge, rules->value, given);
    const struct rulebook_entry *entry = rulebooks_get(&library->books, name, by_default, given);
    bool sound = entry->book.game != NULL;
    if (!entry->problems.unread)
        entry = rulebooks_get(&library->books, name, by_default, overrides);
    if (entry->problems.unread && named != NULL) { /* the record is not to blame */
        fault_unusable(judge, library, named, entry);
        return false;
    }
    judge->report->book = entry->book;
    if (entry->book.game != NULL)
        return true;
    if (sound)
        fault_rules(judge, entry, rules);
    else if (by_default)
        fault_no_ruleset(judge, library, named);
    else
        fault_unusable(judge, library, named, rulebooks_get(&library->books, name, false, given));
    return false;
}

/* Whether a record that NAMED a ruleset, if it did, is judged by the one that the caller gave: it names that by the
   name of its file or by its title, which nothing else would know. */
static bool prefers_given(const struct library *library, const struct slice *named)
{
    const struct rulebook_entry *used = &library->used;
    bool file = used->book.game != NULL && used->own_name.length < used->name.length;
    return named == NULL || library->forced ||
        (file && named->length > 0 && (slice_equal(*named, used->own_name) || slice_equal(*named, used->title)));
}

const struct rulebook_entry *library_named(struct library *library, const struct slice *named)
{
    return prefers_given(library, named) ? &library->used
                                         : rulebooks_get(&library->books, *named, false, (struct slice){"", 0});
}

const struct rulebook_entry *library_book(struct library *library, const struct record *record)
{
    const struct tag *named = record_tag(record, "Ruleset");
    struct other_name other;
    if (named == NULL && other_names(library, record, &other))
        return rulebooks_get(&library->books, slice_of(other.name), false, (struct slice){"", 0});
    return library_named(library, named == NULL ? NULL : &named->value);
}

/* The rulebook of a record whose game, that of BASE, has other tags for a ruleset. */
static bool choose_other_book(struct library *library, struct judge *judge, struct rulebook base, bool by_default)
{
    struct report *report = judge->report;
    const struct tag *rules = record_tag(judge->record, "Rules");
    const struct slice in_tag = rules == NULL ? (struct slice){"", 0} : rules->value;
    const struct slice given = by_default ? library->used.overrides : (struct slice){"", 0};
    struct text others;
    text_init(&others);
    rulebook_hold(&base); /* others may take its place */
    report->book = base;
    bool right = other_agrees(judge, &base) && other_overrides(judge, base.game, &others);
    if (right && (others.length > 0 || rules != NULL)) {
        const struct slice written = combine_overrides(judge, in_tag, given);
        const struct slice all = combine_overrides(judge, written, text_slice(&others));
        report->book = rulebooks_get(&library->books, base.name, by_default, all)->book;
        right = report->book.game != NULL;
        const struct rulebook_entry *alone =
            right ? NULL : rulebooks_get(&library->books, base.name, by_default, written);
        if (alone != NULL && alone->book.game == NULL) {
            report->book = alone->book; /* the facts are its own */
            fault_rules(judge, alone, rules);
        } else if (alone != NULL) {
            fault_other(judge, library, base.game, base.name, by_default);
        }
    }
    rulebook_drop(&base);
    text_release(&others);
    return right;
}

/* Whether NAMED names what the caller gave, as it is. */
static bool names_given_book(const struct rulebook_entry *used, const struct tag *named)
{
    return named != NULL && used->overrides.length == 0 && slice_equal(named->value, used->name);
}

bool choose_book(struct library *library, struct judge *judge)
{
    const struct tag *named = record_tag(judge->record, "Ruleset");
    const struct tag *rules = record_tag(judge->record, "Rules");
    struct report *report = judge->report;
    struct other_name other;
    bool otherwise = named == NULL && other_names(library, judge->record, &other);
    bool by_default = !otherwise && prefers_given(library, named == NULL ? NULL : &named->value);
    report->run_flags = by_default || names_given_book(&library->used, named) ? RUN_GIVEN : RUN_NAMED;
    if (by_default && library->used.book.game == NULL) {
        fault_no_ruleset(judge, library, named);
        return false;
    }
    const struct rulebook_entry *entry = library_book(library, judge->record);
    if (otherwise && entry->book.game == NULL)
        return fault_other_name(judge, library, &other);
    if (entry->book.game != NULL && entry->book.game->foreign.tags != NULL)
        return choose_other_book(library, judge, entry->book, by_default);
    if (rules != NULL)
        return choose_varied_book(library, judge, named, by_default, rules);
    report->book = entry->book;
    if (report->book.game == NULL)
        fault_unusable(judge, library, named, entry);
    return report->book.game != NULL;
}

bool black_is_first(const struct judge *judge)
{
    const struct rulebook *book = &judge->report->book;
    return book->game != NULL && strcmp(game_seat_name(book->rules, 1), "Black") == 0;
}

const struct tag *player_tag(const struct judge *judge, unsigned seat)
{
    static const char *const names[SEATS] = {
        "Player1", "Player2", "Player3", "Player4", "Player5", "Player6", "Player7", "Player8"};
    const struct tag *tag = record_tag(judge->record, names[seat - 1]);
    if (tag == NULL && seat <= 2)
        tag = record_tag(judge->record, (seat == 1) != black_is_first(judge) ? "White" : "Black");
    return tag;
}

static bool fault_players(struct judge *judge, const struct tag *tag, const char *what)
{
    judge_report(judge, &common_rules[COMMON_PLAYERS], tag_span(tag), FACT(what, "%s"), what);
    return false;
}

static bool fault_gap(struct judge *judge, const struct tag *tag, unsigned missing, unsigned named)
{
    judge_report(judge, &common_rules[COMMON_PLAYERS], tag_span(tag),
        FACT(what, "there is a Player%u, but no Player%u"), named, missing);
    return false;
}

/* That there are SEATS players, and how many there may be: "2, 3 or 4". */
static bool fault_number(struct judge *judge, const struct tag *tag, unsigned seats)
{
    const struct rulebook *book = judge->book;
    unsigned left = 0;
    struct text allowed;
    text_init(&allowed);
    for (unsigned players = 1; players <= SEATS; players++)
        left += game_allows_players(book->rules, players);
    const char *before = " ";
    for (unsigned players = 1; players <= SEATS; players++) {
        if (!game_allows_players(book->rules, players))
            continue;
        text_printf(&allowed, "%s%u", before, players);
        before = --left == 1 ? " or " : ", ";
    }
    judge_report(judge, &common_rules[COMMON_PLAYERS], tag_span(tag),
        FACT(what, "there %s %u player%s, but this game is for%s"), seats == 1 ? "is" : "are", seats,
        seats == 1 ? "" : "s", text_slice(&allowed).at);
    text_release(&allowed);
    return false;
}

/* TAG speaks of more seats than the tags of the players name. */
static bool fault_unnamed(struct judge *judge, const struct tag *tag, unsigned seats, unsigned named)
{
    judge_report(judge, &common_rules[COMMON_PLAYERS], tag_span(tag),
        FACT(what, "the tag %.*s is for %u players, but the player tags name %u; Player%u is missing"),
        (int)tag->name.length, tag->name.at, seats, named, named + 1);
    return false;
}

/* How many seats the game's own tags speak of, as hands do; *LAST is the last such
   tag. */
static unsigned seats_of_tags(const struct judge *judge, const struct tag **last)
{
    unsigned seats = 0;
    const struct game *game = judge->report->book.game;
    if (game == NULL || position_tag(judge->record, game) != NULL)
        return 0;
    for (const struct setup_tag *tag = game->position.tags; tag != NULL && tag->name != NULL; tag++) {
        const struct tag *written = record_tag(judge->record, tag->name);
        unsigned told = written == NULL ? 0 : tag->letters ? (unsigned)slice_trim(written->value).length : tag->seat;
        if (told <= seats)
            continue;
        seats = told;
        *last = written;
    }
    return seats;
}

bool seat_players(struct judge *judge)
{
    struct report *report = judge->report;
    const struct tag *last = NULL;
    unsigned named = 0;
    for (unsigned seat = 1; seat <= SEATS; seat++) {
        const struct tag *tag = player_tag(judge, seat);
        if (tag == NULL)
            continue;
        bool white_or_black = seat <= 2 && tag->name.at[0] != 'P';
        if (named != seat - 1 && !white_or_black)
            return fault_gap(judge, tag, named + 1, seat);
        report->players[seat - 1] = tag->value;
        named = seat;
    }
    const struct tag *beyond = record_tag(judge->record, "Player9");
    if (beyond != NULL)
        return fault_players(judge, beyond, "no game has more than 8 players");
    bool alone = named == 1 && record_tag(judge->record, "Player1") != NULL;
    unsigned dealt = report->unplayed != UNPLAYED_NONE ? 0 : seats_of_tags(judge, &last);
    if (named > 1 && dealt > named)
        return fault_unnamed(judge, last, dealt, named);
    if (dealt > SEATS)
        return fault_players(judge, last, "no game has more than 8 players");
    report->seats = named == 0 || (named == 1 && !alone) ? dealt : named > dealt ? named : dealt;
    return true;
}

/* Seats as the tags, or else the position, say; without either there are two. */
bool check_players(struct judge *judge)
{
    const struct rulebook *book = judge->book;
    struct report *report = judge->report;
    if (report->seats == 0 || (report->seats == 1 && !game_allows_players(book->rules, 1)))
        report->seats = rulebook_players(book);
    if (game_allows_players(book->rules, report->seats))
        return true;
    const struct tag *last = player_tag(judge, report->seats);
    if (last == NULL)
        seats_of_tags(judge, &last);
    return fault_number(judge, last, report->seats);
}

/* The field of TAG's value that FAULT is in, or all of it. */
static struct span span_of_field(const struct judge *judge, const struct tag *tag, const struct fault *fault)
{
    static const char breaks[] = ",/;.= ";
    struct span span = tag->inside;
    if (fault->part == 0 || fault->part >= span.end - span.begin)
        return span;
    span.begin += fault->part;
    while (span.begin + 1 < span.end && strchr(breaks, judge->record->source.at[span.begin]) != NULL)
        span.begin++;
    uint32_t end = span.begin + 1;
    while (end < span.end && strchr(breaks, judge->record->source.at[end]) == NULL)
        end++;
    span.end = end;
    return span;
}

static bool fault_tag(struct judge *judge, const struct tag *tag, const struct fault *fault)
{
    struct span span = tag == NULL ? (struct span){0, 0} : span_of_field(judge, tag, fault);
    judge_add(judge, fault->rule, fault_facts(fault), span);
    return false;
}

static bool set_position(struct judge *judge, const struct tag *tag, struct state *state)
{
    const struct rulebook *book = judge->book;
    struct fault fault = {.facts = judge->facts};
    bool one = judge->report->seats == 1 && !game_allows_players(book->rules, 1); /* the others have no names */
    if (!game_read_position(book->rules, one ? 0 : judge->report->seats, tag->value, state, &fault))
        return fault_tag(judge, tag, &fault);
    judge->report->seats = state->players;
    return check_players(judge);
}

/* Everything that the game's own tags say, also by not being there. */
static bool apply_other_tags(struct judge *judge, struct state *state)
{
    const struct rulebook *book = judge->book;
    bool dealt = true;
    for (unsigned n = 0; book->game->position.tags != NULL && book->game->position.tags[n].name != NULL; n++) {
        const struct tag *tag = record_tag(judge->record, book->game->position.tags[n].name);
        struct slice value = tag == NULL ? (struct slice){NULL, 0} : tag->value;
        struct fault fault = {.facts = judge->facts};
        if (book->game->position.tags[n].seat <= judge->report->seats && dealt &&
            !book->game->position.apply_tag(book->rules, state, n, value, &fault))
            dealt = fault_tag(judge, tag, &fault);
    }
    return dealt;
}

bool set_up_game(struct judge *judge, struct state *state)
{
    const struct rulebook *book = judge->book;
    const struct tag *position = position_tag(judge->record, book->game);
    if (position != NULL)
        return set_position(judge, position, state);
    if (!check_players(judge))
        return false;
    game_start(book->rules, judge->report->seats, state);
    return apply_other_tags(judge, state);
}
