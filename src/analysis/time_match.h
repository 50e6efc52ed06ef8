/* Whether records of tasks and samples are of the same time. */
#ifndef ANALYSIS_TIME_MATCH_H
#define ANALYSIS_TIME_MATCH_H

#include <stdbool.h>

#include "table/dataset.h"

struct time_range {
    double first, last; /* Unix seconds; infinite, the wrong way round, where none is known */
};

struct time_match {
    struct time_range tasks, samples; /* of attempts, where times name no zone of those on nodes
                                         with samples; of inputs with samples */
    bool are_known;                   /* both */
    bool differ;                      /* they hardly meet, or lie a difference of zones apart */
    double shift_s;  /* by how much tasks are later, where this is what zones differ by: of ranges
                        that are as long, and, where times name no zone, of samples that would lie
                        within the tasks' time and do not as they are; else NaN */
    bool is_by_work; /* the shift, as work_shift.h finds it: samples are of the work they show */
};

struct time_match time_match_of(const struct dataset *dataset);

#endif
