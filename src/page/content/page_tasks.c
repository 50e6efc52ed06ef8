#include <string.h>

#include "page/content/allocation_view.h"
#include "page/content/attempt_views.h"
#include "page/content/attributes_view.h"
#include "page/content/campaign.h"
#include "page/content/campaign_tables.h"
#include "page/content/costs_view.h"
#include "page/content/critical_path_view.h"
#include "page/content/held_views.h"
#include "page/content/manager_runs_view.h"
#include "page/content/page_parts.h"
#include "page/content/page_summary.h"
#include "page/content/table_page.h"
#include "table/kind_names.h"
#include "table/outcome_words.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

enum { LONGEST_START = 80, MOST_SPEEDS = 12 };

/* What people ask first comes first: what failed, what was requested and not used, what took time.
 */
static const char *const sections[] = {"Attempts",      "Requested and used",
                                       "By whom",       "Steps",
                                       "Task kinds",    "Over time",
                                       "Critical path", "Memory",
                                       "Efficiency",    "Resources",
                                       "Attributes",    "Slowest and largest tasks"};

/* Where all count as succeeded there is nothing to draw or list. */
static void add_ends(const struct page_request *request, struct document *document,
                     struct section *section)
{
    struct campaign campaign;
    if (!campaign_make(&campaign, request->tables) || campaign.lost > 0 ||
        campaign.succeeded != campaign.tasks || !(campaign.tasks > 0))
        return;
    if (campaign.unrecorded > 0) {
        section_add_paragraph(document, section,
                              "The inputs record neither a status nor an exit code for %s: whether "
                              "%s failed is unknown.",
                              count_text(document->arena, campaign.unrecorded, "task", "tasks"),
                              campaign.unrecorded > 1 ? "any of them" : "it");
        return;
    }
    bool once = campaign.attempts == campaign.tasks;
    section_add_paragraph(document, section, "%s succeeded%s: no time was lost.",
                          count_text(document->arena, campaign.tasks, "task", "tasks"),
                          once ? " at the first attempt" : "");
}

static void add_not_by_node(const struct page_request *request, struct document *document,
                            struct section *section)
{
    struct campaign campaign;
    if (campaign_make(&campaign, request->tables) && campaign.not_by_node > 0)
        section_add_paragraph(document, section,
                              "%s on several nodes %s not counted by node: the node lists are too "
                              "long, or cannot be read.",
                              count_text(document->arena, campaign.not_by_node, "attempt",
                                         "attempts"),
                              campaign.not_by_node > 1 ? "are" : "is");
}

/* What the names of kinds lack is said once, where all kinds are listed. */
static void add_what_names_lack(const struct page_request *request, struct document *document,
                                struct section *section)
{
    const struct kind_names *names = &request->kind_names;
    if (!names->most)
        return;
    const char *start = arena_text_of_size(document->arena, names->prefix, names->most);
    section_add_paragraph(document, section,
                          "Names that begin with %s are shown without it; data/tasks.csv has the "
                          "full names.",
                          plain_text(document->arena, start, LONGEST_START));
}

/* Kinds that are not what people called their tasks. */
static void add_choice(const struct page_request *request, struct document *document,
                       struct section *section)
{
    const struct kind_choice_rows choice = kind_choice_rows(request->tables);
    if (!choice.rows)
        return;
    const char *what = "the stems of names, with * in place of numbers and ids";
    if (!texts_equal(choice.by[0], "stem"))
        what = arena_format(document->arena, "what tasks have as %s",
                            plain_text(document->arena, choice.by[0], LONGEST_START));
    section_add_paragraph(document, section, "Task kinds are %s: %s in %s.", what,
                          count_text(document->arena, choice.names[0], "name of tasks",
                                     "names of tasks"),
                          count_text(document->arena, choice.kinds[0], "task kind", "task kinds"));
}

static void begin_section(const struct page_request *request, struct document *document,
                          struct section *section)
{
    if (strcmp(section->title, "Task kinds") == 0) {
        add_choice(request, document, section);
        add_what_names_lack(request, document, section);
    }
    if (strcmp(section->title, "Critical path") == 0)
        critical_path_begin(request, "tasks", document, section);
    if (strcmp(section->title, "Attempts") != 0)
        return;
    add_ends(request, document, section);
    add_not_by_node(request, document, section);
}

static const struct row_view_column speed_columns[] = {
    {SHOWN(node_speed, node)},
    {SHOWN(node_speed, tasks)},
    {SHOWN(node_speed, ratio_to_kind), .head = "run time, % of its kind's"},
    {SHOWN(node_speed, slow_tasks)},
    {SHOWN(node_speed, expected_slow_tasks), .kind = VIEW_FIXED},
};

/* What a finding on slow nodes rests on; without one all nodes are alike. */
static void add_speeds(const struct page_request *request, struct document *document,
                       struct section *section)
{
    static const struct row_view speeds = {VIEW_OF(node_speed, speed_columns),
                                           .order = COLUMN_OF(node_speed, ratio_to_kind)};
    const struct findings_rows findings = findings_rows(request->tables);
    size_t row = 0;
    while (row < findings.rows && !texts_equal(findings.id[row], "nodes.slow-for-tasks"))
        row++;
    struct table_view *view =
        row < findings.rows ? row_view_make(&speeds, request, document->arena, MOST_SPEEDS) : NULL;
    if (!view)
        return;
    section_add_subheading(document, section, "Run time by node");
    section_add_paragraph(
        document, section, "%s",
        outcome_words(request->tables, document->arena,
                      "The slowest first. Run time: median of the node's succeeded tasks, each "
                      "relative to the median of its task kind. Slow tasks took 1.5 times that "
                      "median or longer; expected: their share on the other nodes."));
    section_add_table(document, section, view);
}

static void end_section(const struct page_request *request, struct document *document,
                        struct section *section)
{
    if (strcmp(section->title, "Attempts") == 0) {
        failure_groups_add(request, document, section);
        lost_attempts_add(request, document, section);
        add_speeds(request, document, section);
    }
    if (strcmp(section->title, "Slowest and largest tasks") == 0)
        extreme_attempts_add(request, document, section);
    if (strcmp(section->title, "Requested and used") == 0)
        allocation_add(request, document, section);
    const bool by_whom = held_by_rows(request->tables).rows > 0;
    if (strcmp(section->title, by_whom ? "By whom" : "Requested and used") == 0)
        unused_work_add(request, document, section);
    if (strcmp(section->title, "By whom") == 0)
        held_by_add(request, document, section);
    if (strcmp(section->title, "Over time") == 0) {
        held_by_day_add(request, document, section);
        manager_runs_add(request, document, section);
    }
    if (strcmp(section->title, "Attributes") == 0)
        attributes_add(request, document, section);
    if (strcmp(section->title, "Critical path") == 0)
        critical_path_end(request, "tasks", document, section);
}

/* mem_GB are GiB in this layout. Run times are compared across columns: all in one unit. */
static const struct row_view_column published_columns[] = {
    {SHOWN(task_quantiles, step)},
    {SHOWN(task_quantiles, task)},
    {SHOWN(task_quantiles, quanta)},
    {SHOWN(task_quantiles, integrated_runtime_hrs), .kind = VIEW_HOURS},
    {SHOWN(task_quantiles, mem_GB_p050), .kind = VIEW_FIXED},
    {SHOWN(task_quantiles, mem_GB_p095), .kind = VIEW_FIXED},
    {SHOWN(task_quantiles, mem_GB_p100), .kind = VIEW_FIXED},
    {SHOWN(task_quantiles, runtime_s_p050), .kind = VIEW_FIXED},
    {SHOWN(task_quantiles, runtime_s_p095), .kind = VIEW_FIXED},
    {SHOWN(task_quantiles, runtime_s_p100), .kind = VIEW_FIXED},
};

/* Where the inputs hold published summaries and no record. */
static void add_published(const struct page_request *request, struct document *document)
{
    enum { MOST_PUBLISHED = 60 };
    static const struct row_view published = {VIEW_OF(task_quantiles, published_columns),
                                              .with_total = true,
                                              .order = COLUMN_OF(task_quantiles,
                                                                 integrated_runtime_hrs)};
    struct table_view *view = row_view_make(&published, request, document->arena, MOST_PUBLISHED);
    if (!view)
        return;
    struct section *section =
        document_add_section(document, "tasks", "Published summaries", "tasks", true);
    section_add_paragraph(document, section,
                          "The inputs hold no records of tasks, only published summaries of them. "
                          "The quantiles are as published.");
    section_add_table(document, section, view);
}

/* Of attempts that did not succeed it may be known, where tasks that succeeded have none. */
static const char *missing_cpu_text(const struct tables *tables)
{
    const struct attempts_rows attempts = attempts_rows(tables);
    for (size_t row = 0; row < attempts.rows; row++)
        if (!number_is_missing(attempts.cpu_s[row]))
            return "CPU time is recorded for failed, cancelled or unfinished attempts only: CPU "
                   "efficiency, which is of succeeded tasks, is not shown.";
    return "The records have no CPU time: CPU time and efficiency are not shown.";
}

/* Of a report that was merged: which numbers are exact. */
static void add_merged(const struct page_request *request, struct document *document,
                       struct section *section)
{
    const struct merged_rows merged = merged_rows(request->tables);
    char percent[64];
    if (!merged.rows)
        return;
    quantity_format_number(100 * merged.quantile_error[0], 3, percent, sizeof percent);
    section_add_paragraph(
        document, section,
        "Merged from summaries of %s. Counts of tasks and attempts, sums, means, "
        "standard deviations, lowest and highest values are exact; quantiles are "
        "within %s %%. Histograms and numbers of outliers are approximate. Tasks that "
        "several inputs hold count once for each: findings give their number, as far as ids, times "
        "and measures distinguish tasks.",
        count_text(document->arena, merged.inputs[0], "input", "inputs"), percent);
}

static void add_tasks(const struct page_request *request, struct document *document)
{
    struct campaign campaign;
    struct table_page page = {
        .name = "tasks",
        .sections = sections,
        .section_count = sizeof sections / sizeof sections[0],
        .not_drawn = "Not in the records, so not drawn:",
        .begin_section = begin_section,
        .end_section = end_section,
    };
    if (!campaign_make(&campaign, request->tables)) {
        add_published(request, document);
        return;
    }
    if (merged_rows(request->tables).rows)
        page.not_drawn = "Not in the records, or not in merged reports, so not drawn:";
    if (!(campaign.succeeded > 0))
        page.not_drawn = "No task succeeded, so not drawn:";
    struct section *section = document_add_section(document, "tasks", "Task totals", "tasks", true);
    section_add_paragraph(document, section, "%s", campaign_sentence(document->arena, &campaign));
    if (number_is_missing(campaign.cpu_s) && campaign.tasks > 0)
        section_add_paragraph(document, section, "%s", missing_cpu_text(request->tables));
    add_merged(request, document, section);
    page.tables = campaign_tables(!summary_shows_all_steps(request->tables), &page.table_count);
    table_page_add(&page, request, document);
}

const struct page page_tasks = {"tasks", add_tasks};
