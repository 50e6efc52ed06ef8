/* input_times: when the data of each input is from, where there are several. */
#include <math.h>
#include <stdlib.h>

#include "analysis/analysis.h"
#include "analysis/tasks/task_times.h"
#include "table/rows.h"
#include "util/instant.h"
#include "util/list.h"
#include "util/name_index.h"

struct input_time {
    const char *path;
    double first, last;
};

struct input_times {
    struct name_index paths;
    struct input_time *items;
    size_t count, capacity;
};

static struct input_time *time_of(struct input_times *times, const char *path)
{
    uint32_t number = name_index_find(&times->paths, path);
    if (number != NAME_INDEX_NONE)
        return &times->items[number];
    *list_add(times) = (struct input_time){path, INFINITY, -INFINITY};
    return &times->items[name_index_add(&times->paths, path)];
}

/* Times from a begin are of no day. */
static void add(struct input_time *time, double first, double last)
{
    if (!instant_is_date(first) || !instant_is_date(last))
        return;
    time->first = fmin(time->first, first);
    time->last = fmax(time->last, last);
}

static void add_series(struct input_times *times, const struct dataset *dataset)
{
    for (size_t i = 0; i < dataset->sampled_count; i++)
        add(time_of(times, dataset->sampled[i].path), dataset->sampled[i].first,
            dataset->sampled[i].last);
}

static void add_records(struct input_times *times, const struct records *records)
{
    for (size_t i = 0; i < records->block_count; i++) {
        const struct records_block *block = &records->blocks[i];
        const char *path =
            block->source < records->source_count ? records->sources[block->source].path : NULL;
        if (!path)
            continue;
        struct input_time *time = time_of(times, path);
        struct task_time_columns columns = task_time_columns_of(block);
        size_t rows = task_time_columns_say_when(&columns) ? block->rows : 0;
        for (size_t row = 0; row < rows; row++) {
            struct task_times at = task_times_at(&columns, row);
            add(time, at.start, at.end);
        }
    }
}

static size_t count_sources(const struct dataset *dataset)
{
    return dataset->sampled_count + (dataset->records ? dataset->records->source_count : 0);
}

static void run(const struct analysis_request *request, struct tables *tables)
{
    const struct dataset *dataset = request->dataset;
    struct input_times times = {.count = 0};
    if (count_sources(dataset) < 2)
        return;
    name_index_init(&times.paths);
    add_series(&times, dataset);
    if (dataset->records)
        add_records(&times, dataset->records);
    for (size_t i = 0; times.count > 1 && i < times.count; i++) {
        if (!(times.items[i].first <= times.items[i].last))
            continue;
        struct table *table = tables_get(tables, "input_times");
        struct input_times_row row = input_times_row_missing();
        row.input = short_paths_get(request->input_names, times.items[i].path);
        row.first = times.items[i].first;
        row.last = times.items[i].last;
        input_times_row_put(table, &row);
    }
    name_index_release(&times.paths);
    free(times.items);
}

const struct analysis analysis_input_times = {"input_times", run};
