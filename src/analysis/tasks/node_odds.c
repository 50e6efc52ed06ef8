#include "analysis/tasks/node_odds.h"

#include <stdlib.h>

#include "analysis/statistics/binomial_tail.h"
#include "util/memory.h"

static void add(struct node_count *count, struct node_count counted)
{
    count->trials += counted.trials;
    count->hits += counted.hits;
}

void node_counts_add_counted(struct node_counts *counts, uint32_t kind, uint32_t node,
                             struct node_count counted)
{
    uint32_t number = group_index_add(&counts->index, (struct group_key){kind, node});
    list_reach(&counts->pairs, counts->index.count, (struct node_count){0, 0});
    add(&counts->pairs.items[number], counted);
}

void node_counts_add_kind(struct node_counts *counts, uint32_t kind, struct node_count counted)
{
    list_reach(&counts->kinds, kind + (size_t)1, (struct node_count){0, 0});
    add(&counts->kinds.items[kind], counted);
}

void node_counts_add(struct node_counts *counts, uint32_t kind, const uint32_t *nodes, size_t count,
                     bool is_hit)
{
    const struct node_count trial = {1, is_hit};
    node_counts_add_kind(counts, kind, trial);
    for (size_t i = 0; i < count; i++)
        node_counts_add_counted(counts, kind, nodes[i], trial);
}

struct node_odds *node_counts_odds(const struct node_counts *counts, size_t nodes)
{
    struct node_odds *odds = memory_alloc_array(nodes + 1, sizeof *odds);
    double *mean = memory_alloc_array(nodes + 1, sizeof *mean); /* hits, by all nodes alike */
    for (size_t i = 0; i < counts->index.count; i++) {
        struct group_key key = counts->index.keys[i];
        struct node_count own = counts->pairs.items[i], all = counts->kinds.items[key.step];
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
    return odds;
}

void node_counts_release(struct node_counts *counts)
{
    group_index_release(&counts->index);
    free(counts->pairs.items);
    free(counts->kinds.items);
    *counts = (struct node_counts){0};
}
