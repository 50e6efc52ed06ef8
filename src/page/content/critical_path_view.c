#include "page/content/critical_path_view.h"

#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/rows.h"
#include "util/number.h"
#include "util/texts.h"

enum { MOST_KINDS = 20, MOST_TASKS = 20 };

#define KIND_COLUMNS(named)                                                                        \
    {SHOWN(critical_path_kinds, task), .head = (named)},                                           \
        {SHOWN(critical_path_kinds, tasks), .head = "on the path"},                                \
        {SHOWN(critical_path_kinds, elapsed_s), .kind = VIEW_EACH},                                \
        {SHOWN(critical_path_kinds, share)},                                                       \
        {SHOWN(critical_path_kinds, halved_s), .kind = VIEW_EACH},                                 \
    {                                                                                              \
        SHOWN(critical_path_kinds, shorter_s), .kind = VIEW_EACH                                   \
    }
#define TASK_COLUMNS(named)                                                                        \
    {SHOWN(critical_path, position)}, {SHOWN(critical_path, task), .head = (named)},               \
        {SHOWN(critical_path, id)}, {SHOWN(critical_path, after_s), .kind = VIEW_EACH},            \
        {SHOWN(critical_path, wait_s), .kind = VIEW_EACH},                                         \
        {SHOWN(critical_path, elapsed_s), .kind = VIEW_EACH},                                      \
    {                                                                                              \
        SHOWN(critical_path, share)                                                                \
    }

static const struct row_view_column kind_columns[] = {KIND_COLUMNS("task kind")};
static const struct row_view_column function_columns[] = {KIND_COLUMNS("function")};
static const struct row_view_column task_columns[] = {TASK_COLUMNS("task kind")};
static const struct row_view_column call_columns[] = {TASK_COLUMNS("function")};

/* False where there is no path, or it is on another page. */
static bool find_summary(const struct page_request *request, const char *of,
                         struct critical_path_summary_rows *summary)
{
    *summary = critical_path_summary_rows(request->tables);
    return summary->rows && texts_equal(summary->of[0], of);
}

static const char *time_text(const struct page_request *request, struct arena *arena, double time_s)
{
    return quantity_text(arena, time_s, "s", request->units);
}

/* Records know tasks of task kinds, traces calls of functions. */
static bool are_calls(const char *of)
{
    return texts_equal(of, "functions");
}

void critical_path_begin(const struct page_request *request, const char *of,
                         struct document *document, struct section *section)
{
    struct critical_path_summary_rows summary;
    struct arena *arena = document->arena;
    if (!find_summary(request, of, &summary))
        return;
    const char *run = "";
    if (!number_is_missing(summary.makespan_s[0]))
        run = arena_format(arena, " of the %s of the run (%s)",
                           time_text(request, arena, summary.makespan_s[0]),
                           share_text(arena, summary.share[0]));
    section_add_paragraph(
        document, section,
        "The longest chain of %s that wait for each other has %s and takes %s%s. No run is "
        "shorter, however many %s it has.",
        are_calls(of) ? "calls" : "tasks",
        are_calls(of) ? count_text(arena, summary.path_tasks[0], "call", "calls")
                      : count_text(arena, summary.path_tasks[0], "task", "tasks"),
        time_text(request, arena, summary.length_s[0]), run, are_calls(of) ? "workers" : "nodes");
    if (summary.overlapping[0] > 0)
        section_add_paragraph(document, section,
                              "Left out: %s on %s that had not ended when the waiting one began.",
                              count_text(arena, summary.overlapping[0], "dependency",
                                         "dependencies"),
                              are_calls(of) ? "calls" : "tasks");
    if (summary.circular[0] > 0)
        section_add_paragraph(
            document, section,
            "Left out: %s of %s that are said to wait for each other in a circle.",
            count_text(arena, summary.circular[0], "dependency", "dependencies"),
            are_calls(of) ? "calls" : "tasks");
    if (summary.none_ran_s[0] > 0)
        section_add_paragraph(document, section, "No recorded task ran for %s%s of the run (%s).",
                              texts_equal(summary.none_ran_is[0], "least") ? "at least " : "",
                              time_text(request, arena, summary.none_ran_s[0]),
                              share_text(arena, summary.none_ran_share[0]));
    if (summary.wait_s[0] > 0)
        section_add_paragraph(document, section, "Waits between them add up to %s.",
                              time_text(request, arena, summary.wait_s[0]));
}

void critical_path_end(const struct page_request *request, const char *of,
                       struct document *document, struct section *section)
{
    static const struct row_view views[][2] = {
        {{VIEW_OF(critical_path_kinds, kind_columns)}, {VIEW_OF(critical_path, task_columns)}},
        {{VIEW_OF(critical_path_kinds, function_columns)}, {VIEW_OF(critical_path, call_columns)}},
    };
    struct critical_path_summary_rows summary;
    const struct row_view *shown = views[are_calls(of)];
    if (!find_summary(request, of, &summary))
        return;
    struct table_view *view = row_view_make(&shown[0], request, document->arena, MOST_KINDS);
    if (view) {
        section_add_subheading(document, section, "What would shorten it");
        section_add_paragraph(document, section,
                              "The length of the longest chain if all %s of a row took half as "
                              "long: the least possible run time, not a forecast.",
                              are_calls(of) ? "calls" : "tasks");
        section_add_table(document, section, view);
    }
    view = row_view_make(&shown[1], request, document->arena, MOST_TASKS);
    if (!view)
        return;
    section_add_subheading(document, section,
                           are_calls(of) ? "Calls of the critical path"
                                         : "Tasks of the critical path");
    section_add_table(document, section, view);
}
