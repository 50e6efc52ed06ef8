/* Fewer points that look the same.
 *
 * The time span is cut into `columns`; of each the first, lowest, highest and last sample stay, so
 * that no extreme is lost and a line through them covers the same pixels. A missing sample (NaN)
 * between present ones stays as one NaN, so that a gap stays a gap. */
#ifndef ANALYSIS_STATISTICS_THIN_H
#define ANALYSIS_STATISTICS_THIN_H

#include <stddef.h>

/* Writes at most 5 × columns points; returns how many. When count ≤ 2 × columns all stay. Times
 * ascend. Gaps: two neighbours further apart than `gap_s` get a NaN between them. */
size_t thin_series(const double *times, const double *values, size_t count, size_t columns,
                   double gap_s, double *out_times, double *out_values);

#endif
