/* SPDX-License-Identifier: MIT */
/* That what is in pictures stands out from what is behind it, as the contrast of WCAG 2 is computed, with all sheets:
   what is written 4.5:1, marks and pieces 3:1; and that castles, which are told apart by tints, are so in grey. */
#include "formats/html/page.h"
#include "formats/svg/svg_parts.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>

static const double TEXT = 4.5;
static const double MARK = 3;

struct colour {
    double part[3];
};

static const enum svg_theme themes[] = {SVG_LIGHT, SVG_DARK, SVG_PRINT};

/* The value of PROPERTY that the last rule for CLASS gives it; empty where there is none. */
static struct slice value_of(enum svg_theme theme, const char *class, const char *property)
{
    struct slice rest = slice_of(svg_css(theme));
    struct slice found = {"", 0};
    char begin[64];
    snprintf(begin, sizeof begin, ".cs .%s{", class);
    for (struct slice rule; slice_split(&rest, '}', &rule);) {
        if (rule.length < strlen(begin) || memcmp(rule.at, begin, strlen(begin)) != 0)
            continue;
        struct slice all = {rule.at + strlen(begin), rule.length - strlen(begin)};
        for (struct slice one; slice_split(&all, ';', &one);)
            if (one.length > strlen(property) && memcmp(one.at, property, strlen(property)) == 0 &&
                one.at[strlen(property)] == ':')
                found = (struct slice){one.at + strlen(property) + 1, one.length - strlen(property) - 1};
    }
    return found;
}

/* "#abc" or "#aabbcc" */
static struct colour colour_of(struct slice value)
{
    struct colour colour = {{-1, -1, -1}};
    assert_true(value.length == 4 || value.length == 7);
    for (unsigned i = 0; i < 3 && value.length >= 4; i++) {
        char digits[3] = {
            value.at[value.length == 4 ? 1 + i : 1 + 2 * i], value.at[value.length == 4 ? 1 + i : 2 + 2 * i]};
        colour.part[i] = (double)strtol(digits, NULL, 16) / 255;
    }
    return colour;
}

/* The power of 2.4, of a number up to 1. */
static double power(double number)
{
    double root = 1; /* the fifth of the square */
    for (unsigned i = 0; i < 60; i++)
        root -= (root * root * root * root * root - number * number) / (5 * root * root * root * root);
    return number * number * root;
}

static double luminance(struct colour colour)
{
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (unsigned i = 0; i < 3; i++)
        sum +=
            weights[i] * (colour.part[i] <= 0.04045 ? colour.part[i] / 12.92 : power((colour.part[i] + 0.055) / 1.055));
    return sum;
}

static double contrast(struct colour a, struct colour b)
{
    double one = luminance(a) + 0.05;
    double other = luminance(b) + 0.05;
    return one > other ? one / other : other / one;
}

/* GROUND under what MARK, a class, is filled with. */
static struct colour marked(enum svg_theme theme, const char *mark, struct colour ground)
{
    struct slice fill = value_of(theme, mark, "fill");
    struct slice opacity = value_of(theme, mark, "fill-opacity");
    if (slice_is(fill, "none"))
        return ground;
    struct colour over = colour_of(fill);
    char digits[8] = "1";
    if (opacity.length > 0 && opacity.length < sizeof digits)
        snprintf(digits, sizeof digits, "%.*s", (int)opacity.length, opacity.at);
    for (unsigned i = 0; i < 3; i++)
        ground.part[i] += strtod(digits, NULL) * (over.part[i] - ground.part[i]);
    return ground;
}

static bool stands_out(const char *class, const char *on, struct colour ink, struct colour ground, double least)
{
    double found = contrast(ink, ground);
    if (found < least)
        printf("%s on %s: %.2f\n", class, on, found);
    return found >= least;
}

/* PROPERTY of CLASS on each of the classes GROUNDS, by spaces, as it is and under what MARK is filled with. */
static void check(const char *class, const char *property, const char *grounds, const char *mark, double least)
{
    for (size_t i = 0; i < sizeof themes / sizeof themes[0]; i++) {
        struct colour ink = colour_of(value_of(themes[i], class, property));
        struct slice rest = slice_of(grounds);
        for (struct slice ground; slice_split(&rest, ' ', &ground);) {
            char on[16];
            snprintf(on, sizeof on, "%.*s", (int)ground.length, ground.at);
            struct colour below = colour_of(value_of(themes[i], on, "fill"));
            assert_true(stands_out(class, on, ink, below, least));
            if (mark != NULL)
                assert_true(stands_out(class, on, ink, marked(themes[i], mark, below), least));
        }
    }
}

/* One property of CLASS on another of it: what has a rim of its own. */
static void check_rim(const char *class)
{
    for (size_t i = 0; i < sizeof themes / sizeof themes[0]; i++)
        assert_true(stands_out(class, "its rim", colour_of(value_of(themes[i], class, "fill")),
            colour_of(value_of(themes[i], class, "stroke")), TEXT));
}

static void test_words(void)
{
    check("s", "fill", "bg", NULL, TEXT);
    check("w", "fill", "bg", NULL, TEXT);
    check("n", "fill", "bg c z1 z2 z3 z4", "m", TEXT);
    check("d", "fill", "h0 h1 h2 h3 h4 h5 h6 h7 h8 h9", NULL, TEXT);
    check("l", "fill", "black", NULL, TEXT);
    check("dark", "fill", "p rest h0 h1 h2 h3 h4 h5 h6 h7 h8 h9", "k", TEXT);
    check("dark", "fill", "h0 h1 h2 h3 h4 h5 h6 h7 h8 h9", "wash", TEXT);
    check("d", "fill", "h0 h1 h2 h3 h4 h5 h6 h7 h8 h9", "wash", TEXT);
    check("o", "fill", "f", NULL, TEXT);
    check_rim("n");
    check_rim("b");
}

static void test_marks(void)
{
    check("m", "stroke", "bg c z1 z2 z3 z4", "m", MARK);
    check("cut", "stroke", "bg felt", NULL, MARK);
    check("rim", "stroke", "h0 h1 h2 h3 h4 h5 h6 h7 h8 h9", "k", MARK);
    check_rim("a");
    check_rim("r");
    check("r", "fill", "black", NULL, TEXT);
    check_rim("f");
}

/* The next class of REST that is a colour of pieces. */
static bool next_colour(struct slice *rest, char class[16])
{
    for (struct slice rule; slice_split(rest, '}', &rule);)
        if (sscanf(rule.at, ".cs .%15[a-z]{", class) == 1 && strcmp(svg_tone(class).piece, class) == 0)
            return true;
    return false;
}

/* What is written on pieces of each colour that has a name. */
static void test_ink(void)
{
    struct slice rest = slice_of(svg_css(SVG_LIGHT));
    unsigned colours = 0;
    for (char class[16]; next_colour(&rest, class); colours++)
        check(svg_tone(class).ink, "fill", class, NULL, TEXT);
    assert_true(colours > 20);
}

/* The colour of NAME on pages, light-dark(#…, #…). */
static struct colour paper(enum svg_theme theme, const char *name)
{
    const char *at = strstr(page_css, name);
    assert_true(at != NULL);
    at = strchr(at, '#');
    at = theme == SVG_DARK ? strchr(at + 1, '#') : at;
    return colour_of((struct slice){at, strspn(at + 1, "0123456789abcdef") + 1});
}

/* A piece of CLASS stands out by its colour or by its rim, which is that of all pieces unless it has its own. */
static bool is_seen(enum svg_theme theme, const char *class, const char *on, struct colour ground)
{
    struct slice rim = value_of(theme, class, "stroke");
    struct colour fill = colour_of(value_of(theme, class, "fill"));
    double by_rim = contrast(colour_of(rim.length > 0 ? rim : value_of(theme, "p", "stroke")), ground);
    return by_rim >= MARK || stands_out(class, on, fill, ground, MARK);
}

/* Each piece on each cell, as it is and marked, and on the grounds of pictures and pages. */
static void check_seen(const char *class)
{
    static const char *const cells[] = {"bg", "c", "z1", "z2", "z3", "z4"};
    static const char *const papers[] = {"--paper:", "--card:", "--head:"};
    for (size_t i = 0; i < sizeof themes / sizeof themes[0]; i++) {
        for (unsigned j = 0; j < sizeof cells / sizeof cells[0]; j++) {
            struct colour ground = colour_of(value_of(themes[i], cells[j], "fill"));
            assert_true(is_seen(themes[i], class, cells[j], ground));
            assert_true(is_seen(themes[i], class, cells[j], marked(themes[i], "m", ground)));
        }
        for (unsigned j = 0; j < sizeof papers / sizeof papers[0] && themes[i] != SVG_PRINT; j++)
            assert_true(is_seen(themes[i], class, papers[j], paper(themes[i], papers[j])));
    }
}

static void test_pieces(void)
{
    struct slice rest = slice_of(svg_css(SVG_LIGHT));
    check_seen("p");
    check_seen("rest");
    for (char class[16]; next_colour(&rest, class);)
        check_seen(class);
    for (unsigned i = 0; i < 10; i++) {
        char level[] = {'h', (char)('0' + i), '\0'};
        assert_true(contrast(colour_of(value_of(SVG_LIGHT, "e", "stroke")),
                        colour_of(value_of(SVG_LIGHT, level, "fill"))) >= MARK);
        assert_true(is_seen(SVG_DARK, level, "bg", colour_of(value_of(SVG_DARK, "bg", "fill"))));
    }
}

/* On dark boards both by their colour alone: a line would be too little where most pieces are black or white. */
static void test_black_and_white(void)
{
    static const char *const cells[] = {"c", "z1", "z2", "z3", "z4"};
    static const char *const pieces[] = {"white", "black"};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; j < sizeof cells / sizeof cells[0]; j++) {
            struct colour cell = marked(SVG_DARK, "m", colour_of(value_of(SVG_DARK, cells[j], "fill")));
            assert_true(stands_out(pieces[i], cells[j], colour_of(value_of(SVG_DARK, pieces[i], "fill")), cell, MARK));
        }
}

static void test_castles(void)
{
    static const char *const classes[] = {"c", "z1", "z2"};
    for (size_t i = 0; i < sizeof themes / sizeof themes[0]; i++)
        for (unsigned j = 0; j < 3; j++) {
            struct colour one = colour_of(value_of(themes[i], classes[j], "fill"));
            struct colour other = colour_of(value_of(themes[i], classes[(j + 1) % 3], "fill"));
            assert_true(contrast(one, other) >= 1.2);
        }
}

/* What comments mark, on cells and on the grounds of pages; the hatching of pieces, on all of their tones. */
static void test_noted(void)
{
    static const char *const papers[] = {"--paper:", "--card:"};
    static const char *const classes[] = {"G", "R", "Y", "B"};
    for (unsigned i = 0; i < 4; i++) {
        check(classes[i], "color", "bg c z1 z2 z3 z4", NULL, MARK);
        for (unsigned j = 0; j < 4; j++)
            assert_true(stands_out(classes[i], papers[j % 2], colour_of(value_of(themes[j / 2], classes[i], "color")),
                paper(themes[j / 2], papers[j % 2]), MARK));
    }
    check("x", "stroke", "p h0 h1 h2 h3 h4 h5 h6 h7 h8 h9", NULL, MARK);
}

int main(void)
{
    static const struct unit_test tests[] = {unit_test(test_words), unit_test(test_marks), unit_test(test_ink),
        unit_test(test_pieces), unit_test(test_black_and_white), unit_test(test_castles), unit_test(test_noted)};
    return unit_run(tests, NULL);
}
