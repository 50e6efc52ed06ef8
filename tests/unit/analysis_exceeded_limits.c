/* Limits that attempts exceeded, alone and together. */
#include "task_fixture.h"

static void add_failed(struct task_fixture *made, const char *task, double memory, double disk,
                       const char *limits)
{
    struct records *records = &made->records;
    task_fixture_add(made, (struct task_record){.task = task,
                                                .ending = ENDING_OUT_OF_MEMORY,
                                                .memory = memory});
    int column = records_attribute(records, "disk", RECORD_NUMBER);
    records_set_unit(records, column, "B");
    records_put_number(records, column, disk);
    task_fixture_text(records, records_attribute(records, RECORD_LIMITS_EXCEEDED, RECORD_TEXT),
                      limits);
}

/* Of a: three exceed memory, two of these disk as well, one disk alone. What succeeded with such a
 * word, as of an attempt before, does not count. */
static void limits_are_counted_together(void)
{
    struct task_fixture made;
    task_fixture_init(&made);
    add_failed(&made, "a", 50, 900, "memory,disk");
    add_failed(&made, "a", 60, 700, "disk,memory");
    add_failed(&made, "a", 70, 100, "memory");
    add_failed(&made, "a", 10, 800, "disk");
    add_failed(&made, "a", 10, 800, NULL);
    add_failed(&made, "a", 99, 9999, "disk");
    records_put_ending(&made.records, ENDING_SUCCEEDED);
    add_failed(&made, "b", 10, NAN, "cores,disk");
    task_fixture_run(&made, (const char *const[]){"exceeded_limits", NULL});
    CHECK_TEXT(task_fixture_csv(&made, "exceeded_limits"),
               "task,resource,unit,attempts,alone,with_memory,used_max\n"
               "a,memory,B,3,1,0,70\n"
               "a,disk,B,3,1,2,900\n"
               "b,cores,,1,0,0,\n"
               "b,disk,B,1,0,0,\n");
    task_fixture_release(&made);
}

/* Names are anybody's: more than there is room for, empty ones, none. */
static void odd_lists_do_no_harm(void)
{
    struct task_fixture made;
    char many[1000] = "";
    size_t size = 0;
    for (int i = 0; i < 100; i++)
        size += (size_t)snprintf(many + size, sizeof many - size, "r%d,", i);
    task_fixture_init(&made);
    add_failed(&made, "a", 1, 1, many);
    add_failed(&made, "a", 1, 1, ",,memory");
    task_fixture_run(&made, (const char *const[]){"exceeded_limits", NULL});
    CHECK_INT(tables_find(&made.tables, "exceeded_limits")->rows, 32);
    task_fixture_release(&made);
}

CHECK_MAIN(TEST(limits_are_counted_together), TEST(odd_lists_do_no_harm))
