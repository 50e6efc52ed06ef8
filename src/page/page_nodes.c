#include <stdlib.h>
#include <string.h>

#include "page/figure_sections.h"
#include "page/metric_table.h"
#include "page/page_parts.h"
#include "page/table_view.h"
#include "table/metric_unit.h"
#include "table/nodes_table.h"
#include "table/shared_nodes.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

/* More would fill the paper with what only a table program reads; outstanding nodes are named
 * elsewhere. */
enum { MOST_ROWS = 128, MOST_METRICS = 5 };

static bool same_text(const char *left, const char *right)
{
    return strcmp(left ? left : "", right ? right : "") == 0;
}

static void add_metrics(const struct page_request *request, struct document *document,
                        struct metric_rows metrics)
{
    struct table_view *view = metric_table_quantiles(request, document->arena, metrics);
    if (!view)
        return;
    struct section *section =
        document_add_section(document, "metrics", "All metrics", "nodes", false);
    section_add_paragraph(
        document, section,
        "Over time, of all nodes combined: of metrics that add up the total of the "
        "nodes, of others their mean.");
    if (shared_nodes_have_cpus(request->tables))
        section_add_paragraph(document, section,
                              shared_nodes_may_be_whole(request->tables)
                                  ? "The nodes may have been shared: these are means and totals of "
                                    "whole nodes, with what others may have done there."
                                  : "The nodes were shared: these are means and totals of whole "
                                    "nodes, with what others did there.");
    section_add_table(document, section, view);
}

/* The rows of the table `nodes` in natural order of their names; cards stand in a table of theirs.
 */
struct node_order {
    const char *name;
    size_t row, place; /* place: in natural order */
};

static int by_nature(const void *left, const void *right)
{
    const struct node_order *l = left, *r = right;
    int order = natural_compare_nodes(l->name, r->name);
    return order ? order : (l->row > r->row) - (l->row < r->row);
}

static int by_bytes(const void *left, const void *right)
{
    const struct node_order *l = left, *r = right;
    return strcmp(l->name, r->name);
}

static size_t sort_nodes(struct node_order *order, const struct table *nodes, bool with_cards)
{
    const char *const *names = table_texts(nodes, "node");
    size_t count = 0;
    for (size_t row = 0; row < nodes->rows; row++)
        if (with_cards || !nodes_table_is_gpu(nodes, row))
            order[count++] = (struct node_order){names[row] ? names[row] : "", row, 0};
    qsort(order, count, sizeof *order, by_nature);
    for (size_t place = 0; place < count; place++)
        order[place].place = place;
    return count;
}

/* means[m × shown + place]: the mean of metric m on the node at that place. */
static void find_means(const struct tables *tables, struct node_order *by_name, size_t count,
                       const char *const *metrics, size_t metric_count, size_t shown, double *means)
{
    for (size_t i = 0; i < shown * metric_count; i++)
        means[i] = NUMBER_MISSING;
    const struct table *values = tables_find(tables, "node_metrics");
    const char *const *nodes = values ? table_texts(values, "node") : NULL;
    for (size_t row = 0; values && row < values->rows; row++) {
        struct node_order wanted = {.name = nodes[row] ? nodes[row] : ""};
        struct node_order *node = bsearch(&wanted, by_name, count, sizeof wanted, by_bytes);
        if (!node || node->place >= shown)
            continue;
        for (size_t m = 0; m < metric_count; m++)
            if (same_text(table_texts(values, "metric")[row], metrics[m]))
                means[m * shown + node->place] = table_numbers(values, "mean")[row];
    }
}

static void put_nodes(struct arena *arena, struct table_view *view, const struct table *nodes,
                      const struct node_order *order)
{
    double *numbers = memory_alloc_array(view->rows, sizeof *numbers);
    table_view_head(view, 0, "node", CELL_LEFT);
    for (size_t row = 0; row < view->rows; row++)
        table_view_text(arena, view, row, 0, order[row].name);
    for (size_t row = 0; row < view->rows; row++)
        numbers[row] = table_numbers(nodes, "samples")[order[row].row];
    table_view_counts(arena, view, 1, "samples", numbers);
    table_view_head(view, 2, "coverage", CELL_RIGHT);
    for (size_t row = 0; row < view->rows; row++)
        table_view_set(view, row, 2,
                       share_text(arena, table_numbers(nodes, "coverage")[order[row].row]));
    free(numbers);
}

static void put_means(const struct page_request *request, struct arena *arena,
                      struct table_view *view, struct metric_rows rows, struct node_order *order,
                      size_t node_count)
{
    const struct table *metrics = tables_find(request->tables, "job_metrics");
    const char *names[MOST_METRICS];
    size_t count = view->columns - 3;
    for (size_t m = 0; m < count; m++)
        names[m] = table_texts(metrics, "metric")[rows.rows[m]];
    double *means = memory_alloc_array(view->rows * count + 1, sizeof *means);
    qsort(order, node_count, sizeof *order, by_bytes);
    find_means(request->tables, order, node_count, names, count, view->rows, means);
    for (size_t m = 0; m < count; m++)
        table_view_quantities(arena, view, 3 + m, metric_label(arena, metrics, rows.rows[m]),
                              metric_unit_of_row(metrics, rows.rows[m]), means + m * view->rows,
                              request->units);
    free(means);
}

/* NULL: there are no nodes but cards. */
static struct table_view *node_view(const struct page_request *request, struct arena *arena,
                                    const struct table *nodes, struct metric_rows rows)
{
    size_t metric_count = rows.count < MOST_METRICS ? rows.count : MOST_METRICS;
    struct node_order *order = memory_alloc_array(nodes->rows, sizeof *order);
    size_t count = sort_nodes(order, nodes, !tables_find(request->tables, "gpus"));
    size_t shown = count < MOST_ROWS ? count : MOST_ROWS;
    struct table_view *view = shown ? table_view_new(arena, 3 + metric_count, shown) : NULL;
    if (view) {
        put_nodes(arena, view, nodes, order);
        put_means(request, arena, view, rows, order, count);
        view->left_out = count - shown;
        view->source = "data/node_metrics.csv";
        table_view_drop_missing_columns(view);
    }
    free(order);
    return view;
}

static void add_nodes(const struct page_request *request, struct document *document)
{
    struct metric_rows metrics = metric_rows_make(request, document->arena);
    figure_sections_add(request->figures, "nodes", true, document);
    add_metrics(request, document, metrics);
    const struct table *nodes = tables_find(request->tables, "nodes");
    struct table_view *view = nodes ? node_view(request, document->arena, nodes, metrics) : NULL;
    if (!view)
        return;
    struct section *section = document_add_section(document, "nodes", "Nodes", "nodes", false);
    section_add_paragraph(document, section,
                          "Means over the time of each node, in the order of their names.");
    section_add_table(document, section, view);
}

const struct page page_nodes = {"nodes", add_nodes};
