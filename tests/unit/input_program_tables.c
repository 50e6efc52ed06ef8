/* Tables that known programs write. */
#include "records_fixture.h"

#include "input/tasks/task_log_advice.h"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "table", text);
}

/* All repeats of a benchmark have the jobid of their job, and jobs of several runs the same ones.
 */
static void rows_of_snakemake_are_no_attempts_of_each_other(void)
{
    read_text("s\th:m:s\tmax_rss\tio_in\tio_out\tmean_load\tcpu_time\tjobid\trule_name\tthreads\n"
              "12.5\t0:00:12\t64\t3\t1\t98\t12.25\t4\talign\t2\n"
              "12.7\t0:00:12\t65\t3\t1\t98\t12.35\t4\talign\t2\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "align align");
    CHECK(!records_has(fixture.dataset.records, RECORD_ID_COLUMN));
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "2 2");
}

/* Of --results x.csv and x.tsv: what tasks printed is in quotes, and may have several lines. */
static void results_of_gnu_parallel_are_quoted(void)
{
    read_text("Seq,Host,Starttime,JobRuntime,Send,Receive,Exitval,Signal,Command,V1,Stdout,Stderr\n"
              "1,:,1700000000.250,10.000,0,12,0,0,./run.sh a,a,\"one \"\"two\"\",\nthree\n\",\n"
              "2,n2,1700000001.000,5.000,0,12,3,0,./run.sh b,b,,\"bad\n\"\n");
    CHECK_SAID(fixture, "tasks are grouped by the program in column \"Command\"");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1 2");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "0 3");
    CHECK_INT(records_find_attribute(fixture.dataset.records, "Stdout", RECORD_TEXT),
              RECORDS_NO_COLUMN);
    read_text("Seq\tHost\tStarttime\tJobRuntime\tExitval\tSignal\tCommand\tV1\tStdout\tStderr\n"
              "1\t:\t1700000000.250\t10.000\t0\t0\t./run.sh a\ta\t\"one\nthree\n\"\t\n");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "FILE: tasks are grouped by the program in column \"Command\"\n");
}

static void a_percentage_is_no_time_and_no_amount(void)
{
    read_text("name,time (%),time_s,memory (%),rss_MB\na,1,100,2,7\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "100");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "7000000");
    CHECK_TEXT(records_text_attribute(&fixture, "time (%)"), "1");
    CHECK_TEXT(reader_for("name,time [%]\na,10\n"), "");
}

static bool are_sums(const char *header)
{
    const char *advice = task_log_advice(header, strlen(header));
    return strcmp(reader_for(header), "") == 0 && advice && strstr(advice, "sums up many calls");
}

static void sums_over_calls_are_no_tasks(void)
{
    CHECK(are_sums("Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Name\n"
                   "80.0,8000000000,4000,2000000.0,2000000.0,gemm\n"));
    CHECK(are_sums("Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n"
                   "62.5,3125000000,1200,2604166.7,cudaStreamSynchronize\n"));
    CHECK(are_sums("\"Time(%)\",\"Time\",\"Calls\",\"Avg\",\"Min\",\"Max\",\"Name\"\n"
                   "62.5,3.1,1200,0.26,0.1,0.3,\"gemm\"\n"));
    CHECK(are_sums("\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
                   "\"k0\",100,5000000,50000,50.0\n"));
    CHECK(!are_sums("task,elapsed,calls\na,10,3\n"));
    CHECK_TEXT(reader_for("task,elapsed,calls\na,10,3\n"), "table");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(rows_of_snakemake_are_no_attempts_of_each_other),
           TEST(results_of_gnu_parallel_are_quoted), TEST(a_percentage_is_no_time_and_no_amount),
           TEST(sums_over_calls_are_no_tasks), STEP(release))
