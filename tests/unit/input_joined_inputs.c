#include "records_text.h"

#include <time.h>

#include "input/joined_inputs.h"

static struct fixture fixture;

/* The text as a file whose format was recognised. */
static void read_joined(const char *text)
{
    fixture_release(&fixture);
    fixture_init(&fixture);
    size_t size = strlen(text);
    fixture.bytes = calloc(size + MAPPING_PADDING, 1);
    memcpy(fixture.bytes, text, size);
    struct input input = {.path = "FILE",
                          .content = {.bytes = fixture.bytes, .size = size, .file_size = size}};
    struct reading reading = {.dataset = &fixture.dataset,
                              .diagnostics = fixture.diagnostics,
                              .jobs = 2};
    const struct reader *reader = reader_recognise(&input.content);
    fixture.records =
        reader ? joined_inputs_read(reader, NULL, &input, &reading, &fixture.error) : -2;
}

static const char *numbers_of(int column)
{
    return records_numbers_text(&fixture, column);
}

#define BEGINS(line) "FILE:" #line ": another table or document begins here"

static void a_table_of_tasks_goes_on_with_its_columns_in_another_order(void)
{
    read_joined("task,id,run_time,memory_MB,start\n"
                "a,1,10,100,1714557600\n"
                "task,id,memory_MB,run_time,start\n"
                "a,2,200,20,1714557610\n"
                "a,x,200,many,1714557610\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(numbers_of(RECORD_ELAPSED_COLUMN), "10 20");
    CHECK_TEXT(numbers_of(RECORD_MEMORY_COLUMN), "100000000 200000000");
    CHECK_SAID(fixture, BEGINS(3));
    CHECK_SAID(fixture, "FILE:5: ");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 1);
}

static void a_table_goes_on_with_other_columns(void)
{
    read_joined("task,id,run_time,memory_MB\na,1,10,100\ntask,id,cpu_time,run_time,node\n"
                "a,2,7,20,n1\n");
    CHECK_TEXT(numbers_of(RECORD_ELAPSED_COLUMN), "10 20");
    CHECK_TEXT(numbers_of(RECORD_CPU_COLUMN), "- 7");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 0);
    read_joined("task -- id -- run_time -- memory_MB\na -- 1 -- 10 -- 100\n"
                "task -- id -- memory_MB -- run_time\na -- 2 -- 200 -- 20\n");
    CHECK_TEXT(numbers_of(RECORD_ELAPSED_COLUMN), "10 20");
}

/* What its flags are is said by its own rows alone. */
static void the_first_part_is_not_judged_by_the_second(void)
{
    read_joined("task,id,run_time,success\na,1,10,true\na,2,10,false\n"
                "task,id,success,run_time\na,3,true,10\n");
    const struct records *records = fixture.dataset.records;
    CHECK_INT(records_endings(&records->blocks[0])[1], ENDING_FAILED);
    CHECK(!strstr(fixture.said.text, "true and false"));
}

static void a_header_that_says_nothing_new_is_passed_over(void)
{
    read_joined("task,id,run_time\na,1,10\ntask,id,run_time\na,2,20\n");
    CHECK_TEXT(numbers_of(RECORD_ELAPSED_COLUMN), "10 20");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_INT(fixture.dataset.records->source_count, 1);
    read_joined("timestamp,host,cpu_load,used\n1700000000,n1,1,5\ntimestamp,host,cpu_load,"
                "used\n1700000010,n1,2,5\n1700000020,n1,3,5\n");
    CHECK_INT(fixture.records, 3);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 0);
}

#define SACCT_FIRST                                                                                \
    "JobID|JobName|State|Elapsed|MaxRSS\n1|a|COMPLETED|00:10:00|\n1.batch|b|COMPLETED|00:10:00|"   \
    "1000K\n"

static void sacct_goes_on_with_its_columns_in_another_order(void)
{
    read_joined(SACCT_FIRST "JobID|MaxRSS|Elapsed|State|JobName\n"
                            "2||00:20:00|COMPLETED|a\n2.batch|2000K|00:20:00|COMPLETED|b\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(numbers_of(RECORD_ELAPSED_COLUMN), "600 1200");
    CHECK_TEXT(numbers_of(RECORD_MEMORY_COLUMN), "1024000 2048000");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 0);
    CHECK_SAID(fixture, BEGINS(4));
    read_joined(SACCT_FIRST SACCT_FIRST);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 0);
    CHECK_INT(fixture.dataset.records->source_count, 1);
}

/* Names may hold line ends: a header is no part of the name before it. */
static void a_name_ends_before_a_header(void)
{
    read_joined("JobID|State|Elapsed|ReqMem|JobName\n1|COMPLETED|00:10:00|1G|a\n"
                "JobID|State|Elapsed\n2|COMPLETED|00:20:00\n");
    CHECK_TEXT(numbers_of(RECORD_ELAPSED_COLUMN), "600 1200");
}

static void node_samples_go_on_with_their_columns_in_another_order(void)
{
    read_joined("timestamp,host,cpu_load,used\n1700000000,n1,1,50\n1700000010,n1,2,50\n"
                "timestamp,host,used,cpu_load\n1700000020,n1,50,3\n1700000030,n1,50,4\n");
    CHECK_INT(fixture.records, 4);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 0);
    CHECK_INT(fixture.dataset.series_count, 4);
    CHECK_NEAR(fixture.dataset.series[2].values[1] + fixture.dataset.series[3].values[1], 54, 0);
    CHECK_NEAR(fixture_series(&fixture, "cpu_load", "n1")->values[1], 2, 0);
}

static void events_go_on_with_their_columns_in_another_order(void)
{
    read_joined("timestamp,hostname,eventName,eventType,jobId,taskId\n"
                "2018-11-08T08:00:01Z,h,e,START,j,t\n"
                "hostname,timestamp,eventName,eventType,jobId,taskId\n"
                "h,2018-11-08T08:00:02Z,e,STOP,j,t\nh,2018-11-08T08:00:03Z,e,START,j,t\n");
    const struct activity *activity = fixture.dataset.activity;
    CHECK_INT(fixture.records, 3);
    CHECK_INT(activity->source_count, 1);
    CHECK_INT(activity->end_lines[activity->end_line_count - 1].line, 4);
}

static void nextflow_goes_on_with_its_columns_in_another_order(void)
{
    read_joined("task_id\tname\tstatus\trealtime\tpeak_rss\n1\ta (1)\tCOMPLETED\t10s\t1 MB\n"
                "task_id\tname\tstatus\trealtime\tpeak_rss\n2\ta (2)\tCOMPLETED\t20s\t1 MB\n"
                "task_id\tname\tstatus\tpeak_rss\trealtime\n3\ta (3)\tCOMPLETED\t1 MB\t30s\n");
    CHECK_TEXT(numbers_of(RECORD_ELAPSED_COLUMN), "10 20 30");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 0);
}

#define DUMP(id)                                                                                   \
    "{\"meta\": {\"Slurm\": {}}, \"jobs\": [{\"job_id\": " id ", \"name\": \"a\", \"time\": "      \
    "{\"start\": 1714557600, \"end\": 1714557700, \"elapsed\": 100}, \"steps\": []}]}\n"

static void every_json_document_is_read(void)
{
    read_joined(DUMP("1") DUMP("2") "\n" DUMP("3"));
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(records_texts_text(&fixture, RECORD_ID_COLUMN), "1 2 3");
    CHECK_SAID(fixture, BEGINS(2));
    CHECK_SAID(fixture, BEGINS(4));
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 0);
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_WHOLE);
}

static void a_document_that_cannot_be_used_is_said_to_be_lost(void)
{
    read_joined(DUMP("1") "{\"jobs\" 1}\n");
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "FILE:2: no colon after the name of a member");
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, NULL), 1);
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_EARLY);
}

static void documents_behind_one_that_is_lost_are_read(void)
{
    read_joined(DUMP("1") "{\"jobs\" 1}\n\xef\xbb\xbf" DUMP("3"));
    CHECK_TEXT(records_texts_text(&fixture, RECORD_ID_COLUMN), "1 3");
    CHECK_SAID(fixture, "FILE:2: the last 10 bytes are ignored");
}

static void every_document_of_a_node_is_read(void)
{
    read_joined("{\"host_name\": \"n1\", \"cpu_percent\": [1, 2], \"time_stamps\": [100, 110]}\n"
                "{\"host_name\": \"n2\", \"cpu_percent\": [3, 4], \"time_stamps\": [100, 110]}");
    CHECK_INT(fixture.dataset.node_count, 2);
    CHECK_INT(fixture.records, 4);
}

#define EVENT(name) "{\"name\": \"" name "\", \"ph\": \"X\", \"ts\": 1, \"dur\": 2, \"pid\": 1}"

static void every_chrome_trace_is_read(void)
{
    read_joined("[" EVENT("a") "]\n[" EVENT("b") "]\n");
    CHECK_INT(fixture.records, 2);
    read_joined("{\"traceEvents\": [" EVENT("a") "], \"x\": {}}{\"traceEvents\": [" EVENT(
        "b") "]}\n[" EVENT("c") "]");
    CHECK_INT(fixture.records, 3);
    CHECK_INT(fixture.dataset.activity->source_count, 3);
    CHECK_TEXT(fixture.dataset.activity->sources[0].path, "FILE");
    CHECK_TEXT(fixture.dataset.activity->sources[2].path, "FILE (3)");
}

/* Each is read for itself: what follows is not looked at again and again. */
static void many_small_inputs_in_one_file_are_read_fast(void)
{
    enum { INPUTS = 3000, ROWS = 100 };
    struct strbuf tables, traces;
    strbuf_init(&tables);
    strbuf_init(&traces);
    for (int i = 0; i < INPUTS; i++) {
        strbuf_add_text(&tables, i % 2 ? "task,id,run_time\n" : "run_time,id,task\n");
        for (int k = 0; k < ROWS; k++) {
            strbuf_format(&tables, i % 2 ? "a,%d,5\n" : "5,%d,a\n", k);
            strbuf_format(&traces, "%s" EVENT("a") "%s", k ? "," : "[", k < ROWS - 1 ? "" : "]\n");
        }
    }
    const char *texts[] = {tables.text, traces.text};
    for (int i = 0; i < 2 && !check_failed; i++) {
        clock_t before = clock();
        read_joined(texts[i]);
        CHECK_INT(fixture.records, INPUTS * ROWS);
        CHECK((double)(clock() - before) / CLOCKS_PER_SEC < 8);
    }
    strbuf_release(&tables);
    strbuf_release(&traces);
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(a_table_of_tasks_goes_on_with_its_columns_in_another_order),
           TEST(a_table_goes_on_with_other_columns),
           TEST(the_first_part_is_not_judged_by_the_second),
           TEST(a_header_that_says_nothing_new_is_passed_over),
           TEST(sacct_goes_on_with_its_columns_in_another_order), TEST(a_name_ends_before_a_header),
           TEST(node_samples_go_on_with_their_columns_in_another_order),
           TEST(events_go_on_with_their_columns_in_another_order),
           TEST(nextflow_goes_on_with_its_columns_in_another_order),
           TEST(every_json_document_is_read),
           TEST(a_document_that_cannot_be_used_is_said_to_be_lost),
           TEST(every_document_of_a_node_is_read), TEST(every_chrome_trace_is_read),
           TEST(documents_behind_one_that_is_lost_are_read),
           TEST(many_small_inputs_in_one_file_are_read_fast), STEP(release))
