#include "check.h"

#include "analysis_fixture.h"

/* Nodes at work and at rest: phases, memory, waiting for files, wrong clocks. */

static double number(const struct fixture *f, const char *table, const char *key, const char *value,
                     const char *column)
{
    return fixture_number(f, table, key, value, NULL, NULL, column);
}

/* A process on one core is 1.6 % of what 64 do, and no rest; nor is it while GPUs, files or the
 * network are at work. What was looked at is said. */
static void signs_of_work_end_a_phase(void)
{
    static const struct {
        double load;      /* in the middle; 64 before and behind */
        const char *sign; /* NULL: none */
        double at_work;   /* the sign in the middle */
        size_t phases;
    } cases[] = {{0.05, NULL, 0, 1},
                 {1.0, NULL, 0, 0},
                 {0.05, "gpu.utilization_rates.gpu", 95, 0},
                 {0.05, "gpu.utilization_rates.gpu", 1, 1},
                 {0.05, "lustre_read_bw", 500e6, 0},
                 {0.05, "lustre_read_bw", 1e6, 1},
                 {0.05, "ib_recv", 3e9, 0}};
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct fixture f;
        double times[200], loads[200], signs[200];
        for (int i = 0; i < 200; i++) {
            bool is_middle = i >= 50 && i < 110;
            times[i] = 30 * i;
            loads[i] = is_middle ? cases[k].load : 64;
            signs[i] = is_middle ? cases[k].at_work : 0;
        }
        fixture_init(&f);
        SERIES(&f, "cpu_load", "n1", times, loads);
        if (cases[k].sign)
            SERIES(&f, cases[k].sign, "gpu-0.n1", times, signs);
        fixture_run(&f);
        CHECK_INT(fixture_rows(&f, "phases"), cases[k].phases);
        if (cases[k].phases && cases[k].sign)
            CHECK_TEXT(fixture_text(&f, "phases", 0, "idle_too"),
                       strstr(cases[k].sign, "gpu") ? "GPUs" : "file I/O");
        fixture_release(&f);
    }
}

/* Of 64 cores, of 2 % of which at most 0.8 are idle; from sample 50 to before 110 of 200 one to
 * three of five samples are another. */
static void noise_cuts_no_phase(void)
{
    static const struct {
        double load, other; /* 64 before and behind */
        size_t others, phases, serial;
        double length_s; /* of the phase */
    } cases[] = {
        {0.4, 0.9, 0, 1, 0, 1800}, {0.4, 0.9, 2, 1, 0, 1800},  {0.4, 0.9, 3, 0, 1, 0},
        {0.3, 1.7, 1, 0, 0, 0}, /* no noise */
        {1, 1.6, 2, 0, 1, 1800},   {1, 0.4, 2, 0, 1, 1800},    {1, 1.6, 3, 0, 0, 0},
        {0.7, 1.3, 2, 0, 1, 1800}, {1.4, 2.7, 2, 0, 0, 0}, /* two cores, on average */
        {1, 3.1, 1, 0, 0, 0},      {0.85, 0.6, 2, 0, 1, 1800},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct fixture f;
        double times[200], loads[200];
        for (size_t i = 0; i < 200; i++) {
            bool is_inside = i >= 50 && i < 110;
            times[i] = 30 * (double)i;
            loads[i] = !is_inside                                             ? 64
                       : (i - 50) % 5 >= 1 && (i - 50) % 5 <= cases[k].others ? cases[k].other
                                                                              : cases[k].load;
        }
        fixture_init(&f);
        SERIES(&f, "cpu_load", "n1", times, loads);
        dataset_add_hardware(&f.dataset, "n1", "cpus", "64");
        fixture_run(&f);
        CHECK_INT(fixture_rows(&f, "phases"), cases[k].phases);
        CHECK_INT(fixture_rows(&f, "serial_phases"), cases[k].serial);
        const char *table = cases[k].phases ? "phases" : "serial_phases";
        if (cases[k].length_s > 0 && fixture_rows(&f, table))
            CHECK_NEAR(table_numbers(tables_find(&f.tables, table), "duration_s")[0],
                       cases[k].length_s, 0);
        fixture_release(&f);
    }
}

/* 64 cores that nobody names, by their use in % and the load average: from sample 100 of 200 on one
 * is busy or none. No number of cores is told. */
static void one_core_is_told_from_none_by_the_load_average(void)
{
    for (size_t busy = 0; busy < 2; busy++) {
        struct fixture f;
        double times[200], shares[200], averages[200];
        fixture_init(&f);
        for (size_t i = 0; i < 200; i++) {
            times[i] = 30 * (double)i;
            averages[i] = i < 100 ? 60 : (double)busy;
            shares[i] = averages[i] / 0.64;
        }
        SERIES(&f, "cpu_percent_sys", "n1", times, shares);
        SERIES(&f, "cpu_load", "n1", times, averages);
        fixture_run(&f);
        CHECK_INT(fixture_rows(&f, "phases"), 1 - busy);
        CHECK_INT(fixture_rows(&f, "serial_phases"), busy);
        CHECK(isnan(table_numbers(tables_find(&f.tables, "nodes"), "cores")[0]));
        if (busy) {
            const struct table *phases = tables_find(&f.tables, "serial_phases");
            CHECK(isnan(table_numbers(phases, "cores")[0]));
            CHECK(isnan(table_numbers(phases, "busy_otherwise")[0]));
            CHECK_NEAR(table_numbers(phases, "share_otherwise")[0], 60 / 64.0, 1e-9);
            CHECK(strstr(
                table_texts(tables_find(&f.tables, "findings"), "finding")[0],
                "Serial work: about one core was busy from 50 min to 1 h 40 min after the start "
                "(50 min, 50 % of the run). In the rest of the run 94 % of the cores were busy."));
        }
        fixture_release(&f);
    }
}

/* Signs that are sampled every 5 min, loads every 30 s: a sign holds until the next. */
static void signs_of_another_interval_count(void)
{
    struct fixture f;
    double times[200], loads[200], slow_times[20], signs[20];
    fixture_init(&f);
    for (int i = 0; i < 200; i++) {
        times[i] = 30 * i;
        loads[i] = i < 100 ? 64 : 0;
    }
    for (int i = 0; i < 20; i++) {
        slow_times[i] = 300 * i;
        signs[i] = 90;
    }
    SERIES(&f, "cpu_load", "n1", times, loads);
    SERIES(&f, "gpu.utilization_rates.gpu", "gpu-0.n1", slow_times, signs);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "phases"), 0);
    fixture_release(&f);
}

/* ---- memory ---- */

/* 10 GB and 1 MB/s on top, 24 samples a minute apart, two of them far off: Theil's slope is exact,
 * all pairs but those of the two rise. */
static void the_slope_of_memory_is_that_of_theil_and_sen(void)
{
    struct fixture f;
    double times[25], values[25];
    fixture_init(&f);
    for (int i = 0; i < 25; i++) {
        times[i] = 60 * i;
        values[i] = 10e9 + 1e6 * times[i];
    }
    values[12] = 90e9;
    fixture_metric(&f, "mem_used", "B", METRIC_LEVEL);
    SERIES(&f, "mem_used", "n1", times, values);
    dataset_add_hardware(&f.dataset, "n1", "memory.total_bytes", "20000000000");
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "memory_growth"), 1);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "slope"), 1e6, 0.01);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "late_slope"), 1e6, 0.06);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "rising_share"), 1 - 11.0 / 276, 1e-12);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "capacity"), 20e9, 0);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "full_in_s"), 20e9 / 1e6 - 10e3 - 1440,
               1e-9);
    fixture_release(&f);
}

/* 1 MB/s, with no sample for 20 of 100 minutes. */
static void growth_goes_on_over_a_gap(void)
{
    struct fixture f;
    double times[100], values[100];
    fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        times[i] = 60 * i;
        values[i] = i >= 40 && i < 60 ? NAN : 10e9 + 1e6 * times[i];
    }
    fixture_metric(&f, "mem_used", "B", METRIC_LEVEL);
    SERIES(&f, "mem_used", "n1", times, values);
    fixture_run(&f);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "slope"), 1e6, 3e4);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "rising_share"), 1, 0);
    fixture_release(&f);
}

/* 100 samples, the memory of which grows up to one of them and is `low` then, with so much load. */
static void check_released_at(size_t until, double low, double load, double expected)
{
    struct fixture f;
    double times[100], values[100], loads[100];
    fixture_init(&f);
    for (size_t i = 0; i < 100; i++) {
        times[i] = 60 * (double)i;
        values[i] = i <= until ? 10e9 + 1e9 * (double)i : low;
        loads[i] = i <= until ? 10 : load;
    }
    fixture_metric(&f, "mem_used", "B", METRIC_LEVEL);
    SERIES(&f, "mem_used", "n1", times, values);
    SERIES(&f, "cpu_load", "n1", times, loads);
    fixture_run(&f);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "released"), expected, 0);
    if (!isnan(expected)) {
        CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "slope"), 1e9 / 60, 1);
        CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "rising_share"), 1, 0);
        CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "highest"), 10e9 + 1e9 * (double)until,
                   1);
    }
    fixture_release(&f);
}

static void growth_ends_where_all_is_released_as_work_stops(void)
{
    check_released_at(69, 2e9, 0.1, 70 * 60);
    check_released_at(69, 37e9, 1, 70 * 60);
    check_released_at(69, 38e9, 0.1, NAN); /* over half of its p95 stays */
    check_released_at(69, 2e9, 1.1, NAN);  /* the program goes on */
    check_released_at(93, 2e9, 0.1, 94 * 60);
    check_released_at(94, 2e9, 0.1, NAN); /* under a twentieth of the time is left */
}

/* 100 samples of a node of 100 GB: up to one of them memory grows from 10 GB, by 1 GB a minute;
 * from then on it stays at `level`, but for the one before the last. */
static void run_filled(struct fixture *f, size_t until, double level, double last_but_one)
{
    double times[100], values[100];
    fixture_init(f);
    for (size_t i = 0; i < 100; i++) {
        times[i] = 60 * (double)i;
        values[i] = i < until ? 10e9 + (level - 10e9) * (double)i / (double)until : level;
    }
    values[98] = last_but_one;
    fixture_metric(f, "mem_used", "B", METRIC_LEVEL);
    SERIES(f, "mem_used", "n1", times, values);
    dataset_add_hardware(&f->dataset, "n1", "memory.total_bytes", "100000000000");
    fixture_run(f);
}

/* A line drawn on through the time in which memory is full ends above all that there is. */
static void growth_ends_where_memory_is_full(void)
{
    static const struct {
        size_t until;
        double level, last_but_one, full_from;
    } cases[] = {
        {80, 99e9, 99e9, 80 * 60}, {80, 97e9, 97e9, 80 * 60}, {80, 96e9, 96e9, NAN},
        {80, 99e9, 94e9, 99 * 60}, {25, 99e9, 99e9, NAN}, /* under a quarter of the time */
        {26, 99e9, 99e9, 26 * 60},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct fixture f;
        run_filled(&f, cases[i].until, cases[i].level, cases[i].last_but_one);
        CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "full_from"), cases[i].full_from, 0);
        CHECK(number(&f, "memory_growth", "node", "n1", "to") <= cases[i].level);
        CHECK(number(&f, "memory_growth", "node", "n1", "from") >= 10e9);
        fixture_release(&f);
    }
    struct fixture f;
    run_filled(&f, 80, 99e9, 99e9);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "slope"), 89e9 / 4800, 1e3);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "to"), 99e9, 0);
    CHECK_NEAR(number(&f, "memory_growth", "node", "n1", "full_in_s"), 0, 0);
    CHECK_INT(fixture_rows(&f, "findings"), 1);
    CHECK(strstr(fixture_text(&f, "findings", 0, "finding"),
                 "Memory in use grew steadily on n1: from 9.31 GiB to 92.2 GiB, 62.2 GiB per hour. "
                 "It was nearly full (99 %) from "));
    fixture_release(&f);
}

static void swap_is_measured_where_it_grows(void)
{
    struct fixture f;
    double times[100], swap[100], load[100], share[100];
    fixture_init(&f);
    for (int i = 0; i < 100; i++) {
        times[i] = 30 * i;
        swap[i] = i < 60 ? 1e9 : 1e9 + 5e8 * (i - 59);
        load[i] = i < 60 ? 40 : 4;
        share[i] = i < 60 ? 80 : 99;
    }
    fixture_metric(&f, "memory_full_info.swap", "B", METRIC_LEVEL);
    SERIES(&f, "memory_full_info.swap", "n1", times, swap);
    SERIES(&f, "cpu_load", "n1", times, load);
    fixture_metric(&f, "memory_percent", "%", METRIC_LEVEL);
    SERIES(&f, "memory_percent", "n1", times, share);
    fixture_flat(&f, "memory_full_info.swap", "n2", 100, 30, 1e9);
    fixture_run(&f);
    CHECK_INT(fixture_rows(&f, "swapping"), 1);
    CHECK_NEAR(number(&f, "swapping", "node", "n1", "most_B"), 21e9, 0);
    CHECK_NEAR(number(&f, "swapping", "node", "n1", "least_B"), 1e9, 0);
    CHECK_NEAR(number(&f, "swapping", "node", "n1", "from"), 62 * 30, 0); /* over 5 % of it */
    CHECK_NEAR(number(&f, "swapping", "node", "n1", "memory_share"), 0.99, 1e-12);
    CHECK_NEAR(number(&f, "swapping", "node", "n1", "load_before"), (60 * 40 + 2 * 4) / 62.0,
               1e-12);
    CHECK_NEAR(number(&f, "swapping", "node", "n1", "load_during"), 4, 0);
    fixture_release(&f);
}

/* A node swaps while it reads its input, and computes afterwards: its load did not fall. */
static void load_after_swapping_is_not_the_load_before(void)
{
    for (int first = 1; first <= 3; first += 2) {
        struct fixture f;
        double times[100], swap[100], load[100];
        fixture_init(&f);
        for (int i = 0; i < 100; i++) {
            times[i] = 30 * i;
            swap[i] = i >= first && i < 30 ? 5e9 : 0;
            load[i] = i < 30 ? 3 : 15;
        }
        fixture_metric(&f, "memory_full_info.swap", "B", METRIC_LEVEL);
        SERIES(&f, "memory_full_info.swap", "n1", times, swap);
        SERIES(&f, "cpu_load", "n1", times, load);
        fixture_run(&f);
        double before = number(&f, "swapping", "node", "n1", "load_before");
        CHECK(first < 3 ? isnan(before) : before == 3);
        CHECK_NEAR(number(&f, "swapping", "node", "n1", "load_during"), 3, 0);
        fixture_release(&f);
    }
}

/* ---- waiting for files, nodes that stop ---- */

/* Without the number of cores a load is low beside its own p95, and no share of them. */
static void waiting_for_files_is_a_share_of_the_time(void)
{
    for (int with_cores = 0; with_cores < 2; with_cores++) {
        struct fixture f;
        double times[100], load[100], files[100];
        fixture_init(&f);
        for (int i = 0; i < 100; i++) {
            times[i] = 30 * i;
            load[i] = i % 4 ? 3 : 60;
            files[i] = i % 4 ? 800e6 : 1e6;
        }
        SERIES(&f, "cpu_load", "n1", times, load);
        SERIES(&f, "file_bw", "n1", times, files);
        if (with_cores)
            dataset_add_hardware(&f.dataset, "n1", "cpus", "64");
        fixture_run(&f);
        CHECK_INT(fixture_rows(&f, "file_waits"), 1);
        CHECK_NEAR(number(&f, "file_waits", "node", "n1", "share_of_time"), 0.75, 1e-12);
        CHECK_NEAR(number(&f, "file_waits", "node", "n1", "file_B_s"), 800e6, 1e-12);
        if (with_cores)
            CHECK_NEAR(number(&f, "file_waits", "node", "n1", "cpu_share"), 3 / 64.0, 1e-12);
        else
            CHECK(isnan(number(&f, "file_waits", "node", "n1", "cpu_share")));
        fixture_release(&f);
    }
}

static void add_node_from(struct fixture *f, const char *node, double from, double load)
{
    double times[60], loads[60];
    for (int i = 0; i < 60; i++) {
        times[i] = from + 60 * i;
        loads[i] = load;
    }
    SERIES(f, "cpu_load", node, times, loads);
}

/* A node of which all stamps are of another time has a wrong clock: it did not stop early, and the
 * job did not last for years. */
static void a_node_with_a_wrong_clock_is_no_early_stop(void)
{
    static const double begin = 1700000000, day = 86400, away[] = {-1825, -40, 40, 20};
    for (size_t k = 0; k < COUNT(away); k++) {
        struct fixture f;
        bool is_apart = fabs(away[k]) > 31;
        fixture_init(&f);
        add_node_from(&f, "n1", begin, 16);
        add_node_from(&f, "n2", begin, 16);
        add_node_from(&f, "wrong", begin + away[k] * day, 16);
        fixture_run(&f);
        CHECK_INT(f.signals.node_samples[2].is_apart, is_apart);
        if (is_apart) {
            CHECK_INT(fixture_rows(&f, "stops"), 0);
            CHECK_NEAR(f.signals.grid.last, begin + 59 * 60, 0);
            CHECK(isnan(number(&f, "nodes", "node", "wrong", "starts_after_s")));
            CHECK(isnan(number(&f, "nodes", "node", "wrong", "ends_before_s")));
            CHECK(strstr(fixture_text(&f, "findings", 0, "finding"), "The clock of wrong is off"));
        }
        CHECK_NEAR(number(&f, "nodes", "node", "wrong", "samples"), 60, 0);
        CHECK_NEAR(number(&f, "job_metrics", "metric", "cpu_load", "mean"), 16, 0);
        fixture_release(&f);
    }
}

/* An input of another time is another run. */
static void an_input_of_another_time_is_no_wrong_clock(void)
{
    static const double begin = 1700000000, day = 86400;
    struct fixture f;
    fixture_init(&f);
    add_node_from(&f, "n1", begin, 16);
    add_node_from(&f, "n2", begin, 16);
    add_node_from(&f, "n3", begin + 100 * day, 16);
    dataset_add_sampled(&f.dataset, (struct sampled_input){"a.csv", begin, begin + 3540});
    dataset_add_sampled(&f.dataset, (struct sampled_input){"b.csv", begin + 100 * day,
                                                           begin + 100 * day + 3540});
    fixture_run(&f);
    CHECK_INT(f.signals.node_samples[2].is_apart, false);
    fixture_release(&f);
}

static void nodes_that_never_worked_are_not_said_to_have_stopped(void)
{
    struct fixture f;
    fixture_init(&f);
    add_node_from(&f, "n1", 0, 16);
    add_node_from(&f, "n2", 0, 16);
    add_node_from(&f, "rest1", 0, 0);
    add_node_from(&f, "rest2", 0, 0);
    fixture_run(&f);
    const char *text = fixture_text(&f, "findings", 0, "finding");
    CHECK(strstr(text,
                 "2 of 4 nodes were idle for the whole run (rest1 and rest2), while 2 others "));
    for (size_t row = 0; row < fixture_rows(&f, "findings"); row++) /* that is why they vary */
        CHECK(!strstr(fixture_text(&f, "findings", row, "finding"), "vary"));
    fixture_release(&f);
}

CHECK_MAIN(TEST(a_node_with_a_wrong_clock_is_no_early_stop),
           TEST(an_input_of_another_time_is_no_wrong_clock),
           TEST(nodes_that_never_worked_are_not_said_to_have_stopped),
           TEST(signs_of_work_end_a_phase), TEST(noise_cuts_no_phase),
           TEST(one_core_is_told_from_none_by_the_load_average),
           TEST(signs_of_another_interval_count),
           TEST(the_slope_of_memory_is_that_of_theil_and_sen),
           TEST(swap_is_measured_where_it_grows), TEST(load_after_swapping_is_not_the_load_before),
           TEST(waiting_for_files_is_a_share_of_the_time), TEST(growth_goes_on_over_a_gap),
           TEST(growth_ends_where_all_is_released_as_work_stops),
           TEST(growth_ends_where_memory_is_full))
