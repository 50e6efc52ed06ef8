/* Findings about gaps in the data, published statistics and correlations, at their thresholds. */
#include "findings_fixture.h"

static size_t row_of(const char *text)
{
    size_t row = 0;
    while (row < fixture_rows(&fixture, "findings") && !strstr(cell(row, "finding"), text))
        row++;
    return row;
}

static bool is_reported(const char *text)
{
    return row_of(text) < fixture_rows(&fixture, "findings");
}

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
        CHECK(is_reported("nodes begin late: b") == cases[i].is_late);
        CHECK(is_reported("b has no samples from") == cases[i].is_silent);
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
        CHECK(is_reported("differs by over 5 %") == cases[i].differs);
        fixture_release(&fixture);
    }
}

/* ---- correlations ---- */

static void correlations_have_thresholds(void)
{
    static const struct {
        const char *row, *how;
    } cases[] = {
        {"0.21,0.1,0.3", "Render grows with"},
        {"0.19,0.1,0.3", "Render hardly goes with"},
        {"-0.21,-0.3,-0.1", "Render falls with"},
        {"-0.19,-0.3,-0.1", "Render hardly goes with"},
        {"0.5,0.01,0.8", "Render grows with"},
        {"0.5,-0.01,0.8", "Render does not go with"},
        {"-0.5,-0.8,0.01", "Render does not go with"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char rows[100];
        begin();
        snprintf(rows, sizeof rows, "power,W,Render,100,%s\n", cases[i].row);
        add_rows("correlations", "factor,unit,event,count,rho,low,high", rows);
        run();
        if (!is_reported(cases[i].how))
            CHECK_FAIL("%s: %s", cases[i].row, cell(0, "finding"));
        fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(missing_samples_have_thresholds), TEST(late_and_silent_nodes_have_thresholds),
           TEST(published_statistics_differ_from_5_percent_on), TEST(correlations_have_thresholds))
