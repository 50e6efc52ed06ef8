/* What attempts held of a machine, what they used of it and what was lost: sums over any of them,
 * as the tables held_by and held_by_day have them. Each sum goes with the number of attempts for
 * which it is known. */
#ifndef ANALYSIS_TASKS_HELD_SUMS_H
#define ANALYSIS_TASKS_HELD_SUMS_H

#include "analysis/tasks/attempt_gpus.h"
#include "analysis/tasks/task_outcomes.h"
#include "table/records.h"

/* Parts of the core time that was held; they add up to it. Used and unused are of attempts that
 * succeeded and whose CPU time is known: the sum of their CPU times, and what it leaves of the sum
 * of their core times, as CPU efficiency has it. Attempts with more CPU time than core time
 * make up for others. */
enum held_part {
    HELD_USED,
    HELD_UNUSED,
    HELD_NOT_MEASURED, /* succeeded, of unknown CPU time */
    HELD_FAILED,
    HELD_CANCELLED,
    HELD_OTHER, /* unfinished, or of unknown outcome */
    HELD_PARTS
};
/* "used" … */
extern const char *const held_part_names[HELD_PARTS];

struct held_sum {
    double sum; /* 0: of none */
    size_t known;
};

struct held_sums {
    size_t outcomes[OUTCOMES]; /* attempts by how they ended */
    size_t not_run;            /* records that are no attempts: waiting, or cancelled before */
    struct held_sum elapsed_s, core_s, cpu_s, gpu_s, measured_gpu_s, memory_Bs, energy_J;
    double cpu_core_s, idle_gpu_s; /* core time for which cpu_s is known; of measured_gpu_s */
    double parts_s[HELD_PARTS];    /* what is unused is below 0 where more was used than held */
};

struct held_columns {
    struct attempt_gpus_columns gpus;
    int energy;
    bool has_gpus;
};

/* What one record says: NaN where it is not known. */
struct held_amounts {
    bool is_attempt;
    enum task_outcome outcome;
    double elapsed_s, core_s, cpu_s, gpu_s, memory_Bs, energy_J;
    double gpu_percent; /* of one GPU */
};

struct held_columns held_columns_of(const struct records *records);
struct held_amounts held_amounts_at(const struct held_columns *columns,
                                    const struct records_block *block, size_t row);

void held_sums_add(struct held_sums *sums, const struct held_amounts *amounts);
void held_sums_merge(struct held_sums *sums, const struct held_sums *more);
size_t held_sums_attempts(const struct held_sums *sums);
/* NaN where it is known for none. */
double held_sum_shown(struct held_sum sum);

/* Fills the columns that held_by and held_by_day have alike. */
#define row_set_held(row, sums)                                                                    \
    ((row)->attempts = (double)held_sums_attempts(sums),                                           \
     (row)->succeeded = (double)(sums)->outcomes[OUTCOME_SUCCEEDED],                               \
     (row)->failed = (double)(sums)->outcomes[OUTCOME_FAILED],                                     \
     (row)->cancelled = (double)(sums)->outcomes[OUTCOME_CANCELLED],                               \
     (row)->unfinished = (double)(sums)->outcomes[OUTCOME_UNFINISHED],                             \
     (row)->unknown = (double)(sums)->outcomes[OUTCOME_UNKNOWN],                                   \
     (row)->elapsed_s = held_sum_shown((sums)->elapsed_s),                                         \
     (row)->core_s = held_sum_shown((sums)->core_s),                                               \
     (row)->core_known = (double)(sums)->core_s.known,                                             \
     (row)->cpu_s = held_sum_shown((sums)->cpu_s), (row)->cpu_known = (double)(sums)->cpu_s.known, \
     (row)->cpu_efficiency = held_sum_shown((sums)->cpu_s) / (sums)->cpu_core_s,                   \
     (row)->unused_core_s = held_part_shown(sums, HELD_UNUSED),                                    \
     (row)->failed_core_s = held_part_shown(sums, HELD_FAILED),                                    \
     (row)->cancelled_core_s = held_part_shown(sums, HELD_CANCELLED),                              \
     (row)->gpu_s = held_sum_shown((sums)->gpu_s),                                                 \
     (row)->measured_gpu_s = held_sum_shown((sums)->measured_gpu_s),                               \
     (row)->idle_gpu_s = (sums)->measured_gpu_s.known ? (sums)->idle_gpu_s : NUMBER_MISSING,       \
     (row)->memory_Bs = held_sum_shown((sums)->memory_Bs),                                         \
     (row)->memory_known = (double)(sums)->memory_Bs.known,                                        \
     (row)->energy_J = held_sum_shown((sums)->energy_J),                                           \
     (row)->energy_known = (double)(sums)->energy_J.known)

/* Core time of a part in s, never below 0: where succeeded attempts used more than they held, all
 * of that is used. */
double held_part(const struct held_sums *sums, enum held_part part);
/* Whether there is any of it, in a group of attempts or in all of them: what is unused of all may
 * be less than what is unused of some. */
bool held_has_part(const struct held_sums *all, enum held_part part);
/* NaN where no core time is known, and of what is unused where no CPU time is. */
double held_part_shown(const struct held_sums *sums, enum held_part part);

#endif
