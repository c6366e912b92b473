/* SPDX-License-Identifier: MIT */
/* Records out of files, wherever a block ends: the outcome never depends on how
   the bytes come. */
#include "catasta.h"
#include "reader/scan.h"
#include "support/checking.h"
#include "support/json.h"
#include "support/share.h"
#include "support/unit.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { BLOCK = 1024 * 1024, LONGEST = 64 * 1024 * 1024 };

/* Something of everything, so that a block can end inside of it. */
static const char sample[] = "[Ruleset \"accasta\"]\r\n[White \"A \\\" \xc3\xa4\"]\r\n\r\n"
                             "1. c3:-d3! {x\r\ny} (1. c4: 1-d4 $12) 1... e3:-e9 ; z\r\n% w\r\nWhite wins on time.\r\n"
                             "[Event \"2\"]\r[Ruleset \"accasta\"]\r1.c3:-d9(1-0)\r{q\r"
                             "\n\n[Event \"3\"]\n1. c3:-d3 *\n";

static catasta_session *session;

/* The JSON of all games of an open file. */
static void check_file(int fd, struct text *jsonl)
{
    const struct catasta_sink sink = text_sink(jsonl);
    catasta_input *input = catasta_input_open(session, fd, "test.sgn");
    catasta_game *game;
    assert_non_null(input);
    while ((game = catasta_input_next(input)) != NULL)
        assert_true(catasta_write(game, CATASTA_JSONL, &sink));
    assert_int_equal(catasta_input_error(input), 0);
    catasta_input_close(input);
}

/* Bytes to be written: a head, a filling, a tail. */
struct bytes {
    const char *head;
    char filling;
    size_t count;
    const char *tail;
};

static void check_bytes(const struct bytes *bytes, struct text *jsonl)
{
    FILE *file = tmpfile();
    char block[4096];
    assert_non_null(file);
    fputs(bytes->head, file);
    memset(block, bytes->filling, sizeof block);
    for (size_t left = bytes->count; left > 0;)
        left -= fwrite(block, 1, left < sizeof block ? left : sizeof block, file);
    fputs(bytes->tail, file);
    assert_int_equal(fflush(file), 0);
    assert_int_equal(lseek(fileno(file), 0, SEEK_SET), 0);
    check_file(fileno(file), jsonl);
    fclose(file);
}

/* Takes out of JSONL where records are, which is different when what is before them is. */
static void drop_places(struct text *jsonl)
{
    char *to = jsonl->bytes;
    for (const char *at = jsonl->bytes; *at != '\0'; *to++ = *at++)
        if (strncmp(at, "\"offset\"", 8) == 0)
            at = strstr(at, "\"ruleset\"");
    jsonl->length = (size_t)(to - jsonl->bytes);
    *to = '\0';
}

static const char comment_head[] = "[Ruleset \"accasta\"]\n\n{";

/* A game with a long comment goes before, so that the first block ends at each
   byte of the sample in turn, or at every so many of them. */
static void test_block_ends(void)
{
    struct text wanted;
    struct text found;
    char tail[sizeof sample + 16];
    text_init(&wanted);
    text_init(&found);
    snprintf(tail, sizeof tail, "} *\n\n%s", sample);
    check_bytes(&(struct bytes){comment_head, 'x', 1, tail}, &wanted);
    drop_places(&wanted);
    for (size_t split = 0; split <= strlen(tail); split += 100 / share_of(100)) {
        text_clear(&found);
        size_t filled = BLOCK - (sizeof comment_head - 1) - split;
        check_bytes(&(struct bytes){comment_head, 'x', filled, tail}, &found);
        drop_places(&found);
        if (!slice_equal(text_slice(&wanted), text_slice(&found)))
            fail_msg("a block that ends %zu bytes in makes:\n%s\ninstead of:\n%s", split, found.bytes, wanted.bytes);
    }
    text_release(&wanted);
    text_release(&found);
}

static unsigned count_lines_of(const char *jsonl)
{
    unsigned lines = 0;
    for (; *jsonl != '\0'; jsonl++)
        lines += *jsonl == '\n';
    return lines;
}

static void test_sample(void)
{
    struct text found;
    text_init(&found);
    check_bytes(&(struct bytes){"", ' ', 0, sample}, &found);
    assert_int_equal(count_lines_of(found.bytes), 3);
    text_release(&found);
}

struct writer {
    int fd;
    const char *text;
    size_t piece;
};

static void *write_pieces(void *context)
{
    const struct writer *writer = context;
    size_t length = strlen(writer->text);
    for (size_t at = 0; at < length; at += writer->piece)
        if (write(writer->fd, writer->text + at, length - at < writer->piece ? length - at : writer->piece) < 0)
            break;
    close(writer->fd);
    return NULL;
}

static void test_pipe(void)
{
    struct text wanted;
    struct text found;
    text_init(&wanted);
    text_init(&found);
    check_bytes(&(struct bytes){"", ' ', 0, sample}, &wanted);
    for (size_t piece = 1; piece <= 17; piece++) {
        int ends[2];
        pthread_t thread;
        assert_int_equal(pipe(ends), 0);
        struct writer writer = {ends[1], sample, piece};
        text_clear(&found);
        assert_int_equal(pthread_create(&thread, NULL, write_pieces, &writer), 0);
        check_file(ends[0], &found);
        pthread_join(thread, NULL);
        close(ends[0]);
        assert_string_equal(wanted.bytes, found.bytes);
    }
    text_release(&wanted);
    text_release(&found);
}

/* The line at which the last game of JSONL begins. */
static unsigned last_line(const struct text *jsonl)
{
    struct slice rest = text_slice(jsonl);
    struct slice game;
    unsigned line = 0;
    while (slice_split(&rest, '\n', &game) && game.length > 0) {
        struct slice value = json_get(game, "line");
        assert_non_null(value.at);
        line = 0;
        for (size_t i = 0; i < value.length; i++)
            line = line * 10 + (unsigned)(value.at[i] - '0');
    }
    return line;
}

/* Lines are counted alike by LF and CR, also where many blocks go by. */
static void test_lines(void)
{
    static const char tail[] = "[Ruleset \"accasta\"]\n*\n";
    static const size_t counts[] = {0, 1, 2, 1000, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7};
    static const char ends[] = "\n\r";
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        for (size_t j = 0; j < 2; j++) {
            struct text found;
            text_init(&found);
            check_bytes(&(struct bytes){"{x}", ends[j], counts[i], tail}, &found);
            assert_int_equal(last_line(&found), 1);
            text_clear(&found);
            check_bytes(&(struct bytes){"[Ruleset \"accasta\"]\n*\n", ends[j], counts[i], tail}, &found);
            assert_int_equal(last_line(&found), 3 + counts[i]);
            text_release(&found);
        }
}

/* CR and LF count once together, also with the end of a block between them. */
static void test_split_line_end(void)
{
    for (size_t off = 0; off < 4; off++) {
        struct text found;
        text_init(&found);
        size_t filled = BLOCK - (sizeof comment_head - 1) - 3 - off;
        check_bytes(&(struct bytes){comment_head, 'x', filled, "} *\r\n\r\n[Ruleset \"accasta\"]\r\n*\r\n"}, &found);
        assert_int_equal(last_line(&found), 5);
        text_release(&found);
    }
}

/* An open comment reaches to the next tag at the beginning of a line. */
static void test_open_comment(void)
{
    static const size_t counts[] = {1, 5000, BLOCK, 2 * BLOCK + 11};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct text found;
        text_init(&found);
        check_bytes(&(struct bytes){comment_head, 'x', counts[i], "\n\n[Ruleset \"accasta\"]\n1. c3:-d3 *\n"}, &found);
        assert_int_equal(count_lines_of(found.bytes), 2);
        assert_non_null(strstr(found.bytes, "syntax/comment"));
        assert_int_equal(last_line(&found), 5);
        text_release(&found);
    }
}

/* A record that is too long is passed over, one that is not is read; make test has no time for 128 MiB. */
static void test_too_long(void)
{
    if (share_of(100) < 100)
        return;
    struct text found;
    text_init(&found);
    check_bytes(
        &(struct bytes){comment_head, 'x', LONGEST + BLOCK, "} *\n\n[Ruleset \"accasta\"]\n1. c3:-d3 *\n"}, &found);
    assert_int_equal(count_lines_of(found.bytes), 2);
    assert_non_null(strstr(found.bytes, "syntax/record-too-long"));
    assert_non_null(strstr(found.bytes, "\"game\":2,\"line\":5,"));
    assert_non_null(strstr(found.bytes, "\"plies\":1,\"legal\":true"));
    text_clear(&found);
    check_bytes(&(struct bytes){comment_head, 'x', LONGEST - BLOCK, "} 1. c3:-d3 *\n"}, &found);
    assert_null(strstr(found.bytes, "syntax/record-too-long"));
    assert_non_null(strstr(found.bytes, "\"plies\":1,\"legal\":true"));
    text_release(&found);
}

/* What cannot be read is told, and not taken for an end. */
/* A scanner that runs out of memory says so to its caller, wherever that happens. */
static void test_no_memory(void)
{
    static char bytes[] = "1. c3:-d3 *\n\0";
    static struct scan scan;
    void *scanner;
    size_t room = 0;
    for (; room <= SCAN_ROOM; room += alignof(max_align_t)) {
        scan.room_used = SCAN_ROOM - room;
        if (scan_open(&scan, bytes, sizeof bytes, &scanner))
            break;
    }
    assert_true(room > 2 * alignof(max_align_t) && room <= SCAN_ROOM);
}

static void test_unreadable(void)
{
    int fd = open(".", O_RDONLY);
    assert_true(fd >= 0);
    catasta_input *input = catasta_input_open(session, fd, "folder");
    assert_null(catasta_input_next(input));
    assert_true(catasta_input_error(input) != 0);
    catasta_input_close(input);
    close(fd);
}

int main(void)
{
    static const struct unit_test tests[] = {
        unit_test(test_sample),
        unit_test(test_block_ends),
        unit_test(test_pipe),
        unit_test(test_lines),
        unit_test(test_split_line_end),
        unit_test(test_open_comment),
        unit_test(test_too_long),
        unit_test(test_no_memory),
        unit_test(test_unreadable),
    };
    session = session_open("accasta-pari");
    if (session == NULL)
        return 1;
    int status = unit_run(tests, NULL);
    catasta_session_free(session);
    return status;
}
