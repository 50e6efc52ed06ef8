#include "page/content/page_data_hardware.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "page/content/page_parts.h"
#include "page/content/table_view.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/natural.h"

enum { MOST_FACTS = 60, MOST_NAMES = 3 };

struct fact_of_node {
    const char *key, *value, *node;
    size_t row;
};

static int by_value(const void *left, const void *right)
{
    const struct fact_of_node *l = left, *r = right;
    int order = strcmp(l->key, r->key);
    if (!order)
        order = strcmp(l->value, r->value);
    if (!order)
        order = natural_compare_nodes(l->node, r->node);
    return order ? order : (l->row > r->row) - (l->row < r->row);
}

static bool same_value(const struct fact_of_node *left, const struct fact_of_node *right)
{
    return strcmp(left->key, right->key) == 0 && strcmp(left->value, right->value) == 0;
}

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

static struct fact_of_node *sorted_rows(const struct hardware_rows *table)
{
    struct fact_of_node *rows = memory_alloc_array(table->rows, sizeof *rows);
    for (size_t row = 0; row < table->rows; row++)
        rows[row] = (struct fact_of_node){or_empty(table->key[row]), or_empty(table->value[row]),
                                          or_empty(table->node[row]), row};
    qsort(rows, table->rows, sizeof *rows, by_value);
    return rows;
}

static size_t group_end(const struct fact_of_node *rows, size_t count, size_t begin)
{
    size_t end = begin + 1;
    while (end < count && same_value(&rows[begin], &rows[end]))
        end++;
    return end;
}

static const char *nodes_text(struct arena *arena, const struct fact_of_node *rows, size_t count)
{
    const char *text = plain_text(arena, rows[0].node, 20);
    if (count > MOST_NAMES)
        return count_text(arena, (double)count, "node", "nodes");
    for (size_t i = 1; i < count; i++)
        text = arena_format(arena, "%s, %s", text, plain_text(arena, rows[i].node, 20));
    return text;
}

static size_t count_groups(const struct fact_of_node *rows, size_t count)
{
    size_t groups = 0;
    for (size_t i = 0; i < count; i = group_end(rows, count, i))
        groups++;
    return groups;
}

/* "memory.total_bytes" 201326592000 is 188 GiB: in the unit that the name ends on. */
static const char *value_text(const struct page_request *request, struct arena *arena,
                              const struct fact_of_node *row)
{
    static const struct {
        const char *ending, *unit;
        double factor;
    } units[] = {{"_bytes", "B", 1}, {"_mhz", "Hz", 1e6}, {"_hz", "Hz", 1}};
    char *end;
    double value = strtod(row->value, &end);
    if (end == row->value || *end || !isfinite(value))
        return row->value;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t size = strlen(row->key), ending = strlen(units[i].ending);
        if (size > ending && strcasecmp(row->key + size - ending, units[i].ending) == 0)
            return quantity_text(arena, value * units[i].factor, units[i].unit, request->units);
    }
    return row->value;
}

static struct table_view *hardware_view(const struct page_request *request, struct arena *arena,
                                        const struct hardware_rows *table)
{
    static const char *const heads[] = {"fact", "value", "nodes"};
    struct fact_of_node *rows = sorted_rows(table);
    size_t groups = count_groups(rows, table->rows);
    size_t shown = shown_rows(groups, MOST_FACTS);
    struct table_view *view = table_view_new(arena, 3, shown);
    for (size_t i = 0; i < 3; i++)
        table_view_head(view, i, heads[i], CELL_LEFT);
    for (size_t i = 0, row = 0; row < shown; i = group_end(rows, table->rows, i), row++) {
        table_view_text(arena, view, row, 0, rows[i].key);
        table_view_text(arena, view, row, 1, value_text(request, arena, &rows[i]));
        table_view_set(view, row, 2,
                       nodes_text(arena, rows + i, group_end(rows, table->rows, i) - i));
    }
    free(rows);
    view->left_out = groups - shown;
    view->source = "data/hardware.csv";
    return view;
}

void data_add_hardware(const struct page_request *request, struct document *document,
                       struct section *section)
{
    const struct hardware_rows table = hardware_rows(request->tables);
    if (!table.rows)
        return;
    section_add_subheading(document, section, "Hardware");
    section_add_table(document, section, hardware_view(request, document->arena, &table));
}
