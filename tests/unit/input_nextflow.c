#include "records_fixture.h"

#define SAMPLES "../shared/data/nextflow/"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "nextflow", text);
}

static void reads_what_people_read(void)
{
    read_text(
        "task_id\thash\tnative_id\tname\tstatus\texit\tsubmit\tduration\trealtime\t%cpu\t"
        "peak_rss\tpeak_vmem\trchar\twchar\n"
        "2\t26/c2a62a\t561\tW:copy (all of it)\tCOMPLETED\t0\t1970-01-01 00:01:00.500\t39.5s\t"
        "1m 4s\t20.2%\t3.5 MB\t1 GB\t512 B\t0\n"
        "3\t26/c2a62b\t562\tlist\tFAILED\t137\t-\t-\t-\t-\t-\t-\t-\t-\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "W:copy list");
    CHECK_TEXT(texts(RECORD_STEP_COLUMN), "W -");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "26/c2a62a 26/c2a62b");
    CHECK_TEXT(texts(RECORD_OUTCOME_COLUMN), "COMPLETED FAILED");
    CHECK_TEXT(records_endings_text(&fixture), "wf");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "0 137");
    CHECK_TEXT(numbers(RECORD_SUBMIT_COLUMN), "60.5 -");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "100 -");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "36 -");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "64 -");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "12.928 -");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "3670016 -");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "512 -");
    CHECK_TEXT(numbers(RECORD_BYTES_WRITTEN_COLUMN), "0 -");
    CHECK_TEXT(records_number_attribute(&fixture, "peak_vmem"), "1073741824 -");
    CHECK_TEXT(records_text_attribute(&fixture, "native_id"), "561 562");
}

static void reads_raw_numbers(void)
{
    read_text("task_id;process;tag;status;cpus;time;memory;attempt;submit;start;complete;realtime;"
              "%cpu;peak_rss;rss;read_bytes;hostname;novelty\n"
              "1;p;t;COMPLETED;2;1200000;4718592000;1;1624459738108;1624459746000;1624459960000;"
              "213601;50;0;4096;7;n1;x\n");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "p");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1");
    CHECK_TEXT(texts(RECORD_NODE_COLUMN), "n1");
    CHECK_TEXT(numbers(RECORD_CORES_COLUMN), "2");
    CHECK_TEXT(numbers(RECORD_REQUESTED_CORES_COLUMN), "2");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "1200");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN), "4718592000");
    CHECK_TEXT(numbers(RECORD_SUBMIT_COLUMN), "1624459738.108");
    CHECK_TEXT(numbers(RECORD_START_COLUMN), "1624459746");
    CHECK_TEXT(numbers(RECORD_END_COLUMN), "1624459960");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "213.601");
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "106.8005");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "4096");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "7");
    CHECK_TEXT(records_text_attribute(&fixture, "tag"), "t");
    CHECK_TEXT(records_text_attribute(&fixture, "novelty"), "x");
}

/* Tasks of less than a second are gone before Nextflow looks at their memory. */
static void memory_of_0_is_missing(void)
{
    read_text("task_id\thash\tname\tstatus\texit\trealtime\tpeak_rss\tpeak_vmem\tvmem\trchar\n"
              "1\taa/000001\tfit (a)\tCOMPLETED\t0\t1s\t0\t0\t0\t0\n"
              "2\taa/000002\tfit (b)\tCOMPLETED\t0\t1s\t1 KB\t2 KB\t3 KB\t4 KB\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "- 1024");
    CHECK_TEXT(records_number_attribute(&fixture, "peak_vmem"), "- 2048");
    CHECK_TEXT(records_number_attribute(&fixture, "vmem"), "- 3072");
    CHECK_TEXT(numbers(RECORD_BYTES_READ_COLUMN), "0 4096");
}

/* A retry gets a new id and hash: its name and attempt tell which task it is. */
static void knows_tries_by_name_and_attempt(void)
{
    read_text("task_id\thash\tname\tstatus\texit\tattempt\trealtime\n"
              "1\taa/000001\tfit (a)\tFAILED\t1\t1\t1s\n"
              "2\taa/000002\tfit (b)\tCOMPLETED\t0\t1\t1s\n"
              "3\taa/000003\tfit (a)\tCOMPLETED\t0\t2\t1s\n"
              "4\taa/000004\tfit (c)\tABORTED\t2147483647\t1\t-\n"
              "5\taa/000005\tfit (d)\tSUBMITTED\t-\t1\t-\n"
              "6\taa/000006\tfit (e)\tCACHED\t0\t1\t2s\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "fit (a) aa/000002 fit (a) aa/000004 aa/000005 aa/000006");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 1 2 1 1 1");
    CHECK_TEXT(records_endings_text(&fixture), "fwwkoc");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "1 0 0 - - 0");
    CHECK_TEXT(records_text_attribute(&fixture, RECORD_TASK_NAME),
               "fit (a) fit (b) fit (a) fit (c) fit (d) -");
}

#define DEFAULTS "task_id\thash\tname\tstatus\texit\tsubmit\tduration\trealtime\n"

/* By default no column numbers attempts: what failed is tried again after its end. */
static void pairs_what_failed_with_what_was_submitted_after_it(void)
{
    read_text(DEFAULTS "1\taa/1\tfit (a)\tFAILED\t1\t2026-09-14 08:00:00.000\t10s\t9s\n"
                       "2\taa/2\tfit (b)\tFAILED\t1\t2026-09-14 08:00:00.000\t10s\t9s\n"
                       "4\taa/4\tfit (a)\tFAILED\t1\t2026-09-14 08:00:09.900\t10s\t9s\n"
                       "5\taa/5\tfit (a)\tCOMPLETED\t0\t2026-09-14 08:00:20.100\t10s\t9s\n"
                       "6\taa/6\tfit (a)\tCOMPLETED\t0\t2026-09-14 08:00:05.000\t10s\t9s\n"
                       "7\taa/7\tfit (b)\tCACHED\t0\t2026-09-14 08:01:05.000\t10s\t9s\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "aa/5 aa/2 aa/5 aa/5 aa/6 aa/7");
    CHECK_TEXT(records_text_attribute(&fixture, RECORD_ATTEMPT_ID), "aa/1 - aa/4 - - -");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 1 2 3 1 1");
}

/* A name without an index is of one task; when it was done twice, of several. */
static void pairs_no_tasks_that_share_a_name(void)
{
    static const char first[] = "1\taa/1\tfit\tFAILED\t1\t2026-09-14 08:00:00.000\t10s\t9s\n"
                                "2\taa/2\tfit\tCOMPLETED\t0\t2026-09-14 08:00:30.000\t10s\t9s\n";
    static const char other[] = "3\taa/3\tfit\tCOMPLETED\t0\t2026-09-14 08:00:40.000\t10s\t9s\n";
    char text[1024];
    snprintf(text, sizeof text, DEFAULTS "%s", first);
    read_text(text);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "aa/2 aa/2");
    snprintf(text, sizeof text, DEFAULTS "%s%s", first, other);
    read_text(text);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "aa/1 aa/2 aa/3");
    read_text("hash\tprocess\tstatus\tsubmit\tcomplete\trealtime\n"
              "aa/1\tfit\tFAILED\t1624459730000\t1624459731000\t1s\n"
              "aa/2\tfit\tCOMPLETED\t1624459740000\t1624459741000\t1s\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "aa/1 aa/2");
}

/* Numbers and moments tell which of two tasks of one name was tried again. */
static void reports_tasks_of_one_name_apart_by_their_moments(void)
{
    read_text("hash\tname\tstatus\tattempt\tsubmit\tcomplete\trealtime\n"
              "aa/1\tfit (a)\tCOMPLETED\t1\t1624459730000\t1624459731000\t1s\n"
              "aa/2\tfit (a)\tFAILED\t1\t1624459730000\t1624459732000\t2s\n"
              "aa/3\tfit (a)\tCOMPLETED\t2\t1624459733000\t1624459734000\t1s\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "aa/1 aa/3 aa/3");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 1 2");
}

/* What a run that resumes this one may repeat. */
static void keeps_names_of_what_did_not_succeed(void)
{
    read_text("hash\tname\tstatus\trealtime\n"
              "aa/000001\tfit (a)\tFAILED\t1s\naa/000002\tfit (b)\tCOMPLETED\t1s\n");
    CHECK_TEXT(records_text_attribute(&fixture, RECORD_TASK_NAME), "fit (a) -");
}

static void goes_on_behind_free_text(void)
{
    read_text("task_id\tname\tstatus\tscript\tenv\trealtime\n"
              "1\ta\tCOMPLETED\t\n    cut -f 1\n\n    x\ty\n  \tE=1\t5s\n"
              "2\tb\tCOMPLETED\techo\tF=2\t6s\n"
              "3\tc\tFAILED\techo\n7\tnot\ta row\tat all\n\tG=1\t-\n");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a b c");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "5 6 -");
    CHECK_INT(records_find_attribute(fixture.dataset.records, "script", RECORD_TEXT),
              RECORDS_NO_COLUMN);
}

static void a_clock_that_goes_back_gives_no_negative_time(void)
{
    read_text("task_id\tname\tstatus\tsubmit\tstart\tcomplete\trealtime\n"
              "1\ta\tCOMPLETED\t9000000\t8000000\t7000000\t60000\n"
              "2\ta\tCOMPLETED\t9000000\t8000000\t7000000\t-\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "60 -");
}

static void rejects_what_cannot_be(void)
{
    static const char text[] = "task_id\tname\tstatus\trealtime\tpeak_rss\n"
                               "1\ta\tCOMPLETED\t12:7x\t1 MB\n"
                               "2\ta\tCOMPLETED\t-3\t1 MB\n"
                               "3\ta\tCOMPLETED\t1s\t9223372036854775808\n"
                               "4\ta\tCOMPLETED\t1s\n"
                               "5\ta\tCOMPLETED\t1s\t1\t2\n"
                               "6\t-\tCOMPLETED\t1s\t1\n"
                               "7\ta\xff\tCOMPLETED\t1s\t1\n"
                               "8\ta\0\tCOMPLETED\t1s\t1\n"
                               "\n"
                               "9\ta\tCOMPLETED\tN/A\t4 KB\n"
                               "10\ta\tCOMPL";
    fixture_release(&fixture);
    fixture_init(&fixture);
    fixture_read(&fixture, "nextflow", text, sizeof text - 1);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "FILE:2: not a duration in seconds or such as 01:02:03: \"12:7x\"\n");
    CHECK_SAID(fixture, "FILE:3: negative time: \"-3\"\n");
    CHECK_SAID(fixture, "FILE:4: implausibly many bytes: \"9223372036854775808\"\n");
    CHECK_SAID(fixture, "FILE:5: fewer fields than the header");
    CHECK_SAID(fixture, "FILE:6: more fields than the header");
    CHECK_SAID(fixture, "FILE:7: no process and no name\n");
    CHECK_SAID(fixture, "FILE:8: not valid UTF-8");
    CHECK_SAID(fixture, "FILE:9: NUL character");
    CHECK_SAID(fixture, "FILE:12: truncated: the last line is ignored\n");
    CHECK_INT(diagnostics_end_of(fixture.diagnostics, "FILE"), DIAGNOSTIC_ENDS_UNFINISHED);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 8);
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "4096");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "-");
}

static void says_when_there_is_a_header_alone(void)
{
    read_text("task_id\tname\tstatus\trealtime\t%cpu\n");
    CHECK_INT(fixture.records, 0);
    CHECK_TEXT(fixture.said.text, "FILE: header line found, but no usable record\n");
    read_text("step,task\n1,2\n");
    CHECK_INT(fixture.records, -1);
    CHECK(fixture.error.text[0] != '\0');
}

static void passes_blank_lines_before_the_header(void)
{
    static const char text[] = "\n  \ntask_id\tprocess\tstatus\trealtime\n1\tp\tCOMPLETED\t5s\n"
                               "2\tp\tCOMPLETED\t12:7x\n";
    CHECK_TEXT(reader_for(text), "nextflow");
    read_text(text);
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "FILE:5: not a duration in seconds or such as 01:02:03");
}

static void knows_its_own(void)
{
    CHECK_TEXT(reader_for("task_id\tname\tstatus\texit\n"), "");
    CHECK_TEXT(reader_for("name\tstatus\texit\tduration\trealtime\n"), "nextflow");
    CHECK_TEXT(reader_for("task_id;name;%cpu;peak_rss;invented\n"), "nextflow");
    CHECK_TEXT(reader_for("step,task,memory,run_time\n"), "quanta-csv");
    CHECK_TEXT(reader_for("hash,time,value\n"), "");
}

static void check_sample(const char *path, long long records, const char *endings)
{
    if (!fixture_reads_sample(&fixture, "nextflow", path))
        return;
    CHECK_INT(fixture.records, records);
    CHECK_INT(diagnostics_rejected(fixture.diagnostics, "FILE"), 0);
    if (endings)
        CHECK_TEXT(records_endings_text(&fixture), endings);
}

static void reads_samples(void)
{
    check_sample(SAMPLES "trace_IPD_header-only.txt", 0, "");
    check_sample(SAMPLES "trace_cvd_2019_one-FAILED.txt", 1, "f");
    check_sample(SAMPLES "trace_openproblems_2021_aws-batch_EXCERPT.txt", 10, NULL);
    check_sample(SAMPLES "trace_sarek_custom-fields.txt", 9, "wwwwwwwww");
    check_sample(SAMPLES "trace_scisoseq_2020_CACHED_FAILED.txt", 8, "ccccccwf");
}

/* The numbers are those of awk over the files: rows, sums of realtime, of %cpu × realtime, and of
 * peak_rss where it is neither "-" nor 0. */
static void agrees_with_sums_by_awk(void)
{
    double sum;
    if (!fixture_reads_sample(&fixture, "nextflow",
                              SAMPLES "force_k8s_21nodes_3291tasks_raw_semicolon.trace.txt"))
        return;
    CHECK_INT(fixture.records, 3291);
    CHECK_INT(records_ended(&fixture, ENDING_SUCCEEDED), 3291);
    CHECK_INT(records_count(&fixture, RECORD_ELAPSED_COLUMN, &sum), 3291);
    CHECK_NEAR(sum, 893861.677, 1e-9);
    records_count(&fixture, RECORD_CPU_COLUMN, &sum);
    CHECK_NEAR(sum, 1398368.923539, 1e-9);
    CHECK_INT(records_count(&fixture, RECORD_MEMORY_COLUMN, &sum), 3291);
    CHECK_NEAR(sum, 11913217040384, 0);
    fixture_reads_sample(&fixture, "nextflow", SAMPLES "trace_arcca_rnaseq_2023.txt");
    CHECK_INT(fixture.records, 35);
    records_count(&fixture, RECORD_ELAPSED_COLUMN, &sum);
    CHECK_NEAR(sum, 5098.414, 1e-9);
    records_count(&fixture, RECORD_CPU_COLUMN, &sum);
    CHECK_NEAR(sum, 24119.52219, 1e-9);
    CHECK_INT(records_count(&fixture, RECORD_MEMORY_COLUMN, &sum), 34);
    CHECK_NEAR(sum, 170162179276.8, 1e-9);
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(passes_blank_lines_before_the_header), TEST(keeps_names_of_what_did_not_succeed),
           TEST(reads_what_people_read), TEST(memory_of_0_is_missing), TEST(reads_raw_numbers),
           TEST(knows_tries_by_name_and_attempt),
           TEST(pairs_what_failed_with_what_was_submitted_after_it),
           TEST(pairs_no_tasks_that_share_a_name),
           TEST(reports_tasks_of_one_name_apart_by_their_moments), TEST(goes_on_behind_free_text),
           TEST(a_clock_that_goes_back_gives_no_negative_time), TEST(rejects_what_cannot_be),
           TEST(says_when_there_is_a_header_alone), TEST(knows_its_own), TEST(reads_samples),
           TEST(agrees_with_sums_by_awk), STEP(release))
