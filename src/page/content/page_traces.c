#include "page/content/device_view.h"
#include "page/content/page_summary.h"
#include "page/content/table_page.h"
#include "page/content/trace_run.h"

enum { MOST_ROWS = 20 };

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const char *const sections[] = {"Functions", "Tasks", "Workers", "Instants", "Use"};

static const struct row_view_column function_columns[] = {
    {SHOWN(function_bottleneck, host)},
    {SHOWN(function_bottleneck, gpu)},
    {SHOWN(function_bottleneck, function)},
    {SHOWN(function_bottleneck, duration_s), .kind = VIEW_EACH},
    {SHOWN(function_bottleneck, share)},
    {SHOWN(function_bottleneck, gpu_utilization_mean), .head = "GPU"},
    {SHOWN(function_bottleneck, gpu_memory_mean_B), .kind = VIEW_EACH},
    {SHOWN(function_bottleneck, data_size_mean_B), .kind = VIEW_EACH},
    {SHOWN(function_bottleneck, throughput_mean_B_s), .kind = VIEW_EACH},
    {SHOWN(function_bottleneck, tasks), .head = "tasks"},
    {SHOWN(function_bottleneck, task_time_mean_s), .head = "mean", .kind = VIEW_EACH},
};

static const struct row_view_column task_columns[] = {
    {SHOWN(task_bottleneck, host)},  {SHOWN(task_bottleneck, gpu)},
    {SHOWN(task_bottleneck, task)},  {SHOWN(task_bottleneck, duration_s), .kind = VIEW_EACH},
    {SHOWN(task_bottleneck, share)}, {SHOWN(task_bottleneck, memory_B), .kind = VIEW_EACH},
};

static const struct row_view_column worker_columns[] = {
    {SHOWN(trace_workers, worker)},
    {SHOWN(trace_workers, host)},
    {SHOWN(trace_workers, tasks)},
    {SHOWN(trace_workers, functions)},
    {SHOWN(trace_workers, duration_s), .kind = VIEW_EACH},
    {SHOWN(trace_workers, busy_s), .kind = VIEW_EACH},
    {SHOWN(trace_workers, idle_s), .kind = VIEW_EACH},
    {SHOWN(trace_workers, idle_share)},
};

static const struct row_view_column instant_columns[] = {
    {SHOWN(instants, instant)},
    {SHOWN(instants, process)},
    {SHOWN(instants, thread)},
    {SHOWN(instants, count)},
    {SHOWN(instants, first_s), .kind = VIEW_EACH},
    {SHOWN(instants, last_s), .kind = VIEW_EACH},
    {SHOWN(instants, rate_per_s), .kind = VIEW_FIXED},
};

static const struct placed_table tables[] = {
    {"Functions",
     "Functions on each worker",
     "The rows with most time. Share is of the time of all tasks of the worker; data is the input "
     "of a task.",
     {VIEW_OF(function_bottleneck, function_columns)},
     MOST_ROWS},
    {"Tasks", "The slowest tasks", NULL, {VIEW_OF(task_bottleneck, task_columns)}, MOST_ROWS},
    {"Workers",
     "Workers in numbers",
     NULL,
     {VIEW_OF(trace_workers, worker_columns), .with_total = true},
     MOST_ROWS},
    {"Instants",
     "Instants by thread",
     "Moments that the program marked; times count from the start of the trace.",
     {VIEW_OF(instants, instant_columns), .with_total = true},
     MOST_ROWS},
    /* The last one: with events of tasks it stands among those. */
    {"Use",
     DEVICE_METRICS_HEADING,
     DEVICE_METRICS_TEXT,
     {VIEW_OF(device_metrics, device_metric_columns)},
     MOST_ROWS},
};

static void add_run(const struct trace_run *run, const struct page_request *request,
                    struct document *document, struct section *section)
{
    section_add_paragraph(document, section, "%s", trace_run_sentence(document->arena, run));
    if (summary_shows_all_functions(request->tables))
        return;
    struct table_view *functions = trace_run_functions(request, document->arena, MOST_ROWS);
    if (functions)
        section_add_table(document, section, functions);
}

static void add_traces(const struct page_request *request, struct document *document)
{
    struct trace_run run;
    bool has_events = tables_find(request->tables, "event_time");
    bool has_run = trace_run_make(&run, request->tables, document->arena);
    const struct table_page page = {
        .name = "traces",
        .sections = sections,
        .section_count = COUNT_OF(sections),
        .tables = tables,
        .table_count = COUNT_OF(tables) - (has_events || !has_run),
        .not_drawn = "Not drawn (not in the traces):",
    };
    if (!has_run && !tables_find(request->tables, "instants"))
        return;
    struct section *section = document_add_section(document, "traces", "Timeline", "traces", true);
    if (has_run)
        add_run(&run, request, document, section);
    else
        section_add_paragraph(document, section, "The traces have instants only, and no spans.");
    table_page_add(&page, request, document);
}

const struct page page_traces = {"traces", add_traces};
