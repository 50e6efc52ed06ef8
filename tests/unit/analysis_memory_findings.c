/* Findings about the memory of nodes, at their thresholds. */
#include "findings_fixture.h"

/* ---- growing ---- */

static void run_growth(const char *rows)
{
    begin();
    add_rows("memory_growth",
             "node,metric,unit,length_s,from,to,slope,late_slope,rising_share,capacity,full_in_s",
             rows);
    run();
}

/* From 8 GiB to 12 GiB in an hour: 2^32 ÷ 3,600 B/s. */
static void growth_is_reported_per_hour(void)
{
    run_growth("n1,mem_used,B,3600,8589934592,12884901888,1193046.471,1193046.471,1,,\n");
    CHECK_INT(fixture_rows(&fixture, "findings"), 1);
    CHECK_TEXT(cell(0, "finding"),
               "Memory in use grows steadily on n1: from 8 GiB to 12 GiB, 4 GiB per hour.");
    CHECK_NEAR(number(0, "value"), 0.5, 1e-12);
    fixture_release(&fixture);
    run_growth("n1,mem_used,B,3600,8e9,9e9,3e5,3e5,1,,\nn2,mem_used,B,3600,8e9,12e9,1e6,1e6,1,,\n"
               "n3,mem_used,B,3600,8e9,11e9,1e6,1e6,1,,\n");
    CHECK(is_reported("Memory in use grows steadily on 2 of 3 nodes, most on n2: "));
    fixture_release(&fixture);
    run_growth("n1,mem_used,B,3600,8e9,9e9,3e5,3e5,1,,\nn2,mem_used,B,3600,8e9,12e9,1e6,1e6,1,,\n");
    CHECK(is_reported("Memory in use grows steadily on n2 (1 of 2 nodes): "));
    fixture_release(&fixture);
}

/* Memory that rises all the time, but by little, is told as that. */
static void little_growth_is_told_beside_what_is_well(void)
{
    static const struct {
        double rise; /* of what it was */
        const char *text;
    } cases[] = {{0.17, "memory grew steadily by at most 17 %"},
                 {0.0005, "memory hardly grew"},
                 {0, "memory did not grow steadily"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum { SAMPLES = 240 };
        double times[SAMPLES], loads[SAMPLES], values[SAMPLES];
        fixture_init(&fixture);
        for (int k = 0; k < SAMPLES; k++) {
            times[k] = 60 * k;
            loads[k] = 90;
            values[k] = 1e10 * (1 + cases[i].rise * k / (SAMPLES - 1));
        }
        SERIES(&fixture, "cpu_percent_sys", "n1", times, loads);
        fixture_metric(&fixture, "mem_used", "B", METRIC_LEVEL);
        SERIES(&fixture, "mem_used", "n1", times, values);
        fixture.dataset.metrics[1].unit = "B";
        fixture_run(&fixture);
        CHECK_TEXT(cell(0, "level"), "good");
        if (!strstr(cell(0, "finding"), cases[i].text))
            CHECK_FAIL("%s: %s", cases[i].text, cell(0, "finding"));
        fixture_release(&fixture);
    }
}

/* What nobody says of how much there is falls instead. */
static void falling_available_memory_is_growth(void)
{
    static const struct {
        double from, to; /* GiB */
        const char *text;
    } cases[] = {
        {60, 12,
         "Available memory falls steadily on n1: from 60 GiB to 12 GiB, 24.1 GiB per hour. At this "
         "rate none is left in 29 min 53 s."},
        {60, 55, NULL}, /* less than a tenth */
        {12, 60, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        enum { SAMPLES = 240 };
        double times[SAMPLES], values[SAMPLES];
        fixture_init(&fixture);
        for (size_t k = 0; k < SAMPLES; k++) {
            times[k] = 30 * (double)k;
            values[k] = 0x1p30 *
                        (cases[i].from + (cases[i].to - cases[i].from) * (double)k / (SAMPLES - 1));
        }
        SERIES(&fixture, "mem_available", "n1", times, values);
        fixture.dataset.metrics[0].unit = "B";
        fixture_run(&fixture);
        if (cases[i].text)
            CHECK_TEXT(cell(0, "finding"), cases[i].text);
        else
            CHECK(!is_reported("Available memory"));
        fixture_release(&fixture);
    }
}

static void growth_has_thresholds(void)
{
    static const struct {
        const char *row, *level; /* NULL: no finding */
    } cases[] = {
        {"3600,8e9,10e9,1e6,1e6,1,,", "note"}, /* 25 % */
        {"3600,8e9,9.99e9,1e6,1e6,1,,", NULL},
        {"3600,8e9,12e9,1e6,1e6,1,,", "warn"}, /* 50 % */
        {"3600,8e9,11.99e9,1e6,1e6,1,,", "note"},
        {"3600,1e8,3.68e8,1e5,1e5,1,,", NULL}, /* under 256 MiB */
        {"3600,1e8,3.7e8,1e5,1e5,1,,", "warn"},
        {"3600,8e9,12e9,1e6,1e6,0.85,,", "warn"}, /* of all pairs of samples */
        {"3600,8e9,12e9,1e6,1e6,0.84,,", NULL},
        {"3600,8e9,12e9,1e6,0.4e6,1,,", "warn"}, /* it has not aligned */
        {"3600,8e9,12e9,1e6,0.39e6,1,,", NULL},
        {"3600,8e9,10e9,1e6,1e6,1,2e10,900", "bad"}, /* full in a quarter of the run */
        {"3600,8e9,10e9,1e6,1e6,1,2e10,901", "note"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[128];
        snprintf(row, sizeof row, "n1,mem_used,B,%s\n", cases[i].row);
        run_growth(row);
        CHECK(is_reported("grows steadily") == (cases[i].level != NULL));
        if (cases[i].level && is_reported("grows steadily"))
            CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void how_soon_memory_is_full_is_reported(void)
{
    run_growth("n1,mem_used,B,3600,8e9,10e9,1e6,1e6,1,21474836480,600\n");
    CHECK(is_reported(". At this rate it is full (20 GiB) in 10 min."));
    fixture_release(&fixture);
}

/* Of memory whose size is not known. */
static void growth_of_shares_is_reported(void)
{
    run_growth("n1,memory_percent,%,3600,20,60,0.01,0.01,1,100,3600\n");
    CHECK(is_reported("Memory in use grows steadily on n1: from 20 % to 60 % of all, 36 % per "
                      "hour. At this rate it is full in 1 h."));
    fixture_release(&fixture);
    run_growth("n1,memory_percent,%,3600,4,5.9,0.01,0.01,1,100,36000\n");
    CHECK(!is_reported("grows steadily")); /* by less than 2 % of all */
    fixture_release(&fixture);
    run_growth("n1,memory_percent,%,3600,4,6,0.01,0.01,1,100,36000\n");
    CHECK(is_reported("grows steadily"));
    fixture_release(&fixture);
}

/* No time is left then. */
static void memory_that_is_full_is_reported_so(void)
{
    static const char columns[] = "node,metric,unit,length_s,from,to,slope,late_slope,rising_share,"
                                  "capacity,full_in_s,highest,full_from";
    begin();
    add_rows("memory_growth", columns,
             "n1,mem_used,B,3600,8e9,19.8e9,1e6,1e6,1,2e10,0,1.98e10,7200\n");
    run();
    CHECK(is_reported("Memory in use grew steadily on n1: from 7.45 GiB to 18.4 GiB, 3.35 GiB per "
                      "hour. It was nearly full (99 %) from 2 h after the start to the end."));
    CHECK_TEXT(cell(0, "level"), "bad");
    CHECK_TEXT(cell(0, "advice"), "look for a memory leak; if there is none, request more memory");
    fixture_release(&fixture);
    run_growth("n1,mem_used,B,3600,8e9,20e9,1e6,1e6,1,2e10,0\n");
    CHECK(is_reported("Memory in use grows steadily on n1: "));
    CHECK(!is_reported("in 0 s"));
    fixture_release(&fixture);
}

/* Full, of unknown size, and far from full. */
static void released_memory_may_be_that_of_a_killed_program(void)
{
    static const char columns[] = "node,metric,unit,length_s,from,to,slope,late_slope,rising_share,"
                                  "capacity,full_in_s,highest,released";
    static const struct {
        const char *cells, *level, *end;
    } cases[] = {
        {"8e9,18e9,1e6,1e6,1,2e10,900,1.9e10,7200", "bad",
         ". It became nearly full (95 %). Work stopped at 2 h after the start and the memory was "
         "released: the program was probably killed for lack of memory."},
        {"8e9,18e9,1e6,1e6,1,,,1.9e10,7200", "bad",
         " per hour. Work stopped at 2 h after the start and the memory was released: the program "
         "may have been killed for lack of memory."},
        {"8e9,18e9,1e6,1e6,1,1e11,9000,1.9e10,7200", "warn", "released: the program may have been"},
        {"8e9,11e9,1e6,1e6,1,1e11,9000,1.2e10,7200", "note",
         " Work stopped at 2 h after the start and the memory was released."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[160];
        begin();
        snprintf(row, sizeof row, "n1,mem_used,B,3600,%s\n", cases[i].cells);
        add_rows("memory_growth", columns, row);
        run();
        CHECK(strstr(cell(0, "finding"), "Memory in use grew steadily on n1: from "));
        CHECK(strstr(cell(0, "finding"), cases[i].end));
        CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* ---- swap ---- */

static void run_swap(const char *row)
{
    begin();
    add_rows("swapping",
             "node,metric,from,until,least_B,most_B,capacity_B,memory_share,load_metric,"
             "load_before,load_during",
             row);
    run();
}

/* From 1 % of the memory on, or 1 GB where that is unknown; worse where the load falls by more than
 * 30 %, or 90 % of the memory is in use. */
static void swap_has_thresholds(void)
{
    static const struct {
        const char *row, *level; /* NULL: no finding */
    } cases[] = {
        {"0,1e9,1e11,,,,", "warn"},
        {"0,0.99e9,1e11,,,,", NULL},
        {"2e9,2.99e9,1e11,,,,", NULL}, /* what was there before is not new */
        {"0,1e9,,,,,", "warn"},
        {"0,0.99e9,,,,,", NULL},
        {"0,1e9,1e11,0.9,,,", "warn"},
        {"0,1e9,1e11,0.91,,,", "bad"},
        {"0,1e9,1e11,,cpu_load,40,28", "warn"},
        {"0,1e9,1e11,,cpu_load,40,27.9", "bad"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[128];
        snprintf(row, sizeof row, "n1,swap,0,60,%s\n", cases[i].row);
        run_swap(row);
        CHECK(is_reported("swapped") == (cases[i].level != NULL));
        if (cases[i].level && is_reported("swapped"))
            CHECK_TEXT(cell(0, "level"), cases[i].level);
        fixture_release(&fixture);
    }
    run_swap("n1,swap,0,60,0,1e9,1e11,,cpu_load,40,10\nn2,swap,0,60,0,2e9,1e11,,cpu_load,40,20\n");
    CHECK(is_reported("n2 swapped up to 1.86 GiB "));
    CHECK(is_reported(" Its CPU load fell by 50 %. 1 more node swapped too."));
    fixture_release(&fixture);
    /* What is compared is what it grew by, with the limit that held. */
    run_swap("n1,swap,0,60,1e9,5e9,1e11,,,,\n");
    CHECK_NEAR(number(0, "value"), 4e9, 0);
    CHECK_NEAR(number(0, "threshold"), 1e9, 0);
    fixture_release(&fixture);
    run_swap("n1,swap,0,60,0,5e9,2e11,,,,\n");
    CHECK_NEAR(number(0, "threshold"), 2e9, 0);
    fixture_release(&fixture);
}

/* ---- nearly full ---- */

/* Over 90 %, from 95 %, and over 97 %: of a share, or of what hardware facts say. */
static void full_memory_has_thresholds(void)
{
    static const struct {
        const char *metric, *max, *level; /* NULL: no finding */
    } cases[] = {
        {"memory_percent", "90", NULL},     {"memory_percent", "90.1", "note"},
        {"memory_percent", "94.9", "note"}, {"memory_percent", "95", "warn"},
        {"memory_percent", "97", "warn"},   {"memory_percent", "97.1", "bad"},
        {"mem_used", "90e9", NULL},         {"mem_used", "91e9", "note"},
        {"mem_used", "96e9", "warn"},       {"mem_used", "98e9", "bad"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char row[64];
        fixture_init(&fixture);
        fixture_flat(&fixture, cases[i].metric, "n1", 10, 10, 50);
        dataset_add_hardware(&fixture.dataset, "n1", "memory.total_bytes", "100000000000");
        fixture_signals(&fixture);
        snprintf(row, sizeof row, "n1,%s,%s\n", cases[i].metric, cases[i].max);
        add_rows("node_metrics", "node,metric,max", row);
        run();
        bool is_note = cases[i].level && strcmp(cases[i].level, "note") == 0;
        CHECK(is_reported("nearly full") == (cases[i].level && !is_note));
        CHECK(is_reported("Memory of n1 was well used: ") == is_note);
        if (cases[i].level)
            CHECK_TEXT(cell(0, "level"), cases[i].level);
        if (is_note)
            CHECK_TEXT(cell(0, "advice"), "");
        fixture_release(&fixture);
    }
}

/* Of 40 samples in %: 92 from one on, less before. */
static void memory_that_fills_late_is_no_plan(void)
{
    static const struct {
        size_t from;
        double before;
        bool is_full;
    } cases[] = {{0, 92, false}, {4, 20, false}, {30, 60, true}, {30, 89.5, false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        double times[40], values[40];
        fixture_init(&fixture);
        fixture_metric(&fixture, "memory_percent", "%", METRIC_LEVEL);
        for (size_t k = 0; k < 40; k++) {
            times[k] = 60 * (double)k;
            values[k] = k < cases[i].from ? cases[i].before : 92;
        }
        fixture_series(&fixture, "memory_percent", "n1", times, 40, values, 40);
        fixture_run(&fixture);
        CHECK(is_reported("Memory of n1 was nearly full: up to 92 %") == cases[i].is_full);
        CHECK(is_reported("Memory of n1 was well used: up to 92 %") == !cases[i].is_full);
        fixture_release(&fixture);
    }
}

static void full_nodes_are_counted(void)
{
    fixture_init(&fixture);
    fixture_metric(&fixture, "memory_percent", "%", METRIC_LEVEL);
    fixture_flat(&fixture, "memory_percent", "n1", 10, 10, 40);
    fixture_flat(&fixture, "memory_percent", "n2", 10, 10, 93.5);
    fixture_flat(&fixture, "memory_percent", "n3", 10, 10, 98);
    fixture_run(&fixture);
    CHECK(is_reported("Memory of 2 of 3 nodes was nearly full: up to 98 % in use on n3."));
    fixture_release(&fixture);
}

/* One that is full since memory grew on it says nothing of the others. */
static void full_nodes_are_reported_beside_one_that_filled_up(void)
{
    for (int others = 0; others < 2; others++) {
        double times[100], values[100];
        fixture_init(&fixture);
        for (int i = 0; i < 100; i++) {
            times[i] = 60 * i;
            values[i] = i < 80 ? 10e9 + 89e9 * i / 80 : 99e9;
        }
        fixture_metric(&fixture, "mem_used", "B", METRIC_LEVEL);
        SERIES(&fixture, "mem_used", "n1", times, values);
        fixture_flat(&fixture, "mem_used", "n2", 100, 60, others ? 98e9 : 50e9);
        dataset_add_hardware(&fixture.dataset, "n1", "memory.total_bytes", "100000000000");
        dataset_add_hardware(&fixture.dataset, "n2", "memory.total_bytes", "100000000000");
        fixture_run(&fixture);
        CHECK(is_reported("Memory in use grew steadily on n1 (1 of 2 nodes): "));
        CHECK_INT(is_reported("Memory of 2 of 2 nodes was nearly full: up to 99 % "), others);
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(memory_that_is_full_is_reported_so),
           TEST(full_nodes_are_reported_beside_one_that_filled_up),
           TEST(growth_is_reported_per_hour), TEST(little_growth_is_told_beside_what_is_well),
           TEST(falling_available_memory_is_growth), TEST(growth_has_thresholds),
           TEST(how_soon_memory_is_full_is_reported), TEST(growth_of_shares_is_reported),
           TEST(released_memory_may_be_that_of_a_killed_program), TEST(swap_has_thresholds),
           TEST(full_memory_has_thresholds), TEST(memory_that_fills_late_is_no_plan),
           TEST(full_nodes_are_counted))
