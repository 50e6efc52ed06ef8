/* What the two files of a ClusterCockpit job archive have in common. */
#ifndef INPUT_NODES_CLUSTERCOCKPIT_H
#define INPUT_NODES_CLUSTERCOCKPIT_H

#include <stdbool.h>

#include "input/text/unit.h"
#include "table/dataset.h"

struct cockpit_metric {
    struct unit unit;
    enum metric_kind kind;
    bool mended; /* the archive's unit is wrong and was put right */
};

/* What a metric's values are. Archives label mem_used, which is a level, as a rate in B/s. */
struct cockpit_metric cockpit_metric_of(struct arena *arena, const char *name, const char *base,
                                        const char *prefix);
/* The number of the metric in the dataset, described there. */
uint32_t cockpit_add_metric(struct dataset *dataset, const char *name, const char *scope,
                            const struct cockpit_metric *meaning);

/* Decimals that a number was written with, at least 0: "17.98" 2, "1e-05" 5. */
int cockpit_decimals(const char *text, size_t size);
/* How exact a value with so many decimals is, in the base unit: the archive writes all of a
 * metric's statistics with the same decimals and leaves zeros at the end away. */
double cockpit_step(int decimals, double scale);

#endif
