#include "page/device_view.h"
#include "page/page_parts.h"
#include "page/page_summary.h"
#include "page/table_page.h"
#include "page/trace_run.h"

enum { MOST_ROWS = 20 };

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const char *const sections[] = {"Functions", "Tasks", "Workers", "Instants", "Use"};

static const struct row_view_column function_columns[] = {
    {"host", "host", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"gpu", "worker", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"function", "function", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"duration_s", "time", VIEW_EACH, "s", 1, TOTAL_NONE},
    {"share", "share", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    {"gpu_utilization_mean", "GPU", VIEW_QUANTITY, "%", 100, TOTAL_NONE},
    {"gpu_memory_mean_B", "GPU memory", VIEW_EACH, "B", 1, TOTAL_NONE},
    {"data_size_mean_B", "data", VIEW_EACH, "B", 1, TOTAL_NONE},
    {"throughput_mean_B_s", "throughput", VIEW_EACH, "B/s", 1, TOTAL_NONE},
    {"tasks", "tasks", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"task_time_mean_s", "mean", VIEW_EACH, "s", 1, TOTAL_NONE},
};

static const struct row_view_column task_columns[] = {
    {"host", "host", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"gpu", "worker", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"task", "task", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"duration_s", "time", VIEW_EACH, "s", 1, TOTAL_NONE},
    {"share", "share", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    {"memory_B", "result", VIEW_EACH, "B", 1, TOTAL_NONE},
};

static const struct row_view_column worker_columns[] = {
    {"worker", "worker", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"host", "host", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"tasks", "tasks", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"functions", "functions", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"duration_s", "time of tasks", VIEW_EACH, "s", 1, TOTAL_SUM},
    {"busy_s", "busy", VIEW_EACH, "s", 1, TOTAL_SUM},
    {"idle_s", "idle", VIEW_EACH, "s", 1, TOTAL_SUM},
    {"idle_share", "share idle", VIEW_SHARE, NULL, 0, TOTAL_NONE},
};

static const struct row_view_column instant_columns[] = {
    {"instant", "instant", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"process", "process", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"thread", "thread", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"count", "number", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"first_s", "first after", VIEW_EACH, "s", 1, TOTAL_NONE},
    {"last_s", "last after", VIEW_EACH, "s", 1, TOTAL_NONE},
    {"rate_per_s", "per second", VIEW_QUANTITY, "", 1, TOTAL_NONE},
};

static const struct placed_table tables[] = {
    {"Functions",
     "Functions on each worker",
     "The rows that took most time; share is of the time of all tasks of the worker, data is what "
     "goes into a task.",
     {"function_bottleneck", function_columns, COUNT_OF(function_columns), NULL, NULL, false, NULL},
     MOST_ROWS},
    {"Tasks",
     "The slowest tasks",
     NULL,
     {"task_bottleneck", task_columns, COUNT_OF(task_columns), NULL, NULL, false, NULL},
     MOST_ROWS},
    {"Workers",
     "Workers in numbers",
     NULL,
     {"trace_workers", worker_columns, COUNT_OF(worker_columns), NULL, NULL, true, NULL},
     MOST_ROWS},
    {"Instants",
     "Instants by thread",
     "Moments that the program marked; times count from the start of the trace.",
     {"instants", instant_columns, COUNT_OF(instant_columns), NULL, NULL, true, NULL},
     MOST_ROWS},
    /* The last one: with events of tasks it stands among those. */
    {"Use",
     DEVICE_METRICS_HEADING,
     DEVICE_METRICS_TEXT,
     {"device_metrics", device_metric_columns, DEVICE_METRIC_COLUMNS, NULL, NULL, false, NULL},
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
    struct section *section = document_add_section(document, "traces", "What ran", "traces", true);
    if (has_run)
        add_run(&run, request, document, section);
    else
        section_add_paragraph(document, section, "The traces have instants only, and no spans.");
    table_page_add(&page, request, document);
}

const struct page page_traces = {"traces", add_traces};
