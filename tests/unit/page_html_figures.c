#include "html_fixture.h"

static void figure_has_pictures_for_light_and_dark(void)
{
    struct fixture fixture;
    set_up(&fixture);
    add_figure(&fixture, "load", make_figure(&fixture, "load_all"));
    add_figure(&fixture, "load", make_figure(&fixture, "load_nodes"));
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<figure id=\"figure_load_all\">"));
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
    CHECK(strstr(text, "class=\"dark\"") && !strstr(text, "<source"));
    CHECK(strstr(text, ">PNG</a>") && strstr(text, ">SVG</a>"));
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

static void small_figure_is_drawn_in_the_page(void)
{
    struct fixture fixture;
    set_up(&fixture);
    const struct figure *figure = make_figure(&fixture, "load");
    add_small(&fixture, "summary", figure);
    document_add_section(&fixture.document, "load", "Load", "nodes", true);
    add_figure(&fixture, "load", figure);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<a href=\"nodes.html#figure_load\">CPU load</a>"));
    CHECK(strstr(text, "mean 2 · max 3"));
    CHECK(strstr(text, "role=\"img\" aria-label=\"CPU load: mean 2, max 3.\""));
    /* 0 … 180 s lie at 126 … 1950, 0 … 5 at 1010 … 70; the missing value interrupts both. */
    CHECK(strstr(text, "<path class=\"area outer\" d=\"M126 634L734 258L734 446L126 822Z"));
    CHECK(strstr(text, "<path class=\"line accent\" d=\"M126 822L734 446M1950 634\"/>"));
    CHECK(strstr(text, "<text class=\"last\" x=\"1990\" y=\"666\">2"));
    CHECK(!strstr(text, "<img"));
    CHECK(find_fault(text) == NULL);
    tear_down(&fixture);
}

static void small_figure_of_cells_is_its_picture(void)
{
    struct fixture fixture;
    set_up(&fixture);
    struct figure *figure = (struct figure *)make_figure(&fixture, "load");
    figure->panels[0].marks[0].kind = MARK_CELLS;
    add_small(&fixture, "summary", figure);
    const char *text = page(&fixture, "index.html");
    CHECK(strstr(text, "<a href=\"plots/load.png\">CPU load</a>"));
    CHECK(strstr(text, "<img src=\"plots/load.png\"") && !strstr(text, "<svg"));
    figure->panels[0].message = "no samples";
    text = page(&fixture, "index.html");
    CHECK(strstr(text, "<p class=\"message\">no samples</p>") && !strstr(text, "<img"));
    figure->panel_count = 0;
    CHECK(strstr(page(&fixture, "index.html"), "<img src=\"plots/load.png\""));
    tear_down(&fixture);
}

static void many_points_cost_no_more_than_their_columns(void)
{
    enum { POINTS = 100000 };
    struct fixture fixture;
    set_up(&fixture);
    struct figure *figure = (struct figure *)make_figure(&fixture, "load");
    double *x = arena_alloc_array(&fixture.arena, POINTS, sizeof *x);
    double *y = arena_alloc_array(&fixture.arena, POINTS, sizeof *y);
    for (size_t i = 0; i < POINTS; i++) {
        x[i] = (double)i * 180 / POINTS;
        y[i] = i == 50000 ? 5 : i % 7 < 3 ? 1 : 2;
    }
    for (int k = 0; k < 2; k++) {
        figure->panels[0].marks[k].count = POINTS;
        figure->panels[0].marks[k].x = figure->panels[0].marks[k].y2 = x;
        figure->panels[0].marks[k].y = y;
    }
    add_small(&fixture, "summary", figure);
    const char *text = page(&fixture, "index.html");
    CHECK(strlen(text) < 20000);
    CHECK(strstr(text, " 70L")); /* the peak is kept */
    tear_down(&fixture);
}

CHECK_MAIN(TEST(figure_has_pictures_for_light_and_dark), TEST(figure_shows_the_format_there_is),
           TEST(figure_that_stands_twice_is_one_target), TEST(files_that_exist_are_named),
           TEST(small_figure_is_drawn_in_the_page), TEST(small_figure_of_cells_is_its_picture),
           TEST(many_points_cost_no_more_than_their_columns))
