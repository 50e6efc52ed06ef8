/* Memory against run time: how many tasks of a kind are in each bin. */
#include <math.h>

#include "analysis/campaign/point_cells.h"
#include "analysis/campaign/reducers.h"

static void reduce_kind(const struct task_groups *groups, const struct log_lattice *lattice,
                        size_t kind, struct part_entry *entry)
{
    struct task_places places = task_places_of_kind(groups, kind);
    struct plane_counts counts;
    plane_counts_make(&counts, lattice, groups->run_time + places.first,
                      groups->memory + places.first, places.count);
    point_cells_put(&entry->values, &counts);
    plane_counts_release(&counts);
    for (size_t i = places.first; i < places.first + places.count; i++) {
        double run_time_s = groups->run_time[i], memory_B = groups->memory[i];
        if (!log_lattice_has(run_time_s) || !log_lattice_has(memory_B))
            continue;
        const double both[PART_MOST_LOWS] = {run_time_s, memory_B};
        for (int k = 0; k < PART_MOST_LOWS; k++) {
            entry->lows[k] = fmin(entry->lows[k], both[k]);
            entry->highs[k] = fmax(entry->highs[k], both[k]);
        }
    }
}

void reduce_points(const struct reduction *reduction, struct part *part)
{
    const struct task_groups *groups = reduction->groups;
    if (!groups->memory || !groups->run_time)
        return;
    struct log_lattice lattice;
    log_lattice_init(&lattice);
    size_t first = reduce_add_kinds(part, groups, PART_POINTS);
    for (size_t k = 0; k < groups->kind_count; k++)
        reduce_kind(groups, &lattice, k, &part->entries[first + k]);
}
