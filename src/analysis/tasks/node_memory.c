#include "analysis/tasks/node_memory.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"
#include "util/number.h"

struct node_memory_columns node_memory_columns_of(const struct records *records)
{
    return (struct node_memory_columns){
        records_find_attribute(records, RECORD_NODES, RECORD_NUMBER),
        records_find_attribute(records, RECORD_NODE_LIST, RECORD_TEXT),
        records_find_attribute(records, RECORD_PROCESS_PEAK, RECORD_NUMBER),
    };
}

static double number_at(const struct records_block *block, int column, size_t row)
{
    return column == RECORDS_NO_COLUMN ? NUMBER_MISSING : records_number_at(block, column, row);
}

/* A list whose length nobody knows is of several all the same. */
bool node_memory_is_spread(const struct node_memory_columns *columns,
                           const struct records_block *block, size_t row)
{
    return number_at(block, columns->nodes, row) > 1 ||
           (columns->lists != RECORDS_NO_COLUMN && records_text_at(block, columns->lists, row));
}

struct node_memory node_memory_at(const struct node_memory_columns *columns,
                                  const struct records_block *block, size_t row)
{
    double requested = records_number_at(block, RECORD_REQUESTED_MEMORY_COLUMN, row);
    double used = records_number_at(block, RECORD_MEMORY_COLUMN, row);
    double peak = number_at(block, columns->process_peak, row);
    double most = records_number_at(block, RECORD_NODE_MEMORY_COLUMN, row);
    if (!node_memory_is_spread(columns, block, row))
        return (struct node_memory){1, requested, fmax(used, peak), isnan(used) ? most : used};
    double nodes = number_at(block, columns->nodes, row);
    nodes = nodes > 1 ? nodes : NUMBER_MISSING;
    return (struct node_memory){nodes, requested / nodes, fmax(used / nodes, peak), most};
}

bool *node_memory_kinds(const struct task_groups *groups)
{
    struct node_memory_columns columns = node_memory_columns_of(groups->records);
    if (columns.nodes == RECORDS_NO_COLUMN && columns.lists == RECORDS_NO_COLUMN)
        return NULL;
    bool any = false, *kinds = memory_alloc_array(groups->kind_count + 1, sizeof *kinds);
    for (struct grouped_record at = task_records(groups); task_records_next(&at);)
        if (node_memory_is_spread(&columns, at.block, at.row))
            any = kinds[at.kind] = true;
    if (any)
        return kinds;
    free(kinds);
    return NULL;
}
