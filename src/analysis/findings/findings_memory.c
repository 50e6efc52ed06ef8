/* Memory that was nearly full, or grew without end. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/findings/finding.h"
#include "analysis/nodes/capacity.h"
#include "analysis/statistics/statistic.h"
#include "table/shared_nodes.h"
#include "util/memory.h"
#include "util/number.h"

static const double MUCH_MEMORY = 0.9, NEARLY_ALL = 0.95, FULL_MEMORY = 0.97; /* of the node's */
static const double GROWN = 0.05; /* of the node's: above what was in use at first */
static const double SOME_GROWTH = 0.25, MUCH_GROWTH = 0.5;             /* of what it was at first */
static const double SOME_OF_AVAILABLE = 0.1;                           /* of what was left then */
static const double LEAST_GROWTH_B = 0x1p28, LEAST_GROWTH_PERCENT = 2; /* of all memory */
static const double RISING = 0.85;                                     /* of all pairs of moments */
static const double LATE_SLOPE = 0.4; /* slope of the last third ÷ of all: less has settled */
static const double SOON = 0.25;      /* of the length of the run, until memory is full */

/* ---- growth ---- */

/* "B", or "%" of all memory. */
static const char *unit_of(const struct table *table, size_t row)
{
    return table_texts(table, "unit")[row];
}

static bool is_share(const struct table *table, size_t row)
{
    return strcmp(unit_of(table, row), "%") == 0;
}

/* Only what is left is known. */
static bool is_of_available(const struct table *table, size_t row)
{
    return strcmp(table_texts(table, "metric")[row], "mem_available") == 0;
}

/* What growth is compared to: what was in use at first, or was left. */
static double base_of(const struct table *table, size_t row)
{
    double from = table_numbers(table, "from")[row];
    return is_of_available(table, row) ? table_numbers(table, "capacity")[row] - from : from;
}

static double least_growth(const struct table *table, size_t row)
{
    double share = is_of_available(table, row) ? SOME_OF_AVAILABLE : SOME_GROWTH;
    return fmax(share * base_of(table, row),
                is_share(table, row) ? LEAST_GROWTH_PERCENT : LEAST_GROWTH_B);
}

static bool grows(const struct table *table, size_t row)
{
    double from = table_numbers(table, "from")[row], to = table_numbers(table, "to")[row];
    double slope = table_numbers(table, "slope")[row];
    return to - from >= least_growth(table, row) &&
           table_numbers(table, "rising_share")[row] >= RISING &&
           table_numbers(table, "late_slope")[row] >= LATE_SLOPE * slope;
}

bool finding_tells_growth(const struct findings *findings, const char *node, const char *metric)
{
    static const char *const same[] = {
        "memory_percent",        "memory_info.rss", "mem_used", "mem_available",
        "mem_available_percent", "mem_free",        "MemFree",  "kbmemfree",
        "node_memory_MemFree"};
    const struct table *growth = tables_find(findings->tables, "memory_growth");
    bool is_node_memory = false;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        is_node_memory = is_node_memory || strcmp(metric, same[i]) == 0;
    for (size_t row = 0; growth && row < growth->rows; row++) {
        const char *growing = table_texts(growth, "metric")[row];
        if (strcmp(table_texts(growth, "node")[row], node) == 0 && grows(growth, row) &&
            (strcmp(growing, metric) == 0 ||
             (is_node_memory && strcmp(finding_thing(growing), "node") == 0)))
            return true;
    }
    return false;
}

/* Memory that rose all the time, if too little for a finding. What was left of
 * it is known alone, or nothing was in use at first: there is no share to speak of. */
const char *finding_small_growth(const struct findings *findings)
{
    static const double LEAST_SAID = 0.001;
    const struct table *table = tables_find(findings->tables, "memory_growth");
    double most = 0;
    for (size_t row = 0; table && row < table->rows; row++) {
        double slope = table_numbers(table, "slope")[row];
        double grown = table_numbers(table, "to")[row] - table_numbers(table, "from")[row];
        if (table_numbers(table, "rising_share")[row] >= RISING && grown > 0 &&
            table_numbers(table, "late_slope")[row] >= LATE_SLOPE * slope)
            most = fmax(most, is_of_available(table, row) ? INFINITY : grown / base_of(table, row));
    }
    if (!(most >= LEAST_SAID))
        return most > 0 ? "memory hardly grew" : "memory did not grow steadily";
    return most <= SOME_GROWTH ? arena_format(findings->arena, "memory grew steadily by at most %s",
                                              finding_percent(findings, most))
                               : "memory grew little";
}

static double growth_of(const struct table *table, size_t row)
{
    return table_numbers(table, "to")[row] - table_numbers(table, "from")[row];
}

struct growing {
    size_t worst, count, of; /* rows of the metric */
};

static struct growing find_growing(const struct table *table, const char *thing)
{
    struct growing growing = {0};
    for (size_t row = 0; row < table->rows; row++) {
        if (strcmp(finding_thing(table_texts(table, "metric")[row]), thing) != 0)
            continue;
        growing.of++;
        if (grows(table, row) &&
            (!growing.count++ || growth_of(table, row) > growth_of(table, growing.worst)))
            growing.worst = row;
    }
    return growing;
}

/* Of its memory; shared pages may count twice. */
static double highest_share(const struct table *table, size_t row)
{
    double share = table_numbers(table, "highest")[row] / table_numbers(table, "capacity")[row];
    return share > 1 ? 1 : share;
}

static bool is_full(const struct table *table, size_t row)
{
    return !isnan(table_numbers(table, "full_from")[row]);
}

/* What is left of memory in the end, where nothing else is known of it. */
static const char *left_text(const struct findings *findings, const struct table *table, size_t row)
{
    double full_in_s = table_numbers(table, "full_in_s")[row];
    double full_from = table_numbers(table, "full_from")[row];
    if (!isnan(full_from))
        return arena_format(findings->arena, "; hardly any left from %s to the end",
                            finding_moment(findings, full_from));
    return full_in_s > 0 ? arena_format(findings->arena, "; none left in %s at this rate",
                                        finding_quantity(findings, full_in_s, "s"))
                         : "";
}

static const char *full_text(const struct findings *findings, const struct table *table, size_t row)
{
    if (is_of_available(table, row))
        return left_text(findings, table, row);
    double capacity = table_numbers(table, "capacity")[row];
    double full_in_s = table_numbers(table, "full_in_s")[row];
    double full_from = table_numbers(table, "full_from")[row];
    if (!isnan(full_from))
        return arena_format(findings->arena, "; nearly full (%s) from %s to the end",
                            finding_percent(findings, highest_share(table, row)),
                            finding_moment(findings, full_from));
    if (isnan(capacity) || !(full_in_s > 0))
        return "";
    if (is_share(table, row))
        return arena_format(findings->arena, "; full in %s at this rate",
                            finding_quantity(findings, full_in_s, "s"));
    return arena_format(findings->arena, "; full (%s) in %s at this rate",
                        finding_quantity(findings, capacity, unit_of(table, row)),
                        finding_quantity(findings, full_in_s, "s"));
}

static bool is_full_soon(const struct table *table, size_t row)
{
    return table_numbers(table, "full_in_s")[row] <= SOON * table_numbers(table, "length_s")[row];
}

/* How memory that grew was released, as its program stopped. */
enum release { RELEASE_NONE, RELEASE_AFTER_WORK, RELEASE_MAYBE_KILLED, RELEASE_OF_FULL };

static enum release release_of(const struct table *table, size_t row, bool is_much)
{
    if (isnan(table_numbers(table, "released")[row]))
        return RELEASE_NONE;
    if (highest_share(table, row) >= MUCH_MEMORY)
        return RELEASE_OF_FULL;
    return is_much ? RELEASE_MAYBE_KILLED : RELEASE_AFTER_WORK;
}

/* "Memory in use grows steadily on n1: from 8 GiB to 12 GiB, 4 GiB per hour" */
static const char *course_text(const struct findings *findings, const struct table *table,
                               size_t row, bool is_over, const char *what, const char *where)
{
    const char *unit = unit_of(table, row);
    double from = table_numbers(table, "from")[row], to = table_numbers(table, "to")[row];
    double capacity = table_numbers(table, "capacity")[row];
    bool is_left = is_of_available(table, row);
    const char *verb = is_left ? is_over ? "fell" : "falls" : is_over ? "grew" : "grows";
    return arena_format(
        findings->arena, "%s %s steadily %s: from %s to %s%s, %s per hour",
        is_left ? "Available memory" : arena_format(findings->arena, "%s in use", what), verb,
        where, finding_quantity(findings, is_left ? capacity - from : from, unit),
        finding_quantity(findings, is_left ? capacity - to : to, unit),
        is_share(table, row) ? " of all" : "",
        finding_quantity(findings, 3600 * table_numbers(table, "slope")[row], unit));
}

/* And what came of it. */
static const char *growth_text(const struct findings *findings, const struct table *table,
                               size_t row, enum release release, const char *what,
                               const char *where)
{
    bool is_over = release != RELEASE_NONE || is_full(table, row);
    const char *growth = course_text(findings, table, row, is_over, what, where);
    if (release == RELEASE_NONE)
        return arena_format(findings->arena, "%s%s.", growth, full_text(findings, table, row));
    const char *full =
        release == RELEASE_OF_FULL
            ? arena_format(findings->arena,
                           is_of_available(table, row) ? ", until %s of it was in use"
                                                       : ", until it was nearly full (%s)",
                           finding_percent(findings, highest_share(table, row)))
            : "";
    const char *killed =
        release == RELEASE_OF_FULL        ? ": the program was probably killed for lack of memory"
        : release == RELEASE_MAYBE_KILLED ? ": the program may have been killed for lack of memory"
                                          : "";
    return arena_format(findings->arena, "%s%s. Work stopped at %s and it was released%s.", growth,
                        full, finding_moment(findings, table_numbers(table, "released")[row]),
                        killed);
}

/* "on n2 (1 of 2 nodes)" */
static const char *growth_place(const struct findings *findings, const struct growing *growing,
                                const char *node, const char *thing)
{
    if (growing->of == 1)
        return arena_format(findings->arena, "on %s", node);
    return growing->count == 1
               ? arena_format(findings->arena, "on %s (1 of %zu %ss)", node, growing->of, thing)
               : arena_format(findings->arena, "on %zu of %zu %ss, most on %s", growing->count,
                              growing->of, thing, node);
}

static void add_growing(struct findings *findings, const struct table *table, const char *thing)
{
    struct growing growing = find_growing(table, thing);
    size_t row = growing.worst;
    if (!growing.count)
        return;
    double from = table_numbers(table, "from")[row], to = table_numbers(table, "to")[row];
    bool is_soon = is_full_soon(table, row);
    double base = base_of(table, row);
    bool is_much = is_soon || to - from >= MUCH_GROWTH * base;
    enum release release = release_of(table, row, is_much);
    bool was_killed = release == RELEASE_OF_FULL || (release == RELEASE_MAYBE_KILLED &&
                                                     isnan(table_numbers(table, "capacity")[row]));
    bool is_bad = was_killed || is_soon;
    const char *node = finding_worker(findings, table, row);
    bool is_node = strcmp(thing, "node") == 0;
    const char *what = is_node ? "Memory" : "GPU memory";
    finding_add(findings,
                (struct finding){
                    .id = "nodes.memory-grows",
                    .weight = was_killed ? 98
                              : is_bad   ? 96
                              : is_much  ? 83
                                         : 46,
                    .level = is_bad    ? "bad"
                             : is_much ? "warn"
                                       : "note",
                    .section = finding_worker_section(findings, table, row),
                    .text = growth_text(findings, table, row, release, what,
                                        growth_place(findings, &growing, node, thing)),
                    .value = (to - from) / base,
                    .unit = "",
                    .threshold = least_growth(table, row) / base,
                    .explains_low_load = is_bad,
                    .advice = release == RELEASE_NONE && !(is_full(table, row) && is_node)
                                  ? "look for a memory leak before running longer"
                                  : "look for a memory leak; if there is none, request more memory",
                    .clue = is_much ? FINDING_CLUE_MEMORY : 0,
                    .clue_about = arena_format(findings->arena, "memory of %s", node),
                });
}

/* ---- nearly full, and why ---- */

/* Whether the node swapped, or its memory grows until it is full: each is a finding of its own. */
static bool is_why_full(const struct findings *findings, const char *node)
{
    const struct table *growth = tables_find(findings->tables, "memory_growth");
    if (finding_node_swapping_s(findings, node) > 0)
        return true;
    for (size_t row = 0; growth && row < growth->rows; row++)
        if (strcmp(table_texts(growth, "node")[row], node) == 0 && grows(growth, row) &&
            is_full_soon(growth, row))
            return true;
    return false;
}

struct fullness {
    const char *node, *metric; /* of the fullest */
    double share;
    size_t full_nodes, nodes; /* those of MUCH_MEMORY and more; whose share is known */
    size_t unexplained;       /* of the full nodes */
    bool is_planned;          /* no node grew late to it: the program may need as much */
};

/* Whether memory reached MUCH_MEMORY in the second half of its time alone, well above what was in
 * use at first. */
static bool grew_late(const struct signal *signal, double full)
{
    size_t quarter = signal->count / 4, count = 0, first = 0;
    double *early = memory_alloc_array(quarter + 1, sizeof *early), highest = NUMBER_MISSING;
    for (size_t i = 0; i < quarter; i++)
        if (!isnan(signal->values[i]))
            early[count++] = signal->values[i];
    double usual = count ? statistic_median(early, count) : NUMBER_MISSING;
    free(early);
    while (first < signal->count && !(signal->values[first] > MUCH_MEMORY * full))
        first++;
    for (size_t i = 0; i < signal->count; i++)
        highest = fmax(highest, signal->values[i]);
    return 2 * first >= signal->count && !(highest - usual < GROWN * full);
}

/* The largest share of its memory that a node used. Resident memory counts shared pages once for
 * each process, and may come to more than there is. */
static struct fullness find_fullness(const struct findings *findings)
{
    static const char *const metrics[] = {"memory_percent", "memory_info.rss", "mem_used"};
    const struct signals *signals = findings->request->signals;
    const struct capacity *capacities = capacities_of(findings->request);
    const struct table *table = tables_find(findings->tables, "node_metrics");
    struct fullness fullest = {.share = NUMBER_MISSING};
    bool is_planned = true;
    double *shares = memory_alloc_array(findings->request->dataset->node_count, sizeof *shares);
    for (size_t row = 0; table && row < table->rows; row++) { /* row i is signal i */
        const char *metric = table_texts(table, "metric")[row];
        size_t kind = 0;
        while (kind < sizeof metrics / sizeof metrics[0] && strcmp(metric, metrics[kind]) != 0)
            kind++;
        if (kind == sizeof metrics / sizeof metrics[0])
            continue;
        double full = kind == 0 ? 100 : capacities[signals->items[row].node].memory_B;
        double share = table_numbers(table, "max")[row] / full;
        double *of_node = &shares[signals->items[row].node];
        *of_node = fmax(*of_node, share);
        if (share > MUCH_MEMORY && (share >= NEARLY_ALL || grew_late(&signals->items[row], full)))
            is_planned = false;
        if (share > fullest.share || (isnan(fullest.share) && !isnan(share)))
            fullest = (struct fullness){.node = table_texts(table, "node")[row],
                                        .metric = metric,
                                        .share = fmin(share, 1)};
    }
    for (size_t i = 0; i < findings->request->dataset->node_count; i++) {
        fullest.nodes += shares[i] > 0 ? 1 : 0;
        if (!(shares[i] > MUCH_MEMORY))
            continue;
        fullest.full_nodes++;
        fullest.unexplained += is_why_full(findings, signals->nodes[i].name) ? 0 : 1;
    }
    free(shares);
    fullest.is_planned = is_planned;
    return fullest;
}

static void add_fullness(struct findings *findings)
{
    struct fullness fullest = find_fullness(findings);
    if (!(fullest.share > MUCH_MEMORY) || !fullest.unexplained)
        return;
    bool is_bad = fullest.share > FULL_MEMORY, is_planned = fullest.is_planned;
    const char *node = finding_name(findings, fullest.node);
    const char *where = fullest.full_nodes == 1 ? node
                                                : arena_format(findings->arena, "%zu of %zu nodes",
                                                               fullest.full_nodes, fullest.nodes);
    const char *most =
        fullest.full_nodes == 1 ? "" : arena_format(findings->arena, ", most on %s", node);
    finding_add(findings,
                (struct finding){
                    .id = "nodes.memory-nearly-full",
                    .weight = is_bad       ? 92
                              : is_planned ? 47
                                           : 75,
                    .level = is_bad       ? "bad"
                             : is_planned ? "note"
                                          : "warn",
                    .section = fullest.metric,
                    .text = arena_format(findings->arena,
                                         is_planned ? "Memory of %s well used%s: %s of it at most."
                                                    : "Memory of %s nearly full%s: %s of it in use "
                                                      "at most.",
                                         where, most, finding_percent(findings, fullest.share)),
                    .value = fullest.share,
                    .unit = "",
                    .threshold = MUCH_MEMORY,
                    .explains_low_load = !is_planned,
                    .advice = is_planned ? "" : "request more memory, or run fewer tasks per node",
                    .clue = FINDING_CLUE_MEMORY,
                    .clue_about = arena_format(findings->arena, "memory of %s", node),
                });
}

bool finding_tells_node_memory(const struct findings *findings)
{
    const struct table *growth = tables_find(findings->tables, "memory_growth");
    if (!findings->request->signals || shared_nodes_have_cpus(findings->tables))
        return false;
    return (growth && find_growing(growth, "node").count) ||
           find_fullness(findings).share > MUCH_MEMORY;
}

void findings_of_memory(struct findings *findings)
{
    const struct table *growth = tables_find(findings->tables, "memory_growth");
    add_fullness(findings);
    if (!growth)
        return;
    add_growing(findings, growth, "node");
    add_growing(findings, growth, "GPU");
}
