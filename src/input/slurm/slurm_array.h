/* Tasks of a job array that have not started yet, which Slurm lists in one row: "7_[3-10:2,15%4]".
 */
#ifndef INPUT_SLURM_SLURM_ARRAY_H
#define INPUT_SLURM_SLURM_ARRAY_H

#include "input/text/lines.h"

struct slurm_array {
    struct text_slice job;  /* "7" */
    struct text_slice rest; /* of the list */
    unsigned long next, last, step;
    bool within; /* a range whose next task is `next` */
    bool cut;    /* sacct left tasks out: "7_[3,5,...]" */
};

/* False when the id is of one task. */
bool slurm_array_begin(struct slurm_array *array, struct text_slice id);
/* False behind the last one. What is no number or range is skipped. */
bool slurm_array_next(struct slurm_array *array, unsigned long *task);
/* How many there are, and whether that is all. */
unsigned long slurm_array_count(struct text_slice id, bool *cut);

#endif
