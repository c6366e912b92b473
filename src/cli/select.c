/* SPDX-License-Identifier: MIT */
/* select: records copied byte for byte.  Their games are looked at side by side and come in order, with what they are
   sorted and split by, or are the same by.  What has to wait for the last of them is kept in a file. */
#include "cli/cli.h"
#include "library/tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SORT, SPLIT, KEYS };

enum { FILES_MOST = 999999 };

/* A record that waits. */
struct selected {
    uint64_t offset; /* in the spool */
    size_t length;
    uint64_t order;
    struct bytes keys[KEYS]; /* allocated */
    double number;           /* that the first of them is */
};

/* What only games share that are the same; all zero: a free slot. */
struct game_id {
    uint64_t halves[2];
};

struct select_options {
    struct arguments arguments;
    long first;  /* at most this number; -1: all */
    long sample; /* likewise */
    long seed;
    const char *sort; /* fields, or NULL */
    const char *split;
    const char *strip; /* what to leave out; NULL: nothing */
    bool unique;
};

struct select_run {
    const struct arguments *arguments;
    const struct select_options *how;
    struct record_output output; /* but for .how->split */
    struct splitting splitting;  /* where .output leads, if .files > 0 */
    struct game_id *seen;        /* of those that came, if each is wanted once; allocated */
    size_t seen_count;
    size_t seen_room; /* a power of two, or 0 */
    uint64_t count;   /* of records that came */
    bool full;        /* no more are wanted */
    bool left_out;    /* a record was */
    bool falling;     /* sorted from the last */
    const char *sort; /* field, or NULL */
    FILE *spool;      /* NULL: none waits */
    uint64_t spooled;
    struct selected *waiting;
    size_t waiting_count;
    size_t capacity;
    uint64_t random;
    char *record; /* that was read back, allocated */
    size_t room;
    bool failed;
};

/* Waiting. */

static bool fail_selection(struct select_run *run, int error)
{
    if (!run->failed)
        complain("cannot store the selected records: %s", strerror(error));
    run->failed = true;
    return false;
}

/* splitmix64: the next of 2^64 numbers, below MOST. */
static uint64_t random_below(struct select_run *run, uint64_t most)
{
    uint64_t number;
    do {
        number = run->random += 0x9e3779b97f4a7c15;
        number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
        number = (number ^ number >> 27) * 0x94d049bb133111eb;
        number ^= number >> 31;
    } while (number >= UINT64_MAX - UINT64_MAX % most);
    return number % most;
}

/* The place for the record that came last; NULL: it is not wanted, or there is no memory. */
static struct selected *place_for(struct select_run *run)
{
    if (run->how->sample >= 0 && run->count > (uint64_t)run->how->sample) {
        uint64_t place = random_below(run, run->count);
        return place < (uint64_t)run->how->sample ? &run->waiting[place] : NULL;
    }
    struct selected *waiting = with_room(run->waiting, run->waiting_count, &run->capacity, sizeof *waiting);
    if (waiting == NULL) {
        fail_selection(run, ENOMEM);
        return NULL;
    }
    run->waiting = waiting;
    struct selected *place = &run->waiting[run->waiting_count++];
    *place = (struct selected){.offset = 0};
    return place;
}

static bool copy_key(struct bytes *key, struct bytes value)
{
    char *at = value.at == NULL ? NULL : malloc(value.length + 1);
    free((char *)key->at);
    *key = (struct bytes){at, value.length};
    if (at == NULL)
        return value.at == NULL;
    memcpy(at, value.at, value.length);
    at[value.length] = '\0';
    return true;
}

static bool keep_record(struct select_run *run, struct bytes record, const struct bytes keys[KEYS])
{
    struct selected *place = place_for(run);
    if (place == NULL)
        return !run->failed;
    place->offset = run->spooled;
    place->length = record.length;
    place->order = run->count;
    for (size_t i = 0; i < KEYS; i++)
        if (!copy_key(&place->keys[i], keys[i]))
            return fail_selection(run, ENOMEM);
    run->spooled += record.length;
    return fwrite(record.at, 1, record.length, run->spool) == record.length || fail_selection(run, errno);
}

/* Games that come again. */

/* Where ID is among ROOM slots, or the free one where it belongs.  Ids are hashes already. */
static struct game_id *find_slot(struct game_id *slots, size_t room, const struct game_id *id)
{
    size_t at = (size_t)id->halves[0] & (room - 1);
    while ((slots[at].halves[0] | slots[at].halves[1]) != 0 && memcmp(&slots[at], id, sizeof *id) != 0)
        at = (at + 1) & (room - 1);
    return &slots[at];
}

/* Keeps a quarter of the slots free. */
static bool make_room_for_ids(struct select_run *run)
{
    if (4 * (run->seen_count + 1) <= 3 * run->seen_room)
        return true;
    size_t room = run->seen_room == 0 ? 1024 : 2 * run->seen_room;
    struct game_id *slots = calloc(room, sizeof *slots);
    if (slots == NULL)
        return fail_selection(run, ENOMEM);
    for (size_t i = 0; i < run->seen_room; i++)
        *find_slot(slots, room, &run->seen[i]) = run->seen[i];
    free(run->seen);
    run->seen = slots;
    run->seen_room = room;
    return true;
}

/* Whether the game with this id has not come before. */
static bool is_new(struct select_run *run, const uint64_t identity[2])
{
    const struct game_id id = {{identity[0], identity[1]}};
    if (!make_room_for_ids(run))
        return false;
    struct game_id *slot = find_slot(run->seen, run->seen_room, &id);
    bool seen = memcmp(slot, &id, sizeof id) == 0;
    *slot = id;
    run->seen_count += !seen;
    return !seen;
}

static struct bytes key_of(struct catasta_text text)
{
    return (struct bytes){text.bytes, text.length};
}

static bool select_row(void *context, const struct catasta_game_row *row)
{
    struct select_run *run = context;
    const struct bytes record = key_of(row->record);
    struct bytes keys[KEYS] = {{NULL, 0}};
    if (record.at == NULL) {
        run->left_out = true;
        return true;
    }
    if (run->how->unique && !is_new(run, row->identity))
        return !run->failed;
    run->count++;
    if (run->sort != NULL)
        keys[SORT] = key_of(row->fields[0]);
    if (run->how->split != NULL)
        keys[SPLIT] = key_of(row->fields[run->sort != NULL]);
    if (run->spool != NULL)
        return keep_record(run, record, keys);
    if (run->how->first >= 0 && run->count > (uint64_t)run->how->first)
        run->full = true;
    return !run->full && put_record(&run->output, record);
}

/* In order. */

static bool read_key_number(struct selected *record)
{
    const struct bytes *key = &record->keys[SORT];
    char *end;
    if (key->length == 0 || strspn(key->at, "-.0123456789") != key->length)
        return false;
    record->number = strtod(key->at, &end);
    return end == key->at + key->length;
}

/* Those without a key are the last. */
static int compare_keys(const struct selected *a, const struct selected *b, int key)
{
    const struct bytes *x = &a->keys[key];
    const struct bytes *y = &b->keys[key];
    if (x->at == NULL || y->at == NULL)
        return (x->at == NULL) - (y->at == NULL);
    int order = memcmp(x->at, y->at, x->length < y->length ? x->length : y->length);
    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

static int compare_orders(const struct selected *a, const struct selected *b)
{
    return (a->order > b->order) - (a->order < b->order);
}

static int direction; /* of what is sorted: -1, from the last key */

static int compare_sorted(const void *a, const void *b)
{
    const struct selected *x = a;
    const struct selected *y = b;
    int order = compare_keys(x, y, SORT);
    if (x->keys[SORT].at != NULL && y->keys[SORT].at != NULL)
        order = direction * (order != 0 ? order : (x->number > y->number) - (x->number < y->number));
    return order != 0 ? order : compare_orders(x, y);
}

static int compare_splits(const void *a, const void *b)
{
    int order = compare_keys(a, b, SPLIT);
    return order != 0 ? order : compare_orders(a, b);
}

/* Keys are compared as numbers if all of them are. */
static void sort_records(struct select_run *run)
{
    bool numbers = true;
    for (size_t i = 0; i < run->waiting_count; i++)
        numbers &= run->waiting[i].keys[SORT].at == NULL || read_key_number(&run->waiting[i]);
    for (size_t i = 0; i < run->waiting_count; i++)
        if (numbers)
            run->waiting[i].keys[SORT].length = 0;
        else
            run->waiting[i].number = 0;
    direction = run->falling ? -1 : 1;
    qsort(run->waiting, run->waiting_count, sizeof *run->waiting, compare_sorted);
}

static bool write_record(struct select_run *run, const struct selected *selected, struct record_output *output)
{
    if (selected->length > run->room) {
        char *record = realloc(run->record, selected->length);
        if (record == NULL)
            return fail_selection(run, ENOMEM);
        run->record = record;
        run->room = selected->length;
    }
    if (fseeko(run->spool, (off_t)selected->offset, SEEK_SET) != 0 ||
        fread(run->record, 1, selected->length, run->spool) != selected->length)
        return fail_selection(run, errno);
    return put_record(output, (struct bytes){run->record, selected->length});
}

/* A file for each value. */

enum { NAME_MOST = 200 };

/* "DIR/NAME.sgn".  Not a hidden file, which reading the folder would not find. */
static bool name_file(const char *folder, const struct bytes *key, char path[PATH_ROOM])
{
    int length = snprintf(path, PATH_ROOM, "%s/", folder);
    if (length < 0 || length + NAME_MOST + 8 > PATH_ROOM)
        return false;
    char *at = path + length;
    const char *end = at + NAME_MOST;
    if (key->length == 0)
        at = stpcpy(at, "%none");
    else if ((at = put_coded(at, end, key->at, 1, "-_ ")) != NULL)
        at = put_coded(at, end, key->at + 1, key->length - 1, "-_ .");
    if (at != NULL)
        strcpy(at, ".sgn");
    return at != NULL;
}

/* The name of the file for the group of RECORD, which must not be there; a status after complaining. */
static int find_name(const struct select_run *run, const struct selected *record, char path[PATH_ROOM])
{
    if (!name_file(run->arguments->output, &record->keys[SPLIT], path))
        return complain("'%.60s…' is too long for the name of a file", record->keys[SPLIT].at);
    return check_new(path);
}

/* The records from FIRST to before END to their file. */
static int write_group(struct select_run *run, const struct selected *first, const struct selected *end)
{
    static const struct stat nothing = {.st_nlink = 0};
    struct record_output output = {.any = false};
    struct new_file file;
    char path[PATH_ROOM];
    if (find_name(run, first, path) != CATASTA_OK)
        return CATASTA_FAILED;
    if (!open_new(&file, path))
        return complain("cannot write %s: %s", path, strerror(errno));
    file.found = &nothing;
    output.sink = file_sink(file.file);
    for (; first < end && !run->failed && ferror(file.file) == 0; first++)
        write_record(run, first, &output);
    return close_new(&file, run->failed ? CATASTA_FAILED : CATASTA_OK);
}

static const struct selected *group_end(const struct selected *first, const struct selected *end)
{
    const struct selected *next = first + 1;
    while (next < end && compare_keys(first, next, SPLIT) == 0)
        next++;
    return next;
}

/* Where one of the files is there already none is written. */
static int write_groups(struct select_run *run, size_t count)
{
    const struct selected *waiting = run->waiting;
    const struct selected *end = waiting + count;
    const struct selected *next;
    char path[PATH_ROOM];
    int status = make_folder(run->arguments->output, "games");
    for (size_t i = 0; i < count; i++)
        run->waiting[i].order = i;
    if (count > 0)
        qsort(run->waiting, count, sizeof *run->waiting, compare_splits);
    for (const struct selected *at = waiting; at < end && status == CATASTA_OK; at = group_end(at, end))
        status = find_name(run, at, path);
    for (const struct selected *at = waiting; at < end && status == CATASTA_OK; at = next) {
        next = group_end(at, end);
        status = write_group(run, at, next);
    }
    return status;
}

static int write_waiting(struct select_run *run)
{
    sort_records(run);
    size_t most = run->how->first >= 0 ? (size_t)run->how->first : SIZE_MAX;
    size_t count = run->waiting_count < most ? run->waiting_count : most;
    if (run->how->split != NULL)
        return write_groups(run, count);
    for (size_t i = 0; i < count; i++)
        if (!write_record(run, &run->waiting[i], &run->output))
            return CATASTA_FAILED;
    return CATASTA_OK;
}

/* Options. */

static bool read_strip(const char *list, unsigned *strip)
{
    static const char *const words[] = {"comments", "variations"};
    while (list != NULL) {
        size_t length = strcspn(list, ",");
        size_t i = 0;
        while (i < 2 && (strlen(words[i]) != length || memcmp(list, words[i], length) != 0))
            i++;
        if (i == 2) {
            complain("--strip takes comments, variations or both separated by a comma, not '%.*s'", (int)length, list);
            return false;
        }
        *strip |= 1u << i;
        list = list[length] == ',' ? list + length + 1 : NULL;
    }
    return true;
}

/* Reads a number for --split as *FILES, and takes it out of HOW. */
static int check_options(struct select_options *how, const char *folder, size_t *files)
{
    if (how->split != NULL && folder == NULL)
        return complain("--split needs a folder for its files: give one with --output");
    if (how->seed != 0 && how->sample < 0)
        return complain("--seed needs --sample");
    if (how->split == NULL || strspn(how->split, "0123456789") != strlen(how->split) || *how->split == '\0')
        return CATASTA_OK;
    *files = strtoul(how->split, NULL, 10);
    if (*files < 1 || *files > FILES_MOST)
        return complain("--split takes a field, or a number of files from 1 to %d, not '%s'", FILES_MOST, how->split);
    how->split = NULL;
    return CATASTA_OK;
}

/* The names of the fields that are wanted, joined; a status after complaining. */
static int read_fields(struct select_run *run, char *names, size_t room, bool *judged)
{
    const char *split = run->how->split;
    const char *sort = run->how->sort;
    run->falling = sort != NULL && sort[0] == '-';
    run->sort = sort == NULL ? NULL : sort + run->falling;
    *judged = false;
    if ((sort != NULL && strchr(sort, ',') != NULL) || (split != NULL && strchr(split, ',') != NULL))
        return complain("--sort and --split take one field each");
    int length = snprintf(names, room, "%s%s%s", sort == NULL ? "" : run->sort,
        sort != NULL && split != NULL ? "," : "", split == NULL ? "" : split);
    if (length < 0 || (size_t)length >= room)
        return complain("the name of a field is too long");
    if ((sort != NULL || split != NULL) && !catasta_fields_check(names, judged, &complaint_sink))
        return CATASTA_FAILED;
    return CATASTA_OK;
}

static int select_games(struct select_run *run, catasta_session *session, const struct catasta_rows *rows)
{
    bool refused;
    int status = add_games(&run->arguments->reading, session, catasta_rows_writer(rows), &refused);
    if (run->full && refused)
        status = CATASTA_OK;
    else if (refused && !run->failed && !run->splitting.failed)
        complain_lost();
    if (status == CATASTA_OK && run->spool != NULL)
        status = write_waiting(run);
    if (status == CATASTA_OK && run->splitting.files > 0)
        status = cut_files(&run->splitting, run->arguments->output);
    if (run->left_out)
        mention("records that are too long or not in SGN are not copied; 'catasta convert' writes other forms as SGN");
    return run->left_out ? worse(status, CATASTA_WRONG) : status;
}

static void release_selection(struct select_run *run)
{
    for (size_t i = 0; i < run->waiting_count; i++)
        for (size_t k = 0; k < KEYS; k++)
            free((char *)run->waiting[i].keys[k].at);
    free(run->waiting);
    free(run->seen);
    free(run->record);
    close_splitting(&run->splitting);
    if (run->spool != NULL)
        fclose(run->spool);
}

static int run_select(const void *given)
{
    struct select_options own = *(const struct select_options *)given;
    const struct arguments *arguments = &own.arguments;
    struct select_run run = {
        .arguments = arguments, .how = &own, .output.sink = output_sink, .random = (uint64_t)own.seed};
    char names[1024];
    struct catasta_rows rows = {.size = sizeof rows, .take = select_row, .context = &run};
    bool judged;
    if (check_options(&own, arguments->output, &run.splitting.files) != CATASTA_OK ||
        !read_strip(run.how->strip, &rows.strip) || read_fields(&run, names, sizeof names, &judged) != CATASTA_OK)
        return CATASTA_FAILED;
    rows.fields = names[0] == '\0' ? NULL : names;
    rows.parts = CATASTA_ROW_RECORD | (run.how->unique ? CATASTA_ROW_IDENTITY : 0U);
    own.arguments.reading.options.unjudged = !judged && !run.how->unique;
    catasta_session *session = open_session(&own.arguments.reading, CATASTA_KEEP_NOTHING, NULL);
    if (session == NULL)
        return CATASTA_FAILED;
    int status = CATASTA_OK;
    if (run.how->sample >= 0 || run.sort != NULL || run.how->split != NULL) {
        run.spool = open_spool();
        if (run.spool == NULL)
            status = complain("cannot store the selected records: %s", strerror(errno));
    }
    if (run.splitting.files > 0) {
        run.output.sink = splitting_sink(&run.splitting);
        status = open_splitting(&run.splitting) ? status : CATASTA_FAILED;
    } else if (status == CATASTA_OK && run.how->split == NULL) {
        status = open_output_file(arguments);
    }
    if (status == CATASTA_OK)
        status = select_games(&run, session, &rows);
    release_selection(&run);
    return close_session(session, status);
}

static const struct option_row select_rows[] = {
    SHARED(record_options),
    SHARED(jobs_options),
    SHARED(strict_options),
    SHARED(exit_zero_options),
    SHARED(where_options),
    {"unique", NULL, "only the first of games with the same ruleset, start and turns", FLAG,
        AT(select_options, unique)},
    {"first", "N", "only the first N games", NUMBER, AT(select_options, first), .none = -1},
    {"sample", "N", "only N of them at random; the same ones for the same --seed", NUMBER, AT(select_options, sample),
        .none = -1},
    {"seed", "S", "the random seed of --sample, by default 0", NUMBER, AT(select_options, seed)},
    {"sort", "FIELD", "sort games by a field; -FIELD reverses the order", TEXT, AT(select_options, sort)},
    {"split", "N|FIELD", "write N files of equal size, or one for each value of a field, to the folder --output", TEXT,
        AT(select_options, split)},
    {"strip", "LIST", "leave out comments, variations or both (comma-separated)", TEXT, AT(select_options, strip)},
    SHARED(output_options),
    {0},
};

const struct command select_command = {"select", "[FILE…]", "Copy games unchanged: choose, sort and split them",
    select_rows, sizeof(struct select_options), run_select, .streams = true};
