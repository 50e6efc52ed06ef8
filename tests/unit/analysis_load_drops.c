/* Stretches of the run in which the load is low: when they are found, and what is said of them. */
#include "findings_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

/* A load of 10 and a rate, then so much of them, from one sample to before another of 200, one each
 * minute. */
struct fall {
    size_t nodes, falling; /* so many of them */
    size_t from, end;
    double load;
    const char *metric;
    double rate, rate_after;
};

static void run_fall(const struct fall *fall)
{
    fixture_init(&fixture);
    for (size_t node = 0; node < fall->nodes; node++) {
        const char name[] = {'n', (char)('a' + node), '\0'};
        double times[200], rates[200], loads[200];
        for (size_t i = 0; i < 200; i++) {
            bool has_fallen = i >= fall->from && i < fall->end && node < fall->falling;
            times[i] = 60 * (double)i;
            rates[i] = has_fallen ? fall->rate_after : fall->rate;
            loads[i] = has_fallen ? 10 * fall->load : 10;
        }
        SERIES(&fixture, "cpu_load", name, times, loads);
        SERIES(&fixture, fall->metric, name, times, rates);
    }
    fixture_run(&fixture);
}

static void falls_have_thresholds(void)
{
    static const struct {
        struct fall fall;
        size_t rows;
    } cases[] = {
        {{4, 4, 100, 200, 0.1, "mem_bw", 1e9, 1e8}, 1},
        {{4, 4, 0, 100, 0.1, "mem_bw", 1e9, 1e8}, 1},
        {{4, 4, 60, 130, 0.1, "mem_bw", 1e9, 1e8}, 1},
        {{1, 1, 100, 200, 0.1, "mem_bw", 1e9, 1e8}, 1},
        {{4, 4, 100, 200, 0.5, "mem_bw", 1e9, 5e8}, 1},
        {{4, 4, 100, 200, 0.6, "mem_bw", 1e9, 6e8}, 0}, /* another phase of the work */
        {{10, 9, 100, 200, 0.1, "mem_bw", 1e9, 1e8}, 1},
        {{10, 8, 100, 200, 0.1, "mem_bw", 1e9, 1e8}, 0},
        {{4, 4, 36, 200, 0.1, "mem_bw", 1e9, 1e8}, 0}, /* most of the run */
        {{4, 4, 44, 200, 0.1, "mem_bw", 1e9, 1e8}, 1},
        {{4, 4, 190, 200, 0.1, "mem_bw", 1e9, 1e8}, 1}, /* 5 % at the end, */
        {{4, 4, 191, 200, 0.1, "mem_bw", 1e9, 1e8}, 0},
        {{4, 4, 0, 10, 0.1, "mem_bw", 1e9, 1e8}, 1}, /* and at the start */
        {{4, 4, 0, 9, 0.1, "mem_bw", 1e9, 1e8}, 0},
        {{4, 4, 90, 98, 0, "mem_bw", 1e9, 1e8}, 1}, /* 4 % are lost */
        {{4, 4, 90, 98, 0.1, "mem_bw", 1e9, 1e8}, 0},
        {{4, 4, 180, 200, 0.55, "mem_bw", 1e9, 5e8}, 1},
        {{4, 4, 180, 200, 0.61, "mem_bw", 1e9, 5e8}, 0},
        {{4, 4, 100, 200, 0.1, "mem_bw", 1e9, 8.1e8}, 0}, /* it goes on */
        {{4, 4, 100, 200, 0.1, "mem_bw", 1e9, 7.9e8}, 1},
        {{4, 4, 100, 200, 0.1, "mem_bw", 1e6, 1e6}, 1}, /* too little to be work */
        {{4, 4, 100, 200, 0.1, "ib_recv", 1e8, 1e8}, 1},
        {{4, 4, 100, 200, 0.1, "ib_recv", 1e8, 1.6e8}, 1},       /* results are sent, */
        {{4, 4, 100, 200, 0.1, "lustre_write_bw", 1e6, 5e8}, 1}, /* written */
        {{4, 4, 100, 200, 0.1, "acc_utilization", 50, 50}, 0},
        {{4, 4, 100, 200, 0.1, "acc_utilization", 50, 0}, 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_fall(&cases[i].fall);
        CHECK_INT(fixture_rows(&fixture, "load_drops"), cases[i].rows);
        if (cases[i].rows)
            CHECK_NEAR(table_numbers(tables_find(&fixture.tables, "load_drops"), "start")[0],
                       60 * (double)cases[i].fall.from, 0);
        fixture_release(&fixture);
    }
}

/* What others tell of the same time is told alone. */
static void falls_have_levels(void)
{
    static const char columns[] =
        "metric,start,end,duration_s,load,samples,load_otherwise,nodes,fell_too,rose,rate,"
        "rate_samples,rate_otherwise,of_files";
    static const struct {
        const char *row, *table, *other, *level;
    } cases[] = {
        {"cpu_load,3000,6000,3000,1,300,10,4,mem_bw,,,,,", NULL, NULL, "warn"},
        {"cpu_load,3000,6000,3000,2.5,300,10,4,,,,,,", NULL, NULL, "warn"},
        {"cpu_load,3000,6000,3000,2.6,300,10,4,,,,,,", NULL, NULL, "note"},
        {"cpu_load,3000,6000,3000,5,300,10,4,mem_bw,,,,,", NULL, NULL, "warn"},
        {"cpu_load,4600,6000,1400,5,140,10,4,mem_bw,,,,,", NULL, NULL, "note"}, /* 12 % are lost */
        {"cpu_load,5300,6000,700,1,70,10,4,,,,,,", NULL, NULL, "warn"},         /* 10.5 % */
        {"cpu_load,5360,6000,640,1,64,10,4,,,,,,", NULL, NULL, "note"},
        {"cpu_load,4200,6000,1800,1,180,10,4,,ib_recv,2e9,160,1e9,0", NULL, NULL,
         "warn"}, /* 27 % */
        {"cpu_load,4400,6000,1600,1,160,10,4,,ib_recv,2e9,160,1e9,0", NULL, NULL, "note"},
        {"cpu_load,3000,6000,3000,1,300,10,4,,,,,,", "phases",
         "metric,start,end,duration_s,threshold,highest,idle_too,silent_nodes\n"
         "cpu_load,3000,4500,1500,1,0.5,,0\n",
         NULL},
        {"cpu_load,3000,6000,3000,1,300,10,4,,,,,,", "phases",
         "metric,start,end,duration_s,threshold,highest,idle_too,silent_nodes\n"
         "cpu_load,3000,4499,1499,1,0.5,,0\n",
         "warn"},
        {"cpu_load,3000,6000,3000,1,300,10,4,,,,,,", "swapping",
         "node,metric,from,until,least_B,most_B,memory_share,capacity_B,load_metric,load_before,"
         "load_during\nn0,swap_used,4000,6000,0,4e9,,,cpu_load,10,1\n",
         NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        fixture_init(&fixture);
        fixture_flat(&fixture, "cpu_load", "n0", 601, 10, 8);
        fixture_signals(&fixture);
        add_rows("load_drops", columns, cases[i].row);
        if (cases[i].table)
            add(cases[i].table, cases[i].other);
        run();
        size_t row = row_of(" instead of 10 per node");
        CHECK((row < fixture_rows(&fixture, "findings")) == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(row, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

/* Groups with a rise: the longest counts with all of them. At most three groups are told. */
static void groups_have_levels(void)
{
    static const char columns[] =
        "metric,start,end,duration_s,load,samples,load_otherwise,nodes,fell_too,rose,rate,"
        "rate_samples,rate_otherwise,of_files";
    static const struct {
        const char *rows;
        struct {
            const char *text, *level;
            double value;
        } known[4];
    } cases[] = {
        /* 15.3 and 11.7 % are lost */
        {"cpu_load,1000,2020,1020,1,102,10,1,,ib_recv,2e9,102,1e9,0\n"
         "cpu_load,3000,3780,780,1,78,10,1,,lustre,2e9,78,1e9,1\n",
         {{"ib_recv rose", "warn", 0.27}, {"Lustre rose", "note", 0.117}}},
        {"cpu_load,1000,2000,1000,1,100,10,1,,ib_recv,2e9,100,1e9,0\n"
         "cpu_load,3000,3600,600,1,60,10,1,,lustre,2e9,60,1e9,1\n",
         {{"ib_recv rose", "note", 0.24}, {"Lustre rose", "note", 0.09}}},
        /* what is without a rise is judged by itself */
        {"cpu_load,1000,2000,1000,1,100,10,1,,ib_recv,2e9,100,1e9,0\n"
         "cpu_load,3000,3600,600,1,60,10,1,,,,,,\n",
         {{"ib_recv rose", "note", 0.15},
          {"(10 min, 10 % of the run): 1 instead of 10.", "note", 0.09}}},
        /* means are of all samples, of which nodes may lack some; fell: in all of it */
        {"cpu_load,1000,1600,600,1,100,10,1,mem_bw; flops_any,ib_recv,2e9,100,1e9,0\n"
         "cpu_load,3000,3600,600,3,300,10,1,flops_any,ib_recv,3e9,50,1e9,0\n",
         {{": 2.5 instead of 10. ib_recv rose from 1 G to 2.33 G. flops_any fell too.", "note",
           0.15}}},
        {"cpu_load,1000,1500,500,1,50,10,1,,a,2e9,50,1e9,0\n"
         "cpu_load,2000,2400,400,1,40,10,1,,b,2e9,40,1e9,0\n"
         "cpu_load,3000,3200,200,1,20,10,1,,c,2e9,20,1e9,0\n"
         "cpu_load,4000,4300,300,1,30,10,1,,d,2e9,30,1e9,0\n",
         {{"A rose", "note", 0.21}, {"B rose", "note", 0.06}, {"D rose", "note", 0.045}}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t known = 0, expected = 0;
        fixture_init(&fixture);
        fixture_flat(&fixture, "cpu_load", "n0", 601, 10, 8);
        fixture_signals(&fixture);
        add_rows("load_drops", columns, cases[i].rows);
        run();
        for (size_t row = 0; row < fixture_rows(&fixture, "findings"); row++)
            known += strstr(cell(row, "finding"), "Low cpu_load") != NULL;
        for (; expected < 4 && cases[i].known[expected].text; expected++) {
            size_t row = row_of(cases[i].known[expected].text);
            CHECK(row < fixture_rows(&fixture, "findings"));
            CHECK_TEXT(cell(row, "level"), cases[i].known[expected].level);
            CHECK_NEAR(number(row, "value"), cases[i].known[expected].value, 1e-9);
        }
        CHECK_INT(known, expected);
        fixture_release(&fixture);
    }
}

/* Where it is, what fell with it, what rose meanwhile, and what to do. */
static void the_sentence_says_when_and_what(void)
{
    static const struct {
        struct fall fall;
        const char *text, *advice;
    } cases[] = {
        {{4, 4, 100, 200, 0.1, "mem_bw", 1e9, 1e8},
         "Low cpu_load from 1 h 40 min after the start to the end (1 h 39 min, 50 % of the run): 1 "
         "instead of 10 per node. mem_bw fell too.",
         "from then on"},
        {{4, 4, 0, 80, 0.2, "mem_bw", 1e9, 1e8},
         "Low cpu_load from 0 s to 1 h 20 min after the start (1 h 20 min, 40 % of the run): 2 "
         "instead of 10 per node. mem_bw fell too.",
         "stage data before the job"},
        {{1, 1, 60, 120, 0.1, "ib_recv", 1e8, 1e9},
         "Low cpu_load from 1 h to 2 h after the start (1 h, 30 % of the run): 1 instead of 10. "
         "ib_recv rose from 100 M to 1 G.",
         "overlap communication"},
        {{4, 4, 60, 120, 0.1, "lustre_read_bw", 1e6, 1e9},
         "Low cpu_load from 1 h to 2 h after the start (1 h, 30 % of the run): 1 instead of 10 per "
         "node. lustre_read_bw rose from 1 M to 1 G per node.",
         "stage data on local disks"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_fall(&cases[i].fall);
        size_t row = row_of("Low cpu_load");
        CHECK_TEXT(cell(row, "finding"), cases[i].text);
        CHECK(strstr(cell(row, "advice"), cases[i].advice));
        fixture_release(&fixture);
    }
}

/* Of 240 samples, one each minute: low in the last half of every 30, all of which count; values are
 * means of the samples in them. */
static void all_of_several_count(void)
{
    fixture_init(&fixture);
    double times[240], loads[240], sum = 0;
    for (size_t i = 0; i < 240; i++) {
        bool is_low = i % 30 >= 15;
        times[i] = 60 * (double)i;
        loads[i] = is_low ? 1 + 0.2 * (double)(i % 3) : 100 + (double)(i % 7);
        sum += is_low ? loads[i] : 0;
    }
    SERIES(&fixture, "cpu_load", "n0", times, loads);
    fixture_run(&fixture);
    const struct table *drops = tables_find(&fixture.tables, "load_drops");
    double mean = 0;
    CHECK_INT(fixture_rows(&fixture, "load_drops"), 8);
    for (size_t i = 0; i < 8; i++) {
        CHECK_NEAR(table_numbers(drops, "start")[i], 60 * (30 * (double)i + 15), 0);
        mean += table_numbers(drops, "load")[i] / 8;
    }
    CHECK_NEAR(mean, sum / 120, 1e-9);
    size_t row = row_of("Low cpu_load in 8 intervals (1 h 59 min, 50 % of the run; the longest "
                        "from 15 min to 30 min after the start): 1.2 instead of 103.");
    CHECK_TEXT(cell(row, "level"), "warn");
    fixture_release(&fixture);
}

/* Two checkpoints, during which the interconnect rests, and communication between them are two
 * things: each with its own rates and advice. What is received and sent is one, whichever is a bit
 * more, and files behind the interconnect are files. */
static void stretches_are_told_by_what_rose(void)
{
    double times[240], loads[240], writes[240], received[240], sent[240];
    fixture_init(&fixture);
    for (size_t i = 0; i < 240; i++) {
        bool first = i >= 30 && i < 40, second = i >= 170 && i < 176;
        bool is_talk = (i >= 100 && i < 115) || (i >= 200 && i < 210);
        times[i] = 60 * (double)i;
        loads[i] = first || second || is_talk ? 1 : 20;
        writes[i] = first ? 1e9 : second ? 2e9 : 1e6;
        received[i] = first || second ? 2e6 : is_talk ? (i < 150 ? 3.1e9 : 3e9) : 4e8;
        sent[i] = first ? 1.1e9 : second ? 2.2e9 : is_talk ? (i < 150 ? 3e9 : 3.1e9) : 1e6;
    }
    SERIES(&fixture, "cpu_load", "n0", times, loads);
    SERIES(&fixture, "ib_recv", "n0", times, received);
    SERIES(&fixture, "ib_xmit", "n0", times, sent);
    SERIES(&fixture, "lustre_write_bw", "n0", times, writes);
    fixture_run(&fixture);
    CHECK_INT(fixture_rows(&fixture, "load_drops"), 4);
    size_t talk = row_of(
        "Low cpu_load in 2 intervals (25 min, 10 % of the run; the longest from 1 h 40 min to 1 h "
        "55 min after the start): 1 instead of 20. ib_recv rose from 400 M to 3.06 G.");
    size_t files = row_of("Low cpu_load in 2 intervals (16 min, 6.7 % of the run; the longest from "
                          "30 min to 40 min after the start): 1 instead of 20. lustre_write_bw "
                          "rose from 1 M to 1.38 G. ib_recv fell too.");
    CHECK(strstr(cell(talk, "advice"), "overlap communication"));
    CHECK(strstr(cell(files, "advice"), "stage data on local disks"));
    fixture_release(&fixture);
}

/* Low from sample 80 to before 140 of 240, but without samples from 101 on for some: stretches
 * begin and end at samples, and what is between samples more than 3 intervals apart does not count.
 */
static void gaps_are_not_low(void)
{
    static const struct {
        size_t missing, rows;
        double ends[2], lengths[2]; /* s */
        const char *text;
    } cases[] = {
        {2,
         1,
         {4200},
         {1800},
         "from 40 min to 1 h 10 min after the start (30 min, 25 % of the run"},
        {3,
         1,
         {4200},
         {1710},
         "from 40 min to 1 h 10 min after the start (28 min 30 s, 24 % of the run"},
        {19,
         2,
         {3030, 4200},
         {630, 600},
         "Low cpu_load in 2 intervals (20 min 30 s, 17 % of the run; the longest from 40 min to 50 "
         "min 30 s after the start)"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        double times[240], loads[240];
        size_t count = 0;
        fixture_init(&fixture);
        for (size_t i = 0; i < 240; i++) {
            if (i >= 101 && i < 101 + cases[k].missing)
                continue;
            times[count] = 30 * (double)i;
            loads[count++] = i >= 80 && i < 140 ? 1 : 20;
        }
        fixture_series(&fixture, "cpu_load", "n0", times, count, loads, count);
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "load_drops"), cases[k].rows);
        const struct table *drops = tables_find(&fixture.tables, "load_drops");
        CHECK_NEAR(table_numbers(drops, "start")[0], 2400, 0);
        for (size_t row = 0; row < cases[k].rows; row++) {
            CHECK_NEAR(table_numbers(drops, "end")[row], cases[k].ends[row], 0);
            CHECK_NEAR(table_numbers(drops, "duration_s")[row], cases[k].lengths[row], 0);
        }
        CHECK(row_of(cases[k].text) < fixture_rows(&fixture, "findings"));
        fixture_release(&fixture);
    }
}

/* What memory controllers and links between processors move is no file I/O and no traffic. */
static void counters_of_processors_are_no_files(void)
{
    static const struct {
        const char *metric;
        bool rises;
    } cases[] = {
        {"uncore_write", false}, {"imc_read_bytes", false}, {"imc0.write", false},
        {"umc_read", false},     {"ddr4_read", false},      {"cas_count_read", false},
        {"upi_tx_bytes", false}, {"xgmi_rx_bytes", false},  {"scratch_write", true},
        {"eno1_tx_bytes", true},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        double times[240], loads[240], rates[240];
        fixture_init(&fixture);
        for (size_t i = 0; i < 240; i++) {
            bool is_low = i >= 80 && i < 160;
            times[i] = 30 * (double)i;
            loads[i] = is_low ? 1 : 10;
            rates[i] = is_low ? 5e9 : 1e8;
        }
        SERIES(&fixture, "cpu_load", "n0", times, loads);
        fixture_series(&fixture, cases[k].metric, "n0", times, 240, rates, 240);
        fixture_metric(&fixture, cases[k].metric, "B/s", METRIC_RATE);
        fixture_run(&fixture);
        CHECK_TEXT(fixture_text(&fixture, "load_drops", 0, "rose"),
                   cases[k].rises ? cases[k].metric : "");
        fixture_release(&fixture);
    }
}

/* Noise about a tenth of the load otherwise cuts no stretch, and neither does a burst. */
static void noise_cuts_no_stretch(void)
{
    fixture_init(&fixture);
    double times[240], loads[240];
    for (size_t i = 0; i < 240; i++) {
        bool is_low = i >= 80 && i < 160;
        times[i] = 30 * (double)i;
        loads[i] = is_low ? i == 111 ? 90 : 10 + 2 * (double)(i * 7 % 5) - 4 : 110;
    }
    SERIES(&fixture, "cpu_load", "n0", times, loads);
    fixture_run(&fixture);
    CHECK_INT(fixture_rows(&fixture, "load_drops"), 1);
    const struct table *drops = tables_find(&fixture.tables, "load_drops");
    CHECK_NEAR(table_numbers(drops, "start")[0], 2400, 0);
    CHECK_NEAR(table_numbers(drops, "end")[0], 4800, 0);
    fixture_release(&fixture);
}

/* However long the run, low times of 10 minutes are found, up to five weeks; then longer ones. */
static void short_times_are_found_in_long_runs(void)
{
    static const struct {
        size_t days, step_s, low_s, every_s, rows;
    } cases[] = {
        {1, 30, 600, 3000, 28},   {4, 30, 600, 3000, 115},     {4, 30, 540, 3000, 0},
        {4, 10, 600, 3000, 115},  {30, 60, 600, 6000, 432},    {30, 120, 600, 6000, 432},
        {70, 120, 900, 18000, 0}, {70, 120, 1800, 18000, 336},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        size_t count = cases[k].days * 86400 / cases[k].step_s;
        double *times = memory_alloc_array(count, sizeof *times);
        double *loads = memory_alloc_array(count, sizeof *loads);
        for (size_t i = 0; i < count; i++) {
            size_t time_s = i * cases[k].step_s;
            times[i] = (double)time_s;
            loads[i] = time_s % cases[k].every_s + cases[k].low_s < cases[k].every_s
                           ? 100 + (double)(i % 7)
                           : 5;
        }
        fixture_init(&fixture);
        fixture_series(&fixture, "cpu_load", "n0", times, count, loads, count);
        fixture_run(&fixture);
        CHECK_INT(fixture_rows(&fixture, "load_drops"), cases[k].rows);
        fixture_release(&fixture);
        free(times);
        free(loads);
    }
}

/* Of 3 nodes one has no sample from the fall on. */
static void silent_nodes_are_not_counted(void)
{
    static const char *const names[] = {"n0", "n1", "n2"};
    fixture_init(&fixture);
    for (size_t node = 0; node < 3; node++) {
        double times[200], loads[200];
        for (size_t i = 0; i < 200; i++) {
            times[i] = 60 * (double)i;
            loads[i] = i < 100 ? 10 : 1;
        }
        fixture_series(&fixture, "cpu_load", names[node], times, node ? 200 : 100, loads,
                       node ? 200 : 100);
    }
    fixture_run(&fixture);
    CHECK(row_of(": 1 instead of 10 per node on the 2 of 3 nodes with samples.") <
          fixture_rows(&fixture, "findings"));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(counters_of_processors_are_no_files), TEST(falls_have_thresholds),
           TEST(falls_have_levels), TEST(groups_have_levels), TEST(stretches_are_told_by_what_rose),
           TEST(gaps_are_not_low), TEST(the_sentence_says_when_and_what),
           TEST(all_of_several_count), TEST(noise_cuts_no_stretch),
           TEST(silent_nodes_are_not_counted), TEST(short_times_are_found_in_long_runs))
