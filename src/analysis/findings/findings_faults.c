/* GPUs that were lost, that could not be read, and whose memory was nearly full. */
#include "analysis/findings/rule_finding.h"
#include "table/rows.h"
#include "util/number.h"

struct fault_rows {
    size_t first, devices; /* row that is said; devices with such rows */
};

/* What tells its device from all others, in one text. */
static const char *device_of(const struct findings *findings,
                             const struct device_faults_rows *faults, size_t row)
{
    static const char *const columns[] = {"host", "serial", "uuid"};
    const char *device = "";
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const char *text = table_texts(faults->table, columns[i])[row];
        device =
            arena_format(findings->arena, "%s%s%s\n", device, text ? "=" : "", text ? text : "");
    }
    return device;
}

/* One device may have many rows, and there may be very many devices. */
static size_t count_devices(const struct findings *findings,
                            const struct device_faults_rows *faults, bool is_whole)
{
    const double *whole = faults->whole;
    struct name_index devices;
    name_index_init(&devices);
    for (size_t row = 0; row < faults->rows; row++) {
        if ((whole[row] > 0) != is_whole)
            continue;
        const char *device = device_of(findings, faults, row);
        if (name_index_find(&devices, device) == NAME_INDEX_NONE)
            name_index_add(&devices, device);
    }
    size_t count = devices.count;
    name_index_release(&devices);
    return count;
}

/* Of errors of whole samples, or of the others; the lost first, of these the one lost first. */
static struct fault_rows find_rows(const struct findings *findings,
                                   const struct device_faults_rows *faults, bool is_whole)
{
    const double *first = faults->first, *lost = faults->lost;
    const double *whole = faults->whole;
    struct fault_rows found = {faults->rows, count_devices(findings, faults, is_whole)};
    for (size_t row = 0; row < faults->rows; row++) {
        if ((whole[row] > 0) != is_whole)
            continue;
        if (found.first == faults->rows || lost[row] > lost[found.first] ||
            (lost[row] >= lost[found.first] && first[row] < first[found.first]))
            found.first = row;
    }
    return found;
}

/* Whether it was measured again behind the last error. */
static bool has_recovered(const struct device_faults_rows *faults, size_t row)
{
    return faults->measured_until[row] > faults->last[row];
}

/* What rules of both kinds name. */
static void give_faults(struct rule_finding *made, const struct device_faults_rows *faults,
                        const struct fault_rows *found)
{
    size_t row = found->first;
    rule_text(made, "gpu", finding_gpu(made->findings, faults->table, row));
    rule_text(made, "error", finding_name(made->findings, faults->error[row]));
    rule_number(made, "gpus", (double)found->devices);
    rule_number(made, "others", (double)found->devices - 1);
    rule_number(made, "first", faults->first[row]);
    rule_number(made, "samples", faults->samples[row]);
    rule_number(made, "of", faults->of[row]);
    made->finding.unit = "GPUs";
}

static bool is_always(const struct device_faults_rows *faults, size_t row)
{
    return faults->samples[row] >= faults->of[row];
}

static void add_whole(struct findings *findings, const struct device_faults_rows *faults)
{
    struct rule_finding made = rule_begin(findings, "gpus.lost");
    struct fault_rows found = find_rows(findings, faults, true);
    size_t row = found.first;
    if (!found.devices)
        return;
    bool is_lost = faults->lost[row] > 0, is_all = is_always(faults, row);
    give_faults(&made, faults, &found);
    if (is_all)
        rule_number(&made, faults->of[row] > 1 ? "all" : "only", faults->of[row]);
    else
        rule_number(&made, "some", faults->samples[row]);
    rule_number(&made, "recovered", has_recovered(faults, row));
    made.variant = is_lost ? "lost" : "unreadable";
    if (is_lost)
        made.more_weight = rule_limit(&made, "lost_weight");
    rule_add(&made);
}

/* A sensor that never works is no trouble of the job. */
static void add_parts(struct findings *findings, const struct device_faults_rows *faults)
{
    struct rule_finding made = rule_begin(findings, "gpus.unreadable");
    struct fault_rows found = find_rows(findings, faults, false);
    if (!((double)found.devices > rule_limit(&made, "note")))
        return;
    give_faults(&made, faults, &found);
    rule_text(&made, "metrics", faults->metrics[found.first]);
    made.variant = is_always(faults, found.first) ? "always" : "at times";
    made.level = is_always(faults, found.first) ? RULE_NOTE : RULE_WARN;
    rule_add(&made);
}

/* Frameworks that reserve memory ahead fill it without need: no more than a note. */
static void add_full_memory(struct findings *findings, const struct device_use_rows *uses)
{
    struct rule_finding made = rule_begin(findings, "gpus.memory-nearly-full");
    const double *most = uses->memory_used_max_B;
    const double *total = uses->memory_total_B;
    double nearly_full = rule_limit(&made, "note"), least = rule_limit(&made, "least_samples");
    size_t fullest = uses->rows, count = 0;
    for (size_t row = 0; row < uses->rows; row++) {
        if (!(most[row] >= nearly_full * total[row]) || most[row] > total[row] ||
            uses->samples[row] < least)
            continue;
        count++;
        if (fullest == uses->rows || most[row] / total[row] > most[fullest] / total[fullest])
            fullest = row;
    }
    if (!count)
        return;
    rule_text(&made, "gpu", finding_gpu(findings, uses->table, fullest));
    rule_number(&made, "share", most[fullest] / total[fullest]);
    rule_number(&made, "most", most[fullest]);
    rule_number(&made, "total", total[fullest]);
    rule_number(&made, "others", (double)count - 1);
    made.level = RULE_NOTE;
    rule_add(&made);
}

void findings_of_faults(struct findings *findings)
{
    const struct device_faults_rows faults = device_faults_rows(findings->tables);
    const struct device_use_rows uses = device_use_rows(findings->tables);
    if (faults.rows) {
        add_whole(findings, &faults);
        add_parts(findings, &faults);
    }
    if (uses.rows && finding_is_of_jobs(findings, "devices-gpu-metrics"))
        add_full_memory(findings, &uses);
}
