/* Columns of node tables that a site exported from a monitor of its own: what they measure, in
 * what.
 *
 * Such tables say their units in the names ("mem_used_bytes", "net_rx_bytes_per_s"), in brackets,
 * or not at all. Where they do not, the values decide whether they can be in the unit that the
 * metric has; if not, the column is a metric of its own, without unit. */
#ifndef INPUT_NODES_SITE_COLUMNS_H
#define INPUT_NODES_SITE_COLUMNS_H

#include "input/nodes/perfmon_metrics.h"
#include "util/name_index.h"

struct site_column {
    struct perfmon_meaning column;
    bool names_unit;
    bool is_total; /* by the last word of its name alone it is a counter */
    bool is_ratio; /* by its name: of 1, or of as many as there are cores */
};

/* By a dictionary of such tables. */
struct site_column site_column_look_up(const struct perfmon_dictionary *dictionary,
                                       struct arena *arena, const char *name);

/* What a column holds, in the unit of the table. */
struct site_values {
    double largest;      /* 0 where none is above */
    size_t steps, falls; /* between samples that follow each other; to a lower value */
    size_t rises;        /* to a higher one */
    size_t slips;        /* falls by less than a counter falls that is set back */
    size_t drops;        /* of the node that has most: slips, and falls to 0 that stay there */
    bool has_fractions;
    bool are_of_one_core; /* percentages of CPUs contradict the load average as of all cores */
    bool are_shares;      /* of 1: no percentage of the table that names no unit is above 1 */
    const struct name_index *paths; /* of the metrics that the table's columns are */
};
/* Makes of the metric what the values can be, if no other column is that; returns what is to be
 * said of it, or NULL. */
const char *site_column_settle(struct site_column *site, struct arena *arena, const char *name,
                               const struct site_values *values);

/* Makes of it a metric of its own, without unit; what names a mode of the processors' time is not
 * called that any more. */
void site_column_become_own(struct site_column *site, struct arena *arena, const char *name);
/* What is said of those whose unit nobody can tell, and of time beyond all of it. */
extern const char site_column_maybe_share[], site_column_above_100[];

/* Whether it is one of the percentages that decide on are_shares. */
bool site_column_may_be_share(const struct site_column *site);

/* The key of the hardware fact of the node that the column holds; NULL: it is none. */
const char *site_column_hardware(const struct site_column *site, const char *name);
/* Whether its values, in the unit of the table, can be that. */
bool site_column_holds_hardware(const struct site_column *site, const char *key, double largest);

/* A metric that says what is left: of `whole`, a key of hardware facts (NULL: of 100 %), the rest
 * is the metric `used`. */
struct site_rest {
    const char *left, *whole, *used;
};
const struct site_rest *site_rest_of(const char *path); /* NULL: it is none */

#endif
