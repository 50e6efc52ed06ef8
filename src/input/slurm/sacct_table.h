/* sacct's text (--parsable, --parsable2) as rows of fields: which column is what.
 *
 * The columns are known by the header line, by a list of names, or, without both, by the shapes of
 * what stands in them. */
#ifndef INPUT_SLURM_SACCT_TABLE_H
#define INPUT_SLURM_SACCT_TABLE_H

#include "input/slurm/sacct_rows.h"

/* `columns`: names with commas between, for text without a header, or NULL. False when the text is
 * not like sacct's. */
bool sacct_table_make(struct sacct_table *table, const char *text, size_t size, const char *columns,
                      struct arena *arena);

#endif
