#include "analysis/findings/drop_groups.h"

#include <stdlib.h>
#include <string.h>

static struct drop_group group_of(const struct findings *findings, const struct table *drops,
                                  const bool *counts, size_t first)
{
    const double *lengths = table_numbers(drops, "duration_s");
    const char *rose = finding_names(drops, "rose", first);
    size_t *rows = arena_alloc_array(findings->arena, drops->rows, sizeof *rows);
    struct drop_group group = {.drops = drops, .rose = rose, .rows = rows, .longest = first};
    for (size_t row = first; row < drops->rows; row++) {
        if (!counts[row] || strcmp(finding_names(drops, "rose", row), rose) != 0)
            continue;
        rows[group.count++] = row;
        group.longest = lengths[row] > lengths[group.longest] ? row : group.longest;
        group.total_s += lengths[row];
    }
    return group;
}

static bool is_first(const struct table *drops, const bool *counts, size_t row)
{
    for (size_t other = 0; other < row; other++)
        if (counts[other] &&
            strcmp(finding_names(drops, "rose", other), finding_names(drops, "rose", row)) == 0)
            return false;
    return counts[row];
}

static int by_time(const void *left, const void *right)
{
    const struct drop_group *one = left, *other = right;
    if (one->total_s != other->total_s)
        return one->total_s < other->total_s ? 1 : -1;
    return one->rows[0] < other->rows[0] ? -1 : 1;
}

size_t drop_groups_find(const struct findings *findings, const struct table *drops,
                        const bool *counts, struct drop_group **groups)
{
    struct drop_group *found = arena_alloc_array(findings->arena, drops->rows, sizeof *found);
    size_t count = 0;
    for (size_t row = 0; row < drops->rows; row++)
        if (is_first(drops, counts, row))
            found[count++] = group_of(findings, drops, counts, row);
    qsort(found, count, sizeof *found, by_time);
    *groups = found;
    return count;
}

double drop_group_mean(const struct drop_group *group, const char *column, const char *samples)
{
    const double *values = table_numbers(group->drops, column);
    const double *weights = table_numbers(group->drops, samples);
    double sum = 0, weight = 0;
    for (size_t i = 0; i < group->count; i++) {
        sum += values[group->rows[i]] * weights[group->rows[i]];
        weight += weights[group->rows[i]];
    }
    return sum / weight;
}

const char *drop_group_intervals(const struct findings *findings, const struct drop_group *group)
{
    return finding_intervals(findings, group->count,
                             table_numbers(group->drops, "start")[group->longest],
                             table_numbers(group->drops, "end")[group->longest], group->total_s);
}

const char *drop_group_rise(const struct findings *findings, const struct drop_group *group)
{
    const char *unit = finding_unit(findings, group->rose);
    double otherwise = table_numbers(group->drops, "rate_otherwise")[group->longest];
    double rate = drop_group_mean(group, "rate", "rate_samples");
    return arena_format(findings->arena, "%s rose from %s to %s%s",
                        finding_label(findings, group->rose),
                        finding_quantity(findings, otherwise, unit),
                        finding_quantity(findings, rate, unit),
                        table_numbers(group->drops, "nodes")[group->longest] > 1 ? " per node"
                                                                                 : "");
}
