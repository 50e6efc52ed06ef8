#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page/content/page_data_hardware.h"
#include "page/content/page_parts.h"
#include "page/content/row_view.h"
#include "table/nodes_table.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/memory.h"
#include "util/natural.h"
#include "util/number.h"

enum {
    MOST_REJECTS = 20,
    MOST_PUBLISHED = 40,
    MOST_NODES = 20,
    MOST_INPUTS = 40,
    MOST_EXPORTS = 40,
    LONGEST_NOTE = 200,
    LONGEST_NAME = 64
};

/* The kind, and the first digits. */
static const char *checksum_text(struct arena *arena, const char *checksum)
{
    enum { DIGITS = 12 };
    const char *colon = checksum ? strchr(checksum, ':') : NULL;
    return colon ? arena_format(arena, "%.*s…", (int)(colon - checksum) + 1 + DIGITS, checksum)
                 : NULL;
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
    table_view_set(view, row, 3, checksum_text(arena, input->checksum));
    table_view_number(arena, view, row, 4, input->records, 0);
    table_view_number(arena, view, row, 5, input->rejected, 0);
    table_view_set(view, row, 6, end_text(input->end));
}

static void add_inputs(const struct page_request *request, struct document *document,
                       struct section *section)
{
    static const char *const heads[] = {"file",    "format",   "size", "checksum",
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
static bool times_meet(const struct input_times_rows *times)
{
    double first = -INFINITY, last = INFINITY;
    for (size_t row = 0; row < times->rows; row++) {
        first = fmax(first, times->first[row]);
        last = fmin(last, times->last[row]);
    }
    return first <= last;
}

static void add_view(const struct row_view *row_view, const char *heading, size_t most,
                     const struct page_request *request, struct document *document,
                     struct section *section)
{
    struct table_view *view = row_view_make(row_view, request, document->arena, most);
    if (!view)
        return;
    if (heading)
        section_add_subheading(document, section, heading);
    section_add_table(document, section, view);
}

/* Where inputs cover different time ranges, which covers which. */
static void add_input_times(const struct page_request *request, struct document *document,
                            struct section *section)
{
    static const struct row_view_column columns[] = {
        {SHOWN(input_times, input), .head = "file"},
        {SHOWN(input_times, first), .head = "from"},
        {SHOWN(input_times, last), .head = "to"},
    };
    static const struct row_view view = {VIEW_OF(input_times, columns)};
    const struct input_times_rows table = input_times_rows(request->tables);
    if (table.rows && !times_meet(&table))
        add_view(&view, "Time ranges of the inputs", MOST_INPUTS, request, document, section);
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

static size_t find_faults(const struct nodes_rows *nodes, struct node_fault *faults)
{
    size_t count = 0;
    for (size_t row = 0; row < nodes->rows; row++) {
        const char *name = nodes->node[row];
        struct node_fault fault = {name ? name : "", row, or_zero(nodes->coverage[row]),
                                   or_zero(nodes->repeated[row]) + or_zero(nodes->reset[row])};
        if (fault.coverage < 1 || fault.oddities > 0)
            faults[count++] = fault;
    }
    qsort(faults, count, sizeof *faults, by_fault);
    return count;
}

static void add_faults(const struct node_fault *faults, size_t count,
                       const struct page_request *request, struct document *document,
                       struct section *section)
{
    static const struct row_view_column columns[] = {
        {SHOWN(nodes, node)},
        {SHOWN(nodes, first), .head = "first"},
        {SHOWN(nodes, last), .head = "last"},
        {SHOWN(nodes, samples)},
        {SHOWN(nodes, missing), .head = "missing samples"},
        {SHOWN(nodes, repeated), .head = "duplicates"},
        {SHOWN(nodes, reset), .head = "counter resets"},
        {SHOWN(nodes, coverage)},
    };
    size_t *rows = arena_alloc_array(document->arena, count, sizeof *rows);
    for (size_t i = 0; i < count; i++)
        rows[i] = faults[i].row;
    const struct row_view view = {VIEW_OF(nodes, columns), .rows = rows, .row_count = count};
    add_view(&view, NULL, MOST_NODES, request, document, section);
}

/* Nodes or GPUs, and those of them that lack samples, or whose samples were corrected. */
struct faulty {
    size_t all, incomplete, corrected;
};

static struct faulty count_faulty(const struct nodes_rows *nodes, const struct node_fault *faults,
                                  size_t count, bool of_gpus)
{
    size_t gpus = nodes_table_count_gpus(nodes->table);
    struct faulty faulty = {.all = of_gpus ? gpus : nodes->rows - gpus};
    for (size_t i = 0; i < count; i++)
        if (nodes_table_is_gpu(nodes->table, faults[i].row) == of_gpus) {
            faulty.incomplete += faults[i].coverage < 1;
            faulty.corrected += faults[i].oddities > 0;
        }
    return faulty;
}

/* "all 32 nodes", "both nodes", "2 of 32 nodes", "1 node"; NULL: none. */
static const char *some_of(struct arena *arena, size_t some, size_t all, const char *one,
                           const char *many)
{
    if (!some)
        return NULL;
    const char *of_all = count_text(arena, (double)all, one, many);
    if (some == all && all == 2)
        return arena_format(arena, "both %s", many);
    if (some == all)
        return all == 1 ? of_all : arena_format(arena, "all %s", of_all);
    return arena_format(arena, "%s of %s", COUNT_TEXT(some), of_all);
}

/* "2 of 4 nodes and all 8 GPUs"; NULL: none. */
static const char *both_of(struct arena *arena, const char *nodes, const char *gpus)
{
    return nodes && gpus ? arena_format(arena, "%s and %s", nodes, gpus) : nodes ? nodes : gpus;
}

static const char *capital(struct arena *arena, const char *text)
{
    char *copy = arena_text(arena, text);
    copy[0] = (char)(copy[0] >= 'a' && copy[0] <= 'z' ? copy[0] - 'a' + 'A' : copy[0]);
    return copy;
}

/* Which nodes and GPUs have not all their samples, or not as the source wrote them. */
static const char *faults_text(struct arena *arena, const struct nodes_rows *nodes,
                               const struct node_fault *faults, size_t count)
{
    struct faulty of_nodes = count_faulty(nodes, faults, count, false),
                  of_gpus = count_faulty(nodes, faults, count, true);
    const char *all = both_of(arena, some_of(arena, of_nodes.all, of_nodes.all, "node", "nodes"),
                              some_of(arena, of_gpus.all, of_gpus.all, "GPU", "GPUs"));
    const char *incomplete =
        both_of(arena, some_of(arena, of_nodes.incomplete, of_nodes.all, "node", "nodes"),
                some_of(arena, of_gpus.incomplete, of_gpus.all, "GPU", "GPUs"));
    const char *corrected =
        both_of(arena, some_of(arena, of_nodes.corrected, of_nodes.all, "node", "nodes"),
                some_of(arena, of_gpus.corrected, of_gpus.all, "GPU", "GPUs"));
    bool is_one = of_nodes.all + of_gpus.all == 1;
    const char *text =
        incomplete ? arena_format(arena, "%s %s samples.", capital(arena, incomplete),
                                  of_nodes.incomplete + of_gpus.incomplete == 1 ? "lacks" : "lack")
                   : arena_format(arena, "%s %s every sample.", capital(arena, all),
                                  is_one ? "has" : "have");
    if (!corrected)
        return text;
    return arena_format(arena, "%s Duplicate samples or counter resets were corrected on %s.", text,
                        corrected);
}

static void add_coverage(const struct page_request *request, struct document *document,
                         struct section *section)
{
    const struct nodes_rows nodes = nodes_rows(request->tables);
    if (!nodes.rows)
        return;
    struct arena *arena = document->arena;
    struct node_fault *faults = memory_alloc_array(nodes.rows, sizeof *faults);
    size_t count = find_faults(&nodes, faults);
    section_add_subheading(document, section, "Coverage");
    section_add_paragraph(document, section, "%s of the expected samples are present. %s",
                          share_text(arena, coverage_of_job(request->tables)),
                          faults_text(arena, &nodes, faults, count));
    if (count)
        add_faults(faults, count, request, document, section);
    free(faults);
}

/* As the finding counts: less is a matter of rounding. */
static double least_difference(const struct page_request *request)
{
    return rules_number(request->rules, "data.published-statistics-differ", "difference");
}

static bool agrees(const struct published_statistics_rows *table, size_t row, double least)
{
    const char *verdict = table->verdict[row];
    double published = table->published[row], computed = table->computed[row];
    if (!verdict || strcmp(verdict, "differs") != 0)
        return verdict && strcmp(verdict, "agrees") == 0;
    return fabs(published - computed) <= least * fmax(fabs(published), fabs(computed));
}

static const char *verdict_text(const struct row_cell *cell)
{
    const char *verdict = table_texts(cell->table, "verdict")[cell->row];
    double published = table_numbers(cell->table, "published")[cell->row];
    double computed = table_numbers(cell->table, "computed")[cell->row];
    double percent = 100 * (published - computed) / fabs(computed);
    if (!verdict)
        return NULL;
    if (strcmp(verdict, "differs") == 0 && isfinite(percent))
        return arena_format(cell->arena, "published is %.2g %% %s", fabs(percent),
                            percent < 0 ? "lower" : "higher");
    if (strcmp(verdict, "contradicts itself") == 0)
        return "contradicts itself: its minimum, average and maximum are out of order";
    return strcmp(verdict, "no samples") == 0 ? "no samples to compare with" : verdict;
}

/* The rows that do not agree; returns how many. */
static size_t find_disagreeing(const struct published_statistics_rows *published, double least,
                               size_t *rows)
{
    size_t count = 0;
    for (size_t row = 0; row < published->rows; row++)
        if (!agrees(published, row, least))
            rows[count++] = row;
    return count;
}

/* With digits enough to show where the two differ, in the same unit. */
static const char *exact_text(const struct row_cell *cell)
{
    const char *metric = table_texts(cell->table, "metric")[cell->row];
    double published = fabs(table_numbers(cell->table, "published")[cell->row]);
    double computed = fabs(table_numbers(cell->table, "computed")[cell->row]);
    double number = table_numbers(cell->table, cell->column)[cell->row];
    size_t of;
    const struct table *metrics = find_metric(cell->request->tables, "job_metrics", metric, &of);
    const char *unit = metrics ? table_texts(metrics, "unit")[of] : NULL;
    struct display_unit display =
        display_unit_for(unit ? unit : "", fmax(or_zero(published), or_zero(computed)),
                         cell->request->units);
    char text[64];
    if (number_is_missing(number))
        return NULL;
    quantity_format_number(number / display.factor, 5, text, sizeof text);
    return arena_format(cell->arena, "%s%s%s", text, *display.name ? " " : "", display.name);
}

/* "avg of samples" */
static const char *statistic_text(const struct row_cell *cell)
{
    struct arena *arena = cell->arena;
    const char *statistic = plain_text(arena, table_texts(cell->table, "statistic")[cell->row], 20);
    const char *basis = plain_text(arena, table_texts(cell->table, "basis")[cell->row], 20);
    return statistic && basis ? arena_format(arena, "%s of %s", statistic, basis) : statistic;
}

static const char *node_text(const struct row_cell *cell)
{
    const char *node = table_texts(cell->table, "node")[cell->row];
    return node && strcmp(node, "*") != 0 ? plain_text(cell->arena, node, LONGEST_NAME)
                                          : "all nodes";
}

static void add_published(const struct page_request *request, struct document *document,
                          struct section *section)
{
    static const struct row_view_column columns[] = {
        {SHOWN(published_statistics, metric)},
        {SHOWN(published_statistics, node), .cell = node_text},
        {SHOWN(published_statistics, statistic), .cell = statistic_text},
        {SHOWN(published_statistics, published), .cell = exact_text},
        {SHOWN(published_statistics, computed), .head = "from samples", .cell = exact_text},
        {SHOWN(published_statistics, verdict), .cell = verdict_text},
    };
    const struct published_statistics_rows table = published_statistics_rows(request->tables);
    if (!table.rows)
        return;
    struct arena *arena = document->arena;
    size_t *rows = arena_alloc_array(arena, table.rows, sizeof *rows);
    double least = least_difference(request);
    size_t count = find_disagreeing(&table, least, rows);
    const struct row_view view = {VIEW_OF(published_statistics, columns), .rows = rows,
                                  .row_count = count};
    section_add_subheading(document, section, "Statistics published by the source");
    char agreeing[64], percent[64];
    section_add_paragraph(
        document, section, "%s of %s within %s %% with the %s computed here%s.",
        quantity_format_fixed((double)(table.rows - count), 0, agreeing, sizeof agreeing),
        count_text(arena, (double)table.rows, "published value agrees", "published values agree"),
        quantity_format_number(100 * least, 3, percent, sizeof percent),
        table.rows == 1 ? "value" : "values",
        count ? arena_format(arena, "; %s. The report shows the computed values",
                             count_text(arena, (double)count, "does not", "do not"))
              : "");
    if (count)
        add_view(&view, NULL, MOST_PUBLISHED, request, document, section);
}

static void add_missing_inputs(const struct page_request *request, struct document *document,
                               struct section *section)
{
    static const struct row_view_column columns[] = {{SHOWN(missing_inputs, input)}};
    static const struct row_view view = {VIEW_OF(missing_inputs, columns)};
    if (missing_inputs_rows(request->tables).rows)
        add_view(&view, "Missing inputs", MOST_INPUTS, request, document, section);
}

static void add_changed_inputs(const struct page_request *request, struct document *document,
                               struct section *section)
{
    static const struct row_view_column columns[] = {{SHOWN(changed_inputs, input)},
                                                     {SHOWN(changed_inputs, versions)}};
    static const struct row_view view = {VIEW_OF(changed_inputs, columns)};
    if (changed_inputs_rows(request->tables).rows)
        add_view(&view, "Inputs in several versions", MOST_INPUTS, request, document, section);
}

static void add_copied_inputs(const struct page_request *request, struct document *document,
                              struct section *section)
{
    static const struct row_view_column columns[] = {{SHOWN(copied_inputs, input)},
                                                     {SHOWN(copied_inputs, same_as)},
                                                     {SHOWN(copied_inputs, records)}};
    static const struct row_view view = {VIEW_OF(copied_inputs, columns)};
    if (copied_inputs_rows(request->tables).rows)
        add_view(&view, "Inputs with the same content", MOST_INPUTS, request, document, section);
}

static void add_shared_tasks(const struct page_request *request, struct document *document,
                             struct section *section)
{
    static const struct row_view_column columns[] = {{SHOWN(shared_tasks, tasks)},
                                                     {SHOWN(shared_tasks, shared)},
                                                     {SHOWN(shared_tasks, shared_low)},
                                                     {SHOWN(shared_tasks, shared_high)},
                                                     {SHOWN(shared_tasks, input)},
                                                     {SHOWN(shared_tasks, other_input)}};
    static const struct row_view view = {VIEW_OF(shared_tasks, columns)};
    const struct shared_tasks_rows shared = shared_tasks_rows(request->tables);
    if (shared.rows && shared.seen[0] > 0)
        add_view(&view, "Tasks in several inputs", 1, request, document, section);
}

static const char *line_text(const struct row_cell *cell)
{
    double line = table_numbers(cell->table, "line")[cell->row];
    char text[64];
    return line > 0 ? arena_text(cell->arena, quantity_format_fixed(line, 0, text, sizeof text))
                    : NULL;
}

static const char *note_text(const struct row_cell *cell)
{
    return plain_text(cell->arena, table_texts(cell->table, cell->column)[cell->row], LONGEST_NOTE);
}

/* What was not taken as it is: what is wrong; what is sound, and has no place in the report; what
 * inputs do not say, and what it was taken for. */
static void add_doubts(const struct page_request *request, struct document *document,
                       struct section *section)
{
    static const struct row_view_column reject_columns[] = {
        {SHOWN(rejects, input)},
        {SHOWN(rejects, line), .cell = line_text},
        {SHOWN(rejects, reason), .head = "reason"},
        {SHOWN(rejects, text)},
    };
    static const struct row_view_column not_shown_columns[] = {
        {SHOWN(not_shown, input)},
        {SHOWN(not_shown, count), .head = "count"},
        {SHOWN(not_shown, what), .cell = note_text},
    };
    static const struct row_view_column assumption_columns[] = {
        {SHOWN(assumptions, input)},
        {SHOWN(assumptions, what), .cell = note_text},
    };
    static const struct {
        const char *heading;
        struct row_view view;
    } doubts[] = {
        {"Rejected records", {VIEW_OF(rejects, reject_columns)}},
        {"Read but not shown", {VIEW_OF(not_shown, not_shown_columns)}},
        {"Assumptions about the inputs", {VIEW_OF(assumptions, assumption_columns)}},
    };
    for (size_t i = 0; i < sizeof doubts / sizeof doubts[0]; i++)
        add_view(&doubts[i].view, doubts[i].heading, MOST_REJECTS, request, document, section);
}

static void set_file(struct table_view *view, struct arena *arena, size_t row, const char *folder,
                     const struct exported_file *file)
{
    table_view_text(arena, view, row, 0, arena_format(arena, "%s/%s", folder, file->name));
    if (file->contains)
        table_view_set(view, row, 1, file->contains);
}

/* Files for other programs, where there are any. */
static void add_exports(const struct page_request *request, struct document *document,
                        struct section *section)
{
    struct arena *arena = document->arena;
    size_t count = shown_rows(request->export_count, MOST_EXPORTS);
    const struct exported_file *attempts = &request->all_attempts;
    size_t first = attempts->name ? 1 : 0;
    if (!count && !first)
        return;
    struct table_view *view = table_view_new(arena, 2, first + count);
    table_view_head(view, 0, "file", CELL_LEFT);
    table_view_head(view, 1, "contents", CELL_RIGHT);
    if (first)
        set_file(view, arena, 0, "data", attempts);
    for (size_t row = 0; row < count; row++)
        set_file(view, arena, first + row, "export", &request->exports[row]);
    view->has_files = true;
    view->left_out = request->export_count - count;
    view->source = view->left_out ? "data/manifest.json" : NULL;
    table_view_drop_missing_columns(view);
    section_add_subheading(document, section, count ? "Exports" : "All attempts");
    section_add_table(document, section, view);
}

static void add_data(const struct page_request *request, struct document *document)
{
    struct section *section =
        document_add_section(document, "data", "Data and its quality", "data", false);
    add_inputs(request, document, section);
    add_missing_inputs(request, document, section);
    add_changed_inputs(request, document, section);
    add_copied_inputs(request, document, section);
    add_shared_tasks(request, document, section);
    add_input_times(request, document, section);
    add_coverage(request, document, section);
    add_published(request, document, section);
    add_doubts(request, document, section);
    data_add_hardware(request, document, section);
    add_exports(request, document, section);
    if (!section->block_count)
        document->section_count--;
}

const struct page page_data = {"data", add_data};
