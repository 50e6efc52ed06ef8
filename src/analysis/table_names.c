#include "analysis/table_names.h"

void table_names_make(struct table_names *names, const struct signals *signals,
                      struct tables *tables)
{
    struct arena *arena = tables->arena;
    names->nodes = arena_alloc_array(arena, signals->node_count, sizeof *names->nodes);
    names->metrics = arena_alloc_array(arena, signals->metric_count, sizeof *names->metrics);
    names->units = arena_alloc_array(arena, signals->metric_count, sizeof *names->units);
    for (size_t i = 0; i < signals->node_count; i++)
        names->nodes[i] = arena_text(arena, signals->nodes[i].name);
    for (size_t i = 0; i < signals->metric_count; i++) {
        names->metrics[i] = arena_text(arena, signals->metrics[i].name);
        names->units[i] = arena_text(arena, signals->metrics[i].unit);
    }
}
