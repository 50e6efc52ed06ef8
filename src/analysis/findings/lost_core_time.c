#include "analysis/findings/lost_core_time.h"

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/texts.h"

static const double HARDLY_USED = 0.05; /* of the time of the cores */
static const double HALF_A_CORE = 0.5;  /* a serial program on many cores keeps one of them busy */
static const double FAR_LESS = 0.25;    /* than tasks of the kind that succeeded */

static bool is_at_time_limit(const struct attempts_rows *attempts, size_t row)
{
    return attempts_ended(attempts, row, "failed") &&
           texts_equal(attempts->reason[row], "time limit");
}

static void add_row(struct lost_core_time *sum, const struct attempts_rows *attempts, size_t row)
{
    sum->attempts += attempts->attempts[row];
    sum->elapsed_s += attempts_or_zero(attempts->elapsed_s[row]);
    sum->allotted_s += attempts->core_s[row];
    sum->used_s += attempts_or_zero(attempts->core_cpu_s[row]);
}

static bool counts(const struct attempts_rows *attempts, size_t row, bool with_cancelled)
{
    return attempts->core_s[row] > 0 &&
           (is_at_time_limit(attempts, row) ||
            (with_cancelled && attempts_ended(attempts, row, "cancelled")));
}

static struct lost_core_time sum_of(const struct findings *findings, const char *kind,
                                    bool with_cancelled)
{
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    struct lost_core_time sum = {0};
    for (size_t row = 0; row < attempts.rows; row++)
        if (texts_equal(attempts.task[row], kind) && counts(&attempts, row, with_cancelled))
            add_row(&sum, &attempts, row);
    return sum;
}

static const char *kind_at(const struct table *table, size_t row)
{
    const char *kind = table_texts(table, "task")[row];
    return kind ? kind : "";
}

struct lost_core_times core_times_of_kinds(const struct findings *findings,
                                           const struct tasks_rows *kinds)
{
    const struct attempts_rows attempts = attempts_rows(findings->tables);
    struct lost_core_times times = {
        arena_alloc_array(findings->arena, kinds->rows, sizeof *times.at_limit),
        arena_alloc_array(findings->arena, kinds->rows, sizeof *times.lost),
    };
    struct name_index rows;
    name_index_init(&rows);
    for (size_t row = 0; row < kinds->rows; row++)
        name_index_add(&rows, kind_at(kinds->table, row));
    for (size_t row = 0; row < attempts.rows; row++) {
        uint32_t kind = name_index_find(&rows, kind_at(attempts.table, row));
        if (kind == NAME_INDEX_NONE || !counts(&attempts, row, true))
            continue;
        add_row(&times.lost[kind], &attempts, row);
        if (is_at_time_limit(&attempts, row))
            add_row(&times.at_limit[kind], &attempts, row);
    }
    name_index_release(&rows);
    return times;
}

struct lost_core_time core_time_at_limit(const struct findings *findings, const char *kind)
{
    return sum_of(findings, kind, false);
}

struct lost_core_time core_time_of_lost(const struct findings *findings, const char *kind)
{
    return sum_of(findings, kind, true);
}

/* CPU time of 0 throughout was not measured. */
static bool hardly_used(const struct lost_core_time *time)
{
    return time->used_s > 0 && time->used_s < HARDLY_USED * time->allotted_s &&
           time->used_s < HALF_A_CORE * time->elapsed_s;
}

static bool waited(const struct findings *findings, const char *kind, double efficiency,
                   const struct lost_core_time *at_limit)
{
    double share = at_limit->used_s / at_limit->allotted_s;
    if (!hardly_used(at_limit) || finding_holds_gpus(findings, kind))
        return false;
    /* Copying files, they all wait for most of their time. */
    return !(efficiency * FAR_LESS <= share);
}

bool kind_waited_to_limit(const struct findings *findings, const struct tasks_rows *kinds,
                          size_t row, const struct lost_core_time *at_limit)
{
    return waited(findings, kinds->task[row], kinds->cpu_efficiency[row], at_limit);
}

bool attempts_waited_to_limit(const struct findings *findings, const char *kind)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    size_t row = rows_find(kinds.rows, 0, kinds.task, kind, NULL, NULL);
    struct lost_core_time time = core_time_at_limit(findings, kind);
    bool is_known = row < kinds.rows;
    return waited(findings, kind, is_known ? kinds.cpu_efficiency[row] : NUMBER_MISSING, &time);
}

/* As all attempts of the kind that held some: utilisation of each is known, and low in none. */
static bool gpus_worked(const struct findings *findings, const char *kind)
{
    const struct task_gpus_rows gpus = task_gpus_rows(findings->tables);
    size_t row = rows_find(gpus.rows, 0, gpus.task, kind, NULL, NULL);
    return row < gpus.rows && gpus.measured[row] >= gpus.attempts[row] &&
           !(gpus.idle[row] + gpus.low[row] > 0);
}

bool attempts_hardly_used_cores(const struct findings *findings, const char *kind)
{
    struct lost_core_time time = core_time_at_limit(findings, kind);
    return hardly_used(&time) && !gpus_worked(findings, kind);
}
