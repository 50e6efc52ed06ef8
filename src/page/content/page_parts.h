/* What several pages say in the same words. All texts live in the arena given. */
#ifndef PAGE_CONTENT_PAGE_PARTS_H
#define PAGE_CONTENT_PAGE_PARTS_H

#include "page/content/page.h"
#include "table/rows.h"
#include "util/arena.h"

/* Text from data, safe and at most `most` letters; NULL stays NULL. */
const char *plain_text(struct arena *arena, const char *text, size_t most);
/* "left · right", or the one that is there. */
const char *text_joined(struct arena *arena, const char *left, const char *right);
/* What a report is called: "Job 731200 · label"; without names its heading. */
const char *facts_title(const struct facts *facts, const char *heading, struct arena *arena);
/* "90.8 %"; only a whole 1 is "100 %". */
const char *share_text(struct arena *arena, double ratio);
const char *quantity_text(struct arena *arena, double value, const char *unit,
                          enum unit_system units);
/* An amount of energy in kWh or what suits it: "159 kWh". */
const char *energy_text(struct arena *arena, double joules);
/* "1 node", "1,024 nodes". */
const char *count_text(struct arena *arena, double count, const char *one, const char *many);
/* "2020-12-25 21:25 UTC"; NULL when missing. */
const char *moment_text(struct arena *arena, double instant);

/* How many of `count` rows to show when about `most` have room: a single one is not left out. */
size_t shown_rows(size_t count, size_t most);

/* The section under which a figure stands, as an id: "Memory bandwidth" → "memory-bandwidth". Ids
 * of the report's own sections are never given. */
const char *figure_section_id(struct arena *arena, const char *title);

/* The row of a metric in the table of that name; NULL when there is none. */
const struct table *find_metric(const struct tables *tables, const char *name, const char *metric,
                                size_t *row);

/* "7 used": the GPUs that a row of the table balance is of, beside others that were not used; NULL
 * where it is of all. */
const char *metric_used_text(struct arena *arena, const struct table *balance, size_t row);
/* A metric in people's words, of the row of job_metrics. */
const char *metric_label(struct arena *arena, const struct table *job_metrics, size_t row);
/* The unit of an amount added up over time: "B/s" → "B", "W" → "J"; NULL when there is none. */
const char *total_unit(struct arena *arena, const char *unit);

/* Rows of job_metrics: those of key figures, those of other figures, the rest. */
struct metric_rows {
    size_t *rows;
    size_t count, key_count;
};
struct metric_rows metric_rows_make(const struct page_request *request, struct arena *arena);

/* The nodes' share of samples present; NaN when unknown. */
double coverage_of_job(const struct tables *tables);

#endif
