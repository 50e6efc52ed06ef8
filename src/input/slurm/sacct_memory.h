/* Memory that sacct says was used. */
#ifndef INPUT_SLURM_SACCT_MEMORY_H
#define INPUT_SLURM_SACCT_MEMORY_H

#include "input/slurm/sacct_rows.h"

/* What a MaxRSS without a suffix counts. Slurm writes bytes (sacct --noconvert), which are whole
 * pages of 4096 and at least 2^20 somewhere; all else is its default of kB, with the suffix taken
 * off. */
double sacct_memory_unit(const struct sacct_table *table, struct lines lines);
/* Whether there are columns of memory used. */
bool sacct_has_memory(const struct sacct_table *table);

#endif
