/* What columns of a table are, recognised by their names. */
#ifndef INPUT_TASKS_TABLE_COLUMNS_H
#define INPUT_TASKS_TABLE_COLUMNS_H

#include "input/text/amount.h"
#include "input/text/csv_scan.h"

/* Texts first, then numbers. */
enum table_meaning {
    TABLE_STEP,
    TABLE_TASK,
    TABLE_ID,
    TABLE_NODE,
    TABLE_OUTCOME,
    TABLE_TEXTS,
    TABLE_ATTEMPT = TABLE_TEXTS,
    TABLE_EXIT_CODE,
    TABLE_SIGNAL,  /* that ended it; 0: none */
    TABLE_SUCCESS, /* 1: it succeeded, 0: it failed */
    TABLE_FAILURE, /* 1: it failed, 0: it succeeded */
    TABLE_SUBMIT,
    TABLE_START,
    TABLE_END,
    TABLE_ELAPSED,
    TABLE_CPU,
    TABLE_CPU_USER, /* with TABLE_CPU_SYSTEM, in place of TABLE_CPU */
    TABLE_CPU_SYSTEM,
    TABLE_CORES,
    TABLE_CORES_USED, /* on average: CPU time ÷ elapsed */
    TABLE_MEMORY,
    TABLE_REQUESTED_MEMORY,
    TABLE_REQUESTED_TIME,
    TABLE_REQUESTED_CORES,
    TABLE_READ,
    TABLE_WRITTEN,
    TABLE_BANDWIDTH,
    TABLE_MEANINGS,
    TABLE_ATTRIBUTE = TABLE_MEANINGS,
};

struct table_column {
    const char *name;
    enum table_meaning meaning;
    double scale; /* of a number alone; NaN when no unit is said and the meaning has several */
    bool rss;     /* named after getrusage's maxrss, which counts kB */
};

struct table_columns {
    bool benchmark; /* of Snakemake */
    bool joblog;    /* of GNU parallel: a joblog, or results */
    bool timed;     /* has the words of time(1), which may mean other things: see below */
    bool sums;      /* table_columns_are_sums, or table_columns_are_profile */
    struct table_column *items;
    size_t count;
    size_t at[TABLE_MEANINGS]; /* the column that is it, or count */
};

/* Names that the mapping has are taken as what it says. */
void table_columns_make(struct table_columns *columns, const char *const *names, size_t count,
                        const struct column_mapping *mapping, size_t mapping_count,
                        struct arena *arena);

/* The same without what names mean in tables of a known program: recognised by their cells. */
void table_columns_make_plain(struct table_columns *columns, const char *const *names, size_t count,
                              const struct column_mapping *mapping, size_t mapping_count,
                              struct arena *arena);

/* What its cells hold; AMOUNT_NUMBER of texts, too. */
enum amount table_amount_of(enum table_meaning meaning);

/* Whether the name is one of table_names.def, with or without a unit behind. */
bool table_columns_knows(const char *meaning);

/* Whether a column of that name holds the step, the kind or the id of a task. */
bool table_columns_names_task(const char *name);

/* The column is no task's kind but its number: recognised by its cells. */
void table_columns_take_task_as_id(struct table_columns *columns);

/* The column is no step but the number of a row: recognised by its cells. */
void table_columns_take_step_as_id(struct table_columns *columns);

/* The column is no run time but a moment: recognised by its cells. */
void table_columns_take_elapsed_as_start(struct table_columns *columns);

/* The column of that meaning, of which there is one, is an attribute: recognised by its cells. */
void table_columns_take_as_attribute(struct table_columns *columns, enum table_meaning meaning);

/* Whether a row sums up many calls or launches of a function, as profilers print them: how many
 * there were, and how long they took on average. */
bool table_columns_are_sums(const char *const *names, size_t count);
/* Whether a row is of the samples of a step on a node, as sh5util extracts them from profiles. */
bool table_columns_are_profile(const char *const *names, size_t count);

/* Whether it looks like records of tasks: a measure of a task together with what names it, or two
 * measures; and no column of sums over tasks. */
bool table_columns_are_tasks(const struct table_columns *columns);
/* Whether they hold more of a task than its names, times and memory. */
bool table_columns_say_more(const struct table_columns *columns);

#endif
