/* SPDX-License-Identifier: MIT */
/* How pictures look: the style sheet, colours by their names, and texts made safe. */
#include "formats/svg/svg_parts.h"

#include "base/utf8.h"

/* A sheet is one string. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* Colours that rulesets name; how pieces of them are filled, and whether what is written on
   them is dark or light.  They differ in lightness, so that the common ones can be
   distinguished without seeing hues; letters are drawn on them anyway; in print greys, some with lines on the side and
   on top. */
#define COLOURS(X)                                                                                                     \
    X(white, fffdf5, dark, fff, false)                                                                                 \
    X(black, 2a2a2e, light, 000, false)                                                                                \
    X(red, d24036, light, 757575, false)                                                                               \
    X(orange, f19a2a, dark, cfcfcf, false)                                                                             \
    X(yellow, f5e04a, dark, f0f0f0, false)                                                                             \
    X(amber, ffbf3c, dark, dcdcdc, false)                                                                              \
    X(gold, d9a514, dark, c4c4c4, false)                                                                               \
    X(green, 08694a, light, 3c3c3c, true)                                                                              \
    X(lime, a5d64a, dark, e2e2e2, false)                                                                               \
    X(teal, 0f6f78, light, 585858, true)                                                                               \
    X(cyan, 6cc9e8, dark, d4d4d4, false)                                                                               \
    X(turquoise, 4fd0c0, dark, c9c9c9, false)                                                                          \
    X(blue, 1a4a96, light, 000, false)                                                                                 \
    X(navy, 24346f, light, 232323, false)                                                                              \
    X(purple, 7d4aa0, light, 626262, true)                                                                             \
    X(violet, 8a5cc4, light, 707070, true)                                                                             \
    X(magenta, b8357f, light, 666, true)                                                                               \
    X(pink, f2a3bb, dark, d9d9d9, false)                                                                               \
    X(crimson, 96123a, light, 3c3c3c, false)                                                                           \
    X(brown, 7a4f2c, light, 444, false)                                                                                \
    X(drab, 8d8361, dark, b4b4b4, false)                                                                               \
    X(fawn, d8a878, dark, d0d0d0, false)                                                                               \
    X(ecru, e0d3a8, dark, eaeaea, false)                                                                               \
    X(grey, 9a9da3, dark, bbb, false)                                                                                  \
    X(gray, 9a9da3, dark, bbb, false)                                                                                  \
    X(silver, c9ccd1, dark, dedede, false)                                                                             \
    X(zinc, 7f8c99, dark, adadad, false)

static const struct {
    const char *name;
    struct tone tone;
} tones[] = {
#define TONE(name, fill, ink, grey, lined) {#name, {#name, #ink, lined}},
    COLOURS(TONE)
#undef TONE
};

#define LEVEL(n, colour) ".cs .h" #n "{fill:#" #colour ";stroke:#" #colour "}"

#define LIGHT                                                                                                          \
    ".cs .bg{fill:#fbf8f1}.cs .bd{fill:#d6bb8a;stroke:#d6bb8a;stroke-linejoin:round}"                                  \
    ".cs .felt{fill:#d3ddd0}.cs .below{fill:#000;stroke:#000;stroke-linejoin:round;opacity:.12}"                       \
    ".cs text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle}"                                  \
    ".cs .s{fill:#222;text-anchor:start}.cs .i{text-anchor:middle}.cs .w{fill:#900046}"                                \
    ".cs .n{fill:#4a412c;stroke:#f6eedd;stroke-width:2;stroke-linejoin:round;paint-order:stroke}"                      \
    ".cs .d{fill:#3d2f1a;stroke:none}.cs .l{fill:#fff;stroke:none}.cs .still{stroke:none}"                             \
    ".cs .c{fill:#f6eedd;stroke:#c3ab7c;stroke-linejoin:round}.cs .g{fill:none;stroke:#7f8f7e;stroke-width:.5}"        \
    ".cs .z1{fill:#98c5ea}.cs .z2{fill:#f5cbb5}.cs .z3{fill:#d9efcb}.cs .z4{fill:#d9c0e4}"                             \
    ".cs .p{fill:#cfa066;stroke:#33302a;stroke-width:.8;stroke-linejoin:round}"                                        \
    ".cs .u{fill:#000;fill-opacity:.14}.cs .lit{fill:#fff;fill-opacity:.2}"                                            \
    ".cs .t{stroke-width:1.6}.cs .q{stroke-width:.3}.cs .rest{fill:#b9b6ae;stroke-dasharray:3 2}"                      \
    ".cs .dark{fill:#1c1c1c;color:#1c1c1c;font-weight:bold}.cs .light{fill:#fff;color:#fff;font-weight:bold}"          \
    ".cs .v{fill:currentColor;stroke:currentColor;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}"        \
    ".cs .halo{fill:#fff;stroke:#fff;stroke-width:4.4;stroke-linejoin:round}.cs .band{fill:none;stroke:#fff}"          \
    ".cs .r{fill:#ffd83d;stroke:#900046;fill-rule:evenodd}"                                                            \
    ".cs .b{fill:#111;stroke:#fff;stroke-width:1.8;stroke-linejoin:round;paint-order:stroke;font-weight:bold}"         \
    ".cs .y{fill:#ffd83d;stroke:#8a6a00;stroke-width:1.6}"                                                             \
    ".cs .m{fill:#ffd83d;fill-opacity:.3;stroke:#900046;stroke-width:2}"                                               \
    ".cs .k{fill:#ffd83d;fill-opacity:.45}.cs "                                                                        \
    ".rim{fill:none;stroke:#780036;stroke-width:2.6;stroke-linecap:round}.cs .from{stroke-dasharray:5 4}"              \
    ".cs .G{color:#14702b}.cs .R{color:#bd1f16}.cs .Y{color:#8a6000}"                                                  \
    ".cs .B{color:#1b52bd}.cs .noted{fill:currentColor;fill-opacity:.15;stroke:currentColor;stroke-width:3.5}"         \
    ".cs .aimed{fill:currentColor;stroke:#fff;stroke-width:3;stroke-linejoin:round;paint-order:stroke;opacity:.9}"     \
    ".cs .a{fill:#c2185b;stroke:#fff;stroke-width:3;stroke-linejoin:round;paint-order:stroke;opacity:.9}"              \
    ".cs .j{fill:#fff;font-weight:bold}.cs .bad{fill:#c0141f}.cs .no{fill:#d5303a;stroke:#c0141f}.cs "                 \
    ".lost{fill:#ff5a4d}.cs .came{fill:none;stroke:#900046;stroke-width:2.6}.cs "                                      \
    ".away{fill:none;stroke:#900046;stroke-width:1.6;stroke-dasharray:4 3}"                                            \
    ".cs .cut{fill:none;stroke:#c0141f;stroke-width:2.6;stroke-linecap:round}.cs .wash{fill:#ff7a70;fill-opacity:.5}"  \
    ".cs .e{fill:none;stroke:#33302a;stroke-linecap:round}.cs .x{fill:none;stroke:#33302a}"                            \
    ".cs .h{stroke-width:.6}" LEVEL(0, bf955f) LEVEL(1, c69d69) LEVEL(2, d4b080) LEVEL(3, e0c298) LEVEL(               \
        4, ead1af) LEVEL(5, f0dcc2) LEVEL(6, f4e5d1) LEVEL(7, f7ecde) LEVEL(8, f9f2e8)                                 \
        LEVEL(9, fbf7f1) ".cs .f{fill:#26354d;stroke:#fff;stroke-width:1}.cs .o{fill:#fff;font-weight:bold}" COLOURS(  \
            FILL) ".cs .black{stroke:#a5a5ad}"
#define FILL(name, fill, ink, grey, lined) ".cs ." #name "{fill:#" #fill "}"

/* Cells are of a middle grey, from which white pieces stand out as well as black ones; any other colour does so by its
   rim, which is light where it is dark itself. */
#define DARK                                                                                                           \
    ".cs .bg{fill:#1c1916}.cs .bd{fill:#453a2e;stroke:#453a2e}.cs .felt{fill:#2b342e}.cs .below{opacity:.4}"           \
    ".cs .s{fill:#efe9df}.cs .w{fill:#ffeda3}"                                                                         \
    ".cs .n{fill:#fff;stroke:#2b2620}.cs .d{fill:#3d2f1a;stroke:none}.cs .l{fill:#fff;stroke:none}"                    \
    ".cs .c{fill:#7a654c;stroke:#94805f}.cs .away{stroke:#ffeda3}"                                                     \
    ".cs .z1{fill:#487aa9}.cs .z2{fill:#8c4939}.cs .z3{fill:#55764a}.cs .z4{fill:#6a5580}"                             \
    ".cs .p{stroke:#050607}.cs .y{fill:#8a7420;stroke:#ffd83d}.cs .m{fill:none;stroke:#ffeda3}.cs "                    \
    ".a{fill:#ff7fb0;stroke:#1c1916}.cs .j{fill:#1c1916}"                                                              \
    ".cs .G{color:#8df09e}.cs .R{color:#ffc9c4}.cs .Y{color:#ffd84d}"                                                  \
    ".cs .bad{fill:#ff9a90}.cs .no{fill:#ff9a90;stroke:#ff9a90}.cs .came{stroke:#ffeda3}"                              \
    ".cs .cut{stroke:#ff9a90}"                                                                                         \
    ".cs .B{color:#bedaff}.cs .aimed{stroke:#1c1916}" COLOURS(RIM) ".cs .black{fill:#060607}"
#define RIM(name, fill, ink, grey, lined) RIM_##ink(name)
#define RIM_dark(name)
#define RIM_light(name) ".cs ." #name "{stroke:#e8e6e1}"

/* Light colours stay lighter than dark ones; letters distinguish them. */
#define PRINT                                                                                                          \
    ".cs .bg{fill:#fff}.cs .bd{fill:#e6e6e6;stroke:#e6e6e6}.cs .felt{fill:#f3f3f3}.cs .below{opacity:0}"               \
    ".cs .s{fill:#000}.cs .w{fill:#000}.cs .came{stroke:#000}.cs "                                                     \
    ".away{stroke:#000}.cs .n{fill:#000;stroke:#fff}.cs .d{fill:#000;stroke:none}.cs "                                 \
    ".l{fill:#fff;stroke:none}"                                                                                        \
    ".cs .c{fill:#fff;stroke:#777}.cs .z1{fill:#b4b4b4}.cs .z2{fill:#dedede}.cs .z3{fill:#c8c8c8}.cs .z4{fill:#eee}"   \
    ".cs .p{fill:#ccc;stroke:#000}.cs .e{stroke:#000}.cs .x{stroke:#000}.cs .f{fill:#000}.cs "                         \
    ".dark{fill:#000;color:#000}"                                                                                      \
    ".cs .y{fill:#d0d0d0;stroke:#000}.cs .r{fill:#fff;stroke:#000}.cs .m{fill:none;stroke:#000;stroke-width:2.6}.cs "  \
    ".k{fill:none}.cs .rim{stroke:#000}.cs "                                                                           \
    ".a{fill:#000}.cs .G{color:#444}.cs .R{color:#000}.cs .Y{color:#555}"                                              \
    ".cs .bad{fill:#000}.cs .no{fill:none;stroke:#000}.cs .cut{stroke:#000}.cs .wash{fill:none}.cs .B{color:#222}.cs " \
    ".aimed{stroke:#fff}" LEVEL(0, a8a8a8) LEVEL(1, b2b2b2) LEVEL(2, bbbbbb) LEVEL(3, c5c5c5) LEVEL(4, cfcfcf)         \
        LEVEL(5, d8d8d8) LEVEL(6, e2e2e2) LEVEL(7, ececec) LEVEL(8, f5f5f5) LEVEL(9, ffffff)                           \
            COLOURS(GREY) ".cs .black{stroke:#fff}"
#define GREY(name, fill, ink, grey, lined) ".cs ." #name "{fill:#" #grey "}"

/* Which the build also makes a file of, of the macros of this one. */
#define AUTO LIGHT "@media screen and (prefers-color-scheme:dark){" DARK "}"

const char *svg_css(enum svg_theme theme)
{
    static const char *const sheets[] = {
        [SVG_AUTO] = AUTO, [SVG_LIGHT] = LIGHT, [SVG_DARK] = LIGHT DARK, [SVG_PRINT] = LIGHT PRINT};
    return sheets[theme];
}

/* Whether CLASS is among the classes of an element of BODY. */
static bool has_class(struct slice body, struct slice class)
{
    for (size_t i = 1; i + class.length < body.length; i++) {
        bool begins = body.at[i - 1] == '"' || body.at[i - 1] == ' ';
        char after = body.at[i + class.length];
        if (begins && (after == '"' || after == ' ') && memcmp(body.at + i, class.at, class.length) == 0)
            return true;
    }
    return false;
}

/* Rules for a class begin with ".cs .". */
void svg_css_used(enum svg_theme theme, struct slice body, struct text *text)
{
    static const char before[] = ".cs .";
    struct slice rest = slice_of(svg_css(theme));
    for (struct slice rule; rest.length > 0 && slice_split(&rest, '}', &rule);) {
        if (rule.length > 0 && rule.at[0] == '@') {
            size_t open = strcspn(rule.at, "{") + 1;
            text_add(text, (struct slice){rule.at, open});
            rule = slice_after(rule, open);
        }
        bool of_class = rule.length > strlen(before) && memcmp(rule.at, before, strlen(before)) == 0;
        struct slice class = {rule.at + strlen(before), of_class ? strcspn(rule.at + strlen(before), "{") : 0};
        if (of_class && !has_class(body, class))
            continue;
        text_printf(text, "%pS}", SLICE(rule));
    }
}

struct tone svg_tone(const char *colour)
{
    for (size_t i = 0; colour != NULL && i < sizeof tones / sizeof tones[0]; i++)
        if (strcmp(tones[i].name, colour) == 0)
            return tones[i].tone;
    return (struct tone){"", "dark", false};
}

static bool has_word_at(struct slice css, size_t at, const char *word)
{
    for (size_t i = 0; word[i] != '\0'; i++)
        if (at + i >= css.length || small_letter(css.at[at + i]) != word[i])
            return false;
    return true;
}

/* A backslash could spell any of the others. */
const char *svg_css_fault(struct slice css)
{
    static const char *const words[] = {"<", "\\", "url(", "image(", "image-set(", "src(", "@import", "@charset",
        "@namespace", "@font-face", "expression(", "javascript:", "-moz-binding", "behavior:"};
    for (size_t i = 0; i < css.length; i++) {
        unsigned char c = (unsigned char)css.at[i];
        if ((c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7F)
            return "a control byte";
        for (size_t j = 0; j < sizeof words / sizeof words[0]; j++)
            if (has_word_at(css, i, words[j]))
                return words[j];
    }
    return NULL;
}
