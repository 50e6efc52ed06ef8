/* GPUs that were lost, that could not be read, and whose memory was nearly full. */
#include "analysis/findings/finding.h"
#include "util/number.h"

static const double NEARLY_FULL = 0.95, LEAST_SAMPLES = 10;

static const char section[] = "devices-what-the-gpus-measured";

struct fault_rows {
    size_t first, devices; /* row that is said; devices with such rows */
};

/* What tells its device from all others, in one text. */
static const char *device_of(const struct findings *findings, const struct table *faults,
                             size_t row)
{
    static const char *const columns[] = {"host", "serial", "uuid"};
    const char *device = "";
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        const char *text = table_texts(faults, columns[i])[row];
        device =
            arena_format(findings->arena, "%s%s%s\n", device, text ? "=" : "", text ? text : "");
    }
    return device;
}

/* One device may have many rows, and there may be very many devices. */
static size_t count_devices(const struct findings *findings, const struct table *faults,
                            bool is_whole)
{
    const double *whole = table_numbers(faults, "whole");
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
static struct fault_rows find_rows(const struct findings *findings, const struct table *faults,
                                   bool is_whole)
{
    const double *first = table_numbers(faults, "first"), *lost = table_numbers(faults, "lost");
    const double *whole = table_numbers(faults, "whole");
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

/* "12 of 200 samples" */
static const char *samples_text(const struct findings *findings, const struct table *faults,
                                size_t row)
{
    double samples = table_numbers(faults, "samples")[row], of = table_numbers(faults, "of")[row];
    if (samples >= of)
        return arena_format(findings->arena, "all its %s samples",
                            finding_quantity(findings, of, ""));
    return arena_format(findings->arena, "%s of its %s samples",
                        finding_quantity(findings, samples, ""),
                        finding_quantity(findings, of, ""));
}

/* Whether it was measured again behind the last error. */
static bool has_recovered(const struct table *faults, size_t row)
{
    return table_numbers(faults, "measured_until")[row] > table_numbers(faults, "last")[row];
}

static void add_whole(struct findings *findings, const struct table *faults)
{
    struct fault_rows found = find_rows(findings, faults, true);
    size_t row = found.first;
    if (!found.devices)
        return;
    bool is_lost = table_numbers(faults, "lost")[row] > 0;
    finding_add(
        findings,
        (struct finding){
            .id = "gpus.lost",
            .weight = is_lost ? 98.5 : 96,
            .level = "bad",
            .section = section,
            .text = arena_format(
                findings->arena, "%s %s at %s: %s %s \"%s\" in place of measurements%s%s.",
                finding_gpu(findings, faults, row), is_lost ? "was lost" : "could not be read",
                finding_moment(findings, table_numbers(faults, "first")[row]),
                samples_text(findings, faults, row),
                table_numbers(faults, "samples")[row] > 1 ? "have" : "has",
                finding_name(findings, table_texts(faults, "error")[row]),
                has_recovered(faults, row) ? ", later ones have numbers again" : "",
                finding_more_gpus(findings, found.devices)),
            .value = (double)found.devices,
            .unit = "GPUs",
            .threshold = 0,
            .advice = "drain the node, and look for XID messages in its kernel log (dmesg) and at "
                      "nvidia-smi -q",
        });
}

/* A sensor that never works is no trouble of the job. */
static void add_parts(struct findings *findings, const struct table *faults)
{
    struct fault_rows found = find_rows(findings, faults, false);
    size_t row = found.first;
    if (!found.devices)
        return;
    double samples = table_numbers(faults, "samples")[row];
    bool is_always = samples >= table_numbers(faults, "of")[row];
    finding_add(
        findings,
        (struct finding){
            .id = "gpus.unreadable",
            .weight = is_always ? 30 : 62,
            .level = is_always ? "note" : "warn",
            .section = section,
            .text = arena_format(
                findings->arena, "%s: %s could not be read in %s (\"%s\")%s%s.",
                finding_gpu(findings, faults, row), table_texts(faults, "metrics")[row],
                samples_text(findings, faults, row),
                finding_name(findings, table_texts(faults, "error")[row]),
                is_always
                    ? ""
                    : arena_format(findings->arena, ", first at %s",
                                   finding_moment(findings, table_numbers(faults, "first")[row])),
                finding_more_gpus(findings, found.devices)),
            .value = (double)found.devices,
            .unit = "GPUs",
            .threshold = 0,
            .advice = is_always ? ""
                                : "look for XID messages in the kernel log of its node (dmesg) and "
                                  "at nvidia-smi -q",
        });
}

/* Frameworks that reserve memory ahead fill it without need: no more than a note. */
static void add_full_memory(struct findings *findings, const struct table *uses)
{
    const double *most = table_numbers(uses, "memory_used_max_B");
    const double *total = table_numbers(uses, "memory_total_B");
    size_t fullest = uses->rows, count = 0;
    for (size_t row = 0; row < uses->rows; row++) {
        if (!(most[row] >= NEARLY_FULL * total[row]) || most[row] > total[row] ||
            table_numbers(uses, "samples")[row] < LEAST_SAMPLES)
            continue;
        count++;
        if (fullest == uses->rows || most[row] / total[row] > most[fullest] / total[fullest])
            fullest = row;
    }
    if (!count)
        return;
    finding_add(findings,
                (struct finding){
                    .id = "gpus.memory-nearly-full",
                    .weight = 57,
                    .level = "note",
                    .section = section,
                    .text = arena_format(findings->arena,
                                         "Memory of %s nearly full: %s of %s in use at most%s.",
                                         finding_gpu(findings, uses, fullest),
                                         finding_quantity(findings, most[fullest], "B"),
                                         finding_quantity(findings, total[fullest], "B"),
                                         finding_more_gpus(findings, count)),
                    .value = most[fullest] / total[fullest],
                    .unit = "",
                    .threshold = NEARLY_FULL,
                    .advice = "larger input may not fit; check whether the framework reserves "
                              "memory ahead",
                });
}

void findings_of_faults(struct findings *findings)
{
    const struct table *faults = tables_find(findings->tables, "device_faults");
    const struct table *uses = tables_find(findings->tables, "device_use");
    if (faults) {
        add_whole(findings, faults);
        add_parts(findings, faults);
    }
    if (uses && finding_is_of_jobs(findings, section))
        add_full_memory(findings, uses);
}
