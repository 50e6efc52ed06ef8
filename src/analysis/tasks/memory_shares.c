#include "analysis/tasks/memory_shares.h"

#include <math.h>

#include "table/rows.h"
#include "util/number.h"

const char *const memory_class_names[MEMORY_CLASSES] = {"small", "medium", "large", "unknown"};

void memory_shares_init(struct memory_shares *shares)
{
    for (size_t i = 0; i < MEMORY_CLASSES; i++)
        shares->classes[i] = (struct memory_share){0, NUMBER_MISSING, NUMBER_MISSING};
}

static struct memory_share sum_of(const struct memory_shares *shares)
{
    struct memory_share sum = {0, NUMBER_MISSING, NUMBER_MISSING};
    for (size_t i = 0; i < MEMORY_CLASSES; i++)
        memory_share_add(&sum, shares->classes[i].tasks, shares->classes[i].elapsed_s,
                         shares->classes[i].cpu_s);
    return sum;
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
                      const struct task_limits *limits, const struct memory_shares *shares)
{
    struct memory_share sum = sum_of(shares);
    const struct memory_share *share = &shares->classes[class];
    const double low[MEMORY_CLASSES] = {0, limits->small_memory, limits->medium_memory, NAN};
    const double high[MEMORY_CLASSES] = {limits->small_memory, limits->medium_memory, NAN, NAN};
    double elapsed_s = time_of(share->elapsed_s, share->tasks, sum.elapsed_s);
    double cpu_s = time_of(share->cpu_s, share->tasks, sum.cpu_s);
    struct memory_classes_row row = memory_classes_row_missing();
    row.class = memory_class_names[class];
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
                        const struct memory_shares *shares)
{
    struct memory_shares all;
    memory_shares_init(&all);
    for (size_t i = 0; i <= TASK_SELECTED_KINDS; i++)
        for (size_t class = 0; class < MEMORY_CLASSES; class ++) {
            const struct memory_share *share = &shares[i].classes[class];
            memory_share_add(&all.classes[class], share->tasks, share->elapsed_s, share->cpu_s);
        }
    for (enum memory_class class = 0; class < MEMORY_CLASSES; class ++)
        if (class != MEMORY_UNKNOWN || all.classes[class].tasks)
            put_class(table, class, limits, &all);
}

static void put_kind(struct table *table, const char *task, const struct memory_shares *shares)
{
    struct memory_share sum = sum_of(shares);
    for (size_t class = 0; class < MEMORY_CLASSES; class ++) {
        const struct memory_share *share = &shares->classes[class];
        if (!share->tasks)
            continue;
        struct task_memory_classes_row row = task_memory_classes_row_missing();
        row.task = task;
        row.class = memory_class_names[class];
        row.tasks = (double)share->tasks;
        row.elapsed_share = ratio(share->elapsed_s, sum.elapsed_s);
        row.cpu_share = ratio(share->cpu_s, sum.cpu_s);
        task_memory_classes_row_put_static(table, &row);
    }
}

void memory_shares_put(struct tables *tables, const struct task_limits *limits,
                       const struct task_selection *selection, const struct memory_shares *shares)
{
    put_classes(tables_get(tables, "memory_classes"), limits, shares);
    for (size_t i = 0; i < selection->count; i++)
        put_kind(tables_get(tables, "task_memory_classes"), selection->names[i], &shares[i]);
}
