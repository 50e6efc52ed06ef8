/* From tables to the finished report directory: the half of the pipeline that replot shares. */
#ifndef DRAWING_H
#define DRAWING_H

#include "all_attempts.h"
#include "environment.h"
#include "figure/model/plotspec.h"
#include "input/inputs.h"
#include "manifest.h"
#include "options.h"
#include "progress.h"
#include "publish/tree.h"
#include "report_exports.h"
#include "table/rules.h"
#include "table/table.h"

struct drawing_request {
    const struct options *options;
    const struct environment *environment;
    struct manifest *manifest;
    const struct tables *tables;
    const struct plotspecs *specs;
    const struct rules *rules;
    struct inputs *inputs; /* with checksums; NULL on replot */
    /* Of the target's manifest, where the tables are those of the target; else NULL. */
    const struct tree_file_state *source;
    const struct report_exports *exports;
    const struct all_attempts *all_attempts;
    struct progress *progress;
    struct arena *arena;
};

/* "job-report" or "job-report-ID": what stands in the id and could act in a path is replaced. */
const char *report_stem(struct arena *arena, const char *job_id);

/* Writes beside `target` and swaps it in, unless the request has a source and `target` is another
 * report by then. */
bool drawing_make(const struct drawing_request *request, const char *target, struct error *error);

/* What would be drawn, as text: the figures as figures/FIGURE.json would hold them, one after the
 * other; the pages as document_write_text says. Writes no file. */
bool drawing_write_figures_text(const struct drawing_request *request, struct strbuf *out,
                                struct error *error);
bool drawing_write_document_text(const struct drawing_request *request, struct strbuf *out,
                                 struct error *error);

/* What `show` prints of inputs: as text, or as JSON. */
bool drawing_write_overview(const struct drawing_request *request, struct strbuf *out,
                            struct error *error);

/* The user's template directories come before the built-in one, the last named first. */
const char **drawing_template_directories(const struct options *options,
                                          const struct environment *environment, size_t *count);

#endif
