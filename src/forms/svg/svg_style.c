/* How pictures look: the style sheet, colours by their names, and texts made safe. */
#include "forms/svg/svg_parts.h"

/* Colours that rulesets name; how pieces of them are filled, and whether what is written on
   them is dark or light.  They differ in lightness, so that the common ones can be
   distinguished without seeing hues; letters are drawn on them all the same. */
#define COLOURS(X)                                                                                                     \
    X(white, fffdf5, dark)                                                                                             \
    X(black, 2a2a2e, light)                                                                                            \
    X(red, c8372d, light)                                                                                              \
    X(orange, f19a2a, dark)                                                                                            \
    X(yellow, f5e04a, dark)                                                                                            \
    X(amber, ffbf3c, dark)                                                                                             \
    X(gold, d9a514, dark)                                                                                              \
    X(green, 128a62, light)                                                                                            \
    X(lime, a5d64a, dark)                                                                                              \
    X(teal, 0f6f78, light)                                                                                             \
    X(cyan, 6cc9e8, dark)                                                                                              \
    X(turquoise, 4fd0c0, dark)                                                                                         \
    X(blue, 1f5fae, light)                                                                                             \
    X(navy, 24346f, light)                                                                                             \
    X(purple, 7d4aa0, light)                                                                                           \
    X(violet, 9a6fd0, light)                                                                                           \
    X(magenta, b8357f, light)                                                                                          \
    X(pink, f2a3bb, dark)                                                                                              \
    X(crimson, 96123a, light)                                                                                          \
    X(brown, 7a4f2c, light)                                                                                            \
    X(drab, 8d8361, dark)                                                                                              \
    X(fawn, d8a878, dark)                                                                                              \
    X(ecru, e0d3a8, dark)                                                                                              \
    X(grey, 9a9da3, dark)                                                                                              \
    X(gray, 9a9da3, dark)                                                                                              \
    X(silver, c9ccd1, dark)                                                                                            \
    X(zinc, 7f8c99, dark)

static const struct {
    const char *name;
    struct tone tone;
} tones[] = {
#define ROW(name, fill, ink) {#name, {#name, #ink}},
    COLOURS(ROW)
#undef ROW
};

static const char sheet[] =
    ".cs .bg{fill:#fff}"
    ".cs text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle}"
    ".cs .s{fill:#222;text-anchor:start}.cs .i{text-anchor:middle}"
    ".cs .n{fill:#85775a}.cs .d{fill:#5c4727}"
    ".cs .c{fill:#f4ecdc;stroke:#b8a98a;stroke-linejoin:round}"
    ".cs .z1{fill:#c9dff2}.cs .z2{fill:#f5d3b8}.cs .z3{fill:#d5ebc6}.cs .z4{fill:#e6d3ee}"
    ".cs .p{fill:#d9b98a;stroke:#33302a;stroke-width:.8;stroke-linejoin:round}"
    ".cs .q{stroke-width:.3}"
    ".cs .dark{fill:#1c1c1c;font-weight:bold}.cs .light{fill:#fff;font-weight:bold}"
    ".cs .b{fill:#111;stroke:#fff;stroke-width:1.8;stroke-linejoin:round;paint-order:stroke;font-weight:bold}"
    ".cs .m{fill:#ffd83d;fill-opacity:.3;stroke:#c2185b;stroke-width:2}.cs .from{stroke-dasharray:5 4}"
    ".cs .a{fill:#c2185b;fill-opacity:.85;stroke:#fff;stroke-width:.8}"
    ".cs .e{fill:none;stroke:#33302a;stroke-width:1.8;stroke-linecap:round}"
    ".cs .h{stroke-width:.6}"
    ".cs .h0{fill:#b98f5a;stroke:#b98f5a}.cs .h1{fill:#c79d69;stroke:#c79d69}"
    ".cs .h2{fill:#d3ac78;stroke:#d3ac78}.cs .h3{fill:#debb89;stroke:#debb89}"
    ".cs .h4{fill:#e8c99b;stroke:#e8c99b}.cs .h5{fill:#f0d7af;stroke:#f0d7af}"
    ".cs .h6{fill:#f7e4c4;stroke:#f7e4c4}.cs .h7{fill:#fdf2dc;stroke:#fdf2dc}"
    ".cs .f{fill:#26354d;stroke:#fff;stroke-width:1}.cs .o{fill:#fff;font-weight:bold}"
#define ROW(name, fill, ink) ".cs ." #name "{fill:#" #fill "}"
    COLOURS(ROW)
#undef ROW
        ".cs .black{stroke:#a5a5ad}"
        "@media screen and (prefers-color-scheme:dark){"
        ".cs .bg{fill:#16181c}.cs .s{fill:#e8e6e1}.cs .n{fill:#a9a08c}"
        ".cs .c{fill:#40444c;stroke:#6a6f79}"
        ".cs .z1{fill:#2f5170}.cs .z2{fill:#74492b}.cs .z3{fill:#3f5c34}.cs .z4{fill:#5a4266}"
        ".cs .m{stroke:#ff6ea8}.cs .a{fill:#ff6ea8;stroke:#16181c}}";

const char *svg_css(void)
{
    return sheet;
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

/* Rules for a class begin with this; what is for the dark stays as it is. */
void svg_css_used(struct slice body, struct text *text)
{
    static const char before[] = ".cs .";
    const char *dark = strchr(sheet, '@');
    struct slice rest = {sheet, (size_t)(dark - sheet)};
    for (struct slice rule; rest.length > 0 && slice_split(&rest, '}', &rule);) {
        bool of_class = rule.length > strlen(before) && memcmp(rule.at, before, strlen(before)) == 0;
        struct slice class = {rule.at + strlen(before), 0};
        while (of_class && class.at[class.length] != '{')
            class.length++;
        if (of_class && !has_class(body, class))
            continue;
        text_add(text, rule);
        text_add_char(text, '}');
    }
    text_add_string(text, dark);
}

struct tone svg_tone(const char *colour)
{
    for (size_t i = 0; colour != NULL && i < sizeof tones / sizeof tones[0]; i++)
        if (strcmp(tones[i].name, colour) == 0)
            return tones[i].tone;
    return (struct tone){"", "dark"};
}

static bool stands_at(struct slice css, size_t at, const char *word)
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
            if (stands_at(css, i, words[j]))
                return words[j];
    }
    return NULL;
}

static void add_xml_byte(char c, struct text *text)
{
    if (c == '&')
        text_add_string(text, "&amp;");
    else if (c == '<')
        text_add_string(text, "&lt;");
    else if (c == '>')
        text_add_string(text, "&gt;");
    else if (c == '"')
        text_add_string(text, "&quot;");
    else
        text_add_char(text, c);
}

/* Whether the character at AT is one that Unicode and XML exclude. */
static bool is_none(const struct text *plain, size_t at)
{
    return plain->bytes[at] == '\xEF' && at + 2 < plain->length && plain->bytes[at + 1] == '\xBF' &&
        (plain->bytes[at + 2] == '\xBE' || plain->bytes[at + 2] == '\xBF');
}

/* Bytes that XML cannot hold are gone when text_add_escaped has seen them; white space
   stays. */
void svg_escape(struct slice string, struct text *text)
{
    struct text plain;
    text_init(&plain);
    for (size_t begin = 0, i = 0; i <= string.length; i++) {
        char c = i == string.length ? '\n' : string.at[i];
        if (c != '\n' && c != '\t' && c != '\r')
            continue;
        text_add_escaped(&plain, (struct slice){string.at + begin, i - begin});
        if (i < string.length)
            text_add_char(&plain, c == '\n' ? '\n' : ' ');
        begin = i + 1;
    }
    for (size_t i = 0; i < plain.length; i++)
        if (is_none(&plain, i))
            text_add_char(text, '?'), i += 2;
        else
            add_xml_byte(plain.bytes[i], text);
    text_release(&plain);
}
