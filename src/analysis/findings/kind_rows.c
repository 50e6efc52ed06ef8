#include "analysis/findings/kind_rows.h"

#include "table/rows.h"
#include "util/number.h"

size_t finding_requested_row(const struct requested_rows *table, const char *task,
                             const char *quantity)
{
    return rows_find(table->rows, 0, table->task, task, table->quantity, quantity);
}

double finding_of_kind(const struct findings *findings, const char *kind, const char *column)
{
    const struct tasks_rows kinds = tasks_rows(findings->tables);
    uint32_t number = name_index_find(&findings->kinds, kind ? kind : "");
    return number == NAME_INDEX_NONE
               ? NUMBER_MISSING
               : table_numbers(kinds.table, column)[findings->kind_rows[number]];
}

double finding_succeeded(const struct findings *findings, const char *kind)
{
    return finding_of_kind(findings, kind, "succeeded");
}

double finding_failed(const struct findings *findings, const char *kind)
{
    return finding_of_kind(findings, kind, "failed");
}

bool finding_all_succeeded(const struct findings *findings, const char *kind)
{
    return finding_succeeded(findings, kind) >= finding_of_kind(findings, kind, "tasks");
}

double finding_highest_peak(const struct findings *findings, const char *kind)
{
    return finding_of_kind(findings, kind, "peak_memory_B");
}

bool finding_has_kinds(const struct findings *findings)
{
    return tables_find(findings->tables, "tasks")->rows > 1;
}

size_t finding_node_row(const struct findings *findings, const char *kind)
{
    const struct node_memory_rows table = node_memory_rows(findings->tables);
    size_t row = rows_find(table.rows, 0, table.task, kind, NULL, NULL);
    return row < table.rows ? row : FINDING_NO_ROW;
}
