/* What a report is about, by its tables: what it is called where no job has a name, and in brief.
 */
#ifndef PAGE_CONTENT_SUBJECT_H
#define PAGE_CONTENT_SUBJECT_H

#include "page/content/page.h"
#include "util/arena.h"

/* "Job report", "Campaign report", "Job, campaign and trace report". */
const char *subject_heading(const struct page_request *request, struct arena *arena);

/* "568 tasks of 5 kinds in 3 steps"; NULL when the job's nodes say all. */
const char *subject_brief(const struct page_request *request, struct arena *arena);

/* Tasks of records, else those that events record on devices; NaN: none. */
double subject_tasks(const struct tables *tables);

#endif
