/* Events of a trace that end far beyond all others: a wrong duration or time stamp, which would
 * take the whole of every time axis. */
#ifndef INPUT_TRACES_FAR_EVENTS_H
#define INPUT_TRACES_FAR_EVENTS_H

#include "table/activity.h"

struct far_events {
    size_t count;
    const char *name; /* of the first of them; NULL: it has none */
    double after_s;   /* how long after the beginning the first ends, */
    double others_s;  /* and the last of all others */
};

/* Takes them out of an activity with one source. They are one in a hundred events at most, or
 * one alone of more than ten, and end
 * - more than a year after the first event begins, and a hundred times as late as all others; or
 * - more than a day after it, ten thousand times as late as all others, and begin while these run,
 *   after another event of their own lane: what encloses others (as annotations do), is alone on
 *   its lane, or comes behind the others may be true.
 * Where anything else is as late (`latest`, of what is not in the activity), they are right. */
struct far_events far_events_drop(struct activity *activity, double latest);

#endif
