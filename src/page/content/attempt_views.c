#include "page/content/attempt_views.h"

#include <ctype.h>
#include <string.h>

#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/outcome_words.h"
#include "table/rows.h"
#include "util/column_name.h"
#include "util/texts.h"

enum {
    MOST_GROUPS = 20,
    MOST_LISTED = 200,
    MOST_COLUMNS = 16,
    LISTED_ON_PAPER = 20,
    FILTER_FROM = 10, /* fewer rows are seen at once */
    LONGEST_WHY = 120,
    LONGEST_PATH = 400 /* paths are for copying */
};

/* "OUT_OF_MEMORY" and "out of memory" */
static bool says_the_same(const char *left, const char *right)
{
    char own[COLUMN_NAME_SIZE], other[COLUMN_NAME_SIZE];
    column_name_squeeze(left, own);
    column_name_squeeze(right, other);
    return strcmp(own, other) == 0;
}

/* "COMPLETED" of a task that succeeded says nothing; "FAILED: exit code 127 (command not found)".
 */
static const char *why_text(struct arena *arena, const char *status, const char *reason,
                            const char *meaning)
{
    const char *why = reason && meaning ? arena_format(arena, "%s (%s)", reason, meaning) : reason;
    bool same = status && reason && says_the_same(status, reason);
    const char *text = status && why && !same ? arena_format(arena, "%s: %s", status, why)
                       : status               ? status
                                              : why;
    return plain_text(arena, text, LONGEST_WHY);
}

static const char *group_why(const struct row_cell *cell)
{
    const struct failure_groups_row row = failure_groups_row_at(cell->table, cell->row);
    return why_text(cell->arena, row.outcome, row.reason, row.meaning);
}

static const char *listed_why(const struct row_cell *cell)
{
    const struct listed_attempts_row row = listed_attempts_row_at(cell->table, cell->row);
    const char *why = why_text(cell->arena, row.outcome, row.reason, row.meaning);
    return row.message ? arena_format(cell->arena, "%s: %s", why,
                                      plain_text(cell->arena, row.message, LONGEST_WHY))
                       : why;
}

/* "node07"; "node07 (200 of 312)", where most of them ran; "8 nodes" */
static const char *group_node(const struct row_cell *cell)
{
    const struct failure_groups_row row = failure_groups_row_at(cell->table, cell->row);
    const char *node = plain_text(cell->arena, row.node, LONGEST_WHY);
    if (!node || row.on_node >= row.attempts)
        return node;
    if (row.nodes > 1 && 2 * row.on_node <= row.attempts)
        return count_text(cell->arena, row.nodes, "node", "nodes");
    return arena_format(cell->arena, "%s (%.0f of %.0f)", node, row.on_node, row.attempts);
}

static const char *group_log(const struct row_cell *cell)
{
    const struct failure_groups_row row = failure_groups_row_at(cell->table, cell->row);
    return plain_text(cell->arena, row.first_log ? row.first_log : row.first_work_directory,
                      LONGEST_PATH);
}

static const char *listed_log(const struct row_cell *cell)
{
    const struct listed_attempts_row row = listed_attempts_row_at(cell->table, cell->row);
    return plain_text(cell->arena, row.log ? row.log : row.work_directory, LONGEST_PATH);
}

static const struct row_view_column group_columns[] = {
    {SHOWN(failure_groups, attempts)},
    {SHOWN(failure_groups, task)},
    {SHOWN(failure_groups, reason), .head = "how they failed", .cell = group_why},
    {SHOWN(failure_groups, last)},
    {SHOWN(failure_groups, elapsed_s), .kind = VIEW_HOURS},
    {SHOWN(failure_groups, node), .head = "on", .cell = group_node},
    {SHOWN(failure_groups, first_end)},
    {SHOWN(failure_groups, first_task)},
    {SHOWN(failure_groups, first_log), .head = "its log or work directory", .cell = group_log},
};

void failure_groups_add(const struct page_request *request, struct document *document,
                        struct section *section)
{
    static const struct row_view groups = {VIEW_OF(failure_groups, group_columns)};
    const struct failure_groups_rows rows = failure_groups_rows(request->tables);
    if (!rows.rows || !(rows.attempts[0] > 1)) /* each failed in its own way: see their list */
        return;
    struct table_view *view = row_view_make(&groups, request, document->arena, MOST_GROUPS);
    section_add_subheading(document, section, "Attempts that failed alike");
    section_add_paragraph(document, section,
                          "The most frequent way to fail first. Not repeated: no later attempt of "
                          "the task follows, so that it failed.");
    section_add_table(document, section, view);
}

/* Which attempt it is: by the number of its record, where its source names none. Kinds that names
 * say, and ids that names make needless, give way: see list_columns(). */
#define WHOSE_COLUMNS                                                                              \
    {SHOWN(listed_attempts, task)}, {SHOWN(listed_attempts, name)}, {SHOWN(listed_attempts, id)},  \
    {                                                                                              \
        SHOWN(listed_attempts, record)                                                             \
    }

/* What people ask first stands first: the terminal has only the first columns. */
/* ---- lists ---- */

static const struct row_view_column failed_columns[] = {
    WHOSE_COLUMNS,
    {SHOWN(listed_attempts, outcome), .head = "how it failed", .cell = listed_why},
    {SHOWN(listed_attempts, node)},
    {SHOWN(listed_attempts, log), .head = ATTEMPT_LOG_HEAD, .cell = listed_log},
    {SHOWN(listed_attempts, attempt), .kind = VIEW_COUNT_ANY},
    {SHOWN(listed_attempts, action)},
    {SHOWN(listed_attempts, end), .head = "ended"},
    {SHOWN(listed_attempts, elapsed_s), .kind = VIEW_EACH},
    {SHOWN(listed_attempts, peak_memory_B)},
    {SHOWN(listed_attempts, requested_memory_B), .head = "requested"},
};

static const struct row_view_column unused_columns[] = {
    WHOSE_COLUMNS,
    {SHOWN(listed_attempts, node)},
    {SHOWN(listed_attempts, start)},
    {SHOWN(listed_attempts, unused_core_s), .kind = VIEW_EACH},
    {SHOWN(listed_attempts, elapsed_s), .kind = VIEW_EACH},
    {SHOWN(listed_attempts, cores), .kind = VIEW_EACH},
    {SHOWN(listed_attempts, cpu_efficiency), .head = "CPU eff."},
    {SHOWN(listed_attempts, log), .head = ATTEMPT_LOG_HEAD, .cell = listed_log},
};

static const struct row_view_column other_columns[] = {
    WHOSE_COLUMNS,
    {SHOWN(listed_attempts, node)},
    {SHOWN(listed_attempts, start)},
    {SHOWN(listed_attempts, elapsed_s), .kind = VIEW_EACH},
    {SHOWN(listed_attempts, cores), .kind = VIEW_EACH},
    {SHOWN(listed_attempts, cpu_efficiency), .head = "CPU eff."},
    {SHOWN(listed_attempts, peak_memory_B)},
    {SHOWN(listed_attempts, requested_memory_B), .head = "requested"},
    {SHOWN(listed_attempts, log), .head = ATTEMPT_LOG_HEAD, .cell = listed_log},
};

#define LIST_VIEW(name, list_columns)                                                              \
    {                                                                                              \
        VIEW_OF(listed_attempts, list_columns), .where = COLUMN_OF(listed_attempts, list),         \
                                                .is = (name)                                       \
    }

struct list {
    const char *heading, *text;
    struct row_view view;
};

static const struct list lost_lists[] = {
    {FAILED_ATTEMPTS_HEADING,
     "Attempts of tasks that failed for good first, then those that were repeated; those that "
     "ended first come first.",
     LIST_VIEW("failed", failed_columns)},
    {"Cancelled attempts", "Those that ran before they were cancelled; the longest first.",
     LIST_VIEW("cancelled", failed_columns)},
    {"Unfinished tasks",
     "Those that ran when the source was written, the longest first; then those that waited.",
     LIST_VIEW("unfinished", other_columns)},
};

static const struct list extreme_lists[] = {
    {"Slowest tasks", "Succeeded tasks that took longest.", LIST_VIEW("slowest", other_columns)},
    {"Tasks of most memory", "Succeeded tasks of highest peak memory.",
     LIST_VIEW("most memory", other_columns)},
    {"Tasks with most core time unused",
     "Succeeded tasks whose cores were idle for the longest time: elapsed time × cores, less CPU "
     "time.",
     LIST_VIEW("most core time unused", unused_columns)},
};

const char *attempt_list_anchor(struct arena *arena, const char *list)
{
    char *anchor = arena_format(arena, "attempts-%s", list);
    for (char *at = anchor; *at; at++)
        if (*at == ' ')
            *at = '-';
    return anchor;
}

/* What the rows of a list have in common. */
struct list_names {
    bool have_kinds; /* each holds the name of its kind */
    bool are_distinct;
    bool are_first; /* attempts, as far as they have numbers */
};

/* "qc:ALIGN (s1)" holds ALIGN, but "sort" no "r": from the start of a word on. */
static bool holds_kind(const char *name, const char *kind)
{
    for (const char *at = strstr(name, kind); at; at = strstr(at + 1, kind))
        if (at == name || !isalnum((unsigned char)at[-1]))
            return true;
    return false;
}

static struct list_names names_of(const struct row_view *list, const struct tables *tables)
{
    const struct listed_attempts_rows rows = listed_attempts_rows(tables);
    struct list_names names = {true, true, true};
    const char *seen[MOST_LISTED];
    size_t count = 0;
    for (size_t row = 0; row < rows.rows && count < MOST_LISTED; row++) {
        const char *name = rows.name[row], *kind = rows.task[row];
        if (!texts_equal(rows.list[row], list->is))
            continue;
        names.have_kinds = names.have_kinds && name && (!kind || holds_kind(name, kind));
        names.are_first = names.are_first && !(rows.attempt[row] > 1);
        names.are_distinct = names.are_distinct && name;
        for (size_t i = 0; names.are_distinct && i < count; i++)
            names.are_distinct = strcmp(seen[i], name) != 0;
        seen[count++] = name;
    }
    return names;
}

static bool is_column(const char *left, const char *right)
{
    return strcmp(left, right) == 0;
}

/* The columns of a list, without kinds where names hold them and numbers of attempts where all are
 * first ones; ids last where names are enough. */
static size_t list_columns(const struct row_view *list, const struct tables *tables,
                           struct row_view_column columns[MOST_COLUMNS])
{
    const struct list_names names = names_of(list, tables);
    size_t count = 0, ids = list->column_count;
    for (size_t i = 0; i < list->column_count && count < MOST_COLUMNS; i++) {
        const char *column = list->columns[i].column;
        bool is_id = is_column(column, COLUMN_OF(listed_attempts, id));
        bool is_said = (names.have_kinds && is_column(column, COLUMN_OF(listed_attempts, task))) ||
                       (names.are_first && is_column(column, COLUMN_OF(listed_attempts, attempt)));
        if (is_id && names.are_distinct)
            ids = i;
        else if (!is_said)
            columns[count++] = list->columns[i];
    }
    if (ids < list->column_count && count < MOST_COLUMNS)
        columns[count++] = list->columns[ids];
    return count;
}

static struct table_view *list_view(const struct row_view *list, const struct page_request *request,
                                    struct arena *arena)
{
    struct row_view_column columns[MOST_COLUMNS];
    struct row_view adapted = *list;
    adapted.column_count = list_columns(list, request->tables, columns);
    adapted.columns = columns;
    return row_view_make(&adapted, request, arena, MOST_LISTED);
}

/* Where a list is full: it may lack some. */
static void say_how_to_have_all(struct document *document, struct section *section)
{
    section_add_paragraph(document, section,
                          "With --all-attempts csv, a report has all attempts, one per row, in "
                          "data/attempts_all.csv.gz.");
}

/* How many there are of which the table of lists has the first ones; 0 where that is not known. */
static double number_in_list(const char *list, const struct tables *tables)
{
    const struct failure_groups_rows groups = failure_groups_rows(tables);
    const struct campaign_rows campaign = campaign_rows(tables);
    double failed = 0;
    for (size_t row = 0; row < groups.rows; row++)
        failed += groups.attempts[row];
    if (strcmp(list, "failed") == 0)
        return failed;
    return strcmp(list, "unfinished") == 0 && campaign.rows ? campaign.unfinished[0] : 0;
}

static size_t beyond_source(const char *list, const struct tables *tables, size_t kept)
{
    double all = number_in_list(list, tables);
    return all > (double)kept ? (size_t)all - kept : 0;
}

static void add_lists(const struct list *lists, size_t count, const struct page_request *request,
                      struct document *document, struct section *section)
{
    const char *all = request->all_attempts.name;
    bool are_left_out = false;
    for (size_t i = 0; i < count; i++) {
        struct table_view *view = list_view(&lists[i].view, request, document->arena);
        if (!view)
            continue;
        view->left_out += beyond_source(lists[i].view.is, request->tables, view->rows);
        view->rows_on_paper = LISTED_ON_PAPER;
        view->anchor = attempt_list_anchor(document->arena, lists[i].view.is);
        view->has_filter = view->rows >= FILTER_FROM;
        view->all_attempts = all ? arena_format(document->arena, "data/%s", all) : NULL;
        are_left_out |= view->rows == MOST_LISTED;
        section_add_subheading(document, section, lists[i].heading);
        section_add_paragraph(document, section, "%s",
                              outcome_words(request->tables, document->arena, lists[i].text));
        section_add_table(document, section, view);
    }
    if (are_left_out && !all)
        say_how_to_have_all(document, section);
}

void lost_attempts_add(const struct page_request *request, struct document *document,
                       struct section *section)
{
    add_lists(lost_lists, sizeof lost_lists / sizeof lost_lists[0], request, document, section);
}

void extreme_attempts_add(const struct page_request *request, struct document *document,
                          struct section *section)
{
    add_lists(extreme_lists, sizeof extreme_lists / sizeof extreme_lists[0], request, document,
              section);
}
