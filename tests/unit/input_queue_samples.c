/* Real logs beside the checkout, against counts made without this program. Each is written with how
 * it was got; LOG is `grep -v '^#'` of the file. */
#include "queue_fixture.h"

static struct queue_fixture fixture;

#define SAMPLES "../shared/data/workqueue/"
#define THREE_NODES "../shared/data/perfmon/three-nodes/workqueue/"

/* To be used in a function without a value. */
#define READ_SAMPLE(reader, path)                                                                  \
    do {                                                                                           \
        if (!queue_read_sample(&fixture, reader, path)) {                                          \
            check_skipped = "no samples";                                                          \
            return;                                                                                \
        }                                                                                          \
    } while (0)

static size_t attempts(void)
{
    return fixture.base.dataset.records ? fixture.base.dataset.records->rows : 0;
}

/* awk '$3=="TASK" && $5=="RUNNING"' LOG: 1884; all DONE SUCCESS 0.
 * grep ' RETRIEVED ' LOG | grep -o '"KEY":\[[0-9.]*' | cut -d[ -f2 | awk '{s+=$1} END{print s}':
 * wall_time 53950.371311, cpu_time 37977.392369, memory 740614, bandwidth 24876.623881 (of which
 * 1708 are not 0), disk 599671. WORKER … CONNECTION: 50, DISCONNECTION: 50. */
static void coffea_measured(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", SAMPLES "wq_coffea_2021_measured.tr.log");
    CHECK_INT(attempts(), 1884);
    CHECK_INT(queue_count(&fixture, ENDING_SUCCEEDED), 1884);
    CHECK_NEAR(queue_sum(&fixture, "elapsed").sum, 53950.371311, 1e-9);
    CHECK_NEAR(queue_sum(&fixture, "cpu").sum, 37977.392369, 1e-9);
    CHECK_NEAR(queue_sum(&fixture, "memory").sum, 740614.0 * 1048576, 0);
    CHECK_NEAR(queue_sum(&fixture, "disk").sum, 599671.0 * 1048576, 0);
    CHECK_NEAR(queue_sum(&fixture, "bandwidth").sum, 24876.623881 * 125000, 1e-9);
    CHECK_INT(queue_sum(&fixture, "bandwidth").count, 1708);
    CHECK_NEAR(queue_sum(&fixture, "cores").sum, 1884, 0);
    CHECK_NEAR(queue_sum(&fixture, "requested_memory").sum, 1884 * 4000.0 * 1048576, 0);
    CHECK_INT(fixture.base.dataset.queues[0].count, 150);
}

/* awk over LOG: MANAGER START: 3, END: 2; WAITING 264 (50 + 74 + 140 a run), RUNNING 177,
 * DONE SUCCESS 169; so 87 wait at the end and 8 are lost
 * with their run, which another one follows.
 * awk '$3=="TASK"&&$5=="RUNNING"{s[$4]=$1} $3=="TASK"&&$5=="WAITING_RETRIEVAL"{t+=$1-s[$4]}
 *      END{print t/1e6}': 5113.215319; from the start of those 8 to the last line of their run it
 * is 463.298505 s. */
static void dv3_of_three_runs(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", SAMPLES "wq_dv3_2024_3runs-appended.tr.log");
    CHECK_INT(attempts(), 264);
    CHECK_INT(queue_count(&fixture, ENDING_SUCCEEDED), 169);
    CHECK_INT(queue_count(&fixture, ENDING_UNFINISHED), 87);
    CHECK_INT(queue_count(&fixture, ENDING_LOST), 8);
    CHECK_INT(fixture.base.dataset.records->source_count, 3);
    CHECK_NEAR(queue_sum(&fixture, "elapsed").sum, 5113.215319 + 463.298505, 1e-6);
    CHECK_SAID(fixture.base, "3 consecutive runs in the log");
    CHECK_SAID(fixture.base, "87 tasks were waiting at the end");
    CHECK_SAID(fixture.base, "no MANAGER END: the manager was killed");
}

/* TASK … RUNNING: 1237, DONE SUCCESS: 1228; the other 9 wait again after RUNNING.
 * Sums as for coffea_measured: wall_time 128844.611145, cpu_time 199533.983376, memory 532929. */
static void xtb_with_lost_tries(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", SAMPLES "vine_colmena_xtb_2023_v15_measured_2categories.transactions");
    CHECK_INT(attempts(), 1237);
    CHECK_INT(queue_count(&fixture, ENDING_SUCCEEDED), 1228);
    CHECK_INT(queue_count(&fixture, ENDING_LOST), 9);
    CHECK_INT(queue_sum(&fixture, "memory").count, 1228);
    CHECK_NEAR(queue_sum(&fixture, "memory").sum, 532929.0 * 1048576, 0);
    CHECK_NEAR(queue_sum(&fixture, "cpu").sum, 199533.983376, 1e-9);
    CHECK_NEAR(queue_sum(&fixture, "cores").sum, 1237 * 4, 0);
    CHECK_SAID(fixture.base, "12,734 records of transfers, caches");
}

/* 1228 each of WAITING, RUNNING, RETRIEVED SUCCESS and DONE SUCCESS. */
static void colmena_with_measurements_told_twice(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", SAMPLES "vine_colmena_2023_v13_done-json.tr.log");
    CHECK_INT(attempts(), 1228);
    CHECK_INT(queue_count(&fixture, ENDING_SUCCEEDED), 1228);
    CHECK_INT(queue_sum(&fixture, "memory").count, 0);
}

/* 1866 ids in TASK lines, 366 of them in LIBRARY lines. Of the other 1500: READY 1500, RUNNING 324,
 * DONE SUCCESS 231. Sum of wall_time in RETRIEVED SUCCESS: 4866.787904. */
static void lnni_with_libraries(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", SAMPLES "vine_lnni_2025_v16_LIBRARY_EXIT_no-end.transactions");
    CHECK_INT(attempts(), 1500);
    CHECK_INT(queue_count(&fixture, ENDING_SUCCEEDED), 231);
    CHECK_INT(queue_count(&fixture, ENDING_UNFINISHED), 1269);
    CHECK_NEAR(queue_sum(&fixture, "elapsed").sum, 4866.787904, 1e-9);
    CHECK_NEAR(queue_sum(&fixture, "requested_memory").sum, 1500 * 10000.0 * 1048576, 0);
    CHECK_SAID(fixture.base, "366 library tasks are left out");
    CHECK_SAID(fixture.base, "199 libraries ended with LIBRARY_EXIT");
    CHECK_SAID(fixture.base, "1,502 records of transfers, caches and the application are ignored");
    CHECK_SAID(fixture.base, "1,176 tasks were waiting at the end");
    CHECK_SAID(fixture.base, "93 tasks were running at the end");
}

/* RUNNING 1001, DONE SUCCESS 1000, one task waits a second time; 494 ids in DUTY lines. */
static void serverless_with_duties(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", SAMPLES "vine_serverless_2023_v14_DUTY_no-end.transactions");
    CHECK_INT(attempts(), 1001);
    CHECK_INT(queue_count(&fixture, ENDING_SUCCEEDED), 1000);
    CHECK_INT(queue_count(&fixture, ENDING_LOST), 1);
    CHECK_SAID(fixture.base, "494 library tasks are left out");
}

static void logs_of_next_to_nothing(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", SAMPLES "vine_cctools_test_2025_v16_1task.transactions");
    CHECK_INT(attempts(), 1);
    CHECK_TEXT(queue_texts(&fixture, "task"), "<built-in_function_add>");
    CHECK_INT(queue_count(&fixture, ENDING_UNFINISHED), 1);
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", SAMPLES "vine_rst_2024_v16_no-tasks.tr.log");
    CHECK_INT(fixture.base.records, 0);
    CHECK_SAID(fixture.base, "a manager, but no task");
}

/* json.loads of each line: 228 with a task_id, 126 normal and 102 limits, all exit_status 0; sums
 * of wall_time 107535.098499, cpu_time 118729.967235. The first line is of the workflow. */
static void colmena_summaries(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("monitor-summary", SAMPLES "colmena_2021.summaries.jsonl");
    queue_flush(&fixture);
    CHECK_INT(attempts(), 228);
    CHECK_INT(queue_count(&fixture, ENDING_SUCCEEDED), 126);
    CHECK_INT(queue_count(&fixture, ENDING_FAILED), 20);
    CHECK_INT(queue_count(&fixture, ENDING_OUT_OF_MEMORY), 82);
    CHECK_NEAR(queue_sum(&fixture, "elapsed").sum, 107535.098499, 1e-9);
    CHECK_NEAR(queue_sum(&fixture, "cpu").sum, 118729.967235, 1e-9);
    CHECK_SAID(fixture.base, "summary of the whole workflow left out");
}

/* grep -vc '^#': 372; awk '{s+=$2} END{print s, $14, $16}': 60646 1176 260. */
static void lnni_performance(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("queue-samples", SAMPLES "vine_lnni_2025.performance");
    const struct queue_samples *queue = &fixture.base.dataset.queues[0];
    double workers = 0;
    CHECK_INT(queue->count, 372);
    for (size_t i = 0; i < queue->count; i++)
        workers += queue->workers[i];
    CHECK_NEAR(workers, 60646, 0);
    CHECK(queue->waiting[371] == 1176 && queue->running[371] == 260);
}

static bool read_summaries(void)
{
    char path[256];
    bool found = true;
    for (int i = 0; i < 96 && found; i++) {
        snprintf(path, sizeof path, THREE_NODES "mon/resource-rule-%d.summary", i);
        found = queue_read_sample(&fixture, "monitor-summary", path);
    }
    return found;
}

/* From the Makeflow's log, the job number of each node; from mon/resource-rule-NODE.summary its
 * wall_time: 96 of them, sum 397.33144, sum of job × wall_time 23427.803287. The last tells a wrong
 * pair. */
static void check_three_nodes(void)
{
    queue_flush(&fixture);
    struct queue_sum elapsed = queue_sum(&fixture, "elapsed");
    CHECK_INT(attempts(), 96);
    CHECK_INT(queue_count(&fixture, ENDING_SUCCEEDED), 96);
    CHECK_INT(elapsed.count, 96);
    CHECK_NEAR(elapsed.sum, 397.33144, 1e-9);
    CHECK_NEAR(elapsed.weighted, 23427.803287, 1e-9);
    CHECK_INT(queue_sum(&fixture, "memory").count, 96);
}

static void three_nodes_by_the_makeflow(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("makeflow", THREE_NODES "wf.mf.makeflowlog");
    CHECK_INT(fixture.base.records, 96);
    CHECK(read_summaries());
    READ_SAMPLE("workqueue", THREE_NODES "wf.mf.wqlog.tr");
    check_three_nodes();
}

static void three_nodes_by_time(void)
{
    queue_begin(&fixture);
    READ_SAMPLE("workqueue", THREE_NODES "wf.mf.wqlog.tr");
    queue_begin(&fixture);
    CHECK(read_summaries());
    READ_SAMPLE("workqueue", THREE_NODES "wf.mf.wqlog.tr");
    check_three_nodes();
    queue_end(&fixture);
}

CHECK_MAIN(TEST(coffea_measured), TEST(dv3_of_three_runs), TEST(xtb_with_lost_tries),
           TEST(colmena_with_measurements_told_twice), TEST(lnni_with_libraries),
           TEST(serverless_with_duties), TEST(logs_of_next_to_nothing), TEST(colmena_summaries),
           TEST(lnni_performance), TEST(three_nodes_by_the_makeflow), TEST(three_nodes_by_time))
