/* What columns of a table of events, device samples or attributes of tasks are, detected by their
 * names (activity_names.def, and sample_columns.def for time and host) or by what the user says of
 * them. */
#ifndef INPUT_DEVICES_ACTIVITY_COLUMNS_H
#define INPUT_DEVICES_ACTIVITY_COLUMNS_H

#include "input/reader.h"
#include "input/text/csv_text.h"

enum activity_meaning {
    ACTIVITY_TIME,
    ACTIVITY_DAY,         /* beside a time of day */
    ACTIVITY_TIME_OF_DAY, /* becomes the time, or nothing */
    ACTIVITY_HOST,
    ACTIVITY_EVENT,
    ACTIVITY_SIDE,
    ACTIVITY_JOB,
    ACTIVITY_TASK,
    ACTIVITY_SERIAL,
    ACTIVITY_UUID,
    ACTIVITY_INDEX,        /* on its host: a number, or where it is on the bus */
    ACTIVITY_MEMORY_TOTAL, /* of the GPU */
    ACTIVITY_MEMORY_FREE,
    ACTIVITY_ENERGY, /* J, counted since the driver was loaded */
#define DEVICE_METRIC(name, text, label, unit, least, most) ACTIVITY_##name,
#include "table/device_metrics.def"
#undef DEVICE_METRIC
    ACTIVITY_MEANINGS,
    ACTIVITY_OTHER = ACTIVITY_MEANINGS,
};

enum activity_shape {
    ACTIVITY_NONE,
    ACTIVITY_EVENTS,     /* a row an end of an event: time, event, START or STOP */
    ACTIVITY_SAMPLES,    /* a row a sample: time, a metric, and what identifies a GPU, unless it is
                            the only one (activity_columns_are_of_one_gpu) */
    ACTIVITY_ATTRIBUTES, /* a row a task: its id, and other columns */
    ACTIVITY_GPUS,       /* a row a GPU: host, serial number or UUID */
};

struct activity_columns {
    size_t count;
    enum activity_meaning *meanings; /* one a column */
    double *scales;
    bool *name_percent;           /* the unit is in the name */
    bool of_gpus;                 /* the name of a column says so */
    size_t at[ACTIVITY_MEANINGS]; /* the column that is it, or count */
};

/* Of several columns of one meaning the one counts whose name stands first in the list; one that
 * the mapping names goes first. */
void activity_columns_make(struct activity_columns *columns, const struct csv_header *header,
                           const struct column_mapping *mapping, size_t mapping_count,
                           struct arena *arena);

enum activity_shape activity_columns_shape(const struct activity_columns *columns);

/* Whether samples have neither a column that tells GPUs apart nor one of hosts: those of the one
 * GPU of a host. */
bool activity_columns_are_of_one_gpu(const struct activity_columns *columns);

/* Whether the name is one of those. */
bool activity_columns_knows(const char *meaning);

#endif
