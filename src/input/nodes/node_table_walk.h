/* A table of node metrics while it is read. */
#ifndef INPUT_NODES_NODE_TABLE_WALK_H
#define INPUT_NODES_NODE_TABLE_WALK_H

#include "input/deferred_diagnostics.h"
#include "input/nodes/core_columns.h"
#include "input/nodes/cpu_modes.h"
#include "input/nodes/gpu_columns.h"
#include "input/nodes/host_rows.h"
#include "input/nodes/node_table.h"
#include "input/nodes/site_columns.h"
#include "input/reader.h"
#include "input/text/header_again.h"
#include "util/list.h"
#include "util/name_index.h"

struct metric_column {
    const char *name;     /* as in the header */
    struct gpu_column of; /* the GPU of the host that it is of */
    struct core_column of_core;
    struct site_column site;
    const char *hardware;      /* the fact of its host that it is instead; NULL: it is a metric */
    struct cpu_mode_name mode; /* of the processors' time that it may be */
    size_t place;              /* of its value in a row; 0: it is neither */
    bool has_numbers, has_texts;
    bool has_percents; /* cells say that they are */
    size_t impossible; /* values that stand for none */
    bool is_of_steps;  /* from sample to sample: the first one has none, and lacks none */
};

/* Columns of cores that are named alike but for the number. */
struct core_family {
    size_t place;              /* of their mean in a row */
    struct site_values values; /* of all of them, */
    bool is_pooled;            /* once that is known */
};

struct table_walk {
    const struct input *input;
    const struct reading *reading;
    struct arena arena;
    struct deferred_diagnostics deferred;
    struct perfmon_dictionary dictionary;

    LIST_OF(struct metric_column) columns;
    size_t width;                    /* of a row: time and metrics */
    size_t load_place, memory_place; /* in a row, of the load and of the memory in use, worked out
                                        of other columns; 0: of none */
    long host_column, time_column, day_column, cpu_column;
    struct node_columns sampled;
    bool is_of_parts;        /* rows are of parts of hosts, which are not read */
    bool is_flux;            /* see flux_table.h */
    const char *measurement; /* see influx_table.h; NULL: none */
    bool has_bare_memory;    /* columns of memory that do not say so, see memory_parts.h */
    struct csv_dialect dialect;
    struct header_names names;
    bool is_of_toolkit;
    bool is_of_gpus; /* rows are */
    bool has_header;
    bool has_counters; /* that grow: once all rows are read */

    struct name_index paths; /* of the metrics of hosts; of those of GPUs, as of "gpu-0.PATH" */
    struct name_index gpus;  /* the numbers of the GPUs that columns are of */
    struct core_column *core_columns; /* of each column of the header; NULL: none is of a core */
    struct name_index core_numbers, family_names;
    LIST_OF(struct core_family) families;
    struct name_index hosts;
    struct host_rows *rows;
    size_t row_capacity;

    /* the row that is being read */
    size_t column;
    uint32_t host;
    double *row;
    double clock_s;               /* where its time is a time of day; NaN: it is not */
    long day;                     /* beside it, */
    bool has_day;                 /* where it says one */
    const char *wrong;            /* why it is rejected */
    struct text_slice wrong_text; /* that is at fault; empty: none is */
    bool is_part;  /* of processors whose host has a row of all, too: it is passed over */
    size_t parts;  /* how many were */
    uint64_t line; /* its last one */
    bool cut;      /* the file ends in it */
};

/* One row after the other, host by host:
 *
 *     for (struct sample_row at = {0}; sample_row_next(walk, &at);)
 *         at.cells[column->place] *= 2; */
struct sample_row {
    double *cells;
    size_t host, next; /* the number of the next row of the host */
};
static inline bool sample_row_next(const struct table_walk *walk, struct sample_row *at)
{
    for (; at->host < walk->hosts.count; at->host++, at->next = 0)
        if (at->next < walk->rows[at->host].count) {
            at->cells = walk->rows[at->host].cells + at->next++ * walk->width;
            return true;
        }
    return false;
}

/* Once all rows are read: what each column is by its values, and which hold facts of the hardware,
 * which it adds. Those that are no metrics lose their place. */
void node_table_settle(struct table_walk *walk);

/* Where shares of the time of the processors are there, and no load of the whole node, that is
 * worked out of them: its place in rows, once the columns are known; and, once they are aligned,
 * its column. */
void node_table_reserve_load(struct table_walk *walk);
void node_table_work_out_load(struct table_walk *walk);

/* What a column that numbers a GPU of the host measures there; false: it numbers none. What any
 * other column measures: in tables of a site's own also by what else they have, see gpu_names.h. */
bool node_table_look_up_gpu(struct table_walk *walk, struct metric_column *column);
struct site_column node_table_look_up(struct table_walk *walk, const char *name);

/* Which columns are of cores, before the first is added; whether the next one is, and what it
 * measures; once all are added, a place for the mean of each family. */
void node_table_find_cores(struct table_walk *walk);
bool node_table_look_up_core(struct table_walk *walk, struct metric_column *column);
void node_table_reserve_cores(struct table_walk *walk);
/* NULL: the column is of no core. */
struct core_family *node_table_family_of(struct table_walk *walk,
                                         const struct metric_column *column);
/* Whether cores measure what that path is of the node. */
bool node_table_has_family(const struct table_walk *walk, const char *path);
/* How many cores the host has, by a column that says it or by those of its cores; NaN: unknown. */
double node_table_cores_of(const struct table_walk *walk, size_t host);
/* Whether a column of CPU percentages, none above 100, is of one core, not of the node. */
bool node_table_is_of_one_core(const struct table_walk *walk, const struct metric_column *column);
/* Once the columns are aligned: what the host has by its cores, where it does not say it itself,
 * and how many there are. */
void node_table_work_out_cores(struct table_walk *walk);

/* What the values of the column are: the largest; and all, with those that are in the same unit. */
double node_table_largest(const struct table_walk *walk, const struct metric_column *column);
struct site_values node_table_values_of(struct table_walk *walk, struct metric_column *column);

/* Whether a column is a counter that grows; and, of a column that is aligned else, makes a counter
 * of it where its name and its values are those of one. */
bool node_table_has_counters(struct table_walk *walk);
void node_table_settle_counter(struct table_walk *walk, struct metric_column *column,
                               const struct site_values *values);

/* Where columns of the memory of nodes say no unit, they have the kernel's by their names, or the
 * one in which nodes have as much. */
void node_table_settle_memory_units(struct table_walk *walk);

/* Memory in use, worked out of whatever says what there is, is free or holds files: its place in
 * rows, once the columns are known; and, once they are aligned, its column. */
void node_table_reserve_memory(struct table_walk *walk);
void node_table_work_out_memory(struct table_walk *walk);

/* What is said of a column whose unit is not of the metric that it names. */
#define NODE_TABLE_MISFIT "the unit does not fit %s: shown as a metric of its own"

/* Before all else is aligned: ratios by their names become percent. */
void node_table_settle_ratios(struct table_walk *walk);

/* Modes of the processors' time: which columns are of them, once all are known; and, before the
 * columns are aligned, what they count in. What turns out to be shares, or counters, of all of the
 * time becomes percent; what may be either, or has no total, becomes a metric of its own. */
void node_table_find_modes(struct table_walk *walk);
void node_table_settle_modes(struct table_walk *walk);

/* Once all rows are read: settles the columns, and adds hosts and their GPUs to the dataset.
 * Returns how many samples there are of hosts. */
long long node_table_take_hosts(struct table_walk *walk);

#endif
