#include <ctype.h>
#include <stdlib.h>

#include "check.h"
#include "page/web/html_blocks.h"
#include "util/arena.h"
#include "util/path.h"
#include "util/strbuf.h"

/* Names in capitals, each once. */
struct names {
    const char *items[200];
    size_t count;
};

static bool has_name(const struct names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

static void add_name(struct names *names, struct arena *arena, const char *text, size_t size)
{
    const char *name = arena_text_of_size(arena, text, size);
    if (!has_name(names, name) && names->count < sizeof names->items / sizeof names->items[0])
        names->items[names->count++] = name;
}

static size_t name_size(const char *text)
{
    size_t size = 0;
    while (isupper((unsigned char)text[size]) || (size && text[size] == '_'))
        size++;
    return size;
}

static const char *content_of(struct arena *arena, const char *path)
{
    struct strbuf text;
    struct error error;
    strbuf_init(&text);
    bool good = path_read(path, 1 << 20, &text, &error);
    const char *copy = good ? arena_text(arena, text.text) : "";
    strbuf_release(&text);
    return copy;
}

/* {{NAME}}, {{#NAME}}, {{/NAME}}, {{>NAME}}; "{{#NAME_separator}}" belongs to NAME. */
static void find_used(struct names *names, struct arena *arena, const char *text)
{
    while ((text = strstr(text, "{{"))) {
        text += 2;
        text += *text && strchr("#/>", *text) ? 1 : 0;
        size_t size = name_size(text);
        if (size > 1 && text[size - 1] == '_')
            size--;
        if (size)
            add_name(names, arena, text, size);
    }
}

/* What a template's dictionary is given is the string literal of capitals in html*.c. */
static void find_set(struct names *names, struct arena *arena, const char *text)
{
    static const char *const formats[] = {"PNG", "SVG", "JSON"};
    while ((text = strchr(text, '"'))) {
        size_t size = name_size(++text);
        bool is_name = size > 1 && text[size] == '"';
        for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
            is_name = is_name && strncmp(text, formats[i], size) != 0;
        if (is_name)
            add_name(names, arena, text, size);
        text = strchr(text, '"');
        text += text != NULL;
        if (!text)
            return;
    }
}

static void check_names(const struct names *used, const struct names *set)
{
    for (size_t i = 0; i < used->count; i++)
        if (!has_name(set, used->items[i]))
            CHECK_FAIL("{{%s}} is never set", used->items[i]);
    for (size_t i = 0; i < set->count; i++)
        if (!has_name(used, set->items[i]))
            CHECK_FAIL("%s is set and in no template", set->items[i]);
}

static void find_names(struct arena *arena, struct names *used, struct names *set)
{
    static const char *const sources[] = {"src/page/web/html_write.c",
                                          "src/page/web/html_blocks.c"};
    find_used(used, arena, content_of(arena, "templates/page.tpl"));
    for (size_t i = 0; i < html_template_count(); i++)
        find_used(used, arena,
                  content_of(arena, arena_format(arena, "templates/%s", html_template_at(i))));
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
        find_set(set, arena, content_of(arena, sources[i]));
}

static void templates_use_the_names_that_are_set(void)
{
    struct arena arena;
    struct names used = {.count = 0}, set = {.count = 0};
    arena_init(&arena);
    find_names(&arena, &used, &set);
    CHECK(used.count > 30);
    check_names(&used, &set);
    arena_release(&arena);
}

/* A link that is called "PDF" makes the word look like a name. */
static void listing_uses_the_names_that_are_set(void)
{
    struct arena arena;
    struct names used = {.items = {"PDF"}, .count = 1}, set = {.count = 0};
    arena_init(&arena);
    find_used(&used, &arena, content_of(&arena, "templates/listing.tpl"));
    find_set(&set, &arena, content_of(&arena, "src/page/index/listing.c"));
    CHECK(used.count > 20);
    check_names(&used, &set);
    arena_release(&arena);
}

static void mail_uses_the_names_that_are_set(void)
{
    struct arena arena;
    struct names used = {.count = 0}, set = {.count = 0};
    arena_init(&arena);
    find_used(&used, &arena, content_of(&arena, "templates/mail.tpl"));
    find_set(&set, &arena, content_of(&arena, "src/page/mail/mail_html.c"));
    CHECK(used.count > 20);
    check_names(&used, &set);
    arena_release(&arena);
}

static void every_template_is_loaded_and_told_of(void)
{
    struct arena arena;
    struct error error;
    const char **names;
    size_t count, templates = 0;
    arena_init(&arena);
    const char *manual = content_of(&arena, "templates/README.md");
    CHECK(path_list(&arena, "templates", &names, &count, &error));
    for (size_t i = 0; i < count; i++) {
        templates += strstr(names[i], ".tpl") != NULL;
        if (strcmp(names[i], "README.md") != 0 && !strstr(manual, names[i]))
            CHECK_FAIL("%s is not in templates/README.md", names[i]);
    }
    CHECK_INT(templates, html_template_count() + 3); /* page.tpl, listing.tpl, mail.tpl */
    arena_release(&arena);
}

/* ---- colours -------------------------------------------------------------------------------- */

static double channel_luminance(unsigned channel)
{
    double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

/* Of WCAG 2.1; `css` begins a block of colours. */
static double luminance(const char *css, const char *name)
{
    char wanted[40];
    unsigned red = 0, green = 0, blue = 0;
    snprintf(wanted, sizeof wanted, "--%s: #", name);
    const char *colour = strstr(css, wanted);
    if (!colour || sscanf(colour + strlen(wanted), "%2x%2x%2x", &red, &green, &blue) != 3)
        return NAN;
    return 0.2126 * channel_luminance(red) + 0.7152 * channel_luminance(green) +
           0.0722 * channel_luminance(blue);
}

static double contrast(const char *css, const char *one, const char *other)
{
    double a = luminance(css, one), b = luminance(css, other);
    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

static void letters_can_be_read_in_light_and_dark(void)
{
    static const char *const blocks[] = {":root {", ":root.light-or-dark {", ":root.dark {"};
    static const char *const letters[] = {"text", "secondary", "accent"};
    struct arena arena;
    arena_init(&arena);
    const char *css = content_of(&arena, "templates/report.css");
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 3; k++) {
            const char *block = strstr(css, blocks[i]);
            CHECK(block);
            CHECK(contrast(block, letters[k], "background") >= 4.5);
        }
    arena_release(&arena);
}

/* The dark colours stand twice: by the reader's choice and by --theme dark. */
static void dark_is_the_same_both_times(void)
{
    struct arena arena;
    arena_init(&arena);
    const char *css = content_of(&arena, "templates/report.css");
    const char *first = strstr(css, ":root.light-or-dark {"), *second = strstr(css, ":root.dark {");
    CHECK(first && second);
    size_t lines = 0;
    for (first = strstr(first, "--"), second = strstr(second, "--"); first && *first != '}';
         lines++) {
        size_t size = strcspn(first, "\n");
        CHECK(strncmp(first, second, size + 1) == 0);
        first += size + strspn(first + size, "\n ");
        second += size + strspn(second + size, "\n ");
    }
    CHECK(lines > 6);
    arena_release(&arena);
}

static void style_sheets_load_nothing(void)
{
    static const char *const sheets[] = {"templates/report.css", "templates/listing.css"};
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; i < 2; i++) {
        const char *css = content_of(&arena, sheets[i]);
        CHECK(*css && !strstr(css, "url(") && !strstr(css, "@import") && !strstr(css, "//"));
    }
    arena_release(&arena);
}

CHECK_MAIN(TEST(templates_use_the_names_that_are_set), TEST(listing_uses_the_names_that_are_set),
           TEST(mail_uses_the_names_that_are_set), TEST(every_template_is_loaded_and_told_of),
           TEST(letters_can_be_read_in_light_and_dark), TEST(dark_is_the_same_both_times),
           TEST(style_sheets_load_nothing))
