#include "analysis/nodes/apart_nodes.h"

#include <math.h>
#include <stdlib.h>

#include "util/memory.h"

static const double FARTHEST_S = 31 * 86400.0;

struct group {
    double first, last;
    size_t nodes;
};

static int by_first(const void *left, const void *right)
{
    const struct node_samples *l = left, *r = right;
    return (l->first > r->first) - (l->first < r->first);
}

/* Of nodes sorted by their first sample, the most of which none is 31 days from the one before. */
static struct group largest_group(const struct node_samples *sorted, size_t count)
{
    struct group largest = {0}, group = {0};
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || sorted[i].first - group.last > FARTHEST_S)
            group = (struct group){sorted[i].first, sorted[i].last, 0};
        group.last = fmax(group.last, sorted[i].last);
        group.nodes++;
        if (group.nodes > largest.nodes)
            largest = group;
    }
    return largest;
}

/* Those of most nodes; none when the nodes are parted more evenly. */
static struct group group_of_most(const struct signals *signals)
{
    struct node_samples *sorted = memory_alloc_array(signals->node_count + 1, sizeof *sorted);
    size_t count = 0;
    for (size_t i = 0; i < signals->node_count; i++)
        if (!isnan(signals->node_samples[i].first))
            sorted[count++] = signals->node_samples[i];
    if (count)
        qsort(sorted, count, sizeof *sorted, by_first);
    struct group group = largest_group(sorted, count);
    free(sorted);
    return 2 * group.nodes > count ? group : (struct group){0};
}

static bool meets(const struct group *group, double first, double last)
{
    return !(first > group->last + FARTHEST_S || last < group->first - FARTHEST_S);
}

void apart_nodes_find(struct signals *signals, const struct dataset *dataset)
{
    struct group group = group_of_most(signals);
    if (!group.nodes)
        return;
    for (size_t i = 0; i < dataset->sampled_count; i++)
        if (!meets(&group, dataset->sampled[i].first, dataset->sampled[i].last))
            return;
    for (size_t i = 0; i < signals->node_count; i++) {
        struct node_samples *node = &signals->node_samples[i];
        node->is_apart = !isnan(node->first) && !meets(&group, node->first, node->last);
    }
}
