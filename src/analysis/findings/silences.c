#include "analysis/findings/silences.h"

#include <math.h>
#include <string.h>

#include "util/number.h"

static const double LEAST_INTERVALS = 10, LEAST_SHARE = 0.05; /* of the time of all samples */

/* Of each node of the dataset the last moment for which there is a value. */
static double *last_values(const struct findings *findings)
{
    const struct signals *signals = findings->request->signals;
    double *lasts = arena_alloc_array(findings->arena, signals->node_count + 1, sizeof *lasts);
    for (size_t i = 0; i < signals->node_count; i++)
        lasts[i] = NUMBER_MISSING;
    for (size_t i = 0; i < signals->count; i++) {
        const struct signal *signal = &signals->items[i];
        size_t count = signal->count;
        while (count && isnan(signal->values[count - 1]))
            count--;
        if (count)
            lasts[signal->node] = fmax(lasts[signal->node], signal->times[count - 1]);
    }
    return lasts;
}

/* The same of each row of the table `nodes`. */
static double *last_samples(const struct findings *findings, const struct table *nodes)
{
    const struct signals *signals = findings->request->signals;
    double *of_nodes = last_values(findings);
    double *lasts = arena_alloc_array(findings->arena, nodes->rows + 1, sizeof *lasts);
    struct name_index names;
    name_index_init(&names);
    for (size_t i = 0; i < signals->node_count; i++)
        name_index_add(&names, signals->nodes[i].name);
    for (size_t row = 0; row < nodes->rows; row++) {
        size_t node = name_index_find(&names, table_texts(nodes, "node")[row]);
        lasts[row] = node == NAME_INDEX_NONE || isnan(of_nodes[node])
                         ? table_numbers(nodes, "last")[row]
                         : of_nodes[node];
    }
    name_index_release(&names);
    return lasts;
}

static bool is_sampled(const struct table *nodes, size_t row)
{
    return table_numbers(nodes, "samples")[row] > 0 && !finding_clock_is_off(nodes, row);
}

static void find(const struct findings *findings, const struct table *nodes, struct silences *found)
{
    double interval_s = findings->request->signals->grid.step;
    double first = NUMBER_MISSING, end = NUMBER_MISSING;
    double *lasts = last_samples(findings, nodes);
    size_t sampled = 0;
    for (size_t row = 0; row < nodes->rows; row++) {
        if (!is_sampled(nodes, row))
            continue;
        sampled++;
        first = fmin(first, table_numbers(nodes, "first")[row]);
        end = fmax(end, lasts[row]);
    }
    double least_s = fmax(LEAST_INTERVALS * interval_s, LEAST_SHARE * (end - first));
    for (size_t row = 0; row < nodes->rows; row++) {
        const char *node = table_texts(nodes, "node")[row];
        bool goes_on = !(end - lasts[row] > least_s);
        if (!is_sampled(nodes, row) || (!goes_on && finding_tells_stop(findings, node)))
            continue;
        found->others += goes_on;
        if (!goes_on && (!found->count++ || lasts[row] + interval_s < found->from)) {
            found->node = node;
            found->from = lasts[row] + interval_s;
        }
    }
    if (found->count && 2 * found->others >= sampled) {
        found->end = end;
        found->lasts = lasts;
    } else
        *found = (struct silences){0};
}

const struct silences *silences_find(const struct findings *findings)
{
    const struct table *nodes = tables_find(findings->tables, "nodes");
    struct silences *found = arena_alloc_array(findings->arena, 1, sizeof *found);
    *found = (struct silences){0};
    if (nodes && findings->request->signals->grid.step > 0 && !finding_times_are_apart(findings))
        find(findings, nodes, found);
    return found;
}

double silences_share_before(const struct findings *findings, const char *node)
{
    const struct table *nodes = tables_find(findings->tables, "nodes");
    const struct silences *silences = findings->silences;
    size_t row = nodes ? table_find_row(nodes, 0, "node", node, NULL, NULL) : 0;
    if (!silences->count || row == nodes->rows || finding_tells_stop(findings, node))
        return 1;
    double first = table_numbers(nodes, "first")[row], last = table_numbers(nodes, "last")[row];
    return last > first ? fmin((silences->lasts[row] - first) / (last - first), 1) : 1;
}
