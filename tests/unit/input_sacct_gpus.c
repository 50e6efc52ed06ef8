/* GPUs of jobs in sacct's text where AllocTRES does not say how many they held. */
#include "records_fixture.h"

static void read_text(const char *text)
{
    fixture_reads(&fixture, "sacct", text);
}

/* On nodes with GPUs, gpuutil=0 is written of jobs without any, too: memory on them tells. */
static void use_reports_that_a_job_held_gpus(void)
{
    read_text("JobID|State|ElapsedRaw|TRESUsageInTot\n"
              "1|COMPLETED|100|\n1.batch|COMPLETED|100|cpu=10,gres/gpumem=412M,gres/gpuutil=0\n"
              "2|COMPLETED|100|\n2.batch|COMPLETED|100|cpu=10,gres/gpumem=0,gres/gpuutil=0\n"
              "3|COMPLETED|100|\n3.batch|COMPLETED|100|cpu=10,gres/gpuutil=80\n"
              "4|COMPLETED|100|\n4.batch|COMPLETED|100|cpu=10\n"
              "4.extern|COMPLETED|100|gres/gpumem=412M,gres/gpuutil=9\n");
    CHECK_TEXT(records_number_attribute(&fixture, "uncounted_gpus"), "1 - 1 -");
    CHECK_TEXT(records_number_attribute(&fixture, "gpu_utilization"), "0 0 80 -");
    CHECK_INT(records_find_attribute(fixture.dataset.records, "allocated_gpus", RECORD_NUMBER),
              RECORDS_NO_COLUMN);
    CHECK_SAID(
        fixture,
        "no column AllocTRES: number of GPUs unknown for 3 of 4 jobs (add AllocTRES to --format)");
}

static void what_ran_held_what_it_requested(void)
{
    read_text("JobID|State|ElapsedRaw|ReqTRES|TRESUsageInTot\n"
              "1|COMPLETED|100|cpu=8,gres/gpu=4|\n"
              "1.batch|COMPLETED|100||gres/gpumem=412M,gres/gpuutil=0\n"
              "2|PENDING||cpu=8,gres/gpu=4|\n");
    CHECK_TEXT(records_number_attribute(&fixture, "allocated_gpus"), "4 -");
    CHECK_TEXT(fixture.said.text, "");
}

static void what_is_allotted_is_believed(void)
{
    read_text(
        "JobID|State|ElapsedRaw|AllocTRES|TRESUsageInTot\n"
        "1|COMPLETED|100|cpu=8|\n1.batch|COMPLETED|100|cpu=8|gres/gpumem=4M,gres/gpuutil=0\n");
    CHECK_INT(records_find_attribute(fixture.dataset.records, "uncounted_gpus", RECORD_NUMBER),
              RECORDS_NO_COLUMN);
    CHECK_TEXT(fixture.said.text, "");
}

static void release(void)
{
    fixture_release(&fixture);
}

CHECK_MAIN(TEST(use_reports_that_a_job_held_gpus), TEST(what_ran_held_what_it_requested),
           TEST(what_is_allotted_is_believed), STEP(release))
