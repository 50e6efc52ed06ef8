/* CPU time that tasks of a kind spent in the kernel: findings_kernel.c has that of nodes. */
#include <math.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/findings/task_words.h"
#include "table/rows.h"

static const char rule[] = "tasks.kernel-time";

static double share_of(const struct kernel_time_rows *kinds, size_t row)
{
    return kinds->system_s[row] / kinds->cpu_s[row];
}

/* Enough CPU time in the kernel: of much CPU time, and of cores that work. */
static bool counts(const struct findings *findings, const struct kernel_time_rows *kinds,
                   size_t row, double all_s)
{
    double cpu_s = kinds->cpu_s[row];
    double least_s = fmax(finding_limit(findings, rule, "of_all_cpu_time") * all_s,
                          finding_limit(findings, rule, "least_s"));
    return share_of(kinds, row) >= finding_limit(findings, rule, "note") && cpu_s >= least_s &&
           cpu_s >= finding_limit(findings, rule, "cores_at_work") * kinds->core_s[row];
}

void findings_of_systime(struct findings *findings)
{
    const struct kernel_time_rows kinds = kernel_time_rows(findings->tables);
    double all_s = 0, most_s = 0;
    size_t worst = 0, count = 0;
    for (size_t row = 0; row < kinds.rows; row++)
        all_s += kinds.cpu_s[row];
    for (size_t row = 0; row < kinds.rows; row++) {
        double system_s = kinds.system_s[row];
        if (!counts(findings, &kinds, row, all_s))
            continue;
        count++;
        if (system_s > most_s) {
            most_s = system_s;
            worst = row;
        }
    }
    if (!count)
        return;
    const char *kind = kinds.task[worst];
    struct rule_finding made = rule_begin(findings, rule);
    rule_text(&made, "kind", finding_kind(findings, kind));
    rule_number(&made, "share", share_of(&kinds, worst));
    rule_number(&made, "others", (double)count - 1);
    rule_number(&made, "least", rule_limit(&made, "note"));
    if (finding_holds_gpus(findings, kind))
        made.level = RULE_NOTE;
    rule_add_little_use(&made, kind);
}
