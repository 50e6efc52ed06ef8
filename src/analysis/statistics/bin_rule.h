/* How many bins a histogram has, and over which range: as numpy.histogram_bin_edges decides. */
#ifndef ANALYSIS_STATISTICS_BIN_RULE_H
#define ANALYSIS_STATISTICS_BIN_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

enum { BIN_RULE_MOST = 1000, BIN_RULE_NUMBER = 40 };

struct bin_rule {
    /* NUMBER: `number` bins. FD: as wide as 2 IQR n^(−1/3) (Freedman & Diaconis, On the histogram
     * as a density estimator, 1981). SCOTT: (24 √π ÷ n)^(1/3) σ, with σ over n (Scott, On optimal
     * and data-based histograms, 1979). Of both, so many that the last one ends at or beyond the
     * range, all narrowed to end there; one bin where the width is 0; at most BIN_RULE_MOST. */
    enum bin_rule_kind { BIN_RULE_OF_NUMBER, BIN_RULE_FD, BIN_RULE_SCOTT } kind;
    size_t number;
    bool has_range;   /* else from the lowest to the highest value */
    double low, high; /* values beyond are in no bin and do not count for widths */
};

bool bin_rules_equal(const struct bin_rule *a, const struct bin_rule *b);
/* "40", "fd", "scott; 0 to 1e+08": by this a table names it. */
const char *bin_rule_text(const struct bin_rule *rule, struct arena *arena);

/* Equal bins, the last one closed; a range of no width is widened by a half on each side. NaN and
 * infinite values do not count. `scratch` has room for `count` values, `edges` for BIN_RULE_MOST +
 * 1, `counts` for BIN_RULE_MOST. Returns the number of bins, 0 of no values. */
size_t bin_rule_count(const struct bin_rule *rule, const double *values, size_t count,
                      double *scratch, double *edges, size_t *counts);

#endif
