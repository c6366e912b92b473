/* SPDX-License-Identifier: MIT */
/* Who plays: names above the columns of a table, and names before turns, that no tag has given.  They are searched for
   once the first line shows one, in the lines after it; what they show must be plain: at least two turns in the column
   of each name, or each name before at least two turns, and one after the other. */
#include "convert/typed.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum {
    PROPOSAL_MOST = 400,
    CELLS_MOST = 32,
    ROWS_MOST = 10,
    LINES_MOST = 200,
    LABELS_MOST = CATASTA_SEATS,
    TURNS_MOST = 128,
    LINE_MOST = 4096,
    NAME_LINE_MOST = 60,
    TRIES_MOST = 3,
    SEATS_MOST = 4
};

/* Whether a turn that names a place begins at I. */
static bool placed_turn_begins(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    bool letter = false;
    bool digit = false;
    if (!typed_find(clerk, i, limit))
        return false;
    for (const char *c = clerk->token.readings[0].text; *c != '\0'; c++) {
        letter |= typed_is_letter(*c) || *c == '?';
        digit |= typed_is_digit(*c) || *c == '?';
    }
    return letter && digit;
}

/* Where a number with a space after it at I, and a sign, ends; I: there is none. */
static uint32_t skip_count(const struct clerk *clerk, uint32_t i, uint32_t end)
{
    uint32_t digits = i;
    while (typed_is_digit(typed_sign_before(clerk, digits, end)))
        digits++;
    const uint32_t after = digits + (strchr(".)", typed_sign_before(clerk, digits, end)) != NULL);
    return digits > i && typed_is_space(typed_sign_before(clerk, after, end)) ? typed_skip_spaces(clerk, after, end)
                                                                              : i;
}

/* Whether ONE is OTHER and more words. */
static bool begins_with_name(const struct clerk *clerk, struct typed_place one, struct typed_place other)
{
    const uint32_t size = other.end - other.begin;
    return size > 2 && one.end - one.begin > size && *typed_sign_at(clerk, one.begin + size) == ' ' &&
        memcmp(typed_sign_at(clerk, one.begin), typed_sign_at(clerk, other.begin), size) == 0;
}

/* The tag with the name of SEAT. */
static void write_name_tag(const struct clerk *clerk, unsigned seat, unsigned seats, char tag[16])
{
    if (seats == 2 && clerk->seats[seat - 1][0] != '\0')
        memcpy(tag, clerk->seats[seat - 1], sizeof clerk->seats[0]);
    else
        snprintf(tag, 16, "Player%u", seat);
}

/* The letter of the first colour that is said from BEGIN to END, at *SAID; '\0': none is. */
static char find_colour(const struct clerk *clerk, uint32_t begin, uint32_t end, struct typed_place *said)
{
    for (uint32_t i = begin; i < end; i++) {
        const struct typed_word *word = typed_word_at(clerk, i, end, 1u << MEANS_COLOUR, &said->end);
        said->begin = i;
        if (word != NULL)
            return word->name[7];
    }
    return '\0';
}

bool typed_allows_players(const struct clerk *clerk, unsigned players, const char *colours)
{
    char names[CATASTA_SEATS][20];
    struct catasta_pair pairs[CATASTA_SEATS + 2];
    unsigned count = players;
    for (unsigned k = 0; k < players; k++) {
        snprintf(names[k], sizeof names[k], "Player%u", k + 1);
        pairs[k] = (struct catasta_pair){names[k], "?"};
    }
    if (colours != NULL)
        pairs[count++] = (struct catasta_pair){"Colours", colours};
    for (unsigned k = 0; k < clerk->tag_count && count < CATASTA_SEATS + 2; k++)
        if (strcmp(clerk->tags[k].name, "Start") == 0)
            pairs[count++] = (struct catasta_pair){"Start", (const char *)clerk->values.at + clerk->tags[k].value};
    catasta_position *start =
        catasta_position_start(clerk->session, clerk->ruleset[0] == '\0' ? NULL : clerk->ruleset, pairs, count, NULL);
    const bool can = start != NULL && catasta_position_seats(start) == players;
    catasta_position_free(start);
    return can;
}

void typed_keep_colours(struct clerk *clerk, struct typed_place place)
{
    char colours[CATASTA_SEATS + 1] = "";
    struct typed_place said;
    struct typed_place all = {0, place.begin};
    size_t count = 0;
    for (char c; count < CATASTA_SEATS && (c = find_colour(clerk, all.end, place.end, &said)) != '\0';
         all.end = said.end)
        if (strchr(colours, c) == NULL) {
            all.begin = count == 0 ? said.begin : all.begin;
            colours[count++] = c;
            colours[count] = '\0';
        }
    if (count < 2 || clerk->doubts.coloured.end > 0)
        return;
    clerk->doubts.coloured = all;
    memcpy(clerk->doubts.colours, colours, sizeof colours);
}

bool typed_has_colours(struct clerk *clerk)
{
    if (!clerk->coloured.known) { /* then it refuses a letter that is not one */
        clerk->coloured.known = true;
        clerk->coloured.has = !typed_allows_players(clerk, 2, "?");
    }
    return clerk->coloured.has;
}

void typed_keep_tag_colour(struct clerk *clerk, const char *name, struct typed_place place)
{
    struct typed_place said;
    const unsigned seat = strncmp(name, "Player", 6) == 0 ? (unsigned)(name[6] - '0') : 0;
    if (seat < 1 || seat > CATASTA_SEATS || strlen(clerk->players.colours) != seat - 1)
        return;
    clerk->players.colours[seat - 1] = find_colour(clerk, place.begin, place.end, &said);
    clerk->players.coloured = place;
}

void typed_write_tag_colours(struct clerk *clerk)
{
    char *colours = clerk->players.colours;
    const size_t count = strlen(colours);
    if (count > 1 && !typed_has_tag(clerk, "Colours") && typed_has_colours(clerk) &&
        typed_allows_players(clerk, (unsigned)count, colours))
        typed_write_said(clerk, "Colours", colours, clerk->players.coloured);
    colours[0] = '\0';
}

void typed_ask_colours(struct clerk *clerk)
{
    const bool supposed = clerk->supposed.colours[0] != '\0';
    const char *colours = supposed ? clerk->supposed.colours : clerk->doubts.colours;
    if (clerk->doubts.coloured.end == 0 ||
        (!supposed && (clerk->doubts.illegal.end == 0 || typed_has_tag(clerk, "Colours"))) ||
        !typed_allows_players(clerk, (unsigned)strlen(colours), colours))
        return;
    typed_ask(clerk, CATASTA_TYPED_UNCLEAR, clerk->doubts.coloured,
        "the colours of players; if so, write them in the order of the seats, as 'Colours: %s'", colours);
}

/* Writes the colours that are said after each name, "Anna (R)", "Anna R" or "Anna (red)", if the game has them. */
static void write_named_colours(struct clerk *clerk, const struct typed_place *cells, unsigned seats)
{
    char colours[CATASTA_SEATS + 1] = "";
    if (typed_has_tag(clerk, "Colours") || !typed_has_colours(clerk))
        return;
    for (unsigned seat = 0; seat < seats; seat++) {
        uint32_t i = cells[seat].end - 1;
        i -= i > cells[seat].begin && *typed_sign_at(clerk, i) == ')';
        char c = *typed_sign_at(clerk, i);
        if (i < cells[seat].begin + 2 || !typed_is_letter(c) || typed_is_alnum(*typed_sign_at(clerk, i - 1)))
            c = find_colour(clerk, cells[seat].begin, cells[seat].end, &(struct typed_place){0, 0});
        if (c == '\0' || strchr(colours, c) != NULL)
            return;
        colours[seat] = c;
        colours[seat + 1] = '\0';
    }
    if (typed_allows_players(clerk, seats, colours))
        typed_write_said(clerk, "Colours", colours, (struct typed_place){cells[0].begin, cells[seats - 1].end});
}

bool typed_take_colours(struct clerk *clerk, const struct typed_place *cells, unsigned count)
{
    struct typed_place said[CATASTA_SEATS];
    unsigned seats = 0;
    const struct typed_sheet *sheet = &clerk->sheet;
    if (clerk->movetext || clerk->turns.count > 0 || sheet->label_count == 0 || sheet->labels[0].seat != 1)
        return false;
    for (; seats < CATASTA_SEATS && sheet->columns[seats] > 0; seats++) {
        uint32_t end;
        if (sheet->columns[seats] > count)
            return false;
        said[seats] = cells[sheet->columns[seats] - 1];
        said[seats].begin = typed_skip_spaces(clerk, said[seats].begin, said[seats].end);
        if (typed_word_at(clerk, said[seats].begin, said[seats].end, 1u << MEANS_COLOUR, &end) == NULL ||
            typed_skip_spaces(clerk, end, said[seats].end) < said[seats].end)
            return false;
    }
    if (seats > 1 && !typed_has_tag(clerk, "Colours"))
        write_named_colours(clerk, said, seats);
    return typed_has_tag(clerk, "Colours");
}

bool typed_has_players(const struct clerk *clerk)
{
    for (unsigned k = 0; k < clerk->tag_count; k++)
        if (typed_names_player(clerk->tags[k].name))
            return true;
    return false;
}

/* The seat of the player who is N turns after the one with the first turn; 0: there are more players than SEATS. */
static unsigned seat_of_turn(const struct clerk *clerk, unsigned n, unsigned seats)
{
    const unsigned mover = clerk->board == NULL ? 1 : catasta_position_to_move(clerk->board);
    return mover == 0 || mover > seats ? 0 : (mover - 1 + n) % seats + 1;
}

/* Whether NAME is the colour of a side, or nothing but one of pieces: that is nobody's name. */
static bool is_colour(const struct clerk *clerk, struct typed_place name)
{
    uint32_t end;
    return typed_word_at(clerk, name.begin, name.end, 1u << MEANS_WHITE | 1u << MEANS_BLACK, &end) != NULL ||
        (typed_word_at(clerk, name.begin, name.end, 1u << MEANS_COLOUR, &end) != NULL && end == name.end);
}

/* Whether the LABELS are three letters or more, not all colours: "A", "B" and "C". */
static bool are_letters(const struct clerk *clerk, const struct typed_label *labels, unsigned count)
{
    bool other = false;
    if (count < 3)
        return false;
    for (unsigned k = 0; k < count; k++) {
        if (labels[k].name.end != labels[k].name.begin + 1)
            return false;
        other |= !is_colour(clerk, labels[k].name);
    }
    return other;
}

/* Takes the names of SEATS players for the record: as tags, unless it has some. */
static void use_names(struct clerk *clerk, const struct typed_label *labels, unsigned count, unsigned seats)
{
    char tags[CATASTA_SEATS][16];
    uint32_t end;
    const bool any = typed_has_players(clerk);
    bool colours = false;
    for (unsigned seat = 1; seat <= seats; seat++)
        write_name_tag(clerk, seat, seats, tags[seat - 1]);
    const bool letters = are_letters(clerk, labels, count);
    for (unsigned k = 0; k < count; k++)
        colours |= !letters && is_colour(clerk, labels[k].name);
    memcpy(clerk->sheet.labels, labels, count * sizeof *labels);
    clerk->sheet.label_count = count;
    for (unsigned seat = 1; seat <= seats && !any && !clerk->movetext; seat++) {
        struct typed_place name = {0, 0}; /* the longest, "Anna" of "A", but without what follows it, "Anna swims" */
        for (unsigned k = 0; k < count; k++)
            if (labels[k].seat == seat && (letters || !is_colour(clerk, labels[k].name)) &&
                (name.end == 0 || begins_with_name(clerk, name, labels[k].name) ||
                    (labels[k].name.end - labels[k].name.begin > name.end - name.begin &&
                        !begins_with_name(clerk, labels[k].name, name))))
                name = labels[k].name;
        const bool writer =
            typed_word_at(clerk, name.begin, name.end, 1u << MEANS_WRITER | 1u << MEANS_READER, &end) != NULL;
        const bool known = writer && clerk->players.writer.end > 0 &&
            typed_word_at(clerk, name.begin, name.end, 1u << MEANS_WRITER, &end) != NULL;
        if (name.end > name.begin + colours && /* not the "S" of "W" and "S" */
            (!writer || known || strncmp(tags[seat - 1], "Player", 6) == 0))
            typed_write_said(clerk, tags[seat - 1], writer && !known ? "?" : NULL,
                known ? clerk->players.writer : typed_full_name(clerk, name));
    }
    typed_set_up(clerk);
}

void typed_write_seat_tag(const struct clerk *clerk, unsigned seat, char tag[16])
{
    write_name_tag(clerk, seat, clerk->seat_count == 0 ? 2 : clerk->seat_count, tag);
}

bool typed_is_named(const struct clerk *clerk, unsigned seat)
{
    char tag[16];
    typed_write_seat_tag(clerk, seat, tag);
    return typed_has_tag(clerk, tag);
}

void typed_name_seat(struct clerk *clerk, unsigned seat, struct typed_place name)
{
    char tag[16];
    typed_set_up(clerk);
    if (name.end <= name.begin || typed_is_named(clerk, seat))
        return;
    typed_write_seat_tag(clerk, seat, tag);
    typed_write_said(clerk, tag, NULL, name);
}

/* How many others play than the tags say, as most numbers have that many turns; 0: no others.  One plays alone where
   turns of two are illegal. */
static unsigned count_players(struct clerk *clerk)
{
    unsigned all = 0;
    unsigned players = 0;
    const unsigned seats = clerk->seat_count == 0 ? 2 : clerk->seat_count;
    for (unsigned n = 1; n <= CATASTA_SEATS; n++) {
        all += clerk->count.rounds[n];
        players = clerk->count.rounds[n] > clerk->count.rounds[players] || players == 0 ? n : players;
    }
    const bool alone = players == 1 && seats > 1 && clerk->doubts.illegal.end > 0 && !typed_has_players(clerk);
    return (alone || (players > seats && (clerk->doubts.illegal.end > 0 || !typed_has_players(clerk)))) &&
            clerk->count.rounds[players] > 1 && 4 * clerk->count.rounds[players] >= 3 * all &&
            typed_allows_players(clerk, players, NULL)
        ? players
        : 0;
}

bool typed_suppose_players(struct clerk *clerk)
{
    const unsigned players = count_players(clerk);
    const struct typed_turn *turns = clerk->turns.at;
    if (players == 0 || typed_has_players(clerk) || clerk->turns.count <= players)
        return false;
    clerk->supposed.players = players;
    const struct typed_turn *turn = &turns[players == 1 ? 1 : 2];
    clerk->supposed.place = (struct typed_place){turn->begin, turn->end};
    snprintf(clerk->supposed.colours, sizeof clerk->supposed.colours, "%.*s", (int)players, clerk->doubts.colours);
    if (strlen(clerk->supposed.colours) < players || !typed_allows_players(clerk, players, clerk->supposed.colours))
        clerk->supposed.colours[0] = '\0';
    return true;
}

void typed_write_supposed(struct clerk *clerk)
{
    char tag[16];
    if (clerk->supposed.players > 0 && clerk->ruleset[0] == '\0' && clerk->inherited[0] != '\0')
        typed_write_said(clerk, "Ruleset", clerk->inherited, clerk->supposed.place); /* of the game before */
    for (unsigned seat = 1; seat <= clerk->supposed.players; seat++) {
        snprintf(tag, sizeof tag, "Player%u", seat);
        typed_write_said(clerk, tag, "?", clerk->supposed.place);
    }
    if (clerk->supposed.colours[0] != '\0')
        typed_write_said(clerk, "Colours", clerk->supposed.colours, clerk->supposed.place);
}

void typed_ask_players(struct clerk *clerk)
{
    const struct typed_turn *turns = clerk->turns.at;
    const unsigned seats = clerk->seat_count == 0 ? 2 : clerk->seat_count;
    const unsigned players = count_players(clerk);
    if (clerk->supposed.players == 1) {
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, clerk->supposed.place,
            "a turn of player 1, who is alone, as each number has one turn, and it is read this way; name the player "
            "before, as 'Player1: NAME'");
    } else if (clerk->supposed.players > 0) {
        char said[PROPOSAL_MOST];
        struct typed_place names[CATASTA_SEATS];
        size_t length = 0;
        const bool found = typed_find_list(clerk, clerk->supposed.place.begin, clerk->supposed.players, names);
        for (unsigned k = 0; found && k < clerk->supposed.players && length < sizeof said; k++) {
            const uint32_t from = typed_offset(clerk, names[k].begin);
            length += (size_t)snprintf(said + length, sizeof said - length, "%s'Player%u: %.*s'", k > 0 ? ", " : "",
                k + 1, (int)(typed_offset(clerk, names[k].end) - from), clerk->page.bytes + from);
        }
        if (!found || length >= sizeof said)
            snprintf(said, sizeof said, "'Player%u: NAME'", clerk->supposed.players);
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, clerk->supposed.place,
            "a turn of player 3, as each number has %u turns, and it is read this way; name all players before, as %s",
            clerk->supposed.players, said);
    } else if (players > 1)
        typed_ask(clerk, CATASTA_TYPED_UNCLEAR, (struct typed_place){turns[seats].begin, turns[seats].end},
            "a turn of player %u, as each number has %u turns; if so, name all players before, as 'Player%u: NAME'",
            seats + 1, players, players);
}

/* Columns. */

struct sheet_row {
    struct typed_place cells[CELLS_MOST]; /* without the spaces around */
    uint32_t from[CELLS_MOST];            /* the column of the page */
    unsigned count;
};

static void read_cells(const struct clerk *clerk, uint32_t begin, uint32_t end, char separator, struct sheet_row *row)
{
    row->count = 0;
    for (uint32_t i = begin; i <= end && row->count < CELLS_MOST;) {
        const uint32_t last = typed_cell_end(clerk, i, end, separator);
        struct typed_place cell = {typed_skip_spaces(clerk, i, last), last};
        while (cell.end > cell.begin && strchr(" \t*_`\"", *typed_sign_at(clerk, cell.end - 1)) != NULL)
            cell.end--;
        while (cell.begin < cell.end && strchr("*_`\"|", *typed_sign_at(clerk, cell.begin)) != NULL)
            cell.begin++;
        row->from[row->count] = cell.begin - begin;
        if (separator != ' ' || cell.begin < cell.end)
            row->cells[row->count++] = cell;
        i = last + 1;
    }
}

/* The column of HEADING that cell K of ROW is in. */
static unsigned column_of_cell(const struct sheet_row *heading, const struct sheet_row *row, unsigned k, char separator)
{
    unsigned best = 0;
    if (separator != ' ')
        return k;
    for (unsigned n = 1; n < heading->count; n++) {
        const uint32_t here =
            row->from[k] < heading->from[n] ? heading->from[n] - row->from[k] : row->from[k] - heading->from[n];
        const uint32_t there = row->from[k] < heading->from[best] ? heading->from[best] - row->from[k]
                                                                  : row->from[k] - heading->from[best];
        best = here < there ? n : best;
    }
    return best;
}

uint32_t typed_name_cell_end(const struct clerk *clerk, struct typed_place cell)
{
    uint32_t end;
    uint32_t last = cell.begin;
    bool letters = false;
    if (typed_word_at(clerk, cell.begin, cell.end, 1u << MEANS_WHITE | 1u << MEANS_BLACK | 1u << MEANS_PLAYER, &end) !=
        NULL)
        return cell.begin;
    for (uint32_t i = cell.begin; i < cell.end && *typed_sign_at(clerk, i) != '('; i++) {
        const char c = *typed_sign_at(clerk, i);
        if (!typed_is_letter(c) && c != SIGN_LETTER && strchr(" .-'_", c) == NULL)
            return cell.begin;
        last = typed_is_space(c) ? last : i + 1;
        letters |= typed_is_letter(c) || c == SIGN_LETTER;
    }
    return letters ? last : cell.begin;
}

/* A table whose heading may have names. */
struct named_table {
    struct sheet_row heading;
    char separator;
    unsigned turns[CELLS_MOST]; /* in each column, of the rows below */
    unsigned opening;           /* the column of the first; UINT_MAX: there is none */
    unsigned seats;
    unsigned columns[CATASTA_SEATS]; /* of the seats, from 1 */
    struct typed_label labels[CATASTA_SEATS];
};

/* Whether CELL has a word of four letters or more. */
static bool is_of_words(const struct clerk *clerk, struct typed_place cell)
{
    unsigned letters = 0;
    for (uint32_t i = cell.begin; i < cell.end && letters < 4; i++)
        letters =
            typed_is_letter(*typed_sign_at(clerk, i)) || *typed_sign_at(clerk, i) == SIGN_LETTER ? letters + 1 : 0;
    return letters == 4;
}

/* Counts the turns of the rows from LINE on; false: the columns are others than the heading's. */
static bool count_turns(struct clerk *clerk, struct named_table *table, uint32_t line)
{
    struct sheet_row row;
    for (unsigned rows = 0; rows < ROWS_MOST && line < clerk->page.count; rows++) {
        const uint32_t last = typed_line_end(clerk, line);
        const uint32_t first = table->separator == '|' && typed_sign_before(clerk, line, last) == '|' ? line + 1 : line;
        if (last - line > LINE_MOST)
            return false;
        read_cells(clerk, first, last, table->separator, &row);
        unsigned before = UINT_MAX;
        const unsigned opening = table->opening; /* before this row */
        unsigned words = 0;
        unsigned colours = 0;
        for (unsigned k = 0; k < row.count; k++) {
            words += is_of_words(clerk, row.cells[k]);
            colours += is_colour(clerk, row.cells[k]) || row.cells[k].begin == row.cells[k].end;
            const unsigned column = column_of_cell(&table->heading, &row, k, table->separator);
            if (k == 0) /* "1 d3" */
                row.cells[k].begin = skip_count(clerk, row.cells[k].begin, row.cells[k].end);
            if (column >= table->heading.count || row.cells[k].begin == row.cells[k].end ||
                !placed_turn_begins(clerk, row.cells[k].begin, row.cells[k].end))
                continue;
            if (column == before ||
                (table->separator == ',' && typed_find(clerk, row.cells[k].begin, last) &&
                    clerk->token.end > row.cells[k].end)) /* the comma is of a turn */
                return false;
            before = column;
            table->turns[column]++;
            table->opening = table->opening == UINT_MAX ? column : table->opening;
        }
        if (2 * words > row.count && colours < row.count && opening == UINT_MAX)
            return false; /* a heading is right above its turns, or the colours of its players */
        line = last + 1;
    }
    return true;
}

/* Finds the seats: the columns from the first with two turns or more to the last; false: one of them has no name, or
   nobody knows whose the first turn is. */
static bool find_seat_columns(const struct clerk *clerk, struct named_table *table)
{
    const struct sheet_row *heading = &table->heading;
    unsigned first = heading->count;
    unsigned last = 0;
    unsigned mover = 0; /* of the seats, in the order of their columns */
    for (unsigned column = 0; column < heading->count; column++)
        if (table->turns[column] > 1) {
            first = column < first ? column : first;
            last = column;
        }
    for (unsigned column = first; column <= last; column++) {
        const struct typed_place cell = heading->cells[column];
        if (table->turns[column] == 0)
            continue;
        const uint32_t end = typed_is_game(clerk, cell) ? cell.begin : typed_name_cell_end(clerk, cell);
        if (end == cell.begin || table->seats == CATASTA_SEATS)
            return false;
        table->columns[table->seats] = column + 1;
        table->labels[table->seats++].name = (struct typed_place){cell.begin, end};
    }
    while (mover < table->seats && table->columns[mover] != table->opening + 1)
        mover++;
    if (table->seats < 2 || mover == table->seats || seat_of_turn(clerk, 0, table->seats) == 0)
        return false;
    for (unsigned k = 0; k < table->seats; k++)
        table->labels[k].seat = seat_of_turn(clerk, k + table->seats - mover, table->seats);
    return true;
}

static void use_table(struct clerk *clerk, const struct named_table *table)
{
    struct typed_place cells[CATASTA_SEATS];
    const struct sheet_row *heading = &table->heading;
    memcpy(clerk->sheet.columns, table->columns, sizeof table->columns);
    clerk->sheet.heading = true;
    clerk->sheet.separator = table->separator;
    clerk->sheet.spaced = table->separator == ' ';
    clerk->sheet.column_count = heading->count;
    clerk->sheet.first_column = heading->from[table->columns[0] - 1];
    for (unsigned k = 0; k < table->seats; k++)
        cells[k] = heading->cells[table->columns[k] - 1];
    use_names(clerk, table->labels, table->seats, table->seats);
    if (!clerk->movetext && table->labels[0].seat == 1)
        write_named_colours(clerk, cells, table->seats);
    for (unsigned column = 0, seat = 0; column < heading->count; column++)
        if (seat < table->seats && table->columns[seat] == column + 1)
            seat++;
        else if (heading->cells[column].end > heading->cells[column].begin + 2)
            typed_comment(clerk, heading->cells[column]);
}

bool typed_find_columns(struct clerk *clerk, uint32_t i, uint32_t end)
{
    struct named_table table = {
        .separator = end - i > LINE_MOST ? '\0' : typed_separator(clerk, i, end), .opening = UINT_MAX};
    if (table.separator == '\0' || clerk->turns.count > 0 || clerk->movetext)
        return false;
    for (uint32_t k = i; table.separator == ',' && k < end; k++)
        if (*typed_sign_at(clerk, k) == ',' && typed_is_space(typed_sign_before(clerk, k + 1, end)))
            return false; /* a sentence */
    uint32_t begin = i;
    while (begin > 0 && *typed_sign_at(clerk, begin - 1) != '\n')
        begin--;
    for (; table.separator == '\t' && i > begin && *typed_sign_at(clerk, i - 1) == '\t'; i--) /* an empty cell */
        ;
    struct sheet_row *heading = &table.heading;
    read_cells(clerk, table.separator == ' ' ? begin : i, end, table.separator, heading);
    bool found = heading->count >= (table.separator == ',' ? 3 : 2) && count_turns(clerk, &table, end + 1) &&
        find_seat_columns(clerk, &table);
    if (!found && strchr("\t|", table.separator) != NULL && heading->count > 1 && heading->count < CELLS_MOST) {
        memmove(heading->cells + 1, heading->cells, heading->count++ * sizeof heading->cells[0]);
        heading->cells[0] = (struct typed_place){i, i}; /* none is above the numbers */
        memset(table.turns, 0, sizeof table.turns);
        table.opening = UINT_MAX;
        table.seats = 0;
        found = count_turns(clerk, &table, end + 1) && find_seat_columns(clerk, &table);
    }
    if (!found)
        return false;
    use_table(clerk, &table);
    return true;
}

/* Labels. */

uint32_t typed_clock_end(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end = i;
    for (unsigned part = 0; part < 3; part++) {
        const uint32_t digits = end;
        while (typed_is_digit(typed_sign_before(clerk, end, limit)) && end < digits + 2)
            end++;
        if (end == digits || (part > 0 && end < digits + 2))
            return i;
        if (typed_sign_before(clerk, end, limit) != ':' && !(part == 0 && typed_sign_before(clerk, end, limit) == 'h'))
            return part > 0 && !typed_is_alnum(typed_sign_before(clerk, end, limit)) ? end : i;
        end++;
    }
    return i;
}

uint32_t typed_skip_clock(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t begin = typed_skip_spaces(clerk, i, limit);
    const bool bracket = typed_sign_before(clerk, begin, limit) == '(' || typed_sign_before(clerk, begin, limit) == '[';
    uint32_t end = typed_clock_end(clerk, begin + bracket, limit);
    begin += bracket;
    end += bracket && end > begin &&
        (typed_sign_before(clerk, end, limit) == ')' || typed_sign_before(clerk, end, limit) == ']');
    uint32_t digits = typed_skip_spaces(clerk, end, limit);
    i = end > begin ? end : i;
    while (typed_is_digit(typed_sign_before(clerk, digits, limit)))
        digits++;
    return typed_sign_before(clerk, digits, limit) == ')' ||
            (typed_sign_before(clerk, digits, limit) == '.' && digits > end)
        ? digits + 1
        : i;
}

/* Whether the line that ends at LIMIT ends with a time, "Anna, [3.5.2025 19:31]", and the next one is a turn and
   nothing else. */
static bool is_above_turn(struct clerk *clerk, uint32_t limit)
{
    const uint32_t next = limit + 1;
    limit -= limit > 0 && *typed_sign_at(clerk, limit - 1) == ']';
    uint32_t begin = limit;
    while (begin > 0 && (typed_is_digit(*typed_sign_at(clerk, begin - 1)) || *typed_sign_at(clerk, begin - 1) == ':'))
        begin--;
    if (next > clerk->page.count || typed_clock_end(clerk, begin, limit) == begin)
        return false;
    const uint32_t end = typed_line_end(clerk, next);
    const uint32_t turn = typed_skip_spaces(clerk, typed_skip_clock(clerk, next, end), end);
    if (!placed_turn_begins(clerk, turn, end) && !placed_turn_begins(clerk, skip_count(clerk, turn, end), end))
        return false;
    uint32_t rest = clerk->token.end;
    while (rest < end && strchr(" \t.!?", *typed_sign_at(clerk, rest)) != NULL)
        rest++;
    return rest == end;
}

uint32_t typed_numbered_name_end(struct clerk *clerk, uint32_t i, uint32_t limit, bool placed)
{
    uint32_t name = i;
    while (name < limit && typed_is_letter(*typed_sign_at(clerk, name)))
        name++;
    uint32_t end = name;
    while (end < name + 3 && typed_is_digit(typed_sign_before(clerk, end, limit)))
        end++;
    const uint32_t turn = typed_skip_spaces(clerk, end, limit);
    return name > i && end > name && turn > end &&
            (placed ? placed_turn_begins(clerk, turn, limit) : typed_find(clerk, turn, limit)) &&
            !typed_find(clerk, i, limit)
        ? name
        : i;
}

/* Where the name of one or two words, or the colour, before a turn at I ends; I: there is none. */
static uint32_t label_end(struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end = i;
    uint32_t after;
    if (i > 0 && typed_is_alnum(*typed_sign_at(clerk, i - 1)))
        return i;
    const uint64_t names = 1u << MEANS_WHITE | 1u << MEANS_BLACK | 1u << MEANS_WRITER | 1u << MEANS_READER |
        1u << MEANS_TAG | 1u << MEANS_MAIL | 1u << MEANS_SENDER;
    const struct typed_word *word = typed_word_at(clerk, i, limit, typed_known_words & ~names, &after);
    if (word != NULL && word->length > 1)
        return i;
    if (!typed_is_alnum(typed_sign_before(clerk, i + 1, limit)) && typed_find(clerk, i, limit)) /* "S a3" is a wall */
        return i;
    bool handle = false; /* "blue_77", which has a sign after it */
    for (unsigned words = 0; words < 2; words++) {
        const uint32_t begin = end;
        for (char c; end < limit && end - i < TOKEN_MOST; end++) {
            c = *typed_sign_at(clerk, end);
            const bool picture = c == SIGN_OTHER && words > 0; /* "Bea 🐝" */
            if (!typed_is_letter(c) && c != SIGN_LETTER && !picture &&
                (end == begin || !(typed_is_digit(c) || c == '_')))
                break;
            handle |= !typed_is_letter(c) && c != SIGN_LETTER;
        }
        uint32_t next = end;
        if (end == begin || typed_is_alnum(typed_sign_before(clerk, end, limit)))
            return i;
        next = typed_skip_note(clerk, next, limit);
        next += typed_has_sign_apart(clerk, next, limit);
        next = typed_skip_initial(clerk, next, limit);
        next += strchr(next > end ? ":-" : ":.,>", typed_sign_before(clerk, next, limit)) != NULL;
        if (handle && strchr(":>-", *typed_sign_at(clerk, next - 1)) == NULL)
            return typed_numbered_name_end(clerk, i, limit, true);
        const uint32_t turn = typed_skip_spaces(clerk, typed_skip_clock(clerk, next, limit), limit);
        const bool comma = next > end && *typed_sign_at(clerk, next - 1) == ',';
        const char second = typed_sign_before(clerk, end + 1, limit); /* name, as in "Anna Krol 19:31" */
        if (typed_is_space(typed_sign_before(clerk, next, limit)) &&
            ((!comma &&
                 (placed_turn_begins(clerk, turn, limit) ||
                     placed_turn_begins(clerk, skip_count(clerk, turn, limit), limit))) ||
                (limit - i < NAME_LINE_MOST && !(next == end && second >= 'A' && second <= 'Z') &&
                    is_above_turn(clerk, limit))))
            return end;
        if (typed_sign_before(clerk, end, limit) != ' ' || next > end)
            return i;
        end++;
    }
    return i;
}

/* Where a sentence may begin after I on its line, which ends at LIMIT. */
static uint32_t next_sentence(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    while (i < limit &&
        !(typed_is_space(typed_sign_before(clerk, i + 1, limit)) &&
            (typed_is_space(*typed_sign_at(clerk, i)) ||
                (typed_is_parting(*typed_sign_at(clerk, i)) && *typed_sign_at(clerk, i) != '-'))))
        i++;
    i = typed_skip_spaces(clerk, i < limit ? i + 1 : i, limit);
    const struct typed_word *word = typed_word_at(clerk, i, limit, 1u << MEANS_SIGN, &end);
    return word != NULL && word->length > 1 && *word->name == ',' ? typed_skip_spaces(clerk, end, limit) : i;
}

/* Where what a line begins with, a time, a number, also in words, and marks, ends. */
static uint32_t skip_marks(const struct clerk *clerk, uint32_t i, uint32_t limit)
{
    uint32_t end;
    if (typed_sign_before(clerk, i, limit) == '[')
        while (i < limit && *typed_sign_at(clerk, i) != ']')
            i++;
    i = typed_stamp_end(clerk, i, limit);
    for (;;) {
        while (i < limit && !typed_is_letter(*typed_sign_at(clerk, i)) && *typed_sign_at(clerk, i) != SIGN_LETTER)
            i++;
        if (typed_word_at(clerk, i, limit, 1u << MEANS_NUMBER, &end) == NULL ||
            !typed_is_digit(typed_sign_before(clerk, typed_skip_spaces(clerk, end, limit), limit)))
            return i;
        i = end;
    }
}

static bool is_same_player_name(
    const struct clerk *clerk, struct typed_place one, struct typed_place other, bool begins)
{
    const uint32_t a = typed_offset(clerk, one.begin), b = typed_offset(clerk, other.begin);
    const uint32_t x = typed_offset(clerk, one.end) - a, y = typed_offset(clerk, other.end) - b;
    return (x == y || (begins && x < y)) && strncasecmp(clerk->page.bytes + a, clerk->page.bytes + b, x) == 0;
}

/* The labels of one player are one seat: "B" is "Bernard". */
static unsigned number_seats(const struct clerk *clerk, struct typed_label *labels, unsigned count)
{
    unsigned seats = 0;
    for (unsigned k = 0; k < count; k++) {
        labels[k].seat = 0;
        for (unsigned n = 0; n < k && labels[k].seat == 0; n++)
            if (is_same_player_name(clerk, labels[k].name, labels[n].name, true) ||
                is_same_player_name(clerk, labels[n].name, labels[k].name, true))
                labels[k].seat = labels[n].seat;
        if (labels[k].seat == 0)
            labels[k].seat = ++seats;
    }
    return seats;
}

/* Names before turns. */
struct said_names {
    struct typed_label labels[LABELS_MOST]; /* those before two turns or more first, once they are sorted */
    unsigned times[LABELS_MOST];            /* that each is before a turn */
    unsigned count;
    unsigned kept;             /* how many are before two turns or more */
    unsigned said[TURNS_MOST]; /* the label before each turn */
    unsigned turns;
};

/* Gathers the names of the lines from LINE on; false: there are too many. */
static bool gather_names(struct clerk *clerk, uint32_t line, struct said_names *names)
{
    for (unsigned lines = 0; lines < LINES_MOST && line < clerk->page.count; lines++) {
        const uint32_t end = typed_line_end(clerk, line);
        if (end - line >= LINE_MOST)
            break;
        for (uint32_t from = skip_marks(clerk, line, end); from < end && names->turns < TURNS_MOST;
             from = next_sentence(clerk, from, end)) {
            const struct typed_place name = {from, label_end(clerk, from, end)};
            unsigned k = 0;
            if (name.end == from)
                continue;
            while (k < names->count && !is_same_player_name(clerk, name, names->labels[k].name, false))
                k++;
            if (k == LABELS_MOST)
                return false;
            if (k == names->count)
                names->labels[names->count++].name = name;
            names->times[k]++;
            names->said[names->turns++] = k;
        }
        line = end + 1;
    }
    return true;
}

/* Drops the names that are before one turn alone, which then has the label LABELS_MOST. */
static void drop_rare_names(struct said_names *names)
{
    unsigned to[LABELS_MOST];
    for (unsigned k = 0; k < names->count; k++) {
        to[k] = names->times[k] > 1 ? names->kept : LABELS_MOST;
        if (names->times[k] > 1)
            names->labels[names->kept++] = names->labels[k];
    }
    for (unsigned k = 0; k < names->turns; k++)
        names->said[k] = to[names->said[k]];
}

/* Whether each turn is that of the next of SEATS players, and the first plays again. */
static bool seats_take_turns(const struct said_names *names, unsigned seats)
{
    bool all = names->turns > seats && seats > 1 && seats <= SEATS_MOST;
    for (unsigned k = 0; k < names->turns && all; k++)
        all = names->labels[names->said[k]].seat == k % seats + 1;
    return all;
}

/* Whether SEATS players take turns: three of four changes are to the next one, and half of all turns are such. */
static bool seats_alternate(const struct said_names *names, unsigned seats)
{
    unsigned changes = 0;
    unsigned all = 0;
    unsigned right = 0;
    unsigned before = 0;
    for (unsigned k = 0; k < names->turns; k++) {
        const unsigned seat = names->said[k] < LABELS_MOST ? names->labels[names->said[k]].seat : 0;
        changes += before > 0 && seat > 0 && seat != before;
        all += seat > 0;
        right += before > 0 && seat > 0 && seat == before % seats + 1;
        before = seat > 0 ? seat : before;
    }
    return seats > 1 && seats <= SEATS_MOST && right > seats && 4 * right >= 3 * changes && 2 * right >= all;
}

/* The line at I, or the one after it if that is only a number in words, "Round 1". */
static uint32_t skip_round(const struct clerk *clerk, uint32_t i)
{
    uint32_t after;
    const uint32_t end = typed_line_end(clerk, i);
    const bool round = typed_word_at(clerk, i, end, 1u << MEANS_NUMBER, &after) != NULL &&
        skip_marks(clerk, after, end) == end && end < clerk->page.count;
    return round ? end + 1 : i;
}

void typed_find_labels(struct clerk *clerk, uint32_t i)
{
    struct said_names names = {.count = 0};
    bool named = false; /* by more than a colour, which says its seat itself */
    bool agree = true;
    /* A turn that was asked about may be the first. */
    if (clerk->sheet.tries == TRIES_MOST || clerk->turns.count > 0 || clerk->sheet.label_count > 0 ||
        clerk->doubts.asked || typed_line_end(clerk, i) - i > LINE_MOST)
        return;
    i = skip_round(clerk, i);
    uint32_t end = typed_line_end(clerk, i);
    uint32_t from = skip_marks(clerk, i, end);
    while (from < end && label_end(clerk, from, end) == from)
        from = next_sentence(clerk, from, end);
    if (from >= end)
        return;
    clerk->sheet.tries++;
    if (!gather_names(clerk, i, &names))
        return;
    struct said_names all = names;
    all.kept = all.count;
    const unsigned players = number_seats(clerk, all.labels, all.count);
    drop_rare_names(&names);
    unsigned seats = number_seats(clerk, names.labels, names.kept);
    if (players > seats && seats_take_turns(&all, players)) { /* one has played once so far */
        names = all;
        seats = players;
    }
    /* Where the first turn is that of a name which is before no other, nobody knows whose it is. */
    if (!seats_alternate(&names, seats) || names.said[0] == LABELS_MOST || seat_of_turn(clerk, 0, seats) == 0)
        return;
    const unsigned mover = names.labels[names.said[0]].seat;
    for (unsigned k = 0; k < names.kept; k++) {
        const struct typed_place name = names.labels[k].name;
        names.labels[k].seat = seat_of_turn(clerk, names.labels[k].seat + seats - mover, seats);
        const unsigned seat = is_colour(clerk, name) ? typed_seat_at(clerk, name.begin, name.end, &end) : 0;
        if (seat == 0) /* "B" is a name where no side is black */
            named = true;
        else
            agree &= seat == names.labels[k].seat;
    }
    if (named && agree)
        use_names(clerk, names.labels, names.kept, seats);
}
