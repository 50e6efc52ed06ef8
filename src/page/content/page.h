/* A group of sections, and what it is made from.
 *
 * Adding one is a file page_NAME.c and a line in pages.def. It adds nothing when there is nothing
 * to say. */
#ifndef PAGE_CONTENT_PAGE_H
#define PAGE_CONTENT_PAGE_H

#include "figure/charts/figures.h"
#include "page/document.h"
#include "table/kind_names.h"
#include "table/rules.h"

/* How an input ends: as it should, in the middle of its last record, before its end. */
#define INPUT_END_WHOLE "whole"
#define INPUT_END_IN_RECORD "in a record"
#define INPUT_END_EARLY "early"

struct input_row { /* an input as the manifest names it */
    const char *path, *format, *checksum;
    double size, records, rejected;
    const char *end; /* INPUT_END_…; NULL: not said, by earlier programs */
};

struct exported_file { /* in export/, or in data/ */
    const char *name;
    const char *contains; /* "62 tables"; NULL: not known, of a report that is drawn again */
};

struct page_request {
    const struct tables *tables;
    struct kind_names kind_names; /* of these tables */
    const struct facts *facts;
    const struct figures *figures;
    const struct input_row *inputs;
    size_t input_count;
    const struct exported_file *exports;
    size_t export_count;
    struct exported_file all_attempts; /* in data/; without a name: none */
    const struct link_row *links;      /* of the site, to be shown on the first page */
    size_t link_row_count;
    enum unit_system units;
    const struct rules *rules; /* whose numbers the definitions name */
};

struct page {
    const char *name;
    void (*add)(const struct page_request *request, struct document *document);
};

#endif
