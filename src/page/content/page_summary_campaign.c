#include "page/content/campaign.h"
#include "page/content/campaign_tables.h"
#include "page/content/device_view.h"
#include "page/content/page_summary.h"
#include "page/content/trace_run.h"
#include "table/outcome_words.h"
#include "table/rows.h"

enum { MOST_STEPS = 8, MOST_KINDS = 8, MOST_FUNCTIONS = 8, MOST_EVENTS = 8, MOST_DEVICES = 6 };

static void add_view(struct document *document, struct section *section, const char *heading,
                     struct table_view *view)
{
    if (!view)
        return;
    section_add_subheading(document, section, heading);
    section_add_table(document, section, view);
}

/* A few tasks per GPU differ by chance: only GPUs that are slow beyond it are listed here. */
static bool has_slow_devices(const struct tables *tables)
{
    const struct findings_rows findings = findings_rows(tables);
    return findings.rows &&
           rows_find(findings.rows, 0, findings.id, "devices.slow", NULL, NULL) < findings.rows;
}

static void add_devices(const struct page_request *request, struct document *document,
                        struct section *section)
{
    static const struct row_view slow = SLOW_DEVICES_VIEW;
    struct arena *arena = document->arena;
    add_view(document, section, "By event",
             row_view_make(&device_events_view, request, arena, MOST_EVENTS));
    if (has_slow_devices(request->tables))
        add_view(document, section, "Slowest GPUs or hosts",
                 row_view_make(&slow, request, arena, MOST_DEVICES));
}

static bool has_at_most(const struct tables *tables, const char *name, size_t most)
{
    const struct table *table = tables_find(tables, name);
    return table && table->rows <= most;
}

/* Counts are of all tasks, times of those that succeeded. */
static void add_whose_times(const struct page_request *request, struct document *document,
                            struct section *section)
{
    struct campaign campaign;
    if (campaign_make(&campaign, request->tables) && campaign.succeeded < campaign.tasks)
        section_add_paragraph(
            document, section, "%s",
            outcome_words(request->tables, document->arena,
                          "Times, efficiency and peak memory are of succeeded tasks."));
}

/* Steps of a campaign beside node metrics have no room there. */
static bool has_steps(const struct tables *tables)
{
    return !tables_find(tables, "job_metrics");
}

bool summary_shows_all_steps(const struct tables *tables)
{
    return has_steps(tables) && has_at_most(tables, "steps", MOST_STEPS);
}

bool summary_shows_all_functions(const struct tables *tables)
{
    return has_at_most(tables, "functions", MOST_FUNCTIONS);
}

void summary_add_campaign(const struct page_request *request, struct document *document,
                          struct section *section)
{
    struct arena *arena = document->arena;
    struct table_view *steps = campaign_steps(request, arena, MOST_STEPS);
    struct table_view *kinds = campaign_kinds(request, arena, MOST_KINDS);
    struct table_view *functions = trace_run_functions(request, arena, MOST_FUNCTIONS);
    if (has_steps(request->tables))
        add_view(document, section, "By step", steps);
    add_view(document, section, "By task kind", kinds);
    if (kinds)
        add_whose_times(request, document, section);
    add_view(document, section, "By function", functions);
    if (!kinds && !functions)
        add_devices(request, document, section);
}
