/* Names of metrics of nodes that one monitor alone uses in its own meaning: what they are. */
#ifndef INPUT_NODES_MONITOR_NAMES_H
#define INPUT_NODES_MONITOR_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct monitor_name {
    const char *name;
    const char *means; /* as a column of a site's own table would say it */
    bool is_ratio;     /* of 1, or of as many as there are cores */
};
/* NULL: it is none of these. */
const struct monitor_name *monitor_name_find(const char *name);

/* Whether names of its kind are ratios: "docker.cpu.total.pct" of Metricbeat, whose percentages
 * all are. */
bool monitor_name_is_ratio(const char *name);

#endif
