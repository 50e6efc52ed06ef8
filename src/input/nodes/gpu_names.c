#include "input/nodes/gpu_names.h"

#include <string.h>

#include "input/nodes/gpu_columns.h"
#include "input/nodes/site_columns.h"

bool gpu_names_are_of_rows(const struct csv_header *header, struct node_columns columns,
                           const char *text, size_t size, struct arena *arena)
{
    struct csv_record row = {.room = header->count, .arena = arena};
    row.fields = arena_alloc_array(arena, header->count, sizeof *row.fields);
    for (size_t at = header->size; at < size; at += row.size) {
        csv_read_record(&row, text + at, size - at, header->dialect);
        if (row.problem || row.count != header->count)
            continue;
        struct text_slice host = node_table_host(row.fields[columns.host], columns);
        if (perfmon_is_gpu_name(arena_text_of_size(arena, host.text, host.size)))
            return true;
    }
    return false;
}

static bool is_metric_of_gpus(const char *name, const char *path,
                              const struct perfmon_dictionary *dictionary, struct arena *arena)
{
    struct perfmon_meaning meaning = site_column_look_up(dictionary, arena, name).column;
    return meaning.is_listed && meaning.metric.file == PERFMON_GPU &&
           strcmp(meaning.metric.path, path) == 0;
}

bool gpu_names_say_metric(const char *const *names, size_t count, const char *path,
                          const struct perfmon_dictionary *dictionary, struct arena *arena)
{
    for (size_t i = 0; i < count; i++) {
        struct gpu_column of = gpu_column_find(arena, names[i]);
        if (gpu_names_say(names[i]) && (is_metric_of_gpus(of.name, path, dictionary, arena) ||
                                        is_metric_of_gpus(of.own_name, path, dictionary, arena)))
            return true;
    }
    return false;
}
