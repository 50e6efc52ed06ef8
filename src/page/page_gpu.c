#include "page/figure_sections.h"
#include "page/page_parts.h"
#include "page/row_view.h"
#include "table/shared_nodes.h"
#include "util/number.h"

enum { MOST_GPUS = 128, MOST_STRETCHES = 40, MOST_ERRORS = 40 };

static const struct row_view_column gpu_columns[] = {
    {"gpu", "GPU", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"utilization_mean_percent", "mean use", VIEW_QUANTITY, "%", 0, TOTAL_NONE},
    {"utilization_max_percent", "max use", VIEW_QUANTITY, "%", 0, TOTAL_HIGHEST},
    {"memory_max_B", "max memory", VIEW_QUANTITY, "B", 0, TOTAL_HIGHEST},
    {"power_mean_W", "mean power", VIEW_QUANTITY, "W", 0, TOTAL_SUM},
    {"energy_J", "energy", VIEW_QUANTITY, "Wh", 1 / QUANTITY_HOUR_S, TOTAL_SUM},
    {"temperature_max_C", "max temp.", VIEW_QUANTITY, "°C", 0, TOTAL_HIGHEST},
    {"throttled_share", "throttled", VIEW_SHARE, NULL, 0, TOTAL_HIGHEST},
    {"corrected_errors", "1-bit", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"uncorrected_errors", "2-bit", VIEW_COUNT, NULL, 0, TOTAL_SUM},
};

static const struct row_view_column energy_columns[] = {
    {"domain", "of", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"metric", "metric", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"energy_J", "energy", VIEW_QUANTITY, "Wh", 1 / QUANTITY_HOUR_S, TOTAL_NONE},
    {"covered_share", "of the job's time", VIEW_SHARE, NULL, 0, TOTAL_NONE},
};

static const struct row_view_column throttling_columns[] = {
    {"gpu", "GPU", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"from", "from", VIEW_MOMENT, NULL, 0, TOTAL_NONE},
    {"duration_s", "throttled for", VIEW_QUANTITY, "s", 0, TOTAL_NONE},
    {"violation_s", "says the driver", VIEW_QUANTITY, "s", 0, TOTAL_NONE},
    {"clock_mean_Hz", "mean clock", VIEW_QUANTITY, "Hz", 0, TOTAL_NONE},
    {"clock_ratio", "of clock at work", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    {"temperature_max_C", "max temp.", VIEW_QUANTITY, "°C", 0, TOTAL_NONE},
};

static const struct row_view_column error_columns[] = {
    {"gpu", "GPU", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"kind", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"time", "counted at", VIEW_MOMENT, NULL, 0, TOTAL_NONE},
    {"errors", "errors", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"counted", "since the device is new", VIEW_COUNT, NULL, 0, TOTAL_NONE},
};

#define VIEW(name, list, total)                                                                    \
    {                                                                                              \
        .table = (name), .columns = (list), .column_count = sizeof(list) / sizeof(list)[0],        \
        .with_total = (total)                                                                      \
    }

static void add_table(const struct row_view *row_view, const char *heading, const char *text,
                      size_t most, const struct page_request *request, struct document *document,
                      struct section *section)
{
    struct table_view *view = row_view_make(row_view, request, document->arena, most);
    if (!view)
        return;
    if (heading)
        section_add_subheading(document, section, heading);
    section_add_paragraph(document, section, "%s", text);
    section_add_table(document, section, view);
}

/* Of samples for which it is unknown whether a GPU was throttled. */
static void tell_missing(const struct page_request *request, struct document *document,
                         struct section *section)
{
    const struct table *gpus = tables_find(request->tables, "gpus");
    double known = 0, missing = 0;
    for (size_t row = 0; row < gpus->rows; row++) {
        double its = table_numbers(gpus, "throttled_missing")[row];
        known += number_is_missing(its) ? 0 : table_numbers(gpus, "throttled_samples")[row];
        missing += number_is_missing(its) ? 0 : its;
    }
    if (missing > 0)
        section_add_paragraph(
            document, section,
            "Whether a GPU was throttled is known for %.0f samples; %.0f lack the "
            "utilisation, or the clock at work, and are in no share.",
            known, missing);
}

static void add_tables(const struct page_request *request, struct document *document,
                       struct section *section)
{
    static const struct row_view gpus = VIEW("gpus", gpu_columns, true);
    static const struct row_view throttling = VIEW("throttling", throttling_columns, false);
    static const struct row_view errors = VIEW("gpu_errors", error_columns, false);
    struct row_view energy = VIEW("energy", energy_columns, false);
    energy.where = "node";
    energy.is = "*";
    add_table(&gpus, NULL,
              "Use is the share of time in which a kernel ran. 1-bit and 2-bit are memory "
              "errors counted during the job.",
              MOST_GPUS, request, document, section);
    if (shared_nodes_have_gpus(request->tables))
        section_add_paragraph(document, section,
                              "The jobs held a part of them: others may have used the rest.");
    tell_missing(request, document, section);
    add_table(&energy, "Energy",
              "Of all GPUs, and of what else was measured. Power is integrated over the time for "
              "which it is known; nothing is added for the rest.",
              MOST_GPUS, request, document, section);
    add_table(&throttling, "Throttled",
              "Stretches of time in which a GPU worked and its clock was held below what it "
              "reaches under load, or below the clock requested, as its driver reports.",
              MOST_STRETCHES, request, document, section);
    add_table(&errors, "Memory errors",
              "Each time that the device's own count had grown. Errors of one bit are corrected; "
              "those of two bits are not.",
              MOST_ERRORS, request, document, section);
}

static void add_gpu(const struct page_request *request, struct document *document)
{
    const struct table *gpus = tables_find(request->tables, "gpus");
    if (gpus) {
        struct section *section =
            document_add_section(document, "gpus", "GPUs one by one", "gpu", true);
        add_tables(request, document, section);
    }
    figure_sections_add(request->figures, "gpu", !gpus, document);
}

const struct page page_gpu = {"gpu", add_gpu};
