/* What the traces of a run come to. */
#ifndef PAGE_CONTENT_TRACE_RUN_H
#define PAGE_CONTENT_TRACE_RUN_H

#include "page/content/page.h"
#include "page/document.h"
#include "util/arena.h"

struct trace_run {
    double elapsed_s, hosts, workers, functions, tasks, duration_s;
    double idle_share; /* the mean of so many workers, over so long a time after their start-up */
    double compared_workers, compared_s, start_up_s;
    double open_starts, orphan_stops;
    const char *clock, *rules; /* as the table `trace` has them */
    const char *busiest;       /* function, safe to show */
    double busiest_share;
    bool is_of_periods; /* inputs are far apart: no elapsed time is known */
    bool of_processes;  /* what the tables call hosts are processes; for the caller to set */
};

/* False when there are no traces. */
bool trace_run_make(struct trace_run *run, const struct tables *tables, struct arena *arena);

/* "24,000 calls of 41 functions on 4 workers of 1 host …". */
const char *trace_run_sentence(struct arena *arena, const struct trace_run *run);

/* Whose idle time it is: "mean of 2 of 14 workers". */
const char *trace_run_idle_workers(struct arena *arena, const struct trace_run *run);

/* The functions that took most time, at most `most` rows; NULL when there are none. */
struct table_view *trace_run_functions(const struct page_request *request, struct arena *arena,
                                       size_t most);

#endif
