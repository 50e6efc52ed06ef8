/* tail: whether another order of the attempts would have shortened the long tail that
 * concurrency_summary tells, and what else made it. tail_stages: the kinds that began in it.
 *
 * What starts within the tail waited for something else than a free slot, as few ran: another order
 * does not help it. What started before ends in no order sooner than
 *
 *     the first start + all its time ÷ the usual number running,
 *     the first start of each kind + the kind's time ÷ the usual number running,
 *     the earliest start of each attempt + its run time.
 *
 * Attempts of a kind that has more of them than ever ran at once stood in a queue: each could have
 * started as the first of them, but jobs not before they were submitted. Others may have depended
 * on those before them, and what repeats an attempt waited for its end: their earliest start is
 * their own. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/statistics/statistic.h"
#include "analysis/tasks/task_times.h"
#include "table/rows.h"
#include "util/memory.h"

struct attempt {
    double submit, start, end, run_s; /* submit: -INFINITY where it is no job of a batch system */
    size_t kind;
    bool succeeded, repeats; /* repeats: another attempt of its task, which had to end first */
};

struct kind {
    double first_start, last_end, run_s;
    double early_s; /* of those that started before the tail */
    size_t attempts;
};

struct campaign {
    const struct task_groups *groups;
    struct kind *kinds;
    double first, last; /* moments */
    double period_from; /* earlier periods ended before */
    double tail_from, most_running, usual;

    double early_s, early_end, least_end; /* of what started before the tail; least: in any order */
    struct attempt longest;               /* of these, of what runs in the tail */
    size_t late;                          /* attempts that started in the tail, */
    double late_s;                        /* and how long they ran */

    double *times; /* of the succeeded ones of the kind of the longest */
    size_t time_count;
};

/* ---- attempts ---- */

typedef void taker(struct campaign *campaign, const struct attempt *attempt);

/* What is unfinished runs on to the last moment known. */
static void take_block(struct campaign *campaign, const struct records_block *block,
                       size_t first_record, taker *take)
{
    const struct task_groups *groups = campaign->groups;
    struct task_time_columns columns = task_time_columns_of(block);
    const uint8_t *endings = records_endings(block);
    bool has_queue = groups->records->sources[block->source].has_queue;
    for (size_t row = 0; row < block->rows; row++) {
        struct task_times times = task_times_at(&columns, row);
        enum record_ending ending = endings ? (enum record_ending)endings[row] : ENDING_UNKNOWN;
        if (ending == ENDING_UNFINISHED && isnan(times.end))
            times.end = campaign->last;
        if (ending == ENDING_CACHED || !(times.start < times.end) ||
            times.start < campaign->period_from || times.start >= campaign->last)
            continue;
        size_t record = first_record + row;
        take(campaign, &(struct attempt){
                           .submit = has_queue && !isnan(times.submit) ? times.submit : -INFINITY,
                           .start = times.start,
                           .end = times.end,
                           .run_s = times.end - times.start,
                           .kind = groups->groups[groups->group_of[record]].kind,
                           .succeeded = task_outcome_at(groups, record) == OUTCOME_SUCCEEDED,
                           .repeats = records_number_at(block, RECORD_ATTEMPT_COLUMN, row) > 1,
                       });
    }
}

static void take_all(struct campaign *campaign, taker *take)
{
    const struct records *records = campaign->groups->records;
    size_t first_record = 0;
    for (size_t i = 0; i < records->block_count; i++) {
        take_block(campaign, &records->blocks[i], first_record, take);
        first_record += records->blocks[i].rows;
    }
}

static void add_to_kind(struct campaign *campaign, const struct attempt *attempt)
{
    struct kind *kind = &campaign->kinds[attempt->kind];
    campaign->first = fmin(campaign->first, attempt->start);
    kind->first_start = fmin(kind->first_start, attempt->start);
    kind->last_end = fmax(kind->last_end, attempt->end);
    kind->run_s += attempt->run_s;
    if (attempt->start < campaign->tail_from)
        kind->early_s += attempt->run_s;
    kind->attempts++;
}

static void find_kinds(struct campaign *campaign)
{
    campaign->kinds = memory_alloc_array(campaign->groups->kind_count + 1, sizeof(struct kind));
    for (size_t i = 0; i < campaign->groups->kind_count; i++)
        campaign->kinds[i] = (struct kind){.first_start = INFINITY, .last_end = -INFINITY};
    campaign->first = INFINITY;
    take_all(campaign, add_to_kind);
}

/* ---- another order ---- */

static double earliest_start(const struct campaign *campaign, const struct attempt *attempt)
{
    const struct kind *kind = &campaign->kinds[attempt->kind];
    bool stood_in_queue = (double)kind->attempts > campaign->most_running && !attempt->repeats;
    return stood_in_queue ? fmax(kind->first_start, attempt->submit) : attempt->start;
}

static void add_to_order(struct campaign *campaign, const struct attempt *attempt)
{
    if (attempt->start >= campaign->tail_from) {
        campaign->late++;
        campaign->late_s += attempt->run_s;
        return;
    }
    campaign->early_s += attempt->run_s;
    campaign->early_end = fmax(campaign->early_end, attempt->end);
    campaign->least_end =
        fmax(campaign->least_end, earliest_start(campaign, attempt) + attempt->run_s);
    if (attempt->end > campaign->tail_from && attempt->run_s > campaign->longest.run_s)
        campaign->longest = *attempt;
}

static void find_order(struct campaign *campaign)
{
    campaign->early_end = campaign->least_end = campaign->first;
    take_all(campaign, add_to_order);
    double least_end = campaign->first + campaign->early_s / campaign->usual;
    for (size_t i = 0; i < campaign->groups->kind_count; i++) {
        const struct kind *kind = &campaign->kinds[i];
        if (kind->early_s > 0)
            least_end = fmax(least_end, kind->first_start + kind->early_s / campaign->usual);
    }
    campaign->least_end = fmax(campaign->least_end, least_end);
}

static void add_time(struct campaign *campaign, const struct attempt *attempt)
{
    if (attempt->kind == campaign->longest.kind && attempt->succeeded)
        campaign->times[campaign->time_count++] = attempt->run_s;
}

/* Of the succeeded ones of the kind of the longest. */
static double find_median(struct campaign *campaign)
{
    campaign->times =
        memory_alloc_array(campaign->kinds[campaign->longest.kind].attempts, sizeof(double));
    take_all(campaign, add_time);
    double median = statistic_median(campaign->times, campaign->time_count);
    free(campaign->times);
    return median;
}

/* ---- stages ---- */

static bool is_last_stage(const struct campaign *campaign, const struct kind *kind)
{
    return kind->attempts && kind->first_start >= campaign->tail_from;
}

static int by_start(const void *left, const void *right)
{
    const struct kind *l = *(const struct kind *const *)left;
    const struct kind *r = *(const struct kind *const *)right;
    if (l->first_start != r->first_start)
        return l->first_start < r->first_start ? -1 : 1;
    return (l > r) - (l < r);
}

/* How long nothing else ran, at the end. */
static double put_stages(const struct campaign *campaign, struct tables *tables)
{
    size_t kind_count = campaign->groups->kind_count, count = 0;
    const struct kind **stages = memory_alloc_array(kind_count + 1, sizeof(const struct kind *));
    double others_end = campaign->tail_from;
    for (size_t i = 0; i < kind_count; i++) {
        const struct kind *kind = &campaign->kinds[i];
        if (is_last_stage(campaign, kind))
            stages[count++] = kind;
        else
            others_end = fmax(others_end, kind->last_end);
    }
    qsort(stages, count, sizeof *stages, by_start);
    for (size_t i = 0; i < count; i++) {
        struct table *table = tables_get(tables, "tail_stages");
        struct tail_stages_row row = tail_stages_row_missing();
        row.task = campaign->groups->kinds[stages[i] - campaign->kinds].task;
        row.attempts = (double)stages[i]->attempts;
        row.start = stages[i]->first_start;
        row.elapsed_s = stages[i]->run_s;
        tail_stages_row_put(table, &row);
    }
    free(stages);
    return fmax(campaign->last - others_end, 0);
}

/* ---- all ---- */

static void put_tail(struct table *table, struct campaign *campaign, double stages_s)
{
    bool is_known = campaign->longest.run_s > 0;
    struct tail_row row = tail_row_missing();
    row.saved_s = fmax(campaign->early_end - campaign->least_end, 0);
    row.stages_s = stages_s;
    row.started = (double)campaign->late;
    row.started_elapsed_s = campaign->late_s;
    row.longest_s = is_known ? campaign->longest.run_s : NAN;
    row.median_s = is_known ? find_median(campaign) : NAN;
    row.longest_task = is_known ? campaign->groups->kinds[campaign->longest.kind].task : NULL;
    tail_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct concurrency_summary_rows summary = concurrency_summary_rows(tables);
    if (!request->tasks || !summary.rows || !(summary.tail_s[0] > 0))
        return;
    double tail_from = summary.tail_from[0];
    struct campaign campaign = {
        .groups = request->tasks,
        .last = tail_from + summary.tail_s[0],
        .period_from = summary.ran_from[0],
        .tail_from = tail_from,
        .most_running = summary.running_max[0],
        .usual = summary.running_usual[0],
    };
    find_kinds(&campaign);
    find_order(&campaign);
    double stages_s = put_stages(&campaign, tables);
    put_tail(tables_get(tables, "tail"), &campaign, stages_s);
    free(campaign.kinds);
}

const struct analysis analysis_tail = {"tail", run};
