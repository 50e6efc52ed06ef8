#include <stdlib.h>
#include <string.h>

#include "page/content/figure_sections.h"
#include "page/content/metric_table.h"
#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/metric_unit.h"
#include "table/nodes_table.h"
#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/natural.h"
#include "util/number.h"

/* More would fill the paper with what only a table program reads; outlier nodes are named
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
    section_add_paragraph(document, section,
                          "Statistics over time of all nodes combined: their total, their mean, or "
                          "a ratio of totals, as the second column says.");
    if (shared_nodes_have_cpus(request->tables))
        section_add_paragraph(document, section,
                              shared_nodes_may_be_whole(request->tables)
                                  ? "The nodes may have been shared: the numbers are of whole "
                                    "nodes and may include other jobs."
                                  : "The nodes were shared: the numbers are of whole nodes and "
                                    "include other jobs.");
    section_add_table(document, section, view);
}

/* A row of the table `nodes`. */
struct named_row {
    const char *name;
    size_t row;
};

static int by_nature(const void *left, const void *right)
{
    const struct named_row *l = left, *r = right;
    int order = natural_compare_nodes(l->name, r->name);
    return order ? order : (l->row > r->row) - (l->row < r->row);
}

static int by_bytes(const void *left, const void *right)
{
    const struct named_row *l = left, *r = right;
    return strcmp(l->name, r->name);
}

/* GPUs stand in a table of theirs. */
static size_t list_nodes(struct named_row *list, const struct nodes_rows *nodes, bool with_gpus)
{
    const char *const *names = nodes->node;
    size_t count = 0;
    for (size_t row = 0; row < nodes->rows; row++)
        if (with_gpus || !nodes_table_is_gpu(nodes->table, row))
            list[count++] = (struct named_row){names[row] ? names[row] : "", row};
    return count;
}

/* Of each row of `nodes` the mean of the metric; `by_name`: its rows in the order of bytes. */
static double *find_means(const struct tables *tables, struct named_row *by_name, size_t count,
                          const char *metric, struct arena *arena)
{
    const struct node_metrics_rows values = node_metrics_rows(tables);
    size_t all = tables_find(tables, "nodes")->rows;
    double *means = arena_alloc_array(arena, all, sizeof *means);
    for (size_t i = 0; i < all; i++)
        means[i] = NUMBER_MISSING;
    for (size_t row = 0; row < values.rows; row++) {
        if (!same_text(values.metric[row], metric))
            continue;
        const char *name = values.node[row];
        struct named_row wanted = {.name = name ? name : ""};
        struct named_row *node = bsearch(&wanted, by_name, count, sizeof wanted, by_bytes);
        if (node)
            means[node->row] = values.mean[row];
    }
    return means;
}

/* NULL: there are no nodes but GPUs. */
static struct table_view *node_view(const struct page_request *request, struct arena *arena,
                                    const struct nodes_rows *nodes, struct metric_rows metrics)
{
    struct row_view_column columns[3 + MOST_METRICS] = {{SHOWN(nodes, node)},
                                                        {SHOWN(nodes, samples)},
                                                        {SHOWN(nodes, coverage)}};
    const struct job_metrics_rows job_metrics = job_metrics_rows(request->tables);
    struct named_row *list = arena_alloc_array(arena, nodes->rows, sizeof *list);
    size_t *rows = arena_alloc_array(arena, nodes->rows, sizeof *rows);
    size_t count = list_nodes(list, nodes, !tables_find(request->tables, "gpus"));
    size_t metric_count = metrics.count < MOST_METRICS ? metrics.count : MOST_METRICS;
    if (!count)
        return NULL;
    qsort(list, count, sizeof *list, by_nature);
    for (size_t i = 0; i < count; i++)
        rows[i] = list[i].row;
    qsort(list, count, sizeof *list, by_bytes);
    for (size_t m = 0; m < metric_count; m++) {
        size_t row = metrics.rows[m];
        const char *metric = job_metrics.metric[row];
        columns[3 + m] =
            (struct row_view_column){.head = metric_label(arena, job_metrics.table, row),
                                     .values =
                                         find_means(request->tables, list, count, metric, arena),
                                     .unit = metric_unit_of_row(job_metrics.table, row)};
    }
    const struct row_view shown = {.table = TABLE_nodes,
                                   .columns = columns,
                                   .column_count = 3 + metric_count,
                                   .rows = rows,
                                   .row_count = count};
    struct table_view *view = row_view_make(&shown, request, arena, MOST_ROWS);
    view->source = "data/node_metrics.csv";
    return view;
}

static void add_nodes(const struct page_request *request, struct document *document)
{
    struct metric_rows metrics = metric_rows_make(request, document->arena);
    figure_sections_add(request->figures, "nodes", true, document);
    add_metrics(request, document, metrics);
    const struct nodes_rows nodes = nodes_rows(request->tables);
    struct table_view *view =
        nodes.rows ? node_view(request, document->arena, &nodes, metrics) : NULL;
    if (!view)
        return;
    struct section *section = document_add_section(document, "nodes", "Nodes", "nodes", false);
    section_add_paragraph(document, section,
                          "Means of the samples of each node, in the order of their names.");
    section_add_table(document, section, view);
}

const struct page page_nodes = {"nodes", add_nodes};
