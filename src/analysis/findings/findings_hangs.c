/* GPUs that show full use to the end but draw little power: the program may hang. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"

static const char *who_text(const struct findings *findings, const struct table *hangs, size_t row)
{
    double gpus = table_numbers(hangs, "gpus")[row], of = table_numbers(hangs, "of")[row];
    struct arena *arena = findings->arena;
    if (strcmp(table_texts(hangs, "metric")[row], "acc_utilization") == 0)
        return of == 1     ? "The GPUs of the node"
               : gpus < of ? arena_format(arena, "The GPUs of %.0f of %.0f nodes", gpus, of)
                           : arena_format(arena, "The GPUs of all %.0f nodes", of);
    if (table_texts(hangs, "node")[row])
        return finding_worker(findings, hangs, row);
    if (of == 1)
        return "The GPU";
    if (gpus < of)
        return arena_format(arena, "%.0f of %.0f GPUs", gpus, of);
    return of == 2 ? "Both GPUs" : arena_format(arena, "All %.0f GPUs", of);
}

void findings_of_hangs(struct findings *findings)
{
    const struct table *hangs = tables_find(findings->tables, "gpu_hangs");
    for (size_t row = 0; hangs && row < hangs->rows; row++) {
        double start = table_numbers(hangs, "start")[row];
        double length_s = table_numbers(hangs, "duration_s")[row];
        double run_s =
            table_numbers(hangs, "until_last")[row] - table_numbers(hangs, "from_first")[row];
        double ratio =
            table_numbers(hangs, "power")[row] / table_numbers(hangs, "power_before")[row];
        const char *metric = table_texts(hangs, "metric")[row];
        bool is_one =
            table_numbers(hangs, "of")[row] == 1 && strcmp(metric, "acc_utilization") != 0;
        const char *whose = is_one ? "its" : "their";
        bool is_sampled = strcmp(metric, "gpu.utilization") == 0;
        finding_add(
            findings,
            (struct finding){
                .weight = 95,
                .level = "warn",
                .section = is_sampled ? "devices-what-the-gpus-measured" : metric,
                .text = arena_format(
                    findings->arena,
                    "%s drew %s of %s former power from %s to the end (%s, %s of the run), "
                    "though %s utilisation was %s: the program may hang.",
                    who_text(findings, hangs, row), finding_percent(findings, ratio), whose,
                    finding_moment(findings, start), finding_quantity(findings, length_s, "s"),
                    finding_percent(findings, length_s / run_s), whose,
                    finding_percent(findings, table_numbers(hangs, "utilization_mean")[row])),
                .value = ratio,
                .unit = "",
                .threshold = 0.5,
                .explains_low_load = true,
                .advice = "look at its last output, and where its processes wait (gdb, py-spy)",
                .clue = FINDING_CLUE_HANG,
                .clue_about = "a possible hang",
            });
    }
}
