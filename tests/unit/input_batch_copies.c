/* Tasks of a workflow beside Slurm's records of their jobs. */
#include "records_text.h"

#include "input/tasks/batch_copies.h"

static struct fixture fixture;

static const double DAY = 1.7e9;

static void begin(void)
{
    fixture_init(&fixture);
    dataset_records(&fixture.dataset);
}

static void put_text(int column, const char *text)
{
    records_put_text(fixture.dataset.records, column, text, strlen(text));
}

static void add(const char *kind, const char *id, double start)
{
    records_add(fixture.dataset.records);
    put_text(RECORD_TASK_COLUMN, kind);
    put_text(RECORD_ID_COLUMN, id);
    records_put_number(fixture.dataset.records, RECORD_START_COLUMN, DAY + start);
    records_put_number(fixture.dataset.records, RECORD_ELAPSED_COLUMN, 100);
}

static void add_task(const char *id, const char *job, double start)
{
    int column = records_attribute(fixture.dataset.records, "native_id", RECORD_TEXT);
    add("SORT", id, start);
    put_text(column, job);
}

static void add_job(const char *id, double start)
{
    add("nf-SORT", id, start);
    records_put_number(fixture.dataset.records, RECORD_MEMORY_COLUMN, 1e9);
}

static void begin_trace(void)
{
    records_begin_source(fixture.dataset.records, "trace");
}

static void begin_jobs(void)
{
    records_begin_source(fixture.dataset.records, "sacct");
    records_mark_queue(fixture.dataset.records);
}

static const char *ids(void)
{
    batch_copies_drop(fixture.dataset.records, fixture.diagnostics);
    return records_texts_text(&fixture, RECORD_ID_COLUMN);
}

static void jobs_of_tasks_count_once(void)
{
    begin();
    begin_trace();
    add_task("ab/1", "901", 10);
    add_task("ab/2", "902", 20);
    begin_jobs();
    add_job("901", 7); /* the workflow saw it begin a little later */
    add_job("902", 20);
    add_job("903", 20);
    CHECK_TEXT(ids(), "ab/1 ab/2 903");
    CHECK_TEXT(records_numbers_text(&fixture, RECORD_MEMORY_COLUMN),
               "1000000000 1000000000 1000000000");
    CHECK_TEXT(records_texts_text(&fixture, RECORD_TASK_COLUMN), "SORT SORT nf-SORT");
    CHECK(fixture.dataset.records->sources[0].has_queue);
    CHECK_TEXT(fixture.said.text,
               "sacct: 2 jobs are also tasks in trace (same job ids): counted once\n");
    fixture_release(&fixture);
}

/* Ids of another cluster; several tasks in one job; a job that was requeued. */
static void what_is_no_job_of_a_task_stays(void)
{
    begin();
    begin_trace();
    add_task("ab/1", "901", 10);
    add_task("ab/2", "902", 20);
    add_task("ab/3", "902", 30);
    add_task("ab/4", "904", 20000);
    begin_jobs();
    add_job("901", 9000);
    add_job("902", 20);
    add_job("904", 10000);
    add_job("904", 20000);
    CHECK_TEXT(ids(), "ab/1 ab/2 ab/3 ab/4 901 902 904");
    CHECK(!fixture.dataset.records->sources[0].has_queue);
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(jobs_of_tasks_count_once), TEST(what_is_no_job_of_a_task_stays))
