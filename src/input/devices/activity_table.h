/* A table of events, device samples or attributes of tasks, read into the activity. */
#ifndef INPUT_DEVICES_ACTIVITY_TABLE_H
#define INPUT_DEVICES_ACTIVITY_TABLE_H

#include "input/devices/activity_columns.h"
#include "input/devices/gpu_energies.h"
#include "input/text/csv_scan.h"
#include "table/activity.h"
#include "util/list.h"

struct activity_form;

struct activity_table {
    const struct activity_form *form;
    struct csv_header header;
    struct activity_columns columns;
    size_t *wanted; /* columns, ascending */
    size_t wanted_count;
    size_t place[ACTIVITY_MEANINGS]; /* among the wanted, or wanted_count */
    const char *path;
    struct activity *activity;     /* of the dataset */
    struct gpu_energies *energies; /* of the table's samples; NULL: its power is measured */
    bool cells_name_percent;       /* "97 %" */
    bool cells_name_bytes;         /* "30500 MiB" */
    double most_memory;            /* that a GPU has, as its number stands there; 0: not said */
};

/* The GPU that a host had last: mostly the one that it has next. */
struct activity_gpu {
    struct text_slice serial, uuid, index;
    uint32_t device; /* its number + 1; 0: none yet */
};

/* The text that a column had last, for columns that say the same in many rows. */
struct activity_last {
    struct text_slice cell;
    uint32_t number;
};

/* What a chunk of the table held. */
struct activity_part {
    const struct activity_table *table;
    struct activity activity;
    size_t line; /* of the row, behind the part's first */
    bool cells_name_percent, cells_name_bytes;
    double most_memory;
    struct activity_last last[ACTIVITY_MEANINGS];
    struct gpu_energies energies;
    LIST_OF(struct activity_gpu) gpus; /* by the number of the host's text */
};

/* What differs between the tables. */
struct activity_form {
    enum activity_shape shape;
    const char *needs; /* what columns it must have, for people */
    /* Adds a row, or says why not. */
    bool (*row)(struct activity_part *part, const struct text_slice *fields,
                struct csv_fault *fault);
    /* NULL, or what is to be done once all rows are known: the table's samples are those from
     * first_sample on. */
    void (*settle)(const struct activity_table *table, size_t first_sample,
                   const struct reading *reading);
};

/* The shape that a table of this text has by the names of its columns. */
enum activity_shape activity_table_shape(const char *text, size_t size,
                                         const struct column_mapping *mapping,
                                         size_t mapping_count);

long long activity_table_read(const struct activity_form *form, const struct input *input,
                              const struct reading *reading, struct error *error);

/* "node7:9400", as Prometheus names the exporter on a host, is the host. */
struct text_slice activity_host_without_port(struct text_slice host);
static inline bool activity_has(const struct activity_table *table, enum activity_meaning meaning)
{
    return table->place[meaning] < table->wanted_count;
}
/* A cell of a row, without spaces around; an absent column is an empty cell. */
static inline struct text_slice activity_cell(const struct activity_table *table,
                                              const struct text_slice *fields,
                                              enum activity_meaning meaning)
{
    size_t place = table->place[meaning];
    if (place >= table->wanted_count)
        return (struct text_slice){"", 0};
    struct text_slice cell = csv_trim(fields[place]);
    bool may_have_port = meaning == ACTIVITY_HOST && table->form->shape == ACTIVITY_SAMPLES;
    return may_have_port ? activity_host_without_port(cell) : cell;
}
/* The number of the cell's text, 0 when it is empty. */
uint32_t activity_cell_text(struct activity_part *part, const struct text_slice *fields,
                            enum activity_meaning meaning);
/* The moment that its cells name; false, and why, when they name none. */
bool activity_cell_time(const struct activity_table *table, const struct text_slice *fields,
                        double *time, struct csv_fault *fault);

#endif
