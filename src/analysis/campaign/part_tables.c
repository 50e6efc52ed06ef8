#include "analysis/campaign/part_tables.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/campaign/part_rows.h"
#include "analysis/tasks/step_rows.h"
#include "analysis/tasks/task_quantile_rows.h"
#include "analysis/tasks/task_rows.h"
#include "table/rows.h"
#include "util/memory.h"

/* ---- task_quantiles ---- */

static void find_quantiles(struct value_pool *pool, double *quantiles)
{
    const struct sketched sketched = value_pool_sketched(pool);
    sketch_quantiles(&sketched, task_quantile_p, TASK_QUANTILES, quantiles);
}

static struct task_quantile_row quantiles_of(const struct part_groups *groups, size_t group)
{
    const struct interner *texts = &groups->part->texts;
    struct task_quantile_row row;
    struct value_pool memory, run_time;
    value_pool_init(&memory);
    value_pool_init(&run_time);
    value_pool_add(&memory, part_groups_values(groups, group, PART_MEASURE,
                                               interner_find(texts, "memory", strlen("memory")),
                                               interner_find(texts, "B", 1)));
    value_pool_add(&run_time, part_groups_values(groups, group, PART_RUN_TIME, 0, 0));
    find_quantiles(&memory, row.memory);
    find_quantiles(&run_time, row.run_time);
    row.run_time_sum = exact_sum_value(&run_time.sum);
    value_pool_release(&memory);
    value_pool_release(&run_time);
    return row;
}

static bool has_values(const struct task_quantile_row *row)
{
    return row->memory[0] == row->memory[0] || row->run_time[0] == row->run_time[0];
}

static void put_quantiles(struct tables *tables, const struct part_groups *groups)
{
    size_t count = groups->groups.group_count;
    struct task_quantile_row *rows = memory_alloc_array(count + 1, sizeof *rows);
    bool known = false;
    for (size_t g = 0; g < count; g++) {
        rows[g] = quantiles_of(groups, g);
        known |= has_values(&rows[g]);
    }
    if (known)
        task_quantile_rows_put(tables, &groups->groups, rows);
    free(rows);
}

/* ---- what was merged ---- */

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static size_t put_missing(struct tables *tables, const struct part *part,
                          const struct part_expected *expected)
{
    const char **names = memory_alloc_array(part->input_count + 1, sizeof *names);
    size_t missing = 0;
    for (size_t i = 0; i < part->input_count; i++)
        names[i] = part->inputs[i].name; /* ascending */
    for (size_t i = 0; i < expected->count; i++) {
        const char *name = expected->names[i];
        if (bsearch(&name, names, part->input_count, sizeof *names, compare_names))
            continue;
        struct missing_inputs_row row = missing_inputs_row_missing();
        row.input = name;
        missing_inputs_row_put(tables_at(tables, TABLE_missing_inputs), &row);
        missing++;
    }
    free(names);
    return missing;
}

static void put_merged(struct tables *tables, const struct part *part,
                       const struct part_expected *expected)
{
    struct merged_row row = merged_row_missing();
    size_t missing = put_missing(tables, part, expected);
    row.inputs = (double)part->input_count;
    row.records = 0;
    row.rejected = 0;
    for (size_t i = 0; i < part->input_count; i++) {
        row.records += (double)part->inputs[i].records;
        row.rejected += (double)part->inputs[i].rejected;
    }
    if (expected->count) {
        row.expected = (double)expected->count;
        row.missing = (double)missing;
    }
    row.quantile_error = SKETCH_ERROR;
    merged_row_put(tables_at(tables, TABLE_merged), &row);
}

/* ---- all ---- */

void part_tables_put(struct tables *tables, const struct part_groups *groups,
                     const struct part_expected *expected, const struct short_paths *names)
{
    const struct part *part = groups->part;
    put_quantiles(tables, groups);
    if (part->has_steps)
        step_rows_put(tables, &groups->groups, groups->memory);
    task_rows_put(tables, &groups->groups);
    part_rows_put_attempts(tables, groups);
    part_rows_put_distributions(tables, groups);
    part_rows_put_uses(tables, groups);
    part_rows_put_memory(tables, groups);
    part_rows_put_needs(tables, groups);
    part_rows_put_concurrency(tables, part);
    part_rows_put_campaign(tables, groups);
    put_merged(tables, part, expected);
    part_rows_put_inputs(tables, part, names);
}
