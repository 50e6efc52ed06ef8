/* Which columns count from the start of their node, though their names alone do not say it: names
 * of what was moved or happened, and values that never fall but where they are set back. */
#include <string.h>

#include "input/nodes/counted_names.h"
#include "input/nodes/node_table_walk.h"

static const double MOST_RESETS = 0.1;     /* of the rises */
static const double MOST_PER_SECOND = 1e7; /* operations of a node */
enum { LEAST_RISES = 5 };

static bool is_counter(const struct metric_column *column)
{
    return metric_kind_counts(column->site.column.metric.kind);
}

/* Rates, and amounts of an interval, fall about as often as they rise. */
static bool grows(const struct site_values *values)
{
    return values->rises >= LEAST_RISES && values->slips == 0 &&
           MOST_RESETS * (double)values->rises >= (double)values->falls;
}

/* What is listed is a level on purpose, but for events, of which the toolkit counts those of an
 * interval. */
static bool may_count(const struct metric_column *column, struct counted_name *name)
{
    const struct perfmon_meaning *meaning = &column->site.column;
    const struct perfmon_metric *metric = &meaning->metric;
    bool is_amount =
        !*metric->unit || strcmp(metric->unit, "B") == 0 || strcmp(metric->unit, "packets") == 0;
    if (!column->place || column->hardware || column->mode.mode || metric->kind != METRIC_LEVEL ||
        !is_amount || (meaning->is_listed && metric->file != PERFMON_PERF))
        return false;
    *name = counted_name_of(column->name);
    return name->counts;
}

bool node_table_has_counters(struct table_walk *walk)
{
    for (size_t i = 0; i < walk->columns.count; i++) {
        struct metric_column *column = &walk->columns.items[i];
        struct counted_name name = {.counts = false};
        if (!column->place || column->hardware ||
            (!is_counter(column) && (!may_count(column, &name) || name.is_rate_word)))
            continue;
        struct site_values values = node_table_values_of(walk, column);
        if (grows(&values))
            return true;
    }
    return false;
}

/* The kernel counts words; who exports its counters may have turned them into bytes. */
static void tell_port_data(struct table_walk *walk, const struct metric_column *column)
{
    if (column->site.names_unit || !is_counter(column) ||
        !counted_name_of(column->name).is_port_data)
        return;
    deferred_note(
        &walk->deferred, column->name,
        "no unit, read as bytes (the kernel's own counter of that name counts words of 4 bytes)");
}

static void become_counter(struct table_walk *walk, struct metric_column *column,
                           const struct counted_name *name)
{
    struct perfmon_metric *metric = &column->site.column.metric;
    if (column->site.column.is_listed)
        site_column_become_own(&column->site, &walk->arena, column->name);
    if (!*metric->unit && *name->unit) {
        metric->unit = name->unit;
        metric->scale = name->scale;
    }
    metric->kind = METRIC_COUNTER;
    deferred_note(&walk->deferred, column->name,
                  "read as a counter and shown as its rate (it falls only at resets)");
}

void node_table_settle_counter(struct table_walk *walk, struct metric_column *column,
                               const struct site_values *values)
{
    struct counted_name name;
    bool rests =
        walk->has_counters && values->steps && values->falls == 0; /* beside others that do grow */
    if (may_count(column, &name) && (grows(values) || rests) &&
        (!name.is_rate_word || values->largest > MOST_PER_SECOND))
        become_counter(walk, column, &name);
    tell_port_data(walk, column);
}
