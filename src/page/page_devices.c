#include "page/figure_sections.h"
#include "page/page_parts.h"
#include "page/row_view.h"
#include "util/number.h"

enum { MOST_ROWS = 24 };

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define QUANTITY(column, head, unit)                                                               \
    {                                                                                              \
        column, head, VIEW_QUANTITY, unit, 1, TOTAL_NONE                                           \
    }

static const struct row_view_column event_columns[] = {
    {"event", "event", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"count", "events", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    QUANTITY("total_s", "time", "s"),
    {"share", "share", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    QUANTITY("mean_s", "mean", "s"),
    QUANTITY("min_s", "min", "s"),
    QUANTITY("p50_s", "median", "s"),
    QUANTITY("p95_s", "p95", "s"),
    QUANTITY("max_s", "max", "s"),
};

static const struct row_view_column metric_columns[] = {
    {"metric", "metric", VIEW_WORDS, NULL, 0, TOTAL_NONE},
    {"samples", "samples", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"missing", "missing", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"mean", "mean", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"std", "std", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"min", "min", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"median", "median", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"max", "max", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
};

static const struct row_view_column slow_columns[] = {
    {"device", "GPU or host", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"tasks", "tasks", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    QUANTITY("median_s", "median", "s"),
    {"ratio_to_median", "of the median", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    QUANTITY("power_W", "power", "W"),
    QUANTITY("power_difference_W", "beside", "W"),
    QUANTITY("temperature_C", "temp.", "°C"),
    QUANTITY("temperature_difference_C", "beside", "°C"),
    {"beside", "beside the others", VIEW_TEXT, NULL, 0, TOTAL_NONE},
};

static const struct row_view_column correlation_columns[] = {
    {"factor", "what goes with run time?", VIEW_WORDS, NULL, 0, TOTAL_NONE},
    {"event", "event", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"count", "events", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    QUANTITY("rho", "rank correlation", ""),
    QUANTITY("low", "95 % from", ""),
    QUANTITY("high", "to", ""),
};

static const struct placed {
    const char *heading, *text;
    struct row_view view;
} placed[] = {
    {"Events in numbers",
     "An event that encloses others has no share.",
     {"event_time", event_columns, COUNT_OF(event_columns), NULL, NULL, false, NULL}},
    {"What the GPUs measured, in numbers",
     "All samples of all GPUs, each once.",
     {"device_metrics", metric_columns, COUNT_OF(metric_columns), NULL, NULL, false, NULL}},
    {"The slowest",
     "By the median run time of their tasks. Power and temperature are means over their tasks, "
     "beside them the difference from the median GPU.",
     {"slow_devices", slow_columns, COUNT_OF(slow_columns), NULL, NULL, false, NULL}},
    {"Rank correlations",
     "Near 1 or −1: what was measured and run time go together; 0: they do not.",
     {"correlations", correlation_columns, COUNT_OF(correlation_columns), NULL, NULL, false, NULL}},
};

static void add_tables(const struct page_request *request, struct document *document,
                       struct section *section)
{
    for (size_t i = 0; i < COUNT_OF(placed); i++) {
        struct table_view *view =
            row_view_make(&placed[i].view, request, document->arena, MOST_ROWS);
        if (!view)
            continue;
        section_add_subheading(document, section, placed[i].heading);
        section_add_paragraph(document, section, "%s", placed[i].text);
        section_add_table(document, section, view);
    }
}

static void add_devices(const struct page_request *request, struct document *document)
{
    bool any = tables_find(request->tables, "event_time") ||
               tables_find(request->tables, "device_metrics");
    if (!any)
        return;
    struct section *section =
        document_add_section(document, "devices", "Events and devices", "devices", true);
    add_tables(request, document, section);
    figure_sections_add(request->figures, "devices", false, document);
}

const struct page page_devices = {"devices", add_devices};
