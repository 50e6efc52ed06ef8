#include <string.h>

#include "page/device_view.h"
#include "page/page_parts.h"
#include "page/table_page.h"
#include "util/number.h"

enum { MOST_ROWS = 24, MOST_ENERGIES = 10 };

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define QUANTITY(column, head, unit)                                                               \
    {                                                                                              \
        column, head, VIEW_QUANTITY, unit, 1, TOTAL_NONE                                           \
    }

static const struct row_view_column energy_columns[] = {
    {"serial", "GPU", VIEW_TEXT, "uuid", 0, TOTAL_NONE},
    {"samples", "samples", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"missing", "missing", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    QUANTITY("seconds", "time known", "s"),
    {"covered_share", "of the time", VIEW_SHARE, NULL, 1, TOTAL_NONE},
    QUANTITY("power_mean_W", "mean power", "W"),
    {"energy_J", "energy", VIEW_EACH, "Wh", 1 / QUANTITY_HOUR_S, TOTAL_SUM},
};

static const struct row_view_column use_columns[] = {
    {"serial", "GPU", VIEW_TEXT, "uuid", 0, TOTAL_NONE},
    {"host", "host", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"samples", "samples", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    QUANTITY("utilization_mean_percent", "utilisation", "%"),
    QUANTITY("utilization_max_percent", "highest", "%"),
    {"memory_used_max_B", "most memory", VIEW_EACH, "B", 1, TOTAL_NONE},
    {"memory_total_B", "of", VIEW_EACH, "B", 1, TOTAL_NONE},
    QUANTITY("power_mean_W", "mean power", "W"),
    QUANTITY("temperature_max_C", "highest temperature", "°C"),
    QUANTITY("clock_mean_Hz", "mean clock", "Hz"),
    {"throttled_share", "throttled", VIEW_SHARE, NULL, 0, TOTAL_NONE},
};

static const struct row_view_column correlation_columns[] = {
    {"factor", "what goes with run time?", VIEW_WORDS, NULL, 0, TOTAL_NONE},
    {"event", "event", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"count", "events", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    QUANTITY("rho", "rank correlation", ""),
    QUANTITY("low", "95 % from", ""),
    QUANTITY("high", "to", ""),
};

static const char *const sections[] = {"Events", "GPU metrics", "GPUs and hosts",
                                       "Correlation with run time", "Map"};

static const struct placed_table tables[] = {
    {"GPU metrics",
     DEVICE_METRICS_HEADING,
     DEVICE_METRICS_TEXT,
     {"device_metrics", device_metric_columns, DEVICE_METRIC_COLUMNS, NULL, NULL, false, NULL},
     MOST_ROWS},
    {"GPU metrics",
     "Each GPU",
     "Over all its samples, means over its time; the least used first.",
     {"device_use", use_columns, COUNT_OF(use_columns), NULL, NULL, true, NULL},
     MOST_ENERGIES},
    {"GPU metrics",
     "Energy",
     "Power integrated over the time for which it is known. Those that took most.",
     {"device_energy", energy_columns, COUNT_OF(energy_columns), NULL, NULL, true, NULL},
     MOST_ENERGIES},
    {"GPUs and hosts", "The slowest",
     "By the median run time of their tasks. Power and temperature are means over their tasks, "
     "beside them the difference from the median GPU.",
     SLOW_DEVICES_VIEW, MOST_ROWS},
    {"Correlation with run time",
     "Rank correlations",
     "Near 1 or −1: what was measured and run time go together; 0: they do not.",
     {"correlations", correlation_columns, COUNT_OF(correlation_columns), NULL, NULL, false, NULL},
     MOST_ROWS},
};

static void add_events(const struct page_request *request, struct document *document,
                       struct section *section)
{
    struct table_view *view =
        row_view_make(&device_events_view, request, document->arena, MOST_ROWS);
    if (!view) {
        section_add_paragraph(document, section,
                              "There are samples of GPUs and no events of tasks.");
        return;
    }
    section_add_paragraph(document, section,
                          "Events in numbers. One that encloses others has no "
                          "share of the time.");
    section_add_table(document, section, view);
}

/* Of hosts with several GPUs the events may not name the one that ran a task. */
static void tell_hosts(const struct page_request *request, struct document *document,
                       struct section *section)
{
    const struct table *devices = tables_find(request->tables, "device_tasks");
    double tasks = 0, of_hosts = 0;
    if (strcmp(section->title, "GPUs and hosts") != 0 || !devices ||
        !tables_find(request->tables, "device_metrics"))
        return;
    for (size_t row = 0; row < devices->rows; row++) {
        double count = table_numbers(devices, "tasks")[row];
        bool is_known = table_texts(devices, "serial")[row] || table_texts(devices, "uuid")[row];
        tasks += count;
        of_hosts += is_known ? 0 : count;
    }
    if (of_hosts > 0)
        section_add_paragraph(document, section,
                              "%.0f of %.0f tasks are counted for their hosts: no GPU was sampled "
                              "there, or several, and the events do not name the one that ran "
                              "them.",
                              of_hosts, tasks);
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
        .not_drawn = "Not drawn (no data in the events and samples):",
    };
    bool of_traces = tables_find(request->tables, "trace");
    if (!tables_find(request->tables, "event_time") &&
        (of_traces || !tables_find(request->tables, "device_metrics")))
        return;
    struct section *section =
        document_add_section(document, "devices", "Events and devices", "devices", true);
    add_events(request, document, section);
    table_page_add(&page, request, document);
}

const struct page page_devices = {"devices", add_devices};
