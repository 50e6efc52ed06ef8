#include "records_fixture.h"

#include "input/tasks/mapped_columns.h"

#define SAMPLES "../shared/data/tables/"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "table", text);
}

static void reports_columns_by_name(void)
{
    read_text("Step,Task,task_id,Host,status,attempt,exit_code,start,end,CPU time,Cores,Memory_GiB,"
              "requested_memory_MB,time_limit_min,bytes_read,colour\n"
              "s,t,7,n1,OK,1,0,100,164,32.5,2,1.5,2000,10,5,red\n"
              "s,u,8,n2,failed,2,-1,1970-01-01T00:01:40Z,,,0,0,,,,\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_STEP_COLUMN), "s s");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "t u");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "7 8");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "n1 n2");
    CHECK_TEXT(texts(RECORD_OUTCOME_COLUMN), "OK failed");
    CHECK_TEXT(records_endings_text(&fixture), "wf");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 2");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "0 -1");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "100 100");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "164 -");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "64 -");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "32.5 -");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "2 -");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "1610612736 -");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "2000000000 -");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "600 -");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "5 -");
    CHECK_TEXT(records_text_attribute(&fixture, "colour"), "red -");
}

static void prefers_earlier_names(void)
{
    read_text("run_time\twall_time (ms)\tname\ttask\n10\t15000\tx\tfit\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "15");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "fit");
    CHECK_TEXT(records_text_attribute(&fixture, "run_time"), "10");
    CHECK_TEXT(records_text_attribute(&fixture, "name"), "x");
}

static void reads_amounts_with_units(void)
{
    read_text("task;elapsed;memory\na;1m 5s;3.5 MB\nb;1-00:00:01;512\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "65 86401");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "3500000 512");
    CHECK_TEXT(fixture.said.text, "");
}

/* A number is no kind of tasks. */
static void takes_numbered_tasks_as_ids(void)
{
    read_text("task,category,run_time\n1,a,5\n2,b,6\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a b");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1 2");
    read_text("task,run_time\n1,5\n2,6\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "FILE FILE");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1 2");
}

/* Beside a column of kinds, each task has a name of its own. */
static void takes_tasks_beside_kinds_as_ids(void)
{
    read_text("task,kind,run_time\nt1,a,5\nt2,b,6\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a b");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "t1 t2");
    read_text("task_type,task,id,run_time\na,t1,7,5\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "7");
}

static void guesses_the_unit_of_memory(void)
{
    read_text("task,memory,requested_memory_MB\na,1575,1\nb,2000,1\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "1651507200 2097152000");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "1000000 1000000");
    CHECK_SAID(fixture, "memory has no unit and is read as MiB");
    read_text("task,memory\na,1575\nb,2000000\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "1575 2000000");
    CHECK_TEXT(fixture.said.text, "");
    read_text("task,maxrss\na,1575\nb,2000001\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "1612800 2048001024");
    CHECK_SAID(fixture, "memory has no unit and is read as KiB");
    read_text("task,max_rss\na,1575.25\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "1651769344");
    read_text("task,max_rss\na,8192\nb,409600\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "8192 409600");
}

static void reads_tables_with_dashes(void)
{
    read_text("taskid -- core -- memory -- time -- average_cores -- 0\n"
              "136 -- 1 -- 92 -- 10.5 -- 0.5 -- 1\n"
              "137 -- 1 -- 92 -- 10.5\n"
              "138 -- 1 -- 92 -- x -- 0.5 -- 1\n"
              "\n"
              "139 -- 1 -- 0 -- 10 -- 0 -- 2\n");
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "FILE:3: fewer fields than the header");
    CHECK_SAID(fixture, "FILE:4: not a duration in seconds or such as 01:02:03: \"x\"\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "136 139");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "10.5 10");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "5.25 -");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "96468992 -");
    CHECK_TEXT(records_text_attribute(&fixture, "0"), "1 2");
}

static void reads_what_snakemake_writes(void)
{
    static const char benchmark[] =
        "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"
        "12.5\t0:00:12\t64.00\t512.5\t60.1\t61.2\t3.00\t1.50\t98.5\t12.25\n"
        "0.25\t0:00:00\t-\t-\t-\t-\t-\t-\t-\t-\n";
    CHECK_TEXT(reader_for(benchmark), "table");
    read_text(benchmark);
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "rule name: the file's name");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "FILE FILE");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "12.5 0.25");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "12.25 -");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "67108864 -");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "3145728 -");
    CHECK_TEXT(numbers(RECORD_BYTES_WRITTEN_COLUMN), "1572864 -");
    static const char efficiency[] =
        ",JobID,JobName,RuleName,Elapsed,TotalCPU,NNodes,NCPUS,MaxRSS,ReqMem,Elapsed_sec,"
        "TotalCPU_sec,CPU Efficiency (%),MaxRSS_MB,RequestedMem_MB,Memory Usage (%)\n"
        "0,811,0f-1a,align,00:10:00,00:30:00,1,4,2048K,4G,600.0,1800.0,75.0,2.0,4096.0,0.05\n";
    CHECK_TEXT(reader_for(efficiency), "table");
    read_text(efficiency);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "align");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "811");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "600");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "1800");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "4");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "2097152");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "4294967296");
    CHECK_TEXT(reader_for("user,tasks,cpu_efficiency,elapsed,max_memory\n"), "");
}

/* The first ran here, the third was killed by signal 9, whatever its exit value. */
static void reads_what_gnu_parallel_writes(void)
{
    read_text("Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand\n"
              "1\t:\t1700000000.250\t     10.000\t0\t12\t0\t0\tpython3 fit.py --seed \"1\"\n"
              "2\tn2\t1700000001.000\t      5.000\t0\t12\t3\t0\tpython3 fit.py --seed 2\n"
              "3\tn2\t1700000002.000\t      1.000\t0\t12\t0\t9\t/opt/post 3\n");
    CHECK_SAID(fixture, "tasks are grouped by the program in column \"Command\"");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "fit.py fit.py post");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1 2 3");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "- n2 n2");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "0 3 137");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "1700000000.25 1700000001 1700000002");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "1700000010.25 1700000006 1700000003");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "10 5 1");
    CHECK_TEXT(records_text_attribute(&fixture, "Command"),
               "python3 fit.py --seed \"1\" python3 fit.py --seed 2 /opt/post 3");
}

/* CPU time is the sum of both, where both are known. "user" alone may be somebody's name. */
static void adds_user_and_system_time(void)
{
    read_text("task,elapsed_s,user_s,sys_s\na,10,15,1.5\nb,10,3,\n");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "16.5 -");
    read_text("task,real,user,sys\na,0m10s,0m3.5s,0m1s\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "10");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "4.5");
    read_text("task,elapsed,user time (ms),system time (ms)\na,10,1500,500\n");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "2");
    read_text("task,elapsed,cpu_time_s,user_s,sys_s\na,10,7,1,2\n");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "7");
    read_text("task,elapsed,user\na,10,ada\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a");
    CHECK_TEXT(records_text_attribute(&fixture, "user"), "ada");
    read_text("task,user,system,elapsed_s\nalign,alice,frontier,10\nalign,1001,frontier,12\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(records_text_attribute(&fixture, "user"), "alice 1001");
    CHECK_TEXT(records_text_attribute(&fixture, "system"), "frontier frontier");
    read_text("task,user,sys,utime,stime,elapsed\na,1001,frontier,3,1,10\n");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "4");
    read_text("task,real,user,system\na,0m10s,0m3.5s,0m1s\nb,0m9s,,\nc,0m8s,3,1\n");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "4.5 - 4");
    CHECK_TEXT(reader_for("task,user,system\na,alice,frontier\n"), "");
    CHECK_TEXT(reader_for("task,user,system\na,1.5,0.5\n"), "table");
}

/* Names of kinds stay as they are; what somebody mapped, too. */
static void groups_commands_by_their_program(void)
{
    read_text("command,run_time\n./align --in a.fq,5\n./align --in b.fq,6\nsort,7\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "align align sort");
    read_text("command,run_time\nsteps/align,5\nsort,7\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "steps/align sort");
}

static void takes_columns_that_are_mapped(void)
{
    static const char text[32 + MAPPING_PADDING] = "#what,took,peak\n7,2,3\n";
    static const struct column_mapping mapping[] = {{"#what", "task"},
                                                    {"took", "run_time_min"},
                                                    {"peak", "memory_MB"}};
    struct mapping content = {.bytes = text, .size = strlen(text)};
    fixture_release(&fixture);
    fixture_init(&fixture);
    struct input input = {.path = "FILE", .content = content};
    struct reading reading = {.dataset = &fixture.dataset,
                              .diagnostics = fixture.diagnostics,
                              .jobs = 1,
                              .mapping = mapping,
                              .mapping_count = 3};
    CHECK(!reader_recognise(&content));
    CHECK(mapped_columns_reader(&content, &reading, NULL) == reader_by_name("table"));
    /* Formats of their own stay what they are; quanta may have the same names by chance. */
    const struct reader *quanta = reader_by_name("quanta-csv"), *table = reader_by_name("table");
    CHECK(mapped_columns_reader(&content, &reading, quanta) == table);
    CHECK(mapped_columns_reader(&content, &reading, reader_by_name("nextflow")) ==
          reader_by_name("nextflow"));
    CHECK_INT(table->read(&input, &reading, &fixture.error), 1);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "7"); /* said to be the kind, though a number */
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "120");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "3000000");
}

/* Reads the text with a list of names, by the reader that the list chooses. */
static const char *reader_with_columns(const char *text, const char *columns)
{
    size_t size = strlen(text);
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture.bytes = calloc(size + MAPPING_PADDING, 1);
    memcpy(fixture.bytes, text, size);
    struct input input = {.path = "FILE",
                          .content = {.bytes = fixture.bytes, .size = size, .file_size = size}};
    struct reading reading = {.dataset = &fixture.dataset,
                              .diagnostics = fixture.diagnostics,
                              .jobs = 1,
                              .columns = columns};
    const struct reader *reader =
        mapped_columns_reader(&input.content, &reading, reader_recognise(&input.content));
    if (!reader)
        return "none";
    fixture.records = reader->read(&input, &reading, &fixture.error);
    return reader->name;
}

static void takes_names_for_tables_without_any(void)
{
    CHECK_TEXT(reader_with_columns("fit,2,3\nfit,x,3\ngo,4,\n", "task,run_time_min,memory_MB"),
               "table");
    CHECK_INT(fixture.records, 2);
    CHECK_SAID(fixture, "FILE:2: not a duration in seconds or such as 01:02:03: \"x\"\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "fit go");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "120 240");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "3000000 -");
    CHECK_TEXT(reader_with_columns("1 -- 2 -- 3\n", "task_id, cores, run_time"), "table");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1");
    /* Names of its own win, and too few or too many names fit nothing. */
    CHECK_TEXT(reader_with_columns("task,run_time\nfit,5\n", "a,b"), "table");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "fit");
    CHECK_TEXT(reader_with_columns("fit,2,3\n", "task,run_time"), "none");
    /* sacct's names are its reader's. */
    CHECK_TEXT(reader_with_columns("77|COMPLETED|90|3\n", "JobID,State,ElapsedRaw,NCPUS"), "sacct");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "90");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "3");
}

static void a_clock_that_goes_back_gives_no_negative_time(void)
{
    read_text("task,start,end\na,2000,1000\nb,1000,1060\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "- 60");
}

static void rejects_what_cannot_be(void)
{
    static const char text[] = "task,run_time,memory_B\n"
                               "a,12:7x,1\n"
                               "a,-3,1\n"
                               "a,1,9223372036854775808\n"
                               "a,1\n"
                               "a,1,2,3\n"
                               ",1,1\n"
                               "a\xff,1,1\n"
                               "a\0,1,1\n"
                               "a,N/A,-\n"
                               "a,1";
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "table", text, sizeof text - 1);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "FILE:2: not a duration in seconds or such as 01:02:03: \"12:7x\"\n");
    CHECK_SAID(fixture, "FILE:3: negative time: \"-3\"\n");
    CHECK_SAID(fixture, "FILE:4: implausibly many bytes: \"9223372036854775808\"\n");
    CHECK_SAID(fixture, "FILE:5: fewer fields than the header");
    CHECK_SAID(fixture, "FILE:6: more fields than the header");
    CHECK_SAID(fixture, "FILE:7: no task name\n");
    CHECK_SAID(fixture, "FILE:8: not valid UTF-8");
    CHECK_SAID(fixture, "FILE:9: NUL character");
    CHECK_SAID(fixture, "truncated: the last line is ignored\n");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_IN_RECORD);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 8);
    read_text("task,run_time,memory\n");
    CHECK_INT(fixture.records, 0);
    CHECK_SAID(fixture, "header line found, but no usable record");
    read_text("this,that\n1,2\n");
    CHECK_INT(fixture.records, -1);
    CHECK(fixture.error.text[0] != '\0');
}

/* It is the last to ask, and takes nothing that is no table of tasks. */
static void a_status_is_what_its_word_says(void)
{
    read_text("task,elapsed_s,status\na,1,ok\na,1,OOMKilled\na,1,137\na,1,frob\na,1,\n"
              "a,1,aborted by user\n");
    CHECK_TEXT(records_endings_text(&fixture), "wmf??k");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "- - 137 - - -");
    read_text("task,elapsed_s,status,exit_code\na,1,,0\na,1,FAILED,3\na,1,137,1\n");
    CHECK_TEXT(records_endings_text(&fixture), "uff");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "0 3 1");
}

/* Three samples of a task, not one that took 54 years. */
static void time_stamps_are_no_run_time(void)
{
    read_text("time,task,memory_MB\n1700000000,a,5\n1700000010,a,6\n");
    CHECK_INT(fixture.dataset.records->rows, 2);
    CHECK(!records_has(fixture.dataset.records, RECORD_ELAPSED_COLUMN));
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "1700000000 1700000010");
    CHECK_SAID(fixture, "column \"time\" holds time stamps and is not read as run time");
    read_text("time,task,memory_MB\n1700000000,a,5\n10,a,6\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "1700000000 10");
}

static void flags_say_what_succeeded(void)
{
    read_text("task,elapsed,success\na,1,1\na,2,0\na,3,\n");
    CHECK_TEXT(records_endings_text(&fixture), "wf?");
    read_text("\"task\",\"cmd\",\"elapsed\",\"Failed\"\n"
              "\"a\",\"x, y\",\"1\",\"TRUE\"\n\"a\",\"z\",\"2\",\"FALSE\"\n");
    CHECK_TEXT(records_endings_text(&fixture), "fw");
    read_text("task,elapsed,status,success\na,1,done,no\na,2,exited,yes\na,3,running,yes\n"
              "a,4,timeout,no\n");
    CHECK_TEXT(records_endings_text(&fixture), "fwot");
    read_text("task,elapsed,failed\na,1,0\na,2,3\n");
    CHECK_TEXT(records_endings_text(&fixture), "uu");
    CHECK_SAID(
        fixture,
        "column \"failed\" is not read as status: it holds other values than true and false");
}

static void a_result_is_a_status_where_it_holds_such_a_word(void)
{
    read_text("task,elapsed,result\na,1,3.5\na,2,0\na,3,42\n");
    CHECK_TEXT(records_endings_text(&fixture), "uuu");
    CHECK_SAID(fixture, "column \"result\" is not read as status: it holds no known status word");
    read_text("task,elapsed,result\na,1,0\na,2,137\na,3,killed\n");
    CHECK_TEXT(records_endings_text(&fixture), "wff");
    read_text("task,elapsed,status\na,1,0\na,2,3\n");
    CHECK_TEXT(records_endings_text(&fixture), "wf");
}

static void leaves_others_to_others(void)
{
    CHECK_TEXT(reader_for("category,cores,memory,disk,cpu_time,wall_time\n"), "table");
    CHECK_TEXT(reader_for("taskid -- core -- memory -- time\n"), "table");
    CHECK_TEXT(reader_for("start,end,memory\n"), "table");
    CHECK_TEXT(reader_for("step,task,memory,run_time\n"), "quanta-csv");
    CHECK_TEXT(reader_for("task,tasks,attempts,failed,elapsed_hours,cpu_hours\n"), "");
    CHECK_TEXT(reader_for("task,outcome,attempts,elapsed_hours,cpu_hours\n"), "");
    CHECK_TEXT(reader_for("metric,node,time,value\n"), "");
    CHECK_TEXT(reader_for("metric,node,unit,samples,missing,mean,min\n"), "");
    CHECK_TEXT(reader_for("timestamp,hostname,eventName,eventType,jobId,taskId\n"), "events");
    CHECK_TEXT(reader_for("taskId,eventName,hostname,duration\n"), "table");
    CHECK_TEXT(reader_for("hostname,gpuSerial,watt,temp,cpu,mem,eventName,taskId\n"), "");
    CHECK_TEXT(reader_for("name,memory\n"), "table");
    CHECK_TEXT(reader_for("name,address\n"), "");
    CHECK_TEXT(reader_for("memory\n"), "");
}

/* Numbers are those of awk over the files: rows, and sums of columns (memory in MB of 2^20). */
static void agrees_with_sums_by_awk(void)
{
    double sum;
    if (!fixture_reads_sample(&fixture, "table", SAMPLES "lobsterCMSsimulation_tasks.csv"))
        return;
    CHECK_INT(fixture.records, 30630);
    records_count(&fixture, RECORD_MEMORY_COLUMN, &sum);
    CHECK_NEAR(sum, 48247089.0 * 1048576, 0);
    records_count(&fixture, RECORD_CPU_COLUMN, &sum);
    CHECK_NEAR(sum, 35807289.171, 1e-9);
    records_count(&fixture, RECORD_ELAPSED_COLUMN, &sum);
    CHECK_NEAR(sum, 36636409.675, 1e-9);
    fixture_reads_sample(&fixture, "table", SAMPLES "coffea_resources_all.txt");
    CHECK_INT(fixture.records, 1884);
    records_count(&fixture, RECORD_MEMORY_COLUMN, &sum);
    CHECK_NEAR(sum, 740614.0 * 1048576, 0);
    records_count(&fixture, RECORD_ELAPSED_COLUMN, &sum);
    CHECK_NEAR(sum, 53950.371311, 1e-9);
    records_count(&fixture, RECORD_CPU_COLUMN, &sum);
    CHECK_NEAR(sum, 38004.490418, 1e-9);
}

static void release(void)
{
    fixture_release(&fixture);
}

/* Not a number of CPUs, which "cpus" is. */
static void cpu_with_a_unit_of_time_is_cpu_time(void)
{
    read_text("task,elapsed_s,cpu_s\na,100,80\n");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "80");
    CHECK(!records_has(fixture.dataset.records, RECORD_CORES_COLUMN));
    read_text("task,elapsed_s,CPU (min),cpus\na,100,2,4\n");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "120");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "4");
}

/* Where no column says the kind; numbers that rise from row to row count rows. */
static void a_step_is_the_kind_where_no_column_says_it(void)
{
    read_text("stage,id,elapsed_s\nfit,1,2\nplot,2,3\n,3,4\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "fit plot FILE");
    CHECK_TEXT(texts(RECORD_STEP_COLUMN), "fit plot -");
    CHECK(!fixture.dataset.records->sources[0].lacks_kinds);
    read_text("stage,rule,elapsed_s\nfit,a,2\nplot,b,3\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a b");
    read_text("step,elapsed_s,host\n1,2,a\n2,3,b\n3,4,a\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "FILE FILE FILE");
    CHECK(!records_has(fixture.dataset.records, RECORD_STEP_COLUMN));
    read_text("step,elapsed_s,host\n1,2,a\n1,3,b\n2,4,a\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "1 1 2");
}

static void an_elapsed_time_of_zero_gives_way_to_start_and_end(void)
{
    read_text("task,start,end,elapsed_s\na,1714557600,1714557610,0\na,1714557600,1714557620,\n"
              "a,1714557600,1714557600,0\na,1714557600,1714557601,0\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "10 20 0 0");
    CHECK_TEXT(fixture.said.text, "FILE: column \"elapsed_s\" is 0 in 1 task, but start and end "
                                  "differ: the time between them is used\n");
}

static void an_elapsed_time_that_differs_from_start_and_end_counts(void)
{
    read_text("task,start,end,wall_time\na,1714557600,1714557610,5\na,1714557600,1714557620,90\n"
              "a,1714557600,1714557610,10.4\na,1714557600,1714561200,3550\n");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "5 90 10.4 3550");
    CHECK_TEXT(fixture.said.text,
               "FILE: column \"wall_time\" of 2 tasks differs from the time between start and end, "
               "by up to 1 min 10 s: \"wall_time\" is used\n");
}

CHECK_MAIN(TEST(an_elapsed_time_of_zero_gives_way_to_start_and_end),
           TEST(an_elapsed_time_that_differs_from_start_and_end_counts),
           TEST(a_step_is_the_kind_where_no_column_says_it),
           TEST(cpu_with_a_unit_of_time_is_cpu_time), TEST(reports_columns_by_name),
           TEST(prefers_earlier_names), TEST(reads_amounts_with_units),
           TEST(takes_numbered_tasks_as_ids), TEST(takes_tasks_beside_kinds_as_ids),
           TEST(guesses_the_unit_of_memory), TEST(reads_tables_with_dashes),
           TEST(reads_what_snakemake_writes), TEST(reads_what_gnu_parallel_writes),
           TEST(adds_user_and_system_time), TEST(groups_commands_by_their_program),
           TEST(takes_columns_that_are_mapped), TEST(takes_names_for_tables_without_any),
           TEST(a_clock_that_goes_back_gives_no_negative_time), TEST(rejects_what_cannot_be),
           TEST(a_status_is_what_its_word_says), TEST(time_stamps_are_no_run_time),
           TEST(flags_say_what_succeeded), TEST(a_result_is_a_status_where_it_holds_such_a_word),
           TEST(leaves_others_to_others), TEST(agrees_with_sums_by_awk), STEP(release))
