#include "page/content/allocation_view.h"

#include <string.h>

#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "page/content/settings.h"
#include "table/accounting.h"
#include "table/allocation_rules.h"
#include "table/kind_names.h"
#include "table/records.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/number.h"
#include "util/texts.h"

enum {
    MOST_SETTINGS = 12,
    MOST_KINDS = 20,
    RULES = 5,
    FEWEST_TASKS = 10,
    MOST_NAMED = 3,
    LONGEST_NAME = 40
};

/* As the table names them, and as people do. */
static const char *const rules[RULES][2] = {{"p50", "p50"},
                                            {"p95", "p95"},
                                            {"max", "max"},
                                            {"min_waste", "least waste"},
                                            {"max_throughput", "highest throughput"}};
enum { MAXIMUM = 2, LEAST_WASTE = 3 };

/* The rows of a kind: the table's size where a rule has none. */
struct kind_rows {
    const char *task;
    size_t rows[RULES];
};

struct kind_list {
    struct allocation_rows table;
    struct kind_rows *items;
    size_t count, all;
    bool has_nameless; /* tasks of any programs: no request suits them */
    size_t withheld;   /* kinds of which what succeeded does not say what to request */
    struct refusal *refusals;
};

/* Why no request is recommended for a task kind; the first that holds. */
enum reason { HIT_LIMIT, KILLED, MISSED, FEW_TASKS, MOSTLY_FAILED, STEPS_FAILED, REASONS };
static const char *const reason_words[REASONS] = {
    [HIT_LIMIT] = "attempts hit the memory limit", [KILLED] = "attempts were killed",
    [MISSED] = "the accounting missed memory",     [FEW_TASKS] = "fewer than 10 tasks succeeded",
    [MOSTLY_FAILED] = "most tasks failed",         [STEPS_FAILED] = "some steps failed",
};

/* The task kinds to which a reason applies: the first are named. */
struct refusal {
    const char *names;
    size_t count;
};

static size_t rule_of(const char *name)
{
    size_t rule = 0;
    while (rule < RULES && strcmp(rules[rule][0], name ? name : "") != 0)
        rule++;
    return rule;
}

/* The conditions that findings put to a request with a number (findings_requests.h): most tasks of
 * the kind succeeded with all their steps, and at least FEWEST_TASKS; none met its limit; the
 * accounting missed no memory of any. None was killed: of all these rules for a first request most
 * give one that was too little, where findings may know one that was not. Kinds that ran on several
 * nodes have no rows. */
static enum reason reason_for(const struct page_request *request, const char *task)
{
    const struct tasks_rows kinds = tasks_rows(request->tables);
    const struct limits_rows limits = limits_rows(request->tables);
    const struct failed_steps_rows steps = failed_steps_rows(request->tables);
    const struct kills_rows kills = kills_rows(request->tables);
    size_t row = rows_find(kinds.rows, 0, kinds.task, task, NULL, NULL);
    size_t limit = rows_find(limits.rows, 0, limits.task, task, limits.quantity, "memory");
    bool is_listed = row < kinds.rows;
    const bool holds[REASONS] = {
        [HIT_LIMIT] = limit < limits.rows && limits.hits[limit] > 0,
        [KILLED] = rows_find(kills.rows, 0, kills.task, task, NULL, NULL) < kills.rows,
        [MISSED] = accounting_misses_memory(request->tables, task),
        [FEW_TASKS] = is_listed && kinds.succeeded[row] < FEWEST_TASKS,
        [MOSTLY_FAILED] =
            is_listed && kinds.failed[row] + kinds.cancelled[row] > kinds.succeeded[row],
        [STEPS_FAILED] = rows_find(steps.rows, 0, steps.task, task, NULL, NULL) < steps.rows,
    };
    enum reason reason = 0;
    while (reason < REASONS && !holds[reason])
        reason++;
    return reason;
}

/* "*" is of all kinds together. */
static void refuse(struct kind_list *list, enum reason reason, const char *task,
                   const struct kind_names *names, struct arena *arena)
{
    struct refusal *refusal = &list->refusals[reason];
    if (strcmp(task, "*") == 0)
        return;
    list->withheld++;
    if (refusal->count++ >= MOST_NAMED)
        return;
    const char *name = kind_name_within(names, kind_name_shown(names, task), LONGEST_NAME, arena);
    refusal->names = refusal->names ? arena_format(arena, "%s, %s", refusal->names, name) : name;
}

/* That of all kinds is of those withheld, too. */
static void drop_all_kinds(struct kind_list *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i].task, "*") != 0)
            list->items[kept++] = list->items[i];
    list->all -= list->count - kept;
    list->count = kept;
}

/* Beyond the last that is shown, kinds are counted only. */
static struct kind_rows *add_kind(struct kind_list *list, const char *task)
{
    struct kind_rows *kind = &list->items[list->count < MOST_KINDS ? list->count : MOST_KINDS];
    *kind = (struct kind_rows){.task = task};
    for (size_t i = 0; i < RULES; i++)
        kind->rows[i] = list->table.rows;
    list->count += list->count < MOST_KINDS;
    list->all++;
    return kind;
}

/* Rows of a kind stand together. */
static struct kind_list list_kinds(const struct page_request *request,
                                   const struct allocation_rows *table, struct arena *arena)
{
    const char *refused = NULL; /* the latest */
    const char *const *tasks = table->task, *const *names = table->rule;
    const char *const *resources = table->resource;
    struct kind_list list = {
        .table = *table,
        .items = arena_alloc_array(arena, MOST_KINDS + 1, sizeof *list.items),
        .refusals = arena_alloc_array(arena, REASONS, sizeof *list.refusals),
    };
    struct kind_rows *latest = NULL;
    for (size_t row = 0; row < table->rows; row++) {
        size_t rule = rule_of(names[row]);
        const char *task = tasks[row] ? tasks[row] : "";
        if (rule == RULES || !resources[row] || strcmp(resources[row], "memory") != 0)
            continue;
        if (!*task || strcmp(task, RECORD_NO_NAME) == 0) {
            list.has_nameless = true;
            continue;
        }
        if (refused && strcmp(refused, task) == 0)
            continue;
        if (!latest || strcmp(latest->task, task) != 0) {
            enum reason reason = reason_for(request, task);
            if (reason < REASONS) {
                refused = task;
                refuse(&list, reason, task, &request->kind_names, arena);
                continue;
            }
            latest = add_kind(&list, task);
        }
        latest->rows[rule] = row;
    }
    if (list.withheld)
        drop_all_kinds(&list);
    return list;
}

/* The row that stands for the kind. */
static size_t first_row(const struct kind_list *list, size_t kind)
{
    size_t row = list->table.rows;
    for (size_t rule = 0; rule < RULES; rule++)
        if (list->items[kind].rows[rule] < row)
            row = list->items[kind].rows[rule];
    return row;
}

/* NaN where the kind has no row of the rule. */
static double rule_number(const struct table *table, size_t row, const char *column)
{
    return row < table->rows ? table_numbers(table, column)[row] : NUMBER_MISSING;
}

/* The row of the kind by that rule, unless that repeats too many of its tasks: what nobody
 * recommends does not stand beside what findings do. */
static size_t sound_row(const struct kind_list *list, size_t kind, size_t rule)
{
    size_t row = list->items[kind].rows[rule];
    double retried = rule_number(list->table.table, row, COLUMN_OF(allocation, retried_share));
    return retried > ALLOCATION_MOST_RETRIED ? list->table.rows : row;
}

/* What findings and settings request for the first attempt; NaN: no number. */
static double *recommended(const struct page_request *request, const struct kind_list *list,
                           struct arena *arena)
{
    const struct memory_requests_rows requests = memory_requests_rows(request->tables);
    double *values = arena_alloc_array(arena, list->table.rows, sizeof *values);
    for (size_t kind = 0; kind < list->count; kind++) {
        const char *task = list->items[kind].task;
        size_t row = rows_find(requests.rows, 0, requests.task, task, NULL, NULL);
        values[first_row(list, kind)] =
            row < requests.rows ? requests.first_B[row] : NUMBER_MISSING;
    }
    return values;
}

/* Of the rows that stand for kinds: the column's number in their rows of that rule. */
static double *values_by(const struct kind_list *list, size_t rule, const char *column,
                         struct arena *arena)
{
    double *values = arena_alloc_array(arena, list->table.rows, sizeof *values);
    for (size_t kind = 0; kind < list->count; kind++)
        values[first_row(list, kind)] =
            rule_number(list->table.table, sound_row(list, kind, rule), column);
    return values;
}

static struct table_view *make_view(const struct page_request *request,
                                    const struct kind_list *list, struct arena *arena)
{
    const struct {
        struct row_view_column shown;
        size_t rule;
    } others[] = {
        {{SHOWN(allocation, tasks)}, MAXIMUM},
        {{SHOWN(allocation, wasted_share), .head = "waste at max"}, MAXIMUM},
        {{SHOWN(allocation, wasted_share), .head = "waste at least waste"}, LEAST_WASTE},
        {{SHOWN(allocation, retried_share), .head = "repeated at least waste"}, LEAST_WASTE},
    };
    struct row_view_column columns[3 + RULES + 3] = {{SHOWN(allocation, task)}};
    size_t *rows = arena_alloc_array(arena, list->count, sizeof *rows);
    for (size_t kind = 0; kind < list->count; kind++)
        rows[kind] = first_row(list, kind);
    for (size_t i = 0; i < 4; i++) {
        struct row_view_column *column = &columns[i ? 2 + RULES + i : 1];
        *column = others[i].shown;
        column->values = values_by(list, others[i].rule, column->column, arena);
    }
    columns[2] = (struct row_view_column){SHOWN(allocation, allocation_B), .head = "recommended",
                                          .values = recommended(request, list, arena)};
    for (size_t rule = 0; rule < RULES; rule++) {
        struct row_view_column *column = &columns[3 + rule];
        *column = (struct row_view_column){SHOWN(allocation, allocation_B), .head = rules[rule][1]};
        column->values = values_by(list, rule, column->column, arena);
    }
    const struct row_view shown = {VIEW_OF(allocation, columns), .rows = rows,
                                   .row_count = list->count};
    struct table_view *view = row_view_make(&shown, request, arena, list->count);
    view->left_out = list->all - list->count;
    return view;
}

/* "No least-waste memory request is computed for: coadd (attempts hit the memory limit)." Findings
 * may still give a lower bound.
 */
static void add_withheld(struct document *document, struct section *section,
                         const struct kind_list *list)
{
    struct arena *arena = document->arena;
    const char *text = NULL;
    for (size_t i = 0; i < REASONS; i++) {
        const struct refusal *refusal = &list->refusals[i];
        size_t others = refusal->count > MOST_NAMED ? refusal->count - MOST_NAMED : 0;
        if (!refusal->count)
            continue;
        const char *kinds =
            others ? arena_format(arena, "%s and %s more", refusal->names, COUNT_TEXT(others))
                   : refusal->names;
        text = arena_format(arena, "%s%s%s (%s)", text ? text : "", text ? "; " : "", kinds,
                            reason_words[i]);
    }
    if (text)
        section_add_paragraph(document, section,
                              "No least-waste memory request is computed for: %s.", text);
}

/* "Slurm", "HTCondor and Snakemake". */
static const char *tool_names(const struct settings_file *files, size_t count, struct arena *arena)
{
    const char *names = files[0].tool;
    for (size_t i = 1; i < count; i++)
        names =
            arena_format(arena, "%s%s%s", names, i + 1 == count ? " and " : ", ", files[i].tool);
    return names;
}

/* The tool that fits the inputs best; what is for the others lies beside it. */
static void add_settings(const struct page_request *request, struct document *document,
                         struct section *section)
{
    struct arena *arena = document->arena;
    struct settings_file files[SETTINGS_MOST_FILES];
    size_t count = settings_make(request->tables, request->inputs, request->input_count,
                                 MOST_SETTINGS, arena, files);
    if (!count)
        return;
    section_add_subheading(document, section, "Settings to paste");
    section_add_paragraph(document, section,
                          "The recommended requests, rounded up; the same as in findings. %s%s%s",
                          count > 1 ? "Those for " : "",
                          count > 1 ? tool_names(files + 1, count - 1, arena) : "",
                          count > 1 ? " are in " SETTINGS_FOLDER "." : "");
    section_add_code(document, section, files[0].tool, files[0].text,
                     arena_format(arena, "%s/%s", files[0].folder, files[0].name));
}

void allocation_add(const struct page_request *request, struct document *document,
                    struct section *section)
{
    const struct allocation_rows table = allocation_rows(request->tables);
    const struct kind_choice_rows choice = kind_choice_rows(request->tables);
    if (!table.rows)
        return;
    if (choice.rows && !texts_equal(choice.by[0], "stem")) {
        section_add_paragraph(document, section,
                              "No memory request is recommended: tasks are grouped by %s, so those "
                              "of one group may run different programs.",
                              choice.by[0]);
        return;
    }
    struct kind_list list = list_kinds(request, &table, document->arena);
    add_withheld(document, section, &list);
    if (list.has_nameless && list.count == 1)
        section_add_paragraph(document, section,
                              "No memory request is recommended: the tasks have no names, so they "
                              "may be of different programs.");
    if (list.count <= (list.has_nameless ? 1 : 0))
        return;
    section_add_subheading(document, section, "Recommended memory request (first attempt)");
    section_add_paragraph(
        document, section,
        "Recommended: what findings request for the first attempt, rounded up. It is the candidate "
        "with the least waste, p95 where that repeats more than 25 %% of the tasks, or the "
        "maximum. "
        "Candidates that repeat more than that are left out. Tasks that need more are repeated "
        "with "
        "the maximum. Waste: share of the requested memory × time that was not used, repetitions "
        "included.");
    section_add_table(document, section, make_view(request, &list, document->arena));
    add_settings(request, document, section);
}
