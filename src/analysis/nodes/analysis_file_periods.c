/* file_periods: phases, about as far from each other, in which files are read and written while
 * the nodes do little else, as checkpoints are.
 *
 * A slot of the load's grid counts when files move at WORK_SIGNS_FILES_B_S per node or more and at
 * BUSY_FILES of what is usual, no GPU works, and the load, or all that is known of what processors
 * do, is below QUIET of its p95. Phases are a period when there are LEAST_PHASES, most of them
 * begin at about the same distance, and they are spread over half of the run. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/nodes/node_load.h"
#include "analysis/nodes/slot_loads.h"
#include "analysis/nodes/work_rates.h"
#include "analysis/nodes/work_signs.h"
#include "analysis/statistics/statistic.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

static const double QUIET = 0.25, BUSY_FILES = 4;
static const double ALIKE = 0.2, ALIKE_SLOTS = 1.5, MOST = 0.8; /* of distances */
static const double LEAST_SPREAD = 0.5;                         /* of the run */
static const double MOST_OF_TIME = 0.5;
enum { LEAST_PHASES = 4, LEAST_DISTANCE = 3 /* slots */ };

static const char *const processor_rates[] = {"flops_any", "flops_dp", "flops_sp", "mem_bw",
                                              "memory_bw"};

struct slots {
    const struct signals *signals;
    const struct tables *tables;
    const struct grid *grid;
    double *files; /* B/s per node; NaN: unknown */
    bool *quiet, *at_work;
};

struct phases {
    double *starts; /* slots */
    size_t count, slots;
    double rate; /* B/s per node, added up over the slots */
};

static bool add_files(struct slots *slots)
{
    bool is_known = false;
    struct work_rates rates = work_rates_of(slots->signals);
    for (size_t i = 0; i < rates.count; i++) {
        if (rates.items[i].kind != WORK_RATE_FILES || !rates.items[i].adds_up)
            continue;
        double *means =
            slot_means_of(slots->signals, slots->signals->metrics[rates.items[i].number].name,
                          slots->grid);
        for (size_t slot = 0; means && slot < slots->grid->slots; slot++)
            if (!isnan(means[slot]))
                slots->files[slot] =
                    means[slot] + (isnan(slots->files[slot]) ? 0 : slots->files[slot]);
        is_known |= means != NULL;
        free(means);
    }
    return is_known;
}

/* Marks the slots in which the metric is above the limit, or not. */
static bool mark(const struct slots *slots, const char *name, bool *marked, bool above)
{
    double *means = slot_means_of(slots->signals, name, slots->grid);
    if (!means)
        return false;
    const struct signal_metric *metric =
        &slots->signals->metrics[signals_find(slots->signals, name)];
    double limit = work_signs_part_of_p95(slots->tables, metric, QUIET);
    for (size_t slot = 0; slot < slots->grid->slots; slot++)
        marked[slot] |= above ? means[slot] >= limit : means[slot] < limit;
    free(means);
    return limit > 0;
}

static void find_quiet(struct slots *slots, const char *load)
{
    bool is_known = false;
    mark(slots, load, slots->quiet, false);
    for (size_t i = 0; i < sizeof processor_rates / sizeof processor_rates[0]; i++)
        is_known |= mark(slots, processor_rates[i], slots->at_work, true);
    for (size_t slot = 0; is_known && slot < slots->grid->slots; slot++)
        slots->quiet[slot] |= !slots->at_work[slot];
}

static struct phases find_phases(const struct slots *slots, const struct work_signs *gpus)
{
    size_t count = slots->grid->slots, known = 0;
    struct phases phases = {.starts = memory_alloc_array(count + 1, sizeof *phases.starts)};
    double *present = memory_alloc_array(count + 1, sizeof *present);
    for (size_t slot = 0; slot < count; slot++)
        if (!isnan(slots->files[slot]))
            present[known++] = slots->files[slot];
    double least = fmax(WORK_SIGNS_FILES_B_S, BUSY_FILES * statistic_median(present, known));
    bool was_inside = false;
    for (size_t slot = 0; slot < count; slot++) {
        bool is_inside = slots->files[slot] >= least && slots->quiet[slot] && !gpus->shown[slot];
        if (is_inside && !was_inside)
            phases.starts[phases.count++] = (double)slot;
        phases.slots += is_inside;
        phases.rate += is_inside ? slots->files[slot] : 0;
        was_inside = is_inside;
    }
    free(present);
    return phases;
}

/* The distance of the phases in slots; NaN: they are no period. */
static double period_of(const struct phases *phases, double all_slots)
{
    if (phases->count < LEAST_PHASES || (double)phases->slots > MOST_OF_TIME * all_slots)
        return NUMBER_MISSING;
    size_t distances = phases->count - 1, alike = 0;
    double *sorted = memory_alloc_array(distances, sizeof *sorted);
    for (size_t i = 0; i < distances; i++)
        sorted[i] = phases->starts[i + 1] - phases->starts[i];
    double median = statistic_median(sorted, distances);
    free(sorted);
    for (size_t i = 0; i < distances; i++)
        alike += fabs(phases->starts[i + 1] - phases->starts[i] - median) <=
                 fmax(ALIKE * median, ALIKE_SLOTS);
    double from_first_s = phases->starts[phases->count - 1] - phases->starts[0];
    bool is_period = median >= LEAST_DISTANCE && (double)alike >= MOST * (double)distances &&
                     from_first_s >= LEAST_SPREAD * all_slots;
    return is_period ? from_first_s / (double)distances : NUMBER_MISSING;
}

static void put(struct tables *tables, const struct slots *slots, const struct phases *phases,
                double period, const char *load)
{
    struct table *table = tables_get(tables, "file_periods");
    const struct grid *grid = slots->grid;
    struct file_periods_row row = file_periods_row_missing();
    row.metric = load;
    row.first = grid->start + phases->starts[0] * grid->step;
    row.phases = (double)phases->count;
    row.period_s = period * grid->step;
    row.length_s = (double)phases->slots / (double)phases->count * grid->step;
    row.share_of_time = (double)phases->slots / (double)grid->slots;
    row.file_B_s = phases->rate / (double)phases->slots;
    file_periods_row_put(table, &row);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct node_load *load = node_load_of(request->signals);
    if (!load)
        return;
    const struct signal_metric *metric = node_load_metric(request->signals, load);
    size_t count = metric->grid.slots;
    struct slots slots = {request->signals,
                          tables,
                          &metric->grid,
                          memory_alloc_array(count, sizeof *slots.files),
                          memory_alloc_array(count, sizeof *slots.quiet),
                          memory_alloc_array(count, sizeof *slots.at_work)};
    for (size_t slot = 0; slot < count; slot++)
        slots.files[slot] = NUMBER_MISSING;
    if (add_files(&slots)) {
        struct work_signs gpus;
        work_signs_of_gpus(&gpus, request, tables, &metric->grid);
        find_quiet(&slots, load->metric);
        struct phases phases = find_phases(&slots, &gpus);
        double period = period_of(&phases, (double)count);
        if (!isnan(period))
            put(tables, &slots, &phases, period, load->metric);
        free(phases.starts);
        work_signs_release(&gpus);
    }
    free(slots.files);
    free(slots.quiet);
    free(slots.at_work);
}

const struct analysis analysis_file_periods = {"file_periods", run};
