/* sacct's text (--parsable, --parsable2) as rows of fields: which column is what.
 *
 * The columns are known by the header line, by a list of names, or, without both, by the shapes of
 * what stands in them. There is no quoting: separators and line ends may stand in job names,
 * comments and commands. */
#ifndef INPUT_SLURM_SACCT_TABLE_H
#define INPUT_SLURM_SACCT_TABLE_H

#include "input/slurm/slurm_job.h"
#include "input/text/header_again.h"
#include "input/text/lines.h"

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

/* `columns`: names with commas between, for text without a header, or NULL. False when the text is
 * not like sacct's. */
bool sacct_table_make(struct sacct_table *table, const char *text, size_t size, const char *columns,
                      struct arena *arena);

/* The column that fills the slot, or table->count. */
size_t sacct_column_of(const struct sacct_table *table, enum slurm_slot slot);
bool sacct_has_form(const struct sacct_table *table, enum sacct_form form);

/* Lists of resources by their names, but for those that are not read. */
static inline bool sacct_is_of_resources(enum sacct_form form)
{
    return form >= SACCT_AS_ALLOCATED && form <= SACCT_AS_USED_OUT;
}

/* Room that sacct_split needs behind table->count cells. */
enum { SACCT_MORE_CELLS = 64 };

/* Cuts a row into table->count cells. Returns NULL, or why it cannot. Attributes of which nobody
 * knows where they end are empty. */
const char *sacct_split(const struct sacct_table *table, struct text_slice line,
                        struct text_slice *cells);

/* Which of `count` pieces, more than there are columns, belong together: separators stand in users'
 * own words, and the other columns show by their forms where those end (sacct_align.c). */
const char *sacct_align(const struct sacct_table *table, struct text_slice *cells, size_t count);

/* Whether separators may stand in such a column: users' own words. */
bool sacct_is_free(enum sacct_form form);
/* Of a SubmitLine: whether nobody is at a prompt ("sbatch …", "srun" without "--pty"). */
bool sacct_command_runs_alone(struct text_slice command);

/* Joins the line with those behind it that begin no row: commands and comments may hold line ends.
 */
void sacct_join_lines(const struct sacct_table *table, struct lines *lines);

/* "123", "123_7", "123_[1-9%2]", "123+1", with ".batch", ".0" … behind for steps. */
bool sacct_is_id(struct text_slice text);

/* The step of an id, and the id without it: "123_7.batch" → "batch" and "123_7". Empty for a job,
 * in which a dot may stand between brackets: "123_[1,3,...]". */
struct text_slice sacct_step_of(struct text_slice *id);

/* For columns without names: what of Slurm's they look like (sacct_shapes.c). */
bool sacct_guess_columns(struct sacct_table *table, struct lines lines, struct arena *arena);
bool sacct_is_exit(struct text_slice cell);
bool sacct_is_moment(struct text_slice cell);
bool sacct_is_memory(struct text_slice cell);    /* also with a suffix of memory requested */
bool sacct_is_nothing(struct text_slice cell);   /* in a column of anything but users' words */
bool sacct_is_unlimited(struct text_slice cell); /* in one of limits */

/* What a MaxRSS without a suffix counts. Slurm writes bytes (sacct --noconvert), which are whole
 * pages of 4096 and at least 2^20 somewhere; all else is its default of kB, with the suffix taken
 * off. */
double sacct_memory_unit(const struct sacct_table *table, struct lines lines);
/* Whether there are columns of memory used. */
bool sacct_has_memory(const struct sacct_table *table);

/* Sets what the column is by the name of sacct's field; false when there is none such. */
bool sacct_name_column(struct sacct_column *column, const char *name);

#endif
