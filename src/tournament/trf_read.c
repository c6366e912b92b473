/* SPDX-License-Identifier: MIT */
#include "tournament/trf.h"

#include "base/utf8.h"
#include "tournament/counting.h"

/* A line of a player. */
struct trf_line {
    uint32_t number;
    size_t line; /* from 1 */
    struct slice name;
    struct slice card;    /* columns 10 to 79 */
    struct slice cells;   /* from column 90 on */
    struct slice points;  /* columns 81 to 84 */
    unsigned halves;      /* of all results, */
    unsigned last_halves; /* and of those of rounds in which nobody is paired yet */
    uint32_t bye;         /* the last round that a line of byes gave one of */
};

/* A result of a player in a round. */
struct trf_cell {
    uint32_t opponent; /* 0: none */
    char colour;       /* 'w', 'b', or '-' */
    char result;       /* ' ': none */
};

struct trf_reading {
    struct standings *standings;
    struct arena arena;
    struct trf_line *lines;
    size_t count;
    size_t capacity;
    uint32_t *by_number; /* from 1 to TRF_NUMBERS: index from 1 in .lines */
    struct slice event;
    struct text kept; /* lines that are not read */
    size_t paired;    /* the last round in which anybody is */
    entry_taker *add;
    void *context;
    struct trf_fault *fault;
};

static bool fail_trf(struct trf_reading *reading, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool fail_trf(struct trf_reading *reading, size_t line, size_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    reading->fault->line = line;
    reading->fault->column = column;
    text_vprintf(&reading->fault->message, format, arguments);
    va_end(arguments);
    return false;
}

/* Whether LINE begins with the three characters of CODE, in which '?' is any digit and '!' any capital letter. */
static bool has_code(struct slice line, const char *code)
{
    if (line.length < 3)
        return false;
    for (size_t i = 0; i < 3; i++) {
        char c = line.at[i];
        bool fits = code[i] == '?' ? is_digit(c) : code[i] == '!' ? c >= 'A' && c <= 'Z' : c == code[i];
        if (!fits)
            return false;
    }
    return true;
}

/* The next line of REST, without its end: CR, LF or both. */
static bool take_trf_line(struct slice *rest, struct slice *line)
{
    size_t length = 0;
    if (rest->length == 0)
        return false;
    while (length < rest->length && rest->at[length] != '\r' && rest->at[length] != '\n')
        length++;
    *line = slice_shorter(*rest, length);
    size_t end = length < rest->length;
    end += end == 1 && length + 1 < rest->length && rest->at[length] == '\r' && rest->at[length + 1] == '\n';
    *rest = slice_after(*rest, length + end);
    return true;
}

static struct slice without_mark(struct slice bytes)
{
    return utf8_is_marked(bytes) ? slice_after(bytes, 3) : bytes;
}

bool trf_recognises(struct slice bytes)
{
    struct slice rest = without_mark(bytes);
    struct slice line;
    bool first = true;
    while (take_trf_line(&rest, &line)) {
        if (first && !has_code(line, "0?2") && !has_code(line, "001") && !has_code(line, "###") &&
            !has_code(line, "???") && !has_code(line, "XX!") && !has_code(line, "BB!"))
            return false;
        if (has_code(line, "001") && line.length > 4 && line.at[3] == ' ')
            return true;
        first = false;
    }
    return false;
}

/* The next COUNT characters of REST, or as many as there are. */
static struct slice take_characters(struct slice *rest, size_t count)
{
    struct slice taken = {rest->at, 0};
    while (count-- > 0 && taken.length < rest->length)
        taken.length += utf8_next(slice_after(*rest, taken.length)).length;
    *rest = slice_after(*rest, taken.length);
    return taken;
}

/* Lines of players. */

static bool read_trf_player(struct trf_reading *reading, struct slice line, size_t number)
{
    if (!arena_grow(&reading->arena, &reading->lines, reading->count, &reading->capacity, sizeof *reading->lines))
        return false;
    struct trf_line *player = &reading->lines[reading->count];
    struct slice rest = line;
    *player = (struct trf_line){.line = number};
    take_characters(&rest, 4);
    struct slice digits = slice_trim(take_characters(&rest, 4));
    if (!slice_number(digits, TRF_NUMBERS, &player->number) || player->number == 0)
        return fail_trf(
            reading, number, 5, "'%pE' in columns 5 to 8 is not a starting number from 1 to 9999", SLICE(digits));
    if (reading->by_number[player->number] != 0)
        return fail_trf(reading, number, 5, "line %zu already has a player with the starting number %u",
            reading->lines[reading->by_number[player->number] - 1].line, player->number);
    take_characters(&rest, 1);
    player->card = take_characters(&rest, 70);
    struct slice card = player->card;
    take_characters(&card, 5);
    player->name = slice_trim(take_characters(&card, TRF_NAME));
    if (player->name.length == 0)
        return fail_trf(reading, number, 15, "player %u has no name in columns 15 to 47", player->number);
    take_characters(&rest, 1);
    player->points = slice_trim(take_characters(&rest, 4));
    take_characters(&rest, 5); /* a space and the rank */
    player->cells = rest;
    if (rest.length > 10 * TRF_ROUNDS)
        return fail_trf(reading, number, 92, "this line has more than %d rounds", TRF_ROUNDS);
    reading->by_number[player->number] = (uint32_t)++reading->count;
    return true;
}

/* The points that the result NAME has here, by the codes of 162, XXS and BBW, BBD and so on; -1: there is no such. */
static int64_t usual_points(struct slice name)
{
    static const struct {
        const char *name;
        int64_t points;
    } results[] = {{"W", POINT}, {"WW", POINT}, {"BW", POINT}, {"FW", POINT}, {"FPB", POINT}, {"PAB", POINT},
        {"P", POINT}, {"U", POINT}, {"D", POINT / 2}, {"WD", POINT / 2}, {"BD", POINT / 2}, {"HPB", POINT / 2},
        {"L", 0}, {"WL", 0}, {"BL", 0}, {"FL", 0}, {"ZPB", 0}, {"A", 0}, {"Z", 0}, {"F", 0}};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (slice_is(name, results[i].name))
            return results[i].points;
    return -1;
}

/* Whether a line gives all results these points: "W 1.0    D 0.5", "WW=1.0 PAB=1.0", or one number for the NAME that is
   in the code of the line. */
static bool gives_usual_points(struct slice name, struct slice value)
{
    while (value.length > 0) {
        size_t length = 0;
        points written;
        while (length < value.length && value.at[length] != ' ' && value.at[length] != '=')
            length++;
        struct slice word = slice_shorter(value, length);
        value = slice_after(value, length + (length < value.length));
        if (length > 0 && !points_read(word, &written))
            name = word;
        else if (length > 0 && written != usual_points(name))
            return false;
    }
    return true;
}

/* The seat of the best seed in the first round, "152 B" or "XXC black1"; other words for a pairing program, as
   "XXC rank", are kept. */
static void read_trf_colour(struct trf_reading *reading, struct slice line, struct slice value)
{
    struct slice word;
    while (slice_split(&value, ' ', &word))
        if (slice_is(word, "W") || slice_is(word, "white1"))
            reading->standings->initial = 'W';
        else if (slice_is(word, "B") || slice_is(word, "black1"))
            reading->standings->initial = 'B';
        else if (word.length > 0)
            text_printf(&reading->kept, "%pS %pS\r\n", SLICE(slice_shorter(line, 3)), SLICE(word));
}

/* A line with other facts; those that are written anew are read, the others kept. */
static bool read_trf_fact(struct trf_reading *reading, struct slice line, size_t number)
{
    uint32_t rounds = 0;
    struct slice value = slice_trim(line.length > 3 ? slice_after(line, 3) : (struct slice){"", 0});
    if (has_code(line, "013") || has_code(line, "310"))
        return fail_trf(reading, number, 1, "this is a team tournament, for which catasta has no standings");
    bool new_points = has_code(line, "162") || has_code(line, "XXS") || has_code(line, "BB!");
    if (has_code(line, "299") || (new_points && !gives_usual_points((struct slice){line.at + 2, 1}, value)))
        return fail_trf(
            reading, number, 1, "this line gives results other points than 1, 1/2 and 0, which catasta does not count");
    if (has_code(line, "012")) {
        reading->event = value;
    } else if (has_code(line, "142") || has_code(line, "XXR")) {
        if (!slice_number(value, TRF_ROUNDS, &rounds) || rounds == 0)
            return fail_trf(
                reading, number, 5, "'%pE' is not a number of rounds, from 1 to %d", SLICE(value), TRF_ROUNDS);
        reading->standings->planned = rounds;
    } else if (has_code(line, "152") || has_code(line, "XXC")) {
        read_trf_colour(reading, line, value);
    } else if (!has_code(line, "062") && !has_code(line, "202") && !has_code(line, "240") && !has_code(line, "XXZ") &&
        slice_trim(line).length > 0) {
        text_printf(&reading->kept, "%pS\r\n", SLICE(line));
    }
    return true;
}

static bool read_trf_lines(struct trf_reading *reading, struct slice bytes)
{
    struct slice rest = without_mark(bytes);
    struct slice line;
    for (size_t number = 1; take_trf_line(&rest, &line); number++) {
        size_t valid = 0;
        while (valid < line.length && utf8_next(slice_after(line, valid)).valid)
            valid += utf8_next(slice_after(line, valid)).length;
        if (valid < line.length)
            return fail_trf(reading, number, utf8_count(slice_shorter(line, valid)) + 1,
                "byte 0x%02X is not valid UTF-8, and the file must be UTF-8 text", (unsigned char)line.at[valid]);
        if (!(has_code(line, "001") ? read_trf_player : read_trf_fact)(reading, line, number))
            return false;
    }
    return reading->count > 0 || fail_trf(reading, 1, 1, "no line begins with 001, as the lines of players do");
}

/* Two players of a file have two names. */
static bool enter_trf_players(struct trf_reading *reading)
{
    struct standings *standings = reading->standings;
    for (size_t i = 0; i < reading->count; i++) {
        const struct trf_line *line = &reading->lines[i];
        uint32_t seed = standings_seed_of(standings, line->name);
        if (seed != 0 && seed != line->number)
            return fail_trf(reading, line->line, 15, "'%pE' is also the name of player %u; players are known by name",
                SLICE(line->name), seed);
        if (!standings_seed(standings, line->name, line->number))
            return false;
        uint32_t found = player_find(standings, line->name);
        standings->players[found].card = arena_copy(&standings->arena, line->card);
        if (standings->players[found].card.at == NULL)
            return false;
    }
    return true;
}

/* Results. */

static size_t rounds_of_line(const struct trf_line *line)
{
    return (line->cells.length + 2) / 10;
}

static bool read_trf_cell(
    struct trf_reading *reading, const struct trf_line *line, struct slice cell, size_t round, struct trf_cell *found)
{
    size_t column = 92 + 10 * (round - 1);
    struct slice rest = cell;
    take_characters(&rest, 2);
    struct slice opponent = slice_trim(take_characters(&rest, 4));
    take_characters(&rest, 1);
    char colour = rest.length > 0 ? small_letter(*rest.at) : ' ';
    take_characters(&rest, 2);
    char result = rest.length > 0 ? *rest.at : ' ';
    if (result >= 'a' && result <= 'z')
        result = (char)(result - 'a' + 'A');
    *found = (struct trf_cell){.colour = colour == ' ' ? '-' : colour, .result = result};
    if (opponent.length > 0 && !slice_number(opponent, TRF_NUMBERS, &found->opponent))
        return fail_trf(
            reading, line->line, column, "'%pE' is not the starting number of an opponent", SLICE(opponent));
    if (strchr("w-b", found->colour) == NULL)
        return fail_trf(reading, line->line, column + 5, "w, b or - is expected here, for the seat");
    if (result == '\0' || strchr(" 10=+-WDLHFUZ", result) == NULL)
        return fail_trf(reading, line->line, column + 7, "a result is expected here: 1 0 = + - W D L H F U Z");
    if (result == 'F')
        found->result = 'U';
    bool alone = strchr(" HUZ", found->result) != NULL;
    if (alone && found->opponent != 0)
        return fail_trf(
            reading, line->line, column + 7, "a bye has no opponent, but this one has player %u", found->opponent);
    if (!alone && found->opponent == 0 && strchr("+-WDL", result) == NULL)
        return fail_trf(reading, line->line, column, "a game has an opponent, but there is none in round %zu", round);
    return true;
}

/* The cell of LINE in ROUND, from 1. */
static bool find_trf_cell(
    struct trf_reading *reading, const struct trf_line *line, size_t round, struct trf_cell *found)
{
    /* Almost always all characters are single bytes from here on, so a cell is found at once. */
    struct slice rest = line->cells;
    size_t skipped = 10 * (round - 1);
    if (utf8_plain(rest) < rest.length)
        return fail_trf(reading, line->line, 90 + utf8_plain(rest), "results have no such character");
    rest = skipped >= rest.length ? (struct slice){"", 0} : slice_after(rest, skipped);
    return read_trf_cell(reading, line, slice_shorter(rest, 10), round, found);
}

static unsigned halves_of_result(char result)
{
    return strchr("1+WU", result) != NULL ? 2 : strchr("=DH", result) != NULL ? 1 : 0;
}

/* Two may both have lost by forfeit; of games that were not played each has what was decided. */
static bool results_agree(char one, char other)
{
    static const char *const pairs[] = {"10", "01", "==", "+-", "-+", "--"};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (pairs[i][0] == one && pairs[i][1] == other)
            return true;
    return strchr("WDL", one) != NULL && strchr("WDL", other) != NULL;
}

static bool give_trf_entry(struct trf_reading *reading, struct entry *entry, char result, char other)
{
    static const struct {
        char result;
        enum catasta_unplayed unplayed;
    } kinds[] = {{'U', CATASTA_BYE}, {'H', CATASTA_HALF_BYE}, {'Z', CATASTA_ZERO_BYE}, {'+', CATASTA_FORFEIT},
        {'-', CATASTA_FORFEIT}, {'W', CATASTA_UNPLAYED}, {'D', CATASTA_UNPLAYED}, {'L', CATASTA_UNPLAYED}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].result == result)
            entry->unplayed = kinds[i].unplayed;
    if (result == '-' && other == '-')
        entry->unplayed = CATASTA_DOUBLE_FORFEIT;
    entry->counted = entry->unplayed == CATASTA_PLAYED ? CATASTA_COUNTED_CLAIMED : CATASTA_COUNTED_UNPLAYED;
    entry->event.value = reading->event;
    entry->sides[1] = 1;
    const char results[2] = {result, other};
    for (unsigned seat = 0; seat < entry->seats; seat++) {
        entry->halves[seat] = (int32_t)halves_of_result(results[seat]);
        entry->winners |= (uint32_t)(entry->halves[seat] == 2) << seat;
        entry->places[seat] = 1;
    }
    if (entry->seats == 2)
        for (unsigned seat = 0; seat < 2; seat++)
            entry->places[seat] += entry->halves[seat] < entry->halves[1 - seat];
    return reading->add(reading->context, entry);
}

/* Of a game the cells of both say the same; it is given once. */
static bool read_trf_game(
    struct trf_reading *reading, const struct trf_line *line, const struct trf_cell *cell, size_t round)
{
    size_t column = 92 + 10 * (round - 1);
    uint32_t index = reading->by_number[cell->opponent];
    struct trf_cell other;
    if (index == 0)
        return fail_trf(reading, line->line, column, "there is no player with the starting number %u", cell->opponent);
    const struct trf_line *opponent = &reading->lines[index - 1];
    if (opponent == line)
        return fail_trf(reading, line->line, column, "player %u is paired with player %u", line->number, line->number);
    if (!find_trf_cell(reading, opponent, round, &other))
        return false;
    bool seated = (cell->colour == 'w' && other.colour == 'b') || (cell->colour == 'b' && other.colour == 'w') ||
        (cell->colour == '-' && other.colour == '-' && strchr("+-", cell->result) != NULL);
    if (other.opponent != line->number || !seated || !results_agree(cell->result, other.result))
        return fail_trf(reading, line->line, column,
            "in round %zu player %u has '%u %c %c', but player %u in line %zu has '%u %c %c'", round, line->number,
            cell->opponent, cell->colour, cell->result, opponent->number, opponent->line, other.opponent, other.colour,
            other.result);
    bool first = cell->colour == 'w' || (cell->colour == '-' && line->number < opponent->number);
    if (!first)
        return true;
    struct entry entry = {.seats = 2, .round = (uint32_t)round, .players = {line->name, opponent->name}};
    return give_trf_entry(reading, &entry, cell->result, other.result);
}

static bool read_trf_results(struct trf_reading *reading, struct trf_line *line)
{
    static const char lonely[] = "+-WDL";
    for (size_t round = 1; round <= rounds_of_line(line); round++) {
        struct trf_cell cell;
        if (!find_trf_cell(reading, line, round, &cell))
            return false;
        line->halves += halves_of_result(cell.result);
        line->last_halves += round > reading->paired ? halves_of_result(cell.result) : 0;
        if (cell.opponent != 0 && !read_trf_game(reading, line, &cell, round))
            return false;
        /* An opponent may be missing where nobody knows who did not play. */
        const char *lone = strchr(lonely, cell.result);
        struct entry entry = {.seats = lone != NULL ? 2 : 1, .round = (uint32_t)round, .players = {line->name}};
        if (cell.opponent == 0 && cell.result != ' ' &&
            !give_trf_entry(reading, &entry, cell.result, lone == NULL ? ' ' : "-+LDW"[lone - lonely]))
            return false;
    }
    return true;
}

/* The byes, of KIND in ROUND, of the players whose starting numbers are in REST, from COLUMN on.  One that the player's
   own line has, or another, counts once; who has any is absent. */
static bool read_trf_absent(
    struct trf_reading *reading, struct slice rest, size_t number, size_t column, uint32_t round, char kind)
{
    while (slice_trim(rest).length > 0) {
        uint32_t player = 0;
        size_t spaces = 0;
        size_t length = 0;
        while (rest.at[spaces] == ' ')
            spaces++;
        rest = slice_after(rest, spaces);
        while (length < rest.length && rest.at[length] != ' ')
            length++;
        struct slice digits = slice_shorter(rest, length);
        column += spaces;
        if (!slice_number(digits, TRF_NUMBERS, &player) || reading->by_number[player] == 0)
            return fail_trf(
                reading, number, column, "there is no player with the starting number '%pE'", SLICE(digits));
        struct trf_line *line = &reading->lines[reading->by_number[player] - 1];
        struct trf_cell cell;
        if (!find_trf_cell(reading, line, round, &cell))
            return false;
        bool told = line->bye == round || cell.result == kind || (kind == 'Z' && cell.result != ' ');
        line->bye = round;
        struct entry entry = {.seats = 1, .round = round, .players = {line->name}};
        if (!told && !give_trf_entry(reading, &entry, kind, ' '))
            return false;
        column += length;
        rest = slice_after(rest, length);
    }
    return true;
}

/* A line that gives byes of a round, "240 H 003  026  047", or of the next one, "XXZ 26 47". */
static bool read_trf_byes(struct trf_reading *reading, struct slice line, size_t number)
{
    struct slice rest = line;
    uint32_t round = 0;
    take_characters(&rest, 4);
    if (has_code(line, "XXZ"))
        return read_trf_absent(reading, rest, number, 5, (uint32_t)reading->paired + 1, 'Z');
    char kind = rest.length > 0 ? *rest.at : ' ';
    take_characters(&rest, 2);
    struct slice digits = slice_trim(take_characters(&rest, 3));
    if (strchr("FHZ", kind) == NULL || !slice_number(digits, TRF_ROUNDS, &round) || round == 0)
        return fail_trf(reading, number, 5, "F, H or Z and a round are expected here, as in '240 H 003   26'");
    return read_trf_absent(reading, rest, number, 10, round, kind == 'F' ? 'U' : kind);
}

static bool find_last_paired(struct trf_reading *reading)
{
    for (size_t i = 0; i < reading->count; i++)
        for (size_t round = rounds_of_line(&reading->lines[i]); round > reading->paired; round--) {
            struct trf_cell cell;
            if (!find_trf_cell(reading, &reading->lines[i], round, &cell))
                return false;
            if (cell.opponent != 0 || strchr(" HZ", cell.result) == NULL)
                reading->paired = round;
        }
    return true;
}

static bool read_all_results(struct trf_reading *reading, struct slice bytes)
{
    struct slice rest = without_mark(bytes);
    struct slice line;
    if (!find_last_paired(reading))
        return false;
    for (size_t i = 0; i < reading->count; i++)
        if (!read_trf_results(reading, &reading->lines[i]))
            return false;
    for (size_t number = 1; take_trf_line(&rest, &line); number++)
        if ((has_code(line, "240") || has_code(line, "XXZ")) && !read_trf_byes(reading, line, number))
            return false;
    return true;
}

/* Points are written with a decimal, "2.5". */
static void note_trf_points(const struct trf_reading *reading, struct trf_noted *noted)
{
    *noted = (struct trf_noted){0};
    for (size_t i = 0; i < reading->count; i++) {
        const struct trf_line *line = &reading->lines[i];
        points written;
        if (line->points.length == 0 ||
            (points_read(line->points, &written) &&
                (written == POINT / 2 * line->halves || written == POINT / 2 * (line->halves - line->last_halves))))
            continue;
        if (noted->count++ == 0)
            noted->line = line->line;
    }
}

bool trf_read(struct standings *standings, struct slice bytes, entry_taker *add, void *context, struct trf_noted *noted,
    struct trf_fault *fault)
{
    struct trf_reading reading = {.standings = standings, .add = add, .context = context, .fault = fault};
    arena_init(&reading.arena, 0);
    reading.by_number = arena_alloc(&reading.arena, (TRF_NUMBERS + 1) * sizeof *reading.by_number);
    bool done = reading.by_number != NULL && read_trf_lines(&reading, bytes) && enter_trf_players(&reading) &&
        read_all_results(&reading, bytes);
    if (done)
        note_trf_points(&reading, noted);
    standings->kept_lines = arena_copy(&standings->arena, text_slice(&reading.kept));
    done = done && !reading.kept.failed && standings->kept_lines.at != NULL;
    text_release(&reading.kept);
    arena_release(&reading.arena);
    return done;
}
