/* A panel of lanes: what ran where over time, and of which kind it was. */
#ifndef FIGURE_CHARTS_LANES_H
#define FIGURE_CHARTS_LANES_H

#include "figure/charts/table_rows.h"

struct lanes {
    const char *const *nodes, *const *kinds;
    const double *lane, *slot, *start, *end, *tasks, *failed;
    const double *running;  /* mean number at a time */
    const double *instants; /* over 0: no interval, but a moment of instants */
    double *most_running;   /* of each lane, at least 1 */
    double *below;          /* of each row: the number of what lies below it in its interval */
    bool has_slots_only;
    size_t count;                /* of intervals */
    const double *nodes_in_lane; /* several may share one */
    double first_lane;           /* its number in the table */
    size_t lane_count, node_count;
    double first, last; /* of all */
};

/* False when the rows hold none. */
bool lanes_read(const struct table_rows *rows, struct lanes *lanes);

/* Fills the panel but for its time axis; returns its height. */
double lanes_make_panel(const struct table_rows *rows, const struct lanes *read,
                        struct panel *panel);

/* "1,234 attempts in 48 lanes on 12 workers". */
const char *lanes_text(const struct table_rows *rows, const struct lanes *read);
/* What a lane is. */
const char *lanes_note(const struct table_rows *rows, const struct lanes *read);

#endif
