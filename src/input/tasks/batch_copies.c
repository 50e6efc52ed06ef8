#include "input/tasks/batch_copies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/count_text.h"
#include "util/memory.h"

/* Workflows look every now and then whether their jobs have begun. */
static const double CLOSE_S = 300;

/* What a text is as the id of a job: the task that names it. */
struct named_job {
    uint32_t times; /* that tasks name it */
    uint32_t taken; /* 1 + the source whose job was taken for it */
    struct record_at task;
};

/* Of a source. */
struct share {
    uint32_t partner;       /* of a source of jobs: the source of the first task */
    size_t dropped;         /* of its jobs */
    size_t tasks, with_job; /* of its tasks that ran; of these: with a job in another source */
};

struct search {
    struct records *records;
    struct named_job *jobs; /* one a text */
    struct share *shares;   /* one a source */
    uint8_t *dropped;
    size_t drops;
};

/* ---- ids of jobs ---- */

static uint32_t text_of_number(const struct records *records, double number)
{
    char text[32];
    if (!(number >= 1) || number > 1e15 || number - floor(number) > 0)
        return 0;
    int size = snprintf(text, sizeof text, "%.0f", number);
    return interner_find(&records->texts, text, (size_t)size);
}

/* 0: names none. */
static uint32_t job_of(const struct records *records, const struct records_block *block, size_t row)
{
    static const char *const names[] = {"native_id", "slurm_jobid", "slurm_job_id", "SLURM_JOB_ID",
                                        "slurm_id"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int texts = records_find_attribute(records, names[i], RECORD_TEXT);
        int numbers = records_find_attribute(records, names[i], RECORD_NUMBER);
        uint32_t text = texts == RECORDS_NO_COLUMN ? 0 : records_text_at(block, texts, row);
        if (!text && numbers != RECORDS_NO_COLUMN)
            text = text_of_number(records, records_number_at(block, numbers, row));
        if (text)
            return text;
    }
    return 0;
}

static bool is_cached(const struct records_block *block, size_t row)
{
    const uint8_t *endings = records_endings(block);
    return endings && endings[row] == ENDING_CACHED;
}

static void name_jobs(struct search *search, size_t number)
{
    const struct records_block *block = &search->records->blocks[number];
    for (size_t row = 0; row < block->rows; row++) {
        if (is_cached(block, row))
            continue;
        uint32_t job = job_of(search->records, block, row);
        search->shares[block->source].tasks++;
        if (job && search->jobs[job].times++ == 0)
            search->jobs[job].task = (struct record_at){number, row};
    }
}

/* ---- what ran at the same time ---- */

static double end_at(const struct records_block *block, size_t row)
{
    double end = records_number_at(block, RECORD_END_COLUMN, row);
    return isnan(end) ? records_number_at(block, RECORD_START_COLUMN, row) +
                            records_number_at(block, RECORD_ELAPSED_COLUMN, row)
                      : end;
}

static bool ran_together(const struct records_block *left, size_t left_row,
                         const struct records_block *right, size_t right_row)
{
    double left_start = records_number_at(left, RECORD_START_COLUMN, left_row);
    double right_start = records_number_at(right, RECORD_START_COLUMN, right_row);
    if (isnan(left_start) && isnan(right_start))
        return fabs(records_number_at(left, RECORD_SUBMIT_COLUMN, left_row) -
                    records_number_at(right, RECORD_SUBMIT_COLUMN, right_row)) <= CLOSE_S;
    if (fabs(left_start - right_start) <= CLOSE_S)
        return true;
    return left_start < end_at(right, right_row) && right_start < end_at(left, left_row);
}

static void take_job(struct search *search, struct record_at at, size_t record)
{
    const struct records_block *block = &search->records->blocks[at.block];
    struct named_job *job = &search->jobs[records_text_at(block, RECORD_ID_COLUMN, at.row)];
    const struct records_block *task = &search->records->blocks[job->task.block];
    if (job->times != 1 || job->taken == block->source + 1 || task->source == block->source ||
        !ran_together(block, at.row, task, job->task.row))
        return;
    struct share *share = &search->shares[block->source];
    search->shares[task->source].with_job += job->taken == 0;
    job->taken = block->source + 1;
    if (share->dropped++ == 0)
        share->partner = task->source;
    search->dropped[record] = 1;
    search->drops++;
    records_fill(search->records, job->task, at);
}

static void take_jobs(struct search *search)
{
    size_t first = 0;
    for (size_t i = 0; i < search->records->block_count; i++) {
        size_t rows = search->records->blocks[i].rows;
        bool has_ids = records_texts(&search->records->blocks[i], RECORD_ID_COLUMN);
        for (size_t row = 0;
             has_ids && records_have_queue(search->records, &search->records->blocks[i]) &&
             row < rows;
             row++)
            take_job(search, (struct record_at){i, row}, first + row);
        first += rows;
    }
}

/* ---- what is done about them ---- */

static void settle(struct search *search, struct diagnostics *diagnostics)
{
    struct records_source *sources = search->records->sources;
    for (size_t i = 0; i < search->records->source_count; i++) {
        const struct share *share = &search->shares[i];
        if (share->with_job && share->with_job == share->tasks)
            sources[i].has_queue = true;
        if (!share->dropped)
            continue;
        const char *kept = sources[share->partner].path;
        diagnostics_note(diagnostics, (struct place){.input = sources[i].path},
                         share->dropped == 1
                             ? "%s job is also a task in %s (same job id): counted once"
                             : "%s jobs are also tasks in %s (same job ids): counted once",
                         COUNT_TEXT(share->dropped), kept ? kept : "another input");
    }
    records_drop(search->records, search->dropped);
}

static bool has_queue(const struct records *records)
{
    for (size_t i = 0; i < records->source_count; i++)
        if (records->sources[i].has_queue)
            return true;
    return false;
}

void batch_copies_drop(struct records *records, struct diagnostics *diagnostics)
{
    if (records->source_count < 2 || !has_queue(records))
        return;
    struct search search = {
        .records = records,
        .jobs = memory_alloc_array(records->texts.count + 1, sizeof *search.jobs),
        .shares = memory_alloc_array(records->source_count, sizeof *search.shares),
        .dropped = memory_alloc_array(records->rows + 1, sizeof *search.dropped),
    };
    for (size_t i = 0; i < records->block_count; i++)
        if (!records_have_queue(records, &records->blocks[i]))
            name_jobs(&search, i);
    take_jobs(&search);
    if (search.drops)
        settle(&search, diagnostics);
    free(search.jobs);
    free(search.shares);
    free(search.dropped);
}
