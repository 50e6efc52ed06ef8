/* The first page of a report in a few lines, for terminals, mails and programs. */
#ifndef PAGE_TERMINAL_OVERVIEW_H
#define PAGE_TERMINAL_OVERVIEW_H

#include "page/document.h"
#include "page/listed_findings.h"
#include "table/table.h"

enum {
    OVERVIEW_TABLES = 3,
    OVERVIEW_ROWS = 8,
    OVERVIEW_TRENDS = 6,
    OVERVIEW_STEPS = 24,
    OVERVIEW_CHARTS = 4
};

/* How a key metric went, from the first to the last moment. */
struct overview_trend {
    const char *label, *brief; /* "CPU load, %", "mean 18.4 · max 23.6" */
    const char *line;          /* which of the lines of its chart it is: "median node"; NULL: the
                                  only one */
    double start, end;         /* Unix seconds, or seconds from a begin */
    double low, high;          /* what 0 and 1 stand for, in the base unit */
    size_t count;
    const double *steps; /* count means of equal lengths, 0 … 1; NaN: nothing known */
};

/* What bound the run, as the table `verdict` has it; numbers NaN: not known. */
struct overview_verdict {
    const char *bound, *sentence; /* NULL: there is none */
    double share, needed;
};

/* The first rows of a table, and its row of totals. */
struct overview_table {
    const char *heading;
    const struct table_view *view;
};

/* A small chart of the first page, whose picture is plots/FIGURE-small.png where the report has
 * PNGs.
 */
struct overview_chart {
    const char *figure; /* its id */
    const char *title, *brief, *alt;
};

/* Texts are clean UTF-8 without control characters. */
struct overview {
    const char *title, *subtitle, *period, *program;
    const char *state; /* in which the job, or the only attempt, ended, as its source has it; NULL:
                          not known, or there are several */
    struct overview_verdict verdict;
    const struct key_figure *key_figures;
    const struct listed_finding *findings;
    struct overview_trend trends[OVERVIEW_TRENDS];
    struct overview_table tables[OVERVIEW_TABLES];
    struct overview_chart charts[OVERVIEW_CHARTS];
    size_t key_figure_count, finding_count, trend_count, table_count, chart_count;
    const char *pdf_name; /* NULL: there is none */
};

/* All is in the arena of the document, and lives as long as its figures and tables. */
void overview_make(struct overview *overview, const struct document *document,
                   const struct tables *tables);

#endif
