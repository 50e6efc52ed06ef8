#include "analysis/tasks/node_odds.h"

#include <stdlib.h>

#include "analysis/statistics/binomial_tail.h"
#include "util/memory.h"

void node_counts_add(struct node_counts *counts, uint32_t kind, uint32_t node, bool is_hit)
{
    size_t known = counts->index.count;
    uint32_t number = group_index_add(&counts->index, (struct group_key){kind, node});
    memory_reserve(&counts->items, &counts->capacity, counts->index.count, sizeof *counts->items);
    if (counts->index.count > known)
        counts->items[number] = (struct node_count){0, 0};
    counts->items[number].trials++;
    counts->items[number].hits += is_hit;
}

static struct node_count *sum_kinds(const struct node_counts *counts, size_t kinds)
{
    struct node_count *sums = memory_alloc_array(kinds + 1, sizeof *sums);
    for (size_t i = 0; i < counts->index.count; i++) {
        struct node_count *sum = &sums[counts->index.keys[i].step];
        sum->trials += counts->items[i].trials;
        sum->hits += counts->items[i].hits;
    }
    return sums;
}

struct node_odds *node_counts_odds(const struct node_counts *counts, size_t kinds, size_t nodes)
{
    struct node_count *sums = sum_kinds(counts, kinds);
    struct node_odds *odds = memory_alloc_array(nodes + 1, sizeof *odds);
    double *mean = memory_alloc_array(nodes + 1, sizeof *mean); /* hits, by all nodes alike */
    for (size_t i = 0; i < counts->index.count; i++) {
        struct group_key key = counts->index.keys[i];
        struct node_count own = counts->items[i], all = sums[key.step];
        double trials = (double)own.trials;
        if (own.trials == all.trials)
            continue;
        odds[key.task].trials += trials;
        odds[key.task].hits += (double)own.hits;
        odds[key.task].expected +=
            trials * (double)(all.hits - own.hits) / (double)(all.trials - own.trials);
        mean[key.task] += trials * (double)all.hits / (double)all.trials;
    }
    for (size_t node = 0; node < nodes; node++)
        odds[node].chance =
            odds[node].trials > 0
                ? binomial_tail(odds[node].hits, odds[node].trials, mean[node] / odds[node].trials)
                : 1;
    free(mean);
    free(sums);
    return odds;
}

void node_counts_release(struct node_counts *counts)
{
    group_index_release(&counts->index);
    free(counts->items);
    *counts = (struct node_counts){0};
}
