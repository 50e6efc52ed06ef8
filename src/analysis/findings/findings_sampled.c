/* Which GPUs were unused, little used or throttled, by samples of devices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/gpu.h"
#include "analysis/statistics/statistic.h"
#include "util/memory.h"
#include "util/number.h"

/* Hot, and with so much of the median's power at no less use. */
static const double HOT_C = 83, LITTLE_POWER = 0.85, SAME_USE = 0.9;
static const char section[] = "devices-what-the-gpus-measured";

enum { LEAST_SAMPLES = 10 };

static void add(struct findings *findings, const char *id, double weight, const char *text,
                double value, const char *unit, double threshold, const char *advice)
{
    finding_add(findings, (struct finding){.id = id,
                                           .weight = weight,
                                           .level = "warn",
                                           .section = section,
                                           .text = text,
                                           .value = value,
                                           .unit = unit,
                                           .threshold = threshold,
                                           .advice = advice});
}

/* ---- unused ---- */

static bool is_unused(const struct table *uses, size_t row)
{
    return table_numbers(uses, "samples")[row] >= LEAST_SAMPLES &&
           table_numbers(uses, "utilization_mean")[row] <= GPU_UNUSED;
}

struct unused {
    size_t count, used, first; /* first: the row of one */
    double samples;
    double mean;      /* of those used: of their means */
    bool was_touched; /* one of them was at work for a moment */
};

static struct unused find_unused(const struct table *uses)
{
    struct unused unused = {0};
    for (size_t row = uses->rows; row-- > 0;) {
        double mean = table_numbers(uses, "utilization_mean")[row];
        if (is_unused(uses, row)) {
            unused.count++;
            unused.first = row;
            unused.samples += table_numbers(uses, "samples")[row];
            unused.was_touched |= table_numbers(uses, "utilization_max")[row] > GPU_UNUSED;
        } else if (!number_is_missing(mean)) {
            unused.used++;
            unused.mean += mean;
        }
    }
    unused.mean /= unused.used ? (double)unused.used : NUMBER_MISSING;
    return unused;
}

static void add_unused(struct findings *findings, const struct table *uses)
{
    struct unused unused = find_unused(uses);
    struct arena *arena = findings->arena;
    if (!unused.count)
        return;
    const char *name = finding_gpu(findings, uses, unused.first);
    const char *who = unused.count == 1 ? name
                                        : arena_format(arena, "%zu of %zu GPUs, among them %s,",
                                                       unused.count, uses->rows, name);
    const char *others =
        unused.used
            ? arena_format(arena, "; the other %s averaged %s",
                           unused.used == 1 ? "GPU" : arena_format(arena, "%zu GPUs", unused.used),
                           finding_quantity(findings, 100 * unused.mean, "%"))
            : "";
    const char *samples = finding_quantity(findings, unused.samples, "");
    const char *how =
        unused.was_touched
            ? "hardly used: utilisation at most 1 % on average"
            : arena_format(arena, "idle: utilisation at most 1 %% in all %s samples", samples);
    add(findings, "devices.unused", 78,
        arena_format(arena, "%s %s %s%s.", who, unused.count == 1 ? "was" : "were", how, others),
        (double)unused.count, "GPUs", 0, finding_fewer_gpus(findings, unused.count, uses->rows));
}

/* ---- little used, and throttled ---- */

static size_t sampled_count(const struct table *uses)
{
    size_t count = 0;
    for (size_t row = 0; row < uses->rows; row++)
        count += table_numbers(uses, "samples")[row] >= LEAST_SAMPLES;
    return count;
}

/* The mean per GPU, of those in use whose utilisation is known. */
static struct finding_gpu_use use_of_all(const struct table *uses)
{
    struct finding_gpu_use use = {.section = section};
    double sum = 0;
    for (size_t row = 0; row < uses->rows; row++) {
        double mean = table_numbers(uses, "utilization_mean")[row];
        use.unused += is_unused(uses, row);
        if (number_is_missing(mean) || is_unused(uses, row))
            continue;
        sum += mean;
        use.highest = fmax(use.highest, mean);
        use.gpus++;
    }
    use.mean = use.gpus ? sum / (double)use.gpus : NUMBER_MISSING;
    return use;
}

static void add_low_use(struct findings *findings, const struct table *uses)
{
    struct finding_gpu_use use = use_of_all(uses);
    if (sampled_count(uses) && use.gpus)
        finding_add_low_gpu_use(findings, &use);
}

/* The hottest of those that draw far less than the median at no less use, and that are not reported
 * by their clock, which says more; rows: none. */
static size_t throttled_row(const struct table *uses, double median_W, double use)
{
    const double *heat = table_numbers(uses, "temperature_max_C");
    size_t hottest = uses->rows;
    for (size_t row = 0; row < uses->rows; row++)
        if (table_numbers(uses, "samples")[row] >= LEAST_SAMPLES && heat[row] >= HOT_C &&
            !(table_numbers(uses, "throttled_share")[row] >= FINDING_SOME_THROTTLING) &&
            table_numbers(uses, "power_mean_W")[row] <= LITTLE_POWER * median_W &&
            table_numbers(uses, "utilization_mean")[row] >= SAME_USE * use &&
            (hottest == uses->rows || heat[row] > heat[hottest]))
            hottest = row;
    return hottest;
}

/* Of the GPUs that were used. */
static double median_of(const struct table *uses, const char *column)
{
    static const double half = 0.5;
    double median, *scratch = memory_alloc_array(uses->rows, sizeof *scratch);
    double *values = memory_alloc_array(uses->rows, sizeof *values);
    for (size_t row = 0; row < uses->rows; row++)
        values[row] = is_unused(uses, row) ? NUMBER_MISSING : table_numbers(uses, column)[row];
    statistic_quantiles_of(values, uses->rows, scratch, &half, 1, &median);
    free(values);
    free(scratch);
    return median;
}

bool finding_tells_heat(const struct findings *findings, const char *gpu)
{
    const struct table *uses = tables_find(findings->tables, "device_use");
    if (!uses || uses->rows < 2 || finding_devices_are_nodes(findings, uses))
        return false;
    size_t row =
        throttled_row(uses, median_of(uses, "power_mean_W"), median_of(uses, "utilization_mean"));
    return row < uses->rows && strcmp(finding_device_name(uses, row), gpu) == 0;
}

static void add_throttled(struct findings *findings, const struct table *uses)
{
    if (uses->rows < 2)
        return;
    double power_W = median_of(uses, "power_mean_W");
    double use = median_of(uses, "utilization_mean");
    size_t row = throttled_row(uses, power_W, use);
    if (row == uses->rows)
        return;
    double own_W = table_numbers(uses, "power_mean_W")[row];
    double own_use = table_numbers(uses, "utilization_mean")[row];
    add(findings, "devices.hot", 77,
        arena_format(findings->arena,
                     "%s reached %s and drew %s less power than the median GPU (%s vs %s) at %s "
                     "utilisation (median %s): probably throttled.",
                     finding_gpu(findings, uses, row),
                     finding_quantity(findings, table_numbers(uses, "temperature_max_C")[row],
                                      "°C"),
                     finding_percent(findings, 1 - own_W / power_W),
                     finding_quantity(findings, own_W, "W"),
                     finding_quantity(findings, power_W, "W"),
                     finding_quantity(findings, 100 * own_use, "%"),
                     finding_quantity(findings, 100 * use, "%")),
        own_W / power_W, "", LITTLE_POWER, "check its cooling and power limit, or exclude it");
}

void findings_of_sampled(struct findings *findings)
{
    const struct table *uses = tables_find(findings->tables, "device_use");
    if (!uses || finding_devices_are_nodes(findings, uses))
        return;
    add_unused(findings, uses);
    add_low_use(findings, uses);
    add_throttled(findings, uses);
}
