#include "html_fixture.h"

static void figure_has_pictures_for_light_and_dark(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_figure(&fixture, "load", make_figure(&fixture, "load_all"));
    add_figure(&fixture, "load", make_figure(&fixture, "load_nodes"));
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<figure id=\"figure_load_all\">"));
    CHECK(strstr(text, "<source srcset=\"plots/load_all-narrow-dark.png\" width=\"344\""));
    CHECK(strstr(text, "<source srcset=\"plots/load_all-dark.png\" media=\"screen and "
                       "(prefers-color-scheme: dark)\">"));
    CHECK(strstr(text, "<img src=\"plots/load_all.png\" width=\"720\" height=\""));
    CHECK(strstr(text, "alt=\"CPU load: mean 2, max 3.\">"));
    CHECK(strstr(text, "alt=\"CPU load: mean 2, max 3.\" loading=\"lazy\">"));
    CHECK(strstr(text, ">A caption.</p>"));
    CHECK(strstr(text, "<a href=\"plots/load_all.png\">PNG</a>"));
    CHECK(strstr(text, "<a href=\"figures/load_nodes.json\">JSON</a>"));
    CHECK(!strstr(text, ".svg") && !strstr(text, "series.csv"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void figure_shows_the_format_there_is(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_figure(&fixture, "load", make_figure(&fixture, "load"));
    fixture.request.with_png = fixture.request.with_dark_png = false;
    fixture.request.with_svg = true;
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<img src=\"plots/load.svg\""));
    CHECK(strstr(text, "class=\"light\""));
    CHECK(!strstr(text, ".png"));
    fixture.request.with_svg = false;
    text = page(&fixture, "index.html");
    CHECK(!strstr(text, "<img") && strstr(text, "CPU load: mean 2, max 3."));
    fixture.request.with_png = fixture.request.with_svg = fixture.request.dark = true;
    text = page(&fixture, "index.html");
    CHECK(strstr(text, "class=\"dark\"") && !strstr(text, "prefers-color-scheme"));
    CHECK(!strstr(text, "-dark.png"));
    CHECK(strstr(text, ">PNG</a>") && strstr(text, ">SVG</a>"));
    CHECK(strstr(text, "srcset=\"plots/load-narrow.png\" width=\"344\""));
    CHECK(strstr(text, "<p class=\"narrow title\" aria-hidden=\"true\">CPU load"));
    tear_down(&fixture);
}

static void figure_that_stands_twice_is_one_target(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const struct figure *figure = make_figure(&fixture, "load");
    add_figure(&fixture, "load", figure);
    add_figure(&fixture, "again", figure);
    CHECK_INT(count_of(page(&fixture, "index.html"), "id=\"figure_load\""), 1);
    tear_down(&fixture);
}

static void files_that_exist_are_named(void)
{
    struct fixture fixture;
    struct tables tables;
    set_up(&fixture);
    tables_init(&tables, &fixture.arena);
    struct table *series = tables_get(&tables, "series");
    table_put_text(series, "cpu_load");
    table_put_text(series, "*");
    table_put_number(series, 0);
    table_put_number(series, 1);
    fixture.request.tables = &tables;
    add_figure(&fixture, "load", make_figure(&fixture, "load"));
    const char *text = page(&fixture, "index.html");
    CHECK_INT(count_of(text, "<a href=\"data/series.csv\">series.csv</a>"), 2);
    CHECK(strstr(text, "<a href=\"data/manifest.json\">manifest.json</a>"));
    CHECK(!strstr(text, "bands.csv"));
    tear_down(&fixture);
}

/* A chart of tasks names its own table; the area under a line is no band. */
static void each_chart_names_the_tables_it_is_drawn_from(void)
{
    struct fixture fixture;
    struct tables tables;
    set_up(&fixture);
    tables_init(&tables, &fixture.arena);
    struct table *lanes = tables_get(&tables, "task_nodes"), *bands = tables_get(&tables, "bands");
    table_put_text(lanes, "n1");
    for (size_t i = 1; i < lanes->column_count; i++)
        table_put_number(lanes, 1);
    table_put_text(bands, "cpu_load");
    for (int i = 0; i < 7; i++)
        table_put_number(bands, 1);
    fixture.request.tables = &tables;
    struct figure *figure = arena_alloc(&fixture.arena, sizeof *figure);
    *figure = *make_figure(&fixture, "lost");
    struct mark area = {.kind = MARK_AREA, .colour = COLOUR_BAND_OUTER};
    struct panel panel = {.marks = &area, .mark_count = 1};
    figure->panels = &panel;
    figure->panel_count = 1;
    add_figure(&fixture, "lost", figure);
    const char *bands_link = "<a href=\"data/bands.csv\">bands.csv</a>";
    CHECK_INT(count_of(page(&fixture, "index.html"), bands_link), 1); /* at the page's end */
    area.colour = COLOUR_BAND_INNER;
    CHECK_INT(count_of(page(&fixture, "index.html"), bands_link), 2);
    figure->metric = NULL;
    figure->table = "task_nodes";
    const char *text = page(&fixture, "index.html");
    CHECK_INT(count_of(text, bands_link), 1);
    CHECK_INT(count_of(text, "<a href=\"data/task_nodes.csv\">task_nodes.csv</a>"), 2);
    tear_down(&fixture);
}

static void small_figure_leads_to_the_full_one(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const struct figure *figure = make_figure(&fixture, "load");
    add_small(&fixture, "summary", figure);
    document_add_section(&fixture.document, "load", "Load", "nodes", true);
    add_figure(&fixture, "load", figure);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<p class=\"title\">CPU load</p>"));
    CHECK(strstr(text, "<p class=\"brief\">mean 2 · max 3</p>"));
    CHECK(strstr(text, "href=\"nodes.html#figure_load\""));
    CHECK(strstr(text, "<source srcset=\"plots/load-small-dark.png\" media="));
    CHECK(strstr(text, "<img src=\"plots/load-small.png\" width=\"228\" height=\""));
    CHECK(strstr(text, "alt=\"CPU load: mean 2, max 3.\">"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void small_figure_that_stands_nowhere_leads_to_its_image(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_small(&fixture, "summary", make_figure(&fixture, "load"));
    CHECK(strstr(page(&fixture, "index.html"), "href=\"plots/load.png\""));
    fixture.request.with_png = fixture.request.with_dark_png = false;
    fixture.request.with_svg = true;
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "href=\"plots/load.svg\"") && strstr(text, "src=\"plots/load-small.svg\""));
    fixture.request.with_svg = false;
    CHECK(!strstr(page(&fixture, "index.html"), "<img"));
    tear_down(&fixture);
}

CHECK_MAIN(TEST(figure_has_pictures_for_light_and_dark), TEST(figure_shows_the_format_there_is),
           TEST(figure_that_stands_twice_is_one_target), TEST(files_that_exist_are_named),
           TEST(each_chart_names_the_tables_it_is_drawn_from),
           TEST(small_figure_leads_to_the_full_one),
           TEST(small_figure_that_stands_nowhere_leads_to_its_image))
