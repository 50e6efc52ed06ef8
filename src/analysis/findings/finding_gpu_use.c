#include "analysis/findings/finding_gpu_use.h"

#include <math.h>
#include <string.h>

#include "analysis/allocations.h"
#include "analysis/nodes/gpu.h"
#include "table/rows.h"
#include "util/number.h"

/* The node of "gpu-1.n05" and of "n05 accelerator 00000000:35:00.0". */
static const char *node_of(const struct findings *findings, const char *gpu)
{
    const char *part = strstr(gpu, " accelerator "), *point = strchr(gpu, '.');
    if (part)
        return arena_text_of_size(findings->arena, gpu, (size_t)(part - gpu));
    return point ? point + 1 : "";
}

/* GPUs are requested per node: one less of all nodes together cannot be. */
static bool are_on_several_nodes(const struct findings *findings)
{
    const struct gpus_rows gpus = gpus_rows(findings->tables);
    const struct device_use_rows uses = device_use_rows(findings->tables);
    const char *const *names = uses.rows ? uses.host : gpus.gpu;
    size_t rows = uses.rows ? uses.rows : gpus.rows;
    for (size_t row = 1; row < rows; row++) {
        if (!names[row] || !names[0])
            continue;
        const char *node = uses.rows ? names[row] : node_of(findings, names[row]);
        if (strcmp(node, uses.rows ? names[0] : node_of(findings, names[0])) != 0)
            return true;
    }
    return false;
}

/* The most GPUs that one of several jobs held, of all nodes the sum; NaN: not known, or there is
 * one job alone. */
static double most_of_several_jobs(const struct findings *findings)
{
    struct allocations allocations;
    double sum = 0;
    size_t jobs = 0;
    if (!allocations_make(&allocations, findings->request->dataset))
        return NUMBER_MISSING;
    for (uint32_t host = 1; host < allocations.hosts.count; host++) {
        struct held_parts parts = allocations.parts[host];
        double most = 0;
        for (size_t i = 0; i < parts.count; i++) {
            most = fmax(most, parts.items[i].gpus);
            jobs += parts.items[i].gpus > 0;
        }
        sum += most;
    }
    bool are_several = allocations.jobs > 1 && jobs > 1;
    allocations_release(&allocations);
    return are_several ? sum : NUMBER_MISSING;
}

/* The advice: of several jobs side by side each requests GPUs of its own. */
static const char *advice_of(const struct findings *findings, size_t unused, size_t all)
{
    double most = unused < all ? most_of_several_jobs(findings) : NUMBER_MISSING;
    if (unused == all)
        return "all";
    if (most < (double)all)
        return most > 1 ? "jobs with several" : "jobs with one";
    return are_on_several_nodes(findings) ? "several nodes" : "one node";
}

void finding_give_unused_gpus(struct rule_finding *made, size_t unused, size_t all)
{
    rule_number(made, "unused", (double)unused);
    rule_number(made, "gpus", (double)all);
    rule_number(made, "fewer", (double)(all - unused));
    made->advice_variant = advice_of(made->findings, unused, all);
    made->finding.unit = "GPUs";
}

/* The limit that the use is below; NaN: none. A high mean of some GPUs among others that hardly
 * work is no low use of all. */
static double limit_of(const struct rule_finding *made, const struct finding_gpu_use *use)
{
    double low = rule_limit(made, "warn"), very_low = rule_limit(made, "very_low");
    double limit = use->highest < low ? low : fmin(low, very_low);
    bool is_below = use->mean < limit * (1 - finding_gpu_rest_share(made->findings));
    return is_below ? limit : NUMBER_MISSING;
}

void finding_add_low_gpu_use(struct findings *findings, const struct finding_gpu_use *use)
{
    struct rule_finding made = rule_begin(findings, "gpus.little-used");
    made.threshold = limit_of(&made, use);
    if (isnan(made.threshold))
        return;
    rule_text(&made, "section", use->section);
    rule_text(&made, "cores", finding_busy_cores(findings));
    rule_number(&made, "use", use->mean);
    if (use->gpus > 1)
        rule_number(&made, "gpus", (double)use->gpus);
    rule_number(&made, "only", use->gpus <= 1 && use->unused);
    rule_number(&made, "unused", (double)use->unused);
    made.level = RULE_WARN;
    if (use->mean < rule_limit(&made, "very_low"))
        made.more_weight = rule_limit(&made, "very_low_weight");
    rule_add_little_use(&made, NULL);
}
