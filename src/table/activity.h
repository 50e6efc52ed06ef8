/* What programs did, moment by moment, and what devices measured meanwhile, as sources wrote it.
 *
 * A span is something that ran: a function on a chunk of data, an event of a task. An end is one
 * side of a span whose other side stands elsewhere; the analysis pairs them. Holdings are what a
 * worker had in memory. Marks are moments that a program marked. Device samples are what a GPU
 * measured. Texts are numbers of the interner, 0 when not said. Rows are in the order of the
 * sources.
 *
 * Times are seconds of the clock of their source: Unix time; a clock of the host's own, which
 * starts anywhere and cannot be compared with other hosts' until an offset to Unix time is known;
 * or one clock that all hosts of the source share, which starts anywhere as well.
 */
#ifndef TABLE_ACTIVITY_H
#define TABLE_ACTIVITY_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/interner.h"

enum activity_clock { ACTIVITY_CLOCK_UNIX, ACTIVITY_CLOCK_HOST, ACTIVITY_CLOCK_SHARED };

/* Where something happened and to what: host; lane: the worker, thread or device on it; job, task:
 * ids of the source's own. */
struct activity_subject {
    uint32_t host, lane, name, job, task;
};

struct activity_span {
    double start, duration; /* s; duration ≥ 0 */
    double bytes;           /* size of the result, NaN when not said */
    struct activity_subject subject;
    bool is_annotation; /* names a stretch of its lane in which others run: no work of its own */
};

/* How the other end of a span is found. */
enum span_pairing {
    PAIRED_BY_TASK, /* the end of the same host, name, job and task: an event of a task */
    PAIRED_ASYNC,   /* the same, of a program's trace */
    PAIRED_NESTED,  /* the innermost that is open on the same host and lane */
};
enum span_side { SPAN_START, SPAN_STOP };

struct span_edge {
    double time;
    struct activity_subject subject;
    uint8_t side, pairing; /* enum span_side, enum span_pairing */
};

/* Ends from `end` on stand in lines of their own, the first in `line`, until another of these or
 * the end of the source. */
struct activity_end_line {
    size_t end, line;
};

struct activity_memory_sample {
    double time;
    uint32_t host, lane;
    uint32_t tasks; /* whose results the worker holds */
};

struct activity_mark {
    double time;
    uint32_t host, lane, name;
};

enum device_metric {
#define DEVICE_METRIC(name, text, label, unit, least, most) DEVICE_##name,
#include "table/device_metrics.def"
#undef DEVICE_METRIC
    DEVICE_METRICS
};

struct device_metric_row {
    const char *name, *label, *unit;
    double least, most; /* further numbers would spoil all sums that they are in */
};
extern const struct device_metric_row device_metric_rows[DEVICE_METRICS];
/* Of "gpu.power", as tables that are of nodes, too, call the metric; NULL: none is called so. */
const struct device_metric_row *device_metric_called(const char *metric);

/* When which GPU was looked at; what it measured stands in columns (sample_values below), for of
 * all that GPUs can measure most sources have a few. */
struct device_sample {
    double time;
    uint32_t host, device; /* device: its number in struct activity */
};

/* A GPU, whatever host it is in: identified by serial number, else UUID, else index, each of which
 * is looked up among its own kind. */
struct activity_device {
    uint32_t serial, uuid, index; /* texts; index: with the host, "HOST 0" */
    double memory_B;              /* how much it has; 0: not said */
};

/* That a source has an error in place of what a GPU measured. */
struct device_fault {
    double time; /* Unix time */
    uint32_t host, device;
    uint32_t error;   /* text: "GPU is lost" */
    uint32_t metrics; /* a bit for each enum device_metric that it stands for */
    bool is_whole;    /* nothing of the sample was measured */
    bool is_lost;     /* the error says that the GPU is gone until it is reset */
};

/* That the GPU is in the host (no task), or that the task ran on it. */
struct device_place {
    uint32_t host, job, task, device;
};

/* Numbers and texts that a source says of a task: "x", "y", "level". */
struct task_attribute {
    uint32_t job, task, name;
    double value;
};

/* The result of `input` goes into `task`. The same pair may stand there twice, said by either. */
struct task_dependency {
    uint32_t task, input;
};

/* What a task's latest run gave: texts, 0 when not said: "(64, 64)", "float32",
 * "cupy.ndarray". */
struct task_result {
    uint32_t task, shape, dtype, type;
};

struct clock_offset {
    uint32_t host;
    double offset_s; /* Unix time less the host's clock; a host may have many, the median counts */
};

/* The rows that one input gave: from `first`, `count` of them. */
struct activity_rows {
    size_t first, count;
};
struct activity_source {
    const char *path;
    enum activity_clock clock;
    double origin; /* what times of the rows count from, in whole seconds of the clock; 0 but where
                      the source knows times more exactly than one double can */
    bool has_processes; /* hosts are processes, lanes their threads, told by ids or names that those
                           of another source may have as well */
    bool is_whole;      /* nothing of the same path continues it */
    double memory_B;    /* of a device without a name of its own, where the source says no host; 0:
                           not said */
    struct activity_rows spans, ends, memory_samples, samples, marks, faults;
};

struct activity {
    struct interner texts;
    struct arena arena;
    struct activity_source *sources;
    size_t source_count, source_capacity;
    struct activity_span *spans;
    size_t span_count, span_capacity;
    struct span_edge *ends;
    size_t end_count, end_capacity;
    struct activity_end_line *end_lines; /* private */
    size_t end_line_count, end_line_capacity;
    struct activity_memory_sample *memory_samples;
    size_t memory_sample_count, memory_sample_capacity;
    struct device_sample *samples;
    float *sample_values[DEVICE_METRICS]; /* of each sample; NULL: no source measures it */
    size_t sample_count, sample_capacity;
    struct activity_mark *marks;
    size_t mark_count, mark_capacity;
    struct activity_device *devices;
    size_t device_count, device_capacity;
    struct named_device *named_devices; /* private: by text */
    size_t named_device_capacity;
    struct device_place *places;
    size_t place_count, place_capacity;
    struct task_attribute *attributes;
    size_t attribute_count, attribute_capacity;
    struct task_dependency *dependencies;
    size_t dependency_count, dependency_capacity;
    struct task_result *results; /* in the order of the runs */
    size_t result_count, result_capacity;
    struct clock_offset *offsets;
    size_t offset_count, offset_capacity;
    struct device_fault *faults;
    size_t fault_count, fault_capacity;
};

void activity_init(struct activity *activity);
void activity_release(struct activity *activity);

/* What is added from now on belongs to a new source. Must come before anything is added. */
void activity_begin_source(struct activity *activity, const char *path, enum activity_clock clock);

uint32_t activity_number(struct activity *activity, const char *text,
                         size_t size);                                       /* 0 when empty */
const char *activity_text(const struct activity *activity, uint32_t number); /* NULL for 0 */

void activity_add_span(struct activity *activity, struct activity_span span);
void activity_add_end(struct activity *activity, struct span_edge end);
/* The line of the end that is added next, and, one each, of those behind it. */
void activity_note_end_line(struct activity *activity, size_t line);
/* 0 when not said. */
size_t activity_line_of_end(const struct activity *activity, const struct activity_source *source,
                            size_t end);
void activity_add_memory_sample(struct activity *activity, struct activity_memory_sample holding);
/* As a sample keeps it; NaN when no GPU can measure it. */
float device_metric_value(enum device_metric metric, double number);
/* The kept number: of up to seven digits it is what the source wrote, 131.55 and not
 * 131.5500030517578; of whole millions, as of MHz, 2619000000 and not 2619000064. */
static inline double device_metric_number(float value)
{
    const float whole_below = 0x1p62F, exact_below = 0x1p24F;
    if (fabsf(value) < exact_below && (float)(int32_t)value == value)
        return (double)value; /* as the rest would say, at a tenth of the time */
    if (fabsf(value) < whole_below && (float)(int64_t)value == value) {
        double millions = rint((double)value / 1e6) * 1e6;
        return (float)millions == value ? millions : (double)value;
    }
    for (double parts = 1e3; parts <= 1e6 && !isnan(value); parts *= 10) {
        double number = rint((double)value * parts) / parts;
        if ((float)number == value)
            return number;
    }
    return (double)value;
}
static inline void device_values_clear(float values[DEVICE_METRICS])
{
    for (int i = 0; i < DEVICE_METRICS; i++)
        values[i] = NAN;
}
/* `values`: of each metric, NaN when not measured. */
void activity_add_sample(struct activity *activity, struct device_sample sample,
                         const float values[DEVICE_METRICS]);
void activity_set_value(struct activity *activity, size_t sample, enum device_metric metric,
                        float value);
/* NaN when the sample does not have it. */
static inline float activity_value(const struct activity *activity, size_t sample,
                                   enum device_metric metric)
{
    const float *values = activity->sample_values[metric];
    return values ? values[sample] : NAN;
}
bool activity_values_are_equal(const struct activity *activity, size_t left, size_t right);
/* Of the sample `from`, with all it measured, in the place of `to`. */
void activity_move_sample(struct activity *activity, size_t to, size_t from);
/* The rows of `samples` were sorted, each was order[row] before: their values follow. No room is
 * left behind the last. */
void activity_order_values(struct activity *activity, const uint32_t *order, int jobs);
void activity_merge_samples(struct activity *activity, const struct activity *part); /* private */
void activity_add_fault(struct activity *activity, struct device_fault fault);
void activity_add_mark(struct activity *activity, struct activity_mark mark);
void activity_add_attribute(struct activity *activity, struct task_attribute attribute);
void activity_add_dependency(struct activity *activity, struct task_dependency dependency);
void activity_add_result(struct activity *activity, struct task_result result);
void activity_add_offset(struct activity *activity, struct clock_offset offset);

void activity_add_place(struct activity *activity, struct device_place place);

/* The number of the GPU, added when new; what is known of it is filled in. */
uint32_t activity_device(struct activity *activity, struct activity_device device);
/* Its serial number, else its index ("HOST 0"), else its UUID. */
const char *activity_device_name(const struct activity *activity, size_t device);
/* As nodes that are GPUs are called, "gpu-0.HOST", by such an index; NULL: it names no host. */
const char *device_node_name(struct arena *arena, const char *index);
/* After all is read: adds the beginning of the UUID, as much as tells them apart, to indices that
 * several GPUs without a serial number have ("1 (GPU-8f6b5c8e)"), as of two nodes without names.
 */
void activity_tell_devices_apart(struct activity *activity);

/* Moves everything from `part` behind what is in `activity`; `part` is empty afterwards. A source
 * of `part` with the path and clock of the last source of `activity` continues it, so that a file
 * read in pieces stays one source, unless that one is whole. */
void activity_merge(struct activity *activity, struct activity *part);

#endif
