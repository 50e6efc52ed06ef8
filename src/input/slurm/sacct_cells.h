/* Cells of sacct's text: the forms that columns of its fields have, and what a cell looks like. */
#ifndef INPUT_SLURM_SACCT_CELLS_H
#define INPUT_SLURM_SACCT_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include "input/slurm/slurm_job.h"
#include "util/text_slice.h"

enum sacct_form {
    SACCT_AS_ID,
    SACCT_AS_STATE,
    SACCT_AS_WORD,        /* without blanks */
    SACCT_AS_PHRASE,      /* "None assigned", "domain users" */
    SACCT_AS_FREE,        /* users' own words: may hold separators */
    SACCT_AS_COMMAND,     /* the same: "sbatch --wrap …" */
    SACCT_AS_PATH,        /* the same: "/home/eva" */
    SACCT_AS_CONSTRAINTS, /* the same: "intel|amd" */
    SACCT_AS_MOMENT,
    SACCT_AS_SECONDS,
    SACCT_AS_CLOCK,
    SACCT_AS_COUNT,
    SACCT_AS_LIMIT,
    SACCT_AS_MINUTES,
    SACCT_AS_REQUESTED,
    SACCT_AS_BYTES,
    SACCT_AS_MEMORY, /* bytes; see sacct_memory_unit */
    SACCT_AS_JOULES,
    SACCT_AS_EXIT,
    SACCT_AS_RESOURCES, /* "cpu=4,mem=16G"; of these, too: */
    SACCT_AS_ALLOCATED,
    SACCT_AS_ASKED,
    SACCT_AS_USED_MOST,
    SACCT_AS_USED_IN,
    SACCT_AS_USED_AVERAGE,
    SACCT_AS_USED_OUT,
    SACCT_AS_OTHER, /* not a field of sacct, as far as is known */
};

struct sacct_column {
    const char *name; /* as in the header, NULL when detected by shape */
    enum slurm_slot slot;
    enum sacct_form form;
};

/* Sets what the column is by the name of sacct's field; false when there is none such. */
bool sacct_name_column(struct sacct_column *column, const char *name);

/* Lists of resources by their names, but for those that are not read. */
static inline bool sacct_is_of_resources(enum sacct_form form)
{
    return form >= SACCT_AS_ALLOCATED && form <= SACCT_AS_USED_OUT;
}

/* Whether separators may stand in such a column: users' own words. */
bool sacct_is_free(enum sacct_form form);

/* "123", "123_7", "123_[1-9%2]", "123+1", with ".batch", ".0" … behind for steps. */
bool sacct_is_id(struct text_slice text);

/* The step of an id, and the id without it: "123_7.batch" → "batch" and "123_7". Empty for a job,
 * in which a dot may stand between brackets: "123_[1,3,...]". */
struct text_slice sacct_step_of(struct text_slice *id);

bool sacct_is_exit(struct text_slice cell);
bool sacct_is_moment(struct text_slice cell);
bool sacct_is_memory(struct text_slice cell);    /* also with a suffix of memory requested */
bool sacct_is_nothing(struct text_slice cell);   /* in a column of anything but users' words */
bool sacct_is_unlimited(struct text_slice cell); /* in one of limits */

#endif
