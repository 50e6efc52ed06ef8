#include "records_fixture.h"

#include "input/tasks/repeated_records.h"

#define SAMPLES "../shared/data/slurm/"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "sacct", text);
}

/* Of text without a header, with a list of columns. */
static void read_with_columns(const char *text, const char *columns)
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
                              .jobs = 1,
                              .columns = columns};
    fixture.records = reader_by_name("sacct")->read(&input, &reading, &fixture.error);
}

static void folds_steps_into_their_job(void)
{
    read_text("JobID|JobName|User|State|ExitCode|AllocCPUS|NNodes|ReqMem|Timelimit|Submit|Start|"
              "End|Elapsed|TotalCPU|MaxRSS|MaxDiskRead|MaxDiskWrite|NTasks|NodeList|WorkDir\n"
              "7|train|eva|COMPLETED|0:0|4|2|3000Mn|1-00:00:00|1970-01-01T00:01:00|"
              "1970-01-01T00:02:00|1970-01-01T00:04:00|00:02:00|01:30.500||||||/tmp\n"
              "7.batch|batch||COMPLETED|0:0|2|1||||||00:02:00|00:30.500|2048K|1M|0|1|n1|\n"
              "7.0|srun||COMPLETED|0:0|4|2||||||00:02:00|01:00|1.5M|2M|512K|8|n[1-2]|\n"
              "8|train|eva|FAILED|9:0|1|1|1000Mc|UNLIMITED|Unknown|Unknown|Unknown|00:00:10|"
              "00:00:00|||||n1|\n"
              "8.extern|extern||COMPLETED|0:0|1|1||||||00:00:10|00:00:00|0|||1|n1|\n");
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "total memory unknown for 1 of 2 jobs: MaxRSS is the peak of one");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "train train");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "7 8");
    CHECK_TEXT(records_endings_text(&fixture), "wf");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "0 9");
    CHECK_TEXT(numbers(RECORD_SUBMIT_COLUMN), "60 -");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "120 -");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "240 -");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "120 10");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "90.5 -");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "4 1");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "- -");
    CHECK_TEXT(records_number_attribute(&fixture, "max_rss"), "2097152 -");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "6291456000 1048576000");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "86400 -");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "3145728 -");
    CHECK_TEXT(numbers(RECORD_BYTES_WRITTEN_COLUMN), "524288 -");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "- n1");
    CHECK_TEXT(records_text_attribute(&fixture, "user"), "eva eva");
    CHECK_TEXT(records_text_attribute(&fixture, "WorkDir"), "/tmp -");
    CHECK_TEXT(records_number_attribute(&fixture, "processes"), "8 1");
}

/* The step extern is a sleep beside a job. */
static void cpu_time_of_extern_alone_is_none(void)
{
    read_text("JobID|State|ElapsedRaw|AllocCPUS|TotalCPU\n"
              "1|COMPLETED|100|4|00:00.003\n1.batch|COMPLETED|100|4|00:00:00\n"
              "1.extern|COMPLETED|100|4|00:00.003\n"
              "2|COMPLETED|100|4|\n2.extern|COMPLETED|100|4|00:00.002\n2.0|COMPLETED|100|4|\n"
              "3|COMPLETED|100|4|06:00\n3.batch|COMPLETED|100|4|06:00\n"
              "3.extern|COMPLETED|100|4|00:00.003\n"
              "4|COMPLETED|100|4|\n4.extern|COMPLETED|100|4|00:01\n4.0|COMPLETED|100|4|03:00\n"
              "5|COMPLETED|100|4|05:00\n5.extern|COMPLETED|100|4|00:00.003\n");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "- - 360 180 300");
}

static void reads_gpus(void)
{
    read_text("JobID|State|ElapsedRaw|AllocTRES|ReqTRES|TRESUsageInAve|TRESUsageInTot\n"
              "1|COMPLETED|100|cpu=8,gres/gpu:a100=2,gres/gpu=2|cpu=8,gres/gpu=4||\n"
              "1.batch|COMPLETED|100|||cpu=00:01:00,gres/gpuutil=30|gres/gpuutil=60\n"
              "1.0|COMPLETED|100|||gres/gpuutil=7|\n1.extern|COMPLETED|100|||gres/gpuutil=99|\n"
              "2|COMPLETED|100|gres/gpu:a100=2,gres/gpu:v100=1|||\n"
              "2.batch|COMPLETED|100|||gres/gpumem=0,gres/gpuutil=0|\n"
              "3|COMPLETED|100|cpu=8|||\n");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(records_number_attribute(&fixture, "allocated_gpus"), "2 3 -");
    CHECK_TEXT(records_number_attribute(&fixture, "requested_gpus"), "4 - -");
    CHECK_TEXT(records_number_attribute(&fixture, "gpu_utilization"), "60 0 -");
}

/* Steps 3.* ran at the same time; the use of one of 4 tasks is at most that of each. */
static void gpu_use_is_of_all_gpus(void)
{
    read_text("JobID|State|ElapsedRaw|NTasks|AllocTRES|TRESUsageInAve|TRESUsageInTot\n"
              "1|COMPLETED|100||gres/gpu=8||\n"
              "1.0|COMPLETED|100|8|gres/gpu=8|gres/gpuutil=5|gres/gpuutil=40\n"
              "2|COMPLETED|100||gres/gpu=8||\n"
              "2.0|COMPLETED|100|4|gres/gpu=8|gres/gpuutil=90|\n"
              "3|COMPLETED|100||gres/gpu=2||\n"
              "3.0|COMPLETED|90|1|gres/gpu=1|gres/gpuutil=60|gres/gpuutil=60\n"
              "3.1|COMPLETED|80|1|gres/gpu=1|gres/gpuutil=50|gres/gpuutil=50\n"
              "4|COMPLETED|100||gres/gpu=1||\n"
              "4.0|COMPLETED|50|1|gres/gpu=1|gres/gpuutil=20|gres/gpuutil=20\n"
              "4.1|COMPLETED|50|1|gres/gpu=1|gres/gpuutil=10|gres/gpuutil=10\n");
    CHECK_TEXT(records_number_attribute(&fixture, "gpu_utilization"), "40 360 110 20");
}

/* A job on one node holds at most its tasks times the largest. */
static void memory_of_one_node_has_a_bound(void)
{
    read_text("JobID|State|ElapsedRaw|NNodes|NTasks|ReqMem|MaxRSS\n"
              "1|COMPLETED|100|1||100G|\n1.0|COMPLETED|100|1|4||5G\n"
              "2|COMPLETED|100|1||100G|\n2.0|COMPLETED|100|1|1||3G\n"
              "3|COMPLETED|100|1||100G|\n3.0|COMPLETED|100|1|||5G\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "- 3221225472 -");
    CHECK_TEXT(numbers(RECORD_NODE_MEMORY_COLUMN), "21474836480 - -");
}

static void reads_states(void)
{
    read_text("JobID,State,ExitCode,Elapsed,End\n"
              "1,CANCELLED by 1234,0:15,00:00:01,2020-01-01T00:00:00\n"
              "2,OUT_OF_MEMORY,0:125,00:00:01,2020-01-01T00:00:00\n"
              "3,NODE_FAIL,1:0,00:00:01,2020-01-01T00:00:00\n"
              "4,PENDING,0:0,00:00:00,Unknown\n"
              "5,RUNNING,0:0,00:00:07,2020-01-01T00:00:00\n"
              "6,TO,0:0,INVALID,Unknown\n"
              "7,NEW_STATE,0:0,00:00:01,Unknown\n");
    CHECK_TEXT(texts(RECORD_OUTCOME_COLUMN), "CANCELLED OUT_OF_MEMORY NODE_FAIL PENDING RUNNING "
                                             "TIMEOUT NEW_STATE");
    CHECK_TEXT(records_endings_text(&fixture), "kmnoot?");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "143 125 1 - - 0 0");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "1 1 1 - 7 - 1");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "1577836800 1577836800 1577836800 - - - -");
}

/* Slurm's sampling found job 1 and a node of job 2 above the limit; the others were killed with
 * less than that, or ended by themselves, or were cancelled. */
static void steps_killed_above_the_request_ran_out_of_memory(void)
{
    read_text("JobID|State|ExitCode|NNodes|ReqMem|MaxRSS\n"
              "1|FAILED|9:0|1|200M|\n1.batch|FAILED|9:0|1||12M\n1.0|CANCELLED by 0|0:9|1||713M\n"
              "2|FAILED|9:0|2|400M|\n2.0|FAILED|0:9|2||250M\n"
              "3|FAILED|9:0|1|200M|\n3.0|CANCELLED by 0|0:9|1||150M\n"
              "4|FAILED|1:0|1|200M|\n4.0|FAILED|1:0|1||713M\n"
              "5|CANCELLED by 7|0:0|1|200M|\n5.0|CANCELLED by 7|0:9|1||713M\n");
    CHECK_TEXT(records_endings_text(&fixture), "mmffk");
}

static void takes_arrays_as_kinds_and_requeues_as_tries(void)
{
    read_text("JobID;State;Elapsed\n"
              "12_1;COMPLETED;00:00:01\n"
              "12_2;NODE_FAIL;00:00:02\n"
              "12_2.batch;CANCELLED;00:00:02\n"
              "12_2;COMPLETED;00:00:03\n"
              "12_[3-4%2];PENDING;00:00:00\n"
              "13+1;COMPLETED;00:00:05\n"
              "14.0;FAILED;00:00:06\n");
    CHECK_INT(fixture.records, 7);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "12 12 12 12 12 (no name) (no name)");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "12_1 12_2 12_2 12_3 12_4 13+1 14");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 1 2 1 1 1 1");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "1 2 3 - - 5 6");
    CHECK_TEXT(records_text_attribute(&fixture, "step_state"), "- CANCELLED - - - - FAILED");
}

/* Exports may list the latest first. Job 9 waits for its second start as submitted first, 10 was
 * cancelled before that; of 11 only the restarts are told, of 12 not even these. */
static void attempts_are_in_the_order_of_time(void)
{
    read_text("JobID|State|Submit|Start|End|Elapsed|Restarts\n"
              "8|COMPLETED|2024-05-01T03:00:00|2024-05-01T04:00:00|2024-05-01T04:10:00|00:10:00|\n"
              "8|NODE_FAIL|2024-05-01T02:00:00|2024-05-01T02:30:00|2024-05-01T03:00:00|00:30:00|\n"
              "8|PREEMPTED|2024-05-01T00:00:00|2024-05-01T01:00:00|2024-05-01T02:00:00|01:00:00|\n"
              "9|PREEMPTED|2024-05-01T00:00:00|2024-05-01T01:00:00|2024-05-01T02:00:00|01:00:00|\n"
              "9|PENDING|2024-05-01T00:00:00|Unknown|Unknown|00:00:00|\n"
              "10|CANCELLED|2024-05-01T00:00:00|Unknown|2024-05-01T02:30:00|00:00:00|\n"
              "10|PREEMPTED|2024-05-01T00:00:00|2024-05-01T01:00:00|2024-05-01T02:00:00|01:00:00|\n"
              "11|COMPLETED||||01:00:00|1\n"
              "11|PREEMPTED||||01:00:00|0\n"
              "12|PREEMPTED||||01:00:00|\n"
              "12|COMPLETED||||01:00:00|\n");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "3 2 1 1 2 2 1 2 1 1 2");
}

/* Clusters number their jobs each for themselves. */
static void reports_jobs_of_several_clusters_apart(void)
{
    read_text("JobID|Cluster|State|Elapsed|TotalCPU|NodeList\n"
              "7|north|COMPLETED|00:00:10|00:00:00|n1\n"
              "7.0|north|COMPLETED|00:00:10|00:00:08|n1\n"
              "7|south|FAILED|00:00:20|00:00:00|n1\n"
              "7.0|south|FAILED|00:00:20|00:00:05|n1\n"
              "8_[1-2]|south|PENDING|00:00:00|00:00:00|None assigned\n"
              "7|north|COMPLETED|00:00:11|00:00:00|n2\n"
              "9.0|south|FAILED|00:00:01|00:00:01|n2\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "7 7@south 8_1@south 8_2@south 7 9@south");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "n1 n1@south - - n2 -");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 1 1 1 2 1");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "8 5 - - - 1");
}

/* Exports of two clusters: what one says of its job 7 says nothing of the other's, though both
 * started together and one of them still runs. */
static void reports_jobs_of_two_exports_apart(void)
{
    read_text("JobID|Cluster|State|Start|Elapsed|NodeList\n"
              "7|north|COMPLETED|2024-05-01T00:00:00|00:00:10|n1\n"
              "8|north|COMPLETED|2024-05-01T00:01:00|00:00:10|n1\n");
    fixture_read_text(&fixture, "sacct",
                      "JobID|Cluster|State|Start|Elapsed|NodeList\n"
                      "7|south|RUNNING|2024-05-01T00:00:00|00:00:05|n1\n"
                      "8|north|COMPLETED|2024-05-01T00:01:00|00:00:10|n1\n");
    repeated_records_drop(fixture.dataset.records, fixture.diagnostics);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "7 8 7@south");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "n1 n1 n1@south");
    CHECK_TEXT(records_endings_text(&fixture), "wwo");
}

/* Job 7 was written to the first export but for its largest step, in which it ran out of memory. Of
 * job 8 the second one has the last attempt alone. */
static void a_job_that_one_export_cuts_is_one(void)
{
    static const char head[] = "JobID|State|Start|End|Elapsed|TotalCPU|TRESUsageInTot\n",
                      last[] =
                          "8|COMPLETED|2024-05-01T04:00:00|2024-05-01T05:00:00|01:00:00|10:00|\n",
                      job[] =
                          "7|FAILED|2024-05-01T00:00:00|2024-05-01T02:00:00|02:00:00|00:00:00|\n"
                          "7.batch|FAILED|2024-05-01T00:00:00|2024-05-01T02:00:00|02:00:00|"
                          "00:01|mem=20K\n",
                      step[] = "7.0|OUT_OF_MEMORY|2024-05-01T00:00:00|2024-05-01T02:00:00|"
                               "02:00:00|30:00|mem=9G\n";
    char whole[1000], cut[1000];
    snprintf(whole, sizeof whole, "%s%s%s%s", head, last, job, step);
    snprintf(cut, sizeof cut,
             "%s8|NODE_FAIL|2024-05-01T00:00:00|2024-05-01T03:00:00|03:00:00|10:00|\n%s%s", head,
             last, job);
    for (int i = 0; i < 2; i++) {
        read_text(i ? whole : cut);
        fixture_read_text(&fixture, "sacct", i ? cut : whole);
        repeated_records_drop(fixture.dataset.records, fixture.diagnostics);
        CHECK_TEXT(texts(RECORD_ID_COLUMN), i ? "8 7 8" : "8 8 7");
        CHECK_TEXT(records_endings_text(&fixture), i ? "wmn" : "nwm");
        CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), i ? "- 9663676416 -" : "- - 9663676416");
    }
}

/* It is no failure, but its memory ran out all the same. */
static void a_cancelled_job_has_a_step_out_of_memory(void)
{
    read_text("JobID|State|Elapsed\n1|CANCELLED by 7|00:00:10\n1.0|OUT_OF_MEMORY|00:00:09\n"
              "2|CANCELLED by 7|00:00:10\n2.0|CANCELLED|00:00:09\n");
    CHECK_TEXT(records_endings_text(&fixture), "kk");
    CHECK_TEXT(numbers(RECORD_MEMORY_RAN_OUT_COLUMN), "1 -");
}

/* A job whose state is not said has not succeeded. */
static void a_job_without_state_is_unknown(void)
{
    read_text("JobID|State|Elapsed\n1|COMPLETED|00:00:01\n2||00:00:02\n");
    const uint8_t *endings = records_endings(&fixture.dataset.records->blocks[0]);
    CHECK_INT(endings[0], ENDING_SUCCEEDED);
    CHECK_INT(endings[1], ENDING_UNKNOWN);
}

static void reads_resources_of_all_kinds(void)
{
    read_text("JobID|State|ReqTRES|AllocTRES|TRESUsageInMax|TRESUsageInTot|TRESUsageOutTot|"
              "TimelimitRaw|ElapsedRaw|ConsumedEnergyRaw|ConsumedEnergy\n"
              "1|COMPLETED|cpu=4,mem=16G,node=1|billing=8,cpu=8,node=2||||90|60|"
              "18446744073709551614|1.5K\n"
              "1.0|COMPLETED||cpu=8|cpu=00:01:00,fs/disk=9,mem=123K|cpu=00:02:00,fs/disk=10,"
              "mem=246K,vmem=1M|energy=0,fs/disk=11||||\n");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(numbers(RECORD_REQUESTED_CORES_COLUMN), "4");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "17179869184");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "8");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "251904");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "120");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "10");
    CHECK_TEXT(numbers(RECORD_BYTES_WRITTEN_COLUMN), "11");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "5400");
    CHECK_TEXT(records_number_attribute(&fixture, "energy"), "1500");
    CHECK_TEXT(records_number_attribute(&fixture, "nodes"), "2");
    CHECK_TEXT(records_number_attribute(&fixture, "max_rss"), "125952");
}

/* Joules; 0, or what a number of 64 bits stands for, is not measured; that of steps is of whole
 * nodes, each, and is not that of the job. */
static void reads_energy_of_resources(void)
{
    read_text("JobID|State|AllocTRES|TRESUsageInTot|ConsumedEnergyRaw\n"
              "1|COMPLETED|cpu=8,energy=360000,node=2||\n"
              "1.0|COMPLETED|cpu=8|cpu=00:02:00,energy=9|\n"
              "2|COMPLETED|cpu=8,energy=5||7\n"
              "3|COMPLETED|cpu=8,energy=5||0\n"
              "4|COMPLETED|cpu=8,energy=0||0\n"
              "5|COMPLETED|cpu=8,energy=18446744073709551614||\n"
              "6|COMPLETED|cpu=8|energy=11|\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(records_number_attribute(&fixture, "energy"), "360000 7 5 - - 11");
}

/* --parsable ends rows with a separator; names may hold separators, which may be any text. */
static void reads_separators(void)
{
    read_text("JobID|JobName|State|Elapsed|\n1|a|COMPLETED|00:00:01|\n2|b|c|FAILED|00:00:02|\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a b|c");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "1 2");
    read_text("JobID^^State^^Elapsed\n1^^COMPLETED^^00:00:01\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "1");
}

static void reports_columns_by_what_stands_in_them(void)
{
    read_text(
        "1|eva|run|COMPLETED|2020-01-01T00:00:00|2020-01-01T00:01:00|2020-01-01T00:02:00|"
        "00:01:00|00:30.000|02:00:00|4|1|8G||0:0|\n"
        "1.batch||batch|COMPLETED|2020-01-01T00:01:00|2020-01-01T00:01:00|2020-01-01T00:02:00|"
        "00:01:00|00:30.000||4|1||100K|0:0|1\n"
        "2|eva|run|FAILED|2020-01-01T00:00:00|2020-01-01T00:01:00|2020-01-01T00:03:00|"
        "00:02:00|01:30.000|02:00:00|4|1|8G||1:0|\n");
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "no header line");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "run run");
    CHECK_TEXT(records_endings_text(&fixture), "wf");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "0 1");
    CHECK_TEXT(numbers(RECORD_SUBMIT_COLUMN), "1577836800 1577836800");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "1577836860 1577836860");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "1577836920 1577836980");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "60 120");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "30 90");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "7200 7200");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "4 4");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "102400 -");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "8589934592 8589934592");
    CHECK_TEXT(records_number_attribute(&fixture, "nodes"), "1 1");
    CHECK_TEXT(records_number_attribute(&fixture, "processes"), "1 -");
}

static void takes_a_list_of_columns(void)
{
    read_with_columns("1|x|COMPLETED|00:00:05|3\n", "jobid,jobname,state,elapsed,ncpus");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "x");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "5");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "3");
    read_with_columns("1|x\n", "jobname,state");
    CHECK_INT(fixture.records, -1);
}

static void rejects_what_cannot_be(void)
{
    static const char text[] = "JobID|State|Elapsed|MaxRSS|ReqMem\n"
                               "1|COMPLETED|12:7x|1K|1G\n"
                               "2|COMPLETED|-00:00:03|1K|1G\n"
                               "3|COMPLETED|00:00:03|9223372036854775808|1G\n"
                               "4|COMPLETED|00:00:03\n"
                               "5|COMPLETED|00:00:03|1K|1G|x\n"
                               "x|COMPLETED|00:00:03|1K|1G\n"
                               "6|COMPLETED|00:00:03|1K|1Q\n"
                               "7\xff|COMPLETED|00:00:03|1K|1G\n"
                               "8\0|COMPLETED|00:00:03|1K|1G\n"
                               "9|COMPLETED|N/A||1G\n"
                               "10|COMPLE";
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "sacct", text, sizeof text - 1);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "FILE:2: not a time such as 1-02:03:04: \"12:7x\"\n");
    CHECK_SAID(fixture, "FILE:3: negative time: \"-00:00:03\"\n");
    CHECK_SAID(fixture, "FILE:4: implausibly many bytes: \"9223372036854775808\"\n");
    CHECK_SAID(fixture, "FILE:5: has fewer fields than there are columns");
    CHECK_SAID(fixture, "FILE:6: has more fields than there are columns");
    CHECK_SAID(fixture, "FILE:7: not a job id: \"x\"\n");
    CHECK_SAID(fixture, "FILE:8: not a number of bytes: \"1Q\"\n");
    CHECK_SAID(fixture, "FILE:9: not valid UTF-8");
    CHECK_SAID(fixture, "FILE:10: NUL character");
    CHECK_SAID(fixture, "FILE:12: truncated: the last line is ignored\n");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_IN_RECORD);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 9);
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "-");
}

static void says_when_there_is_a_header_alone(void)
{
    read_text("JobID|State|Elapsed\n");
    CHECK_INT(fixture.records, 0);
    CHECK_TEXT(fixture.said.text, "FILE: header line found, but no usable record\n");
    read_text("no|such|thing\n");
    CHECK_INT(fixture.records, -1);
    CHECK(fixture.error.text[0] != '\0');
}

/* `sacct … > FILE 2>&1` */
static void finds_the_header_behind_messages(void)
{
    static const char text[] = "sacct: error: slurm_persist_conn_open: a | b\n\n"
                               "slurm_load_jobs error: Unable to contact controller\n"
                               "JobID|State|Elapsed|NCPUS\n"
                               "1|COMPLETED|00:00:07|4\n"
                               "x|COMPLETED|00:00:07|4\n";
    CHECK_TEXT(reader_for(text), "sacct");
    read_text(text);
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "7");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "4");
    CHECK_SAID(
        fixture,
        "text before the header line is ignored: sacct: error: slurm_persist_conn_open: a | b");
    CHECK_SAID(fixture, "FILE:6: not a job id: \"x\"");
    read_text("1|eva|COMPLETED|0:0\n1.batch||COMPLETED|0:0\n2|eva|COMPLETED|0:0\n"
              "2.batch||COMPLETED|0:0\n3|eva|COMPLETED|0:0\n3.batch||COMPLETED|0:0\n"
              "JobID|User|State|ExitCode\n4|eva|COMPLETED|0:0\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1 2 3 4");
}

static void knows_its_own(void)
{
    CHECK_TEXT(reader_for("JobID|State|Elapsed\n1|COMPLETED|00:00:01\n"), "sacct");
    CHECK_TEXT(reader_for("User|JobID|JobName|MaxRSS\n"), "sacct");
    CHECK_TEXT(reader_for("1|eva|COMPLETED|0:0\n1.batch||COMPLETED|0:0\n"), "sacct");
    CHECK_TEXT(reader_for("1|2|3|4\n1|2|3|4\n"), "");
    CHECK_TEXT(reader_for("jobid,runtime,memory\n1,2,3\n"), "table");
}

/* Of many rows one cell is wrong: its row is rejected, and the column is known all the same. */
static void one_odd_cell_does_not_hide_a_column(void)
{
    read_text("1|COMPLETED|0:0|00:10:00|2\n2|COMPLETED|0:0|12:7x|2\n3|FAILED|1:0|00:30:00|2\n"
              "4|COMPLETED|0:0|00:10:00|2\n5|COMPLETED|0:0|00:10:00|2\n"
              "6|COMPLETED|0:0|00:10:00|2\n7|COMPLETED|0:0|00:10:00|2\n");
    CHECK_INT(fixture.records, 6);
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "600 1800 600 600 600 600");
    CHECK(strstr(fixture.said.text, "FILE:2: not a time such as 1-02:03:04: \"12:7x\""));
}

/* The numbers are those of awk over the files: rows whose first field has no dot, their states and
 * sums of Elapsed, of TotalCPU above 0, of ReqMem, and of the most of a job's MaxRSS. */
static void agrees_with_sums_by_awk(void)
{
    double sum;
    if (!fixture_reads_sample(&fixture, "sacct", SAMPLES "sacct_parsable2_noheader_13columns.txt"))
        return;
    CHECK_INT(fixture.records, 485);
    CHECK_INT(records_ended(&fixture, ENDING_SUCCEEDED), 485);
    records_count(&fixture, RECORD_ELAPSED_COLUMN, &sum);
    CHECK_NEAR(sum, 4492301, 0);
    CHECK_INT(records_count(&fixture, RECORD_CPU_COLUMN, &sum), 485);
    CHECK_NEAR(sum, 38123155.837, 1e-9);
    CHECK_INT(records_count(&fixture, RECORD_MEMORY_COLUMN, &sum), 485);
    CHECK_NEAR(sum, 4963877269504, 0);
    records_count(&fixture, RECORD_REQUESTED_MEMORY_COLUMN, &sum);
    CHECK_NEAR(sum, 43758511980544, 0);
    fixture_reads_sample(&fixture, "sacct", SAMPLES "sacct_parsable2_noheader_arrays_oom.txt");
    CHECK_INT(fixture.records, 36);
    CHECK_INT(records_ended(&fixture, ENDING_SUCCEEDED), 7);
    CHECK_INT(records_ended(&fixture, ENDING_CANCELLED), 11);
    CHECK_INT(records_ended(&fixture, ENDING_TIMED_OUT), 12);
    CHECK_INT(records_ended(&fixture, ENDING_FAILED), 5);
    CHECK_INT(records_ended(&fixture, ENDING_UNFINISHED), 1);
    CHECK_INT(records_count(&fixture, RECORD_CPU_COLUMN, &sum), 32);
    CHECK_NEAR(sum, 2418.869, 1e-9);
    CHECK_INT(records_count(&fixture, RECORD_MEMORY_COLUMN, &sum), 32);
    CHECK_NEAR(sum, 12991631360, 0);
}

static void reads_samples_without_steps(void)
{
    if (!fixture_reads_sample(&fixture, "sacct", SAMPLES "xdmod_unit_non-ended-job-state.log"))
        return;
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(records_endings_text(&fixture), "oo");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "12 40");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "50331648000 125829120000");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "259200 259200");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "81142 -");
    fixture_reads_sample(&fixture, "sacct",
                         SAMPLES "xdmod_unit_accounting-logs-with-job-arrays.log");
    CHECK_INT(fixture.records, 6);
    fixture_reads_sample(&fixture, "sacct", SAMPLES "xdmod_unit_utf8-multibyte-chars.log");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a\u00e0b");
}

static void release(void)
{
    fixture_release(&fixture);
}

/* The times of a job may contradict each other: its elapsed time is what it says. */
static void a_clock_that_goes_back_gives_no_negative_time(void)
{
    read_text("JobID|State|Submit|Start|End|Elapsed\n"
              "1|COMPLETED|2024-01-01T11:00:00|2024-01-01T10:00:00|2024-01-01T09:00:00|00:10:00\n"
              "2|COMPLETED|2024-01-01T11:00:00|2024-01-01T10:00:00|2024-01-01T09:00:00|\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "600 -");
}

CHECK_MAIN(TEST(reads_energy_of_resources), TEST(finds_the_header_behind_messages),
           TEST(folds_steps_into_their_job), TEST(reads_states),
           TEST(steps_killed_above_the_request_ran_out_of_memory),
           TEST(cpu_time_of_extern_alone_is_none), TEST(reads_gpus), TEST(gpu_use_is_of_all_gpus),
           TEST(memory_of_one_node_has_a_bound), TEST(takes_arrays_as_kinds_and_requeues_as_tries),
           TEST(attempts_are_in_the_order_of_time), TEST(reports_jobs_of_several_clusters_apart),
           TEST(reports_jobs_of_two_exports_apart), TEST(a_job_that_one_export_cuts_is_one),
           TEST(a_cancelled_job_has_a_step_out_of_memory), TEST(a_job_without_state_is_unknown),
           TEST(reads_resources_of_all_kinds), TEST(reads_separators),
           TEST(reports_columns_by_what_stands_in_them), TEST(takes_a_list_of_columns),
           TEST(rejects_what_cannot_be), TEST(a_clock_that_goes_back_gives_no_negative_time),
           TEST(says_when_there_is_a_header_alone), TEST(knows_its_own),
           TEST(one_odd_cell_does_not_hide_a_column), TEST(agrees_with_sums_by_awk),
           TEST(reads_samples_without_steps), STEP(release))
