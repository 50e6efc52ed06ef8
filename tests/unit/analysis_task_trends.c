/* Whether tasks of a kind take longer the later they start. */
#include "task_fixture.h"

#include <math.h>

static void add(struct task_fixture *f, const char *task, double start, double elapsed,
                enum record_ending ending)
{
    char id[16];
    snprintf(id, sizeof id, "%zu", f->records.rows);
    task_fixture_add(
        f, (struct task_record){.task = task, .id = id, .elapsed = elapsed, .ending = ending});
    records_put_number(&f->records, RECORD_START_COLUMN, start);
}

static const struct table *trends_of(struct task_fixture *f)
{
    static const char *const analyses[] = {"task_trends", NULL};
    task_fixture_run(f, analyses);
    return tables_find(&f->tables, "task_trends");
}

static double of_first(const struct task_fixture *f, const char *column)
{
    return table_numbers(tables_find(&f->tables, "task_trends"), column)[0];
}

/* 40 tasks of 1 to 40 s, the latest first in the input: fifths of 8 have the medians 4.5, 12.5 …
 * 36.5, and all 20 pairs rise. What failed does not count. */
static void each_fifth_has_its_median(void)
{
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 40; i > 0; i--)
        add(&f, "a", 1000 + i, i, ENDING_SUCCEEDED);
    add(&f, "a", 900, 5000, ENDING_FAILED);
    const struct table *table = trends_of(&f);
    CHECK(table && table->rows == 1);
    CHECK_NEAR(of_first(&f, "tasks"), 40, 0);
    CHECK_NEAR(of_first(&f, "first_start"), 1001, 0);
    CHECK_NEAR(of_first(&f, "last_start"), 1040, 0);
    CHECK_NEAR(of_first(&f, "first_median_s"), 4.5, 0);
    CHECK_NEAR(of_first(&f, "last_median_s"), 36.5, 0);
    CHECK_NEAR(of_first(&f, "least_rise_s"), 8, 0);
    CHECK_NEAR(of_first(&f, "largest_rise_s"), 8, 0);
    CHECK_NEAR(of_first(&f, "chance"), pow(0.5, 20), 1e-15);
    task_fixture_release(&f);
}

/* Their order in the input is no time. */
static void what_starts_at_once_has_no_trend(void)
{
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 1; i <= 60; i++)
        add(&f, "a", 1000, i, ENDING_SUCCEEDED);
    trends_of(&f);
    CHECK_NEAR(of_first(&f, "chance"), 1, 0);
    task_fixture_release(&f);
}

static void few_tasks_have_no_trend(void)
{
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 1; i <= 39; i++)
        add(&f, "a", 1000 + i, i, ENDING_SUCCEEDED);
    CHECK(!trends_of(&f));
    task_fixture_release(&f);
}

/* Tasks of a later step that are longer are no growth. */
static void steps_are_apart(void)
{
    struct task_fixture f;
    task_fixture_init(&f);
    for (int i = 0; i < 120; i++) {
        add(&f, "a", 1000 + i, 10 * (i / 60 + 1), ENDING_SUCCEEDED);
        records_put_text(&f.records, RECORD_STEP_COLUMN, i < 60 ? "one" : "two", 3);
    }
    const struct table *table = trends_of(&f);
    CHECK(table && table->rows == 2);
    CHECK_NEAR(of_first(&f, "tasks"), 60, 0);
    CHECK_NEAR(of_first(&f, "last_median_s"), 10, 0);
    CHECK_NEAR(of_first(&f, "chance"), 1, 0);
    task_fixture_release(&f);
}

CHECK_MAIN(TEST(steps_are_apart), TEST(each_fifth_has_its_median),
           TEST(what_starts_at_once_has_no_trend), TEST(few_tasks_have_no_trend))
