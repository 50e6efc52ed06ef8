/* Spans that sum up all others of a name: clang's -ftime-trace writes "Total Source" behind the
 * spans of Source, each from time 0 on and on a thread of its own, which is no thread that ran. */
#ifndef INPUT_TRACES_SPAN_TOTALS_H
#define INPUT_TRACES_SPAN_TOTALS_H

#include "table/activity.h"

/* Takes them out of an activity with one source; returns how many they were. */
size_t span_totals_drop(struct activity *activity);

#endif
