/* Records of tasks: one a try of a task, in the order of the input.
 *
 * A record has the fixed columns of record_columns.def and any number of attributes, which are what
 * else its source says. A column is kept only in blocks in which some record has a value there, so
 * that what no input has takes no memory. Numbers are in base units, NaN when missing; texts are
 * numbers of the interner, 0 when missing. Blocks hold at most RECORDS_BLOCK_ROWS records.
 *
 * A reader with threads fills one struct records a thread's piece of work and merges them in the
 * order of the input: text and attribute numbers come out in the order of first appearance,
 * whatever the number of threads. Values are moved close together: what a part took is free for the
 * next. */
#ifndef TABLE_RECORDS_H
#define TABLE_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/arena.h"
#include "util/hash_index.h"
#include "util/interner.h"
#include "util/list.h"
#include "util/number.h"

enum { RECORDS_BLOCK_ROWS = 65536, RECORDS_NO_COLUMN = -1 };

/* The kind of tasks to which their source gives no name. */
#define RECORD_NO_NAME "(no name)"
/* The attribute with the name of a task that keeps it when another run resumes this one and repeats
 * the task with an id of its own. */
#define RECORD_TASK_NAME "name"
/* The attribute with the id of an attempt of its own, where the id of the record is that of its
 * task: it leads to what this attempt left behind. */
#define RECORD_ATTEMPT_ID "attempt_id"
/* The attribute of attempts on several nodes at a time: the list of these, in place of a node. */
#define RECORD_NODE_LIST "node_list"

/* The attribute with the number, or the name, of the user who cancelled an attempt. */
#define RECORD_CANCELLED_BY "cancelled_by"
/* The attribute with the names of the limits that an attempt exceeded, joined with commas. */
#define RECORD_LIMITS_EXCEEDED "limits_exceeded"
/* The attribute with the number of nodes of an attempt; and the peak memory of one of its
 * processes, where that is not all that it used. */
#define RECORD_NODES "nodes"
#define RECORD_PROCESS_PEAK "max_rss"

enum record_type { RECORD_NUMBER, RECORD_TEXT, RECORD_ENDING };

enum {
#define RECORD_COLUMN(name, text, type, unit) RECORD_##name##_COLUMN,
#include "table/record_columns.def"
#undef RECORD_COLUMN
    RECORD_FIXED_COLUMNS,
};

/* How an attempt ended, by what its source says of it: the exit code is another matter. */
enum record_ending {
    ENDING_UNSAID, /* the source says nothing: sources that list only what succeeded */
    ENDING_SUCCEEDED,
    ENDING_CACHED, /* not run: an earlier result was taken */
    ENDING_FAILED,
    ENDING_TIMED_OUT,
    ENDING_OUT_OF_MEMORY,
    ENDING_NODE_FAILED,
    ENDING_LOST,      /* the worker or the run went away */
    ENDING_PREEMPTED, /* lost, too: the scheduler wanted its place */
    ENDING_REQUEUED,  /* put back into the queue: what it did is lost only where nothing saved it */
    ENDING_DEADLINE,  /* not done at the moment that was set for it; its time limit is another */
    ENDING_CANCELLED,
    ENDING_UNFINISHED, /* waiting or running when the source was written */
    ENDING_UNKNOWN,    /* the source says a word that nobody defines: never taken as success */
    ENDINGS
};

/* Whether a batch system does not start a job again that ended so, unless somebody asks for it:
 * some are set up to requeue jobs that failed. */
static inline bool record_ending_is_final(enum record_ending ending)
{
    return ending == ENDING_SUCCEEDED || ending == ENDING_CANCELLED || ending == ENDING_TIMED_OUT ||
           ending == ENDING_OUT_OF_MEMORY || ending == ENDING_DEADLINE;
}

struct records_column {
    const char *name, *unit;
    enum record_type type;
};

/* One column of a block; NULL when none of its records has a value there. */
union record_values {
    void *any;
    double *numbers;
    uint32_t *texts;
    uint8_t *endings;
};

struct records_block {
    size_t rows, capacity;
    uint32_t source;             /* of struct records: one a run */
    bool aligned;                /* came from a part: holds no more than it does */
    union record_values *values; /* column_count of them */
    size_t column_count;         /* columns known when the block was last written; others: none */
};

/* What a worker has that runs tasks; 0: not known. Bytes. */
struct record_worker {
    double cores, gpus, memory, disk;
};

/* Where records come from: a file, or one of several runs in a file. Ids of tasks mean something
 * within their source only, and in those of the same run; ids of jobs, which a batch system gives,
 * mean the same in all of its exports, which are of one run. */
struct records_source {
    const char *path;
    uint32_t run;   /* the first source of it; itself, where none is known to */
    bool has_queue; /* its records are jobs of a batch system, which start when it is their turn */
    bool has_job_ids;   /* their ids are the batch system's own, not those of a workflow */
    bool lacks_kinds;   /* it names no task kinds: the name of its file is taken as one */
    bool lacks_columns; /* some were left out: its records may differ in them */
    double makespan_s;  /* of the run, as it says; NaN when not said */
    double end;         /* of what it tells, in Unix seconds, which may be later than its records:
                           what was waiting or running then went on until then; NaN when not said */
    struct record_worker largest; /* of each the most that any one of its workers had */
};

/* A value that the source published about a group of its records. */
struct published_summary {
    const char *step, *task; /* NULL when not said */
    const char *quantity;    /* "quanta", "mem_GB_p050" … as published */
    double value;
};

/* The task with the id `task` starts when the one with the id `input` has ended. Numbers of texts;
 * ids are those of the source; or, with RECORD_ANY_SOURCE, numbers of a Makeflow's rules, which its
 * records, of whatever source, have in the attribute RECORD_MAKEFLOW_NODE. There may be no such
 * record. */
struct record_dependency {
    uint32_t source, task, input;
};
#define RECORD_ANY_SOURCE UINT32_MAX
#define RECORD_MAKEFLOW_NODE "makeflow_node"

/* The column of large blocks that have no other text. */
struct records_constant {
    uint32_t *texts;
    size_t rows;
};

struct records {
    struct arena arena, aligned; /* aligned: the values of such blocks */
    struct interner texts;
    struct records_column *columns; /* the fixed ones first */
    size_t column_count, column_capacity;
    struct hash_index attributes; /* private: numbers of columns */
    struct records_block *blocks;
    size_t block_count, block_capacity;
    void **adopted; /* private: values of parts that were left where they are */
    size_t adopted_count, adopted_capacity;
    LIST_OF(struct records_constant) constants; /* private: by text */
    struct records_source *sources;
    size_t source_count, source_capacity;
    struct published_summary *summaries;
    size_t summary_count, summary_capacity;
    struct record_dependency *dependencies;
    size_t dependency_count, dependency_capacity;
    size_t rows;      /* of all blocks */
    size_t backwards; /* of them, as read: that ended before they started, */
    size_t timeless;  /* and of these: that do not say how long they took either */
    uint32_t *latest; /* private: a column's text in the record before */
    size_t latest_capacity;
};

void records_init(struct records *records);
void records_release(struct records *records);

/* Records added from now on belong to a new source. Without any call there is one without a path.
 */
void records_begin_source(struct records *records, const char *path);
/* Says that records of the source begun last are jobs of a batch system, with its ids, and whether
 * a block's are. */
void records_mark_queue(struct records *records);
/* Says that ids mean the same in two sources, and in those of the same runs. */
void records_join_runs(struct records *records, uint32_t left, uint32_t right);
/* Says that the source begun last names no task kinds. */
static inline void records_mark_lack_of_kinds(struct records *records)
{
    records->sources[records->source_count - 1].lacks_kinds = true;
}
/* Says until when the source begun last tells what happened: see its `end`. */
static inline void records_mark_end(struct records *records, double end)
{
    records->sources[records->source_count - 1].end = end;
}
/* Says what its workers had at most, each of them alone. */
static inline void records_mark_largest_worker(struct records *records, struct record_worker worker)
{
    records->sources[records->source_count - 1].largest = worker;
}
/* Says that not all that the source begun last says of its records was kept. */
static inline void records_mark_lack_of_columns(struct records *records)
{
    records->sources[records->source_count - 1].lacks_columns = true;
}
static inline bool records_have_queue(const struct records *records,
                                      const struct records_block *block)
{
    return records->sources[block->source].has_queue;
}

/* The number of the attribute of that name, added when new; RECORDS_NO_COLUMN from _find when there
 * is none. Fixed columns are not found by name. An attribute that two inputs give different types
 * is two attributes. */
int records_attribute(struct records *records, const char *name, enum record_type type);
int records_find_attribute(const struct records *records, const char *name, enum record_type type);
/* The base unit of an attribute that has none yet. */
void records_set_unit(struct records *records, int column, const char *unit);

/* Adds a record without any value; the put functions fill the record added last. A missing value
 * need not be put. */
void records_add(struct records *records);
static inline void records_put_number(struct records *records, int column, double number);
void records_put_text(struct records *records, int column, const char *text, size_t size);
void records_put_ending(struct records *records, enum record_ending ending);

/* Between tasks of the source begun last. */
void records_add_dependency(struct records *records, const char *task, const char *input);

void records_add_summary(struct records *records, struct published_summary summary);

/* Moves everything from `part` behind what is in `records`; `part` is empty afterwards and still to
 * be released. */
void records_merge(struct records *records, struct records *part);

/* Adds so many records, at most RECORDS_BLOCK_ROWS, to a struct records that has none. Their values
 * are filled column by column: these are for the caller to set, all of them, where they are asked
 * for. */
void records_add_many(struct records *records, size_t count);
double *records_fill_numbers(struct records *records, int column);
uint32_t *records_fill_texts(struct records *records, int column);
/* The number of a text, for records_fill_texts; 0 of an empty one. */
uint32_t records_text_number(struct records *records, const char *text, size_t size);

/* Takes out the records whose number, from 0 on, is marked. */
void records_drop(struct records *records, const uint8_t *marked);

/* A record's place, as long as none is added or taken out. */
struct record_at {
    size_t block, row;
};
/* Gives a record what it does not say and another one says. */
void records_fill(struct records *records, struct record_at filled, struct record_at other);

static inline union record_values records_values(const struct records_block *block, int column)
{
    return column >= 0 && (size_t)column < block->column_count ? block->values[column]
                                                               : (union record_values){NULL};
}

/* A block's values of a column, NULL when it has none. Here, as analyses ask it of each record. */
static inline const double *records_numbers(const struct records_block *block, int column)
{
    return records_values(block, column).numbers;
}

static inline const uint32_t *records_texts(const struct records_block *block, int column)
{
    return records_values(block, column).texts;
}

static inline const uint8_t *records_endings(const struct records_block *block)
{
    return records_values(block, RECORD_ENDING_COLUMN).endings;
}

/* Of one row; missing, 0 where the block has no such column. */
static inline double records_number_at(const struct records_block *block, int column, size_t row)
{
    const double *numbers = records_numbers(block, column);
    return numbers ? numbers[row] : NUMBER_MISSING;
}

static inline uint32_t records_text_at(const struct records_block *block, int column, size_t row)
{
    const uint32_t *texts = records_texts(block, column);
    return texts ? texts[row] : 0;
}

/* Whether any record has a value in the column. */
bool records_has(const struct records *records, int column);

const char *records_text(const struct records *records, uint32_t number);

/* ---- for the files that make and move blocks, and for what is done for each value ---- */

/* The values of the latest block's column, which is made when it has none. */
union record_values records_make_values(struct records *records, size_t column);

static inline union record_values records_latest_values(struct records *records, int column)
{
    union record_values values = records_values(&records->blocks[records->block_count - 1], column);
    return values.any ? values : records_make_values(records, (size_t)column);
}

static inline size_t records_latest_row(const struct records *records)
{
    return records->blocks[records->block_count - 1].rows - 1;
}

static inline void records_put_number(struct records *records, int column, double number)
{
    if (!number_is_missing(number))
        records_latest_values(records, column).numbers[records_latest_row(records)] = number;
}

/* Bytes of one value. */
static inline size_t records_value_size(enum record_type type)
{
    return type == RECORD_NUMBER ? sizeof(double)
           : type == RECORD_TEXT ? sizeof(uint32_t)
                                 : sizeof(uint8_t);
}

/* Values of aligned blocks are those of all records. */
static inline void records_block_release(struct records_block *block)
{
    for (size_t i = 0; i < block->column_count && !block->aligned; i++)
        free(block->values[i].any);
    free(block->values);
}

#endif
