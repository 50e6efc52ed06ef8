/* A task kind that takes longer the later its tasks start. */
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/findings/task_words.h"

static const double GROWS = 1.2, GROWS_MUCH = 1.5; /* the last fifth's median ÷ the first's */
static const double BY_CHANCE = 0.001;             /* in any of the kinds */
static const double OF_A_STEP = 0.6;               /* the largest rise, of all: else it is a step */

/* Every fifth takes longer than the one before, and none has most of the rise. */
static bool grows_steadily(const struct table *trends, size_t row)
{
    double first = table_numbers(trends, "first_median_s")[row];
    double last = table_numbers(trends, "last_median_s")[row];
    return last >= GROWS * first && table_numbers(trends, "least_rise_s")[row] > 0 &&
           table_numbers(trends, "largest_rise_s")[row] <= OF_A_STEP * (last - first) &&
           table_numbers(trends, "chance")[row] * (double)trends->rows <= BY_CHANCE;
}

/* Time that its tasks took beyond that of the first. */
static double cost_of(const struct table *trends, size_t row)
{
    return table_numbers(trends, "tasks")[row] * (table_numbers(trends, "last_median_s")[row] -
                                                  table_numbers(trends, "first_median_s")[row]);
}

/* " in step NAME" where that is not the kind. */
static const char *step_text(const struct findings *findings, const struct table *trends,
                             size_t row)
{
    const char *step = table_texts(trends, "step")[row], *task = table_texts(trends, "task")[row];
    return step && *step && task && strcmp(step, task) != 0
               ? arena_format(findings->arena, " in step %s", finding_name(findings, step))
               : "";
}

static void add_growing(struct findings *findings, const struct table *trends, size_t row,
                        size_t count)
{
    double first = table_numbers(trends, "first_median_s")[row];
    double last = table_numbers(trends, "last_median_s")[row];
    bool is_much = last >= GROWS_MUCH * first;
    const char *more =
        count > 1
            ? arena_format(findings->arena, "; so %s %s", count == 2 ? "does" : "do",
                           finding_count(findings, (double)count - 1, "more kind", "more kinds"))
            : "";
    finding_add(
        findings,
        (struct finding){
            .id = "tasks.run-time-grows",
            .weight = is_much ? 64 : 35,
            .level = is_much ? "warn" : "note",
            .section = "tasks-task-kinds",
            .text = arena_format(
                findings->arena,
                "Run time of %s%s grows steadily: median %s in the first fifth of %s, %s in the "
                "last "
                "(started %s)%s.",
                finding_kind(findings, table_texts(trends, "task")[row]),
                step_text(findings, trends, row), finding_quantity(findings, first, "s"),
                finding_count(findings, table_numbers(trends, "tasks")[row], "task", "tasks"),
                finding_quantity(findings, last, "s"),
                finding_span(findings, table_numbers(trends, "first_start")[row],
                             table_numbers(trends, "last_start")[row]),
                more),
            .value = last / first,
            .unit = "",
            .threshold = is_much ? GROWS_MUCH : GROWS,
            .advice =
                "check whether later tasks have more input, or whether what they share (files, "
                "a database, memory) fills up",
        });
}

void findings_of_trends(struct findings *findings)
{
    const struct table *trends = tables_find(findings->tables, "task_trends");
    size_t count = 0, worst = 0;
    if (!tables_find(findings->tables, "tasks") || finding_times_are_apart(findings))
        return;
    for (size_t row = 0; trends && row < trends->rows; row++) {
        if (!grows_steadily(trends, row))
            continue;
        if (!count++ || cost_of(trends, row) > cost_of(trends, worst))
            worst = row;
    }
    if (count)
        add_growing(findings, trends, worst, count);
}
