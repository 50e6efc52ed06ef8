/* What tables that InfluxDB wrote have beside others of node metrics: the measurement that all rows
 * are of, what they are grouped by as tags, "cpu=cpu-total,host=n1", and of processors also rows
 * of all together. */
#ifndef INPUT_NODES_INFLUX_TABLE_H
#define INPUT_NODES_INFLUX_TABLE_H

#include <stdbool.h>

#include "input/nodes/perfmon_metrics.h"
#include "input/text/csv_text.h"

/* What stands behind the tag of a host's name, or of a processor; empty: no tag has one. */
struct text_slice influx_tag_host(struct text_slice tags);
struct text_slice influx_tag_cpu(struct text_slice tags);

/* Whether the processor is all of the host. */
bool influx_is_all_cpus(struct text_slice cpu);
/* Whether the text may hold such a name. */
bool influx_names_all_cpus(const char *text, size_t size);

/* The measurement of the first row, or of all of a result of a query, of the arena; NULL: the table
 * has none, or rows are of several. */
const char *influx_measurement(const struct csv_header *header, const char *text, size_t size,
                               struct arena *arena);
/* "used" of "mem" is mem_used; names that say enough stay. */
const char *influx_column_name(const struct perfmon_dictionary *dictionary, struct arena *arena,
                               const char *measurement, const char *name);

#endif
