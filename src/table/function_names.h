/* What functions of traces are called in figures, on pages and in findings: C++ names without their
 * argument lists, which are long and useless, unless two would be called the same. Tables keep all.
 */
#ifndef TABLE_FUNCTION_NAMES_H
#define TABLE_FUNCTION_NAMES_H

#include "table/table.h"
#include "util/arena.h"

/* "void scale<float>(float*, long)" → "scale<float>". NULL stays NULL, and so does what is no
 * function of the table `functions`. */
struct function_names {
    const struct tables *tables;
    struct arena *arena;
    const char **shown; /* of each row of `functions`; NULL: the name itself */
};

void function_names_make(struct function_names *names, const struct tables *tables,
                         struct arena *arena);
const char *function_name_shown(const struct function_names *names, const char *name);

/* The same names of all functions, for what is cut to stay distinct among; returns how many. */
size_t function_names_all(const struct function_names *names, const char *const **all);

/* Whether a column of this name holds functions. */
bool column_is_of_functions(const char *column);

#endif
