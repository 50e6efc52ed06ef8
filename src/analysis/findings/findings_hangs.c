/* GPUs that show full use to the end but draw little power: the program may hang. */
#include <math.h>
#include <string.h>

#include "analysis/findings/rule_finding.h"
#include "analysis/nodes/gpu_hangs.h"
#include "table/rows.h"
#include "util/count_text.h"

static const char *who_text(const struct findings *findings, const struct gpu_hangs_rows *hangs,
                            size_t row)
{
    double gpus = hangs->gpus[row], of = hangs->of[row];
    struct arena *arena = findings->arena;
    if (strcmp(hangs->metric[row], "acc_utilization") == 0)
        return of == 1     ? "The GPUs of the node"
               : gpus < of ? arena_format(arena, "The GPUs of %s of %s nodes", COUNT_TEXT(gpus),
                                          COUNT_TEXT(of))
                           : arena_format(arena, "The GPUs of all %s nodes", COUNT_TEXT(of));
    if (hangs->node[row])
        return finding_worker(findings, hangs->table, row);
    if (of == 1)
        return "The GPU";
    if (gpus < of)
        return arena_format(arena, "%s of %s GPUs", COUNT_TEXT(gpus), COUNT_TEXT(of));
    return of == 2 ? "Both GPUs" : arena_format(arena, "All %s GPUs", COUNT_TEXT(of));
}

void findings_of_hangs(struct findings *findings)
{
    const struct gpu_hangs_rows hangs = gpu_hangs_rows(findings->tables);
    for (size_t row = 0; row < hangs.rows; row++) {
        double start = hangs.start[row];
        double length_s = hangs.duration_s[row];
        double run_s = hangs.until_last[row] - hangs.from_first[row];
        double ratio = hangs.power[row] / hangs.power_before[row];
        const char *metric = hangs.metric[row];
        bool is_one = hangs.of[row] == 1 && strcmp(metric, "acc_utilization") != 0;
        bool is_sampled = strcmp(metric, "gpu.utilization") == 0;
        struct rule_finding made = rule_begin(findings, "gpus.hang");
        rule_text(&made, "metric", is_sampled ? "devices-gpu-metrics" : metric);
        rule_text(&made, "who", who_text(findings, &hangs, row));
        rule_number(&made, "ratio", ratio);
        rule_number(&made, "start", start);
        rule_number(&made, "length", length_s);
        rule_number(&made, "of_run", length_s / run_s);
        rule_number(&made, "gpus", is_one ? 1 : 2);
        rule_number(&made, "utilisation", hangs.utilization_mean[row]);
        made.level = RULE_WARN;
        made.threshold = GPU_HANGS_POWER;
        made.finding.explains_low_load = true;
        made.finding.clue = FINDING_CLUE_HANG;
        made.finding.clue_about = "a possible hang";
        rule_add(&made);
    }
}
