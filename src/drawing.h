/* From tables to the finished report directory: the half of the pipeline that replot shares. */
#ifndef DRAWING_H
#define DRAWING_H

#include "drawing_request.h"
#include "options.h"

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
