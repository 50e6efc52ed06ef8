/* Findings about gaps in the data, published statistics and correlations, at their thresholds. */
#include "findings_fixture.h"

/* ---- samples ---- */

/* b beside a and c, which have all samples from 0 to 1,000,000 s. */
static void run_nodes(const char *b)
{
    char rows[300];
    begin();
    snprintf(rows, sizeof rows, "a,0,1000000,0,100000,0,1\nb,%s\nc,0,1000000,0,100000,0,1\n", b);
    add_rows("nodes", "node,first,last,starts_after_s,samples,missing,coverage", rows);
    run();
}

static void missing_samples_have_thresholds(void)
{
    static const struct {
        const char *b;
        bool is_low;
        const char *level;
    } cases[] = {
        {"0,1000000,0,95100,4900,0.951", false, ""},
        {"0,1000000,0,94900,5100,0.949", true, "warn"},
        {"0,1000000,0,41000,59000,0.41", true, "warn"}, /* 80.3 % of all samples */
        {"0,1000000,0,39000,61000,0.39", true, "bad"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_nodes(cases[i].b);
        CHECK(is_reported("b is missing") == cases[i].is_low);
        if (cases[i].is_low && is_reported("b is missing"))
            CHECK_TEXT(cell(row_of("b is missing"), "level"), cases[i].level);
        fixture_release(&fixture);
    }
}

static void late_and_silent_nodes_have_thresholds(void)
{
    static const struct {
        const char *b;
        bool is_late, is_silent;
    } cases[] = {
        {"49000,1000000,49000,95100,0,1", false, false},
        {"51000,1000000,51000,94900,0,1", true, false},
        {"0,951000,0,95100,0,1", false, false},
        {"0,949000,0,94900,0,1", false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_nodes(cases[i].b);
        CHECK(is_reported("nodes begin late, those of b ") == cases[i].is_late);
        CHECK(is_reported("b has no samples from") == cases[i].is_silent);
        fixture_release(&fixture);
    }
}

/* ---- GPUs beside nodes ---- */

/* Three nodes with two GPUs each, all there from 0 to 1,000,000 s but those that `changed` names.
 */
static void run_gpus(const char *const *changed)
{
    static const char *const names[] = {"a",       "b",       "c",       "gpu-0.a", "gpu-1.a",
                                        "gpu-0.b", "gpu-1.b", "gpu-0.c", "gpu-1.c"};
    char rows[1000];
    size_t size = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *row = "0,1000000,0,100000,0,0,1";
        for (size_t k = 0; changed[k]; k += 2)
            if (strcmp(changed[k], names[i]) == 0)
                row = changed[k + 1];
        size += (size_t)snprintf(rows + size, sizeof rows - size, "%s,%s,%s\n", names[i], row,
                                 i < 3 ? "node" : "gpu");
    }
    begin();
    add_rows("nodes", "node,first,last,starts_after_s,samples,missing,set_aside,coverage,scope",
             rows);
    run();
}

static void gpus_are_counted_apart_from_nodes(void)
{
    static const char low[] = "0,1000000,0,90000,10000,0,0.9", none[] = ",,,0,,0,0",
                      late[] = "60000,1000000,60000,94000,0,0,1", ends[] = "0,900000,0,90000,0,0,1",
                      off[] = "9000000,10000000,,100000,0,0,1",
                      jumped[] = "0,1000000,0,100000,0,7,1";
    static const struct {
        const char *changed[9], *text;
    } cases[] = {
        {{"b", low, "gpu-0.b", low, "gpu-1.b", low},
         "1 of 3 nodes and 2 of 6 GPUs are missing over 5.0 % of their samples; b is missing 10 "
         "%."},
        {{"b", low}, "b is missing 10 % of its samples."},
        {{"b", low, "c", low},
         "2 of 3 nodes are missing over 5.0 % of their samples; b is missing 10 %."},
        {{"gpu-0.b", low, "gpu-1.b", low},
         "2 of 6 GPUs are missing over 5.0 % of their samples; gpu-0.b is missing 10 %."},
        {{"gpu-0.b", low}, "gpu-0.b is missing 10 % of its samples."},
        {{"b", none, "gpu-0.b", none}, "Node b has no samples."},
        {{"b", none, "gpu-0.b", none}, "GPU gpu-0.b has no samples."},
        {{"b", late, "gpu-0.b", late, "gpu-1.b", late},
         "Samples of 1 of 3 nodes begin late, those of b 16 h 40 min after the first."},
        {{"gpu-0.b", late}, "Samples of 1 of 6 GPUs begin late, those of gpu-0.b"},
        {{"b", ends, "gpu-0.b", ends, "gpu-1.b", ends}, "of the run), while 2 others have them."},
        {{"gpu-0.b", ends, "gpu-1.b", ends},
         "of the run), while 4 others have them. Samples of 1 more GPU stop too."},
        {{"a", ends, "b", ends, "c", ends},
         "of the run), while 6 GPUs have them. Samples of 2 more nodes stop too."},
        {{"b", off, "gpu-0.b", off, "gpu-1.b", off}, "The clock of b is off: its samples are of"},
        {{"b", jumped, "gpu-0.b", jumped, "gpu-1.b", jumped},
         "The clock of b jumped: 7 of its samples were rejected."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_gpus(cases[i].changed);
        if (!is_reported(cases[i].text))
            CHECK_FAIL("%s: %s", cases[i].text, cell(0, "finding"));
        fixture_release(&fixture);
    }
}

/* ---- published statistics ---- */

static void published_statistics_differ_from_5_percent_on(void)
{
    static const struct {
        const char *row;
        bool differs;
    } cases[] = {{"104.9,100", false},
                 {"105.4,100", true},
                 {"95.1,100", false},
                 {"94.9,100", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[100];
        begin();
        snprintf(rows, sizeof rows, "cpu_load,a,avg,%s,differs\n", cases[i].row);
        add_rows("published_statistics", "metric,node,statistic,published,computed,verdict", rows);
        run();
        CHECK(is_reported("differs by over 5.0 %") == cases[i].differs);
        fixture_release(&fixture);
    }
}

/* ---- correlations ---- */

static void correlations_have_thresholds(void)
{
    static const struct {
        const char *row, *how;
    } cases[] = {
        {"0.21,0.1,0.3,0.005", "Render takes longer at higher power"},
        {"0.21,0.1,0.3,0.0051", /* of two metrics */
         "Weak evidence that Render takes longer at higher power (Spearman 0.21, 95 % interval "
         "0.10 to 0.30; p = 0.010 for 2 correlations tested)."},
        {"-0.21,-0.3,-0.1,0.025", "Weak evidence that Render takes longer at lower power"},
        {"0.21,0.01,0.4,0.026",
         "The run time of Render does not significantly correlate with power (Spearman 0.21, 95 % "
         "interval 0.01 to 0.40; p = 0.052 for 2 correlations tested)."},
        {"0.9,0.5,0.98,",
         "The run time of Render does not significantly correlate with"}, /* of few events */
        {"0.19,0.1,0.3,0.005", "Render hardly correlates with"},
        {"-0.21,-0.3,-0.1,0.005", "Render takes longer at lower power"},
        {"-0.19,-0.3,-0.1,0.005", "Render hardly correlates with"},
        {"0.5,0.01,0.8,0.005", "Render takes longer at higher power"},
        {"0.5,-0.01,0.8,0.005", "Render does not correlate with"},
        {"-0.5,-0.8,0.01,0.005", "Render does not correlate with"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[100];
        begin();
        snprintf(rows, sizeof rows, "power,W,Render,100,%s\nfan,%%,Render,100,0,-0.2,0.2,1\n",
                 cases[i].row);
        add_rows("correlations", "factor,unit,event,count,rho,low,high,chance", rows);
        run();
        if (!is_reported(cases[i].how))
            CHECK_FAIL("%s: %s", cases[i].row, cell(0, "finding"));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(missing_samples_have_thresholds), TEST(late_and_silent_nodes_have_thresholds),
           TEST(gpus_are_counted_apart_from_nodes),
           TEST(published_statistics_differ_from_5_percent_on), TEST(correlations_have_thresholds))
