/* The findings of a report as data: for terminals, mails and programs. */
#ifndef PAGE_LISTED_FINDINGS_H
#define PAGE_LISTED_FINDINGS_H

#include <jansson.h>
#include <stddef.h>

#include "table/table.h"
#include "util/arena.h"

/* A row of the table of findings. Texts NULL, numbers NaN: not said. */
struct listed_finding {
    const char *id, *level, *sentence, *advice;
    const char *unit;        /* of value and threshold, a base unit; NULL: ratios and counts */
    double value, threshold; /* what was compared, and with what */
    const char *section;     /* of the report, as an id */
    const char *subject;     /* the node, GPU, task kind … that the sentence names */
};

/* The first ones of the table, `most` at most, with texts on one line each; *count: how many. In
 * the arena, and as long as the tables live. */
const struct listed_finding *listed_findings_of(const struct tables *tables, size_t most,
                                                struct arena *arena, size_t *count);

/* [{"id": "nodes.disk-full", "level": "bad", "value": 1, …}]; null is what is not said. */
json_t *listed_findings_to_json(const struct listed_finding *findings, size_t count,
                                struct arena *arena);
/* The first ones of such a list, whoever wrote it: texts are cleaned. */
const struct listed_finding *listed_findings_from_json(const json_t *list, size_t most,
                                                       struct arena *arena, size_t *count);

#endif
