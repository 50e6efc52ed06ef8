#include "analysis/traces/trace_totals.h"

#include <math.h>
#include <string.h>

const char *trace_worker_name(const struct trace_totals *totals, size_t worker, bool compat,
                              struct arena *arena)
{
    const char *name = aligned_lane_name(totals->aligned, worker);
    const char *host = aligned_host_name(totals->aligned, totals->aligned->lanes[worker].host);
    const char *dash = strrchr(name, '-');
    const char *prefix = arena_format(arena, "worker-%s-", host);
    if (compat && dash)
        return arena_text(arena, dash + 1);
    if (!compat && *host && strncmp(name, prefix, strlen(prefix)) == 0 && name[strlen(prefix)])
        name += strlen(prefix);
    return arena_text(arena, name);
}

const char *trace_worker_label(const struct trace_totals *totals, size_t worker,
                               struct arena *arena)
{
    const struct aligned_timeline *aligned = totals->aligned;
    const char *name = aligned_lane_name(aligned, worker);
    const char *host = aligned_host_name(aligned, aligned->lanes[worker].host);
    if (!*name)
        return arena_text(arena, *host ? host : "(no name)");
    if (aligned->host_count == 1 || strstr(name, host))
        return arena_text(arena, name);
    return arena_format(arena, "%s %s", host, name);
}

/* The moments between which workers that have the clock of this one ran. */
struct extent {
    double first, last;
};

static struct extent extent_of(const struct trace_totals *totals, size_t worker)
{
    const struct aligned_timeline *aligned = totals->aligned;
    struct extent extent = {totals->first, totals->last};
    if (aligned->times.comparable)
        return extent;
    struct activity_rows lanes = aligned->hosts[aligned->lanes[worker].host].lanes;
    extent.first = extent.last = NAN;
    for (size_t i = lanes.first; i < lanes.first + lanes.count; i++) {
        extent.first = fmin(extent.first, totals->workers[i].first);
        extent.last = fmax(extent.last, totals->workers[i].last);
    }
    return extent;
}

double trace_elapsed(const struct trace_totals *totals, size_t worker)
{
    struct extent extent = extent_of(totals, worker);
    return aligned_seconds(extent.last - extent.first);
}

double trace_before_first(const struct trace_totals *totals, size_t worker)
{
    return aligned_seconds(totals->workers[worker].first - extent_of(totals, worker).first);
}

double trace_mean(double sum, size_t count)
{
    return count ? sum / (double)count : (double)NAN;
}
