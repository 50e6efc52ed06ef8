#include "analysis/tasks/task_groups_make.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tasks/group_index.h"
#include "analysis/tasks/task_memory.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"
#include "util/parallel.h"

/* ---- totals ---- */

/* The columns of a block that make up totals; NULL where it has none. */
struct measures {
    const double *elapsed, *cpu, *cores, *memory, *script;
    const uint8_t *endings;
};

static struct measures measures_of(const struct records_block *block)
{
    return (struct measures){records_numbers(block, RECORD_ELAPSED_COLUMN),
                             records_numbers(block, RECORD_CPU_COLUMN),
                             records_numbers(block, RECORD_CORES_COLUMN),
                             records_numbers(block, RECORD_MEMORY_COLUMN),
                             records_numbers(block, RECORD_SCRIPT_COLUMN),
                             records_endings(block)};
}

static double value_at(const double *values, size_t row)
{
    return values ? values[row] : NUMBER_MISSING;
}

static void add_cpu(struct task_totals *totals, const struct measures *measures, size_t row)
{
    double elapsed = value_at(measures->elapsed, row), cpu = measures->cpu[row];
    double cores = value_at(measures->cores, row);
    double allotted = task_allotted_s(cpu, elapsed, cores);
    number_add(&totals->cpu_s, cpu);
    core_time_add_task(&totals->core_time, elapsed, cores, cpu);
    if (isnan(allotted) || isnan(cpu))
        return;
    number_add(&totals->used_s, cpu);
    number_add(&totals->allotted_s, allotted);
}

/* Of what the block has: most have neither CPU time nor cores. */
static void add_task(struct task_totals *totals, const struct measures *measures, size_t row)
{
    double elapsed = value_at(measures->elapsed, row), memory = value_at(measures->memory, row);
    number_add(&totals->elapsed_s, elapsed);
    if (memory > totals->memory_max || isnan(totals->memory_max))
        totals->memory_max = memory;
    if (measures->cpu)
        add_cpu(totals, measures, row);
    if (!measures->cores)
        return;
    number_add(&totals->held_core_s, elapsed * measures->cores[row]);
    number_add(&totals->held_s, isnan(measures->cores[row]) ? NUMBER_MISSING : elapsed);
}

/* Of neighbouring records of a group, of which the source says no more than time and memory. */
static void add_plain(struct task_totals *totals, const struct measures *measures, size_t from,
                      size_t to)
{
    double elapsed_s = totals->elapsed_s, memory_max = totals->memory_max;
    for (size_t row = from; row < to; row++) {
        double memory = value_at(measures->memory, row);
        number_add(&elapsed_s, value_at(measures->elapsed, row));
        if (memory > memory_max || isnan(memory_max))
            memory_max = memory;
    }
    totals->elapsed_s = elapsed_s;
    totals->memory_max = memory_max;
    totals->attempts += to - from;
    totals->tasks[OUTCOME_SUCCEEDED] += to - from;
}

static bool is_plain(const struct task_groups *groups, const struct measures *measures)
{
    return !groups->outcomes && !measures->endings && !measures->cpu && !measures->cores &&
           !measures->script;
}

static void add_record(struct task_totals *totals, enum task_outcome outcome,
                       const struct records_block *block, const struct measures *measures,
                       size_t row)
{
    bool ran = !measures->endings || task_is_attempt(block, row);
    totals->attempts += ran;
    totals->scripts += value_at(measures->script, row) > 0;
    if (outcome == OUTCOME_SUPERSEDED) {
        totals->repeated += ran;
        return;
    }
    totals->tasks[outcome]++;
    if (outcome != OUTCOME_SUCCEEDED)
        return;
    totals->cached += !ran;
    add_task(totals, measures, row);
}

static void add_block(struct task_groups *groups, const struct records_block *block, size_t first)
{
    const struct measures measures = measures_of(block);
    const uint32_t *group_of = groups->group_of + first;
    bool plain = is_plain(groups, &measures);
    for (size_t row = 0, end; row < block->rows; row = end) {
        struct task_totals *totals = &groups->groups[group_of[row]].totals;
        for (end = row + 1; plain && end < block->rows && group_of[end] == group_of[row];)
            end++;
        if (plain)
            add_plain(totals, &measures, row, end);
        else
            add_record(totals, task_outcome_at(groups, first + row), block, &measures, row);
    }
}

static void make_totals(struct task_groups *groups)
{
    size_t record = 0;
    for (size_t g = 0; g < groups->group_count; g++)
        task_totals_init(&groups->groups[g].totals);
    for (size_t i = 0; i < groups->records->block_count; i++) {
        const struct records_block *block = &groups->records->blocks[i];
        add_block(groups, block, record);
        record += block->rows;
    }
    for (size_t k = 0; k < groups->kind_count; k++) {
        struct task_kind *kind = &groups->kinds[k];
        task_totals_init(&kind->totals);
        for (size_t g = kind->first; g < kind->first + kind->count; g++)
            task_totals_add(&kind->totals, &groups->groups[g].totals);
    }
}

/* ---- columns ---- */

static void find_places(struct task_groups *groups)
{
    groups->first = memory_alloc_array(groups->group_count + 1, sizeof *groups->first);
    for (size_t g = 0; g < groups->group_count; g++)
        groups->first[g + 1] = groups->first[g] + groups->groups[g].totals.tasks[OUTCOME_SUCCEEDED];
}

/* ---- groups in order ---- */

struct ranked {
    const char *text;
    uint32_t number;
};

static int compare_texts(const void *left, const void *right)
{
    const struct ranked *l = left, *r = right;
    return natural_compare(l->text, r->text);
}

/* The place of each text that names a step or a kind in the natural order of all; a missing one
 * comes first. To be freed. */
static uint32_t *rank_texts(const struct records *records, const struct group_index *index)
{
    uint32_t *ranks = memory_alloc_array(records->texts.count + 1, sizeof *ranks);
    struct ranked *used = memory_alloc_array(2 * index->count + 1, sizeof *used);
    size_t count = 0;
    for (size_t i = 0; i < 2 * index->count; i++) {
        const struct group_key *key = &index->keys[i / 2];
        uint32_t number = i % 2 ? key->task : key->step;
        if (number && !ranks[number])
            used[count++] = (struct ranked){records_text(records, number), number};
        ranks[number] = number ? 1 : 0;
    }
    qsort(used, count, sizeof *used, compare_texts);
    for (size_t i = 0; i < count; i++)
        ranks[used[i].number] = (uint32_t)(i + 1);
    free(used);
    return ranks;
}

struct place {
    uint64_t rank;
    size_t group;
};

static int compare_places(const void *left, const void *right)
{
    const struct place *l = left, *r = right;
    return (l->rank > r->rank) - (l->rank < r->rank);
}

/* Groups ordered by the rank of one of their texts, then of the other. To be freed. */
static struct place *order_groups(const struct group_index *index, const uint32_t *ranks,
                                  bool step_first)
{
    struct place *places = memory_alloc_array(index->count + 1, sizeof *places);
    for (size_t i = 0; i < index->count; i++) {
        uint64_t step = ranks[index->keys[i].step], task = ranks[index->keys[i].task];
        places[i] = (struct place){step_first ? step << 32 | task : task << 32 | step, i};
    }
    qsort(places, index->count, sizeof *places, compare_places);
    return places;
}

static void add_group(struct task_groups *groups, const struct group_key *key)
{
    const char *step = records_text(groups->records, key->step);
    const char *task = records_text(groups->records, key->task);
    struct task_kind *latest = groups->kind_count ? &groups->kinds[groups->kind_count - 1] : NULL;
    if (!latest || latest->task != task) {
        latest = &groups->kinds[groups->kind_count++];
        *latest = (struct task_kind){.task = task, .first = groups->group_count};
    }
    latest->count++;
    groups->groups[groups->group_count++] =
        (struct task_group){.step = step, .task = task, .kind = (uint32_t)(groups->kind_count - 1)};
}

static void renumber_records(struct task_groups *groups, const uint32_t *numbers)
{
    for (size_t i = 0; i < groups->records->rows; i++)
        groups->group_of[i] = numbers[groups->group_of[i]];
}

static void make_groups(struct task_groups *groups, const struct group_index *index)
{
    uint32_t *ranks = rank_texts(groups->records, index);
    struct place *by_kind = order_groups(index, ranks, false);
    struct place *by_step = order_groups(index, ranks, true);
    uint32_t *numbers = memory_alloc_array(index->count + 1, sizeof *numbers);
    groups->groups = memory_alloc_array(index->count + 1, sizeof *groups->groups);
    groups->kinds = memory_alloc_array(index->count + 1, sizeof *groups->kinds);
    groups->by_step = memory_alloc_array(index->count + 1, sizeof *groups->by_step);
    for (size_t i = 0; i < index->count; i++) {
        numbers[by_kind[i].group] = (uint32_t)i;
        add_group(groups, &index->keys[by_kind[i].group]);
    }
    for (size_t i = 0; i < index->count; i++)
        groups->by_step[i] = numbers[by_step[i].group];
    renumber_records(groups, numbers);
    free(ranks);
    free(by_kind);
    free(by_step);
    free(numbers);
}

/* ---- all ---- */

enum { MEMORY, ELAPSED, RUN_TIME, COLUMNS };

static void make_column(void *context, size_t column)
{
    struct task_groups *groups = context;
    int run_time = records_find_attribute(groups->records, "run_time", RECORD_NUMBER);
    if (column == MEMORY)
        groups->memory = task_column_make(groups, RECORD_MEMORY_COLUMN, RECORDS_NO_COLUMN);
    else if (column == ELAPSED)
        groups->elapsed = task_column_make(groups, RECORD_ELAPSED_COLUMN, RECORDS_NO_COLUMN);
    else if (run_time != RECORDS_NO_COLUMN)
        groups->run_time = task_column_make(groups, run_time, RECORD_ELAPSED_COLUMN);
}

void task_groups_make(struct task_groups *groups, const struct records *records, int jobs)
{
    task_groups_make_by(groups, records, NULL, jobs);
}

void task_groups_make_by(struct task_groups *groups, const struct records *records,
                         const struct kind_choice *kinds, int jobs)
{
    struct group_index index;
    *groups = (struct task_groups){.records = records, .choice = kinds};
    groups->group_of = memory_resize(NULL, records->rows + 1, sizeof *groups->group_of);
    group_index_make(&index, records, kinds, groups->group_of);
    groups->outcomes = task_outcomes_make(records);
    make_groups(groups, &index);
    group_index_release(&index);
    make_totals(groups);
    find_places(groups);
    parallel_threads(jobs, COLUMNS, make_column, groups);
    if (!groups->run_time)
        groups->run_time = groups->elapsed;
    groups->memory_of_kinds = task_memory_of_kinds(groups, jobs);
}

void task_groups_release(struct task_groups *groups)
{
    if (groups->run_time != groups->elapsed)
        free(groups->run_time);
    free(groups->memory_of_kinds);
    free(groups->elapsed);
    free(groups->memory);
    free(groups->first);
    free(groups->groups);
    free(groups->kinds);
    free(groups->by_step);
    free(groups->group_of);
    free(groups->outcomes);
    *groups = (struct task_groups){0};
}
