#include "records_fixture.h"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "sacct-json", text);
}

#define OPTIONAL(number) "{\"set\": true, \"infinite\": false, \"number\": " number "}"

/* Plain numbers, state a text: as up to data_parser v0.0.37. */
static void reads_plain_numbers(void)
{
    read_text(
        "{\"meta\": {\"Slurm\": {}}, \"jobs\": [{\"account\": \"a\", \"allocation_nodes\": 1,"
        "\"array\": {\"job_id\": 0, \"task_id\": null}, \"job_id\": 42, \"name\": \"run\","
        "\"exit_code\": {\"status\": \"SIGNALED\", \"return_code\": 0,"
        " \"signal\": {\"signal_id\": 9, \"name\": \"KILL\"}},"
        "\"nodes\": \"n1\", \"required\": {\"CPUs\": 2, \"memory\": -9223372036854771968},"
        "\"state\": {\"current\": \"FAILED\", \"reason\": \"None\"}, \"steps\": ["
        "{\"time\": {\"elapsed\": 5, \"total\": {\"seconds\": 1, \"microseconds\": 1500000}},"
        " \"state\": \"FAILED\", \"step\": {\"id\": {\"job_id\": 42, \"step_id\": \"batch\"}},"
        " \"statistics\": {\"CPU\": {\"actual_frequency\": 4640326097307697152}},"
        " \"tres\": {\"requested\": {\"max\": [{\"type\": \"mem\", \"name\": \"\", \"id\": 2,"
        "  \"count\": 2097152, \"task\": 0, \"node\": \"n1\"}], \"average\": [], \"total\": ["
        "  {\"type\": \"cpu\", \"name\": \"\", \"count\": 2500},"
        "  {\"type\": \"fs\", \"name\": \"disk\", \"count\": 77}]},"
        "  \"consumed\": {\"total\": [{\"type\": \"fs\", \"name\": \"disk\", \"count\": 78},"
        "  {\"type\": \"energy\", \"name\": \"\", \"count\": -2}]},"
        "  \"allocated\": [{\"type\": \"mem\", \"name\": \"\", \"count\": 4000}]}}],"
        "\"time\": {\"elapsed\": 6, \"start\": 100, \"end\": 106, \"submission\": 90,"
        " \"limit\": 4294967295, \"total\": {\"seconds\": 2, \"microseconds\": 500000}},"
        "\"tres\": {\"allocated\": [{\"type\": \"cpu\", \"name\": \"\", \"count\": 2}],"
        " \"requested\": [{\"type\": \"mem\", \"name\": \"\", \"count\": 4000}]},"
        "\"user\": \"eva\"}]}");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "run");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "42");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "n1");
    CHECK_TEXT(records_endings_text(&fixture), "f");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "137");
    CHECK_TEXT(numbers(RECORD_SUBMIT_COLUMN), "90");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "100");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "106");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "6");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "2.5");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "2");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "2097152");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "4194304000");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "-");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "77");
    CHECK_TEXT(numbers(RECORD_BYTES_WRITTEN_COLUMN), "78");
    CHECK_INT(records_find_attribute(fixture.dataset.records, "energy", RECORD_NUMBER),
              RECORDS_NO_COLUMN);
    CHECK_INT(records_find_attribute(fixture.dataset.records, "reason", RECORD_TEXT),
              RECORDS_NO_COLUMN);
}

/* Numbers with "set", states as lists: as from v0.0.40 on. */
static void reads_optional_numbers(void)
{
    read_text(
        "{\"jobs\": ["
        "{\"job_id\": 7, \"array\": {\"job_id\": 5, \"task_id\": " OPTIONAL(
            "3") "},"
                 "\"name\": \"\", \"restart_cnt\": 1, \"state\": {\"current\": [\"COMPLETED\"]},"
                 "\"exit_code\": {\"status\": [\"SUCCESS\"], \"return_code\": " OPTIONAL(
                     "0") ","
                          " \"signal\": {\"id\": {\"set\": false, \"infinite\": false, \"number\": "
                          "0},"
                          " \"name\": \"\"}},"
                          "\"required\": {\"CPUs\": 4, \"memory_per_cpu\": " OPTIONAL(
                              "1000") ","
                                      " \"memory_per_node\": {\"set\": false, \"infinite\": false, "
                                      "\"number\": 8}},"
                                      "\"time\": {\"elapsed\": 9, \"start\": 0, "
                                      "\"limit\": " OPTIONAL(
                                          "90") "},"
                                                "\"steps\": [{\"step\": {\"id\": \"7.batch\", "
                                                "\"name\": \"batch\"},"
                                                " \"state\": [\"COMPLETED\"], \"tasks\": "
                                                "{\"count\": 2}, \"time\": {\"total\":"
                                                " {\"seconds\": 3, \"microseconds\": 0}}}]},"
                                                "{\"job_id\": 8, \"name\": \"x\", \"state\": "
                                                "{\"current\": [\"RUNNING\"]},"
                                                "\"het\": {\"job_id\": 6, \"job_offset\": "
                                                "{\"number\": 1, \"infinite\": false,"
                                                " \"set\": true}}, \"time\": {\"elapsed\": 4, "
                                                "\"limit\": {\"set\": true,"
                                                " \"infinite\": true, \"number\": 0}}}"
                                                "]}");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "5 x");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "5_3 6+1");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "2 1");
    CHECK_TEXT(records_endings_text(&fixture), "wo");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "0 -");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "4 -");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "3 -");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "- -");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "4194304000 -");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "5400 -");
    CHECK_TEXT(records_number_attribute(&fixture, "processes"), "2 -");
}

/* Single quotes stand for double ones. */
static void read_quoted(const char *text)
{
    char *copy = strdup(text);
    for (char *c = copy; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    read_text(copy);
    free(copy);
}

/* The resources of Slurm 22.05 have no names but null; max is of one task, total of all. */
static void reads_resources_without_names(void)
{
    read_quoted(
        "{'jobs':[{'job_id':7,'name':'x','partition':null,'state':{'current':'COMPLETED'},"
        "'allocation_nodes':1,'required':{'CPUs':1,'memory':300},"
        "'time':{'elapsed':20,'start':100,'end':120},"
        "'tres':{'allocated':"
        "[{'type':'cpu','name':null,'count':4},{'type':'mem','name':null,'count':400},"
        "{'type':'fs','name':'disk','count':9},{'type':'fs','name':'lustre','count':99}]},"
        "'steps':["
        "{'time':{'elapsed':20,'start':100,'end':120},'tasks':{'count':1},"
        "'step':{'id':'batch'},"
        "'tres':{'requested':{'max':"
        "[{'type':'cpu','name':null,'count':5},{'type':'mem','name':null,'count':12000000},"
        "{'type':'fs','name':'disk','count':9},{'type':'fs','name':'lustre','count':99}],"
        "'total':"
        "[{'type':'cpu','name':null,'count':5},{'type':'mem','name':null,'count':12000000},"
        "{'type':'fs','name':'disk','count':9},{'type':'fs','name':'lustre','count':99}]}}},"
        "{'time':{'elapsed':20,'start':100,'end':120},'tasks':{'count':3},'step':{'id':0},"
        "'tres':{'requested':{'max':"
        "[{'type':'cpu','name':null,'count':4000},"
        "{'type':'mem','name':null,'count':142548992},{'type':'fs','name':'disk','count':9},"
        "{'type':'fs','name':'lustre','count':99}],"
        "'average':"
        "[{'type':'cpu','name':null,'count':4000},"
        "{'type':'mem','name':null,'count':140000000},{'type':'fs','name':'disk','count':9},"
        "{'type':'fs','name':'lustre','count':99}],"
        "'total':"
        "[{'type':'cpu','name':null,'count':12000},"
        "{'type':'mem','name':null,'count':420000001},{'type':'fs','name':'disk','count':9},"
        "{'type':'fs','name':'lustre','count':99}]}}},"
        "{'time':{'elapsed':10,'start':105,'end':115},'tasks':{'count':2},'step':{'id':1},"
        "'tres':{'requested':{'max':"
        "[{'type':'cpu','name':null,'count':4},{'type':'mem','name':null,'count':2000},"
        "{'type':'fs','name':'disk','count':9},{'type':'fs','name':'lustre','count':99}],"
        "'average':"
        "[{'type':'cpu','name':null,'count':4},{'type':'mem','name':null,'count':1000},"
        "{'type':'fs','name':'disk','count':9},"
        "{'type':'fs','name':'lustre','count':99}]}}}]}]}");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "420002001");
    CHECK_TEXT(records_number_attribute(&fixture, "max_rss"), "142548992");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "4");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "12.005");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "18");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "314572800");
}

static void lists_each_waiting_task(void)
{
    read_quoted(
        "{'jobs':[{'job_id':7,'name':'x','array':{'job_id':5,'task_id':null,'task':'3-9:3%2'},"
        "'state':{'current':['PENDING'],'reason':'Resources'}}]}");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "5_3 5_6 5_9");
    CHECK_TEXT(records_endings_text(&fixture), "ooo");
}

/* As in rows of sacct: slurm_repeats.h. */
static void records_of_one_attempt_count_once(void)
{
    read_quoted("{'jobs':[{'job_id':7,'name':'x','state':{'current':['RUNNING']},"
                "'time':{'elapsed':20,'start':100}},"
                "{'job_id':7,'name':'x','state':{'current':['COMPLETED']},"
                "'time':{'elapsed':50,'start':100,'end':150}},"
                "{'job_id':7,'name':'x','state':{'current':['COMPLETED']},"
                "'time':{'elapsed':50,'start':200,'end':250}}]}");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(records_endings_text(&fixture), "ww");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 2");
    CHECK_SAID(fixture, "1 duplicate record of an attempt, counted once");
}

static void reads_damaged_text(void)
{
    read_text("{\"meta\": {}, \"jobs\": [{\"job_id\": 1, \"name\": \"a\", \"steps\": []},"
              "{\"job_id\": 2, \"name\": \"b\", \"ste");
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "truncated: the last ");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_EARLY);
    read_text("{\"jobs\": [{\"name\": \"a\"}, 5, null, [], {\"job_id\": {}}, {\"job_id\": -1}]}");
    CHECK_INT(fixture.records, 0);
    CHECK_SAID(fixture, "job has no id");
    CHECK_SAID(fixture, "no job in the file");
    read_text("{\"jobs\": [{\"job_id\": 1}, oops]}");
    CHECK_INT(fixture.records, 1);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 1);
    read_text("nothing");
    CHECK_INT(fixture.records, -1);
    CHECK(fixture.error.text[0] != '\0');
}

static void knows_its_own(void)
{
    CHECK_TEXT(reader_for("{\"meta\": {\"Slurm\": {}}, \"jobs\": []}"), "sacct-json");
    CHECK_TEXT(reader_for("{\"jobs\": [{\"job_id\": 1, \"time\": {}, \"steps\": []}]}"),
               "sacct-json");
    CHECK_TEXT(reader_for("{\"jobs\": []}"), "");
}

static void reads_a_sample(void)
{
    if (!fixture_reads_sample(&fixture, "sacct-json", "../shared/data/slurm/sacct_v0.0.39.json"))
        return;
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "run_ce-bigfishv2.sh");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "12078642_6");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "326");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "1218.048632"); /* 1217 s + 1048632 µs */
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "10");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "3462881280");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "40265318400"); /* 38400 MB */
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "5400");
}

static void release(void)
{
    fixture_release(&fixture);
}

/* Clusters number their jobs each for themselves; a job whose state is not said has not succeeded.
 */
static void reports_clusters_and_states_apart(void)
{
    read_quoted("{'jobs': ["
                "{'job_id': 7, 'cluster': 'north', 'state': {'current': ['COMPLETED']},"
                " 'time': {'elapsed': 9}, 'steps': []},"
                "{'job_id': 7, 'cluster': 'south', 'state': {'current': ['FAILED']},"
                " 'time': {'elapsed': 5}, 'steps': [{'step': {'id': '7.0', 'name': 'a'},"
                " 'state': ['FAILED'], 'time': {'total': {'seconds': 3, 'microseconds': 0}}}]},"
                "{'job_id': 8, 'cluster': 'north', 'time': {'elapsed': 4}, 'steps': []}]}");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "7 7@south 8");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "- 3 -");
    CHECK_TEXT(records_endings_text(&fixture), "wf?");
}

/* Who asked for the end of a job cancelled it where that is how it ended. */
static void knows_who_cancelled(void)
{
    read_quoted("{'jobs': ["
                "{'job_id': 8, 'state': {'current': ['CANCELLED']}, 'kill_request_user': 'eva'},"
                "{'job_id': 9, 'state': {'current': ['CANCELLED']}, 'kill_request_user': null},"
                "{'job_id': 10, 'state': {'current': ['TIMEOUT']}, 'kill_request_user': 'root'}]}");
    CHECK_TEXT(records_text_attribute(&fixture, "cancelled_by"), "eva - -");
}

static void small_steps_that_ran_alone_are_told(void)
{
    read_quoted("{'jobs': [{'job_id': 7, 'state': {'current': ['COMPLETED']},"
                " 'time': {'elapsed': 600, 'start': 1000, 'end': 1600},"
                " 'tres': {'allocated': [{'type': 'cpu', 'name': '', 'count': 16}]}, 'steps': ["
                "{'step': {'id': '7.0', 'name': 'sim'},"
                " 'time': {'elapsed': 240, 'start': 1000, 'end': 1240},"
                " 'tres': {'allocated': [{'type': 'cpu', 'name': '', 'count': 16}]}},"
                "{'step': {'id': '7.1', 'name': 'post.py'},"
                " 'time': {'elapsed': 360, 'start': 1240, 'end': 1600},"
                " 'tres': {'allocated': [{'type': 'cpu', 'name': '', 'count': 1}]}}]}]}");
    CHECK_TEXT(records_text_attribute(&fixture, "small_step"), "post.py");
    CHECK_TEXT(records_number_attribute(&fixture, "small_step_share"), "0.6");
}

/* Steps are numbers up to v0.0.38, texts later on. */
static void counts_steps_that_failed(void)
{
    read_text(
        "{\"jobs\": [{\"job_id\": 7, \"state\": {\"current\": \"COMPLETED\"}, \"steps\": ["
        "{\"step\": {\"id\": \"batch\"}, \"state\": \"FAILED\","
        " \"exit_code\": {\"return_code\": 1}},"
        "{\"step\": {\"id\": 4294967292}, \"state\": \"FAILED\"},"
        "{\"step\": {\"id\": 0}, \"state\": \"FAILED\", \"exit_code\": {\"return_code\": null,"
        " \"signal\": {\"signal_id\": 11}}},"
        "{\"step\": {\"id\": 1}, \"state\": \"COMPLETED\","
        " \"exit_code\": {\"return_code\": 0}}]},"
        "{\"job_id\": 8, \"state\": {\"current\": [\"COMPLETED\"]}, \"steps\": ["
        "{\"step\": {\"id\": \"8.0\"}, \"state\": [\"FAILED\"],"
        " \"exit_code\": {\"return_code\": " OPTIONAL("3") "}}]}]}");
    CHECK_TEXT(records_number_attribute(&fixture, "srun_steps"), "2 1");
    CHECK_TEXT(records_number_attribute(&fixture, "failed_steps"), "1 1");
    CHECK_TEXT(records_number_attribute(&fixture, "failed_step_exit_code"), "139 3");
    CHECK_TEXT(records_text_attribute(&fixture, "failed_step"), "FAILED FAILED");
}

CHECK_MAIN(TEST(knows_who_cancelled), TEST(small_steps_that_ran_alone_are_told),
           TEST(counts_steps_that_failed), TEST(reports_clusters_and_states_apart),
           TEST(reads_plain_numbers), TEST(reads_optional_numbers),
           TEST(reads_resources_without_names), TEST(lists_each_waiting_task),
           TEST(records_of_one_attempt_count_once), TEST(reads_damaged_text), TEST(knows_its_own),
           TEST(reads_a_sample), STEP(release))
