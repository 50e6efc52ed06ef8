/* Elapsed times in other units than the times between start and end. */
#include "task_fixture.h"

static struct task_fixture fixture;

/* Attempts of 600 s, of which `odd` have another elapsed time than 600 × factor. */
static void run(size_t attempts, double factor, size_t odd)
{
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "table");
    for (size_t i = 0; i < attempts; i++) {
        task_fixture_add(&fixture, (struct task_record){.task = "a",
                                                        .ending = ENDING_SUCCEEDED,
                                                        .elapsed = i < odd ? 77 : 600 * factor});
        records_put_number(&fixture.records, RECORD_START_COLUMN, 1e9 + 60 * (double)i);
        records_put_number(&fixture.records, RECORD_END_COLUMN, 1e9 + 60 * (double)i + 600);
    }
    task_fixture_run(&fixture, (const char *const[]){"elapsed_units", NULL});
}

static const struct table *found(void)
{
    return tables_find(&fixture.tables, "elapsed_units");
}

static void one_factor_for_all_is_a_unit(void)
{
    static const struct {
        double factor;
        const char *unit;
    } cases[] = {{1000, "ms"}, {1e6, "us"}, {1e9, "ns"}, {1.0 / 60, "min"}, {1.0 / 3600, "h"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run(20, cases[i].factor, 2);
        CHECK_INT(found()->rows, 1);
        CHECK_TEXT(table_texts(found(), "unit")[0], cases[i].unit);
        CHECK_NEAR(table_numbers(found(), "attempts")[0], 18, 0);
        CHECK_NEAR(table_numbers(found(), "known")[0], 20, 0);
        task_fixture_release(&fixture);
    }
}

/* Seconds, pauses in some, too few to tell, or nearly a factor of a unit. */
static void other_differences_are_none(void)
{
    static const struct {
        size_t attempts, odd;
        double factor;
    } cases[] = {{20, 0, 1}, {20, 3, 1000}, {4, 0, 1000}, {20, 0, 0.25}, {20, 0, 1200}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run(cases[i].attempts, cases[i].factor, cases[i].odd);
        CHECK(!found() || !found()->rows);
        task_fixture_release(&fixture);
    }
}

CHECK_MAIN(TEST(one_factor_for_all_is_a_unit), TEST(other_differences_are_none))
