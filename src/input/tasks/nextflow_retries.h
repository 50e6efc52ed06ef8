/* Which rows of Nextflow's trace are attempts of one task. Each attempt has a task_id and a hash of
 * its own, and the default columns do not number attempts: what failed is tried again under its
 * name, after it ended. */
#ifndef INPUT_TASKS_NEXTFLOW_RETRIES_H
#define INPUT_TASKS_NEXTFLOW_RETRIES_H

#include "input/tasks/nextflow_table.h"
#include "util/interner.h"

#define NEXTFLOW_NO_TRY SIZE_MAX

struct nextflow_attempt {
    uint32_t name; /* 0: nothing tells its task from others of its process */
    enum nextflow_status status;
    bool has_tag;                 /* or an index: names without one may be those of several tasks */
    double attempt;               /* as the trace numbers it, or NaN */
    double submit, end;           /* NaN: not said */
    struct text_slice id;         /* its own */
    size_t next;                  /* the attempt that followed it, or NEXTFLOW_NO_TRY */
    bool follows;                 /* another one */
    struct text_slice aligned_id; /* of all attempts of the task: that of the last, which a run that
                                   resumes names; empty: it is no retry, nor retried */
    double number;                /* of the attempt */
};

struct nextflow_retries {
    struct interner names;
    struct nextflow_attempt *items; /* in the order of the trace */
    size_t count, capacity;
    uint8_t *known_by_name; /* one a name: its attempts are numbered, and nothing else tells them */
    bool any;               /* some task was tried again */
};

void nextflow_retries_init(struct nextflow_retries *retries);
void nextflow_retries_release(struct nextflow_retries *retries);

/* Copies the name; the id must stay. */
void nextflow_retries_add(struct nextflow_retries *retries, struct text_slice name,
                          const struct nextflow_attempt *attempt);

/* To be called once, when all are added. */
void nextflow_retries_settle(struct nextflow_retries *retries);

/* Whether all attempts of that name bear it as their id. */
bool nextflow_retries_by_name(const struct nextflow_retries *retries, size_t number);

#endif
