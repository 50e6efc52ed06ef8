#include "task_fixture.h"

static struct task_fixture fixture;

static void task(double requested_cores, double cores, double cpu)
{
    task_fixture_add(&fixture, (struct task_record){.task = "a", .elapsed = 100, .cores = cores});
    records_put_number(&fixture.records, RECORD_CPU_COLUMN, cpu);
    records_put_number(&fixture.records, RECORD_REQUESTED_CORES_COLUMN, requested_cores);
}

static double value(const char *column)
{
    return table_numbers(tables_find(&fixture.tables, "requested"), column)[0];
}

/* Where a record says no request, what it was allotted counts, record by record. */
static void requests_are_filled_in_record_by_record(void)
{
    static const char *const analyses[] = {"requested", NULL};
    task_fixture_init(&fixture);
    task(8, 4, 200);
    task(NAN, 4, 200);
    task(NAN, 4, 0);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(table_texts(tables_find(&fixture.tables, "requested"), "quantity")[0], "cores");
    CHECK_NEAR(value("tasks"), 3, 0);
    CHECK_NEAR(value("requested_p50"), 4, 0);
    CHECK_NEAR(value("used_p50"), 2, 0);
    CHECK_NEAR(value("ratio_p50"), 0.25, 0);
    CHECK_NEAR(value("ratio_max"), 0.5, 0);
    CHECK_NEAR(value("requested_time"), 16 * 100, 1e-9);
    task_fixture_release(&fixture);
}

/* Of [1, 1, 1, 16, 16]: not what the ratios say of the median request, 0.25 × 4. */
static void what_was_used_is_told_where_requests_differ(void)
{
    static const char *const analyses[] = {"requested", NULL};
    task_fixture_init(&fixture);
    for (int i = 0; i < 5; i++)
        task(i < 3 ? 4 : 64, 4, i < 3 ? 100 : 1600);
    task_fixture_run(&fixture, analyses);
    CHECK_NEAR(value("requested_p50"), 4, 0);
    CHECK_NEAR(value("ratio_p95"), 0.25, 0);
    CHECK_NEAR(value("used_p95"), 16, 0);
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(requests_are_filled_in_record_by_record),
           TEST(what_was_used_is_told_where_requests_differ))
