/* Rows of sacct's text (--parsable, --parsable2) whose columns are known. There is no quoting:
 * separators and line ends may stand in job names, comments and commands. */
#ifndef INPUT_SLURM_SACCT_ROWS_H
#define INPUT_SLURM_SACCT_ROWS_H

#include "input/slurm/sacct_cells.h"
#include "input/text/header_again.h"
#include "input/text/lines.h"

struct sacct_table {
    struct text_slice separator;
    struct sacct_column *columns;
    size_t count;
    size_t rows_from, first_line; /* offset and line number of the first row */
    struct header_names names;
    struct text_slice message; /* the first line before the header that is not blank */
    bool trailing;             /* rows end with a separator */
    bool by_shape;
};

/* The column that fills the slot, or table->count. */
size_t sacct_column_of(const struct sacct_table *table, enum slurm_slot slot);
bool sacct_has_form(const struct sacct_table *table, enum sacct_form form);

/* Room that sacct_split needs behind table->count cells. */
enum { SACCT_MORE_CELLS = 64 };

/* Cuts a row into table->count cells. Returns NULL, or why it cannot. Attributes of which nobody
 * knows where they end are empty. */
const char *sacct_split(const struct sacct_table *table, struct text_slice line,
                        struct text_slice *cells);

/* Joins the line with those behind it that begin no row: commands and comments may hold line ends.
 */
void sacct_join_lines(const struct sacct_table *table, struct lines *lines);

#endif
