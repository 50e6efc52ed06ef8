/* The table `attempts` of exports, which is data/attempts_all.csv.gz, too: all records of tasks
 * with all their columns and attributes, why each failed, and what it left behind. */
#ifndef EXPORT_ATTEMPT_SOURCE_H
#define EXPORT_ATTEMPT_SOURCE_H

#include "export/export_source.h"
#include "table/records.h"
#include "util/short_paths.h"

/* Columns of no input are left out. In the order of the records, which live as long as what
 * is returned; inputs are called as `input_names` says (NULL: by their paths). */
struct export_source attempt_source(const struct records *records,
                                    const struct short_paths *input_names, struct arena *arena);

#endif
