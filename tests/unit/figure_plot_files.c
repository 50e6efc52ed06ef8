#include "check.h"

#include "figure/charts/plotspecs_load.h"
#include "plots_fixture.h"

/* ---- families ------------------------------------------------------------------------------- */

#define USUAL                                                                                      \
    "{\"id\": \"{id}_all\", \"kind\": \"combined\"}, {\"id\": \"{id}_each\", \"kind\": \"nodes\"}"

static void a_family_shares_its_defaults(void)
{
    struct directory directory;
    CHECK(directory_init(&directory));
    CHECK(directory_write(
        &directory, "x.json",
        "{\"defaults\": {\"unit\": \"W\", \"key\": true, \"section\": [\"S\", \"T\"],\n"
        "  \"figures\": [" USUAL "]},\n"
        " \"charts\": [{\"metric\": \"m\", \"order\": [7, 9], \"caption\": \"C.\"},\n"
        "  {\"metric\": \"n*\", \"unit\": \"B\", \"key\": false, \"order\": 8},\n"
        "  {\"metric\": \"cpu\", \"id\": \"dask_cpu\", \"section\": \"U\"}]}"));
    if (!directory_load(&directory))
        CHECK_FAIL("%s", directory.error.text);
    CHECK_INT(directory.specs.count, 3);
    const struct plotspec *specs = directory.specs.items;
    CHECK_TEXT(specs[0].unit, "W");
    CHECK(specs[0].key);
    CHECK_TEXT(specs[0].figures[0].id, "m_all");
    CHECK_TEXT(specs[0].figures[1].id, "m_each");
    CHECK_TEXT(specs[0].figures[0].section, "S");
    CHECK_TEXT(specs[0].figures[1].section, "T");
    CHECK_NEAR(specs[0].figures[0].order, 7, 0);
    CHECK_NEAR(specs[0].figures[1].order, 9, 0);
    CHECK_TEXT(specs[0].figures[1].caption, "C.");
    CHECK_TEXT(specs[1].unit, "B");
    CHECK(!specs[1].key);
    CHECK_TEXT(specs[1].figures[1].id, "{metric}_each");
    CHECK_NEAR(specs[1].figures[1].order, 8, 0);
    CHECK(!specs[1].figures[1].caption);
    CHECK_TEXT(specs[2].figures[0].id, "dask_cpu_all");
    CHECK_TEXT(specs[2].figures[0].section, "U");
    CHECK_TEXT(specs[2].figures[1].section, "U");
    CHECK(specs[2].figures[1].order > 1e6);
    directory_release(&directory);
}

static void charts_of_tables_are_families_too(void)
{
    struct directory directory;
    CHECK(directory_init(&directory));
    CHECK(directory_write(&directory, "x.json",
                          "{\"defaults\": {\"table\": \"tasks\", \"kind\": \"bars\", "
                          "\"section\": \"S\", \"title\": \"T\", \"columns\": {" TASK
                          ", \"value\": \"tasks\"}}, \"charts\": [{\"id\": \"a\"}, "
                          "{\"id\": \"b\", \"title\": \"B\"}]}"));
    if (!directory_load(&directory))
        CHECK_FAIL("%s", directory.error.text);
    CHECK_INT(directory.specs.count, 2);
    CHECK_TEXT(directory.specs.items[0].title, "T");
    CHECK_TEXT(directory.specs.items[1].title, "B");
    CHECK_TEXT(directory.specs.items[1].figures[0].id, "b");
    directory_release(&directory);
}

/* Of a family of the program one chart is replaced by a file of another name, alone or in a family;
 * the others stay. */
static void one_chart_of_a_family_is_replaced(void)
{
    static const char *const files[] = {
        "{\"metric\": \"net_bw\", \"title\": \"Mine\", \"figures\": [" FIGURE "]}",
        "{\"charts\": [{\"metric\": \"net_bw\", \"title\": \"Mine\", \"figures\": [" FIGURE "]}]}",
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct directory directory;
        CHECK(directory_init(&directory));
        CHECK(plotspecs_load(&directory.specs, &directory.arena, "plots", &directory.error));
        size_t before = directory.specs.count;
        CHECK(directory_write(&directory, "a.json", files[i]));
        CHECK(directory_load(&directory));
        CHECK_INT(directory.specs.count, before);
        CHECK_TEXT(plotspecs_find(&directory.specs, "net_bw")->title, "Mine");
        CHECK_INT(plotspecs_find(&directory.specs, "net_bw")->figure_count, 1);
        CHECK_TEXT(plotspecs_find(&directory.specs, "net_bytes_in")->title, "Network receive rate");
        directory_release(&directory);
    }
}

/* Within a file as between files, whether or not the chart replaces one of the program. */
static void a_chart_is_defined_once_in_a_directory(void)
{
    static const char *const metrics[] = {"net_bw", "no_such_metric"};
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        struct directory directory;
        CHECK(directory_init(&directory));
        CHECK(plotspecs_load(&directory.specs, &directory.arena, "plots", &directory.error));
        CHECK(directory_write(&directory, "a.json",
                              arena_format(&directory.arena,
                                           "{\"defaults\": {\"section\": \"S\", \"figures\": ["
                                           "{\"id\": \"x_{id}\", \"kind\": \"nodes\"}]},\n"
                                           "\"charts\": [{\"metric\": \"%s\"}, "
                                           "{\"metric\": \"%s\", \"id\": \"y\"}]}",
                                           metrics[i], metrics[i])));
        CHECK(!directory_load(&directory));
        CHECK(strstr(directory.error.text,
                     arena_format(&directory.arena, "/a.json: metric \"%s\" is defined in",
                                  metrics[i])));
        directory_release(&directory);
    }
}

/* ---- panels --------------------------------------------------------------------------------- */

static void panels_have_kinds_and_fields_of_their_own(void)
{
    struct directory directory;
    CHECK(directory_init(&directory));
    CHECK(directory_write(&directory, "x.json",
                          "{" LANES ", \"time\": \"all\", \"panels\": ["
                          "{\"kind\": \"combined\", \"metric\": [\"m\", \"n\"], \"height\": 50}, "
                          "{\"kind\": \"combined\", \"metric\": \"o\"}, "
                          "{\"kind\": \"lines\", \"table\": \"trace_lines\", \"subtitle\": true, "
                          "\"where\": {\"figure\": \"use\"}, \"columns\": {\"panel\": \"panel\", "
                          "\"unit\": \"unit\", \"line\": \"line\", \"time\": \"time\", "
                          "\"value\": \"value\"}}]}"));
    if (!directory_load(&directory))
        CHECK_FAIL("%s", directory.error.text);
    const struct plotspec *spec = &directory.specs.items[0], *panels = spec->panels;
    CHECK(spec->spans_panels);
    CHECK_INT(spec->panel_count, 3);
    CHECK_INT(panels[0].metric_count, 2);
    CHECK_TEXT(panels[0].metrics[1], "n");
    CHECK_NEAR(panels[0].height_pt, 50, 0);
    CHECK_INT(panels[1].metric_count, 1);
    CHECK_TEXT(panels[1].metrics[0], "o");
    CHECK_NEAR(panels[1].height_pt, 70, 0);
    CHECK_TEXT(panels[2].table, "trace_lines");
    CHECK_TEXT(name_pairs_find(&panels[2].where, "figure"), "use");
    CHECK(panels[2].has_subtitle && !panels[1].has_subtitle);
    directory_release(&directory);
}

CHECK_MAIN(TEST(a_family_shares_its_defaults), TEST(charts_of_tables_are_families_too),
           TEST(one_chart_of_a_family_is_replaced), TEST(a_chart_is_defined_once_in_a_directory),
           TEST(panels_have_kinds_and_fields_of_their_own))
