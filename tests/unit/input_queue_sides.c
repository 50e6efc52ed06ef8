/* What stands beside the log of a queue: summaries of its tasks, the Makeflow, samples. */
#include "queue_fixture.h"
#include "records_text.h"

static struct queue_fixture fixture;

static void add(const char *reader, const char *path, const char *text)
{
    queue_read(&fixture, reader, path, text, strlen(text), 2);
}

/* ---- summaries of the resource monitor ---- */

static void reads_a_summary(void)
{
    queue_read_text(&fixture, "monitor-summary",
                    "{\"category\":\"fit\",\"task_id\":\"28\",\"host\":\"n1\","
                    "\"command\":\"python3 -c \\\"open(\\'a\\')\\\"\",\"exit_type\":\"limits\","
                    "\"exit_status\":0,\"last_error\":3,\"start\":[1001000000,\"us\"],"
                    "\"end\":[1004500000,\"us\"],\"cores_avg\":[0.5,\"cores\"],"
                    "\"cpu_time\":[1.5,\"s\"],\"memory\":[2,\"MB\"],\"bytes_read\":[0.5,\"MB\"],"
                    "\"limits_exceeded\":{\"memory\":[1,\"MB\"]},"
                    "\"peak_times\":{\"units\":\"s\",\"cpu_time\":[1,\"s\"]}}");
    CHECK_INT(fixture.base.records, 1);
    CHECK_TEXT(fixture.base.said.text, "");
    CHECK_TEXT(queue_texts(&fixture, "task"), "fit");
    CHECK_TEXT(queue_texts(&fixture, "id"), "28");
    CHECK_TEXT(queue_texts(&fixture, "node"), "n1");
    CHECK_TEXT(queue_texts(&fixture, "command"), "python3 -c \"open('a')\"");
    CHECK_TEXT(queue_texts(&fixture, "outcome"), "limits");
    CHECK_TEXT(queue_texts(&fixture, "limits_exceeded"), "memory");
    CHECK_TEXT(queue_endings(&fixture), "M");
    CHECK_TEXT(queue_numbers(&fixture, "start"), "1001");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "3.5");
    CHECK_TEXT(queue_numbers(&fixture, "cpu"), "1.5");
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "2097152");
    CHECK_TEXT(queue_numbers(&fixture, "bytes_read"), "524288");
    CHECK_TEXT(queue_numbers(&fixture, "cores_avg"), "0.5");
    CHECK_INT(queue_column(&fixture, "last_error", RECORD_NUMBER), RECORDS_NO_COLUMN);
}

static void reports_the_memory_limit_from_others(void)
{
    queue_read_text(&fixture, "monitor-summary",
                    "{\"exit_type\":\"limits\",\"wall_time\":[9,\"s\"],"
                    "\"limits_exceeded\":{\"disk\":[5,\"MB\"],\"memory\":[1,\"MB\"]}}\n"
                    "{\"exit_type\":\"limits\",\"wall_time\":[9,\"s\"],"
                    "\"limits_exceeded\":{\"disk\":[5,\"MB\"],\"virtual_memory\":[1,\"MB\"]}}\n"
                    "{\"exit_type\":\"normal\",\"wall_time\":[9,\"s\"],"
                    "\"limits_exceeded\":{\"memory\":[1,\"MB\"]}}\n"
                    "{\"exit_type\":\"limits\",\"wall_time\":[9,\"s\"],"
                    "\"limits_exceeded\":{\"wall_time\":[8000000,\"us\"]}}\n");
    CHECK_TEXT(queue_endings(&fixture), "MFWT");
    CHECK_TEXT(queue_numbers(&fixture, "requested_memory"), "1048576 - - -");
    CHECK_TEXT(queue_numbers(&fixture, "requested_time"), "- - - 8");
}

static void reads_one_summary_a_line(void)
{
    queue_read_text(
        &fixture, "monitor-summary",
        "{\"type\":\"work_queue\",\"master_name\":\"m\",\"wall_time\":[9,\"s\"]}\n"
        "{\"task_id\":\"1\",\"exit_type\":\"normal\",\"exit_status\":0,\"wall_time\":[3,\"s\"],"
        "\"machine_cpus\":[93991573109840,\"cores\"]}\n"
        "{\"task_id\":\"2\",\"exit_type\":\"normal\",\"wall_time\":[x]}\n"
        "{\"task_id\":\"3\",\"exit_type\":\"normal\",\"exit_status\":1,\"wall_time\":[4,\"s\"]}\n"
        "{\"task_id\":\"4\",\"exit_type\":\"norm");
    CHECK_TEXT(queue_texts(&fixture, "id"), "1 3");
    CHECK_TEXT(queue_endings(&fixture), "WW");
    CHECK_TEXT(queue_numbers(&fixture, "exit_code"), "0 1");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "3 4");
    CHECK_SAID(fixture.base, "summary of the whole workflow left out");
    CHECK_SAID(fixture.base, "FILE:3: malformed resource summary");
    CHECK_SAID(fixture.base, "truncated: the last summary is ignored");
    CHECK_INT(diagnostics_end_of(fixture.base.diagnostics, "FILE"), DIAGNOSTIC_ENDS_IN_RECORD);
    CHECK_SAID(fixture.base, "machine_cpus: implausible values left out");
}

static void reads_the_lines_of_old_summaries(void)
{
    queue_read_text(&fixture, "monitor-summary",
                    "command: ./run 5\nstart: 1001.5 s\nend: 1003.5 s\nexit_type: signal\n"
                    "signal: 9\nexit_status: 137\nmax_concurrent_processes: 2\n"
                    "wall_time: 2 s\ncpu_time: 1.25 s\nvirtual_memory: 12 MB\n"
                    "resident_memory: 4 MB\nworkdir_footprint: 1 MB\n");
    CHECK_INT(fixture.base.records, 1);
    CHECK_TEXT(queue_texts(&fixture, "command"), "./run 5");
    CHECK_TEXT(queue_endings(&fixture), "F");
    CHECK_TEXT(queue_numbers(&fixture, "exit_code"), "137");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "2");
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "4194304");
    CHECK_TEXT(queue_numbers(&fixture, "disk"), "1048576");
    CHECK_TEXT(queue_numbers(&fixture, "max_concurrent_processes"), "2");
}

/* ---- joined with a log ---- */

#define TASK(id, start, end)                                                                       \
    start " 7 TASK " id " RUNNING h:" id "  FIRST_RESOURCES {}\n" end " 7 TASK " id                \
          " WAITING_RETRIEVAL h:" id "\n" end " 7 TASK " id " RETRIEVED SUCCESS  0  {} {}\n"
#define SUMMARY(id, start, end, memory)                                                            \
    "{" id "\"category\":\"fit\",\"exit_type\":\"normal\",\"exit_status\":0,\"start\":[" start     \
    ",\"s\"],\"end\":[" end ",\"s\"],\"wall_time\":[1,\"s\"],\"memory\":[" memory ",\"MB\"]}"

static const char log_of_three[] =
    "1000000000 7 MANAGER START\n" TASK("1", "1000000000", "1010000000")
        TASK("2", "1000100000", "1020000000")
            TASK("3", "1030000000", "1040000000") "1900000000 7 MANAGER END\n";

static void summaries_belong_to_tries_by_time(void)
{
    queue_begin(&fixture);
    add("monitor-summary", "mon/b.summary", SUMMARY("", "1000.2", "1019.9", "2"));
    add("monitor-summary", "mon/a.summary", SUMMARY("", "1000.2", "1009.9", "1"));
    add("monitor-summary", "mon/x.summary", SUMMARY("", "1025", "1029.9", "9"));
    add("workqueue", "LOG", log_of_three);
    queue_flush(&fixture);
    CHECK_TEXT(queue_texts(&fixture, "id"), "1 2 3 -");
    CHECK_TEXT(queue_texts(&fixture, "task"), "fit fit - fit");
    CHECK_TEXT(queue_texts(&fixture, "outcome"), "SUCCESS SUCCESS SUCCESS normal");
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "1048576 2097152 - 9437184");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "1 1 10 1");
    CHECK_TEXT(queue_numbers(&fixture, "start"), "1000 1000.1 1030 1025");
    CHECK_TEXT(fixture.base.dataset.records->sources[1].path, "mon");
}

static void summaries_belong_to_tries_by_id(void)
{
    queue_begin(&fixture);
    add("monitor-summary", "mon/wq-7-task-2.summary", SUMMARY("", "1000.2", "1009.9", "2"));
    add("monitor-summary", "l.jsonl", SUMMARY("\"task_id\":\"1\",", "1000.2", "1001", "1"));
    add("monitor-summary", "m.jsonl", SUMMARY("\"task_id\":\"3\",", "2000.2", "2001", "3"));
    add("workqueue", "LOG", log_of_three);
    queue_flush(&fixture);
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "1048576 2097152 - 3145728");
    CHECK_TEXT(queue_texts(&fixture, "id"), "1 2 3 3");
}

/* The log names no limit that was exceeded. */
static void a_summary_has_the_reason_of_a_failure(void)
{
    queue_begin(&fixture);
    add("monitor-summary", "mon/wq-7-task-1.summary",
        "{\"exit_type\":\"limits\",\"exit_status\":143,\"start\":[1000.2,\"s\"],"
        "\"end\":[1009.9,\"s\"],\"wall_time\":[9.7,\"s\"],\"memory\":[700,\"MB\"],"
        "\"limits_exceeded\":{\"memory\":[600,\"MB\"]}}");
    add("monitor-summary", "mon/wq-7-task-2.summary", SUMMARY("", "1000.2", "1009.9", "2"));
    add("workqueue", "LOG",
        "1000000000 7 MANAGER START\n"
        "1000000000 7 TASK 1 RUNNING h:1  FIRST_RESOURCES {}\n"
        "1000000000 7 TASK 2 RUNNING h:2  FIRST_RESOURCES {}\n"
        "1010000000 7 TASK 1 WAITING_RETRIEVAL h:1\n"
        "1010000000 7 TASK 2 WAITING_RETRIEVAL h:2\n"
        "1010000000 7 TASK 1 RETRIEVED RESOURCE_EXHAUSTION  -1  {} {}\n"
        "1010000000 7 TASK 2 RETRIEVED OUTPUT_MISSING  -1  {} {}\n1900000000 7 MANAGER END\n");
    queue_flush(&fixture);
    CHECK_TEXT(queue_texts(&fixture, "outcome"), "RESOURCE_EXHAUSTION OUTPUT_MISSING");
    CHECK_TEXT(queue_endings(&fixture), "MF");
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "734003200 2097152");
    CHECK_TEXT(queue_numbers(&fixture, "requested_memory"), "629145600 -");
}

static const char makeflow_of_two[] = "# NODE\t5\t./five\n# CATEGORY\t5\tfives\n"
                                      "# STARTED 999000000\n"
                                      "999500000 5 1 2 1 1 0 0 0 2\n"
                                      "999500000 6 1 1 1 1 0 0 0 2\n"
                                      "1010500000 6 2 1 0 1 1 0 0 2\n"
                                      "1020500000 5 2 2 0 0 2 0 0 2\n"
                                      "# COMPLETED 1020600000\n";

static void nodes_of_a_makeflow_lead_to_summaries(void)
{
    queue_begin(&fixture);
    add("makeflow", "flow.log", makeflow_of_two);
    add("monitor-summary", "mon/resource-rule-5.summary", SUMMARY("", "1000.2", "1009.9", "2"));
    add("monitor-summary", "mon/resource-rule-6.summary", SUMMARY("", "1000.2", "1009.9", "1"));
    add("workqueue", "LOG", log_of_three);
    queue_flush(&fixture);
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "1048576 2097152 -");
    CHECK_TEXT(queue_numbers(&fixture, "makeflow_node"), "6 5 -");
    CHECK_TEXT(queue_numbers(&fixture, "submit"), "999.5 999.5 -");
    CHECK_TEXT(queue_texts(&fixture, "command"), "- ./five -");
}

static void a_makeflow_and_its_summaries_are_one(void)
{
    queue_begin(&fixture);
    add("makeflow", "flow.log", makeflow_of_two);
    add("monitor-summary", "mon/resource-rule-5.summary", SUMMARY("", "1000.2", "1009.9", "2"));
    queue_flush(&fixture);
    CHECK_TEXT(queue_numbers(&fixture, "makeflow_node"), "6 5");
    CHECK_TEXT(queue_numbers(&fixture, "memory"), "- 2097152");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "11 1");
    CHECK_TEXT(queue_texts(&fixture, "task"), "- fit");
}

/* They are known by the Makeflow's numbers, which records of the queue's log have, too. */
static void rules_wait_for_others(void)
{
    static const char with_parents[] = "# NODE\t6\tx\n# PARENTS\t6\t5\t4\n# PARENTS\t5\n"
                                       "999500000 5 1 2 1 1 0 0 0 2\n"
                                       "1010500000 5 2 2 0 1 1 0 0 2\n"
                                       "1010500000 6 1 1 0 1 1 0 0 2\n"
                                       "1020500000 6 2 1 0 0 2 0 0 2\n";
    queue_begin(&fixture);
    add("makeflow", "flow.log", with_parents);
    queue_flush(&fixture);
    CHECK_TEXT(records_dependencies_text(&fixture.base), "*6<5 *6<4");
    queue_begin(&fixture);
    add("makeflow", "flow.log", with_parents);
    add("workqueue", "LOG", log_of_three);
    queue_flush(&fixture);
    CHECK_TEXT(records_dependencies_text(&fixture.base), "*6<5 *6<4");
    queue_begin(&fixture);
    add("makeflow", "flow.log", with_parents);
    add("makeflow", "other.log", with_parents);
    add("workqueue", "LOG", log_of_three);
    queue_flush(&fixture);
    CHECK_TEXT(records_dependencies_text(&fixture.base), "");
}

/* ---- Makeflow ---- */

static void reads_a_makeflow(void)
{
    queue_read_text(&fixture, "makeflow",
                    "# NODE\t1\tsort <a\n# NODE\t2\tnever\n# SYMBOL\t1\tsorts\n"
                    "# STARTED 1000000000\n"
                    "1000000000 1 1 77 1 1 0 0 0 2\n"
                    "1002000000 1 3 77 1 0 0 1 0 2\n"
                    "1003000000 1 1 78 1 1 0 0 0 2\n"
                    "# STARTED 1005000000\n"
                    "1006000000 1 1 79 1 1 0 0 0 2\n"
                    "1007000000 1 2 79 1 0 1 0 0 2\n"
                    "1008000000 3 1 80 1 1 1 0 0 3\n"
                    "1009000000 3 9 80 1 1 1 0 0 3\n"
                    "1010000000 4 1 8");
    CHECK_TEXT(queue_texts(&fixture, "id"), "1 1 1 2 3");
    CHECK_TEXT(queue_texts(&fixture, "task"), "sorts sorts sorts - -");
    CHECK_TEXT(queue_texts(&fixture, "outcome"), "failed - complete - -");
    CHECK_TEXT(queue_endings(&fixture), "FLWOO");
    CHECK_TEXT(queue_numbers(&fixture, "attempt"), "1 2 3 1 1");
    CHECK_TEXT(queue_numbers(&fixture, "elapsed"), "2 - 1 - -");
    CHECK_SAID(fixture.base, "FILE:12: neither a comment nor a state change of a rule");
    CHECK_SAID(fixture.base, "unfinished rules: 2");
    CHECK_SAID(fixture.base, "truncated: the last line is ignored");
    CHECK_INT(diagnostics_end_of(fixture.base.diagnostics, "FILE"), DIAGNOSTIC_ENDS_UNFINISHED);
}

/* ---- samples ---- */

static void reads_samples_by_name(void)
{
    queue_read_text(&fixture, "queue-samples",
                    "# timestamp workers_connected tasks_waiting tasks_on_workers\n"
                    "1000500000 2 7 3\n"
                    "1001000000 3 5\n"
                    "x 1 2 3\n"
                    "1000000000 4 5 6\n"
                    "1002000000 1");
    CHECK_INT(fixture.base.records, 3);
    const struct queue_samples *queue = &fixture.base.dataset.queues[0];
    CHECK_NEAR(queue->times[0], 1000.5, 0);
    CHECK(queue->workers[1] == 3 && queue->waiting[0] == 7 && queue->running[0] == 3);
    CHECK(isnan(queue->running[1]));
    CHECK(!queue->cores);
    CHECK_SAID(fixture.base, "FILE:4: not a time stamp followed by the numbers of the header");
    CHECK_SAID(fixture.base, "(the clock was set back): 1");
    CHECK_SAID(fixture.base, "truncated: the last line is ignored");
    CHECK_INT(diagnostics_end_of(fixture.base.diagnostics, "FILE"), DIAGNOSTIC_ENDS_UNFINISHED);
    queue_read_text(&fixture, "queue-samples", "# timestamp tasks_waiting\n");
    CHECK_INT(fixture.base.records, -1);
}

static const char *recognised(const char *text)
{
    char bytes[512] = "";
    snprintf(bytes, sizeof bytes, "%s", text);
    struct mapping content = {.bytes = bytes, .size = strlen(bytes)};
    const struct reader *reader = reader_recognise(&content);
    return reader ? reader->name : "none";
}

static void knows_its_formats(void)
{
    CHECK_TEXT(recognised("# time manager_pid MANAGER START|END\n"), "workqueue");
    CHECK_TEXT(recognised("\n1000000000 7 TASK 1 WAITING a FIRST_RESOURCES {}\n"), "workqueue");
    CHECK_TEXT(recognised("# timestamp workers_connected tasks_waiting\n1 2 3\n"), "queue-samples");
    CHECK_TEXT(recognised("{\"wall_time\":[1,\"s\"],\"cpu_time\":[1,\"s\"],"
                          "\"exit_type\":\"normal\"}"),
               "monitor-summary");
    CHECK_TEXT(recognised("command: a\nexit_status: 0\nwall_time: 1\ncpu_time: 2\n"),
               "monitor-summary");
    CHECK_TEXT(recognised("# STARTED 1000000000\n1000000000 1 1 77 1 1 0 0 0 2\n"), "makeflow");
    CHECK_TEXT(recognised("1000000000 7 hello\n"), "none");
    queue_end(&fixture);
}

CHECK_MAIN(TEST(reads_a_summary), TEST(reports_the_memory_limit_from_others),
           TEST(reads_one_summary_a_line), TEST(reads_the_lines_of_old_summaries),
           TEST(summaries_belong_to_tries_by_time), TEST(summaries_belong_to_tries_by_id),
           TEST(a_summary_has_the_reason_of_a_failure), TEST(nodes_of_a_makeflow_lead_to_summaries),
           TEST(a_makeflow_and_its_summaries_are_one), TEST(reads_a_makeflow),
           TEST(rules_wait_for_others), TEST(reads_samples_by_name), TEST(knows_its_formats))
