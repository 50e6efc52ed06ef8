#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/page_data.h"
#include "page/page_parts.h"
#include "page/table_view.h"
#include "table/nodes_table.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

enum {
    MOST_REJECTS = 20,
    MOST_PUBLISHED = 40,
    MOST_NODES = 20,
    MOST_INPUTS = 40,
    LONGEST_NOTE = 200
};

static const char *sha256_text(struct arena *arena, const char *sha256)
{
    return sha256 && *sha256 ? arena_format(arena, "%.12s…", sha256) : NULL;
}

/* What people should know of it. */
static const char *end_text(const char *end)
{
    if (end && strcmp(end, INPUT_END_EARLY) == 0)
        return "ends early";
    return end && strcmp(end, INPUT_END_IN_RECORD) == 0 ? "last record cut off" : NULL;
}

static void put_input(struct arena *arena, struct table_view *view, size_t row,
                      const struct input_row *input)
{
    table_view_text(arena, view, row, 0, input->path);
    table_view_text(arena, view, row, 1, input->format);
    if (!number_is_missing(input->size))
        table_view_set(view, row, 2, quantity_text(arena, input->size, "B", UNITS_SI));
    table_view_set(view, row, 3, sha256_text(arena, input->sha256));
    table_view_number(arena, view, row, 4, input->records, 0);
    table_view_number(arena, view, row, 5, input->rejected, 0);
    table_view_set(view, row, 6, end_text(input->end));
}

static void add_inputs(const struct page_request *request, struct document *document,
                       struct section *section)
{
    static const char *const heads[] = {"file",    "format",   "size", "sha256",
                                        "records", "rejected", "end"};
    if (!request->input_count)
        return;
    size_t count = shown_rows(request->input_count, MOST_INPUTS);
    struct table_view *view = table_view_new(document->arena, 7, count);
    for (size_t i = 0; i < 7; i++)
        table_view_head(view, i, heads[i], i < 2 || i == 3 || i == 6 ? CELL_LEFT : CELL_RIGHT);
    for (size_t row = 0; row < count; row++)
        put_input(document->arena, view, row, &request->inputs[row]);
    view->left_out = request->input_count - count;
    view->source = "data/manifest.json";
    table_view_drop_missing_columns(view);
    section_add_subheading(document, section, "Inputs");
    section_add_table(document, section, view);
}

/* Some moment that is of all inputs. */
static bool times_meet(const struct table *times)
{
    double first = -INFINITY, last = INFINITY;
    for (size_t row = 0; row < times->rows; row++) {
        first = fmax(first, table_numbers(times, "first")[row]);
        last = fmin(last, table_numbers(times, "last")[row]);
    }
    return first <= last;
}

/* Where inputs cover different time ranges, which covers which. */
static void add_input_times(const struct page_request *request, struct document *document,
                            struct section *section)
{
    static const char *const heads[] = {"file", "from", "to"};
    const struct table *table = tables_find(request->tables, "input_times");
    if (!table || times_meet(table))
        return;
    struct arena *arena = document->arena;
    size_t count = shown_rows(table->rows, MOST_INPUTS);
    struct table_view *view = table_view_new(arena, 3, count);
    for (size_t i = 0; i < 3; i++)
        table_view_head(view, i, heads[i], CELL_LEFT);
    for (size_t row = 0; row < count; row++) {
        table_view_text(arena, view, row, 0, table_texts(table, "input")[row]);
        table_view_set(view, row, 1, moment_text(arena, table_numbers(table, "first")[row]));
        table_view_set(view, row, 2, moment_text(arena, table_numbers(table, "last")[row]));
    }
    view->left_out = table->rows - count;
    view->source = "data/input_times.csv";
    section_add_subheading(document, section, "Times of the inputs");
    section_add_table(document, section, view);
}

/* What is wrong with a node's samples: its coverage first, then what was mended. */
struct node_fault {
    const char *name;
    size_t row;
    double coverage, oddities;
};

static int by_fault(const void *left, const void *right)
{
    const struct node_fault *l = left, *r = right;
    if (l->coverage != r->coverage)
        return l->coverage < r->coverage ? -1 : 1;
    if (l->oddities != r->oddities)
        return l->oddities > r->oddities ? -1 : 1;
    return natural_compare_nodes(l->name, r->name);
}

static double or_zero(double number)
{
    return number_is_missing(number) ? 0 : number;
}

static size_t find_faults(const struct table *nodes, struct node_fault *faults)
{
    size_t count = 0;
    for (size_t row = 0; row < nodes->rows; row++) {
        const char *name = table_texts(nodes, "node")[row];
        struct node_fault fault = {name ? name : "", row,
                                   or_zero(table_numbers(nodes, "coverage")[row]),
                                   or_zero(table_numbers(nodes, "repeated")[row]) +
                                       or_zero(table_numbers(nodes, "reset")[row])};
        if (fault.coverage < 1 || fault.oddities > 0)
            faults[count++] = fault;
    }
    qsort(faults, count, sizeof *faults, by_fault);
    return count;
}

static void put_fault(struct arena *arena, struct table_view *view, size_t row,
                      const struct table *nodes, const struct node_fault *fault)
{
    static const char *const columns[] = {"samples", "missing", "repeated", "reset"};
    table_view_text(arena, view, row, 0, fault->name);
    table_view_set(view, row, 1, moment_text(arena, table_numbers(nodes, "first")[fault->row]));
    table_view_set(view, row, 2, moment_text(arena, table_numbers(nodes, "last")[fault->row]));
    for (size_t i = 0; i < 4; i++)
        table_view_number(arena, view, row, 3 + i, table_numbers(nodes, columns[i])[fault->row], 0);
    table_view_set(view, row, 7, share_text(arena, table_numbers(nodes, "coverage")[fault->row]));
}

static struct table_view *fault_view(struct arena *arena, const struct table *nodes,
                                     const struct node_fault *faults, size_t count)
{
    static const char *const heads[] = {"node",    "first",    "last",  "samples",
                                        "missing", "repeated", "reset", "coverage"};
    size_t shown = shown_rows(count, MOST_NODES);
    struct table_view *view = table_view_new(arena, 8, shown);
    for (size_t i = 0; i < 8; i++)
        table_view_head(view, i, heads[i], i < 3 ? CELL_LEFT : CELL_RIGHT);
    for (size_t row = 0; row < shown; row++)
        put_fault(arena, view, row, nodes, &faults[row]);
    view->left_out = count - shown;
    view->source = "data/nodes.csv";
    table_view_drop_missing_columns(view);
    return view;
}

/* Nodes or GPUs, and those of them that have every sample. */
struct whole {
    size_t of, whole;
};

static const char *whole_text(struct arena *arena, struct whole nodes, struct whole gpus)
{
    static const char tail[] = "have every sample and needed no mending.";
    struct whole all = {nodes.of + gpus.of, nodes.whole + gpus.whole};
    const char *both = nodes.of && gpus.of ? "nodes and GPUs" : gpus.of ? "GPUs" : "nodes";
    if (all.whole == all.of)
        return arena_format(arena, "All %s %s", both, tail);
    if (all.whole == 0)
        return arena_format(arena, "No %s every sample and needed no mending.",
                            nodes.of && gpus.of ? "node or GPU has"
                            : gpus.of           ? "GPU has"
                                                : "node has");
    if (nodes.of && gpus.of)
        return arena_format(arena, "%zu of %zu nodes and %zu of %zu GPUs %s", nodes.whole, nodes.of,
                            gpus.whole, gpus.of, tail);
    return arena_format(arena, "%zu of %zu %s %s", all.whole, all.of, both, tail);
}

static const char *whole_rows_text(struct arena *arena, const struct table *nodes,
                                   const struct node_fault *faults, size_t count)
{
    size_t gpus = nodes_table_count_gpus(nodes), faulty_gpus = 0;
    for (size_t i = 0; i < count; i++)
        faulty_gpus += nodes_table_is_gpu(nodes, faults[i].row);
    struct whole of_nodes = {nodes->rows - gpus, nodes->rows - gpus - (count - faulty_gpus)};
    return whole_text(arena, of_nodes, (struct whole){gpus, gpus - faulty_gpus});
}

static void add_coverage(const struct page_request *request, struct document *document,
                         struct section *section)
{
    const struct table *nodes = tables_find(request->tables, "nodes");
    if (!nodes)
        return;
    struct arena *arena = document->arena;
    struct node_fault *faults = memory_alloc_array(nodes->rows, sizeof *faults);
    size_t count = find_faults(nodes, faults);
    section_add_subheading(document, section, "Coverage");
    section_add_paragraph(document, section, "%s of the samples due are present. %s",
                          share_text(arena, coverage_of_job(request->tables)),
                          whole_rows_text(arena, nodes, faults, count));
    if (count)
        section_add_table(document, section, fault_view(arena, nodes, faults, count));
    free(faults);
}

static bool agrees(const char *verdict)
{
    return verdict && strcmp(verdict, "agrees") == 0;
}

static const char *verdict_text(struct arena *arena, const char *verdict, double published,
                                double computed)
{
    double percent = 100 * (published - computed) / fabs(computed);
    if (!verdict)
        return NULL;
    if (strcmp(verdict, "differs") == 0 && isfinite(percent))
        return arena_format(arena, "published is %.2g %% %s", fabs(percent),
                            percent < 0 ? "lower" : "higher");
    if (strcmp(verdict, "contradicts itself") == 0)
        return "contradicts itself: its minimum, average and maximum are out of order";
    return strcmp(verdict, "no samples") == 0 ? "no samples to compare with" : verdict;
}

static size_t count_disagreeing(const struct table *published)
{
    size_t count = 0;
    for (size_t row = 0; row < published->rows; row++)
        count += !agrees(table_texts(published, "verdict")[row]);
    return count;
}

/* With digits enough to show where the two differ. */
static const char *exact_text(struct arena *arena, double number, struct display_unit unit)
{
    char text[64];
    if (number_is_missing(number))
        return NULL;
    quantity_format_number(number / unit.factor, 5, text, sizeof text);
    return arena_format(arena, "%s%s%s", text, *unit.name ? " " : "", unit.name);
}

/* "avg of samples" */
static const char *statistic_text(struct arena *arena, const struct table *table, size_t row)
{
    const char *statistic = plain_text(arena, table_texts(table, "statistic")[row], 20);
    const char *basis = plain_text(arena, table_texts(table, "basis")[row], 20);
    return statistic && basis ? arena_format(arena, "%s of %s", statistic, basis) : statistic;
}

static void put_published(const struct page_request *request, struct arena *arena,
                          struct table_view *view, size_t row, const struct table *table,
                          size_t from)
{
    const char *metric = table_texts(table, "metric")[from];
    const char *node = table_texts(table, "node")[from];
    double published = table_numbers(table, "published")[from];
    double computed = table_numbers(table, "computed")[from];
    size_t of;
    const struct table *metrics = find_metric(request->tables, "job_metrics", metric, &of);
    const char *unit = metrics ? table_texts(metrics, "unit")[of] : NULL;
    struct display_unit display =
        display_unit_for(unit ? unit : "", fmax(or_zero(fabs(published)), or_zero(fabs(computed))),
                         request->units);
    table_view_text(arena, view, row, 0, metric);
    table_view_text(arena, view, row, 1, node && strcmp(node, "*") != 0 ? node : "all");
    table_view_set(view, row, 2, statistic_text(arena, table, from));
    table_view_set(view, row, 3, exact_text(arena, published, display));
    table_view_set(view, row, 4, exact_text(arena, computed, display));
    table_view_set(view, row, 5,
                   verdict_text(arena, table_texts(table, "verdict")[from], published, computed));
}

static struct table_view *published_view(const struct page_request *request, struct arena *arena,
                                         const struct table *table, size_t count)
{
    static const char *const heads[] = {"metric",    "node",         "statistic",
                                        "published", "from samples", "verdict"};
    size_t shown = shown_rows(count, MOST_PUBLISHED);
    struct table_view *view = table_view_new(arena, 6, shown);
    for (size_t i = 0; i < 6; i++)
        table_view_head(view, i, heads[i], i == 3 || i == 4 ? CELL_RIGHT : CELL_LEFT);
    for (size_t from = 0, row = 0; from < table->rows && row < shown; from++)
        if (!agrees(table_texts(table, "verdict")[from]))
            put_published(request, arena, view, row++, table, from);
    view->left_out = count - shown;
    view->source = "data/published_statistics.csv";
    return view;
}

static void add_published(const struct page_request *request, struct document *document,
                          struct section *section)
{
    const struct table *table = tables_find(request->tables, "published_statistics");
    if (!table)
        return;
    struct arena *arena = document->arena;
    size_t count = count_disagreeing(table);
    section_add_subheading(document, section, "Statistics published by the source");
    section_add_paragraph(document, section,
                          count ? "%s with ours; %s. The report shows what the samples give."
                                : "%s with ours%s.",
                          count_text(arena, (double)(table->rows - count), "published value agrees",
                                     "published values agree"),
                          count ? count_text(arena, (double)count, "does not", "do not") : "");
    if (count)
        section_add_table(document, section, published_view(request, arena, table, count));
}

/* A table of what was not taken as it is: the second column holds numbers, the others text. */
struct listing {
    const char *table, *heading;
    const char *heads[4];
    size_t columns;
    void (*put)(struct arena *arena, struct table_view *view, const struct table *table,
                size_t row);
};

static void put_reject(struct arena *arena, struct table_view *view, const struct table *table,
                       size_t row)
{
    double line = table_numbers(table, "line")[row];
    table_view_text(arena, view, row, 0, table_texts(table, "input")[row]);
    table_view_number(arena, view, row, 1, line > 0 ? line : NUMBER_MISSING, 0);
    table_view_text(arena, view, row, 2, table_texts(table, "reason")[row]);
    table_view_text(arena, view, row, 3, table_texts(table, "text")[row]);
}

static void put_not_shown(struct arena *arena, struct table_view *view, const struct table *table,
                          size_t row)
{
    table_view_text(arena, view, row, 0, table_texts(table, "input")[row]);
    table_view_number(arena, view, row, 1, table_numbers(table, "count")[row], 0);
    table_view_set(view, row, 2, plain_text(arena, table_texts(table, "what")[row], LONGEST_NOTE));
}

static void put_assumption(struct arena *arena, struct table_view *view, const struct table *table,
                           size_t row)
{
    table_view_text(arena, view, row, 0, table_texts(table, "input")[row]);
    table_view_set(view, row, 1, plain_text(arena, table_texts(table, "what")[row], LONGEST_NOTE));
}

/* The second: what is sound, and has no place in the report; the third: what it was taken for. */
static const struct listing rejects = {"rejects",
                                       "Rejected records",
                                       {"input", "line", "what is wrong", "text"},
                                       4,
                                       put_reject},
                            not_shown = {"not_shown",
                                         "Read but not shown",
                                         {"input", "number", "what"},
                                         3,
                                         put_not_shown},
                            assumptions = {"assumptions",
                                           "Not said by the inputs, and taken as",
                                           {"input", "what"},
                                           2,
                                           put_assumption};

static void add_listing(const struct listing *listing, const struct page_request *request,
                        struct document *document, struct section *section)
{
    const struct table *table = tables_find(request->tables, listing->table);
    if (!table)
        return;
    struct arena *arena = document->arena;
    size_t shown = shown_rows(table->rows, MOST_REJECTS);
    struct table_view *view = table_view_new(arena, listing->columns, shown);
    for (size_t i = 0; i < listing->columns; i++)
        table_view_head(view, i, listing->heads[i],
                        i == 1 && listing->columns > 2 ? CELL_RIGHT : CELL_LEFT);
    for (size_t row = 0; row < shown; row++)
        listing->put(arena, view, table, row);
    view->left_out = table->rows - shown;
    view->source = arena_format(arena, "data/%s.csv", listing->table);
    section_add_subheading(document, section, listing->heading);
    section_add_table(document, section, view);
}

static void add_data(const struct page_request *request, struct document *document)
{
    struct section *section =
        document_add_section(document, "data", "Data and its quality", "data", false);
    add_inputs(request, document, section);
    add_input_times(request, document, section);
    add_coverage(request, document, section);
    add_published(request, document, section);
    add_listing(&rejects, request, document, section);
    add_listing(&not_shown, request, document, section);
    add_listing(&assumptions, request, document, section);
    data_add_hardware(request, document, section);
    if (!section->block_count)
        document->section_count--;
}

const struct page page_data = {"data", add_data};
