/* What kinds of task are called in figures, findings and on pages, where most of their names are
 * long and begin alike ("NFCORE_SAREK:SAREK:FASTQC"): by what tells them apart. Result tables keep
 * the whole names. */
#ifndef TABLE_KIND_NAMES_H
#define TABLE_KIND_NAMES_H

#include "table/table.h"

struct kind_names {
    const char *prefix; /* with which most kinds begin; not ended by NUL */
    size_t most, all;   /* how much of it is left out of names that begin so; of all others */
};

void kind_names_make(struct kind_names *names, const struct tables *tables);

/* The name without what it has in common with most others: an end of it, or the name itself where
 * it is none of a kind. NULL stays NULL. */
const char *kind_name_shown(const struct kind_names *names, const char *name);

/* Whether a column of this name holds kinds in every table. */
bool column_is_of_kinds(const char *column);

#endif
