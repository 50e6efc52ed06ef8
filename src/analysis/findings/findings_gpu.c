/* GPUs: memory errors, throttling, GPUs that hardly worked. */
#include <math.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/gpu.h"
#include "table/activity.h"
#include "util/number.h"

static const double MUCH_THROTTLING = 0.2; /* of the GPU's time */
static const double LEAST_SAMPLES = 10;    /* per node */

/* Of samples of devices the table is device_use. */
static bool is_of_devices(const struct findings *findings, const struct table *gpus)
{
    return gpus == tables_find(findings->tables, "device_use");
}

/* As other tables name it. */
static const char *own_name(const struct findings *findings, const struct table *gpus, size_t row)
{
    return is_of_devices(findings, gpus) ? finding_device_name(gpus, row)
                                         : table_texts(gpus, "gpu")[row];
}

static const char *gpu_name(const struct findings *findings, const struct table *gpus, size_t row)
{
    return is_of_devices(findings, gpus) ? finding_gpu(findings, gpus, row)
                                         : finding_name(findings, table_texts(gpus, "gpu")[row]);
}

bool finding_devices_are_nodes(const struct findings *findings, const struct table *uses)
{
    const struct table *gpus = tables_find(findings->tables, "gpus");
    for (size_t row = 0; gpus && row < uses->rows; row++) {
        const char *name = device_node_name(findings->arena, table_texts(uses, "serial")[row]);
        if (!name || table_find_row(gpus, 0, "gpu", name, NULL, NULL) == gpus->rows)
            return false;
    }
    return gpus;
}

/* The row with the most in a column, and how many have at least `least`. */
static size_t find_most(const struct table *gpus, const char *column, double least, size_t *count)
{
    const double *values = table_numbers(gpus, column);
    size_t most = gpus->rows;
    *count = 0;
    for (size_t row = 0; row < gpus->rows; row++) {
        if (!(values[row] >= least))
            continue;
        ++*count;
        if (most == gpus->rows || values[row] > values[most])
            most = row;
    }
    return most;
}

/* ---- memory errors ---- */

static double first_error(const struct findings *findings, const char *gpu, const char *kind)
{
    const struct table *errors = tables_find(findings->tables, "gpu_errors");
    size_t row = errors ? table_find_row(errors, 0, "gpu", gpu, "kind", kind) : 0;
    return errors && row < errors->rows ? table_numbers(errors, "time")[row] : NUMBER_MISSING;
}

static void add_errors(struct findings *findings, const struct table *gpus, bool is_corrected)
{
    size_t count;
    size_t row =
        find_most(gpus, is_corrected ? "corrected_errors" : "uncorrected_errors", 1, &count);
    if (!count)
        return;
    double errors =
        table_numbers(gpus, is_corrected ? "corrected_errors" : "uncorrected_errors")[row];
    double first = first_error(findings, table_texts(gpus, "gpu")[row],
                               is_corrected ? "corrected" : "uncorrected");
    const char *number = finding_quantity(findings, errors, "");
    finding_add(
        findings,
        (struct finding){
            .id = "gpus.memory-errors",
            .weight = is_corrected ? 57 : 97,
            .level = is_corrected ? "warn" : "bad",
            .section = is_corrected ? "gpu.ecc_errors.sp" : "gpu.ecc_errors.dp",
            .text =
                arena_format(findings->arena, "%s had %s %s memory error%s, the first at %s%s.",
                             gpu_name(findings, gpus, row), number,
                             is_corrected ? "corrected (single-bit)" : "uncorrected (double-bit)",
                             errors == 1 ? "" : "s", finding_moment(findings, first),
                             finding_more_gpus(findings, count)),
            .value = errors,
            .unit = "errors",
            .threshold = 0,
            .advice = is_corrected ? "report it to the administrators if it grows from job to "
                                     "job"
                                   : "check the results, and report it to the "
                                     "administrators",
        });
}

/* ---- throttling ---- */

/* The stretches of one GPU. */
struct slowing {
    double from, until, clock, seconds, temperature;
    size_t stretches;
    bool by_driver;
};

static struct slowing slowing_of(const struct table *table, const char *gpu)
{
    struct slowing slowing = {NUMBER_MISSING, NUMBER_MISSING, 0, 0, NUMBER_MISSING, 0, false};
    for (size_t row = 0; row < table->rows; row++) {
        row = table_find_row(table, row, "gpu", gpu, NULL, NULL);
        if (row == table->rows)
            break;
        double seconds = table_numbers(table, "duration_s")[row];
        double ratio = table_numbers(table, "clock_ratio")[row];
        slowing.stretches++;
        slowing.by_driver |= strcmp(table_texts(table, "reason")[row], "clock") != 0;
        slowing.from = fmin(slowing.from, table_numbers(table, "from")[row]);
        slowing.until = fmax(slowing.until, table_numbers(table, "until")[row]);
        slowing.clock += ratio * seconds;
        slowing.seconds += seconds;
        slowing.temperature =
            fmax(slowing.temperature, table_numbers(table, "temperature_max_C")[row]);
    }
    return slowing;
}

/* "clock at 73 % of its p95 under load, reported by the driver, up to 88 °C" */
static const char *clock_text(const struct findings *findings, const struct slowing *slowing)
{
    double ratio = slowing->clock / slowing->seconds;
    const char *parts[3];
    size_t count = 0;
    if (!isnan(ratio))
        parts[count++] = arena_format(findings->arena, "clock at %s of its p95 under load",
                                      finding_percent(findings, ratio));
    if (slowing->by_driver)
        parts[count++] = "reported by the driver";
    if (!isnan(slowing->temperature))
        parts[count++] = arena_format(findings->arena, "up to %s",
                                      finding_quantity(findings, slowing->temperature, "°C"));
    const char *text = "";
    for (size_t i = 0; i < count; i++)
        text = arena_format(findings->arena, "%s%s%s", text, i ? ", " : ": ", parts[i]);
    return text;
}

static const char *length_text(const struct findings *findings, const struct slowing *slowing)
{
    const char *length = finding_quantity(findings, slowing->seconds, "s");
    return slowing->stretches == 1
               ? length
               : arena_format(findings->arena, "%s in %zu intervals", length, slowing->stretches);
}

/* "; unknown for 20 % of its samples" */
static const char *unknown_text(const struct findings *findings, const struct table *gpus,
                                size_t row)
{
    if (is_of_devices(findings, gpus))
        return "";
    double missing = table_numbers(gpus, "throttled_missing")[row];
    double share = missing / (missing + table_numbers(gpus, "throttled_samples")[row]);
    return share > 0 ? arena_format(findings->arena, "; unknown for %s of its samples",
                                    finding_percent(findings, share))
                     : "";
}

static bool is_throttled(const struct findings *findings, const char *table, const char *gpu)
{
    const struct table *gpus = tables_find(findings->tables, table);
    for (size_t row = 0; gpus && row < gpus->rows; row++)
        if (table_numbers(gpus, "throttled_share")[row] >= FINDING_SOME_THROTTLING &&
            strcmp(own_name(findings, gpus, row), gpu) == 0)
            return true;
    return false;
}

bool finding_tells_throttling(const struct findings *findings, const char *gpu, const char *metric)
{
    static const char *const effects[] = {"clock", "power", "temperature"};
    if (!is_throttled(findings, "gpus", gpu) && !is_throttled(findings, "device_use", gpu) &&
        !finding_tells_heat(findings, gpu))
        return false;
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++)
        if (strstr(metric, effects[i]))
            return true;
    return false;
}

static void add_throttling(struct findings *findings, const struct table *gpus)
{
    size_t count;
    size_t row = find_most(gpus, "throttled_share", FINDING_SOME_THROTTLING, &count);
    const struct table *throttling = tables_find(findings->tables, "throttling");
    if (!count || !throttling)
        return;
    double share = table_numbers(gpus, "throttled_share")[row];
    struct slowing slowing = slowing_of(throttling, own_name(findings, gpus, row));
    finding_add(
        findings,
        (struct finding){
            .id = "gpus.throttled",
            .weight = share > MUCH_THROTTLING ? 80 : 66,
            .level = "warn",
            .section = is_of_devices(findings, gpus) ? "devices-what-the-gpus-measured"
                                                     : "gpu.clock_info.sm",
            .text = arena_format(findings->arena, "%s throttled for %s of its time (%s, %s)%s%s%s.",
                                 gpu_name(findings, gpus, row), finding_percent(findings, share),
                                 length_text(findings, &slowing),
                                 finding_span(findings, slowing.from, slowing.until),
                                 clock_text(findings, &slowing), unknown_text(findings, gpus, row),
                                 finding_more_gpus(findings, count)),
            .value = share,
            .unit = "",
            .threshold = FINDING_SOME_THROTTLING,
            .advice = "check its temperature, power limit and cooling",
        });
}

/* ---- use ---- */

struct unused {
    size_t first, count, known; /* known: GPUs whose utilisation is */
    bool was_touched;           /* one of them was at work for a moment */
};

/* The metric that gives the use of each GPU. */
static const char *use_metric(const struct findings *findings)
{
    static const char toolkit[] = "gpu.utilization_rates.gpu",
                      archive[] = "acc_utilization.accelerator";
    bool is_archive = finding_number(findings, archive, "samples") > 0 &&
                      !(finding_number(findings, toolkit, "samples") > 0);
    return is_archive ? archive : toolkit;
}

/* Of GPUs whose utilisation is known: how much those in use were used, and which were not. */
static struct unused find_unused(const struct findings *findings, const struct table *gpus,
                                 struct finding_gpu_use *use)
{
    const double *highest = table_numbers(gpus, "utilization_max");
    const double *means = table_numbers(gpus, "utilization_mean");
    struct unused unused = {0};
    *use = (struct finding_gpu_use){.section = use_metric(findings)};
    for (size_t row = gpus->rows; row-- > 0;) {
        if (isnan(means[row]))
            continue;
        unused.known++;
        if (means[row] > GPU_UNUSED) {
            use->gpus++;
            use->mean += means[row];
            use->highest = fmax(use->highest, means[row]);
            continue;
        }
        unused.count++;
        unused.first = row;
        unused.was_touched |= highest[row] > GPU_UNUSED;
    }
    use->unused = unused.count;
    use->mean = use->gpus ? use->mean / (double)use->gpus : NUMBER_MISSING;
    return unused;
}

static void add_unused(struct findings *findings, const struct table *gpus, struct unused unused)
{
    const char *name = gpu_name(findings, gpus, unused.first);
    const char *how = unused.was_touched ? "hardly used (utilisation at most 1 % on average)"
                                         : "never used (utilisation 0 to 1 %)";
    const char *text =
        unused.count == gpus->rows && gpus->rows > 1
            ? arena_format(findings->arena, "All %zu GPUs were %s.", gpus->rows, how)
        : gpus->rows == 1 ? arena_format(findings->arena, "%s was %s.", name, how)
        : unused.count == 1
            ? arena_format(findings->arena, "%s of %zu GPUs was %s.", name, gpus->rows, how)
            : arena_format(findings->arena, "%zu of %zu GPUs were %s, among them %s.", unused.count,
                           gpus->rows, how, name);
    finding_add_little_use(findings, NULL,
                           (struct finding){
                               .id = "gpus.unused",
                               .weight = 93,
                               .level = "warn",
                               .section = use_metric(findings),
                               .text = text,
                               .value = (double)unused.count,
                               .unit = "GPUs",
                               .threshold = 0,
                               .advice = finding_fewer_gpus(findings, unused.count, gpus->rows),
                           });
}

static void add_use(struct findings *findings, const struct table *gpus)
{
    struct finding_gpu_use use;
    struct unused unused = find_unused(findings, gpus, &use);
    if (unused.count)
        add_unused(findings, gpus, unused);
    if (unused.count < unused.known)
        finding_add_low_gpu_use(findings, &use);
}

static double highest_of_nodes(const struct findings *findings, const char *metric)
{
    const struct table *nodes = tables_find(findings->tables, "node_metrics");
    double highest = NUMBER_MISSING;
    for (size_t row = 0; nodes && row < nodes->rows; row++)
        if (strcmp(table_texts(nodes, "metric")[row], metric) == 0)
            highest = fmax(highest, table_numbers(nodes, "mean")[row]);
    return highest;
}

/* Archives give the mean of a node's GPUs. */
static void add_use_of_nodes(struct findings *findings)
{
    static const char *const metrics[] = {"acc_utilization", "acc_utilization.accelerator"};
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0]; i++) {
        double mean = finding_number(findings, metrics[i], "mean_per_node");
        if (isnan(mean) || !(finding_number(findings, metrics[i], "samples") >=
                             LEAST_SAMPLES * finding_number(findings, metrics[i], "nodes")))
            continue;
        finding_add_low_gpu_use(findings,
                                &(struct finding_gpu_use){
                                    .section = metrics[i],
                                    .mean = mean / 100,
                                    .highest =
                                        fmax(mean, highest_of_nodes(findings, metrics[i])) / 100,
                                });
        return;
    }
}

void findings_of_gpu(struct findings *findings)
{
    const struct table *gpus = tables_find(findings->tables, "gpus");
    const struct table *devices = tables_find(findings->tables, "device_use");
    if (devices)
        add_throttling(findings, devices);
    if (!gpus) {
        add_use_of_nodes(findings);
        return;
    }
    add_errors(findings, gpus, false);
    add_errors(findings, gpus, true);
    add_throttling(findings, gpus);
    add_use(findings, gpus);
}
