#include "check.h"

#include <stdlib.h>
#include <time.h>

#include "figure_fixture.h"
#include "golden.h"

static void few_nodes(struct fixture *fixture)
{
    static const char *const nodes[] = {"n10", "n2", "n1"};
    fixture_init(fixture);
    fixture_add_metric(fixture, (struct fixture_metric){"cpu_percent", "%", "mean", 3, 11, 1, 50,
                                                        10, 90, NAN});
    for (int i = 0; i < 3; i++) {
        fixture_add_node(fixture, nodes[i], "cpu_percent", 70 + 10 * i);
        for (int k = 0; k < 4; k++)
            fixture_add_point(fixture, "cpu_percent", nodes[i], 60 * k,
                              i == 1 && k == 2 ? NAN : 10.0 + 20 * k + 10 * i);
    }
    for (int k = 0; k < 4; k++)
        fixture_add_point(fixture, "cpu_percent", "*", 60 * k, 20 + 20 * k);
}

static void few_nodes_are_lines(void)
{
    struct fixture fixture;
    few_nodes(&fixture);
    CHECK(fixture_draw_all(&fixture));
    CHECK_INT(fixture.figures.count, 2);
    CHECK(matches_golden("figure_combined.json", &fixture.figures.items[0]));
    CHECK(matches_golden("figure_lines.json", &fixture.figures.items[1]));
    fixture_release(&fixture);
}

static void small_figures_have_brief_words(void)
{
    struct fixture fixture;
    struct figure small;
    few_nodes(&fixture);
    CHECK(fixture_draw_all(&fixture));
    figure_make_small(&fixture.figures.items[0], &fixture.arena, &small);
    CHECK(matches_golden("figure_small.json", &small));
    fixture_release(&fixture);
}

static void many_nodes_are_bands_and_cells(void)
{
    struct fixture fixture;
    char node[16];
    fixture_init(&fixture);
    fixture_add_metric(&fixture, (struct fixture_metric){"rapl_power", "W", "total", 12, 36, 0, 100,
                                                         80, 140, 36e5});
    for (int n = 12; n >= 1; n--) {
        snprintf(node, sizeof node, "n%d", n);
        fixture_add_node(&fixture, node, "rapl_power", 100 + n);
        for (int k = 0; k < 3; k++)
            fixture_add_cell(&fixture, "rapl_power", node, 1, 600 * k, 600, 100 + n + 10 * k);
    }
    for (int k = 0; k < 3; k++) {
        fixture_add_band(&fixture, "rapl_power", 600 * k, 12, 100 + 10 * k);
        fixture_add_point(&fixture, "rapl_power", "*", 600 * k, 1200 + 120 * k);
        fixture_add_point(&fixture, "rapl_power", "n7", 600 * k, 140);
        fixture_add_point(&fixture, "rapl_power", "n3", 600 * k, 80);
    }
    fixture_add_outliers(&fixture, "rapl_power", "n3", -9);
    fixture_add_outliers(&fixture, "rapl_power", "n7", 12);
    CHECK(fixture_draw(&fixture, NULL));
    CHECK_INT(fixture.figures.count, 2);
    CHECK(matches_golden("figure_total.json", &fixture.figures.items[0]));
    CHECK(matches_golden("figure_bands.json", &fixture.figures.items[1]));
    fixture_release(&fixture);
}

static void log_scales_keep_zeros_on_the_edge(void)
{
    static const double values[] = {0, 2e3, NAN, 3e6};
    struct fixture fixture;
    fixture_init(&fixture);
    fixture_add_metric(&fixture, (struct fixture_metric){"ib_xmit", "B/s", "total", 1, 3, 1, 1e6, 0,
                                                         3e6, 0x1p31});
    fixture_add_node(&fixture, "n1", "ib_xmit", 3e6);
    for (int k = 0; k < 4; k++)
        fixture_add_point(&fixture, "ib_xmit", "*", 3600 * k, values[k]);
    CHECK(fixture_use_log(&fixture, "ib_xmit"));
    CHECK(fixture_draw(&fixture, NULL));
    CHECK_INT(fixture.figures.count, 1);
    CHECK(matches_golden("figure_log.json", &fixture.figures.items[0]));
    fixture_release(&fixture);
}

int main(void)
{
    static const struct check_test tests[] = {
        TEST(few_nodes_are_lines),
        TEST(small_figures_have_brief_words),
        TEST(many_nodes_are_bands_and_cells),
        TEST(log_scales_keep_zeros_on_the_edge),
    };
    setenv("TZ", "UTC", 1);
    tzset();
    return check_run(tests, sizeof tests / sizeof tests[0]);
}
