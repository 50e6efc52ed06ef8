/* A finding names its subject, and each cause is named once. */
#include "check.h"

#include "analysis_fixture.h"
#include "table/table_csv.h"

static struct fixture fixture;

static void begin(void)
{
    fixture_init(&fixture);
    fixture_signals(&fixture);
}

static void add(const char *name, const char *csv)
{
    struct error error = {0};
    struct table *table = tables_get(&fixture.tables, name);
    CHECK(table_read_csv(table, name, csv, strlen(csv), &error));
}

static void run(void)
{
    struct analysis_request request = {.dataset = &fixture.dataset,
                                       .signals = &fixture.signals,
                                       .diagnostics = fixture.diagnostics,
                                       .jobs = 1};
    analysis_at(analysis_count() - 1)->run(&request, &fixture.tables);
}

static const char *cell(size_t row, const char *column)
{
    return fixture_text(&fixture, "findings", row, column);
}

/* Cut alike, the two kinds could not be told apart. */
static void long_names_stay_distinct(void)
{
    begin();
    add("tasks", "task,tasks,attempts,failed,elapsed_share,elapsed_cumulated\n"
                 "calibrate_step_001_of_pipeline,60,60,0,0.6,0.6\n"
                 "calibrate_step_002_of_pipeline,40,45,0,0.4,1\n");
    add("campaign", "tasks,attempts,failed,elapsed_hours,lost_elapsed_hours,lost_cpu_hours\n"
                    "100,105,0,10,3,1.5\n");
    add("attempts", "task,outcome,attempts,elapsed_hours,cpu_hours,ended\n"
                    "calibrate_step_002_of_pipeline,TIMEOUT,5,3,,failed\n");
    run();
    CHECK(strstr(cell(0, "finding"), "002"));
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(long_names_stay_distinct))
