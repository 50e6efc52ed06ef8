#include "check.h"

#include <stdlib.h>
#include <time.h>

#include "figure_fixture.h"
#include "table/table_csv.h"
#include "util/strbuf.h"
#include "util/utf8.h"

/* ---- nothing to draw ------------------------------------------------------------------------ */

static const char *message_of(struct fixture_metric metric, struct fixture *fixture)
{
    fixture_init(fixture);
    fixture_add_metric(fixture, metric);
    for (int k = 0; k < 3; k++)
        fixture_add_point(fixture, metric.metric, "*", k, metric.max);
    if (!fixture_draw(fixture, NULL) || fixture->figures.still_count != 1)
        return NULL;
    return fixture->figures.still[0].value;
}

static void what_does_not_change_is_a_row_no_figure(void)
{
    static const struct {
        struct fixture_metric metric;
        const char *message;
    } rows[] = {
        {{"cpu_load", "", "mean", 4, 0, 12, NAN, NAN, NAN, NAN},
         "No sample of this metric was recorded."},
        {{"cpu_load", "", "mean", 4, 12, 0, 0, 0, 0, NAN}, "0 on all nodes"},
        {{"net_bw", "B/s", "total", 4, 12, 0, 0, 0, 0, 0}, "0 on all nodes"},
        {{"clock", "Hz", "mean", 4, 12, 0, 2.6e9, 2.6e9, 2.6e9, NAN}, "2.6 GHz on all nodes"},
        {{"cpu_load", "", "mean", 1, 12, 0, 5, 5, 5, NAN}, "5"},
        {{"cpu_load", "", "mean", 1, 1, 0, 5, 5, 5, NAN}, "5 (one sample)"},
        {{"gpu.fan_speed", "%", "mean", 2, 4, 0, 30, 30, 30, NAN}, "30 % on all GPUs"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture fixture;
        CHECK_TEXT(message_of(rows[i].metric, &fixture), rows[i].message);
        CHECK_INT(fixture.figures.count, 0);
        CHECK_TEXT(fixture.figures.still[0].metric, rows[i].metric.metric);
        fixture_release(&fixture);
    }
}

/* Samples that were due and never came are missing, as the finding on coverage says. */
static void captions_count_samples_that_never_came(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"cpu_load", "", "mean", 1, 91, 0, 2, 1, 3, NAN});
    for (int k = 0; k < 3; k++)
        fixture_add_point(&fixture, "cpu_load", "*", k, k + 1);
    CHECK(fixture_draw(&fixture, NULL));
    CHECK(strstr(fixture.figures.items[0].caption, "91 samples, none missing."));
    static const char coverage[] = "metric,samples,missing,due,coverage\ncpu_load,91,0,100,0.91\n";
    CHECK(table_read_csv(tables_get(&fixture.tables, "metric_coverage"), "metric_coverage",
                         coverage, strlen(coverage), &fixture.error));
    CHECK(fixture_draw(&fixture, NULL));
    CHECK(strstr(fixture.figures.items[0].caption, "91 samples, 9 missing (9 %)."));
    fixture_release(&fixture);
}

static void subtitles_use_the_unit_of_the_axis(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    fixture_add_metric(&fixture, (struct fixture_metric){"mem_used", "B", "mean", 1, 3, 0, 300e6,
                                                         100e6, 4e9, NAN});
    for (int k = 0; k < 3; k++)
        fixture_add_point(&fixture, "mem_used", "*", k, k ? 100e6 : 4e9);
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = &fixture.figures.items[0];
    CHECK_TEXT(figure->panels[0].y.unit.name, "GiB");
    CHECK(strstr(figure->subtitle, "mean 0.279 GiB, max 3.73 GiB"));
    fixture_release(&fixture);
}

static void log_without_positive_values_is_linear(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"net_bw", "B/s", "total", 1, 3, 0, -1, -2, 0, NAN});
    for (int k = 0; k < 3; k++)
        fixture_add_point(&fixture, "net_bw", "*", k, -k);
    CHECK(fixture_use_log(&fixture, "net_bw"));
    CHECK(fixture_draw(&fixture, NULL));
    CHECK_INT(fixture.figures.items[0].panels[0].y.kind, SCALE_LINEAR);
    CHECK(strstr(fixture.figures.items[0].caption, "linear"));
    fixture_release(&fixture);
}

static void no_tables_make_no_figures(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    CHECK(fixture_draw(&fixture, NULL));
    CHECK_INT(fixture.figures.count, 0);
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"cpu_load", "", "mean", 4, 9, 0, 5, 1, 9, NAN});
    CHECK(fixture_draw(&fixture, NULL));
    CHECK_INT(fixture.figures.count, 0);
    fixture_release(&fixture);
}

/* ---- sizes ---------------------------------------------------------------------------------- */

static const struct mark *mark_named(const struct panel *panel, const char *name)
{
    for (size_t i = 0; i < panel->mark_count; i++)
        if (panel->marks[i].name && strcmp(panel->marks[i].name, name) == 0)
            return &panel->marks[i];
    return NULL;
}

static size_t points_of(const struct figure *figure)
{
    size_t points = 0;
    for (size_t p = 0; p < figure->panel_count; p++)
        for (size_t m = 0; m < figure->panels[p].mark_count; m++)
            points +=
                figure->panels[p].marks[m].count +
                figure->panels[p].marks[m].cells.rows * figure->panels[p].marks[m].cells.columns;
    return points;
}

/* A job of `nodes`, whose tables are as thin as the analysis makes them. */
static void add_job(struct fixture *fixture, int nodes, int samples)
{
    char node[16];
    int rows = nodes > 128 ? 128 : nodes;
    fixture_add_metric(fixture,
                       (struct fixture_metric){"mem_bw", "B/s", "mean", nodes,
                                               (double)nodes * samples, 0, 5e9, 1e9, 9e9, NAN});
    for (int n = 0; n < nodes; n++) {
        snprintf(node, sizeof node, "n%d", n);
        fixture_add_node(fixture, node, "mem_bw", 9e9 - n);
        for (int k = 0; k < samples && (nodes <= 8 || n == 5); k++)
            fixture_add_point(fixture, "mem_bw", node, k, 1e9 * (1 + (k + n) % 9));
    }
    for (int k = 0; k < samples; k++)
        fixture_add_point(fixture, "mem_bw", "*", k, 1e9 * (1 + k % 9));
    for (int k = 0; k < 1000 && nodes > 8; k++)
        fixture_add_band(fixture, "mem_bw", k, nodes, 5e9);
    for (int r = 0; r < rows && nodes > 8; r++) {
        snprintf(node, sizeof node, "n%d", r);
        for (int k = 0; k < 100; k++)
            fixture_add_cell(fixture, "mem_bw", node, nodes / rows, 10 * k, 10, 1e9 * (1 + r % 9));
    }
}

static void figures_have_a_bounded_number_of_points(void)
{
    static const struct {
        int nodes;
        size_t panels, most_points;
        double least_pt, most_pt;
    } rows[] = {
        {2, 1, 3 * 240, 150, 180},      {4, 1, 5 * 240, 150, 180},
        {8, 1, 9 * 240, 150, 180},      {9, 2, 3120 + 900, 250, 275},
        {32, 2, 3120 + 3200, 320, 340}, {1000, 2, 3120 + 12800, 320, 340},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct fixture fixture;
        fixture_init(&fixture);
        add_job(&fixture, rows[i].nodes, 20000);
        CHECK(fixture_draw_all(&fixture));
        const struct figure *combined = fixture_figure(&fixture, "mem_bw_all_nodes");
        const struct figure *nodes = fixture_figure(&fixture, "mem_bw_per_node");
        CHECK(combined && nodes);
        CHECK(points_of(combined) <= 2 * 5000);
        CHECK_INT(nodes->panel_count, rows[i].panels);
        if (points_of(nodes) > rows[i].most_points)
            CHECK_FAIL("%d nodes: %zu points", rows[i].nodes, points_of(nodes));
        CHECK(nodes->height_pt >= rows[i].least_pt && nodes->height_pt <= rows[i].most_pt);
        CHECK(combined->height_pt == 150);
        CHECK_NEAR(nodes->panels[0].x.low, combined->panels[0].x.low, 0);
        CHECK_NEAR(nodes->panels[0].x.high, combined->panels[0].x.high, 0);
        fixture_release(&fixture);
    }
}

static void one_node_needs_one_figure(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_job(&fixture, 1, 10);
    CHECK(fixture_draw(&fixture, NULL));
    CHECK_INT(fixture.figures.count, 1);
    CHECK_TEXT(fixture.figures.items[0].title, "Memory bandwidth on n0, GiB/s");
    CHECK(fixture.figures.is_key[0]);
    fixture_release(&fixture);
}

static void node_lines_differ_without_colour(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_job(&fixture, 8, 10);
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = fixture_figure(&fixture, "mem_bw_per_node");
    CHECK(figure);
    const struct panel *panel = &figure->panels[0];
    CHECK_INT(panel->mark_count, 8);
    for (size_t i = 0; i < 8; i++) {
        CHECK(panel->marks[i].colour != COLOUR_SERIES + 7);
        CHECK(panel->marks[i].markers && panel->marks[i].shape != SHAPE_NONE);
        for (size_t j = 0; j < i; j++)
            CHECK(panel->marks[i].colour != panel->marks[j].colour &&
                  (panel->marks[i].dash != panel->marks[j].dash ||
                   panel->marks[i].shape != panel->marks[j].shape));
    }
    CHECK_TEXT(panel->marks[7].name, "n7");
    fixture_release(&fixture);
}

static void gaps_stay_gaps(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    fixture_add_metric(&fixture, (struct fixture_metric){"mem_bw", "B/s", "mean", 4, 7200, 2400,
                                                         2e9, 1e9, 3e9, NAN});
    for (int n = 0; n < 4; n++) {
        char node[16];
        snprintf(node, sizeof node, "n%d", n);
        for (int k = 0; k < 2400; k++)
            fixture_add_point(&fixture, "mem_bw", node, k, k >= 1200 && k < 1800 ? NAN : 1e9 + k);
    }
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = fixture_figure(&fixture, "mem_bw_per_node");
    CHECK(figure);
    const struct mark *line = mark_named(&figure->panels[0], "n2");
    CHECK(line);
    CHECK_INT(line->count, 240);
    /* Stretches of ten samples: 0 … 119 present, 120 … 179 missing. */
    CHECK(!isnan(line->y[119]) && isnan(line->y[121]) && isnan(line->y[178]));
    CHECK(!isnan(line->y[181]));
    CHECK_NEAR(line->y[10], 1e9 + 104.5, 1e-9);
    CHECK(isnan(figure->panels[0].marks[0].y[150]));
    fixture_release(&fixture);
}

static void outlier_cells_do_not_wash_out(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    add_job(&fixture, 32, 10);
    fixture_add_cell(&fixture, "mem_bw", "n3", 1, 0, 10, 1e15);
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = fixture_figure(&fixture, "mem_bw_per_node");
    CHECK(figure && figure->panel_count == 2);
    CHECK(figure->panels[1].colour.high < 1e10);
    CHECK(strstr(figure->caption, "The colour scale spans p2 to p98"));
    CHECK_TEXT(figure->panels[1].y.bands[2], "n2");
    CHECK_TEXT(figure->panels[1].y.bands[10], "n10");
    fixture_release(&fixture);
}

static void rows_of_a_metric_need_not_lie_together(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    static const char *const metrics[] = {"cpu_load", "ipc"};
    for (int m = 0; m < 2; m++)
        fixture_add_metric(&fixture,
                           (struct fixture_metric){metrics[m], "", "mean", 1, 5, 0, 2, 0, 8, NAN});
    for (int k = 0; k < 5; k++)
        for (int m = 0; m < 2; m++)
            fixture_add_point(&fixture, metrics[m], "*", k, 10 * m + k);
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = fixture_figure(&fixture, "ipc_all_nodes");
    CHECK(figure);
    const struct panel *panel = &figure->panels[0];
    const struct mark *line = &panel->marks[panel->mark_count - 1]; /* an area may lie beneath */
    CHECK_INT(line->kind, MARK_LINE);
    CHECK_INT(line->count, 5);
    CHECK_NEAR(line->y[3], 13, 0);
    fixture_release(&fixture);
}

/* ---- hostile names -------------------------------------------------------------------------- */

static const char *long_name(void)
{
    static char name[10001];
    memset(name, 'x', sizeof name - 1);
    return name;
}

static bool is_safe_id(const char *id)
{
    return id[0] != '.' && id[0] != '-' && strlen(id) <= 80 &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_.-") == strlen(id);
}

static void hostile_names_stay_text(void)
{
    const char *const names[] = {
        "../../etc/passwd",
        "..",
        ".",
        "<script>alert(1)</script>",
        "-rf",
        "a b",
        "a/b",
        "A.B",
        "a.b",
        "line\nfeed",
        "\xff\xfe",
        "\"quote\"",
        "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
        "x-2",
        "{metric}",
        "%s%n",
        long_name(),
        "a\\b",
        "a-b",
        " ",
        "_other",
    };
    size_t count = sizeof names / sizeof names[0];
    struct fixture fixture;
    struct strbuf json;
    strbuf_init(&json);
    fixture_init(&fixture);
    for (size_t i = 0; i < count; i++) {
        fixture_add_metric(&fixture, (struct fixture_metric){names[i], names[i], "mean", 2, 4, 0, 2,
                                                             0, 3, NAN});
        for (int k = 0; k < 4; k++) {
            fixture_add_point(&fixture, names[i], "*", k, k);
            fixture_add_point(&fixture, names[i], names[count - 1 - i], k, k);
        }
        fixture_add_node(&fixture, names[count - 1 - i], names[i], 3);
    }
    CHECK(fixture_draw_all(&fixture));
    CHECK_INT(fixture.figures.count, 2 * count);
    for (size_t i = 0; i < fixture.figures.count; i++) {
        const struct figure *figure = &fixture.figures.items[i];
        if (!is_safe_id(figure->id))
            CHECK_FAIL("id \"%s\"", figure->id);
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(figure->id, fixture.figures.items[j].id) != 0);
        CHECK(utf8_length(figure->title) < 200 && utf8_length(figure->alt) < 400);
        CHECK(utf8_clean(&fixture.arena, figure->alt) == figure->alt);
        strbuf_clear(&json);
        figure_write_json(figure, &json);
        CHECK(!strchr(json.text, '<'));
        CHECK(!strstr(json.text, "\xff"));
    }
    strbuf_release(&json);
    fixture_release(&fixture);
}

/* ---- choice and order ----------------------------------------------------------------------- */

static void globs_choose_figures(void)
{
    static const char *const only[] = {"*_all_nodes", "mem_*"}, *const skip[] = {"*load*"};
    static const char *const none[] = {"none"};
    struct fixture fixture;
    fixture_init(&fixture);
    add_job(&fixture, 4, 10);
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"cpu_load", "", "mean", 2, 5, 0, 2, 1, 3, NAN});
    for (int k = 0; k < 5; k++) {
        fixture_add_point(&fixture, "cpu_load", "*", k, k % 2 + 1);
        fixture_add_point(&fixture, "cpu_load", "node-a", k, k % 2 + 1);
    }
    CHECK(fixture_draw_all(&fixture));
    CHECK_INT(fixture.figures.count, 4);
    CHECK(fixture_draw(&fixture, &(struct figure_filter){.only = only, .only_count = 2}));
    CHECK_INT(fixture.figures.count, 3);
    CHECK(fixture_draw(&fixture, &(struct figure_filter){.skip = skip, .skip_count = 1}));
    CHECK_INT(fixture.figures.count, 1);
    CHECK(fixture_draw(&fixture, &(struct figure_filter){.only = none, .only_count = 1}));
    CHECK_INT(fixture.figures.count, 0);
    fixture_release(&fixture);
}

/* Means are no other numbers than those of each node, nor are sums of a few; sums of many are. */
static void what_each_node_says_is_not_said_again(void)
{
    static const char *const metrics[] = {"cpu_load", "cpu_power"};
    static const char *const combine[] = {"mean", "total"};
    static const char *const skip[] = {"*_per_node"};
    static const char *const ids[] = {"cpu_load_per_node", "cpu_power_all_nodes",
                                      "cpu_power_per_node"};
    for (int nodes = 4; nodes <= 5; nodes++) {
        struct fixture fixture;
        fixture_init(&fixture);
        for (int m = 0; m < 2; m++) {
            fixture_add_metric(&fixture, (struct fixture_metric){metrics[m], "", combine[m], nodes,
                                                                 5, 0, 1, 0, 2, NAN});
            for (int k = 0; k < 5; k++) {
                fixture_add_point(&fixture, metrics[m], "*", k, k % 2);
                fixture_add_point(&fixture, metrics[m], "node-a", k, k % 2);
            }
        }
        CHECK(fixture_draw(&fixture, NULL));
        CHECK_INT(fixture.figures.count, nodes == 4 ? 2 : 3);
        CHECK_TEXT(fixture.figures.items[0].id, ids[0]);
        CHECK_TEXT(fixture.figures.items[1].id, ids[nodes == 4 ? 2 : 1]);
        CHECK_TEXT(fixture.figures.items[1].section, "Power");
        CHECK(fixture.figures.is_key[0]);
        CHECK(fixture_draw(&fixture, &(struct figure_filter){.skip = skip, .skip_count = 1}));
        CHECK_INT(fixture.figures.count, 2);
        CHECK_TEXT(fixture.figures.items[0].id, "cpu_load_all_nodes");
        CHECK(fixture.figures.is_key[0]);
        fixture_release(&fixture);
    }
}

/* Cores kept busy are the load of the processes in another unit, unless fewer nodes have the load.
 */
static void what_another_metric_says_is_drawn_once(void)
{
    for (int nodes = 1; nodes <= 2; nodes++) {
        struct fixture fixture;
        fixture_init(&fixture);
        fixture_add_metric(&fixture, (struct fixture_metric){"cpu_percent", "%", "mean", nodes, 5,
                                                             0, 50, 0, 100, NAN});
        fixture_add_metric(&fixture,
                           (struct fixture_metric){"cpu_time", "", "mean", 2, 5, 0, 1, 0, 2, NAN});
        for (int k = 0; k < 5; k++) {
            fixture_add_point(&fixture, "cpu_percent", "*", k, 100 * (k % 2));
            fixture_add_point(&fixture, "cpu_time", "*", k, k % 2);
        }
        CHECK(fixture_draw(&fixture, NULL));
        CHECK((fixture_figure(&fixture, "cpu_time_all_nodes") != NULL) == (nodes == 1));
        CHECK(fixture_draw_all(&fixture));
        CHECK(fixture_figure(&fixture, "cpu_time_all_nodes"));
        fixture_release(&fixture);
    }
}

static void figures_stand_in_the_order_of_sections(void)
{
    static const char *const metrics[] = {"unknown_b", "gpu.power_usage", "cpu_power", "unknown_a",
                                          "cpu_load"};
    static const char *const ids[] = {
        "cpu_load_all_nodes",  "cpu_load_per_node",         "cpu_power_all_nodes",
        "cpu_power_per_node",  "gpu.power_usage_all_nodes", "gpu.power_usage_per_node",
        "unknown_b_all_nodes", "unknown_b_per_node",        "unknown_a_all_nodes",
        "unknown_a_per_node",
    };
    struct fixture fixture;
    fixture_init(&fixture);
    for (int m = 0; m < 5; m++) {
        fixture_add_metric(&fixture,
                           (struct fixture_metric){metrics[m], "", "mean", 2, 5, 0, 1, 0, 2, NAN});
        for (int k = 0; k < 5; k++) {
            fixture_add_point(&fixture, metrics[m], "*", k, k % 2);
            fixture_add_point(&fixture, metrics[m], "node-a", k, k % 2);
        }
    }
    CHECK(fixture_draw_all(&fixture));
    CHECK_INT(fixture.figures.count, 10);
    for (size_t i = 0; i < 10; i++)
        CHECK_TEXT(fixture.figures.items[i].id, ids[i]);
    CHECK(!fixture.figures.is_key[0] && fixture.figures.is_key[1] && fixture.figures.is_key[3]);
    CHECK(!fixture.figures.is_key[6]);
    fixture_release(&fixture);
}

/* "cpu_user.core" has the unit and the words of "cpu_user". */
static void parts_of_nodes_are_defined_as_their_nodes(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"cpu_user.core", "", "mean", 1, 3, 0, 2, 1, 3, NAN});
    fixture_add_metric(&fixture,
                       (struct fixture_metric){"odd.core", "", "mean", 1, 3, 0, 2, 1, 3, NAN});
    for (int k = 0; k < 3; k++) {
        fixture_add_point(&fixture, "cpu_user.core", "*", k, k + 1);
        fixture_add_point(&fixture, "odd.core", "*", k, k + 1);
    }
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *part = fixture_figure(&fixture, "cpu_user.core_all_nodes");
    CHECK(part && strstr(part->title, ", %") && strstr(part->caption, "CPU time in user mode"));
    const struct figure *odd = fixture_figure(&fixture, "odd.core_all_nodes");
    CHECK(odd && !strstr(odd->title, ", %") && strstr(odd->caption, "As named by the source."));
    fixture_release(&fixture);
}

/* Of a count over the life of a GPU neither a mean nor the whole count is of the job. */
static void memory_errors_are_those_of_the_run(void)
{
    struct fixture fixture;
    fixture_init(&fixture);
    fixture_add_metric(&fixture, (struct fixture_metric){"gpu.ecc_errors.sp", "", "total", 2, 6, 0,
                                                         6.06, 1, 8, NAN});
    for (int k = 0; k < 3; k++)
        fixture_add_point(&fixture, "gpu.ecc_errors.sp", "*", k, k + 1);
    static const char gpus[] = "gpu,corrected_errors\na,5\nb,0\n";
    CHECK(table_read_csv(tables_get(&fixture.tables, "gpus"), "gpus", gpus, sizeof gpus - 1,
                         &(struct error){0}));
    CHECK(fixture_draw(&fixture, NULL));
    const struct figure *figure = fixture_figure(&fixture, "gpu.ecc_errors.sp_all_nodes");
    CHECK(figure);
    CHECK_TEXT(figure->subtitle, "5 during the run; lifetime count up to 8 per GPU");
    fixture_release(&fixture);
}

int main(void)
{
    static const struct check_test tests[] = {
        TEST(what_does_not_change_is_a_row_no_figure),
        TEST(captions_count_samples_that_never_came),
        TEST(subtitles_use_the_unit_of_the_axis),
        TEST(log_without_positive_values_is_linear),
        TEST(no_tables_make_no_figures),
        TEST(figures_have_a_bounded_number_of_points),
        TEST(one_node_needs_one_figure),
        TEST(node_lines_differ_without_colour),
        TEST(gaps_stay_gaps),
        TEST(outlier_cells_do_not_wash_out),
        TEST(rows_of_a_metric_need_not_lie_together),
        TEST(hostile_names_stay_text),
        TEST(globs_choose_figures),
        TEST(what_each_node_says_is_not_said_again),
        TEST(what_another_metric_says_is_drawn_once),
        TEST(figures_stand_in_the_order_of_sections),
        TEST(parts_of_nodes_are_defined_as_their_nodes),
        TEST(memory_errors_are_those_of_the_run),
    };
    setenv("TZ", "UTC", 1);
    tzset();
    return check_run(tests, sizeof tests / sizeof tests[0]);
}
