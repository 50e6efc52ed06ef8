/* The page over all reports of a web directory: what each says of itself, newest first. */
#ifndef PAGE_INDEX_LISTING_H
#define PAGE_INDEX_LISTING_H

#include "page/document.h"
#include "page/listed_findings.h"
#include "table/facts.h"
#include "util/error.h"
#include "util/strbuf.h"

/* Names of files are of the report's directory, and made of plain letters. */
struct listed_report {
    const char *directory; /* beside the page; may hold anything but a slash */
    struct facts facts;
    const char *heading; /* what it is about: "Trace report"; NULL: made before that was kept */
    const char *input;   /* the path of the first; NULL: not known */
    double input_count;
    double created;       /* Unix seconds */
    double tasks;         /* NaN: it is about no tasks */
    double sampled_nodes; /* NaN: none, or not known */
    const struct key_figure *key_figures;
    size_t key_figure_count;
    const struct listed_finding *findings; /* the first ones */
    size_t finding_count;
    const char *thumbnail, *dark_thumbnail, *alt; /* NULL: none */
    const char *const *pages;                     /* "index.html" */
    size_t page_count;
    const char *pdf; /* NULL: none */
};

struct listing {
    struct listed_report *reports;
    size_t count;
    const char *const *template_directories; /* the first that has a file wins */
    size_t template_directory_count;
    const char *program;
};

/* Newest first: by the start of the run, those without one last; then by when the report was made,
 * and by directory. */
void listing_sort(struct listing *listing);

/* "Job 731200 · label": as on the report's own pages. */
const char *listing_title(struct arena *arena, const struct listed_report *report);
/* "Overview" of "index.html". */
const char *listing_page_label(struct arena *arena, const char *page);

/* The page, and the style sheet "report.css" that belongs beside it. */
bool listing_write(const struct listing *listing, struct strbuf *page, struct strbuf *style_sheet,
                   struct error *error);

#endif
