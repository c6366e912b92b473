/* SPDX-License-Identifier: MIT */
/* Unit tests: a program runs a list of them. A test ends at its first assertion that
   fails; the tests after it still run. */
#ifndef TESTS_SUPPORT_UNIT_H
#define TESTS_SUPPORT_UNIT_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct unit_test {
    const char *name;
    void (*run)(void);
};
#define unit_test(function)                                                                                            \
    {                                                                                                                  \
#function, function                                                                                            \
    }

static const char *unit_running;
static jmp_buf unit_failed;

/* Prints "not ok NAME: FILE:LINE: ..." and leaves the running test. */
__attribute__((format(printf, 3, 4))) _Noreturn static inline void unit_fail(
    const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("not ok %s: %s:%d: ", unit_running, file, line);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    longjmp(unit_failed, 1);
}

static inline void unit_equal(const char *file, int line, const char *what, intmax_t found, intmax_t wanted)
{
    if (found != wanted)
        unit_fail(file, line, "%s: %" PRIdMAX " instead of %" PRIdMAX, what, found, wanted);
}

static inline void unit_same(const char *file, int line, const char *what, const char *found, const char *wanted)
{
    if (strcmp(found, wanted) != 0)
        unit_fail(file, line, "%s: \"%s\" instead of \"%s\"", what, found, wanted);
}

#define fail_msg(...) unit_fail(__FILE__, __LINE__, __VA_ARGS__)
#define assert_true(a) ((a) ? (void)0 : unit_fail(__FILE__, __LINE__, "%s", #a))
#define assert_false(a) ((a) ? unit_fail(__FILE__, __LINE__, "!(%s)", #a) : (void)0)
#define assert_null(a) assert_true((a) == NULL)
#define assert_non_null(a) assert_true((a) != NULL)
#define assert_int_equal(a, b) unit_equal(__FILE__, __LINE__, #a " == " #b, (intmax_t)(a), (intmax_t)(b))
#define assert_string_equal(a, b) unit_same(__FILE__, __LINE__, #a, a, b)
#define assert_memory_equal(a, b, size) assert_true(memcmp(a, b, size) == 0)

/* Runs the tests, with AFTER (or NULL) after each; returns the exit status. */
static inline int unit_run_all(const struct unit_test *tests, size_t count, void (*after)(void))
{
    static size_t i, failed; /* as longjmp leaves them */
    for (i = 0; i < count; i++) {
        unit_running = tests[i].name;
        if (setjmp(unit_failed) == 0) {
            tests[i].run();
            printf("ok %s\n", unit_running);
        } else {
            failed++;
        }
        if (after != NULL)
            after();
        fflush(stdout);
    }
    return failed > 0;
}
#define unit_run(tests, after) unit_run_all(tests, sizeof(tests) / sizeof(tests)[0], after)

#endif
