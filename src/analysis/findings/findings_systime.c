/* CPU time that tasks of a kind spent in the kernel: findings_kernel.c has that of nodes. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"

static const char rule[] = "tasks.kernel-time";

static double share_of(const struct table *kinds, size_t row)
{
    return table_numbers(kinds, "system_s")[row] / table_numbers(kinds, "cpu_s")[row];
}

/* Enough CPU time in the kernel: of much CPU time, and of cores that work. */
static bool counts(const struct findings *findings, const struct table *kinds, size_t row,
                   double all_s)
{
    double cpu_s = table_numbers(kinds, "cpu_s")[row];
    double least_s = fmax(finding_limit(findings, rule, "of_all_cpu_time") * all_s,
                          finding_limit(findings, rule, "least_s"));
    return share_of(kinds, row) >= finding_limit(findings, rule, "note") && cpu_s >= least_s &&
           cpu_s >=
               finding_limit(findings, rule, "cores_at_work") * table_numbers(kinds, "core_s")[row];
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
        if (!counts(findings, kinds, row, all_s))
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
    struct rule_finding made = rule_begin(findings, rule);
    rule_text(&made, "kind", finding_kind(findings, kind));
    rule_number(&made, "share", share_of(kinds, worst));
    rule_number(&made, "others", (double)count - 1);
    rule_number(&made, "least", rule_limit(&made, "note"));
    if (finding_holds_gpus(findings, kind))
        made.level = RULE_NOTE;
    rule_add_little_use(&made, kind);
}
