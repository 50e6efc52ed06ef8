/* Rows of result tables by the name of a task kind, and what they say of it. */
#ifndef ANALYSIS_FINDINGS_KIND_ROWS_H
#define ANALYSIS_FINDINGS_KIND_ROWS_H

#include "analysis/findings/finding.h"
#include "table/rows.h"

/* A number of the kind in the table `tasks`; NaN where it is not known. */
double finding_of_kind(const struct findings *findings, const char *kind, const char *column);
/* Whether there is more than one kind. */
bool finding_has_kinds(const struct findings *findings);

/* Rows of the table `requested`; its row count where there is none. */
size_t finding_requested_row(const struct requested_rows *table, const char *task,
                             const char *quantity);

/* The row of a kind in the table `node_memory`, whose memory is requested per node; FINDING_NO_ROW:
 * none, its tasks ran on one node each. */
#define FINDING_NO_ROW ((size_t)-1)
size_t finding_node_row(const struct findings *findings, const char *kind);

/* Tasks of the kind that succeeded, or failed; NaN when not known. */
double finding_succeeded(const struct findings *findings, const char *kind);
double finding_failed(const struct findings *findings, const char *kind);
bool finding_all_succeeded(const struct findings *findings, const char *kind);
/* Of the memory of those that succeeded, in bytes; NaN when not known. */
double finding_highest_peak(const struct findings *findings, const char *kind);

#endif
