/* SPDX-License-Identifier: MIT */
/* Games in words and signs. */
#include "formats/html/table_parts.h"
#include "formats/json/json.h"
#include "formats/svg/svg.h"

#include "base/utf8.h"

enum { NAME_MOST = 60 };

/* The characters of NAME that a sentence has room for. */
static void add_short(struct slice name, struct text *text)
{
    struct slice rest = name;
    for (size_t count = 0; count < NAME_MOST && rest.length > 0; count++) {
        struct utf8_char next = utf8_next(rest);
        rest = slice_after(rest, next.length);
    }
    text_printf(text, "%pX%s", SLICE((struct slice){name.at, name.length - rest.length}), rest.length > 0 ? "…" : "");
}

bool tables_begin(struct tables *tables, const struct table_page *page)
{
    const struct table_games *games = page->games;
    *tables = (struct tables){.page = page, .rows = page->standings->row_count};
    for (size_t i = 1; i < tables->rows; i++)
        if (page->standings->rows[i].points == page->standings->rows[i - 1].points)
            tables->tiebreaks = page->standings->contest.tiebreak_count;
    arena_init(&tables->arena, 0);
    text_init(&tables->said);
    struct string_table known;
    string_table_init(&known, &tables->arena);
    for (size_t i = 0; i < games->names.count; i++)
        string_table_add(&known, games->names.items[i]);
    for (size_t i = 0; i < tables->rows; i++)
        string_table_add(&known, page->standings->rows[i].name);
    tables->names = arena_alloc(&tables->arena, known.count * sizeof *tables->names);
    tables->row_of = arena_alloc(&tables->arena, known.count * sizeof *tables->row_of);
    tables->player_of = arena_alloc(&tables->arena, (tables->rows + 1) * sizeof *tables->player_of);
    if (tables->arena.failed)
        return false;
    for (size_t i = 0; i < tables->rows; i++) {
        tables->player_of[i] = string_table_add(&known, page->standings->rows[i].name);
        tables->row_of[tables->player_of[i]] = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < known.count; i++) {
        text_clear(&tables->said);
        add_short(known.items[i], &tables->said);
        tables->names[i] = arena_copy(&tables->arena, text_slice(&tables->said));
    }
    return !tables->arena.failed && !tables->said.failed;
}

void tables_end(struct tables *tables)
{
    text_release(&tables->said);
    arena_release(&tables->arena);
}

/* How the game went for SEAT against OTHER, from 0: 1 better, 0 the same, -1 worse. */
static int compare_by_name(const struct tables *tables, const struct table_game *game, unsigned seat, unsigned other)
{
    unsigned place = table_seat_at(tables, game, seat)->place;
    unsigned others = table_seat_at(tables, game, other)->place;
    return (int)(place < others) - (int)(place > others);
}

bool table_is_shown(const struct tables *tables, const struct table_game *game, unsigned seat)
{
    uint32_t player = table_seat_at(tables, game, seat)->player;
    return game->why == NULL && player != 0 && tables->row_of[player] != 0;
}

void table_seat_name(const struct table_game *game, unsigned seat, struct text *text)
{
    if (game->names[seat] != NULL)
        text_add_string(text, game->names[seat]);
    else
        text_printf(text, "seat %u", seat + 1);
}

void table_player(const struct tables *tables, const struct table_game *game, unsigned seat, struct text *text)
{
    uint32_t player = table_seat_at(tables, game, seat)->player;
    if (player == 0)
        table_seat_name(game, seat, text);
    else
        text_add(text, tables->names[player]);
}

const char *table_mark(enum catasta_counted counted)
{
    return counted == CATASTA_COUNTED_CLAIMED    ? "*"
        : counted == CATASTA_COUNTED_ADJUDICATED ? "†"
        : counted == CATASTA_COUNTED_ILLEGAL     ? "‡"
                                                 : "";
}

/* "Anna (White)" */
static void add_player(const struct tables *tables, const struct table_game *game, unsigned seat, struct text *text)
{
    table_player(tables, game, seat, text);
    if (table_seat_at(tables, game, seat)->player == 0 || game->unplayed != CATASTA_PLAYED)
        return;
    text_add_string(text, " (");
    table_seat_name(game, seat, text);
    text_add_char(text, ')');
}

/* "Anna (Player 1) 12, Ben (Player 2) 7" */
static void say_scores(const struct tables *tables, const struct table_game *game, struct text *text)
{
    for (unsigned i = 0; i < game->seats; i++) {
        text_add_string(text, i > 0 ? ", " : "");
        add_player(tables, game, i, text);
        text_add_char(text, ' ');
        halves_write(table_seat_at(tables, game, i)->halves, text);
    }
}

static void say_unplayed(
    const struct tables *tables, const struct table_game *game, unsigned seat, unsigned other, struct text *text)
{
    static const char *const verbs[] = {" lost by forfeit to ", " did not play ", " won by forfeit against "};
    table_player(tables, game, seat, text);
    if (game->unplayed == CATASTA_WITHDRAWN) {
        text_add_string(text, " withdrew");
    } else if (seat == other) {
        text_printf(text, " had a %s", unplayed_name((enum unplayed)game->unplayed));
    } else if (game->unplayed == CATASTA_FORFEIT) {
        text_add_string(text, verbs[compare_by_name(tables, game, seat, other) + 1]);
        table_player(tables, game, other, text);
    } else {
        text_add_string(text, game->unplayed == CATASTA_UNPLAYED ? " did not play " : " and ");
        table_player(tables, game, other, text);
        if (game->unplayed == CATASTA_DOUBLE_FORFEIT)
            text_add_string(text, " both lost by forfeit");
    }
}

/* The whole game, as it went for SEAT. */
static void say_game(
    const struct tables *tables, const struct table_game *game, unsigned seat, unsigned other, struct text *text)
{
    static const char *const verbs[] = {" lost to ", " drew with ", " beat "};
    if (game->round > 0)
        text_printf(text, "Round %u: ", game->round);
    if (game->unplayed != CATASTA_PLAYED) {
        say_unplayed(tables, game, seat, other, text);
        return;
    }
    if (game->seats == 2 && !tables->page->standings->contest.by_score) {
        add_player(tables, game, seat, text);
        text_add_string(text, verbs[compare_by_name(tables, game, seat, 1 - seat) + 1]);
        add_player(tables, game, 1 - seat, text);
    } else {
        say_scores(tables, game, text);
    }
    if (game->reason != NULL)
        text_printf(text, " (%s)", game->reason);
    text_add_string(text,
        game->counted == CATASTA_COUNTED_ADJUDICATED   ? ", unfinished"
            : game->counted == CATASTA_COUNTED_ILLEGAL ? ", though illegal"
                                                       : "");
}

/* "1st", "2=": the place of SEAT. */
static void add_place_words(
    const struct tables *tables, const struct table_game *game, unsigned seat, struct text *text)
{
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    unsigned place = table_seat_at(tables, game, seat)->place;
    bool shared = false;
    for (unsigned i = 0; i < game->seats; i++)
        shared |= i != seat && compare_by_name(tables, game, seat, i) == 0;
    text_printf(text, "%u%s", place, shared ? "=" : endings[place < 4 ? place : 0]);
}

/* What SEAT got without a game. */
static void add_unplayed_sign(struct tables *tables, const struct table_game *game, unsigned seat, struct text *text)
{
    static const char *const worth[] = {"0", "½", "1"};
    int32_t halves = table_seat_at(tables, game, seat)->halves;
    switch (game->unplayed) {
    case CATASTA_BYE:
        text_add_string(text, "bye");
        break;
    case CATASTA_HALF_BYE:
        text_add_string(text, "½ bye");
        break;
    case CATASTA_ZERO_BYE:
        text_add_string(text, "0 bye");
        break;
    case CATASTA_WITHDRAWN:
        text_add_string(text, "out");
        break;
    case CATASTA_UNPLAYED:
        tables->unplayed = true;
        text_printf(text, "(%s)", worth[halves >= 2 ? 2 : halves > 0 ? 1 : 0]);
        break;
    default:
        tables->forfeits = true;
        text_add_string(text, halves > 0 ? "+" : "−");
    }
}

/* What SEAT got: against OTHER, or from the whole game. */
static void add_sign(
    struct tables *tables, const struct table_game *game, unsigned seat, unsigned other, struct text *text)
{
    static const char *const played[] = {"0", "½", "1"};
    if (game->unplayed != CATASTA_PLAYED)
        add_unplayed_sign(tables, game, seat, text);
    else if (tables->page->standings->contest.by_score)
        halves_write(table_seat_at(tables, game, seat)->halves, text);
    else if (seat == other)
        add_place_words(tables, game, seat, text);
    else
        text_add_string(text, played[compare_by_name(tables, game, seat, other) + 1]);
}

/* How what SEAT got is to look: "won", "drawn", "lost", or "place" of several. */
static const char *sign_class(const struct tables *tables, const struct table_game *game, unsigned seat, unsigned other)
{
    static const char *const classes[] = {"lost", "drawn", "won"};
    int32_t halves = table_seat_at(tables, game, seat)->halves;
    if (game->unplayed != CATASTA_PLAYED)
        return classes[halves >= 2 ? 2 : halves > 0 ? 1 : 0];
    return seat == other ? "place" : classes[compare_by_name(tables, game, seat, other) + 1];
}

/* Whatever the folder is called, it is the path of a link beside the page. */
static void add_folder(const char *folder, struct text *text)
{
    for (const char *c = folder; *c != '\0'; c++)
        if ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
            strchr("-_.~", *c) != NULL)
            text_add_char(text, *c);
        else
            text_printf(text, "%%%02X", (unsigned char)*c);
}

bool table_link(const struct tables *tables, size_t index, struct text *text)
{
    if (tables->page->folder == NULL || tables->page->games->list[index].unplayed != CATASTA_PLAYED)
        return false;
    text_add_string(text, "<a href=\"");
    add_folder(tables->page->folder, text);
    text_printf(text, "/%zu.html\"", index + 1);
    return true;
}

void table_sign(struct tables *tables, size_t index, unsigned seat, unsigned other, struct text *text)
{
    const struct table_game *game = &tables->page->games->list[index];
    bool link = table_link(tables, index, text);
    const char *mark = table_mark(game->counted);
    text_clear(&tables->said);
    say_game(tables, game, seat, other, &tables->said);
    text_printf(text, "%s class=\"%s\" title=\"%pS", link ? "" : "<span role=\"img\"",
        sign_class(tables, game, seat, other), SLICE(&tables->said));
    if (tables->rows <= TABLE_PLAYERS_MOST)
        text_printf(text, "\" aria-label=\"%pS", SLICE(&tables->said));
    text_add_string(text, "\">");
    add_sign(tables, game, seat, other, text);
    if (*mark != '\0') {
        tables->marks |= 1u << game->counted;
        text_printf(text, "<sup>%s</sup>", mark);
    }
    text_add_string(text, link ? "</a>" : "</span>");
}
