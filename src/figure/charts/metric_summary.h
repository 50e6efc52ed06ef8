/* A metric in words and numbers: what titles, subtitles, captions and alternative texts say. */
#ifndef FIGURE_CHARTS_METRIC_SUMMARY_H
#define FIGURE_CHARTS_METRIC_SUMMARY_H

#include "figure/charts/chart.h"
#include "figure/charts/chart_source.h"

/* Texts are valid UTF-8 of bounded length; numbers are NaN when unknown. */
struct metric_summary {
    const char *label, *unit;
    const char *thing; /* "node"; for metrics of devices and parts "GPU", "core" … */
    enum metric_combine combine;
    bool is_ratio; /* of sums over the nodes */
    size_t nodes, samples, missing;
    double due;                         /* samples that there should be; 0: not known */
    double min, max;                    /* of all samples of all nodes */
    double mean_per_node;               /* of the nodes' means */
    double combined_mean, combined_max; /* of all nodes together, as they combine */
    double total;                       /* in unit × s */
    const char *first_node;             /* in natural order; "" when unknown */
    const char *max_node;               /* on which the highest sample was; "" when unknown */
};

/* False when job_metrics has no row of it. */
bool metric_summary_make(const struct chart_request *request, struct metric_summary *summary);

/* What a metric is measured of, "node", "GPU", "core" …: readers name metrics of parts of a node
 * after the part. "node" where it has no name. */
const char *metric_thing(const char *metric);

/* "Nothing to draw", in words, or NULL: no sample, or the same value everywhere. */
const char *summary_message(const struct chart_request *request,
                            const struct metric_summary *summary);

/* A name fit for a place of so many letters; "" for none. */
const char *short_name(struct arena *arena, const char *name, size_t most);
/* A moment to the minute, or, where times up to `last` count from a begin, seconds since then. */
const char *moment_name(struct arena *arena, double instant, double last);

/* Sets id-independent texts of a figure. `what` is the title without unit ("CPU load, mean of 32
 * nodes"); `numbers` the subtitle's; `note` what the caption says on top of the definition's, or
 * "". */
void summary_describe(const struct chart_request *request, const struct metric_summary *summary,
                      const char *what, const char *numbers, const char *note,
                      const struct scale *y, struct figure *figure);

/* The numbers that matter of a figure of each node, and of all nodes together. */
const char *summary_node_numbers(const struct chart_request *request,
                                 const struct metric_summary *summary,
                                 const struct display_unit *unit);
const char *summary_combined_numbers(const struct chart_request *request,
                                     const struct metric_summary *summary,
                                     const struct display_unit *unit);

/* A figure of one panel that only says the message. */
void summary_describe_message(const struct chart_request *request,
                              const struct metric_summary *summary, const char *what,
                              const char *message, struct figure *figure);

/* The y scale of a metric's values, by its definition. Falls back from log to linear when no value
 * is positive; *note says so, or what lies on the lower edge. */
void summary_scale(const struct chart_request *request, const struct metric_summary *summary,
                   struct value_range range, struct scale *scale, const char **note);

#endif
