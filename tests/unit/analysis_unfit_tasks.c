/* Tasks that never started because no worker had what they requested. */
#include "task_fixture.h"

static void add_waiting(struct task_fixture *made, const char *id, double cores, double memory,
                        double disk)
{
    struct records *records = &made->records;
    task_fixture_add(made,
                     (struct task_record){.task = "a", .id = id, .ending = ENDING_UNFINISHED});
    records_put_number(records, RECORD_SUBMIT_COLUMN, 0);
    records_put_number(records, RECORD_REQUESTED_CORES_COLUMN, cores);
    records_put_number(records, RECORD_REQUESTED_MEMORY_COLUMN, memory);
    records_put_number(records, records_attribute(records, "requested_disk", RECORD_NUMBER), disk);
}

/* Workers have 8 cores and 1,000 bytes of memory at most; of disk nothing is known. */
static void begin_source(struct task_fixture *made)
{
    task_fixture_init(made);
    records_begin_source(&made->records, "log");
    records_mark_largest_worker(&made->records, (struct record_worker){8, 0, 1000, 0});
}

static void tasks_that_fit_no_worker_are_listed(void)
{
    struct task_fixture made;
    begin_source(&made);
    add_waiting(&made, "1", 8, 1000, 5000);
    add_waiting(&made, "2", 9, 10, 10);
    add_waiting(&made, "3", 64, 2000, 10);
    add_waiting(&made, "4", 16, NAN, NAN);
    add_waiting(&made, "5", 16, NAN, NAN);
    add_waiting(&made, "6", 99, 10, 10); /* it ran: a worker had so many, whatever the log says */
    records_put_number(&made.records, RECORD_START_COLUMN, 10);
    records_begin_source(&made.records, "other");
    add_waiting(&made, "7", 99, 10, 10); /* of workers nothing is known */
    records_begin_source(&made.records, "log");
    records_mark_largest_worker(&made.records, (struct record_worker){4, 0, 0, 0});
    add_waiting(&made, "3", 5, 10, 10); /* of another run, whose ids may be the same */
    task_fixture_run(&made, (const char *const[]){"unfit_tasks", NULL});
    CHECK_TEXT(task_fixture_csv(&made, "unfit_tasks"),
               "task,resource,unit,tasks,requested_min,requested_max,largest,ids\n"
               "a,cores,\"\",5,5,64,8,\"2, 3, 4\"\n"
               "a,memory,B,1,2000,2000,1000,3\n");
    task_fixture_release(&made);
}

static void tasks_that_fit_some_worker_are_not(void)
{
    struct task_fixture made;
    begin_source(&made);
    add_waiting(&made, "1", 8, 1000, 5000);
    task_fixture_run(&made, (const char *const[]){"unfit_tasks", NULL});
    CHECK(!tables_find(&made.tables, "unfit_tasks"));
    task_fixture_release(&made);
}

CHECK_MAIN(TEST(tasks_that_fit_no_worker_are_listed), TEST(tasks_that_fit_some_worker_are_not))
