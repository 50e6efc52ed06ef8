#include "analysis/tasks/queue_table.h"

#include <math.h>

#include "util/number.h"

enum { COUNTS = 3 };

/* Samples from one on, until a row is full. */
struct stretch {
    double time, last, sums[COUNTS], low[COUNTS], high[COUNTS];
    size_t samples;
};

static void begin(struct stretch *stretch, double time)
{
    *stretch = (struct stretch){.time = time, .last = time};
    for (int i = 0; i < COUNTS; i++)
        stretch->low[i] = stretch->high[i] = NUMBER_MISSING;
}

static void add(struct stretch *stretch, const double *const columns[COUNTS], size_t sample)
{
    for (int i = 0; i < COUNTS; i++) {
        double count = columns[i] ? columns[i][sample] : NUMBER_MISSING;
        stretch->sums[i] += count;
        stretch->low[i] = fmin(stretch->low[i], count);
        stretch->high[i] = fmax(stretch->high[i], count);
    }
    stretch->samples++;
}

static void put(struct table *table, const struct stretch *stretch)
{
    if (!stretch->samples)
        return;
    table_put_number(table, stretch->time);
    for (int i = 0; i < COUNTS; i++)
        table_put_number(table, stretch->sums[i] / (double)stretch->samples);
    for (int i = 0; i < COUNTS; i++) {
        table_put_number(table, stretch->low[i]);
        table_put_number(table, stretch->high[i]);
    }
}

static const struct queue_samples *longest_queue(const struct dataset *dataset)
{
    const struct queue_samples *longest = NULL;
    for (size_t i = 0; i < dataset->queue_count; i++) {
        const struct queue_samples *queue = &dataset->queues[i];
        if ((queue->running || queue->waiting) && (!longest || queue->count > longest->count))
            longest = queue;
    }
    return longest;
}

void queue_table_put(struct tables *tables, const struct dataset *dataset, size_t most_rows)
{
    const struct queue_samples *queue = longest_queue(dataset);
    if (!queue || !queue->count)
        return;
    const double *const columns[COUNTS] = {queue->running, queue->waiting, queue->workers};
    struct table *table = tables_get(tables, "concurrency");
    size_t samples_per_row = queue->count / most_rows + 1;
    struct stretch stretch;
    begin(&stretch, queue->times[0]);
    for (size_t i = 0; i < queue->count; i++) {
        if (queue->times[i] < stretch.last)
            continue;
        if (stretch.samples == samples_per_row) {
            put(table, &stretch);
            begin(&stretch, queue->times[i]);
        }
        stretch.last = queue->times[i];
        add(&stretch, columns, i);
    }
    put(table, &stretch);
}
