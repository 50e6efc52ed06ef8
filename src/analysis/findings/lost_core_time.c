#include "analysis/findings/lost_core_time.h"

#include "analysis/findings/attempt_rows.h"
#include "analysis/findings/findings_tasks.h"
#include "util/texts.h"

static const double HARDLY_USED = 0.05; /* of the time of the cores */
static const double HALF_A_CORE = 0.5;  /* a serial program on many cores keeps one of them busy */
static const double FAR_LESS = 0.25;    /* than tasks of the kind that succeeded */

static bool is_at_time_limit(const struct table *attempts, size_t row)
{
    return attempts_ended(attempts, row, "failed") &&
           texts_equal(table_texts(attempts, "reason")[row], "time limit");
}

static struct lost_core_time sum_of(const struct findings *findings, const char *kind,
                                    bool with_cancelled)
{
    const struct table *attempts = tables_find(findings->tables, "attempts");
    struct lost_core_time sum = {0};
    for (size_t row = 0; attempts && row < attempts->rows; row++) {
        double allotted_h = table_numbers(attempts, "core_hours")[row];
        bool counts = is_at_time_limit(attempts, row) ||
                      (with_cancelled && attempts_ended(attempts, row, "cancelled"));
        if (!counts || !(allotted_h > 0) || !texts_equal(table_texts(attempts, "task")[row], kind))
            continue;
        sum.attempts += table_numbers(attempts, "attempts")[row];
        sum.elapsed_h += attempts_or_zero(table_numbers(attempts, "elapsed_hours")[row]);
        sum.allotted_h += allotted_h;
        sum.used_h += attempts_or_zero(table_numbers(attempts, "core_cpu_hours")[row]);
    }
    return sum;
}

struct lost_core_time core_time_at_limit(const struct findings *findings, const char *kind)
{
    return sum_of(findings, kind, false);
}

struct lost_core_time core_time_of_lost(const struct findings *findings, const char *kind)
{
    return sum_of(findings, kind, true);
}

bool attempts_waited_to_limit(const struct findings *findings, const char *kind)
{
    const struct table *kinds = tables_find(findings->tables, "tasks");
    size_t row = kinds ? table_find_row(kinds, 0, "task", kind, NULL, NULL) : 0;
    struct lost_core_time time = core_time_at_limit(findings, kind);
    double share = time.used_h / time.allotted_h;
    /* CPU time of 0 throughout was not measured. */
    if (!(time.used_h > 0) || !(share < HARDLY_USED) ||
        !(time.used_h < HALF_A_CORE * time.elapsed_h) || finding_holds_gpus(findings, kind))
        return false;
    /* Copying files, they all wait for most of their time. */
    return !kinds || row >= kinds->rows ||
           !(table_numbers(kinds, "cpu_efficiency")[row] * FAR_LESS <= share);
}
