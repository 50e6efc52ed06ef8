#include "input/devices/derived_table.h"

#include <stdbool.h>
#include <string.h>

#include "input/devices/activity_columns.h"

static const char advice[] = "it looks like a result derived from events and GPU samples: give the "
                             "original tables, with timestamp, hostname, eventName, eventType and "
                             "taskId, or with timestamp, hostname, gpuSerial and powerDrawWatt";

static const char *without_statistic(const char *name)
{
    static const char *const statistics[] = {"mean", "avg", "median", "max", "min"};
    for (size_t i = 0; i < sizeof statistics / sizeof statistics[0]; i++) {
        size_t size = strlen(statistics[i]);
        if (strncmp(name, statistics[i], size) == 0 && (name[size] == '_' || name[size] == ' '))
            return name + size + 1;
    }
    return name;
}

static bool has(const struct activity_columns *columns, enum activity_meaning meaning)
{
    return columns->at[meaning] < columns->count;
}

const char *derived_table_advice(const char *text, size_t size)
{
    struct csv_header header;
    struct activity_columns columns;
    struct arena arena;
    int metrics = 0;
    bool named = false;
    arena_init(&arena);
    if (csv_read_header(&header, text, size, true, &arena)) {
        for (size_t i = 0; i < header.count; i++)
            header.names[i] = without_statistic(header.names[i]);
        activity_columns_make(&columns, &header, NULL, 0, &arena);
        for (int i = ACTIVITY_POWER; i < ACTIVITY_MEANINGS; i++)
            metrics += has(&columns, (enum activity_meaning)i);
        named = has(&columns, ACTIVITY_SERIAL) || has(&columns, ACTIVITY_UUID) ||
                has(&columns, ACTIVITY_EVENT);
    }
    arena_release(&arena);
    return metrics > 1 || (metrics && named) ? advice : NULL;
}
