/* The load that falls for the rest of the run: when it is found, and what is said of it. */
#include "findings_fixture.h"

#include <math.h>

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
        {{1, 1, 100, 200, 0.1, "mem_bw", 1e9, 1e8}, 1},
        {{4, 4, 100, 200, 0.5, "mem_bw", 1e9, 5e8}, 1},
        {{4, 4, 100, 200, 0.6, "mem_bw", 1e9, 6e8}, 0}, /* another phase of the work */
        {{10, 9, 100, 200, 0.1, "mem_bw", 1e9, 1e8}, 1},
        {{10, 8, 100, 200, 0.1, "mem_bw", 1e9, 1e8}, 0},
        {{4, 4, 36, 200, 0.1, "mem_bw", 1e9, 1e8}, 0}, /* at the start, at the end */
        {{4, 4, 164, 200, 0.1, "mem_bw", 1e9, 1e8}, 0},
        {{4, 4, 100, 160, 0.1, "mem_bw", 1e9, 1e8}, 0}, /* the load comes back */
        {{4, 4, 156, 200, 0.5, "mem_bw", 1e9, 5e8}, 1}, /* 11 % are lost */
        {{4, 4, 156, 200, 0.55, "mem_bw", 1e9, 5e8}, 0},
        {{4, 4, 100, 200, 0.1, "mem_bw", 1e9, 8.1e8}, 0}, /* it goes on */
        {{4, 4, 100, 200, 0.1, "mem_bw", 1e9, 7.9e8}, 1},
        {{4, 4, 100, 200, 0.1, "mem_bw", 1e6, 1e6}, 1}, /* too little to be work */
        {{4, 4, 100, 200, 0.1, "ib_recv", 1e8, 1e8}, 1},
        {{4, 4, 100, 200, 0.1, "ib_recv", 1e8, 1.6e8}, 0},       /* results are sent, */
        {{4, 4, 100, 200, 0.1, "lustre_write_bw", 1e6, 5e8}, 0}, /* written */
        {{4, 4, 100, 200, 0.1, "acc_utilization", 50, 50}, 0},
        {{4, 4, 100, 200, 0.1, "acc_utilization", 50, 0}, 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        run_fall(&cases[i].fall);
        CHECK_INT(fixture_rows(&fixture, "load_drops"), cases[i].rows);
        if (cases[i].rows)
            CHECK_NEAR(table_numbers(tables_find(&fixture.tables, "load_drops"), "start")[0],
                       60 * (double)cases[i].fall.from, 121);
        fixture_release(&fixture);
    }
}

static size_t row_of(const char *text)
{
    size_t row = 0;
    while (row < fixture_rows(&fixture, "findings") && !strstr(cell(row, "finding"), text))
        row++;
    return row;
}

/* What others tell of the same time is told alone. */
static void falls_have_levels(void)
{
    static const char columns[] = "metric,start,end,duration_s,before,after,nodes,fell_too";
    static const struct {
        const char *row, *table, *other, *level;
    } cases[] = {
        {"cpu_load,3000,6000,3000,10,1,4,mem_bw", NULL, NULL, "warn"},
        {"cpu_load,3000,6000,3000,10,2.5,4,", NULL, NULL, "warn"},
        {"cpu_load,3000,6000,3000,10,2.6,4,", NULL, NULL, "note"},
        {"cpu_load,3000,6000,3000,10,5,4,mem_bw", NULL, NULL, "warn"},
        {"cpu_load,4600,6000,1400,10,5,4,mem_bw", NULL, NULL, "note"}, /* 12 % are lost */
        {"cpu_load,3000,6000,3000,10,1,4,", "phases",
         "metric,start,end,duration_s,threshold,highest,idle_too,silent_nodes\n"
         "cpu_load,3000,4500,1500,1,0.5,,0\n",
         NULL},
        {"cpu_load,3000,6000,3000,10,1,4,", "phases",
         "metric,start,end,duration_s,threshold,highest,idle_too,silent_nodes\n"
         "cpu_load,3000,4499,1499,1,0.5,,0\n",
         "warn"},
        {"cpu_load,3000,6000,3000,10,1,4,", "swapping",
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
        size_t row = row_of(" on all 4 nodes, 10 before");
        CHECK((row < fixture_rows(&fixture, "findings")) == (cases[i].level != NULL));
        if (cases[i].level)
            CHECK_TEXT(cell(row, "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void the_sentence_says_what_fell(void)
{
    run_fall(&(struct fall){4, 4, 100, 200, 0.1, "mem_bw", 1e9, 1e8});
    CHECK_TEXT(cell(0, "finding"),
               "From 1 h 40 min after the start to the end (1 h 40 min, 50 % of the run) cpu_load "
               "was 1 on all 4 nodes, 10 before; mem_bw fell too.");
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_flat(&fixture, "cpu_load", "n0", 601, 10, 8);
    fixture_signals(&fixture);
    add_rows("load_drops", "metric,start,end,duration_s,before,after,nodes,fell_too",
             "cpu_load,3000,6000,3000,10,1,4,lustre read; mem_bw");
    run();
    CHECK(row_of("10 before; lustre read and mem_bw fell too.") <
          fixture_rows(&fixture, "findings"));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(falls_have_thresholds), TEST(falls_have_levels), TEST(the_sentence_says_what_fell))
