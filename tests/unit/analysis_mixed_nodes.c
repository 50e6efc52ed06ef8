/* Nodes with different numbers of cores, or with and without GPUs: what differs with these is no
 * finding. */
#include "findings_fixture.h"

#include <math.h>

/* Loads of nodes of so many cores, and what else they measure. */
struct equipped {
    const char *cores; /* NULL: unknown */
    double load, rate;
};

static void run_nodes(const struct equipped *nodes, size_t count)
{
    fixture_init(&fixture);
    for (size_t i = 0; i < count; i++) {
        const char name[] = {'n', (char)('0' + i), '\0'};
        fixture_flat(&fixture, "cpu_load", name, 100, 60, nodes[i].load);
        fixture_flat(&fixture, "mem_bw", name, 100, 60, nodes[i].rate);
        if (nodes[i].cores)
            dataset_add_hardware(&fixture.dataset, name, "cpus", nodes[i].cores);
    }
    fixture_run(&fixture);
}

/* Four nodes; the load of the last and the rate of the first as told. */
static void spread_that_follows_the_cores_is_none(void)
{
    static const struct {
        const char *cores;
        double load, rate;
        bool is_reported;
    } cases[] = {
        {"128", 120, 100, false}, {"128", 110, 100, false}, {"128", 90, 100, true},
        {"128", 120, 170, true},  {"64", 120, 100, true},   {"66", 120, 100, true},
        {NULL, 120, 100, true},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_nodes((const struct equipped[]){{"64", 60, cases[i].rate},
                                            {"64", 60, 100},
                                            {cases[i].cores, 120, 200},
                                            {cases[i].cores, cases[i].load, 200}},
                  4);
        CHECK(is_reported("Nodes vary by") == cases[i].is_reported);
        CHECK(!is_reported("load is balanced"));
        fixture_release(&fixture);
    }
}

/* Six nodes; the last has other cores and load. */
static void the_node_with_other_cores_is_no_outlier(void)
{
    static const struct {
        const char *cores;
        double load;
        bool is_reported;
    } cases[] = {{"128", 120, false}, {"128", 108, false}, {"128", 107, true},
                 {"64", 120, true},   {"67", 63.5, true},  {NULL, 120, true}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct equipped nodes[6];
        for (size_t k = 0; k < 5; k++)
            nodes[k] = (struct equipped){"64", 60, 100};
        nodes[5] = (struct equipped){cases[i].cores, cases[i].load, 200};
        run_nodes(nodes, 6);
        CHECK(is_reported(" of n5 is on average ") == cases[i].is_reported);
        fixture_release(&fixture);
    }
}

/* Four nodes of a table that has columns of GPUs for all: what is there of these on each. */
enum gpu_samples { NO_GPU, GPU_WITHOUT_POWER, WHOLE_GPU };

static void add_node(const char *name, enum gpu_samples has)
{
    fixture_flat(&fixture, "cpu_load", name, 100, 60, 60);
    fixture_flat(&fixture, "gpu.utilization_rates.gpu", name, 100, 60, has == NO_GPU ? NAN : 90);
    fixture_flat(&fixture, "gpu.power_usage", name, 100, 60, has == WHOLE_GPU ? 300 : NAN);
}

static void run_gpus(enum gpu_samples last)
{
    fixture_init(&fixture);
    fixture_metric(&fixture, "gpu.power_usage", "W", METRIC_RATE);
    add_node("n0", WHOLE_GPU);
    add_node("n1", WHOLE_GPU);
    add_node("n2", last);
    add_node("n3", last);
    fixture_run(&fixture);
}

static double power_share(const char *node)
{
    return fixture_number(&fixture, "energy", "metric", "gpu.power_usage", "node", node,
                          "covered_share");
}

static void nothing_of_gpus_is_missing_on_nodes_without_any(void)
{
    run_gpus(NO_GPU);
    CHECK_NEAR(power_share("*"), 1, 1e-12);
    CHECK(isnan(power_share("n2")));
    CHECK_NEAR(fixture_number(&fixture, "nodes", "node", "n2", NULL, NULL, "coverage"), 1, 0);
    CHECK(!is_reported("missing") || is_reported("no sample is missing"));
    CHECK(!is_reported("Energy"));
    fixture_release(&fixture);
}

/* Metrics that only monitors of other sites have. */
static void nothing_that_a_name_gives_to_gpus_is_missing_without_any(void)
{
    fixture_init(&fixture);
    fixture_metric(&fixture, "GPU 3", "%", METRIC_LEVEL);
    for (int node = 0; node < 4; node++) {
        const char name[] = {'n', (char)('0' + node), '\0'};
        fixture_flat(&fixture, "cpu_load", name, 100, 60, 60);
        fixture_flat(&fixture, "gpu_load_1", name, 100, 60, node < 2 ? 3 : NAN);
        fixture_flat(&fixture, "DCGM_FI_DEV_FB_USED", name, 100, 60, node < 2 ? 9e3 : NAN);
        fixture_flat(&fixture, "GPU 3", name, 100, 60, node < 2 ? 90 : NAN);
    }
    fixture_run(&fixture);
    CHECK_NEAR(fixture_number(&fixture, "nodes", "node", "n2", NULL, NULL, "coverage"), 1, 0);
    CHECK(!is_reported("missing") || is_reported("no sample is missing"));
    fixture_release(&fixture);
}

static void gpus_whose_power_is_not_measured_lack_it(void)
{
    run_gpus(GPU_WITHOUT_POWER);
    CHECK_NEAR(power_share("*"), 0.5, 1e-12);
    CHECK_NEAR(power_share("n2"), 0, 0);
    CHECK(is_reported("Incomplete on n2 (none) and n3 (none)."));
    fixture_release(&fixture);
}

/* An archive has power of nodes, and nothing at all of GPUs of the others. */
static void power_of_gpus_is_due_where_gpus_are(void)
{
    fixture_init(&fixture);
    fixture_metric(&fixture, "acc_power", "W", METRIC_RATE);
    for (int node = 0; node < 4; node++) {
        const char name[] = {'n', (char)('0' + node), '\0'};
        fixture_flat(&fixture, "cpu_load", name, 100, 60, 60);
        if (node < 3)
            fixture_flat(&fixture, "acc_utilization", name, 100, 60, 90);
        if (node < 2)
            fixture_flat(&fixture, "acc_power", name, 100, 60, 300);
    }
    fixture_run(&fixture);
    CHECK_NEAR(fixture_number(&fixture, "energy", "node", "*", NULL, NULL, "covered_share"),
               2.0 / 3, 1e-12);
    CHECK(is_reported("Incomplete on n2 (none)."));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(spread_that_follows_the_cores_is_none),
           TEST(the_node_with_other_cores_is_no_outlier),
           TEST(nothing_of_gpus_is_missing_on_nodes_without_any),
           TEST(nothing_that_a_name_gives_to_gpus_is_missing_without_any),
           TEST(gpus_whose_power_is_not_measured_lack_it),
           TEST(power_of_gpus_is_due_where_gpus_are))
