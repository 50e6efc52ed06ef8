#include "page/content/page_summary.h"

#include <string.h>

#include "figure/charts/inputs_apart.h"
#include "page/content/costs_view.h"
#include "page/content/page_parts.h"
#include "table/rows.h"
#include "util/count_text.h"
#include "util/instant.h"
#include "util/name_index.h"
#include "util/number.h"
#include "util/texts.h"

enum {
    MOST_MULTIPLES = 6,
    MULTIPLES_A_ROW = 3,
    MOST_OF_GPUS = 2,
    MOST_FACTS = 16,
    LEAST_FACTS = 2
};

struct multiples {
    const struct figure *items[MOST_MULTIPLES];
    size_t count;
};

static bool shows_metric(const struct multiples *multiples, const struct figure *figure)
{
    for (size_t i = 0; i < multiples->count; i++)
        if (!figure->metric || !multiples->items[i]->metric ||
            strcmp(multiples->items[i]->metric, figure->metric) == 0)
            return true;
    return false;
}

/* The last chart of a metric shows its nodes, as the key figures do. */
static bool is_last_of_metric(const struct figures *figures, size_t index)
{
    for (size_t i = index + 1; i < figures->count; i++)
        if (figures->items[i].metric && figures->items[index].metric &&
            strcmp(figures->items[i].metric, figures->items[index].metric) == 0)
            return false;
    return true;
}

/* A chart, not a sentence in its place. */
static bool is_drawn(const struct figure *figure)
{
    return figure->panel_count == 0 || !figure->panels[0].message;
}

static bool is_of_gpus(const struct figure *figure)
{
    return figure->metric && texts_equal(figure->section, "GPU");
}

static void pick_key(const struct figures *figures, struct multiples *multiples, bool of_gpus,
                     size_t most)
{
    for (size_t i = 0; i < figures->count && multiples->count < most; i++)
        if (figures->is_key[i] && is_drawn(&figures->items[i]) &&
            is_of_gpus(&figures->items[i]) == of_gpus)
            multiples->items[multiples->count++] = &figures->items[i];
}

/* Key figures, of GPUs first, which the many of CPUs would leave no place; then others, until their
 * rows of three are full. */
static void pick_multiples(const struct figures *figures, struct multiples *multiples)
{
    pick_key(figures, multiples, true, MOST_OF_GPUS);
    pick_key(figures, multiples, false, MOST_MULTIPLES);
    for (size_t i = 0; i < figures->count && multiples->count % MULTIPLES_A_ROW != 0; i++)
        if (is_last_of_metric(figures, i) && is_drawn(&figures->items[i]) &&
            !shows_metric(multiples, &figures->items[i]))
            multiples->items[multiples->count++] = &figures->items[i];
}

static void add_multiples(const struct page_request *request, struct document *document,
                          struct section *section)
{
    struct multiples *multiples = arena_alloc(document->arena, sizeof *multiples);
    if (request->figures)
        pick_multiples(request->figures, multiples);
    if (!multiples->count)
        return;
    struct block *block = section_add_block(document, section, BLOCK_MULTIPLES);
    block->multiples = multiples->items;
    block->count = multiples->count;
}

struct fact_list {
    struct arena *arena;
    struct fact *items;
    size_t count;
};

static void add_fact(struct fact_list *list, const char *key, const char *value)
{
    if (value && *value && list->count < MOST_FACTS)
        list->items[list->count++] = (struct fact){key, plain_text(list->arena, value, 60)};
}

static void add_quantity(struct fact_list *list, const char *key, double value, const char *unit)
{
    if (!number_is_missing(value))
        add_fact(list, key, quantity_text(list->arena, value, unit, UNITS_SI));
}

/* What it is of all nodes, each once: "2 × matmul". */
static void add_fact_of_nodes(const struct page_request *request, struct fact_list *list,
                              const char *name, const char *key)
{
    enum { MOST = 3 };
    const struct hardware_rows table = hardware_rows(request->tables);
    struct name_index values;
    const char *text = "";
    name_index_init(&values);
    for (size_t row = 0; row < table.rows; row++) {
        if (!texts_equal(table.key[row], key) || !table.value[row] ||
            name_index_find(&values, table.value[row]) != NAME_INDEX_NONE)
            continue;
        name_index_add(&values, table.value[row]);
        if (values.count <= MOST)
            text = arena_format(list->arena, "%s%s%s", text, values.count > 1 ? "; " : "",
                                table.value[row]);
    }
    if (values.count > MOST)
        text = arena_format(list->arena, "%s; and %s more", text, COUNT_TEXT(values.count - MOST));
    name_index_release(&values);
    add_fact(list, name, text);
}

/* What the monitor followed: the command that started the program, and its processes. */
static void add_processes(const struct page_request *request, struct fact_list *list)
{
    add_fact_of_nodes(request, list, "Command", "process.command");
    add_fact_of_nodes(request, list, "Processes per node", "process.children");
}

/* The run as the scheduler knows it. */
static void add_job(const struct page_request *request, struct document *document)
{
    const struct facts *facts = request->facts;
    struct arena *arena = document->arena;
    struct fact_list list = {arena, arena_alloc_array(arena, MOST_FACTS, sizeof *list.items), 0};
    add_fact(&list, "Job id", facts->job_id);
    add_fact(&list, "Job name", facts->job_name);
    add_fact(&list, "User", facts->user);
    add_fact(&list, "Project", facts->project);
    add_fact(&list, "Cluster", facts->cluster);
    add_fact(&list, "Partition", facts->partition);
    add_fact(&list, "Environment", facts->environment);
    add_processes(request, &list);
    add_fact(&list, "State", facts->state);
    add_quantity(&list, "Nodes", facts->node_count, "");
    if (instant_is_date(facts->start))
        add_fact(&list, "Start", moment_text(arena, facts->start));
    if (instant_is_date(facts->end))
        add_fact(&list, "End", moment_text(arena, facts->end));
    if (!inputs_are_apart(request->tables))
        add_quantity(&list, "Elapsed", facts->end - facts->start, "s");
    add_quantity(&list, "Sampling interval", facts->sampling_interval_s, "s");
    if (list.count < LEAST_FACTS)
        return;
    struct section *section = document_add_section(document, "job", "The job", "index", false);
    struct block *block = section_add_block(document, section, BLOCK_FACTS);
    block->facts = list.items;
    block->count = list.count;
}

static void add_links(const struct page_request *request, struct document *document,
                      struct section *section)
{
    if (!request->link_row_count)
        return;
    struct block *block = section_add_block(document, section, BLOCK_LINKS);
    block->links = request->links;
    block->count = request->link_row_count;
}

/* What bound the run, above all numbers: its table is a section of its own (page_verdict.c). */
static void add_verdict(const struct page_request *request, struct document *document,
                        struct section *section)
{
    const struct verdict_rows verdict = verdict_rows(request->tables);
    if (verdict.rows)
        section_add_block(document, section, BLOCK_STATEMENT)->text =
            arena_text(document->arena, verdict.verdict[0]);
}

static void add_summary(const struct page_request *request, struct document *document)
{
    struct section *section = document_add_section(document, "summary", "Summary", "index", true);
    add_verdict(request, document, section);
    add_links(request, document, section);
    summary_add_key_figures(request, document, section);
    summary_add_findings(request, document, section);
    add_multiples(request, document, section);
    costs_add_short(request, document, section);
    summary_add_campaign(request, document, section);
    summary_add_metrics(request, document, section);
    summary_add_nodes(request, document, section);
    add_job(request, document);
}

const struct page page_summary = {"summary", add_summary};
