/* What all tasks of a campaign come to. */
#ifndef PAGE_CONTENT_CAMPAIGN_H
#define PAGE_CONTENT_CAMPAIGN_H

#include <stdbool.h>

#include "table/table.h"
#include "util/arena.h"

struct campaign {
    double kinds, steps; /* steps 0: the source has none */
    double tasks;        /* all: the next five add up to them */
    double succeeded, failed, cancelled, unfinished, unknown;
    double unrecorded; /* of those succeeded: no source says how they ended */
    double attempts;
    /* Attempts that failed, were lost with their worker, were requeued or were cancelled: these. */
    double lost;
    double failed_attempts, gone_attempts, requeued_attempts, cancelled_attempts;
    double cached;                       /* tasks whose result an earlier run made */
    double elapsed_s, cpu_s, efficiency; /* NaN: not known */
    double core_s, core_cpu_s;           /* of those whose cores are known */
    double untimed;                      /* of those succeeded: not in elapsed_s */
    double not_by_node;                  /* attempts that the table of nodes leaves out */
    double running_max;                  /* at a time; NaN: not known */
    double lost_s, lost_cpu_s;           /* of those lost; NaN: not known */
};

/* False when there are no tasks. */
bool campaign_make(struct campaign *campaign, const struct tables *tables);

/* "1,617 h"; minutes or seconds of a short one. */
const char *hours_text(struct arena *arena, double time_s);

/* What the efficiency is the ratio of, "21.2 of 25.5 allocated core-hours", or briefly "21.2
 * of 25.5 core-h"; NULL: it is not of all tasks. */
const char *campaign_core_time(struct arena *arena, const struct campaign *campaign, bool in_words);

/* "25,379 tasks of 41 task kinds in 8 steps". */
const char *campaign_brief(struct arena *arena, const struct campaign *campaign);

/* "25,379 tasks of 41 task kinds in 8 steps: all succeeded. They used …". */
const char *campaign_sentence(struct arena *arena, const struct campaign *campaign);

#endif
