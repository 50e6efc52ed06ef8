/* Rates that fall for good under the same load: when they are found, and what is said of them. */
#include "findings_fixture.h"

#include <math.h>

/* 1 GB/s, then so much of it, from sample `from` to before `end`, of 200, one each minute. */
struct fall {
    size_t nodes, falling; /* so many of them */
    size_t from, end;
    double part, load; /* after: of the rate, and of a load of 10 */
};

static void run_fall(const struct fall *fall, const char *metric)
{
    fixture_init(&fixture);
    for (size_t node = 0; node < fall->nodes; node++) {
        const char name[] = {'n', (char)('a' + node), '\0'};
        double times[200], rates[200], loads[200];
        for (size_t i = 0; i < 200; i++) {
            bool has_fallen = i >= fall->from && i < fall->end;
            times[i] = 60 * (double)i;
            rates[i] = has_fallen && node < fall->falling ? 1e9 * fall->part : 1e9;
            loads[i] = has_fallen ? 10 * fall->load : 10;
        }
        SERIES(&fixture, "cpu_load", name, times, loads);
        SERIES(&fixture, metric, name, times, rates);
    }
    fixture_run(&fixture);
}

static void falls_have_thresholds(void)
{
    static const struct {
        struct fall fall;
        size_t rows;
    } cases[] = {
        {{2, 2, 100, 200, 0.2, 1}, 1},    {{2, 2, 100, 200, 0.5, 1}, 1},
        {{2, 2, 100, 200, 0.51, 1}, 0},   {{10, 9, 100, 200, 0.1, 1}, 1},
        {{10, 8, 100, 200, 0.1, 1}, 0},   {{2, 2, 100, 200, 0.2, 0.8}, 1},
        {{2, 2, 100, 200, 0.2, 0.79}, 0}, {{2, 2, 42, 200, 0.2, 1}, 1},
        {{2, 2, 36, 200, 0.2, 1}, 0},     {{2, 2, 158, 200, 0.2, 1}, 1},
        {{2, 2, 164, 200, 0.2, 1}, 0},    {{2, 2, 100, 190, 0.2, 1}, 1},
        {{2, 2, 100, 160, 0.2, 1}, 0},    {{2, 2, 100, 200, 1.5, 1}, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_fall(&cases[i].fall, "mem_bw");
        CHECK_INT(fixture_rows(&fixture, "rate_drops"), cases[i].rows);
        if (cases[i].rows)
            CHECK_NEAR(table_numbers(tables_find(&fixture.tables, "rate_drops"), "start")[0],
                       60 * (double)cases[i].fall.from, 121);
        fixture_release(&fixture);
    }
}

/* What processors do counts for more than traffic; what stalls or throttles them is told alone. */
static void falls_have_levels(void)
{
    static const char columns[] =
        "metric,start,end,before,after,nodes,load_before,load_after,of_processors";
    static const struct {
        const char *rows, *table, *other, *level;
    } cases[] = {
        {"mem_bw,3000,6000,8e10,2e10,4,10,9.5,1\n", NULL, NULL, "warn"},
        {"net_bw,3000,6000,8e10,2e10,4,10,9.5,0\n", NULL, NULL, "note"},
        {"net_bw,3000,6000,8e10,2e10,4,10,9.5,0\nmem_bw,3000,6000,8e10,2e10,4,10,9.5,1\n", NULL,
         NULL, "warn"},
        {"mem_bw,3000,6000,8e10,2e10,4,10,9.5,1\n", "job_metrics",
         "metric,mean_per_node\nflops_any,1e12\n", "note"},
        {"mem_bw,3000,6000,8e10,2e10,4,10,9.5,1\n", "job_metrics",
         "metric,mean_per_node\nflops_any,0\n", "warn"},
        {"mem_bw,3000,6000,8e10,2e10,4,10,9.5,1\n", "stalls",
         "metric,start,end,duration_s,load,quiet\ncpu_load,3000,6000,3000,10,mem_bw\n", NULL},
        {"mem_bw,3000,6000,8e10,2e10,4,10,9.5,1\n", "slow_clocks",
         "metric,start,end,duration_s,clock_Hz,usual_Hz\nclock,3000,4500,1500,1e9,3e9\n", NULL},
        {"mem_bw,3000,6000,8e10,2e10,4,10,9.5,1\n", "slow_clocks",
         "metric,start,end,duration_s,clock_Hz,usual_Hz\nclock,3000,4499,1499,1e9,3e9\n", "warn"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        fixture_flat(&fixture, "cpu_load", "n0", 601, 10, 8);
        fixture_signals(&fixture);
        add_rows("rate_drops", columns, cases[i].rows);
        if (cases[i].table)
            add(cases[i].table, cases[i].other);
        run();
        size_t row = row_of(" CPU load stayed at 95 % of its former level.");
        CHECK((row < fixture_rows(&fixture, "findings")) == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(row, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* A rate of processors that is low for a time, from sample `from` to before `end` of 200, beside
 * traffic of 100 MB/s then so much of it. */
static void rates_are_low_while_traffic_rises(void)
{
    static const struct {
        size_t from, end;
        double traffic, load;
        size_t rows;
    } cases[] = {
        {100, 150, 5, 1, 1},   {100, 150, 1.4, 1, 0}, {60, 100, 5, 1, 1},
        {100, 150, 5, 0.7, 0}, {100, 105, 5, 1, 1}, /* too short to be told */
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        double times[200], rates[200], traffic[200], loads[200];
        fixture_init(&fixture);
        for (size_t k = 0; k < 200; k++) {
            bool is_low = k >= cases[i].from && k < cases[i].end;
            times[k] = 60 * (double)k;
            rates[k] = is_low ? 2e8 : 1e9;
            traffic[k] = is_low ? 1e8 * cases[i].traffic : 1e8;
            loads[k] = is_low ? 10 * cases[i].load : 10;
        }
        SERIES(&fixture, "cpu_load", "n0", times, loads);
        SERIES(&fixture, "mem_bw", "n0", times, rates);
        SERIES(&fixture, "ib_recv", "n0", times, traffic);
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "rate_drops"), cases[i].rows);
        size_t row = row_of("Low mem_bw from ");
        bool is_reported = row < fixture_rows(&fixture, "findings");
        CHECK_INT(is_reported, cases[i].rows && cases[i].end - cases[i].from > 5);
        if (is_reported) {
            CHECK_TEXT(cell(row, "level"), "note");
            CHECK(strstr(cell(row, "finding"), " mem_bw fell from 1 G to 200 M; ib_recv rose from "
                                               "100 M to 500 M. CPU load stayed as high."));
        }
        fixture_release(&fixture);
    }
}

/* Two phases of file I/O and one of communication are told apart, by means of their samples. */
static void rates_are_told_by_what_rose(void)
{
    double times[200], rates[200], operations[200], received[200], writes[200], loads[200];
    fixture_init(&fixture);
    for (size_t k = 0; k < 200; k++) {
        bool first = k >= 20 && k < 40, second = k >= 120 && k < 130, is_talk = k >= 60 && k < 85;
        times[k] = 60 * (double)k;
        rates[k] = first ? 1e8 : second || is_talk ? 4e8 : 1e9;
        operations[k] = first || is_talk ? 1e8 : 1e9;
        received[k] = is_talk ? 1e9 : 1e8;
        writes[k] = first ? 2e8 : second ? 8e8 : 0;
        loads[k] = 10;
    }
    SERIES(&fixture, "cpu_load", "n0", times, loads);
    SERIES(&fixture, "mem_bw", "n0", times, rates);
    SERIES(&fixture, "flops_any", "n0", times, operations);
    SERIES(&fixture, "ib_recv", "n0", times, received);
    SERIES(&fixture, "lustre_write_bw", "n0", times, writes);
    fixture_run(&fixture);
    size_t files = row_of("Low mem_bw in 2 intervals (30 min, 15 % of the run; the longest from 20 "
                          "min to 40 min after the start). mem_bw fell from 1 G to 200 M; "
                          "lustre_write_bw rose from 0 to 400 M. CPU load stayed as high.");
    size_t talk = row_of(" from 1 h to 1 h 25 min after the start (25 min, 13 % of the run). ");
    CHECK(strstr(cell(files, "advice"), "stage data on local disks"));
    CHECK(strstr(cell(talk, "advice"), "overlap communication"));
    CHECK(strstr(cell(talk, "finding"), "ops_any from 1 G to 100 M"));
    fixture_release(&fixture);
}

/* Of 4 days, one sample each 30 s: for 10 of every 50 minutes. */
static void short_times_are_found_in_long_runs(void)
{
    enum { SAMPLES = 4 * 2880 };
    static double times[SAMPLES], rates[SAMPLES], traffic[SAMPLES], loads[SAMPLES];
    fixture_init(&fixture);
    for (size_t k = 0; k < SAMPLES; k++) {
        bool is_low = k % 100 >= 80;
        times[k] = 30 * (double)k;
        rates[k] = is_low ? 2e8 : 1e9;
        traffic[k] = is_low ? 5e8 : 1e8;
        loads[k] = 10;
    }
    SERIES(&fixture, "cpu_load", "n0", times, loads);
    SERIES(&fixture, "mem_bw", "n0", times, rates);
    SERIES(&fixture, "ib_recv", "n0", times, traffic);
    fixture_run(&fixture);
    CHECK_INT(fixture_rows(&fixture, "rate_drops"), 115);
    fixture_release(&fixture);
}

/* Stretches of two rates belong together where they share most of their time: those close to each
 * other are no one, and one beside two of another rate counts once. */
static void rates_that_fell_together_share_their_time(void)
{
    static const char columns[] =
        "metric,start,end,duration_s,before,after,samples,nodes,load_before,load_after,"
        "of_processors,rose,rate,rate_samples,rate_otherwise,of_files";
    static const struct {
        const char *rows, *text;
    } cases[] = {
        {"mem_bw,1000,1500,500,1e9,1e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "mem_bw,1600,2100,500,1e9,3e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "flops_any,1000,1500,500,1e9,2e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "flops_any,1600,2100,500,1e9,4e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n",
         "mem_bw fell from 1 G to 200 M and flops_any from 1 G to 300 M;"},
        {"mem_bw,1000,1500,500,1e9,1e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "mem_bw,1600,2100,500,1e9,3e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "flops_any,1000,1500,500,1e9,2e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n",
         "mem_bw fell from 1 G to 200 M;"},
        {"mem_bw,1000,1500,500,1e9,1e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "mem_bw,1600,2100,500,1e9,1e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "mem_bw,4000,4500,500,1e9,4e8,50,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "flops_any,1000,2100,1100,1e9,1e8,100,1,10,10,1,ib_recv,2e9,50,1e8,0\n"
         "flops_any,4000,4500,500,1e9,4e8,100,1,10,10,1,ib_recv,2e9,50,1e8,0\n",
         "mem_bw fell from 1 G to 200 M and flops_any from 1 G to 250 M;"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        fixture_flat(&fixture, "cpu_load", "n0", 601, 10, 10);
        fixture_signals(&fixture);
        add_rows("rate_drops", columns, cases[i].rows);
        run();
        CHECK(row_of(cases[i].text) < fixture_rows(&fixture, "findings"));
        fixture_release(&fixture);
    }
}

/* Before and after are means of all samples, of which the last column has fewer, and the moment is
 * that of the first that is low. */
static void values_are_means_of_samples(void)
{
    double times[361], rates[361], loads[361];
    fixture_init(&fixture);
    for (size_t k = 0; k < 361; k++) {
        times[k] = 20 * (double)k;
        rates[k] = k < 200 ? 1e9 : k < 360 ? 1e8 : 1.8e9;
        loads[k] = 10;
    }
    SERIES(&fixture, "cpu_load", "n0", times, loads);
    SERIES(&fixture, "mem_bw", "n0", times, rates);
    fixture_run(&fixture);
    CHECK_INT(fixture_rows(&fixture, "rate_drops"), 1);
    const struct table *drops = tables_find(&fixture.tables, "rate_drops");
    CHECK_NEAR(table_numbers(drops, "start")[0], 4000, 0);
    CHECK_NEAR(table_numbers(drops, "before")[0], 1e9, 1);
    CHECK_NEAR(table_numbers(drops, "after")[0], (160 * 1e8 + 1.8e9) / 161, 1);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(falls_have_thresholds), TEST(falls_have_levels),
           TEST(rates_are_low_while_traffic_rises), TEST(rates_are_told_by_what_rose),
           TEST(values_are_means_of_samples), TEST(short_times_are_found_in_long_runs),
           TEST(rates_that_fell_together_share_their_time))
