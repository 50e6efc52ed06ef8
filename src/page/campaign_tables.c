/* The tables of tasks that people read; each is a file in data/ with all its rows. */
#include "page/campaign.h"
#include "page/row_view.h"

enum { MOST_ROWS = 20, MOST_OUTLIERS = 12, MOST_MEASURES = 30 };

/* Tasks and what became of them: they add up. */
#define OUTCOME_COLUMNS                                                                            \
    {"tasks", "tasks", VIEW_COUNT, NULL, 0, TOTAL_SUM},                                            \
        {"succeeded", "succeeded", VIEW_COUNT, NULL, 0, TOTAL_SUM},                                \
        {"failed", "failed", VIEW_COUNT, NULL, 0, TOTAL_SUM},                                      \
        {"cancelled", "cancelled", VIEW_COUNT_ANY, NULL, 0, TOTAL_SUM},                            \
        {"unfinished", "unfinished", VIEW_COUNT_ANY, NULL, 0, TOTAL_SUM},                          \
    {                                                                                              \
        "unknown", "unknown", VIEW_COUNT_ANY, NULL, 0, TOTAL_SUM                                   \
    }

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static const struct row_view_column step_columns[] = {
    {"step", "step", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"task_kinds", "kinds", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    OUTCOME_COLUMNS,
    {"elapsed_s", "elapsed", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"core_s", "core time", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_s", "CPU time", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_efficiency", "CPU efficiency", VIEW_EFFICIENCY, NULL, 0, TOTAL_EFFICIENCY},
    {"peak_memory_B", "peak memory", VIEW_QUANTITY, "B", 1, TOTAL_HIGHEST},
};

/* As many as a page is wide; core time and the deviation of memory are in the file. */
static const struct row_view_column step_task_columns[] = {
    {"step", "step", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"task", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    OUTCOME_COLUMNS,
    {"elapsed_s", "elapsed", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_s", "CPU", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_efficiency", "CPU eff.", VIEW_EFFICIENCY, NULL, 0, TOTAL_EFFICIENCY},
    {"peak_memory_B", "memory", VIEW_QUANTITY, "B", 1, TOTAL_HIGHEST},
    {"memory_iqr_B", "IQR", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
};

/* Peak memory of its tasks: p50, p95 and the highest. How the others ended is in the table of the
 * summary, and among the attempts. */
static const struct row_view_column kind_columns[] = {
    {"task", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"tasks", "tasks", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"succeeded", "succeeded", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"elapsed_s", "elapsed", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"elapsed_share", "share", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    {"core_s", "core time", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_s", "CPU", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_efficiency", "CPU eff.", VIEW_EFFICIENCY, NULL, 0, TOTAL_EFFICIENCY},
    {"memory_p50_B", "p50", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"memory_p95_B", "p95", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"peak_memory_B", "max", VIEW_QUANTITY, "B", 1, TOTAL_HIGHEST},
};

static const struct row_view_column short_kind_columns[] = {
    {"task", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    OUTCOME_COLUMNS,
    {"elapsed_s", "elapsed", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"elapsed_share", "share", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    {"cpu_efficiency", "CPU eff.", VIEW_EFFICIENCY, NULL, 0, TOTAL_EFFICIENCY},
    {"peak_memory_B", "peak memory", VIEW_QUANTITY, "B", 1, TOTAL_HIGHEST},
};

static const struct row_view short_kinds = {
    "tasks", short_kind_columns, COUNT_OF(short_kind_columns), NULL, NULL, true, NULL};

static const struct row_view_column class_columns[] = {
    {"class", "class", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"low_B", "over, GB", VIEW_QUANTITY, "", 1e-9, TOTAL_NONE},
    {"high_B", "up to, GB", VIEW_QUANTITY, "", 1e-9, TOTAL_NONE},
    {"tasks", "tasks", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"elapsed_s", "elapsed", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"elapsed_share", "share", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    {"cpu_s", "CPU time", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_share", "share", VIEW_SHARE, NULL, 0, TOTAL_NONE},
};

static const struct row_view_column outlier_kind_columns[] = {
    {"task", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"iqr", "IQR", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"low", "p5", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"high", "p95", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"below", "tasks below p5", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"above", "tasks above p95", VIEW_COUNT, NULL, 0, TOTAL_SUM},
};

static const struct row_view_column contrast_columns[] = {
    {"task", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"column", "column", VIEW_WORDS, NULL, 0, TOTAL_NONE},
    {"low_median", "median of those below", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"middle_median", "of the others", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"high_median", "of those above", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"value", "most frequent", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"outliers_share", "among outliers", VIEW_SHARE, NULL, 0, TOTAL_NONE},
    {"others_share", "among others", VIEW_SHARE, NULL, 0, TOTAL_NONE},
};

static const struct row_view_column outlier_columns[] = {
    {"task", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"step", "step", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"id", "task", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"record", "record", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"value", "peak memory", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"low", "p5 of the kind", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"high", "p95 of the kind", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
};

static const struct row_view_column attempt_columns[] = {
    {"task", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"outcome", "status", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"reason", "reason", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"ended", "outcome", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"attempts", "attempts", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"elapsed_s", "elapsed", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"core_s", "core time", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_s", "CPU time", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
};

static const struct row_view_column node_columns[] = {
    {"node", "node", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    OUTCOME_COLUMNS,
    {"attempts", "attempts", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"failed_attempts", "failed attempts", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"shared", "on several nodes", VIEW_COUNT_ANY, NULL, 0, TOTAL_IF_NONE},
    {"elapsed_s", "elapsed", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"cpu_s", "CPU time", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"lost_elapsed_s", "lost", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
    {"lost_cpu_s", "lost CPU time", VIEW_QUANTITY, "h", 1, TOTAL_SUM},
};

static const struct row_view_column resource_columns[] = {
    {"resource", "resource", VIEW_NAME, "unit", 0, TOTAL_NONE},
    {"count", "tasks", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"missing", "missing", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"mean", "mean", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"std", "std", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"min", "min", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"p50", "median", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"p95", "p95", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
    {"max", "max", VIEW_OWN_UNIT, "unit", 0, TOTAL_NONE},
};

static const struct row_view_column node_memory_columns[] = {
    {"task", "kind", VIEW_TEXT, NULL, 0, TOTAL_NONE},
    {"tasks", "succeeded", VIEW_COUNT, NULL, 0, TOTAL_SUM},
    {"nodes_max", "nodes, up to", VIEW_COUNT, NULL, 0, TOTAL_NONE},
    {"requested_min_B", "requested, from", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"requested_max_B", "to", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"used_least_B", "used at least", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
    {"used_most_B", "at most", VIEW_QUANTITY, "B", 1, TOTAL_NONE},
};

/* The table of steps is the first. */
static const struct placed_table placed[] = {
    {"Steps",
     "Steps in numbers",
     NULL,
     {"steps", step_columns, COUNT_OF(step_columns), NULL, NULL, true, NULL},
     MOST_ROWS},
    {"Steps",
     "Kinds of task in each step",
     NULL,
     {"step_tasks", step_task_columns, COUNT_OF(step_task_columns), NULL, NULL, true, NULL},
     MOST_ROWS},
    {"Task kinds",
     "The kinds that take most time",
     "In their order; p50, p95 and max are of the peak memory of their tasks.",
     {"tasks", kind_columns, COUNT_OF(kind_columns), NULL, NULL, true, NULL},
     MOST_ROWS},
    {"Memory",
     "Memory classes",
     "Tasks by their peak memory.",
     {"memory_classes", class_columns, COUNT_OF(class_columns), NULL, NULL, true, NULL},
     MOST_ROWS},
    {"Memory",
     "Kinds whose memory spreads widely",
     "Their interquartile range (IQR) is above the threshold. Tasks below p5 or above p95 of their "
     "kind are its outliers.",
     {"outlier_kinds", outlier_kind_columns, COUNT_OF(outlier_kind_columns), NULL, NULL, true,
      "iqr"},
     MOST_OUTLIERS},
    {"Memory",
     "In what outliers differ",
     "Columns of the records in which outliers differ from the other tasks of their kind: by their "
     "medians, or by a value that many of them have and few others.",
     {"outlier_columns", contrast_columns, COUNT_OF(contrast_columns), NULL, NULL, false, NULL},
     MOST_ROWS},
    {"Memory",
     "Largest outliers",
     NULL,
     {"outliers", outlier_columns, COUNT_OF(outlier_columns), "quantity", "memory", false, "value"},
     MOST_OUTLIERS},
    {"Requested and used",
     "Memory per node",
     "Of task kinds that ran on several nodes, for which memory is requested per node. Sources "
     "report memory of whole jobs and of one process: a node used at least its part of the total "
     "or the peak of one process, and at most the total or the peak times the processes per node, "
     "spread evenly. Bytes are the highest of all succeeded tasks.",
     {"node_memory", node_memory_columns, COUNT_OF(node_memory_columns), NULL, NULL, false,
      "used_most_B"},
     MOST_ROWS},
    {"Attempts",
     "Attempts that did not succeed",
     "Those that took most time first.",
     {"attempts", attempt_columns, COUNT_OF(attempt_columns), "ended", "!succeeded", true,
      "elapsed_s"},
     MOST_ROWS},
    {"Attempts",
     "By node",
     "An attempt on several nodes counts at each of them; then there is no total.",
     {"task_nodes", node_columns, COUNT_OF(node_columns), NULL, NULL, true, "failed_attempts"},
     MOST_ROWS},
    {"Resources",
     "What was measured",
     "Of the succeeded tasks of all kinds.",
     {"resources", resource_columns, COUNT_OF(resource_columns), "category", "*", false, NULL},
     MOST_MEASURES},
};

struct table_view *campaign_steps(const struct page_request *request, struct arena *arena,
                                  size_t most)
{
    return row_view_make(&placed[0].view, request, arena, most);
}

struct table_view *campaign_kinds(const struct page_request *request, struct arena *arena,
                                  size_t most)
{
    return row_view_make(&short_kinds, request, arena, most);
}

const struct placed_table *campaign_tables(bool with_steps, size_t *count)
{
    *count = COUNT_OF(placed) - !with_steps;
    return placed + !with_steps;
}
