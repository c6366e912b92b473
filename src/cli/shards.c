/* SPDX-License-Identifier: MIT */
/* A run in shares, on several machines: --shard, merge and offsets.  What a share has found is a file with a header of
   lines, the last of which is empty:

       catasta 0.1.0
       3/8
       check
       --format=jsonl            and other options that matter
       --
       games.sgn                 of each file its name, size, and digest, or "-" where this share does not read it
       31457280
       a1b2c3d4

   then what the library has found, and at the end '=' and the digest of all that.  merge runs the command of the
   header, and has the library take what was found from these files. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TRAILER = 10, BLOCK = 256 * 1024, LISTED_MOST = 20 };

/* Writing. */

static uint32_t written; /* the digest of it */

static bool write_part(void *context, const char *bytes, size_t length)
{
    (void)context;
    written = catasta_digest(written, bytes, length);
    return write_muted(bytes, length);
}

static const struct catasta_sink part_sink = {write_part, NULL};

/* A line of the header. */
static void put_word(const char *word)
{
    for (; *word != '\0'; word++)
        if (*word == '\n' || *word == '%')
            write_part(NULL, *word == '%' ? "%25" : "%0a", 3);
        else
            write_part(NULL, word, 1);
    write_part(NULL, "\n", 1);
}

/* Options of where and how fast are not of what is found. */
static bool matters(const struct option_row *row)
{
    return strchr((const char[]){SHARD_LETTER, OFFSETS_LETTER, 'j', 'o', '\0'}, row->letter) == NULL;
}

static void put_header(const struct arguments *arguments, const struct shard *shard)
{
    char word[64];
    snprintf(word, sizeof word, "catasta %s", CATASTA_VERSION);
    put_word(word);
    snprintf(word, sizeof word, "%u/%u", shard->number, shard->count);
    put_word(word);
    put_word(arguments->command->name);
    for (size_t i = 0; i < arguments->given_count; i++) {
        const struct given_option *given = &arguments->given[i];
        if (!matters(given->row))
            continue;
        snprintf(word, sizeof word, "--%s%s", given->row->name, given->value == NULL ? "" : "=");
        write_part(NULL, word, strlen(word));
        put_word(given->value == NULL ? "" : given->value);
    }
    put_word("--");
}

bool digest_file(int fd, uint64_t begin, uint64_t size, uint32_t *digest)
{
    char block[BLOCK];
    while (size > 0) {
        ssize_t got = pread(fd, block, size < sizeof block ? (size_t)size : sizeof block, (off_t)begin);
        if (got <= 0) {
            errno = got == 0 ? EIO : errno;
            return false;
        }
        *digest = catasta_digest(*digest, block, (size_t)got);
        begin += (uint64_t)got;
        size -= (uint64_t)got;
    }
    return true;
}

/* Opens a file that can be divided or, LISTED, be listed, and finds its SIZE in bytes; -1 after complaining. */
static int open_divided(const char *name, uint64_t *size, bool listed)
{
    char head[4];
    struct stat status;
    int fd = strcmp(name, "<stdin>") == 0 ? -1 : open(name, O_RDONLY | O_NONBLOCK);
    ssize_t length =
        fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ? -1 : pread(fd, head, sizeof head, 0);
    *size = length < 0 ? 0 : (uint64_t)status.st_size;
    bool packed = length >= 0 && catasta_is_packed(head, (size_t)length);
    if (length >= 0 && !packed && !(listed && catasta_is_wide(head, (size_t)length)))
        return fd;
    if (length >= 0 && !packed)
        complain_wide(name);
    else if (packed)
        complain("%s is compressed and cannot be divided: decompress it first", name);
    else if (fd < 0 && strcmp(name, "<stdin>") != 0)
        complain("cannot open %s: %s", name, reason_of(errno));
    else
        complain("%s is not a regular file and cannot be divided", name);
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Lists of offsets. */

struct offset_row {
    struct catasta_place place; /* line 0: the end */
    uint32_t digest;            /* of all before it */
};

/* The row at AT, and what follows it; NULL: it is none. */
static const char *read_row(const char *at, struct offset_row *row)
{
    char *end;
    *row = (struct offset_row){.place.offset = strtoull(at, &end, 10)};
    bool last = end > at && strncmp(end, "\t\t\t", 3) == 0;
    if (!last && *end == '\t')
        row->place.line = (uint32_t)strtoul(end + 1, &end, 10);
    if (!last && *end == '\t')
        strtoul(end + 1, &end, 10);
    row->digest = (uint32_t)strtoul(last ? end + 3 : end, &end, 16);
    return *end == '\n' && (last || row->place.line > 0) ? end + 1 : NULL;
}

/* The row before END, in rows from BEGIN on. */
static const char *row_before(const char *begin, const char *end)
{
    for (end--; end > begin && end[-1] != '\n'; end--)
        continue;
    return end;
}

/* The last of the rows from LOW to before HIGH that is not after OFFSET, or LOW. */
static const char *find_row(const char *low, const char *high, uint64_t offset)
{
    while (high > low) {
        struct offset_row row;
        const char *middle = row_before(low, low + (high - low) / 2 + 1);
        const char *next = read_row(middle, &row);
        if (next == NULL)
            return high;
        if (row.place.offset > offset)
            high = middle;
        else if (next >= high || (read_row(next, &row) != NULL && row.place.offset > offset))
            return middle;
        else
            low = next;
    }
    return low;
}

/* Looks up in LIST, which ends at END, where RANGE is of the file FD, which has SIZE bytes: a line before it, and the
   digest of the file.  Whether the list is of this file, and what is in the range is what it was; NULL, or what is
   wrong. */
static const char *look_up(const char *list, const char *end, int fd, const uint64_t range[2], uint64_t size,
    struct catasta_place *known, uint32_t *digest)
{
    static const char incomplete[] = "is not a complete list of offsets";
    static const char other[] = "does not list this file, or the file has changed";
    struct offset_row first = {.place.line = 1};
    struct offset_row last;
    struct offset_row row;
    const char *begin = list + strlen(OFFSETS_HEADING);
    if (strncmp(list, OFFSETS_HEADING, strlen(OFFSETS_HEADING)) != 0 || begin == end)
        return incomplete;
    const char *last_row = row_before(begin, end);
    if (read_row(last_row, &last) != end || last.place.line != 0)
        return incomplete;
    const char *at = find_row(begin, last_row, range[0]);
    if (read_row(at, &row) != NULL && row.place.line > 0 && row.place.offset <= range[0])
        first = row;
    for (at = find_row(begin, last_row, range[1]); at != NULL; at = read_row(at, &row))
        if (read_row(at, &row) != NULL && row.place.offset >= range[1])
            break;
    *known = first.place;
    *digest = last.digest;
    if (at == NULL || last.place.offset != size || row.place.offset > size || first.place.offset > row.place.offset)
        return other;
    uint32_t found = first.digest;
    bool same = digest_file(fd, first.place.offset, row.place.offset - first.place.offset, &found);
    return same && found == row.digest ? NULL : other;
}

static int use_list(
    const char *name, int fd, const uint64_t range[2], uint64_t size, struct catasta_place *known, uint32_t *digest)
{
    struct stat status;
    FILE *file = fopen(name, "r");
    if (file == NULL || fstat(fileno(file), &status) != 0)
        return complain("cannot open %s: %s", name, strerror(errno));
    char *list = malloc((size_t)status.st_size + 1);
    size_t length = list == NULL ? 0 : fread(list, 1, (size_t)status.st_size, file);
    fclose(file);
    if (list == NULL)
        return complain("out of memory");
    list[length] = '\0';
    const char *wrong = look_up(list, list + length, fd, range, size, known, digest);
    free(list);
    return wrong == NULL ? CATASTA_OK : complain("%s %s", name, wrong);
}

/* A list being written. */
struct listing {
    int fd;        /* of the file that it is of */
    uint64_t at;   /* as far as .digest goes */
    uint64_t read; /* as far as .block does */
    uint32_t digest;
    int error;
    char block[BLOCK];
};

/* Goes on to OFFSET. */
static void digest_up_to(struct listing *listing, uint64_t offset)
{
    while (listing->at < offset && listing->error == 0) {
        size_t from = listing->at % BLOCK;
        if (listing->at == listing->read) {
            ssize_t got = pread(listing->fd, listing->block + from, BLOCK - from, (off_t)listing->at);
            listing->error = got > 0 ? 0 : got == 0 ? EIO : errno;
            listing->read += got > 0 ? (uint64_t)got : 0;
        }
        uint64_t until = listing->read < offset ? listing->read : offset;
        listing->digest = catasta_digest(listing->digest, listing->block + from, (size_t)(until - listing->at));
        listing->at = until;
    }
}

/* Rows come whole, and get the digest. */
static bool list_offsets(void *context, const char *bytes, size_t length)
{
    struct listing *listing = context;
    const char *end = bytes + length;
    const char *newline;
    for (; bytes < end && (newline = memchr(bytes, '\n', (size_t)(end - bytes))) != NULL; bytes = newline + 1) {
        char digest[] = "\t________\n";
        digest_up_to(listing, strtoull(bytes, NULL, 10));
        for (unsigned i = 0; i < 8; i++)
            digest[1 + i] = "0123456789abcdef"[listing->digest >> (28 - 4 * i) & 15];
        output_sink.write(output_sink.context, bytes, (size_t)(newline - bytes));
        output_sink.write(output_sink.context, digest, sizeof digest - 1);
    }
    return listing->error == 0 && !output_failed();
}

int run_offsets(const struct arguments *arguments)
{
    struct arguments own = *arguments;
    struct catasta_tally tally = {.size = sizeof tally};
    struct listing listing = {0};
    const struct catasta_sink sink = {list_offsets, &listing};
    bool refused = false;
    uint64_t size;
    if (arguments->file_count != 1 || strcmp(arguments->files[0], "-") == 0)
        return complain("offsets needs one file");
    listing.fd = open_divided(arguments->files[0], &size, true);
    if (listing.fd < 0 || redirect_output(arguments) != CATASTA_OK)
        return CATASTA_FAILED;
    own.options.unjudged = true;
    catasta_session *session = open_session(&own, CATASTA_KEEP_NOTHING, NULL);
    catasta_writer *writer = catasta_writer_new("offsets", NULL, &sink);
    int status = CATASTA_FAILED;
    if (session == NULL || writer == NULL) {
        complain("out of memory");
    } else {
        print(OFFSETS_HEADING);
        status = check_games(&own, session, writer, &tally, &refused);
        digest_up_to(&listing, size);
        print("%" PRIu64 "\t\t\t%08" PRIx32 "\n", size, listing.digest);
        if (listing.error != 0)
            status = complain("cannot read %s: %s", arguments->files[0], strerror(listing.error));
    }
    if (!catasta_writer_close(writer, CATASTA_OK))
        status = CATASTA_FAILED;
    close(listing.fd);
    return close_session(session, status);
}

/* The lines of the header about FILE, with BEFORE of ALL bytes before it. */
static int put_file(
    const struct arguments *arguments, const char *name, uint64_t before, uint64_t all, struct shard *shard)
{
    uint64_t size;
    uint32_t digest = 0;
    char word[32];
    int status = CATASTA_OK;
    int fd = open_divided(name, &size, false);
    if (fd < 0)
        return CATASTA_FAILED;
    uint64_t range[2] = {catasta_share_begin(all, shard->number - 1, shard->count),
        catasta_share_begin(all, shard->number, shard->count)};
    bool touched = range[0] <= before + size && before <= range[1];
    range[0] = range[0] < before ? 0 : range[0] - before;
    range[1] = range[1] < before + size ? range[1] - before : size;
    if (touched && arguments->offsets != NULL)
        status = use_list(arguments->offsets, fd, range, size, &shard->known, &digest);
    else if (touched && !digest_file(fd, 0, size, &digest))
        status = complain("cannot read %s: %s", name, reason_of(errno));
    close(fd);
    put_word(name);
    snprintf(word, sizeof word, "%" PRIu64, size);
    put_word(word);
    snprintf(word, sizeof word, touched ? "%08" PRIx32 : "-", digest);
    put_word(word);
    return status;
}

int begin_shard(const struct arguments *arguments, const struct catasta_file *files, size_t count, uint64_t all,
    struct catasta_check *check, struct shard *shard)
{
    uint64_t before = 0;
    int status = CATASTA_OK;
    if (arguments->offsets != NULL && count != 1)
        return complain("--offsets needs one file, not %zu", count);
    put_header(arguments, shard);
    for (size_t i = 0; i < count && status == CATASTA_OK; i++) {
        status = put_file(arguments, files[i].name, before, all, shard);
        before += size_of_file(&files[i]);
    }
    put_word("");
    check->share = shard->number;
    check->shares = shard->count;
    check->known = arguments->offsets == NULL ? NULL : &shard->known;
    check->partial = &part_sink;
    return status;
}

void end_shard(void)
{
    char trailer[TRAILER + 1];
    snprintf(trailer, sizeof trailer, "=%08" PRIx32 "\n", written);
    write_part(NULL, trailer, TRAILER);
}

bool read_shard(const struct arguments *arguments, struct shard *shard)
{
    unsigned number;
    unsigned count;
    char end;
    if (arguments->shard == NULL && arguments->offsets == NULL)
        return true;
    if (arguments->shard == NULL)
        complain("--offsets needs --shard");
    else if (strspn(arguments->shard, "0123456789/") != strlen(arguments->shard) ||
        sscanf(arguments->shard, "%6u/%6u%c", &number, &count, &end) != 2 || number < 1 || number > count)
        complain("--shard takes I/N, 1/N to N/N with N up to 999999, not '%s'", arguments->shard);
    else if (arguments->format != NULL && strcmp(arguments->format, "html") == 0)
        complain("--shard does not make pages");
    else if (arguments->follow)
        complain("--shard and --follow exclude each other");
    else {
        mute_output();
        *shard = (struct shard){.number = number, .count = count};
        return true;
    }
    return false;
}

/* Merging. */

struct share_part {
    const char *name;
    char **words; /* allocated, of the header */
    size_t count;
    unsigned number; /* of its share */
    unsigned shares;
    uint32_t digest;
    uint64_t size;
};

static void release(struct share_part *part)
{
    for (size_t i = 0; i < part->count; i++)
        free(part->words[i]);
    free(part->words);
    *part = (struct share_part){0};
}

enum { VERSION_WORD, SHARE_WORD, COMMAND_WORD, OPTION_WORDS };

static char *decode(const char *line, size_t length)
{
    char *word = malloc(length + 1);
    size_t to = 0;
    for (size_t i = 0; i < length && word != NULL; i++) {
        bool coded = line[i] == '%' && i + 2 < length;
        word[to++] = !coded ? line[i] : line[i + 1] == '2' ? '%' : '\n';
        i += coded ? 2 : 0;
    }
    if (word != NULL)
        word[to] = '\0';
    return word;
}

/* The lines up to the empty one; false when there is none, or no memory. */
static bool read_words(FILE *file, struct share_part *part)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool fine = true;
    while (fine && (length = getline(&line, &room, file)) > 1) {
        char **words = realloc(part->words, (part->count + 2) * sizeof *words);
        part->words = words == NULL ? part->words : words;
        fine = words != NULL && line[length - 1] == '\n' && strlen(line) == (size_t)length;
        if (fine) {
            words[part->count] = decode(line, (size_t)length - 1);
            fine = words[part->count++] != NULL;
        }
    }
    fine = fine && length == 1 && line[0] == '\n';
    free(line);
    return fine;
}

/* Reads the header of a part and looks whether it is whole; what is wrong with it, or NULL. */
static const char *read_part(struct share_part *part)
{
    struct stat status;
    char trailer[TRAILER + 1];
    char right[TRAILER + 1];
    FILE *file = fopen(part->name, "r");
    if (file == NULL || fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) {
        if (file != NULL)
            fclose(file);
        return file == NULL ? strerror(errno) : "it is not a regular file";
    }
    part->size = (uint64_t)status.st_size;
    bool begins = read_words(file, part) && part->count > OPTION_WORDS &&
        strncmp(part->words[VERSION_WORD], "catasta ", 8) == 0 &&
        sscanf(part->words[SHARE_WORD], "%6u/%6u", &part->number, &part->shares) == 2 && part->number >= 1 &&
        part->number <= part->shares;
    bool read = part->size > TRAILER && digest_file(fileno(file), 0, part->size - TRAILER, &part->digest) &&
        pread(fileno(file), trailer, TRAILER, (off_t)(part->size - TRAILER)) == TRAILER;
    fclose(file);
    if (!begins)
        return "this is not a part that --shard has written";
    snprintf(right, sizeof right, "=%08" PRIx32 "\n", part->digest);
    return read && memcmp(trailer, right, TRAILER) == 0 ? NULL : "this part is not complete";
}

/* Whether word I, in the header of both, may be different in A and B. */
static bool may_differ(const struct share_part *a, const struct share_part *b, size_t i)
{
    size_t files = OPTION_WORDS;
    while (files < i && strcmp(a->words[files], "--") != 0)
        files++;
    bool digest = i > files && (i - files) % 3 == 0;
    return i == SHARE_WORD || (digest && (strcmp(a->words[i], "-") == 0 || strcmp(b->words[i], "-") == 0));
}

/* Whether A and B are of one run; a complaint if not.  Digests that only B knows go over to A, to be compared with
   those of other parts. */
static bool fit(struct share_part *a, struct share_part *b)
{
    size_t i = 0;
    for (; i < a->count && i < b->count && (strcmp(a->words[i], b->words[i]) == 0 || may_differ(a, b, i)); i++)
        if (i != SHARE_WORD && strcmp(a->words[i], "-") == 0) {
            char *known = b->words[i];
            b->words[i] = a->words[i];
            a->words[i] = known;
        }
    if (a->shares == b->shares && i == a->count && i == b->count)
        return true;
    complain("%s and %s are of different runs: %s and %s", a->name, b->name,
        a->shares != b->shares || i == a->count ? a->words[SHARE_WORD] : a->words[i],
        a->shares != b->shares || i == b->count ? b->words[SHARE_WORD] : b->words[i]);
    return false;
}

static int compare_parts(const void *a, const void *b)
{
    const struct share_part *x = a;
    const struct share_part *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Names the shares that are not there, and says whether there are any. */
static bool misses(const struct share_part *parts, size_t count)
{
    unsigned missing = 0;
    unsigned next = 1;
    char list[LISTED_MOST * 8] = "";
    for (size_t i = 0; i <= count; i++) {
        unsigned until = i < count ? parts[i].number : parts[0].shares + 1;
        for (; next < until; next++)
            if (missing++ < LISTED_MOST)
                snprintf(list + strlen(list), sizeof list - strlen(list), "%s%u", missing > 1 ? ", " : "", next);
        next = i < count ? parts[i].number + 1 : next;
    }
    if (missing > 0)
        complain("%u of %u shards %s missing: %s%s", missing, parts[0].shares, missing == 1 ? "is" : "are", list,
            missing > LISTED_MOST ? ", ..." : "");
    return missing > 0;
}

/* Leaves one of each share, in order, in the *COUNT PARTS. */
static int sort_parts(struct share_part *parts, size_t *count)
{
    size_t kept = 0;
    qsort(parts, *count, sizeof *parts, compare_parts);
    for (size_t i = 1; i < *count; i++)
        if (!fit(&parts[0], &parts[i]))
            return CATASTA_FAILED;
    for (size_t i = 0; i < *count; i++) {
        struct share_part *last = kept == 0 ? NULL : &parts[kept - 1];
        if (last == NULL || last->number != parts[i].number) {
            struct share_part part = parts[i];
            parts[i] = parts[kept];
            parts[kept++] = part;
        } else if (last->digest != parts[i].digest || last->size != parts[i].size) {
            return complain(
                "%s and %s are both of shard %s, and differ", last->name, parts[i].name, last->words[SHARE_WORD]);
        }
    }
    *count = kept;
    return misses(parts, kept) ? CATASTA_FAILED : CATASTA_OK;
}

/* Runs the command that PARTS are of. */
static int run_again(const struct arguments *arguments, const struct share_part *parts, size_t count)
{
    static char dashes[] = "--"; /* arguments can be written to */
    struct arguments again;
    const struct share_part *part = &parts[0];
    const char **names = calloc(count, sizeof *names);
    char **words = calloc(part->count, sizeof *words);
    int word_count = 0;
    size_t i = COMMAND_WORD;
    if (names == NULL || words == NULL) {
        free(names);
        free(words);
        return complain("out of memory");
    }
    for (size_t k = 0; k < count; k++)
        names[k] = parts[k].name;
    words[word_count++] = part->words[VERSION_WORD];
    for (; i < part->count && strcmp(part->words[i], "--") != 0; i++)
        words[word_count++] = part->words[i];
    for (words[word_count++] = dashes, i++; i + 2 < part->count; i += 3)
        words[word_count++] = part->words[i];
    int status = parse_arguments(word_count, words, &again);
    if (status == GO_ON && strchr(again.command->options, SHARD_LETTER) == NULL)
        status = CATASTA_FAILED;
    if (status == GO_ON) {
        find_places(&again.places);
        again.output = arguments->output;
        again.shard = NULL;
        again.parts = names;
        again.part_count = count;
        status = again.command->run(&again);
    }
    close_arguments(&again);
    free(names);
    free(words);
    return status;
}

/* Of COUNT parts that are whole. */
static int merge_parts(const struct arguments *arguments, struct share_part *parts, size_t count)
{
    if (count == 0 || (arguments->output != NULL && check_output(arguments, arguments->output) != CATASTA_OK))
        return CATASTA_FAILED;
    if (strcmp(parts[0].words[VERSION_WORD], "catasta " CATASTA_VERSION) != 0)
        return complain(
            "%s is of %s, this is catasta %s", parts[0].name, parts[0].words[VERSION_WORD], CATASTA_VERSION);
    return sort_parts(parts, &count) == CATASTA_OK ? run_again(arguments, parts, count) : CATASTA_FAILED;
}

int run_merge(const struct arguments *arguments)
{
    size_t count = (size_t)arguments->file_count;
    size_t whole = 0;
    if (count == 0)
        return complain("name the parts to merge, which --shard has written");
    struct share_part *parts = calloc(count, sizeof *parts);
    if (parts == NULL)
        return complain("out of memory");
    for (size_t i = 0; i < count; i++) {
        struct share_part *part = &parts[whole];
        part->name = arguments->files[i];
        const char *wrong = read_part(part);
        if (wrong == NULL) {
            whole++;
            continue;
        }
        complain("cannot merge %s: %s", part->name, wrong);
        release(part);
    }
    int status = merge_parts(arguments, parts, whole);
    for (size_t i = 0; i < whole; i++)
        release(&parts[i]);
    free(parts);
    return status;
}
