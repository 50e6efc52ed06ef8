/* What was held by day, week and month. */
#include <stdio.h>
#include <time.h>

#include "task_fixture.h"

static struct task_fixture tasks;
static const char *const held_by_day[] = {"held_by_day", NULL};

enum { DAY_S = 86400 };
static const double MARCH_S = 1740787200; /* 2025-03-01 00:00 UTC, a Saturday */

static void set_zone(const char *zone)
{
    setenv("TZ", zone, 1);
    tzset();
}

/* One of a batch system, of 2 cores for 10 s, that waited for as long. */
static void job(double start, double wait_s)
{
    task_fixture_add(&tasks, (struct task_record){.task = "a",
                                                  .ending = ENDING_SUCCEEDED,
                                                  .elapsed = 10,
                                                  .cpu = 5,
                                                  .cores = 2});
    records_put_number(&tasks.records, RECORD_SUBMIT_COLUMN, start - wait_s);
    records_put_number(&tasks.records, RECORD_START_COLUMN, start);
    records_put_number(&tasks.records, RECORD_END_COLUMN, start + 10);
}

static void begin(const char *zone)
{
    set_zone(zone);
    task_fixture_init(&tasks);
    records_begin_source(&tasks.records, "sacct.txt");
    records_mark_queue(&tasks.records);
}

/* "2025-03-01 2 40 s, …": the rows of a period. */
static const char *rows_of(const char *period)
{
    static char text[4096];
    const struct table *table = tables_find(&tasks.tables, "held_by_day");
    size_t size = 0;
    text[0] = '\0';
    for (size_t row = 0; table && row < table->rows; row++)
        if (strcmp(table_texts(table, "period")[row], period) == 0)
            size += (size_t)snprintf(text + size, sizeof text - size, "%s%s %g %g s",
                                     size ? ", " : "", table_texts(table, "day")[row],
                                     table_numbers(table, "attempts")[row],
                                     table_numbers(table, "core_s")[row]);
    return text;
}

static void end(void)
{
    task_fixture_release(&tasks);
    set_zone("UTC");
}

/* Saturday, Monday twice, and the Saturday of the week after. */
static void attempts_count_on_the_day_of_their_start(void)
{
    begin("UTC");
    job(MARCH_S + 2 * DAY_S + 60, 10);
    job(MARCH_S + 60, 30);
    job(MARCH_S + 3 * DAY_S - 1, 20); /* ends on Tuesday */
    job(MARCH_S + 14 * DAY_S, 5);
    task_fixture_run(&tasks, held_by_day);
    CHECK_TEXT(rows_of("day"), "2025-03-01 1 20 s, 2025-03-03 2 40 s, 2025-03-15 1 20 s");
    CHECK_TEXT(rows_of("week"), "2025-02-24 1 20 s, 2025-03-03 2 40 s, 2025-03-10 1 20 s");
    CHECK_TEXT(rows_of("month"), ""); /* of one */
    const struct table *table = tables_find(&tasks.tables, "held_by_day");
    CHECK_NEAR(table_numbers(table, "start")[1], MARCH_S + 2 * DAY_S, 0);
    CHECK_NEAR(table_numbers(table, "wait_p50_s")[1], 15, 1e-9);
    CHECK_NEAR(table_numbers(table, "cpu_efficiency")[1], 0.25, 1e-9);
    end();
}

/* In Tokyo, nine hours ahead, the last hour of February in UTC is in March. */
static void days_are_those_of_the_zone(void)
{
    begin("Asia/Tokyo");
    job(MARCH_S - 9 * 3600 - 1, 1);
    job(MARCH_S - 9 * 3600, 1);
    job(MARCH_S + 5 * DAY_S, 1);
    task_fixture_run(&tasks, held_by_day);
    CHECK_TEXT(rows_of("day"), "2025-02-28 1 20 s, 2025-03-01 1 20 s, 2025-03-06 1 20 s");
    CHECK_TEXT(rows_of("month"), "2025-02-01 1 20 s, 2025-03-01 2 40 s");
    end();
}

static void a_run_of_two_days_has_none(void)
{
    begin("UTC");
    job(MARCH_S, 1);
    job(MARCH_S + 2 * DAY_S, 1);
    task_fixture_run(&tasks, held_by_day);
    CHECK(!tables_find(&tasks.tables, "held_by_day"));
    end();
}

/* 43 days are too many to be drawn, their weeks are not; tasks of a workflow have no days. */
static void the_shortest_periods_that_fit_are_drawn(void)
{
    for (int days = 42; days <= 43; days++) {
        begin("UTC");
        for (int day = 0; day < days; day++)
            job(MARCH_S + day * (double)DAY_S, 1);
        task_fixture_run(&tasks, held_by_day);
        const struct table *parts = tables_find(&tasks.tables, "held_by_day_parts");
        CHECK(parts && parts->rows == (days == 42 ? 2 * 42 : 2 * 7)); /* used and unused */
        CHECK_TEXT(parts ? table_texts(parts, "period")[0] : "", days == 42 ? "day" : "week");
        end();
    }
    task_fixture_init(&tasks);
    for (int day = 0; day < 9; day++)
        job(MARCH_S + day * (double)DAY_S, 1);
    task_fixture_run(&tasks, held_by_day);
    CHECK(!tables_find(&tasks.tables, "held_by_day"));
    end();
}

CHECK_MAIN(TEST(attempts_count_on_the_day_of_their_start), TEST(days_are_those_of_the_zone),
           TEST(a_run_of_two_days_has_none), TEST(the_shortest_periods_that_fit_are_drawn))
