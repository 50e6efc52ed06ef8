/* Memory against run time: how many tasks of a kind are in each cell of a grid that is the same in
 * all parts. */
#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/point_cells.h"
#include "analysis/campaign/reducers.h"
#include "util/memory.h"

static void reduce_kind(const struct task_groups *groups, const struct log_lattice *lattice,
                        size_t kind, int64_t *keys, struct part_entry *entry)
{
    struct task_places places = task_places_of_kind(groups, kind);
    size_t kept = 0;
    for (size_t i = places.first; i < places.first + places.count; i++) {
        double run_time_s = groups->run_time[i], memory_B = groups->memory[i];
        if (!log_lattice_has(run_time_s) || !log_lattice_has(memory_B))
            continue;
        keys[kept++] = point_cell_of(lattice, run_time_s, memory_B);
        const double both[PART_MOST_LOWS] = {run_time_s, memory_B};
        for (int k = 0; k < PART_MOST_LOWS; k++) {
            entry->lows[k] = fmin(entry->lows[k], both[k]);
            entry->highs[k] = fmax(entry->highs[k], both[k]);
        }
    }
    key_counts_add(&entry->values, keys, kept);
}

void reduce_points(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    if (!groups->memory || !groups->run_time)
        return;
    struct log_lattice lattice;
    log_lattice_init(&lattice);
    size_t first = reduce_add_kinds(part, groups, PART_POINTS);
    int64_t *keys = memory_resize(NULL, task_places_of_all(groups).count + 1, sizeof *keys);
    for (size_t k = 0; k < groups->kind_count; k++)
        reduce_kind(groups, &lattice, k, keys, &part->entries[first + k]);
    free(keys);
}
