#include "table/energy_parts.h"

#include "table/rows.h"
#include "table/shared_nodes.h"
#include "util/number.h"

/* Parts of a node by what sources call them. Those of one row measure the same, so that only the
 * first counts; what measures a whole node holds all others. */
static const struct {
    const char *label, *domains[5];
} energy_parts[] = {
    {"node", {"node", "node_total"}},
    {"CPU", {"package", "rapl", "cpu"}},
    {"memory", {"dram", "mem"}},
    {"GPU", {"gpu", "acc"}},
};

static double part_energy(const struct energy_rows *energy, const char *const *domains)
{
    for (; *domains; domains++) {
        size_t row = rows_find(energy->rows, 0, energy->node, "*", energy->domain, *domains);
        if (row < energy->rows && !number_is_missing(energy->energy_J[row]))
            return energy->energy_J[row];
    }
    return NUMBER_MISSING;
}

double energy_parts_sum(const struct tables *tables, const char **parts, struct arena *arena)
{
    const struct energy_rows energy = energy_rows(tables);
    double sum_J = NUMBER_MISSING;
    *parts = NULL;
    if (shared_nodes_have_cpus(tables) || shared_nodes_have_gpus(tables))
        return sum_J;
    for (size_t i = 0; energy.rows && i < sizeof energy_parts / sizeof energy_parts[0]; i++) {
        double part_J = part_energy(&energy, energy_parts[i].domains);
        if (number_is_missing(part_J))
            continue;
        number_add(&sum_J, part_J);
        *parts = *parts ? arena_format(arena, "%s + %s", *parts, energy_parts[i].label)
                        : energy_parts[i].label;
        if (i == 0)
            break;
    }
    return sum_J;
}
