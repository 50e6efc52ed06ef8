/* Rows of sacct: which belong together, where their columns end, and the memory of whole jobs. */
#include "input/slurm/sacct_advice.h"
#include "records_fixture.h"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "sacct", text);
}

/* Each waiting task counts. A list that is cut off counts what is there. */
static void lists_each_waiting_task(void)
{
    read_text("JobID|State|JobName|Comment\n"
              "7_[3-10]|PENDING|a|x\n"
              "8_[1,4-6,10-20:5%3]|CANCELLED by 0|b|y\n"
              "9_[0,3,...]|PENDING|c|z\n"
              "10_[4-4000000]|PENDING|d|z\n"
              "11_[9-2]|PENDING|e|z\n"
              "12_[5].batch|FAILED|f|\n");
    CHECK_INT(fixture.records, 8 + 7 + 2 + 1 + 1 + 1);
    CHECK_TEXT(texts(RECORD_ID_COLUMN),
               "7_3 7_4 7_5 7_6 7_7 7_8 7_9 7_10 8_1 8_4 8_5 8_6 8_10 8_15 8_20 9_0 9_3 "
               "10_[4-4000000] 11_[9-2] 12_5");
    CHECK_TEXT(records_text_attribute(&fixture, "Comment"),
               "x x x x x x x x y y y y y y y z z z z -");
    CHECK_SAID(fixture, "3 rows of pending array tasks do not list all task ids");
}

/* Columns before and behind users' own words show where those end. */
static void finds_separators_in_words(void)
{
    read_text(
        "Account|Comment|Constraints|ExitCode|JobID|JobName|Partition|Elapsed|State|SubmitLine|"
        "Timelimit|WorkDir\n"
        "phys|a|b||1:0|7|odd name|pipe, comma|long|00:00:03|FAILED|"
        "sbatch --comment=a|b x.sh|1-00:00:00|/home/eva\n"
        "phys|||0:15|7.batch|batch||00:00:03|CANCELLED|||\n"
        "phys||intel|amd|0:0|8|x|long|00:00:04|CANCELLED by 12|/usr/bin/sbatch --wrap seq 3 "
        "| sort | tail|UNLIMITED|/home/eva|\n"
        "phys|a||b|c|0:0|9|x||y|long|00:00:05|COMPLETED|srun x|Partition_Limit|/home/eva|1\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_INT(fixture.records, 3);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "odd name|pipe, comma x x||y");
    CHECK_TEXT(texts(RECORD_OUTCOME_COLUMN), "FAILED CANCELLED COMPLETED");
    CHECK_TEXT(numbers(RECORD_EXIT_CODE_COLUMN), "1 0 0");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "3 4 5");
    CHECK_TEXT(numbers(RECORD_REQUESTED_TIME_COLUMN), "86400 - -");
    CHECK_TEXT(records_text_attribute(&fixture, "Comment"), "a|b - a||b");
    CHECK_TEXT(records_text_attribute(&fixture, "Constraints"), "- intel|amd c");
    CHECK_TEXT(records_text_attribute(&fixture, "WorkDir"), "/home/eva /home/eva| /home/eva|1");
}

/* Whose name a piece belongs to nobody knows: the row is rejected, a remark is only left out. */
static void rejects_rows_that_can_be_read_in_two_ways(void)
{
    read_text("JobID|JobName|Comment|State\n1|a|b|c|COMPLETED\n2|a|b|COMPLETED\n");
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "FILE:2: has more fields than there are columns, and more than one way to "
                        "read it: \"1|a|b|c|COMPLETED\"\n");
    read_text("JobID|Comment|Extra|State\n1|a|b|c|FAILED\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(records_endings_text(&fixture), "f");
    CHECK_INT(records_find_attribute(fixture.dataset.records, "Comment", RECORD_TEXT),
              RECORDS_NO_COLUMN);
    read_text("JobID|JobName|State|Elapsed\n1|a|FAILED|b|COMPLETED|00:00:01\n"
              "3|x|COMPLETED|00:00:01\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a|FAILED|b x");
    CHECK_TEXT(records_endings_text(&fixture), "ww");
}

static void joins_rows_with_line_ends_in_words(void)
{
    read_text("JobID|JobName|State|SubmitLine|Elapsed\n"
              "1|a|FAILED|sbatch --wrap set -e\necho 1|2\n./run|00:00:07\n"
              "1.batch|batch|FAILED||00:00:07\n"
              "2|b|COMPLETED\n"
              "3|c|COMPLETED|sbatch c.sh|00:00:01\n");
    CHECK_INT(fixture.records, 2);
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a c");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "7 1");
    CHECK_TEXT(fixture.said.text, "FILE:6: has fewer fields than there are columns: "
                                  "\"2|b|COMPLETED\"\n");
    read_text("JobID|JobName|State|SubmitLine\n1|a|FAILED|sbatch --wrap set -e\n\necho 1|2\n\n"
              "2|b|COMPLETED|\n");
    CHECK_TEXT(fixture.said.text, "");
    CHECK_TEXT(texts(RECORD_TASK_COLUMN), "a b");
    CHECK_TEXT(records_text_attribute(&fixture, "SubmitLine"),
               "sbatch --wrap set -e\n\necho 1|2 -");
    read_text("JobID|SubmitLine|State\n1|sbatch a|FAILED\nsacct: error: something\n");
    CHECK_INT(fixture.records, 1);
    CHECK_SAID(fixture, "FILE:3: has fewer fields than there are columns");
}

static void says_what_rows_are_missing(void)
{
    read_text("JobID|State|Elapsed\n1.batch|COMPLETED|00:00:01\n2|COMPLETED|00:00:01\n"
              "2.0|COMPLETED|00:00:01\n");
    CHECK_TEXT(fixture.said.text,
               "FILE: 1 of 2 jobs have rows of steps only: their outcomes are unknown\n");
    CHECK_TEXT(records_endings_text(&fixture), "?w");
    read_text("JobID|State|Elapsed|MaxRSS\n1|COMPLETED|00:00:01|\n2|PENDING|00:00:00|\n");
    CHECK_SAID(fixture, "run sacct without --allocations (-X)");
    read_text("JobID|State|Elapsed|MaxRSS\n2|PENDING|00:00:00|\n");
    CHECK_TEXT(fixture.said.text, "");
}

/* A job fails for want of memory when a step does; a job of which there are steps alone is unknown.
 */
static void states_of_steps_say_more(void)
{
    read_text("JobID|State|ExitCode\n1|FAILED|9:0\n1.batch|FAILED|9:0\n1.0|OUT_OF_MEMORY|0:125\n"
              "2|COMPLETED|0:0\n2.0|OUT_OF_MEMORY|0:125\n"
              "3|CANCELLED by 77|0:0\n3.0|OUT_OF_MEMORY|0:125\n"
              "4|RUNNING|0:0\n4.0|RUNNING|0:0\n4.1|FAILED|1:0\n"
              "5.0|COMPLETED|0:0\n"
              "6|REVOKED|0:0\n7|PREEMPTED|0:0\n8|BOOT_FAIL|0:0\n9|DEADLINE|0:0\n10|SUSPENDED|0:0\n"
              "11|RESIZING|0:0\n12|REQUEUED|0:0\n");
    CHECK_TEXT(records_endings_text(&fixture), "mwko?kpndooq");
    CHECK_TEXT(records_text_attribute(&fixture, "cancelled_by"), "- - 77 - - - - - - - - -");
    CHECK_TEXT(records_text_attribute(&fixture, "step_state"),
               "OUT_OF_MEMORY OUT_OF_MEMORY OUT_OF_MEMORY FAILED - - - - - - - -");
    read_text("JobID|Elapsed\n1|00:00:01\n");
    CHECK_SAID(fixture, "no column State");
}

/* Of srun alone; cancelled ones did not fail. Of ways as frequent the first one counts. */
static void counts_steps_that_failed(void)
{
    read_text("JobID|State|ExitCode\n1|COMPLETED|0:0\n1.batch|FAILED|1:0\n1.extern|COMPLETED|0:0\n"
              "1.0|COMPLETED|0:0\n1.1|FAILED|1:0\n1.2|FAILED|139:0\n1.3|CANCELLED by 5|0:9\n"
              "1.4|FAILED|139:0\n"
              "2|COMPLETED|0:0\n2.0|OUT_OF_MEMORY|0:125\n2.1|FAILED|2:0\n"
              "3|COMPLETED|0:0\n3.batch|FAILED|1:0\n3.0|CANCELLED|0:15\n"
              "4_1|FAILED|7:0\n4_1.0|FAILED|7:0\n");
    CHECK_TEXT(records_number_attribute(&fixture, "srun_steps"), "5 2 - 1");
    CHECK_TEXT(records_number_attribute(&fixture, "failed_steps"), "3 2 - 1");
    CHECK_TEXT(records_number_attribute(&fixture, "failed_steps_alike"), "2 1 - 1");
    CHECK_TEXT(records_text_attribute(&fixture, "failed_step"), "FAILED OUT_OF_MEMORY - FAILED");
    CHECK_TEXT(records_number_attribute(&fixture, "failed_step_exit_code"), "139 - - 7");
}

/* 1: a step on 1 of 16 CPUs for 6 of 10 minutes. 2: another ran beside it. 3: without times of the
 * other. 4: on 2 of 16, and too short. 5: a script without srun. 6: on 4 of 16. */
static void small_steps_that_ran_alone_are_told(void)
{
    static const char all[] = "COMPLETED|00:10:00|2026-01-01T10:00:00|2026-01-01T10:10:00|16";
    static const char first[] = "COMPLETED|00:04:00|2026-01-01T10:00:00|2026-01-01T10:04:00|16";
    static const char later[] = "COMPLETED|00:06:00|2026-01-01T10:04:00|2026-01-01T10:10:00";
    static const char brief[] = "COMPLETED|00:00:59|2026-01-01T10:04:00|2026-01-01T10:04:59|2";
    char text[2000];
    snprintf(text, sizeof text,
             "JobID|JobName|State|Elapsed|Start|End|AllocCPUS\n"
             "1|a|%s\n1.batch|batch|%s\n1.0|sim|%s\n1.1|post.py|%s|1\n"
             "2|a|%s\n2.0|sim|%s\n2.1|post.py|%s|1\n"
             "3|a|%s\n3.0|sim|COMPLETED|00:04:00|||16\n3.1|post.py|%s|1\n"
             "4|a|%s\n4.0|sim|%s\n4.1|post.py|%s\n"
             "5|a|%s\n5.batch|batch|%s|1\n"
             "6|a|%s\n6.0|sim|%s|4\n",
             all, all, first, later, all, all, later, all, later, all, first, brief, all, later,
             all, later);
    read_text(text);
    CHECK_TEXT(records_text_attribute(&fixture, "small_step"), "post.py - - - - -");
    CHECK_TEXT(records_number_attribute(&fixture, "small_step_cores"), "1 - - - - -");
    CHECK_TEXT(records_number_attribute(&fixture, "small_step_share"), "0.6 - - - - -");
}

/* 1: of 4 nodes a step and the script used one. 2: the steps have a node each. 3: a step is not on
 * the script's node, as those of mpirun. 4: srun ran for a tenth of the time. 5: nodes of a step
 * are not known. */
static void nodes_without_a_step_are_counted(void)
{
    read_text("JobID|State|Elapsed|NNodes|NodeList\n"
              "1|COMPLETED|00:10:00|4|n[1-4]\n1.batch|COMPLETED|00:10:00|1|n1\n"
              "1.extern|COMPLETED|00:10:00|4|n[1-4]\n1.0|COMPLETED|00:05:00|1|n1\n"
              "1.1|COMPLETED|00:04:00|1|n1\n"
              "2|COMPLETED|00:10:00|2|n[1-2]\n2.0|COMPLETED|00:10:00|1|n1\n"
              "2.1|COMPLETED|00:10:00|1|n2\n"
              "3|COMPLETED|00:10:00|4|n[1-4]\n3.batch|COMPLETED|00:10:00|1|n1\n"
              "3.0|COMPLETED|00:10:00|3|n[2-4]\n"
              "4|COMPLETED|00:10:00|4|n[1-4]\n4.0|COMPLETED|00:01:00|1|n1\n"
              "5|COMPLETED|00:10:00|4|n[1-4]\n5.0|COMPLETED|00:10:00|1|n1\n"
              "5.1|COMPLETED|00:10:00||\n");
    CHECK_TEXT(records_number_attribute(&fixture, "unused_nodes"), "3 - - - -");
}

/* 1: a script alone. 2: on one node. 3: extern has CPU time, of processes that ssh started. 4: a
 * step of srun. 5: a session. 6: it is not known what ran. */
static void scripts_that_ran_alone_on_several_nodes_are_told(void)
{
    read_text("JobID|State|Elapsed|NNodes|TotalCPU\n"
              "1|COMPLETED|00:10:00|4|01:00:00\n1.batch|COMPLETED|00:10:00|1|01:00:00\n"
              "1.extern|COMPLETED|00:10:00|4|00:00:01\n"
              "2|COMPLETED|00:10:00|1|01:00:00\n2.batch|COMPLETED|00:10:00|1|01:00:00\n"
              "3|COMPLETED|00:10:00|4|01:00:00\n3.batch|COMPLETED|00:10:00|1|00:30:00\n"
              "3.extern|COMPLETED|00:10:00|4|00:30:00\n"
              "4|COMPLETED|00:10:00|4|01:00:00\n4.batch|COMPLETED|00:10:00|1|00:30:00\n"
              "4.0|COMPLETED|00:01:00|4|00:30:00\n"
              "5|COMPLETED|00:10:00|4|01:00:00\n5.interactive|COMPLETED|00:10:00|1|01:00:00\n"
              "6|COMPLETED|00:10:00|4|01:00:00\n");
    CHECK_TEXT(records_number_attribute(&fixture, "unused_nodes"), "3 - - - - -");
    CHECK_TEXT(records_number_attribute(&fixture, "batch_alone"), "1 - - - - -");
}

static void advises_on_output_for_people(void)
{
    static const char header[] = "       JobID    JobName      State ExitCode \n";
    static const char rule[] = "------------ ---------- ---------- -------- \n";
    static const char row[] = "1.batch           batch  CANCELLED+     0:15 \n"
                              "2                 train     FAILED      1:0 \n";
    char text[400];
    snprintf(text, sizeof text, "%s%s%s", header, rule, row);
    CHECK(sacct_advice(text, strlen(text)) != NULL);
    CHECK(sacct_advice(header, strlen(header)) == NULL);
    CHECK(sacct_advice(row, strlen(row)) == NULL);
    static const char rows[] = "1   a   COMPLETED\n2   b   FAILED\n";
    CHECK(sacct_advice(rows, strlen(rows)) != NULL);
    CHECK(sacct_advice("1 a b\n2 c d\n", 12) == NULL);
    CHECK(sacct_advice("", 0) == NULL);
}

/* Bytes are whole pages, and no job's processes stay below 1 MiB; all else is Slurm's kB. */
static void reads_memory_without_suffixes(void)
{
    fixture_reads(&fixture, "sacct",
                  "JobID|State|MaxRSS\n1|COMPLETED|\n1.batch|COMPLETED|5242880\n"
                  "2|COMPLETED|\n2.batch|COMPLETED|4096\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "5242880 4096");
    fixture_reads(&fixture, "sacct",
                  "JobID|State|MaxRSS\n1|COMPLETED|\n1.batch|COMPLETED|5242881\n"
                  "2|COMPLETED|\n2.batch|COMPLETED|4096\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "5368710144 4194304");
    fixture_reads(&fixture, "sacct",
                  "JobID|State|MaxRSS\n1|COMPLETED|\n1.batch|COMPLETED|8192\n"
                  "2|COMPLETED|\n2.batch|COMPLETED|3M\n3.batch|COMPLETED|0\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "8388608 3145728 -");
}

/* Of the tasks of a step: reported, the mean of each times their number, the one there is. */
static void adds_up_the_tasks_of_a_job(void)
{
    read_text("JobID|State|AllocCPUS|NTasks|ReqMem|MaxRSS|AveRSS|TRESUsageInTot|Elapsed\n"
              "1|COMPLETED|128||480G||||00:10:00\n"
              "1.batch|COMPLETED|32|1||20M|20M||00:10:00\n"
              "1.0|COMPLETED|128|128||3670016K|3669000K|mem=469762048K|00:10:00\n"
              "2|COMPLETED|128||480G||||00:10:00\n"
              "2.0|COMPLETED|128|128||4M|3M||00:10:00\n"
              "3|COMPLETED|128||480G||||00:10:00\n"
              "3.0|COMPLETED|128|128||4M|||00:10:00\n"
              "4|COMPLETED|128||480G||||00:10:00\n"
              "4.0|COMPLETED|128|||4M|||00:10:00\n"
              "5|COMPLETED|2||480G||||00:10:00\n"
              "5.0|COMPLETED|1|||4M|||00:10:00\n"
              "6|COMPLETED|2||480G||||00:10:00\n"
              "6.interactive|COMPLETED|2|||4M|||00:10:00\n"
              "6.extern|COMPLETED|2|2||||mem=0|00:10:00\n");
    CHECK_INT(fixture.records, 6);
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "481036337152 402653184 - - 4194304 4194304");
    CHECK_TEXT(records_number_attribute(&fixture, "max_rss"),
               "3758096384 4194304 4194304 4194304 - -");
    CHECK_SAID(fixture, "total memory unknown for 2 of 6 jobs");
}

/* Steps at the same time add up; without times they do not where they fit one after the other. */
static void adds_up_steps_at_the_same_time(void)
{
    read_text("JobID|State|NTasks|MaxRSS|Elapsed|Start|End\n"
              "1|COMPLETED|||00:00:20|2024-01-01T00:00:00|2024-01-01T00:00:20\n"
              "1.batch|COMPLETED|1|12M|00:00:20|2024-01-01T00:00:00|2024-01-01T00:00:20\n"
              "1.0|COMPLETED|1|1G|00:00:10|2024-01-01T00:00:00|2024-01-01T00:00:10\n"
              "1.1|COMPLETED|1|2G|00:00:10|2024-01-01T00:00:10|2024-01-01T00:00:20\n"
              "2|COMPLETED|||00:00:20|2024-01-01T00:00:00|2024-01-01T00:00:20\n"
              "2.0|COMPLETED|1|1G|00:00:11|2024-01-01T00:00:00|2024-01-01T00:00:11\n"
              "2.1|COMPLETED|1|2G|00:00:10|2024-01-01T00:00:10|2024-01-01T00:00:20\n"
              "3|COMPLETED|||00:00:20||\n"
              "3.0|COMPLETED|1|1G|00:00:10||\n"
              "3.1|COMPLETED|1|2G|00:00:10||\n"
              "4|COMPLETED|||00:00:20||\n"
              "4.0|COMPLETED|1|1G|00:00:18||\n"
              "4.1|COMPLETED|1|2G|00:00:18||\n"
              "5|COMPLETED|||00:00:20||\n"
              "5.batch|COMPLETED|1|8G|00:00:20||\n"
              "5.0|COMPLETED|1|10G|00:00:10||\n"
              "6|COMPLETED|||00:00:20||\n"
              "6.batch|COMPLETED|1|8G|00:00:20||\n"
              "6.0|COMPLETED|1|2M|00:00:10||\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN),
               "2147483648 3221225472 2147483648 - 19327352832 8592031744");
}

/* Script and steps run side by side: 1, a tenth of its steps; 2, as much. Slurm would have ended 3
 * and 4 had their peaks been at once; 3 held nearly its request in any case, and 5 was ended. 6 was
 * not, though its step alone held more. 7 says nothing of its request; 8 has its step first. */
static void the_script_runs_beside_its_steps(void)
{
    read_text("JobID|State|NTasks|MaxRSS|Elapsed|ReqMem\n"
              "1|COMPLETED|||00:00:20|64G\n1.batch|COMPLETED|1|2G|00:00:20|\n"
              "1.0|COMPLETED|1|20G|00:00:10|\n"
              "2|COMPLETED|||00:00:20|64G\n2.batch|COMPLETED|1|8G|00:00:20|\n"
              "2.0|COMPLETED|1|8G|00:00:10|\n"
              "3|COMPLETED|||00:00:20|16G\n3.batch|COMPLETED|1|2G|00:00:20|\n"
              "3.0|COMPLETED|1|15G|00:00:10|\n"
              "4|COMPLETED|||00:00:20|16G\n4.batch|COMPLETED|1|10G|00:00:20|\n"
              "4.0|COMPLETED|1|10G|00:00:10|\n"
              "5|OUT_OF_MEMORY|||00:00:20|16G\n5.batch|COMPLETED|1|10G|00:00:20|\n"
              "5.0|COMPLETED|1|10G|00:00:10|\n"
              "6|COMPLETED|||00:00:20|16G\n6.batch|COMPLETED|1|10G|00:00:20|\n"
              "6.0|COMPLETED|1|20G|00:00:10|\n"
              "7|COMPLETED|||00:00:20|\n7.batch|COMPLETED|1|10G|00:00:20|\n"
              "7.0|COMPLETED|1|10G|00:00:10|\n"
              "8|COMPLETED|||00:00:20|64G\n8.0|COMPLETED|1|10G|00:00:10|\n"
              "8.batch|COMPLETED|1|10G|00:00:20|\n");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "23622320128 17179869184 17179869184 - 21474836480 "
                                              "32212254720 21474836480 21474836480");
    CHECK_SAID(fixture, "total memory unknown for 1 of 8 jobs: the peaks of batch script and steps "
                        "add up to more than the request");
    CHECK(!strstr(fixture.said.text, "TRESUsageInTot"));
}

/* Of the job's own memory ReqTRES says most, then ReqMem; 0 is the whole node's. */
static void reads_the_request_of_the_whole_job(void)
{
    read_text("JobID|State|AllocCPUS|ReqCPUS|NNodes|ReqMem|ReqTRES|AllocTRES\n"
              "1|COMPLETED|8|4|2|1Gc||\n"
              "2|COMPLETED|8|4|2|1Gn||\n"
              "3|COMPLETED|8|4|2|1G||cpu=8,mem=4G\n"
              "4|COMPLETED|8|4|2|1Gn|cpu=4,mem=3G|cpu=8,mem=4G\n"
              "5|COMPLETED|8|4|2|0n||cpu=8,mem=4G\n"
              "6|PENDING|0|4|2|1Gc||\n"
              "7|COMPLETED|8|4|2|2.50G||\n");
    CHECK_TEXT(numbers(RECORD_REQUESTED_MEMORY_COLUMN),
               "8589934592 2147483648 1073741824 3221225472 4294967296 4294967296 2684354560");
}

/* Exports of two weeks appended to each other: jobs that waited and ran at the end of the first one
 * are in the second one again; 4 was requeued. */
static void records_of_one_attempt_count_once(void)
{
    read_text(
        "JobID|State|Submit|Start|End|Elapsed|MaxRSS\n"
        "1|COMPLETED|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00|\n"
        "1.batch|COMPLETED||2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00|1K\n"
        "2|RUNNING|2024-01-01T07:00:00|2024-01-01T08:00:00|Unknown|02:00:00|\n"
        "3|PENDING|2024-01-01T07:00:00|Unknown|Unknown|00:00:00|\n"
        "4|NODE_FAIL|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T08:30:00|00:30:00|\n"
        "4|RUNNING|2024-01-01T07:00:00|2024-01-01T09:00:00|Unknown|01:00:00|\n"
        "1|COMPLETED|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00|\n"
        "1.batch|COMPLETED||2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00|1K\n"
        "1.0|COMPLETED||2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00|3K\n"
        "2|COMPLETED|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T11:00:00|03:00:00|\n"
        "3|FAILED|2024-01-01T07:00:00|2024-01-01T10:00:00|2024-01-01T11:00:00|01:00:00|\n"
        "3|COMPLETED|2024-01-01T07:00:00|2024-01-01T12:00:00|2024-01-01T13:00:00|01:00:00|\n"
        "4|NODE_FAIL|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T08:30:00|00:30:00|\n"
        "4|COMPLETED|2024-01-01T07:00:00|2024-01-01T09:00:00|2024-01-01T12:00:00|03:00:00|\n");
    CHECK_INT(fixture.records, 6);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "4 1 2 3 3 4");
    CHECK_TEXT(records_endings_text(&fixture), "nwwfww");
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 1 1 1 2 2");
    CHECK_TEXT(records_number_attribute(&fixture, "max_rss"), "- 3072 - - - -");
    CHECK_SAID(fixture, "FILE: 5 duplicate records of attempts, counted once");
}

/* Requeued jobs wait again under the moment of their submission; other times are other attempts. */
static void requeued_jobs_are_attempts_each(void)
{
    read_text("JobID|State|Submit|Start|End|Elapsed\n"
              "1|NODE_FAIL|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00\n"
              "1|FAILED|2024-01-01T07:00:00|2024-01-01T10:00:00|2024-01-01T11:00:00|01:00:00\n"
              "1|PENDING|2024-01-01T07:00:00|Unknown|Unknown|00:00:00\n"
              "2|FAILED|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00\n"
              "2|FAILED|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T10:00:00|02:00:00\n"
              "3|FAILED||||01:00:00\n"
              "3|FAILED||||01:00:01\n");
    CHECK_INT(fixture.records, 7);
    CHECK_TEXT(numbers(RECORD_ATTEMPT_COLUMN), "1 2 3 1 2 1 2");
    CHECK(!strstr(fixture.said.text, "another record"));
}

/* The latest record may be listed first: what waited or ran when it was written is the older one.
 */
static void what_ended_counts_whatever_the_order(void)
{
    read_text("JobID|State|Submit|Start|End|Elapsed\n"
              "1|COMPLETED|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00\n"
              "2|COMPLETED|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00\n"
              "3|CANCELLED|2024-01-01T07:00:00|Unknown|2024-01-01T09:00:00|00:00:00\n"
              "4|PREEMPTED|2024-01-01T07:00:00|2024-01-01T08:00:00|2024-01-01T09:00:00|01:00:00\n"
              "1|PENDING|2024-01-01T07:00:00|Unknown|Unknown|00:00:00\n"
              "2|RUNNING|2024-01-01T07:00:00|2024-01-01T08:00:00|Unknown|00:10:00\n"
              "3|PENDING|2024-01-01T07:00:00|Unknown|Unknown|00:00:00\n"
              "4|PENDING|2024-01-01T07:00:00|Unknown|Unknown|00:00:00\n");
    CHECK_INT(fixture.records, 5);
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1 2 3 4 4");
    CHECK_SAID(fixture, "FILE: 3 duplicate records of attempts, counted once");
}

/* Exports of two weeks, appended, without any moment. Job 2 ran on, job 3 waited; job 4 ran after
 * it had been put back into the queue, of job 5 the latest attempt is listed first. */
static void rows_without_times_count_once(void)
{
    read_text("JobID|State|Elapsed|TotalCPU|MaxRSS\n"
              "1|COMPLETED|01:00:00|00:59:00|\n"
              "1.batch|COMPLETED|01:00:00|00:59:00|1000K\n"
              "2|RUNNING|01:00:00|00:00:00|\n"
              "3|PENDING|00:00:00|00:00:00|\n"
              "4|NODE_FAIL|00:10:00|00:00:00|\n"
              "4|RUNNING|00:20:00|00:00:00|\n"
              "5|RUNNING|00:20:00|00:00:00|\n"
              "5|PREEMPTED|00:30:00|00:00:00|\n"
              "1|COMPLETED|01:00:00|00:59:00|\n"
              "1.batch|COMPLETED|01:00:00|00:59:00|1000K\n"
              "2|COMPLETED|02:00:00|01:59:00|\n"
              "2.batch|COMPLETED|02:00:00|01:59:00|2000K\n"
              "3|COMPLETED|03:00:00|02:59:00|\n"
              "4|NODE_FAIL|00:10:00|00:00:00|\n");
    CHECK_TEXT(texts(RECORD_ID_COLUMN), "1 4 4 5 5 2 3");
    CHECK_TEXT(numbers(RECORD_ELAPSED_COLUMN), "3600 600 1200 1200 1800 7200 10800");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "1024000 - - - - 2048000 -");
    CHECK_SAID(fixture, "4 duplicate records of attempts, counted once");
}

/* The rows of a job twice, then those of its steps. */
static void sorted_exports_count_once(void)
{
    read_text("JobID|State|Elapsed|TotalCPU|MaxRSS|NTasks\n"
              "1|COMPLETED|01:00:00|||\n1|COMPLETED|01:00:00|||\n"
              "1.0|COMPLETED|00:50:00|00:40:00|3000K|1\n"
              "1.0|COMPLETED|00:50:00|00:40:00|3000K|1\n"
              "1.batch|COMPLETED|01:00:00|00:10:00|1000K|1\n"
              "1.batch|COMPLETED|01:00:00|00:10:00|1000K|1\n");
    CHECK_INT(fixture.records, 1);
    CHECK_TEXT(numbers(RECORD_CPU_COLUMN), "3000");
    CHECK_TEXT(numbers(RECORD_MEMORY_COLUMN), "4096000");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(lists_each_waiting_task), TEST(finds_separators_in_words),
           TEST(rejects_rows_that_can_be_read_in_two_ways),
           TEST(joins_rows_with_line_ends_in_words), TEST(says_what_rows_are_missing),
           TEST(states_of_steps_say_more), TEST(counts_steps_that_failed),
           TEST(small_steps_that_ran_alone_are_told), TEST(nodes_without_a_step_are_counted),
           TEST(scripts_that_ran_alone_on_several_nodes_are_told),
           TEST(advises_on_output_for_people), TEST(reads_memory_without_suffixes),
           TEST(adds_up_the_tasks_of_a_job), TEST(adds_up_steps_at_the_same_time),
           TEST(the_script_runs_beside_its_steps), TEST(records_of_one_attempt_count_once),
           TEST(requeued_jobs_are_attempts_each), TEST(what_ended_counts_whatever_the_order),
           TEST(rows_without_times_count_once), TEST(sorted_exports_count_once),
           TEST(reads_the_request_of_the_whole_job), STEP(release))
