#include "check.h"

#include "analysis_fixture.h"

/* Nodes and GPUs that stop early, do little, or whose load falls for good. */

static double number(const struct fixture *f, const char *table, const char *key, const char *value,
                     const char *column)
{
    return fixture_number(f, table, key, value, NULL, NULL, column);
}

/* Of eight nodes so many stop one after the other, the first at `first` of 100. */
static size_t count_stops(int stopping, int first, int apart, double *last)
{
    struct fixture f;
    double times[100], load[100];
    char name[16];
    fixture_init(&f);
    for (int node = 0; node < 8; node++) {
        int until = node < stopping ? first + apart * node : 100;
        for (int i = 0; i < 100; i++) {
            times[i] = 30 * i;
            load[i] = i < until ? 64 : 0.1;
        }
        snprintf(name, sizeof name, "n%d", node);
        SERIES(&f, "cpu_load", name, times, load);
    }
    fixture_run(&f);
    size_t rows = fixture_rows(&f, "stops");
    *last = number(&f, "stops", "node", "n0", "last_at_work");
    fixture_release(&f);
    return rows;
}

/* n0 works to the half of 100 samples as far as its load says; of its power all samples are there.
 */
static void where_only_the_load_ends_nothing_is_known_to_stop(void)
{
    struct fixture f;
    double times[100], load[100];
    fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        times[i] = 30 * i;
        load[i] = i < 50 ? 64 : NAN;
    }
    SERIES(&f, "cpu_load", "n0", times, load);
    fixture_flat(&f, "cpu_load", "n1", 100, 30, 64);
    fixture_flat(&f, "cpu_load", "n2", 100, 30, 64);
    for (int metric = 0; metric < 20; metric++) {
        char name[16];
        snprintf(name, sizeof name, "other%d", metric);
        for (int node = 0; node < 3; node++)
            fixture_flat(&f, name, (const char *[]){"n0", "n1", "n2"}[node], 100, 30, 200);
    }
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "stops"), 0);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "n0 is missing 50 % of its samples of cpu_load.");
    fixture_release(&f);
}

/* Half of the samples of n0 have stamps of another year. */
static void a_clock_that_jumps_is_no_stop(void)
{
    struct fixture f;
    double times[100], load[100];
    fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        times[i] = 1e9 + 30 * i - (i < 50 ? 0 : 4e8);
        load[i] = 64;
    }
    SERIES(&f, "cpu_load", "n0", times, load);
    for (int i = 0; i < 100; i++)
        times[i] = 1e9 + 30 * i;
    SERIES(&f, "cpu_load", "n1", times, load);
    SERIES(&f, "cpu_load", "n2", times, load);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "stops"), 0);
    CHECK_TEXT(fixture_text(&f, "findings", 0, "finding"),
               "The clock of n0 jumped: 50 of its samples were rejected.");
    fixture_release(&f);
}

/* n1 begins at half of the time, which is no later begin of all: n2 stops at 92 % of it. */
static void the_time_of_all_begins_with_the_first_node(void)
{
    struct fixture f;
    double times[200], load[200];
    fixture_init(&f);
    for (int i = 0; i < 200; i++) {
        times[i] = 30 * i;
        load[i] = i < 185 ? 60 : 0;
    }
    fixture_flat(&f, "cpu_load", "n0", 200, 30, 60);
    SERIES(&f, "cpu_load", "n2", times, load);
    for (int i = 0; i < 200; i++)
        load[i] = 60;
    fixture_series(&f, "cpu_load", "n1", times + 100, 100, load, 100);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "stops"), 0);
    fixture_release(&f);
}

static void a_node_that_stops_early_is_found_unless_all_do(void)
{
    double last;
    CHECK_INT(count_stops(0, 0, 0, &last), 0);
    CHECK_INT(count_stops(1, 92, 0, &last), 0);
    CHECK_INT(count_stops(1, 83, 0, &last), 1);
    CHECK_NEAR(last, 30 * 82, 0);
    CHECK_INT(count_stops(8, 60, 5, &last), 0); /* ramp down */
    CHECK_INT(count_stops(2, 30, 5, &last), 2);
    CHECK_NEAR(last, 30 * 29, 0);
    CHECK_INT(count_stops(1, 0, 0, &last), 1); /* never at work */
    CHECK(isnan(last));
}

/* Beside three nodes of 64 busy cores one with so many during a part of the time, its traffic in
 * B/s; "stopped", "fell", "idle" or "little". */
static const char *what_a_node_did(double from, double to, double load, double traffic)
{
    struct fixture f;
    double times[100], loads[100], rates[100];
    fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        times[i] = 30 * i;
        loads[i] = i >= 100 * from && i < 100 * to ? load : 0.1;
        rates[i] = traffic;
    }
    SERIES(&f, "cpu_load", "n0", times, loads);
    SERIES(&f, "net_bw", "n0", times, rates);
    for (int node = 1; node < 4; node++) {
        const char *name = (const char *[]){"n1", "n2", "n3"}[node - 1];
        fixture_flat(&f, "cpu_load", name, 100, 30, 64);
        fixture_flat(&f, "net_bw", name, 100, 30, 1e6);
    }
    dataset_add_hardware(&f.dataset, "n0", "cpus", "72");
    fixture_run(&f);
    size_t rows = fixture_rows(&f, "stops");
    bool is_little = !isnan(number(&f, "stops", "node", "n0", "little_share"));
    bool is_idle = isnan(number(&f, "stops", "node", "n0", "last_at_work"));
    bool fell = !isnan(number(&f, "stops", "node", "n0", "load_after"));
    fixture_release(&f);
    return fell        ? "fell"
           : rows != 1 ? "at work"
           : is_little ? "little"
           : is_idle   ? "idle"
                       : "stopped";
}

static void a_node_that_does_little_is_not_idle(void)
{
    CHECK_TEXT(what_a_node_did(0, 1, 1.2, 0), "little");
    CHECK_TEXT(what_a_node_did(0, 1, 0.4, 0), "idle");
    CHECK_TEXT(what_a_node_did(0, 0, 0, 20e6), "little");
    CHECK_TEXT(what_a_node_did(0, 0, 0, 5e6), "idle");
    CHECK_TEXT(what_a_node_did(0, 0.05, 1.2, 0), "idle"); /* as it was set up */
    CHECK_TEXT(what_a_node_did(0, 0.5, 1.2, 0), "stopped");
    CHECK_TEXT(what_a_node_did(0, 0.05, 64, 0), "stopped");
    CHECK_TEXT(what_a_node_did(0, 0.05, 64, 20e6), "little"); /* which it did to the end */
    CHECK_TEXT(what_a_node_did(0, 0.5, 64, 5e6), "stopped");
    CHECK_TEXT(what_a_node_did(0, 0.5, 64, 20e6), "fell"); /* its traffic goes on */
}

/* n0 has 64 busy cores for half of the time, `after` to `until` of it, and 0.1 then. */
static void check_fall(double after, double until, double last, double load_after)
{
    struct fixture f;
    double times[100], loads[100];
    fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        times[i] = 30 * i;
        loads[i] = i < 50 ? 64 : i < 100 * until ? after : 0.1;
    }
    SERIES(&f, "cpu_load", "n0", times, loads);
    for (int node = 1; node < 4; node++)
        fixture_flat(&f, "cpu_load", (const char *[]){"n1", "n2", "n3"}[node - 1], 100, 30, 64);
    dataset_add_hardware(&f.dataset, "n0", "cpus", "72");
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "stops"), 1);
    CHECK_NEAR(number(&f, "stops", "node", "n0", "last_at_work"), last, 0);
    if (isnan(load_after)) {
        CHECK(isnan(number(&f, "stops", "node", "n0", "load_after")));
    } else {
        CHECK_NEAR(number(&f, "stops", "node", "n0", "load_before"), 64, 1e-9);
        CHECK_NEAR(number(&f, "stops", "node", "n0", "load_after"), load_after, 1e-9);
        CHECK_NEAR(number(&f, "stops", "node", "n0", "busy_cores"), load_after, 1e-9);
    }
    fixture_release(&f);
}

static void a_node_with_some_busy_cores_has_not_stopped(void)
{
    check_fall(4, 1, 30 * 49, 4);
    check_fall(0.9, 1, 30 * 49, 0.9);
    check_fall(0.7, 1, 30 * 49, NAN);
    check_fall(4, 0.7, 30 * 69, NAN); /* it stopped when that ended */
}

/* As a node: a GPU at a few percent is no idle one. */
static void a_gpu_that_is_used_little_has_not_stopped(void)
{
    static const double after[] = {1, 6};
    for (size_t k = 0; k < COUNT(after); k++) {
        struct fixture f;
        double times[100], use[100];
        fixture_init(&f);
        for (int i = 0; i < 100; i++) {
            times[i] = 30 * i;
            use[i] = i < 50 ? 95 : after[k];
        }
        SERIES(&f, "gpu.utilization_rates.gpu", "gpu-0.n0", times, use);
        fixture_flat(&f, "gpu.utilization_rates.gpu", "gpu-1.n0", 100, 30, 95);
        fixture_flat(&f, "gpu.utilization_rates.gpu", "gpu-2.n0", 100, 30, 95);
        fixture_run(&f);
        CHECK_INT(fixture_rows(&f, "stops"), 1);
        double load_after = number(&f, "stops", "node", "gpu-0.n0", "load_after");
        CHECK(k == 0 ? isnan(load_after) : fabs(load_after - 6) < 1e-9);
        fixture_release(&f);
    }
}

CHECK_MAIN(TEST(where_only_the_load_ends_nothing_is_known_to_stop),
           TEST(a_clock_that_jumps_is_no_stop),
           TEST(a_node_that_stops_early_is_found_unless_all_do),
           TEST(a_node_that_does_little_is_not_idle),
           TEST(a_node_with_some_busy_cores_has_not_stopped),
           TEST(a_gpu_that_is_used_little_has_not_stopped),
           TEST(the_time_of_all_begins_with_the_first_node))
