#include <math.h>
#include <string.h>

#include "page/content/device_view.h"
#include "page/content/table_page.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"
#include "util/quantity.h"

enum { MOST_ROWS = 24, MOST_ENERGIES = 10, MOST_DEVICES = 10 };

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const struct row_view_column energy_columns[] = {
    {SHOWN(device_energy, serial), .other = COLUMN_OF(device_energy, uuid)},
    {SHOWN(device_energy, samples)},
    {SHOWN(device_energy, missing)},
    {SHOWN(device_energy, seconds), .head = "measured"},
    {SHOWN(device_energy, covered_share), .head = "coverage"},
    {SHOWN(device_energy, power_mean_W)},
    {SHOWN(device_energy, energy_J), .kind = VIEW_EACH},
};

static const struct row_view_column use_columns[] = {
    {SHOWN(device_use, serial), .other = COLUMN_OF(device_use, uuid)},
    {SHOWN(device_use, host)},
    {SHOWN(device_use, samples)},
    {SHOWN(device_use, utilization_mean), .head = "mean utilisation"},
    {SHOWN(device_use, utilization_max), .head = "max utilisation"},
    {SHOWN(device_use, memory_used_max_B), .head = "max memory", .kind = VIEW_EACH},
    {SHOWN(device_use, memory_total_B), .head = "memory size", .kind = VIEW_EACH},
    {SHOWN(device_use, power_mean_W)},
    {SHOWN(device_use, temperature_max_C), .head = "max temp."},
    {SHOWN(device_use, clock_mean_Hz)},
    {SHOWN(device_use, throttled_share)},
};

/* Of any of the metrics that are tested. */
static const char *chance_text(const struct row_cell *cell)
{
    const struct correlations_rows rows = correlations_rows(cell->request->tables);
    double chance = fmin(rows.chance[cell->row] * (double)rows.rows, 1);
    char text[64];
    if (number_is_missing(rows.chance[cell->row]))
        return NULL;
    return arena_text(cell->arena, quantity_format_chance(chance, text, sizeof text));
}

static const struct row_view_column correlation_columns[] = {
    {SHOWN(correlations, factor), .head = "GPU metric", .kind = VIEW_WORDS},
    {SHOWN(correlations, event)},
    {SHOWN(correlations, count)},
    {SHOWN(correlations, rho), .head = "Spearman ρ", .kind = VIEW_FIXED},
    {SHOWN(correlations, low), .head = "95 % CI from", .kind = VIEW_FIXED},
    {SHOWN(correlations, high), .head = "to", .kind = VIEW_FIXED},
    {SHOWN(correlations, chance), .head = "p, corrected", .cell = chance_text},
};

static const struct row_view_column slowest_columns[] = {
    {SHOWN(slowest_events, event)},
    {SHOWN(slowest_events, duration_s)},
    {SHOWN(slowest_events, ratio_to_median), .head = "time ÷ median"},
    {SHOWN(slowest_events, serial), .other = COLUMN_OF(slowest_events, uuid)},
    {SHOWN(slowest_events, host)},
    {SHOWN(slowest_events, x)},
    {SHOWN(slowest_events, y)},
    {SHOWN(slowest_events, level)},
};

static const struct row_view_column task_columns[] = {
    {SHOWN(device_tasks, serial), .other = COLUMN_OF(device_tasks, uuid)},
    {SHOWN(device_tasks, host)},
    {SHOWN(device_tasks, tasks)},
    {SHOWN(device_tasks, median_s)},
    {SHOWN(device_tasks, mean_s)},
};

static const char *const sections[] = {"Events", "GPU metrics", "GPUs and hosts",
                                       "Correlation with run time", "Map"};

static const struct placed_table tables[] = {
    {"GPU metrics",
     DEVICE_METRICS_HEADING,
     DEVICE_METRICS_TEXT,
     {VIEW_OF(device_metrics, device_metric_columns)},
     MOST_ROWS},
    {"GPU metrics",
     "GPUs",
     "Means over the time of each GPU, the least used first.",
     {VIEW_OF(device_use, use_columns), .with_total = true},
     MOST_ENERGIES},
    {"GPU metrics",
     "Energy",
     "Power integrated over the measured time, the highest first. Coverage: measured time ÷ time "
     "from the GPU's first sample to its last.",
     {VIEW_OF(device_energy, energy_columns), .with_total = true},
     MOST_ENERGIES},
    {"GPUs and hosts",
     "Tasks by GPU or host",
     "The most tasks first. Median and mean: of their run times, whatever work they were.",
     {VIEW_OF(device_tasks, task_columns), .order = "tasks"},
     MOST_DEVICES},
    {"GPUs and hosts", "Slowest GPUs or hosts",
     "By the run time of their tasks ÷ that of the same work elsewhere, of those with at least 6 "
     "tasks compared. A CI that includes 1: the device may be as fast as the others. Of many "
     "devices, 1 in 40 is above 1 with its whole CI by chance. Power and temperature are means "
     "over its tasks; difference: from the median GPU.",
     SLOW_DEVICES_VIEW, MOST_ROWS},
    {"Events",
     "Slowest events",
     "The ten that took longest, of events that enclose no others.",
     {VIEW_OF(slowest_events, slowest_columns), .where = "slow_by", .is = "time"},
     MOST_ROWS},
    {"Events",
     "Slow for their name",
     "Events that took at least twice the median of their name, the largest ratio first; not those "
     "above. Only names with 20 events or more, and what took longer than the median by 1 % of the "
     "longest event or more.",
     {VIEW_OF(slowest_events, slowest_columns), .where = "slow_by", .is = "name"},
     MOST_ROWS},
    {"Correlation with run time",
     "Rank correlations",
     "Rank correlation of run time with each metric. Near 1 or −1: correlated; near 0: not. p: "
     "probability that any of the metrics correlates as much by chance (× their number). The "
     "interval is of one metric alone.",
     {VIEW_OF(correlations, correlation_columns)},
     MOST_ROWS},
};

static void add_events(const struct page_request *request, struct document *document,
                       struct section *section)
{
    struct table_view *view =
        row_view_make(&device_events_view, request, document->arena, MOST_ROWS);
    if (!view) {
        section_add_paragraph(document, section,
                              "The inputs hold samples of GPUs but no events of tasks.");
        return;
    }
    section_add_paragraph(document, section,
                          "An event that encloses others has no share of the time.");
    section_add_table(document, section, view);
}

/* Of hosts with several GPUs the events may not name the one that ran a task. */
static void tell_hosts(const struct page_request *request, struct document *document,
                       struct section *section)
{
    const struct device_tasks_rows devices = device_tasks_rows(request->tables);
    double tasks = 0, of_hosts = 0;
    if (strcmp(section->title, "GPUs and hosts") != 0 || !devices.rows ||
        !tables_find(request->tables, "device_metrics"))
        return;
    for (size_t row = 0; row < devices.rows; row++) {
        double count = devices.tasks[row];
        bool is_known = devices.serial[row] || devices.uuid[row];
        tasks += count;
        of_hosts += is_known ? 0 : count;
    }
    if (of_hosts > 0)
        section_add_paragraph(document, section,
                              "%s of %s tasks are counted on their hosts: no GPU was sampled "
                              "there, or several, and the events do not name the one used.",
                              COUNT_TEXT(of_hosts), COUNT_TEXT(tasks));
}

static void add_devices(const struct page_request *request, struct document *document)
{
    const struct table_page page = {
        .name = "devices",
        .sections = sections,
        .section_count = COUNT_OF(sections),
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .end_section = tell_hosts,
        .not_drawn = "Not in the inputs, or of too few tasks, so not drawn:",
    };
    bool of_traces = tables_find(request->tables, "trace");
    if (!tables_find(request->tables, "event_time") &&
        (of_traces || !tables_find(request->tables, "device_metrics")))
        return;
    struct section *section =
        document_add_section(document, "devices", "Tasks and events", "devices", true);
    add_events(request, document, section);
    table_page_add(&page, request, document);
}

const struct page page_devices = {"devices", add_devices};
