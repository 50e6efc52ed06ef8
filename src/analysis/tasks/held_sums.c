#include "analysis/tasks/held_sums.h"

#include <math.h>
#include <string.h>

#include "util/number.h"

const char *const held_part_names[HELD_PARTS] = {"used",   "unused",    "CPU time unknown",
                                                 "failed", "cancelled", "unfinished or unknown"};

/* Of a batch system, in J: other sources have units of their own. */
static int energy_column(const struct records *records)
{
    int column = records_find_attribute(records, "energy", RECORD_NUMBER);
    const char *unit = column == RECORDS_NO_COLUMN ? NULL : records->columns[column].unit;
    return !unit || !*unit || strcmp(unit, "J") == 0 ? column : RECORDS_NO_COLUMN;
}

struct held_columns held_columns_of(const struct records *records)
{
    struct held_columns columns = {.energy = energy_column(records)};
    columns.has_gpus = attempt_gpus_columns_find(&columns.gpus, records);
    return columns;
}

/* Of how many GPUs an attempt held, not all sources say the number. */
static void add_gpus(struct held_amounts *amounts, const struct held_columns *columns,
                     const struct records_block *block, size_t row)
{
    const struct attempt_gpus gpus = attempt_gpus_at(block, &columns->gpus, row);
    if (!(gpus.gpu_s > 0) || gpus.is_uncounted)
        return;
    amounts->gpu_s = gpus.gpu_s;
    amounts->gpu_percent = gpus.percent;
}

struct held_amounts held_amounts_at(const struct held_columns *columns,
                                    const struct records_block *block, size_t row)
{
    struct held_amounts amounts = {.is_attempt = task_is_attempt(block, row),
                                   .gpu_s = NUMBER_MISSING,
                                   .gpu_percent = NUMBER_MISSING};
    if (!amounts.is_attempt)
        return amounts;
    double elapsed_s = records_number_at(block, RECORD_ELAPSED_COLUMN, row);
    amounts.outcome = task_outcome_of(block, row);
    amounts.elapsed_s = elapsed_s;
    amounts.core_s = elapsed_s * records_number_at(block, RECORD_CORES_COLUMN, row);
    amounts.cpu_s = records_number_at(block, RECORD_CPU_COLUMN, row);
    amounts.memory_Bs = elapsed_s * records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row);
    amounts.energy_J = records_number_at(block, columns->energy, row);
    if (columns->has_gpus)
        add_gpus(&amounts, columns, block, row);
    return amounts;
}

static void add(struct held_sum *sum, double amount)
{
    if (isnan(amount))
        return;
    sum->sum += amount;
    sum->known++;
}

static void add_parts(struct held_sums *sums, const struct held_amounts *amounts)
{
    const double core_s = amounts->core_s;
    switch (amounts->outcome) {
    case OUTCOME_SUCCEEDED:
        if (isnan(amounts->cpu_s)) {
            sums->parts_s[HELD_NOT_MEASURED] += core_s;
            return;
        }
        sums->parts_s[HELD_USED] += amounts->cpu_s;
        sums->parts_s[HELD_UNUSED] += core_s - amounts->cpu_s;
        return;
    case OUTCOME_FAILED:
        sums->parts_s[HELD_FAILED] += core_s;
        return;
    case OUTCOME_CANCELLED:
        sums->parts_s[HELD_CANCELLED] += core_s;
        return;
    case OUTCOME_UNFINISHED:
    case OUTCOME_UNKNOWN:
    case OUTCOME_SUPERSEDED:
        sums->parts_s[HELD_OTHER] += core_s;
    }
}

void held_sums_add(struct held_sums *sums, const struct held_amounts *amounts)
{
    if (!amounts->is_attempt) {
        sums->not_run++;
        return;
    }
    sums->outcomes[amounts->outcome]++;
    add(&sums->elapsed_s, amounts->elapsed_s);
    add(&sums->memory_Bs, amounts->memory_Bs);
    add(&sums->energy_J, amounts->energy_J);
    if (!isnan(amounts->core_s)) {
        add(&sums->core_s, amounts->core_s);
        add_parts(sums, amounts);
        add(&sums->cpu_s, amounts->cpu_s);
        sums->cpu_core_s += isnan(amounts->cpu_s) ? 0 : amounts->core_s;
    }
    if (isnan(amounts->gpu_s))
        return;
    add(&sums->gpu_s, amounts->gpu_s);
    if (isnan(amounts->gpu_percent))
        return;
    const struct attempt_gpus gpus = {.percent = amounts->gpu_percent};
    add(&sums->measured_gpu_s, amounts->gpu_s);
    sums->idle_gpu_s += attempt_gpus_are(&gpus, GPUS_IDLE) ? amounts->gpu_s : 0;
}

static void merge(struct held_sum *sum, struct held_sum more)
{
    sum->sum += more.sum;
    sum->known += more.known;
}

void held_sums_merge(struct held_sums *sums, const struct held_sums *more)
{
    for (size_t i = 0; i < OUTCOMES; i++)
        sums->outcomes[i] += more->outcomes[i];
    sums->not_run += more->not_run;
    merge(&sums->elapsed_s, more->elapsed_s);
    merge(&sums->core_s, more->core_s);
    merge(&sums->cpu_s, more->cpu_s);
    merge(&sums->gpu_s, more->gpu_s);
    merge(&sums->measured_gpu_s, more->measured_gpu_s);
    merge(&sums->memory_Bs, more->memory_Bs);
    merge(&sums->energy_J, more->energy_J);
    sums->cpu_core_s += more->cpu_core_s;
    sums->idle_gpu_s += more->idle_gpu_s;
    for (size_t i = 0; i < HELD_PARTS; i++)
        sums->parts_s[i] += more->parts_s[i];
}

size_t held_sums_attempts(const struct held_sums *sums)
{
    size_t attempts = 0;
    for (size_t i = 0; i < OUTCOMES; i++)
        attempts += sums->outcomes[i];
    return attempts;
}

double held_sum_shown(struct held_sum sum)
{
    return sum.known ? sum.sum : NUMBER_MISSING;
}

double held_part(const struct held_sums *sums, enum held_part part)
{
    const double unused_s = sums->parts_s[HELD_UNUSED];
    if (part == HELD_USED)
        return sums->parts_s[part] + fmin(unused_s, 0);
    return fmax(sums->parts_s[part], 0);
}

bool held_has_part(const struct held_sums *all, enum held_part part)
{
    if (part == HELD_UNUSED)
        return all->parts_s[HELD_USED] + all->parts_s[HELD_UNUSED] > 0;
    return all->parts_s[part] > 0;
}

double held_part_shown(const struct held_sums *sums, enum held_part part)
{
    bool needs_cpu = part == HELD_USED || part == HELD_UNUSED;
    return (needs_cpu ? sums->cpu_s.known : sums->core_s.known) ? held_part(sums, part)
                                                                : NUMBER_MISSING;
}
