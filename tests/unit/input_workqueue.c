#include "queue_fixture.h"

#include "input/tasks/record_times.h"

static struct queue_fixture fixture;

static void read_log(const char *text)
{
    queue_read_text(&fixture, "workqueue", text);
}

#define START "1000000000 7 MANAGER START\n"
#define END "1900000000 7 MANAGER END\n"

static void reads_a_work_queue_log(void)
{
    read_log("# time manager_pid MANAGER START|END\n\n" START
             "1001000000 7 WORKER worker-a 10.0.0.7:91  CONNECTION\n"
             "1001500000 7 WORKER worker-a RESOURCES {\"cores\":[4,\"cores\"]}\n"
             "1002000000 7 TASK 1 WAITING fit FIRST_RESOURCES "
             "{\"cores\":[2,\"cores\"],\"memory\":[100,\"MB\"],\"disk\":[0,\"MB\"]}\n"
             "1003000000 7 TASK 1 RUNNING 10.0.0.7:91  FIRST_RESOURCES "
             "{\"cores\":[2,\"cores\"],\"memory\":[200,\"MB\"]}\n"
             "1013000000 7 TASK 1 WAITING_RETRIEVAL 10.0.0.7:91 \n"
             "1014000000 7 TASK 1 RETRIEVED SUCCESS  0  {} {\"wall_time\":[9.5,\"s\"],"
             "\"cpu_time\":[12e-1,\"s\"],\"memory\":[3,\"MB\"],\"bandwidth\":[8,\"Mbps\"],"
             "\"swap_memory\":[0,\"MB\"],\"disk\":[0,\"MB\"],\"cores\":[1,\"cores\"]}\n"
             "1014100000 7 TASK 1 DONE SUCCESS  0  {} {\"wall_time\":[9.5,\"s\"],"
             "\"cpu_time\":[12e-1,\"s\"],\"memory\":[3,\"MB\"]}\n" END);
    CHECK_INT(fixture.base.records, 1);
    CHECK_TEXT(fixture.base.said.text, "");
    CHECK_TEXT(queue_texts(&fixture, "task"), "fit");
    CHECK_TEXT(queue_texts(&fixture, "id"), "1");
    CHECK_TEXT(queue_texts(&fixture, "node"), "10.0.0.7");
    CHECK_TEXT(queue_texts(&fixture, "worker"), "10.0.0.7:91");
    CHECK_TEXT(queue_texts(&fixture, "outcome"), "SUCCESS");
    CHECK_TEXT(queue_endings(&fixture), "W");
    CHECK_TEXT(queue_numbers(&fixture, "submit"), "1002");
    CHECK_TEXT(queue_numbers(&fixture, "start"), "1003");
    CHECK_TEXT(queue_numbers(&fixture, "end"), "1013");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "9.5");
    CHECK_TEXT(queue_numbers(&fixture, "cpu"), "1.2");
    CHECK_TEXT(queue_numbers(&fixture, "cores"), "2");
    CHECK_TEXT(queue_numbers(&fixture, "cores_measured"), "1");
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "3145728");
    CHECK_TEXT(queue_numbers(&fixture, "bandwidth"), "1000000");
    CHECK_TEXT(queue_numbers(&fixture, "swap_memory"), "0");
    CHECK_TEXT(queue_numbers(&fixture, "disk"), "-");
    CHECK_TEXT(queue_numbers(&fixture, "requested_cores"), "2");
    CHECK_TEXT(queue_numbers(&fixture, "requested_memory"), "104857600");
    CHECK_TEXT(queue_numbers(&fixture, "requested_disk"), "-");
    CHECK_TEXT(queue_numbers(&fixture, "allocated_memory"), "209715200");
    CHECK_TEXT(fixture.base.dataset.records
                   ->columns[queue_column(&fixture, "allocated_memory", RECORD_NUMBER)]
                   .unit,
               "B");
}

static void reports_workers_over_time(void)
{
    read_log(START "1001000000 7 WORKER worker-a 10.0.0.7:91  CONNECTION\n"
                   "1002000000 7 WORKER worker-a RESOURCES {\"cores\":[4,\"cores\"]}\n"
                   "1003000000 7 WORKER worker-b 10.0.0.8:92  CONNECTION\n"
                   "1004000000 7 WORKER worker-a 10.0.0.7:91  DISCONNECTION UNKNOWN\n"
                   "1005000000 7 WORKER (null) DISCONNECTION FAILURE\n" END);
    CHECK_INT(fixture.base.dataset.queue_count, 1);
    const struct queue_samples *queue = &fixture.base.dataset.queues[0];
    CHECK_INT(queue->count, 4);
    CHECK_NEAR(queue->times[3], 1004, 0);
    CHECK(queue->workers[0] == 1 && queue->workers[2] == 2 && queue->workers[3] == 1);
    CHECK(queue->cores[1] == 4 && queue->cores[2] == 4 && queue->cores[3] == 0);
    CHECK(!queue->running && !queue->waiting && queue->every_change);
    CHECK_SAID(fixture.base, "a manager, but no task");
}

static void reads_a_taskvine_log(void)
{
    read_log("1000000000 7 MANAGER 7 START 0\n"
             "1001000000 7 WORKER worker-a CONNECTION 10.0.0.7:91\n"
             "1001000001 7 WORKER worker-a CACHE_UPDATE file 12 3 4\n"
             "1002000000 7 TASK 4 READY two words FIRST_RESOURCES 3 {}\n"
             "1003000000 7 TASK 4 RUNNING worker-a  FIRST_RESOURCES "
             "{\"time_commit_start\":[1003,\"s\"],\"cores\":[2,\"cores\"]}\n"
             "1013000000 7 TASK 4 WAITING_RETRIEVAL worker-a \n"
             "1014000000 7 TASK 4 RETRIEVED SUCCESS  1  {} {\"time_worker_start\":[1003.5,\"s\"],"
             "\"time_worker_end\":[1012.5,\"s\"],\"size_output_mgr\":[0,\"MB\"],\"size_input_mgr\":"
             "[4.482269287109375e-05,\"MB\"],"
             "\"vine_new\":[7,\"MB\"]}\n"
             "1014100000 7 TASK 4 DONE SUCCESS  1 \n"
             "1015000000 7 APPLICATION hello\n"
             "1900000000 7 MANAGER 7 END 900000000\n");
    CHECK_INT(fixture.base.records, 1);
    CHECK_TEXT(fixture.base.said.text,
               "FILE: 2 records of transfers, caches and the application are ignored\n");
    CHECK_TEXT(queue_texts(&fixture, "task"), "two words");
    CHECK_TEXT(queue_texts(&fixture, "node"), "10.0.0.7");
    CHECK_TEXT(queue_texts(&fixture, "worker"), "worker-a");
    CHECK_TEXT(queue_numbers(&fixture, "attempt"), "3");
    CHECK_TEXT(queue_numbers(&fixture, "exit_code"), "1");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "9");
    CHECK_TEXT(queue_numbers(&fixture, "size_output_mgr"), "0");
    CHECK_TEXT(queue_numbers(&fixture, "size_input_mgr"), "47");
    CHECK_TEXT(queue_numbers(&fixture, "vine_new"), "7340032");
    CHECK_TEXT(queue_endings(&fixture), "W");
}

#define TRY(id, from)                                                                              \
    from "000000 7 TASK " id " WAITING a FIRST_RESOURCES {}\n" from "500000 7 TASK " id            \
         " RUNNING h:1  FIRST_RESOURCES {}\n"

static void counts_each_try(void)
{
    read_log(START TRY("1", "1001") TRY(
        "1",
        "1003") "1005000000 7 TASK 1 RETRIEVED RESOURCE_EXHAUSTION  -1  {\"memory\":[9,\"MB\"],"
                "\"disk\":[1,\"MB\"]} {\"memory\":[9,\"MB\"]}\n"
                "1006000000 7 TASK 1 WAITING a MAX_RESOURCES {}\n"
                "1007000000 7 TASK 1 RUNNING h:2  MAX_RESOURCES {}\n"
                "1008000000 7 TASK 1 RETRIEVED SUCCESS  0  {} {\"memory\":[8,\"MB\"]}\n"
                "1008000001 7 TASK 1 DONE SUCCESS  0  {} {\"memory\":[8,\"MB\"]}\n" END);
    CHECK_TEXT(queue_numbers(&fixture, "attempt"), "1 2 3");
    CHECK_TEXT(queue_endings(&fixture), "LMW");
    CHECK_TEXT(queue_texts(&fixture, "outcome"), "- RESOURCE_EXHAUSTION SUCCESS");
    CHECK_TEXT(queue_texts(&fixture, "limits_exceeded"), "- memory,disk -");
    CHECK_TEXT(queue_numbers(&fixture, "exit_code"), "- - 0");
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "- 9437184 8388608");
    CHECK_TEXT(queue_numbers(&fixture, "requested_memory"), "- 9437184 -");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "1.5 1.5 1");
}

static void a_try_is_lost_with_its_worker(void)
{
    read_log(START "1001000000 7 WORKER w h:1  CONNECTION\n" TRY("1", "1002")
                 TRY("2", "1002") "1004000000 7 WORKER w h:1  DISCONNECTION FAILURE\n"
                                  "1005000000 7 TASK 1 WAITING a FIRST_RESOURCES {}\n");
    CHECK_TEXT(queue_texts(&fixture, "id"), "1 2 1");
    CHECK_TEXT(queue_endings(&fixture), "LLO");
    CHECK_TEXT(queue_numbers(&fixture, "end"), "1004 1004 -");
    CHECK_SAID(fixture.base, "no MANAGER END: the manager was killed");
    CHECK_SAID(fixture.base, "1 task was waiting at the end");
}

static void what_has_not_ended_is_open_or_lost(void)
{
    const char *tasks = START TRY("1", "1001") "1002000000 7 TASK 2 WAITING a FIRST_RESOURCES {}\n";
    char ended[1024];
    snprintf(ended, sizeof ended, "%s%s", tasks, END);
    read_log(tasks);
    CHECK_TEXT(queue_endings(&fixture), "OO");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "- -");
    CHECK_SAID(fixture.base, "1 task was running at the end");
    read_log(ended);
    CHECK_TEXT(queue_endings(&fixture), "LO");
    CHECK_TEXT(queue_numbers(&fixture, "end"), "1900 -");
}

/* It did not have the attempt that it was waiting for. */
static void a_task_may_be_given_up(void)
{
    read_log(START TRY("1", "1001") "1003000000 7 TASK 1 WAITING a FIRST_RESOURCES {}\n"
                                    "1004000000 7 TASK 1 DONE MAX_RETRIES  -1  {} {}\n"
                                    "1005000000 7 TASK 2 WAITING a FIRST_RESOURCES {}\n"
                                    "1006000000 7 TASK 2 CANCELED\n"
                                    "1007000000 7 TASK 3 WAITING a FIRST_RESOURCES {}\n"
                                    "1008000000 7 TASK 3 UNKNOWN\n" END);
    CHECK_INT(fixture.base.records, 3);
    CHECK_TEXT(queue_texts(&fixture, "outcome"), "MAX_RETRIES CANCELED UNKNOWN");
    CHECK_TEXT(queue_endings(&fixture), "FK?");
    CHECK_TEXT(queue_numbers(&fixture, "exit_code"), "- - -");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "1.5 - -");
}

static void libraries_are_no_tasks(void)
{
    read_log("1000000000 7 MANAGER 7 START 0\n"
             "1001000000 7 TASK 5 RUNNING w  FIRST_RESOURCES {}\n"
             "1001000001 7 LIBRARY 5 SENT w\n"
             "1001000002 7 DUTY 6 SENT w\n"
             "1001000003 7 WORKER w TRANSFER INPUT f 1 2 3\n"
             "1001000004 7 APPLICATION says hello\n"
             "1002000000 7 TASK 5 DONE LIBRARY_EXIT  -1 \n" TRY(
                 "1", "1003") "1005000000 7 TASK 1 DONE LIBRARY_EXIT  -1 \n"
                              "1900000000 7 MANAGER 7 END 9\n");
    CHECK_INT(fixture.base.records, 1);
    CHECK_TEXT(queue_texts(&fixture, "id"), "1");
    CHECK_TEXT(queue_endings(&fixture), "F");
    CHECK_SAID(fixture.base, "2 library tasks are left out");
    CHECK_SAID(fixture.base, "1 library ended with LIBRARY_EXIT");
    CHECK_SAID(fixture.base, "2 records of transfers, caches");
}

static void runs_are_sources_of_their_own(void)
{
    read_log(START TRY("1", "1001") "1003000000 7 TASK 1 DONE SUCCESS  0  {} {}\n" END
                                    "2000000000 8 MANAGER START\n"
                                    "2001000000 8 TASK 1 WAITING b FIRST_RESOURCES {}\n"
                                    "2003000000 9 TASK 1 WAITING c FIRST_RESOURCES {}\n"
                                    "2004000000 9 TASK 1 DONE SUCCESS  0  {} {}\n"
                                    "2005000000 9 TASK 1 WAITING d FIRST_RESOURCES {}\n"
                                    "2006000000 9 MANAGER END\n");
    const struct records *records = fixture.base.dataset.records;
    CHECK_TEXT(queue_texts(&fixture, "task"), "a b c d");
    CHECK_TEXT(queue_numbers(&fixture, "attempt"), "1 1 1 1");
    CHECK_INT(records->source_count, 4);
    CHECK_INT(records->blocks[3].source, 3);
    CHECK_SAID(fixture.base, "4 consecutive runs in the log");
    CHECK_SAID(fixture.base, "a task that was done is waiting again: counted as a new run");
    CHECK_SAID(fixture.base, "no MANAGER END: the manager was killed"); /* 8; 9 went on */
}

/* A file that was lost is made again: its task is, but the manager and its workers are the same. */
static void workers_stay_when_a_task_that_was_done_waits_again(void)
{
    read_log(START "1001000000 7 WORKER worker-a 10.0.0.7:91  CONNECTION\n" TRY(
        "1", "1001") "1003000000 7 TASK 1 DONE SUCCESS  0  {} {}\n"
                     "1005000000 7 TASK 1 WAITING a FIRST_RESOURCES {}\n"
                     "1006000000 7 WORKER worker-b 10.0.0.8:92  CONNECTION\n" END);
    CHECK_SAID(fixture.base, "2 consecutive runs in the log");
    CHECK_INT(fixture.base.dataset.queue_count, 1);
    const struct queue_samples *queue = &fixture.base.dataset.queues[0];
    CHECK(queue->count == 2 && queue->workers[0] == 1 && queue->workers[1] == 2);
    CHECK_NEAR(queue->end, 1900, 0);
}

/* The first manager died: what ran then is lost at its last line, what waited never began. */
static void a_run_that_another_follows_is_over(void)
{
    read_log(START TRY("1", "1001") "1002000000 7 TASK 2 WAITING a FIRST_RESOURCES {}\n"
                                    "9000000000 8 MANAGER START\n"
                                    "9001000000 8 TASK 1 WAITING a FIRST_RESOURCES {}\n"
                                    "9001500000 8 TASK 1 RUNNING h:1  FIRST_RESOURCES {}\n");
    CHECK_TEXT(queue_endings(&fixture), "LOO");
    CHECK_TEXT(queue_numbers(&fixture, "end"), "1002 - -");
    CHECK_SAID(fixture.base, "1 task was waiting at the end");
    CHECK_SAID(fixture.base, "1 task was running at the end");
}

static void requests_come_from_the_category(void)
{
    read_log(START "1000000001 7 CATEGORY a MAX {\"memory\":[9,\"MB\"]}\n"
                   "1000000002 7 CATEGORY a MIN {}\n"
                   "1000000003 7 CATEGORY a FIRST MAX {\"memory\":[5,\"MB\"]}\n"
                   "1001000000 7 TASK 1 WAITING a FIRST_RESOURCES {}\n"
                   "1001000000 7 TASK 2 WAITING a MAX_RESOURCES {}\n"
                   "1001000000 7 TASK 3 WAITING a FIRST_RESOURCES {\"memory\":[2,\"MB\"]}\n"
                   "1001000000 7 TASK 4 WAITING b FIRST_RESOURCES {}\n" END);
    CHECK_TEXT(queue_numbers(&fixture, "requested_memory"), "5242880 9437184 2097152 -");
}

static void leaves_out_what_cannot_be(void)
{
    read_log(START "1001000000 7 TASK 1 RUNNING h:1  FIRST_RESOURCES {}\n"
                   "1002000000 7 TASK 1 DONE SUCCESS  0  {} {\"memory\":[9e12,\"MB\"],"
                   "\"machine_cpus\":[93991573109840,\"cores\"],\"wall_time\":[-3,\"s\"],"
                   "\"cpu_time\":[2,\"s\"],\"total_files\":[0,\"files\"]}\n" END);
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "-");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "1");
    CHECK_TEXT(queue_numbers(&fixture, "cpu"), "2");
    CHECK_INT(queue_column(&fixture, "machine_cpus", RECORD_NUMBER), RECORDS_NO_COLUMN);
    CHECK_INT(queue_column(&fixture, "total_files", RECORD_NUMBER), RECORDS_NO_COLUMN);
    CHECK_SAID(fixture.base, "memory and 2 more: implausible values left out");
}

static void sets_bad_lines_aside(void)
{
    read_log(START "no line\n"
                   "1001000000 7 TASK x WAITING a FIRST_RESOURCES {}\n"
                   "1001000000 7 TASK 1 WAITING a\n"
                   "1001000000 7 PUZZLE 1\n"
                   "1001000000 7 PUZZLE 2\n"
                   "1001000000 7 TASK 1 RUNNING \377\376:1  FIRST_RESOURCES {}\n"
                   "1002000000 7 TASK 2 RUNNING\n"
                   "1003000000 7 TASK 2 DONE SUCCESS  0  {} {\"memory\":[9,\"MB\"\n"
                   "900000000 7 TASK 3 WAITING a FIRST_RESOURCES {}\n"
                   "1004000000 7 TASK 3 DONE SUCCESS  0  {} {\"memory\":[9,\"MB\"],\"cpu_ti");
    CHECK_TEXT(queue_texts(&fixture, "id"), "2 3");
    CHECK_TEXT(queue_endings(&fixture), "WO");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "1 -");
    CHECK_SAID(fixture.base,
               "FILE:2: line does not begin with a time stamp and the manager's process id");
    CHECK_SAID(fixture.base, "FILE:3: incomplete record");
    CHECK_SAID(fixture.base, "FILE:4: incomplete record");
    CHECK_SAID(fixture.base, "PUZZLE and 1 more: unknown kind of record, left out");
    CHECK_SAID(fixture.base, "FILE:7: name is not UTF-8");
    CHECK_SAID(fixture.base, "FILE:9: malformed resources");
    CHECK_SAID(fixture.base, "truncated: the last line is ignored");
    CHECK_INT(diagnostics_end_of(fixture.base.diagnostics, "FILE"), DIAGNOSTIC_ENDS_UNFINISHED);
    CHECK_SAID(fixture.base, "1 record is older than the one before it");
}

static void takes_nuls_for_no_record(void)
{
    static const char text[] = START "1001000000 7 TASK 1\0 WAITING a FIRST_RESOURCES {}\n"
                                     "1001000000 7 TASK 2 WAITING a\0b FIRST_RESOURCES {}\n"
                                     "1001000000 7 TASK 3 WAITING a FIRST_RESOURCES {}\n";
    queue_begin(&fixture);
    queue_read(&fixture, "workqueue", "FILE", text, sizeof text - 1, 1);
    CHECK_TEXT(queue_texts(&fixture, "id"), "3");
    CHECK_INT(diagnostics_rejected(fixture.base.diagnostics, "FILE"), 2);
}

static void a_clock_that_goes_back_gives_no_negative_time(void)
{
    read_log(START "1005000000 7 TASK 1 RUNNING h:1  FIRST_RESOURCES {}\n"
                   "1002000000 7 TASK 1 DONE SUCCESS  0  {} {}\n" END);
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "-");
    record_times_settle(fixture.base.dataset.records, fixture.base.diagnostics);
    CHECK_TEXT(queue_numbers(&fixture, "end"), "-");
    CHECK_SAID(fixture.base, "FILE: 1 task ends before it starts, by up to 3 s");
}

static void refuses_what_is_no_log(void)
{
    read_log("# nothing\n\n");
    CHECK_INT(fixture.base.records, -1);
    CHECK_TEXT(fixture.base.error.text, "FILE: no record of a manager, a worker or a task");
    read_log("");
    CHECK_INT(fixture.base.records, -1);
}

/* Larger than a chunk, and more attempts than a part: the same with one thread and with five. */
static void threads_make_no_difference(void)
{
    enum { TASKS = 20000, LINE = 160 };
    char *text = malloc(TASKS * 2 * LINE);
    size_t used = 0;
    for (int i = 1; i <= TASKS; i++)
        used += (size_t)sprintf(text + used,
                                "%d000000 7 TASK %d RUNNING h%d:1  FIRST_RESOURCES {}\n"
                                "%d000000 7 TASK %d DONE SUCCESS  0  {} {\"memory\":[%d,\"MB\"]}\n",
                                1000 + i, i, i % 9, 1001 + i, i, i % 50);
    struct queue_sum sums[2];
    for (int pass = 0; pass < 2; pass++) {
        queue_begin(&fixture);
        queue_read(&fixture, "workqueue", "FILE", text, used, pass ? 5 : 1);
        sums[pass] = queue_sum(&fixture, "memory");
        CHECK_INT(fixture.base.records, TASKS);
        CHECK_INT(fixture.base.dataset.records->block_count, 3);
        const struct records *records = fixture.base.dataset.records;
        int worker = queue_column(&fixture, "worker", RECORD_TEXT);
        CHECK_INT(records->texts.count, 1 + TASKS + 9 + 1);
        CHECK_TEXT(records_text(records, records_texts(&records->blocks[2], worker)[0]), "h5:1");
    }
    free(text);
    CHECK_INT(sums[0].count, TASKS - TASKS / 50);
    CHECK_NEAR(sums[0].weighted, sums[1].weighted, 0);
    queue_end(&fixture);
}

/* Small runs share a piece of work, large ones are cut into several: each stays one source. */
static void many_runs_are_as_many_sources(void)
{
    static const size_t runs[] = {1, 2, 20000, 1, 0, 9000, 1};
    enum { RUNS = sizeof runs / sizeof runs[0], TASKS = 29005 };
    struct strbuf text;
    strbuf_init(&text);
    for (size_t run = 0; run < RUNS; run++) {
        strbuf_format(&text, "%zu000000 7 MANAGER START\n", run + 1);
        for (size_t i = 1; i <= runs[run]; i++)
            strbuf_format(&text, "%zu000000 7 TASK %zu WAITING r%zu FIRST_RESOURCES {}\n", run + 1,
                          i, run);
    }
    queue_begin(&fixture);
    queue_read(&fixture, "workqueue", "FILE", text.text, text.size, 2);
    strbuf_release(&text);
    const struct records *records = fixture.base.dataset.records;
    CHECK_INT(fixture.base.records, TASKS);
    CHECK_INT(records->source_count, RUNS - 1); /* one has no task */
    size_t rows[RUNS] = {0};
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        const uint32_t *tasks = records_texts(block, RECORD_TASK_COLUMN);
        rows[block->source] += block->rows;
        CHECK_INT(tasks[0], tasks[block->rows - 1]);
    }
    for (size_t run = 0, source = 0; run < RUNS; run++)
        if (runs[run])
            CHECK_INT(rows[source++], runs[run]);
    queue_end(&fixture);
}

CHECK_MAIN(TEST(reads_a_work_queue_log), TEST(reports_workers_over_time),
           TEST(workers_stay_when_a_task_that_was_done_waits_again), TEST(reads_a_taskvine_log),
           TEST(counts_each_try), TEST(a_try_is_lost_with_its_worker),
           TEST(what_has_not_ended_is_open_or_lost), TEST(a_task_may_be_given_up),
           TEST(libraries_are_no_tasks), TEST(runs_are_sources_of_their_own),
           TEST(a_run_that_another_follows_is_over), TEST(requests_come_from_the_category),
           TEST(leaves_out_what_cannot_be), TEST(sets_bad_lines_aside),
           TEST(takes_nuls_for_no_record), TEST(a_clock_that_goes_back_gives_no_negative_time),
           TEST(refuses_what_is_no_log), TEST(threads_make_no_difference),
           TEST(many_runs_are_as_many_sources))
