#include "task_fixture.h"

static void add(struct records *records, const char *node, double submit, double start, double end)
{
    records_add(records);
    records_put_number(records, RECORD_SUBMIT_COLUMN, submit);
    records_put_number(records, RECORD_START_COLUMN, start);
    records_put_number(records, RECORD_END_COLUMN, end);
    records_put_number(records, RECORD_ELAPSED_COLUMN, end - start);
    task_fixture_text(records, RECORD_NODE_COLUMN, node);
}

/* Nodes of a cluster may run others' tasks between these; workers are there for these alone. */
static void nodes_are_workers_where_the_source_says_so(void)
{
    static const char *const analyses[] = {"concurrency", NULL};
    struct task_fixture fixture;
    task_fixture_init(&fixture);
    records_begin_source(&fixture.records, "cluster");
    add(&fixture.records, "n1", 100, 100, 110);
    add(&fixture.records, "n1", 100, 130, 140);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "concurrency"),
               "time,running,waiting,workers\n"
               "100,1,1,\n110,0,1,\n130,1,0,\n140,0,0,\n");
    task_fixture_release(&fixture);

    struct records part;
    task_fixture_init(&fixture);
    records_init(&part);
    records_begin_source(&part, "cluster");
    add(&part, "n1", 100, 100, 110);
    records_begin_source(&part, "manager");
    records_mark_workers(&part);
    add(&part, "n1", 100, 105, 120);
    add(&part, "n1", 100, 130, 140);
    records_merge(&fixture.records, &part);
    records_release(&part);
    task_fixture_run(&fixture, analyses);
    CHECK_TEXT(task_fixture_csv(&fixture, "concurrency"),
               "time,running,waiting,workers\n"
               "100,1,2,0\n105,2,1,1\n110,1,1,1\n120,0,1,1\n130,1,0,1\n140,0,0,0\n");
    task_fixture_release(&fixture);
}

CHECK_MAIN(TEST(nodes_are_workers_where_the_source_says_so))
