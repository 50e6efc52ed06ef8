#include <math.h>
#include <stdlib.h>

#include "analysis/campaign/amounts.h"
#include "analysis/campaign/part_rows.h"
#include "analysis/tasks/kill_rows.h"
#include "analysis/tasks/node_memory_rows.h"

/* ---- kills ---- */

/* Requests of more than those that were killed, with which tasks succeeded. */
static void add_repetitions(struct kills *kills, const struct part *part, uint32_t kind,
                            const char *of, double more_than)
{
    const struct part_key key = {PART_AMOUNT,
                                 {kind, part_find_text(part, "memory"), part_find_text(part, of),
                                  0}};
    const struct part_entry *entry = part_find(part, &key);
    for (size_t i = 0; entry && i < entry->values.count; i++) {
        double amount = amounts_value(entry->values.keys[i], "memory");
        size_t count = (size_t)entry->values.counts[i];
        if (!(amount > more_than))
            continue;
        if (!(amount >= kills->repeated_min)) {
            kills->repeated_min = amount;
            kills->repeated_least = 0;
        }
        kills->repeated_max = fmax(kills->repeated_max, amount);
        kills->repeated_least += amount <= kills->repeated_min ? count : 0;
        kills->repeated += count;
    }
}

static void put_kills(struct tables *tables, const struct part *part, struct part_entry *entry)
{
    struct kills kills;
    uint32_t kind = entry->key.texts[0];
    kills_init(&kills);
    kills.attempts = (size_t)entry->counts[PART_KILL_ATTEMPTS];
    kills.killed = (size_t)entry->counts[PART_KILL_REPEATED];
    kills.lost = (size_t)entry->counts[PART_KILL_LOST];
    kills.first_attempts = (size_t)entry->counts[PART_KILL_FIRST];
    kills.first_killed = (size_t)entry->counts[PART_KILL_FIRST_REPEATED];
    kills.requested_min = entry->lows[0];
    kills.requested_max = entry->highs[PART_KILL_REQUESTED];
    kills.too_little = entry->highs[PART_KILL_TOO_LITTLE];
    kills.elapsed_s = exact_sum_value(&entry->sums[PART_KILL_ELAPSED]);
    kills.core_s = exact_sum_value(&entry->sums[PART_KILL_CORE]);
    add_repetitions(&kills, part, kind, AMOUNTS_REPEATED, kills.requested_min);
    add_repetitions(&kills, part, kind, AMOUNTS_UNNUMBERED, kills.requested_max);
    kill_row_put(tables, interner_text(&part->texts, kind), &kills);
}

/* ---- memory per node ---- */

static struct node_usage usage_of(struct part_entry *entry)
{
    const uint64_t *counts = entry->counts;
    const double *highs = entry->highs;
    uint64_t tasks = counts[PART_SPREAD_SUCCEEDED];
    return (struct node_usage){.tasks = (size_t)tasks,
                               .known = (size_t)counts[PART_SPREAD_KNOWN],
                               .lost = (size_t)counts[PART_SPREAD_LOST],
                               .lost_known = (size_t)counts[PART_SPREAD_LOST_KNOWN],
                               .nodes_max = highs[PART_SPREAD_NODES],
                               .unused_B_s = exact_sum_value(&entry->sums[0]),
                               .requested_min = entry->lows[PART_SPREAD_LEAST_REQUESTED],
                               .requested_max = highs[PART_SPREAD_REQUESTED],
                               .least = highs[PART_SPREAD_LEAST],
                               .most = highs[PART_SPREAD_MOST],
                               .lost_least = highs[PART_SPREAD_LOST_LEAST],
                               .lost_most = highs[PART_SPREAD_LOST_MOST],
                               .cpus = highs[PART_SPREAD_CPUS],
                               .is_per_cpu = counts[PART_SPREAD_PER_CPU] == tasks,
                               .has_cpus =
                                   counts[PART_SPREAD_WHOLE] == tasks &&
                                   entry->lows[PART_SPREAD_LEAST_CPUS] >= highs[PART_SPREAD_CPUS]};
}

static bool has_requests(const struct part *part)
{
    struct part_entries entries = part_entries_of(part, PART_SPREAD);
    uint64_t requests = 0;
    for (size_t i = 0; i < entries.count; i++)
        requests += entries.items[i].counts[PART_SPREAD_REQUESTS];
    return requests > 0;
}

void part_rows_put_memory(struct tables *tables, const struct part_groups *groups)
{
    size_t count;
    const struct part *part = groups->part;
    struct part_entry **kills = part_rows_in_order(part, PART_KILL, &count);
    for (size_t i = 0; i < count; i++)
        put_kills(tables, part, kills[i]);
    free(kills);
    bool is_known = has_requests(part);
    struct part_entry **spread = part_rows_in_order(part, PART_SPREAD, &count);
    for (size_t i = 0; i < count && is_known; i++) {
        struct node_usage usage = usage_of(spread[i]);
        if (spread[i]->counts[PART_SPREAD_SEVERAL])
            node_memory_row_put_usage(tables, interner_text(&part->texts, spread[i]->key.texts[0]),
                                      &usage);
    }
    free(spread);
}
