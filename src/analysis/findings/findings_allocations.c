/* GPUs that attempts held and left idle, or hardly used. */
#include <string.h>

#include "analysis/findings/task_words.h"
#include "util/quantity.h"

static const double MUCH = 0.1, VERY_MUCH = 0.5; /* of the GPU time that was measured */
static const double LEAST_GPU_S = 3600;
static const double NEARLY_ALL = 0.9; /* of the GPU time of the kind that was measured */

static const struct unused {
    const char *id;
    const char *attempts, *gpu_s, *example, *node; /* columns of the table */
    const char *verb, *how;
    const char *advice;     /* where nearly all is so */
    const char *advice_one; /* the same where each attempt held one GPU; NULL: no other */
    const char *why;        /* where others of the kind used theirs; behind it the attempts */
    const char *what_one, *what_several; /* and what they did */
    double weight, much_weight;
    const char *level, *much_level;
} all_unused[] = {
    {"attempts.gpus-idle", "idle", "idle_gpu_s", "idle_example", "idle_node", "left",
     "idle (utilization below 1 %)",
     "request no GPUs for %s, or check that it uses them: a build without GPU support runs on the "
     "CPU",
     NULL, "find out why", "left its GPUs idle", "left their GPUs idle", 75, 86, "warn", "bad"},
    {"attempts.gpus-little-used", "low", "low_gpu_s", "low_example", "low_node", "used",
     "less than 25 %",
     "request fewer GPUs for %s, or find what it waits for: CPU, files or network",
     "find what %s waits for: CPU, files or network", "find what",
     "waited for: CPU, files or network", "waited for: CPU, files or network", 46, 63, "note",
     "warn"},
};

/* The same where it is not known how many GPUs they held. */
static const char *uncounted_text(const struct findings *findings, const struct table *table,
                                  const struct unused *unused, size_t kind)
{
    double attempts = finding_without_sessions(findings, table, NULL, unused->attempts);
    bool is_all = table_numbers(table, unused->attempts)[kind] >= attempts;
    return arena_format(
        findings->arena, "%s of %s %s %s GPUs %s%s; how many GPUs is not recorded.",
        finding_quantity(findings, attempts, ""),
        finding_count(findings, finding_without_sessions(findings, table, NULL, "measured"),
                      "attempt", "attempts"),
        unused->verb, finding_plural(attempts, "its", "their"), unused->how,
        is_all ? ""
               : arena_format(findings->arena, ", most in %s",
                              finding_kind(findings, table_texts(table, "task")[kind])));
}

/* "3 of 40 attempts left their GPUs idle (utilization below 1 %): 12 of 160 GPU·h, 90 % of it in
 * train." */
static const char *unused_text(const struct findings *findings, const struct table *table,
                               const struct unused *unused, size_t kind)
{
    char held[64], measured[64];
    double attempts = finding_without_sessions(findings, table, NULL, unused->attempts);
    double of_all_s = finding_without_sessions(findings, table, NULL, unused->gpu_s);
    double own_s = table_numbers(table, unused->gpu_s)[kind];
    const char *where = "";
    if (finding_without_sessions(findings, table, NULL, "uncounted") > 0)
        return uncounted_text(findings, table, unused, kind);
    if (own_s < of_all_s)
        where = arena_format(findings->arena, ", %s of it in %s",
                             finding_percent(findings, own_s / of_all_s),
                             finding_kind(findings, table_texts(table, "task")[kind]));
    return arena_format(
        findings->arena, "%s of %s %s %s GPUs %s: %s of %s GPU·h%s.",
        finding_quantity(findings, attempts, ""),
        finding_count(findings, finding_without_sessions(findings, table, NULL, "measured"),
                      "attempt", "attempts"),
        unused->verb, finding_plural(attempts, "its", "their"), unused->how,
        quantity_format_number(of_all_s / 3600, 3, held, sizeof held),
        quantity_format_number(finding_without_sessions(findings, table, NULL, "measured_gpu_s") /
                                   3600,
                               3, measured, sizeof measured),
        where);
}

/* "5 attempts of train (such as 9003; all on gpu3)". */
static const char *attempts_text(const struct findings *findings, const struct table *table,
                                 const struct unused *unused, size_t kind)
{
    double count = table_numbers(table, unused->attempts)[kind];
    const char *task = table_texts(table, "task")[kind];
    const char *example = table_texts(table, unused->example)[kind];
    const char *node = table_texts(table, unused->node)[kind];
    bool has_example = example && strcmp(example, task ? task : "") != 0;
    const char *such = has_example
                           ? arena_format(findings->arena, "%s%s", count > 1 ? "such as " : "",
                                          finding_name(findings, example))
                           : "";
    const char *where =
        node ? arena_format(findings->arena, "all on %s", finding_name(findings, node)) : "";
    const char *attempts = arena_format(findings->arena, "%s of %s",
                                        finding_count(findings, count, "attempt", "attempts"),
                                        finding_kind(findings, task));
    return *such || *where ? arena_format(findings->arena, "%s (%s%s%s)", attempts, such,
                                          *such && *where ? "; " : "", where)
                           : attempts;
}

/* A kind of which attempts used their GPUs needs them: the others are to be looked at. */
static const char *unused_advice(const struct findings *findings, const struct table *table,
                                 const struct unused *unused, size_t kind)
{
    double own_s = table_numbers(table, unused->gpu_s)[kind];
    bool holds_one = unused->advice_one && !(table_numbers(table, "gpus_max")[kind] > 1);
    if (own_s >= NEARLY_ALL * table_numbers(table, "measured_gpu_s")[kind])
        return arena_format(findings->arena, holds_one ? unused->advice_one : unused->advice,
                            finding_kind(findings, table_texts(table, "task")[kind]));
    return arena_format(findings->arena, "%s %s %s", unused->why,
                        attempts_text(findings, table, unused, kind),
                        finding_plural(table_numbers(table, unused->attempts)[kind],
                                       unused->what_one, unused->what_several));
}

static void add_unused(struct findings *findings, const struct table *table,
                       const struct unused *unused)
{
    size_t kind = finding_most_but_sessions(findings, table, NULL, unused->gpu_s);
    if (kind >= table->rows)
        return;
    double gpu_s = finding_without_sessions(findings, table, NULL, unused->gpu_s);
    double share = gpu_s / finding_without_sessions(findings, table, NULL, "measured_gpu_s");
    if (!(share >= MUCH) || !(gpu_s >= LEAST_GPU_S))
        return;
    bool is_much = share >= VERY_MUCH;
    finding_add_little_use(findings, table_texts(table, "task")[kind],
                           (struct finding){
                               .id = unused->id,
                               .weight = is_much ? unused->much_weight : unused->weight,
                               .level = is_much ? unused->much_level : unused->level,
                               .section = "tasks-efficiency",
                               .text = unused_text(findings, table, unused, kind),
                               .value = share,
                               .unit = "",
                               .threshold = MUCH,
                               .advice = unused_advice(findings, table, unused, kind),
                           });
}

bool finding_holds_gpus(const struct findings *findings, const char *kind)
{
    uint32_t number = name_index_find(&findings->kinds, kind ? kind : "");
    return number != NAME_INDEX_NONE && findings->kinds_hold_gpus[number];
}

void findings_of_allocations(struct findings *findings)
{
    const struct table *table = tables_find(findings->tables, "task_gpus");
    for (size_t i = 0; table && i < sizeof all_unused / sizeof all_unused[0]; i++)
        add_unused(findings, table, &all_unused[i]);
}
