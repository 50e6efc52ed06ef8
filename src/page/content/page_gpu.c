#include "page/content/figure_sections.h"
#include "page/content/row_view.h"
#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/count_text.h"
#include "util/number.h"

enum { MOST_GPUS = 128, MOST_STRETCHES = 40, MOST_ERRORS = 40 };

static const struct row_view_column gpu_columns[] = {
    {SHOWN(gpus, gpu)},
    {SHOWN(gpus, utilization_mean), .head = "mean util."},
    {SHOWN(gpus, utilization_max), .head = "max util."},
    {SHOWN(gpus, memory_max_B), .head = "max memory"},
    {SHOWN(gpus, power_mean_W)},
    {SHOWN(gpus, energy_J)},
    {SHOWN(gpus, temperature_max_C), .head = "max temp."},
    {SHOWN(gpus, throttled_share), .head = "throttled"},
    {SHOWN(gpus, corrected_errors), .head = "corrected errors"},
    {SHOWN(gpus, uncorrected_errors), .head = "uncorrected"},
};

static const struct row_view_column energy_columns[] = {
    {SHOWN(energy, domain), .head = "domain"},
    {SHOWN(energy, metric)},
    {SHOWN(energy, energy_J)},
    {SHOWN(energy, covered_share), .head = "coverage"},
};

static const struct row_view_column throttling_columns[] = {
    {SHOWN(throttling, gpu)},
    {SHOWN(throttling, from)},
    {SHOWN(throttling, duration_s), .head = "throttled"},
    {SHOWN(throttling, violation_s), .head = "reported by driver"},
    {SHOWN(throttling, clock_mean_Hz)},
    {SHOWN(throttling, clock_ratio), .head = "clock, % of p95 under load"},
    {SHOWN(throttling, temperature_max_C), .head = "max temp."},
};

static const struct row_view_column error_columns[] = {
    {SHOWN(gpu_errors, gpu)},
    {SHOWN(gpu_errors, kind)},
    {SHOWN(gpu_errors, time), .head = "time"},
    {SHOWN(gpu_errors, errors), .head = "errors"},
    {SHOWN(gpu_errors, counted), .head = "lifetime count"},
};

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
    const struct gpus_rows gpus = gpus_rows(request->tables);
    double known = 0, missing = 0;
    for (size_t row = 0; row < gpus.rows; row++) {
        double its = gpus.throttled_missing[row];
        known += number_is_missing(its) ? 0 : gpus.throttled_samples[row];
        missing += number_is_missing(its) ? 0 : its;
    }
    if (missing > 0)
        section_add_paragraph(
            document, section,
            "Whether a GPU was throttled is known for %s samples; %s lack utilisation or "
            "clock and are not counted.",
            COUNT_TEXT(known), COUNT_TEXT(missing));
}

static void add_tables(const struct page_request *request, struct document *document,
                       struct section *section)
{
    static const struct row_view gpus = {VIEW_OF(gpus, gpu_columns), .with_total = true};
    static const struct row_view throttling = {VIEW_OF(throttling, throttling_columns)};
    static const struct row_view errors = {VIEW_OF(gpu_errors, error_columns)};
    static const struct row_view energy = {VIEW_OF(energy, energy_columns),
                                           .where = COLUMN_OF(energy, node), .is = "*"};
    add_table(&gpus, NULL,
              "Utilisation: share of time in which a kernel ran. Errors: memory errors during the "
              "job, corrected and uncorrected.",
              MOST_GPUS, request, document, section);
    if (shared_nodes_have_gpus(request->tables))
        section_add_paragraph(document, section,
                              "The jobs held a part of the GPUs: others may have used the rest.");
    tell_missing(request, document, section);
    add_table(&energy, "Energy",
              "All measured domains. Power integrated over the time for which it is known; nothing "
              "is added for the rest. Coverage: that time ÷ the job's time.",
              MOST_GPUS, request, document, section);
    add_table(&throttling, "Throttled",
              "Times in which a GPU worked while its clock was below what it reaches under load, "
              "or, as its driver reports, below the requested clock.",
              MOST_STRETCHES, request, document, section);
    add_table(&errors, "Memory errors",
              "Each increase of the GPU's own count. Single-bit errors are corrected, double-bit "
              "errors are not.",
              MOST_ERRORS, request, document, section);
}

static void add_gpu(const struct page_request *request, struct document *document)
{
    const struct gpus_rows gpus = gpus_rows(request->tables);
    if (gpus.rows) {
        struct section *section = document_add_section(document, "gpus", "GPUs", "gpu", true);
        add_tables(request, document, section);
    }
    figure_sections_add(request->figures, "gpu", !gpus.rows, document);
}

const struct page page_gpu = {"gpu", add_gpu};
