/* Rows of sacct's text with more pieces than columns. */
#ifndef INPUT_SLURM_SACCT_ALIGN_H
#define INPUT_SLURM_SACCT_ALIGN_H

#include "input/slurm/sacct_cells.h"

/* Which of `count` pieces, more than there are columns, belong together: separators stand in users'
 * own words, and the other columns show by their forms where those end. Puts a cell a column into
 * `pieces`; those of which nobody knows where they end are empty. NULL, or why it cannot. */
const char *sacct_align(const struct sacct_column *columns, size_t column_count,
                        struct text_slice *pieces, size_t count);

/* Of a SubmitLine: whether nobody is at a prompt ("sbatch …", "srun" without "--pty"). */
bool sacct_command_runs_alone(struct text_slice command);

#endif
