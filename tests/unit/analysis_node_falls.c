/* The load of some nodes that falls for the rest of the run, while the others go on. */
#include "findings_fixture.h"

#include <math.h>

/* A load of 90 on each node, then so much of it, from one sample to before another of 120, one each
 * minute. */
struct fall {
    size_t nodes, falling; /* so many of them */
    size_t from, end;
    double load, load_of_others, gpus;
};

static void run_fall(const struct fall *fall)
{
    fixture_init(&fixture);
    fixture_metric(&fixture, "cpu_percent_sys", "%", METRIC_LEVEL);
    for (size_t node = 0; node < fall->nodes; node++) {
        const char name[] = {'n', (char)('a' + node), '\0'};
        double times[120], gpus[120], loads[120];
        for (size_t i = 0; i < 120; i++) {
            bool is_within = i >= fall->from && i < fall->end;
            times[i] = 60 * (double)i;
            loads[i] = (double)(i % 3) + 90 * (!is_within              ? 1
                                               : node >= fall->falling ? fall->load_of_others
                                                                       : fall->load);
            gpus[i] = is_within ? fall->gpus : 0;
        }
        SERIES(&fixture, "cpu_percent_sys", name, times, loads);
        if (fall->gpus > 0)
            SERIES(&fixture, "acc_utilization", name, times, gpus);
    }
    fixture_run(&fixture);
}

static void falls_of_some_nodes_are_told_while_most_go_on(void)
{
    static const struct {
        struct fall fall;
        size_t rows;
    } cases[] = {
        {{3, 1, 60, 120, 0.23, 1, 0}, 1},    {{2, 1, 60, 120, 0.23, 1, 0}, 1},
        {{5, 2, 60, 120, 0.35, 0.85, 0}, 2}, {{3, 1, 30, 120, 0.23, 1, 0}, 1},
        {{3, 2, 60, 120, 0.23, 1, 0}, 0},    {{3, 1, 60, 120, 0.5, 1, 0}, 0},
        {{3, 1, 60, 100, 0.23, 1, 0}, 0},    {{3, 1, 105, 120, 0.23, 1, 0}, 0},
        {{3, 1, 60, 120, 0.23, 0.7, 0}, 0},  {{3, 1, 60, 120, 0.23, 1, 90}, 0},
        {{1, 1, 60, 120, 0.23, 1, 0}, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_fall(&cases[i].fall);
        const struct table *stops = tables_find(&fixture.tables, "stops");
        CHECK_INT(stops ? stops->rows : 0, cases[i].rows);
        fixture_release(&fixture);
    }
}

static void a_node_whose_load_fell_is_named_with_its_moment(void)
{
    run_fall(&(struct fall){3, 1, 60, 120, 0.23, 1, 0});
    CHECK_TEXT(cell(0, "finding"),
               "na: load fell from 91 % to 21.7 % at 59 min after the start and stayed there, "
               "while 2 others worked on.");
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    const struct table *stops = tables_find(&fixture.tables, "stops");
    CHECK_NEAR(table_numbers(stops, "last_at_work")[0], 59 * 60, 0);
    CHECK(isnan(table_numbers(stops, "little_share")[0]));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(falls_of_some_nodes_are_told_while_most_go_on),
           TEST(a_node_whose_load_fell_is_named_with_its_moment))
