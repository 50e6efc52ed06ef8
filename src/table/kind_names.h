/* What kinds of task are called in figures, findings and on pages, where most of their names are
 * long and begin alike ("NFCORE_SAREK:SAREK:FASTQC"): by what tells them apart. Result tables keep
 * the whole names. */
#ifndef TABLE_KIND_NAMES_H
#define TABLE_KIND_NAMES_H

#include "table/table.h"
#include "util/arena.h"

/* Code points of a label, where that is enough to tell kinds apart. */
enum { KIND_LABEL_LENGTH = 17 };

struct kind_label {
    const char *shown, *label;
};

/* All of the report, so that a kind has one label in it, and a label is of one kind. Zeroed: names
 * are shown as they are. */
struct kind_names {
    const char *prefix; /* with which most kinds begin; not ended by NUL */
    size_t most, all;   /* how much of it is left out of names that begin so; of all others */
    const struct kind_label *labels; /* by name, of all whose names are longer than a label */
    size_t label_count;
};

void kind_names_make(struct kind_names *names, const struct tables *tables, struct arena *arena);

/* The name without what it has in common with most others: an end of it, or the name itself where
 * it is none of a kind. NULL stays NULL. */
const char *kind_name_shown(const struct kind_names *names, const char *name);

/* What a shown name is called where there is no room for it: NULL when it is no kind's, or short
 * enough. */
const char *kind_label(const struct kind_names *names, const char *shown);

/* A shown name with at most `most` code points as it is; else its label, or, when it is no kind's,
 * without its middle. Clean UTF-8; NULL stays NULL. */
const char *kind_name_within(const struct kind_names *names, const char *shown, size_t most,
                             struct arena *arena);

/* Whether a column of this name holds kinds in every table. */
bool column_is_of_kinds(const char *column);

#endif
