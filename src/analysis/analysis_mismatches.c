/* mismatches: records of tasks and samples of other times, or of other nodes, than theirs, which
 * may be of different runs. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tasks/attempt_nodes.h"
#include "analysis/tasks/task_outcomes.h"
#include "analysis/tasks/task_times.h"
#include "util/instant.h"
#include "util/number.h"

/* A task may lie between two samples. */
static const double LEAST_APART_S = 60, LEAST_COMMON = 0.1 /* of the shorter range */;
/* Local times differ from UTC, and from others, by half hours. */
static const double ZONE_STEP_S = 1800, MOST_ZONE_S = 14 * 3600.0, ZONE_SLACK_S = 180;

struct range {
    double first, last;
};

static void widen(struct range *range, double first, double last)
{
    if (!instant_is_date(first) || !instant_is_date(last))
        return;
    range->first = fmin(range->first, first);
    range->last = fmax(range->last, last);
}

/* Of attempts: cached results may be of an earlier run. */
static struct range times_of_tasks(const struct records *records)
{
    struct range range = {INFINITY, -INFINITY};
    for (size_t i = 0; i < records->block_count; i++) {
        struct task_time_columns columns = task_time_columns_of(&records->blocks[i]);
        for (size_t row = 0; row < records->blocks[i].rows; row++) {
            struct task_times at = task_times_at(&columns, row);
            if (task_is_attempt(&records->blocks[i], row))
                widen(&range, at.start, at.end);
        }
    }
    return range;
}

/* Traces have times, too, but no samples. */
static bool has_samples(const struct dataset *dataset)
{
    return dataset->timeline_count || (dataset->activity && dataset->activity->sample_count);
}

static struct range times_of_samples(const struct dataset *dataset)
{
    struct range range = {INFINITY, -INFINITY};
    for (size_t i = 0; i < dataset->sampled_count; i++)
        widen(&range, dataset->sampled[i].first, dataset->sampled[i].last);
    return range;
}

static bool are_apart(struct range tasks, struct range samples)
{
    double common_s = fmin(tasks.last, samples.last) - fmax(tasks.first, samples.first);
    double shorter_s = fmin(tasks.last - tasks.first, samples.last - samples.first);
    return common_s <= -LEAST_APART_S ||
           (common_s < LEAST_COMMON * shorter_s && shorter_s >= LEAST_APART_S / LEAST_COMMON);
}

/* By how much tasks are later, where both are as long and this is what zones differ by; else NaN.
 */
static double zone_shift(struct range tasks, struct range samples)
{
    double first_s = tasks.first - samples.first, last_s = tasks.last - samples.last;
    double shift_s = round((first_s + last_s) / 2 / ZONE_STEP_S) * ZONE_STEP_S;
    bool is_zone = fabs(shift_s) >= ZONE_STEP_S && fabs(shift_s) <= MOST_ZONE_S &&
                   fabs(first_s - shift_s) <= ZONE_SLACK_S &&
                   fabs(last_s - shift_s) <= ZONE_SLACK_S;
    return is_zone ? shift_s : NUMBER_MISSING;
}

/* ---- nodes ---- */

/* Addresses, and what every machine calls itself, say nothing of its name elsewhere. */
static bool is_host_name(const char *name)
{
    return strpbrk(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") &&
           !strchr(name, ':') && strncmp(name, "localhost", strlen("localhost")) != 0 &&
           strncmp(name, "ip-", 3) != 0;
}

/* The nodes that both name with and without their domain; hosts of GPUs are behind a dot. */
static bool names_either(const struct interner *names, const char *name)
{
    const char *host = strchr(name, '.') ? strchr(name, '.') + 1 : "";
    return interner_find(names, name, strlen(name)) ||
           interner_find(names, name, strcspn(name, ".")) ||
           (*host && (interner_find(names, host, strlen(host)) ||
                      interner_find(names, host, strcspn(host, "."))));
}

struct apart_nodes_of {
    const char *task_node, *sample_node; /* the first of each */
    size_t task_nodes, sample_nodes;
};

/* Adds the names without their domains; false where some are no names of hosts. */
static bool add_short_names(struct interner *names)
{
    size_t count = names->count;
    for (uint32_t i = 1; i < count; i++) {
        const char *name = interner_text(names, i);
        if (!is_host_name(name))
            return false;
        interner_add(names, name, strcspn(name, "."));
    }
    return true;
}

/* Whether the samples are of none of the nodes. `names`: those of the tasks. */
static bool samples_lack(const struct dataset *dataset, const struct interner *names,
                         struct apart_nodes_of *apart)
{
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        const char *name = dataset->nodes[dataset->timelines[i]->node].name;
        if (!is_host_name(name) || names_either(names, name))
            return false;
        apart->sample_node = apart->sample_node ? apart->sample_node : name;
    }
    return apart->sample_node;
}

static size_t sampled_nodes(const struct dataset *dataset)
{
    struct interner names;
    interner_init(&names);
    for (size_t i = 0; i < dataset->timeline_count; i++) {
        const char *name = dataset->nodes[dataset->timelines[i]->node].name;
        interner_add(&names, name, strlen(name));
    }
    size_t count = names.count ? names.count - 1 : 0;
    interner_release(&names);
    return count;
}

static bool nodes_are_apart(const struct dataset *dataset, struct tables *tables,
                            struct apart_nodes_of *apart)
{
    struct attempt_nodes nodes;
    attempt_nodes_make(&nodes, dataset->records);
    apart->task_nodes = nodes.names.count ? nodes.names.count - 1 : 0;
    bool differ = apart->task_nodes && nodes.left_out == 0 && add_short_names(&nodes.names) &&
                  samples_lack(dataset, &nodes.names, apart);
    if (differ) {
        apart->task_node = arena_text(tables->arena, interner_text(&nodes.names, 1));
        apart->sample_nodes = sampled_nodes(dataset);
    }
    attempt_nodes_release(&nodes);
    return differ;
}

/* ---- the table ---- */

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    if (!dataset->records || !has_samples(dataset))
        return;
    struct range tasks = times_of_tasks(dataset->records), samples = times_of_samples(dataset);
    bool are_known = tasks.first <= tasks.last && samples.first <= samples.last;
    double shift_s = are_known ? zone_shift(tasks, samples) : NUMBER_MISSING;
    bool times_differ = are_known && (are_apart(tasks, samples) || !isnan(shift_s));
    struct apart_nodes_of apart = {0};
    bool nodes_differ = nodes_are_apart(dataset, tables, &apart);
    if (!times_differ && !nodes_differ)
        return;
    struct table *table = tables_get(tables, "mismatches");
    table_put_text(table, times_differ && nodes_differ ? "times nodes"
                          : times_differ               ? "times"
                                                       : "nodes");
    table_put_number(table, are_known ? tasks.first : NUMBER_MISSING);
    table_put_number(table, are_known ? tasks.last : NUMBER_MISSING);
    table_put_number(table, are_known ? samples.first : NUMBER_MISSING);
    table_put_number(table, are_known ? samples.last : NUMBER_MISSING);
    table_put_number(table, shift_s);
    table_put_text(table, nodes_differ ? apart.task_node : NULL);
    table_put_number(table, nodes_differ ? (double)apart.task_nodes : NUMBER_MISSING);
    table_put_text(table, nodes_differ ? apart.sample_node : NULL);
    table_put_number(table, nodes_differ ? (double)apart.sample_nodes : NUMBER_MISSING);
}

const struct analysis analysis_mismatches = {"mismatches", run};
