/* The table `samples` of exports: all samples of metrics of nodes, a row each. */
#ifndef EXPORT_SAMPLE_SOURCE_H
#define EXPORT_SAMPLE_SOURCE_H

#include "export/export_source.h"
#include "export/sample_copy.h"

/* Series by series. The dataset still has the metrics and nodes; both live as long as what is
 * returned. */
struct export_source sample_source(const struct sample_copy *copy, const struct dataset *dataset,
                                   struct arena *arena);

#endif
