#include "check.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "render/text.h"
#include "util/path.h"
#include "util/strbuf.h"
#include "util/utf8.h"

static const struct text_style label = {7, TEXT_REGULAR, {0, 0, 0}, false};

static struct text_engine *engine_or_null(void)
{
    struct error error = {0};
    return text_engine_new("fonts", &error);
}

static void missing_configuration_is_named(void)
{
    struct error error = {0};
    CHECK(text_engine_new("/nowhere", &error) == NULL);
    CHECK_INT(error.kind, ERROR_INPUT);
    CHECK(strstr(error.text, "/nowhere/fonts.conf") != NULL);
}

static void put(const char *directory, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    CHECK(file);
    fputs(text, file);
    fclose(file);
}

/* Another font would be drawn with, and nobody would know. */
static void a_directory_of_fonts_that_cannot_be_read_is_a_fault(void)
{
    struct error error = {0};
    struct strbuf config;
    char root[] = "/tmp/jobreport-fonts-XXXXXX";
    CHECK(mkdtemp(root));
    strbuf_init(&config);
    strbuf_format(&config,
                  "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig>"
                  "<dir>%s</dir><dir>/usr/share/fonts</dir><dir>/nowhere</dir><cachedir>%s/cache"
                  "</cachedir></fontconfig>",
                  root, root);
    put(root, "fonts.conf", config.text);
    struct text_engine *engine = text_engine_new(root, &error);
    CHECK(engine);
    text_engine_free(engine);
    put(root, "Broken.TTF", "no font");
    CHECK(text_engine_new(root, &error) == NULL);
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(strstr(error.text, root) && strstr(error.text, "its fonts cannot be read"));
    strbuf_release(&config);
    path_remove_tree(root, &error);
}

static void width_grows_with_size_exactly(void)
{
    struct text_engine *engine = engine_or_null();
    CHECK(engine != NULL);
    struct text_style larger = label;
    larger.size_pt = 70;
    double small = text_measure(engine, &label, "Memory bandwidth", 0, 0).width;
    CHECK(small > 40 && small < 80);
    CHECK_NEAR(text_measure(engine, &larger, "Memory bandwidth", 0, 0).width, 10 * small, 0.002);
    text_engine_free(engine);
}

static void figures_are_tabular(void)
{
    struct text_engine *engine = engine_or_null();
    struct text_style tabular = label;
    tabular.tabular = true;
    CHECK_NEAR(text_measure(engine, &tabular, "1111", 0, 0).width,
               text_measure(engine, &tabular, "8888", 0, 0).width, 1e-9);
    CHECK(text_measure(engine, &label, "1111", 0, 0).width <
          text_measure(engine, &label, "8888", 0, 0).width);
    text_engine_free(engine);
}

/* A name is never given letters that it does not have. */
static void broken_names_get_no_hyphen(void)
{
    struct text_engine *engine = engine_or_null();
    double letter = text_measure(engine, &label, "n", 0, 0).width;
    struct text_extent extent =
        text_measure(engine, &label, "nnnnnnnnnnnnnnnnnnnnnnnnnn", 10.5 * letter, 0);
    CHECK_INT(extent.lines, 3);
    CHECK_NEAR(extent.width, 10 * letter, 0.01);
    text_engine_free(engine);
}

static void cut_names_stay_on_a_line(void)
{
    struct text_engine *engine = engine_or_null();
    double name = text_measure(engine, &label, "chromosome…alignment", 0, 0).width;
    double start = text_measure(engine, &label, "longest is chromosome…", 0, 0).width;
    struct text_extent extent =
        text_measure(engine, &label, "longest is chromosome…alignment", start + 1, 0);
    CHECK(name < start);
    CHECK_INT(extent.lines, 2);
    CHECK_NEAR(extent.width, name, 0.01);
    text_engine_free(engine);
}

static void percent_stays_with_its_number(void)
{
    struct text_engine *engine = engine_or_null();
    double start = text_measure(engine, &label, "at least 1", 0, 0).width;
    struct text_extent extent = text_measure(engine, &label, "at least 1 % of it", start + 1, 0);
    CHECK_INT(extent.lines, 2);
    CHECK(extent.width < start - 1); /* "at least", "1 % of it" */
    text_engine_free(engine);
}

/* ASCII is laid out by a shorter way; behind it a letter that takes it the long way. */
static void ascii_is_laid_out_as_any_text(void)
{
    struct text_engine *engine = engine_or_null();
    double letter = text_measure(engine, &label, "\xc3\xa9", 0, 0).width;
    for (char first = '!'; first <= '~'; first++) {
        char text[512], *end = text;
        for (char second = '!'; second <= '~'; second++) {
            *end++ = first;
            *end++ = second;
        }
        strcpy(end, " ");
        double width = text_measure(engine, &label, text, 0, 0).width;
        strcpy(end, " \xc3\xa9");
        CHECK_NEAR(text_measure(engine, &label, text, 0, 0).width, width + letter, 1e-9);
    }
    text_engine_free(engine);
}

static void lines_wrap_and_end(void)
{
    struct text_engine *engine = engine_or_null();
    const char *text = "one two three four five six seven eight nine ten";
    struct text_extent all = text_measure(engine, &label, text, 50, 0);
    CHECK(all.lines > 2 && all.width <= 50);
    struct text_extent two = text_measure(engine, &label, text, 50, 2);
    CHECK_INT(two.lines, 2);
    CHECK_NEAR(two.height / 2, all.height / all.lines, 1e-3);
    CHECK_INT(text_measure(engine, &label, "", 50, 2).lines, 1);
    CHECK_NEAR(text_measure(engine, &label, "", 0, 0).width, 0, 1e-9);
    text_engine_free(engine);
}

static void long_names_lose_their_middle(void)
{
    struct text_engine *engine = engine_or_null();
    struct arena arena;
    arena_init(&arena);
    char *name = arena_alloc(&arena, 10001);
    memset(name, 'n', 10000);
    name[0] = 'A';
    name[9999] = 'Z';
    const char *shown = text_fit(engine, &label, name, 80, &arena);
    double width = text_measure(engine, &label, shown, 0, 0).width;
    CHECK(width <= 80 && width > 60);
    CHECK(shown[0] == 'A' && shown[strlen(shown) - 1] == 'Z');
    CHECK(strstr(shown, "…") != NULL);
    CHECK_TEXT(text_fit(engine, &label, "short", 80, &arena), "short");
    CHECK(utf8_length(text_fit(engine, &label, name, 0, &arena)) <= 1);
    arena_release(&arena);
    text_engine_free(engine);
}

/* Nothing here may warn, crash or be refused. */
static void any_bytes_can_be_drawn(void)
{
    static const char *const texts[] = {"\xff\xfe\xc0\x80",
                                        "\xed\xa0\x80",
                                        "a\nb\r\tc\x01",
                                        "\xe2\x80\xae drow",
                                        "שלום",
                                        "مرحبا",
                                        "日本語",
                                        "\xf0\x9f\x92\xa9",
                                        "a\xcc\x81\xcc\x81",
                                        "\xe2\x80\xa8\xe2\x80\xa9",
                                        "\xe2"};
    struct text_engine *engine = engine_or_null();
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 100, 100);
    cairo_t *cr = cairo_create(surface);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CHECK(text_measure(engine, &label, texts[i], 0, 0).width > 0);
        CHECK_INT(text_measure(engine, &label, texts[i], 200, 1).lines, 1);
        text_draw(engine, cr, &label, texts[i], 5, 5, 60, TEXT_RIGHT, 1);
        text_draw_at(engine, cr, &label, texts[i], 50, 50, TEXT_CENTRE);
    }
    CHECK_INT(cairo_status(cr), CAIRO_STATUS_SUCCESS);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    text_engine_free(engine);
}

/* Left of the first and right of the last dark pixel. */
static void ink_of(const char *text, enum text_align align, double *left, double *right)
{
    struct text_engine *engine = engine_or_null();
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
    cairo_t *cr = cairo_create(surface);
    double y, height;
    text_draw(engine, cr, &label, text, 0, 0, 200, align, 1);
    cairo_recording_surface_ink_extents(surface, left, &y, right, &height);
    *right += *left;
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    text_engine_free(engine);
}

static void left_is_left_in_any_script(void)
{
    double left, right;
    ink_of("שלום", TEXT_LEFT, &left, &right);
    CHECK(left < 5 && right < 60);
    ink_of("שלום", TEXT_RIGHT, &left, &right);
    CHECK(left > 140 && right > 190);
    ink_of("abc", TEXT_RIGHT, &left, &right);
    CHECK(left > 140 && right > 190);
}

static void many_texts_go_through_the_cache(void)
{
    struct text_engine *engine = engine_or_null();
    double first = text_measure(engine, &label, "text 7", 0, 0).width;
    for (int i = 0; i < 3000; i++) {
        char text[32];
        snprintf(text, sizeof text, "text %d", i);
        CHECK(text_measure(engine, &label, text, 0, 0).width > 0);
    }
    CHECK_NEAR(text_measure(engine, &label, "text 7", 0, 0).width, first, 1e-12);
    text_engine_free(engine);
}

/* No other test draws this face: libraries keep those that they opened. */
static void a_font_that_cannot_be_opened_is_a_fault(void)
{
    static const struct text_style unused = {7, TEXT_SEMIBOLD, {0, 0, 0}, false};
    struct error error = {0};
    struct rlimit before, none;
    struct text_engine *engine = engine_or_null();
    text_measure(engine, &label, "opened", 0, 0);
    CHECK(text_engine_check(engine, &error));
    getrlimit(RLIMIT_NOFILE, &before);
    none = (struct rlimit){0, before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    text_measure(engine, &unused, "never opened", 0, 0);
    setrlimit(RLIMIT_NOFILE, &before);
    CHECK(!text_engine_check(engine, &error));
    CHECK_INT(error.kind, ERROR_OUTPUT);
    CHECK(strstr(error.text, "a font cannot be opened") != NULL);
    text_engine_free(engine);
}

CHECK_MAIN(TEST(missing_configuration_is_named),
           TEST(a_directory_of_fonts_that_cannot_be_read_is_a_fault),
           TEST(width_grows_with_size_exactly), TEST(figures_are_tabular),
           TEST(broken_names_get_no_hyphen), TEST(cut_names_stay_on_a_line),
           TEST(percent_stays_with_its_number), TEST(ascii_is_laid_out_as_any_text),
           TEST(lines_wrap_and_end), TEST(long_names_lose_their_middle),
           TEST(any_bytes_can_be_drawn), TEST(left_is_left_in_any_script),
           TEST(many_texts_go_through_the_cache), TEST(a_font_that_cannot_be_opened_is_a_fault))
