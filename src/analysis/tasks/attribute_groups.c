#include "analysis/tasks/attribute_groups.h"

#include <math.h>
#include <string.h>

/* By the updates of Chan, Golub and LeVeque (The American Statistician 37, 242, 1983), as those of
 * two groups are put together. */
void attribute_group_add(struct attribute_group *group, const struct attribute_group *more)
{
    double tasks = group->tasks + more->tasks, apart = more->mean - group->mean;
    group->cpu_s += more->cpu_s;
    group->allotted_s += more->allotted_s;
    group->elapsed_s += more->elapsed_s;
    if (!(more->tasks > 0))
        return;
    group->mean += apart * more->tasks / tasks;
    group->squares += more->squares + apart * apart * group->tasks * more->tasks / tasks;
    group->tasks = tasks;
}

static double known(double number)
{
    return isnan(number) ? 0 : number;
}

static void add_task(struct attribute_group *group, const struct attribute_sample *sample,
                     int quantity, size_t place, size_t kind)
{
    double value = attribute_sample_value(sample, quantity, place, kind);
    const struct attribute_group task = {
        .tasks = isnan(value) ? 0 : 1,
        .mean = value,
        .cpu_s = known(sample->cpu_s[place]),
        .allotted_s = known(sample->allotted_s[place]),
        .elapsed_s = known(sample->elapsed_s[place]),
    };
    attribute_group_add(group, &task);
}

void attribute_groups_make(struct attribute_group *groups, const struct attribute_levels *levels,
                           const struct attribute_sample *sample, int quantity)
{
    const struct task_groups *kinds = sample->groups;
    memset(groups, 0, levels->count * sizeof *groups);
    for (size_t k = 0; k < kinds->kind_count; k++) {
        size_t first = kinds->kinds[k].first, end = first + kinds->kinds[k].count;
        for (size_t i = sample->first[first]; i < sample->first[end]; i++)
            if (levels->levels[i] != ATTRIBUTE_NO_LEVEL)
                add_task(&groups[levels->levels[i]], sample, quantity, i, k);
    }
}

double attribute_group_deviation(const struct attribute_group *group)
{
    return group->tasks > 1 ? sqrt(group->squares / (group->tasks - 1)) : (double)NAN;
}
