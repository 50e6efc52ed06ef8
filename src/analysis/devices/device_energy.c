/* device_energy: the integral of each GPU's power, host by host.
 *
 * By trapezoids between the samples of a GPU on a host; gaps longer than three times its median
 * interval are left out, and nothing is added for them. Samples of one moment, as of several a
 * second whose stamps are whole seconds, have no interval between them. */
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/devices/device_tables.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/list.h"
#include "util/memory.h"
#include "util/number.h"

static const double LONGEST_GAP = 3; /* in intervals */

struct reading {
    uint32_t device;
    double time, power;
};

struct energy {
    uint32_t host, device;
    size_t samples, missing;
    double seconds, joules; /* NaN while no stretch is known */
    double span_s;          /* from the first sample to the last, with a power or without */
};

struct energies {
    struct energy *items;
    size_t count, capacity;
};

static int compare_readings(const void *left, const void *right)
{
    const struct reading *a = left, *b = right;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    return (a->time > b->time) - (a->time < b->time);
}

/* Most hosts have one GPU. */
static bool is_sorted(const struct reading *readings, size_t count)
{
    size_t i = 1;
    while (i < count && compare_readings(&readings[i - 1], &readings[i]) <= 0)
        i++;
    return i >= count;
}

/* Returns how many of the GPU's readings have a power; those come first then. */
static size_t drop_missing(struct reading *readings, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!number_is_missing(readings[i].power))
            readings[kept++] = readings[i];
    return kept;
}

static void integrate(struct energy *energy, const struct reading *readings, size_t count,
                      double *gaps)
{
    size_t known = 0;
    for (size_t i = 1; i < count; i++)
        if (readings[i].time > readings[i - 1].time)
            gaps[known++] = readings[i].time - readings[i - 1].time;
    double longest = LONGEST_GAP * statistic_median(gaps, known);
    double seconds = 0, joules = 0;
    for (size_t i = 1; i < count; i++) {
        double gap = readings[i].time - readings[i - 1].time;
        if (gap > longest)
            continue;
        seconds += gap;
        joules += gap * (readings[i].power + readings[i - 1].power) / 2;
    }
    energy->seconds = aligned_seconds(seconds);
    energy->joules = seconds > 0 ? joules : NUMBER_MISSING;
}

/* `readings` are of one host. */
static void add_host(struct energies *energies, uint32_t host, struct reading *readings,
                     size_t count, double *gaps)
{
    if (!is_sorted(readings, count))
        qsort(readings, count, sizeof *readings, compare_readings);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && readings[to].device == readings[from].device;)
            to++;
        struct energy energy = {.host = host, .device = readings[from].device};
        energy.span_s = aligned_seconds(readings[to - 1].time - readings[from].time);
        energy.samples = drop_missing(readings + from, to - from);
        energy.missing = to - from - energy.samples;
        integrate(&energy, readings + from, energy.samples, gaps);
        *list_add(energies) = energy;
    }
}

static int compare_energies(const void *left, const void *right)
{
    const struct energy *a = left, *b = right;
    double a_joules = number_is_missing(a->joules) ? -1 : a->joules;
    double b_joules = number_is_missing(b->joules) ? -1 : b->joules;
    if (a_joules != b_joules)
        return a_joules > b_joules ? -1 : 1;
    if (a->host != b->host)
        return a->host < b->host ? -1 : 1;
    return (a->device > b->device) - (a->device < b->device);
}

static void put(struct table *table, const struct aligned_timeline *aligned,
                const struct energy *energy)
{
    const struct activity *activity = aligned->activity;
    const struct activity_device *device = &activity->devices[energy->device];
    const char *host = aligned_host_name(aligned, energy->host);
    struct device_energy_row row = device_energy_row_missing();
    row.host = *host ? host : NULL;
    row_set_device(&row, activity, device);
    row.samples = (double)energy->samples;
    row.missing = (double)energy->missing;
    row.seconds = energy->seconds;
    row.covered_share = energy->span_s > 0 ? energy->seconds / energy->span_s : NUMBER_MISSING;
    row.power_mean_W = energy->joules / energy->seconds;
    row.energy_J = energy->joules;
    device_energy_row_put(table, &row);
}

void device_tables_put_energy(const struct device_report *report)
{
    const struct aligned_timeline *aligned = report->request->activity;
    const struct sample_sums *samples = &aligned->samples;
    struct energies energies = {0};
    if (!sample_sums_have(samples, DEVICE_POWER))
        return;
    struct reading *readings = memory_alloc_array(samples->count + 1, sizeof *readings);
    double *gaps = memory_alloc_array(samples->count + 1, sizeof *gaps);
    for (size_t host = 0; host < aligned->host_count; host++) {
        struct activity_rows rows = aligned->hosts[host].samples;
        for (size_t i = 0; i < rows.count; i++) {
            const struct device_sample *sample = &samples->samples[rows.first + i];
            readings[i] =
                (struct reading){sample->device, sample->time,
                                 sample_sums_number(samples, DEVICE_POWER, rows.first + i)};
        }
        add_host(&energies, (uint32_t)host, readings, rows.count, gaps);
    }
    if (energies.count)
        qsort(energies.items, energies.count, sizeof *energies.items, compare_energies);
    struct table *table = tables_get(report->tables, "device_energy");
    for (size_t i = 0; i < energies.count; i++)
        put(table, aligned, &energies.items[i]);
    free(energies.items);
    free(readings);
    free(gaps);
}
