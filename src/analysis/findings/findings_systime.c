/* CPU time that tasks of a kind spent in the kernel: findings_kernel.c has that of nodes. */
#include <math.h>

#include "analysis/findings/findings_tasks.h"

static const double SOME = 0.3, MUCH = 0.5; /* of the CPU time */
static const double AT_WORK = 0.1;          /* of the time of the cores: of less it is no trouble */
static const double OF_ALL = 0.1, LEAST_S = 600; /* CPU time of the kind: of that of all kinds */

static double share_of(const struct table *kinds, size_t row)
{
    return table_numbers(kinds, "system_s")[row] / table_numbers(kinds, "cpu_s")[row];
}

/* Whether it is worth to be told of the kind. */
static bool counts(const struct table *kinds, size_t row, double all_s)
{
    double cpu_s = table_numbers(kinds, "cpu_s")[row];
    return share_of(kinds, row) >= SOME && cpu_s >= fmax(OF_ALL * all_s, LEAST_S) &&
           cpu_s >= AT_WORK * table_numbers(kinds, "core_s")[row];
}

void findings_of_systime(struct findings *findings)
{
    const struct table *kinds = tables_find(findings->tables, "kernel_time");
    double all_s = 0, most_s = 0;
    size_t worst = 0, count = 0;
    for (size_t row = 0; kinds && row < kinds->rows; row++)
        all_s += table_numbers(kinds, "cpu_s")[row];
    for (size_t row = 0; kinds && row < kinds->rows; row++) {
        double system_s = table_numbers(kinds, "system_s")[row];
        if (!counts(kinds, row, all_s))
            continue;
        count++;
        if (system_s > most_s) {
            most_s = system_s;
            worst = row;
        }
    }
    if (!count)
        return;
    const char *kind = table_texts(kinds, "task")[worst];
    double share = share_of(kinds, worst);
    bool is_much = share >= MUCH && !finding_holds_gpus(findings, kind);
    const char *more = count == 1
                           ? ""
                           : arena_format(findings->arena, "; %zu more task %s 30 %% or more",
                                          count - 1, count == 2 ? "kind spent" : "kinds spent");
    finding_add_little_use(
        findings, kind,
        (struct finding){
            .id = "tasks.kernel-time",
            .weight = is_much ? 78 : 44,
            .level = is_much ? "warn" : "note",
            .section = "tasks-resources",
            .text =
                arena_format(findings->arena,
                             "%s spent %s of its CPU time in the kernel (system time)%s.",
                             finding_kind(findings, kind), finding_percent(findings, share), more),
            .value = share,
            .unit = "",
            .threshold = is_much ? MUCH : SOME,
            .advice = "profile its system calls (perf top, strace -c -f): page faults, "
                      "locks, or many small reads and writes",
        });
}
