/* Columns of sacct detected by what is in them. */
#ifndef INPUT_SLURM_SACCT_SHAPES_H
#define INPUT_SLURM_SACCT_SHAPES_H

#include "input/slurm/sacct_rows.h"

/* For columns without names: sets what of Slurm's they look like; false: they do not. */
bool sacct_guess_columns(struct sacct_table *table, struct lines lines, struct arena *arena);

#endif
