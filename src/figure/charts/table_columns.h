/* Whether a definition's columns are those of its table, what its kind of chart asks for, and
 * whether they hold anything. */
#ifndef FIGURE_CHARTS_TABLE_COLUMNS_H
#define FIGURE_CHARTS_TABLE_COLUMNS_H

#include <stdbool.h>

#include "figure/charts/chart.h"

struct object; /* of a definition: json_object.h */

/* False with the error set when the table, a column or a role is unknown or one is missing. */
bool plot_columns_check(const struct object *object, const struct plotspec *spec);

/* Whether there is a value at all of each number that its kind of chart asks for. */
bool table_has_values(const struct chart_request *request);

/* Whether the column that the definition names in `unless` has a number wherever the role "value"
 * has one: another figure shows it, and more. */
bool table_is_superseded(const struct chart_request *request);

#endif
