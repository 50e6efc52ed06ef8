/* memory_classes, task_memory_classes: tasks that ended well by their peak memory, and the time
 * that each class took: of all, and within each of the longest kinds. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_rules.h"
#include "analysis/tasks/task_selection.h"
#include "table/rows.h"
#include "util/memory.h"
#include "util/number.h"

enum memory_class { SMALL, MEDIUM, LARGE, UNKNOWN, CLASSES };

static const char *const class_names[CLASSES] = {"small", "medium", "large", "unknown"};

struct share {
    size_t tasks;
    double elapsed_s, cpu_s; /* NaN when none of them says it */
};

struct shares {
    struct share classes[CLASSES];
};

static enum memory_class class_of(const struct task_limits *limits, double memory)
{
    if (isnan(memory))
        return UNKNOWN;
    return memory <= limits->small_memory    ? SMALL
           : memory <= limits->medium_memory ? MEDIUM
                                             : LARGE;
}

static void add_share(struct share *share, size_t tasks, double elapsed_s, double cpu_s)
{
    share->tasks += tasks;
    number_add(&share->elapsed_s, elapsed_s);
    number_add(&share->cpu_s, cpu_s);
}

static void init_shares(struct shares *shares)
{
    for (size_t i = 0; i < CLASSES; i++)
        shares->classes[i] = (struct share){0, NUMBER_MISSING, NUMBER_MISSING};
}

static struct share sum_of(const struct shares *shares)
{
    struct share sum = {0, NUMBER_MISSING, NUMBER_MISSING};
    for (size_t i = 0; i < CLASSES; i++)
        add_share(&sum, shares->classes[i].tasks, shares->classes[i].elapsed_s,
                  shares->classes[i].cpu_s);
    return sum;
}

/* Kinds that are not selected share one more place behind the others. */
static void add_block(struct shares *shares, const struct task_groups *groups,
                      const struct task_selection *selection, const struct task_limits *limits,
                      const struct records_block *block, size_t first)
{
    const double *memory = records_numbers(block, RECORD_MEMORY_COLUMN);
    const double *elapsed = records_numbers(block, RECORD_ELAPSED_COLUMN);
    const double *cpu = records_numbers(block, RECORD_CPU_COLUMN);
    for (size_t row = 0; row < block->rows; row++) {
        if (!task_succeeded(groups, first + row))
            continue;
        size_t place = selection->place_of[groups->group_of[first + row]];
        enum memory_class class = class_of(limits, task_number(memory, row));
        add_share(&shares[place].classes[class], 1, task_number(elapsed, row),
                  task_number(cpu, row));
    }
}

static struct shares *share_time(const struct task_groups *groups,
                                 const struct task_selection *selection,
                                 const struct task_limits *limits)
{
    struct shares *shares = memory_alloc_array(TASK_SELECTED_KINDS + 1, sizeof *shares);
    size_t first = 0;
    for (size_t i = 0; i <= TASK_SELECTED_KINDS; i++)
        init_shares(&shares[i]);
    for (size_t i = 0; i < groups->records->block_count; i++) {
        add_block(shares, groups, selection, limits, &groups->records->blocks[i], first);
        first += groups->records->blocks[i].rows;
    }
    return shares;
}

/* ---- the tables ---- */

static double ratio(double part, double whole)
{
    return whole > 0 ? part / whole : NUMBER_MISSING;
}

/* A class without tasks took no time, where any time is known at all. */
static double time_of(double sum, size_t tasks, double whole)
{
    return tasks == 0 && !isnan(whole) ? 0 : sum;
}

static void put_class(struct table *table, enum memory_class class,
                      const struct task_limits *limits, const struct shares *shares)
{
    struct share sum = sum_of(shares);
    const struct share *share = &shares->classes[class];
    const double low[CLASSES] = {0, limits->small_memory, limits->medium_memory, NAN};
    const double high[CLASSES] = {limits->small_memory, limits->medium_memory, NAN, NAN};
    double elapsed_s = time_of(share->elapsed_s, share->tasks, sum.elapsed_s);
    double cpu_s = time_of(share->cpu_s, share->tasks, sum.cpu_s);
    struct memory_classes_row row = memory_classes_row_missing();
    row.class = class_names[class];
    row.low_B = low[class];
    row.high_B = high[class];
    row.tasks = (double)share->tasks;
    row.elapsed_s = elapsed_s;
    row.elapsed_share = ratio(elapsed_s, sum.elapsed_s);
    row.cpu_s = cpu_s;
    row.cpu_share = ratio(cpu_s, sum.cpu_s);
    memory_classes_row_put_static(table, &row);
}

static void put_classes(struct table *table, const struct task_limits *limits,
                        const struct shares *shares)
{
    struct shares all;
    init_shares(&all);
    for (size_t i = 0; i <= TASK_SELECTED_KINDS; i++)
        for (size_t class = 0; class < CLASSES; class ++) {
            const struct share *share = &shares[i].classes[class];
            add_share(&all.classes[class], share->tasks, share->elapsed_s, share->cpu_s);
        }
    for (enum memory_class class = 0; class < CLASSES; class ++)
        if (class != UNKNOWN || all.classes[class].tasks)
            put_class(table, class, limits, &all);
}

static void put_kind(struct table *table, const char *task, const struct shares *shares)
{
    struct share sum = sum_of(shares);
    for (size_t class = 0; class < CLASSES; class ++) {
        const struct share *share = &shares->classes[class];
        if (!share->tasks)
            continue;
        struct task_memory_classes_row row = task_memory_classes_row_missing();
        row.task = task;
        row.class = class_names[class];
        row.tasks = (double)share->tasks;
        row.elapsed_share = ratio(share->elapsed_s, sum.elapsed_s);
        row.cpu_share = ratio(share->cpu_s, sum.cpu_s);
        task_memory_classes_row_put_static(table, &row);
    }
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct task_groups *groups = request->tasks;
    struct task_limits limits = task_limits_of(request);
    struct task_selection selection;
    if (!groups || !records_has(groups->records, RECORD_MEMORY_COLUMN))
        return;
    task_selection_make(&selection, groups, tables->arena);
    struct shares *shares = share_time(groups, &selection, &limits);
    put_classes(tables_get(tables, "memory_classes"), &limits, shares);
    for (size_t i = 0; i < selection.count; i++)
        put_kind(tables_get(tables, "task_memory_classes"), selection.names[i], &shares[i]);
    free(shares);
    task_selection_release(&selection);
}

const struct analysis analysis_memory_classes = {"memory_classes", run};
