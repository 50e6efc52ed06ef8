#include "input/slurm/slurm_jobs.h"

#include <math.h>
#include <stdlib.h>

#include "input/slurm/slurm_gpus.h"
#include "input/slurm/slurm_job_memory.h"
#include "input/slurm/slurm_repeats.h"
#include "input/slurm/slurm_state.h"
#include "util/list.h"
#include "util/number.h"

/* The first one of the records; empty when none says. */
static struct text_slice first_cluster(const struct records *records)
{
    int column =
        records ? records_find_attribute(records, SLURM_CLUSTER, RECORD_TEXT) : RECORDS_NO_COLUMN;
    for (size_t i = 0; column != RECORDS_NO_COLUMN && i < records->block_count; i++) {
        const uint32_t *clusters = records_texts(&records->blocks[i], column);
        for (size_t row = 0; clusters && row < records->blocks[i].rows; row++)
            if (clusters[row])
                return text_slice_of(records_text(records, clusters[row]));
    }
    return (struct text_slice){0};
}

void slurm_jobs_init(struct slurm_jobs *jobs, const struct records *earlier)
{
    *jobs = (struct slurm_jobs){.cluster = first_cluster(earlier)};
    interner_init(&jobs->ids);
}

void slurm_jobs_release(struct slurm_jobs *jobs)
{
    free(jobs->items);
    free(jobs->latest.items);
    free(jobs->steps.items);
    interner_release(&jobs->ids);
}

struct text_slice slurm_jobs_whole_id(const struct slurm_jobs *jobs, struct text_slice id,
                                      struct text_slice cluster, struct strbuf *room)
{
    if (!cluster.size || text_slices_equal(cluster, jobs->cluster))
        return id;
    strbuf_clear(room);
    strbuf_format(room, "%.*s@%.*s", (int)id.size, id.text, (int)cluster.size, cluster.text);
    return (struct text_slice){room->text, room->size};
}

static size_t *latest_of(struct slurm_jobs *jobs, struct text_slice id, const struct slurm_row *row)
{
    struct strbuf room;
    struct text_slice cluster = slurm_row_said(row, SLURM_TEXT_CLUSTER);
    if (!jobs->cluster.size)
        jobs->cluster = cluster;
    strbuf_init(&room);
    id = slurm_jobs_whole_id(jobs, id, cluster, &room);
    uint32_t number = interner_add(&jobs->ids, id.text, id.size);
    strbuf_release(&room);
    list_reach(&jobs->latest, number + 1u, 0);
    return &jobs->latest.items[number];
}

static struct slurm_job *add_job(struct slurm_jobs *jobs, size_t *latest, struct text_slice id,
                                 const struct slurm_row *row)
{
    struct slurm_job *job = list_add(jobs);
    *job = (struct slurm_job){.before = *latest,
                              .cpu = NUMBER_MISSING,
                              .max_rss = NUMBER_MISSING,
                              .read = NUMBER_MISSING,
                              .written = NUMBER_MISSING,
                              .processes = NUMBER_MISSING,
                              .elapsed = NUMBER_MISSING,
                              .extern_cpu = NUMBER_MISSING,
                              .gpu_utilization = NUMBER_MISSING,
                              .gpu_utilization_sum = NUMBER_MISSING,
                              .gpu_memory = NUMBER_MISSING};
    slurm_row_clear(&job->row);
    slurm_row_text(&job->row, SLURM_TEXT_ID, id);
    slurm_row_text(&job->row, SLURM_TEXT_CLUSTER, slurm_row_said(row, SLURM_TEXT_CLUSTER));
    *latest = jobs->count;
    return job;
}

struct slurm_job *slurm_jobs_add(struct slurm_jobs *jobs, struct text_slice id,
                                 const struct slurm_row *row)
{
    size_t *latest = latest_of(jobs, id, row);
    struct slurm_job *job = *latest ? &jobs->items[*latest - 1] : NULL;
    bool is_new = !job || job->seen;
    if (is_new)
        job = add_job(jobs, latest, id, row);
    job->row = *row;
    job->row.texts[SLURM_TEXT_ID - SLURM_NUMBERS] = id;
    job->seen = true;
    if (is_new)
        slurm_repeats_find(jobs);
    return job;
}

/* The first step that did not succeed says most; one that ran out of memory says why. */
static void note_state(struct slurm_job *job, const struct slurm_row *row)
{
    struct text_slice text = slurm_state_plain(slurm_row_said(row, SLURM_TEXT_STATE));
    const struct slurm_state *state = slurm_state_of(text);
    bool fails = state && state->ending != ENDING_SUCCEEDED && state->ending != ENDING_UNFINISHED;
    if (fails && (!job->step_state.size || state->ending == ENDING_OUT_OF_MEMORY))
        job->step_state = text;
}

/* Batch and interactive steps are one shell each; a task has a CPU at least. */
static void add_step(struct slurm_jobs *jobs, struct slurm_job *job, struct text_slice name,
                     const struct slurm_row *row)
{
    bool shell = text_slice_is_word(name, "batch") || text_slice_is_word(name, "interactive");
    struct slurm_step *step = list_add(&jobs->steps);
    *step = slurm_row_step(row, shell || row->numbers[SLURM_CORES] == 1,
                           shell || text_slice_is_word(name, "extern"));
    step->of_srun = name.size && *name.text >= '0' && *name.text <= '9';
    step->is_extern = text_slice_is_word(name, "extern");
    step->id = name;
    step->next = job->steps;
    job->steps = jobs->steps.count;
}

struct slurm_job *slurm_jobs_add_step(struct slurm_jobs *jobs, struct text_slice id,
                                      struct text_slice step, const struct slurm_row *row)
{
    size_t *latest = latest_of(jobs, id, row);
    struct slurm_job *job = *latest ? &jobs->items[*latest - 1] : add_job(jobs, latest, id, row);
    const double *numbers = row->numbers;
    if (slurm_repeats_step(jobs, job, step, row))
        return job;
    job->max_rss = fmax(job->max_rss, numbers[SLURM_MEMORY]);
    job->processes = fmax(job->processes, numbers[SLURM_PROCESSES]);
    job->elapsed = fmax(job->elapsed, numbers[SLURM_ELAPSED]);
    bool is_extern = text_slice_is_word(step, "extern");
    job->has_script |= text_slice_is_word(step, "batch");
    number_add(is_extern ? &job->extern_cpu : &job->cpu, slurm_row_cpu(row));
    if (!is_extern)
        slurm_job_add_gpu_use(job, row, text_slice_is_word(step, "batch"));
    number_add(&job->read, numbers[SLURM_READ]);
    number_add(&job->written, numbers[SLURM_WRITTEN]);
    add_step(jobs, job, step, row);
    note_state(job, row);
    return job;
}
